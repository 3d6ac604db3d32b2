//! Tests of `merge`. Parts of the same run add up to the whole run, and parts that do not fit are refused.

use std::fmt::Write;
use std::fs;

use sha2::{Digest, Sha256};

use super::{DUEL, Desk};

const FIGHTS: [&str; 2] = ["--fights", "10_000"];

#[test]
fn parts_add_up_to_the_bytes_of_one_run() {
    let desk = Desk::new();
    let words = ["--fights", "13_000", "--seats", "both"];
    let one = ["run", "duel.toml", "--quiet", "--out", "one"];
    let forms = ["--html", "one.html", "--xlsx", "one.xlsx"];
    let one = desk.ended(0, &[&one[..], &forms, &words].concat());
    let mut parts = desk.parts(3, &words);
    // Each part contains the text of the scenario, so the file of the scenario may change afterwards.
    desk.write("duel.toml", "nothing like it");
    fs::remove_dir_all(desk.path("arms")).expect("it is ours");
    parts.swap(0, 2);
    // The command line may name the folder of a part or its file.
    parts[1] += "/part.jsonl";
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let merge = ["--html", "sum.html", "--xlsx", "sum.xlsx", "--out", "sum"];
    let sum = desk.ended(0, &[&["merge", "--quiet"], &merge[..], &parts].concat());
    assert_eq!((sum.out, sum.err), (one.out, one.err));
    assert_eq!(desk.files("sum"), desk.files("one"));
    let bytes = |name: &str| fs::read(desk.path(name)).expect("it is there");
    assert_eq!(bytes("sum.html"), bytes("one.html"));
    assert_eq!(bytes("sum.xlsx"), bytes("one.xlsx"));
    let json = desk.ended(
        0,
        &[&["merge", "--quiet", "--format", "json"], &parts[..]].concat(),
    );
    assert_eq!(json.out.lines().count(), 3);
}

#[test]
fn parts_take_equally_long_and_one_without_fights_is_one_too() {
    let desk = Desk::new();
    // A run divides its fights into blocks of 4,096. Here there are two whole blocks and a smaller one.
    let parts = desk.parts(5, &FIGHTS);
    let fights = |name: &String| -> u64 {
        let text = desk.read(&format!("{name}/part.jsonl"));
        let row = text.lines().nth(1).expect("a matchup");
        let row: serde_json::Value = serde_json::from_str(row).expect("it is JSON");
        let stretch = |stretch: &serde_json::Value| {
            stretch[1].as_u64().expect("a number") - stretch[0].as_u64().expect("a number")
        };
        let stretches = row["played"].as_array().expect("a list");
        stretches.iter().map(stretch).sum()
    };
    let each: Vec<u64> = parts.iter().map(fights).collect();
    assert_eq!(each, [4096, 4096, 10_000 - 2 * 4096, 0, 0]);
    let words: Vec<&str> = parts.iter().map(String::as_str).collect();
    desk.ended(
        0,
        &[&["merge", "--quiet", "--out", "sum"], &words[..]].concat(),
    );
    desk.ended(
        0,
        &[
            &["run", "duel.toml", "--quiet", "--out", "one"],
            &FIGHTS[..],
        ]
        .concat(),
    );
    assert_eq!(desk.files("sum"), desk.files("one"));
    let said = desk.ended(
        0,
        &[
            "run",
            "duel.toml",
            "--shard",
            "9/9",
            "--out",
            "x",
            "--fights",
            "9",
        ],
    );
    assert!(said.err.contains("part 9/9 has no fights"), "{}", said.err);
    assert_eq!(said.out, "");
}

/// A folder with two parts of a run. One of them is changed before they are merged.
struct Pair(Desk);

impl Pair {
    fn new() -> Self {
        let desk = Desk::new();
        desk.parts(2, &FIGHTS);
        Self(desk)
    }

    fn refused(&self) -> String {
        let said = self
            .0
            .ended(5, &["merge", "part-1", "part-2", "--out", "sum"]);
        assert!(said.out.is_empty() && !self.0.path("sum").exists());
        said.err
    }

    /// Plays the second part with these words, and merges both parts. Returns the error message.
    fn with(&self, words: &[&str]) -> String {
        let part = ["run", "duel.toml", "--quiet", "--out", "part-2"];
        self.0.ended(0, &[&part[..], words].concat());
        self.refused()
    }

