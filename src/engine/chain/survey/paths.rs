//! The paths of a step. A path is one combination of answers that the dice can give to the questions of the
//! rules. The rules play the step along each path. Each result is then converted into the form that the chain
//! uses.

use std::cell::RefCell;

use super::Survey;
use crate::chain::{BranchTarget, Onward, Reduction, reduced, short};
use crate::dice::{Enumerated, Weight};
use crate::exact::{self, Event};
use crate::fight::{Counters, Fight, FighterSet, Progress, State as _, counters, tell_fates};

/// The number of a list of events in [`Survey::known`].
pub(super) type EventsId = usize;

/// One path of a step, with its result in the form that the chain uses.
pub(super) struct Path {
    pub(super) to: BranchTarget,
    pub(super) after: Counters,
    pub(super) events: EventsId,
    /// The number in [`Survey::happened`] of the list of events on this path that the book defines.
    pub(super) happened: usize,
    pub(super) weight: Weight,
}

impl Path {
    /// Returns the next state; `None` if the fight is over.
    pub(super) fn onward(&self) -> Option<Onward> {
        match self.to {
            BranchTarget::Situation(onward) => Some(onward),
            BranchTarget::End(_) | BranchTarget::OneOf(_) => None,
        }
    }
}

/// One path of a step, with its result as the rules have played it.
struct Walked<S> {
    progress: Progress,
    state: S,
    events: EventsId,
    happened: usize,
    weight: Weight,
}

impl<F: Fight> Survey<'_, F> {
    /// Returns every path of a step from the state `situation`. Counters start at their values in `top`, and
    /// those in the bit set `exhausted` at 0, so that they run out. Returns `None` if there are too many
    /// paths.
    pub(super) fn walk(
        &mut self,
        situation: &F::State,
        top: &Counters,
        exhausted: u32,
    ) -> Option<Vec<Path>> {
        let fight = self.fight;
        let mut counters = *top;
        for place in (0..Counters::MOST).filter(|place| exhausted >> place & 1 == 1) {
            counters.set(place, 0);
        }
        let mut start = situation.clone();
        counters::put(fight, &mut start, &counters);
        let base = fight.moment(&start).round;
        let mut ends: Vec<Walked<F::State>> = Vec::new();
        let (known, paths) = (&mut self.known, &mut self.paths);
        let (all_happened, counts) = (&mut self.happened, self.chain.kind.counts);
        let (mut told, mut happened) = (Vec::new(), Vec::new());
        let (mut fits, most) = (true, self.most);
        // Both closures below use these values, but never at the same time.
        let desk = RefCell::new((&mut self.recorder, start.clone()));
        let along = |dice: &mut Enumerated| {
            let (recorder, state) = &mut *desk.borrow_mut();
            state.clone_from(&start);
            recorder.begin(base, FighterSet::NONE);
            exact::step(fight, state, dice, recorder)
        };
        self.dice.visit_while(along, |progress, weight| {
            let (recorder, state) = &mut *desk.borrow_mut();
            if let Progress::Ended(outcome) = &progress {
                // In a fight with counters, the fates depend on the values of the counters, which are known
                // only in a fight.
                if !counts {
                    tell_fates(fight, state, outcome, *recorder);
                }
                recorder.ended(outcome);
            }
            split(recorder.events(), &mut told, &mut happened);
            let events = match known.get_index_of(told.as_slice()) {
                Some(at) => at,
                None => known.insert_full(told.as_slice().into()).0,
            };
            let happened = match all_happened.get_index_of(happened.as_slice()) {
                Some(at) => at,
                None => all_happened.insert_full(happened.as_slice().into()).0,
            };
            ends.push(Walked {
                progress,
                state: state.clone(),
                events,
                happened,
                weight,
            });
            *paths += 1;
            fits = ends.len() <= most.paths_of_a_step && *paths <= most.paths;
            fits
        });
        if !fits || self.dice.is_beyond() || self.dice.left_open() > 0.0 {
            return None;
        }
        self.keep_lists();
        // A counter that has already decided the fate of its fighter is removed.
        let told = self.chain.kind.fatal & !(top.places() & !exhausted);
        let path = |walked| {
            let mut path = self.path(walked, base)?;
            path.after.remove_all(told);
            Some(path)
        };
        ends.into_iter().map(path).collect()
    }

    /// Adds to the chain those lists in `known` that the chain does not have yet.
    fn keep_lists(&mut self) {
        for list in &self.known.as_slice()[self.spans.len()..] {
            let (untimed, timed): (Vec<Event>, Vec<Event>) =
                list.iter().partition(|event| event.is_untimed());
            let chain = &mut self.chain;
            let spans = [
                self.timed.span(&timed, &mut chain.timed),
                self.untimed.span(&untimed, &mut chain.untimed),
            ];
            self.spans.push(spans);
        }
    }

    /// Converts a path into the form that the chain uses. `base` is the round before the step. Returns `None`
    /// if the chain has no room for the next state, or if its counters do not fit.
    fn path(&mut self, walked: Walked<F::State>, base: u32) -> Option<Path> {
        let (fight, kind) = (self.fight, self.chain.kind);
        let Walked {
            progress,
            state,
            events,
            happened,
            weight,
        } = walked;
        let (to, after) = match progress {
            Progress::Goes => {
                let round = fight.moment(&state).round;
                let next = reduced(fight, &state, round, kind)?;
                let onward = Onward {
                    at: self.number(next.situation)?,
                    rounds_on: round - base,
                };
                (BranchTarget::Situation(onward), next.counters)
            }
            Progress::Ended(_) => {
                let (end, after) = ended(fight, state, kind)?;
                let (at, _) = self.chain.ends.insert_full(end);
                (BranchTarget::End(short(at)), after)
            }
        };
        Some(Path {
            to,
            after,
            events,
            happened,
            weight,
        })
    }
}

/// Splits events into those that every book reports (`told`) and those that the book defines (`happened`).
/// Leaves out [`Event::Out`], because the witness of a whole fight does not need it.
fn split(events: &[Event], told: &mut Vec<Event>, happened: &mut Vec<Event>) {
    told.clear();
    happened.clear();
    for &event in events {
        match event {
            Event::Out(_) => {}
            Event::Happened(..) | Event::Left(..) => happened.push(event),
            other => told.push(other),
        }
    }
}

/// Returns the final state of a fight in the form that the chain uses, and the counters removed from it.
fn ended<F: Fight>(
    fight: &F,
    mut state: F::State,
    kind: Reduction,
) -> Option<(F::State, Counters)> {
    if let Some((first, _)) = kind.alike {
        state.set_round(first);
    }
    let counters = if kind.counts {
        counters::take(fight, &mut state)?
    } else {
        Counters::NONE
    };
    Some((state, counters))
}
