//! Dice that walk every outcome with its exact weight.
//!
//! A rule is run once per path: the choices of the path so far are replayed, the first new question takes its
//! first branch, and between runs the deepest question that has a branch left moves on to it. Questions branch
//! as coarsely as they were asked: a band has one branch per limit, a throw one per total.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::hash::Hash;
use std::rc::Rc;

use num_rational::BigRational;

use super::{Dice, Die, Throw};

/// The exact weight of one path: `ways` out of `of`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weight {
    /// Number of equally likely ways that lead here.
    pub ways: u128,
    /// Number of equally likely ways in all.
    pub of: u128,
}

impl Weight {
    const ONE: Self = Self { ways: 1, of: 1 };

    /// The weight as a probability, correctly rounded but for the last place.
    #[expect(
        clippy::cast_precision_loss,
        reason = "a probability for people; the exact one is `ratio`"
    )]
    pub fn probability(self) -> f64 {
        self.ways as f64 / self.of as f64
    }

    /// The weight as an exact fraction.
    pub fn ratio(self) -> BigRational {
        BigRational::new(self.ways.into(), self.of.into())
    }

    fn times(self, ways: u64, of: u128) -> Self {
        let product = |a: Self| {
            Some(Self {
                ways: a.ways.checked_mul(u128::from(ways))?,
                of: a.of.checked_mul(of)?,
            })
        };
        product(self)
            .or_else(|| product(self.reduced()))
            .expect("one step of a fight rolls few enough dice for 128-bit weights")
    }

    fn reduced(self) -> Self {
        let (mut a, mut b) = (self.ways, self.of);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Self {
            ways: self.ways / a,
            of: self.of / a,
        }
    }
}

/// One branch of a question.
#[derive(Debug, Clone, Copy)]
struct Branch {
    value: i32,
    ways: u64,
}

#[derive(Debug)]
struct Question {
    branches: Rc<[Branch]>,
    taken: usize,
    of: u128,
    /// The weight of the path up to this question's answer.
    weight: Weight,
    /// Where it is a piece of luck, its results: an `Rc` of a list, which the answer is a place in.
    results: Option<Box<dyn Any>>,
}

impl Question {
    /// The answer, as a place in a list.
    fn at(&self) -> usize {
        usize::try_from(self.branches[self.taken].value).expect("a position in a list")
    }
}

/// Dice that follow one path through all outcomes; see [`visit`] and [`outcomes`].
#[derive(Debug, Default)]
pub struct Enumerated {
    path: Vec<Question>,
    depth: usize,
    /// Totals of throws that have been asked for before.
    totals: Memo<Throw, Rc<[Branch]>>,
    /// Pieces of luck that have been asked for before: for each type of key and result, a map of [`Piece`]s.
    pieces: Memo<(TypeId, TypeId), Box<dyn Any>>,
}

/// Looked up at every step of every path.
type Memo<K, V> = HashMap<K, V, foldhash::fast::FixedState>;

/// The different results of a piece of luck, and how many ways lead to each out of how many.
#[derive(Debug)]
struct Piece<T> {
    results: Rc<[T]>,
    branches: Rc<[Branch]>,
    of: u128,
}

impl<T: Clone + Eq> Piece<T> {
    /// Walks through a piece of luck and takes equal results together; first come, first listed.
    fn of(luck: impl FnMut(&mut Enumerated) -> T) -> Self {
        let mut results: Vec<T> = Vec::new();
        let mut weights: Vec<Vec<Weight>> = Vec::new();
        let mut of = 1;
        visit(luck, |result, weight| {
            of = lcm(of, weight.of);
            if let Some(at) = results.iter().position(|other| *other == result) {
                weights[at].push(weight);
            } else {
                results.push(result);
                weights.push(vec![weight]);
            }
        });
        let ways = |all: &Vec<Weight>| all.iter().map(|w| w.ways * (of / w.of)).sum::<u128>();
        let branch = |(at, all): (usize, &Vec<Weight>)| Branch {
            value: i32::try_from(at).expect("few results"),
            ways: u64::try_from(ways(all)).expect("a piece of luck has few dice"),
        };
        Self {
            branches: weights.iter().enumerate().map(branch).collect(),
            results: results.into(),
            of,
        }
    }

