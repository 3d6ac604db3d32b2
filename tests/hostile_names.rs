//! Tests of names that spreadsheets, CSV readers or people may misread. Tables and baselines must keep such
//! names unchanged.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

/// Names that look like something else, or are hard to store: numbers in every notation, formulas, quotes,
/// blanks, words for "nothing", dates, and other scripts, as well as very long names.
const NAMES: [&str; 53] = [
    "1.10",
    "1,5",
    "0.5",
    "-0.5",
    "-1,5",
    "+3",
    "1e5",
    "1E-3",
    "1.000,5",
    "1,000.5",
    "007",
    "0x1F",
    "1_000",
    "1 000",
    ".5",
    "5.",
    "1.2.3",
    "1/2",
    "50%",
    "$5",
    "=1+1",
    "=HYPERLINK(\"x\")",
    "'=1",
    "''=1",
    "'t Hof",
    "-axe",
    "--5",
    "@home",
    "\ttab",
    "tab\tinside",
    "a;b",
    "a,b",
    "a;b,c",
    "\"quoted\"",
    "half\"quote",
    "it's",
    "line\nbreak",
    "carriage\rreturn",
    "NA",
    "null",
    "NaN",
    "true",
    "FALSE",
    "2024-01-02",
    "1.10.2024",
    "Mar-1",
    "\u{ff1d}1",
    "\u{2212}5",
    "Äxte & Söhne",
    "斧",
    "\u{feff}mark",
    "e\u{301}",
    "#REF!",
];

fn skirmish(desk: &Path, words: &[&str]) -> assert_cmd::assert::Assert {
    Command::new(assert_cmd::cargo::cargo_bin!("skirmish"))
        .current_dir(desk)
        .args(words)
        .assert()
}

/// Returns a scenario with an axis that has every name as a label. A side and a stat block are called `own`.
fn scenario(own: &str) -> String {
    let basic = |name: &str| toml::Value::String(name.to_owned()).to_string();
    let long = "1.5,".repeat(48);
    let labels: Vec<String> = NAMES.iter().copied().chain([&*long]).map(basic).collect();
    let own = basic(own);
    format!(
        "ruleset = \"brp\"\n[combatants.{own}]\ndex = 12\nhit_points = 11\ncarries = [\"broad-sword\"]\n\
         [combatants.other]\nlike = {own}\n\
         [[sides]]\nname = {own}\nfighters = [{{ combatant = {own} }}]\n\
         [[sides]]\nname = \"others\"\nfighters = [{{ combatant = \"other\" }}]\n\
         [[vary]]\nname = \"hp\"\nset = \"combatants.other.hit_points\"\nto = \"1..{}\"\nlabels = [{}]\n",
        labels.len(),
        labels.join(", "),
    )
}

fn desk(own: &str) -> TempDir {
    let desk = tempfile::tempdir().expect("a directory for temporary files");
    fs::write(desk.path().join("names.toml"), scenario(own)).expect("the directory is ours");
    desk
}

/// Returns the distinct cells of a column. An apostrophe before a cell, which prevents spreadsheets from
/// reading it as a formula, is removed.
fn column(text: &str, name: &str, separator: u8) -> Vec<String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator)
        .from_reader(text.as_bytes());
    let heads = reader.headers().expect("a header").clone();
    let at = heads.iter().position(|head| head == name);
    let at = at.expect("a column of this name");
    let mut cells: Vec<String> = (reader.records())
        .map(|row| skirmish::report::Dialect::read(&row.expect("it is CSV")[at]))
        .collect();
    cells.dedup();
    cells
}

#[test]
fn tables_of_both_dialects_have_every_name_as_it_is() {
    let desk = desk("1.10");
    for (dialect, separator) in [("standard", b','), ("excel-eu", b';')] {
        let run = "run names.toml --quiet --fights 20 --out results --dialect";
        let words: Vec<&str> = run.split(' ').chain([dialect]).collect();
        skirmish(desk.path(), &words).success();
        let read = |table: &str| fs::read_to_string(desk.path().join(table)).expect("it is there");
        let summary = read("results/summary.csv");
        for name in ["matchup", "hp"] {
            let names = column(&summary, name, separator);
            assert_eq!(&names[..NAMES.len()], NAMES, "{dialect}, {name}");
        }
        assert_eq!(column(&summary, "side", separator)[..2], ["1.10", "others"]);
        let combatants = column(&read("results/combatants.csv"), "combatant", separator);
        assert_eq!(combatants[..2], ["1.10", "other"], "{dialect}");
        // `explain` must accept names in the same form as the tables show them.
        for name in ["1.10", "1,5", "=1+1", "a;b,c", "-0.5", "line\nbreak"] {
            let matchup = format!("--matchup={name}");
            skirmish(desk.path(), &["explain", "names.toml", "--quiet", &matchup]).success();
        }
    }
}

#[test]
fn baselines_of_both_dialects_fit_the_scenario_with_every_name() {
    for own in ["1.10", "1,5", "=1;2", "NA"] {
        let desk = desk(own);
        for dialect in ["standard", "excel-eu"] {
            let words = [
                "check",
                "names.toml",
                "--update",
                "--quiet",
                "--fights",
                "100",
            ];
            let words = [&words[..], &["--dialect", dialect]].concat();
            skirmish(desk.path(), &words).success();
            skirmish(desk.path(), &["check", "names.toml", "--quiet"]).success();
        }
    }
}
