//! How fights end in steady situations: known beforehand, counted, and told of many at once.
//!
//! Where a counter runs out the fight is over, or will be with the next step. Where both fighters strike at the same moment, that one
//! is drawn, too: it says whether the other falls as well ([`After`]).

use super::lanes::{Lanes, NUMBERS, afloat, number, whole};
use crate::chain::felling::{Fallen, Felling, Last, Then};
use crate::chain::sequences::Sequence;
use crate::chain::sums::{End, tell_fall};
use crate::chain::{Branch, Chain, Known, What, short};
use crate::dice::{Column, split};
use crate::fight::{Counters, Fight, FighterId, FighterSet, Outcome, State, Witness, counters};

/// Rounds whose ends are counted, and points below 0 that a counter ends at; what is beyond is told by itself.
const ROUNDS: usize = 128;
const BELOW: usize = 64;

/// How a fight ends with counters that run out.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Finish {
    /// All of it but the round, in which that is, counted from that in which its sequence begins.
    outcome: Outcome,
    rounds_on: u32,
    downed: FighterSet,
    /// The places of the counters that run out: the first, and maybe another of the same moment.
    places: [Option<usize>; 2],
    /// The lane of the first.
    lane: u32,
    /// Whose counters these are, if they tell how they fell.
    fallen: FighterSet,
    /// The situation in which something of the first is left, if that is so: see [`Counting::rest_of`].
    rests: Option<u32>,
    /// The situation in which the fight ends, and the other counter that tells something then: its place and lane.
    end: u32,
    other: Option<(usize, u32)>,
}

/// Fights that ended so, not told of yet.
#[derive(Debug)]
pub(super) struct Finished {
    rounds: [u32; ROUNDS],
    /// By how far below 0 each of the counters ended, and by what was left of the other.
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

/// What comes of the blow that ends a fight.
#[derive(Debug, Clone)]
pub(super) enum Way {
    Sure(Finish),
    /// What is drawn then, by number.
    Drawn(u32),
}

/// What is drawn after falls in one situation.
#[derive(Debug, Default)]
pub(super) struct Afters {
    pub all: Vec<After>,
    /// The number of each kind of fall, if it leads to such a draw.
    known: Vec<(FallKind, Option<u32>)>,
}

/// What the draw after a fall hangs on: the situation that the fall was in, that which it leads to, how many rounds on each
/// is, whose counter ran out, and whether something is left of it.
type FallKind = ([u32; 4], usize, bool);

/// The next step after a fall, with each of whose outcomes the fight is over.
#[derive(Debug, Clone)]
pub(super) struct After {
    columns: Vec<Column>,
    shift: u32,
    /// The lane of the other counter, if it is of one that tells how somebody falls, and the lane of the one that has run out.
    other: u32,
    fell: u32,
    blows: Vec<Option<LastBlow>>,
    finishes: Vec<Finish>,
}

/// One of its outcomes: what it takes off the lanes; the branch that is taken, and by number how the fight ends, if the other
/// counter lasts and if it runs out as well.
#[derive(Debug, Clone, Copy)]
struct LastBlow {
    losses: u64,
    lasts: (u32, usize),
    falls: Option<(u32, usize)>,
}

/// What has been drawn after a fall, not told yet: how often each branch came.
#[derive(Debug)]
pub(super) struct DrawnAfter {
    taken: Vec<[u32; 2]>,
    finished: Vec<Finished>,
}

/// What the step of a situation is drawn from: columns, how far a draw is shifted to leave its column, and the branches.
pub(in crate::chain) struct Draws {
    pub columns: Vec<Column>,
    pub shift: u32,
    pub branches: Vec<u32>,
}

/// A fall in a steady situation.
struct Falls<'f> {
    felling: &'f Felling,
    /// The counter that runs out, its lane and whose it is, and the other that may, with its lane and whose it is.
    place: usize,
    lane: u32,
    who: Option<FighterId>,
    other: Option<(usize, u32, FighterId)>,
    /// The situation of the step that fells, how many rounds on it is, and the round in which the fall is told of, counted likewise.
    from: u32,
    begins: u32,
    told_on: u32,
}

