//! Implements `skirmish merge`, which adds up the parts of a run.
//!
//! The report is made from the sums by the same code as in `run`. Only the sums and one matchup of one part
//! are in memory at any time.

mod args;
mod gather;

pub(super) use args::MergeArgs;

use std::path::Path;

use clap::Parser;

use super::args::{Cli, Command, RunArgs};
use super::html;
use super::load::{self, Loaded};
use super::output::{Failure, Notes, grouped};
use super::output_folder::writable;
use super::run::{self, Delivery};
use super::{interrupt, matrix};
use crate::parts::Header;
use crate::scenario::Texts;
use gather::{Gathered, Given};

/// Adds up the parts and shows the results.
pub(super) fn merge(args: &MergeArgs) -> Result<(), Failure> {
    let notes = Notes::new(args.quiet);
    let stop = interrupt::listen()?;
    let given = Given::open(&args.parts)?;
    let missing = given.missing(args.partial)?;
    let header = given.header();
    let (run_args, loaded) = scenarios(header, given.name())?;
    let plans = matrix::plans(&run_args.matrix, &loaded)?;
    args.forms.check()?;
    let place = args
        .out
        .as_deref()
        .map(writable)
        .transpose()?
        .unwrap_or_default();
    let clear = || super::output_folder::clear(&place);
    if let Some(file) = &args.html {
        html::writable(file).inspect_err(|_| clear())?;
    }
    let gathered = run::with_tasks(&loaded, |tasks| {
        given.add_up(&loaded, tasks, args.partial, stop)
    });
    let Gathered { done, unfinished } = gathered.inspect_err(|_| clear())?;
    let partial = missing.is_some() || !unfinished.is_empty();
    if let Some(missing) = &missing {
        notes.note(format_args!("merged without part {missing}"));
    }
    for name in &unfinished {
        notes.note(format_args!("{name} is unfinished"));
    }
    let fights: u64 = done
        .iter()
        .map(|done| done.fights * done.seats.len() as u64)
        .sum();
    notes.note(format_args!(
        "{}, {}, {} fights",
        several(args.parts.len(), "part"),
        several(done.len(), "matchup"),
        grouped(fights)
    ));
    let capped = done.iter().filter(|done| !done.precise).count();
    let each = run::single_fights(run_args.fights_table, args.threads, &loaded, &done)
        .inspect_err(|_| clear())?;
    let report = run::report(&run_args, &loaded, done, partial)
        .with_fights_of(each)
        .lacking(partial.then(|| lacking(missing.as_deref(), &unfinished)));
    let report = matrix::added(report, &plans, args.threads).inspect_err(|_| clear())?;
    let delivery = Delivery {
        out: args.out.as_deref(),
        forms: &args.forms,
        html: args.html.as_deref(),
        loaded: &loaded,
        overrides: &run_args.overrides,
    };
    delivery.deliver(&report, &place, notes)?;
    if partial {
        return Ok(());
    }
    run::precise_enough(capped, run::matchups(&loaded).count())
}

/// Says what a merged run lacks: the `missing` parts, and the paths of those that are `unfinished`.
fn lacking(missing: Option<&str>, unfinished: &[String]) -> String {
    let missing = missing.map(|missing| format!("without part {missing}"));
    let unfinished = match unfinished {
        [] => None,
        [one] => Some(format!("{one} was not played to its end")),
        several => Some(format!(
            "{} parts were not played to their end",
            several.len()
        )),
    };
    let both: Vec<String> = missing.into_iter().chain(unfinished).collect();
    both.join("; ")
}

/// Formats a count with thousands separators and the noun `one`, which gets an `s` unless the count is 1.
fn several(count: usize, one: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {one}{plural}", grouped(count as u64))
}

/// Returns the arguments and the scenarios of the run that the header describes. `name` is the path of the
/// part that the header belongs to, for messages.
pub(super) fn scenarios(header: &Header, name: &Path) -> Result<(RunArgs, Vec<Loaded>), Failure> {
    let shown = name.display();
    let unknown = || Failure::Files(format!("{shown}:1: its command does not play scenarios"));
    let cli = Cli::try_parse_from(&header.command).map_err(|_| unknown())?;
    let Command::Run(args) = cli.command else {
        return Err(unknown());
    };
    let texts = Texts::new(header.texts());
    let paths = args.files.iter().map(std::path::PathBuf::as_path);
    let mut loaded = load::load_all_by(paths, &args.overrides.overrides(), &|path| {
        texts.again(path)
    })?;
    for one in &mut loaded {
        one.keep(args.matchup.as_deref()).map_err(Failure::Usage)?;
    }
    Ok((args, loaded))
}
