//! The weight of a path: the probability that dice follow it.

use num_rational::BigRational;

/// The exact probability of a path: `ways` out of `of`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weight {
    /// The number of rolls that follow the path.
    pub ways: u128,
    /// The number of all rolls, which are equally likely.
    pub of: u128,
}

impl Weight {
    pub(super) const ONE: Self = Self { ways: 1, of: 1 };

    /// A placeholder for a weight that does not fit into 128 bits.
    pub(super) const BEYOND: Self = Self {
        ways: 0,
        of: u128::MAX,
    };

    /// Returns the weight as a probability. Only the last digit may be wrong.
    #[expect(
        clippy::cast_precision_loss,
        reason = "a probability for people; the exact one is `ratio`"
    )]
    pub fn probability(self) -> f64 {
        self.ways as f64 / self.of as f64
    }

    /// Returns the weight as an exact fraction.
    pub fn ratio(self) -> BigRational {
        BigRational::new(self.ways.into(), self.of.into())
    }

    pub(super) fn times(self, ways: u64, of: u128) -> Option<Self> {
        let product = |a: Self| {
            Some(Self {
                ways: a.ways.checked_mul(u128::from(ways))?,
                of: a.of.checked_mul(of)?,
            })
        };
        product(self).or_else(|| product(self.reduced()))
    }

    /// Returns the weight as a whole number of parts, rounded down. A probability of 1 has 2^`bits` parts.
    pub(crate) fn parts(self, bits: u32) -> u128 {
        let Self { ways, of } = self.reduced();
        let (mut parts, mut rest) = (ways / of, ways % of);
        for _ in 0..bits {
            // The shift doubles `rest`. `over` is the bit that the shift would lose.
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
