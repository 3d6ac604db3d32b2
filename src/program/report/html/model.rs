//! Combines the tables of a report into scenarios, their matchups, and the figures of each matchup.
//!
//! The files `summary.csv` and `run.json` have to exist and to agree with each other. If another table is
//! missing, its parts of the page are left out. A table that exists has to be valid, and its matchups have to
//! be in the summary.

use std::collections::HashMap;

use indexmap::{IndexMap, IndexSet};

use super::checks::{further_flaws, rounds_flaw, side_flaws};
use super::record::{Other, Record, ScenarioRecord};
use super::table::{Flaw, Row, Table};
use crate::report::ranking::{contenders, numbers};
use crate::tally::Interval;

/// The content of a page.
#[derive(Debug)]
pub(super) struct Model {
    pub(super) record: Record,
    /// The records of other commands, such as `worth.json`, whose tables are in the same folder.
    pub(super) others: Vec<Other>,
    pub(super) scenarios: Vec<Scenario>,
    /// The content of `summary.csv`. Empty if the report has only tables of other commands.
    pub(super) summary: Table,
    /// All other tables, by name.
    pub(super) tables: IndexMap<String, Table>,
    /// The names of the tables that are about other scenarios than those of the run. The page does not show
    /// these tables.
    pub(super) left_out: Vec<String>,
}

/// A scenario of the report.
#[derive(Debug)]
pub(super) struct Scenario {
    pub(super) record: ScenarioRecord,
    /// The axes with more than one value.
    pub(super) axes: Vec<Axis>,
    /// The axes with a single value: the name of each, and its value.
    pub(super) constants: Vec<(String, String)>,
    pub(super) matchups: Vec<Matchup>,
}

/// An axis with its values in the order of appearance.
#[derive(Debug)]
pub(super) struct Axis {
    pub(super) name: String,
    pub(super) values: Vec<String>,
}

/// A matchup of a scenario.
#[derive(Debug, Default)]
pub(super) struct Matchup {
    pub(super) name: String,
    /// The matchup's value on each of the scenario's axes.
    pub(super) values: Vec<String>,
    pub(super) sides: Vec<Side>,
    /// How many fights ended in each way and round: the winner or kind of ending, the last round, and the
    /// number of fights.
    pub(super) rounds: Vec<(String, u32, f64)>,
    pub(super) combatants: Vec<Combatant>,
    /// The attacks for each attacker, weapon and target.
    pub(super) blows: Vec<Blows>,
    /// How often each side wins by each of its objectives.
    pub(super) objectives: Vec<Met>,
    /// The name of each side's alliance. Empty if no sides are allied.
    pub(super) alliances: IndexMap<String, String>,
    /// The stages of the day, if the matchup is a day.
    pub(super) stages: Vec<Stage>,
    pub(super) weapons: IndexMap<Weapon, Vec<(u32, f64)>>,
    /// The number of standing fighters of each side after each round.
    pub(super) standing: IndexMap<String, Vec<(u32, Interval)>>,
    /// This matchup in an earlier state of the scenario, which the charts show as well.
    pub(super) before: Option<Box<Matchup>>,
}

/// The figures of a side in a matchup.
#[derive(Debug)]
pub(super) struct Side {
    pub(super) name: String,
    pub(super) fights: f64,
    pub(super) draws: f64,
    pub(super) undecided: f64,
    /// The win rate. `None` if no fights were played.
    pub(super) win_rate: Option<Interval>,
    pub(super) rounds: Option<Interval>,
    pub(super) survivors: Option<Interval>,
    pub(super) rounds_p90: Option<f64>,
    pub(super) rounds_p50: Option<f64>,
}

/// The counts of attacks, damage and losses for the fighters of a stat block.
#[derive(Debug)]
pub(super) struct Combatant {
    pub(super) side: String,
    pub(super) name: String,
    pub(super) count: f64,
    pub(super) attacks: f64,
    pub(super) hits: f64,
    pub(super) evaded: f64,
    pub(super) dealt: f64,
    pub(super) taken: f64,
    pub(super) downs: f64,
    pub(super) survived: f64,
}

