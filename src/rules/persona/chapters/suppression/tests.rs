//! Tests: Suppressing Fire.

use crate::rules::persona::testing::{Setup, does, fraction};

fn fire(line: &str) -> Setup {
    does(line, "carries = ['gun']\nbs = 60", "at = 20")
        .and("c", "at = 30")
        .and("d", "at = -5")
}

#[test] // PER-12.35-1, PER-12.35-3
fn everybody_on_the_side_may_be_pinned() {
    // Target number 60 - 20; a miss; pinning at 30 - 10.
    let after = fire("suppress at b").step([41, 21, 20]);
    assert!(after.body("b").pinned && !after.body("c").pinned && !after.body("d").pinned);
    let full = fire("suppress at b as full").step([41, 11, 10]);
    assert!(full.body("b").pinned && !full.body("c").pinned);
}

#[test] // PER-12.35-1
fn bonuses_do_not_count_and_penalties_do() {
    let hits = |setup: crate::rules::persona::testing::Trial| {
        let odds = setup.odds(|after| after.blows().iter().any(|blow| blow.mark() > 0));
        odds.of(|&hit| hit)
    };
    let alone = || {
        does(
            "suppress",
            "carries = ['gun']\nbs = 60\nbraced = true",
            "at = 20",
        )
        .ready()
    };
    assert_eq!(hits(alone()), fraction(40, 100));
    assert_eq!(
        hits(
            alone()
                .given("b", |body| body.stunned = 2)
                .given("a", |body| body.aim = 20)
        ),
        fraction(40, 100)
    );
    assert_eq!(
        hits(alone().given("a", |body| body.fatigue = 1)),
        fraction(30, 100)
    );
}

#[test] // PER-12.35-2
fn hits_fall_at_random() {
    // A roll of 1: 4 degrees and 3 hits, on the second, the first and the second of two.
    let after = fire("suppress at b").step([1, 2, 1, 2, 5, 5, 5, 20, 20]);
    assert_eq!(after.targets(), ["b", "c", "c"]);
    let distinct = fire("suppress at b").option("suppress_random = \"distinct\"");
    // The second hit has but one victim left to choose from; then both again.
    let after = distinct.step([1, 2, 1, 1, 5, 5, 5, 20, 20]);
    assert_eq!(after.targets(), ["b", "b", "c"]);
}

#[test] // PER-12.35-1
fn a_house_rule_limits_the_arc() {
    let after = fire("suppress at b")
        .option("suppress_zone = 1")
        .step([41, 21]);
    assert!(after.body("b").pinned);
    let wide = fire("suppress at b as full")
        .option("suppress_zone = 1")
        .step([41, 11, 10]);
    assert!(wide.body("b").pinned);
    let narrow = fire("suppress at b as full")
        .option("suppress_zone_full = 1")
        .step([41, 11]);
    assert!(narrow.body("b").pinned);
}

#[test] // PER-12.35-2, PER-12.3-3
fn it_jams_like_any_burst() {
    let after = fire("suppress at b").step([94, 20, 20]);
    assert!(after.body("a").items[0].jammed);
}

#[test] // PER-13.2-8
fn who_is_in_melee_cannot_be_pinned() {
    let after = fire("suppress at b")
        .ready()
        .given("b", |body| body.at = 1)
        .step([41, 20]);
    assert!(!after.body("b").pinned);
}

#[test] // PER-12.35-1, PER-4-3, PER-4-7
fn what_hinders_the_shooter_hinders_suppression() {
    let chance = |mine: &str, option: &str| {
        let setup = does("suppress", mine, "at = 1").option(option);
        let odds = setup.odds(|after| after.blows().iter().any(|blow| blow.mark() > 0));
        odds.of(|&hit| hit)
    };
    let gun = "carries = ['gun']\nbs = 60";
    assert_eq!(chance(gun, "shoot_engaged = -10"), fraction(30, 100));
    assert_eq!(chance(gun, "modifier_cap = 5"), fraction(55, 100));
    assert_eq!(
        chance(gun, "shoot_engaged = \"pistol-only\""),
        fraction(0, 1)
    );
}
