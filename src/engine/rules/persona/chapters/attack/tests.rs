//! Tests of attacks, from the attack test to the fighters that are hit.

use crate::rules::persona::events::{EVADED, JAM, UNCONSCIOUS};
use crate::rules::persona::nouns::state::Hold;
use crate::rules::persona::testing::{Setup, Trial, does, fighters, fraction};

const SWORD: &str = "carries = ['sword']";
const GUN: &str = "carries = ['gun']";

/// Checks the chance, in percent, that at least one hit lands.
fn hits(setup: &Setup, percent: i64) {
    let odds = setup.odds(|after| after.landed() > 0);
    assert_eq!(odds.of(|&hit| hit), fraction(percent, 100));
}

/// Checks the chance of each number of hits. `expected` has pairs of a number of hits and its chance in
/// percent.
fn volley(setup: &Setup, expected: &[(usize, i64)]) {
    let odds = setup.odds(Trial::landed);
    for &(count, percent) in expected {
        assert_eq!(
            odds.of(|&landed| landed == count),
            fraction(percent, 100),
            "{count}"
        );
    }
}

#[test] // PER-4-6, PER-12.33-1
fn a_standard_attack_is_on_ws_and_ten_more() {
    hits(&does("attack", &format!("{SWORD}\nws = 42"), ""), 52);
    hits(&does("attack", &format!("{SWORD}\nws = 35"), ""), 45);
    hits(
        &does("attack", &format!("{GUN}\nbs = 30\nws = 80"), "at = 20"),
        40,
    );
}

#[test] // PER-4-7
fn a_weapon_may_be_used_with_another_characteristic() {
    let staff = "[weapons.staff]\ndamage = \"1d10\"\ntest = \"wp\"";
    hits(
        &does("attack", "carries = ['staff']\nwp = 55", "").with(staff),
        65,
    );
}

#[test] // PER-2-3
fn the_surprised_are_easier_to_hit() {
    hits(&does("attack", SWORD, "surprised = true"), 80);
    hits(&does("attack", GUN, "surprised = true\nat = 9"), 80);
}

#[test] // PER-4-22, PER-13.2-1, PER-13.2-3, PER-13.2-4, PER-12.1-1
fn modifiers_add_up() {
    let ready = does("attack", SWORD, "").ready();
    let mine =
        |body: &mut crate::rules::persona::nouns::state::Body| (body.fatigue, body.aim) = (1, 10);
    let other = |body: &mut crate::rules::persona::nouns::state::Body| {
        (body.prone, body.stunned) = (true, 1);
    };
    let odds = ready.given("a", mine).given("b", other).odds(Trial::landed);
    assert_eq!(odds.of(|&landed| landed > 0), fraction(80, 100));
}

#[test] // PER-4-6, PER-13.2-6
fn prone_fighters_throw_worse_but_shoot_as_well_as_standing_ones() {
    let odds = |mine: &str| {
        let ready = does("attack", mine, "at = 9").ready();
        let prone = ready.given("a", |body| body.prone = true);
        prone.odds(Trial::landed).of(|&landed| landed > 0)
    };
    assert_eq!(odds("carries = ['javelin']\nws = 40"), fraction(40, 100));
    assert_eq!(odds("carries = ['gun']\nbs = 40"), fraction(50, 100));
}

#[test] // PER-4-4
fn a_house_rule_caps_modifiers() {
    let setup = does("heavy-attack", SWORD, "surprised = true");
    hits(&setup, 99);
    hits(&setup.clone().option("modifier_cap = 40"), 80);
}

#[test] // PER-4-5
fn circumstances_are_added_to_all_attacks() {
    hits(
        &does("attack", &format!("{SWORD}\nattack_mod = -15"), ""),
        35,
    );
}

#[test] // PER-6-1, PER-6-2
fn range_brackets_may_have_modifiers() {
    let at = |place: i32| {
        does("attack", GUN, &format!("at = {place}"))
            .field("range_mods = { assault = 30, close = 5, medium = -5, long = -25, very_long = -30, longshot = -40 }")
            .with("[weapons.rail]\nkind = 'ranged'\ndamage = '1d10'\nrange = 100")
    };
    for (place, percent) in [(10, 80), (11, 55), (30, 55), (60, 45), (100, 25)] {
        hits(&at(place), percent);
    }
    let far = |place: i32| does("attack", "carries = ['rail']", &format!("at = {place}"));
    let mods = "range_mods = { very_long = -30, longshot = -40 }";
    let rail = "[weapons.rail]\nkind = 'ranged'\ndamage = '1d10'\nrange = 100";
    hits(&far(150).field(mods).with(rail), 20);
    hits(&far(151).field(mods).with(rail), 10);
}

