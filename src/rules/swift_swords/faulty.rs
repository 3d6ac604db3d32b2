//! Tests: what a faulty scenario of this book is told, as people read it. Every field has its range, its fault and a
//! suggestion where a name was meant.

use super::trial::{Setup, fighters};
use crate::rules::testing;

fn shows(setup: &Setup, marked: &str, code: &str, message: &str, help: Option<&str>) {
    testing::assert_shown(&setup.text(), &setup.faults(), marked, code, message, help);
}

/// Two creatures, the first with this in its stat block.
fn with(stats: &str) -> Setup {
    fighters("a", stats).against("b", "")
}

/// Two creatures on this field.
fn on(field: &str) -> Setup {
    with("").field(field)
}

#[test] // SST-0-6, SST-5-6, SST-12-1, SST-15-1, SST-17-5, SST-24-1, SST-31-1, SST-37-1
fn numbers_of_a_stat_block_have_their_ranges() {
    for (key, wrong, range) in [
        ("ad", "0", "from 1 to 10, not 0"),
        ("ad_mod", "-11", "from -10 to 10, not -11"),
        ("max_ad", "11", "from 1 to 10, not 11"),
        ("attack", "17", "from 0 to 16, not 17"),
        ("sl", "4", "from -3 to 3, not 4"),
        ("armour", "11", "from 0 to 10, not 11"),
        ("shield", "-1", "from 0 to 10, not -1"),
        ("dodge", "17", "from 0 to 16, not 17"),
        ("block", "17", "from 0 to 16, not 17"),
        ("parry", "17", "from 0 to 16, not 17"),
        ("physical", "10", "from 0 to 9, not 10"),
        ("mental", "10", "from 0 to 9, not 10"),
        ("bonus_physical", "10", "from 0 to 9, not 10"),
        ("bonus_mental", "10", "from 0 to 9, not 10"),
        ("fatigue_physical", "10", "from 0 to 9, not 10"),
        ("fatigue_mental", "10", "from 0 to 9, not 10"),
        ("body", "9", "from -4 to 8, not 9"),
        ("dex", "-5", "from -4 to 8, not -5"),
        ("recovery_bonus", "9", "from 0 to 8, not 9"),
        ("size", "10", "from 0 to 9, not 10"),
        ("stability", "10", "from 0 to 9, not 10"),
        ("wrestle", "17", "from 0 to 16, not 17"),
        ("mental_attack", "17", "from 0 to 16, not 17"),
        ("natural_inclose_sl", "4", "from -3 to 3, not 4"),
        ("hard_cover_armour", "11", "from 0 to 10, not 11"),
        ("speed", "21", "from 0 to 20, not 21"),
    ] {
        shows(
            &with(&format!("{key} = {wrong}")),
            &format!("{key} = «{wrong}»"),
            "scenario::range",
            &format!("`{key}` is {range}"),
            None,
        );
    }
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
        shows(
            &with(&format!("{key} = 1")),
            &format!("{key} = «1»"),
            "scenario::type",
            &format!("`{key}` is `true` or `false`, not a whole number"),
            None,
        );
    }
}

#[test] // SST-10-10, SST-12-3, SST-15-3, SST-23-3, SST-27-1
fn names_of_a_stat_block_are_looked_up() {
    let row = "swift-swords::unknown-row";
    for (line, code, message, help) in [
        (
            "heroic_level = «\"phisical\"»",
            "scenario::word",
            "`heroic_level` cannot be `phisical`",
            "did you mean `physical`?",
        ),
        (
            "armour = «\"hevy\"»",
            "swift-swords::unknown-gear",
            "no armour called `hevy`",
            "did you mean `heavy`?",
        ),
        (
            "shield = «\"larg\"»",
            "swift-swords::unknown-gear",
            "no shield called `larg`",
            "did you mean `large`?",
        ),
        (
            "carries = [«\"broadswrod\"»]",
            "swift-swords::unknown-weapon",
            "no weapon called `broadswrod`",
            "did you mean `broadsword`?",
        ),
        (
            "natural_code = «\"medum\"»",
            row,
            "no damage code called `medum`",
            "did you mean `medium`?",
        ),
        (
            "fear = «\"dred\"»",
            row,
            "no level of fear called `dred`",
            "did you mean `dread`?",
        ),
        (
            "unit = «\"hord\"»",
            row,
            "no unit called `hord`",
            "did you mean `horde`?",
        ),
        (
            "policy = «\"parier\"»",
            "policy::unknown-policy",
            "no policy called `parier`",
            "did you mean `parrier`?",
        ),
        (
            "«armor» = 2",
            "scenario::unknown-key",
            "combatant `a` has no field `armor`",
            "did you mean `armour`?",
        ),
    ] {
        let plain = line.replace(['«', '»'], "");
        shows(&with(&plain), line, code, message, Some(help));
    }
}

