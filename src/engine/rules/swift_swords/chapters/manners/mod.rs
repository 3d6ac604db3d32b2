//! Attacks other than the plain melee attack: shots and spells, two weapons at once, many creatures that
//! fight as one.
//!
//! Clauses: SST-3-8, SST-7-4, SST-8-1, SST-10-11, SST-11-3, SST-11-4, SST-15-7, SST-15-8, SST-27-4, SST-32-1,
//! SST-32-2, SST-36-2. The module `reach` has ranges, `tohit` the modifiers of the roll. `compile.rs` adds
//! the Ranks and dice of a unit to the stat block.
//!
//! Interpretations: dice are gathered for one weapon, and are kept while that weapon is in hand. All three
//! tactics need the training and a weapon in the other hand. The second attack of a double strike goes to the
//! first enemy in reach if its own target is gone. A charge, an attack of opportunity, a riposte and the
//! tactics with two weapons have one target, even when a mob makes them. If a mob has only one attack in a
//! round, attacks of opportunity and ripostes do not count as that attack.

use super::phrases::dice;
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::decisions::lists::answer;
use crate::rules::swift_swords::fields::modifier;
use crate::rules::swift_swords::nouns::{
    Act, Aim, Attack, AttackMeans, Cost, DecisionContext, Deed, Scene, View,
};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Makes a shot or casts a spell, with the dice that were gathered for it.
    pub(super) fn shoot(&mut self, who: FighterId, deed: Deed) {
        let gathered = i32::from(deed.gathered(self.state, who).unwrap_or(0));
        let bonus = gathered * self.rules().actions.gathered;
        let means = match deed.act {
            Act::Shoot => AttackMeans::Missile(deed.weapon),
            _ => AttackMeans::Spell,
        };
        self.body_mut(who).aim = Aim::None;
        self.attack(Attack::new(who, deed.target, means).with(bonus));
    }

    /// Starts gathering dice for a shot or a spell, or gathers one more die [SST-7-4].
    pub(super) fn gather(&mut self, who: FighterId, deed: Deed) {
        let most = self.rules().actions.most_gathered;
        let before = deed.gathered(self.state, who);
        let count = before.map_or(0, |before| (before + 1).min(most));
        let (item, spell) = (deed.weapon, deed.act == Act::Gather);
        self.body_mut(who).aim = if spell {
            Aim::Spell { dice: count }
        } else {
            Aim::Shot { item, dice: count }
        };
        self.say("SST-7-4", [who], |[who]| match (count, spell) {
            (0, true) => format!("{who} begins to gather for the spell."),
            (0, false) => format!("{who} begins to aim."),
            (more, _) => format!("{who} has gathered {}.", dice(more)),
        });
    }

    /// Performs a tactic whose cost has been paid [SST-32-2].
    pub(crate) fn fight_with_two(&mut self, who: FighterId, deed: Deed) {
        let (act, target) = (deed.act, deed.target);
        let all_out = self.arena.tables.modifiers[const { modifier("all_out") }];
        let tactic = self.view().tactic(act);
        let bonus = if act == Act::AllOut {
            all_out
        } else {
            tactic.dice
        };
        self.body_mut(who).ward = tactic.defences;
        let blow = Attack::blow(who, target, deed.weapon).with(bonus);
        let hurt = self.strike(blow).hurt;
        if !self.state.fighting.has(who) {
            return;
        }
        if act == Act::DoubleStrike {
            let foes = self.view().foes(who);
            let reached = foes.filter(|foe| self.view().can_strike(who, foe));
            let second = Some(deed.second).filter(|&foe| reached.has(foe));
            if let Some(second) = second.or(reached.iter().next()) {
                self.strike(Attack::blow(who, second, deed.off).with(bonus));
            }
        }
        let may = act == Act::FollowOn && hurt && self.state.fighting.has(target);
        let price = self.rules().actions.follow;
        let may = may && self.view().pays_dice(who, price);
        let stops = const { answer("follow", "nothing") };
        if may && !self.answers(who, stops, || DecisionContext::about(target)) {
            self.pay(who, Cost::Dice(price));
            self.strike(Attack::blow(who, target, deed.off).with(bonus));
        }
    }

    /// Makes a melee attack. A mob also strikes at other enemies in its melee: first at those listed after
    /// the target, then at those listed before it.
    #[expect(clippy::inline_always, reason = "most creatures are no mobs")]
    #[inline(always)]
    pub(super) fn strike_as_mob(&mut self, who: FighterId, target: FighterId, weapon: u8) {
        self.engage(who, target, weapon);
        if self.fighter(who).attacks == 1 || !self.state.fighting.has(target) {
            self.attack(Attack::blow(who, target, weapon));
        } else {
            self.strike_around(who, target, weapon);
        }
    }

    /// Strikes at the target of a mob, and at as many other enemies as the mob may.
    #[inline(never)]
    fn strike_around(&mut self, who: FighterId, target: FighterId, weapon: u8) {
        let most = self.fighter(who).attacks;
        let others = self.view().others(who, weapon, target);
        for other in others.take(most.into()) {
            if !self.state.fighting.has(who) {
                return;
            }
            let near = other == target || self.view().is_near(who, weapon, other);
            if self.state.fighting.has(other) && near {
                self.engage(who, other, weapon);
                self.attack(Attack::blow(who, other, weapon));
            }
        }
    }

    /// Records the attack of a mob that may make only one in a round.
    pub(super) fn has_swarmed(&mut self, who: FighterId) {
        if self.arena.options.mob_per_round && self.fighter(who).attacks > 1 {
            self.body_mut(who).swarmed = true;
        }
    }
}

impl View<'_> {
    /// Returns whether a mob also strikes at this enemy. The enemy must be in the mob's melee, or in its zone
    /// if the mob is in the air.
    fn is_near(self, who: FighterId, weapon: u8, foe: FighterId) -> bool {
        if self.aloft(who) {
            self.body(who).zone == self.body(foe).zone
        } else {
            self.strikes_from(who, weapon, foe) && self.in_reach(who, foe)
        }
    }

    /// Returns the target, and after it the other enemies that the mob can strike at: first those listed
    /// after the target, then those listed before it.
    fn others(
        self,
        who: FighterId,
        weapon: u8,
        target: FighterId,
    ) -> impl Iterator<Item = FighterId> + use<> {
        let fits = |foe| self.is_near(who, weapon, foe) && self.has_room(who, foe);
        let foes = self.foes(who).filter(fits);
        let after = foes.iter().filter(move |&foe| foe > target);
        let before = foes.iter().filter(move |&foe| foe < target);
        std::iter::once(target).chain(after).chain(before)
    }
}

#[cfg(test)]
mod dual_tests;
#[cfg(test)]
mod missile_tests;
#[cfg(test)]
mod mob_tests;
