//! Random trials: runs are killed at any moment and then resumed, and their parts are merged in any order.
//!
//! The ordinary tests make ten trials. `SKIRMISH_TRIALS=100 cargo test --test shards trials` makes 100, and
//! `SKIRMISH_TRIALS_SEED` sets the seed for other trials. The moment of a kill does not depend on the seed,
//! so a trial can never be repeated exactly.

use std::collections::BTreeMap;
use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Desk, say};

const RUN: [&str; 3] = ["run", "duel.toml", "--quiet"];

/// The additional words of a run. A trial chooses one of these entries at random.
const WORDS: [&[&str]; 3] = [
    &["--fights", "90_000"],
    &["--fights", "40_001", "--seats", "both", "--seed", "3"],
    &["--precision", "0.6%"],
];

type Files = BTreeMap<String, Vec<u8>>;

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().expect("a number"))
}

#[test]
fn trials() {
    let (trials, seed) = (
        number("SKIRMISH_TRIALS", 10),
        number("SKIRMISH_TRIALS_SEED", 1),
    );
    let desk = Desk::new();
    let start = Instant::now();
    let wholes: Vec<Files> = WORDS
        .iter()
        .enumerate()
        .map(|(at, words)| {
            let out = format!("whole-{at}");
            desk.ended(0, &[&RUN[..], words, &["--resume", "--out", &out]].concat());
            desk.files(&out)
        })
        .collect();
    // `start` was before the three runs above. A sixth of their time is half the time of one run, so most
    // kills come before the end of a run.
    let mut kills = Kills {
        within: start.elapsed() / 6,
        count: 0,
    };
    let mut merged = 0;
    for trial in 0..trials {
        let mut luck = Xoshiro256PlusPlus::seed_from_u64(seed << 32 | trial);
        let which = luck.random_range(0..WORDS.len());
        let (words, whole) = (WORDS[which], &wholes[which]);
        // A run with a precision cannot be divided into parts, so it can only be killed.
        if which == 2 || luck.random_bool(0.5) {
            kills.kill_and_go_on(&desk, &mut luck, &[words, &["--out", "out"]].concat());
            assert_eq!(&desk.files("out"), whole, "trial {trial} of seed {seed}");
        } else {
            kills.merge_in_any_order(&desk, &mut luck, words);
            let mut whole = whole.clone();
            whole.remove("part.jsonl");
            assert_eq!(desk.files("out"), whole, "trial {trial} of seed {seed}");
            merged += 1;
        }
        fs::remove_dir_all(desk.path("out")).expect("it is ours");
    }
    let killed = kills.count;
    say(&format!(
        "{trials} trials, {merged} of them merged, {killed} times killed: all byte-equal"
    ));
    assert!(killed > 0, "nothing was killed in time");
}

/// Kills runs at random moments.
struct Kills {
    within: Duration,
    /// Number of kills that have really stopped a run before its end.
    count: u64,
}

impl Kills {
    /// Plays a run to its end. Kills the program up to three times on the way, and resumes the run each time.
    fn kill_and_go_on(&mut self, desk: &Desk, luck: &mut Xoshiro256PlusPlus, words: &[&str]) {
        let threads = luck.random_range(1..4).to_string();
        let more = ["--resume", "--checkpoint", "0.01", "--threads", &threads];
        let words = [&RUN[..], words, &more].concat();
        for attempt in 0..luck.random_range(0..4) {
            let mut command = desk.command(&words);
            let mut child = command.stdout(Stdio::null()).spawn().expect("it starts");
            // The first kill comes early, so that short runs are killed as well.
            let part: f64 = if attempt == 0 { 0.2 } else { 1.0 };
            std::thread::sleep(self.within.mul_f64(part * luck.random::<f64>()));
            // On Unix, this sends the signal SIGKILL.
            child.kill().expect("it can be killed");
            self.count += u64::from(!child.wait().expect("it ends").success());
        }
        desk.ended(0, &words);
    }

    /// Plays the parts of a run, kills some of them on the way, and merges them in any order.
    fn merge_in_any_order(&mut self, desk: &Desk, luck: &mut Xoshiro256PlusPlus, words: &[&str]) {
        let of = luck.random_range(1..8);
        let mut parts = Vec::new();
        for number in 1..=of {
            let (shard, out) = (format!("{number}/{of}"), format!("part-{number}"));
            let part = ["--shard", &shard, "--out", &out];
            if luck.random_bool(0.3) {
                self.kill_and_go_on(desk, luck, &[words, &part].concat());
            } else {
                desk.ended(0, &[&RUN[..], words, &part].concat());
            }
            parts.insert(luck.random_range(0..=parts.len()), out);
        }
        let names: Vec<&str> = parts.iter().map(String::as_str).collect();
        desk.ended(
            0,
            &[&["merge", "--quiet", "--out", "out"], &names[..]].concat(),
        );
        for part in parts {
            fs::remove_dir_all(desk.path(&part)).expect("it is ours");
        }
    }
}
