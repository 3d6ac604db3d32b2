//! Reads a scenario file and compiles its matchups.

use std::path::Path;

use std::sync::Arc;

use super::book::BookInfo;
use super::mistaken;
use super::policy_cache::PolicyCache;
use super::settings::Record;
use crate::bout::Bout;
use crate::scenario::expect::Fielded;
use crate::scenario::{
    Fault, Faults, Matchup, Node, Overrides, Reader, RunSettings, Scenario, Seats, TreePath,
    from_disk,
};

/// A compiled matchup, and the settings of all house rules.
pub type Compiled = (Box<dyn Bout>, Record);

/// A matchup that is ready to be played.
#[derive(Debug)]
pub struct Match {
    /// The name of the matchup: the values of the scenario's axes, or the names of its sides if there are no
    /// axes.
    pub name: String,
    /// For each axis of the scenario, its name and its value in this matchup.
    pub axes: Vec<(String, String)>,
    /// The compiled fight. If the scenario is played in both orders of its sides (seats), a second fight
    /// follows that has the sides in reverse order.
    pub seats: Vec<Box<dyn Bout>>,
    /// The settings of all house rules, by name.
    pub options: Arc<Record>,
}

/// Reads and compiles a scenario file. `books` are the rulebooks that the scenario may use.
///
/// # Errors
/// All faults of the file and of the files that it includes.
pub fn load_from(
    books: &[&BookInfo],
    path: &Path,
    overrides: &Overrides,
) -> Result<(Scenario, Vec<Match>), Faults> {
    let (scenario, matches, _) = open_from(books, path, overrides)?;
    Ok((scenario, matches))
}

/// Reads and compiles a scenario file. The returned [`Faults`] contain no faults, only the texts of the
/// files. A caller that checks more of the scenario adds its own faults.
pub(crate) fn open_from(
    books: &[&BookInfo],
    path: &Path,
    overrides: &Overrides,
) -> Result<(Scenario, Vec<Match>, Faults), Faults> {
    open_by(books, path, overrides, &from_disk)
}

/// Reads and compiles a scenario file. The files are read with `reader` instead of from disk.
pub(crate) fn open_by(
    books: &[&BookInfo],
    path: &Path,
    overrides: &Overrides,
    reader: Reader,
) -> Result<Opened, Faults> {
    let opened = open_until(books, path, overrides, reader, &|| false);
    opened.expect("nothing stops it")
}

/// A scenario and its compiled matchups. The [`Faults`] contain no faults, only the texts of the scenario's
/// files.
pub(crate) type Opened = (Scenario, Vec<Match>, Faults);

/// Reads and compiles a scenario file. All files are read with `reader`. Calls `stop` before each matchup,
/// and returns `None` once `stop` returns true.
pub(crate) fn open_until(
    books: &[&BookInfo],
    path: &Path,
    overrides: &Overrides,
    reader: Reader,
    stop: &dyn Fn() -> bool,
) -> Option<Result<Opened, Faults>> {
    let book_of = |name: &str| books.iter().find(|book| book.name == name);
    let library = |name: &str| book_of(name).map(|book| book.shelf());
    let names: Vec<&str> = books.iter().map(|book| book.name).collect();
    let (scenario, faults) = Scenario::survey_by(path, overrides, &library, &names, reader);
    let Some(scenario) = scenario else {
        return Some(Err(faults));
    };
    let book = book_of(&scenario.ruleset);
    let matches = match book.map(|book| compile_until(book, &scenario, &faults, stop)) {
        Some(Compiling::Stopped) => return None,
        Some(Compiling::Done(matches)) => Some(matches),
        Some(Compiling::Faulty) | None => None,
    };
    Some(match matches {
        Some(matches) => Ok((scenario, matches, faults)),
        None => Err(match mistaken::other_book(books, &scenario) {
            Some(other) => {
                let library = |name: &str| library(name).filter(|_| name != scenario.ruleset);
                let found = Scenario::survey_by(path, overrides, &library, &names, reader).1;
                mistaken::only_frame(&found, &scenario.ruleset, other.name)
            }
            None => faults,
        }),
    })
}

/// Compiles all matchups of a scenario, in the order of its axes. If there are faults, adds them to `faults`
/// and returns `None`.
#[cfg(test)]
pub(crate) fn compile(book: &BookInfo, scenario: &Scenario, faults: &Faults) -> Option<Vec<Match>> {
    match compile_until(book, scenario, faults, &|| false) {
        Compiling::Done(matches) => Some(matches),
        Compiling::Faulty | Compiling::Stopped => None,
    }
}

/// The result of compiling a scenario.
enum Compiling {
    Done(Vec<Match>),
    /// The scenario has faults.
    Faulty,
    Stopped,
}

