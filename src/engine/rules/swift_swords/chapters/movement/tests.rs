//! Tests of moving, withdrawing, charging, dragging, standing up, and taking a weapon in hand.

use crate::fight::FighterSet;
use crate::rules::swift_swords::nouns::Body;
use crate::rules::swift_swords::testing::{Setup, fighters};

const IDLE: &str = "policy = \"idle\"";

/// Returns a setup of `a`, which does `act` in its turn, and `b`, on a field with three zones.
fn does(act: &str, stats: &str) -> Setup {
    fighters("a", &format!("policy = \"p\"\nad_set = [5, 3, 2]\n{stats}"))
        .against("b", IDLE)
        .field("zones = 3")
        .policy("p", &format!("act = [\"{act}\"]"))
}

const ALONE: &str = "at = { zone = 0, alone = true }";

#[test] // SST-8-5, SST-3-2
fn a_move_leads_into_the_next_zone_and_one_is_alone_there() {
    let after = does("move to 1", ALONE).begun([]).step([]);
    assert_eq!((after.body("a").zone, after.body("a").group), (1, 0));
    assert_eq!(after.hand("a"), "5, 2");
    // Towards a farther zone, the creature moves as far as its speed allows.
    let after = does("move to 2", ALONE).begun([]).step([]);
    assert_eq!(after.body("a").zone, 1);
    let after = does("move to 2", &[ALONE, "\nspeed = 2"].concat())
        .begun([])
        .step([]);
    assert_eq!(after.body("a").zone, 2);
    assert!(after.says("a enters zone 2."));
}

#[test] // SST-8-5
fn nobody_moves_to_where_it_is() {
    let begun = does("move to 0", ALONE).begun([]);
    assert_eq!(begun.round([]).body("a").zone, 0);
    let slow = does("move to 1", &[ALONE, "\nspeed = 0"].concat()).begun([]);
    assert_eq!(slow.round([]).body("a").zone, 0);
}

#[test] // SST-8-5
fn a_move_can_lead_towards_an_enemy() {
    let setup = does("move at nearest", "at = 0").field("start = \"alone\"");
    let after = setup.and("c", &format!("{IDLE}\nat = 2"));
    let after = after.begun([]).given("b", |body| body.zone = 2).step([]);
    assert_eq!(after.body("a").zone, 1);
}

#[test] // SST-3-3, SST-8-6
fn whoever_moves_out_of_contact_is_struck_at_first() {
    let after = does("move to 1", "").begun([]).step([2, 2, 2, 2]);
    assert_eq!(after.attackers(), ["b"]);
    assert_eq!((after.body("a").zone, after.body("a").group), (1, 0));
    assert_eq!(after.body("b").group, 0);
    // A move within the zone also gives `b` an attack of opportunity.
    let after = does("move", "").begun([]).step([2, 2, 2, 2]);
    assert_eq!((after.body("a").zone, after.body("a").group), (0, 0));
}

#[test] // SST-8-5
fn withdrawing_is_safe() {
    let after = does("withdraw to 1", "").begun([]).step([]);
    assert_eq!((after.body("a").zone, after.body("a").group), (1, 0));
    assert_eq!(after.hand("a"), "3, 2");
    let after = does("withdraw", "").begun([]).step([]);
    assert_eq!((after.body("a").zone, after.body("a").group), (0, 0));
    // A withdrawal goes no farther than the next zone.
    let after = does("withdraw to 2", "speed = 3").begun([]).step([]);
    assert_eq!(after.body("a").zone, 1);
}

#[test] // SST-8-5, SST-12-9
fn withdrawing_leads_out_of_close_combat_and_onto_ones_feet() {
    let down = |body: &mut Body| (body.close, body.prone) = (1, true);
    let begun = does("withdraw", "")
        .begun([])
        .given("a", down)
        .given("b", down);
    let after = begun.step([]);
    assert_eq!((after.body("a").close, after.body("a").prone), (0, false));
    assert_eq!((after.body("b").close, after.body("b").prone), (0, true));
}

#[test] // SST-8-5, SST-11-1
fn a_charge_comes_from_the_next_zone_with_a_die_more() {
    let setup = does("charge", "at = { zone = 1, alone = true }");
    let after = setup.begun([]).step([2; 5]);
    assert_eq!((after.body("a").zone, after.body("a").group), (0, 1));
    // The charge costs one pip more than the attack.
    assert_eq!(after.hand("a"), "3, 2");
    assert_eq!(after.attackers(), ["a"]);
    let here = does("charge", ALONE).begun([]).step([2; 5]);
    assert_eq!(here.attackers(), ["a"]);
}

#[test] // SST-8-5
fn a_charge_is_not_possible_from_contact_or_from_afar() {
    let contact = does("charge", "").begun([]).round([]);
    assert!(contact.attackers().is_empty());
    let afar = does("charge", "at = { zone = 2, alone = true }")
        .begun([])
        .round([]);
    assert!(afar.attackers().is_empty());
}

