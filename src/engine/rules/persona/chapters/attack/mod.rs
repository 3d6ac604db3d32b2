//! Attacks, from the attack test to the last hit.
//!
//! Clauses: PER-4-1, PER-4-6, PER-4-10, PER-4-13, PER-4-21, PER-12.1-1, PER-12.3-1..3, PER-12.4-1,
//! PER-12.8-1, PER-12.10-1, PER-12.11-1, PER-12.11-2, PER-12.12-1, PER-12.13-1, PER-12.23-1, PER-12.31-1,
//! PER-12.31-4, PER-12.34-1, PER-12.36-1, PER-13.5-2, PER-13.7-4.

use crate::dice::{Dice, Topic};
use crate::fight::{Blow, FighterId, FighterSet, MOST_FIGHTERS, WHOLE, Witness};
use crate::rules::persona::decisions;
use crate::rules::persona::events::JAM;
use crate::rules::persona::nouns::luck;
use crate::rules::persona::nouns::scene::{Scene, View};
use crate::rules::persona::nouns::state::Shot;
use crate::rules::persona::nouns::swing::{Manner, Swing};
use crate::rules::persona::nouns::volley::Volley;
use crate::rules::persona::reading::sheet::Talent;
use crate::rules::persona::reading::tables::WeaponKind;
use crate::rules::persona::telling::hit_or_miss;

/// The tally entry of a Grapple, a Stun or a Take Down that was not evaded. The tally counts it as an attack
/// without a hit [PER-13.7-4].
pub(super) const NO_HIT: Blow = Blow::Missed;

