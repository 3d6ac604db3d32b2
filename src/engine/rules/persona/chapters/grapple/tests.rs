//! Tests of grapples.

use crate::rules::persona::nouns::scene::View;
use crate::rules::persona::nouns::state::{Hold, Phase, Whereabouts};
use crate::rules::persona::nouns::swing::{Manner, Swing};
use crate::rules::persona::testing::{Setup, Trial, does, fighters, fraction};
use crate::rules::persona::words::RESTRAINED;

/// Returns a grapple between `a`, its controller, and `b`. `control` has the lines for `a`, `restrained`
/// those for `b`.
fn held(mine: &str, others: &str, control: &str, restrained: &str) -> Trial {
    let ready = setup(mine, others, control, restrained).ready();
    clinched(ready)
}

fn setup(mine: &str, others: &str, control: &str, restrained: &str) -> Setup {
    fighters("a", &format!("policy = 'p'\ns = 40\nat = 0\n{mine}"))
        .against("b", &format!("policy = 'q'\ns = 40\nat = 1\n{others}"))
        .policy("p", &format!("act = ['attack']\ncontrol = [{control}]"))
        .policy(
            "q",
            &format!("act = ['attack']\nrestrained = [{restrained}]\ncontrol = ['throw-down']"),
        )
}

fn clinched(ready: Trial) -> Trial {
    let (a, b) = (ready.who("a"), ready.who("b"));
    ready
        .given("a", |body| body.hold = Hold::Controls(b))
        .given("b", |body| body.hold = Hold::HeldBy(a))
}

/// Returns a grapple that `a` controls, in the turn of `b`. `restrained` has the lines for `b`.
fn struggling(restrained: &str) -> Trial {
    let mut trial = held("", "", "'damage'", restrained);
    trial.state.at = 1;
    trial
}

#[test] // PER-12.13-1
fn a_grapple_can_be_dodged_not_parried() {
    let setup = |policy: &str| {
        does(
            "grapple",
            "",
            &format!("policy = '{policy}'\ndodge = 50\nparry = 50\ncarries = ['sword']"),
        )
    };
    let holds = |setup: Setup| {
        setup
            .odds(|after| after.body("b").hold != Hold::Free)
            .of(|&held| held)
    };
    assert_eq!(holds(setup("idle")), fraction(40, 100));
    assert_eq!(holds(setup("dodges")), fraction(20, 100));
    assert_eq!(holds(setup("parries")), fraction(40, 100));
    let full = does("grapple", "carries = ['axe']", "");
    assert_eq!(holds(full), fraction(0, 1));
    let free = does("grapple", "carries = ['axe']\nfree_hand = true", "");
    assert_eq!(holds(free), fraction(40, 100));
}

#[test] // PER-12.13-2, PER-12.7-2
fn a_charge_may_end_in_a_grapple_or_a_knock_down() {
    let after = does("charge at first into grapple", "ag = 40", "at = 9")
        .odds(|after| after.body("b").hold != Hold::Free);
    assert_eq!(after.of(|&held| held), fraction(60, 100));
    let down = does(
        "charge at first into knock-down",
        "ag = 40\ns = 40",
        "at = 9\ns = 40",
    )
    .odds(|after| after.body("b").prone);
    assert_eq!(down.of(|&prone| prone), fraction(30, 100));
}

#[test] // PER-12.13-3, PER-12.15-1
fn the_controller_hurts_by_an_opposed_test() {
    let trial = held("", "", "'damage'", "");
    let odds = trial.odds(|after| after.body("b").fatigue);
    assert_eq!(odds.of(|&levels| levels == 1), fraction(3000, 10_000));
    // 1d5-3 with a 5, plus SB 4, is 6. TB 3 and armour 1 reduce it to 2.
    let after = held("", "ap_body = 1\nap = 9", "'damage'", "").step([1, 100, 5]);
    assert_eq!((after.lost("b"), after.body("b").fatigue), (2, 1));
    assert_eq!(after.state.actor(), after.who("b"));
}

#[test] // PER-12.13-4, PER-2-7
fn a_stunned_controller_keeps_its_hold_until_its_own_turn_begins() {
    let ready = fighters("c", "policy = 'p'\nat = 1\nws = 60")
        .against("a", "at = 0")
        .against("b", "at = 1")
        .policy("p", "act = ['stun at a']")
        .ready();
    let stunned = clinched(ready).turn([40, 10]);
    let a = stunned.who("a");
    assert!(stunned.body("a").stunned > 0);
    assert_eq!(stunned.body("b").hold, Hold::HeldBy(a));
    let upkeep = stunned.step([]);
    assert!(upkeep.says("a cannot keep hold of b.") && upkeep.says("a loses its turn."));
    let holds = ["a", "b"].map(|name| upkeep.body(name).hold);
    assert_eq!(holds, [Hold::Free; 2]);
}

