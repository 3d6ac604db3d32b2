//! Recurrent states: nearly all draws from such a state lead back to it. In a duel, this happens in every
//! round.
//!
//! Between visits to a recurrent state, only counters change. The counters are therefore packed into one
//! word, in [`lanes`]. A draw is then one subtraction from this word, until a counter runs out. Usually this
//! ends the fight. Such endings are counted and reported for many fights at once ([`finish`]).
//!
//! The first rounds of a fight often differ from later ones. A state is therefore treated in the same way if
//! all its plain draws lead to one recurrent state.

mod finish;
mod knockout;
mod lanes;

use std::ops::Range;

use rand::Rng;

pub(super) use finish::Draws;
use finish::{DrawnNext, FinalBlow, Finish, Finished, NextStep, NextSteps};
use knockout::CounterOwners;
pub(super) use lanes::Lanes;
use lanes::NOT_PLAIN;

use super::sequences::{Plain, Sequence};
use super::{Branch, BranchTarget, Chain, CounterChange, Position, Span, short};
use crate::dice::{Alias, Column, Sampled, split};
use crate::fight::{Counters, Fight, Stream, Witness};

/// The greatest number of states in a row that lead to a recurrent state and are treated in the same way as
/// the recurrent state itself.
const OPENINGS: usize = 2;

/// A recurrent state, or a state whose plain sequences all lead to a recurrent one. A sequence is plain if it
/// only lowers counters.
#[derive(Debug, Clone)]
pub(super) struct Recurrent {
    pub number: u32,
    /// The state that plain sequences lead to, as an index in the list of all [`Recurrent`]s. Often this is
    /// the same state.
    then: usize,
    /// The number of rounds that a plain sequence takes: one that only lowers counters ([`Plain`]).
    rounds_on: u32,
    /// The number, in the list of all sequences, of this state's first sequence.
    first: u32,
    /// The shift that turns random bits into the number of a column of the alias table.
    shift: u32,
    spins: Box<[Spin]>,
    /// For each column, the numbers of the sequences of its two outcomes, relative to `first`.
    picks: Box<[[u32; 2]]>,
    lanes: Lanes,
    afloat: u64,
    /// For each sequence, the range of its entries in `blows`.
    spans: Vec<Span>,
    blows: Vec<Blow>,
    /// For each blow, the branches that the fight takes if a counter runs out by the blow.
    taken: Vec<Vec<u32>>,
    finishes: Vec<Finish>,
    afters: Vec<NextStep>,
}

/// A column of the alias table, with the losses of its two outcomes. The second outcome is chosen if the
/// random bits are `cut` or more.
#[derive(Debug, Clone, Copy)]
struct Spin {
    cut: u64,
    losses: [u64; 2],
}

/// A branch of a sequence that only lowers counters. `losses` are subtracted from the word of packed
/// counters.
#[derive(Debug, Clone, Copy)]
struct Blow {
    losses: u64,
    /// The ending of the fight if a counter runs out by this blow. `None` if the fight continues then, or if
    /// the ending cannot be counted.
    end: Option<Ends>,
}

/// The number of a [`Finish`], or of the draw that decides between several.
#[derive(Debug, Clone, Copy)]
enum Ends {
    Surely(u32),
    /// The draw with this number decides between several endings.
    NextStep(u32),
}

/// Counts of the draws from one recurrent state that have not been reported yet.
#[derive(Debug)]
pub(super) struct Spun {
    /// How often each of the two outcomes of each column was drawn.
    columns: Vec<[u32; 2]>,
    /// For each blow, how often it ended a fight.
    last: Vec<u32>,
    finished: Vec<Finished>,
    after: Vec<DrawnNext>,
}

/// A fight that has stopped in a recurrent state: either with a sequence that still has to be followed, or
/// because it is too late in the fight for further draws.
#[derive(Debug)]
pub(super) struct Stopped {
    /// The index of the state in the list of recurrent states.
    pub at: usize,
    pub round: u32,
    lanes: u64,
    /// The index of the sequence that has to be followed, in the list of all sequences. `None` if the next
    /// draw might reach the last rounds, which are not equivalent to the others.
    pub drawn: Option<usize>,
}

