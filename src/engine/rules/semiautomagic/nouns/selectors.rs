//! Words of a policy for the weapons carried.
//!
//! Clauses: SAM-0-5.

use crate::policy::SelectorSpec;
use crate::policy::vocabulary::word;
use crate::rules::semiautomagic::reading::{Kind, Skill, Weapon};

type Meaning = fn(&Weapon) -> bool;

/// Every selector with its test.
#[rustfmt::skip]
pub(crate) const SELECTORS: &[(SelectorSpec, Meaning)] = &[
    (word("melee", "a weapon that strikes, bare hands too"), |weapon| weapon.kind == Kind::Melee),
    (word("ranged", "a weapon that shoots"), |weapon| weapon.kind == Kind::Ranged),
    (word("magic", "a weapon of magic skill"), |weapon| weapon.skill == Skill::Magic),
    (word("areas", "a weapon with an area"), |weapon| weapon.area.is_some()),
    (word("shields", "a shield"), |weapon| weapon.kind == Kind::Shield),
    (word("unarmed", "bare hands"), |weapon| weapon.unarmed),
];
