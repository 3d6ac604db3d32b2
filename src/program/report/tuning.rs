//! Writes the settings that a search for balance (`tune`) tried and found, as text, as CSV and as JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use super::columns::{self, Column};
use super::dialect::{Csv, Dialect};
use super::findings::Findings;
use super::form;
use crate::tally::{Interval, Method};

/// A win rate that the search measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Rate {
    /// The stage of the search: `search`, `check`, `before` or `after`.
    pub stage: &'static str,
    /// The changes of the scenario, as `path=value` separated by spaces. Empty if nothing was changed.
    pub setting: String,
    /// The side or the contender that has this win rate.
    pub contender: String,
    /// The number of fights, in all matchups and seats (orders of the sides). `None` for exact odds.
    pub fights: Option<u64>,
    /// The win rate with its interval.
    pub rate: Interval,
    /// The target: the two ends of a band. If both are equal, the target is a single share.
    pub target: (f64, f64),
}

impl Rate {
    /// Returns whether the rate is `below`, `within` or `above` its target. If the target is a band, the
    /// estimate has to be within it. If the target is a single share, it has to be within the interval of the
    /// rate.
    pub fn verdict(&self) -> &'static str {
        let (low, high) = self.target;
        let single = low >= high;
        let (least, most) = if single {
            (self.rate.high, self.rate.low)
        } else {
            (self.rate.estimate, self.rate.estimate)
        };
        if least < low {
            "below"
        } else if most > high {
            "above"
        } else {
            "within"
        }
    }

    /// Returns whether the interval contains an end of the band.
    pub fn is_on_the_edge(&self) -> bool {
        let (low, high) = self.target;
        [low, high]
            .iter()
            .any(|&end| self.rate.low < end && end < self.rate.high)
    }

    /// Returns the rate as text.
    pub fn shown(&self) -> String {
        form::percent(self.method(), Some(self.rate))
    }

    fn method(&self) -> Method {
        match self.fights {
            Some(_) => Method::Sampled,
            None => Method::Exact,
        }
    }
}

/// A value of the scenario to change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Tweak {
    /// The path of the value.
    pub path: String,
    /// The value before the change. `None` if it was not set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The value after the change.
    pub after: String,
    /// The number of steps between the two values. The number is negative if the value was lowered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<i32>,
}

/// Where a line through the measured values crosses the target.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Crossing {
    /// The value where the line crosses the target.
    pub at: f64,
    /// The lower end of the 95 % interval. `None` if it is outside of the values that were tried.
    pub low: Option<f64>,
    /// The upper end of the 95 % interval. `None` if it is outside of the values that were tried.
    pub high: Option<f64>,
}

/// The settings and the result of `tune`, as its JSON file contains them.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct TuningInfo {
    /// The name of this program.
    pub program: &'static str,
    /// The version of this program.
    pub version: String,
    /// The method that gave the figures: `paired`, `sampled` or `exact`.
    pub method: &'static str,
    /// The seed of the run. `None` if no dice were rolled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The command line. Flags that cannot change a result are left out.
    pub command: Vec<String>,
    /// The path of each file that was read, and its SHA-256.
    pub files: Vec<(String, String)>,
    /// The name of the scenario.
    pub scenario: String,
    /// The name of the scenario's rulebook.
    pub ruleset: String,
    /// The paths that may be changed and whose values other rows inherit, each with the names of those rows.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub inherited: BTreeMap<String, Vec<String>>,
    /// Whether the search found settings that meet the targets.
    pub found: bool,
    /// The values to change.
    pub changes: Vec<Tweak>,
    /// If several values were searched together for the win rate of a side: all combinations that the search
    /// found. Each combination is a list of values to change.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Vec<Tweak>>,
    /// Other values that may meet the targets, because the intervals of their win rates include the targets.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub may_be: Vec<String>,
    /// Where a line through the measured values crosses the target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crossing: Option<Crossing>,
    /// The contenders that are outside of the target even after the changes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub outside: Vec<String>,
}

