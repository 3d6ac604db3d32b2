//! Tests: what a faulty scenario of this book is told, as people read it.

use crate::rules::semiautomagic::testing::{Setup, fighters};
use crate::rules::testing::{assert_flaws, assert_ranges};

/// Two fighters, the first with this in its stat block.
fn with(stats: &str) -> Setup {
    fighters("a", stats).against("b", "")
}

/// Two fighters on this field.
fn on(field: &str) -> Setup {
    with("at = [0, 0]").field(field)
}

/// A further weapon with this in its row.
fn weapon(row: &str) -> Setup {
    with("").with(&format!("[weapons.new]\n{row}"))
}

#[test] // SAM-0-5
#[rustfmt::skip]
fn numbers_of_a_stat_block_have_their_ranges() {
    assert_ranges(with, &[
        ["scale", "6", "from -2 to 5"],
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
        ["carries = [«'swrod'»]", "semiautomagic::unknown-weapon", "no weapon called `swrod`", "did you mean `sword`?"],
        ["combos = [«'twoo'»]", "semiautomagic::unknown-combo", "no combo called `twoo`", "did you mean `two`?"],
        ["afflicted = [«'plage'»]", "semiautomagic::unknown-poison", "no poison called `plage`", "did you mean `plague`?"],
        ["carries = ['bow', 'knife', 'sword', 'spear', «'teeth'»]", "semiautomagic::too-many", "more than 4 weapons carried", ""],
        ["starts = [«'heldd'»]", "scenario::word", "`starts` cannot be `heldd`", "did you mean `held`?"],
        ["surprised_by = [«'bb'»]", "semiautomagic::unknown-name", "no combatant called `bb`", "did you mean `b`?"],
    ]);
}

#[test] // SAM-5-3, SAM-6-1, SAM-7-2, SAM-20-2
#[rustfmt::skip]
fn weapons_are_checked() {
    assert_flaws(weapon, &[
        ["damage = «'13d6'»", "semiautomagic::dice", "`damage` of `new` is 13d6", ""],
        ["damage = '1'\nrange = «7777»", "scenario::range", "`range` is from 1 to 1000, not 7777", ""],
        ["damage = '1'\nrange = «77»", "semiautomagic::range", "`range` is of no use to `new`", ""],
        ["damage = '1'\nshots = «7»", "semiautomagic::no-use", "`shots` is of no use to `new`", ""],
        ["kind = 'ranged'\nrange = 5\ndamage = '1'\nreach = «9»", "semiautomagic::no-use", "`reach` is of no use to `new`", ""],
        ["damage = '1'\npoison = «'snake'»", "semiautomagic::unknown-poison", "no poison called `snake`", "did you mean `snake-venom`?"],
        ["light_material = true\ndamage = «'1d20'»", "semiautomagic::dice", "there is no die one size below those of 1d20", "write d12, d10, d8, d6, d4, d3 or d2"],
    ]);
    let combo = |row: &str| with("").with(&format!("[combos.new]\n{row}"));
    assert_flaws(combo, &[
        ["components = «[]»", "semiautomagic::combo", "combo `new` has 0 attacks", ""],
        ["components = [{ weapon = «'swrod'» }]", "semiautomagic::unknown-weapon", "no weapon called `swrod`", "did you mean `sword`?"],
    ]);
}

#[test] // SAM-0-6
#[rustfmt::skip]
fn maps_are_checked() {
    let told = |field: &str, mine: &str, theirs: &str| fighters("a", mine).against("b", theirs).field(field).faults();
    let map = |rows: &str| format!("map = \"\"\"\n{rows}\n\"\"\"");
    assert!(told(&map("a..\n..\n..b"), "at = 'a'", "at = 'b'").contains("line 2 of the map has 2 cells, the first has 3"));
    assert!(told(&map("a.?\n..b"), "at = 'a'", "at = 'b'").contains("nobody knows what `?` on the map is"));
    assert!(told(&map("a.."), "at = 'a'", "at = 'b'").contains("the map has 0 free `b` for 1"));
    assert!(told(&map("a#b"), "at = 'a'", "at = 'b'").contains("no way leads from `side 1` to `side 2`"));
    assert!(told(&map("a.."), "at = 'a'", "at = [0, 0]").contains("two start in one cell"));
    assert!(told(&map("a.#"), "at = 'a'", "at = [2, 0]").contains("starts in a wall or beyond the map"));
    assert!(told(&map("a.."), "at = 'a'", "").contains("nobody says where this one starts"));
    assert!(told("size = [3]", "at = [0, 0]", "at = [1, 0]").contains("`size` is two numbers"));
    assert!(told(&map(&".".repeat(65)), "at = [0, 0]", "at = [1, 0]").contains("the map has 65 x 1 cells"));
    let legend = |sign: &str| format!("{}\n[field.legend.\"{sign}\"]\nground = 'extreme'", map("ab"));
    assert!(told(&legend("#"), "at = 'a'", "at = 'b'").contains("`#` means the same on every map"));
    assert!(told(&legend("e"), "at = 'a'", "at = 'b'").is_empty());
    let beyond = format!("{}\nradiation = [{{ at = [2, 0] }}]", map("ab"));
    assert!(told(&beyond, "at = 'a'", "at = 'b'").contains("there is no cell [2, 0] on the map"));
    assert!(on("").faults().contains("nobody says where this one starts"));
    assert!(told("", "at = [0, 99]", "at = [1, 1]").contains("this is no cell"));
}

#[test] // SAM-16-4
fn collisions_hit_somebody_once() {
    let told = |who: &str| {
        on(&format!(
            "collisions = [{{ round = 1, who = {who}, speed = 3 }}]"
        ))
        .faults()
    };
    assert!(told("[]").contains("a collision hits somebody"));
    assert!(told("['a', 'a']").contains("`a` is in this collision twice"));
}

#[test] // SAM-10-6
fn combos_attack_with_what_strikes_or_shoots() {
    let told = |weapon: &str| {
        with("")
            .with(&format!(
                "[combos.new]\ncomponents = [{{ weapon = '{weapon}' }}, {{}}]"
            ))
            .faults()
    };
    assert!(told("shield").contains("nobody attacks with `shield` in a combo"));
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
    assert!(told("'hrose'").contains("no mount called `hrose`"));
    assert!(told("3").contains("`riding` is the name of a mount"));
    let two = fighters("a", "count = 2\nriding = 'horse'")
        .and("horse", "")
        .against("b", "");
    assert!(
        two.faults()
            .contains("there are not enough of `horse` to ride")
    );
}
