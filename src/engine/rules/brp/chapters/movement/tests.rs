//! Tests of the distances of moves, the order of moves, and the DEX rank after a move.

use crate::dice::Scripted;
use crate::fight::{Arena as _, Fight, FighterId, Progress, Silent};
use crate::rules::brp::nouns::state::State;
use crate::rules::brp::testing::{Setup, Trial, fighters, fraction};

/// Returns a fight of a runner with this `dex` against a post. The runner moves `way` centimetres up to the
/// post. The post has DEX 2, does not move, and strikes.
fn charging(dex: i32, way: i32) -> Setup {
    let place = format!("{}.{:02}", way / 100 + 2, way % 100);
    fighters(
        "runner",
        &format!("dex = {dex}\ndodge = 60\npolicy = \"dodge\""),
    )
    .against(
        "post",
        &format!("dex = 2\nbrawl = 60\nat = {place}\npolicy = \"post\""),
    )
    .with("[policies.post]\nmove = [\"stay\"]\nreact = [\"nothing\"]")
}

/// Plays a round of the fight of [`charging`]. Both attacks miss.
fn charge(dex: i32, way: i32) -> Trial {
    charging(dex, way).round([100, 100])
}

#[test] // BRP-5.3-2, BRP-5.3-3
fn the_rank_falls_by_the_bands_of_movement() {
    for (way, rank) in [
        (0, 13),
        (500, 13),
        (501, 7),
        (550, 7),
        (600, 7),
        (1500, 7),
        (1501, 4),
        (1550, 4),
        (1600, 4),
        (2900, 4),
    ] {
        let after = charge(13, way);
        let told = format!("DEX rank {rank}: runner attacks post");
        assert!(after.says(&told), "{way} cm: {:?}", after.heard.said);
    }
}

#[test] // BRP-5.3-1, BRP-5.3-2, BRP-5.4-5
fn beyond_29_metres_there_is_no_action_but_still_defence() {
    for way in [2901, 2950, 3000] {
        let after = charging(13, way).round([50, 50]);
        assert_eq!(after.attackers(), ["post"], "{way} cm");
        assert_eq!(
            (after.hp("runner"), after.at("post") - after.at("runner")),
            (13, 200)
        );
    }
}

#[test] // BRP-5.3-3
fn a_quarter_of_ten_acts_at_three_after_a_four_that_stood_still() {
    let after = charging(10, 2000)
        .against("third", "dex = 4\nat = 22")
        .round([100, 100, 100]);
    assert_eq!(after.attackers(), ["third", "runner", "post"]);
    assert!(after.says("DEX rank 3: runner"));
}

#[test] // BRP-5.3-3
fn only_the_rank_falls_not_the_chances() {
    let unhurt = charging(10, 2000)
        .ready()
        .round_odds(|trial| trial.hp("post") == 13);
    assert_eq!(unhurt.of(|&unhurt| unhurt), fraction(3, 4));
}

#[test] // BRP-X-4
fn ranks_are_rounded_as_the_option_says() {
    for (rounding, way, rank) in [
        ("up", 1000, 7),
        ("up", 2000, 4),
        ("down", 1000, 6),
        ("down", 2000, 3),
        ("nearest", 1000, 7),
        ("nearest", 2000, 3),
    ] {
        let after = charging(13, way)
            .option(&format!("fraction_rounding = \"{rounding}\""))
            .round([100, 100]);
        assert!(
            after.says(&format!("DEX rank {rank}: runner")),
            "{rounding}, {way} cm"
        );
    }
}

#[test] // BRP-5.3-4
fn closing_in_covers_the_distance_less_the_reach() {
    let near = charge(12, 2900);
    assert_eq!(near.at("runner"), 2900);
    assert_eq!(near.attackers(), ["runner", "post"]);
    assert!(near.says("DEX rank 3: runner"));
    let further = charging(12, 2950).round([100]);
    assert_eq!(
        (further.at("runner"), further.attackers()),
        (2950, vec!["post".to_owned()])
    );
    let far = charging(12, 5800).round([]);
    assert_eq!((far.at("runner"), far.attackers().len()), (3000, 0));
}

