//! The rolls of a blow and of a save: dice, impairment, size and armour.
//!
//! Clauses: MUR-0-1, MUR-0-4, MUR-0-5, MUR-0-9..13, MUR-15-2, MUR-16-1, MUR-16-2. Damage is counted in points
//! of health. It is the damage before armour unless [`soak`] has been applied. The effects on characters are
//! in `wounds.rs`.

use std::fmt::{Display, Write as _};

use crate::dice::{Alias, Dice, Die, Piece, Throw, Topic};
use crate::fight::{FighterId, Witness};
use crate::frame::scene::listed;
use crate::rules::murdham::nouns::{Attack, BlowTable, Harm, MOST_OTHERS, Pool, Rolled, Scene};
use crate::rules::murdham::options::Options;

/// Rolls a save on this ability. Returns whether it passes [MUR-0-1].
#[inline]
pub(crate) fn save(ability: u8, options: &Options, dice: &mut impl Dice) -> bool {
    dice.about(Topic::Save);
    dice.band(Die(options.rules.saves.die), &[options.need(ability)]) == 0
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Rolls a save on this ability and reports it. Returns whether it passes [MUR-0-1]. `what` tells the
    /// transcript what the save is for, such as `dodges`.
    #[inline]
    pub(crate) fn saves(
        &mut self,
        clause: &'static str,
        who: FighterId,
        ability: u8,
        what: impl Display,
    ) -> bool {
        let passes = save(ability, &self.arena.options, self.dice);
        self.tell_save(clause, [who], (ability, passes), |[who], save| {
            format!("{who} {what}: {save}.")
        });
        passes
    }

    /// Draws the damage of an attack from a table if there is one, and rolls it otherwise. If the witness
    /// records a transcript, single dice are rolled that match the drawn outcome. `exposed` says whether the
    /// attack is a counter.
    pub(crate) fn roll_damage(&mut self, attack: Attack, exposed: bool) -> Harm {
        let arena = self.arena;
        let (who, target) = (attack.attacker, attack.target);
        let (pool, armour) = self.view().strike(attack, exposed);
        let blow = arena.blows.as_ref().and_then(|tables| {
            let number = self.state.weapon_number(who, attack.means);
            tables.find(pool, (number, arena.over(who, target), armour))
        });
        let options = &arena.options;
        self.dice.about(Topic::Deed(who.0));
        let drawn = blow.and_then(|blow| {
            let drawn = self.dice.draw(Some(&Luck { blow, options }))?;
            Some(blow.harms[drawn])
        });
        let harm = match drawn {
            Some(drawn) if !W::LISTENS => drawn,
            _ if W::LISTENS => harm(pool, armour, options, self.dice),
            _ => self.dice.piece((pool, armour), |dice| {
                harm(pool, armour, options, dice).counted()
            }),
        };
        self.tell_damage([who, target], pool, harm);
        harm
    }

    /// Reports a damage roll, such as `a rolls 3 and 5 for impaired damage (1d6), halved to 2`, and what
    /// armour stops. If the damage is halved after armour, reports the damage after both.
    pub(crate) fn tell_damage(&mut self, of: [FighterId; 2], pool: Pool, harm: Harm) {
        self.say("MUR-0-5", of, |[who, target]| {
            let total = harm.rolled.total;
            let others = harm.rolled.others.iter().take(pool.again.into());
            let rolls = listed(others.fold(vec![total.to_string()], |mut all, other| {
                all.push(other.to_string());
                all
            }));
            let mut text = if pool.again > 0 {
                format!("{who} rolls {rolls} for impaired damage")
            } else {
                format!("{who} rolls {rolls} for damage")
            };
            let _ = write!(text, " ({}d{})", pool.count, pool.sides);
            let halved = match pool.divisor {
                2 => "halved".to_owned(),
                4 => "halved twice".to_owned(),
                divisor if divisor.is_power_of_two() => format!("halved {} times", divisor.ilog2()),
                divisor => format!("divided by {divisor}"),
            };
            let stopped = harm.before - harm.net;
            if harm.before != total {
                let _ = write!(text, ", {halved} to {}", harm.before);
            }
            if pool.divide_last && pool.divisor > 1 && stopped != 0 {
                let _ = write!(text, ", less armour and {halved}: {}", harm.net);
            } else if stopped > 0 {
                let _ = write!(text, ", of which {target} is spared {stopped}");
            }
            format!("{text}.")
        });
    }
}

