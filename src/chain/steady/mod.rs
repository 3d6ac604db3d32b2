//! Situations that nearly every draw leads back to, as a duel comes to the same one with every round.
//!
//! There a fight has nothing to look up but what counters lose. So they are packed into one word, in [`lanes`] of their own, and
//! what is drawn is one subtraction from it, until a lane runs out. Mostly the fight is over then, which is counted, too, and told
//! of many at once ([`finish`]).
//!
//! First rounds are often not like those after them. Situations that all draws lead from to a steady one are played likewise.

mod finish;
mod lanes;

use finish::{Finish, Finished};
pub(super) use lanes::Lanes;
use lanes::NOT_PLAIN;

use super::compact::UNKNOWN;
use super::felling::Fallen;
use super::sequences::{Plain, Sequence};
use super::transitions::Lane;
use super::{Branch, Chain, Goal, Span, What, short};
use crate::dice::{Alias, Column, Sampled, split};
use crate::fight::{Fight, Witness};

/// Most situations that a fight comes through before it comes to one that is steady.
const OPENINGS: usize = 2;

/// A situation that plain sequences lead back to, or one that they lead from to such a one.
#[derive(Debug, Clone)]
pub(super) struct Steady {
    pub number: u32,
    /// Which of the steady ones its sequences lead to.
    then: usize,
    /// How many rounds on that is.
    rounds_on: u32,
    /// The row that stands for it, the one that it is drawn from where this is not, and the first of that one's transitions.
    stands: u32,
    row: u32,
    first: u32,
    /// How far a draw is shifted to leave its column.
    shift: u32,
    spins: Box<[Spin]>,
    /// Which transitions a column's outcomes are, counted from the first.
    picks: Box<[[u32; 2]]>,
    lanes: Lanes,
    afloat: u64,
    /// The blows of each transition.
    spans: Vec<Span>,
    blows: Vec<Blow>,
    finishes: Vec<Finish>,
}

/// A column, with what its two outcomes take off the lanes.
#[derive(Debug, Clone, Copy)]
struct Spin {
    cut: u64,
    losses: [u64; 2],
}

/// A branch of a sequence that lowers counters.
#[derive(Debug, Clone)]
struct Blow {
    losses: u64,
    /// Where the fight ends if the one counter that it lowers runs out: how, and the branches that are taken then.
    finish: Option<usize>,
    taken: Vec<u32>,
}

/// What has been drawn in a steady situation, not told yet.
#[derive(Debug)]
pub(super) struct Spun {
    /// How often each column's outcomes came.
    columns: Vec<[u32; 2]>,
    /// How often each blow was the last.
    last: Vec<u32>,
    finished: Vec<Finished>,
}

/// Where drawing has stopped.
#[derive(Debug)]
pub(super) enum Stop {
    /// The fight is over, and counted.
    Over,
    /// This transition was drawn and not followed.
    At(usize),
}

/// The plain ones of these sequences.
fn plain(sequences: &[Sequence]) -> impl Iterator<Item = &Plain> {
    sequences.iter().filter_map(|one| one.plain.as_ref())
}

/// The steady ones of some situations, each with the first of its transitions and the table that they are drawn by. Their rows
/// are yet to be given.
pub(super) fn all<'a, F: Fight>(
    tables: &[(u32, u32, Alias)],
    sequences: impl Fn(&u32) -> &'a [Sequence],
    fallen: &mut Fallen,
    on: (&F, &Chain<F::State>),
) -> Vec<Steady> {
    let (_, chain) = on;
    let mut all: Vec<Steady> = Vec::new();
    if chain.kind.orders {
        return all;
    }
    // Those that lead to others come after them.
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
                let mut steady = Steady::new((*number, of_it), (then, rounds_on), lanes, table);
                steady.first = *first;
                for sequence in of_it {
                    steady.strike(sequence, fallen, on);
                }
                all.push(steady);
            }
        }
    }
    all
}

