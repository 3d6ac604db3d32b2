//! Selectors: words of the policy language that stand for a group of items, such as `missile`.

use super::fighter::{Item, ItemKind};
use crate::policy::SelectorSpec;
use crate::policy::vocabulary::word;

/// Returns whether a selector matches an item.
type Meaning = fn(&Item) -> bool;

/// The selectors, each with a function that tells which items it matches.
#[rustfmt::skip]
pub(crate) const SELECTORS: &[(SelectorSpec, Meaning)] = &[
    (word("melee", "a melee weapon, bare hands excepted"), |item| item.kind == ItemKind::Melee),
    (word("missile", "a weapon that shoots and stays in the hand"), |item| item.shoot.is_some_and(|shot| !shot.thrown)),
    (word("thrown", "a thing that can be thrown"), |item| item.shoot.is_some_and(|shot| shot.thrown)),
    (word("shield", "a shield"), Item::is_shield),
    (word("hands", "bare hands"), Item::is_bare),
];
