//! Tests of matrices of contenders, of tables with any two axes as rows and columns, and of ranges of values.
//! `run` and `solve` show and write them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use tempfile::TempDir;

/// A temporary folder with a duel of two equal sides for each book. The constants below are arguments of
/// `--vary` that give the sides different weapons.
struct Desk(TempDir);

const BLADES: &str = "combatants.red.carries[0]=battle-axe,dagger,long-spear";
const AGAINST: &str = "combatants.blue.carries[0]=dagger,long-spear,battle-axe";

const BRP: &str = "ruleset = 'brp'
[combatants.red]
dex = 12
hit_points = 5
carries = ['broad-sword']
skills = { Axe = 60, Dagger = 60, Spear = 60 }
";

const MURDHAM: &str = "ruleset = 'murdham'
[combatants.red]
health = 6
carries = ['sword']
";

const SWIFT_SWORDS: &str = "ruleset = 'swift-swords'
[options]
injuries = 'off'
[combatants.red]
carries = ['medium']
attack = 4
";

const SIDES: &str = "[combatants.blue]
like = 'red'
[[sides]]
name = 'red'
fighters = [{ combatant = 'red' }]
[[sides]]
name = 'blue'
fighters = [{ combatant = 'blue' }]
";

impl Desk {
    fn new() -> Self {
        let desk = Self(tempfile::tempdir().expect("a directory for temporary files"));
        for (name, text) in [("duel", BRP), ("murdham", MURDHAM), ("swift", SWIFT_SWORDS)] {
            let file = desk.0.path().join(name).with_extension("toml");
            fs::write(file, format!("{text}{SIDES}")).expect("the directory is ours");
        }
        desk
    }

    fn skirmish(&self, words: &[&str]) -> Assert {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
        command.current_dir(self.0.path()).args(words).assert()
    }

    /// Runs the duel of brp with these additional words. Returns the output, and the files that the program
    /// wrote.
    fn blades(&self, out: &str, words: &[&str]) -> (String, BTreeMap<String, String>) {
        let start = [
            "run",
            "duel.toml",
            "--vary",
            BLADES,
            "--vary",
            AGAINST,
            "--quiet",
            "--out",
            out,
        ];
        let said = self.skirmish(&[&start, words].concat()).success();
        (stdout(&said), written(&self.0.path().join(out)))
    }

    /// Returns the error message for a command line that the program refuses.
    fn refused(&self, words: &[&str]) -> String {
        let start = ["run", "duel.toml", "--fights", "10", "--quiet"];
        let said = self.skirmish(&[&start, words].concat()).code(2);
        assert_eq!(stdout(&said), "");
        String::from_utf8(said.get_output().stderr.clone()).expect("the program writes UTF-8")
    }
}

fn stdout(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).expect("the program writes UTF-8")
}

fn written(out: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(out).expect("the directory was made");
    entries
        .map(|entry| {
            let path = entry.expect("it can be read").path();
            let name = path.file_name().expect("a file").to_string_lossy();
            (name.into_owned(), fs::read_to_string(&path).expect("UTF-8"))
        })
        .collect()
}

/// Returns the rows of a table, each as a map from columns to cells.
fn rows(table: &str) -> Vec<BTreeMap<String, String>> {
    let mut table = csv::Reader::from_reader(table.as_bytes());
    table
        .deserialize()
        .map(|row| row.expect("it is CSV"))
        .collect()
}

fn number(row: &BTreeMap<String, String>, column: &str) -> f64 {
    row[column].parse().expect("a number")
}

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 2e-6, "{a} is not {b}");
}

