//! Tests of exact probabilities when `[rules]` and the other tables have changed numbers.

use super::decisions::lists::{LISTS, SPECIAL};
use super::nouns::{Band, Daze, Defence, DefenceKind, Status, Track, Ward};
use super::testing::{Setup, Trial, fighters, fraction};
use crate::dice::Odds;

/// Returns a setup of `a`, which attacks with `attack` dice, and `b`, which has the lines `stats`. `numbers`
/// are further tables of the scenario.
fn struck(attack: u8, stats: &str, numbers: &str) -> Setup {
    let hand = "ad_set = [5, 3, 2]\nphysical = 8";
    fighters("a", &format!("attack = {attack}\n{hand}"))
        .against("b", &format!("{hand}\n{stats}"))
        .with(numbers)
}

fn dealt(setup: &Setup) -> Odds<u32> {
    setup.ready().odds(Trial::dealt)
}

#[test] // SST-0-1, SST-10-5
fn another_face_hits() {
    let odds = dealt(&struck(2, "", "[rules.rolls]\nattack_face = 4"));
    // Damage 2 needs two hits. Damage 1 needs one hit, while the other die is a miss or a 1. A 1 also gives
    // the attacker an exposure die.
    assert_eq!(odds.of(|&dealt| dealt == 2), fraction(1, 4));
    assert_eq!(odds.of(|&dealt| dealt == 1), fraction(1, 2));
    let odds = struck(2, "", "[rules.rolls]\nattack_face = 2").ready();
    let fumbled = odds.odds(|trial| trial.body("a").fumbled);
    assert_eq!(fumbled.of(|&fumbled| fumbled), fraction(1, 36));
}

#[test] // SST-10-5
fn a_fumble_may_take_more_ones() {
    let fumbles = |dice: u8, fumble: u8| {
        let numbers = format!("[rules.attacks]\nfumble = {fumble}");
        let odds = struck(dice, "", &numbers).ready();
        odds.odds(|trial| trial.body("a").fumbled)
            .of(|&fumbled| fumbled)
    };
    assert_eq!(fumbles(2, 1), fraction(7, 36));
    assert_eq!(fumbles(2, 2), fraction(1, 36));
    assert_eq!(fumbles(2, 3), fraction(0, 1));
    // If there are too few ones for a fumble, each 1 still gives an exposure die.
    let numbers = "[rules.attacks]\nfumble = 3";
    let after = struck(2, "", numbers).ready().step([1, 1]);
    assert_eq!(after.body("a").exposures, 2);
}

#[test] // SST-0-10, SST-10-5
fn who_weighs_an_attack_goes_by_the_numbers_of_the_rules() {
    let dodges = |numbers: &str, faces: &[u32]| {
        let fight = struck(4, "dodge = 1\npolicy = \"p\"", numbers);
        let fight = fight.policy("p", "defend = [\"dodge if attack.chance > 0.77\"]");
        fight.ready().step(faces.iter().copied()).hand("b")
    };
    // `b` dodges if the chance of damage is above 0.77. The chance is 20 in 27, about 0.741. With the second
    // numbers, no roll is a fumble, and the chance is 65 in 81, about 0.802.
    assert_eq!(dodges("", &[2; 4]), "5, 3, 2");
    assert_eq!(dodges("[rules.attacks]\nfumble = 24", &[2; 5]), "5, 3");
    assert_eq!(dodges("[rules.rolls]\nattack_face = 4", &[2; 5]), "5, 3");
}

#[test] // SST-9-3
fn a_one_may_raise_a_die_by_more() {
    let raises = |raise: u8, faces: [u32; 2]| {
        let numbers = format!("[rules.ones]\nraise = {raise}");
        let a = "attack = 2\nad_set = [5, 1]\npolicy = \"p\"";
        let fight = fighters("a", a)
            .against("b", "physical = 8\nad_set = [3]")
            .with(&numbers)
            .policy("p", "act = [\"attack\"]\nraise = [\"raise\"]");
        fight.begun([]).step(faces).dealt()
    };
    assert_eq!((raises(1, [4, 2]), raises(1, [3, 2])), (1, 0));
    assert_eq!((raises(2, [3, 2]), raises(2, [2, 2])), (1, 0));
    // A 1 that is raised by 4 becomes a 5, which hits.
    assert_eq!((raises(4, [1, 5]), raises(3, [1, 5])), (2, 1));
}

