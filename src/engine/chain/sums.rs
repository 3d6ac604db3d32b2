//! Collects reports for many fights at once: the branches taken, the endings, the knockouts, the remaining health.

use indexmap::IndexMap;

use super::recurrent::{Recurrent, Spun};
use super::{Chain, Span, short};
use crate::dice::GOLDEN;
use crate::exact::Event;
use crate::fight::{
    Counters, Ending, Fight, FighterId, FighterSet, Outcome, Witness, counters, tell_fates_but,
};

/// Number of rounds whose endings are counted, and of points below 0 for a counter's end; others are reported
/// individually.
pub(super) const ROUNDS: usize = 128;
/// Number of kinds of endings that are counted; others are reported individually.
pub(super) const ENDS: usize = 8;
const BELOW: usize = 64;
/// Number of slots for endings with their remaining counters, a power of two.
const SLOTS: usize = 256;

/// The fighters that go down in a step, and the ending of the fight, if it ends: a branch with such a record has no
/// other events that must be reported as they happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Fall {
    pub downed: FighterSet,
    /// The winner, and the fighters that stand at the end.
    pub end: Option<(Ending, FighterSet)>,
    /// The round, relative to that of the step's state.
    pub rounds_on: u32,
    /// Whether other fighters were out before.
    pub after_others: bool,
}

/// Reported and pending events of one fight.
#[derive(Debug, Default)]
pub(super) struct Pending {
    /// The fighters whose fate has been reported.
    pub fallen: FighterSet,
    /// The pending events in order, each with the base of its relative round.
    noted: Vec<(u32, Event)>,
    /// The first fighters that went down after the pending events, and their round, as long as no other fighter
    /// leaves after them.
    down: FighterSet,
    round: u32,
    /// The fighters that are out of the fight according to earlier reports.
    out: FighterSet,
}

impl Pending {
    /// A record without pending events, with the fates of these fighters reported.
    pub(super) fn all_of(fallen: FighterSet) -> Self {
        Self {
            fallen,
            ..Self::default()
        }
    }

    /// A record with room for many pending events.
    pub(super) fn roomy() -> Self {
        Self {
            noted: Vec::with_capacity(64),
            ..Self::default()
        }
    }

    /// Returns whether the fight has neither reported nor pending events.
    #[inline]
    pub(super) fn is_clear(&self) -> bool {
        self.noted.is_empty() && self.fallen.is_empty() && self.down.is_empty()
    }

    /// Clears the record for the next fight.
    pub(super) fn begin(&mut self) {
        self.fallen = FighterSet::NONE;
        self.down = FighterSet::NONE;
        self.out = FighterSet::NONE;
        self.noted.clear();
    }

    /// Adds a pending event, relative to this round.
    #[inline]
    pub(super) fn note(&mut self, round: u32, event: Event) {
        self.note_down();
        self.noted.push((round, event));
    }

    /// Adds to the pending events that these fighters go down in this round, after others or not.
    #[inline]
    pub(super) fn go_down(&mut self, who: FighterSet, round: u32, after_others: bool) {
        self.note_down();
        (self.down, self.round) = (who, round);
        if after_others {
            self.note_down();
        }
    }

    #[inline]
    fn note_down(&mut self) {
        for who in std::mem::take(&mut self.down).iter() {
            self.noted.push((self.round, Event::Downed(who, 0)));
        }
    }

    /// Reports the pending events. Returns the outcome if it is among them.
    #[inline]
    pub(super) fn tell<W: Witness>(&mut self, witness: &mut W) -> Option<Outcome> {
        self.note_down();
        let mut outcome = None;
        if !self.noted.is_empty() {
            witness.turn_to(self.out);
            for (round, event) in self.noted.drain(..) {
                outcome = event.tell(round, witness);
            }
            self.out = witness.turn_to(FighterSet::NONE);
        }
        outcome
    }

    /// Reports the pending events, and directs the witness to this fight until it is directed to another.
    pub(super) fn turn_to<W: Witness>(&mut self, witness: &mut W) {
        self.tell(witness);
        witness.turn_to(self.out);
    }

    pub(super) fn turn_from<W: Witness>(&mut self, witness: &mut W) {
        self.out = witness.turn_to(FighterSet::NONE);
    }
}

/// The event lists of branches that are reported in total, each list once.
#[derive(Debug, Clone, Default)]
pub(super) struct Lists {
    all: Vec<Span>,
    of_branches: Vec<u32>,
}

