//! What damage does: a State or a Rank, a Trauma, a Killing Blow, Massive damage.
//!
//! Clauses: SST-10-9, SST-15-6, SST-15-7, SST-16-3..5, SST-17-1, SST-18-1..6, SST-19-2, SST-21-3.

use super::{characteristics, injury, losses, soaking, states};
use crate::dice::Dice;
use crate::fight::{Blow, FighterId, Witness};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::attack::{Attack, Band, Hit, Means, Result, band};
use crate::rules::swift_swords::nouns::fighter::Track;
use crate::rules::swift_swords::nouns::state::{Daze, State, Status};
use crate::rules::swift_swords::options::ArmourMode;
use crate::rules::swift_swords::questions::{attacks, ranks};
use crate::rules::swift_swords::reading::sheet::Trait;
use crate::rules::swift_swords::reading::tables::Code;
use crate::rules::swift_swords::{decisions, telling};

/// The most Ranks that a hit costs at once: its own, and those of the injury that it leaves.
pub(crate) const MOST_LOST: u32 = 1 + injury::MOST_COST as u32;

/// Points of damage of so many final successes.
#[inline]
pub(crate) fn points<const N: usize, D: Dice>(
    arena: &Arena<N>,
    state: &State<N>,
    attack: Attack,
    (code, successes): (Code, u8),
    _dice: &mut D,
) -> u8 {
    let damage = code.damage(successes);
    if arena.options.armour_mode == ArmourMode::Damage {
        damage.saturating_sub(attacks::armour(arena, state, attack))
    } else {
        damage
    }
}

/// Does damage to somebody who is in the fight, or is down. How many Ranks that costs at once: the hit's own and those of its
/// injury, on the track where they are lost; not what crosses over from there, nor what bleeding costs later. Whoever is out
/// by a Killing Blow has lost the one Rank. `None`: the damage was ignored or soaked off, and there is none [SST-15-6,
/// SST-19-4].
pub(crate) fn hurt<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    hit: Hit,
    dice: &mut D,
    witness: &mut W,
) -> Option<u8> {
    let (who, track) = (hit.target, hit.track);
    let cursed = hit
        .by
        .and_then(|attack| attack.means.weapon())
        .is_some_and(|weapon| arena.weapon(weapon).bane);
    if ranks::is_beyond(arena, who, track) && !cursed {
        telling::beyond(arena, who, witness);
        return None;
    }
    let damage = soaking::soaked(arena, state, hit, dice, witness);
    if damage == 0 {
        return None;
    }
    if !state.fighting.has(who) {
        again(arena, state, who, dice, witness);
        return Some(0);
    }
    let rank = ranks::total(arena, state, who, track);
    let band = if hit.massive {
        Band::Massive
    } else {
        band(damage, rank)
    };
    telling::band(arena, (who, track), (damage, rank, band), witness);
    let hit = Hit { damage, ..hit };
    let dazed = takes_state(arena, state, (hit, band), dice, witness);
    let mut lost = 0;
    if !dazed || (arena.options.state_absorbs_point && damage > 1) {
        lost += losses::lose(arena, state, who, track, 1, witness);
    }
    if band == Band::Plain {
        return Some(lost);
    }
    states::drop_pools(state, who);
    match (track, band) {
        // Also where it takes the last Rank.
        (Track::Physical, Band::Killing | Band::Massive) => {
            killing(arena, state, who, band, dice, witness);
        }
        _ if !state.fighting.has(who) => {}
        (Track::Physical, _) => {
            if arena.options.injuries {
                lost += injury::suffer(arena, state, hit, dice, witness);
            }
        }
        (Track::Mental, Band::Trauma) => soaking::panic(arena, state, who, witness),
        (Track::Mental, _) => soaking::crush(arena, state, who, witness),
    }
    Some(lost)
}

/// Whether a State is taken instead of the Rank [SST-17-1]. If so, it has been taken.
fn takes_state<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    (hit, band): (Hit, Band),
    dice: &mut D,
    witness: &mut W,
) -> bool {
    let who = hit.target;
    let daze = match (hit.track, hit.by.map(|attack| attack.means)) {
        (_, Some(Means::Spell)) => Daze::Doubt,
        (Track::Physical, _) => Daze::Stun,
        (Track::Mental, _) => Daze::Shock,
    };
    let fits = match band {
        Band::Plain => true,
        Band::Trauma => arena.options.state_on_trauma,
        Band::Killing | Band::Massive => false,
    };
    if !fits
        || arena.fighter(who).stateless
        || state.body(who).states.has(daze)
        || !decisions::takes_state(arena, state, hit, dice, witness)
    {
        return false;
    }
    states::daze_with(arena, state, who, daze, witness);
    true
}

/// A Killing Blow puts anybody out; Massive damage may kill [SST-18-5, SST-18-6].
fn killing<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    band: Band,
    dice: &mut D,
    witness: &mut W,
) {
    let clause = if band == Band::Massive {
        "SST-18-6"
    } else {
        "SST-18-5"
    };
    losses::out(arena, state, who, (Status::Out, clause), witness);
    // Whoever is out takes no further part: whether it lives is told, and decides nothing.
    if band == Band::Massive
        && (arena.options.massive_kills
            || !characteristics::passes(arena, state, (who, Trait::Body), 0, dice, witness))
    {
        state.body_mut(who).status = Status::Killed;
        telling::killed(arena, who, "SST-18-6", witness);
    }
}

/// A hit on somebody who is Out of Action already: a BODY roll or killed [SST-21-3]. There are no Ranks left to lose.
fn again<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) {
    if !characteristics::passes(arena, state, (who, Trait::Body), 0, dice, witness) {
        state.body_mut(who).status = Status::Killed;
        telling::killed(arena, who, "SST-21-3", witness);
    }
}

/// Somebody of rank 0 is beaten by the mere effort [SST-15-7], without a Rank to lose.
pub(crate) fn squash<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    attack: Attack,
    witness: &mut W,
) -> Result {
    let weapon = arena.counted(attack.means.cause());
    let blow = Blow::Landed {
        rolled: 1,
        stopped: 0,
        dealt: 1,
    };
    witness.attacked(attack.attacker, attack.target, weapon, blow);
    witness.lost(attack.attacker, attack.target, weapon, 0);
    let gone = (Status::Out, "SST-15-7");
    losses::out(arena, state, attack.target, gone, witness);
    Result {
        last: 1,
        hurt: true,
    }
}

#[cfg(test)]
mod tests;
