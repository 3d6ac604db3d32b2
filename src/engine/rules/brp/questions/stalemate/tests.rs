//! Tests of stalemates. A fight ends undecided once it is certain that nobody can hurt anybody any more.

use crate::fight::Ending;
use crate::rules::brp::testing::{SIMPLE, Setup, Trial, blow, fighters};

const UNDECIDED: Option<(Ending, u32)> = Some((Ending::Undecided, 1));

/// Returns a duel of fighters with `left` and `right` armour points. Their swords do 3 points. Their fists do
/// 3 points at most, or 6 with a special hit.
fn clad(left: u8, right: u8) -> Setup {
    let stats = |ap| {
        format!(
            "carries = [\"blow-3\"]\nskills = {{ blow-3 = 90 }}\npolicy = \"bold\"\narmour = {{ ap = {ap} }}"
        )
    };
    fighters("left", &stats(left))
        .against("right", &stats(right))
        .with(&blow(3))
        .with(SIMPLE)
}

fn ended(trial: &Trial) -> Option<(Ending, u32)> {
    trial
        .outcome
        .map(|outcome| (outcome.ending, outcome.rounds))
}

#[test] // BRP-X-9
fn a_fight_in_which_armour_stops_everything_is_undecided() {
    let after = clad(6, 6).round([100, 100]);
    assert_eq!(ended(&after), UNDECIDED);
    assert_eq!(after.outcome.expect("an end").standing.count(), 2);
    assert!(after.says("Nobody who stands can hurt an enemy"));
}

#[test] // BRP-X-9, BRP-5.13-1
fn a_fight_continues_while_a_special_hit_of_one_side_could_get_through() {
    assert_eq!(ended(&clad(6, 5).round([100, 100])), None);
    assert_eq!(ended(&clad(5, 6).round([100, 100])), None);
    let most_only = clad(5, 5).option("special_damage = \"max_only\"");
    assert_eq!(ended(&most_only.round([100, 100])), UNDECIDED);
}

#[test] // BRP-X-9, BRP-5.5-2
fn a_chance_too_small_for_specials_or_for_anything_hurts_nobody() {
    let rated = |skill: u8, armour: u8| {
        let stats = format!(
            "carries = [\"blow-3\"]\nskills = {{ blow-3 = {skill} }}\nbrawl = 0\npolicy = \"bold\"\n\
             armour = {{ ap = {armour} }}"
        );
        fighters("left", &stats)
            .against("right", &stats)
            .with(&blow(3))
            .with(SIMPLE)
            .round([100, 100])
    };
    assert_eq!(ended(&rated(5, 3)), UNDECIDED);
    assert_eq!(ended(&rated(6, 3)), None);
    assert_eq!(ended(&rated(5, 2)), None);
    assert_eq!(ended(&rated(0, 0)), UNDECIDED);
}

#[test] // BRP-X-9, BRP-5.9-9
fn a_fight_ends_in_a_stalemate_when_the_last_arrow_is_spent() {
    let after = fighters(
        "archer",
        "carries = [\"long-bow\"]\nskills = { long-bow = 90 }\nbrawl = 0\nammo = { long-bow = 2 }\n\
         policy = \"shoots\"",
    )
    .against(
        "golem",
        "armour = { ap = 8 }\nbrawl = 0\npolicy = \"idle\"\nat = 20",
    )
    .with(SIMPLE)
    .with("[policies.shoots]\nact = [\"shoot with long-bow\"]\nreact = []")
    .round([100]);
    assert_eq!(ended(&after), None);
    assert_eq!(ended(&after.round([100])), Some((Ending::Undecided, 2)));
}

#[test] // BRP-X-9
fn a_fight_ends_in_a_stalemate_when_the_only_fighter_that_could_hurt_is_out() {
    let champion = |ways: &str| {
        fighters("squire", &format!("brawl = 0\npolicy = \"{ways}\""))
            .and(
                "champion",
                "dex = 11\ncarries = [\"blow-20\"]\npolicy = \"bold\"",
            )
            .against(
                "golem",
                "armour = { ap = 6 }\ncarries = [\"blow-11\"]\npolicy = \"smashes\"",
            )
            .against("ward", "brawl = 0\npolicy = \"idle\"")
            .with(&blow(11))
            .with(&blow(20))
            .with(SIMPLE)
            .with("[policies.smashes]\nact = [\"attack at champion\"]\nreact = []")
            .with("[policies.wakes]\nact = [\"wake\"]\nreact = []")
    };
    // The golem can still hurt an enemy, so this is no stalemate.
    assert_eq!(ended(&champion("idle").round([50])), None);
    let harmless = |ways: &str, rule: &str| {
        champion(ways)
            .option(rule)
            .ready()
            .felled("champion", 2, 0)
            .felled("golem", 2, 0)
    };
    assert_eq!(ended(&harmless("idle", "").round([])), UNDECIDED);
    // The squire may still wake the champion, so this is no stalemate.
    let woken = harmless("wakes", "").round([]);
    assert_eq!(ended(&woken), None);
    assert!(woken.fights("champion"));
    let cannot = harmless("wakes", "waking = \"no\"");
    assert_eq!(ended(&cannot.round([])), UNDECIDED);
}

