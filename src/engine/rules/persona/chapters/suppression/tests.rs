//! Tests of Suppressing Fire.

use crate::rules::persona::nouns::state::{Hold, Overwatch, Shot, Trigger};
use crate::rules::persona::testing::{Setup, does, fraction};

fn fire(line: &str) -> Setup {
    does(line, "carries = ['gun']\nbs = 60", "at = 20")
        .and("c", "at = 30")
        .and("d", "at = -5")
}

#[test] // PER-12.35-1, PER-12.35-3
fn everybody_on_the_side_may_be_pinned() {
    // The burst needs 60 - 20 or less, so 41 misses. The Pinning tests of `b` and `c` need 30 - 10 or less.
    let after = fire("suppress at b").step([41, 21, 20]);
    assert!(after.body("b").pinned && !after.body("c").pinned && !after.body("d").pinned);
    let full = fire("suppress at b as full").step([41, 11, 10]);
    assert!(full.body("b").pinned && !full.body("c").pinned);
}

#[test] // PER-12.35-1
fn bonuses_do_not_count_and_penalties_do() {
    let hits = |setup: crate::rules::persona::testing::Trial| {
        let odds = setup.odds(|after| after.blows().iter().any(|blow| blow.mark() > 0));
        odds.of(|&hit| hit)
    };
    let alone = || {
        does(
            "suppress",
            "carries = ['gun']\nbs = 60\nbraced = true",
            "at = 20",
        )
        .ready()
    };
    assert_eq!(hits(alone()), fraction(40, 100));
    assert_eq!(
        hits(
            alone()
                .given("b", |body| body.stunned = 2)
                .given("a", |body| body.aim = 20)
        ),
        fraction(40, 100)
    );
    assert_eq!(
        hits(alone().given("a", |body| body.fatigue = 1)),
        fraction(30, 100)
    );
}

#[test] // PER-12.35-2
fn hits_fall_at_random() {
    // A roll of 1 has 4 degrees and scores 3 hits. Further dice choose their targets: `c`, then `b`, then
    // `c`.
    let after = fire("suppress at b").step([1, 2, 1, 2, 5, 5, 5, 20, 20]);
    assert_eq!(after.targets(), ["b", "c", "c"]);
    let distinct = fire("suppress at b").option("suppress_random = \"distinct\"");
    // With distinct targets, the second hit can only go to `b`, which has not been hit yet. The third hit can
    // go to `b` or `c` again.
    let after = distinct.step([1, 2, 1, 1, 5, 5, 5, 20, 20]);
    assert_eq!(after.targets(), ["b", "b", "c"]);
}

#[test] // PER-12.35-1
fn a_house_rule_limits_the_arc() {
    let after = fire("suppress at b")
        .option("suppress_zone = 1")
        .step([41, 21]);
    assert!(after.body("b").pinned);
    let wide = fire("suppress at b as full")
        .option("suppress_zone = 1")
        .step([41, 11, 10]);
    assert!(wide.body("b").pinned);
    let narrow = fire("suppress at b as full")
        .option("suppress_zone_full = 1")
        .step([41, 11]);
    assert!(narrow.body("b").pinned);
}

#[test] // PER-12.35-2, PER-12.3-3
fn suppressive_fire_jams_like_any_burst() {
    let after = fire("suppress at b").step([94, 20, 20]);
    assert!(after.body("a").items[0].jammed);
}

#[test] // PER-13.2-8
fn who_is_in_melee_cannot_be_pinned() {
    let after = fire("suppress at b")
        .ready()
        .given("b", |body| body.at = 1)
        .step([41, 20]);
    assert!(!after.body("b").pinned);
}

#[test] // PER-12.35-1, PER-4-3, PER-4-7
fn what_hinders_the_shooter_hinders_suppression() {
    let chance = |mine: &str, option: &str| {
        let setup = does("suppress", mine, "at = 1").option(option);
        let odds = setup.odds(|after| after.blows().iter().any(|blow| blow.mark() > 0));
        odds.of(|&hit| hit)
    };
    let gun = "carries = ['gun']\nbs = 60";
    assert_eq!(chance(gun, "shoot_engaged = -10"), fraction(30, 100));
    assert_eq!(chance(gun, "modifier_cap = 5"), fraction(55, 100));
    assert_eq!(
        chance(gun, "shoot_engaged = \"pistol-only\""),
        fraction(0, 1)
    );
}

#[test] // PER-12.35-3, PER-13.2-1, PER-13.2-8
fn the_pinned_do_not_test_again_and_the_tired_test_worse() {
    let pinned = fire("suppress at b")
        .ready()
        .given("b", |body| body.pinned = true);
    assert!(pinned.step([41, 20]).body("b").pinned);
    let tired = |face: u32| {
        let ready = fire("suppress at b").ready();
        let after = ready
            .given("b", |body| body.fatigue = 1)
            .step([41, face, 20]);
        after.body("b").pinned
    };
    assert!(!tired(10) && tired(11));
}

