//! What a character chooses, and how its policy asks for it.
//!
//! Clauses: MUR-1-8, MUR-1-9, MUR-2-12, MUR-3-6, MUR-3-8, MUR-3-11, MUR-3-15, MUR-4-14, MUR-5-5, MUR-6-4, MUR-8-7,
//! MUR-9-2, MUR-10-9, MUR-10-10, MUR-11-7, MUR-12-6, MUR-13-1, MUR-16-5. The rules offer what is possible, the policy's
//! first fitting line picks. What a line comes to is in `mind.rs`, whom it is aimed at in `targets.rs`.

mod answers;
mod deeds;
mod mind;
mod riding;
mod targets;

use super::access::{Means, Way};
use super::arena::Arena;
use super::attack::{Incoming, Manner};
use super::field::Place;
use super::state::{State, Whereabouts};
use super::words::{
    ACCEPT, ACT, BONUS, BROKEN, CAPTIVE, GUARD, LEAD, OFFER, OPPORTUNITY, PACE, REACT, READY,
};
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, LineId, SideId, Witness};
use mind::{Choice, Mind};
pub(super) use riding::{Ride, Seat, approach, ride, saddle};

/// What somebody does when its side has an opportunity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ready {
    Acts,
    /// Only if nobody else of the side does.
    Last,
    Holds,
}

/// How somebody moves in its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pace {
    Walk,
    Sprint,
    Sneak,
}

/// Where a policy moves somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Go {
    Stay,
    Towards(FighterId),
    From(FighterId),
    To(Place),
}

/// A main action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    Nothing,
    Attack(Pick),
    /// Disarming, shoving or grabbing somebody.
    Nonlethal(FighterId, Means),
    Blast {
        item: u8,
        target: FighterId,
        /// Nobody in particular is meant: in the own place, the zone with more enemies [MUR-8-2].
        anybody: bool,
    },
    Split {
        item: u8,
        first: FighterId,
        among: u32,
    },
    Free(FighterId),
    PickUp(Lying),
    Use {
        remedy: usize,
        patient: FighterId,
    },
    Surrender,
}

impl Deed {
    /// Whether it is done without a step in the same turn [MUR-3-11].
    pub(super) const fn stands(self) -> bool {
        matches!(self, Self::Attack(pick) if pick.ranged && !pick.moving)
    }

    /// Whom it is aimed at.
    pub(super) const fn target(self) -> Option<FighterId> {
        match self {
            Self::Attack(pick) => Some(pick.target),
            Self::Nonlethal(target, _)
            | Self::Blast { target, .. }
            | Self::Split { first: target, .. }
            | Self::Free(target)
            | Self::Use {
                patient: target, ..
            } => Some(target),
            Self::Nothing | Self::PickUp(_) | Self::Surrender => None,
        }
    }
}

/// Whom to attack, with which of the matchup's weapons, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pick {
    pub target: FighterId,
    /// Weapons that may be used, as bits.
    pub wish: u64,
    pub manner: Manner,
    /// Only from a distance.
    pub ranged: bool,
    /// Counts as moving, whether or not the turn moves before.
    pub moving: bool,
}

/// A weapon on the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lying {
    pub owner: FighterId,
    /// Its place on the list of who lost it.
    pub item: usize,
}

/// An answer to an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reply {
    Nothing,
    Dodge,
    Counter(Means, Way),
    Hide(FighterId),
}

/// What those do whose morale breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Broken {
    Surrender,
    Retreat,
}

/// Which side has the first opportunity of the round [MUR-1-9].
pub(super) fn lead<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    holder: SideId,
    dice: &mut D,
    witness: &mut W,
) -> SideId {
    let first = arena.lineup.sides[holder.index()]
        .and(state.fighting)
        .iter()
        .next();
    let who = first.expect("the holder of the initiative has somebody fighting");
    match Mind::new(arena, state, who, dice, witness).decide(LEAD) {
        Some(Choice::Lead(side)) => side,
        _ => holder,
    }
}

/// Whether somebody takes its turn now [MUR-1-8].
#[inline]
pub(super) fn ready<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> Ready {
    if !arena.fighter(who).decides(READY) {
        return Ready::Acts;
    }
    match Mind::new(arena, state, who, dice, witness).decide(READY) {
        Some(Choice::Ready(ready)) => ready,
        _ => Ready::Acts,
    }
}

/// How fast somebody moves in this turn [MUR-2-3, MUR-11-7].
#[inline]
pub(super) fn pace<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> Pace {
    if !arena.fighter(who).decides(PACE) {
        return Pace::Walk;
    }
    match Mind::new(arena, state, who, dice, witness).decide(PACE) {
        Some(Choice::Pace(pace)) => pace,
        _ => Pace::Walk,
    }
}

