//! Tests of the error messages for faulty scenarios of this book, as users see them. Fields are given values
//! out of range, values of a wrong type, and misspelt names. For a misspelt name, the message suggests the
//! right one.

use super::testing::{Setup, fighters};
use crate::rules::testing::{assert_flaws, assert_ranges};

/// Returns a setup of two creatures. The first has the lines `stats` in its stat block.
fn with(stats: &str) -> Setup {
    fighters("a", stats).against("b", "")
}

/// Returns a setup of two creatures. The table `field` of the scenario has the lines `field`.
fn on(field: &str) -> Setup {
    with("").field(field)
}

/// Returns a setup of two creatures, with the further tables `rows`.
fn tables(rows: &str) -> Setup {
    with("").with(rows)
}

#[test] // SST-0-6, SST-5-6, SST-12-1, SST-15-1, SST-17-5, SST-24-1, SST-31-1, SST-37-1
#[rustfmt::skip]
fn numbers_of_a_stat_block_have_their_ranges() {
    assert_ranges(with, &[
        ["ad", "0", "from 1 to 10"],
        ["ad_mod", "-11", "from -10 to 10"],
        ["max_ad", "11", "from 1 to 10"],
        ["attack", "17", "from 0 to 16"],
        ["sl", "4", "from -3 to 3"],
        ["armour", "11", "from 0 to 10"],
        ["shield", "-1", "from 0 to 10"],
        ["dodge", "17", "from 0 to 16"],
        ["block", "17", "from 0 to 16"],
        ["parry", "17", "from 0 to 16"],
        ["physical", "10", "from 0 to 9"],
        ["mental", "10", "from 0 to 9"],
        ["bonus_physical", "10", "from 0 to 9"],
        ["bonus_mental", "10", "from 0 to 9"],
        ["fatigue_physical", "10", "from 0 to 9"],
        ["fatigue_mental", "10", "from 0 to 9"],
        ["body", "9", "from -4 to 8"],
        ["dex", "-5", "from -4 to 8"],
        ["recovery_bonus", "9", "from 0 to 8"],
        ["size", "10", "from 0 to 9"],
        ["stability", "10", "from 0 to 9"],
        ["wrestle", "17", "from 0 to 16"],
        ["mental_attack", "17", "from 0 to 16"],
        ["natural_inclose_sl", "4", "from -3 to 3"],
        ["hard_cover_armour", "11", "from 0 to 10"],
        ["speed", "21", "from 0 to 20"],
    ]);
}

#[test] // SST-0-6, SST-5-5, SST-32-1
fn flags_of_a_stat_block_are_true_or_false() {
    for key in [
        "heroic",
        "ad_rolled",
        "stateless",
        "parry_missiles",
        "bonus_by_place",
        "dual",
        "mental_fear",
    ] {
        let message = format!("`{key}` must be `true` or `false`, not a whole number");
        let marked = format!("{key} = «1»");
        assert_flaws(with, &[[&marked, "scenario::type", &message, ""]]);
    }
}

#[test] // SST-10-10, SST-12-3, SST-15-3, SST-23-3, SST-27-1
#[rustfmt::skip]
fn names_of_a_stat_block_are_looked_up() {
    let (row, gear) = ("swift-swords::unknown-row", "swift-swords::unknown-gear");
    let weapon = "swift-swords::unknown-weapon";
    assert_flaws(with, &[
        ["heroic_level = «'phisical'»", "scenario::word", "`heroic_level` cannot be `phisical`", "did you mean `physical`?"],
        ["armour = «'hevy'»", gear, "there is no armour named `hevy`", "did you mean `heavy`?"],
        ["shield = «'larg'»", gear, "there is no shield named `larg`", "did you mean `large`?"],
        ["carries = [«'broadswrod'»]", weapon, "there is no weapon named `broadswrod`", "did you mean `broadsword`?"],
        ["natural_code = «'medum'»", row, "there is no damage code named `medum`", "did you mean `medium`?"],
        ["fear = «'dred'»", row, "there is no level of fear named `dred`", "did you mean `dread`?"],
        ["unit = «'hord'»", row, "there is no unit named `hord`", "did you mean `horde`?"],
        ["policy = «'parier'»", "policy::unknown-policy", "there is no policy named `parier`", "did you mean `parrier`?"],
        ["«armor» = 2", "scenario::unknown-key", "combatant `a` has no key `armor`", "did you mean `armour`?"],
    ]);
}