#[test] // PER-12.13-4, PER-2-7
fn who_is_held_by_the_stunned_takes_its_turn_as_one_who_is_held() {
    let ready = fighters("a", "policy = 'holds'\nws = 200\nt = 20\nat = 0")
        .against("c", "policy = 'stuns'\nws = 200\ns = 100\nat = 1")
        .and("b", "policy = 'waits'\nat = 1")
        .policy("holds", "act = ['grapple at b']")
        .policy("stuns", "act = ['stun']")
        .policy("waits", "act = ['wait']\nrestrained = ['wait']")
        .ready();
    let stunned = ready.step([50]).turn([50, 1]);
    assert!(stunned.body("a").stunned > 0);
    let after = stunned.step([]);
    let b = after.who("b");
    let playbook = after.arena.fighter(b).policy.playbook();
    let lines: Vec<_> = after.heard.lines.iter().map(|(_, line)| *line).collect();
    let [line] = lines[..] else {
        panic!("b decides once, not {lines:?}");
    };
    let list = playbook.lines[line.index()].list;
    assert_eq!(list, crate::fight::ListId::at(RESTRAINED));
}

#[test] // PER-12.13-4, PER-12.36-1
fn a_controller_who_is_taken_down_keeps_its_hold_until_its_own_turn_begins() {
    let fighter = "policy = 'p'\nat = 1\nws = 60\ncarries = ['sword']\ntalents = ['takedown']";
    let ready = fighters("c", fighter)
        .against("a", "at = 0")
        .against("b", "at = 1")
        .policy("p", "act = ['take-down at a', 'wait']")
        .ready();
    let stunned = clinched(ready).turn([40, 9, 100]);
    assert_eq!(stunned.body("a").stunned, 1);
    assert_ne!(stunned.body("b").hold, Hold::Free);
    assert_eq!(stunned.step([]).body("b").hold, Hold::Free);
}

#[test] // PER-12.13-4, PER-12.24-1
fn who_is_held_may_break_free_of_the_stunned() {
    let mut trial = held("", "", "'damage'", "'break-free'").given("a", |body| body.stunned = 1);
    trial.state.at = 1;
    assert_eq!(trial.step([1, 100]).body("b").hold, Hold::Free);
}

#[test] // PER-12.14-2
fn participants_are_easier_to_hit_from_outside() {
    let ready = does("attack", "carries = ['sword']", "")
        .and("c", "at = 1")
        .ready();
    let c = ready.who("c");
    let held = ready.given("b", |body| body.hold = Hold::HeldBy(c));
    assert_eq!(
        held.odds(Trial::landed).of(|&landed| landed > 0),
        fraction(70, 100)
    );
}

#[test] // PER-12.14-3
fn allies_may_help() {
    let setup = setup("", "", "'damage'", "").and("x", "at = 0");
    let ready = clinched(setup.ready());
    let x = ready.who("x");
    let helped = ready.given("a", |body| body.helpers.add(x));
    let after = helped.step([50, 100, 5]);
    assert!(after.body("a").helpers.is_empty());
    assert_eq!(after.body("b").fatigue, 1);
    let outsider = does("assist", "", "at = 9").ready();
    assert!(outsider.step([]).says("a does nothing."));
}

#[test] // PER-12.16-1
fn a_push_forces_the_other_away() {
    // With S 40, a roll of 21 has 2 degrees, which push 3 units. The Half Move is 3.
    let stays = held("", "", "'push'", "").step([21, 100]);
    assert_eq!((stays.at("b"), stays.body("b").hold), (4, Hold::Free));
    let follows = held("", "", "'push then follow'", "").step([1, 100]);
    assert_eq!((follows.at("a"), follows.at("b")), (3, 4));
    assert!(follows.body("b").hold != Hold::Free);
}

#[test] // PER-12.16-1, PER-12.30-2
fn a_push_ends_at_the_first_obstacle_or_ledge() {
    let pushed = |ground: &str, dice: &[u32]| {
        let ready = setup("", "", "'push'", "").field(ground).ready();
        let after = clinched(ready).step(dice.to_vec());
        (
            after.at("b"),
            after.body("b").hampered,
            after.body("b").prone,
        )
    };
    assert_eq!(pushed("obstacle_at = [3]", &[21, 100]), (2, true, false));
    assert_eq!(pushed("ledge_at = [2]", &[21, 100, 5]), (2, false, true));
}

