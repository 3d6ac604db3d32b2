//! Tests of events that affect a whole side, and of fatigue.

use crate::rules::swift_swords::nouns::Track;
use crate::rules::swift_swords::testing::{Setup, fighters};

fn shaken(event: &str) -> Setup {
    fighters("a", "policy = \"idle\"\nmental = 2")
        .and("c", "policy = \"idle\"")
        .against("b", "policy = \"idle\"")
        .field(&format!("events = [{event}]"))
}

#[test] // SST-19-7
fn an_event_costs_a_side_ranks() {
    let after = shaken("{ round = 1, side = \"side 1\", ranks = 1 }")
        .ready()
        .step([]);
    assert_eq!(
        (after.mind("a"), after.mind("c"), after.mind("b")),
        (1, 2, 3)
    );
    assert!(after.says("The side 1 side loses heart"));
    let later = shaken("{ round = 2, side = \"side 2\", ranks = 2 }")
        .ready()
        .round([]);
    assert_eq!(later.mind("b"), 3);
    let later = later.round([]);
    // Every second Mental Rank lost costs a Physical Rank.
    assert_eq!((later.mind("b"), later.left("b")), (1, 2));
}

#[test] // SST-19-7
fn a_spirit_roll_may_avert_it() {
    let tested = shaken("{ round = 1, side = \"side 1\", ranks = 1, test = true }");
    let after = tested.ready().step([5, 1, 1, 1, 4, 1, 1, 1]);
    assert_eq!((after.mind("a"), after.mind("c")), (2, 2));
}

#[test] // SST-19-7, SST-20-1
fn what_bolsters_gives_ranks_back() {
    let cheered = shaken("{ round = 1, side = \"side 1\", ranks = -2 }");
    let after = cheered.ready().losing("c", Track::Mental, 2).step([]);
    assert_eq!(
        (after.mind("c"), after.left("c"), after.mind("a")),
        (3, 3, 2)
    );
}

#[test] // SST-0-7, SST-19-7
fn an_event_may_end_the_fight() {
    let after = shaken("{ round = 1, side = \"side 2\", ranks = 3 }")
        .ready()
        .round([]);
    assert!(!after.fights("b") && after.outcome.is_some());
}

#[test] // SST-19-7
fn events_are_checked() {
    let faults = |event: &str| shaken(event).faults();
    assert!(faults("{ round = 0, side = \"side 1\", ranks = 1 }").contains("scenario::range"));
    assert!(
        faults("{ round = 1, side = \"side 3\", ranks = 1 }")
            .contains("swift-swords::unknown-side")
    );
    assert!(faults("{ round = 1, side = \"side 1\" }").contains("ranks"));
    assert!(faults("{ round = 1, side = \"side 1\", ranks = 10 }").contains("scenario::range"));
    assert!(faults("3").contains("scenario::type"));
}

#[test] // SST-24-1
fn the_tired_begin_with_ranks_lost() {
    let tired = |stats: &str| {
        fighters("a", &format!("policy = \"idle\"\n{stats}")).against("b", "policy = \"idle\"")
    };
    let trial = tired("fatigue_physical = 1").ready();
    assert_eq!((trial.left("a"), trial.mind("a")), (2, 3));
    // Ranks lost to fatigue count as losses, so the second of them also costs a Mental Rank.
    let trial = tired("fatigue_physical = 2").ready();
    assert_eq!((trial.left("a"), trial.mind("a")), (1, 2));
    let trial = tired("fatigue_physical = 1")
        .ready()
        .losing("a", Track::Physical, 1);
    assert_eq!((trial.left("a"), trial.mind("a")), (1, 2));
    assert!(
        tired("fatigue_mental = 3")
            .faults()
            .contains("swift-swords::worn-out")
    );
    assert!(
        tired("fatigue_mental = 10")
            .faults()
            .contains("scenario::range")
    );
    assert!(
        !tired("fatigue_mental = 3\nheroic = true")
            .faults()
            .contains("worn-out")
    );
}

#[test] // SST-19-7
fn rounds_are_alike_after_the_last_event() {
    let alike_from = |setup: Setup| setup.ready().arena.cast.alike_from;
    assert_eq!(alike_from(fighters("a", "").against("b", "")), Some(2));
    let event = "{ round = 4, side = \"side 1\", ranks = 1 }";
    assert_eq!(alike_from(shaken(event)), Some(5));
    let timid = shaken(event).policy("timid", "act = [\"attack if round > 8\"]");
    let timid = timid.against("d", "policy = \"timid\"");
    assert_eq!(alike_from(timid), Some(9));
}

#[test] // SST-19-7, SST-15-6
fn an_event_means_nothing_to_a_mind_beyond_damage() {
    let setup = fighters("a", "policy = \"idle\"\nmental = 9").against("b", "policy = \"idle\"");
    let event = "events = [{ round = 1, side = \"side 1\", ranks = 1, test = true }]";
    let after = setup.field(event).ready().step([]);
    assert_eq!((after.mind("a"), after.left("a")), (9, 3));
}

#[test] // SST-19-7, SST-20-1, SST-15-6
fn what_bolsters_a_mind_costs_a_body_beyond_damage_nothing() {
    let stats = "policy = \"idle\"\nphysical = 9\nmental = 5";
    let setup = fighters("a", stats).against("b", "policy = \"idle\"");
    let event = "events = [{ round = 1, side = \"side 1\", ranks = -1 }]";
    let after = setup.field(event).ready().losing("a", Track::Mental, 3);
    let after = after.step([]);
    assert_eq!((after.mind("a"), after.left("a")), (3, 9));
}
