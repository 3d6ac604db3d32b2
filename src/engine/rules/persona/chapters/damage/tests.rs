//! Tests of damage, Fury, Critical Hits and Soak, and of fighters that go out.

use crate::fight::Blow;
use crate::rules::persona::events::{CRITICAL, FURY};
use crate::rules::persona::testing::{Setup, Trial, does, fraction};

const SURE: &str = "carries = ['sword']\nws = 40\ns = 0";

/// Returns the mean number of wounds that a hit of a Heavy Attack takes.
fn mean(setup: &Setup) -> num_rational::BigRational {
    let odds = setup.odds(|after| (after.landed(), after.lost("b")));
    let hit = odds.of(|&(landed, _)| landed == 1);
    let mut sum = fraction(0, 1);
    for lost in 0..500 {
        sum += odds.of(|&(landed, n)| landed == 1 && n == lost) * fraction(lost.into(), 1);
    }
    sum / hit
}

fn naked() -> &'static str {
    "tb = 0\nwounds = 1000"
}

#[test] // PER-4-11
fn melee_damage_adds_sb() {
    assert_eq!(
        does("attack", "carries = ['sword']", "")
            .step([50, 7])
            .lost("b"),
        7
    );
    let gun = does("attack", "carries = ['gun']", "at = 9");
    assert_eq!(gun.step([50, 7]).lost("b"), 4);
    let thrown = does("attack", "carries = ['javelin']", "at = 9");
    assert_eq!(thrown.step([50, 7]).lost("b"), 7);
    let bow = "[weapons.bow]\nkind = 'ranged'\ndamage = '1d10'\nrange = 50\nadds_sb = true";
    let bow = does("attack", "carries = ['bow']", "at = 9").with(bow);
    assert_eq!(bow.step([50, 7]).lost("b"), 7);
}

#[test] // PER-4-12
fn the_degrees_may_replace_a_die() {
    // The target number is 40 + 10, so a roll of 20 has 4 degrees.
    let setup = does("attack", SURE, naked());
    for (face, lost) in [(1, 4), (3, 4), (4, 4), (5, 5)] {
        assert_eq!(setup.step([20, face]).lost("b"), lost);
    }
    assert_eq!(
        setup
            .clone()
            .option("dos_die = \"off\"")
            .step([20, 1])
            .lost("b"),
        1
    );
    let after = does("attack", "carries = ['axe']\ns = 0", naked()).step([11, 2, 1]);
    assert_eq!(after.lost("b"), 2 + 4);
}

#[test] // PER-4-12
fn the_mean_of_a_replaced_die() {
    let odds = does("attack", SURE, naked()).odds(|after| (after.lost("b"), after.landed()));
    // The target number is 50, so 10 of 100 rolls have each number of degrees from 1 to 5. The mean is
    // computed from these five cases.
    let mut sum = fraction(0, 1);
    for lost in 1..=10 {
        sum += odds.of(|&(n, _)| n == lost) * fraction(lost.into(), 1);
    }
    let each = |degrees: i64| (1..=10).map(|face| face.max(degrees)).sum::<i64>();
    let total: i64 = (1..=5).map(each).sum();
    assert_eq!(sum, fraction(total, 100));
    assert_eq!(each(4), 61);
}

#[test] // PER-4-13
fn only_one_die_of_all_hits_is_replaced() {
    let gun = "carries = ['gun']\nbs = 50\nbraced = true";
    // Six degrees score three hits. The die of the second hit shows the lowest face and is replaced.
    let after = does("semi-burst", gun, &format!("{}\nat = 9", naked())).step([1, 3, 2, 2]);
    assert_eq!(after.lost("b"), 3 + 6 + 2);
}

#[test] // PER-4-14, PER-4-15, PER-4-17
fn righteous_fury_adds_dice() {
    let setup = does("heavy-attack", &format!("{SURE}\nfate = 1"), naked())
        .option("dos_die = \"off\"")
        .option("fury = \"by-fate\"");
    assert_eq!(setup.step([70, 10, 40, 6]).lost("b"), 16);
    assert_eq!(setup.step([70, 10, 40, 10, 10, 3]).lost("b"), 33);
    assert_eq!(setup.step([70, 10, 41]).lost("b"), 10);
    let rounded = |n: num_rational::BigRational| {
        num_rational::BigRational::round(&(n * fraction(1_000_000, 1)))
    };
    let plain = fraction(11, 2) + fraction(11, 45);
    assert_eq!(rounded(mean(&setup)), rounded(plain));
}

