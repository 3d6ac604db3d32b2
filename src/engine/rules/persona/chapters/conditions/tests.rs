//! Tests of fatigue, stun, prone and pinned fighters.

use crate::rules::persona::nouns::state::Hold;
use crate::rules::persona::testing::{Setup, Trial, does, fighters, fraction};

const SWORD: &str = "carries = ['sword']";

fn chance(trial: &Trial) -> num_rational::BigRational {
    trial.odds(Trial::landed).of(|&landed| landed > 0)
}

#[test] // PER-13.2-1
fn fatigue_takes_ten_off_all_tests() {
    let setup = does("attack", SWORD, "");
    for (levels, percent) in [(1, 40), (2, 40)] {
        let tired = setup.ready().given("a", |body| body.fatigue = levels);
        assert_eq!(chance(&tired), fraction(percent, 100));
    }
    let setup = setup.option("fatigue_mod = \"per-level\"");
    let tired = setup.ready().given("a", |body| body.fatigue = 2);
    assert_eq!(chance(&tired), fraction(30, 100));
}

#[test] // PER-13.2-2
fn more_levels_than_tb_are_too_many() {
    let tired = |levels: u8| {
        let ready = does("attack", "s = 40", "")
            .ready()
            .given("b", |body| body.fatigue = levels);
        ready.step([50, 4])
    };
    assert!(tired(2).fights("b"));
    assert!(tired(3).outcome.is_some());
}

#[test] // PER-12.34-1, PER-13.2-3
fn a_stunning_blow_is_held_against_tb_and_the_head() {
    let setup = does("stun", "ws = 60\ns = 30", "ap = 9\nap_head = 2");
    let odds = setup.odds(|after| after.body("b").stunned);
    assert_eq!(
        odds.of(|&turns| turns > 0),
        fraction(40, 100) * fraction(9, 10)
    );
    assert_eq!(setup.step([40, 2]).body("b").stunned, 1);
    let hard = setup.step([40, 10]);
    assert_eq!(
        (
            hard.body("b").stunned,
            hard.body("b").fatigue,
            hard.lost("b")
        ),
        (9, 1, 0)
    );
    assert_eq!(setup.step([40, 1]).body("b").fatigue, 0);
    let longer = setup
        .ready()
        .given("b", |body| body.stunned = 20)
        .step([40, 2]);
    assert_eq!(longer.body("b").stunned, 20);
}

#[test] // PER-13.2-3
fn the_stunned_are_hit_more_often_and_lose_turns() {
    let setup = does("attack", SWORD, "policy = 'evades'");
    let stunned = || setup.ready().given("b", |body| body.stunned = 2);
    assert_eq!(chance(&stunned()), fraction(70, 100));
    let bonus = setup
        .clone()
        .option("stunned_bonus = 5")
        .ready()
        .given("b", |body| body.stunned = 2);
    assert_eq!(chance(&bonus), fraction(55, 100));
    let after = stunned().round([100]);
    assert_eq!((after.body("b").stunned, after.body("b").reactions), (1, 1));
    // After the second lost turn, the stun is over. The 100 is an attack of `a` that misses.
    let over = after.round([100]);
    assert_eq!(over.body("b").stunned, 0);
}

#[test] // PER-13.2-4, PER-13.2-5
fn the_prone_are_easy_to_strike_and_hard_to_shoot() {
    let at = |mine: &str, place: i32| {
        let setup = does("attack with ranged", mine, &format!("at = {place}"));
        chance(&setup.ready().given("b", |body| body.prone = true))
    };
    assert_eq!(at("carries = ['gun']", 2), fraction(40, 100));
    assert_eq!(at("carries = ['gun']", 1), fraction(50, 100));
    let melee = does("attack", SWORD, "")
        .ready()
        .given("b", |body| body.prone = true);
    assert_eq!(chance(&melee), fraction(60, 100));
    let rule = does("attack", "carries = ['gun']", "at = 9").option("prone_ranged = -30");
    assert_eq!(
        chance(&rule.ready().given("b", |body| body.prone = true)),
        fraction(20, 100)
    );
}