/// How often a side wins by an objective, as a share of all fights.
#[derive(Debug)]
pub(super) struct Met {
    pub(super) side: String,
    pub(super) objective: String,
    pub(super) rate: Option<Interval>,
}

/// A stage of a day, which is a fight or a rest. One side goes through the day: the day's side.
#[derive(Debug)]
pub(super) struct Stage {
    pub(super) number: u32,
    pub(super) kind: String,
    pub(super) name: String,
    /// The share of days when the day's side got through the stage.
    pub(super) through: Option<Interval>,
    /// The share of days that the day's side ended after the stage.
    pub(super) stopped: Option<Interval>,
    /// Each combatant of the side that goes through the day: its name, the number of its fighters, and how
    /// many of them stand.
    pub(super) standing: Vec<(String, u32, Option<Interval>)>,
    /// For each of these combatants, how much of each kind of [`SUPPLIES`] its fighters have left on average.
    pub(super) supplies: Vec<[Option<Interval>; SUPPLIES.len()]>,
}

/// The kinds of supplies, by the first part of their column names in `day.csv`.
pub(super) const SUPPLIES: [&str; 3] = ["ammunition", "remedies", "things"];

/// The attacks of one stat block at another.
#[derive(Debug, Clone)]
pub(super) struct Blows {
    /// The side and the stat block of the attacker.
    pub(super) by: [String; 2],
    /// The side and the stat block of the target.
    pub(super) at: [String; 2],
    pub(super) attacks: f64,
    pub(super) hits: f64,
    pub(super) dealt: f64,
    /// The number of fights with a known order of blows. Only these fights count for `downs` and `overkill`.
    pub(super) followed: f64,
    pub(super) downs: f64,
    pub(super) overkill: Option<f64>,
}

impl Blows {
    /// Returns the sums over all weapons for each pair of attacker and target, in the order of appearance.
    pub(super) fn by_pair(all: &[Self]) -> Vec<Self> {
        let mut pairs: Vec<Self> = Vec::new();
        for one in all {
            let same = |pair: &&mut Self| pair.by == one.by && pair.at == one.at;
            let Some(pair) = pairs.iter_mut().find(same) else {
                pairs.push(one.clone());
                continue;
            };
            pair.attacks += one.attacks;
            pair.hits += one.hits;
            pair.dealt += one.dealt;
            pair.downs += one.downs;
            pair.overkill = pair.overkill.zip(one.overkill).map(|(a, b)| a + b);
        }
        pairs
    }

    /// Returns whether the attacker and the target are on the same side or on allied sides.
    pub(super) fn is_friendly(&self, matchup: &Matchup) -> bool {
        matchup.alliance(&self.by[0]) == matchup.alliance(&self.at[0])
    }

    /// Returns the damage per fight beyond the remaining health of the target, if it is known.
    pub(super) fn wasted(&self) -> Option<f64> {
        let overkill = self.overkill.filter(|_| self.followed > 0.0)?;
        Some(overkill / self.followed)
    }
}

/// A weapon of a combatant.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Weapon {
    pub(super) side: String,
    pub(super) combatant: String,
    pub(super) name: String,
}

/// Whether the first side of a matchup wins more often than all sides that are not its allies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lead {
    /// The first side wins more often than any other, and the intervals do not overlap.
    Ahead,
    /// Another side wins more often, and its interval does not overlap that of the first side.
    Behind,
    /// The intervals overlap, so it is uncertain.
    Open,
}

impl Scenario {
    /// Sets [`Matchup::before`] from an earlier state of the scenario, for the charts. Two matchups count as
    /// the same if they have the same name, or the same values on the same axes.
    pub(super) fn compare_with(&mut self, before: Self) {
        let names =
            |of: &Self| -> Vec<String> { of.axes.iter().map(|axis| axis.name.clone()).collect() };
        let has_same_axes = names(self) == names(&before);
        for old in before.matchups {
            let is_same = |one: &&mut Matchup| {
                one.name == old.name || (has_same_axes && one.values == old.values)
            };
            if let Some(one) = self.matchups.iter_mut().find(is_same) {
                one.before = Some(Box::new(old));
            }
        }
    }
}

