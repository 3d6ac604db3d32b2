//! Stat blocks that are wrong, and what their writer is told.

use super::super::faulty::assert_fault;
use super::super::trial::{Setup, fighters};

fn knight(stats: &str) -> Setup {
    fighters("knight", stats).against("goblin", "")
}

/// The lines of one field with its faulty part in guillemets, and what is said of it.
fn refused(marked: &str, code: &str, message: &str, help: Option<&str>) {
    let stats = marked.replace(['«', '»'], "");
    assert_fault(&knight(&stats), marked, code, message, help);
}

#[test] // BRP-X-10, BRP-X-1
fn numbers_out_of_their_range() {
    for (marked, message) in [
        (
            "hit_points = «-5»",
            "`hit_points` is from 1 to 10000, not -5",
        ),
        ("hit_points = «0»", "`hit_points` is from 1 to 10000, not 0"),
        ("dex = «-1»", "`dex` is from 0 to 1000, not -1"),
        ("dodge = «-1»", "`dodge` is from 0 to 1000, not -1"),
        ("dodge = «1001»", "`dodge` is from 0 to 1000, not 1001"),
        ("brawl = «-1»", "`brawl` is from 0 to 1000, not -1"),
        ("throw = «-1»", "`throw` is from 0 to 1000, not -1"),
        ("first_aid = «-1»", "`first_aid` is from 0 to 1000, not -1"),
        (
            "shield_skill = «-1»",
            "`shield_skill` is from 0 to 1000, not -1",
        ),
        (
            "natural_ap = «-1»",
            "`natural_ap` is from 0 to 10000, not -1",
        ),
        (
            "fixed_cover_ap = «-1»",
            "`fixed_cover_ap` is from 0 to 10000, not -1",
        ),
        ("siz = «0»", "`siz` is from 1 to 1000, not 0"),
        (
            "skills = { dagger = «-1» }",
            "the skill of `dagger` is from 0 to 1000 percent",
        ),
        (
            "parry_skill = { long-bow = «1001» }",
            "the parry of `long-bow` is from 0 to 1000 percent",
        ),
        (
            "ammo = { pistol = «-1» }",
            "the ammunition of `pistol` is from 0 to 60000 pieces",
        ),
        ("armour = { ap = «-1» }", "`ap` is from 0 to 10000, not -1"),
    ] {
        refused(marked, "scenario::range", message, None);
    }
}

#[test] // BRP-X-3
fn a_rating_written_with_its_percent_sign() {
    let message = "the skill of `broad-sword` is a number, not a text";
    let marked = "skills = { broad-sword = «\"60%\"» }";
    refused(marked, "scenario::type", message, Some("write 60"));
    let message = "`dodge` is a whole number, not a text";
    refused(
        "dodge = «\"60%\"»",
        "scenario::type",
        message,
        Some("write 60"),
    );
    let message = "the skill of `broad-sword` goes in steps of 1 percent";
    refused(
        "skills = { broad-sword = «0.6» }",
        "scenario::step",
        message,
        None,
    );
}

#[test] // BRP-X-10
fn things_of_another_kind() {
    for (marked, message) in [
        ("skills = «60»", "`skills` is a table, not a whole number"),
        ("carries = «\"dagger\"»", "`carries` is a list, not a text"),
        (
            "carries = [«3»]",
            "an entry of `carries` is a text, not a whole number",
        ),
        (
            "unaware_of = «true»",
            "`unaware_of` is a list, not a truth value",
        ),
        ("policy = «3»", "`policy` is a text, not a whole number"),
        (
            "armour = «3»",
            "`armour` is a name, a list of names or a table, not a whole number",
        ),
        (
            "armour = [«3»]",
            "an entry of `armour` is a text, not a whole number",
        ),
        (
            "db = «true»",
            "`db` is dice like `2d6+2` or a whole number, not a truth value",
        ),
    ] {
        refused(marked, "scenario::type", message, None);
    }
}

