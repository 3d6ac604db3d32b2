//! Tests of the error messages for faulty scenarios of this book, such as values out of range, misspelt names
//! and faulty maps.

use crate::rules::semiautomagic::testing::{Setup, does, fighters};
use crate::rules::testing::{assert_flaws, assert_ranges};

/// Sets up two fighters. `stats` are the lines in the stat block of the first.
fn with(stats: &str) -> Setup {
    fighters("a", stats).against("b", "")
}

/// Sets up two fighters on a field. `field` are the lines of `[field]`.
fn on(field: &str) -> Setup {
    with("at = [0, 0]").field(field)
}

/// Sets up two fighters and a new weapon. `row` are the lines of the weapon's row.
fn weapon(row: &str) -> Setup {
    with("").with(&format!("[weapons.new]\n{row}"))
}

#[test] // SAM-0-5
#[rustfmt::skip]
fn numbers_of_a_stat_block_have_their_ranges() {
    assert_ranges(with, &[
        ["scale", "11", "from -2 to 10"],
        ["strength", "21", "from -20 to 20"],
        ["block", "-21", "from -20 to 20"],
        ["arms", "9", "from 0 to 8"],
        ["wounds", "-1", "from 0 to 60"],
        ["natural_reach", "11", "from 0 to 10"],
        ["combo_rating", "-1", "from 0 to 20"],
        ["arrives", "0", "from 1 to 10000"],
        ["possession_range", "61", "from 1 to 60"],
    ]);
}

#[test] // SAM-0-5, SAM-0-7, SAM-10-5, SAM-11-15
#[rustfmt::skip]
fn names_of_a_stat_block_are_looked_up() {
    assert_flaws(with, &[
        ["carries = [«'swrod'»]", "semiautomagic::unknown-weapon", "there is no weapon named `swrod`", "did you mean `sword`?"],
        ["combos = [«'twoo'»]", "semiautomagic::unknown-combo", "there is no combo named `twoo`", "did you mean `two`?"],
        ["afflicted = [«'plage'»]", "semiautomagic::unknown-poison", "there is no poison named `plage`", "did you mean `plague`?"],
        ["carries = ['bow', 'knife', 'sword', 'spear', «'teeth'»]", "semiautomagic::too-many", "more than 4 weapons carried", ""],
        ["starts = [«'heldd'»]", "scenario::word", "`starts` cannot be `heldd`", "did you mean `held`?"],
        ["surprised_by = [«'bb'»]", "semiautomagic::unknown-name", "there is no combatant named `bb`", "did you mean `b`?"],
    ]);
}

#[test] // SAM-5-3, SAM-6-1, SAM-7-2, SAM-20-2
#[rustfmt::skip]
fn weapons_are_checked() {
    assert_flaws(weapon, &[
        ["damage = «'13d6'»", "semiautomagic::dice", "`damage` of `new` is 13d6", ""],
        ["damage = '1'\nrange = «7777»", "scenario::range", "`range` must be from 1 to 1000, not 7777", ""],
        ["damage = '1'\nrange = «77»", "semiautomagic::range", "`range` has no effect on `new`", ""],
        ["damage = '1'\nshots = «7»", "semiautomagic::no-use", "`shots` has no effect on weapon `new`", ""],
        ["kind = 'ranged'\nrange = 5\ndamage = '1'\nreach = «9»", "semiautomagic::no-use", "`reach` has no effect on weapon `new`", ""],
        ["damage = '1'\npoison = «'snake'»", "semiautomagic::unknown-poison", "there is no poison named `snake`", "did you mean `snake-venom`?"],
        ["light_material = true\ndamage = «'1d20'»", "semiautomagic::dice", "1d20 has no next smaller die", "write d12, d10, d8, d6, d4, d3 or d2"],
    ]);
    let combo = |row: &str| with("").with(&format!("[combos.new]\n{row}"));
    assert_flaws(combo, &[
        ["components = «[]»", "semiautomagic::combo", "combo `new` has 0 attacks", ""],
        ["components = [{ weapon = «'swrod'» }]", "semiautomagic::unknown-weapon", "there is no weapon named `swrod`", "did you mean `sword`?"],
    ]);
}

