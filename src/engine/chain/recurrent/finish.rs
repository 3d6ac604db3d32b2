//! Endings of fights in recurrent states. A recurrent state is one that a fight comes back to again and
//! again, while only its counters, such as hit points, go down. The possible endings are worked out before
//! the fights, counted during them, and reported for many fights at once.
//!
//! A knockout is a step that makes a counter run out. The fight ends with this step or the next one. If both
//! fighters strike at the same time, the next step is drawn as well, and decides whether the other fighter
//! also goes down ([`NextStep`]).

use super::knockout::{CounterOwners, FinalStep, Knockout, Then};
use super::lanes::{Lanes, NUMBERS, afloat, number, whole};
use crate::chain::sequences::Sequence;
use crate::chain::sums::{End, tell_fall};
use crate::chain::{Branch, Chain, CounterChange, KnownStep, short};
use crate::dice::{Column, split};
use crate::fight::{Counters, Fight, FighterId, FighterSet, Outcome, State, Witness, counters};

/// Fights that end before this round are counted together. Counters that end fewer than `BELOW` points below
/// 0 are also counted together. Other fights are reported at once, one by one.
const ROUNDS: usize = 128;
const BELOW: usize = 64;

/// An ending of a fight that begins when one or two counters run out.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Finish {
    /// The outcome, without its round. `rounds_on` is the number of rounds from the first round of the
    /// sequence to the end of the fight.
    outcome: Outcome,
    rounds_on: u32,
    downed: FighterSet,
    /// The places of the counters that run out: one counter, and possibly a second one at the same moment.
    places: [Option<usize>; 2],
    /// The lowest bit of the first counter's lane. A lane holds a counter in the word of packed counters
    /// ([`Lanes`]).
    lane: u32,
    /// The fighters whose fates these counters decide; empty if they decide no fates.
    fallen: FighterSet,
    /// If something may remain of the first counter ([`Counting::rest_of`](crate::fight::Counting::rest_of)),
    /// the number of the state that this counter runs out in. `None` otherwise.
    rests: Option<u32>,
    /// `end` is the number of the fight's final state. `other` is the place and the lane of a counter that
    /// does not run out and is part of the report on the end.
    end: u32,
    other: Option<(usize, u32)>,
}

/// Counts of fights with one ending that have not been reported yet.
#[derive(Debug)]
pub(super) struct Finished {
    rounds: [u32; ROUNDS],
    /// `below` counts the fights, for each of the two counters, by how far below 0 the counter ended. `left`
    /// counts the fights by the remaining value of the counter that lasts.
    below: [[u32; BELOW]; 2],
    left: [u32; NUMBERS],
}

impl Finished {
    pub(super) fn none() -> Self {
        Self {
            rounds: [0; ROUNDS],
            below: [[0; BELOW]; 2],
            left: [0; NUMBERS],
        }
    }
}

/// How the fight ends if a blow makes a counter run out.
#[derive(Debug, Clone)]
pub(super) enum FinalBlow {
    Sure(Finish),
    /// One of several endings, decided by a further draw. The number is that of the draw in [`NextSteps`].
    Drawn(u32),
}

/// The draws that decide between endings after knockouts from one state.
#[derive(Debug, Default)]
pub(super) struct NextSteps {
    pub all: Vec<NextStep>,
    /// For each kind of knockout, the index in `all` of the draw that follows it. The index is `None` if the
    /// endings after such a knockout cannot be counted.
    known: Vec<(FallKind, Option<u32>)>,
}

/// The properties of a knockout that determine the draw after it. The array has the number of the state
/// before the knockout, the number of the state after it, the round of the next step, and the round of the
/// report. Both rounds are relative to the first round of the sequence. Then come the place of the counter
/// that ran out, and whether something may remain of this counter.
type FallKind = ([u32; 4], usize, bool);