#[test]
fn axes_that_list_the_same_contenders_make_a_matrix() {
    let desk = Desk::new();
    let (shown, files) = desk.blades("out", &["--fights", "400", "--seats", "both"]);
    let head = "win rate in % of the row (red) against the column (blue)\nrows: red carries[0], columns: blue carries[0]";
    assert!(shown.contains(head), "{shown}");
    let cells = rows(&files["matrix.csv"]);
    let summary = rows(&files["summary.csv"]);
    assert_eq!(cells.len(), 9);
    // Each cell has the figures of the matchup of its two values, for the side in the rows.
    for cell in &cells {
        let is_its = |row: &&BTreeMap<String, String>| {
            row["side"] == "red"
                && row["red carries[0]"] == cell["row"]
                && row["blue carries[0]"] == cell["column"]
        };
        let row = summary.iter().find(is_its).expect("its matchup");
        for column in [
            "win_rate",
            "win_rate_low",
            "win_rate_high",
            "seat_effect",
            "seat_effect_low",
        ] {
            assert_eq!(cell[column], row[column], "{column}");
        }
        near(number(cell, "draw_rate"), number(row, "draws") / 800.0);
        let nobody = number(row, "draws") + number(row, "undecided");
        let score = number(row, "wins") + nobody / 2.0;
        near(number(cell, "score"), score / 800.0);
    }
    // The mean score of a contender is the mean over both other contenders, on either side.
    let score = |row: &str, column: &str| {
        let mut found = cells
            .iter()
            .filter(|cell| cell["row"] == row && cell["column"] == column);
        number(found.next().expect("a cell"), "score")
    };
    let contenders = rows(&files["contenders.csv"]);
    let names: Vec<&str> = contenders
        .iter()
        .map(|row| row["contender"].as_str())
        .collect();
    assert_eq!(names, ["battle-axe", "dagger", "long-spear"]);
    for one in &contenders {
        let name = one["contender"].as_str();
        let others = names.iter().filter(|&&other| other != name);
        let points = others.map(|other| (score(name, other) + 1.0 - score(other, name)) / 2.0);
        near(number(one, "mean"), points.sum::<f64>() / 2.0);
        assert!(number(one, "share_low") <= number(one, "share"));
        let rating = number(one, "rating");
        assert!(number(one, "rating_low") < rating && rating < number(one, "rating_high"));
        // The scores that follow from the ratings are close to the mean scores of the matrix.
        let others = contenders.iter().filter(|other| other["contender"] != name);
        let expected = others.map(|other| {
            let apart = number(other, "rating") - rating;
            1.0 / (1.0 + 10f64.powf(apart / 400.0))
        });
        let expected = expected.sum::<f64>() / 2.0;
        assert!(
            (expected - number(one, "mean")).abs() < 0.01,
            "{expected}, {one:?}"
        );
    }
    let ratings = contenders.iter().map(|one| number(one, "rating"));
    assert!((ratings.sum::<f64>() - 4500.0).abs() < 0.2);
    let shares = contenders.iter().map(|one| number(one, "share"));
    near(shares.sum(), 1.0);
    assert_eq!(contenders[1]["dominated"], "yes");
}

#[test]
fn threads_change_no_byte_of_it() {
    let desk = Desk::new();
    let one = desk.blades("one", &["--fights", "50", "--threads", "1"]);
    assert_eq!(
        one,
        desk.blades("two", &["--fights", "50", "--threads", "2"])
    );
}

#[test]
fn every_book_has_matrices() {
    let desk = Desk::new();
    for (file, weapons) in [
        ("murdham.toml", "sword,dagger,spear"),
        ("swift.toml", "light,medium,heavy"),
    ] {
        let [red, blue] =
            ["red", "blue"].map(|side| format!("combatants.{side}.carries[0]={weapons}"));
        let words = [
            "run", file, "--fights", "40", "--vary", &red, "--vary", &blue, "--quiet",
        ];
        let shown = stdout(&desk.skirmish(&words).success());
        assert!(shown.contains("the mix that nobody can exploit"), "{shown}");
        let limits = "the mix holds for these contenders with these policies only";
        assert!(shown.contains(limits), "{shown}");
    }
}

