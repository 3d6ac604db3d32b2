//! Tables with the probabilities of damage, one for each kind of blow in a matchup.
//!
//! Clauses: those of `chapters/damage.rs`. The damage of a blow depends on the weapon, on how much larger the
//! attacker is, on whether the attack is impaired, and on the target's armour. The probabilities for each
//! combination are computed once per matchup.

use std::collections::HashMap;

use indexmap::IndexMap;

use super::arena::{Arena, meets};
use super::pool::{DIFFERENCES, Harm, MOST_LARGER, Pool, difference};
use crate::dice::Alias;

/// A kind of blow, given by its dice and the armour value against it, with the probabilities of the damage.
#[derive(Debug, Clone)]
pub(crate) struct BlowTable {
    pub pool: Pool,
    pub armour: i32,
    pub harms: Vec<Harm>,
    pub table: Alias,
}

/// The tables of all kinds of blows in a matchup.
#[derive(Debug, Clone)]
pub(crate) struct BlowTables {
    list: Vec<BlowTable>,
    /// The number of possible armour values, including 0 [MUR-0-4].
    armours: usize,
    /// The indices in `list` of the tables for each weapon, difference in size and armour value. The first of
    /// the two is for unimpaired attacks, the second for impaired ones. `None` if there is no table.
    at: Vec<[Option<u16>; 2]>,
}

impl BlowTable {
    /// Makes the table of these dice against this armour value. `odds` has the weight of each outcome.
    pub(crate) fn new((pool, armour): (Pool, i32), odds: IndexMap<Harm, u128>) -> Self {
        Self {
            pool,
            armour,
            table: Alias::new(&odds.values().copied().collect::<Vec<_>>()),
            harms: odds.into_keys().collect(),
        }
    }
}

impl BlowTables {
    /// Makes the tables of every blow that is possible between two fighters of this matchup. `odds` computes
    /// the weights of all outcomes of a blow.
    pub(crate) fn new(arena: &Arena, odds: impl Fn(Pool, i32) -> IndexMap<Harm, u128>) -> Self {
        let mut known: HashMap<(Pool, i32), u16> = HashMap::new();
        let most_armour = arena.options.rules.armour.most;
        let armours = usize::from(most_armour) + 1;
        let mut all = Self {
            list: Vec::new(),
            armours,
            at: vec![[None; 2]; arena.weapons.len() * DIFFERENCES * armours],
        };
        let weapons = u8::try_from(arena.weapons.len()).expect("few weapons");
        let sizes = |&larger: &i32| meets(&arena.roster, larger);
        for larger in (-MOST_LARGER..=MOST_LARGER).filter(sizes) {
            for weapon in 0..weapons {
                for causes in 0..2 {
                    let pool = arena.pool(weapon, larger, causes);
                    for armour in (0..=i32::from(most_armour)).filter(|_| pool.is_small()) {
                        let at = *known.entry((pool, armour)).or_insert_with(|| {
                            all.list
                                .push(BlowTable::new((pool, armour), odds(pool, armour)));
                            u16::try_from(all.list.len() - 1).expect("few kinds of blows")
                        });
                        let place = all.index((weapon, larger, armour));
                        all.at[place][usize::from(causes)] = Some(at);
                    }
                }
            }
        }
        all
    }

    #[inline]
    fn index(&self, (weapon, larger, armour): (u8, i32, i32)) -> usize {
        let armour = usize::try_from(armour).expect("an armour value is 0 or more");
        (usize::from(weapon) * DIFFERENCES + difference(larger)) * self.armours + armour
    }

    /// Returns the table of a blow with exactly these dice. Returns `None` if it has no table. `key` has the
    /// number of the weapon, the difference in size and the armour value.
    #[inline]
    pub(crate) fn find(&self, pool: Pool, key: (u8, i32, i32)) -> Option<&BlowTable> {
        let found = self.at[self.index(key)].iter().flatten();
        let mut found = found.map(|&at| &self.list[usize::from(at)]);
        found.find(|blow| blow.pool == pool)
    }
}
