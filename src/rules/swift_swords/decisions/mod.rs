//! What a creature chooses, and how its policy asks for it.
//!
//! Clauses: SST-0-9, SST-0-10, SST-6-2, SST-7-6..8, SST-9-1..3, SST-10-6, SST-13-1, SST-13-8, SST-13-11, SST-17-1,
//! SST-17-3, SST-22-5. The rules offer what is possible, the policy's first fitting line picks; a list without a fitting
//! line leaves it at the book's default. What a line comes to is in `decider.rs`, the actions of a turn in `actions.rs` and
//! `moves.rs`, whom they are aimed at in `targets.rs`.

mod actions;
mod answers;
mod attacks;
mod decider;
pub(crate) mod facts;
mod force;
mod moves;
mod targets;
mod wounds;

use super::nouns::choices::{Last, Matter};
use super::nouns::deeds::{Cost, Deed, Wanted};
use super::questions::routes;
use super::reading::hand::Payment;
use super::words::{ACT, BURN, DIE, LAST, LISTS, ORDER, PAY, RECOVER, SHAKE, last, pay};
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::swift_swords::nouns::scene::Scene;
use decider::{Chain, Choice, Decider, asked};

pub(crate) use answers::{
    follows, intercepts, interrupts, strikes_opportunely, when_held, with_grip,
};
pub(crate) use attacks::{
    defend, effort, may_raise, picks_up, raise, ripostes, spending, takes_state,
};
pub(crate) use force::buys;
pub(crate) use wounds::{shifts, soaks};

/// Who of several equals goes first [SST-6-2].
pub(crate) fn first_of<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    equal: FighterSet,
) -> Option<FighterId> {
    let first = equal.iter().next();
    if scene.arena.scope.lists >> ORDER & 1 == 0 {
        return first;
    }
    for who in equal.iter() {
        let choice = asked(scene, (who, ORDER), Matter::default());
        if choice != Some(const { LISTS[ORDER].action("after") }) {
            return Some(who);
        }
    }
    first
}

/// Whether somebody rolls with a one to be rid of a State [SST-9-2].
pub(crate) fn shakes<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) -> bool {
    asked(scene, (who, SHAKE), Matter::default()) == Some(const { LISTS[SHAKE].action("roll") })
}

/// Whether somebody tries an action in spite of a State [SST-17-3].
pub(crate) fn recovers_by_roll<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) -> bool {
    asked(scene, (who, RECOVER), Matter::default())
        == Some(const { LISTS[RECOVER].action("by-roll") })
}

/// What somebody does in its turn.
#[inline]
pub(crate) fn act<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) -> Wanted {
    if let Some(line) = scene.fighter(who).strikes
        && let Some(wanted) = actions::strike(scene.view(), who)
    {
        scene.witness.line_used(who, line);
        return wanted;
    }
    let mut decider = Decider::new(scene.arena, scene.state, who, Matter::default());
    let (deed, cost) = match decider.decide(ACT, scene.dice, scene.witness) {
        // Where to is known only now.
        Some(Choice::Deed(Deed::Way(way))) => (Deed::Way(way), way.cost(scene.view(), who)),
        Some(Choice::Deed(deed)) => (deed, decider.cost),
        _ => (Deed::Wait, Cost::Free),
    };
    Wanted {
        deed,
        cost,
        short: decider.short && deed == Deed::Wait,
    }
}

/// How somebody pays [SST-0-9].
#[inline]
pub(crate) fn payment<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    cost: u8,
) -> Payment {
    if !scene.fighter(who).decides(PAY) {
        return Payment::Cheapest;
    }
    let matter = Matter {
        cost,
        ..Matter::default()
    };
    match asked(scene, (who, PAY), matter) {
        Some(pay::FEWEST) => Payment::Fewest,
        Some(pay::MOST) => Payment::Most,
        _ => Payment::Cheapest,
    }
}

/// The die that pays for a cost of one die [SST-0-9].
#[inline]
pub(crate) fn die<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) -> Option<u8> {
    let hand = scene.body(who).hand;
    let chosen = asked(scene, (who, DIE), Matter::default());
    if chosen == Some(const { LISTS[DIE].action("highest") }) {
        hand.highest()
    } else {
        hand.lowest()
    }
}

/// Whether injuries burn the highest dice rather than the lowest [SST-22-5].
pub(crate) fn burns_highest<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) -> bool {
    asked(scene, (who, BURN), Matter::default()) == Some(const { LISTS[BURN].action("highest") })
}

/// What somebody wants to do with its last option in a refresh [SST-7-7, SST-7-8], and by which lines. Whether its dice
/// pay for an action is known when it takes its turn; then the lines have been used, or it does something [`instead`]. Panic
/// leaves no choice [SST-19-5].
#[inline]
pub(crate) fn last<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) -> (Last, Chain) {
    let compelled = routes::must_retreat(scene.view(), who);
    if compelled || !scene.fighter(who).decides(LAST) {
        return (Last::Act, Chain::NONE);
    }
    let mut decider = Decider::new(scene.arena, scene.state, who, Matter::default());
    let choice = decider.decide(LAST, scene.dice, scene.witness);
    (option(choice).unwrap_or(Last::Act), decider.chain)
}

/// What somebody does with its last option whose dice do not pay for the action it wants: what the lines after that one
/// say, else it carries the lowest die [SST-0-10].
pub(crate) fn instead<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    chain: &Chain,
) -> Last {
    let mut decider = Decider::new(scene.arena, scene.state, who, Matter::default());
    let choice = decider.decide_beyond(LAST, chain, scene.dice, scene.witness);
    option(choice).unwrap_or(Last::Carry { highest: false })
}

/// What a choice of the list `last` comes to.
fn option(choice: Option<Choice>) -> Option<Last> {
    let Some(Choice::Action(action)) = choice else {
        return None;
    };
    Some(match action {
        last::CARRY => Last::Carry { highest: false },
        last::CARRY_HIGH => Last::Carry { highest: true },
        last::NOTHING => Last::Nothing,
        _ => Last::Act,
    })
}

#[cfg(test)]
mod tests;