impl Stopped {
    fn new(all: &[Recurrent], here: RecurrentPosition, drawn: Option<usize>) -> Self {
        let RecurrentPosition { at, round, lanes } = here;
        Self {
            at,
            round,
            lanes,
            drawn: drawn.map(|drawn| drawn + all[at].first as usize),
        }
    }

    /// Copies the counters from their lanes to `counters`.
    pub(super) fn unpack(&self, all: &[Recurrent], counters: &mut Counters) {
        all[self.at].lanes.unpack(self.lanes, counters);
    }
}

/// Returns the combined effects of those sequences that only lower counters.
fn plain(sequences: &[Sequence]) -> impl Iterator<Item = &Plain> {
    sequences.iter().filter_map(|one| one.plain.as_ref())
}

/// Returns the recurrent states, and the states that lead to them. Each entry of `tables` has the number of a
/// state, the number of its first sequence, and the alias table of its sequences.
pub(super) fn all<'a, F: Fight>(
    tables: &[(u32, u32, Alias)],
    sequences: impl Fn(&u32) -> &'a [Sequence],
    draws: impl Fn(u32) -> Option<Draws>,
    on: (&F, &Chain<F::State>),
) -> Vec<Recurrent> {
    let (_, chain) = on;
    let (mut all, mut fallen): (Vec<Recurrent>, _) = (Vec::new(), CounterOwners::default());
    if !chain.kind.counts {
        return all;
    }
    // Each pass adds states whose plain sequences lead to a state that was added before.
    for _ in 0..=OPENINGS {
        for (number, first, table) in tables {
            let of_it = sequences(number);
            let Some((to, rounds_on)) = leads_to(of_it) else {
                continue;
            };
            let found = |number| all.iter().position(|one| one.number == number);
            let leads_around = to == *number && rounds_on > 0;
            let then = found(to).or(leads_around.then_some(all.len()));
            let (None, Some(then)) = (found(*number), then) else {
                continue;
            };
            let lanes = all.get(then).map(|then| then.lanes.clone());
            if let Some(lanes) = lanes.or_else(|| Lanes::of(of_it)) {
                let mut recurrent =
                    Recurrent::new((*number, of_it), (then, rounds_on), lanes, table);
                recurrent.first = *first;
                let mut afters = NextSteps::default();
                for sequence in of_it {
                    recurrent.strike(sequence, (&draws, &mut afters), &mut fallen, on);
                }
                recurrent.afters = afters.all;
                all.push(recurrent);
            }
        }
    }
    all
}

