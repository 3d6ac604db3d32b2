//! The battlefield: zones, their joins, the obstacles between them, cover.
//!
//! Clauses: SST-1-1, SST-1-2, SST-3-11, SST-3-12, SST-11-3, SST-31-1..3. Distances are zones. A zone is identified by its number.

use indexmap::IndexMap;

use crate::rules::swift_swords::fields::COVER;
use crate::scenario::tables::read;
use crate::scenario::{Faults, Table};

/// Marks that no way leads from one zone to another.
pub(crate) const NO_WAY: u8 = u8::MAX;

/// Cover against missiles and spells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cover {
    pub dice: i8,
    /// Whether the attacker's ones may help.
    pub effort: bool,
    /// Whether it protects like armour if the scenario gives a value.
    pub hard: bool,
}

/// The table of covers.
pub(crate) type Covers = IndexMap<String, Cover>;

/// The obstacle on the boundary of two zones [SST-31-1, SST-31-3].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wall {
    pub between: (u8, u8),
    pub cover: Option<Cover>,
    /// Number of intercepts that its defenders have in a round at no cost.
    pub choke: u8,
}

impl Wall {
    pub(super) fn is_between(self, a: u8, b: u8) -> bool {
        self.between == (a, b) || self.between == (b, a)
    }
}

/// Maximum number of boundaries with a choke value.
pub(crate) const MOST_CHOKES: usize = 8;

/// For each boundary with a choke value, how often its defenders have stopped a creature in this round [SST-31-3].
pub(crate) type Chokes = [u8; MOST_CHOKES];

/// Places (zones, or parts of a body): which are joined, and the distance of each pair.
#[derive(Debug, Clone)]
pub(crate) struct Ways {
    /// The places adjacent to each, as bits.
    pub(super) next: Vec<u32>,
    /// Steps from one place to another, row by row.
    distance: Vec<u8>,
}

impl Ways {
    /// Computes the distances, given the places adjacent to each as bits.
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

    /// Steps from one place to another; [`NO_WAY`] if no way leads there.
    #[inline]
    pub(crate) fn distance(&self, a: u8, b: u8) -> u8 {
        if a == b {
            0
        } else {
            self.distance[usize::from(a) * self.next.len() + usize::from(b)]
        }
    }

    /// The next place on the shortest way from one place to another, the first listed of several; `None` if there is no
    /// way, or nothing left of it.
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
