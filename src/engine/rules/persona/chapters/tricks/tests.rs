//! Tests of Feint, Disarm, Knock Down, Maneuver, and opposed tests.

use crate::rules::persona::nouns::state::{Hold, Whereabouts};
use crate::rules::persona::testing::{Trial, does, fighters, fraction};

#[test] // PER-13.1-5, PER-12.10-1
fn an_opposed_test_is_won_by_more_degrees() {
    let setup = does("feint", "", "");
    let odds = setup.odds(|after| after.body("a").feint.is_some());
    assert_eq!(odds.of(|&won| won), fraction(3000, 10_000));
}

#[test] // PER-13.1-5
fn a_house_rule_breaks_ties_of_degrees() {
    let feints = |mine: &str, rolls: [u32; 2]| {
        let setup = does("feint", mine, "").option("opposed_ties = \"bonus-then-roll\"");
        setup.step(rolls).body("a").feint.is_some()
    };
    assert!(feints("ws = 50", [50, 40]));
    assert!(!feints("ws = 39", [39, 40]));
    assert!(feints("", [38, 39]) && !feints("", [39, 38]) && !feints("", [39, 39]));
}

#[test] // PER-12.10-1
fn who_is_taken_in_by_a_feint_can_only_deflect() {
    let policy = "act = ['feint if not target.feinted', 'attack']";
    let setup = does(
        "wait",
        "policy = 'q'\ncarries = ['sword']",
        "policy = 'evades'\ndodge = 90",
    )
    .policy("q", policy);
    let text = setup.text().replace("policy = \"p\"\n", "");
    let trial: Trial = crate::rules::testing::Trial::of(crate::rules::testing::compiled(&text));
    let after = trial.step([1, 100]).step([50, 9]);
    assert_eq!((after.evaded(), after.lost("b")), (0, 9));
    assert!(after.body("a").feint.is_none());
}

#[test] // PER-12.9-1, PER-12.9-2, PER-13.5-8
fn a_disarmed_fighter_has_lost_its_weapon() {
    let setup = |mine: &str| {
        does(
            "disarm",
            &format!("talents = ['disarm']\n{mine}"),
            "carries = ['sword']",
        )
    };
    // With 3 degrees the weapon is taken, with 2 it is dropped, with fewer nothing happens.
    assert_eq!(
        setup("").step([20, 100]).body("b").items[0].place,
        Whereabouts::Taken
    );
    assert_eq!(
        setup("").step([30, 100]).body("b").items[0].place,
        Whereabouts::Dropped(1)
    );
    assert_eq!(
        setup("").step([31, 31]).body("b").items[0].place,
        Whereabouts::AtHand
    );
    let full = setup("carries = ['axe']").step([20, 100]);
    assert_eq!(full.body("b").items[0].place, Whereabouts::Dropped(1));
    let drops = does(
        "disarm at first then drop",
        "talents = ['disarm']",
        "carries = ['sword']",
    );
    assert_eq!(
        drops.step([20, 100]).body("b").items[0].place,
        Whereabouts::Dropped(1)
    );
    let unskilled = does("disarm", "", "carries = ['sword']").step([]);
    assert!(unskilled.says("a does nothing."));
}

#[test] // PER-12.9-3
fn advanced_disarm_adds_twenty() {
    let setup = does(
        "disarm",
        "talents = ['disarm', 'advanced-disarm']",
        "carries = ['sword']",
    );
    let odds = setup.odds(|after| after.body("b").items[0].place != Whereabouts::AtHand);
    let plain = does(
        "disarm",
        "talents = ['disarm']\nws = 60",
        "carries = ['sword']",
    );
    let same = plain.odds(|after| after.body("b").items[0].place != Whereabouts::AtHand);
    assert_eq!(odds.of(|&lost| lost), same.of(|&lost| lost));
}

#[test] // PER-12.29-1, PER-12.29-2, PER-12.29-3
fn a_knock_down_fells_the_loser() {
    let setup = does("knock-down", "s = 40", "s = 40").option("dos_die = \"off\"");
    let odds = setup.odds(|after| {
        (
            after.body("b").prone,
            after.body("b").fatigue,
            after.body("a").prone,
        )
    });
    assert_eq!(odds.of(|&(prone, ..)| prone), fraction(3000, 10_000));
    assert_eq!(odds.of(|&(_, tired, _)| tired == 1), fraction(2100, 10_000));
    assert_eq!(odds.of(|&(.., fell)| fell), fraction(2100, 10_000));
    let spares = does("knock-down at first then spare", "s = 40", "s = 40").step([1, 100]);
    assert_eq!(
        (spares.body("b").prone, spares.body("b").fatigue),
        (true, 0)
    );
}

