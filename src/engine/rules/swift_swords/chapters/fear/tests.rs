//! Tests of what fear costs, and of its end.

use crate::rules::swift_swords::nouns::Daze;
use crate::rules::swift_swords::testing::{Setup, fighters, fraction};

/// Returns a setup of `a`, a minor creature, and its enemy `horror`, which inspires fear of this level.
fn facing(level: &str, stats: &str) -> Setup {
    fighters("a", &format!("attack = 1\nad_set = [5, 5]\n{stats}")).against(
        "horror",
        &format!("fear = \"{level}\"\npolicy = \"idle\"\nphysical = 9"),
    )
}

#[test] // SST-23-1
fn each_action_costs_until_one_roll_passes() {
    let first = facing("fearsome", "").begun([]).step([1, 2, 3, 4, 3]);
    assert_eq!((first.mind("a"), first.body("a").brave), (2, false));
    assert_eq!(first.blows().len(), 1, "the action goes on");
    let second = first.step([5, 2, 3, 4, 3]);
    assert_eq!((second.mind("a"), second.body("a").brave), (2, true));
    assert!(second.says("a stands up to horror"));
    let odds = facing("fearsome", "")
        .begun([])
        .odds(|after| after.mind("a"));
    assert_eq!(odds.of(|&left| left == 2), fraction(16, 81));
}

#[test] // SST-23-1
fn the_mean_loss_until_passed() {
    // Each roll fails with a chance of 16/81, so the expected number of failures before a pass is 16/65.
    let lost = facing("fearsome", "")
        .begun([])
        .odds(|after| after.mind("a"));
    let fails = lost.of(|&left| left == 2);
    let mean = &fails / (fraction(1, 1) - &fails);
    assert_eq!(mean, fraction(16, 65));
}

#[test] // SST-23-1
fn getting_over_a_state_is_an_action_too() {
    let dazed = facing("dread", "")
        .begun([])
        .given("a", |body| body.states.add(Daze::Stun));
    let after = dazed.step([1, 1, 1]);
    assert_eq!((after.mind("a"), after.body("a").states.any()), (2, false));
}

#[test] // SST-23-2
fn only_the_worst_fear_counts() {
    let two = facing("scary", "").and("dragon", "fear = \"dread\"\npolicy = \"idle\"");
    let after = two.begun([]).step([1, 1, 1, 3]);
    assert_eq!(after.mind("a"), 2);
    assert!(after.says("a fears dragon"));
}

#[test] // SST-23-3
fn what_is_scary_costs_the_action() {
    let after = facing("scary", "").begun([]).step([1, 2, 3, 4]);
    assert_eq!((after.mind("a"), after.hand("a").as_str()), (3, "5"));
    assert!(after.blows().is_empty() && after.says("loses its action"));
}

#[test] // SST-23-3
fn a_shock_may_be_taken_for_what_is_fearsome() {
    let heroic = "stateless = false";
    let after = facing("fearsome", heroic).begun([]).step([1, 2, 3, 4]);
    assert!(after.body("a").states.has(Daze::Shock) && after.blows().is_empty());
    assert_eq!(after.mind("a"), 3);
    // A creature loses the Rank instead if its policy prefers this to a State.
    let stubborn = facing("fearsome", "stateless = false\npolicy = \"p\"")
        .policy("p", "act = [\"attack\"]\nsuffer = [\"rank\"]");
    let after = stubborn.begun([]).step([1, 2, 3, 4, 3]);
    assert_eq!((after.mind("a"), after.body("a").states.any()), (2, false));
    // The list `suffer` can read the possible loss: damage 1 to the mind.
    let careful = facing("fearsome", "stateless = false\npolicy = \"p\"").policy(
        "p",
        "suffer = [\"rank if damage != 1 or not damage.mental\", \"state\"]\nact = [\"attack\"]",
    );
    let after = careful.begun([]).step([1, 2, 3, 4]);
    assert_eq!((after.mind("a"), after.body("a").states.any()), (3, true));
    // Dread does not let a creature choose a State.
    let after = facing("dread", heroic).begun([]).step([1, 2, 3, 3]);
    assert_eq!((after.mind("a"), after.body("a").states.any()), (2, false));
}

#[test] // SST-23-3
fn dread_is_rolled_with_three_dice() {
    let odds = facing("dread", "").begun([]).odds(|after| after.mind("a"));
    assert_eq!(odds.of(|&left| left == 2), fraction(8, 27));
}

