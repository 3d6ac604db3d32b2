//! Tests of flyers against creatures on the ground.

use crate::rules::swift_swords::nouns::{Daze, Wits};
use crate::rules::swift_swords::testing::{Setup, Trial, fighters, fraction};

/// Returns a setup of a bird and a man on the ground. The bird flies for `turns` turns in an action, which
/// decides whether it can circle. `act` is its only action, and `watcher` is the list of the man.
fn flyer(turns: u8, act: &str, watcher: &str) -> Setup {
    let stats = format!(
        "flies = {{ speed = 2, turns = {turns}, dive = 3 }}\nattack = 1\nad_set = [5, 4, 4]\npolicy = \"f\""
    );
    fighters("bird", &stats)
        .against("man", "attack = 1\nad_set = [4, 4]\npolicy = \"w\"")
        .policy("f", &format!("act = [\"{act}\"]"))
        .policy("w", watcher)
}

const STRIKES: &str = "act = [\"attack\"]";

/// Returns whether the bird is in the air, and its melee number.
fn bird(trial: &Trial) -> (bool, u8) {
    let who = trial.who("bird");
    (trial.view().aloft(who), trial.body("bird").group)
}

#[test] // SST-37-1, SST-37-5
fn a_flyer_strikes_and_is_off_again() {
    let after = flyer(2, "attack", STRIKES).begun([]).step([3]);
    assert_eq!(
        (bird(&after), after.attackers()),
        ((true, 0), vec!["bird".to_owned()])
    );
    // Creatures on the ground cannot reach the bird, so only the bird attacks.
    let rest = after.round([3, 3]);
    assert_eq!(rest.attackers(), ["bird", "bird"]);
}

#[test] // SST-37-1
fn a_flyer_that_stays_where_it_is_comes_down() {
    let daunts = flyer(2, "intimidate", STRIKES).begun([]);
    assert!(bird(&daunts).0);
    let stays = flyer(2, "pool", "act = []\ndefend = [\"dodge\"]");
    drop(stays);
    let setup = fighters(
        "bird",
        "flies = { speed = 2 }\nmental_attack = 1\nad_set = [5, 4, 4]\npolicy = \"f\"",
    )
    .against("man", "attack = 1\nad_set = [4, 4]\npolicy = \"w\"")
    .policy("f", "act = [\"intimidate\"]")
    .policy("w", STRIKES);
    let down = setup.begun([]).step([3]);
    assert!(!bird(&down).0 && down.says("bird is on the ground"));
    // Now that the bird is on the ground, its enemies can strike at it.
    let struck = down.step([3]).step([3]);
    assert!(
        struck
            .attacks()
            .iter()
            .any(|(who, target, _)| who == "man" && target == "bird")
    );
}

#[test] // SST-37-3
fn who_can_turn_often_circles_and_stays_up() {
    let setup = fighters(
        "bird",
        "flies = { speed = 1, turns = 6 }\nmental_attack = 1\nad_set = [5, 4, 4]\npolicy = \"f\"",
    )
    .against("man", "attack = 1\nad_set = [4, 4]\npolicy = \"w\"")
    .policy("f", "act = [\"intimidate\"]")
    .policy("w", STRIKES);
    assert!(bird(&setup.begun([]).step([3])).0);
}

#[test] // SST-37-1
fn moving_takes_a_flyer_up_again() {
    let setup = flyer(2, "move to 2", STRIKES).field("zones = 3");
    let down = setup.begun([]).given("bird", |body| body.landed = true);
    assert!(!bird(&down).0);
    let after = down.step([]);
    assert_eq!((bird(&after), after.body("bird").zone), ((true, 0), 2));
}

#[test] // SST-37-4
fn shots_at_flyers_lose_dice_for_their_speed() {
    let shooter = fighters(
        "archer",
        "attack = 5\nad_set = [5]\ncarries = [\"bow\"]\npolicy = \"s\"",
    )
    .against("bird", "flies = { speed = 2 }\npolicy = \"idle\"")
    .policy("s", "act = [\"shoot\"]")
    .field("start = \"alone\"");
    assert!(shooter.begun([]).step([3, 3, 3]).says("3 dice"));
    let down = shooter.begun([]).given("bird", |body| body.landed = true);
    assert!(down.step([3; 5]).says("5 dice"));
}