impl Matchup {
    /// Returns the side called `name` in the earlier state of this matchup.
    pub(super) fn side_before(&self, name: &str) -> Option<&Side> {
        let before = self.before.as_ref()?;
        before.sides.iter().find(|side| side.name == name)
    }

    /// Returns the name of a side's alliance. A side without allies is its own alliance, with its own name.
    pub(super) fn alliance<'m>(&'m self, side: &'m str) -> &'m str {
        self.alliances.get(side).map_or(side, String::as_str)
    }

    /// Returns the first side of each alliance.
    pub(super) fn winners(&self) -> impl Iterator<Item = &Side> {
        let before = |at: usize| &self.sides[..at];
        let each = self.sides.iter().enumerate();
        let each = each.filter(move |(at, side)| {
            let alliance = self.alliance(&side.name);
            let mut before = before(*at).iter();
            !before.any(|other| self.alliance(&other.name) == alliance)
        });
        each.map(|(_, side)| side)
    }

    /// Returns the subject for a sentence about the wins of a side, such as `side raiders` or `sides militia
    /// and town`. Also returns whether the subject is plural.
    pub(super) fn subject(&self, side: &str) -> (String, bool) {
        let alliance = self.alliance(side);
        let several = alliance != side;
        let sides = if several { "sides" } else { "side" };
        (format!("{sides} {alliance}"), several)
    }

    /// Returns the win rate of the first side.
    pub(super) fn first(&self) -> Option<Interval> {
        self.sides.first()?.win_rate
    }

    /// Returns whether the first side wins more often than all sides that are not its allies.
    pub(super) fn standing(&self) -> Lead {
        let rates: Vec<Interval> = self.winners().filter_map(|side| side.win_rate).collect();
        match rates.as_slice() {
            [first, others @ ..] if !others.is_empty() => {
                if others.iter().all(|other| first.low > other.high) {
                    Lead::Ahead
                } else if others.iter().any(|other| other.low > first.high) {
                    Lead::Behind
                } else {
                    Lead::Open
                }
            }
            _ => Lead::Open,
        }
    }

    /// Returns the win rate of the first side minus that of its best opponent, from -1 to 1.
    pub(super) fn margin(&self) -> f64 {
        let rates = || self.winners().filter_map(|side| side.win_rate);
        let others = rates()
            .skip(1)
            .map(|rate| rate.estimate)
            .fold(0.0, f64::max);
        rates().next().map_or(0.0, |first| first.estimate - others)
    }

    /// Returns the number of fights, which is 1 for exact odds.
    pub(super) fn fights(&self) -> f64 {
        self.sides.first().map_or(0.0, |side| side.fights)
    }
}

impl Axis {
    /// Returns the values of the axis as numbers, if all of them are numbers in ascending or descending
    /// order.
    pub(super) fn numbers(&self) -> Option<Vec<f64>> {
        numbers(self.values.iter().map(String::as_str))
    }
}

impl Scenario {
    /// Returns the question of the scenario, or its name if it does not have a question.
    pub(super) fn title(&self) -> &str {
        self.record
            .title
            .as_deref()
            .unwrap_or(&self.record.scenario)
    }

    /// Returns the name of the first side, whose win rates the page compares.
    pub(super) fn first_side(&self) -> &str {
        let side = self.matchups.first().and_then(|one| one.sides.first());
        side.map_or("first", |side| &side.name)
    }

    /// Returns the matchups, without those of a contender against itself.
    pub(super) fn unlike(&self) -> impl Iterator<Item = &Matchup> {
        let alike = self.contenders();
        let is_mirror = move |one: &Matchup| {
            alike.is_some_and(|[ours, theirs]| one.values[ours] == one.values[theirs])
        };
        self.matchups.iter().filter(move |one| !is_mirror(one))
    }

