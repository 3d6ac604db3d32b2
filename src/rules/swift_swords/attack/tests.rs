//! Tests: one attack, from its dice to what it leaves on the attacker.

use crate::fight::Blow;
use crate::rules::swift_swords::trial::{Setup, Trial, fighters, fraction};

/// One who attacks with so many dice, and one who stands there.
fn on(attack: u8, target: &str) -> Setup {
    let hand = "ad_set = [5, 3, 2]";
    fighters("a", &format!("attack = {attack}\n{hand}")).against(
        "b",
        &format!("physical = 8\npolicy = \"idle\"\n{hand}\n{target}"),
    )
}

/// Damage, exposure dice on the attacker, and whether it is marked as Fumbled.
fn seen(fight: &Trial) -> (u32, u8, bool) {
    let a = fight.body("a");
    (fight.dealt(), a.exposures, a.fumbled)
}

#[test] // SST-10-3, SST-10-4
fn ones_that_are_no_more_than_hits_expose() {
    let odds = on(4, "").ready().odds(seen);
    let exposed = odds.of(|&(_, exposures, _)| exposures > 0);
    assert_eq!(exposed, fraction(26, 81));
    for (damage, exposures, ways, of) in [(1, 1, 1, 6), (2, 1, 1, 9), (2, 2, 1, 54), (3, 1, 2, 81)]
    {
        let chance = odds.of(|&found| found == (damage, exposures, false));
        assert_eq!(chance, fraction(ways, of));
    }
    assert_eq!(
        on(1, "").ready().odds(seen).of(|found| found.1 > 0),
        fraction(0, 1)
    );
}

#[test] // SST-10-5
fn more_ones_than_hits_are_a_fumble() {
    for (dice, fumbles, hits) in [
        (1, (1, 6), (1, 3)),
        (2, (7, 36), (5, 9)),
        (3, (43, 216), (73, 108)),
        (4, (85, 432), (20, 27)),
        (5, (497, 2592), (1007, 1296)),
        (6, (8659, 46656), (9317, 11664)),
    ] {
        let odds = on(dice, "").ready().odds(seen);
        assert_eq!(odds.of(|found| found.2), fraction(fumbles.0, fumbles.1));
        assert_eq!(odds.of(|found| found.0 > 0), fraction(hits.0, hits.1));
        assert_eq!(odds.of(|found| found.2 && found.1 > 0), fraction(0, 1));
    }
    let fight = on(3, "")
        .option("fumble_negates = false")
        .ready()
        .step([5, 1, 1]);
    assert_eq!(seen(&fight), (1, 0, true));
}

#[test] // SST-10-5, SST-7-3
fn a_fumble_helps_every_attacker_until_the_next_action() {
    let hand = "ad_set = [5, 3, 2]\nattack = 2\nphysical = 8";
    let fight = fighters("a", hand).against("b", hand);
    let fight = fight.ready().step([1, 1]);
    assert!(fight.body("a").fumbled);
    let fight = fight.step([4, 4]);
    assert_eq!(fight.blows(), [landed(2, 2)]);
    assert!(fight.body("a").fumbled, "it is no action of a's");
    let fight = fight.step([4, 4]);
    assert_eq!(fight.attackers(), ["a"]);
    assert!(!fight.body("a").fumbled);
}

fn landed(rolled: u32, dealt: u32) -> Blow {
    Blow::Landed {
        rolled,
        stopped: rolled - dealt,
        dealt,
    }
}

#[test] // SST-10-6, SST-10-7, SST-0-4
fn an_exposure_die_of_the_target_joins_the_attack() {
    let fight = on(4, "").ready().given("b", |b| b.exposures = 2);
    let fight = fight.step([5, 5, 3, 3, 3]);
    assert_eq!((fight.dealt(), fight.body("b").exposures), (2, 1));
    let all = on(4, "").option("exposure_pickup = \"all\"");
    let fight = all
        .ready()
        .given("b", |b| b.exposures = 2)
        .step([5, 5, 3, 3, 3, 3]);
    assert_eq!(fight.body("b").exposures, 0);
    let none = on(0, "").ready().step([]);
    assert_eq!(none.blows(), [Blow::Missed]);
    let leaves = fighters("a", "ad_set = [5]\nattack = 1\npolicy = \"p\"");
    let leaves = leaves.policy("p", "act = [\"attack\"]\npick-up = [\"leave\"]");
    let fight = leaves
        .against("b", "policy = \"idle\"\nad_set = [3]")
        .ready();
    let fight = fight.given("b", |b| b.exposures = 1).step([2]);
    assert_eq!(fight.body("b").exposures, 1);
}

