//! Tests of what the policy `default` does for characters that have to reach a place as their objective.

use crate::fight::ListId;
use crate::rules::murdham::decisions::{ACT, MOVE, PACE};
use crate::rules::murdham::testing::{Setup, fighters};

/// Returns the first side of a fight on a line of eight zones: a runner that has to reach zone 5 and has the
/// policy `default`. The runner begins in zone 0 unless `stats`, lines of its stat block, say otherwise.
fn runner(stats: &str) -> Setup {
    fighters("runner", &format!("health = 60\n{stats}"))
        .wins("{ reach = 5, who = \"runner\" }")
        .field("zones = 8")
}

#[test] // MUR-2-2, MUR-2-3
fn by_default_a_runner_sprints_past_enemies_to_the_place_and_stays_there() {
    let run = runner("carries = [\"sword\"]")
        .against("b", "policy = \"idle\"\nat = 2")
        .round([]);
    assert_eq!(run.at("runner"), "4");
    let there = run.round([]);
    assert_eq!(there.at("runner"), "5");
    let after = there.round([]);
    assert_eq!((after.at("runner"), after.attackers().len()), ("5", 0));
}

#[test] // MUR-2-1
fn by_default_a_runner_that_is_there_strikes_at_enemies_in_reach() {
    let there = runner("carries = [\"sword\"]\nat = 4")
        .against("b", "policy = \"idle\"\nat = 5")
        .turn([]);
    assert_eq!((there.at("runner"), there.attackers().len()), ("5", 0));
    let struck = there.round([]).turn([2]);
    assert_eq!((struck.at("runner"), struck.health("b")), ("5", 6));
}

#[test] // MUR-0-18
fn by_default_a_runner_whose_way_is_blocked_fights() {
    let blocked = runner("carries = [\"sword\"]\nat = 4")
        .against("b", "policy = \"idle\"\nat = 5")
        .option("zone_capacity = 1")
        .turn([]);
    assert_eq!(blocked.at("runner"), "4|5");
    let struck = blocked.round([]).turn([2]);
    assert_eq!((struck.at("runner"), struck.health("b")), ("4|5", 6));
}

#[test] // MUR-2-12
fn by_default_nobody_runs_for_an_objective_of_somebody_else() {
    let fight = fighters("guard", "carries = [\"sword\"]")
        .and("herald", "policy = \"idle\"")
        .wins("{ reach = 5, who = \"herald\" }")
        .against("b", "policy = \"idle\"")
        .field("zones = 8")
        .turn([2]);
    assert_eq!((fight.at("guard"), fight.health("b")), ("0", 6));
}

#[test] // MUR-2-12
fn an_objective_without_a_name_is_about_all_of_its_side() {
    let run = fighters("a", "").and("c", "").wins("{ reach = 5 }");
    let run = run
        .against("b", "policy = \"idle\"\nat = 7")
        .field("zones = 8");
    let after = run.round([]);
    assert_eq!(
        (after.at("a"), after.at("c"), after.at("b")),
        ("4", "4", "7")
    );
}

#[test] // MUR-2-12, MUR-6-1
fn a_runner_is_struck_at_as_it_leaves_and_chased() {
    let hunt = |at: i32| {
        runner("at = 1\nspeed = 0.5")
            .against("hunter", &format!("carries = [\"sword\"]\nat = {at}"))
    };
    // The runner leaves the hunter's reach with the second half-zone of its sprint.
    let struck = hunt(1).turn([2]);
    assert_eq!((struck.at("runner"), struck.health("runner")), ("2", 58));
    assert!(!struck.has_turn("hunter"));
    let chased = hunt(0).turn([]).turn([]);
    assert_eq!((chased.at("runner"), chased.at("hunter")), ("2", "2"));
}

