//! The lasting effects of injuries on a creature.
//!
//! Clauses: SST-22-1, SST-22-5..7. Penalties are dice.

use super::attack::AttackMeans;
use super::defence::DefenceKind;
use crate::rules::swift_swords::reading::injuries::{BodyPart, Toll};
use crate::rules::swift_swords::reading::sheet::Trait;
use crate::rules::swift_swords::rules::Wounding;

/// Largest penalty of one kind, in dice. No roll has that many.
const MOST_PENALTY: u8 = 40;

/// A penalty after another wound.
fn worsened(before: u8, more: u8) -> u8 {
    before.saturating_add(more).min(MOST_PENALTY)
}

/// The lasting effects of injuries. All of them add up, except bleeding [SST-22-6, SST-22-7].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent injuries, each with its own effect"
)]
pub(crate) struct Injuries {
    /// Locations that bleed, and those of them that bleed worse, as bits by their index in the table [SST-22-6].
    pub bleeding: u16,
    pub bleeding_worse: u16,
    /// Dice burned in every deal [SST-22-5].
    pub burns: u8,
    /// Dice subtracted from all rolls.
    pub all: u8,
    /// Dice subtracted from attack and defence rolls: sight.
    pub sight: u8,
    /// Dice subtracted from casting.
    pub casting: u8,
    /// Dice subtracted from actions with a fractured part, by [`BodyPart`] except the last.
    pub fractures: [u8; BodyPart::Other as usize],
    /// Hands that are useless.
    pub right_useless: bool,
    pub left_useless: bool,
    /// It may stumble when it moves, on a roll with this many dice fewer.
    pub unsteady: bool,
    pub stumbling: u8,
    /// Whether it is half as fast.
    pub lame: bool,
    /// Whether a leg is gone: it is prone for good.
    pub legless: bool,
    /// Locations that are severed, as bits by their index in the table; recorded only in a day [SST-28-1].
    pub severed: u16,
}

impl Injuries {
    #[inline]
    const fn of_part(&self, part: BodyPart) -> u8 {
        self.fractures[part as usize]
    }

    /// Dice that they subtract from a defence.
    #[inline]
    pub(crate) const fn of_defence(&self, kind: DefenceKind) -> u8 {
        let part = match kind {
            DefenceKind::Dodge => self.of_part(BodyPart::Leg),
            DefenceKind::Block => self.of_part(BodyPart::LeftArm),
            DefenceKind::Parry => self.of_part(BodyPart::RightArm),
        };
        self.all + self.sight + part
    }

    /// Dice that they subtract from an attack, except one with the off hand.
    #[inline]
    pub(crate) const fn of_attack(&self, means: AttackMeans) -> u8 {
        let part = match means {
            AttackMeans::Mind => 0,
            AttackMeans::Spell => self.casting + self.of_part(BodyPart::Head),
            _ => self.of_part(BodyPart::RightArm),
        };
        self.all + self.sight + part
    }

    /// Additional penalty of an attack with the off hand over one with the right hand, in dice; may be negative.
    pub(crate) fn of_off_hand(&self) -> i32 {
        let [left, right] = [BodyPart::LeftArm, BodyPart::RightArm];
        i32::from(self.of_part(left)) - i32::from(self.of_part(right))
    }

    /// Dice that they subtract from a characteristic roll.
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

    /// Records a wound after which a creature may stumble when it moves, on a roll with `dice` dice fewer.
    pub(crate) fn unsettle(&mut self, dice: u8) {
        self.unsteady = true;
        self.stumbling = worsened(self.stumbling, dice);
    }

    /// Records the penalties of a wound of this part; those of stumbling are separate.
    pub(crate) fn worsen(&mut self, toll: &Toll, part: BodyPart) {
        self.all = worsened(self.all, toll.all);
        self.sight = worsened(self.sight, toll.sight);
        self.casting = worsened(self.casting, toll.casting);
        if let Some(dice) = self.fractures.get_mut(part as usize) {
            *dice = worsened(*dice, toll.part);
        }
    }

    /// Zones that a creature goes in an action; fewer with a hurt foot [SST-22-7].
    #[inline]
    pub(crate) fn slowed(&self, speed: u8, wounding: Wounding) -> u8 {
        if self.lame {
            speed.min((speed / wounding.lame_divisor).max(wounding.lame_least))
        } else {
            speed
        }
    }
}
