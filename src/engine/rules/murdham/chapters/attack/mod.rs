//! One attack on one target, from its declaration to its effects.
//!
//! Clauses: MUR-3-6, MUR-3-7, MUR-3-9, MUR-3-13, MUR-4-1..6, MUR-4-11..13, MUR-5-1..3, MUR-9-1, MUR-9-2,
//! MUR-11-3, MUR-11-4. Counters, which are attacks in reply to an attack, are in `counter.rs`. Attacks on
//! several targets are in `blast`. Damage is rolled in `damage.rs`.

use super::damage::save;
use super::wounds::Cause;
use crate::dice::{Dice, Topic};
use crate::fight::{Blow, FighterId, FighterSet, Witness};
use crate::rules::murdham::decisions::{ACCEPT, GUARD, OFFER, REACT};
use crate::rules::murdham::nouns::{
    Attack, AttackMeans, Harm, Incoming, Manner, Reply, Scene, Status,
};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Makes an attack on one target: the save to hit, the offer to spare the target, the reply to the
    /// attack, and the effects.
    #[inline]
    pub(crate) fn attack(&mut self, attack: Attack) {
        let surprise = self.declare_attack(attack);
        if attack.way.save && !self.hits(attack.attacker) {
            self.tell_attack(attack, Blow::Missed);
            return;
        }
        if self.stunt(attack) {
            return;
        }
        let (target, reply) = self.meet_attack(attack, surprise);
        let attack = Attack { target, ..attack };
        match reply {
            Reply::Counter(means, way) => {
                let answer = Attack::plain(target, attack.attacker, means, way);
                self.resolve_counter(attack, answer);
            }
            Reply::Dodge if self.dodges(target) => self.tell_attack(attack, Blow::Evaded),
            _ => self.land(attack),
        }
    }

    /// Declares an attack. The attacker is revealed and uses up a shot. If the attack ends a hold, the
    /// attacker releases its captive. Returns whether it attacked from hiding [MUR-11-3, MUR-11-4].
    pub(crate) fn declare_attack(&mut self, attack: Attack) -> bool {
        let who = attack.attacker;
        let clause = if attack.means.is_nonlethal() {
            "MUR-10-1"
        } else if attack.manner == Manner::DeathBlow {
            "MUR-3-7"
        } else if attack.way.ranged {
            "MUR-3-3"
        } else {
            "MUR-3-1"
        };
        self.describe(clause, |view| {
            let held_back = if attack.manner == Manner::HeldBack {
                ", holding back"
            } else {
                ""
            };
            let (who, deed) = (view.arena.name(who), view.deed(attack));
            format!("{who} {deed}{held_back}.")
        });
        self.set_about(who, Some(attack.target), attack.means)
    }

    /// Reports an attack that had no effect. The transcript gets a sentence about it. The tally counts it if
    /// it is an attack that rolls damage and the target is still fighting [MUR-18-2].
    pub(crate) fn tell_attack(&mut self, attack: Attack, blow: Blow) {
        if !attack.means.is_nonlethal() {
            let weapon = self.state.weapon_number(attack.attacker, attack.means);
            self.tell_spared([attack.attacker, attack.target], weapon, blow);
        }
        let (clause, what) = match blow {
            Blow::Missed => ("MUR-3-9", "misses"),
            _ => ("MUR-4-6", "has no effect"),
        };
        self.say(clause, [], |[]| format!("The attack {what}."));
    }

    /// [MUR-9-1, MUR-9-2] Lets the attacker offer to spare the target, if its policy does so. Returns whether
    /// the target accepts.
    fn stunt(&mut self, attack: Attack) -> bool {
        let target = attack.target;
        let makes_sense = self.arena.options.stunts
            && !attack.means.is_nonlethal()
            && self.state.fighting.has(target)
            && self.arena.lineup.are_enemies(attack.attacker, target);
        if !makes_sense {
            return false;
        }
        let (who, seen) = (attack.attacker, Some(&Incoming::of(attack)));
        let spares = self.does(who, OFFER, seen, false) && self.does(target, ACCEPT, seen, false);
        if spares {
            self.tell_of("MUR-9-2", [target, who], "accepts to be spared by");
            self.throw_down(target);
            self.put_out(target, Status::Incapacitated);
        }
        spares
    }

    /// Returns the character that finally suffers the attack, and its reply. If the attack is a `surprise`,
    /// nobody replies. Otherwise an ally may guard the target first, and then the target itself may reply. If
    /// the target hides behind another character, the attack is on that character instead, which may reply in
    /// its turn [MUR-4-11, MUR-4-12, MUR-5-3].
    fn meet_attack(&mut self, attack: Attack, surprise: bool) -> (FighterId, Reply) {
        if surprise {
            self.tell("MUR-11-4", attack.target, "is taken by surprise");
            return (attack.target, Reply::Nothing);
        }
        let answers =
            self.fighter(attack.target).decides(REACT) && self.state.can_react(attack.target);
        if !self.arena.scope.guards && !answers {
            return (attack.target, Reply::Nothing);
        }
        let mut seen = Incoming::of(attack);
        if let Some(guard) = self.guard(&seen, FighterSet::NONE) {
            return (guard, Reply::Nothing);
        }
        loop {
            if !self.state.can_react(seen.attack.target) {
                return (seen.attack.target, Reply::Nothing);
            }
            let reply = self.chooses(seen.attack.target, REACT, Some(&seen));
            let Reply::Hide(behind) = reply else {
                return (seen.attack.target, reply);
            };
            let who = seen.attack.target;
            self.state.spend(who);
            seen.hidden.add(who);
            self.tell_of("MUR-4-11", [who, behind], "hides behind");
            if self.body(behind).captor != Some(who) {
                self.let_go(who);
            }
            let there = self.body(behind).place;
            let here = std::mem::replace(&mut self.body_mut(who).place, there);
            self.body_mut(behind).place = here;
            self.settle_holds();
            seen.attack.target = behind;
        }
    }

    /// Returns the first ally that guards the target, or `None` if no ally does [MUR-5-1, MUR-5-3]. Allies in
    /// `reacted` have already reacted to the attack and cannot guard [MUR-4-4].
    pub(crate) fn guard(&mut self, seen: &Incoming, reacted: FighterSet) -> Option<FighterId> {
        if !self.arena.scope.guards {
            return None;
        }
        for ally in self.arena.lineup.allies(seen.attack.target).iter() {
            let able = ally != seen.attack.target
                && ally != seen.attack.attacker
                && !reacted.has(ally)
                && self.state.can_react(ally)
                && self.view().nearby(ally, seen.attack.target);
            if able && self.does(ally, GUARD, Some(seen), false) {
                self.state.spend(ally);
                self.tell_of("MUR-5-1", [ally, seen.attack.target], "guards");
                self.let_go(ally);
                return Some(ally);
            }
        }
        None
    }

    /// Uses up a reaction of a character for a dodge, and rolls the save. Returns whether the dodge succeeds
    /// [MUR-4-6].
    pub(crate) fn dodges(&mut self, who: FighterId) -> bool {
        self.state.spend(who);
        self.let_go(who);
        self.dice.about(Topic::Deed(who.0));
        self.saves("MUR-4-6", who, self.fighter(who).agi, "dodges")
    }

    /// Rolls the WIT save that some attacks need in order to hit. Returns whether it passes [MUR-3-9].
    pub(crate) fn hits(&mut self, who: FighterId) -> bool {
        let wit = self.fighter(who).wit;
        let hits = save(wit, &self.arena.options, self.dice);
        self.tell_save("MUR-3-9", [who], (wit, hits), |[who], save| {
            format!("To hit, {who} {save}.")
        });
        hits
    }

    /// Applies a blow whose damage `harm` has already been rolled.
    #[inline]
    pub(crate) fn strike(&mut self, attack: Attack, harm: Harm) {
        let weapon = self.state.weapon_number(attack.attacker, attack.means);
        let cause = Cause::Attack(attack.attacker, weapon);
        self.suffer(attack.target, cause, harm);
        if let AttackMeans::Item(at) = attack.means {
            self.damage_weapon(attack.attacker, at.into(), harm);
        }
    }

    /// Applies an attack against which no reply is possible any more.
    #[inline]
    pub(crate) fn land(&mut self, attack: Attack) {
        if attack.means.is_nonlethal() {
            self.take_effect(attack);
        } else if attack.manner == Manner::DeathBlow && self.body(attack.target).status.is_down() {
            let target = attack.target;
            self.say("MUR-3-7", [attack.attacker, target], |[who, target]| {
                format!("{who} deals {target} a death blow.")
            });
            self.put_out(target, Status::Dead);
        } else {
            let harm = self.roll_damage(attack, false);
            self.strike(attack, harm);
        }
    }

    /// Prepares an attack of any kind. The attacker takes the weapon in hand, uses up a shot and is revealed.
    /// If the attack ends a hold, the attacker releases its captive. Returns whether it attacked from hiding
    /// [MUR-11-3].
    pub(crate) fn set_about(
        &mut self,
        who: FighterId,
        target: Option<FighterId>,
        means: AttackMeans,
    ) -> bool {
        self.settle_before(who, target.map(|target| (target, means)));
        if let AttackMeans::Item(at) = means {
            if self.view().swaps(who, means) {
                self.body_mut(who).in_hand = at;
            }
            if self.arena.scope.uses {
                self.use_weapon(who, at);
            }
        }
        self.state.reveal(who)
    }

    /// Counts a use of the weapon at index `at` of a fighter's list: of a limited number of uses, and for the
    /// durability rolls of a day [MUR-15-1].
    #[inline(never)]
    fn use_weapon(&mut self, who: FighterId, at: u8) {
        let day = self.arena.scope.day;
        let weapon = self.view().weapon_of(who, AttackMeans::Item(at));
        let counted = weapon.shots.is_some();
        if day || counted {
            let item = &mut self.body_mut(who).items[usize::from(at)];
            item.used |= day;
            item.shots -= u16::from(counted);
        }
    }
}

#[cfg(test)]
mod tests;
