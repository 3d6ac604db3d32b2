//! The plain walk, which the others are held against: every path of a fight by itself, and nothing merged.
//!
//! It relies on nothing that a fight says of itself, neither of moments nor of rounds that are alike, of counters or of what may
//! be forgotten. So it takes a step for every history and serves for short fights alone.

use std::cell::RefCell;

use super::events::{EventLog, Recorder};
use super::{Solved, blank, by_the_rules, error_after};
use crate::dice::{Enumerated, Weight};
use crate::fight::{Fight, Progress, tell_fates};

/// Works out everything about a fight along at most so many paths of its steps. `None` where there
/// are more, or more dice than can be weighed.
pub fn unmerged<F: Fight>(fight: &F, most_paths: usize) -> Option<Solved> {
    let mut solved = blank(fight.cast());
    let mut dice = Enumerated::default();
    let (mut log, mut recorder) = (EventLog::default(), Recorder::default());
    let mut ahead = vec![(fight.start().clone(), 1.0, 0)];
    let (mut paths, mut deepest) = (0, 0);
    while let Some((from, weight, depth)) = ahead.pop() {
        if paths > most_paths {
            return None;
        }
        deepest = deepest.max(depth);
        let out = fight.roll_call(&from).out;
        // The rule and what is done with its result both write, at different times.
        let desk = RefCell::new((&mut recorder, from.clone()));
        let along = |dice: &mut Enumerated| {
            let (recorder, state) = &mut *desk.borrow_mut();
            state.clone_from(&from);
            recorder.begin(0, out);
            by_the_rules(fight, state, dice, recorder)
        };
        let mut path = 0;
        dice.visit(along, |progress, chance: Weight| {
            let (recorder, state) = &mut *desk.borrow_mut();
            let weight = weight * chance.probability();
            match progress {
                Progress::Ended(outcome) => {
                    tell_fates(fight, state, &outcome, *recorder);
                    recorder.ended(&outcome);
                }
                Progress::Goes => ahead.push((state.clone(), weight, depth + 1)),
            }
            let events = log.number(recorder, path);
            log.add(events, weight);
            path += 1;
        });
        paths += path;
        if dice.is_beyond() {
            return None;
        }
        solved.tally.leave(weight * dice.left_open());
    }
    log.tell(0, &mut solved.tally, &mut solved.odds);
    solved.tally.off_by(error_after(deepest + 1));
    Some(solved)
}
