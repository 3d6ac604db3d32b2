//! A fight that was drawn step by step, in words.
//!
//! What was drawn says what a step led to, not what its dice showed. So dice beside those of the fight roll the step until
//! it leads there: then the faces have their exact distribution given what was drawn, and the fight is the one counted.

use super::{Listener, Story, Teller};
use crate::chain::Drawing;
use crate::dice::{Recorded, Sampled};
use crate::fight::{Fight, FighterSet, Outcome, Progress, Stream, WHOLE, Witness, tell_fates_but};
use crate::tally::Tally;

/// Rolls of one step, far more than any that is drawn needs.
const MOST_ROLLS: u32 = 1 << 24;

/// Fight `n` of the stream in words.
pub(super) fn tell<F: Fight>(fight: &F, from: &impl Drawing<F>, stream: &Stream, n: u64) -> Story {
    let roomy = fight.roomy();
    let mut told = roomy.start();
    let mut teller = Teller::default();
    let mut state = fight.start();
    let (mut dice, mut aside) = (stream.dice(n), stream.aside(n));
    let mut on_it = from.start(fight);
    // Of whom it has told how they fell, which the rules tell at the end.
    let mut fallen = FighterSet::NONE;
    loop {
        let mut tally = Tally::new(fight.cast());
        let mut listener = Listener::new(&mut tally);
        let before = fallen;
        let drawn = on_it
            .as_mut()
            .and_then(|here| from.draw(fight, here, &mut dice, &mut fallen, &mut listener));
        let (luck, progress) = if let (Some(drawn), Some(here)) = (drawn, &on_it) {
            // Of what a book itself counts a drawn step tells the mean.
            tally.forget_deeds(fight.cast());
            let leads_there = |after: &F::State, progress: Progress, mut heard: Tally| {
                heard.forget_deeds(fight.cast());
                progress == drawn
                    && heard == tally
                    && (drawn != Progress::Goes || from.stands(fight, after, here))
            };
            let luck = find(fight, &state, &mut aside, (before, fallen), leads_there);
            let mut after = luck.clone();
            let mut tally = Tally::new(fight.cast());
            let progress = step(fight, &mut state, &mut after, (before, fallen), &mut tally);
            (luck, progress)
        } else {
            let luck = dice.clone();
            let progress = step(fight, &mut state, &mut dice, (before, fallen), &mut tally);
            // A fight that is over stands nowhere.
            if progress == Progress::Goes {
                on_it = from.find(fight, &state);
            }
            (luck, progress)
        };
        let mut dice = Recorded::beside(luck, aside.clone());
        roomy.step(&mut told, &mut dice, &mut teller);
        if let Progress::Ended(outcome) = progress {
            return teller.story(outcome);
        }
    }
}

/// Dice with which a step leads where it is to lead.
fn find<F: Fight>(
    fight: &F,
    from: &F::State,
    aside: &mut Sampled,
    fallen: (FighterSet, FighterSet),
    leads_there: impl Fn(&F::State, Progress, Tally) -> bool,
) -> Sampled {
    for _ in 0..MOST_ROLLS {
        let luck = aside.clone();
        let (mut state, mut tally) = (from.clone(), Tally::new(fight.cast()));
        let progress = step(fight, &mut state, aside, fallen, &mut tally);
        if leads_there(&state, progress, tally) {
            return luck;
        }
    }
    panic!("what is drawn comes about by the rules, too");
}

/// One step by the rules, counted; of a fight that ends with it, the end as well. How they fell is told of those of whom it
/// has been told after it and not before, and at the end of those of whom it has not been told.
fn step<F: Fight>(
    fight: &F,
    state: &mut F::State,
    dice: &mut Sampled,
    (before, fallen): (FighterSet, FighterSet),
    tally: &mut Tally,
) -> Progress {
    let mut listener = Listener::new(tally);
    let progress = fight.step(state, dice, &mut listener);
    for who in fallen.without(before).iter() {
        if let Some(fate) = fight.fate(state, who) {
            listener.happened(who, fate, WHOLE);
        }
    }
    if let Progress::Ended(outcome) = progress {
        tell_fates_but(fight, state, outcome.standing, fallen, &mut listener);
        listener.ended(&outcome);
    }
    progress
}

impl Teller {
    fn story(self, outcome: Outcome) -> Story {
        Story {
            lines: self.lines,
            outcome,
        }
    }
}
