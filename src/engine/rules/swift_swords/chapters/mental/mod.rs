//! Attacks on the mind, and the turns of creatures that are Panicked or Crushed.
//!
//! Clauses: SST-9-4, SST-19-1..6, SST-23-1.
//!
//! Interpretations: if the dice of a panicked creature cannot pay for getting away, its turn does not count,
//! and it does not roll against panic. Ending a State and struggling in a hold are actions like any other for
//! a panicked creature. The roll against panic comes before them. If a roll against a State lets a panicked
//! creature act, its action is the Move, or in a hold the struggle. A panicked creature that cannot get
//! farther away stays where it is. A creature that panics again begins a new panic. A crushed creature does
//! not panic in addition. The die that it loses does not count as spent.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::{
    Act, Attack, AttackMeans, Deed, Scene, Took, Trait, WantedDeed, Wits,
};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Makes an attack on the mind of an enemy. If the attack is made to frighten and hurts, the enemy must
    /// roll against fear again [SST-19-2, SST-23-1].
    pub(crate) fn daunt(&mut self, who: FighterId, target: FighterId) {
        let result = self.attack(Attack::new(who, target, AttackMeans::Mind));
        if result.hurt && self.fighter(who).mental_fear && self.state.fighting.has(target) {
            self.body_mut(target).brave = false;
        }
    }

    /// Puts a creature into panic [SST-19-5].
    pub(crate) fn panic(&mut self, who: FighterId) {
        if !matches!(self.body(who).wits, Wits::Crushed { .. }) {
            self.body_mut(who).wits = Wits::Panicked { fresh: true };
            self.tell("SST-19-5", who, "panics");
        }
    }

    /// Makes a creature Crushed [SST-19-6].
    pub(crate) fn crush(&mut self, who: FighterId) {
        self.body_mut(who).wits = Wits::Crushed { fresh: true };
        self.tell("SST-19-6", who, "is crushed");
    }

    /// Plays the turn of a Crushed creature, which loses a die. Returns `None` if the creature is not
    /// Crushed, or is no longer [SST-19-6].
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

    /// Returns the action of a Panicked creature: getting away, or waiting if its dice cannot pay for that.
    /// Returns `None` if the creature is not Panicked, or is no longer. `rolled` is whether the roll against
    /// panic in this turn has already failed [SST-19-5].
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

    /// Returns whether a creature whose turn it is can act calmly. A creature that has already acted in its
    /// panic first rolls to end the panic [SST-19-5].
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

    /// Rolls SPIRIT to end a creature's panic, or its being Crushed. `effort` is whether a 1 may be spent for
    /// an additional die. Returns whether the creature is calm now.
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
