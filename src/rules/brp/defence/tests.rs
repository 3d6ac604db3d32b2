//! What can be parried and dodged, with what, and at what chance.

use crate::fight::Blow;
use crate::rules::brp::trial::{Setup, Trial, fighters, fraction};

/// Policies of those who only defend.
const WAITING: &str = r#"
[policies.wall]
act = ["wait"]
react = ["parry"]
[policies.eel]
act = ["wait"]
react = ["dodge"]
[policies.prey]
act = ["wait"]
react = ["nothing"]
"#;

/// A goblin of these stats and 100 hit points under attack from so many knights, each of skill 60 with a broad
/// sword: up to 11 is special, and a landed blow does 1D8+1.
fn attacked_by(knights: usize, goblin: &str) -> Setup {
    fighters(
        "knight",
        &format!("dex = 13\ncount = {knights}\ncarries = [\"broad-sword\"]\nskills = {{ broad-sword = 60 }}"),
    )
    .against("goblin", &format!("hit_points = 100\n{goblin}"))
    .with(WAITING)
}

/// A goblin that strikes back and parries, between a knight of DEX 13 and a page of DEX 5, both with skill 60.
fn pack(goblin: &str) -> Setup {
    let sword = "carries = [\"broad-sword\"]\nskills = { broad-sword = 60 }\npolicy = \"never\"";
    fighters("knight", &format!("dex = 13\n{sword}"))
        .and("page", &format!("dex = 5\n{sword}"))
        .against(
            "goblin",
            &format!("hit_points = 100\npolicy = \"parry\"\n{goblin}"),
        )
}

/// The same goblin as a target of one archer, who shoots from 10 m.
fn shot_at_with(weapon: &str, goblin: &str) -> Setup {
    fighters(
        "archer",
        &format!(
            "dex = 13\ncarries = [\"{weapon}\"]\nskills = {{ {weapon} = 60 }}\npolicy = \"archer\""
        ),
    )
    .against("goblin", &format!("hit_points = 100\nat = 10\n{goblin}"))
    .with(WAITING)
    .with("[policies.archer]\nact = [\"shoot\"]")
}

fn lost(trial: &Trial) -> i32 {
    100 - trial.hp("goblin")
}

const SWORD_50: &str = "carries = [\"broad-sword\"]\nskills = { broad-sword = 50 }";

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
    // Against an attack that is always special, the parry's level shows: stopped, 9 at most, 11 at least.
    let goblin = format!("{SWORD_50}\npolicy = \"wall\"");
    let ready = fighters(
        "knight",
        "dex = 13\ncarries = [\"broad-sword\"]\nskills = { broad-sword = 501 }",
    )
    .against("goblin", &format!("hit_points = 100\n{goblin}"))
    .with(WAITING)
    .ready();
    let odds = ready.odds(lost);
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
    // Both dagger and sword are at hand; the dagger is declared, so its 40 counts and the sword's 80 does not.
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
    // The sword has 2 points left. The knight's special against a plain parry breaks it; against the slower page the
    // dagger's 40 counts.
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
    // The sword is not in hand beside a bow either.
    assert_eq!(lost(&setup(bow).round([60, 1, 99])), 2);
    let staff_like = format!("{bow}\nparry_skill = {{ long-bow = 40 }}");
    assert_eq!(lost(&setup(&staff_like).round([60, 40, 99])), 0);
    assert_eq!(lost(&setup(&staff_like).round([60, 41, 1, 99])), 2);
    let refused = setup("carries = [\"broad-sword\"]\nparry_skill = { broad-sword = 40 }").faults();
    assert!(refused.contains("brp::parry-skill"), "{refused}");
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
        // The first knight misses, the second is stopped, the third meets nothing.
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
    // Of one enemy only.
    let after =
        pack(&format!("dex = 1\n{SWORD_50}\nunaware_of = [\"knight\"]")).round([60, 1, 60, 50, 99]);
    assert_eq!(lost(&after), 2);
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