#[test] // SST-0-6, SST-5-4, SST-37-1
#[rustfmt::skip]
fn lists_and_tables_of_a_stat_block_are_checked() {
    let (range, row) = ("scenario::range", "swift-swords::unknown-row");
    assert_flaws(with, &[
        ["carries = ['axe', 'axe', 'axe', 'axe', «'bow'»]", "swift-swords::carries-too-much", "more than 4 weapons carried", ""],
        ["ad_set = [5, «7»]", range, "`ad_set` must be from 1 to 6 on a die", ""],
        ["ad_set = «5»", "scenario::type", "`ad_set` must be a list of faces", "write `[5, 3, 2]`"],
        ["ad_set = «[]»", range, "`ad_set` must have 1 to 12 faces, not 0", ""],
        ["flies = «{ speed = 2, dive = 1 }»", range, "a dive must be at least as fast as straight flight", ""],
        ["cast = { dice = 3, code = «'hevy'» }", row, "there is no damage code named `hevy`", "did you mean `heavy`?"],
    ]);
}

#[test] // SST-5-4
fn a_fixed_hand_has_a_face_for_each_of_its_dice() {
    let told = with("").with("[sets]\n3 = [6]").faults();
    assert!(
        told.contains("`sets.3` must have 3 faces, one for each die, not 1"),
        "{told}"
    );
}

#[test] // SST-11-4, SST-16-2, SST-33-1
#[rustfmt::skip]
fn rows_of_the_weapon_tables_are_checked() {
    let (code, kind) = ("swift-swords::unknown-code", "swift-swords::weapon-kind");
    let either = "add a `range`, or remove `melee = false`";
    assert_flaws(tables, &[
        ["[weapons.club]\ncode = «'medum'»", code, "there is no damage code named `medum`", "did you mean `medium`?"],
        ["«[weapons.club]»\nreach = true", "scenario::missing-key", "weapon `club` has no `code`", "add `code = …`"],
        ["«[weapons.club]»\ncode = 'light'\nmelee = false", kind, "weapon `club` can neither strike nor shoot", either],
        ["[codes.club]\nbase = 1\nper = «21»", "scenario::range", "`per` must be from 0 to 20, not 21", ""],
    ]);
    assert_ranges(|line| tables(&format!("[weapons.club]\ncode = 'light'\n{line}")), &[
        ["range", "31", "from 0 to 30"],
        ["cost", "0", "from 1 to 20"],
        ["inclose_sl", "5", "from -4 to 4"],
    ]);
}

#[test] // SST-5-4, SST-8-1, SST-11-1, SST-22-3, SST-22-4, SST-23-3, SST-27-1, SST-31-1
#[rustfmt::skip]
fn rows_of_the_other_tables_are_checked() {
    let range = "scenario::range";
    let (injury, location) = ("swift-swords::unknown-injury", "swift-swords::unknown-location");
    let (seven, each) = ("`injuries.tail` must be a list of seven wounds", "write one for each number from 1 to 6, and one for 7 and more");
    assert_flaws(tables, &[
        ["[costs]\nmove = «0»", range, "`move` must be from 1 to 20, not 0", ""],
        ["[costs]\n«run» = 3", "scenario::unknown-key", "`costs` has no key `run`", "there are `charge`, `double-strike`, \
            `missile`, `mental`, `cast`, `break`, `move`, `withdraw`, `drag`, `stand`, `ready`, `close`, `attack-close`, `hold`, \
            `squeeze`, `improve`, `subdue`, `knock-down`, `break-hold`, `reverse`, `intercept` and `slam`"],
        ["[modifiers]\ncharge = «11»", range, "`charge` must be from -10 to 10, not 11", ""],
        ["[sets]\n«13» = [3]", range, "fixed hands must have 1 to 12 dice, not `13`", ""],
        ["[locations.tail]\neffects = «'leg'»", injury, "there is no row of injuries named `leg`", "did you mean `legs`?"],
        [
            "[locations.tail]\neffects = 'legs'\nnext = [«'grion'»]",
            location, "there is no location named `grion`", "did you mean `groin`?",
        ],
        ["[injuries]\ntail = «['stun']»", "swift-swords::injury-row", seven, each],
        ["[covers.hedge]\ndice = «1»", range, "`dice` must be from -10 to 0, not 1", ""],
        ["[units.mob]\nattacks = «17»", range, "`attacks` must be from 0 to 16, not 17", ""],
        ["[fears.dread]\nfail = «'ranck'»", "scenario::word", "`fail` cannot be `ranck`", "did you mean `rank`?"],
    ]);
}

