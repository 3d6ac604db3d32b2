//! Tests of the values in a stat block and of their defaults.

use crate::rules::swift_swords::nouns::{Track::Mental, Track::Physical};
use crate::rules::swift_swords::questions::arms;
use crate::rules::swift_swords::testing::{Setup, Trial, fighters};

/// Returns a setup of `a`, which has the lines `stats` in its stat block, and `b`, which has default values.
fn one(stats: &str) -> Setup {
    let idle = "policy = \"idle\"";
    fighters("a", &format!("{stats}\n{idle}")).against("b", &format!("ad_set = [2]\n{idle}"))
}

/// Returns the hand that is dealt to a creature with this stat block, as the transcript shows it.
fn dealt(stats: &str) -> String {
    let after = one(stats).ready().step([]);
    let mut told = after.heard.said.iter();
    let hand = told.find_map(|(_, text)| text.strip_prefix("a holds ")?.strip_suffix('.'));
    hand.expect("everybody is dealt to").to_owned()
}

/// Returns whether a creature with this stat block rolls exactly `dice` dice. All of them show a 2, which
/// adds no die.
fn rolls(dice: u8, stats: &str) -> bool {
    let dealt = one(stats).begun(std::iter::repeat_n(2, dice.into()));
    dealt.body("a").hand.total() == dice
}

#[test] // SST-5-7, SST-5-5, SST-0-6
fn heroes_have_four_dice_soldiers_three_and_the_untrained_two() {
    assert!(rolls(4, "heroic = true"));
    assert_eq!(dealt(""), "5, 3, 2");
    assert_eq!(dealt("ad = 2"), "5, 3");
    // A veteran is not heroic, but also has four dice.
    assert_eq!(dealt("ad = 4"), "5, 4, 3, 2");
    assert_eq!(dealt("heroic = true\nad_rolled = false"), "5, 4, 3, 2");
    assert!(rolls(3, "ad_rolled = true"));
}

#[test] // SST-5-8
fn situations_change_the_number_of_dice() {
    // A hero in heavy armour has one die fewer. The next two are an encumbered hero, and one that is fast as
    // a cat.
    assert!(rolls(3, "heroic = true\nad_mod = -1"));
    assert!(rolls(2, "heroic = true\nad_mod = -2"));
    assert!(rolls(5, "heroic = true\nad_mod = 1"));
    assert_eq!(dealt("ad_mod = -1"), "5, 3");
    assert_eq!(dealt("ad_mod = 1"), "5, 4, 3, 2");
    // The normal maximum limits the number of dice, unless the scenario raises it.
    assert!(rolls(6, "ad = 6\nad_rolled = true\nad_mod = 1"));
    assert!(rolls(7, "ad = 6\nad_rolled = true\nad_mod = 1\nmax_ad = 7"));
}

#[test] // SST-5-6, SST-5-8
fn situations_change_a_hand_that_is_given() {
    let changed = |by: i8| dealt(&format!("ad_set = [6, 6, 6, 6]\nad_mod = {by}"));
    assert_eq!(changed(0), "6, 6, 6, 6");
    assert_eq!(
        (changed(-1), changed(1)),
        (dealt("ad = 3"), dealt("ad = 5"))
    );
    assert_eq!((changed(-3).as_str(), changed(-4).as_str()), ("3", "3"));
}

#[test] // SST-5-4
fn a_number_of_dice_is_a_set_of_faces() {
    let sets = [
        (1, "3"),
        (2, "5, 3"),
        (3, "5, 3, 2"),
        (4, "5, 4, 3, 2"),
        (5, "6, 5, 4, 3, 2"),
        (6, "6, 5, 5, 4, 3, 2"),
    ];
    for (dice, set) in sets {
        assert_eq!(dealt(&format!("ad = {dice}")), set);
    }
}

/// Returns the Physical Ranks, and the name of the weapon, that a creature of this size has.
fn by_size(size: u8) -> (u8, String) {
    let trial = one(&format!("size = {size}")).ready();
    let weapon = trial.view().melee_weapon(trial.who("a"), arms::ANY);
    let weapon = trial.arena.weapon(weapon.expect("everybody has a weapon"));
    (trial.left("a"), weapon.name.clone())
}

#[test] // SST-15-9
fn size_gives_ranks_and_a_weapon() {
    let weapons = [
        "light", "light", "light", "medium", "medium", "heavy", "large", "large", "huge", "massive",
    ];
    for (size, weapon) in (0..).zip(weapons) {
        assert_eq!(by_size(size), (size, weapon.to_owned()));
    }
    // By default, a creature has the size of people. Values in the stat block take precedence over those for
    // the size.
    assert_eq!(one("").ready().left("a"), 3);
    let small = one("size = 2\nphysical = 4").ready();
    assert_eq!(small.left("a"), 4);
}

/// Returns the number of Mental Ranks that a creature can lose until it is out.
fn endures(stats: &str) -> u8 {
    let mut trial = one(stats).option("crossover = 0").ready();
    let mut lost = 0;
    while trial.fights("a") {
        trial = trial.hurt("a", (Mental, 1), []);
        lost += 1;
    }
    lost
}

#[test] // SST-15-10, SST-15-6
fn minds_go_from_vermin_to_dragons() {
    for (_who, mental) in [
        ("vermin", 1),
        ("herbivore", 2),
        ("soldier", 3),
        ("veteran", 4),
        ("fanatic", 5),
        ("elder undead", 6),
        ("dragon", 8),
    ] {
        assert_eq!(endures(&format!("mental = {mental}")), mental);
    }
    // The default is 3 Mental Ranks, as for people, at any size.
    assert_eq!((endures(""), endures("size = 6")), (3, 3));
    let mindless: Trial = one("mental = 9").ready();
    assert_eq!(mindless.hurt("a", (Mental, 99), []).mind("a"), 9);
    let golem = one("mental = 9").ready().hurt("a", (Physical, 1), []);
    assert_eq!(golem.left("a"), 2, "its body is not");
}

#[test] // SST-5-6, SST-5-8
fn nobody_who_does_not_roll_has_more_dice_than_its_most() {
    assert_eq!(dealt("ad = 6\nad_mod = 1"), "6, 5, 5, 4, 3, 2");
    assert_eq!(dealt("ad = 3\nad_mod = 2\nmax_ad = 4"), "5, 4, 3, 2");
}

#[test] // SST-15-3
fn a_heroic_level_is_a_rank_of_the_body_or_of_the_mind() {
    let ranks = |level: &str| {
        let trial = one(&format!("heroic = true\nheroic_level = \"{level}\"")).ready();
        (trial.left("a"), trial.mind("a"))
    };
    assert_eq!(
        ["included", "physical", "mental"].map(ranks),
        [(6, 6), (7, 6), (6, 7)]
    );
}