    /// Returns the indices of two axes that have the same contenders as their values, if there are any.
    fn contenders(&self) -> Option<[usize; 2]> {
        let values: Vec<IndexSet<&str>> = (self.axes.iter())
            .map(|axis| axis.values.iter().map(String::as_str).collect())
            .collect();
        contenders(&values)
    }

    /// Returns whether the scenario has two axes with the same values, so that every contender meets every
    /// other.
    pub(super) fn is_matrix(&self) -> bool {
        self.axes.len() == 2 && self.contenders().is_some()
    }

    /// Returns whether all combinations of values were played. Otherwise the averages of values cannot be
    /// compared.
    pub(super) fn is_whole(&self) -> bool {
        let combinations: usize = self.axes.iter().map(|axis| axis.values.len()).product();
        let played = self.matchups.iter().filter(|one| one.first().is_some());
        played.count() == combinations
    }

    /// Moves the axes with a single value from `axes` to `constants`, since no figure can depend on them.
    fn part_constants(&mut self) {
        for place in (0..self.axes.len()).rev() {
            if self.axes[place].values.len() == 1 {
                let Axis { name, values } = self.axes.remove(place);
                self.constants
                    .extend(values.into_iter().map(|value| (name.clone(), value)));
                for matchup in &mut self.matchups {
                    matchup.values.remove(place);
                }
            }
        }
        self.constants.reverse();
    }
}

/// Returns the interval from the columns with these names. `None` if one of its numbers is missing.
pub(super) fn interval(row: &Row<'_>, estimate: &str, low: &str, high: &str) -> Option<Interval> {
    Some(Interval {
        low: row.number(low)?,
        high: row.number(high)?,
        estimate: row.number(estimate)?,
    })
}

pub(super) const COUNTS: [&str; 5] = ["fights", "wins", "losses", "draws", "undecided"];
const RATES: [&str; 9] = [
    "win_rate",
    "win_rate_low",
    "win_rate_high",
    "rounds_mean",
    "rounds_mean_low",
    "rounds_mean_high",
    "survivors_mean",
    "survivors_mean_low",
    "survivors_mean_high",
];

impl Model {
    /// Reads a report from the names and contents of its files.
    ///
    /// # Errors
    /// If the files have flaws. The error contains all of them.
    pub(super) fn read(files: &[(String, Vec<u8>)]) -> Result<Self, Vec<Flaw>> {
        let mut flaws = Vec::new();
        let mut record = None;
        let mut others = Vec::new();
        let mut tables = IndexMap::new();
        for (name, bytes) in files {
            if name == "run.json" {
                match Record::read(bytes) {
                    Ok(read) => record = Some(read),
                    Err(flaw) => flaws.push(flaw),
                }
            } else if name.strip_suffix(".json").is_some() {
                match Other::read(name, bytes) {
                    Ok(read) => others.push(read),
                    Err(flaw) => flaws.push(flaw),
                }
            } else {
                match Table::read(name, bytes) {
                    Ok(table) => {
                        tables.insert(name.clone(), table);
                    }
                    Err(found) => flaws.extend(found),
                }
            }
        }
        if !flaws.is_empty() {
            return Err(flaws);
        }
        let summary = tables.shift_remove("summary.csv");
        let record = match (record, others.first()) {
            (Some(record), _) => record,
            (None, Some(other)) if summary.is_none() => Record::of_none(&other.version),
            _ => {
                flaws.push(Flaw::of("run.json", "this is missing"));
                Record::of_none("")
            }
        };
        if summary.is_none() && !record.scenarios.is_empty() {
            flaws.push(Flaw::of("summary.csv", "this is missing"));
        }
        if !flaws.is_empty() {
            return Err(flaws);
        }
        let summary = summary.unwrap_or_default();
        let is_foreign = |other: &Other| !record.scenarios.is_empty() && !other.is_of(&record);
        let (foreign, others): (Vec<Other>, _) = others.into_iter().partition(is_foreign);
        let tables_of = foreign
            .iter()
            .map(|other| other.file.replace(".json", ".csv"));
        let left_out: Vec<String> = tables_of.collect();
        tables.retain(|name, _| !left_out.contains(name));
        let mut scenarios = scenarios(&record, &summary)?;
        flaws.extend(fill(&mut scenarios, &tables, record.is_exact()));
        flaws.extend(further_flaws(&tables));
        if !flaws.is_empty() {
            return Err(flaws);
        }
        Ok(Self {
            record,
            others,
            scenarios,
            summary,
            tables,
            left_out,
        })
    }

