//! Tables of the win rates for each pair of values on two axes. Other axes are fixed or averaged.
//!
//! A cell is the mean over the matchups with its two values, with equal weights. Both axes may have the same
//! values, such as stat blocks, which are called contenders. One axis then chooses the contender of one side,
//! and the other axis that of the other side. In that case the cells are the payoffs of a game, which
//! [`Contenders`] evaluates. A *score* is always the share of fights that a side won, plus half the share of
//! fights that nobody won. The scores of two sides sum to one. The axes are chosen by the command line and
//! not here (see [`MatrixPlan`]).

mod contenders;
mod cycles;
mod game;
mod mix;
mod rating;
mod sums;
pub(super) mod tables;
#[cfg(test)]
mod tests;

pub use contenders::{Contender, Contenders, Dominated};
pub use cycles::{Cycle, Cycles};
pub use mix::Mix;

use indexmap::IndexSet;

use super::Played;
use super::ranking::average;
use crate::fight::SideId;
use crate::tally::{Count, Interval};

/// The axes and the side of a scenario's matrix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatrixPlan {
    /// The axis whose values are the rows.
    pub rows: String,
    /// The axis whose values are the columns.
    pub columns: String,
    /// The side whose win rates are shown.
    pub side: SideId,
    /// The axes that are fixed, each with the value to use. The mean is taken over all remaining axes.
    pub at: Vec<(String, String)>,
    /// Whether both axes list the same contenders, each axis for one of two sides. The rows are the
    /// contenders of the side that is shown.
    pub contenders: bool,
}

/// The matrix of a scenario.
#[derive(Debug, Clone)]
pub struct Matrix<C: Count = u64> {
    /// The name of the scenario.
    pub scenario: String,
    /// The name of the scenario's rulebook.
    pub ruleset: String,
    /// The axes and the side of this matrix.
    pub plan: MatrixPlan,
    /// The values of the rows, in the order of their axis.
    pub rows: Vec<String>,
    /// The values of the columns, in the order of their axis.
    pub columns: Vec<String>,
    /// The name of the side whose win rates are shown.
    pub side: String,
    /// The name of the other side, if there are exactly two.
    pub against: Option<String>,
    /// The axes over which the mean is taken, each with its number of values.
    pub averaged: Vec<(String, usize)>,
    /// The cells, row by row. `None` for a cell whose matchups were not all played.
    pub cells: Vec<Option<Cell>>,
    /// The contenders, if the axes list the same ones and all their matchups were played.
    pub contenders: Option<Contenders>,
    counts: std::marker::PhantomData<C>,
}

/// A cell of a matrix: a matchup, or the mean of several.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// The number of matchups in the mean.
    pub matchups: usize,
    /// The number of fights in the cell. `None` for exact odds.
    pub fights: Option<u64>,
    /// The win rate of the side that is shown, from 0 to 1.
    pub win_rate: Interval,
    /// The score of the side that is shown, from 0 to 1: its wins, plus half of the fights that nobody won.
    pub score: Interval,
    /// The share of fights that end in a draw.
    pub draws: Interval,
    /// The share of fights that are cut off.
    pub undecided: Interval,
    /// The win rate of the side that is shown when it is listed first, minus its win rate when it is listed
    /// last. `None` unless both orders of the sides were played.
    pub seat_effect: Option<Interval>,
}

