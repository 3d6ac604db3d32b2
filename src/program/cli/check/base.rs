//! Implements `check --base`, which compares scenarios with their earlier versions in a git revision, another
//! folder or another file.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::super::interrupt;
use super::super::load::Loaded;
use super::super::output::{Failure, Notes};
use super::super::progress::Progress;
use super::super::run::pool;
use super::git::Revision;
use super::{CheckArgs, play, problems};
use crate::compare::Group;
use crate::gate::sequential::{self, Duel, Verdicts};
use crate::gate::{self, Baseline, FIGHTS, Margins, Problem, Stranger};
use crate::rules;
use crate::scenario::{Faults, Overrides, Reader, from_disk};

/// Where the earlier versions of the scenarios are read from.
#[derive(Debug)]
pub(super) enum Base {
    Revision(Revision),
    Folder(PathBuf),
    File(PathBuf),
}

impl Base {
    /// Finds the base that `text` (the argument of `--base`) names. It may be a file, a folder, or a revision
    /// of the git repository that contains the scenarios.
    pub(super) fn find(text: &str, files: &[PathBuf]) -> Result<Self, Failure> {
        let path = PathBuf::from(text);
        let revision = || Revision::find(text, &files[0]);
        if !path.exists() {
            let found = revision()?;
            if let Some(file) = files.iter().find(|file| !found.could_have(file)) {
                let file = file.display();
                return Err(Failure::Files(format!(
                    "cannot compare with `{text}`: {file} is in another git repository, or in none"
                )));
            }
            return Ok(Self::Revision(found));
        }
        // An absolute path, or a text that begins with a dot, is never taken for the name of a revision.
        let is_path = path.is_absolute() || text.starts_with('.');
        if !is_path && revision().is_ok() {
            return Err(Failure::Usage(format!(
                "`{text}` is both a revision and a path: write ./{text} for the path, or a longer \
                 name for the revision, such as refs/heads/{text}"
            )));
        }
        if path.is_dir() {
            return Ok(Self::Folder(path));
        }
        if files.len() > 1 {
            return Err(Failure::Usage(format!(
                "`{text}` is one file, but there are {} scenarios to compare: check one at a time, \
                 or give a folder",
                files.len()
            )));
        }
        Ok(Self::File(path))
    }

    /// Returns the name of the base for messages, such as a revision or a path.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Revision(revision) => revision.name(),
            Self::Folder(path) | Self::File(path) => path.display().to_string(),
        }
    }

    /// Returns the path of the earlier version of the scenario `file`. Returns `None` if the base does not
    /// have the scenario. In a folder, the scenario's whole path is tried first, and then its file name.
    fn path(&self, file: &Path) -> Option<PathBuf> {
        match self {
            Self::Revision(revision) => revision.has(file).then(|| file.to_owned()),
            Self::File(path) => Some(path.clone()),
            Self::Folder(folder) => {
                let here = std::env::current_dir().unwrap_or_default();
                let inside = file.strip_prefix(here).unwrap_or(file);
                let whole = inside.is_relative().then(|| folder.join(inside));
                let name = file.file_name().map(|name| folder.join(name));
                whole.into_iter().chain(name).find(|path| path.is_file())
            }
        }
    }

    /// Reads the earlier version of a scenario at `path`. Also returns the texts of its file and its
    /// includes.
    fn load(&self, path: &Path, overrides: &Overrides) -> Result<(Loaded, Vec<Text>), Faults> {
        let texts = RefCell::new(Vec::new());
        let reader: Reader = &|path: &Path| {
            let (identity, bytes) = match self {
                Self::Revision(revision) => revision.read(path)?,
                Self::Folder(_) | Self::File(_) => from_disk(path)?,
            };
            let text = String::from_utf8_lossy(&bytes).into_owned();
            texts.borrow_mut().push((path.to_owned(), text));
            Ok((identity, bytes))
        };
        let (scenario, matches) = rules::load_by(path, overrides, reader)?;
        let loaded = Loaded {
            scenario,
            matches,
            is_part: false,
        };
        Ok((loaded, texts.into_inner()))
    }
}