/// The number of hits on each fighter, by fighter index.
pub(super) type Hits = [u8; MOST_FIGHTERS];

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Makes an attack, deals all its hits, and makes a Counter-Attack that a Parry allows [PER-12.8-1].
    ///
    /// Returns the fighters that the attack test scored hits on, before they evade. After a failed test,
    /// returns only the target of the attack.
    pub(super) fn attack(&mut self, who: FighterId, swing: Swing) -> FighterSet {
        let targets = self.strike(who, swing);
        self.deal_all();
        targets
    }

    /// Makes an attack as an action of the turn. If the attack may score several hits, the hits are left
    /// pending, and each later step deals one of them.
    pub(super) fn attack_in_steps(&mut self, who: FighterId, swing: Swing) {
        self.strike(who, swing);
        if !swing.manner.is_many() {
            self.deal_all();
        }
    }

    /// Deals all pending hits.
    pub(super) fn deal_all(&mut self) {
        while self.state.volley.is_some() {
            self.deal();
        }
    }

    /// Deals one pending hit. After the last hit, fighters that have parried may counter-attack.
    pub(super) fn deal(&mut self) {
        self.deal_next();
        if let Some(volley) = &self.state.volley
            && volley.left() == 0
        {
            let (who, parriers) = (volley.who, volley.parriers);
            self.state.volley = None;
            self.answer(parriers, who);
        }
    }

    /// Lets the fighters that have parried an attack counter-attack.
    fn answer(&mut self, parriers: FighterSet, attacker: FighterId) {
        for parrier in parriers.iter() {
            self.counter(parrier, attacker);
        }
    }

    /// Makes the attack test and the evasions. Hits of an attack that may score several are left pending, and
    /// a single hit is dealt at once. Returns the same fighters as [`attack`](Self::attack).
    fn strike(&mut self, who: FighterId, swing: Swing) -> FighterSet {
        let weapon = self.arena.weapon(swing.weapon);
        let target = swing.target;
        let own = self.body(who);
        let feinted = own.feint == Some(target)
            && matches!(swing.manner, Manner::Standard | Manner::Called(_))
            && weapon.is_melee();
        let clinched = own.hold.other() == Some(target);
        let number = self.view().attack_number(who, swing, true);
        let capacity = self.fire(who, swing);
        let jam_from = if swing.manner.is_burst() {
            weapon.jam_from
        } else {
            u32::MAX
        };
        let ducked = self.body(target).cautious && self.fighter(target).cover && !weapon.is_melee();
        self.dice.about(Topic::Attack);
        let (degrees, jammed) =
            luck::attack_test(self.dice, (number, jam_from, ducked), self.rules());
        let word = swing.manner.word();
        self.tell_test("PER-4-6", [who, target], number, |[who, target], test| {
            let ended = hit_or_miss(degrees, jammed);
            format!(
                "{who} {word} {target} with {}: {test}: {ended}.",
                weapon.name
            )
        });
        if jammed {
            self.jam(who, swing.weapon);
        }
        let scored = degrees.map(|degrees| self.scored(who, swing, degrees, capacity));
        let spread = scored.filter(|&scored| swing.several && scored > 1);
        let spread = spread.map(|scored| self.share(who, swing, scored));
        let body = self.body_mut(who);
        (body.aim, body.feint, body.last) = (0, None, Some(target));
        let (Some(degrees), Some(scored)) = (degrees, scored) else {
            self.count(who, target, swing, Blow::Missed);
            return FighterSet::of(target);
        };
        let certain = feinted || clinched;
        if let Some(mut hits) = spread {
            let targets = self.arena.lineup.those(|who| hits[who.index()] > 0);
            let parriers = self.evasions(who, swing, &mut hits, certain);
            if hits == [0; MOST_FIGHTERS] {
                self.answer(parriers, who);
            } else {
                self.throw(who, swing, degrees, hits, parriers);
            }
            return targets;
        }
        let (mut left, parried) = self.evasion(who, swing, scored, certain);
        let parriers = if parried {
            FighterSet::of(target)
        } else {
            FighterSet::NONE
        };
        match swing.manner {
            Manner::Grapple | Manner::GrappleCharge => {
                self.take_hold(who, swing, left);
                left = 0;
            }
            Manner::Stun => {
                self.stunning_blow(who, swing, left);
                left = 0;
            }
            _ => {}
        }
        if left == 0 {
            self.answer(parriers, who);
        } else if swing.manner.is_many() {
            let mut hits = [0; MOST_FIGHTERS];
            hits[target.index()] = left;
            self.throw(who, swing, degrees, hits, parriers);
        } else {
            self.deal_only(who, swing, degrees);
            self.answer(parriers, who);
        }
        if scored > 0 {
            FighterSet::of(target)
        } else {
            FighterSet::NONE
        }
    }

    /// Stores the hits that were not evaded as pending. `degrees` are the degrees of success of the attack
    /// test, which may replace a damage die [PER-4-12].
    pub(super) fn throw(
        &mut self,
        who: FighterId,
        swing: Swing,
        degrees: i32,
        hits: Hits,
        parriers: FighterSet,
    ) {
        let replaces = self.arena.options.dos_die;
        let mut volley = Volley::new(who, swing, if replaces { degrees } else { 0 }, hits);
        volley.parriers = parriers;
        volley.guards = self
            .state
            .fighting
            .filter(|who| self.body(who).guarding && volley.left_on(who) > 0);
        self.state.volley = Some(volley);
    }

    /// Reports the result of one hit or miss to the tally [PER-13.7-4].
    pub(super) fn count(&mut self, who: FighterId, target: FighterId, swing: Swing, blow: Blow) {
        let weapon = self.arena.counted(swing.weapon);
        self.witness.attacked(who, target, weapon, blow);
    }

    /// Returns the number of hits that a test with `degrees` scores [PER-12.3-1, PER-12.4-1, PER-12.11-1,
    /// PER-12.12-1].
    fn scored(&self, who: FighterId, swing: Swing, degrees: i32, capacity: u8) -> u8 {
        let counted = if self.arena.options.extra_beyond_first {
            (degrees - 1).max(0)
        } else {
            degrees
        };
        let (flurry, capacity) = (self.fighter(who).flurry(), capacity.into());
        let rules = &self.arena.options.rules.attacks;
        let (for_each, most) = match swing.manner {
            Manner::Semi => (rules.semi_degrees, capacity),
            Manner::Full => (rules.full_degrees, capacity),
            Manner::Swift => (rules.swift_degrees, flurry),
            Manner::Lightning => (rules.lightning_degrees, flurry),
            _ => return 1,
        };
        let hits = (1 + counted / for_each).min(most);
        u8::try_from(hits).expect("at most 20 hits")
    }

    /// Distributes `scored` hits over enemies. The target of the attack gets the first hit. Each further hit
    /// goes to another enemy that is no harder to hit. After the last of these enemies, the next hit goes to
    /// the target again [PER-12.3-2, PER-12.11-2].
    fn share(&self, who: FighterId, swing: Swing, scored: u8) -> Hits {
        let view = self.view();
        let mut hits = [0; MOST_FIGHTERS];
        let others = view
            .foes(who)
            .filter(|foe| foe != swing.target && may_spread(view, who, swing, foe));
        let mut circle = others;
        hits[swing.target.index()] = 1;
        for _ in 1..scored {
            let next = circle.iter().next();
            if let Some(other) = next {
                hits[other.index()] += 1;
                circle.remove(other);
            } else {
                hits[swing.target.index()] += 1;
                circle = others;
            }
        }
        hits
    }

    /// Lets every fighter with hits evade, and reduces `hits` by the evaded ones. Returns the fighters that
    /// have parried.
    pub(super) fn evasions(
        &mut self,
        who: FighterId,
        swing: Swing,
        hits: &mut Hits,
        certain: bool,
    ) -> FighterSet {
        let mut parriers = FighterSet::NONE;
        for target in in_order(
            swing.target,
            self.arena.lineup.those(|who| hits[who.index()] > 0),
        ) {
            let there = Swing { target, ..swing };
            let (left, parried) = self.evasion(who, there, hits[target.index()], certain);
            hits[target.index()] = left;
            if parried {
                parriers.add(target);
            }
        }
        parriers
    }

    /// Lets the target of `hits` hits evade. Returns the number of remaining hits, and whether the target has
    /// parried.
    fn evasion(&mut self, who: FighterId, swing: Swing, hits: u8, certain: bool) -> (u8, bool) {
        let evaded = self.evade(who, swing.target, swing, hits, certain);
        for _ in 0..evaded.off {
            self.count(who, swing.target, swing, Blow::Evaded);
        }
        (hits - evaded.off, evaded.parried)
    }

    /// Fires a weapon, which removes rounds from its magazine. Returns the maximum number of hits of the shot
    /// [PER-12.4-1, PER-13.5-2].
    pub(super) fn fire(&mut self, who: FighterId, swing: Swing) -> u8 {
        let weapon = self.arena.weapon(swing.weapon);
        if weapon.kind != WeaponKind::Ranged {
            return u8::MAX;
        }
        let shot = match swing.manner {
            Manner::Semi => Shot::Semi,
            Manner::Full => Shot::Full,
            _ => Shot::Standard,
        };
        let view = self.view();
        let capacity = view.capacity(who, swing.weapon, shot);
        let hits = if shot == Shot::Full && self.arena.options.full_auto_by_semi {
            view.capacity(who, swing.weapon, Shot::Semi).max(1)
        } else {
            capacity
        };
        // The capacity is at most the number of rounds in the magazine, so the result is not below 0.
        if weapon.clip.is_some()
            && let Some(at) = view.slot(who, swing.weapon)
        {
            self.body_mut(who).items[at].rounds -= capacity;
        }
        hits
    }

    pub(super) fn jam(&mut self, who: FighterId, weapon: u8) {
        if let Some(at) = self.view().slot(who, weapon) {
            self.body_mut(who).items[at].jammed = true;
            self.witness.happened(who, JAM, WHOLE);
        }
    }

    /// Makes a Counter-Attack after a Parry if both fighters can still fight and are adjacent. A fighter can
    /// make only one Counter-Attack until its next turn starts [PER-12.8-1].
    fn counter(&mut self, who: FighterId, attacker: FighterId) {
        let both = [who, attacker]
            .iter()
            .all(|&one| self.state.fighting.has(one));
        if !both
            || !self.fighter(who).has(Talent::CounterAttack)
            || self.body(who).countered
            || self.body(who).stunned > 0
            || !self.view().adjacent(who, attacker)
        {
            return;
        }
        if let Some(weapon) = decisions::counters(self, who, attacker) {
            self.body_mut(who).countered = true;
            self.attack(who, Swing::new(Manner::Counter, weapon, attacker));
        }
    }

    /// Attacks once with each hand. If the second attack is no longer possible, for example because its
    /// target is out, it goes to the enemy attacked last, or else to the first possible one [PER-12.31-1].
    pub(super) fn attack_twice(&mut self, who: FighterId, first: Swing, second: Swing) {
        self.attack(who, first);
        let able = self.state.fighting.has(who) && self.body(who).stunned == 0 && !self.is_over();
        if !able {
            return;
        }
        let view = self.view();
        let legal = |swing: &Swing| view.may_swing(who, *swing);
        let at = |target| match second.manner {
            Manner::Called(_) => Swing {
                target,
                manner: Manner::Called(view.fighter(target).weakest_part()),
                ..second
            },
            _ => Swing { target, ..second },
        };
        let others = view.body(who).last.into_iter().chain(view.foes(who).iter());
        let next = std::iter::once(second).chain(others.map(at)).find(legal);
        if let Some(swing) = next {
            self.attack(who, swing);
        }
    }
}

/// Returns whether hits after the first may go to the enemy `other`, which must be within reach and no harder
/// to hit than the first target. Unless the weapon is a melee weapon, `other` must also be near the first
/// target [PER-12.3-2, PER-12.11-2].
fn may_spread(view: View<'_>, who: FighterId, swing: Swing, other: FighterId) -> bool {
    let weapon = view.weapon(swing);
    let near = if weapon.is_melee() {
        true
    } else {
        view.same_band(swing.target, other)
            && view.along(swing.target, other) <= view.numbers().shooting.spread
    };
    let there = Swing {
        target: other,
        ..swing
    };
    near && view.reaches(who, other, weapon)
        && view.attack_number(who, there, true) >= view.attack_number(who, swing, true)
}

/// Returns the first target, and then the other fighters in listing order [PER-4-21].
pub(super) fn in_order(first: FighterId, all: FighterSet) -> impl Iterator<Item = FighterId> {
    let mut others = all;
    others.remove(first);
    all.has(first)
        .then_some(first)
        .into_iter()
        .chain(others.iter())
}

#[cfg(test)]
mod tests;
