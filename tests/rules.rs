//! Tests of the numbers of the rules that `[rules]` sets. Each of them has an effect on the fights of some
//! scenario, and values out of range are faults.
//!
//! The scenarios and the changed values of a book are in `tests/rules/BOOK.toml`. A scenario is played with
//! the default and with the changed value of a number. The random numbers are the same, so only the changed
//! number can make a difference.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use rayon::prelude::*;
use skirmish::frame::BookInfo;
use skirmish::frame::rules::RULES;
use skirmish::rules::RulesetId;
use skirmish::scenario::spec::{FieldKind, FieldSpec, Unsaid};

/// Number of fights with each of the two values, unless a case sets another number.
const FIGHTS: i64 = 300;

/// Largest number of faults that the program shows for a scenario.
const MOST_SHOWN: usize = 50;

/// A scenario, and a number of the rules that is changed in it.
#[derive(Debug)]
struct Case {
    scenario: String,
    fights: i64,
    path: String,
    value: toml::Value,
}

/// Returns the cases of a book.
fn cases(book: &BookInfo) -> Vec<Case> {
    let path = format!("tests/rules/{}.toml", book.name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let table: toml::Table = text
        .parse()
        .unwrap_or_else(|error| panic!("{path}: {error}"));
    let all = table["case"].as_array().expect("a list of cases");
    let mut cases = Vec::new();
    for case in all {
        let text = |key: &str| case.get(key).and_then(toml::Value::as_str);
        let scenario = match (text("scenario"), text("file")) {
            (Some(text), None) => text.to_owned(),
            (None, Some(file)) => fs::read_to_string(format!("scenarios/{file}.toml"))
                .unwrap_or_else(|error| panic!("scenarios/{file}.toml: {error}")),
            _ => panic!("a case has a `scenario` or a `file`: {case}"),
        };
        let fights = case.get("fights").and_then(toml::Value::as_integer);
        let numbers = case["numbers"].as_table().expect("numbers by path");
        cases.extend(numbers.iter().map(|(path, value)| Case {
            scenario: scenario.clone(),
            fights: fights.unwrap_or(FIGHTS),
            path: path.clone(),
            value: value.clone(),
        }));
    }
    cases
}

/// Returns all numbers that `[rules]` can set in a book, with their paths.
fn numbers(book: &BookInfo) -> Vec<(String, FieldSpec)> {
    let rules = FieldSpec::find(book.fields, RULES).expect("every book has rules");
    let FieldKind::Table(groups) = rules.kind else {
        panic!("`rules` is a table");
    };
    let of = |group: &FieldSpec| match group.kind {
        FieldKind::Table(rows) => rows
            .iter()
            .map(|row| (format!("{RULES}.{}.{}", group.key, row.key), *row))
            .collect::<Vec<_>>(),
        _ => panic!("`{}` is a table", group.key),
    };
    groups.iter().flat_map(of).collect()
}

fn skirmish(folder: &Path, words: &[&str]) -> std::process::Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
    let output = command.current_dir(folder).args(words).output();
    output.expect("the program starts")
}

fn written(value: &toml::Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// Returns why a case fails, or `None` if it does not.
fn failure(case: &Case) -> Option<String> {
    let folder = tempfile::tempdir().expect("a directory for temporary files");
    let file = folder.path().join("case.toml");
    fs::write(&file, &case.scenario).expect("the directory is ours");
    let set = format!("{}={}", case.path, written(&case.value));
    let fights = case.fights.to_string();
    let words = [
        "compare",
        "case.toml",
        "--set",
        &set,
        "--fights",
        &fights,
        "--threads",
        "1",
        "--quiet",
        "--out",
        "out",
    ];
    let output = skirmish(folder.path(), &words);
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Some(format!("{set}: {said}"));
    }
    let mut table =
        csv::Reader::from_path(folder.path().join("out/differences.csv")).expect("a table");
    let head = table.headers().expect("a header").clone();
    let [before, after] = ["value_before", "value_after"].map(|key| {
        let column = head.iter().position(|name| name == key);
        column.expect("a column")
    });
    let rows: Vec<csv::StringRecord> = table.records().map(|row| row.expect("a row")).collect();
    assert!(!rows.is_empty(), "{set}: nothing was compared");
    let same = rows.iter().all(|row| row[before] == row[after]);
    same.then(|| format!("{set}: no fight came out otherwise"))
}

