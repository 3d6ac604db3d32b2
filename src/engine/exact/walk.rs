//! Solves a fight one state after another, from the earliest moment to the latest.
//!
//! The weight of a state is the probability that a fight gets into it. States whose step is still to come are
//! on lists, one list for each moment. The walk takes the list of the earliest moment, and plays the next
//! step of each of its states along every path. The resulting states are put on the lists of their moments.
//! The weight of a state is therefore complete before its step.
//!
//! For this, every step must lead to a later moment. If rounds are equivalent, it must also lead at most one
//! round further. Each branch of a step stores how many rounds it leads forward. The walk checks the moment
//! whenever it follows a branch. If a step breaks the rule, the walk starts again and treats no rounds as
//! equivalent. The rule is then not needed.

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

/// The walk checks after this many states whether it has to stop.
pub(super) const PAUSE: usize = 1024;

/// States without weight are removed once the number of stored states exceeds twice the number of states with
/// weight plus `SPARE`.
const SPARE: usize = 1024;

/// The number of states whose weights can be read in the time that it takes to follow one branch.
const LOOKS: usize = 8;

/// The number of paths of a step that are stored before paths with the same result are merged.
const PATHS: usize = 1 << 16;

/// The result of a path of a step, or of several paths with the same result.
#[derive(Debug, Clone, Copy)]
struct Branch<W = f64> {
    to: Successor,
    events: u32,
    weight: W,
}

/// The state that a branch leads to, and the number of rounds until then, 0 or 1. Both are packed into 32
/// bits, because there are many branches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Successor(u32);

impl Successor {
    /// The fight has ended.
    const OVER: Self = Self(u32::MAX);
    /// The dice leave the result open ([`Enumerated::left_open`](crate::dice::Enumerated::left_open)).
    const OPEN: Self = Self(u32::MAX - 1);

    /// Creates the target for state `number`. Returns `None` if `rounds_on` is more than 1.
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
    /// The solution has been stopped, or it cannot continue within the budget. The results up to this point
    /// are valid.
    End(End),
    /// A step does not lead to a later moment, although rounds are treated as equivalent.
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
    /// The first of the equivalent rounds. `None` if rounds are not treated as equivalent.
    alike: Option<u32>,
    dice: Enumerated,
    known: Situations<F::State>,
    log: EventLog,
    recorder: Recorder,
    /// For each state, the position and number of its branches in `branches`. `None` if they are not stored
    /// there.
    rows: Vec<Option<(usize, u32)>>,
    branches: Vec<Branch>,
    /// Whether branches are still stored for later use. False once there is no more memory for them.
    keeps_rows: bool,
    ahead: BTreeMap<Moment, Vec<u32>>,
    alive: usize,
    pruned: f64,
    /// The number of states whose step has been played. The watch is checked after every [`PAUSE`] states.
    seen: usize,
    solved: Solved,
}

/// Solves a fight, as far as the budget allows.
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

/// Solves a fight whose rounds are equivalent from `alike` on; `None` means that no rounds are. Returns
/// `None` if a step does not lead to a later moment.
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

    /// Counts a state. After every [`PAUSE`] states, returns whether the watch wants to stop. Returns false
    /// in between.
    fn looks(&mut self, watch: &dyn Watch) -> bool {
        self.seen += 1;
        self.seen.is_multiple_of(PAUSE) && watch.stops()
    }

    /// Calls `tell` with the weight of every state whose step is still to come.
    fn each_weight(&self, tell: &mut dyn FnMut(f64)) {
        for (moment, list) in &self.ahead {
            for &number in list {
                tell(self.known.weight(number, moment.round));
            }
        }
    }

    /// Returns the probability that the fight has not ended yet. `list` are the states of the present moment,
    /// which are not in `ahead` any more.
    fn left(&self, moment: Moment, list: &[u32]) -> f64 {
        let mut left = 0.0;
        for &number in list {
            left += self.known.weight(number, moment.round);
        }
        self.each_weight(&mut |weight| left += weight);
        left
    }

    /// Plays the next step of all states in `list`. If a step fails, returns the position of its state in the
    /// list.
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

    /// Plays the next step of a state along every path. If the branches of this step are stored, follows
    /// these instead.
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
        // Stored branches can be used only if the next round is also equivalent.
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
            // The memory is more useful for states than for stored branches, so these are removed.
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

    /// Returns whether `more` further branches can be stored, and reserves memory for them.
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

    /// Works out all branches of the next step of a state, and puts them into `found`.
    fn enumerate(
        &mut self,
        moment: Moment,
        number: u32,
        found: &mut Scratch,
        watch: &dyn Watch,
    ) -> Result<(), Halt> {
        let (fight, alike) = (self.fight, self.alike);
        let cap = fight.cast().round_cap;
        // Returns the round that a state of this round is stored with: the first equivalent round, if `round`
        // is equivalent.
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
        // Both closures below use these values, but never at the same time.
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
                    // If a step leads to an earlier round, this number wraps around and becomes very large.
                    let rounds_on = alike.map_or(0, |_| moment.round.wrapping_sub(base));
                    if let Some(first) = like(moment.round) {
                        state.set_round(first);
                        moment.round = first;
                    }
                    // If the step fails, its branches are discarded, so any target will do.
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
                // If most paths have different results, merging them again soon would take much time and save
                // little memory.
                most = PATHS.max(2 * found.len());
                let spent = kept + log.bytes() + known.bytes();
                let bytes = spent + most * size_of::<Branch<Expected>>();
                if most > PATHS && bytes > budget.bytes {
                    failed = Some(End::Bytes.into());
                }
            }
            // The watch is checked after every path, because a path may take long and a step may have
            // millions of paths.
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

    /// Reports the recorded events of steps from states of this round.
    fn tell(&mut self, round: u32) {
        let Solved { tally, odds, .. } = &mut self.solved;
        self.log.tell(round, tally, odds);
    }

    /// Removes the states without weight if there are many of them and their step will not be needed again.
    fn tidy(&mut self) {
        if self.alike.is_none() && self.known.len() > 2 * self.alive + SPARE {
            self.known.keep(self.ahead.values_mut());
            self.rows.truncate(self.known.len());
        }
    }
}

/// The total weight of the states of a moment, by groups of states. The weights in a group lie between the
/// same two powers of two.
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

    /// Returns the weight below which a state is not worth a step. It is a power of two. `open` is the weight
    /// that may still be left unresolved. The states below the limit have at most a fraction of `open`
    /// together, so that states of later moments can be left out as well.
    pub(super) fn threshold(&self, open: f64) -> f64 {
        /// The fraction is 1 divided by this number.
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

/// Returns the group of a weight: the exponent bits of the float.
fn power(weight: f64) -> usize {
    usize::try_from(weight.to_bits() >> 52).expect("twelve bits")
}

/// The branches of the step that is being worked out.
type Scratch = Vec<Branch<Expected>>;

impl Branch<Expected> {
    /// Returns the branch with its weight as an ordinary float.
    fn summed(&self) -> Branch {
        Branch {
            to: self.to,
            events: self.events,
            weight: self.weight.value(),
        }
    }
}

/// Merges branches that lead to the same state with the same events.
fn merge(branches: &mut Scratch) {
    // The sort is stable, so that weights are always added up in the same order.
    branches.sort_by_key(|branch| (branch.to, branch.events));
    branches.dedup_by(|next, kept| {
        let same = (next.to, next.events) == (kept.to, kept.events);
        if same {
            kept.weight.plus(next.weight);
        }
        same
    });
}
