//! Tests of initiative, late arrivals, and delayed turns.

use crate::fight::{Ending, SideId};
use crate::grid::Cell;
use crate::rules::semiautomagic::reading::sheet::Posture;
use crate::rules::semiautomagic::testing::{Setup, Trial, fighters, fraction};

/// Sets up two fighters, `a` and `b`, with these lines for their initiative bonuses.
fn pair(mine: &str, theirs: &str) -> Setup {
    fighters("a", mine).against("b", theirs)
}

/// Returns the turn order at the start of a fight if the initiative dice show `faces`.
fn opened(setup: &Setup, faces: &[u32]) -> Vec<String> {
    let mut trial = setup.ready();
    trial.state = trial.arena.start.clone();
    let trial = trial.step(faces.iter().copied());
    let order: Vec<_> = trial.state.order().collect();
    trial.names(&order)
}

#[test] // SAM-1-1
fn the_highest_roll_goes_first() {
    let setup = pair("reflex = 1\ndexterity = 2", "reflex = 0\ndexterity = 4");
    assert_eq!(opened(&setup, &[3, 1]), ["a", "b"]);
    assert_eq!(opened(&setup, &[3, 6]), ["b", "a"]);
    // Scale does not affect initiative.
    let large = pair("reflex = 1\ndexterity = 2\nscale = 2", "dexterity = 3");
    assert_eq!(opened(&large, &[2, 1]), ["a", "b"]);
}

#[test] // SAM-1-2
fn ties_are_rolled_again_with_their_bonuses() {
    let setup = pair("", "");
    assert_eq!(opened(&setup, &[4, 4, 1]), ["a", "b"]);
    assert_eq!(opened(&setup, &[4, 4, 30]), ["b", "a"]);
    // Tied fighters roll again, with one die for all results that are not tied. With a bonus of 1, `a` wins
    // 21 of these 31.
    let setup = pair("reflex = 1", "");
    assert_eq!(opened(&setup, &[3, 4, 21]), ["a", "b"]);
    assert_eq!(opened(&setup, &[3, 4, 22]), ["b", "a"]);
}

#[test] // SAM-1-3
fn late_arrivals_roll_when_they_come() {
    let setup = pair("", "").and("c", "arrives = 2\nreflex = 3");
    assert_eq!(opened(&setup, &[6, 1]), ["a", "b"]);
    let mut trial = setup.ready();
    trial.state = trial.arena.start.clone();
    let trial = trial.step([6, 1]);
    assert!(!trial.fights("c"));
    // The total of `c` is 2 + 3, or 5. The order is then `a` with 6, `c`, and `b` with 1.
    let trial = trial.until("a", [2]);
    let order: Vec<_> = trial.state.order().collect();
    assert_eq!(trial.names(&order), ["a", "c", "b"]);
    assert!(trial.fights("c"));
    // If `c` has the same total as another fighter, the two roll again.
    let tied = |face: u32| {
        let mut trial = setup.ready();
        trial.state = trial.arena.start.clone();
        let trial = trial.step([6, 1]).until("a", [3, face]);
        let order: Vec<_> = trial.state.order().collect();
        trial.names(&order)
    };
    assert_eq!([tied(1), tied(33)], [["c", "a", "b"], ["a", "c", "b"]]);
    // Objects do not roll initiative.
    let thing = pair("", "").and("x", "object = true\narrives = 2").ready();
    let thing = thing.until("b", []).until("a", []);
    assert_eq!((thing.state.round, thing.state.order().count()), (2, 2));
}

#[test] // SAM-1-3
fn rounds_pass_before_anybody_is_there() {
    let mut trial = pair("arrives = 3", "arrives = 3").ready();
    trial.state = trial.arena.start.clone();
    let trial = trial.step([]);
    assert!(!trial.fights("a") && !trial.fights("b"));
    assert_eq!(trial.state.round, 1);
    // `a` and `b` arrive in the same round, and both roll initiative.
    let trial = trial.step([1, 6]);
    assert_eq!(trial.state.round, 3);
    let order: Vec<_> = trial.state.order().collect();
    assert_eq!(trial.names(&order), ["b", "a"]);
}

