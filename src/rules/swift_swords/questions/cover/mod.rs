//! What stands in the way of a shot: the target's own cover, and what is on the boundaries that the shot crosses.
//!
//! Clauses: SST-31-1, SST-31-2. Cover is dice. Reading: where several covers are in the way, the one that takes the most dice
//! counts, and ones help only where all of them allow it; a shot goes the shortest way, through the zones listed first.

use crate::fight::FighterId;
use crate::rules::swift_swords::nouns::attack::Attack;
use crate::rules::swift_swords::nouns::scene::View;
use crate::rules::swift_swords::reading::zones::Cover;

/// The cover that a shot meets, if any.
pub(crate) fn met<const N: usize>(view: View<'_, N>, attack: Attack) -> Option<Cover> {
    let (from, to) = (
        view.body(attack.attacker).zone,
        view.body(attack.target).zone,
    );
    let mut met = worse(own(view, attack), aboard(view, attack.target));
    if view.arena.field.walls.is_empty() {
        return met;
    }
    let mut here = from;
    while let Some(next) = view.arena.field.towards(here, to) {
        let wall = view
            .arena
            .field
            .wall(here, next)
            .and_then(|wall| wall.cover);
        met = worse(met, wall);
        here = next;
    }
    met
}

/// The cover that the target is behind itself.
fn own<const N: usize>(view: View<'_, N>, attack: Attack) -> Option<Cover> {
    let target = attack.target;
    let cover = view.arena.cover_of[target.index()]?;
    let behind = view.body(target).covered;
    behind.then(|| view.arena.covers[usize::from(cover)])
}

/// The sides of a chariot: light and hard, whoever stands in it [SST-36-2].
fn aboard<const N: usize>(view: View<'_, N>, who: FighterId) -> Option<Cover> {
    let is = view.fighter(who).aboard && view.state.fighting.has(who);
    is.then_some(Cover {
        dice: -1,
        effort: true,
        hard: true,
    })
}

/// The one of two that takes more dice, with the restrictions of both.
fn worse(a: Option<Cover>, b: Option<Cover>) -> Option<Cover> {
    match (a, b) {
        (Some(a), Some(b)) => Some(Cover {
            dice: a.dice.min(b.dice),
            effort: a.effort && b.effort,
            hard: a.hard || b.hard,
        }),
        (a, b) => a.or(b),
    }
}

/// What hard cover adds to the armour of those behind it, where a scenario says so.
pub(crate) fn armour<const N: usize>(view: View<'_, N>, attack: Attack) -> u8 {
    let worth = view.fighter(attack.target).hard_cover_armour;
    if worth == 0 || !attack.means.is_shot() {
        return 0;
    }
    let hard = met(view, attack).is_some_and(|cover| cover.hard);
    if hard { worth } else { 0 }
}

#[cfg(test)]
mod tests;
