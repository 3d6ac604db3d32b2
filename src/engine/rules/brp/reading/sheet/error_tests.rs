//! Tests of the error messages for wrong stat blocks.

use crate::rules::brp::testing::{Setup, fighters};
use crate::rules::testing::{assert_flaws, assert_ranges};

fn knight(stats: &str) -> Setup {
    fighters("knight", stats).against("goblin", "")
}

/// Returns a sound fight with further tables, such as the stat block of a wolf that takes no part.
fn wolf(lines: &str) -> Setup {
    knight("policy = \"parry\"").with(lines)
}

#[test] // BRP-X-10, BRP-X-1
#[rustfmt::skip]
fn numbers_out_of_their_range() {
    assert_ranges(knight, &[
        ["hit_points", "-5", "from 1 to 10000"],
        ["hit_points", "0", "from 1 to 10000"],
        ["dex", "-1", "from 0 to 1000"],
        ["dodge", "-1", "from 0 to 1000"],
        ["dodge", "1001", "from 0 to 1000"],
        ["brawl", "-1", "from 0 to 1000"],
        ["throw", "-1", "from 0 to 1000"],
        ["first_aid", "-1", "from 0 to 1000"],
        ["shield_skill", "-1", "from 0 to 1000"],
        ["natural_ap", "-1", "from 0 to 10000"],
        ["fixed_cover_ap", "-1", "from 0 to 10000"],
        ["siz", "0", "from 1 to 1000"],
    ]);
    let code = "scenario::range";
    assert_flaws(knight, &[
        ["skills = { dagger = «-1» }", code, "the skill of `dagger` must be from 0 to 1000 percent", ""],
        ["parry_skill = { long-bow = «1001» }", code, "the parry of `long-bow` must be from 0 to 1000 percent", ""],
        ["ammo = { pistol = «-1» }\ncarries = ['pistol']", code, "the ammunition of `pistol` must be from 0 to 60000 pieces", ""],
        ["armour = { ap = «-1» }", code, "`ap` must be from 0 to 10000, not -1", ""],
    ]);
}

#[test] // BRP-X-3
#[rustfmt::skip]
fn a_rating_written_with_its_percent_sign() {
    let code = "scenario::type";
    assert_flaws(knight, &[
        ["skills = { broad-sword = «'60%'» }", code, "the skill of `broad-sword` must be a number, not a text", "write 60"],
        ["dodge = «'60%'»", code, "`dodge` must be a whole number, not a text", "write 60"],
        ["skills = { broad-sword = «0.6» }", "scenario::step", "the skill of `broad-sword` must be a multiple of 1 percent", ""],
    ]);
}

#[test] // BRP-X-10
#[rustfmt::skip]
fn things_of_another_kind() {
    let code = "scenario::type";
    assert_flaws(knight, &[
        ["skills = «60»", code, "`skills` must be a table, not a whole number", ""],
        ["carries = «'dagger'»", code, "`carries` must be a list, not a text", "write `[\"dagger\"]`"],
        ["carries = [«3»]", code, "an entry of `carries` must be a text, not a whole number", ""],
        ["unaware_of = «true»", code, "`unaware_of` must be a list, not a truth value", ""],
        ["policy = «3»", code, "`policy` must be a text, not a whole number", ""],
        ["armour = «3»", code, "`armour` must be a name, a list of names or a table, not a whole number", ""],
        ["armour = [«3»]", code, "an entry of `armour` must be a text, not a whole number", ""],
        ["db = «true»", code, "`db` must be dice such as `2d6+2` or a whole number, not a truth value", ""],
    ]);
}

#[test] // BRP-X-2, BRP-5.9-2
#[rustfmt::skip]
fn a_damage_bonus_that_no_hand_can_roll() {
    let (code, help) = ("scenario::dice", "write dice as `2d6+1`, `d8`, `-1d4` or a whole number, or `none`");
    assert_flaws(knight, &[
        ["db = «'0d6'»", code, "a throw has 1 to 100 dice, not 0", help],
        ["db = «'d'»", code, "`d` is not a dice expression", help],
        ["db = «'1d1000000'»", code, "a die has 2 to 1000 sides, not 1000000", help],
        ["db = «''»", code, "`` is not a dice expression", help],
        ["db = «'half'»", code, "`half` is not a dice expression", help],
    ]);
}

