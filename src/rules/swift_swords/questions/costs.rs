//! What a deed takes, and whether it leaves what is gathered.
//!
//! Clauses: SST-7-4, SST-8-1, SST-8-2, SST-14-2, SST-32-2.

use crate::fight::FighterId;
use crate::rules::swift_swords::fields::pips;
use crate::rules::swift_swords::nouns::{Aim, Cost, Deed, Grapple, Manner, Shot, State, View, Way};

impl Deed {
    /// What it takes.
    #[inline]
    pub(crate) fn cost<const N: usize>(self, view: View<'_, N>, who: FighterId) -> Cost {
        let costs = &view.arena.costs;
        Cost::Pips(match self {
            Self::Attack { target, .. } if view.state.locked(who, target) => {
                costs[const { pips("attack-close") }]
            }
            Self::Attack { weapon, .. } => view.attack_cost(who, weapon),
            Self::Break { .. } => costs[const { pips("break") }],
            Self::Dual(tactic) => {
                let twice = tactic.manner == Manner::DoubleStrike;
                let more = if twice {
                    costs[const { pips("double-strike") }]
                } else {
                    0
                };
                view.attack_cost(who, tactic.weapon) + more
            }
            Self::Grapple(Grapple::Close { .. }) => costs[const { pips("close") }],
            Self::Grapple(Grapple::Hold { .. }) => costs[const { pips("hold") }],
            Self::Grapple(Grapple::KnockDown { .. }) => costs[const { pips("knock-down") }],
            Self::Grapple(Grapple::Squeeze { .. }) => costs[const { pips("squeeze") }],
            Self::Grapple(Grapple::Improve { .. }) => costs[const { pips("improve") }],
            Self::Grapple(Grapple::Subdue { .. }) => costs[const { pips("subdue") }],
            Self::Grapple(Grapple::BreakHold) => costs[const { pips("break-hold") }],
            Self::Grapple(Grapple::Reverse) => costs[const { pips("reverse") }],
            Self::Slam { .. } => costs[const { pips("slam") }],
            Self::Daunt { .. } => costs[const { pips("mental") }],
            Self::Way(way) => return way.cost(view, who),
            Self::Shot(shot) => return shot.cost(view, who),
            Self::Pool => return Cost::Die,
            Self::Yield | Self::Wait => return Cost::Free,
        })
    }

    /// Whether it leaves what is gathered and kept up: it is there to gather, beyond the first payment [SST-7-4, SST-14-2].
    pub(crate) fn gathers<const N: usize>(self, state: &State<N>, who: FighterId) -> bool {
        match self {
            Self::Pool => true,
            Self::Shot(shot @ (Shot::Aim { .. } | Shot::Gather)) => {
                shot.gathered(state, who).is_some()
            }
            _ => false,
        }
    }
}

impl Way {
    pub(crate) fn cost<const N: usize>(self, view: View<'_, N>, who: FighterId) -> Cost {
        let costs = &view.arena.costs;
        Cost::Pips(match self {
            Self::Move { .. } | Self::Retreat => {
                costs[const { pips("move") }] + u8::from(view.body(who).hamstrung)
            }
            Self::Withdraw { .. } => costs[const { pips("withdraw") }],
            Self::Charge { weapon, .. } => {
                view.attack_cost(who, weapon) + costs[const { pips("charge") }]
            }
            Self::Drag { .. } => costs[const { pips("drag") }],
            Self::Stand => costs[const { pips("stand") }],
            Self::Ready { .. } => costs[const { pips("ready") }],
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
            Self::Shoot { .. } | Self::Aim { .. } => {
                Cost::Pips(view.arena.costs[const { pips("missile") }])
            }
            Self::Cast { .. } | Self::Gather => {
                Cost::Pips(view.arena.costs[const { pips("cast") }])
            }
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
}
