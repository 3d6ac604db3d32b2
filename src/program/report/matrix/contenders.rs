//! Strength of each contender against all others.

use super::cycles::Cycles;
use super::game::{Game, Sign};
use super::mix::Mix;
use crate::tally::{Interval, Method};

/// The contenders of a matrix and the game between them.
#[derive(Debug, Clone)]
pub struct Contenders {
    /// The contenders, in the order of the rows.
    pub all: Vec<Contender>,
    /// Score of the rows' side above one half, over all cells of different contenders: the advantage of the side
    /// itself.
    pub edge: Interval,
    /// Contenders that beat each other in cycles.
    pub cycles: Cycles,
    /// The unexploitable mix; `None` if it could not be computed.
    pub mix: Option<Mix>,
    /// The method for the figures.
    pub method: Method,
}

/// One contender.
#[derive(Debug, Clone)]
pub struct Contender {
    /// Its name.
    pub name: String,
    /// Its mean score over all others, from 0 to 1.
    pub mean: Interval,
    /// Its rating in the points of Elo, with a mean of 1500 over all contenders.
    pub rating: Interval,
    /// The opponent against whom it scores least, and that score.
    pub worst: (usize, Interval),
    /// The opponent against whom it scores most, and that score.
    pub best: (usize, Interval),
    /// Whether another contender is at least as good against every opponent.
    pub dominated: Dominated,
}

/// Whether another contender is at least as good against every opponent, and better against one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dominated {
    /// This contender certainly dominates; of several, the one with the best mean.
    By(usize),
    /// This contender may dominate; of several, the one with the best mean.
    Perhaps(usize),
    /// Certainly no contender is.
    No,
}

impl Contenders {
    /// Strength of the contenders of a game.
    pub(super) fn new(game: &Game) -> Self {
        let means: Vec<Interval> = (0..game.len()).map(|one| game.mean(one)).collect();
        let all = (0..game.len())
            .map(|one| Contender {
                name: game.names[one].clone(),
                mean: means[one],
                rating: game.ratings[one],
                worst: extreme(game, one, |a, b| a < b),
                best: extreme(game, one, |a, b| a > b),
                dominated: dominated(game, one, &means),
            })
            .collect();
        Self {
            all,
            edge: game.edge,
            cycles: Cycles::new(game),
            mix: Mix::new(game),
            method: game.method,
        }
    }

    /// Returns the contenders by their mean score, the best first; equal ones in the order of the rows.
    pub fn ranked(&self) -> Vec<usize> {
        let mut ranked: Vec<usize> = (0..self.all.len()).collect();
        let mean = |one: usize| self.all[one].mean.estimate;
        ranked.sort_by(|&a, &b| mean(b).total_cmp(&mean(a)));
        ranked
    }
}

/// Returns the opponent with the most extreme score, the first of several equal ones.
fn extreme(game: &Game, one: usize, beyond: fn(f64, f64) -> bool) -> (usize, Interval) {
    let scores = game
        .others(one)
        .map(|other| (other, game.score(one, other)));
    let further = |most: (usize, Interval), next: (usize, Interval)| {
        if beyond(next.1.estimate, most.1.estimate) {
            next
        } else {
            most
        }
    };
    scores
        .reduce(further)
        .expect("a game has two contenders or more")
}

fn dominated(game: &Game, one: usize, means: &[Interval]) -> Dominated {
    let best = |among: Vec<usize>| {
        let better = |a: usize, b: usize| {
            let ahead = means[b].estimate > means[a].estimate;
            if ahead { b } else { a }
        };
        among.into_iter().reduce(better)
    };
    let verdicts: Vec<(usize, Option<bool>)> = game
        .others(one)
        .map(|other| (other, dominates(game, other, one)))
        .collect();
    let those = |verdict: Option<bool>| {
        let found = verdicts.iter().filter(|(_, found)| *found == verdict);
        found.map(|&(other, _)| other).collect::<Vec<usize>>()
    };
    match (best(those(Some(true))), best(those(None))) {
        (Some(by), _) => Dominated::By(by),
        (None, Some(perhaps)) => Dominated::Perhaps(perhaps),
        (None, None) => Dominated::No,
    }
}

/// Returns whether one contender is at least as good as the other against every opponent, and better against one,
/// with verdicts that hold together for the whole game; `None` if that is uncertain.
fn dominates(game: &Game, one: usize, other: usize) -> Option<bool> {
    let k = game.len();
    let widening = game.widening(k * (k - 1) / 2 * (k - 1));
    let signs = game.others(one).map(|against| {
        let advantage = game.advantage(one, other, against);
        game.sign(advantage, widening)
    });
    let (mut ahead, mut unsure) = (false, false);
    for sign in signs {
        match sign {
            Sign::Below => return Some(false),
            Sign::Above => ahead = true,
            Sign::Unsure => unsure = true,
            Sign::None => {}
        }
    }
    if unsure { None } else { Some(ahead) }
}