#[test] // PER-12.29-1, PER-2-3
fn a_knock_down_after_a_half_move_or_on_the_surprised_is_easier() {
    let after_move = does("knock-down", "s = 40", "s = 0").ready();
    let mut moved = after_move;
    moved.state.phase = crate::rules::persona::nouns::state::Phase::Acting;
    moved.state.turn.halves = 1;
    moved.state.turn.half_moved = true;
    let odds = moved.odds(|after| after.body("b").prone);
    // With S 0, `b` passes only on a roll of 1. Against each of the other 99 rolls, 50 of 100 rolls of `a`
    // win. Against the 1, only the 40 with more degrees win.
    assert_eq!(odds.of(|&prone| prone), fraction(50 * 99 + 40, 10_000));
    let surprised = does("knock-down", "s = 40", "s = 0\nsurprised = true");
    let odds = surprised.odds(|after| after.body("b").prone);
    assert_eq!(odds.of(|&prone| prone), fraction(70 * 99 + 60, 10_000));
}

#[test] // PER-12.30-1
fn a_maneuver_shifts_an_enemy() {
    let after = |line: &str| does(line, "", "").step([1, 100]);
    assert_eq!(after("maneuver").at("b"), 2);
    assert_eq!(after("maneuver at first by past").at("b"), 0);
    let follows = after("maneuver at first by back then follow");
    assert_eq!((follows.at("a"), follows.at("b")), (1, 2));
    assert_eq!(does("maneuver", "", "").step([100, 100]).at("b"), 1);
}

#[test] // PER-12.30-2
fn obstacles_hamper_and_ledges_hurt() {
    let wall = does("maneuver", "", "")
        .and("c", "at = 2")
        .field("obstacle_at = [2]")
        .step([1, 100]);
    assert!(wall.body("b").hampered && wall.body("c").hampered);
    assert_eq!(wall.at("b"), 1);
    let ledge = does("maneuver", "", "")
        .field("ledge_at = [2]")
        .field("ledge = \"2d10\"")
        .step([1, 100, 5, 6]);
    assert_eq!((ledge.lost("b"), ledge.body("b").prone), (8, true));
    let hampered = does("attack", "carries = ['sword']", "")
        .ready()
        .given("a", |body| body.hampered = true);
    // The effect ends at the start of the hampered fighter's own turn.
    assert_eq!(
        hampered.odds(Trial::landed).of(|&landed| landed > 0),
        fraction(50, 100)
    );
}

#[test] // PER-12.9-1
fn the_next_weapon_of_the_disarmed_takes_a_ready_action() {
    let setup = does(
        "disarm",
        "talents = ['disarm']",
        "carries = ['sword', 'knife']",
    );
    let after = setup.step([30, 100]);
    assert_eq!(after.body("b").items[1].place, Whereabouts::Stowed);
}

#[test] // PER-12.6-1, PER-12.10-1
fn caution_counts_in_opposed_tests_too() {
    let feints = |face: u32| {
        let ready = does("feint", "", "").ready();
        let cautious = ready.given("a", |body| body.hesitant = true);
        cautious.step([face, 100]).body("a").feint.is_some()
    };
    assert!(feints(30) && !feints(31));
}

#[test] // PER-12.30-1, PER-12.14-1
fn who_is_in_a_grapple_is_not_driven_away() {
    let ready = does("maneuver", "", "").and("c", "at = 1").ready();
    let c = ready.who("c");
    let held = ready.given("b", |body| body.hold = Hold::HeldBy(c));
    // First, `a` moves `c`, because only `b` counts as being in a grapple. Then `b` and `c` both do, and `a`
    // moves nobody.
    let after = held.step([1, 100]);
    assert_eq!((after.at("b"), after.at("c")), (1, 2));
    let b = after.who("b");
    let both = after.until("a", []).given("c", |body| {
        body.hold = Hold::Controls(b);
        body.at = 1;
    });
    assert_eq!(both.turn([]).at("c"), 1);
}

#[test] // PER-12.30-2
fn an_obstacle_hampers_attacks_out_of_turn() {
    let landed = |face: u32, dice: &[u32]| {
        let setup = does("move-away", "", "policy = 'guard'\ncarries = ['sword']")
            .policy("guard", "opportunity = ['attack']");
        let ready = setup.ready().given("b", |body| body.hampered = true);
        ready.step([&[face], dice].concat()).landed()
    };
    assert_eq!((landed(40, &[9]), landed(41, &[])), (1, 0));
}

#[test] // PER-12.9-1
fn only_who_has_something_in_hand_is_disarmed() {
    let talent = "talents = ['disarm']";
    assert!(does("disarm", talent, "").step([]).says("a does nothing."));
    let dropped = does("disarm", talent, "carries = ['sword']")
        .ready()
        .given("b", |body| body.items[0].place = Whereabouts::Dropped(1));
    assert!(dropped.step([]).says("a does nothing."));
}

