//! Draws between branches. Draws with equal probabilities share a table, which saves memory.

use indexmap::IndexMap;

use super::Survey;
use crate::chain::{Branch, BranchTarget, Step, short};
use crate::dice::{Alias, Column, Weight};
use crate::fight::Fight;

/// A branch that has not been added to the chain, with the weights of the paths that lead to its result.
pub(super) type Weighed = (Branch, Vec<Weight>);

/// The alias tables. For each list of probabilities, the first column of its table, and the shift that turns
/// random bits into the number of a column.
#[derive(Debug, Default)]
pub(in crate::chain) struct Tables(IndexMap<Vec<u128>, (u32, u32), foldhash::fast::FixedState>);

impl Tables {
    /// Returns the first column and the shift of the table for these weights. If there is no such table,
    /// appends a new one to `all`.
    pub(in crate::chain) fn of(&mut self, parts: &[u128], all: &mut Vec<Column>) -> (u32, u32) {
        let whole = parts.iter().sum::<u128>().max(1);
        let odds = parts.iter().map(|part| ((part << 63) / whole) << 1);
        *self.0.entry(odds.collect()).or_insert_with_key(|odds| {
            let (first, table) = (short(all.len()), Alias::new(odds));
            all.extend(table.columns());
            (first, table.shift())
        })
    }
}

impl<F: Fight> Survey<'_, F> {
    /// Creates a branch that stands for a draw between these branches.
    pub(super) fn one_of(&mut self, branches: Vec<Weighed>) -> Branch {
        let draw = short(self.chain.draws.len());
        let step = self.step(branches);
        self.chain.draws.push(step);
        Branch::to(BranchTarget::OneOf(draw))
    }

    /// Creates the draw between these branches, and adds the branches to the chain. The weights may have any
    /// total.
    pub(super) fn step(&mut self, branches: Vec<Weighed>) -> Step {
        let parts: Vec<u128> = branches.iter().map(parts).collect();
        let chain = &mut self.chain;
        let branch = short(chain.branches.len());
        chain
            .branches
            .extend(branches.into_iter().map(|(branch, _)| branch));
        let (first, shift) = match parts.len() {
            1 => (0, 0),
            _ => self.tables.of(&parts, &mut chain.columns),
        };
        Step {
            branch,
            first,
            shift,
        }
    }
}

/// Returns the total weight of a branch's paths.
fn parts((_, weights): &Weighed) -> u128 {
    weights.iter().map(|one| one.parts(64)).sum()
}
