//! Compares the shipped scenarios with their baselines. If a change of the rules moves the balance, this test
//! fails and its message shows the differences. If only the random numbers change, it does not fail.
//!
//! The test plays few fights, because test builds are slow, and so its margins are wide. Large matrices and
//! melees have 2,000 fights per matchup, and their figures may move by 5 points. All others have 5,000
//! fights, and theirs may move by 3 points. The noise of a difference is 1.6 or 1 points, so other random
//! numbers alone stay within these margins. A mistake in a rule usually moves many figures by more.
//!
//! After an intended change, run `skirmish check scenarios/BOOK/NAME.toml --update`. The same command with
//! `--fights 5k` or `2k` writes the first baseline of a new scenario. Half of that is enough if the scenario
//! is played in both seats (orders of the sides).

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;

/// A baseline with fewer fights than this has wider margins.
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
        // During development, the rules may change although the version number stays the same.
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