#[test] // SAM-0-6
#[rustfmt::skip]
fn maps_are_checked() {
    let told = |field: &str, mine: &str, theirs: &str| fighters("a", mine).against("b", theirs).field(field).faults();
    let map = |rows: &str| format!("map = \"\"\"\n{rows}\n\"\"\"");
    assert!(told(&map("a..\n..\n..b"), "at = 'a'", "at = 'b'").contains("line 2 of the map has 2 cells, not 3"));
    assert!(told(&map("a.?\n..b"), "at = 'a'", "at = 'b'").contains("the map has an unknown letter `?`"));
    assert!(told(&map("a.."), "at = 'a'", "at = 'b'").contains("the map has no `b`"));
    assert!(told(&map("a#b"), "at = 'a'", "at = 'b'").contains("there is no way from `side 1` to `side 2`"));
    assert!(told(&map("a.."), "at = 'a'", "at = [0, 0]").contains("two fighters start in the same cell"));
    assert!(told(&map("a.#"), "at = 'a'", "at = [2, 0]").contains("starts in a wall or outside the map"));
    assert!(told(&map("a.."), "at = 'a'", "").contains("this fighter has no start position"));
    assert!(told("size = [3]", "at = [0, 0]", "at = [1, 0]").contains("`size` must be two numbers"));
    assert!(told(&map(&".".repeat(65)), "at = [0, 0]", "at = [1, 0]").contains("the map has 65 x 1 cells"));
    let legend = |sign: &str| format!("{}\n[field.legend.\"{sign}\"]\nground = 'extreme'", map("ab"));
    assert!(told(&legend("#"), "at = 'a'", "at = 'b'").contains("`#` has a fixed meaning on maps"));
    assert!(told(&legend("b"), "at = 'a'", "at = 'b'").is_empty());
    assert!(told(&legend("e"), "at = 'a'", "at = 'b'").contains("no cell of the map has the letter `e`"));
    let beyond = format!("{}\nradiation = [{{ at = [2, 0] }}]", map("ab"));
    assert!(told(&beyond, "at = 'a'", "at = 'b'").contains("there is no cell [2, 0] on the map"));
    assert!(on("").faults().contains("this fighter has no start position"));
    assert!(told("", "at = [0, 99]", "at = [1, 1]").contains("this is not a cell"));
    // Each of these scenarios has one fault, which is reported once.
    let count = |told: String| told.matches("semiautomagic::").count();
    assert_eq!(count(told(&format!("{}\n[field.legend.w]\nwall = true", map("aw.\n..\n..b")), "at = 'a'", "at = 'b'")), 1);
    assert_eq!(count(told(&map("a.."), "at = 'a'", "at = 'b'")), 1);
    assert_eq!(count(told("", "at = [0, 99]", "at = [1, 1]")), 1);
    assert_eq!(count(told(&map("a?.\n.?b"), "at = 'a'", "at = 'b'")), 1);
    assert!(told(&map("a?.\n.?b"), "at = 'a'", "at = 'b'").contains("column 1, row 1: neither"));
}

#[test] // SAM-0-6, SAM-6-1..3
fn without_places_a_fighter_needs_an_attack_that_reaches_adjacent_enemies() {
    let flawed = |mine: &str, options: &str| {
        let setup = does("attack", mine, "").option(options);
        setup.faults().contains("`a` can never reach an enemy")
    };
    assert!(flawed("carries = ['spear']", ""));
    assert!(!flawed("carries = ['spear', 'sword']", ""));
    assert!(!flawed("carries = ['spear', 'bow']", ""));
    assert!(!flawed("carries = ['spear']\npossession = 1", ""));
    assert!(!flawed("carries = ['spear']", "min_reach = 'up-to'"));
    assert!(flawed("carries = ['sword']\nnatural_reach = 1", ""));
    for options in ["", "min_reach = 'up-to'"] {
        assert!(flawed("carries = []\nunarmed = '1d3'", options));
    }
    assert!(!flawed(
        "carries = []\nunarmed = '1d3'\nnatural_reach = 1",
        ""
    ));
    // It is no fault if a fighter has no melee weapon at all, or if its policy never attacks.
    assert!(!flawed("carries = []", ""));
    assert!(!flawed("carries = ['spear']\npolicy = 'idle'", ""));
}

#[test] // SAM-0-6, SAM-4-3, SAM-6-1
fn reachability_depends_on_a_fighters_own_width_and_reach() {
    let flawed = |mine: &str, theirs: &str| {
        let door = "....###....\n...........\n....###..b.\na...###....";
        let field = format!("map = \"\"\"\n{door}\n\"\"\"");
        let setup = fighters("a", &format!("at = 'a'\n{mine}"));
        let setup = setup.against("b", &format!("at = 'b'\n{theirs}"));
        let told = setup.field(&field).faults();
        told.contains("there is no way from `side 1` to `side 2`")
    };
    assert!(!flawed("", ""));
    assert!(flawed("scale = 1", "scale = 1"));
    // No fault is reported if a member of the side fits through the door, or if it can reach, shoot or
    // possess an enemy through it.
    assert!(!flawed("scale = 1", ""));
    assert!(!flawed("scale = 1\nnatural_reach = 1", "scale = 1"));
    assert!(!flawed("scale = 1\ncarries = ['bow']", "scale = 1"));
    assert!(!flawed("scale = 1\npossession = 3", "scale = 1"));
}

