//! Fighters that leave the fight alive. The option `leaving` adds this rule, which is not in the book.
//!
//! Clauses: PER-2-8, PER-12.2-1, PER-12.7-1, PER-13.3-4. A flight is a Run away from the nearest enemy, which
//! provokes Attacks of Opportunity. The fighter leaves the fight at the start of its next turn, unless an
//! enemy could then reach it by a Charge. So every enemy has a turn to shoot or to follow. A surrender takes
//! effect at once.

use crate::dice::Dice;
use crate::fight::{EventId, FighterId, Witness};
use crate::rules::persona::nouns::scene::{Scene, View};

impl View<'_> {
    /// Returns whether a fleeing fighter leaves the fight now. The fighter must be able to run on, and no
    /// enemy may be close enough to charge it [PER-12.7-1].
    pub(crate) fn escapes(self, who: FighterId) -> bool {
        let body = self.body(who);
        let moves = &self.numbers().moves;
        let catches = |foe: FighterId| {
            let way = self.along(foe, who) - moves.adjacent;
            way <= moves.charge * self.fighter(foe).half_move
        };
        let can_run = self.can_walk(who) && !body.pinned && !body.surprised && body.stunned == 0;
        can_run && !self.foes(who).iter().any(catches)
    }
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Takes a fighter out of the fight alive. `fate` is the reason, and `word` the phrase for the
    /// transcript.
    pub(super) fn departs(&mut self, who: FighterId, fate: EventId, word: &'static str) {
        self.say("PER-2-8", [who], |[who]| format!("{who} {word}."));
        self.witness.fled(who, self.state.round.into());
        self.remove(who, fate);
    }
}

#[cfg(test)]
mod tests {
    use crate::fight::{Ending, SideId};
    use crate::rules::persona::events::{FLED, SURRENDERED};
    use crate::rules::persona::nouns::state::Hold;
    use crate::rules::persona::testing::{Setup, Trial, fighters};
    use crate::rules::testing::compiled;

    /// Returns a setup with `a`, which flees, and `b`, which is `gap` units away and does `act` in its turn.
    fn hunt(act: &str, mine: &str, gap: i32) -> Setup {
        fighters("a", &format!("policy = 'flees'\n{mine}"))
            .against(
                "b",
                &format!("policy = 'hunts'\ncarries = ['sword', 'gun']\nat = {gap}"),
            )
            .policy("flees", "act = ['flee']")
            .policy(
                "hunts",
                &format!("act = ['{act}']\nopportunity = ['attack']"),
            )
            .option("leaving = 'yes'")
    }

    #[test] // PER-2-8, PER-13.3-4
    fn a_flight_is_a_run_and_its_fighter_has_left_when_its_next_turn_begins() {
        let trial = hunt("wait", "", 5).turn_of_a([]);
        assert_eq!(trial.at("a"), -18);
        assert!(trial.fights("a") && trial.outcome.is_none());
        let after = trial.turn([]).turn([]);
        assert_eq!(after.names(&after.heard.fled), ["a"]);
        assert!(after.heard.downed.is_empty() && after.says("a has fled"));
        assert_eq!(after.heard.events, [(after.who("a"), FLED)]);
        let outcome = after.outcome.expect("one side is left");
        assert_eq!(outcome.ending, Ending::Won(SideId::at(1)));
    }

    #[test] // PER-12.2-1
    fn an_enemy_that_a_flight_leaves_strikes_and_may_hold_it_up() {
        let trial = hunt("wait", "", 1).turn_of_a([45, 9]);
        assert_eq!((trial.lost("a"), trial.at("a")), (9, -18));
        let felled = hunt("wait", "wounds = 6", 1).turn_of_a([45, 9]);
        assert!(!felled.fights("a") && felled.heard.fled.is_empty());
    }

    #[test] // PER-4-3, PER-12.7-1
    fn enemies_have_a_turn_to_shoot_and_to_follow() {
        // `b` shoots between the flight and the next turn of `a`.
        let shot = hunt("attack with gun", "", 5).turn_of_a([]).turn([5, 9]);
        assert_eq!(shot.lost("a"), 6);
        // Both fighters run 18 units, so the gap is the same as at first. A Charge covers 9 units and ends
        // beside its target, so an enemy at a gap of 10 can charge.
        let followed = |gap: i32| hunt("run", "", gap).turn_of_a([]).turn([]).turn([]);
        assert!(followed(10).fights("a") && !followed(11).fights("a"));
        // At a gap of 10, `a` is still in the fight and has fled a second time.
        assert_eq!(followed(10).at("a"), -36);
    }

    #[test] // PER-12.7-1
    fn a_fighter_that_cannot_run_on_has_not_left() {
        let fled = || hunt("wait", "", 5).turn_of_a([]).turn([]);
        let prone = fled().given("a", |body| body.prone = true).turn([]);
        let stunned = fled().given("a", |body| body.stunned = 1).turn([]);
        assert!(prone.fights("a") && stunned.fights("a"));
        // After the lost turn, the fighter would have to flee again to leave the fight.
        assert!(stunned.turn([]).turn([]).fights("a"));
    }

    #[test] // PER-2-8, PER-12.26-2
    fn a_surrender_takes_effect_at_once_also_in_a_grapple() {
        let setup = hunt("wait", "", 5).policy(
            "gives-up",
            "act = ['surrender']\nrestrained = ['surrender']",
        );
        let text = setup
            .text()
            .replace("policy = 'flees'", "policy = 'gives-up'");
        let ready = || {
            let arena = compiled(&text);
            Trial::of(arena)
        };
        let after = ready().turn([]);
        assert_eq!(after.names(&after.heard.fled), ["a"]);
        assert_eq!(after.heard.events, [(after.who("a"), SURRENDERED)]);
        let (a, b) = (ready().who("a"), ready().who("b"));
        let held = ready()
            .given("a", |body| body.hold = Hold::HeldBy(b))
            .given("b", |body| body.hold = Hold::Controls(a))
            .turn([]);
        assert!(!held.fights("a"));
    }

    #[test] // PER-2-8
    fn nobody_flees_or_surrenders_unless_the_option_says_so() {
        let text = hunt("wait", "", 5).text().replace("leaving = 'yes'", "");
        let arena = compiled(&text);
        let after = Trial::of(arena).turn([]);
        assert!(after.at("a") == 0 && after.says("a does nothing"));
    }
}