/// Returns the paths of the earlier versions of the scenario files, if the base is a file or a folder. The
/// list is empty if the base is a revision.
pub(in crate::cli) fn files(args: &CheckArgs) -> Vec<PathBuf> {
    let path = args.base.as_ref().map(PathBuf::from);
    let base = match path {
        Some(path) if path.is_dir() => Base::Folder(path),
        Some(path) if path.is_file() => Base::File(path),
        _ => return Vec::new(),
    };
    let files = args.files.iter();
    files.filter_map(|file| base.path(file)).collect()
}

/// The path and the text of a file.
type Text = (PathBuf, String);

/// The present and the earlier version of a scenario, with the differences between them.
pub(super) struct Versions {
    pub(super) now: Rc<Loaded>,
    pub(super) before: Before,
    /// Matchups of the same name whose content differs. Each entry has the index in the present version and
    /// the index in the earlier one.
    pub(super) changed: Vec<(usize, usize)>,
    /// Names of the matchups that have the same content in both versions.
    pub(super) same: Vec<String>,
    /// Matchups and sides that only one of the versions has.
    pub(super) strangers: Vec<Stranger>,
    /// The first file that differs and its first changed line, from 1. `None` if no file differs.
    pub(super) line: Option<(PathBuf, u64)>,
}

/// The earlier version of a scenario, or the reason why there is nothing to compare with.
pub(super) enum Before {
    /// There is no earlier version, because the base does not have the scenario.
    New,
    /// The earlier version uses another book, of this name, so nothing can be compared.
    OtherBook(String),
    Known(Box<Loaded>),
}

/// Reads the earlier version of a scenario and compares it with the present version `now`. The error has the
/// faults of the earlier version.
pub(super) fn versions(
    args: &CheckArgs,
    base: &Base,
    file: &Path,
    now: &Rc<Loaded>,
) -> Result<Versions, Vec<Problem>> {
    let mut found = Versions {
        now: Rc::clone(now),
        before: Before::New,
        changed: Vec::new(),
        same: Vec::new(),
        strangers: Vec::new(),
        line: None,
    };
    let Some(path) = base.path(file) else {
        return Ok(found);
    };
    let overrides = Overrides {
        // Both versions must be played in the same number of seats (orders of the sides).
        seats: Some(now.scenario.run.seats),
        ..args.overrides.overrides()
    };
    let (before, texts) = base.load(&path, &overrides).map_err(|faults| {
        let name = &now.scenario.name;
        let mut problems = problems::of_faults(name, &path, &faults);
        for problem in &mut problems {
            problem.message = format!("at {}: {}", base.name(), problem.message);
        }
        problems
    })?;
    found.line = first_change(now, &texts);
    if before.scenario.ruleset != now.scenario.ruleset {
        found.before = Before::OtherBook(before.scenario.ruleset);
        return Ok(found);
    }
    let counts = play::listed(&before);
    let baseline = Baseline {
        lines: vec![1; counts.matchups.len()],
        counts,
        sealed: true,
    };
    let present = play::present(now);
    found.strangers = gate::strangers(&baseline, &present);
    let both = gate::without(&baseline.counts, &found.strangers, &play::listed(now));
    let then = both.by_name();
    for (at, one) in present.into_iter().enumerate() {
        let Some(counts) = then.get(one.matchup.as_str()) else {
            continue;
        };
        if counts.digest == one.digest {
            found.same.push(one.matchup);
            continue;
        }
        let twin = before
            .matches
            .iter()
            .position(|twin| twin.name == one.matchup);
        found.changed.extend(twin.map(|twin| (at, twin)));
    }
    found.before = Before::Known(Box::new(before));
    Ok(found)
}

