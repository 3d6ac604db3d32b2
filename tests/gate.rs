//! Compares the shipped scenarios with their baselines. A change of the rules that moves the balance fails
//! this test, and the message shows the differences. A change of the random numbers alone does not fail it.
//!
//! The test plays few fights, because a test build is slow. The margins are therefore wide. Large matrices
//! and melees have 2,000 fights per matchup and may move by 5 points. All others have 5,000 fights and may
//! move by 3 points. Other random numbers alone stay within these margins, since the noise of a difference is
//! 1.6 or 1 points. A broken rule usually moves many figures by more.
//!
//! After an intended change, run `skirmish check scenarios/BOOK/NAME.toml --update`. A new scenario gets its
//! first baseline in the same way, with `--fights 5k` or `2k`. If it is played in both seats, half of that
//! suffices.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;

/// Baselines with fewer fights than this get wide margins.
const MANY: u64 = 5000;

fn scenarios() -> Vec<Vec<PathBuf>> {
    let entries = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("the folder is there");
        let mut paths: Vec<_> = entries
            .map(|entry| entry.expect("it can be read").path())
            .collect();
        paths.sort();
        paths
    };
    let books = entries(Path::new("scenarios")).into_iter();
    let is_scenario = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "toml");
    books
        .map(|book| entries(&book).into_iter().filter(is_scenario).collect())
        .collect()
}

/// Returns the number of fights per matchup in a scenario's baseline.
fn fights(scenario: &Path) -> u64 {
    let path = scenario.with_extension("baseline.csv");
    let text = fs::read_to_string(&path)
        .unwrap_or_else(|_| panic!("skirmish check {} --update --fights 5k", scenario.display()));
    let mut table = csv::Reader::from_reader(text.as_bytes());
    let place = table
        .headers()
        .expect("a header")
        .iter()
        .position(|head| head == "fights");
    let row = table.records().next().expect("a row").expect("it is CSV");
    row[place.expect("a column")].parse().expect("a number")
}

fn check(scenarios: &[PathBuf], margins: [&str; 2]) {
    if scenarios.is_empty() {
        return;
    }
    let output = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"))
        .arg("check")
        .args(scenarios)
        .args(["--margin", margins[0], "--mean-margin", margins[1]])
        // During development, the rules may change without a new version number.
        .args(["--play", "--quiet", "--any-version"])
        .output()
        .expect("the program starts");
    let [said, complaint] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{said}{complaint}");
}

#[test]
fn the_balance_of_the_shipped_scenarios_has_not_moved() {
    let books = scenarios();
    assert!(!books.is_empty());
    for book in books {
        assert!(!book.is_empty());
        let (many, few): (Vec<_>, Vec<_>) = book.into_iter().partition(|path| fights(path) >= MANY);
        check(&many, ["3%", "6%"]);
        check(&few, ["5%", "10%"]);
    }
}