    /// The same piece once more.
    fn shared(&self) -> Self {
        Self {
            results: Rc::clone(&self.results),
            branches: Rc::clone(&self.branches),
            of: self.of,
        }
    }
}

/// The least common multiple.
fn lcm(a: u128, b: u128) -> u128 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

impl Enumerated {
    /// Runs `rule` once along every path and hands each result on with its weight. Paths come in the order of their
    /// branches: low bands and totals first.
    pub fn visit<T>(&mut self, rule: impl FnMut(&mut Self) -> T, mut each: impl FnMut(T, Weight)) {
        self.visit_while(rule, |result, weight| {
            each(result, weight);
            true
        });
    }

    /// The same for as long as `each` says so.
    pub fn visit_while<T>(
        &mut self,
        mut rule: impl FnMut(&mut Self) -> T,
        mut each: impl FnMut(T, Weight) -> bool,
    ) {
        self.path.clear();
        loop {
            self.depth = 0;
            let result = rule(self);
            let weight = self
                .path
                .last()
                .map_or(Weight::ONE, |question| question.weight);
            if !each(result, weight) || !self.advance() {
                return;
            }
        }
    }

    fn ask(&mut self, of: u128, branches: impl FnOnce(&mut Self) -> Rc<[Branch]>) -> i32 {
        if self.depth == self.path.len() {
            let before = self
                .path
                .last()
                .map_or(Weight::ONE, |question| question.weight);
            let branches = branches(self);
            let weight = before.times(branches[0].ways, of);
            self.path.push(Question {
                branches,
                taken: 0,
                of,
                weight,
                results: None,
            });
        }
        let question = &self.path[self.depth];
        self.depth += 1;
        question.branches[question.taken].value
    }

    /// Moves on to the next path; false after the last.
    fn advance(&mut self) -> bool {
        while let Some(mut question) = self.path.pop() {
            question.taken += 1;
            if let Some(branch) = question.branches.get(question.taken) {
                let before = self
                    .path
                    .last()
                    .map_or(Weight::ONE, |question| question.weight);
                question.weight = before.times(branch.ways, question.of);
                self.path.push(question);
                return true;
            }
        }
        false
    }
}

impl Dice for Enumerated {
    fn roll(&mut self, die: Die) -> u32 {
        let face = |face: u32| Branch {
            value: face.cast_signed(),
            ways: 1,
        };
        self.ask(u128::from(die.0), |_| (1..=die.0).map(face).collect())
            .cast_unsigned()
    }

    fn band<const N: usize>(&mut self, die: Die, limits: &[u32; N]) -> usize {
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
            all.filter(|branch| branch.ways > 0).collect()
        };
        usize::try_from(self.ask(u128::from(die.0), bands)).expect("a band is an index")
    }

    fn piece<K, T>(&mut self, key: K, luck: impl Fn(&mut Self) -> T) -> T
    where
        K: Hash + Eq + 'static,
        T: Clone + Eq + 'static,
    {
        // A path that has been here before knows what it found.
        if let Some(question) = self.path.get(self.depth)
            && let Some(results) = &question.results
        {
            self.depth += 1;
            let results: &Rc<[T]> = results
                .downcast_ref()
                .expect("a rule asks the same questions on the same path");
            return results[question.at()].clone();
        }
        let pieces = self
            .pieces
            .entry((TypeId::of::<K>(), TypeId::of::<T>()))
            .or_insert_with(|| Box::new(Memo::<K, Piece<T>>::default()))
            .downcast_mut::<Memo<K, Piece<T>>>()
            .expect("the types are the key of this map");
        let piece = pieces
            .entry(key)
            .or_insert_with(|| Piece::of(luck))
            .shared();
        self.ask(piece.of, |_| piece.branches);
        let question = self.path.last_mut().expect("one was just asked");
        question.results = Some(Box::new(Rc::clone(&piece.results)));
        piece.results[question.at()].clone()
    }

    fn total(&mut self, throw: Throw) -> i32 {
        if throw.count == 0 {
            return throw.plus;
        }
        let of = u128::from(throw.sides).pow(u32::from(throw.count));
        self.ask(of, |dice| {
            Rc::clone(dice.totals.entry(throw).or_insert_with(|| totals(throw)))
        })
    }
}

