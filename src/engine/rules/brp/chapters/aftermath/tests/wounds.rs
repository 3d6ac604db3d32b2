//! Tests of wounds: how damage makes fighters fall or die.

use num_rational::BigRational;

use crate::rules::brp::nouns::state::Condition;
use crate::rules::brp::testing::{SIMPLE, Setup, Trial, blow, fighters};

/// Returns a fight of a knight against a goblin. Each hit of the knight does exactly `damage`. The goblin has
/// 12 hit points and no armour, and does nothing.
fn knight(damage: i32) -> Setup {
    fighters(
        "knight",
        &format!("dex = 13\ncarries = [\"blow-{damage}\"]\npolicy = \"bold\""),
    )
    .against("goblin", "hit_points = 12\npolicy = \"idle\"")
    .with(&blow(damage))
    .with(SIMPLE)
}

const HIT: [u32; 1] = [50];
const SPECIAL: u32 = 1;

fn goblin(after: &Trial) -> (i32, bool, Condition) {
    (
        after.hp("goblin"),
        after.fights("goblin"),
        after.condition("goblin"),
    )
}

#[test] // BRP-5.12-1
fn damage_past_armour_comes_off_what_is_left() {
    let clad = fighters("knight", "carries = [\"blow-6\"]\npolicy = \"bold\"")
        .against(
            "goblin",
            "hit_points = 12\narmour = \"hard-leather\"\npolicy = \"idle\"",
        )
        .with(&blow(6))
        .with(SIMPLE);
    let once = clad.round(HIT);
    assert_eq!(once.hp("goblin"), 8);
    assert_eq!(once.round(HIT).hp("goblin"), 4);
}

#[test] // BRP-5.12-1
fn every_hit_that_takes_a_point_is_an_injury_of_its_size() {
    let watched = "[policies.idle]\nact = [\"wait\"]\nreact = []\n[policies.bold]\nact = [\"attack nearest\"]\n\
                   react = []\nturn = [\"first-aid at dying\"]";
    let with = |armour: u8| {
        fighters("knight", "carries = [\"blow-3\"]\npolicy = \"bold\"")
            .against(
                "goblin",
                &format!("armour = {{ ap = {armour} }}\npolicy = \"idle\""),
            )
            .with(&blow(3))
            .with(watched)
    };
    let twice = with(1).round(HIT).round(HIT);
    assert_eq!(twice.body("goblin").injuries, [0, 2, 0, 0, 0, 0, 0, 0]);
    let special = with(0).round([SPECIAL]);
    assert_eq!(special.body("goblin").injuries, [0, 0, 0, 0, 0, 1, 0, 0]);
    let stopped = with(3).round(HIT);
    assert_eq!(stopped.body("goblin").injuries, [0; 8]);
    assert_eq!(goblin(&stopped), (13, true, Condition::Able));
}

#[test] // BRP-5.12-2, BRP-5.12-3
fn three_left_stands_two_left_sleeps_none_left_dies() {
    assert_eq!(goblin(&knight(9).round(HIT)), (3, true, Condition::Able));
    let two = knight(10).round(HIT);
    assert_eq!(goblin(&two), (2, false, Condition::Unconscious));
    assert_eq!(two.names(&two.heard.downed), ["goblin"]);
    let none = knight(12).round(HIT);
    assert_eq!(goblin(&none), (0, false, Condition::Dead));
    assert_eq!(none.names(&none.heard.downed), ["goblin"]);
}

#[test] // BRP-5.12-2
fn whoever_sleeps_neither_acts_nor_defends_nor_draws_attacks() {
    let asleep = |sleeps: bool| {
        let ready = fighters("ogre", "carries = [\"blow-1\"]\npolicy = \"cruel\"")
            .and(
                "knight",
                "dex = 13\ncarries = [\"blow-1\"]\npolicy = \"bold\"",
            )
            .against("goblin", "dex = 14\npolicy = \"dodge\"\ndodge = 60")
            .and("orc", "dex = 11\npolicy = \"idle\"")
            .with(&blow(1))
            .with(SIMPLE)
            .with("[policies.cruel]\nact = [\"attack at fallen\"]\nreact = []")
            .ready();
        if sleeps {
            ready.felled("goblin", 2, 0)
        } else {
            ready
        }
    };
    // An awake goblin strikes first and later dodges the knight's attack.
    let awake = asleep(false).round([100, 50, 60]);
    assert_eq!(awake.attackers(), ["goblin", "knight"]);
    // A sleeping goblin does neither. The knight attacks the orc instead. The ogre hits the goblin, which
    // makes no defence.
    let after = asleep(true).round([50, 50]);
    assert_eq!(after.attackers(), ["knight", "ogre"]);
    assert_eq!((after.hp("goblin"), after.hp("orc")), (1, 12));
}

