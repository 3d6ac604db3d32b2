//! The state of a fight, with one row of values for each fighter.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};

use super::FighterId;

/// The part of a fight that changes. [`Clone::clone_from`] copies a state into the memory of another state of
/// the same fight, and allocates nothing.
pub trait State: Clone + Eq + Hash + fmt::Debug + Send + Sync {
    /// Returns the number of bytes that the state takes.
    fn bytes(&self) -> usize {
        size_of::<Self>()
    }

    /// Sets the round number. Called only for fights with equivalent rounds
    /// ([`Cast::alike_from`](super::Cast::alike_from)).
    fn set_round(&mut self, _round: u32) {}

    /// Returns the index of the present stage of a day; 0 if the fight is not part of a day.
    fn stage(&self) -> usize {
        0
    }

    /// Sets the index of the present stage of a day.
    fn set_stage(&mut self, _stage: usize) {}
}

/// The values of a [`Situation`] that belong to no single fighter, including the round number.
pub trait Rounds: Clone + Eq + Hash + fmt::Debug + Send + Sync {
    /// Sets the round number.
    fn set_round(&mut self, round: u32);
}

/// A cache of values that are computed from a [`Situation`], for faster play. It is never compared or hashed.
/// The default methods are for a cache whose values stay valid if the situation changes.
pub trait Memo<H>: Default + fmt::Debug + Send + Sync {
    /// Called before a write to the row of a fighter. Cached values that depend on the row are then invalid.
    fn changed(&mut self, _who: FighterId) {}

    /// Returns the cache for a new copy of the situation.
    #[must_use]
    fn copied(&self) -> Self {
        Self::default()
    }

    /// Called after the situation has been overwritten with a copy of another one. `_other` is the cache of
    /// that other situation, and `_shared` has the shared values copied from it.
    fn follow(&mut self, _other: &Self, _shared: &H) {}
}

impl<H> Memo<H> for () {}

impl<H, K: fmt::Debug + Send + Sync> Memo<H> for Option<Box<K>> {}

/// Records whether a situation is, or was copied from, the first situation of a matchup's fights. All fights
/// of a matchup begin with this situation. What a cache holds for it is therefore valid in the next fight
/// too.
#[derive(Debug, Default)]
pub(crate) struct Origin {
    /// The number of this first situation; 0 if the situation is not, or no longer, a first one.
    first: u64,
    /// The number of the first situation that was last copied over this one; 0 if none was.
    since: u64,
}

/// The kind of situation that has been copied over this one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// A first situation: the one that was also the source of the copy before.
    Same,
    /// Another first situation than the last time.
    First,
    /// A situation that has changed since the start of its fight.
    Later,
}

impl Origin {
    /// Marks the situation as the first one of fights, with a new number.
    pub(crate) fn set_first(&mut self) {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        self.first = NEXT.fetch_add(1, Ordering::Relaxed);
    }

    /// Records that the situation has changed, so that it is not a first one any more.
    #[inline]
    pub(crate) fn changed(&mut self) {
        self.first = 0;
    }

    /// Records that the situation has been overwritten with a copy of another one, whose origin is `other`.
    /// Returns the kind of that situation.
    #[inline]
    pub(crate) fn follow(&mut self, other: &Self) -> Source {
        self.first = 0;
        if other.first == 0 {
            return Source::Later;
        }
        let before = std::mem::replace(&mut self.since, other.first);
        if before == other.first {
            Source::Same
        } else {
            Source::First
        }
    }
}

/// The state of a fight: a row of values for each fighter (`B`), and values that belong to no single fighter
/// (`H`).
///
/// The values of `H` can be used like fields of the situation itself. `K` is a cache for faster play
/// ([`Memo`]). It is never compared, and [`Memo::changed`] is called before each write to a row.
#[derive(Debug)]
pub struct Situation<H, B, K = ()> {
    shared: H,
    /// The index of the present stage of a day; 0 if the fight is not part of a day.
    stage: u8,
    /// The row of each fighter, in the order of the cast.
    bodies: Box<[B]>,
    /// The cache for faster play.
    pub memo: K,
}

impl<H, B, K: Default> Situation<H, B, K> {
    /// Creates a situation from the shared values and the rows of the fighters, in the order of the cast.
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
    /// Returns the index of the present stage of a day; 0 if the fight is not part of a day.
    #[inline]
    pub fn stage(&self) -> usize {
        self.stage.into()
    }

    /// Returns the row of a fighter.
    #[inline]
    pub fn body(&self, who: FighterId) -> &B {
        &self.bodies[who.index()]
    }

    /// Returns the shared values and the rows, which can be read, and the cache, which can be changed.
    #[inline]
    pub fn beside_memo(&mut self) -> (&H, &[B], &mut K) {
        (&self.shared, &self.bodies, &mut self.memo)
    }

