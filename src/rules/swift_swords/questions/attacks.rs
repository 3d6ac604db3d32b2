//! What an attack does its damage by, on which track, and against what armour.
//!
//! Clauses: SST-10-9, SST-10-11, SST-19-2.

use super::{arms, cover};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::attack::{Attack, Means};
use crate::rules::swift_swords::nouns::fighter::Track;
use crate::rules::swift_swords::nouns::scene::View;
use crate::rules::swift_swords::reading::tables::Code;

/// The damage code of an attack.
#[inline]
pub(crate) fn code<const N: usize>(view: View<'_, N>, attack: Attack) -> Code {
    match attack.means {
        Means::Melee(weapon) | Means::Missile(weapon) | Means::Riposte(weapon, _) => {
            arms::code(view, attack.attacker, weapon)
        }
        Means::Mind => view.arena.codes[usize::from(view.arena.options.mental_code)],
        Means::Spell => view
            .arena
            .fighter(attack.attacker)
            .cast
            .map_or(view.arena.codes[1], |(_, code)| code),
    }
}

/// The track that an attack hurts.
#[inline]
pub(crate) fn track<const N: usize>(arena: &Arena<N>, attack: Attack) -> Track {
    let spell = arena.fighter(attack.attacker).cast;
    let mental = match attack.means {
        Means::Mind => true,
        Means::Spell => spell.is_some_and(|(spell, _)| spell.mental),
        _ => false,
    };
    if mental {
        Track::Mental
    } else {
        Track::Physical
    }
}

/// Body armour that an attack meets; a shield is not in it [SST-10-9].
#[inline]
pub(crate) fn armour<const N: usize>(view: View<'_, N>, attack: Attack) -> u8 {
    let helps = match attack.means {
        Means::Mind => false,
        Means::Spell => view
            .arena
            .fighter(attack.attacker)
            .cast
            .is_some_and(|(spell, _)| spell.stopped),
        _ => true,
    };
    let worn = view.fighter(attack.target).armour;
    if helps {
        let worn = worn.saturating_sub(view.body(attack.target).stripped);
        worn + cover::armour(view, attack)
    } else {
        0
    }
}