    /// Returns those rows of a table that are about this scenario.
    pub(super) fn rows_of<'a>(&'a self, table: &str, scenario: &'a Scenario) -> Vec<Row<'a>> {
        let name = &scenario.record.scenario;
        let table = self.tables.get(table).into_iter();
        table
            .flat_map(Table::rows)
            .filter(|row| row.text("scenario") == name)
            .collect()
    }
}

impl Model {
    /// Returns the largest number of sides in any matchup.
    pub(super) fn most_sides(&self) -> usize {
        let matchups = self.scenarios.iter().flat_map(|one| &one.matchups);
        matchups.map(|one| one.sides.len()).max().unwrap_or(0)
    }
}

/// Returns the scenarios in `record`, each with its matchups and sides from `summary`.
fn scenarios(record: &Record, summary: &Table) -> Result<Vec<Scenario>, Vec<Flaw>> {
    if record.scenarios.is_empty() && summary.heads.is_empty() {
        return Ok(Vec::new());
    }
    let mut flaws = summary.flaws(&["scenario", "ruleset", "matchup", "side"], &COUNTS, &RATES);
    if !flaws.is_empty() {
        return Err(flaws);
    }
    let mut scenarios: IndexMap<&str, Scenario> = IndexMap::new();
    for one in &record.scenarios {
        let axis = |name: &String| Axis {
            name: name.clone(),
            values: Vec::new(),
        };
        let scenario = Scenario {
            axes: one.axes.iter().map(axis).collect(),
            constants: Vec::new(),
            record: one.clone(),
            matchups: Vec::new(),
        };
        scenarios.insert(&one.scenario, scenario);
    }
    for row in summary.rows() {
        let name = row.text("scenario");
        let Some(scenario) = scenarios.get_mut(name) else {
            flaws.push(row.flaw(format_args!("run.json has no scenario `{name}`")));
            continue;
        };
        let matchup = row.text("matchup");
        if scenario
            .matchups
            .last()
            .is_none_or(|last| last.name != matchup)
        {
            if scenario.matchups.iter().any(|one| one.name == matchup) {
                flaws.push(row.flaw(format_args!("the matchup `{matchup}` occurs twice")));
                continue;
            }
            let values = scenario.axes.iter_mut().map(|axis| axis.value(&row));
            let values = values.collect();
            scenario.matchups.push(Matchup {
                name: matchup.to_owned(),
                values,
                ..Matchup::default()
            });
        }
        let Some(last) = scenario.matchups.last_mut() else {
            continue;
        };
        flaws.extend(side_flaws(&row, last, record.is_exact()));
        last.sides.push(Side::read(&row));
    }
    let mut scenarios: Vec<Scenario> = scenarios.into_values().collect();
    for scenario in &mut scenarios {
        scenario.part_constants();
        let (has, says) = (scenario.matchups.len(), scenario.record.matchups);
        if has != says && flaws.is_empty() {
            let name = &scenario.record.scenario;
            let message = format!("there are {has} matchups of `{name}`, but run.json has {says}");
            flaws.push(Flaw::of("summary.csv", message));
        }
    }
    if flaws.is_empty() {
        Ok(scenarios)
    } else {
        flaws.truncate(10);
        Err(flaws)
    }
}

impl Axis {
    /// Returns the value of a row on this axis, and adds it to the values of the axis.
    fn value(&mut self, row: &Row<'_>) -> String {
        let mut value = row.text(&self.name);
        // If a table has another column with the name of the axis, the column of the axis has `axis` before
        // its name.
        let apart = format!("axis {}", self.name);
        if value.is_empty() || is_column(&self.name) {
            value = row.text(&apart);
        }
        if !self.values.iter().any(|known| known == value) {
            self.values.push(value.to_owned());
        }
        value.to_owned()
    }
}