/// Rolls the dice of an attack. An impaired attack rolls all dice more than once, and the lowest sum counts.
#[inline]
pub(crate) fn roll(pool: Pool, dice: &mut impl Dice) -> Rolled {
    dice.about(Topic::Damage);
    let first = once(pool, dice);
    let mut others = [0; MOST_OTHERS];
    let again = others.iter_mut().take(pool.again.into());
    let kept = again.fold(first, |kept, other| {
        let next = once(pool, dice);
        let (lower, higher) = if next.total < kept.total {
            (next, kept)
        } else {
            (kept, next)
        };
        *other = higher.total;
        lower
    });
    Rolled { others, ..kept }
}

#[inline]
fn once(pool: Pool, dice: &mut impl Dice) -> Rolled {
    if pool.brittle || pool.rerolls > 0 {
        return one_by_one(pool, dice);
    }
    Rolled::of(dice.total(Throw::new(pool.count, pool.sides, 0)))
}

/// Rolls the dice one by one. This is needed if the face of a single die matters, not only the sum. If the
/// dice are many and all their rolls are enumerated, equal sums are merged after each die.
fn one_by_one(pool: Pool, dice: &mut impl Dice) -> Rolled {
    if !pool.is_small() {
        return dice.piece((pool, pool.count), |dice| together(pool, pool.count, dice));
    }
    (0..pool.count).fold(Rolled::default(), |sum, _| sum.and(single(pool, dice)))
}

/// Rolls `count` dice of a pool and adds them up.
fn together(pool: Pool, count: u16, dice: &mut impl Dice) -> Rolled {
    let Some(others) = count.checked_sub(1) else {
        return Rolled::default();
    };
    let sum = dice.piece((pool, others), |dice| together(pool, others, dice));
    sum.and(single(pool, dice))
}

/// Rolls one die. If it shows its highest face, it is rolled again as often as the pool allows, and the faces
/// are added.
fn single(pool: Pool, dice: &mut impl Dice) -> Rolled {
    let sides = u32::from(pool.sides);
    let mut face = dice.roll(Die(sides));
    let mut rolled = Rolled {
        breaks: face <= u32::from(pool.breaks),
        ..Rolled::default()
    };
    let mut again = 0;
    while again < pool.rerolls && face == sides {
        rolled.total += face.cast_signed() - i32::from(pool.less);
        face = dice.roll(Die(sides));
        again += 1;
    }
    rolled.total += face.cast_signed();
    rolled
}

/// Returns the damage that a roll does against an armour value [MUR-0-5].
#[inline]
pub(crate) fn soak(pool: Pool, rolled: Rolled, armour: i32, options: &Options) -> Harm {
    let armour = if pool.direct { 0 } else { armour };
    let before = if pool.divide_last {
        rolled.total
    } else {
        pool.divided(rolled.total)
    };
    let stopped = (before - armour).max(0);
    let net = if pool.divide_last {
        pool.divided(stopped)
    } else {
        stopped
    };
    let least = i32::from(options.minimum_damage && armour > 0 && before > 0);
    Harm {
        rolled,
        before,
        net: net.max(least),
    }
}

/// Rolls the dice of a blow and returns its damage against an armour value.
#[inline]
pub(crate) fn harm(pool: Pool, armour: i32, options: &Options, dice: &mut impl Dice) -> Harm {
    soak(pool, roll(pool, dice), armour, options)
}

/// A blow whose damage can be drawn from a table of all outcomes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Luck<'a> {
    pub blow: &'a BlowTable,
    pub options: &'a Options,
}

impl Piece for Luck<'_> {
    #[inline]
    fn table(&self) -> &Alias {
        &self.blow.table
    }

    fn roll<D: Dice>(&self, dice: &mut D) -> usize {
        let harm = harm(self.blow.pool, self.blow.armour, self.options, dice).counted();
        let found = self.blow.harms.iter().position(|&known| known == harm);
        found.expect("the table has every outcome")
    }
}

#[cfg(test)]
mod tests {
    use num_rational::BigRational;

    use super::*;
    use crate::dice::{Enumerated, Odds, Scripted, odds, outcomes};

    fn fraction(ways: i64, of: i64) -> BigRational {
        BigRational::new(ways.into(), of.into())
    }

    fn impaired(sides: u16) -> Pool {
        Pool {
            again: 1,
            ..Pool::plain(1, sides)
        }
    }

