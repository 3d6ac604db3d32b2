//! The actions of creatures in their turns, and their costs.
//!
//! Clauses: SST-0-9, SST-7-6, SST-8-1, SST-8-5, SST-12-4..9, SST-27-4, SST-32-2, SST-34-1. Costs are pips, or usable dice of
//! any face; the cost of each action is in `costs`.

use super::fighter::FISTS;
use crate::fight::FighterId;
use crate::rules::swift_swords::reading::hand::Hand;

/// An action of a turn. Only the fields that its act needs have a meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Deed {
    pub act: Act,
    pub target: FighterId,
    /// The target of the second blow of a tactic.
    pub second: FighterId,
    /// The weapon by its number in the matchup; a weapon to be readied, or a remedy, by its index on the list.
    pub weapon: u8,
    /// The weapon in the other hand, for a tactic.
    pub off: u8,
    /// A zone to go to or towards; the creature's own zone means out of contact.
    pub to: u8,
}

impl Deed {
    /// An action that needs no other field.
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

    /// An action against another creature.
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

/// The kind of an action. Kinds with an attack roll come first [SST-27-4].
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
    /// Enters close combat.
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
    /// Pays for a spell, or adds a die to it.
    Gather,
    Pool,
    Move,
    /// Moves away from all enemies; out of the fight, if there is only one zone.
    Retreat,
    /// Moves safely, and no farther than the next zone.
    Withdraw,
    Drag,
    Stand,
    /// Takes a weapon of the list in hand.
    Ready,
    /// Uses a remedy of the list on itself or an ally.
    Heal,
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

    /// Returns whether it strikes at an enemy with a weapon or the whole body, also from the air [SST-37-5].
    pub(crate) const fn is_blow(self) -> bool {
        self as u8 <= Self::Slam as u8
    }

    /// Returns whether it is done in close combat, or to enter it.
    pub(crate) const fn is_grapple(self) -> bool {
        Self::Close as u8 <= self as u8 && self as u8 <= Self::Reverse as u8
    }

    /// Returns whether its purpose is to go somewhere.
    pub(crate) const fn goes(self) -> bool {
        matches!(self, Self::Move | Self::Retreat | Self::Withdraw)
    }
}

/// The action that a creature wants to take, and whether it wanted one before that its dice do not pay for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct WantedDeed {
    pub deed: Deed,
    /// The cost of the action.
    pub cost: Cost,
    pub short: bool,
}

/// The cost of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Cost {
    Pips(u8),
    /// A number of usable dice, with any faces.
    Dice(u8),
    Free,
}

impl Cost {
    /// Returns whether this hand can pay the cost.
    #[inline]
    pub(crate) fn fits(self, hand: Hand) -> bool {
        match self {
            Self::Pips(cost) => hand.affords(cost),
            Self::Dice(dice) => hand.usable() >= dice,
            Self::Free => true,
        }
    }
}

/// The result of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Took {
    /// An action was completed, or lost.
    Acted,
    /// Nothing was done [SST-7-6]; `short`: for lack of dice.
    Waited { short: bool },
}