/// Returns the number of the state that all plain sequences ([`Plain`]) lead to, and the number of rounds
/// until then. Returns `None` if plain sequences lead to different states, or take different numbers of
/// rounds.
fn leads_to(sequences: &[Sequence]) -> Option<(u32, u32)> {
    let mut all = plain(sequences).map(|one| (one.to, one.rounds_on));
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

/// The position of a fight in a recurrent state. `at` is the index of the state, and `lanes` has the
/// counters, packed into one word.
#[derive(Debug, Clone, Copy)]
pub(super) struct RecurrentPosition {
    at: usize,
    round: u32,
    lanes: u64,
}

impl RecurrentPosition {
    /// Returns the position of a fight in the recurrent state `at`, with its counters packed into one word.
    /// Returns `None` if a counter is too large for this.
    #[inline]
    pub(super) fn of(all: &[Recurrent], at: usize, here: &Position) -> Option<Self> {
        Some(Self {
            at,
            round: here.round,
            lanes: all[at].lanes.pack(&here.counters)?,
        })
    }
}

/// Plays fights that all begin at the same position, and counts their endings. Stops at the first fight whose
/// ending cannot be counted, and returns that fight with its dice. Returns `None` if all endings were
/// counted.
#[inline]
pub(super) fn play(
    all: &[Recurrent],
    begin: &RecurrentPosition,
    (stream, fights): (&Stream, &mut Range<u64>),
    until: u32,
    spun: &mut [Spun],
) -> Option<(Stopped, Sampled)> {
    for n in fights {
        // This is a plain generator, because the fields of a `Sampled` do not fit into the registers of a
        // processor.
        let (mut here, mut generator) = (*begin, stream.generator(n));
        let drawn = draw(all, &mut here, until, || generator.next_u64(), spun);
        let peek = || generator.clone().next_u64();
        let is_over =
            drawn.is_some_and(|drawn| all[here.at].ends(drawn, here, peek, &mut spun[here.at]));
        if !is_over {
            return Some((Stopped::new(all, here, drawn), Sampled::new(generator)));
        }
    }
    None
}

/// Draws sequences for a fight until it ends or has to stop. Returns `None` if it has ended and its ending
/// was counted, and otherwise the point where it has stopped. An ending can be counted only if no event of
/// the fight has been noted and no fate has been reported (`nothing_told`).
#[inline]
pub(super) fn run(
    all: &[Recurrent],
    begin: RecurrentPosition,
    dice: &mut Sampled,
    (until, nothing_told): (u32, bool),
    spun: &mut [Spun],
) -> Option<Stopped> {
    let mut here = begin;
    let drawn = draw(all, &mut here, until, || dice.bits(), spun);
    let is_over = nothing_told
        && drawn.is_some_and(|drawn| {
            all[here.at].ends(drawn, here, || dice.peek(), &mut spun[here.at])
        });
    (!is_over).then(|| Stopped::new(all, here, drawn))
}

/// Draws sequences for a fight until a counter runs out, or until a sequence does more than lower counters.
/// Returns the number of this sequence, relative to the state's first one. Returns `None` if the fight
/// reaches round `until`.
#[expect(
    clippy::inline_always,
    reason = "a call for each fight costs a tenth of it"
)]
#[inline(always)]
fn draw(
    all: &[Recurrent],
    here: &mut RecurrentPosition,
    until: u32,
    mut bits: impl FnMut() -> u64,
    spun: &mut [Spun],
) -> Option<usize> {
    let mut recurrent = &all[here.at];
    while recurrent.then != here.at {
        if here.round >= until {
            return None;
        }
        let columns = &mut spun[here.at].columns;
        let drawn = recurrent.spin(&mut here.lanes, bits(), columns);
        if drawn.is_some() {
            return drawn;
        }
        here.round += recurrent.rounds_on;
        here.at = recurrent.then;
        recurrent = &all[here.at];
    }
    let columns = &mut spun[here.at].columns;
    let most = recurrent.spins_until(until, here.round);
    let (mut lanes, mut left, mut drawn) = (here.lanes, most, None);
    while left > 0 && drawn.is_none() {
        drawn = recurrent.spin(&mut lanes, bits(), columns);
        left -= u32::from(drawn.is_none());
    }
    here.lanes = lanes;
    // The black box keeps the compiler from adding to the round after every draw instead of once.
    here.round += (most - std::hint::black_box(left)) * recurrent.rounds_on;
    drawn
}

impl Recurrent {
    /// Creates the data of a state, still without blows and endings. `table` is the alias table of its
    /// sequences. `then` is the index of the state that plain sequences lead to, and `rounds_on` the number
    /// of rounds until then.
    fn new(
        (number, sequences): (u32, &[Sequence]),
        (then, rounds_on): (usize, u32),
        lanes: Lanes,
        table: &Alias,
    ) -> Self {
        let lost = |one: &Sequence| {
            let plain = one.plain.as_ref();
            let lost = plain.and_then(|plain| lanes.losses(plain.losses.iter().copied()));
            lost.unwrap_or(NOT_PLAIN)
        };
        let losses: Vec<u64> = sequences.iter().map(lost).collect();
        let of = |pick: u32| losses.get(pick as usize).copied().unwrap_or(NOT_PLAIN);
        let shift = table.shift();
        // The second outcome of the last column may need larger random bits than there are. It is then left
        // out.
        let picks = |column: &Column| {
            let [first, second] = column.picks;
            let both = column.cut >> shift == 0;
            [first, if both { second } else { first }]
        };
        let spin = |(at, column): (u64, &Column)| Spin {
            cut: (at << shift).saturating_add(column.cut),
            losses: picks(column).map(of),
        };
        let columns = table.columns();
        Self {
            number,
            then,
            rounds_on,
            first: 0,
            shift,
            spins: (0..).zip(columns).map(spin).collect(),
            picks: columns.iter().map(picks).collect(),
            afloat: lanes.afloat(),
            lanes,
            spans: Vec::with_capacity(sequences.len()),
            blows: Vec::new(),
            taken: Vec::new(),
            finishes: Vec::new(),
            afters: Vec::new(),
        }
    }

