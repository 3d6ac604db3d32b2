//! Tests of the error messages for faulty scenarios of this book, as users see them. Fields are given values
//! out of range, values of a wrong type, and misspelt names. For a misspelt name, the message suggests the
//! right one.

use super::testing::{Setup, fighters};
use crate::rules::testing::{assert_flaws, assert_ranges};

/// Returns a scenario of two characters. `stats` are lines of the stat block of the first.
fn with(stats: &str) -> Setup {
    fighters("a", stats).against("b", "")
}

/// Returns a scenario of two characters on this field.
fn on(field: &str) -> Setup {
    with("").field(field)
}

#[test] // MUR-0-1, MUR-0-3, MUR-0-4, MUR-2-2, MUR-4-5, MUR-16-12
#[rustfmt::skip]
fn numbers_of_a_stat_block_have_their_ranges() {
    assert_ranges(with, &[
        ["str", "21", "from 1 to 20"],
        ["agi", "0", "from 1 to 20"],
        ["wit", "-3", "from 1 to 20"],
        ["health", "0", "from 1 to 10000"],
        ["start_health", "9", "from 1 to 8"],
        ["armour", "4", "from 0 to 3"],
        ["shield", "2", "from 0 to 1"],
        ["extra_reactions", "21", "from 0 to 20"],
        ["appendages", "99", "from 0 to 20"],
    ]);
    assert_flaws(with, &[
        ["speed = «20.5»", "scenario::range", "`speed` must be from 0 to 20 zones", ""],
        ["speed = «1.3»", "scenario::step", "`speed` must be a multiple of 0.5 zones", ""],
    ]);
}

#[test] // MUR-0-19, MUR-0-20, MUR-4-13, MUR-11-1, MUR-12-5
fn flags_of_a_stat_block_are_true_or_false() {
    for key in [
        "free_hand",
        "willing",
        "sees_in_dark",
        "concealed",
        "fearless",
        "sprint_allowed",
    ] {
        let message = format!("`{key}` must be `true` or `false`, not a whole number");
        let marked = format!("{key} = «1»");
        assert_flaws(with, &[[&marked, "scenario::type", &message, ""]]);
    }
}

#[test] // MUR-0-16
#[rustfmt::skip]
fn zones_and_counts_in_policies_have_their_ranges() {
    let policy = |line: &str| with("").with(&format!("[policies.x]\n{line}"));
    assert_flaws(policy, &[
        ["move = ['go to «77»']", "policy::range", "this number must be a whole number from 0 to 63, not 77", ""],
        ["move = ['go to «-1»']", "policy::range", "this number must be a whole number from 0 to 63, not -1", ""],
        ["move = ['go to «1.5»']", "policy::range", "this number must be a whole number from 0 to 63, not 1.5", ""],
        ["act = ['split among «0»']", "policy::range", "this number must be a whole number from 1 to 64, not 0", ""],
    ]);
    let named = |line: &str| policy(line).field("zones = ['gate', 'lava']");
    let help = "there are `gate` and `lava`";
    assert_flaws(named, &[
        ["act = ['shove to lava if self.zone != lava', 'shove to «pit»']", "policy::unknown-zone", "there is no zone named `pit`", help],
    ]);
}

#[test] // MUR-0-21, MUR-0-24, MUR-2-10, MUR-15-3
#[rustfmt::skip]
fn names_of_a_stat_block_are_looked_up() {
    assert_flaws(with, &[
        ["size = «'medum'»", "scenario::word", "`size` cannot be `medum`", "did you mean `medium`?"],
        ["carries = [«'swrod'»]", "murdham::unknown-weapon", "there is no weapon named `swrod`", "did you mean `sword`?"],
        ["carries = ['bow', 'axe', 'axe', 'axe', 'axe', «'axe'»]", "murdham::carries-too-much", "more than 5 weapons carried", ""],
        ["policy = «'bodygard'»", "policy::unknown-policy", "there is no policy named `bodygard`", "did you mean `bodyguard`?"],
        ["damaged = [«'sheild'»]", "murdham::unknown-gear", "there is no gear named `sheild`", "did you mean `shield`?"],
        ["damaged = [«'armour'»]", "murdham::no-use", "there is no armour that can be damaged", ""],
        ["«armor» = 2", "scenario::unknown-key", "combatant `a` has no key `armor`", "did you mean `armour`?"],
    ]);
    let salve = |stats: &str| with(stats).with("[remedies.salve]\nheals = 3");
    assert_flaws(salve, &[
        ["remedies = { «slave» = 1 }", "murdham::unknown-remedy", "there is no remedy named `slave`", "did you mean `salve`?"],
        ["remedies = { salve = «101» }", "scenario::range", "`salve` must be from 0 to 100 uses", ""],
    ]);
}