impl<C: Count> Matrix<C> {
    /// Returns the matrix of these matchups, which are of one scenario. `None` if none of them has the axes
    /// and values of the plan.
    pub fn new(plan: &MatrixPlan, played: &[&Played<C>]) -> Option<Self> {
        let picked: Vec<&Played<C>> = played
            .iter()
            .filter(|played| {
                (plan.at.iter()).all(|(axis, value)| value_on(played, axis) == Some(value.as_str()))
            })
            .copied()
            .collect();
        let first = picked.first()?;
        let values = |axis: &str| -> IndexSet<&str> {
            let values = picked.iter().filter_map(|played| value_on(played, axis));
            values.collect()
        };
        let (rows, columns) = (values(&plan.rows), values(&plan.columns));
        if rows.is_empty() || columns.is_empty() {
            return None;
        }
        let mut groups: Vec<Vec<&Played<C>>> = vec![Vec::new(); rows.len() * columns.len()];
        for played in &picked {
            let row = rows.get_index_of(value_on(played, &plan.rows)?)?;
            let column = columns.get_index_of(value_on(played, &plan.columns)?)?;
            groups[row * columns.len() + column].push(played);
        }
        let is_other = |axis: &&String| {
            **axis != plan.rows
                && **axis != plan.columns
                && plan.at.iter().all(|(picked, _)| picked != *axis)
        };
        let others = first.axes.iter().map(|(axis, _)| axis).filter(is_other);
        let averaged: Vec<(String, usize)> = others
            .map(|axis| (axis.clone(), values(axis).len()))
            .filter(|&(_, values)| values > 1)
            .collect();
        // A mean over fewer matchups than in other cells could not be compared with them.
        let whole: usize = averaged.iter().map(|(_, values)| values).product();
        let cells: Vec<Option<Cell>> = groups
            .iter()
            .map(|group| Cell::of(group, plan.side).filter(|cell| cell.matchups == whole))
            .collect();
        let sides = &first.cast.sides;
        let own = |names: &IndexSet<&str>| names.iter().map(|&name| name.to_owned()).collect();
        let (rows, columns): (Vec<String>, Vec<String>) = (own(&rows), own(&columns));
        let game = (plan.contenders && sides.len() == 2)
            .then(|| game::Game::new::<C>(&rows, &columns, &cells))
            .flatten();
        Some(Self {
            scenario: first.scenario.clone(),
            ruleset: first.ruleset.clone(),
            plan: plan.clone(),
            side: sides.get(plan.side.index()).cloned().unwrap_or_default(),
            against: match sides.as_slice() {
                [one, other] => Some(if plan.side.index() == 0 { other } else { one }.clone()),
                _ => None,
            },
            averaged,
            cells,
            contenders: game.as_ref().map(Contenders::new),
            rows,
            columns,
            counts: std::marker::PhantomData,
        })
    }

    /// Returns the cell in a row and a column.
    pub fn cell(&self, row: usize, column: usize) -> Option<&Cell> {
        self.cells[row * self.columns.len() + column].as_ref()
    }
}

impl Cell {
    /// Returns the cell with the mean of these matchups. `None` if one of them has no fights.
    fn of<C: Count>(group: &[&Played<C>], side: SideId) -> Option<Self> {
        let mean = |figure: &dyn Fn(&Played<C>) -> Option<Interval>| {
            let figures: Option<Vec<Interval>> =
                group.iter().map(|played| figure(played)).collect();
            average(&figures?)
        };
        let share = |played: &Played<C>, part: C| {
            let tally = &played.tally;
            C::share(part, tally.unresolved(), tally.fights(), tally.scale())
        };
        Some(Self {
            matchups: group.len(),
            fights: (group.iter())
                .map(|played| played.tally.fights().fights())
                .sum(),
            win_rate: mean(&|played| played.tally.win_rate(side))?,
            score: mean(&|played| score(played, side))?,
            draws: mean(&|played| share(played, played.tally.draws()))?,
            undecided: mean(&|played| share(played, played.tally.undecided()))?,
            seat_effect: mean(&|played| played.seat_effect(&played.cast.sides[side.index()])),
        })
    }
}

/// Returns the score of a side in a matchup: the share of fights that it won, plus half of those that nobody
/// won.
fn score<C: Count>(played: &Played<C>, side: SideId) -> Option<Interval> {
    let tally = &played.tally;
    let (wins, losses) = (tally.wins(side), tally.losses(side));
    let (rest, scale) = (tally.unresolved(), tally.scale());
    let share = |part| C::share(part, rest, tally.fights(), scale);
    let mut nobody = tally.draws();
    nobody.plus(tally.undecided());
    let (won, lost) = (share(wins)?, share(losses)?);
    if nobody.is_nothing() {
        return Some(won);
    }
    // Points are whole numbers, so they are counted in halves: a loss gives 0, a fight without a winner 1,
    // and a win 2.
    let points = [(0, losses), (1, nobody), (2, wins)];
    let mean = C::mean(points.into_iter(), 2, rest, scale)?;
    let estimate = mean.estimate / 2.0;
    // If no win or no loss has occurred yet, one that occurs would change the score by two halves. The
    // interval of the mean only allows for a change by one.
    let unseen = |count: C, share: Interval| if count.is_nothing() { share.high } else { 0.0 };
    Some(Interval {
        low: (mean.low / 2.0)
            .min(estimate - unseen(losses, lost))
            .max(0.0),
        high: (mean.high / 2.0).max(estimate + unseen(wins, won)).min(1.0),
        estimate,
    })
}

fn value_on<'a, C: Count>(played: &'a Played<C>, axis: &str) -> Option<&'a str> {
    let mut values = played.axes.iter().filter(|(name, _)| name == axis);
    values.next().map(|(_, value)| value.as_str())
}
