//! Compares two variants of a matchup by pairs of fights, and shows how precisely the difference is known.
//!
//! The two fights of a pair use the same dice. One is played before a change of the rules or the scenario,
//! the other after it. For each figure five sums are kept in whole numbers: the values of both fights, their
//! squares, and the product of both. The mean difference, its variance, and the variance of unpaired fights
//! are calculated from these sums. All intervals are 95 % intervals, for one figure or for all figures of a
//! [`Family`] at once. None of them has a width of 0.
//!
//! Differences of win rates have the interval of Bonett and Price (2012) for paired shares. This is Wald's
//! interval after one discordant pair of each kind has been added. Differences of means have Student's
//! interval. A few pairs may differ by as much as unpaired fights do, and a run may miss all such pairs by
//! chance. Student's interval is therefore made wider where it would not allow for them.

use statrs::distribution::{ContinuousCDF, Normal};

use super::interval::{UNSEEN, float, reach, student, wide};
use super::{Family, Figure, Interval, Singles, Stop};

/// The sums over pairs of fights, for one figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pairs {
    n: u64,
    before: u128,
    after: u128,
    before_squared: u128,
    after_squared: u128,
    product: u128,
}

impl Pairs {
    /// Creates the sums of `n` pairs: the sums of the values before and after, the sums of their squares, and
    /// the sum of the products.
    ///
    /// # Panics
    /// If no pairs can have such sums.
    pub fn of_sums(n: u64, [before, after]: [u128; 2], squares: [u128; 2], product: u128) -> Self {
        let [before_squared, after_squared] = squares;
        assert!(
            before_squared + after_squared >= 2 * product,
            "squares of differences are not below 0"
        );
        Self {
            n,
            before,
            after,
            before_squared,
            after_squared,
            product,
        }
    }

    /// Adds pairs of fights: the first fights of `before` and `after`, the second fights of both, and so on.
    /// Each list of fights comes with the figure that is taken from it.
    ///
    /// # Panics
    /// If the lists have different numbers of fights.
    pub fn count(&mut self, before: (&Singles, Figure), after: (&Singles, Figure)) {
        self.count_cells(before.0.column(before.1), after.0.column(after.1));
    }

    /// Adds pairs of fights, given by the values of the figure: those before the change, and those after it.
    ///
    /// # Panics
    /// If the iterators have different lengths.
    pub fn count_cells(
        &mut self,
        ours: impl ExactSizeIterator<Item = u64>,
        theirs: impl ExactSizeIterator<Item = u64>,
    ) {
        assert!(ours.len() == theirs.len(), "fights are compared in pairs");
        self.n += ours.len() as u64;
        for (a, b) in ours.zip(theirs) {
            let (a, b) = (u128::from(a), u128::from(b));
            self.before += a;
            self.after += b;
            self.before_squared += a * a;
            self.after_squared += b * b;
            self.product += a * b;
        }
    }

    /// Adds the sums of other pairs.
    pub fn merge(&mut self, other: &Self) {
        self.n += other.n;
        self.before += other.before;
        self.after += other.after;
        self.before_squared += other.before_squared;
        self.after_squared += other.after_squared;
        self.product += other.product;
    }

    /// Returns the number of pairs.
    pub fn pairs(&self) -> u64 {
        self.n
    }

    /// Returns the sum of the values before the change, and the sum of those after it.
    pub fn sums(&self) -> [u128; 2] {
        [self.before, self.after]
    }

    /// Returns two numbers of pairs: those where the figure is 1 only after the change, and those where it is
    /// 1 only before the change. The figure has to be 0 or 1 in every fight.
    pub fn apart(&self) -> [u128; 2] {
        [self.after - self.product, self.before - self.product]
    }

    /// Returns the variance of the difference in one pair.
    pub fn variance_of_one(&self) -> f64 {
        self.variance()
    }

    /// Returns the typical difference of a pair whose fights do not use the same dice; at least 1.
    pub fn unlike_by(&self) -> f64 {
        self.unlike()
    }