#[test] // MUR-0-21
#[rustfmt::skip]
fn rows_of_the_weapon_table_are_checked() {
    let (damage, dice) = ("murdham::damage", "write `1d6` or `2d8`");
    let either = "add a `range`, or remove `melee = false`";
    assert_flaws(|table| with("").with(table), &[
        ["[weapons.club]\ndamage = «'1d6+1'»", damage, "damage must be 1 to 4 dice of at most 20 sides, not `1d6+1`", dice],
        ["[weapons.club]\ndamage = «'5d6'»", damage, "damage must be 1 to 4 dice of at most 20 sides, not `5d6`", dice],
        ["«[weapons.club]»\nrange = 2", "scenario::missing-key", "weapon `club` has no `damage`", "add `damage = …`"],
        ["«[weapons.club]»\ndamage = '1d6'\nmelee = false", "murdham::weapon-kind", "weapon `club` can neither strike nor shoot", either],
        ["[weapons.club]\ndamage = '1d6'\nrange = «61»", "scenario::range", "`range` must be from 0 to 60, not 61", ""],
        ["[weapons.club]\ndamage = '1d6'\nshots = «0»", "scenario::range", "`shots` must be from 1 to 60000, not 0", ""],
        [
            "[weapons.club]\ndamage = '1d6'\nnatural = true\ntwo_handed = «true»",
            "murdham::no-use", "`two_handed` has no effect on `club`", "remove it",
        ],
    ]);
}

#[test] // MUR-0-16
#[rustfmt::skip]
fn zones_and_joins_have_to_fit_together() {
    let (name, join) = ("murdham::zone-name", "murdham::join");
    assert_flaws(on, &[
        ["zones = «65»", "scenario::range", "`zones` must be from 1 to 64, not 65", ""],
        ["zones = ['gate', «'gate'»]", name, "a zone cannot be named `gate`", ""],
        ["zones = ['gate', «'a|b'»]", name, "a zone cannot be named `a|b`", ""],
        [
            "zones = ['gate', 'yard']\njoins = [['gate', «'yrad'»]]",
            "murdham::unknown-place", "there is no place named `yrad`", "did you mean `yard`?",
        ],
        ["zones = 3\njoins = [[0, 1], [1, 2], «[1, 0]»]", join, "`1` and `0` are not joined", ""],
        ["zones = 2\njoins = [[0, 1], «[1, 1]»]", join, "`1` and `1` are not joined", ""],
        ["zones = 2\njoins = [[0, 1], «[1]»]", "scenario::type", "an entry of `joins` must be a list of two places", ""],
    ]);
}

#[test] // MUR-0-16, MUR-7-1, MUR-10-7, MUR-12-7, MUR-1-7
#[rustfmt::skip]
fn places_sides_and_hazards_are_looked_up() {
    let side = "murdham::unknown-side";
    let dice = "write dice as `2d6+1`, `d8`, `-1d4` or a whole number, or `out`";
    let out = "write dice, or `out` if nobody can come back from it";
    assert_flaws(on, &[
        [
            "zones = 2\nplaces = { «'0|2'» = { cover = true } }",
            "murdham::unknown-place", "there is no place named `0|2`", "did you mean `0|1`?",
        ],
        ["places = { 0 = { hazard = «'lava'» } }", "scenario::dice", "`lava` is not a dice expression", dice],
        ["places = { 0 = { hazard = «'otu'» } }", "scenario::dice", "`otu` is not a dice expression", "did you mean `out`?"],
        ["places = { 0 = { hazard = «'-1d4'» } }", "scenario::range", "a hazard must do 0 to 1000 damage, not `-1d4`", out],
        ["exits = { «'side 3'» = 0 }", side, "there is no side named `side 3`", "did you mean `side 1`?"],
        ["zones = 2\nexits = { 'side 1' = «'0|1'» }", "murdham::exit", "the border `0|1` cannot be an exit", ""],
        ["initiative = «'side1'»", side, "there is no side named `side1`", "did you mean `side 1`?"],
    ]);
}

#[test] // MUR-0-16
#[rustfmt::skip]
fn everybody_stands_somewhere_and_can_get_at_the_enemy() {
    let at = |stats: &str| fighters("a", "").against("b", stats).field("zones = 2");
    let kinds = "a place must be a zone or a border, not a decimal number";
    assert_flaws(at, &[
        ["at = «2»", "murdham::unknown-place", "there is no place named `2`", "there are `0`, `1` and `0|1`"],
        ["at = «1.5»", "scenario::type", kinds, "write `2`, `\"gate\"` or `\"2|3\"`"],
        ["at = «[0, 1]»", "murdham::places", "2 places for 1 fighter", ""],
    ]);
    assert_flaws(|stats| at(stats).field("places = { 1 = { wall = true } }"), &[
        ["at = «1»", "murdham::in-a-wall", "`1` is a wall", ""],
    ]);
    let apart = at("at = 1").field("joins = []").faults();
    assert!(apart.contains("there is no way from `side 1` to `side 2`"));
    let wall = "places = { \"0|1\" = { wall = true } }";
    assert!(at("at = 1").field(wall).faults().contains("murdham::no-way"));
    let archer = fighters("a", "carries = [\"bow\"]").against("b", "at = 1");
    assert_eq!(archer.field("zones = 2").field(wall).faults(), "");
}

