//! Measures how fast whole fights are played and counted. The reference duel is drawn from tables and rolled,
//! and compared with a hand-written kernel. Other benches measure fights of other kinds and books, and runs
//! on one and on two threads. Every bench also checks its result.

#![expect(
    clippy::cast_precision_loss,
    reason = "counts of fights are far below 2^52"
)]

mod common;
mod reference;

use std::sync::atomic::AtomicBool;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use skirmish::batch::{self, Plan, Task};
use skirmish::fight::{SideId, Stream};
use skirmish::frame::Match;
use skirmish::tally::Tally;

const FIGHTS: u64 = 200_000;

/// The exact win rate of the faster fighter in the reference duel, and below it the exact mean number of
/// rounds.
const FAST_WINS: f64 = 0.522_637_9;
const ROUNDS: f64 = 7.143_37;

/// The win rate of four faster fighters against four slower ones, and below it the mean number of rounds.
/// Another program estimated both from four million fights.
const FOUR_WIN: f64 = 0.556_8;
const FOUR_ROUNDS: f64 = 14.246;

/// Checks the wins and the rounds of a number of fights against the expected win rate and mean number of
/// rounds. Does nothing if no fight was played, because a filter excluded the bench.
fn is_as_expected((wins, rounds, fights): (f64, f64, f64), share: f64, length: f64) {
    if fights == 0.0 {
        return;
    }
    // The win rate of the melee is an estimate, with an error of about 0.0003.
    let error = (share * (1.0 - share) / fights).sqrt().hypot(0.0003);
    assert!(
        (wins / fights - share).abs() < 5.0 * error,
        "the faster win {}",
        wins / fights
    );
    // The number of rounds of a fight has a standard deviation of at most six.
    let error = (6.0 / fights.sqrt()).hypot(0.003);
    assert!(
        (rounds / fights - length).abs() < 5.0 * error,
        "{} rounds",
        rounds / fights
    );
}

/// Checks the counts of a tally against the expected win rate and mean number of rounds.
fn is_counted_so(tally: &Tally, share: f64, length: f64) {
    let rounds = tally.rounds_mean().map_or(0.0, |mean| mean.estimate);
    let fights = tally.fights() as f64;
    let wins = tally.wins(SideId(0)) as f64;
    is_as_expected((wins, rounds * fights, fights), share, length);
}

const DUEL: &str = "scenarios/brp/reference-duel.toml";

/// Returns the reference duel with these settings, each given as `path=value`.
fn duel(set: &[&str]) -> Match {
    common::shipped(DUEL, set, None)
}

/// The number of a fight that is so high that the tables of a matchup have been built by then.
const LATER: u64 = 1 << 20;

/// Measures a matchup, with `fights` fights per iteration. Each iteration plays the next fights of the same
/// stream. The tables are built before the measurement begins. Returns the tally of all fights.
fn played(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    found: &Match,
    fights: u64,
) -> Tally {
    let bout = &found.seats[0];
    let stream = Stream::new(1, bout.label());
    let mut tally = Tally::new(bout.cast());
    let mut next = LATER;
    bout.play(&stream, next..next + 1, &mut Tally::new(bout.cast()));
    group.bench_function(name, |b| {
        b.iter(|| {
            bout.play(&stream, next..next + fights, &mut tally);
            next += fights;
        });
    });
    tally
}

/// Measures a hand-written kernel, with `fights` fights per iteration. Returns three totals: wins of the
/// faster fighter, rounds, and fights.
fn by_hand(
    group: &mut BenchmarkGroup<'_, WallTime>,
    play: impl Fn(&mut Xoshiro256PlusPlus) -> reference::End,
    fights: u64,
) -> (f64, f64, f64) {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut wins, mut rounds, mut played) = (0u64, 0u64, 0u64);
    group.bench_function("by hand", |b| {
        b.iter(|| {
            for _ in 0..fights {
                let end = play(&mut generator);
                wins += u64::from(end.first_won);
                rounds += u64::from(end.rounds);
            }
            played += fights;
        });
    });
    (wins as f64, rounds as f64, played as f64)
}

fn reference_duel(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("reference duel");
    group.throughput(Throughput::Elements(FIGHTS));

    let counted = by_hand(&mut group, reference::duel, FIGHTS);
    is_as_expected(counted, FAST_WINS, ROUNDS);

    for (name, set) in [
        ("the engine, tallies on", &[][..]),
        ("the engine, every die rolled", &["run.tables=false"]),
    ] {
        let tally = played(&mut group, name, &duel(set), FIGHTS);
        is_counted_so(&tally, FAST_WINS, ROUNDS);
    }
    group.finish();
}

/// Measures the duel with a condition, a target rule or a house rule that makes no difference to its results.
fn conditional_duels(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("reference duel with a condition");
    group.throughput(Throughput::Elements(FIGHTS));
    for (name, set) in [
        (
            "parry if attack.level >= success",
            "policies.steady.react=[\"parry if attack.level >= success\"]",
        ),
        ("attack weakest", "policies.steady.act=[\"attack weakest\"]"),
        (
            "attack nearest if round > 0",
            "policies.steady.act=[\"attack nearest if round > 0\"]",
        ),
        (
            "successive_defence_penalty = 20",
            "options.successive_defence_penalty=20",
        ),
    ] {
        let tally = played(&mut group, name, &duel(&[set]), FIGHTS);
        is_counted_so(&tally, FAST_WINS, ROUNDS);
    }
    group.finish();
}