#[test] // SST-37-5
fn whoever_holds_its_blow_meets_the_flyer_as_it_attacks() {
    let waits = "act = [\"wait\"]\ninterrupt = [\"attack\"]";
    let setup = fighters("man", "attack = 1\nad_set = [4, 4, 4, 4]\npolicy = \"w\"")
        .against(
            "bird",
            "flies = { speed = 2 }\nattack = 1\nad_set = [4]\npolicy = \"f\"",
        )
        .policy("f", "act = [\"attack\"]")
        .policy("w", waits);
    // The man has more dice and waits. His attack comes before that of the bird.
    let after = setup.begun([]).step([3, 3]);
    assert_eq!(after.attackers(), ["man", "bird"]);
    assert_eq!(bird(&after), (true, 0));
    // The man cannot strike at a flyer that moves instead of attacking.
    let moves = fighters("man", "attack = 1\nad_set = [4, 4, 4, 4]\npolicy = \"w\"")
        .against(
            "bird",
            "flies = { speed = 1 }\nad_set = [4]\npolicy = \"f\"",
        )
        .policy("f", "act = [\"move to 1\"]")
        .policy("w", waits)
        .field("zones = 2");
    assert!(moves.begun([]).step([]).attacks().is_empty());
}

#[test] // SST-37-5
fn nobody_on_the_ground_stops_a_flyer() {
    let setup = flyer(2, "move to 1", "act = []\nintercept = [\"intercept\"]").field("zones = 2");
    let after = setup.begun([]).given("man", |body| body.zone = 1).step([]);
    assert_eq!(
        (
            bird(&after),
            after.body("bird").zone,
            after.hand("man").as_str()
        ),
        ((true, 0), 1, "4, 4")
    );
}

#[test] // SST-36-2
fn the_crew_of_a_chariot() {
    let crew = |team: &str| {
        let stats = format!("chariot = \"{team}\"\nattack = 1\nad_set = [4]\nphysical = 5");
        fighters("crew", &stats)
            .against("a", "policy = \"idle\"")
            .and("b", "policy = \"idle\"")
    };
    // A chariot with four horses strikes at two enemies.
    assert_eq!(crew("four-horse").begun([]).step([3, 3]).attacks().len(), 2);
    assert_eq!(crew("two-horse").begun([]).step([3]).attacks().len(), 1);
    // A heavy chariot with two horses strikes at two enemies as well.
    let heavy = crew("two-horse\"\nheavy_chariot = true\nnation = \"hittite");
    assert_eq!(heavy.begun([]).step([3, 3]).attacks().len(), 2);
    // The crew of a chariot has light and hard cover.
    let shot = fighters(
        "archer",
        "attack = 5\nad_set = [5]\ncarries = [\"bow\"]\npolicy = \"s\"",
    )
    .against("crew", "chariot = \"two-horse\"\npolicy = \"idle\"")
    .policy("s", "act = [\"shoot\"]")
    .field("start = \"alone\"");
    assert!(shot.begun([]).step([3; 4]).says("4 dice"));
    assert!(crew("three-horse").faults().contains("scenario::word"));
}

#[test] // SST-36-3
fn some_nations_have_light_chariots_only() {
    let faults = |stats: &str| {
        let stats = format!("heavy_chariot = true\n{stats}");
        fighters("crew", &stats).against("b", "").faults()
    };
    for (nation, heavy) in [
        ("egyptian", false),
        ("kushite", false),
        ("libyan", false),
        ("carthaginian", true),
        ("syrian", true),
        ("hittite", true),
        ("mitanni", true),
        ("babylonian", true),
        ("assyrian", true),
    ] {
        let faults = faults(&format!("nation = \"{nation}\"\nchariot = \"two-horse\""));
        assert_eq!(faults.is_empty(), heavy, "{nation}");
        assert_eq!(
            faults.contains(&format!("the nation `{nation}` has only light chariots")),
            !heavy
        );
    }
    assert!(faults("").contains("swift-swords::no-use"));
}

#[test] // SST-37-5, SST-8-6
fn those_whom_a_flyer_passes_strike_at_it_unless_it_attacks_in_a_fly_by() {
    let attackers = |flight: &str, lists: &str| {
        let stats = format!("flies = {{ speed = 2{flight} }}\nattack = 1\nad_set = [4]");
        let man = "attack = 1\nad_set = [2]\npolicy = \"w\"";
        let setup = fighters("bird", &stats)
            .and("beast", "policy = \"idle\"\nad_set = [1]")
            .against("man", man)
            .and("friend", man)
            .policy("w", lists)
            .even();
        let passed = !flight.is_empty() && lists.is_empty();
        let after = setup
            .begun([])
            .step(if passed { &[3, 3, 3][..] } else { &[3] }.to_vec());
        assert_eq!(bird(&after), (true, 0));
        assert_eq!(
            after.says("bird flies past, and man has an opportunity"),
            passed
        );
        after.attackers().len()
    };
    assert_eq!(attackers("", ""), 1);
    assert_eq!(attackers(", fly_by = false", ""), 3);
    assert_eq!(
        attackers(", fly_by = false", "opportunity = [\"nothing\"]"),
        1
    );
    // The bird puts the man out. His friend then has an attack of opportunity.
    let stats =
        "flies = { speed = 2, fly_by = false }\nattack = 1\nad_set = [4]\ncarries = [\"claw\"]";
    let setup = fighters("bird", stats)
        .and("beast", "policy = \"idle\"\nad_set = [1]")
        .against(
            "man",
            "physical = 0\nattack = 1\nad_set = [2]\npolicy = \"idle\"",
        )
        .and("friend", "attack = 1\nad_set = [2]\npolicy = \"idle\"")
        .with("[weapons.claw]\ncode = \"huge\"\ncost = 4")
        .even();
    let odds = setup
        .begun([])
        .odds(|after| (after.fights("man"), after.attackers()));
    assert_ne!(odds.of(|(fights, _)| !fights), fraction(0, 1));
    let others = odds.of(|(fights, attackers)| !fights && *attackers != ["bird", "friend"]);
    assert_eq!(others, fraction(0, 1));
}

