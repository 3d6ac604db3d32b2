//! Memory that is asked for and may be refused.
//!
//! Where there is none for what has to be, the program ends with a sentence ([`Memory`]). Who could do with less asks
//! through [`asked`] and is told.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static ASKING: Cell<bool> = const { Cell::new(false) };
}

/// Asks for memory in a way that can be answered with no, as `try_reserve` does.
pub fn asked<T>(ask: impl FnOnce() -> T) -> T {
    ASKING.set(true);
    let answer = ask();
    ASKING.set(false);
    answer
}

/// The system's memory, to be a program's global allocator. Where there is none left this ends the program, unless it asked
/// whether there is ([`asked`]). It must not take any memory itself.
#[derive(Debug)]
pub struct Memory(pub fn() -> !);

#[expect(
    unsafe_code,
    reason = "whoever hands out memory says so; all is left to the system's"
)]
// SAFETY: as for `System`, which is asked for everything.
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        self.given(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        self.given(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's promise.
        self.given(unsafe { System.realloc(memory, layout, size) })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(memory, layout) }
    }
}

impl Memory {
    /// What the system gave, if it gave anything.
    #[inline]
    fn given(&self, memory: *mut u8) -> *mut u8 {
        if memory.is_null() && !ASKING.get() {
            (self.0)();
        }
        memory
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_asks_only_while_asking() {
        let mut list: Vec<u64> = Vec::new();
        assert!(!ASKING.get());
        let (asking, answer) = asked(|| (ASKING.get(), list.try_reserve_exact(usize::MAX / 16)));
        assert!(asking && answer.is_err() && !ASKING.get());
    }
}
