//! Tests of missiles: range bands, shots into melee, and the damage that armour and cover stop.

use crate::fight::Blow;
use crate::rules::brp::testing::{Setup, Trial, fighters, fraction};

const IDLE: &str = "[policies.idle]\nact = [\"wait\"]\nmove = [\"stay\"]\nreact = [\"nothing\"]
[policies.shooter]\nact = [\"shoot at nearest\"]\nmove = [\"stay\"]\nreact = [\"nothing\"]";

/// Returns a fight of an archer of rating 65 against a target at this distance.
fn archery(metres: &str) -> Setup {
    shooting(
        "carries = [\"long-bow\"]\nskills = { long-bow = 65 }",
        metres,
    )
}

fn shooting(stats: &str, metres: &str) -> Setup {
    fighters(
        "archer",
        &format!("dex = 15\npolicy = \"shooter\"\n{stats}"),
    )
    .against(
        "target",
        &format!("hit_points = 100\npolicy = \"idle\"\nat = {metres}"),
    )
    .with(IDLE)
}

/// Returns the chances that the first attack of the round is a special hit, an ordinary hit or a miss, in
/// percent. `most` is the maximum damage of an ordinary hit.
fn split(trial: &Trial, most: u32) -> [i64; 3] {
    let odds = trial.round_odds(|after| match after.blows()[0] {
        Blow::Landed { rolled, .. } if rolled > most => 0,
        Blow::Landed { .. } => 1,
        Blow::Missed => 2,
        Blow::Evaded => panic!("nobody defends"),
    });
    [0, 1, 2].map(|level| {
        let share = odds.of(|&l| l == level) * fraction(100, 1);
        assert!(share.is_integer());
        share.to_integer().try_into().expect("at most a hundred")
    })
}

#[test] // BRP-5.9-5
fn the_chance_is_full_half_or_a_quarter_by_range() {
    for (metres, expected) in [
        ("0", [12, 53, 35]),
        ("2", [12, 53, 35]),
        ("90", [12, 53, 35]),
        ("90.01", [6, 27, 67]),
        ("90.5", [6, 27, 67]),
        ("180", [6, 27, 67]),
        ("180.01", [3, 14, 83]),
        ("181", [3, 14, 83]),
        ("270", [3, 14, 83]),
        ("-270", [3, 14, 83]),
    ] {
        assert_eq!(split(&archery(metres).ready(), 9), expected, "{metres} m");
    }
}

#[test] // BRP-5.9-5
fn beyond_three_times_the_range_nobody_is_shot_at() {
    for metres in ["270.01", "271", "-271"] {
        assert_eq!(archery(metres).round([]).blows(), []);
    }
}

#[test] // BRP-5.9-5
fn every_missile_weapon_has_its_own_range() {
    for (weapon, metres) in [
        ("thrown-hand-axe", 20),
        ("heavy-crossbow", 55),
        ("light-crossbow", 40),
        ("thrown-knife", 10),
        ("pistol", 20),
        ("laser-rifle", 100),
        ("sling", 80),
    ] {
        let stats = format!("carries = [\"{weapon}\"]\nskills = {{ {weapon} = 65 }}");
        let misses = |metres: i32| split(&shooting(&stats, &metres.to_string()).ready(), 0)[2];
        assert_eq!(misses(metres), 35, "{weapon}");
        assert_eq!(misses(2 * metres), 67, "{weapon}");
        assert_eq!(misses(3 * metres), 83, "{weapon}");
        let beyond = shooting(&stats, &(3 * metres + 1).to_string());
        assert_eq!(beyond.round([]).blows(), []);
    }
}

#[test] // BRP-5.9-5, BRP-5.10-4
fn a_rock_thrown_in_armour_is_hindered_before_it_is_halved() {
    let stats = "armour = \"full-plate\"\nthrow = 60\ncarries = [\"thrown-rock\"]";
    assert_eq!(split(&shooting(stats, "20").ready(), 2), [6, 29, 65]);
    assert_eq!(split(&shooting(stats, "40").ready(), 2), [3, 15, 82]);
    assert_eq!(split(&shooting(stats, "60").ready(), 2), [1, 8, 91]);
}

#[test] // BRP-5.9-5
fn missiles_are_free_in_and_into_melee_by_custom() {
    assert_eq!(split(&melee_at("90", "90").ready(), 9), [12, 53, 35]);
    assert_eq!(split(&archery("1").ready(), 9), [12, 53, 35]);
    let named = melee_at("90", "90").option("fire_into_melee = 0");
    assert_eq!(split(&named.ready(), 9), [12, 53, 35]);
}

/// Returns a fight of an archer at 0 m and a friend of the archer against a target. `friend` and `target` are
/// the places of the other two, in metres.
fn melee_at(friend: &str, target: &str) -> Setup {
    fighters(
        "archer",
        "dex = 15\npolicy = \"shooter\"\ncarries = [\"long-bow\"]\nskills = { long-bow = 65 }",
    )
    .and("friend", &format!("policy = \"idle\"\nat = {friend}"))
    .against(
        "target",
        &format!("hit_points = 100\npolicy = \"idle\"\nat = {target}"),
    )
    .with(IDLE)
}

#[test] // BRP-5.9-5
fn a_shot_into_melee_may_cost_points() {
    let penalty = "fire_into_melee = 20";
    let melee = |friend: &str, target: &str| melee_at(friend, target).option(penalty).ready();
    assert_eq!(split(&melee("90", "90"), 9), [8, 37, 55]);
    assert_eq!(split(&melee("88", "90"), 9), [8, 37, 55]);
    // At this distance the chance is halved. The 20 points are subtracted first.
    assert_eq!(split(&melee("180", "180"), 9), [4, 19, 77]);
    // The penalty applies only if an able enemy of the target stands within reach of it. Here the friend is
    // 2.01 m away, and then it is unconscious.
    assert_eq!(split(&melee("87.99", "90"), 9), [12, 53, 35]);
    assert_eq!(
        split(&melee("90", "90").felled("friend", 1, 0), 9),
        [12, 53, 35]
    );
    let crowd = archery("90")
        .and("other", "policy = \"idle\"\nat = 90")
        .option(penalty);
    assert_eq!(split(&crowd.ready(), 9), [12, 53, 35]);
    // The shooter itself is no reason for the penalty, even 1 m from the target. A friend beside the shooter
    // is.
    let close = archery("1").option(penalty);
    assert_eq!(split(&close.ready(), 9), [12, 53, 35]);
    assert_eq!(split(&melee("1", "1"), 9), [8, 37, 55]);
    // The chance is (65 - 20) / 2, rounded up to 23.
    assert_eq!(split(&melee("100", "100"), 9), [4, 19, 77]);
    let hopeless = melee_at("90", "90").option("fire_into_melee = 65");
    assert_eq!(split(&hopeless.ready(), 9), [0, 0, 100]);
}

#[test] // BRP-5.9-10
fn a_missile_weapon_attacks_once_a_round() {
    for weapon in ["long-bow", "sling", "pistol", "laser-rifle"] {
        let mut trial = shooting(&format!("carries = [\"{weapon}\"]"), "10").ready();
        for _ in 0..5 {
            trial = trial.round([100]);
            assert_eq!(trial.attackers(), ["archer"], "{weapon}");
        }
    }
}

#[test] // BRP-5.10-2, BRP-5.10-1
fn riot_gear_stops_less_of_a_missile() {
    let dealt = |stats: &str, metres: &str, option: &str, faces: [u32; 2]| {
        let setup = fighters(
            "archer",
            &format!("dex = 15\npolicy = \"striker\"\n{stats}"),
        )
        .against(
            "target",
            &format!("hit_points = 100\npolicy = \"idle\"\nat = {metres}\narmour = \"riot-gear\""),
        )
        .with(IDLE)
        .with("[policies.striker]\nact = [\"shoot\", \"attack\"]")
        .with("[weapons.maul]\nbase = 60\ndamage = \"1d6+10\"\nlength = \"long\"")
        .option(option);
        100 - setup.round(faces).hp("target")
    };
    let (bow, pistol) = (
        "carries = [\"long-bow\"]\nskills = { long-bow = 60 }",
        "carries = [\"pistol\"]\nskills = { pistol = 60 }",
    );
    assert_eq!(dealt("carries = [\"maul\"]", "1", "", [50, 6]), 4);
    assert_eq!(dealt(bow, "9", "", [50, 8]), 3);
    assert_eq!(dealt(pistol, "9", "", [50, 8]), 2);
    let low_high = "riot_gear = \"low_high\"";
    assert_eq!(dealt("carries = [\"maul\"]", "1", low_high, [50, 6]), 4);
    assert_eq!(dealt(bow, "9", low_high, [50, 8]), 0);
    assert_eq!(dealt(pistol, "9", low_high, [50, 8]), 2);
}

#[test] // BRP-5.11-6, BRP-X-10
fn fixed_cover_stops_missiles_while_one_stays_behind_it() {
    let behind = |shooter: &str, target: &str| {
        fighters("archer", &format!("dex = 15\npolicy = \"striker\"\n{shooter}"))
            .against("target", &format!("hit_points = 100\narmour = \"quilted\"\nfixed_cover_ap = 4\n{target}"))
            .with(IDLE)
            .with("[policies.striker]\nact = [\"shoot\", \"attack\"]")
            .with("[policies.walker]\nact = [\"wait\"]\nreact = [\"nothing\"]\nmove = [\"advance by 1 if round == 1\", \"withdraw by 1\"]")
    };
    let bow = "carries = [\"long-bow\"]\nskills = { long-bow = 60 }";
    let stays = "policy = \"idle\"\nat = 9";
    assert_eq!(behind(bow, stays).round([50, 8]).hp("target"), 97);
    let pistol = "carries = [\"pistol\"]\nskills = { pistol = 60 }";
    assert_eq!(behind(pistol, stays).round([50, 8]).hp("target"), 98);
    // Cover does not protect against blows.
    let sword = "carries = [\"broad-sword\"]\nskills = { broad-sword = 60 }";
    let near = "policy = \"idle\"\nat = 1";
    assert_eq!(behind(sword, near).round([50, 8]).hp("target"), 93);
    // A fighter that has left its cover is no longer protected, not even after it has come back.
    let walks = "policy = \"walker\"\nat = 9";
    let left = behind(bow, walks).round([50, 8]);
    assert_eq!((left.at("target"), left.hp("target")), (800, 93));
    let back = left.round([50, 8]);
    assert_eq!((back.at("target"), back.hp("target")), (900, 86));
}

#[test] // BRP-5.10-1
fn armour_comes_off_the_hit_and_the_rest_off_the_hit_points() {
    let wearing = |armour: &str| {
        fighters(
            "knight",
            "dex = 15\ncarries = [\"broad-sword\"]\nskills = { broad-sword = 60 }",
        )
        .against(
            "target",
            &format!("hit_points = 12\narmour = \"{armour}\"\npolicy = \"idle\""),
        )
        .with(IDLE)
    };
    let once = wearing("hard-leather").round([50, 5]);
    assert_eq!(
        once.blows(),
        [Blow::Landed {
            rolled: 6,
            stopped: 2,
            dealt: 4
        }]
    );
    assert_eq!(once.hp("target"), 8);
    // A second hit of 6 points: the armour stops 2 points once more.
    let twice = once.round([50, 5]);
    assert_eq!(twice.hp("target"), 4);
    let plate = wearing("full-plate").ready();
    let lost = plate.round_odds(|after| 12 - after.hp("target"));
    // Of 100 attacks, 49 are ordinary hits. One in eight of these does 1 point after armour. Another 11
    // attacks are special hits and do 11 to 18 points before armour.
    assert_eq!(lost.of(|&lost| lost == 1), fraction(49, 800));
    assert_eq!(
        lost.of(|&lost| lost == 0),
        fraction(40, 100) + fraction(49 * 7, 800)
    );
    assert_eq!(lost.of(|&lost| lost == 3), fraction(11, 800));
}
