//! Playing fights on a tree, several side by side.

use std::ops::Range;

use super::{Branch, Drawn, Factored, Goal, Ids, Kind, Standing};
use crate::chain::playing::by_the_rules;
use crate::chain::sums::Told;
use crate::chain::{Drawing, Span};
use crate::dice::Sampled;
use crate::fight::{
    Fight, FighterSet, Looks, Outcome, Parts, Progress, Stream, Witness, forget_asked, tell_fates,
    with_changed,
};

/// Fights that are drawn side by side, in two groups. All of a group draw before any of them goes on, and one group goes on
/// before the other does, so that the memory that one waits for is fetched while others are seen to.
const LANES: usize = 6;

/// A fight on the tree.
struct Lane {
    here: Standing,
    dice: Sampled,
    told: Told,
    /// The branch that was drawn, if its step is known, and what it is in short.
    drawn: Option<usize>,
    branch: Branch,
    goes_on: bool,
}

impl<F: Fight> Factored<F> {
    /// Plays these fights of a stream, drawing the steps that are known.
    pub(crate) fn play_all<W: Witness>(
        &self,
        fight: &F,
        stream: &Stream,
        mut fights: Range<u64>,
        witness: &mut W,
    ) {
        let mut told = vec![0; self.lists.len()];
        let mut state = fight.start();
        F::Parts::watch(&mut state, Looks::ForChanges);
        let mut ended = (fight.start(), self.start);
        let mut begin = |lane: &mut Lane, witness: &mut W| {
            let begins = |n| {
                lane.here = self.start();
                lane.dice = stream.dice(n);
                lane.told.begin();
                let begins = self.play_off(fight, &mut state, lane, witness);
                self.put_back(&mut state);
                begins
            };
            lane.goes_on = fights.any(begins);
        };
        let mut groups: [[Lane; LANES]; 2] = std::array::from_fn(|_| {
            let mut lanes = std::array::from_fn(|_| {
                let mut lane = Lane {
                    here: self.start(),
                    dice: stream.dice(0),
                    told: Told::roomy(),
                    drawn: None,
                    branch: Branch::NONE,
                    goes_on: false,
                };
                begin(&mut lane, witness);
                lane
            });
            self.draw_all(&mut lanes);
            lanes
        });
        while groups.as_flattened().iter().any(|lane| lane.goes_on) {
            for lanes in &mut groups {
                for lane in lanes.iter_mut().filter(|lane| lane.goes_on) {
                    if lane.drawn.is_some() && lane.branch.kind != Kind::FURTHER {
                        told[lane.branch.more as usize] += 1;
                        lane.branch.follow(&mut lane.here, &mut lane.told);
                    } else if !self.goes_on(fight, lane, (&mut told, &mut ended), witness) {
                        begin(lane, witness);
                    }
                }
                self.draw_all(lanes);
            }
        }
        let is_told = |(_, times): &(&Span, u64)| *times > 0;
        for (list, times) in self.lists.iter().zip(told).filter(is_told) {
            for event in list.of(&self.untimed) {
                event.times(times).tell(0, witness);
            }
        }
    }

    /// Draws the next step of each of these fights.
    #[inline]
    fn draw_all(&self, lanes: &mut [Lane; LANES]) {
        let asked = lanes.each_ref().map(|lane| lane.here.asked());
        let steps = self.tree.steps_of(&asked);
        for (lane, step) in lanes.iter_mut().zip(steps) {
            let is_known = !step.is_unknown() && lane.here.round < self.alike.1;
            lane.drawn = is_known.then(|| step.pick(&self.columns, &mut lane.dice));
        }
        // One after the other and last of all, so that all of this memory is waited for at the same time.
        for lane in lanes {
            if let Some(drawn) = lane.drawn {
                lane.branch = self.branches[drawn];
            }
        }
    }

    /// Where a fight begins.
    pub(super) fn start(&self) -> Standing {
        Standing {
            frame: 0,
            round: 0,
            ids: self.start,
        }
    }

    /// Makes a situation that of a fight which has not begun: it came from there, and nothing has changed but what was noted.
    fn put_back(&self, state: &mut F::State) {
        F::Parts::put_frame(state, &self.frames[0]);
        with_changed(|changed, _| {
            for place in changed.iter().copied().map(usize::from) {
                let part = &self.parts[place][usize::from(self.start.of(place))];
                F::Parts::put_part(state, place, part);
            }
        });
    }

    /// Plays a fight by the rules until it comes onto the tree. Says whether it does. Until then its lane says where this
    /// situation stands.
    fn play_off<W: Witness>(
        &self,
        fight: &F,
        state: &mut F::State,
        lane: &mut Lane,
        witness: &mut W,
    ) -> bool {
        lane.told.turn_to(witness);
        forget_asked();
        loop {
            if let Progress::Ended(outcome) = by_the_rules(fight, state, &mut lane.dice, witness) {
                tell_fates(fight, state, &outcome, witness);
                witness.ended(&outcome);
                return false;
            }
            if let Some(here) = self.moved(fight, state, &lane.here)
                && self.step(&here).is_some()
            {
                lane.here = here;
                lane.told.turn_from(witness);
                return true;
            }
        }
    }