    fn second(&self) -> String {
        self.0.read("part-2/part.jsonl")
    }

    /// Changes the text of the second part, and merges both parts. Returns the error message.
    fn changed(&self, change: impl FnOnce(String) -> String) -> String {
        let text = change(self.second());
        self.0.write("part-2/part.jsonl", text);
        self.refused()
    }
}

/// Returns the text of a part after its checksums have been computed again.
fn sealed(text: &str) -> String {
    let hex = |bytes: &[u8]| {
        bytes.iter().fold(String::new(), |mut hex, byte| {
            write!(hex, "{byte:02x}").expect("a text takes every word");
            hex
        })
    };
    let mut sealed = String::new();
    for line in text.lines() {
        let (mut line, _) = line.rsplit_once(",\"sha256\":\"").expect("a checksum");
        let all;
        if let Some((start, _)) = line.split_once(",\"all\":\"") {
            let digest = hex(&Sha256::digest(sealed.as_bytes()));
            all = format!("{start},\"all\":\"{digest}\"");
            line = &all;
        }
        let check = hex(&Sha256::digest(line.as_bytes())[..8]);
        writeln!(sealed, "{line},\"sha256\":\"{check}\"}}").expect("a text takes every word");
    }
    sealed
}

#[test]
fn a_part_with_true_checksums_is_as_it_was() {
    let pair = Pair::new();
    assert_eq!(sealed(&pair.second()), pair.second());
}

#[test]
fn a_part_of_another_seed_is_refused() {
    let said = Pair::new().with(&[&["--shard", "2/2", "--seed", "7"], &FIGHTS[..]].concat());
    let wanted = "part-2/part.jsonl:1: the seed is 7, but 1 in part-1/part.jsonl";
    assert!(said.contains(wanted), "{said}");
}

#[test]
fn a_part_of_another_scenario_is_refused() {
    let pair = Pair::new();
    pair.0.write("duel.toml", DUEL.replace("15]", "16]"));
    let said = pair.with(&[&["--shard", "2/2"], &FIGHTS[..]].concat());
    let wanted = "part-2/part.jsonl:1: the scenario file `duel.toml` differs from that in part-1";
    assert!(said.contains(wanted), "{said}");
    pair.0.write("duel.toml", DUEL);
    pair.0
        .write("arms/fighters.toml", super::FIGHTERS.replace("60", "61"));
    let said = pair.with(&[&["--shard", "2/2"], &FIGHTS[..]].concat());
    assert!(
        said.contains("the scenario file `arms/fighters.toml` differs from that"),
        "{said}"
    );
}

#[test]
fn a_part_of_another_version_is_refused() {
    let pair = Pair::new();
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    let older = |text: String| sealed(&text.replacen(&version, "\"version\":\"0.0.9\"", 1));
    let said = pair.changed(older);
    assert!(
        said.contains("part-2/part.jsonl:1: the version of skirmish is 0.0.9, but"),
        "{said}"
    );
    // Two parts of another version of the program are refused, even if it is the same version for both.
    let text = older(pair.0.read("part-1/part.jsonl"));
    pair.0.write("part-1/part.jsonl", text);
    let said = pair.refused();
    assert!(
        said.contains("part-1/part.jsonl:1: the part was played by skirmish 0.0.9, but this is"),
        "{said}"
    );
}

#[test]
fn a_part_of_other_options_is_refused() {
    let pair = Pair::new();
    let said = pair.with(&["--shard", "2/2", "--fights", "20_000"]);
    let wanted = "part-2/part.jsonl:1: the command `skirmish run duel.toml --fights 20000`";
    assert!(said.contains(wanted), "{said}");
    let said = pair.with(&[&["--shard", "2/2", "--no-tables"], &FIGHTS[..]].concat());
    assert!(said.contains("--no-tables` differs from that in"), "{said}");
}

#[test]
fn a_part_twice_is_refused() {
    let pair = Pair::new();
    let said = pair
        .0
        .ended(5, &["merge", "part-1", "part-2", "part-1/part.jsonl"]);
    let wanted = "part-1/part.jsonl:1: part 1/2 is given twice: part-1/part.jsonl is the same part";
    assert!(said.err.contains(wanted), "{}", said.err);
    let said = pair.with(&[&["--shard", "1/2"], &FIGHTS[..]].concat());
    assert!(
        said.contains(
            "part-2/part.jsonl:1: part 1/2 is given twice: part-1/part.jsonl is the same part"
        ),
        "{said}"
    );
}

