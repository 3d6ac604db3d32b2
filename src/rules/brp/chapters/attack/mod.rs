//! One attack, from the roll to the wound.
//!
//! Clauses: BRP-5.5-1..5, BRP-5.6-2..7, BRP-5.8-2, BRP-5.9-5, BRP-5.10-1, BRP-5.11-4. What happens is worked out from
//! a `view` of the situation ([`resolve`]) and applied afterwards ([`aftermath`](super::aftermath)), so that simultaneous attacks all
//! read the situation before them [BRP-5.4-4].

use crate::dice::{Dice, Topic};
use crate::fight::{Blow, EventId, FighterId, WHOLE, Witness};
use crate::rules::brp::decisions;
use crate::rules::brp::events::{SPECIAL_ATTACK, SPECIAL_DEFENCE, SPECIAL_HIT};
use crate::rules::brp::nouns::arena::Arena;
use crate::rules::brp::nouns::attack::{Effects, Incoming, Swing};
use crate::rules::brp::nouns::chance::Level;
use crate::rules::brp::nouns::damage::Harm;
use crate::rules::brp::nouns::exchange::Tabled;
use crate::rules::brp::nouns::fighter::ItemKind;
use crate::rules::brp::nouns::matrix::{Hit, settle};
use crate::rules::brp::nouns::reply::{Reply, Tool};
use crate::rules::brp::nouns::state::State;
use crate::rules::brp::questions::attack::{armour, limits, threat};
use crate::rules::brp::questions::defence::Defence;
use crate::rules::brp::speed::plain;
use crate::rules::brp::telling::{self, Struck};

/// Rolls the attack, the defence its target chooses, and the damage.
#[inline]
#[expect(
    clippy::too_many_lines,
    reason = "the steps of an attack in their order"
)]
pub(crate) fn resolve<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    view: &State<N>,
    live: &State<N>,
    swing: Swing,
    dice: &mut D,
    witness: &mut W,
) -> Effects {
    let (attack, threat) = threat(arena, swing);
    let mut effects = Effects {
        swing,
        dealt: 0,
        weapon_loss: 0,
        tool: None,
        defences: 0,
    };
    if let Some(step) = plain::swing(arena, view, swing, witness) {
        // Of a duel's round it has been settled before what its blows come to.
        let foreseen = plain::duel(arena, view).is_some();
        if let Some(outcome) = plain::settle::<_, W>(&step, foreseen, dice) {
            plain::tell(&step, outcome, 1, witness);
            effects.dealt = outcome.dealt();
            effects.weapon_loss = outcome.weapon_loss;
            if let (Reply::Parry(tool), true) = (step.guard.reply, outcome.is_answered()) {
                effects.tool = Some((tool.item, outcome.tool_loss));
            }
            return effects;
        }
    } else {
        dice.draw(None::<&Tabled>);
    }
    let limits = limits(arena, view, swing, attack);
    dice.about(Topic::Deed(swing.attacker.0));
    dice.about(Topic::Attack);
    let level = limits.grade(dice);
    telling::attack(arena, view, swing, limits, level, dice, witness);
    note(
        level == Level::Special,
        swing.attacker,
        SPECIAL_ATTACK,
        witness,
    );
    if level == Level::Failure {
        witness.attacked(swing.attacker, swing.target, attack.weapon, Blow::Missed);
        return effects;
    }
    let brawl =
        arena.fighter(swing.attacker).items[usize::from(swing.item)].kind == ItemKind::Brawl;
    let incoming = Incoming {
        attacker: swing.attacker,
        level,
        threat,
        item: Some(swing.item),
        brawl,
    };
    let defence = Defence {
        arena,
        view,
        live,
        who: swing.target,
    };
    let reply = if defence.is_aware(swing.attacker) {
        decisions::react(&defence, incoming, dice, witness)
    } else {
        Reply::Nothing
    };
    if matches!(reply, Reply::Nothing) {
        telling::undefended(&defence, swing.attacker, witness);
    }
    let answer = answer(&defence, incoming, reply, &mut effects, dice, witness);
    note(
        answer.level == Level::Special,
        swing.target,
        SPECIAL_DEFENCE,
        witness,
    );
    if answer.cancelled {
        telling::stopped(true, witness);
        witness.attacked(swing.attacker, swing.target, attack.weapon, Blow::Evaded);
        return effects;
    }
    let result = settle(level, answer.level);
    if let Some(tool) = answer.counting_tool {
        let bare = arena.fighter(swing.target).items[usize::from(tool)].kind == ItemKind::Brawl;
        effects.tool = Some((tool, result.tool_loss));
        let spared = swing.missile || bare;
        effects.weapon_loss = if spared { 0 } else { result.weapon_loss };
    }
    if result.hit == Hit::None {
        telling::stopped(answer.counting_tool.is_some(), witness);
        witness.attacked(swing.attacker, swing.target, attack.weapon, Blow::Evaded);
        return effects;
    }
    let special = result.hit == Hit::Special;
    note(special, swing.attacker, SPECIAL_HIT, witness);
    let armour = armour(arena, view, swing.target, threat);
    let harm = if W::LISTENS {
        let rolled = attack.damage.roll(special, &arena.options, dice);
        let harm = Harm::soak(rolled.total(), armour);
        let struck = Struck {
            swing,
            level,
            damage: attack.damage,
            rolled,
            harm,
        };
        telling::harm(arena, live, struck, witness);
        harm
    } else {
        attack.damage.harm(special, armour, &arena.options, dice)
    };
    effects.dealt = harm.dealt;
    witness.attacked(swing.attacker, swing.target, attack.weapon, harm.blow());
    effects
}

