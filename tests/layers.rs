//! Tests of the architecture: a module uses only modules below it, and no rulebook uses another.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The modules of the crate, lowest first. A module may use itself and the modules before it.
const ORDER: [&str; 25] = [
    "memory", "visible", "suggest", "grid", "dice", "fight", "policy", "tally", "exact", "chain",
    "bout", "scenario", "frame", "rules", "batch", "parts", "compare", "expect", "tune", "best",
    "report", "gate", "session", "serve", "cli",
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

/// Returns every name that follows `crate::` in a file, except in comments.
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
            .nth(1)
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

/// Returns the folders of the books.
fn books() -> Vec<String> {
    let entries = std::fs::read_dir("src/engine/rules").expect("the rulebooks");
    let paths = entries.map(|entry| entry.expect("a readable entry").path());
    let books: Vec<String> = paths
        .filter(|path| path.join("starter.toml").exists())
        .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
        .collect();
    assert!(books.contains(&"brp".to_owned()));
    books
}

#[test]
fn rulebooks_know_nothing_of_each_other() {
    let books = books();
    for book in &books {
        for path in files(&Path::new("src/engine/rules").join(book)) {
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

/// The layers of a book, lowest first. A folder of the book is the layer with its name. The layer `words` has
/// the files that [`WORDS`] lists, and the layer `roof` has everything else.
const ROOMS: [&str; 8] = [
    "words",
    "reading",
    "nouns",
    "questions",
    "telling",
    "decisions",
    "chapters",
    "roof",
];

/// The files next to the book's `mod.rs` that belong to the layer `words`.
const WORDS: [&str; 7] = [
    "clauses", "columns", "events", "fields", "options", "rules", "words",
];

/// Largest number of files that may depend on each other in a cycle of imports.
const LARGEST_CIRCLE: usize = 10;

/// A module of a book: its path below the book, and the indices of the modules that it imports.
struct Module {
    path: Vec<String>,
    uses: Vec<usize>,
}

impl Module {
    fn name(&self) -> String {
        self.path.join("::")
    }

    fn room(&self) -> usize {
        let first = self.path.first().map_or("roof", String::as_str);
        let room = if WORDS.contains(&first) {
            "words"
        } else {
            first
        };
        let known = ROOMS.iter().position(|known| *known == room);
        known.unwrap_or(ROOMS.len() - 1)
    }
}

/// Returns the code of a file, without comments, and without tests and test modules at its end.
fn code(path: &Path) -> String {
    let text = std::fs::read_to_string(path).expect("a readable file");
    let tests = text.find("#[cfg(test)]\nmod tests {");
    text[..tests.unwrap_or(text.len())]
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| [line, "\n"])
        .collect()
}

/// Collects the paths of a `use`, with braces expanded: `a::{b, c::d}` becomes `a::b` and `a::c::d`.
fn opened(prefix: &str, tree: &str, found: &mut Vec<String>) {
    let mut depth = 0;
    let parts = tree.split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    for part in parts.map(str::trim).filter(|part| !part.is_empty()) {
        match part.split_once('{') {
            Some((before, inside)) => {
                let inside = inside.rsplit_once('}').map_or(inside, |(inside, _)| inside);
                opened(&format!("{prefix}{before}"), inside, found);
            }
            None => found.push(format!("{prefix}{part}")),
        }
    }
}

/// Returns every path in a file, in `use` or in code.
fn paths(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for after in code.split("use ").skip(1) {
        if let Some((tree, _)) = after.split_once(';') {
            opened("", tree, &mut found);
        }
    }
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let words = code.split(|c| !is_part(c));
    let qualified = words.filter(|word| word.starts_with("super::") || word.starts_with("crate::"));
    found.extend(qualified.map(str::to_owned));
    found
}

/// Returns all modules of a book, each with its imports from the same book. Tests are left out.
fn modules(book: &str) -> Vec<Module> {
    let root = Path::new("src/engine/rules").join(book);
    let path_of = |path: &Path| -> Vec<String> {
        let below = path.strip_prefix(&root).expect("below the book");
        let parts = below.with_extension("");
        let parts = parts.iter().map(|part| part.to_string_lossy().into_owned());
        parts.filter(|part| part != "mod").collect()
    };
    let is_test = |path: &Vec<String>| {
        let tests = |part: &String| part.contains("tests") || part == "testing";
        path.iter().any(tests)
    };
    let all: Vec<(Vec<String>, String)> = files(&root)
        .iter()
        .map(|path| (path_of(path), code(path)))
        .filter(|(path, _)| !is_test(path))
        .collect();
    all.iter()
        .map(|(from, code)| {
            let mut uses: Vec<usize> = paths(code)
                .iter()
                .filter_map(|path| target(&all, from, path, book))
                .filter(|&at| all[at].0 != *from)
                .collect();
            uses.sort_unstable();
            uses.dedup();
            Module {
                path: from.clone(),
                uses,
            }
        })
        .collect()
}

/// Returns the index of the module that `path` refers to when it is used in the module `from`.
fn target(all: &[(Vec<String>, String)], from: &[String], path: &str, book: &str) -> Option<usize> {
    let mut parts: Vec<&str> = path.split("::").map(str::trim).collect();
    let mut full: Vec<String> = Vec::new();
    if parts.first() == Some(&"crate") {
        if parts.get(1) != Some(&"rules") || parts.get(2) != Some(&book) {
            return None;
        }
        parts.drain(..3);
    } else {
        full.extend_from_slice(from);
        while parts.first() == Some(&"super") {
            full.pop()?;
            parts.remove(0);
        }
        if parts.first() == Some(&"self") {
            parts.remove(0);
        }
    }
    let own = full.len();
    full.extend(parts.iter().map(|part| (*part).to_owned()));
    let least = if path.starts_with("super") || path.starts_with("crate") {
        1
    } else {
        own + 1
    };
    (least..=full.len()).rev().find_map(|length| {
        all.iter()
            .position(|(known, _)| known[..] == full[..length])
    })
}

/// Checks that no other code changes a body without telling the cache of values, because cached values would
/// then be out of date.
#[test]
fn only_the_state_of_a_book_writes_to_a_body_without_telling_the_memo() {
    let mut wrong = Vec::new();
    for book in books() {
        let root = Path::new("src/engine/rules").join(book);
        let own = root.join("nouns/state.rs");
        for path in files(&root).into_iter().filter(|path| *path != own) {
            let is_test = path.to_string_lossy().contains("_tests");
            if !is_test && code(&path).contains("body_untold(") {
                wrong.push(path);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_rooms_of_every_book_are_used_from_above() {
    let mut wrong = Vec::new();
    for book in books() {
        let modules = modules(&book);
        for module in &modules {
            for used in module.uses.iter().map(|&at| &modules[at]) {
                if used.room() > module.room() {
                    wrong.push(format!("{book}: {} uses {}", module.name(), used.name()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Returns the modules that a module imports, directly or through other modules.
fn reached(modules: &[Module], start: usize) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut open = modules[start].uses.clone();
    while let Some(at) = open.pop() {
        if found.insert(at) {
            open.extend(&modules[at].uses);
        }
    }
    found
}

#[test]
fn no_more_than_ten_files_of_a_book_import_each_other_in_a_circle() {
    for book in books() {
        let modules = modules(&book);
        for start in 0..modules.len() {
            let above = reached(&modules, start);
            let in_circle = above
                .iter()
                .filter(|&&at| reached(&modules, at).contains(&start));
            let circle: Vec<String> = in_circle.map(|&at| modules[at].name()).collect();
            assert!(circle.len() <= LARGEST_CIRCLE, "{book}: {circle:#?}");
        }
    }
}
