//! Dodge, Block and Parry, and the pools that are kept up.
//!
//! Clauses: SST-9-1, SST-9-3, SST-9-4, SST-13-1..5, SST-13-10, SST-14-1..4.

use super::{ones, pay};
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::attack::{Attack, Incoming, Means};
use crate::rules::swift_swords::nouns::choices::Helps;
use crate::rules::swift_swords::nouns::deeds::Cost;
use crate::rules::swift_swords::nouns::defence::{Defence, Kind};
use crate::rules::swift_swords::nouns::luck::{AttackRoll, Luck, Successes, need};
use crate::rules::swift_swords::nouns::state::{Pool, State};
use crate::rules::swift_swords::options::ShieldDice;
use crate::rules::swift_swords::questions::defences;
use crate::rules::swift_swords::words::DEFEND;
use crate::rules::swift_swords::{decisions, telling};

/// Meets an attack: with the pool that is kept up, or with what the target's policy declares. What it comes to is rolled.
pub(crate) fn meet<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    attack: Attack,
    incoming: Incoming,
    dice: &mut D,
    witness: &mut W,
) -> Defence {
    let who = attack.target;
    let decides = arena.fighter(who).decides(DEFEND);
    if !(decides || state.body(who).pool != Pool::None) || !defences::is_able(state, who) {
        return Defence::None;
    }
    let missile = attack.means.is_shot();
    let pool = state.body(who).pool;
    match pool {
        Pool::Dodge(kept) if works(arena, state, attack, Kind::Dodge) => {
            telling::keeps(arena, who, pool, witness);
            return Defence::Dodge(against(kept, missile));
        }
        Pool::Block(kept) if works(arena, state, attack, Kind::Block) => {
            telling::keeps(arena, who, pool, witness);
            return Defence::Block(kept);
        }
        _ => {}
    }
    if !decides || !state.body(who).hand.is_usable() {
        return Defence::None;
    }
    let possible = Kind::ALL.map(|kind| {
        works(arena, state, attack, kind) && defences::skill(arena, state, who, kind) > 0
    });
    if !possible.contains(&true) {
        return Defence::None;
    }
    let chosen = decisions::defend(arena, state, who, incoming, possible, dice, witness);
    let Some(kind) = chosen else {
        return Defence::None;
    };
    pay::pay(arena, state, who, Cost::Die, dice, witness);
    let successes = roll(arena, state, (who, kind), incoming, dice, witness);
    match kind {
        Kind::Dodge => {
            state.body_mut(who).pool = Pool::Dodge(0).of(successes);
            Defence::Dodge(against(successes, missile))
        }
        Kind::Block => {
            let shield = arena.fighter(who).shield;
            let pool = match arena.options.shield_dice {
                ShieldDice::Always => successes + shield,
                ShieldDice::AfterSuccess if successes > 0 => successes + shield,
                _ => successes,
            };
            state.body_mut(who).pool = Pool::Block(0).of(pool);
            Defence::Block(pool)
        }
        Kind::Parry => Defence::Parry(successes),
    }
}

/// A Dodge counts one success less against a missile [SST-13-3].
const fn against(successes: u8, missile: bool) -> u8 {
    successes.saturating_sub(missile as u8)
}

/// Whether a defence helps against an attack, and the target has what it takes.
fn works<const N: usize>(arena: &Arena<N>, state: &State<N>, attack: Attack, kind: Kind) -> bool {
    let who = attack.target;
    let stopped = match attack.means {
        Means::Mind => return false,
        Means::Spell => arena
            .fighter(attack.attacker)
            .cast
            .is_some_and(|(spell, _)| spell.stopped),
        _ => true,
    };
    let helps = match kind {
        Kind::Dodge => true,
        Kind::Block => stopped,
        Kind::Parry => {
            let shot = attack.means.is_shot();
            attack.means != Means::Spell && (!shot || arena.fighter(who).parry_missiles)
        }
    };
    helps && defences::is_ready(arena, state, who, kind)
}

/// Rolls a defence that has been paid for.
fn roll<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    (who, kind): (FighterId, Kind),
    incoming: Incoming,
    dice: &mut D,
    witness: &mut W,
) -> u8 {
    let matter = (Helps::Defence, Some(incoming));
    let effort = ones::effort(arena, state, who, matter, dice, witness);
    let count = defences::skill(arena, state, who, kind) + u8::from(effort);
    let mut log = telling::log::<W>();
    dice.about(Topic::Deed(who.0));
    dice.about(Topic::Defence);
    // One at most goes into a roll [SST-9-4].
    if effort || !decisions::may_raise(arena, state, who) {
        let pool = Successes {
            dice: count,
            need: need(0),
        };
        let successes = pool.settle(arena.tables, dice, log.as_mut());
        telling::defends(arena, (who, kind), (count, successes), log, witness);
        return successes;
    }
    let pool = AttackRoll {
        dice: count,
        need: need(0),
        near: true,
    };
    let rolled = pool.settle(arena.tables, dice, log.as_mut());
    telling::defends(arena, (who, kind), (count, rolled.hits), log, witness);
    if rolled.near == 0 {
        return rolled.hits;
    }
    let seen = (Helps::Defence, rolled, pool.need);
    ones::raise(arena, state, who, seen, dice, witness).hits
}

/// Takes a die off a pool after it has been used [SST-14-4].
#[inline]
pub(crate) fn decay<const N: usize>(state: &mut State<N>, who: FighterId, dice: u8) {
    let pool = state.body(who).pool;
    state.body_mut(who).pool = pool.of(pool.dice().saturating_sub(dice));
}

#[cfg(test)]
mod tests;
