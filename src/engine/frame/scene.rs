//! A state with its fight, to be queried ([`View`]), or with dice and witness as well, to be played ([`Scene`]).
//!
//! Each book defines aliases of both for its own fight `A` and state `S`, and writes its rules as their methods.

use std::fmt::{self, Display, Formatter};

use crate::dice::Dice;
pub(crate) use crate::fight::listed;
use crate::fight::{EventId, FighterId, Memo, Situation, WHOLE, Witness};

/// A roll as a transcript shows it: its face, its bonus, and the number needed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sum {
    pub face: u32,
    pub bonus: i32,
    pub number: i32,
}

impl Display for Sum {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (face, bonus, number) = (self.face, self.bonus, self.number);
        let total = face.cast_signed() + bonus;
        write!(f, "{face}{bonus:+} = {total} against {number}")
    }
}

/// The immutable part of a fight.
pub(crate) trait Setting {
    /// A compiled stat block.
    type Fighter;

    fn fighter(&self, who: FighterId) -> &Self::Fighter;

    fn name(&self, who: FighterId) -> String;
}

/// The mutable part of a fight, with one body for each fighter.
pub(crate) trait Bodies {
    type Body;

    fn body(&self, who: FighterId) -> &Self::Body;

    fn body_mut(&mut self, who: FighterId) -> &mut Self::Body;
}

/// The names of these fighters. All the many sentences share this one function.
fn names<A: Setting, const K: usize>(arena: &A, of: [FighterId; K]) -> [String; K] {
    of.map(|who| arena.name(who))
}

/// Implements [`Setting`] for the `Arena` of a book, through the book's methods of the same names.
macro_rules! staged {
    ($fighter:ty) => {
        impl $crate::frame::scene::Setting for Arena {
            type Fighter = $fighter;

            #[inline]
            fn fighter(&self, who: FighterId) -> &$fighter {
                self.fighter(who)
            }

            fn name(&self, who: FighterId) -> String {
                self.cast.name(who)
            }
        }
    };
}

pub(crate) use staged;

impl<H, B, K: Memo<H>> Bodies for Situation<H, B, K> {
    type Body = B;

    #[inline]
    fn body(&self, who: FighterId) -> &B {
        self.body(who)
    }

    #[inline]
    fn body_mut(&mut self, who: FighterId) -> &mut B {
        self.body_mut(who)
    }
}

/// A state of a fight.
#[derive(Debug)]
pub(crate) struct View<'a, A, S> {
    pub arena: &'a A,
    pub state: &'a S,
}

impl<A, S> Copy for View<'_, A, S> {}

impl<A, S> Clone for View<'_, A, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<'a, A, S> View<'a, A, S> {
    #[inline]
    pub(crate) const fn new(arena: &'a A, state: &'a S) -> Self {
        Self { arena, state }
    }
}

impl<'a, A: Setting, S: Bodies> View<'a, A, S> {
    #[inline]
    pub(crate) fn fighter(self, who: FighterId) -> &'a A::Fighter {
        self.arena.fighter(who)
    }

    #[inline]
    pub(crate) fn body(self, who: FighterId) -> &'a S::Body {
        self.state.body(who)
    }
}

/// A fight being played. `K` is the private state that a book keeps between steps beside the fight's state, if any.
#[derive(Debug)]
pub(crate) struct Scene<'a, A, S, D, W, K = ()> {
    pub arena: &'a A,
    pub state: &'a mut S,
    pub dice: &'a mut D,
    pub witness: &'a mut W,
    pub kept: K,
}

impl<'a, A, S, D, W> Scene<'a, A, S, D, W> {
    #[inline]
    pub(crate) const fn new(
        arena: &'a A,
        state: &'a mut S,
        dice: &'a mut D,
        witness: &'a mut W,
    ) -> Self {
        Self::with(arena, state, dice, witness, ())
    }
}

impl<'a, A, S, D, W, K> Scene<'a, A, S, D, W, K> {
    /// Creates a scene with the book's private state.
    #[inline]
    pub(crate) const fn with(
        arena: &'a A,
        state: &'a mut S,
        dice: &'a mut D,
        witness: &'a mut W,
        kept: K,
    ) -> Self {
        Self {
            arena,
            state,
            dice,
            witness,
            kept,
        }
    }

    #[inline]
    pub(crate) const fn view(&self) -> View<'_, A, S> {
        View::new(self.arena, self.state)
    }

    /// The latest roll with a bonus against a number, for a transcript.
    pub(crate) fn sum(&self, bonus: i32, number: i32) -> Sum
    where
        D: Dice,
    {
        Sum {
            face: self.face(),
            bonus,
            number,
        }
    }

    /// The latest face rolled, for a transcript; 0 where no transcript is written.
    pub(crate) fn face(&self) -> u32
    where
        D: Dice,
    {
        self.dice.faces().last().copied().unwrap_or(0)
    }
}

impl<'a, A: Setting, S: Bodies, D, W, K> Scene<'a, A, S, D, W, K> {
    #[inline]
    pub(crate) fn fighter(&self, who: FighterId) -> &'a A::Fighter {
        self.arena.fighter(who)
    }

    #[inline]
    pub(crate) fn body(&self, who: FighterId) -> &S::Body {
        self.state.body(who)
    }

    #[inline]
    pub(crate) fn body_mut(&mut self, who: FighterId) -> &mut S::Body {
        self.state.body_mut(who)
    }
}

impl<A: Setting, S, D, W: Witness, K> Scene<'_, A, S, D, W, K> {
    /// Adds a sentence with the names of these fighters to the transcript. The sentence is made only if the witness
    /// listens.
    #[inline]
    pub(crate) fn say<const PEOPLE: usize>(
        &mut self,
        clause: &'static str,
        of: [FighterId; PEOPLE],
        text: impl FnOnce([String; PEOPLE]) -> String,
    ) {
        let arena = self.arena;
        self.witness.say(clause, || text(names(arena, of)));
    }

    /// Adds a sentence about one fighter: its name, followed by `what`, which may be `format_args!` and is then
    /// formatted only if the witness listens.
    #[inline]
    pub(crate) fn tell(&mut self, clause: &'static str, who: FighterId, what: impl Display) {
        self.say(clause, [who], |[who]| format!("{who} {what}."));
    }

    /// Adds a sentence with the result of the latest roll with a bonus against a number, and the roll.
    pub(crate) fn tell_sum(
        &mut self,
        clause: &'static str,
        who: FighterId,
        what: &str,
        (bonus, number): (i32, i32),
    ) where
        D: Dice,
    {
        let sum = self.sum(bonus, number);
        self.tell(clause, who, format_args!("{what}: {sum}"));
    }

    /// Adds a sentence about two fighters: both names, with `what` between them.
    #[inline]
    pub(crate) fn tell_of(&mut self, clause: &'static str, of: [FighterId; 2], what: impl Display) {
        self.say(clause, of, |[who, other]| format!("{who} {what} {other}."));
    }

    /// Adds a sentence about the state to the transcript. The sentence is made only if the witness listens.
    #[inline]
    pub(crate) fn describe(
        &mut self,
        clause: &'static str,
        text: impl FnOnce(View<'_, A, S>) -> String,
    ) {
        let view = View::new(self.arena, &*self.state);
        self.witness.say(clause, || text(view));
    }

    /// Counts one of the book's own events.
    #[inline]
    pub(crate) fn note(&mut self, who: FighterId, event: EventId) {
        self.witness.happened(who, event, WHOLE);
    }
}
