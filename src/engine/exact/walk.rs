//! The walk through all situations of a fight, from the earliest moment to the latest.
//!
//! Situations wait in lists, one for each moment. The earliest list is taken, each of its situations steps on along
//! every path, and what comes of it waits in turn. So all cases into a situation have been added up before it steps.
//!
//! Weight only flows forward: where rounds are alike, a step has to lead to a later moment, by a round at most. Each
//! branch knows by how much, from the count of rounds before and after the step itself, and every one of them is held
//! against that promise as its weight is passed on. A fight that breaks the promise is walked through again with every round by
//! itself: that relies on no promise.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::events::{EventLog, Recorder};
use super::situations::Situations;
use super::work::Work;
use super::{BrokenOff, Budget, End, Solved, Watch, blank, error_after, step};
use crate::dice::{Enumerated, Weight};
use crate::fight::{Fight, Moment, Progress, State as _, first_alike, tell_fates};
use crate::memory;
use crate::tally::{Count, Expected};

/// Situations whose step is known between two looks at the watch.
pub(super) const PAUSE: usize = 1024;

/// How many more situations than are alive are kept before those that will not come again are forgotten.
const SPARE: usize = 1024;

/// Situations whose weight is read in the time of following one branch.
const LOOKS: usize = 8;

/// Paths of a step that are held at once before those that lead to the same are taken together.
const PATHS: usize = 1 << 16;

/// What a path leads to.
#[derive(Debug, Clone, Copy)]
struct Branch<W = f64> {
    to: Target,
    events: u32,
    weight: W,
}

/// Where a path leads: a situation, and whether in the round after that of the step. In 32 bits, as there are many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Target(u32);

impl Target {
    /// The fight has ended.
    const OVER: Self = Self(u32::MAX);
    /// The dice leave it open: no path has it.
    const OPEN: Self = Self(u32::MAX - 1);

    /// `None` where the round is neither that of the step nor the next.
    fn new(number: u32, rounds_on: u32) -> Option<Self> {
        (rounds_on <= 1).then_some(Self(number << 1 | rounds_on))
    }

    const fn number(self) -> u32 {
        self.0 >> 1
    }

    const fn rounds_on(self) -> u32 {
        self.0 & 1
    }
}

/// Why a walk was not finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Halt {
    /// What has been worked out so far counts.
    End(End),
    /// A step does not lead forward, though rounds are said to be alike.
    Unordered,
}

impl From<End> for Halt {
    fn from(end: End) -> Self {
        Self::End(end)
    }
}

struct Walk<'f, F: Fight> {
    fight: &'f F,
    budget: &'f Budget,
    work: &'f mut Work,
    /// The first of the rounds that are alike.
    alike: Option<u32>,
    dice: Enumerated,
    known: Situations<F::State>,
    log: EventLog,
    recorder: Recorder,
    /// Where the branches of a situation stand that has been met before in a round like this.
    rows: Vec<Option<(usize, u32)>>,
    branches: Vec<Branch>,
    /// Whether there is memory for further rows.
    keeps_rows: bool,
    ahead: BTreeMap<Moment, Vec<u32>>,
    alive: usize,
    pruned: f64,
    /// Situations so far, for looking at the watch now and then.
    seen: usize,
    solved: Solved,
}

/// Solves a fight as far as the budget goes.
pub(super) fn walk<F: Fight>(
    fight: &F,
    budget: &Budget,
    work: &mut Work,
    watch: &dyn Watch,
) -> Solved {
    let alike = first_alike(fight, 2);
    attempt(fight, alike, budget, work, watch)
        .or_else(|| attempt(fight, None, budget, work, watch))
        .expect("only where rounds are alike does their order matter")
}

