//! Tests of parries: the tools that may parry, the attacks that may be parried, and the chances.

use super::{SWORD_50, WAITING, attacked_by, lost, pack, shot_at_with};
use crate::fight::Blow;
use crate::rules::brp::testing::{fighters, fraction};

#[test] // BRP-5.6-1
fn a_parry_succeeds_at_or_below_the_skill_with_the_tool() {
    let parry = |faces: &[u32]| {
        let goblin = format!("{SWORD_50}\npolicy = \"wall\"");
        lost(&attacked_by(1, &goblin).round(faces.iter().copied()))
    };
    assert_eq!(parry(&[60, 50]), 0);
    assert_eq!(parry(&[60, 51, 8]), 9);
    assert_eq!(parry(&[11, 9]), 0);
    assert_eq!(parry(&[11, 10, 8]), 9);
}

#[test] // BRP-5.6-1
fn skill_50_parries_with_9_41_50() {
    // Every attack is special, so the damage reveals the level of the parry: no damage for a special one, at
    // most 9 for an ordinary one, and at least 11 for a failure.
    let goblin = format!("{SWORD_50}\npolicy = \"wall\"");
    let ready = fighters(
        "knight",
        "dex = 13\ncarries = [\"broad-sword\"]\nskills = { broad-sword = 501 }",
    )
    .against("goblin", &format!("hit_points = 100\n{goblin}"))
    .with(WAITING)
    .ready();
    let odds = ready.round_odds(lost);
    assert_eq!(odds.of(|&lost| lost == 0), fraction(9, 100));
    assert_eq!(odds.of(|&lost| (1..=9).contains(&lost)), fraction(41, 100));
    assert_eq!(odds.of(|&lost| lost > 9), fraction(50, 100));
}

#[test] // BRP-5.6-1
fn by_custom_a_whole_shield_parries_before_the_weapon() {
    let goblin = "carries = [\"broad-sword\", \"round-shield\"]\nskills = { broad-sword = 80 }\nshield_skill = 30\n\
                  policy = \"wall\"";
    let ready = || attacked_by(1, goblin).ready();
    assert_eq!(lost(&ready().round([60, 30])), 0);
    assert_eq!(lost(&ready().round([60, 31, 1])), 2);
    let broken = ready().given("goblin", |body| body.items[1].broken = true);
    assert_eq!(lost(&broken.round([60, 80])), 0);
}

#[test] // BRP-5.6-1
fn a_policy_may_choose_another_tool() {
    let goblin = "carries = [\"broad-sword\", \"round-shield\"]\nskills = { broad-sword = 80 }\nshield_skill = 30\n\
                  policy = \"fencer\"";
    let setup = attacked_by(1, goblin)
        .with("[policies.fencer]\nact = [\"wait\"]\nreact = [\"parry with broad-sword\"]");
    assert_eq!(lost(&setup.round([60, 80])), 0);
    assert_eq!(lost(&setup.round([60, 81, 1])), 2);
}

#[test] // BRP-5.6-1
fn without_a_shield_the_weapon_declared_parries() {
    // The goblin could use the dagger or the sword. It has declared the dagger, so the parry has the dagger's
    // chance of 40 and not the sword's 80.
    let goblin = "carries = [\"broad-sword\", \"dagger\"]\nskills = { broad-sword = 80, dagger = 40 }\n\
                  policy = \"cutthroat\"";
    let setup = attacked_by(1, goblin)
        .with("[policies.cutthroat]\nact = [\"attack with dagger\"]\nreact = [\"parry\"]");
    assert_eq!(lost(&setup.round([60, 40, 99])), 0);
    assert_eq!(lost(&setup.round([60, 41, 1, 99])), 2);
}

#[test] // BRP-5.6-1, BRP-5.6-9
fn bare_hands_declared_leave_a_carried_weapon_out_of_it() {
    let goblin =
        "carries = [\"dagger\"]\nskills = { dagger = 80 }\nbrawl = 80\npolicy = \"wrestler\"";
    let after = attacked_by(1, goblin)
        .with("[policies.wrestler]\nact = [\"attack with hands\"]\nreact = [\"parry\"]")
        .round([60, 1, 99]);
    assert_eq!(lost(&after), 2);
}

