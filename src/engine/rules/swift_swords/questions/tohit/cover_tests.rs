//! Tests of cover.

use crate::rules::swift_swords::testing::{Setup, fighters, fraction};

const IDLE: &str = "policy = \"idle\"";

/// Returns a setup of `a`, a bowman with five dice, and `b`, the target, which starts at `at`.
fn shot(at: &str) -> Setup {
    fighters(
        "a",
        "attack = 5\ncarries = [\"bow\"]\npolicy = \"p\"\nat = { zone = 0, alone = true }",
    )
    .against("b", &format!("{IDLE}\nphysical = 8\nat = {at}"))
    .policy("p", "act = [\"shoot\"]")
}

fn behind(cover: &str) -> Setup {
    shot(&format!(
        "{{ zone = 0, alone = true, cover = \"{cover}\" }}"
    ))
}

#[test] // SST-31-1
fn medium_soft_cover_takes_two_dice() {
    let hit = |setup: Setup| setup.begun([]).odds(|t| t.left("b") < 8).of(|&hit| hit);
    assert_eq!(hit(behind("soft-medium")), fraction(73, 108));
    assert_eq!(hit(behind("soft-heavy")), fraction(5, 9));
    assert_eq!(hit(behind("soft-light")), fraction(20, 27));
    assert_eq!(
        hit(shot("{ zone = 0, alone = true }")),
        fraction(1007, 1296)
    );
}

#[test] // SST-31-1
fn nobody_makes_an_effort_against_heavy_hard_cover() {
    let effort = "act = [\"shoot\"]\neffort = [\"effort\"]\nraise = [\"raise\"]";
    let with = |cover: &str| {
        fighters(
            "a",
            "attack = 5\nad_set = [5, 5, 1]\ncarries = [\"bow\"]\npolicy = \"q\"\nat = { zone = 0, alone = true }",
        )
        .against(
            "b",
            &format!("{IDLE}\nat = {{ zone = 0, alone = true, cover = \"{cover}\" }}"),
        )
        .with(&format!("[policies.q]\n{effort}"))
        .begun([])
    };
    assert_eq!(with("hard-light").step([2; 5]).body("a").hand.ones(), 0);
    assert_eq!(with("hard-heavy").step([2; 3]).hand("a"), "5, 1");
}

#[test] // SST-31-1
fn linear_cover_works_both_ways_across_its_boundary() {
    let wall = "[field.walls.\"0|1\"]\ncover = \"soft-medium\"";
    let far = |at: &str| shot(at).field("zones = 3").with(wall);
    // One of the five dice is lost for each zone, and two for the wall, if it is on the way.
    far("{ zone = 1, alone = true }").begun([]).step([2; 2]);
    far("{ zone = 2, alone = true }").begun([]).step([2; 1]);
    far("{ zone = 0, alone = true }").begun([]).step([2; 5]);
}

#[test] // SST-31-1
fn hard_cover_is_armour_where_a_scenario_says_so() {
    let setup = |worth: u8| {
        let b = format!(
            "{IDLE}\nhard_cover_armour = {worth}\nat = {{ zone = 0, alone = true, cover = \"hard-light\" }}"
        );
        fighters(
            "a",
            "attack = 5\ncarries = [\"bow\"]\npolicy = \"p\"\nat = { zone = 0, alone = true }",
        )
        .against("b", &b)
        .policy("p", "act = [\"shoot\"]")
        .begun([])
        .step([5, 5, 2, 2])
    };
    assert_eq!(setup(0).left("b"), 2);
    assert_eq!(setup(2).left("b"), 3);
}

#[test] // SST-15-4, SST-31-2
fn whoever_leaves_its_cover_has_none() {
    let runs = "policy = \"run\"\nat = { zone = 0, alone = true, cover = \"soft-heavy\" }";
    let setup = fighters("a", runs).against("b", &format!("{IDLE}\nat = 1"));
    let setup = setup
        .field("zones = 3")
        .policy("run", "act = [\"move to 1\"]");
    let begun = setup.begun([]);
    assert!(begun.body("a").covered);
    assert!(!begun.step([]).body("a").covered);
}

#[test] // SST-15-4, SST-31-2
fn cover_that_is_lost_is_in_nobodys_way() {
    let begun = || behind("soft-heavy").begun([]);
    begun().step([2; 2]);
    begun().given("b", |body| body.covered = false).step([2; 5]);
}

#[test] // SST-31-1
fn of_two_covers_the_one_that_takes_more_dice_counts_with_what_both_forbid_and_protect() {
    let at = "at = { zone = 1, alone = true, cover = \"soft-heavy\" }";
    let setup = fighters(
        "a",
        "attack = 5\nad_set = [5, 5, 1]\ncarries = [\"bow\"]\npolicy = \"q\"\nat = { zone = 0, alone = true }",
    )
    .against("b", &format!("{IDLE}\nhard_cover_armour = 1\n{at}"))
    .policy("q", "act = [\"shoot\"]\neffort = [\"effort\"]")
    .field("zones = 2")
    .with("[field.walls.\"0|1\"]\ncover = \"hard-heavy\"");
    // One of the five dice is lost for the zone, and three for the soft cover. The hard wall counts as armour
    // and allows no Effort.
    let after = setup.begun([]).step([5]);
    assert_eq!((after.hand("a"), after.left("b")), ("5, 1".to_owned(), 3));
}

#[test] // SST-31-1
fn hard_cover_is_no_armour_against_blows() {
    let alone = "at = { zone = 0, alone = true";
    let spear = format!("attack = 5\ncarries = [\"spear\"]\n{alone} }}");
    let b = format!("{IDLE}\nhard_cover_armour = 2\n{alone}, cover = \"hard-light\" }}");
    let after = fighters("a", &spear).against("b", &b).begun([]);
    assert_eq!(after.step([5, 5, 2, 2, 2]).left("b"), 2);
}

#[test] // SST-31-1
fn soft_cover_is_no_armour() {
    let setup = |cover: &str| {
        let at = format!("at = {{ zone = 0, alone = true, cover = \"{cover}\" }}");
        let b = format!("{IDLE}\nhard_cover_armour = 2\n{at}");
        fighters(
            "a",
            "attack = 5\ncarries = [\"bow\"]\npolicy = \"p\"\nat = { zone = 0, alone = true }",
        )
        .against("b", &b)
        .policy("p", "act = [\"shoot\"]")
        .begun([])
        .step([5, 5, 2, 2])
        .left("b")
    };
    assert_eq!(["soft-light", "hard-light"].map(setup), [2, 3]);
}

#[test] // SST-31-1
fn every_wall_on_the_way_of_a_shot_is_met() {
    let far = shot("{ zone = 2, alone = true }").field("zones = 3");
    let far = far.with("[field.walls.\"1|2\"]\ncover = \"soft-medium\"");
    // Two of the five dice are lost for the zones, and two for the wall.
    far.begun([]).step([2]);
}
