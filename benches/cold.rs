//! Measures cold runs of the shipped scenarios of each book. A cold run reads and compiles a scenario, and
//! plays the first fights of each matchup on one thread. This is how long a designer waits for the first
//! results.

use std::hint::black_box;
use std::path::{Path, PathBuf};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use skirmish::fight::Stream;
use skirmish::rules::{self, RulesetId};
use skirmish::scenario::Overrides;
use skirmish::tally::Tally;

/// The numbers of fights for each matchup that are measured.
const FIGHTS: [u64; 2] = [1_000, 5_000];

/// Returns the shipped scenarios of a book.
fn scenarios(book: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("scenarios")
        .join(book);
    let entries = std::fs::read_dir(folder).expect("each book has scenarios");
    let paths = entries.map(|entry| entry.expect("a readable entry").path());
    let mut scenarios: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .collect();
    scenarios.sort();
    assert!(scenarios.len() > 5, "{book}");
    scenarios
}

/// Reads a scenario, and plays `fights` fights of each of its matchups. Returns the number of fights that it
/// has played.
fn run(path: &Path, fights: u64) -> u64 {
    let (_, matches) = rules::load(path, &Overrides::default())
        .unwrap_or_else(|faults| panic!("{}", faults.render(false, 100)));
    let mut played = 0;
    for seat in matches.iter().flat_map(|found| &found.seats) {
        let mut tally = Tally::new(seat.cast());
        seat.play(&Stream::new(1, seat.label()), 0..fights, &mut tally);
        played += tally.fights();
    }
    played
}

fn cold(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("cold");
    group.sample_size(10);
    for fights in FIGHTS {
        for id in RulesetId::ALL {
            let book = id.book().name;
            let scenarios = scenarios(book);
            let all = || -> u64 { scenarios.iter().map(|path| run(path, fights)).sum() };
            group.throughput(Throughput::Elements(all()));
            group.bench_function(format!("{book}, {fights} fights"), |b| {
                b.iter(|| black_box(all()));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, cold);
criterion_main!(benches);