#[test] // BRP-5.6-4
fn any_number_of_defences_at_full_chance_beside_the_own_attack() {
    // A parry, the own blow and another parry, all with one sword.
    let after = pack(&format!("dex = 12\n{SWORD_50}")).round([60, 50, 50, 1, 60, 50]);
    assert_eq!((lost(&after), after.hp("knight")), (0, 11));
    let goblin = format!("{SWORD_50}\npolicy = \"wall\"");
    let after = attacked_by(4, &goblin).round([60, 50, 60, 50, 60, 50, 60, 50]);
    assert_eq!(lost(&after), 0);
}

#[test] // BRP-5.6-4
fn any_number_of_dodges_at_full_chance() {
    let after = attacked_by(3, "dodge = 50\npolicy = \"eel\"").round([60, 50, 60, 50, 60, 50]);
    assert_eq!(lost(&after), 0);
}

#[test] // BRP-5.6-4
fn at_most_one_defence_against_one_attack() {
    let goblin = format!("{SWORD_50}\ndodge = 50\npolicy = \"both\"");
    let setup = attacked_by(1, &goblin).with(
        "[policies.both]\nact = [\"wait\"]\nreact = [\"parry-then-dodge\", \"parry\", \"dodge\"]",
    );
    assert_eq!(lost(&setup.round([60, 51, 1])), 2);
}

#[test] // BRP-5.6-4
fn parry_limit_leaves_so_many_parries_a_round() {
    let goblin = format!("{SWORD_50}\ndodge = 40\npolicy = \"wall\"");
    let limited = |limit: &str, policy: &str| {
        let goblin = goblin.replace("wall", policy);
        attacked_by(3, &goblin).option(&format!("parry_limit = {limit}"))
    };
    assert_eq!(
        lost(&limited("\"none\"", "wall").round([60, 50, 60, 50, 60, 50])),
        0
    );
    assert_eq!(lost(&limited("1", "wall").round([60, 50, 60, 1, 60, 1])), 4);
    assert_eq!(
        lost(&limited("2", "wall").round([60, 50, 60, 50, 60, 1])),
        2
    );
    assert_eq!(lost(&limited("0", "wall").round([60, 1, 60, 1, 60, 1])), 6);
    // Dodges are not counted, and the next round begins afresh.
    assert_eq!(
        lost(&limited("0", "eel").round([60, 40, 60, 40, 60, 40])),
        0
    );
    let again = limited("1", "wall")
        .round([60, 50, 61, 61])
        .round([60, 50, 61, 60, 1]);
    assert_eq!(lost(&again), 2);
}

#[test] // BRP-5.6-4
fn successive_defences_cost_points_each() {
    let goblin = format!("{SWORD_50}\ndodge = 50\npolicy = \"wall\"");
    let costly = |policy: &str, faces: &[u32]| {
        let goblin = goblin.replace("wall", policy);
        let setup = attacked_by(3, &goblin).option("successive_defence_penalty = 20");
        lost(&setup.round(faces.iter().copied()))
    };
    for policy in ["wall", "eel"] {
        assert_eq!(costly(policy, &[60, 50, 60, 30, 60, 10]), 0);
        assert_eq!(costly(policy, &[60, 50, 60, 31, 1, 60, 11, 1]), 4);
        // A failed defence is a defence made; an attack that misses asks for none.
        assert_eq!(costly(policy, &[60, 51, 1, 61, 60, 30]), 2);
    }
    // At 10 a 2 is an ordinary success, at 30 a 5 is special.
    assert_eq!(costly("wall", &[60, 50, 11, 5, 11, 2, 1]), 2);
    let free = attacked_by(2, &format!("{SWORD_50}\npolicy = \"wall\""));
    assert_eq!(
        lost(
            &free
                .option("successive_defence_penalty = 0")
                .round([60, 50, 60, 50])
        ),
        0
    );
}

