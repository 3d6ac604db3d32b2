//! Special results: what successes beyond the first may buy.
//!
//! Clauses: SST-35-1, SST-35-2, SST-34-1. Whoever is larger has the dice for it. Readings: only blows and shots buy
//! anything; more damage is rolled last, and what it brings is damage.

use super::{contact, contest, defence, marks, states, weapons};
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::attack::{Attack, Purpose};
use crate::rules::swift_swords::nouns::luck::{Luck, Rolled, Successes, need};
use crate::rules::swift_swords::nouns::state::{Daze, Pool, State};
use crate::rules::swift_swords::questions::tohit::Terms;
use crate::rules::swift_swords::questions::{arms, reach};
use crate::rules::swift_swords::reading::sheet::Trait;
use crate::rules::swift_swords::words::{SPECIAL, special};
use crate::rules::swift_swords::{decisions, telling};

/// What has been bought, as bits by the actions of the list `special`, and the successes left for damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bought {
    pub results: u16,
    pub successes: u8,
}

impl Bought {
    const fn has(self, result: u8) -> bool {
        self.results >> result & 1 == 1
    }
}

/// Lets the attacker spend successes, before damage is worked out [SST-35-1].
#[inline]
pub(crate) fn choose<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    attack: Attack,
    (terms, rolled, last): (Terms, Rolled, u8),
    dice: &mut D,
    witness: &mut W,
) -> Bought {
    let bought = Bought {
        results: 0,
        successes: last,
    };
    let some = arena.scope.lists >> SPECIAL & 1 == 1 && attack.means.weapon().is_some();
    if some && last > arena.options.special_price && attack.purpose == Purpose::Harm {
        buy(arena, state, attack, (terms, rolled, bought), dice, witness)
    } else {
        bought
    }
}

fn buy<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    attack: Attack,
    (terms, rolled, mut bought): (Terms, Rolled, Bought),
    dice: &mut D,
    witness: &mut W,
) -> Bought {
    let price = arena.options.special_price;
    let possible = possible(arena, state, attack);
    while bought.successes > price {
        let offers = possible & !bought.results;
        let seen = (rolled, bought.successes - 1, offers);
        match decisions::buys(arena, state, attack, seen, dice, witness) {
            Some(result) if result != special::NOTHING => {
                bought.results |= 1 << result;
                bought.successes -= price;
                telling::buys(arena, attack, result, witness);
            }
            _ => break,
        }
    }
    if bought.has(special::MORE_DAMAGE) {
        let more = Successes {
            dice: 2,
            need: need(terms.sl),
        };
        let mut log = telling::log::<W>();
        dice.about(Topic::Bonus);
        let successes = more.settle(arena.tables, dice, log.as_mut());
        bought.successes += successes;
        telling::more_damage(arena, attack.attacker, (log, successes), witness);
    }
    bought
}

/// What would change anything, as bits.
fn possible<const N: usize>(arena: &Arena<N>, state: &State<N>, attack: Attack) -> u16 {
    let (who, target) = (attack.attacker, attack.target);
    let (me, it) = (state.body(who), state.body(target));
    let weapon = arms::in_hand(arena, state, target).map(|weapon| arena.weapon(weapon));
    let armed = weapon.is_some_and(|weapon| !weapon.natural);
    let reaching = weapon.is_some_and(|weapon| weapon.reach);
    let same = me.zone == it.zone;
    let stunned = arena.fighter(target).stateless || it.states.has(Daze::Stun);
    let fits = [
        (special::MORE_DAMAGE, true),
        (special::DISARM, armed),
        (special::DRAIN, it.hand.is_usable()),
        (special::STUN, !stunned),
        (special::BREAK_WEAPON, armed),
        (special::EXPOSE, true),
        (special::STRIP, arena.fighter(target).armour > it.stripped),
        (special::STEP_AWAY, me.group != 0),
        (
            special::DRAW_IN,
            reaching && same && !reach::together(state, who, target),
        ),
        (special::KNOCK_DOWN, !it.prone),
        (special::KNOCK_BACK, it.group != 0),
        (special::HAMSTRING, !it.hamstrung),
        (special::WEAR_DOWN, it.pool != Pool::None),
        (special::NOTHING, true),
    ];
    let bit = |bits, (result, fits): (u8, bool)| bits | u16::from(fits) << result;
    fits.into_iter().fold(0, bit)
}

/// Does what was bought, after the damage [SST-35-2].
#[inline]
pub(crate) fn carry_out<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    attack: Attack,
    bought: Bought,
    dice: &mut D,
    witness: &mut W,
) {
    if bought.results == 0 {
        return;
    }
    if state.fighting.has(attack.target) {
        befall(arena, state, attack, bought, dice, witness);
    }
    if bought.has(special::STEP_AWAY) && state.body(attack.attacker).group != 0 {
        contact::leave(arena, state, attack.attacker);
        telling::apart(arena, attack.attacker, witness);
    }
}

/// What befalls a target that is not out.
fn befall<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    attack: Attack,
    bought: Bought,
    dice: &mut D,
    witness: &mut W,
) {
    let (who, target) = (attack.attacker, attack.target);
    let equal = ((who, 0), (target, 0));
    if bought.has(special::DISARM)
        && contest::margin(arena, state, Trait::Dex, equal, dice, witness) > 0
    {
        weapons::drop_weapon(arena, state, target);
        telling::disarmed(arena, target, false, witness);
    }
    if bought.has(special::DRAIN)
        && let Some(face) = state.body(target).hand.lowest()
    {
        state.body_mut(target).hand.remove(face);
        telling::drained(arena, state, target, face, witness);
    }
    let stunned = state.body(target).states.has(Daze::Stun);
    if bought.has(special::STUN) && !stunned {
        states::daze_with(arena, state, target, Daze::Stun, witness);
    }
    if bought.has(special::BREAK_WEAPON)
        && contest::margin(arena, state, Trait::Body, equal, dice, witness) > 1
    {
        weapons::break_weapon(arena, state, target, witness);
        telling::disarmed(arena, target, true, witness);
    }
    if bought.has(special::EXPOSE) {
        marks::expose(state, target, 1, witness);
        telling::marked(arena, target, 1, false, witness);
    }
    if bought.has(special::STRIP) {
        state.body_mut(target).stripped += 1;
    }
    if bought.has(special::DRAW_IN) {
        contact::join(arena, state, who, target);
    }
    if bought.has(special::KNOCK_DOWN) && outweighs(arena, state, attack, dice, witness) {
        fells(arena, state, target, witness);
    }
    if bought.has(special::KNOCK_BACK) && outweighs(arena, state, attack, dice, witness) {
        contact::leave(arena, state, target);
        telling::apart(arena, target, witness);
    }
    if bought.has(special::HAMSTRING) {
        state.body_mut(target).hamstrung = true;
    }
    if bought.has(special::WEAR_DOWN) {
        defence::decay(state, target, 1);
    }
}

/// BODY against BODY, with a die for every point of size to whoever is larger.
fn outweighs<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    attack: Attack,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    let (who, target) = (attack.attacker, attack.target);
    let larger = contest::larger(arena, who, target);
    let pair = ((who, larger.max(0)), (target, (-larger).max(0)));
    contest::margin(arena, state, Trait::Body, pair, dice, witness) > 0
}

/// Throws somebody down.
pub(crate) fn fells<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    witness: &mut W,
) {
    if !state.body(who).prone {
        state.body_mut(who).prone = true;
        telling::falls(arena, who, witness);
    }
}

#[cfg(test)]
mod tests;