#[test]
fn exact_odds_have_the_same_matrix_without_noise() {
    let desk = Desk::new();
    let vary = ["--vary", BLADES, "--vary", AGAINST];
    let solve = ["solve", "duel.toml", "--out", "exact", "--quiet"];
    let said = desk.skirmish(&[&solve[..], &vary].concat()).success();
    assert!(!stdout(&said).contains("redrawn"), "{}", stdout(&said));
    let exact = written(&desk.0.path().join("exact"));
    let (_, sampled) = desk.blades("sampled", &["--fights", "2k"]);
    let cells = |files: &BTreeMap<String, String>| rows(&files["matrix.csv"]);
    let pairs = cells(&exact).into_iter().zip(cells(&sampled));
    for (exact, sampled) in pairs {
        assert_eq!(
            (&exact["row"], &exact["column"]),
            (&sampled["row"], &sampled["column"])
        );
        assert_eq!(exact["method"], "exact");
        // The tolerance is five standard errors.
        let apart = (number(&exact, "score") - number(&sampled, "score")).abs();
        assert!(apart < 5.0 * 0.5 / 2000f64.sqrt(), "{exact:?} {sampled:?}");
    }
    for one in rows(&exact["contenders.csv"]) {
        assert_ne!(one["dominated"], "undecided");
        near(number(&one, "share_low"), number(&one, "share_high"));
        near(number(&one, "rating_low"), number(&one, "rating_high"));
    }
}

#[test]
fn two_axes_are_a_matrix_of_the_first_side_and_one_or_three_are_not() {
    let desk = Desk::new();
    let words = |vary: &[&'static str]| {
        let start = [
            "run",
            "duel.toml",
            "--fights",
            "20",
            "--quiet",
            "--out",
            "grid",
        ];
        [&start, vary].concat()
    };
    let dex = ["--vary", "combatants.red.dex=10,12"];
    let hit_points = ["--vary", "combatants.blue.hit_points=8,10,12"];
    let blades = ["--vary", "combatants.blue.carries[0]=dagger,long-spear"];
    for vary in [
        // The two axes of a matrix may be numbers of both sides, two lists, or a number of the second side
        // and a list.
        [dex, hit_points].concat(),
        [["--vary", BLADES], blades].concat(),
        [hit_points, blades].concat(),
    ] {
        let shown = stdout(&desk.skirmish(&words(&vary)).success());
        assert!(shown.contains("\nwin rate of red in %\n"), "{shown}");
        let files = written(&desk.0.path().join("grid"));
        assert!(!files.contains_key("contenders.csv"));
        let cells = rows(&files["matrix.csv"]);
        assert!(cells.iter().all(|cell| cell["side"] == "red"));
        let summary = rows(&files["summary.csv"]);
        let [first, second] =
            ["row", "column"].map(|part| cells[0][&format!("{part}_axis")].clone());
        for cell in &cells {
            let its = summary.iter().find(|row| {
                row["side"] == "red" && row[&first] == cell["row"] && row[&second] == cell["column"]
            });
            assert_eq!(cell["win_rate"], its.expect("its matchup")["win_rate"]);
        }
    }
    for vary in [dex.to_vec(), [dex, hit_points, blades].concat()] {
        let shown = stdout(&desk.skirmish(&words(&vary)).success());
        assert!(!shown.contains("in %\n"), "{shown}");
        let files = written(&desk.0.path().join("grid"));
        assert!(!files.contains_key("matrix.csv"), "{vary:?}");
    }
    // If there are three axes, a matrix is shown only if the command line names its rows and columns.
    let named = ["--rows", "red dex", "--columns", "blue hit_points"];
    let three = [&words(&[dex, hit_points, blades].concat())[..], &named].concat();
    assert!(stdout(&desk.skirmish(&three).success()).contains("\nwin rate of red in %\n"));
    assert!(written(&desk.0.path().join("grid"))["run.json"].contains("--rows"));
}