#[test] // BRP-5.6-4
fn double_defence_lets_the_better_level_count() {
    let goblin = format!("{SWORD_50}\ndodge = 40\npolicy = \"both\"");
    let double = attacked_by(1, &goblin)
        .option("double_defence = \"yes\"")
        .with("[policies.both]\nact = [\"wait\"]\nreact = [\"parry-then-dodge\"]");
    // The parry fails and the dodge does not; both fail; the parry is enough.
    assert_eq!(lost(&double.round([60, 51, 40])), 0);
    assert_eq!(lost(&double.round([60, 51, 41, 1])), 2);
    assert_eq!(lost(&double.round([60, 50])), 0);
    // Special attack: a plain parry, then a special dodge, a plain one, or none.
    let after = double.round([11, 50, 7]);
    assert_eq!(
        (lost(&after), after.item("goblin", "broad-sword").lost),
        (0, 0)
    );
    let after = double.round([11, 50, 8, 1]);
    assert_eq!(
        (lost(&after), after.item("goblin", "broad-sword").lost),
        (2, 2)
    );
    let after = double.round([11, 51, 8, 1]);
    assert_eq!(
        (lost(&after), after.item("goblin", "broad-sword").lost),
        (2, 0)
    );
}

#[test] // BRP-5.6-4
fn the_dodge_after_a_parry_is_a_later_defence() {
    let goblin = format!("{SWORD_50}\ndodge = 40\npolicy = \"both\"");
    let double = attacked_by(1, &goblin)
        .option("double_defence = \"yes\"")
        .option("successive_defence_penalty = 15")
        .with("[policies.both]\nact = [\"wait\"]\nreact = [\"parry-then-dodge\"]");
    assert_eq!(lost(&double.round([60, 51, 25])), 0);
    assert_eq!(lost(&double.round([60, 51, 26, 1])), 2);
}

#[test] // BRP-5.6-4
fn with_one_use_a_round_a_weapon_that_parried_does_not_attack() {
    let goblin = format!("dex = 10\n{SWORD_50}\npolicy = \"parry\"");
    let setup = attacked_by(1, &goblin)
        .with("[policies.default]\nact = [\"attack\"]\nreact = [\"nothing\"]");
    let once = setup.clone().option("same_weapon = \"no\"").round([60, 50]);
    assert_eq!(once.attackers(), ["knight"]);
    // In the next round it may, unless it parries again.
    assert_eq!(once.round([61, 50, 1]).hp("knight"), 11);
    assert_eq!(
        setup
            .option("same_weapon = \"yes\"")
            .round([60, 50, 50, 1])
            .hp("knight"),
        11
    );
}

#[test] // BRP-5.6-4
fn with_one_use_a_round_a_weapon_that_attacked_does_not_parry() {
    let goblin = |carries: &str| {
        format!(
            "dex = 15\ncarries = [{carries}]\nskills = {{ broad-sword = 50 }}\nshield_skill = 30\npolicy = \"parry\""
        )
    };
    let setup = |carries: &str| {
        attacked_by(1, &goblin(carries))
            .with("[policies.default]\nact = [\"attack\"]\nreact = [\"nothing\"]")
            .option("same_weapon = \"no\"")
    };
    assert_eq!(lost(&setup("\"broad-sword\"").round([99, 60, 1])), 2);
    // A shield has not attacked.
    assert_eq!(
        lost(&setup("\"broad-sword\", \"round-shield\"").round([99, 60, 30])),
        0
    );
}

#[test] // BRP-5.6-4, BRP-5.4-4
fn tied_fighters_do_not_spend_each_others_weapons() {
    let after = fighters(
        "knight",
        &format!("hit_points = 100\n{SWORD_50}\npolicy = \"parry\""),
    )
    .against(
        "goblin",
        &format!("hit_points = 100\n{SWORD_50}\npolicy = \"parry\""),
    )
    .option("same_weapon = \"no\"")
    .round([50, 50, 50, 50]);
    assert_eq!(after.blows(), [Blow::Evaded, Blow::Evaded]);
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
    // Nothing is damaged, whatever the levels.
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
    // No hand stops a stone.
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
    // A special is turned into a normal hit at the tool's cost.
    assert_eq!(
        shield
            .round([11, 40, 1])
            .item("goblin", "round-shield")
            .lost,
        2
    );
}

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
    // In melee the whole chance counts.
    let melee = attacked_by(1, "dodge = 55\npolicy = \"eel\"").option("dodge_missiles = \"yes\"");
    assert_eq!(lost(&melee.round([60, 55])), 0);
}

