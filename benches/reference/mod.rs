//! The reference for speed: hand-written scalar kernels for the reference duel, and for four against four of the same
//! fighters.
//!
//! Two fighters, attack and parry 60 %, 1D8+1 plus 1D4, 13 hit points, armour 5, the first is faster; each attacks
//! every round and parries every attack; out at 2 hit points or less. No policies, no options, no tally.

use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The winner and the last round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct End {
    /// Whether the faster fighter won.
    pub first_won: bool,
    /// The last round.
    pub rounds: u32,
}

fn die(generator: &mut Xoshiro256PlusPlus, sides: u32) -> u32 {
    let product = u64::from(generator.next_u32()) * u64::from(sides);
    (product >> 32) as u32 + 1
}

/// 0 for a failure, 1 for a success, 2 for a special success.
fn grade(generator: &mut Xoshiro256PlusPlus) -> u32 {
    let roll = die(generator, 100);
    u32::from(roll <= 60) + u32::from(roll <= 11)
}

fn blow(generator: &mut Xoshiro256PlusPlus, hit_points: i32) -> i32 {
    let attack = grade(generator);
    if attack == 0 {
        return hit_points;
    }
    let parry = grade(generator);
    if parry >= attack {
        return hit_points;
    }
    let special = attack == 2 && parry == 0;
    let rolled = die(generator, 8) + 1 + die(generator, 4) + if special { 9 } else { 0 };
    hit_points - (rolled.cast_signed() - 5).max(0)
}

/// Plays one duel.
pub(crate) fn duel(generator: &mut Xoshiro256PlusPlus) -> End {
    let (mut first, mut second) = (13, 13);
    let mut rounds = 0;
    loop {
        rounds += 1;
        second = blow(generator, second);
        if second <= 2 {
            return End {
                first_won: true,
                rounds,
            };
        }
        first = blow(generator, first);
        if first <= 2 {
            return End {
                first_won: false,
                rounds,
            };
        }
    }
}

/// Plays four against four. The four of a side strike at once, all at the first standing enemy; the faster four come
/// first.
pub(crate) fn melee(generator: &mut Xoshiro256PlusPlus) -> End {
    let mut sides = [[13; 4]; 2];
    let mut rounds = 0;
    loop {
        rounds += 1;
        for striking in [0, 1] {
            let struck = 1 - striking;
            let stand = sides[striking].iter().filter(|&&left| left > 2).count();
            let target = sides[struck].iter_mut().find(|left| **left > 2);
            let target = target.expect("a fight ends with the last of a side");
            for _ in 0..stand {
                *target = blow(generator, *target);
            }
            if sides[struck].iter().all(|&left| left <= 2) {
                return End {
                    first_won: striking == 0,
                    rounds,
                };
            }
        }
    }
}
