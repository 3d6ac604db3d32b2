//! The damage of a blow as a piece of luck of its own: dice, size, armour.
//!
//! Clauses: those of `damage.rs`. What a blow does depends on its weapon, how much larger the attacker is, whether the
//! weapon is impaired, and the target's armour. For each of these the odds are worked out once per matchup.

use std::collections::HashMap;

use crate::dice::{Alias, Dice, Piece, odds};
use crate::rules::murdham::chapters::damage;
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::pool::{Harm, Pool};
use crate::rules::murdham::options::Options;

/// The highest armour value [MUR-0-4].
const MOST_ARMOUR: usize = 3;
/// Sizes differ by so many at most.
const MOST_LARGER: i32 = 4;
const SIZES: usize = 9;

/// The odds of one kind of blow.
#[derive(Debug)]
struct Blow {
    pool: Pool,
    armour: i32,
    harms: Vec<Harm>,
    table: Alias,
}

/// The odds of the blows of a matchup.
#[derive(Debug)]
pub(crate) struct Blows {
    list: Vec<Blow>,
    /// The odds of each weapon, difference in size and armour value, first of the weapon as it is, then impaired.
    at: Vec<[Option<u16>; 2]>,
}

/// A blow to be drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Luck<'a> {
    blow: &'a Blow,
    options: &'a Options,
}

impl Luck<'_> {
    /// What the outcome drawn does; without what only words show.
    #[inline]
    pub(crate) fn outcome(self, drawn: usize) -> Harm {
        self.blow.harms[drawn]
    }
}

impl Piece for Luck<'_> {
    #[inline]
    fn table(&self) -> &Alias {
        &self.blow.table
    }

    fn roll<D: Dice>(&self, dice: &mut D) -> usize {
        let harm = damage::harm(self.blow.pool, self.blow.armour, self.options, dice).counted();
        let found = self.blow.harms.iter().position(|&known| known == harm);
        found.expect("the table has every outcome")
    }
}

impl Blow {
    fn new(options: &Options, pool: Pool, armour: i32) -> Self {
        let odds = odds(|dice| damage::harm(pool, armour, options, dice).counted());
        Self {
            pool,
            armour,
            table: Alias::new(&odds.values().copied().collect::<Vec<_>>()),
            harms: odds.into_keys().collect(),
        }
    }
}

impl Blows {
    /// Works out the odds of every blow that one of these fighters can strike another.
    pub(crate) fn new<const N: usize>(arena: &Arena<N>) -> Self {
        let mut known: HashMap<(Pool, i32), u16> = HashMap::new();
        let mut all = Self {
            list: Vec::new(),
            at: vec![[None; 2]; arena.weapons.len() * SIZES * (MOST_ARMOUR + 1)],
        };
        let roster = &arena.roster;
        let sizes = |larger: &i32| {
            let mut pairs = roster
                .iter()
                .flat_map(|a| roster.iter().map(move |b| (a, b)));
            pairs.any(|(a, b)| a.size.over(b.size) == *larger)
        };
        for larger in (-MOST_LARGER..=MOST_LARGER).filter(sizes) {
            for (weapon, thing) in (0..).zip(&arena.weapons) {
                for causes in 0..2 {
                    let pool = arena.pool(thing, larger, causes);
                    for armour in (0..=3).filter(|_| pool.is_small()) {
                        let at = *known.entry((pool, armour)).or_insert_with(|| {
                            all.list.push(Blow::new(&arena.options, pool, armour));
                            u16::try_from(all.list.len() - 1).expect("few kinds of blows")
                        });
                        let place =
                            Self::index((weapon, larger, armour)).expect("all within bounds");
                        all.at[place][usize::from(causes)] = Some(at);
                    }
                }
            }
        }
        all
    }

    #[inline]
    fn index((weapon, larger, armour): (u8, i32, i32)) -> Option<usize> {
        let larger = usize::try_from(larger + MOST_LARGER).ok()?;
        let armour = usize::try_from(armour).ok()?;
        (larger < SIZES && armour <= MOST_ARMOUR)
            .then(|| (usize::from(weapon) * SIZES + larger) * (MOST_ARMOUR + 1) + armour)
    }

    /// Which odds are those of this very blow.
    #[inline]
    pub(crate) fn find(&self, pool: Pool, key: (u8, i32, i32)) -> Option<u16> {
        let found = self.at.get(Self::index(key)?)?.iter().flatten();
        found
            .copied()
            .find(|&at| self.list[usize::from(at)].pool == pool)
    }

    /// A blow with these odds.
    #[inline]
    pub(crate) fn luck<'a>(&'a self, options: &'a Options, at: u16) -> Luck<'a> {
        let blow = &self.list[usize::from(at)];
        Luck { blow, options }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The chance in a million, rounded.
    fn chance(blow: &Blow, holds: impl Fn(Harm) -> bool) -> u128 {
        let odds = odds(|dice| {
            Luck {
                blow,
                options: &Options::default(),
            }
            .roll(dice)
        });
        let parts: u128 = odds
            .iter()
            .filter(|&(&at, _)| holds(blow.harms[at]))
            .map(|(_, parts)| parts)
            .sum();
        (parts * 1_000_000 + (1 << 63)) >> 64
    }

    #[test] // MUR-0-4, MUR-0-9, MUR-15-2
    fn a_table_has_the_odds_of_the_dice() {
        let pool = Pool {
            twice: true,
            brittle: true,
            ..Pool::plain(1, 8)
        };
        let blow = Blow::new(&Options::default(), pool, 2);
        assert_eq!(chance(&blow, |harm| harm.net == 0), 437_500);
        assert_eq!(chance(&blow, |harm| harm.net == 6), 15_625);
        assert_eq!(chance(&blow, |harm| harm.rolled.one), 234_375);
    }

    #[test]
    fn more_dice_than_are_soon_gone_through_have_no_table() {
        let open = |count| Pool {
            open: true,
            ..Pool::plain(count, 6)
        };
        assert!(Pool::plain(8, 12).is_small() && open(1).is_small());
        assert!(!Pool::plain(90, 1000).is_small() && !open(2).is_small());
        let twice = Pool {
            twice: true,
            ..open(1)
        };
        assert!(!twice.is_small());
    }
}
