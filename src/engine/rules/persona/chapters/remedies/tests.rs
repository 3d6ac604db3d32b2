//! Tests of remedies, which restore wounds, reduce fatigue and end conditions.

use crate::rules::persona::events::HEALS;
use crate::rules::persona::nouns::state::Body;
use crate::rules::persona::testing::{Setup, Trial, fighters, fraction};

/// Returns a setup of `a`, its ally `c` beside it, and `b`. `a` does `act` with the remedy `balm`, whose
/// table has the lines `row`. The enemy `b` does nothing.
fn with(act: &str, row: &str) -> Setup {
    fighters("a", "remedies = ['balm']\npolicy = 'p'\nat = 0")
        .and("c", "at = 1")
        .against("b", "at = 1")
        .policy("p", &format!("act = [\"{act}\"]"))
        .with(&format!("[remedies.balm]\n{row}"))
}

fn hurt(setup: &Setup, by: i16) -> Trial {
    setup.ready().given("c", |body| body.wounds -= by)
}

#[test] // PER-12.21-1
fn a_remedy_gives_back_wounds_up_to_those_at_the_start() {
    let trial = hurt(&with("heal", "wounds = '1d10'"), 8).step([5]);
    assert_eq!(trial.body("c").wounds, 27);
    assert_eq!(trial.state.turn.halves, 1);
    let healed = |trial: &Trial| {
        let events = trial.heard.events.iter();
        events.filter(|(_, event)| *event == HEALS).count()
    };
    assert_eq!(healed(&trial), 5);
    let trial = hurt(&with("heal", "wounds = 9\naction = 'full'"), 2).step([]);
    assert_eq!((trial.body("c").wounds, healed(&trial)), (30, 2));
    assert_eq!(trial.state.turn.halves, 0);
    assert!(trial.says("gets 2 wounds back and has 30"));
}

#[test] // PER-12.21-1
fn a_remedy_for_nobody_is_not_used() {
    let uses = |row: &str, lost: i16| hurt(&with("heal", row), lost).step([]).says("uses balm");
    assert!(uses("wounds = 1", 1));
    assert!(!uses("wounds = 1", 0));
    assert!(!uses("ends = ['stunned']", 1));
    assert!(!uses("wounds = 1\non = 'self'", 1));
}

#[test] // PER-12.21-1, PER-13.7-3
fn whoever_has_lost_most_is_healed_unless_the_policy_says_otherwise() {
    let of = |act: &str| {
        let setup = with(act, "wounds = 1");
        let trial = hurt(&setup, 5).given("a", |body| body.wounds -= 2).step([]);
        ["a", "c"].map(|name| trial.body(name).wounds)
    };
    assert_eq!(of("heal"), [28, 26]);
    assert_eq!(of("heal at wounded"), [28, 26]);
    assert_eq!(of("heal with balm at first"), [29, 25]);
}

#[test] // PER-12.21-1
fn a_remedy_has_so_many_uses_and_so_long_a_reach() {
    let trial = hurt(&with("heal if uses(balm) > 0", "wounds = 1\nuses = 1"), 5).step([]);
    assert_eq!((trial.body("c").wounds, trial.body("a").uses[0]), (26, 0));
    assert_eq!(trial.step([]).body("c").wounds, 26);
    let reaches = |row: &str, at: i16| {
        let setup = with("heal", &format!("wounds = 1\n{row}"));
        let trial = hurt(&setup, 5).given("c", |body| body.at = at);
        trial.step([]).body("c").wounds == 26
    };
    assert!(reaches("", 1) && !reaches("", 2));
    assert!(reaches("range = 5", 5) && !reaches("range = 5", 6));
}

#[test] // PER-12.22-1, PER-12-2
fn a_power_may_need_a_test_and_takes_the_concentration_of_a_turn() {
    let setup = with(
        "heal",
        "wounds = 1\ntest = 'wp'\nmodifier = 10\npower = true",
    );
    let odds = hurt(&setup, 9).odds(|trial| trial.body("c").wounds);
    assert_eq!(odds.of(|&wounds| wounds == 22), fraction(40, 100));
    // `a` does not use its second Half Action, because a turn has only one Concentration action.
    let trial = hurt(&setup, 9).step([40]).step([]);
    assert_eq!(trial.body("c").wounds, 22);
    let item = with("heal", "wounds = 1");
    assert_eq!(hurt(&item, 9).step([]).step([]).body("c").wounds, 23);
}

#[test] // PER-13.2-1, PER-13.2-3, PER-13.2-7, PER-13.2-9, PER-13.2-10
fn a_remedy_takes_off_fatigue_and_ends_the_conditions_that_it_names() {
    let trial = with("heal", "fatigue = 1").ready();
    let trial = trial.given("c", |body| body.fatigue = 2).step([]);
    assert_eq!(trial.body("c").fatigue, 1);
    let ended = |condition: &str, set: fn(&mut Body), has: fn(&Body) -> bool| {
        let trial = with("heal", &format!("ends = ['{condition}']")).ready();
        assert!(
            !has(trial.given("c", set).step([]).body("c")),
            "{condition}"
        );
        let other = if condition == "prone" {
            "stunned"
        } else {
            "prone"
        };
        let trial = with("heal", &format!("ends = ['{other}']")).ready();
        assert!(has(trial.given("c", set).step([]).body("c")), "{condition}");
    };
    ended("prone", |body| body.prone = true, |body| body.prone);
    ended("stunned", |body| body.stunned = 2, |body| body.stunned > 0);
    ended("pinned", |body| body.pinned = true, |body| body.pinned);
    ended(
        "immobilised",
        |body| body.immobilised = true,
        |body| body.immobilised,
    );
}

#[test] // PER-13.7-3, PER-12.21-1
fn the_default_policy_heals_who_has_lost_half_and_who_ails() {
    let says = |set: fn(&mut Body)| {
        let setup =
            fighters("a", "remedies = ['balm']\npolicy = 'default'\nat = 0").and("c", "at = 1");
        let setup = setup
            .against("b", "at = 1")
            .with("[remedies.balm]\nwounds = 5\nends = ['stunned']");
        setup.ready().given("c", set).step([]).says("uses balm")
    };
    assert!(says(|body| body.wounds = 15));
    assert!(says(|body| body.stunned = 1));
    assert!(!says(|body| body.wounds = 16));
}

#[test] // PER-4-19
fn wounds_that_may_come_back_are_no_counters() {
    let counts = |remedy: &str, act: &str| {
        let setup = fighters("a", &format!("policy = 'p'\n{remedy}")).against("b", "");
        let setup = setup.policy("p", &format!("act = [\"{act}\"]"));
        let setup = setup.with("[remedies.balm]\nwounds = 1");
        setup.ready().arena.scope.counts_down
    };
    assert!(counts("", "attack"));
    assert!(counts("", "heal if target.hurt"));
    assert!(!counts("remedies = ['balm']", "attack"));
    assert!(!counts("", "attack if target.lost > 1"));
    assert!(!counts("", "attack at wounded"));
}

#[test] // PER-12.21-1
fn remedies_that_do_nothing_are_faults() {
    let told = |row: &str| with("heal", row).faults();
    assert!(told("uses = 1").contains("remedy `balm` does nothing"));
    assert!(told("wounds = 1\nmodifier = 4").contains("without a `test` there is none"));
    assert!(told("wounds = 1\non = 'self'\nrange = 4").contains("only the user can use it"));
    let unknown = with("heal", "wounds = 1").with("[combatants.d]\nremedies = ['bal']\nlike = 'a'");
    assert!(unknown.faults().contains("there is no remedy named `bal`"));
}