#[test] // SST-36-3
fn every_nation_has_its_chariots() {
    let faults = |nation: &str, team: &str| {
        let stats = format!("nation = \"{nation}\"\nchariot = \"{team}\"");
        fighters("crew", &stats).against("b", "").faults()
    };
    for (nation, two, four) in [
        ("egyptian", true, false),
        ("kushite", true, true),
        ("libyan", true, true),
        ("carthaginian", true, true),
        ("syrian", true, false),
        ("hittite", true, false),
        ("mitanni", true, false),
        ("babylonian", true, true),
        ("assyrian", true, true),
    ] {
        assert_eq!(faults(nation, "two-horse").is_empty(), two, "{nation}");
        assert_eq!(faults(nation, "four-horse").is_empty(), four, "{nation}");
    }
    let wrong = faults("egyptian", "four-horse");
    assert!(wrong.contains("swift-swords::chariot-team"));
    assert!(wrong.contains("the nation `egyptian` has only chariots with two horses"));
    // Only known nations are accepted. A nation has no effect for a creature without a chariot.
    assert!(faults("egiptian", "two-horse").contains("did you mean `egyptian`?"));
    let walks = fighters("a", "nation = \"libyan\"").against("b", "");
    assert!(
        walks
            .faults()
            .contains("`nation` has no effect without `chariot`")
    );
}

#[test] // SST-37-1, SST-8-5
fn a_flyer_dives_at_those_it_charges() {
    let charges = |(stats, down): (&str, bool), zone: u8, faces: &[u32]| {
        let stats = format!("attack = 1\nad_set = [5]\npolicy = \"f\"\n{stats}");
        let man = format!("ad_set = [3]\npolicy = \"idle\"\nat = {zone}");
        let begun = fighters("bird", &stats)
            .against("man", &man)
            .policy("f", "act = [\"charge\"]")
            .field("zones = 6")
            .begun([])
            .given("bird", |body| body.landed = down);
        let after = begun.round(faces.iter().copied());
        assert_eq!(after.attackers().len(), faces.len() / 2);
        after.body("bird").zone
    };
    let flies = "flies = { speed = 2, dive = 3 }";
    let diving = |zone, faces: &[u32]| charges((flies, false), zone, faces);
    assert_eq!((diving(3, &[2, 2]), diving(4, &[])), (3, 0));
    // On the ground, a charge goes no farther than the next zone, however fast the creature is.
    for runs in [(flies, true), ("speed = 3", false)] {
        assert_eq!((charges(runs, 1, &[2, 2]), charges(runs, 2, &[])), (1, 0));
    }
}

#[test] // SST-3-9, SST-37-5
fn nobody_in_the_air_is_pulled_into_a_melee() {
    let setup = fighters("man", "policy = \"p\"")
        .against("b", "policy = \"idle\"")
        .and("bird", "flies = { speed = 2 }\npolicy = \"idle\"")
        .policy("p", "act = [\"drag at bird\"]");
    let after = setup.begun([]).round([]);
    assert_eq!(bird(&after), (true, 0));
    let down = setup.begun([]).given("bird", |body| body.landed = true);
    assert!(bird(&down.step([5, 2, 2, 2, 2, 2, 2, 2])).1 > 0);
}

#[test] // SST-37-1, SST-17-3
fn getting_over_a_state_brings_a_flyer_down() {
    let dazed = |turns: u8| {
        let begun = flyer(turns, "attack", STRIKES).begun([]);
        let begun = begun.given("bird", |body| body.states.add(Daze::Stun));
        bird(&begun.step([])).0
    };
    assert_eq!([2, 6].map(dazed), [false, true]);
}