impl Lists {
    /// The lists of branches, given the range of each branch's events.
    pub(super) fn new(of_each: impl Iterator<Item = Span>, untimed: &[Event]) -> Self {
        let mut known: IndexMap<&[Event], Span, foldhash::fast::FixedState> = IndexMap::default();
        let of_branch = |told: Span| {
            let entry = known.entry(told.of(untimed));
            let at = entry.index();
            entry.or_insert(told);
            short(at)
        };
        let of_branches = of_each.map(of_branch).collect();
        Self {
            all: known.into_values().collect(),
            of_branches,
        }
    }

    /// Counts of zero, one for each list.
    pub(super) fn counts(&self) -> Vec<u64> {
        vec![0; self.all.len()]
    }

    /// Reports the lists of branches that were taken `taken` times, and resets the counts.
    pub(super) fn tell<W: Witness>(
        &self,
        taken: &mut [u32],
        listed: &mut [u64],
        untimed: &[Event],
        witness: &mut W,
    ) {
        for (&list, times) in self.of_branches.iter().zip(taken) {
            listed[list as usize] += u64::from(std::mem::take(times));
        }
        for (list, times) in self.all.iter().zip(listed) {
            let times = std::mem::take(times);
            if times > 0 {
                for event in list.of(untimed) {
                    event.times(times).tell(0, witness);
                }
            }
        }
    }
}

/// Counts of fights, not reported yet.
#[derive(Debug)]
pub(super) struct Sums {
    /// How often each branch was taken, and how often each sequence was drawn and counted as a whole.
    pub taken: Vec<u32>,
    pub drawn: Vec<u32>,
    /// How often each list of events occurred; used while counts are added up.
    listed: Vec<u64>,
    /// Endings of fights without knockouts before the last round, and how many fights had each ending in
    /// each round.
    ends: Vec<(Ending, FighterSet, FighterSet)>,
    pub rounds: Vec<[u32; ROUNDS]>,
    /// How often the counter of each place ran out, by how far below 0 it ended.
    falls: Vec<[u32; BELOW]>,
    left: Vec<EndCount>,
    /// The draws in recurrent states.
    pub spun: Vec<Spun>,
}

/// A number of fights with the same ending and the same remaining counters.
#[derive(Debug, Clone, Copy)]
struct EndCount {
    end: End,
    times: u32,
}

/// An ending with all that determines its reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct End {
    /// The state.
    pub at: u32,
    pub standing: FighterSet,
    /// The fighters whose fate has been reported.
    pub told: FighterSet,
    /// The counters that report how fighters fall, in order of places, 16 bits each; all bits are set for a missing
    /// one.
    pub left: u128,
}

impl End {
    /// Most counters that `left` can hold.
    pub(super) const COUNTERS: u32 = u128::BITS / i16::BITS;

    /// The ending with these remaining counters; only those in `places`, a bit set, matter.
    #[inline]
    pub(super) fn new(
        at: u32,
        standing: FighterSet,
        told: FighterSet,
        (counters, places): (&Counters, u32),
    ) -> Self {
        let packed = |left: u128, place| {
            let counter = counters.get(place).unwrap_or(-1);
            left << i16::BITS | u128::from(counter.cast_unsigned())
        };
        Self {
            at,
            standing,
            told,
            left: bits(places).fold(0, packed),
        }
    }

    fn counters(&self, places: u32) -> Counters {
        let mut counters = Counters::NONE;
        let last = places.count_ones();
        for (place, from_last) in bits(places).zip((0..last).rev()) {
            #[expect(clippy::cast_possible_truncation, reason = "one counter of several")]
            let counter = ((self.left >> (from_last * i16::BITS)) as u16).cast_signed();
            if counter >= 0 {
                counters.set(place, counter);
            }
        }
        counters
    }

    /// The slot that counts it.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "two halves, and few slots")]
    fn slot(&self) -> usize {
        let words = [
            self.left as u64,
            (self.left >> 64) as u64,
            self.told.0 ^ u64::from(self.at),
        ];
        let mixed = |sum: u64, word: u64| (sum ^ word).wrapping_mul(GOLDEN);
        (words.into_iter().fold(self.standing.0, mixed) >> 32) as usize % SLOTS
    }
}

/// The places in a bit set.
#[inline]
fn bits(mut places: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = places.trailing_zeros();
        (places != 0).then(|| {
            places &= places - 1;
            place as usize
        })
    })
}