#[test] // PER-4-12, PER-4-14
fn a_die_that_calls_for_a_test_is_not_replaced() {
    let fury = "[weapons.fury]\ndamage = '1d10'\nfury_from = 2";
    let setup = does("attack", "carries = ['fury']\ns = 0\nfate = 1", naked())
        .with(fury)
        .option("fury = \"by-fate\"");
    // A roll of 10 has five degrees, which could replace the damage die. But a die that shows 2 triggers a
    // test for Fury and is therefore not replaced, even though the test fails.
    assert_eq!(setup.step([10, 2, 100]).lost("b"), 2);
    assert_eq!(setup.step([10, 1]).lost("b"), 5);
}

#[test] // PER-4-16, PER-13.5-6
fn a_weapon_may_lower_the_threshold_of_fury() {
    let vengeful = "[weapons.vengeful]\ndamage = '1d10'\nfury_from = 9";
    let setup = |fate: u8| {
        let mine = format!("carries = ['vengeful']\ns = 0\nfate = {fate}");
        does("attack", &mine, naked())
            .with(vengeful)
            .option("fury = \"by-fate\"")
    };
    assert_eq!(setup(1).step([50, 9, 40, 9]).lost("b"), 18);
    // `fury_from = 9` does not apply to Critical Hits: they still need the largest face, 10.
    assert_eq!(setup(0).step([50, 9]).lost("b"), 9);
}

#[test] // PER-10-1, PER-10-2, PER-10-3, PER-11-1, PER-4-17
fn fighters_without_fate_points_have_critical_hits() {
    let setup = does("heavy-attack", SURE, naked())
        .option("dos_die = \"off\"")
        .option("fury = \"by-fate\"");
    assert_eq!(setup.step([70, 10, 40, 6]).lost("b"), 16);
    assert_eq!(setup.step([70, 10, 41]).lost("b"), 10);
    let odds = setup.odds(|after| (after.landed(), after.says("Special Damage")));
    assert_eq!(
        odds.of(|&(_, special)| special),
        fraction(70, 100) * fraction(1, 25)
    );
    let tired = setup.ready().given("a", |body| body.fatigue = 1);
    assert_eq!(tired.step([60, 10, 40, 6]).lost("b"), 16);
}

#[test] // PER-10-2, PER-12.27-1
fn guard_mode_makes_confirming_harder() {
    let setup = does("heavy-attack", SURE, naked()).option("fury = \"by-fate\"");
    let guarded = setup.ready().given("b", |body| body.guarding = true);
    assert_eq!(guarded.step([50, 10, 21]).lost("b"), 10);
    let fated =
        does("heavy-attack", &format!("{SURE}\nfate = 1"), naked()).option("fury = \"by-fate\"");
    let guarded = fated.ready().given("b", |body| body.guarding = true);
    assert_eq!(guarded.step([50, 10, 40, 1]).lost("b"), 11);
}

#[test] // PER-11-2, PER-11-3
fn a_special_die_may_score_another_critical() {
    let setup = does("attack", SURE, naked())
        .option("fury = \"by-fate\"")
        .option("dos_die = \"off\"");
    assert_eq!(setup.step([50, 10, 40, 10, 40, 5]).lost("b"), 25);
    assert_eq!(setup.step([50, 10, 40, 10, 41]).lost("b"), 20);
}

#[test] // PER-11-2, PER-11-3
fn the_means_of_special_damage() {
    let rounded = |n: num_rational::BigRational| (n * fraction(1_000_000, 1)).round();
    let of = |setup: Setup| mean(&setup.option("dos_die = \"off\"")) - fraction(11, 2);
    let one = does(
        "heavy-attack",
        "carries = ['silver']\ns = 0\nfate = 1",
        &format!("{}\nweak_to = ['holy']", naked()),
    )
    .with("[weapons.silver]\ndamage = '1d10'\ntype = 'holy'");
    assert_eq!(rounded(of(one)), rounded(fraction(517, 90)));
}