#[test] // PER-12.17-1, PER-12.17-2
fn the_controller_readies_or_grabs_a_weapon() {
    let ready = held("carries = ['knife']\nstowed = ['knife']", "", "'ready'", "").step([]);
    assert_eq!(ready.body("a").items[0].place, Whereabouts::AtHand);
    let grabs = |rule: &str| {
        let setup = setup("", "carries = ['sword']", "'grab', 'release'", "");
        let ready = setup.option(&format!("grapple_grab = \"{rule}\"")).ready();
        clinched(ready).step([]).body("b").items[0].place
    };
    assert_eq!(
        (grabs("yes"), grabs("no")),
        (Whereabouts::Taken, Whereabouts::AtHand)
    );
}

#[test] // PER-12.18-1
fn a_released_turn_is_used_like_any_other() {
    let after = held("carries = ['sword']", "", "'release'", "").turn([50, 9]);
    assert_eq!((after.lost("b"), after.body("b").hold), (10, Hold::Free));
    let later = held("", "", "'throw-down then release'", "").step([1, 100]);
    assert_eq!(
        (later.body("b").prone, later.body("b").hold),
        (true, Hold::Free)
    );
}

#[test] // PER-12.19-1
fn the_controller_gets_up_and_may_pull_the_other_up() {
    let down = |line: &str| {
        let trial = held("", "", line, "");
        trial
            .given("a", |body| body.prone = true)
            .given("b", |body| body.prone = true)
    };
    let alone = down("'stand'").step([]);
    assert_eq!(
        (alone.body("a").prone, alone.body("b").prone),
        (false, true)
    );
    let both = down("'stand for both'").step([1, 100]);
    assert_eq!((both.body("a").prone, both.body("b").prone), (false, false));
}

#[test] // PER-12.20-1, PER-12.20-2
fn throwing_down_and_holding_down() {
    let thrown = held("", "", "'throw-down'", "").step([1, 100]);
    assert!(thrown.body("b").prone && !thrown.body("a").prone);
    let prone = held("", "", "'damage'", "").given("b", |body| body.prone = true);
    let odds = prone.odds(|after| after.body("b").fatigue);
    assert_eq!(odds.of(|&levels| levels == 1), fraction(5000, 10_000));
}

#[test] // PER-12.26-2
fn both_may_ask_about_the_other() {
    let lines = "'stand for both if target.prone', 'throw-down if target.wounds > 5', 'damage if not target.prone'";
    let other = |prone| {
        let ready = held("", "wounds = 5", lines, "");
        ready.given("b", move |body| body.prone = prone)
    };
    assert_eq!(other(false).step([1, 100, 5]).body("b").fatigue, 1);
    assert_eq!(other(true).step([]).body("b").hold, Hold::Free);
    let tries = |rule: &str| struggling(rule).step([1, 100]).body("b").hold;
    assert_eq!(tries("'break-free if target.wounds > 0'"), Hold::Free);
    let waits = struggling("'break-free if target.prone', 'wait'").step([]);
    assert_ne!(waits.body("b").hold, Hold::Free);
}

#[test] // PER-12.23-1
fn a_short_weapon_can_be_used_within() {
    let stab = |weapon: &str| {
        held(
            &format!("carries = ['{weapon}']"),
            "",
            "'attack', 'release'",
            "",
        )
    };
    let after = stab("knife").step([50, 4]);
    assert_eq!(
        (after.lost("b"), after.body("b").hold != Hold::Free),
        (5, true)
    );
    let mut trial = held("", "carries = ['knife']", "'damage'", "'attack'");
    trial.state.at = 1;
    assert_eq!(trial.step([50, 4]).lost("a"), 5);
}

#[test] // PER-12.24-1
fn breaking_free_takes_two_tries_at_most() {
    let odds = struggling("'break-free'").odds_after(
        |trial, dice| {
            loop {
                trial.play(dice);
                let free = trial.body("b").hold == Hold::Free;
                if free || trial.state.phase == Phase::Start {
                    return;
                }
            }
        },
        |after| after.body("b").hold == Hold::Free,
    );
    assert_eq!(odds.of(|&free| free), fraction(51, 100));
}

#[test] // PER-12.24-1
fn what_is_left_of_a_turn_is_free_after_breaking_free() {
    let after = struggling("'break-free'").step([1, 100]).step([50, 5]);
    assert!(after.lost("a") > 0 || after.landed() == 1);
}

#[test] // PER-12.25-1
fn slipping_free_is_acrobatics() {
    let mut trial = held("", "acrobatics = 90", "'damage'", "'slip-free'");
    trial.state.at = 1;
    let odds = trial.odds(|after| after.body("b").hold == Hold::Free);
    // The test is Acrobatics 90 of `b` against Strength 40 of `a`. The fighter with more degrees wins.
    let mut won = 0;
    for roll in 1..=90_i64 {
        let degrees = 1 + (90 - roll) / 10;
        let lower = (1..=100_i64).filter(|&other| other > 40 || 1 + (40 - other) / 10 < degrees);
        won += i64::try_from(lower.count()).expect("few");
    }
    assert_eq!(odds.of(|&free| free), fraction(won, 10_000));
}