#[test] // PER-13.2-6
fn the_prone_fight_badly() {
    let prone = |setup: &Setup| chance(&setup.ready().given("a", |body| body.prone = true));
    let sword = does("attack", SWORD, "");
    assert_eq!(prone(&sword), fraction(40, 100));
    assert_eq!(
        prone(&sword.clone().option("prone_ws = -25")),
        fraction(25, 100)
    );
    assert_eq!(
        prone(&does("attack", "carries = ['gun']", "at = 9")),
        fraction(50, 100)
    );
    let dodging =
        does("attack", SWORD, "policy = 'dodges'\ndodge = 50").option("prone_dodge = -40");
    let ready = dodging.ready().given("b", |body| body.prone = true);
    assert_eq!(chance(&ready), fraction(60 * 90, 10_000));
}

#[test] // PER-13.2-8
fn the_pinned_have_one_half_action() {
    let pinned = |act: &str, mine: &str, faces: &[u32]| {
        let ready = does(act, mine, "at = 9").ready();
        let ready = ready.given("a", |body| body.pinned = true);
        ready.step(faces.iter().copied())
    };
    let after = pinned("attack", "carries = ['gun']", &[100]);
    assert_eq!(after.blows().len(), 1);
    // If no action is possible, the turn ends at once with the pinning test.
    let burst = pinned("semi-burst", "carries = ['gun']", &[100]);
    assert!(burst.blows().is_empty());
    assert_eq!(pinned("move", "", &[100]).at("a"), 0);
    assert_eq!(pinned("full-move-away", "", &[100]).at("a"), 0);
    assert_eq!(pinned("move-away", "", &[]).at("a"), -3);
    let shot = does("attack", "carries = ['gun']", "at = 9")
        .ready()
        .given("a", |body| body.pinned = true);
    assert_eq!(chance(&shot), fraction(30, 100));
    let two = does("move-away", "", "at = 9")
        .ready()
        .given("a", |body| body.pinned = true);
    assert_eq!(two.turn([100]).at("a"), -3);
}

#[test] // PER-13.2-9
fn a_pin_is_shaken_off_at_the_end_of_a_turn_or_beside_an_enemy() {
    let ready = || {
        fighters("a", "at = 0")
            .against("b", "at = 9")
            .ready()
            .given("a", |body| body.pinned = true)
    };
    assert!(ready().turn([31]).body("a").pinned);
    assert!(!ready().turn([30]).body("a").pinned);
    let near = does("full-move", "", "at = 5")
        .ready()
        .given("b", |body| body.pinned = true);
    assert!(!near.step([]).body("b").pinned);
}

#[test] // PER-13.2-9
fn a_pin_is_shaken_off_as_often_as_willpower_says() {
    let shaken = |fatigue: u8| {
        let ready = fighters("a", "at = 0\nwp = 35")
            .against("b", "at = 9")
            .ready();
        let pinned = ready.given("a", |body| (body.pinned, body.fatigue) = (true, fatigue));
        let odds = pinned.odds(|after| after.body("a").pinned);
        odds.of(|&pinned| !pinned)
    };
    // At WP 35, each turn ends the pinning with a chance of 35 percent.
    assert_eq!(shaken(0), fraction(35, 100));
    assert_eq!(shaken(1), fraction(25, 100));
}

#[test] // PER-12.1-2
fn being_stunned_or_felled_ends_an_aim() {
    let setup = does("stun", "ws = 60", "");
    let ready = setup.ready().given("b", |body| body.aim = 20);
    assert_eq!(ready.step([40, 10]).body("b").aim, 0);
}

#[test] // PER-3-4
fn a_stun_begins_a_task_anew_unless_it_is_done() {
    let stunned = |done: u16| {
        let setup = does("stun", "ws = 60", "extended_task = 2");
        let after = setup
            .ready()
            .given("b", |body| body.task = done)
            .step([40, 10]);
        after.body("b").task
    };
    assert_eq!((stunned(1), stunned(2)), (0, 2));
}

#[test] // PER-13.2-1, PER-13.2-9
fn fatigue_makes_a_pin_harder_to_shake_off() {
    let pinned = |face: u32| {
        let ready = fighters("a", "at = 0").against("b", "at = 9").ready();
        let tired = ready.given("a", |body| (body.pinned, body.fatigue) = (true, 1));
        tired.turn([face]).body("a").pinned
    };
    assert!(!pinned(20) && pinned(21));
}

#[test] // PER-13.2-1, PER-12.36-1
fn fatigue_counts_against_a_take_down() {
    let stunned = |face: u32| {
        let mine = format!("{SWORD}\ns = 0\ntalents = ['takedown']");
        let ready = does("take-down", &mine, "").ready();
        let tired = ready.given("b", |body| body.fatigue = 1);
        tired.step([40, 6, face]).body("b").stunned > 0
    };
    assert!(!stunned(20) && stunned(21));
}