#[test] // PER-11-4, PER-11-3
fn a_weakness_is_special_damage_without_a_test() {
    let silver = "[weapons.silver]\ndamage = '1d10'\ntype = 'holy'\n[weapons.lead]\ndamage = '1d10'\ntype = 'base'";
    let setup = |weapon: &str| {
        let weak = format!("{}\nweak_to = ['holy']", naked());
        does("attack", &format!("carries = ['{weapon}']\ns = 0"), &weak)
            .with(silver)
            .option("fury = \"by-fate\"")
    };
    assert_eq!(setup("silver").step([50, 7, 4]).lost("b"), 11);
    assert_eq!(setup("lead").step([50, 7]).lost("b"), 7);
    // The Weakness and the Critical Hit both cause Special Damage. With both, a 10 on the Special Damage die
    // is rolled again without a test.
    assert_eq!(setup("silver").step([50, 10, 40, 10, 4]).lost("b"), 24);
    assert_eq!(setup("silver").step([50, 7, 10, 41]).lost("b"), 17);
}

#[test] // PER-4-17
fn who_has_fury_is_a_house_rule() {
    let with = |rule: &str, fate: u8| {
        let mine = format!("{SURE}\nfate = {fate}");
        does("attack", &mine, naked()).option(&format!("fury = \"{rule}\""))
    };
    for fate in [0, 1] {
        assert_eq!(
            with("critical-only", fate).step([50, 10, 40, 4]).lost("b"),
            14
        );
        assert_eq!(with("none", fate).step([50, 10]).lost("b"), 10);
    }
    assert_eq!(with("fury-only", 0).step([50, 10]).lost("b"), 10);
    assert_eq!(with("fury-only", 1).step([50, 10, 40, 4]).lost("b"), 14);
    // If a 10 triggers both tests, the test for Fury comes first.
    assert_eq!(with("both", 1).step([50, 10, 40, 4, 40, 5]).lost("b"), 19);
    assert_eq!(with("both", 0).step([50, 10, 40, 5]).lost("b"), 15);
}

#[test] // PER-4-18
fn soak_takes_damage_off() {
    let pick = "[weapons.pick]\ndamage = '9'\npen = 2\nadds_sb = false";
    let setup = does("attack", "carries = ['pick']", "ap = 4").with(pick);
    assert_eq!(setup.step([50]).lost("b"), 4);
    assert_eq!(
        setup.clone().option("soak = \"gate\"").step([50]).lost("b"),
        9
    );
    let thick = does("attack", "carries = ['pick']", "ap = 9").with(pick);
    assert_eq!(thick.step([50]).lost("b"), 0);
    assert_eq!(thick.option("soak = \"gate\"").step([50]).lost("b"), 0);
}

#[test] // PER-13.5-7
fn primitive_weapons_may_meet_twice_the_armour() {
    let club = "[weapons.club]\ndamage = '12'\nadds_sb = false\nprimitive = true\npen = 1";
    let setup = does("attack", "carries = ['club']", "ap = 3").with(club);
    assert_eq!(setup.step([50]).lost("b"), 7);
    assert_eq!(
        setup
            .option("primitive = \"double-ap\"")
            .step([50])
            .lost("b"),
        4
    );
}

#[test] // PER-4-19, PER-2-8
fn out_at_no_wounds() {
    let setup = does("attack", "carries = ['sword']", "wounds = 7");
    let after = setup.step([50, 7]);
    assert!(after.outcome.is_some() && !after.fights("b"));
    assert!(setup.step([50, 6]).outcome.is_none());
}

#[test] // PER-4-20
fn a_house_rule_lets_those_with_fate_fight_on() {
    let setup = does(
        "attack",
        "carries = ['sword']",
        "wounds = 5\nfate = 1\nlethal_buffer = 2",
    );
    assert!(setup.step([50, 5]).outcome.is_some());
    let buffered = setup.option("lethal = \"buffer\"");
    assert!(buffered.step([50, 7]).outcome.is_none());
    assert!(buffered.step([50, 8]).outcome.is_some());
}