#[test] // PER-12.26-1, PER-12.26-2
fn taking_control_turns_the_grapple_round() {
    // `b` takes control and at once knocks `a` down.
    let after = struggling("'take-control'").step([1, 100, 1, 100]);
    let (a, b) = (after.who("a"), after.who("b"));
    assert_eq!(
        (after.body("b").hold, after.body("a").hold),
        (Hold::Controls(a), Hold::HeldBy(b))
    );
    assert!(after.body("a").prone);
    assert_eq!(after.state.phase, Phase::Start);
}

#[test] // PER-12.19-1, PER-12.20-2
fn who_pulls_the_other_up_stands_already() {
    let down = held("", "", "'stand for both'", "");
    let down = down.given("a", |body| body.prone = true);
    let odds = down
        .given("b", |body| body.prone = true)
        .odds(|after| after.body("b").prone);
    assert_eq!(odds.of(|&prone| !prone), fraction(5000, 10_000));
}

#[test] // PER-12.26-1
fn who_has_just_taken_control_does_not_attack() {
    let lists =
        "act = ['attack']\nrestrained = ['take-control']\ncontrol = ['attack', 'throw-down']";
    let setup = fighters("a", "s = 40\nat = 0")
        .against("b", "policy = 'q'\ns = 40\nat = 1\ncarries = ['knife']")
        .policy("q", lists);
    let mut trial = clinched(setup.ready());
    trial.state.at = 1;
    let after = trial.step([1, 100, 1, 100]);
    assert!(after.blows().is_empty() && after.body("a").prone);
}

#[test] // PER-12.13-1
fn a_long_weapon_does_not_lengthen_the_arm() {
    let pike = "[weapons.pike]\ndamage = \"1d10\"\nreach = 3";
    let setup = does("grapple", "carries = ['pike']\nfree_hand = true", "at = 2").with(pike);
    assert_eq!(setup.step([]).body("b").hold, Hold::Free);
}

#[test] // PER-3-4, PER-12.13-4
fn who_is_busy_holds_nobody() {
    let busy = held("extended_task = 2", "", "'damage'", "").step([]);
    assert_eq!(busy.body("b").hold, Hold::Free);
}

#[test] // PER-3-4, PER-12.14-1
fn who_is_held_struggles_and_does_no_task() {
    let mut busy = held("", "extended_task = 2", "'damage'", "'break-free'");
    busy.state.at = 1;
    let after = busy.step([1, 100]);
    assert_eq!(after.body("b").hold, Hold::Free);
    assert_eq!(after.body("b").task, 0);
}

#[test] // PER-12.14-2, PER-12.23-1
fn another_grapple_is_outside() {
    let number_holding = |whom: Option<&str>| {
        let setup = does("attack", "carries = ['knife']", "");
        let ready = setup.and("c", "at = 1").and("d", "at = 0").ready();
        let [a, b, c] = ["a", "b", "c"].map(|name| ready.who(name));
        let held = whom.map(|name| ready.who(name));
        let holder = if held == Some(b) { a } else { c };
        let ready = ready
            .given("a", |body| {
                body.hold = held.map_or(Hold::Free, Hold::Controls);
            })
            .given("b", |body| body.hold = Hold::HeldBy(holder));
        let view = View {
            arena: &ready.arena,
            state: &ready.state,
        };
        view.attack_number(a, Swing::new(Manner::Standard, 1, b), false)
    };
    assert_eq!(number_holding(None), 70);
    assert_eq!(number_holding(Some("d")), 70);
    assert_eq!(number_holding(Some("b")), 50);
}

#[test] // PER-12.13-1, PER-13.5-5
fn what_is_stowed_takes_no_hand() {
    let held = |stowed: &str| {
        let mine = format!("carries = ['sword', 'gun']\n{stowed}");
        let after = does("grapple", &mine, "").step([40]);
        after.body("b").hold != Hold::Free
    };
    assert!(held("stowed = ['gun']"));
    assert!(
        does("grapple", "carries = ['sword', 'gun']", "")
            .step([])
            .body("b")
            .hold
            == Hold::Free
    );
}

#[test] // PER-12.1-2, PER-3-4, PER-12.32-5
fn a_grapple_ends_an_aim_and_a_task() {
    let ready = does("grapple", "", "extended_task = 2").ready();
    let busy = ready.given("b", |body| (body.aim, body.task) = (10, 1));
    let after = busy.step([40]);
    assert_eq!((after.body("b").aim, after.body("b").task), (0, 0));
}

