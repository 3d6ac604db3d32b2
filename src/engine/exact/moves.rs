//! Moves: how a step changes states that differ only in their counters.
//!
//! Paths that subtract the same losses from the counters form one *move*, a [`LossClass`]. The state after a
//! move also depends on which counters run out, that is, fall below 0. Each set of counters that may run out
//! is a *case* of the move, with a list of targets and a list of events.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::grid::{PLACES, Span, Spans, count};
use crate::fight::Counters;
use crate::tally::Expected;

/// The panic message for a lowered counter that the grid has no span for.
const THERE: &str = "what a move lowers is there before it";

/// A path of a step from a class of states. Certain counters run out on this path. All other counters start
/// at their highest value.
#[derive(Debug, Clone)]
pub(super) struct Path {
    /// The grid of the state after the step. `rounds_on` is the number of rounds that the step leads forward,
    /// and `is_end` says whether the fight is over after it.
    pub grid: usize,
    pub rounds_on: u32,
    pub is_end: bool,
    /// The counters after the step. `count_on` is the bit set of those that may still matter.
    pub counters: Counters,
    pub count_on: u32,
    pub events: u32,
    pub weight: f64,
}

/// A move: all paths of a step that subtract the same losses from the counters.
#[derive(Debug)]
pub(super) struct LossClass {
    /// For each place, the loss of its counter.
    pub loss: [i16; PLACES],
    paths: Vec<usize>,
    pub cases: Vec<Case>,
}

/// A case of a move: the results if exactly certain counters run out.
#[derive(Debug)]
pub(super) struct Case {
    /// The bit set of the counters that run out.
    pub exhausted: u32,
    pub targets: Vec<CaseTarget>,
    /// The numbers of the lists of events that occur, each with its probability.
    pub told: Vec<(u32, f64)>,
    /// The total weight of the states in this case, in the present step.
    pub weight: Expected,
}

/// A target of a case: a grid that states move to. `part` is the fraction of their weight that moves there.
#[derive(Debug)]
pub(super) struct CaseTarget {
    pub grid: usize,
    pub rounds_on: u32,
    /// Whether the fight is over in the states of the target grid.
    pub is_end: bool,
    pub part: f64,
    /// For each place, how the counter gets its value in the target grid.
    arrival: [Arrival; PLACES],
}

/// The way that a counter gets its value after a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Arrival {
    /// The counter is removed.
    Gone,
    /// The counter is lowered by this number.
    Lower(i16),
    /// The counter is set to this value.
    Fixed(i16),
}

/// Returns the moves of a step. `paths` are the paths on which no counter runs out. `from` has all counters
/// of the class at their highest value. Returns `None` if a path removes a counter or makes it higher.
pub(super) fn moves(from: &Counters, paths: &[Path]) -> Option<Vec<LossClass>> {
    let mut moves: Vec<LossClass> = Vec::new();
    let mut by_loss: HashMap<[i16; PLACES], usize, FixedState> = HashMap::default();
    for (at, path) in paths.iter().enumerate() {
        let mut loss = [0; PLACES];
        for (place, counter) in from.iter() {
            loss[place] = counter - path.counters.get(place)?;
            if loss[place] < 0 {
                return None;
            }
        }
        let number = *by_loss.entry(loss).or_insert(moves.len());
        match moves.get_mut(number) {
            Some(one) => one.paths.push(at),
            None => moves.push(LossClass {
                loss,
                paths: vec![at],
                cases: Vec::new(),
            }),
        }
    }
    Some(moves)
}

impl LossClass {
    /// Returns every set of counters that may run out together in this move, as bit sets. The counters have
    /// values within `spans`.
    pub(super) fn exhaustible(&self, spans: &Spans) -> Vec<u32> {
        let mut sets = vec![0];
        for (place, span) in spans.iter().enumerate() {
            let (Some(span), loss) = (span, self.loss[place]) else {
                continue;
            };
            let with: Vec<u32> = sets.iter().map(|set| set | 1 << place).collect();
            if span.high < loss {
                sets = with;
            } else if span.low < loss {
                sets.extend(with);
            }
        }
        sets
    }

    /// Returns the position in `cases` of the case for the bit set `exhausted`.
    #[inline]
    pub(super) fn case(&self, exhausted: u32) -> Option<usize> {
        self.cases
            .iter()
            .position(|case| case.exhausted == exhausted)
    }

