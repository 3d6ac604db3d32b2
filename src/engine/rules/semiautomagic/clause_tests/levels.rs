//! Tests of skill bonuses that are computed from a fighter's level, and of the limits that it sets to combos.

use crate::rules::semiautomagic::testing::{Setup, fighters};

fn with(stats: &str) -> Setup {
    fighters("a", stats).against("b", "")
}

#[test] // SAM-23-1, SAM-5-8, SAM-1-1
fn a_skill_gives_its_bonuses_by_its_rate() {
    let trial =
        with("level = 5\nfast = ['weapon', 'reflex']\nstaggered = ['ranged', 'shield']").ready();
    let a = trial.arena.fighter(trial.who("a"));
    assert_eq!((a.melee, a.parry), (5, Some(5)));
    assert_eq!((a.reflex, a.dodge), (5, Some(5)));
    assert_eq!((a.ranged, a.block), (2, Some(2)));
    assert_eq!((a.magic, a.medicine), (0, None));
}

#[test] // SAM-23-1
fn what_the_stat_block_says_itself_stays() {
    let trial = with("level = 4\nfast = ['weapon', 'medicine']\nmelee = 1\nmedicine = 0").ready();
    let a = trial.arena.fighter(trial.who("a"));
    assert_eq!((a.melee, a.parry, a.medicine), (1, Some(4), Some(0)));
}

#[test] // SAM-23-1
fn the_rates_are_numbers_of_the_rules() {
    let rules = "[rules.levels]\nfast = 2\nstaggered = 3";
    let trial = with("level = 7\nfast = ['weapon']\nstaggered = ['magic']")
        .with(rules)
        .ready();
    let a = trial.arena.fighter(trial.who("a"));
    assert_eq!((a.melee, a.magic), (3, 2));
}

#[test] // SAM-10-5, SAM-23-1
fn combos_have_one_component_more_than_the_level_at_most() {
    let told = |stats: &str| with(&format!("combos = ['three']\n{stats}")).faults();
    assert!(told("level = 2").is_empty());
    assert!(told("level = 1").contains("combo `three` has 3 components"));
    assert!(told("level = 2\ncombo_ranks = 1").contains("combo `three` has 3 components"));
    assert!(told("level = 2\ncombo_ranks = 3").contains("3 ranks are too many for level 2"));
}

#[test] // SAM-23-1
fn skills_without_a_level_and_a_level_without_skills_are_faults() {
    let told = |stats: &str| with(stats).faults();
    assert!(told("fast = ['weapon']").contains("without a `level` nothing follows"));
    assert!(told("level = 3").contains("it lists no skills"));
    let both = told("level = 3\nfast = ['weapon']\nstaggered = ['weapon']");
    assert!(
        both.contains("`weapon` is both in `fast` and in `staggered`"),
        "{both}"
    );
}
