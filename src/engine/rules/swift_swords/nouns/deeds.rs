//! What somebody does in its turn, and what a deed may take.
//!
//! Clauses: SST-0-9, SST-7-6, SST-8-1, SST-8-5, SST-12-4..9, SST-27-4, SST-32-2, SST-34-1. Costs are pips, or one usable die of any
//! face; what each deed takes is in `costs`.

use super::fighter::FISTS;
use crate::fight::FighterId;
use crate::rules::swift_swords::reading::hand::Hand;

/// What to do in one's turn. Of the rest, only what the act needs means anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Deed {
    pub act: Act,
    pub target: FighterId,
    /// The target of the second blow of a tactic.
    pub second: FighterId,
    /// By its number in the matchup; what is taken in hand, by its place on the list.
    pub weapon: u8,
    /// The weapon in the other hand, of a tactic.
    pub off: u8,
    /// A zone to go to or towards; the own one: out of contact.
    pub to: u8,
}

impl Deed {
    /// One that needs nothing else.
    pub(crate) const fn of(act: Act) -> Self {
        Self {
            act,
            target: FighterId(0),
            second: FighterId(0),
            weapon: FISTS,
            off: FISTS,
            to: 0,
        }
    }

    /// One that is done to somebody.
    pub(crate) const fn to(act: Act, target: FighterId) -> Self {
        Self {
            target,
            ..Self::of(act)
        }
    }

    pub(crate) const fn attack(target: FighterId, weapon: u8) -> Self {
        Self {
            weapon,
            ..Self::to(Act::Attack, target)
        }
    }
}

/// What is done. Those for which an attack is rolled come first [SST-27-4].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    Attack,
    Break,
    Charge,
    /// This and the next two are tactics with two weapons.
    AllOut,
    DoubleStrike,
    FollowOn,
    Slam,
    Daunt,
    Shoot,
    Cast,
    /// Goes into close combat.
    Close,
    Hold,
    /// Tightens a hold.
    Improve,
    KnockDown,
    Squeeze,
    Subdue,
    BreakHold,
    Reverse,
    /// Pays for a shot, or adds a die to it.
    Aim,
    /// The same for a spell.
    Gather,
    Pool,
    Move,
    /// Away from all enemies, out of the fight where there is one zone only.
    Retreat,
    /// As `Move`, safely, and no farther than the next zone.
    Withdraw,
    Drag,
    Stand,
    /// Takes a weapon of the list in hand.
    Ready,
    Yield,
    Wait,
}

impl Act {
    pub(crate) const fn is_attack(self) -> bool {
        self as u8 <= Self::Improve as u8
    }

    pub(crate) const fn is_tactic(self) -> bool {
        matches!(self, Self::AllOut | Self::DoubleStrike | Self::FollowOn)
    }

    /// Whether it strikes at somebody with a weapon or the whole body, from the air as well [SST-37-5].
    pub(crate) const fn is_blow(self) -> bool {
        self as u8 <= Self::Slam as u8
    }

    /// Whether it is done in close combat, or to get there.
    pub(crate) const fn is_grapple(self) -> bool {
        Self::Close as u8 <= self as u8 && self as u8 <= Self::Reverse as u8
    }

    /// Whether it is there to go somewhere.
    pub(crate) const fn goes(self) -> bool {
        matches!(self, Self::Move | Self::Retreat | Self::Withdraw)
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
