//! Names and numbers that only the whole scenario can judge, and what the writer of a wrong one is told.

use super::super::faulty::assert_fault;
use super::super::trial::{Setup, fighters};

fn fight(stats: &str) -> Setup {
    fighters("knight", stats).against("goblin", "")
}

#[test] // BRP-X-10
fn policies_and_enemies_that_nobody_knows() {
    let setup = fight("policy = \"pary\"");
    let (message, help) = ("no policy called `pary`", Some("did you mean `parry`?"));
    assert_fault(
        &setup,
        "policy = «\"pary\"»",
        "policy::unknown-policy",
        message,
        help,
    );
    let setup = fight("unaware_of = [\"goblin\", \"golbin\"]");
    let message = "no combatant or side called `golbin`";
    let help = Some("did you mean `goblin`?");
    let marked = "unaware_of = [\"goblin\", «\"golbin\"»]";
    assert_fault(&setup, marked, "scenario::unknown-combatant", message, help);
}

#[test] // BRP-X-7, BRP-X-8
fn words_that_no_policy_knows() {
    for (line, code, message, help) in [
        (
            "act = [\"«atack» nearest\"]",
            "policy::unknown-action",
            "no action is called `atack`",
            "did you mean `attack`?",
        ),
        (
            "react = [\"dodge if attack.weapon(«great-ax»)\"]",
            "policy::unknown-item",
            "nothing is called `great-ax`",
            "did you mean `great-axe`?",
        ),
        (
            "react = [\"dodge if «self.hpp» > 3\"]",
            "policy::unknown-fact",
            "no fact is called `self.hpp`",
            "did you mean `self.hp`?",
        ),
        (
            "«reakt» = [\"dodge\"]",
            "scenario::unknown-key",
            "policy `x` has no field `reakt`",
            "did you mean `react`?",
        ),
    ] {
        let setup = fight("").with(&format!("[policies.x]\n{}", line.replace(['«', '»'], "")));
        assert_fault(&setup, line, code, message, Some(help));
    }
    for (line, wrong, near) in [
        ("act = [\"attack neerest\"]", "neerest", "nearest"),
        (
            "act = [\"attack with brod-sword\"]",
            "brod-sword",
            "broad-sword",
        ),
    ] {
        let shown = fight("").with(&format!("[policies.x]\n{line}")).faults();
        assert!(shown.contains(&format!("`{wrong}`")), "{shown}");
        assert!(
            shown.contains(&format!("did you mean `{near}`?")),
            "{shown}"
        );
    }
}

#[test] // BRP-5.10-2, BRP-5.11-2, BRP-5.9-5
fn options_that_the_book_does_not_have() {
    let code = "scenario::unknown-key";
    let setup = fight("").option("helmets = \"add\"");
    let message = "`options` has no field `helmets`";
    let help = Some("did you mean `helmet`?");
    assert_fault(&setup, "«helmets» = \"add\"", code, message, help);
    for (marked, message, help) in [
        (
            "helmet = «\"ad\"»",
            "`helmet` cannot be `ad`",
            "did you mean `add`?",
        ),
        (
            "riot_gear = «\"both\"»",
            "`riot_gear` cannot be `both`",
            "there are `melee_missile` and `low_high`",
        ),
        (
            "shield_missile = «\"gradd\"»",
            "`shield_missile` cannot be `gradd`",
            "did you mean `graded`?",
        ),
    ] {
        let setup = fight("").option(&marked.replace(['«', '»'], ""));
        assert_fault(&setup, marked, "scenario::word", message, Some(help));
    }
    let setup = fight("").option("fire_into_melee = -20");
    let message = "`fire_into_melee` is from 0 to 100, not -20";
    assert_fault(
        &setup,
        "fire_into_melee = «-20»",
        "scenario::range",
        message,
        None,
    );
    let setup = fight("").option("unconscious_at = 1");
    let help = Some("2: at 2 or 1; 0: never: they fight on down to 1");
    let message = "`unconscious_at` is 2 or 0, not 1";
    assert_fault(
        &setup,
        "unconscious_at = «1»",
        "scenario::range",
        message,
        help,
    );
}

#[test] // BRP-X-6, BRP-X-10
fn a_field_and_places_in_whole_centimetres() {
    let setup = fight("").field("mele_reach = 3");
    let message = "`field` has no field `mele_reach`";
    let help = Some("did you mean `melee_reach`?");
    assert_fault(
        &setup,
        "«mele_reach» = 3",
        "scenario::unknown-key",
        message,
        help,
    );
    let setup = fight("").field("melee_reach = -1");
    let message = "`melee_reach` is from 0 to 1000 metres";
    assert_fault(
        &setup,
        "melee_reach = «-1»",
        "scenario::range",
        message,
        None,
    );
    let setup = fight("at = 1.005");
    let message = "`at` goes in steps of 0.01 metres";
    assert_fault(&setup, "at = «1.005»", "scenario::step", message, None);
}

#[test] // BRP-X-10
fn a_list_of_places_has_one_for_each() {
    for (places, count) in [("[0, 1, 2]", 3), ("[0]", 1)] {
        let setup = fight(&format!("count = 2\nat = {places}"));
        let plural = if count == 1 { "place" } else { "places" };
        let message = format!("{count} {plural} for 2 fighters");
        let marked = format!("at = «{places}»");
        assert_fault(&setup, &marked, "brp::places", &message, None);
    }
}

#[test] // BRP-X-10
fn more_than_sixty_four_fighters() {
    let setup = fight("count = 70");
    let message = "`count` is from 1 to 64, not 70";
    assert_fault(&setup, "count = «70»", "scenario::range", message, None);
    let shown = fight("count = 40").and("wolf", "count = 25").faults();
    let message = "a fight has at most 64 fighters, not 66";
    assert!(shown.contains(message), "{shown}");
}

#[test] // BRP-X-10
fn all_faults_are_told_at_once_and_used_or_not() {
    let shown = fight("dex = -1\ncarries = [\"brodsword\"]")
        .with("[combatants.wolf]\ndex = 9\nhit_points = 0")
        .with("[weapons.flail]\nlength = \"long\"\ndamage = \"d\"")
        .with("[policies.x]\nact = [\"atack\"]")
        .option("helmet = \"ad\"")
        .faults();
    for message in [
        "`dex` is from 0 to 1000, not -1",
        "no weapon called `brodsword`",
        "`hit_points` is from 1 to 10000, not 0",
        "`d` is no dice expression",
        "no action is called `atack`",
        "`helmet` cannot be `ad`",
    ] {
        assert!(shown.contains(message), "{message}:\n{shown}");
    }
    assert_eq!(shown.matches("trial.toml:").count(), 6, "{shown}");
}

#[test] // BRP-X-8
fn lines_that_the_book_lends_are_told_from_those_of_the_scenario() {
    let ready = fight("policy = \"calm\"")
        .with("[policies.calm]\nact = [\"wait if call\", \"do rest\"]\nlists.rest = [\"wait\"]\nlet.call = \"round > 1\"")
        .with("[policies.default]\nreact = [\"dodge\"]")
        .ready();
    let written = |combatant: usize| -> Vec<&str> {
        let lines = &ready.arena.cast.combatants[combatant].playbook.lines;
        let own = lines.iter().filter(|line| !line.lent);
        own.map(|line| line.text.as_str()).collect()
    };
    assert_eq!(written(0), ["wait if call", "do rest", "dodge", "wait"]);
    assert_eq!(written(1), ["dodge"]);
}
