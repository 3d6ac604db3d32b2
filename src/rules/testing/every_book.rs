//! What holds of every book.

use super::scenario;
use crate::fight::Stream;
use crate::rules::{self, Match, RulesetId};
use crate::scenario::Scenario;

/// What is said of the starter of a book once its text is changed.
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

/// The starter of a book, compiled.
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
            "no mount called `air`".to_owned()
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
            let message = format!("{kind} `extra` has no field `unheard_of`");
            assert!(told.contains(&message), "{told}");
        }
    }
}
