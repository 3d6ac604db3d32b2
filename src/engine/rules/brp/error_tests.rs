//! Tests of the error messages for names and numbers that can be checked only in a whole scenario.

use super::testing::{Setup, fighters};
use crate::rules::testing::assert_flaws;

fn fight(stats: &str) -> Setup {
    fighters("knight", stats).against("goblin", "")
}

#[test] // BRP-X-10
#[rustfmt::skip]
fn policies_and_enemies_that_nobody_knows() {
    let unknown = "scenario::unknown-combatant";
    assert_flaws(fight, &[
        ["policy = «'pary'»", "policy::unknown-policy", "there is no policy named `pary`", "did you mean `parry`?"],
        ["unaware_of = ['goblin', «'golbin'»]", unknown, "there is no combatant or side named `golbin`", "did you mean `goblin`?"],
    ]);
}

#[test] // BRP-5.6-3
#[rustfmt::skip]
fn nobody_is_unaware_of_those_beside() {
    let (code, twice) = ("scenario::no-enemy", "scenario::duplicate");
    assert_flaws(fight, &[
        ["unaware_of = [«'knight'»]", code, "`knight` is not an enemy of `knight`", ""],
        ["unaware_of = ['goblin', «'side 1'»]", code, "`side 1` is not an enemy of `knight`", ""],
        ["unaware_of = ['goblin', «'goblin'»]", twice, "`unaware_of` has `goblin` twice", ""],
    ]);
    let policy = |line: &str| fight("policy = 'x'").with(&format!("[policies.x]\n{line}"));
    assert_flaws(policy, &[
        ["act = ['attack at goblin', 'attack at «knight»']", code, "`knight` is not an enemy of `knight`", ""],
    ]);
    let mirror = fighters("knight", "policy = 'x'").with("[policies.x]\nact = ['attack knight']");
    assert!(!mirror.against("knight", "").faults().contains(code));
    let mirror = fighters("knight", "unaware_of = ['knight']").against("knight", "");
    assert!(!mirror.faults().contains(code));
}

#[test] // BRP-X-7, BRP-X-8
#[rustfmt::skip]
fn unknown_words_in_policies_are_faults() {
    let policy = |line: &str| fight("").with(&format!("[policies.x]\n{line}"));
    assert_flaws(policy, &[
        ["act = ['«atack» nearest']", "policy::unknown-action", "there is no action named `atack`", "did you mean `attack`?"],
        [
            "react = ['dodge if attack.weapon(«great-ax»)']",
            "policy::unknown-item", "there is nothing named `great-ax`", "did you mean `great-axe`?",
        ],
        ["react = ['dodge if «self.hpp» > 3']", "policy::unknown-fact", "there is no fact named `self.hpp`", "did you mean `self.hp`?"],
        ["move = ['withdraw by «-5»']", "policy::range", "this number must be 0 or more, not -5", ""],
        ["«reakt» = ['dodge']", "scenario::unknown-key", "policy `x` has no key `reakt`", "did you mean `react`?"],
    ]);
    for (line, wrong, near) in [
        ("act = ['attack neerest']", "neerest", "nearest"),
        ("act = ['attack with brod-sword']", "brod-sword", "broad-sword"),
    ] {
        let shown = policy(line).faults();
        assert!(shown.contains(&format!("`{wrong}`")), "{shown}");
        assert!(shown.contains(&format!("did you mean `{near}`?")), "{shown}");
    }
}

#[test] // BRP-5.10-2, BRP-5.11-2, BRP-5.9-5
#[rustfmt::skip]
fn options_that_the_book_does_not_have() {
    let (word, range) = ("scenario::word", "scenario::range");
    assert_flaws(|line| fight("").option(line), &[
        ["«helmets» = 'add'", "scenario::unknown-key", "`options` has no key `helmets`", "did you mean `helmet`?"],
        ["helmet = «'ad'»", word, "`helmet` cannot be `ad`", "did you mean `add`?"],
        ["riot_gear = «'both'»", word, "`riot_gear` cannot be `both`", "there are `melee_missile` and `low_high`"],
        ["shield_missile = «'gradd'»", word, "`shield_missile` cannot be `gradd`", "did you mean `graded`?"],
        ["fire_into_melee = «-20»", range, "`fire_into_melee` must be from 0 to 100, not -20", ""],
        ["parry_limit = «'nnoe'»", word, "`parry_limit` cannot be `nnoe`", "did you mean `none`?"],
        [
            "parry_limit = «'infinite'»",
            word, "`parry_limit` cannot be `infinite`", "none: any number; a number from 0 to 100: that many, dodges not counted",
        ],
        ["helmet = «3»", "scenario::type", "`helmet` must be a text, not a whole number", "there are `add` and `ignore`"],
        ["unconscious_at = «1»", range, "`unconscious_at` must be 2 or 0, not 1", "2: at 2 or 1; 0: never: they fight on down to 1"],
    ]);
}