#[test] // PER-4-2, PER-4-3, PER-13.5-1
fn reach_and_range_are_kept() {
    let possible = |mine: &str, place: i32| {
        let after =
            does("attack", mine, &format!("at = {place}")).odds(|after| after.blows().len());
        after.of(|&blows| blows == 1) == fraction(1, 1)
    };
    assert!(possible(SWORD, 1) && !possible(SWORD, 2));
    assert!(possible(GUN, 100) && !possible(GUN, 101));
    assert!(possible("carries = ['javelin']", 20) && !possible("carries = ['javelin']", 21));
    let pike = "[weapons.pike]\ndamage = \"1d10\"\nreach = 3";
    let after = does("attack", "carries = ['pike']", "at = 3")
        .with(pike)
        .step([60]);
    assert_eq!(after.blows().len(), 1);
}

#[test] // PER-4-3
fn shooting_beside_an_enemy_may_be_hindered() {
    hits(&does("attack with ranged", GUN, ""), 50);
    hits(
        &does("attack with ranged", GUN, "").option("shoot_engaged = -20"),
        30,
    );
    let pistols = |weapon: &str| {
        let setup =
            does("attack with ranged", weapon, "").option("shoot_engaged = \"pistol-only\"");
        setup
            .odds(|after| after.blows().len())
            .of(|&blows| blows == 1)
    };
    assert_eq!(pistols(GUN), fraction(0, 1));
    assert_eq!(pistols("carries = ['pistol']"), fraction(1, 1));
}

#[test] // PER-12.3-1, PER-13.1-3
fn a_semi_automatic_burst_hits_once_and_again_for_two_degrees() {
    let burst = does("semi-burst", "carries = ['needler']\nbs = 45", "at = 20");
    volley(&burst, &[(0, 55), (1, 10), (2, 20), (3, 15)]);
    let braced = does(
        "semi-burst",
        "carries = ['needler']\nbs = 35\nbraced = true",
        "at = 20",
    );
    volley(&braced, &[(0, 55), (1, 10), (2, 20), (3, 15)]);
    let later = burst.clone().option("extra_hits_from = \"beyond-first\"");
    volley(&later, &[(0, 55), (1, 20), (2, 20), (3, 5)]);
}

#[test] // PER-12.4-1
fn a_fully_automatic_burst_hits_again_for_every_degree() {
    let burst = does("full-burst", "carries = ['needler']\nbs = 45", "at = 20");
    volley(&burst, &[(0, 65), (2, 10), (3, 10), (4, 10), (5, 5)]);
    volley(
        &burst.option("full_auto_cap = \"semi\""),
        &[(0, 65), (2, 10), (3, 25)],
    );
}

#[test] // PER-12.3-3, PER-13.5-6
fn a_burst_jams_from_94() {
    let burst = does("semi-burst", "carries = ['needler']\nbs = 110", "at = 20");
    volley(&burst, &[(0, 7)]);
    let jammed = burst.odds(|after| after.body("a").items[0].jammed);
    assert_eq!(jammed.of(|&jammed| jammed), fraction(7, 100));
    let reliable =
        "[weapons.reliable]\nkind = 'ranged'\ndamage = '1'\nrange = 50\nsemi = 3\njam_from = 100";
    let burst = does("semi-burst", "carries = ['reliable']\nbs = 110", "at = 20").with(reliable);
    volley(&burst, &[(0, 1)]);
}

#[test] // PER-12.3-2
fn further_hits_may_go_to_others_near_by() {
    let three = |place: i32| {
        let line = "semi-burst at first over several";
        does(line, &format!("{GUN}\nbs = 60"), "at = 20").and("c", &format!("at = {place}"))
    };
    // Six degrees score three hits. The second hit goes to the other enemy, the third to the target again.
    let after = three(22).step([1, 5, 5, 5]);
    assert_eq!(after.targets(), ["b", "b", "c"]);
    let far = three(23).step([1, 5, 5, 5]);
    assert_eq!(far.targets(), ["b", "b", "b"]);
    let low = three(21)
        .with("")
        .ready()
        .given("b", |body| body.stunned = 1);
    assert_eq!(low.step([1, 5, 5, 5]).targets(), ["b", "b", "b"]);
}

#[test] // PER-12.11-1, PER-13.5-8
fn a_swift_attack_hits_again_for_two_degrees_up_to_wsb() {
    let swift = does(
        "swift-attack",
        &format!("{SWORD}\nws = 45\ntalents = ['swift-attack']"),
        "",
    );
    volley(&swift, &[(1, 10), (2, 20), (3, 15)]);
    let without = does("swift-attack", SWORD, "");
    volley(&without, &[(0, 100)]);
}

