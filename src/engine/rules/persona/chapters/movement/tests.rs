//! Tests of moves, charges, Attacks of Opportunity, altitude and falls.

use crate::rules::persona::nouns::state::{Hold, Overwatch, Shot, Trigger};
use crate::rules::persona::reading::sheet::Band;
use crate::rules::persona::testing::{Setup, Trial, does, fraction};

fn went(act: &str, mine: &str, place: i32) -> i16 {
    does(act, mine, &format!("at = {place}")).step([]).at("a")
}

#[test] // PER-13.3-1, PER-13.3-2, PER-13.3-4
fn moves_have_their_distances_and_stop_beside_the_enemy() {
    assert_eq!(went("move", "ag = 45", 50), 4);
    assert_eq!(went("full-move", "ag = 45", 50), 8);
    assert_eq!(went("run", "ag = 45", 50), 24);
    assert_eq!(went("move", "ag = 5", 50), 1);
    assert_eq!(went("move", "ag = 45\nhalf_move = 10", 50), 10);
    assert_eq!(went("run", "ag = 45", 9), 8);
    assert_eq!(went("move-away", "ag = 45", 50), -4);
    assert_eq!(went("run-away", "ag = 45", -50), 24);
}

#[test] // PER-13.2-7, PER-13.2-10
fn the_prone_have_to_get_up_and_the_immobile_stay() {
    let prone = |act: &str| does(act, "prone = true", "at = 9").step([]);
    assert_eq!(prone("full-move").at("a"), 0);
    assert!(!prone("stand").body("a").prone);
    assert_eq!(went("move", "immobile = true", 9), 0);
    assert!(
        does("stand", "prone = true\nimmobile = true", "at = 9")
            .step([])
            .body("a")
            .prone
    );
}

#[test] // PER-12.7-1
fn a_charge_needs_room_and_hits_at_twenty_more() {
    let possible = |place: i32| {
        let odds = does(
            "charge",
            "carries = ['sword']\nag = 40",
            &format!("at = {place}"),
        )
        .odds(|after| after.blows().len());
        odds.of(|&blows| blows == 1) == fraction(1, 1)
    };
    assert!(!possible(4) && possible(5) && possible(13) && !possible(14));
    let odds = does("charge", "carries = ['sword']\nag = 40", "at = 9")
        .odds(|after| (after.landed(), after.at("a")));
    assert_eq!(odds.of(|&(landed, _)| landed == 1), fraction(60, 100));
    assert_eq!(odds.of(|&(_, at)| at == 8), fraction(1, 1));
}

/// Returns a setup with `a`, which leaves `b` by the action `act`. `b` makes an Attack of Opportunity if it
/// may. `mine` is added to the stat block of `b`.
fn leaving(act: &str, mine: &str) -> Setup {
    does(
        act,
        "",
        &format!("policy = 'guard'\ncarries = ['sword']\n{mine}"),
    )
    .policy("guard", "opportunity = ['attack']")
}

#[test] // PER-12.2-1, PER-12.2-2
fn who_is_left_may_strike() {
    let after = leaving("move-away", "").step([50, 9]);
    assert_eq!((after.lost("a"), after.at("a")), (9, -3));
    let kept = leaving("move-away", "policy = 'idle'")
        .text()
        .replace("policy = 'guard'\n", "");
    let trial: Trial = crate::rules::testing::Trial::of(crate::rules::testing::compiled(&kept));
    assert_eq!(trial.step([]).lost("a"), 0);
    // The attack spends no Reaction.
    assert_eq!(after.body("b").reactions, 1);
}

#[test] // PER-12.2-1
fn who_is_struck_down_does_not_get_away() {
    let setup = does(
        "move-away",
        "wounds = 5",
        "policy = 'guard'\ncarries = ['sword']",
    )
    .policy("guard", "opportunity = ['attack']");
    assert!(setup.and("c", "at = 9").step([50, 9]).outcome.is_some());
}

#[test] // PER-13.3-3, PER-12.2-1
fn disengaging_provokes_nothing() {
    assert_eq!(leaving("disengage", "").step([]).at("a"), -3);
    let stunned = leaving("move-away", "")
        .ready()
        .given("b", |body| body.stunned = 1);
    assert_eq!(stunned.step([]).at("a"), -3);
}

