//! Stalemates: fights that can no longer be decided.
//!
//! Clauses: BRP-X-9. An addition to the book: a fight ends undecided when no standing fighter can hurt an enemy any more.

use crate::fight::FighterId;
use crate::rules::brp::nouns::{Attack, Condition, Threat, View};

impl View<'_> {
    /// Returns whether no standing fighter has any means left to hurt a standing enemy. The answer is no while a
    /// fighter may yet be woken. Fixed cover does not count, because it may be left.
    pub(crate) fn is_stalemate(self) -> bool {
        let sleeps = |who| self.body(who).condition == Condition::Unconscious;
        if self.arena.scope.wakes && self.arena.lineup.everybody().any(sleeps) {
            return false;
        }
        !self.state.able.iter().any(|who| self.can_hurt(who))
    }

    /// Returns whether a fighter has any means left to hurt an able enemy.
    fn can_hurt(self, who: FighterId) -> bool {
        let arms = self.arms(who);
        let gets_through = |attack: &Attack, threat: Threat| {
            let most = attack.most(&self.arena.options);
            let mut foes = self.able_enemies(who).iter();
            foes.any(|foe| most > self.fighter(foe).armour[threat as usize])
        };
        let hurts = |at: usize| {
            let item = &arms.items[at];
            let strike = item.strike.filter(|_| arms.can_strike(at));
            let shoot = item
                .shoot
                .filter(|_| arms.has_ammo(at) && arms.is_whole(at));
            strike.is_some_and(|attack| gets_through(&attack, Threat::Melee))
                || shoot.is_some_and(|shot| gets_through(&shot.attack, shot.threat))
        };
        arms.first(hurts).is_some()
    }
}

#[cfg(test)]
mod tests;
