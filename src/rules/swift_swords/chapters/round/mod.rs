//! A round: dice are dealt, spent by countdown, and a refresh closes it.
//!
//! Clauses: SST-0-7, SST-0-8, SST-2-2, SST-2-3, SST-4-1, SST-5-1, SST-5-4, SST-5-6, SST-6-1..3, SST-7-5..11, SST-22-5,
//! SST-29-2. A step is one completed action, one last option, or one deal. Whoever only waits makes no step.

use super::{events, injury, turn};
use crate::dice::{Dice, Topic};
use crate::fight::{Ending, FighterId, FighterSet, Moment, Outcome, Progress, SideId, Witness};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::choices::Last;
use crate::rules::swift_swords::nouns::deeds::Took;
use crate::rules::swift_swords::nouns::luck::{Deal, Luck};
use crate::rules::swift_swords::nouns::state::{Aim, Phase, State};
use crate::rules::swift_swords::reading::hand::Hand;
use crate::rules::swift_swords::reading::zones::Chokes;
use crate::rules::swift_swords::{decisions, telling};

/// Plays on by one step.
pub(crate) fn step<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    dice: &mut D,
    witness: &mut W,
) -> Progress {
    loop {
        let standing = state.fighting;
        let began = state.phase == Phase::Opening;
        let moved = match state.phase {
            Phase::Opening => {
                open(arena, state, dice, witness);
                true
            }
            Phase::Dealing(next) => deal(arena, state, next, dice, witness),
            Phase::Countdown => count_down(arena, state, dice, witness),
            Phase::Closing => {
                if !close(arena, state, dice, witness) {
                    if state.round >= arena.cast.round_cap {
                        return end(arena, outcome(state, Ending::Undecided), witness);
                    }
                    refresh(state);
                }
                true
            }
        };
        // A fight that goes on does so as long as nobody falls.
        if (began || state.fighting != standing)
            && let Some(ending) = over(arena, state)
        {
            return end(arena, outcome(state, ending), witness);
        }
        if moved {
            return Progress::Goes;
        }
    }
}

/// How far a situation is in its fight: every step leads on. Within a round dice only get fewer, and whoever pays none for
/// its action ends the one that it has gathered for [SST-7-4], which to begin takes dice.
pub(crate) fn moment<const N: usize>(arena: &Arena<N>, state: &State<N>) -> Moment {
    const MANY: u32 = 100_000;
    let part = match state.phase {
        Phase::Opening => 0,
        Phase::Dealing(next) => 1 + u32::from(next.0),
        Phase::Countdown | Phase::Closing => {
            let ahead = |who: FighterId| {
                let body = state.body(who);
                2 * u32::from(body.hand.total()) + u32::from(body.aim != Aim::None)
            };
            MANY - arena.lineup.everybody().map(ahead).sum::<u32>()
        }
    };
    Moment {
        round: state.round,
        part,
    }
}

/// What comes before the new dice [SST-7-10].
fn open<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    dice: &mut D,
    witness: &mut W,
) {
    dice.about(Topic::Round(state.round));
    witness.round_began(state.round);
    telling::round(state, witness);
    events::happen(arena, state, dice, witness);
    if state.round > 1 {
        injury::bleed(arena, state, dice, witness);
    }
    state.phase = Phase::Dealing(FighterId(0));
}

/// Deals to everybody from `next` on, up to one who rolls. Whether anything was rolled.
fn deal<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    next: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    for who in arena.lineup.everybody().skip(next.index()) {
        if !state.fighting.has(who) || state.surprised.has(who) {
            continue;
        }
        let rolls = deal_to(arena, state, who, dice, witness);
        if rolls {
            let after = who.index() + 1;
            if after == arena.lineup.count() {
                begin(arena, state);
            } else {
                state.phase = Phase::Dealing(FighterId::at(after));
            }
            return true;
        }
    }
    begin(arena, state);
    false
}

/// After the deal: the countdown, or only last options where somebody is surprised [SST-29-2].
fn begin<const N: usize>(arena: &Arena<N>, state: &mut State<N>) {
    state.phase = Phase::Countdown;
    if !state.surprised.is_empty() && !is_overwhelming(arena, state) {
        state.phase = Phase::Closing;
        state.done = state.surprised;
    }
}