    /// Returns the rows of all fighters.
    #[inline]
    pub fn bodies(&self) -> &[B] {
        &self.bodies
    }

    /// Returns the row of a fighter to write to, without a call of [`Memo::changed`]. Only fields that no
    /// cached value depends on may be changed.
    #[inline]
    pub(crate) fn body_untold(&mut self, who: FighterId) -> &mut B {
        &mut self.bodies[who.index()]
    }
}

impl<H, B, K: Memo<H>> Situation<H, B, K> {
    /// Returns the row of a fighter to write to. Calls [`Memo::changed`] for it.
    #[inline]
    pub fn body_mut(&mut self, who: FighterId) -> &mut B {
        self.memo.changed(who);
        &mut self.bodies[who.index()]
    }

    /// Returns the rows of all fighters to write to. Calls [`Memo::changed`] for each.
    #[inline]
    pub fn bodies_mut(&mut self) -> &mut [B] {
        for place in 0..self.bodies.len() {
            self.memo.changed(FighterId::at(place));
        }
        &mut self.bodies
    }
}

impl<H: Clone, B: Copy, K: Memo<H>> Clone for Situation<H, B, K> {
    fn clone(&self) -> Self {
        Self {
            shared: self.shared.clone(),
            stage: self.stage,
            bodies: self.bodies.clone(),
            memo: self.memo.copied(),
        }
    }

    /// Copies the values of `other` into the memory of this situation. If both have the same number of
    /// fighters, nothing is allocated. The cache is not copied: [`Memo::follow`] is called instead. A cache
    /// that ignores this call must be cleared at the start of a fight, by the code that uses it.
    #[inline]
    fn clone_from(&mut self, other: &Self) {
        self.shared.clone_from(&other.shared);
        self.stage = other.stage;
        if self.bodies.len() == other.bodies.len() {
            self.bodies.copy_from_slice(&other.bodies);
        } else {
            self.bodies.clone_from(&other.bodies);
        }
        self.memo.follow(&other.memo, &other.shared);
    }
}

impl<H, B, K> State for Situation<H, B, K>
where
    H: Rounds,
    B: Copy + Eq + Hash + fmt::Debug + Send + Sync,
    K: Memo<H>,
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

    type Numbers = Situation<u8, u16, Told>;

    /// A cache for the test that records the calls of its methods.
    #[derive(Debug, Default)]
    struct Told {
        changed: Vec<FighterId>,
        origin: Origin,
        source: Option<Source>,
    }

    impl Memo<u8> for Told {
        fn changed(&mut self, who: FighterId) {
            self.changed.push(who);
            self.origin.changed();
        }

        fn follow(&mut self, other: &Self, _: &u8) {
            self.source = Some(self.origin.follow(&other.origin));
        }
    }

    #[test]
    fn a_memo_is_neither_compared_nor_copied() {
        let first = Numbers::new(1, [2, 3]);
        let mut second = first.clone();
        second.memo.changed(FighterId(0));
        assert_eq!(first, second);
        assert!(second.clone().memo.changed.is_empty());
    }

    #[test]
    fn a_memo_is_told_of_each_row_that_is_written_to() {
        let mut numbers = Numbers::new(1, [2, 3, 4]);
        *numbers.body_mut(FighterId(2)) = 5;
        *numbers.body_untold(FighterId(1)) = 6;
        assert_eq!(numbers.memo.changed, [FighterId(2)]);
        numbers.bodies_mut()[0] = 7;
        assert_eq!(numbers.memo.changed, [2, 0, 1, 2].map(FighterId));
        assert_eq!(numbers.bodies(), [7, 6, 5]);
    }

    #[test]
    fn a_memo_knows_whether_its_situation_has_become_the_first_one_again() {
        let [mut one, mut other] = [1, 2].map(|shared| Numbers::new(shared, [2, 3]));
        for first in [&mut one, &mut other] {
            first.memo.origin.set_first();
        }
        let mut later = one.clone();
        let mut state = later.clone();
        let mut source = |of: &Numbers| {
            state.clone_from(of);
            state.memo.source
        };
        let (same, first) = (Some(Source::Same), Some(Source::First));
        assert_eq!([&one, &one, &other].map(&mut source), [first, same, first]);
        // `state` was last a copy of `other`. It then becomes a copy of a later situation, but its cache is
        // still valid for `other`.
        later.body_mut(FighterId(0));
        assert_eq!(
            [&later, &other].map(&mut source),
            [Some(Source::Later), same]
        );
        other.body_mut(FighterId(0));
        assert_eq!(source(&other), Some(Source::Later));
    }

    /// Shared values that consist of a round number.
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
