//! Tests of seconds, of actions that are finished in a later turn, of delayed effects, and of the automatic
//! events of turns.

use crate::grid::Cell;
use crate::rules::semiautomagic::nouns::state::{Life, Whereabouts};
use crate::rules::semiautomagic::testing::{Setup, Trial, does, fighters, fraction, on_a_field};

/// Returns the number of attacks that `a` makes in each of its first turns. All of them miss.
fn attacks(turns: usize, stats: &str, options: &str) -> Vec<usize> {
    let mut trial = does("attack", stats, "").option(options).ready();
    let mut counts = Vec::new();
    for _ in 0..turns {
        // Computes from the seconds of the turn whether `count` attacks end in it. An attack takes four
        // seconds, and an unfinished one may come first. The turn then needs a die for each of them.
        let fits = |count: usize| {
            let busy = trial
                .body("a")
                .clock
                .busy
                .map_or(0, |busy| usize::from(busy.left));
            let of_turn = if stats.contains("disabled") { 3 } else { 6 };
            let mut left: usize = of_turn;
            let mut done = 0;
            if busy > 0 {
                if busy > left {
                    return count == 0;
                }
                left -= busy;
                done += 1;
            }
            while left >= 4 {
                left -= 4;
                done += 1;
            }
            done == count
        };
        let count = (0..4).find(|&count| fits(count)).expect("some");
        trial = trial.turn(vec![1; count]);
        counts.push(trial.blows().len());
        trial = trial.turn([]);
    }
    counts
}

#[test] // SAM-2-1, SAM-2-2, SAM-2-3
fn attacks_run_over_the_end_of_a_turn() {
    assert_eq!(attacks(4, "", ""), [1, 2, 1, 2]);
}

#[test] // SAM-2-3
fn by_a_house_rule_actions_finish_in_their_turn() {
    let mut trial = does("attack", "", "").option("spill = 'no'").ready();
    for _ in 0..3 {
        trial = trial.turn([1]);
        assert_eq!(trial.blows().len(), 1);
        assert!(trial.body("a").clock.busy.is_none());
        trial = trial.turn([]);
    }
}

#[test] // SAM-2-3
fn what_takes_longer_than_two_turns_goes_on_in_the_third() {
    let slow = "[weapons.slow]\ndamage = '1d8'\nseconds = 15";
    let setup = does("attack if round == 1", "carries = ['slow']", "").with(slow);
    let trial = setup.ready().turn([]).turn([]).turn([]);
    assert_eq!(trial.body("a").clock.busy.map(|busy| busy.left), Some(3));
    let trial = trial.turn([]).step([1]);
    assert_eq!(
        (trial.attackers().len(), trial.body("a").clock.left),
        (1, 3)
    );
}

#[test] // SAM-2-3
fn targets_are_chosen_when_the_last_second_is_spent() {
    let trial = fighters("a", "policy = 'p'\nmelee = 9\nstrength = 20")
        .against("b", "")
        .and("c", "")
        .policy("p", "act = ['attack at weakest']");
    // The first attack makes `b` start dying. The second has already begun, and is finished against `c`.
    let trial = trial.ready().turn([1, 8]);
    assert_eq!(trial.life("b"), Life::Dying);
    assert_eq!(trial.body("a").clock.busy.map(|busy| busy.left), Some(2));
    let trial = trial.until("a", [5, 3]).step([6, 2]);
    assert_eq!(trial.targets(), ["c"]);
}

#[test] // SAM-2-3, SAM-19-2
fn a_stun_ends_what_has_begun() {
    let trial = does("attack", "", "").ready().turn([1]);
    assert!(trial.body("a").clock.busy.is_some());
    let whole = does("attack", "", "").ready().turn([1]).turn([]);
    let whole = whole.given("a", |body| body.stunned = 6).turn([]);
    assert!(whole.body("a").clock.busy.is_none());
    let trial = trial.given("a", |body| body.stunned = 3).turn([]).turn([]);
    assert!(trial.blows().is_empty());
    assert!(trial.says("is stunned"));
    // Three seconds are left after the stun. The attack that now begins takes four.
    assert_eq!(trial.body("a").clock.busy.map(|busy| busy.left), Some(1));
}

