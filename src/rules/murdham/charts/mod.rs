//! What makes fights fast and changes nothing in them: what is drawn from tables of exact odds, rather than rolled.

pub(crate) mod chart;

use std::collections::HashMap;

use crate::dice::{Alias, odds};
use crate::rules::murdham::chapters::damage;
use crate::rules::murdham::nouns::{
    Arena, BlowTable, BlowTables, DIFFERENCES, Fighter, MOST_ARMOUR, MOST_LARGER, Pool, Tabled,
};
use crate::rules::murdham::options::Options;
use chart::survey;

/// What is drawn from tables in a fight. They are worked out when it is first played, for not all fights are.
pub(crate) fn tabled<const N: usize>(arena: &Arena<N>) -> &Tabled<N> {
    arena.tabled.get_or_init(|| {
        if !arena.draws {
            return Tabled::Nothing;
        }
        if const { survey::is_sized::<N>() }
            && let Some(chart) = survey::chart(arena)
        {
            return Tabled::Turns(chart);
        }
        Tabled::Blows(BlowTables::new(arena))
    })
}

impl BlowTables {
    /// Works out the odds of every blow that one of these fighters can strike another.
    fn new<const N: usize>(arena: &Arena<N>) -> Self {
        let mut known: HashMap<(Pool, i32), u16> = HashMap::new();
        let mut all = Self {
            list: Vec::new(),
            at: vec![[None; 2]; arena.weapons.len() * DIFFERENCES * (MOST_ARMOUR + 1)],
        };
        let roster = &arena.roster;
        let sizes = |larger: &i32| {
            let meets = |a: &Fighter| roster.iter().any(|b| a.size.over(b.size) == *larger);
            roster.iter().any(meets)
        };
        for larger in (-MOST_LARGER..=MOST_LARGER).filter(sizes) {
            for (weapon, thing) in (0..).zip(&arena.weapons) {
                for causes in 0..2 {
                    let pool = arena.pool(thing, larger, causes);
                    for armour in (0..=3).filter(|_| pool.is_small()) {
                        let at = *known.entry((pool, armour)).or_insert_with(|| {
                            all.list.push(BlowTable::new(&arena.options, pool, armour));
                            u16::try_from(all.list.len() - 1).expect("few kinds of blows")
                        });
                        let place = Self::index((weapon, larger, armour));
                        all.at[place][usize::from(causes)] = Some(at);
                    }
                }
            }
        }
        all
    }
}

impl BlowTable {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Piece;
    use crate::rules::murdham::chapters::damage::Luck;
    use crate::rules::murdham::nouns::pool::Harm;

    /// The chance in a million, rounded.
    fn chance(blow: &BlowTable, holds: impl Fn(Harm) -> bool) -> u128 {
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
        let blow = BlowTable::new(&Options::default(), pool, 2);
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