/// Checks that every number of the book has a case, and that every case shows an effect.
fn each_number_has_an_effect(name: &str) {
    let book = RulesetId::named(name).expect("a book").book();
    let cases = cases(book);
    let tested: BTreeSet<&str> = cases.iter().map(|case| case.path.as_str()).collect();
    let numbers = numbers(book);
    let missing: Vec<&str> = numbers
        .iter()
        .map(|(path, _)| path.as_str())
        .filter(|path| !tested.contains(path))
        .collect();
    assert!(missing.is_empty(), "numbers without a case: {missing:?}");
    let failures: Vec<String> = cases.par_iter().filter_map(failure).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Checks that a number below or above its range is a fault, and that the message states the range. Each run
/// checks only as many numbers as the program can show faults.
fn numbers_out_of_range_are_faults(name: &str) {
    let book = RulesetId::named(name).expect("a book").book();
    let folder = tempfile::tempdir().expect("a directory for temporary files");
    fs::write(folder.path().join("case.toml"), book.starter).expect("the directory is ours");
    let all = numbers(book);
    let parts = all.chunks(MOST_SHOWN);
    for (upper, part) in [false, true]
        .into_iter()
        .flat_map(|upper| parts.clone().map(move |part| (upper, part)))
    {
        let mut words = vec!["run".to_owned(), "case.toml".to_owned()];
        let mut ranges = Vec::new();
        for (path, row) in part {
            let (value, range) = match row.kind {
                FieldKind::Whole { least, most, .. } => {
                    let value = if upper { most + 1 } else { least - 1 };
                    (
                        value.to_string(),
                        format!("`{}` must be from {least} to {most}, not {value}", row.key),
                    )
                }
                FieldKind::Throw => ("no dice".to_owned(), "no dice".to_owned()),
                FieldKind::Scaled {
                    least, most, scale, ..
                } => {
                    let value = if upper {
                        most / scale + 1
                    } else {
                        least / scale - 1
                    };
                    (value.to_string(), format!("`{}`", row.key))
                }
                kind => panic!("`{path}` is {kind}"),
            };
            assert!(
                matches!(row.unsaid, Unsaid::Whole(_) | Unsaid::Word(_)),
                "`{path}` has no default"
            );
            assert!(
                !row.clause.is_empty() && !row.doc.is_empty(),
                "`{path}` has no source"
            );
            words.extend(["--set".to_owned(), format!("{path}={value}")]);
            ranges.push((path.as_str(), range));
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = skirmish(folder.path(), &words);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{said}");
        for (path, range) in ranges {
            assert!(
                said.contains(path) && said.contains(&range),
                "{path}: {range}\n{said}"
            );
        }
    }
}

#[test]
fn each_number_of_brp_has_an_effect() {
    each_number_has_an_effect("brp");
}

#[test]
fn numbers_of_brp_out_of_range_are_faults() {
    numbers_out_of_range_are_faults("brp");
}

#[test]
fn each_number_of_murdham_has_an_effect() {
    each_number_has_an_effect("murdham");
}

#[test]
fn numbers_of_murdham_out_of_range_are_faults() {
    numbers_out_of_range_are_faults("murdham");
}

#[test]
fn each_number_of_swift_swords_has_an_effect() {
    each_number_has_an_effect("swift-swords");
}

#[test]
fn numbers_of_swift_swords_out_of_range_are_faults() {
    numbers_out_of_range_are_faults("swift-swords");
}

#[test]
fn each_number_of_persona_has_an_effect() {
    each_number_has_an_effect("persona");
}

#[test]
fn numbers_of_persona_out_of_range_are_faults() {
    numbers_out_of_range_are_faults("persona");
}

#[test]
fn each_number_of_semiautomagic_has_an_effect() {
    each_number_has_an_effect("semiautomagic");
}

#[test]
fn numbers_of_semiautomagic_out_of_range_are_faults() {
    numbers_out_of_range_are_faults("semiautomagic");
}

/// The clauses of each book that consist of a table of numbers.
#[rustfmt::skip]
const TABLES: [(&str, &[&str]); 5] = [
    ("brp", &["BRP-5.8-2", "BRP-5.9-6", "BRP-5.9-7", "BRP-5.10-2", "BRP-5.11-5", "BRP-X-2"]),
    ("murdham", &["MUR-0-24", "MUR-2-11"]),
    ("persona", &["PER-4-22", "PER-5-1", "PER-6-1", "PER-13.3-1", "PER-13.5-1"]),
    ("semiautomagic", &[
        "SAM-2-6", "SAM-4-1", "SAM-9-4", "SAM-9-9", "SAM-11-1", "SAM-12-1", "SAM-13-2", "SAM-16-1", "SAM-16-2", "SAM-19-6",
        "SAM-20-3", "SAM-21-7", "SAM-22-1",
    ]),
    ("swift-swords", &[
        "SST-0-6", "SST-5-4", "SST-5-7", "SST-5-8", "SST-8-1", "SST-8-2", "SST-10-10", "SST-11-1", "SST-11-3", "SST-11-4",
        "SST-15-9", "SST-15-10", "SST-16-2", "SST-16-3", "SST-16-5", "SST-22-3", "SST-22-4", "SST-22-7", "SST-23-3",
        "SST-27-1", "SST-31-1", "SST-32-2", "SST-35-2", "SST-36-3",
    ]),
];

/// The clauses of [`TABLES`] that are not the clause of any key, each with the table that has its numbers.
const WHOLE: [(&str, &str); 4] = [
    ("BRP-5.9-6", "weapons"),
    ("BRP-5.11-5", "shields"),
    ("PER-4-22", "rules.attacks"),
    ("SST-0-6", "combatants"),
];

/// Collects the clauses of these keys, and of the keys of all tables inside them.
fn clauses(rows: &[FieldSpec], found: &mut BTreeSet<&'static str>) {
    fn below(kind: FieldKind, found: &mut BTreeSet<&'static str>) {
        match kind {
            FieldKind::Table(rows) => clauses(rows, found),
            FieldKind::List(kind) | FieldKind::ByName(_, kind) => below(*kind, found),
            FieldKind::AnyOf(kinds) => kinds.iter().for_each(|kind| below(*kind, found)),
            _ => {}
        }
    }
    for row in rows {
        found.extend(row.clause.split(", "));
        below(row.kind, found);
    }
}

#[test]
fn every_table_of_the_books_is_values_of_a_scenario() {
    assert_eq!(
        TABLES.iter().map(|(_, tables)| tables.len()).sum::<usize>(),
        50
    );
    for (name, tables) in TABLES {
        let book = RulesetId::named(name).expect("a book").book();
        let mut found = BTreeSet::new();
        clauses(book.fields, &mut found);
        for &clause in tables {
            assert!(
                book.clauses.iter().any(|known| known.id == clause),
                "{clause}"
            );
            let whole = WHOLE.iter().find(|(known, _)| *known == clause);
            match whole.map(|(_, path)| path.split_once('.').unwrap_or((path, ""))) {
                None => assert!(found.contains(clause), "no key is about {clause}"),
                Some((table, key)) => {
                    let row = FieldSpec::find(book.fields, table).expect("a table of the book");
                    let holds = |rows: &[FieldSpec]| FieldSpec::find(rows, key).is_some();
                    let has_key = matches!(row.kind, FieldKind::Table(rows) if holds(rows));
                    assert!(key.is_empty() || has_key, "{clause}: {table}.{key}");
                }
            }
        }
    }
}