#[test] // SAM-2-3
fn an_unfinished_action_may_be_let_be() {
    let setup = fighters("a", "policy = 'p'").against("b", "").policy(
        "p",
        "act = ['attack if round == 1', 'wait']\nfinish = ['abandon']",
    );
    let trial = setup.ready().turn([1]).turn([]).turn([]);
    assert!(trial.blows().is_empty() && trial.says("lets its unfinished action be"));
}

#[test] // SAM-2-4
fn an_effect_with_a_delay_comes_later() {
    let spell = |delay: u8| {
        let row = format!(
            "[weapons.spell]\nkind = 'ranged'\nskill = 'magic'\ndamage = '5'\nrange = 10\ndelay = {delay}"
        );
        does(
            "attack if self.seconds == 6",
            "carries = ['spell']\nmagic = 9",
            "",
        )
        .with(&row)
    };
    // The spell takes four seconds, and its effect comes two seconds later, at the end of the turn.
    let trial = spell(2).ready().turn([1]);
    assert_eq!(trial.blows().len(), 1);
    // The effect comes 11 seconds after the spell: two of them are in the turn of the spell, six in the next
    // turn, and three in the turn after that.
    let spell =
        "[weapons.spell]\nkind = 'ranged'\nskill = 'magic'\ndamage = '5'\nrange = 10\ndelay = 11";
    let once = does(
        "attack if round == 1 and self.seconds == 6",
        "carries = ['spell']\nmagic = 9",
        "",
    )
    .with(spell);
    let trial = once.ready();
    let trial = trial.turn([]).turn([]);
    assert_eq!(
        trial.body("a").pending[0].map(|pending| pending.left),
        Some(9)
    );
    let trial = trial.turn([]).turn([]);
    assert_eq!(
        trial.body("a").pending[0].map(|pending| pending.left),
        Some(3)
    );
    let trial = trial.turn([1]);
    assert_eq!(trial.blows().len(), 1);
    // The fighter finishes a spell after 4, 8 and 12 seconds. The effect of each comes 11 seconds later.
    let again = does("attack", "carries = ['spell']\nmagic = 9", "").with(spell);
    let trial = again.ready().turn([]).turn([]).turn([]).turn([]);
    let left = |at: usize| trial.body("a").pending[at].map(|pending| pending.left);
    assert_eq!([0, 1, 2, 3].map(left), [Some(3), Some(7), Some(11), None]);
}

#[test] // SAM-2-5, SAM-2-6
fn dropping_takes_no_time_and_drawing_a_second() {
    let setup = fighters("a", "policy = 'p'\ncarries = ['spear', 'knife']")
        .against("b", "")
        .policy(
            "p",
            "act = ['drop with spear', 'draw with knife', 'attack with knife']",
        );
    // The three actions take 0, 1 and 4 seconds. The last second of the turn is used for the next attack.
    let trial = setup.turn_of_a([4, 1]);
    assert_eq!(trial.attacks(), [("a".into(), "b".into(), "knife".into())]);
    assert_eq!(trial.body("a").clock.busy.map(|busy| busy.left), Some(3));
    // A dropped weapon lies on the ground. A fighter can pick it up if it stands in the same cell or in an
    // adjacent one.
    let lies = |x: u8| {
        let setup = on_a_field("pick-up", "", "at = [30, 30]").ready();
        let trial = setup.given("a", |body| {
            body.items[0].place = Whereabouts::Dropped(Cell::new(x, 10));
        });
        trial.step([]).body("a").items[0].place != Whereabouts::Held
    };
    assert!(!lies(10) && !lies(11) && lies(12));
}

/// Returns the seconds that are left in the turn after the first action.
fn left_after(act: &str, mine: &str) -> u8 {
    let trial = on_a_field(act, mine, "at = [20, 10]").ready();
    let trial = trial.given("a", |body| body.items[0].shots = 0).step([]);
    trial.body("a").clock.left
}

