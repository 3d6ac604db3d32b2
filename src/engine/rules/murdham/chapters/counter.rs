//! An attack and the counter to it: which of the two takes effect first, and their effects.
//!
//! Clauses: MUR-4-7..9, MUR-7-4, MUR-10-3, MUR-10-4. Of two blows, the one with more damage after armour
//! takes effect first. An attack without damage takes effect last.

use crate::dice::{Dice, Topic};
use crate::fight::{Blow, Witness};
use crate::rules::murdham::events::COUNTER;
use crate::rules::murdham::nouns::{Attack, Scene};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Applies an attack that has hit and the counter `answer` to it, in the right order.
    pub(crate) fn resolve_counter(&mut self, first: Attack, answer: Attack) {
        if !self.strikes_back(answer) {
            self.land(first);
            return;
        }
        if answer.means.is_nonlethal() {
            self.land(first);
            self.take_effect_after(answer);
        } else if first.means.is_nonlethal() {
            let harm = self.roll_damage(answer, true);
            self.strike(answer, harm);
            self.take_effect_after(first);
        } else {
            self.exchange_blows(first, answer);
        }
    }

    /// Uses up a reaction for a counter, and rolls the save to hit if this counter needs one. Returns whether
    /// the counter hits [MUR-4-7].
    pub(crate) fn strikes_back(&mut self, answer: Attack) -> bool {
        let who = answer.attacker;
        self.state.spend(who);
        self.note(who, COUNTER);
        self.describe("MUR-4-7", |view| {
            format!("{} counters: {}.", view.arena.name(who), view.deed(answer))
        });
        self.set_about(who, Some(answer.target), answer.means);
        if !answer.way.save {
            return true;
        }
        self.dice.about(Topic::Deed(who.0));
        let hits = self.hits(who);
        if !hits {
            self.tell_attack(answer, Blow::Missed);
        }
        hits
    }

    /// Applies two blows, the one with more damage first. The other has no effect if its attacker is then out
    /// of the fight. If both do the same damage, both take effect [MUR-4-8, MUR-4-9].
    fn exchange_blows(&mut self, first: Attack, answer: Attack) {
        let harm = self.roll_damage(first, false);
        let back = self.roll_damage(answer, true);
        let ((one, before), (other, after)) = if back.net > harm.net {
            ((answer, back), (first, harm))
        } else {
            ((first, harm), (answer, back))
        };
        let together = harm.net == back.net;
        self.strike(one, before);
        if together || self.state.fighting.has(other.attacker) {
            self.strike(other, after);
        } else {
            self.tell("MUR-4-8", other.attacker, "is hit first");
            self.tell_attack(other, Blow::Evaded);
        }
    }

    /// Applies an attack without damage after the other attack, if it is still possible [MUR-10-3, MUR-10-4].
    pub(crate) fn take_effect_after(&mut self, attack: Attack) {
        let who = attack.attacker;
        if self.state.is_free(who) && self.view().nearby(who, attack.target) {
            self.take_effect(attack);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fight::Ending;
    use crate::rules::murdham::nouns::state::Status;
    use crate::rules::murdham::testing::{Setup, Trial, fighters, fraction};

    /// Returns the book's example: a spear against a battleaxe. The fighter with the spear has a shield and
    /// light armour.
    fn spear_and_battleaxe(health: i16) -> Setup {
        let theobald = format!(
            "carries = [\"spear\"]\nhealth = {health}\narmour = 1\nshield = 1\npolicy = \"plain\""
        );
        fighters("theobald", &theobald)
            .against("leader", "carries = [\"battleaxe\"]\npolicy = \"counters\"")
    }

    fn out(trial: &Trial, first: &str, second: &str) -> (bool, bool) {
        (!trial.fights(first), !trial.fights(second))
    }

    #[test] // MUR-4-7, MUR-4-8
    fn the_example_of_the_leader_who_is_hit_first() {
        let after = spear_and_battleaxe(9).turn([4, 5]);
        assert_eq!(after.status("leader"), Status::Incapacitated);
        assert_eq!((after.health("theobald"), after.health("leader")), (9, 4));
        assert!(after.says("leader is hit first"));
    }

    #[test] // MUR-4-8
    fn the_larger_blow_after_reductions_comes_first() {
        let odds = spear_and_battleaxe(9).odds(|after| out(after, "theobald", "leader"));
        for (fallen, ways) in [
            ((true, false), 9),
            ((false, true), 19),
            ((true, true), 2),
            ((false, false), 18),
        ] {
            assert_eq!(
                odds.of(|&both| both == fallen),
                fraction(ways, 48),
                "{fallen:?}"
            );
        }
    }

    #[test] // MUR-4-9
    fn equal_blows_land_together() {
        let equal = fighters("a", "carries = [\"sword\"]\npolicy = \"plain\"")
            .against("c", "carries = [\"sword\"]\npolicy = \"counters\"");
        let odds = equal.odds(|after| out(after, "a", "c"));
        assert_eq!(odds.of(|&both| both == (true, false)), fraction(1, 3));
        assert_eq!(odds.of(|&both| both == (false, true)), fraction(1, 3));
        assert_eq!(odds.of(|&both| both == (true, true)), fraction(1, 12));
        assert_eq!(odds.of(|&both| both == (false, false)), fraction(1, 4));
        let draw = equal.turn([4, 4]);
        assert_eq!(draw.outcome.expect("both are down").ending, Ending::Draw);
    }

    #[test] // MUR-4-7
    fn one_cannot_counter_what_is_out_of_reach() {
        let after = fighters("a", "carries = [\"bow\"]\npolicy = \"plain\"")
            .against("c", "carries = [\"sword\"]\npolicy = \"counters\"\nat = 2")
            .field("zones = 3")
            .turn([2]);
        assert_eq!((after.health("c"), after.has_turn("c")), (6, true));
    }

    #[test] // MUR-4-7, MUR-3-10
    fn a_counter_that_misses_in_the_dark_is_spent_and_the_attack_goes_on() {
        let after = fighters(
            "a",
            "carries = [\"sword\"]\npolicy = \"plain\"\nsees_in_dark = true",
        )
        .against("c", "carries = [\"sword\"]\npolicy = \"counters\"\nwit = 9")
        .field("dark = true")
        .turn([10, 3]);
        assert_eq!((after.health("a"), after.health("c")), (8, 5));
        assert!(!after.has_turn("c"));
    }

    #[test] // MUR-4-7
    fn nobody_reacts_to_a_counter() {
        let after = fighters(
            "a",
            "carries = [\"sword\"]\npolicy = \"dodger\"\nextra_reactions = 1",
        )
        .against("c", "carries = [\"sword\"]\npolicy = \"counters\"")
        .and("d", "policy = \"idle\"")
        .turn([1, 2]);
        assert_eq!((after.health("a"), after.health("c")), (6, 7));
        assert_eq!(after.body("a").extra, 1);
    }

    #[test] // MUR-7-3, MUR-7-4, MUR-7-1
    fn a_barrier_blocks_attacks_and_is_cover_against_a_counter() {
        let archers = fighters("a", "carries = [\"bow\"]\npolicy = \"plain\"\nat = 0")
            .against("c", "carries = [\"bow\"]\npolicy = \"counters\"\nat = 2")
            .field("zones = 3")
            .field("places = { 0 = { barrier = true } }");
        let after = archers.turn([1, 3]);
        assert_eq!((after.health("a"), after.health("c")), (6, 7));
        let blocked = fighters("c", "carries = [\"bow\"]\npolicy = \"plain\"\nat = 2")
            .against("a", "policy = \"idle\"\nat = 0")
            .field("zones = 3")
            .field("places = { 0 = { barrier = true } }")
            .turn([]);
        assert!(blocked.attacks().is_empty(), "the barrier stops the shot");
    }

    #[test] // MUR-10-3
    fn what_does_no_damage_comes_after_the_damage() {
        let grapple = fighters("a", "policy = \"grabs\"")
            .against("c", "str = 9\ncarries = [\"axe\"]\npolicy = \"counters\"")
            .acts("grabs", "grapple");
        let example = grapple.turn([1, 10]);
        assert_eq!(example.health("a"), 7);
        assert_eq!(example.captor("c").as_deref(), Some("a"));
        let odds = grapple.odds(|after| (after.fights("a"), after.captor("c").is_some()));
        assert_eq!(odds.of(|&(fights, _)| !fights), fraction(1, 2));
        assert_eq!(odds.of(|&(_, grabbed)| grabbed), fraction(11, 40));
        assert_eq!(odds.of(|&both| both == (true, false)), fraction(9, 40));
    }

    #[test] // MUR-10-4
    fn of_two_grapples_the_counter_comes_last() {
        let odds = fighters("a", "policy = \"grabs\"")
            .against("c", "policy = \"grabs-back\"")
            .acts("grabs", "grapple")
            .reacts("grabs-back", "counter-grapple")
            .odds(|after| (after.captor("a").is_some(), after.captor("c").is_some()));
        assert_eq!(odds.of(|&both| both == (false, true)), fraction(1, 2));
        assert_eq!(odds.of(|&both| both == (true, false)), fraction(1, 4));
        assert_eq!(odds.of(|&both| both == (false, false)), fraction(1, 4));
    }

    #[test] // MUR-10-4
    fn a_counter_without_damage_is_void_once_the_two_are_apart() {
        let shoved = |there: &str, faces: &[u32]| {
            fighters("a", "policy = \"shoves\"\nat = \"0|1\"")
                .against("c", &format!("policy = \"grabs-back\"\nat = {there}"))
                .field("zones = 4")
                .acts("shoves", "shove")
                .reacts("grabs-back", "counter-grapple")
                .turn(faces.iter().copied())
        };
        let apart = shoved("\"1|2\"", &[20]);
        assert_eq!((apart.at("c"), apart.captor("a")), ("2", None));
        let near = shoved("1", &[20, 20]);
        assert_eq!(
            (near.at("c"), near.captor("a").as_deref()),
            ("1|2", Some("c"))
        );
    }

    #[test] // MUR-10-2
    fn what_does_no_damage_can_be_dodged_and_countered_and_counter_in_turn() {
        let dodged = fighters("a", "policy = \"grabs\"")
            .against("c", "agi = 12\npolicy = \"dodges\"")
            .acts("grabs", "grapple")
            .turn([12]);
        assert_eq!(dodged.captor("c"), None);
        let disarms = fighters("a", "carries = [\"sword\"]\npolicy = \"plain\"")
            .against("c", "policy = \"takes\"")
            .reacts("takes", "counter-disarm")
            .turn([2, 11]);
        assert_eq!((disarms.health("c"), disarms.holds("a").len()), (6, 0));
    }
}