#[test] // SST-3-9, SST-0-3
fn a_bystander_is_pulled_into_a_melee_by_strength_of_dexterity() {
    let setup = does("drag at c", "").and("c", &format!("{IDLE}\n{ALONE}"));
    let begun = || setup.begun([]);
    let pulled = begun().step([5, 5, 2, 2, 5, 2, 2, 2]);
    assert_eq!(pulled.body("c").group, 1);
    let not = begun().step([5, 2, 2, 2, 5, 2, 2, 2]);
    assert_eq!(not.body("c").group, 0);
    let chance = begun()
        .odds(|t| t.body("c").group == 1)
        .of(|&pulled| pulled);
    let even = crate::rules::swift_swords::testing::fraction(2320, 6561);
    assert_eq!(chance, even);
    // A creature that stands alone cannot drag another.
    let alone = does("drag at c", ALONE).and("c", &format!("{IDLE}\n{ALONE}"));
    assert_eq!(alone.begun([]).round([]).body("c").group, 0);
}

#[test] // SST-22-8, SST-8-1
fn standing_up_costs_three_pips() {
    let begun = does("stand", "")
        .begun([])
        .given("a", |body| body.prone = true);
    let after = begun.step([]);
    assert_eq!(
        (after.body("a").prone, after.hand("a")),
        (false, "5, 2".to_owned())
    );
    let close = does("stand", "").begun([]).given("a", |body| {
        (body.prone, body.close) = (true, 1);
    });
    assert!(
        close
            .given("b", |body| body.close = 1)
            .round([])
            .body("a")
            .prone
    );
}

#[test] // SST-8-1
fn taking_another_weapon_in_hand_costs_two_pips() {
    let arms = "carries = [\"broadsword\", \"great-axe\"]";
    let after = does("ready with great-axe", arms).begun([]).step([]);
    assert_eq!(
        (after.body("a").in_hand, after.hand("a")),
        (1, "5, 3".to_owned())
    );
    // A weapon on the ground can be picked up, but a broken one cannot be used.
    let begun = does("ready", arms)
        .begun([])
        .given("a", |body| body.dropped = 1);
    let after = begun.step([]);
    assert_eq!((after.body("a").in_hand, after.body("a").dropped), (0, 0));
    let begun = does("ready", arms)
        .begun([])
        .given("a", |body| body.broken = 1);
    assert_eq!(begun.step([]).body("a").in_hand, 1);
}

#[test] // SST-1-2, SST-8-5
fn from_the_only_zone_one_gets_away_out_of_the_fight() {
    let setup = fighters("a", "policy = \"p\"")
        .and("x", IDLE)
        .against("b", IDLE);
    let setup = setup.policy("p", "act = [\"retreat\"]");
    let after = setup.begun([]).step([2, 2, 2, 2]);
    assert!(!after.fights("a") && after.fights("x"));
    assert_eq!(after.heard.fled, [after.who("a")]);
    assert_eq!(after.attackers(), ["b"]);
}

#[test] // SST-8-5
fn a_retreat_leads_away_from_all_enemies() {
    let setup = does("retreat", "at = { zone = 1, alone = true }");
    let setup = setup.field("start = \"alone\"");
    assert_eq!(setup.begun([]).step([]).body("a").zone, 2);
    // A creature that can get no farther away stays where it is.
    let cornered = does("retreat", "at = { zone = 2, alone = true }").begun([]);
    assert_eq!(cornered.round([]).body("a").zone, 2);
}

#[test] // SST-35-2
fn a_hamstrung_creature_moves_at_a_pip_more() {
    let begun = does("move to 1", ALONE)
        .begun([])
        .given("a", |body| body.hamstrung = true);
    assert_eq!(begun.step([]).hand("a"), "3, 2");
}

#[test] // SST-3-11, SST-8-5
fn nobody_charges_an_enemy_around_whom_there_is_no_room() {
    let begun = does("charge", ALONE).field("max_attackers = 1").begun([]);
    let other = FighterSet::of(begun.who("b"));
    let full = begun.given("b", |body| body.strikers = other);
    assert!(full.step([]).attackers().is_empty());
}

#[test] // SST-8-5
fn of_two_zones_as_far_away_the_own_one_is_fled_to() {
    let setup = does("retreat", "at = { zone = 2, alone = true }");
    let begun = setup.begun([]).given("b", |body| body.zone = 1);
    assert_eq!(begun.round([]).body("a").zone, 2);
}

#[test] // SST-8-5
fn whoever_cannot_move_does_not_charge_into_the_next_zone() {
    let rooted = |at: u8| {
        let stats = format!("speed = 0\nat = {{ zone = {at}, alone = true }}");
        does("charge", &stats).begun([])
    };
    assert!(rooted(1).round([]).attackers().is_empty());
    assert_eq!(rooted(0).step([2; 5]).attackers(), ["a"]);
}

