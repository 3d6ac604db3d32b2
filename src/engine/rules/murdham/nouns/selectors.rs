//! Selectors: words of the policy language that stand for a group of weapons, such as `melee`.

use crate::frame::meanings::bits;
use crate::policy::SelectorSpec;
use crate::policy::vocabulary::word;
use crate::rules::murdham::reading::{UNARMED, Weapon};

/// Returns whether a selector matches a weapon. The second parameter says whether the weapon is bare hands.
type Meaning = fn(&Weapon, bool) -> bool;

/// The selectors, each with a function that tells which weapons it matches.
#[rustfmt::skip]
pub(crate) const SELECTORS: &[(SelectorSpec, Meaning)] = &[
    (word("melee", "a melee weapon, bare hands excepted"), |weapon, bare| weapon.melee && !bare),
    (word("ranged", "a weapon with a range"), |weapon, _| weapon.range > 0),
    (word("blast", "a weapon whose attacks are blasts"), |weapon, _| weapon.blast),
    (word("one-handed", "a weapon for one hand, bare hands excepted"), |weapon, bare| !weapon.two_handed && !bare),
    (word("hands", "bare hands"), |_, bare| bare),
];

/// Returns the weapons of a matchup that a selector matches, as bits.
pub(crate) fn selected(selector: usize, weapons: &[Weapon]) -> u64 {
    let (_, means) = SELECTORS[selector];
    bits(weapons, |at, weapon| {
        means(weapon, at == usize::from(UNARMED))
    })
}