#[test] // SST-0-6, SST-5-4, SST-37-1
fn lists_and_tables_of_a_stat_block_are_checked() {
    shows(
        &with("carries = [\"axe\", \"axe\", \"axe\", \"axe\", \"bow\"]"),
        "\"axe\", «\"bow\"»]",
        "swift-swords::carries-too-much",
        "more than 4 weapons carried",
        None,
    );
    shows(
        &with("ad_set = [5, 7]"),
        "[5, «7»]",
        "scenario::range",
        "`ad_set` is from 1 to 6 on a die",
        None,
    );
    shows(
        &with("ad_set = «5»".replace(['«', '»'], "").as_str()),
        "ad_set = «5»",
        "scenario::type",
        "`ad_set` is a list of faces",
        Some("write `[5, 3, 2]`"),
    );
    shows(
        &with("ad_set = []"),
        "ad_set = «[]»",
        "scenario::range",
        "`ad_set` has 1 to 12 faces, not 0",
        None,
    );
    shows(
        &with("flies = { speed = 2, dive = 1 }"),
        "flies = «{ speed = 2, dive = 1 }»",
        "scenario::range",
        "a dive is no slower than flying straight",
        None,
    );
    shows(
        &with("cast = { dice = 3, code = \"hevy\" }"),
        "code = «\"hevy\"»",
        "swift-swords::unknown-row",
        "no damage code called `hevy`",
        Some("did you mean `heavy`?"),
    );
}

#[test] // SST-11-4, SST-16-2, SST-33-1
fn rows_of_the_weapon_tables_are_checked() {
    let club = |row: &str| with("").with(&format!("[weapons.club]\n{row}"));
    shows(
        &club("code = \"medum\""),
        "code = «\"medum\"»",
        "swift-swords::unknown-code",
        "no damage code called `medum`",
        Some("did you mean `medium`?"),
    );
    shows(
        &club("reach = true"),
        "«[weapons.club]»",
        "scenario::missing-key",
        "weapon `club` has no `code`",
        Some("add `code = …`"),
    );
    shows(
        &club("code = \"light\"\nmelee = false"),
        "«[weapons.club]»",
        "swift-swords::weapon-kind",
        "weapon `club` neither strikes nor shoots",
        Some("give it a `range`, or leave out `melee = false`"),
    );
    for (key, wrong, range) in [
        ("range", "31", "from 0 to 30, not 31"),
        ("cost", "0", "from 1 to 20, not 0"),
        ("inclose_sl", "5", "from -4 to 4, not 5"),
    ] {
        shows(
            &club(&format!("code = \"light\"\n{key} = {wrong}")),
            &format!("{key} = «{wrong}»"),
            "scenario::range",
            &format!("`{key}` is {range}"),
            None,
        );
    }
    shows(
        &with("").with("[codes.club]\nbase = 1\nper = 21"),
        "per = «21»",
        "scenario::range",
        "`per` is from 0 to 20, not 21",
        None,
    );
}

#[test] // SST-5-4, SST-8-1, SST-11-1, SST-22-3, SST-22-4, SST-23-3, SST-27-1, SST-31-1
fn rows_of_the_other_tables_are_checked() {
    for (table, marked, code, message, help) in [
        (
            "[costs]\nmove = 0",
            "move = «0»",
            "scenario::range",
            "`move` is from 1 to 20, not 0",
            None,
        ),
        (
            "[costs]\nrun = 3",
            "«run» = 3",
            "scenario::unknown-key",
            "`costs` has no field `run`",
            Some(
                "there are `charge`, `double-strike`, `missile`, `mental`, `cast`, `break`, `move`, `withdraw`, \
                 `drag`, `stand`, `ready`, `close`, `attack-close`, `hold`, `squeeze`, `improve`, `subdue`, \
                 `knock-down`, `break-hold`, `reverse`, `intercept` and `slam`",
            ),
        ),
        (
            "[modifiers]\ncharge = 11",
            "charge = «11»",
            "scenario::range",
            "`charge` is from -10 to 10, not 11",
            None,
        ),
        (
            "[sets]\n13 = [3]",
            "«13» = [3]",
            "scenario::range",
            "fixed hands have 1 to 12 dice, and `13` is no such number",
            None,
        ),
        (
            "[locations.tail]\neffects = \"leg\"",
            "effects = «\"leg\"»",
            "swift-swords::unknown-injury",
            "no row of injuries called `leg`",
            Some("did you mean `legs`?"),
        ),
        (
            "[locations.tail]\neffects = \"legs\"\nnext = [\"grion\"]",
            "[«\"grion\"»]",
            "swift-swords::unknown-location",
            "no location called `grion`",
            Some("did you mean `groin`?"),
        ),
        (
            "[injuries]\ntail = [\"stun\"]",
            "tail = «[\"stun\"]»",
            "swift-swords::injury-row",
            "`injuries.tail` is a list of seven wounds",
            Some("one each for 1 to 6, and one for 7 and more"),
        ),
        (
            "[covers.hedge]\ndice = 1",
            "dice = «1»",
            "scenario::range",
            "`dice` is from -10 to 0, not 1",
            None,
        ),
        (
            "[units.mob]\nattacks = 17",
            "attacks = «17»",
            "scenario::range",
            "`attacks` is from 0 to 16, not 17",
            None,
        ),
        (
            "[fears.dread]\nfail = \"ranck\"",
            "fail = «\"ranck\"»",
            "scenario::word",
            "`fail` cannot be `ranck`",
            Some("did you mean `rank`?"),
        ),
    ] {
        shows(&with("").with(table), marked, code, message, help);
    }
}