impl Sums {
    pub(super) fn new<S>(chain: &Chain<S>) -> Self {
        let nothing = EndCount {
            end: End {
                at: 0,
                standing: FighterSet::NONE,
                told: FighterSet::NONE,
                left: 0,
            },
            times: 0,
        };
        Self {
            taken: vec![0; chain.branches.len()],
            drawn: vec![0; chain.joint.branches_of_each().count()],
            listed: chain.lists.counts(),
            ends: Vec::with_capacity(ENDS),
            rounds: vec![[0; ROUNDS]; ENDS],
            falls: vec![[0; BELOW]; Counters::MOST],
            left: vec![nothing; SLOTS],
            spun: chain
                .joint
                .recurrent
                .iter()
                .map(Recurrent::counts)
                .collect(),
        }
    }

    /// Counts or reports the result of a step of this round. Returns the outcome if the fight is over.
    #[inline]
    pub(super) fn fall<W: Witness>(
        &mut self,
        fall: &Fall,
        round: u32,
        told: &mut Pending,
        witness: &mut W,
    ) -> Option<Outcome> {
        let rounds = round + fall.rounds_on;
        let first = !fall.after_others;
        let Some((ending, standing)) = fall.end else {
            told.go_down(fall.downed, rounds, fall.after_others);
            return None;
        };
        let outcome = Outcome {
            ending,
            rounds,
            standing,
        };
        let downed = if first {
            Some(fall.downed)
        } else {
            (fall.downed.is_empty() && !told.down.is_empty() && told.round == rounds)
                .then_some(told.down)
        };
        if let Some(downed) = downed {
            if let Some(times) = self.times((ending, standing, downed), rounds) {
                *times += 1;
            } else {
                witness.ended_alike(&outcome, downed, 1);
            }
        } else {
            told.note_down();
            let downs = fall.downed.iter().map(|who| Event::Downed(who, 0));
            told.noted.extend(downs.map(|event| (rounds, event)));
            let outcome = Outcome {
                rounds: 0,
                ..outcome
            };
            told.noted.push((rounds, Event::Ended(outcome)));
            told.tell(witness);
        }
        Some(outcome)
    }

    /// The count of fights that ended this way in this round, if these are counted.
    #[inline]
    fn times(&mut self, end: (Ending, FighterSet, FighterSet), round: u32) -> Option<&mut u32> {
        let at = match self.ends.iter().position(|known| *known == end) {
            Some(at) => at,
            None if self.ends.len() < ENDS => {
                self.ends.push(end);
                self.ends.len() - 1
            }
            None => return None,
        };
        self.rounds[at].get_mut(round as usize)
    }

    /// Counts the fighter that the counter in `place` knocked out, by how far below 0 the counter ended.
    #[inline]
    pub(super) fn fell<F: Fight, W: Witness>(
        &mut self,
        fight: &F,
        (place, below): (usize, i16),
        witness: &mut W,
    ) {
        match self.falls(place, below) {
            Some(times) => *times += 1,
            None => tell_fall(fight, (place, below), 1, witness),
        }
    }

    /// How often the counter in `place` ended this far below 0, if that is counted.
    #[inline]
    pub(super) fn falls(&mut self, place: usize, below: i16) -> Option<&mut u32> {
        let below = usize::try_from(below).ok()?;
        self.falls[place].get_mut(below)
    }

    /// Counts an ending with its remaining counters; reports the fights whose slot it takes.
    #[inline]
    pub(super) fn left<F: Fight, W: Witness>(
        &mut self,
        (fight, chain): (&F, &Chain<F::State>),
        end: &End,
        witness: &mut W,
    ) {
        let slot = &mut self.left[end.slot()];
        if slot.times > 0 && slot.end == *end {
            slot.times += 1;
        } else {
            let before = std::mem::replace(
                slot,
                EndCount {
                    end: *end,
                    times: 1,
                },
            );
            chain.tell_left(fight, &before.end, before.times.into(), witness);
        }
    }

