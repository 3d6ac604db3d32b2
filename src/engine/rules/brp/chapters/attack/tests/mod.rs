//! Tests of attacks roll by roll, and of their results in the matrix.

mod missiles;

use crate::dice::Scripted;
use crate::fight::{Blow, EventId, Fight, FighterId, Witness};
use crate::rules::brp::events::{SPECIAL_ATTACK, SPECIAL_DEFENCE, SPECIAL_HIT};
use crate::rules::brp::testing::{Setup, Trial, fighters, fraction};

const WALL: &str = "[policies.wall]\nact = [\"wait\"]\nreact = [\"parry\"]";
const PREY: &str = "[policies.prey]\nact = [\"wait\"]\nreact = [\"nothing\"]";

/// Returns a fight of a knight against a goblin. The knight has a broad sword of skill `attack`. The goblin
/// has 100 hit points and only parries, with a sword of skill `parry`.
fn duel(attack: u32, parry: u32) -> Setup {
    fighters(
        "knight",
        &format!(
            "dex = 13\ncarries = [\"broad-sword\"]\nskills = {{ broad-sword = {attack} }}"
        ),
    )
    .against(
        "goblin",
        &format!(
            "hit_points = 100\ncarries = [\"broad-sword\"]\nskills = {{ broad-sword = {parry} }}\npolicy = \"wall\""
        ),
    )
    .with(WALL)
}

/// Returns a fight of a knight with a broad sword of skill `attack` against a goblin that does not defend.
fn strike(attack: u32) -> Setup {
    fighters(
        "knight",
        &format!("dex = 13\ncarries = [\"broad-sword\"]\nskills = {{ broad-sword = {attack} }}"),
    )
    .against("goblin", "hit_points = 100\npolicy = \"prey\"")
    .with(PREY)
}

/// Returns the hit points that the goblin has lost.
fn lost(trial: &Trial) -> i32 {
    100 - trial.hp("goblin")
}

fn wear(trial: &Trial) -> (i16, i16) {
    let worn = |name| trial.item(name, "broad-sword").lost;
    (worn("knight"), worn("goblin"))
}

#[test] // BRP-5.5-1
fn an_attack_hits_at_or_below_its_chance() {
    for (skill, roll, hits) in [
        (45, 45, true),
        (45, 46, false),
        (3, 3, true),
        (3, 4, false),
        (120, 100, true),
        (0, 1, false),
    ] {
        let faces: &[u32] = if hits { &[100, 1] } else { &[] };
        let faces = [roll].into_iter().chain(faces.iter().copied());
        let after = duel(skill, 0).round(faces);
        assert_eq!(lost(&after) > 0, hits, "{roll} against {skill}");
    }
}

#[test] // BRP-5.5-1
fn the_odds_of_a_hit_are_the_chance() {
    for (skill, hundredths) in [(45, 45), (3, 3), (120, 100)] {
        let hit = strike(skill).ready().round_odds(|after| lost(after) > 0);
        assert_eq!(hit.of(|&hit| hit), fraction(hundredths, 100), "{skill}");
    }
}

#[test] // BRP-5.5-1
fn house_rules_make_the_highest_rolls_fail_and_the_lowest_succeed() {
    let hit = |rule: &str, skill, faces: &[u32]| {
        let setup = duel(skill, 0).option(&format!("auto_rolls = \"{rule}\""));
        lost(&setup.round(faces.iter().copied())) > 0
    };
    assert!(hit("none", 100, &[100, 100, 1]));
    assert!(!hit("hundred", 100, &[100]));
    assert!(hit("hundred", 100, &[99, 100, 1]));
    assert!(!hit("hundred", 2, &[5]));
    assert!(!hit("edges", 100, &[96]));
    assert!(hit("edges", 100, &[95, 100, 1]));
    assert!(hit("edges", 2, &[5, 100, 1]));
    assert!(!hit("edges", 2, &[6]));
    assert!(!hit("edges", 0, &[1]));
}

#[test] // BRP-5.5-2
fn a_roll_below_a_fifth_of_the_chance_is_a_special_hit() {
    // A special hit with a broad sword does 9 points plus a roll of 1D8+1. An ordinary hit does 1D8+1.
    let damage = |skill, rule: &str, roll| {
        let rule = format!("special_threshold = \"{rule}\"");
        lost(&duel(skill, 0).option(&rule).round([roll, 100, 1]))
    };
    assert_eq!(
        (damage(60, "strict", 11), damage(60, "strict", 12)),
        (11, 2)
    );
    assert_eq!(
        (damage(60, "at_most", 12), damage(60, "at_most", 13)),
        (11, 2)
    );
    assert_eq!(
        (damage(58, "nearest", 12), damage(58, "nearest", 13)),
        (11, 2)
    );
    assert_eq!(
        (damage(58, "strict", 11), damage(58, "strict", 12)),
        (11, 2)
    );
    assert_eq!(
        lost(&duel(60, 0).round([12, 100, 1])),
        2,
        "strict is the default"
    );
    assert_eq!(lost(&duel(120, 0).round([23, 100, 1])), 11, "23 of 120");
}

