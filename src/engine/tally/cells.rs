//! The counts of a tally: a list that can be packed to save memory while it is not in use.
//!
//! A tally has a cell for everything that could happen in a fight, but most of it never does. With thousands
//! of matchups, the lists that are not in use are therefore packed. A packed list stores a bit set for each
//! 64 cells, which marks the cells that are not 0, and the values of those cells. Reading a packed list is
//! about as fast as reading an unpacked one. Writing to a packed list unpacks it.

use std::ops::{Index, IndexMut, Range};

use super::Count;

/// A list of counts, which may be packed.
#[derive(Debug, Clone)]
pub(super) struct Cells<C> {
    /// All cells. Empty while the list is packed.
    open: Vec<C>,
    packed: Option<Packed<C>>,
    /// The number zero. Indexing a packed list returns a reference to it for cells that are not stored.
    nothing: C,
}

#[derive(Debug, Clone)]
struct Packed<C> {
    length: usize,
    words: Box<[Word]>,
    /// The counts that are not 0, in the order of their cells.
    some: Box<[C]>,
}

/// For 64 cells: a bit set of those that are not 0, and how many such cells there are before these 64.
#[derive(Debug, Clone, Copy)]
struct Word {
    bits: u64,
    before: u32,
}

impl<C: Count> Cells<C> {
    /// Returns a list of `length` cells, all 0.
    pub(super) fn new(length: usize) -> Self {
        Self {
            open: vec![C::default(); length],
            packed: None,
            nothing: C::default(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.packed
            .as_ref()
            .map_or(self.open.len(), |packed| packed.length)
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = C> {
        self.range(0..self.len())
    }

    pub(super) fn range(&self, cells: Range<usize>) -> impl ExactSizeIterator<Item = C> {
        cells.map(|at| self[at])
    }

    /// Calls `each` with every cell in the range that is not 0, in order. A cell is given by its offset from
    /// the start of the range. Most histograms are empty, so this is checked first.
    pub(super) fn each_some(&self, cells: Range<usize>, mut each: impl FnMut(usize, C)) {
        let open = self.open.get(cells.clone());
        if open.is_some_and(|open| C::are_nothing(open)) {
            return;
        }
        for (offset, count) in self.range(cells).enumerate() {
            if !count.is_nothing() {
                each(offset, count);
            }
        }
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut C> {
        self.unpack();
        self.open.iter_mut()
    }

    /// Packs the list: only the cells that are not 0 are stored until the next write.
    pub(super) fn pack(&mut self) {
        if self.packed.is_some() {
            return;
        }
        let open = std::mem::take(&mut self.open);
        let is_some = |count: &C| *count != C::default();
        let mut before = 0;
        let word = |cells: &[C]| {
            let bits = (cells.iter().enumerate())
                .filter(|(_, count)| is_some(count))
                .fold(0, |bits, (at, _)| bits | 1 << at);
            let word = Word { bits, before };
            before += bits.count_ones();
            word
        };
        self.packed = Some(Packed {
            length: open.len(),
            words: open.chunks(64).map(word).collect(),
            some: open.iter().copied().filter(is_some).collect(),
        });
    }

    #[cold]
    fn unpack(&mut self) {
        if self.packed.is_some() {
            let open = self.iter().collect();
            self.packed = None;
            self.open = open;
        }
    }
}

impl<C> Packed<C> {
    /// Returns the count of a cell in a packed list, or `None` if it is 0.
    fn get(&self, at: usize) -> Option<&C> {
        assert!(at < self.length, "a tally has {} cells", self.length);
        let Word { bits, before } = self.words[at / 64];
        let bit = 1u64 << (at % 64);
        if bits & bit == 0 {
            return None;
        }
        let place = before + (bits & (bit - 1)).count_ones();
        self.some.get(place as usize)
    }
}

impl<C: Count> Index<usize> for Cells<C> {
    type Output = C;

    #[inline]
    fn index(&self, at: usize) -> &C {
        match &self.packed {
            None => &self.open[at],
            Some(packed) => packed.get(at).unwrap_or(&self.nothing),
        }
    }
}

impl<C: Count> IndexMut<usize> for Cells<C> {
    #[inline]
    fn index_mut(&mut self, at: usize) -> &mut C {
        if at < self.open.len() {
            return &mut self.open[at];
        }
        // In a packed list, `open` is empty, so the list is unpacked first. In an unpacked list, this point
        // is reached only if there is no cell `at`, and the indexing below panics.
        self.unpack();
        &mut self.open[at]
    }
}

/// Two lists are equal if their counts are equal, even if only one of them is packed.
impl<C: Count> PartialEq for Cells<C> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<C: Count + Eq> Eq for Cells<C> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_counts_are_the_same_counts() {
        let mut cells: Cells<u64> = Cells::new(200);
        for at in [0, 1, 63, 64, 130, 199] {
            cells[at] = at as u64 + 1;
        }
        let open = cells.clone();
        cells.pack();
        assert!(
            cells
                .packed
                .as_ref()
                .is_some_and(|packed| packed.some.len() == 6)
        );
        assert_eq!(cells, open);
        assert!((0..200).all(|at| cells[at] == open[at]));
        assert_eq!(cells.range(62..66).collect::<Vec<_>>(), [0, 64, 65, 0]);
        for range in [0..0, 0..200, 1..131, 62..64, 70..130, 131..200] {
            let all = open.range(range.clone()).enumerate();
            let some: Vec<_> = all.filter(|(_, count)| *count > 0).collect();
            for cells in [&cells, &open] {
                let mut found = Vec::new();
                cells.each_some(range.clone(), |at, count| found.push((at, count)));
                assert_eq!(found, some);
            }
        }
        let mut other = cells.clone();
        other[2] = 9;
        assert!(other.packed.is_none() && other != cells);
        cells.iter_mut().for_each(|count| *count *= 2);
        assert_eq!((cells[199], cells[198]), (400, 0));
    }

    #[test]
    #[should_panic(expected = "a tally has 3 cells")]
    fn a_packed_list_ends_where_it_did() {
        let mut cells: Cells<u64> = Cells::new(3);
        cells.pack();
        let _ = cells[3];
    }
}
