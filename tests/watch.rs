//! Tests of `--watch`, of transcripts of fights, and of the table of standing fighters after each round, as a
//! user sees them.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use tempfile::TempDir;

/// The longest time that a test waits for anything, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

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

    /// Removes the expectations from a starter scenario, because some tests are not about them.
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

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("it is there")
    }

    /// Saves a file in the way of an editor: writes the text to another file, and renames this file.
    fn save(&self, name: &str, text: &str) {
        fs::write(self.path("new~"), text).expect("the directory is ours");
        fs::rename(self.path("new~"), self.path(name)).expect("the same directory");
    }

    /// Replaces a text in a file and saves the file.
    fn edit(&self, name: &str, old: &str, new: &str) {
        let text = self.read(name);
        assert!(text.contains(old), "{old}");
        self.save(name, &text.replacen(old, new, 1));
    }

    fn watch(&self, words: &[&str]) -> Watch {
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("skirmish"))
            .current_dir(self.0.path())
            .args(["run", "--watch"])
            .args(words)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let out = lines(child.stdout.take().expect("it is piped"));
        let err = lines(child.stderr.take().expect("it is piped"));
        Watch { child, out, err }
    }
}

/// The program while it watches a scenario.
struct Watch {
    child: Child,
    out: Receiver<String>,
    err: Receiver<String>,
}

/// Reads lines from a pipe in another thread, and returns a channel that receives them.
fn lines(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (tell, lines) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(pipe).lines().map_while(Result::ok) {
            if tell.send(line).is_err() {
                break;
            }
        }
    });
    lines
}

/// Reads lines up to the first one that contains `wanted`. Returns everything that it has read.
fn until(lines: &Receiver<String>, wanted: &str) -> String {
    let mut text = String::new();
    loop {
        let line = lines
            .recv_timeout(PATIENCE)
            .unwrap_or_else(|_| panic!("no `{wanted}` in:\n{text}"));
        text.push_str(&line);
        text.push('\n');
        if line.contains(wanted) {
            return text;
        }
    }
}

impl Watch {
    /// Waits until the program says on standard error that it is watching again, and returns the table that
    /// it has printed.
    fn table(&self) -> String {
        let table = until(&self.out, "never used");
        until(&self.err, "watching");
        table
    }

    fn interrupt(&self) {
        let status = std::process::Command::new("kill")
            .args(["-INT", &self.child.id().to_string()])
            .status()
            .expect("unix has kill");
        assert!(status.success());
    }

