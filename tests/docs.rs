//! The documentation's own commands: what it shows is what the program says.
//!
//! Each page is tried out in a folder of its own, where its steps follow each other as they do for a reader. All is
//! compared but the pace, which no two runs share.

use std::fs;
use std::iter;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use trycmd::TestCases;

/// The README and all pages of `docs`.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = fs::read_dir(root.join("docs")).expect("the folder is there");
    let docs = docs.map(|entry| entry.expect("it can be read").path());
    let docs = docs.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    iter::once(root.join("README.md")).chain(docs).collect()
}

/// The text with `[..]` for how long something took.
fn without_pace(text: &str) -> String {
    let line = |line: &str| match line.split_once(" fights in ") {
        Some((start, rest)) if rest.ends_with(" a second") => {
            format!("{start} fights in [..] a second\n")
        }
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

#[test]
fn commands_say_what_they_said() {
    TestCases::new()
        .env("GITHUB_ACTIONS", "false")
        .case("tests/cmd/*.trycmd")
        .run();
}

#[test]
fn the_pace_is_left_out_and_nothing_else() {
    let text = "4 matchups, 80,000 fights in 0.3 s: 250,000 a second\nfights in a second\n";
    assert_eq!(
        without_pace(text),
        "4 matchups, 80,000 fights in [..] a second\nfights in a second\n"
    );
}

#[test]
fn every_shipped_scenario_asks_something_and_runs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let entries = |folder: &Path| {
        let entries = fs::read_dir(folder).expect("the folder is there");
        entries.map(|entry| entry.expect("it can be read").path())
    };
    let mut asked = 0;
    let is_scenario = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "toml");
    for path in entries(&folder)
        .flat_map(|book| entries(&book))
        .filter(is_scenario)
    {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
        command.arg("run").arg(&path);
        let said = command
            .args(["--fights", "20", "--quiet"])
            .assert()
            .success();
        let text = String::from_utf8_lossy(&said.get_output().stdout).into_owned();
        let title = text.lines().nth(1).expect("a title under the name");
        assert!(title.ends_with('?'), "{}: {title}", path.display());
        asked += 1;
    }
    assert!(asked >= 16, "{asked} scenarios");
}

/// All are tried out in copies, since a page with a folder of this name beside it is tried out in a sandbox.
#[cfg(unix)]
#[test]
fn every_page_is_true() {
    let desk = tempfile::tempdir().expect("a directory for temporary files");
    for page in pages() {
        let text = fs::read_to_string(&page).expect("the page is there");
        let copy = desk.path().join(page.file_name().expect("a page"));
        fs::write(&copy, without_pace(&text)).expect("the directory is ours");
        fs::create_dir(copy.with_extension("out")).expect("the directory is ours");
    }
    let cases = TestCases::new();
    cases.env("GITHUB_ACTIONS", "false");
    cases.register_bin("head", Path::new("/usr/bin/head"));
    cases.case(desk.path().join("*.md")).run();
}
