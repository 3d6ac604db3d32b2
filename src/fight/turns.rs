//! The order of turns, taken out of a situation.
//!
//! Eight fighters have 40,320 orders of initiative, and a step hardly asks for them: all that it hangs on is whose turn it
//! is. Likewise what only its owner ever asks for, in its own turns, says nothing of the turns of others.

use super::{FighterId, FighterSet};

/// In which order turns come, how many of this round have begun, and what everybody keeps for its own turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Turns<K = u64> {
    order: [FighterId; MOST],
    count: u8,
    begun: u8,
    /// By fighter.
    kept: [K; MOST],
}

const MOST: usize = Turns::<u64>::MOST;

/// Who comes next, where a turn is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Next<K = u64> {
    /// Whose turn it will be.
    pub who: FighterId,
    /// Whether a round begins with that.
    pub round_begins: bool,
    /// What they have kept for it.
    pub kept: K,
}

impl<K> Next<K> {
    /// The same with something else kept.
    pub(crate) fn with<J>(&self, kept: J) -> Next<J> {
        Next {
            who: self.who,
            round_begins: self.round_begins,
            kept,
        }
    }
}

/// An order of turns as a ring, in which each fighter knows who comes after it: turns are passed on many times before anybody
/// leaves the order.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ring {
    turns: Turns<u8>,
    /// Whose turn it is, as [`Ring::place`] puts it, and by fighter who comes next.
    now: u8,
    next: [u8; MOST],
}

impl Ring {
    /// That of turns of which one has begun.
    #[inline]
    pub(crate) fn new(turns: Turns<u8>) -> Self {
        let mut next = [0; MOST];
        let last = usize::from(turns.count).wrapping_sub(1) % MOST;
        let mut before = turns.order[last];
        for (at, &who) in turns.order().iter().enumerate() {
            next[before.index() % MOST] = Self::place(at, who);
            before = who;
        }
        let now = usize::from(turns.begun).wrapping_sub(1) % MOST;
        Self {
            now: Self::place(now, turns.order[now]),
            turns,
            next,
        }
    }

    /// A place in the order in one number: the fighter, whether it is the first, and how many come before.
    #[expect(clippy::cast_possible_truncation, reason = "few turns")]
    const fn place(at: usize, who: FighterId) -> u8 {
        let (most, at) = (MOST as u8, at as u8);
        at << 4 | ((at == 0) as u8) << 3 | (who.0 % most)
    }

    /// Where a turn is over, its owner keeps this and the turn of whoever comes next begins: who that is. Written without a
    /// branch on whether it is over, which no processor could foresee; where it is not, what comes back means nothing.
    #[inline]
    pub(crate) fn pass_if(&mut self, is_over: bool, keep: u8) -> Next<u8> {
        let over = 0u8.wrapping_sub(is_over.into());
        let owner = usize::from(self.now) % MOST;
        let kept = &mut self.turns.kept;
        kept[owner] = (keep & over) | (kept[owner] & !over);
        let next = self.next[owner];
        let who = usize::from(next) % MOST;
        let has_kept = kept[who];
        kept[who] = has_kept & !over;
        self.now = (next & over) | (self.now & !over);
        Next {
            who: FighterId::at(who),
            round_begins: next >> 3 & 1 == 1,
            kept: has_kept,
        }
    }

    /// Whose turn it is.
    #[inline]
    pub(crate) fn owner(&self) -> FighterId {
        FighterId::at(usize::from(self.now) % MOST)
    }

    /// This fighter has no turns from now on, whose turn it is not.
    #[inline]
    pub(crate) fn remove(&mut self, who: FighterId) {
        let mut turns = self.turns();
        turns.remove(who);
        *self = Self::new(turns);
    }

    /// The turns as they are now.
    #[inline]
    pub(crate) fn turns(&self) -> Turns<u8> {
        Turns {
            begun: (self.now >> 4) + 1,
            ..self.turns
        }
    }
}

impl<K: Copy + Default> Turns<K> {
    /// Most fighters that have an order.
    pub const MOST: usize = 8;

    /// Nobody has turns.
    pub(crate) fn nobody() -> Self {
        Self::new([], 0)
    }

    /// Turns in this order, of which so many have begun in this round. Nobody keeps anything.
    ///
    /// # Panics
    /// With more than [`Turns::MOST`] fighters.
    pub fn new(order: impl IntoIterator<Item = FighterId>, begun: usize) -> Self {
        let mut turns = Self {
            order: [FighterId(0); MOST],
            count: 0,
            begun: u8::try_from(begun).expect("few turns"),
            kept: [K::default(); MOST],
        };
        for who in order {
            turns.order[usize::from(turns.count)] = who;
            turns.count += 1;
        }
        turns
    }

    /// Those who have turns, in their order.
    pub fn order(&self) -> &[FighterId] {
        &self.order[..self.count.into()]
    }

    /// How many of them have begun theirs in this round.
    pub fn begun(&self) -> usize {
        self.begun.into()
    }

    /// What a fighter keeps.
    #[inline]
    pub fn kept(&self, who: FighterId) -> K {
        self.kept[who.index() % MOST]
    }

