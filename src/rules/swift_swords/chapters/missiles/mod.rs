//! Shots and spells, and gathering dice for them.
//!
//! Clauses: SST-3-8, SST-7-4, SST-8-1, SST-10-11, SST-11-3, SST-11-4. Distances are zones. What changes the roll is in
//! `tohit`. Readings: a spell reaches as far as the book's bow; a pool is gathered for one weapon, and is kept while that
//! is in hand; most dice of a pool is [`MOST_GATHERED`].

use super::attack::{self, Attack, Means, Purpose};
use super::pay::Cost;
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::state::{Aim, State};
use crate::rules::swift_swords::questions::arms;
use crate::rules::swift_swords::telling::moves;

/// Most dice that are gathered for one action.
pub(crate) const MOST_GATHERED: u8 = 12;

/// Zones that a spell reaches.
const SPELL_RANGE: u8 = 3;

/// Something sent at an enemy, or gathered for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shot {
    Shoot {
        target: FighterId,
        weapon: u8,
    },
    /// Pays for a shot, or adds a die to it.
    Aim {
        weapon: u8,
    },
    Cast {
        target: FighterId,
    },
    Gather,
}

impl Shot {
    /// What it takes: nothing more where it has been gathered for, and a die to gather on.
    pub(crate) fn cost<const N: usize>(
        self,
        arena: &Arena<N>,
        state: &State<N>,
        who: FighterId,
    ) -> Cost {
        let gathered = self.gathered(state, who).is_some();
        match self {
            Self::Shoot { .. } | Self::Cast { .. } if gathered => Cost::Free,
            Self::Aim { .. } | Self::Gather if gathered => Cost::Die,
            Self::Shoot { .. } | Self::Aim { .. } => Cost::Pips(arena.costs.missile),
            Self::Cast { .. } | Self::Gather => Cost::Pips(arena.costs.cast),
        }
    }

    /// Dice that have been gathered for it; none where that has not begun.
    pub(crate) fn gathered<const N: usize>(self, state: &State<N>, who: FighterId) -> Option<u8> {
        match (self, state.body(who).aim) {
            (Self::Shoot { weapon, .. } | Self::Aim { weapon }, Aim::Shot { item, dice })
                if weapon == item =>
            {
                Some(dice)
            }
            (Self::Cast { .. } | Self::Gather, Aim::Spell { dice }) => Some(dice),
            _ => None,
        }
    }

    /// Whether it is there to gather, beyond the first payment: then what is gathered and kept up is kept [SST-14-2].
    pub(crate) fn adds<const N: usize>(self, state: &State<N>, who: FighterId) -> bool {
        matches!(self, Self::Aim { .. } | Self::Gather) && self.gathered(state, who).is_some()
    }
}

/// Whether somebody could shoot with a weapon from where it is [SST-11-3].
pub(crate) fn can_shoot<const N: usize>(state: &State<N>, who: FighterId) -> bool {
    state.body(who).group == 0
}

/// Whether a shot with this weapon, or a spell, carries to a target [SST-3-12, SST-11-3].
pub(crate) fn carries<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    weapon: Option<u8>,
    target: FighterId,
) -> bool {
    let (here, there) = (state.body(who).zone, state.body(target).zone);
    let range = weapon.map_or(SPELL_RANGE, |weapon| arena.weapon(weapon).range);
    arena.field.distance(here, there) <= range && arena.field.sees(here, there)
}

/// Carries out what has been paid for. `gathered` is what had been gathered for it before.
pub(crate) fn perform<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    (who, shot): (FighterId, Shot),
    dice: &mut D,
    witness: &mut W,
) {
    let gathered = shot.gathered(state, who);
    let more = gathered.map_or(0, |dice| (dice + 1).min(MOST_GATHERED));
    let (target, means) = match shot {
        Shot::Aim { weapon } => {
            let item = weapon;
            state.body_mut(who).aim = Aim::Shot { item, dice: more };
            return moves::gathers(arena, state, who, witness);
        }
        Shot::Gather => {
            state.body_mut(who).aim = Aim::Spell { dice: more };
            return moves::gathers(arena, state, who, witness);
        }
        Shot::Shoot { target, weapon } => (target, Means::Missile(weapon)),
        Shot::Cast { target } => (target, Means::Spell),
    };
    state.body_mut(who).aim = Aim::None;
    let attack = Attack {
        attacker: who,
        target,
        means,
        purpose: Purpose::Harm,
        bonus: gathered.unwrap_or(0).cast_signed(),
    };
    attack::resolve(arena, state, attack, dice, witness);
}

/// The missile weapon that somebody would gather for or shoot with, if it can.
pub(crate) fn weapon<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    wish: u64,
) -> Option<u8> {
    if can_shoot(state, who) {
        arms::missile(arena, state, who, wish)
    } else {
        None
    }
}

#[cfg(test)]
mod tests;
