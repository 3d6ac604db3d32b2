//! Suppressing Fire.
//!
//! Clauses: PER-12.35-1..3.

use crate::dice::{Dice, Die, Topic};
use crate::fight::{Blow, FighterId, FighterSet, MOST_FIGHTERS, Witness};
use crate::rules::persona::nouns::luck;
use crate::rules::persona::nouns::scene::Scene;
use crate::rules::persona::nouns::swing::{Manner, Swing};
use crate::rules::persona::telling::hit_or_miss;

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Fires a burst at the enemies in the arc of Suppressing Fire. The hits go to random enemies in the arc,
    /// and all enemies in it take a Pinning test. `full` is whether the fire is fully automatic. `upwards` is
    /// whether the arc lies towards larger places [PER-12.35-1..3].
    pub(super) fn suppress(&mut self, who: FighterId, (weapon, full, upwards): (u8, bool, bool)) {
        let zone = self.view().arc(who, weapon, full, upwards);
        let Some(first) = zone.iter().next() else {
            return;
        };
        let manner = if full { Manner::Full } else { Manner::Semi };
        let swing = Swing::new(manner, weapon, first);
        let number = self.view().suppress_number(who, weapon);
        let capacity = self.fire(who, swing);
        self.body_mut(who).aim = 0;
        self.dice.about(Topic::Attack);
        let jam_from = self.arena.weapon(weapon).jam_from;
        let (degrees, jammed) =
            luck::attack_test(self.dice, (number, jam_from, false), self.rules());
        let name = &self.arena.weapon(weapon).name;
        self.tell_test("PER-12.35-1", [who], number, |[who], test| {
            let ended = hit_or_miss(degrees, jammed);
            format!("{who} lays down suppressing fire with {name}: {test}: {ended}.")
        });
        if jammed {
            self.jam(who, weapon);
        }
        if let Some(degrees) = degrees {
            self.rake(who, swing, zone, (degrees, capacity));
        } else {
            self.count(who, first, swing, Blow::Missed);
        }
        let rules = &self.numbers().shooting;
        let modifier = if full {
            rules.suppress_pinning_full
        } else {
            rules.suppress_pinning
        };
        for target in zone.iter() {
            self.pin(target, modifier, "PER-12.35-3");
        }
    }

    /// Distributes hits over random targets, which may evade them [PER-12.35-2].
    fn rake(
        &mut self,
        who: FighterId,
        swing: Swing,
        zone: FighterSet,
        (degrees, capacity): (i32, u8),
    ) {
        let counted = if self.arena.options.extra_beyond_first {
            (degrees - 1).max(0)
        } else {
            degrees
        };
        let for_each = self.numbers().shooting.suppress_degrees;
        let scored = (1 + counted / for_each).min(capacity.into());
        let mut hits = [0; MOST_FIGHTERS];
        let mut left = zone;
        self.dice.about(Topic::Attack);
        for _ in 0..scored {
            let pick = self.dice.roll(Die(left.count())) as usize - 1;
            let victim = left.iter().nth(pick).expect("one of those in the zone");
            hits[victim.index()] += 1;
            if self.arena.options.suppress_distinct {
                left.remove(victim);
                if left.is_empty() {
                    left = zone;
                }
            }
        }
        let first = zone.iter().find(|victim| hits[victim.index()] > 0);
        let swing = first.map_or(swing, |target| Swing { target, ..swing });
        self.evasions(who, swing, &mut hits, false);
        if hits != [0; MOST_FIGHTERS] {
            self.throw(who, swing, degrees, hits, FighterSet::NONE);
            self.deal_all();
        }
    }
}

#[cfg(test)]
mod tests;
