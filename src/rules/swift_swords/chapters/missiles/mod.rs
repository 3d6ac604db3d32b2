//! Shots and spells, and gathering dice for them.
//!
//! Clauses: SST-3-8, SST-7-4, SST-8-1, SST-10-11, SST-11-3, SST-11-4. Who can shoot at whom is in `shots`, what changes the
//! roll in `tohit`. Reading: a pool is gathered for one weapon, and is kept while that is in hand.

use super::phrases::dice;
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::{Aim, Attack, Means, Scene, Shot};
use crate::rules::swift_swords::questions::reach::MOST_GATHERED;

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Carries out what has been paid for. `gathered` is what had been gathered for it before.
    pub(crate) fn shoot(&mut self, who: FighterId, shot: Shot) {
        let gathered = shot.gathered(self.state, who);
        let more = gathered.map_or(0, |before| (before + 1).min(MOST_GATHERED));
        let (target, means) = match shot {
            Shot::Aim { weapon } => {
                let item = weapon;
                return self.gather(who, Aim::Shot { item, dice: more });
            }
            Shot::Gather => return self.gather(who, Aim::Spell { dice: more }),
            Shot::Shoot { target, weapon } => (target, Means::Missile(weapon)),
            Shot::Cast { target } => (target, Means::Spell),
        };
        self.body_mut(who).aim = Aim::None;
        self.attack(Attack {
            bonus: gathered.unwrap_or(0).cast_signed(),
            ..Attack::new(who, target, means)
        });
    }

    fn gather(&mut self, who: FighterId, aim: Aim) {
        self.body_mut(who).aim = aim;
        self.say("SST-7-4", [who], |[who]| match (aim.dice(), aim) {
            (0, Aim::Spell { .. }) => format!("{who} begins to gather for the spell."),
            (0, _) => format!("{who} begins to aim."),
            (more, _) => format!("{who} has gathered {}.", dice(more)),
        });
    }
}

#[cfg(test)]
mod tests;
