//! Plain rounds: everybody strikes where they stand, with whole weapons and settled replies, until something changes.
//!
//! Clauses: those of `chapters/round.rs` and `chapters/attack`. Most rounds of a long melee are alike: the statements stand,
//! the defenders' reactions are settled, no house rule counts defences, nobody heals or reloads. What such a round
//! needs is looked up once per statement; what is left is to draw or roll each [`Exchange`]. A transcript goes the
//! long way and tells the same fight.

use std::ops::Range;

use super::chapters::{round, statement};
use super::decisions;
use super::nouns::arena::Arena;
use super::nouns::exchange::Exchange;
use super::nouns::fighter::small;
use super::nouns::reply::Reply;
use super::nouns::scene::{Scene, View};
use super::nouns::state::{Action, State, Target};
use super::speed::plain::{self, Step, duel, prepare, settle};
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, FighterSet, Witness};

/// Why an exchange is settled at once.
const NOT_TOLD: &str = "plain rounds are not told in words";

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
    let stand = arena.scope.plain && arena.scope.steady;
    if W::LISTENS || !stand || !at_start || state.acting == 0 {
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
    let duel = duel(arena, state);
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
                state.acted = small(at + 1);
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
    if W::LISTENS || !arena.scope.plain || (begins && places.len() == 1) {
        return false;
    }
    if begins {
        if state.stale && !aim_anew(arena, state, places.clone()) {
            return false;
        }
        let strikes = |&who: &FighterId| {
            prepare(arena, state, who, witness).is_some_and(|step| {
                state.able.has(step.target)
                    && state.body(who).in_hand == step.item
                    && !plain::is_bare(arena, who, step.item)
            })
        };
        let members = state.order[places.clone()].iter();
        if !members.filter(|who| state.able.has(**who)).all(strikes) {
            return false;
        }
        state.view = state.able;
    }
    let who = state.order[places.start];
    if state.view.has(who) {
        let step = prepare(arena, state, who, witness)
            .expect("the whole group was prepared, and blows change no statements");
        let outcome = settle::<D, W>(&step, false, dice).expect(NOT_TOLD);
        land(arena, state, &step, outcome, witness);
    }
    state.acted += 1;
    if places.len() == 1 {
        state.view = FighterSet::NONE;
    }
    true
}

/// Where something has changed since the statements, has those of a group who strike aim at whom they can strike now
/// [BRP-5.2-4], and settles how everybody meets it. Says whether they all can.
fn aim_anew<const N: usize>(arena: &Arena<N>, state: &mut State<N>, places: Range<usize>) -> bool {
    for at in places {
        let who = state.order[at];
        if !state.able.has(who) {
            continue;
        }
        let Action::Strike { item, target } = state.body(who).intent.action else {
            return false;
        };
        if !View::new(arena, state).arms(who).can_strike(item.into()) {
            return false;
        }
        if decisions::is_target(state, who, target, arena.reach) {
            continue;
        }
        let again = || decisions::pick_again(arena, state, who, target.rule, arena.reach);
        let Some(who_else) = arena.options.retarget.then(again).flatten() else {
            return false;
        };
        let target = Target {
            who: who_else,
            ..target
        };
        state.body_mut(who).intent.action = Action::Strike { item, target };
    }
    plain::take_guard(arena, state);
    true
}

/// Draws the round of a duel that has just begun, where the dice draw. Its exchanges happen here then; dice that go
/// on to roll have been told what to come out as.
#[inline]
pub(super) fn duel_round<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    dice: &mut D,
    witness: &mut W,
) {
    let Some(duel) = duel(arena, state) else {
        return;
    };
    let Some(drawn) = dice.draw(Some(duel)) else {
        return;
    };
    let steps = steps(arena, witness).expect("a duel begins with two plain blows");
    exchange(arena, state, &steps, duel.outcomes(drawn), witness);
}

/// Makes the two exchanges of a round happen, the second only if the first changed nothing or both happen at once.
pub(super) fn exchange<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    steps: &[Step<'_>; 2],
    outcomes: [Exchange; 2],
    witness: &mut W,
) {
    for (at, (step, outcome)) in steps.iter().zip(outcomes).enumerate() {
        land(arena, state, step, outcome, witness);
        state.acted += 1;
        if state.stale && !is_tied_with_next(state, at) {
            return;
        }
    }
}

/// The two blows of the first round.
pub(super) fn steps<'a, const N: usize, W: Witness>(
    arena: &'a Arena<N>,
    witness: &W,
) -> Option<[Step<'a>; 2]> {
    let step = |at: usize| prepare(arena, &arena.start, arena.start.order[at], witness);
    Some([step(0)?, step(1)?])
}

/// Whether the next to act does so at the same time as this one.
#[inline]
fn is_tied_with_next<const N: usize>(state: &State<N>, at: usize) -> bool {
    at + 1 < N && state.tied.has(FighterId::at(at + 1))
}

/// Makes a plain exchange happen.
#[inline]
fn land<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    step: &Step<'_>,
    outcome: Exchange,
    witness: &mut W,
) {
    plain::tell(step, outcome, 1, witness);
    let mut no_dice = ();
    let mut scene = Scene::new(arena, state, &mut no_dice, witness);
    if let Reply::Parry(tool) = step.guard.reply
        && outcome.tool_loss + outcome.weapon_loss > 0
    {
        let (tool_loss, weapon_loss) = (outcome.tool_loss, outcome.weapon_loss);
        scene.wear(step.target, tool.item, tool_loss);
        scene.wear(step.who, step.item, weapon_loss);
    }
    scene.wound(step.target, outcome.dealt());
}
