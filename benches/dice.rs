//! Measures the dice alone: one percentile roll against a chance, one roll of a die, and one damage roll.

#![expect(
    clippy::cast_precision_loss,
    reason = "counts of rolls are far below 2^52"
)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use skirmish::dice::{D100, Dice, Die, Throw};
use skirmish::fight::Stream;

const ROLLS: u64 = 1_000_000;

fn dice(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("dice");
    group.throughput(Throughput::Elements(ROLLS));
    let stream = Stream::new(1, b"bench");
    group.bench_function("a percentile test with three outcomes", |b| {
        let mut dice = stream.dice(0);
        b.iter(|| {
            (0..ROLLS)
                .map(|_| dice.band(D100, black_box(&[11, 60])))
                .sum::<usize>()
        });
    });
    group.bench_function("a d8", |b| {
        let mut dice = stream.dice(1);
        b.iter(|| {
            (0..ROLLS)
                .map(|_| u64::from(dice.roll(black_box(Die(8)))))
                .sum::<u64>()
        });
    });
    group.bench_function("2d6+2", |b| {
        let mut dice = stream.dice(2);
        b.iter(|| {
            (0..ROLLS)
                .map(|_| i64::from(dice.total(black_box(Throw::new(2, 6, 2)))))
                .sum::<i64>()
        });
    });
    group.finish();

    let mut dice = stream.dice(3);
    let specials = (0..ROLLS)
        .filter(|_| dice.band(D100, &[11, 60]) == 0)
        .count() as f64;
    assert!(
        (specials / ROLLS as f64 - 0.11).abs() < 0.002,
        "11 rolls in a hundred are special"
    );
}

criterion_group!(benches, dice);
criterion_main!(benches);