#[test] // PER-7-1, PER-7-2, PER-7-3, PER-7-4
fn low_is_above_the_ground() {
    let shot = |mine: &str, other: &str| {
        let odds = does(
            "attack",
            &format!("carries = ['gun']\n{mine}"),
            &format!("at = 9\n{other}"),
        )
        .odds(Trial::landed);
        odds.of(|&landed| landed > 0)
    };
    let low = "flies = true\naltitude = 'low'";
    assert_eq!(shot("", low), fraction(30, 100));
    assert_eq!(shot(low, ""), fraction(50, 100));
    assert_eq!(shot(low, low), fraction(50, 100));
    assert_eq!(shot("", "flies = true\naltitude = 'high'"), fraction(0, 1));
    let pistol = does(
        "attack with ranged",
        "carries = ['pistol']",
        &format!("at = 9\n{low}"),
    );
    assert_eq!(
        pistol.odds(|after| after.blows().len()).of(|&n| n > 0),
        fraction(0, 1)
    );
    let melee = does("attack", "carries = ['sword']", low);
    assert!(melee.step([]).blows().is_empty());
}

#[test] // PER-7-5
fn some_weapons_reach_high() {
    let rail = "[weapons.rail]\nkind = 'ranged'\ndamage = '1d10'\nrange = 200\nreaches_high = true";
    let high = "flies = true\naltitude = 'high'\nat = 9";
    let odds = does("attack", "carries = ['rail']", high)
        .with(rail)
        .odds(Trial::landed);
    assert_eq!(odds.of(|&landed| landed > 0), fraction(50, 100));
    let near = does("attack", "carries = ['rail']", high).with(&rail.replace("200", "199"));
    assert!(near.step([]).blows().is_empty());
}

#[test] // PER-7-6
fn flyers_change_bands_within_a_move() {
    let low = "flies = true\naltitude = 'low'\nag = 40";
    let band = |act: &str| does(act, low, "at = 50").step([]).body("a").band;
    assert_eq!(band("move to b in ground"), Band::Ground);
    assert_eq!(band("move to b in high"), Band::High);
    assert_eq!(band("move"), Band::Low);
    let high = |act: &str| {
        does(act, &low.replace("'low'", "'high'"), "at = 50")
            .step([])
            .body("a")
            .band
    };
    assert_eq!(high("move to b in ground"), Band::Low);
    assert_eq!(high("full-move to b in ground"), Band::Ground);
    let dive = does("charge", &format!("{low}\ncarries = ['sword']"), "at = 9").step([60, 9]);
    assert_eq!((dive.body("a").band, dive.lost("b")), (Band::Ground, 9));
}

#[test] // PER-7-7, PER-2-6
fn the_falling_drop_one_band_a_round_and_crash() {
    let flyer = |band: &str| {
        let stats = format!("flies = true\naltitude = '{band}'\nwounds = 200\nat = 9");
        let setup = does("wait", "", &stats)
            .field("crash_low = \"1d10\"")
            .field("crash_high = \"2d10\"");
        setup.ready().given("b", |body| body.prone = true)
    };
    let low = flyer("low").round([9]);
    assert_eq!(
        (low.body("b").band, low.lost("b"), low.body("b").prone),
        (Band::Ground, 6, true)
    );
    let high = flyer("high").round([]);
    assert_eq!(high.body("b").band, Band::Low);
    assert_eq!(high.round([9, 9]).lost("b"), 15);
    let fails = does(
        "wait",
        "",
        "flies = true\naltitude = 'low'\nflight_ends = 2\nat = 9",
    )
    .field("crash_low = \"1d10\"");
    let after = fails.ready().round([]);
    assert_eq!(after.body("b").band, Band::Low);
    assert_eq!(after.round([9]).body("b").band, Band::Ground);
}

#[test] // PER-13.3-2
fn a_move_may_stop_before_its_end() {
    assert_eq!(went("full-move by 2", "ag = 45", 50), 2);
    assert_eq!(went("move-away by 20", "ag = 45", 50), -4);
    assert_eq!(went("run by target.distance / 2", "ag = 45", 40), 20);
}