/// Which weapon to pick up as a bonus action [MUR-2-8].
#[inline]
pub(super) fn bonus<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> Option<Lying> {
    if !arena.fighter(who).decides(BONUS) {
        return None;
    }
    match Mind::new(arena, state, who, dice, witness).decide(BONUS) {
        Some(Choice::Act(Deed::PickUp(lying))) => Some(lying),
        _ => None,
    }
}

/// The main action, and the line that says so [MUR-2-12].
#[inline]
pub(super) fn act<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> (Deed, Option<LineId>) {
    let mut mind = Mind::new(arena, state, who, dice, witness);
    match mind.decide(ACT) {
        Some(Choice::Act(deed)) => (deed, mind.used),
        _ => (Deed::Nothing, None),
    }
}

/// Movement before or after the main action; `None` where the policy leaves it to custom.
#[inline]
pub(super) fn go<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    (list, target): (usize, Option<FighterId>),
    dice: &mut D,
    witness: &mut W,
) -> Option<Go> {
    if !arena.fighter(who).decides(list) {
        return None;
    }
    let mut mind = Mind::new(arena, state, who, dice, witness);
    mind.stated = target;
    match mind.decide(list) {
        Some(Choice::Go(go)) => Some(go),
        _ => None,
    }
}

/// How the target answers an attack that hits [MUR-4-14]. Nobody hides behind those who have hidden already.
#[inline]
pub(super) fn react<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    seen: Incoming,
    hidden: FighterSet,
    dice: &mut D,
    witness: &mut W,
) -> Reply {
    let mut mind = Mind::new(arena, state, seen.target, dice, witness);
    mind.incoming = Some(seen);
    mind.hidden = hidden;
    match mind.decide(REACT) {
        Some(Choice::React(reply)) => reply,
        _ => Reply::Nothing,
    }
}

/// Whether an ally takes the attack on itself [MUR-5-5].
pub(super) fn guards<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    seen: Incoming,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    let mut mind = Mind::new(arena, state, who, dice, witness);
    mind.incoming = Some(seen);
    matches!(mind.decide(GUARD), Some(Choice::Does(true)))
}

/// The blow at an enemy who moves away, if any [MUR-6-4].
pub(super) fn opportunity<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    mover: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> Option<(Means, Way)> {
    let mut mind = Mind::new(arena, state, who, dice, witness);
    mind.stated = Some(mover);
    match mind.decide(OPPORTUNITY) {
        Some(Choice::React(Reply::Counter(means, way))) => Some((means, way)),
        _ => None,
    }
}

/// Whether a captive tries to break free [MUR-10-9].
pub(super) fn struggles<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    let choice = Mind::new(arena, state, who, dice, witness).decide(CAPTIVE);
    !matches!(choice, Some(Choice::Does(false)))
}

/// What somebody does who has failed a morale check [MUR-12-6].
pub(super) fn broken<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> Broken {
    let choice = Mind::new(arena, state, who, dice, witness).decide(BROKEN);
    if matches!(choice, Some(Choice::Does(false))) {
        Broken::Retreat
    } else {
        Broken::Surrender
    }
}

/// Whether an attacker offers to spare its target [MUR-9-1].
pub(super) fn offers<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    target: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    if !arena.fighter(who).decides(OFFER) {
        return false;
    }
    let mut mind = Mind::new(arena, state, who, dice, witness);
    mind.stated = Some(target);
    matches!(mind.decide(OFFER), Some(Choice::Does(true)))
}

/// Whether the target of an attack accepts to be spared [MUR-9-2].
pub(super) fn accepts<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    seen: Incoming,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    let mut mind = Mind::new(arena, state, seen.target, dice, witness);
    mind.incoming = Some(seen);
    matches!(mind.decide(ACCEPT), Some(Choice::Does(true)))
}

/// Whether a weapon on the ground is within somebody's reach, and there is room for it.
pub(super) fn in_reach<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    lying: Lying,
) -> bool {
    let item = state.body(lying.owner).items[lying.item];
    let Whereabouts::Lying(place) = item.at else {
        return false;
    };
    arena.field.nearby(place, state.body(who).place)
        && (lying.owner == who || room(state, who).is_some())
}

/// A free place on somebody's list of weapons.
pub(super) fn room<const N: usize>(state: &State<N>, who: FighterId) -> Option<usize> {
    let items = &state.body(who).items;
    items.iter().position(|item| item.at == Whereabouts::Gone)
}
