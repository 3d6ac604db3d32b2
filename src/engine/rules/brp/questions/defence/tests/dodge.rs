//! Tests of dodges: the attacks that may be dodged, and the chances.

use super::{SWORD_50, WAITING, attacked_by, lost, shot_at_with};
use crate::fight::Blow;
use crate::rules::brp::testing::{fighters, fraction};

#[test] // BRP-5.7-1, BRP-5.7-3
fn a_dodge_is_rolled_like_an_attack() {
    let dodge = |faces: &[u32]| {
        lost(&attacked_by(1, "dodge = 50\npolicy = \"eel\"").round(faces.iter().copied()))
    };
    assert_eq!(dodge(&[60, 50]), 0);
    assert_eq!(dodge(&[60, 51, 8]), 9);
    assert_eq!(dodge(&[11, 9]), 0);
    assert_eq!(dodge(&[11, 10, 8]), 9);
    assert_eq!(dodge(&[11, 51, 8]), 18);
}

#[test] // BRP-5.7-1
fn armour_hampers_a_dodge() {
    let dodge = |armour: &str, faces: &[u32]| {
        let goblin = format!("dodge = 60\narmour = \"{armour}\"\npolicy = \"eel\"");
        let after = attacked_by(1, &goblin).round(faces.iter().copied());
        after.blows()[0] == Blow::Evaded
    };
    assert!(dodge("none", &[60, 60]));
    assert!(dodge("full-plate", &[60, 35]));
    assert!(!dodge("full-plate", &[60, 36, 8]));
}

#[test] // BRP-5.7-2
fn dodging_moves_nobody() {
    let after = attacked_by(1, "dodge = 50\npolicy = \"eel\"").round([60, 50]);
    assert_eq!((after.at("goblin"), after.at("knight")), (0, 0));
}

#[test] // BRP-5.7-3, BRP-5.8-2
fn a_dodge_damages_nothing() {
    let goblin = format!("{SWORD_50}\ndodge = 50\npolicy = \"eel\"");
    for faces in [&[11, 50, 1][..], &[60, 9], &[11, 9]] {
        let after = attacked_by(1, &goblin).round(faces.iter().copied());
        let worn = |name| after.item(name, "broad-sword").lost;
        assert_eq!((worn("knight"), worn("goblin")), (0, 0), "{faces:?}");
    }
}

#[test] // BRP-5.7-4
fn fast_missiles_cannot_be_dodged() {
    for rule in ["no", "yes"] {
        for weapon in ["pistol", "laser-pistol"] {
            let setup = shot_at_with(weapon, "dodge = 100\npolicy = \"eel\"")
                .option(&format!("dodge_missiles = \"{rule}\""));
            assert_eq!(lost(&setup.round([60, 1])), 1, "{weapon}");
        }
    }
}

#[test] // BRP-5.7-5
fn slow_missiles_are_dodged_at_half_chance_where_the_table_allows_it() {
    let arrow = |rule: &str| {
        shot_at_with("long-bow", "dodge = 55\npolicy = \"eel\"")
            .option(&format!("dodge_missiles = \"{rule}\""))
    };
    assert_eq!(lost(&arrow("no").round([60, 1])), 2);
    assert_eq!(lost(&arrow("yes").round([60, 28])), 0);
    assert_eq!(lost(&arrow("yes").round([60, 29, 1])), 2);
    // A blow is dodged at the full chance.
    let melee = attacked_by(1, "dodge = 55\npolicy = \"eel\"").option("dodge_missiles = \"yes\"");
    assert_eq!(lost(&melee.round([60, 55])), 0);
}

#[test] // BRP-5.7-5
fn dodge_55_in_full_plate_against_an_arrow() {
    // Every hit of this archer is special, so the result of the attack reveals the level of the dodge.
    let ready = fighters(
        "archer",
        "dex = 13\ncarries = [\"long-bow\"]\nskills = { long-bow = 501 }\npolicy = \"archer\"",
    )
    .against(
        "goblin",
        "hit_points = 100\nat = 10\ndodge = 55\narmour = { ap = 0, physical = -25 }\npolicy = \"eel\"",
    )
    .with(WAITING)
    .with("[policies.archer]\nact = [\"shoot\"]")
    .option("dodge_missiles = \"yes\"")
    .ready();
    let odds = ready.round_odds(lost);
    assert_eq!(odds.of(|&lost| lost == 0), fraction(2, 100));
    assert_eq!(odds.of(|&lost| (1..=9).contains(&lost)), fraction(13, 100));
    assert_eq!(odds.of(|&lost| lost > 9), fraction(85, 100));
}
