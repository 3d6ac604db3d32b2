//! The house keeps its order: modules use only what lies below them, and no rulebook knows another.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Lowest first. A module may use itself and whatever stands before it.
const ORDER: [&str; 14] = [
    "suggest", "dice", "fight", "policy", "tally", "exact", "bout", "scenario", "rules", "batch",
    "compare", "report", "gate", "cli",
];

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a source folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

/// Every `crate::name` in a file, comments and doc links aside.
fn uses(text: &str) -> BTreeSet<String> {
    let code = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| {
        line.split("crate::")
            .skip(1)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    })
    .map(|rest| {
        rest.chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect()
    })
    .collect()
}

#[test]
fn modules_use_only_what_lies_below() {
    let mut wrong = Vec::new();
    for path in files(Path::new("src")) {
        let relative = path.strip_prefix("src").expect("below src");
        let module = relative
            .iter()
            .next()
            .expect("a name")
            .to_string_lossy()
            .trim_end_matches(".rs")
            .to_owned();
        let Some(place) = ORDER.iter().position(|name| *name == module) else {
            continue;
        };
        for used in uses(&std::fs::read_to_string(&path).expect("a readable file")) {
            if ORDER
                .iter()
                .position(|name| *name == used)
                .is_some_and(|other| other > place)
            {
                wrong.push(format!("{} uses {used}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn rulebooks_know_nothing_of_each_other() {
    let books: Vec<String> = std::fs::read_dir("src/rules")
        .expect("the rulebooks")
        .filter_map(Result::ok)
        .filter(|entry| entry.path().join("starter.toml").exists())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    assert!(books.contains(&"brp".to_owned()));
    for book in &books {
        for path in files(&Path::new("src/rules").join(book)) {
            let text = std::fs::read_to_string(&path).expect("a readable file");
            for other in books.iter().filter(|other| *other != book) {
                assert!(
                    !text.contains(&format!("rules::{other}")),
                    "{} knows {other}",
                    path.display()
                );
            }
        }
    }
}