#[test] // PER-12.9-2, PER-13.5-5
fn what_was_taken_is_not_picked_up_again() {
    let taken = does("ready", "carries = ['sword']", "at = 9")
        .ready()
        .given("a", |body| body.items[0].place = Whereabouts::Taken);
    assert_eq!(taken.step([]).body("a").items[0].place, Whereabouts::Taken);
}

#[test] // PER-12.1-2, PER-12.9-1
fn a_disarm_is_no_attack_to_aim_for() {
    let ready = does("disarm", "talents = ['disarm']", "carries = ['sword']").ready();
    let after = ready.given("a", |body| body.aim = 20).step([100, 100]);
    assert_eq!(after.body("a").aim, 0);
}

#[test] // PER-13.2-6, PER-13.1-5
fn the_prone_are_worse_at_opposed_tests_of_weapon_skill() {
    let feints = |face: u32| {
        let ready = does("feint", "", "").ready();
        let prone = ready.given("a", |body| body.prone = true);
        prone.step([face, 100]).body("a").feint.is_some()
    };
    assert!(feints(30) && !feints(31));
}

#[test] // PER-13.1-5, PER-13.1-3
fn a_pass_without_degrees_beats_a_failure() {
    let after = does("feint", "", "").option("dos_base = 0").step([40, 100]);
    assert!(after.body("a").feint.is_some());
}

#[test] // PER-13.1-5, PER-12.29-1
fn the_stronger_wins_ties_of_strength_by_a_house_rule() {
    let falls = |s: i32| {
        let setup = does(
            "knock-down at first then spare",
            &format!("s = {s}"),
            "s = 40",
        );
        let setup = setup.option("opposed_ties = \"bonus-then-roll\"");
        setup.step([49, 40]).body("b").prone
    };
    assert!(falls(50) && !falls(49));
}

#[test] // PER-4-1, PER-12.29-1
fn a_knock_down_is_remembered_as_an_attack() {
    let after = does("knock-down at c", "", "")
        .and("c", "at = -1")
        .step([100, 100]);
    assert_eq!(after.body("a").last, Some(after.who("c")));
}

#[test] // PER-13.2-9, PER-12.30-1
fn who_is_driven_beside_the_pinned_ends_it() {
    let ready = fighters("a", "policy = 'p'\nat = 0")
        .and("x", "at = 3")
        .against("b", "at = 1")
        .policy("p", "act = ['maneuver']")
        .ready();
    let after = ready.given("x", |body| body.pinned = true).step([1, 100]);
    assert_eq!((after.at("b"), after.body("x").pinned), (2, false));
}

#[test] // PER-12.29-1, PER-13.2-7
fn a_half_move_just_before_is_a_run_up_and_getting_up_is_none() {
    let fells = |first: &str, place: i32, prone: bool, face: u32| {
        let setup = fighters(
            "a",
            &format!("policy = 'q'\ns = 40\nat = 0\nprone = {prone}"),
        )
        .against("b", &format!("at = {place}"))
        .policy(
            "q",
            &format!("act = ['{first}', 'knock-down at first then spare']"),
        );
        setup.ready().turn([face, 100]).body("b").prone
    };
    assert!(fells("move", 3, false, 50) && !fells("move", 3, false, 51));
    assert!(fells("stand", 1, true, 40) && !fells("stand", 1, true, 41));
}

#[test] // PER-12.7-2, PER-12.29-2
fn a_knock_down_after_a_charge_may_hurt() {
    let setup = does("charge at first into knock-down", "ag = 40", "at = 9");
    let after = setup.step([1, 100, 5]);
    assert_eq!((after.body("b").prone, after.body("b").fatigue), (true, 1));
}

#[test] // PER-12.10-1
fn a_feint_is_lost_to_a_knock_down() {
    let ready = does("knock-down at first then spare", "", "").ready();
    let b = ready.who("b");
    let feinted = ready.given("a", |body| body.feint = Some(b));
    assert_eq!(feinted.step([100, 100]).body("a").feint, None);
}

#[test] // PER-12.29-1, PER-12.1-2
fn nothing_more_befalls_the_prone_in_a_knock_down() {
    let ready = does("knock-down at first then spare", "", "").ready();
    let lies = ready.given("b", |body| (body.prone, body.aim) = (true, 10));
    assert_eq!(lies.step([1, 100]).body("b").aim, 10);
}

#[test] // PER-12.30-2, PER-13.1-5
fn an_obstacle_does_not_hamper_opposed_tests() {
    let ready = does("feint", "", "").ready();
    let hampered = ready.given("b", |body| body.hampered = true);
    assert_eq!(hampered.step([31, 40]).body("a").feint, None);
}

#[test] // PER-12.9-1
fn a_gun_is_struck_from_a_hand_like_a_sword() {
    let after = does("disarm", "talents = ['disarm']", "carries = ['gun']").step([30, 100]);
    assert_eq!(after.body("b").items[0].place, Whereabouts::Dropped(1));
}
