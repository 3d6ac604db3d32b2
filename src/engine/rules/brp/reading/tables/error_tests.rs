//! Tests of the error messages for wrong rows of the tables.

use crate::rules::brp::testing::{Setup, fighters};
use crate::rules::testing::{assert_flaws, assert_ranges};

fn with(rows: &str) -> Setup {
    fighters("knight", "").against("goblin", "").with(rows)
}

/// Returns a scenario with a weapon of these lines. The last line is the faulty one.
fn weapon(lines: &str) -> Setup {
    let length = if ["length", "range"].iter().any(|key| lines.starts_with(key)) {
        ""
    } else {
        "length = \"long\"\n"
    };
    with(&format!(
        "[weapons.flail]\ndamage = \"1d8\"\n{length}{lines}"
    ))
}

/// Returns a function that takes a line and returns a scenario that adds the line to the book's row `name`.
fn row(name: &str) -> impl Fn(&str) -> Setup {
    move |line: &str| with(&format!("[{name}]\n{line}"))
}

#[test] // BRP-5.9-2
#[rustfmt::skip]
fn dice_that_no_hand_can_roll() {
    let (code, help) = ("scenario::dice", "write dice as `2d6+1`, `d8`, `-1d4` or a whole number");
    for name in ["weapons.broad-sword", "shields.kite-shield"] {
        assert_flaws(row(name), &[
            ["damage = «'0d6'»", code, "a throw has 1 to 100 dice, not 0", help],
            ["damage = «'d'»", code, "`d` is not a dice expression", help],
            ["damage = «'1d1000000'»", code, "a die has 2 to 1000 sides, not 1000000", help],
            ["damage = «'101d6'»", code, "a throw has 1 to 100 dice, not 101", help],
            ["damage = «'1d6+1d4'»", code, "`1d6+1d4` has dice of more than one kind", "write one kind of die and a number: `2d6+1`"],
            ["damage = «'1 d 6 6'»", code, "`1 d 6 6` is not a dice expression", help],
        ]);
    }
}

#[test] // BRP-5.9-3
#[rustfmt::skip]
fn the_damage_bonus_is_no_part_of_the_dice() {
    let help = "remove `db` here: it is a separate key, \"full\" | \"half\" | \"none\"";
    assert_flaws(row("weapons.broad-sword"), &[
        ["damage = «'1D8+2+db'»", "scenario::dice", "`1D8+2+db` is not a dice expression", help],
        ["damage = «'1D8 + DB'»", "scenario::dice", "`1D8 + DB` is not a dice expression", help],
    ]);
}

#[test] // BRP-5.9-2
#[rustfmt::skip]
fn damage_that_would_heal() {
    let (code, help) = ("scenario::dice", "write dice such as `2d6+1` or `d8`, or a whole number from 0 up");
    for name in ["weapons.broad-sword", "shields.kite-shield"] {
        assert_flaws(row(name), &[
            ["damage = «'-3'»", code, "the damage `-3` is always negative or 0", help],
            ["damage = «'-1d4'»", code, "the damage `-1d4` is always negative or 0", help],
            ["damage = «'1d4-4'»", code, "the damage `1d4-4` is always negative or 0", help],
        ]);
    }
}

#[test] // BRP-5.9-6, BRP-5.9-7
#[rustfmt::skip]
fn figures_out_of_their_range() {
    assert_ranges(weapon, &[
        ["base", "-5", "from 0 to 1000"],
        ["base", "1001", "from 0 to 1000"],
        ["hands", "3", "from 1 to 2"],
        ["hands", "0", "from 1 to 2"],
        ["points", "0", "from 1 to 10000"],
    ]);
    assert_flaws(weapon, &[
        ["range = «-1»", "scenario::range", "`range` must be from 0 to 100000 metres", ""],
        ["range = «0.125»", "scenario::step", "`range` must be a multiple of 0.01 metres", ""],
    ]);
    assert_ranges(|line| weapon(&format!("range = 10\n{line}")), &[
        ["shots", "-1", "from 0 to 60000"],
        ["reload", "101", "from 0 to 100"],
    ]);
    assert_ranges(row("shields.riot-shield"), &[
        ["points", "0", "from 1 to 10000"],
        ["missile", "-1", "from 0 to 1000"],
        ["kneeling", "1001", "from 0 to 1000"],
    ]);
    assert_ranges(row("armour.chain"), &[
        ["ap", "-1", "from 0 to 10000"],
        ["ap_missile", "-1", "from 0 to 10000"],
        ["physical", "-1001", "from -1000 to 1000"],
        ["perception", "1001", "from -1000 to 1000"],
    ]);
}

#[test] // BRP-5.4-3
#[rustfmt::skip]
fn lengths_that_say_nothing_or_too_much() {
    assert_flaws(weapon, &[
        ["length = ['long', «'medum'»]", "scenario::word", "`length` cannot be `medum`", "did you mean `medium`?"],
        ["length = ['long', «'long'»]", "scenario::duplicate", "`length` has `long` twice", ""],
        ["length = «[]»", "scenario::word", "`length` is empty", "there are `short`, `medium` and `long`"],
        ["length = ['long', «2»]", "scenario::type", "an entry of `length` must be a text, not a whole number", ""],
        ["length = «2»", "scenario::type", "`length` must be a text or a list of texts, not a whole number", "there are `short`, `medium` and `long`"],
    ]);
}

