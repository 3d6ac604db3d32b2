//! A situation with its fight, to be asked ([`View`]), and one with the dice and the witness, to be played ([`Scene`]).

use super::arena::Arena;
use super::fighter::Fighter;
use super::luck::{self, Opposed, TestRules};
use super::state::{Body, State};
use super::swing::Swing;
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::persona::reading::tables::Weapon;

/// A situation of a fight.
#[derive(Debug, Clone, Copy)]
pub(crate) struct View<'a, const N: usize> {
    pub arena: &'a Arena<N>,
    pub state: &'a State<N>,
}

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
    pub(crate) fn weapon(self, swing: Swing) -> &'a Weapon {
        self.arena.weapon(swing.weapon)
    }
}

/// A fight being played.
#[derive(Debug)]
pub(crate) struct Scene<'a, D, W, const N: usize> {
    pub arena: &'a Arena<N>,
    pub state: &'a mut State<N>,
    pub dice: &'a mut D,
    pub witness: &'a mut W,
}

impl<'a, D: Dice, W: Witness, const N: usize> Scene<'a, D, W, N> {
    #[inline]
    pub(crate) fn view(&self) -> View<'_, N> {
        View {
            arena: self.arena,
            state: self.state,
        }
    }

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
    pub(crate) fn rules(&self) -> TestRules {
        TestRules::of(&self.arena.options)
    }

    /// A test of somebody who holds out against something.
    pub(crate) fn saves(&mut self, number: i32) -> bool {
        self.dice.about(Topic::Save);
        luck::passes(self.dice, number, self.rules())
    }

    /// An opposed test [PER-13.1-5]: target numbers and bonuses of both, the one who begins it first.
    pub(crate) fn opposed(&mut self, numbers: [i32; 2], bonuses: [i32; 2]) -> Opposed {
        self.dice.about(Topic::Attack);
        let ties = self.arena.options.ties_by_bonus.then_some(bonuses);
        luck::opposed(self.dice, numbers, ties, self.rules())
    }

    /// The latest face rolled, for a transcript; 0 where nobody writes it down.
    pub(crate) fn face(&self) -> u32 {
        self.dice.faces().last().copied().unwrap_or(0)
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
}
