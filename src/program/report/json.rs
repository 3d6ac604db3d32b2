//! Writes results as JSON, with one object per line, for programs that read the standard output.
//!
//! There is a line for each matchup, and then one for each expectation. Keys are the column names of the CSV
//! tables, and numbers are the same as in the tables, because lines are made from the rows of `summary.csv`,
//! `combatants.csv` and `expect.csv`. An empty cell becomes `null`. Data that all sides of a matchup share
//! are written only once, outside of the sides. The schema `schemas/run-output.json` describes all keys. A
//! newer version only adds keys. If the meaning of a key changes, the number in `format` is raised.

use std::collections::HashMap;

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::Value as Json;

use super::columns::{COMBATANTS, Column, ColumnKind, EXPECT, SUMMARY};
use super::{Played, Report, tables};
use crate::expect::Judgement;
use crate::fight::SideId;
use crate::tally::{Count, Method};

/// The value of `format` in the line of a matchup.
const FORMAT: &str = "skirmish-matchup/1";

/// The value of `format` in the line of an expectation.
const EXPECT_FORMAT: &str = "skirmish-expectation/1";

/// The columns of `expect.csv` that are the same for all claims of an expectation.
const EXPECTED: [&str; 9] = [
    "scenario",
    "ruleset",
    "expectation",
    "line",
    "kind",
    "statement",
    "why",
    "verdict",
    "unit",
];

/// The values that the labels of axes stand for. The key has the name of the scenario, the name of the axis,
/// and the label.
pub type AxisValues = HashMap<[String; 3], Json>;

/// The columns of `summary.csv` that are the same for all sides of a matchup.
const SHARED: [&str; 12] = [
    "fights",
    "draws",
    "undecided",
    "rounds_mean",
    "rounds_mean_low",
    "rounds_mean_high",
    "rounds_mean_se",
    "rounds_p10",
    "rounds_p50",
    "rounds_p90",
    "unresolved",
    "error_bound",
];

impl<C: Count> Report<C> {
    /// Returns a line for each matchup and then for each expectation, in the order of the tables.
    pub fn json_lines(&self, values: &AxisValues) -> String {
        let line = |played| self.matchup(played, values) + "\n";
        let matchups = self.played.iter().map(line);
        let expected = self.judgements.iter().map(|one| self.expected(one) + "\n");
        matchups.chain(expected).collect()
    }

    /// Returns the line for an expectation.
    fn expected(&self, judgement: &Judgement) -> String {
        let rows = rows(EXPECT.columns, &[], |row| {
            super::expect::rows(judgement).into_iter().for_each(row);
        });
        let shared = |name: &&str| EXPECTED.contains(name);
        let first = rows.first().into_iter().flatten();
        let shared = first.filter(|(name, _)| shared(name));
        let shared = shared.map(|(name, value)| (*name, value.clone()));
        let is_judged = judgement.unjudged.is_none();
        let claims = rows.iter().filter(|_| is_judged).map(|row| {
            let own = row.iter().filter(|(name, _)| !EXPECTED.contains(name));
            own.map(|(name, value)| (*name, value.clone())).collect()
        });
        let line = ExpectLine {
            format: EXPECT_FORMAT,
            version: &self.info.version,
            seed: self.info.seed,
            partial: self.info.partial,
            shared: shared.collect(),
            unjudged: judgement.unjudged.as_deref(),
            claims: claims.collect(),
        };
        serde_json::to_string(&line).expect("all keys are text")
    }

    fn matchup(&self, played: &Played<C>, values: &AxisValues) -> String {
        let mut sides = rows(SUMMARY.columns, SUMMARY.exact, |row| {
            tables::summary(played, row);
        });
        let mut shared = JsonRow::new();
        for (side, place) in sides.iter_mut().zip(0..) {
            for name in SHARED {
                shared.extend(side.shift_remove_entry(name));
            }
            let size = played.cast.side(SideId::at(place));
            let size = size.without(played.cast.absent).count();
            side.insert("fighters", size.into());
            if !played.cast.alliances.is_empty() {
                let alliance = played.cast.alliance(SideId::at(place));
                side.insert("alliance", alliance.into());
            }
        }
        let axes = (played.axes.iter()).map(|(name, label)| {
            let key = [&played.scenario, name, label].map(String::clone);
            let value = values.get(&key).cloned();
            Axis {
                name,
                value: value.unwrap_or_else(|| label.as_str().into()),
                label,
            }
        });
        let exact = C::METHOD == Method::Exact;
        let line = Line {
            format: FORMAT,
            version: &self.info.version,
            method: C::METHOD.name(),
            seed: (!exact).then_some(self.info.seed),
            digest: &played.digest,
            partial: self.info.partial,
            capped: played.capped,
            scenario: &played.scenario,
            ruleset: &played.ruleset,
            title: self.info.titles.get(&played.scenario).map(String::as_str),
            matchup: &played.matchup,
            matchup_id: tables::id_of(&played.digest),
            axes: axes.collect(),
            shared,
            sides,
            combatants: rows(COMBATANTS.columns, &[], |row| {
                tables::combatants(played, row);
            }),
        };
        serde_json::to_string(&line).expect("all keys are text")
    }
}

