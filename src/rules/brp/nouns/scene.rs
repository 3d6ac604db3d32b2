//! The situations of this book, to be asked and to be played.
//!
//! Clauses: BRP-5.3-1, BRP-5.4-4.

use std::fmt::Display;

use super::arena::Arena;
use super::fighter::Fighter;
use super::state::{Body, State};
use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::scene;

/// A situation of a fight.
pub(crate) type View<'a, const N: usize> = scene::View<'a, Arena<N>, State<N>>;

/// A fight being played.
pub(crate) type Scene<'a, D, W, const N: usize> = scene::Scene<'a, Arena<N>, State<N>, D, W>;

scene::staged!(Fighter, Body);

impl<const N: usize> View<'_, N> {
    #[inline]
    pub(crate) fn able_enemies(self, who: FighterId) -> FighterSet {
        self.state.able.without(self.arena.lineup.allies(who))
    }

    #[inline]
    pub(crate) fn in_reach(self, a: FighterId, b: FighterId) -> bool {
        self.state.distance(a, b) <= self.arena.reach
    }

    /// Whether an able enemy stands within reach [BRP-5.3-1].
    pub(crate) fn is_involved(self, who: FighterId) -> bool {
        let mut enemies = self.able_enemies(who).iter();
        enemies.any(|enemy| self.in_reach(who, enemy))
    }
}

/// A fight as those see it who act at the same moment: in the situation before them, beside the live one, which knows the
/// defences made since [BRP-5.4-4].
#[derive(Debug)]
pub(crate) struct Frozen<'a, D, W, const N: usize> {
    pub view: View<'a, N>,
    pub live: &'a State<N>,
    pub dice: &'a mut D,
    pub witness: &'a mut W,
}

impl<D, W, const N: usize> Scene<'_, D, W, N> {
    /// As it is now.
    #[inline]
    pub(crate) fn frozen(&mut self) -> Frozen<'_, D, W, N> {
        Frozen {
            view: View::new(self.arena, self.state),
            live: self.state,
            dice: self.dice,
            witness: self.witness,
        }
    }

    /// As it was in this situation.
    pub(crate) fn frozen_in<'s>(&'s mut self, before: &'s State<N>) -> Frozen<'s, D, W, N> {
        let view = View::new(self.arena, before);
        Frozen {
            view,
            ..self.frozen()
        }
    }
}

impl<D, W: Witness, const N: usize> Frozen<'_, D, W, N> {
    /// Says a sentence with the names of these, as [`Scene::say`] does.
    #[inline]
    pub(crate) fn say<const K: usize>(
        &mut self,
        clause: &'static str,
        of: [FighterId; K],
        text: impl FnOnce([String; K]) -> String,
    ) {
        let arena = self.view.arena;
        self.witness
            .say(clause, || text(of.map(|who| arena.cast.name(who))));
    }

    /// Says something of one, as [`Scene::tell`] does.
    #[inline]
    pub(crate) fn tell(&mut self, clause: &'static str, who: FighterId, what: impl Display) {
        self.say(clause, [who], |[who]| format!("{who} {what}."));
    }
}