#[test] // BRP-5.6-1
fn when_the_declared_weapon_breaks_the_next_of_the_list_parries() {
    // The sword has 2 points left. The knight's special attack against an ordinary parry breaks it. Against
    // the slower page, the goblin parries with the dagger, at a chance of 40.
    let ready = || {
        pack(
            "dex = 12\ncarries = [\"broad-sword\", \"dagger\"]\nskills = { broad-sword = 80, dagger = 40 }",
        )
        .ready()
        .given("goblin", |body| body.items[0].lost = 10)
    };
    let after = ready().round([11, 80, 1, 99, 60, 40]);
    assert_eq!(lost(&after), 2);
    assert!(after.item("goblin", "broad-sword").broken);
    assert_eq!(lost(&ready().round([11, 80, 1, 99, 60, 41, 1])), 4);
}

#[test] // BRP-5.6-1
fn a_missile_weapon_parries_only_with_a_parry_skill() {
    let bow = "carries = [\"long-bow\", \"broad-sword\"]\nskills = { broad-sword = 80 }\npolicy = \"bowman\"";
    let setup = |goblin: &str| {
        attacked_by(1, goblin).with("[policies.bowman]\nact = [\"shoot\"]\nreact = [\"parry\"]")
    };
    // The goblin holds the bow, so it has no sword in hand to parry with.
    assert_eq!(lost(&setup(bow).round([60, 1, 99])), 2);
    let staff_like = format!("{bow}\nparry_skill = {{ long-bow = 40 }}");
    assert_eq!(lost(&setup(&staff_like).round([60, 40, 99])), 0);
    assert_eq!(lost(&setup(&staff_like).round([60, 41, 1, 99])), 2);
    let refused = setup("carries = [\"broad-sword\"]\nparry_skill = { broad-sword = 40 }").faults();
    assert!(refused.contains("brp::parry-skill"), "{refused}");
}

#[test] // BRP-5.6-1, BRP-5.9-8
fn a_crossbow_that_parries_does_so_while_it_is_reloaded_too() {
    let goblin = "carries = [\"light-crossbow\"]\nparry_skill = { light-crossbow = 40 }\npolicy = \"bowman\"";
    let shoots = attacked_by(1, goblin)
        .with("[policies.bowman]\nact = [\"shoot\", \"reload\"]\nreact = [\"parry\"]")
        .round([60, 40, 99]);
    assert_eq!(lost(&shoots), 0);
    assert_eq!(lost(&shoots.round([60, 40])), 0);
}

#[test] // BRP-5.6-1
fn whoever_shoots_or_reloads_has_no_melee_weapon_in_hand_until_the_next_statement() {
    let goblin = "carries = [\"light-crossbow\", \"broad-sword\"]\nskills = { broad-sword = 80 }\npolicy = \"bowman\"";
    let bowman = "[policies.bowman]\nact = [\"shoot if round == 1\", \"reload if round == 2\", \"wait\"]\n\
                  react = [\"parry with melee\"]";
    let shoots = attacked_by(1, goblin).with(bowman).round([60, 1, 99]);
    assert_eq!(lost(&shoots), 2);
    let reloads = shoots.round([60, 1]);
    assert_eq!(lost(&reloads), 4);
    let waits = reloads.round([60, 80]);
    assert_eq!(lost(&waits), 4);
}

#[test] // BRP-5.6-1
fn a_shield_parries_beside_a_one_handed_missile_weapon() {
    let with = |weapon: &str| {
        let goblin = format!(
            "carries = [\"{weapon}\", \"round-shield\"]\nshield_skill = 30\npolicy = \"shooter\""
        );
        attacked_by(1, &goblin).with("[policies.shooter]\nact = [\"shoot\"]\nreact = [\"parry\"]")
    };
    assert_eq!(lost(&with("pistol").round([60, 30, 99])), 0);
    assert_eq!(lost(&with("long-bow").round([60, 1, 99])), 2);
}

#[test] // BRP-5.6-2, BRP-5.7-2
fn a_failed_attack_is_not_answered_and_uses_up_nothing() {
    for policy in ["parry-once", "dodge-once"] {
        let goblin = format!("dex = 5\n{SWORD_50}\ndodge = 50\npolicy = \"{policy}\"");
        // The first knight misses, the second is parried, and the third meets no defence.
        let after = attacked_by(3, &goblin).round([61, 60, 50, 60, 1, 99]);
        let dealt = Blow::Landed {
            rolled: 2,
            stopped: 0,
            dealt: 2,
        };
        assert_eq!(
            after.blows()[..3],
            [Blow::Missed, Blow::Evaded, dealt],
            "{policy}"
        );
    }
}

