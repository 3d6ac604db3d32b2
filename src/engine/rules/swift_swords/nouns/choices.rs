//! The subject of a decision, and the results of some decisions.
//!
//! Clauses: SST-7-7, SST-7-8, SST-9-1, SST-13-8.

use super::attack::{Hit, Incoming};
use super::luck::Rolled;
use crate::fight::FighterId;
use crate::rules::swift_swords::reading::sheet::Track;

/// The subject of a decision.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct DecisionContext {
    /// The other creature, if the rules name one.
    pub stated: Option<FighterId>,
    /// The attack to reply to, or to roll for.
    pub incoming: Option<Incoming>,
    /// Damage, and the track that it hurts.
    pub damage: Option<(u8, Track)>,
    pub rolled: Rolled,
    /// Pool and shield of a Block.
    pub block: (u8, u8),
    /// The number rolled for the location of a wound, and the number of steps it may be shifted.
    pub landing: (u8, u8),
    /// Successes to be spent on special results.
    pub spare: u8,
    /// Special results that can be bought, as bits by the actions of their list.
    pub offers: u16,
    /// Pips to be paid.
    pub cost: u8,
}

impl DecisionContext {
    /// A decision about another creature.
    pub(crate) fn about(other: FighterId) -> Self {
        Self {
            stated: Some(other),
            ..Self::default()
        }
    }

    /// A decision about a hit on the deciding creature.
    pub(crate) fn of_hit(hit: Hit) -> Self {
        Self {
            stated: hit.by.map(|attack| attack.attacker),
            damage: Some((hit.damage, hit.track)),
            ..Self::default()
        }
    }
}

/// The last option of a refresh [SST-7-7, SST-7-8].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LastOption {
    /// Acts, if the dice pay for it.
    Act,
    Carry {
        highest: bool,
    },
    Nothing,
}

/// A rule for spending successes on a Block [SST-13-8].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spending {
    Best,
    Never,
    /// Enough successes to stop it, if there are that many.
    Through,
}