#[test] // PER-12.11-1, PER-12.12-1
fn a_flurry_hits_once_at_least_however_unskilled() {
    for (line, talent) in [
        ("swift-attack", "swift-attack"),
        ("lightning-attack", "lightning-attack"),
    ] {
        let mine = format!("{SWORD}\nws = 9\nattack_mod = 51\ntalents = ['{talent}']");
        let after = does(line, &mine, "").step([1, 9]);
        assert_eq!(after.landed(), 1, "{line}");
    }
}

#[test] // PER-12.12-1
fn a_lightning_attack_hits_again_for_every_degree_up_to_wsb() {
    let talents = "talents = ['lightning-attack']";
    let lightning = does(
        "lightning-attack",
        &format!("{SWORD}\nws = 45\n{talents}"),
        "",
    );
    volley(&lightning, &[(2, 10), (3, 10), (4, 15)]);
}

#[test] // PER-12.11-2
fn further_hits_of_a_flurry_may_go_to_others_in_reach() {
    let line = "swift-attack at first over several";
    let talents = format!("{SWORD}\nws = 60\ntalents = ['swift-attack']");
    let after = does(line, &talents, "")
        .and("c", "at = -1")
        .step([1, 5, 5, 5, 5]);
    assert_eq!(after.targets(), ["b", "b", "c", "c"]);
    let far = does(line, &talents, "")
        .and("c", "at = 2")
        .step([1, 5, 5, 5, 5]);
    assert_eq!(far.targets(), ["b"; 4]);
}

#[test] // PER-12.5-1, PER-12.5-2
fn a_called_shot_is_at_minus_twenty_against_the_armour_of_the_part() {
    let called = |on: &str| {
        does(
            &format!("called-shot at first {on}"),
            SWORD,
            "ap = 5\nap_head = 4\nap_limbs = 2",
        )
    };
    hits(&called(""), 20);
    hits(&called("").option("called_shot_mod = -10"), 30);
    // The d10 shows 9, SB is 3 and TB is 3. Unless the line names another part, the limbs with armour 2 are
    // hit.
    for (on, lost) in [("", 7), ("on head", 5), ("on body", 4), ("on limbs", 7)] {
        assert_eq!(called(on).step([20, 9]).lost("b"), lost, "{on}");
    }
}

#[test] // PER-12.28-1
fn a_heavy_attack_hits_hard_and_exposes() {
    let heavy = does("heavy-attack", SWORD, "");
    hits(&heavy, 70);
    let after = heavy.step([99]);
    assert!(after.body("a").exposed);
    assert_eq!(after.arena.fighter(after.who("a")).dodge, 30);
}

#[test] // PER-12.31-1, PER-12.31-2, PER-12.31-3
fn two_weapons_have_their_penalties() {
    let with = |weapons: &str, more: &str| {
        let talents = format!("'two-weapons-melee', 'two-weapons-ranged'{more}");
        does("two-weapons", &format!("carries = {weapons}\nws = 50\nbs = 50\ntalents = [{talents}]"), "")
            .with("[weapons.sabre]\ndamage = '1d10'\nbalanced = true\n[weapons.carbine]\nkind = 'ranged'\ndamage = '1d10'\nrange = 30\nclass = 'carbine'")
    };
    let both = |setup: Setup, main: i64, off: i64| {
        let odds = setup.odds(|after| {
            after
                .blows()
                .iter()
                .map(|blow| blow.mark() >= 2)
                .collect::<Vec<_>>()
        });
        assert_eq!(odds.of(|hit| hit[0]), fraction(main, 100));
        assert_eq!(odds.of(|hit| hit[1]), fraction(off, 100));
    };
    both(with("['sword', 'knife']", ""), 40, 20);
    both(with("['sword', 'knife']", ", 'ambidextrous'"), 50, 50);
    both(with("['sabre', 'knife']", ", 'blade-dancer'"), 60, 20);
    both(with("['sabre', 'sabre']", ", 'blade-dancer'"), 60, 40);
    both(
        with("['pistol', 'carbine']", ", 'gunslinger', 'ambidextrous'"),
        60,
        60,
    );
}

#[test] // PER-12.31-1, PER-12.31-4, PER-12.3-4
fn a_burst_with_two_weapons_takes_the_whole_turn() {
    let talents = "talents = ['two-weapons-ranged']\ncarries = ['pistol', 'pistol']\nbs = 60";
    let line = "two-weapons as semi then semi";
    let after = does(line, talents, "at = 9").turn_of_a([41, 99]);
    assert_eq!(after.blows().len(), 2);
    // If the first attack has put the target of the second one out, the second goes to another enemy.
    let sword = "carries = ['sword', 'knife']\ntalents = ['two-weapons-melee']\nws = 50";
    let after = does("two-weapons", sword, "wounds = 1")
        .and("c", "at = -1")
        .step([1, 9, 1, 5]);
    assert_eq!(after.targets(), ["b", "c"]);
}