#[test] // BRP-5.5-2
fn the_odds_of_a_special_hit_are_a_fifth_short_of_one() {
    let odds = |skill, rule: &str| {
        let rule = format!("special_threshold = \"{rule}\"");
        let ready = strike(skill).option(&rule).ready();
        let hurt = ready.round_odds(lost);
        [
            hurt.of(|&lost| lost > 9),
            hurt.of(|&lost| (1..=9).contains(&lost)),
            hurt.of(|&lost| lost == 0),
        ]
    };
    for (skill, rule, hundredths) in [
        (60, "strict", [11, 49, 40]),
        (60, "at_most", [12, 48, 40]),
        (58, "strict", [11, 47, 42]),
        (58, "at_most", [11, 47, 42]),
        (58, "nearest", [12, 46, 42]),
        (100, "strict", [19, 81, 0]),
        (120, "strict", [23, 77, 0]),
        (5, "strict", [0, 5, 95]),
        (5, "at_most", [1, 4, 95]),
    ] {
        let expected = hundredths.map(|n| fraction(n, 100));
        assert_eq!(odds(skill, rule), expected, "{skill} {rule}");
    }
}

#[test] // BRP-5.5-3
fn a_related_specialty_serves_at_half_chance() {
    let related = |skill: u32| {
        fighters(
            "knight",
            &format!(
                "dex = 13\nhit_points = 100\ncarries = [\"broad-sword\"]\nskills = {{ broad-sword = {skill} }}\n\
                 skill_factor = {{ broad-sword = 0.5 }}\npolicy = \"parry\""
            ),
        )
        .against(
            "goblin",
            "hit_points = 100\ncarries = [\"broad-sword\"]\nskills = { broad-sword = 40 }\npolicy = \"never\"",
        )
    };
    // Half of 55 is 28, rounded up. A roll of 5 is special, a roll of 28 hits or parries, and a roll of 29
    // fails.
    assert_eq!(lost(&related(55).round([5, 1, 41])), 11);
    assert_eq!(lost(&related(55).round([6, 1, 41])), 2);
    assert_eq!(lost(&related(55).round([28, 1, 41])), 2);
    assert_eq!(lost(&related(55).round([29, 41])), 0);
    assert_eq!(related(55).round([99, 30, 28]).hp("knight"), 100);
    assert_eq!(related(55).round([99, 30, 29, 1]).hp("knight"), 98);
}

#[test] // BRP-5.5-3
fn a_factor_of_one_is_the_default() {
    let setup = |factor: &str| {
        fighters(
            "knight",
            &format!(
                "dex = 13\ncarries = [\"broad-sword\"]\nskills = {{ broad-sword = 55 }}\n{factor}"
            ),
        )
        .against("goblin", "hit_points = 100\npolicy = \"prey\"")
        .with(PREY)
    };
    for factor in ["", "skill_factor = { broad-sword = 1 }"] {
        assert_eq!(lost(&setup(factor).round([55, 1])), 2);
    }
    let refused = setup("skill_factor = { broad-sword = 0.75 }").faults();
    assert!(refused.contains("broad-sword"), "{refused}");
}

#[test] // BRP-5.5-3
fn half_chance_does_not_change_the_order() {
    let after = fighters(
        "knight",
        "hit_points = 100\ncarries = [\"broad-sword\"]\nskills = { broad-sword = 60 }\n\
         skill_factor = { broad-sword = 0.5 }\npolicy = \"never\"",
    )
    .against(
        "goblin",
        "hit_points = 100\ncarries = [\"broad-sword\"]\nskills = { broad-sword = 50 }\npolicy = \"never\"",
    )
    .round([99, 99]);
    assert_eq!(after.attackers(), ["knight", "goblin"]);
    assert!(!after.says("same moment"), "{:?}", after.heard.said);
}

#[test] // BRP-5.5-4, BRP-5.6-5
fn only_a_special_parry_fully_stops_a_special_attack() {
    // An attack at 60 is special up to 11. A parry at 50 is special up to 9.
    assert_eq!(lost(&duel(60, 50).round([11, 9])), 0);
    assert_eq!(lost(&duel(60, 50).round([11, 10, 8])), 9);
    assert_eq!(lost(&duel(60, 50).round([11, 51, 8])), 18);
    assert_eq!(lost(&duel(60, 50).round([12, 10])), 0);
}

#[test] // BRP-5.5-5
fn damage_is_rolled_only_when_the_defence_has_not_cancelled_the_attack() {
    assert_eq!(duel(60, 50).round([30, 30]).blows(), [Blow::Evaded]);
    let landed = duel(60, 50).round([30, 70, 4]);
    assert_eq!(lost(&landed), 5);
    assert_eq!(
        landed.blows(),
        [Blow::Landed {
            rolled: 5,
            stopped: 0,
            dealt: 5
        }]
    );
    assert_eq!(duel(60, 50).round([61]).blows(), [Blow::Missed]);
}