#[test] // SST-1-1, SST-3-4, SST-3-11, SST-3-12, SST-4-2, SST-31-1
#[rustfmt::skip]
fn fields_are_checked() {
    let (range, zone) = ("scenario::range", "swift-swords::unknown-zone");
    assert_flaws(on, &[
        ["zones = «33»", range, "`zones` must be from 1 to 32, not 33", ""],
        ["zones = ['hall', «'hall'»]", "swift-swords::zone-name", "`hall` is used twice", ""],
        ["zones = 3\njoins = [[0, 1], [1, «3»]]", zone, "there is no zone named `3`", "there are `0`, `1` and `2`"],
        ["zones = 2\njoins = [«0»]", "scenario::type", "`joins` must be a list of pairs of zones", "write `[[0, 1], [1, 2]]`"],
        [
            "controllers = { 'side 1' = «'dm'» }",
            "scenario::word", "the controller of `side 1` must be `player` or `gm`", "write `player` or `gm`",
        ],
        [
            "surprised = [«'side 3'»]",
            "swift-swords::unknown-side", "there is no side or combatant named `side 3`", "did you mean `side 1`?",
        ],
        ["max_attackers = «65»", range, "`max_attackers` must be from 0 to 64, not 65", ""],
        ["light = «'dim'»", "scenario::word", "`light` cannot be `dim`", "there are `bright`, `poor` and `dark`"],
        [
            "zones = 3\n[field.walls.«'0|2'»]\ncover = 'hard-light'",
            zone, "`0|2` is not a boundary", "did you mean `0|1`?",
        ],
        [
            "zones = ['yard', 'wall']\n[field.walls.«'yrad|wall'»]\ncover = 'hard-light'",
            zone, "`yrad|wall` is not a boundary", "did you mean `yard|wall`?",
        ],
    ]);
}

#[test] // SST-1-2
#[rustfmt::skip]
fn starting_places_are_checked() {
    assert_flaws(with, &[
        ["at = «1»", "swift-swords::unknown-zone", "there is no zone named `1`", "there is `0`"],
        ["count = 2\nat = «[0]»", "swift-swords::places", "1 place for 2 fighters", ""],
    ]);
    let apart = with("at = 0").field("zones = 2\njoins = []");
    let apart = apart.against("c", "at = 1").faults();
    assert!(apart.contains("there is no way from"));
}

#[test] // SST-2-2, SST-29-2
#[rustfmt::skip]
fn options_are_checked() {
    assert_flaws(|line| with("").option(line), &[
        ["countdown = «'statik'»", "scenario::word", "`countdown` cannot be `statik`", "did you mean `static`?"],
    ]);
    let crossover = with("").option("crossover = 1").faults();
    assert!(crossover.contains("`crossover` must be 2 or 3 or 4 or 0, not 1"));
    let surprise = with("").option("surprise_actions = 21").faults();
    assert!(surprise.contains("`surprise_actions` must be from 1 to 20, not 21"));
}

