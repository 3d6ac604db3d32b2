//! Pieces of luck: parts of a rule that depend only on a key and on dice. Paths within a piece that give
//! equal results are merged.

use std::rc::Rc;

use super::forks::{FINE, Fork, exact};
use super::{Enumerated, Weight};
use crate::dice::Prefix;

/// The different results of a piece of luck, and their weights.
#[derive(Debug)]
pub(super) struct Piece<T> {
    pub(super) results: Rc<[T]>,
    /// For each result, one path that leads to it. `None` if faces are not kept.
    pub(super) paths: Option<Rc<[Prefix]>>,
    pub(super) fork: Fork,
    pub(super) is_beyond: bool,
    /// Whether the piece has more paths than allowed. Its results are then incomplete.
    pub(super) is_spent: bool,
}

impl<T: Clone + Eq> Piece<T> {
    /// Plays a piece of luck along every path and merges equal results, in the order of first occurrence. If
    /// `keeps` is true, also keeps a path to each result. `most` is the number of paths allowed, and `None`
    /// means no limit. One path is always played. Returns the piece and the number of paths played.
    pub(super) fn of(
        luck: impl Fn(&mut Enumerated) -> T,
        keeps: bool,
        most: Option<u64>,
    ) -> (Self, u64) {
        let mut results: Vec<T> = Vec::new();
        let mut paths = Vec::new();
        let mut weights: Vec<Vec<Weight>> = Vec::new();
        // A piece within this piece must keep its faces too.
        let mut dice = Enumerated::keeping_faces(keeps);
        dice.most_walked = most;
        let along = |dice: &mut Enumerated| {
            let result = luck(dice);
            (result, keeps.then(|| dice.prefix()))
        };
        dice.visit(along, |(result, path), weight| {
            if let Some(at) = results.iter().position(|other| *other == result) {
                weights[at].push(weight);
            } else {
                results.push(result);
                paths.extend(path);
                weights.push(vec![weight]);
            }
        });
        let exact = if dice.left_open > 0.0 {
            None
        } else {
            exact(&weights)
        };
        let fork = exact.unwrap_or_else(|| {
            let parts = |all: &Vec<Weight>| all.iter().map(|one| one.parts(FINE)).sum();
            Fork::coarse((0..).zip(weights.iter().map(parts)))
        });
        let is_whole = !dice.is_beyond && !dice.is_spent;
        let fork = if is_whole { fork } else { Fork::one() };
        let piece = Self {
            results: results.into(),
            paths: keeps.then(|| paths.into()),
            fork,
            is_beyond: dice.is_beyond,
            is_spent: dice.is_spent,
        };
        (piece, dice.walked)
    }

    /// Returns another handle to the data of this piece.
    pub(super) fn shared(&self) -> Self {
        Self {
            results: Rc::clone(&self.results),
            paths: self.paths.clone(),
            fork: self.fork.clone(),
            is_beyond: self.is_beyond,
            is_spent: self.is_spent,
        }
    }
}