/// Compiles all matchups of a scenario, in the order of its axes. Stops as soon as `stop` returns true. Adds
/// the faults of the scenario to `faults`.
fn compile_until(
    book: &BookInfo,
    scenario: &Scenario,
    faults: &Faults,
    stop: &dyn Fn() -> bool,
) -> Compiling {
    let known = PolicyCache::default();
    let mut matches = Vec::new();
    let mut usable = false;
    let mut fielded = Vec::new();
    for matchup in scenario.each_matchup(faults) {
        if stop() {
            return Compiling::Stopped;
        }
        usable = true;
        if !scenario.expectations.is_empty() {
            fielded.push(Fielded::of(&matchup));
        }
        if faults.are_many() {
            break;
        }
        matches.extend(seated(book, matchup, &scenario.run, &known, faults));
    }
    if !usable && let Some(matchup) = scenario.stand_in() {
        one(book, &matchup, &scenario.run, &known, faults);
    }
    // This check needs all matchups. If a side has faults, some matchups are missing, and so are the names of
    // their fighters.
    if fielded.len() == scenario.len() {
        scenario.check_owners(&fielded, faults);
    }
    if !faults.are_many() {
        faults.settle();
    }
    let rolled = RunSettings {
        tables: false,
        ..scenario.run.clone()
    };
    scenario.check_replaced(faults, |matchup, found| {
        one(book, matchup, &rolled, &PolicyCache::default(), found);
    });
    if usable && faults.is_empty() {
        Compiling::Done(matches)
    } else {
        Compiling::Faulty
    }
}

/// Compiles the `n`th matchup of a scenario with `changes`, which are made after the values of the axes are
/// set. Returns the changed matchup and the compiled one. Returns `None` if the changed matchup has faults,
/// and adds these to `faults`.
pub(crate) fn changed(
    book: &BookInfo,
    (scenario, n): (&Scenario, usize),
    changes: &[(TreePath, Node)],
    faults: &Faults,
) -> Option<(Matchup, Match)> {
    let matchup = scenario.changed(n, changes, faults)?;
    let known = PolicyCache::default();
    let found = seated(book, matchup.clone(), &scenario.run, &known, faults)?;
    faults.is_empty().then_some((matchup, found))
}

/// Compiles a matchup. If the scenario is played in both orders of its sides (seats), also compiles the
/// matchup with its sides swapped. Returns `None` if there are faults.
fn seated(
    book: &BookInfo,
    matchup: Matchup,
    run: &RunSettings,
    known: &PolicyCache,
    faults: &Faults,
) -> Option<Match> {
    let (bout, options) = one(book, &matchup, run, known, faults)?;
    let mut seats = vec![bout];
    if run.seats == Seats::Both {
        seats.extend(one(book, &matchup.swapped(), run, known, faults).map(|(bout, _)| bout));
    }
    Some(Match {
        name: matchup.name,
        axes: matchup.axes,
        seats,
        options: known.record(options),
    })
}

/// Compiles the `n`th matchup of a scenario, and no other one.
///
/// # Errors
/// If there are faults: the message of the first one in the order of the file.
pub(crate) fn compile_one(book: &BookInfo, scenario: &Scenario, n: usize) -> Result<Match, String> {
    let faults = scenario.no_faults();
    let matchup = scenario.matchup(n, &faults);
    let known = PolicyCache::default();
    let found = matchup.and_then(|matchup| seated(book, matchup, &scenario.run, &known, &faults));
    let first = faults.sorted().into_iter().next();
    match (found, first) {
        (Some(found), None) => Ok(found),
        (_, fault) => Err(fault.map_or_else(String::new, |fault| fault.message)),
    }
}

/// Compiles one matchup, with its sides in their order. Returns `None` if there are faults.
fn one(
    book: &BookInfo,
    matchup: &Matchup,
    run: &RunSettings,
    known: &PolicyCache,
    faults: &Faults,
) -> Option<Compiled> {
    let all_walk = book.rides || nobody_rides(book, matchup, faults);
    (book.compile)(matchup, run, known, faults).filter(|_| all_walk)
}

/// Returns true if no group of fighters has the key `riding`. Otherwise reports each such key as a fault.
fn nobody_rides(book: &BookInfo, matchup: &Matchup, faults: &Faults) -> bool {
    let groups = matchup.sides.iter().flat_map(|side| &side.groups);
    let mut none = true;
    for riding in groups.filter_map(|group| group.riding.as_ref()) {
        let message = format!("nobody rides in the book `{}`", book.name);
        let code = "scenario::unknown-key";
        faults.push(
            Fault::at(code, riding.span, message, "on what is ridden").help("leave `riding` out"),
        );
        none = false;
    }
    none
}