#[test] // SST-22-7, SST-22-8
fn injuries_keep_who_withdraws_down_and_slow_who_moves() {
    let legless = does("withdraw", "").begun([]).given("a", |body| {
        (body.prone, body.injuries.legless) = (true, true);
    });
    assert!(legless.step([]).body("a").prone);
    let lame = |speed: u8| {
        let setup = does("move to 2", &format!("{ALONE}\nspeed = {speed}"));
        let begun = setup.begun([]).given("a", |body| body.injuries.lame = true);
        begun.step([]).body("a").zone
    };
    assert_eq!([1, 2, 3, 4].map(lame), [1, 1, 1, 2]);
    // A creature that already lies on the ground does not stumble.
    let unsteady = does("move to 1", ALONE).begun([]).given("a", |body| {
        (body.prone, body.injuries.unsteady) = (true, true);
    });
    assert_eq!(unsteady.step([]).body("a").zone, 1);
}

#[test] // SST-22-7
fn whoever_is_unsteady_may_fall_as_it_goes() {
    let goes = |act: &str, at: &str, faces: &[u32]| {
        let setup = does(act, &format!("at = {at}")).and("c", &format!("{IDLE}\nat = 1"));
        let begun = setup.begun([]).given("a", |body| {
            (body.injuries.unsteady, body.injuries.stumbling) = (true, 2);
        });
        let after = begun.step(faces.iter().copied());
        assert!(after.says("for DEX: "), "{act}");
        after.body("a").prone
    };
    let alone = "{ zone = 0, alone = true }";
    // After the move, the creature rolls DEX against stumbling, with two dice fewer.
    for (act, at) in [
        ("move to 1", alone),
        ("withdraw to 1", "0"),
        ("retreat", alone),
    ] {
        assert!(goes(act, at, &[4, 4]), "{act}");
        assert!(!goes(act, at, &[4, 5]), "{act}");
    }
    // For a charge, the DEX roll comes before the attack. A creature that falls strikes from the ground.
    assert!(!goes("charge at b", alone, &[4, 5, 2, 2, 2, 2, 2]));
    assert!(goes("charge at b", alone, &[4, 4, 2, 2, 2, 2]));
}

#[test] // SST-3-9
fn nobody_but_the_one_who_is_dragged_comes_along() {
    let bystander = format!("{IDLE}\n{ALONE}");
    let setup = does("drag at c", "")
        .and("c", &bystander)
        .and("d", &bystander);
    let after = setup.begun([]).step([5, 5, 2, 2, 5, 2, 2, 2]);
    assert_eq!(
        ["a", "b", "c", "d"].map(|name| after.body(name).group),
        [1, 1, 1, 0]
    );
}

#[test] // SST-8-1, SST-22-7
fn not_every_weapon_can_be_taken_in_hand_by_everybody() {
    let two = "carries = [\"broadsword\", \"dagger\"]";
    let useless = does("ready", two).begun([]);
    let useless = useless.given("a", |body| body.injuries.right_useless = true);
    assert_eq!(useless.round([]).body("a").in_hand, 0);
    let claws = does("ready", "carries = [\"broadsword\", \"claws\"]").begun([]);
    assert_eq!(claws.round([]).body("a").in_hand, 0);
}

#[test] // SST-3-9
fn only_bystanders_of_the_same_zone_are_dragged() {
    let drags = |at: &str, group: u8| {
        let setup = does("drag at c", "")
            .and("c", &format!("{IDLE}\nat = {at}"))
            .against("x", &format!("{IDLE}\n{ALONE}"));
        let begun = setup.begun([]).given("x", |body| body.group = group);
        begun.given("c", |body| body.group = group).round([])
    };
    for (at, group) in [
        ("{ zone = 0, alone = true }", 3),
        ("{ zone = 1, alone = true }", 0),
    ] {
        assert!(drags(at, group).says("a waits."), "{at}");
    }
}

#[test] // SST-19-5, SST-8-5
fn of_refuges_as_far_away_the_first_is_fled_to() {
    let setup = does("retreat", "at = { zone = 1, alone = true }");
    let begun = setup.begun([]).given("b", |body| body.zone = 1);
    assert_eq!(begun.step([]).body("a").zone, 0);
    // If no place is better than its own, the creature only leaves the melee.
    let setup = does("retreat", "").field("joins = [[0, 1], [1, 2]]");
    let setup = setup.and("c", &format!("{IDLE}\nat = 1"));
    let setup = setup.and("d", &format!("{IDLE}\nat = 2"));
    let after = setup.begun([]).step([2; 4]);
    assert_eq!((after.body("a").zone, after.body("a").group), (0, 0));
}

#[test] // SST-22-7, SST-22-8
fn whoever_has_lost_a_leg_stands_up_no_more() {
    let begun = does("stand", "").begun([]);
    let legless = begun.given("a", |body| {
        (body.prone, body.injuries.legless) = (true, true);
    });
    assert!(legless.round([]).body("a").prone);
}

#[test] // SST-8-5, SST-1-1
fn nobody_goes_where_no_way_leads() {
    let setup = does("move to 2", ALONE).field("joins = [[0, 1]]");
    let after = setup.begun([]).round([]);
    assert!(!after.says("a pays") && after.body("a").zone == 0);
}
