//! The lasting effects of injuries on a creature.
//!
//! Clauses: SST-22-1, SST-22-5..7. Penalties are numbers of dice.

use super::attack::AttackMeans;
use super::defence::DefenceKind;
use crate::rules::swift_swords::reading::injuries::{BodyPart, Toll};
use crate::rules::swift_swords::reading::sheet::Trait;
use crate::rules::swift_swords::rules::Wounding;

/// Largest penalty of one kind, in dice. No roll has as many dice.
const MOST_PENALTY: u8 = 40;

/// Returns the penalty `before` plus `more` dice, but at most [`MOST_PENALTY`].
fn worsened(before: u8, more: u8) -> u8 {
    before.saturating_add(more).min(MOST_PENALTY)
}

/// The lasting effects of all injuries of a creature. Effects of several injuries add up, except bleeding
/// [SST-22-6, SST-22-7].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent injuries, each with its own effect"
)]
pub(crate) struct Injuries {
    /// Locations that bleed, as bits by index in the table. `bleeding_worse` has those of them that bleed
    /// worse [SST-22-6].
    pub bleeding: u16,
    pub bleeding_worse: u16,
    /// Dice that are turned into ones in every deal [SST-22-5].
    pub burns: u8,
    /// Penalty on all rolls.
    pub all: u8,
    /// Penalty on attack and defence rolls because of bad sight.
    pub sight: u8,
    /// Penalty on casting spells.
    pub casting: u8,
    /// For each [`BodyPart`] except the last, the penalty on actions with that part because of fractures.
    pub fractures: [u8; BodyPart::Other as usize],
    /// Whether the right hand is useless, and whether the left hand is.
    pub right_useless: bool,
    pub left_useless: bool,
    /// Whether the creature may stumble when it moves. `stumbling` is the penalty on the roll against this.
    pub unsteady: bool,
    pub stumbling: u8,
    /// Whether a hurt foot makes the creature slower.
    pub lame: bool,
    /// Whether a leg is lost, so that the creature stays prone.
    pub legless: bool,
    /// Locations that are severed, as bits by index in the table. Only recorded if the fight belongs to a day
    /// of fights [SST-28-1].
    pub severed: u16,
}

impl Injuries {
    #[inline]
    const fn of_part(&self, part: BodyPart) -> u8 {
        self.fractures[part as usize]
    }

    /// Returns the penalty on a defence.
    #[inline]
    pub(crate) const fn of_defence(&self, kind: DefenceKind) -> u8 {
        let part = match kind {
            DefenceKind::Dodge => self.of_part(BodyPart::Leg),
            DefenceKind::Block => self.of_part(BodyPart::LeftArm),
            DefenceKind::Parry => self.of_part(BodyPart::RightArm),
        };
        self.all + self.sight + part
    }

    /// Returns the penalty on an attack that is not made with the off hand.
    #[inline]
    pub(crate) const fn of_attack(&self, means: AttackMeans) -> u8 {
        let part = match means {
            AttackMeans::Mind => 0,
            AttackMeans::Spell => self.casting + self.of_part(BodyPart::Head),
            _ => self.of_part(BodyPart::RightArm),
        };
        self.all + self.sight + part
    }

    /// Returns the penalty on an attack with the off hand minus that on one with the right hand. May be
    /// negative.
    pub(crate) fn of_off_hand(&self) -> i32 {
        let [left, right] = [BodyPart::LeftArm, BodyPart::RightArm];
        i32::from(self.of_part(left)) - i32::from(self.of_part(right))
    }

    /// Returns the penalty on a characteristic roll.
    #[inline]
    pub(crate) const fn of_trait(&self, which: Trait) -> u8 {
        let part = match which {
            Trait::Body => self.of_part(BodyPart::Chest),
            Trait::Mind | Trait::Will => self.of_part(BodyPart::Head),
            Trait::Dex => self.of_part(BodyPart::Leg),
            Trait::Soul | Trait::Spirit => 0,
        };
        self.all + part
    }

    /// Records that the creature may stumble when it moves. `dice` is the penalty on the roll against this.
    pub(crate) fn unsettle(&mut self, dice: u8) {
        self.unsteady = true;
        self.stumbling = worsened(self.stumbling, dice);
    }

    /// Adds the penalties of a wound to `part`, except those on the roll against stumbling.
    pub(crate) fn worsen(&mut self, toll: &Toll, part: BodyPart) {
        self.all = worsened(self.all, toll.all);
        self.sight = worsened(self.sight, toll.sight);
        self.casting = worsened(self.casting, toll.casting);
        if let Some(dice) = self.fractures.get_mut(part as usize) {
            *dice = worsened(*dice, toll.part);
        }
    }

    /// Returns the number of zones that a creature moves in an action. A hurt foot makes it fewer [SST-22-7].
    #[inline]
    pub(crate) fn slowed(&self, speed: u8, wounding: Wounding) -> u8 {
        if self.lame {
            speed.min((speed / wounding.lame_divisor).max(wounding.lame_least))
        } else {
            speed
        }
    }
}
