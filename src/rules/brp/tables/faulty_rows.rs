//! Rows that are wrong, and what their writer is told.

use super::super::faulty::assert_fault;
use super::super::trial::{Setup, fighters};

fn with(rows: &str) -> Setup {
    fighters("knight", "").against("goblin", "").with(rows)
}

/// Lines of a weapon that is sound without the last of them.
fn weapon(line: &str) -> Setup {
    let length = if ["length", "range"].iter().any(|key| line.starts_with(key)) {
        ""
    } else {
        "length = \"long\"\n"
    };
    with(&format!(
        "[weapons.flail]\ndamage = \"1d8\"\n{length}{line}"
    ))
}

#[test] // BRP-5.9-2
fn dice_that_no_hand_can_roll() {
    let help = Some("write dice as `2d6+1`, `d8`, `-1d4` or a whole number");
    for (dice, message) in [
        ("0d6", "a throw has 1 to 100 dice, not 0"),
        ("d", "`d` is no dice expression"),
        ("1d1000000", "a die has 2 to 1000 sides, not 1000000"),
        ("101d6", "a throw has 1 to 100 dice, not 101"),
        ("1d6+1d4", "`1d6+1d4` is no dice expression"),
        ("1 d 6 6", "`1 d 6 6` is no dice expression"),
    ] {
        let setup = with(&format!("[weapons.broad-sword]\ndamage = \"{dice}\""));
        let marked = format!("damage = «\"{dice}\"»");
        assert_fault(&setup, &marked, "scenario::dice", message, help);
        let setup = with(&format!("[shields.kite-shield]\ndamage = \"{dice}\""));
        assert_fault(&setup, &marked, "scenario::dice", message, help);
    }
}

#[test] // BRP-5.9-2
fn damage_that_would_heal() {
    let help = Some("write dice as `2d6+1` or `d8`, or a whole number from 0 up");
    for dice in ["-3", "-1d4", "1d4-4"] {
        let message = format!("damage like `{dice}` would heal");
        for row in ["weapons.broad-sword", "shields.kite-shield"] {
            let setup = with(&format!("[{row}]\ndamage = \"{dice}\""));
            let marked = format!("damage = «\"{dice}\"»");
            assert_fault(&setup, &marked, "scenario::dice", &message, help);
        }
    }
}

#[test] // BRP-5.9-6, BRP-5.9-7
fn figures_out_of_their_range() {
    for (marked, message) in [
        ("base = «-5»", "`base` is from 0 to 1000, not -5"),
        ("base = «1001»", "`base` is from 0 to 1000, not 1001"),
        ("hands = «3»", "`hands` is from 1 to 2, not 3"),
        ("hands = «0»", "`hands` is from 1 to 2, not 0"),
        ("points = «0»", "`points` is from 1 to 10000, not 0"),
        ("range = «-1»", "`range` is from 0 to 100000 metres"),
    ] {
        let setup = weapon(&marked.replace(['«', '»'], ""));
        assert_fault(&setup, marked, "scenario::range", message, None);
    }
    for (marked, message) in [
        ("shots = «-1»", "`shots` is from 0 to 60000, not -1"),
        ("reload = «101»", "`reload` is from 0 to 100, not 101"),
    ] {
        let line = marked.replace(['«', '»'], "");
        let setup = weapon(&format!("range = 10\n{line}"));
        assert_fault(&setup, marked, "scenario::range", message, None);
    }
    let setup = weapon("range = 0.125");
    let message = "`range` goes in steps of 0.01 metres";
    assert_fault(&setup, "range = «0.125»", "scenario::step", message, None);
    for (marked, message) in [
        ("points = «0»", "`points` is from 1 to 10000, not 0"),
        ("missile = «-1»", "`missile` is from 0 to 1000, not -1"),
        (
            "kneeling = «1001»",
            "`kneeling` is from 0 to 1000, not 1001",
        ),
    ] {
        let line = marked.replace(['«', '»'], "");
        let setup = with(&format!("[shields.riot-shield]\n{line}"));
        assert_fault(&setup, marked, "scenario::range", message, None);
    }
    for (marked, message) in [
        ("ap = «-1»", "`ap` is from 0 to 10000, not -1"),
        (
            "ap_missile = «-1»",
            "`ap_missile` is from 0 to 10000, not -1",
        ),
        (
            "physical = «-1001»",
            "`physical` is from -1000 to 1000, not -1001",
        ),
        (
            "perception = «1001»",
            "`perception` is from -1000 to 1000, not 1001",
        ),
    ] {
        let line = marked.replace(['«', '»'], "");
        let setup = with(&format!("[armour.chain]\n{line}"));
        assert_fault(&setup, marked, "scenario::range", message, None);
    }
}

