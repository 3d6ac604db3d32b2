//! Tests of the hands that weapons need, of reloading, and of thrown weapons.

use crate::fight::Blow;
use crate::rules::brp::testing::{Setup, Trial, fighters};

const POLICIES: &str = "[policies.idle]\nact = [\"wait\"]\nmove = [\"stay\"]\nreact = [\"nothing\"]
[policies.shooter]\nact = [\"shoot\", \"reload\"]\nmove = [\"stay\"]\nreact = [\"parry\", \"dodge\"]";

/// Returns a fight of a knight against a guard. The knight has a sword of rating 65 and strikes first.
/// `guard` has lines of the guard's stat block, and `policy` is its policy.
fn blow(guard: &str, policy: &str) -> Setup {
    fighters(
        "knight",
        "dex = 15\ncarries = [\"broad-sword\"]\nskills = { broad-sword = 65 }\npolicy = \"bold\"",
    )
    .against(
        "guard",
        &format!("policy = \"guard\"\nhit_points = 100\n{guard}"),
    )
    .with(&format!(
        "[policies.bold]\nreact = [\"nothing\"]\n[policies.guard]\n{policy}"
    ))
}

#[test] // BRP-5.9-4
fn a_shield_is_ready_beside_one_handed_weapons_only() {
    let policy = |weapon: &str| {
        format!(
            "act = [\"attack with {weapon}\"]\nmove = [\"stay\"]\nreact = [\"parry with shield\"]"
        )
    };
    let guard = |weapon: &str| {
        let stats = format!("carries = [\"{weapon}\", \"kite-shield\"]\nshield_skill = 40");
        blow(&stats, &policy(weapon))
    };
    for weapon in ["broad-sword", "battle-axe", "dagger", "brawl", "pistol"] {
        let after = guard(weapon).round([65, 40, 100]);
        assert_eq!(after.blows(), [Blow::Evaded, Blow::Missed], "{weapon}");
    }
    for weapon in ["great-axe", "halberd", "quarterstaff", "long-bow", "rifle"] {
        let after = guard(weapon).round([65, 8, 100]);
        assert_eq!(after.hp("guard"), 91, "{weapon}");
    }
}

#[test] // BRP-5.9-4
fn a_shield_on_the_arm_leaves_no_hand_for_a_second_weapon() {
    let guard = |carries: &str, lines: &str| {
        let stats = format!("carries = [{carries}]\nskills = {{ dagger = 40 }}\nshield_skill = 40");
        blow(&stats, lines)
    };
    let three = "\"broad-sword\", \"dagger\", \"kite-shield\"";
    let with_dagger = guard(three, "react = [\"parry with dagger\"]");
    assert_eq!(with_dagger.round([65, 8, 100]).hp("guard"), 91);
    let unshielded = with_dagger
        .ready()
        .given("guard", |body| body.items[2].broken = true);
    assert_eq!(unshielded.round([65, 40, 100]).blows()[0], Blow::Evaded);
}

#[test] // BRP-5.9-4
fn a_two_handed_weapon_in_hand_leaves_no_arm_for_a_shield_while_waiting() {
    let waiting = |weapon: &str| {
        let stats = format!("carries = [\"{weapon}\", \"kite-shield\"]\nshield_skill = 40");
        blow(&stats, "act = [\"wait\"]\nreact = [\"parry with shield\"]")
    };
    assert_eq!(waiting("great-axe").round([65, 8]).hp("guard"), 91);
    assert_eq!(
        waiting("broad-sword").round([65, 40]).blows(),
        [Blow::Evaded]
    );
}

/// Returns a fight of two fighters against a guard. The two have swords of rating 65 and strike first. The
/// guard carries the weapons `first` and `then` and a shield. It parries with `first`, or else with the
/// shield. `first` has 2 parrying points, so a parry of a special attack breaks it.
fn about_to_break(first: &str, then: &str) -> Trial {
    let sword = "carries = [\"broad-sword\"]\nskills = { broad-sword = 65 }\npolicy = \"bold\"";
    fighters("knight", &format!("dex = 15\n{sword}"))
    .and("squire", &format!("dex = 14\n{sword}"))
    .against(
        "guard",
        &format!(
            "policy = \"guard\"\nhit_points = 100\ncarries = [\"{first}\", \"{then}\", \"kite-shield\"]\n\
             shield_skill = 40\nskills = {{ {first} = 60 }}"
        ),
    )
    .with(&format!(
        "[policies.bold]\nreact = [\"nothing\"]\n\
         [policies.guard]\nreact = [\"parry with {first}\", \"parry with shield\"]"
    ))
    .with(&format!("[weapons.{first}]\npoints = 2"))
    .ready()
}

#[test] // BRP-5.9-4, BRP-5.6-8
fn a_two_handed_weapon_that_breaks_frees_no_hand_for_the_shield_in_that_round() {
    let after = about_to_break("great-axe", "broad-sword").round([12, 60, 1, 65, 8, 100]);
    assert!(after.item("guard", "great-axe").broken);
    assert_eq!(after.attacks()[2].2, "broad-sword");
    assert_eq!(after.hp("guard"), 98 - 9);
    // In the next round the guard declares the sword, so one hand is free for the shield.
    let next = after.round([65, 40, 66, 100]);
    assert_eq!(next.blows(), [Blow::Evaded, Blow::Missed, Blow::Missed]);
}

#[test] // BRP-5.9-4, BRP-5.6-8
fn a_shield_stays_ready_when_one_hand_goes_on_and_not_when_two_do() {
    let sword_next = about_to_break("hammer", "broad-sword").round([12, 60, 1, 65, 40, 100]);
    assert_eq!(sword_next.blows()[1], Blow::Evaded);
    let axe_next = about_to_break("hammer", "great-axe").round([12, 60, 1, 65, 8, 100]);
    assert_eq!(axe_next.hp("guard"), 98 - 9);
}

#[test] // BRP-5.9-4
fn a_second_weapon_is_ready_beside_a_one_handed_one_only() {
    let guard = |carries: &str, wish: &str| {
        let stats = format!("carries = [{carries}]\nskills = {{ dagger = 40, great-axe = 70 }}");
        blow(&stats, &format!("react = [\"parry with {wish}\"]"))
    };
    let ready = guard("\"broad-sword\", \"dagger\"", "dagger").round([65, 40, 100]);
    assert_eq!(ready.blows(), [Blow::Evaded, Blow::Missed]);
    let full = guard("\"great-axe\", \"dagger\"", "dagger").round([65, 8, 100]);
    assert_eq!(full.hp("guard"), 91);
    let slung = guard("\"broad-sword\", \"great-axe\"", "great-axe").round([65, 8, 100]);
    assert_eq!(slung.hp("guard"), 91);
    let held = guard("\"great-axe\", \"dagger\"", "great-axe").round([65, 70, 100]);
    assert_eq!(held.blows(), [Blow::Evaded, Blow::Missed]);
}

#[test] // BRP-5.9-4
fn a_throw_takes_the_hands_of_its_own_row() {
    // The pilum needs two hands for a blow, but one for a throw.
    let pilum = "[weapons.pilum]\ndamage = \"1d6\"\nhands = 2\nlength = \"long\"\nthrows_as = \"thrown-pilum\"
        [weapons.thrown-pilum]\ndamage = \"1d6\"\nhands = 1\nrange = 10\nthrown = true";
    let guard = |act: &str| {
        let stats = "carries = [\"pilum\", \"kite-shield\"]\nshield_skill = 40";
        let lists =
            format!("act = [\"{act}\"]\nmove = [\"stay\"]\nreact = [\"parry with shield\"]");
        blow(stats, &lists).with(pilum)
    };
    let throws = guard("shoot").round([65, 40, 100]);
    assert_eq!(throws.blows(), [Blow::Evaded, Blow::Missed]);
    assert_eq!(guard("attack").round([65, 8, 100]).hp("guard"), 91);
}

#[test] // BRP-5.6-1, BRP-5.6-9
fn who_waits_with_bare_hands_parries_with_the_first_weapon() {
    let guard = |react: &str| {
        let stats = "carries = [\"dagger\"]\nskills = { dagger = 40 }\nbrawl = 90";
        let act = "act = [\"attack with brawl if round == 1\", \"wait\"]";
        let after = blow(stats, &format!("{act}\nreact = [\"{react}\"]")).round([100, 100]);
        assert_eq!(after.attacks()[1].2, "brawl");
        after
    };
    assert_eq!(guard("parry").round([65, 40]).blows(), [Blow::Evaded]);
    assert_eq!(
        guard("parry with dagger").round([65, 40]).blows(),
        [Blow::Evaded]
    );
}

#[test] // BRP-5.9-4
fn a_second_weapon_gives_no_second_attack() {
    let after = fighters(
        "knight",
        "carries = [\"broad-sword\", \"short-sword\", \"dagger\"]",
    )
    .against("enemy", "policy = \"idle\"")
    .with(POLICIES)
    .round([100]);
    assert_eq!(
        after.attacks(),
        [("knight".into(), "enemy".into(), "broad-sword".into())]
    );
}

/// Returns a fight of an archer that shoots whenever it can and otherwise reloads. Nobody defends.
fn shooter(stats: &str) -> Setup {
    fighters(
        "archer",
        &format!("dex = 15\npolicy = \"shooter\"\n{stats}"),
    )
    .against("target", "policy = \"idle\"\nhit_points = 100\nat = 9")
    .with(POLICIES)
    .option("stalemate = \"go-on\"")
}

#[test] // BRP-5.9-8, BRP-5.9-9
fn what_is_thrown_by_its_melee_name_is_reloaded_and_counted_by_the_row_of_the_throw() {
    let thrower = |row: &str| {
        let rows = format!("[weapons.thrown-dagger]\n{row}");
        shooter("carries = [\"dagger\"]").with(&rows).ready()
    };
    assert_eq!(attacks(thrower("shots = 2"), 3), [1, 1, 0]);
    assert_eq!(attacks(thrower("shots = 9\nreload = 1"), 4), [1, 0, 1, 0]);
}

/// Plays this number of rounds with attacks that miss, and returns the number of attacks in each of them.
fn attacks(mut trial: Trial, rounds: usize) -> Vec<usize> {
    let mut counts = Vec::new();
    for _ in 0..rounds {
        let odds = trial.round_odds(|after| after.attackers().len());
        let (&count, _) = odds.iter().next().expect("some outcome");
        trial = trial.round(vec![100; count]);
        counts.push(count);
    }
    counts
}

#[test] // BRP-5.9-8
fn a_crossbow_shoots_every_other_round() {
    for weapon in ["light-crossbow", "heavy-crossbow"] {
        let trial = shooter(&format!("carries = [\"{weapon}\"]")).ready();
        assert_eq!(attacks(trial, 6), [1, 0, 1, 0, 1, 0], "{weapon}");
        let by_custom = fighters("archer", &format!("dex = 15\ncarries = [\"{weapon}\"]"))
            .against("target", "policy = \"idle\"\nat = 9")
            .with(POLICIES);
        assert_eq!(
            attacks(by_custom.ready(), 6),
            [1, 0, 1, 0, 1, 0],
            "{weapon}"
        );
    }
    let slow =
        shooter("carries = [\"light-crossbow\"]").with("[weapons.light-crossbow]\nreload = 2");
    assert_eq!(attacks(slow.ready(), 7), [1, 0, 0, 1, 0, 0, 1]);
}

/// Returns a fight of a crossbowman and an idle friend against an enemy next to the crossbowman.
fn pressed(stats: &str) -> Trial {
    fighters("archer", &format!("dex = 15\npolicy = \"shooter\"\nhit_points = 11\ncarries = [\"dagger\", \"light-crossbow\"]\nskills = {{ dagger = 90 }}\n{stats}"))
        .and("friend", "policy = \"idle\"\nat = 100")
        .against("brute", "at = 1\ncarries = [\"broad-sword\"]\nskills = { broad-sword = 65 }\npolicy = \"bold\"")
        .with(POLICIES)
        .with("[policies.bold]\nreact = [\"nothing\"]")
        .ready()
}

#[test] // BRP-5.9-8
fn who_is_felled_while_reloading_has_not_reloaded() {
    let shot = pressed("dodge = 0\nammo = { dagger = 0 }").round([100, 100]);
    assert_eq!(shot.item("archer", "light-crossbow").unloaded, 1);
    let felled = shot.round([65, 100, 8]);
    assert!(!felled.fights("archer"));
    assert_eq!(felled.item("archer", "light-crossbow").unloaded, 1);
}

#[test] // BRP-5.9-8
fn who_reloads_may_still_dodge() {
    let shot = pressed("dodge = 60\nammo = { dagger = 0 }").round([100, 100]);
    let dodged = shot.round([65, 60]);
    assert_eq!(dodged.blows(), [Blow::Evaded]);
    assert_eq!(dodged.item("archer", "light-crossbow").unloaded, 0);
}

#[test] // BRP-5.9-8
fn who_reloads_does_not_move_and_does_nothing_else() {
    let wanderer = fighters(
        "archer",
        "dex = 15\npolicy = \"wander\"\ncarries = [\"light-crossbow\"]",
    )
    .against("target", "policy = \"idle\"\nat = 9")
    .with(POLICIES)
    .with("[policies.wander]\nact = [\"shoot\", \"reload\"]\nmove = [\"withdraw by 1\"]");
    let shot = wanderer.round([100]);
    assert_eq!(shot.at("archer"), -100);
    let reloaded = shot.round([]);
    assert_eq!(
        (reloaded.at("archer"), reloaded.attackers().len()),
        (-100, 0)
    );
    assert_eq!(reloaded.item("archer", "light-crossbow").unloaded, 0);
    assert_eq!(reloaded.round([100]).at("archer"), -200);
}

#[test] // BRP-5.9-9
fn an_empty_magazine_is_of_no_use() {
    for (weapon, shots) in [
        ("pistol", 6),
        ("rifle", 6),
        ("laser-pistol", 20),
        ("laser-rifle", 20),
    ] {
        let trial = shooter(&format!("carries = [\"{weapon}\"]")).ready();
        let expected: Vec<usize> = (0..22).map(|round| usize::from(round < shots)).collect();
        assert_eq!(attacks(trial, 22), expected, "{weapon}");
    }
    let two = shooter("carries = [\"pistol\"]\nammo = { pistol = 2 }").ready();
    assert_eq!(attacks(two, 3), [1, 1, 0]);
}

#[test] // BRP-5.9-9
fn arrows_have_no_end_unless_counted() {
    let archer = |more: &str| shooter(&format!("carries = [\"long-bow\"]\n{more}")).ready();
    assert_eq!(attacks(archer(""), 30), [1; 30]);
    assert_eq!(attacks(archer("ammo = { long-bow = 2 }"), 4), [1, 1, 0, 0]);
    let bolts = shooter("carries = [\"light-crossbow\"]\nammo = { light-crossbow = 2 }").ready();
    assert_eq!(attacks(bolts, 5), [1, 0, 1, 0, 0]);
    // The archer has no bolt to load after the last shot, so it walks up and uses its fists.
    let last = fighters(
        "archer",
        "carries = [\"light-crossbow\"]\nammo = { light-crossbow = 1 }",
    )
    .against("target", "policy = \"idle\"\nat = 9")
    .with(POLICIES)
    .round([100]);
    let fists = last.round([100]);
    assert_eq!(
        (fists.at("archer"), fists.attacks()[0].2.as_str()),
        (700, "brawl")
    );
}

/// Returns a fight of a rogue that throws a dagger in the first round. From the second round on it strikes
/// with the items that it has left.
fn thrower(ammo: &str) -> Trial {
    fighters("rogue", &format!("dex = 15\nhit_points = 100\npolicy = \"thrower\"\ncarries = [\"dagger\"]\nskills = {{ dagger = 70 }}\n{ammo}"))
        .against("brute", "carries = [\"broad-sword\"]\nhit_points = 100\nskills = { broad-sword = 65 }\npolicy = \"bold\"")
        .with("[policies.bold]\nreact = [\"nothing\"]")
        .with("[policies.thrower]\nact = [\"shoot with dagger if round == 1\", \"attack\"]\nreact = [\"parry\"]")
        .ready()
}

#[test] // BRP-5.9-9
fn the_last_piece_thrown_neither_strikes_nor_parries() {
    let weapons = |trial: &Trial| -> Vec<String> {
        trial
            .attacks()
            .into_iter()
            .map(|(.., weapon)| weapon)
            .collect()
    };
    let thrown = thrower("").round([100, 100]);
    assert_eq!(weapons(&thrown), ["thrown-dagger", "broad-sword"]);
    assert_eq!(thrown.item("rogue", "dagger").ammo, 0);
    let bare = thrown.round([100, 65, 8]);
    assert_eq!(weapons(&bare), ["brawl", "broad-sword"]);
    assert_eq!(bare.hp("rogue"), 91);
    // A fighter with a second dagger can still strike and parry.
    let armed = thrower("ammo = { dagger = 2 }")
        .round([100, 100])
        .round([100, 65, 70]);
    assert_eq!(weapons(&armed), ["dagger", "broad-sword"]);
    assert_eq!(armed.hp("rogue"), 100);
    // Striking and parrying use up no dagger.
    assert_eq!(armed.item("rogue", "dagger").ammo, 1);
}

#[test] // BRP-5.9-9
fn thrown_pieces_run_out() {
    let thrower = |ammo: &str| shooter(&format!("carries = [\"thrown-rock\"]\n{ammo}")).ready();
    assert_eq!(attacks(thrower(""), 2), [1, 0]);
    assert_eq!(
        attacks(thrower("ammo = { thrown-rock = 3 }"), 5),
        [1, 1, 1, 0, 0]
    );
}