#[test] // PER-4-21, PER-13.7-4
fn hits_on_the_fallen_are_wasted() {
    let gun = "carries = ['gun']\nbs = 50\nbraced = true";
    let after = does("semi-burst", gun, "at = 9\nwounds = 1")
        .and("c", "at = 9")
        .step([1, 9, 9, 9]);
    assert_eq!((after.landed(), after.lost("c")), (3, 0));
    assert!(!after.fights("b"));
}

#[test] // PER-4-21, PER-12.27-1
fn wasted_hits_are_confirmed_as_hard_as_the_others() {
    let gun = "carries = ['gun']\nbs = 50\nbraced = true";
    let after = does("semi-burst", gun, "at = 9\nwounds = 1")
        .and("c", "at = 9")
        .option("dos_die = \"off\"")
        .option("fury = \"by-fate\"")
        .ready()
        .given("b", |body| body.guarding = true)
        .step([1, 9, 10, 31, 9]);
    assert_eq!(after.landed(), 3);
    assert!(!after.fights("b"));
}

#[test] // PER-5-1
fn bare_hands_do_little() {
    let setup = does("attack", "s = 40", "tb = 1\nwounds = 100").option("dos_die = \"off\"");
    let odds = setup.odds(|after| (after.landed(), after.lost("b")));
    // The damage is 2 to 6 before Soak, and the Soak is 1.
    for lost in 1..=5 {
        assert_eq!(odds.of(|&(_, n)| n == lost), fraction(1, 10));
    }
}

#[test] // PER-5-2
fn an_unarmed_hit_may_tire() {
    let setup = does("attack", "s = 40", "t = 50").option("dos_die = \"off\"");
    assert_eq!(setup.step([50, 4]).body("b").fatigue, 1);
    assert_eq!(setup.step([50, 3]).body("b").fatigue, 0);
    let dealt = setup.option("unarmed_fatigue = \"dealt\"");
    assert_eq!(dealt.step([50, 5]).body("b").fatigue, 0);
    let claw = "[weapons.claw]\ndamage = '1d10'\nclass = 'natural'";
    let natural = does("attack", "carries = ['claw']", "").with(claw);
    assert_eq!(natural.step([50, 9]).body("b").fatigue, 0);
}

#[test] // PER-8-1
fn an_ailment_follows_damage_unless_resisted() {
    let venom = |effect: &str| {
        format!(
            "[weapons.fang]\ndamage = '1d10'\nadds_sb = false\nailment = {{ effect = '{effect}', turns = 2 }}"
        )
    };
    let setup =
        |effect: &str| does("attack", "carries = ['fang']", "endurance = 45").with(&venom(effect));
    assert_eq!(setup("stunned").step([50, 9, 46]).body("b").stunned, 2);
    assert_eq!(setup("stunned").step([50, 9, 45]).body("b").stunned, 0);
    // TB 3 soaks all damage, so there is no test.
    assert_eq!(setup("stunned").step([50, 3]).body("b").stunned, 0);
    assert_eq!(setup("fatigue").step([50, 9, 46]).body("b").fatigue, 1);
    assert!(setup("prone").step([50, 9, 46]).body("b").prone);
    assert!(setup("immobilised").step([50, 9, 46]).body("b").immobilised);
    assert!(setup("unconscious").step([50, 9, 46]).outcome.is_some());
    let gas = "[weapons.gas]\nkind = 'ranged'\nrange = 20\ndamage = '9'\nailment = { resist = 'mental', effect = 'pinned' }";
    let after = does(
        "attack",
        "carries = ['gas']",
        "at = 9\nmagic_resistance = 20",
    )
    .with(gas)
    .step([50, 21]);
    assert!(after.body("b").pinned);
}

