//! Tests of waking the unconscious.

use crate::fight::{Ending, SideId};
use crate::rules::brp::nouns::state::Condition;
use crate::rules::brp::testing::{SIMPLE, Setup, blow, fighters};

const HIT: u32 = 50;
const WAKES: &str = "[policies.wakes]\nact = [\"wake\", \"attack nearest\"]\nreact = []";

/// Returns a fight of a waker and a sleeper against a giant that does nothing. The sleeper strikes when it is
/// awake.
fn pair(waker: &str, sleeper: &str) -> Setup {
    fighters(
        "waker",
        &format!("carries = [\"blow-1\"]\npolicy = \"wakes\"\n{waker}"),
    )
    .and(
        "sleeper",
        &format!("dex = 11\ncarries = [\"blow-1\"]\npolicy = \"bold\"\n{sleeper}"),
    )
    .against("giant", "hit_points = 99\npolicy = \"idle\"")
    .with(&blow(1))
    .with(SIMPLE)
    .with(WAKES)
}

#[test] // BRP-5.12-5
fn waking_takes_the_whole_action_and_no_roll_and_helps_from_the_next_round_on() {
    let after = pair("", "").ready().felled("sleeper", 2, 0).round([]);
    assert!(after.attackers().is_empty());
    assert_eq!(after.names(&after.heard.back), ["sleeper"]);
    assert_eq!(
        (after.condition("sleeper"), after.hp("sleeper")),
        (Condition::Able, 2)
    );
    let after = after.round([HIT, HIT]);
    assert_eq!(after.attackers(), ["waker", "sleeper"]);
}

#[test] // BRP-5.12-5
fn the_dying_and_the_dead_are_not_woken() {
    // With `intent = "skip"`, the waker chooses its action only after the ogre's blow.
    let struck = |damage: u8| {
        pair("", "")
            .against(
                "ogre",
                &format!("dex = 13\ncarries = [\"blow-{damage}\"]\npolicy = \"kills\""),
            )
            .with(&blow(damage.into()))
            .with("[policies.kills]\nact = [\"attack at sleeper\", \"wait\"]\nreact = []")
            .option("intent = \"skip\"")
    };
    let woken = struck(12).round([HIT]);
    assert_eq!(woken.attackers(), ["ogre"]);
    assert!(woken.fights("sleeper"));
    let dying = struck(13).round([HIT, HIT]);
    assert_eq!(dying.attackers(), ["ogre", "waker"]);
    assert_eq!(dying.condition("sleeper"), Condition::Dead);
    assert_eq!(dying.round([HIT]).attackers(), ["waker"]);
}

#[test] // BRP-5.12-5
fn a_waker_has_to_come_within_reach_and_still_have_an_action() {
    let far = |metres: u8| {
        fighters("waker", "policy = \"wakes\"\nat = 0")
            .and("sleeper", &format!("policy = \"idle\"\nat = {metres}"))
            .against("giant", "policy = \"idle\"\nat = -60")
            .with(SIMPLE)
            .with(WAKES)
            .ready()
            .felled("sleeper", 1, 0)
            .round([])
    };
    assert!(far(2).fights("sleeper"));
    let beside = far(31);
    assert_eq!((beside.at("waker"), beside.fights("sleeper")), (2900, true));
    let too_far = far(32);
    assert_eq!(
        (too_far.at("waker"), too_far.fights("sleeper")),
        (-3000, false)
    );
}

#[test] // BRP-5.12-5
fn only_allies_are_woken() {
    let after = pair("", "")
        .and("brute", "policy = \"idle\"")
        .ready()
        .felled("brute", 2, 0)
        .round([HIT, HIT]);
    assert_eq!(after.attackers(), ["waker", "sleeper"]);
    assert_eq!(after.condition("brute"), Condition::Unconscious);
}

