//! Tests that pandas, `DuckDB` and `LibreOffice` can read the CSV files, which are written for such programs.
//!
//! If one of these programs is not installed, its test prints a note and passes. The Python program is
//! `python3`, unless `SKIRMISH_PYTHON` names another: `python3 -m venv v && v/bin/pip install pandas duckdb
//! && SKIRMISH_PYTHON=v/bin/python ./test`.
//!
//! The scenario has names and values that are hard to read: names that look like formulas or contain quotes,
//! commas and semicolons, negative and fractional values of an axis, and a column without values.

use std::env;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

const SCENARIO: &str = r#"
ruleset = "brp"
[combatants."=HYPERLINK(1)"]
dex = 12
hit_points = 11
carries = ["broad-sword"]
[combatants."+1, \"big\"; orc"]
dex = 10
hit_points = 11
carries = ["short-sword"]
[[sides]]
name = "@left"
fighters = [{ combatant = "=HYPERLINK(1)" }]
[[sides]]
name = "-right"
fighters = [{ combatant = "+1, \"big\"; orc" }]
[[vary]]
name = "=dex"
set = "combatants.'=HYPERLINK(1)'.dex"
to = [9, 12]
[[vary]]
name = "worth"
set = "combatants.'=HYPERLINK(1)'.carries"
to = [["broad-sword"], ["dagger"]]
labels = ["-2.5", "0.75"]
"#;

/// Two scenarios with sides whose names mean a missing value, such as `NA`. In a table of both, the first
/// hundred rows have no value on one of the axes.
const SEVERAL: [(&str, &str); 2] = [
    (
        "texts.toml",
        r#"
ruleset = "brp"
[combatants.guard]
dex = 12
hit_points = 11
carries = ["broad-sword"]
[[sides]]
name = "NA"
fighters = [{ combatant = "guard" }]
[[sides]]
name = "null"
fighters = [{ combatant = "guard" }]
[[vary]]
name = "hit points"
set = "combatants.guard.hit_points"
to = "1..60"
labels = LABELS
"#,
    ),
    (
        "numbers.toml",
        r#"
ruleset = "brp"
[combatants.guard]
dex = 12
hit_points = 11
carries = ["broad-sword"]
[[sides]]
name = "guards"
fighters = [{ combatant = "guard" }]
[[sides]]
name = "others"
fighters = [{ combatant = "guard" }]
[[vary]]
name = "dex"
set = "combatants.guard.dex"
to = [9, 12, 15]
"#,
    ),
];

/// Creates a folder with the tables of a run of these two scenarios, which have different axes.
fn several(dialect: &str) -> TempDir {
    let desk = tempfile::tempdir().expect("a directory for temporary files");
    let labels: Vec<String> = (1..=60).map(|n| format!("'{n} points'")).collect();
    for (name, text) in SEVERAL {
        let text = text.replace("LABELS", &format!("[{}]", labels.join(", ")));
        fs::write(desk.path().join(name), text).expect("the directory is ours");
    }
    let output = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"))
        .current_dir(desk.path())
        .args([
            "run",
            "texts.toml",
            "numbers.toml",
            "--fights",
            "50",
            "--out",
            "results",
        ])
        .args(["--quiet", "--dialect", dialect])
        .output()
        .expect("the program starts");
    passed(&output);
    desk
}

/// Creates a folder with the tables of a run in this dialect, and with the dictionary of columns.
fn tables(dialect: &str) -> TempDir {
    let desk = tempfile::tempdir().expect("a directory for temporary files");
    fs::write(desk.path().join("odd.toml"), SCENARIO).expect("the directory is ours");
    let skirmish = |words: &[&str]| {
        let output = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"))
            .current_dir(desk.path())
            .args(words)
            .output()
            .expect("the program starts");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        output.stdout
    };
    let how = ["--quiet", "--dialect", dialect];
    skirmish(
        &[
            &["run", "odd.toml", "--fights", "300", "--out", "out"],
            &how[..],
        ]
        .concat(),
    );
    let baseline = [
        "check",
        "odd.toml",
        "--update",
        "--fights",
        "100",
        "--baseline",
        "out/NAME.baseline.csv",
    ];
    skirmish(&[&baseline, &how[..]].concat());
    let dictionary = skirmish(&["columns", "--as", "csv"]);
    fs::write(desk.path().join("dictionary.csv"), dictionary).expect("the directory is ours");
    desk
}

/// Runs a Python script that needs the module `module`, in a folder with the tables. If the module is not
/// installed, prints a note and returns.
fn python(module: &str, script: &str, dialect: &str) {
    python_at(module, &format!("{COMMON}\n{script}"), dialect, tables);
}