#[test] // SST-10-9
fn armour_takes_off_successes() {
    for (armour, ways, of) in [(0, 1007, 1296), (1, 173, 324), (2, 17, 81), (3, 11, 243)] {
        let odds = on(5, &format!("armour = {armour}")).ready().odds(seen);
        assert_eq!(odds.of(|found| found.0 > 0), fraction(ways, of), "{armour}");
    }
    let fight = on(3, "armour = \"light\"").ready().step([5, 5, 2]);
    assert_eq!(fight.blows(), [landed(2, 1)]);
    assert_eq!(fight.heard.lost, [1]);
    let heavy = on(3, "armour = 3").ready().step([5, 5, 2]);
    assert_eq!(heavy.blows(), [landed(2, 0)]);
    assert_eq!(heavy.heard.lost, [0]);
}

#[test] // SST-10-9
fn armour_may_take_off_damage_or_be_rolled() {
    let with = |mode: &str| on(3, "armour = 2").option(&format!("armour_mode = \"{mode}\""));
    let fight = with("damage").with("[weapons.medium]\ncode = \"large\"");
    assert_eq!(fight.ready().step([5, 2, 2]).blows(), [landed(3, 1)]);
    let fight = with("roll").ready().step([5, 5, 2, 6, 4]);
    assert_eq!(fight.blows(), [landed(2, 1)]);
    assert_eq!(with("roll").ready().step([2, 2, 2]).blows(), [Blow::Missed]);
}

#[test] // SST-9-1, SST-9-4
fn effort_is_worth_a_die() {
    let tries = fighters("a", "attack = 4\nad_set = [5, 1, 1]\npolicy = \"p\"")
        .policy(
            "p",
            "act = [\"attack\"]\neffort = [\"effort if effort.for == 0\"]",
        )
        .against("b", "physical = 8\npolicy = \"idle\"");
    let odds = tries.ready().odds(seen);
    assert_eq!(odds.of(|found| found.0 > 0), fraction(1007, 1296));
    let fight = tries.ready().step([5, 2, 2, 2, 2]);
    assert_eq!(fight.hand("a"), "no dice", "a caller keeps nothing");
}

#[test] // SST-9-3
fn a_one_raises_a_die_after_the_roll() {
    let raises = |line: &str| {
        fighters("a", "attack = 4\nad_set = [5, 4, 1]\npolicy = \"p\"")
            .policy("p", &format!("act = [\"attack\"]\nraise = [\"{line}\"]"))
            .against("b", "physical = 8\npolicy = \"idle\"\nad_set = [3]")
    };
    let fight = raises("raise if roll.hits == 0").ready().step([4, 3, 3, 1]);
    assert_eq!(seen(&fight), (1, 1, false));
    assert_eq!(fight.hand("a"), "5");
    let fight = raises("spare").ready().step([5, 1, 1, 2]);
    assert_eq!(seen(&fight), (1, 1, false));
    let fight = raises("raise if roll.near > 1").ready().step([4, 3, 3, 1]);
    assert_eq!(seen(&fight), (0, 0, true));
}

#[test] // SST-15-7
fn rank_zero_falls_to_the_mere_effort() {
    let fight = fighters("a", "ad_set = [5]").against("b", "size = 0\npolicy = \"idle\"");
    let fight = fight.ready().step([]);
    assert!(!fight.fights("b"));
    assert_eq!(fight.blows(), [landed(1, 1)]);
    assert_eq!(fight.heard.lost, [0]);
}

#[test] // SST-8-4
fn breaking_wears_a_defence_down() {
    let breaks = fighters("a", "attack = 4\nad_set = [5]\npolicy = \"p\"")
        .policy("p", "act = [\"break\"]")
        .against("b", "dodge = 4\npolicy = \"idle\"\nad_set = [3]");
    let pool = |dice| {
        use crate::rules::swift_swords::state::Pool;
        breaks.ready().given("b", |b| b.pool = Pool::Dodge(dice))
    };
    let odds = pool(2).odds(|fight| fight.body("b").pool.dice());
    assert_eq!(odds.of(|&left| left == 0), fraction(11, 27));
    assert_eq!(odds.of(|&left| left == 1), fraction(1, 3));
    assert_eq!(odds.of(|&left| left == 2), fraction(7, 27));
    assert!(
        breaks.ready().round([]).attackers().is_empty(),
        "there is nothing to break"
    );
}
