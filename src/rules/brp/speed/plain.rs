//! Plain blows: the attacker's weapon is whole and the defender's reply settled, so the odds are known.
//!
//! Clauses: those of `chapters/attack`. What such a blow needs is looked up; what is left is to draw or roll its
//! [`Exchange`].

use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Place, WeaponId, Witness};
use crate::rules::brp::decisions;
use crate::rules::brp::events::{SPECIAL_ATTACK, SPECIAL_DEFENCE, SPECIAL_HIT};
use crate::rules::brp::nouns::arena::Arena;
use crate::rules::brp::nouns::attack::Swing;
use crate::rules::brp::nouns::duel::Duel;
use crate::rules::brp::nouns::exchange::{Exchange, Tabled, Terms};
use crate::rules::brp::nouns::fighter::ItemKind;
use crate::rules::brp::nouns::reply::Guard;
use crate::rules::brp::nouns::state::{Action, State};

/// Settles how everybody who stands meets armed blows, until the next statements or the first change.
pub(crate) fn take_guard<const N: usize>(arena: &Arena<N>, state: &mut State<N>) {
    if arena.scope.plain {
        for who in state.able.iter() {
            state.body_mut(who).guard = decisions::guard(arena, state, who, false);
        }
    }
}

/// One blow of the round, ready to be drawn or rolled.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step<'a> {
    pub who: FighterId,
    pub target: FighterId,
    pub item: u8,
    pub weapon: WeaponId,
    pub terms: Terms,
    pub tabled: Option<&'a Tabled>,
    pub guard: Guard,
    place: Place,
}

/// What a fighter's stated blow comes down to, if it is a plain one.
pub(crate) fn prepare<'a, const N: usize, W: Witness>(
    arena: &'a Arena<N>,
    state: &State<N>,
    who: FighterId,
    witness: &W,
) -> Option<Step<'a>> {
    let Action::Strike { item, target } = state.body(who).intent.action else {
        return None;
    };
    let near = state.distance(who, target.who) <= arena.reach;
    let held =
        arena.fighter(who).items[usize::from(item)].is_shield() || state.body(who).in_hand == item;
    if !near || !held {
        return None;
    }
    let guard = met_with(arena, state, (who, item, target.who))?;
    step(arena, (who, item, target.who), guard, witness)
}

/// What an attack that is being made comes down to, if it is a plain blow.
pub(crate) fn swing<'a, const N: usize, W: Witness>(
    arena: &'a Arena<N>,
    view: &State<N>,
    swing: Swing,
    witness: &W,
) -> Option<Step<'a>> {
    let Swing {
        attacker,
        target,
        item,
        missile,
    } = swing;
    if !arena.scope.plain || missile || !view.able.has(target) {
        return None;
    }
    let guard = if view.stale {
        decisions::guard(arena, view, target, is_bare(arena, attacker, item))
    } else {
        met_with(arena, view, (attacker, item, target))
    };
    step(arena, (attacker, item, target), guard?, witness)
}

pub(crate) fn is_bare<const N: usize>(arena: &Arena<N>, who: FighterId, item: u8) -> bool {
    arena.fighter(who).items[usize::from(item)].kind == ItemKind::Brawl
}

/// How the target meets a blow with this thing by what was settled at the statement.
pub(crate) fn met_with<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    (who, item, target): (FighterId, u8, FighterId),
) -> Option<Guard> {
    if is_bare(arena, who, item) {
        decisions::guard(arena, state, target, true)
    } else {
        state.body(target).guard
    }
}

fn step<'a, const N: usize, W: Witness>(
    arena: &'a Arena<N>,
    (who, item, target): (FighterId, u8, FighterId),
    guard: Guard,
    witness: &W,
) -> Option<Step<'a>> {
    let (attacker, defender) = (arena.fighter(who), arena.fighter(target));
    let weapon = attacker.items[usize::from(item)].strike.as_ref()?.weapon;
    let terms = Terms::new(&arena.options, attacker, item, defender, guard.reply)?;
    Some(Step {
        who,
        target,
        item,
        weapon,
        terms,
        tabled: arena.tabled(who, item, target, guard.reply, &terms),
        guard,
        place: witness.place(who, target, weapon),
    })
}

/// Draws or rolls a plain exchange. `None` where somebody wants to hear how it is rolled: step by step then, though
/// dice that draw know by now what it comes to. One `foreseen` is not drawn again.
#[inline]
pub(crate) fn settle<D: Dice, W: Witness>(
    step: &Step<'_>,
    foreseen: bool,
    dice: &mut D,
) -> Option<Exchange> {
    if !foreseen && let (Some(tabled), Some(drawn)) = (step.tabled, dice.draw(step.tabled)) {
        return Some(tabled.outcome(drawn));
    }
    dice.about(Topic::Deed(step.who.0));
    (!W::LISTENS).then(|| dice.piece(step.terms, |dice| step.terms.roll(dice)))
}

/// Tells a witness of so many exchanges that ended alike.
#[inline]
pub(crate) fn tell<W: Witness>(step: &Step<'_>, outcome: Exchange, times: u64, witness: &mut W) {
    let (place, mark) = (step.place, outcome.mark);
    witness.marked(place, step.who, step.target, step.weapon, mark, times);
    if outcome.is_answered() {
        witness.line_repeated(step.target, step.guard.line, times);
    }
    let [attack, hit, defence] = outcome.specials;
    for (who, event, parts) in [
        (step.who, SPECIAL_ATTACK, attack),
        (step.who, SPECIAL_HIT, hit),
        (step.target, SPECIAL_DEFENCE, defence),
    ] {
        if parts > 0 {
            witness.happened(who, event, u64::from(parts) * times);
        }
    }
}

/// The duel, if the round about to begin, or in progress with nothing changed by it, is one of its rounds.
#[inline]
pub(crate) fn duel<'a, const N: usize>(arena: &'a Arena<N>, state: &State<N>) -> Option<&'a Duel> {
    let duel = arena.duel.as_ref()?;
    let start = &arena.start;
    let as_at_first = |who: FighterId| {
        let (now, then) = (state.body(who), start.body(who));
        now.intent.action == then.intent.action && now.at == then.at
    };
    let is_met_alike = |blow: &(FighterId, u8, FighterId, Guard)| {
        let &(who, item, target, guard) = blow;
        met_with(arena, state, (who, item, target)) == Some(guard)
    };
    let goes = !state.stale
        && (state.acting, state.tied, state.order) == (start.acting, start.tied, start.order);
    let alike =
        goes && arena.lineup.everybody().all(as_at_first) && duel.blows.iter().all(is_met_alike);
    alike.then_some(duel)
}