/// The draw of the step after a knockout, with the endings that its results lead to. In `blows`, a result is
/// `None` if the fight does not end with it, or if the ending cannot be counted.
#[derive(Debug, Clone)]
pub(super) struct NextStep {
    columns: Vec<Column>,
    shift: u32,
    /// `fell` is the lane of the counter that has run out in the knockout, and `other` the lane of the other
    /// counter. A lane is given by its lowest bit in the word of packed counters.
    other: u32,
    fell: u32,
    blows: Vec<Option<LastBlow>>,
    finishes: Vec<Finish>,
}

/// A result of a [`NextStep`]. `losses` are subtracted from the word of packed counters. `lasts` is the
/// branch and the ending if the other counter does not run out. `falls` is the same for the case that it runs
/// out as well.
#[derive(Debug, Clone, Copy)]
struct LastBlow {
    losses: u64,
    lasts: (u32, usize),
    falls: Option<(u32, usize)>,
}

/// Counts of the draws of a [`NextStep`] that have not been reported yet. `taken` says how often each result
/// was drawn, with the other counter lasting or running out.
#[derive(Debug)]
pub(super) struct DrawnNext {
    taken: Vec<[u32; 2]>,
    finished: Vec<Finished>,
}

/// The data for the draw from a state: the columns of its alias table, the shift that turns random bits into
/// the number of a column, and the branches.
pub(in crate::chain) struct Draws {
    pub columns: Vec<Column>,
    pub shift: u32,
    pub branches: Vec<u32>,
}

/// A knockout in a recurrent state.
struct RecurrentKnockout<'f> {
    knockout: &'f Knockout,
    /// The counter in `place` runs out. `lane` is its lane in the word of packed counters, and `who` the
    /// fighter that owns it. `other` has the place, the lane and the owner of another counter that may run
    /// out.
    place: usize,
    lane: u32,
    who: Option<FighterId>,
    other: Option<(usize, u32, FighterId)>,
    /// `from` is the state before the knockout. `begins` is the round of the step that may end the fight, and
    /// `told_on` the round of the report, both relative to the first round of the sequence.
    from: u32,
    begins: u32,
    told_on: u32,
}

impl FinalBlow {
    /// Returns how the fight ends if the branch at position `at` of a sequence makes a counter run out, and
    /// the branches that the fight then takes. Returns `None` if such endings cannot be counted, or if the
    /// branch lowers several counters and none of them decides a fate. `draws` returns the data for the draw
    /// from a state. Draws after knockouts are added to `afters`.
    pub(super) fn of<F: Fight>(
        (sequence, at, branch): (&Sequence, usize, &Branch),
        lanes: &Lanes,
        draws: impl Fn(u32) -> Option<Draws>,
        afters: &mut NextSteps,
        fallen: &mut CounterOwners,
        on: (&F, &Chain<F::State>),
    ) -> Option<(Self, Vec<u32>)> {
        let (fight, chain) = on;
        let kind = &chain.kind;
        let mut lowered = branch.changes.of(&chain.changes).iter();
        let by = match lowered.as_slice() {
            [only] => only.place,
            _ => lowered.find(|one| kind.fatal >> one.place & 1 == 1)?.place,
        };
        let knockout = Knockout::of_counter(branch, by, chain)?;
        let (from, begins) = sequence.from[at];
        let known = chain.taken(from);
        let place = usize::from(by);
        if !fallen.is_of(&knockout, (from, known, by), on) {
            return None;
        }
        let others = kind.fatal & !(1 << place);
        if others.count_ones() > 1 || (kind.counts && !kind.counts_ends()) {
            return None;
        }
        let other = others.trailing_zeros();
        let other = if others == 0 {
            None
        } else {
            let stays = knockout.gone.iter().all(|&gone| u32::from(gone) != other);
            let lane = lanes.at(other as usize).filter(|_| stays)?;
            let (who, ..) = counters::fell_by(fight, other as usize, 1)?;
            Some((other as usize, lane, who))
        };
        let mut taken = sequence.branches[..at].to_vec();
        taken.push(knockout.branch);
        let falls = RecurrentKnockout {
            knockout: &knockout,
            place,
            lane: lanes.at(place)?,
            who: fallen.by(place),
            other,
            from,
            begins,
            told_on: 0,
        };
        let (number, begins, told_on) = match &knockout.then {
            Then::End(last) => {
                let end = (known, last);
                return Some((Self::Sure(falls.finish(end, false, chain)?), taken));
            }
            Then::Onward {
                onward, told_on, ..
            } => {
                let number = chain.target(known, onward.at);
                let on = begins + onward.rounds_on;
                (number, on, begins + told_on)
            }
        };
        let falls = RecurrentKnockout {
            begins,
            told_on,
            ..falls
        };
        let known = chain.steps[number as usize]?;
        let only = &chain.branches[known.step.branch as usize];
        if known.step.shift == 0 && only.changes.is_empty() {
            // Nothing is drawn in the next step: it always ends the fight.
            taken.push(known.step.branch);
            let end = (known, &FinalStep::of(only, chain)?);
            return Some((Self::Sure(falls.finish(end, false, chain)?), taken));
        }
        let kind = ([from, number, begins, told_on], place, knockout.rests);
        let found = afters.known.iter().find(|(one, _)| *one == kind);
        let at = if let Some(&(_, at)) = found {
            at
        } else {
            let after = draws(number).and_then(|draws| falls.after(known, draws, lanes, chain));
            let at = after.map(|after| {
                afters.all.push(after);
                short(afters.all.len() - 1)
            });
            afters.known.push((kind, at));
            at
        };
        Some((Self::Drawn(at?), taken))
    }
}