#[test] // SAM-1-3, SAM-0-9
fn a_fight_waits_for_those_who_are_to_come() {
    let setup = fighters("a", "policy = 'plain'\nmelee = 9\nstrength = 20")
        .against("b", "")
        .and("c", "arrives = 3")
        .policy("p", "act = ['attack']");
    let after = setup.turn_of_a([1, 8]);
    assert!(after.outcome.is_none() && !after.fights("b"));
}

#[test] // SAM-1-4
fn a_delayed_turn_breaks_in_between_two_actions() {
    let setup = fighters("a", "policy = 'late'\nat = [5, 0]")
        .against("b", "policy = 'mover'\nat = [0, 0]")
        .and("c", "at = [30, 30]")
        .field("size = [40, 40]")
        .policy(
            "late",
            "act = ['delay', 'attack']\ninterrupt = ['act if foes.touching > 0']",
        )
        .policy("mover", "act = ['move']");
    let mut trial = setup.ready();
    trial = trial.turn([]);
    assert!(trial.body("a").delays && trial.body("a").clock.left == 6);
    // `b` moves three cells with its first move and one more with the next, which brings it next to `a`.
    trial = trial.step([]);
    assert!(trial.body("a").delays);
    trial = trial.step([]);
    assert!(!trial.body("a").delays);
    assert_eq!(trial.at("b"), (4, 0));
    // `a` attacks in the middle of the turn of `b`. After the turn of `a`, `b` continues with its remaining
    // four seconds.
    trial = trial.step([6, 8]);
    assert_eq!(trial.attackers(), ["a"]);
}

#[test] // SAM-1-4, SAM-0-10
fn a_delayed_turn_that_is_not_taken_is_lost() {
    let setup = fighters("a", "policy = 'late'")
        .against("b", "")
        .policy("late", "act = ['delay if round == 1', 'attack']");
    let after = setup.ready().turn([]).turn([]).turn([6, 8]);
    assert_eq!(after.attackers(), ["a"]);
    assert!(!after.body("a").delays);
}

#[test] // SAM-1-4, SAM-2-1
fn a_turn_that_has_ended_does_not_go_on_after_a_delayed_one() {
    let setup = fighters("a", "policy = 'late'\nmelee = 9")
        .against("b", "policy = 'bitten'")
        .policy(
            "late",
            "act = ['delay if round == 1', 'attack']\ninterrupt = ['act']",
        )
        .policy("bitten", "act = ['attack if self.wounds > 0']");
    // `b` takes no action in its turn. Then `a` attacks, and `b` cannot use the seconds of its turn any more.
    let trial = setup.ready().turn([]).turn([1, 3]);
    assert_eq!((trial.wounds("b"), trial.state.round), (1, 2));
    assert_eq!(trial.attackers(), ["a"]);
    assert!(trial.body("b").clock.busy.is_none());
}

#[test] // SAM-1-4
fn who_was_broken_in_on_goes_on_after_all_who_have_broken_in() {
    let late = "act = ['delay', 'attack']\ninterrupt = ['act if foes.touching > 0']";
    let slow = "[weapons.slow]\ndamage = '1d8'\nseconds = 6";
    let setup = fighters("a", "policy = 'late'\ncarries = ['slow']\nat = [5, 0]")
        .and("c", "policy = 'late'\nat = [5, 1]")
        .against("b", "policy = 'mover'\nat = [0, 0]")
        .field("size = [40, 40]")
        .with(slow)
        .policy("late", late)
        .policy("mover", "act = ['move', 'crouch']");
    // `b` approaches `a` and `c`. `a` uses its whole turn for an attack, and then `c` attacks as well.
    let trial = setup.ready().turn([]).turn([]).step([]).step([]);
    assert_eq!(trial.at("b"), (4, 0));
    let trial = trial.turn([1, 1]);
    assert_eq!(trial.attackers(), ["a", "c"]);
    assert_eq!(trial.body("b").posture, Posture::Crouched);
}

