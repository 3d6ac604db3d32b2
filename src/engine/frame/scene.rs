//! Access to a fight for the rules of a book. A [`View`] can read the fight and one of its states. A
//! [`Scene`] can also change the state, and has dice and a witness.
//!
//! Each book has type aliases of both for its own fight (`A`) and state (`S`). Its rules are methods of these
//! types.

use std::fmt::{self, Display, Formatter};

use crate::dice::Dice;
pub(crate) use crate::fight::listed;
use crate::fight::{EventId, FighterId, Memo, Situation, WHOLE, Witness};

/// A roll, as a transcript shows it: the face of the die, the bonus, and the number to roll against.
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

/// The part of a fight that does not change: the stat block and the name of each fighter.
pub(crate) trait Setting {
    /// The type of a compiled stat block.
    type Fighter;

    fn fighter(&self, who: FighterId) -> &Self::Fighter;

    fn name(&self, who: FighterId) -> String;
}

/// The part of a fight that changes: a row of values, called a body, for each fighter.
pub(crate) trait Bodies {
    type Body;

    fn body(&self, who: FighterId) -> &Self::Body;

    fn body_mut(&mut self, who: FighterId) -> &mut Self::Body;
}

/// Returns the names of these fighters. This is a separate function so that its code is not repeated in every
/// call of [`Scene::say`].
fn names<A: Setting, const K: usize>(arena: &A, of: [FighterId; K]) -> [String; K] {
    of.map(|who| arena.name(who))
}

/// Implements [`Setting`] for the type `Arena` of a book. Fighters are those that its method `fighter`
/// returns.
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

/// A fight and one of its states, to be read.
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

/// A fight that is being played, with one of its states, dice and a witness. `kept` is data that the book
/// keeps from one step to the next in addition to the state. Its type is `()` for a book that keeps none.
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
    /// Creates a scene. `kept` is the data that the book keeps in addition to the state.
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

    /// Returns the last face rolled together with `bonus` and `number`, for a transcript.
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

    /// Returns the last face rolled, for a transcript. Returns 0 if the dice do not record faces.
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
    /// Adds a sentence to the transcript. `text` gets the names of the fighters `of`. It is called only if
    /// the witness uses texts.
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

    /// Adds a sentence about one fighter to the transcript: its name, followed by `what`. If `what` is made
    /// by `format_args!`, it is formatted only if the witness uses texts.
    #[inline]
    pub(crate) fn tell(&mut self, clause: &'static str, who: FighterId, what: impl Display) {
        self.say(clause, [who], |[who]| format!("{who} {what}."));
    }

    /// Adds a sentence about one fighter to the transcript: its name, `what`, and the last face rolled with
    /// `bonus` against `number`.
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

    /// Adds a sentence about two fighters to the transcript: both names, with `what` between them.
    #[inline]
    pub(crate) fn tell_of(&mut self, clause: &'static str, of: [FighterId; 2], what: impl Display) {
        self.say(clause, of, |[who, other]| format!("{who} {what} {other}."));
    }

    /// Adds a sentence about the present state to the transcript. `text` is called only if the witness uses
    /// texts.
    #[inline]
    pub(crate) fn describe(
        &mut self,
        clause: &'static str,
        text: impl FnOnce(View<'_, A, S>) -> String,
    ) {
        let view = View::new(self.arena, &*self.state);
        self.witness.say(clause, || text(view));
    }

    /// Reports to the witness that an event defined by the book has happened once to `who`.
    #[inline]
    pub(crate) fn note(&mut self, who: FighterId, event: EventId) {
        self.witness.happened(who, event, WHOLE);
    }
}
