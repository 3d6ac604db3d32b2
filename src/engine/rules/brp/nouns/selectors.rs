//! Words of a policy for the items carried, and the items that each matches.

use super::fighter::{Item, ItemKind};
use crate::policy::SelectorSpec;
use crate::policy::vocabulary::word;

/// Whether a word matches an item.
type Meaning = fn(&Item) -> bool;

/// Words for the items carried, and the test of each.
#[rustfmt::skip]
pub(crate) const SELECTORS: &[(SelectorSpec, Meaning)] = &[
    (word("melee", "a melee weapon, bare hands excepted"), |item| item.kind == ItemKind::Melee),
    (word("missile", "a weapon that shoots and stays in the hand"), |item| item.shoot.is_some_and(|shot| !shot.thrown)),
    (word("thrown", "a thing that can be thrown"), |item| item.shoot.is_some_and(|shot| shot.thrown)),
    (word("shield", "a shield"), Item::is_shield),
    (word("hands", "bare hands"), Item::is_bare),
];