#[test] // BRP-5.8-1, BRP-5.8-2
fn the_matrix_row_by_row() {
    // Attacks and parries at 60 are special up to 11 and succeed up to 60. A damage roll of 8 makes 9 points
    // for a normal hit and 18 for a special one.
    for (faces, hit, worn) in [
        (&[11, 11][..], 0, (0, 0)),
        (&[11, 12, 8], 9, (0, 2)),
        (&[11, 61, 8], 18, (0, 0)),
        (&[12, 11], 0, (1, 0)),
        (&[12, 12], 0, (0, 0)),
        (&[12, 61, 8], 9, (0, 0)),
        (&[61], 0, (0, 0)),
    ] {
        let after = duel(60, 60).round(faces.iter().copied());
        assert_eq!((lost(&after), wear(&after)), (hit, worn), "{faces:?}");
    }
}

#[test] // BRP-5.8-2
fn attack_70_against_parry_40() {
    let odds = duel(70, 40)
        .ready()
        .round_odds(|after| (lost(after), wear(after)));
    let share = |ways| fraction(ways, 10_000);
    assert_eq!(odds.of(|&(lost, _)| lost > 9), share(780));
    assert_eq!(odds.of(|&(lost, _)| (1..=9).contains(&lost)), share(3849));
    assert_eq!(odds.of(|&(lost, _)| lost == 0), share(5371));
    assert_eq!(odds.of(|&(_, (_, tool))| tool == 2), share(429));
    assert_eq!(odds.of(|&(_, (weapon, _))| weapon == 1), share(399));
}

#[test] // BRP-5.8-2
fn no_defence_counts_as_a_failed_one_and_armour_counts_in_every_hit() {
    let hurt = |faces: [u32; 2]| {
        let after = fighters(
            "knight",
            "dex = 13\ncarries = [\"broad-sword\"]\nskills = { broad-sword = 60 }",
        )
        .against(
            "goblin",
            "hit_points = 100\nnatural_ap = 3\npolicy = \"prey\"",
        )
        .with(PREY)
        .round(faces);
        lost(&after)
    };
    assert_eq!(hurt([12, 8]), 6);
    assert_eq!(hurt([11, 8]), 15);
}

#[test] // BRP-5.8-2
fn neither_missiles_nor_bare_hands_lose_points() {
    let after = fighters(
        "archer",
        "dex = 13\ncarries = [\"sling\"]\nskills = { sling = 60 }",
    )
    .against(
        "goblin",
        "carries = [\"hoplite-shield\"]\npolicy = \"wall\"",
    )
    .with(WALL)
    .with("[policies.default]\nact = [\"shoot\"]")
    .round([12, 11]);
    assert_eq!(after.item("archer", "sling").lost, 0);
    let after = fighters("brawler", "dex = 13\nbrawl = 60")
        .against(
            "goblin",
            "carries = [\"broad-sword\"]\nskills = { broad-sword = 60 }\npolicy = \"wall\"",
        )
        .with(WALL)
        .round([12, 11]);
    assert_eq!(after.blows(), [Blow::Evaded]);
    assert_eq!(after.item("brawler", "brawl").lost, 0);
    let shield = fighters(
        "knight",
        "dex = 13\ncarries = [\"round-shield\"]\nshield_skill = 60\npolicy = \"bash\"",
    )
    .against(
        "goblin",
        "carries = [\"round-shield\"]\nshield_skill = 60\npolicy = \"wall\"",
    )
    .with(WALL)
    .with("[policies.bash]\nact = [\"attack with shield\"]")
    .round([12, 11]);
    assert_eq!(shield.item("knight", "round-shield").lost, 1);
}

/// A witness that records the book's events but no transcript. Without a transcript, a plain blow is rolled
/// in one go and not step by step.
#[derive(Default)]
struct Notes(Vec<(FighterId, EventId)>);

impl Witness for Notes {
    fn happened(&mut self, who: FighterId, event: EventId, _: u64) {
        self.0.push((who, event));
    }
}

#[test] // BRP-5.5-2, BRP-5.8-2
fn special_successes_of_attack_and_defence_are_noted() {
    let [knight, goblin] = ["knight", "goblin"].map(|name| duel(60, 60).ready().who(name));
    let (attack, hit, defence) = (
        (knight, SPECIAL_ATTACK),
        (knight, SPECIAL_HIT),
        (goblin, SPECIAL_DEFENCE),
    );
    for (faces, noted) in [
        (&[61][..], &[][..]),
        (&[12, 61, 1], &[]),
        (&[11, 61, 1], &[attack, hit]),
        (&[11, 60, 1], &[attack]),
        (&[11, 11], &[attack, defence]),
        (&[12, 11], &[defence]),
    ] {
        let told = duel(60, 60).step(faces.iter().copied());
        assert_eq!(told.heard.events, noted, "{faces:?} told");
        let ready = duel(60, 60).ready();
        let (mut state, mut notes) = (ready.state.clone(), Notes::default());
        let mut dice = Scripted::new(faces.iter().copied());
        ready.arena.step(&mut state, &mut dice, &mut notes);
        assert_eq!(notes.0, noted, "{faces:?} settled at once");
    }
}
