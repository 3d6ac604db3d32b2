//! Tests of loading scenarios that are repeated for every book.

use std::path::Path;

use super::scenario;
use crate::fight::Stream;
use crate::frame::Match;
use crate::rules::{self, RulesetId};
use crate::scenario::{Faults, Overrides, Scenario};

/// Returns the faults of a book's starter scenario after `change` has changed its text, rendered as messages.
/// There must be at least one fault.
fn told(id: RulesetId, change: impl Fn(&str) -> String) -> String {
    let faults = match scenario(&change(id.book().starter)) {
        Ok((scenario, faults)) => {
            assert!(
                rules::load::compile(id.book(), &scenario, &faults).is_none(),
                "{id:?}"
            );
            faults
        }
        Err(faults) => faults,
    };
    faults.render(false, 200)
}

/// Returns the starter scenario of a book and its compiled matchups. Panics if there is a fault.
fn starter(id: RulesetId) -> (Scenario, Vec<Match>) {
    let shown = |faults: &crate::scenario::Faults| faults.render(false, 100);
    let (scenario, faults) = match scenario(id.book().starter) {
        Ok(read) => read,
        Err(faults) => panic!("{}", shown(&faults)),
    };
    let matches = rules::load::compile(id.book(), &scenario, &faults);
    let matches = matches.unwrap_or_else(|| panic!("{}", shown(&faults)));
    (scenario, matches)
}

#[test]
fn books_are_found_by_names_of_their_own() {
    for &id in RulesetId::ALL {
        assert_eq!(RulesetId::named(id.book().name), Some(id));
    }
    assert_eq!(RulesetId::named("no book"), None);
}

#[test]
fn starters_and_the_tables_that_they_include_have_no_faults() {
    for &id in RulesetId::ALL {
        let (scenario, matches) = starter(id);
        assert_eq!(scenario.ruleset, id.book().name);
        assert!(!matches.is_empty() && matches.iter().all(|each| !each.seats.is_empty()));
    }
}

#[test]
fn a_matchup_has_the_same_label_whenever_it_is_compiled() {
    for &id in RulesetId::ALL {
        let labels = || -> Vec<Vec<u8>> {
            let bouts = starter(id).1.into_iter().flat_map(|each| each.seats);
            bouts.map(|bout| bout.label()).collect()
        };
        assert_eq!(labels(), labels(), "{id:?}");
    }
}

#[test]
fn a_label_has_no_line_of_default_that_is_about_objectives() {
    for &id in RulesetId::ALL {
        for more in ["", "\n[policies.default]\nrest = []\n"] {
            let text = [id.book().starter, more].concat();
            let (scenario, faults) = scenario(&text).expect("the starter has no faults");
            let matches = rules::load::compile(id.book(), &scenario, &faults);
            let bouts = matches
                .expect("no faults")
                .into_iter()
                .flat_map(|it| it.seats);
            for bout in bouts {
                let label = String::from_utf8_lossy(&bout.label()).into_owned();
                assert!(label.contains("default"), "{id:?}");
                assert!(!label.contains("self.must_"), "{id:?}: {label}");
            }
        }
    }
}

#[test]
fn a_fight_that_is_told_ends_as_the_one_that_is_counted() {
    for &id in RulesetId::ALL {
        let bout = &starter(id).1[0].seats[0];
        let stream = Stream::new(1, bout.label());
        for n in 0..20 {
            let story = bout.tell(&stream, n);
            assert_eq!(story.outcome, bout.outcome(&stream, n), "{id:?}, fight {n}");
            assert!(!story.lines.is_empty());
        }
    }
}

#[test]
fn a_story_names_clauses_of_its_book() {
    for &id in RulesetId::ALL {
        let bout = &starter(id).1[0].seats[0];
        for line in bout.tell(&Stream::new(1, bout.label()), 0).lines {
            let mut clauses = id.book().clauses.iter();
            assert!(clauses.any(|clause| clause.id == line.clause), "{line:?}");
        }
    }
}

#[test]
fn only_books_with_mounts_take_riders() {
    for &id in RulesetId::ALL {
        let riding = "{ riding = \"air\", combatant = ";
        let told = told(id, |text| text.replacen("{ combatant = ", riding, 1));
        let message = if id.book().rides {
            "there is no mount named `air`".to_owned()
        } else {
            format!("nobody rides in the book `{}`", id.book().name)
        };
        assert!(told.contains(&message), "{told}");
    }
}

#[test]
fn keys_that_a_book_does_not_know_are_faults() {
    for &id in RulesetId::ALL {
        for (table, kind) in [("policies", "policy"), ("combatants", "combatant")] {
            let more = format!("\n[{table}.extra]\nunheard_of = 1\n");
            let told = told(id, |text| [text, &more].concat());
            let message = format!("{kind} `extra` has no key `unheard_of`");
            assert!(told.contains(&message), "{told}");
        }
    }
}

