//! Where somebody can go, and how far in one move.
//!
//! Clauses: SST-8-5, SST-19-5, SST-37-1.

use super::reach;
use crate::fight::FighterId;
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::deeds::Way;
use crate::rules::swift_swords::nouns::scene::View;
use crate::rules::swift_swords::nouns::state::Wits;
use crate::rules::swift_swords::reading::zones::NONE;

/// Whether somebody could get away from its enemies at all, and be the better for it.
pub(crate) fn can_retreat<const N: usize>(view: View<'_, N>, who: FighterId) -> bool {
    let body = view.body(who);
    view.arena.field.count() == 1 || body.group != 0 || refuge(view, who) != body.zone
}

/// The zone that somebody can reach and that is farthest from the nearest enemy; the own one, then the first, of several.
pub(crate) fn refuge<const N: usize>(view: View<'_, N>, who: FighterId) -> u8 {
    let here = view.body(who).zone;
    let foes = view.arena.foes(view.state, who);
    let far = |zone: u8| {
        let distances = foes.iter().map(|foe| {
            let there = view.body(foe).zone;
            view.arena.field.distance(zone, there)
        });
        distances.min().unwrap_or(0)
    };
    let count = u8::try_from(view.arena.field.count()).expect("few zones");
    let (mut best, mut most) = (here, far(here));
    for zone in (0..count).filter(|&zone| view.arena.field.distance(here, zone) != NONE) {
        if far(zone) > most {
            (best, most) = (zone, far(zone));
        }
    }
    best
}

/// Zones that somebody gets in one move [SST-8-5, SST-37-1].
pub(crate) fn speed<const N: usize>(arena: &Arena<N>, who: FighterId) -> u8 {
    let fighter = arena.fighter(who);
    fighter.flies.map_or(fighter.speed, |flight| flight.speed)
}

/// Zones that somebody comes nearer in a charge: from the air as many as in a dive, else no more than one [SST-8-5, SST-37-1].
pub(crate) fn rush<const N: usize>(view: View<'_, N>, who: FighterId) -> u8 {
    match view.fighter(who).flies {
        Some(flight) if reach::aloft(view, who) => flight.dive,
        _ => speed(view.arena, who).min(1),
    }
}

/// Whether the dice of somebody pay for getting away.
#[inline]
pub(crate) fn pays_for_retreat<const N: usize>(view: View<'_, N>, who: FighterId) -> bool {
    let cost = Way::Retreat.cost(view, who);
    cost.fits(view.body(who).hand)
}

/// Whether somebody gets away in its next turn, whatever it would rather do: its last option is one, too [SST-7-7, SST-19-5].
#[inline]
pub(crate) fn must_retreat<const N: usize>(view: View<'_, N>, who: FighterId) -> bool {
    let body = view.body(who);
    matches!(body.wits, Wits::Panicked { .. }) && body.held.is_none() && pays_for_retreat(view, who)
}
