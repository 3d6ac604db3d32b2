//! The battlefield: zones, their connections, the obstacles between them, and cover.
//!
//! Clauses: SST-1-1, SST-1-2, SST-3-11, SST-3-12, SST-11-3, SST-31-1..3. Distances are in zones. A zone is
//! identified by its number.

use indexmap::IndexMap;

use crate::rules::swift_swords::fields::COVER;
use crate::scenario::tables::read;
use crate::scenario::{Faults, Table};

/// The distance of two zones that no way connects.
pub(crate) const NO_WAY: u8 = u8::MAX;

/// Cover against missiles and spells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cover {
    pub dice: i8,
    /// Whether the attacker's ones may improve the roll.
    pub effort: bool,
    /// Whether the cover counts as armour, if the scenario gives it a value.
    pub hard: bool,
}

/// The table of covers, by name.
pub(crate) type Covers = IndexMap<String, Cover>;

/// The obstacle on the boundary between two zones [SST-31-1, SST-31-3].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wall {
    pub between: (u8, u8),
    pub cover: Option<Cover>,
    /// Number of intercepts at no cost that defenders of the obstacle have in a round.
    pub choke: u8,
}

impl Wall {
    pub(super) fn is_between(self, a: u8, b: u8) -> bool {
        self.between == (a, b) || self.between == (b, a)
    }
}

/// Maximum number of boundaries with a choke value.
pub(crate) const MOST_CHOKES: usize = 8;

/// For each boundary with a choke value, the number of free intercepts used in this round [SST-31-3].
pub(crate) type Chokes = [u8; MOST_CHOKES];

/// A map of places, which are zones or parts of the body: the neighbours of each, and the distances.
#[derive(Debug, Clone)]
pub(crate) struct Ways {
    /// For each place, the adjacent places, as bits.
    pub(super) next: Vec<u32>,
    /// Distances in steps from each place to each place, row by row.
    distance: Vec<u8>,
}

impl Ways {
    /// Computes the distances. `next` are the places adjacent to each place, as bits.
    pub(crate) fn new(next: Vec<u32>) -> Self {
        let count = next.len();
        let mut distance = vec![NO_WAY; count * count];
        for from in 0..count {
            let (mut reached, mut latest, mut far) = (0u32, 1u32 << from, 0);
            while latest != 0 {
                reached |= latest;
                let mut beside = 0;
                for to in (0..count).filter(|&to| latest >> to & 1 == 1) {
                    distance[from * count + to] = far;
                    beside |= next[to];
                }
                latest = beside & !reached;
                far += 1;
            }
        }
        Self { next, distance }
    }

    /// Returns the distance of two places in steps, or [`NO_WAY`] if no way connects them.
    #[inline]
    pub(crate) fn distance(&self, a: u8, b: u8) -> u8 {
        if a == b {
            0
        } else {
            self.distance[usize::from(a) * self.next.len() + usize::from(b)]
        }
    }

    /// Returns the next place on the shortest way to `to`, the first listed of several. Returns `None` if
    /// there is no way or `from` is already there.
    pub(crate) fn towards(&self, from: u8, to: u8) -> Option<u8> {
        let far = self.distance(from, to);
        if far == 0 || far == NO_WAY {
            return None;
        }
        let next = self.next[usize::from(from)];
        let mut next = (0..32u8).filter(|&other| next >> other & 1 == 1);
        next.find(|&next| self.distance(next, to) < far)
    }
}

pub(crate) fn covers(tree: &Table, faults: &Faults) -> Covers {
    let by_name = |name: &str| name.starts_with("hard");
    read(tree, "covers", "cover", COVER, faults, |name, _, fields| {
        Cover {
            dice: fields.number("dice"),
            effort: fields.flag("effort"),
            hard: fields.truth("hard").unwrap_or(by_name(name)),
        }
    })
}
