//! The effect of a Block and of armour on the successes of an attack.
//!
//! Clauses: SST-10-9, SST-13-5..9.

use std::cmp::Reverse;

use super::attack::Settled;
use super::phrases::dice;
use crate::dice::{Dice, Topic};
use crate::fight::Witness;
use crate::rules::swift_swords::decisions::lists::{SPEND, SPENDINGS};
use crate::rules::swift_swords::nouns::{
    Attack, DecisionContext, Fighter, Luck, Purpose, Scene, Spending, Successes,
};
use crate::rules::swift_swords::options::{ArmourMode, BlockRule};
use crate::rules::swift_swords::rules::Defences;

/// The armour and the Block that an attack meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Against {
    /// Body armour.
    pub armour: u8,
    /// Dice of the Block. 0 if there is no Block.
    pub pool: u8,
    /// Number of Block dice that must be left for the Block to work.
    pub works: u8,
    /// Exposure dice for each Block die beyond `works`.
    pub exposes: u8,
}

/// The result of one way to spend successes against a Block and armour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Blocked {
    /// Number of successes spent on the Block.
    pub spent: u8,
    /// Number of successes left after the Block, the shield and armour.
    pub last: u8,
    /// Whether there is a Block, and successes would be left after armour alone. If no damage is done, the
    /// Block is then the reason, and the tally counts the attack as evaded.
    pub by_shield: bool,
    exposures: u8,
}

/// Returns the result when `spent` of `counted` successes are spent on the Block. A Block that works lets the
/// shield stop `shield` successes. `surplus` is the number of Block dice that put exposure dice on the
/// attacker. `None`: the Block does not work.
fn left(counted: u8, spent: u8, against: Against, shield: u8, surplus: Option<u8>) -> Blocked {
    let stopped = against.armour + surplus.map_or(0, |_| shield);
    Blocked {
        spent,
        last: (counted - spent).saturating_sub(stopped),
        by_shield: against.pool > 0 && counted > against.armour,
        exposures: surplus.unwrap_or(0) * against.exposes,
    }
}

/// Returns the result when `spent` of `counted` successes are spent on a Block, by the rule as the text of
/// the book states it [SST-13-6, SST-13-7].
fn way(counted: u8, spent: u8, against: Against, shield: u8) -> Blocked {
    let surplus = against.pool.checked_sub(spent + against.works);
    left(counted, spent, against, shield, surplus)
}