#[test] // BRP-5.3-4, BRP-5.3-1
fn whoever_has_been_closed_upon_stays_and_keeps_the_rank() {
    let after = fighters("slow", "dex = 12\nat = 0")
        .against("fast", "dex = 13\nat = 31")
        .round([100, 100]);
    assert_eq!((after.at("slow"), after.at("fast")), (0, 200));
    assert_eq!(after.attackers(), ["slow", "fast"]);
    assert!(after.says("DEX rank 12: slow") && after.says("DEX rank 4: fast"));
}

#[test] // BRP-5.3-4
fn nothing_blocks_the_way_and_nobody_strikes_at_a_mover() {
    let after = fighters("runner", "dex = 13\npolicy = \"past\"")
        .and("friend", "dex = 3\nat = 4\npolicy = \"idle\"")
        .against("guard", "dex = 10\nat = 7\npolicy = \"guard\"")
        .against("goal", "dex = 1\nat = 20\npolicy = \"idle\"")
        .with("[policies.past]\nact = [\"attack at goal\"]")
        .with("[policies.guard]\nact = [\"attack at runner\"]\nmove = [\"stay\"]")
        .with("[policies.idle]\nact = [\"wait\"]")
        .round([100]);
    assert_eq!(after.at("runner"), 1800);
    assert_eq!(after.attackers(), ["runner"]);
    assert!(after.says("guard finds nobody to attack"));
}

/// Plays a round of a fighter with this `move` line against an enemy 10 m away that waits.
fn moving(line: &str) -> Trial {
    fighters("mover", "at = 5\npolicy = \"mover\"")
        .against("other", "at = 15\npolicy = \"idle\"")
        .with(&format!(
            "[policies.mover]\nact = [\"wait\"]\nmove = [\"{line}\"]"
        ))
        .with("[policies.idle]\nact = [\"wait\"]")
        .round([])
}

#[test] // BRP-5.3-4, BRP-5.3-1
fn how_far_and_where_to_move_is_the_movers_choice() {
    for (line, place) in [
        ("stay", 500),
        ("close nearest", 1300),
        ("close", 1300),
        ("advance nearest by 4.25", 925),
        ("advance by 20", 1300),
        ("withdraw nearest by 12", -700),
        ("withdraw by 30", -2500),
        ("withdraw by 500", -2500),
        ("withdraw by 0", 500),
    ] {
        assert_eq!(moving(line).at("mover"), place, "{line}");
    }
}

#[test] // BRP-5.3-4
fn closing_in_goes_to_the_stated_target_where_it_now_is() {
    let after = fighters("mover", "dex = 5\npolicy = \"mover\"")
        .against(
            "strong",
            "dex = 9\nhit_points = 20\nat = 12\npolicy = \"away\"",
        )
        .and(
            "near",
            "dex = 9\nhit_points = 9\nat = -8\npolicy = \"idle\"",
        )
        .with("[policies.mover]\nact = [\"attack strongest\"]\nmove = [\"close\"]")
        .with(
            "[policies.away]\nact = [\"wait\"]\nmove = [\"withdraw by 6\"]\nreact = [\"nothing\"]",
        )
        .with("[policies.idle]\nact = [\"wait\"]")
        .round([100]);
    assert_eq!((after.at("strong"), after.at("mover")), (1800, 1600));
    assert!(after.says("DEX rank 2: mover attacks strong"));
}

#[test] // BRP-5.3-4
fn an_archer_may_move_and_shoot_at_the_lower_rank() {
    let after = fighters(
        "archer",
        "dex = 13\ncarries = [\"long-bow\"]\npolicy = \"archer\"",
    )
    .against("target", "at = 40\npolicy = \"idle\"")
    .with("[policies.archer]\nmove = [\"withdraw by 10\"]")
    .with("[policies.idle]\nact = [\"wait\"]\nreact = [\"nothing\"]")
    .round([100]);
    assert_eq!(after.at("archer"), -1000);
    assert!(after.says("DEX rank 7: archer shoots at target"));
}

/// Returns which of two fighters, 12 m apart, walks up to the other.
fn who_moves(first: &str, second: &str) -> &'static str {
    let after = fighters("first", first)
        .against("second", &format!("{second}\nat = 12"))
        .with("[policies.default]\nmove = [\"close\"]")
        .round([100, 100]);
    match (after.at("first"), after.at("second")) {
        (1000, 1200) => "first",
        (0, 200) => "second",
        places => panic!("{places:?}"),
    }
}