#[test] // BRP-X-10, BRP-5.9-1
#[rustfmt::skip]
fn names_that_no_table_has() {
    let (weapon, armour) = ("brp::unknown-weapon", "brp::unknown-armour");
    assert_flaws(knight, &[
        ["carries = [«'brodsword'»]", weapon, "there is no weapon named `brodsword`", "did you mean `broad-sword`?"],
        ["carries = [«'roundshield'»]", weapon, "there is no weapon named `roundshield`", "did you mean `round-shield`?"],
        ["armour = «'chian'»", armour, "there is no armour named `chian`", "did you mean `chain`?"],
        ["armour = ['chain', «'hevy-helmet'»]", armour, "there is no armour named `hevy-helmet`", "did you mean `heavy-helmet`?"],
        ["skills = { «Swrod» = 50 }", weapon, "there is no weapon or specialty named `Swrod`", "did you mean `Sword`?"],
        ["skill_factor = { «dager» = 0.5 }", weapon, "there is no weapon or shield named `dager`", "did you mean `dagger`?"],
        ["skill_factor = { «kite-sheild» = 0.5 }", weapon, "there is no weapon or shield named `kite-sheild`", "did you mean `kite-shield`?"],
        ["parry_skill = { «long-bwo» = 5 }", weapon, "there is no weapon named `long-bwo`", "did you mean `long-bow`?"],
        ["ammo = { «pistle» = 5 }", weapon, "there is no weapon named `pistle`", "did you mean `pistol`?"],
        ["skills = { «dodge» = 40 }", weapon, "there is no weapon or specialty named `dodge`", "move `dodge = …` out of `skills`"],
        ["skills = { «kite-shield» = 50 }", "brp::shield-skill", "`kite-shield` is a shield", "set `shield_skill`, the rating for all shields"],
    ]);
}

#[test] // BRP-X-10
#[rustfmt::skip]
fn a_key_that_no_stat_block_has() {
    let code = "scenario::unknown-key";
    assert_flaws(knight, &[
        ["«weapon_skill» = 3", code, "combatant `knight` has no key `weapon_skill`", "there are `dex`, `str`, `con`, `siz`, \
            `hit_points`, `start_hit_points`, `start_injuries`, `db`, `dodge`, `armour`, `natural_ap`, `fixed_cover_ap`, `brawl`, `throw`, `first_aid`, `shield_skill`, \
            `carries`, `skills`, `skill_factor`, `parry_skill`, `ammo`, `unaware_of`, `policy` and `like`"],
        ["«armor» = 'chain'", code, "combatant `knight` has no key `armor`", "did you mean `armour`?"],
    ]);
    let shown = knight("armour = { ap = 3, app = 2 }").faults();
    assert!(shown.contains("armour has no key `app`"), "{shown}");
}

#[test] // BRP-5.10-2
#[rustfmt::skip]
fn two_body_armours_or_two_helmets() {
    let (code, help) = ("brp::armour-twice", "remove one of them");
    assert_flaws(knight, &[
        ["armour = ['chain', «'quilted'»]", code, "`quilted` is a second body armour", help],
        ["armour = ['heavy-helmet', «'light-helmet'»]", code, "`light-helmet` is a second helmet", help],
    ]);
}

#[test] // BRP-X-1, BRP-X-2, BRP-X-3
#[rustfmt::skip]
fn the_same_thing_said_twice() {
    let (code, help) = ("brp::given-twice", "remove one of them");
    assert_flaws(knight, &[
        ["hit_points = 13\ncon = «3»", code, "`hit_points` and `con` set the same thing", help],
        ["db = '1d4'\nsiz = 13\nstr = «12»", code, "`db` and `str` set the same thing", help],
        ["skills = { brawl = 30 }\nbrawl = «50»", code, "`skills.brawl` and `brawl` set the same thing", help],
    ]);
}

