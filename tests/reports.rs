//! Tests of the reports that are shipped with the program. The command on the page of a report must still
//! write this report from the present form of its scenario.
//!
//! A report becomes stale if its scenario or its seed changes, or if a matchup is removed. These tests then
//! fail. The text of a page may quote only win rates from its own `summary.csv`.
//!
//! A report also becomes stale if the rules change. This shows only if the report is played in full. All
//! reports together take about four minutes on one processor:
//!
//! ```text
//! cargo test --release --test reports -- --ignored
//! ```
//!
//! `./test` plays one cheap report of each book in full, and two others that depend on the number of commits.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The folder of a shipped report, and the contents of its files.
struct Shipped {
    name: String,
    folder: PathBuf,
    page: String,
    run: Value,
}

impl Shipped {
    fn all() -> Vec<Self> {
        let folders = sorted(Path::new("reports")).into_iter();
        folders
            .filter(|path| path.is_dir())
            .map(|folder| Self {
                name: name_of(&folder),
                page: read(&folder.join("README.md")),
                run: json(&folder.join("run.json")),
                folder,
            })
            .collect()
    }

    /// Returns the path of the report's scenario. The name of a report consists of the book's folder and the
    /// name of the scenario.
    fn scenario(&self) -> String {
        let books = sorted(Path::new("scenarios"));
        let found = books.iter().map(|book| name_of(book)).find_map(|book| {
            let rest = self.name.strip_prefix(&book)?.strip_prefix('-')?;
            Some(format!("scenarios/{book}/{rest}.toml"))
        });
        found.expect("a report begins with the name of its book")
    }

    /// Plays every command of the page that writes into the report, in full, but into another folder. Returns
    /// the names of the files that differ from the shipped ones.
    fn stale(&self) -> Vec<String> {
        let trial = tempfile::tempdir().expect("a temporary folder");
        let skirmish = |words: &[&str], out: &Path| {
            Command::new(assert_cmd::cargo::cargo_bin!("skirmish"))
                .args(words)
                .arg("--out")
                .arg(out)
                .arg("--quiet")
                .assert()
                .success();
        };
        let written = format!(" --out reports/{}", self.name);
        let commands = (self.page.lines())
            .filter_map(|line| line.strip_prefix("skirmish ")?.strip_suffix(&written));
        for command in commands {
            skirmish(&command.split(' ').collect::<Vec<_>>(), trial.path());
        }
        let page = trial.path().join("report.html");
        let folder = trial.path().to_str().expect("temporary folders are UTF-8");
        skirmish(&["report", folder], &page);
        let names = |folder: &Path| -> BTreeSet<String> {
            let paths = sorted(folder).into_iter();
            let names = paths.map(|path| path.file_name().expect("a name").to_owned());
            let names = names.map(|name| name.to_string_lossy().into_owned());
            names.filter(|name| name != "README.md").collect()
        };
        let all = names(&self.folder).into_iter().chain(names(trial.path()));
        let all: BTreeSet<String> = all.collect();
        let bytes = |folder: &Path, name: &str| fs::read(folder.join(name)).ok();
        all.into_iter()
            .filter(|name| bytes(&self.folder, name) != bytes(trial.path(), name))
            .map(|name| format!("reports/{}/{name}", self.name))
            .collect()
    }

    /// Returns the words of the command that writes the report. The page has only one such command.
    fn command(&self) -> Vec<&str> {
        let mut lines = self
            .page
            .lines()
            .filter(|line| line.starts_with("skirmish run "));
        let line = lines.next().expect("the page names its command");
        assert_eq!(lines.next(), None, "{}: two commands", self.name);
        line.split(' ').collect()
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&read(path)).expect("it is JSON")
}

fn name_of(path: &Path) -> String {
    let name = path.file_stem().expect("a name");
    name.to_string_lossy().into_owned()
}

/// Returns the paths in a folder, sorted by name.
fn sorted(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    paths.sort();
    paths
}

fn sha256(path: &str) -> String {
    let digest = Sha256::digest(read(Path::new(path)).as_bytes());
    digest.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("text takes anything");
        text
    })
}

/// Returns the number of commits, or `None` if the source is not in a repository.
fn commits() -> Option<usize> {
    let git = std::process::Command::new("git")
        .args(["rev-list", "--count", "HEAD"])
        .output();
    let said = git.ok().filter(|output| output.status.success())?.stdout;
    String::from_utf8(said).ok()?.trim().parse().ok()
}