/// Returns the first changed line of the scenario or of its includes. Comments and empty lines do not count.
fn first_change(now: &Loaded, before: &[Text]) -> Option<(PathBuf, u64)> {
    let files = now.scenario.digests.iter().enumerate();
    let mut changes = files.filter_map(|(at, (name, _))| {
        let path = PathBuf::from(name);
        let text = fs::read_to_string(&path).ok()?;
        let twin = before.iter().find(|(other, _)| *other == path);
        // If the base is another folder, its paths differ from those in `now`. `before` then has the scenario
        // itself as its first file, and the included files are matched by name.
        let twin = twin.or_else(|| match at {
            0 => before.first(),
            _ => (before.iter().skip(1)).find(|(other, _)| other.file_name() == path.file_name()),
        });
        let line = changed_line(twin.map_or("", |(_, text)| text), &text)?;
        Some((path, line))
    });
    changes.next()
}

/// Returns the number of the first line of `now`, from 1, that differs from `before`. Comments and empty
/// lines do not count. Returns `None` if no line differs.
fn changed_line(before: &str, now: &str) -> Option<u64> {
    let telling = |text: &'_ str| -> Vec<(u64, String)> {
        let lines = (1..).zip(text.lines());
        lines
            .map(|(number, line)| (number, line.trim().to_owned()))
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .collect()
    };
    let (before, now) = (telling(before), telling(now));
    let mut old = before.iter();
    for (number, line) in &now {
        if old.next().is_none_or(|(_, other)| other != line) {
            return Some(*number);
        }
    }
    // All lines of `now` are in `before` too, but `before` has more lines at its end. The change is then
    // shown at the last line of `now`.
    old.next()
        .map(|_| now.last().map_or(1, |(number, _)| *number))
}

/// Plays the matchups that have changed, until every figure has its verdict or its matchup has reached its
/// maximum number of fights.
pub(super) fn judge(
    args: &CheckArgs,
    versions: &[Versions],
    margins: Margins,
    notes: Notes,
) -> Result<Verdicts, Failure> {
    let mut duels = Vec::new();
    for one in versions {
        let Before::Known(before) = &one.before else {
            continue;
        };
        for &(now, then) in &one.changed {
            let found = &one.now.matches[now];
            let both = vec![
                before.matches[then].seats.as_slice(),
                found.seats.as_slice(),
            ];
            let group = Group::new(both, 0).map_err(|sides| {
                Failure::Usage(format!(
                    "the sides of `{}` are {}, but were {} before",
                    found.name,
                    sides.other.join(", "),
                    sides.base.join(", ")
                ))
            })?;
            let cap = FIGHTS.div_ceil(found.seats.len() as u64);
            duels.push(Duel {
                scenario: &one.now.scenario.name,
                matchup: &found.name,
                group: group.with_endings(),
                seed: one.now.scenario.run.seed,
                cap: args.overrides.fights.unwrap_or(cap),
            });
        }
    }
    let stop = interrupt::listen()?;
    let progress = Progress::new(0, notes);
    let counted = |fights| progress.counted(fights);
    let found = pool(args.threads)?.install(|| sequential::play(&duels, margins, &counted, stop));
    progress.finish();
    found.ok_or_else(|| {
        let text = "interrupted: nothing was judged and no file was written";
        Failure::Interrupted(text.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_that_changed_is_the_first_that_says_something_else() {
        let before = "# a gate\n[a]\nx = 1\n\ny = 2\n";
        for (now, line) in [
            (before, None),
            ("# another\n\n[a]\n  x = 1\n# why\ny = 2\n", None),
            ("[a]\nx = 1\ny = 3\n", Some(3)),
            ("[a]\nx = 1\nz = 0\ny = 2\n", Some(3)),
            ("# a gate\n[a]\nx = 1\n", Some(3)),
            ("", Some(1)),
        ] {
            assert_eq!(changed_line(before, now), line, "{now:?}");
        }
        assert_eq!(changed_line("", "\n[a]\n"), Some(2));
    }
}
