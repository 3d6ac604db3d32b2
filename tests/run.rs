//! Tests of whole runs: the files that they write, random numbers that depend only on the number of the
//! fight, and interrupted runs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use tempfile::TempDir;

const FILES: [&str; 12] = [
    "combatants.csv",
    "damage.csv",
    "events.csv",
    "fighters.csv",
    "health.csv",
    "hits.csv",
    "kills.csv",
    "policies.csv",
    "rounds.csv",
    "run.json",
    "standing.csv",
    "summary.csv",
];

/// A directory with the starter scenario.
struct Desk(TempDir);

impl Desk {
    fn new() -> Self {
        let desk = Self(tempfile::tempdir().expect("a directory for temporary files"));
        desk.skirmish(&["new", "brp", "--out", "gate.toml"])
            .success();
        desk.expects_nothing("gate.toml");
        desk
    }

    /// Removes the expectations from a starter scenario, because these tests are not about them.
    fn expects_nothing(&self, name: &str) {
        let path = self.0.path().join(name);
        let text = fs::read_to_string(&path).expect("it is there");
        let (kept, _) = text.split_once("[[expect]]").expect("a starter has one");
        fs::write(path, kept).expect("the directory is ours");
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn skirmish(&self, words: &[&str]) -> Assert {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
        command.current_dir(self.0.path()).args(words).assert()
    }

    /// Runs the starter scenario with these additional words. Returns the files that the program wrote to
    /// `out`.
    fn run(&self, out: &str, words: &[&str]) -> BTreeMap<String, String> {
        let start = ["run", "gate.toml", "--out", out];
        self.skirmish(&[&start, words].concat()).success();
        written(&self.path(out))
    }
}

fn written(out: &Path) -> BTreeMap<String, String> {
    fs::read_dir(out)
        .expect("the directory was made")
        .map(|entry| {
            let path = entry.expect("it can be read").path();
            let name = path
                .file_name()
                .expect("a file")
                .to_string_lossy()
                .into_owned();
            (name, fs::read_to_string(&path).expect("UTF-8"))
        })
        .collect()
}

fn stdout(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).expect("the program writes UTF-8")
}

fn stderr(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stderr.clone()).expect("the program writes UTF-8")
}

/// Returns the rows of a table that belong to a matchup.
fn rows<'t>(table: &'t str, matchup: &str) -> Vec<&'t str> {
    let start = format!("gate,brp,{matchup},");
    table
        .lines()
        .filter(|row| row.starts_with(&start))
        .collect()
}

#[test]
fn a_run_writes_its_tables_and_shows_a_summary() {
    let desk = Desk::new();
    let said = desk
        .skirmish(&["run", "gate.toml", "--fights", "2k", "--out", "results"])
        .success();
    let names: Vec<_> = written(&desk.path("results")).into_keys().collect();
    assert_eq!(names, FILES);
    assert!(stdout(&said).contains("guards"));
    let said = desk
        .skirmish(&["run", "gate.toml", "--fights", "2k"])
        .success();
    assert!(stderr(&said).contains("--out DIR"));
    let said = desk
        .skirmish(&["run", "gate.toml", "--fights", "2k", "--quiet"])
        .success();
    assert_eq!(stderr(&said), "");
}

#[test]
fn threads_and_place_change_no_byte() {
    let desk = Desk::new();
    let fights = ["--fights", "10k", "--seats", "both", "--threads"];
    let alone = desk.run("one", &[&fights[..], &["1"]].concat());
    assert_eq!(alone, desk.run("two", &[&fights[..], &["2"]].concat()));
    assert_eq!(alone, desk.run("seven", &[&fights[..], &["7"]].concat()));
    assert_ne!(
        alone,
        desk.run(
            "other",
            &["--fights", "10k", "--seats", "both", "--seed", "2"]
        )
    );
}

#[test]
fn other_matchups_leave_a_matchups_rows_alone() {
    let desk = Desk::new();
    let path = "combatants.guard.skills.broad-sword";
    let few = desk.run(
        "few",
        &["--fights", "5k", "--vary", &format!("{path}=60,70")],
    );
    let more = desk.run(
        "more",
        &["--fights", "5k", "--vary", &format!("{path}=50,70,55,60")],
    );
    for name in FILES.iter().filter(|name| name.ends_with("csv")) {
        for matchup in ["60", "70"] {
            let expected = rows(&few[*name], matchup);
            assert!(!expected.is_empty(), "{name}");
            assert_eq!(expected, rows(&more[*name], matchup), "{name}");
        }
    }
}