#[test] // SST-5-4, SST-5-6, SST-15-3
#[rustfmt::skip]
fn keys_of_a_stat_block_are_of_use() {
    let no_use = "swift-swords::no-use";
    assert_flaws(with, &[
        ["ad_set = [5, 4]\nad = «3»", no_use, "`ad` has no effect on combatant `a`", ""],
        ["heroic_level = «'mental'»", no_use, "`heroic_level` has no effect on combatant `a`", ""],
        ["max_ad = 5\nad = «8»", "scenario::range", "`ad` of combatant `a` is 8, more than its `max_ad` of 5", "add `max_ad = 8`"],
    ]);
    assert_eq!(with("heroic = true\nheroic_level = 'mental'\nad = 5\nmax_ad = 5").faults(), "");
}

#[test] // SST-33-1
#[rustfmt::skip]
fn what_does_not_strike_has_no_reach() {
    let message = "`reach` has no effect on weapon `club`";
    assert_flaws(tables, &[
        ["[weapons.club]\ncode = 'light'\nrange = 3\nmelee = false\nreach = «true»", "swift-swords::no-use", message, ""],
        ["[weapons.club]\ncode = 'light'\nrange = 3\nreach = «true»", "swift-swords::no-use", message, ""],
    ]);
    assert_eq!(tables("[weapons.club]\ncode = 'light'\nrange = 3\nmelee = true\nreach = true").faults(), "");
}

#[test] // SST-1-1, SST-3-12
#[rustfmt::skip]
fn zones_are_joined_and_blocked_once() {
    let join = "swift-swords::join";
    assert_flaws(on, &[
        ["zones = 3\njoins = [[0, 1], [1, 2], «[1, 0]»]", join, "`1` and `0` are not joined", ""],
        ["zones = 2\njoins = [[0, 1], «[1, 1]»]", join, "`1` and `1` are not joined", ""],
        ["zones = 2\nblocked = [[0, 1], «[1, 1]»]", "swift-swords::no-use", "`1` is blocked from itself", ""],
        ["zones = 2\nblocked = [[0, 1], «[1, 0]»]", "scenario::duplicate", "`1` and `0` are blocked twice", ""],
        ["zones = ['gate', «'0'»]", "swift-swords::zone-name", "`0` is the number of another zone", ""],
        ["surprised = ['a', «'a'»]", "scenario::duplicate", "`surprised` has `a` twice", ""],
        ["clusters = ['side 1', «'side 1'»]", "scenario::duplicate", "`clusters` has `side 1` twice", ""],
    ]);
    let named = |stats: &str| fighters("a", "at = 'gate'").against("b", stats).field("zones = ['gate', 'yard']");
    let help = "write `\"yard\"` for the zone 1, counted from 0";
    assert_flaws(named, &[["at = «1»", "swift-swords::unknown-zone", "there is no zone named `1`", help]]);
    let goes = |line: &str| with("policy = 'x'").field("zones = 3").with(&format!("[policies.x]\n{line}"));
    assert_flaws(goes, &[["act = ['move to «9»']", "policy::range", "the field has no zone 9", "its zones are 0 to 2"]]);
    let goes = |line: &str| with("policy = 'x'").field("zones = ['yard', 'wall']").with(&format!("[policies.x]\n{line}"));
    assert_flaws(goes, &[["act = ['move to wall', 'move to «wal»']", "policy::unknown-zone", "there is no zone named `wal`", "did you mean `wall`?"]]);
}

#[test] // SST-19-7
#[rustfmt::skip]
fn events_happen_and_cost_something() {
    let event = |event: &str| on(event).run("round_cap = 20");
    let help = "raise `round_cap` in `[run]`, or remove this";
    assert_flaws(event, &[
        ["events = [{ round = 2, side = 'side 1', ranks = «0» }]", "swift-swords::no-use", "`ranks` has no effect on event", ""],
        ["events = [{ round = «21», side = 'side 1', ranks = 1 }]", "scenario::range", "no fight lasts until round 21", help],
    ]);
    assert_eq!(event("events = [{ round = 20, side = 'side 1', ranks = -1 }]").faults(), "");
}
