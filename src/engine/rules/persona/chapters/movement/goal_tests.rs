//! Tests: fighters with a place to reach, and what the policy `default` does for them.

use crate::rules::persona::testing::{Setup, fighters};

/// Returns a setup of `a`, which has a Half Move of 4 and has to reach the place 40, against `b`. `a` has the
/// policy `default`.
fn runner(stats: &str, other: &str) -> Setup {
    fighters("a", &format!("policy = 'default'\nag = 45\n{stats}"))
        .wins("{ reach = 40, who = 'a' }")
        .against("b", other)
}

#[test] // PER-13.3-1, PER-13.3-2, PER-13.3-4
fn by_default_a_runner_runs_past_enemies_to_the_place_and_stays_there() {
    let ran = runner("carries = ['sword']", "at = 10").turn_of_a([]);
    assert_eq!(ran.at("a"), 24);
    let there = ran.turn([]).turn([]);
    assert_eq!(there.at("a"), 40);
    let after = there.turn([]).turn([]);
    assert_eq!((after.at("a"), after.attackers().len()), (40, 0));
}

#[test] // PER-13.2-7
fn by_default_a_prone_runner_gets_up_and_uses_what_is_left() {
    let up = runner("prone = true", "at = 10").turn_of_a([]);
    assert_eq!((up.at("a"), up.body("a").prone), (4, false));
}

#[test] // PER-13.2-8
fn a_pinned_runner_does_not_move_towards_an_enemy() {
    let pinned = |place: i32| {
        let ready = runner("", &format!("at = {place}")).ready();
        ready
            .given("a", |body| body.pinned = true)
            .turn([90])
            .at("a")
    };
    assert_eq!((pinned(10), pinned(-10)), (0, 4));
}

#[test] // PER-12.2-1
fn a_runner_that_leaves_an_enemy_is_struck_at() {
    let setup = runner("", "policy = 'guard'\ncarries = ['sword']\nat = 1");
    let after = setup.policy("guard", "opportunity = ['attack']").step([90]);
    assert_eq!(
        (after.at("a"), after.attackers()),
        (24, vec!["b".to_owned()])
    );
}

#[test] // PER-3-2
fn by_default_nobody_runs_for_an_objective_that_cannot_be_met_any_more() {
    let ready = || {
        let setup = fighters("a", "policy = 'default'\ncarries = ['sword']\nag = 45")
            .and("herald", "at = 30")
            .wins("{ reach = 40, who = ['a', 'herald'] }")
            .against("b", "at = 1");
        setup.ready()
    };
    let both = ready().turn([]);
    assert_eq!((both.at("a"), both.attackers().len()), (24, 0));
    let mut alone = ready();
    let herald = alone.who("herald");
    alone.state.fighting.remove(herald);
    let alone = alone.turn([90]);
    assert_eq!(
        (alone.at("a"), alone.attackers()),
        (0, vec!["a".to_owned()])
    );
}

#[test] // PER-3-2
fn by_default_nobody_runs_for_an_objective_of_somebody_else() {
    let fight = fighters("a", "policy = 'default'\ncarries = ['sword']")
        .and("herald", "at = 30")
        .wins("{ reach = 40, who = 'herald' }")
        .against("b", "at = 1")
        .turn_of_a([90]);
    assert_eq!(
        (fight.at("a"), fight.attackers()),
        (0, vec!["a".to_owned()])
    );
}

#[test] // PER-13.3-4
fn a_runner_is_chased() {
    let chased = runner(
        "",
        "policy = 'default'\nat = -10\nag = 45\ncarries = ['sword']",
    );
    let after = chased.turn_of_a([]).turn([]);
    assert_eq!((after.at("a"), after.at("b")), (24, -2));
}

#[test] // PER-2-8
fn by_default_a_fighter_that_has_to_leave_flees() {
    let fight = |who: &str| {
        fighters("a", "policy = 'default'\nag = 45")
            .wins(&format!("{{ out = '{who}', fate = 'fled' }}"))
            .against("b", "at = 50")
            .option("leaving = 'yes'")
            .turn_of_a([])
    };
    let left = fight("a");
    assert_eq!(left.at("a"), -24);
    assert!(!left.turn([]).step([]).fights("a"));
    assert_eq!(fight("b").at("a"), 8);
}