/// The result of a search for balance.
#[derive(Debug, Clone, PartialEq)]
pub struct Tuning {
    /// The settings and the result, as the JSON file contains them.
    pub info: TuningInfo,
    /// The measured win rates that the result is based on, in the order of the table.
    pub rates: Vec<Rate>,
}

impl Tuning {
    /// Returns the names of the rows that change together with a setting, separated by `; `.
    fn heirs_of(&self, setting: &str) -> String {
        let sets = |path: &str| {
            let mut changes = setting.split(' ');
            changes.any(|change| {
                change
                    .strip_prefix(path)
                    .is_some_and(|rest| rest.starts_with('='))
            })
        };
        let found = self.info.inherited.iter().filter(|(path, _)| sets(path));
        let mut names: Vec<&str> = found
            .flat_map(|(_, heirs)| heirs)
            .map(String::as_str)
            .collect();
        names.sort_unstable();
        names.dedup();
        names.join("; ")
    }
}

impl Findings for Tuning {
    const FILES: [&'static str; 2] = ["tune.csv", "tune.json"];

    type Info = TuningInfo;

    fn info(&self) -> &TuningInfo {
        &self.info
    }

    /// Returns the file `tune.csv`. It has one row for each measured win rate: that of one side or contender
    /// with one setting.
    ///
    /// # Panics
    /// Never, because writing CSV to memory cannot fail.
    fn csv(&self, dialect: Dialect) -> Vec<u8> {
        let known = |column: &Column| (column.name.to_owned(), column.kind);
        let mut csv = Csv::new(dialect, columns::TUNE.columns.iter().map(known));
        for rate in &self.rates {
            let mut cells = vec![
                self.info.scenario.clone(),
                self.info.ruleset.clone(),
                rate.stage.to_owned(),
                rate.setting.clone(),
                self.heirs_of(&rate.setting),
                rate.contender.clone(),
                rate.fights.map_or_else(String::new, |n| n.to_string()),
            ];
            cells.extend(form::cells(rate.method(), Some(rate.rate)));
            let (low, high) = rate.target;
            cells.extend([low, high].map(|end| format!("{end:.6}")));
            cells.push(rate.verdict().to_owned());
            csv.row(cells.iter().map(String::as_str));
        }
        csv.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(estimate: f64, target: (f64, f64)) -> Rate {
        Rate {
            stage: "check",
            setting: "weapons.axe.damage=1d6".to_owned(),
            contender: "axe".to_owned(),
            fights: Some(1000),
            rate: Interval {
                low: estimate - 0.03,
                high: estimate + 0.03,
                estimate,
            },
            target,
        }
    }

    #[test]
    fn a_share_has_to_lie_in_the_interval_and_a_band_around_the_estimate() {
        for (estimate, target, verdict) in [
            (0.48, (0.5, 0.5), "within"),
            (0.46, (0.5, 0.5), "below"),
            (0.54, (0.5, 0.5), "above"),
            (0.44, (0.45, 0.55), "below"),
            (0.46, (0.45, 0.55), "within"),
            (0.56, (0.45, 0.55), "above"),
        ] {
            assert_eq!(rate(estimate, target).verdict(), verdict, "{estimate}");
        }
        assert!(rate(0.46, (0.45, 0.55)).is_on_the_edge());
        assert!(!rate(0.5, (0.45, 0.55)).is_on_the_edge());
    }

    #[test]
    fn the_table_has_a_row_for_each_rate() {
        let tuning = Tuning {
            info: TuningInfo {
                scenario: "duel".to_owned(),
                ruleset: "brp".to_owned(),
                inherited: [("weapons.axe.damage".to_owned(), vec!["halberd".to_owned()])].into(),
                ..TuningInfo::default()
            },
            rates: vec![rate(0.5, (0.45, 0.55))],
        };
        let text = String::from_utf8(tuning.csv(Dialect::Standard)).expect("UTF-8");
        insta::assert_snapshot!(text.replace('\r', ""), @r"
        scenario,ruleset,stage,setting,heirs,contender,fights,win_rate,win_rate_low,win_rate_high,target_low,target_high,verdict
        duel,brp,check,weapons.axe.damage=1d6,halberd,axe,1000,0.500000,0.470000,0.530000,0.450000,0.550000,within
        ");
    }
}
