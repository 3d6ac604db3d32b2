//! The value of a step of a number: its effect on a side's win rate, the length of fights and the damage.
//!
//! Every number is moved in both directions, and all variants are played under the luck of the unchanged scenario, or
//! solved if they are small. The figures of all steps are one family: their intervals and verdicts hold together at
//! 95 % (see [`Family`]). A number that is not part of the fight has exactly no effect.

mod bars;
mod table;
mod terminal;

use serde::Serialize;

use super::dialect::Dialect;
use super::findings::Findings;
use crate::compare::{Verdict, judge_among};
use crate::scenario::TreePath;
use crate::tally::{Family, Figure, Interval, Method, Pairs, holm, sure};

/// A number, moved in one direction.
#[derive(Debug, Clone, PartialEq)]
pub struct StepMove {
    /// Its path.
    pub path: TreePath,
    /// The rows that inherit the number and change with it.
    pub heirs: Vec<String>,
    /// The same for all moves of one number.
    pub number: usize,
    /// Unit; may be empty.
    pub unit: &'static str,
    /// The step, with a sign: `+1`.
    pub step: String,
    /// Value before.
    pub before: String,
    /// Value after.
    pub after: String,
    /// Its effect.
    pub found: Effect,
}

/// Effect of a move, figure by figure in the order of [`Worth::new`].
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// The fight has the same content.
    Unused,
    /// Sums over pairs of fights.
    Sampled(Vec<Pairs>),
    /// The exact figure after the move, and bounds on it.
    Exact(Vec<Interval>),
}

/// The unchanged scenario.
#[derive(Debug, Clone, PartialEq)]
pub struct Unchanged {
    /// The sides, by their numbers in the figures.
    pub sides: Vec<String>,
    /// The figures: first the win rate that is asked about.
    pub figures: Vec<Figure>,
    /// Their values, in the same order.
    pub values: Vec<Interval>,
}

/// A move that cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// The path of the number.
    pub path: String,
    /// The step, with a sign.
    pub step: String,
    /// Reason why the step was left out.
    pub why: String,
}

/// A number that is missing in the scenario and has no figure in the book.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Without {
    /// Its path.
    pub path: String,
    /// Default in the book's words; may be empty.
    pub instead: String,
}

/// Pairs of fights of each move in a matchup, in all seats together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pairings {
    /// The matchup.
    pub matchup: String,
    /// How many pairs were played.
    pub pairs: u64,
}

/// The question and the run, enough to repeat it.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct WorthInfo {
    /// The program's name.
    pub program: &'static str,
    /// Its version.
    pub version: String,
    /// The method for the figures: `paired` or `exact`.
    pub method: &'static str,
    /// The scenario.
    pub scenario: String,
    /// Its rulebook.
    pub ruleset: String,
    /// The matchups; the figures are their mean.
    pub matchups: Vec<String>,
    /// The side whose win rate is considered.
    pub side: String,
    /// The run's seed.
    pub seed: u64,
    /// The command line, without flags that cannot change a figure.
    pub command: Vec<String>,
    /// Whether the run was interrupted.
    pub partial: bool,
    /// Pairs of fights of each move in each matchup and seat; 0 where the odds are exact.
    pub fights: u64,
    /// Number of seats.
    pub seats: u64,
    /// Pairs of each matchup, if the run was interrupted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub done: Vec<Pairings>,
    /// The margin, as written.
    pub margin: String,
    /// Moves that could not be made.
    pub left_out: Vec<LeftOut>,
    /// Numbers, such as those of a stat block, without a figure to start from.
    pub without: Vec<Without>,
    /// The files read, each with its SHA-256.
    pub files: Vec<(String, String)>,
}

/// Values of steps.
#[derive(Debug, Clone, PartialEq)]
pub struct Worth {
    info: WorthInfo,
    standing: Unchanged,
    /// The largest effect first, with the moves of a number together.
    moves: Vec<(StepMove, Vec<FigureChange>)>,
    /// The family of figures whose intervals hold together.
    family: Family,
}

/// One figure of a move.
#[derive(Debug, Clone, Copy, PartialEq)]
struct FigureChange {
    figure: Figure,
    method: Method,
    pairs: u64,
    before: Interval,
    after: Interval,
    difference: Interval,
    margin: f64,
    /// Holm's adjusted p-value, if the figure was tested.
    p: Option<f64>,
    verdict: Verdict,
}

impl FigureChange {
    fn is_share(&self) -> bool {
        matches!(self.figure, Figure::Won(_))
    }

    /// Returns the verdict in one or two words.
    fn word(&self) -> &'static str {
        let (more, less) = match self.figure {
            Figure::Won(_) => ("better", "worse"),
            Figure::Rounds => ("longer", "shorter"),
            Figure::Dealt(_) => ("more", "less"),
        };
        match self.verdict {
            Verdict::Same => "not used",
            Verdict::Within => "no difference",
            Verdict::More => more,
            Verdict::Less => less,
            Verdict::Open { .. } => "undecided",
        }
    }
}

