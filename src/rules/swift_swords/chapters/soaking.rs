//! What damage does to the mind, and soaking off damage.
//!
//! Clauses: SST-19-4..6. Reading: of those who are held nobody soaks.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::attack::Hit;
use crate::rules::swift_swords::nouns::deeds::Cost;
use crate::rules::swift_swords::nouns::fighter::Track;
use crate::rules::swift_swords::nouns::scene::Scene;
use crate::rules::swift_swords::nouns::state::Wits;
use crate::rules::swift_swords::options::Soak;
use crate::rules::swift_swords::reading::sheet::Trait;

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// What soaking leaves of the damage of a hit [SST-19-4].
    #[inline]
    pub(crate) fn soaked(&mut self, hit: Hit) -> u8 {
        let which = match (hit.track, self.arena.options.soak) {
            (Track::Mental, Soak::Mental | Soak::Both) => Trait::Spirit,
            (Track::Physical, Soak::Both) => Trait::Body,
            _ => return hit.damage,
        };
        let who = hit.target;
        let body = self.body(who);
        let able = body.hand.is_usable()
            && !body.states.any()
            && body.held.is_none()
            && !matches!(body.wits, Wits::Crushed { .. })
            && !self.state.surprised.has(who);
        if !able || !self.soaks(hit) {
            return hit.damage;
        }
        self.pay(who, Cost::Die);
        let successes = self.successes(who, which, 0);
        let left = hit.damage.saturating_sub(successes);
        self.say("SST-19-4", [who], |[who]| {
            format!("{who} soaks: {left} of {} damage is left.", hit.damage)
        });
        left
    }

    /// Panic [SST-19-5].
    pub(crate) fn panic(&mut self, who: FighterId) {
        if !matches!(self.body(who).wits, Wits::Crushed { .. }) {
            self.body_mut(who).wits = Wits::Panicked { fresh: true };
            self.tell("SST-19-5", who, "panics");
        }
    }

    /// Crushed [SST-19-6].
    pub(crate) fn crush(&mut self, who: FighterId) {
        self.body_mut(who).wits = Wits::Crushed { fresh: true };
        self.tell("SST-19-6", who, "is crushed");
    }
}
