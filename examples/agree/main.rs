//! Plays random small scenarios of every book in every way there is, and prints what disagrees.
//!
//! ```text
//! cargo run --release --example agree -- --seconds 3600
//! cargo run --release --example agree -- --seed 7 --book murdham --seconds 60
//! ```
//!
//! Each scenario is solved, solved again by going through every history of the fight, drawn from tables and rolled, in
//! both seats, on one thread and on two. What disagrees is cut down to the smallest scenario that still does. Exits
//! with 1 if anything disagreed.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it is a tool that prints"
)]

mod generate;
mod judge;
mod shrink;

use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::Parser;
use generate::Source;
use judge::{Effort, Verdict, judge};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus as Luck;
use skirmish::rules::RulesetId;
use toml::Table;

#[derive(Debug, Parser)]
struct Args {
    /// How long, in seconds.
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    /// Which scenarios: those of another seed are others.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// This book alone.
    #[arg(long)]
    book: Option<String>,
    /// Fights played of each kind.
    #[arg(long, default_value_t = 2000)]
    fights: u64,
    /// The number of the first: the later, the more of them is drawn.
    #[arg(long, default_value_t = 1 << 17)]
    first: u64,
}

/// What is being played, for whoever has to look into a panic.
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
            let scenario = source.scenario(&mut luck);
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

fn play(scenario: &Table, path: &Path, effort: &Effort) -> Verdict {
    let text = toml::to_string(scenario).expect("a table can be written");
    std::fs::write(path, &text).expect("a temporary file");
    *PRESENT.lock().expect("nobody panics with it") = text;
    judge(path, effort)
}

/// Prints the smallest scenario that disagrees as this one does.
fn tell(scenario: &Table, path: &Path, effort: &Effort) {
    let disagrees =
        |scenario: &Table| matches!(play(scenario, path, effort), Verdict::Disagrees(_));
    let least = shrink::smallest(scenario, Duration::from_secs(40), disagrees);
    if let Verdict::Disagrees(what) = play(&least, path, effort) {
        let text = toml::to_string(&least).expect("a table can be written");
        println!("# {what}\n{text}\n");
    }
}
