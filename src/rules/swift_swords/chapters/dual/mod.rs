//! Two weapons at once: three tactics, and what they leave of the defences.
//!
//! Clauses: SST-32-1, SST-32-2. Readings: all three need the training and something in the other hand; the second blow of a
//! double strike goes to the first enemy in reach if its own target is gone.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::fields::modifier;
use crate::rules::swift_swords::nouns::{Cost, Manner, Scene, Tactic, Ward};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Carries out what has been paid for.
    pub(crate) fn carry_out_tactic(&mut self, who: FighterId, tactic: Tactic) {
        let (target, weapon) = (tactic.target, tactic.weapon);
        match tactic.manner {
            Manner::AllOut => {
                self.body_mut(who).ward = Ward::None;
                let bonus = self.arena.modifiers[const { modifier("all_out") }];
                self.strike(who, target, weapon, bonus);
            }
            Manner::DoubleStrike => {
                self.body_mut(who).ward = Ward::DodgeOnly;
                self.strike(who, target, weapon, 0);
                if !self.state.fighting.has(who) {
                    return;
                }
                let reach = |&foe: &FighterId| self.view().can_strike(who, foe);
                let mut foes = self.view().foes(who).iter();
                let next =
                    Some(tactic.second).filter(|foe| self.state.fighting.has(*foe) && reach(foe));
                if let Some(second) = next.or_else(|| foes.find(reach)) {
                    self.strike(who, second, tactic.off, 0);
                }
            }
            Manner::FollowOn => {
                let hurt = self.strike(who, target, weapon, 0).hurt;
                if !hurt || !self.state.fighting.has(who) || !self.state.fighting.has(target) {
                    return;
                }
                if self.body(who).hand.is_usable() && self.follows(who, target) {
                    self.pay(who, Cost::Die);
                    self.strike(who, target, tactic.off, 0);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
