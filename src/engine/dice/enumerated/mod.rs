//! Dice that go through all outcomes of a rule, each with its exact weight.
//!
//! These dice run a rule once for each path. A path is one combination of answers to the rule's questions. A
//! question is one call of [`Dice`], such as a roll. Each run repeats the first answers of the path before,
//! up to the last question that has another answer left. This question gets its next answer, and all later
//! questions get their first one. The number of answers depends on the question: a band has one for each
//! range of faces, and a throw one for each total.
//!
//! Weights are whole numbers. If dice can fall in more ways than 64 bits can count, the weights of their
//! totals are parts of 2^48, rounded down. The loss by rounding is not added to another total. It is left
//! open and reported ([`Enumerated::left_open`]). If a path has more dice than 128 bits can weigh, the
//! enumeration ends ([`Enumerated::is_beyond`]).
//!
//! [`Enumerated`] can also play single fights with paired luck instead ([`Enumerated::paired`]). The rules
//! are long code, and a separate type of dice would need one more compiled copy of them.
mod forks;
mod odds;
mod pieces;
#[cfg(test)]
mod tests;
mod weight;

pub use odds::{Odds, outcomes, visit};
pub use weight::Weight;

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::hash::Hash;
use std::rc::Rc;

use super::{Dice, Die, Faces, Paired, Prefix, Throw, Topic, band_of};
use forks::{Branch, Fork, totals};
use pieces::Piece;

/// The kind of a question, that is, of a call of [`Dice`].
#[derive(Debug)]
enum QuestionKind {
    /// The band that the face of a die falls into: see [`Dice::band`].
    Die,
    /// The total of a throw.
    Total(Throw),
    /// The result of a piece of luck: see [`Dice::piece`]. If `keeps_faces` is true, holds the faces of one
    /// path to each result.
    Piece(Option<Rc<[Prefix]>>),
}

#[derive(Debug)]
struct Question {
    asked: QuestionKind,
    branches: Rc<[Branch]>,
    taken: usize,
    of: u128,
    /// The weight of the path up to and including the present answer to this question.
    weight: Weight,
    /// The list of results, as an `Rc<[T]>`, if the question is a piece of luck. The answer is then an index
    /// into this list.
    results: Option<Box<dyn Any>>,
}

impl Question {
    /// Returns the present answer, which must be an index.
    fn at(&self) -> usize {
        usize::try_from(self.branches[self.taken].value).expect("a position in a list")
    }

    /// Returns faces of the dice that give the present answer.
    fn faces(&self) -> Vec<Faces> {
        match &self.asked {
            QuestionKind::Die => {
                let ways = |branch: &Branch| u32::try_from(branch.ways).expect("faces of one die");
                let below: u32 = self.branches[..self.taken].iter().map(ways).sum();
                vec![Faces {
                    low: below + 1,
                    high: below + ways(&self.branches[self.taken]),
                }]
            }
            QuestionKind::Total(throw) => {
                let sides = u32::from(throw.sides);
                // The lowest total has a 1 on each die. `more` is what the other dice still have to add to
                // that.
                let mut more = u32::try_from(self.taken).expect("small sums");
                let face = |_| {
                    let face = 1 + more.min(sides - 1);
                    more -= face - 1;
                    Faces::one(face)
                };
                (0..throw.count).map(face).collect()
            }
            QuestionKind::Piece(paths) => {
                let paths = paths
                    .as_ref()
                    .expect("paths are kept where they are needed");
                paths[self.at()].faces().to_vec()
            }
        }
    }
}

/// Dice that follow one path after another through all outcomes of a rule. See [`visit`] and [`outcomes`].
#[derive(Debug, Default)]
pub struct Enumerated {
    path: Vec<Question>,
    depth: usize,
    /// A cache with the fork of each throw.
    totals: Memo<Throw, Fork>,
    /// A cache of pieces of luck. For each pair of types, those of the key and of the result, it has a map of
    /// [`Piece`]s.
    pieces: Memo<(TypeId, TypeId), Box<dyn Any>>,
    left_open: f64,
    is_beyond: bool,
    /// The number of paths played, including those within pieces of luck. `most_walked` is the greatest
    /// number allowed.
    walked: u64,
    most_walked: Option<u64>,
    is_spent: bool,
    /// Whether pieces of luck must keep the faces of their paths, because [`Enumerated::prefix`] will be
    /// called.
    keeps_faces: bool,
    /// The paired dice that answer all questions. `None` if paths are enumerated.
    paired: Option<Box<Paired>>,
}

