//! Tests: what a faulty scenario of this book is told, as people read it. Every field has its range, its fault and a
//! suggestion where a name was meant.

use super::trial::{Setup, fighters};
use crate::rules::testing;

fn shows(setup: &Setup, marked: &str, code: &str, message: &str, help: Option<&str>) {
    testing::assert_shown(&setup.text(), &setup.faults(), marked, code, message, help);
}

/// Two characters, the first with this in its stat block.
fn with(stats: &str) -> Setup {
    fighters("a", stats).against("b", "")
}

/// Two characters on this field.
fn on(field: &str) -> Setup {
    with("").field(field)
}

#[test] // MUR-0-1, MUR-0-3, MUR-0-4, MUR-2-2, MUR-4-5, MUR-16-12
fn numbers_of_a_stat_block_have_their_ranges() {
    for (key, wrong, range) in [
        ("str", "21", "from 1 to 20, not 21"),
        ("agi", "0", "from 1 to 20, not 0"),
        ("wit", "-3", "from 1 to 20, not -3"),
        ("health", "0", "from 1 to 10000, not 0"),
        ("start_health", "9", "from 1 to 8, not 9"),
        ("armour", "4", "from 0 to 3, not 4"),
        ("shield", "2", "from 0 to 1, not 2"),
        ("extra_reactions", "21", "from 0 to 20, not 21"),
        ("appendages", "99", "from 0 to 20, not 99"),
    ] {
        shows(
            &with(&format!("{key} = {wrong}")),
            &format!("{key} = «{wrong}»"),
            "scenario::range",
            &format!("`{key}` is {range}"),
            None,
        );
    }
    shows(
        &with("speed = 20.5"),
        "speed = «20.5»",
        "scenario::range",
        "`speed` is from 0 to 20 zones",
        None,
    );
    shows(
        &with("speed = 1.3"),
        "speed = «1.3»",
        "scenario::step",
        "`speed` goes in steps of 0.5 zones",
        None,
    );
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
        shows(
            &with(&format!("{key} = 1")),
            &format!("{key} = «1»"),
            "scenario::type",
            &format!("`{key}` is `true` or `false`, not a whole number"),
            None,
        );
    }
}

#[test] // MUR-0-21, MUR-0-24, MUR-2-10, MUR-15-3
fn names_of_a_stat_block_are_looked_up() {
    shows(
        &with("size = \"medum\""),
        "size = «\"medum\"»",
        "scenario::word",
        "`size` cannot be `medum`",
        Some("did you mean `medium`?"),
    );
    shows(
        &with("carries = [\"swrod\"]"),
        "carries = [«\"swrod\"»]",
        "murdham::unknown-weapon",
        "no weapon called `swrod`",
        Some("did you mean `sword`?"),
    );
    shows(
        &with("carries = [\"bow\", \"axe\", \"axe\", \"axe\", \"axe\", \"axe\"]"),
        "\"axe\", «\"axe\"»]",
        "murdham::carries-too-much",
        "more than 5 weapons carried",
        None,
    );
    shows(
        &with("policy = \"bodygard\""),
        "policy = «\"bodygard\"»",
        "policy::unknown-policy",
        "no policy called `bodygard`",
        Some("did you mean `bodyguard`?"),
    );
    shows(
        &with("damaged = [\"sheild\"]"),
        "damaged = [«\"sheild\"»]",
        "murdham::unknown-gear",
        "no gear called `sheild`",
        Some("did you mean `shield`?"),
    );
    shows(
        &with("damaged = [\"armour\"]"),
        "damaged = [«\"armour\"»]",
        "murdham::no-use",
        "no armour to be damaged",
        None,
    );
    shows(
        &with("remedies = { slave = 1 }").with("[remedies.salve]\nheals = 3"),
        "{ «slave» = 1 }",
        "murdham::unknown-remedy",
        "no remedy called `slave`",
        Some("did you mean `salve`?"),
    );
    shows(
        &with("remedies = { salve = 101 }").with("[remedies.salve]\nheals = 3"),
        "salve = «101»",
        "scenario::range",
        "`salve` is from 0 to 100 uses",
        None,
    );
    shows(
        &with("armor = 2"),
        "«armor» = 2",
        "scenario::unknown-key",
        "combatant `a` has no field `armor`",
        Some("did you mean `armour`?"),
    );
}