    /// Makes it keep that.
    #[inline]
    pub fn keep(&mut self, who: FighterId, what: K) {
        self.kept[who.index() % MOST] = what;
    }

    /// Whose turn began last.
    #[inline]
    pub(crate) fn owner(&self) -> FighterId {
        self.order[usize::from(self.begun.wrapping_sub(1)) % MOST]
    }

    /// Who comes next: of the first of a round that has none yet, no round begins.
    #[inline]
    pub fn next(&self) -> Next<K> {
        let round_begins = self.begun >= self.count;
        let place = if round_begins { 0 } else { self.begun };
        let who = self.order[usize::from(place) % MOST];
        Next {
            who,
            round_begins,
            kept: self.kept(who),
        }
    }

    /// The turn of whoever comes next begins: what they have kept is theirs again.
    #[inline]
    pub(crate) fn pass(&mut self) -> Next<K> {
        let next = self.next();
        self.begun = if next.round_begins { 1 } else { self.begun + 1 };
        self.keep(next.who, K::default());
        next
    }

    /// Takes that back.
    pub(crate) fn pass_back(&mut self, next: &Next<K>) {
        self.keep(next.who, next.kept);
        self.begun = if next.round_begins {
            self.count
        } else {
            self.begun - 1
        };
    }

    /// This fighter has no turns from now on.
    #[inline]
    fn remove(&mut self, who: FighterId) {
        let count = usize::from(self.count);
        if let Some(place) = self.order().iter().position(|one| *one == who) {
            self.order.copy_within(place + 1..count, place);
            self.order[count - 1] = FighterId(0);
            self.count -= 1;
            self.begun -= u8::from(place < self.begun());
            self.keep(who, K::default());
        }
    }

    /// Only these have turns from now on.
    pub(crate) fn retain(&mut self, standing: FighterSet) {
        let (all, begun) = (*self, self.begun());
        (self.count, self.begun) = (0, 0);
        for (place, &who) in all.order().iter().enumerate() {
            if standing.has(who) {
                self.order[usize::from(self.count)] = who;
                self.count += 1;
                self.begun += u8::from(place < begun);
            }
        }
        self.order[usize::from(self.count)..].fill(FighterId(0));
        for (at, kept) in self.kept.iter_mut().enumerate() {
            if !standing.has(FighterId::at(at)) {
                *kept = K::default();
            }
        }
    }

    /// The same with something else kept; `None` where that is none for something.
    pub(crate) fn try_map<J: Copy + Default>(
        &self,
        mut other: impl FnMut(K) -> Option<J>,
    ) -> Option<Turns<J>> {
        let mut kept = [J::default(); MOST];
        for who in self.order() {
            kept[who.index()] = other(self.kept(*who))?;
        }
        Some(Turns {
            order: self.order,
            count: self.count,
            begun: self.begun,
            kept,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: FighterId = FighterId(0);
    const B: FighterId = FighterId(1);
    const C: FighterId = FighterId(2);

    #[test]
    fn turns_pass_to_the_next_and_after_the_last_to_the_first() {
        let mut turns: Turns = Turns::new([B, C, A], 1);
        turns.keep(C, 7);
        let before = turns;
        let next = turns.pass();
        assert_eq!((next.who, next.round_begins, next.kept), (C, false, 7));
        assert_eq!((turns.owner(), turns.kept(C)), (C, 0));
        turns.pass_back(&next);
        assert_eq!(turns, before);
        turns.pass();
        turns.pass();
        let before = turns;
        let next = turns.pass();
        assert_eq!((next.who, next.round_begins, turns.begun()), (B, true, 1));
        turns.pass_back(&next);
        assert_eq!(turns, before);
    }

    #[test]
    fn turns_pass_in_a_ring_as_they_do_in_their_order() {
        let mut turns: Turns<u8> = Turns::new([B, C, A], 1);
        turns.keep(C, 7);
        let mut ring = Ring::new(turns);
        for keep in 0..20 {
            assert_eq!(ring.turns(), turns);
            ring.pass_if(false, keep);
            assert_eq!(ring.turns(), turns);
            turns.keep(turns.owner(), keep);
            let next = turns.pass();
            assert_eq!(ring.pass_if(true, keep), next);
        }
    }

    #[test]
    fn who_has_fallen_has_no_more_turns() {
        let standing = |fallen: FighterId| {
            let mut all = FighterSet(7);
            all.remove(fallen);
            all
        };
        // B's turn is over, C's and A's are to come.
        for (fallen, next, begun) in [(A, C, 1), (C, A, 1), (B, C, 0)] {
            let mut turns: Turns = Turns::new([B, C, A], 1);
            turns.keep(fallen, 7);
            turns.retain(standing(fallen));
            assert_eq!((turns.next().who, turns.begun()), (next, begun));
            assert!(!turns.order().contains(&fallen) && turns.kept(fallen) == 0);
            let mut before: Turns<u8> = Turns::new([B, C, A], 1);
            before.keep(fallen, 7);
            let mut ring = Ring::new(before);
            if ring.owner() != fallen {
                ring.remove(fallen);
                before.retain(standing(fallen));
                assert_eq!(ring.turns(), before);
                assert_eq!(ring.pass_if(true, 3).who, next);
            }
        }
    }
}
