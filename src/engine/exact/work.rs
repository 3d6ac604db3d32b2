//! Counts the work of a solution.
//!
//! Work is counted, not timed, so that the same scenario gets equally far on every machine. The unit is one path of
//! a step that the rules of the book walk; everything else that takes time is counted in fractions of it. Left out:
//! work on a fight before its first step, which no budget bounds.

use super::Budget;

/// Number of parts of a path's work. One part takes about as long as following one known branch.
const PARTS: u64 = 64;

/// Size of a state, in bytes, whose copying and hashing takes as long as the rest of a path.
const HEAVY: u64 = 1024;

/// Number of grid cells that are moved in the time of one part.
const CELLS: u64 = 16;

/// The work done on a fight, and the work still allowed.
#[derive(Debug)]
pub(super) struct Work {
    /// Number of parts of a path, given the size of this fight's states.
    per_path: u64,
    done: u64,
    most: u64,
}

impl Work {
    /// No work done yet, on a fight whose states take `bytes` bytes.
    pub(super) fn new(bytes: usize, budget: &Budget) -> Self {
        Self {
            per_path: PARTS + PARTS * bytes as u64 / HEAVY,
            done: 0,
            most: budget.work.saturating_mul(PARTS),
        }
    }

    /// The work done, in paths.
    pub(super) fn done(&self) -> u64 {
        self.done / PARTS
    }

    /// The number of paths that may still be walked.
    pub(super) fn paths_left(&self) -> u64 {
        self.most.saturating_sub(self.done) / self.per_path
    }

    /// Returns whether no work is left for another path.
    pub(super) fn is_spent(&self) -> bool {
        self.paths_left() == 0
    }

    /// Counts paths that the rules walked.
    pub(super) fn walked(&mut self, paths: u64) {
        self.add(paths.saturating_mul(self.per_path));
    }

    /// Counts known branches that were followed, or an equal number of similar small operations.
    pub(super) fn followed(&mut self, branches: usize) {
        self.add(branches as u64);
    }

    /// Counts grid cells that were processed.
    pub(super) fn moved(&mut self, cells: usize) {
        self.add(cells as u64 / CELLS);
    }

    fn add(&mut self, parts: u64) {
        self.done = self.done.saturating_add(parts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(work: u64) -> Budget {
        Budget {
            work,
            ..Budget::ANY
        }
    }

    #[test]
    fn work_is_spent_after_as_many_paths_as_the_budget_has() {
        let mut work = Work::new(1, &with(10));
        assert_eq!(work.paths_left(), 10);
        work.walked(9);
        assert!(!work.is_spent());
        work.followed(1);
        assert!(work.is_spent());
        assert_eq!(work.done(), 9);
    }

    #[test]
    fn paths_of_large_situations_count_for_more() {
        let work = Work::new(2048, &with(30));
        assert_eq!(work.paths_left(), 10);
        assert_eq!(Work::new(1, &Budget::ANY).paths_left(), u64::MAX / PARTS);
    }
}
