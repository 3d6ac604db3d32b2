//! Sequences: several steps of a chain that one draw decides.
//!
//! Most of the time that a step takes is spent on the draw, and on waiting for the next state. If a step and
//! the step after it have few outcomes, one draw therefore decides both. From each state, the likeliest
//! sequence is extended by all outcomes of its next step, again and again, as long as the number of sequences
//! allows. Tunstall codes are built in the same way.
//!
//! Sequences do not help in melees, because only a few of a melee's thousands of states could have them.
//!
//! A duel returns to the same state in every round. If the steps of such a round have few enough outcomes
//! together, the whole round is one draw.
//!
//! If a counter runs out within a sequence, the rest of the sequence is dropped, and the next steps are drawn
//! again.

use crate::fight::State;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use indexmap::IndexMap;

use super::recurrent::Lanes;
use super::{Branch, BranchTarget, Chain, CounterChange, Step, short};
use crate::dice::{Column, WHOLE};

/// The greatest number of sequences from one state. `MOST_OF_ALL` is the greatest number from all states
/// together. Within these limits, the tables fit into the cache of a processor.
const MOST: usize = 32;
const MOST_OF_ALL: usize = 1 << 12;
/// The greatest number of different counters that a plain sequence lowers. A sequence is plain if it only
/// lowers counters.
const LOSSES: usize = 3;
/// The greatest number of branches in a sequence.
const MOST_BRANCHES: usize = 16;
/// The greatest number of sequences that return to a state. Sequences are extended by one more cycle only if
/// this gives no more than `FEW_AROUND`.
const MOST_AROUND: usize = 1 << 12;
const FEW_AROUND: usize = 1 << 9;
/// The greatest number of steps in one cycle.
const STEPS_AROUND: usize = 4;
/// A state is checked for cycles only if a fight visits it at least this often on average. The unit is a part
/// of [`WHOLE`].
const OFTEN: u128 = WHOLE / 2;
/// The greatest length of a sequence in rounds is the number of equivalent rounds divided by this number. A
/// sequence must not reach the last rounds of a fight, which are not equivalent to others.
const PART_OF_ROUNDS: u32 = 32;

/// Several branches, one after another. Each branch begins in the state that the branch before it leads to.
#[derive(Debug, Clone)]
pub(super) struct Sequence {
    pub branches: Vec<u32>,
    /// The probability of the sequence, in parts of [`WHOLE`].
    pub odds: u128,
    /// For each branch, the number of the state that it begins in, and the number of rounds until then.
    pub from: Vec<(u32, u32)>,
    /// The combined effect of the branches. `None` if one of them does more than lower counters.
    pub plain: Option<Plain>,
}

/// The combined effect of several plain branches. A branch is plain if it leads to another state, only lowers
/// counters, and has no events to report in order.
#[derive(Debug, Clone, Default)]
pub(super) struct Plain {
    /// The number of the state after the last branch. `rounds_on` is the number of rounds until then.
    pub to: u32,
    pub rounds_on: u32,
    /// The places of the counters that are lowered, each with its total loss.
    pub losses: Vec<(u8, i16)>,
    /// The positions, within the sequence, of the branches that lower a counter.
    pub lowering: Vec<usize>,
}