#[test] // SAM-0-6
#[rustfmt::skip]
fn faults_of_a_map_stand_where_they_are_on_it() {
    let drawn = |field: &str| fighters("a", "at = 'a'").against("b", "at = 'b'").field(field);
    let (map, unknown) = ("semiautomagic::map", "the map has an unknown letter `?`");
    let add = "add `[field.legend.'?']`, or let a fighter start there";
    assert_flaws(drawn, &[
        ["map = '''\na..\n..b\n«#...»\n'''", map, "line 3 of the map has 4 cells, not 3", ""],
        ["map = '''\n«#b»\na..\n...\n'''", map, "line 1 of the map has 2 cells, not 3", ""],
        ["map = \"\"\"\n\n  a..  \n  #«?»b\n\"\"\"", map, unknown, add],
        ["map = \"\"\"\r\na..\r\n#«?»b\r\n\"\"\"", map, unknown, add],
        ["map = 'a«?»b'", map, unknown, add],
        ["map = «\"a.\\n?b\"»", map, unknown, add],
        ["map = '''\na..\n#« »b\n'''", map, "the map has an unknown letter ` `", "open ground is `.`"],
    ]);
    // All faults of the map are reported together, and each unknown letter only once.
    let all = fighters("a", "at = 'A'").against("b", "at = [1, 1]").and("c", "at = [1, 1]")
        .field("map = '''\na..x\n.?...\n..yx\n'''\nlegend = { Y = { wall = true } }").faults();
    for told in [
        "line 2 of the map has 5", "unknown letter `x`", "unknown letter `?`", "unknown letter `y`", "did you mean `Y`?", "no cell of the map has the letter `Y`",
        "has no `A`", "two fighters start in the same cell",
    ] {
        assert_eq!(all.matches(told).count(), 1, "{told}: {all}");
    }
    assert_eq!(all.matches("  × ").count(), 7, "{all}");
    // A map that is far too large.
    let large = format!("map = '''\n{}\n'''", format!("{}?\n", "b".repeat(300)).repeat(300));
    let all = fighters("a", "at = 'q'").against("b", "at = 'b'\ncount = 60\nscale = 2").field(&large).faults();
    assert!(all.contains("301 x 300 cells") && all.contains("has no `q`"), "{all}");
}

#[test] // SAM-0-6, SAM-0-7
#[rustfmt::skip]
fn letters_that_are_not_on_the_map_are_told_with_those_that_are() {
    let at = |mine: &str| fighters("a", mine).against("b", "at = 'b'").and("c", "at = 'c'").field("map = '#a.b,c'");
    let place = "semiautomagic::place";
    assert_flaws(at, &[["at = «'A'»", place, "the map has no `A`", "did you mean `a`?"]]);
    let told = at("at = 'q'").faults();
    assert!(told.contains("the map has no `q`") && told.contains("there are `a`, `b` and `c`"), "{told}");
    // Only the faulty place is reported, but not what follows from it: that no path leads to the fighter, and
    // that nobody starts at `a`.
    assert_eq!(told.matches("semiautomagic::").count(), 1, "{told}");
    let unknown = "the map has an unknown letter `w`";
    let strange = fighters("a", "at = 'q'").against("b", "at = 'b'").field("map = 'a.wb'");
    assert!(strange.faults().contains(unknown), "more than one can have meant");
    let help = "write a letter of the map without brackets: `at = \"a\"`, and `count` for several fighters";
    assert_flaws(at, &[["at = [«'a'»]", place, "this is not a cell", help]]);
    let unmapped = |mine: &str| fighters("a", mine).against("b", "at = [0, 0]").field("light = 'dark'");
    let help = "draw a `map` in `[field]`, or write `at = [column, row]`";
    assert_flaws(unmapped, &[["at = «'a'»", place, "there is no map with a `a`", help]]);
    let misspelt = |map: &str| fighters("a", "at = 'a'").against("b", "at = 'b'").field(map);
    assert_flaws(misspelt, &[
        ["«mpa» = 'a.wb'\nlegend = { w = { ground = 'extreme' } }", "scenario::unknown-key", "`field` has no key `mpa`", "did you mean `map`?"],
        ["map = 'a.wb'\n«legnd» = { w = { ground = 'extreme' } }", "scenario::unknown-key", "`field` has no key `legnd`", "did you mean `legend`?"],
    ]);
}

