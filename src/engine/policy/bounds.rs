//! Bounds of expressions: the least and the greatest value that an expression can have. In some cases, the
//! bounds already decide a comparison.
//!
//! Bounds are in the form of evaluated values: thousandths for a number, 0 or 1 for a truth value, and the
//! position on its scale for a word. An expression may have wider bounds than the values that occur in
//! fights, but never narrower ones.

use super::Kind;
use super::code::{Combine, ONE};

/// The least and the greatest possible value. If a bound is not known, it is the end of the 64-bit range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The least value.
    pub least: i64,
    /// The greatest value.
    pub most: i64,
}

impl Bounds {
    /// The bounds of a number that may have any value.
    pub const ANY: Self = Self::new(i64::MIN, i64::MAX);

    /// The bounds of a truth value that may be true or false.
    pub(super) const TRUTH: Self = Self::new(0, 1);

    /// Creates the bounds from `least` to `most`.
    pub const fn new(least: i64, most: i64) -> Self {
        Self { least, most }
    }

    /// Returns the bounds that contain all values of `kind`.
    pub(super) const fn of(kind: Kind) -> Self {
        match kind {
            Kind::Number => Self::ANY,
            Kind::Truth => Self::TRUTH,
            Kind::Scale(scale) => Self::new(0, scale.words.len().cast_signed() as i64 - 1),
        }
    }

    /// Returns whether a truth value with these bounds can only be false.
    pub(super) const fn never_holds(self) -> bool {
        self.least == 0 && self.most == 0
    }

    /// Returns the bounds of `not` a truth value.
    pub(super) const fn not(self) -> Self {
        Self::new(1 - self.most, 1 - self.least)
    }

    pub(super) const fn negated(self) -> Self {
        Self::new(self.most.saturating_neg(), self.least.saturating_neg())
    }

    /// Returns the bounds of two truth values joined by `and`.
    pub(super) fn and(self, other: Self) -> Self {
        Self::new(self.least.min(other.least), self.most.min(other.most))
    }

    /// Returns the bounds of two truth values joined by `or`.
    pub(super) fn or(self, other: Self) -> Self {
        Self::new(self.least.max(other.least), self.most.max(other.most))
    }

    /// Returns the bounds of the result of an operation on two values.
    pub(super) fn combined(self, how: Combine, other: Self) -> Self {
        let apart = self.most < other.least || other.most < self.least;
        let single = self == other && self.least == self.most;
        let (never, always) = match how {
            Combine::Less => (self.least >= other.most, self.most < other.least),
            Combine::LessOrEqual => (self.least > other.most, self.most <= other.least),
            Combine::Greater => (self.most <= other.least, self.least > other.most),
            Combine::GreaterOrEqual => (self.most < other.least, self.least >= other.most),
            Combine::Equal => (apart, single),
            Combine::NotEqual => (single, apart),
            Combine::Add => {
                let (least, most) = (self.least, self.most);
                return Self::new(how.apply(least, other.least), how.apply(most, other.most));
            }
            Combine::Subtract => {
                let (least, most) = (self.least, self.most);
                return Self::new(how.apply(least, other.most), how.apply(most, other.least));
            }
            // There are no useful bounds: the divisor may be close to 0, and a division by 0 gives 0.
            Combine::Divide if other.least <= 0 && other.most >= 0 => return Self::ANY,
            Combine::Multiply | Combine::Divide => {
                let corners = [self.least, self.most]
                    .map(|one| [other.least, other.most].map(|other| how.apply(one, other)));
                let corners = corners.as_flattened();
                let (least, most) = (corners.iter().min(), corners.iter().max());
                return Self::new(
                    *least.expect("there are four"),
                    *most.expect("there are four"),
                );
            }
        };
        Self::new(i64::from(always), i64::from(!never))
    }

    /// Returns the bounds in words, such as `0 to 3`. `is_share` says whether the values are shares, which
    /// are written as percentages. Returns `None` if both bounds are unknown.
    pub fn in_words(self, is_share: bool) -> Option<String> {
        let (unit, sign) = if is_share {
            (ONE / 100, "%")
        } else {
            (ONE, "")
        };
        let (least, most) = (self.least / unit, self.most / unit);
        match (self.least == i64::MIN, self.most == i64::MAX) {
            (true, true) => None,
            (false, true) => Some(format!("{least}{sign} or more")),
            (true, false) => Some(format!("{most}{sign} or less")),
            (false, false) => Some(format!("{least}{sign} to {most}{sign}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Combine::{
        Add, Divide, Equal, Greater, GreaterOrEqual, Less, LessOrEqual, Multiply, NotEqual,
        Subtract,
    };

    const HOWS: [Combine; 10] = [
        Add,
        Subtract,
        Multiply,
        Divide,
        Less,
        LessOrEqual,
        Greater,
        GreaterOrEqual,
        Equal,
        NotEqual,
    ];

    #[test]
    fn bounds_hold_whatever_two_values_come_to_and_comparisons_are_no_wider() {
        let ends = [-3000, -1500, 0, 500, 2000];
        let ranges = || {
            let pairs = ends
                .into_iter()
                .flat_map(|least| ends.map(|most| (least, most)));
            pairs.filter(|(least, most)| least <= most)
        };
        for how in HOWS {
            for (one, other) in ranges().flat_map(|one| ranges().map(move |other| (one, other))) {
                let bounds = Bounds::new(one.0, one.1).combined(how, Bounds::new(other.0, other.1));
                let all = |(least, most)| (least..=most).step_by(500).chain([most]);
                let found =
                    all(one).flat_map(|left| all(other).map(move |right| how.apply(left, right)));
                let (least, most) = found.fold((i64::MAX, i64::MIN), |(least, most), value| {
                    (least.min(value), most.max(value))
                });
                assert!(
                    bounds.least <= least && most <= bounds.most,
                    "{how:?} {one:?} {other:?}"
                );
                let exact = bounds == Bounds::new(least, most);
                assert!(
                    exact || !how.compares(),
                    "{how:?} {one:?} {other:?}: {bounds:?}"
                );
            }
        }
    }

    #[test]
    fn open_ends_stay_open() {
        let from = Bounds::new(0, i64::MAX);
        assert_eq!(from.combined(Add, Bounds::new(1000, 1000)).most, i64::MAX);
        assert_eq!(from.negated().most, 0);
        let less = from.combined(Multiply, Bounds::new(-1000, -1000));
        assert_eq!(less, Bounds::new(-i64::MAX, 0));
        assert_eq!(from.combined(Divide, Bounds::ANY), Bounds::ANY);
    }
}
