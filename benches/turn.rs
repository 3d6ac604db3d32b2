//! Measures one round of a duel: two attacks, each with a parry, damage, armour and the counts of the tally.

mod common;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use skirmish::fight::Stream;
use skirmish::tally::Tally;

const ROUNDS: u64 = 100_000;

fn turn(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("one round");
    group.throughput(Throughput::Elements(ROUNDS));
    for (name, set) in [
        ("weapons without points", vec![]),
        (
            "weapons that wear",
            vec!["weapons.reference-blade.points=12"],
        ),
    ] {
        let mut set = set;
        set.push("run.round_cap=1");
        let found = common::shipped("scenarios/brp/reference-duel.toml", &set, None);
        let bout = &found.seats[0];
        let stream = Stream::new(1, bout.label());
        group.bench_function(name, |b| {
            let mut tally = Tally::new(bout.cast());
            b.iter(|| bout.play(&stream, 0..ROUNDS, &mut tally));
            assert!(
                tally.undecided() * 10 > tally.fights() * 9,
                "few duels are over in one round"
            );
        });
    }
    group.finish();
}

criterion_group!(benches, turn);
criterion_main!(benches);
