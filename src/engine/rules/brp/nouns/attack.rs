//! An attack before it is made, an attack as its target sees it, and the effects of an attack.
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
    /// True if the item is shot or thrown, false if it strikes.
    pub missile: bool,
}

/// An attack that has succeeded, as its target sees it [BRP-5.6-2].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Incoming {
    pub attacker: FighterId,
    pub level: Level,
    pub threat: Threat,
    /// The item that the attacker uses. `None` if it may be any item except bare hands.
    pub item: Option<u8>,
    /// Whether the attack is made with bare hands.
    pub brawl: bool,
}

impl Incoming {
    /// Returns an ordinary successful blow by `attacker`, with bare hands if `brawl` is true and with any
    /// weapon otherwise.
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

/// The effects of an attack on the state of the fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Effects {
    pub swing: Swing,
    pub dealt: i32,
    /// Whether the attack has hit.
    pub hits: bool,
    /// Parrying points that the attacking weapon loses.
    pub weapon_loss: i16,
    /// The index of the item that the target parried with, if any, and the parrying points that this item
    /// loses.
    pub tool: Option<(u8, i16)>,
    /// The number of defences that the target made, 0 to 2.
    pub defences: u8,
    /// The details of the damage roll, if the attack landed and the witness records a transcript.
    pub landed: Option<Landed>,
}

impl Effects {
    /// Returns the effects of an attack that changes nothing.
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
    /// The level of success of the attack.
    pub level: Level,
    pub damage: Damage,
    pub rolled: Rolled,
    pub harm: Harm,
}