#[test] // BRP-5.6-2, BRP-5.7-2
fn a_defender_knows_the_level_of_the_attack_and_the_kind_of_weapon() {
    let goblin = format!("{SWORD_50}\ndodge = 50\npolicy = \"careful\"");
    for react in [
        "parry if attack.level == special",
        "dodge if attack.level == special",
    ] {
        let setup = attacked_by(1, &goblin).with(&format!(
            "[policies.careful]\nact = [\"wait\"]\nreact = [\"{react}\"]"
        ));
        assert_eq!(lost(&setup.round([11, 9])), 0, "{react}");
        assert_eq!(lost(&setup.round([12, 1])), 2, "{react}");
    }
    let armed = attacked_by(1, &goblin)
        .with("[policies.careful]\nact = [\"wait\"]\nreact = [\"parry if not attack.unarmed\"]");
    assert_eq!(lost(&armed.round([12, 50])), 0);
    let bare = fighters("knight", "dex = 13\nbrawl = 60")
        .against("goblin", &format!("hit_points = 100\n{goblin}"))
        .with("[policies.careful]\nact = [\"wait\"]\nreact = [\"parry if not attack.unarmed\"]");
    assert_eq!(lost(&bare.round([12, 1])), 1);
}

#[test] // BRP-5.6-3, BRP-5.7-2
fn nobody_defends_against_an_attacker_they_are_unaware_of() {
    for policy in ["wall", "eel"] {
        let setup = |unaware: &str| {
            attacked_by(
                1,
                &format!("{SWORD_50}\ndodge = 50\npolicy = \"{policy}\"\n{unaware}"),
            )
        };
        assert_eq!(lost(&setup("").round([60, 50])), 0);
        assert_eq!(lost(&setup("unaware_of = [\"knight\"]").round([60, 1])), 2);
    }
    // The goblin is unaware of the knight, but not of the page.
    let after =
        pack(&format!("dex = 1\n{SWORD_50}\nunaware_of = [\"knight\"]")).round([60, 1, 60, 50, 99]);
    assert_eq!(lost(&after), 2);
}

#[test] // BRP-5.6-3
fn whoever_is_unaware_of_a_side_is_so_of_everybody_on_it_and_of_nobody_else() {
    let goblin = |unaware: &str| {
        let stats = format!("dex = 1\n{SWORD_50}\nunaware_of = [\"{unaware}\"]");
        let sword =
            "carries = [\"broad-sword\"]\nskills = { broad-sword = 60 }\npolicy = \"raider\"";
        pack(&stats)
            .against("raider", &format!("dex = 3\n{sword}"))
            .with("[policies.raider]\nact = [\"attack at goblin\"]\nreact = [\"nothing\"]")
            .with("[policies.never]\nact = [\"attack at goblin\"]")
    };
    // Knight and page are side 1, and the raider is side 3. An attack hits with a roll of 60 and does 2
    // points, unless a roll of 50 parries it.
    let of_two = goblin("side 1").round([60, 1, 60, 1, 60, 50, 99]);
    assert_eq!(lost(&of_two), 4);
    let of_one = goblin("side 3").round([60, 50, 60, 50, 60, 1, 99]);
    assert_eq!(lost(&of_one), 2);
}

#[test] // BRP-5.6-3
fn whoever_is_down_does_not_defend() {
    for policy in ["wall", "eel"] {
        let goblin = format!("{SWORD_50}\ndodge = 50\npolicy = \"{policy}\"");
        let ready = attacked_by(1, &goblin)
            .and("rat", "policy = \"prey\"")
            .with("[policies.default]\nact = [\"attack at fallen\"]")
            .ready()
            .felled("goblin", 2, 0);
        assert_eq!(ready.round([60, 1]).hp("goblin"), 0);
    }
}

#[test] // BRP-5.6-6
fn firearms_and_energy_weapons_cannot_be_parried() {
    let goblin = "carries = [\"broad-sword\", \"riot-shield\"]\nskills = { broad-sword = 99 }\npolicy = \"wall\"";
    for weapon in ["pistol", "rifle", "laser-pistol", "laser-rifle"] {
        let setup = shot_at_with(weapon, goblin);
        let faces: &[u32] = if weapon.contains("rifle") {
            &[60, 1, 1]
        } else {
            &[60, 1]
        };
        assert!(lost(&setup.round(faces.iter().copied())) > 0, "{weapon}");
    }
}

#[test] // BRP-5.6-6
fn only_a_shield_parries_other_missiles() {
    for weapon in ["long-bow", "light-crossbow", "sling"] {
        let sword = "carries = [\"broad-sword\"]\nskills = { broad-sword = 99 }\npolicy = \"wall\"";
        assert!(
            lost(&shot_at_with(weapon, sword).round([60, 1])) > 0,
            "{weapon}"
        );
        let shield = "carries = [\"broad-sword\", \"round-shield\"]\npolicy = \"wall\"";
        assert_eq!(
            lost(&shot_at_with(weapon, shield).round([60, 30])),
            0,
            "{weapon}"
        );
    }
}