#[test] // SAM-2-6, SAM-2-7, SAM-3-7
fn actions_take_their_seconds() {
    assert_eq!(left_after("move", ""), 5);
    assert_eq!(left_after("run", ""), 3);
    assert_eq!(left_after("stand", "posture = 'prone'"), 4);
    assert_eq!(left_after("stand", "posture = 'crouched'"), 5);
    assert_eq!(left_after("crouch", "posture = 'prone'"), 5);
    assert_eq!(left_after("crouch", ""), 5);
    assert_eq!(left_after("go-prone", ""), 5);
    assert_eq!(left_after("sheathe", ""), 5);
    assert_eq!(left_after("take-out", "packed = ['sword']"), 4);
    assert_eq!(left_after("reload", "carries = ['crossbow']"), 5);
    assert_eq!(left_after("move", "posture = 'prone'"), 2);
    let far = "carries = ['bow']";
    let aims = |option: &str| {
        let setup = on_a_field("aim", far, "at = [39, 10]").option(option);
        setup.step([]).body("a").clock.left
    };
    assert_eq!(aims("aim_seconds = 2"), 4);
    assert_eq!(aims("aim_seconds = 1"), 5);
    let stands = on_a_field("stand", "posture = 'prone'", "").option("stand_prone = 4");
    assert_eq!(stands.step([]).body("a").clock.left, 2);
}

#[test] // SAM-0-10
fn upkeep_has_its_order() {
    // Poison takes effect before dying. Here a wound by poison kills a dying fighter before it can become
    // stable.
    let trial = fighters("x", "")
        .and(
            "a",
            "starts = ['dying']\nafflicted = ['iocane-powder']\nfortitude = -20",
        )
        .against("b", "");
    let trial = trial.ready().until("b", [1]);
    assert_eq!(trial.life("a"), Life::Dead);
}

#[test] // SAM-0-10, SAM-19-3
fn the_staggered_lose_their_first_seconds() {
    let setup = does("attack", "starts = ['staggered']", "");
    // Staggering leaves the fighter 0 to 5 seconds. In a third of these cases, they are enough to finish an
    // attack in this turn.
    let finished = setup.odds(|trial| trial.blows().len());
    assert_eq!(finished.of(|&blows| blows == 1), fraction(1, 3));
    let trial = setup.ready().step([4]);
    assert_eq!(trial.body("a").clock.busy.map(|busy| busy.left), Some(2));
}

#[test] // SAM-0-11, SAM-0-13
fn nobody_acts_out_of_turn() {
    // An enemy gets no attack when a fighter leaves its reach.
    let trial = on_a_field("move-away", "", "policy = 'plain'").step([]);
    assert!(trial.blows().is_empty());
    assert!(trial.at("a").0 < 10);
}

#[test] // SAM-0-12, SAM-19-2
fn seconds_of_a_stun_are_those_of_own_turns() {
    let trial = does("attack", "stunned = 8", "").turn_of_a([]);
    assert_eq!(trial.body("a").stunned, 2);
    let trial = trial.turn([]).turn([1]);
    assert_eq!(trial.body("a").stunned, 0);
    assert_eq!(trial.blows().len(), 1);
}

#[test] // SAM-19-3
fn who_starts_staggered_is_so_for_d6_rounds() {
    let mut trial = does("wait", "starts = ['staggered']", "").ready();
    trial.state = trial.arena.start.clone();
    // The first two faces are for initiative. The third makes the staggering last three rounds.
    let mut trial = trial.step([6, 1, 3]);
    for _ in 0..3 {
        trial = trial.turn([2]).turn([]);
    }
    assert_eq!(trial.turn([]).body("a").staggered, 0);
}

/// Sets up `a`, which does `line` once. Its weapon has an effect that comes 8 seconds later, at the end of
/// its second turn.
fn once(line: &str, stats: &str) -> Trial {
    let row = |name: &str, kind: &str| {
        format!("[weapons.{name}]\n{kind}\ndamage = '5'\nrange = 10\ndelay = 8\n")
    };
    let rows = [
        row("spell", "kind = 'ranged'\nskill = 'magic'"),
        row("curse", "kind = 'morale'"),
        row("fuse", "kind = 'ranged'\nammunition = 1"),
    ];
    let line = format!("{line} if round == 1 and self.seconds == 6");
    does(&line, &format!("magic = 9\n{stats}"), "armour = 1")
        .with(&rows.concat())
        .ready()
        .turn([])
        .turn([])
}

