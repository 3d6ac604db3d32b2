//! The number of standing fighters of each side after each round.
//!
//! Standing fighters are not counted while a fight is in progress. All fighters that are present at the start stand
//! then, and those that go down, come back or leave are counted by round, so the number standing after a round, over
//! all fights, is a sum of these. A fight that is over keeps the fighters that stood at its end.
//!
//! Left out: the variance between fights of the number standing after a round, which such sums do not show. The
//! intervals are valid for any variance (see [`Interval::bounded_mean`]).

use super::{Count, Interval, Tally};
use crate::fight::SideId;

/// A side after a round.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SideAfterRound<C: Count = u64> {
    /// The round; 0 is before the first.
    pub round: u32,
    /// The mean number of its standing fighters over all fights: fights that are over by then count with their final
    /// number. Things, such as vehicles, are not counted.
    pub standing: Interval,
    /// Number of fights that continue after it.
    pub going: C,
}

impl<C: Count> Tally<C> {
    /// A side after every round, from 0 to the last with a change for any side; empty without fights, and for days, whose
    /// rounds are those of several fights.
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
    /// If more fighters were reported to go down or leave than stood.
    pub fn survival(&self, side: SideId) -> Vec<SideAfterRound<C>> {
        if self.layout.day.is_some() {
            return Vec::new();
        }
        let fights = (self.fights(), self.unresolved);
        let most = self.layout.sides[side.index()].fighters.count();
        let (mut came, mut gone) = (C::default(), C::default());
        // A fighter that is absent at the start is counted like one that has gone from every fight.
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

    /// Every round up to the last with any change, and the number of fights that continue after it.
    fn going(&self) -> Vec<(u32, C)> {
        let rounds = 0..self.last_change().map_or(0, |last| last + 1);
        let mut going = self.unresolved;
        // From the last to the first, because addition loses fewer digits than subtraction.
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

    /// The last round when a fight ended or a fighter went down, came back or left.
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