fn four_against_four(criterion: &mut Criterion) {
    const FIGHTS: u64 = 10_000;
    let mut group = criterion.benchmark_group("reference blades, 4 against 4");
    group.throughput(Throughput::Elements(FIGHTS));

    let counted = by_hand(&mut group, reference::melee, FIGHTS);
    is_as_expected(counted, FOUR_WIN, FOUR_ROUNDS);

    let tally = played(&mut group, "the engine, tallies on", &duel(&FOUR), FIGHTS);
    is_counted_so(&tally, FOUR_WIN, FOUR_ROUNDS);
    group.finish();
}

/// Settings for four fighters on each side.
const FOUR: [&str; 2] = [
    "sides[0].fighters[0].count=4",
    "sides[1].fighters[0].count=4",
];

/// Settings for four fighters on each side that all attack the weakest enemy.
const FOUR_ON_THE_WEAKEST: [&str; 3] =
    [FOUR[0], FOUR[1], "policies.steady.act=[\"attack weakest\"]"];

/// Settings for four fighters on each side on open ground.
const FOUR_ON_A_MAP: [&str; 4] = [
    FOUR[0],
    FOUR[1],
    "sides[0].fighters[0].at=[[12,8],[12,10],[12,12],[12,14]]",
    "sides[1].fighters[0].at=[[17,8],[17,10],[17,12],[17,14]]",
];

/// A bench: its name, the scenario, settings as `path=value`, the matchup (`None` for the first), and the
/// number of fights per iteration.
type Kind = (
    &'static str,
    &'static str,
    &'static [&'static str],
    Option<&'static str>,
    u64,
);

/// Benches with fights of other kinds and of other books.
#[rustfmt::skip]
const KINDS: [Kind; 16] = [
    ("brp, 4 against 4 on the weakest", DUEL, &FOUR_ON_THE_WEAKEST, None, 10_000),
    ("brp, battle axes that wear", "scenarios/brp/blades.toml", &[], None, 100_000),
    ("brp, bow against charge", "scenarios/brp/bow-against-charge.toml", &[], Some("stands / 60 / none / soft-leather"), 50_000),
    ("murdham, duel", "scenarios/murdham/duel.toml", &[], None, 50_000),
    ("murdham, duel at 40 health", "scenarios/murdham/duel.toml", &["combatants.swordsman.health=40"], None, 20_000),
    ("murdham, 4 bandits against 2 veterans", "scenarios/murdham/bandits-and-morale.toml", &[], None, 5_000),
    ("murdham, 4 against 4", "scenarios/murdham/duel.toml", &FOUR, None, 5_000),
    ("swift-swords, hero against goblin", "scenarios/swift-swords/duel.toml", &[], None, 20_000),
    ("swift-swords, 3 goblins against a hero", "scenarios/swift-swords/duel.toml", &["sides[1].fighters[0].count=3"], None, 10_000),
    ("persona, swordsmen", "scenarios/persona/all-out-or-guarded.toml", &[], None, 20_000),
    ("persona, riflemen with bursts", "scenarios/persona/small-changes.toml", &[], None, 20_000),
    ("persona, 4 against 4 with single shots", "scenarios/persona/burst-or-single-shot.toml", &FOUR, None, 2_000),
    ("persona, 4 against 4 with bursts", "scenarios/persona/small-changes.toml", &FOUR, None, 2_000),
    ("semiautomagic, duel", "scenarios/semiautomagic/small-changes.toml", &[], None, 20_000),
    ("semiautomagic, 4 against 4", "scenarios/semiautomagic/small-changes.toml", &FOUR, None, 2_000),
    ("semiautomagic, 4 against 4 on a map", "scenarios/semiautomagic/flank-or-focus.toml", &FOUR_ON_A_MAP, Some("flanks"), 500),
];

fn fights(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("fights");
    for (name, path, set, matchup, fights) in KINDS {
        group.throughput(Throughput::Elements(fights));
        let found = common::shipped(path, set, matchup);
        let tally = played(&mut group, name, &found, fights);
        assert_eq!(
            tally.fights(),
            tally.wins(SideId(0)) + tally.wins(SideId(1)) + tally.draws() + tally.undecided()
        );
    }
    group.finish();
}

fn threads(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("batch");
    let fights = 10 * FIGHTS;
    group.throughput(Throughput::Elements(fights));
    group.sample_size(20);
    let found = duel(&[]);
    let mut results = Vec::new();
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("a thread pool");
        group.bench_function(format!("reference duel, {threads} threads"), |b| {
            let task = Task {
                seats: &found.seats,
                plan: Plan { seed: 1, fights },
                looks: None,
            };
            b.iter(|| {
                results.push(pool.install(|| batch::run(&[task], &(), &AtomicBool::new(false))));
            });
        });
    }
    assert!(
        results.iter().all(|result| *result == results[0]),
        "any number of threads counts the same"
    );
    group.finish();
}

criterion_group!(
    benches,
    reference_duel,
    conditional_duels,
    four_against_four,
    fights,
    threads
);
criterion_main!(benches);