#[test] // PER-12.36-1, PER-12.36-2
fn a_take_down_stuns_instead_of_hurting() {
    let setup = does(
        "take-down",
        &format!("{SURE}\ntalents = ['takedown']"),
        "t = 30",
    );
    // The d10 shows 6 and TB is 3. The hit would deal 3, which makes the test against the stun no harder.
    let after = setup.step([40, 6, 31]);
    assert_eq!((after.body("b").stunned, after.lost("b")), (1, 0));
    assert_eq!(setup.step([40, 6, 30]).body("b").stunned, 0);
    for (face, number) in [(7, 20), (8, 20), (9, 10)] {
        assert_eq!(
            setup.step([40, face, number]).body("b").stunned,
            0,
            "{face}"
        );
        assert_eq!(
            setup.step([40, face, number + 1]).body("b").stunned,
            1,
            "{face}"
        );
    }
    assert_eq!(setup.step([40, 3]).body("b").stunned, 0);
}

#[test] // PER-2-8
fn a_fight_may_have_more_than_two_sides() {
    let after: Trial = does("attack", "carries = ['sword']", "wounds = 1")
        .against("c", "at = 9")
        .step([50, 9]);
    assert!(after.outcome.is_none() && !after.fights("b"));
}

#[test] // PER-5-1, PER-11-4
fn bare_hands_do_impact() {
    let setup = |weakness: &str| {
        let weak = format!("{}\nweak_to = [{weakness}]", naked());
        does("attack", "s = 30", &weak).option("fury = \"by-fate\"")
    };
    // The damage is 4 on the d5, minus 3, plus SB 3. With the Weakness, 1d10 of Special Damage is added.
    assert_eq!(setup("").step([50, 4]).lost("b"), 4);
    assert_eq!(setup("'impact'").step([50, 4, 5]).lost("b"), 9);
}

#[test] // PER-12.36-2
fn a_toughness_bonus_of_nothing_counts_as_one_in_a_take_down() {
    let stunned = |face: u32, number: u32| {
        let mine = format!("{SURE}\ntalents = ['takedown']");
        let setup = does("take-down", &mine, "t = 30\ntb = 0");
        setup.step([40, face, number]).body("b").stunned > 0
    };
    assert!(!stunned(1, 30) && stunned(1, 31));
    assert!(!stunned(2, 10) && stunned(2, 11));
}

#[test] // PER-11-2, PER-12.27-1
fn guard_mode_makes_a_second_confirm_test_harder() {
    let silver = "[weapons.silver]\ndamage = '1d10'\ntype = 'holy'";
    let setup = does(
        "attack",
        "carries = ['silver']\ns = 0",
        &format!("{}\nweak_to = ['holy']", naked()),
    );
    let guarded = || {
        let ready = setup.clone().with(silver).ready();
        ready.given("b", |body| body.guarding = true)
    };
    assert_eq!(guarded().step([30, 7, 10, 21]).lost("b"), 17);
    assert_eq!(guarded().step([30, 7, 10, 20, 4]).lost("b"), 21);
}

#[test] // PER-12.5-2
fn only_called_shots_find_the_armour_of_a_part() {
    let others = "ap = 1\nap_head = 9\nap_body = 9\nap_limbs = 9";
    let after = does("attack", "carries = ['sword']", others).step([50, 9]);
    assert_eq!(after.lost("b"), 8);
    // A Knock Down that does damage: 5 on the d5, minus 3, plus SB 4. TB 3 and armour 1 reduce it.
    let felled = does("knock-down", "s = 40", others).step([1, 100, 5]);
    assert_eq!(felled.lost("b"), 2);
}

#[test] // PER-4-20
fn without_fate_nobody_fights_on() {
    let setup = does("attack", "carries = ['sword']", "wounds = 5").option("lethal = \"buffer\"");
    assert!(setup.step([50, 5]).outcome.is_some());
}

#[test] // PER-4-19, PER-8-1, PER-12.8-1, PER-12.31-1
fn wounds_are_not_taken_out_where_more_than_falling_hangs_on_them() {
    let counts_down = |line: &str, mine: &str| does(line, mine, "").ready().arena.scope.counts_down;
    assert!(counts_down("attack", "carries = ['sword']"));
    let fang = "[weapons.fang]\ndamage = '1d10'\nailment = { effect = 'prone' }";
    let bites = does("attack", "carries = ['fang']", "").with(fang);
    assert!(!bites.ready().arena.scope.counts_down);
    assert!(!counts_down("attack", "talents = ['counter-attack']"));
    let pair = "carries = ['sword', 'knife']\ntalents = ['two-weapons-melee']";
    assert!(!counts_down("two-weapons", pair));
}

