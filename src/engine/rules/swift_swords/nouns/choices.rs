//! What a decision is about, and what some of them come to.
//!
//! Clauses: SST-7-7, SST-7-8, SST-9-1, SST-13-8.

use super::attack::{Hit, Incoming};
use super::luck::Rolled;
use crate::fight::FighterId;
use crate::rules::swift_swords::reading::sheet::Track;

/// What a decision is about.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Matter {
    /// The other one, where the rules say who.
    pub stated: Option<FighterId>,
    /// The attack that is to be answered, or rolled for.
    pub incoming: Option<Incoming>,
    /// Damage, and what it hurts.
    pub damage: Option<(u8, Track)>,
    pub rolled: Rolled,
    /// Pool and shield of a Block.
    pub block: (u8, u8),
    /// The number rolled for where a wound is, and how far it may be shifted.
    pub landing: (u8, u8),
    /// Successes to be spent on special results.
    pub spare: u8,
    /// Special results that can be bought, as bits by the actions of their list.
    pub offers: u16,
    /// Pips to be paid.
    pub cost: u8,
}

impl Matter {
    /// About another.
    pub(crate) fn about(other: FighterId) -> Self {
        Self {
            stated: Some(other),
            ..Self::default()
        }
    }

    /// About a hit on oneself.
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
pub(crate) enum Last {
    /// Acts, where that can be paid.
    Act,
    Carry {
        highest: bool,
    },
    Nothing,
}

/// How an attacker goes about a Block [SST-13-8].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spending {
    Best,
    Never,
    /// Enough to stop it, if there are as many.
    Through,
}
