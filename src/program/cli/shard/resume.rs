//! Continues a run from the counts of an earlier one.
//!
//! The earlier counts are valid for every matchup that is unchanged, even if other parts of the scenario have
//! changed. All other matchups are played from their first fight. The report is therefore the same as that of
//! an uninterrupted run.

use std::collections::HashMap;
use std::path::Path;

use super::keep::Keeper;
use crate::batch::{Done, Task};
use crate::cli::load::Loaded;
use crate::cli::merge;
use crate::cli::output::{Failure, Notes, grouped};
use crate::parts::{Flaw, Header, Part};
use crate::scenario::{RunSettings, Seats};

/// Returns the earlier counts of each task, in the order of the tasks. Tasks without earlier counts begin
/// with 0 fights.
pub(in crate::cli) fn before(
    keeper: &Keeper,
    (loaded, tasks): (&[Loaded], &[Task<'_>]),
    notes: Notes,
) -> Result<Vec<Done>, Failure> {
    let path = keeper.path();
    let nothing = || tasks.iter().map(Done::nothing).collect();
    if !path.exists() {
        if path.with_file_name("run.json").exists() {
            notes.note(format_args!(
                "there is a report, but no {} to continue from: all fights are played",
                path.display()
            ));
        }
        return Ok(nothing());
    }
    let mut part = Part::open(path).map_err(|flaw| no_going_on(path, &flaw))?;
    same_run(path, keeper, &part)?;
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
    for (place, digest) in keeper.digests().enumerate() {
        places.entry(digest).or_default().push(place);
    }
    let mut before: Vec<Done> = nothing();
    let mut known = 0;
    while let Some(row) = part.next_row().map_err(|flaw| no_going_on(path, &flaw))? {
        for &place in places.get(row.digest.as_str()).into_iter().flatten() {
            let task = &tasks[place];
            let (played, seats) = row.counts(task.empty()).map_err(|what| {
                let line = part.line();
                no_going_on(path, &Flaw { line, what })
            })?;
            let own = keeper.header().shard().own(task.cap());
            if played.end() > own {
                return Err(Failure::Usage(format!(
                    "{} already has {} fights of `{}`, but only {} are requested: raise --fights, \
                     or leave out --resume to start again",
                    path.display(),
                    grouped(played.end()),
                    row.matchup,
                    grouped(own)
                )));
            }
            known += 1;
            before[place] = Done {
                seats,
                fights: played.len(),
                played,
                complete: false,
                precise: false,
            };
        }
    }
    if known == 0 && part.header.matchups > 0 {
        let why = settings(&part.header, path, loaded);
        let why = why.unwrap_or_else(|| "it has entirely different matchups".to_owned());
        return Err(another(path, &why));
    }
    let counted = tasks.iter().zip(&before).map(fights).sum();
    let mut text = format!("continuing from {} fights", grouped(counted));
    if known < tasks.len() {
        let new = grouped((tasks.len() - known) as u64);
        text = format!(
            "{text}; of {} matchups {new} are new",
            grouped(tasks.len() as u64)
        );
    }
    notes.note(text);
    Ok(before)
}

fn fights((task, done): (&Task<'_>, &Done)) -> u64 {
    done.fights * task.seats.len() as u64
}

/// Checks that the saved part belongs to this run: that it has the same seed, program version and shard.
fn same_run(path: &Path, keeper: &Keeper, part: &Part) -> Result<(), Failure> {
    let (old, new) = (&part.header, keeper.header());
    if old.version != new.version {
        let why = format!("it was played by skirmish {}", old.version);
        return Err(another(path, &why));
    }
    if old.seed != new.seed {
        return Err(another(path, &format!("its seed is {}", old.seed)));
    }
    if old.shard() != new.shard() {
        let which = match old.shard() {
            shard if shard.is_whole() => "it is a whole run".to_owned(),
            shard => format!("it is part {shard}"),
        };
        return Err(another(path, &which));
    }
    Ok(())
}

/// Describes the settings of the saved run that differ from those of the scenarios in `loaded`, if all matchups
/// differ because of them. Returns `None` if no setting differs, or if the saved scenarios cannot be read.
fn settings(header: &Header, path: &Path, loaded: &[Loaded]) -> Option<String> {
    let (_, before) = merge::scenarios(header, path).ok()?;
    let differing = |(old, new): (&RunSettings, &RunSettings)| {
        let precision = match old.precision {
            Some(precision) => format!("with --precision {precision}"),
            None => "without --precision".to_owned(),
        };
        let seats = match old.seats {
            Seats::One => "with --seats one",
            Seats::Both => "with --seats both",
        };
        let tables = if old.tables {
            "without --no-tables"
        } else {
            "with --no-tables"
        };
        let all = [
            (old.precision != new.precision, precision),
            (
                old.round_cap != new.round_cap,
                format!("with --round-cap {}", old.round_cap),
            ),
            (old.seats != new.seats, seats.to_owned()),
            (old.tables != new.tables, tables.to_owned()),
        ];
        let differing = all.into_iter().filter(|(differs, _)| *differs);
        let texts: Vec<String> = differing.map(|(_, text)| text).collect();
        (!texts.is_empty()).then(|| format!("it was played {}", texts.join(" and ")))
    };
    let runs = |new: &Loaded| {
        let mut before = before.iter();
        let old = before.find(|old| old.scenario.name == new.scenario.name)?;
        differing((&old.scenario.run, &new.scenario.run))
    };
    loaded.iter().find_map(runs)
}

fn another(path: &Path, why: &str) -> Failure {
    Failure::Files(format!(
        "{} belongs to another run: {why}; use another directory, or leave out --resume to start again",
        path.display()
    ))
}

fn no_going_on(path: &Path, flaw: &Flaw) -> Failure {
    let line = match flaw.line {
        0 => String::new(),
        line => format!(":{line}"),
    };
    Failure::Files(format!(
        "cannot continue from {}{line}: {flaw}; leave out --resume to start again",
        path.display()
    ))
}
