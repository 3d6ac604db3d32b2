//! The documentation's own commands: what it shows is what the program says.
//!
//! The README is tried out in a folder of its own, where its steps follow each other as they do for a reader. Nothing
//! is compared but the pace, which no two runs share.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use trycmd::TestCases;

/// A page is tried out in a copy, since a page with a folder of this name beside it is tried out in a sandbox.
fn try_out(page: &str) {
    let desk = tempfile::tempdir().expect("a directory for temporary files");
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    let text = fs::read_to_string(from).expect("the page is there");
    let copy = desk.path().join("page.md");
    fs::write(&copy, without_pace(&text)).expect("the directory is ours");
    fs::create_dir(desk.path().join("page.out")).expect("the directory is ours");
    let cases = TestCases::new();
    cases.env("GITHUB_ACTIONS", "false");
    #[cfg(unix)]
    cases.register_bin("head", Path::new("/usr/bin/head"));
    cases.case(&copy).run();
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

#[cfg(unix)]
#[test]
fn the_readme_is_true() {
    try_out("README.md");
}