#[test] // BRP-5.12-5
fn any_further_injury_fells_the_woken_again() {
    let struck = pair("", "")
        .against(
            "imp",
            "dex = 10\ncarries = [\"blow-1\"]\nskills = { blow-1 = 90 }\npolicy = \"spiteful\"",
        )
        .with("[policies.spiteful]\nact = [\"attack at sleeper\"]\nreact = []")
        .ready()
        .felled("sleeper", 9, 0)
        .round([]);
    assert!(struck.fights("sleeper"));
    assert_eq!(struck.names(&struck.heard.back), ["sleeper"]);
    let struck = struck.round([HIT, HIT, HIT]);
    assert_eq!(struck.names(&struck.heard.downed), ["sleeper"]);
    assert_eq!(
        (struck.condition("sleeper"), struck.hp("sleeper")),
        (Condition::Unconscious, 8)
    );
}

#[test] // BRP-5.12-5
fn an_injury_in_the_very_round_of_waking_spoils_it() {
    let after = pair("", "")
        .against(
            "imp",
            "dex = 10\ncarries = [\"blow-1\"]\npolicy = \"cruel\"",
        )
        .with("[policies.cruel]\nact = [\"attack at fallen\"]\nreact = []")
        .ready()
        .felled("sleeper", 9, 0)
        .round([HIT]);
    assert_eq!(
        (after.condition("sleeper"), after.hp("sleeper")),
        (Condition::Unconscious, 8)
    );
    assert!(after.heard.back.is_empty());
}

#[test] // BRP-5.12-5
fn who_comes_too_late_to_wake_a_sleeper_loses_the_action() {
    // Both wakers state that they wake the nearest ally. For both this is the first of the two sleepers.
    let after = fighters("waker", "policy = \"wakes\"")
        .and("late", "dex = 11\npolicy = \"wakes\"")
        .and("sleeper", "policy = \"idle\"\ncount = 2")
        .against("giant", "hit_points = 99\npolicy = \"idle\"")
        .with(SIMPLE)
        .with(WAKES)
        .ready()
        .felled("sleeper 1", 2, 0)
        .felled("sleeper 2", 1, 0)
        .round([]);
    assert_eq!(after.names(&after.heard.back), ["sleeper 1"]);
    assert!(after.says("waker wakes sleeper 1"));
    assert!(!after.says("late wakes"));
    let after = after.round([]);
    assert_eq!(after.names(&after.heard.back), ["sleeper 2"]);
}

#[test] // BRP-5.12-5
fn a_house_rule_lets_sleepers_lie() {
    let after = pair("", "")
        .option("waking = \"no\"")
        .ready()
        .felled("sleeper", 2, 0)
        .round([HIT]);
    assert_eq!(after.attackers(), ["waker"]);
    assert!(!after.fights("sleeper"));
    let as_ever = pair("", "").option("waking = \"yes\"");
    let after = as_ever.ready().felled("sleeper", 2, 0).round([]);
    assert!(after.fights("sleeper"));
}

#[test] // BRP-X-9, BRP-5.12-5
fn a_side_lives_on_in_the_one_just_woken() {
    let last = |waker_first: bool| {
        let dex = if waker_first { 14 } else { 10 };
        fighters("waker", &format!("dex = {dex}\npolicy = \"wakes\""))
            .and("sleeper", "policy = \"bold\"")
            .against(
                "ogre",
                "dex = 12\ncarries = [\"blow-20\"]\npolicy = \"bold\"",
            )
            .with(&blow(20))
            .with(SIMPLE)
            .with(WAKES)
            .ready()
            .felled("sleeper", 2, 0)
            .round([HIT])
    };
    let lives = last(true);
    assert_eq!(lives.outcome, None);
    assert!(!lives.fights("waker"));
    let over = last(false);
    assert_eq!(over.outcome.expect("an end").ending, Ending::Won(SideId(1)));
}

#[test] // BRP-5.12-5, BRP-5.3-1
fn a_waker_held_fast_wakes_nobody_from_afar() {
    let held = pair("at = 10", "")
        .against("imp", "at = 10\npolicy = \"idle\"")
        .ready()
        .felled("sleeper", 2, 0)
        .round([]);
    assert_eq!((held.at("waker"), held.fights("sleeper")), (1000, false));
    assert!(!held.says("wakes sleeper"));
}