#[test] // PER-13.5-2
fn rounds_leave_the_magazine() {
    let setup = |line: &str| does(line, "carries = ['pistol']", "at = 9");
    assert_eq!(setup("attack").step([99]).body("a").items[0].rounds, 5);
    assert_eq!(setup("semi-burst").step([90]).body("a").items[0].rounds, 4);
    let last = setup("semi-burst")
        .ready()
        .given("a", |body| body.items[0].rounds = 1);
    // With one round left, a burst cannot score more than one hit.
    let odds = last.odds(|after| (after.landed(), after.body("a").items[0].rounds));
    assert_eq!(odds.of(|&(landed, _)| landed > 1), fraction(0, 1));
    assert_eq!(odds.of(|&(_, rounds)| rounds == 0), fraction(1, 1));
    let empty = setup("attack with pistol")
        .ready()
        .given("a", |body| body.items[0].rounds = 0);
    assert!(empty.step([]).blows().is_empty());
}

#[test] // PER-12.8-1, PER-12.8-2
fn a_parry_may_be_followed_by_a_counter_attack() {
    let setup = |talents: &str| {
        fighters("a", "policy = 'p'\ncarries = ['sword']")
            .against(
                "b",
                &format!("policy = 'q'\nat = 1\ncarries = ['sword']\nws = 60\n{talents}"),
            )
            .policy("p", "act = ['attack']")
            .policy("q", "evade = ['parry']\ncounter = ['counter']")
    };
    // The target number of the Parry is 60, that of the Counter-Attack 60 - 20.
    let after = setup("talents = ['counter-attack']").step([50, 60, 40, 9]);
    assert_eq!((after.lost("a"), after.lost("b")), (9, 0));
    assert!(after.body("b").countered);
    let missed = setup("talents = ['counter-attack']").step([50, 60, 41]);
    assert_eq!(missed.lost("a"), 0);
    assert_eq!(setup("").step([50, 60]).blows().len(), 1);
}

#[test] // PER-4-1
fn the_target_attacked_last_is_kept() {
    let setup = does("attack at last", SWORD, "").and("c", "at = -1");
    let ready = setup.ready();
    let third = ready.who("c");
    let after = ready.given("a", |body| body.last = Some(third)).step([99]);
    assert_eq!(after.targets(), ["c"]);
    assert_eq!(setup.step([99]).targets(), ["b"]);
}

#[test] // PER-12.5-1, PER-12.31-4
fn a_called_shot_may_be_part_of_a_multiple_attack() {
    let mine = "carries = ['sword', 'knife']\nws = 90\ntalents = ['two-weapons-melee']";
    let line = "two-weapons as called then standard";
    // The target number is 90 - 20 - 20. The limbs have no armour.
    let after = does(line, mine, "ap = 5\nap_limbs = 0").turn_of_a([50, 9, 100]);
    assert_eq!(after.lost("b"), 9);
}

#[test] // PER-13.7-4
fn the_rolls_of_stun_and_take_down_are_attacks_and_not_hits() {
    let counted = |setup: &Setup, faces: &[u32]| {
        let after = setup.step(faces.iter().copied());
        (after.blows().len(), after.landed(), after.evaded())
    };
    let stun = does("stun", "ws = 60", "policy = 'dodges'");
    assert_eq!(counted(&stun, &[100]), (1, 0, 0));
    assert_eq!(counted(&stun, &[40, 1]), (1, 0, 1));
    assert_eq!(counted(&stun, &[40, 100, 1]), (1, 0, 0));
    let mine = format!("{SWORD}\nws = 40\ntalents = ['takedown']");
    let down = does("take-down", &mine, "policy = 'dodges'");
    assert_eq!(counted(&down, &[100]), (1, 0, 0));
    assert_eq!(counted(&down, &[40, 1]), (1, 0, 1));
    assert_eq!(counted(&down, &[40, 100, 9, 1]), (1, 0, 0));
}

#[test] // PER-12.34-1, PER-13.5-5
fn a_stun_is_struck_with_a_melee_weapon_that_is_at_hand() {
    let with = |mine: &str| does("stun", mine, "").step([100]).attacks()[0].2.clone();
    assert_eq!(with("carries = ['gun', 'sword', 'knife']"), "sword");
    let stowed = "carries = ['sword', 'knife']\nstowed = ['sword']";
    assert_eq!(with(stowed), "knife");
    assert_eq!(with("carries = ['sword']\nstowed = ['sword']"), "unarmed");
}

