//! Tests of the end of a fight and of its winner.

use crate::fight::{Ending, Outcome, SideId};
use crate::rules::brp::nouns::state::Condition;
use crate::rules::brp::testing::{SIMPLE, Setup, Trial, blow, fighters};

const BOLD: &str = "carries = [\"blow-20\"]\npolicy = \"bold\"";
const HIT: u32 = 50;
const MISS: u32 = 100;

/// Returns a duel of two identical fighters. Each of their blows hits and fells the other.
fn mirror() -> Setup {
    fighters("left", BOLD)
        .against("right", BOLD)
        .with(&blow(20))
        .with(SIMPLE)
}

/// Returns a duel of two fighters. `left` and `right` are lines of their stat blocks. Their blows hit on
/// rolls up to 90, and each hit fells the other.
fn duel(left: &str, right: &str) -> Setup {
    let fallible = |more: &str| format!("{BOLD}\nskills = {{ blow-20 = 90 }}\n{more}");
    fighters("left", &fallible(left))
        .against("right", &fallible(right))
        .with(&blow(20))
        .with(SIMPLE)
}

fn outcome(trial: &Trial) -> Outcome {
    trial.outcome.expect("the fight is over")
}

#[test] // BRP-X-9, BRP-5.4-4
fn two_who_fell_each_other_at_once_draw() {
    let after = mirror().round([HIT, HIT]);
    assert_eq!(
        (after.fights("left"), after.fights("right")),
        (false, false)
    );
    assert_eq!(outcome(&after).ending, Ending::Draw);
    assert_eq!(outcome(&after).rounds, 1);
    assert!(outcome(&after).standing.is_empty());
    assert_eq!(after.names(&after.heard.downed), ["right", "left"]);
}

#[test] // BRP-X-9
fn one_who_acts_first_wins_where_both_together_draw() {
    let after = duel("dex = 13", "").round([HIT]);
    assert_eq!(outcome(&after).ending, Ending::Won(SideId(0)));
    let after = duel("", "dex = 13").round([HIT]);
    assert_eq!(outcome(&after).ending, Ending::Won(SideId(1)));
    assert_eq!(outcome(&after).standing.count(), 1);
    assert!(outcome(&after).standing.has(after.who("right")));
}

#[test] // BRP-X-9
fn the_rounds_of_a_fight_are_the_number_of_its_last() {
    let second = duel("dex = 13", "").round([MISS, MISS]);
    assert_eq!(second.outcome, None);
    assert!(second.heard.downed.is_empty());
    let third = second.round([MISS, MISS]).round([HIT]);
    assert_eq!(outcome(&third).rounds, 3);
    assert_eq!(third.names(&third.heard.downed), ["right"]);
    assert_eq!(third.state.round, 3);
}

#[test] // BRP-X-9
fn at_the_round_cap_a_fight_is_undecided_unless_it_is_won_in_that_round() {
    let capped = duel("dex = 13", "").with("[run]\nround_cap = 2");
    let second = capped.round([MISS, MISS]);
    assert_eq!(second.outcome, None);
    let cut = second.round([MISS, MISS]);
    assert_eq!(outcome(&cut).ending, Ending::Undecided);
    assert_eq!(
        (outcome(&cut).rounds, outcome(&cut).standing.count()),
        (2, 2)
    );
    let won = capped.round([MISS, MISS]).round([MISS, HIT]);
    assert_eq!(outcome(&won).ending, Ending::Won(SideId(1)));
    let drawn = mirror().with("[run]\nround_cap = 1").round([HIT, HIT]);
    assert_eq!(outcome(&drawn).ending, Ending::Draw);
}

#[test] // BRP-X-9
fn of_three_sides_the_last_to_stand_wins() {
    let three = duel("dex = 14", "dex = 13").against("third", "policy = \"idle\"");
    // The left fighter fells the right one. The third side still stands.
    let after = three.round([HIT]);
    assert_eq!(after.outcome, None);
    assert_eq!(after.names(&after.heard.downed), ["right"]);
    let after = after.round([HIT]);
    assert_eq!(outcome(&after).ending, Ending::Won(SideId(0)));
    assert_eq!(outcome(&after).rounds, 2);
    assert_eq!(after.names(&after.heard.downed), ["third"]);
}