#[test] // BRP-5.3-1
fn movers_take_turns_by_dex_then_class_then_rating_then_listing() {
    assert_eq!(who_moves("dex = 12", "dex = 13"), "second");
    assert_eq!(who_moves("dex = 13", "dex = 12"), "first");
    let sword = "carries = [\"broad-sword\"]\nskills = { broad-sword = 90 }";
    let spear = "carries = [\"long-spear\"]\nskills = { long-spear = 50 }";
    assert_eq!(who_moves(sword, spear), "second");
    assert_eq!(who_moves(spear, sword), "first");
    assert_eq!(who_moves("brawl = 40", "brawl = 41"), "second");
    assert_eq!(who_moves("brawl = 41", "brawl = 40"), "first");
    assert_eq!(who_moves("brawl = 40", "brawl = 40"), "first");
}

#[test] // BRP-5.3-1
fn being_shot_at_is_no_involvement() {
    let trial = fighters("walker", "dex = 9\npolicy = \"walker\"")
        .against(
            "archer",
            "dex = 14\nat = 100\ncarries = [\"long-bow\"]\nskills = { long-bow = 60 }\npolicy = \"archer\"",
        )
        .with("[policies.walker]\nmove = [\"close\"]\nreact = [\"nothing\"]")
        .with("[policies.archer]\nact = [\"shoot\"]")
        .round([50, 3])
        .round([50, 3]);
    assert_eq!((trial.hp("walker"), trial.at("walker")), (5, 6000));
}

/// Returns a fight of a fighter that wants to withdraw from an enemy at this distance.
fn leaving(distance: f64, options: &[&str], act: &str) -> Setup {
    let fight = fighters("leaver", "dex = 13\npolicy = \"leaver\"")
        .against("foe", &format!("at = {distance}\npolicy = \"idle\""))
        .with(&format!(
            "[policies.leaver]\nact = [\"{act}\"]\nmove = [\"withdraw by 30\"]"
        ))
        .with("[policies.idle]\nact = [\"wait\"]");
    options
        .iter()
        .fold(fight, |fight, option| fight.option(option))
}

#[test] // BRP-5.3-1, BRP-X-6
fn an_able_enemy_within_reach_holds_one_fast() {
    assert_eq!(leaving(2.0, &[], "wait").round([]).at("leaver"), 0);
    assert_eq!(leaving(2.01, &[], "wait").round([]).at("leaver"), -3000);
    let beside_the_fallen = leaving(1.0, &[], "wait")
        .against("other", "at = 50\npolicy = \"idle\"")
        .ready()
        .felled("foe", 1, 5)
        .round([]);
    assert_eq!(beside_the_fallen.at("leaver"), -3000);
}

#[test] // BRP-5.3-1
fn a_fighter_may_leave_the_reach_of_an_ally() {
    let after = fighters("leaver", "policy = \"leaver\"")
        .and("friend", "policy = \"idle\"")
        .against("foe", "at = 60\npolicy = \"idle\"")
        .with("[policies.leaver]\nact = [\"wait\"]\nmove = [\"withdraw by 30\"]")
        .with("[policies.idle]\nact = [\"wait\"]")
        .round([]);
    assert_eq!(after.at("leaver"), -3000);
}

#[test] // BRP-5.3-1
fn under_disengage_the_involved_may_run_if_they_take_no_action() {
    let run = ["disengage = \"run\""];
    assert_eq!(leaving(2.0, &run, "wait").round([]).at("leaver"), -3000);
    assert_eq!(
        leaving(2.0, &["disengage = \"no\""], "wait")
            .round([])
            .at("leaver"),
        0
    );
    let fights_on = leaving(2.0, &run, "attack nearest").round([100]);
    assert_eq!(
        (fights_on.at("leaver"), fights_on.attackers().len()),
        (0, 1)
    );
}