#[test] // PER-12.13-1
fn nobody_grapples_those_who_are_in_a_grapple() {
    for act in ["grapple", "charge at b into grapple"] {
        let place = if act == "grapple" { 1 } else { 9 };
        let setup = does(act, "ag = 40", &format!("at = {place}"));
        let ready = setup.and("c", "at = 9").ready();
        let c = ready.who("c");
        let after = ready
            .given("b", |body| body.hold = Hold::HeldBy(c))
            .step([]);
        assert_eq!((after.at("a"), after.body("a").hold), (0, Hold::Free));
    }
}

#[test] // PER-12.14-3
fn two_allies_beside_may_help_once_each() {
    let helps = |place: i32, helpers: &[&str]| {
        let ready = fighters("x", &format!("policy = 'p'\nat = {place}"))
            .and("y", "at = 1")
            .and("z", "at = 1")
            .and("a", "at = 0")
            .against("b", "at = 1")
            .policy("p", "act = ['assist']")
            .ready();
        let helpers: Vec<_> = helpers.iter().map(|name| ready.who(name)).collect();
        let helped = clinched(ready).given("a", |body| {
            for &who in &helpers {
                body.helpers.add(who);
            }
        });
        let after = helped.step([]);
        let x = after.who("x");
        (after.says("helps"), after.body("a").helpers.has(x))
    };
    assert_eq!(helps(1, &[]), (true, true));
    assert_eq!(helps(1, &["y"]), (true, true));
    assert_eq!(helps(1, &["y", "z"]), (false, false));
    assert_eq!(helps(2, &[]), (false, false));
}

#[test] // PER-12.14-3
fn no_help_is_given_twice_by_one() {
    let ready = fighters("x", "policy = 'p'\nat = 1")
        .and("a", "at = 0")
        .against("b", "at = 1")
        .policy("p", "act = ['assist']")
        .ready();
    // `x` helps in its first Half Action. In its second one, it does not help again.
    let after = clinched(ready).turn([]);
    let helps = |text: &String| text.contains("helps");
    let said = after.heard.said.iter().filter(|(_, text)| helps(text));
    assert_eq!(said.count(), 1);
}

#[test] // PER-12.14-3, PER-2-7
fn unused_help_ends_with_the_next_turn_of_the_helper() {
    let ready = fighters("x", "at = 1\npolicy = 'helps'")
        .and("a", "at = 0")
        .against("b", "at = 1")
        .policy("helps", "act = ['assist if self.prone', 'wait']")
        .ready();
    let x = ready.who("x");
    let helped = clinched(ready).given("a", |body| body.helpers.add(x));
    assert!(helped.step([]).body("a").helpers.is_empty());
}

#[test] // PER-12.14-3, PER-12.16-1
fn two_helpers_add_twenty_and_are_spent() {
    let setup = setup("", "", "'push then follow'", "").and("x", "at = 0");
    let ready = clinched(setup.and("y", "at = 0").ready());
    let [x, y] = ["x", "y"].map(|name| ready.who(name));
    let helped = ready.given("a", |body| {
        body.helpers.add(x);
        body.helpers.add(y);
    });
    let after = helped.step([60, 100]);
    assert_eq!(after.at("b"), 3);
    assert!(after.body("a").helpers.is_empty());
}

#[test] // PER-12.24-1, PER-12.26-1, PER-12.14-3
fn help_is_for_taking_control_not_for_breaking_free() {
    let helped = |restrained: &str, faces: &[u32]| {
        let ready = struggling(restrained);
        let a = ready.who("a");
        let ready = ready.given("b", |body| body.helpers.add(a));
        ready.step(faces.iter().copied())
    };
    let free = helped("'break-free'", &[41, 100]);
    assert!(free.body("b").hold != Hold::Free);
    let control = helped("'take-control'", &[50, 100, 100, 100]);
    assert!(matches!(control.body("b").hold, Hold::Controls(_)));
    let vain = helped("'take-control'", &[51, 100]);
    assert!(matches!(vain.body("b").hold, Hold::HeldBy(_)));
    assert!(vain.body("b").helpers.is_empty());
}

#[test] // PER-12.20-2, PER-12.14-3
fn who_resists_has_neither_help_nor_the_better_place() {
    let ready = struggling("'break-free'");
    let a = ready.who("a");
    let ready = ready.given("b", |body| body.prone = true);
    let after = ready.given("a", |body| body.helpers.add(a)).step([40, 41]);
    assert_eq!(after.body("b").hold, Hold::Free);
}

#[test] // PER-12.25-1, PER-13.2-1
fn fatigue_counts_against_slipping_free() {
    let slips = |face: u32| {
        let mut trial = held("", "acrobatics = 90", "'damage'", "'slip-free'");
        trial.state.at = 1;
        let tired = trial.given("b", |body| body.fatigue = 1);
        tired.step([face, 100]).body("b").hold == Hold::Free
    };
    assert!(slips(80) && !slips(81));
}

