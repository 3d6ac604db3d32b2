//! One attack on one target, from its declaration to what it leaves behind.
//!
//! Clauses: MUR-3-6, MUR-3-7, MUR-3-9, MUR-3-13, MUR-4-1..6, MUR-4-11..13, MUR-5-1..3, MUR-9-1, MUR-9-2, MUR-11-3,
//! MUR-11-4. Counters are in `counter.rs`, attacks on several in `blast`. How damage is rolled is in `damage.rs`.

use super::damage::save;
use super::hold::Other;
use super::wounds::{self, Cause};
use crate::dice::{Dice, Topic};
use crate::fight::{Blow, FighterId, FighterSet, WeaponId, Witness};
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::attack::{Attack, Incoming, Manner, Means, Strike};
use crate::rules::murdham::nouns::deeds::Reply;
use crate::rules::murdham::nouns::pool::Harm;
use crate::rules::murdham::nouns::scene::Scene;
use crate::rules::murdham::nouns::state::{State, Status};
use crate::rules::murdham::words::REACT;
use crate::rules::murdham::{decisions, telling};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Makes an attack.
    #[inline]
    pub(crate) fn attack(&mut self, attack: Attack) {
        let surprise = self.declare_attack(attack);
        if attack.way.save {
            let wit = self.fighter(attack.attacker).wit;
            let hits = save(wit, &self.arena.options, self.dice);
            telling::to_hit(self, attack.attacker, hits);
            if !hits {
                self.tell_attack(attack, attack.target, Blow::Missed);
                return;
            }
        }
        if self.stunt(attack) {
            return;
        }
        let (target, reply) = self.meet_attack(attack, surprise);
        match reply {
            Reply::Counter(means, way) => {
                let answer = Attack {
                    attacker: target,
                    target: attack.attacker,
                    means,
                    manner: Manner::Plain,
                    way,
                };
                self.resolve_counter(Attack { target, ..attack }, answer);
            }
            Reply::Dodge if self.dodges(target) => {
                self.tell_attack(attack, target, Blow::Evaded);
            }
            _ => self.land(Attack { target, ..attack }),
        }
    }

    /// Declares an attack: who makes it shows itself, lets go if it must, and spends a shot. Whether it comes from hiding
    /// [MUR-11-3, MUR-11-4].
    pub(crate) fn declare_attack(&mut self, attack: Attack) -> bool {
        let who = attack.attacker;
        telling::attack(self, attack);
        self.settle_before(who, Other::Attack(attack.target, attack.means));
        if let Means::Item(at) = attack.means {
            spend_shot(self.arena, self.state, who, usize::from(at));
        }
        self.state.reveal(who)
    }

    /// Tells the tally of an attack that was not a hit. Only attacks with rolled damage on somebody fighting are counted
    /// [MUR-18-2].
    pub(crate) fn tell_attack(&mut self, attack: Attack, target: FighterId, blow: Blow) {
        if !attack.means.is_nonlethal() && self.body(target).status == Status::Fighting {
            let weapon = self.state.weapon_number(attack);
            self.witness
                .attacked(attack.attacker, target, WeaponId(weapon), blow);
        }
        telling::failed(self, blow);
    }

    /// [MUR-9-1, MUR-9-2] An offer to be spared. True when it is made and accepted.
    fn stunt(&mut self, attack: Attack) -> bool {
        let target = attack.target;
        let makes_sense = self.arena.options.stunts
            && !attack.means.is_nonlethal()
            && self.state.fighting.has(target)
            && self.arena.lineup.are_enemies(attack.attacker, target);
        if !makes_sense
            || !decisions::offers(self, attack.attacker, target)
            || !decisions::accepts(self, self.arena.incoming(self.state, attack))
        {
            return false;
        }
        telling::yields(self, attack.attacker, target);
        wounds::throw_down(self.arena, self.state, target);
        self.put_out(target, Status::Incapacitated);
        true
    }

    /// Who suffers the attack in the end, and how it answers: guards first, then the target, who may hide behind another,
    /// who may answer in turn [MUR-4-11, MUR-4-12, MUR-5-3].
    fn meet_attack(&mut self, attack: Attack, surprise: bool) -> (FighterId, Reply) {
        if surprise {
            telling::surprised(self, attack.target);
            return (attack.target, Reply::Nothing);
        }
        if !self.arena.scope.guards && !self.fighter(attack.target).decides(REACT) {
            return (attack.target, Reply::Nothing);
        }
        let mut seen = self.arena.incoming(self.state, attack);
        if let Some(guard) = self.guard(seen, FighterSet::NONE) {
            return (guard, Reply::Nothing);
        }
        let mut hidden = FighterSet::NONE;
        loop {
            if !self.state.can_react(seen.target) {
                return (seen.target, Reply::Nothing);
            }
            let reply = decisions::react(self, seen, hidden);
            let Reply::Hide(behind) = reply else {
                return (seen.target, reply);
            };
            let who = seen.target;
            spend(self.state, who);
            hidden.add(who);
            telling::hides(self, who, behind);
            if self.body(behind).captor != Some(who) {
                self.settle_before(who, Other::Anything);
            }
            let place = self.body(who).place;
            let other = self.body(behind).place;
            self.body_mut(who).place = other;
            self.body_mut(behind).place = place;
            self.settle_holds();
            seen.target = behind;
            seen.pool = self.arena.pool_of(
                self.state,
                Attack {
                    target: behind,
                    ..attack
                },
            );
        }
    }

    /// The first ally of the target who guards it [MUR-5-1, MUR-5-3]; nobody who has reacted to the attack [MUR-4-4].
    pub(crate) fn guard(&mut self, seen: Incoming, reacted: FighterSet) -> Option<FighterId> {
        if !self.arena.scope.guards {
            return None;
        }
        for ally in self.arena.lineup.allies(seen.target).iter() {
            let able = ally != seen.target
                && ally != seen.attacker
                && !reacted.has(ally)
                && self.state.can_react(ally)
                && self.arena.nearby(self.state, ally, seen.target);
            if able && decisions::guards(self, ally, seen) {
                spend(self.state, ally);
                telling::guards(self, ally, seen.target);
                self.settle_before(ally, Other::Anything);
                return Some(ally);
            }
        }
        None
    }

    /// Spends the reaction on a dodge and rolls it [MUR-4-6].
    pub(crate) fn dodges(&mut self, who: FighterId) -> bool {
        spend(self.state, who);
        self.settle_before(who, Other::Anything);
        self.dice.about(Topic::Deed(who.0));
        let evades = save(self.fighter(who).agility, &self.arena.options, self.dice);
        telling::dodge(self, who, evades);
        evades
    }

    /// Rolls an attack's damage on its target. `exposed`: struck back at behind its barrier.
    pub(crate) fn roll_damage(&mut self, attack: Attack, exposed: bool) -> Harm {
        let strike = Strike::new(self.arena, self.state, attack, exposed);
        self.dice.about(Topic::Deed(attack.attacker.0));
        let harm = strike.roll(self.arena, self.dice, self.witness);
        telling::damage(self, attack, strike.pool, harm);
        harm
    }

    /// Applies a rolled blow.
    pub(crate) fn strike(&mut self, attack: Attack, harm: Harm) {
        let cause = Cause::Attack(attack.attacker, self.state.weapon_number(attack));
        self.suffer(attack.target, cause, harm);
        if let Means::Item(at) = attack.means {
            self.damage_weapon(attack.attacker, at.into(), harm);
        }
    }

    /// An attack that nothing stops any more.
    #[inline]
    pub(crate) fn land(&mut self, attack: Attack) {
        if attack.means.is_nonlethal() {
            self.take_effect(attack);
        } else if attack.manner == Manner::DeathBlow && self.body(attack.target).status.is_down() {
            telling::death_blow(self, attack);
            self.put_out(attack.target, Status::Dead);
        } else {
            let harm = self.roll_damage(attack, false);
            self.strike(attack, harm);
        }
    }
}

pub(crate) fn spend_shot<const N: usize>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    at: usize,
) {
    let weapon = arena.weapon(state.body(who).items[at].weapon);
    let place = u8::try_from(at).expect("a list is short");
    if arena.swaps(state, who, Means::Item(place)) {
        state.body_mut(who).in_hand = place;
    }
    if weapon.shots.is_some() {
        state.body_mut(who).items[at].shots -= 1;
    }
}

/// Uses up the turn, or a reaction beyond it [MUR-2-5, MUR-4-5].
#[inline]
pub(crate) fn spend<const N: usize>(state: &mut State<N>, who: FighterId) {
    if state.unused.has(who) {
        state.unused.remove(who);
    } else {
        state.body_mut(who).extra -= 1;
    }
}

#[cfg(test)]
mod tests;