#[test] // MUR-0-21
fn rows_of_the_weapon_table_are_checked() {
    let club = |row: &str| with("").with(&format!("[weapons.club]\n{row}"));
    shows(
        &club("damage = \"1d6+1\""),
        "damage = «\"1d6+1\"»",
        "murdham::damage",
        "damage is 1 to 4 dice of at most 20 sides, not `1d6+1`",
        Some("write `1d6` or `2d8`"),
    );
    shows(
        &club("damage = \"5d6\""),
        "damage = «\"5d6\"»",
        "murdham::damage",
        "damage is 1 to 4 dice of at most 20 sides, not `5d6`",
        Some("write `1d6` or `2d8`"),
    );
    shows(
        &club("range = 2"),
        "«[weapons.club]»",
        "scenario::missing-key",
        "weapon `club` has no `damage`",
        Some("add `damage = …`"),
    );
    shows(
        &club("damage = \"1d6\"\nmelee = false"),
        "«[weapons.club]»",
        "murdham::weapon-kind",
        "weapon `club` neither strikes nor shoots",
        Some("give it a `range`, or leave out `melee = false`"),
    );
    shows(
        &club("damage = \"1d6\"\nrange = 61"),
        "range = «61»",
        "scenario::range",
        "`range` is from 0 to 60, not 61",
        None,
    );
    shows(
        &club("damage = \"1d6\"\nshots = 0"),
        "shots = «0»",
        "scenario::range",
        "`shots` is from 1 to 60000, not 0",
        None,
    );
    shows(
        &club("damage = \"1d6\"\nnatural = true\ntwo_handed = true"),
        "two_handed = «true»",
        "murdham::no-use",
        "`two_handed` is of no use to `club`",
        Some("leave it out"),
    );
}

#[test] // MUR-0-16
fn zones_and_joins_have_to_fit_together() {
    shows(
        &on("zones = 65"),
        "zones = «65»",
        "scenario::range",
        "`zones` is from 1 to 64, not 65",
        None,
    );
    shows(
        &on("zones = [\"gate\", \"gate\"]"),
        "[\"gate\", «\"gate\"»]",
        "murdham::zone-name",
        "no zone can be called `gate`",
        None,
    );
    shows(
        &on("zones = [\"gate\", \"a|b\"]"),
        "«\"a|b\"»",
        "murdham::zone-name",
        "no zone can be called `a|b`",
        None,
    );
    shows(
        &on("zones = [\"gate\", \"yard\"]\njoins = [[\"gate\", \"yrad\"]]"),
        "«\"yrad\"»",
        "murdham::unknown-place",
        "no place called `yrad`",
        Some("did you mean `yard`?"),
    );
    shows(
        &on("zones = 3\njoins = [[0, 1], [1, 2], «[1, 0]»]"
            .replace(['«', '»'], "")
            .as_str()),
        "[1, 2], «[1, 0]»",
        "murdham::join",
        "no join from `1` to `0`",
        None,
    );
    shows(
        &on("zones = 2\njoins = [[0, 1], [1, 1]]"),
        "[0, 1], «[1, 1]»",
        "murdham::join",
        "no join from `1` to `1`",
        None,
    );
    shows(
        &on("zones = 2\njoins = [[0, 1], [1]]"),
        "[0, 1], «[1]»",
        "scenario::type",
        "an entry of `joins` is a list of two places",
        None,
    );
}