    /// Adds the blows of a sequence, up to the first branch that does more than lower counters. Sequences
    /// must be added in their order.
    fn strike<F: Fight>(
        &mut self,
        sequence: &Sequence,
        (draws, afters): (&dyn Fn(u32) -> Option<Draws>, &mut NextSteps),
        fallen: &mut CounterOwners,
        on: (&F, &Chain<F::State>),
    ) {
        let (_, chain) = on;
        let start = short(self.blows.len());
        for (at, &number) in sequence.branches.iter().enumerate() {
            let branch = &chain.branches[number as usize];
            let Some(losses) = self.losses(branch, chain) else {
                break;
            };
            if losses == 0 {
                continue;
            }
            let of_it = (sequence, at, branch);
            let found = FinalBlow::of(of_it, &self.lanes, draws, afters, fallen, on);
            let (way, taken) = found.unzip();
            let end = way.map(|way| match way {
                FinalBlow::Sure(finish) => Ends::Surely(self.numbered(finish)),
                FinalBlow::Drawn(after) => Ends::NextStep(after),
            });
            self.blows.push(Blow { losses, end });
            self.taken.push(taken.unwrap_or_default());
        }
        let end = short(self.blows.len());
        self.spans.push(Span { start, end });
    }

    /// Returns the losses of a branch as a number to subtract from the word of packed counters. Returns
    /// `None` if the branch does more than lower counters, or if a loss does not fit into its lane.
    fn losses<S>(&self, branch: &Branch, chain: &Chain<S>) -> Option<u64> {
        let changes = branch.changes.of(&chain.changes).iter();
        let lost = changes.map(|change| match change.what {
            CounterChange::Loses(loss) => Some((change.place, loss)),
            CounterChange::Becomes(_) | CounterChange::RunsOut(_) | CounterChange::IsGone => None,
        });
        let lost: Vec<_> = lost.collect::<Option<_>>()?;
        let leads_on = matches!(branch.to, BranchTarget::Situation(_)) && branch.timed.is_empty();
        self.lanes.losses(lost).filter(|_| leads_on)
    }

    fn numbered(&mut self, finish: Finish) -> u32 {
        let known = self.finishes.iter().position(|known| *known == finish);
        short(known.unwrap_or_else(|| {
            self.finishes.push(finish);
            self.finishes.len() - 1
        }))
    }

    #[cfg(test)]
    pub(super) fn ends_counted(&self) -> (usize, usize) {
        (self.finishes.len(), self.afters.len())
    }

    /// Returns counts of 0.
    pub(super) fn counts(&self) -> Spun {
        Spun {
            columns: vec![[0; 2]; self.spins.len()],
            last: vec![0; self.blows.len()],
            finished: self.finishes.iter().map(|_| Finished::none()).collect(),
            after: self.afters.iter().map(NextStep::counts).collect(),
        }
    }

    /// Returns the number of draws from this state that take a fight from `round` to round `until`, if all
    /// drawn sequences are plain.
    #[inline]
    fn spins_until(&self, until: u32, round: u32) -> u32 {
        let rounds = until.saturating_sub(round);
        if self.rounds_on == 1 {
            rounds
        } else {
            rounds.div_ceil(self.rounds_on)
        }
    }