#[test] // SST-5-1, SST-5-2
fn other_faces_may_add_dice_and_more_of_them() {
    let held = |numbers: &str| {
        let fight = fighters("a", "ad = 1\nad_rolled = true")
            .against("b", "ad_set = [3]")
            .with(numbers);
        fight.ready().odds(|trial| trial.body("a").hand.total())
    };
    let usual = held("");
    assert_eq!(usual.of(|&dice| dice == 2), fraction(1, 6));
    let often = held("[rules.hands]\nagain = 5\nextra = 2");
    assert_eq!(often.of(|&dice| dice == 3), fraction(1, 3));
    assert_eq!(often.of(|&dice| dice == 1), fraction(2, 3));
    let never = held("[rules.hands]\nagain = 7");
    assert_eq!(never.of(|&dice| dice == 1), fraction(1, 1));
}

#[test] // SST-0-2, SST-21-3
fn a_characteristic_roll_may_need_more_successes_and_dice() {
    let dies = |numbers: &str| {
        let begun = struck(4, "", numbers).ready();
        let fallen = begun.losing("b", Track::Physical, 8);
        let blow = fallen.blow("a", "b");
        let odds = fallen.strike_odds(blow, |trial| trial.body("b").status);
        odds.of(|&status| status == Status::Killed)
    };
    // The attack hurts with a chance of 20 in 27. The BODY roll against death fails with 16 in 81, or with 48
    // in 81 if two successes are needed.
    assert_eq!(dies(""), fraction(20 * 16, 27 * 81));
    assert_eq!(
        dies("[rules.rolls]\npasses = 2"),
        fraction(20 * 48, 27 * 81)
    );
    assert_eq!(
        dies("[rules.rolls]\ncharacteristic = 2\ncharacteristic_face = 6"),
        fraction(20 * 25, 27 * 36)
    );
}

#[test] // SST-16-5, SST-19-2
fn bands_of_damage_may_begin_at_tenths_of_a_rank() {
    let limits = [15, 20, 20];
    let band = |damage: u8| super::nouns::band(damage, 3, limits);
    let bands = [4, 5, 6, 7].map(band);
    let expected = [Band::Plain, Band::Trauma, Band::Trauma, Band::Massive];
    assert_eq!(bands, expected);
    let hit = |numbers: &str| {
        let stats = "physical = 3\nmental = 9\npolicy = \"idle\"";
        let fight = fighters("a", "").against("b", stats).with(numbers).ready();
        fight.hurt("b", (Track::Physical, 7), []).fights("b")
    };
    assert!(!hit(""));
    assert!(hit("[rules.damage]\nkilling = 2.5"));
}

#[test] // SST-13-2, SST-13-4, SST-14-4
fn a_dodge_may_take_several_dice_and_last_longer() {
    let numbers = "[rules.defences]\ndodged = 2\ndodge_exposes = 3\nworn = 0";
    let fight = struck(3, "dodge = 4\npolicy = \"dodges\"", numbers).ready();
    // Two of the three successes of the Dodge remove all three attack dice. The third gives the attacker
    // three exposure dice.
    let after = fight.step([5, 5, 5, 2]);
    assert_eq!(after.body("a").exposures, 3);
    assert_eq!(after.body("b").pool, Defence::of(DefenceKind::Dodge, 3));
    // One success of the Dodge removes two attack dice and leaves one.
    let fight = struck(3, "dodge = 4\npolicy = \"dodges\"", numbers).ready();
    assert_eq!(fight.step([5, 2, 2, 2, 5]).dealt(), 1);
}

#[test] // SST-13-6, SST-13-7
fn a_block_may_need_more_dice() {
    let blocked = |works: u8| {
        let numbers = format!("[rules.defences]\nblock_works = {works}\nblock_exposes = 2");
        let stats = "block = 4\nshield = 1\npolicy = \"blocks\"";
        let after = struck(2, stats, &numbers).ready();
        let after = after.step([5, 5, 2, 2, 5, 2]);
        (after.dealt(), after.body("a").exposures)
    };
    // The attacker has one success against a Block of three dice, and spends it. Two Block dice are left. One
    // of them is beyond `block_works`, and gives two exposure dice.
    assert_eq!(blocked(1), (0, 2));
    assert_eq!(blocked(3), (0, 0));
    assert_eq!(blocked(4), (1, 0), "the Block does not work");
}