#[test] // BRP-5.3-1, BRP-5.2-5
fn whoever_has_run_takes_no_action_however_short_the_way() {
    for (metres, place) in [("0.5", -50), ("0.01", -1)] {
        let striking = fighters("striker", "policy = \"striker\"")
            .against("foe", "at = 1\npolicy = \"idle\"")
            .option("disengage = \"run\"")
            .option("intent = \"skip\"")
            .with(&format!(
                "[policies.striker]\nact = [\"wait if self.moved == 0\", \"attack nearest\"]\nmove = [\"withdraw by {metres}\"]"
            ))
            .with("[policies.idle]\nact = [\"wait\"]")
            .round([]);
        assert_eq!(
            (striking.at("striker"), striking.attackers().len()),
            (place, 0)
        );
    }
    let healing = fighters("healer", "policy = \"healer\"")
        .and("patient", "")
        .against("foe", "at = 1\npolicy = \"idle\"")
        .option("disengage = \"run\"")
        .with("[policies.healer]\nact = [\"wait\"]\nmove = [\"withdraw by 1\"]\nturn = [\"first-aid\"]")
        .with("[policies.idle]\nact = [\"wait\"]")
        .ready()
        .felled("patient", 0, 5)
        .round([]);
    assert_eq!(healing.at("healer"), -100);
}

#[test] // BRP-5.9-8, BRP-5.2-5
fn whoever_has_moved_does_not_reload_any_more() {
    let reloads = |act: &str| {
        let after = fighters(
            "archer",
            "policy = \"archer\"\ncarries = [\"light-crossbow\"]",
        )
        .against("foe", "at = 9\npolicy = \"idle\"")
        .option("intent = \"skip\"")
        .with(&format!(
            "[policies.archer]\nact = [{act}]\nmove = [\"withdraw by 1\"]"
        ))
        .with("[policies.idle]\nact = [\"wait\"]\nmove = [\"stay\"]")
        .ready()
        .given("archer", |body| body.items[0].unloaded = 1)
        .round([]);
        (
            after.at("archer"),
            after.item("archer", "light-crossbow").unloaded,
        )
    };
    assert_eq!(reloads("\"reload\""), (0, 0));
    assert_eq!(
        reloads("\"wait if self.moved == 0\", \"reload\""),
        (-100, 1)
    );
}

/// Returns the DEX rank of the fighter's attack in each round, as the transcript writes it. The fighter has
/// DEX 12 and begins with a sword in hand.
fn ranks(stats: &str, options: &str, act: &str, rounds: usize) -> Vec<String> {
    let mut trial = fighters("drawer", &format!("dex = 12\npolicy = \"drawer\"\n{stats}"))
        .against("post", "policy = \"idle\"")
        .option(options)
        .with(&format!("[policies.drawer]\nact = [{act}]"))
        .with("[policies.idle]\nact = [\"wait\"]\nreact = [\"nothing\"]")
        .ready();
    let mut ranks = Vec::new();
    for _ in 0..rounds {
        trial = trial.round([100]);
        let told = trial
            .heard
            .said
            .iter()
            .find(|(clause, _)| *clause == "BRP-5.5-1");
        let told = &told.expect("an attack").1;
        ranks.push(told[..told.find(':').expect("a rank")].to_owned());
    }
    ranks
}

#[test] // BRP-5.6-8
fn a_weapon_newly_drawn_costs_the_ranks_of_the_option_once() {
    let both = "carries = [\"broad-sword\", \"dagger\"]";
    let dagger = "\"attack with dagger\"";
    assert_eq!(
        ranks(both, "draw_rank_cost = 0", dagger, 2),
        ["DEX rank 12", "DEX rank 12"]
    );
    assert_eq!(
        ranks(both, "draw_rank_cost = 5", dagger, 2),
        ["DEX rank 7", "DEX rank 12"]
    );
    let changing = "\"attack with dagger if round == 2\", \"attack with broad-sword\"";
    assert_eq!(
        ranks(both, "draw_rank_cost = 5", changing, 4),
        ["DEX rank 12", "DEX rank 7", "DEX rank 7", "DEX rank 12"]
    );
    assert_eq!(
        ranks(both, "draw_rank_cost = 20", dagger, 1),
        ["DEX rank -8"]
    );
}

#[test] // BRP-5.6-8, BRP-5.9-8
fn what_was_drawn_to_be_reloaded_is_not_drawn_again_for_the_shot() {
    let told = fighters(
        "archer",
        "dex = 12\ncarries = [\"broad-sword\", \"light-crossbow\"]\npolicy = \"archer\"",
    )
    .against("post", "policy = \"idle\"\nat = 9")
    .option("draw_rank_cost = 5")
    .with("[policies.archer]\nact = [\"reload\", \"shoot\"]\nmove = [\"stay\"]")
    .with("[policies.idle]\nact = [\"wait\"]\nmove = [\"stay\"]\nreact = [\"nothing\"]")
    .ready()
    .given("archer", |body| body.items[1].unloaded = 1)
    .round([])
    .round([100]);
    assert!(told.says("DEX rank 12"));
}