#[test] // BRP-X-2, BRP-5.9-2
fn a_damage_bonus_that_no_hand_can_roll() {
    let help = Some("write dice as `2d6+1`, `d8`, `-1d4` or a whole number");
    for (marked, message) in [
        ("db = «\"0d6\"»", "a throw has 1 to 100 dice, not 0"),
        ("db = «\"d\"»", "`d` is no dice expression"),
        (
            "db = «\"1d1000000\"»",
            "a die has 2 to 1000 sides, not 1000000",
        ),
        ("db = «\"\"»", "`` is no dice expression"),
        ("db = «\"half\"»", "`half` is no dice expression"),
    ] {
        refused(marked, "scenario::dice", message, help);
    }
}

#[test] // BRP-X-10, BRP-5.9-1
fn names_that_no_table_has() {
    for (marked, code, message, near) in [
        (
            "carries = [«\"brodsword\"»]",
            "weapon",
            "weapon",
            "broad-sword",
        ),
        (
            "carries = [«\"roundshield\"»]",
            "weapon",
            "weapon",
            "round-shield",
        ),
        ("armour = «\"chian\"»", "armour", "armour", "chain"),
        (
            "armour = [\"chain\", «\"hevy-helmet\"»]",
            "armour",
            "armour",
            "heavy-helmet",
        ),
        (
            "skills = { «Swrod» = 50 }",
            "weapon",
            "weapon or specialty",
            "Sword",
        ),
        (
            "skill_factor = { «dager» = 0.5 }",
            "weapon",
            "weapon or shield",
            "dagger",
        ),
        (
            "skill_factor = { «kite-sheild» = 0.5 }",
            "weapon",
            "weapon or shield",
            "kite-shield",
        ),
        (
            "parry_skill = { «long-bwo» = 5 }",
            "weapon",
            "weapon",
            "long-bow",
        ),
        ("ammo = { «pistle» = 5 }", "weapon", "weapon", "pistol"),
    ] {
        let name = marked.split(['«', '»']).nth(1).expect("a marked name");
        let message = format!("no {message} called `{}`", name.trim_matches('"'));
        let help = format!("did you mean `{near}`?");
        refused(
            marked,
            &format!("brp::unknown-{code}"),
            &message,
            Some(&help),
        );
    }
    let help = Some("one rating, `shield_skill`, serves all shields");
    let marked = "skills = { «kite-shield» = 50 }";
    refused(
        marked,
        "brp::shield-skill",
        "`kite-shield` is a shield",
        help,
    );
}

#[test] // BRP-X-10
fn a_key_that_no_stat_block_has() {
    let message = "combatant `knight` has no field `weapon_skill`";
    let all = "there are `dex`, `str`, `con`, `siz`, `hit_points`, `db`, `dodge`, `armour`, `natural_ap`, \
        `fixed_cover_ap`, `brawl`, `throw`, `first_aid`, `shield_skill`, `carries`, `skills`, `skill_factor`, \
        `parry_skill`, `ammo`, `unaware_of` and `policy`";
    refused(
        "«weapon_skill» = 3",
        "scenario::unknown-key",
        message,
        Some(all),
    );
    let message = "combatant `knight` has no field `armor`";
    let help = Some("did you mean `armour`?");
    refused(
        "«armor» = \"chain\"",
        "scenario::unknown-key",
        message,
        help,
    );
    let message = "armour has no field `app`";
    let marked = "armour = { ap = 3, «app» = 2 }";
    let shown = knight(&marked.replace(['«', '»'], "")).faults();
    assert!(shown.contains(message), "{shown}");
}

