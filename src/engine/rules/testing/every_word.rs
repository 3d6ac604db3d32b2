//! Tests of the tables that every book has: the clauses, the house rules, and the words of policies.

use std::collections::HashSet;

use crate::frame::settings::{HouseRules, Record};
use crate::frame::{Allowed, BookInfo, How, OptionSpec, numbers};
use crate::policy::Kind;
use crate::rules::{RulesetId, brp, murdham, persona, semiautomagic, swift_swords, testing};
use crate::scenario::asked;

fn books() -> impl Iterator<Item = &'static BookInfo> {
    RulesetId::ALL.iter().map(|id| id.book())
}

/// Asserts that `names` is not empty, that no name is empty, and that all names are different.
fn assert_distinct<'a>(names: impl Iterator<Item = &'a str>, what: &str) {
    let mut met = HashSet::new();
    for name in names {
        assert!(!name.is_empty() && met.insert(name), "{what} `{name}`");
    }
    assert!(!met.is_empty(), "{what}");
}

/// Reads a book's starter scenario with `line` as the only line of `[options]`. Returns the options that the
/// book has read, as text and as a [`Record`]. If the line is faulty, returns the rendered faults.
fn set(id: RulesetId, line: &str) -> Result<(String, Record), String> {
    let (before, after) = id
        .book()
        .starter
        .split_once("[options]\n")
        .expect("options");
    let after = &after[after.find("\n\n").expect("more than options")..];
    let text = format!("{before}[options]\n{line}{after}");
    let (matchup, _, faults) = testing::matchup(&text);
    let fields = crate::frame::draft::options(&matchup, &faults);
    let read = match id {
        RulesetId::Brp => shown(brp::Options::read(fields, &faults)),
        RulesetId::Murdham => shown(murdham::Options::read(fields, &faults)),
        RulesetId::Persona => shown(persona::Options::read(fields, &faults)),
        RulesetId::Semiautomagic => shown(semiautomagic::Options::read(fields, &faults)),
        RulesetId::SwiftSwords => shown(swift_swords::Options::read(fields, &faults)),
    };
    if faults.is_empty() {
        Ok(read)
    } else {
        Err(faults.render(false, 100))
    }
}

fn shown((options, record): (impl std::fmt::Debug, Record)) -> (String, Record) {
    (format!("{options:?}"), record)
}

/// Returns every value that the book allows for an option, in the form that a scenario uses. For a range of
/// numbers, returns only the two ends.
fn listed(option: &OptionSpec) -> Vec<String> {
    let mut written: Vec<String> = Vec::new();
    for value in &option.values {
        match value.value {
            Allowed::Word(word) => written.push(format!("\"{word}\"")),
            Allowed::Number(number) => written.push(number.to_string()),
            Allowed::Range(least, most) => written.extend([least, most].map(|n| n.to_string())),
        }
    }
    written.dedup();
    written
}

#[test]
fn every_clause_and_every_option_is_listed_once() {
    let counts = books().map(|book| (book.clauses.len(), book.options.len()));
    assert_eq!(
        counts.collect::<Vec<_>>(),
        [(83, 26), (159, 25), (170, 25), (174, 28), (186, 23)]
    );
    for book in books() {
        assert_distinct(book.clauses.iter().map(|clause| clause.id), "clause");
        assert_distinct(book.options.iter().map(|option| option.name), "option");
    }
}

#[test]
fn every_event_is_listed_once_and_follows_from_a_clause() {
    for book in books() {
        assert_distinct(book.events.iter().map(|event| event.name), "event");
        for event in book.events {
            let known = book.clauses.iter().any(|clause| clause.id == event.clause);
            assert!(
                known && !event.meaning.is_empty(),
                "{}: {}",
                book.name,
                event.name
            );
            let plain = |text: &str| !text.contains(['|', '`', ',', '"']);
            assert!(
                plain(event.name) && !event.meaning.contains('|'),
                "{}",
                event.name
            );
        }
    }
}

