//! Tests of the program as a user sees it: its output on each stream, and its exit codes.

use assert_cmd::Command;
use assert_cmd::assert::Assert;

fn skirmish(words: &[&str]) -> Assert {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
    command.args(words).assert()
}

fn stdout(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).expect("the program writes UTF-8")
}

fn stderr(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stderr.clone()).expect("the program writes UTF-8")
}

#[test]
fn without_a_command_the_program_explains_itself() {
    let said = skirmish(&[]).code(2);
    assert!(stderr(&said).contains("Usage: skirmish [OPTIONS] <COMMAND>"));
    assert_eq!(stdout(&said), "");
}

#[test]
fn help_is_data_and_shows_examples() {
    for command in [
        "run", "solve", "explain", "check", "rules", "columns", "new",
    ] {
        let said = skirmish(&[command, "--help"]).success();
        assert!(stdout(&said).contains("Examples:"), "{command}");
        assert_eq!(stderr(&said), "");
    }
}

#[test]
fn wrong_usage_is_exit_code_2() {
    for words in [
        &["fight"][..],
        &["run"],
        &["run", "a.toml", "--fights", "many"],
        &["explain", "a.toml", "--where", "nicest"],
        &["rules", "brb"],
        &["new", "brb"],
    ] {
        let said = skirmish(words).code(2);
        assert_eq!(stdout(&said), "", "{words:?}");
    }
}

#[test]
fn a_book_that_is_nearly_right_is_suggested() {
    let said = skirmish(&["rules", "brb"]).code(2);
    assert!(stderr(&said).contains("did you mean `brp`?"));
}

#[test]
fn the_books_are_listed() {
    let said = skirmish(&["rules"]).success();
    assert!(stdout(&said).lines().any(|line| line.starts_with("brp ")));
}

#[test]
fn every_clause_of_a_book_is_listed_once() {
    let said = skirmish(&["rules", "brp", "--clauses"]).success();
    let text = stdout(&said);
    let rows = text.lines().filter(|line| line.starts_with("BRP-")).count();
    assert_eq!(rows, 83);
    assert!(text.contains("BRP-5.5-2"));
}

#[test]
fn the_tables_of_a_book_are_listed_row_by_row() {
    let said = skirmish(&["rules", "brp", "--tables"]).success();
    let text = stdout(&said);
    let row = |name: &str| {
        text.lines()
            .find(|line| line.starts_with(name))
            .map(str::to_owned)
    };
    for (name, figure) in [
        ("great-axe ", "2d6+2"),
        ("sling ", "80"),
        ("kite-shield ", "30"),
        ("full-plate ", "-25"),
    ] {
        assert!(row(name).is_some_and(|row| row.contains(figure)), "{name}");
    }
    assert!(!text.contains("[policies"));
}

#[test]
fn the_policies_of_a_book_are_shown_as_a_scenario_has_them() {
    for book in ["brp", "murdham", "persona", "semiautomagic", "swift-swords"] {
        let said = skirmish(&["rules", book, "--policies"]).success();
        let text = stdout(&said);
        let table: toml::Table = text.parse().expect("it is TOML");
        let policies = table["policies"].as_table().expect("a table");
        assert!(
            policies.contains_key("default") && table.len() == 1,
            "{book}"
        );
        assert!(text.starts_with("# Policies"), "{book}");
    }
}

#[test]
fn a_starter_is_printed_or_written_but_never_over_a_file() {
    let printed = stdout(&skirmish(&["new", "brp"]).success());
    let dir = tempfile::tempdir().expect("a directory for temporary files");
    let path = dir.path().join("gate.toml");
    let shown = path.to_str().expect("a path in UTF-8");
    let said = skirmish(&["new", "brp", "--out", shown]).success();
    assert_eq!(stdout(&said), "");
    assert_eq!(
        std::fs::read_to_string(&path).expect("it is written"),
        printed
    );
    skirmish(&["new", "brp", "--out", shown]).code(5);
    skirmish(&["new", "brp", "--out", "/no/such/directory/gate.toml"]).code(5);
}

#[test]
fn a_scenario_that_is_not_there_is_a_fault() {
    for command in ["run", "explain"] {
        let said = skirmish(&[command, "no-such-scenario.toml"]).code(3);
        assert_eq!(stdout(&said), "");
        assert!(stderr(&said).contains("no-such-scenario.toml"));
    }
}

#[test]
fn a_fault_writes_nothing() {
    let dir = tempfile::tempdir().expect("a directory for temporary files");
    let out = dir.path().join("results");
    let shown = out.to_str().expect("a path in UTF-8");
    skirmish(&["run", "no-such-scenario.toml", "--out", shown]).code(3);
    assert!(!out.exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_exit_code_5() {
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .expect("Linux has /dev/full");
    let program = assert_cmd::cargo::cargo_bin!("skirmish");
    let status = std::process::Command::new(program)
        .args(["rules", "brp"])
        .stdout(full)
        .stderr(std::process::Stdio::null())
        .status()
        .expect("the program starts");
    assert_eq!(status.code(), Some(5));
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let program = assert_cmd::cargo::cargo_bin!("skirmish");
    let output = std::process::Command::new(program)
        .args(["rules", "brp"])
        .stdout(writer)
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}
