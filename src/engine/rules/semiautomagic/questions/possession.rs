//! Possession: the minds in a body, and the skills that they lend each other.
//!
//! Clauses: SAM-17-1, SAM-17-3, SAM-17-6, SAM-17-7, SAM-17-9, SAM-17-10. Spells are weapons of the body that
//! carries them, so minds do not lend them.

use crate::fight::{FighterId, FighterSet};
use crate::rules::semiautomagic::nouns::{Fighter, View};

impl View<'_> {
    /// Returns the other fighters whose minds are in `body` and are still in the fight. A Broken mind may be
    /// out of it.
    pub(crate) fn residents(self, body: FighterId) -> FighterSet {
        if !self.arena.scope.possession {
            return FighterSet::NONE;
        }
        let fighting = self.state.fighting;
        fighting.filter(|who| self.body(who).inside == Some(body))
    }

    /// Returns the minds in `body` that cooperate: the body's own mind and the allies that it has let in, but
    /// no Broken ones [SAM-17-7, SAM-17-9]. The set is empty if no ally has been let in.
    fn together(self, body: FighterId) -> FighterSet {
        let all = self.residents(body);
        let all = all.filter(|who| self.body(who).welcome && !self.body(who).broken);
        let joins = !all.is_empty() && !self.body(body).broken;
        if joins { all.with(body) } else { all }
    }

    /// Returns a bonus of the mind that directs `body`. If this mind cooperates with others in the body,
    /// returns the best bonus among all of them [SAM-17-3, SAM-17-7].
    #[inline]
    pub(crate) fn shared(
        self,
        body: FighterId,
        bonus: impl Fn(&Fighter) -> Option<i32>,
    ) -> Option<i32> {
        let mind = self.mind_of(body);
        let mut best = bonus(self.fighter(mind));
        if self.arena.scope.possession && self.together(body).has(mind) {
            for who in self.together(body).iter() {
                best = best.max(bonus(self.fighter(who)));
            }
        }
        best
    }

    /// Returns the Will of the mind `who` in a veto between it and the mind `other`. The best spirit among
    /// all minds that cooperate with `who` is used. Interpretation of the rules: if the two oppose each other
    /// although they cooperate, each of them uses only its own spirit [SAM-17-6, SAM-17-7].
    pub(crate) fn will_against(self, body: FighterId, who: FighterId, other: FighterId) -> i32 {
        let all = self.together(body);
        if !all.has(who) || all.has(other) {
            return self.will(who);
        }
        let spirits = all.iter().map(|one| self.fighter(one).spirit);
        let own = self.fighter(who).spirit;
        self.will_by(who, spirits.fold(own, i32::max))
    }

    /// Returns the combos of the other minds in `body` that cooperate with `mind` [SAM-17-7].
    pub(crate) fn lent_combos(self, body: FighterId, mind: FighterId) -> impl Iterator<Item = u8> {
        let all = self.together(body);
        let acts = all.has(mind);
        let others = all.without(FighterSet::of(mind)).iter();
        let others = others.filter(move |_| acts);
        others.flat_map(move |who| self.fighter(who).combos.iter().copied())
    }

    /// Returns whether the mind that directs `body` belongs to another fighter and can do nothing but leave.
    /// This is so if the mind is Broken or no seconds are left [SAM-17-9, SAM-17-10].
    #[inline]
    pub(crate) fn only_leaves(self, body: FighterId) -> bool {
        let mind = self.mind_of(body);
        mind != body && (self.body(mind).broken || !self.has_seconds(body))
    }

    /// Returns whether `who` may try to enter the body of `target` [SAM-17-1].
    pub(crate) fn may_possess(self, who: FighterId, target: FighterId) -> bool {
        let range = 2 * u32::from(self.fighter(who).possession_range);
        self.body(who).inside.is_none()
            && !self.fighter(target).object
            && self.body(target).inside.is_none()
            && self.distance(who, target) <= range
            && self.in_sight(who, target)
    }
}