#[test] // MUR-0-16, MUR-7-1, MUR-10-7, MUR-12-7, MUR-1-7
fn places_sides_and_hazards_are_looked_up() {
    shows(
        &on("zones = 2\nplaces = { \"0|2\" = { cover = true } }"),
        "{ «\"0|2\"» =",
        "murdham::unknown-place",
        "no place called `0|2`",
        Some("did you mean `0|1`?"),
    );
    shows(
        &on("places = { 0 = { hazard = \"lava\" } }"),
        "hazard = «\"lava\"»",
        "scenario::dice",
        "`lava` is no dice expression",
        Some("write dice as `2d6+1`, `d8`, `-1d4` or a whole number"),
    );
    shows(
        &on("places = { 0 = { hazard = \"-1d4\" } }"),
        "hazard = «\"-1d4\"»",
        "scenario::range",
        "a hazard does 0 to 1000 damage, not `-1d4`",
        Some("write dice, or `out` for one that nobody comes back from"),
    );
    shows(
        &on("exits = { \"side 3\" = 0 }"),
        "{ «\"side 3\"» = 0 }",
        "murdham::unknown-side",
        "no side called `side 3`",
        Some("did you mean `side 1`?"),
    );
    shows(
        &on("zones = 2\nexits = { \"side 1\" = \"0|1\" }"),
        "= «\"0|1\"»",
        "murdham::exit",
        "nobody leaves by the border `0|1`",
        None,
    );
    shows(
        &on("initiative = \"side1\""),
        "initiative = «\"side1\"»",
        "murdham::unknown-side",
        "no side called `side1`",
        Some("did you mean `side 1`?"),
    );
}

#[test] // MUR-0-16
fn everybody_stands_somewhere_and_can_get_at_the_enemy() {
    let at = |place: &str, field: &str| {
        fighters("a", "")
            .against("b", &format!("at = {place}"))
            .field(field)
    };
    shows(
        &at("2", "zones = 2"),
        "at = «2»",
        "murdham::unknown-place",
        "no place called `2`",
        Some("there are `0`, `1` and `0|1`"),
    );
    shows(
        &at("1.5", "zones = 2"),
        "at = «1.5»",
        "scenario::type",
        "a place is a zone or a border, not a decimal number",
        Some("write `2`, `\"gate\"` or `\"2|3\"`"),
    );
    shows(
        &at("1", "zones = 2\nplaces = { 1 = { wall = true } }"),
        "at = «1»",
        "murdham::in-a-wall",
        "`1` is a wall",
        None,
    );
    shows(
        &at("[0, 1]", "zones = 2"),
        "at = «[0, 1]»",
        "murdham::places",
        "2 places for 1 fighter",
        None,
    );
    let apart = at("1", "zones = 2\njoins = []");
    assert!(
        apart
            .faults()
            .contains("no way leads from `side 1` to `side 2`")
    );
    let walled = at("1", "zones = 2\nplaces = { \"0|1\" = { wall = true } }");
    assert!(walled.faults().contains("murdham::no-way"));
    let archer = fighters("a", "carries = [\"bow\"]")
        .against("b", "at = 1")
        .field("zones = 2\nplaces = { \"0|1\" = { wall = true } }");
    assert_eq!(archer.faults(), "");
}

#[test]
fn house_rules_take_their_own_words_and_numbers() {
    shows(
        &with("").option("critical = \"remainng\""),
        "critical = «\"remainng\"»",
        "scenario::word",
        "`critical` cannot be `remainng`",
        Some("did you mean `remaining`?"),
    );
    shows(
        &with("").option("zone_capacity = 0"),
        "zone_capacity = «0»",
        "scenario::range",
        "`zone_capacity` is from 1 to 64, not 0",
        None,
    );
    shows(
        &with("").option("critcal = \"none\""),
        "«critcal» = ",
        "scenario::unknown-key",
        "`options` has no field `critcal`",
        Some("did you mean `critical`?"),
    );
}