#[test] // PER-12.2-2
fn who_is_on_overwatch_lets_others_go_by_default() {
    let setup = does("move-away", "", "policy = 'default'\ncarries = ['sword']");
    let watch = crate::rules::persona::nouns::state::Overwatch {
        weapon: 0,
        shot: crate::rules::persona::nouns::state::Shot::Standard,
        trigger: crate::rules::persona::nouns::state::Trigger::Acts,
        upwards: true,
    };
    let with = setup.with("[policies.default]\nopportunity = ['attack if not self.watching']");
    let watching = with.ready().given("b", |body| body.overwatch = Some(watch));
    assert_eq!(watching.step([]).at("a"), -3);
    assert_eq!(with.step([100]).blows().len(), 1);
}

#[test] // PER-4-1, PER-12.7-1
fn a_charge_goes_at_the_first_unless_it_says_otherwise() {
    let charge = |line: &str| {
        does(line, "carries = ['sword']", "at = 8")
            .and("c", "at = -6")
            .step([100])
            .at("a")
    };
    assert_eq!((charge("charge"), charge("charge at nearest")), (7, -5));
}

#[test] // PER-13.2-9, PER-7-7
fn an_enemy_who_crashes_beside_the_pinned_ends_it() {
    let pinned = |place: i32| {
        let flyer = format!("flies = true\naltitude = 'low'\nwounds = 200\nat = {place}");
        let ready = does("wait", "", &flyer)
            .field("crash_low = \"1d10\"")
            .ready();
        let falls = ready.given("b", |body| body.prone = true);
        let after = falls.given("a", |body| body.pinned = true).round([100, 9]);
        after.body("a").pinned
    };
    assert!(pinned(9) && !pinned(1));
}

#[test] // PER-13.2-8
fn the_pinned_do_not_walk_from_one_enemy_to_another() {
    let went = |other: i32| {
        let ready = does("move-away", "", "at = 9").and("c", &format!("at = {other}"));
        let pinned = ready.ready().given("a", |body| body.pinned = true);
        pinned.turn([100]).at("a")
    };
    assert_eq!((went(-20), went(12)), (0, -3));
}

#[test] // PER-7-7
fn rounds_are_alike_once_no_flight_can_fail() {
    let alike_from = |flyer: &str, line: &str| does(line, "", flyer).ready().arena.cast.alike_from;
    assert_eq!(alike_from("", "wait"), Some(2));
    let fails = "flies = true\naltitude = 'low'\nflight_ends = 6\nat = 9";
    assert_eq!(alike_from(fails, "wait"), Some(7));
    assert_eq!(alike_from(fails, "wait if round <= 12"), Some(13));
    assert_eq!(alike_from(fails, "wait if round * 2 > 7"), None);
}

#[test] // PER-12.2-1, PER-7-6
fn flying_up_out_of_reach_provokes_an_opportunity_attack() {
    let setup = does(
        "move to b in low",
        "flies = true",
        "policy = 'guard'\ncarries = ['sword']",
    )
    .policy("guard", "opportunity = ['attack']");
    let after = setup.step([50, 9]);
    assert_eq!((after.lost("a"), after.body("a").band), (9, Band::Low));
}

#[test] // PER-12.2-1
fn the_surprised_and_those_in_a_grapple_let_others_go() {
    let surprised = leaving("move-away", "surprised = true").step([]);
    assert_eq!(surprised.at("a"), -3);
    let ready = leaving("move-away", "").and("c", "at = 9").ready();
    let c = ready.who("c");
    let held = ready.given("b", |body| body.hold = Hold::HeldBy(c));
    assert_eq!(held.step([]).at("a"), -3);
}

#[test] // PER-12.2-1
fn who_shoots_only_strikes_at_the_leaving_with_bare_hands() {
    let setup = does("move-away", "", "policy = 'guard'\ncarries = ['pistol']")
        .policy("guard", "opportunity = ['attack']");
    let after = setup.step([50, 5]);
    assert_eq!(after.attacks()[0].2, "unarmed");
}