    /// Draws a sequence with `bits`. If the sequence only lowers counters and none of them runs out,
    /// subtracts its losses from `lanes`, counts the draw and returns `None`. Otherwise returns the number of
    /// the sequence, relative to the state's first one.
    #[expect(
        clippy::inline_always,
        reason = "a call for each draw costs a tenth of a fight"
    )]
    #[inline(always)]
    fn spin(&self, lanes: &mut u64, bits: u64, counts: &mut [[u32; 2]]) -> Option<usize> {
        let (column, _) = split(bits, self.shift);
        let spin = &self.spins[column];
        let pick = usize::from(bits >= spin.cut);
        let left = lanes.wrapping_sub(spin.losses[pick]);
        if left & self.afloat != self.afloat {
            return Some(self.picks[column][pick] as usize);
        }
        counts[column][pick] += 1;
        *lanes = left;
        None
    }

    /// Follows the sequence `transition` until a counter runs out, and counts the ending. If a further draw
    /// decides the ending, uses the random bits of `peek` for it. Returns whether the ending was counted.
    #[expect(
        clippy::inline_always,
        reason = "a call for each fight costs a tenth of it"
    )]
    #[inline(always)]
    fn ends(
        &self,
        transition: usize,
        here: RecurrentPosition,
        peek: impl FnOnce() -> u64,
        spun: &mut Spun,
    ) -> bool {
        let (mut lanes, afloat) = (here.lanes, self.afloat);
        let Span { mut start, end } = self.spans[transition];
        // The first two blows of a sequence are about equally likely to end the fight, so that a processor
        // cannot predict which of them does. This code therefore handles the first blow without a jump.
        if end - start > 1 {
            let left = lanes.wrapping_sub(self.blows[start as usize].losses);
            let goes_on = left & afloat == afloat;
            start += u32::from(goes_on);
            lanes = if goes_on { left } else { lanes };
        }
        for at in start as usize..end as usize {
            let blow = &self.blows[at];
            let left = lanes.wrapping_sub(blow.losses);
            if left & afloat != afloat {
                let lanes = (lanes, blow.losses, afloat);
                let is_counted = match blow.end {
                    Some(Ends::Surely(number)) => {
                        let number = number as usize;
                        let finished = &mut spun.finished[number];
                        self.finishes[number].count(lanes, here.round, finished)
                    }
                    Some(Ends::NextStep(number)) => {
                        let number = number as usize;
                        let drawn = &mut spun.after[number];
                        self.afters[number].count(lanes, peek(), here.round, drawn)
                    }
                    None => false,
                };
                spun.last[at] += u32::from(is_counted);
                return is_counted;
            }
            lanes = left;
        }
        false
    }

    /// Reports the counted endings and sets all counts to 0. Adds to `drawn` how often each sequence was
    /// drawn, and to `taken` how often each branch was taken.
    pub(super) fn tell<F: Fight, W: Witness>(
        &self,
        on: (&F, &Chain<F::State>),
        spun: &mut Spun,
        (drawn, taken): (&mut [u32], &mut [u32]),
        witness: &mut W,
    ) {
        for (picks, counts) in self.picks.iter().zip(&mut spun.columns) {
            for (&pick, times) in picks.iter().zip(std::mem::take(counts)) {
                // An outcome that can never be drawn is skipped, because it may not have a sequence.
                if times > 0 {
                    drawn[(self.first + pick) as usize] += times;
                }
            }
        }
        for (branches, times) in self.taken.iter().zip(&mut spun.last) {
            let times = std::mem::take(times);
            for &branch in branches {
                taken[branch as usize] += times;
            }
        }
        for (finish, finished) in self.finishes.iter().zip(&mut spun.finished) {
            finish.tell(on, finished, witness);
        }
        for (after, drawn) in self.afters.iter().zip(&mut spun.after) {
            after.tell(on, drawn, taken, witness);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::chain::tests::{chain, drawn};
    use crate::exact::boxing::{at_once, counting_down, getting_up};

    #[test]
    fn fights_come_to_the_same_in_recurrent_states_and_step_by_step() {
        for fight in [
            counting_down(9, 40),
            counting_down(9, 400),
            counting_down(1, 40),
            // The counters are too large for a lane at first.
            counting_down(520, 9000),
            getting_up(9, 100),
            at_once(9, 40, true),
        ] {
            let chain = chain(&fight).expect("few situations");
            assert!(!chain.joint.recurrent.is_empty(), "{fight:?}");
            assert!(
                drawn(&fight, &chain) == drawn(&fight, &chain.without_recurrent()),
                "{fight:?}"
            );
        }
    }
}