impl Way {
    /// How a fight ends if one counter that a branch of a sequence lowers runs out, the only one or that of somebody who falls, if it
    /// does so and that can be counted; and the branches that are taken then. `draws` says what a step is drawn from, `afters` are
    /// the draws after falls that are known so far.
    pub(super) fn of<F: Fight>(
        (sequence, at, branch): (&Sequence, usize, &Branch),
        lanes: &Lanes,
        draws: impl Fn(u32) -> Option<Draws>,
        afters: &mut Afters,
        fallen: &mut Fallen,
        on: (&F, &Chain<F::State>),
    ) -> Option<(Self, Vec<u32>)> {
        let (fight, chain) = on;
        let kind = &chain.kind;
        let mut lowered = branch.changes.of(&chain.changes).iter();
        let by = match lowered.as_slice() {
            [only] => only.place,
            _ => lowered.find(|one| kind.fatal >> one.place & 1 == 1)?.place,
        };
        let felling = Felling::of_counter(branch, by, chain)?;
        let (from, begins) = sequence.from[at];
        let known = chain.taken(from);
        let place = usize::from(by);
        if !fallen.is_of(&felling, (from, known, by), on) {
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
            let stays = felling.gone.iter().all(|&gone| u32::from(gone) != other);
            let lane = lanes.at(other as usize).filter(|_| stays)?;
            let (who, ..) = counters::fell_by(fight, other as usize, 1)?;
            Some((other as usize, lane, who))
        };
        let mut taken = sequence.branches[..at].to_vec();
        taken.push(felling.branch);
        let falls = Falls {
            felling: &felling,
            place,
            lane: lanes.at(place)?,
            who: fallen.by(place),
            other,
            from,
            begins,
            told_on: 0,
        };
        let (number, begins, told_on) = match &felling.then {
            Then::End(last) => {
                let end = (known, last);
                return Some((Self::Sure(falls.finish(end, false, chain)?), taken));
            }
            Then::Onward {
                transition,
                told_on,
                ..
            } => {
                let number = chain.target(known, transition.target);
                let on = begins + u32::from(transition.rounds_on);
                (number, on, begins + told_on)
            }
        };
        let falls = Falls {
            begins,
            told_on,
            ..falls
        };
        let known = chain.steps[number as usize]?;
        let only = &chain.branches[known.step.branch as usize];
        if known.step.shift == 0 && only.changes.is_empty() {
            // The next step can but end the fight.
            taken.push(known.step.branch);
            let end = (known, &Last::of(only, chain)?);
            return Some((Self::Sure(falls.finish(end, false, chain)?), taken));
        }
        let kind = ([from, number, begins, told_on], place, felling.rests);
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

impl Falls<'_> {
    /// How the fight ends with this step, and with the fall of another counter if that runs out as well.
    fn finish<S: State>(
        &self,
        (known, last): (Known, &Last),
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
        let downed = match &self.felling.then {
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
            rests: self.felling.rests.then_some(self.from),
            end: chain.target(known, last.target),
            other: other.map(|(place, lane, _)| (place, lane)),
        })
    }

    /// The step that comes after it, if the fight is over with each of its outcomes.
    fn after<S: State>(
        &self,
        known: Known,
        draws: Draws,
        lanes: &Lanes,
        chain: &Chain<S>,
    ) -> Option<After> {
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
                    What::Loses(loss) => lowered.push((change.place, loss)),
                    What::IsGone if !tells => {}
                    What::Becomes(_) | What::RunsOut(_) | What::IsGone => return None,
                }
            }
            let losses = lanes.losses(lowered)?;
            let end = (known, &Last::of(branch, chain)?);
            let lasts = numbered(self.finish(end, false, chain)?);
            let mut cases = branch.cases.of(&chain.cases).iter();
            let case = cases.find(|case| case.exhausted == 1 << other && case.step.shift == 0);
            let falls = case.and_then(|case| {
                let branch = &chain.branches[case.step.branch as usize];
                let end = (known, &Last::of(branch, chain)?);
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
        Some(After {
            blows,
            columns: draws.columns,
            shift: draws.shift,
            other: lane,
            fell: self.lane,
            finishes,
        })
    }
}

impl After {
    /// Nothing has been counted yet.
    pub(super) fn counts(&self) -> DrawnAfter {
        DrawnAfter {
            taken: vec![[0; 2]; self.blows.len()],
            finished: self.finishes.iter().map(|_| Finished::none()).collect(),
        }
    }

    /// Counts a fight that ends with what these bits draw, in a sequence that begins in this round, with these lanes before the loss
    /// after which it does, and the bits of those that last. Says whether that could be counted.
    #[inline]
    pub(super) fn count(
        &self,
        (lanes, losses, afloat): (u64, u64, u64),
        bits: u64,
        round: u32,
        drawn: &mut DrawnAfter,
    ) -> bool {
        let (column, rest) = split(bits, self.shift);
        let column = &self.columns[column];
        let pick = column.picks[usize::from(rest >= column.cut)] as usize;
        let Some(blow) = &self.blows[pick] else {
            return false;
        };
        // The one that has run out is left as it was.
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

    /// Tells of the fights that ended so, and counts anew; how often each branch was taken is added up.
    pub(super) fn tell<F: Fight, W: Witness>(
        &self,
        on: (&F, &Chain<F::State>),
        drawn: &mut DrawnAfter,
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

/// How far below 0 these losses take a lane that has run out with them.
#[inline]
fn below((lanes, losses): (u64, u64), lane: u32) -> u16 {
    number(losses, lane).abs_diff(number(lanes, lane))
}

impl Finish {
    /// Counts a fight that ends so in a sequence that begins in this round, with these lanes before the loss that does it. Says
    /// whether no other lane has run out, and there is room for it.
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

    /// The same with its counters so far below 0 and so much left of the other.
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

    /// Tells of the fights that ended so, and counts anew.
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

    /// The counters that tell something at the end, where so much is left of the other one. How far below 0 its own ended has been
    /// told.
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

/// How often each number has been counted, of those that have, and anew from now on.
fn counted(counts: &mut [u32]) -> impl Iterator<Item = (i16, u64)> + '_ {
    let each = (0..).zip(counts.iter_mut().map(std::mem::take));
    each.filter(|(_, times)| *times > 0)
        .map(|(number, times)| (number, times.into()))
}
