//! Computes the best mix of contenders. A player who brings each contender with its share of the mix scores
//! at least one half against every opponent, so nobody can exploit the mix.
//!
//! Contenders play a symmetric game. `lead(i, j)` is how far contender *i* scores above one half against *j*.
//! A mix *x* is best if Σᵢ xᵢ · lead(i, j) ≥ 0 for every *j*.
//!
//! If leads are sampled, only their intervals are known. If every lead is below the upper end of its
//! interval, each best mix also satisfies Σᵢ xᵢ · upper(i, j) ≥ 0. The smallest and the largest share of a
//! contender under these weaker conditions are found by two linear programs. The true share is between them
//! if all intervals contain the true leads.

use microlp::{ComparisonOp, OptimizationDirection, Problem};

use crate::tally::Interval;

/// Tolerance for the condition that a mix leads by 0 or more, because floats are rounded.
const SLACK: f64 = 1e-9;

/// Shares below this are rounding errors of the linear program and count as 0.
const NOTHING: f64 = 1e-6;

/// The leads of all contenders over each other.
#[derive(Debug, Clone)]
pub(super) struct Leads {
    contenders: usize,
    /// The lead of contender `one` over contender `other` is at `one * contenders + other`.
    leads: Vec<Interval>,
}

impl Leads {
    /// Collects the leads of `contenders` contenders. `lead(one, other)` returns the lead of `one` over
    /// `other`, and is called once for each pair. The lead of `other` over `one` is the negative of it.
    /// Returns `None` if `lead` does.
    pub(super) fn new(
        contenders: usize,
        mut lead: impl FnMut(usize, usize) -> Option<Interval>,
    ) -> Option<Self> {
        let none = Interval {
            low: 0.0,
            high: 0.0,
            estimate: 0.0,
        };
        let mut leads = vec![none; contenders * contenders];
        for one in 0..contenders {
            for other in one + 1..contenders {
                let found = lead(one, other)?;
                leads[one * contenders + other] = found;
                leads[other * contenders + one] = Interval {
                    low: -found.high,
                    high: -found.low,
                    estimate: -found.estimate,
                };
            }
        }
        Some(Self { contenders, leads })
    }

    /// Returns the share of the contender `of` in the best mix. Returns `None` if no mix satisfies the
    /// conditions. That happens only if an interval does not contain the true lead.
    pub(super) fn share(&self, of: usize) -> Option<Interval> {
        let [low, high] = self.bounds(of, |lead| lead.high)?;
        let [least, most] = self.bounds(of, |lead| lead.estimate)?;
        Some(Interval {
            low,
            high,
            estimate: f64::midpoint(least, most).clamp(low, high),
        })
    }

    /// Returns the smallest and the largest share of the contender `of` in the best mixes. `lead` returns the
    /// value of an interval that is used as the lead.
    fn bounds(&self, of: usize, lead: fn(&Interval) -> f64) -> Option<[f64; 2]> {
        let bound = |direction| {
            let mut problem = Problem::new(direction);
            let shares: Vec<_> = (0..self.contenders)
                .map(|one| problem.add_var(if one == of { 1.0 } else { 0.0 }, (0.0, 1.0)))
                .collect();
            let all: Vec<_> = shares.iter().map(|&share| (share, 1.0)).collect();
            problem.add_constraint(&all, ComparisonOp::Eq, 1.0);
            for other in 0..self.contenders {
                let against: Vec<_> = (shares.iter().enumerate())
                    .map(|(one, &share)| (share, lead(&self.leads[one * self.contenders + other])))
                    .collect();
                problem.add_constraint(&against, ComparisonOp::Ge, -SLACK);
            }
            let solution = problem.solve().ok()?.into_solution().ok()?;
            let share = solution.var_value(shares[of]);
            Some(if share < NOTHING { 0.0 } else { share.min(1.0) })
        };
        Some([
            bound(OptimizationDirection::Minimize)?,
            bound(OptimizationDirection::Maximize)?,
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the leads of rock, paper and scissors. Rock beats scissors by `lead`, and the other two
    /// winners lead by 0.1. `known_to` is half of the width of each lead's interval.
    fn game(lead: f64, known_to: f64) -> Leads {
        let leads = [[0.0, -0.1, lead], [0.1, 0.0, -0.1], [-lead, 0.1, 0.0]];
        let known = |one: usize, other: usize| {
            let estimate: f64 = leads[one][other];
            Some(Interval {
                low: estimate - known_to,
                high: estimate + known_to,
                estimate,
            })
        };
        Leads::new(3, known).expect("all are known")
    }

    fn near(is: f64, expected: f64) {
        assert!((is - expected).abs() < 1e-4, "{is} is not {expected}");
    }

    #[test]
    fn exact_leads_have_one_best_mix() {
        for of in 0..3 {
            let share = game(0.1, 0.0).share(of).expect("there is one");
            near(share.low, 1.0 / 3.0);
            near(share.high, 1.0 / 3.0);
        }
        // Rock beats scissors by twice as much as the others win by, so half of the best mix is paper.
        let shares = [0, 1, 2].map(|of| game(0.2, 0.0).share(of).expect("there is one").estimate);
        for (share, expected) in shares.into_iter().zip([0.25, 0.5, 0.25]) {
            near(share, expected);
        }
    }

    #[test]
    fn bounds_narrow_as_leads_become_known() {
        let reach = |known_to| game(0.1, known_to).share(0).expect("there is one").reach();
        assert!(reach(0.05) > 0.2 && reach(0.01) < 0.2 && reach(0.001) < 0.02);
        assert!(reach(0.001) > 0.0);
    }

    #[test]
    fn who_is_beaten_by_all_is_in_no_mix() {
        let lead = |one: usize, other: usize| {
            let estimate = match (one, other) {
                (_, 2) => 0.1,
                (0, _) => -0.01,
                _ => 0.01,
            };
            Some(Interval {
                low: estimate - 0.01,
                high: estimate + 0.01,
                estimate,
            })
        };
        let leads = Leads::new(3, lead).expect("all are known");
        assert!(leads.share(2).expect("there is one").high <= 0.0);
        assert!(leads.share(0).expect("there is one").high > 0.4);
        assert!(Leads::new(3, |_, _| None).is_none());
    }

    #[test]
    fn equals_can_be_mixed_in_any_way() {
        let none = |_, _| {
            Some(Interval {
                low: 0.0,
                high: 0.0,
                estimate: 0.0,
            })
        };
        let share = Leads::new(2, none).expect("all are known").share(0);
        let share = share.expect("there is one");
        near(share.low, 0.0);
        near(share.high, 1.0);
    }
}
