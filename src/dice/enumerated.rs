//! Dice that walk every outcome with its exact weight.
//!
//! A rule is run once per path: the choices of the path so far are replayed, the first new question takes its
//! first branch, and between runs the deepest question that has a branch left moves on to it. Questions branch
//! as coarsely as they were asked: a band has one branch per limit, a throw one per total.
//!
//! Weights are whole numbers. Where dice can fall in more ways than 64 bits count, their totals are weighed in parts of
//! 2^48, rounded down: what they lack is left open and told of ([`Enumerated::left_open`]), never given to another total.
//! A path of more dice than 128 bits can weigh ends the walk ([`Enumerated::is_beyond`]).

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

    /// Stands for a weight that 128 bits do not hold.
    const BEYOND: Self = Self {
        ways: 0,
        of: u128::MAX,
    };

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

    fn times(self, ways: u64, of: u128) -> Option<Self> {
        let product = |a: Self| {
            Some(Self {
                ways: a.ways.checked_mul(u128::from(ways))?,
                of: a.of.checked_mul(of)?,
            })
        };
        product(self).or_else(|| product(self.reduced()))
    }

    /// How many parts of 2^`bits` it is, rounded down.
    pub(crate) fn parts(self, bits: u32) -> u128 {
        let Self { ways, of } = self.reduced();
        let (mut parts, mut rest) = (ways / of, ways % of);
        for _ in 0..bits {
            // Doubled, but for the carry out of the highest bit.
            let over = rest >> 127 == 1;
            rest <<= 1;
            parts <<= 1;
            if over || rest >= of {
                rest = rest.wrapping_sub(of);
                parts |= 1;
            }
        }
        parts
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

/// In how many bits those totals are weighed that can fall in more than 2^64 ways.
const COARSE: u32 = 48;
/// In how many bits they are weighed while they are being added up.
const FINE: u32 = 100;

/// The branches of a question, and how many ways they have together with those that are left open.
#[derive(Debug, Clone)]
struct Fork {
    branches: Rc<[Branch]>,
    of: u128,
    open: u128,
}

impl Fork {
    /// Branches that leave nothing open.
    const fn whole(branches: Rc<[Branch]>, of: u128) -> Self {
        Self {
            branches,
            of,
            open: 0,
        }
    }

    /// The first branch and no other, where it does not matter.
    fn one() -> Self {
        Self::whole(Rc::new([Branch { value: 0, ways: 1 }]), 1)
    }

    /// Branches from their values and weights in parts of 2^[`FINE`]; those that weigh too little are left open.
    fn coarse(fine: impl Iterator<Item = (i32, u128)>) -> Self {
        let branch = |(value, parts): (i32, u128)| Branch {
            value,
            ways: u64::try_from(parts >> (FINE - COARSE)).expect("no more than the whole"),
        };
        let branches: Rc<[Branch]> = fine.map(branch).filter(|one| one.ways > 0).collect();
        let of = 1 << COARSE;
        let held: u128 = branches.iter().map(|one| u128::from(one.ways)).sum();
        Self {
            branches,
            of,
            open: of - held,
        }
    }
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
    totals: Memo<Throw, Fork>,
    /// Pieces of luck that have been asked for before: for each type of key and result, a map of [`Piece`]s.
    pieces: Memo<(TypeId, TypeId), Box<dyn Any>>,
    left_open: f64,
    is_beyond: bool,
}

/// Looked up at every step of every path.
type Memo<K, V> = HashMap<K, V, foldhash::fast::FixedState>;

/// The different results of a piece of luck, and how many ways lead to each out of how many.
#[derive(Debug)]
struct Piece<T> {
    results: Rc<[T]>,
    fork: Fork,
    is_beyond: bool,
}

impl<T: Clone + Eq> Piece<T> {
    /// Walks through a piece of luck and takes equal results together; first come, first listed.
    fn of(luck: impl FnMut(&mut Enumerated) -> T) -> Self {
        let mut results: Vec<T> = Vec::new();
        let mut weights: Vec<Vec<Weight>> = Vec::new();
        let mut dice = Enumerated::default();
        dice.visit(luck, |result, weight| {
            if let Some(at) = results.iter().position(|other| *other == result) {
                weights[at].push(weight);
            } else {
                results.push(result);
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
        let fork = if dice.is_beyond { Fork::one() } else { fork };
        Self {
            results: results.into(),
            fork,
            is_beyond: dice.is_beyond,
        }
    }

    /// The same piece once more.
    fn shared(&self) -> Self {
        Self {
            results: Rc::clone(&self.results),
            fork: self.fork.clone(),
            is_beyond: self.is_beyond,
        }
    }
}

/// A branch for each of these sums of weights, if 64 bits count its ways.
fn exact(weights: &[Vec<Weight>]) -> Option<Fork> {
    let mut of = 1;
    for weight in weights.iter().flatten() {
        of = lcm(of, weight.of)?;
    }
    let branch = |(value, all): (i32, &Vec<Weight>)| {
        let ways = all.iter().map(|one| one.ways * (of / one.of)).sum::<u128>();
        let ways = u64::try_from(ways).ok()?;
        Some(Branch { value, ways })
    };
    let branches: Option<Rc<[Branch]>> = (0..).zip(weights).map(branch).collect();
    Some(Fork::whole(branches?, of))
}

/// The least common multiple, if 128 bits hold it.
fn lcm(a: u128, b: u128) -> Option<u128> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b)
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
        (self.left_open, self.is_beyond) = (0.0, false);
        loop {
            self.depth = 0;
            let result = rule(self);
            let weight = self
                .path
                .last()
                .map_or(Weight::ONE, |question| question.weight);
            if !each(result, weight) || self.is_beyond || !self.advance() {
                return;
            }
        }
    }

    /// The probability of all that the latest walk left open, as totals of very many dice do: no path has it.
    pub fn left_open(&self) -> f64 {
        self.left_open
    }

    /// Whether the latest walk was given up on a path of more dice than 128 bits can weigh. What it handed on until
    /// then is not the whole, and the weight of its last path means nothing.
    pub fn is_beyond(&self) -> bool {
        self.is_beyond
    }

    fn ask(&mut self, fork: impl FnOnce(&mut Self) -> Fork) -> i32 {
        if self.depth == self.path.len() {
            let before = self
                .path
                .last()
                .map_or(Weight::ONE, |question| question.weight);
            let Fork { branches, of, open } = fork(self);
            if open > 0 {
                #[expect(clippy::cast_precision_loss, reason = "told as a float")]
                let part = open as f64 / of as f64;
                self.left_open += before.probability() * part;
            }
            let weight = before.times(branches[0].ways, of);
            self.is_beyond |= weight.is_none();
            self.path.push(Question {
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

    /// Moves on to the next path; false after the last.
    fn advance(&mut self) -> bool {
        while let Some(mut question) = self.path.pop() {
            question.taken += 1;
            if let Some(branch) = question.branches.get(question.taken) {
                let before = self
                    .path
                    .last()
                    .map_or(Weight::ONE, |question| question.weight);
                let weight = before.times(branch.ways, question.of);
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
    fn roll(&mut self, die: Die) -> u32 {
        let face = |face: u32| Branch {
            value: face.cast_signed(),
            ways: 1,
        };
        let faces = |_: &mut Self| {
            let faces = (1..=die.0).map(face).collect();
            Fork::whole(faces, die.0.into())
        };
        self.ask(faces).cast_unsigned()
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
            let all = all.filter(|branch| branch.ways > 0).collect();
            Fork::whole(all, die.0.into())
        };
        usize::try_from(self.ask(bands)).expect("a band is an index")
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
        self.is_beyond |= piece.is_beyond;
        self.ask(|_| piece.fork);
        let question = self.path.last_mut().expect("one was just asked");
        question.results = Some(Box::new(Rc::clone(&piece.results)));
        piece.results[question.at()].clone()
    }

    fn total(&mut self, throw: Throw) -> i32 {
        if throw.count == 0 {
            return throw.plus;
        }
        self.ask(|dice| {
            let known = dice.totals.entry(throw);
            known.or_insert_with(|| totals(throw)).clone()
        })
    }
}

/// Every total of a throw and the number of ways to it.
fn totals(throw: Throw) -> Fork {
    let read = |sum: usize| throw.read(i32::try_from(sum).expect("small sums"));
    let Some(of) = throw.ways() else {
        let fine = fine_totals(throw).into_iter().enumerate();
        return Fork::coarse(fine.map(|(sum, parts)| (read(sum), parts)));
    };
    let mut ways = vec![1u64];
    for _ in 0..throw.count {
        let mut next = vec![0u64; ways.len() + usize::from(throw.sides)];
        for (sum, &n) in ways.iter().enumerate() {
            for face in 1..=usize::from(throw.sides) {
                next[sum + face] += n;
            }
        }
        ways = next;
    }
    let branch = |(sum, ways): (usize, u64)| Branch {
        value: read(sum),
        ways,
    };
    let some = ways.into_iter().enumerate().filter(|&(_, ways)| ways > 0);
    Fork::whole(some.map(branch).collect(), of.into())
}

/// How likely each sum of a throw's dice is: in parts of 2^[`FINE`], rounded down.
fn fine_totals(throw: Throw) -> Vec<u128> {
    let faces = usize::from(throw.sides);
    let mut sums = vec![1u128 << FINE];
    for _ in 0..throw.count {
        let before = |sum: usize, less: usize| {
            let place = sum.checked_sub(less);
            place.and_then(|at| sums.get(at)).copied().unwrap_or(0)
        };
        // What leads here by any of the faces.
        let mut window = 0;
        let odds = |sum: usize| {
            window = window + before(sum, 1) - before(sum, faces + 1);
            window / u128::from(throw.sides)
        };
        sums = (0..sums.len() + faces).map(odds).collect();
    }
    sums
}

/// [`Enumerated::visit`] with dice of its own.
///
/// # Panics
/// When a path has more dice than 128 bits can weigh.
pub fn visit<T>(rule: impl FnMut(&mut Enumerated) -> T, each: impl FnMut(T, Weight)) {
    let mut dice = Enumerated::default();
    dice.visit(rule, each);
    assert!(!dice.is_beyond, "few enough dice for 128-bit weights");
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
    fn what_very_many_dice_leave_open_is_told() {
        let mut dice = Enumerated::default();
        let (mut held, mut sum) = (0.0, 0.0);
        let many = |dice: &mut Enumerated| dice.total(Throw::new(64, 20, 0));
        dice.visit(many, |total, weight| {
            held += weight.probability();
            sum += f64::from(total) * weight.probability();
        });
        let open = dice.left_open();
        assert!(open > 0.0 && open < 1e-10, "{open}");
        assert!((held + open - 1.0).abs() < 1e-14, "{held} {open}");
        assert!((sum - 64.0 * 10.5).abs() < 1e-6, "{sum}");
        assert!(!dice.is_beyond());
    }

    #[test]
    fn a_piece_of_very_many_dice_leaves_open_what_its_dice_do() {
        let throw = Throw::new(15, 20, 0);
        let luck = |dice: &mut Enumerated| {
            dice.piece("lower", |dice| dice.total(throw).min(dice.total(throw)))
        };
        let (mut dice, mut other) = (Enumerated::default(), Enumerated::default());
        let (mut held, mut low, mut high) = (0.0, 0.0, 0.0);
        dice.visit(luck, |total, weight| {
            held += weight.probability();
            low += f64::from(u8::from(total <= 150)) * weight.probability();
        });
        let single = |dice: &mut Enumerated| dice.total(throw);
        other.visit(single, |total, weight| {
            high += f64::from(u8::from(total > 150)) * weight.probability();
        });
        assert!((low + high * high - 1.0).abs() < 1e-10, "{low} {high}");
        assert!((held + dice.left_open() - 1.0).abs() < 1e-14, "{held}");
    }

    #[test]
    fn a_walk_that_no_weight_can_hold_is_given_up_and_says_so() {
        let mut dice = Enumerated::default();
        let mut paths = 0;
        let many = |dice: &mut Enumerated| (0..40).map(|_| dice.roll(Die(20))).sum::<u32>();
        dice.visit(many, |_, _| paths += 1);
        assert!(dice.is_beyond() && paths == 1);
        dice.visit(|dice| dice.roll(Die(6)), |_, _| paths += 1);
        assert!(!dice.is_beyond() && paths == 7);
    }

    #[test]
    fn a_band_that_cannot_happen_is_no_branch() {
        let mut paths = 0;
        visit(|dice| dice.band(Die(100), &[0, 100]), |_, _| paths += 1);
        assert_eq!(paths, 1);
    }
}