#[test] // BRP-5.6-9
fn bare_hands_parry_bare_hands_alone() {
    let goblin = "brawl = 50\npolicy = \"wall\"";
    assert_eq!(lost(&attacked_by(1, goblin).round([60, 1])), 2);
    let brawl = fighters("knight", "dex = 13\nbrawl = 60")
        .against("goblin", &format!("hit_points = 100\n{goblin}"))
        .with(WAITING);
    assert_eq!(lost(&brawl.round([60, 50])), 0);
    assert_eq!(lost(&brawl.round([60, 51, 3])), 3);
    // The parry damages neither the attacker's hands nor the parrying ones, at any level.
    for faces in [&[60, 9][..], &[11, 50, 1]] {
        let after = brawl.round(faces.iter().copied());
        assert_eq!(
            after.item("knight", "brawl").lost + after.item("goblin", "brawl").lost,
            0
        );
    }
}

#[test] // BRP-5.6-9
fn house_rules_say_what_bare_hands_parry() {
    let goblin = "hit_points = 100\nbrawl = 50\npolicy = \"wall\"";
    let sword = |rule: &str| {
        attacked_by(1, goblin.trim_start_matches("hit_points = 100\n"))
            .option(&format!("brawl_parry = \"{rule}\""))
    };
    let brawl = |rule: &str| {
        fighters("knight", "dex = 13\nbrawl = 60")
            .against("goblin", goblin)
            .with(WAITING)
            .option(&format!("brawl_parry = \"{rule}\""))
    };
    assert_eq!(lost(&sword("all_melee").round([60, 50])), 0);
    assert_eq!(lost(&sword("all_melee").round([60, 51, 1])), 2);
    assert_eq!(lost(&brawl("all_melee").round([60, 50])), 0);
    assert_eq!(lost(&sword("unarmed_only").round([60, 1])), 2);
    assert_eq!(lost(&brawl("unarmed_only").round([60, 50])), 0);
    assert_eq!(lost(&sword("never").round([60, 1])), 2);
    assert_eq!(lost(&brawl("never").round([60, 1])), 1);
    // Bare hands do not parry the stone of a sling.
    let sling = shot_at_with("sling", "brawl = 99\npolicy = \"wall\"")
        .option("brawl_parry = \"all_melee\"");
    assert_eq!(lost(&sling.round([60, 1])), 1);
}

#[test] // BRP-5.6-9
fn a_weapon_or_shield_parries_bare_hands_as_usual() {
    let brawl = |goblin: &str| {
        fighters("knight", "dex = 13\nbrawl = 60")
            .against(
                "goblin",
                &format!("hit_points = 100\npolicy = \"wall\"\n{goblin}"),
            )
            .with(WAITING)
    };
    assert_eq!(lost(&brawl(SWORD_50).round([60, 50])), 0);
    let shield = brawl("carries = [\"round-shield\"]\nshield_skill = 40");
    assert_eq!(lost(&shield.round([60, 40])), 0);
    // The parry turns the special attack into a normal hit, and the shield loses points.
    assert_eq!(
        shield
            .round([11, 40, 1])
            .item("goblin", "round-shield")
            .lost,
        2
    );
}

#[test] // BRP-5.6-9
fn bare_hands_damage_no_weapon_that_they_parry() {
    let after = attacked_by(1, "brawl = 60\npolicy = \"wall\"")
        .option("brawl_parry = \"all_melee\"")
        .round([60, 11]);
    assert_eq!(after.blows(), [Blow::Evaded]);
    assert_eq!(after.item("knight", "broad-sword").lost, 0);
}

#[test] // BRP-5.6-8, BRP-5.6-1
fn whose_bow_breaks_in_a_parry_strikes_with_the_next_weapon_at_its_rank() {
    let bow = "carries = [\"long-bow\", \"broad-sword\"]\nskills = { broad-sword = 80 }
        parry_skill = { long-bow = 40 }\npolicy = \"bowman\"";
    let after = attacked_by(1, bow)
        .with("[policies.bowman]\nact = [\"shoot\"]\nreact = [\"parry\"]")
        .ready()
        .given("goblin", |body| body.items[0].lost = 9)
        .round([11, 40, 1, 99]);
    assert!(after.item("goblin", "long-bow").broken);
    assert_eq!(after.attacks()[1].2, "broad-sword");
}