#[test] // PER-13.7-4, PER-12.29-2
fn a_knock_down_that_hurts_is_neither_attack_nor_hit() {
    let after = does("knock-down", "s = 40", "").step([1, 100, 5]);
    assert!(after.lost("b") > 0 && after.blows().is_empty());
}

#[test] // PER-12.31-1, PER-12.5-2, PER-4-1
fn the_default_target_has_a_weakest_part_of_its_own() {
    let mine = "carries = ['sword', 'knife']\ntalents = ['two-weapons-melee']\nws = 90";
    let head = "wounds = 1\nap = 5\nap_head = 0";
    let after = does("two-weapons as standard then called", mine, head)
        .and("c", "at = -1\nap_head = 30")
        .step([1, 10, 1, 5]);
    assert_eq!(after.targets(), ["b", "c"]);
    assert_eq!(after.lost("c"), 5);
}

#[test] // PER-4-3, PER-4-6, PER-6-1, PER-13.2-8
fn a_throw_is_not_hindered_like_a_shot() {
    let throw = |place: i32| {
        does(
            "attack with javelin",
            "carries = ['javelin']",
            &format!("at = {place}"),
        )
    };
    hits(&throw(9).field("range_mods = { assault = 30 }"), 50);
    hits(&throw(1).option("shoot_engaged = -20"), 50);
    hits(&throw(1).option("shoot_engaged = \"pistol-only\""), 50);
    let pinned = throw(9).ready().given("a", |body| body.pinned = true);
    let odds = pinned.odds(Trial::landed);
    assert_eq!(odds.of(|&landed| landed > 0), fraction(50, 100));
}

#[test] // PER-4-3, PER-7-3
fn an_enemy_beside_the_shooter_hinders_shots_at_others() {
    let shot = |other: &str| {
        let setup = does("attack at b", GUN, "at = 20").and("c", other);
        setup.option("shoot_engaged = -20")
    };
    hits(&shot("at = 1"), 30);
    hits(&shot("at = 1\nflies = true\naltitude = 'low'"), 50);
}

#[test] // PER-12.4-1
fn bracing_steadies_a_fully_automatic_burst() {
    let mine = "carries = ['needler']\nbs = 45\nbraced = true";
    hits(&does("full-burst", mine, "at = 20"), 45);
}

#[test] // PER-12.4-1
fn a_burst_capped_by_semi_hits_once_where_there_is_no_semi() {
    let gatling = "[weapons.gatling]\nkind = 'ranged'\ndamage = '1'\nrange = 50\nfull = 6";
    let burst = does("full-burst", "carries = ['gatling']\nbs = 45", "at = 20").with(gatling);
    volley(
        &burst.option("full_auto_cap = \"semi\""),
        &[(0, 65), (1, 35)],
    );
}

#[test] // PER-12.4-1
fn a_burst_capped_by_semi_may_hit_more_often_than_full() {
    let gun =
        "[weapons.odd]\nkind = 'ranged'\ndamage = '5'\npen = 100\nrange = 30\nsemi = 3\nfull = 2";
    let burst = does(
        "full-burst",
        "carries = ['odd']\nbs = 60",
        "t = 40\nat = 20",
    )
    .with(gun);
    let lost = |option: &str| {
        let odds = burst.clone().option(option).odds(|after| after.lost("b"));
        [1, 2, 3].map(|wounds| odds.of(|&lost| lost == wounds))
    };
    let none = fraction(0, 1);
    let semi = lost("full_auto_cap = \"semi\"");
    assert_eq!(semi, [none.clone(), fraction(1, 10), fraction(4, 10)]);
    let full = lost("full_auto_cap = \"full\"");
    assert_eq!(full, [none.clone(), fraction(5, 10), none]);
}

#[test] // PER-12.4-1, PER-13.5-2
fn a_fully_automatic_burst_takes_as_many_rounds_as_full_whatever_caps_its_hits() {
    let fired = |clip: u8, semi: u8, full: u8| {
        let gun = format!(
            "[weapons.odd]\nkind = 'ranged'\ndamage = '1'\nrange = 50\nsemi = {semi}\nfull = {full}\nclip = {clip}"
        );
        let burst = does("full-burst", "carries = ['odd']\nbs = 90", "at = 20").with(&gun);
        let burst = burst.option("full_auto_cap = \"semi\"");
        let odds = burst.odds(|after| (after.landed(), after.body("a").items[0].rounds));
        let most = (0..9)
            .rev()
            .find(|&hits| odds.of(|&(landed, _)| landed == hits) > fraction(0, 1));
        let left = (0..9).find(|&rounds| odds.of(|&(_, left)| left == rounds) == fraction(1, 1));
        (most.expect("some hits"), left.expect("a magazine"))
    };
    assert_eq!(fired(8, 3, 6), (3, 2));
    assert_eq!(fired(8, 3, 2), (3, 6));
    // There cannot be more hits than rounds left.
    assert_eq!(fired(2, 3, 6), (2, 0));
    assert_eq!(fired(1, 3, 2), (1, 0));
}