/// The number of the situation that all plain sequences lead to, if that is one, and after how many rounds.
fn leads_to(sequences: &[Sequence]) -> Option<(u32, u32)> {
    let mut all = plain(sequences).map(|one| (one.to, one.rounds_on));
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

/// Draws for a fight in one of these situations until something happens. `None` if its counters do not fit: then it stands in the
/// row for that. What ends a fight is counted only if nothing is to be told of it before.
#[inline]
pub(super) fn run(
    all: &[Steady],
    at: usize,
    lane: &mut Lane,
    (until, nothing_told): (u32, bool),
    spun: &mut [Spun],
) -> Option<Stop> {
    let (mut at, mut steady) = (at, &all[at]);
    lane.row = steady.row;
    let mut lanes = steady.lanes.pack(&lane.counters)?;
    let mut round = lane.round;
    let mut drawn = Ok(());
    while steady.then != at && round < until && drawn.is_ok() {
        drawn = steady.spin(&mut lanes, &mut lane.dice, &mut spun[at].columns);
        if drawn.is_ok() {
            round += steady.rounds_on;
            at = steady.then;
            steady = &all[at];
        }
    }
    let spun = &mut spun[at];
    while round < until && drawn.is_ok() {
        drawn = steady.spin(&mut lanes, &mut lane.dice, &mut spun.columns);
        if drawn.is_ok() {
            round += steady.rounds_on;
        }
    }
    if let Err(transition) = drawn
        && nothing_told
        && steady.ends(transition, lanes, round, spun)
    {
        return Some(Stop::Over);
    }
    (lane.row, lane.round) = (steady.row, round);
    steady.lanes.unpack(lanes, &mut lane.counters);
    let stop = drawn.map_or_else(|drawn| drawn + steady.first as usize, |()| UNKNOWN);
    Some(Stop::At(stop))
}

impl Steady {
    /// The situation of this number, of which these sequences are drawn by a table; where they lead, and how many rounds on.
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
        let spin = |column: &Column| Spin {
            cut: column.cut,
            losses: column.picks.map(of),
        };
        let columns = table.columns();
        Self {
            number,
            then,
            rounds_on,
            stands: 0,
            row: 0,
            first: 0,
            shift: table.shift(),
            spins: columns.iter().map(spin).collect(),
            picks: columns.iter().map(|column| column.picks).collect(),
            afloat: lanes.afloat(),
            lanes,
            spans: Vec::with_capacity(sequences.len()),
            blows: Vec::new(),
            finishes: Vec::new(),
        }
    }

    /// Takes in the blows of the next sequence, up to its first branch that is more than a loss.
    fn strike<F: Fight>(
        &mut self,
        sequence: &Sequence,
        fallen: &mut Fallen,
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
            let found = Finish::of((sequence, at, branch), &self.lanes, fallen, on);
            let (finish, taken) = found.unzip();
            let finish = finish.map(|finish| self.numbered(finish));
            let taken = taken.unwrap_or_default();
            self.blows.push(Blow {
                losses,
                finish,
                taken,
            });
        }
        let end = short(self.blows.len());
        self.spans.push(Span { start, end });
    }

    /// What a branch takes off the lanes, if that is all it does.
    fn losses<S>(&self, branch: &Branch, chain: &Chain<S>) -> Option<u64> {
        let changes = branch.changes.of(&chain.changes).iter();
        let lost = changes.map(|change| match change.what {
            What::Loses(loss) => Some((change.place, loss)),
            What::Becomes(_) | What::RunsOut(_) | What::IsGone => None,
        });
        let lost: Vec<_> = lost.collect::<Option<_>>()?;
        let leads_on = matches!(branch.to, Goal::Situation(_)) && branch.timed.is_empty();
        self.lanes.losses(lost).filter(|_| leads_on)
    }

    fn numbered(&mut self, finish: Finish) -> usize {
        let known = self.finishes.iter().position(|known| *known == finish);
        known.unwrap_or_else(|| {
            self.finishes.push(finish);
            self.finishes.len() - 1
        })
    }

    #[cfg(test)]
    pub(super) fn ends_counted(&self) -> usize {
        self.finishes.len()
    }

    /// Gives it the row that stands for it, and the one that it is drawn from where this is not.
    pub(super) fn stand(&mut self, (stands, row): (u32, u32)) {
        (self.stands, self.row) = (stands, row);
    }

    /// The row that stands for it.
    pub(super) fn stands(&self) -> u32 {
        self.stands
    }

    /// The row that it is drawn from where this is not.
    pub(super) fn row(&self) -> u32 {
        self.row
    }

    /// Nothing has been counted yet.
    pub(super) fn counts(&self) -> Spun {
        Spun {
            columns: vec![[0; 2]; self.spins.len()],
            last: vec![0; self.blows.len()],
            finished: self.finishes.iter().map(|_| Finished::none()).collect(),
        }
    }

    /// Draws a sequence and follows it, if it is plain and the counters last; else its transition, counted from the first.
    #[expect(
        clippy::inline_always,
        reason = "a call for each draw costs a tenth of a fight"
    )]
    #[inline(always)]
    fn spin(
        &self,
        lanes: &mut u64,
        dice: &mut Sampled,
        counts: &mut [[u32; 2]],
    ) -> Result<(), usize> {
        let (column, rest) = split(dice.bits(), self.shift);
        let spin = &self.spins[column];
        let pick = usize::from(rest >= spin.cut);
        let left = lanes.wrapping_sub(spin.losses[pick]);
        if left & self.afloat != self.afloat {
            return Err(self.picks[column][pick] as usize);
        }
        counts[column][pick] += 1;
        *lanes = left;
        Ok(())
    }

    /// Follows a transition that was drawn to where the fight ends with it, and counts that. Says whether it could.
    #[inline]
    fn ends(&self, transition: usize, mut lanes: u64, round: u32, spun: &mut Spun) -> bool {
        let Span { start, end } = self.spans[transition];
        for at in start as usize..end as usize {
            let blow = &self.blows[at];
            let left = lanes.wrapping_sub(blow.losses);
            if left & self.afloat != self.afloat {
                let is_counted = blow.finish.is_some_and(|number| {
                    let finished = &mut spun.finished[number];
                    self.finishes[number].count((lanes, blow.losses), round, finished)
                });
                spun.last[at] += u32::from(is_counted);
                return is_counted;
            }
            lanes = left;
        }
        false
    }

    /// Tells how fights ended that have been counted, and counts anew; how often each transition was drawn and each branch taken is
    /// added up.
    pub(super) fn tell<F: Fight, W: Witness>(
        &self,
        on: (&F, &Chain<F::State>),
        spun: &mut Spun,
        (drawn, taken): (&mut [u32], &mut [u32]),
        witness: &mut W,
    ) {
        for (picks, counts) in self.picks.iter().zip(&mut spun.columns) {
            for (&pick, times) in picks.iter().zip(std::mem::take(counts)) {
                // A column may have outcomes that are never drawn.
                if times > 0 {
                    drawn[(self.first + pick) as usize] += times;
                }
            }
        }
        for (blow, times) in self.blows.iter().zip(&mut spun.last) {
            let times = std::mem::take(times);
            for &branch in &blow.taken {
                taken[branch as usize] += times;
            }
        }
        for (finish, finished) in self.finishes.iter().zip(&mut spun.finished) {
            finish.tell(on, finished, witness);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::chain::tests::{chain, drawn};
    use crate::exact::boxing::{at_once, counting_down, getting_up};

    #[test]
    fn fights_come_to_the_same_in_steady_situations_and_step_by_step() {
        for fight in [
            counting_down(9, 40),
            counting_down(9, 400),
            counting_down(1, 40),
            // Too much for a lane, until some of it is lost.
            counting_down(520, 9000),
            getting_up(9, 100),
            at_once(9, 40, true),
        ] {
            let chain = chain(&fight).expect("few situations");
            assert!(!chain.transitions.steady().is_empty(), "{fight:?}");
            assert!(
                drawn(&fight, &chain) == drawn(&fight, &chain.without_steady()),
                "{fight:?}"
            );
        }
    }
}
