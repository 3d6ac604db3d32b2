//! The words for wounds. The words of a policy are in `decisions/lists.rs` and `decisions/facts.rs`.
//!
//! Clauses: SST-22-4, SST-22-5, SST-22-7.

/// The kind of a wound, in the order of [`WOUNDS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum WoundKind {
    #[default]
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

/// The cost of a kind of wound: dice that it burns, now and in every deal [SST-22-5], and Physical and Mental Ranks
/// [SST-22-7].
type Toll = (WoundKind, u8, [u8; 2]);

/// The words for wounds. The suffix `-2d` makes a wound worse.
pub(super) const WOUNDS: [(&str, Toll); 16] = [
    ("stun", (WoundKind::Stun, 1, [0, 0])),
    ("unconscious", (WoundKind::Unconscious, 1, [0, 0])),
    ("sight-or-sound", (WoundKind::SightOrSound, 0, [0, 1])),
    ("balance", (WoundKind::Balance, 2, [0, 1])),
    ("paralysed", (WoundKind::Paralysed, 0, [0, 0])),
    ("broken", (WoundKind::Broken, 0, [1, 0])),
    ("wind", (WoundKind::Wind, 2, [0, 1])),
    ("kill", (WoundKind::Kill, 0, [0, 2])),
    ("hand", (WoundKind::Hand, 1, [0, 0])),
    ("foot", (WoundKind::Foot, 1, [0, 0])),
    ("flesh-wound", (WoundKind::FleshWound, 0, [1, 0])),
    ("fracture", (WoundKind::Fracture, 0, [0, 0])),
    ("sever", (WoundKind::Sever, 2, [2, 0])),
    ("puncture", (WoundKind::Puncture, 1, [1, 0])),
    ("maim", (WoundKind::Maim, 1, [0, 1])),
    ("bleeder", (WoundKind::Bleeder, 0, [0, 0])),
];