/// Solves a fight of which the rounds from `alike` on are taken for equal. `None` if they turn out not to be in order.
fn attempt<F: Fight>(
    fight: &F,
    alike: Option<u32>,
    budget: &Budget,
    work: &mut Work,
    watch: &dyn Watch,
) -> Option<Solved> {
    let mut walk = Walk {
        fight,
        budget,
        work,
        alike,
        dice: Enumerated::default(),
        known: Situations::new(fight.start().bytes()),
        log: EventLog::default(),
        recorder: Recorder::default(),
        rows: Vec::new(),
        branches: Vec::new(),
        keeps_rows: true,
        ahead: BTreeMap::new(),
        alive: 0,
        pruned: 0.0,
        seen: 0,
        solved: blank(fight.cast()),
    };
    let mut now = Moment::default();
    let mut turns = 0;
    let ended = walk.start().and_then(|()| {
        while let Some((moment, mut list)) = walk.ahead.pop_first() {
            if moment.round != now.round {
                walk.tell(now.round);
            }
            now = moment;
            turns += 1;
            walk.work.followed(walk.alive / LOOKS);
            let left = walk.left(moment, &list);
            watch.progressed(walk.alive, left);
            if left + walk.pruned <= budget.negligible {
                walk.ahead.insert(moment, list);
                break;
            }
            let result = walk.turn(moment, &list, watch);
            if let Err((halt, at)) = result {
                list.drain(..at);
                walk.ahead.entry(moment).or_default().append(&mut list);
                return Err(halt);
            }
            walk.tidy();
        }
        Ok(())
    });
    let broken_off = match ended {
        Ok(()) => None,
        Err(Halt::End(end)) => Some(end),
        Err(Halt::Unordered) => return None,
    };
    walk.tell(now.round);
    let left = if turns == 0 {
        Expected::from(1.0)
    } else {
        let mut left = Expected::default();
        walk.each_weight(&mut |weight| left.add(weight));
        left
    };
    let mut solved = walk.solved;
    solved.tally.leave(left.value());
    solved.tally.off_by(error_after(turns));
    solved.broken_off = broken_off.map(|by| BrokenOff {
        by,
        states: solved.odds.states,
        round: now.round,
        left: left.value(),
    });
    Some(solved)
}