#[test] // MUR-4-14
fn by_default_a_runner_keeps_its_turn_unless_the_blow_may_fell_it() {
    let attacked = |health: u8, faces: &[u32]| {
        fighters("b", "carries = [\"sword\"]\npolicy = \"does\"")
            .acts("does", "attack")
            .against(
                "runner",
                &format!("carries = [\"sword\"]\nhealth = {health}\nagi = 10"),
            )
            .wins("{ reach = 5, who = \"runner\" }")
            .field("zones = 8")
            .turn(faces.iter().copied())
    };
    let kept = attacked(60, &[3]);
    assert!(kept.has_turn("runner") && kept.health("runner") == 57);
    let dodged = attacked(2, &[5]);
    assert!(!dodged.has_turn("runner") && dodged.says("dodges"));
}

#[test] // MUR-17-1, MUR-17-3
fn by_default_a_rider_races_to_the_place() {
    let ride = fighters("rider", "riding = \"horse\"")
        .wins("{ reach = 5, who = \"rider\" }")
        .against("b", "policy = \"idle\"\nat = 7")
        .with("[combatants.horse]\nhealth = 10\nspeed = 4\nseats = 1\npolicy = \"idle\"")
        .field("zones = 8")
        .turn([]);
    assert_eq!((ride.at("rider"), ride.at("horse")), ("4", "4"));
}

#[test] // MUR-12-6
fn by_default_somebody_who_has_to_leave_retreats_when_it_breaks() {
    let broken = |wins: &str| {
        fighters(
            "a",
            "carries = [\"sword\"]\npolicy = \"plain\"\nhealth = 30",
        )
        .against("b", "policy = \"meek\"\nstart_health = 5")
        .wins(wins)
        .policy("meek", "act = []")
        .round([2, 20])
        .body("b")
        .retreating
    };
    assert!(broken("{ out = \"b\", fate = \"fled\" }"));
    assert!(!broken("{ out = \"a\", fate = \"fled\" }"));
}

#[test]
fn fights_without_such_objectives_ask_no_line_about_them() {
    let asked = |wins: &str| {
        let fight = fighters("a", "").wins(wins);
        let arena = fight.against("b", "").field("zones = 3").ready().arena;
        let lists = [MOVE, PACE, ACT];
        let fighter = &arena.roster[0];
        lists.map(|list| {
            (
                fighter.policy.list(ListId::at(list)).len(),
                fighter.asks(list),
            )
        })
    };
    assert_eq!(asked(""), [(0, false), (0, false), (3, true)]);
    assert_eq!(asked("{ out = \"b\" }"), asked(""));
    let reach = "{ reach = 2, who = \"a\" }";
    assert_eq!(asked(reach), [(1, true), (1, true), (4, true)]);
}

#[test]
fn of_several_places_the_first_is_the_goal_and_any_is_enough() {
    let fight = |at: i32| {
        fighters("a", &format!("at = {at}"))
            .and("c", "policy = \"idle\"")
            .wins("{ reach = 5, who = [\"a\", \"c\"] }, { reach = 2, who = [\"a\", \"c\"] }")
            .against("b", "policy = \"idle\"\nat = 7")
            .field("zones = 8")
            .turn([])
            .at("a")
            .to_owned()
    };
    assert_eq!((fight(3), fight(2)), ("5".to_owned(), "2".to_owned()));
}

#[test]
fn to_go_without_a_zone_takes_an_objective_or_a_condition() {
    let faults = |wins: &str, line: &str| {
        let fight = fighters("a", "policy = \"does\"").wins(wins);
        let fight = fight.policy("does", &format!("move = ['{line}']"));
        fight
            .against("b", "policy = \"idle\"")
            .field("zones = 3")
            .faults()
    };
    assert!(faults("", "go").contains("`a` has no place to reach"));
    assert_eq!(faults("", "go if self.must_reach"), "");
    assert_eq!(faults("", "go to 2"), "");
    assert_eq!(faults("{ reach = 2 }", "go"), "");
    assert!(faults("{ out = \"b\" }", "go").contains("policy::no-objective"));
}
