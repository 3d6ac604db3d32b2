//! A state of a fight, with one row of values for each fighter.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

use super::FighterId;

/// The mutable part of a fight. [`Clone::clone_from`] copies a state into the memory of another state of the same
/// fight without allocating.
pub trait State: Clone + Eq + Hash + fmt::Debug + Send + Sync {
    /// Returns the memory that the state takes, in bytes.
    fn bytes(&self) -> usize {
        size_of::<Self>()
    }

    /// Sets the round number. Used for fights with equivalent rounds
    /// ([`Cast::alike_from`](super::Cast::alike_from)).
    fn set_round(&mut self, _round: u32) {}

    /// Returns the stage of the day; 0 if the fight is not part of a day.
    fn stage(&self) -> usize {
        0
    }

    /// Sets the stage of the day.
    fn set_stage(&mut self, _stage: usize) {}
}

/// The values of a [`Situation`] that all fighters share.
pub trait Rounds: Clone + Eq + Hash + fmt::Debug + Send + Sync {
    /// Sets the round number.
    fn set_round(&mut self, round: u32);
}

/// The mutable part of a fight: values that all fighters share (`H`) and a row of values for each fighter (`B`).
///
/// The shared values are fields of the state itself. `K` is a memo: cached results for faster play.
/// Comparisons ignore the memo, and a clone of a state starts with an empty memo.
#[derive(Debug)]
pub struct Situation<H, B, K = ()> {
    shared: H,
    /// The stage of the day; 0 if the fight is not part of a day.
    stage: u8,
    /// One row for each fighter.
    pub bodies: Box<[B]>,
    /// Cached results for faster play.
    pub memo: K,
}

impl<H, B, K: Default> Situation<H, B, K> {
    /// Creates a state from the shared values and the rows of the fighters.
    pub fn new(shared: H, bodies: impl IntoIterator<Item = B>) -> Self {
        Self {
            shared,
            stage: 0,
            bodies: bodies.into_iter().collect(),
            memo: K::default(),
        }
    }
}

impl<H, B, K> Situation<H, B, K> {
    /// The stage of the day; 0 if the fight is not part of a day.
    #[inline]
    pub fn stage(&self) -> usize {
        self.stage.into()
    }

    /// Returns the row of a fighter.
    #[inline]
    pub fn body(&self, who: FighterId) -> &B {
        &self.bodies[who.index()]
    }

    /// Returns the shared values and the rows to read, and the memo to change.
    #[inline]
    pub fn beside_memo(&mut self) -> (&H, &[B], &mut K) {
        (&self.shared, &self.bodies, &mut self.memo)
    }

    /// Returns the row of a fighter, mutable.
    #[inline]
    pub fn body_mut(&mut self, who: FighterId) -> &mut B {
        &mut self.bodies[who.index()]
    }
}

impl<H: Clone, B: Copy, K: Default> Clone for Situation<H, B, K> {
    fn clone(&self) -> Self {
        Self {
            shared: self.shared.clone(),
            stage: self.stage,
            bodies: self.bodies.clone(),
            memo: K::default(),
        }
    }

    /// Copies the values into the memory of this state if both have the same number of fighters. The memo
    /// keeps its contents, so the code that uses the memo must clear it when a fight begins.
    #[inline]
    fn clone_from(&mut self, other: &Self) {
        self.shared.clone_from(&other.shared);
        self.stage = other.stage;
        if self.bodies.len() == other.bodies.len() {
            self.bodies.copy_from_slice(&other.bodies);
        } else {
            self.bodies.clone_from(&other.bodies);
        }
    }
}

impl<H, B, K> State for Situation<H, B, K>
where
    H: Rounds,
    B: Copy + Eq + Hash + fmt::Debug + Send + Sync,
    K: Default + fmt::Debug + Send + Sync,
{
    fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.bodies)
    }

    fn set_round(&mut self, round: u32) {
        self.shared.set_round(round);
    }

    fn stage(&self) -> usize {
        self.stage.into()
    }

    fn set_stage(&mut self, stage: usize) {
        self.stage = u8::try_from(stage).expect("a day has few stages");
    }
}

impl<H: PartialEq, B: PartialEq, K> PartialEq for Situation<H, B, K> {
    fn eq(&self, other: &Self) -> bool {
        self.shared == other.shared && self.stage == other.stage && self.bodies == other.bodies
    }
}

impl<H: Eq, B: Eq, K> Eq for Situation<H, B, K> {}

impl<H: Hash, B: Hash, K> Hash for Situation<H, B, K> {
    fn hash<S: Hasher>(&self, hasher: &mut S) {
        self.shared.hash(hasher);
        if self.stage > 0 {
            self.stage.hash(hasher);
        }
        for body in &self.bodies {
            body.hash(hasher);
        }
    }
}

impl<H, B, K> Deref for Situation<H, B, K> {
    type Target = H;

    #[inline]
    fn deref(&self) -> &H {
        &self.shared
    }
}

impl<H, B, K> DerefMut for Situation<H, B, K> {
    #[inline]
    fn deref_mut(&mut self) -> &mut H {
        &mut self.shared
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Numbers = Situation<u8, u16, u32>;

    #[test]
    fn a_memo_is_neither_compared_nor_copied() {
        let first = Numbers::new(1, [2, 3]);
        let mut second = first.clone();
        second.memo = 7;
        assert_eq!(first, second);
        assert_eq!(second.clone().memo, 0);
    }

    /// The values that all fighters of this test share: only a round number.
    #[derive(Debug, Clone, PartialEq, Eq, Hash)]
    struct Round(u32);

    impl Rounds for Round {
        fn set_round(&mut self, round: u32) {
            self.0 = round;
        }
    }

    #[test]
    fn the_size_of_a_state_counts_the_rows_of_its_fighters() {
        let of = |fighters: usize| Situation::<Round, u64>::new(Round(1), vec![0; fighters]);
        assert_eq!(of(9).bytes() - of(2).bytes(), 7 * size_of::<u64>());
        let mut state = of(2);
        state.set_round(5);
        assert_eq!(*state, Round(5));
    }

    #[test]
    fn a_situation_is_copied_into_the_memory_of_another() {
        let first = Numbers::new(1, [2, 3]);
        let mut second = Numbers::new(9, [8, 7]);
        let before = second.bodies.as_ptr();
        second.clone_from(&first);
        assert_eq!((&first, before), (&second, second.bodies.as_ptr()));
        let mut longer = Numbers::new(9, [8, 7, 6]);
        longer.clone_from(&first);
        assert_eq!(first, longer);
    }
}
