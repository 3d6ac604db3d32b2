//! What a main action comes to from where somebody stands, and whether it can be done at all.
//!
//! Clauses: MUR-2-8, MUR-2-12, MUR-3-7, MUR-3-11, MUR-3-15, MUR-8-2, MUR-8-7, MUR-16-12.

use super::Turn;
use crate::fight::FighterId;
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::attack::{Manner, Means, Stance, Way};
use crate::rules::murdham::nouns::deeds::{Deed, Pick};
use crate::rules::murdham::nouns::scene::View;
use crate::rules::murdham::nouns::state::State;
use crate::rules::murdham::reading::field::Place;
use crate::rules::murdham::reading::tables::UNARMED;

/// Whether a deed could be done from there, having walked.
pub(super) fn possible_from<const N: usize>(
    arena: &Arena<N>,
    state: &mut State<N>,
    turn: Turn,
    deed: Deed,
    place: Place,
) -> bool {
    let turn = Turn {
        walked: turn.half,
        ..turn
    };
    let here = std::mem::replace(&mut state.body_mut(turn.who).place, place);
    let possible = settle(View::new(arena, state), turn, deed).is_some();
    state.body_mut(turn.who).place = here;
    possible
}

/// What a deed comes to from here, if it can be done.
pub(crate) fn settle<const N: usize>(view: View<'_, N>, turn: Turn, deed: Deed) -> Option<Chosen> {
    let who = turn.who;
    let possible = match deed {
        Deed::Attack(pick) => return choose(view, turn, pick),
        Deed::Nonlethal(target, means) => view
            .arena
            .way(view.state, who, target, means, Stance::default())
            .is_some(),
        Deed::Blast {
            item,
            target,
            anybody,
        } => aim(view, turn, item, (target, anybody)).is_some(),
        Deed::Split { item, first, among } => {
            is_at_hand(view, turn, item)
                && view
                    .arena
                    .shares(view.state, who, item, first, among)
                    .is_some()
        }
        Deed::Free(ally) => view.state.is_grabbed(ally) && view.arena.nearby(view.state, who, ally),
        Deed::Use { patient, .. } => view.arena.nearby(view.state, who, patient),
        Deed::PickUp(lying) => view.arena.in_reach(view.state, who, lying),
        Deed::Surrender | Deed::Nothing => true,
    };
    possible.then_some(Chosen::AsSaid)
}

/// What a deed comes to from here: for an attack one target, or the zone it stands in.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Chosen {
    Single(Means, Way),
    Blast(u8, Place, Way),
    /// Nothing about it is left to choose.
    AsSaid,
}

/// The first weapon of the list that can be used on the target from here, else bare hands [MUR-3-15, MUR-8-7].
fn choose<const N: usize>(view: View<'_, N>, turn: Turn, pick: Pick) -> Option<Chosen> {
    let who = turn.who;
    let body = view.body(who);
    let stance = Stance {
        moving: turn.walked > 0 || pick.moving,
        ..Stance::default()
    };
    for (at, item) in body.items.iter().enumerate() {
        let weapon = view.arena.weapon(item.weapon);
        let at = u8::try_from(at).expect("a list is short");
        let wanted = pick.wish >> item.weapon & 1 == 1 && is_at_hand(view, turn, at);
        if !wanted || (pick.ranged && weapon.range == 0) {
            continue;
        }
        if weapon.blast {
            let own = |zone| view.arena.field.touches(body.place, zone);
            let reach = |zone| {
                view.arena
                    .blast_reach(view.state, who, weapon, zone, stance.moving)
            };
            let fits = |zone: Place| !own(zone) && reach(zone).is_some();
            let there = view.body(pick.target).place;
            if pick.manner == Manner::Plain
                && let Some(zone) = view.arena.blast_zone(view.state, who, there, fits)
            {
                return Some(Chosen::Blast(at, zone, reach(zone)?));
            }
            continue;
        }
        let way = view
            .arena
            .way(view.state, who, pick.target, Means::Item(at), stance);
        if let Some(way) = way.filter(|way| fits(view, who, pick, *way)) {
            return Some(Chosen::Single(Means::Item(at), way));
        }
    }
    if pick.wish >> UNARMED & 1 == 0 || pick.ranged {
        return None;
    }
    let way = view
        .arena
        .way(view.state, who, pick.target, Means::Unarmed, stance)?;
    fits(view, who, pick, way).then_some(Chosen::Single(Means::Unarmed, way))
}

/// Whether a weapon can be used in what is left of a turn: another than the one in hand takes the bonus action [MUR-2-8].
fn is_at_hand<const N: usize>(view: View<'_, N>, turn: Turn, item: u8) -> bool {
    view.arena.is_usable(view.state, turn.who, item.into())
        && (turn.bonus || !view.arena.swaps(view.state, turn.who, Means::Item(item)))
}

/// Whether a way to attack is of the kind that is meant: shots at a distance, death blows from nearby [MUR-3-7].
fn fits<const N: usize>(view: View<'_, N>, who: FighterId, pick: Pick, way: Way) -> bool {
    match pick.manner {
        Manner::DeathBlow => !way.ranged && view.arena.nearby(view.state, who, pick.target),
        _ => !pick.ranged || way.ranged,
    }
}

/// The zone that a blast meant for somebody hits from here, and how it reaches it.
pub(super) fn aim<const N: usize>(
    view: View<'_, N>,
    turn: Turn,
    item: u8,
    (target, anybody): (FighterId, bool),
) -> Option<(Place, Way)> {
    let who = turn.who;
    let weapon = view.arena.weapon_of(view.state, who, Means::Item(item));
    let reach = |zone| {
        view.arena
            .blast_reach(view.state, who, weapon, zone, turn.walked > 0)
    };
    if !is_at_hand(view, turn, item) {
        return None;
    }
    let around = anybody && weapon.melee && view.arena.nearby(view.state, who, target);
    let there = view.body(if around { who } else { target }).place;
    let zone = view
        .arena
        .blast_zone(view.state, who, there, |zone| reach(zone).is_some())?;
    Some((zone, reach(zone)?))
}
