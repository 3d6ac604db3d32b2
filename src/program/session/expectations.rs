//! Collects the expectations of scenarios, and judges them.

use super::loaded::Loaded;
use super::results;
use crate::expect::{self, Counted, Fielded, Intention, Judgement, Odds};
use crate::frame::Match;
use crate::report::Played;
use crate::tally::{Expected, Looks};

/// Returns the expectations of these scenarios, split into claims.
pub(crate) fn intentions<'l>(loaded: impl IntoIterator<Item = &'l Loaded>) -> Vec<Intention> {
    let mut all = Vec::new();
    let mut first = 0;
    for one in loaded {
        let matchups: Vec<Fielded<'_>> = one.matches.iter().map(fielded).collect();
        all.extend(expect::intentions(&one.scenario, &matchups, first));
        first += one.matches.len();
    }
    all
}

fn fielded(found: &Match) -> Fielded<'_> {
    Fielded {
        name: &found.name,
        axes: &found.axes,
        cast: found.seats[0].cast(),
    }
}

/// Judges the expectations of these scenarios by all fights of a run. A run with a precision checks its
/// intervals several times and may end at any of them. The verdicts allow for that.
pub(crate) fn judged(loaded: &[Loaded], played: &[Played]) -> Vec<Judgement> {
    let intentions = intentions(loaded);
    if intentions.is_empty() {
        return Vec::new();
    }
    let counted: Vec<Option<Counted<'_>>> = played
        .iter()
        .map(|one| expect::counted(&one.cast, &one.tally, one.seats.as_ref()))
        .collect();
    let looks = results::looks(loaded);
    let looks = looks
        .iter()
        .flatten()
        .map(|looks: &Looks| looks.fights().len());
    expect::judge(&intentions, &counted, looks.max().unwrap_or(1))
}

/// Judges the expectations of these scenarios by the exact odds of their matchups.
pub(crate) fn solved(loaded: &[Loaded], exact: &[Played<Expected>]) -> Vec<Judgement> {
    let odds: Vec<Odds<'_>> = exact
        .iter()
        .map(|one| Odds {
            cast: &one.cast,
            tally: &one.tally,
            seats: one.seats.as_ref(),
        })
        .collect();
    expect::judge_exactly(&intentions(loaded), &odds)
}