#[test] // BRP-5.4-3
fn lengths_that_say_nothing_or_too_much() {
    for (marked, code, message, help) in [
        (
            "length = [\"long\", «\"medum\"»]",
            "scenario::word",
            "`length` cannot be `medum`",
            Some("did you mean `medium`?"),
        ),
        (
            "length = [\"long\", «\"long\"»]",
            "scenario::duplicate",
            "`length` has `long` twice",
            None,
        ),
        (
            "length = «[]»",
            "scenario::word",
            "`length` is empty",
            Some("there are `short`, `medium` and `long`"),
        ),
        (
            "length = [\"long\", «2»]",
            "scenario::type",
            "an entry of `length` is a text, not a whole number",
            None,
        ),
        (
            "length = «2»",
            "scenario::type",
            "`length` is a text or a list of texts, not a whole number",
            None,
        ),
    ] {
        let setup = weapon(&marked.replace(['«', '»'], ""));
        assert_fault(&setup, marked, code, message, help);
    }
}

#[test] // BRP-5.9-6
fn words_that_a_table_does_not_know() {
    for (marked, message, help) in [
        (
            "db = «\"quarter\"»",
            "`db` cannot be `quarter`",
            "there are `full`, `half` and `none`",
        ),
        (
            "length = «\"lang\"»",
            "`length` cannot be `lang`",
            "did you mean `long`?",
        ),
        (
            "base_from = «\"dodge\"»",
            "`base_from` cannot be `dodge`",
            "there is `throw`",
        ),
    ] {
        let setup = weapon(&marked.replace(['«', '»'], ""));
        assert_fault(&setup, marked, "scenario::word", message, Some(help));
    }
    let setup = with("[weapons.long-bow]\nvelocity = \"fast\"");
    let (message, help) = ("`velocity` cannot be `fast`", "there are `low` and `high`");
    assert_fault(
        &setup,
        "velocity = «\"fast\"»",
        "scenario::word",
        message,
        Some(help),
    );
    let setup = with("[weapons.long-bow]\nthrown = \"true\"");
    let message = "`thrown` is `true` or `false`, not a text";
    assert_fault(
        &setup,
        "thrown = «\"true\"»",
        "scenario::type",
        message,
        Some("write true"),
    );
    let setup = with("[shields.kite-shield]\nsize = \"huge\"");
    let (message, help) = (
        "`size` cannot be `huge`",
        "there are `target`, `full` and `large`",
    );
    assert_fault(
        &setup,
        "size = «\"huge\"»",
        "scenario::word",
        message,
        Some(help),
    );
    let setup = with("[armour.chain]\nslot = \"helm\"");
    let (message, help) = ("`slot` cannot be `helm`", "did you mean `helmet`?");
    assert_fault(
        &setup,
        "slot = «\"helm\"»",
        "scenario::word",
        message,
        Some(help),
    );
}

#[test] // BRP-5.9-1
fn a_figure_that_is_missing() {
    let setup = with("[weapons.flail]\nlength = \"long\"");
    let message = "weapon `flail` has no `damage`";
    let help = Some("add `damage = …`");
    assert_fault(
        &setup,
        "«[weapons.flail]»",
        "scenario::missing-key",
        message,
        help,
    );
    let setup = with("[shields.door]\ndamage = \"1d6\"");
    let message = "shield `door` has no `points`";
    let help = Some("add `points = …`");
    assert_fault(
        &setup,
        "«[shields.door]»",
        "scenario::missing-key",
        message,
        help,
    );
    let setup = with("[armour.bark]\nslot = \"body\"");
    let message = "armour `bark` has no `ap`";
    let help = Some("add `ap = …`");
    assert_fault(
        &setup,
        "«[armour.bark]»",
        "scenario::missing-key",
        message,
        help,
    );
}

