//! The subject of a decision, and the results of some decisions.
//!
//! Clauses: SST-7-7, SST-7-8, SST-9-1, SST-13-8.

use super::attack::{Hit, Incoming};
use super::luck::Rolled;
use crate::fight::FighterId;
use crate::rules::swift_swords::reading::sheet::Track;

/// The subject of a decision. Fields that have nothing to do with the decision keep their default values.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct DecisionContext {
    /// The other creature that the decision is about, if any.
    pub stated: Option<FighterId>,
    /// The attack that the creature replies to or rolls for.
    pub incoming: Option<Incoming>,
    /// The damage of a hit, and the track that it hurts.
    pub damage: Option<(u8, Track)>,
    pub rolled: Rolled,
    /// For a Block, the dice of its pool and the number of successes that the shield stops.
    pub block: (u8, u8),
    /// The number rolled for the location of a wound, and how many steps it may be shifted.
    pub landing: (u8, u8),
    /// Successes that can be spent on special results.
    pub spare: u8,
    /// Special results that can be bought, as bits. The bits are indices of the actions of the list
    /// `special`.
    pub offers: u16,
    /// The cost that the creature is about to pay, in pips.
    pub cost: u8,
}

impl DecisionContext {
    /// Creates the context of a decision about another creature.
    pub(crate) fn about(other: FighterId) -> Self {
        Self {
            stated: Some(other),
            ..Self::default()
        }
    }

    /// Creates the context of a decision about a hit on the creature that decides.
    pub(crate) fn of_hit(hit: &Hit<'_>) -> Self {
        Self {
            stated: hit.by.map(|attack| attack.attacker),
            damage: Some((hit.damage, hit.track)),
            ..Self::default()
        }
    }
}

/// The last option of a creature in a refresh, the end of a round [SST-7-7, SST-7-8].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LastOption {
    /// Acts, if the dice in hand can pay for it.
    Act,
    Carry {
        highest: bool,
    },
    Nothing,
}

/// How many successes an attacker spends on a Block [SST-13-8].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spending {
    Best,
    Never,
    /// Spends enough successes to stop the Block, if there are that many.
    Through,
}