#[test]
fn a_matrix_is_of_another_side_if_that_is_named() {
    let desk = Desk::new();
    let axes = ["--fights", "50", "--vary", "combatants.blue.dex=10..12"];
    let at = ["--at", "blue carries[0]=dagger", "--side", "blue"];
    let (shown, files) = desk.blades("blue", &[&axes[..], &at].concat());
    assert!(shown.contains("\nwin rate of blue in %\n"), "{shown}");
    assert!(
        shown.contains("rows: red carries[0], columns: blue dex"),
        "{shown}"
    );
    assert!(files["run.json"].contains("--side"));
    let cells = rows(&files["matrix.csv"]);
    assert!(cells.iter().all(|cell| cell["side"] == "blue"));
    // If the axes list contenders, `--side` decides which side's contenders are the rows.
    let (shown, files) = desk.blades("contest", &["--fights", "50", "--side", "blue"]);
    let head = "win rate in % of the row (blue) against the column (red)\nrows: blue carries[0]";
    assert!(shown.contains(head), "{shown}");
    assert!(files.contains_key("contenders.csv"));
    let complaint = desk.refused(&[&axes[2..], &["--vary", BLADES, "--side", "bleu"]].concat());
    assert!(
        complaint.contains("`duel` has no side named `bleu`; did you mean `blue`?"),
        "{complaint}"
    );
}

#[test]
fn a_long_axis_goes_down_the_page() {
    let desk = Desk::new();
    let vary = [
        "--vary",
        "combatants.red.dex=10,12",
        "--vary",
        "combatants.blue.hit_points=5..20",
    ];
    let run = ["run", "duel.toml", "--fights", "5", "--quiet"];
    let shown = stdout(&desk.skirmish(&[&run[..], &vary].concat()).success());
    assert!(
        shown.contains("rows: blue hit_points, columns: red dex"),
        "{shown}"
    );
}

#[test]
fn any_two_axes_are_rows_and_columns_and_the_rest_averaged_or_picked() {
    let desk = Desk::new();
    let axes = ["--fights", "100", "--vary", "combatants.blue.dex=10..12"];
    let named = ["--rows", "blue dex", "--columns", "red carries[0]"];
    let (shown, files) = desk.blades("mean", &[&axes[..], &named].concat());
    assert!(
        shown.contains("averaged over blue carries[0] (3 values)"),
        "{shown}"
    );
    assert!(!files.contains_key("contenders.csv"));
    let cells = rows(&files["matrix.csv"]);
    let summary = rows(&files["summary.csv"]);
    assert_eq!(cells.len(), 9);
    for cell in &cells {
        assert_eq!((&*cell["side"], &*cell["matchups"]), ("red", "3"));
        let its = summary.iter().filter(|row| {
            row["side"] == "red"
                && row["blue dex"] == cell["row"]
                && row["red carries[0]"] == cell["column"]
        });
        let rates: Vec<f64> = its.map(|row| number(row, "win_rate")).collect();
        assert_eq!(rates.len(), 3);
        near(number(cell, "win_rate"), rates.iter().sum::<f64>() / 3.0);
    }
    let picked = [&axes[..], &named, &["--at", "blue carries[0]=dagger"]].concat();
    let (shown, files) = desk.blades("picked", &picked);
    assert!(shown.contains("; blue carries[0]: dagger\n"), "{shown}");
    for cell in rows(&files["matrix.csv"]) {
        assert_eq!(
            (&*cell["at"], &*cell["matchups"]),
            ("blue carries[0]=dagger", "1")
        );
        let its = summary.iter().find(|row| {
            row["side"] == "red"
                && row["blue dex"] == cell["row"]
                && row["red carries[0]"] == cell["column"]
                && row["blue carries[0]"] == "dagger"
        });
        assert_eq!(cell["win_rate"], its.expect("its matchup")["win_rate"]);
    }
    // If `--at` leaves only two axes, these are the rows and the columns.
    let (shown, _) = desk.blades("left", &[&axes[..], &["--at", "blue dex=11"]].concat());
    assert!(
        shown.contains("rows: red carries[0], columns: blue carries[0]"),
        "{shown}"
    );
}

