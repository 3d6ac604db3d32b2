//! Tests of what the policy `default` does for fighters that have to reach a place as their objective.

use crate::rules::brp::nouns::state::Condition;
use crate::rules::brp::testing::{SIMPLE, Setup, fighters};

/// Returns a fight of a runner, which has to reach the 50 m mark and has the policy `default`, against a
/// post. `stats` and `post` are lines of the two stat blocks.
fn runner(stats: &str, post: &str) -> Setup {
    fighters("runner", stats)
        .wins("{ reach = 50, who = \"runner\" }")
        .against("post", &format!("dex = 2\n{post}"))
        .with(SIMPLE)
}

#[test] // BRP-5.3-1, BRP-5.3-3
fn by_default_a_runner_passes_enemies_on_its_way_and_stays_there() {
    let ran = runner("", "at = 10\npolicy = \"idle\"").round([]);
    assert_eq!(ran.at("runner"), 3000);
    let there = ran.round([]);
    assert_eq!(there.at("runner"), 5000);
    assert!(there.says("moves 20 m to the 50 m mark"));
    let after = there.round([]);
    assert_eq!((after.at("runner"), after.attackers().len()), (5000, 0));
}

#[test] // BRP-5.3-4
fn a_runner_with_an_enemy_within_reach_stays_and_fights() {
    let held = runner("", "at = 1\npolicy = \"idle\"").round([100]);
    assert_eq!(
        (held.at("runner"), held.attackers()),
        (0, vec!["runner".to_owned()])
    );
}

#[test] // BRP-5.9-8
fn by_default_a_runner_does_not_stop_to_reload() {
    let weapon = "carries = [\"light-crossbow\"]\nskills = { light-crossbow = 50 }";
    let ready = runner(weapon, "at = 40\npolicy = \"idle\"").ready();
    let shot = ready.given("runner", |body| body.items[0].unloaded = 2);
    assert_eq!(shot.round([]).at("runner"), 3000);
}

#[test] // BRP-5.3-4
fn by_default_nobody_runs_for_an_objective_of_somebody_else() {
    let fight = fighters("runner", "")
        .and("herald", "policy = \"idle\"")
        .wins("{ reach = 50, who = \"herald\" }")
        .against("post", "dex = 2\nat = 10\npolicy = \"idle\"")
        .with(SIMPLE)
        .round([100]);
    assert_eq!(
        (fight.at("runner"), fight.attackers()),
        (800, vec!["runner".to_owned()])
    );
}

#[test] // BRP-5.3-1
fn a_runner_is_chased() {
    let chased = runner("", "at = -10").round([]);
    assert_eq!((chased.at("runner"), chased.at("post")), (3000, 2000));
}

#[test] // BRP-5.3-1
fn by_default_a_fighter_that_has_to_leave_flees() {
    let fight = |who: &str, faces: &[u32]| {
        fighters("runner", "")
            .wins(&format!("{{ out = \"{who}\", fate = \"fled\" }}"))
            .against("post", "dex = 2\nat = 10\npolicy = \"idle\"")
            .with(SIMPLE)
            .option("leaving = \"yes\"")
            .round(faces.iter().copied())
    };
    let left = fight("runner", &[]);
    assert_eq!(
        (left.at("runner"), left.condition("runner")),
        (-3000, Condition::Fled)
    );
    let stays = fight("post", &[100]);
    assert_eq!((stays.at("runner"), stays.fights("runner")), (800, true));
}