#[test]
fn what_the_command_line_sets_takes_the_place_of_something_sound() {
    let told = |set: &str, from: &str, to: &str| {
        let text = BRP.replace(from, to);
        assert!(from.is_empty() || text != BRP, "{from}");
        let overrides = Overrides {
            set: vec![set.to_owned()],
            ..Overrides::default()
        };
        read(&text, &overrides)
    };
    for (set, from, to, code) in [
        (
            "combatants.guard.dex=9",
            "dex = 12",
            "dex = -12",
            "scenario::range",
        ),
        ("title=x", "title = 'x'", "title = 5", "scenario::type"),
        (
            "sides[0].name=x",
            "name = 'a'",
            "name = 5",
            "scenario::type",
        ),
        (
            "run.fights=5",
            "fights = 7",
            "fights = 0",
            "scenario::range",
        ),
        (
            "options.helmet=add",
            "helmet = 'add'",
            "helmet = 'x'",
            "scenario::word",
        ),
        (
            "policies.p.act=[\"attack\"]",
            "['attack']",
            "['atack']",
            "policy::unknown-action",
        ),
        (
            "vary[0].to=[1, 2]",
            "to = [1, 2]",
            "to = []",
            "scenario::axis-values",
        ),
    ] {
        let faults = told(set, from, to);
        assert_eq!(codes(&faults), [code], "{set}");
        assert_eq!(told(set, "", "").len(), 0, "{set}");
    }
    // A fault in a part of the file that the override does not set is reported only once.
    assert_eq!(
        codes(&told("title=y", "dex = 12", "dex = -12")),
        ["scenario::range"]
    );
}

#[test]
fn a_scenario_of_another_book_is_told_so_and_no_more() {
    let faults = read(&BRP.replace("'brp'", "'murdham'"), &Overrides::default());
    let shown = faults.render(false, 100);
    assert_eq!(codes(&faults), ["scenario::unknown-ruleset"], "{shown}");
    assert!(
        shown.contains("this is not a scenario of the book `murdham`"),
        "{shown}"
    );
    assert!(shown.contains("write `ruleset = \"brp\"`"), "{shown}");
    let frame = BRP
        .replace("'brp'", "'murdham'")
        .replace("fights = 7", "fights = 0");
    let faults = read(&frame, &Overrides::default());
    assert_eq!(
        codes(&faults),
        ["scenario::unknown-ruleset", "scenario::range"]
    );
    for &id in RulesetId::ALL {
        for other in RulesetId::ALL.iter().filter(|other| **other != id) {
            let (name, wrong) = (id.book().name, other.book().name);
            let text = id
                .book()
                .starter
                .replace(&format!("\"{name}\""), &format!("\"{wrong}\""));
            let faults = read(&text, &Overrides::default());
            assert_eq!(
                codes(&faults),
                ["scenario::unknown-ruleset"],
                "{name} as {wrong}"
            );
            assert!(
                faults
                    .render(false, 100)
                    .contains(&format!("everything else fits `{name}`"))
            );
        }
    }
}

#[test]
fn what_is_wrong_with_a_name_is_told_once_for_all_values_of_an_axis() {
    let text = r#"
        ruleset = "murdham"
        [field]
        exits = { men = 0 }
        [combatants.man]
        health = 8
        [[sides]]
        name = "men"
        fighters = [{ combatant = "man" }]
        [[sides]]
        name = "foes"
        fighters = [{ combatant = "man" }]
    "#;
    let overrides = Overrides {
        vary: vec!["sides[0].name=mem,women,others".to_owned()],
        ..Overrides::default()
    };
    assert_eq!(codes(&read(text, &overrides)), ["murdham::unknown-side"]);
}

#[test]
fn a_stat_block_that_is_a_list_is_told_once() {
    let text = BRP.replace("[combatants.orc]", "[[combatants.orc]]");
    let faults = read(&text, &Overrides::default());
    assert_eq!(codes(&faults), ["scenario::type"]);
}

#[test]
fn what_one_matchup_makes_use_of_is_of_use() {
    let ammo = BRP.replace(
        "brawl = 30",
        "carries = ['dagger']\nammo = { long-bow = 9 }",
    );
    assert_eq!(codes(&read(&ammo, &Overrides::default())), ["brp::ammo"]);
    let with = |vary: &str| Overrides {
        vary: vec![vary.to_owned()],
        ..Overrides::default()
    };
    let carries = "combatants.guard.carries[0]";
    assert!(read(&ammo, &with(&format!("{carries}=dagger,long-bow"))).is_empty());
    let told = read(&ammo, &with(&format!("{carries}=dagger,knife")));
    assert_eq!(codes(&told), ["brp::ammo"]);
}

/// A faultless scenario for the book `brp`.
const BRP: &str = "
ruleset = 'brp'
title = 'x'
[run]
fights = 7
[options]
helmet = 'add'
[combatants.guard]
dex = 12
hit_points = 9
dodge = 20
brawl = 30
throw = 25
first_aid = 30
policy = 'p'
[combatants.orc]
dex = 9
hit_points = 9
[policies.p]
act = ['attack']
[[sides]]
name = 'a'
fighters = [{ combatant = 'guard' }]
[[sides]]
name = 'b'
fighters = [{ combatant = 'orc' }]
[[vary]]
name = 'shield skill'
set = 'combatants.guard.shield_skill'
to = [1, 2]
";

/// Returns the faults of a scenario for any book. They are empty if the scenario is sound.
fn read(text: &str, overrides: &Overrides) -> Faults {
    let reader = |path: &Path| Ok((path.to_owned(), text.as_bytes().to_vec()));
    match rules::load_by("a.toml".as_ref(), overrides, &reader) {
        Ok(_) => Faults::default(),
        Err(faults) => faults,
    }
}

fn codes(faults: &Faults) -> Vec<&'static str> {
    faults.sorted().iter().map(|fault| fault.code).collect()
}