/// A cache. The hash function is fast, because every step of every path uses a cache.
type Memo<K, V> = HashMap<K, V, foldhash::fast::FixedState>;

impl Enumerated {
    /// Creates dice that can return the faces of a path ([`Enumerated::prefix`]), if `keeps_faces` is true.
    pub(crate) fn keeping_faces(keeps_faces: bool) -> Self {
        Self {
            keeps_faces,
            ..Self::default()
        }
    }

    /// Creates dice that give the answers of these paired dice, and do not enumerate paths.
    pub fn paired(dice: Paired) -> Self {
        Self {
            paired: Some(Box::new(dice)),
            ..Self::default()
        }
    }

    /// Limits the number of further paths to `paths`, including those within pieces of luck.
    pub(crate) fn allow(&mut self, paths: u64) {
        self.most_walked = Some(self.walked.saturating_add(paths));
    }

    /// Returns the number of paths played, including those within pieces of luck.
    pub(crate) fn walked(&self) -> u64 {
        self.walked
    }

    /// Returns whether the latest enumeration ended because there were more paths than allowed. The result
    /// and the weight of its last path may then be invalid.
    pub(crate) fn is_spent(&self) -> bool {
        self.is_spent
    }

    /// Returns the number of paths still allowed; `None` for no limit.
    fn paths_left(&self) -> Option<u64> {
        self.most_walked
            .map(|most| most.saturating_sub(self.walked))
    }

    /// Makes paired dice give the luck of the fight with this key.
    ///
    /// # Panics
    /// When the dice are not paired.
    pub fn turn_to(&mut self, key: [u64; 2]) {
        let paired = self.paired.as_mut();
        paired.expect("paired dice").turn_to(key);
    }

    /// Returns faces of dice that lead along the latest path. If several combinations of faces do, returns
    /// one of them.
    pub(crate) fn prefix(&self) -> Prefix {
        self.path.iter().flat_map(Question::faces).collect()
    }

    /// Returns the weight of the present path, as far as its questions have been answered.
    fn weight(&self) -> Weight {
        self.path
            .last()
            .map_or(Weight::ONE, |question| question.weight)
    }

    /// Runs `rule` once along every path, and passes each result with its weight to `each`. Low answers come
    /// first, and the answer to the last question changes fastest.
    pub fn visit<T>(&mut self, rule: impl FnMut(&mut Self) -> T, mut each: impl FnMut(T, Weight)) {
        self.visit_while(rule, |result, weight| {
            each(result, weight);
            true
        });
    }

    /// Runs `rule` like [`Enumerated::visit`], but stops when `each` returns false.
    pub fn visit_while<T>(
        &mut self,
        mut rule: impl FnMut(&mut Self) -> T,
        mut each: impl FnMut(T, Weight) -> bool,
    ) {
        self.path.clear();
        (self.left_open, self.is_beyond, self.is_spent) = (0.0, false, false);
        loop {
            self.depth = 0;
            self.walked += 1;
            let result = rule(self);
            let weight = self.weight();
            if !each(result, weight) || self.is_beyond || self.is_spent || !self.advance() {
                return;
            }
            if self.paths_left() == Some(0) {
                self.is_spent = true;
                return;
            }
        }
    }

    /// Returns the total probability of all outcomes that the latest enumeration has left out. It is above 0
    /// only if a sum has very many dice.
    pub fn left_open(&self) -> f64 {
        self.left_open
    }

    /// Returns whether the latest enumeration ended on a path with more dice than 128 bits can weigh. The
    /// results are then incomplete, and the weight of the last path has no meaning.
    pub fn is_beyond(&self) -> bool {
        self.is_beyond
    }

    fn ask(&mut self, asked: QuestionKind, fork: impl FnOnce(&mut Self) -> Fork) -> i32 {
        if self.depth == self.path.len() {
            let before = self.weight();
            let Fork { branches, of, open } = fork(self);
            if open > 0 {
                #[expect(clippy::cast_precision_loss, reason = "told as a float")]
                let part = open as f64 / of as f64;
                self.left_open += before.probability() * part;
            }
            let weight = before.times(branches[0].ways, of);
            self.is_beyond |= weight.is_none();
            self.path.push(Question {
                asked,
                branches,
                taken: 0,
                of,
                weight: weight.unwrap_or(Weight::BEYOND),
                results: None,
            });
        }
        let question = &self.path[self.depth];
        self.depth += 1;
        question.branches[question.taken].value
    }

