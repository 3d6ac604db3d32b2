//! The walk through all states of a fight, from the earliest moment to the latest.
//!
//! States wait in lists, one for each moment. The walk takes the earliest list, plays a step from each of its
//! states along every path, and puts the resulting states on lists. The weight of a state is therefore
//! complete before it steps.
//!
//! This requires that weight only moves forward. If rounds are equivalent, a step has to lead to a later
//! moment, at most one round further. Each branch stores the number of rounds between, from the round numbers
//! before and after the step. This is checked whenever weight follows the branch. If a step breaks the rule,
//! the walk starts again and keeps every round separate, which requires nothing of the fight.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::events::{EventLog, Recorder};
use super::situations::Situations;
use super::work::Work;
use super::{BrokenOff, Budget, End, Solved, Watch, blank, error_after, step};
use crate::dice::{Enumerated, Weight};
use crate::fight::{Fight, Moment, Progress, State as _, first_alike, moment_of, tell_fates};
use crate::memory;
use crate::tally::{Count, Expected};

/// The number of states between two questions to the watch.
pub(super) const PAUSE: usize = 1024;

/// The number of states that may be stored beside the waiting ones before the others are removed.
const SPARE: usize = 1024;

/// The number of states whose weight can be read in the time that it takes to follow one branch.
const LOOKS: usize = 8;

/// The number of paths of a step that are stored before paths with the same target are merged.
const PATHS: usize = 1 << 16;

/// The result of one path of a step, or of several paths with the same result.
#[derive(Debug, Clone, Copy)]
struct Branch<W = f64> {
    to: Successor,
    events: u32,
    weight: W,
}

/// The target of a branch: a state, and whether it belongs to the round after that of the step. Both are
/// packed into 32 bits, because there are many branches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Successor(u32);

impl Successor {
    /// The fight has ended.
    const OVER: Self = Self(u32::MAX);
    /// The dice leave the result open.
    const OPEN: Self = Self(u32::MAX - 1);

    /// Creates a target. Returns `None` if its round is neither that of the step nor the next.
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

/// The reason why a walk ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Halt {
    /// The results up to this point are valid.
    End(End),
    /// A step does not lead to a later moment, although the fight declares its rounds equivalent.
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
    /// The first of the equivalent rounds, if the fight has any.
    alike: Option<u32>,
    dice: Enumerated,
    known: Situations<F::State>,
    log: EventLog,
    recorder: Recorder,
    /// For each state, the position and number of its branches, if its step is known and can be used again.
    rows: Vec<Option<(usize, u32)>>,
    branches: Vec<Branch>,
    /// Whether there is memory to store more branches for later use.
    keeps_rows: bool,
    ahead: BTreeMap<Moment, Vec<u32>>,
    alive: usize,
    pruned: f64,
    /// The number of states that have stepped, to know when to ask the watch.
    seen: usize,
    solved: Solved,
}

/// Solves a fight as far as the budget allows.
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