#[test] // BRP-X-1, BRP-X-2, BRP-X-10
#[rustfmt::skip]
fn things_that_are_missing() {
    let code = "scenario::missing-key";
    let (points, either) = ("combatant `wolf` has no hit points", "add `hit_points`, or `con` and `siz`");
    assert_flaws(wolf, &[
        ["«[combatants.wolf]»\nhit_points = 9", code, "combatant `wolf` has no `dex`", "add `dex = …`"],
        ["«[combatants.wolf]»\ndex = 9", code, points, either],
        ["«[combatants.wolf]»\ndex = 9\ncon = 9", code, points, either],
        ["«[combatants.wolf]»\ndex = 9\nsiz = 9", code, points, either],
        [
            "[combatants.wolf]\ndex = 9\nhit_points = 9\nstr = «12»",
            code, "combatant `wolf` has `str` without `siz`", "give `siz` as well, or `db`",
        ],
    ]);
}

#[test] // BRP-X-2
fn strength_beyond_the_damage_table_is_a_fault() {
    let message = "the damage bonus table has no row for a sum of STR and SIZ of 57";
    let help = "write the dice yourself, as in `db = \"3d6\"`";
    let flaw = ["siz = 40\nstr = «17»", "brp::damage-bonus", message, help];
    assert_flaws(knight, &[flaw]);
}

#[test] // BRP-X-10
fn too_many_items_are_a_fault() {
    let things = ["\"dagger\""; 7].join(", ");
    let carries = |more: &str| format!("carries = [{things}{more}]");
    assert_eq!(knight(&carries("")).faults(), "");
    assert_eq!(knight(&carries(", \"brawl\"")).faults(), "");
    let message = "more than 7 items are carried";
    let marked = carries(", «\"knife\"»");
    assert_flaws(knight, &[[&marked, "brp::carries-too-much", message, ""]]);
}

#[test] // BRP-5.9-9
#[rustfmt::skip]
fn ammunition_for_a_sword() {
    assert_flaws(knight, &[
        ["ammo = { broad-sword = «3» }", "brp::ammo", "`broad-sword` cannot be shot or thrown", ""],
    ]);
    assert_flaws(knight, &[
        ["ammo = { dagger = 3, long-bow = «9» }\ncarries = ['dagger']", "brp::ammo", "`long-bow` has ammunition, but is not carried", ""],
    ]);
    let carried = "carries = ['dagger', 'long-bow']";
    assert_eq!(knight(&format!("ammo = {{ dagger = 3, long-bow = 9 }}\n{carried}")).faults(), "");
    assert_eq!(knight("ammo = { thrown-dagger = 3 }\ncarries = ['dagger']").faults(), "");
    // The ammunition for an item that the knight does not carry is no fault here, because the squire inherits
    // from the knight and carries the item.
    let squire = "[combatants.squire]\nlike = 'knight'\ncarries = ['long-bow']";
    assert_eq!(knight("ammo = { long-bow = 9 }").with(squire).faults(), "");
}

#[test] // BRP-5.6-1, BRP-5.5-3
#[rustfmt::skip]
fn a_parry_skill_is_for_missile_weapons_and_a_factor_is_a_half() {
    let (code, message) = ("brp::skill-factor", "the skill factor of `dagger` must be 0.5 or 1");
    let (own, help) = ("`dagger` parries with its own skill", "set the rating of the weapon in `skills`");
    assert_flaws(knight, &[
        ["parry_skill = { dagger = «30» }", "brp::parry-skill", own, help],
        ["skill_factor = { dagger = «0.7» }", code, message, ""],
        ["skill_factor = { dagger = «2» }", code, message, ""],
        ["skill_factor = { dagger = «0» }", code, message, ""],
        ["skill_factor = { dagger = «'half'» }", code, message, ""],
    ]);
    assert_eq!(knight("skill_factor = { dagger = 0.5, knife = 1 }").faults(), "");
}