    /// Reports all counts and resets them.
    pub(super) fn tell<F: Fight, W: Witness>(
        &mut self,
        fight: &F,
        chain: &Chain<F::State>,
        witness: &mut W,
    ) {
        for (recurrent, spun) in chain.joint.recurrent.iter().zip(&mut self.spun) {
            let counts = (&mut self.drawn[..], &mut self.taken[..]);
            recurrent.tell((fight, chain), spun, counts, witness);
        }
        for (branches, times) in chain.joint.branches_of_each().zip(&mut self.drawn) {
            let times = std::mem::take(times);
            if times > 0 {
                for &branch in branches {
                    self.taken[branch as usize] += times;
                }
            }
        }
        let (taken, listed) = (&mut self.taken, &mut self.listed);
        (chain.lists).tell(taken, listed, &chain.untimed, witness);
        for (&(ending, standing, downed), rounds) in self.ends.iter().zip(&mut self.rounds) {
            for (round, times) in (0..).zip(rounds) {
                if *times > 0 {
                    let outcome = Outcome {
                        ending,
                        rounds: round,
                        standing,
                    };
                    let times = std::mem::take(times);
                    witness.ended_alike(&outcome, downed, times.into());
                }
            }
        }
        for (place, falls) in self.falls.iter_mut().enumerate() {
            for (below, times) in (0..).zip(falls) {
                if *times > 0 {
                    let times = std::mem::take(times);
                    tell_fall(fight, (place, below), times.into(), witness);
                }
            }
        }
        for slot in &mut self.left {
            chain.tell_left(
                fight,
                &slot.end,
                std::mem::take(&mut slot.times).into(),
                witness,
            );
        }
    }
}

pub(super) fn tell_fall<F: Fight, W: Witness>(
    fight: &F,
    (place, below): (usize, i16),
    times: u64,
    witness: &mut W,
) {
    if let Some((who, event, parts)) = counters::fell_by(fight, place, below) {
        witness.happened(who, event, parts * times);
    }
}

/// A witness for a number of fights with the same events.
struct Times<'w, W> {
    witness: &'w mut W,
    times: u64,
}

impl<W: Witness> Witness for Times<'_, W> {
    fn happened(&mut self, who: FighterId, event: crate::fight::EventId, parts: u64) {
        self.witness.happened(who, event, parts * self.times);
    }

    fn left(&mut self, who: FighterId, health: u32, parts: u64) {
        self.witness.left(who, health, parts * self.times);
    }
}

impl<S: Clone> Chain<S> {
    /// Reports the fates and the health of all fighters in `times` fights with this ending.
    pub(super) fn tell_left<F: Fight<State = S>, W: Witness>(
        &self,
        fight: &F,
        end: &End,
        times: u64,
        witness: &mut W,
    ) {
        if times == 0 {
            return;
        }
        let situation = self.ends.get_index(end.at as usize);
        let mut state = situation.expect("ends are kept").clone();
        counters::put(fight, &mut state, &end.counters(self.kind.fatal));
        let mut times = Times { witness, times };
        tell_fates_but(fight, &state, end.standing, end.told, &mut times);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::boxing::counting_down;
    use crate::fight::{Arena as _, SideId};
    use crate::tally::Tally;

    const ONE: FighterSet = FighterSet(1);
    const OTHER: FighterSet = FighterSet(2);

    fn fall(downed: FighterSet, end: bool, rounds_on: u32, after_others: bool) -> Fall {
        Fall {
            downed,
            end: end.then_some((Ending::Won(SideId(0)), ONE)),
            rounds_on,
            after_others,
        }
    }

    /// Counts two steps of a fight together, and compares with reporting them one by one.
    fn is_told_alike(first: Fall, last: Fall, rounds: [u32; 2]) {
        let fight = counting_down(9, 400);
        let chain = crate::chain::tests::chain(&fight).expect("few situations");
        let (mut counted, mut told) = (Tally::new(fight.cast()), Tally::new(fight.cast()));
        let mut sums = Sums::new(&chain);
        for _ in 0..3 {
            let mut yet = Pending::default();
            for (fall, round) in [first, last].iter().zip(rounds) {
                sums.fall(fall, round, &mut yet, &mut counted);
                let round = round + fall.rounds_on;
                for who in fall.downed.iter() {
                    told.downed(who, round);
                }
                if let Some((ending, standing)) = fall.end {
                    told.ended(&Outcome {
                        ending,
                        rounds: round,
                        standing,
                    });
                }
            }
        }
        sums.tell(&fight, &chain, &mut counted);
        assert!(counted == told, "{first:?} {last:?} {rounds:?}");
    }

    #[test]
    fn whoever_goes_down_is_told_of_in_that_round_and_that_order() {
        for rounds in [[3, 4], [3, 3], [300, 301]] {
            // The fight ends at the beginning of the next round, at the end of this one, or one round later.
            for rounds_on in [0, 1, 2] {
                let first = fall(OTHER, false, 1, false);
                is_told_alike(first, fall(FighterSet::NONE, true, rounds_on, true), rounds);
                is_told_alike(first, fall(ONE, true, rounds_on, true), rounds);
            }
            let both = FighterSet(3);
            is_told_alike(
                fall(both, false, 0, false),
                fall(ONE, true, 0, true),
                rounds,
            );
        }
    }
}
