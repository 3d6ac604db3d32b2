//! The baselines of a check: read, and seen to belong to their scenarios. What is wrong with them is shown at once.

use std::fmt::Write;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::load::Loaded;
use super::output::{Failure, quoted};
use crate::gate::{self, Counts, Flaw};

/// Most flaws of one file that are shown.
const SHOWN: usize = 12;

/// Reads the baseline of each scenario, in their order.
pub(super) fn read(
    paths: &[PathBuf],
    files: &[PathBuf],
    loaded: &[Loaded],
    any_version: bool,
) -> Result<Vec<Counts>, Failure> {
    let mut counts = Vec::new();
    let mut wrong: Vec<String> = Vec::new();
    for ((path, file), one) in paths.iter().zip(files).zip(loaded) {
        match fs::read(path) {
            Err(error) => wrong.push(missing(path, file, &error)),
            Ok(bytes) => match fitting(path, &bytes, one, any_version) {
                Ok(one) => counts.push(one),
                Err(text) => wrong.push(text),
            },
        }
    }
    if wrong.is_empty() {
        Ok(counts)
    } else {
        Err(Failure::Files(wrong.join("\n")))
    }
}

/// The baselines that are there and belong to their scenarios, whoever wrote them. For those who are about to replace
/// them anyway.
pub(super) fn whatever_fits(paths: &[PathBuf], loaded: &[Loaded]) -> Vec<Option<Counts>> {
    let one = |(path, one): (&PathBuf, &Loaded)| {
        let bytes = fs::read(path).ok()?;
        fitting(path, &bytes, one, true).ok()
    };
    paths.iter().zip(loaded).map(one).collect()
}

/// A baseline that belongs to the scenario, or all that is wrong with it.
fn fitting(path: &Path, bytes: &[u8], one: &Loaded, any_version: bool) -> Result<Counts, String> {
    let shown = path.display();
    let listed = |lines: Vec<String>| {
        let mut text = format!("{shown} is no baseline for this:");
        for line in lines.iter().take(SHOWN) {
            text.push_str("\n  ");
            text.push_str(line);
        }
        if lines.len() > SHOWN {
            // Writing to a text does not fail.
            let _ = write!(text, "\n  and {} more", lines.len() - SHOWN);
        }
        text
    };
    let counts = gate::read(bytes).map_err(|flaws| {
        let line = |flaw: Flaw| format!("{shown}:{}: {}", flaw.line, flaw.message);
        listed(flaws.into_iter().map(line).collect())
    })?;
    let scenario = &one.scenario;
    let version = env!("CARGO_PKG_VERSION");
    let misfits = gate::misfits(
        &counts,
        &scenario.ruleset,
        one.own_name(),
        version,
        any_version,
    );
    if !misfits.is_empty() {
        return Err(listed(misfits));
    }
    let played: Vec<_> = one
        .matches
        .iter()
        .map(|found| {
            let sides = found.seats.first().map(|bout| bout.cast().sides.clone());
            (found.name.clone(), sides.unwrap_or_default())
        })
        .collect();
    let strangers = gate::strangers(&counts, &played);
    if strangers.is_empty() {
        Ok(counts)
    } else {
        Err(listed(strangers))
    }
}

/// What to do about a baseline that cannot be had.
fn missing(path: &Path, scenario: &Path, error: &io::Error) -> String {
    let shown = path.display().to_string();
    if error.kind() != ErrorKind::NotFound {
        return format!("cannot read {shown}: {error}");
    }
    let flag = if path == gate::beside(scenario) {
        String::new()
    } else {
        format!(" --baseline {}", quoted(&shown))
    };
    let scenario = quoted(&scenario.display().to_string());
    format!("{shown} is not there; to write it: skirmish check {scenario}{flag} --update")
}