    /// Returns the share of fights where the figure is 1, before the change and after it. The figure has to
    /// be 0 or 1 in every fight. `None` without pairs.
    ///
    /// # Panics
    /// If the figure has other values.
    pub fn shares(&self) -> Option<[Interval; 2]> {
        let share = |sum: u128| {
            let sum = u64::try_from(sum).expect("a fight is won once");
            Interval::wilson(sum, self.n)
        };
        Some([share(self.before)?, share(self.after)?])
    }

    /// Returns the mean before the change, and that after it. `None` without pairs.
    pub fn means(&self) -> Option<[Interval; 2]> {
        Some([
            Interval::mean(self.n, self.before, self.before_squared)?,
            Interval::mean(self.n, self.after, self.after_squared)?,
        ])
    }

    /// Returns the share after the change minus that before it. The figure has to be 0 or 1 in every fight.
    /// `None` without pairs.
    pub fn difference_of_shares(&self) -> Option<Interval> {
        self.shares_differ(Stop::Planned.z())
    }

    /// Returns the same as [`Pairs::difference_of_shares`], for a run that ended as `stop` says.
    pub fn difference_of_shares_after(&self, stop: Stop) -> Option<Interval> {
        self.shares_differ(stop.z())
    }

    /// Returns the same as [`Pairs::difference_of_shares`], with an interval that is wide enough for
    /// `family`. The intervals of all figures in the family are all right with a probability of 95 %.
    pub fn difference_of_shares_among(&self, family: Family) -> Option<Interval> {
        self.shares_differ(family.z())
    }

    fn shares_differ(&self, z: f64) -> Option<Interval> {
        let (n, sum, _) = self.differences()?;
        let estimate = sum / n;
        let (shrunk, error) = self.shrunk()?;
        let reach = z * error;
        Some(Interval {
            low: (shrunk - reach).clamp(-1.0, estimate),
            high: (shrunk + reach).clamp(estimate, 1.0),
            estimate,
        })
    }

    /// Returns the difference of shares and its standard error, after one discordant pair of each kind has
    /// been added. A pair is discordant if its fights have different results. `None` without pairs.
    fn shrunk(&self) -> Option<(f64, f64)> {
        let (n, sum, squares) = self.differences()?;
        let (shrunk, differ) = (sum / (n + 2.0), (squares + 2.0) / (n + 2.0));
        Some((shrunk, ((differ - shrunk * shrunk) / (n + 2.0)).sqrt()))
    }

    /// Returns the two-sided p-value of the claim that both shares are equal, from 0 to 1. A small p-value
    /// means that they differ.
    pub fn p_of_shares(&self) -> Option<f64> {
        let (shrunk, error) = self.shrunk()?;
        Some(two_sided(shrunk, error))
    }

    /// Returns the mean after the change minus that before it. `None` without pairs.
    pub fn difference_of_means(&self) -> Option<Interval> {
        self.means_differ(Stop::Planned.z(), UNSEEN)
    }

    /// Returns the same as [`Pairs::difference_of_means`], for a run that ended as `stop` says.
    pub fn difference_of_means_after(&self, stop: Stop) -> Option<Interval> {
        self.means_differ(stop.z(), UNSEEN)
    }

    /// Returns the same as [`Pairs::difference_of_means`], with an interval that is wide enough for `family`.
    /// The intervals of all figures in the family are all right with a probability of 95 %.
    pub fn difference_of_means_among(&self, family: Family) -> Option<Interval> {
        self.means_differ(family.z(), family.unseen())
    }

    fn means_differ(&self, z: f64, unseen: f64) -> Option<Interval> {
        let (n, sum, _) = self.differences()?;
        let estimate = sum / n;
        let error = (self.variance() / n).sqrt();
        let reach = reach(z, self.n, error).max((unseen / n).min(1.0) * self.unlike());
        Some(Interval {
            low: estimate - reach,
            high: estimate + reach,
            estimate,
        })
    }