#[test]
fn an_option_names_the_clause_that_names_it() {
    let mut named = HashSet::new();
    let mut owned = HashSet::new();
    for book in books() {
        for clause in book.clauses {
            if let How::Option(options) = clause.how {
                named.extend(options.iter().map(|name| (clause.id, *name)));
            }
        }
        owned.extend(
            book.options
                .iter()
                .map(|option| (option.clause, option.name)),
        );
    }
    let more: HashSet<_> = named.difference(&owned).copied().collect();
    let also_there = [
        ("SST-13-9", "block_rule"),
        ("SST-18-2", "state_absorbs"),
        ("SST-22-1", "injuries"),
    ];
    assert_eq!(more, HashSet::from(also_there));
    // The book `swift-swords` lists this clause with its table of body parts and not with this option.
    let less: HashSet<_> = owned.difference(&named).copied().collect();
    assert_eq!(less, HashSet::from([("SST-22-3", "neck_groin")]));
}

#[test]
fn a_clause_left_to_policies_names_their_lists() {
    for book in books() {
        for clause in book.clauses {
            let How::Policy(lists) = clause.how else {
                continue;
            };
            for name in lists {
                let mut known = book.vocabulary.lists.iter();
                assert!(
                    known.any(|list| list.name == *name),
                    "{}: {name}",
                    clause.id
                );
            }
        }
    }
}

#[test]
fn a_default_stands_first_among_two_or_more() {
    for option in books().flat_map(|book| book.options.iter()) {
        assert!(option.values.len() >= 2, "{}", option.name);
        let first = option.values[0].value;
        assert!(!matches!(first, Allowed::Range(..)), "{}", option.name);
    }
}

#[test]
fn what_is_listed_is_taken_and_means_something() {
    for &id in RulesetId::ALL {
        for option in id.book().options.iter() {
            let mut met: Vec<String> = Vec::new();
            for value in listed(option) {
                let line = format!("{} = {value}", option.name);
                let (options, record) = set(id, &line).expect("a listed value");
                assert_eq!(record[option.name], value.trim_matches('"'));
                assert!(!met.contains(&options), "{line} changes nothing");
                met.push(options);
            }
        }
    }
}

#[test]
fn what_is_not_listed_is_refused() {
    let numbers = ["-2", "-1", "0", "1", "2", "3", "6", "101", "1.5"];
    let others = [
        "true",
        "false",
        "\"never-heard-of\"",
        "\"\"",
        "\"1\"",
        "[]",
        "{}",
    ];
    for &id in RulesetId::ALL {
        for (at, option) in id.book().options.iter().enumerate() {
            let listed = listed(option);
            // To save time, each option is tested with a third of these values. Three options in a row cover
            // all of them.
            for value in numbers.into_iter().chain(others).skip(at % 3).step_by(3) {
                let in_range = option.values.iter().any(|other| match other.value {
                    Allowed::Range(least, most) => value
                        .parse()
                        .is_ok_and(|number: i32| (least..=most).contains(&number)),
                    _ => false,
                });
                let as_truth = ["true", "false"].contains(&value)
                    && listed.iter().any(|word| word == "\"yes\"");
                let taken = in_range || as_truth || listed.iter().any(|word| word == value);
                let line = format!("{} = {value}", option.name);
                assert_eq!(set(id, &line).is_ok(), taken, "{line}");
            }
        }
    }
}

#[test]
fn yes_and_no_may_be_truths() {
    for &id in RulesetId::ALL {
        let yes = |option: &&OptionSpec| listed(option).contains(&"\"yes\"".to_owned());
        for option in id.book().options.iter().filter(yes) {
            for (truth, word) in [(true, "yes"), (false, "no")] {
                let said = set(id, &format!("{} = {truth}", option.name)).expect("a truth");
                assert_eq!(said.1[option.name], word);
                assert_eq!(set(id, &format!("{} = \"{word}\"", option.name)), Ok(said));
            }
        }
    }
}

