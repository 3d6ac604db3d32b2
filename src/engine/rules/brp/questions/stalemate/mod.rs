//! Stalemates: fights that can no longer be decided.
//!
//! Clauses: BRP-X-9. An addition to the book: a fight ends undecided when no standing fighter can hurt an enemy any
//! more with what its policy may use.

use crate::fight::FighterId;
use crate::rules::brp::nouns::{Attack, Condition, Threat, View};

impl View<'_> {
    /// Returns whether no standing fighter has any means left to hurt a standing enemy. The answer is no while a
    /// fighter may yet be woken or arrive. Fixed cover does not count, because it may be left.
    pub(crate) fn is_stalemate(self) -> bool {
        let sleeps = |who| self.body(who).condition == Condition::Unconscious;
        if self.arena.scope.wakes && self.arena.lineup.everybody().any(sleeps) {
            return false;
        }
        let to_come = self
            .arena
            .lineup
            .to_come(self.state.round, self.state.stage());
        to_come.is_empty() && !self.state.able.iter().any(|who| self.can_hurt(who))
    }

    /// Returns whether a fighter has any means left to hurt an able enemy: an item that some line of its policy may
    /// attack with, or the next item of its list while one of these may yet break before its blow [BRP-5.6-8].
    fn can_hurt(self, who: FighterId) -> bool {
        let arms = self.arms(who);
        let usable = self.fighter(who).arms;
        let gets_through = |attack: &Attack, threat: Threat| {
            let most = attack.most(&self.arena.options);
            let mut foes = self.able_enemies(who).iter();
            foes.any(|foe| most > self.fighter(foe).armour[threat as usize])
        };
        let strikes = |at: usize| usable.strikes >> at & 1 == 1 && arms.can_strike(at);
        let shoots =
            |at: usize| usable.shoots >> at & 1 == 1 && arms.has_ammo(at) && arms.is_whole(at);
        let strike_hurts = |at: usize| {
            let strike = arms.items[at].strike;
            strike.is_some_and(|attack| gets_through(&attack, Threat::Melee))
        };
        let hurts = |at: usize| {
            let shot = arms.items[at].shoot.filter(|_| shoots(at));
            (strikes(at) && strike_hurts(at))
                || shot.is_some_and(|shot| gets_through(&shot.attack, shot.threat))
        };
        let may_break = |at: usize| {
            self.arena.scope.wears && arms.items[at].points.is_some() && (strikes(at) || shoots(at))
        };
        let is_next = |at: usize| !arms.items[at].is_shield() && arms.can_strike(at);
        arms.first(hurts).is_some()
            || (arms.first(may_break).is_some()
                && arms.first(|at| is_next(at) && strike_hurts(at)).is_some())
    }
}

#[cfg(test)]
mod tests;
