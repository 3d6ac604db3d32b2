//! The attack and defence matrix: the result of an attack for each level of the attack and of the defence.
//!
//! Clauses: BRP-5.8-1, BRP-5.8-2, BRP-5.5-4, BRP-5.6-5, BRP-5.7-3. An attack that meets no defence has the
//! same result as one that meets a failed defence.

use super::chance::Level;
use crate::rules::brp::rules::Matrix;

/// The kind of hit that an attack results in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Hit {
    None,
    Normal,
    Special,
}

/// One entry of the matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Result {
    pub hit: Hit,
    /// Parrying points that the item used for the defence loses if the defence is a parry.
    pub tool_loss: i16,
    /// Parrying points that the attacker's melee weapon loses if the defence is a parry.
    pub weapon_loss: i16,
}

const fn row(hit: Hit, tool_loss: i16, weapon_loss: i16) -> Result {
    Result {
        hit,
        tool_loss,
        weapon_loss,
    }
}

impl Matrix {
    /// Returns the result of an attack of this level against a defence of this level. A failed attack never
    /// hits [BRP-5.8-2].
    #[inline]
    pub(crate) const fn settle(&self, attack: Level, defence: Level) -> Result {
        use Level::{Failure, Special, Success};
        let hit = match (attack, defence) {
            (Failure, _) => 0,
            (Success, Failure) => self.success_against_failure,
            (Success, Success) => self.success_against_success,
            (Success, Special) => self.success_against_special,
            (Special, Failure) => self.special_against_failure,
            (Special, Success) => self.special_against_success,
            (Special, Special) => self.special_against_special,
        };
        let hit = match hit {
            0 => Hit::None,
            1 => Hit::Normal,
            _ => Hit::Special,
        };
        match (attack, defence) {
            (Special, Success) => row(hit, self.tool_loss, 0),
            (Success, Special) => row(hit, 0, self.weapon_loss),
            _ => row(hit, 0, 0),
        }
    }
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
                return options.rules.matrix.settle(level, Level::Failure);
            }
            let defence = Limits::of(defence, &options).grade(dice);
            options.rules.matrix.settle(level, defence)
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
        let matrix = Options::default().rules.matrix;
        let settle = |attack, defence| matrix.settle(attack, defence);
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
