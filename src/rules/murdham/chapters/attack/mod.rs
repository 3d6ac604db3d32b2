//! One attack on one target, from its declaration to what it leaves behind.
//!
//! Clauses: MUR-3-6, MUR-3-7, MUR-3-9, MUR-3-13, MUR-4-1..6, MUR-4-11..13, MUR-5-1..3, MUR-9-1, MUR-9-2, MUR-11-3,
//! MUR-11-4. Counters are in `counter.rs`, attacks on several in `blast`. How damage is rolled is in `damage.rs`.

use super::damage::save;
use super::hold::{self, Other};
use super::wounds::{self, Cause};
use super::{counter, nonlethal};
use crate::dice::{Dice, Topic};
use crate::fight::{Blow, FighterId, FighterSet, WeaponId, Witness};
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::attack::{Attack, Incoming, Manner, Means, Strike};
use crate::rules::murdham::nouns::deeds::Reply;
use crate::rules::murdham::nouns::pool::Harm;
use crate::rules::murdham::nouns::state::{State, Status};
use crate::rules::murdham::words::REACT;
use crate::rules::murdham::{decisions, telling};

/// Makes an attack.
pub(crate) fn resolve<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    attack: Attack,
    dice: &mut D,
    witness: &mut W,
) {
    resolve_as(arena, state, (attack, None), dice, witness);
}

/// Makes an attack whose blow may be known already, should nothing come between.
#[inline]
pub(crate) fn resolve_as<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    (attack, strike): (Attack, Option<Strike>),
    dice: &mut D,
    witness: &mut W,
) {
    let surprise = declare(arena, state, attack, witness);
    if attack.way.save {
        let wit = arena.fighter(attack.attacker).wit;
        let hits = save(wit, &arena.options, dice);
        telling::to_hit(arena, attack.attacker, hits, dice, witness);
        if !hits {
            told(arena, state, attack, attack.target, Blow::Missed, witness);
            return;
        }
    }
    if stunt(arena, state, attack, dice, witness) {
        return;
    }
    let (target, reply) = meet(arena, state, attack, surprise, dice, witness);
    match reply {
        Reply::Counter(means, way) => {
            let answer = Attack {
                attacker: target,
                target: attack.attacker,
                means,
                manner: Manner::Plain,
                way,
            };
            counter::resolve(
                arena,
                state,
                Attack { target, ..attack },
                answer,
                dice,
                witness,
            );
        }
        Reply::Dodge if dodges(arena, state, target, dice, witness) => {
            told(arena, state, attack, target, Blow::Evaded, witness);
        }
        _ => {
            let strike = strike.filter(|_| target == attack.target);
            let attack = Attack { target, ..attack };
            land_as(arena, state, (attack, strike), dice, witness);
        }
    }
}

/// Declares an attack: who makes it shows itself, lets go if it must, and spends a shot. Whether it comes from hiding
/// [MUR-11-3, MUR-11-4].
pub(crate) fn declare<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    attack: Attack,
    witness: &mut W,
) -> bool {
    let who = attack.attacker;
    telling::attack(arena, state, attack, witness);
    hold::before(
        arena,
        state,
        who,
        Other::Attack(attack.target, attack.means),
        witness,
    );
    if let Means::Item(at) = attack.means {
        spend_shot(arena, state, who, usize::from(at));
    }
    state.reveal(who)
}

pub(crate) fn spend_shot<const N: usize>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    at: usize,
) {
    let weapon = arena.weapon(state.body(who).items[at].weapon);
    let place = u8::try_from(at).expect("a list is short");
    if arena.swaps(state, who, Means::Item(place)) {
        state.body_mut(who).in_hand = place;
    }
    if weapon.shots.is_some() {
        state.body_mut(who).items[at].shots -= 1;
    }
}

/// Tells the tally of an attack that was not a hit. Only attacks with rolled damage on somebody fighting are counted
/// [MUR-18-2].
pub(crate) fn told<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    attack: Attack,
    target: FighterId,
    blow: Blow,
    witness: &mut W,
) {
    if !attack.means.is_nonlethal() && state.body(target).status == Status::Fighting {
        let weapon = state.weapon_number(attack);
        witness.attacked(attack.attacker, target, WeaponId(weapon), blow);
    }
    telling::failed(arena, blow, witness);
}

/// [MUR-9-1, MUR-9-2] An offer to be spared. True when it is made and accepted.
fn stunt<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    attack: Attack,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    let target = attack.target;
    let makes_sense = arena.options.stunts
        && !attack.means.is_nonlethal()
        && state.fighting.has(target)
        && arena.lineup.are_enemies(attack.attacker, target);
    if !makes_sense
        || !decisions::offers(arena, state, attack.attacker, target, dice, witness)
        || !decisions::accepts(arena, state, arena.incoming(state, attack), dice, witness)
    {
        return false;
    }
    telling::yields(arena, attack.attacker, target, witness);
    wounds::throw_down(arena, state, target);
    wounds::out(arena, state, target, Status::Incapacitated, witness);
    true
}

