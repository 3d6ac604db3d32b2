//! Tests of melees and their members.

use crate::rules::swift_swords::testing::{Setup, Trial, fighters};

const IDLE: &str = "policy = \"idle\"";

/// Returns the melee number of each of these creatures.
fn groups<const N: usize>(trial: &Trial, names: [&str; N]) -> [u8; N] {
    names.map(|name| trial.body(name).group)
}

fn alone(setup: Setup) -> Setup {
    setup.field("start = \"alone\"")
}

#[test] // SST-3-8, SST-3-2
fn who_stands_alone_attacks_anybody_in_the_zone_and_is_in_contact_from_then_on() {
    let begun = alone(fighters("a", "").against("b", IDLE).and("c", IDLE)).begun([]);
    assert_eq!(groups(&begun, ["a", "b", "c"]), [0, 0, 0]);
    let after = begun.step([2, 2, 2, 2]);
    assert_eq!(groups(&after, ["a", "b", "c"]), [1, 1, 0]);
}

#[test] // SST-3-8
fn who_comes_into_contact_with_one_does_so_with_its_melee() {
    let a = "act = [\"attack at b\"]";
    let setup = fighters("a", "policy = \"p\"")
        .and("x", IDLE)
        .against("b", IDLE);
    let setup = alone(setup.and("c", IDLE)).policy("p", a);
    let after = setup
        .begun([])
        .given("x", |body| body.group = 2)
        .given("b", |body| body.group = 2)
        .given("c", |body| body.group = 2)
        .step([2, 2, 2, 2]);
    assert_eq!(groups(&after, ["a", "x", "b", "c"]), [1, 1, 1, 1]);
}

#[test] // SST-3-4
fn those_who_stand_together_are_reached_together() {
    let setup = alone(fighters("a", "").against("b", IDLE).and("c", IDLE));
    let after = setup.clone().field("clusters = [\"side 2\"]");
    let after = after.begun([]).step([2, 2, 2, 2]);
    assert_eq!(groups(&after, ["a", "b", "c"]), [1, 1, 1]);
    // With this field, only the members of side 1 stand together. The target is on side 2, so its friend `c`
    // does not join the melee.
    let after = setup
        .field("clusters = [\"side 1\"]")
        .begun([])
        .step([2; 4]);
    assert_eq!(groups(&after, ["a", "b", "c"]), [1, 1, 0]);
}

#[test] // SST-3-5
fn a_melee_without_enemies_is_none() {
    let setup = fighters("a", "").against("b", "physical = 1\npolicy = \"idle\"");
    let after = alone(setup.and("c", IDLE)).begun([]).step([5, 2, 2, 2]);
    assert!(!after.fights("b"));
    assert_eq!(groups(&after, ["a", "c"]), [0, 0]);
}

#[test] // SST-3-7
fn in_contact_one_attacks_nobody_but_those_of_ones_own_melee() {
    let setup = fighters("a", "policy = \"p\"").against("b", IDLE);
    let setup = setup.and("c", &[IDLE, "\nat = { zone = 0, alone = true }"].concat());
    let picky = setup.clone().policy("p", "act = [\"attack at c\"]");
    assert_eq!(picky.begun([]).round([]).attackers(), [""; 0]);
    let any = setup
        .policy("p", "act = [\"attack\"]")
        .begun([])
        .step([2; 4]);
    assert_eq!(any.attackers(), ["a"]);
    assert_eq!(any.targets(), ["b"]);
}

#[test] // SST-3-11
fn no_more_attack_one_in_a_round_than_there_is_room_for() {
    let setup = fighters("a", "ad_set = [5, 5]\ncount = 3").against("b", IDLE);
    let most = |most: &str| setup.clone().field(&format!("max_attackers = {most}"));
    // Three against one have two more dice each. All three are in contact with `b` once the first has
    // attacked.
    let after = most("1").begun([]).round([2; 12]);
    assert_eq!(after.attackers(), ["a 1", "a 1"]);
    let after = most("2").begun([]).step([2; 6]).step([2; 6]).step([2; 6]);
    assert_eq!(after.body("b").strikers.count(), 2);
    let all = most("0").begun([]).step([2; 6]).step([2; 6]).step([2; 6]);
    assert_eq!(all.attackers(), ["a 3"]);
    assert!(all.body("b").strikers.is_empty());
}

#[test] // SST-3-5
fn melees_in_several_zones_are_kept_apart() {
    let at = |zone: u8| format!("{IDLE}\nat = {zone}");
    let begun = fighters("a", &at(1))
        .and("d", &at(0))
        .against("b", &at(1))
        .and("c", &at(0))
        .field("zones = 2")
        .ready();
    assert_eq!(groups(&begun, ["a", "d", "b", "c"]), [1, 2, 1, 2]);
}

