//! Measures how often the interval of a run with `--precision` contains the true win rate.
//!
//! `cargo run --release --example coverage` tosses coins that have several known probabilities, which stand
//! for true win rates. For each of them it makes 10,000 runs, which end by the rule of `skirmish run
//! --precision`. The output has the share of runs whose interval contains the true rate, and the mean number
//! of fights of these runs. For comparison, it has the number of fights that a run needs if the number is
//! planned beforehand. It also has the coverage of Wilson's plain 95 % interval and of Wald's interval, if
//! runs end by the same rule. Other precisions in per cent, another rate and a number of runs may be given:
//! `-- 0.5 2 --rate 0.97 --runs 1000`.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::print_stdout,
    reason = "a tool that counts fights, far fewer than 2^53, and prints"
)]

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use skirmish::tally::{Interval, Looks, Stop};

/// The true win rates.
const RATES: [f64; 10] = [
    0.5, 0.7, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 0.9995, 0.9999,
];

fn main() {
    let mut precisions = Vec::new();
    let mut runs = 10_000;
    let mut rates = Vec::new();
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        if word == "--runs" {
            let number = words.next().and_then(|n| n.parse().ok());
            runs = number.expect("a number of runs");
        } else if word == "--rate" {
            let rate = words.next().and_then(|n| n.parse::<f64>().ok());
            rates.push(rate.expect("a true win rate"));
        } else {
            precisions.push(word.parse::<f64>().expect("a precision in per cent"));
        }
    }
    if precisions.is_empty() {
        precisions = vec![0.5, 1.0, 2.0];
    }
    if rates.is_empty() {
        rates = RATES.to_vec();
    }
    println!("precision  win rate  covered  by Wilson   by Wald  fights  planned  ratio  longest");
    for percent in precisions {
        let looks = Looks::new(percent / 100.0, 1, u64::MAX);
        for &rate in &rates {
            println!("{}", row(&looks, percent, rate, runs));
        }
    }
}

/// Returns one line of the table.
fn row(looks: &Looks, percent: f64, rate: f64, runs: u64) -> String {
    let (mut covered, mut fights, mut longest) = ([0u64; 3], 0u64, 0u64);
    for seed in 0..runs {
        let run = run(looks, rate, seed);
        for (sum, covers) in covered.iter_mut().zip(run.covered) {
            *sum += u64::from(covers);
        }
        fights += run.fights;
        longest = longest.max(run.fights);
    }
    let planned = planned(looks.half_width(), rate) as f64;
    let mean = fights as f64 / runs as f64;
    let [ours, wilson, wald] = covered.map(|covered| covered as f64 / runs as f64 * 100.0);
    format!(
        "{percent:>7} %  {rate:>8}  {ours:>5.2} %    {wilson:>5.2} %   {wald:>5.2} %  {mean:>6.0}  {planned:>7}  {:>5.2}  {:>7.2}",
        mean / planned,
        longest as f64 / planned,
    )
}

struct Run {
    /// Whether three intervals contain the true rate: that of a run with `--precision`, Wilson's plain
    /// interval, and Wald's.
    covered: [bool; 3],
    /// Number of fights after which the rule of `--precision` ended the run.
    fights: u64,
}

fn run(looks: &Looks, rate: f64, seed: u64) -> Run {
    let mut coins = Xoshiro256PlusPlus::seed_from_u64(seed);
    let heads = (rate * 2f64.powi(64)) as u64;
    let (mut wins, mut played) = (0, 0);
    let mut ours = None;
    let mut others = [None; 2];
    for &look in looks.fights() {
        while played < look {
            wins += u64::from(coins.next_u64() < heads);
            played += 1;
        }
        let covers = |interval: Interval| (interval.low..=interval.high).contains(&rate);
        let plain = Interval::wilson(wins, played).expect("some fights");
        for (other, interval) in others.iter_mut().zip([plain, wald(wins, played)]) {
            if other.is_none() && interval.half_width() <= looks.half_width() {
                *other = Some(covers(interval));
            }
        }
        if ours.is_none() && looks.is_narrow(wins, played) {
            let interval = Interval::wilson_after(Stop::Narrow, wins, played);
            ours = Some((covers(interval.expect("some fights")), played));
        }
        if ours.is_some() && !others.contains(&None) {
            break;
        }
    }
    let (covered, fights) = ours.expect("the last look is narrow enough for any rate");
    let [wilson, wald] = others.map(|other| other == Some(true));
    Run {
        covered: [covered, wilson, wald],
        fights,
    }
}

/// Returns Wald's interval for a share, as textbooks give it.
fn wald(wins: u64, fights: u64) -> Interval {
    let estimate = wins as f64 / fights as f64;
    let reach = Stop::Planned.z() * (estimate * (1.0 - estimate) / fights as f64).sqrt();
    Interval {
        low: estimate - reach,
        high: estimate + reach,
        estimate,
    }
}

/// Returns the smallest number of fights that makes the plain interval of a win rate at most `half_width`
/// wide to each side. The win rate is assumed to be estimated as `rate`.
fn planned(half_width: f64, rate: f64) -> u64 {
    let z = Stop::Planned.z();
    let wide = |n: u64| {
        let n = n as f64;
        let reach = z * (rate * (1.0 - rate) / n + z * z / (4.0 * n * n)).sqrt();
        reach / (1.0 + z * z / n) > half_width
    };
    let (mut low, mut high) = (0, 1u64 << 40);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if wide(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}