/// Solves a fight with equivalent rounds from `alike` on. Returns `None` if a step does not lead to a later
/// moment.
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
        let moment = moment_of(self.fight, &start);
        let number = self.known.number(&start, moment, self.budget, 0)?;
        self.rows.push(None);
        self.known.add(number, moment.round, 1.0);
        self.ahead.insert(moment, vec![number]);
        self.alive = 1;
        Ok(())
    }

    /// Asks the watch from time to time. Returns whether to stop.
    fn looks(&mut self, watch: &dyn Watch) -> bool {
        self.seen += 1;
        self.seen.is_multiple_of(PAUSE) && watch.stops()
    }

    /// Calls `tell` with the weight of every waiting state.
    fn each_weight(&self, tell: &mut dyn FnMut(f64)) {
        for (moment, list) in &self.ahead {
            for &number in list {
                tell(self.known.weight(number, moment.round));
            }
        }
    }

    /// Returns the probability that the fight has not ended yet. `list` are the states of the present moment,
    /// which are not waiting any more.
    fn left(&self, moment: Moment, list: &[u32]) -> f64 {
        let mut left = 0.0;
        for &number in list {
            left += self.known.weight(number, moment.round);
        }
        self.each_weight(&mut |weight| left += weight);
        left
    }

    /// Plays a step from all states of a moment. On failure, returns the position of the state in the list.
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

    /// Plays one step from a state, along every path, or uses the branches found before.
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
        // The branches can be used again only if the next round is equivalent as well.
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
            // States need the memory more than stored branches do.
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

    /// Returns whether there is memory for `more` further branches, and reserves it.
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
        if branch.to == Successor::OPEN {
            self.solved.tally.leave(weight);
            return Ok(());
        }
        self.log.add(branch.events, weight);
        if branch.to == Successor::OVER {
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

    /// Works out all branches of the step from a state.
    fn enumerate(
        &mut self,
        moment: Moment,
        number: u32,
        found: &mut Scratch,
        watch: &dyn Watch,
    ) -> Result<(), Halt> {
        let (fight, alike) = (self.fight, self.alike);
        let cap = fight.cast().round_cap;
        // The round that stands for `round` in stored states, if `round` is one of the equivalent rounds.
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
        // Both closures below write to these, at different times.
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
                    Successor::OVER
                }
                Progress::Goes => {
                    let mut moment = moment_of(fight, state);
                    // If a step leads backwards, this number wraps around and becomes very large.
                    let rounds_on = alike.map_or(0, |_| moment.round.wrapping_sub(base));
                    if let Some(first) = like(moment.round) {
                        state.set_round(first);
                        moment.round = first;
                    }
                    // The target is of no importance if the step fails, because then its branches are
                    // discarded.
                    let to = known
                        .number(state, moment, budget, kept + log.bytes())
                        .map_err(Halt::End)
                        .and_then(|number| {
                            Successor::new(number, rounds_on).ok_or(Halt::Unordered)
                        });
                    to.unwrap_or_else(|halt| {
                        failed = Some(halt);
                        Successor::OVER
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
                // If most paths have different targets, merging again too soon would cost time and gain
                // little.
                most = PATHS.max(2 * found.len());
                let spent = kept + log.bytes() + known.bytes();
                let bytes = spent + most * size_of::<Branch<Expected>>();
                if most > PATHS && bytes > budget.bytes {
                    failed = Some(End::Bytes.into());
                }
            }
            // The watch is asked after every path, because a path may take long, and a step may have millions
            // of paths.
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
                to: Successor::OPEN,
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

    /// Reports the recorded events, for states of this round.
    fn tell(&mut self, round: u32) {
        let Solved { tally, odds, .. } = &mut self.solved;
        self.log.tell(round, tally, odds);
    }

    /// Removes states that cannot occur again, if there are many of them.
    fn tidy(&mut self) {
        if self.alike.is_none() && self.known.len() > 2 * self.alive + SPARE {
            self.known.keep(self.ahead.values_mut());
            self.rows.truncate(self.known.len());
        }
    }
}

/// The total weight of a moment's states, grouped by the power of two of their weights.
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

    /// Returns the weight, a power of two, below which states are not worth a step. `open` is the weight that
    /// may be left unresolved. The states below the limit together weigh at most a fraction of `open`, so
    /// that later moments may leave out states as well.
    pub(super) fn threshold(&self, open: f64) -> f64 {
        /// The divisor for that fraction.
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

/// Returns the exponent bits of a weight.
fn power(weight: f64) -> usize {
    usize::try_from(weight.to_bits() >> 52).expect("twelve bits")
}

/// The paths of a step while it is worked out.
type Scratch = Vec<Branch<Expected>>;

impl Branch<Expected> {
    /// Returns the branch with its weight as a single float.
    fn summed(&self) -> Branch {
        Branch {
            to: self.to,
            events: self.events,
            weight: self.weight.value(),
        }
    }
}

/// Merges branches with the same target and the same events.
fn merge(branches: &mut Scratch) {
    // A stable sort, so that weights are always added up in the same order.
    branches.sort_by_key(|branch| (branch.to, branch.events));
    branches.dedup_by(|next, kept| {
        let same = (next.to, next.events) == (kept.to, kept.events);
        if same {
            kept.weight.plus(next.weight);
        }
        same
    });
}
