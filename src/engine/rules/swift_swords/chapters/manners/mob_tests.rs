//! Tests of mobs: many creatures that fight as one.

use crate::fight::FighterSet;
use crate::rules::swift_swords::testing::{Setup, fighters};

const HERO: &str = "policy = \"idle\"\nphysical = 5\nmental = 5";

/// Returns a setup of `m`, a unit of the kind `unit` with one attack die, and its enemies, `heroes` heroes
/// with the names `h1`, `h2` and so on.
fn mob(unit: &str, heroes: u8, stats: &str) -> Setup {
    let mut setup = fighters(
        "m",
        &format!("unit = \"{unit}\"\nattack = 0\nad_set = [4, 4]\n{stats}"),
    )
    .against("h1", HERO);
    for hero in 2..=heroes {
        setup = setup.and(&format!("h{hero}"), HERO);
    }
    setup
}

fn targets(setup: &Setup, faces: impl IntoIterator<Item = u32>) -> Vec<String> {
    setup.begun([]).step(faces).targets()
}

#[test] // SST-27-1, SST-15-8
fn ranks_of_the_many() {
    let ranks = |unit: &str| {
        let trial = mob(unit, 1, "").begun([]);
        (trial.left("m"), trial.mind("m"))
    };
    let all = ["mob", "crowd", "horde", "company", "unit"].map(ranks);
    assert_eq!(all, [(4, 3), (5, 4), (6, 5), (7, 5), (8, 5)]);
    // In a horde of vermin, each member has rank 0, so all Ranks are those of the unit.
    assert_eq!(mob("horde", 1, "size = 0").begun([]).left("m"), 3);
}

#[test] // SST-27-2
fn dice_of_the_many() {
    let of = |stats: &str| {
        let trial = mob("crowd", 1, stats).begun([]);
        trial.arena.fighter(trial.who("m")).clone()
    };
    let crowd = of("dodge = 1\nmental_attack = 1");
    assert_eq!(
        (
            crowd.attack,
            crowd.defences[0],
            crowd.mental_attack,
            crowd.defences[2]
        ),
        (2, 3, 3, 0)
    );
    assert_eq!((crowd.levels, crowd.depth, crowd.ad), ([0; 6], 0, 2));
    assert!(of("stateless = false").stateless);
    assert!(
        mob("crowd", 1, "heroic = true")
            .faults()
            .contains("swift-swords::heroic-unit")
    );
    assert!(
        mob("rabble", 1, "")
            .faults()
            .contains("swift-swords::unknown-row")
    );
}

#[test] // SST-27-3
fn losses_do_not_weaken_the_many() {
    let worn = mob("horde", 1, "")
        .begun([])
        .given("m", |body| body.losses[0].direct = 4);
    assert_eq!(worn.step([3, 3, 3]).attackers().len(), 1);
}

#[test] // SST-27-4
fn a_mob_strikes_at_two() {
    assert_eq!(targets(&mob("mob", 1, ""), [3]), ["h1"]);
    assert_eq!(targets(&mob("mob", 2, ""), [3, 3]), ["h1", "h2"]);
    assert_eq!(targets(&mob("mob", 3, ""), [3, 3]), ["h1", "h2"]);
    // The attacks begin at the chosen enemy, go on in listing order, and then start again from the first.
    let last = mob("mob", 3, "policy = \"last\"").policy("last", "act = [\"attack at h3\"]");
    assert_eq!(targets(&last, [3, 3]), ["h3", "h1"]);
    let horde = mob("horde", 5, "");
    assert_eq!(targets(&horde, [3; 12]), ["h1", "h2", "h3", "h4"]);
}

#[test] // SST-27-4, SST-3-7
fn only_those_in_its_melee_are_struck_at() {
    let setup = mob("mob", 1, "").and("far", &format!("{HERO}\nat = {{ zone = 0, alone = true }}"));
    assert_eq!(targets(&setup, [3]), ["h1"]);
}

#[test] // SST-27-4
fn each_attack_action_is_at_several() {
    let after = mob("mob", 2, "").begun([]).step([3, 3]);
    assert_eq!(after.step([3, 3]).attackers().len(), 2);
    // Under the house rule, the first attack of a round is against several enemies, and there is no second
    // attack.
    let once = mob("mob", 2, "").option("mob_attacks = \"per_round\"");
    let after = once.begun([]).step([3, 3]);
    assert!(after.body("m").swarmed);
    let rest = after.round([]);
    assert!(rest.attacks().is_empty() && !rest.body("m").swarmed);
}

#[test] // SST-15-7, SST-27-4
fn a_mob_beats_as_many_vermin_as_it_strikes_at() {
    let rats = fighters("m", "unit = \"mob\"\nattack = 4\nad_set = [4]")
        .against("rat", "size = 0\ncount = 3\npolicy = \"idle\"");
    let after = rats.begun([]).step([]);
    let left = ["rat 1", "rat 2", "rat 3"].map(|rat| after.fights(rat));
    assert_eq!(left, [false, false, true]);
}

#[test] // SST-27-4
fn who_is_out_strikes_no_more() {
    // The riposte of the first enemy puts the mob out.
    let setup = fighters(
        "m",
        "unit = \"mob\"\nphysical = 0\nattack = 3\nad_set = [4]",
    )
    .against(
        "h1",
        "parry = 1\npolicy = \"parries\"\nphysical = 5\nad_set = [5]",
    )
    .and("h2", HERO);
    let after = setup.begun([]).step([5, 2, 2, 2, 2, 5]);
    assert_eq!(after.attackers(), ["m", "h1"]);
    assert!(!after.fights("m"));
}

