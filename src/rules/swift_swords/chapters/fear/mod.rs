//! Fear: who inspires it, who has to stand up to it, and what it costs.
//!
//! Clauses: SST-23-1..4. Only own actions are tested, after their dice are paid; who has passed once is safe from all fear, unless
//! it fails against a mental attack made to frighten (`mental`). A mind that is beyond all damage loses nothing but
//! actions.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::{Daze, Dread, Fear, Hit, Scene, Track, Trait, View};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Tests somebody who acts, after its dice are paid. False: the action is lost.
    #[inline]
    pub(crate) fn faced(&mut self, who: FighterId) -> bool {
        if !self.arena.scope.fear || self.body(who).brave {
            return true;
        }
        match self.view().worst_fear(who) {
            Some((by, fear)) => self.meets_fear(who, by, fear),
            None => true,
        }
    }

    /// Rolls against a fear, and pays for failing [SST-23-3].
    fn meets_fear(&mut self, who: FighterId, by: FighterId, fear: Fear) -> bool {
        while !self.passes(who, Trait::Spirit, fear.dice) {
            let lost = fear.fail == Dread::Action
                || (fear.fail == Dread::RankOrShock && self.shocked(who));
            self.say("SST-23-3", [who, by], |[who, by]| {
                let action = if lost { " and loses its action" } else { "" };
                format!("{who} fears {by}{action}.")
            });
            if lost {
                return false;
            }
            if self.view().is_beyond(who, Track::Mental) {
                return true;
            }
            self.lose_ranks(who, Track::Mental, 1);
            if !self.state.fighting.has(who) {
                return false;
            }
            if fear.fail != Dread::Ranks {
                return true;
            }
        }
        self.body_mut(who).brave = true;
        self.tell_of("SST-23-1", [who, by], "stands up to");
        true
    }

    /// Whether somebody takes the Shock rather than losing a Rank. If so, it has been taken.
    fn shocked(&mut self, who: FighterId) -> bool {
        let hit = Hit::of_itself(who, Track::Mental, 1);
        let able = self.view().may_take(who, Daze::Shock);
        let takes = able && !self.view().is_beyond(who, hit.track) && self.prefers_state(hit);
        if takes {
            self.daze_with(who, Daze::Shock);
        }
        takes
    }
}

impl<const N: usize> View<'_, N> {
    /// The worst fear that reaches somebody, and who inspires it [SST-23-2].
    fn worst_fear(self, who: FighterId) -> Option<(FighterId, Fear)> {
        let mut found: Option<(FighterId, Fear)> = None;
        for foe in self.foes(who).iter() {
            let Some(fear) = self.fighter(foe).fear else {
                continue;
            };
            let reaches = self.distance(who, foe) <= u8::from(fear.adjacent);
            if reaches && found.is_none_or(|(_, worst)| fear.level > worst.level) {
                found = Some((foe, fear));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests;
