//! The numbers of the rules that `[rules]` may set, each with its default.

use super::words::Class;
use crate::dice::Throw;
use crate::frame::rules::{check_ascending, rules};
use crate::scenario::{Faults, Table};

/// The scale and the unit of numbers that are written in metres and stored in centimetres.
const METRES: (i64, &str) = (100, "metres");
/// The longest move that a scenario may set, in centimetres.
const FAR: i64 = 100_000;

rules! {
    /// The numbers of the rules.
    pub(crate) struct Rules;

    success: Success = "levels of success" {
        special_divisor: i32 = book(5, "", 1..=100, "BRP-5.5-2", "a special success is a roll below the chance divided by this"),
    }

    matrix: Matrix = "results of an attack against a defence: 0 no hit, 1 a normal hit, 2 a special hit" {
        success_against_failure: u8 = book(1, "", 0..=2, "BRP-5.8-2", "a success that is not defended"),
        success_against_success: u8 = book(0, "", 0..=2, "BRP-5.8-2", "a success against a successful defence"),
        success_against_special: u8 = book(0, "", 0..=2, "BRP-5.8-2", "a success against a special defence"),
        special_against_failure: u8 = book(2, "", 0..=2, "BRP-5.8-2", "a special success that is not defended"),
        special_against_success: u8 = book(1, "", 0..=2, "BRP-5.8-2", "a special success against a successful defence"),
        special_against_special: u8 = book(0, "", 0..=2, "BRP-5.8-2", "a special success against a special defence"),
        tool_loss: i16 = book(2, "points", 0..=1000, "BRP-5.8-2", "what a parrying weapon or shield loses against a special success"),
        weapon_loss: i16 = book(1, "points", 0..=1000, "BRP-5.8-2", "what a weapon loses whose successful attack meets a special parry"),
    }

    movement: Movement = "movement in a round" {
        free: i32 = book_scaled(5, METRES, 0..=FAR, "BRP-5.3-2", "the farthest move that leaves the DEX rank as it is"),
        half_rank: i32 = book_scaled(15, METRES, 0..=FAR, "BRP-5.3-2", "the farthest move after which one acts at half the DEX rank"),
        quarter_rank: i32 = book_scaled(29, METRES, 0..=FAR, "BRP-5.3-3", "the farthest move after which one acts at a quarter of the DEX rank"),
        farthest: i32 = book_scaled(30, METRES, 0..=FAR, "BRP-5.3-1", "the farthest move"),
        half_divisor: u32 = book(2, "", 1..=100, "BRP-5.3-2", "divides the DEX rank after a move over `free`"),
        quarter_divisor: u32 = book(4, "", 1..=100, "BRP-5.3-3", "divides the DEX rank after a move over `half_rank`"),
    }

    order: Order = "who acts first on one DEX rank: the higher number" {
        missile: u8 = book(3, "", 0..=3, "BRP-5.4-2", "missile weapons"),
        long: u8 = book(2, "", 0..=3, "BRP-5.4-2", "long weapons"),
        medium: u8 = book(1, "", 0..=3, "BRP-5.4-2", "medium weapons"),
        short: u8 = book(0, "", 0..=3, "BRP-5.4-2", "short weapons and bare hands"),
    }

    missiles: Missiles = "missiles at a distance" {
        medium_range: i32 = book(2, "ranges", 1..=100, "BRP-5.9-5", "the farthest shot at a medium distance, in multiples of the weapon's range"),
        long_range: i32 = book(3, "ranges", 1..=100, "BRP-5.9-5", "the farthest shot, in multiples of the weapon's range"),
        medium_divisor: u32 = book(2, "", 1..=100, "BRP-5.9-5", "divides the chance of a shot at a medium distance"),
        long_divisor: u32 = book(4, "", 1..=100, "BRP-5.9-5", "divides the chance of a shot at a long distance"),
        dodge_divisor: u32 = book(2, "", 1..=100, "BRP-5.7-5", "divides the chance to dodge a missile, if the option `dodge_missiles` allows it"),
    }

    healing: Healing = "First Aid, and healing by the week" {
        first_aid: Throw = book_dice("1d3", "BRP-5.14-2", "hit points that a successful First Aid restores"),
        week: Throw = book_dice("1d3", "BRP-5.14-1", "hit points that a week of rest restores, between the fights of a day"),
        hospital_week: i32 = book(3, "hit points", 0..=1000, "BRP-5.14-1", "what a week in hospital restores"),
    }

    ratings: Ratings = "ratings and hit points that a stat block does not give" {
        hit_point_divisor: u32 = book(2, "", 1..=100, "BRP-X-1", "divides the sum of CON and SIZ for the hit points"),
        dodge_factor: i32 = book(2, "", 0..=100, "BRP-X-3", "multiplies DEX for the chance to dodge"),
        throw: i32 = book(25, "percent", 0..=1000, "BRP-X-3", "chance to throw"),
        first_aid: i32 = book(30, "percent", 0..=1000, "BRP-X-3", "chance of First Aid"),
    }
}

impl Order {
    /// Returns the number of a weapon class. Within a DEX rank, classes with higher numbers act first.
    #[inline]
    pub(crate) const fn of(self, class: Class) -> u8 {
        match class {
            Class::Missile => self.missile,
            Class::Long => self.long,
            Class::Medium => self.medium,
            Class::Short => self.short,
        }
    }
}

/// Reads the table `[rules]`. The limits of the movement bands, and those of the missile ranges, must be in
/// ascending order.
pub(crate) fn read(tree: &Table, faults: &Faults) -> Rules {
    let rules = Rules::read(tree, faults);
    let Movement {
        free,
        half_rank,
        quarter_rank,
        farthest,
        ..
    } = rules.movement;
    let bands = [
        ("free", free),
        ("half_rank", half_rank),
        ("quarter_rank", quarter_rank),
        ("farthest", farthest),
    ];
    check_ascending(tree, "movement", &bands, METRES.0, faults);
    let Missiles {
        medium_range,
        long_range,
        ..
    } = rules.missiles;
    let ranges = [("medium_range", medium_range), ("long_range", long_range)];
    check_ascending(tree, "missiles", &ranges, 1, faults);
    rules
}