#[test] // SST-13-10
fn a_parry_may_turn_several_misses() {
    let numbers = "[rules.defences]\nparried = 2";
    let fight = struck(4, "parry = 1\npolicy = \"parries\"", numbers).ready();
    let after = fight.step([5, 5, 5, 2, 2, 2, 2]);
    // The Parry turns both misses of the attack into ones, which give `a` two exposure dice. The riposte
    // rolls these two dice and misses.
    assert!(after.says("b turns 2 dice into ones"));
}

#[test] // SST-13-1, SST-9-1, SST-17-3
fn costs_in_dice_may_be_higher() {
    let fight = struck(
        2,
        "dodge = 2\npolicy = \"dodges\"",
        "[rules.actions]\ndefence = 2",
    )
    .ready();
    assert_eq!(fight.step([2, 2, 2, 2]).hand("b"), "5");
    let poor = fighters("a", "attack = 2\nad_set = [5, 3, 2]")
        .against("b", "dodge = 2\nad_set = [3]\npolicy = \"dodges\"")
        .with("[rules.actions]\ndefence = 2");
    assert_eq!(poor.begun([]).step([2, 2]).hand("b"), "3");
    let stats = "stateless = false\nad_set = [6, 5, 3]";
    let dazed = fighters("a", stats)
        .against("b", "ad_set = [3]")
        .with("[rules.actions]\nrecover = 2");
    let dazed = dazed.begun([]).given("a", |a| a.states.add(Daze::Stun));
    let after = dazed.step([]);
    assert_eq!(
        (after.hand("a"), after.body("a").states.any()),
        ("6".to_owned(), false)
    );
    let numbers = "[rules.ones]\neffort = 3";
    let tries = fighters("a", "attack = 1\nad_set = [5, 1]\npolicy = \"p\"")
        .against("b", "physical = 8\nad_set = [3]")
        .policy("p", "act = [\"attack\"]\neffort = [\"effort\"]")
        .with(numbers);
    let after = tries.begun([]).step([5, 5, 5, 5]);
    assert_eq!(after.dealt(), 4);
    assert!(after.says("a spends a 1 for 3 dice more"));
}

#[test] // SST-22-1, SST-22-2, SST-22-7
fn wounds_have_the_figures_of_their_table() {
    let fight = |numbers: &str| {
        fighters("a", "attack = 3\nad_set = [5, 5, 5, 5]")
            .against("b", "physical = 2\nmental = 5\npolicy = \"idle\"")
            .option("injuries = \"full\"")
            .with(numbers)
    };
    let hurt = |numbers: &str, faces: &[u32]| {
        let faces = [5, 5, 5].into_iter().chain(faces.iter().copied());
        fight(numbers).begun([]).step(faces)
    };
    // Two location dice show 5, the chest. The 4 after them is a flesh wound there.
    let numbers = "[rules.injuries]\nlocation_dice = 2\n[wounds.flesh-wound]\nphysical = 0\nmental = 1\nall = -4\nburn = 2";
    let after = hurt(numbers, &[5, 5, 4]);
    let body = after.body("b");
    assert_eq!((after.left("b"), after.mind("b")), (1, 4));
    assert_eq!((body.injuries.all, body.injuries.burns), (4, 2));
    // The creature is unconscious if a WILL roll fails. The 2 additional dice balance the `-2d` of the row
    // for the head.
    let numbers = "[wounds.unconscious]\nroll = 2";
    let after = hurt(numbers, &[6, 6, 6, 6, 2, 2, 2, 2, 5]);
    assert!(after.fights("b"));
    let after = hurt("", &[6, 6, 6, 6, 2, 2, 2]);
    assert!(!after.fights("b"));
}