/// Uses up the turn, or a reaction beyond it [MUR-2-5, MUR-4-5].
#[inline]
pub(crate) fn spend<const N: usize>(state: &mut State<N>, who: FighterId) {
    if state.unused.has(who) {
        state.unused.remove(who);
    } else {
        state.vitals_mut(who).extra -= 1;
    }
}

/// Who suffers the attack in the end, and how it answers: guards first, then the target, who may hide behind another,
/// who may answer in turn [MUR-4-11, MUR-4-12, MUR-5-3].
fn meet<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    attack: Attack,
    surprise: bool,
    dice: &mut D,
    witness: &mut W,
) -> (FighterId, Reply) {
    if surprise {
        telling::surprised(arena, attack.target, witness);
        return (attack.target, Reply::Nothing);
    }
    if !arena.scope.guards && !arena.fighter(attack.target).decides(REACT) {
        return (attack.target, Reply::Nothing);
    }
    let mut seen = arena.incoming(state, attack);
    if let Some(guard) = guard(arena, state, (seen, FighterSet::NONE), dice, witness) {
        return (guard, Reply::Nothing);
    }
    let mut hidden = FighterSet::NONE;
    loop {
        if !state.can_react(seen.target) {
            return (seen.target, Reply::Nothing);
        }
        let reply = decisions::react(arena, state, seen, hidden, dice, witness);
        let Reply::Hide(behind) = reply else {
            return (seen.target, reply);
        };
        let who = seen.target;
        spend(state, who);
        hidden.add(who);
        telling::hides(arena, who, behind, witness);
        if state.body(behind).captor != Some(who) {
            hold::before(arena, state, who, Other::Anything, witness);
        }
        let place = state.body(who).place;
        let other = state.body(behind).place;
        state.body_mut(who).place = other;
        state.body_mut(behind).place = place;
        hold::settle(arena, state, witness);
        seen.target = behind;
        seen.pool = arena.pool_of(
            state,
            Attack {
                target: behind,
                ..attack
            },
        );
    }
}

/// The first ally of the target who guards it [MUR-5-1, MUR-5-3]; nobody who has reacted to the attack [MUR-4-4].
pub(crate) fn guard<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    (seen, reacted): (Incoming, FighterSet),
    dice: &mut D,
    witness: &mut W,
) -> Option<FighterId> {
    if !arena.scope.guards {
        return None;
    }
    for ally in arena.lineup.allies(seen.target).iter() {
        let able = ally != seen.target
            && ally != seen.attacker
            && !reacted.has(ally)
            && state.can_react(ally)
            && arena.nearby(state, ally, seen.target);
        if able && decisions::guards(arena, state, ally, seen, dice, witness) {
            spend(state, ally);
            telling::guards(arena, ally, seen.target, witness);
            hold::before(arena, state, ally, Other::Anything, witness);
            return Some(ally);
        }
    }
    None
}

/// Spends the reaction on a dodge and rolls it [MUR-4-6].
pub(crate) fn dodges<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    spend(state, who);
    hold::before(arena, state, who, Other::Anything, witness);
    dice.about(Topic::Deed(who.0));
    let evades = save(arena.fighter(who).agility, &arena.options, dice);
    telling::dodge(arena, who, evades, dice, witness);
    evades
}

/// Rolls an attack's damage on its target. `exposed`: struck back at behind its barrier.
pub(crate) fn rolled<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    attack: Attack,
    exposed: bool,
    dice: &mut D,
    witness: &mut W,
) -> Harm {
    let strike = Strike::new(arena, state, attack, exposed);
    dice.about(Topic::Deed(attack.attacker.0));
    let harm = strike.roll(arena, dice, witness);
    telling::damage(arena, attack, strike.pool, harm, witness);
    harm
}

/// Applies a rolled blow.
pub(crate) fn strike<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    attack: Attack,
    harm: Harm,
    witness: &mut W,
) {
    let cause = Cause::Attack(attack.attacker, state.weapon_number(attack));
    wounds::suffer(arena, state, attack.target, cause, harm, witness);
    if let Means::Item(at) = attack.means {
        wounds::weapon(arena, state, attack.attacker, at.into(), harm, witness);
    }
}

/// An attack that nothing stops any more.
pub(crate) fn land<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    attack: Attack,
    dice: &mut D,
    witness: &mut W,
) {
    land_as(arena, state, (attack, None), dice, witness);
}

#[inline]
fn land_as<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    (attack, strike): (Attack, Option<Strike>),
    dice: &mut D,
    witness: &mut W,
) {
    if attack.means.is_nonlethal() {
        nonlethal::effect(arena, state, attack, dice, witness);
    } else if attack.manner == Manner::DeathBlow && state.body(attack.target).status.is_down() {
        telling::death_blow(arena, attack, witness);
        wounds::out(arena, state, attack.target, Status::Dead, witness);
    } else {
        let blow = strike.unwrap_or_else(|| Strike::new(arena, state, attack, false));
        dice.about(Topic::Deed(attack.attacker.0));
        let harm = blow.roll(arena, dice, witness);
        telling::damage(arena, attack, blow.pool, harm, witness);
        self::strike(arena, state, attack, harm, witness);
    }
}

#[cfg(test)]
mod tests;