#[test] // PER-12.32-5, PER-12.2-1
fn an_attack_of_opportunity_ends_an_overwatch() {
    let watch = Overwatch {
        weapon: 0,
        shot: Shot::Standard,
        trigger: Trigger::Attacks,
        upwards: true,
    };
    let ready = leaving("move-away", "").ready();
    let watching = ready.given("b", |body| body.overwatch = Some(watch));
    assert_eq!(watching.step([100]).body("b").overwatch, None);
}

#[test] // PER-7-7
fn the_stunned_fall_and_armour_does_not_help() {
    let stats = "flies = true\naltitude = 'low'\nwounds = 200\nat = 9\nap = 5";
    let setup = does("wait", "", stats).field("crash_low = \"1d10\"");
    let stunned = setup.ready().given("b", |body| body.stunned = 2);
    let after = stunned.round([9]);
    assert_eq!((after.body("b").band, after.lost("b")), (Band::Ground, 6));
}

#[test] // PER-7-7
fn a_fighter_that_has_caught_itself_may_fall_again() {
    let stats = "flies = true\naltitude = 'high'\nwounds = 200\nat = 9";
    let setup = does("wait", "", stats)
        .field("crash_low = \"1d10\"")
        .field("crash_high = \"2d10\"");
    let falls = setup.ready().given("b", |body| body.prone = true);
    let caught = falls.round([]).given("b", |body| body.prone = false);
    let again = caught.round([]).given("b", |body| body.prone = true);
    assert_eq!(again.round([9]).lost("b"), 6);
}

#[test] // PER-7-6, PER-7-7, PER-12.7-1
fn only_those_whose_flight_works_change_bands() {
    let low = "flies = true\naltitude = 'low'\nag = 40\ncarries = ['sword']";
    let grounded = |act: &str| {
        let ready = does(act, low, "at = 9").ready();
        ready.given("a", |body| body.grounded = true).step([])
    };
    assert_eq!(grounded("move to b in high").body("a").band, Band::Low);
    assert_eq!(grounded("charge").at("a"), 0);
    let walks = does(
        "charge",
        "ag = 40\ncarries = ['sword']",
        "at = 9\nflies = true\naltitude = 'low'",
    );
    assert_eq!(walks.step([]).at("a"), 0);
    // A fighter that is already next to its target may still change its altitude band.
    assert_eq!(
        does("move to b in ground", low, "").step([]).body("a").band,
        Band::Ground
    );
}

#[test] // PER-7-2, PER-13.3-2
fn the_nearest_is_so_with_its_height() {
    let after = does("move-away", "", "at = 5\nflies = true\naltitude = 'low'")
        .and("c", "at = -20")
        .step([]);
    assert_eq!(after.at("a"), 3);
}

#[test] // PER-13.7-2, PER-13.3-2
fn who_stand_at_one_place_part_in_the_order_of_the_listing() {
    assert_eq!(went("move-away", "", 0), -3);
    assert_eq!(does("maneuver", "", "at = 0").step([1, 100]).at("b"), 1);
}

#[test] // PER-13.2-10
fn an_ailment_may_keep_somebody_in_place() {
    let ready = does("move", "", "at = 9").ready();
    let stuck = ready.given("a", |body| body.immobilised = true);
    assert_eq!(stuck.step([]).at("a"), 0);
}

#[test] // PER-12.2-1, PER-12.7-1, PER-12.7-2
fn a_charge_may_be_held_up_by_who_is_left() {
    let fang = "[weapons.fang]\ndamage = '1d10'\nailment = { effect = 'stunned', turns = 2 }";
    for act in ["charge at b", "charge at b into knock-down"] {
        let setup = does(act, "ag = 40", "at = 9")
            .and("c", "at = 1\npolicy = 'guard'\ncarries = ['fang']")
            .policy("guard", "opportunity = ['attack']")
            .with(fang);
        let after = setup.step([50, 9, 100]);
        assert_eq!((after.at("a"), after.body("a").stunned), (0, 2), "{act}");
        assert_eq!(after.attackers(), ["c"]);
    }
}

