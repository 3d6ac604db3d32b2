//! Compares exact odds with the results of played fights, to check the intervals of the latter.
//!
//! A 95 % interval does not contain the true value one time in twenty, so a few figures that are marked
//! `outside` are normal among many. If there are many more, the solver and the fights follow different rules.

use super::columns::{COMPARE, Column};
use super::dialect::{Csv, Dialect};
use super::{Played, form};
use crate::fight::SideId;
use crate::tally::{Expected, Interval, Method};

/// A list of figures that were both calculated exactly and estimated from played fights.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    pairs: Vec<Pair>,
}

#[derive(Debug, Clone, PartialEq)]
struct Pair {
    scenario: String,
    matchup: String,
    figure: String,
    /// Whether the figure is a share, which is shown in per cent.
    share: bool,
    exact: Interval,
    sampled: Interval,
}

impl Pair {
    /// Returns whether the exact figure is outside the interval of the estimate, even with the uncertainty of
    /// the exact figure.
    fn is_outside(&self) -> bool {
        self.exact.high < self.sampled.low || self.exact.low > self.sampled.high
    }

    fn mark(&self) -> &'static str {
        if self.is_outside() { "outside" } else { "" }
    }
}

impl Comparison {
    /// Compares the win rate of every side and the mean length of fights in every matchup. Both lists contain
    /// the same matchups in the same order.
    pub fn new(exact: &[Played<Expected>], sampled: &[Played]) -> Self {
        let pairs = exact.iter().zip(sampled).flat_map(|(exact, sampled)| {
            let pair = |figure: String, share, exact_figure, sampled_figure| {
                Some(Pair {
                    scenario: exact.scenario.clone(),
                    matchup: exact.matchup.clone(),
                    figure,
                    share,
                    exact: exact_figure?,
                    sampled: sampled_figure?,
                })
            };
            let rates = exact.cast.sides.iter().enumerate().map(move |(i, name)| {
                let side = SideId::at(i);
                let (one, other) = (exact.tally.win_rate(side), sampled.tally.win_rate(side));
                pair(format!("{name} win rate"), true, one, other)
            });
            let (one, other) = (exact.tally.rounds_mean(), sampled.tally.rounds_mean());
            rates.chain([pair("rounds".to_owned(), false, one, other)])
        });
        Self {
            pairs: pairs.flatten().collect(),
        }
    }

    /// Returns the number of figures whose interval does not contain the exact value, and the number of all
    /// figures.
    pub fn outside(&self) -> (usize, usize) {
        let outside = self.pairs.iter().filter(|pair| pair.is_outside());
        (outside.count(), self.pairs.len())
    }

    /// Returns the comparison as a table with at most `most` rows. If there are more figures, those outside
    /// of their interval come first.
    pub fn rows(&self, most: usize) -> Vec<Vec<String>> {
        let mut pairs: Vec<&Pair> = self.pairs.iter().collect();
        if pairs.len() > most {
            pairs.sort_by_key(|pair| !pair.is_outside());
        }
        let row = |pair: &Pair| {
            let show = if pair.share {
                form::percent
            } else {
                form::mean
            };
            let exact = show(Method::Exact, Some(pair.exact));
            let sampled = show(Method::Sampled, Some(pair.sampled));
            let mut cells = vec![pair.matchup.clone(), pair.figure.clone(), exact, sampled];
            cells.push(pair.mark().to_owned());
            cells
        };
        pairs.into_iter().take(most).map(row).collect()
    }

    /// The header of the table that [`Comparison::rows`] returns.
    pub const HEADS: [&str; 5] = ["matchup", "figure", "exact", "sampled", ""];

    /// Returns the comparison as `compare.csv`.
    ///
    /// # Panics
    /// Never, because writing CSV to memory cannot fail.
    pub fn csv(&self, dialect: Dialect) -> Vec<u8> {
        let known = |column: &Column| (column.name.to_owned(), column.kind);
        let mut csv = Csv::new(dialect, COMPARE.columns.iter().map(known));
        for pair in &self.pairs {
            let [exact, ..] = form::cells(Method::Exact, Some(pair.exact));
            let [sampled, low, high] = form::cells(Method::Sampled, Some(pair.sampled));
            let outside = if pair.is_outside() { "yes" } else { "no" };
            let names = [&pair.scenario, &pair.matchup, &pair.figure].map(String::as_str);
            let figures = [&exact, &sampled, &low, &high].map(String::as_str);
            csv.row(names.into_iter().chain(figures).chain([outside]));
        }
        csv.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::played;
    use super::*;
    use crate::fight::{Ending, FighterSet, Outcome, Witness};
    use crate::tally::Tally;

    /// Returns the exact odds of a duel that lasts three rounds, and that the guards win with the probability
    /// `wins`.
    fn exact(wins: f64) -> Played<Expected> {
        let sampled = played("duel", &[("armour", "7")], [1, 0, 0, 0]);
        let mut tally = Tally::weighed(&sampled.cast);
        for (side, weight) in [(0, wins), (1, 1.0 - wins)] {
            tally.weigh(weight);
            tally.ended(&Outcome {
                ending: Ending::Won(SideId(side)),
                rounds: 3,
                standing: FighterSet::NONE,
            });
        }
        Played {
            scenario: sampled.scenario,
            ruleset: sampled.ruleset,
            matchup: sampled.matchup,
            axes: sampled.axes,
            digest: sampled.digest,
            cast: sampled.cast,
            tally,
            seats: None,
            capped: false,
        }
    }

    #[test]
    fn a_figure_outside_its_interval_is_marked() {
        let sampled = [played("duel", &[("armour", "7")], [600, 400, 0, 0])];
        let good = Comparison::new(&[exact(0.61)], &sampled);
        assert_eq!(good.outside(), (0, 3));
        let bad = Comparison::new(&[exact(0.7)], &sampled);
        assert_eq!(bad.outside(), (2, 3));
        insta::assert_snapshot!(String::from_utf8_lossy(&bad.csv(Dialect::Standard)).replace('\r', ""), @r"
        scenario,matchup,figure,exact,sampled,sampled_low,sampled_high,outside
        duel,7,guards win rate,0.7,0.600000,0.569309,0.629926,yes
        duel,7,raiders win rate,0.3,0.400000,0.370074,0.430691,yes
        duel,7,rounds,3,3.000000,2.996311,3.003689,no
        ");
        let rows = bad.rows(2);
        assert_eq!(
            rows[1].join(" | "),
            "7 | raiders win rate | 30.00000 % | 40.0 % ± 3.1 | outside"
        );
    }
}