#[test] // BRP-5.12-2, BRP-5.14-4
#[rustfmt::skip]
fn who_starts_hurt_can_still_fight() {
    let code = "brp::start-injuries";
    assert_flaws(fight, &[
        ["hit_points = 9\nstart_hit_points = «10»", "scenario::range", "`start_hit_points` must be from 1 to 9, not 10", ""],
        ["hit_points = 9\nstart_hit_points = «2»", code, "`knight` starts with 2 hit points", "raise the hit points, or remove the fighter"],
        ["hit_points = 9\nstart_injuries = «[4, 5]»", code, "the injuries add up to 9 hit points, but only 8 are lost", "injuries can add up to at most `hit_points` minus `start_hit_points`"],
        ["hit_points = 9\nstart_hit_points = 7\nstart_injuries = «[3]»", code, "the injuries add up to 3 hit points, but only 2 are lost", "injuries can add up to at most `hit_points` minus `start_hit_points`"],
        ["hit_points = 9\nstart_injuries = [«0»]", "scenario::range", "an entry of `start_injuries` must be from 1 to 10000 hit points", ""],
    ]);
}

#[test] // BRP-X-6, BRP-X-10
#[rustfmt::skip]
fn a_field_and_places_in_whole_centimetres() {
    assert_flaws(|line| fight("").field(line), &[
        ["«mele_reach» = 3", "scenario::unknown-key", "`field` has no key `mele_reach`", "did you mean `melee_reach`?"],
        ["melee_reach = «-1»", "scenario::range", "`melee_reach` must be from 0 to 1000 metres", ""],
    ]);
    assert_flaws(fight, &[
        ["at = «1.005»", "scenario::step", "`at` must be a multiple of 0.01 metres", ""],
    ]);
}

#[test] // BRP-X-10
#[rustfmt::skip]
fn a_list_of_places_has_one_for_each() {
    assert_flaws(fight, &[
        ["count = 2\nat = «[0, 1, 2]»", "brp::places", "3 places for 2 fighters", ""],
        ["count = «1000»\nat = [0, 1, 2]", "scenario::range", "`count` must be from 1 to 64, not 1000", ""],
        ["count = 2\nat = «[0]»", "brp::places", "1 place for 2 fighters", ""],
    ]);
}

#[test] // BRP-X-10
#[rustfmt::skip]
fn more_than_sixty_four_fighters() {
    assert_flaws(fight, &[
        ["count = «70»", "scenario::range", "`count` must be from 1 to 64, not 70", ""],
    ]);
    let shown = fight("count = 40").and("wolf", "count = 25").faults();
    let message = "a fight has at most 64 fighters, not 66";
    assert!(shown.contains(message), "{shown}");
}

#[test] // BRP-X-10
fn all_faults_are_reported_together_also_in_unused_rows() {
    let shown = fight("dex = -1\ncarries = [\"brodsword\"]")
        .with("[combatants.wolf]\ndex = 9\nhit_points = 0")
        .with("[weapons.flail]\nlength = \"long\"\ndamage = \"d\"")
        .with("[policies.x]\nact = [\"atack\"]")
        .option("helmet = \"ad\"")
        .faults();
    for message in [
        "`dex` must be from 0 to 1000, not -1",
        "there is no weapon named `brodsword`",
        "`hit_points` must be from 1 to 10000, not 0",
        "`d` is not a dice expression",
        "there is no action named `atack`",
        "`helmet` cannot be `ad`",
    ] {
        assert!(shown.contains(message), "{message}:\n{shown}");
    }
    assert_eq!(shown.matches("trial.toml:").count(), 6, "{shown}");
}
