//! The items that a word of a policy stands for: the name of an item, or a selector such as `best`.

use crate::policy::ItemRef;

/// The items that each word of a policy stands for, as bit sets of item numbers. `named` has the bit sets for
/// the names of items, and `selected` those for the selectors.
#[derive(Debug, Clone)]
pub(crate) struct Meanings<const SELECTORS: usize, B = u64> {
    named: Vec<B>,
    selected: [B; SELECTORS],
}

impl<const SELECTORS: usize, B: Copy> Meanings<SELECTORS, B> {
    /// Creates the meanings of words. `named` has the bit set for each name of an item, in their order.
    /// `selected` returns the bit set for each selector.
    pub(crate) fn new(named: Vec<B>, selected: impl FnMut(usize) -> B) -> Self {
        Self {
            named,
            selected: std::array::from_fn(selected),
        }
    }

    /// Returns the bit set of the items that a word stands for.
    #[inline]
    pub(crate) fn of(&self, item: ItemRef) -> B {
        match item {
            ItemRef::Named(name) => self.named[usize::from(name)],
            ItemRef::Selector(selector) => self.selected[usize::from(selector)],
        }
    }
}

/// Returns the bit set of the items for which `is_meant` returns true. `is_meant` gets the number of an item
/// and the item.
pub(crate) fn bits<T>(items: &[T], is_meant: impl Fn(usize, &T) -> bool) -> u64 {
    let all = items.iter().enumerate();
    let meant = all.filter(|(at, item)| is_meant(*at, item));
    meant.fold(0, |bits, (at, _)| bits | 1 << at)
}
