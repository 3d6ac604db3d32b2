//! What a character chooses, and how its policy asks for it.
//!
//! Clauses: MUR-1-8, MUR-1-9, MUR-2-12, MUR-3-6, MUR-3-8, MUR-3-11, MUR-3-15, MUR-4-14, MUR-5-5, MUR-6-4, MUR-8-7,
//! MUR-9-2, MUR-10-9, MUR-10-10, MUR-11-7, MUR-12-6, MUR-13-1, MUR-16-5. The rules offer what is possible, the policy's
//! first fitting line picks. What a line comes to is in `decider.rs`, whom it is aimed at in `targets.rs`.

mod actions;
mod answers;
mod decider;
pub(crate) mod facts;
mod riding;
mod targets;

use crate::rules::murdham::nouns::scene::Scene;
use decider::{Choice, Decider};

use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, LineId, SideId, Witness};
use crate::rules::murdham::nouns::attack::{Incoming, Means, Way};
use crate::rules::murdham::nouns::deeds::{Broken, Deed, Go, Lying, Pace, Ready, Reply};
use crate::rules::murdham::words::{
    ACCEPT, ACT, BONUS, BROKEN, CAPTIVE, GUARD, LEAD, OFFER, OPPORTUNITY, PACE, REACT, READY,
};

pub(crate) use riding::{approach, ride, saddle};

/// Which side has the first opportunity of the round [MUR-1-9].
pub(crate) fn lead<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    holder: SideId,
) -> SideId {
    let first = scene.arena.lineup.sides[holder.index()]
        .and(scene.state.fighting)
        .iter()
        .next();
    let who = first.expect("the holder of the initiative has somebody fighting");
    match Decider::new(scene.arena, scene.state, who).decide(LEAD, scene.dice, scene.witness) {
        Some(Choice::Lead(side)) => side,
        _ => holder,
    }
}

/// Whether somebody takes its turn now [MUR-1-8].
#[inline]
pub(crate) fn ready<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) -> Ready {
    if !scene.fighter(who).decides(READY) {
        return Ready::Acts;
    }
    match Decider::new(scene.arena, scene.state, who).decide(READY, scene.dice, scene.witness) {
        Some(Choice::Ready(ready)) => ready,
        _ => Ready::Acts,
    }
}

/// How fast somebody moves in this turn [MUR-2-3, MUR-11-7].
#[inline]
pub(crate) fn pace<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) -> Pace {
    if !scene.fighter(who).decides(PACE) {
        return Pace::Walk;
    }
    match Decider::new(scene.arena, scene.state, who).decide(PACE, scene.dice, scene.witness) {
        Some(Choice::Pace(pace)) => pace,
        _ => Pace::Walk,
    }
}

/// Which weapon to pick up as a bonus action [MUR-2-8].
#[inline]
pub(crate) fn bonus<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) -> Option<Lying> {
    if !scene.fighter(who).decides(BONUS) {
        return None;
    }
    match Decider::new(scene.arena, scene.state, who).decide(BONUS, scene.dice, scene.witness) {
        Some(Choice::Act(Deed::PickUp(lying))) => Some(lying),
        _ => None,
    }
}

/// The main action, and the line that says so [MUR-2-12].
#[inline]
pub(crate) fn act<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) -> (Deed, Option<LineId>) {
    let mut decider = Decider::new(scene.arena, scene.state, who);
    match decider.decide(ACT, scene.dice, scene.witness) {
        Some(Choice::Act(deed)) => (deed, decider.used),
        _ => (Deed::Nothing, None),
    }
}

/// Movement before or after the main action; `None` where the policy leaves it to custom.
#[inline]
pub(crate) fn go<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    list: usize,
    target: Option<FighterId>,
) -> Option<Go> {
    if !scene.fighter(who).decides(list) {
        return None;
    }
    let mut decider = Decider::new(scene.arena, scene.state, who);
    decider.stated = target;
    match decider.decide(list, scene.dice, scene.witness) {
        Some(Choice::Go(go)) => Some(go),
        _ => None,
    }
}

/// How the target answers an attack that hits [MUR-4-14]. Nobody hides behind those who have hidden already.
#[inline]
pub(crate) fn react<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    seen: Incoming,
    hidden: FighterSet,
) -> Reply {
    let mut decider = Decider::new(scene.arena, scene.state, seen.target);
    decider.incoming = Some(seen);
    decider.hidden = hidden;
    match decider.decide(REACT, scene.dice, scene.witness) {
        Some(Choice::React(reply)) => reply,
        _ => Reply::Nothing,
    }
}

/// Whether an ally takes the attack on itself [MUR-5-5].
pub(crate) fn guards<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    seen: Incoming,
) -> bool {
    let mut decider = Decider::new(scene.arena, scene.state, who);
    decider.incoming = Some(seen);
    matches!(
        decider.decide(GUARD, scene.dice, scene.witness),
        Some(Choice::Does(true))
    )
}

/// The blow at an enemy who moves away, if any [MUR-6-4].
pub(crate) fn opportunity<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    mover: FighterId,
) -> Option<(Means, Way)> {
    let mut decider = Decider::new(scene.arena, scene.state, who);
    decider.stated = Some(mover);
    match decider.decide(OPPORTUNITY, scene.dice, scene.witness) {
        Some(Choice::React(Reply::Counter(means, way))) => Some((means, way)),
        _ => None,
    }
}

/// Whether a captive tries to break free [MUR-10-9].
pub(crate) fn struggles<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) -> bool {
    let choice =
        Decider::new(scene.arena, scene.state, who).decide(CAPTIVE, scene.dice, scene.witness);
    !matches!(choice, Some(Choice::Does(false)))
}

/// What somebody does who has failed a morale check [MUR-12-6].
pub(crate) fn broken<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) -> Broken {
    let choice =
        Decider::new(scene.arena, scene.state, who).decide(BROKEN, scene.dice, scene.witness);
    if matches!(choice, Some(Choice::Does(false))) {
        Broken::Retreat
    } else {
        Broken::Surrender
    }
}

/// Whether an attacker offers to spare its target [MUR-9-1].
pub(crate) fn offers<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    target: FighterId,
) -> bool {
    if !scene.fighter(who).decides(OFFER) {
        return false;
    }
    let mut decider = Decider::new(scene.arena, scene.state, who);
    decider.stated = Some(target);
    matches!(
        decider.decide(OFFER, scene.dice, scene.witness),
        Some(Choice::Does(true))
    )
}

/// Whether the target of an attack accepts to be spared [MUR-9-2].
pub(crate) fn accepts<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    seen: Incoming,
) -> bool {
    let mut decider = Decider::new(scene.arena, scene.state, seen.target);
    decider.incoming = Some(seen);
    matches!(
        decider.decide(ACCEPT, scene.dice, scene.witness),
        Some(Choice::Does(true))
    )
}

#[cfg(test)]
mod tests;
