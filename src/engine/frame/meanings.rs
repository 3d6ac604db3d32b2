//! The items that the words of policies match.

use crate::policy::ItemRef;

/// For each word of the policy language that stands for items, the items that it matches, as bits by their number.
#[derive(Debug, Clone)]
pub(crate) struct Meanings<const SELECTORS: usize, B = u64> {
    named: Vec<B>,
    selected: [B; SELECTORS],
}

impl<const SELECTORS: usize, B: Copy> Meanings<SELECTORS, B> {
    /// Creates the meanings of the item names, in their order, and of each selector.
    pub(crate) fn new(named: Vec<B>, selected: impl FnMut(usize) -> B) -> Self {
        Self {
            named,
            selected: std::array::from_fn(selected),
        }
    }

    /// Returns the items that a word matches.
    #[inline]
    pub(crate) fn of(&self, item: ItemRef) -> B {
        match item {
            ItemRef::Named(name) => self.named[usize::from(name)],
            ItemRef::Selector(selector) => self.selected[usize::from(selector)],
        }
    }
}

/// Returns the bits of the items that pass `is_meant`, which also gets the number of the item.
pub(crate) fn bits<T>(items: &[T], is_meant: impl Fn(usize, &T) -> bool) -> u64 {
    let all = items.iter().enumerate();
    let meant = all.filter(|(at, item)| is_meant(*at, item));
    meant.fold(0, |bits, (at, _)| bits | 1 << at)
}
