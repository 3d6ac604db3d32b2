//! The five rulebooks, and functions that read a scenario file and compile it with the book that it names.

mod brp;
mod murdham;
mod persona;
mod semiautomagic;
mod swift_swords;
#[cfg(test)]
mod testing;

use std::path::Path;

use crate::frame::{BookInfo, Match, load, load_from};
use crate::scenario::{Faults, Matchup, Node, Overrides, Reader, Scenario, TreePath};

/// A rulebook that the program knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RulesetId {
    /// Combat by percentile rolls, with DEX ranks, parries and weapons that break.
    Brp,
    /// Combat on zones, with saves, and with reactions that use up the turn.
    Murdham,
    /// Combat with Full and Half Actions, degrees of success, and Reactions.
    Persona,
    /// Combat on a square grid, in turns of six seconds.
    Semiautomagic,
    /// Combat with action dice that measure time, pools of six-sided dice, and ranks.
    SwiftSwords,
}

impl RulesetId {
    /// All rulebooks.
    pub const ALL: &'static [Self] = &[
        Self::Brp,
        Self::Murdham,
        Self::Persona,
        Self::Semiautomagic,
        Self::SwiftSwords,
    ];

    /// Returns the description of the book: its name, its tables and its compiler.
    pub fn book(self) -> &'static BookInfo {
        match self {
            Self::Brp => &brp::BOOK,
            Self::Murdham => &murdham::BOOK,
            Self::Persona => &persona::BOOK,
            Self::Semiautomagic => &semiautomagic::BOOK,
            Self::SwiftSwords => &swift_swords::BOOK,
        }
    }

    /// Returns the book with this name, or `None` if no book has it.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|id| id.book().name == name)
    }
}

/// Reads and compiles a scenario file. Returns the scenario and its compiled matchups.
///
/// ```no_run
/// use skirmish_engine::rules;
/// use skirmish_engine::scenario::Overrides;
///
/// match rules::load("scenarios/brp/blades.toml".as_ref(), &Overrides::default()) {
///     Ok((scenario, matches)) => assert_eq!((scenario.axes.len(), matches.len()), (2, 361)),
///     Err(faults) => eprintln!("{}", faults.render(false, 100)),
/// }
/// ```
///
/// # Errors
/// If there are faults, all faults of the file and of its includes at once. Some are faults for every book,
/// and others only for the book that the scenario names.
pub fn load(path: &Path, overrides: &Overrides) -> Result<(Scenario, Vec<Match>), Faults> {
    let books: Vec<&BookInfo> = RulesetId::ALL.iter().map(|id| id.book()).collect();
    load_from(&books, path, overrides)
}

/// Reads and compiles a scenario as [`load`] does, but gets the texts of files from `reader` instead of the
/// disk. A reader may, for instance, keep the texts that it has read.
///
/// # Errors
/// As [`load`].
pub fn load_by(
    path: &Path,
    overrides: &Overrides,
    reader: Reader,
) -> Result<(Scenario, Vec<Match>), Faults> {
    let books: Vec<&BookInfo> = RulesetId::ALL.iter().map(|id| id.book()).collect();
    let (scenario, matches, _) = load::open_by(&books, path, overrides, reader)?;
    Ok((scenario, matches))
}

/// Reads and compiles a scenario as [`load_by`] does. `stop` is called before each matchup is compiled.
/// Returns `None` as soon as `stop` returns true.
pub fn load_until(
    path: &Path,
    overrides: &Overrides,
    reader: Reader,
    stop: &dyn Fn() -> bool,
) -> Option<Result<(Scenario, Vec<Match>), Faults>> {
    let books: Vec<&BookInfo> = RulesetId::ALL.iter().map(|id| id.book()).collect();
    let opened = load::open_until(&books, path, overrides, reader, stop)?;
    Some(opened.map(|(scenario, matches, _)| (scenario, matches)))
}

/// Reads as much of a scenario as possible, as [`Scenario::survey`] does. Does not compile any matchup. The
/// scenario is `None` if no book could check it: if a file is missing or is not TOML, or if the ruleset is
/// unknown. If there is any fault, the scenario must not be played.
pub fn survey_by(path: &Path, overrides: &Overrides, reader: Reader) -> (Option<Scenario>, Faults) {
    let library = |name: &str| RulesetId::named(name).map(|id| id.book().shelf());
    let names: Vec<&str> = RulesetId::ALL.iter().map(|id| id.book().name).collect();
    Scenario::survey_by(path, overrides, &library, &names, reader)
}

