//! The effect of a step on states that differ only in their counters.
//!
//! Paths that subtract the same from the counters form one *move*, a [`LossClass`]. The target of a move
//! depends on which counters run out, that is, fall below 0. Each such *case* has a list of targets and a
//! list of events.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::grid::{PLACES, Span, Spans, count};
use crate::fight::Counters;
use crate::tally::Expected;

/// The panic message if a lowered counter has no span.
const THERE: &str = "what a move lowers is there before it";

/// A path of a step. Certain counters run out on it, and all others start at their highest value.
#[derive(Debug, Clone)]
pub(super) struct Path {
    /// The target grid. `rounds_on` is the number of rounds until then, and `is_end` says whether the fight
    /// has ended there.
    pub grid: usize,
    pub rounds_on: u32,
    pub is_end: bool,
    /// The counters after the step. `count_on` is the bit set of the counters that may still matter.
    pub counters: Counters,
    pub count_on: u32,
    pub events: u32,
    pub weight: f64,
}

/// The paths that subtract the same from the counters, as one move of states.
#[derive(Debug)]
pub(super) struct LossClass {
    /// The loss of the counter in each place.
    pub loss: [i16; PLACES],
    paths: Vec<usize>,
    pub cases: Vec<Case>,
}

/// The results of a move if certain counters run out.
#[derive(Debug)]
pub(super) struct Case {
    /// The counters that run out, as a bit set of their places.
    pub exhausted: u32,
    pub targets: Vec<CaseTarget>,
    /// The numbers of the event lists, each with its probability.
    pub told: Vec<(u32, f64)>,
    /// The total weight of the states that take this case in the present step.
    pub weight: Expected,
}

/// A target of a case. `part` is the fraction of the weight that goes there.
#[derive(Debug)]
pub(super) struct CaseTarget {
    pub grid: usize,
    pub rounds_on: u32,
    /// Whether the fight has ended in the states of the target.
    pub is_end: bool,
    pub part: f64,
    /// For each place, how its counter gets the value that it has in the target.
    arrival: [Arrival; PLACES],
}

/// How a counter gets its value in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Arrival {
    /// The counter is removed.
    Gone,
    /// The counter is lowered by this number.
    Lower(i16),
    /// The counter is set to this value.
    Fixed(i16),
}

/// Returns the moves of a step. `paths` are its paths if no counter runs out, and `from` has all counters at
/// their highest value. Returns `None` if a counter disappears without running out, or goes up.
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
    /// Returns every set of counters that can run out together, as bit sets. `spans` are the possible values
    /// of the counters.
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

    /// Returns the position of the case where the counters in `exhausted` run out.
    #[inline]
    pub(super) fn case(&self, exhausted: u32) -> Option<usize> {
        self.cases
            .iter()
            .position(|case| case.exhausted == exhausted)
    }

    /// Returns the approximate memory for the cases and for the routes from them, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.targets() * 2 * size_of::<CaseTarget>()
    }

    /// Returns the number of targets of all cases together.
    pub(super) fn targets(&self) -> usize {
        self.cases.iter().map(|case| case.targets.len()).sum()
    }

    /// Adds the case where the counters in `exhausted` run out. `paths` are the paths of the step in this
    /// case.
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
    /// Returns the spans after the step. `from` are the spans before it, and exactly the counters in
    /// `exhausted` run out.
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

    /// Returns the cell that the lowest counters of a grid are moved to. `from` are the spans of the grid,
    /// and `to` and `stride` those of the target grid. The cell is relative to the first cell of the target
    /// grid, and negative if counters below 0 would lie before it.
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

    /// Returns whether the counter in `place` is lowered by the step, and not set to a value.
    pub(super) fn follows(&self, place: usize) -> bool {
        matches!(self.arrival[place], Arrival::Lower(_))
    }
}

/// Returns how many counters run out if all lose `loss`. The counters are `length` consecutive values from
/// `low`.
pub(super) fn cut(low: i16, length: usize, loss: i16) -> usize {
    count((loss - low).max(0)).min(length)
}