/// Counts something that may have happened.
#[inline]
fn note<W: Witness>(happened: bool, who: FighterId, event: EventId, witness: &mut W) {
    if happened {
        witness.happened(who, event, WHOLE);
    }
}

/// What a defence came to.
#[derive(Debug, Clone, Copy)]
struct Answer {
    level: Level,
    /// The tool whose parry counts, if it is a parry that counts.
    counting_tool: Option<u8>,
    /// Stopped outright, whatever the levels.
    cancelled: bool,
}

/// Rolls the defence chosen. With both, the better level counts, the parry where they are equal [BRP-5.6-4].
#[inline]
fn answer<const N: usize, D: Dice, W: Witness>(
    defence: &Defence<'_, N>,
    incoming: Incoming,
    reply: Reply,
    effects: &mut Effects,
    dice: &mut D,
    witness: &mut W,
) -> Answer {
    let none = Answer {
        level: Level::Failure,
        counting_tool: None,
        cancelled: false,
    };
    match reply {
        Reply::Nothing => none,
        Reply::Parry(tool) => parry(defence, incoming, tool, effects, dice, witness),
        Reply::Dodge(limits) => {
            effects.defences += 1;
            dice.about(Topic::Defence);
            let level = limits.grade(dice);
            telling::dodge(defence, limits, level, dice, witness);
            Answer { level, ..none }
        }
        Reply::ParryThenDodge(tool, limits) => {
            let parried = parry(defence, incoming, tool, effects, dice, witness);
            if parried.cancelled || parried.level >= incoming.level {
                return parried;
            }
            effects.defences += 1;
            dice.about(Topic::Defence);
            let level = limits.grade(dice);
            telling::dodge(defence, limits, level, dice, witness);
            if level > parried.level {
                Answer { level, ..none }
            } else {
                parried
            }
        }
    }
}

#[inline]
fn parry<const N: usize, D: Dice, W: Witness>(
    defence: &Defence<'_, N>,
    incoming: Incoming,
    tool: Tool,
    effects: &mut Effects,
    dice: &mut D,
    witness: &mut W,
) -> Answer {
    effects.defences += 1;
    effects.tool = Some((tool.item, 0));
    dice.about(Topic::Defence);
    let level = tool.limits.grade(dice);
    telling::parry(defence, incoming, tool, level, dice, witness);
    let cancelled = tool.flat && level > Level::Failure;
    let counts = !tool.flat;
    Answer {
        level: if counts { level } else { Level::Failure },
        counting_tool: counts.then_some(tool.item),
        cancelled,
    }
}

#[cfg(test)]
mod tests;