impl<F: Fight> Walk<'_, F> {
    fn start(&mut self) -> Result<(), Halt> {
        let start = self.fight.start().clone();
        let moment = self.fight.moment(&start);
        let number = self.known.number(&start, moment, self.budget, 0)?;
        self.rows.push(None);
        self.known.add(number, moment.round, 1.0);
        self.ahead.insert(moment, vec![number]);
        self.alive = 1;
        Ok(())
    }

    /// Whether it is time to look at the watch and that says to stop.
    fn looks(&mut self, watch: &dyn Watch) -> bool {
        self.seen += 1;
        self.seen.is_multiple_of(PAUSE) && watch.stops()
    }

    /// Tells the weights of everything that waits.
    fn each_weight(&self, tell: &mut dyn FnMut(f64)) {
        for (moment, list) in &self.ahead {
            for &number in list {
                tell(self.known.weight(number, moment.round));
            }
        }
    }

    /// The probability that the fight has not ended, this list of the present moment included.
    fn left(&self, moment: Moment, list: &[u32]) -> f64 {
        let mut left = 0.0;
        for &number in list {
            left += self.known.weight(number, moment.round);
        }
        self.each_weight(&mut |weight| left += weight);
        left
    }

    /// Steps on from all situations of a moment. If that fails, says at which place of the list.
    fn turn(
        &mut self,
        moment: Moment,
        list: &[u32],
        watch: &dyn Watch,
    ) -> Result<(), (Halt, usize)> {
        let mut powers = Powers::default();
        for &number in list {
            powers.add(self.known.weight(number, moment.round));
        }
        let threshold = powers.threshold(self.budget.negligible - self.pruned);
        let mut scratch = Scratch::default();
        for (at, &number) in list.iter().enumerate() {
            if self.looks(watch) {
                return Err((End::Stopped.into(), at));
            }
            let weight = self.known.weight(number, moment.round);
            if weight < threshold && self.pruned + weight <= self.budget.negligible {
                self.pruned += weight;
                let open = self.known.take(number, moment.round);
                self.solved.tally.leave(open);
                self.alive -= 1;
                continue;
            }
            self.step(moment, number, &mut scratch, watch)
                .map_err(|halt| (halt, at))?;
        }
        Ok(())
    }

    /// One step from a situation, along every path.
    fn step(
        &mut self,
        moment: Moment,
        number: u32,
        scratch: &mut Scratch,
        watch: &dyn Watch,
    ) -> Result<(), Halt> {
        if self.work.is_spent() {
            return Err(End::Work.into());
        }
        let cap = self.fight.cast().round_cap;
        // The next round has to be like this one, too.
        let is_alike = self.alike.is_some_and(|first| moment.round >= first);
        let repeats = is_alike && moment.round + 1 < cap - 1;
        if repeats && let Some((start, length)) = self.rows[number as usize] {
            let weight = self.known.take(number, moment.round);
            self.alive -= 1;
            self.work.followed(length as usize);
            for at in start..start + length as usize {
                let branch = self.branches[at];
                self.follow(moment, weight, branch)?;
            }
            return Ok(());
        }
        let found = self.enumerate(moment, number, scratch, watch);
        let has_no_room = matches!(found, Err(Halt::End(End::Bytes | End::Memory)));
        if has_no_room && !self.branches.is_empty() {
            // Shortcuts are of less use than room for situations.
            self.keeps_rows = false;
            self.branches = Vec::new();
            self.rows.fill(None);
            return self.step(moment, number, scratch, watch);
        }
        found?;
        if repeats && self.has_room_for(scratch.len()) {
            let length = u32::try_from(scratch.len()).expect("paths of a step are few");
            self.rows[number as usize] = Some((self.branches.len(), length));
            self.branches.extend(scratch.iter().map(Branch::summed));
        }
        let weight = self.known.take(number, moment.round);
        self.alive -= 1;
        for branch in &*scratch {
            self.follow(moment, weight, branch.summed())?;
        }
        Ok(())
    }

    /// Whether so many more branches can be kept.
    fn has_room_for(&mut self, more: usize) -> bool {
        let (length, room) = (self.branches.len() + more, self.branches.capacity());
        if self.keeps_rows && length > room {
            let grown = length.max(room * 2);
            let bytes = (grown + room) * size_of::<Branch>();
            self.keeps_rows = self.known.bytes() + self.log.bytes() + bytes <= self.budget.bytes;
            if self.keeps_rows {
                let more = grown - self.branches.len();
                let branches = &mut self.branches;
                self.keeps_rows = memory::asked(|| branches.try_reserve_exact(more).is_ok());
            }
        }
        self.keeps_rows
    }

    #[inline]
    fn follow(&mut self, moment: Moment, weight: f64, branch: Branch) -> Result<(), Halt> {
        let weight = weight * branch.weight;
        if branch.to == Target::OPEN {
            self.solved.tally.leave(weight);
            return Ok(());
        }
        self.log.add(branch.events, weight);
        if branch.to == Target::OVER {
            return Ok(());
        }
        let to = branch.to.number();
        let mut next = self.known.moment(to);
        if self.alike.is_some() {
            next.round = moment.round + branch.to.rounds_on();
            if next <= moment {
                return Err(Halt::Unordered);
            }
        }
        if self.known.add(to, next.round, weight) {
            self.alive += 1;
            self.ahead.entry(next).or_default().push(to);
        }
        Ok(())
    }

    /// Works out what a step from a situation leads to.
    fn enumerate(
        &mut self,
        moment: Moment,
        number: u32,
        found: &mut Scratch,
        watch: &dyn Watch,
    ) -> Result<(), Halt> {
        let (fight, alike) = (self.fight, self.alike);
        let cap = fight.cast().round_cap;
        // The round that stands for this one, if that is one of those that are alike.
        let like = |round: u32| alike.filter(|&first| (first..cap - 1).contains(&round));
        let mut from = self.known.state(number).clone();
        if like(moment.round).is_some() {
            from.set_round(moment.round);
        }
        let (base, out) = (fight.moment(&from).round, fight.roll_call(&from).out);
        let kept = self.branches.capacity() * size_of::<Branch>();
        let (known, log, recorder) = (&mut self.known, &mut self.log, &mut self.recorder);
        let (rows, budget) = (&mut self.rows, self.budget);
        found.clear();
        let (mut stopped, mut most) = (false, PATHS);
        let mut failed: Option<Halt> = None;
        self.dice.allow(self.work.paths_left());
        let walked_before = self.dice.walked();
        // The rule and what is done with its result both write, at different times.
        let desk = RefCell::new((recorder, from.clone()));
        let along = |dice: &mut Enumerated| {
            let (recorder, state) = &mut *desk.borrow_mut();
            state.clone_from(&from);
            recorder.begin(base, out);
            step(fight, state, dice, recorder)
        };
        let mut paths = 0;
        self.dice.visit_while(along, |progress, path: Weight| {
            let (recorder, state) = &mut *desk.borrow_mut();
            let to = match progress {
                Progress::Ended(outcome) => {
                    tell_fates(fight, state, &outcome, *recorder);
                    recorder.ended(&outcome);
                    Target::OVER
                }
                Progress::Goes => {
                    let mut moment = fight.moment(state);
                    // What leads back is a very long way on.
                    let rounds_on = alike.map_or(0, |_| moment.round.wrapping_sub(base));
                    if let Some(first) = like(moment.round) {
                        state.set_round(first);
                        moment.round = first;
                    }
                    // What fails is given up, so that it does not matter where its last path leads.
                    let to = known
                        .number(state, moment, budget, kept + log.bytes())
                        .map_err(Halt::End)
                        .and_then(|number| Target::new(number, rounds_on).ok_or(Halt::Unordered));
                    to.unwrap_or_else(|halt| {
                        failed = Some(halt);
                        Target::OVER
                    })
                }
            };
            let events = log.number(recorder, paths);
            paths += 1;
            if kept + known.bytes() + log.bytes() > budget.bytes {
                failed = Some(End::Bytes.into());
            }
            found.push(Branch {
                to,
                events,
                weight: path.probability().into(),
            });
            if found.len() >= most {
                merge(found);
                // Where most lead somewhere else, to try again soon would take long.
                most = PATHS.max(2 * found.len());
                let spent = kept + log.bytes() + known.bytes();
                let bytes = spent + most * size_of::<Branch<Expected>>();
                if most > PATHS && bytes > budget.bytes {
                    failed = Some(End::Bytes.into());
                }
            }
            // A path may take long, and there may be millions of them.
            stopped = watch.stops();
            !stopped && failed.is_none()
        });
        self.work.walked(self.dice.walked() - walked_before);
        if self.dice.is_spent() {
            failed = Some(End::Work.into());
        }
        if self.dice.is_beyond() {
            failed = Some(End::Dice.into());
        }
        if self.dice.left_open() > 0.0 {
            found.push(Branch {
                to: Target::OPEN,
                events: 0,
                weight: self.dice.left_open().into(),
            });
        }
        rows.resize(known.len(), None);
        self.solved.odds.states = self.solved.odds.states.max(known.len());
        merge(found);
        if stopped {
            return Err(End::Stopped.into());
        }
        failed.map_or(Ok(()), Err)
    }

    /// Passes on what was told of situations of this round.
    fn tell(&mut self, round: u32) {
        let Solved { tally, odds, .. } = &mut self.solved;
        self.log.tell(round, tally, odds);
    }

    /// Forgets situations that will not come again, when there are many.
    fn tidy(&mut self) {
        if self.alike.is_none() && self.known.len() > 2 * self.alive + SPARE {
            self.known.keep(self.ahead.values_mut());
            self.rows.truncate(self.known.len());
        }
    }
}

