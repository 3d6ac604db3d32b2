//! Plain rounds: everybody strikes where they stand, with whole weapons and settled minds, until something changes.
//!
//! Clauses: those of `round.rs` and `attack.rs`. Most rounds of a long melee are alike: the statements stand, the
//! defenders answer by reflex, no house rule counts defences, nobody heals, reloads or is tied. What such a round
//! needs is looked up once per matchup ([`Clash`]) and once per statement ([`Guard`]); what is left is to roll. The
//! dice are asked what [`attack::resolve`](super::attack::resolve) would ask, in the same order, so a transcript,
//! which goes the long way, tells the same fight.

use std::ops::Range;

use super::aftermath::{wear, wound};
use super::arena::Arena;
use super::chance::{Level, Limits};
use super::damage::Damage;
use super::fighter::{self, Fighter, ItemKind, MOST_ITEMS, Threat};
use super::matrix::{Hit, settle};
use super::state::{Action, State};
use super::tactics::{self, Reply};
use super::{round, statement};
use crate::dice::Dice;
use crate::fight::{Blow, FighterId, FighterSet, LineId, Place, WeaponId, Witness};

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

/// One blow of the round, ready to be rolled.
#[derive(Clone, Copy)]
struct Step<'a> {
    who: FighterId,
    target: FighterId,
    item: u8,
    clash: &'a Clash,
    guard: Guard,
    place: Place,
}

/// Plays plain rounds from the start of a round on, for as long as they are plain. Leaves the fight at the start of
/// a round that is not, or right after the blow that changed something.
#[inline]
pub(super) fn rounds<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    dice: &mut D,
    witness: &mut W,
) {
    let at_start = state.acted == 0 && (!state.stale || round::is_opening(state));
    let eventful = !state.tied.is_empty() || state.acting == 0;
    if W::LISTENS || !arena.scope.plain || !at_start || eventful {
        return;
    }
    let acting = usize::from(state.acting);
    let mut steps = [None; N];
    for (step, &who) in steps.iter_mut().zip(&state.order[..acting]) {
        *step = prepare(arena, state, who, witness);
        if step.is_none() {
            return;
        }
    }
    let (before, speakers) = (state.round, state.able);
    let was_stale = state.stale;
    state.stale = false;
    'rounds: loop {
        state.round += 1;
        witness.round_began(state.round);
        for (at, step) in steps.iter().flatten().enumerate() {
            strike(arena, state, step, dice, witness);
            if state.stale {
                state.acted = fighter::small(at + 1);
                break 'rounds;
            }
        }
        if was_stale || state.round >= arena.cast.round_cap {
            state.acted = state.acting;
            break;
        }
    }
    state.stale |= was_stale;
    statement::repeat(state, speakers, state.round - before, witness);
}

/// Lets the next of a group that acts together strike, if all of the group strike plain blows; says whether. They hang
/// on nothing that the others' blows change, so each of them can be a step: `view` remembers who was able before.
#[inline]
pub(super) fn one_of_a_group<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    places: Range<usize>,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    let begins = state.view.is_empty();
    if W::LISTENS || !arena.scope.plain || (begins && state.stale) {
        return false;
    }
    if begins {
        let strikes = |&who: &FighterId| {
            prepare(arena, state, who, witness).is_some_and(|step| {
                state.able.has(who)
                    && state.able.has(step.target)
                    && state.body(who).in_hand == step.item
            })
        };
        if !state.order[places.clone()].iter().all(strikes) {
            return false;
        }
        state.view = state.able;
    }
    let who = state.order[places.start];
    let step = prepare(arena, state, who, witness)
        .expect("the whole group was prepared, and blows change no statements");
    strike(arena, state, &step, dice, witness);
    if places.len() == 1 {
        state.view = FighterSet::NONE;
    }
    true
}

/// What a fighter's stated blow comes down to, if it is a plain one.
fn prepare<'a, const N: usize, W: Witness>(
    arena: &'a Arena<N>,
    state: &State<N>,
    who: FighterId,
    witness: &W,
) -> Option<Step<'a>> {
    let Action::Strike { item, target } = state.body(who).intent.action else {
        return None;
    };
    let target = target.who;
    let near = state.distance(who, target) <= arena.reach;
    let clash = arena.clash(who, item, target).filter(|_| near)?;
    let guard = state.body(target).guard?;
    let place = witness.place(who, target, clash.weapon);
    Some(Step {
        who,
        target,
        item,
        clash,
        guard,
        place,
    })
}

/// Rolls a plain blow and the reaction to it.
#[inline]
fn strike<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    step: &Step<'_>,
    dice: &mut D,
    witness: &mut W,
) {
    let &Step {
        who,
        target,
        item,
        clash,
        guard,
        place,
    } = step;
    let level = clash.limits.grade(dice);
    if level == Level::Failure {
        witness.attacked_there(place, who, target, clash.weapon, Blow::Missed);
        return;
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
        witness.attacked_there(place, who, target, clash.weapon, Blow::Evaded);
        return;
    }
    let special = result.hit == Hit::Special;
    let harm = clash
        .damage
        .harm(special, clash.armour, &arena.options, dice);
    witness.attacked_there(place, who, target, clash.weapon, harm.blow());
    wound(arena, state, target, harm.dealt, witness);
}
