//! Tests: what conditions learn.

use super::decider::Decider;
use super::{ACT, VOCABULARY};
use crate::policy::Decision;
use crate::rules::murdham::nouns::scene::View;
use crate::rules::murdham::nouns::state::{Status, Whereabouts};
use crate::rules::murdham::testing::{Trial, fighters};

const WAITS: &str = "[policies.waits]\nact = []\nreact = []\nbonus = []\nopportunity = []";
const IDLE: &str = "policy = \"waits\"\ncarries = [\"spear\"]";

/// `a` and `b` against `c` and `d`, who all do nothing.
fn four() -> Trial {
    fighters("a", IDLE)
        .and("b", IDLE)
        .against("c", IDLE)
        .and("d", IDLE)
        .with(WAITS)
        .ready()
}

/// What `a` learns who asks for a fact, with `c` for a target.
fn asked(trial: &Trial, fact: &str) -> i64 {
    let view = View::new(&*trial.arena, &trial.state);
    let asker = Decider::new(view, trial.who("a"), ACT, None, Some(trial.who("c")));
    let number = VOCABULARY.facts.iter().position(|known| known.name == fact);
    asker.fact(number.expect("a fact of the book"), None)
}

#[test] // MUR-0-7
fn the_dead_of_either_side_are_counted() {
    let dead = |trial: Trial, name: &str| trial.given(name, |body| body.status = Status::Dead);
    let trial = dead(dead(four(), "b"), "c");
    let (foes, allies) = (asked(&trial, "foes.dead"), asked(&trial, "allies.dead"));
    assert_eq!((foes, allies), (1000, 1000));
    let trial = dead(trial, "d");
    let (foes, allies) = (asked(&trial, "foes.dead"), asked(&trial, "allies.dead"));
    assert_eq!((foes, allies), (2000, 1000));
    let down = four().given("d", |body| body.status = Status::Incapacitated);
    assert_eq!(asked(&down, "foes.dead"), 0);
}

#[test] // MUR-10-3
fn a_target_without_a_weapon_is_known() {
    assert!(asked(&four(), "target.armed") > 0);
    let bare = four().given("c", |body| body.items[0].at = Whereabouts::Gone);
    assert_eq!(asked(&bare, "target.armed"), 0);
    assert!(asked(&bare, "self.armed") > 0);
}

#[test] // MUR-12-7
fn who_is_on_the_way_off_the_map_knows_it() {
    assert_eq!(asked(&four(), "self.retreating"), 0);
    let flees = four().given("a", |body| body.retreating = true);
    assert!(asked(&flees, "self.retreating") > 0);
}

#[test] // MUR-0-15
fn the_own_zone_is_known_by_its_number() {
    let at = |zone: u8| {
        let line = fighters("a", &format!("{IDLE}\nat = {zone}"))
            .against("c", IDLE)
            .with(WAITS)
            .field("zones = 3");
        asked(&line.ready(), "self.zone")
    };
    assert_eq!((at(0), at(2)), (0, 2000));
}

#[test] // MUR-1-5
fn passes_and_the_first_opportunity_are_known() {
    let mut trial = four();
    trial.state.unused = trial.state.fighting;
    let known = |trial: &Trial| {
        let [passed, first] = ["passed", "first_opportunity"].map(|fact| asked(trial, fact) > 0);
        (passed, first)
    };
    assert_eq!(known(&trial), (false, true));
    trial.state.passes = 1;
    assert_eq!(known(&trial), (true, false));
    trial.state.passes = 0;
    let who = trial.who("d");
    trial.state.unused.remove(who);
    assert_eq!(known(&trial), (false, false));
}

#[test] // MUR-2-3
fn a_line_that_only_stays_may_ask_about_the_target_of_the_action() {
    let zone = |condition: &str| {
        let after = fighters("a", "policy = \"wary\"\ncarries = [\"spear\"]\nat = 0")
            .against("c", &format!("{IDLE}\nhealth = 7\nat = 2"))
            .with(WAITS)
            .field("zones = 3")
            .with(&format!(
                "[policies.wary]\nact = ['attack at c']\nmove = ['stay if {condition}', 'close']\nafter = ['stay']"
            ))
            .round([]);
        asked(&after, "self.zone")
    };
    assert_eq!(zone("target.health == 7"), 0);
    assert!(zone("target.health == 8") > 0);
}

#[test] // MUR-0-24, MUR-0-22
fn numbers_are_those_of_whom_they_are_about() {
    let trial = fighters("a", &format!("{IDLE}\nsize = \"large\"\narmour = 1"))
        .and("b", IDLE)
        .and("e", &format!("{IDLE}\nat = 2"))
        .against(
            "c",
            &format!("{IDLE}\nsize = \"small\"\nhealth = 12\nstr = 7\nagi = 9\narmour = 2"),
        )
        .and("d", &format!("{IDLE}\nat = 1"))
        .with(WAITS)
        .field("zones = 3")
        .ready()
        .given("a", |body| body.health = 5)
        .given("c", |body| body.health = 11);
    for (fact, value) in [
        ("self.health", 5),
        ("self.health_max", 8),
        ("self.armour", 1),
        ("self.holding", 0),
        ("target.health", 11),
        ("target.health_max", 12),
        ("target.str", 7),
        ("target.agi", 9),
        ("target.armour", 2),
        ("target.larger", -2),
        ("target.distance", 0),
        ("foes.fighting", 2),
        ("foes.nearby", 1),
        ("foes.distance", 0),
        ("allies.fighting", 2),
        ("allies.nearby", 1),
        ("allies.grabbed", 0),
    ] {
        assert_eq!(asked(&trial, fact), 1000 * value, "{fact}");
    }
    let held = trial.holding("a", "c").holding("d", "e");
    let grabbed = ["self.holding", "allies.grabbed"].map(|fact| asked(&held, fact));
    assert_eq!(grabbed, [1000, 1000]);
}