#[test] // PER-4-22, PER-12.14-2, PER-13.2-5
fn a_throw_into_a_grapple_from_outside_is_easier() {
    let knife = "[weapons.thrown-knife]\nkind = 'thrown'\ndamage = '1d5'\nrange = 10";
    let hit = |weapon: &str, [thrower_lies, target_lies]: [bool; 2]| {
        let setup = does("attack", &format!("carries = ['{weapon}']"), "at = 5");
        let ready = setup.and("c", "at = 5").with(knife).ready();
        let c = ready.who("c");
        let ready = ready
            .given("a", |body| body.prone = thrower_lies)
            .given("b", |body| {
                (body.prone, body.hold) = (target_lies, Hold::HeldBy(c));
            });
        ready.odds(Trial::landed).of(|&landed| landed > 0)
    };
    assert_eq!(hit("thrown-knife", [false, false]), fraction(70, 100));
    assert_eq!(hit("thrown-knife", [true, false]), fraction(60, 100));
    assert_eq!(hit("thrown-knife", [true, true]), fraction(50, 100));
    assert_eq!(hit("gun", [false, false]), fraction(50, 100));
}

#[test] // PER-12.27-1
fn guard_mode_is_in_the_way_of_shots() {
    let ready = does("attack", GUN, "at = 9").ready();
    let odds = ready
        .given("b", |body| body.guarding = true)
        .odds(Trial::landed);
    assert_eq!(odds.of(|&landed| landed > 0), fraction(30, 100));
}

#[test] // PER-12.10-1
fn a_feint_is_for_standard_and_called_attacks_in_melee() {
    let feinted = |line: &str, mine: &str, others: &str| {
        let ready = does(line, mine, others).ready();
        let b = ready.who("b");
        ready.given("a", |body| body.feint = Some(b))
    };
    let dodges = "policy = 'dodges'\ndodge = 50";
    let stun = feinted("stun", "ws = 60", dodges).step([40, 50]);
    assert_eq!(stun.body("b").reactions, 0);
    let shot = feinted("attack", GUN, &format!("{dodges}\nat = 9")).step([50, 50]);
    assert_eq!(shot.evaded(), 1);
    let parries = "policy = 'parries'\ncarries = ['sword']\nparry = 90";
    assert_eq!(feinted("attack", SWORD, parries).step([50, 9]).landed(), 1);
    let called = feinted("called-shot", SWORD, parries).step([20, 9]);
    assert_eq!(called.landed(), 1);
}

#[test] // PER-4-21
fn the_first_target_evades_first() {
    let text = "policy = 'dodges'\ndodge = 10\nat = 20";
    let both = does(
        "semi-burst at c over several",
        &format!("{GUN}\nbs = 60"),
        text,
    )
    .and("c", "at = 21\npolicy = 'dodges'\ndodge = 60");
    // Two hits go to `c`, the target, which dodges one of them. One hit goes to `b`, which fails to dodge.
    let after = both.step([1, 60, 100, 5, 5]);
    assert_eq!((after.evaded(), after.landed()), (1, 2));
    assert_eq!(after.body("b").reactions, 0);
}

#[test] // PER-12.3-2, PER-7-2
fn further_hits_do_not_go_to_another_altitude() {
    let low = "flies = true\naltitude = 'low'";
    let after = does(
        "semi-burst at first over several",
        &format!("{GUN}\nbs = 60\n{low}"),
        &format!("at = 20\n{low}"),
    )
    .and("c", "at = 21")
    .step([1, 5, 5, 5]);
    assert_eq!(after.targets(), ["b"; 3]);
}

/// Returns a setup of `a`, which makes the attack `line`, and its target `b`, which parries and
/// counter-attacks.
fn countered(line: &str, mine: &str, others: &str) -> Setup {
    let own = "talents = ['counter-attack']\nws = 60\npolicy = 'counters'";
    does(line, mine, &format!("{own}\n{others}"))
        .policy("counters", "evade = ['parry']\ncounter = ['counter']")
        .with("[weapons.fang]\ndamage = '1d10'\nailment = { effect = 'stunned', turns = 2 }")
        .with("[weapons.pike]\ndamage = '1d10'\nreach = 3")
}

#[test] // PER-12.8-1
fn there_is_one_counter_attack_until_the_next_turn() {
    let setup = countered("attack", SWORD, SWORD);
    let done = setup.ready().given("b", |body| body.countered = true);
    assert_eq!(done.step([50, 60]).blows().len(), 1);
}