/// Whether those who surprise act until all their dice are used up, and nobody calls for a refresh before [SST-29-2].
fn is_overwhelming<const N: usize>(arena: &Arena<N>, state: &State<N>) -> bool {
    arena.options.surprise_actions.is_none() && !state.surprised.is_empty()
}

/// Deals to one [SST-5-1, SST-5-4, SST-5-6]. Whether it rolled.
fn deal_to<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    let fighter = arena.fighter(who);
    let kept = std::mem::take(&mut state.body_mut(who).kept);
    let mut log = telling::log::<W>();
    let rolls = fighter.ad_rolled && fighter.ad >= 1;
    dice.about(Topic::Deed(who.0));
    dice.about(Topic::Initiative);
    let mut hand = if rolls {
        let entitled = fighter.ad.cast_unsigned() + u8::from(kept > 0);
        Deal(entitled.min(fighter.max_ad)).settle(arena.tables, dice, log.as_mut())
    } else {
        let mut hand = if fighter.ad < 1 {
            Hand::of(&[3])
        } else {
            fighter.set
        };
        if kept > 0 {
            hand.add(kept);
        }
        hand
    };
    let burns = state.body(who).injuries.burns;
    if burns > 0 {
        let highest = decisions::burns_highest(arena, state, who, dice, witness);
        hand.burn(burns, highest);
    }
    let body = state.body_mut(who);
    body.hand = hand;
    if arena.options.static_countdown {
        body.dealt = hand.total();
    }
    telling::dealt(arena, state, who, rolls, log, witness);
    rolls
}

/// Lets the next one act [SST-6-1]. Whether an action was completed.
fn count_down<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    let Some(who) = next(arena, state, dice, witness) else {
        // Nobody wants to act or can [SST-7-9].
        telling::nobody(witness);
        close_round(state);
        return false;
    };
    match turn::take(arena, state, who, dice, witness) {
        Took::Acted => {
            state.acted.add(who);
            if !arena.options.static_countdown {
                state.acted = FighterSet::NONE;
            }
            state.waiting = FighterSet::NONE;
            let callers = callers(state);
            if !callers.is_empty() && !is_overwhelming(arena, state) {
                if !W::LISTENS || over(arena, state).is_none() {
                    telling::calls(arena, callers, witness);
                }
                close_round(state);
                state.done.0 |= callers.0;
            }
            true
        }
        Took::Waited { short } => {
            if short && arena.options.short_calls_refresh && !is_overwhelming(arena, state) {
                close_round(state);
                let caller = std::iter::once(who).collect();
                telling::calls(arena, caller, witness);
                state.done.add(who);
                state.body_mut(who).hand = Hand::NONE;
                return true;
            }
            state.waiting.add(who);
            false
        }
    }
}

/// The refresh has been called.
fn close_round<const N: usize>(state: &mut State<N>) {
    state.phase = Phase::Closing;
    state.waiting = FighterSet::NONE;
    state.acted = FighterSet::NONE;
}

/// Those who have spent their last die on the action just completed; they keep nothing [SST-7-5].
fn callers<const N: usize>(state: &mut State<N>) -> FighterSet {
    let spent = std::mem::take(&mut state.spent).and(state.fighting);
    let mut callers = FighterSet::NONE;
    for who in spent.iter() {
        if !state.body(who).hand.is_usable() {
            state.body_mut(who).hand = Hand::NONE;
            callers.add(who);
        }
    }
    callers
}

