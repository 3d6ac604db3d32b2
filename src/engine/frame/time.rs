//! Facts about later rounds. The policies of all books can use them. [`Lineup`](super::Lineup) computes their
//! values.

use crate::policy::FactSpec;
use crate::policy::vocabulary::number;

/// A fact for conditions in policies. Its value is computed by
/// [`Lineup::help_arrives`](super::Lineup::help_arrives).
pub(crate) const HELP_ARRIVES: FactSpec = number(
    "help.arrives",
    "rounds until the next of the own side, or of its allies, arrives; 0 if nobody is to come",
)
.from(0);

/// A fact for conditions in policies. Its value is computed by
/// [`Lineup::objective_left`](super::Lineup::objective_left).
pub(crate) const OBJECTIVE_LEFT: FactSpec = number(
    "objective.left",
    "rounds that the own side, or an ally, still has to hold, this one included; 0 without an objective with `hold`",
)
.from(0);
