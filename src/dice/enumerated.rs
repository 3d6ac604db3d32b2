//! Dice that walk every outcome with its exact weight.
//!
//! A rule is run once per path: the choices of the path so far are replayed, the first new question takes its
//! first branch, and between runs the deepest question that has a branch left moves on to it. Questions branch
//! as coarsely as they were asked: a band has one branch per limit, a throw one per total.
//!
//! Weights are whole numbers. Where dice can fall in more ways than 64 bits count, their totals are weighed in parts of
//! 2^48, rounded down: what they lack is left open and told of ([`Enumerated::left_open`]), never given to another total.
//! A path of more dice than 128 bits can weigh ends the walk ([`Enumerated::is_beyond`]).
//!
//! A walk may also stop short on paths that have become unlikely ([`Enumerated::down_to`]): of these it hands on how they
//! begin, and what all paths weigh that begin so.
//!
//! The same dice play single fights with paired luck ([`Enumerated::paired`]), so that the rules, which are long, are not
//! compiled once more for those.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::hash::Hash;
use std::rc::Rc;

use num_rational::BigRational;

use super::{Dice, Die, Faces, Paired, Prefix, Throw, Topic, band_of};

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

/// What was asked.
#[derive(Debug)]
enum Asked {
    /// In which band of faces a die falls.
    Die,
    /// The total of a throw.
    Total(Throw),
    /// The result of a piece of luck: for each of its results how a path to it goes, where that is kept.
    Piece(Option<Rc<[Prefix]>>),
}

#[derive(Debug)]
struct Question {
    asked: Asked,
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

    /// Faces with which dice give this answer.
    fn faces(&self) -> Vec<Faces> {
        match &self.asked {
            Asked::Die => {
                let ways = |branch: &Branch| u32::try_from(branch.ways).expect("faces of one die");
                let below: u32 = self.branches[..self.taken].iter().map(ways).sum();
                vec![Faces {
                    low: below + 1,
                    high: below + ways(&self.branches[self.taken]),
                }]
            }
            Asked::Total(throw) => {
                let sides = u32::from(throw.sides);
                // The lowest total has a 1 on each die.
                let mut more = u32::try_from(self.taken).expect("small sums");
                let face = |_| {
                    let face = 1 + more.min(sides - 1);
                    more -= face - 1;
                    Faces::one(face)
                };
                (0..throw.count).map(face).collect()
            }
            Asked::Piece(paths) => {
                let paths = paths
                    .as_ref()
                    .expect("paths are kept where they are needed");
                paths[self.at()].faces().to_vec()
            }
        }
    }
}

/// Most results of a piece of luck that is walked through at once where paths are broken off.
const MOST_RESULTS: usize = 16;

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
    /// The weight below which paths are broken off.
    least: f64,
    /// Whether the latest path was.
    is_broken_off: bool,
    /// What answers each question, where no path is walked.
    paired: Option<Box<Paired>>,
}

/// Looked up at every step of every path.
type Memo<K, V> = HashMap<K, V, foldhash::fast::FixedState>;

/// The different results of a piece of luck, and how many ways lead to each out of how many.
#[derive(Debug)]
struct Piece<T> {
    results: Rc<[T]>,
    /// How a path to each of them goes, if that is kept.
    paths: Option<Rc<[Prefix]>>,
    fork: Fork,
    is_beyond: bool,
}

impl<T: Clone + Eq> Piece<T> {
    /// Walks through a piece of luck and takes equal results together; first come, first listed. `keeps`: how they come
    /// about is wanted, too.
    fn of(luck: impl Fn(&mut Enumerated) -> T, keeps: bool) -> Self {
        let mut results: Vec<T> = Vec::new();
        let mut paths = Vec::new();
        let mut weights: Vec<Vec<Weight>> = Vec::new();
        // Kept for the pieces in this one as well; no path weighs so little.
        let mut dice = Enumerated::down_to(if keeps { f64::MIN_POSITIVE } else { 0.0 });
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
        let fork = if dice.is_beyond { Fork::one() } else { fork };
        Self {
            results: results.into(),
            paths: keeps.then(|| paths.into()),
            fork,
            is_beyond: dice.is_beyond,
        }
    }