/// Returns the result when the attacker spends successes by the rule `how`.
fn spend(counted: u8, against: Against, shield: u8, how: Spending) -> Blocked {
    let most = counted.min(against.pool);
    // The number of successes that leaves too few Block dice for the Block to work.
    let through = (against.pool + 1).saturating_sub(against.works);
    let of = |spent| way(counted, spent, against, shield);
    match how {
        Spending::Never => of(0),
        Spending::Through if counted >= through => of(through),
        Spending::Through | Spending::Best => (0..=most)
            .map(of)
            .max_by_key(|way| (way.last, Reverse(way.exposures), Reverse(way.spent)))
            .expect("spending nothing is a way"),
    }
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Returns what armour and a Block of `pool` dice leave of an attack's successes.
    #[inline]
    pub(super) fn settle_block(
        &mut self,
        attack: &Attack,
        struck: &Fighter,
        settled: Settled,
        pool: u8,
    ) -> Blocked {
        let counted = settled.counted;
        let armour = match attack.purpose {
            Purpose::Touch => 0,
            _ => self.stopping(counted, self.view().armour(attack, struck)),
        };
        let Defences {
            block_works: works,
            block_exposes,
            ..
        } = self.rules().defences;
        let against = Against {
            armour,
            pool,
            works,
            exposes: block_exposes,
        };
        if pool == 0 {
            return way(counted, 0, against, 0);
        }
        self.meet_block(attack, settled, against)
    }

    /// Returns what a Block leaves of the attack's successes. The attacker decides how many successes to
    /// spend on the Block. Under the house rule `compare`, their number is compared with the Block dice
    /// instead.
    #[inline(never)]
    fn meet_block(&mut self, attack: &Attack, settled: Settled, against: Against) -> Blocked {
        let (counted, pool) = (settled.counted, against.pool);
        let shield = self.fighter(attack.target).shield;
        let way = if self.arena.options.block_rule == BlockRule::Compare {
            compare(counted, against, shield)
        } else {
            let matter = || DecisionContext {
                rolled: settled.rolled,
                block: (pool, shield),
                ..DecisionContext::about(attack.target)
            };
            let how = self.meant(attack.attacker, SPEND, SPENDINGS, matter);
            spend(counted, against, shield, how.unwrap_or(Spending::Best))
        };
        self.expose(attack.attacker, way.exposures);
        self.say("SST-13-6", [attack.attacker], |[who]| {
            let exposed = dice(way.exposures);
            let left = format!("spends {} and has {} left", way.spent, way.last);
            format!("Against a Block of {pool}, {who} {left}; exposed by {exposed}.")
        });
        way
    }

    /// Returns the number of successes that body armour stops. 0 if armour reduces damage instead. Rolls dice
    /// if the armour option says so [SST-10-9].
    fn stopping(&mut self, counted: u8, armour: u8) -> u8 {
        match self.arena.options.armour_mode {
            ArmourMode::Successes => armour,
            ArmourMode::Damage => 0,
            ArmourMode::Roll if counted == 0 || armour == 0 => 0,
            ArmourMode::Roll => {
                self.dice.about(Topic::Bonus);
                let face = self.rules().rolls.defence_face;
                self.roll(Successes(face).times(armour)).0
            }
        }
    }
}

/// Returns the result by the rule of the book's second example. No successes are spent. The Block works if it
/// has at least as many dice as the attack has successes [SST-13-9].
fn compare(counted: u8, against: Against, shield: u8) -> Blocked {
    let surplus = against.pool.checked_sub(counted);
    left(counted, 0, against, shield, surplus)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(pool: u8) -> Against {
        Against {
            armour: 0,
            pool,
            works: 1,
            exposes: 1,
        }
    }

    fn best(counted: u8, pool: u8, shield: u8) -> (u8, u8, u8) {
        let against = met(pool);
        let way = spend(counted, against, shield, Spending::Best);
        (way.spent, way.last, way.exposures)
    }

    #[test] // SST-13-6, SST-13-7, SST-13-8
    fn the_attacker_spends_what_leaves_most_and_exposes_least() {
        assert_eq!(best(4, 2, 2), (2, 2, 0));
        // The next three lines are the book's example with three goblins, by the rule as the text states it.
        assert_eq!(best(2, 4, 2), (2, 0, 1));
        assert_eq!(best(2, 3, 2), (2, 0, 0));
        assert_eq!(best(4, 3, 2), (0, 2, 2));
    }

    #[test] // SST-13-6, SST-13-7
    fn keeping_all_leaves_the_exposures() {
        let against = met(2);
        let way = spend(4, against, 2, Spending::Never);
        assert_eq!((way.last, way.exposures), (2, 1));
        let way = spend(4, against, 2, Spending::Through);
        assert_eq!((way.spent, way.last, way.exposures), (2, 2, 0));
        // As many successes as the pool has dice stop the Block from working.
        let way = spend(2, against, 0, Spending::Through);
        assert_eq!((way.spent, way.last, way.exposures), (2, 0, 0));
        // If nothing is spent on a Block of four, there are three exposure dice.
        let against = met(4);
        assert_eq!(spend(0, against, 2, Spending::Best).exposures, 3);
    }

    #[test] // SST-13-9
    fn the_second_example_compares() {
        let of = |counted, pool| {
            let way = compare(counted, met(pool), 2);
            (way.last, way.exposures)
        };
        assert_eq!(of(2, 4), (0, 2));
        assert_eq!(of(2, 3), (0, 1));
        assert_eq!(of(4, 3), (4, 0));
    }
}
