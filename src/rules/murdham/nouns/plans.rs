//! Settled plans: what somebody does in its turn as long as nobody moves and nothing changes hands.
//!
//! Clauses: MUR-2-12, MUR-3-15.

use super::attack::{Attack, Strike};
use super::fighter::Fighter;
use super::state::State;
use crate::fight::{FighterId, LineId, ListId, Witness};
use crate::rules::murdham::words::BONUS;

/// An attack made in the same way every turn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    pub attack: Attack,
    pub strike: Strike,
    /// The line of the policy that says so.
    pub line: LineId,
}

/// The plans of all fighters.
#[derive(Debug, Default)]
pub(crate) struct Plans {
    /// Of each fighter, in the order in which it goes for its enemies.
    pub lists: Vec<Vec<Plan>>,
}

impl Plan {
    /// Tells a witness of the decisions that it stands for.
    #[inline]
    pub(crate) fn tell<W: Witness>(&self, who: FighterId, fighter: &Fighter, witness: &mut W) {
        if fighter.decides(BONUS) {
            witness.list_ran_out(who, ListId::at(BONUS));
        }
        witness.line_used(who, self.line);
    }
}

impl Plans {
    /// What somebody does in its turn, nothing having happened yet but blows and falls.
    #[inline]
    pub(crate) fn of<const N: usize>(&self, state: &State<N>, who: FighterId) -> Option<&Plan> {
        let plans = self.lists.get(who.index())?.iter();
        let mut open = plans.skip_while(|plan| !state.fighting.has(plan.attack.target));
        open.next()
    }
}
