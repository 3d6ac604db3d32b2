//! Tests: what policies choose.

use super::asker::Asker;
use crate::policy::Decision;
use crate::rules::persona::nouns::scene::View;
use crate::rules::persona::nouns::state::Phase;
use crate::rules::persona::testing::{Setup, Trial, does, fighters};
use crate::rules::persona::vocabulary::VOCABULARY;
use crate::rules::persona::words::ACT;

/// `a` with the policy `plain` of the book, against `b` at this place.
fn plain(mine: &str, place: i32) -> Setup {
    fighters("a", &format!("policy = 'plain'\n{mine}")).against("b", &format!("at = {place}"))
}

#[test] // PER-13.7-3, PER-3-2
fn the_simplest_fighter_does_one_thing_a_turn() {
    let stands = plain("prone = true\ncarries = ['sword']", 9).step([]);
    assert!(!stands.body("a").prone);
    let strikes = plain("carries = ['gun', 'sword']", 1).ready().turn([100]);
    assert_eq!(
        strikes.attacks(),
        [("a".to_owned(), "b".to_owned(), "sword".to_owned())]
    );
    let shoots = plain("carries = ['gun', 'sword']", 20).ready().turn([100]);
    assert_eq!(shoots.attacks()[0].2, "gun");
    let jammed = plain("carries = ['gun']", 20)
        .ready()
        .given("a", |body| body.items[0].jammed = true);
    assert!(!jammed.step([40]).body("a").items[0].jammed);
    assert_eq!(plain("carries = ['sword']", 20).step([]).at("a"), 6);
}

#[test] // PER-12-1
fn actions_are_there_for_those_who_can_use_them() {
    let nothing = |act: &str, mine: &str, others: &str| {
        let after: Trial = does(act, mine, others).step([]);
        assert!(
            after.says("a does nothing.") && after.state.phase == Phase::Start,
            "{act}"
        );
    };
    nothing("move", "immobile = true", "at = 9");
    nothing("semi-burst", "carries = ['sword']", "at = 9");
    nothing("attack", "carries = ['sword']", "at = 9");
    nothing("attack with ranged", "carries = ['sword']", "");
    nothing("feint", "", "at = 2");
    nothing("grapple", "carries = ['axe']", "");
    nothing("two-weapons", "carries = ['sword', 'knife']", "");
    nothing("stand", "", "");
    nothing("clear", "carries = ['gun']", "at = 9");
    nothing("reload", "carries = ['pistol']", "at = 9");
    nothing("assist", "", "");
}

#[test] // PER-4-1, PER-13.7-2
fn targets_are_picked_by_their_rules() {
    let setup = |rule: &str| {
        let line = format!("attack at {rule}");
        does(&line, "carries = ['gun']", "at = 30\nwounds = 9\nap = 2")
            .and("c", "at = 20\nwounds = 5\nap = 4")
            .and("d", "at = 40\nwounds = 20\nprone = true")
    };
    let rules = [
        ("first", "b"),
        ("nearest", "c"),
        ("weakest", "c"),
        ("strongest", "d"),
        ("easiest", "d"),
        ("helpless", "d"),
        ("b", "b"),
    ];
    for (rule, name) in rules {
        assert_eq!(setup(rule).step([100]).targets(), [name], "{rule}");
    }
}

#[test] // PER-4-19
fn those_who_are_out_are_counted() {
    let mut trial = plain("", 9).and("c", "at = 9").ready();
    let asked = |trial: &Trial, fact: &str| {
        let view = View {
            arena: &trial.arena,
            state: &trial.state,
        };
        let asker = Asker::new(view, trial.who("a"), ACT, None, None);
        let number = VOCABULARY.facts.iter().position(|known| known.name == fact);
        asker.fact(number.expect("a fact of the book"), None)
    };
    assert_eq!(
        ["foes.out", "allies.out"].map(|fact| asked(&trial, fact)),
        [0, 0]
    );
    let who = trial.who("c");
    trial.state.fighting.remove(who);
    assert_eq!(
        ["foes.out", "allies.out"].map(|fact| asked(&trial, fact)),
        [1000, 0]
    );
}
