//! Stalemates: fights that go undecided because nobody can hurt anybody any more.
//!
//! Clauses: BRP-X-9. This rule is an addition to the book. The fight ends undecided as soon as no standing
//! fighter can hurt an enemy with the items that its policy may use.

use crate::fight::FighterId;
use crate::rules::brp::nouns::{Attack, Condition, Threat, View};

impl View<'_> {
    /// Returns whether no standing fighter can hurt a standing enemy any more. Returns false as long as a
    /// fighter may still be woken or is still to arrive. Fixed cover is ignored, because its fighter may
    /// leave it.
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

    /// Returns whether a fighter can still hurt an able enemy with an item that some line of its policy may
    /// attack with. If one of its usable items may break, all items that can strike count as well, except
    /// shields, because one of them would replace the broken item [BRP-5.6-8].
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
