//! Puts mistakes into the shipped scenarios, and lists those that the program accepts.
//!
//! ```text
//! cargo run --release --example mutants -- --count 4000
//! cargo run --release --example mutants -- --seed 7 --book murdham --count 500
//! ```
//!
//! Every mutant without faults is played for a few fights. For each kind of mistake, the tool prints the
//! number of mutants and the number accepted. Each accepted change is listed once, so that a reader can judge
//! whether the result is a valid scenario. If a mutant panics or takes too long, the tool prints the text of
//! that mutant and ends with exit code 1.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it is a tool that prints"
)]

mod mutate;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::Parser;
use mutate::{KINDS, mutant};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Luck;
use skirmish::fight::Stream;
use skirmish::rules;
use skirmish::scenario::Overrides;

#[derive(Debug, Parser)]
struct Args {
    /// Number of mutants.
    #[arg(long, default_value_t = 4000)]
    count: u64,
    /// Seed of the random mutants.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Uses only the scenarios of this book.
    #[arg(long)]
    book: Option<String>,
    /// Longest time for one mutant, in seconds.
    #[arg(long, default_value_t = 60)]
    patience: u64,
}

/// The mutant that is being tested, and the time when the test of it began.
static PRESENT: Mutex<Option<(String, Instant)>> = Mutex::new(None);

fn present() -> Option<(String, Instant)> {
    PRESENT.lock().ok().and_then(|present| present.clone())
}

/// Ends the tool if the test of a mutant takes longer than `patience`.
fn lose(patience: Duration) {
    loop {
        std::thread::sleep(Duration::from_secs(1));
        if let Some((text, _)) = present().filter(|(_, since)| since.elapsed() > patience) {
            eprintln!("longer than {} s:\n\n{text}", patience.as_secs());
            std::process::exit(1);
        }
    }
}

fn main() {
    let args = Args::parse();
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        hook(info);
        eprintln!(
            "in\n\n{}",
            present().map_or(String::new(), |(text, _)| text)
        );
        std::process::exit(1);
    }));
    let patience = Duration::from_secs(args.patience);
    std::thread::spawn(move || lose(patience));
    let scenarios = scenarios(args.book.as_deref());
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("scenario.toml");
    let mut luck = Luck::seed_from_u64(args.seed);
    let (mut made, mut taken) = (BTreeMap::new(), BTreeMap::new());
    let mut changes: BTreeSet<(&str, String)> = BTreeSet::new();
    for _ in 0..args.count {
        let (book, text) = &scenarios[luck.random_range(0..scenarios.len())];
        let mutant = mutant(text, &mut luck);
        *made.entry(mutant.kind).or_insert(0) += 1;
        *PRESENT.lock().expect("nobody panics with it") =
            Some((mutant.text.clone(), Instant::now()));
        fs::write(&path, &mutant.text).expect("a temporary file");
        if plays(&path) {
            *taken.entry(mutant.kind).or_insert(0) += 1;
            let change = format!("{book}: {} => {}", mutant.before, mutant.after);
            changes.insert((mutant.kind, change));
        }
    }
    for (kind, _) in KINDS {
        let count = |counts: &BTreeMap<&str, u64>| counts.get(kind).copied().unwrap_or(0);
        println!("{kind}: {} made, {} taken", count(&made), count(&taken));
        for (_, change) in changes.iter().filter(|(other, _)| other == kind) {
            println!("    {change}");
        }
    }
    let written = fs::read_dir(folder.path()).expect("the folder is there");
    assert_eq!(written.count(), 1, "nothing else was written");
}

/// Returns whether a scenario has no faults. If it has none, also plays a few fights of it.
fn plays(path: &Path) -> bool {
    let Ok((scenario, matches)) = rules::load(path, &Overrides::default()) else {
        return false;
    };
    for found in matches.iter().take(3) {
        for bout in &found.seats {
            let mut tally = skirmish::tally::Tally::new(bout.cast());
            let stream = Stream::new(scenario.run.seed, bout.label());
            bout.play(&stream, 0..3, &mut tally);
        }
    }
    true
}

/// Returns the texts of the shipped scenarios and of the starter scenarios, each with its book.
fn scenarios(book: Option<&str>) -> Vec<(String, String)> {
    let entries = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("called in the repository's folder");
        let mut paths: Vec<_> = entries
            .map(|entry| entry.expect("it can be listed").path())
            .collect();
        paths.sort();
        paths
    };
    let mut found = Vec::new();
    for folder in entries(Path::new("scenarios")) {
        let name = folder
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if book.is_some_and(|book| book != name) {
            continue;
        }
        let files = entries(&folder).into_iter();
        for path in files.filter(|path| path.extension().is_some_and(|ending| ending == "toml")) {
            let text = fs::read_to_string(path).expect("it can be read");
            found.push((name.clone(), text));
        }
        let starter = rules::RulesetId::named(&name).map(|id| id.book().starter.to_owned());
        found.extend(starter.map(|text| (name, text)));
    }
    found
}