/// Sets up `a`, which delays its turn in round 1. After the first action of `b`, it attacks the head of `b`.
/// `act` is the policy of `b`.
fn ambush(act: &str, theirs: &str) -> Setup {
    let carries = "carries = ['hammer']\nmelee = 20\nstrength = 0\npolicy = 'late'";
    fighters("a", carries)
        .against("b", &format!("fortitude = -20\nendurance = 5\n{theirs}\npolicy = 'busy'"))
        .with("[weapons.hammer]\ndamage = '1d2+3'")
        .policy(
            "late",
            "act = ['delay if round == 1', 'attack on head if round == 1 and self.seconds >= 4']\ninterrupt = ['act if round == 1']",
        )
        .policy("busy", act)
}

#[test] // SAM-0-12, SAM-1-4, SAM-12-1, SAM-19-3
fn who_is_staggered_in_its_own_turn_loses_seconds_of_the_next_one() {
    let act = "act = ['crouch if round == 1 and not self.crouched', 'stand if round == 2 and self.seconds < 6', 'go-prone if round == 2']";
    let struck = ambush(act, "").ready().turn([]).turn([1, 1, 1]);
    assert_eq!((struck.wounds("b"), struck.body("b").staggered), (1, 1));
    // In five of six cases, staggering leaves `b` some seconds of its turn, but never all six.
    let next = struck.until("b", []);
    let odds = next.odds(|trial| trial.body("b").posture);
    assert_eq!(
        odds.of(|&posture| posture == Posture::Standing),
        fraction(5, 6)
    );
    assert_eq!(
        odds.of(|&posture| posture == Posture::Crouched),
        fraction(1, 6)
    );
    assert_eq!(next.turn([3]).body("b").staggered, 0);
}

#[test] // SAM-0-12, SAM-1-4, SAM-19-3
fn a_stagger_after_a_turn_or_while_waiting_costs_seconds_of_the_next_turn() {
    // A turn without seconds left is not in progress any more, even if a delayed turn interrupts it at its
    // end.
    let struck = ambush("act = ['wait']", "")
        .ready()
        .turn([])
        .turn([1, 1, 1]);
    assert_eq!(struck.body("b").staggered, 1);
    assert_eq!(struck.until("b", []).turn([3]).body("b").staggered, 0);
    // For a fighter that has delayed its turn, this delayed turn is the next turn that staggering shortens.
    let waits = fighters(
        "a",
        "policy = 'p'\nmelee = 20\nstrength = 0\ncarries = ['hammer']",
    )
    .against("b", "fortitude = -20\nendurance = 5\npolicy = 'late'")
    .with("[weapons.hammer]\ndamage = '1d2+3'")
    .policy(
        "p",
        "act = ['attack on head if round == 2 and self.seconds == 6']",
    )
    .policy(
        "late",
        "act = ['delay', 'crouch if self.seconds == 4']\ninterrupt = ['act if self.wounds > 0']",
    );
    let waits = waits.ready().turn([]).turn([]);
    assert!(waits.body("b").delays);
    // The first three faces are for the attack, the damage and the fortitude check. The last is for
    // staggering, when `b` takes its delayed turn.
    let taken = waits.turn([1, 1, 1, 2]);
    assert_eq!(taken.body("b").posture, Posture::Crouched);
    assert_eq!(taken.body("b").staggered, 0);
}

#[test] // SAM-0-10, SAM-1-4, SAM-19-2, SAM-19-3
fn the_staggered_and_the_stunned_may_delay_and_lose_their_seconds_when_the_turn_is_taken() {
    let setup = |stats: &str| {
        fighters("a", &format!("{stats}\npolicy = 'late'"))
            .against("b", "policy = 'busy'")
            .policy(
                "late",
                "act = ['delay', 'go-prone if self.seconds == 4']\ninterrupt = ['act']",
            )
            .policy("busy", "act = ['crouch']")
            .ready()
    };
    let staggered = setup("").given("a", |body| body.staggered = 2).turn([]);
    assert!(staggered.body("a").delays && staggered.heard.lines.len() == 1);
    assert_eq!(staggered.body("a").clock.left, 6);
    let taken = staggered.turn([2]);
    assert_eq!(taken.body("a").posture, Posture::Prone);
    assert_eq!(taken.body("a").staggered, 1);
    let stunned = setup("stunned = 2").turn([]);
    assert!(stunned.body("a").delays && stunned.body("a").stunned == 2);
    let taken = stunned.turn([]);
    assert_eq!(
        (taken.body("a").posture, taken.body("a").stunned),
        (Posture::Prone, 0)
    );
    // The die for confusion is also rolled when the delayed turn is taken. With a 16 the fighter acts freely.
    let confused = setup("").given("a", |body| body.confused = 2).turn([]);
    assert!(confused.body("a").delays);
    assert!(confused.turn([16]).says("a is confused: 16 on the d20"));
}

