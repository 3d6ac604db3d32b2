//! Counts who hit whom, and which attacks knocked a fighter out.
//!
//! Attacks, hits and damage come from the histograms of all fights. The attack that knocked a fighter out,
//! and the damage beyond its remaining health, depend on the order of attacks. That order is known only if a
//! fight is played blow by blow, without probability tables. The counts in this file are therefore separate,
//! and the number of such fights is counted with them.
//!
//! A fighter is knocked out by the last attack that damaged it. Healing is ignored when its remaining health
//! is calculated.

use super::layout::{End, LANDED, WARDED};
use super::{Count, Tally};
use crate::fight::{CombatantId, FighterId, WeaponId};

/// The last damaging blow against each fighter in the current fight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Blows {
    /// Whether blows are now reported in their order.
    follow: bool,
    targets: Box<[LastBlow]>,
}

/// The last damaging blow against a fighter in the current fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct LastBlow {
    /// The first cell of the histogram that counts this blow, plus 1; 0 if the fighter has not been damaged.
    row: u32,
    /// The damage of all blows against the fighter in this fight.
    damage: u32,
}

impl Blows {
    pub(super) fn new(fighters: usize) -> Self {
        Self {
            follow: false,
            targets: vec![LastBlow::default(); fighters].into(),
        }
    }

    /// Forgets all blows against a fighter.
    #[inline]
    pub(super) fn clear(&mut self, who: FighterId) {
        self.targets[who.index()] = LastBlow::default();
    }
}

/// Counts of the attacks by one combatant with one weapon at one target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hits<C> {
    /// The attacking combatant.
    pub attacker: CombatantId,
    /// The weapon of the attacker.
    pub weapon: WeaponId,
    /// The attacked combatant. `None` if all targets are counted together, because the matchup is too large
    /// to count them separately.
    pub target: Option<CombatantId>,
    /// The number of attacks.
    pub attacks: C,
    /// The number of attacks that a defence stopped.
    pub evaded: C,
    /// The number of hits.
    pub hits: C,
    /// The damage of all hits, after armour.
    pub damage: C,
    /// The number of fighters that these attacks knocked out, in the fights that [`Tally::followed`] counts.
    pub felled: C,
    /// The damage beyond the remaining health of the targets, in the fights that [`Tally::followed`] counts.
    pub overkill: C,
}

impl Tally {
    /// Sets whether blows are reported in their order from now on.
    pub(crate) fn follow_blows(&mut self, follow: bool) {
        self.blows.follow = follow;
    }
}

impl<C: Count> Tally<C> {
    /// Returns the number of fights whose blows were reported in their order.
    pub fn followed(&self) -> C {
        self.counts[self.layout.followed]
    }

    /// Returns whether damage and health are in the same unit, so that there can be damage beyond the
    /// remaining health.
    pub fn has_overkill(&self) -> bool {
        self.layout.most_lost == 0 && self.layout.slots().iter().any(|slot| slot.most_health > 0)
    }

    /// Returns the counts of all attacks, ordered by attacker, weapon and target. Combinations without
    /// attacks are left out.
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

    /// Remembers a blow against `target` as the last one, if it did damage. Also counts damage beyond the
    /// target's health. `base` is the first cell of the histogram that counts the blow, and `mark` is the
    /// blow's index in that histogram.
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

    /// Counts that the last blow against a fighter knocked it out.
    #[inline]
    pub(super) fn count_felled(&mut self, who: FighterId) {
        let LastBlow { row, .. } = self.blows.targets[who.index()];
        if self.blows.follow && row > 0 {
            let cell = self.layout.end(self.layout.row_at(row - 1), End::Felled);
            self.count(cell, 1);
        }
    }

    /// At the end of a fight whose blows were reported in their order, counts that fight and forgets its
    /// blows.
    #[inline]
    pub(super) fn count_followed(&mut self) {
        if self.blows.follow {
            self.count(self.layout.followed, 1);
            self.blows.targets.fill(LastBlow::default());
        }
    }
}
