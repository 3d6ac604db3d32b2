//! Counts the lines of code in `src` by folder. Blank lines, comments, tests and code that only tests use do
//! not count.
//!
//! `cargo run --example lines` prints the numbers for each folder of `src/engine` and `src/program`, for each
//! book, and for all five books together.

#![expect(clippy::print_stdout, reason = "a tool that prints its result")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Collects the source files below a folder, except for files that contain only tests.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a source folder") {
        let path = entry.expect("a readable entry").path();
        let name = path
            .file_stem()
            .map(|name| name.to_string_lossy().into_owned());
        let name = name.unwrap_or_default();
        if name.contains("tests") || name == "testing" {
            continue;
        }
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// Counts the lines of code in a file. An item with the attribute `#[cfg(test)]` does not count.
fn code_lines(text: &str) -> usize {
    let (mut count, mut skips, mut depth) = (0, false, 0);
    for line in text.lines().map(str::trim) {
        if skips {
            depth += line.matches('{').count();
            depth -= line.matches('}').count().min(depth);
            skips = depth > 0 || !(line.ends_with('}') || line.ends_with(';'));
        } else if line.starts_with("#[cfg(test)]") {
            skips = true;
        } else if !line.is_empty() && !line.starts_with("//") {
            count += 1;
        }
    }
    count
}

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    sources(&root, &mut paths);
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut books = 0;
    for path in paths {
        let below = path.strip_prefix(&root).expect("below src");
        let parts: Vec<String> = below
            .iter()
            .map(|part| part.to_string_lossy().into_owned())
            .collect();
        let is_of_a_book = parts.len() > 3 && parts[1] == "rules";
        let depth = if is_of_a_book { 3 } else { 2.min(parts.len()) };
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let count = code_lines(&text);
        *counts.entry(parts[..depth].join("/")).or_default() += count;
        books += if is_of_a_book { count } else { 0 };
    }
    for (folder, count) in &counts {
        println!("{count:7} {folder}");
    }
    println!("{:7} all", counts.values().sum::<usize>());
    println!("{books:7} the five books");
}
