//! Calculates how many fighters of each side stand after each round.
//!
//! Standing fighters are not counted during a fight. At its start, all fighters stand that are present.
//! Fighters who go down, come back or leave are counted by round. The mean number of fighters that stand
//! after a round is calculated from these counts. For a fight that has ended, it includes the fighters that
//! stood at its end.
//!
//! The variance of this number between fights is unknown, because the counts do not show it. The intervals
//! are valid for any variance (see [`Interval::bounded_mean`]).

use super::{Count, Interval, Tally};
use crate::fight::SideId;

/// The state of a side after a round.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SideAfterRound<C: Count = u64> {
    /// The round. Round 0 is the state before the first round.
    pub round: u32,
    /// The mean number of its fighters that stand, over all fights. Fights that have ended count with their
    /// final number. Objects, such as vehicles, are not counted.
    pub standing: Interval,
    /// The number of fights that continue after this round.
    pub going: C,
}

impl<C: Count> Tally<C> {
    /// Returns the state of a side after every round, from 0 to the last round with a change for any side.
    /// Empty if no fights were played. Also empty for days, whose rounds belong to several fights.
    ///
    /// ```
    /// use skirmish_engine::fight::*;
    ///
    /// # let combatant = |side| CastCombatant { name: String::new(), side: SideId(side), count: 1, health: 0, weapons: vec![], carries: vec![], playbook: Default::default() };
    /// # let (combatants, fighters) = ([0, 1].map(combatant).to_vec(), [0, 1].map(CombatantId).to_vec());
    /// # let cast = Cast { sides: vec!["us".into(), "them".into()], combatants, fighters, round_cap: 9, alliances: Alliances::default(), alike_from: None, most_lost: 0, things: FighterSet::NONE, absent: FighterSet::NONE, objectives: vec![], day: None, events: &[] };
    /// let mut tally = skirmish_engine::tally::Tally::new(&cast);
    /// tally.downed(FighterId(1), 2);
    /// tally.ended(&Outcome { ending: Ending::Won(SideId(0)), rounds: 2, standing: FighterSet(0b01) });
    /// let them = tally.survival(SideId(1));
    /// let standing = them.iter().map(|after| (after.round, after.standing.estimate, after.going));
    /// assert!(standing.eq([(0, 1.0, 1), (1, 1.0, 1), (2, 0.0, 0)]));
    /// ```
    ///
    /// # Panics
    /// If the reports have more fighters going down or leaving than were standing.
    pub fn survival(&self, side: SideId) -> Vec<SideAfterRound<C>> {
        if self.layout.day.is_some() {
            return Vec::new();
        }
        let fights = (self.fights(), self.unresolved);
        let most = self.layout.sides[side.index()].fighters.count();
        let (mut came, mut gone) = (C::default(), C::default());
        // A fighter that is absent at the start is counted as if it had left every fight.
        for _ in 0..self.layout.sides[side.index()].absent {
            gone.plus(fights.0);
        }
        let after = self.going().into_iter().map(|(round, going)| {
            for combatant in self.layout.combatants_of(side) {
                let part = &self.layout.combatants[combatant.index()];
                let count = |base: usize| self.counts[base + round as usize];
                came.plus(count(part.back));
                gone.plus(count(part.downs));
                gone.plus(count(part.fled));
            }
            let standing = C::standing(most, (came, gone), fights, &self.scale);
            standing.map(|standing| SideAfterRound {
                round,
                standing,
                going,
            })
        });
        after.flatten().collect()
    }

    /// Returns every round up to the last one with a change, each with the number of fights that continue
    /// after it.
    fn going(&self) -> Vec<(u32, C)> {
        let rounds = 0..self.last_change().map_or(0, |last| last + 1);
        let mut going = self.unresolved;
        // The sum is built from the last round to the first, because adding floats is more precise than
        // subtracting them.
        let mut after: Vec<_> = rounds
            .rev()
            .map(|round| {
                let here = (round, going);
                for ending in self.every_ending() {
                    going.plus(self.counts[self.layout.rounds(ending) + round as usize]);
                }
                here
            })
            .collect();
        after.reverse();
        after
    }

    /// Returns the last round when a fight ended, or a fighter went down, came back or left.
    fn last_change(&self) -> Option<u32> {
        let ended = self.every_ending().flat_map(|ending| self.rounds(ending));
        let events = self.layout.combatants.iter().flat_map(|part| {
            [part.downs, part.back, part.fled]
                .into_iter()
                .flat_map(|base| self.by_round(base))
        });
        ended.chain(events).map(|(round, _)| round).max()
    }
}
