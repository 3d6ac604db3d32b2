//! What somebody answers when others move, declare or hold: single choices outside one's own actions.
//!
//! Clauses: SST-0-10, SST-8-6..8, SST-12-5, SST-12-6, SST-32-2.

use super::decider::{Choice, Decider, asked};
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::choices::Matter;
use crate::rules::swift_swords::nouns::deeds::Deed;
use crate::rules::swift_swords::nouns::state::State;
use crate::rules::swift_swords::words::{
    FOLLOW, GRIP, HELD, INTERCEPT, INTERRUPT, LISTS, OPPORTUNITY, grip, held,
};

/// The matter of a decision about another.
fn about(other: FighterId) -> Matter {
    Matter {
        stated: Some(other),
        ..Matter::default()
    }
}

/// Whether somebody strikes at an enemy who leaves contact [SST-8-6].
pub(crate) fn strikes_opportunely<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    mover: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    asked(
        arena,
        state,
        (who, OPPORTUNITY),
        about(mover),
        dice,
        witness,
    ) != Some(const { LISTS[OPPORTUNITY].action("nothing") })
}

/// Whether somebody pays to step in a mover's way [SST-8-7].
pub(crate) fn intercepts<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    mover: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    asked(arena, state, (who, INTERCEPT), about(mover), dice, witness)
        == Some(const { LISTS[INTERCEPT].action("intercept") })
}

/// The attack by which somebody who waits comes first, if any [SST-8-8].
pub(crate) fn interrupts<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    actor: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> Option<Deed> {
    let mut decider = Decider::new(arena, state, who, about(actor));
    match decider.decide(INTERRUPT, dice, witness) {
        Some(Choice::Deed(deed)) => Some(deed),
        _ => None,
    }
}

/// Whether somebody pays for the second blow of a follow-on [SST-32-2].
pub(crate) fn follows<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    target: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    asked(arena, state, (who, FOLLOW), about(target), dice, witness)
        != Some(const { LISTS[FOLLOW].action("nothing") })
}

/// What somebody does who is held, by the actions of its list [SST-12-5], and whether it would do something that its dice do
/// not pay for.
pub(crate) fn when_held<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> (u8, bool) {
    let by = state.body(who).held.map(|grip| grip.by);
    let matter = Matter {
        stated: by,
        ..Matter::default()
    };
    let list = (who, HELD, held::BREAK);
    bound(arena, state, list, matter, dice, witness)
}

/// What somebody does with its hold on an enemy, by the actions of its list [SST-12-6], and whether it would do something
/// that its dice do not pay for.
pub(crate) fn with_grip<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    target: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> (u8, bool) {
    let list = (who, GRIP, grip::DAMAGE);
    bound(arena, state, list, about(target), dice, witness)
}

/// Asks the list of somebody in a hold, which has a default. Whether something was too dear: a line, or that.
fn bound<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    (who, list, default): (FighterId, usize, u8),
    matter: Matter,
    dice: &mut D,
    witness: &mut W,
) -> (u8, bool) {
    let mut decider = Decider::new(arena, state, who, matter);
    match decider.decide(list, dice, witness) {
        Some(Choice::Action(action)) => (action, decider.short),
        _ => (default, true),
    }
}
