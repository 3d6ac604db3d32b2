//! The draws of a chain, which choose the branch of a step, in as little memory as possible.

use indexmap::IndexMap;

use super::Survey;
use crate::chain::{Branch, BranchTarget, Step, short};
use crate::dice::{Alias, Column, Weight};
use crate::fight::Fight;

/// A branch that is not yet in the chain, and its weight.
pub(super) type Weighed = (Branch, Vec<Weight>);

/// The columns of each set of probabilities, and the shift that turns a draw into its column.
#[derive(Debug, Default)]
pub(in crate::chain) struct Tables(IndexMap<Vec<u128>, (u32, u32), foldhash::fast::FixedState>);

impl Tables {
    /// The table for outcomes that weigh `parts`; it is appended to `all` if it is new.
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
    /// A branch that stands for another draw between these.
    pub(super) fn one_of(&mut self, branches: Vec<Weighed>) -> Branch {
        let draw = short(self.chain.draws.len());
        let step = self.step(branches);
        self.chain.draws.push(step);
        Branch::to(BranchTarget::OneOf(draw))
    }

    /// The step with these branches, whose weights need not add up to the whole.
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

/// The weight of a branch as a number of parts.
fn parts((_, weights): &Weighed) -> u128 {
    weights.iter().map(|one| one.parts(64)).sum()
}