/// Returns the sequences of the most frequent states, as a map from the number of a state to its sequences.
/// Fights begin in state `start`. `numbers` are the states, with the most frequent first.
pub(super) fn from_situations<S: State>(
    chain: &Chain<S>,
    start: Option<u32>,
    mut numbers: impl Iterator<Item = u32>,
) -> IndexMap<u32, Vec<Sequence>> {
    let mut sequences = IndexMap::new();
    let Some(first) = start.or(numbers.next()) else {
        return sequences;
    };
    let (mut left, mut recurrent) = (MOST_OF_ALL, Vec::new());
    // For each state, the expected number of visits per fight, in parts of [`WHOLE`]. States that no sequence
    // has led to yet have 1 part, in the order of `numbers`.
    let mut visits: IndexMap<u32, u128> = IndexMap::from([(first, WHOLE)]);
    for number in numbers {
        visits.entry(number).or_insert(1);
    }
    let mut next: BinaryHeap<(u128, Reverse<usize>)> = (visits.values().enumerate())
        .map(|(at, &often)| (often, Reverse(at)))
        .collect();
    while let Some((often, Reverse(at))) = next.pop() {
        let (&number, &most) = visits.get_index(at).expect("it was counted");
        let is_known = chain.steps[number as usize].is_some();
        if !is_known || often < most || sequences.contains_key(&number) {
            continue;
        }
        let around = (often >= OFTEN).then(|| around(chain, number)).flatten();
        let leads_around = around.is_some();
        let of_it = if let Some(around) = around {
            around
        } else {
            let of_it = from(chain, number);
            if of_it.len() > left {
                break;
            }
            left -= of_it.len();
            of_it
        };
        for sequence in &of_it {
            if let Some(plain) = &sequence.plain {
                let visit = visits.entry(plain.to);
                let at = visit.index();
                let visits = visit.or_default();
                *visits = WHOLE.min(*visits + times(often, sequence.odds));
                next.push((*visits, Reverse(at)));
            }
        }
        if leads_around {
            recurrent.push(number);
        }
        sequences.insert(number, of_it);
    }
    // A fight may begin in a state outside of any cycle. This loop looks for a state with sequences into a
    // cycle.
    let mut number = first;
    while !recurrent.contains(&number) {
        let leading = recurrent.iter().find_map(|&to| leading(chain, number, to));
        if let Some(leading) = leading {
            sequences.insert(number, leading);
            break;
        }
        let plain = sequences.get(&number).into_iter().flatten();
        let mut to = plain.filter_map(|one| Some(one.plain.as_ref()?.to));
        let Some(only) = to
            .next()
            .filter(|&only| to.all(|one| one == only) && only > number)
        else {
            break;
        };
        number = only;
    }
    sequences
}

/// Returns the sequences that lead from state `number` back to it, once or several times, and the sequences
/// that end earlier because they are not plain. Returns `None` if a plain sequence may fail to come back, or
/// if there are too many sequences.
fn around<S: State>(chain: &Chain<S>, number: u32) -> Option<Vec<Sequence>> {
    let mut all = leading(chain, number, number)?;
    let most_rounds = most_rounds(chain);
    loop {
        let plain = || all.iter().filter_map(|one| one.plain.as_ref());
        let further = plain().next()?.rounds_on;
        if all.len() * plain().count() > FEW_AROUND || further > most_rounds {
            return Some(all);
        }
        match once_more(chain, number, all.clone()) {
            Some(more) if more.len() <= FEW_AROUND => all = more,
            _ => return Some(all),
        }
    }
}

/// Returns the sequences that lead from state `from` to state `to`, and the sequences that end earlier
/// because they are not plain ([`Plain`]). Returns `None` if a plain sequence may fail to reach `to`, if
/// plain sequences take different numbers of rounds, or if there are too many sequences.
fn leading<S: State>(chain: &Chain<S>, from: u32, to: u32) -> Option<Vec<Sequence>> {
    let all = once_more(chain, to, vec![Sequence::nothing(from)])?;
    let mut rounds = all
        .iter()
        .filter_map(|one| one.plain.as_ref())
        .map(|one| one.rounds_on);
    let first = rounds.next()?;
    rounds.all(|other| other == first).then_some(all)
}

/// Extends each plain sequence ([`Plain`]) in `before` until it reaches state `number` or is not plain any
/// more. Returns `None` if there are too many sequences, or if one becomes too long.
fn once_more<S: State>(
    chain: &Chain<S>,
    number: u32,
    before: Vec<Sequence>,
) -> Option<Vec<Sequence>> {
    let (open, mut all): (Vec<_>, Vec<_>) = before.into_iter().partition(|one| one.plain.is_some());
    let mut open: Vec<_> = open.into_iter().map(|one| (one, 0)).collect();
    while let Some((before, steps)) = open.pop() {
        let plain = before.plain.as_ref().expect("only those are continued");
        let known = chain.steps[plain.to as usize]?;
        if steps == STEPS_AROUND || before.branches.len() >= MOST_BRANCHES {
            return None;
        }
        for (branch, odds) in odds(known.step, &chain.columns) {
            let with = before.with(branch, times(before.odds, odds), chain, Lanes::MOST);
            match &with.plain {
                Some(plain) if plain.to != number => open.push((with, steps + 1)),
                _ => all.push(with),
            }
        }
        if open.len() + all.len() > MOST_AROUND {
            return None;
        }
    }
    Some(all)
}

