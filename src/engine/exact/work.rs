//! Counts the work that a solution does.
//!
//! Work is counted and not timed, so that a solution of the same scenario gets equally far on every machine.
//! The unit is one path of a step that the rules play. Everything else that takes time is counted in
//! fractions of this unit. The work before the first step of a fight is not counted, and no budget limits it.

use super::Budget;

/// The number of parts that the work for one path is divided into. One part takes about as long as following
/// one known branch.
const PARTS: u64 = 64;

/// A size in bytes: to copy and hash a state of this size takes as long as the rest of a path.
const HEAVY: u64 = 1024;

/// The number of grid cells that can be moved in the time of one part.
const CELLS: u64 = 16;

/// The work done on a fight, and the greatest work allowed, both in parts of a path.
#[derive(Debug)]
pub(super) struct Work {
    /// The number of parts for one path, which depends on the size of the states.
    per_path: u64,
    done: u64,
    most: u64,
}

impl Work {
    /// Creates a count without any work, for a fight whose states take `bytes` bytes.
    pub(super) fn new(bytes: usize, budget: &Budget) -> Self {
        Self {
            per_path: PARTS + PARTS * bytes as u64 / HEAVY,
            done: 0,
            most: budget.work.saturating_mul(PARTS),
        }
    }

    /// Returns the work done, in paths.
    pub(super) fn done(&self) -> u64 {
        self.done / PARTS
    }

    /// Returns the number of paths that the rules may still play.
    pub(super) fn paths_left(&self) -> u64 {
        self.most.saturating_sub(self.done) / self.per_path
    }

    /// Returns whether the work left does not suffice for another path.
    pub(super) fn is_spent(&self) -> bool {
        self.paths_left() == 0
    }

    /// Counts paths that the rules have played.
    pub(super) fn walked(&mut self, paths: u64) {
        self.add(paths.saturating_mul(self.per_path));
    }

    /// Counts known branches that were followed, or a number of similar small operations.
    pub(super) fn followed(&mut self, branches: usize) {
        self.add(branches as u64);
    }

    /// Counts grid cells that were moved or read.
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