#[test] // BRP-5.12-2
fn whoever_sleeps_before_its_rank_loses_its_action() {
    let slow = fighters(
        "knight",
        "dex = 13\ncarries = [\"blow-11\"]\npolicy = \"bold\"",
    )
    .against("goblin", "carries = [\"blow-11\"]\npolicy = \"bold\"")
    .with(&blow(11))
    .with(SIMPLE);
    let after = slow.round(HIT);
    assert_eq!(after.attackers(), ["knight"]);
    assert!(after.outcome.is_some());
}

#[test] // BRP-5.12-2
fn a_weakling_stands_until_its_first_injury() {
    let weak = |armour: u8| {
        fighters(
            "knight",
            "carries = [\"blow-1\"]\npolicy = \"bold\"\ndex = 13",
        )
        .against(
            "goblin",
            &format!("hit_points = 2\narmour = {{ ap = {armour} }}\npolicy = \"bold\""),
        )
        .with(&blow(1))
        .with(SIMPLE)
    };
    let unhurt = weak(1).round([50, 99]);
    assert_eq!(goblin(&unhurt), (2, true, Condition::Able));
    assert_eq!(unhurt.attackers(), ["knight", "goblin"]);
    assert_eq!(
        goblin(&weak(0).round(HIT)),
        (1, false, Condition::Unconscious)
    );
}

#[test] // BRP-5.12-2
fn a_house_rule_lets_them_fight_on_to_the_last_point() {
    let stubborn = |damage| knight(damage).option("unconscious_at = 0").round(HIT);
    assert_eq!(goblin(&stubborn(11)), (1, true, Condition::Able));
    assert_eq!(goblin(&stubborn(12)), (0, false, Condition::Dead));
    assert_eq!(
        goblin(&knight(11).option("unconscious_at = 2").round(HIT)),
        (1, false, Condition::Unconscious)
    );
}

#[test] // BRP-5.12-3
fn death_waits_for_the_end_of_the_round_unless_a_house_rule_kills_at_once() {
    let medic = |death: &str| {
        knight(12)
            .and("medic", "dex = 10\nfirst_aid = 100\npolicy = \"helps\"")
            .with("[policies.helps]\nact = [\"wait\"]\nturn = [\"first-aid at dying\"]\nreact = []")
            .option(&format!("death = \"{death}\""))
    };
    let saved = medic("end_of_round").round([50, 50, 3]);
    assert_eq!(goblin(&saved), (3, false, Condition::Unconscious));
    let lost = medic("immediate").round(HIT);
    assert_eq!(goblin(&lost), (0, false, Condition::Dead));
    assert_eq!(lost.names(&lost.heard.downed), ["goblin"]);
}

#[test] // BRP-5.12-4
fn hit_points_go_as_far_below_nothing_as_the_blow_takes_them() {
    assert_eq!(knight(40).round(HIT).hp("goblin"), -28);
}

#[test] // BRP-5.12-6
fn wounds_short_of_sleep_hinder_nobody() {
    let setup = fighters(
        "knight",
        "armour = { ap = 40 }\ncarries = [\"broad-sword\"]\nskills = { broad-sword = 60 }\npolicy = \"steady\"",
    )
    .against(
        "goblin",
        "dex = 11\ncarries = [\"broad-sword\"]\nskills = { broad-sword = 60 }\npolicy = \"steady\"\nat = 12",
    )
    .with("[policies.steady]\nact = [\"attack nearest\"]\nreact = [\"parry\", \"dodge\"]");
    let odds = |hp: i32| -> Vec<BigRational> {
        let ready = setup.ready().given("knight", |body| body.hp = hp);
        let odds =
            ready.round_odds(|after| (after.at("knight"), after.blows(), 13 - after.hp("goblin")));
        let mut all: Vec<_> = odds.iter().map(|(what, _)| what.clone()).collect();
        all.sort_by_key(|what| format!("{what:?}"));
        all.iter()
            .map(|what| odds.of(|other| other == what))
            .collect()
    };
    assert_eq!(odds(3), odds(13));
}

#[test] // BRP-5.13-1
fn a_special_hit_takes_the_most_and_a_roll_and_the_bonus_through_armour() {
    let stab = |rule: &str| {
        fighters(
            "knight",
            "carries = [\"short-sword\"]\nskills = { short-sword = 60 }\ndb = \"1d4\"\npolicy = \"bold\"",
        )
        .against(
            "ogre",
            "hit_points = 30\narmour = \"hard-leather\"\npolicy = \"idle\"",
        )
        .with(SIMPLE)
        .option(rule)
    };
    assert_eq!(stab("").round([11, 3, 2]).hp("ogre"), 30 - (13 - 2));
    assert_eq!(stab("").round([12, 3, 2]).hp("ogre"), 30 - (6 - 2));
    let most_only = stab("special_damage = \"max_only\"");
    assert_eq!(most_only.round([11, 2]).hp("ogre"), 30 - (9 - 2));
    assert_eq!(most_only.round([12, 3, 2]).hp("ogre"), 30 - (6 - 2));
    let same = stab("special_damage = \"max_plus_roll\"");
    assert_eq!(same.round([11, 3, 2]).hp("ogre"), 30 - (13 - 2));
}