#[test] // SAM-2-4
fn everything_with_a_delay_comes_later() {
    let spell = "carries = ['spell']\ncombos = ['two']";
    let trial = once("daunt", "carries = ['curse']");
    assert_eq!(trial.body("b").penalties, 0);
    assert_eq!(trial.turn([]).body("b").penalties, 1);
    let trial = once("combo", spell);
    assert_eq!(trial.body("a").pending.iter().flatten().count(), 2);
    assert_eq!(trial.turn([1, 1]).tallied(), [2, 0, 0]);
    // The delayed shot hits the body part that the line names. The fortitude roll, with a bonus of 3, does
    // not reach 5.
    let trial = once("attack on head", spell).turn([1, 1]);
    assert_eq!(trial.body("b").staggered, 1);
    // The ammunition is used up when the shot is made, not when its effect comes.
    let trial = once("attack", "carries = ['fuse']");
    assert_eq!(trial.body("a").items[0].ammunition, 0);
    // An area attack with a delay uses up its ammunition only once.
    let bomb = "[weapons.bomb]\nkind = 'ranged'\ndamage = '5'\nrange = 10\narea = 'sphere'\nammunition = 5\ndelay = 1";
    let trial = does("area", "carries = ['bomb']\nranged = 9", "armour = 40").with(bomb);
    let trial = trial.turn_of_a([1]);
    assert_eq!(
        (trial.blows().len(), trial.body("a").items[0].ammunition),
        (1, 4)
    );
}

#[test] // SAM-2-4
fn many_effects_may_be_to_come() {
    // The combo casts two spells in four seconds. The effect of each comes 11 seconds later.
    let spell =
        "[weapons.spell]\nkind = 'ranged'\nskill = 'magic'\ndamage = '5'\nrange = 10\ndelay = 11";
    let stats = "carries = ['spell']\ncombos = ['two']\nmagic = 9";
    let trial = does("combo", stats, "armour = 40").with(spell).ready();
    let trial = trial.turn([]).turn([]).turn([]).turn([]);
    assert_eq!(trial.body("a").pending.iter().flatten().count(), 6);
    let trial = trial.turn([1, 1]);
    assert_eq!(trial.tallied(), [2, 0, 0]);
}

#[test] // SAM-2-4
fn a_delayed_effect_outlasts_its_owner() {
    let spell = "[weapons.spell]\nkind = 'ranged'\ndamage = '5'\nrange = 10\ndelay = 8\npoison = 'snake-venom'";
    let trial = fighters("a", "policy = 'p'\ncarries = ['spell']\nranged = 9")
        .and("c", "")
        .against(
            "b",
            "policy = 'plain'\nmelee = 9\nstrength = 20\narmour = 1",
        )
        .with(spell)
        .policy("p", "act = ['attack']");
    let trial = trial.ready().turn([]).turn([]).turn([1, 8]);
    assert!(!trial.fights("a"));
    // `a` becomes stable in its turn. The six seconds of this turn pass for its delayed effect.
    let trial = trial.turn([10, 1]);
    assert_eq!(
        (trial.attackers(), trial.wounds("b")),
        (vec!["a".into()], 1)
    );
    // The shot still has poison [SAM-21-2].
    assert_eq!(trial.body("b").ills[0].map(|ill| ill.doses), Some(1));
}

#[test] // SAM-2-4
fn a_delayed_effect_comes_though_its_owner_lies_there() {
    let rows = "[weapons.spell]\nkind = 'ranged'\ndamage = '5'\nrange = 10\ndelay = 8
        [weapons.sap]\ndamage = '1d8'\nnonlethal = true";
    let trial = fighters("a", "policy = 'p'\ncarries = ['spell']\nranged = 9")
        .and("c", "")
        .against(
            "b",
            "policy = 'plain'\nmelee = 9\nstrength = 20\narmour = 1\ncarries = ['sap']",
        )
        .with(rows)
        .policy("p", "act = ['attack']");
    let trial = trial.ready().turn([]).turn([]).turn([1, 8]);
    assert_eq!(trial.life("a"), Life::Unconscious);
    assert_eq!(trial.turn([1]).attackers(), ["a"]);
}

