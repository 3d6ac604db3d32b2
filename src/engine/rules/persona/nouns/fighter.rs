//! A combatant as the rules use it: its checked stat block, with references replaced by numbers.
//!
//! Clauses: PER-4-19, PER-4-20, PER-13.1-4, PER-13.5-8.

use std::ops::Deref;

use super::memo::Reads;
use super::swing::BodyPart;
use super::volley::MOST_HITS;
use crate::policy::Policy;
use crate::rules::persona::reading::sheet::{Sheet, Talent};
use crate::rules::persona::reading::tables::Characteristic;

/// The index of bare hands among the weapons of a matchup.
pub(crate) const UNARMED: u8 = 0;
/// Maximum number of weapons in one matchup, including bare hands and further copies of weapons.
pub(crate) const MOST_WEAPONS: usize = 64;

/// Number of decision lists that a policy uses during a fight.
pub(crate) const LISTS: usize = 6;

/// Everything about a combatant that does not change during a fight.
#[derive(Debug, Clone)]
pub(crate) struct Fighter {
    pub sheet: Sheet,
    /// The weapons that the combatant carries, by index in the matchup, in order of preference.
    pub carries: Vec<u8>,
    /// The weapons in `carries`, then bare hands.
    pub weapons: Vec<u8>,
    /// The remedies that the combatant carries, by index in the matchup.
    pub remedies: Vec<u8>,
    /// Whether the fighter has a free hand, which a grapple needs [PER-12.13-1].
    pub free_hand: bool,
    /// The fighter is out when its wounds are below this number [PER-4-20].
    pub least_wounds: i16,
    pub policy: Policy,
    /// For each decision list, the parts of a cache key that its choices depend on.
    pub reads: [Reads; LISTS],
}

impl Deref for Fighter {
    type Target = Sheet;

    fn deref(&self) -> &Sheet {
        &self.sheet
    }
}

impl Fighter {
    /// Returns the part of the body with the least armour. Of equal parts, returns the first [PER-12.5-2].
    pub(crate) fn weakest_part(&self) -> BodyPart {
        let least = BodyPart::ALL
            .into_iter()
            .min_by_key(|&part| self.parts[part as usize]);
        least.expect("there are three parts")
    }

    /// Returns a characteristic, in percent.
    #[inline]
    pub(crate) fn characteristic(&self, which: Characteristic) -> i32 {
        match which {
            Characteristic::Ws => self.ws,
            Characteristic::Bs => self.bs,
            Characteristic::S => self.s,
            Characteristic::T => self.t,
            Characteristic::Ag => self.ag,
            Characteristic::Wp => self.wp,
        }
    }

    /// Returns the maximum number of hits of a Flurry: the bonus of WS, but at least 1 [PER-12.11-1].
    #[inline]
    pub(crate) fn flurry(&self) -> i32 {
        let most = i32::try_from(MOST_HITS).expect("few hits");
        self.wsb.clamp(1, most)
    }

    #[inline]
    pub(crate) fn has(&self, talent: Talent) -> bool {
        self.talents >> talent as u16 & 1 == 1
    }
}
