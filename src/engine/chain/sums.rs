//! Counts of what happened in many fights on a chain, so that it can be reported for all of them at once:
//! results of steps (branches), endings, knockouts and remaining health.

use indexmap::IndexMap;

use super::recurrent::{Recurrent, Spun};
use super::{Chain, Span, short};
use crate::dice::GOLDEN;
use crate::exact::Event;
use crate::fight::{
    Counters, Ending, Fight, FighterId, FighterSet, Outcome, Witness, counters, tell_fates_but,
};

/// Fights that end before this round are counted together. Counters that end fewer than `BELOW` points below
/// 0 are also counted together. Other fights are reported at once, one by one.
pub(super) const ROUNDS: usize = 128;
/// The number of different endings that are counted. Fights with other endings are reported at once, one by
/// one.
pub(super) const ENDS: usize = 8;
const BELOW: usize = 64;
/// The number of slots for counting fights whose ends are the same. A power of two.
const SLOTS: usize = 256;

/// The fighters that go down in a step, and the ending of the fight if it ends with the step. A branch has
/// such a record only if all its events that must be reported in order are in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Fall {
    pub downed: FighterSet,
    /// The ending, and the fighters that stand at the end. `None` if the fight continues.
    pub end: Option<(Ending, FighterSet)>,
    /// The number of rounds from the state before the step to the report of these events.
    pub rounds_on: u32,
    /// Whether a fighter was already out of the fight before the step.
    pub after_others: bool,
}

/// The events of one fight that have not been reported yet, with some data on those that have.
#[derive(Debug, Default)]
pub(super) struct Pending {
    /// The fighters whose fates have been reported.
    pub fallen: FighterSet,
    /// The events not yet reported, in order. The number before each event is the round that the rounds
    /// within the event are relative to.
    noted: Vec<(u32, Event)>,
    /// The fighters that went down last, and the round of that event. Empty if another fighter was out of the
    /// fight before. These fighters follow the events in `noted`.
    down: FighterSet,
    round: u32,
    /// The fighters that are out of the fight according to the events reported by now.
    out: FighterSet,
}

impl Pending {
    /// Creates a record without events. `fallen` are the fighters whose fates have been reported.
    pub(super) fn all_of(fallen: FighterSet) -> Self {
        Self {
            fallen,
            ..Self::default()
        }
    }

    /// Creates a record without events that can store many events without another allocation.
    pub(super) fn roomy() -> Self {
        Self {
            noted: Vec::with_capacity(64),
            ..Self::default()
        }
    }

    /// Returns whether no event of the fight has been noted and no fate has been reported.
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

    /// Adds an event to those not yet reported. The rounds of the event are relative to `round`.
    #[inline]
    pub(super) fn note(&mut self, round: u32, event: Event) {
        self.note_down();
        self.noted.push((round, event));
    }

    /// Notes that these fighters go down in this round. `after_others` says whether another fighter was out
    /// of the fight before.
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

    /// Reports all events not yet reported. Returns the outcome if one of them is the end of the fight.
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

    /// Reports all events not yet reported. Then prepares the witness for direct reports from this fight.
    pub(super) fn turn_to<W: Witness>(&mut self, witness: &mut W) {
        self.tell(witness);
        witness.turn_to(self.out);
    }

    pub(super) fn turn_from<W: Witness>(&mut self, witness: &mut W) {
        self.out = witness.turn_to(FighterSet::NONE);
    }
}

/// For each branch, the list of its events that are reported as totals. Equal lists are stored once.
#[derive(Debug, Clone, Default)]
pub(super) struct Lists {
    all: Vec<Span>,
    of_branches: Vec<u32>,
}

impl Lists {
    /// Creates the lists. `of_each` yields the range in `untimed` of each branch's events.
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

    /// Returns a count of 0 for each list.
    pub(super) fn counts(&self) -> Vec<u64> {
        vec![0; self.all.len()]
    }

    /// Reports the events of each list, multiplied by the number of times that a branch with this list was
    /// taken. `taken` has this number for each branch. Sets all counts to 0.
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

/// Counts over many fights that have not been reported yet.
#[derive(Debug)]
pub(super) struct Sums {
    /// `taken` says how often each branch was taken. `drawn` says how often each sequence was followed to its
    /// end.
    pub taken: Vec<u32>,
    pub drawn: Vec<u32>,
    /// For each list of events in [`Lists`], how often its events must be reported. Used only while the
    /// counts are reported.
    listed: Vec<u64>,
    /// The endings that are counted in `rounds`. In such a fight, all fighters that went down did so in one
    /// step, as the last event before the end. An entry of `ends` has the ending, the standing fighters, and
    /// the fighters that went down. For each entry, `rounds` has the number of such fights by their last
    /// round.
    ends: Vec<(Ending, FighterSet, FighterSet)>,
    pub rounds: Vec<[u32; ROUNDS]>,
    /// For each counter, the number of fights by how far below 0 the counter ended when it ran out.
    falls: Vec<[u32; BELOW]>,
    left: Vec<EndCount>,
    /// The counts of the draws from each recurrent state.
    pub spun: Vec<Spun>,
}

/// A final state of fights with everything that is reported about it, and the number of these fights.
#[derive(Debug, Clone, Copy)]
struct EndCount {
    end: End,
    times: u32,
}

/// The end of a fight: everything that the reports about the end depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct End {
    /// The number of the final state in [`Chain::ends`].
    pub at: u32,
    pub standing: FighterSet,
    /// The fighters whose fates have already been reported.
    pub told: FighterSet,
    /// The remaining counters that decide the fate of a fighter, in the order of their places, 16 bits each.
    /// All 16 bits are set for a counter that has run out.
    pub left: u128,
}

impl End {
    /// The greatest number of counters that `left` can hold.
    pub(super) const COUNTERS: u32 = u128::BITS / i16::BITS;

    /// Creates an end with these remaining counters. Only the counters in the bit set `places` are stored.
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

    /// Returns the index of the slot for counting fights with this end.
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

/// Returns the places of the counters in a bit set.
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

    /// Counts or notes the events of `fall`, in a step from a state of this round. Returns the outcome if the
    /// fight ends with the step.
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

    /// Returns the count of fights that ended in this way in this round. Returns `None` if such fights cannot
    /// be counted, because there are already too many different endings or because the round is too late.
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

    /// Counts a knockout: the counter in `place` ended `below` points below 0. Reports the knockout at once
    /// if `below` is too large for the counts.
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

    /// Returns the count for knockouts by the counter in `place` that ended `below` points below 0. Returns
    /// `None` if `below` is too large for the counts.
    #[inline]
    pub(super) fn falls(&mut self, place: usize, below: i16) -> Option<&mut u32> {
        let below = usize::try_from(below).ok()?;
        self.falls[place].get_mut(below)
    }

    /// Counts a fight with this end. If the slot for it has counted another end, reports the fights with that
    /// end first.
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

    /// Reports everything that was counted, and sets all counts to 0.
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

/// A witness that multiplies each report by `times`, the number of fights with the same events.
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
    /// Reports the fates and the remaining health of all fighters, for `times` fights with this end.
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

    /// Counts the same fight of two steps three times. Checks that the tally is the same as if each event had
    /// been reported one by one.
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
            // The second step ends the fight. The end is reported in the round of the state before that step,
            // in the next round, or one round later.
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
