//! Implements `skirmish check --update`, which writes the baselines and shows what has changed since the
//! earlier ones.

use std::fs;
use std::path::{Path, PathBuf};

use super::super::load::{self, Loaded};
use super::super::output::{self, Failure, Notes};
use super::super::run::one_name_each;
use super::baselines::{self, Unfit};
use super::{CheckArgs, play, shown, unwritable};
use crate::gate::{self, Baseline, Counts, Margins, Stranger};

/// Plays every matchup and writes the baselines. Prints which figures have moved, and which matchups were
/// added or removed, since the earlier baselines.
pub(super) fn update(
    args: &CheckArgs,
    paths: &[PathBuf],
    margins: Margins,
    notes: Notes,
) -> Result<(), Failure> {
    let files = || args.files.iter().map(PathBuf::as_path);
    let loaded = load::load_all(files(), &args.overrides.overrides())?;
    let kept: Vec<&Path> = loaded.iter().filter_map(Loaded::file).collect();
    if kept.len() < args.files.len() {
        load::note_passed_over(files(), &kept, notes);
    }
    let all = kept.len() == args.files.len();
    let is_kept = |(_, file): &(&PathBuf, &PathBuf)| all || kept.contains(&file.as_path());
    let (paths, _): (Vec<&PathBuf>, Vec<&PathBuf>) =
        paths.iter().zip(&args.files).filter(is_kept).unzip();
    one_name_each(&loaded)?;
    load::note_heirs(&loaded, notes);
    let before: Vec<Option<Baseline>> = (paths.iter().zip(&loaded))
        .map(|(path, one)| before(path, one, notes))
        .collect();
    let old: Vec<Option<&Counts>> = before
        .iter()
        .map(|one| one.as_ref().map(|baseline| &baseline.counts))
        .collect();
    let new = play::all(args, &loaded, &old, notes)?;
    for ((path, one), counts) in paths.iter().zip(&loaded).zip(&new) {
        // A baseline has the scenario's own name. The folders that distinguish the scenario from others of
        // this command are left out.
        let alone = Counts {
            scenario: one.own_name().to_owned(),
            ..counts.clone()
        };
        let bytes = alone.csv(args.dialect.dialect());
        let shown = path.display();
        if fs::read(path).is_ok_and(|old| old == bytes) {
            notes.note(format_args!("{shown} is unchanged"));
            continue;
        }
        gate::replace(path, &bytes).map_err(|error| unwritable(path, &error))?;
        notes.note(format_args!("{shown} is written: {}", shown::size(counts)));
    }
    note_too_few(&new, margins, notes);
    let mut text = String::new();
    let mut pairs = Vec::new();
    for ((one, before), new) in loaded.iter().zip(&before).zip(new) {
        let Some(before) = before else { continue };
        let strangers = gate::strangers(before, &play::present(one));
        text.push_str(&shown::strangers(&new.scenario, &strangers));
        pairs.extend(in_common(before, &strangers, &new));
    }
    if !pairs.is_empty() {
        let findings = gate::judge(&pairs, margins);
        let anew: Vec<_> = pairs.iter().map(|(_, new)| new.matchups.len()).collect();
        text.push_str(&shown::page(&pairs, &anew, &findings, margins));
    }
    output::data(&text)
}

/// Prints a note if the baselines have too few fights. A later check may then leave figures open although
/// only the dice differ.
fn note_too_few(new: &[Counts], margins: Margins, notes: Notes) {
    let fights = new
        .iter()
        .flat_map(|one| &one.matchups)
        .map(|one| one.fights);
    let Some(fewest) = fights.min() else { return };
    let enough = gate::enough(new, margins);
    if fewest < enough {
        notes.note(format_args!(
            "{} fights are too few for these margins: figures may be open although the balance is \
             the same; {} are enough (--fights)",
            output::grouped(fewest),
            output::grouped(enough)
        ));
    }
}

/// Returns the baseline that is about to be replaced. Returns `None` if it is missing, cannot be read, or is
/// of another book.
fn before(path: &Path, one: &Loaded, notes: Notes) -> Option<Baseline> {
    if !path.exists() {
        return None;
    }
    let shown = path.display();
    match baselines::read(path, "") {
        Ok(baseline) if baseline.counts.ruleset == one.scenario.ruleset => Some(baseline),
        Ok(baseline) => {
            let book = baseline.counts.ruleset;
            notes.note(format_args!(
                "{shown} was for the book `{book}`, so there is nothing to compare"
            ));
            None
        }
        Err(Unfit::Unreadable(_)) => None,
        Err(unfit) => {
            let mut told = unfit.told(path);
            told.push(
                "its seed and number of fights are therefore not kept, and there is nothing to \
                 compare"
                    .to_owned(),
            );
            notes.note_lines(&told);
            None
        }
    }
}

/// Returns the old and the new counts of the matchups that both baselines have. Returns `None` if they have
/// none in common.
fn in_common(before: &Baseline, strangers: &[Stranger], new: &Counts) -> Option<(Counts, Counts)> {
    let old = gate::without(&before.counts, strangers, new);
    let new = gate::without(new, strangers, &old);
    (!new.matchups.is_empty()).then_some((old, new))
}