/// Returns the greatest number of rounds that a sequence may take before its last step.
fn most_rounds<S>(chain: &Chain<S>) -> u32 {
    let rounds = (chain.kind.alike).map_or(u32::MAX, |(first, until)| until.saturating_sub(first));
    rounds / PART_OF_ROUNDS
}

/// Returns the sequences from state `number`. The list is empty if the step of that state has not been worked
/// out.
fn from<S: State>(chain: &Chain<S>, number: u32) -> Vec<Sequence> {
    let most_rounds = most_rounds(chain);
    let mut all = vec![Some(Sequence::nothing(number))];
    let mut count = 1;
    let mut likeliest = BinaryHeap::from([(WHOLE, Reverse(0))]);
    while let Some((_, Reverse(at))) = likeliest.pop() {
        let before = all[at].as_ref().expect("it was not yet continued");
        let plain = before.plain.as_ref().expect("only those are continued");
        let Some(known) = chain.steps[plain.to as usize] else {
            continue;
        };
        let further = odds(known.step, &chain.columns);
        let is_first = before.branches.is_empty();
        let is_last = before.branches.len() >= MOST_BRANCHES || plain.rounds_on > most_rounds;
        let is_full = further.len() > 1 && count + further.len() - 1 > MOST;
        if !is_first && (is_last || is_full) {
            continue;
        }
        let before = before.clone();
        all[at] = None;
        count += further.len() - 1;
        for (branch, odds) in further {
            let with = before.with(branch, times(before.odds, odds), chain, LOSSES);
            if with.plain.is_some() {
                likeliest.push((with.odds, Reverse(all.len())));
            }
            all.push(Some(with));
        }
    }
    let of_it = all.into_iter().flatten();
    of_it.filter(|one| !one.branches.is_empty()).collect()
}

impl Sequence {
    /// Creates a sequence without branches that is in state `number`.
    fn nothing(number: u32) -> Self {
        Self {
            branches: Vec::new(),
            odds: WHOLE,
            from: Vec::new(),
            plain: Some(Plain {
                to: number,
                ..Plain::default()
            }),
        }
    }

    /// Returns this plain sequence ([`Plain`]) with branch `at` added. `odds` is the probability of the
    /// result. The result is plain only if branch `at` is plain and if at most `most` counters are lowered.
    fn with<S: State>(&self, at: usize, odds: u128, chain: &Chain<S>, most: usize) -> Self {
        let plain = self.plain.as_ref().expect("only those are continued");
        let with = plain.with(&chain.branches[at], self.branches.len(), chain);
        let mut sequence = Self {
            odds,
            plain: with.filter(|plain| plain.losses.len() <= most),
            ..self.clone()
        };
        sequence.branches.push(short(at));
        sequence.from.push((plain.to, plain.rounds_on));
        sequence
    }
}

impl Plain {
    /// Returns the combined effect after one more branch. Returns `None` if that branch does more than lower
    /// counters. `position` is its position in the sequence.
    fn with<S: State>(&self, branch: &Branch, position: usize, chain: &Chain<S>) -> Option<Self> {
        let BranchTarget::Situation(onward) = branch.to else {
            return None;
        };
        let known = chain.taken(self.to);
        let mut with = self.clone();
        for change in branch.changes.of(&chain.changes) {
            let CounterChange::Loses(loss) = change.what else {
                return None;
            };
            match with
                .losses
                .iter_mut()
                .find(|(place, _)| *place == change.place)
            {
                Some((_, all)) => *all = all.checked_add(loss)?,
                None => with.losses.push((change.place, loss)),
            }
        }
        if !branch.changes.is_empty() {
            with.lowering.push(position);
        }
        with.to = chain.target(known, onward.at);
        with.rounds_on += onward.rounds_on;
        (branch.timed.is_empty() && u8::try_from(with.rounds_on).is_ok()).then_some(with)
    }
}

