//! The results of a run, in the forms that people and programs read.
//!
//! A [`Report`] holds the tallies of every matchup played. It becomes CSV tables and `run.json`
//! ([`Report::write`]), or a short summary for a terminal ([`Report::terminal`]). Nothing in it depends on the clock
//! or the machine, so equal runs give equal bytes.

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

/// The files of a report.
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

/// Files that only some reports have: if requested ([`Report::add`], [`Report::with_fights_of`]), if a book counts their contents, if a side
/// has objectives or allies, if there are days, if there is a matrix ([`Report::with_matrices`]), if a scenario has expectations ([`Report::with_judgements`]), or if scenarios
/// have different axes.
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
    // Former name of the table of Ranks.
    "losses.csv",
];

/// One matchup as played.
#[derive(Debug, Clone)]
pub struct Played<C: Count = u64> {
    /// Its scenario.
    pub scenario: String,
    /// Its rulebook.
    pub ruleset: String,
    /// Its name within the scenario.
    pub matchup: String,
    /// Its values on the axes: each axis' name and the value.
    pub axes: Vec<(String, String)>,
    /// The digest of everything that decides its fights, as in a baseline.
    pub digest: String,
    /// The cast.
    pub cast: Cast,
    /// All its fights; in both seats, if it was played in both.
    pub tally: Tally<C>,
    /// Its fights as listed, and with the order of sides reversed, if it was played in both seats.
    pub seats: Option<[(Cast, Tally<C>); 2]>,
    /// Whether it reached the maximum number of fights without the required precision.
    pub capped: bool,
}

impl<C: Count> Played<C> {
    /// Returns the name of a stat block of its cast, with its side if another side has the stat block too.
    fn name(&self, who: CombatantId) -> String {
        let combatant = &self.cast.combatants[who.index()];
        let same = |other: &&CastCombatant| other.name == combatant.name;
        if self.cast.combatants.iter().filter(same).count() == 1 {
            return combatant.name.clone();
        }
        let side = &self.cast.sides[combatant.side.index()];
        format!("{} ({side})", combatant.name)
    }

    /// Returns whether any fights were played, or the odds were solved.
    fn has_fights(&self) -> bool {
        self.tally.fights().fights() != Some(0)
    }

    /// Returns the difference between a side's win rates when it is listed first and when it is listed last,
    /// if both were played. The seats have different fights, so their rates are independent.
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
    /// The run's seed.
    pub seed: u64,
    /// The command line, without flags that cannot change a figure, such as the number of threads.
    pub command: Vec<String>,
    /// The files read, each with its SHA-256.
    pub files: Vec<(String, String)>,
    /// The question that each scenario asks, if it has one.
    pub titles: BTreeMap<String, String>,
    /// The paths of each scenario that the command line sets and other rows inherit, with these rows.
    pub inherited: BTreeMap<String, Vec<String>>,
    /// The house rules of each scenario, defaults included.
    pub options: BTreeMap<String, BTreeMap<String, String>>,
    /// The planned number of fights of each matchup of a scenario, in all seats together; if it could stop early, the
    /// maximum.
    pub fights_per_matchup: BTreeMap<String, u64>,
    /// For each scenario, the looks where its matchups could stop early.
    pub precision: BTreeMap<String, Precision>,
    /// The planned number of matchups, in all scenarios together.
    pub matchups: u64,
    /// Whether the run was interrupted.
    pub partial: bool,
}

/// The required precision of the win rates of a scenario.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Precision {
    /// Half-width of an interval, as written.
    pub half_width: String,
    /// Numbers of fights, all seats together, where a matchup could stop.
    pub looks: Vec<u64>,
}

/// The figures of a run.
#[derive(Debug, Clone)]
pub struct Report<C: Count = u64> {
    info: RunInfo,
    played: Vec<Played<C>>,
    dialect: Dialect,
    further: Vec<(&'static str, Vec<u8>)>,
    matrices: Vec<Matrix<C>>,
    values: AxisValues,
    judgements: Vec<Judgement>,
    /// Single fights, for their tables.
    each: Each,
    /// Scenarios of an interrupted run with matchups without fights.
    cut: BTreeSet<String>,
}

impl<C: Count> Report<C> {
    /// Returns the report on these matchups, in the order of its tables. In an interrupted run, matchups
    /// without fights are left out, unless there are no others.
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
        }
    }

    /// Adds a matrix for each scenario with a plan for one. The evaluation of its contenders runs here, on the
    /// calling thread's pool.
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

    /// Returns the matrices of the scenarios that have one.
    pub fn matrices(&self) -> &[Matrix<C>] {
        &self.matrices
    }

    /// Sets the dialect of its tables.
    #[must_use]
    pub fn in_dialect(mut self, dialect: Dialect) -> Self {
        self.dialect = dialect;
        self
    }

    /// Sets the values of labelled axes.
    #[must_use]
    pub fn with_values(mut self, values: AxisValues) -> Self {
        self.values = values;
        self
    }

    /// Adds the verdicts on the expectations of its scenarios.
    #[must_use]
    pub fn with_judgements(mut self, judgements: Vec<Judgement>) -> Self {
        self.judgements = judgements;
        self
    }

    /// Adds the tables of single fights.
    #[must_use]
    pub fn with_fights_of(mut self, each: Each) -> Self {
        self.each = each;
        self
    }

    /// Adds another table to be written with the report.
    pub fn add(&mut self, name: &'static str, table: Vec<u8>) {
        self.further.push((name, table));
    }

    /// Returns the number of matchups with fights or solved odds.
    fn with_fights(&self) -> usize {
        self.played.iter().filter(|one| one.has_fights()).count()
    }

    /// Returns the scenarios, in order of appearance.
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