#[test]
#[rustfmt::skip]
fn house_rules_take_their_own_words_and_numbers() {
    assert_flaws(|line| with("").option(line), &[
        ["critical = «'remainng'»", "scenario::word", "`critical` cannot be `remainng`", "did you mean `remaining`?"],
        ["zone_capacity = «0»", "scenario::range", "`zone_capacity` must be from 1 to 64, not 0", ""],
        ["«critcal» = 'none'", "scenario::unknown-key", "`options` has no key `critcal`", "did you mean `critical`?"],
    ]);
}

#[test] // MUR-0-16
#[rustfmt::skip]
fn policies_go_to_zones_that_the_field_has() {
    let goes = |line: &str| with("policy = 'x'").field("zones = 3").with(&format!("[policies.x]\n{line}"));
    assert_flaws(goes, &[
        ["move = ['go to «7»']", "policy::range", "the field has no zone 7", "its zones are 0 to 2"],
        ["act = ['shove to «3»']", "policy::range", "the field has no zone 3", "its zones are 0 to 2"],
        ["act = ['do x']\nlists = { x = ['shove to «1 + 2»'] }", "policy::range", "the field has no zone 3", "its zones are 0 to 2"],
    ]);
    assert_eq!(goes("move = ['go to 2']").faults(), "");
    let one = goes("move = ['go to 1']").field("joins = []");
    assert!(one.faults().contains("no way leads") || one.faults().is_empty());
    // Nobody in the fight uses this policy. It may be meant for another field, so its zone 7 is no fault.
    let other = with("").field("zones = 3").with("[policies.x]\nmove = ['go to 7']");
    assert_eq!(other.faults(), "");
}

#[test] // MUR-0-19, MUR-10-7, MUR-15-3
#[rustfmt::skip]
fn what_is_said_twice_or_of_no_use_is_told() {
    assert_flaws(on, &[
        ["zones = 2\nblocked = [[0, 1], «[1, 1]»]", "murdham::no-use", "`1` is blocked from itself", ""],
        ["zones = 2\nblocked = [[0, 1], «[1, 0]»]", "scenario::duplicate", "`1` and `0` are blocked twice", ""],
        ["zones = 2\nblocked = [«['0|1', '1|0']»]", "murdham::no-use", "`0|1` is blocked from itself", ""],
        ["places = { 0 = { direct = «true» } }", "murdham::no-use", "`direct` has no effect on place `0`", ""],
        ["places = { 0 = { hazard = 'out', direct = «true» } }", "murdham::no-use", "`direct` has no effect on place `0`", ""],
    ]);
    assert_eq!(on("places = { 0 = { hazard = '1d6', direct = true } }").faults(), "");
    assert_flaws(with, &[
        ["armour = 1\ndamaged = ['armour', «'armour'»]", "scenario::duplicate", "`damaged` has `armour` twice", ""],
    ]);
}

#[test] // MUR-0-16
#[rustfmt::skip]
fn zones_have_names_or_numbers() {
    let at = |stats: &str| fighters("a", "at = 'gate'").against("b", stats).field("zones = ['gate', 'yard']");
    assert_flaws(at, &[
        ["at = «1»", "murdham::unknown-place", "there is no place named `1`", "write `\"yard\"` for the zone 1, counted from 0"],
        ["at = «2»", "murdham::unknown-place", "there is no place named `2`", "there are `gate`, `yard` and `gate|yard`"],
    ]);
    assert_flaws(on, &[
        ["zones = ['gate', «'0'»]", "murdham::zone-name", "a zone cannot be named `0`", ""],
    ]);
    assert_eq!(on("zones = ['0', '1']").faults(), "");
}

#[test] // MUR-0-14
#[rustfmt::skip]
fn a_word_of_policies_that_is_a_name_is_ambiguous() {
    let rider = |line: &str| with("").with("[combatants.rider]\nhealth = 8").with(&format!("[policies.x]\n{line}"));
    assert_flaws(rider, &[
        ["act = ['attack «rider»']", "policy::ambiguous", "`rider` is both a rule for picking a target and a combatant", "rename the combatant"],
    ]);
    assert_eq!(rider("act = ['attack nearest']").faults(), "");
    // The book's own policies use the word `nearest`, where it means the target rule. A combatant of this
    // name is therefore no fault.
    assert_eq!(with("").with("[combatants.nearest]\nhealth = 8").faults(), "");
}