#[test] // BRP-5.9-1
fn a_key_that_no_row_has() {
    for (rows, marked, message, help) in [
        (
            "[weapons.dagger]\nhand = 2",
            "«hand»",
            "weapon `dagger` has no field `hand`",
            "hands",
        ),
        (
            "[shields.kite-shield]\npoint = 2",
            "«point»",
            "shield `kite-shield` has no field `point`",
            "points",
        ),
        (
            "[armour.chain]\nphysics = 2",
            "«physics»",
            "armour `chain` has no field `physics`",
            "physical",
        ),
    ] {
        let help = format!("did you mean `{help}`?");
        let marked = format!("]\n{marked} = 2");
        assert_fault(
            &with(rows),
            &marked,
            "scenario::unknown-key",
            message,
            Some(&help),
        );
    }
}

#[test] // BRP-5.9-6, BRP-5.9-7
fn a_weapon_is_for_melee_or_a_missile() {
    let help =
        Some("for a thing that strikes and is thrown, write two rows and link them by `throws_as`");
    let message = "weapon `flail` needs either a `length` or a `range`";
    for lines in ["", "length = \"long\"\nrange = 10"] {
        let setup = with(&format!("[weapons.flail]\ndamage = \"1d8\"\n{lines}"));
        assert_fault(
            &setup,
            "«[weapons.flail]»",
            "brp::weapon-kind",
            message,
            help,
        );
    }
}

#[test] // BRP-5.9-7, BRP-5.9-9, BRP-5.11-3
fn a_figure_of_no_use_is_not_passed_over() {
    for (rows, marked, message) in [
        (
            "[weapons.dagger]\nshots = 3",
            "shots = «3»",
            "`shots` is of no use to `dagger`",
        ),
        (
            "[weapons.dagger]\nreload = 1",
            "reload = «1»",
            "`reload` is of no use to `dagger`",
        ),
        (
            "[weapons.dagger]\nthrown = true",
            "thrown = «true»",
            "`thrown` is of no use to `dagger`",
        ),
        (
            "[weapons.dagger]\nvelocity = \"high\"",
            "velocity = «\"high\"»",
            "`velocity` is of no use to `dagger`",
        ),
        (
            "[weapons.sling]\nthrows_as = \"thrown-rock\"",
            "throws_as = «\"thrown-rock\"»",
            "`throws_as` is of no use to `sling`",
        ),
        (
            "[weapons.thrown-rock]\nbase = 30",
            "base = «30»",
            "`base` is of no use to `thrown-rock`",
        ),
        (
            "[shields.kite-shield]\nkneeling = 90",
            "kneeling = «90»",
            "`kneeling` is of no use to `kite-shield`",
        ),
    ] {
        assert_fault(&with(rows), marked, "brp::no-use", message, None);
    }
}

#[test] // BRP-5.9-9
fn what_is_thrown_is_a_row_of_its_own() {
    for other in ["thrown-stone", "broad-sword", "long-bow"] {
        let setup = with(&format!("[weapons.hammer]\nthrows_as = \"{other}\""));
        let message = format!("`hammer` cannot be thrown as `{other}`");
        let marked = format!("throws_as = «\"{other}\"»");
        assert_fault(&setup, &marked, "brp::throws-as", &message, None);
    }
}

#[test] // BRP-5.11-5
fn no_name_stands_for_a_weapon_and_a_shield() {
    let code = "scenario::duplicate";
    let setup = with("[shields.dagger]\npoints = 3\ndamage = \"1d3\"");
    let message = "`dagger` is both a weapon and a shield";
    assert_fault(&setup, "[shields.«dagger»]", code, message, None);
    let setup = with("[weapons.kite-shield]\nlength = \"short\"\ndamage = \"1d3\"");
    let message = "`kite-shield` is both a weapon and a shield";
    assert_fault(&setup, "[weapons.«kite-shield»]", code, message, None);
}

#[test] // BRP-5.9-1
fn a_row_is_a_table() {
    for table in ["weapons", "shields", "armour"] {
        let setup = with(&format!("[{table}]\nflail = 3"));
        let message = "`flail` is a table, not a whole number";
        assert_fault(&setup, "flail = «3»", "scenario::type", message, None);
    }
}

#[test] // BRP-5.9-1
fn a_row_at_fault_is_still_a_row() {
    let setup = fighters("knight", "carries = [\"dagger\", \"kite-shield\"]\narmour = \"chain\"")
        .against("goblin", "")
        .with("[weapons.dagger]\ndamage = \"d\"\n[shields.kite-shield]\npoints = 0\n[armour.chain]\nap = -1");
    assert_eq!(setup.faults().matches("trial.toml:").count(), 3);
}
