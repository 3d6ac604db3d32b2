//! Knockouts: the most frequent result of a counter that runs out. Its fighter goes down, and the fight continues or
//! ends.
//!
//! This case of a plain transition is stored next to it in the same compact form, so that it is also fast to follow.

use super::compact::{LOSSES, NOTHING, Transition};
use super::sequences::Sequence;
use super::{Branch, Chain, Change, Goal, Known, Span, What, short};
use crate::fight::{Counters, Fight, FighterId, FighterSet, counters};

/// The replacement of a plain transition when the only counter that it lowers runs out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Felling {
    /// The branch with the knockout.
    pub branch: u32,
    /// The branches of its sequence before that branch.
    pub before: Span,
    pub then: Then,
    /// The places of the counters that the knockout removes, as in a [`Transition`].
    pub gone: [u8; LOSSES],
    /// Whether the remainder of the counter depends on how far below 0 it ends: see [`Counting::rest_of`](crate::fight::Counting::rest_of).
    pub rests: bool,
}

/// The result of a knockout.
#[derive(Debug, Clone, Copy)]
pub(super) enum Then {
    /// The fight continues.
    Onward {
        /// The transition after the knockout.
        transition: Transition,
        /// The round in which the knockout is reported, relative to that of the step, and whether other fighters were
        /// out before.
        told_on: u32,
        after_others: bool,
    },
    /// The fight is over.
    End(Last),
}

/// A step that ends a fight.
#[derive(Debug, Clone, Copy)]
pub(super) struct Last {
    /// The number of its [`Fall`](super::sums::Fall), and the target with the final state of the fight.
    pub fall: u32,
    pub target: u32,
    /// In a sequence, the state before the step, and the number of rounds between it and the
    /// first.
    pub from: Option<u32>,
    pub rounds_on: u32,
}

impl Last {
    /// The last step that a branch is, if the branch determines the ending.
    pub(super) fn of<S>(branch: &Branch, chain: &Chain<S>) -> Option<Self> {
        let Goal::End(target) = branch.to else {
            return None;
        };
        let fall = branch.fall?;
        let is_end = chain.falls[fall as usize].end.is_some();
        is_end.then_some(Self {
            fall,
            target,
            from: None,
            rounds_on: 0,
        })
    }

    /// The last step of a sequence, if only its last branch is not plain, and no branch lowers a counter.
    pub(super) fn of_sequence<S>(sequence: &Sequence, chain: &Chain<S>) -> Option<Self> {
        let last = &chain.branches[*sequence.branches.last()? as usize];
        let &(from, rounds_on) = sequence.from.last()?;
        let is_lowered = |&at: &u32| !chain.branches[at as usize].changes.is_empty();
        if sequence.branches.iter().any(is_lowered) {
            return None;
        }
        let of_it = Self::of(last, chain)?;
        Some(Self {
            from: Some(from),
            rounds_on,
            ..of_it
        })
    }
}

/// The continuation when a transition is not followed.
#[derive(Debug, Clone, Copy)]
pub(super) enum Instead {
    /// Its counter runs out, with a knockout.
    Falls(Felling),
    /// It is no transition: the fight is over.
    Ends(Last),
}

impl Felling {
    /// The transition to the next state, if the fight continues.
    pub(super) fn onward(&self) -> Option<&Transition> {
        match &self.then {
            Then::Onward { transition, .. } => Some(transition),
            Then::End(_) => None,
        }
    }

    /// The knockout of a sequence whose branches are stored from `start`, if only one of its branches lowers a
    /// counter and the knockout has the simple form.
    pub(super) fn of_sequence<F: Fight>(
        (sequence, start): (&Sequence, u32),
        mut target: impl FnMut(u32) -> u32,
        fallen: &mut Fallen,
        on: (&F, &Chain<F::State>),
    ) -> Option<Self> {
        let (_, chain) = on;
        let &[at] = &sequence.plain.as_ref()?.lowering[..] else {
            return None;
        };
        let branch = &chain.branches[sequence.branches[at] as usize];
        let (from, rounds_on) = sequence.from[at];
        let known = chain.taken(from);
        let mut felling = Self::of(branch, chain).filter(|one| at == 0 || !one.rests)?;
        let by = branch.changes.of(&chain.changes)[0].place;
        if !fallen.is_of(&felling, (from, known, by), on) {
            return None;
        }
        felling.before = Span {
            start,
            end: start + short(at),
        };
        match &mut felling.then {
            Then::Onward {
                transition,
                told_on,
                ..
            } => {
                let rounds = u8::try_from(rounds_on).ok()?;
                transition.target = target(chain.target(known, transition.target));
                transition.rounds_on = transition.rounds_on.checked_add(rounds)?;
                *told_on += rounds_on;
            }
            Then::End(last) => (last.from, last.rounds_on) = (Some(from), rounds_on),
        }
        Some(felling)
    }

