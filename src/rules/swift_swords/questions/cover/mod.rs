//! What stands in the way of a shot: the target's own cover, and what is on the boundaries that the shot crosses.
//!
//! Clauses: SST-31-1, SST-31-2. Cover is dice. Reading: where several covers are in the way, the one that takes the most dice
//! counts, and ones help only where all of them allow it; a shot goes the shortest way, through the zones listed first.

use crate::fight::FighterId;
use crate::rules::swift_swords::nouns::{Attack, Cover, View};

impl<const N: usize> View<'_, N> {
    /// The cover that a shot meets, if any.
    pub(crate) fn cover_met(self, attack: Attack) -> Option<Cover> {
        let [mut here, to] = [attack.attacker, attack.target].map(|who| self.body(who).zone);
        let mut met = worse(self.own_cover(attack), self.chariot(attack.target));
        let field = &self.arena.field;
        if field.walls.is_empty() {
            return met;
        }
        while let Some(next) = field.ways.towards(here, to) {
            let wall = field.wall(here, next);
            met = worse(met, wall.and_then(|wall| wall.cover));
            here = next;
        }
        met
    }

    /// The cover that the target is behind itself.
    fn own_cover(self, attack: Attack) -> Option<Cover> {
        let target = attack.target;
        let cover = self.arena.cover_of[target.index()]?;
        let behind = self.body(target).covered;
        behind.then(|| self.arena.covers[usize::from(cover)])
    }

    /// The sides of a chariot: light and hard, whoever stands in it [SST-36-2].
    fn chariot(self, who: FighterId) -> Option<Cover> {
        let is = self.fighter(who).chariot.is_some() && self.state.fighting.has(who);
        is.then_some(Cover {
            dice: -1,
            effort: true,
            hard: true,
        })
    }

    /// What hard cover adds to the armour of those behind it, where a scenario says so.
    pub(crate) fn cover_armour(self, attack: Attack) -> u8 {
        let worth = self.fighter(attack.target).hard_cover_armour;
        if worth == 0 || !attack.means.is_shot() {
            return 0;
        }
        let hard = self.cover_met(attack).is_some_and(|cover| cover.hard);
        if hard { worth } else { 0 }
    }
}

/// The one of two that takes more dice, with the restrictions of both.
fn worse(a: Option<Cover>, b: Option<Cover>) -> Option<Cover> {
    match (a, b) {
        (Some(a), Some(b)) => Some(Cover {
            dice: a.dice.min(b.dice),
            effort: a.effort && b.effort,
            hard: a.hard || b.hard,
        }),
        (a, b) => a.or(b),
    }
}

#[cfg(test)]
mod tests;