#[test] // PER-12.32-5, PER-12.13-4
fn who_is_pinned_watches_nobody_and_keeps_its_hold_until_its_own_turn_begins() {
    let watch = Overwatch {
        weapon: 0,
        shot: Shot::Standard,
        trigger: Trigger::Acts,
        upwards: true,
    };
    let ready = fire("suppress at b").ready();
    let [b, c] = ["b", "c"].map(|name| ready.who(name));
    let after = ready
        .given("b", |body| {
            (body.overwatch, body.hold) = (Some(watch), Hold::Controls(c));
        })
        .given("c", |body| body.hold = Hold::HeldBy(b))
        .step([41, 21, 20]);
    assert!(after.body("b").pinned && after.body("b").overwatch.is_none());
    assert_eq!(after.body("c").hold, Hold::HeldBy(b));
    assert_eq!(after.step([100]).body("c").hold, Hold::Free);
}

#[test] // PER-12.1-1, PER-12.35-1
fn suppression_uses_up_an_aim() {
    let aims = fire("suppress at b")
        .ready()
        .given("a", |body| body.aim = 20);
    assert_eq!(aims.step([41, 20, 20]).body("a").aim, 0);
}

#[test] // PER-12.35-2, PER-13.5-2
fn suppression_hits_no_more_than_the_weapon_fires() {
    let after = does("suppress", "carries = ['pistol']\nbs = 80", "at = 9");
    // A roll of 1 has six degrees, but the burst fires only two rounds.
    let after = after.step([1, 1, 1, 5, 5, 20]);
    assert_eq!((after.landed(), after.body("a").items[0].rounds), (2, 4));
}

#[test] // PER-12.35-2, PER-12.3-1
fn a_house_rule_counts_degrees_of_suppression_beyond_the_first() {
    let hits = |rule: &str, dice: &[u32]| {
        let setup = fire("suppress at b").option(&format!("extra_hits_from = \"{rule}\""));
        setup.step([&[21][..], dice, &[20, 20]].concat()).landed()
    };
    assert_eq!(hits("all", &[1, 1, 5, 5]), 2);
    assert_eq!(hits("beyond-first", &[1, 5]), 1);
}

#[test] // PER-12.35-1
fn only_what_hinders_the_shooter_counts() {
    let chance = |mine: &str, option: &str| {
        let gun = format!("carries = ['gun']\nbs = 60\n{mine}");
        let odds = does("suppress", &gun, "at = 1").option(option);
        let odds = odds.odds(|after| after.blows().iter().any(|blow| blow.mark() > 0));
        odds.of(|&hit| hit)
    };
    let free = "shoot_engaged = \"free\"";
    assert_eq!(chance("attack_mod = 15", free), fraction(40, 100));
    assert_eq!(chance("attack_mod = -15", free), fraction(25, 100));
    assert_eq!(chance("", "shoot_engaged = 20"), fraction(40, 100));
}

#[test] // PER-12.35-1
fn the_arc_holds_the_nearest_and_those_at_the_own_place() {
    let nearest = does("suppress at b", "carries = ['gun']", "at = 30")
        .and("c", "at = 20")
        .option("suppress_zone = 1")
        .step([100, 21]);
    assert!(nearest.body("c").pinned && !nearest.body("b").pinned);
    let here = does("suppress at b", "carries = ['gun']\nbs = 60", "at = 0");
    assert_eq!(here.step([1, 1, 1, 1, 5, 5, 5]).landed(), 3);
    let behind = fire("suppress at d").step([41, 21]);
    assert!(behind.body("d").pinned);
}

#[test] // PER-12.35-2
fn a_full_burst_hits_once_more_for_two_degrees_too() {
    let after = fire("suppress at b as full").step([1, 2, 1, 2, 5, 5, 5, 10, 10]);
    assert_eq!(after.landed(), 3);
}

#[test] // PER-12.35-1, PER-13.7-2
fn of_enemies_equally_near_the_arc_holds_the_first() {
    let setup = does("suppress at b", "carries = ['gun']", "at = 20").and("c", "at = 20");
    let after = setup.option("suppress_zone = 1").step([100, 100]);
    assert!(after.body("b").pinned && !after.body("c").pinned);
}

#[test] // PER-12.1-2, PER-13.2-8
fn the_pinned_go_on_aiming() {
    let aims = fire("suppress at b").ready();
    let after = aims.given("b", |body| body.aim = 10).step([41, 21, 20]);
    assert_eq!((after.body("b").pinned, after.body("b").aim), (true, 10));
}

#[test] // PER-12.35-1, PER-13.7-4
fn suppression_that_misses_counts_as_one_attack() {
    assert_eq!(fire("suppress at b").step([41, 20, 20]).targets(), ["b"]);
}
