//! Whom an action is aimed at.
//!
//! Clauses: MUR-0-19, MUR-0-23, MUR-3-8, MUR-3-15, MUR-11-1, MUR-17-4. Distances are zones; ties go by listed order.

use crate::fight::{FighterId, FighterSet};
use crate::policy::TargetRef;
use crate::rules::murdham::nouns::scene::View;
use crate::rules::murdham::nouns::state::{Status, Whereabouts};
use crate::rules::murdham::words::target;

/// Enemies that a rule may pick for an attack: those who fight, or the fallen or surrendered where it asks for these.
/// Nobody knows of the concealed [MUR-11-1]; those who are seen come before those who are not.
pub(super) fn enemies<const N: usize>(
    view: View<'_, N>,
    who: FighterId,
    rule: TargetRef,
) -> FighterSet {
    let of_status = |wanted: fn(Status) -> bool| -> FighterSet {
        let all = view.arena.lineup.enemies(who);
        all.filter(|foe| wanted(view.body(foe).status))
    };
    let known = match rule {
        TargetRef::Rule(target::FALLEN) => of_status(Status::is_down),
        TargetRef::Rule(target::SURRENDERED) => of_status(|status| status == Status::Surrendered),
        _ => {
            let foes = view.foes(who);
            if view.arena.scope.conceals {
                foes.filter(|foe| !view.body(foe).concealed)
            } else {
                foes
            }
        }
    };
    let known = match rule {
        TargetRef::Combatant(_) | TargetRef::Rule(target::VEHICLE) => {
            FighterSet(known.0 | vehicles(view, who).0)
        }
        TargetRef::Rule(_) => known,
    };
    if !view.arena.scope.blinds || !known.is_several() {
        // Whether they are seen makes no difference.
        return known;
    }
    let seen = known.filter(|foe| view.sees(who, foe));
    if seen.is_empty() { known } else { seen }
}

/// Whole vehicles of others [MUR-17-4].
fn vehicles<const N: usize>(view: View<'_, N>, who: FighterId) -> FighterSet {
    let things = view.arena.cast.things;
    things.filter(|thing| view.arena.lineup.are_enemies(who, thing) && view.bears(thing))
}

/// Applies a target rule.
pub(super) fn pick<const N: usize>(
    view: View<'_, N>,
    who: FighterId,
    rule: TargetRef,
    among: FighterSet,
) -> Option<FighterId> {
    let nearest = |which: &dyn Fn(FighterId) -> bool| {
        let those = among.iter().filter(|&other| which(other));
        those.min_by_key(|&other| view.distance(who, other))
    };
    let health = |other: FighterId| view.body(other).health;
    match rule {
        TargetRef::Rule(target::WEAKEST) => among.iter().min_by_key(|&other| health(other)),
        TargetRef::Rule(target::STRONGEST) => among.iter().min_by_key(|&other| -health(other)),
        TargetRef::Rule(target::DEADLIEST) => {
            among.iter().min_by_key(|&other| -damage(view, other))
        }
        TargetRef::Rule(target::FIRST) => among.iter().next(),
        TargetRef::Rule(target::SPENT) => {
            nearest(&|other| !view.state.unused.has(other) && view.body(other).extra == 0)
        }
        TargetRef::Rule(target::CAPTIVE) => nearest(&|other| view.state.is_grabbed(other)),
        TargetRef::Rule(target::CAPTOR) => nearest(&|other| !view.state.captives(other).is_empty()),
        TargetRef::Rule(target::RIDER) => nearest(&|other| view.state.mount_of(other).is_some()),
        TargetRef::Rule(target::MOUNT) => nearest(&|other| !view.state.riders(other).is_empty()),
        TargetRef::Rule(target::VEHICLE) => nearest(&|other| view.arena.is_vehicle(other)),
        TargetRef::Rule(target::SELF) => among.has(who).then_some(who),
        TargetRef::Rule(_) => nearest(&|_| true),
        TargetRef::Combatant(name) => nearest(&|other| view.arena.lineup.is_called(other, name)),
    }
}

/// The most that somebody's weapons do to one of its own size.
fn damage<const N: usize>(view: View<'_, N>, who: FighterId) -> i32 {
    let held = view.body(who).items.iter();
    held.filter(|item| item.at == Whereabouts::Held)
        .map(|item| view.arena.pool(view.arena.weapon(item.weapon), 0, 0).most())
        .max()
        .unwrap_or(0)
}