    /// Returns the approximate number of bytes that the cases take, together with the routes of a
    /// [`Flow`](super::flow::Flow).
    pub(super) fn bytes(&self) -> usize {
        self.targets() * 2 * size_of::<CaseTarget>()
    }

    /// Returns the number of targets of all cases together.
    pub(super) fn targets(&self) -> usize {
        self.cases.iter().map(|case| case.targets.len()).sum()
    }

    /// Adds the case for the counters in the bit set `exhausted`. `paths` are the paths of the step if these
    /// counters run out.
    pub(super) fn add_case(&mut self, exhausted: u32, paths: &[Path]) {
        let mut case = Case {
            exhausted,
            targets: Vec::new(),
            told: Vec::new(),
            weight: Expected::default(),
        };
        let mut parts: Vec<Expected> = Vec::new();
        let mut known: HashMap<_, usize, FixedState> = HashMap::default();
        for path in self.paths.iter().map(|&at| &paths[at]) {
            case.told.push((path.events, path.weight));
            let Path {
                grid,
                rounds_on,
                is_end,
                ..
            } = *path;
            let arrival = self.arrival(exhausted, path);
            let at = *known
                .entry((grid, rounds_on, is_end, arrival))
                .or_insert(parts.len());
            if let Some(part) = parts.get_mut(at) {
                part.add(path.weight);
            } else {
                parts.push(path.weight.into());
                case.targets.push(CaseTarget {
                    grid,
                    rounds_on,
                    is_end,
                    part: 0.0,
                    arrival,
                });
            }
        }
        for (target, part) in case.targets.iter_mut().zip(parts) {
            target.part = part.value();
        }
        self.cases.push(case);
    }

    fn arrival(&self, exhausted: u32, path: &Path) -> [Arrival; PLACES] {
        let mut arrival = [Arrival::Gone; PLACES];
        let counts_on = |&(place, _): &(usize, i16)| path.count_on >> place & 1 == 1;
        for (place, counter) in path.counters.iter().filter(counts_on) {
            let loss = self.loss[place];
            let follows = exhausted >> place & 1 == 0 && counter == Counters::TOP - loss;
            arrival[place] = if follows {
                Arrival::Lower(loss)
            } else {
                Arrival::Fixed(counter)
            };
        }
        arrival
    }
}

impl CaseTarget {
    /// Returns the spans of the counters after the step. `from` are the spans before it. Exactly the counters
    /// in the bit set `exhausted` run out.
    pub(super) fn spans(&self, from: &Spans, exhausted: u32) -> Spans {
        let mut spans = [None; PLACES];
        for (place, arrival) in self.arrival.iter().enumerate() {
            spans[place] = match *arrival {
                Arrival::Gone => None,
                Arrival::Fixed(counter) => Some(Span {
                    low: counter,
                    high: counter,
                }),
                Arrival::Lower(loss) => {
                    let from = from[place].expect(THERE);
                    debug_assert_eq!(exhausted >> place & 1, 0);
                    Some(Span {
                        low: from.low.max(loss) - loss,
                        high: from.high - loss,
                    })
                }
            };
        }
        spans
    }

    /// Returns the cell of the target grid that the first cell of a grid moves to. `from` are the spans of
    /// the grid, and `to` and `stride` those of the target grid. The number of the cell is negative if it
    /// would be before the first cell of the target grid.
    pub(super) fn origin(&self, from: &Spans, to: &Spans, stride: impl Fn(usize) -> usize) -> i64 {
        let offset = |(place, arrival): (usize, &Arrival)| {
            let low = i64::from(to[place].map_or(0, |span| span.low));
            let counter = match *arrival {
                Arrival::Gone => return 0,
                Arrival::Fixed(counter) => i64::from(counter),
                Arrival::Lower(loss) => i64::from(from[place].expect(THERE).low - loss),
            };
            (counter - low) * i64::try_from(stride(place)).expect("grids are small")
        };
        self.arrival.iter().enumerate().map(offset).sum()
    }

    /// Returns whether the counter in `place` is lowered by the step, instead of being removed or set to a
    /// fixed value.
    pub(super) fn follows(&self, place: usize) -> bool {
        matches!(self.arrival[place], Arrival::Lower(_))
    }
}

/// Returns how many of `length` counters run out if each of them loses `loss`. The counters have consecutive
/// values from `low`.
pub(super) fn cut(low: i16, length: usize, loss: i16) -> usize {
    count((loss - low).max(0)).min(length)
}
