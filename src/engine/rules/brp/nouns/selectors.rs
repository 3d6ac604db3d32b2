//! Words of a policy for the things carried, and which each means.

use super::fighter::{Item, ItemKind};
use crate::policy::SelectorSpec;
use crate::policy::vocabulary::word;

/// Whether a word means a thing carried.
type Means = fn(&Item) -> bool;

/// Words for the things carried, and which each means.
#[rustfmt::skip]
pub(crate) const SELECTORS: &[(SelectorSpec, Means)] = &[
    (word("melee", "a melee weapon, bare hands excepted"), |item| item.kind == ItemKind::Melee),
    (word("missile", "a weapon that shoots and stays in the hand"), |item| item.shoot.is_some_and(|shot| !shot.thrown)),
    (word("thrown", "a thing that can be thrown"), |item| item.shoot.is_some_and(|shot| shot.thrown)),
    (word("shield", "a shield"), Item::is_shield),
    (word("hands", "bare hands"), Item::is_bare),
];
