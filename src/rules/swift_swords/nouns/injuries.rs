//! What injuries do to somebody for the rest of a fight, and the parts of a body.
//!
//! Clauses: SST-22-1, SST-22-5..7. Penalties are dice.

/// What injuries do for the rest of the fight. All of them add up, but for bleeding [SST-22-6, SST-22-7].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent injuries, each with its own effect"
)]
pub(crate) struct Injuries {
    /// Locations that bleed, and those of them that bleed worse, as bits by their place in the table [SST-22-6].
    pub bleeding: u16,
    pub bleeding_worse: u16,
    /// Dice burned in every deal [SST-22-5].
    pub burns: u8,
    /// Dice off all rolls.
    pub all: u8,
    /// Dice off attack and defence rolls: sight.
    pub sight: u8,
    /// Dice off casting.
    pub casting: u8,
    /// Dice off what is done with a part that is fractured.
    pub right_arm: u8,
    pub left_arm: u8,
    pub legs: u8,
    pub head: u8,
    pub chest: u8,
    /// Hands that are useless.
    pub right_useless: bool,
    pub left_useless: bool,
    /// It may stumble when it moves, on a roll with so many dice less.
    pub unsteady: bool,
    pub stumbling: u8,
    /// Half as fast.
    pub lame: bool,
    /// A leg is gone: prone for good.
    pub legless: bool,
}

/// A part of the body, as far as an effect depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    Leg,
    LeftArm,
    RightArm,
    Chest,
    Head,
    /// Neck, groin, and what a scenario adds.
    Other,
}

impl Part {
    /// The part of a location's name.
    pub(crate) fn of(name: &str) -> Self {
        match name {
            "right-leg" | "left-leg" => Self::Leg,
            "left-arm" => Self::LeftArm,
            "right-arm" => Self::RightArm,
            "chest" => Self::Chest,
            "head" => Self::Head,
            _ => Self::Other,
        }
    }
}
