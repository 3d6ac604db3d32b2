//! Tests: creatures with a place to reach, and what the policy `default` does for them.

use crate::rules::swift_swords::testing::{Setup, fighters};

const ALONE: &str = "at = { zone = 0, alone = true }";
const IDLE: &str = "policy = \"idle\"";

/// Returns a setup of `a` against `b`. `a` has the policy `default` and has to reach the last of four zones.
fn runner(mine: &str, other: &str) -> Setup {
    fighters("a", &format!("policy = \"default\"\n{mine}"))
        .wins("{ reach = 3, who = \"a\" }")
        .against("b", other)
        .field("zones = 4")
}

#[test] // SST-8-5
fn by_default_a_runner_moves_to_the_place_and_stays_there() {
    let stats = &format!("ad_set = [5, 3, 3, 3]\n{ALONE}");
    let begun = runner(stats, &format!("{IDLE}\nat = {{ zone = 2, alone = true }}")).begun([]);
    let moved = begun.step([]);
    assert_eq!(
        (moved.body("a").zone, moved.hand("a")),
        (1, "5, 3, 3".to_owned())
    );
    let there = moved.round([]);
    assert_eq!((there.body("a").zone, there.attackers().len()), (3, 0));
    let after = there.round([]);
    assert_eq!((after.body("a").zone, after.attackers().len()), (3, 0));
}

#[test] // SST-8-5, SST-8-6
fn by_default_a_runner_withdraws_from_contact_unless_its_dice_only_pay_for_a_move() {
    let safe = runner("ad_set = [5, 3, 3]", IDLE).begun([]).step([]);
    assert_eq!((safe.body("a").zone, safe.body("a").group), (1, 0));
    assert_eq!(safe.hand("a"), "3, 3");
    let struck = runner("ad_set = [3]", IDLE).begun([]).holding("b", &[]);
    let struck = struck.step([2, 2, 2, 2]);
    assert_eq!(
        (struck.body("a").zone, struck.attackers()),
        (1, vec!["b".to_owned()])
    );
}

#[test] // SST-0-10
fn by_default_nobody_runs_for_an_objective_of_somebody_else() {
    let fight = fighters("a", "policy = \"default\"\nad_set = [5, 3, 3]")
        .and("herald", IDLE)
        .wins("{ reach = 3, who = \"herald\" }")
        .against("b", IDLE)
        .field("zones = 4")
        .even()
        .begun([])
        .step([2, 2, 2, 2]);
    assert_eq!(
        (fight.body("a").zone, fight.attackers()),
        (0, vec!["a".to_owned()])
    );
}

#[test] // SST-8-5
fn a_runner_is_chased() {
    let stats = "ad_set = [5, 3]\nat = { zone = 1, alone = true }";
    let hunter = &format!("policy = \"default\"\nad_set = [3, 3]\n{ALONE}");
    let chased = runner(stats, hunter).begun([]).round([]);
    assert_eq!((chased.body("a").zone, chased.body("b").zone), (3, 1));
}

#[test] // SST-1-2
fn by_default_a_creature_that_has_to_leave_retreats() {
    let fight = |who: &str, faces: &[u32]| {
        fighters("a", "policy = \"default\"\nad_set = [5, 3, 3]")
            .wins(&format!("{{ out = \"{who}\", fate = \"fled\" }}"))
            .against("b", IDLE)
            .begun([])
            .step(faces.iter().copied())
    };
    let left = fight("a", &[2, 2, 2, 2]);
    assert!(!left.fights("a") && left.attackers() == ["b"]);
    let stays = fight("b", &[2, 2, 2, 2]);
    assert!(stays.fights("a") && stays.attackers() == ["a"]);
}

#[test] // SST-1-2
fn by_default_a_creature_that_cannot_leave_the_field_fights() {
    // With several zones, a retreat leads to another zone and never out of the fight.
    let fight = fighters("a", "policy = \"default\"\nad_set = [5, 3, 3]")
        .wins("{ out = \"a\", fate = \"fled\" }")
        .against("b", IDLE)
        .field("zones = 2")
        .begun([])
        .step([2, 2, 2, 2]);
    assert_eq!(
        (fight.body("a").zone, fight.attackers()),
        (0, vec!["a".to_owned()])
    );
}
