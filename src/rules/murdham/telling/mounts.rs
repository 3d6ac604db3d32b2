//! Mounts, vehicles and those who ride, in words.

use super::{listed, place, saved};
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::scene::Scene;
use crate::rules::murdham::reading::field::Place;

fn names<const N: usize>(arena: &Arena<N>, those: FighterSet) -> String {
    listed(those.iter().map(|who| arena.name(who)).collect())
}

/// `on horse`, `in wagon`.
fn seat<const N: usize>(arena: &Arena<N>, mount: FighterId) -> String {
    let word = if arena.is_vehicle(mount) { "in" } else { "on" };
    format!("{word} {}", arena.name(mount))
}

pub(crate) fn shared_turn<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    mount: FighterId,
) {
    scene.witness.say("MUR-17-1", || {
        let at = if scene.arena.field.zones > 1 {
            format!(", in {}", place(scene.arena, scene.state.body(mount).place))
        } else {
            String::new()
        };
        let all = names(scene.arena, scene.state.aboard(mount));
        format!("{all} take their turn together{at}.")
    });
}

pub(super) fn rode<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    from: Place,
) {
    scene.witness.say("MUR-17-1", || {
        let mount = scene.state.mount_of(who).unwrap_or(who);
        let (from, to) = (
            place(scene.arena, from),
            place(scene.arena, scene.state.body(who).place),
        );
        let riders = scene.state.riders(mount);
        let verb = if riders.is_several() { "ride" } else { "rides" };
        let on = seat(scene.arena, mount);
        format!(
            "{} {verb} {on} from {from} to {to}.",
            names(scene.arena, riders)
        )
    });
}

pub(crate) fn races<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    mount: FighterId,
) {
    let riders = scene.state.riders(mount);
    if !riders.is_empty() {
        scene.witness.say("MUR-17-3", || {
            let on = seat(scene.arena, mount);
            let riders = names(scene.arena, riders);
            format!("At full speed, {riders} {on} can neither act nor react.")
        });
    }
}

pub(crate) fn keeps_turn<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) {
    scene.witness.say("MUR-17-2", || {
        format!("{} keeps its turn for a reaction.", scene.arena.name(who))
    });
}

pub(crate) fn mounts<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    mount: FighterId,
) {
    scene.witness.say("MUR-17-6", || {
        format!(
            "{} takes a seat {}.",
            scene.arena.name(who),
            seat(scene.arena, mount)
        )
    });
}

pub(crate) fn dismounts<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    mount: FighterId,
) {
    scene.witness.say("MUR-17-6", || {
        format!(
            "{} gets off {}.",
            scene.arena.name(who),
            scene.arena.name(mount)
        )
    });
}

/// A save not to fall from a mount.
pub(crate) fn keeps_seat<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    mount: FighterId,
    clause: &'static str,
    stays: bool,
) {
    scene.witness.say(clause, || {
        let save = saved(
            scene.arena,
            scene.arena.fighter(who).agility,
            stays,
            scene.dice,
        );
        let falls = if stays { "" } else { ", and falls" };
        format!(
            "{}, at {}, {save}{falls}.",
            scene.arena.name(who),
            scene.arena.name(mount)
        )
    });
}

pub(crate) fn loses_mount<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    mount: FighterId,
) {
    scene.witness.say("MUR-17-8", || {
        format!(
            "{} is on foot, without {}.",
            scene.arena.name(who),
            scene.arena.name(mount)
        )
    });
}

pub(crate) fn left_behind<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    mount: FighterId,
) {
    scene.witness.say("MUR-17-1", || {
        format!(
            "{} is no longer {}.",
            scene.arena.name(who),
            seat(scene.arena, mount)
        )
    });
}