#[test] // SST-27-4
fn once_a_round_is_once_whatever_the_attack() {
    let per_round = |act: &str, stats: &str, faces: &[u32]| {
        let stats = format!("unit = \"mob\"\nattack = 0\npolicy = \"p\"\n{stats}");
        fighters("m", &stats)
            .against("h1", HERO)
            .and("h2", HERO)
            .policy("p", &format!("act = [{act}]"))
            .option("mob_attacks = \"per_round\"")
            .option("slam = \"on\"")
            .begun([])
            .round(faces.iter().copied())
            .targets()
    };
    let both = "ad_set = [5, 4]";
    assert_eq!(
        per_round("\"attack\", \"slam\"", both, &[3, 3]),
        ["h1", "h2"]
    );
    assert_eq!(per_round("\"slam\", \"attack\"", both, &[3]), ["h1"]);
    let alone = "at = { zone = 0, alone = true }\nad_set = [5, 4]";
    assert_eq!(per_round("\"charge\", \"attack\"", alone, &[3, 3]), ["h1"]);
    let bow = format!("carries = [\"bow\"]\n{alone}");
    assert_eq!(per_round("\"shoot\"", &bow, &[3]), ["h1"]);
    // A held attack also counts as the attack of the round.
    let held = |done: bool, faces: &[u32]| {
        let setup = fighters(
            "m",
            "unit = \"mob\"\nattack = 0\nad_set = [5, 5, 5]\npolicy = \"p\"",
        )
        .policy("p", "interrupt = [\"attack\"]")
        .against("h1", "attack = 1\nad_set = [5, 5]")
        .option("mob_attacks = \"per_round\"")
        .begun([]);
        let setup = setup.given("m", |body| body.swarmed = done);
        setup.step(faces.iter().copied()).attackers()
    };
    assert_eq!(held(false, &[3, 3]), ["m", "h1"]);
    assert_eq!(held(true, &[3]), ["h1"]);
}

#[test] // SST-27-4
fn those_listed_after_the_chosen_one_come_before_those_listed_before_it() {
    let middle = mob("mob", 3, "policy = \"p\"").policy("p", "act = [\"attack at h2\"]");
    assert_eq!(targets(&middle, [3, 3]), ["h2", "h3"]);
    let horde = mob("crowd", 4, "policy = \"p\"").policy("p", "act = [\"attack at h3\"]");
    assert_eq!(targets(&horde, [3; 6]), ["h3", "h4", "h1"]);
}

#[test] // SST-27-4
fn whoever_is_one_alone_attacks_as_often_as_it_can_pay_for() {
    let setup = fighters("a", "attack = 1\nad_set = [4, 4]").against("h1", HERO);
    let setup = setup.option("mob_attacks = \"per_round\"");
    assert_eq!(setup.begun([]).round([3, 3]).attackers(), ["a", "a"]);
}

#[test] // SST-27-4, SST-8-8
fn a_held_attack_is_the_one_of_its_round() {
    let stats = "unit = \"mob\"\nattack = 0\nad_set = [5, 5, 5]\npolicy = \"p\"";
    let setup = fighters("m", stats)
        .policy("p", "interrupt = [\"attack\"]")
        .against("h1", "attack = 1\nad_set = [5, 5]")
        .option("mob_attacks = \"per_round\"");
    assert!(setup.begun([]).step([3, 3]).body("m").swarmed);
}

#[test] // SST-27-2, SST-12-4
fn many_wrestle_with_the_dice_of_the_many() {
    let trial = mob("crowd", 1, "wrestle = 3").begun([]);
    assert_eq!(trial.arena.fighter(trial.who("m")).wrestle, 5);
    // A unit adds no dice to a skill that its members do not have.
    let trial = mob("crowd", 1, "").begun([]);
    assert_eq!(trial.arena.fighter(trial.who("m")).wrestle, 0);
}

#[test] // SST-27-4, SST-3-11
fn many_at_once_strike_at_nobody_around_whom_there_is_no_room() {
    let begun = mob("mob", 3, "").field("max_attackers = 1").begun([]);
    let other = FighterSet::of(begun.who("h3"));
    let full = begun.given("h2", |body| body.strikers = other);
    assert_eq!(full.step([3, 3]).targets(), ["h1", "h3"]);
}

#[test] // SST-27-4, SST-3-7
fn many_who_are_thrown_out_of_contact_strike_at_nobody_else() {
    let setup = fighters("m", "unit = \"mob\"\nattack = 2\nad_set = [4]")
        .against(
            "h1",
            "parry = 2\nphysical = 5\nad_set = [5]\npolicy = \"p\"",
        )
        .and("h2", HERO)
        .policy("p", "defend = [\"parry\"]\nspecial = [\"knock-back\"]")
        .even();
    // The two misses of the mob come back as hits in the riposte. One of these successes buys the knock-back,
    // which puts the mob out of contact.
    let attack = [5, 5, 5, 2, 2, 5, 5];
    let after = setup
        .begun([])
        .step(attack.into_iter().chain([5, 2, 2, 2, 2, 2, 2, 2]));
    assert_eq!(after.attackers(), ["m", "h1"]);
    assert_eq!(after.body("m").group, 0);
}
