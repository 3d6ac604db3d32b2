//! Tests of what the policy `default` does for fighters that an objective wants to reach a place.

use crate::rules::semiautomagic::testing::{Setup, fighters};

/// Sets up `a`, which has the policy `default` and must reach the cell `goal` to win, against `b`, which does
/// nothing. `mine` and `other` are lines in the stat blocks of `a` and `b`.
fn runner(mine: &str, goal: &str, other: &str) -> Setup {
    fighters("a", &format!("policy = 'default'\n{mine}"))
        .wins(&format!("{{ reach = {goal}, who = 'a' }}"))
        .against("b", other)
}

fn on_plain_ground(mine: &str, goal: &str, other: &str) -> Setup {
    runner(mine, goal, other).field("size = [40, 40]")
}

#[test] // SAM-3-1
fn by_default_a_runner_moves_to_a_place_nearby_and_stays_there() {
    let setup = on_plain_ground("at = [0, 0]", "[5, 0]", "at = [2, 1]");
    let moved = setup.ready().step([]);
    assert_eq!(moved.at("a"), (3, 0));
    let there = moved.step([]);
    assert_eq!((there.at("a"), there.body("a").clock.left), ((5, 0), 4));
    let after = there.round([]).round([]);
    assert_eq!((after.at("a"), after.attackers().len()), ((5, 0), 0));
}

#[test] // SAM-3-4
fn by_default_a_runner_runs_where_that_is_farther() {
    let run = on_plain_ground("at = [0, 0]", "[20, 0]", "at = [2, 1]");
    let there = run.ready().step([]);
    assert_eq!((there.at("a"), there.body("a").clock.left), ((20, 0), 3));
    // In three seconds, `a` moves nine squares. Up to this distance it moves, and beyond it runs.
    let seconds = |goal: &str| {
        let setup = on_plain_ground("at = [0, 0]", goal, "at = [2, 1]");
        setup.ready().step([]).body("a").clock.left
    };
    assert_eq!((seconds("[9, 0]"), seconds("[10, 0]")), (5, 3));
}

#[test] // SAM-3-1
fn by_default_a_runner_goes_around_walls() {
    let map = "map = \"\"\"\na#....b\n.#.....\n.......\n\"\"\"";
    let there = runner("at = 'a'", "[2, 2]", "at = 'b'")
        .field(map)
        .turn_of_a([]);
    assert_eq!(there.at("a"), (2, 2));
}

#[test] // SAM-3-5
fn by_default_a_runner_enters_the_cell_of_an_enemy_and_fights_for_it_where_it_may_not() {
    let setup = on_plain_ground("at = [4, 0]", "[5, 0]", "at = [5, 0]");
    assert_eq!(setup.ready().step([]).at("a"), (5, 0));
    let kept_out = setup.option("occupancy = 'exclusive'").step([1]);
    assert_eq!(
        (kept_out.at("a"), kept_out.attackers()),
        ((4, 0), vec!["a".to_owned()])
    );
}

#[test] // SAM-3-7
fn by_default_a_runner_gets_up_first() {
    let setup = on_plain_ground("at = [0, 0]\nposture = 'prone'", "[3, 0]", "at = [9, 1]");
    let trial = setup.ready().step([]).step([]);
    assert_eq!((trial.at("a"), trial.body("a").clock.left), ((3, 0), 3));
}

#[test] // SAM-0-14
fn by_default_nobody_runs_for_an_objective_of_somebody_else() {
    let fight = fighters("a", "policy = 'default'\nat = [0, 0]")
        .and("herald", "at = [30, 30]")
        .wins("{ reach = [20, 0], who = 'herald' }")
        .against("b", "at = [1, 0]")
        .field("size = [40, 40]")
        .step([1]);
    assert_eq!(
        (fight.at("a"), fight.attackers()),
        ((0, 0), vec!["a".to_owned()])
    );
}

#[test] // SAM-0-14
fn by_default_a_fighter_that_is_there_first_stays_for_the_others() {
    let fight = fighters("a", "policy = 'default'\nat = [5, 0]")
        .and("c", "at = [0, 9]")
        .wins("{ reach = [5, 0], who = ['a', 'c'] }")
        .against("b", "at = [12, 0]")
        .field("size = [40, 40]")
        .step([]);
    assert_eq!(fight.at("a"), (5, 0));
}

#[test] // SAM-3-6
fn a_runner_is_chased() {
    let chased = on_plain_ground("at = [2, 0]", "[11, 0]", "policy = 'default'\nat = [0, 0]");
    let after = chased.turn_of_a([]);
    assert_eq!(after.at("a"), (11, 0));
    let after = after.step([]);
    assert!(after.at("b").0 > 0);
}

#[test] // SAM-14-1, SAM-14-2
fn by_default_a_rider_steers_its_mount_to_the_place() {
    let ride = fighters("a", "policy = 'default'\nat = [0, 0]\nriding = 'horse'")
        .and(
            "horse",
            "scale = 1\nspeed = 6\ncarries = ['teeth']\nnatural = 4",
        )
        .wins("{ reach = [20, 0], who = 'a' }")
        .against("b", "at = [30, 9]")
        .field("size = [40, 40]");
    // The ride takes two seconds of the rider's turn and two of the horse's. The horse then stands in columns
    // 19 and 20, so it occupies the goal, [20, 0].
    let after = ride.turn_of_a([]);
    assert_eq!((after.at("a"), after.at("horse")), ((19, 0), (19, 0)));
}
