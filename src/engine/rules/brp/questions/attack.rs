//! Chance to hit and armour of an attack.
//!
//! Clauses: BRP-5.5-1, BRP-5.9-5, BRP-5.10-1, BRP-5.10-2, BRP-5.11-6.

use crate::fight::FighterId;
use crate::rules::brp::nouns::{Arena, Attack, Limits, Swing, Threat, View};

impl Arena {
    /// The attack as its user makes it, and its kind as its target meets it.
    pub(crate) fn threat(&self, swing: Swing) -> (&Attack, Threat) {
        let item = self.item(swing.attacker, swing.item);
        let shot = item.shoot.as_ref().map(|shot| (&shot.attack, shot.threat));
        let blow = item.strike.as_ref().map(|blow| (blow, Threat::Melee));
        let threat = if swing.missile { shot } else { blow };
        threat.expect("only what can shoot or strike is chosen for that")
    }
}

/// Halvings by range band: none within the range, one up to twice the range, two up to three times [BRP-5.9-5].
fn range_halves(distance: i32, range: i32) -> u32 {
    let (distance, range) = (i64::from(distance), i64::from(range));
    let band = (0..3).find(|&halves| distance <= range * i64::from(halves + 1));
    band.expect("only targets within three times the range are shot at")
}

impl View<'_> {
    /// The chance to hit, modified by range and by melee around the target [BRP-5.9-5].
    #[inline]
    pub(crate) fn chance_to_hit(self, swing: Swing, attack: &Attack) -> Limits {
        if !swing.missile {
            return attack.skill.limits;
        }
        let options = &self.arena.options;
        let item = self.arena.item(swing.attacker, swing.item);
        let range = item.shoot.as_ref().expect("a missile is shot").range;
        let distance = self.state.distance(swing.attacker, swing.target);
        let halves = range_halves(distance, range);
        let penalty = options.fire_into_melee;
        let in_melee = penalty > 0 && self.is_in_melee_with_others(swing);
        (attack.skill).modified(-penalty * i32::from(in_melee), halves, options)
    }

    /// Returns whether an able enemy of the target, other than the shooter, is within melee reach of it [BRP-5.9-5].
    fn is_in_melee_with_others(self, swing: Swing) -> bool {
        let mut enemies = self.able_enemies(swing.target).iter();
        enemies.any(|enemy| enemy != swing.attacker && self.in_reach(swing.target, enemy))
    }

    /// Armour against this threat, fixed cover included [BRP-5.10-1, BRP-5.10-2, BRP-5.11-6].
    #[inline]
    pub(crate) fn armour(self, who: FighterId, threat: Threat) -> i32 {
        let fighter = self.fighter(who);
        let covered = threat != Threat::Melee && !self.body(who).moved;
        fighter.armour[threat as usize] + if covered { fighter.cover } else { 0 }
    }
}
