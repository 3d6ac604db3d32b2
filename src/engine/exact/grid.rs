//! A grid has the weights of states that differ only in their counters, with one cell for each state.
//!
//! A grid is a box with one side for each counter. It grows if a state arrives that has no cell in it yet. A
//! step subtracts the same loss from the counters of all cells, so a whole row of states moves into another
//! row at once.

use crate::fight::Counters;
use crate::tally::{Count, Expected};

/// The number of places that counters can have.
pub(super) const PLACES: usize = Counters::MOST;

/// The lowest and the highest value of a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub low: i16,
    pub high: i16,
}

/// For each place of a counter, the values that a grid has cells for. `None` for a place without a counter.
pub(super) type Spans = [Option<Span>; PLACES];

/// A grid: the weight of each state, as a sum and its rounding compensation (see [`Expected`]).
#[derive(Debug, Default)]
pub(super) struct Grid {
    spans: Option<Spans>,
    strides: [usize; PLACES],
    sums: Vec<f64>,
    lost: Vec<f64>,
}

impl Grid {
    pub(super) fn spans(&self) -> Option<&Spans> {
        self.spans.as_ref()
    }

    pub(super) fn stride(&self, place: usize) -> usize {
        self.strides[place]
    }

    pub(super) fn cells(&self) -> usize {
        self.sums.len()
    }

    /// Returns the weights of all cells, and sets them to 0.
    pub(super) fn take(&mut self) -> Vec<f64> {
        let values = self.values().collect();
        self.sums.fill(0.0);
        self.lost.fill(0.0);
        values
    }

    pub(super) fn values(&self) -> impl Iterator<Item = f64> {
        self.sums
            .iter()
            .zip(&self.lost)
            .map(|(sum, lost)| sum + lost)
    }

    /// Returns the number of cells that the grid would have if it also had cells for `spans`.
    pub(super) fn cells_with(&self, spans: &Spans) -> usize {
        size(&self.joined(spans))
    }

    /// Adds cells for `spans`. If these have lower values of a counter than the grid, adds cells for all
    /// values down to 0, because lower values will follow until the counter runs out.
    pub(super) fn make_room(&mut self, spans: &Spans) {
        let joined = self.joined(spans);
        if self.spans == Some(joined) {
            return;
        }
        let mut grown = Self {
            spans: Some(joined),
            strides: strides(&joined),
            sums: vec![0.0; size(&joined)],
            lost: vec![0.0; size(&joined)],
        };
        if let Some(old) = &self.spans {
            let sides = sides(old);
            let to: Vec<usize> = sides.iter().map(|side| grown.strides[side.place]).collect();
            let mut at = grown.cell(&low(old));
            let mut numbers = vec![0; sides.len()];
            for cell in 0..self.sums.len() {
                grown.sums[at] = self.sums[cell];
                grown.lost[at] = self.lost[cell];
                for (side, number) in numbers.iter_mut().enumerate() {
                    *number += 1;
                    at += to[side];
                    if *number < sides[side].length {
                        break;
                    }
                    at -= to[side] * *number;
                    *number = 0;
                }
            }
        }
        *self = grown;
    }

    fn joined(&self, spans: &Spans) -> Spans {
        let Some(mine) = &self.spans else {
            return *spans;
        };
        let mut joined = *mine;
        for (mine, other) in joined.iter_mut().zip(spans) {
            let (Some(mine), Some(other)) = (mine, other) else {
                continue;
            };
            if other.low < mine.low {
                mine.low = 0;
            }
            mine.high = mine.high.max(other.high);
        }
        joined
    }

    /// Returns the cell of the state with these counters. The grid must have this cell.
    pub(super) fn cell(&self, counters: &Counters) -> usize {
        let spans = self.spans.as_ref().expect("room has been made");
        let offset = |(place, counter): (usize, i16)| {
            let low = spans[place].map_or(counter, |span| span.low);
            count(counter - low) * self.strides[place]
        };
        counters.iter().map(offset).sum()
    }

    /// Calls `each` with the counters and the weight of every state that has weight.
    pub(super) fn each(&self, mut each: impl FnMut(Counters, f64)) {
        let Some(spans) = &self.spans else { return };
        let (sides, first) = (sides(spans), low(spans));
        for (cell, weight) in self.values().enumerate() {
            if weight > 0.0 {
                let (mut counters, mut rest) = (first, cell);
                for side in &sides {
                    counters.set(side.place, side.low + short(rest % side.length));
                    rest /= side.length;
                }
                each(counters, weight);
            }
        }
    }

