//! Dodge, Block and Parry, and the pools that are kept up.
//!
//! Clauses: SST-9-1, SST-9-3, SST-9-4, SST-13-1..5, SST-13-10, SST-14-1..4.

use super::attack::{Attack, Incoming, Means};
use super::injury;
use super::pay::{self, Cost};
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::decisions::{self, Helps};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::luck::{AttackRoll, Luck, Successes, need};
use crate::rules::swift_swords::nouns::state::{Pool, State, Ward, Wits};
use crate::rules::swift_swords::options::ShieldDice;
use crate::rules::swift_swords::questions::arms;
use crate::rules::swift_swords::telling;
use crate::rules::swift_swords::words::DEFEND;

/// How an attack is met, and with how many successes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Defence {
    None,
    Dodge(u8),
    Block(u8),
    Parry(u8),
}

/// The three kinds of defence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Dodge,
    Block,
    Parry,
}

impl Kind {
    pub(crate) const ALL: [Self; 3] = [Self::Dodge, Self::Block, Self::Parry];
}

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
    if !(decides || state.body(who).pool != Pool::None) || !is_able(state, who) {
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
    let possible = Kind::ALL
        .map(|kind| works(arena, state, attack, kind) && skill(arena, state, who, kind) > 0);
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

/// Whether somebody can defend itself at all [SST-12-5, SST-13-1, SST-17-2, SST-19-6, SST-29-1].
#[inline]
pub(crate) fn is_able<const N: usize>(state: &State<N>, who: FighterId) -> bool {
    let body = state.body(who);
    state.fighting.has(who)
        && !body.states.any()
        && body.held.is_none()
        && !matches!(body.wits, Wits::Crushed { .. })
        && body.ward != Ward::None
        && !state.surprised.has(who)
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
    helps && is_ready(arena, state, who, kind)
}

/// Whether somebody has what a defence takes, whatever it is to meet: the hand, the weapon, and no tactic against it.
pub(crate) fn is_ready<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    kind: Kind,
) -> bool {
    let ward = state.body(who).ward;
    match kind {
        Kind::Dodge => true,
        Kind::Block => ward == Ward::All && injury::can_block(state, who),
        Kind::Parry => ward == Ward::All && arms::can_parry(arena, state, who),
    }
}

/// Dice of a defence, injuries and all; Effort is extra.
#[inline]
pub(crate) fn skill<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    kind: Kind,
) -> u8 {
    let fighter = arena.fighter(who);
    let (dice, lame) = match kind {
        Kind::Dodge => (fighter.dodge, state.body(who).hamstrung),
        Kind::Block => (fighter.block, false),
        Kind::Parry => (fighter.parry, false),
    };
    let penalty = u8::from(lame) + injury::defence(state, who, kind);
    dice.saturating_sub(penalty)
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
    let effort = decisions::effort(arena, state, who, matter, dice, witness);
    let count = skill(arena, state, who, kind) + u8::from(effort);
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
    decisions::raise(arena, state, who, seen, dice, witness).hits
}

/// Takes a die off a pool after it has been used [SST-14-4].
#[inline]
pub(crate) fn decay<const N: usize>(state: &mut State<N>, who: FighterId, dice: u8) {
    let pool = state.body(who).pool;
    state.body_mut(who).pool = pool.of(pool.dice().saturating_sub(dice));
}

/// Dice that a Pool action can still add [SST-14-3].
pub(crate) fn room<const N: usize>(arena: &Arena<N>, state: &State<N>, who: FighterId) -> u8 {
    let pool = state.body(who).pool;
    let cap = match pool {
        Pool::None => return 0,
        Pool::Dodge(_) => skill(arena, state, who, Kind::Dodge),
        Pool::Block(_) => skill(arena, state, who, Kind::Block),
    };
    cap.saturating_sub(pool.dice())
}

#[cfg(test)]
mod tests;
