//! The reference for speed: hand-written code for the reference duel, and for four against four of the same
//! fighters. It uses no SIMD.
//!
//! Each fighter attacks and parries with 60 %, does 1D8+1 plus 1D4 damage, and has 13 hit points and armour
//! 5. Every fighter attacks in every round, parries every attack, and is out at 2 hit points or less. The
//! first fighter, or the first side, is faster. There are no policies, no house rules and no tally.

use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The result of a fight: the winner and the last round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct End {
    /// Whether the faster fighter or side won.
    pub first_won: bool,
    /// The number of the last round.
    pub rounds: u32,
}

fn die(generator: &mut Xoshiro256PlusPlus, sides: u32) -> u32 {
    let product = u64::from(generator.next_u32()) * u64::from(sides);
    (product >> 32) as u32 + 1
}

/// Rolls an attack or a parry: 0 is a failure, 1 a success, 2 a special success.
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

/// Plays four against four. The faster side strikes first. The fighters of a side strike at the same time,
/// and all of them strike at the first enemy that still stands.
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
