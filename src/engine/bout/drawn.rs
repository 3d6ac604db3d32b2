//! The transcript of a fight whose steps were drawn on a chain. A chain has the probabilities of all results
//! of a step, so that one draw can replace the dice of the step.
//!
//! A draw therefore determines the result of a step, but no faces of dice. To get faces for the transcript,
//! the step is rolled again and again, with dice from another stream, until it has the drawn result. The
//! faces then have exactly the distribution that they have given this result, and the transcript shows the
//! same fight that was counted. If the result is too rare to be rolled, all paths of the step are enumerated,
//! and one with that result is chosen by weight.

use super::{Listener, RecordedStory, Story};
use crate::chain::Drawing;
use crate::dice::{Enumerated, Recorded, Sampled};
use crate::exact::{self, Recorder};
use crate::fight::{Fight, FighterSet, Progress, Stream, WHOLE, Witness, tell_fates_but};
use crate::tally::Tally;

/// The number of times that a step is rolled to get a drawn result. After that, the paths of the step are
/// enumerated.
const FEW_ROLLS: u32 = 1 << 16;
/// The greatest number of paths that are enumerated. A step of a chain always has fewer.
const MOST_PATHS: u64 = 1 << 22;

/// Returns the story of fight `n` of the stream, and the state at each moment of the story.
pub(super) fn tell<F: Fight>(
    fight: &F,
    from: &impl Drawing<F>,
    stream: &Stream,
    n: u64,
) -> (Story, Vec<F::State>) {
    let mut rolled = fight.start().clone();
    let mut told = RecordedStory::default();
    let mut state = fight.start().clone();
    let (mut dice, mut aside) = (stream.dice(n), stream.aside(n));
    let mut on_it = from.start(fight);
    told.look(fight, &rolled);
    // The fighters whose fates the chain has already reported. The rules report all fates only at the end of
    // the fight.
    let mut fallen = FighterSet::NONE;
    loop {
        let mut tally = Tally::new(fight.cast());
        let mut listener = Listener::new(&mut tally);
        let before = fallen;
        let drawn = on_it
            .as_mut()
            .and_then(|here| from.draw(fight, here, &mut dice, &mut fallen, &mut listener));
        let (luck, progress) = if let (Some(drawn), Some(here)) = (drawn, &on_it) {
            // A drawn step reports only a mean number of the events that the book defines. These numbers
            // cannot be compared with those of a rolled step.
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
            // A fight that is over has no position on the chain.
            if progress == Progress::Goes {
                on_it = from.find(fight, &state);
            }
            (luck, progress)
        };
        let mut dice = Recorded::beside(luck, aside.clone());
        fight.step(&mut rolled, &mut dice, &mut told.teller);
        told.look(fight, &rolled);
        if let Progress::Ended(outcome) = progress {
            return told.end(outcome);
        }
    }
}

/// Returns dice that play the step from state `from` with the required result. `leads_there` returns true for
/// this result only.
fn find<F: Fight>(
    fight: &F,
    from: &F::State,
    aside: &mut Sampled,
    fallen: (FighterSet, FighterSet),
    leads_there: impl Fn(&F::State, Progress, Tally) -> bool,
) -> Sampled {
    let mut rolled = |aside: &mut Sampled| {
        let luck = aside.clone();
        let (mut state, mut tally) = (from.clone(), Tally::new(fight.cast()));
        let progress = step(fight, &mut state, aside, fallen, &mut tally);
        leads_there(&state, progress, tally).then_some(luck)
    };
    for _ in 0..FEW_ROLLS {
        if let Some(luck) = rolled(aside) {
            return luck;
        }
    }
    rare(fight, from, aside, &mut rolled).expect("a drawn step has a path by the rules")
}

/// Returns dice for a step whose result is too rare to be rolled by chance. They follow one of the paths with
/// that result, chosen by weight. Returns `None` if no path has the result.
fn rare<F: Fight>(
    fight: &F,
    from: &F::State,
    aside: &mut Sampled,
    leads_there: &mut impl FnMut(&mut Sampled) -> Option<Sampled>,
) -> Option<Sampled> {
    let (mut walk, mut recorder) = (Enumerated::keeping_faces(true), Recorder::default());
    walk.allow(MOST_PATHS);
    let along = |dice: &mut Enumerated| {
        recorder.begin(0, FighterSet::NONE);
        exact::step(fight, &mut from.clone(), dice, &mut recorder);
        dice.prefix()
    };
    let (mut found, mut whole) = (None, 0u128);
    walk.visit(along, |path, weight| {
        let mut dice = aside.clone();
        dice.begin(&path);
        if let Some(luck) = leads_there(&mut dice) {
            let weight = weight.parts(64);
            whole += weight;
            if (u128::from(aside.bits()) * whole) >> 64 < weight {
                found = Some(luck);
            }
        }
    });
    found
}

/// Plays one step by the rules and counts it, including the end of the fight. Also counts the fates of the
/// fighters that are in `fallen` but not in `before`. If the fight ends, counts the fates of all other
/// fighters as well.
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
        if let Some(fate) = fight.left(state, who).fate {
            listener.happened(who, fate, WHOLE);
        }
    }
    if let Progress::Ended(outcome) = progress {
        tell_fates_but(fight, state, outcome.standing, fallen, &mut listener);
        listener.ended(&outcome);
    }
    progress
}

#[cfg(test)]
mod tests {
    use indexmap::IndexMap;

    use super::*;
    use crate::exact::boxing::counting_down;
    use crate::fight::Arena as _;

    const PICKS: u32 = 4000;

    #[test]
    fn dice_of_a_rare_step_are_picked_among_its_paths_by_weight() {
        let fight = counting_down(9, 40);
        let (from, stream) = (fight.start().clone(), Stream::new(1, b"rare"));
        let after = |dice: &mut Sampled| {
            let (mut state, mut tally) = (from.clone(), Tally::new(fight.cast()));
            let nobody = (FighterSet::NONE, FighterSet::NONE);
            step(&fight, &mut state, dice, nobody, &mut tally);
            state
        };
        let mut counts: IndexMap<_, [u32; 2]> = IndexMap::new();
        for n in 0..PICKS.into() {
            let mut dice = stream.dice(n);
            counts.entry(after(&mut dice)).or_default()[0] += 1;
            let mut any = |dice: &mut Sampled| Some(dice.clone());
            let mut luck = rare(&fight, &from, &mut dice, &mut any).expect("any path will do");
            counts.entry(after(&mut luck)).or_default()[1] += 1;
        }
        assert!(counts.len() > 2);
        for (state, [rolled, picked]) in &counts {
            let error = f64::from(rolled + picked).sqrt();
            let apart = (f64::from(*rolled) - f64::from(*picked)).abs();
            assert!(apart < 5.0 * error, "{state:?}: {rolled}, {picked}");
            let mut there =
                |dice: &mut Sampled| Some(dice.clone()).filter(|_| after(dice) == *state);
            let luck = rare(&fight, &from, &mut stream.dice(0), &mut there);
            assert_eq!(after(&mut luck.expect("it has a path")), *state);
        }
        assert!(rare(&fight, &from, &mut stream.dice(0), &mut |_| None).is_none());
    }
}