#[test] // BRP-5.10-2
fn two_body_armours_or_two_helmets() {
    let help = Some("keep one of them");
    let message = "`quilted` on top of another body armour";
    let marked = "armour = [\"chain\", «\"quilted\"»]";
    refused(marked, "brp::armour-twice", message, help);
    let message = "`light-helmet` on top of another helmet";
    let marked = "armour = [\"heavy-helmet\", «\"light-helmet\"»]";
    refused(marked, "brp::armour-twice", message, help);
}

#[test] // BRP-X-1, BRP-X-2, BRP-X-3
fn the_same_thing_said_twice() {
    let help = Some("keep one of them");
    for (marked, message) in [
        (
            "hit_points = 13\ncon = «3»",
            "`hit_points` and `con` say the same thing twice",
        ),
        (
            "db = \"1d4\"\nsiz = 13\nstr = «12»",
            "`db` and `str` say the same thing twice",
        ),
        (
            "skills = { brawl = 30 }\nbrawl = «50»",
            "`skills.brawl` and `brawl` say the same thing twice",
        ),
    ] {
        refused(marked, "brp::given-twice", message, help);
    }
}

#[test] // BRP-X-1, BRP-X-2, BRP-X-10
fn things_that_are_missing() {
    let without =
        |line: &str| knight("policy = \"parry\"").with(&format!("[combatants.wolf]\n{line}"));
    let help = Some("add `dex = …`");
    let message = "combatant `wolf` has no `dex`";
    let code = "scenario::missing-key";
    assert_fault(
        &without("hit_points = 9"),
        "«[combatants.wolf]»",
        code,
        message,
        help,
    );
    let help = Some("give `hit_points`, or `con` and `siz`");
    for line in ["dex = 9", "dex = 9\ncon = 9", "dex = 9\nsiz = 9"] {
        let message = "combatant `wolf` has no hit points";
        assert_fault(&without(line), "«[combatants.wolf]»", code, message, help);
    }
    let help = Some("give `siz` as well, or `db`");
    let setup = without("dex = 9\nhit_points = 9\nstr = 12");
    let message = "combatant `wolf` has `str` without `siz`";
    assert_fault(&setup, "str = «12»", code, message, help);
}

#[test] // BRP-X-2
fn strength_beyond_the_table() {
    let message = "STR and SIZ of 57 together are beyond the damage bonus table";
    let help = Some("write the dice yourself, as in `db = \"3d6\"`");
    refused("siz = 40\nstr = «17»", "brp::damage-bonus", message, help);
}

#[test] // BRP-X-10
fn too_much_to_carry() {
    let things = ["\"dagger\""; 7].join(", ");
    assert_eq!(knight(&format!("carries = [{things}]")).faults(), "");
    assert_eq!(
        knight(&format!("carries = [{things}, \"brawl\"]")).faults(),
        ""
    );
    let message = "more than 7 things carried";
    let marked = format!("carries = [{things}, «\"knife\"»]");
    refused(&marked, "brp::carries-too-much", message, None);
}

#[test] // BRP-5.9-9
fn ammunition_for_a_sword() {
    let message = "`broad-sword` is neither shot nor thrown";
    refused("ammo = { broad-sword = «3» }", "brp::ammo", message, None);
    assert_eq!(knight("ammo = { dagger = 3, long-bow = 9 }").faults(), "");
}

#[test] // BRP-5.6-1, BRP-5.5-3
fn a_parry_skill_is_for_missile_weapons_and_a_factor_is_a_half() {
    let message = "`dagger` parries with its own skill";
    let help = Some("give the weapon's rating in `skills`");
    refused(
        "parry_skill = { dagger = «30» }",
        "brp::parry-skill",
        message,
        help,
    );
    for factor in ["0.7", "2", "0", "\"half\""] {
        let message = "the skill factor of `dagger` is 0.5 or 1";
        let marked = format!("skill_factor = {{ dagger = «{factor}» }}");
        refused(&marked, "brp::skill-factor", message, None);
    }
    assert_eq!(
        knight("skill_factor = { dagger = 0.5, knife = 1 }").faults(),
        ""
    );
}