#[test]
fn explained_fights_are_the_fights_that_were_counted() {
    let desk = Desk::new();
    let fights = 20;
    let tables = desk.run("results", &["--fights", "20", "--set", "run.round_cap=50"]);
    let wins: u64 = (0..fights)
        .map(|n| {
            let number = n.to_string();
            let words = ["explain", "gate.toml", "--matchup", "2", "--fight", &number];
            let said = desk
                .skirmish(&[&words[..], &["--set", "run.round_cap=50"]].concat())
                .success();
            u64::from(stdout(&said).contains("\nThe guards side has won after "))
        })
        .sum();
    let mut reader = csv::Reader::from_reader(tables["summary.csv"].as_bytes());
    let heads = reader.headers().expect("a header").clone();
    let column = |name| {
        heads
            .iter()
            .position(|head| head == name)
            .expect("a column")
    };
    let row = reader
        .records()
        .map(|row| row.expect("a row"))
        .find(|row| &row[column("matchup")] == "55" && &row[column("side")] == "guards")
        .expect("the second matchup");
    assert_eq!(row[column("wins")], wins.to_string());
}

#[test]
fn a_fight_of_a_kind_is_found_and_can_be_told_again() {
    let desk = Desk::new();
    let said = desk
        .skirmish(&[
            "explain",
            "gate.toml",
            "--where",
            "won-by=goblins",
            "--clauses",
        ])
        .success();
    let text = stdout(&said);
    assert!(text.contains("\nThe goblins side has won after "));
    assert!(text.contains(" [BRP-5."));
    let notes = stderr(&said);
    let again = notes
        .lines()
        .find_map(|line| line.strip_prefix("again: skirmish "));
    let again: Vec<_> = again.expect("a command").split(' ').collect();
    assert_eq!(stdout(&desk.skirmish(&again).success()), text);
}

#[test]
fn a_matchup_whose_name_is_anothers_number_can_be_told_again() {
    let desk = Desk::new();
    let count = "sides[1].fighters[0].count=2,1";
    let text = fs::read_to_string(desk.path("gate.toml")).expect("the starter");
    let (text, _) = text
        .split_once("[[vary]]")
        .expect("the starter varies something");
    fs::write(desk.path("counts.toml"), text).expect("the directory is ours");
    let said = desk
        .skirmish(&["explain", "counts.toml", "--vary", count])
        .success();
    assert!(stdout(&said).starts_with("counts: 2, fight 0"));
    assert!(stderr(&said).contains("--matchup 2 --vary"));
}

#[test]
fn what_is_not_among_the_fights_is_inconclusive() {
    let desk = Desk::new();
    let cap = ["--round-cap", "10000", "--among", "3"];
    let said =
        desk.skirmish(&[&["explain", "gate.toml", "--where", "undecided"], &cap[..]].concat());
    assert!(stderr(&said.code(4)).contains("none of the first 3 fights is undecided"));
}

#[test]
fn matchups_and_sides_that_are_not_there_are_wrong_usage() {
    let desk = Desk::new();
    desk.skirmish(&["explain", "gate.toml", "--matchup", "9"])
        .code(2);
    desk.skirmish(&["explain", "gate.toml", "--where", "won-by=orcs"])
        .code(2);
}

#[test]
fn two_scenarios_that_nothing_tells_apart_are_wrong_usage() {
    let desk = Desk::new();
    fs::copy(desk.path("gate.toml"), desk.path("gate.scn")).expect("the starter");
    let said = desk
        .skirmish(&["run", "gate.toml", "gate.scn", "--fights", "10"])
        .code(2);
    assert!(stderr(&said).contains("two scenarios are called `gate`"));
    let said = desk
        .skirmish(&["run", "gate.toml", "./gate.toml", "--fights", "10"])
        .code(2);
    assert!(stderr(&said).contains("`./gate.toml` is given twice"));
}

#[test]
fn a_dialect_is_of_tables_that_are_written() {
    let desk = Desk::new();
    for command in ["run", "solve", "compare", "worth"] {
        let words = [command, "gate.toml", "--dialect", "excel-eu"];
        let more = &["--of", "combatants.guard.dex"][..if command == "worth" { 2 } else { 0 }];
        let said = desk.skirmish(&[&words, more].concat()).code(2);
        assert!(stderr(&said).contains("--dialect sets the format of CSV tables"));
    }
}