/// Reads and compiles a scenario file as [`load`] does, for callers that then check further values against
/// the scenario, such as paths from the command line. The returned [`Faults`] are empty, but they hold the
/// texts of the files. So faults in the further values can be shown in the same way as faults in the file.
///
/// # Errors
/// As [`load`].
pub fn open(path: &Path, overrides: &Overrides) -> Result<(Scenario, Vec<Match>, Faults), Faults> {
    let books: Vec<&BookInfo> = RulesetId::ALL.iter().map(|id| id.book()).collect();
    load::open_from(&books, path, overrides)
}

/// Compiles the `n`th matchup of a scenario, counted from 0, with `changes`. Returns the matchup and its
/// compiled form. An axis is a setting that takes several values in the scenario. The changes are made after
/// the matchup's value on each axis has been set. If a change makes the matchup invalid, adds the reasons to
/// `faults` and returns `None`.
///
/// # Panics
/// If the scenario belongs to no known book.
pub fn changed(
    scenario: &Scenario,
    n: usize,
    changes: &[(TreePath, Node)],
    faults: &Faults,
) -> Option<(Matchup, Match)> {
    load::changed(book_of(scenario), (scenario, n), changes, faults)
}

/// Returns the book of a scenario.
///
/// # Panics
/// If the scenario belongs to no known book.
pub fn book_of(scenario: &Scenario) -> &'static BookInfo {
    let id = RulesetId::named(&scenario.ruleset);
    id.expect("a scenario is of a known book").book()
}

/// Compiles only the `n`th matchup of a scenario, counted from 0.
///
/// # Errors
/// If the scenario names an unknown book, or if a value is not allowed in its place. The text says which.
pub fn compile_one(scenario: &Scenario, n: usize) -> Result<Match, String> {
    let Some(id) = RulesetId::named(&scenario.ruleset) else {
        return Err(format!("there is no book `{}`", scenario.ruleset));
    };
    load::compile_one(id.book(), scenario, n)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    const DUEL: &str = "ruleset = 'brp'\n\
        [combatants.guard]\ndex = 12\nhit_points = 13\ncarries = ['broad-sword']\nskills = { Sword = 60 }\n\
        [[sides]]\nname = 'one'\nfighters = [{ combatant = 'guard' }]\n\
        [[sides]]\nname = 'other'\nfighters = [{ combatant = 'guard' }]\n";

    /// The number of matchups that have been compiled in the test below.
    static COMPILED: AtomicU32 = AtomicU32::new(0);

    #[test]
    fn no_matchup_is_compiled_once_a_scenario_is_no_longer_wanted() {
        let counting = BookInfo {
            compile: |matchup, run, known, faults| {
                COMPILED.fetch_add(1, Ordering::Relaxed);
                (brp::BOOK.compile)(matchup, run, known, faults)
            },
            ..brp::BOOK
        };
        let axes = [("dex", 3..=18), ("hit_points", 6..=25)].map(|(key, values)| {
            let values: Vec<u32> = values.collect();
            format!("[[vary]]\nname = '{key}'\nset = 'combatants.guard.{key}'\nto = {values:?}\n")
        });
        let text = format!("{DUEL}{}", axes.concat());
        let reader: Reader = &|path| Ok((path.to_owned(), text.clone().into_bytes()));
        let load = |most: u32| {
            COMPILED.store(0, Ordering::Relaxed);
            let asked = Cell::new(0);
            let stop = || {
                asked.set(asked.get() + 1);
                asked.get() > most
            };
            let opened = load::open_until(
                &[&counting],
                "a.toml".as_ref(),
                &Overrides::default(),
                reader,
                &stop,
            );
            (opened, COMPILED.load(Ordering::Relaxed))
        };
        for most in [0, 1, 7] {
            let (opened, compiled) = load(most);
            assert!(opened.is_none());
            assert_eq!(compiled, most);
        }
        let (opened, compiled) = load(u32::MAX);
        let opened = opened.expect("nothing stops it");
        let (_, matches, _) =
            opened.unwrap_or_else(|faults| panic!("{}", faults.render(false, 100)));
        assert!(matches.len() == 320 && compiled >= 320);
    }
}
