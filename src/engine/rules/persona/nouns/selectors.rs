//! Selectors: words of the policy language that match some of the weapons that a fighter carries.
//!
//! Clauses: PER-13.5-1.

use crate::policy::SelectorSpec;
use crate::policy::vocabulary::word;
use crate::rules::persona::reading::tables::{Class, Weapon, WeaponKind};

/// A function that returns whether a selector matches a weapon.
type Meaning = fn(&Weapon) -> bool;

/// All selectors, each with the function that tests a weapon.
#[rustfmt::skip]
pub(crate) const SELECTORS: &[(SelectorSpec, Meaning)] = &[
    (word("melee", "a melee weapon; bare hands, where none is carried"), Weapon::is_melee),
    (word("ranged", "a ranged weapon"), |weapon| weapon.kind == WeaponKind::Ranged),
    (word("thrown", "a thrown weapon"), |weapon| weapon.kind == WeaponKind::Thrown),
    (word("pistol", "a weapon of class `pistol`"), |weapon| weapon.class == Class::Pistol),
    (word("unarmed", "bare hands"), |weapon| weapon.unarmed),
];