#[test] // BRP-5.7-5
fn dodge_55_in_full_plate_against_an_arrow() {
    // An archer who always rolls a special shows the level of the dodge.
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
    let odds = ready.odds(lost);
    assert_eq!(odds.of(|&lost| lost == 0), fraction(2, 100));
    assert_eq!(odds.of(|&lost| (1..=9).contains(&lost)), fraction(13, 100));
    assert_eq!(odds.of(|&lost| lost > 9), fraction(85, 100));
}

/// Which of two blows a goblin stops whose parry and dodge are both at 50.
fn answers(policy: &str, carries: &str, faces: &[u32]) -> Vec<bool> {
    let after = attacked_by(2, &format!(
        "dex = 1\ndodge = 50\ncarries = [{carries}]\nskills = {{ broad-sword = 50 }}\npolicy = \"{policy}\""
    ))
    .round(faces.iter().copied());
    after.blows()[..2]
        .iter()
        .map(|blow| *blow == Blow::Evaded)
        .collect()
}

#[test] // BRP-X-8
fn the_standard_defences() {
    let sword = "\"broad-sword\"";
    assert_eq!(answers("never", sword, &[60, 1, 60, 1, 99]), [false, false]);
    assert_eq!(answers("parry", sword, &[60, 50, 11, 9, 99]), [true, true]);
    assert_eq!(answers("dodge", sword, &[60, 50, 11, 9, 99]), [true, true]);
    assert_eq!(
        answers("parry-once", sword, &[60, 50, 60, 1, 99]),
        [true, false]
    );
    assert_eq!(
        answers("dodge-once", sword, &[60, 50, 60, 1, 99]),
        [true, false]
    );
    // One that fails is used up as well.
    assert_eq!(
        answers("parry-once", sword, &[60, 51, 1, 60, 1, 99]),
        [false, false]
    );
    assert_eq!(
        answers("dodge-once", sword, &[60, 51, 1, 60, 1, 99]),
        [false, false]
    );
}

#[test] // BRP-X-8
fn parry_and_dodge_are_told_apart_by_their_chances() {
    let met = |policy: &str, faces: &[u32]| {
        let goblin = format!("dex = 1\n{SWORD_50}\ndodge = 20\npolicy = \"{policy}\"");
        lost(&attacked_by(1, &goblin).round(faces.iter().copied()))
    };
    for policy in ["parry", "parry-once", "parry-else-dodge"] {
        assert_eq!(met(policy, &[60, 50, 99]), 0, "{policy}");
    }
    for policy in ["dodge", "dodge-once"] {
        assert_eq!(met(policy, &[60, 20, 99]), 0, "{policy}");
        assert_eq!(met(policy, &[60, 21, 1, 99]), 2, "{policy}");
    }
}

#[test] // BRP-X-8
fn parry_else_dodge_dodges_what_it_has_no_means_to_parry() {
    // Bare hands do not parry a sword, nor a sword an arrow.
    let bare = attacked_by(1, "dex = 1\ndodge = 20\npolicy = \"parry-else-dodge\"");
    assert_eq!(lost(&bare.round([60, 20, 99])), 0);
    let arrow = shot_at_with(
        "long-bow",
        &format!("dodge = 41\n{SWORD_50}\npolicy = \"careful\""),
    )
    .with("[policies.careful]\nact = [\"wait\"]\nreact = [\"parry\", \"dodge\"]");
    assert_eq!(lost(&arrow.round([60, 1])), 2);
    assert_eq!(
        lost(&arrow.option("dodge_missiles = \"yes\"").round([60, 21])),
        0
    );
}

#[test] // BRP-X-8
fn a_once_only_defence_is_there_again_next_round() {
    for policy in ["parry-once", "dodge-once"] {
        let goblin = format!("dex = 1\n{SWORD_50}\ndodge = 50\npolicy = \"{policy}\"");
        let after = attacked_by(1, &goblin)
            .round([60, 50, 99])
            .round([60, 50, 99]);
        assert_eq!(lost(&after), 0);
    }
}
