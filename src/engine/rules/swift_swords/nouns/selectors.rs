//! Selectors: words of the policy language that match some of a creature's weapons.
//!
//! Clauses: SST-0-10.

use super::fighter::FISTS;
use crate::frame::meanings::bits;
use crate::policy::SelectorSpec;
use crate::policy::vocabulary::word;
use crate::rules::swift_swords::reading::tables::{LIGHT, MEDIUM, Weapon};

/// A function that returns whether a selector matches a weapon. The flag says whether the weapon is bare
/// hands.
type Meaning = fn(&Weapon, bool) -> bool;

/// All selectors, each with the function that tests a weapon.
#[rustfmt::skip]
pub(crate) const SELECTORS: &[(SelectorSpec, Meaning)] = &[
    (word("melee", "a melee weapon, bare hands excepted"), |weapon, bare| weapon.melee && !bare),
    (word("missile", "a weapon with a range"), |weapon, _| weapon.range > 0),
    (word("reach", "a weapon with reach"), |weapon, _| weapon.reach),
    (word("light-one", "a melee weapon of the light code, bare hands excepted"),
        |weapon, bare| weapon.melee && weapon.weight == LIGHT && !bare),
    (word("heavy-one", "a melee weapon heavier than medium"), |weapon, _| weapon.melee && weapon.weight > MEDIUM),
    (word("natural", "a natural weapon, bare hands excepted"), |weapon, bare| weapon.natural && !bare),
    (word("hands", "bare hands"), |_, bare| bare),
];

/// Returns the weapons of a matchup that a selector matches, as bits.
pub(crate) fn selected(selector: usize, weapons: &[Weapon]) -> u64 {
    let (_, means) = SELECTORS[selector];
    bits(weapons, |at, weapon| {
        means(weapon, at == usize::from(FISTS))
    })
}
