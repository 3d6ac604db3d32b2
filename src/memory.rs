//! Memory that is asked for and may be refused.
//!
//! Where there is none for what has to be, the program ends with a sentence (`main.rs`). Who could do with less asks
//! through [`asked`] and is told.

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

/// Whether this thread is asking now.
pub fn is_asked() -> bool {
    ASKING.get()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_asks_only_while_asking() {
        let mut list: Vec<u64> = Vec::new();
        assert!(!is_asked());
        let (asking, answer) = asked(|| (is_asked(), list.try_reserve_exact(usize::MAX / 16)));
        assert!(asking && answer.is_err() && !is_asked());
    }
}
