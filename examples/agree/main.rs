//! Plays random small scenarios of every book in all ways, and prints the scenarios that give different
//! results.
//!
//! ```text
//! cargo run --release --example agree -- --seconds 3600
//! cargo run --release --example agree -- --seed 7 --book murdham --seconds 60
//! cargo run --release --example agree -- --drawn --scenarios 3000
//! ```
//!
//! Each scenario is solved, solved without merging equal states, drawn from tables, and rolled. This is done
//! in both seats (orders of the sides), on one thread and on two. With `--drawn`, only drawn and rolled
//! fights are compared. If two ways disagree, the tool removes parts of the scenario as long as they still
//! disagree, and prints the rest. The exit code is 1 if there was any disagreement.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it is a tool that prints"
)]

mod drawn;
mod generate;
mod judge;
mod shrink;

use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::Parser;
use drawn::{Compared, compare};
use generate::{Shape, Source};
use judge::{Effort, Verdict, judge};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus as Luck;
use skirmish::frame::BookInfo;
use skirmish::rules::RulesetId;
use toml::Table;

#[derive(Debug, Parser)]
struct Args {
    /// Time to run, in seconds.
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    /// Only compares drawn fights with rolled ones, in scenarios that tables apply to.
    #[arg(long)]
    drawn: bool,
    /// With `--drawn`: number of scenarios without faults for each book, instead of a time.
    #[arg(long, requires = "drawn")]
    scenarios: Option<u64>,
    /// Seed of the random scenarios.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Plays only this book.
    #[arg(long)]
    book: Option<String>,
    /// Number of fights played of each kind.
    #[arg(long, default_value_t = 2000)]
    fights: u64,
    /// Number of the first fight. The higher it is, the more fights are drawn.
    #[arg(long, default_value_t = 1 << 17)]
    first: u64,
}

/// The scenario that is being played. It is printed if the program panics.
static PRESENT: Mutex<String> = Mutex::new(String::new());

#[derive(Debug, Default)]
struct Count {
    made: u64,
    faulty: u64,
    solved: u64,
    unmerged: u64,
    disagree: u64,
}

fn main() -> std::process::ExitCode {
    let args = Args::parse();
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        hook(info);
        let text = PRESENT.lock().map(|text| text.clone()).unwrap_or_default();
        eprintln!("while playing\n\n{text}");
    }));
    let books = RulesetId::ALL.iter().map(|id| id.book());
    let books: Vec<_> = books
        .filter(|book| args.book.as_deref().is_none_or(|name| name == book.name))
        .collect();
    let sources: Vec<Source> = books.iter().map(|book| Source::of(book)).collect();
    let mut counts: Vec<Count> = books.iter().map(|_| Count::default()).collect();
    if args.drawn {
        return compare_all(&args, &books, &sources);
    }
    let effort = Effort {
        states: 30_000,
        paths: 100_000,
        fights: args.fights,
        first: args.first,
        seconds: 0.5,
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("scenario.toml");
    let (mut luck, started) = (Luck::seed_from_u64(args.seed), Instant::now());
    while started.elapsed() < Duration::from_secs(args.seconds) {
        for (source, count) in sources.iter().zip(&mut counts) {
            let scenario = source.scenario(&mut luck, &Shape::SMALL);
            count.made += 1;
            match play(&scenario, &path, &effort) {
                Verdict::Faulty => count.faulty += 1,
                Verdict::Agrees { solved, unmerged } => {
                    count.solved += u64::from(solved);
                    count.unmerged += u64::from(unmerged);
                }
                Verdict::Disagrees(what) => {
                    count.disagree += 1;
                    eprintln!("{what}");
                    tell(&scenario, &path, &effort);
                }
            }
        }
    }
    for (book, count) in books.iter().zip(&counts) {
        println!(
            "{}: {} scenarios played ({} more had faults), {} of them solved and {} without merging; {} disagree",
            book.name,
            count.made - count.faulty,
            count.faulty,
            count.solved,
            count.unmerged,
            count.disagree
        );
    }
    std::process::ExitCode::from(u8::from(counts.iter().any(|count| count.disagree > 0)))
}

/// Compares drawn fights with rolled ones in random scenarios, one book after the other.
fn compare_all(args: &Args, books: &[&BookInfo], sources: &[Source]) -> std::process::ExitCode {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("scenario.toml");
    let mut any = false;
    for (book, source) in books.iter().zip(sources) {
        let (mut luck, started) = (Luck::seed_from_u64(args.seed), Instant::now());
        let (mut made, mut played, mut served, mut differ) = (0u64, 0u64, 0u64, 0u64);
        let goes_on = |played: u64| match args.scenarios {
            Some(most) => played < most,
            None => started.elapsed() < Duration::from_secs(args.seconds),
        };
        while goes_on(played) {
            let scenario = source.scenario(&mut luck, &Shape::DRAWN);
            made += 1;
            write(&scenario, &path);
            let found = compare(&path, args.fights);
            played += u64::from(found != Compared::Faulty);
            served += u64::from(matches!(found, Compared::Agrees | Compared::Differs(_)));
            if let Compared::Differs(what) = found {
                differ += 1;
                eprintln!("{what}");
                let differs = |scenario: &Table| {
                    write(scenario, &path);
                    matches!(compare(&path, args.fights), Compared::Differs(_))
                };
                let least = shrink::smallest(&scenario, Duration::from_secs(40), differs);
                write(&least, &path);
                if let Compared::Differs(what) = compare(&path, args.fights) {
                    let text = toml::to_string(&least).expect("a table can be written");
                    println!("# {what}\n{text}\n");
                }
            }
        }
        println!(
            "{}: {played} scenarios compared ({} more had faults), {served} of them drawn from tables, in {} s; {differ} differ",
            book.name,
            made - played,
            started.elapsed().as_secs(),
        );
        any |= differ > 0;
    }
    std::process::ExitCode::from(u8::from(any))
}

fn play(scenario: &Table, path: &Path, effort: &Effort) -> Verdict {
    write(scenario, path);
    judge(path, effort)
}

/// Writes a scenario to a file, and keeps it to print it if the program panics.
fn write(scenario: &Table, path: &Path) {
    let text = toml::to_string(scenario).expect("a table can be written");
    std::fs::write(path, &text).expect("a temporary file");
    *PRESENT.lock().expect("nobody panics with it") = text;
}

/// Prints the smallest scenario that still has the disagreement of this one.
fn tell(scenario: &Table, path: &Path, effort: &Effort) {
    let disagrees =
        |scenario: &Table| matches!(play(scenario, path, effort), Verdict::Disagrees(_));
    let least = shrink::smallest(scenario, Duration::from_secs(40), disagrees);
    if let Verdict::Disagrees(what) = play(&least, path, effort) {
        let text = toml::to_string(&least).expect("a table can be written");
        println!("# {what}\n{text}\n");
    }
}
