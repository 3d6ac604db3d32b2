//! Whom an action is aimed at.
//!
//! Clauses: SST-0-5, SST-0-10, SST-21-3. Ties go by listed order.

use std::cmp::Reverse;

use crate::fight::{FighterId, FighterSet};
use crate::policy::TargetRef;
use crate::rules::swift_swords::nouns::fighter::Track;
use crate::rules::swift_swords::nouns::scene::View;
use crate::rules::swift_swords::words::target;

impl<const N: usize> View<'_, N> {
    /// Applies a target rule to those who fit, of the enemies who are not out; where it asks for those Out of Action, to
    /// all of them in the same zone. The weakest and strongest are so on the track that is attacked.
    pub(super) fn pick(
        self,
        who: FighterId,
        track: Track,
        rule: TargetRef,
        fit: FighterSet,
    ) -> Option<FighterId> {
        let mut those = fit.iter();
        let ranks = |foe: FighterId| self.ranks_left(foe, track);
        let body = |foe: FighterId| self.body(foe);
        let zone = body(who).zone;
        match rule {
            TargetRef::Rule(target::FALLEN) => {
                let down = |&foe: &FighterId| body(foe).status.is_down() && body(foe).zone == zone;
                self.arena.lineup.enemies(who).iter().find(down)
            }
            TargetRef::Rule(target::FIRST) => those.next(),
            TargetRef::Rule(target::WEAKEST) => those.min_by_key(|&foe| ranks(foe)),
            TargetRef::Rule(target::STRONGEST) => those.min_by_key(|&foe| Reverse(ranks(foe))),
            TargetRef::Rule(target::EXPOSED) => {
                those.min_by_key(|&foe| Reverse((body(foe).exposures, body(foe).fumbled)))
            }
            TargetRef::Rule(target::FRESH) => {
                those.min_by_key(|&foe| Reverse(body(foe).hand.total()))
            }
            TargetRef::Rule(target::SPENT) => those.min_by_key(|&foe| body(foe).hand.total()),
            TargetRef::Rule(target::UNDEFENDED) => {
                those.min_by_key(|&foe| (body(foe).pool.dice(), body(foe).hand.usable()))
            }
            TargetRef::Rule(target::DAZED) => those.min_by_key(|&foe| !body(foe).states.any()),
            TargetRef::Rule(_) => {
                those.min_by_key(|&foe| self.arena.field.distance(zone, body(foe).zone))
            }
            TargetRef::Combatant(name) => those.find(|&foe| self.arena.lineup.is_called(foe, name)),
        }
    }
}