#[test]
fn what_is_not_there_is_said_plainly() {
    let desk = Desk::new();
    let two = ["--vary", BLADES, "--vary", "combatants.blue.dex=10,12"];
    let three = [&two[..], &["--vary", "combatants.red.dex=10,12"]].concat();
    for (axes, words, complaint) in [
        (
            &two[..],
            &["--watch", "--rows", "blue dex"][..],
            "--watch shows changes instead of a matrix",
        ),
        (
            &[][..],
            &["--rows", "x"][..],
            "a matrix needs two axes, but `duel` varies nothing: add one with --vary",
        ),
        (
            &two[..2],
            &["--rows", "x"],
            "a matrix needs two axes, but `duel` varies only `red carries[0]`: add one with --vary",
        ),
        (
            &two,
            &["--rows", "blue dxe"],
            "`duel` has no axis named `blue dxe`; did you mean `blue dex`?",
        ),
        (
            &two,
            &["--rows", "blue dex", "--columns", "blue dex"],
            "rows and columns are both `blue dex`: a matrix needs two axes",
        ),
        (
            &two,
            &["--at", "blue dex=10"],
            "a matrix needs two axes, but --at leaves fewer",
        ),
        (
            &three,
            &["--rows", "blue dex"],
            "choose the axis of the matrix: --columns with one of 'red carries[0]', 'red dex'",
        ),
        (
            &three,
            &["--columns", "blue dex"],
            "choose the axis of the matrix: --rows with one of 'red carries[0]', 'red dex'",
        ),
        (
            &three,
            &["--at", "blue dex"],
            "--at needs an axis and a value: write AXIS=VALUE, not `blue dex`",
        ),
        (
            &three,
            &["--at", "blue dexx=10"],
            "`duel` has no axis named `blue dexx`; did you mean `blue dex`?",
        ),
        (
            &three,
            &["--at", "blue dex=11"],
            "`duel` has no value of `blue dex` named `11`",
        ),
        (
            &three,
            &["--at", "blue dex=10", "--at", "blue dex=12"],
            "--at names the axis `blue dex` twice",
        ),
        (
            &three,
            &["--at", "blue dex=10", "--rows", "blue dex"],
            "`blue dex` is an axis of the matrix, and --at is for the other axes",
        ),
    ] {
        let said = desk.refused(&[axes, words].concat());
        assert!(said.contains(complaint), "{words:?}: {said}");
    }
}

#[test]
fn a_range_is_played_from_end_to_end_and_a_bad_one_is_a_fault() {
    let desk = Desk::new();
    let run = ["run", "duel.toml", "--fights", "10", "--quiet", "--vary"];
    let said = desk
        .skirmish(&[&run[..], &["combatants.red.dex=16..10:-3"]].concat())
        .success();
    let shown = stdout(&said);
    let dex: Vec<&str> = (shown.lines())
        .filter_map(|line| line.split_whitespace().next())
        .filter(|word| word.parse::<u32>().is_ok())
        .collect();
    assert_eq!(dex, ["16", "13", "10"]);
    for (range, message) in [
        ("10..16:0", "the step of a range must not be 0"),
        ("16..10:3", "a step of 3 never reaches 10"),
        ("10..16:4", "steps of 4 do not end exactly at 16"),
        ("1..99_999", "an axis has at most 10000 values, not 99999"),
        ("10..x", "`x` is not a number"),
    ] {
        let vary = format!("combatants.red.dex={range}");
        let said = desk.skirmish(&[&run[..], &[&vary]].concat()).code(3);
        let fault = String::from_utf8_lossy(&said.get_output().stderr).into_owned();
        assert!(
            fault.contains(message) && fault.contains("[--vary:1:"),
            "{fault}"
        );
    }
}
