//! Evaluates how strong each contender is against all others. A contender is a value that both axes of a
//! matrix have, such as a stat block.

use super::cycles::Cycles;
use super::game::{Game, Sign};
use super::mix::Mix;
use crate::tally::{Interval, Method};

/// The contenders of a matrix, and the results of all their fights against each other.
#[derive(Debug, Clone)]
pub struct Contenders {
    /// The contenders, in the order of the matrix rows.
    pub all: Vec<Contender>,
    /// The mean score of the rows' side (the side whose contenders are the rows) minus one half, over all
    /// cells of two different contenders. It shows the advantage of that side itself.
    pub edge: Interval,
    /// The contenders that beat each other in cycles.
    pub cycles: Cycles,
    /// The mix of contenders that nobody can exploit. `None` if it could not be computed.
    pub mix: Option<Mix>,
    /// The method that gave the figures.
    pub method: Method,
}

/// A contender of a matrix.
#[derive(Debug, Clone)]
pub struct Contender {
    /// The name of the contender.
    pub name: String,
    /// The mean score against all others, from 0 to 1.
    pub mean: Interval,
    /// The rating in Elo points. The mean over all contenders is 1500.
    pub rating: Interval,
    /// The index of the opponent against whom this contender has its lowest score, and that score.
    pub worst: (usize, Interval),
    /// The index of the opponent against whom this contender has its highest score, and that score.
    pub best: (usize, Interval),
    /// Whether another contender dominates this one.
    pub dominated: Dominated,
}

/// Whether a contender is dominated by another one. The dominating contender is at least as good against
/// every opponent, and better against at least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dominated {
    /// The contender with this index certainly dominates it. If several do, this is the one with the best
    /// mean score.
    By(usize),
    /// The contender with this index may dominate it. If several may, this is the one with the best mean
    /// score.
    Perhaps(usize),
    /// Certainly no other contender dominates it.
    No,
}

impl Contenders {
    /// Evaluates the contenders of a game.
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

    /// Returns the indices of the contenders, ordered from the best mean score to the worst. Equal ones are
    /// in the order of the rows.
    pub fn ranked(&self) -> Vec<usize> {
        let mut ranked: Vec<usize> = (0..self.all.len()).collect();
        let mean = |one: usize| self.all[one].mean.estimate;
        ranked.sort_by(|&a, &b| mean(b).total_cmp(&mean(a)));
        ranked
    }
}

/// Returns the opponent against whom `one` has its lowest or highest score, and that score. `beyond` returns
/// whether its first argument is more extreme than the second. Of several equal scores, the first one is
/// returned.
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

/// Returns whether `one` dominates `other`: whether it is at least as good against every opponent, and better
/// against at least one. `None` if this is uncertain. The verdicts on all pairs of the game are all right
/// with a probability of 95 %.
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
