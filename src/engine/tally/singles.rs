//! Figures of single fights, which are needed to compare pairs of fights.
//!
//! A [`Tally`](super::Tally) only keeps sums over fights. The list in this module keeps a few figures of each
//! fight, until they are paired with those of the other fight.

use crate::fight::{Alliances, Blow, Cast, Ending, FighterId, Outcome, SideId};

/// The figures of single fights, in the order of the fights: the winner, the length, and the damage done by
/// each side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Singles {
    side_of: Vec<SideId>,
    sides: usize,
    /// The groups of sides that win together.
    alliances: Alliances,
    /// The damage that each side has done in the current fight.
    dealt: Vec<u64>,
    rows: Vec<u64>,
}

/// A figure of a single fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Figure {
    /// Whether a side won the fight: 0 or 1.
    Won(SideId),
    /// The length of the fight in rounds.
    Rounds,
    /// The damage that the fighters of a side did after armour, in the rulebook's points.
    Dealt(SideId),
}

impl Figure {
    /// Returns all figures of a fight with this number of sides.
    pub fn all(sides: usize) -> impl Iterator<Item = Self> {
        let each = move || (0..sides).map(SideId::at);
        each()
            .map(Self::Won)
            .chain([Self::Rounds])
            .chain(each().map(Self::Dealt))
    }

    fn place(self, sides: usize) -> usize {
        match self {
            Self::Won(side) => side.index(),
            Self::Rounds => sides,
            Self::Dealt(side) => sides + 1 + side.index(),
        }
    }
}

/// Returns the number of values that are stored for a fight: its figures, whether it was a draw, and whether
/// it was cut off.
const fn width(sides: usize) -> usize {
    2 * sides + 3
}

impl Singles {
    /// Creates an empty list of fights for a cast.
    pub fn new(cast: &Cast) -> Self {
        let fighters = (0..cast.fighters.len()).map(FighterId::at);
        Self {
            side_of: fighters.map(|who| cast.combatant(who).side).collect(),
            sides: cast.sides.len(),
            alliances: cast.alliances.clone(),
            dealt: vec![0; cast.sides.len()],
            rows: Vec::new(),
        }
    }

    /// Removes all fights from the list.
    pub fn clear(&mut self) {
        self.rows.clear();
    }

    /// Returns a figure for each fight, in the order of the fights.
    pub fn column(&self, figure: Figure) -> impl ExactSizeIterator<Item = u64> {
        self.cells(figure.place(self.sides))
    }

    /// Returns for each fight whether it was a draw, as 0 or 1, in the order of the fights.
    pub fn draws(&self) -> impl ExactSizeIterator<Item = u64> {
        self.cells(width(self.sides) - 2)
    }

    /// Returns for each fight whether it was cut off, as 0 or 1, in the order of the fights.
    pub fn undecided(&self) -> impl ExactSizeIterator<Item = u64> {
        self.cells(width(self.sides) - 1)
    }

    fn cells(&self, at: usize) -> impl ExactSizeIterator<Item = u64> {
        let rows = self.rows.chunks_exact(width(self.sides));
        rows.map(move |row| row[at])
    }

    /// Adds the damage of `times` attacks in the current fight that all have the result `mark` (see
    /// [`Blow::mark`]).
    pub fn attacked(&mut self, attacker: FighterId, mark: u32, times: u64) {
        let dealt = u64::from(mark.saturating_sub(Blow::LANDED));
        self.dealt[self.side_of[attacker.index()].index()] += dealt * times;
    }

    /// Adds the current fight with its outcome to the list.
    pub fn ended(&mut self, outcome: &Outcome) {
        let won = |side: usize| {
            let alliance = self.alliances.of(SideId::at(side));
            u64::from(outcome.ending == Ending::Won(alliance))
        };
        self.rows.extend((0..self.sides).map(won));
        self.rows.push(u64::from(outcome.rounds));
        self.rows.append(&mut self.dealt);
        self.dealt.resize(self.sides, 0);
        let ended = |ending| u64::from(outcome.ending == ending);
        let none = [ended(Ending::Draw), ended(Ending::Undecided)];
        self.rows.extend(none);
    }
}
