//! The draws of a chain: which branch a step takes, in as little memory as may be.

use super::Survey;
use crate::chain::{Branch, Goal, Step, short};
use crate::dice::{Alias, Weight};
use crate::fight::Fight;

/// Branches are rare that all together weigh less than this part of a step.
const RARE: u128 = 128;

/// A branch that is not yet in the chain, and what it weighs.
pub(super) type Weighed = (Branch, Vec<Weight>);

impl<F: Fight> Survey<'_, F> {
    /// The branch that another draw between these takes the place of.
    pub(super) fn one_of(&mut self, branches: Vec<Weighed>) -> Branch {
        let draw = short(self.chain.draws.len());
        let step = self.step(branches);
        self.chain.draws.push(step);
        Branch::to(Goal::OneOf(draw))
    }

    /// The commonest of these branches, and one for the draw between all others if those are rare: a chain of many situations
    /// is drawn from faster if what is drawn most takes little memory.
    pub(super) fn few(&mut self, mut branches: Vec<Weighed>) -> Vec<Weighed> {
        let parts = |(_, weights): &Weighed| weights.iter().map(|one| one.parts(64)).sum::<u128>();
        branches.sort_by_key(|branch| std::cmp::Reverse(parts(branch)));
        let whole: u128 = branches.iter().map(parts).sum();
        let is_rare = |&common: &usize| {
            let rest: u128 = branches.iter().skip(common).map(parts).sum();
            common < branches.len() / 2 && rest < whole / RARE
        };
        let Some(common) = [7, 15, 31].into_iter().find(is_rare) else {
            return branches;
        };
        let rare = branches.split_off(common);
        let weights = rare.iter().flat_map(|(_, weights)| weights).copied();
        let weights = weights.collect();
        branches.push((self.one_of(rare), weights));
        branches
    }

    /// The step with these branches, whose weights may be a part of the whole.
    pub(super) fn step(&mut self, branches: Vec<Weighed>) -> Step {
        let parts = |weights: &Vec<Weight>| weights.iter().map(|one| one.parts(64)).sum::<u128>();
        let parts: Vec<u128> = branches.iter().map(|(_, weights)| parts(weights)).collect();
        let whole = parts.iter().sum::<u128>().max(1);
        let odds: Vec<u128> = parts
            .iter()
            .map(|part| ((part << 63) / whole) << 1)
            .collect();
        let chain = &mut self.chain;
        let branch = short(chain.branches.len());
        chain
            .branches
            .extend(branches.into_iter().map(|(branch, _)| branch));
        if odds.len() == 1 {
            return Step {
                branch,
                first: 0,
                shift: 0,
            };
        }
        let columns = &mut chain.columns;
        let &mut (first, shift) = self.tables.entry(odds).or_insert_with_key(|odds| {
            let (first, table) = (short(columns.len()), Alias::new(odds));
            columns.extend(table.columns());
            (first, table.shift())
        });
        Step {
            branch,
            first,
            shift,
        }
    }
}
