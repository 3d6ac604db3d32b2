//! What many fights add up to: whole numbers only, merged exactly.
//!
//! A [`Tally`] listens to fights as a [`Witness`]. All counts stand in one flat list, laid out for the cast when
//! the tally is made, so an event costs one increment, merging is adding two lists, and nothing is allocated in a
//! fight. An attack is one increment in the histogram of its attacker, weapon and target; attacks, hits, damage
//! dealt and taken are all read off that histogram afterwards (`figures.rs`).
//! Left out: rates and means. They are made from the counts when asked for, with their [`Interval`].

mod absorb;
mod figures;
mod interval;
mod layout;

pub use interval::Interval;

use crate::fight::{
    Blow, Cast, Ending, FighterId, LineId, ListId, Outcome, Place, WeaponId, Witness,
};
use layout::{Layout, MISSED, WARDED};

/// Counts of many fights of one matchup.
///
/// ```
/// use skirmish::fight::{Cast, Ending, FighterSet, Outcome, Witness};
/// use skirmish::tally::Tally;
///
/// let cast = Cast { sides: vec!["us".into(), "them".into()], combatants: vec![], fighters: vec![], round_cap: 9 };
/// let mut tally = Tally::new(&cast);
/// tally.ended(&Outcome { ending: Ending::Draw, rounds: 3, standing: FighterSet::NONE });
/// assert_eq!((tally.fights(), tally.draws()), (1, 1));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    layout: Layout,
    counts: Vec<u64>,
}

impl Tally {
    /// An empty tally for this cast. Everything it will ever need is allocated here.
    ///
    /// # Panics
    /// When the cast has more than [`MOST_FIGHTERS`](crate::fight::MOST_FIGHTERS) fighters.
    pub fn new(cast: &Cast) -> Self {
        let (layout, cells) = Layout::new(cast);
        Self {
            layout,
            counts: vec![0; cells],
        }
    }

    /// Adds the counts of other fights of the same cast.
    ///
    /// # Panics
    /// When the other tally was made for another cast.
    pub fn merge(&mut self, other: &Self) {
        assert!(
            self.layout == other.layout,
            "only tallies of one cast can be merged"
        );
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            *mine += theirs;
        }
    }
}

impl Witness for Tally {
    #[inline]
    fn attacked(&mut self, attacker: FighterId, target: FighterId, weapon: WeaponId, blow: Blow) {
        let layout = &self.layout;
        let row = layout.row(attacker, weapon, target);
        let cell = match blow {
            Blow::Missed => MISSED,
            Blow::Evaded => WARDED,
            Blow::Landed { dealt, .. } => {
                if layout.crowded {
                    self.counts[layout.taken_by(target)] += u64::from(dealt);
                }
                row.cell(dealt)
            }
        };
        self.counts[row.base as usize + cell] += 1;
    }

    #[inline]
    fn line_repeated(&mut self, who: FighterId, line: LineId, times: u32) {
        self.counts[self.layout.slot(who).lines as usize + line.index()] += u64::from(times);
    }

    #[inline]
    fn list_ran_out_repeatedly(&mut self, who: FighterId, list: ListId, times: u32) {
        self.counts[self.layout.slot(who).lists as usize + list.index()] += u64::from(times);
    }

    #[inline]
    fn place(&self, attacker: FighterId, target: FighterId, weapon: WeaponId) -> Place {
        let row = self.layout.row(attacker, weapon, target);
        // Where targets share a row more than the row is counted, so the long way is taken.
        if self.layout.crowded {
            Place::default()
        } else {
            Place {
                at: row.base,
                len: row.last + 1,
            }
        }
    }

    #[inline]
    fn attacked_there(
        &mut self,
        place: Place,
        attacker: FighterId,
        target: FighterId,
        weapon: WeaponId,
        blow: Blow,
    ) {
        if place.len == 0 {
            self.attacked(attacker, target, weapon, blow);
            return;
        }
        let cell = match blow {
            Blow::Missed => MISSED,
            Blow::Evaded => WARDED,
            Blow::Landed { dealt, .. } => layout::LANDED + dealt as usize,
        };
        debug_assert!(
            cell < place.len as usize,
            "the cast promises the most that a hit can do"
        );
        self.counts[place.at as usize + cell.min(place.len as usize - 1)] += 1;
    }

    #[inline]
    fn downed(&mut self, who: FighterId, round: u32) {
        let layout = &self.layout;
        self.counts[layout.slot(who).downs as usize + layout.round(round)] += 1;
    }

    #[inline]
    fn back(&mut self, who: FighterId, _round: u32) {
        self.counts[self.layout.back + self.layout.slot(who).combatant as usize] += 1;
    }

    #[inline]
    fn fled(&mut self, who: FighterId, _round: u32) {
        self.counts[self.layout.fled + self.layout.slot(who).combatant as usize] += 1;
    }

    #[inline]
    fn line_used(&mut self, who: FighterId, line: LineId) {
        self.counts[self.layout.slot(who).lines as usize + line.index()] += 1;
    }

    #[inline]
    fn list_ran_out(&mut self, who: FighterId, list: ListId) {
        self.counts[self.layout.slot(who).lists as usize + list.index()] += 1;
    }

    #[inline]
    fn ended(&mut self, outcome: &Outcome) {
        let layout = &self.layout;
        self.counts[layout.rounds(outcome.ending) + layout.round(outcome.rounds)] += 1;
        for part in &layout.combatants {
            let standing = outcome.standing.and(part.fighters).count();
            self.counts[part.survived] += u64::from(standing);
        }
        for part in &layout.sides {
            let standing = outcome.standing.and(part.fighters).count();
            self.counts[part.standing + standing as usize] += 1;
        }
    }
}

/// All ways to end a fight of so many sides, in the order of the tables.
pub fn endings(sides: usize) -> impl Iterator<Item = Ending> {
    (0..sides)
        .map(|side| Ending::Won(crate::fight::SideId::at(side)))
        .chain([Ending::Draw, Ending::Undecided])
}

#[cfg(test)]
mod tests;
