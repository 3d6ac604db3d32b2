//! Attacks on the mind, and the turns of creatures that have panicked or are crushed.
//!
//! Clauses: SST-9-4, SST-19-1..6, SST-23-1. Readings: a turn whose dice do not pay for getting away does not count as a turn, so
//! no roll against panic is made in it. For a panicked creature, getting over a State and struggling in a hold are actions like
//! any other, with the roll against panic before them. The action that a roll against a State may save is the one that panic
//! leaves: the Move, or in a hold the struggle. With nowhere farther to go, a panicked creature cowers where it is. A creature
//! that panics again starts from the beginning; a crushed creature does not panic in addition; the die lost to being crushed does
//! not count as spent.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::{
    Act, Attack, AttackMeans, Deed, Scene, Took, Trait, WantedDeed, Wits,
};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Attacks the mind of an enemy. An enemy that fails against an attack made to frighten may fear again
    /// [SST-19-2, SST-23-1].
    pub(crate) fn daunt(&mut self, who: FighterId, target: FighterId) {
        let result = self.attack(Attack::new(who, target, AttackMeans::Mind));
        if result.hurt && self.fighter(who).mental_fear && self.state.fighting.has(target) {
            self.body_mut(target).brave = false;
        }
    }

    /// Makes a creature panic [SST-19-5].
    pub(crate) fn panic(&mut self, who: FighterId) {
        if !matches!(self.body(who).wits, Wits::Crushed { .. }) {
            self.body_mut(who).wits = Wits::Panicked { fresh: true };
            self.tell("SST-19-5", who, "panics");
        }
    }

    /// Makes a creature crushed [SST-19-6].
    pub(crate) fn crush(&mut self, who: FighterId) {
        self.body_mut(who).wits = Wits::Crushed { fresh: true };
        self.tell("SST-19-6", who, "is crushed");
    }

    /// Plays the turn of a Crushed creature, which loses a die; `None` if it is not Crushed, or not any more
    /// [SST-19-6].
    #[inline]
    pub(crate) fn crushed(&mut self, who: FighterId) -> Option<Took> {
        let Wits::Crushed { fresh } = self.body(who).wits else {
            return None;
        };
        if !fresh && self.rallies(who, true) {
            return None;
        }
        let most = self.rules().damage.crushed;
        let body = self.body_mut(who);
        body.wits = Wits::Crushed { fresh: false };
        let hand = body.hand;
        let count = most.min(hand.usable());
        let lost = hand.ends(count, false).filter(|_| count > 0)?;
        let left = hand.without(lost);
        body.hand = left;
        self.say("SST-19-6", [who], |[who]| {
            let dice = if count == 1 { "a die of" } else { "dice of" };
            format!("{who} does nothing, loses {dice} {lost} and has {left} left.")
        });
        Some(Took::Acted)
    }

    /// The action of a Panicked creature: to get away, if its dice pay for that; `None` if it has not Panicked, or is
    /// over it. `rolled` says whether this turn's roll against panic has failed already [SST-19-5].
    #[inline]
    pub(crate) fn flees(&mut self, who: FighterId, rolled: bool) -> Option<WantedDeed> {
        if !self.view().panics(who) {
            return None;
        }
        let retreat = Deed::of(Act::Retreat);
        let short = !self.view().pays_for(who, retreat);
        if !short && !rolled && self.is_calm(who) {
            return None;
        }
        let deed = if short { Deed::of(Act::Wait) } else { retreat };
        Some(self.view().wanted(who, deed, short))
    }

    /// Returns whether an acting creature is not in panic. A creature that has already acted in its panic rolls to end
    /// it, before any action [SST-19-5].
    #[inline]
    pub(crate) fn is_calm(&mut self, who: FighterId) -> bool {
        match self.body(who).wits {
            Wits::Calm => true,
            Wits::Panicked { fresh: false } => {
                self.rallies(who, true) || (self.shakes(who) && self.rallies(who, false))
            }
            Wits::Panicked { fresh: true } | Wits::Crushed { .. } => false,
        }
    }

    /// Rolls to end panic or being crushed; returns whether the creature is calm.
    fn rallies(&mut self, who: FighterId, effort: bool) -> bool {
        let successes = self.roll_trait(who, Trait::Spirit, 0, effort);
        let calm = self.pass(successes);
        if calm {
            let crushed = matches!(self.body(who).wits, Wits::Crushed { .. });
            self.body_mut(who).wits = Wits::Calm;
            let clause = if crushed { "SST-19-6" } else { "SST-19-5" };
            self.tell(clause, who, "is itself again");
        }
        calm
    }
}

#[cfg(test)]
mod tests;