    /// Returns the two-sided p-value of the claim that both means are equal, from 0 to 1. A small p-value
    /// means that they differ. The p-value allows for pairs that the run could easily have missed.
    pub fn p_of_means(&self) -> Option<f64> {
        let (n, sum, _) = self.differences()?;
        let estimate = sum / n;
        let error = (self.variance() / n).sqrt();
        if self.n < 2 {
            return Some(1.0);
        }
        let missed = 2.0 * (-n * estimate.abs() / self.unlike()).exp();
        let p = match student(self.n) {
            Some(student) if error > 0.0 => 2.0 * student.sf(estimate.abs() / error),
            _ => two_sided(estimate, error),
        };
        Some(p.max(missed).min(1.0))
    }

    /// Returns the typical difference between two unpaired fights, but at least 1. Two fights of a pair also
    /// differ by this much when they no longer use the same dice for the same events.
    fn unlike(&self) -> f64 {
        (wide(self.alone()).sqrt() / float(self.n)).max(1.0)
    }

    /// Returns the variance of the difference in pairs, divided by that in unpaired fights. Pairing helps if
    /// the result is below 1. `None` if all fights are the same.
    pub fn variance_ratio(&self) -> Option<f64> {
        let alone = self.alone();
        (alone > 0).then(|| wide(self.spread()) / wide(alone))
    }

    /// Returns n² times the variance of the difference between unpaired fights, without rounding.
    fn alone(&self) -> u128 {
        let n = u128::from(self.n);
        (n * self.before_squared - self.before * self.before)
            + (n * self.after_squared - self.after * self.after)
    }

    /// Returns the smallest value that [`Pairs::variance_ratio`] could have with these shares. The figure has
    /// to be 0 or 1 in every fight. The ratio has a lower bound because a difference of the shares means that
    /// some pairs differ. The bound is close to 1 if the change decides nearly every fight.
    pub fn least_ratio_of_shares(&self) -> Option<f64> {
        let n = u128::from(self.n);
        let apart = self.before.abs_diff(self.after);
        let alone = self.before * (n - self.before) + self.after * (n - self.after);
        (alone > 0).then(|| wide(apart * (n - apart)) / wide(alone))
    }

    /// Returns the number of pairs, the sum of their differences, and the sum of the squared differences.
    /// `None` without pairs.
    fn differences(&self) -> Option<(f64, f64, f64)> {
        let sum = if self.after < self.before {
            -wide(self.before - self.after)
        } else {
            wide(self.after - self.before)
        };
        (self.n > 0).then(|| (float(self.n), sum, wide(self.squares())))
    }

    /// Returns the sum of the squared differences.
    fn squares(&self) -> u128 {
        self.before_squared + self.after_squared - 2 * self.product
    }

    /// Returns n² times the variance of the difference, without rounding.
    fn spread(&self) -> u128 {
        let apart = self.before.abs_diff(self.after);
        u128::from(self.n) * self.squares() - apart * apart
    }

    fn variance(&self) -> f64 {
        let n = float(self.n);
        wide(self.spread()) / n / (n - 1.0).max(1.0)
    }
}

