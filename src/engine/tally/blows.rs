//! Who hit whom, and which blows felled somebody.
//!
//! Attacks, hits and damage come from the histograms of all fights. Which blow felled a fighter, and how much damage went
//! beyond the health that it had left, depends on the order of blows, which is known only in fights that are played by the
//! rules: they are counted apart, with the number of these fights. A fighter is felled by the last blow that did damage to
//! it. Healing is not taken into account in the health that is left.

use super::layout::{End, LANDED, WARDED};
use super::{Count, Tally};
use crate::fight::{CombatantId, FighterId, WeaponId};

/// The last blows of a fight, target by target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Blows {
    /// Whether blows are reported in their order.
    follow: bool,
    targets: Box<[LastBlow]>,
}

/// The last damaging blow that a fighter received.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct LastBlow {
    /// The first cell of the blow's histogram plus 1; 0 if there was none.
    row: u32,
    /// The damage of all blows.
    damage: u32,
}

impl Blows {
    pub(super) fn new(fighters: usize) -> Self {
        Self {
            follow: false,
            targets: vec![LastBlow::default(); fighters].into(),
        }
    }

    /// Forgets the blows against a fighter.
    #[inline]
    pub(super) fn clear(&mut self, who: FighterId) {
        self.targets[who.index()] = LastBlow::default();
    }
}

/// Attacks of a combatant with a weapon at a combatant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hits<C> {
    /// The attacker.
    pub attacker: CombatantId,
    /// Its weapon.
    pub weapon: WeaponId,
    /// The target; `None` for all targets together, if there are too many to be told apart.
    pub target: Option<CombatantId>,
    /// Number of attacks.
    pub attacks: C,
    /// Number of attacks that a defence stopped.
    pub evaded: C,
    /// Number of hits.
    pub hits: C,
    /// Net damage of all hits.
    pub damage: C,
    /// Fighters that these attacks felled, in [`Tally::followed`] fights.
    pub felled: C,
    /// Damage beyond the health that the targets had left, in [`Tally::followed`] fights.
    pub overkill: C,
}

impl Tally {
    /// Sets whether blows are reported in their order from now on.
    pub(crate) fn follow_blows(&mut self, follow: bool) {
        self.blows.follow = follow;
    }
}

impl<C: Count> Tally<C> {
    /// Number of fights whose blows were reported in their order.
    pub fn followed(&self) -> C {
        self.counts[self.layout.followed]
    }

    /// Returns whether damage and health are in the same unit, so that damage can go beyond it.
    pub fn has_overkill(&self) -> bool {
        self.layout.most_lost == 0 && self.layout.slots().iter().any(|slot| slot.most_health > 0)
    }

    /// All attacks, by attacker, weapon and target, in the order of the cast; rows without attacks are left out.
    pub fn who_hit_whom(&self) -> Vec<Hits<C>> {
        let mut all = Vec::new();
        for (at, part) in self.layout.combatants.iter().enumerate() {
            for weapon in (0..part.weapons).map(WeaponId::at) {
                let attacker = CombatantId::at(at);
                let first = self.layout.first_row(attacker, weapon);
                for (lane, row) in self.layout.lanes(attacker, weapon).iter().enumerate() {
                    let cell = |at: usize| self.counts[row.base as usize + at];
                    let landed = (LANDED..row.len()).map(cell);
                    let damage = (0..).zip(landed.clone());
                    let hits = Hits {
                        attacker,
                        weapon,
                        target: (!self.layout.crowded).then(|| CombatantId::at(lane)),
                        attacks: C::total((0..row.len()).map(cell)),
                        evaded: cell(WARDED),
                        hits: C::total(landed),
                        damage: C::total(damage.map(|(points, hits)| hits.times(points))),
                        felled: self.counts[self.layout.end(first + lane, End::Felled)],
                        overkill: self.counts[self.layout.end(first + lane, End::Overkill)],
                    };
                    if !hits.attacks.is_nothing() {
                        all.push(hits);
                    }
                }
            }
        }
        all
    }

    /// Notes a blow of the row whose histogram begins at `base`.
    #[inline]
    pub(super) fn follow(&mut self, base: u32, target: FighterId, mark: u32) {
        let landed = u32::try_from(LANDED).expect("a small mark");
        if !self.blows.follow || mark <= landed {
            return;
        }
        let last = &mut self.blows.targets[target.index()];
        let before = last.damage;
        last.row = base + 1;
        last.damage = before.saturating_add(mark - landed);
        let health = self.layout.slot(target).most_health;
        if last.damage > health && health > 0 && self.layout.most_lost == 0 {
            let beyond = last.damage - before.max(health);
            let cell = self.layout.end(self.layout.row_at(base), End::Overkill);
            self.count(cell, beyond.into());
        }
    }

    /// Counts that the last blow against a fighter felled it.
    #[inline]
    pub(super) fn count_felled(&mut self, who: FighterId) {
        let LastBlow { row, .. } = self.blows.targets[who.index()];
        if self.blows.follow && row > 0 {
            let cell = self.layout.end(self.layout.row_at(row - 1), End::Felled);
            self.count(cell, 1);
        }
    }

    /// Counts a fight that has ended, and forgets its blows.
    #[inline]
    pub(super) fn count_followed(&mut self) {
        if self.blows.follow {
            self.count(self.layout.followed, 1);
            self.blows.targets.fill(LastBlow::default());
        }
    }
}
