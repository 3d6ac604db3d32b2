//! Who is in whose body, and what they lend each other.
//!
//! Clauses: SAM-17-1, SAM-17-3, SAM-17-7.

use crate::fight::{FighterId, FighterSet};
use crate::rules::semiautomagic::nouns::scene::View;
use crate::rules::semiautomagic::reading::tables::Skill;

impl<const N: usize> View<'_, N> {
    /// Those who are in somebody's body.
    pub(crate) fn residents(self, body: FighterId) -> FighterSet {
        if !self.arena.scope.possession {
            return FighterSet::NONE;
        }
        self.state
            .fighting
            .filter(|who| self.body(who).inside == Some(body))
    }

    /// Those in a body who act together: its own mind and the allies that it has let in [SAM-17-7]. None where nobody is
    /// welcome.
    fn together(self, body: FighterId) -> FighterSet {
        let mut all = self
            .residents(body)
            .filter(|who| self.body(who).welcome && !self.body(who).broken);
        if !all.is_empty() {
            all.add(body);
        }
        all
    }

    /// The best bonus among those who act together in a body: very low where nobody does [SAM-17-7].
    pub(crate) fn lent_skill(self, body: FighterId, skill: Skill) -> i32 {
        let all = self.together(body);
        let acts = all.has(self.mind_of(body));
        let bonuses = all.iter().filter(|_| acts);
        let best = bonuses.map(|who| self.fighter(who).skill(skill)).max();
        best.unwrap_or(i32::from(i16::MIN))
    }

    /// The combos of the others who act together in a body [SAM-17-7].
    pub(crate) fn lent_combos(self, body: FighterId, mind: FighterId) -> impl Iterator<Item = u8> {
        let mut all = self.together(body);
        let acts = all.has(mind);
        all.remove(mind);
        let others = all.iter().filter(move |_| acts);
        others.flat_map(move |who| self.fighter(who).combos.iter().copied())
    }

    /// Whether somebody may try to get into another's body [SAM-17-1].
    pub(crate) fn may_possess(self, who: FighterId, target: FighterId) -> bool {
        let range = 2 * u32::from(self.fighter(who).possession_range);
        self.body(who).inside.is_none()
            && !self.fighter(target).object
            && self.body(target).inside.is_none()
            && self.distance(who, target) <= range
            && self.in_sight(who, target)
    }
}