#[test] // PER-12.8-1
fn a_parry_of_some_hits_may_be_followed_by_a_counter_attack() {
    let swift = format!("{SWORD}\nws = 45\ntalents = ['swift-attack']");
    // `b` parries one of the three hits. Then `b` counter-attacks and needs 60 - 20 or less.
    let after = countered("swift-attack", &swift, SWORD).step([1, 60, 5, 5, 41]);
    assert_eq!(after.attackers(), ["a", "a", "a", "b"]);
}

#[test] // PER-12.8-1, PER-13.2-3
fn who_is_stunned_by_what_it_did_not_parry_does_not_counter() {
    let swift = "carries = ['fang']\nws = 45\ntalents = ['swift-attack']";
    let after = countered("swift-attack", swift, SWORD).step([1, 60, 9, 100, 9, 100]);
    assert_eq!(after.body("b").stunned, 2);
    assert_eq!(after.attackers(), ["a"; 3]);
}

#[test] // PER-12.8-1
fn a_counter_attack_needs_the_attacker_beside_it() {
    let pike = "carries = ['pike']";
    let far = countered("attack", pike, &format!("{pike}\nat = 3"));
    assert_eq!(far.step([50, 60]).attackers(), ["a"]);
    let near = countered("attack", pike, &format!("{pike}\nat = 1"));
    assert_eq!(near.step([50, 60, 41]).attackers(), ["a", "b"]);
}

#[test] // PER-12.31-1, PER-12.8-1
fn who_is_stunned_between_two_attacks_makes_no_second() {
    let mine = "carries = ['sword', 'knife']\nws = 50\ntalents = ['two-weapons-melee']";
    let setup = countered("two-weapons", mine, "carries = ['fang']");
    let after = setup.step([40, 60, 40, 9, 100]);
    assert_eq!(after.attackers(), ["a", "b"]);
    assert_eq!(after.body("a").stunned, 2);
}

#[test] // PER-4-4
fn a_house_rule_caps_penalties_too() {
    let setup = does("attack", &format!("{SWORD}\nattack_mod = -60"), "");
    hits(&setup.option("modifier_cap = 20"), 20);
}

#[test] // PER-4-1
fn a_miss_is_an_attack_to_be_remembered() {
    let after = does("attack at c", SWORD, "")
        .and("c", "at = -1")
        .step([99]);
    assert_eq!(after.body("a").last, Some(after.who("c")));
}

#[test] // PER-4-3
fn a_carbine_is_no_pistol_beside_an_enemy() {
    let carbine =
        "[weapons.carbine]\nkind = 'ranged'\ndamage = '1d10'\nrange = 30\nclass = 'carbine'";
    let setup = does("attack with ranged", "carries = ['carbine']", "").with(carbine);
    let after = setup.option("shoot_engaged = \"pistol-only\"").step([]);
    assert!(after.blows().is_empty());
}

#[test] // PER-12.3-1, PER-12.4-1, PER-12.11-1, PER-12.12-1
fn a_house_rule_counts_degrees_beyond_the_first_in_every_burst_and_flurry() {
    let foil = "[weapons.foil]\ndamage = '1'";
    let beyond = |line: &str, mine: &str, place: i32| {
        let setup = does(line, mine, &format!("at = {place}")).with(foil);
        setup.option("extra_hits_from = \"beyond-first\"")
    };
    let each = [(0, 65), (1, 10), (2, 10), (3, 10), (4, 5)];
    let burst = beyond("full-burst", "carries = ['needler']\nbs = 45", 20);
    volley(&burst, &each);
    let talented = "carries = ['foil']\nws = 45\ntalents = ['swift-attack', 'lightning-attack']";
    volley(&beyond("lightning-attack", talented, 1), &each);
    let swift = beyond("swift-attack", talented, 1);
    volley(&swift, &[(0, 55), (1, 20), (2, 20), (3, 5)]);
}

#[test] // PER-12.3-2, PER-4-3
fn further_hits_do_not_go_beyond_the_range() {
    let burst = |place: i32| {
        let line = "semi-burst at first over several";
        let setup = does(line, &format!("{GUN}\nbs = 60"), "at = 99");
        setup.and("c", &format!("at = {place}")).step([1, 5, 5, 5])
    };
    assert_eq!(burst(100).targets(), ["b", "b", "c"]);
    assert_eq!(burst(101).targets(), ["b"; 3]);
}

#[test] // PER-12.3-3
fn single_shots_do_not_jam() {
    let after = does("attack", &format!("{GUN}\nbs = 110"), "at = 9").step([99, 9]);
    assert!(after.landed() == 1 && !after.body("a").items[0].jammed);
}

