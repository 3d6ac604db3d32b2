//! One attack, from the announcement to what is left of it for damage.
//!
//! Clauses: SST-0-4, SST-8-4, SST-9-1, SST-9-3, SST-9-4, SST-10-1..7, SST-10-9, SST-13-4, SST-13-7, SST-13-10, SST-13-11,
//! SST-15-7. In the order of SST-10-2; what comes before, the payment, is in `turn.rs`. What a Block comes to is in
//! `block.rs`, what damage does in `damage.rs`.

use super::{block, damage, defence, marks, ones, special};
use crate::dice::{Dice, Topic};
use crate::fight::{Blow, FighterId, WHOLE, Witness};
use crate::rules::swift_swords::events::{FUMBLE, RIPOSTE};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::attack::{Attack, Hit, Incoming, Means, Purpose, Result};
use crate::rules::swift_swords::nouns::choices::Helps;
use crate::rules::swift_swords::nouns::defence::Defence;
use crate::rules::swift_swords::nouns::luck::{AttackRoll, Luck, MOST_DICE, Rolled, need};
use crate::rules::swift_swords::nouns::state::State;
use crate::rules::swift_swords::questions::{arms, attacks, reach, tohit};
use crate::rules::swift_swords::reading::tables::Code;
use crate::rules::swift_swords::{decisions, telling};

/// Resolves a plain blow whose dice have been paid: what most attacks are, so it has code of its own.
pub(crate) fn blow<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    (attacker, target): (FighterId, FighterId),
    weapon: u8,
    dice: &mut D,
    witness: &mut W,
) {
    let attack = Attack {
        attacker,
        target,
        means: Means::Melee(weapon),
        purpose: Purpose::Harm,
        bonus: 0,
    };
    resolved(arena, state, attack, dice, witness);
}

/// Resolves an attack whose dice have been paid.
pub(crate) fn resolve<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    attack: Attack,
    dice: &mut D,
    witness: &mut W,
) -> Result {
    resolved(arena, state, attack, dice, witness)
}

/// The same, made anew for every caller, so that what it knows of its attacks is asked no more.
#[expect(
    clippy::inline_always,
    reason = "two callers, one of which leaves little of it"
)]
#[inline(always)]
fn resolved<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    attack: Attack,
    dice: &mut D,
    witness: &mut W,
) -> Result {
    let (who, target) = (attack.attacker, attack.target);
    let fallen = !state.fighting.has(target);
    if fallen && !state.body(target).status.is_down() {
        return missed(arena, attack, witness);
    }
    if !fallen
        && arena.fighter(target).real(attacks::track(arena, attack)) == 0
        && attack.purpose == Purpose::Harm
    {
        return damage::squash(arena, state, attack, witness);
    }
    let terms = tohit::terms(arena, state, attack);
    let incoming = Incoming {
        attacker: who,
        dice: 0,
        sl: terms.sl,
        missile: attack.means.is_shot(),
        code: attacks::code(arena, state, attack),
    };
    let picked = pick_up(arena, state, attack, dice, witness);
    let effort = terms.ones && !attack.means.is_riposte();
    let effort = effort
        && ones::effort(
            arena,
            state,
            who,
            (Helps::Attack, Some(incoming)),
            dice,
            witness,
        );
    // A second one could not go into the same roll [SST-9-4].
    let terms = tohit::Terms {
        ones: terms.ones && !effort,
        ..terms
    };
    let sum = terms.dice + i32::from(picked) + i32::from(effort);
    let pool = u8::try_from(sum.clamp(0, MOST_DICE.into())).expect("few dice");
    telling::attacks(arena, attack, pool, terms, picked, witness);
    if pool == 0 {
        return missed(arena, attack, witness);
    }
    let incoming = Incoming {
        dice: pool,
        ..incoming
    };
    let defence = if attack.means.is_riposte() || attack.purpose == Purpose::Break {
        Defence::None
    } else {
        defence::meet(arena, state, attack, incoming, dice, witness)
    };
    let dodged = if let Defence::Dodge(n) = defence {
        n
    } else {
        0
    };
    if dodged >= pool {
        marks::expose(state, who, dodged - pool, witness);
        defence::decay(state, target, 1);
        telling::dodged(arena, state, attack, dodged - pool, witness);
        evaded(arena, attack, witness);
        return Result::default();
    }
    let rolled = roll(arena, state, attack, (pool - dodged, terms), dice, witness);
    let settled = settle(arena, state, attack, rolled, defence, witness);
    finish(
        arena,
        state,
        attack,
        (terms, rolled, incoming.code),
        (settled, defence),
        dice,
        witness,
    )
}

