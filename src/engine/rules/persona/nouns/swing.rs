//! An attack that has been decided on and is about to be rolled.
//!
//! Clauses: PER-12.1-1, PER-12.3-1, PER-12.4-1, PER-12.5-1, PER-12.7-1, PER-12.8-1, PER-12.10-1, PER-12.11-1,
//! PER-12.12-1, PER-12.13-1, PER-12.28-1, PER-12.33-1, PER-12.34-1, PER-12.36-1.

use crate::fight::FighterId;
use crate::rules::persona::rules::Costs;

/// An attack that is about to be rolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Swing {
    pub target: FighterId,
    pub weapon: u8,
    pub manner: Manner,
    /// The penalty of a Multiple Attack [PER-12.31-1].
    pub penalty: i32,
    /// Whether hits after the first go to other targets [PER-12.3-2].
    pub several: bool,
}

/// The kind of an attack, such as a Charge or a Called Shot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Manner {
    Standard,
    Semi,
    Full,
    Called(BodyPart),
    Charge,
    Counter,
    Swift,
    Lightning,
    Grapple,
    /// A Charge that ends in a Grapple.
    GrappleCharge,
    Heavy,
    Stun,
    TakeDown,
}

/// A part of the body [PER-12.5-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum BodyPart {
    Head,
    Body,
    Limbs,
}

impl BodyPart {
    /// All parts of the body, in listing order.
    pub(crate) const ALL: [Self; 3] = [Self::Head, Self::Body, Self::Limbs];
}

impl Swing {
    /// Creates an attack of this manner, with no penalty and only one target.
    pub(crate) fn new(manner: Manner, weapon: u8, target: FighterId) -> Self {
        Self {
            target,
            weapon,
            manner,
            penalty: 0,
            several: false,
        }
    }
}

impl Manner {
    /// Returns whether one test of this manner can score several hits [PER-4-10].
    pub(crate) fn is_many(self) -> bool {
        matches!(
            self,
            Self::Semi | Self::Full | Self::Swift | Self::Lightning
        )
    }

    pub(crate) fn is_burst(self) -> bool {
        matches!(self, Self::Semi | Self::Full)
    }

    pub(crate) fn is_grapple(self) -> bool {
        matches!(self, Self::Grapple | Self::GrappleCharge)
    }

    /// Returns the cost of an attack of this manner, in Half Actions. The cost of a Charge includes the move.
    /// A Counter-Attack is free.
    pub(crate) fn cost(self, costs: &Costs) -> u8 {
        match self {
            Self::Standard => costs.attack,
            Self::Semi => costs.semi_burst,
            Self::Full => costs.full_burst,
            Self::Called(_) => costs.called_shot,
            Self::Charge | Self::GrappleCharge => costs.charge,
            Self::Counter => 0,
            Self::Swift => costs.swift_attack,
            Self::Lightning => costs.lightning_attack,
            Self::Grapple => costs.grapple,
            Self::Heavy => costs.heavy_attack,
            Self::Stun => costs.stun,
            Self::TakeDown => costs.take_down,
        }
    }

    /// Returns the word for this manner in a transcript.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Standard => "attacks",
            Self::Semi => "fires a semi-automatic burst at",
            Self::Full => "fires a fully automatic burst at",
            Self::Called(BodyPart::Head) => "aims at the head of",
            Self::Called(BodyPart::Body) => "aims at the body of",
            Self::Called(BodyPart::Limbs) => "aims at the limbs of",
            Self::Charge => "charges into",
            Self::Counter => "counter-attacks",
            Self::Swift => "makes a Swift Attack on",
            Self::Lightning => "makes a Lightning Attack on",
            Self::Grapple | Self::GrappleCharge => "grapples",
            Self::Heavy => "makes a Heavy Attack on",
            Self::Stun => "tries to stun",
            Self::TakeDown => "tries to take down",
        }
    }
}