    /// Returns dice that are rolled again and added up when they show their highest face, with the default
    /// numbers of the rules.
    fn open(count: u16, sides: u16) -> Pool {
        Pool {
            rerolls: 12,
            less: 1,
            ..Pool::plain(count, sides)
        }
    }

    /// Returns these dice for a damaged weapon, which is destroyed if a die shows a 1.
    fn brittle(pool: Pool) -> Pool {
        Pool {
            brittle: true,
            breaks: 1,
            ..pool
        }
    }

    fn net(pool: Pool, armour: i32) -> Odds<i32> {
        outcomes(|dice| harm(pool, armour, &Options::default(), dice).net)
    }

    fn mean(pool: Pool) -> BigRational {
        net(pool, 0).mean(|&net| net.into())
    }

    #[test] // MUR-0-4, MUR-0-9, MUR-15-2
    fn a_table_has_the_odds_of_the_dice() {
        let pool = brittle(impaired(8));
        let options = &Options::default();
        let of_dice = odds(|dice| harm(pool, 2, options, dice).counted());
        let blow = &BlowTable::new((pool, 2), of_dice);
        let drawn = odds(|dice| Luck { blow, options }.roll(dice));
        let chance = |holds: fn(Harm) -> bool| {
            let such = drawn.iter().filter(|&(&at, _)| holds(blow.harms[at]));
            let parts: u128 = such.map(|(_, parts)| parts).sum();
            (parts * 1_000_000 + (1 << 63)) >> 64
        };
        assert_eq!(chance(|harm| harm.net == 0), 437_500);
        assert_eq!(chance(|harm| harm.net == 6), 15_625);
        assert_eq!(chance(|harm| harm.rolled.breaks), 234_375);
    }

    #[test]
    fn more_dice_than_are_soon_gone_through_have_no_table() {
        assert!(Pool::plain(8, 12).is_small() && open(1, 6).is_small());
        assert!(!Pool::plain(90, 1000).is_small() && !open(2, 6).is_small());
        let twice = Pool {
            again: 1,
            ..open(1, 6)
        };
        assert!(!twice.is_small());
    }

    #[test] // MUR-0-1
    fn a_save_passes_at_the_ability_or_below() {
        let options = Options::default();
        for (ability, face, passes) in [
            (8, 2, true),
            (8, 8, true),
            (8, 9, false),
            (10, 5, true),
            (19, 20, false),
        ] {
            assert_eq!(save(ability, &options, &mut Scripted::new([face])), passes);
        }
        let odds = |ability| outcomes(|dice| save(ability, &options, dice)).of(|&passed| passed);
        assert_eq!(odds(8), fraction(2, 5));
        assert_eq!(odds(10), fraction(1, 2));
        assert_eq!(odds(19), fraction(19, 20));
        assert_eq!(odds(20), fraction(1, 1));
        let strict = Options {
            save_equal: false,
            ..Options::default()
        };
        let strictly = |ability| outcomes(|dice| save(ability, &strict, dice)).of(|&passed| passed);
        assert_eq!(
            (strictly(8), strictly(1)),
            (fraction(7, 20), fraction(0, 1))
        );
    }

    #[test] // MUR-0-4
    fn armour_value_comes_off_and_never_below_nothing() {
        let odds = net(Pool::plain(1, 6), 2);
        assert_eq!(odds.of(|&n| n == 0), fraction(1, 3));
        for left in 1..=4 {
            assert_eq!(odds.of(|&n| n == left), fraction(1, 6), "{left}");
        }
        assert_eq!(odds.mean(|&n| n.into()), fraction(5, 3));
        let least = Options {
            minimum_damage: true,
            ..Options::default()
        };
        let weak = harm(Pool::plain(1, 6), 3, &least, &mut Scripted::new([2]));
        assert_eq!(weak.net, 1);
    }

    #[test] // MUR-0-5, MUR-0-13, MUR-16-1
    fn size_halves_before_armour_and_rounds_up() {
        let smaller = Pool {
            divisor: 2,
            ..Pool::plain(1, 6)
        };
        let blow = harm(smaller, 1, &Options::default(), &mut Scripted::new([3]));
        assert_eq!((blow.before, blow.net), (2, 1));
        for (face, half) in [(1, 1), (3, 2), (5, 3), (6, 3)] {
            let blow = harm(smaller, 0, &Options::default(), &mut Scripted::new([face]));
            assert_eq!(blow.net, half);
        }
        for half in 1..=3 {
            assert_eq!(net(smaller, 0).of(|&n| n == half), fraction(1, 3));
        }
        let tiny = Pool {
            divisor: 4,
            ..Pool::plain(1, 8)
        };
        for quarter in 1..=2 {
            assert_eq!(net(tiny, 0).of(|&n| n == quarter), fraction(1, 2));
        }
        let last = Pool {
            divide_last: true,
            ..smaller
        };
        let blow = harm(last, 2, &Options::default(), &mut Scripted::new([5]));
        assert_eq!((blow.before, blow.net), (5, 2));
    }