/// Returns whether the summary has a column with this name that is not an axis.
fn is_column(name: &str) -> bool {
    let own = super::super::columns::SUMMARY.every_column();
    own.iter().any(|column| column.name == name)
}

impl Side {
    fn read(row: &Row<'_>) -> Self {
        let of = |name: &str| interval(row, name, &format!("{name}_low"), &format!("{name}_high"));
        let number = |name| row.number(name).unwrap_or_default();
        Self {
            name: row.text("side").to_owned(),
            fights: number("fights"),
            draws: number("draws"),
            undecided: number("undecided"),
            win_rate: of("win_rate"),
            rounds: of("rounds_mean"),
            survivors: of("survivors_mean"),
            rounds_p90: row.number("rounds_p90"),
            rounds_p50: row.number("rounds_p50"),
        }
    }

    /// Returns the first round after which half of the fights are over. `None` if more than half were cut
    /// off.
    pub(super) fn half_over(&self) -> Option<f64> {
        self.rounds_p50.filter(|_| self.cut_off() <= 0.5)
    }

    /// Returns the first round after which nine of ten fights are over. `None` if more than one of ten was
    /// cut off.
    pub(super) fn most_over(&self) -> Option<f64> {
        self.rounds_p90.filter(|_| self.cut_off() <= 0.1)
    }

    /// Returns the share of fights that were cut off.
    fn cut_off(&self) -> f64 {
        self.undecided / self.fights
    }
}

/// Adds the rows of the other tables to the matchups that they are about. Returns the flaws of these tables.
fn fill(scenarios: &mut [Scenario], tables: &IndexMap<String, Table>, exact: bool) -> Vec<Flaw> {
    let mut places: HashMap<(String, String), (usize, usize)> = HashMap::new();
    for (i, scenario) in scenarios.iter().enumerate() {
        for (j, matchup) in scenario.matchups.iter().enumerate() {
            let key = (scenario.record.scenario.clone(), matchup.name.clone());
            places.insert(key, (i, j));
        }
    }
    let mut flaws = Vec::new();
    for (name, texts, numbers, take) in FILLED {
        let Some(table) = tables.get(name) else {
            continue;
        };
        let texts = [&["scenario", "matchup"], texts].concat();
        let found = table.flaws(&texts, numbers, &[]);
        if !found.is_empty() {
            flaws.extend(found);
            continue;
        }
        for row in table.rows() {
            let key = (
                row.text("scenario").to_owned(),
                row.text("matchup").to_owned(),
            );
            if let Some(&(i, j)) = places.get(&key) {
                take(&row, &mut scenarios[i].matchups[j]);
            } else {
                flaws.push(row.flaw(format_args!(
                    "summary.csv has no matchup `{}` of `{}`",
                    key.1, key.0
                )));
                break;
            }
        }
    }
    if flaws.is_empty() && tables.contains_key("rounds.csv") {
        flaws.extend(rounds_flaw(scenarios, exact));
    }
    flaws
}

