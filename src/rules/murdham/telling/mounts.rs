//! Mounts, vehicles and those who ride, in words.

use super::{listed, place, saved};
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::state::State;
use crate::rules::murdham::reading::field::Place;

fn names<const N: usize>(arena: &Arena<N>, those: FighterSet) -> String {
    listed(those.iter().map(|who| arena.name(who)).collect())
}

/// `on horse`, `in wagon`.
fn seat<const N: usize>(arena: &Arena<N>, mount: FighterId) -> String {
    let word = if arena.is_vehicle(mount) { "in" } else { "on" };
    format!("{word} {}", arena.name(mount))
}

pub(crate) fn shared_turn<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    mount: FighterId,
    witness: &mut W,
) {
    witness.say("MUR-17-1", || {
        let at = if arena.field.zones > 1 {
            format!(", in {}", place(arena, state.body(mount).place))
        } else {
            String::new()
        };
        let all = names(arena, state.aboard(mount));
        format!("{all} take their turn together{at}.")
    });
}

pub(super) fn rode<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    from: Place,
    witness: &mut W,
) {
    witness.say("MUR-17-1", || {
        let mount = state.mount_of(who).unwrap_or(who);
        let (from, to) = (place(arena, from), place(arena, state.body(who).place));
        let riders = state.riders(mount);
        let verb = if riders.is_several() { "ride" } else { "rides" };
        let on = seat(arena, mount);
        format!("{} {verb} {on} from {from} to {to}.", names(arena, riders))
    });
}

pub(crate) fn races<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    mount: FighterId,
    witness: &mut W,
) {
    let riders = state.riders(mount);
    if !riders.is_empty() {
        witness.say("MUR-17-3", || {
            let on = seat(arena, mount);
            let riders = names(arena, riders);
            format!("At full speed, {riders} {on} can neither act nor react.")
        });
    }
}

pub(crate) fn keeps_turn<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    witness: &mut W,
) {
    witness.say("MUR-17-2", || {
        format!("{} keeps its turn for a reaction.", arena.name(who))
    });
}

pub(crate) fn mounts<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    mount: FighterId,
    witness: &mut W,
) {
    witness.say("MUR-17-6", || {
        format!("{} takes a seat {}.", arena.name(who), seat(arena, mount))
    });
}

pub(crate) fn dismounts<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    mount: FighterId,
    witness: &mut W,
) {
    witness.say("MUR-17-6", || {
        format!("{} gets off {}.", arena.name(who), arena.name(mount))
    });
}

/// A save not to fall from a mount.
pub(crate) fn keeps_seat<const N: usize, W: Witness>(
    arena: &Arena<N>,
    (who, mount, clause): (FighterId, FighterId, &'static str),
    stays: bool,
    dice: &impl Dice,
    witness: &mut W,
) {
    witness.say(clause, || {
        let save = saved(arena, arena.fighter(who).agility, stays, dice);
        let falls = if stays { "" } else { ", and falls" };
        format!(
            "{}, at {}, {save}{falls}.",
            arena.name(who),
            arena.name(mount)
        )
    });
}

pub(crate) fn loses_mount<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    mount: FighterId,
    witness: &mut W,
) {
    witness.say("MUR-17-8", || {
        format!(
            "{} is on foot, without {}.",
            arena.name(who),
            arena.name(mount)
        )
    });
}

pub(crate) fn left_behind<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    mount: FighterId,
    witness: &mut W,
) {
    witness.say("MUR-17-1", || {
        format!("{} is no longer {}.", arena.name(who), seat(arena, mount))
    });
}
