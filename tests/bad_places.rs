//! Faults, full disks, places in the way and readers that leave, through the program: exit codes, and what is left.

#![cfg(unix)]

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use common::slips::SOUND;

fn program(folder: &Path) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
    command.current_dir(folder);
    command
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder for the test");
    fs::write(folder.path().join("gate.toml"), SOUND).expect("a file for the test");
    folder
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("it can be listed").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn a_full_disk_leaves_nothing_behind() {
    let folder = folder();
    let program = assert_cmd::cargo::cargo_bin!("skirmish");
    // No file may grow beyond a few hundred bytes, and the signal that says so is ignored.
    let script =
        "trap '' XFSZ; ulimit -f 1; exec \"$0\" run gate.toml --fights 500 --out new/out --quiet";
    let output = Command::new("sh")
        .args(["-c", script])
        .arg(program)
        .current_dir(folder.path())
        .output()
        .expect("unix has sh");
    assert_eq!(output.status.code(), Some(5), "{}", said(&output));
    assert!(
        said(&output).contains("cannot write `new/out/"),
        "{}",
        said(&output)
    );
    assert_eq!(names(folder.path()), ["gate.toml"]);
}

#[test]
fn a_place_that_cannot_be_written_is_told_before_the_run() {
    let folder = folder();
    fs::create_dir_all(folder.path().join("old/kills.csv")).expect("a folder for the test");
    for (out, words) in [
        ("gate.toml", "it is a file, not a directory"),
        ("gate.toml/out", "cannot write into gate.toml/out"),
        (
            "old",
            "cannot write old/kills.csv: a directory has this name",
        ),
    ] {
        let output = program(folder.path())
            .args(["run", "gate.toml", "--fights", "1e12", "--out", out])
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(5), "{out}");
        assert!(said(&output).contains(words), "{}", said(&output));
        assert!(output.stdout.is_empty(), "{out}");
    }
    assert_eq!(names(folder.path()), ["gate.toml", "old"]);
    assert_eq!(names(&folder.path().join("old")), ["kills.csv"]);
}

#[test]
fn nothing_is_written_over_what_is_read_or_written_besides() {
    let folder = folder();
    let whole = format!("include = [\"part.toml\"]\n{SOUND}");
    fs::write(folder.path().join("gate.toml"), whole).expect("a file for the test");
    fs::write(folder.path().join("part.toml"), "# nothing\n").expect("a file for the test");
    for words in [
        "run gate.toml --fights 10 --quiet --out good",
        "run gate.toml --fights 10 --quiet --out part --shard 1/1",
    ] {
        let words = words.split(' ');
        let output = program(folder.path()).args(words).output();
        assert!(output.expect("the program starts").status.success());
    }
    let before = |name: &str| fs::read(folder.path().join(name)).expect("it is there");
    let files = [
        "gate.toml",
        "part.toml",
        "good/summary.csv",
        "part/part.jsonl",
    ];
    let bytes = files.map(before);
    let reads = "would write over a file that this command reads";
    let twice = "would write the same file";
    for (words, what) in [
        ("check gate.toml --update --baseline ./gate.toml", reads),
        (
            "check gate.toml --baseline nope.csv --junit gate.toml",
            reads,
        ),
        (
            "check gate.toml --baseline good/run.json --junit good/run.json",
            reads,
        ),
        ("run gate.toml --fights 10 --html gate.toml", reads),
        ("run gate.toml --fights 10 --html part.toml", reads),
        ("report good --out gate.toml", reads),
        ("report good --out good/../part.toml", reads),
        ("report good --out good/summary.csv", reads),
        ("merge part --html part/part.jsonl", reads),
        ("merge part --html gate.toml", reads),
        ("run gate.toml --out new --html new/summary.csv", twice),
        ("merge part --xlsx a.xlsx --html a.xlsx", twice),
    ] {
        let output = program(folder.path()).args(words.split(' ')).output();
        let output = output.expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{words}: {}", said(&output));
        assert!(said(&output).contains(what), "{words}: {}", said(&output));
        assert!(output.stdout.is_empty(), "{words}");
    }
    assert_eq!(files.map(before), bytes);
    assert_eq!(
        names(folder.path()),
        ["gate.toml", "good", "part", "part.toml"]
    );
}

#[test]
fn a_reader_that_leaves_early_does_not_keep_the_tables_from_being_written() {
    let folder = folder();
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let output = program(folder.path())
        .args([
            "run",
            "gate.toml",
            "--fights",
            "50",
            "--out",
            "out",
            "--quiet",
        ])
        .stdout(writer)
        .stderr(Stdio::piped())
        .output()
        .expect("the program starts");
    assert_eq!(
        (output.status.code(), said(&output)),
        (Some(0), String::new())
    );
    assert_eq!(names(&folder.path().join("out")).len(), 11);
}

#[test]
fn names_with_commas_and_quotes_come_back_from_the_tables() {
    let folder = folder();
    let text = SOUND
        .replace("name = \"guards\"", "name = \"gate, \\\"north\\\"\"")
        .replace("name = \"blade\"", "name = \"blade, \\\"Klinge\\\" 日本\"");
    let file = "a, \"b\".toml";
    fs::write(folder.path().join(file), text).expect("a file for the test");
    let output = program(folder.path())
        .args(["run", file, "--fights", "20", "--out", "out"])
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let mut sides = 0;
    for name in names(&folder.path().join("out")) {
        if name == "run.json" {
            continue;
        }
        let path = folder.path().join("out").join(name);
        let mut table = csv::Reader::from_path(&path).expect("a table");
        assert_eq!(
            &table.headers().expect("a header")[3],
            "blade, \"Klinge\" 日本"
        );
        let rows: Vec<_> = table.records().map(|row| row.expect("a row")).collect();
        assert!(rows.iter().all(|row| &row[0] == "a, \"b\""), "{path:?}");
        let cells = rows.iter().flat_map(csv::StringRecord::iter);
        sides += cells.filter(|&cell| cell == "gate, \"north\"").count();
    }
    assert!(sides > 10, "{sides}");
}

#[test]
fn faults_exit_3_and_keep_standard_output_clean() {
    let folder = folder();
    fs::write(
        folder.path().join("bad.toml"),
        SOUND.replace("chain", "chian"),
    )
    .expect("a file");
    for words in [
        &["run", "gate.toml", "bad.toml", "--out", "out"][..],
        &["explain", "bad.toml"],
        &["run", "gate.toml", "--set", "nonsense"],
        &["run", "gate.toml", "--vary", "options.nonsense=1,2"],
        &["run", "no.toml"],
        &["run", "."],
    ] {
        let output = program(folder.path())
            .args(words)
            .output()
            .expect("it starts");
        assert_eq!(output.status.code(), Some(3), "{words:?} {}", said(&output));
        assert!(
            output.stdout.is_empty() && !said(&output).contains('\u{1b}'),
            "{words:?}"
        );
    }
    assert_eq!(names(folder.path()), ["bad.toml", "gate.toml"]);
}