#[test] // SST-1-1, SST-3-4, SST-3-11, SST-3-12, SST-4-2, SST-31-1
fn fields_are_checked() {
    for (line, marked, code, message, help) in [
        (
            "zones = 33",
            "zones = «33»",
            "scenario::range",
            "`zones` is from 1 to 32, not 33",
            None,
        ),
        (
            "zones = [\"hall\", \"hall\"]",
            "\"hall\", «\"hall\"»]",
            "swift-swords::zone-name",
            "`hall` is there already",
            None,
        ),
        (
            "zones = 3\njoins = [[0, 1], [1, 3]]",
            "[1, «3»]]",
            "swift-swords::unknown-zone",
            "no zone called `3`",
            Some("there are `0`, `1` and `2`"),
        ),
        (
            "zones = 2\njoins = [0]",
            "joins = [«0»]",
            "scenario::type",
            "`joins` is pairs of zones",
            Some("write `[[0, 1], [1, 2]]`"),
        ),
        (
            "controllers = { \"side 1\" = \"dm\" }",
            "= «\"dm\"» }",
            "scenario::word",
            "the controller of `side 1` is `player` or `gm`",
            Some("write `player` or `gm`"),
        ),
        (
            "surprised = [\"side 3\"]",
            "[«\"side 3\"»]",
            "swift-swords::unknown-side",
            "no side or combatant called `side 3`",
            Some("did you mean `side 1`?"),
        ),
        (
            "max_attackers = 65",
            "max_attackers = «65»",
            "scenario::range",
            "`max_attackers` is from 0 to 64, not 65",
            None,
        ),
        (
            "light = \"dim\"",
            "light = «\"dim\"»",
            "scenario::word",
            "`light` cannot be `dim`",
            Some("there are `bright`, `poor` and `dark`"),
        ),
        (
            "zones = 3\n[field.walls.\"0|2\"]\ncover = \"hard-light\"",
            "[field.walls.«\"0|2\"»]",
            "swift-swords::unknown-zone",
            "`0|2` is no boundary",
            Some("write the two zones as `\"0|1\"`"),
        ),
    ] {
        shows(&on(line), marked, code, message, help);
    }
}

#[test] // SST-1-2
fn starting_places_are_checked() {
    shows(
        &with("at = 1"),
        "at = «1» }",
        "swift-swords::unknown-zone",
        "no zone called `1`",
        Some("there is `0`"),
    );
    shows(
        &with("count = 2\nat = [0]"),
        "at = «[0]»",
        "swift-swords::places",
        "1 place for 2 fighters",
        None,
    );
    let apart = with("at = 0").field("zones = 2\njoins = []");
    let apart = Setup::against(apart, "c", "at = 1");
    assert!(apart.faults().contains("no way leads from"));
}

#[test] // SST-2-2, SST-29-2
fn options_are_checked() {
    shows(
        &with("").option("countdown = \"statik\""),
        "countdown = «\"statik\"»",
        "scenario::word",
        "`countdown` cannot be `statik`",
        Some("did you mean `static`?"),
    );
    let crossover = with("").option("crossover = 1");
    assert!(
        crossover
            .faults()
            .contains("`crossover` is 2 or 3 or 4 or 0, not 1")
    );
    let surprise = with("").option("surprise_actions = 21");
    assert!(
        surprise
            .faults()
            .contains("`surprise_actions` is from 1 to 20, not 21")
    );
}
