//! A situation as what is of all together and a number of parts, for fights in which a step hangs on few of these.

use std::fmt::Debug;
use std::hash::Hash;

use super::{Fight, Looks};

/// How situations of a fight come apart. A melee has many situations, but few of each of its parts: what becomes of an attack
/// hangs on whoever attacks and whom, not on the wounds of all others.
///
/// A book keeps each part in a `Watched`, so that it is known which of them a step asks for. What is of
/// all together, its frame, counts as asked for by every step.
pub trait Parts<F: Fight + ?Sized>: Debug + Send + Sync {
    /// What is of all together.
    type Frame: Clone + Eq + Hash + Debug + Send + Sync;
    /// One of the parts.
    type Part: Clone + Eq + Hash + Debug + Send + Sync;

    /// How many parts there are; none where situations do not come apart.
    const PLACES: usize;
    /// The parts of how many of the first places it hangs on what has become of everybody.
    const ENDS: usize;

    /// The frame of a situation. That of another round differs in nothing else if rounds are alike.
    fn frame(state: &F::State) -> Self::Frame;

    /// Puts a frame in place of that of a situation.
    fn put_frame(state: &mut F::State, frame: &Self::Frame);

    /// The round of a frame.
    fn round(frame: &Self::Frame) -> u32;

    /// Makes it that of another round.
    fn set_round(frame: &mut Self::Frame, round: u32);

    /// The part in a place, without what the rest of the fight does not hang on.
    fn part(fight: &F, state: &F::State, place: usize) -> Self::Part;

    /// Puts a part in a place.
    fn put_part(state: &mut F::State, place: usize, part: &Self::Part);

    /// Has each part note this from now on.
    fn watch(state: &mut F::State, looks: Looks);
}

/// The situations do not come apart.
impl<F: Fight + ?Sized> Parts<F> for () {
    type Frame = ();
    type Part = ();

    const PLACES: usize = 0;
    const ENDS: usize = 0;

    fn frame(_: &F::State) {}

    fn put_frame(_: &mut F::State, (): &()) {}

    fn round((): &()) -> u32 {
        0
    }

    fn set_round((): &mut (), _: u32) {}

    fn part(_: &F, _: &F::State, _: usize) {}

    fn put_part(_: &mut F::State, _: usize, (): &()) {}

    fn watch(_: &mut F::State, _: Looks) {}
}