#[test] // PER-12.2-1, PER-12.1-1, PER-12.1-2, PER-12.10-1
fn an_attack_of_opportunity_uses_up_an_aim_and_a_feint() {
    let ready = leaving("move-away", "").ready();
    let a = ready.who("a");
    let aims = ready.given("b", |body| (body.aim, body.feint) = (10, Some(a)));
    let after = aims.step([60, 9]);
    assert_eq!((after.landed(), after.body("b").aim), (1, 0));
    assert_eq!(after.body("b").feint, None);
}

#[test] // PER-7-5
fn nothing_is_taken_off_for_height_but_from_ground_at_low() {
    let low = "flies = true\naltitude = 'low'";
    let shot = |range: i32| {
        let rail = format!(
            "[weapons.rail]\nkind = 'ranged'\ndamage = '1d10'\nrange = {range}\nreaches_high = true"
        );
        let high = "flies = true\naltitude = 'high'\nat = 9";
        let setup = does("attack", &format!("carries = ['rail']\n{low}"), high).with(&rail);
        let odds = setup.odds(Trial::landed);
        odds.of(|&landed| landed > 0)
    };
    assert_eq!((shot(200), shot(199)), (fraction(50, 100), fraction(0, 1)));
}

#[test] // PER-6-1, PER-7-2
fn range_brackets_count_height() {
    let low = "flies = true\naltitude = 'low'\nat = 9";
    let setup = does("attack", "carries = ['gun']", low)
        .field("range_mods = { assault = 30, medium = 10 }");
    let odds = setup.odds(Trial::landed);
    assert_eq!(odds.of(|&landed| landed > 0), fraction(40, 100));
}

#[test] // PER-13.3-2, PER-13.7-2
fn of_enemies_equally_near_one_flees_from_the_first() {
    let flees = |first: i32| {
        let setup = does("move-away", "ag = 30", &format!("at = {first}"));
        let setup = setup.and("c", &format!("at = {}", -first));
        setup.step([]).at("a")
    };
    assert_eq!((flees(9), flees(-9)), (-3, 3));
}

#[test] // PER-12.30-1, PER-13.2-10
fn a_maneuver_is_a_movement() {
    let held = does("maneuver", "immobile = true", "").step([]);
    assert!(held.says("a does nothing."));
}

#[test] // PER-12.2-1
fn who_stays_beside_an_enemy_does_not_leave_it() {
    let after = leaving("move to c", "").and("c", "at = 3").step([]);
    assert_eq!(after.at("a"), 2);
}

#[test] // PER-12.2-1
fn a_step_to_two_units_away_leaves() {
    let after = leaving("move-away by 1", "").step([50, 9]);
    assert_eq!((after.lost("a"), after.at("a")), (9, -1));
}

#[test] // PER-7-7
fn a_fall_is_a_die_for_every_ten_of_height_unless_the_field_says_otherwise() {
    let ready = does("wait", "", "").ready();
    let ground = &ready.arena.ground;
    let falls = [ground.crash_low, ground.crash_high].map(|throw| throw.to_string());
    assert_eq!(falls, ["6d10", "20d10"]);
}

#[test] // PER-7-7, PER-13.2-3
fn whoever_is_stunned_at_the_end_of_a_round_falls() {
    let low = "flies = true\naltitude = 'low'\nwounds = 200";
    let setup = does("wait", low, "at = 9").field("crash_low = \"1d10\"");
    let stunned = setup.ready().turn([]).given("a", |body| body.stunned = 1);
    assert_eq!(stunned.until("a", [9]).body("a").band, Band::Ground);
}

#[test] // PER-7-3, PER-4-6
fn a_throw_from_the_ground_at_low_is_as_hard_as_a_shot() {
    let spear = "[weapons.spear]\nkind = 'thrown'\ndamage = '1d10'\nrange = 30";
    let low = "flies = true\naltitude = 'low'\nat = 9";
    let setup = does("attack", "carries = ['spear']", low).with(spear);
    let odds = setup.odds(Trial::landed);
    assert_eq!(odds.of(|&landed| landed > 0), fraction(30, 100));
}
