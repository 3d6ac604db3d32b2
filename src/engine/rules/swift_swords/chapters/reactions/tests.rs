//! Tests of attacks of opportunity and intercepts.

use crate::rules::swift_swords::nouns::{Daze, Grip, Wits};
use crate::rules::swift_swords::testing::{Setup, fighters};

const IDLE: &str = "policy = \"idle\"";

/// Returns a setup of `a`, which moves from its zone into the next one. It has no enemy yet.
fn leaves(stats: &str) -> Setup {
    fighters("a", &format!("policy = \"p\"\nad_set = [5, 3, 2]\n{stats}"))
        .policy("p", "act = [\"move to 1\"]")
        .field("zones = 3")
}

#[test] // SST-8-6
fn every_enemy_of_the_melee_strikes_in_listed_order() {
    let setup = leaves("").against("b", IDLE).and("c", IDLE);
    // Two against one have two more dice each.
    let after = setup.begun([]).step([2; 12]);
    assert_eq!(after.attackers(), ["b", "c"]);
    assert_eq!(after.hand("b"), "5, 3, 2");
    assert_eq!(after.body("a").zone, 1);
}

#[test] // SST-8-6
fn who_cannot_act_has_no_opportunity() {
    let setup = || leaves("").against("b", IDLE).begun([]);
    let hit = |change: fn(&mut crate::rules::swift_swords::nouns::Body)| {
        let after = setup().given("b", change).step([]);
        assert!(after.attackers().is_empty());
        assert_eq!(after.body("a").zone, 1);
    };
    hit(|body| body.states.add(Daze::Stun));
    hit(|body| body.wits = Wits::Panicked { fresh: true });
    hit(|body| body.wits = Wits::Crushed { fresh: true });
}

#[test] // SST-8-6
fn whoever_is_taken_out_or_dazed_on_the_way_does_not_move() {
    let out = leaves("physical = 1").and("x", IDLE).against("b", IDLE);
    let after = out.begun([]).step([5, 2, 2, 2]);
    assert!(!after.fights("a"));
    let dazed = leaves("stateless = false").against("b", IDLE);
    let after = dazed.begun([]).step([5, 2, 2, 2]);
    assert_eq!((after.body("a").zone, after.body("a").group), (0, 1));
    let hurt = leaves("").against("b", IDLE).begun([]).step([5, 2, 2, 2]);
    assert_eq!((hurt.body("a").zone, hurt.left("a")), (1, 2));
}

#[test] // SST-8-6
fn an_opportunity_can_be_let_pass() {
    let setup = leaves("").against("b", "policy = \"q\"");
    let after = setup
        .policy("q", "opportunity = [\"nothing\"]")
        .begun([])
        .step([]);
    assert!(after.attackers().is_empty());
}

#[test] // SST-8-6
fn an_opportunity_leaves_marks_and_pools_of_the_striker() {
    use crate::rules::swift_swords::nouns::{Defence, DefenceKind};
    let begun = leaves("").against("b", IDLE).begun([]);
    let begun = begun.given("b", |body| {
        (body.exposures, body.pool) = (1, Defence::of(DefenceKind::Dodge, 2));
    });
    let after = begun.step([2; 4]);
    assert_eq!(
        (after.body("b").exposures, after.body("b").pool),
        (1, Defence::of(DefenceKind::Dodge, 2))
    );
}

/// Returns a setup of `a`, which is alone in zone 0 and moves to zone 1, and `b`, which intercepts it there.
fn passes() -> Setup {
    leaves("at = { zone = 0, alone = true }")
        .against("b", "policy = \"q\"\nat = 1")
        .policy("q", "intercept = [\"intercept\"]")
}

#[test] // SST-8-7
fn a_mover_is_stopped_for_three_pips() {
    let after = passes().begun([]).step([]);
    assert_eq!((after.body("a").zone, after.body("a").group), (1, 1));
    assert_eq!(
        (after.body("b").group, after.hand("b")),
        (1, "5, 2".to_owned())
    );
    let poor = leaves("at = { zone = 0, alone = true }")
        .against("b", "policy = \"q\"\nad_set = [2]\nat = 1")
        .policy("q", "intercept = [\"intercept\"]");
    let poor = poor.begun([]).step([]);
    assert_eq!((poor.body("a").zone, poor.body("a").group), (1, 0));
}

#[test] // SST-8-7
fn nobody_is_stopped_unless_somebody_wants_to() {
    let setup = leaves("at = { zone = 0, alone = true }").against("b", &format!("{IDLE}\nat = 1"));
    let after = setup.begun([]).step([]);
    assert_eq!((after.body("a").zone, after.body("a").group), (1, 0));
}