#[test] // SST-35-1, SST-35-2
fn special_results_have_the_figures_of_their_table() {
    let fight = |result: &str, numbers: &str| {
        fighters("a", "attack = 3\nad_set = [5]\npolicy = \"p\"")
            .against("b", "physical = 5\nad_set = [5, 3, 2]\npolicy = \"idle\"")
            .policy("p", &format!("act = [\"attack\"]\nspecial = [{result}]"))
            .with(numbers)
            .begun([])
            .step([5, 5, 5])
    };
    let drained = fight("\"drain\"", "[specials.drain]\ndice = 2");
    assert_eq!((drained.dealt(), drained.hand("b")), (2, "5".to_owned()));
    assert!(drained.says("b loses 2 dice of 3, 2 and has 5 left"));
    // If `drain` costs 2 more successes, none would be left for damage. The next line then chooses `expose`.
    let numbers = "[specials.drain]\nextra = 2";
    let dear = fight("\"drain\", \"expose\"", numbers);
    assert_eq!(
        (dear.hand("b"), dear.body("b").exposures),
        ("5, 3, 2".to_owned(), 1)
    );
    let numbers = "[specials.drain]\nextra = 1";
    let dear = fight("\"drain\", \"expose\"", numbers);
    assert_eq!((dear.dealt(), dear.body("b").exposures), (1, 0));
}

#[test] // SST-32-2
fn tactics_leave_the_defences_of_their_table() {
    let ward = |numbers: &str| {
        let stats = "dual = true\ncarries = [\"axe\", \"dagger\"]\nad_set = [5, 5]\npolicy = \"p\"";
        let fight = fighters("a", &format!("attack = 1\n{stats}"))
            .against("b", "physical = 8\nad_set = [3]\npolicy = \"idle\"")
            .policy("p", "act = [\"follow-on\"]")
            .with(numbers);
        let after = fight.begun([]).step([2]);
        (after.body("a").ward, after.hand("a"))
    };
    assert_eq!(ward(""), (Ward::All, "5".to_owned()));
    let numbers = "[tactics.follow-on]\ndefences = \"dodge\"\ncost = 2";
    assert_eq!(ward(numbers), (Ward::DodgeOnly, "no dice".to_owned()));
}

#[test] // SST-5-7, SST-5-8, SST-15-10
fn rows_of_tables_stand_for_figures_of_a_stat_block() {
    let trial = |stats: &str| {
        let fight = fighters("a", stats).against("b", "");
        fight.ready()
    };
    let ad = |stats: &str| trial(stats).view().fighter(trial(stats).who("a")).ad;
    assert_eq!(ad("ad = \"untrained\""), 2);
    assert_eq!(ad("situations = [\"encumbered\", \"heavy-armour\"]"), 1);
    assert_eq!(ad("heroic = true\nsituations = [\"fast\"]"), 5);
    assert_eq!(trial("mental = \"animal\"").mind("a"), 2);
    let faults = |stats: &str| fighters("a", stats).against("b", "").faults();
    assert!(faults("ad = \"untraned\"").contains("there is no row named `untraned`"));
    assert!(faults("situations = [\"fst\"]").contains("there is no situation named `fst`"));
}

#[test] // SST-22-7, SST-35-2
fn figures_without_an_effect_are_faults() {
    let faults = |rows: &str| fighters("a", "").against("b", "").with(rows).faults();
    for (rows, fault) in [
        ("[wounds.stun]\nroll = 2", "`roll` has no effect"),
        ("[wounds.scar]\nburn = 1", "there is no wound named `scar`"),
        ("[specials.stun]\ndice = 1", "`dice` has no effect"),
        (
            "[specials.trip]\ndice = 1",
            "there is no special result named `trip`",
        ),
        ("[tactics.double-strike]\ncost = 1", "`cost` has no effect"),
        (
            "[rules.damage]\ntrauma = 2.5",
            "`rules.damage.killing` must be at least `trauma`, which is 2.5, not 2",
        ),
        (
            "[rules.damage]\ncrush = 0.5",
            "`rules.damage.crush` must be at least `panic`, which is 1, not 0.5",
        ),
    ] {
        assert!(faults(rows).contains(fault), "{rows}: {}", faults(rows));
    }
}

#[test] // SST-35-2
fn every_special_result_has_its_row() {
    let actions = LISTS[SPECIAL].actions.iter().map(|action| action.name);
    let rows = super::reading::tables::SPECIALS.into_iter();
    assert!(actions.eq(rows.chain(["nothing"])));
}

#[test] // SST-8-5, SST-22-7
fn the_lame_charge_no_farther_than_they_move() {
    let far = |lame: bool| {
        let setup = fighters("a", "speed = 4").against("b", "");
        let begun = setup.with("[rules.actions]\ncharge_zones = 4").begun([]);
        let begun = begun.given("a", |body| body.injuries.lame = lame);
        begun.view().rush(begun.who("a"))
    };
    assert_eq!([false, true].map(far), [4, 2]);
}
