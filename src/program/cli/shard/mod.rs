//! Runs that are played in several parts, on several machines or one after the other. The modules decide
//! which fights a part plays, and save its counts.

mod args;
mod auto;
mod keep;
mod resume;

pub(super) use args::ShardArgs;
pub(super) use keep::Keeper;
pub(super) use resume::before;

use super::load::Loaded;
use super::output::{Failure, Notes, grouped};
use crate::batch::{Done, Shard};

/// Rejects scenarios with a precision if only a part of the run is played. No part can know when all parts
/// together have reached the precision.
pub(super) fn no_precision(loaded: &[Loaded]) -> Result<(), Failure> {
    let precise = |one: &&Loaded| one.scenario.run.precision.is_some();
    match loaded.iter().find(precise) {
        Some(one) => Err(Failure::Usage(format!(
            "`{}` has a precision, but a part cannot know when all parts together have reached it: \
             use --fights with --shard; the merged report shows how precise it is",
            one.scenario.name
        ))),
        None => Ok(()),
    }
}

/// Prints notes on a shard that was played. If the run was interrupted (`cut`), returns a failure that says
/// how to continue.
pub(super) fn ended(shard: Shard, done: &[Done], cut: bool, notes: Notes) -> Result<(), Failure> {
    if cut {
        return Err(Failure::Interrupted(
            "interrupted: the counts are kept; the same command with --resume continues".to_owned(),
        ));
    }
    let fights: u64 = done
        .iter()
        .map(|done| done.fights * done.seats.len() as u64)
        .sum();
    if fights == 0 {
        notes.note(format_args!(
            "part {shard} has no fights: there are fewer blocks of fights than parts"
        ));
    }
    notes.note(format_args!(
        "part {shard} is written: {} fights; `skirmish merge` adds up the parts",
        grouped(fights)
    ));
    Ok(())
}