/// A function that adds a row of a table to its matchup.
type Take = fn(&Row<'_>, &mut Matchup);

/// The tables whose rows are added to matchups. Each has its name, the text and number columns that it must
/// have, and the function that adds a row.
const FILLED: [(&str, &[&str], &[&str], Take); 8] = [
    (
        "rounds.csv",
        &["winner"],
        &["round", "fights"],
        |row, matchup| {
            let fights = row.number("fights").unwrap_or_default();
            let winner = row.text("winner").to_owned();
            matchup.rounds.push((winner, row.whole("round"), fights));
        },
    ),
    (
        "combatants.csv",
        &["side", "combatant"],
        &[
            "count",
            "attacks",
            "hits",
            "evaded",
            "damage_dealt",
            "damage_taken",
            "downs",
            "survived",
        ],
        |row, matchup| {
            let number = |name| row.number(name).unwrap_or_default();
            matchup.combatants.push(Combatant {
                side: row.text("side").to_owned(),
                name: row.text("combatant").to_owned(),
                count: number("count"),
                attacks: number("attacks"),
                hits: number("hits"),
                evaded: number("evaded"),
                dealt: number("damage_dealt"),
                taken: number("damage_taken"),
                downs: number("downs"),
                survived: number("survived"),
            });
        },
    ),
    ("allies.csv", &["side", "alliance"], &[], |row, matchup| {
        let [side, alliance] = ["side", "alliance"].map(|name| row.text(name).to_owned());
        matchup.alliances.insert(side, alliance);
    }),
    (
        "objectives.csv",
        &["side", "objective"],
        &["wins"],
        |row, matchup| {
            matchup.objectives.push(Met {
                side: row.text("side").to_owned(),
                objective: row.text("objective").to_owned(),
                rate: interval(row, "win_rate", "win_rate_low", "win_rate_high"),
            });
        },
    ),
    (
        "day.csv",
        &["stage_kind", "stage_name", "combatant"],
        &["stage", "count", "days"],
        |row, matchup| {
            let number = row.whole("stage");
            if matchup
                .stages
                .last()
                .is_none_or(|last| last.number != number)
            {
                matchup.stages.push(Stage {
                    number,
                    kind: row.text("stage_kind").to_owned(),
                    name: row.text("stage_name").to_owned(),
                    through: interval(row, "through", "through_low", "through_high"),
                    stopped: interval(row, "stopped_rate", "stopped_low", "stopped_high"),
                    standing: Vec::new(),
                    supplies: Vec::new(),
                });
            }
            let standing = interval(
                row,
                "standing_mean",
                "standing_mean_low",
                "standing_mean_high",
            );
            let combatant = row.text("combatant").to_owned();
            let last = matchup.stages.last_mut().expect("it is there now");
            last.standing
                .push((combatant, row.whole("count"), standing));
            last.supplies.push(SUPPLIES.map(|kind| {
                let estimate = row.number(&format!("{kind}_mean"))?;
                let error = row.number(&format!("{kind}_mean_se")).unwrap_or_default();
                Some(Interval {
                    estimate,
                    low: (estimate - 1.96 * error).max(0.0),
                    high: estimate + 1.96 * error,
                })
            }));
        },
    ),
    (
        "hits.csv",
        &["side", "combatant", "weapon", "target_side", "target"],
        &["attacks", "hits", "damage_dealt"],
        |row, matchup| {
            let number = |name| row.number(name).unwrap_or_default();
            matchup.blows.push(Blows {
                by: [
                    row.text("side").to_owned(),
                    row.text("combatant").to_owned(),
                ],
                at: [
                    row.text("target_side").to_owned(),
                    row.text("target").to_owned(),
                ],
                attacks: number("attacks"),
                hits: number("hits"),
                dealt: number("damage_dealt"),
                followed: number("fights_followed"),
                downs: number("downs"),
                overkill: row.number("overkill"),
            });
        },
    ),
    (
        "damage.csv",
        &["side", "combatant", "weapon"],
        &["damage", "hits"],
        |row, matchup| {
            let weapon = Weapon {
                side: row.text("side").to_owned(),
                combatant: row.text("combatant").to_owned(),
                name: row.text("weapon").to_owned(),
            };
            let hits = row.number("hits").unwrap_or_default();
            let bins = matchup.weapons.entry(weapon).or_default();
            bins.push((row.whole("damage"), hits));
        },
    ),
    (
        "standing.csv",
        &["side"],
        &[
            "round",
            "standing_mean",
            "standing_mean_low",
            "standing_mean_high",
        ],
        |row, matchup| {
            let found = interval(
                row,
                "standing_mean",
                "standing_mean_low",
                "standing_mean_high",
            );
            if let Some(found) = found {
                let side = matchup.standing.entry(row.text("side").to_owned());
                side.or_default().push((row.whole("round"), found));
            }
        },
    ),
];