    #[test] // MUR-0-9
    fn impaired_damage_is_the_lower_of_two_rolls() {
        let fist = net(impaired(4), 0);
        for (damage, ways) in [(1, 7), (2, 5), (3, 3), (4, 1)] {
            assert_eq!(fist.of(|&n| n == damage), fraction(ways, 16));
        }
        assert_eq!(mean(impaired(4)), fraction(15, 8));
        assert_eq!(mean(impaired(6)), fraction(91, 36));
        assert_eq!(mean(impaired(8)), fraction(51, 16));
        let step_down = Options::default().rules.step_down;
        let below = [2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 20].map(|sides| step_down.below(sides));
        assert_eq!(below, [2, 2, 3, 4, 4, 6, 6, 8, 10, 12, 12]);
    }

    #[test] // MUR-0-11
    fn direct_damage_goes_past_armour() {
        let direct = Pool {
            direct: true,
            ..Pool::plain(1, 4)
        };
        for damage in 1..=4 {
            assert_eq!(net(direct, 3).of(|&n| n == damage), fraction(1, 4));
        }
    }

    #[test] // MUR-0-12
    fn dice_count_as_they_fall_unless_they_are_open() {
        for face in 1..=8 {
            assert_eq!(net(Pool::plain(1, 8), 0).of(|&n| n == face), fraction(1, 8));
        }
        let open = open(1, 6);
        let twice_six = roll(open, &mut Scripted::new([6, 6, 2]));
        assert_eq!(twice_six.total, 12);
        // With no limit the mean would be 4. The limit of twelve further rolls makes it a little smaller.
        let gap = fraction(4, 1) - mean(open);
        assert!(gap < fraction(1, 1_000_000) && gap > fraction(-1, 1_000_000));
    }

    #[test] // MUR-0-12
    fn many_open_dice_are_weighed_together() {
        let open = brittle(open(4, 8));
        let mut dice = Enumerated::default();
        let (mut paths, mut held, mut mean, mut one) = (0, 0.0, 0.0, 0.0);
        let blow = |dice: &mut Enumerated| roll(open, dice);
        dice.visit(blow, |rolled, path| {
            paths += 1;
            held += path.probability();
            mean += f64::from(rolled.total) * path.probability();
            one += f64::from(u8::from(rolled.breaks)) * path.probability();
        });
        assert!(paths < 1000, "{paths}");
        let left = dice.left_open();
        assert!(left > 0.0 && left < 1e-10, "{left}");
        assert!((held + left - 1.0).abs() < 1e-14, "{held}");
        // Each die has a mean of 5. The weapon is lost if any of the four dice shows a 1 on its first roll.
        assert!((mean - 20.0).abs() < 1e-8, "{mean}");
        assert!(
            (one - (1.0 - (7.0f64 / 8.0).powi(4))).abs() < 1e-10,
            "{one}"
        );
    }

    #[test] // MUR-16-2
    fn a_larger_attackers_dice_are_added_up() {
        let bite = Pool::plain(2, 8);
        assert_eq!(mean(bite), fraction(9, 1));
        let on_one = net(bite, 1);
        assert_eq!(on_one.of(|&n| n >= 4), fraction(29, 32));
        assert_eq!(on_one.of(|&n| n >= 8), fraction(9, 16));
    }

    #[test] // MUR-15-2
    fn a_brittle_weapon_watches_for_ones_among_the_dice_that_count() {
        let sword = brittle(Pool::plain(1, 6));
        let lost = |pool| outcomes(|dice| roll(pool, dice).breaks).of(|&breaks| breaks);
        assert_eq!(lost(sword), fraction(1, 6));
        let held_back = Pool { again: 1, ..sword };
        assert_eq!(lost(held_back), fraction(11, 36));
    }

    #[test] // MUR-0-12
    fn an_open_die_stands_after_twelve_more_rolls() {
        let sixes = roll(open(1, 6), &mut Scripted::new([6; 13]));
        assert_eq!(sixes.total, 12 * 5 + 6);
    }
}