/// What the situations of a moment weigh together, by the power of two that each weighs at least.
pub(super) struct Powers([f64; 1 << 11]);

impl Default for Powers {
    fn default() -> Self {
        Self([0.0; 1 << 11])
    }
}

impl Powers {
    pub(super) fn add(&mut self, weight: f64) {
        self.0[power(weight)] += weight;
    }

    /// Below which weight situations are not worth a step, if so much may be left open: a power of two. Together those below
    /// it weigh no more than a part of that, so that later moments have something left.
    pub(super) fn threshold(&self, open: f64) -> f64 {
        /// Into how many parts that is divided.
        const PARTS: f64 = 16.0;
        let mut open = open / PARTS;
        if open <= 0.0 {
            return 0.0;
        }
        let first = self.0.iter().position(|&weight| {
            open -= weight;
            open < 0.0
        });
        f64::from_bits((first.unwrap_or(0) as u64) << 52)
    }
}

/// The exponent of a weight, as floats have it.
fn power(weight: f64) -> usize {
    usize::try_from(weight.to_bits() >> 52).expect("twelve bits")
}

/// The paths of a step while they are being found.
type Scratch = Vec<Branch<Expected>>;

impl Branch<Expected> {
    /// The branch with its weight in one number.
    fn summed(&self) -> Branch {
        Branch {
            to: self.to,
            events: self.events,
            weight: self.weight.value(),
        }
    }
}

/// Takes branches together that lead to the same and tell the same.
fn merge(branches: &mut Scratch) {
    // Those that are equal stay in their order, so that they are always added up in the same.
    branches.sort_by_key(|branch| (branch.to, branch.events));
    branches.dedup_by(|next, kept| {
        let same = (next.to, next.events) == (kept.to, kept.events);
        if same {
            kept.weight.plus(next.weight);
        }
        same
    });
}
