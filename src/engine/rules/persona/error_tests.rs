//! Tests of the error messages for faulty scenarios of this book, as users see them. Fields are given values
//! out of range, values of a wrong type, and misspelt names. For a misspelt name, the message suggests the
//! right one.

use super::testing::{Setup, fighters};
use crate::rules::testing::{assert_flaws, assert_ranges};

/// Returns a setup of two fighters. The first has the lines `stats` in its stat block.
fn with(stats: &str) -> Setup {
    fighters("a", stats).against("b", "")
}

/// Returns a setup of two fighters. The table `field` of the scenario has the lines `field`.
fn on(field: &str) -> Setup {
    with("").field(field)
}

/// Returns a setup of two fighters and a further weapon, whose table has the lines `row`.
fn weapon(row: &str) -> Setup {
    with("").with(&format!("[weapons.new]\n{row}"))
}

#[test] // PER-13.1-4, PER-1-3, PER-3-4, PER-4-5, PER-4-17, PER-4-19, PER-4-20, PER-12.5-1, PER-12.25-1, PER-13.3-1, PER-13.4-1..3
#[rustfmt::skip]
fn numbers_of_a_stat_block_have_their_ranges() {
    assert_ranges(with, &[
        ["ws", "201", "from 0 to 200"],
        ["bs", "-1", "from 0 to 200"],
        ["s", "999", "from 0 to 200"],
        ["t", "-5", "from 0 to 200"],
        ["ag", "201", "from 0 to 200"],
        ["wp", "201", "from 0 to 200"],
        ["sb", "101", "from 0 to 100"],
        ["tb", "-1", "from 0 to 100"],
        ["ab", "101", "from 0 to 100"],
        ["wounds", "0", "from 1 to 10000"],
        ["fate", "-1", "from 0 to 100"],
        ["lethal_buffer", "-1", "from 0 to 10000"],
        ["ap", "1001", "from 0 to 1000"],
        ["ap_head", "-1", "from 0 to 1000"],
        ["ap_body", "-1", "from 0 to 1000"],
        ["ap_limbs", "-1", "from 0 to 1000"],
        ["dodge", "1001", "from 0 to 1000"],
        ["parry", "-1", "from 0 to 1000"],
        ["deflect", "1001", "from 0 to 1000"],
        ["acrobatics", "-1", "from 0 to 1000"],
        ["endurance", "-1", "from 0 to 1000"],
        ["magic_resistance", "-1", "from 0 to 1000"],
        ["half_move", "0", "from 1 to 5000"],
        ["reactions", "101", "from 0 to 100"],
        ["attack_mod", "1001", "from -1000 to 1000"],
        ["extended_task", "1001", "from 0 to 1000"],
    ]);
}

#[test] // PER-2-1, PER-2-2, PER-7-1, PER-12.6-2, PER-12.13-1, PER-13.2-10, PER-13.5-3
fn flags_of_a_stat_block_are_true_or_false() {
    for key in [
        "braced",
        "immobile",
        "free_hand",
        "surprised",
        "prone",
        "cover",
        "flies",
    ] {
        let message = format!("`{key}` must be `true` or `false`, not a whole number");
        let marked = format!("{key} = «1»");
        assert_flaws(with, &[[&marked, "scenario::type", &message, ""]]);
    }
}

#[test] // PER-7-1, PER-11-4, PER-13.5-5, PER-13.5-8
#[rustfmt::skip]
fn names_of_a_stat_block_are_looked_up() {
    assert_flaws(with, &[
        ["carries = [«'swrod'»]", "persona::unknown-weapon", "there is no weapon named `swrod`", "did you mean `sword`?"],
        ["carries = ['sword']\nstowed = [«'knife'»]", "persona::unknown-weapon", "there is no weapon named `knife`", "there is `sword`"],
        ["carries = ['gun', 'axe', 'axe', 'axe', «'axe'»]", "persona::carries-too-much", "more than 4 weapons carried", ""],
        ["talents = [«'swift'»]", "scenario::word", "`talents` cannot be `swift`", "did you mean `swift-attack`?"],
        ["flies = true\naltitude = «'hihg'»", "scenario::word", "`altitude` cannot be `hihg`", "did you mean `high`?"],
        ["altitude = «'low'»", "persona::no-flight", "`a` does not fly", ""],
        ["flight_ends = «2»", "persona::no-flight", "`a` does not fly", ""],
        ["policy = «'dodge'»", "policy::unknown-policy", "there is no policy named `dodge`", "did you mean `dodges`?"],
    ]);
}

#[test]
fn an_unknown_action_is_answered_by_a_list_of_actions() {
    let setup = |line: &str| with("").with(&format!("[policies.x]\n{line}"));
    let message = "there is no action named `fireball`";
    let help = "there are `attack`, `aim`, `aim-long`, `semi-burst`, `full-burst`, `called-shot`, `cautious`, `charge`, \
                `disarm`, `feint`, `swift-attack`, `lightning-attack`, `grapple`, `guard`, `heavy-attack`, `knock-down`, \
                `maneuver`, `two-weapons`, `overwatch`, `suppress`, `stun`, `take-down`, `move`, `move-away` and 16 more";
    assert_flaws(
        setup,
        &[[
            "act = ['«fireball»']",
            "policy::unknown-action",
            message,
            help,
        ]],
    );
}