#[test] // SST-8-7
fn who_is_stopped_goes_no_farther() {
    let setup = fighters(
        "a",
        "policy = \"p\"\nspeed = 2\nat = { zone = 0, alone = true }",
    )
    .against("b", "policy = \"q\"\nat = 1")
    .policy("p", "act = [\"move to 2\"]")
    .policy("q", "intercept = [\"intercept\"]")
    .field("zones = 3");
    assert_eq!(setup.begun([]).step([]).body("a").zone, 1);
    let idle = setup
        .begun([])
        .given("b", |body| body.states.add(Daze::Stun));
    assert_eq!(idle.step([]).body("a").zone, 2);
}

#[test] // SST-3-10, SST-8-7
fn leaving_a_melee_within_the_zone_others_can_step_in_the_way() {
    let setup = fighters("a", "policy = \"p\"")
        .against("b", "policy = \"q\"")
        .and("c", "policy = \"q\"\nat = { zone = 0, alone = true }")
        .policy("p", "act = [\"move\"]")
        .policy("q", "intercept = [\"intercept\"]");
    let after = setup.begun([]).step([2; 4]);
    // Enemies that the creature has just left cannot also intercept it.
    assert_eq!(after.hand("b"), "5, 3, 2");
    assert_eq!((after.body("a").group, after.body("c").group), (1, 1));
    assert_eq!(after.body("b").group, 0);
}

#[test] // SST-8-7
fn a_charge_that_is_stopped_is_over() {
    let setup = fighters("a", "policy = \"p\"\nat = { zone = 0, alone = true }")
        .against("b", &format!("{IDLE}\nat = 1"))
        .and("c", "policy = \"q\"\nat = { zone = 1, alone = true }")
        .policy("p", "act = [\"charge at b\"]")
        .policy("q", "intercept = [\"intercept\"]")
        .field("zones = 2");
    let after = setup.begun([]).step([]);
    assert!(after.attackers().is_empty());
    assert_eq!((after.body("a").zone, after.body("c").group), (1, 1));
}

#[test] // SST-8-7
fn whoever_is_charged_can_step_in_the_way_itself() {
    let setup = |there: &str| {
        let at = format!("policy = \"q\"\nat = {there}");
        fighters("a", "policy = \"p\"\nat = { zone = 0, alone = true }")
            .against("b", &at)
            .policy("p", "act = [\"charge at b\"]")
            .policy("q", "intercept = [\"intercept\"]")
            .field("zones = 2")
    };
    for there in ["1", "{ zone = 0, alone = true }"] {
        let after = setup(there).begun([]).step([]);
        assert!(after.attackers().is_empty());
        assert_eq!(after.hand("b"), "5, 2");
        assert_eq!(after.body("a").group, after.body("b").group);
    }
}

#[test] // SST-31-3
fn defended_cover_stops_as_many_as_its_choke_value() {
    let wall = "[field.walls.\"0|1\"]\nchoke = 1";
    let setup = fighters(
        "a",
        "policy = \"p\"\ncount = 2\nat = { zone = 0, alone = true }",
    )
    .against("b", &format!("{IDLE}\ncount = 2\nat = 1"))
    .policy("p", "act = [\"move to 1\"]")
    .field("zones = 2")
    .with(wall);
    let first = setup.begun([]).step([]);
    assert_eq!((first.body("a 1").zone, first.body("a 1").group), (1, 1));
    assert_eq!(first.hand("b 1"), "5, 3, 2");
    let second = first.step([]);
    assert_eq!((second.body("a 2").zone, second.body("a 2").group), (1, 0));
}

#[test] // SST-31-3
fn there_is_room_for_so_many_chokes() {
    let wall = |at: usize| format!("[field.walls.\"{at}|{}\"]\nchoke = 1\n", at + 1);
    let walls = |count: usize| (0..count).map(wall).collect::<String>();
    let setup = |count: usize| {
        let setup = fighters("a", IDLE).against("b", IDLE).field("zones = 12");
        setup.with(&walls(count)).faults()
    };
    assert_eq!(setup(8), "");
    assert!(setup(9).contains("at most 8 boundaries can have a choke, not 9"));
}

#[test] // SST-8-6, SST-3-11
fn no_more_have_an_opportunity_than_there_is_room_for() {
    let setup = leaves("").against("b", IDLE).and("c", IDLE).even();
    let begun = setup.field("max_attackers = 1").begun([]);
    assert_eq!(begun.step([2; 4]).attackers(), ["b"]);
}

#[test] // SST-8-6
fn the_held_have_no_opportunity_and_the_prone_have() {
    let begun = || {
        leaves("")
            .against("b", IDLE)
            .and("c", IDLE)
            .even()
            .begun([])
    };
    let by = begun().who("a");
    let held = begun().given("b", |body| body.held = Some(Grip { by, level: 0 }));
    assert_eq!(held.step([2; 4]).attackers(), ["c"]);
    // An attacker that lies on the ground has one die fewer.
    let prone = begun().given("b", |body| body.prone = true);
    assert_eq!(prone.step([2; 7]).attackers(), ["b", "c"]);
}