#[test] // PER-4-7, PER-10-2
fn a_critical_is_confirmed_on_the_characteristic_of_the_weapon() {
    let staff = "[weapons.staff]\ndamage = '1d10'\ntest = 'wp'";
    let setup = does("attack", "carries = ['staff']\nwp = 55\ns = 0", naked())
        .with(staff)
        .option("fury = \"by-fate\"")
        .option("dos_die = \"off\"");
    assert_eq!(setup.step([65, 10, 55, 4]).lost("b"), 14);
    assert_eq!(setup.step([65, 10, 56]).lost("b"), 10);
}

#[test] // PER-4-14, PER-11-1, PER-11-4
fn only_what_was_confirmed_is_counted() {
    let silver = "[weapons.silver]\ndamage = '1d10'\ntype = 'holy'";
    let events = |mine: &str, faces: &[u32]| {
        let weak = format!("{}\nweak_to = ['holy']", naked());
        let setup = does("attack", &format!("{mine}\ns = 0"), &weak).with(silver);
        let setup = setup.option("fury = \"by-fate\"");
        let after = setup.step(faces.iter().copied());
        let events = after.heard.events.iter();
        events.map(|&(_, event)| event).collect::<Vec<_>>()
    };
    let fated = "carries = ['sword']\nfate = 1";
    assert_eq!(events(fated, &[50, 10, 40, 4]), [FURY]);
    assert!(events(fated, &[50, 10, 41]).is_empty());
    let weakness = "carries = ['silver']";
    assert_eq!(events(weakness, &[50, 10, 40, 4]), [CRITICAL]);
    assert!(events(weakness, &[50, 7, 4]).is_empty());
}

#[test] // PER-4-18
fn damage_as_high_as_soak_gets_through_the_gate() {
    let pick = "[weapons.pick]\ndamage = '9'\npen = 2\nadds_sb = false";
    let setup = does("attack", "carries = ['pick']", "ap = 8").with(pick);
    assert_eq!(setup.step([50]).lost("b"), 0);
    assert_eq!(setup.option("soak = \"gate\"").step([50]).lost("b"), 9);
}

#[test] // PER-4-19, PER-12.32-1, PER-12.35-1
fn wounds_are_not_taken_out_where_somebody_asks_for_them_or_shoots_out_of_turn() {
    let counts_down = |line: &str, others: &str| {
        let setup = does(line, "carries = ['gun']", others);
        setup.ready().arena.scope.counts_down
    };
    assert!(counts_down("attack at first", ""));
    for line in [
        "attack at weakest",
        "attack at strongest",
        "overwatch",
        "suppress",
        "attack if target.wounds > 3",
        "attack if self.wounds > 3",
    ] {
        assert!(!counts_down(line, ""), "{line}");
    }
    assert!(!counts_down("attack", "wounds = 10000"));
}

#[test] // PER-13.7-4
fn damage_is_counted_beyond_the_wounds_left() {
    let after = does("attack", "carries = ['sword']", "wounds = 1").step([50, 9]);
    let blow = Blow::Landed {
        rolled: 12,
        stopped: 3,
        dealt: 9,
    };
    assert_eq!(after.blows(), [blow]);
}

#[test] // PER-5-2, PER-12.8-1
fn fists_tire_in_a_counter_attack_too() {
    let other = "policy = 'fists'\ncarries = ['sword']\nws = 60\ntalents = ['counter-attack']";
    let setup = does("attack", "carries = ['sword']", other).policy(
        "fists",
        "evade = ['parry']\ncounter = ['counter with unarmed']",
    );
    let after = setup.step([50, 60, 40, 4]);
    assert_eq!((after.lost("a"), after.body("a").fatigue), (1, 1));
}
