//! The results of a run, in the forms that people and programs read.
//!
//! A [`Report`] contains the tallies of all matchups that were played. [`Report::write`] writes them as CSV
//! tables and `run.json`. [`Report::terminal`] returns a short summary for a terminal. A report does not
//! depend on the time or the machine, so equal runs give equal bytes.

mod best;
pub mod columns;
mod compare;
mod dialect;
mod differences;
mod each;
mod expect;
mod file;
mod findings;
mod form;
pub mod html;
mod json;
mod matrix;
mod moves;
mod notes;
mod ranking;
mod run_json;
mod tables;
mod terminal;
mod tuning;
mod workbook;
mod worth;
mod wrap;
mod write;

pub use best::{Best, BestInfo, Loadout};
pub use compare::Comparison;
pub use dialect::{Csv, Dialect};
pub use differences::{Change, ComparisonInfo, Differences, Outcome, SET};
pub use each::{Each, EachFight};
pub use expect::lines as expect_lines;
pub use file::{create, replace, replace_with};
pub use findings::Findings;
pub use form::{order, sampled_percent};
pub use json::AxisValues;
pub use matrix::{Cell, Contender, Contenders, Cycle, Cycles, Dominated, Matrix, MatrixPlan, Mix};
pub use tuning::{Crossing, Rate, Tuning, TuningInfo, Tweak};
pub use workbook::Book;
pub use worth::{Effect, LeftOut, Pairings, StepMove, Unchanged, Without, Worth, WorthInfo};
pub use wrap::wrapped;
pub use write::{TEMPORARY, write_files};

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::expect::Judgement;
use crate::fight::{Cast, CastCombatant, CombatantId, SideId};
use crate::tally::{Count, Interval, Tally};

/// The files that every report has.
pub const FILES: [&str; 12] = [
    "summary.csv",
    "rounds.csv",
    "kills.csv",
    "fighters.csv",
    "standing.csv",
    "health.csv",
    "damage.csv",
    "hits.csv",
    "combatants.csv",
    "events.csv",
    "policies.csv",
    "run.json",
];

/// Files that only some reports have. The caller may have requested them ([`Report::add`],
/// [`Report::with_fights_of`]), the rulebook may count what they contain, or a side may have objectives or
/// allies. Others are written for days, for matrices ([`Report::with_matrices`]), for expectations
/// ([`Report::with_judgements`]), and for scenarios with different axes.
pub const AT_TIMES: [&str; 12] = [
    "fights.csv",
    "endings.csv",
    "axes.csv",
    "compare.csv",
    "expect.csv",
    "ranks.csv",
    "objectives.csv",
    "allies.csv",
    "day.csv",
    "matrix.csv",
    "contenders.csv",
    // Earlier versions wrote the table of Ranks under this name.
    "losses.csv",
];

/// A matchup with its results.
#[derive(Debug, Clone)]
pub struct Played<C: Count = u64> {
    /// The name of the scenario.
    pub scenario: String,
    /// The name of the scenario's rulebook.
    pub ruleset: String,
    /// The name of the matchup within its scenario.
    pub matchup: String,
    /// The name of each axis, and the matchup's value on it.
    pub axes: Vec<(String, String)>,
    /// The digest of everything that affects the fights of this matchup. Baselines contain the same digest.
    pub digest: String,
    /// The sides and fighters of the matchup.
    pub cast: Cast,
    /// The counts of all fights. They include the fights with the sides in reverse order, if there are any.
    pub tally: Tally<C>,
    /// The results of each seat (order of the sides), if both were played: first with the sides in the listed
    /// order, then with the sides in reverse order.
    pub seats: Option<[(Cast, Tally<C>); 2]>,
    /// Whether the maximum number of fights was reached without the required precision.
    pub capped: bool,
}

impl<C: Count> Played<C> {
    /// Returns the name of a stat block. The name of its side is added if another side has the same stat
    /// block.
    fn name(&self, who: CombatantId) -> String {
        let combatant = &self.cast.combatants[who.index()];
        let same = |other: &&CastCombatant| other.name == combatant.name;
        if self.cast.combatants.iter().filter(same).count() == 1 {
            return combatant.name.clone();
        }
        let side = &self.cast.sides[combatant.side.index()];
        format!("{} ({side})", combatant.name)
    }

    /// Returns whether the matchup has any results: fights that were played, or exact odds.
    fn has_fights(&self) -> bool {
        self.tally.fights().fights() != Some(0)
    }

    /// Returns the win rate of a side when it is listed first, minus its win rate when it is listed last.
    /// `None` unless both orders were played. The two orders have different fights, so their win rates are
    /// independent.
    pub fn seat_effect(&self, side: &str) -> Option<Interval> {
        let seats = self.seats.as_ref()?;
        let in_seat = |listed: fn(&[String]) -> Option<&String>| {
            let there =
                |(cast, _): &&(Cast, Tally<C>)| listed(&cast.sides).is_some_and(|s| s == side);
            let (cast, tally) = seats.iter().find(there)?;
            let place = cast.sides.iter().position(|name| name == side)?;
            Some((tally.wins(SideId::at(place)), tally.fights()))
        };
        C::difference(
            in_seat(<[_]>::first)?,
            in_seat(<[_]>::last)?,
            self.tally.scale(),
        )
    }
}