/// Returns the branches that a step can draw, each with its probability in parts of [`WHOLE`].
fn odds(step: Step, columns: &[Column]) -> Vec<(usize, u128)> {
    let first = step.branch as usize;
    if step.shift == 0 {
        return vec![(first, WHOLE)];
    }
    let count = 1 << (u64::BITS - step.shift);
    let mut odds: IndexMap<usize, u128> = IndexMap::new();
    for column in &columns[step.first as usize..step.first as usize + count] {
        let cut = u128::from(column.cut);
        let parts = [cut, (1 << step.shift) - cut];
        for (pick, part) in column.picks.into_iter().zip(parts) {
            if part > 0 {
                *odds.entry(first + pick as usize).or_default() += part;
            }
        }
    }
    odds.into_iter().collect()
}

/// Returns the product of two probabilities. All of them are in parts of [`WHOLE`].
fn times(one: u128, other: u128) -> u128 {
    if other == WHOLE {
        one
    } else {
        (one * other) >> 64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::Change;
    use crate::chain::tests::chain;
    use crate::exact::boxing::{Boxing, boxing, counting_down};
    use crate::fight::Arena;

    fn known(fight: &Boxing) -> Chain<<Boxing as Arena>::State> {
        chain(fight).expect("few situations")
    }

    #[test]
    fn sequences_have_the_odds_of_all_their_branches() {
        for fight in [boxing(9, 40, true), counting_down(9, 100)] {
            let chain = known(&fight);
            let sequences = from_situations(&chain, chain.start.map(|start| start.at), 0..1);
            assert!(sequences.len() > 1);
            for (&number, of_it) in &sequences {
                let whole: u128 = of_it.iter().map(|one| one.odds).sum();
                assert!(whole <= WHOLE && whole > WHOLE - 1024, "{whole}");
                for one in of_it {
                    assert_eq!(one.from[0], (number, 0));
                    let mut odds_of_it = WHOLE;
                    for (&branch, &(from, _)) in one.branches.iter().zip(&one.from) {
                        let step = chain.taken(from).step;
                        let of_step = odds(step, &chain.columns);
                        let of_branch = of_step.iter().find(|(at, _)| *at == branch as usize);
                        odds_of_it = times(odds_of_it, of_branch.expect("it is one of them").1);
                    }
                    assert_eq!(one.odds, odds_of_it);
                }
            }
            let longest = sequences.values().flatten().map(|one| one.branches.len());
            assert!(longest.max() > Some(2));
        }
    }

    #[test]
    fn a_sequence_comes_to_all_that_its_branches_do() {
        let fight = counting_down(9, 100);
        let chain = known(&fight);
        let mut lowers_often = 0;
        let sequences = from_situations(&chain, chain.start.map(|start| start.at), 0..1);
        for one in sequences.values().flatten() {
            let Some(plain) = &one.plain else { continue };
            let branch = |&at: &u32| &chain.branches[at as usize];
            let changes = |at| branch(at).changes.of(&chain.changes);
            let lost = |change: &Change| match change.what {
                CounterChange::Loses(loss) => i32::from(loss),
                other => panic!("{other:?}"),
            };
            let all: i32 = one.branches.iter().flat_map(changes).map(lost).sum();
            let together = plain.losses.iter().map(|&(_, loss)| i32::from(loss));
            assert_eq!(all, together.sum::<i32>());
            let rounds = one.branches.iter().map(|at| match branch(at).to {
                BranchTarget::Situation(onward) => onward.rounds_on,
                other => panic!("{other:?}"),
            });
            assert_eq!(plain.rounds_on, rounds.sum::<u32>());
            lowers_often += usize::from(plain.lowering.len() > 1);
        }
        assert!(lowers_often > 0);
    }

    /// A sequence must not lead beyond the rounds that are equivalent to each other.
    #[test]
    fn sequences_of_short_fights_go_less_far_ahead() {
        for (rounds, ahead) in [(20, 1), (40, 2), (400, 2)] {
            let chain = known(&counting_down(9, rounds));
            let sequences = from_situations(&chain, chain.start.map(|start| start.at), 0..1);
            let begun = sequences.values().flatten().flat_map(|one| &one.from);
            let furthest = begun.map(|(_, rounds_on)| *rounds_on).max();
            assert_eq!(furthest, Some(ahead), "{rounds}");
        }
    }
}