    fn ask_band(&mut self, die: Die, limits: &[u32]) -> usize {
        let bands = |_: &mut Self| {
            let mut counted = 0;
            let band = |(at, limit): (usize, u32)| {
                let ways = limit.min(die.0).saturating_sub(counted);
                counted += ways;
                Branch {
                    value: i32::try_from(at).expect("few bands"),
                    ways: u64::from(ways),
                }
            };
            let all = limits.iter().copied().chain([die.0]).enumerate().map(band);
            let all = all.filter(|branch| branch.ways > 0).collect();
            Fork::whole(all, die.0.into())
        };
        usize::try_from(self.ask(QuestionKind::Die, bands)).expect("a band is an index")
    }

    /// Advances to the next path. Returns false if there is no further path.
    fn advance(&mut self) -> bool {
        while let Some(mut question) = self.path.pop() {
            question.taken += 1;
            if let Some(branch) = question.branches.get(question.taken) {
                let weight = self.weight().times(branch.ways, question.of);
                self.is_beyond |= weight.is_none();
                question.weight = weight.unwrap_or(Weight::BEYOND);
                self.path.push(question);
                return true;
            }
        }
        false
    }
}

impl Dice for Enumerated {
    const TAKES_TOGETHER: bool = true;

    fn roll(&mut self, die: Die) -> u32 {
        if let Some(paired) = &mut self.paired {
            return paired.roll(die);
        }
        let face = |face: u32| Branch {
            value: face.cast_signed(),
            ways: 1,
        };
        let faces = |_: &mut Self| {
            let faces = (1..=die.0).map(face).collect();
            Fork::whole(faces, die.0.into())
        };
        self.ask(QuestionKind::Die, faces).cast_unsigned()
    }

    #[inline]
    fn band<const N: usize>(&mut self, die: Die, limits: &[u32; N]) -> usize {
        match &mut self.paired {
            Some(paired) => band_of(paired.roll(die), limits),
            None => self.ask_band(die, limits),
        }
    }

    fn piece<K, T>(&mut self, key: K, luck: impl Fn(&mut Self) -> T) -> T
    where
        K: Hash + Eq + 'static,
        T: Clone + Eq + 'static,
    {
        // Paired dice do not enumerate paths, so nothing is merged.
        if self.paired.is_some() {
            return luck(self);
        }
        // If the path repeats an earlier answer, the results have already been worked out.
        if let Some(question) = self.path.get(self.depth)
            && let Some(results) = &question.results
        {
            self.depth += 1;
            let results: &Rc<[T]> = results
                .downcast_ref()
                .expect("a rule asks the same questions on the same path");
            return results[question.at()].clone();
        }
        let (keeps, most) = (self.keeps_faces, self.paths_left());
        let mut walked = 0;
        let pieces = self
            .pieces
            .entry((TypeId::of::<K>(), TypeId::of::<T>()))
            .or_insert_with(|| Box::new(Memo::<K, Piece<T>>::default()))
            .downcast_mut::<Memo<K, Piece<T>>>()
            .expect("the types are the key of this map");
        let piece = pieces
            .entry(key)
            .or_insert_with(|| {
                let (piece, paths) = Piece::of(&luck, keeps, most);
                walked = paths;
                piece
            })
            .shared();
        self.walked += walked;
        self.is_spent |= piece.is_spent;
        self.is_beyond |= piece.is_beyond;
        let at = self.ask(QuestionKind::Piece(piece.paths), |_| piece.fork);
        if let Some(question) = self.path.last_mut() {
            question.results = Some(Box::new(Rc::clone(&piece.results)));
        }
        piece.results[usize::try_from(at).expect("a position in a list")].clone()
    }

    fn total(&mut self, throw: Throw) -> i32 {
        if let Some(paired) = &mut self.paired {
            return paired.total(throw);
        }
        if throw.count == 0 {
            return throw.plus;
        }
        self.ask(QuestionKind::Total(throw), |dice| {
            let known = dice.totals.entry(throw);
            known.or_insert_with(|| totals(throw)).clone()
        })
    }

    #[inline]
    fn about(&mut self, topic: Topic) {
        if let Some(paired) = &mut self.paired {
            paired.about(topic);
        }
    }
}
