//! A simple solution that follows every path of a fight separately and merges nothing. Tests compare other
//! solutions with it.
//!
//! This solution does not depend on the information that a fight gives about its moments, equivalent rounds,
//! counters or fields to clear. It plays a step for every history, and can therefore solve only short fights.

use std::cell::RefCell;

use super::events::{EventLog, Recorder};
use super::{Solved, blank, by_the_rules, error_after};
use crate::dice::{Enumerated, Weight};
use crate::fight::{Fight, Progress, tell_fates};

/// Works out exact probabilities and means of a fight, along at most `most_paths` paths of its steps. Returns
/// `None` if there are more paths, or if a step rolls more dice than weights of 128 bits allow.
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
        // Both closures below use these values, but never at the same time.
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