#[test] // SAM-1-3, SAM-16-1, SAM-16-4, SAM-19-11
fn rounds_are_alike_after_all_that_has_a_round() {
    let alike_from = |stats: &str, line: &str| does(line, "", stats).ready().arena.cast.alike_from;
    // Everybody is present from the first round on.
    assert_eq!(alike_from("", "wait"), Some(2));
    assert_eq!(alike_from("", "wait if round == 4"), Some(5));
    assert_eq!(alike_from("arrives = 3", "wait"), Some(4));
    assert_eq!(
        alike_from("starts = ['asleep']\nwakes = 5", "wait"),
        Some(6)
    );
    assert_eq!(
        alike_from("falls = { round = 7, metres = 3 }", "wait"),
        Some(8)
    );
    let crash = "collisions = [{ round = 9, who = ['a'], speed = 3 }]";
    let crash = does("wait", "", "").field(crash).ready();
    assert_eq!(crash.arena.cast.alike_from, Some(10));
}

#[test] // SAM-0-14
fn a_turn_in_which_nothing_can_be_done_is_told() {
    let told = "a can do nothing that is on its list.";
    assert!(does("attack with bow", "", "").step([]).says(told));
    assert!(!does("attack", "", "").step([1]).says(told));
    assert!(!does("wait", "", "").step([]).says(told));
    // A fighter that is in its own body cannot use `leave`.
    let leaves = does("wait", "policy = 'q'", "").policy("q", "act = ['leave', 'attack']");
    assert_eq!(leaves.step([1]).attackers(), ["a"]);
}

#[test] // SAM-0-15
fn every_round_is_told() {
    let mut trial = does("wait", "", "").ready();
    trial.state = trial.arena.start.clone();
    let trial = trial.step([6, 1]);
    assert_eq!(trial.heard.rounds, [1]);
    let trial = trial.until("b", []);
    assert!(trial.heard.rounds.is_empty());
    let trial = trial.until("b", []);
    assert_eq!(trial.heard.rounds, [2]);
}

/// Sets up `a`, which casts a spell with a delay of `delay` seconds in round 1. From round 2 on, it delays
/// each turn and never takes it.
fn waits_after(delay: u8, theirs: &str) -> Setup {
    let row = format!(
        "[weapons.bolt]\nkind = 'ranged'\nskill = 'magic'\ndamage = '60'\nrange = 15\ndelay = {delay}"
    );
    fighters("a", "magic = 20\ncarries = ['bolt']\npolicy = 'late'")
        .and("c", "")
        .against("b", theirs)
        .with(&row)
        .policy(
            "late",
            "act = ['attack if round == 1 and self.seconds >= 4', 'wait if round == 1', 'delay']\ninterrupt = ['wait']",
        )
}

#[test] // SAM-1-4, SAM-2-4
fn the_seconds_of_a_delayed_turn_that_is_lost_count_for_effects_under_way() {
    // Two seconds pass in round 1. The other six are those of the delayed turn of round 2. This turn is lost
    // when the turn of `a` in round 3 begins.
    let trial = waits_after(8, "").ready().until("a", []).until("a", []);
    assert!(trial.body("a").delays && trial.fights("b"));
    let trial = trial.step([1]);
    assert!(trial.outcome.is_some_and(|outcome| outcome.rounds == 3) && !trial.fights("b"));
    // With one second more, the effect comes at the end of the delayed turn of round 3, which is lost in
    // round 4.
    let trial = waits_after(9, "").ready().until("a", []).until("a", []);
    let trial = trial.until("a", []);
    assert_eq!((trial.state.round, trial.fights("b")), (4, true));
    assert!(trial.step([1]).outcome.is_some());
}

#[test] // SAM-0-8, SAM-1-4, SAM-2-4
fn the_seconds_of_a_delayed_turn_count_though_its_owner_is_out() {
    // `b` makes `a` start dying in round 2, while `a` delays. Two seconds of round 1, the six of its turn in
    // round 2, and six at its place in round 3 make fourteen.
    let trial = waits_after(
        14,
        "policy = 'p'\nmelee = 20\nstrength = 20\nendurance = 20",
    );
    let trial = trial.policy("p", "act = ['attack at a if round == 2']");
    let trial = trial.ready().until("a", []).until("b", []).turn([1, 8]);
    assert!(!trial.fights("a"));
    let trial = trial.until("c", [10, 1]);
    assert_eq!((trial.state.round, trial.fights("b")), (3, false));
}