/// A row of a table: the names of its columns and the values.
type JsonRow = IndexMap<&'static str, Json>;

#[derive(Serialize)]
struct Line<'r> {
    format: &'static str,
    version: &'r str,
    method: &'static str,
    seed: Option<u64>,
    digest: &'r str,
    partial: bool,
    capped: bool,
    scenario: &'r str,
    ruleset: &'r str,
    title: Option<&'r str>,
    matchup: &'r str,
    matchup_id: String,
    axes: Vec<Axis<'r>>,
    #[serde(flatten)]
    shared: JsonRow,
    sides: Vec<JsonRow>,
    combatants: Vec<JsonRow>,
}

#[derive(Serialize)]
struct ExpectLine<'r> {
    format: &'static str,
    version: &'r str,
    seed: u64,
    partial: bool,
    #[serde(flatten)]
    shared: JsonRow,
    unjudged: Option<&'r str>,
    claims: Vec<JsonRow>,
}

#[derive(Serialize)]
struct Axis<'r> {
    name: &'r str,
    value: Json,
    label: &'r str,
}

/// Returns the rows of a table as objects. `each` is called once, with a function that adds a row from its
/// cells.
fn rows(
    columns: &'static [Column],
    further: &'static [Column],
    each: impl FnOnce(&mut dyn FnMut(Vec<String>)),
) -> Vec<JsonRow> {
    let mut rows = Vec::new();
    each(&mut |cells| {
        let columns = columns.iter().chain(further);
        let entries = columns.zip(cells).map(|(column, cell)| {
            let value = match column.kind {
                ColumnKind::Text => cell.into(),
                ColumnKind::Whole | ColumnKind::Real => number(&cell),
            };
            (column.name, value)
        });
        rows.push(entries.collect());
    });
    rows
}

/// Returns the number in a cell, or `null` if the cell is empty.
fn number(cell: &str) -> Json {
    if cell.is_empty() {
        return Json::Null;
    }
    cell.parse::<u64>()
        .map(Json::from)
        .or_else(|_| cell.parse::<f64>().map(Json::from))
        .expect("the cells of a column of numbers are numbers")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::fixtures::{in_both_seats, played, report};
    use super::*;

    #[test]
    fn a_line_has_the_numbers_of_the_tables() {
        let duel = played("duel", &[("skill", "good")], [60, 30, 6, 4]);
        let mut values = AxisValues::new();
        values.insert(["duel", "skill", "good"].map(str::to_owned), json!(55));
        let report = report(vec![in_both_seats(duel, [35, 55, 6, 4])]);
        let lines = report.json_lines(&values);
        assert_eq!(lines.lines().count(), 1);
        let line: Json = serde_json::from_str(&lines).expect("JSON");
        assert_eq!(line["format"], FORMAT);
        assert_eq!(line["title"], "Who wins?");
        assert_eq!(
            line["axes"],
            json!([{ "name": "skill", "value": 55, "label": "good" }])
        );
        assert_eq!((&line["fights"], &line["draws"]), (&json!(200), &json!(12)));
        let guards = &line["sides"][0];
        assert_eq!(guards["side"], "guards");
        assert_eq!(
            (&guards["wins"], &guards["losses"]),
            (&json!(115), &json!(65))
        );
        assert_eq!(
            (&guards["win_rate"], &guards["fighters"]),
            (&json!(0.575), &json!(1))
        );
        assert!(guards.get("fights").is_none());
        assert!(guards["seat_effect"].is_number());
        assert_eq!(line["combatants"][1]["combatant"], "raider");
        assert_eq!(line["combatants"][1]["attacks"], 600);
    }

    #[test]
    fn what_no_fight_tells_is_null() {
        let line = report(vec![played("duel", &[], [0, 0, 0, 0])]).json_lines(&AxisValues::new());
        let line: Json = serde_json::from_str(&line).expect("JSON");
        assert_eq!(line["sides"][0]["win_rate"], Json::Null);
        assert_eq!(line["sides"][0]["seat_effect"], Json::Null);
        assert_eq!(line["rounds_mean"], Json::Null);
        assert_eq!(line["axes"], json!([]));
    }

    #[test]
    fn every_column_that_sides_share_is_one_of_the_table() {
        for name in SHARED {
            let columns = SUMMARY.columns.iter().chain(SUMMARY.exact);
            assert_eq!(columns.filter(|column| column.name == name).count(), 1);
        }
    }
}