#[test] // SST-37-3, SST-12-1
fn close_combat_brings_down_those_who_circle_as_well() {
    let after = flyer(6, "close", STRIKES).begun([]).step([3]);
    assert!(after.body("bird").landed && after.body("bird").close == 0);
}

#[test] // SST-37-3
fn who_can_circle_rises_without_leaving_its_zone() {
    let rises = |turns: u8| {
        let setup = flyer(turns, "move", "act = []\nopportunity = [\"nothing\"]");
        let begun = setup
            .begun([])
            .given("bird", |body| (body.landed, body.group) = (true, 1))
            .given("man", |body| body.group = 1);
        bird(&begun.step([]))
    };
    assert_eq!([6, 5].map(rises), [(true, 0), (false, 0)]);
}

#[test] // SST-37-5, SST-27-4
fn many_at_once_strike_at_whom_they_get_at() {
    let mob = "unit = \"mob\"\nattack = 0\nad_set = [4]";
    let (idle, alone) = ("policy = \"idle\"", "at = { zone = 1, alone = true }");
    let below = fighters("m", &format!("{mob}\ncarries = [\"spear\"]"))
        .field("start = \"alone\"")
        .against("a", idle)
        .and("bird", &format!("{idle}\nflies = {{ speed = 2 }}"));
    assert_eq!(below.begun([]).step([3]).targets(), ["a"]);
    let above = fighters("m", &format!("{mob}\nflies = {{ speed = 2 }}"))
        .against("a", idle)
        .and("b", &format!("{idle}\n{alone}"))
        .and("c", idle)
        .field("zones = 2");
    assert_eq!(above.begun([]).step([3, 3]).targets(), ["a", "c"]);
}

#[test] // SST-37-1, SST-22-8
fn whoever_lies_on_the_ground_is_not_in_the_air() {
    let begun = flyer(2, "wait", STRIKES).begun([]);
    let down = begun.given("bird", |body| body.prone = true);
    assert_eq!(bird(&down), (false, 0));
    assert_eq!(down.step([3, 3]).targets(), ["bird"]);
}

#[test] // SST-37-5, SST-8-5
fn nobody_on_the_ground_charges_a_flyer() {
    let setup = fighters("man", "ad_set = [5]\npolicy = \"p\"")
        .against("bird", "flies = { speed = 2 }\npolicy = \"idle\"")
        .policy("p", "act = [\"charge\"]")
        .field("start = \"alone\"");
    assert!(setup.begun([]).round([]).attackers().is_empty());
    let down = setup.begun([]).given("bird", |body| body.landed = true);
    assert_eq!(down.step([2; 5]).attackers(), ["man"]);
}

#[test] // SST-37-5
fn only_those_whom_a_flyer_comes_near_meet_it() {
    let setup = fighters("bird", "flies = { speed = 2 }\nattack = 1\nad_set = [4]")
        .and("beast", "policy = \"idle\"\nad_set = [1]")
        .against("man", "policy = \"idle\"\nad_set = [2]")
        .and("friend", "attack = 1\nad_set = [4, 4]\npolicy = \"w\"")
        .policy("w", "interrupt = [\"attack\"]")
        .even();
    // The bird strikes at the man. In the first case, his friend is in the same melee. In the second case, he
    // is not.
    assert_eq!(setup.begun([]).step([3, 3]).attackers(), ["friend", "bird"]);
    let apart = setup.begun([]).given("friend", |body| body.group = 0);
    assert_eq!(apart.step([3]).attackers(), ["bird"]);
}

#[test] // SST-37-1
fn a_dive_is_as_fast_as_flying_straight_unless_it_says_more() {
    let charges = |zone: u8| {
        let stats = "flies = { speed = 2 }\nattack = 1\nad_set = [5]\npolicy = \"f\"";
        let man = format!("ad_set = [1]\npolicy = \"idle\"\nat = {zone}");
        let setup = fighters("bird", stats).against("man", &man);
        let setup = setup.policy("f", "act = [\"charge\"]").field("zones = 5");
        setup.begun([])
    };
    assert_eq!(charges(2).step([2, 2]).attackers(), ["bird"]);
    assert!(charges(3).round([]).attackers().is_empty());
}

#[test] // SST-37-1, SST-19-5
fn a_flyer_that_panics_and_has_nowhere_to_go_comes_down() {
    let cowers = |turns: u8| {
        let begun = flyer(turns, "attack", "act = []")
            .field("zones = 2")
            .begun([]);
        let begun = begun.given("man", |body| body.zone = 1);
        let after = begun
            .given("bird", |body| body.wits = Wits::Panicked { fresh: true })
            .step([]);
        (bird(&after).0, after.body("bird").zone)
    };
    assert_eq!([2, 6].map(cowers), [(false, 0), (true, 0)]);
}