/// Gives the next one its last option [SST-7-7]. False: nobody is left to have one.
fn close<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    // Those who surprise may have several options, one after the other [SST-29-2].
    let midst = state.again.take();
    let midst = midst.filter(|&(who, _)| state.fighting.has(who) && !state.done.has(who));
    let midst = midst.filter(|&(who, _)| state.body(who).hand.is_usable());
    let (who, more) = if let Some(midst) = midst {
        midst
    } else {
        let Some(who) = next(arena, state, dice, witness) else {
            return false;
        };
        let options = arena.options.surprise_actions.unwrap_or(1);
        let surprises = !state.surprised.is_empty();
        (who, if surprises { options - 1 } else { 0 })
    };
    let (option, chain) = decisions::last(arena, state, who, dice, witness);
    let option = if option != Last::Act {
        option
    } else if turn::take(arena, state, who, dice, witness) == Took::Acted {
        chain.tell(who, witness);
        option
    } else {
        decisions::instead(arena, state, who, &chain, dice, witness)
    };
    let keeps = match option {
        Last::Carry { highest } => Some(highest),
        Last::Act | Last::Nothing => None,
    };
    let emptied = callers(state);
    state.done.0 |= emptied.0;
    if !state.fighting.has(who) {
        return true;
    }
    if option == Last::Act && more > 0 && !state.done.has(who) {
        state.again = Some((who, more - 1));
        return true;
    }
    let body = state.body_mut(who);
    if let Some(highest) = keeps {
        let face = if highest {
            body.hand.highest()
        } else {
            body.hand.lowest()
        };
        body.kept = face.unwrap_or(0);
    }
    body.hand = Hand::NONE;
    telling::option_over(arena, state, who, witness);
    state.done.add(who);
    true
}

/// Wipes what was the round's, and begins the next [SST-7-10].
fn refresh<const N: usize>(state: &mut State<N>) {
    state.round += 1;
    state.phase = Phase::Opening;
    for set in [
        &mut state.waiting,
        &mut state.done,
        &mut state.acted,
        &mut state.spent,
        &mut state.surprised,
    ] {
        *set = FighterSet::NONE;
    }
    state.again = None;
    state.chokes = Chokes::default();
    for body in &mut state.bodies {
        body.hand = Hand::NONE;
        body.dealt = 0;
        body.swarmed = false;
        body.strikers = FighterSet::NONE;
    }
}

/// Who is next: the most dice, players before others, listing order [SST-6-1, SST-6-2].
fn next<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    dice: &mut D,
    witness: &mut W,
) -> Option<FighterId> {
    let mut left = state.fighting.without(state.waiting).without(state.done);
    if arena.options.static_countdown && state.phase == Phase::Countdown {
        let able = |who: &FighterId| state.body(*who).hand.is_usable();
        if left.without(state.acted).iter().all(|who| !able(&who)) {
            state.acted = FighterSet::NONE;
        }
        left = left.without(state.acted);
    }
    let count = |who: FighterId| {
        let body = state.body(who);
        let held = if arena.options.static_countdown {
            body.dealt
        } else {
            body.hand.total()
        };
        2 * u32::from(held) + u32::from(arena.players.has(who))
    };
    let (mut most, mut first, mut equal) = (0, None, FighterSet::NONE);
    for who in left.iter() {
        if !state.body(who).hand.is_usable() {
            continue;
        }
        let held = count(who);
        if held > most || first.is_none() {
            (most, first) = (held, Some(who));
            equal = FighterSet::NONE;
        }
        if held == most {
            equal.add(who);
        }
    }
    if equal.is_several() {
        return decisions::first_of(arena, state, equal, dice, witness);
    }
    first
}

/// Whether at most one side has somebody who is not out [SST-0-7].
#[inline]
fn over<const N: usize>(arena: &Arena<N>, state: &State<N>) -> Option<Ending> {
    let stands = |(_, side): &(usize, &FighterSet)| !side.and(state.fighting).is_empty();
    let mut sides = arena.lineup.sides.iter().enumerate().filter(stands);
    match (sides.next(), sides.next()) {
        (Some(_), Some(_)) => None,
        (Some((side, _)), None) => Some(Ending::Won(SideId::at(side))),
        (None, _) => Some(Ending::Draw),
    }
}

fn outcome<const N: usize>(state: &State<N>, ending: Ending) -> Outcome {
    Outcome {
        ending,
        rounds: state.round,
        standing: state.fighting,
    }
}

fn end<const N: usize, W: Witness>(
    arena: &Arena<N>,
    outcome: Outcome,
    witness: &mut W,
) -> Progress {
    telling::end(arena, &outcome, witness);
    Progress::Ended(outcome)
}

#[cfg(test)]
mod tests;