#[test] // SST-15-4, SST-31-2
fn a_place_of_vantage_is_lost_when_an_enemy_gets_there() {
    let wall = "physical = 2\nbonus_physical = 2\nbonus_by_place = true\npolicy = \"idle\"";
    let setup = fighters("a", "").against("b", wall);
    // A damage of 3 is a Trauma against rank 2, but not against rank 4.
    let says = |trial: Trial| trial.step([5, 5, 5, 2]).says("a Trauma");
    assert!(says(setup.begun([])));
    let behind = setup.clone().field("start = \"alone\"").begun([]);
    assert!(behind.body("b").covered);
    let after = behind.step([5, 5, 5, 2]);
    assert!(!after.body("b").covered && after.says("a Trauma"));
    let shot = "carries = [\"bow\"]\npolicy = \"p\"";
    let setup = fighters("a", shot)
        .against("b", wall)
        .field("start = \"alone\"");
    let after = setup
        .policy("p", "act = [\"shoot\"]")
        .begun([])
        .step([5, 5, 5, 2]);
    assert!(after.body("b").covered && !after.says("a Trauma"));
}

#[test] // SST-3-1
fn one_is_alone_or_in_contact_or_in_close_combat_and_then_in_contact_too() {
    let closes =
        "act = [\"close if not self.in_contact\", \"attack if self.in_close and self.in_contact\"]";
    let setup = fighters(
        "a",
        "carries = [\"dagger\"]\nad_set = [4, 4, 4]\npolicy = \"p\"",
    )
    .against("b", IDLE)
    .and("c", IDLE)
    .policy("p", closes);
    let status = |trial: &Trial| {
        ["a", "b", "c"].map(|name| {
            let body = trial.body(name);
            (body.group > 0, body.close > 0)
        })
    };
    let (apart, contact, close) = ((false, false), (true, false), (true, true));
    let begun = || alone(setup.clone()).begun([]);
    assert_eq!(status(&begun()), [apart; 3]);
    assert_eq!(status(&begun().step([2; 4])), [contact, contact, apart]);
    let locked = begun().step([5, 2, 2, 2]);
    assert_eq!(status(&locked), [close, close, apart]);
    // A creature in close combat is in contact too. Both conditions of the line hold, so `a` strikes.
    let struck = locked.step([2; 4]);
    assert_eq!(struck.attackers(), ["a"]);
    assert_eq!(struck.targets(), ["b"]);
    // A friend joins the melee and attacks with two dice for outnumbering. It is not in close combat.
    let joined = fighters("a", IDLE)
        .against("b", "ad_set = [4]\npolicy = \"idle\"")
        .and("c", "attack = 0\nad_set = [4, 4]");
    let joined = alone(joined)
        .begun([])
        .given("a", |body| (body.group, body.close) = (1, 1));
    let joined = joined
        .given("b", |body| (body.group, body.close) = (1, 1))
        .step([2, 2]);
    assert_eq!(status(&joined), [close, close, contact]);
}

#[test] // SST-3-4
fn those_who_stand_in_another_zone_do_not_stand_together() {
    let setup = alone(fighters("a", "").against("b", IDLE).and("c", IDLE));
    let begun = setup.field("clusters = [\"side 2\"]\nzones = 2").begun([]);
    let after = begun.given("c", |body| body.zone = 1).step([2; 4]);
    assert_eq!(groups(&after, ["a", "b", "c"]), [1, 1, 0]);
}

#[test] // SST-3-11
fn a_new_round_has_room_for_others() {
    let setup = fighters("a", "ad_set = [5, 5]\ncount = 3").against("b", IDLE);
    let begun = setup.field("max_attackers = 1").begun([]);
    let after = begun.round([2; 12]);
    assert_eq!(after.attackers(), ["a 1", "a 1"]);
    assert!(after.body("b").strikers.is_empty());
}

#[test] // SST-3-4
fn those_who_stand_together_do_not_bring_friends_out_of_other_melees() {
    let setup = fighters("a", "").and("x", IDLE).against("b", IDLE);
    let setup = alone(setup.and("c", IDLE)).field("clusters = [\"side 2\"]");
    let after = setup
        .begun([])
        .given("x", |body| body.group = 2)
        .given("c", |body| body.group = 2)
        .step([2; 4]);
    assert_eq!(groups(&after, ["a", "b"]), [1, 1]);
    assert_eq!(groups(&after, ["x", "c"]), [2, 2]);
}
