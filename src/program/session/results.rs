//! Converts scenarios into tasks for playing, and converts the tallies of the fights into the results that a
//! report shows.

use std::collections::BTreeMap;

use super::loaded::Loaded;
use crate::batch::{Done, Plan, Task};
use crate::frame::Match;
use crate::gate::digest;
use crate::report::{Played, Precision, RunInfo};
use crate::scenario::{RunSettings, and_heirs};
use crate::tally::{Count, Looks, Tally};

/// Returns, for each scenario, the numbers of fights after which a matchup may end early. The entry is `None`
/// for a scenario without a precision.
pub(crate) fn looks(loaded: &[Loaded]) -> Vec<Option<Looks>> {
    let looks = |one: &Loaded| looks_of(&one.scenario.run, seats(one));
    loaded.iter().map(looks).collect()
}

/// Returns the numbers of fights after which a matchup with `seats` seats (orders of the sides) may end
/// early. Returns `None` if the run has no precision.
pub(crate) fn looks_of(run: &RunSettings, seats: u64) -> Option<Looks> {
    let precision = run.precision?;
    Some(Looks::new(precision.share(), seats, run.fights))
}

/// Returns the number of seats that each matchup of a scenario is played in.
fn seats(one: &Loaded) -> u64 {
    let first = one.matches.first();
    first.map_or(1, |found| found.seats.len() as u64)
}

fn tasks<'l>(loaded: &'l [Loaded], looks: &'l [Option<Looks>]) -> impl Iterator<Item = Task<'l>> {
    loaded.iter().zip(looks).flat_map(|(one, looks)| {
        let plan = Plan {
            seed: one.scenario.run.seed,
            fights: one.scenario.run.fights,
        };
        one.matches.iter().map(move |one| Task {
            seats: &one.seats,
            plan,
            looks: looks.as_ref(),
        })
    })
}

/// Calls `work` with the tasks of the scenarios, one for each matchup, and returns its result.
pub(crate) fn with_tasks<T>(loaded: &[Loaded], work: impl FnOnce(&[Task<'_>]) -> T) -> T {
    let looks = looks(loaded);
    let tasks: Vec<_> = tasks(loaded, &looks).collect();
    work(&tasks)
}

/// Iterates over all matchups, each with its scenario, in the order of the files.
pub(crate) fn matchups(loaded: &[Loaded]) -> impl Iterator<Item = (&Loaded, &Match)> {
    loaded
        .iter()
        .flat_map(|one| one.matches.iter().map(move |found| (one, found)))
}

/// Returns the results of these scenarios. There is one for each matchup, in the order of the matchups.
pub(crate) fn played(loaded: &[Loaded], done: Vec<Done>) -> Vec<Played> {
    matchups(loaded)
        .zip(done)
        .map(|((one, found), done)| {
            let capped = done.complete && !done.precise;
            let played = played_one(one, found, done.seats);
            Played { capped, ..played }
        })
        .collect()
}

/// Returns the result of a matchup. `tallies` has one tally for each of its seats (orders of the sides).
pub(crate) fn played_one<C: Count>(
    one: &Loaded,
    found: &Match,
    tallies: Vec<Tally<C>>,
) -> Played<C> {
    let casts = found.seats.iter().map(|bout| bout.cast().clone());
    let mut seats = casts.zip(tallies);
    let (cast, mut tally) = seats
        .next()
        .expect("a matchup is played in one seat or in two");
    let seats = seats.next().map(|(other_cast, other)| {
        let first = tally.clone();
        tally.absorb(&other, &other_cast, &cast);
        [(cast.clone(), first), (other_cast, other)]
    });
    Played {
        scenario: one.scenario.name.clone(),
        ruleset: one.scenario.ruleset.clone(),
        matchup: found.name.clone(),
        axes: found.axes.clone(),
        digest: digest(&found.seats, one.scenario.run.tables),
        cast,
        tally,
        seats,
        capped: false,
    }
}

/// Returns the description of a run of these scenarios, for the report. `partial` says that the run was
/// interrupted.
pub(crate) fn info(command: Vec<String>, loaded: &[Loaded], partial: bool) -> RunInfo {
    let mut files: Vec<(String, String)> = Vec::new();
    for digest in loaded.iter().flat_map(|one| &one.scenario.digests) {
        if !files.contains(digest) {
            files.push(digest.clone());
        }
    }
    let looks = looks(loaded);
    let caps = loaded.iter().zip(&looks).map(|(one, looks)| {
        let cap = looks.as_ref().map_or(one.scenario.run.fights, Looks::cap);
        (one.scenario.name.clone(), seats(one) * cap)
    });
    let precision = loaded.iter().zip(&looks).filter_map(|(one, looks)| {
        let looks = looks.as_ref()?.fights().iter();
        let precision = Precision {
            half_width: one.scenario.run.precision?.to_string(),
            looks: looks.map(|look| look * seats(one)).collect(),
        };
        Some((one.scenario.name.clone(), precision))
    });
    RunInfo {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed: loaded.first().map_or(0, |one| one.scenario.run.seed),
        command,
        files,
        titles: loaded
            .iter()
            .filter_map(|one| Some((one.scenario.name.clone(), one.scenario.title.clone()?)))
            .collect(),
        inherited: inherited(loaded),
        options: by_scenario(loaded, options),
        fights_per_matchup: caps.collect(),
        precision: precision.collect(),
        matchups: loaded.iter().map(|one| one.matches.len() as u64).sum(),
        partial,
    }
}

/// Returns the rows that inherit a value that the command line sets, by the path of the value. Paths and rows
/// are written as in tables.
fn inherited(loaded: &[Loaded]) -> BTreeMap<String, Vec<String>> {
    let of = |one: &Loaded| -> Vec<String> {
        let paths = one.scenario.set_with_heirs().into_iter();
        paths
            .map(|(path, heirs)| path + &and_heirs(&heirs))
            .collect()
    };
    let mut all = by_scenario(loaded, of);
    all.retain(|_, paths| !paths.is_empty());
    all
}

fn by_scenario<T>(loaded: &[Loaded], what: impl Fn(&Loaded) -> T) -> BTreeMap<String, T> {
    loaded
        .iter()
        .map(|one| (one.scenario.name.clone(), what(one)))
        .collect()
}

/// Returns the house rules of a scenario with their settings. If an axis varies a house rule, all of its
/// settings are listed, in the order of the matchups.
fn options(one: &Loaded) -> BTreeMap<String, String> {
    let mut settings: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, value) in one.matches.iter().flat_map(|found| &*found.options) {
        let seen = settings.entry(name).or_default();
        if !seen.contains(&value.as_str()) {
            seen.push(value);
        }
    }
    settings
        .into_iter()
        .map(|(name, values)| (name.to_owned(), values.join(" | ")))
        .collect()
}