    /// The same piece once more.
    fn shared(&self) -> Self {
        Self {
            results: Rc::clone(&self.results),
            paths: self.paths.clone(),
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
    /// Dice that go no further along a path once it weighs less than this, as a probability: what it is asked from there on
    /// has any answer, and its weight is that of all paths which begin like it ([`Enumerated::broken_off`]).
    pub(crate) fn down_to(least: f64) -> Self {
        Self {
            least,
            ..Self::default()
        }
    }

    /// Dice that walk along no path, but answer as paired dice do.
    pub fn paired(dice: Paired) -> Self {
        Self {
            paired: Some(Box::new(dice)),
            ..Self::default()
        }
    }

    /// Turns paired dice to the fight of this key.
    ///
    /// # Panics
    /// When they are not paired.
    pub fn turn_to(&mut self, key: [u64; 2]) {
        let paired = self.paired.as_mut();
        paired.expect("paired dice").turn_to(key);
    }

    /// How the latest path begins, if it was broken off.
    pub(crate) fn broken_off(&self) -> Option<Prefix> {
        self.is_broken_off.then(|| self.prefix())
    }

    /// Faces along the path.
    fn prefix(&self) -> Prefix {
        self.path.iter().flat_map(Question::faces).collect()
    }

    fn breaks_off(&self) -> bool {
        self.least > 0.0
    }

    /// The weight of the path so far.
    fn weight(&self) -> Weight {
        self.path
            .last()
            .map_or(Weight::ONE, |question| question.weight)
    }

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
            self.is_broken_off = false;
            let result = rule(self);
            let weight = self.weight();
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

    fn ask(&mut self, asked: Asked, fork: impl FnOnce(&mut Self) -> Fork) -> i32 {
        if self.depth == self.path.len() {
            let before = self.weight();
            let Fork { branches, of, open } = fork(self);
            self.is_broken_off |= before.probability() < self.least;
            if self.is_broken_off {
                return branches[0].value;
            }
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
        usize::try_from(self.ask(Asked::Die, bands)).expect("a band is an index")
    }

    /// Moves on to the next path; false after the last.
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
        self.ask(Asked::Die, faces).cast_unsigned()
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
        // Everything from here on has any answer, or one that paired dice give.
        if self.is_broken_off || self.paired.is_some() {
            return luck(self);
        }
        // A path that has been here before knows what it found.
        if !self.breaks_off()
            && let Some(question) = self.path.get(self.depth)
            && let Some(results) = &question.results
        {
            self.depth += 1;
            let results: &Rc<[T]> = results
                .downcast_ref()
                .expect("a rule asks the same questions on the same path");
            return results[question.at()].clone();
        }
        let keeps = self.breaks_off();
        let pieces = self
            .pieces
            .entry((TypeId::of::<K>(), TypeId::of::<T>()))
            .or_insert_with(|| Box::new(Memo::<K, Piece<T>>::default()))
            .downcast_mut::<Memo<K, Piece<T>>>()
            .expect("the types are the key of this map");
        let piece = pieces
            .entry(key)
            .or_insert_with(|| Piece::of(&luck, keeps))
            .shared();
        // Where most of its results are unlikely, paths may be broken off within it.
        if keeps && piece.results.len() > MOST_RESULTS {
            return luck(self);
        }
        self.is_beyond |= piece.is_beyond;
        let at = self.ask(Asked::Piece(piece.paths), |_| piece.fork);
        if !keeps && let Some(question) = self.path.last_mut() {
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
        self.ask(Asked::Total(throw), |dice| {
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
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::dice::Sampled;

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

    /// A test, the damage of a throw, and a die that goes on: a rule with a long tail.
    fn tailed(dice: &mut impl Dice) -> i32 {
        match dice.band(Die(100), &[1, 35, 95]) {
            0 => dice.piece("tail", |dice| {
                let mut sum = 100;
                loop {
                    let face = dice.roll(Die(10)).cast_signed();
                    sum += face;
                    if face < 10 || sum > 180 {
                        return sum;
                    }
                }
            }),
            1 => dice.total(Throw::new(2, 6, 1)),
            2 => {
                let key = "higher";
                let face = |dice: &mut _| Dice::roll(dice, Die(4)).cast_signed();
                -dice.piece(key, |dice| face(dice).max(face(dice)))
                    * dice.roll(Die(3)).cast_signed()
            }
            _ => 0,
        }
    }

    #[test]
    fn paths_that_are_broken_off_go_on_by_chance_from_how_they_begin() {
        const TIMES: u32 = 4000;
        let mut exact: HashMap<i32, f64> = HashMap::new();
        visit(tailed, |result, weight| {
            *exact.entry(result).or_default() += weight.probability();
        });
        let mut dice = Enumerated::down_to(1.0 / 6.0);
        let (mut found, mut held): (HashMap<i32, f64>, f64) = (HashMap::new(), 0.0);
        let (mut whole, mut broken_off) = (0, 0);
        let mut sampled = Sampled::new(Xoshiro256PlusPlus::seed_from_u64(3));
        let along = |dice: &mut Enumerated| (tailed(dice), dice.broken_off());
        dice.visit(along, |(result, prefix), weight| {
            let weight = weight.probability();
            held += weight;
            if let Some(prefix) = prefix {
                broken_off += 1;
                for _ in 0..TIMES {
                    sampled.begin(&prefix);
                    *found.entry(tailed(&mut sampled)).or_default() += weight / f64::from(TIMES);
                }
            } else {
                whole += 1;
                *found.entry(result).or_default() += weight;
            }
        });
        assert!(whole > 10 && broken_off == 3, "{whole} and {broken_off}");
        assert!((held - 1.0).abs() < 1e-12, "{held}");
        for (result, exact) in exact {
            let found = found.get(&result).copied().unwrap_or(0.0);
            // No path that was broken off weighs more than a sixth.
            let error = (exact / 6.0 / f64::from(TIMES)).sqrt() + 1e-7;
            assert!(
                (found - exact).abs() < 5.0 * error,
                "{result}: {found}, not {exact}"
            );
        }
    }

    #[test]
    fn paths_begin_with_faces_that_give_the_same_answers() {
        let mut dice = Enumerated::down_to(f64::MIN_POSITIVE);
        let mut sampled = Sampled::new(Xoshiro256PlusPlus::seed_from_u64(4));
        let along = |dice: &mut Enumerated| (tailed(dice), dice.prefix());
        let mut paths = 0;
        dice.visit(along, |(result, prefix), _| {
            paths += 1;
            for _ in 0..5 {
                sampled.begin(&prefix);
                assert_eq!(tailed(&mut sampled), result);
            }
        });
        assert!(paths > 80, "{paths}");
    }
}
