//! Reads and compiles scenario files, and formats their faults for output.

use std::path::Path;

use indexmap::IndexSet;

use super::messages;
use super::output::{Capabilities, Failure, Notes};
use crate::rules;
use crate::scenario::{Faults, Overrides, Reader, Scenario, from_disk};
use crate::session::loaded::load_each_by;
pub(super) use crate::session::loaded::{Loaded, One, load_each};

/// Reads and compiles a scenario.
pub(super) fn load(path: &Path, overrides: &Overrides) -> Result<Loaded, Failure> {
    let (scenario, matches) = rules::load(path, overrides).map_err(|faults| shown(&faults))?;
    Ok(Loaded {
        scenario,
        matches,
        is_part: false,
    })
}

/// Reads and compiles several scenarios. The failure shows the faults of all of them at once.
pub(super) fn load_all<'p>(
    paths: impl IntoIterator<Item = &'p Path>,
    overrides: &Overrides,
) -> Result<Vec<Loaded>, Failure> {
    load_all_by(paths, overrides, &from_disk)
}

/// Reads and compiles several scenarios as [`load_all`] does, but with another reader.
pub(super) fn load_all_by<'p>(
    paths: impl IntoIterator<Item = &'p Path>,
    overrides: &Overrides,
    reader: Reader,
) -> Result<Vec<Loaded>, Failure> {
    let mut loaded = Vec::new();
    let mut faults = String::new();
    for one in load_each_by(paths, overrides, reader) {
        match one.loaded {
            Ok(one) => loaded.push(one),
            Err(found) => {
                if let Failure::Faults(text) = shown(&found) {
                    faults.push_str(&text);
                }
            }
        }
    }
    if faults.is_empty() {
        Ok(loaded)
    } else {
        Err(Failure::Faults(faults))
    }
}

/// Prints a note for each of the `files` that is not in `read`. Such a file was left out because it is no
/// scenario by itself and another of the files includes it.
pub(super) fn note_passed_over<'f>(
    files: impl IntoIterator<Item = &'f Path>,
    read: &[&Path],
    notes: Notes,
) {
    for file in files.into_iter().filter(|file| !read.contains(file)) {
        notes.note(format_args!(
            "{} is skipped: it is not a scenario by itself, and another of the files includes it",
            file.display()
        ));
    }
}

/// Prints a note for each value that is changed on the command line or by an axis and that other rows
/// inherit. The note names these rows. Equal notes of several scenarios are printed once.
pub(super) fn note_heirs<'l>(loaded: impl IntoIterator<Item = &'l Loaded>, notes: Notes) {
    note_heirs_of(loaded.into_iter().map(|one| &one.scenario), notes);
}

/// Prints the notes of [`note_heirs`] for scenarios that are not compiled.
pub(super) fn note_heirs_of<'s>(scenarios: impl IntoIterator<Item = &'s Scenario>, notes: Notes) {
    let heirs: IndexSet<String> = scenarios.into_iter().flat_map(Scenario::heirs).collect();
    for told in heirs {
        notes.note(told);
    }
}

/// Formats faults and returns them as a failure.
pub(super) fn shown(faults: &Faults) -> Failure {
    if messages::are_json() {
        return Failure::Faults(messages::of_faults(faults));
    }
    let look = Capabilities::stderr();
    let mut text = faults.render(look.color, usize::from(look.columns()));
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Failure::Faults(text)
}
