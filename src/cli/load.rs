//! A scenario file, read and compiled, or its faults as they are shown.

use std::path::Path;

use super::output::{Failure, Look};
use crate::rules::{self, Match};
use crate::scenario::{Faults, Overrides, Scenario};

/// A scenario that can be played.
#[derive(Debug)]
pub(super) struct Loaded {
    pub(super) scenario: Scenario,
    pub(super) matches: Vec<Match>,
}

/// Reads and compiles a scenario.
pub(super) fn load(path: &Path, overrides: &Overrides) -> Result<Loaded, Failure> {
    let (scenario, matches) = rules::load(path, overrides).map_err(|faults| shown(&faults))?;
    Ok(Loaded { scenario, matches })
}

/// Reads and compiles several, and shows the faults of all of them at once.
pub(super) fn load_all<'p>(
    paths: impl IntoIterator<Item = &'p Path>,
    overrides: &Overrides,
) -> Result<Vec<Loaded>, Failure> {
    let mut loaded = Vec::new();
    let mut faults = String::new();
    for path in paths {
        match load(path, overrides) {
            Ok(one) => loaded.push(one),
            Err(Failure::Faults(text)) => faults.push_str(&text),
            Err(other) => return Err(other),
        }
    }
    if faults.is_empty() {
        Ok(loaded)
    } else {
        Err(Failure::Faults(faults))
    }
}

/// Faults as they are shown.
pub(super) fn shown(faults: &Faults) -> Failure {
    let look = Look::stderr();
    let mut text = faults.render(look.color, usize::from(look.columns()));
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Failure::Faults(text)
}