#[test] // SAM-11-5
#[rustfmt::skip]
fn where_cover_is_misspelt_that_alone_is_told() {
    let legend = |row: &str| fighters("a", "at = 'a'").against("b", "at = 'b'").field(&format!("map = 'a.b'\n[field.legend.a]\n{row}"));
    assert_flaws(legend, &[
        ["«covr» = 'medium'\ncover_from = ['w']", "scenario::unknown-key", "the legend has no key `covr`", "did you mean `cover`?"],
        ["cover = «'medum'»\ncover_from = ['w']", "scenario::word", "`cover` cannot be `medum`", "did you mean `medium`?"],
        ["light = 'dark'\ncover_from = «['w']»", "semiautomagic::no-use", "`cover_from` has no effect on the legend", ""],
    ]);
    assert_flaws(with, &[
        ["«posession» = 'single'\npossession_range = 3", "scenario::unknown-key", "combatant `a` has no key `posession`", "did you mean `possession`?"],
    ]);
}

#[test] // SAM-16-4
fn collisions_hit_somebody_once() {
    let told = |who: &str| {
        on(&format!(
            "collisions = [{{ round = 1, who = {who}, speed = 3 }}]"
        ))
        .faults()
    };
    assert!(told("[]").contains("a collision names no fighter"));
    assert!(told("['a', 'a']").contains("`a` is in this collision twice"));
}

#[test] // SAM-10-6
fn combos_attack_with_weapons_that_strike_or_shoot() {
    let told = |weapon: &str| {
        with("")
            .with(&format!(
                "[combos.new]\ncomponents = [{{ weapon = '{weapon}' }}, {{}}]"
            ))
            .faults()
    };
    assert!(told("shield").contains("`shield` cannot be used to attack in a combo"));
    assert!(told("sword").is_empty());
}

#[test] // SAM-14-2
fn riders_need_mounts() {
    let told = |riding: &str| {
        fighters("a", &format!("riding = {riding}"))
            .and("horse", "")
            .against("b", "")
            .faults()
    };
    assert!(told("'hrose'").contains("there is no mount named `hrose`"));
    assert!(told("3").contains("`riding` must be the name of a mount"));
    let two = fighters("a", "count = 2\nriding = 'horse'")
        .and("horse", "")
        .against("b", "");
    assert!(
        two.faults()
            .contains("there are too few of `horse` to ride")
    );
    let together = |riding: &str| {
        fighters("a", &format!("{riding}at = 'k'"))
            .and("horse", "at = 'k'")
            .against("b", "at = [3, 0]")
            .field("map = 'k...'")
            .faults()
    };
    assert_eq!(together("riding = 'horse'\n"), "");
    assert!(together("").contains("the map has 0 free `k` for 1"));
    // A mount needs no weapon that reaches an enemy.
    let mount = fighters("a", "riding = 'horse'")
        .and("horse", "scale = 1\ncarries = ['teeth']\npolicy = 'plain'")
        .against("b", "");
    assert_eq!(mount.faults(), "");
}

#[test] // SAM-2-6, SAM-10-5, SAM-11-5, SAM-11-8, SAM-11-11, SAM-11-15, SAM-17-1, SAM-19-11, SAM-21-1
#[rustfmt::skip]
fn what_a_stat_block_says_twice_or_in_vain_is_told() {
    let (twice, no_use) = ("scenario::duplicate", "semiautomagic::no-use");
    let vain = |key: &str| format!("`{key}` has no effect on combatant `a`");
    assert_flaws(with, &[
        ["carries = ['sword']\nsheathed = ['sword', «'sword'»]", twice, "`sheathed` has `sword` twice", ""],
        ["carries = ['sword']\npacked = ['sword', «'sword'»]", twice, "`packed` has `sword` twice", ""],
        ["carries = ['sword']\nsheathed = ['sword']\npacked = [«'sword'»]", twice, "`sword` is both sheathed and packed", ""],
        ["afflicted = ['plague', «'plague'»]", twice, "`afflicted` has `plague` twice", ""],
        ["combos = ['two', «'two'»]", twice, "`combos` has `two` twice", ""],
        ["surprised_by = ['b', «'b'»]", twice, "`surprised_by` has `b` twice", ""],
        ["surprised_by = [«'a'»]", "scenario::no-enemy", "`a` is not an enemy of `a`", ""],
        ["surprised_by = [«'side 1'»]", "scenario::no-enemy", "`side 1` is not an enemy of `a`", ""],
        ["combo_rating = «3»", no_use, &vain("combo_rating"), ""],
        ["combo_ranks = «3»", no_use, &vain("combo_ranks"), ""],
        ["possession_range = «5»", no_use, &vain("possession_range"), ""],
        ["wakes = «5»", no_use, &vain("wakes"), ""],
        ["cover_from = «['n']»", no_use, &vain("cover_from"), ""],
        ["cover_scale = «1»", no_use, &vain("cover_scale"), ""],
        ["hidden = «true»", no_use, &vain("hidden"), ""],
        ["cover_durability = «1»", no_use, &vain("cover_durability"), ""],
    ]);
    for stats in ["hidden = true\nconcealed = true", "possession = 1\npossession_range = 5", "starts = 'asleep'\nwakes = 5", "cover = 'light'\ncover_from = 'n'\ncover_scale = 1", "combos = ['two']\ncombo_ranks = 3"] {
        assert_eq!(with(stats).faults(), "", "{stats}");
    }
    // A fighter may start hidden if there is poor light anywhere on the field.
    let hides = fighters("a", "hidden = true\nat = [0, 0]").against("b", "at = [1, 0]");
    assert_eq!(hides.field("light = 'hazy'").faults(), "");
}

