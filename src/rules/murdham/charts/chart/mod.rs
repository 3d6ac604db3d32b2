//! A small duel as a chart: every situation that it can come to, and what a turn makes of each, drawn at once.
//!
//! Clauses: those of `chapters/round`. Two fighters get into few different situations. For each of them the policies'
//! choices and the odds of the whole turn are the same whenever it comes about, so they are worked out once
//! ([`survey`]): then a turn costs one draw, whatever it takes to decide on it and to resolve it, and how often it went
//! each way is counted and told at the end. Nothing but the round cap may hang on the number of the round; the last
//! round before the cap is played by the ordinary rules, as are fights with too many situations.

pub(crate) mod survey;

use crate::rules::murdham::nouns::{Arena, Scene, State};
use std::ops::Range;

use crate::dice::{Alias, Dice, Piece};
use crate::fight::{Fight, Outcome, Progress, Stream, Witness, tell_fates};
use crate::rules::murdham::nouns::chart::{Chart, End, Events, Next};

/// Most ways in which turns can go, over all situations: so many counts fit a processor's first cache, and most.
const FEW_WAYS: usize = 1024;
const MOST_WAYS: usize = 8192;
/// Most different ends of a fight.
const MOST_ENDS: usize = 8;
/// Rounds whose ends are counted before they are told.
const ROUNDS: usize = 64;
/// Fights after which the counts are told, so that they fit 32 bits.
const BLOCK: u64 = 1 << 16;

/// Where a fight stands: a situation, and the rounds begun.
#[derive(Debug, Clone, Copy)]
struct Standing {
    at: u32,
    round: u32,
}

/// A turn from one of the situations, as a piece of luck.
struct Luck<'a, const N: usize> {
    arena: &'a Arena<N>,
    chart: &'a Chart<N>,
    at: usize,
}

impl<const N: usize> Piece for Luck<'_, N> {
    #[inline]
    fn table(&self) -> &Alias {
        &self.chart.turns[self.at].table
    }

    fn roll<D: Dice>(&self, dice: &mut D) -> usize {
        let chart = self.chart;
        let (found, _) = survey::play(self.arena, &chart.situations[self.at], dice);
        let known = |at: Option<usize>| survey::short(at.expect("the chart has every way"));
        let next = match found.end {
            None => Next::Situation(known(chart.situations.get_index_of(&found.state))),
            Some(end) => Next::End(known(chart.ends.get_index_of(&end))),
        };
        let first = chart.turns[self.at].first as usize;
        let mut ways = chart.next[first..].iter().zip(&chart.events[first..]);
        let found = ways.position(|(to, on)| *to == next && on.apart == found.events);
        found.expect("the table has every way")
    }
}

impl<const N: usize> Chart<N> {
    fn find(&self, state: &State<N>) -> Option<Standing> {
        let mut unnumbered = state.clone();
        unnumbered.round = 0;
        let at = self.situations.get_index_of(&unnumbered)?;
        Some(Standing {
            at: survey::short(at),
            round: state.round,
        })
    }

    fn state(&self, standing: Standing) -> State<N> {
        let mut state = self.situations[standing.at as usize].clone();
        state.round = standing.round;
        state
    }

    /// Draws turn after turn, for as long as there are turns to draw and dice that draw: to one of the ends, or to where the
    /// ordinary rules take over.
    #[inline]
    fn draw<D: Dice, W: Witness>(
        &self,
        arena: &Arena<N>,
        standing: &mut Standing,
        dice: &mut D,
        mut took: impl FnMut(usize),
    ) -> Option<u32> {
        let Standing { mut at, mut round } = *standing;
        let end = loop {
            let turn = &self.turns[at as usize];
            if round + turn.rounds >= arena.cast.round_cap {
                break None;
            }
            let luck = Luck {
                arena,
                chart: self,
                at: at as usize,
            };
            let Some(drawn) = dice.draw(Some(&luck)).filter(|_| !W::LISTENS) else {
                break None;
            };
            round += turn.rounds;
            let way = turn.first as usize + drawn;
            took(way);
            match self.next[way] {
                Next::Situation(next) => at = next,
                Next::End(end) => break Some(end),
            }
        };
        *standing = Standing { at, round };
        end
    }

