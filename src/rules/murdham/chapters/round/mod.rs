//! A round: sides take turns with one character at a time, or pass, until all have passed.
//!
//! Clauses: MUR-1-1..7, MUR-1-10..14, MUR-11-2, MUR-18-1, MUR-18-3. A step is one turn, with whatever passes come before
//! it; the one after which nobody has a turn left, or all have passed, ends the round.

use super::{morale, mounts, turn, wounds};
use crate::dice::{Dice, Die, Topic};
use crate::fight::{Ending, FighterId, FighterSet, Outcome, Progress, SideId, Witness};
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::deeds::Ready;
use crate::rules::murdham::nouns::plans::Plans;
use crate::rules::murdham::nouns::state::{State, Status};
use crate::rules::murdham::questions::ending;
use crate::rules::murdham::{decisions, telling};

/// Plays on by one turn.
#[inline]
pub(crate) fn step<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    dice: &mut D,
    witness: &mut W,
) -> Progress {
    let progress = step_by(arena, state, None, dice, witness);
    state.stale = false;
    progress
}

/// Plays on by one turn, by plans where there are any and they hold.
pub(crate) fn step_by<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    plans: Option<&Plans>,
    dice: &mut D,
    witness: &mut W,
) -> Progress {
    if !state.open {
        begin(arena, state, dice, witness);
    }
    loop {
        let side = state.next;
        let who = chosen(arena, state, side, dice, witness);
        state.next = following(arena, state, side);
        if let Some(who) = who {
            state.passes = 0;
            turn::take(arena, state, (who, plans), dice, witness);
            if let Some(outcome) = ending::over(arena, state) {
                return end(arena, state, outcome, witness);
            }
            if !arena.lineup.sides[state.next.index()]
                .and(state.fighting)
                .is_empty()
            {
                break;
            }
            state.next = following(arena, state, state.next);
            break;
        }
        telling::passes(arena, state, side, witness);
        state.passes += 1;
        if u32::from(state.passes) >= standing(arena, state) {
            return close(arena, state, dice, witness);
        }
    }
    if state.unused.is_empty() {
        return close(arena, state, dice, witness);
    }
    Progress::Goes
}

/// Begins a round, the bonus round of an ambush before the first [MUR-11-2].
fn begin<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    dice: &mut D,
    witness: &mut W,
) {
    let bonus = std::mem::replace(&mut state.ambush, false);
    if !bonus {
        state.round += 1;
    }
    dice.about(Topic::Round(state.round));
    witness.round_began(state.round);
    if bonus {
        telling::ambush(witness);
    }
    state.open = true;
    state.unused = state.fighting;
    for who in state.fighting.iter() {
        let hidden = state.body(who).concealed;
        if bonus && !hidden {
            state.unused.remove(who);
        } else {
            state.vitals_mut(who).extra = arena.fighter(who).extra_reactions;
        }
    }
    morale::note(arena, state);
    let holder = holder(arena, state, dice, witness);
    state.next = decisions::lead(arena, state, holder, dice, witness);
    state.passes = 0;
}

/// Who holds the initiative now [MUR-1-6, MUR-1-7].
fn holder<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    dice: &mut D,
    witness: &mut W,
) -> SideId {
    let known = state.holder.or(if arena.options.initiative_each_round {
        None
    } else {
        arena.initiative
    });
    let stands = |side: &SideId| {
        let side = arena.lineup.sides[side.index()];
        !side.and(state.fighting).is_empty()
    };
    let holder = known.unwrap_or_else(|| {
        dice.about(Topic::Initiative);
        let at = dice.roll(Die(standing(arena, state))) as usize - 1;
        let mut sides = (0..arena.lineup.sides.len()).map(SideId::at).filter(stands);
        sides.nth(at).expect("as many sides stand as were counted")
    });
    let holder = if stands(&holder) {
        holder
    } else {
        following(arena, state, holder)
    };
    if state.holder != Some(holder) {
        telling::initiative(arena, holder, witness);
    }
    state.holder = Some(holder);
    holder
}

/// The next side in listed order that still has somebody fighting; the same one where there is no other.
fn following<const N: usize>(arena: &Arena<N>, state: &State<N>, side: SideId) -> SideId {
    // Split, not counted round with a remainder: this is asked after every turn.
    let stands = |at: &usize| !arena.lineup.sides[*at].and(state.fighting).is_empty();
    let (after, own) = (side.index() + 1..arena.lineup.sides.len(), 0..=side.index());
    after.chain(own).find(stands).map_or(side, SideId::at)
}

/// How many sides have somebody fighting.
fn standing<const N: usize>(arena: &Arena<N>, state: &State<N>) -> u32 {
    let stands = |side: &&FighterSet| !side.and(state.fighting).is_empty();
    u32::try_from(arena.lineup.sides.iter().filter(stands).count()).expect("few sides")
}

/// Who of a side takes a turn now, if anybody [MUR-1-2, MUR-1-8].
fn chosen<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    side: SideId,
    dice: &mut D,
    witness: &mut W,
) -> Option<FighterId> {
    let mut last = None;
    for who in arena.lineup.sides[side.index()].and(state.unused).iter() {
        if !arena.may_begin(state, who) {
            continue;
        }
        let body = state.body(who);
        // None of these has a use for a turn that it keeps, or a choice.
        if body.giving_up || body.retreating || body.captor.is_some() {
            return Some(who);
        }
        match decisions::ready(arena, state, who, dice, witness) {
            Ready::Acts => return Some(who),
            Ready::Last => last = last.or(Some(who)),
            Ready::Holds => {}
        }
    }
    last
}

/// Ends a round: morale, deaths that were due, the end of the fight, the round cap [MUR-1-10, MUR-1-14].
fn close<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    dice: &mut D,
    witness: &mut W,
) -> Progress {
    state.unused = FighterSet::NONE;
    morale::check(arena, state, dice, witness);
    mounts::settle(arena, state, dice, witness);
    for who in arena.lineup.everybody() {
        if let Status::Dying(rounds) = state.body(who).status {
            if rounds <= 1 {
                wounds::out(arena, state, who, Status::Dead, witness);
            } else {
                state.body_mut(who).status = Status::Dying(rounds - 1);
            }
        }
    }
    if let Some(outcome) = ending::over(arena, state) {
        return end(arena, state, outcome, witness);
    }
    if state.round >= arena.cast.round_cap {
        let outcome = ending::outcome(arena, state, Ending::Undecided);
        return end(arena, state, outcome, witness);
    }
    state.open = false;
    state.next = SideId(0);
    state.passes = 0;
    state.above = 0;
    state.lost = 0;
    if arena.options.initiative_each_round {
        state.holder = None;
    }
    for body in &mut state.bodies {
        body.hale = false;
        body.extra = 0;
    }
    mounts::rest(arena, state);
    Progress::Goes
}

fn end<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    outcome: Outcome,
    witness: &mut W,
) -> Progress {
    // Only now is it certain that those who have surrendered leave alive [MUR-18-3].
    let out = arena
        .lineup
        .sides
        .iter()
        .map(|side| side.without(state.fighting));
    for who in out.flat_map(FighterSet::iter) {
        if state.body(who).status == Status::Surrendered {
            witness.fled(who, state.round);
        }
    }
    telling::end(arena, state, &outcome, witness);
    Progress::Ended(outcome)
}

#[cfg(test)]
mod tests;