#[test]
fn an_option_that_is_not_set_has_its_first_value() {
    for &id in RulesetId::ALL {
        let (options, record) = set(id, "").expect("nothing is set");
        let defaults = match id {
            RulesetId::Brp => format!("{:?}", brp::Options::default()),
            RulesetId::Murdham => format!("{:?}", murdham::Options::default()),
            RulesetId::Persona => format!("{:?}", persona::Options::default()),
            RulesetId::Semiautomagic => format!("{:?}", semiautomagic::Options::default()),
            RulesetId::SwiftSwords => format!("{:?}", swift_swords::Options::default()),
        };
        assert_eq!(options, defaults);
        assert_eq!(record.len(), id.book().options.len());
        for option in id.book().options.iter() {
            assert_eq!(record[option.name], option.values[0].value.to_string());
        }
    }
}

#[test]
fn every_word_of_a_policy_is_listed_once_and_says_what_it_is() {
    for book in books() {
        let words = book.vocabulary;
        assert_distinct(words.lists.iter().map(|list| list.name), "list");
        assert_distinct(words.facts.iter().map(|fact| fact.name), "fact");
        assert_distinct(words.targets.iter().map(|target| target.name), "target");
        assert_distinct(words.selectors.iter().map(|word| word.name), "selector");
        for list in words.lists {
            assert_distinct(list.actions.iter().map(|action| action.name), list.name);
            assert!(!list.doc.is_empty(), "{}", list.name);
            for action in list.actions {
                assert!(
                    !action.doc.is_empty() && action.slots.len() <= 4,
                    "{}",
                    action.name
                );
                assert!(
                    action.slots.iter().all(|slot| !slot.doc.is_empty()),
                    "{}",
                    action.name
                );
            }
        }
        assert!(words.targets.iter().all(|target| !target.doc.is_empty()));
        assert!(words.selectors.iter().all(|word| !word.doc.is_empty()));
        for fact in words.facts {
            assert!(!fact.doc.is_empty(), "{}", fact.name);
            let known = |name: &str| words.lists.iter().any(|list| list.name == name);
            assert!(fact.lists.iter().all(|name| known(name)), "{}", fact.name);
            if let Kind::Scale(scale) = fact.kind {
                assert!(words.scales.contains(scale), "{}", fact.name);
            }
        }
    }
}

#[test]
fn the_numbers_of_rests_are_moved_with_the_rules_where_a_day_has_the_rest() {
    for book in books() {
        let found = |rest: Option<&str>, of: &str| -> Vec<String> {
            let (plain, ..) = testing::matchup(book.starter);
            let foes = plain.sides[1..]
                .iter()
                .map(|side| format!("'{}'", side.name));
            let foes = foes.collect::<Vec<_>>().join(", ");
            let day = rest.map_or(String::new(), |rest| {
                format!("[[day]]\nfight = [{foes}]\n[[day]]\nrest = '{rest}'\n")
            });
            let (matchup, _, mut faults) = testing::matchup(&format!("{}\n{day}", book.starter));
            let asked = asked(&[of.to_owned()], &mut faults);
            let numbers = numbers(book, &matchup.tree, &asked[0].path, &faults);
            let found = numbers.expect("there are numbers").found;
            found.iter().map(|number| number.path.to_string()).collect()
        };
        let without = found(None, "rules");
        for rest in book.rests {
            let with = found(Some(rest.name), "rules");
            for number in rest.numbers {
                let path = format!("rules.{number}");
                assert!(with.contains(&path) && !without.contains(&path), "{path}");
                // The full path of a number finds the number even if the day has no rest that uses it.
                assert_eq!(found(None, &path), [path]);
            }
            let of_rests = book.rests.iter().flat_map(|rest| rest.numbers);
            let of_others = of_rests.filter(|number| !rest.numbers.contains(number));
            for number in of_others {
                assert!(!with.contains(&format!("rules.{number}")), "{number}");
            }
        }
    }
}
