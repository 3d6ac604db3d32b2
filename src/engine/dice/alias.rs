//! Draws from a discrete distribution in one step, by Walker's alias method in whole numbers.
//!
//! Probabilities are whole numbers, in parts of 2^64, so a table is the same on every platform. A draw needs
//! 64 random bits: the upper bits choose a column, and the lower bits choose between the two outcomes of the
//! column. The probability of an outcome is off by at most a few parts in 2^64. No number of fights could
//! show this.

/// An alias table: a list of probabilities, prepared for fast draws.
///
/// ```
/// use skirmish_engine::dice::Alias;
///
/// // A quarter, and the rest.
/// let odds = Alias::new(&[1 << 62, 3 << 62]);
/// let first = (0..1024u64).filter(|draw| odds.pick(draw << 54) == 0).count();
/// assert_eq!(first, 256);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alias {
    columns: Box<[Column]>,
    /// The shift that turns random bits into the number of a column.
    shift: u32,
}

/// A column of an alias table. If the remaining random bits are below `cut`, the draw is the first outcome.
/// Otherwise it is the second outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// The share of the first outcome, in parts of 2^64. The share of the whole column is 2^64 divided by the
    /// number of columns.
    pub cut: u64,
    /// The two outcomes, as positions in the list of probabilities.
    pub picks: [u32; 2],
}

impl Column {
    /// Returns the outcomes that a draw from this column can have.
    pub(crate) fn possible(&self) -> impl Iterator<Item = usize> {
        let from = usize::from(self.cut == 0);
        self.picks[from..].iter().map(|&pick| pick as usize)
    }
}

/// The probability 1, in parts of 2^64.
pub(crate) const WHOLE: u128 = 1 << 64;

impl Alias {
    /// Creates a table for these probabilities, in parts of 2^64. If they add up to less than 1, the rest is
    /// added to the most likely outcome.
    ///
    /// # Panics
    /// If `odds` is empty, or its sum exceeds 2^64.
    pub fn new(odds: &[u128]) -> Self {
        let likeliest = (0..odds.len())
            .max_by_key(|&at| odds[at])
            .expect("odds of something");
        // There are at least two columns, because a shift by all 64 bits is not possible.
        let count = odds.len().next_power_of_two().max(2);
        let width = WHOLE / count as u128;
        let mut left = odds.to_vec();
        let total: u128 = odds.iter().sum();
        left[likeliest] += WHOLE.checked_sub(total).expect("odds of one at most");
        left.resize(count, 0);
        let outcome = |at: usize| u32::try_from(at).expect("a table has few outcomes");
        let mut columns: Vec<Column> = (0..count)
            .map(|at| Column {
                cut: u64::MAX >> count.trailing_zeros(),
                picks: [outcome(at); 2],
            })
            .collect();
        let (mut low, mut high): (Vec<usize>, Vec<usize>) =
            (0..count).partition(|&at| left[at] < width);
        while let (Some(poor), Some(&rich)) = (low.pop(), high.last()) {
            columns[poor] = Column {
                cut: u64::try_from(left[poor]).expect("less than a column"),
                picks: [outcome(poor), outcome(rich)],
            };
            left[rich] -= width - left[poor];
            if left[rich] < width {
                high.pop();
                low.push(rich);
            }
        }
        Self {
            columns: columns.into(),
            shift: 64 - count.trailing_zeros(),
        }
    }

    /// Returns the outcome that 64 random bits choose, as a position in the list of probabilities.
    #[inline]
    pub fn pick(&self, draw: u64) -> usize {
        let (column, rest) = split(draw, self.shift);
        let column = &self.columns[column];
        column.picks[usize::from(rest >= column.cut)] as usize
    }

    /// Returns the shift that turns random bits into the number of a column. It is at least 1 and less than
    /// 64.
    pub(crate) fn shift(&self) -> u32 {
        self.shift
    }

    /// Returns the columns. Their number is a power of two.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }
}

/// Splits random bits into the number of a column and the remaining bits.
#[inline]
pub(crate) fn split(draw: u64, shift: u32) -> (usize, u64) {
    let rest = draw & !(u64::MAX << shift);
    #[expect(clippy::cast_possible_truncation, reason = "there are few columns")]
    let column = (draw >> shift) as usize;
    (column, rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the probability of each outcome, added up from the columns.
    fn shares(alias: &Alias, outcomes: usize) -> Vec<u128> {
        let width = WHOLE / alias.columns.len() as u128;
        let mut shares = vec![0; alias.columns.len()];
        for column in &alias.columns {
            let [first, second] = column.picks;
            if first == second {
                shares[first as usize] += width;
            } else {
                shares[first as usize] += u128::from(column.cut);
                shares[second as usize] += width - u128::from(column.cut);
            }
        }
        assert!(shares.drain(outcomes..).all(|share| share == 0));
        shares
    }

    #[test]
    fn every_outcome_has_exactly_its_odds() {
        for odds in [
            vec![WHOLE],
            vec![WHOLE / 2, WHOLE / 2],
            vec![1, WHOLE - 1],
            vec![5, 0, WHOLE / 4, 7, WHOLE - WHOLE / 4 - 12],
            (0..100).map(|at| WHOLE * at / 4950).collect(),
            vec![WHOLE / 3; 3],
        ] {
            let lacking = WHOLE - odds.iter().sum::<u128>();
            let mut exact = odds.clone();
            let likeliest = (0..odds.len()).max_by_key(|&at| odds[at]).expect("some");
            exact[likeliest] += lacking;
            assert!(lacking < 100, "the odds of the test are nearly whole");
            assert_eq!(shares(&Alias::new(&odds), odds.len()), exact);
        }
    }

    #[test]
    fn the_last_draw_of_a_column_falls_behind_its_cut() {
        let odds = Alias::new(&[1, WHOLE - 1]);
        assert_eq!((odds.pick(0), odds.pick(1)), (0, 1));
        assert_eq!((odds.pick(1 << 63), odds.pick(u64::MAX)), (1, 1));
        let certain = Alias::new(&[WHOLE]);
        assert!(
            [0, u64::MAX >> 1, 1 << 63, u64::MAX]
                .iter()
                .all(|&draw| certain.pick(draw) == 0)
        );
    }

    #[test]
    #[should_panic(expected = "odds of one at most")]
    fn more_than_all_is_refused() {
        Alias::new(&[WHOLE, 1]);
    }
}