/// Like [`python`], but in a folder that `desk` creates for this dialect.
fn python_at(module: &str, script: &str, dialect: &str, desk: fn(&str) -> TempDir) {
    let python = env::var("SKIRMISH_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has = Command::new(&python)
        .args(["-c", &format!("import {module}")])
        .output();
    if !has.is_ok_and(|output| output.status.success()) {
        skipped(&format!("{python} has no {module}"));
        return;
    }
    let desk = desk(dialect);
    let output = Command::new(python)
        .current_dir(desk.path())
        .args(["-c", script, dialect])
        .output()
        .expect("it just started");
    passed(&output);
}

/// Prints why a test was skipped. The note goes to the real standard error, because the output of a passing
/// test is not shown.
fn skipped(why: &str) {
    writeln!(std::io::stderr(), "skipped: {why}").expect("standard error is open");
}

fn passed(output: &Output) {
    let [said, complaint] =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(output.status.success(), "{said}{complaint}");
}

/// The beginning of every script. It reads from the dictionary which columns each table has, and their types.
const COMMON: &str = r#"
import csv, glob, os, sys
eu = sys.argv[1] == "excel-eu"
kinds = {}
for row in csv.DictReader(open("dictionary.csv", encoding="utf-8")):
    kinds.setdefault(row["table"], {})[row["column"]] = row["type"]
tables = sorted(glob.glob("out/*.csv"))
unknown = [table for table in tables if os.path.basename(table) not in kinds]
assert len(tables) == 13 and not unknown, (tables, unknown)
def kind(table, column):
    known = kinds[os.path.basename(table)]
    return known.get(column, "text" if column in ("'=dex", "worth value") else "number")
"#;

const PANDAS: &str = r#"
import pandas
from pandas.api import types
for table in tables:
    how = dict(sep=";", decimal=",", encoding="utf-8-sig") if eu else {}
    frame = pandas.read_csv(table, **how)
    assert len(frame) > 0, table
    for column in frame.columns:
        is_kind, values = kind(table, column), frame[column]
        if values.isna().all():
            continue
        right = {"whole": types.is_integer_dtype, "decimal": types.is_float_dtype,
                 "number": types.is_numeric_dtype, "text": lambda v: True}[is_kind](values)
        assert right, (table, column, values.dtype)
frame = pandas.read_csv("out/summary.csv", **how)
assert set(frame.side) == {"'@left", "'-right"}, set(frame.side)
assert set(frame["worth"]) == {-2.5, 0.75}, set(frame["worth"])
assert (frame.wins + frame.losses + frame.draws + frame.undecided == frame.fights).all()
"#;

const DUCKDB: &str = r#"
import duckdb
for table in tables:
    how = ", delim=';', decimal_separator=','" if eu else ""
    for name, is_type, *_ in duckdb.sql(f"describe select * from read_csv('{table}'{how})").fetchall():
        quoted = '"' + name.replace('"', '""') + '"'
        full = duckdb.sql(f"select count({quoted}) from read_csv('{table}'{how})").fetchall()[0][0]
        if full == 0:
            continue
        want = {"whole": ["BIGINT"], "decimal": ["DOUBLE"], "number": ["DOUBLE", "BIGINT"],
                "text": ["VARCHAR", "BIGINT", "DOUBLE"]}[kind(table, name)]
        assert is_type in want, (table, name, is_type)
wins = duckdb.sql(f"select sum(wins + losses + draws + undecided - fights) from read_csv('out/summary.csv'{how})")
assert wins.fetchall()[0][0] == 0
"#;

#[test]
fn pandas_reads_the_right_types() {
    for dialect in ["standard", "excel-eu"] {
        python("pandas", PANDAS, dialect);
    }
}

#[test]
fn duckdb_reads_the_right_types() {
    for dialect in ["standard", "excel-eu"] {
        python("duckdb", DUCKDB, dialect);
    }
}

/// Returns the code block of docs/first-steps.md or docs/tables.md that contains `words`.
fn snippet(page: &str, words: &str) -> String {
    let page = fs::read_to_string(page).expect("it is there");
    let mut blocks = page
        .split("```")
        .filter(|block| block.starts_with("python\n"));
    let block = blocks.find(|block| block.contains(words));
    block.expect("a code block")["python\n".len()..].to_owned()
}

#[test]
fn a_side_called_like_a_missing_value_survives_the_documented_snippet() {
    let snippet = snippet("docs/first-steps.md", "import pandas");
    let snippet = snippet
        .replace("guard skill", "hit points")
        .replace("guards", "NA");
    let script = format!("{snippet}\nassert len(NA) == 60, summary.side");
    python_at("pandas", &script, "standard", several);
}

#[test]
fn every_reader_finds_numbers_on_the_axes_of_several_scenarios() {
    let check = r#"
import sys
eu = sys.argv[1] == "excel-eu"
import pandas
how = dict(sep=";", decimal=",", encoding="utf-8-sig") if eu else {}
frame = pandas.read_csv("results/axes.csv", **how)
assert frame.number.dtype == "float64", frame.dtypes
assert set(frame[frame.axis == "dex"].number) == {9, 12, 15}, frame
"#;
    let duckdb = r#"
import sys, duckdb
how = ", delim=';', decimal_separator=','" if sys.argv[1] == "excel-eu" else ""
types = dict(row[:2] for row in duckdb.sql(f"describe select * from read_csv('results/axes.csv'{how})").fetchall())
assert types["number"] == "DOUBLE" and types["label"] == types["matchup"] == "VARCHAR", types
"#;
    let polars = r#"
import sys, polars
how = dict(separator=";", decimal_comma=True) if sys.argv[1] == "excel-eu" else {}
frame = polars.read_csv("results/axes.csv", **how)
assert frame.schema["number"] == polars.Float64, frame.schema
assert frame.schema["label"] == frame.schema["matchup"] == polars.String, frame.schema
"#;
    for dialect in ["standard", "excel-eu"] {
        python_at("pandas", check, dialect, several);
        python_at("duckdb", duckdb, dialect, several);
        python_at("polars", polars, dialect, several);
    }
    let documented = snippet("docs/tables.md", "import polars")
        + "\nassert set(joined.filter(polars.col('axis') == 'dex')['number']) == {9, 12, 15}\n\
           assert len(joined) == 126, joined";
    python_at("polars", &documented, "standard", several);
}

#[test]
fn libreoffice_reads_numbers_as_numbers_and_runs_nothing() {
    // The filter options are the separator, the quote, the character set, the first line, and the language of
    // the user: 1033 is English and 1031 is German.
    for (dialect, filter) in [
        ("standard", "44,34,76,1,,1033"),
        ("excel-eu", "59,34,76,1,,1031"),
    ] {
        let desk = tables(dialect);
        let home = format!(
            "-env:UserInstallation=file://{}/home",
            desk.path().display()
        );
        let output = Command::new("soffice")
            .current_dir(desk.path())
            .args([
                &home,
                "--headless",
                "--convert-to",
                "fods",
                "--outdir",
                "sheets",
            ])
            .arg(format!("--infilter=CSV:{filter},false,true"))
            .args(["out/summary.csv", "out/combatants.csv"])
            .output();
        let Ok(output) = output else {
            skipped("there is no soffice");
            return;
        };
        passed(&output);
        check_sheet(desk.path(), "summary");
        check_sheet(desk.path(), "combatants");
    }
}

/// Checks that each cell of a sheet is a number or a text, as the dictionary says, and that no cell is a
/// formula.
fn check_sheet(desk: &Path, table: &str) {
    let text =
        fs::read_to_string(desk.join(format!("sheets/{table}.fods"))).expect("it was converted");
    let options = roxmltree::ParsingOptions {
        allow_dtd: true,
        ..roxmltree::ParsingOptions::default()
    };
    let xml = roxmltree::Document::parse_with_options(&text, options).expect("it is XML");
    let attribute = |node: roxmltree::Node<'_, '_>, name: &str| {
        let found = node.attributes().find(|attribute| attribute.name() == name);
        found.map(|attribute| attribute.value().to_owned())
    };
    let rows = xml
        .descendants()
        .filter(|node| node.tag_name().name() == "table-row");
    let rows: Vec<Vec<(Option<String>, String)>> = rows
        .map(|row| {
            let cells = row
                .children()
                .filter(|node| node.tag_name().name() == "table-cell");
            cells
                .flat_map(|cell| {
                    assert_eq!(attribute(cell, "formula"), None, "{table}");
                    let repeated = attribute(cell, "number-columns-repeated");
                    let times = repeated.and_then(|times| times.parse().ok()).unwrap_or(1);
                    let words = cell.descendants().filter(roxmltree::Node::is_text);
                    let text: String = words.filter_map(|node| node.text()).collect();
                    vec![(attribute(cell, "value-type"), text.trim().to_owned()); times]
                })
                .collect()
        })
        .filter(|row: &Vec<_>| row.iter().any(|(kind, _)| kind.is_some()))
        .collect();
    let heads: Vec<&str> = rows[0].iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(
        heads[..5],
        ["scenario", "ruleset", "matchup", "'=dex", "worth"]
    );
    assert!(rows.len() > 4, "{table}");
    let words = [
        "scenario",
        "ruleset",
        "matchup",
        "side",
        "combatant",
        "version",
        "digest",
    ];
    for row in &rows[1..] {
        for (head, (kind, text)) in heads
            .iter()
            .zip(row)
            .filter(|(_, (kind, _))| kind.is_some())
        {
            let expected = if words.contains(head) {
                "string"
            } else {
                "float"
            };
            assert_eq!(kind.as_deref(), Some(expected), "{table}, {head}: {text}");
        }
        assert!(row[3].0.is_some(), "{table}: {row:?}");
    }
}