impl Worth {
    /// Returns the effects of these moves. The margin is a share: win rates that differ by at most this, and
    /// means that differ by at most this fraction of their value, count as equal.
    ///
    /// # Panics
    /// If the number of figures of a move differs from that of the unchanged scenario.
    pub fn new(info: WorthInfo, margin: f64, standing: Unchanged, moves: Vec<StepMove>) -> Self {
        let rows = rows(margin, &standing, &moves);
        let tested = rows.iter().flatten().filter(|row| row.p.is_some()).count();
        let family = Family::of(tested);
        let mut moves: Vec<(StepMove, Vec<FigureChange>)> = moves.into_iter().zip(rows).collect();
        rank(&mut moves);
        Self {
            info,
            standing,
            moves,
            family,
        }
    }

    /// Returns the side's name; empty if the figure belongs to no side.
    fn side_of(&self, figure: Figure) -> &str {
        match figure {
            Figure::Won(side) | Figure::Dealt(side) => &self.standing.sides[side.index()],
            Figure::Rounds => "",
        }
    }
}

impl Findings for Worth {
    const FILES: [&'static str; 2] = ["worth.csv", "worth.json"];

    type Info = WorthInfo;

    fn info(&self) -> &WorthInfo {
        &self.info
    }

    /// `worth.csv`: one row per move and figure.
    fn csv(&self, dialect: Dialect) -> Vec<u8> {
        table::csv(self, dialect)
    }
}

/// Returns the figures of every move, judged together.
fn rows(margin: f64, standing: &Unchanged, moves: &[StepMove]) -> Vec<Vec<FigureChange>> {
    let each = |one: &StepMove| -> Vec<FigureChange> {
        let places = 0..standing.figures.len();
        places
            .filter_map(|at| row(margin, standing, &one.found, at))
            .collect()
    };
    let mut rows: Vec<Vec<FigureChange>> = moves.iter().map(each).collect();
    let p_values: Vec<f64> = rows.iter().flatten().filter_map(|row| row.p).collect();
    let family = Family::of(p_values.len());
    let mut adjusted = holm(&p_values).into_iter();
    for (one, rows) in moves.iter().zip(&mut rows) {
        let Effect::Sampled(figures) = &one.found else {
            continue;
        };
        for (pairs, row) in figures.iter().zip(rows) {
            let difference = if row.is_share() {
                pairs.difference_of_shares_among(family)
            } else {
                pairs.difference_of_means_among(family)
            };
            let p = adjusted.next().expect("one of each");
            row.difference = difference.expect("there are pairs, as there is a row");
            row.p = Some(p);
            row.verdict = judge_among(family, row.difference, sure(p), row.margin, row.pairs);
        }
    }
    rows
}

/// One figure by itself; the p-value and the interval of a sampled one are adjusted later.
fn row(margin: f64, standing: &Unchanged, found: &Effect, at: usize) -> Option<FigureChange> {
    let figure = standing.figures[at];
    let before = standing.values[at];
    let is_share = matches!(figure, Figure::Won(_));
    let margin = if is_share {
        margin
    } else {
        margin * before.estimate
    };
    let nothing = Interval {
        low: 0.0,
        high: 0.0,
        estimate: 0.0,
    };
    let blank = FigureChange {
        figure,
        method: Method::Exact,
        pairs: 0,
        before,
        after: before,
        difference: nothing,
        margin,
        p: None,
        verdict: Verdict::Same,
    };
    Some(match found {
        Effect::Unused => blank,
        Effect::Exact(after) => {
            let after = after[at];
            let difference = Interval {
                low: after.low - before.high,
                high: after.high - before.low,
                estimate: after.estimate - before.estimate,
            };
            let is_one = difference.low > 0.0 || difference.high < 0.0;
            let verdict = match judge_among(Family::ONE, difference, is_one, margin, 0) {
                // Without a positive margin, a difference that cannot be distinguished from zero counts as zero.
                Verdict::Open { .. } => Verdict::Within,
                verdict => verdict,
            };
            FigureChange {
                after,
                difference,
                verdict,
                ..blank
            }
        }
        Effect::Sampled(figures) => {
            let pairs = &figures[at];
            let (after, p) = if is_share {
                (pairs.shares()?[1], pairs.p_of_shares()?)
            } else {
                (pairs.means()?[1], pairs.p_of_means()?)
            };
            FigureChange {
                method: Method::Sampled,
                pairs: pairs.pairs(),
                after,
                p: Some(p),
                ..blank
            }
        }
    })
}

/// Sorts the numbers by their effect on the win rate in either direction, the largest first.
fn rank(moves: &mut [(StepMove, Vec<FigureChange>)]) {
    let numbers = moves.iter().map(|(one, _)| one.number + 1).max();
    let mut sizes = vec![-1.0f64; numbers.unwrap_or(0)];
    for (one, rows) in moves.iter() {
        let size = rows.first().map_or(0.0, |row| match row.verdict {
            // Unused numbers come last, after numbers without effect.
            Verdict::Same => -1.0,
            _ => row.difference.estimate.abs(),
        });
        sizes[one.number] = sizes[one.number].max(size);
    }
    moves.sort_by(|(a, _), (b, _)| {
        let by_size = sizes[b.number].total_cmp(&sizes[a.number]);
        by_size.then(a.number.cmp(&b.number))
    });
}

#[cfg(test)]
mod tests;