#[test]
fn everything_that_is_written_is_noted() {
    let desk = Desk::new();
    let said = |words: &[&str]| stderr(&desk.skirmish(words).success());
    let words = ["run", "gate.toml", "--fights", "20"];
    let files = ["--out", "g", "--xlsx", "g.xlsx", "--html", "g.html"];
    let told = said(&[&words[..], &files].concat());
    assert!(
        told.ends_with("g is written\ng.xlsx is written\ng.html is written\n"),
        "{told}"
    );
    let words = ["compare", "gate.toml", "--fights", "20", "--out", "c"];
    assert!(said(&[&words[..], &["--against", "55"]].concat()).ends_with("c is written\n"));
    let words = ["worth", "gate.toml", "--fights", "20", "--out", "w"];
    let of = ["--of", "combatants.guard.dex"];
    assert!(said(&[&words[..], &of].concat()).ends_with("w is written\n"));
}

#[cfg(unix)]
#[test]
fn a_broken_off_worth_says_how_many_pairs_there_are() {
    let desk = Desk::new();
    let program = assert_cmd::cargo::cargo_bin!("skirmish");
    let child = std::process::Command::new(program)
        .current_dir(desk.0.path())
        .args(["worth", "gate.toml", "--of", "combatants.guard.dex:+1"])
        .args(["--fights", "1e9", "--sampled", "--quiet", "--out", "w"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    while !desk.path("w").exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    std::thread::sleep(std::time::Duration::from_secs(1));
    let status = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("unix has kill");
    assert!(status.success());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let json = fs::read_to_string(desk.path("w/worth.json"));
    // On a busy machine, Ctrl-C may come before anything has been played.
    let Ok(json) = json else { return };
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let done = json["done"].as_array().expect("a list");
    assert_eq!(done.len(), 4);
    let pairs: u64 = done.iter().filter_map(|one| one["pairs"].as_u64()).sum();
    assert!(0 < pairs && pairs < 4_000_000_000);
    assert!(
        text.contains(" of 4,000,000,000 pairs of fights for each"),
        "{text}"
    );
    assert!(
        text.contains("interrupted: fewer pairs than requested"),
        "{text}"
    );
}

#[test]
fn a_run_has_one_seed() {
    let desk = Desk::new();
    let text = fs::read_to_string(desk.path("gate.toml")).expect("the starter");
    let other = text.replace("seed = 1 ", "seed = 2 ");
    fs::write(desk.path("other.toml"), other).expect("the directory is ours");
    let words = ["run", "gate.toml", "other.toml", "--fights", "10"];
    let said = desk.skirmish(&words).code(2);
    assert!(stderr(&said).contains("--seed"));
    let said = desk
        .skirmish(&[&words[..], &["--seed", "3"]].concat())
        .success();
    for name in ["gate", "other"] {
        assert!(stdout(&said).contains(name));
    }
}

#[test]
fn results_that_cannot_be_kept_are_refused_before_the_run() {
    let desk = Desk::new();
    let out = "gate.toml/results";
    let said = desk
        .skirmish(&["run", "gate.toml", "--fights", "1e12", "--out", out])
        .code(5);
    assert!(stderr(&said).contains(out));
    assert_eq!(stdout(&said), "");
}

#[test]
fn faults_of_all_files_are_shown_and_nothing_is_written() {
    let desk = Desk::new();
    let text = fs::read_to_string(desk.path("gate.toml")).expect("the starter");
    for (name, from, to) in [
        ("sword.toml", "\"broad-sword\", ", "\"brod-sword\", "),
        ("policy.toml", "\"attack nearest\"", "\"atack nearest\""),
    ] {
        fs::write(desk.path(name), text.replace(from, to)).expect("the directory is ours");
    }
    let words = [
        "run",
        "gate.toml",
        "sword.toml",
        "policy.toml",
        "--out",
        "results",
    ];
    let said = stderr(&desk.skirmish(&words).code(3));
    for part in ["sword.toml", "`brod-sword`", "policy.toml", "`atack`"] {
        assert!(said.contains(part), "{part} in\n{said}");
    }
    assert!(!desk.path("results").exists());
}

#[cfg(unix)]
#[test]
fn rows_that_change_with_another_are_named_unless_no_notes_are_wanted() {
    let desk = Desk::new();
    let text = fs::read_to_string(desk.path("gate.toml")).expect("it was written");
    let text = format!(
        "{text}\n[combatants.sergeant]\nlike = 'guard'\ndex = 14\nskills.broad-sword = 70\n"
    );
    fs::write(desk.path("gate.toml"), text).expect("a file for the test");
    let note =
        "combatants.guard.hit_points` also changes `combatants.sergeant`, which is like `guard`\n";
    let said = |words: &[&str]| stderr(&desk.skirmish(words).success());
    let played = |words: &[&str]| {
        let start = ["run", "gate.toml", "--fights", "20"];
        said(&[&start, words].concat())
    };
    let hardy = ["--set", "combatants.guard.hit_points=20"];
    assert!(played(&hardy).contains(note));
    assert!(played(&["--vary", "combatants.guard.hit_points=8,9"]).contains(note));
    assert!(!played(&["--set", "combatants.guard.dex=9"]).contains("guard.dex"));
    assert_eq!(played(&[&hardy[..], &["--quiet"]].concat()), "");
    let of = "combatants.guard.hit_points:+1";
    assert!(said(&["worth", "gate.toml", "--fights", "20", "--of", of]).contains(note));
    assert!(said(&["explain", "gate.toml", hardy[0], hardy[1]]).contains(note));
}

#[test]
fn the_head_of_a_table_names_the_rows_that_inherit_what_is_changed() {
    let desk = Desk::new();
    let text = fs::read_to_string(desk.path("gate.toml")).expect("it was written");
    let text = format!("{text}\n[combatants.sergeant]\nlike = 'guard'\ndex = 14\n");
    fs::write(desk.path("gate.toml"), text).expect("a file for the test");
    let shown = |words: &[&str]| {
        let said = desk.skirmish(&[words, &["--quiet", "--out", "out"]].concat());
        String::from_utf8(said.success().get_output().stdout.clone()).expect("UTF-8")
    };
    let written =
        |file: &str| fs::read_to_string(desk.path("out").join(file)).expect("it was written");
    let points = "combatants.guard.hit_points";
    let named = "guard.hit_points (and sergeant's)";
    let run = ["run", "gate.toml", "--fights", "20"];

    let set = format!("{points}=20");
    let text = shown(&[&run[..], &["--set", &set]].concat());
    assert!(
        text.contains("\nset: combatants.guard.hit_points (and sergeant's)\n"),
        "{text}"
    );
    assert!(written("run.json").contains(named));
    desk.skirmish(&["report", "out"]).success();
    let page = written("report.html");
    assert!(page.contains("set: combatants.guard.hit_points (and sergeant's)"));

    let vary = format!("{points}=8,9");
    let text = shown(&[&run[..], &["--vary", &vary]].concat());
    assert!(text.contains("guard hit_points (and sergeant's)"), "{text}");
    let head = written("summary.csv")
        .lines()
        .next()
        .map(str::to_owned)
        .expect("a head");
    assert!(
        head.contains(",guard hit_points (and sergeant's),"),
        "{head}"
    );
    // The column of the axis is called `guard hit_points (and sergeant's)`, because `sergeant` inherits the
    // value. The option `--rows` takes the name without the part in brackets.
    shown(&[&run[..], &["--vary", &vary, "--rows", "guard hit_points"]].concat());

    let of = format!("{points}:+1");
    let text = shown(&["worth", "gate.toml", "--fights", "20", "--of", &of]);
    assert!(text.contains("hit_points (and sergeant's)"), "{text}");
    let table = written("worth.csv");
    assert!(
        table.contains(",path,heirs,") && table.contains(&format!(",{points},sergeant,")),
        "{table}"
    );
    desk.skirmish(&["report", "out"]).success();
    assert!(written("report.html").contains("hit_points (and sergeant's) +1"));

    let text = shown(&["compare", "gate.toml", "--fights", "20", "--set", &set]);
    assert!(
        text.contains("guard.hit_points=20 (and sergeant's): "),
        "{text}"
    );
    assert!(written("differences.csv").contains("hit_points=20 (and sergeant's)"));

    let tune = [
        "tune",
        "gate.toml",
        "--set",
        points,
        "--from",
        "8",
        "--to",
        "20",
        "--target",
        "guards=60%",
    ];
    let text = shown(&[&tune[..], &["--fights", "400"]].concat());
    assert!(text.contains(named), "{text}");
    assert!(written("tune.csv").contains("=20,sergeant,guards,"));

    // A row that sets the value itself does not inherit it, so the name of the axis does not mention it.
    let text = shown(&[&run[..], &["--set", "combatants.guard.dex=9"]].concat());
    assert!(!text.contains("sergeant"), "{text}");
}

#[test]
fn ctrl_c_leaves_a_valid_report_of_what_was_done() {
    let desk = Desk::new();
    let program = assert_cmd::cargo::cargo_bin!("skirmish");
    let child = std::process::Command::new(program)
        .current_dir(desk.0.path())
        .args(["run", "gate.toml", "--fights", "1e12", "--out", "results"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The program handles Ctrl-C from the moment when this folder exists.
    while !desk.path("results").exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    std::thread::sleep(std::time::Duration::from_millis(300));
    let status = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("unix has kill");
    assert!(status.success());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(130));
    let mut tables = written(&desk.path("results"));
    assert!(tables.remove("part.jsonl").is_some());
    assert!(tables.keys().eq(FILES), "{:?}", tables.keys());
    assert!(tables["run.json"].contains("\"partial\": true"));
    let mut reader = csv::Reader::from_reader(tables["summary.csv"].as_bytes());
    let heads = reader.headers().expect("a header").clone();
    let column = |name| {
        heads
            .iter()
            .position(|head| head == name)
            .expect("a column")
    };
    for row in reader.records().map(|row| row.expect("a row")) {
        let number = |name| row[column(name)].parse::<u64>().expect("a count");
        let ends = ["wins", "losses", "draws", "undecided"].map(number);
        assert_eq!(ends.iter().sum::<u64>(), number("fights"));
    }
}

#[test]
fn a_precision_decides_how_many_fights_there_are_and_nothing_else_does() {
    let desk = Desk::new();
    let precise =
        |out, more: &[&str]| desk.run(out, &[&["--precision", "3%", "--quiet"], more].concat());
    let alone = precise("alone", &["--threads", "1"]);
    assert_eq!(alone, precise("together", &["--threads", "3"]));
    let json: serde_json::Value = serde_json::from_str(&alone["run.json"]).expect("JSON");
    let aim = &json["scenarios"][0]["precision"];
    assert_eq!(
        (&aim["half_width"], &aim["not_reached"]),
        (&"3%".into(), &serde_json::json!([]))
    );
    let looks: Vec<u64> = aim["looks"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(serde_json::Value::as_u64)
        .collect();
    let mut table = csv::Reader::from_reader(alone["summary.csv"].as_bytes());
    let mut rows = 0;
    for row in table.records() {
        let row = row.expect("a row");
        let number = |at: usize| row[at].parse::<f64>().expect("a number");
        // The columns are: scenario, ruleset, matchup, guard skill, side, fights, and others.
        assert!(looks.contains(&row[5].parse().expect("a number")));
        assert!((number(12) - number(11)) / 2.0 <= 0.030_001, "{row:?}");
        rows += 1;
    }
    assert_eq!(rows, 8);
    // If only one matchup is run, it has the same rows as in the whole run.
    let one = precise("one", &["--vary", "combatants.guard.skills.broad-sword=65"]);
    let row = |text: &str| {
        text.lines()
            .find(|line| line.contains(",65,"))
            .map(str::to_owned)
    };
    let (one, all) = (row(&one["summary.csv"]), row(&alone["summary.csv"]));
    assert!(one.is_some() && one == all, "{one:?} {all:?}");
}

#[test]
fn one_of_a_kind_is_not_called_several() {
    let desk = Desk::new();
    let fights = ["gate.toml", "--fights", "1"];
    let said = desk.skirmish(&[&["run"], &fights[..]].concat()).success();
    let head = stdout(&said);
    assert!(
        head.starts_with("gate (brp): 4 matchups of 1 fight, "),
        "{head}"
    );
    let compare = ["compare", "--quiet", "--against", "55"];
    let said = desk.skirmish(&[&compare[..], &fights].concat()).success();
    let head = stdout(&said);
    assert!(
        head.starts_with("gate (brp): 1 pair of fights for"),
        "{head}"
    );
    let hold = ["--quiet", "--set", "sides[0].wins=[{ hold = 1 }]"];
    let said = desk.skirmish(&[&["run"], &fights[..], &hold].concat());
    let table = stdout(&said.success());
    assert!(table.contains("hold 1 round"), "{table}");
    assert!(!table.contains("hold 1 rounds"), "{table}");
}

#[test]
fn single_fights_are_those_that_were_counted() {
    let desk = Desk::new();
    let precise = ["--precision", "20%", "--fights-table", "50", "--quiet"];
    let files = desk.run("out", &precise);
    for skill in ["45", "55", "65", "75"] {
        let counted = rows(&files["summary.csv"], skill)[0];
        let heads = files["summary.csv"].lines().next().expect("a head");
        let at = heads.split(',').position(|head| head == "fights");
        let counted = counted
            .split(',')
            .nth(at.expect("a column"))
            .expect("a cell");
        // Every fight has a row for each of the two sides.
        let single = rows(&files["fights.csv"], skill).len() / 2;
        assert_eq!(single.to_string(), counted, "guards of skill {skill}");
    }
}

#[test]
fn a_cap_that_is_too_low_is_told_and_inconclusive() {
    let desk = Desk::new();
    let words = [
        "run",
        "gate.toml",
        "--precision",
        "0.5%",
        "--fights",
        "500",
        "--quiet",
        "--out",
        "out",
    ];
    let said = desk.skirmish(&words).failure().code(4);
    let error = String::from_utf8_lossy(&said.get_output().stderr).into_owned();
    assert!(
        error.contains("4 of 4 matchups are less precise than requested"),
        "{error}"
    );
    let files = written(&desk.path("out"));
    let json: serde_json::Value = serde_json::from_str(&files["run.json"]).expect("JSON");
    let missed = &json["scenarios"][0]["precision"]["not_reached"];
    assert_eq!(missed.as_array().map(Vec::len), Some(4));
    assert_eq!(json["scenarios"][0]["fights_per_matchup"], 500);
    assert_eq!(json["partial"], false);
}

#[test]
fn a_told_fight_knows_where_a_precise_run_ends_at_the_latest() {
    let desk = Desk::new();
    let words = [
        "explain",
        "gate.toml",
        "--precision",
        "2%",
        "--fight",
        "2752",
    ];
    let said = desk.skirmish(&words).success();
    let notes = String::from_utf8_lossy(&said.get_output().stderr).into_owned();
    let wanted = "the last fight of a run of this scenario is number 2,751 at most";
    assert!(notes.contains(wanted), "{notes}");
}

#[test]
fn one_matchup_has_the_fights_that_it_has_among_all() {
    let desk = Desk::new();
    let all = desk.run("all", &["--fights", "2k"]);
    for named in ["55", "2"] {
        let one = desk.run(
            &format!("only-{named}"),
            &["--fights", "2k", "--matchup", named],
        );
        let summary = &one["summary.csv"];
        assert_eq!(rows(summary, "55"), rows(&all["summary.csv"], "55"));
        assert!(!rows(summary, "55").is_empty() && rows(summary, "65").is_empty());
        assert!(
            one["run.json"].contains("\"--matchup\""),
            "{}",
            one["run.json"]
        );
    }
    let words = ["run", "gate.toml", "--matchup", "56"];
    let said = desk.skirmish(&words).code(2);
    assert!(stderr(&said).contains("did you mean"), "{}", stderr(&said));
}

#[test]
fn parts_of_a_run_of_one_matchup_add_up_to_it() {
    let desk = Desk::new();
    let run = [
        "run",
        "gate.toml",
        "--quiet",
        "--fights",
        "3k",
        "--matchup",
        "65",
    ];
    desk.skirmish(&[&run[..], &["--out", "whole"]].concat())
        .success();
    for part in ["1", "2"] {
        let shard = format!("{part}/2");
        let words = [&run[..], &["--shard", &shard, "--out", part]].concat();
        desk.skirmish(&words).success();
    }
    let parts = ["1", "2"].map(|part| {
        let mut files = written(&desk.path(part)).into_keys();
        format!("{part}/{}", files.next().expect("what was counted"))
    });
    let words = ["merge", "--quiet", "--out", "sum", &parts[0], &parts[1]];
    desk.skirmish(&words).success();
    assert_eq!(written(&desk.path("sum")), written(&desk.path("whole")));
}

#[test]
fn a_page_of_one_matchup_says_how_to_see_its_fights() {
    let desk = Desk::new();
    let words = [
        "run",
        "gate.toml",
        "--quiet",
        "--fights",
        "2k",
        "--matchup",
        "65",
        "--html",
        "page.html",
    ];
    desk.skirmish(&words).success();
    let page = fs::read_to_string(desk.path("page.html")).expect("it is written");
    assert!(page.contains("--matchup 65"), "the fight is another's");
    let counts = ["--out", "one"];
    desk.skirmish(&[&words[..7], &counts].concat()).success();
    desk.skirmish(&["report", "one", "--quiet"]).success();
    let again = fs::read_to_string(desk.path("one/report.html")).expect("it is written");
    assert_eq!(again, page);
}
