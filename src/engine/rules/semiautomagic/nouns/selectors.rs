//! Words of a policy that select some of the weapons carried, such as `melee`.
//!
//! Clauses: SAM-0-5.

use crate::policy::SelectorSpec;
use crate::policy::vocabulary::word;
use crate::rules::semiautomagic::reading::{Skill, Weapon, WeaponKind};

type Meaning = fn(&Weapon) -> bool;

/// Every selector with the function that tests a weapon.
#[rustfmt::skip]
pub(crate) const SELECTORS: &[(SelectorSpec, Meaning)] = &[
    (word("melee", "a weapon that strikes, bare hands too"), |weapon| weapon.kind == WeaponKind::Melee),
    (word("ranged", "a weapon that shoots"), |weapon| weapon.kind == WeaponKind::Ranged),
    (word("magic", "a weapon of magic skill"), |weapon| weapon.skill == Skill::Magic),
    (word("areas", "a weapon with an area"), |weapon| weapon.area.is_some()),
    (word("shields", "a shield"), |weapon| weapon.kind == WeaponKind::Shield),
    (word("unarmed", "bare hands"), |weapon| weapon.unarmed),
];
