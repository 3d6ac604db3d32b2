//! The words for wounds and characteristics. `decisions/lists.rs` and `decisions/facts.rs` have the words of
//! policies.
//!
//! Clauses: SST-22-4, SST-22-7. The effects of wounds are in the table `wounds`.

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

/// The words for wounds. The suffix `-2d` marks a worse form of a wound.
pub(super) const WOUNDS: [(&str, WoundKind); 16] = [
    ("stun", WoundKind::Stun),
    ("unconscious", WoundKind::Unconscious),
    ("sight-or-sound", WoundKind::SightOrSound),
    ("balance", WoundKind::Balance),
    ("paralysed", WoundKind::Paralysed),
    ("broken", WoundKind::Broken),
    ("wind", WoundKind::Wind),
    ("kill", WoundKind::Kill),
    ("hand", WoundKind::Hand),
    ("foot", WoundKind::Foot),
    ("flesh-wound", WoundKind::FleshWound),
    ("fracture", WoundKind::Fracture),
    ("sever", WoundKind::Sever),
    ("puncture", WoundKind::Puncture),
    ("maim", WoundKind::Maim),
    ("bleeder", WoundKind::Bleeder),
];

/// The characteristics [SST-0-2].
pub(crate) const TRAITS: [&str; 6] = ["body", "mind", "soul", "will", "spirit", "dex"];