#[test] // PER-12.13-4
fn a_grapple_ends_when_the_other_is_out() {
    let ready = fighters("c", "policy = 'p'\nat = 1\ncarries = ['sword']")
        .and("a", "at = 0")
        .against("b", "at = 1\nwounds = 1")
        .and("d", "at = 9")
        .policy("p", "act = ['attack']")
        .ready();
    let [a, b] = ["a", "b"].map(|name| ready.who(name));
    let held = ready
        .given("a", |body| body.hold = Hold::Controls(b))
        .given("b", |body| body.hold = Hold::HeldBy(a));
    let after = held.step([70, 9]);
    assert!(!after.fights("b"));
    assert_eq!(after.body("a").hold, Hold::Free);
}

#[test] // PER-12.14-3
fn nobody_is_helped_by_those_who_are_out() {
    let ready = does("attack", SWORD, "at = 1\nwounds = 1")
        .and("c", "at = 1")
        .ready();
    let b = ready.who("b");
    let helped = ready.given("c", |body| body.helpers.add(b));
    assert!(helped.step([50, 9]).body("c").helpers.is_empty());
}

#[test] // PER-12.1-2, PER-12.32-5
fn being_knocked_down_ends_an_aim() {
    let ready = does("knock-down at first then spare", "", "").ready();
    let aims = ready.given("b", |body| body.aim = 20);
    let after = aims.step([1, 100]);
    assert_eq!((after.body("b").prone, after.body("b").aim), (true, 0));
}

#[test] // PER-13.2-3
fn a_stun_counts_down_in_turns_that_it_takes() {
    let setup = does("move-away", "", "policy = 'guard'\ncarries = ['fang']")
        .policy("guard", "opportunity = ['attack']")
        .with("[weapons.fang]\ndamage = '1d10'\nailment = { effect = 'stunned', turns = 2 }");
    // `a` is struck while it leaves. It stays where it is, and still has to lose both turns.
    let after = setup.turn_of_a([50, 9, 100]);
    assert_eq!((after.at("a"), after.body("a").stunned), (0, 2));
}

#[test] // PER-1-3
fn reactions_come_back_in_a_turn_lost_to_a_stun() {
    let ready = fighters("a", "").against("b", "at = 9").ready();
    let stunned = ready.given("b", |body| (body.stunned, body.reactions) = (2, 0));
    assert_eq!(stunned.round([]).body("b").reactions, 1);
}

#[test] // PER-8-1, PER-13.2-1, PER-13.2-8
fn an_ailment_is_resisted_at_what_fatigue_leaves_and_pins_nobody_in_melee() {
    let bitten = |effect: &str, face: u32| {
        let fang = format!("[weapons.fang]\ndamage = '1d10'\nailment = {{ effect = '{effect}' }}");
        let ready = does("attack", "carries = ['fang']", "endurance = 45")
            .with(&fang)
            .ready();
        ready
            .given("b", |body| body.fatigue = 1)
            .step([50, 9, face])
    };
    assert!(!bitten("prone", 35).body("b").prone);
    assert!(bitten("prone", 36).body("b").prone);
    assert!(!bitten("pinned", 100).body("b").pinned);
}

#[test] // PER-13.2-9, PER-13.2-3
fn the_stunned_shake_off_a_pin_too() {
    let ready = fighters("a", "at = 0").against("b", "at = 9").ready();
    let stunned = ready.given("a", |body| (body.pinned, body.stunned) = (true, 1));
    let after = stunned.turn([30]);
    assert_eq!(
        (after.body("a").pinned, after.body("a").stunned),
        (false, 0)
    );
}

#[test] // PER-13.2-2
fn one_level_is_too_much_for_a_toughness_bonus_of_nothing() {
    let after = does("attack", "s = 40", "tb = 0").step([50, 4]);
    assert!(after.outcome.is_some() && after.says("b falls unconscious."));
}

#[test] // PER-12.34-1
fn a_stun_is_told_with_the_numbers_of_the_rules() {
    let numbers = "[rules.tricks]\nstun_roll = \"1d4\"\nstun_turns = 2\nstun_fatigue = 2";
    let after = does("stun", "", "").with(numbers).step([20, 3]);
    assert!(after.says("The blow comes to 3 (1d4) + 3 (SB) = 6, and b withstands less than 3."));
    assert!(after.says("b is stunned for 5 of its turns."));
    assert!(after.says("b has 2 levels of fatigue."));
}
