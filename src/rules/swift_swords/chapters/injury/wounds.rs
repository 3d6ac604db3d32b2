//! What a wound does when it is dealt, and what it leaves behind.
//!
//! Clauses: SST-22-5..8. Everything a wound does happens at once: dice burn first, Ranks go before the roll that the same
//! wound calls for, except where it may be fatal.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::chapters::{characteristics, losses, states, weapons};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::fighter::Track;
use crate::rules::swift_swords::nouns::injuries::Part;
use crate::rules::swift_swords::nouns::luck::D6;
use crate::rules::swift_swords::nouns::state::{Daze, State, Status};
use crate::rules::swift_swords::questions::ranks;
use crate::rules::swift_swords::reading::hand::Hand;
use crate::rules::swift_swords::reading::injuries::Wound;
use crate::rules::swift_swords::reading::sheet::Trait;
use crate::rules::swift_swords::words::WoundKind;
use crate::rules::swift_swords::{decisions, telling};

/// Dice that a wound marked as worse takes off its roll [SST-22-4].
pub(super) const WORSE: i8 = -2;

/// Dice that a fracture takes off what is done with the part.
const FRACTURE: u8 = 2;
/// Dice that movement costs whose leg is broken or foot is hurt.
const STUMBLING: u8 = 2;
/// The most Ranks that a wound costs, on both tracks together.
pub(crate) const MOST_COST: u8 = 2;

/// Deals a wound to somebody who is in the fight. How many Ranks it costs.
pub(super) fn strike<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    (at, wound): (usize, Wound),
    dice: &mut D,
    witness: &mut W,
) -> u8 {
    burn(arena, state, who, burns(wound.kind), dice, witness);
    let (physical, mental) = costs(wound.kind);
    let mut lost = 0;
    if wound.kind != WoundKind::Kill {
        lost += loses(arena, state, who, Track::Physical, physical, witness);
        lost += loses(arena, state, who, Track::Mental, mental, witness);
    }
    if !state.fighting.has(who) {
        return lost;
    }
    let part = arena.locations[at].part;
    let modifier = if wound.worse { WORSE } else { 0 };
    match wound.kind {
        WoundKind::Stun => {
            if !arena.fighter(who).stateless && !state.body(who).states.has(Daze::Stun) {
                states::daze_with(arena, state, who, Daze::Stun, witness);
            }
        }
        WoundKind::Unconscious => stays(arena, state, (who, Trait::Will), modifier, dice, witness),
        WoundKind::Paralysed => stays(arena, state, (who, Trait::Body), modifier, dice, witness),
        WoundKind::Kill => {
            state.body_mut(who).hand = Hand::NONE;
            stays(arena, state, (who, Trait::Body), WORSE, dice, witness);
            lost += loses(arena, state, who, Track::Mental, mental, witness);
        }
        WoundKind::SightOrSound => {
            let sight = dice.band(D6, &[3]) == 0;
            let injuries = &mut state.body_mut(who).injuries;
            if sight {
                injuries.sight += 1;
            } else {
                injuries.casting += 2;
            }
            telling::sense(arena, who, sight, witness);
        }
        WoundKind::Balance => {
            let injuries = &mut state.body_mut(who).injuries;
            injuries.casting += 2;
            injuries.unsteady = true;
        }
        WoundKind::Broken => breaks(arena, state, who, part),
        WoundKind::Hand => cripple(arena, state, who, part),
        WoundKind::Foot => foot(arena, state, who, dice, witness),
        WoundKind::Fracture => fracture(state, who, part),
        WoundKind::Sever => sever(arena, state, who, part, witness),
        WoundKind::Puncture | WoundKind::Maim => state.body_mut(who).injuries.all += 1,
        WoundKind::Bleeder => {
            let injuries = &mut state.body_mut(who).injuries;
            injuries.bleeding |= 1 << at;
            injuries.bleeding_worse |= u16::from(wound.worse) << at;
        }
        WoundKind::Wind | WoundKind::FleshWound => {}
    }
    lost
}

