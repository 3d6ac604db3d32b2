//! Chooses the body part or item to aim an attack at so that it does most harm, for policy lines with `on
//! best`.
//!
//! Clauses: SAM-5-3, SAM-12-1, SAM-12-5, SAM-13-1, SAM-19-9.

use crate::fight::FighterId;
use crate::rules::semiautomagic::nouns::{Aimed, BodyPart, Strike, View};

/// Estimates of how much a hit on the body, the head or the main weapon is worth. The first number of each
/// is for damage that exceeds the Toughness, and the second for damage that exceeds only the Minimum
/// Toughness. To put a fighter out of the fight is worth 100. The second number of the head is higher than
/// that of the body, because a hit on the head may stagger the enemy. A hit on the weapon may destroy it.
const BODY: [u64; 2] = [100, 20];
const HEAD: [u64; 2] = [100, 30];
const WEAPON: [u64; 2] = [80, 35];

impl View<'_> {
    /// Returns `strike`, aimed at the body, the head or the main weapon of its target, whichever does most
    /// harm. If two do equal harm, the first of this order is chosen.
    pub(crate) fn best_aim(self, who: FighterId, strike: Strike) -> Strike {
        let (target, weapon) = (strike.target, self.weapon(strike.weapon));
        let (plain, sure) = (self.figures(who, strike), self.hits_surely(strike));
        let throw = self.damage_of(who, strike);
        let harm = |aimed: Aimed, worth: [u64; 2]| {
            let options = &self.arena.options;
            let score = plain.target + self.score(target, aimed) - self.score(target, strike.aimed);
            let least = options.least_in_combat(plain.bonus, score);
            let hits = if sure { 6 } else { 7 - least };
            let [toughness, minimum] = self.with_minimum(self.toughness_of(target, aimed));
            let [minor, major] = options.threshold;
            // Damage of 0 never has an effect, even if the Toughness is below 0 [SAM-5-7].
            let over = |bound: i32| throw.over(bound.max(0));
            let major = over(toughness - major);
            let minor = over(minimum - minor) - major;
            u64::from(hits) * (major * worth[0] + minor * worth[1])
        };
        let mut best = (harm(strike.aimed, BODY), strike);
        let harmless = weapon.nonlethal || self.body(target).is_helpless();
        let thing = self.main_slot(target).filter(|_| !harmless);
        let head = Some(Aimed::Part(BodyPart::Head));
        for (aimed, worth) in [(head, HEAD), (thing.map(Aimed::Thing), WEAPON)] {
            let aimed = aimed.filter(|&aimed| !weapon.emp && self.has(target, aimed));
            let found = aimed.map(|aimed| (harm(aimed, worth), Strike { aimed, ..strike }));
            best = found.filter(|found| found.0 > best.0).unwrap_or(best);
        }
        best.1
    }
}