impl RecurrentKnockout<'_> {
    /// Returns the ending if the fight ends with the step `last`. `falls_too` says whether the counter of the
    /// other fighter runs out as well. Returns `None` if such endings cannot be counted.
    fn finish<S: State>(
        &self,
        (known, last): (KnownStep, &FinalStep),
        falls_too: bool,
        chain: &Chain<S>,
    ) -> Option<Finish> {
        let fall = &chain.falls[last.fall as usize];
        let (ending, standing) = fall.end?;
        let rounds_on = self.begins + fall.rounds_on;
        let (other, another) = if falls_too {
            (None, self.other)
        } else {
            (self.other, None)
        };
        let also = another.map_or(FighterSet::NONE, |(_, _, who)| FighterSet::of(who));
        let both = |who: FighterId| also.with(who);
        let downed = match &self.knockout.then {
            Then::End(_) => Some(fall.downed).filter(|_| !fall.after_others),
            Then::Onward { after_others, .. } => {
                let alone = self.told_on == rounds_on && fall.downed == also && !after_others;
                self.who.filter(|_| alone).map(both)
            }
        };
        let is_told = chain.kind.fatal >> self.place & 1 == 1;
        Some(Finish {
            outcome: Outcome {
                ending,
                rounds: 0,
                standing,
            },
            rounds_on,
            downed: downed?,
            places: [Some(self.place), another.map(|(place, ..)| place)],
            lane: self.lane,
            fallen: self.who.filter(|_| is_told).map_or(also, both),
            rests: self.knockout.rests.then_some(self.from),
            end: chain.target(known, last.target),
            other: other.map(|(place, lane, _)| (place, lane)),
        })
    }

    /// Returns the draw of the step `known` after the knockout, with the endings that its results lead to.
    /// Returns `None` if no other counter can run out.
    fn after<S: State>(
        &self,
        known: KnownStep,
        draws: Draws,
        lanes: &Lanes,
        chain: &Chain<S>,
    ) -> Option<NextStep> {
        let (other, lane, _) = self.other?;
        let mut finishes = Vec::new();
        let mut numbered = |finish: Finish| {
            let at = finishes.iter().position(|known| *known == finish);
            at.unwrap_or_else(|| {
                finishes.push(finish);
                finishes.len() - 1
            })
        };
        let mut blow = |at: u32| {
            let branch = &chain.branches[at as usize];
            let mut lowered = Vec::new();
            for change in branch.changes.of(&chain.changes) {
                let tells = chain.kind.fatal >> change.place & 1 == 1;
                match change.what {
                    _ if usize::from(change.place) == self.place => return None,
                    CounterChange::Loses(loss) => lowered.push((change.place, loss)),
                    CounterChange::IsGone if !tells => {}
                    CounterChange::Becomes(_)
                    | CounterChange::RunsOut(_)
                    | CounterChange::IsGone => return None,
                }
            }
            let losses = lanes.losses(lowered)?;
            let end = (known, &FinalStep::of(branch, chain)?);
            let lasts = numbered(self.finish(end, false, chain)?);
            let mut cases = branch.cases.of(&chain.cases).iter();
            let case = cases.find(|case| case.exhausted == 1 << other && case.step.shift == 0);
            let falls = case.and_then(|case| {
                let branch = &chain.branches[case.step.branch as usize];
                let end = (known, &FinalStep::of(branch, chain)?);
                let finish = self.finish(end, true, chain)?;
                Some((case.step.branch, numbered(finish)))
            });
            Some(LastBlow {
                losses,
                lasts: (at, lasts),
                falls,
            })
        };
        let blows = draws.branches.iter().map(|&at| blow(at)).collect();
        Some(NextStep {
            blows,
            columns: draws.columns,
            shift: draws.shift,
            other: lane,
            fell: self.lane,
            finishes,
        })
    }
}

