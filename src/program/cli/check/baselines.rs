//! Reads the baselines of a check and checks that each belongs to its scenario. A message shows all flaws of
//! a baseline at once.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use super::super::load::Loaded;
use super::play;
use crate::gate::{self, ANEW, Baseline, Flaw, Stranger};

/// Maximum number of flaws of a file that are shown.
const SHOWN: usize = 12;

/// The reason why a baseline cannot be compared with its scenario.
pub(super) enum Unfit {
    /// The file cannot be read. The text is the message, which names the file and the reason.
    Unreadable(String),
    /// The baseline is damaged. It has these flaws.
    Flawed(Vec<Flaw>),
    /// The baseline belongs to another scenario, or another version of the program wrote it. The texts say
    /// what does not fit.
    Foreign(Vec<String>),
}

impl Unfit {
    /// Returns the message lines about the baseline at `path`, for standard error.
    pub(super) fn told(&self, path: &Path) -> Vec<String> {
        match self {
            Self::Unreadable(text) => vec![text.clone()],
            Self::Flawed(flaws) => {
                let shown = path.display();
                let line = |flaw: &Flaw| format!("{shown}:{}: {}", flaw.line, flaw.message);
                listed(path, flaws.iter().map(line))
            }
            Self::Foreign(misfits) => listed(path, misfits.iter().cloned()),
        }
    }
}

/// Reads the baseline at `path` and checks that it fits the scenario. Also returns the matchups and sides
/// that only the baseline or only the scenario has. `again` is the command that writes the baseline, for
/// messages.
pub(super) fn fitting(
    path: &Path,
    again: &str,
    one: &Loaded,
    any_version: bool,
) -> Result<(Baseline, Vec<Stranger>), Unfit> {
    let baseline = read(path, again)?;
    let scenario = &one.scenario;
    let misfits = gate::misfits(
        &baseline.counts,
        &scenario.ruleset,
        one.own_name(),
        env!("CARGO_PKG_VERSION"),
        any_version,
    );
    if !misfits.is_empty() {
        return Err(Unfit::Foreign(misfits));
    }
    let strangers = gate::strangers(&baseline, &play::present(one));
    Ok((baseline, strangers))
}

/// Reads a baseline without checking that it belongs to a scenario. `again` is the command that writes the
/// baseline, for messages.
pub(super) fn read(path: &Path, again: &str) -> Result<Baseline, Unfit> {
    let bytes = fs::read(path).map_err(|error| Unfit::Unreadable(missing(path, again, &error)))?;
    gate::read(&bytes).map_err(Unfit::Flawed)
}

/// Returns message lines about `strangers`, the matchups and sides that only the baseline at `path` or only
/// its scenario has.
pub(super) fn told(path: &Path, strangers: &[Stranger]) -> Vec<String> {
    let line = |stranger: &Stranger| format!("{}: {ANEW}", stranger.sentence());
    listed(path, strangers.iter().map(line))
}

/// Returns the flaws of a baseline, one per line.
fn listed(path: &Path, flaws: impl ExactSizeIterator<Item = String>) -> Vec<String> {
    let more = flaws.len().saturating_sub(SHOWN);
    let mut lines = vec![format!("{} does not fit this scenario:", path.display())];
    lines.extend(flaws.take(SHOWN).map(|flaw| format!("  {flaw}")));
    lines.extend((more > 0).then(|| format!("  and {more} more")));
    lines
}

/// Returns the message for a baseline that cannot be read. The message advises to write the baseline by the
/// command `again`.
fn missing(path: &Path, again: &str, error: &io::Error) -> String {
    let shown = path.display();
    if error.kind() != ErrorKind::NotFound {
        return format!("cannot read {shown}: {error}");
    }
    format!("{shown} does not exist; to write it, run: {again}")
}
