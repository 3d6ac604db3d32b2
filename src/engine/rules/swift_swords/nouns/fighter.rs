//! A checked stat block in numbers: the data that the kernel reads of a combatant.
//!
//! Clauses: SST-0-6, SST-5-5, SST-5-6, SST-15-1, SST-15-3, SST-21-1, SST-26-1, SST-27-2. Pools are dice with the unit's
//! included; modifiers of the situation are not.

use std::ops::Deref;

use crate::fight::LineId;
use crate::policy::{Policy, TargetRef};
use crate::rules::swift_swords::reading::hand::Hand;
use crate::rules::swift_swords::reading::sheet::{Sheet, Track, Trait};

/// The number of bare hands among the weapons of a matchup.
pub(crate) const FISTS: u8 = 0;
/// Maximum number of different weapons in one matchup, bare hands included.
pub(crate) const MOST_WEAPONS: usize = 48;

/// Everything about a combatant that does not change during a fight.
#[derive(Debug, Clone)]
pub(crate) struct Fighter {
    /// The stat block, with the ranks and dice of its unit [SST-27-2].
    pub sheet: Sheet,
    /// Entitlement and modifiers, before a carried die; may be below 1.
    pub ad: i8,
    /// The hand of a creature that does not roll; one die if it would have none [SST-5-6].
    pub set: Hand,
    /// It is out at this number of Ranks below 0 [SST-21-1].
    pub depth: u8,
    /// Weapons carried, by their number in the matchup, in order of preference.
    pub carries: Vec<u8>,
    /// Its remedies, by their number in the matchup.
    pub remedies: Vec<u8>,
    /// Number of targets of one attack action [SST-27-4].
    pub attacks: u8,
    pub policy: Policy,
    /// The lists that the policy has lines in, as bits.
    pub lists: u32,
    /// The line and action that each list always chooses, if it does.
    pub settled: Vec<Option<(LineId, u8)>>,
    /// Number of lines at the start of its turns that only a creature that is prone, or has dropped something, may
    /// take.
    pub rising: usize,
    /// The line after them and its target rule, if it is an unconditional attack.
    pub strikes: Option<(LineId, TargetRef)>,
}

impl Deref for Fighter {
    type Target = Sheet;

    #[inline]
    fn deref(&self) -> &Sheet {
        &self.sheet
    }
}

impl Fighter {
    /// Its level in a characteristic, in dice [SST-0-2].
    #[inline]
    pub(crate) fn level(&self, which: Trait) -> i8 {
        self.levels[which as usize]
    }

    /// Returns whether its policy has lines for a decision.
    #[inline]
    pub(crate) fn decides(&self, list: usize) -> bool {
        self.lists >> list & 1 == 1
    }

    /// Real ranks on a track; bonus ranks are counted separately [SST-15-5].
    #[inline]
    pub(crate) fn real(&self, track: Track) -> u8 {
        self.ranks[track as usize]
    }
}