    /// Tells a witness that turns went this way.
    fn tell<W: Witness>(&self, way: usize, times: u64, witness: &mut W) {
        let Events { apart, likely } = &self.events[way];
        for event in apart.iter().chain(likely) {
            event.times(times).tell(0, witness);
        }
    }

    fn outcome(&self, end: u32, round: u32) -> Outcome {
        Outcome {
            rounds: round,
            ..self.ends[end as usize].outcome
        }
    }

    /// Tells a witness of fights that ended so.
    fn tell_end<W: Witness>(&self, end: u32, round: u32, times: u64, witness: &mut W) {
        let End { downed, fled, .. } = self.ends[end as usize];
        for who in fled.iter() {
            for _ in 0..times {
                witness.fled(who, round);
            }
        }
        witness.ended_alike(&self.outcome(end, round), downed, times);
    }
}

/// Plays on to the end, drawing turns wherever the dice draw them. Who rolls has been told by then what to come out as.
pub(crate) fn run<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    chart: &Chart<N>,
    state: &mut State<N>,
    dice: &mut D,
    witness: &mut W,
) -> Outcome {
    loop {
        if let Some(mut standing) = chart.find(state) {
            let took = |way| chart.tell(way, 1, witness);
            let end = chart.draw::<D, W>(arena, &mut standing, dice, took);
            let round = standing.round;
            if let Some(end) = end {
                let End { downed, fled, .. } = chart.ends[end as usize];
                downed.iter().for_each(|who| witness.downed(who, round));
                fled.iter().for_each(|who| witness.fled(who, round));
                return chart.outcome(end, round);
            }
            *state = chart.state(standing);
        }
        if let Progress::Ended(outcome) = Scene::new(arena, state, dice, witness).step() {
            tell_fates(arena, state, &outcome, witness);
            return outcome;
        }
    }
}

/// Plays these fights of a stream. Counts are kept by how a turn went, and told at the end.
pub(crate) fn play<const N: usize, W: Witness>(
    arena: &Arena<N>,
    chart: &Chart<N>,
    stream: &Stream,
    fights: Range<u64>,
    witness: &mut W,
) {
    let mut next = fights.start;
    while next < fights.end {
        let end = fights.end.min(next + BLOCK);
        if chart.next.len() <= FEW_WAYS {
            block::<FEW_WAYS, N, W>(arena, chart, stream, next..end, witness);
        } else {
            block::<MOST_WAYS, N, W>(arena, chart, stream, next..end, witness);
        }
        next = end;
    }
}

#[inline(never)]
fn block<const WAYS: usize, const N: usize, W: Witness>(
    arena: &Arena<N>,
    chart: &Chart<N>,
    stream: &Stream,
    fights: Range<u64>,
    witness: &mut W,
) {
    let start = Standing {
        at: 0,
        round: arena.start.round,
    };
    // How often a turn went so, and how often a fight ended so in each of the rounds counted here.
    let mut ways = [0u32; WAYS];
    let mut ends = [[0u32; MOST_ENDS]; ROUNDS];
    for n in fights {
        let (mut standing, mut dice) = (start, stream.dice(n));
        let took = |way: usize| ways[way % WAYS] += 1;
        if let Some(end) = chart.draw::<_, W>(arena, &mut standing, &mut dice, took) {
            match ends.get_mut(standing.round as usize) {
                Some(ends) => ends[end as usize % MOST_ENDS] += 1,
                None => chart.tell_end(end, standing.round, 1, witness),
            }
        } else {
            let mut state = chart.state(standing);
            let outcome = arena.run(&mut state, &mut dice, witness);
            witness.ended(&outcome);
        }
    }
    for (way, &times) in ways.iter().enumerate().filter(|&(_, &times)| times > 0) {
        chart.tell(way, times.into(), witness);
    }
    for (round, counts) in (0..).zip(&ends) {
        for (end, &times) in (0..).zip(counts).filter(|&(_, &times)| times > 0) {
            chart.tell_end(end, round, times.into(), witness);
        }
    }
}

#[cfg(test)]
mod tests;