/// Dice that a wound burns, now and in every deal.
const fn burns(wound: WoundKind) -> u8 {
    match wound {
        WoundKind::Balance | WoundKind::Wind | WoundKind::Sever => 2,
        WoundKind::Stun
        | WoundKind::Unconscious
        | WoundKind::Hand
        | WoundKind::Foot
        | WoundKind::Puncture
        | WoundKind::Maim => 1,
        WoundKind::SightOrSound
        | WoundKind::Paralysed
        | WoundKind::Broken
        | WoundKind::Kill
        | WoundKind::FleshWound
        | WoundKind::Fracture
        | WoundKind::Bleeder => 0,
    }
}

/// Ranks that a wound costs, Physical and Mental.
const fn costs(wound: WoundKind) -> (u8, u8) {
    match wound {
        WoundKind::Broken | WoundKind::FleshWound | WoundKind::Puncture => (1, 0),
        WoundKind::Sever => (2, 0),
        WoundKind::SightOrSound | WoundKind::Balance | WoundKind::Wind | WoundKind::Maim => (0, 1),
        WoundKind::Kill => (0, 2),
        _ => (0, 0),
    }
}

/// Turns dice into ones, those in hand now [SST-22-5].
fn burn<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    burns: u8,
    dice: &mut D,
    witness: &mut W,
) {
    if burns == 0 {
        return;
    }
    state.body_mut(who).injuries.burns += burns;
    if state.body(who).hand.is_usable() {
        let highest = decisions::burns_highest(arena, state, who, dice, witness);
        let turned = state.body_mut(who).hand.burn(burns, highest);
        telling::burns(arena, state, who, turned, witness);
    }
}

/// Costs Ranks, where the track can be hurt at all [SST-15-6]. How many.
fn loses<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    track: Track,
    lost: u8,
    witness: &mut W,
) -> u8 {
    // A body that is beyond harm is wounded only by what is made against it; its mind is not.
    if track == Track::Physical || !ranks::is_beyond(arena, who, track) {
        losses::lose(arena, state, who, track, lost, witness)
    } else {
        0
    }
}

/// A roll to stay in the fight.
fn stays<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    which: (FighterId, Trait),
    modifier: i8,
    dice: &mut D,
    witness: &mut W,
) {
    if !characteristics::passes(arena, state, which, modifier, dice, witness) {
        losses::out(arena, state, which.0, (Status::Out, "SST-22-7"), witness);
    }
}

/// Makes a hand useless; what was in it is dropped.
fn cripple<const N: usize>(arena: &Arena<N>, state: &mut State<N>, who: FighterId, part: Part) {
    match part {
        Part::RightArm => {
            weapons::drop_weapon(arena, state, who);
            state.body_mut(who).injuries.right_useless = true;
        }
        Part::LeftArm => state.body_mut(who).injuries.left_useless = true,
        _ => {}
    }
}

fn breaks<const N: usize>(arena: &Arena<N>, state: &mut State<N>, who: FighterId, part: Part) {
    if part == Part::Leg {
        let injuries = &mut state.body_mut(who).injuries;
        injuries.unsteady = true;
        injuries.stumbling += STUMBLING;
    } else {
        cripple(arena, state, who, part);
    }
}

/// The foot: it may fall at once, and whenever it moves.
fn foot<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) {
    if !characteristics::passes(arena, state, (who, Trait::Dex), 0, dice, witness)
        && !state.body(who).prone
    {
        state.body_mut(who).prone = true;
        telling::falls(arena, who, witness);
    }
    let injuries = &mut state.body_mut(who).injuries;
    injuries.unsteady = true;
    injuries.stumbling += STUMBLING;
    injuries.lame = true;
}

fn fracture<const N: usize>(state: &mut State<N>, who: FighterId, part: Part) {
    let injuries = &mut state.body_mut(who).injuries;
    match part {
        Part::Leg => injuries.legs += FRACTURE,
        Part::LeftArm => injuries.left_arm += FRACTURE,
        Part::RightArm => injuries.right_arm += FRACTURE,
        Part::Chest => injuries.chest += FRACTURE,
        Part::Head => injuries.head += FRACTURE,
        Part::Other => {}
    }
}

fn sever<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    part: Part,
    witness: &mut W,
) {
    state.body_mut(who).injuries.all += 2;
    if part == Part::Leg {
        let body = state.body_mut(who);
        body.injuries.legless = true;
        if !body.prone {
            body.prone = true;
            telling::falls(arena, who, witness);
        }
    } else {
        cripple(arena, state, who, part);
    }
}
