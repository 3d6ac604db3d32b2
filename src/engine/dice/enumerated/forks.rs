//! Forks: all possible answers to a question of a rule, with their weights.

use std::rc::Rc;

use super::Weight;
use crate::dice::Throw;

/// A possible answer to a question. The probability of the answer is `ways` out of [`Fork::of`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Branch {
    pub(super) value: i32,
    pub(super) ways: u64,
}

/// If dice can fall in more than 2^64 ways, the weight of each total is not the exact number of ways. It is a
/// whole number of parts, and 2^`COARSE` parts are a probability of 1.
const COARSE: u32 = 48;
/// While such weights are added up, the parts are smaller: 2^`FINE` parts are a probability of 1.
pub(super) const FINE: u32 = 100;

/// All possible answers to a question of a rule. `of` is the number of ways that the dice can fall. `open` is
/// the number of ways that belong to no answer, because the weights of answers were rounded down.
#[derive(Debug, Clone)]
pub(super) struct Fork {
    pub(super) branches: Rc<[Branch]>,
    pub(super) of: u128,
    pub(super) open: u128,
}

impl Fork {
    /// Creates a fork whose branches have all ways, so that nothing is left open.
    pub(super) const fn whole(branches: Rc<[Branch]>, of: u128) -> Self {
        Self {
            branches,
            of,
            open: 0,
        }
    }

    /// Creates a fork with a single answer, 0, for a question whose answer is not used.
    pub(super) fn one() -> Self {
        Self::whole(Rc::new([Branch { value: 0, ways: 1 }]), 1)
    }

    /// Creates a fork from values with their weights. A weight is a number of parts, and 2^[`FINE`] parts are
    /// a probability of 1. A value whose weight is too small for a branch is left out, and its weight is left
    /// open.
    pub(super) fn coarse(fine: impl Iterator<Item = (i32, u128)>) -> Self {
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

/// Creates a fork with one branch for each entry of `weights`. The weight of a branch is the sum of the list
/// in its entry. Returns `None` if 64 bits cannot hold the ways of a branch, or 128 bits the ways of all.
pub(super) fn exact(weights: &[Vec<Weight>]) -> Option<Fork> {
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

/// Returns the least common multiple. Returns `None` if 128 bits cannot hold it.
fn lcm(a: u128, b: u128) -> Option<u128> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b)
}

/// Returns the fork of a throw: every total, with the number of ways to roll it.
pub(super) fn totals(throw: Throw) -> Fork {
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

/// Returns the probability of each sum of a throw's dice, from the sum 0. A probability is a whole number of
/// parts, rounded down. A probability of 1 has 2^[`FINE`] parts.
fn fine_totals(throw: Throw) -> Vec<u128> {
    let faces = usize::from(throw.sides);
    let mut sums = vec![1u128 << FINE];
    for _ in 0..throw.count {
        let before = |sum: usize, less: usize| {
            let place = sum.checked_sub(less);
            place.and_then(|at| sums.get(at)).copied().unwrap_or(0)
        };
        // The total weight of all sums that become `sum` by one more die.
        let mut window = 0;
        let odds = |sum: usize| {
            window = window + before(sum, 1) - before(sum, faces + 1);
            window / u128::from(throw.sides)
        };
        sums = (0..sums.len() + faces).map(odds).collect();
    }
    sums
}
