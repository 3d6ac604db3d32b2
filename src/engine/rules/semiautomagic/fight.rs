//! The fight as the program plays it, whatever the book.

use super::events::{BROKEN, DEAD, DESTROYED, DYING, FLED, PARALYSED, STABLE, UNCONSCIOUS};
use super::nouns::arena::Arena;
use super::nouns::{Life, Phase, Scene, State};
use crate::dice::Dice;
use crate::fight::{Cast, EventId, Fight, FighterId, FighterSet, Moment, Progress, Witness};

impl Fight for Arena {
    type State = State;

    fn cast(&self) -> &Cast {
        &self.cast
    }

    #[inline]
    fn start(&self) -> &State {
        &self.start
    }

    fn standing(&self, state: &State) -> FighterSet {
        state.fighting
    }

    /// Nobody before the first round, in which those who begin out of the fight are told of; and nobody who is yet to arrive
    /// [SAM-1-3] or to rise [SAM-21-8].
    fn told_out(&self, state: &State) -> FighterSet {
        if state.phase == Phase::Opening {
            return FighterSet::NONE;
        }
        let to_come = self
            .lineup
            .those(|who| self.fighter(who).arrives > state.round);
        (self.cast.everybody())
            .without(state.fighting)
            .without(to_come)
            .without(state.absent)
    }

    /// Who is out is out for one of these [SAM-0-8]; who has not risen never was there.
    fn fate(&self, state: &State, who: FighterId) -> Option<EventId> {
        if state.absent.has(who) {
            return None;
        }
        let body = state.body(who);
        match body.life {
            Life::Dead if self.fighter(who).object => Some(DESTROYED),
            Life::Dead => Some(DEAD),
            Life::Dying => Some(DYING),
            Life::Stable => Some(STABLE),
            Life::Unconscious => Some(UNCONSCIOUS),
            Life::Fled => Some(FLED),
            Life::Well if body.paralysed => Some(PARALYSED),
            Life::Well => body.broken.then_some(BROKEN),
        }
    }

    #[inline]
    fn step<D: Dice, W: Witness>(
        &self,
        state: &mut State,
        dice: &mut D,
        witness: &mut W,
    ) -> Progress {
        Scene::new(self, state, dice, witness).step()
    }

    /// Places of the order, and actions in each, of which there are 200 at the most.
    fn moment(&self, state: &State) -> Moment {
        let opened = u32::from(state.phase != Phase::Opening);
        let deeds = match state.phase {
            Phase::Over => 510,
            _ => u32::from(state.deeds),
        };
        let before = state.order().take_while(|&who| who != state.next_up);
        let before = u32::try_from(before.count()).unwrap_or(u32::MAX);
        Moment {
            round: state.round.into(),
            part: 512 * before + deeds + opened,
        }
    }

    fn alike_from(&self) -> Option<u32> {
        self.scope.alike_from.map(|from| from.max(2))
    }

    fn set_round(&self, state: &mut State, round: u32) {
        state.round = u16::try_from(round).expect("at most 10,000 rounds");
    }
}