#[test] // PER-12.8-1, PER-12.8-2
fn a_counter_attack_that_is_not_made_may_be_made_later() {
    let own = "policy = 'q'\nreactions = 2\nws = 60\ntalents = ['counter-attack']";
    let setup = does(
        "two-weapons",
        "carries = ['sword', 'knife']\nws = 50\ntalents = ['two-weapons-melee']",
        &format!("{SWORD}\n{own}"),
    )
    .policy(
        "q",
        "evade = ['parry']\ncounter = ['counter if self.reactions == 0']",
    );
    let after = setup.step([40, 60, 20, 60, 41]);
    assert_eq!(after.attackers(), ["a", "a", "b"]);
}

#[test] // PER-12.10-1, PER-12.31-1
fn two_weapons_do_not_profit_from_a_feint() {
    let mine = "carries = ['sword', 'knife']\nws = 70\ntalents = ['two-weapons-melee']";
    let ready = does("two-weapons", mine, "policy = 'dodges'\ndodge = 50").ready();
    let b = ready.who("b");
    let feinted = ready.given("a", |body| body.feint = Some(b));
    assert_eq!(feinted.step([60, 50, 100]).evaded(), 1);
}

#[test] // PER-12.28-1, PER-12.8-1
fn a_heavy_attack_exposes_to_the_counter_attack_that_follows() {
    let setup = fighters("a", &format!("policy = 'p'\n{SWORD}\ndodge = 40\nat = 0"))
        .against(
            "b",
            &format!("policy = 'q'\n{SWORD}\nws = 60\nat = 1\ntalents = ['counter-attack']"),
        )
        .policy("p", "act = ['heavy-attack']\nevade = ['dodge']")
        .policy("q", "evade = ['parry']\ncounter = ['counter']");
    let lost = |face: u32, dice: &[u32]| {
        let faces = [&[70, 60, 40, face][..], dice].concat();
        setup.step(faces).lost("a")
    };
    assert_eq!((lost(20, &[]), lost(21, &[9])), (0, 9));
}

#[test] // PER-12.31-3
fn a_blade_dancer_does_not_dance_with_throws() {
    let dart = "[weapons.dart]\nkind = 'thrown'\ndamage = '1d10'\nrange = 10\nbalanced = true";
    let mine =
        "carries = ['dart', 'dart']\nws = 50\ntalents = ['two-weapons-melee', 'blade-dancer']";
    let setup = does("two-weapons", mine, "at = 9").with(dart);
    assert_eq!(setup.step([40, 9, 20, 9]).landed(), 2);
    assert_eq!(setup.step([41, 21]).landed(), 0);
}

#[test] // PER-13.5-1
fn a_name_means_every_weapon_of_that_name() {
    let ready = does(
        "attack with pistol",
        "carries = ['pistol', 'pistol']",
        "at = 9",
    )
    .ready();
    let jammed = ready.given("a", |body| body.items[0].jammed = true);
    let after = jammed.step([99]);
    assert_eq!(after.body("a").items[1].rounds, 5);
}

#[test] // PER-4-5, PER-12.1-1, PER-12.6-1, PER-13.2-1, PER-13.2-3
fn shots_have_the_modifiers_that_blows_have() {
    type Change = fn(&mut crate::rules::persona::nouns::state::Body);
    let chance = |name: &str, change: Change| {
        let ready = does("attack", GUN, "at = 9").ready();
        let odds = ready.given(name, change).odds(Trial::landed);
        odds.of(|&landed| landed > 0)
    };
    assert_eq!(chance("a", |body| body.aim = 10), fraction(60, 100));
    assert_eq!(chance("a", |body| body.hesitant = true), fraction(40, 100));
    assert_eq!(chance("a", |body| body.fatigue = 1), fraction(40, 100));
    assert_eq!(chance("b", |body| body.stunned = 1), fraction(70, 100));
    let fog = format!("{GUN}\nattack_mod = -15");
    hits(&does("attack", &fog, "at = 9"), 35);
}

#[test] // PER-4-10, PER-13.2-2, PER-13.5-4
fn jams_evasions_and_those_who_faint_are_counted() {
    let events = |after: &Trial| {
        let events = after.heard.events.iter();
        let named = events.map(|&(who, event)| (after.name(who), event));
        named.collect::<Vec<_>>()
    };
    let jam = does("semi-burst", GUN, "at = 9").step([94]);
    assert_eq!(events(&jam), [("a".to_owned(), JAM)]);
    let dodged = does("attack", SWORD, "policy = 'dodges'").step([50, 1]);
    assert_eq!(events(&dodged), [("b".to_owned(), EVADED)]);
    let faints = does("attack", "s = 40", "tb = 0").step([50, 4]);
    assert_eq!(events(&faints), [("b".to_owned(), UNCONSCIOUS)]);
}