impl NextStep {
    /// Returns counts of 0.
    pub(super) fn counts(&self) -> DrawnNext {
        DrawnNext {
            taken: vec![[0; 2]; self.blows.len()],
            finished: self.finishes.iter().map(|_| Finished::none()).collect(),
        }
    }

    /// Counts a fight whose ending is drawn with `bits`. `round` is the first round of the sequence. `lanes`
    /// are the counters before the knockout, and `losses` the losses of the knockout. `afloat` are the bits
    /// that stay set as long as all counters last. Returns whether the ending could be counted.
    #[inline]
    pub(super) fn count(
        &self,
        (lanes, losses, afloat): (u64, u64, u64),
        bits: u64,
        round: u32,
        drawn: &mut DrawnNext,
    ) -> bool {
        let (column, rest) = split(bits, self.shift);
        let column = &self.columns[column];
        let pick = column.picks[usize::from(rest >= column.cut)] as usize;
        let Some(blow) = &self.blows[pick] else {
            return false;
        };
        // The counter that has run out is left out here. All other counters lose the points of the knockout.
        let before = lanes.wrapping_sub(losses & !whole(self.fell));
        let left = before.wrapping_sub(blow.losses);
        let sunk = afloat & !left;
        let falls = sunk != 0;
        if falls && sunk != self::afloat(self.other) {
            return false;
        }
        let Some((_, at)) = Some(blow.lasts).filter(|_| !falls).or(blow.falls) else {
            return false;
        };
        let first = below((lanes, losses), self.fell);
        let (second, left) = if falls {
            (below((before, blow.losses), self.other), 0)
        } else {
            (0, self::number(left, self.other))
        };
        let finished = &mut drawn.finished[at];
        let is_counted = self.finishes[at].count_with([first, second], left, round, finished);
        drawn.taken[pick][usize::from(falls)] += u32::from(is_counted);
        is_counted
    }

    /// Reports the counted endings and sets their counts to 0. Adds to `taken` how often each branch was
    /// taken.
    pub(super) fn tell<F: Fight, W: Witness>(
        &self,
        on: (&F, &Chain<F::State>),
        drawn: &mut DrawnNext,
        taken: &mut [u32],
        witness: &mut W,
    ) {
        for (blow, times) in self.blows.iter().zip(&mut drawn.taken) {
            let [lasts, falls] = std::mem::take(times);
            let Some(blow) = blow else { continue };
            taken[blow.lasts.0 as usize] += lasts;
            if let Some((branch, _)) = blow.falls {
                taken[branch as usize] += falls;
            }
        }
        for (finish, finished) in self.finishes.iter().zip(&mut drawn.finished) {
            finish.tell(on, finished, witness);
        }
    }
}

/// Returns how far below 0 `losses` bring the counter in `lane`. `lanes` and `losses` are words of packed
/// counters.
#[inline]
fn below((lanes, losses): (u64, u64), lane: u32) -> u16 {
    number(losses, lane).abs_diff(number(lanes, lane))
}

