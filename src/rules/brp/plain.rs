//! The plain case, prepared: a blow between two who stand where they stood, with whole weapons and settled minds.
//!
//! Clauses: those of `attack.rs`. Most blows of a long melee are alike: nothing has changed since the statements, the
//! defender answers by reflex, no house rule counts defences. What such a blow needs is looked up once per
//! matchup ([`Clash`]) and once per statement ([`Guard`]); what is left is to roll. The dice are those that
//! [`attack::resolve`](super::attack::resolve) would ask for, in the same order, and so is the result: a transcript,
//! which goes the long way, tells the same fight.

use super::aftermath::{wear, wound};
use super::arena::Arena;
use super::chance::{Level, Limits};
use super::damage::{Damage, Harm};
use super::fighter::{Fighter, ItemKind, MOST_ITEMS, Threat};
use super::matrix::{Hit, settle};
use super::state::{Action, State};
use super::tactics::{self, Reply};
use crate::dice::Dice;
use crate::fight::{Blow, FighterId, LineId, WeaponId, Witness};

/// What a blow of one combatant's weapon at another combatant comes down to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Clash {
    limits: Limits,
    damage: Damage,
    armour: i32,
    weapon: WeaponId,
}

/// How a fighter meets every armed blow until something changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Guard {
    pub reply: Reply,
    /// The line of its policy that says so.
    pub line: LineId,
}

/// The blows of these combatants, by attacker, thing carried and target; `None` where a blow is not plain.
pub(super) fn clashes(roster: &[Fighter]) -> Vec<Option<Clash>> {
    let mut clashes = Vec::with_capacity(roster.len() * MOST_ITEMS * roster.len());
    for attacker in roster {
        for at in 0..MOST_ITEMS {
            let item = attacker
                .items
                .get(at)
                .filter(|item| item.kind != ItemKind::Brawl);
            let strike = item.and_then(|item| item.strike);
            clashes.extend(roster.iter().map(|target| {
                strike.map(|attack| Clash {
                    limits: attack.limits,
                    damage: attack.damage,
                    armour: target.armour[Threat::Melee as usize],
                    weapon: attack.weapon,
                })
            }));
        }
    }
    clashes
}

/// Settles how everybody who stands meets armed blows, until the next statements or the first change.
pub(super) fn take_guard<const N: usize>(arena: &Arena<N>, state: &mut State<N>) {
    if arena.scope.plain {
        for who in state.able.iter() {
            state.body_mut(who).guard = tactics::guard(arena, state, who);
        }
    }
}

/// Strikes the stated blow, if it is a plain one; false, and nothing done, if it is not.
#[inline]
pub(super) fn strike<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    if state.stale || !arena.scope.plain {
        return false;
    }
    let Action::Strike { item, target } = state.body(who).intent.action else {
        return false;
    };
    let target = target.who;
    let (Some(clash), Some(guard)) = (arena.clash(who, item, target), state.body(target).guard)
    else {
        return false;
    };
    let level = clash.limits.grade(dice);
    if level == Level::Failure {
        witness.attacked(who, target, clash.weapon, Blow::Missed);
        return true;
    }
    witness.line_used(target, guard.line);
    let (defence, tool) = match guard.reply {
        Reply::Parry(tool) => (tool.limits.grade(dice), Some(tool.item)),
        Reply::Dodge(limits) => (limits.grade(dice), None),
        Reply::Nothing | Reply::ParryThenDodge(..) => (Level::Failure, None),
    };
    let result = settle(level, defence);
    if let Some(tool) = tool
        && result.tool_loss + result.weapon_loss > 0
    {
        wear(arena, state, target, tool, result.tool_loss, witness);
        wear(arena, state, who, item, result.weapon_loss, witness);
    }
    if result.hit == Hit::None {
        witness.attacked(who, target, clash.weapon, Blow::Evaded);
        return true;
    }
    let rolled = clash
        .damage
        .roll(result.hit == Hit::Special, &arena.options, dice);
    let harm = Harm::soak(rolled, clash.armour);
    witness.attacked(who, target, clash.weapon, harm.blow());
    wound(arena, state, target, harm.dealt, witness);
    true
}
