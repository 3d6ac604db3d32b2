//! The set of fights that have been counted, stored as ranges of fight numbers.
//!
//! Threads finish blocks in any order, so the set has a few ranges during a run and one at its end.

use std::ops::Range;

/// A set of fight numbers, stored as ascending ranges with gaps between them.
///
/// ```
/// use skirmish_engine::batch::Spans;
///
/// let mut counted = Spans::default();
/// counted.add(0..4);
/// counted.add(8..12);
/// counted.add(4..8);
/// assert_eq!(counted.stretches(), [0..12]);
/// assert_eq!(counted.gaps(10..20), [12..20]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Spans(Vec<Range<u64>>);

/// The error for invalid ranges: a range is empty, or ranges are not in ascending order, or two of them
/// touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Untidy;

impl Spans {
    /// Creates the set of these ranges.
    ///
    /// # Errors
    /// If the ranges are not in the form that [`Spans::stretches`] returns.
    pub fn new(stretches: Vec<Range<u64>>) -> Result<Self, Untidy> {
        let empty = stretches.iter().any(Range::is_empty);
        let meet = |pair: &[Range<u64>]| pair[1].start <= pair[0].end;
        if empty || stretches.windows(2).any(meet) {
            return Err(Untidy);
        }
        Ok(Self(stretches))
    }

    /// Adds a range, which may overlap ranges of the set.
    pub fn add(&mut self, new: Range<u64>) {
        if new.is_empty() {
            return;
        }
        let first = self.0.partition_point(|old| old.end < new.start);
        let last = self.0.partition_point(|old| old.start <= new.end);
        let mut joined = new;
        if let (Some(one), Some(other)) = (self.0[first..last].first(), self.0[first..last].last())
        {
            joined = joined.start.min(one.start)..joined.end.max(other.end);
        }
        self.0.splice(first..last, [joined]);
    }

    /// Returns the ranges of the set, in ascending order.
    pub fn stretches(&self) -> &[Range<u64>] {
        &self.0
    }

    /// Returns the number of fights in the set.
    pub fn len(&self) -> u64 {
        self.0.iter().map(|span| span.end - span.start).sum()
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns one more than the largest number in the set; 0 for the empty set.
    pub fn end(&self) -> u64 {
        self.0.last().map_or(0, |span| span.end)
    }

    /// Returns the smallest number that is not in the set.
    pub fn prefix(&self) -> u64 {
        match self.0.first() {
            Some(span) if span.start == 0 => span.end,
            _ => 0,
        }
    }

    /// Returns the numbers of `within` that are not in the set, as ascending ranges.
    pub fn gaps(&self, within: Range<u64>) -> Vec<Range<u64>> {
        let mut gaps = Vec::new();
        let mut at = within.start;
        for span in &self.0 {
            let end = span.start.min(within.end);
            if at < end {
                gaps.push(at..end);
            }
            at = at.max(span.end);
        }
        if at < within.end {
            gaps.push(at..within.end);
        }
        gaps
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn stretches_that_meet_are_one() {
        let mut spans = Spans::default();
        for span in [8..12, 0..4, 20..24, 4..8, 30..30, 22..26] {
            spans.add(span);
        }
        assert_eq!(spans.stretches(), [0..12, 20..26]);
        assert_eq!((spans.len(), spans.prefix(), spans.end()), (18, 12, 26));
        assert_eq!(spans.gaps(0..40), [12..20, 26..40]);
        assert_eq!(spans.gaps(2..10), []);
        assert_eq!(spans.gaps(10..22), std::slice::from_ref(&(12..20)));
    }

    #[test]
    fn only_tidy_stretches_are_a_set() {
        assert!(Spans::new(vec![0..4, 5..6]).is_ok());
        for wrong in [
            vec![0..4, 4..6],
            vec![5..6, 0..4],
            vec![std::ops::Range { start: 3, end: 3 }],
        ] {
            assert_eq!(Spans::new(wrong), Err(Untidy));
        }
    }

    proptest! {
        #[test]
        fn it_is_the_set_of_what_was_added(
            added in prop::collection::vec((0usize..40, 0usize..8), 0..12),
            within in (0u64..50, 0u64..50),
        ) {
            let mut spans = Spans::default();
            let mut plain = [false; 64];
            for (start, length) in added {
                spans.add(start as u64..(start + length) as u64);
                plain[start..start + length].fill(true);
            }
            prop_assert_eq!(Spans::new(spans.stretches().to_vec()), Ok(spans.clone()));
            let gaps = spans.gaps(within.0..within.1);
            for (n, plain) in (0..).zip(plain) {
                let has = |spans: &[Range<u64>]| spans.iter().any(|span| span.contains(&n));
                prop_assert_eq!(has(spans.stretches()), plain);
                prop_assert_eq!(has(&gaps), !plain && (within.0..within.1).contains(&n));
            }
        }
    }
}
