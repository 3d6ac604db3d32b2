//! Rolls of a characteristic.
//!
//! Clauses: SST-0-2, SST-9-4.

use super::ones;
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::choices::Helps;
use crate::rules::swift_swords::nouns::luck::{Luck, MOST_DICE, Successes, need};
use crate::rules::swift_swords::nouns::state::State;
use crate::rules::swift_swords::questions::penalties;
use crate::rules::swift_swords::reading::sheet::Trait;
use crate::rules::swift_swords::telling;

/// Rolls a characteristic: whether there is any success [SST-0-2].
pub(crate) fn passes<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    which: (FighterId, Trait),
    modifier: i8,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    successes(arena, state, which, modifier, dice, witness) > 0
}

/// Rolls a characteristic: the number of successes [SST-0-2].
pub(crate) fn successes<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    which: (FighterId, Trait),
    modifier: i8,
    dice: &mut D,
    witness: &mut W,
) -> u8 {
    rolled(
        arena,
        state,
        which,
        (modifier, Extra::Effort),
        dice,
        witness,
    )
}

/// Rolls a characteristic, with a modifier: the number of successes.
pub(crate) fn rolled<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    (who, which): (FighterId, Trait),
    (modifier, extra): (i8, Extra),
    dice: &mut D,
    witness: &mut W,
) -> u8 {
    let matter = (Helps::Other, None);
    let effort = extra == Extra::Effort
        && state.fighting.has(who)
        && ones::effort(arena, state, who, matter, dice, witness);
    let sum = i32::from(arena.fighter(who).dice(which)) + i32::from(modifier)
        - i32::from(penalties::characteristic(state, who, which))
        + i32::from(effort);
    let count = u8::try_from(sum.clamp(0, MOST_DICE.into())).expect("few dice");
    if count == 0 {
        telling::tested(arena, (who, which), (0, 0), None, witness);
        return 0;
    }
    let mut log = telling::log::<W>();
    let roll = Successes {
        dice: count,
        need: need(0),
    };
    dice.about(Topic::Deed(who.0));
    dice.about(Topic::Save);
    let successes = roll.settle(arena.tables, dice, log.as_mut());
    telling::tested(arena, (who, which), (count, successes), log, witness);
    successes
}

/// Whether a one may go into a roll: one at most does [SST-9-4].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extra {
    /// For a die more.
    Effort,
    /// None: the roll itself was bought with one.
    None,
}