/// What an attack roll comes to once a Parry has done its part.
#[derive(Debug, Clone, Copy)]
struct Settled {
    /// Successes that count.
    counted: u8,
    /// Those that would have counted without the Parry.
    unparried: u8,
}

/// Rolls the dice that are left, and raises one of them if the attacker wants to [SST-9-3].
#[inline]
fn roll<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    attack: Attack,
    (count, terms): (u8, tohit::Terms),
    dice: &mut D,
    witness: &mut W,
) -> Rolled {
    let who = attack.attacker;
    let raises =
        terms.ones && !attack.means.is_riposte() && decisions::may_raise(arena, state, who);
    let pool = AttackRoll {
        dice: count,
        need: need(terms.sl),
        near: raises,
    };
    let mut log = telling::log::<W>();
    dice.about(Topic::Deed(who.0));
    dice.about(Topic::Attack);
    let rolled = pool.settle(arena.tables, dice, log.as_mut());
    telling::rolled(arena, who, (pool, rolled), log, witness);
    if !raises || rolled.near + rolled.ones == 0 {
        return rolled;
    }
    let seen = (Helps::Attack, rolled, pool.need);
    ones::raise(arena, state, who, seen, dice, witness)
}

/// Turns misses into ones by a Parry, and finds out whether it was a fumble [SST-10-4, SST-10-5, SST-13-10].
#[inline]
fn settle<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    attack: Attack,
    rolled: Rolled,
    defence: Defence,
    witness: &mut W,
) -> Settled {
    let options = &arena.options;
    let who = attack.attacker;
    let parried = if let Defence::Parry(n) = defence {
        n
    } else {
        0
    };
    let converted = parried.min(rolled.misses + rolled.near);
    let ones = rolled.ones + converted;
    let natural = rolled.ones > rolled.hits;
    let fumble = natural || (options.parry_can_fumble && ones > rolled.hits);
    let exposures = if !fumble {
        ones
    } else if options.parry_keep_on_fumble {
        converted
    } else {
        0
    };
    marks::expose(state, who, exposures, witness);
    if fumble && state.fighting.has(who) {
        witness.happened(who, FUMBLE, WHOLE);
        state.body_mut(who).fumbled = true;
    }
    if parried > 0 {
        telling::parried(arena, attack.target, converted, witness);
    }
    if exposures > 0 || fumble {
        telling::marked(arena, who, exposures, fumble, witness);
    }
    let counts = |fumbled: bool| {
        if fumbled && options.fumble_negates {
            0
        } else {
            rolled.hits
        }
    };
    Settled {
        counted: counts(fumble),
        unparried: counts(natural),
    }
}

/// Block, armour, damage, riposte.
#[inline]
fn finish<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    attack: Attack,
    (terms, rolled, code): (tohit::Terms, Rolled, Code),
    (settled, defence): (Settled, Defence),
    dice: &mut D,
    witness: &mut W,
) -> Result {
    let target = attack.target;
    let counted = settled.counted;
    if attack.purpose == Purpose::Break {
        defence::decay(state, target, counted);
        telling::broken(arena, state, target, counted, witness);
        missed(arena, attack, witness);
        return Result {
            last: counted,
            hurt: false,
        };
    }
    let against = block::Against {
        armour: attacks::armour(arena, state, attack),
        pool: if let Defence::Block(n) = defence {
            n
        } else {
            0
        },
    };
    let blocked = block::settle(
        arena,
        state,
        attack,
        (counted, rolled),
        against,
        dice,
        witness,
    );
    match defence {
        Defence::Dodge(_) => defence::decay(state, target, 1),
        Defence::Block(_) => defence::decay(state, target, 1 + blocked.struck),
        Defence::None | Defence::Parry(_) => {}
    }
    let hurt = if matches!(attack.purpose, Purpose::Touch | Purpose::Slam) {
        missed(arena, attack, witness);
        false
    } else {
        let landed = (terms, rolled, code, settled);
        harm(arena, state, attack, landed, blocked, dice, witness)
    };
    if matches!(defence, Defence::Parry(_)) {
        riposte(arena, state, attack, dice, witness);
    }
    Result {
        last: blocked.last,
        hurt,
    }
}

