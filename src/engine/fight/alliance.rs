//! Alliances: groups of sides that fight together and win together.
//!
//! An alliance has the id of its first side, in the order of the scenario. A side without allies is an
//! alliance by itself. In a fight without allies, sides and alliances therefore have the same ids.

use serde::{Serialize, Serializer};

use super::SideId;

/// The alliances of the sides of a fight.
///
/// ```
/// use skirmish_engine::fight::{Alliances, SideId};
///
/// let [militia, raiders, town] = [0, 1, 2].map(SideId::at);
/// let alliances = Alliances::new([militia, raiders, militia]);
/// assert_eq!(alliances.of(town), militia);
/// assert!(alliances.are_allied(militia, town));
/// assert!(!alliances.are_allied(raiders, town));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Alliances {
    /// For each side, the first side of its alliance. The list is empty if no side has allies.
    of: Vec<SideId>,
}

impl Alliances {
    /// Creates alliances. `first` has one entry for each side: the first side of its alliance.
    pub fn new(first: impl IntoIterator<Item = SideId>) -> Self {
        let of: Vec<SideId> = first.into_iter().collect();
        let is_alone = |(at, first): (usize, &SideId)| first.index() == at;
        if of.iter().enumerate().all(is_alone) {
            return Self::default();
        }
        Self { of }
    }

    /// Returns whether no side has allies.
    pub fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// Returns the alliance of `side`: the first side in it.
    #[inline]
    pub fn of(&self, side: SideId) -> SideId {
        self.of.get(side.index()).copied().unwrap_or(side)
    }

    /// Returns whether two sides fight together. A side counts as allied with itself.
    #[inline]
    pub fn are_allied(&self, one: SideId, other: SideId) -> bool {
        self.of(one) == self.of(other)
    }

    /// Returns all sides in the alliance of `side`, including `side`, in the order of the scenario.
    pub fn members(&self, side: SideId) -> impl Iterator<Item = SideId> {
        let own = self.of(side);
        let allied = self.of.iter().enumerate();
        let allied = allied.filter(move |(_, of)| **of == own);
        let alone = self.is_empty().then_some(side);
        allied.map(|(at, _)| SideId::at(at)).chain(alone)
    }
}

/// Serialises the alliances of two or more sides, each as a list of side numbers. Sides without allies are
/// left out.
impl Serialize for Alliances {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let firsts = (0..self.of.len()).map(SideId::at);
        let members = firsts
            .filter(|&side| self.of(side) == side)
            .map(|side| self.members(side).collect::<Vec<_>>());
        serializer.collect_seq(members.filter(|members| members.len() > 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sides(alliances: &Alliances, side: u8) -> Vec<u8> {
        let members = alliances.members(SideId(side));
        members.map(|side| side.0).collect()
    }

    #[test]
    fn members_are_the_sides_that_fight_together() {
        let alliances = Alliances::new([0, 1, 0, 3, 1].map(SideId));
        assert_eq!(sides(&alliances, 2), [0, 2]);
        assert_eq!(sides(&alliances, 4), [1, 4]);
        assert_eq!(sides(&alliances, 3), [3]);
        let json = serde_json::to_string(&alliances).expect("lists of numbers");
        assert_eq!(json, "[[0,2],[1,4]]");
    }

    #[test]
    fn a_side_without_allies_is_alone() {
        let alliances = Alliances::new([0, 1, 2].map(SideId));
        assert!(alliances.is_empty());
        assert_eq!(alliances, Alliances::default());
        assert_eq!(sides(&alliances, 1), [1]);
        assert!(!alliances.are_allied(SideId(0), SideId(1)));
    }
}
