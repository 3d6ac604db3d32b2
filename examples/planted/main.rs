//! Tests the search of `skirmish best` on problems with a known best loadout.
//!
//! `cargo run --release --example planted [PROBLEMS [LOADOUTS [FIGHTS]]]` makes problems of each shape. By
//! default it makes 100 problems with 1,000 loadouts each. For comparison, an equal split plays 10,000 fights
//! of every loadout. The tool counts how often the search finds a loadout within half a point of the best,
//! how often the equal split does, and how often all verdicts are right. The exit code is 1 if the search
//! succeeds in fewer than 95 of 100 problems, or if its verdicts are right in fewer than 95.
#![expect(clippy::print_stdout, reason = "a command prints")]

mod problems;

use std::process::ExitCode;

use problems::{Score, Shape, solve};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, otherwise: u64| -> u64 {
        let word = words.get(at).map(|word| word.parse());
        word.transpose().expect("numbers").unwrap_or(otherwise)
    };
    let problems = usize::try_from(number(0, 100)).expect("a number of problems");
    let loadouts = usize::try_from(number(1, 1000)).expect("a number of loadouts");
    let equal = number(2, 10_000);
    println!(
        "{problems} problems of each shape, {loadouts} loadouts, {equal} fights of each in an equal split"
    );
    println!(
        "shape    best within half a point  equal split  verdicts right  fights of the equal split"
    );
    let mut all = Score::default();
    for (seed, shape) in (1..).zip(Shape::ALL) {
        let score = solve(shape, problems, (loadouts, equal), seed);
        show(&format!("{shape:?}"), &score);
        all.problems += score.problems;
        all.found += score.found;
        all.equal += score.equal;
        all.right += score.right;
        all.fights += score.fights;
        all.equal_fights += score.equal_fights;
    }
    show("all", &all);
    let enough = |count: usize| count * 100 >= all.problems * 95;
    if enough(all.found) && enough(all.right) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

#[expect(clippy::cast_precision_loss, reason = "a share for the eye")]
fn show(name: &str, score: &Score) {
    let part = 100.0 * score.fights as f64 / score.equal_fights as f64;
    println!(
        "{name:<9}{:>24}{:>13}{:>16}{part:>24.1} %",
        score.found, score.equal, score.right
    );
}
