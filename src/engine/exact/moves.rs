//! The effect of a step on states that differ only in their counters.
//!
//! Paths that subtract the same from the counters form one *move*. Its target depends on which counters run out,
//! that is, fall below 0; for each such *case* there is a list of targets and a list of events.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::grid::{PLACES, Span, Spans, count};
use crate::fight::Counters;
use crate::tally::Expected;

/// The message for the promise that a lowered counter has a span.
const THERE: &str = "what a move lowers is there before it";

/// One path of a step, from states with certain counters that run out and all others at the top.
#[derive(Debug, Clone)]
pub(super) struct Path {
    /// The target grid, the number of rounds until then, and whether the fight has ended there.
    pub grid: usize,
    pub rounds_on: u32,
    pub is_end: bool,
    /// The counters after the step, and the bit set of the places whose counters may still matter.
    pub counters: Counters,
    pub count_on: u32,
    pub events: u32,
    pub weight: f64,
}

/// Paths that subtract the same from the counters.
#[derive(Debug)]
pub(super) struct LossClass {
    /// The loss of each place.
    pub loss: [i16; PLACES],
    paths: Vec<usize>,
    pub cases: Vec<Case>,
}

/// A move with certain counters that run out.
#[derive(Debug)]
pub(super) struct Case {
    /// The places whose counters run out, as a bit set.
    pub exhausted: u32,
    pub targets: Vec<CaseTarget>,
    /// The event lists, and their probabilities.
    pub told: Vec<(u32, f64)>,
    /// The total weight that takes this case in the present step.
    pub weight: Expected,
}

/// A target of a case, and the fraction of the weight that goes there.
#[derive(Debug)]
pub(super) struct CaseTarget {
    pub grid: usize,
    pub rounds_on: u32,
    /// Whether the fight has ended in the target.
    pub is_end: bool,
    pub part: f64,
    /// Rule for the counter of each place in the target.
    arrival: [Arrival; PLACES],
}

/// The rule for the value of a counter after a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Arrival {
    /// The counter is gone.
    Gone,
    /// The counter is lower than before by this number.
    Lower(i16),
    /// The counter has this value.
    Fixed(i16),
}

/// The moves of a step, from its paths when no counter runs out, with all counters at the top. `None` where a
/// counter disappears without running out, or goes up.
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
    /// Every set of places that can run out together from these counters.
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

    /// The position of the case where the places of `exhausted` run out.
    #[inline]
    pub(super) fn case(&self, exhausted: u32) -> Option<usize> {
        self.cases
            .iter()
            .position(|case| case.exhausted == exhausted)
    }

    /// Memory taken by its cases and by the routes from them, approximately.
    pub(super) fn bytes(&self) -> usize {
        self.targets() * 2 * size_of::<CaseTarget>()
    }

    /// The number of targets in all its cases.
    pub(super) fn targets(&self) -> usize {
        self.cases.iter().map(|case| case.targets.len()).sum()
    }

    /// Adds the case where the places of `exhausted` run out, with the paths of that step.
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
    /// The spans after a step from these spans, if exactly the places of `exhausted` run out.
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

    /// The target cell of the lowest counters of a grid in a grid of these spans and strides, relative to
    /// that grid's first cell; negative where counters below 0 would lie before it.
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

    /// Returns whether the counter in `place` arrives lowered and not fixed.
    pub(super) fn follows(&self, place: usize) -> bool {
        matches!(self.arrival[place], Arrival::Lower(_))
    }
}

/// The number of counters of a row, `length` values from `low`, that run out when they lose `loss`.
pub(super) fn cut(low: i16, length: usize, loss: i16) -> usize {
    count((loss - low).max(0)).min(length)
}
