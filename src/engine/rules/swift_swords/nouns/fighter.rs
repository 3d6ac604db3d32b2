//! A combatant as the rules use it: its checked stat block, with references replaced by numbers.
//!
//! Clauses: SST-0-6, SST-5-5, SST-5-6, SST-15-1, SST-15-3, SST-21-1, SST-26-1, SST-27-2. Pools include the
//! dice of the unit, but no modifiers of the situation.

use std::ops::Deref;

use super::state::Losses;
use crate::fight::{FighterSet, LineId};
use crate::policy::{Policy, TargetRef};
use crate::rules::swift_swords::reading::hand::Hand;
use crate::rules::swift_swords::reading::sheet::{Sheet, Track, Trait};

/// The index of bare hands among the weapons of a matchup.
pub(crate) const FISTS: u8 = 0;
/// Maximum number of different weapons in one matchup, including bare hands.
pub(crate) const MOST_WEAPONS: usize = 48;

/// Everything about a combatant that does not change during a fight.
#[derive(Debug, Clone)]
pub(crate) struct Fighter {
    /// All fighters of the alliance, including this one and those that are out.
    pub allies: FighterSet,
    /// The stat block, including the Ranks and dice of the unit [SST-27-2].
    pub sheet: Sheet,
    /// The number of Action Dice with all modifiers, but without a die carried over. May be below 1.
    pub ad: i8,
    /// The hand of a creature that does not roll its dice. If modifiers leave the creature no dice, the
    /// hand has one die [SST-5-6].
    pub set: Hand,
    /// The creature is out at this number of Ranks below 0 [SST-21-1].
    pub depth: u8,
    /// The weapons that the combatant carries, by index in the matchup, in order of preference.
    pub carries: Vec<u8>,
    /// The remedies that the combatant carries, by index in the matchup.
    pub remedies: Vec<u8>,
    /// Number of targets that one attack action may have [SST-27-4].
    pub attacks: u8,
    pub policy: Policy,
    /// The decision lists that have lines in this policy, as a bit set of list indices.
    pub lists: u32,
    /// For each decision list that always chooses the same action, the line that chooses it and the action.
    pub settled: Vec<Option<(LineId, u8)>>,
    /// Number of lines at the start of the list `act` that apply only to a creature that is prone or has
    /// dropped a weapon.
    pub rising: usize,
    /// The line after the `rising` lines and its target rule, if this line is an attack with the weapon in
    /// hand and has no condition.
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
    /// Returns the combatant's level in a characteristic, in dice [SST-0-2].
    #[inline]
    pub(crate) fn level(&self, which: Trait) -> i8 {
        self.levels[which as usize]
    }

    /// Returns whether the policy has lines in the decision list with the index `list`.
    #[inline]
    pub(crate) fn decides(&self, list: usize) -> bool {
        self.lists >> list & 1 == 1
    }

    /// Returns the number of Ranks that the creature can still lose on a track before it is out. `losses` has
    /// those that it has lost.
    #[inline]
    pub(crate) fn ranks_left(&self, losses: [Losses; 2], track: Track) -> u8 {
        (self.real(track) + self.depth).saturating_sub(losses[track as usize].total())
    }

    /// Returns the real Ranks on a track. Bonus Ranks are separate [SST-15-5].
    #[inline]
    pub(crate) fn real(&self, track: Track) -> u8 {
        self.ranks[track as usize]
    }
}