#[test] // BRP-X-9, BRP-5.12-5
fn the_round_in_which_a_champion_falls_asleep_decides_nothing_while_a_waker_stands() {
    let after = fighters("squire", "dex = 10\nbrawl = 0\npolicy = \"wakes\"")
        .and("champion", "carries = [\"blow-20\"]\npolicy = \"bold\"")
        .against(
            "golem",
            "carries = [\"one-blow\"]\nskills = { one-blow = 100 }\nbrawl = 0\ndex = 13\npolicy = \"throws\"\nat = 2",
        )
        .against("ward", "brawl = 0\npolicy = \"idle\"")
        .with(&blow(20))
        .with(SIMPLE)
        .with(
            "[weapons.one-blow]\nskill = \"Missile Weapon\"\nspecialty = \"Sling\"\nbase = 100\ndb = \"none\"\n\
             damage = \"11\"\nhands = 1\nrange = 50\nshots = 1\n[policies.throws]\n\
             act = [\"shoot at champion\", \"wait\"]\nreact = []\n[policies.wakes]\nact = [\"wake\"]\nreact = []",
        )
        .round([50]);
    assert_eq!(after.names(&after.heard.downed), ["champion"]);
    assert_eq!(ended(&after), None);
    let after = after.round([]);
    assert!(after.fights("champion"));
}

#[test] // BRP-X-9
fn a_shelter_that_may_be_left_is_no_reason_to_stop() {
    let after = fighters(
        "archer",
        "carries = [\"long-bow\"]\nskills = { long-bow = 90 }\nbrawl = 0\npolicy = \"shoots\"",
    )
    .against(
        "sapper",
        "fixed_cover_ap = 50\nbrawl = 0\npolicy = \"idle\"\nat = 20",
    )
    .with(SIMPLE)
    .with("[policies.shoots]\nact = [\"shoot with long-bow\"]\nreact = []")
    .round([100]);
    assert_eq!(ended(&after), None);
}

#[test] // BRP-X-9
fn by_house_rule_it_goes_on_to_the_round_cap() {
    let mut trial = clad(6, 6).option("stalemate = \"go-on\"").ready();
    let cap = trial.arena.cast.round_cap;
    for round in 1..=cap {
        assert_eq!(trial.state.round, round - 1);
        trial = trial.round([100, 100]);
    }
    assert_eq!(ended(&trial), Some((Ending::Undecided, cap)));
}

#[test] // BRP-X-9, BRP-5.6-7, BRP-5.10-2
fn a_bow_counts_while_it_is_whole_against_the_armour_that_missiles_meet() {
    let archer = |whole: bool, armour: &str| {
        let ready = fighters(
            "archer",
            "carries = [\"long-bow\"]\nskills = { long-bow = 5 }\nbrawl = 0\npolicy = \"waits\"",
        )
        .against(
            "target",
            &format!("brawl = 0\npolicy = \"waits\"\narmour = {{ {armour} }}"),
        )
        .with(
            "[policies.waits]\nact = [\"shoot with long-bow if round > 90\", \"wait\"]\nreact = [\"nothing\"]",
        )
        .ready();
        ended(
            &ready
                .given("archer", |body| body.items[0].broken = !whole)
                .round([]),
        )
    };
    // An arrow does 9 points at most, because the chance is too small for special hits.
    assert_eq!(archer(true, "ap = 9, ap_missile = 8"), None);
    assert_eq!(archer(true, "ap = 8, ap_missile = 9"), UNDECIDED);
    assert_eq!(archer(false, "ap = 0"), UNDECIDED);
}

#[test] // BRP-X-9
fn weapons_that_no_policy_uses_do_not_keep_a_fight_going() {
    let duel = |act: &str, react: &str| {
        let stats = "carries = [\"wand\", \"broad-sword\"]\npolicy = \"p\"";
        let setup = fighters("left", stats).against("right", stats);
        let wand = "[weapons.wand]\nlike = \"broad-sword\"\ndamage = \"0\"\ndb = \"none\"";
        let setup = setup.with(wand);
        setup.policy("p", &format!("act = [{act}]\nreact = [{react}]"))
    };
    let feint = "\"attack with wand at nearest\"";
    // Neither fighter's policy uses the sword or bare hands, and the wand does no damage.
    assert_eq!(ended(&duel(feint, "").round([100, 100])), UNDECIDED);
    let first = duel("\"attack nearest\"", "");
    assert_eq!(ended(&first.round([100, 100])), UNDECIDED);
    assert_eq!(ended(&duel("\"wait\"", "").round([])), UNDECIDED);
    // A parry may break the wand. Its fighter would then strike with the sword.
    assert_eq!(ended(&duel(feint, "\"parry\"").round([100, 100])), None);
    let sword = format!("\"attack with broad-sword if round > 90\", {feint}");
    assert_eq!(ended(&duel(&sword, "").round([100, 100])), None);
    let hands = format!("\"attack with hands if round > 90\", {feint}");
    assert_eq!(ended(&duel(&hands, "").round([100, 100])), None);
}
