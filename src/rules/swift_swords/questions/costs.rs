//! What a deed takes, and whether it leaves what is gathered.
//!
//! Clauses: SST-7-4, SST-8-1, SST-8-2, SST-14-2, SST-32-2.

use crate::fight::FighterId;
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::deeds::{Cost, Deed, Grapple, Shot, Tactic, Way};
use crate::rules::swift_swords::nouns::scene::View;
use crate::rules::swift_swords::nouns::state::{Aim, State};

impl Deed {
    /// What it takes.
    #[inline]
    pub(crate) fn cost<const N: usize>(self, view: View<'_, N>, who: FighterId) -> Cost {
        match self {
            Self::Attack { target, .. } if view.state.locked(who, target) => {
                Cost::Pips(view.arena.costs.attack_close)
            }
            Self::Attack { weapon, .. } => Cost::Pips(view.attack_cost(who, weapon)),
            Self::Break { .. } => Cost::Pips(view.arena.costs.break_pool),
            Self::Pool => Cost::Die,
            Self::Way(way) => way.cost(view, who),
            Self::Shot(shot) => shot.cost(view, who),
            Self::Dual(tactic) => tactic.cost(view, who),
            Self::Grapple(grapple) => grapple.cost(view.arena),
            Self::Slam { .. } => Cost::Pips(view.arena.costs.slam),
            Self::Daunt { .. } => Cost::Pips(view.arena.costs.mental),
            Self::Yield | Self::Wait => Cost::Free,
        }
    }

    /// Whether it leaves what is gathered and kept up [SST-7-4, SST-14-2].
    pub(crate) fn gathers<const N: usize>(self, state: &State<N>, who: FighterId) -> bool {
        match self {
            Self::Pool => true,
            Self::Shot(shot) => shot.adds(state, who),
            _ => false,
        }
    }
}

impl Way {
    pub(crate) fn cost<const N: usize>(self, view: View<'_, N>, who: FighterId) -> Cost {
        let costs = &view.arena.costs;
        Cost::Pips(match self {
            Self::Move { .. } | Self::Retreat => costs.moving + u8::from(view.body(who).hamstrung),
            Self::Withdraw { .. } => costs.withdraw,
            Self::Charge { weapon, .. } => view.attack_cost(who, weapon) + costs.charge,
            Self::Drag { .. } => costs.drag,
            Self::Stand => costs.stand,
            Self::Ready { .. } => costs.ready,
        })
    }
}

impl Shot {
    /// What it takes: nothing more where it has been gathered for, and a die to gather on.
    pub(crate) fn cost<const N: usize>(self, view: View<'_, N>, who: FighterId) -> Cost {
        let gathered = self.gathered(view.state, who).is_some();
        match self {
            Self::Shoot { .. } | Self::Cast { .. } if gathered => Cost::Free,
            Self::Aim { .. } | Self::Gather if gathered => Cost::Die,
            Self::Shoot { .. } | Self::Aim { .. } => Cost::Pips(view.arena.costs.missile),
            Self::Cast { .. } | Self::Gather => Cost::Pips(view.arena.costs.cast),
        }
    }

    /// Dice that have been gathered for it; none where that has not begun.
    pub(crate) fn gathered<const N: usize>(self, state: &State<N>, who: FighterId) -> Option<u8> {
        match (self, state.body(who).aim) {
            (Self::Shoot { weapon, .. } | Self::Aim { weapon }, Aim::Shot { item, dice })
                if weapon == item =>
            {
                Some(dice)
            }
            (Self::Cast { .. } | Self::Gather, Aim::Spell { dice }) => Some(dice),
            _ => None,
        }
    }

    /// Whether it is there to gather, beyond the first payment: then what is gathered and kept up is kept [SST-14-2].
    pub(crate) fn adds<const N: usize>(self, state: &State<N>, who: FighterId) -> bool {
        matches!(self, Self::Aim { .. } | Self::Gather) && self.gathered(state, who).is_some()
    }
}

impl Tactic {
    /// Whom its first blow is aimed at.
    pub(crate) const fn target(self) -> FighterId {
        match self {
            Self::AllOut { target, .. }
            | Self::DoubleStrike { target, .. }
            | Self::FollowOn { target, .. } => target,
        }
    }

    pub(crate) fn cost<const N: usize>(self, view: View<'_, N>, who: FighterId) -> Cost {
        Cost::Pips(match self {
            Self::AllOut { weapon, .. } | Self::FollowOn { weapon, .. } => {
                view.attack_cost(who, weapon)
            }
            Self::DoubleStrike { weapon, .. } => {
                view.attack_cost(who, weapon) + view.arena.costs.double_strike
            }
        })
    }
}

impl Grapple {
    pub(crate) fn cost<const N: usize>(self, arena: &Arena<N>) -> Cost {
        let costs = &arena.costs;
        Cost::Pips(match self {
            Self::Close { .. } => costs.close,
            Self::Hold { .. } => costs.hold,
            Self::KnockDown { .. } => costs.knock_down,
            Self::Squeeze { .. } => costs.squeeze,
            Self::Improve { .. } => costs.improve,
            Self::Subdue { .. } => costs.subdue,
            Self::BreakHold => costs.break_hold,
            Self::Reverse => costs.reverse,
        })
    }
}
