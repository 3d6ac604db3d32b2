//! The words for wounds. What a policy can say is in `decisions/lists.rs` and `decisions/facts.rs`, all of it together in
//! `vocabulary.rs`.
//!
//! Clauses: SST-22-4, SST-22-5, SST-22-7.

/// What kind of wound it is, in the order of [`WOUNDS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum WoundKind {
    Stun,
    Unconscious,
    SightOrSound,
    Balance,
    Paralysed,
    Broken,
    Wind,
    Kill,
    Hand,
    Foot,
    FleshWound,
    Fracture,
    Sever,
    Puncture,
    Maim,
    Bleeder,
}

/// What a wound of a kind takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Toll {
    pub kind: WoundKind,
    /// Dice that it burns, now and in every deal [SST-22-5].
    pub burns: u8,
    /// Physical and Mental Ranks that it costs [SST-22-7].
    pub ranks: [u8; 2],
}

const fn toll(kind: WoundKind, burns: u8, ranks: [u8; 2]) -> Toll {
    Toll { kind, burns, ranks }
}

/// The words for wounds. `-2d` behind one makes it worse.
pub(super) const WOUNDS: [(&str, Toll); 16] = [
    ("stun", toll(WoundKind::Stun, 1, [0, 0])),
    ("unconscious", toll(WoundKind::Unconscious, 1, [0, 0])),
    ("sight-or-sound", toll(WoundKind::SightOrSound, 0, [0, 1])),
    ("balance", toll(WoundKind::Balance, 2, [0, 1])),
    ("paralysed", toll(WoundKind::Paralysed, 0, [0, 0])),
    ("broken", toll(WoundKind::Broken, 0, [1, 0])),
    ("wind", toll(WoundKind::Wind, 2, [0, 1])),
    ("kill", toll(WoundKind::Kill, 0, [0, 2])),
    ("hand", toll(WoundKind::Hand, 1, [0, 0])),
    ("foot", toll(WoundKind::Foot, 1, [0, 0])),
    ("flesh-wound", toll(WoundKind::FleshWound, 0, [1, 0])),
    ("fracture", toll(WoundKind::Fracture, 0, [0, 0])),
    ("sever", toll(WoundKind::Sever, 2, [2, 0])),
    ("puncture", toll(WoundKind::Puncture, 1, [1, 0])),
    ("maim", toll(WoundKind::Maim, 1, [0, 1])),
    ("bleeder", toll(WoundKind::Bleeder, 0, [0, 0])),
];
