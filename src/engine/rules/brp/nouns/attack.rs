//! An attack: before it is made, as its target sees it, and its effects.
//!
//! Clauses: BRP-5.6-2, BRP-5.6-7.

use super::chance::Level;
use super::damage::{Damage, Harm, Rolled};
use super::fighter::Threat;
use crate::fight::FighterId;

/// An attack that is about to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Swing {
    pub attacker: FighterId,
    pub target: FighterId,
    pub item: u8,
    /// Whether it is shot or thrown rather than struck.
    pub missile: bool,
}

/// An attack that has succeeded, as its target sees it [BRP-5.6-2].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Incoming {
    pub attacker: FighterId,
    pub level: Level,
    pub threat: Threat,
    /// The attacker's item that it is made with; `None` stands for any armed blow.
    pub item: Option<u8>,
    /// Whether it is made with bare hands.
    pub brawl: bool,
}

impl Incoming {
    /// An ordinary blow.
    pub(crate) const fn blow(attacker: FighterId, brawl: bool) -> Self {
        Self {
            attacker,
            level: Level::Success,
            threat: Threat::Melee,
            item: None,
            brawl,
        }
    }
}

/// The effects of an attack on the situation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Effects {
    pub swing: Swing,
    pub dealt: i32,
    /// Whether the attack has hit.
    pub hits: bool,
    /// Points that the attacking weapon loses.
    pub weapon_loss: i16,
    /// The parrying tool, if there was one, and the points it loses.
    pub tool: Option<(u8, i16)>,
    /// Defences made, 0 to 2.
    pub defences: u8,
    /// The details of the damage roll, if a witness listens.
    pub landed: Option<Landed>,
}

impl Effects {
    /// The effects of an attack that does nothing.
    pub(crate) const fn none(swing: Swing) -> Self {
        Self {
            swing,
            dealt: 0,
            hits: false,
            weapon_loss: 0,
            tool: None,
            defences: 0,
            landed: None,
        }
    }
}

/// A hit and how its damage was rolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Landed {
    /// Level of the attack.
    pub level: Level,
    pub damage: Damage,
    pub rolled: Rolled,
    pub harm: Harm,
}
