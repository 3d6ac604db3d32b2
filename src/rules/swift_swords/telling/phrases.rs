//! Phrases that sentences have in common.

use crate::rules::swift_swords::nouns::luck::Faces;
use crate::rules::swift_swords::nouns::state::{Daze, Pool};

/// Faces as a transcript shows them: `5, 3, 1`.
pub(crate) fn faces(log: Option<Faces>) -> String {
    let faces = log.unwrap_or_default().0;
    let faces = faces.iter().map(u32::to_string);
    faces.collect::<Vec<_>>().join(", ")
}

/// `1 die`, `4 dice`.
pub(crate) fn dice(count: impl Into<u32>) -> String {
    let count = count.into();
    format!("{count} {}", if count == 1 { "die" } else { "dice" })
}

/// Names as a sentence lists them: `a, b and c`.
pub(crate) fn listed(mut names: Vec<String>) -> String {
    match names.pop() {
        Some(last) if !names.is_empty() => format!("{} and {last}", names.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// The name of a State.
pub(crate) fn state_name(daze: Daze) -> &'static str {
    match daze {
        Daze::Stun => "Stunned",
        Daze::Shock => "Shocked",
        Daze::Doubt => "in Doubt",
    }
}

/// `a Dodge of 3`.
pub(crate) fn pool_name(pool: Pool) -> String {
    match pool {
        Pool::None => "no defence".to_owned(),
        Pool::Dodge(dice) => format!("a Dodge of {dice}"),
        Pool::Block(dice) => format!("a Block of {dice}"),
    }
}