#[test] // SAM-1-4, SAM-0-14
fn the_staggered_are_asked_once_whether_they_delay() {
    let setup = fighters("a", "policy = 'late'")
        .against("b", "")
        .policy("late", "act = ['delay if chance(50%)', 'crouch']");
    let trial = setup.ready().given("a", |body| body.staggered = 9);
    let odds = trial.odds(|trial| (trial.body("a").delays, trial.heard.lines.len()));
    assert_eq!(odds.of(|&heard| heard == (true, 1)), fraction(1, 2));
    // If the fighter does not delay its turn, it crouches, unless the die for staggering shows a 6 and leaves
    // no second for this.
    assert_eq!(odds.of(|&heard| heard == (false, 1)), fraction(5, 12));
    assert_eq!(odds.of(|&heard| heard == (false, 0)), fraction(1, 12));
}

#[test] // SAM-0-12, SAM-1-4
fn a_lost_turn_is_one_of_the_turns_that_a_condition_lasts() {
    let setup = fighters("a", "policy = 'late'")
        .against("b", "")
        .policy("late", "act = ['delay if round == 1', 'wait']");
    let trial = setup.ready().given("a", |body| body.staggered = 2);
    let trial = trial.turn([]).turn([]).turn([3]);
    assert!(trial.says("a loses its delayed turn"));
    assert_eq!(trial.body("a").staggered, 0);
}

#[test] // SAM-1-4, SAM-15-4
fn who_panics_while_it_waits_does_not_take_its_delayed_turn() {
    let setup = fighters("a", "policy = 'late'")
        .against("b", "")
        .policy("late", "act = ['delay', 'attack']\ninterrupt = ['act']");
    let waits = setup.ready().turn([]);
    let foe = waits.who("b");
    let calm = waits.turn([1]);
    assert_eq!(calm.attackers(), ["a"]);
    let waits = setup.ready().turn([]);
    let panicked = waits.given("a", |body| body.panic = Some(foe)).turn([]);
    assert!(panicked.body("a").delays && panicked.fights("a"));
    // Without a field, a panicked fighter leaves the fight in its next turn.
    assert!(!panicked.turn([]).fights("a"));
}

#[test] // SAM-1-3, SAM-0-9
fn help_on_the_way_wins_where_nobody_stands() {
    let out = "starts = ['unconscious']";
    let setup = fighters("a", out).against("b", out);
    let ended = |setup: &Setup| {
        let mut trial = setup.ready();
        trial.state = trial.arena.start.clone();
        let outcome = trial.step([6, 1]).outcome.expect("nobody stands");
        outcome.ending
    };
    assert_eq!(ended(&setup), Ending::Draw);
    let helped = setup.and("c", "arrives = 3");
    assert_eq!(ended(&helped), Ending::Won(SideId(1)));
}

#[test] // SAM-1-3
fn who_arrives_in_a_cell_that_is_taken_stands_in_the_nearest_free_one() {
    let setup = pair("at = [0, 0]", "at = [5, 5]")
        .and("c", "at = [9, 9]\narrives = 2")
        .field("size = [10, 10]");
    let arrived = |trial: Trial| {
        let after = trial.until("b", []).until("a", [2]);
        assert!(after.fights("c"));
        after.body("c").cell()
    };
    assert_eq!(arrived(setup.ready()), Cell::new(9, 9));
    let taken = setup
        .ready()
        .given("a", |body| *body = body.at(Cell::new(9, 9)));
    let cell = arrived(taken);
    assert!(
        cell != Cell::new(9, 9) && cell.x >= 8 && cell.y >= 8,
        "{cell:?}"
    );
}
