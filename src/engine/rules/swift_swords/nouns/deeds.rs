//! The actions that creatures take in their turns, and what they cost.
//!
//! Clauses: SST-0-9, SST-7-6, SST-8-1, SST-8-5, SST-12-4..9, SST-27-4, SST-32-2, SST-34-1. A cost is a number
//! of pips, or a number of usable dice with any faces. The module `costs` has the cost of each action.

use super::fighter::FISTS;
use crate::fight::FighterId;
use crate::rules::swift_swords::reading::hand::Hand;

/// An action in a turn. Only the fields that its `act` needs have a meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Deed {
    pub act: Act,
    pub target: FighterId,
    /// The target of the second attack of a tactic.
    pub second: FighterId,
    /// The weapon, by its index in the matchup. For readying a weapon or using a remedy, this is an index in
    /// the creature's own list.
    pub weapon: u8,
    /// The weapon in the other hand, for a tactic.
    pub off: u8,
    /// The zone of the destination. For a move, the creature's own zone means leaving contact.
    pub to: u8,
}

impl Deed {
    /// Creates an action that needs no other field.
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

    /// Creates an action against another creature.
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

/// The kind of an action. Kinds with an attack roll are listed first [SST-27-4].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    Attack,
    Break,
    Charge,
    /// Attacks with two weapons. This and the next two kinds are the tactics.
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
    /// Pays for a shot, or adds a die to a shot that is paid for.
    Aim,
    /// Pays for a spell, or adds a die to a spell that is paid for.
    Gather,
    Pool,
    Move,
    /// Moves away from all enemies. In a fight with only one zone, leaves the fight.
    Retreat,
    /// Moves out of contact safely, no farther than the next zone.
    Withdraw,
    Drag,
    Stand,
    /// Takes a weapon of the creature's list in hand.
    Ready,
    /// Uses a remedy of the creature's list on itself or on an ally.
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

    /// Returns whether the action strikes an enemy with a weapon or the whole body, even from the air
    /// [SST-37-5].
    pub(crate) const fn is_blow(self) -> bool {
        self as u8 <= Self::Slam as u8
    }

    /// Returns whether the action is made in close combat or enters it.
    pub(crate) const fn is_grapple(self) -> bool {
        Self::Close as u8 <= self as u8 && self as u8 <= Self::Reverse as u8
    }

    /// Returns whether the purpose of the action is to change places.
    pub(crate) const fn goes(self) -> bool {
        matches!(self, Self::Move | Self::Retreat | Self::Withdraw)
    }
}

/// The action that a creature wants to take. `short` is whether its dice could not pay for an action that it
/// preferred.
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
    /// Returns whether `hand` can pay the cost.
    #[inline]
    pub(crate) fn fits(self, hand: Hand) -> bool {
        match self {
            Self::Pips(cost) => hand.affords(cost),
            Self::Dice(dice) => hand.usable() >= dice,
            Self::Free => true,
        }
    }
}

/// The result of a creature's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Took {
    /// The creature completed an action, or lost it.
    Acted,
    /// The creature did nothing [SST-7-6]. `short` is whether it lacked the dice.
    Waited { short: bool },
}