#[test] // PER-12.26-1, PER-12.18-1
fn who_lets_go_after_taking_control_has_the_rest_of_its_turn() {
    let lists = "act = ['attack']\nrestrained = ['take-control']\ncontrol = ['release']";
    let setup = fighters("a", "s = 40\nat = 0")
        .against("b", "policy = 'q'\ns = 40\nat = 1\ncarries = ['knife']")
        .policy("q", lists);
    let mut trial = clinched(setup.ready());
    trial.state.at = 1;
    let after = trial.step([1, 100]).step([50, 5]);
    assert_eq!(after.landed(), 1);
}

#[test] // PER-12.16-1
fn a_push_goes_as_far_as_the_half_move_of_who_pushes() {
    let after = held("half_move = 2", "half_move = 9", "'push'", "").step([1, 100]);
    assert_eq!(after.at("b"), 3);
}

#[test] // PER-13.5-7, PER-12.15-1
fn primitive_hands_meet_twice_the_armour_in_a_grapple_too() {
    let lost = |rule: &str| {
        let setup = setup("", "ap = 2", "'damage'", "");
        let ready = setup.option(&format!("primitive = \"{rule}\"")).ready();
        clinched(ready).step([1, 100, 5]).lost("b")
    };
    assert_eq!((lost("none"), lost("double-ap")), (1, 0));
}

#[test] // PER-13.2-9
fn who_is_pushed_beside_the_pinned_ends_it() {
    let ready = || {
        fighters("a", "policy = 'p'\ns = 40\nat = 0")
            .and("x", "at = 5")
            .against("b", "at = 1")
            .policy("p", "act = ['attack']\ncontrol = ['push']")
            .ready()
    };
    for (prone, stunned) in [(false, 0), (true, 0), (false, 1)] {
        let pushed =
            clinched(ready()).given("b", |body| (body.prone, body.stunned) = (prone, stunned));
        let after = pushed.given("x", |body| body.pinned = true).step([1, 100]);
        assert_eq!((after.at("b"), after.body("x").pinned), (4, false));
    }
}

#[test] // PER-12.13-4, PER-13.2-8
fn a_pinned_controller_lets_go_at_the_start_of_its_turn() {
    let pinned = held("", "", "'damage'", "").given("a", |body| body.pinned = true);
    let after = pinned.step([100]);
    assert_eq!((after.body("b").hold, after.blows().len()), (Hold::Free, 1));
    assert!(after.says("a cannot keep hold of b."));
}

#[test] // PER-12.23-1, PER-13.2-8
fn an_attack_is_the_whole_turn_of_who_is_held() {
    let late = || {
        let line = "'break-free if self.halves == 2', 'attack'";
        let mut trial = held("", "carries = ['knife']", "'damage'", line);
        trial.state.at = 1;
        trial
    };
    let after = late().turn([100, 1]);
    assert!(after.blows().is_empty());
    let mut trial = held("", "carries = ['knife']", "'damage'", "'attack'");
    trial.state.at = 1;
    let pinned = trial.given("b", |body| body.pinned = true);
    assert!(pinned.turn([100]).blows().is_empty());
}

#[test] // PER-12.19-1, PER-12.20-1
fn who_lies_is_not_thrown_and_who_stands_does_not_get_up() {
    let thrown = held("", "", "'throw-down', 'damage'", "").given("b", |body| body.prone = true);
    assert_eq!(thrown.step([1, 100, 5]).body("b").fatigue, 1);
    let stands = held("", "", "'stand', 'damage'", "").step([1, 100, 5]);
    assert_eq!(stands.body("b").fatigue, 1);
}

#[test] // PER-12.18-1, PER-12.23-1
fn a_release_may_follow_an_attack_from_within() {
    let line = "'attack at b then release'";
    let after = held("carries = ['knife']", "", line, "").step([50, 4]);
    assert_eq!((after.lost("b"), after.body("b").hold), (5, Hold::Free));
}

#[test] // PER-12.20-2
fn who_lies_beside_the_other_holds_nobody_down() {
    let down = held("", "", "'damage'", "").given("b", |body| body.prone = true);
    let odds = down
        .given("a", |body| body.prone = true)
        .odds(|after| after.body("b").fatigue);
    assert_eq!(odds.of(|&levels| levels == 1), fraction(3000, 10_000));
}

#[test] // PER-12.14-3, PER-2-7
fn unused_help_ends_in_a_turn_lost_to_a_stun_too() {
    let ready = fighters("x", "at = 1\npolicy = 'helps'")
        .and("a", "at = 0")
        .against("b", "at = 1")
        .policy("helps", "act = ['assist']")
        .ready();
    let x = ready.who("x");
    let helped = clinched(ready).given("a", |body| body.helpers.add(x));
    let stunned = helped.given("x", |body| body.stunned = 1);
    assert!(stunned.step([]).body("a").helpers.is_empty());
}

