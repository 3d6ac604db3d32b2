//! Finds contenders that beat each other in a cycle, as in rock, paper, scissors.
//!
//! The contenders form a graph with an arrow from each contender to those that it certainly beats. Contenders
//! that can be reached from each other along arrows form a group, a strongly connected component. If the
//! result of every pair is certain, all contenders outside of such groups have a single order. Results that
//! are too close to call might close further cycles. If no choice of these results closes one, it is certain
//! that there are no further cycles.

use super::game::{Game, Sign};
use crate::tally::Interval;

/// The cycles of contenders that beat each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Cycles {
    /// A cycle for each group of contenders that certainly beat each other in cycles, in the order of the
    /// rows.
    pub sure: Vec<Cycle>,
    /// The contenders that may be in a cycle with others, in the order of the rows.
    pub perhaps: Vec<usize>,
}

/// A cycle of contenders: each beats the next one, and the last beats the first.
#[derive(Debug, Clone, PartialEq)]
pub struct Cycle {
    /// The clearest cycle of three contenders, each with its score against the next one. In the clearest
    /// cycle, the lowest of these scores is as high as possible. If there is no cycle of three, one of the
    /// shortest cycles is taken.
    pub around: Vec<(usize, Interval)>,
    /// All contenders of the group, including those in `around`. Each is in a cycle with each other one.
    pub group: Vec<usize>,
    /// The number of cycles of three in the group.
    pub threes: usize,
}

impl Cycles {
    /// Finds the cycles in a game.
    pub(super) fn new(game: &Game) -> Self {
        let k = game.len();
        let beats = game.beats();
        let sure: Vec<bool> = beats.iter().map(|&sign| sign == Sign::Above).collect();
        let open: Vec<bool> = (beats.iter())
            .map(|&sign| matches!(sign, Sign::Above | Sign::Unsure))
            .collect();
        let cycles: Vec<Cycle> = groups(k, &sure)
            .into_iter()
            .map(|group| cycle(game, &sure, group))
            .collect();
        let settled = |one: &usize| cycles.iter().any(|cycle| cycle.group.contains(one));
        let mut perhaps: Vec<usize> = groups(k, &open).concat();
        perhaps.retain(|one| !settled(one));
        perhaps.sort_unstable();
        Self {
            sure: cycles,
            perhaps,
        }
    }
}

/// Returns the groups of three or more contenders that can all be reached from each other along the arrows.
/// `arrows` has `k` rows of `k` cells. A cell is true if there is an arrow from the row's contender to the
/// column's.
fn groups(k: usize, arrows: &[bool]) -> Vec<Vec<usize>> {
    let mut reach = arrows.to_vec();
    for over in 0..k {
        for from in 0..k {
            for to in 0..k {
                reach[from * k + to] |= reach[from * k + over] && reach[over * k + to];
            }
        }
    }
    let mutual = |a: usize, b: usize| a == b || (reach[a * k + b] && reach[b * k + a]);
    let group = |one: usize| (0..k).filter(|&other| mutual(one, other)).collect();
    (0..k)
        .filter(|&one| (0..one).all(|before| !mutual(before, one)))
        .map(group)
        .filter(|group: &Vec<usize>| group.len() > 2)
        .collect()
}

/// Returns the cycle that represents a group: the clearest cycle of three contenders, or one of the shortest
/// cycles.
fn cycle(game: &Game, sure: &[bool], group: Vec<usize>) -> Cycle {
    let k = game.len();
    let beats = |a: usize, b: usize| sure[a * k + b];
    let score = |a: usize, b: usize| game.score(a, b).estimate;
    let mut threes = 0;
    let mut clearest: Option<(f64, [usize; 3])> = None;
    for &a in &group {
        for &b in group.iter().filter(|&&b| b > a && beats(a, b)) {
            // Each cycle is found only once, beginning with the contender that has the lowest index.
            for &c in group
                .iter()
                .filter(|&&c| c > a && beats(b, c) && beats(c, a))
            {
                threes += 1;
                let least = score(a, b).min(score(b, c)).min(score(c, a));
                if clearest.is_none_or(|(known, _)| least > known) {
                    clearest = Some((least, [a, b, c]));
                }
            }
        }
    }
    let around = match clearest {
        Some((_, three)) => three.to_vec(),
        None => shortest(k, sure, &group),
    };
    let next = around.iter().cycle().skip(1);
    let around = (around.iter().zip(next))
        .map(|(&one, &next)| (one, game.score(one, next)))
        .collect();
    Cycle {
        around,
        group,
        threes,
    }
}

/// Returns one of the shortest cycles in a group.
fn shortest(k: usize, sure: &[bool], group: &[usize]) -> Vec<usize> {
    let circles = group.iter().filter_map(|&start| back_to(start, k, sure));
    let circle = circles.min_by_key(Vec::len);
    circle.expect("a group has a circle through each of its members")
}

/// Returns the shortest path from a contender back to itself, or `None` if there is no such path.
fn back_to(start: usize, k: usize, sure: &[bool]) -> Option<Vec<usize>> {
    let mut from: Vec<Option<usize>> = vec![None; k];
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        for next in (0..k).filter(|next| sure[at * k + next]) {
            if next == start {
                let mut way = vec![at];
                while let Some(before) = from[way[way.len() - 1]] {
                    way.push(before);
                }
                way.reverse();
                return Some(way);
            }
            if from[next].is_none() {
                from[next] = Some(at);
                queue.push_back(next);
            }
        }
    }
    None
}
