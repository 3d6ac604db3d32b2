//! What injuries take off what somebody does.
//!
//! Clauses: SST-22-6, SST-22-7. Penalties are dice.

use crate::rules::swift_swords::nouns::attack::Means;
use crate::rules::swift_swords::nouns::defence::Kind;
use crate::rules::swift_swords::nouns::injuries::Injuries;
use crate::rules::swift_swords::reading::sheet::Trait;

impl Injuries {
    /// Dice that they take off a defence.
    #[inline]
    pub(crate) const fn of_defence(&self, kind: Kind) -> u8 {
        let part = match kind {
            Kind::Dodge => self.legs,
            Kind::Block => self.left_arm,
            Kind::Parry => self.right_arm,
        };
        self.all + self.sight + part
    }

    /// Dice that they take off an attack, one with the off hand excepted.
    #[inline]
    pub(crate) const fn of_attack(&self, means: Means) -> u8 {
        let part = match means {
            Means::Mind => 0,
            Means::Spell => self.casting + self.head,
            _ => self.right_arm,
        };
        self.all + self.sight + part
    }

    /// How much worse an attack with the off hand is than one with the right hand, in dice; may be negative.
    pub(crate) const fn of_off_hand(&self) -> i8 {
        self.left_arm.cast_signed() - self.right_arm.cast_signed()
    }

    /// Dice that they take off a characteristic roll.
    #[inline]
    pub(crate) const fn of_trait(&self, which: Trait) -> u8 {
        let part = match which {
            Trait::Body => self.chest,
            Trait::Mind | Trait::Will => self.head,
            Trait::Dex => self.legs,
            Trait::Soul | Trait::Spirit => 0,
        };
        self.all + part
    }

    /// Zones that somebody goes in an action: half of them, but not below 1, with a hurt foot [SST-22-7].
    #[inline]
    pub(crate) fn slowed(&self, speed: u8) -> u8 {
        if self.lame {
            speed.min((speed / 2).max(1))
        } else {
            speed
        }
    }
}