/// Every total of a throw and the number of ways to it.
///
/// # Panics
/// When there are more ways than 64 bits count.
fn totals(throw: Throw) -> Rc<[Branch]> {
    let mut ways = vec![1u64];
    for _ in 0..throw.count {
        let mut next = vec![0u64; ways.len() + usize::from(throw.sides)];
        for (sum, &n) in ways.iter().enumerate() {
            for face in 1..=usize::from(throw.sides) {
                next[sum + face] = next[sum + face]
                    .checked_add(n)
                    .expect("weights of a throw fit 64 bits");
            }
        }
        ways = next;
    }
    let branch = |(sum, ways): (usize, u64)| Branch {
        value: throw.read(i32::try_from(sum).expect("small sums")),
        ways,
    };
    ways.into_iter()
        .enumerate()
        .filter(|&(_, ways)| ways > 0)
        .map(branch)
        .collect()
}

/// [`Enumerated::visit`] with dice of its own.
pub fn visit<T>(rule: impl FnMut(&mut Enumerated) -> T, each: impl FnMut(T, Weight)) {
    Enumerated::default().visit(rule, each);
}

/// An exact distribution.
#[derive(Debug, Clone)]
pub struct Odds<T>(HashMap<T, BigRational>);

impl<T: Eq + Hash> Odds<T> {
    /// The exact probability that `which` holds.
    pub fn of(&self, which: impl Fn(&T) -> bool) -> BigRational {
        self.0
            .iter()
            .filter(|(value, _)| which(value))
            .map(|(_, weight)| weight.clone())
            .sum()
    }

    /// Every outcome and its exact probability, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (&T, &BigRational)> {
        self.0.iter()
    }

    /// The exact mean of a whole number read off each outcome.
    pub fn mean(&self, number: impl Fn(&T) -> i64) -> BigRational {
        self.0
            .iter()
            .map(|(value, weight)| BigRational::from_integer(number(value).into()) * weight)
            .sum()
    }
}

/// The exact distribution of what a rule yields; equal results are added up.
///
/// ```
/// use num_rational::BigRational;
/// use skirmish::dice::{D100, Dice, outcomes};
///
/// let odds = outcomes(|dice| dice.band(D100, &[11, 60]));
/// assert_eq!(odds.of(|&band| band == 1), BigRational::new(49.into(), 100.into()));
/// ```
pub fn outcomes<T: Eq + Hash>(rule: impl FnMut(&mut Enumerated) -> T) -> Odds<T> {
    let mut odds: HashMap<T, BigRational> = HashMap::new();
    visit(rule, |result, weight| {
        *odds.entry(result).or_default() += weight.ratio();
    });
    Odds(odds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(ways: i64, of: i64) -> BigRational {
        BigRational::new(ways.into(), of.into())
    }

    #[test]
    fn weights_sum_to_one_and_totals_are_weighted() {
        let odds = outcomes(|dice| {
            let first = dice.total(Throw::new(2, 6, 0));
            if first > 7 {
                first + dice.roll(Die(4)).cast_signed()
            } else {
                first
            }
        });
        assert_eq!(odds.of(|_| true), fraction(1, 1));
        assert_eq!(odds.of(|&sum| sum == 7), fraction(6, 36));
        assert_eq!(odds.of(|&sum| sum == 16), fraction(1, 36 * 4));
    }

    #[test]
    fn a_piece_branches_once_for_each_result() {
        let luck = |dice: &mut Enumerated| {
            let key = ("half of", 2);
            dice.piece(key, |dice| dice.total(Throw::new(2, 6, 0)) / 2)
        };
        let mut paths = 0;
        visit(luck, |_, _| paths += 1);
        assert_eq!(paths, 6);
        let odds = outcomes(|dice| luck(dice) + luck(dice));
        assert_eq!(odds.of(|&sum| sum == 2), fraction(9, 36 * 36));
        assert_eq!(odds.of(|_| true), fraction(1, 1));
    }

    #[test]
    fn a_band_that_cannot_happen_is_no_branch() {
        let mut paths = 0;
        visit(|dice| dice.band(Die(100), &[0, 100]), |_, _| paths += 1);
        assert_eq!(paths, 1);
    }
}
