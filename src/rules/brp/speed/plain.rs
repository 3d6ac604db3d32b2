//! Plain rounds: everybody strikes where they stand, with whole weapons and settled minds, until something changes.
//!
//! Clauses: those of `round.rs` and `attack`. Most rounds of a long melee are alike: the statements stand, the
//! defenders' reactions are settled, no house rule counts defences, nobody heals or reloads. What such a round
//! needs is looked up once per statement; what is left is to draw or roll each [`Exchange`]. A transcript goes the
//! long way and tells the same fight.

use crate::rules::brp::nouns::reply::{Guard, Reply};
use std::ops::Range;

use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, FighterSet, Place, WeaponId, Witness};
use crate::rules::brp::chapters::aftermath::{wear, wound};
use crate::rules::brp::chapters::{round, statement};
use crate::rules::brp::nouns::arena::Arena;
use crate::rules::brp::nouns::attack::Swing;
use crate::rules::brp::nouns::exchange::{Exchange, Tabled, Terms};
use crate::rules::brp::nouns::fighter::{self, ItemKind};
use crate::rules::brp::nouns::state::{Action, State};
use crate::rules::brp::{decisions, duel};

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

/// Why an exchange is settled at once.
const NOT_TOLD: &str = "plain rounds are not told in words";

/// Plays plain rounds from the start of a round on, for as long as they are plain. Leaves the fight at the start of
/// a round that is not, or right after the blow that changed something.
#[inline]
pub(crate) fn rounds<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    dice: &mut D,
    witness: &mut W,
) {
    let at_start = state.acted == 0 && (!state.stale || round::is_opening(state));
    if W::LISTENS || !arena.scope.plain || !at_start || state.acting == 0 {
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
    let duel = duel::of(arena, state);
    'rounds: loop {
        state.round += 1;
        dice.about(Topic::Round(state.round));
        witness.round_began(state.round);
        let both = duel.and_then(|duel| dice.draw(Some(duel)).map(|at| duel.outcomes(at)));
        for (at, step) in steps.iter().flatten().enumerate() {
            let outcome = match &both {
                Some(both) => both[at],
                None => settle::<D, W>(step, false, dice).expect(NOT_TOLD),
            };
            land(arena, state, step, outcome, witness);
            // Those who are tied all act on the situation before them [BRP-5.4-4].
            if state.stale && !is_tied_with_next(state, at) {
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
    statement::repeat(state, speakers, u64::from(state.round - before), witness);
}

/// Whether the next to act does so at the same time as this one.
#[inline]
pub(crate) fn is_tied_with_next<const N: usize>(state: &State<N>, at: usize) -> bool {
    at + 1 < N && state.tied.has(FighterId::at(at + 1))
}

/// Lets the next of a group that acts together strike, if all of the group strike plain blows; says whether. They hang
/// on nothing that the others' blows change, so each of them can be a step: `view` remembers who was able before.
#[inline]
pub(crate) fn one_of_a_group<const N: usize, D: Dice, W: Witness>(
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
                    && !is_bare(arena, who, step.item)
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
    let outcome = settle::<D, W>(&step, false, dice).expect(NOT_TOLD);
    land(arena, state, &step, outcome, witness);
    if places.len() == 1 {
        state.view = FighterSet::NONE;
    }
    true
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

fn is_bare<const N: usize>(arena: &Arena<N>, who: FighterId, item: u8) -> bool {
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

/// Makes a plain exchange happen.
#[inline]
pub(crate) fn land<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    step: &Step<'_>,
    outcome: Exchange,
    witness: &mut W,
) {
    tell(step, outcome, 1, witness);
    if let Reply::Parry(tool) = step.guard.reply
        && outcome.tool_loss + outcome.weapon_loss > 0
    {
        let (tool_loss, weapon_loss) = (outcome.tool_loss, outcome.weapon_loss);
        wear(arena, state, step.target, tool.item, tool_loss, witness);
        wear(arena, state, step.who, step.item, weapon_loss, witness);
    }
    wound(arena, state, step.target, outcome.dealt(), witness);
}

/// Tells a witness of so many exchanges that ended alike.
#[inline]
pub(crate) fn tell<W: Witness>(step: &Step<'_>, outcome: Exchange, times: u64, witness: &mut W) {
    let (place, mark) = (step.place, outcome.mark);
    witness.marked(place, step.who, step.target, step.weapon, mark, times);
    if outcome.is_answered() {
        witness.line_repeated(step.target, step.guard.line, times);
    }
}
