//! What somebody does in its turn, and what a deed may take.
//!
//! Clauses: SST-0-9, SST-7-6, SST-8-1, SST-8-5, SST-12-4..9, SST-27-4, SST-32-2, SST-34-1. Costs are pips, or one usable die of any
//! face; what each deed takes is in `costs`.

use crate::fight::FighterId;
use crate::rules::swift_swords::reading::hand::Hand;

/// What to do in one's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Deed {
    Attack { target: FighterId, weapon: u8 },
    Break { target: FighterId, weapon: u8 },
    Pool,
    Way(Way),
    Shot(Shot),
    Dual(Tactic),
    Grapple(Grapple),
    Slam { target: FighterId },
    Daunt { target: FighterId },
    Yield,
    Wait,
}

impl Deed {
    /// Whether an attack is rolled for it [SST-27-4].
    pub(crate) const fn is_attack(self) -> bool {
        match self {
            Self::Attack { .. }
            | Self::Break { .. }
            | Self::Dual(_)
            | Self::Slam { .. }
            | Self::Daunt { .. } => true,
            Self::Way(way) => matches!(way, Way::Charge { .. }),
            Self::Shot(shot) => matches!(shot, Shot::Shoot { .. } | Shot::Cast { .. }),
            Self::Grapple(grapple) => matches!(
                grapple,
                Grapple::Close { .. } | Grapple::Hold { .. } | Grapple::Improve { .. }
            ),
            Self::Pool | Self::Yield | Self::Wait => false,
        }
    }
}

/// What somebody wants to do, and whether it would have wanted something that its dice do not pay for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub deed: Deed,
    /// What it takes.
    pub cost: Cost,
    pub short: bool,
}

/// Something done with one's feet or hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// To this zone or towards it; out of contact, where it is the own one.
    Move {
        to: u8,
    },
    /// Away from all enemies, out of the fight where there is one zone only.
    Retreat,
    /// As `Move`, safely, and no farther than the next zone.
    Withdraw {
        to: u8,
    },
    Charge {
        target: FighterId,
        weapon: u8,
    },
    Drag {
        target: FighterId,
    },
    Stand,
    /// Takes this weapon of the list in hand.
    Ready {
        item: u8,
    },
}

/// Something sent at an enemy, or gathered for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shot {
    Shoot {
        target: FighterId,
        weapon: u8,
    },
    /// Pays for a shot, or adds a die to it.
    Aim {
        weapon: u8,
    },
    Cast {
        target: FighterId,
    },
    Gather,
}

/// A tactic with two weapons, `weapon` in the main hand and `off` in the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tactic {
    pub target: FighterId,
    /// The target of the second blow.
    pub second: FighterId,
    pub weapon: u8,
    pub off: u8,
    pub manner: Manner,
}

/// How it goes about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    AllOut,
    DoubleStrike,
    FollowOn,
}

/// Something done in close combat, or to get there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grapple {
    Close { target: FighterId, weapon: u8 },
    Hold { target: FighterId },
    KnockDown { target: FighterId },
    Squeeze { target: FighterId },
    Improve { target: FighterId },
    Subdue { target: FighterId },
    BreakHold,
    Reverse,
}

/// What an action takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Cost {
    Pips(u8),
    /// One usable die.
    Die,
    Free,
}

impl Cost {
    /// Whether this hand pays for it.
    #[inline]
    pub(crate) fn fits(self, hand: Hand) -> bool {
        match self {
            Self::Pips(cost) => hand.affords(cost),
            Self::Die => hand.is_usable(),
            Self::Free => true,
        }
    }
}

/// What came of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Took {
    /// An action was completed, or lost.
    Acted,
    /// Nothing was done [SST-7-6]; `short`: for want of dice.
    Waited { short: bool },
}