    /// Adds weight to one cell.
    pub(super) fn add(&mut self, cell: usize, weight: f64) {
        self.add_row(cell, 1, &[weight], 1.0);
    }

    /// Multiplies each weight of `row` by `part`, and adds it to a cell. The first weight goes to `cell`, and
    /// each next one to a cell that is `stride` cells further on.
    #[inline]
    pub(super) fn add_row(&mut self, cell: usize, stride: usize, row: &[f64], part: f64) {
        let length = (row.len() - 1) * stride + 1;
        let sums = &mut self.sums[cell..cell + length];
        let lost = &mut self.lost[cell..cell + length];
        if stride == 1 {
            for ((sum, lost), weight) in sums.iter_mut().zip(lost).zip(row) {
                add(sum, lost, weight * part);
            }
        } else {
            let cells = sums.iter_mut().zip(lost).step_by(stride);
            for ((sum, lost), weight) in cells.zip(row) {
                add(sum, lost, weight * part);
            }
        }
    }
}

/// Adds `term` like [`Expected::add`]. The sums and their compensations are in separate arrays, so that the
/// compiler can add several cells of a row at a time.
#[inline]
fn add(sum: &mut f64, lost: &mut f64, term: f64) {
    let new = *sum + term;
    let got = new - *sum;
    *lost += (*sum - (new - got)) + (term - got);
    *sum = new;
}

/// A side of a grid that is longer than one cell: the counter in `place` has `length` different values from
/// `low`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Side {
    pub place: usize,
    pub low: i16,
    pub length: usize,
}

/// Returns the sides of a grid that are longer than one cell. Cells that are neighbours along the first of
/// them are also neighbours in memory.
pub(super) fn sides(spans: &Spans) -> Vec<Side> {
    let long = |(place, span): (usize, &Option<Span>)| {
        let Span { low, high } = (*span)?;
        (high > low).then(|| Side {
            place,
            low,
            length: count(high - low) + 1,
        })
    };
    let mut sides: Vec<Side> = spans.iter().enumerate().filter_map(long).collect();
    // The longest side comes first, because long rows that lie together in memory are faster.
    sides.sort_by_key(|side| std::cmp::Reverse(side.length));
    sides
}

fn strides(spans: &Spans) -> [usize; PLACES] {
    let mut strides = [0; PLACES];
    let mut cells = 1;
    for side in sides(spans) {
        strides[side.place] = cells;
        cells *= side.length;
    }
    strides
}

fn size(spans: &Spans) -> usize {
    let lengths = sides(spans).into_iter().map(|side| side.length);
    lengths.fold(1, usize::saturating_mul)
}

/// Returns the lowest value that a grid has for each counter.
fn low(spans: &Spans) -> Counters {
    let mut counters = Counters::NONE;
    for (place, span) in spans.iter().enumerate() {
        if let Some(span) = span {
            counters.set(place, span.low);
        }
    }
    counters
}

/// Returns spans that contain no other values than these counters.
pub(super) fn of_one(counters: &Counters) -> Spans {
    let mut spans = [None; PLACES];
    for (place, counter) in counters.iter() {
        spans[place] = Some(Span {
            low: counter,
            high: counter,
        });
    }
    spans
}

/// Converts a number of cells into a difference of counters.
#[inline]
pub(super) fn short(cells: usize) -> i16 {
    i16::try_from(cells).expect("a side of a grid is as long as its counters are high")
}

/// Converts a difference of counters into a number of cells.
#[inline]
pub(super) fn count(counters: i16) -> usize {
    usize::try_from(counters).expect("counters are counted from the lowest")
}

/// Returns the sum of a row. Four partial sums are added up side by side.
#[inline]
pub(super) fn total(row: &[f64]) -> f64 {
    let mut sums = [Expected::default(); 4];
    let (fours, rest) = row.as_chunks();
    for four in fours {
        for (sum, &weight) in sums.iter_mut().zip::<&[f64; 4]>(four) {
            sum.add(weight);
        }
    }
    for (sum, &weight) in sums.iter_mut().zip(rest) {
        sum.add(weight);
    }
    Expected::total(sums).value()
}