    /// Sends Ctrl-C to the program, and returns its exit code.
    fn end(mut self) -> Option<i32> {
        self.interrupt();
        self.child.wait().expect("the program ends").code()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

#[cfg(unix)]
#[test]
fn every_save_brings_the_table_with_what_has_moved() {
    let desk = Desk::new();
    desk.edit("gate.toml", "ruleset", "include = [\"part.toml\"]\nruleset");
    desk.save("part.toml", "# nothing yet");
    let watch = desk.watch(&["gate.toml", "--fights", "400", "--out", "results"]);
    let first = watch.table();
    assert!(first.contains("4 matchups of 400 fights"), "{first}");
    assert!(!first.contains("since the last save"), "{first}");
    let before = desk.read("results/summary.csv");

    desk.edit("gate.toml", "hit_points = 9", "hit_points = 14");
    let second = watch.table();
    assert!(second.contains("since the last save"), "{second}");
    assert!(second.contains("worse"), "{second}");
    let after = desk.read("results/summary.csv");
    assert_ne!(before, after);

    // A fault is shown at once. After it is repaired, the next table is compared with the last one before the
    // fault.
    desk.edit("gate.toml", "hit_points = 14", "hit_point = 14");
    let faults = until(&watch.err, "watching");
    assert!(faults.contains("did you mean `hit_points`?"), "{faults}");
    assert_eq!(desk.read("results/summary.csv"), after);
    desk.edit("gate.toml", "hit_point = 14", "hit_points = 14");
    let third = watch.table();
    assert_eq!(third.matches(" same").count(), 4, "{third}");

    // Included files are watched, too. Other files are not.
    desk.save("other.toml", "# nothing");
    desk.save(
        "part.toml",
        "[combatants.goblin]\nhit_points = 14\nworse = 1",
    );
    assert!(until(&watch.err, "watching").contains("worse"));
    desk.save("part.toml", "# nothing again");
    watch.table();

    fs::remove_file(desk.path("gate.toml")).expect("it is there");
    until(&watch.err, "gate.toml is gone: waiting for it to come back");
    desk.skirmish(&["new", "brp", "--out", "gate.toml"])
        .success();
    desk.expects_nothing("gate.toml");
    let last = watch.table();
    assert_eq!(last.matches(" better").count(), 4, "{last}");
    assert_eq!(desk.read("results/summary.csv"), before);
    assert_eq!(watch.end(), Some(0));
}

#[cfg(unix)]
#[test]
fn a_save_or_ctrl_c_cuts_a_run_short() {
    let desk = Desk::new();
    let fights = |text: &str| {
        let starter = desk.read("gate.toml");
        let at = starter.find("[run]").expect("a section");
        let line = starter[at..].find("fights").expect("a setting") + at;
        let end = starter[line..].find('\n').expect("a line") + line;
        desk.save(
            "gate.toml",
            &format!("{}fights = {text}{}", &starter[..line], &starter[end..]),
        );
    };
    fights("1_000_000_000_000");
    let watch = desk.watch(&["gate.toml", "--out", "deep/results", "--quiet"]);
    while !desk.path("deep/results").exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(300));
    fights("300");
    let table = until(&watch.out, "never used");
    assert!(table.contains("4 matchups of 300 fights"), "{table}");
    while !desk.path("deep/results/summary.csv").exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    let whole = desk.read("deep/results/summary.csv");
    fights("1_000_000_000_000");
    std::thread::sleep(Duration::from_millis(1500));
    assert_eq!(watch.end(), Some(0));
    assert_eq!(desk.read("deep/results/summary.csv"), whole);
    // If the run is stopped before its first round of fights is complete, it leaves no files.
    let watch = desk.watch(&["gate.toml", "--out", "in/vain", "--quiet"]);
    while !desk.path("in/vain").exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(watch.end(), Some(0));
    assert!(!desk.path("in").exists());
}

#[test]
fn what_was_never_there_is_not_waited_for() {
    let desk = Desk::new();
    let said = desk.skirmish(&["run", "gaet.toml", "--watch"]).code(3);
    let error = String::from_utf8_lossy(&said.get_output().stderr).into_owned();
    assert!(error.contains("gaet.toml"), "{error}");
    desk.skirmish(&["run", "gate.toml", "gate.toml", "--watch"])
        .code(2);
}

fn told(desk: &Desk, words: &[&str]) -> (String, String) {
    let said = desk
        .skirmish(&[&["explain", "gate.toml"], words].concat())
        .success();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    let output = said.get_output();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn explain_names_the_lines_that_decided() {
    let desk = Desk::new();
    let (plain, _) = told(&desk, &["--fight", "3"]);
    let (full, again) = told(&desk, &["--fight", "3", "--policies"]);
    assert!(again.contains("--policies"), "{again}");
    let behind: Vec<_> = full.lines().filter(|line| line.ends_with(')')).collect();
    assert!(behind.len() > 5, "{full}");
    let scenario = desk.read("gate.toml");
    for line in behind {
        let (_, decided) = line.rsplit_once(" (").expect("it is in brackets");
        let decided = decided.trim_end_matches(')');
        let (place, text) = decided.split_once(": ").expect("a place and a text");
        assert!(
            place.contains(", act ") || place.contains(", react "),
            "{line}"
        );
        assert!(scenario.contains(&format!("\"{text}\"")), "{line}");
    }
    // Apart from the line numbers of the policy, the transcripts are the same.
    let without = |line: &str| match line.rsplit_once(" (") {
        Some((sentence, rest)) if rest.ends_with(')') && rest.contains("act ") => {
            sentence.to_owned()
        }
        _ => line.to_owned(),
    };
    let sentences = full.lines().filter(|line| !line.starts_with("  ("));
    let stripped: Vec<String> = sentences.map(without).collect();
    let plain: Vec<String> = plain.lines().map(str::to_owned).collect();
    assert_eq!(stripped, plain);
}

/// Returns the number of rounds and the ending of each of the first fights, as their transcripts say.
fn endings(desk: &Desk, fights: usize) -> Vec<(u32, String)> {
    (0..fights)
        .map(|n| {
            let (text, _) = told(desk, &["--fight", &n.to_string(), "--quiet"]);
            let last = text.lines().last().expect("an end");
            let (what, left) = last.split_once(" after ").expect("it says when");
            let (rounds, left) = left.split_once(" round").expect("it says when");
            let left = left.trim_start_matches('s');
            let rounds = rounds.parse().expect("a number");
            (rounds, format!("{what}{left}"))
        })
        .collect()
}

#[test]
fn quartiles_and_the_rarest_ending_are_those_of_the_fights_looked_through() {
    const AMONG: usize = 30;
    let desk = Desk::new();
    let all = endings(&desk, AMONG);
    let mut lengths: Vec<u32> = all.iter().map(|(rounds, _)| *rounds).collect();
    lengths.sort_unstable();
    let among = AMONG.to_string();
    for quarters in 1..=3 {
        let what = format!("quartile={quarters}");
        let (text, notes) = told(&desk, &["--where", &what, "--among", &among]);
        let rounds = lengths[(AMONG * quarters).div_ceil(4) - 1];
        let first = all.iter().position(|fight| fight.0 == rounds);
        let number = first.expect("it is one of them");
        assert!(text.contains(&format!("fight {number},")), "{text}");
        assert!(
            notes.contains(&format!("are over by round {rounds}")),
            "{notes}"
        );
    }
    let mut kinds: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (n, (_, ending)) in all.iter().enumerate() {
        kinds.entry(ending).or_insert((0, n)).0 += 1;
    }
    let (_, (count, number)) = kinds.iter().min_by_key(|(_, seen)| **seen).expect("some");
    let times = match count {
        1 => "once".to_owned(),
        count => format!("{count} times"),
    };
    let (text, notes) = told(&desk, &["--where", "rarest", "--among", &among]);
    assert!(text.contains(&format!("fight {number},")), "{text}");
    assert!(
        notes.contains(&format!(
            "This ending occurs {times} in the first 30 fights"
        )),
        "{notes}"
    );
}

type Row = HashMap<String, String>;

fn table(folder: &Path, name: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(folder.join(name)).expect("a table");
    let rows = reader.deserialize().collect::<Result<_, _>>();
    rows.expect("tables are CSV")
}

fn number(row: &Row, column: &str) -> f64 {
    row[column].parse().expect("a number")
}

/// Shipped scenarios with fighters that come back, flee, surrender, ride, or fight in both seats.
const SHIPPED: [&str; 6] = [
    "scenarios/brp/medic.toml",
    "scenarios/murdham/lancers-against-spears.toml",
    "scenarios/murdham/wrestlers.toml",
    "scenarios/murdham/bandits-and-morale.toml",
    "scenarios/swift-swords/fear.toml",
    "scenarios/swift-swords/mob-or-four-men.toml",
];

#[test]
fn standing_fighters_after_each_round_agree_with_the_other_tables() {
    let out = tempfile::tempdir().expect("a directory for temporary files");
    let mut rises = false;
    for scenario in SHIPPED {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
        let words = ["run", scenario, "--fights", "20", "--quiet", "--out"];
        command.args(words).arg(out.path()).assert().success();
        let standing = table(out.path(), "standing.csv");
        let rounds = table(out.path(), "rounds.csv");
        for row in table(out.path(), "summary.csv") {
            let same =
                |other: &&Row| other["matchup"] == row["matchup"] && other["side"] == row["side"];
            let after: Vec<&Row> = standing.iter().filter(same).collect();
            let last = after.last().expect("a row for each round");
            let gap = number(last, "standing_mean") - number(&row, "survivors_mean");
            assert!(gap.abs() < 2e-6, "{scenario}: {last:?} {row:?}");
            for (n, &after) in (0u32..).zip(&after) {
                assert_eq!(after["round"], n.to_string());
                let mean = number(after, "standing_mean");
                assert!(number(after, "standing_mean_low") <= mean);
                assert!(mean <= number(after, "standing_mean_high"));
                let going = rounds
                    .iter()
                    .filter(|ended| ended["matchup"] == row["matchup"])
                    .filter(|ended| number(ended, "round") > f64::from(n))
                    .map(|ended| number(ended, "fights"));
                let gap = number(after, "fights_going") - going.sum::<f64>();
                assert!(gap.abs() < 0.5, "{scenario}: {after:?}");
            }
            rises |= after
                .windows(2)
                .any(|pair| number(pair[0], "standing_mean") < number(pair[1], "standing_mean"));
        }
    }
    assert!(rises, "a medic brings somebody back");
}

#[test]
fn exact_odds_of_standing_are_what_fights_come_to() {
    let out = tempfile::tempdir().expect("a directory for temporary files");
    let run = |command: &str, more: &[&str]| {
        let mut program = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
        let scenario = "scenarios/brp/reference-duel.toml";
        program.args([command, scenario, "--quiet", "--out"]);
        program.arg(out.path()).args(more).assert().success();
        table(out.path(), "standing.csv")
    };
    let (exact, sampled) = (run("solve", &[]), run("run", &["--fights", "4000"]));
    let mut compared = 0;
    for row in &exact {
        let same = |other: &&Row| ["side", "round"].iter().all(|&key| other[key] == row[key]);
        let Some(other) = sampled.iter().find(same) else {
            continue;
        };
        // The interval reaches two standard errors to each side. This test allows five.
        let mean = number(other, "standing_mean");
        let reach = 2.5 * (number(other, "standing_mean_high") - mean);
        assert!(
            (number(row, "standing_mean") - mean).abs() <= reach.max(2e-3),
            "{row:?} {other:?}"
        );
        let going = number(other, "fights_going") / 4000.0;
        assert!((number(row, "fights_going") - going).abs() < 0.04);
        compared += 1;
    }
    assert!(compared > 40, "{compared} rows");
}

/// Returns the text of the starter scenario with this number of fights.
#[cfg(unix)]
fn with_fights(desk: &Desk, fights: u32) -> String {
    let text = desk.read("gate.toml");
    let at = text.find("[run]").expect("a section");
    let line = text[at..].find("fights").expect("a setting") + at;
    let end = text[line..].find('\n').expect("a line") + line;
    format!("{}fights = {fights}{}", &text[..line], &text[end..])
}

#[cfg(unix)]
#[test]
fn a_save_at_any_moment_of_a_run_is_in_the_table_that_stays() {
    let desk = Desk::new();
    desk.save("gate.toml", &with_fights(&desk, 300));
    let watch = desk.watch(&["gate.toml"]);
    until(&watch.err, "watching");
    // The program notices a saved file after 60 ms. How long the run then takes depends on the machine.
    for (n, wait) in (40..400).step_by(24).enumerate() {
        let fights = 400 + 10 * u32::try_from(n).expect("few");
        desk.save("gate.toml", &with_fights(&desk, fights));
        std::thread::sleep(Duration::from_millis(wait));
        desk.save("gate.toml", &with_fights(&desk, fights + 5));
        until(&watch.out, &format!("4 matchups of {} fights", fights + 5));
    }
    assert_eq!(watch.end(), Some(0));
}
