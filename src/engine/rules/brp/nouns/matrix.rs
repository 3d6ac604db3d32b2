//! The attack and defence matrix: the result of an attack and its defence.
//!
//! Clauses: BRP-5.8-1, BRP-5.8-2, BRP-5.5-4, BRP-5.6-5, BRP-5.7-3. No defence counts as a failed one.

use super::chance::Level;

/// The kind of hit of an attack that lands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Hit {
    None,
    Normal,
    Special,
}

/// One row of the matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Result {
    pub hit: Hit,
    /// Points that a parrying tool loses.
    pub tool_loss: i16,
    /// Points that a parried melee weapon loses.
    pub weapon_loss: i16,
}

const fn row(hit: Hit, tool_loss: i16, weapon_loss: i16) -> Result {
    Result {
        hit,
        tool_loss,
        weapon_loss,
    }
}

/// [BRP-5.8-2] Rows: attack failure, success, special. Columns: defence failure, success, special.
#[rustfmt::skip]
const MATRIX: [[Result; 3]; 3] = [
    [row(Hit::None, 0, 0), row(Hit::None, 0, 0), row(Hit::None, 0, 0)],
    [row(Hit::Normal, 0, 0), row(Hit::None, 0, 0), row(Hit::None, 0, 1)],
    [row(Hit::Special, 0, 0), row(Hit::Normal, 2, 0), row(Hit::None, 0, 0)],
];

/// The result of this attack against this defence.
#[inline]
pub(crate) const fn settle(attack: Level, defence: Level) -> Result {
    MATRIX[attack as usize][defence as usize]
}

#[cfg(test)]
mod tests {
    use num_rational::BigRational;

    use super::*;
    use crate::dice::{Odds, outcomes};
    use crate::rules::brp::nouns::chance::Limits;
    use crate::rules::brp::options::Options;

    fn clash(attack: i32, defence: i32) -> Odds<Result> {
        let options = Options::default();
        outcomes(move |dice| {
            let level = Limits::of(attack, &options).grade(dice);
            if level == Level::Failure {
                return settle(level, Level::Failure);
            }
            settle(level, Limits::of(defence, &options).grade(dice))
        })
    }

    fn ten_thousandths(n: i64) -> BigRational {
        BigRational::new(n.into(), 10_000.into())
    }

    #[test] // BRP-5.8-2, BRP-5.5-4, BRP-5.6-5, BRP-5.7-3
    fn a_defence_stops_no_more_than_its_own_level() {
        let odds = clash(70, 40);
        assert_eq!(odds.of(|r| r.hit == Hit::Special), ten_thousandths(780));
        assert_eq!(odds.of(|r| r.hit == Hit::Normal), ten_thousandths(3849));
        assert_eq!(odds.of(|r| r.hit == Hit::None), ten_thousandths(5371));
        assert_eq!(odds.of(|r| r.tool_loss == 2), ten_thousandths(429));
        assert_eq!(odds.of(|r| r.weapon_loss == 1), ten_thousandths(399));
    }

    #[test] // BRP-5.8-1
    fn an_equal_level_cancels() {
        for level in [Level::Success, Level::Special] {
            assert_eq!(settle(level, level), row(Hit::None, 0, 0));
        }
        assert_eq!(settle(Level::Special, Level::Failure).hit, Hit::Special);
        assert_eq!(settle(Level::Success, Level::Failure).hit, Hit::Normal);
    }

    #[test] // BRP-5.11-2
    fn a_kite_shield_against_an_arrow() {
        let odds = clash(50, 30);
        assert_eq!(odds.of(|r| r.hit == Hit::Normal), ten_thousandths(3095));
        assert_eq!(odds.of(|r| r.hit == Hit::Special), ten_thousandths(630));
    }
}