    /// The knockout of a branch, if it has the simple form.
    pub(super) fn of<S>(branch: &Branch, chain: &Chain<S>) -> Option<Self> {
        let &[Change { place, .. }] = branch.changes.of(&chain.changes) else {
            return None;
        };
        Self::of_counter(branch, place, chain)
    }

    /// The knockout of a branch when only the counter in `place` runs out, though the branch may lower others.
    pub(super) fn of_counter<S>(branch: &Branch, place: u8, chain: &Chain<S>) -> Option<Self> {
        let lowered = branch.changes.of(&chain.changes);
        let mut cases = branch.cases.of(&chain.cases).iter();
        let case = cases.find(|case| case.exhausted == 1 << place)?;
        if case.step.shift != 0 {
            return None;
        }
        let instead = &chain.branches[case.step.branch as usize];
        let number = instead.fall?;
        let fall = &chain.falls[number as usize];
        let then = match instead.to {
            Goal::Situation(_) if fall.end.is_none() && fall.downed.count() == 1 => Then::Onward {
                transition: Transition::of(&Branch::to(instead.to), &[])?,
                told_on: fall.rounds_on,
                after_others: fall.after_others,
            },
            Goal::End(_) => Then::End(Last::of(instead, chain)?),
            _ => return None,
        };
        let mut gone = [NOTHING; LOSSES];
        let mut room = gone.iter_mut();
        let mut rests = false;
        let kind = &chain.kind;
        let tells = |change: &Change| !kind.counts_ends() || kind.fatal >> change.place & 1 == 1;
        for change in instead.changes.of(&chain.changes) {
            match change.what {
                // After the end, no code reads the counter.
                What::IsGone if matches!(then, Then::End(_)) && !tells(change) => {}
                What::IsGone => *room.next()? = change.place,
                What::RunsOut(loss) => {
                    let what = What::Loses(loss);
                    let is_this = lowered.contains(&Change { place, what });
                    rests = change.place == place && is_this;
                    if !rests {
                        return None;
                    }
                }
                What::Loses(_) if change.place != place && lowered.contains(change) => {}
                What::Loses(_) | What::Becomes(_) => return None,
            }
        }
        Some(Self {
            branch: case.step.branch,
            before: Span::default(),
            then,
            gone,
            rests,
        })
    }
}

/// The fighter that goes down when the counter in a place runs out.
#[derive(Debug, Clone)]
pub(super) struct Fallen([Option<FighterId>; Counters::MOST]);

impl Default for Fallen {
    fn default() -> Self {
        Self([None; Counters::MOST])
    }
}

impl Fallen {
    /// The fighter of a place, if there is one.
    #[inline]
    pub(super) fn by(&self, place: usize) -> Option<FighterId> {
        *self.0.get(place)?
    }

    /// Returns whether, in the step of state `number`, exactly the fighter of the counter in this place goes down as
    /// it runs out, or the fight ends. Stores the fighter of the place.
    pub(super) fn is_of<F: Fight>(
        &mut self,
        felling: &Felling,
        (number, known, place): (u32, Known, u8),
        (fight, chain): (&F, &Chain<F::State>),
    ) -> bool {
        let place = usize::from(place);
        let is_told = chain.kind.fatal >> place & 1 == 1;
        let told_of = counters::fell_by(fight, place, 1).map(|(who, ..)| who);
        let Then::Onward { transition, .. } = felling.then else {
            let told_of = told_of.filter(|_| is_told);
            return told_of.is_some_and(|who| self.is(who, place)) || !is_told;
        };
        let instead = &chain.branches[felling.branch as usize];
        let downed = instead.fall.map(|fall| chain.falls[fall as usize].downed);
        let Some(who) = downed.and_then(|downed| downed.iter().next()) else {
            return false;
        };
        let onward = chain.target(known, transition.target);
        let stand = |number| chain.situations.standing(number);
        self.is(who, place)
            && (!is_told || told_of == Some(who))
            && stand(onward) == stand(number).without(FighterSet::of(who))
    }

    /// Returns whether `who` is the fighter of `place`; stores it if there is none yet.
    fn is(&mut self, who: FighterId, place: usize) -> bool {
        *self.0[place].get_or_insert(who) == who
    }
}