#[test] // BRP-5.9-6
#[rustfmt::skip]
fn words_that_a_table_does_not_know() {
    let code = "scenario::word";
    assert_flaws(weapon, &[
        ["db = «'quarter'»", code, "`db` cannot be `quarter`", "there are `full`, `half` and `none`"],
        ["length = «'lang'»", code, "`length` cannot be `lang`", "did you mean `long`?"],
        ["base_from = «'dodge'»", code, "`base_from` cannot be `dodge`", "there is `throw`"],
    ]);
    assert_flaws(with, &[
        ["[weapons.long-bow]\nvelocity = «'fast'»", code, "`velocity` cannot be `fast`", "there are `low` and `high`"],
        ["[weapons.long-bow]\nthrown = «'true'»", "scenario::type", "`thrown` must be `true` or `false`, not a text", "write true"],
        ["[weapons.long-bow]\nthrown = «'no'»", "scenario::type", "`thrown` must be `true` or `false`, not a text", "write false"],
        ["[weapons.long-bow]\nthrown = «'Yes'»", "scenario::type", "`thrown` must be `true` or `false`, not a text", "write true"],
        ["[shields.kite-shield]\nsize = «'huge'»", code, "`size` cannot be `huge`", "there are `target`, `full` and `large`"],
        ["[armour.chain]\nslot = «'helm'»", code, "`slot` cannot be `helm`", "did you mean `helmet`?"],
    ]);
}

#[test] // BRP-5.9-1
#[rustfmt::skip]
fn a_figure_that_is_missing() {
    let code = "scenario::missing-key";
    assert_flaws(with, &[
        ["«[weapons.flail]»\nlength = 'long'", code, "weapon `flail` has no `damage`", "add `damage = …`"],
        ["«[shields.door]»\ndamage = '1d6'", code, "shield `door` has no `points`", "add `points = …`"],
        ["«[armour.bark]»\nslot = 'body'", code, "armour `bark` has no `ap`", "add `ap = …`"],
    ]);
}

#[test] // BRP-5.9-1
#[rustfmt::skip]
fn a_key_that_no_row_has() {
    let code = "scenario::unknown-key";
    assert_flaws(with, &[
        ["[weapons.dagger]\n«hand» = 2", code, "weapon `dagger` has no key `hand`", "did you mean `hands`?"],
        ["[shields.kite-shield]\n«point» = 2", code, "shield `kite-shield` has no key `point`", "did you mean `points`?"],
        ["[armour.chain]\n«physics» = 2", code, "armour `chain` has no key `physics`", "did you mean `physical`?"],
    ]);
}

#[test] // BRP-5.9-6, BRP-5.9-7
#[rustfmt::skip]
fn a_weapon_is_for_melee_or_a_missile() {
    let (code, message) = ("brp::weapon-kind", "weapon `flail` needs either a `length` or a `range`");
    let help = "for an item that strikes and can be thrown, write two rows and link them with `throws_as`";
    assert_flaws(with, &[
        ["«[weapons.flail]»\ndamage = '1d8'", code, message, help],
        ["«[weapons.flail]»\ndamage = '1d8'\nlength = 'long'\nrange = 10", code, message, help],
    ]);
}

#[test] // BRP-5.9-7, BRP-5.9-9, BRP-5.11-3
#[rustfmt::skip]
fn a_figure_of_no_use_is_not_passed_over() {
    let code = "brp::no-use";
    assert_flaws(with, &[
        ["[weapons.dagger]\nshots = «3»", code, "`shots` has no effect on `dagger`", ""],
        ["[weapons.dagger]\nreload = «1»", code, "`reload` has no effect on `dagger`", ""],
        ["[weapons.dagger]\nthrown = «true»", code, "`thrown` has no effect on `dagger`", ""],
        ["[weapons.dagger]\nvelocity = «'high'»", code, "`velocity` has no effect on `dagger`", ""],
        ["[weapons.sling]\nthrows_as = «'thrown-rock'»", code, "`throws_as` has no effect on `sling`", ""],
        ["[weapons.thrown-rock]\nbase = «30»", code, "`base` has no effect on `thrown-rock`", ""],
        ["[shields.kite-shield]\nkneeling = «90»", code, "`kneeling` has no effect on `kite-shield`", ""],
    ]);
}

#[test] // BRP-5.9-9
#[rustfmt::skip]
fn what_is_thrown_is_a_row_of_its_own() {
    let code = "brp::throws-as";
    assert_flaws(row("weapons.hammer"), &[
        ["throws_as = «'thrown-stone'»", code, "`hammer` cannot be thrown as `thrown-stone`", ""],
        ["throws_as = «'broad-sword'»", code, "`hammer` cannot be thrown as `broad-sword`", ""],
        ["throws_as = «'long-bow'»", code, "`hammer` cannot be thrown as `long-bow`", ""],
    ]);
}

#[test] // BRP-5.11-5
#[rustfmt::skip]
fn no_name_stands_for_a_weapon_and_a_shield() {
    let code = "scenario::duplicate";
    assert_flaws(with, &[
        ["[shields.«dagger»]\npoints = 3\ndamage = '1d3'", code, "`dagger` is both a weapon and a shield", ""],
        ["[weapons.«kite-shield»]\nlength = 'short'\ndamage = '1d3'", code, "`kite-shield` is both a weapon and a shield", ""],
    ]);
}

#[test] // BRP-5.9-1
fn a_row_is_a_table() {
    let message = "`flail` must be a table, not a whole number";
    for table in ["weapons", "shields", "armour"] {
        let flaw = ["flail = «3»", "scenario::type", message, ""];
        assert_flaws(row(table), &[flaw]);
    }
}

#[test] // BRP-5.9-1
fn a_row_with_a_fault_still_counts_as_known() {
    let setup = fighters("knight", "carries = [\"dagger\", \"kite-shield\"]\narmour = \"chain\"")
        .against("goblin", "")
        .with("[weapons.dagger]\ndamage = \"d\"\n[shields.kite-shield]\npoints = 0\n[armour.chain]\nap = -1");
    assert_eq!(setup.faults().matches("trial.toml:").count(), 3);
}