/// The settings of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunInfo {
    /// The version of this program.
    pub version: String,
    /// The seed for the dice of the run.
    pub seed: u64,
    /// The command line. Flags that cannot change a result, such as the number of threads, are left out.
    pub command: Vec<String>,
    /// The path of each file that was read, and its SHA-256.
    pub files: Vec<(String, String)>,
    /// The question of each scenario that has one, by the name of the scenario.
    pub titles: BTreeMap<String, String>,
    /// For each scenario, the paths that the command line sets and whose values other rows inherit. Each path
    /// comes with the names of those rows.
    pub inherited: BTreeMap<String, Vec<String>>,
    /// The settings of each scenario's house rules, including defaults.
    pub options: BTreeMap<String, BTreeMap<String, String>>,
    /// The planned number of fights for each matchup of a scenario, in all seats (orders of the sides)
    /// together. If a required precision can end the run earlier, this is the maximum.
    pub fights_per_matchup: BTreeMap<String, u64>,
    /// The required precision of each scenario that has one.
    pub precision: BTreeMap<String, Precision>,
    /// The planned number of matchups in all scenarios together.
    pub matchups: u64,
    /// Whether the run was interrupted before its end.
    pub partial: bool,
}

/// The precision of win rates that a scenario requires.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Precision {
    /// The required half-width of intervals, as the user wrote it.
    pub half_width: String,
    /// The numbers of fights after which a matchup can stop, called looks. They count the fights of all seats
    /// together.
    pub looks: Vec<u64>,
}

/// The results of a run, which can be written in several forms.
#[derive(Debug, Clone)]
pub struct Report<C: Count = u64> {
    info: RunInfo,
    played: Vec<Played<C>>,
    dialect: Dialect,
    further: Vec<(&'static str, Vec<u8>)>,
    matrices: Vec<Matrix<C>>,
    values: AxisValues,
    judgements: Vec<Judgement>,
    /// The single fights, if tables of single fights are written.
    each: Each,
    /// The scenarios of an interrupted run that have matchups without fights.
    cut: BTreeSet<String>,
    /// The missing and unfinished parts of a merged run, as a text. `None` if the run is whole.
    lacking: Option<String>,
}

impl<C: Count> Report<C> {
    /// Creates a report of these matchups, in the order of its tables. If the run was interrupted, matchups
    /// without fights are left out, unless no matchup has any.
    pub fn new(info: RunInfo, mut played: Vec<Played<C>>) -> Self {
        let mut cut = BTreeSet::new();
        if info.partial && played.iter().any(Played::has_fights) {
            let without = played.iter().filter(|one| !one.has_fights());
            cut.extend(without.map(|one| one.scenario.clone()));
            played.retain(Played::has_fights);
        }
        Self {
            cut,
            info,
            played,
            dialect: Dialect::Standard,
            further: Vec::new(),
            matrices: Vec::new(),
            values: AxisValues::new(),
            judgements: Vec::new(),
            each: Each::new(),
            lacking: None,
        }
    }

    /// Adds a matrix for each scenario that has a plan for one. This evaluates the contenders, on the thread
    /// pool of the caller.
    #[must_use]
    pub fn with_matrices(mut self, plans: &BTreeMap<String, MatrixPlan>) -> Self {
        self.matrices = self
            .scenarios()
            .filter_map(|scenario| {
                let played: Vec<_> = self.played_of(scenario).collect();
                let mut matrix = Matrix::new(plans.get(scenario)?, &played)?;
                if self.cut.contains(scenario) {
                    matrix.contenders = None;
                }
                Some(matrix)
            })
            .collect();
        self
    }

    /// Returns the matrices that were added.
    pub fn matrices(&self) -> &[Matrix<C>] {
        &self.matrices
    }

    /// Sets the dialect of the CSV tables.
    #[must_use]
    pub fn in_dialect(mut self, dialect: Dialect) -> Self {
        self.dialect = dialect;
        self
    }

    /// Sets the values that the labels of axes stand for.
    #[must_use]
    pub fn with_values(mut self, values: AxisValues) -> Self {
        self.values = values;
        self
    }

    /// Sets the verdicts on the expectations of the scenarios.
    #[must_use]
    pub fn with_judgements(mut self, judgements: Vec<Judgement>) -> Self {
        self.judgements = judgements;
        self
    }

    /// Sets the single fights, so that the tables of them are written.
    #[must_use]
    pub fn with_fights_of(mut self, each: Each) -> Self {
        self.each = each;
        self
    }

    /// Sets the text about missing parts of a merged run, such as `without part 3 of 4`. It is `None` for a run
    /// that was interrupted.
    #[must_use]
    pub fn lacking(mut self, what: Option<String>) -> Self {
        self.lacking = what;
        self
    }

    /// Adds a table that is written with the report. `name` is the name of its file.
    pub fn add(&mut self, name: &'static str, table: Vec<u8>) {
        self.further.push((name, table));
    }

    /// Returns the number of matchups that have results.
    fn with_fights(&self) -> usize {
        self.played.iter().filter(|one| one.has_fights()).count()
    }

    /// Returns the names of the scenarios, in the order of appearance.
    fn scenarios(&self) -> impl Iterator<Item = &str> {
        let mut seen = HashSet::new();
        self.played
            .iter()
            .map(|played| played.scenario.as_str())
            .filter(move |&scenario| seen.insert(scenario))
    }

    /// Returns the matchups of a scenario.
    fn played_of(&self, scenario: &str) -> impl Iterator<Item = &Played<C>> {
        self.played
            .iter()
            .filter(move |played| played.scenario == scenario)
    }
}

#[cfg(test)]
mod fixtures;
