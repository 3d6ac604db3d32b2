//! Reads scenario files and compiles their matchups.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::path::{Component, Path, PathBuf};

use super::tell::place;
use crate::frame::Match;
use crate::rules;
use crate::scenario::expect::Shape;
use crate::scenario::{Faults, Overrides, Reader, Scenario, from_disk};

/// A scenario with its compiled matchups.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) scenario: Scenario,
    pub(crate) matches: Vec<Match>,
    /// Whether matchups of the scenario were left out because of `--matchup`.
    pub(crate) is_part: bool,
}

impl Loaded {
    /// Returns the path of the scenario's file. Returns `None` if no file was read.
    pub(crate) fn file(&self) -> Option<&Path> {
        let first = self.scenario.digests.first();
        first.map(|(name, _)| Path::new(name))
    }

    /// Removes all matchups except the one that `matchup`, the argument of `--matchup`, names. If the
    /// scenario has other matchups, expectations about several matchups are then not judged.
    pub(crate) fn keep(&mut self, matchup: Option<&str>) -> Result<(), String> {
        let Some(matchup) = matchup else {
            return Ok(());
        };
        let place = place(&self.matches, Some(matchup))?;
        if self.matches.len() == 1 {
            return Ok(());
        }
        self.matches = vec![self.matches.swap_remove(place)];
        self.is_part = true;
        for one in &mut self.scenario.expectations {
            let is_of_each = match &one.shape {
                Shape::Band(band) => band.mean_over.is_empty() && band.ratio_to.is_empty(),
                _ => false,
            };
            if !is_of_each && one.unjudged.is_none() {
                let reason = "it is about several matchups, and --matchup picks one";
                one.unjudged = Some(reason.to_owned());
            }
        }
        Ok(())
    }

    /// Returns the scenario's name, without the folders that distinguish it from other scenarios of the
    /// command.
    pub(crate) fn own_name(&self) -> &str {
        let name = &self.scenario.name;
        name.rsplit_once('/').map_or(name, |(_, own)| own)
    }
}

/// The result of reading one of several files: its scenario, or its faults.
pub(crate) struct One<'p> {
    pub(crate) path: &'p Path,
    /// Name of the scenario.
    pub(crate) name: String,
    pub(crate) loaded: Result<Loaded, Faults>,
}

/// Reads and compiles several files. A file that is only part of a scenario is left out if another of the
/// files includes it. The command line can therefore name all files of a folder, as in `scenarios/*.toml`.
pub(crate) fn load_each<'p>(
    paths: impl IntoIterator<Item = &'p Path>,
    overrides: &Overrides,
) -> Vec<One<'p>> {
    load_each_by(paths, overrides, &from_disk)
}

/// Reads and compiles several files as [`load_each`] does, but reads them by `reader`.
pub(crate) fn load_each_by<'p>(
    paths: impl IntoIterator<Item = &'p Path>,
    overrides: &Overrides,
    reader: Reader,
) -> Vec<One<'p>> {
    let paths: Vec<&Path> = paths.into_iter().collect();
    // For each file that was read: the indices, in `paths`, of the scenario files that needed it.
    let readers: RefCell<HashMap<PathBuf, HashSet<usize>>> = RefCell::default();
    let mut all: Vec<One<'p>> = Vec::new();
    let mut own: Vec<Option<PathBuf>> = Vec::new();
    for (at, (&path, name)) in paths.iter().zip(told_apart(&paths)).enumerate() {
        let first = RefCell::new(None);
        let noting: Reader = &|path| {
            let (identity, bytes) = reader(path)?;
            readers
                .borrow_mut()
                .entry(identity.clone())
                .or_default()
                .insert(at);
            first.borrow_mut().get_or_insert_with(|| identity.clone());
            Ok((identity, bytes))
        };
        let loaded = rules::load_by(path, overrides, noting).map(|(mut scenario, matches)| {
            scenario.name.clone_from(&name);
            Loaded {
                scenario,
                matches,
                is_part: false,
            }
        });
        own.push(first.into_inner());
        all.push(One { path, name, loaded });
    }
    let readers = readers.borrow();
    let includers = |at: usize| {
        let of = own[at].as_ref().and_then(|identity| readers.get(identity));
        of.into_iter()
            .flatten()
            .copied()
            .filter(move |&other| other != at)
    };
    // If files without a scenario include each other in a loop, all of them are kept.
    let is_left = |at: usize| all[at].loaded.is_ok() || includers(at).next().is_none();
    let kept: Vec<bool> = (0..all.len())
        .map(|at| all[at].loaded.is_ok() || !includers(at).any(is_left))
        .collect();
    let mut kept = kept.into_iter();
    all.retain(|_| kept.next().unwrap_or(true));
    all
}

/// Returns the names of scenarios that are read together. The name of a scenario is the name of its file
/// without the extension. If several files have the same name, as many folders are put before it as are
/// needed to distinguish the files, as in `brp/duel` and `murdham/duel`. Files that differ only in their
/// extensions have the same name.
pub(crate) fn told_apart(paths: &[&Path]) -> Vec<String> {
    let parts: Vec<Vec<String>> = paths.iter().map(|path| parts(path)).collect();
    let called = |parts: &[String], folders: usize| {
        let from = parts.len().saturating_sub(folders + 1);
        parts[from..].join("/")
    };
    let name = |one: &Vec<String>| {
        let is_alone = |&folders: &usize| {
            let name = called(one, folders);
            parts
                .iter()
                .filter(|other| called(other, folders) == name)
                .count()
                == 1
        };
        let folders = (0..one.len()).find(is_alone);
        called(one, folders.unwrap_or(0))
    };
    parts.iter().map(name).collect()
}

/// Returns the folders of a path as given, followed by the file name without its extension. A relative path
/// stays relative, so that the result does not depend on the machine.
fn parts(path: &Path) -> Vec<String> {
    let folders = path.parent().unwrap_or(Path::new("")).components();
    let named = folders.filter_map(|part| match part {
        Component::Normal(_) | Component::ParentDir => Some(part.as_os_str()),
        Component::Prefix(_) | Component::RootDir | Component::CurDir => None,
    });
    let name = path.file_stem().unwrap_or(path.as_os_str());
    let parts = named.chain([name]);
    parts
        .map(|part| part.to_string_lossy().into_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenarios_of_one_name_are_told_apart_by_their_folders() {
        let named = |paths: &[&str]| {
            let paths: Vec<&Path> = paths.iter().map(Path::new).collect();
            told_apart(&paths)
        };
        assert_eq!(named(&["x/brp/duel.toml", "y/gate.toml"]), ["duel", "gate"]);
        assert_eq!(
            named(&["x/brp/duel.toml", "x/murdham/duel.toml", "gate.toml"]),
            ["brp/duel", "murdham/duel", "gate"]
        );
        assert_eq!(
            named(&["a/x/duel.toml", "b/x/duel.toml", "c/duel.toml"]),
            ["a/x/duel", "b/x/duel", "c/duel"]
        );
        assert_eq!(
            named(&["duel.toml", "./more/duel.toml", "../duel.toml"]),
            ["duel", "more/duel", "../duel"]
        );
        assert_eq!(named(&["x/duel.toml", "x/duel.scn"]), ["duel", "duel"]);
    }
}