/// Returns the probability that a normal variable with mean 0 and this standard error is at least as far from
/// 0 as `estimate`, in either direction.
fn two_sided(estimate: f64, error: f64) -> f64 {
    if error > 0.0 {
        (2.0 * Normal::standard().sf(estimate.abs() / error)).min(1.0)
    } else if estimate.abs() > 0.0 {
        0.0
    } else {
        1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fight::{Cast, Ending, FighterSet, Outcome, SideId};

    const WON: Figure = Figure::Won(SideId(0));

    /// Returns fights where the first side wins or loses, each with its number of rounds.
    fn singles(fights: &[(bool, u32)]) -> Singles {
        let cast = Cast {
            sides: vec!["us".into(), "them".into()],
            combatants: vec![],
            fighters: vec![],
            round_cap: 99,
            alliances: crate::fight::Alliances::default(),
            alike_from: None,
            most_lost: 0,
            things: FighterSet::NONE,
            absent: FighterSet::NONE,
            objectives: Vec::new(),
            day: None,
            events: &[],
        };
        let mut singles = Singles::new(&cast);
        for &(won, rounds) in fights {
            singles.ended(&Outcome {
                ending: Ending::Won(SideId(u8::from(!won))),
                rounds,
                standing: FighterSet::NONE,
            });
        }
        singles
    }

    /// Returns the sums over pairs with given results: pairs that the first side wins in both fights, only in
    /// the first, only in the second, and in neither. The argument has the numbers of these pairs.
    fn table([both, first, second, neither]: [usize; 4]) -> Pairs {
        let kinds = [
            (true, true, both),
            (true, false, first),
            (false, true, second),
            (false, false, neither),
        ];
        let side = |of: fn(&(bool, bool, usize)) -> bool| {
            let fights = kinds
                .iter()
                .flat_map(|kind| std::iter::repeat_n((of(kind), 1), kind.2));
            singles(&fights.collect::<Vec<_>>())
        };
        let mut pairs = Pairs::default();
        pairs.count((&side(|k| k.0), WON), (&side(|k| k.1), WON));
        pairs
    }

    #[test] // Fagerland, Lydersen and Laake 2014, table 1 with the interval of Bonett and Price
    fn paired_shares_give_the_known_figures() {
        let pairs = table([1, 7, 1, 12]);
        let difference = pairs.difference_of_shares().expect("21 pairs");
        assert!((difference.estimate + 6.0 / 21.0).abs() < 1e-12);
        assert!((difference.low + 0.508).abs() < 5e-4, "{difference:?}");
        assert!((difference.high + 0.013).abs() < 5e-4, "{difference:?}");
    }

    #[test]
    fn a_family_has_wider_intervals_and_its_p_values_are_those_of_the_intervals() {
        let pairs = table([500, 40, 60, 400]);
        let plain = pairs.difference_of_shares().expect("pairs");
        let one = pairs
            .difference_of_shares_among(Family::ONE)
            .expect("pairs");
        assert!((plain.reach() - one.reach()).abs() < 1e-9);
        let ten = pairs
            .difference_of_shares_among(Family::of(10))
            .expect("pairs");
        assert!(ten.reach() > 1.3 * one.reach());
        // The counts are 60 against 40 of 1000. The difference is two standard errors, which has a p-value of
        // about 4.6 %.
        let p = pairs.p_of_shares().expect("pairs");
        assert!((p - 0.047).abs() < 0.003, "{p}");
        assert_eq!(p < 0.05, plain.low > 0.0);
        let same = table([600, 0, 0, 400]);
        assert_eq!(same.p_of_shares(), Some(1.0));
        assert_eq!(same.p_of_means(), Some(1.0));
        let (narrow, wide) = (
            pairs.difference_of_means_among(Family::ONE).expect("pairs"),
            pairs
                .difference_of_means_among(Family::of(10))
                .expect("pairs"),
        );
        assert!(wide.reach() > 1.3 * narrow.reach());
        assert_eq!(pairs.p_of_means().expect("pairs") < 0.05, narrow.low > 0.0);
    }

    #[test]
    fn equal_fights_differ_by_exactly_nothing() {
        let pairs = table([600, 0, 0, 400]);
        let difference = pairs.difference_of_shares().expect("pairs");
        assert!(difference.estimate.abs() <= 0.0 && pairs.variance_ratio() == Some(0.0));
        // Later fights may still differ, so the interval has a width.
        assert!(difference.low < 0.0 && difference.high > 0.0 && difference.reach() < 0.003);
    }

    #[test]
    fn a_change_turned_round_is_the_same_the_other_way() {
        let (here, there) = (table([500, 30, 80, 390]), table([500, 80, 30, 390]));
        let (one, other) = (here.difference_of_shares(), there.difference_of_shares());
        let (one, other) = (one.expect("pairs"), other.expect("pairs"));
        assert_eq!(
            (one.estimate, one.low, one.high),
            (-other.estimate, -other.high, -other.low)
        );
        assert_eq!(here.variance_ratio(), there.variance_ratio());
        assert_eq!(
            here.shares().expect("pairs")[0],
            there.shares().expect("pairs")[1]
        );
    }

    #[test]
    fn pairs_that_were_missed_may_differ_as_much_as_fights_do() {
        // Half of all fights last 1 round, and half 21. The squared difference of unpaired fights is 200 on
        // average.
        let fights = |others: usize| {
            let rounds = |n: usize| {
                if (n < others) == n.is_multiple_of(2) {
                    21
                } else {
                    1
                }
            };
            let all: Vec<(bool, u32)> = (0..200).map(|n| (true, rounds(n))).collect();
            singles(&all)
        };
        let differ = |others: usize| {
            let mut pairs = Pairs::default();
            let one = (&fights(0), Figure::Rounds);
            pairs.count(one, (&fights(others), Figure::Rounds));
            pairs
        };
        let size = 200.0f64.sqrt();
        let none = differ(0).difference_of_means().expect("pairs");
        assert!(
            (none.reach() - UNSEEN / 200.0 * size).abs() < 1e-9,
            "{none:?}"
        );
        // One pair differs by 20 rounds. The true share of such pairs may be one in two hundred, or almost
        // zero.
        let one = differ(1);
        let difference = one.difference_of_means().expect("pairs");
        assert!((difference.estimate.abs() - 0.1).abs() < 1e-12);
        assert!(difference.low < 0.0 && difference.high > 0.0);
        assert!(one.p_of_means().expect("pairs") > 0.05);
        // A single pair does not show the variance.
        let mut pairs = Pairs::default();
        pairs.count(
            (&singles(&[(true, 4)]), Figure::Rounds),
            (&singles(&[(true, 9)]), Figure::Rounds),
        );
        assert_eq!(pairs.p_of_means(), Some(1.0));
        assert!(
            pairs
                .difference_of_means()
                .expect("a pair")
                .reach()
                .is_infinite()
        );
    }

    #[test]
    fn fights_that_have_nothing_in_common_gain_nothing() {
        let ratio = table([250, 250, 250, 250])
            .variance_ratio()
            .expect("they vary");
        assert!((ratio - 1.0).abs() < 1e-12);
        let opposed = table([0, 500, 500, 0]).variance_ratio().expect("they vary");
        assert!((opposed - 2.0).abs() < 1e-12);
        assert_eq!(table([9, 0, 0, 0]).variance_ratio(), None);
    }

    #[test]
    fn a_large_difference_leaves_little_to_gain() {
        // The shares are 30 % and 80 %. The variance is smallest if the 30 % are all among the 80 %.
        let best = table([300, 0, 500, 200]);
        let ratio = best.variance_ratio().expect("they vary");
        assert!((ratio - 0.25 / (0.21 + 0.16)).abs() < 1e-12);
        let near = |pairs: Pairs| {
            (pairs.least_ratio_of_shares().expect("they vary") - ratio).abs() < 1e-12
        };
        assert!(near(best) && near(table([240, 60, 560, 140])));
        assert_eq!(table([9, 0, 0, 0]).least_ratio_of_shares(), None);
    }

    #[test]
    fn means_differ_by_their_interval_by_student() {
        // The differences are 1, 1, 3 and 3, ten times each, with mean 2 and s² = 40/39.
        let (before, after) = (
            singles(&[(true, 4), (true, 5), (true, 6), (true, 7)]),
            singles(&[(true, 5), (true, 6), (true, 9), (true, 10)]),
        );
        let mut pairs = Pairs::default();
        for _ in 0..10 {
            pairs.count((&before, Figure::Rounds), (&after, Figure::Rounds));
        }
        let difference = pairs.difference_of_means().expect("pairs");
        assert!((difference.estimate - 2.0).abs() < 1e-12);
        let reach = 2.022_691 * (40.0f64 / 39.0 / 40.0).sqrt();
        assert!((difference.reach() - reach).abs() < 1e-5);
        let mut doubled = pairs;
        doubled.merge(&pairs);
        assert_eq!(doubled.pairs(), 80);
        assert!(doubled.difference_of_means().expect("pairs").reach() < reach);
        let [one, other] = pairs.means().expect("pairs");
        assert!((one.estimate, other.estimate) == (5.5, 7.5));
    }
}
