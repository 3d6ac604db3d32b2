//! The Resolution phase: what the end of a round settles, and whether the fight is over.
//!
//! Clauses: BRP-5.1-1, BRP-5.9-8, BRP-5.12-3, BRP-5.12-5, BRP-5.14-2..5, BRP-X-9. In this order: reloading, First
//! Aid in the healers' listing order, deaths, wakings, the end of the fight, the round cap.

use crate::dice::{Dice, Throw, Topic};
use crate::fight::{Ending, FighterId, FighterSet, Outcome, Progress, SideId, Witness};
use crate::rules::brp::nouns::arena::Arena;
use crate::rules::brp::nouns::chance::Level;
use crate::rules::brp::nouns::state::{Action, Condition, INJURY_SIZES, Intent, State, Treatment};
use crate::rules::brp::questions::stalemate::is_stalemate;
use crate::rules::brp::telling;

/// What First Aid restores at the most of one injury [BRP-5.14-2].
const FIRST_AID: Throw = Throw::new(1, 3, 0);

/// Ends the round.
#[inline]
pub(crate) fn phase<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    dice: &mut D,
    witness: &mut W,
) -> Progress {
    if arena.scope.chores {
        reload(arena, state, witness);
        first_aid(arena, state, dice, witness);
    }
    if state.stale {
        deaths(arena, state, witness);
        wakings(arena, state, witness);
    }
    if let Some(ending) = ending(arena, state) {
        let outcome = Outcome {
            ending,
            rounds: state.round,
            standing: state.able,
        };
        telling::end(arena, &outcome, witness);
        return Progress::Ended(outcome);
    }
    clear(arena, state);
    Progress::Goes
}

/// [BRP-5.9-8] Whoever spent the round on reloading, and is still able, is a round nearer to a shot. Having turned to
/// First Aid instead is not reloading [BRP-X-5].
fn reload<const N: usize, W: Witness>(arena: &Arena<N>, state: &mut State<N>, witness: &mut W) {
    for who in state.able.iter() {
        let body = state.body(who);
        if let (Action::Reload { item }, None) = (body.intent.action, body.treating) {
            let left = &mut state.body_mut(who).items[usize::from(item)].unloaded;
            *left = left.saturating_sub(1);
            state.stale = true;
            telling::reloaded(arena, state, who, item, witness);
        }
    }
}

/// [BRP-5.14-4] Treatments take effect, those of the round before where the option says so.
fn first_aid<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    dice: &mut D,
    witness: &mut W,
) {
    for who in arena.lineup.everybody() {
        let body = state.body_mut(who);
        let begun = body.treating.take();
        let due = if arena.options.first_aid_same_round {
            begun
        } else {
            std::mem::replace(&mut body.treating_later, begun)
        };
        let Some(treatment) = due else { continue };
        if state.able.has(who) && arena.in_reach(state, who, treatment.patient) {
            treat(arena, state, who, treatment, dice, witness);
        } else {
            telling::untreated(arena, who, treatment.patient, witness);
        }
    }
}

/// [BRP-5.14-2, BRP-5.14-3] One attempt on one injury, which then counts as treated.
fn treat<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    healer: FighterId,
    treatment: Treatment,
    dice: &mut D,
    witness: &mut W,
) {
    let patient = treatment.patient;
    let body = state.body(patient);
    let mut sizes = 0..INJURY_SIZES;
    let untreated = |at: &usize| body.injuries[*at] > 0;
    let found = if treatment.smallest {
        sizes.find(untreated)
    } else {
        sizes.rfind(untreated)
    };
    let (Some(size), true) = (found, body.condition != Condition::Dead) else {
        telling::nothing_to_treat(arena, healer, patient, witness);
        return;
    };
    let limits = arena.fighter(healer).first_aid;
    dice.about(Topic::Deed(healer.0));
    dice.about(Topic::Healing);
    let level = limits.grade(dice);
    telling::first_aid(arena, healer, patient, limits, level, dice, witness);
    state.body_mut(patient).injuries[size] -= 1;
    state.stale = true;
    if level == Level::Failure {
        return;
    }
    let bonus = if level == Level::Special {
        arena.options.first_aid_special_bonus
    } else {
        0
    };
    let injury = i32::try_from(size).expect("few sizes") + 1;
    let rolled = dice.total(FIRST_AID) + bonus;
    let restored = rolled.min(injury);
    let most = arena.fighter(patient).hit_points;
    let body = state.body_mut(patient);
    body.hp = (body.hp + restored).min(most.max(body.hp));
    if body.condition == Condition::Dying && body.hp > 0 {
        body.condition = Condition::Unconscious;
    }
    telling::restored(arena, state, patient, (rolled, restored), witness);
}

/// [BRP-5.12-3] Everybody at 0 or less is dead.
fn deaths<const N: usize, W: Witness>(arena: &Arena<N>, state: &mut State<N>, witness: &mut W) {
    for who in arena.lineup.everybody() {
        if state.body(who).condition == Condition::Dying {
            state.body_mut(who).condition = Condition::Dead;
            telling::death(arena, who, witness);
        }
    }
}

/// [BRP-5.12-5] The woken are able from the next round on.
fn wakings<const N: usize, W: Witness>(arena: &Arena<N>, state: &mut State<N>, witness: &mut W) {
    for who in arena.lineup.everybody() {
        let round = state.round;
        let body = state.body_mut(who);
        if body.condition == Condition::Waking {
            body.condition = Condition::Able;
            body.woken = true;
            state.able.add(who);
            witness.back(who, round);
            telling::awake(arena, who, witness);
        }
    }
}

/// [BRP-X-9] Whether the fight is over. Only a round in which something changed can have decided it.
#[inline]
fn ending<const N: usize>(arena: &Arena<N>, state: &State<N>) -> Option<Ending> {
    let decided = if state.stale || state.round == 1 {
        decision(arena, state)
    } else {
        None
    };
    decided.or((state.round >= arena.cast.round_cap).then_some(Ending::Undecided))
}

#[inline(never)]
fn decision<const N: usize>(arena: &Arena<N>, state: &State<N>) -> Option<Ending> {
    let stands = |(_, side): &(usize, &FighterSet)| !side.and(state.able).is_empty();
    let mut standing = arena.lineup.sides.iter().enumerate().filter(stands);
    match (standing.next(), standing.next()) {
        (None, _) => Some(Ending::Draw),
        (Some((side, _)), None) => Some(Ending::Won(SideId::at(side))),
        (Some(_), Some(_)) => {
            (arena.scope.stalemates && is_stalemate(arena, state)).then_some(Ending::Undecided)
        }
    }
}

/// Forgets what only mattered this round, so that equal situations are equal.
#[inline]
fn clear<const N: usize>(arena: &Arena<N>, state: &mut State<N>) {
    state.acted = 0;
    let restated = state.stale || !arena.scope.steady;
    if restated {
        state.acting = 0;
        state.tied = FighterSet::NONE;
        state.order = [FighterId(0); N];
    }
    for who in arena.lineup.everybody() {
        let body = state.body_mut(who);
        body.defences = 0;
        body.parries = 0;
        body.struck = 0;
        body.parried = 0;
        if restated {
            body.intent = Intent::NONE;
            body.guard = None;
        }
    }
}

#[cfg(test)]
mod tests;
