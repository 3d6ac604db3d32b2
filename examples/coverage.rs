//! How often the interval of a run that stops when it looks precise enough holds the true win rate.
//!
//! `cargo run --release --example coverage` plays, for each of several true win rates, 10,000 runs of coins that come up
//! so often, each stopped by the rule that `skirmish run --precision` stops by, and prints in what part of them the
//! interval covers the truth and how many fights they took, beside what one planned run of that precision takes.
//! Other precisions, in per cent, and a number of runs may be given: `-- 0.5 2 --runs 1000`.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use skirmish::tally::{Interval, Looks, Stop};

/// True win rates.
const RATES: [f64; 10] = [
    0.5, 0.7, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 0.9995, 0.9999,
];

fn main() {
    let mut precisions = Vec::new();
    let mut runs = 10_000;
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        if word == "--runs" {
            runs = words
                .next()
                .and_then(|n| n.parse().ok())
                .expect("a number of runs");
        } else {
            precisions.push(word.parse::<f64>().expect("a precision in per cent"));
        }
    }
    if precisions.is_empty() {
        precisions = vec![0.5, 1.0, 2.0];
    }
    println!(
        "precision  win rate  runs    covered   plain peeking  fights   planned  ratio  worst"
    );
    for percent in precisions {
        let looks = Looks::new(percent / 100.0, 1, u64::MAX);
        for rate in RATES {
            println!("{}", row(&looks, percent, rate, runs));
        }
    }
}

/// One line of the table.
fn row(looks: &Looks, percent: f64, rate: f64, runs: u64) -> String {
    let (mut covered, mut peeking, mut fights, mut worst) = (0u64, 0u64, 0u64, 0u64);
    for seed in 0..runs {
        let run = run(looks, rate, seed);
        covered += u64::from(run.covered);
        peeking += u64::from(run.peeking);
        fights += run.fights;
        worst = worst.max(run.fights);
    }
    let planned = planned(looks.half_width(), rate);
    let (n, mean) = (runs as f64, fights as f64 / runs as f64);
    format!(
        "{percent:>7} %  {rate:>8}  {runs:<6}  {:>6.2} %  {:>12.2} %  {mean:>7.0}  {planned:>7}  {:>5.2}  {:>5.2}",
        covered as f64 / n * 100.0,
        peeking as f64 / n * 100.0,
        mean / planned as f64,
        worst as f64 / planned as f64,
    )
}

struct Run {
    covered: bool,
    /// What would have come of plain 95 % intervals, looked at as often.
    peeking: bool,
    fights: u64,
}

fn run(looks: &Looks, rate: f64, seed: u64) -> Run {
    let mut coins = Xoshiro256PlusPlus::seed_from_u64(seed);
    let heads = (rate * 2f64.powi(64)) as u64;
    let (mut wins, mut fights, mut peeking) = (0, 0, None);
    let covers = |stop, wins, fights| {
        let found = Interval::wilson_after(stop, wins, fights).expect("some fights");
        (found.low..=found.high).contains(&rate)
    };
    for &look in looks.fights() {
        while fights < look {
            wins += u64::from(coins.next_u64() < heads);
            fights += 1;
        }
        let plain = Interval::wilson(wins, fights).expect("some fights");
        if peeking.is_none() && plain.half_width() <= looks.half_width() {
            peeking = Some(covers(Stop::Planned, wins, fights));
        }
        if looks.is_narrow(wins, fights) {
            break;
        }
    }
    Run {
        covered: covers(Stop::Narrow, wins, fights),
        peeking: peeking.unwrap_or(false),
        fights,
    }
}

/// The fewest fights after which the plain interval of a win rate that comes out as it should is so narrow.
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
            low = middle
        } else {
            high = middle
        }
    }
    high
}