#[test] // BRP-X-9, BRP-5.4-4
fn of_three_sides_the_one_that_watched_wins_when_the_others_fell_each_other() {
    let three = mirror().against("third", "policy = \"idle\"");
    let after = three.round([HIT, HIT]);
    assert_eq!(outcome(&after).ending, Ending::Won(SideId(2)));
    let all = mirror().against(
        "third",
        &format!("{BOLD}\n[policies.third]\nact = [\"attack nearest\"]\nreact = []"),
    );
    // Everybody strikes the first enemy in listing order: `left` strikes `right`, and the others strike
    // `left`.
    let after = all.round([HIT, HIT, HIT]);
    assert_eq!(outcome(&after).ending, Ending::Won(SideId(2)));
    assert_eq!(after.names(&after.heard.downed), ["right", "left"]);
}

#[test] // BRP-X-9
fn three_who_fell_each_other_in_a_circle_draw() {
    let aims = |at: &str| format!("{BOLD}\npolicy = \"{at}\"").replace("policy = \"bold\"\n", "");
    let policy = |name: &str, foe: &str| {
        format!("[policies.{name}]\nact = [\"attack at {foe}\"]\nreact = []")
    };
    let after = fighters("left", &aims("one"))
        .against("right", &aims("two"))
        .against("third", &aims("three"))
        .with(&blow(20))
        .with(&policy("one", "right"))
        .with(&policy("two", "third"))
        .with(&policy("three", "left"))
        .round([HIT, HIT, HIT]);
    assert_eq!(outcome(&after).ending, Ending::Draw);
    assert_eq!(after.heard.downed.len(), 3);
}

#[test] // BRP-X-9, BRP-5.4-4
fn two_allies_who_fell_one_enemy_together_down_it_once() {
    let after = fighters("pair", &format!("{BOLD}\ncount = 2"))
        .against("goblin", "policy = \"idle\"")
        .with(&blow(20))
        .with(SIMPLE)
        .round([HIT, HIT]);
    assert_eq!(after.blows().len(), 2);
    assert_eq!(after.hp("goblin"), 13 - 40);
    assert_eq!(after.names(&after.heard.downed), ["goblin"]);
}

#[test] // BRP-X-9
fn a_sleeper_who_is_killed_has_gone_down_once_only() {
    let cruel = "[policies.cruel]\nact = [\"attack at fallen\", \"attack nearest\"]\nreact = []";
    let after = fighters("ogre", "carries = [\"blow-11\"]\npolicy = \"cruel\"")
        .against("goblin", "policy = \"idle\"")
        .and("orc", "policy = \"idle\"")
        .with(&blow(11))
        .with(SIMPLE)
        .with(cruel)
        .round([HIT]);
    assert_eq!(after.names(&after.heard.downed), ["goblin"]);
    assert_eq!(after.condition("goblin"), Condition::Unconscious);
    let after = after.round([HIT]);
    assert_eq!(after.condition("goblin"), Condition::Dead);
    assert!(after.heard.downed.is_empty());
}

#[test] // BRP-X-9, BRP-5.1-1
fn a_round_ends_with_loading_then_first_aid_then_deaths_then_wakings() {
    let after = fighters(
        "bowman",
        "carries = [\"heavy-crossbow\"]\npolicy = \"loads\"",
    )
    .and("medic", "first_aid = 100\npolicy = \"heals\"")
    .and("waker", "policy = \"wakes\"")
    .and("saved", "policy = \"idle\"")
    .and("lost", "policy = \"idle\"")
    .and("sleeper", "policy = \"idle\"")
    .against("giant", "hit_points = 99\npolicy = \"idle\"")
    .with(SIMPLE)
    .with(
        "[policies.loads]\nact = [\"reload\"]\nreact = []\n[policies.wakes]\nact = [\"wake\"]\nreact = []\n\
         [policies.heals]\nact = [\"first-aid at dying\"]\nreact = []",
    )
    .ready()
    .given("bowman", |body| body.items[0].unloaded = 1)
    .felled("saved", 0, 3)
    .felled("lost", -5, 0)
    .felled("sleeper", 2, 0)
    .round([50, 1]);
    let found: Vec<&str> = after
        .heard
        .said
        .iter()
        .map(|(clause, _)| *clause)
        .filter(|clause| !["BRP-5.2-1", "BRP-5.4-4"].contains(clause))
        .collect();
    assert_eq!(
        found,
        [
            "BRP-5.14-4", // the medic tends
            "BRP-5.12-5", // the waker wakes
            "BRP-5.9-8",
            "BRP-5.14-2",
            "BRP-5.14-2",
            "BRP-5.12-3",
            "BRP-5.12-5",
        ]
    );
    let conditions = ["saved", "lost", "sleeper"].map(|name| after.condition(name));
    assert_eq!(
        conditions,
        [Condition::Unconscious, Condition::Dead, Condition::Able]
    );
}