#[test] // SAM-15-3, SAM-21-2
#[rustfmt::skip]
fn what_a_weapon_says_in_vain_is_told() {
    let no_use = "semiautomagic::no-use";
    assert_flaws(weapon, &[
        ["kind = 'ranged'\ndamage = '1'\nrange = 9\narea = «'circle'»\narea_scale = 1", "scenario::word", "`area` cannot be `circle`", "there are `none`, `sphere`, `line` and `cone`"],
        ["damage = '1'\ndoses = «3»", no_use, "`doses` has no effect on weapon `new`", ""],
        ["kind = 'morale'\ndamage = '1'\narea = «'sphere'»", no_use, "`area` has no effect on weapon `new`", ""],
        ["kind = 'morale'\ndamage = '1'\npoison = «'plague'»", no_use, "`poison` has no effect on weapon `new`", ""],
    ]);
    assert_eq!(weapon("damage = '1'\ndoses = 3\npoison = 'plague'").faults(), "");
}

#[test] // SAM-2-4
#[rustfmt::skip]
fn there_is_room_for_what_is_to_come() {
    let spells = |stats: &str| {
        let row = |delay: u8, more: &str| format!("[weapons.late{delay}]\nkind = 'ranged'\ndamage = '1'\nrange = 5\ndelay = {delay}\n{more}\n");
        let rows = [row(12, ""), row(13, ""), row(28, ""), row(29, ""), row(30, "seconds = 5"), row(99, "ammunition = 8"), row(100, "ammunition = 9")];
        with(stats).with(&rows.concat())
    };
    let code = "semiautomagic::too-many";
    let most = |count: usize| format!("{count} delayed effects of `a` can be pending at the same time");
    let help = "shorten `delay`, or limit them by `ammunition`";
    assert_flaws(spells, &[
        ["carries = «['late29']»", code, &most(9), help],
        ["carries = «['late13']»\ncombos = ['two']", code, &most(10), help],
        ["carries = «['late100']»", code, &most(9), help],
        // A four-second attack with bare hands can be finished as this spell, because the policy decides
        // again at its end. The spell's own five seconds therefore do not count.
        ["carries = «['late30']»", code, &most(9), help],
    ]);
    for stats in ["carries = ['late28']", "carries = ['late12']\ncombos = ['two']", "carries = ['late99']"] {
        assert_eq!(spells(stats).faults(), "", "{stats}");
    }
}

#[test] // SAM-1-3, SAM-16-1, SAM-16-4, SAM-19-11
#[rustfmt::skip]
fn what_happens_in_a_round_happens_in_the_fight() {
    let (code, message) = ("scenario::range", "no fight lasts until round 101");
    let help = "raise `round_cap` in `[run]`, or remove this";
    assert_flaws(with, &[
        ["arrives = «101»", code, message, help],
        ["starts = 'asleep'\nwakes = «101»", code, message, help],
        ["falls = { metres = 3, round = «101» }", code, message, help],
    ]);
    let field = |field: &str| with("").field(field);
    assert_flaws(field, &[
        ["collisions = [{ round = «101», who = ['a'], speed = 3 }]", code, message, help],
    ]);
    assert_eq!(with("arrives = 100").faults(), "");
    assert_eq!(with("arrives = 101").run("round_cap = 101").faults(), "");
}