/// What is left of the successes does damage. Whether it did any.
#[inline]
fn harm<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    attack: Attack,
    (terms, rolled, code, settled): (tohit::Terms, Rolled, Code, Settled),
    blocked: block::Blocked,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    let (who, target) = (attack.attacker, attack.target);
    let seen = (terms, rolled, blocked.last);
    let last = special::choose(arena, state, attack, seen, dice, witness);
    let points = damage::points(arena, state, attack, (code, last.successes), dice);
    let blow = ended(settled, blocked, (code, points));
    let weapon = arena.counted(attack.means.cause());
    witness.attacked(who, target, weapon, blow);
    telling::outcome(arena, attack, blow, witness);
    if points > 0 {
        let hit = Hit {
            target,
            by: Some(attack),
            track: attacks::track(arena, attack),
            damage: points,
            massive: code.massive,
        };
        let ranks = damage::hurt(arena, state, hit, dice, witness);
        witness.lost(who, target, weapon, ranks.unwrap_or(0).into());
        if ranks.is_some() {
            special::carry_out(arena, state, attack, last, dice, witness);
        }
        return ranks.is_some();
    }
    if matches!(blow, Blow::Landed { .. }) {
        witness.lost(who, target, weapon, 0);
    }
    false
}

/// How the tally counts it.
fn ended(settled: Settled, blocked: block::Blocked, (code, points): (Code, u8)) -> Blow {
    let counted = settled.counted;
    if counted == 0 {
        if settled.unparried > 0 {
            Blow::Evaded
        } else {
            Blow::Missed
        }
    } else if points == 0 && blocked.without_shield > 0 {
        Blow::Evaded
    } else {
        let rolled = u32::from(code.damage(counted).max(points));
        Blow::Landed {
            rolled,
            stopped: rolled - u32::from(points),
            dealt: points.into(),
        }
    }
}

/// Takes exposure dice off the target for this attack [SST-10-6]. How many dice they add.
#[inline]
fn pick_up<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    attack: Attack,
    dice: &mut D,
    witness: &mut W,
) -> u8 {
    let there = state.body(attack.target).exposures;
    if there == 0 || attack.means.is_riposte() {
        return 0;
    }
    if !decisions::picks_up(arena, state, attack.attacker, attack.target, dice, witness) {
        return 0;
    }
    let taken = if arena.options.pickup_all { there } else { 1 };
    state.body_mut(attack.target).exposures -= taken;
    taken
}

/// An attack with the exposure dice that a Parry has left on the attacker [SST-13-11].
fn riposte<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    parried: Attack,
    dice: &mut D,
    witness: &mut W,
) {
    let (who, target) = (parried.target, parried.attacker);
    if !state.fighting.has(who) || !state.fighting.has(target) || state.body(who).states.any() {
        return;
    }
    let exposed = state.body(target).exposures;
    if exposed == 0 || !decisions::ripostes(arena, state, who, target, dice, witness) {
        return;
    }
    let Some(weapon) = arms::melee(arena, state, who, arms::ANY) else {
        return;
    };
    if !reach::strikes_from(arena, state, (who, weapon), target) {
        return;
    }
    state.body_mut(target).exposures = 0;
    witness.happened(who, RIPOSTE, WHOLE);
    let riposte = Attack {
        attacker: who,
        target,
        means: Means::Riposte(weapon, exposed),
        purpose: Purpose::Harm,
        bonus: 0,
    };
    resolve(arena, state, riposte, dice, witness);
}

#[inline]
fn missed<const N: usize, W: Witness>(arena: &Arena<N>, attack: Attack, witness: &mut W) -> Result {
    let weapon = arena.counted(attack.means.cause());
    witness.attacked(attack.attacker, attack.target, weapon, Blow::Missed);
    Result::default()
}

#[inline]
fn evaded<const N: usize, W: Witness>(arena: &Arena<N>, attack: Attack, witness: &mut W) {
    let weapon = arena.counted(attack.means.cause());
    witness.attacked(attack.attacker, attack.target, weapon, Blow::Evaded);
}

#[cfg(test)]
mod tests;