#[test] // PER-12.14-3
fn helping_takes_half_a_turn() {
    let ready = fighters("x", "policy = 'p'\nat = 1")
        .and("a", "at = 0")
        .against("b", "at = 1")
        .policy("p", "act = ['assist']")
        .ready();
    assert_eq!(clinched(ready).step([]).state.turn.halves, 1);
}

#[test] // PER-12.18-1, PER-12.6-1
fn who_lets_go_may_still_begin_its_turn_with_caution() {
    let ready = fighters("a", "policy = 'p'\nat = 0")
        .against("b", "at = 1")
        .policy("p", "act = ['cautious']\ncontrol = ['release']")
        .ready();
    assert!(clinched(ready).turn([]).body("a").cautious);
}

#[test] // PER-12.15-1
fn being_crushed_tires_however_thick_the_armour() {
    let after = held("", "ap = 9", "'damage'", "").step([1, 100, 5]);
    assert_eq!((after.lost("b"), after.body("b").fatigue), (0, 1));
}

#[test] // PER-12.24-1, PER-12.25-1, PER-13.1-5
fn ties_between_the_two_go_by_their_bonuses_by_a_house_rule() {
    let free = |line: &str, faces: [u32; 2]| {
        let setup = setup("", "acrobatics = 90", "'damage'", line);
        let rule = setup.option("opposed_ties = \"bonus-then-roll\"");
        let mut trial = clinched(rule.ready());
        trial.state.at = 1;
        trial.step(faces).body("b").hold == Hold::Free
    };
    assert!(free("'break-free'", [39, 40]) && !free("'break-free'", [40, 39]));
    // The bonus of Acrobatics 90 is its tens digit 9, which is higher than SB 4.
    assert!(free("'slip-free'", [90, 39]));
}

#[test] // PER-12.18-1, PER-12.15-1, PER-12.17-1, PER-12.17-2, PER-12.19-1
fn a_release_may_follow_most_actions_of_the_controller() {
    let free = |line: &str, faces: &[u32]| {
        let mine = "prone = true\ncarries = ['knife']\nstowed = ['knife']";
        let setup = setup(mine, "carries = ['sword']", &format!("'{line}'"), "");
        let ready = setup.option("grapple_grab = \"yes\"").ready();
        let after = clinched(ready).step(faces.iter().copied());
        after.body("b").hold == Hold::Free
    };
    for (line, faces) in [
        ("damage", &[100, 1][..]),
        ("ready with knife", &[]),
        ("grab", &[]),
        ("stand", &[]),
    ] {
        assert!(!free(line, faces), "{line}");
        let then = format!("{line} then release");
        assert!(free(&then, faces), "{then}");
    }
}

#[test] // PER-12.23-1
fn shadow_and_compact_weapons_are_short_and_carbines_are_not() {
    let stabs = |class: &str, faces: &[u32]| {
        let thing = format!("[weapons.thing]\ndamage = '1d10'\nclass = '{class}'");
        let line = "'attack with thing', 'release'";
        let setup = setup("carries = ['thing']", "", line, "").with(&thing);
        let after = clinched(setup.ready()).step(faces.iter().copied());
        after.blows().len() == 1
    };
    assert!(stabs("shadow", &[100]) && stabs("compact", &[100]));
    assert!(!stabs("carbine", &[]) && !stabs("other", &[]));
}

#[test] // PER-12.7-2, PER-12.13-1
fn a_grapple_after_a_charge_cannot_be_parried_either() {
    let parries = "policy = 'parries'\ncarries = ['sword']\nparry = 90\nat = 9";
    let after = does("charge at first into grapple", "ag = 40", parries).step([60]);
    assert_ne!(after.body("b").hold, Hold::Free);
}

#[test] // PER-12.13-4, PER-12.20-1
fn who_is_held_stays_so_stunned_or_prone() {
    let ready = fighters("c", "policy = 'p'\nat = 1\nws = 60")
        .against("a", "at = 0")
        .against("b", "at = 1")
        .policy("p", "act = ['stun at b']")
        .ready();
    let stunned = clinched(ready).step([40, 10]);
    assert!(stunned.body("b").stunned > 0 && stunned.body("b").hold != Hold::Free);
    let thrown = held("", "", "'throw-down'", "").step([1, 100]);
    assert!(thrown.body("b").prone && thrown.body("b").hold != Hold::Free);
}

#[test] // PER-12.13-1, PER-13.7-4
fn a_grapple_counts_as_an_attack_and_not_as_a_hit() {
    let after = does("grapple", "", "").step([40]);
    assert_ne!(after.body("b").hold, Hold::Free);
    assert_eq!((after.blows().len(), after.landed()), (1, 0));
    let dodged = does("grapple", "", "policy = 'dodges'").step([40, 1]);
    assert_eq!((dodged.blows().len(), dodged.evaded()), (1, 1));
}

