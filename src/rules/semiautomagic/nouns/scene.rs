//! The situations of this book, to be asked and to be played.

use super::arena::Arena;
use super::fighter::Fighter;
use super::luck::Checks;
use super::state::{Body, State};
use crate::dice::Dice;
use crate::fight::{EventId, FighterId, WHOLE, Witness};
use crate::rules::scene;
use crate::rules::semiautomagic::reading::tables::Weapon;

/// A situation of a fight.
pub(crate) type View<'a, const N: usize> = scene::View<'a, Arena<N>, State<N>>;

/// A fight being played.
pub(crate) type Scene<'a, D, W, const N: usize> = scene::Scene<'a, Arena<N>, State<N>, D, W>;

impl<'a, const N: usize> View<'a, N> {
    #[inline]
    pub(crate) fn fighter(self, who: FighterId) -> &'a Fighter {
        self.arena.fighter(who)
    }

    #[inline]
    pub(crate) fn body(self, who: FighterId) -> &'a Body {
        self.state.body(who)
    }

    #[inline]
    pub(crate) fn weapon(self, weapon: u8) -> &'a Weapon {
        self.arena.weapon(weapon)
    }

    /// Who directs a body: another in the turn of who possesses it [SAM-17-3].
    #[inline]
    pub(crate) fn mind_of(self, body: FighterId) -> FighterId {
        if self.state.actor == body {
            self.state.mind
        } else {
            body
        }
    }
}

impl<'a, D: Dice, W: Witness, const N: usize> Scene<'a, D, W, N> {
    #[inline]
    pub(crate) fn fighter(&self, who: FighterId) -> &'a Fighter {
        self.arena.fighter(who)
    }

    #[inline]
    pub(crate) fn body(&self, who: FighterId) -> &Body {
        self.state.body(who)
    }

    #[inline]
    pub(crate) fn body_mut(&mut self, who: FighterId) -> &mut Body {
        self.state.body_mut(who)
    }

    #[inline]
    pub(crate) fn checks(&self) -> Checks {
        Checks::of(&self.arena.options)
    }

    /// Says something with the names of two.
    pub(crate) fn say(
        &mut self,
        clause: &'static str,
        [who, other]: [FighterId; 2],
        text: impl FnOnce(String, String) -> String,
    ) {
        let arena = self.arena;
        self.witness
            .say(clause, || text(arena.name(who), arena.name(other)));
    }

    /// Counts one of the book's own events.
    #[inline]
    pub(crate) fn note(&mut self, who: FighterId, event: EventId) {
        self.witness.happened(who, event, WHOLE);
    }

    /// Says something of one.
    pub(crate) fn tell(&mut self, clause: &'static str, who: FighterId, what: &str) {
        self.say(clause, [who, who], |who, _| format!("{who} {what}."));
    }
}