/// Plays these reports in full, and fails with a list of the stale ones.
fn are_as_their_commands_write_them(reports: &[&Shipped]) {
    let stale: Vec<String> = reports.iter().flat_map(|report| report.stale()).collect();
    assert!(
        stale.is_empty(),
        "the rules have changed since these files were written; if that was meant, write them again by the commands of \
         their pages and `skirmish report`, and see whether the pages still say what is so:\n{}",
        stale.join("\n")
    );
}

/// Returns the rows of a summary, by matchup and side. Each row is a map from column names to figures.
fn summary(path: &Path) -> BTreeMap<(String, String), BTreeMap<String, String>> {
    let mut table = csv::Reader::from_path(path).expect("a summary");
    let head = table.headers().expect("a header").clone();
    table
        .records()
        .map(|row| {
            let row = row.expect("a row");
            let cells: BTreeMap<String, String> = head
                .iter()
                .zip(&row)
                .map(|(column, cell)| (column.to_owned(), cell.to_owned()))
                .collect();
            ((cells["matchup"].clone(), cells["side"].clone()), cells)
        })
        .collect()
}

/// Returns the shares in these columns of a table, or an empty list if there is no such table.
fn shares_of(path: &Path, columns: [&str; 3]) -> Vec<f64> {
    let Ok(mut table) = csv::Reader::from_path(path) else {
        return Vec::new();
    };
    let head = table.headers().expect("a header").clone();
    let columns: Vec<usize> = columns
        .map(|name| {
            head.iter()
                .position(|column| column == name)
                .expect("a column")
        })
        .into();
    let rows = table.records().map(|row| row.expect("a row"));
    rows.flat_map(|row| {
        columns
            .iter()
            .filter(|&&at| !row[at].is_empty())
            .map(|&at| row[at].parse().expect("a number"))
            .collect::<Vec<f64>>()
    })
    .collect()
}

/// Returns all percentages of a page that are written as `12.3 %` or `12.34 %`, without the sign.
fn percentages(page: &str) -> BTreeSet<&str> {
    page.match_indices(" %")
        .filter_map(|(at, _)| {
            let number = page[..at].rsplit(|c: char| !c.is_ascii_digit() && c != '.');
            number.into_iter().next()
        })
        .filter(|number| number.contains('.'))
        .collect()
}

#[test]
fn every_scenario_has_a_report_and_a_line_in_the_index() {
    let books = sorted(Path::new("scenarios"));
    let is_scenario = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "toml");
    let of = |book: &PathBuf| sorted(book).into_iter().filter(is_scenario);
    let scenarios: Vec<String> = books
        .iter()
        .flat_map(|book| of(book).map(|path| (name_of(book), path)))
        .map(|(book, path)| format!("{book}-{}", name_of(&path)))
        .collect();
    let reports: Vec<String> = Shipped::all().into_iter().map(|one| one.name).collect();
    assert!(scenarios.len() >= 8, "{scenarios:?}");
    assert_eq!(scenarios, reports);
    let index = read(Path::new("reports/README.md"));
    for name in reports {
        assert!(index.contains(&format!("({name}/README.md)")), "{name}");
        // The words that the index quotes must also be on the page of the report.
        let lines = index
            .lines()
            .filter_map(|line| line.split_once(&format!("({name}/README.md)")));
        let page = read(&Path::new("reports").join(&name).join("README.md"));
        for (_, quoted) in lines {
            let missing: Vec<_> = percentages(quoted)
                .into_iter()
                .filter(|one| !page.contains(one))
                .collect();
            assert!(missing.is_empty(), "{name}: {missing:?}");
        }
    }
}

#[test]
fn a_report_is_of_its_scenario_as_it_stands() {
    for report in Shipped::all() {
        let files = report.run["files"].as_array().expect("a list");
        assert!(!files.is_empty(), "{}", report.name);
        for file in files {
            let path = file["path"].as_str().expect("a path");
            assert_eq!(
                file["sha256"].as_str(),
                Some(&*sha256(path)),
                "{} has changed since {} was written",
                path,
                report.name
            );
        }
        assert_eq!(report.run["partial"], false, "{}", report.name);
        assert_eq!(report.run["version"], "0.2.0", "{}", report.name);
    }
}

