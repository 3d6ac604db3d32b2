//! Writes the result of `best`, a search for the best of many loadouts, as CSV and as JSON. A loadout is a
//! choice of equipment or other settings for one side.

use serde::Serialize;

use super::columns;
use super::dialect::{Csv, Dialect};
use super::findings::Findings;
use super::form;
use crate::best::{RankedLoadout, Verdict};
use crate::tally::Method;

/// A loadout and what the search found out about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Loadout {
    /// The loadout itself: the name of each axis of the side, and the value on it.
    pub values: Vec<(String, String)>,
    /// The loadout's place among all loadouts, and the results of its fights.
    pub standing: RankedLoadout,
}

impl Loadout {
    /// Returns the win rate in the final round of the search as text. A loadout that was dropped earlier has
    /// a dash.
    pub fn rate(&self) -> String {
        form::percent(Method::Sampled, self.standing.rate)
    }

    /// Returns the difference to the win rate of the best loadout as text. Empty for the best one, and for a
    /// loadout that was dropped before the final round.
    pub fn behind(&self) -> String {
        let behind = self.standing.behind;
        behind.map_or_else(String::new, |behind| {
            form::signed(Method::Sampled, true, behind)
        })
    }

    fn name(&self) -> String {
        let each = self.values.iter();
        let each: Vec<String> = each
            .map(|(axis, value)| format!("{axis}={value}"))
            .collect();
        each.join("; ")
    }
}

/// The settings and the result of a search for the best loadout, as `best.json` contains them.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct BestInfo {
    /// The name of this program.
    pub program: &'static str,
    /// The version of this program.
    pub version: String,
    /// The seed for the dice of the run.
    pub seed: u64,
    /// The command line. Flags that cannot change a result are left out.
    pub command: Vec<String>,
    /// The path of each file that was read, and its SHA-256.
    pub files: Vec<(String, String)>,
    /// The name of the scenario.
    pub scenario: String,
    /// The name of the scenario's rulebook.
    pub ruleset: String,
    /// The side whose loadouts were compared.
    pub side: String,
    /// The axes whose values make up a loadout.
    pub axes: Vec<String>,
    /// The number of loadouts that were compared.
    pub loadouts: usize,
    /// The number of matchups that each loadout fights.
    pub matchups: usize,
    /// The number of fights that were played in total.
    pub fights: u64,
    /// The number of fights that the search would have needed if every loadout had been played as often as a
    /// finalist.
    pub equal_split: u64,
    /// The best loadout: the name of each axis of the side, and the value on it.
    pub best: Vec<(String, String)>,
    /// The number of finalists whose difference to the best loadout is not certain.
    pub tied: usize,
    /// The number of loadouts that were dropped although it is not certain that they are worse.
    pub open: usize,
    /// An upper bound for how much higher the win rate of any loadout could be than that of the best one. The
    /// bound is right with a probability of 95 %.
    pub missed: f64,
}

/// The result of a search for the best loadout.
#[derive(Debug, Clone, PartialEq)]
pub struct Best {
    /// The settings and the result, as `best.json` contains them.
    pub info: BestInfo,
    /// All loadouts, the best first.
    pub all: Vec<Loadout>,
    /// The number of fights of each finalist in the final round, in all matchups and seats (orders of the
    /// sides).
    pub finals: u64,
}

impl Findings for Best {
    const FILES: [&'static str; 2] = ["best.csv", "best.json"];

    type Info = BestInfo;

    fn info(&self) -> &BestInfo {
        &self.info
    }

    /// Returns `best.csv`, which has one row for each loadout.
    ///
    /// # Panics
    /// Never, because writing CSV to memory cannot fail.
    fn csv(&self, dialect: Dialect) -> Vec<u8> {
        let columns = columns::BEST.columns.iter();
        let mut csv = Csv::new(
            dialect,
            columns.map(|column| (column.name.to_owned(), column.kind)),
        );
        for (place, one) in self.all.iter().enumerate() {
            let standing = &one.standing;
            let (won, of) = standing.searched;
            #[expect(clippy::cast_precision_loss, reason = "a share with six decimals")]
            let searched = (of > 0).then(|| format!("{:.6}", won as f64 / of as f64));
            let mut cells = vec![
                self.info.scenario.clone(),
                self.info.ruleset.clone(),
                self.info.side.clone(),
                (place + 1).to_string(),
                one.name(),
                standing.verdict.name().to_owned(),
                standing
                    .dropped
                    .map_or_else(String::new, |round| (round + 1).to_string()),
                of.to_string(),
                searched.unwrap_or_default(),
                if standing.rate.is_some() {
                    self.finals
                } else {
                    0
                }
                .to_string(),
            ];
            cells.extend(form::cells(Method::Sampled, standing.rate));
            cells.extend(form::cells(Method::Sampled, standing.behind));
            csv.row(cells.iter().map(String::as_str));
        }
        csv.finish()
    }
}

impl Best {
    /// Returns the finalists, the best first.
    pub fn finalists(&self) -> impl Iterator<Item = &Loadout> {
        self.all.iter().filter(|one| one.standing.dropped.is_none())
    }

    /// Returns the number of loadouts that were dropped before the final round with the verdict `verdict`.
    pub fn dropped(&self, verdict: Verdict) -> usize {
        let dropped = self.all.iter().filter(|one| one.standing.dropped.is_some());
        dropped
            .filter(|one| one.standing.verdict == verdict)
            .count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::Interval;

    #[test]
    fn the_table_has_a_row_for_each_loadout() {
        let interval = |low, high, estimate| {
            Some(Interval {
                low,
                high,
                estimate,
            })
        };
        let one = |arm, dropped, verdict| Loadout {
            values: vec![("blade".to_owned(), format!("axe {arm}"))],
            standing: RankedLoadout {
                arm,
                dropped,
                searched: (12, 20),
                rate: None,
                behind: None,
                verdict,
            },
        };
        let mut best = one(3, None, Verdict::Best);
        best.standing.rate = interval(0.58, 0.62, 0.6);
        let mut tied = one(1, None, Verdict::Tied);
        tied.standing.rate = interval(0.57, 0.61, 0.59);
        tied.standing.behind = interval(-0.02, 0.003, -0.01);
        let best = Best {
            info: BestInfo {
                scenario: "duel".to_owned(),
                ruleset: "brp".to_owned(),
                side: "red".to_owned(),
                ..BestInfo::default()
            },
            all: vec![best, tied, one(0, Some(1), Verdict::Open)],
            finals: 5000,
        };
        let text = String::from_utf8(best.csv(Dialect::Standard)).expect("UTF-8");
        insta::assert_snapshot!(text.replace('\r', ""), @r"
        scenario,ruleset,side,place,loadout,verdict,dropped_after,search_fights,search_win_rate,fights,win_rate,win_rate_low,win_rate_high,behind,family_low,family_high
        duel,brp,red,1,blade=axe 3,best,,20,0.600000,5000,0.600000,0.580000,0.620000,,,
        duel,brp,red,2,blade=axe 1,tied,,20,0.600000,5000,0.590000,0.570000,0.610000,-0.010000,-0.020000,0.003000
        duel,brp,red,3,blade=axe 0,open,2,20,0.600000,0,,,,,,
        ");
    }
}
