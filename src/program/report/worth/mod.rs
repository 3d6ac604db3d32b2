//! Evaluates how much one step of each number is worth: its effect on the win rate of a side, the length of
//! fights, and the damage.
//!
//! Every number of the scenario is raised and lowered by one step. Each such change is called a move. Fights
//! of the changed scenario are played with the same dice as those of the unchanged one, or both are solved
//! exactly if they are small. All figures are judged together: their intervals and verdicts are all right
//! with a probability of 95 % (see [`Family`]). A number that does not affect the fight has exactly no
//! effect.

mod bars;
mod table;
mod terminal;

use serde::Serialize;

use super::dialect::Dialect;
use super::findings::Findings;
use crate::compare::{Verdict, judge_among};
use crate::scenario::TreePath;
use crate::tally::{Family, Figure, Interval, Method, Pairs, holm, sure};

/// A number that is raised or lowered by one step.
#[derive(Debug, Clone, PartialEq)]
pub struct StepMove {
    /// The path of the number.
    pub path: TreePath,
    /// The names of the rows that inherit the number and change together with it.
    pub heirs: Vec<String>,
    /// The index of the number. The moves up and down of the same number have the same index.
    pub number: usize,
    /// The unit of the number, or an empty text.
    pub unit: &'static str,
    /// The step with its sign, such as `+1`.
    pub step: String,
    /// The value before the step.
    pub before: String,
    /// The value after the step.
    pub after: String,
    /// The effect of the step.
    pub found: Effect,
}

/// The effect of a step on each figure, in the order of [`Unchanged::figures`].
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// The step changes nothing that the fight depends on, so all figures stay the same.
    Unused,
    /// The sums over pairs of fights, for each figure.
    Sampled(Vec<Pairs>),
    /// The exact figures after the step, with their bounds.
    Exact(Vec<Interval>),
}

/// The figures of the unchanged scenario.
#[derive(Debug, Clone, PartialEq)]
pub struct Unchanged {
    /// The names of the sides.
    pub sides: Vec<String>,
    /// The figures. The first one is the win rate of the side in [`WorthInfo::side`].
    pub figures: Vec<Figure>,
    /// The values of the figures, in the same order.
    pub values: Vec<Interval>,
}

/// A step that could not be made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// The path of the number.
    pub path: String,
    /// The step with its sign.
    pub step: String,
    /// The reason why the step could not be made.
    pub why: String,
}

/// A number that is not set in the scenario and has no numeric default in the rulebook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Without {
    /// The path of the number.
    pub path: String,
    /// The default in the words of the rulebook, or an empty text.
    pub instead: String,
}

/// How many pairs of fights each step has in a matchup, in all seats (orders of the sides) together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pairings {
    /// The name of the matchup.
    pub matchup: String,
    /// The number of pairs that were played.
    pub pairs: u64,
}

/// The settings of a `worth` run, as its JSON file contains them. With these, the command can be repeated.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct WorthInfo {
    /// The name of this program.
    pub program: &'static str,
    /// The version of this program.
    pub version: String,
    /// The method that gave the figures: `paired` or `exact`.
    pub method: &'static str,
    /// The name of the scenario.
    pub scenario: String,
    /// The name of the scenario's rulebook.
    pub ruleset: String,
    /// The names of the matchups. Each figure is the mean over all of them.
    pub matchups: Vec<String>,
    /// The side whose win rate decides what a step is worth.
    pub side: String,
    /// The seed of the run.
    pub seed: u64,
    /// The command line. Flags that cannot change a result are left out.
    pub command: Vec<String>,
    /// Whether the run was interrupted before its end.
    pub partial: bool,
    /// The number of pairs of fights that each move has in each matchup and seat. The number is 0 for exact
    /// odds.
    pub fights: u64,
    /// The number of seats that were played.
    pub seats: u64,
    /// The number of pairs in each matchup, if the run was interrupted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub done: Vec<Pairings>,
    /// The margin as the user wrote it. Smaller differences count as equal.
    pub margin: String,
    /// The steps that could not be made.
    pub left_out: Vec<LeftOut>,
    /// The numbers that could have been changed, but have no value to start from.
    pub without: Vec<Without>,
    /// The path of each file that was read, and its SHA-256.
    pub files: Vec<(String, String)>,
}

/// The result of `worth`: how much one step of each number is worth.
#[derive(Debug, Clone, PartialEq)]
pub struct Worth {
    info: WorthInfo,
    standing: Unchanged,
    /// The moves with their figures, from the largest effect to the smallest. Both moves of a number are
    /// together.
    moves: Vec<(StepMove, Vec<FigureChange>)>,
    /// The figures whose intervals and verdicts are judged together.
    family: Family,
}

/// A figure before and after a move.
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
    /// Evaluates these moves. The margin is a share: win rates count as equal if they differ by at most this
    /// much. Means count as equal if they differ by at most this fraction of their value.
    ///
    /// # Panics
    /// If a move has more or fewer figures than the unchanged scenario.
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

    /// Returns the name of the side that a figure belongs to. Empty if it belongs to no side.
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

    /// Returns `worth.csv`, which has one row for each move and figure.
    fn csv(&self, dialect: Dialect) -> Vec<u8> {
        table::csv(self, dialect)
    }
}

/// Returns the figures of every move, with intervals and verdicts that take all of these figures into
/// account.
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

/// Returns the figure with the index `at` before and after a move. If the figure is from played fights, its
/// p-value and interval are adjusted later.
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
                // With a margin of 0, an exact difference whose bounds include zero counts as no difference.
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

/// Orders the moves by their effect on the win rate in either direction, the largest first. Both moves of a
/// number stay together.
fn rank(moves: &mut [(StepMove, Vec<FigureChange>)]) {
    let numbers = moves.iter().map(|(one, _)| one.number + 1).max();
    let mut sizes = vec![-1.0f64; numbers.unwrap_or(0)];
    for (one, rows) in moves.iter() {
        let size = rows.first().map_or(0.0, |row| match row.verdict {
            // Numbers that do not affect the fight come last, even after numbers whose effect is zero.
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
