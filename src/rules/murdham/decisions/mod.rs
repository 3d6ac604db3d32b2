//! What a character chooses, and how its policy asks for it.
//!
//! Clauses: MUR-1-8, MUR-1-9, MUR-2-12, MUR-3-6, MUR-3-8, MUR-3-11, MUR-3-15, MUR-4-14, MUR-5-5, MUR-6-4, MUR-8-7,
//! MUR-9-2, MUR-10-9, MUR-10-10, MUR-11-7, MUR-12-6, MUR-13-1, MUR-16-5. The rules offer what is possible, the policy's
//! first fitting line picks. What a line comes to is in `decider.rs`, whom it is aimed at in `targets.rs`.

mod actions;
mod answers;
mod decider;
pub(crate) mod facts;
mod riding;
mod targets;

use super::nouns::attack::{Incoming, Means, Way};
use super::nouns::deeds::{Deed, Go, Lying, Pace, Ready, Reply};
use super::nouns::scene::{Scene, View};
use super::words::{
    ACCEPT, ACT, BONUS, BROKEN, CAPTIVE, GUARD, LEAD, OFFER, OPPORTUNITY, PACE, REACT, READY,
};
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, ListId, SideId, Witness};
use decider::{About, Choice, Decider};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// What somebody's policy chooses from a list.
    #[inline]
    fn asks(&mut self, who: FighterId, list: usize, about: About) -> Option<Choice> {
        let fighter = self.fighter(who);
        if !fighter.decides(list) {
            return None;
        }
        let mut decider = Decider::new(View::new(self.arena, self.state), who, list, about);
        let policy = &fighter.policy;
        policy.choose(ListId::at(list), &mut decider, self.dice, self.witness)
    }

    /// What somebody answers to a question of yes or no; `None` without a line.
    #[inline]
    fn does(&mut self, who: FighterId, list: usize, about: About) -> Option<bool> {
        match self.asks(who, list, about) {
            Some(Choice::Does(does)) => Some(does),
            _ => None,
        }
    }

    /// Which side has the first opportunity of the round [MUR-1-9].
    pub(crate) fn leads(&mut self, holder: SideId) -> SideId {
        let side = self.arena.lineup.sides[holder.index()];
        let first = side.and(self.state.fighting).iter().next();
        let who = first.expect("the holder of the initiative has somebody fighting");
        match self.asks(who, LEAD, About::NOTHING) {
            Some(Choice::Lead(side)) => side,
            _ => holder,
        }
    }

    /// Whether somebody takes its turn now [MUR-1-8].
    #[inline]
    pub(crate) fn readiness(&mut self, who: FighterId) -> Ready {
        match self.asks(who, READY, About::NOTHING) {
            Some(Choice::Ready(ready)) => ready,
            _ => Ready::Acts,
        }
    }

    /// How fast somebody moves in this turn [MUR-2-3, MUR-11-7].
    #[inline]
    pub(crate) fn pace(&mut self, who: FighterId) -> Pace {
        match self.asks(who, PACE, About::NOTHING) {
            Some(Choice::Pace(pace)) => pace,
            _ => Pace::Walk,
        }
    }

    /// Which weapon to pick up as a bonus action [MUR-2-8].
    #[inline]
    pub(crate) fn bonus(&mut self, who: FighterId) -> Option<Lying> {
        match self.asks(who, BONUS, About::NOTHING) {
            Some(Choice::Act(Deed::PickUp(lying))) => Some(lying),
            _ => None,
        }
    }

    /// The main action [MUR-2-12].
    #[inline]
    pub(crate) fn acts(&mut self, who: FighterId) -> Deed {
        match self.asks(who, ACT, About::NOTHING) {
            Some(Choice::Act(deed)) => deed,
            _ => Deed::Nothing,
        }
    }

    /// Movement before or after the main action; `None` where the policy leaves it to custom.
    #[inline]
    pub(crate) fn goes(
        &mut self,
        who: FighterId,
        list: usize,
        target: Option<FighterId>,
    ) -> Option<Go> {
        match self.asks(who, list, About::somebody(target)) {
            Some(Choice::Go(go)) => Some(go),
            _ => None,
        }
    }

    /// How the target answers an attack that hits [MUR-4-14]. Nobody hides behind those who have hidden already.
    #[inline]
    pub(crate) fn reacts(&mut self, seen: Incoming, hidden: FighterSet) -> Reply {
        let about = About {
            hidden,
            ..About::attack(seen)
        };
        match self.asks(seen.target, REACT, about) {
            Some(Choice::React(reply)) => reply,
            _ => Reply::Nothing,
        }
    }

    /// Whether an ally takes the attack on itself [MUR-5-5].
    pub(crate) fn guards(&mut self, who: FighterId, seen: Incoming) -> bool {
        self.does(who, GUARD, About::attack(seen)) == Some(true)
    }

    /// The blow at an enemy who moves away, if any [MUR-6-4].
    pub(crate) fn strikes_at(&mut self, who: FighterId, mover: FighterId) -> Option<(Means, Way)> {
        match self.asks(who, OPPORTUNITY, About::somebody(Some(mover))) {
            Some(Choice::React(Reply::Counter(means, way))) => Some((means, way)),
            _ => None,
        }
    }

    /// Whether a captive tries to break free [MUR-10-9].
    pub(crate) fn struggles(&mut self, who: FighterId) -> bool {
        self.does(who, CAPTIVE, About::NOTHING) != Some(false)
    }

    /// Whether somebody who has failed a morale check retreats, rather than surrender [MUR-12-6].
    pub(crate) fn retreats(&mut self, who: FighterId) -> bool {
        self.does(who, BROKEN, About::NOTHING) == Some(false)
    }

    /// Whether an attacker offers to spare its target [MUR-9-1].
    pub(crate) fn offers(&mut self, who: FighterId, target: FighterId) -> bool {
        self.does(who, OFFER, About::somebody(Some(target))) == Some(true)
    }

    /// Whether the target of an attack accepts to be spared [MUR-9-2].
    pub(crate) fn accepts(&mut self, seen: Incoming) -> bool {
        self.does(seen.target, ACCEPT, About::attack(seen)) == Some(true)
    }
}

#[cfg(test)]
mod tests;