    /// Where a situation stands that came from this one, in which nothing has changed but what was noted.
    fn moved(&self, fight: &F, state: &F::State, from: &Standing) -> Option<Standing> {
        let (frame, round) = self.frame(state)?;
        let mut ids = from.ids;
        with_changed(|changed, _| {
            for &place in changed {
                let place = usize::from(place);
                ids.put(place, self.id(fight, state, place, ids.of(place))?);
            }
            Some(())
        })?;
        Some(Standing { frame, round, ids })
    }

    /// Takes a fight on that does not go on plainly. Says whether it goes on on the tree.
    fn goes_on<W: Witness>(
        &self,
        fight: &F,
        lane: &mut Lane,
        (told, ended): (&mut [u64], &mut (F::State, Ids)),
        witness: &mut W,
    ) -> bool {
        let how = match lane.drawn {
            Some(branch) => self.follow(branch, &mut lane.here, &mut lane.dice, &mut lane.told),
            None => Drawn::ByTheRules,
        };
        if how == Drawn::ByTheRules {
            let mut state = self.state(fight, &lane.here, Looks::ForChanges);
            return self.play_off(fight, &mut state, lane, witness);
        }
        told[self.told(&lane.branch)] += 1;
        if how == Drawn::On {
            return true;
        }
        self.end(fight, &lane.here, ended, &mut lane.told, witness);
        false
    }

    /// Tells the end of a fight, and what has become of everybody. That before it ended in this situation, with these parts.
    fn end<W: Witness>(
        &self,
        fight: &F,
        here: &Standing,
        (state, before): &mut (F::State, Ids),
        told: &mut Told,
        witness: &mut W,
    ) -> Outcome {
        let outcome = told.tell(witness).expect("its end is noted");
        F::Parts::put_frame(state, &self.frames[here.frame as usize]);
        for (place, parts) in self.parts.iter().enumerate().take(F::Parts::ENDS) {
            let id = here.ids.of(place);
            if id != before.of(place) {
                F::Parts::put_part(state, place, &parts[usize::from(id)]);
                before.put(place, id);
            }
        }
        tell_fates(fight, state, &outcome, witness);
        outcome
    }

    /// Follows a branch, and notes what is to be told as it happens.
    pub(super) fn follow(
        &self,
        branch: usize,
        here: &mut Standing,
        dice: &mut Sampled,
        told: &mut Told,
    ) -> Drawn {
        let of_it = &self.branches[branch];
        let mut to = Goal::On;
        if of_it.kind == Kind::FURTHER {
            let further = &self.further[of_it.more as usize];
            to = further.to;
            if let Goal::Begins(prefix) = to {
                dice.begin(&self.prefixes[prefix as usize]);
                return Drawn::ByTheRules;
            }
            for &event in further.timed.of(&self.timed) {
                told.note(here.round, event);
            }
            for change in further.changes.of(&self.changes) {
                change.make(&mut here.ids);
            }
        }
        of_it.follow(here, told);
        match to {
            Goal::End => Drawn::Ended,
            _ => Drawn::On,
        }
    }
}

impl<F: Fight> Drawing<F> for Factored<F> {
    type Standing = Standing;

    /// It never begins on the tree, as its initiative is rolled.
    fn start(&self, _: &F) -> Option<Standing> {
        None
    }

    fn find(&self, fight: &F, state: &F::State) -> Option<Standing> {
        let here = self.locate(fight, state)?;
        self.step(&here).is_some().then_some(here)
    }

    fn stands(&self, fight: &F, state: &F::State, here: &Standing) -> bool {
        self.locate(fight, state) == Some(*here)
    }

    fn draw<W: Witness>(
        &self,
        fight: &F,
        here: &mut Standing,
        dice: &mut Sampled,
        _: &mut FighterSet,
        witness: &mut W,
    ) -> Option<Progress> {
        let branch = self.step(here)?.pick(&self.columns, dice);
        let mut told = Told::default();
        let how = self.follow(branch, here, dice, &mut told);
        if how == Drawn::ByTheRules {
            return None;
        }
        let list = self.lists[self.told(&self.branches[branch])];
        for event in list.of(&self.untimed) {
            event.tell(0, witness);
        }
        if how == Drawn::On {
            told.turn_to(witness);
            return Some(Progress::Goes);
        }
        let mut start = (fight.start(), self.start);
        Some(Progress::Ended(
            self.end(fight, here, &mut start, &mut told, witness),
        ))
    }
}
