//! Implements the interface through which the program plays a fight of this book.

use super::events::{BROKEN, DEAD, DESTROYED, DYING, FLED, PARALYSED, STABLE, UNCONSCIOUS};
use super::nouns::arena::Arena;
use super::nouns::state::Whereabouts;
use super::nouns::{Life, Phase, Scene, State, View};
use crate::dice::Dice;
use crate::fight::{
    self, Cast, Days, Fight, FighterId, FighterSet, Left, LineId, Moment, Objectives, Pause,
    Progress, RollCall, Spot, Supplies, Witness,
};

impl fight::Arena for Arena {
    type State = State;

    fn cast(&self) -> &Cast {
        &self.cast
    }

    #[inline]
    fn start(&self) -> &State {
        &self.start
    }

    /// Returns which fighters are standing and which are out. Nobody is out before the first round, because
    /// the first round itself reports the fighters that begin out of the fight. Fighters that have yet to
    /// arrive [SAM-1-3] or to rise [SAM-21-8] are not out either.
    fn roll_call(&self, state: &State) -> RollCall {
        let mut call = RollCall::of(&self.cast, state.fighting);
        // A fighter that died in an earlier fight of the day is absent from this one, and counts as out.
        let dead = |who| state.body(who).life == Life::Dead;
        let dead = state.absent.filter(dead);
        if state.phase == Phase::Opening {
            // A fighter that fled from an earlier fight and stays away counts as out as well.
            let fled = |who| state.body(who).life == Life::Fled;
            let fled = call.out.without(state.absent).filter(fled);
            call.out = FighterSet(dead.0 | fled.0);
            return call;
        }
        let out = call
            .out
            .without(self.lineup.to_come(state.round.into(), state.stage()))
            .without(state.absent);
        call.out = FighterSet(out.0 | dead.0);
        call
    }

    /// Returns why a fighter is out of the fight [SAM-0-8]. The fate is `None` for a fighter that is still in
    /// the fight, that has not risen yet, or that belongs to another fight of the day.
    fn left(&self, state: &State, who: FighterId) -> Left {
        let body = state.body(who);
        if state.absent.has(who) && body.life != Life::Dead {
            return Left::default();
        }
        let fate = match body.life {
            Life::Dead if self.fighter(who).object => Some(DESTROYED),
            Life::Dead => Some(DEAD),
            Life::Dying => Some(DYING),
            Life::Stable => Some(STABLE),
            Life::Unconscious => Some(UNCONSCIOUS),
            Life::Fled => Some(FLED),
            Life::Well if body.paralysed => Some(PARALYSED),
            Life::Well => body.broken.then_some(BROKEN),
        };
        Left { fate, health: 0 }
    }

    /// Returns how far the fight has come: the round, the number of fighters that have had their place in the
    /// turn order, and the number of actions taken at the present place, which is 200 at most.
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
            ..Moment::default()
        }
    }
}

impl Objectives for Arena {
    fn is_at(&self, state: &State, who: FighterId, spot: Spot) -> bool {
        let mut cells = View::new(self, state).block(who).cells();
        cells.any(|cell| Spot([cell.x.into(), cell.y.into()]) == spot)
    }

    /// Returns the round that counts if an objective is met in this state, or `None` before initiative is
    /// rolled. When the first turn of a round is about to begin, the round before still counts.
    fn judged_in(&self, state: &State) -> Option<u32> {
        let begins = state.phase == Phase::Start && state.order().next() == Some(state.next_up);
        let round = u32::from(state.round) - u32::from(begins && state.round > 1);
        (state.phase != Phase::Opening).then_some(round)
    }
}

impl Days for Arena {
    fn parts(&mut self) -> Option<(&mut Cast, &mut State)> {
        Some((&mut self.cast, &mut self.start))
    }

    fn begin(&self, state: &mut State, fresh: FighterSet, folk: FighterSet) {
        self.begin_fight(state, fresh, folk);
    }

    fn pause<D: Dice, W: Witness>(
        &self,
        state: &mut State,
        pause: Pause,
        folk: FighterSet,
        dice: &mut D,
        witness: &mut W,
    ) {
        Scene::new(self, state, dice, witness).pause(pause, folk);
    }

    fn ends_day<D: Dice, W: Witness>(
        &self,
        state: &mut State,
        who: FighterId,
        dice: &mut D,
        witness: &mut W,
    ) -> Option<LineId> {
        Scene::new(self, state, dice, witness).ends_day(who)
    }

    fn is_dead(&self, state: &State, who: FighterId) -> bool {
        state.body(who).life == Life::Dead
    }

    /// Returns the number of wounds of a fighter, and the smallest number of wounds that makes its dying
    /// checks impossible [SAM-18-6].
    fn harm(&self, state: &State, who: FighterId) -> (u32, u32) {
        View::new(self, state).harm(who)
    }

    fn supplies(&self, state: &State, who: FighterId) -> Supplies {
        let body = state.body(who);
        let mut supplies = Supplies::default();
        for (item, _) in body.items.iter().zip(&self.fighter(who).carries) {
            if item.place != Whereabouts::Destroyed {
                supplies.things += 1;
                supplies.ammunition += u32::from(item.ammunition);
            }
        }
        supplies.remedies = body.uses.iter().copied().map(u32::from).sum();
        supplies
    }
}

impl Fight for Arena {
    #[inline]
    fn step<D: Dice, W: Witness>(
        &self,
        state: &mut State,
        dice: &mut D,
        witness: &mut W,
    ) -> Progress {
        Scene::new(self, state, dice, witness).step()
    }
}