#[test] // PER-11-4
fn a_weakness_to_damage_that_nobody_does_is_a_fault() {
    let silver = "[weapons.silver]\ndamage = '1d10'\ntype = 'holy'";
    let setup = |stats: &str| with(stats).with(silver);
    let message = "there is no type of damage named `holly`";
    assert_flaws(
        setup,
        &[[
            "weak_to = [«'holly'»]",
            "persona::unknown-type",
            message,
            "did you mean `holy`?",
        ]],
    );
}

#[test] // PER-6-1, PER-7-7, PER-12.30-2
#[rustfmt::skip]
fn fields_of_the_field_are_checked() {
    assert_flaws(on, &[
        ["crash_low = «'1d10-5'»", "persona::fall", "`crash_low` is 1d10-5, which can be below 0", ""],
        ["crash_high = «'-1d10'»", "persona::fall", "`crash_high` is -1d10, which can be below 0", ""],
        ["ledge = «'1d4-2'»", "persona::fall", "`ledge` is 1d4-2, which can be below 0", ""],
        ["obstacle_at = [4, «4»]", "scenario::duplicate", "`obstacle_at` has 4 twice", ""],
        ["obstacle_at = [«40000»]", "scenario::range", "`obstacle_at` must be from -30000 to 30000 units", ""],
        ["ledge_at = [1, «'edge'»]", "scenario::type", "`ledge_at` must be a number, not a text", "write a number from -30000 to 30000"],
        ["range_mods = { close = «2000» }", "scenario::range", "`close` must be from -1000 to 1000, not 2000", ""],
    ]);
}

#[test] // PER-4-16, PER-8-1, PER-12.3-3, PER-13.5-1, PER-13.5-2
#[rustfmt::skip]
fn weapons_are_checked() {
    assert_flaws(weapon, &[
        ["damage = «'9d6'»", "persona::dice", "`damage` of `new` is 9d6", ""],
        ["damage = «'-1d6'»", "persona::dice", "`damage` of `new` is -1d6", ""],
        ["damage = '1'\nrange = «7777»", "persona::range", "`range` has no effect on `new`", ""],
        ["damage = '1'\nclip = «77»", "persona::no-use", "`clip` has no effect on `new`", ""],
        ["kind = 'ranged'\nrange = 5\ndamage = '1'\nreach = «99»", "persona::no-use", "`reach` has no effect on `new`", ""],
        ["damage = '1'\nkind = «'rnaged'»", "scenario::word", "`kind` cannot be `rnaged`", "did you mean `ranged`?"],
        ["damage = '1'\nhands = «3»", "scenario::range", "`hands` must be from 1 to 2, not 3", ""],
        ["damage = '1'\npen = «-1»", "scenario::range", "`pen` must be from 0 to 1000, not -1", ""],
        ["damage = '1'\nfury_from = «0»", "scenario::range", "`fury_from` must be from 1 to 1000, not 0", ""],
        ["damage = '1'\ntest = «'int'»", "scenario::word", "`test` cannot be `int`", "there are `ws`, `bs`, `s`, `t`, `ag` and `wp`"],
        ["damage = '1'\nailment = { effect = «'stuned'» }", "scenario::word", "`effect` cannot be `stuned`", "did you mean `stunned`?"],
    ]);
    assert_ranges(|line| weapon(&format!("kind = 'ranged'\nrange = 5\ndamage = '1'\n{line}")), &[
        ["semi", "21", "from 0 to 20"],
        ["full", "-1", "from 0 to 20"],
        ["jam_from", "1", "from 2 to 101"],
        ["clip", "0", "from 1 to 200"],
    ]);
}

#[test] // PER-13.7-1
fn places_are_counted() {
    let setup = |stats: &str| fighters("a", stats).against("b", "");
    let message = "1 place for 2 fighters";
    assert_flaws(
        setup,
        &[["count = 2\nat = «[1]»", "persona::places", message, ""]].map(|row: [&str; 4]| row),
    );
}

#[test] // PER-4-20, PER-7-7, PER-8-1, PER-13.5-5
#[rustfmt::skip]
fn what_is_said_twice_or_of_no_use_is_told() {
    let no_use = "persona::no-use";
    assert_flaws(with, &[
        ["carries = ['sword']\nstowed = ['sword', «'sword'»]", "scenario::duplicate", "`stowed` has `sword` twice", ""],
        ["lethal_buffer = «3»", no_use, "`lethal_buffer` has no effect on combatant `a`", ""],
        ["fate = 1\nlethal_buffer = «3»", no_use, "`lethal_buffer` has no effect on combatant `a`", ""],
    ]);
    let buffer = |stats: &str| with(stats).option("lethal = 'buffer'");
    assert_flaws(buffer, &[["lethal_buffer = «3»", no_use, "`lethal_buffer` has no effect on combatant `a`", ""]]);
    assert_eq!(buffer("fate = 1\nlethal_buffer = 3").faults(), "");
    assert_flaws(weapon, &[
        ["damage = '1'\nailment = { effect = 'prone', turns = «3» }", no_use, "`turns` has no effect on ailment", ""],
    ]);
    assert_eq!(weapon("damage = '1'\nailment = { effect = 'stunned', turns = 3 }").faults(), "");
    let help = "raise `round_cap` in `[run]`, or remove this";
    assert_flaws(with, &[
        ["flies = true\nflight_ends = «101»", "scenario::range", "no fight lasts until round 101", help],
    ]);
}
