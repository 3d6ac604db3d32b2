//! Compares fights that are drawn from tables with fights that are rolled die by die. Their odds must be
//! equal.
//!
//! Both kinds of fights are sampled, because most scenarios that can use tables are too large for exact odds.
//! The program draws whole steps only in fights with high numbers. Fights with numbers below and above that
//! limit are compared.

use std::path::Path;

use skirmish::bout::Bout;
use skirmish::fight::Stream;
use skirmish::rules;
use skirmish::scenario::Overrides;
use skirmish::tally::Tally;

use crate::judge::{Means, means};

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Compared {
    /// The scenario has faults.
    Faulty,
    /// No table applies to the scenario, so that all its fights are rolled.
    Rolled,
    /// Some fights are drawn from tables, and their odds agree with those of rolled fights.
    Agrees,
    /// The odds of a figure differ. The text names it and the difference.
    Differs(String),
}

/// The number of the first fight in each of two blocks. In the first block no step is drawn from a table, and
/// in the second many are.
const FIRSTS: [u64; 2] = [0, 1 << 20];

/// Number of fights that are played in both ways and compared, to find out whether any table applies to a
/// scenario.
const PROBED: u64 = 200;

/// If a figure differs by more than `SUSPECT` standard errors, it is suspect. It is tested again with
/// [`MORE`] times as many fights and another seed. If it then differs by more than `DIFFERS`, it fails.
const SUSPECT: f64 = 4.5;
const DIFFERS: f64 = 6.0;
const MORE: u64 = 16;

/// Compares `fights` drawn fights of a scenario with `fights` rolled ones.
pub(crate) fn compare(path: &Path, fights: u64) -> Compared {
    let load = |tables: bool| {
        let overrides = Overrides {
            tables: Some(tables),
            ..Overrides::default()
        };
        let (_, mut matchups) = rules::load(path, &overrides).ok()?;
        Some(matchups.remove(0).seats.remove(0))
    };
    let (Some(drawn), Some(rolled)) = (load(true), load(false)) else {
        return Compared::Faulty;
    };
    if !FIRSTS
        .iter()
        .any(|&first| is_drawn(&*drawn, &*rolled, first))
    {
        return Compared::Rolled;
    }
    let differs = |seed, fights, most| {
        let one = means(&*drawn, seed, &FIRSTS, fights);
        let other = means(&*rolled, seed + 1, &FIRSTS, fights);
        furthest(&one, &other, fights).filter(|(_, errors)| *errors > most)
    };
    let suspect = differs(5, fights, SUSPECT);
    match suspect.and_then(|_| differs(8, fights * MORE, DIFFERS)) {
        Some((what, _)) => Compared::Differs(what),
        None => Compared::Agrees,
    }
}

/// Returns whether any of the fights from number `first` on is drawn from a table.
fn is_drawn(drawn: &dyn Bout, rolled: &dyn Bout, first: u64) -> bool {
    let play = |bout: &dyn Bout| {
        let mut tally = Tally::new(bout.cast());
        let stream = Stream::new(1, drawn.label());
        bout.play(&stream, first..first + PROBED, &mut tally);
        tally
    };
    play(drawn) != play(rolled)
}

/// Returns the figure that differs most. The text has its name and its two means, and the number is the
/// difference in standard errors.
fn furthest(drawn: &Means, rolled: &Means, fights: u64) -> Option<(String, f64)> {
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
    let never = (0.0, 1.0 / fights as f64);
    let names = drawn.keys().chain(rolled.keys());
    let apart = names.map(|name| {
        let of = |means: &Means| means.get(name).copied().unwrap_or(never);
        let ((a, error), (b, other)) = (of(drawn), of(rolled));
        let error = error.hypot(other);
        let errors = (a - b).abs() / error;
        (
            format!("{name}: drawn {a}, rolled {b}, {errors:.1} standard errors apart"),
            errors,
        )
    });
    apart.max_by(|one, other| one.1.total_cmp(&other.1))
}
