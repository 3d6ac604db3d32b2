//! Counts the work that a solution does, so that a budget can limit it.
//!
//! Time is not measured, so that a solution of the same scenario gets equally far on every machine. The unit
//! of work is one path of a step that the rules play. Everything else is counted as a fraction of this unit.
//! The work before the first step of a fight is not counted or limited.

use super::Budget;

/// The number of parts of one unit of work. Following one stored branch of a step takes about as long as one
/// part.
const PARTS: u64 = 64;

/// A size of states in bytes. To copy and hash a state of this size takes as long as the rest of a path.
const HEAVY: u64 = 1024;

/// The number of grid cells that can be moved in the time of one part.
const CELLS: u64 = 16;

/// The work done on a fight, and the greatest work allowed, both in parts of a path.
#[derive(Debug)]
pub(super) struct Work {
    /// The work for one path, in parts. It depends on the size of the states.
    per_path: u64,
    done: u64,
    most: u64,
}

impl Work {
    /// Creates a count of 0. A state of the fight takes `bytes` bytes.
    pub(super) fn new(bytes: usize, budget: &Budget) -> Self {
        Self {
            per_path: PARTS + PARTS * bytes as u64 / HEAVY,
            done: 0,
            most: budget.work.saturating_mul(PARTS),
        }
    }

    /// Returns the work done, in units of one path.
    pub(super) fn done(&self) -> u64 {
        self.done / PARTS
    }

    /// Returns the number of paths that the rules may still play within the budget.
    pub(super) fn paths_left(&self) -> u64 {
        self.most.saturating_sub(self.done) / self.per_path
    }

    /// Returns whether the budget does not allow another path.
    pub(super) fn is_spent(&self) -> bool {
        self.paths_left() == 0
    }

    /// Counts the work for this number of paths played by the rules.
    pub(super) fn walked(&mut self, paths: u64) {
        self.add(paths.saturating_mul(self.per_path));
    }

    /// Counts the work for this number of stored branches that were followed, or for as many similar small
    /// operations.
    pub(super) fn followed(&mut self, branches: usize) {
        self.add(branches as u64);
    }

    /// Counts the work for this number of grid cells that were moved or read.
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