#[test]
fn the_command_of_a_page_writes_that_report() {
    for report in Shipped::all() {
        let words = report.command();
        let (file, out) = (report.scenario(), format!("reports/{}", report.name));
        assert_eq!(words, ["skirmish", "run", &file, "--out", &out]);

        let trial = tempfile::tempdir().expect("a temporary folder");
        Command::new(assert_cmd::cargo::cargo_bin!("skirmish"))
            .args(&words[1..4])
            .arg(trial.path())
            .args(["--fights", "20", "--quiet"])
            .assert()
            .success();
        let fresh = json(&trial.path().join("run.json"));
        for key in ["seed", "files", "matchups", "version"] {
            assert_eq!(report.run[key], fresh[key], "{}: {key}", report.name);
        }
        for key in ["axes", "options", "both_seats", "round_caps"] {
            let of = |run: &Value| run["scenarios"][0][key].clone();
            assert_eq!(of(&report.run), of(&fresh), "{}: {key}", report.name);
        }
        let rows = |folder: &Path| {
            let table = summary(&folder.join("summary.csv"));
            table.into_keys().collect::<Vec<_>>()
        };
        assert_eq!(rows(&report.folder), rows(trial.path()), "{}", report.name);
    }
}

#[test]
fn a_page_quotes_its_own_figures() {
    for report in Shipped::all() {
        let mut known = BTreeSet::new();
        for row in summary(&report.folder.join("summary.csv")).values() {
            let fights: f64 = row["fights"].parse().expect("a number");
            let wins: f64 = row["wins"].parse().expect("a number");
            let draws: f64 = row["draws"].parse().expect("a number");
            let undecided: f64 = row["undecided"].parse().expect("a number");
            let rates = ["win_rate", "win_rate_low", "win_rate_high"]
                .map(|column| row[column].parse::<f64>().expect("a number"));
            let shares = [wins / fights, draws / fights, undecided / fights];
            for rate in rates.into_iter().chain(shares) {
                known.insert(format!("{:.1}", 100.0 * rate));
                known.insert(format!("{:.2}", 100.0 * rate));
            }
        }
        for (table, columns) in [
            ("day.csv", ["through", "through_low", "through_high"]),
            ("day.csv", ["stopped_rate", "stopped_low", "stopped_high"]),
            (
                "objectives.csv",
                ["win_rate", "win_rate_low", "win_rate_high"],
            ),
        ] {
            for share in shares_of(&report.folder.join(table), columns) {
                known.insert(format!("{:.1}", 100.0 * share));
            }
        }
        let quoted = percentages(&report.page);
        assert!(!quoted.is_empty(), "{} has no figures", report.name);
        for figure in quoted {
            assert!(
                known.contains(figure),
                "{}: {figure} % is in none of summary.csv, day.csv and objectives.csv",
                report.name
            );
        }
        for word in ["seed 1", "version 0.2.0"] {
            assert!(report.page.contains(word), "{}: no {word}", report.name);
        }
    }
}

/// One report of each book that takes at most a few seconds.
const CHEAP: [&str; 5] = [
    "brp-reference-duel",
    "murdham-duel",
    "persona-parry-or-dodge",
    "semiautomagic-small-changes",
    "swift-swords-duel",
];

#[test]
fn some_reports_are_what_their_commands_write() {
    let all = Shipped::all();
    let named = |name: &str| all.iter().find(|one| one.name == name);
    let find = |name: &&str| named(name).unwrap_or_else(|| panic!("no report `{name}`"));
    let mut chosen: Vec<&Shipped> = CHEAP.iter().map(find).collect();
    let folders = chosen.iter().map(|one| one.scenario());
    let books: BTreeSet<String> = folders
        .filter_map(|path| path.split('/').nth(1).map(str::to_owned))
        .collect();
    assert_eq!(books.len(), sorted(Path::new("scenarios")).len());
    let is_new = |one: &&Shipped| chosen.iter().all(|other| other.name != one.name);
    let others: Vec<&Shipped> = all.iter().filter(is_new).collect();
    // Two other reports are played as well. They change with every commit, and are always the same for a
    // given commit.
    let turn = commits().into_iter().flat_map(|n| [2 * n, 2 * n + 1]);
    chosen.extend(turn.map(|n| others[n % others.len()]));
    are_as_their_commands_write_them(&chosen);
}

#[test]
#[ignore = "plays every report in full, which takes minutes"]
fn every_report_is_what_its_command_writes() {
    are_as_their_commands_write_them(&Shipped::all().iter().collect::<Vec<_>>());
}
