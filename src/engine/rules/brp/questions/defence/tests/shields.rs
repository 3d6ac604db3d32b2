//! Tests of shields: against blows, against missiles, to kneel behind, and to strike with.

use crate::fight::Blow;
use crate::rules::brp::testing::{Setup, fighters, fraction};

const POLICIES: &str = "[policies.idle]\nact = [\"wait\"]\nmove = [\"stay\"]\nreact = [\"nothing\"]
[policies.guard]\nact = [\"wait\"]\nmove = [\"stay\"]\nreact = [\"parry\", \"dodge\"]
[policies.kneeler]\nstance = [\"kneel\"]\nact = [\"wait\"]\nmove = [\"stay\"]\nreact = [\"parry\", \"dodge\"]
[policies.shooter]\nact = [\"shoot\"]\nmove = [\"stay\"]\nreact = [\"nothing\"]";

/// Returns a fight of a knight against a guard. The knight has a sword of rating 65. The guard has these
/// lines in its stat block, waits and parries.
fn blow(guard: &str) -> Setup {
    fighters(
        "knight",
        "dex = 15\ncarries = [\"broad-sword\"]\nskills = { broad-sword = 65 }",
    )
    .against(
        "guard",
        &format!("policy = \"guard\"\nhit_points = 100\n{guard}"),
    )
    .with(POLICIES)
}

/// Returns a fight of an archer with a chance of 50 against a guard with these lines.
fn arrow(guard: &str) -> Setup {
    missile(
        "carries = [\"long-bow\"]\nskills = { long-bow = 50 }",
        guard,
    )
}

fn missile(archer: &str, guard: &str) -> Setup {
    let policy = if guard.contains("policy") {
        ""
    } else {
        "policy = \"guard\""
    };
    fighters(
        "archer",
        &format!("dex = 15\npolicy = \"shooter\"\n{archer}"),
    )
    .against(
        "guard",
        &format!("{policy}\nhit_points = 100\nat = 10\n{guard}"),
    )
    .with(POLICIES)
}

#[test] // BRP-5.11-1
fn a_shield_parries_a_blow_with_the_shield_skill() {
    let guard = "carries = [\"broad-sword\", \"kite-shield\"]\nshield_skill = 40\nskills = { broad-sword = 90 }\narmour = \"chain\"";
    let odds = blow(guard)
        .ready()
        .round_odds(|after| match after.blows()[0] {
            Blow::Missed => 0,
            Blow::Evaded => 1,
            Blow::Landed { rolled: 11.., .. } => 2,
            Blow::Landed { .. } => 3,
        });
    // Of 100 attack rolls at a chance of 65, 12 are special and 53 are ordinary successes. Of 100 parries at
    // a chance of 40, 7 are special and 33 are ordinary successes.
    let of = |ending: i32| odds.of(|&o| o == ending) * fraction(10_000, 1);
    assert_eq!(of(0), fraction(3500, 1));
    assert_eq!(of(1), fraction(53 * 40 + 12 * 7, 1));
    assert_eq!(of(2), fraction(12 * 60, 1));
    assert_eq!(of(3), fraction(53 * 60 + 12 * 33, 1));
}

#[test] // BRP-5.11-1
fn a_shield_wears_and_breaks_and_is_gone() {
    let guard = "carries = [\"broad-sword\", \"kite-shield\"]\nshield_skill = 40\nskills = { broad-sword = 90 }";
    let worn = blow(guard).round([12, 40, 1]);
    assert_eq!(worn.item("guard", "kite-shield").lost, 2);
    assert_eq!(worn.hp("guard"), 98);
    let thin = blow(guard)
        .with("[shields.kite-shield]\npoints = 2")
        .round([12, 40, 1]);
    assert!(thin.item("guard", "kite-shield").broken);
    // The guard now parries with its sword, at 90. A roll of 80 would fail with the shield.
    let next = thin.round([65, 80]);
    assert_eq!(next.blows(), [Blow::Evaded]);
    // A guard whose shield is broken has no defence against an arrow.
    let bowed = arrow(guard)
        .ready()
        .given("guard", |body| body.items[1].broken = true);
    assert_eq!(bowed.round([50, 1]).hp("guard"), 98);
}

#[test] // BRP-5.11-2
fn an_arrow_meets_the_straight_chance_of_a_kite_shield() {
    for guard in [
        "carries = [\"kite-shield\"]",
        "carries = [\"kite-shield\"]\nshield_skill = 99\narmour = \"full-plate\"",
    ] {
        let odds = arrow(guard)
            .ready()
            .round_odds(|after| match after.blows()[0] {
                Blow::Landed { rolled: 11.., .. } => 2,
                Blow::Landed { .. } => 1,
                _ => 0,
            });
        let [normal, special] = [1, 2].map(|hit| odds.of(|&h| h == hit));
        assert_eq!(normal, fraction(225 + 2870, 10_000));
        assert_eq!(special, fraction(630, 10_000));
    }
}

/// Returns how many of ten thousand arrows with a chance of 50 land.
fn landed(setup: &Setup) -> i64 {
    let odds = setup
        .ready()
        .round_odds(|after| matches!(after.blows()[0], Blow::Landed { .. }));
    let share = odds.of(|&landed| landed) * fraction(10_000, 1);
    share.to_integer().try_into().expect("at most ten thousand")
}

#[test] // BRP-5.11-2, BRP-5.11-5, BRP-5.11-3
fn each_size_of_shield_has_its_chance_against_missiles() {
    for (shield, standing, kneeling) in [
        ("target-shield", (15, 2), None),
        ("heater-shield", (30, 5), None),
        ("kite-shield", (30, 5), None),
        ("round-shield", (30, 5), None),
        ("hoplite-shield", (60, 11), Some((90, 17))),
        ("riot-shield", (60, 11), Some((90, 17))),
    ] {
        let guard = format!("carries = [\"{shield}\"]");
        let expected = |(success, special): (i64, i64)| 41 * (100 - success) + 9 * (100 - special);
        assert_eq!(landed(&arrow(&guard)), expected(standing), "{shield}");
        let kneels = arrow(&format!("policy = \"kneeler\"\n{guard}"));
        let chance = kneeling.unwrap_or(standing);
        assert_eq!(landed(&kneels), expected(chance), "{shield}, kneeling");
    }
}

#[test] // BRP-5.6-1, BRP-5.11-2
fn a_bow_that_parries_stops_no_arrow() {
    let bow = "carries = [\"long-bow\"]\nparry_skill = { long-bow = 90 }\npolicy = \"bowman\"";
    let after = arrow(bow)
        .with("[policies.bowman]\nact = [\"shoot\"]\nreact = [\"parry with long-bow\"]")
        .round([50, 8, 100]);
    assert_eq!(after.hp("guard"), 91);
}

#[test] // BRP-5.11-2
fn a_shield_wears_on_arrows_and_an_arrow_does_not_on_shields() {
    let worn = arrow("carries = [\"kite-shield\"]").round([9, 30, 8]);
    assert_eq!(worn.item("guard", "kite-shield").lost, 2);
    assert_eq!(worn.hp("guard"), 91);
    let spared = arrow("carries = [\"kite-shield\"]").round([50, 5]);
    assert_eq!(spared.blows(), [Blow::Evaded]);
    assert_eq!(spared.item("archer", "long-bow").lost, 0);
}

#[test] // BRP-5.11-2, BRP-5.5-3
fn a_skill_factor_does_not_touch_the_straight_chance() {
    let guard =
        "carries = [\"kite-shield\"]\nshield_skill = 40\nskill_factor = { kite-shield = 0.5 }";
    assert_eq!(arrow(guard).round([50, 30]).blows(), [Blow::Evaded]);
    assert_eq!(blow(guard).round([65, 20]).blows(), [Blow::Evaded]);
    assert_eq!(blow(guard).round([65, 21, 8]).hp("guard"), 91);
}

#[test] // BRP-5.11-2
fn a_flat_chance_cancels_any_arrow_without_wear() {
    let flat = |guard: &str| arrow(guard).option("shield_missile = \"flat\"");
    let kite = "carries = [\"kite-shield\"]";
    let stopped = flat(kite).round([9, 30]);
    assert_eq!(stopped.blows(), [Blow::Evaded]);
    assert_eq!(stopped.item("guard", "kite-shield").lost, 0);
    assert_eq!(landed(&flat(kite)), 50 * 70);
    let kneels = "policy = \"kneeler\"\ncarries = [\"riot-shield\"]";
    assert_eq!(landed(&flat(kneels)), 50 * 10);
    let graded = arrow(kite).option("shield_missile = \"graded\"");
    assert_eq!(landed(&graded), 3095 + 630);
}

#[test] // BRP-5.11-2
fn thrown_things_are_stopped_bullets_are_not_and_nobody_stops_what_is_not_seen() {
    let shield = "carries = [\"kite-shield\"]";
    let thrown = "carries = [\"dagger\"]\nskills = { thrown-dagger = 50 }";
    assert_eq!(
        missile(thrown, shield).round([50, 30]).blows(),
        [Blow::Evaded]
    );
    let bolt = "carries = [\"light-crossbow\"]\nskills = { light-crossbow = 50 }";
    assert_eq!(
        missile(bolt, shield).round([50, 30]).blows(),
        [Blow::Evaded]
    );
    let pistol = "carries = [\"pistol\"]\nskills = { pistol = 50 }";
    assert_eq!(missile(pistol, shield).round([50, 8]).hp("guard"), 92);
    let unaware = format!("{shield}\nunaware_of = [\"archer\"]");
    assert_eq!(arrow(&unaware).round([50, 8]).hp("guard"), 91);
}

/// Returns a fight of a guard against an enemy that does nothing, `metres` away. The guard has the lines
/// `stats` in its stat block and kneels if it can.
fn kneeler(stats: &str, act: &str, metres: &str) -> Setup {
    fighters("guard", &format!("policy = \"behind\"\n{stats}"))
        .against("enemy", &format!("policy = \"idle\"\nat = {metres}"))
        .with(POLICIES)
        .with(&format!(
            "[policies.behind]\nstance = [\"kneel\"]\nact = [{act}]\nmove = [\"close\"]"
        ))
}

#[test] // BRP-5.11-3
fn a_kneeler_stays_and_strikes_no_blow() {
    let act = "\"attack\"";
    let large = kneeler("carries = [\"broad-sword\", \"hoplite-shield\"]", act, "20").round([]);
    assert_eq!((large.at("guard"), large.attackers().len()), (0, 0));
    let near = kneeler("carries = [\"broad-sword\", \"hoplite-shield\"]", act, "1").round([]);
    assert_eq!(near.attackers().len(), 0);
    // The guard cannot kneel behind a smaller shield.
    let small = kneeler("carries = [\"broad-sword\", \"kite-shield\"]", act, "20").round([100]);
    assert_eq!(
        (small.at("guard"), small.attackers()),
        (1800, vec!["guard".to_owned()])
    );
    let broken = kneeler("carries = [\"broad-sword\", \"riot-shield\"]", act, "1");
    let broken = broken
        .ready()
        .given("guard", |body| body.items[1].broken = true);
    assert_eq!(broken.round([100]).attackers(), ["guard"]);
}

#[test] // BRP-5.11-3
fn a_kneeler_shoots_with_one_hand_only() {
    let act = "\"shoot\", \"wait\"";
    let pistol = kneeler("carries = [\"pistol\", \"riot-shield\"]", act, "9").round([100]);
    assert_eq!(pistol.attackers(), ["guard"]);
    let dagger = kneeler("carries = [\"dagger\", \"riot-shield\"]", act, "9").round([100]);
    assert_eq!(dagger.attackers(), ["guard"]);
    let bow = kneeler("carries = [\"long-bow\", \"riot-shield\"]", act, "9").round([]);
    assert_eq!(bow.attackers().len(), 0);
    // The pilum needs two hands for a blow, but one for a throw.
    let pilum = "[weapons.pilum]\ndamage = \"1d6\"\nhands = 2\nlength = \"long\"\nthrows_as = \"thrown-pilum\"
        [weapons.thrown-pilum]\ndamage = \"1d6\"\nhands = 1\nrange = 10\nthrown = true";
    let throws = kneeler("carries = [\"pilum\", \"riot-shield\"]", act, "9")
        .with(pilum)
        .round([100]);
    assert_eq!(throws.attackers(), ["guard"]);
}

#[test] // BRP-5.11-3, BRP-5.11-1
fn a_kneeler_parries_with_the_shield_and_defends_in_no_other_way() {
    let knight = |stance: &str, react: &str| {
        let guard = "policy = \"behind\"\nhit_points = 100\nshield_skill = 40\ndodge = 90
            carries = [\"broad-sword\", \"hoplite-shield\"]\nskills = { broad-sword = 90 }";
        fighters(
            "knight",
            "dex = 15\ncarries = [\"broad-sword\"]\nskills = { broad-sword = 65 }",
        )
        .against("guard", guard)
        .with(&format!(
            "[policies.behind]\nstance = [\"{stance}\"]\nact = [\"wait\"]\nreact = [\"{react}\"]"
        ))
    };
    for stance in ["stand", "kneel"] {
        let parried = knight(stance, "parry").round([65, 40]);
        assert_eq!(parried.blows(), [Blow::Evaded]);
    }
    for react in ["dodge", "parry with broad-sword"] {
        let stands = knight("stand", react).round([65, 90]);
        assert_eq!(stands.blows(), [Blow::Evaded], "{react}");
        let kneels = knight("kneel", react).round([65, 8]);
        assert_eq!(kneels.hp("guard"), 91, "{react}");
    }
}

#[test] // BRP-5.11-3, BRP-5.9-4
fn what_takes_both_hands_makes_way_for_the_shield_that_one_kneels_behind() {
    let guard = |stance: &str| {
        let guard = "policy = \"behind\"\nhit_points = 100\nshield_skill = 40
            carries = [\"great-axe\", \"hoplite-shield\"]";
        fighters(
            "knight",
            "dex = 15\ncarries = [\"broad-sword\"]\nskills = { broad-sword = 65 }",
        )
        .against("guard", guard)
        .with(&format!(
            "[policies.behind]\nstance = [\"{stance}\"]\nact = [\"wait\"]\nreact = [\"parry with shield\"]"
        ))
    };
    assert_eq!(guard("kneel").round([65, 40]).blows(), [Blow::Evaded]);
    assert_eq!(guard("stand").round([65, 8]).hp("guard"), 91);
}

#[test] // BRP-5.11-4, BRP-5.11-5
fn a_shield_strikes_at_its_skill_and_damage() {
    let basher =
        "dex = 12\ncarries = [\"kite-shield\"]\nshield_skill = 50\ndb = \"1d4\"\npolicy = \"bash\"";
    let setup = fighters("guard", basher)
        .against("enemy", "policy = \"idle\"\nhit_points = 100")
        .with(POLICIES)
        .with("[policies.bash]\nact = [\"attack with kite-shield\"]");
    let hit = setup.round([50, 3, 4]);
    assert_eq!(
        hit.attacks(),
        [("guard".into(), "enemy".into(), "kite-shield".into())]
    );
    assert_eq!(hit.hp("enemy"), 93);
    assert_eq!(setup.round([51]).blows(), [Blow::Missed]);
    // A special hit does the maximum of 1D4, plus a roll of 1D4, plus the damage bonus.
    assert_eq!(setup.round([9, 3, 4]).hp("enemy"), 89);
}

#[test] // BRP-5.11-4
fn a_shield_blow_is_short_and_the_one_action() {
    let setup = fighters("guard", "carries = [\"broad-sword\", \"kite-shield\"]\nshield_skill = 90\npolicy = \"bash\"")
        .against("axeman", "carries = [\"battle-axe\"]\nskills = { battle-axe = 20 }\npolicy = \"bold\"")
        .with("[policies.bash]\nact = [\"attack with shield\"]\nreact = [\"nothing\"]\n[policies.bold]\nreact = [\"nothing\"]");
    let after = setup.round([100, 100]);
    assert_eq!(after.attackers(), ["axeman", "guard"]);
}

#[test] // BRP-5.11-4
fn a_shield_that_strikes_a_special_parry_loses_a_point() {
    let setup = fighters(
        "guard",
        "dex = 15\ncarries = [\"kite-shield\"]\nshield_skill = 50\npolicy = \"bash\"",
    )
    .against(
        "enemy",
        "policy = \"guard\"\ncarries = [\"broad-sword\"]\nskills = { broad-sword = 60 }",
    )
    .with(POLICIES)
    .with("[policies.bash]\nact = [\"attack with kite-shield\"]");
    let after = setup.round([50, 11]);
    assert_eq!(after.blows(), [Blow::Evaded]);
    assert_eq!(after.item("guard", "kite-shield").lost, 1);
    assert_eq!(after.item("enemy", "broad-sword").lost, 0);
    assert_eq!(setup.round([50, 12]).item("guard", "kite-shield").lost, 0);
}

#[test] // BRP-5.6-4, BRP-5.11-2
fn an_earlier_defence_costs_points_of_the_straight_chance_too() {
    let parried = |faces: &[u32]| {
        let setup = missile(
            "carries = [\"long-bow\"]\nskills = { long-bow = 50 }",
            "carries = [\"kite-shield\"]",
        );
        let ready = setup.option("successive_defence_penalty = 10").ready();
        let after = ready
            .given("guard", |body| body.defences = 1)
            .round(faces.to_vec());
        after.blows() == [Blow::Evaded]
    };
    assert!(parried(&[50, 20]) && !parried(&[50, 21, 1]));
}
