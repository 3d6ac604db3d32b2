//! What lifts or breaks a side's spirit from outside the fight: reverses, leaders, omens.
//!
//! Clauses: SST-19-7, SST-20-1. An event comes at the start of its round, before anything else of it, in the order of the
//! scenario, and strikes everybody of its side who is in the fight. Reading: what bolsters gives back Ranks that were lost,
//! none beyond those at the start, and undoes what they had cost on the other track.

use crate::dice::Dice;
use crate::fight::Witness;
use crate::rules::swift_swords::nouns::{Scene, Track, Trait};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// What happens at the start of this round.
    pub(crate) fn events_happen(&mut self) {
        let round = self.state.round;
        let all = self.arena.events.iter();
        for event in all.filter(|event| event.round == round) {
            let side = &self.arena.cast.sides[event.side.index()];
            self.say("SST-19-7", [], |[]| {
                let verb = if event.ranks < 0 { "takes" } else { "loses" };
                format!("The {side} side {verb} heart.")
            });
            for who in self.arena.lineup.sides[event.side.index()].iter() {
                if !self.state.fighting.has(who) || self.view().is_beyond(who, Track::Mental) {
                    continue;
                }
                if event.test && self.passes(who, Trait::Spirit, 0) {
                    continue;
                }
                let count = event.ranks.unsigned_abs();
                if event.ranks > 0 {
                    self.lose_ranks(who, Track::Mental, count);
                } else {
                    self.regain(who, Track::Mental, count);
                    let now = self.view().rank_now(who, Track::Mental);
                    self.say("SST-19-7", [who], |[who]| {
                        format!("{who} is back to Mental {now}.")
                    });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