#[test] // PER-12.15-1, PER-13.7-4
fn damage_of_a_controller_counts_as_neither_attack_nor_hit() {
    let after = held("", "", "'damage'", "").step([1, 100, 5]);
    assert_eq!((after.lost("b"), after.blows().len()), (3, 0));
}

const CLAWS: &str = "[weapons.claws]\ndamage = '1d10+1'\npen = 2\nclass = 'natural'\n\
                     ailment = { effect = 'prone' }\nfury_from = 1";

/// Returns a setup of `a`, which harms `b` with the policy line `line`, and `b`, which has TB 3 and armour 3
/// on the body. `mine` is added to the stat block of `a`.
fn clawing(mine: &str, line: &str) -> Setup {
    let others = "ap = 9\nap_body = 3";
    let setup = setup(mine, others, line, "").with(CLAWS);
    setup.option("fury = \"both\"")
}

#[test] // PER-12.15-1, PER-4-11
fn the_controller_hurts_with_a_natural_weapon() {
    let claws = clinched(clawing("carries = ['claws']\nfate = 1", "'damage'").ready());
    let odds = claws.odds(|after| {
        (
            after.body("b").fatigue,
            after.lost("b"),
            after.body("b").prone,
        )
    });
    // The damage is 1d10+1 plus SB 4. The Soak is TB 3 plus armour 3 less Penetration 2. There is no test for
    // Fury, a Critical Hit or an ailment.
    for lost in 2..=11 {
        let share = odds.of(|&found| found == (1, lost, false));
        assert_eq!(share, fraction(3000, 10_000) * fraction(1, 10), "{lost}");
    }
    assert_eq!(
        odds.of(|&found| found == (0, 0, false)),
        fraction(7000, 10_000)
    );
    let bare = clinched(clawing("", "'damage'").ready());
    let odds = bare.odds(|after| (after.body("b").fatigue, after.lost("b")));
    assert_eq!(odds.of(|&found| found == (1, 0)), fraction(3000, 10_000));
}

#[test] // PER-12.15-1
fn which_natural_weapon_hurts_is_the_controllers_choice() {
    let lost = |mine: &str, line: &str, faces: &[u32]| {
        let fangs = "[weapons.fangs]\ndamage = '20'\nclass = 'natural'\nadds_sb = false\n\
                     [weapons.spit]\ndamage = '30'\nkind = 'ranged'\nrange = 9\nclass = 'natural'";
        let setup = clawing(mine, line).with(fangs);
        let after = clinched(setup.ready()).step([1, 100].iter().chain(faces).copied());
        after.lost("b")
    };
    let both = "carries = ['knife', 'claws', 'fangs']";
    assert_eq!(lost(both, "'damage'", &[10]), 11);
    // The damage is 20 without SB, reduced by TB 3 and armour 3.
    assert_eq!(lost(both, "'damage with fangs'", &[]), 14);
    assert_eq!(lost(both, "'damage with unarmed'", &[5]), 0);
    assert_eq!(
        lost(both, "'damage with knife', 'damage with fangs'", &[]),
        14
    );
    let spits = "carries = ['spit', 'fangs']";
    assert_eq!(lost(spits, "'damage with spit', 'damage'", &[]), 14);
    let stowed = "carries = ['claws', 'fangs']\nstowed = ['claws']";
    assert_eq!(lost(stowed, "'damage'", &[]), 14);
}

#[test] // PER-12.13-1
fn who_has_taken_hold_does_nothing_more_in_that_turn() {
    let lists = "act = ['grapple']\ncontrol = ['damage']";
    let setup = fighters("a", "policy = 'p'\nat = 0").against("b", "at = 1");
    let setup = setup
        .policy("p", lists)
        .with("[rules.turns]\nhalves = 4\nattacks = 4");
    let after = setup.turn_of_a([40]);
    assert_eq!(after.body("a").hold, Hold::Controls(after.who("b")));
}

#[test] // PER-12.13-3, PER-12.15-1
fn a_controller_acts_as_often_as_its_turn_allows() {
    let setup = setup("", "", "'damage'", "");
    let numbers = "[rules.turns]\nhalves = 3\n[rules.costs]\ncontrol = 1\n[rules.grapple]\ndamage_fatigue = 0\n\
                   [rules.unarmed]\ndamage = \"2\"";
    // Each time, the damage is 2 plus SB 4, reduced by TB 3.
    let after = clinched(setup.with(numbers).ready()).turn([40, 100, 40, 100, 40, 100]);
    assert_eq!((after.lost("b"), after.body("b").fatigue), (9, 0));
}