#[test] // SST-23-3
fn the_fell_frighten_again_and_again() {
    let after = facing("fell", "")
        .begun([])
        .step([1, 1, 1, 1, 1, 1, 5, 1, 1, 3]);
    assert_eq!((after.mind("a"), after.body("a").brave), (1, true));
    let odds = facing("fell", "").begun([]).odds(|after| after.fights("a"));
    assert_eq!(odds.of(|&fights| !fights), fraction(512, 19683));
}

#[test] // SST-23-3
fn terror_reaches_the_next_zone_and_dread_does_not() {
    let apart = |level: &str| {
        fighters("a", "attack = 1\nmental = 3\nad_set = [5, 3]\nat = { zone = 0, alone = true }\npolicy = \"p\"")
            .and("c", "policy = \"idle\"\nphysical = 1\nat = 1")
            .against("horror", &format!("fear = \"{level}\"\npolicy = \"idle\"\nat = 1"))
            .and("b", "policy = \"idle\"\nat = { zone = 0, alone = true }")
            .policy("p", "act = [\"attack\"]")
            .field("zones = 3")
    };
    assert_eq!(apart("terror").begun([]).step([1, 1, 1, 3]).mind("a"), 2);
    assert_eq!(apart("dread").begun([]).step([3]).mind("a"), 3);
    let far = apart("dread").option("dread_adjacent = \"yes\"");
    assert_eq!(far.begun([]).step([1, 1, 1, 3]).mind("a"), 2);
}

#[test] // SST-23-1, SST-21-2
fn fear_ends_with_who_inspires_it() {
    let two = facing("dread", "").and("rat", "physical = 1\npolicy = \"idle\"");
    let mut trial = two.begun([]);
    let horror = trial.who("horror");
    trial.state.fighting.remove(horror);
    assert_eq!(trial.step([3]).mind("a"), 3);
}

#[test] // SST-23-4
fn fear_takes_no_die_of_its_source() {
    let after = facing("dread", "").begun([]).step([1, 1, 1, 3]);
    assert_eq!(after.hand("horror"), "5, 3, 2");
}

#[test] // SST-15-6, SST-23-3
fn a_mind_beyond_damage_loses_no_rank_to_fear() {
    let after = facing("fell", "mental = 9").begun([]).step([1, 1, 1, 3]);
    assert_eq!(after.body("a").losses[1].total(), 0);
}

#[test] // SST-23-2
fn fears_have_an_order() {
    let order = ["scary", "fearsome", "dread", "terror", "fell"];
    for pair in order.windows(2) {
        // The worse fear counts, whichever of the two creatures is listed first.
        for (first, second) in [(pair[0], pair[1]), (pair[1], pair[0])] {
            let other = format!("fear = \"{second}\"\npolicy = \"idle\"");
            let begun = facing(first, "").and("dragon", &other).begun([]);
            let (_, worst) = begun.view().worst_fear(begun.who("a")).expect("two");
            assert_eq!(order[usize::from(worst.level)], pair[1]);
        }
    }
}

#[test] // SST-15-6, SST-23-3
fn a_mind_beyond_damage_takes_no_shock_from_fear() {
    let facing = facing("fearsome", "mental = 9\nstateless = false").begun([]);
    let after = facing.step([1, 2, 3, 4, 3]);
    assert!(!after.body("a").states.any());
    assert_eq!(after.attackers(), ["a"]);
}

#[test] // SST-23-2
fn of_equal_fears_the_first_listed_counts() {
    let two = facing("dread", "").and("dragon", "fear = \"dread\"\npolicy = \"idle\"");
    assert!(two.begun([]).step([1, 1, 1, 3]).says("a fears horror"));
}

#[test] // SST-23-3
fn terror_reaches_no_farther_than_the_next_zone() {
    let far = |zone: u8, option: &str, level: &str, faces: &[u32]| {
        let setup = fighters("a", "attack = 1\nad_set = [5, 5]")
            .and("x", &format!("policy = \"idle\"\nat = {zone}"))
            .against("b", "policy = \"idle\"")
            .and(
                "horror",
                &format!("fear = \"{level}\"\npolicy = \"idle\"\nat = {zone}"),
            )
            .field("zones = 3")
            .option(option);
        setup.begun([]).step(faces.iter().copied()).mind("a")
    };
    let none = "dread_adjacent = \"no\"";
    assert_eq!(far(1, none, "terror", &[1, 1, 1, 3]), 2);
    assert_eq!(far(2, none, "terror", &[3]), 3);
    // The house rule `dread_adjacent` makes Dread reach the next zone, but not lesser fears.
    let dread = "dread_adjacent = \"yes\"";
    assert_eq!(far(1, dread, "dread", &[1, 1, 1, 3]), 2);
    assert_eq!(far(1, dread, "fearsome", &[3]), 3);
}
