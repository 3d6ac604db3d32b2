//! Tests of the number of defences per round, and of the house rules about it.

use super::{SWORD_50, attacked_by, lost, pack};
use crate::fight::Blow;
use crate::rules::brp::testing::fighters;

#[test] // BRP-5.6-4
fn any_number_of_defences_at_full_chance_beside_the_own_attack() {
    // The goblin parries, strikes and parries again, all with one sword.
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
    // The limit is for parries, so dodges are not counted. The next round allows new parries.
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
        // A failed defence counts as a defence. An attack that misses causes none.
        assert_eq!(costly(policy, &[60, 51, 1, 61, 60, 30]), 2);
    }
    // The chances of the three parries are 50, 30 and 10. The 5 is a special success at 30, but the 2 is only
    // an ordinary success at 10.
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
    // In the first fight the parry fails and the dodge succeeds. In the second fight both fail. In the third
    // fight the parry succeeds.
    assert_eq!(lost(&double.round([60, 51, 40])), 0);
    assert_eq!(lost(&double.round([60, 51, 41, 1])), 2);
    assert_eq!(lost(&double.round([60, 50])), 0);
    // The attack is special. In the first fight an ordinary parry is followed by a special dodge. In the
    // second fight it is followed by an ordinary dodge. In the third fight the parry fails and the dodge is
    // an ordinary success.
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
    // In the next round the goblin's sword may attack, because it has not parried before its turn.
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
    // The shield has not attacked, so it may parry.
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

#[test] // BRP-5.6-4
fn a_dodge_uses_up_no_parry() {
    let goblin = format!("{SWORD_50}\ndodge = 50\npolicy = \"both\"");
    let setup = attacked_by(3, &goblin).option("parry_limit = 1").with(
        "[policies.both]\nact = [\"wait\"]\nreact = [\"dodge if self.defences == 0\", \"parry\"]",
    );
    assert_eq!(lost(&setup.round([60, 50, 60, 50, 60, 1])), 2);
}

#[test] // BRP-5.6-4
fn with_one_use_a_round_a_weapon_parries_again_in_the_next() {
    let goblin = format!("dex = 15\n{SWORD_50}\npolicy = \"once\"");
    let after = attacked_by(1, &goblin)
        .option("same_weapon = \"no\"")
        .with("[policies.once]\nact = [\"attack if round == 1\"]\nreact = [\"parry\"]")
        .round([99, 60, 1])
        .round([60, 50]);
    assert_eq!(lost(&after), 2);
}

#[test] // BRP-5.6-4, BRP-5.6-1
fn with_one_use_a_round_a_bow_that_shot_does_not_parry() {
    let bow =
        "dex = 15\ncarries = [\"long-bow\"]\nparry_skill = { long-bow = 60 }\npolicy = \"bow\"";
    let setup = attacked_by(1, bow)
        .with("[policies.bow]\nact = [\"shoot\"]\nreact = [\"parry\"]")
        .with("[policies.default]\nact = [\"attack\"]\nreact = [\"nothing\"]");
    assert_eq!(lost(&setup.round([99, 60, 60])), 0);
    assert_eq!(
        lost(&setup.option("same_weapon = \"no\"").round([99, 60, 1])),
        2
    );
}

#[test] // BRP-5.6-4, BRP-5.8-2
fn a_special_parry_that_makes_a_dodge_needless_wears_the_weapon() {
    let goblin = format!("{SWORD_50}\ndodge = 40\npolicy = \"both\"");
    let after = attacked_by(1, &goblin)
        .option("double_defence = \"yes\"")
        .with("[policies.both]\nact = [\"wait\"]\nreact = [\"parry-then-dodge\"]")
        .round([60, 9]);
    assert_eq!(after.item("knight", "broad-sword").lost, 1);
}
