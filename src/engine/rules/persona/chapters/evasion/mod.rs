//! Evasion of hits.
//!
//! Clauses: PER-1-3, PER-2-3, PER-4-8..10, PER-12.1-2, PER-12.10-1, PER-12.13-1, PER-12.14-1, PER-12.23-1,
//! PER-12.32-5, PER-13.4-1..3.

use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, WHOLE, Witness};
use crate::rules::persona::decisions;
use crate::rules::persona::events::EVADED;
use crate::rules::persona::nouns::evasion::{Attack, EvasionMeans};
use crate::rules::persona::nouns::luck;
use crate::rules::persona::nouns::scene::Scene;
use crate::rules::persona::nouns::swing::Swing;
use crate::rules::persona::telling::told;

/// The result of an attempt to evade the hits on one target.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Evaded {
    /// Number of hits that were evaded.
    pub off: u8,
    /// Whether a Parry evaded the hits.
    pub parried: bool,
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Lets the target of `hits` hits evade [PER-4-8, PER-4-9]. If `certain`, the hits cannot be dodged or
    /// parried.
    pub(super) fn evade(
        &mut self,
        who: FighterId,
        target: FighterId,
        swing: Swing,
        hits: u8,
        certain: bool,
    ) -> Evaded {
        if hits == 0 {
            return Evaded::default();
        }
        let attack = Attack {
            who,
            melee: self.arena.weapon(swing.weapon).is_melee(),
            grapple: swing.manner.is_grapple(),
            certain,
            hits,
        };
        let Some((means, number)) = decisions::evade(self, target, attack) else {
            return Evaded::default();
        };
        if means != EvasionMeans::Deflect {
            self.react(target);
        }
        self.dice.about(Topic::Defence);
        let degrees = luck::test(self.dice, number, self.rules());
        // A single hit is evaded by any success. Of several hits, each `for_each` degrees evade one, and a
        // success evades at least one [PER-4-10].
        let for_each = self.numbers().evasion.degrees;
        let off = degrees.map_or(0, |degrees| {
            let each = u8::try_from((degrees / for_each).max(1)).unwrap_or(u8::MAX);
            if swing.manner.is_many() {
                each.min(hits)
            } else {
                hits
            }
        });
        if off > 0 {
            let parts = u64::from(off) * WHOLE;
            self.witness.happened(target, EVADED, parts);
        }
        self.tell_test("PER-4-8", [target], number, |[target], test| {
            let ended = match (degrees, off == hits) {
                (None, _) => "and fails".to_owned(),
                (Some(_), true) => "and evades".to_owned(),
                (Some(degrees), false) => {
                    format!("with {}: {off} of {hits} hits go wide", told(degrees))
                }
            };
            format!("{target} {}: {test}, {ended}.", means.word())
        });
        Evaded {
            off,
            parried: degrees.is_some() && means == EvasionMeans::Parry,
        }
    }

    /// Spends a Reaction. This ends the Aim, the Feint and the Overwatch of the fighter [PER-12.1-2,
    /// PER-12.10-1, PER-12.32-5].
    fn react(&mut self, who: FighterId) {
        let body = self.body_mut(who);
        body.reactions -= 1;
        body.aim = 0;
        body.feint = None;
        body.overwatch = None;
    }
}

#[cfg(test)]
mod tests;
