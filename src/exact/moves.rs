//! What a step does to situations that differ in their levels alone.
//!
//! Paths that take the same off the levels are one *move*. Where it comes to depends on which levels sink below 0, and
//! for each such case there is a *way*: where it leads to, and what is told along it.

use super::grid::{PLACES, Span, Spans, count};
use crate::fight::Levels;
use crate::tally::Expected;

/// Why what comes before and after a path can be compared.
const PROMISED: &str = "a fight that can be drained has the same paths at all levels";

/// One path of a step, from situations of which certain levels sink and all others are at the top.
#[derive(Debug, Clone)]
pub(super) struct Path {
    /// The grid that it leads to, unless the fight has ended, and how many rounds on.
    pub to: Option<(usize, u32)>,
    /// The levels after it.
    pub levels: Levels,
    pub tale: u32,
    pub weight: f64,
}

/// Paths that take the same off the levels.
#[derive(Debug)]
pub(super) struct Move {
    /// What it takes off each place.
    pub loss: [i16; PLACES],
    paths: Vec<usize>,
    pub ways: Vec<Way>,
}

/// A move, when certain levels sink.
#[derive(Debug)]
pub(super) struct Way {
    /// The places whose levels sink, as bits.
    pub sunk: u32,
    pub targets: Vec<Target>,
    /// What is told, and the chance of it.
    pub tales: Vec<(u32, f64)>,
    /// The weight of all that went this way in the present step.
    pub weight: Expected,
}

/// Where a way leads to, and what part of the weight goes there.
#[derive(Debug)]
pub(super) struct Target {
    pub grid: usize,
    pub rounds_on: u32,
    pub part: f64,
    /// The level of each place there.
    arrival: [Arrival; PLACES],
}

/// How a level comes to be what it is after a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Arrival {
    /// There is none.
    Gone,
    /// It was so much higher.
    Sank(i16),
    /// It is this.
    Fixed(i16),
}

/// The moves of a step by the paths it has when nothing sinks, from levels that are all at the top.
pub(super) fn moves(from: &Levels, paths: &[Path]) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    for (at, path) in paths.iter().enumerate() {
        let mut loss = [0; PLACES];
        for (place, level) in from.iter() {
            loss[place] = level - path.levels.get(place).expect(PROMISED);
            assert!(loss[place] >= 0, "{PROMISED}");
        }
        match moves.iter_mut().find(|one| one.loss == loss) {
            Some(one) => one.paths.push(at),
            None => moves.push(Move {
                loss,
                paths: vec![at],
                ways: Vec::new(),
            }),
        }
    }
    moves
}

impl Move {
    /// Every set of places that can sink together from these levels.
    pub(super) fn sinkings(&self, spans: &Spans) -> Vec<u32> {
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

    /// The place in the list of the way on which these sink.
    #[inline]
    pub(super) fn way(&self, sunk: u32) -> Option<usize> {
        self.ways.iter().position(|way| way.sunk == sunk)
    }

    /// Adds the way on which these levels sink, by the paths that the step then has.
    pub(super) fn add_way(&mut self, sunk: u32, paths: &[Path]) {
        let mut way = Way {
            sunk,
            targets: Vec::new(),
            tales: Vec::new(),
            weight: Expected::default(),
        };
        let mut parts: Vec<Expected> = Vec::new();
        for path in self.paths.iter().map(|&at| &paths[at]) {
            way.tales.push((path.tale, path.weight));
            let Some((grid, rounds_on)) = path.to else {
                continue;
            };
            let arrival = self.arrival(sunk, &path.levels);
            let same = |target: &Target| {
                (target.grid, target.rounds_on) == (grid, rounds_on) && target.arrival == arrival
            };
            if let Some(at) = way.targets.iter().position(same) {
                parts[at].add(path.weight);
            } else {
                parts.push(path.weight.into());
                way.targets.push(Target {
                    grid,
                    rounds_on,
                    part: 0.0,
                    arrival,
                });
            }
        }
        for (target, part) in way.targets.iter_mut().zip(parts) {
            target.part = part.value();
        }
        self.ways.push(way);
    }

    fn arrival(&self, sunk: u32, after: &Levels) -> [Arrival; PLACES] {
        let mut arrival = [Arrival::Gone; PLACES];
        for (place, level) in after.iter() {
            let loss = self.loss[place];
            let follows = sunk >> place & 1 == 0 && level == Levels::TOP - loss;
            arrival[place] = if follows {
                Arrival::Sank(loss)
            } else {
                Arrival::Fixed(level)
            };
        }
        arrival
    }
}

impl Target {
    /// The levels that arrive from these when the places of `sunk` sink and no others.
    pub(super) fn spans(&self, from: &Spans, sunk: u32) -> Spans {
        let mut spans = [None; PLACES];
        for (place, arrival) in self.arrival.iter().enumerate() {
            spans[place] = match *arrival {
                Arrival::Gone => None,
                Arrival::Fixed(level) => Some(Span {
                    low: level,
                    high: level,
                }),
                Arrival::Sank(loss) => {
                    let from = from[place].expect(PROMISED);
                    debug_assert_eq!(sunk >> place & 1, 0);
                    Some(Span {
                        low: from.low.max(loss) - loss,
                        high: from.high - loss,
                    })
                }
            };
        }
        spans
    }

    /// The cell that the lowest levels of a grid would arrive in, in a grid of these spans and strides: by the number
    /// of cells before the first one or after it, as levels below 0 would lie before it.
    pub(super) fn origin(&self, from: &Spans, to: &Spans, stride: impl Fn(usize) -> usize) -> i64 {
        let offset = |(place, arrival): (usize, &Arrival)| {
            let low = i64::from(to[place].map_or(0, |span| span.low));
            let level = match *arrival {
                Arrival::Gone => return 0,
                Arrival::Fixed(level) => i64::from(level),
                Arrival::Sank(loss) => i64::from(from[place].expect(PROMISED).low - loss),
            };
            (level - low) * i64::try_from(stride(place)).expect("grids are small")
        };
        self.arrival.iter().enumerate().map(offset).sum()
    }

    /// Whether a level arrives as what was left of it.
    pub(super) fn follows(&self, place: usize) -> bool {
        matches!(self.arrival[place], Arrival::Sank(_))
    }
}

/// How many levels of a row of these sink when it loses so much.
pub(super) fn cut(low: i16, length: usize, loss: i16) -> usize {
    count((loss - low).max(0)).min(length)
}
