//! The Statement of Intent: highest DEX first, everybody says what they will do.
//!
//! Clauses: BRP-5.2-1..5, BRP-X-5. Slower fighters know the intents of faster ones; positions and hit points are
//! those at the start of the round. With `intent = "skip"` nothing is stated: a fighter makes up its mind to move when
//! its movement comes, with an action in view that nobody hears of and that it may change at its DEX rank.

use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, LineId, ListId, Silent, Witness};
use crate::rules::brp::decisions::Asked;
use crate::rules::brp::nouns::arena::Arena;
use crate::rules::brp::nouns::scene::{Scene, View};
use crate::rules::brp::nouns::state::{Action, Go, Intent, Line, State};

/// Everybody able states an intent.
pub(crate) fn phase<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    dice: &mut D,
    witness: &mut W,
) {
    for who in state.able.iter() {
        state.body_mut(who).intent = Intent::NONE;
    }
    if !arena.options.declared {
        return;
    }
    let (speakers, count) = View::new(arena, state).by_dex(View::first_choice);
    for &who in &speakers[..count] {
        state_intent(arena, state, who, dice, witness);
    }
}

/// One fighter makes up its mind: stance, action and movement, in this order.
pub(crate) fn state_intent<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) {
    let mut intent = Intent::NONE;
    let mut scene = Scene::new(arena, state, dice, witness);
    (intent.kneel, intent.lines[0]) = scene.frozen().stance(who);
    scene.body_mut(who).intent = intent;
    let chosen = if arena.options.declared {
        scene.frozen().action(who, Asked::Ahead)
    } else {
        Scene::new(arena, scene.state, scene.dice, &mut Silent)
            .frozen()
            .action(who, Asked::Ahead)
    };
    (intent.action, intent.length, intent.lines[1]) = (chosen.action, chosen.length, chosen.line);
    scene.body_mut(who).intent = intent;
    let (go, line) = scene.frozen().go(who);
    intent.lines[2] = line;
    intent.go = go.unwrap_or_else(|| by_custom(intent.action));
    intent.spoken = arena.options.declared;
    scene.body_mut(who).intent = intent;
    if intent.spoken {
        scene.tell_intent(who);
    }
}

/// The movement that an action asks for by itself: a melee attacker, healer or waker closes in [BRP-5.3-4].
fn by_custom(action: Action) -> Go {
    match action {
        Action::Strike { target, .. } => Go::up_to(target.who),
        Action::FirstAid(treatment) => Go::up_to(treatment.patient),
        Action::Wake { patient } => Go::up_to(patient),
        Action::None | Action::Shoot { .. } | Action::Reload { .. } => Go::Stay,
    }
}

/// Counts the lines of intents that stand from the round before once more, or so many times: they would be taken
/// again.
#[inline]
pub(crate) fn repeat<const N: usize, W: Witness>(
    state: &State<N>,
    speakers: FighterSet,
    times: u64,
    witness: &mut W,
) {
    for who in speakers.iter() {
        for (list, line) in state.body(who).intent.lines.iter().enumerate() {
            match *line {
                Line::Unasked => {}
                Line::Used(line) => witness.line_repeated(who, LineId(line), times),
                Line::RanOut => witness.list_ran_out_repeatedly(who, ListId::at(list), times),
            }
        }
    }
}

#[cfg(test)]
mod tests;