#[test]
fn parts_that_overlap_are_refused() {
    let said = Pair::new().with(&[&["--shard", "2/3"], &FIGHTS[..]].concat());
    let wanted = "part-2/part.jsonl:1: this is part 2/3 and shares fights with other parts, because the number of parts is 2";
    assert!(said.contains(wanted), "{said}");
}

#[test]
fn a_damaged_part_is_refused_with_its_line() {
    let said =
        Pair::new().changed(|text| text.replacen("\"matchup\":\"12\"", "\"matchup\":\"13\"", 1));
    assert!(
        said.contains("part-2/part.jsonl:3: damaged: the checksum is wrong"),
        "{said}"
    );
}

#[test]
fn a_part_that_is_cut_off_is_refused_with_its_line() {
    let pair = Pair::new();
    let whole = pair.second();
    let said = pair.changed(|text| text[..text.len() - 10].to_owned());
    assert!(
        said.contains("part-2/part.jsonl:5: the part is cut off within this line"),
        "{said}"
    );
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let said = pair.changed(|_| lines[..3].concat());
    assert!(
        said.contains("part-2/part.jsonl:3: the part is cut off after this line"),
        "{said}"
    );
    // One line has been removed. All remaining lines are valid.
    let said = pair.changed(|_| [lines[0], lines[1], lines[3], lines[4]].concat());
    assert!(
        said.contains("part-2/part.jsonl:3: the row is for `15` of `duel`, but must be for `12`"),
        "{said}"
    );
}

#[test]
fn what_is_no_part_is_refused() {
    let pair = Pair::new();
    let said = pair.changed(|_| "scenario,ruleset\n".to_owned());
    assert!(
        said.contains("part-2/part.jsonl:1: this is not a part of a run"),
        "{said}"
    );
    let said = pair.0.ended(5, &["merge", "part-1", "nowhere"]);
    assert!(said.err.contains("nowhere: "), "{}", said.err);
    let said = pair.0.ended(5, &["merge", "part-1", "arms"]);
    assert!(said.err.contains("arms/part.jsonl: "), "{}", said.err);
}

#[test]
fn counts_that_cannot_be_are_refused_with_their_line() {
    let pair = Pair::new();
    let whole = pair.second();
    let said = pair.changed(|text| {
        sealed(&text.replacen("\"played\":[[0,4096]]", "\"played\":[[0,4095]]", 1))
    });
    assert!(
        said.contains("part-2/part.jsonl:2: the counts are of 4096 fights; 4095 were played"),
        "{said}"
    );
    let said = pair.changed(|_| sealed(&whole.replacen("\"counts\":[[", "\"counts\":[[-3,", 1)));
    assert!(
        said.contains("part-2/part.jsonl:2: these are not as many counts"),
        "{said}"
    );
    // The list `counts` has, in this order: the number of counts, the counts themselves, the number of
    // batches, and the number of fights in each batch.
    let said = pair.changed(|_| {
        let counts = whole.split("\"counts\":[[").nth(1).expect("counts");
        let counts = counts.split(']').next().expect("a list");
        let (length, mut left) = counts.split_once(',').expect("a list");
        let mut rest: i64 = length.parse().expect("a number");
        while rest > -2 {
            let (number, after) = left.split_once(',').expect("batches follow");
            let number: i64 = number.parse().expect("a number");
            rest -= if number < 0 { -number } else { 1 };
            left = after;
        }
        let start = &counts[..counts.len() - left.len()];
        assert!(start.ends_with(",1,4096,"), "{start}");
        let other = [
            start.strip_suffix("4096,").expect("it ends so"),
            "4095,",
            left,
        ]
        .concat();
        sealed(&whole.replacen(counts, &other, 1))
    });
    assert!(
        said.contains(
            "part-2/part.jsonl:2: the sums of batches are not those of the fights; 4096 were played"
        ),
        "{said}"
    );
    let digest = |text: &str| text.split("\"digest\":\"").nth(1).expect("one")[..32].to_owned();
    let said = pair.changed(|_| sealed(&whole.replacen(&digest(&whole), &"0".repeat(32), 1)));
    assert!(
        said.contains("part-2/part.jsonl:2: the matchup `9` has another content"),
        "{said}"
    );
}