#[test] // BRP-5.6-8
fn fists_and_shields_need_no_drawing() {
    let both = "carries = [\"broad-sword\", \"round-shield\"]";
    let brawl = "\"attack with brawl\"";
    assert_eq!(ranks(both, "draw_rank_cost = 5", brawl, 1), ["DEX rank 12"]);
    let shield = "\"attack with round-shield if round == 1\", \"attack with broad-sword\"";
    assert_eq!(
        ranks(both, "draw_rank_cost = 5", shield, 2),
        ["DEX rank 12", "DEX rank 12"]
    );
    let shield_first = "carries = [\"round-shield\", \"broad-sword\"]";
    let sword = "\"attack with broad-sword\"";
    assert_eq!(
        ranks(shield_first, "draw_rank_cost = 5", sword, 1),
        ["DEX rank 12"]
    );
}

#[test] // BRP-5.1-1, BRP-5.3-1
fn where_nobody_can_act_in_the_first_round_everybody_moves_once_in_it() {
    let setup =
        fighters("left", "dex = 13\nbrawl = 50").against("right", "dex = 12\nbrawl = 50\nat = 200");
    let gap = |state: &State| state.distance(FighterId(0), FighterId(1));
    let trial = setup.ready();
    // The fight is first played without a transcript, as `run` and `solve` do, and then again with one.
    let mut state = trial.arena.start().clone();
    for gap_after in [14_000, 8_000, 2_000] {
        let goes = trial
            .arena
            .step(&mut state, &mut Scripted::new([]), &mut Silent);
        assert_eq!((goes, gap(&state)), (Progress::Goes, gap_after));
    }
    let mut told = trial;
    told.state = told.arena.start().clone();
    for gap_after in [14_000, 8_000, 2_000] {
        told = told.round([]);
        assert_eq!(gap(&told.state), gap_after);
    }
}

#[test] // BRP-5.6-8, BRP-5.3-2
fn ranks_for_drawing_come_off_what_movement_leaves() {
    let far = "at = 10\ncarries = [\"broad-sword\", \"dagger\"]";
    let dagger = "\"attack with dagger\"";
    assert_eq!(ranks(far, "draw_rank_cost = 5", dagger, 1), ["DEX rank 1"]);
}

#[test] // BRP-5.3-4, BRP-5.3-1
fn who_withdraws_from_somebody_at_the_same_place_goes_forward() {
    let run = ["disengage = \"run\""];
    assert_eq!(leaving(0.0, &run, "wait").round([]).at("leaver"), 3000);
}

#[test] // BRP-5.3-4, BRP-5.11-6
fn who_is_near_enough_does_not_move_at_all() {
    for (place, way) in [("0", 0), ("1.99", 0), ("2", 0), ("2.01", 1), ("2.02", 2)] {
        let after = fighters("waker", "policy = 'waker'")
            .and("sleeper", &format!("at = {place}\npolicy = 'idle'"))
            .against("far", "at = 500\npolicy = 'idle'")
            .policy("waker", "act = ['wake']\nreact = []")
            .policy("idle", "act = ['wait']\nmove = ['stay']\nreact = []")
            .ready()
            .felled("sleeper", 5, 0)
            .round([]);
        assert_eq!(after.at("waker"), way, "{place}");
        assert_eq!(after.body("waker").moved, way > 0, "{place}");
        assert_eq!(after.says("waker moves"), way > 0, "{place}");
        assert!(after.fights("sleeper"));
    }
}

#[test] // BRP-5.3-4, BRP-5.2-1
fn a_move_of_a_centimetre_is_a_reason_to_state_something_new() {
    let after = fighters("creeper", "policy = 'creeper'")
        .against("far", "at = 9\npolicy = 'idle'")
        .policy(
            "creeper",
            "act = ['wait']\nmove = ['advance by 0.01']\nreact = []",
        )
        .policy("idle", "act = ['wait']\nmove = ['stay']\nreact = []")
        .option("stalemate = \"go-on\"")
        .ready();
    assert!(after.arena.scope.stable);
    let after = after.round([]).round([]).round([]);
    assert_eq!(after.at("creeper"), 3);
}
