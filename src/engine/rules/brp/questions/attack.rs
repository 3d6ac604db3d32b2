//! The chance that an attack hits, and the armour of its target.
//!
//! Clauses: BRP-5.5-1, BRP-5.9-5, BRP-5.10-1, BRP-5.10-2, BRP-5.11-6.

use crate::fight::FighterId;
use crate::rules::brp::nouns::{Arena, Attack, Limits, Swing, Threat, View};
use crate::rules::brp::rules::Missiles;

impl Arena {
    /// Returns the item's entry for this attack, and the kind of threat that the attack is to its target.
    pub(crate) fn threat(&self, swing: Swing) -> (&Attack, Threat) {
        let item = self.item(swing.attacker, swing.item);
        let shot = item.shoot.as_ref().map(|shot| (&shot.attack, shot.threat));
        let blow = item.strike.as_ref().map(|blow| (blow, Threat::Melee));
        let threat = if swing.missile { shot } else { blow };
        threat.expect("only what can shoot or strike is chosen for that")
    }
}

impl Missiles {
    /// Returns the number that divides the chance of a shot over `distance`. The number is 1 within the
    /// range, and larger at medium and long distances [BRP-5.9-5]. The distance must not exceed the farthest
    /// range.
    fn divisor(&self, distance: i32, range: i32) -> u32 {
        let within = |times: i32| i64::from(distance) <= i64::from(range) * i64::from(times);
        if within(1) {
            1
        } else if within(self.medium_range) {
            self.medium_divisor
        } else {
            self.long_divisor
        }
    }

    /// Returns the farthest distance of a shot with a weapon of this range. Both are in centimetres
    /// [BRP-5.9-5].
    pub(crate) fn farthest(&self, range: i32) -> i32 {
        range.saturating_mul(self.long_range)
    }
}

impl View<'_> {
    /// Returns the limits of the attack roll. For a missile, they include the distance and the penalty for
    /// shooting into melee [BRP-5.9-5].
    #[inline]
    pub(crate) fn chance_to_hit(self, swing: Swing, attack: &Attack) -> Limits {
        if !swing.missile {
            return attack.skill.limits;
        }
        let options = &self.arena.options;
        let item = self.arena.item(swing.attacker, swing.item);
        let range = item.shoot.as_ref().expect("a missile is shot").range;
        let distance = self.state.distance(swing.attacker, swing.target);
        let divisor = options.rules.missiles.divisor(distance, range);
        let penalty = options.fire_into_melee;
        let in_melee = penalty > 0 && self.is_in_melee_with_others(swing);
        (attack.skill).modified(-penalty * i32::from(in_melee), divisor, options)
    }

    /// Returns whether the target has an able enemy within melee reach, other than the shooter [BRP-5.9-5].
    fn is_in_melee_with_others(self, swing: Swing) -> bool {
        let mut enemies = self.able_enemies(swing.target).iter();
        enemies.any(|enemy| enemy != swing.attacker && self.in_reach(swing.target, enemy))
    }

    /// Returns a fighter's armour points against this kind of attack, including fixed cover if it protects
    /// the fighter [BRP-5.10-1, BRP-5.10-2, BRP-5.11-6].
    #[inline]
    pub(crate) fn armour(self, who: FighterId, threat: Threat) -> i32 {
        let fighter = self.fighter(who);
        let covered = threat != Threat::Melee && !self.body(who).moved;
        fighter.armour[threat as usize] + if covered { fighter.cover } else { 0 }
    }
}