#[test]
fn parts_that_are_missing_are_listed_and_may_be_left_out() {
    let desk = Desk::new();
    desk.parts(7, &["--fights", "50_000"]);
    let there = ["part-7", "part-2", "part-6"];
    let said = desk.ended(5, &[&["merge"], &there[..]].concat());
    assert!(
        said.err
            .contains("parts are missing: 1, 3-5 of 7; --partial"),
        "{}",
        said.err
    );
    let said = desk.ended(
        0,
        &[&["merge", "--partial", "--out", "sum"], &there[..]].concat(),
    );
    assert!(
        said.err.contains("merged without part 1, 3-5 of 7"),
        "{}",
        said.err
    );
    let record: serde_json::Value = serde_json::from_str(&desk.read("sum/run.json")).expect("JSON");
    assert_eq!(record["partial"], true);
    // The run has 12 whole blocks, numbered from 0, and a smaller one, which is block 12. The blocks are
    // dealt to the seven parts in turn. Three parts are merged: one has blocks 1 and 8, one has blocks 5 and
    // 12, and one has block 6.
    assert_eq!(record["done"][0]["fights"], 4 * 4096 + 50_000 - 12 * 4096);
    assert_eq!(record["done"][0]["planned"], 50_000);
    let table = desk.ended(
        0,
        &[&["merge", "--partial", "--quiet"], &there[..]].concat(),
    );
    let last = table.out.lines().last().unwrap_or_default();
    assert!(last.starts_with("partial: 3 of 3 matchups, "), "{last}");
    assert!(
        last.ends_with(" fights; without part 1, 3-5 of 7"),
        "{last}"
    );
}

#[test]
fn a_precision_is_refused_for_parts() {
    let desk = Desk::new();
    let shard = ["--shard", "1/2", "--out", "part-1"];
    let said = desk.ended(
        2,
        &[&["run", "duel.toml", "--precision", "1%"], &shard[..]].concat(),
    );
    assert!(
        said.err
            .contains("a part cannot know when all parts together"),
        "{}",
        said.err
    );
    assert!(!desk.path("part-1").exists());
}

#[test]
fn a_file_whose_name_begins_with_a_hyphen_can_be_played_in_parts_and_reported() {
    let desk = Desk::new();
    desk.write("-g.toml", desk.read("duel.toml"));
    let fights = ["--fights", "100", "--quiet"];
    for (shard, out) in [("1/2", "p1"), ("2/2", "p2")] {
        let part = ["run", "--shard", shard, "--out", out];
        desk.ended(0, &[&part[..], &fights, &["--", "-g.toml"]].concat());
    }
    desk.ended(0, &["merge", "p1", "p2", "--out", "sum", "--quiet"]);
    let files = ["--out", "out", "--html", "run.html"];
    let run = [&["run"], &fights[..], &files, &["--", "-g.toml"]].concat();
    desk.ended(0, &run);
    assert_eq!(desk.files("sum"), desk.files("out"));
    let said = desk.ended(0, &["report", "out"]);
    assert!(!said.err.contains("no fight is told"), "{}", said.err);
    assert_eq!(desk.read("out/report.html"), desk.read("run.html"));
}

#[test]
fn a_whole_run_with_single_fights_can_be_merged_alone() {
    let desk = Desk::new();
    let run = ["run", "duel.toml", "--fights", "100", "--quiet"];
    let single = ["--fights-table", "5", "--out", "one", "--resume"];
    desk.ended(0, &[&run[..], &single].concat());
    desk.ended(0, &["merge", "one", "--out", "sum", "--quiet"]);
    let mut one = desk.files("one");
    assert!(one.remove("part.jsonl").is_some());
    assert!(one.contains_key("fights.csv"));
    assert_eq!(desk.files("sum"), one);
}

#[test]
fn a_whole_run_with_a_precision_can_be_merged_alone() {
    let desk = Desk::new();
    let run = ["run", "duel.toml", "--precision", "3%", "--quiet"];
    desk.ended(0, &[&run[..], &["--out", "one", "--resume"]].concat());
    desk.ended(0, &["merge", "one", "--out", "sum", "--quiet"]);
    let mut one = desk.files("one");
    assert!(one.remove("part.jsonl").is_some());
    assert_eq!(desk.files("sum"), one);
}
