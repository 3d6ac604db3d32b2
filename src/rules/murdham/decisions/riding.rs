//! Taking a seat, leaving it, and where a mount or vehicle goes.
//!
//! Clauses: MUR-17-1, MUR-17-3, MUR-17-6. Whoever steers decides for the mount; what a line comes to is worked out here.

use super::decider::{Choice, Decider, small, target_of};
use super::targets::{enemies, pick};
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, Witness};
use crate::policy::{Slot, TargetRef};
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::attack::{Means, Stance};
use crate::rules::murdham::nouns::deeds::{Ride, Seat};
use crate::rules::murdham::nouns::scene::{Scene, View};
use crate::rules::murdham::nouns::state::State;
use crate::rules::murdham::reading::field::Place;
use crate::rules::murdham::words::{RACING, SADDLE, saddle as seats, target};

/// Whether somebody takes a seat or leaves its own [MUR-17-6].
pub(crate) fn saddle<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) -> Seat {
    let fighter = scene.fighter(who);
    if !scene.arena.scope.mounts || fighter.seats > 0 || !fighter.decides(SADDLE) {
        return Seat::Stays;
    }
    match Decider::new(scene.arena, scene.state, who).decide(SADDLE, scene.dice, scene.witness) {
        Some(Choice::Seat(seat)) => seat,
        _ => Seat::Stays,
    }
}

/// How whoever steers moves its mount; `None` where its policy leaves it to custom.
pub(crate) fn ride<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    (who, list): (FighterId, usize),
) -> Option<Ride> {
    if !scene.fighter(who).decides(list) {
        return None;
    }
    match Decider::new(scene.arena, scene.state, who).decide(list, scene.dice, scene.witness) {
        Some(Choice::Ride(ride)) => Some(ride),
        _ => None,
    }
}

/// How somebody stands to the nearest enemy, for whom it goes by custom.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Approach {
    /// Where that one is.
    pub to: Place,
    /// Whether it can be attacked from the own place, and from where half a ride leads.
    pub at_once: bool,
    pub then: bool,
    /// Whether it can attack from where it is.
    pub under_fire: bool,
}

/// How somebody stands to the nearest enemy. `after` is where a ride towards a place leads; `None` where there is no enemy
/// to be seen.
pub(crate) fn approach<const N: usize>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    after: impl Fn(&State<N>, Place) -> Place,
) -> Option<Approach> {
    let rule = TargetRef::Rule(target::NEAREST);
    let foe = pick(
        View::new(arena, state),
        who,
        rule,
        enemies(View::new(arena, state), who, rule),
    )?;
    let to = state.body(foe).place;
    let at_once = can_attack(View::new(arena, state), who, foe, false);
    let under_fire = can_attack(View::new(arena, state), foe, who, false);
    let here = state.body(who).place;
    let place = after(state, to);
    state.body_mut(who).place = place;
    let then = can_attack(View::new(arena, state), who, foe, true);
    state.body_mut(who).place = here;
    Some(Approach {
        to,
        at_once,
        then,
        under_fire,
    })
}

/// Whether somebody can attack another with something that it has, from where it is.
fn can_attack<const N: usize>(
    view: View<'_, N>,
    who: FighterId,
    foe: FighterId,
    moving: bool,
) -> bool {
    let stance = Stance {
        moving,
        ..Stance::default()
    };
    let items = 0..view.body(who).items.len();
    let mut means = items
        .map(|at| Means::Item(small(at)))
        .chain([Means::Unarmed]);
    means.any(|means| {
        view.arena
            .way(view.state, who, foe, means, stance)
            .is_some()
    })
}

impl<const N: usize> Decider<'_, N> {
    pub(super) fn aim_saddle(&mut self, action: u8, slot: Slot) -> Option<Seat> {
        let (view, who) = (self.view(), self.who);
        let own = view.state.mount_of(who);
        let vehicle = matches!(action, seats::BOARD | seats::LEAVE);
        match action {
            seats::MOUNT | seats::BOARD if own.is_none() => {
                let fits = |&mount: &FighterId| {
                    view.arena.is_vehicle(mount) == vehicle
                        && view.arena.has_seat(view.state, who, mount)
                };
                let among: FighterSet = view.arena.lineup.everybody().filter(fits).collect();
                let found = pick(view, who, target_of(slot, target::NEAREST), among)?;
                self.target = Some(found);
                Some(Seat::Takes(found))
            }
            seats::DISMOUNT | seats::LEAVE => {
                let fits = own.is_some_and(|mount| view.arena.is_vehicle(mount) == vehicle);
                (fits && view.fighter(who).full > 0).then_some(Seat::Leaves)
            }
            seats::MOUNT | seats::BOARD => None,
            _ => Some(Seat::Stays),
        }
    }

    pub(super) fn aim_ride(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Choice> {
        let Some(Choice::Go(go)) = self.aim_go(action, slots) else {
            return None;
        };
        // Where to comes before how fast in every action that has both.
        let racing = slots[1] == Slot::Word(RACING);
        Some(Choice::Ride(Ride { go, racing }))
    }
}