impl Finish {
    /// Counts a fight with this ending. `round` is the first round of the sequence, `lanes` are the counters
    /// before the last blow, and `losses` the losses of that blow. Returns false, without counting, if
    /// another counter has run out as well, or if a value is too large for the counts.
    #[inline]
    pub(super) fn count(
        &self,
        (lanes, losses, afloat): (u64, u64, u64),
        round: u32,
        finished: &mut Finished,
    ) -> bool {
        if afloat & !lanes.wrapping_sub(losses) != self::afloat(self.lane) {
            return false;
        }
        let after = lanes.wrapping_sub(losses & !whole(self.lane));
        let left = self.other.map_or(0, |(_, lane)| number(after, lane));
        let below = below((lanes, losses), self.lane);
        let rounds = finished.rounds.get_mut((round + self.rounds_on) as usize);
        let ended = finished.below[0].get_mut(usize::from(below));
        let (Some(rounds), Some(ended)) = (rounds, ended) else {
            return false;
        };
        *rounds += 1;
        *ended += 1;
        finished.left[usize::from(left.unsigned_abs()) % NUMBERS] += 1;
        true
    }

    /// Counts a fight with this ending, unless a value is too large for the counts. `below` says how far
    /// below 0 the two counters of the ending are, and `left` is what the lasting counter has left. Returns
    /// whether the fight was counted.
    #[inline]
    fn count_with(&self, below: [u16; 2], left: i16, round: u32, finished: &mut Finished) -> bool {
        let rounds = finished.rounds.get_mut((round + self.rounds_on) as usize);
        let [one, another] = &mut finished.below;
        let ended = one
            .get_mut(usize::from(below[0]))
            .zip(another.get_mut(usize::from(below[1])));
        let (Some(rounds), Some((one, another))) = (rounds, ended) else {
            return false;
        };
        *rounds += 1;
        *one += 1;
        *another += 1;
        finished.left[usize::from(left.unsigned_abs()) % NUMBERS] += 1;
        true
    }

    /// Reports the counted fights and sets the counts to 0.
    pub(super) fn tell<F: Fight, W: Witness>(
        &self,
        (fight, chain): (&F, &Chain<F::State>),
        finished: &mut Finished,
        witness: &mut W,
    ) {
        for (rounds, times) in counted(&mut finished.rounds) {
            let outcome = Outcome {
                rounds: rounds.unsigned_abs().into(),
                ..self.outcome
            };
            witness.ended_alike(&outcome, self.downed, times);
        }
        for (place, below) in self.places.into_iter().zip(&mut finished.below) {
            for (below, times) in counted(below) {
                if let Some(place) = place.filter(|_| !self.fallen.is_empty()) {
                    tell_fall(fight, (place, below), times, witness);
                }
            }
        }
        for (left, times) in counted(&mut finished.left) {
            if chain.kind.counts {
                let counters = self.counters((fight, chain), left);
                let left = (&counters, chain.kind.fatal);
                let end = End::new(self.end, self.outcome.standing, self.fallen, left);
                chain.tell_left(fight, &end, times, witness);
            }
        }
    }

    /// Returns the counters that the report on the end depends on. `left` is the value of the lasting
    /// counter. The counter that ran out is included only if something remains of it. How far it ended below
    /// 0 has been reported before.
    fn counters<F: Fight>(&self, (fight, chain): (&F, &Chain<F::State>), left: i16) -> Counters {
        let mut counters = Counters::NONE;
        if let Some((place, _)) = self.other {
            counters.set(place, left);
        }
        if let (Some(from), [Some(place), _]) = (self.rests, self.places)
            && let Some(rest) = counters::rest_of(fight, chain.situations.at(from), place, 1)
        {
            counters.set(place, rest);
        }
        counters
    }
}

/// Returns the indices of all counts above 0, each with its count. Sets the counts to 0.
fn counted(counts: &mut [u32]) -> impl Iterator<Item = (i16, u64)> + '_ {
    let each = (0..).zip(counts.iter_mut().map(std::mem::take));
    each.filter(|(_, times)| *times > 0)
        .map(|(number, times)| (number, times.into()))
}
