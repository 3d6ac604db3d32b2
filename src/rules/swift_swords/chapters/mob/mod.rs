//! Many who fight as one: an attack at several enemies, one roll each.
//!
//! Clauses: SST-15-7, SST-15-8, SST-27-4, SST-36-2. Reading: a charge, a blow in passing or back, and tactics of two weapons
//! are at one enemy, whoever makes them; where one attack is all of a round, those in passing and back are no attacks of its
//! own. What members add to ranks and dice is in the stat block (`compile.rs`).

use super::contact;
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::scene::{Scene, View};
use crate::rules::swift_swords::nouns::state::State;
use crate::rules::swift_swords::questions::reach;

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Strikes at an enemy, and, where many fight as one, at others of its melee: in listed order after it, and round.
    pub(crate) fn strike_as_mob(&mut self, who: FighterId, target: FighterId, weapon: u8) {
        contact::engage(self.arena, self.state, who, target, weapon);
        let most = self.fighter(who).attacks;
        if most == 1 || !self.state.fighting.has(target) {
            self.blow(who, target, weapon);
            return;
        }
        for other in others(self.view(), (who, weapon), target).take(most.into()) {
            if !self.state.fighting.has(who) {
                return;
            }
            let near = other == target || near(self.view(), (who, weapon), other);
            if self.state.fighting.has(other) && near {
                contact::engage(self.arena, self.state, who, other, weapon);
                self.blow(who, other, weapon);
            }
        }
    }
}

/// Notes an attack, where many who fight as one have no other in a round.
pub(crate) fn has_attacked<const N: usize>(arena: &Arena<N>, state: &mut State<N>, who: FighterId) {
    if arena.options.mob_per_round && arena.fighter(who).attacks > 1 {
        state.body_mut(who).swarmed = true;
    }
}

/// Whether others than the target are struck at by the way: those of the melee, or, from the air, of the zone.
fn near<const N: usize>(view: View<'_, N>, (who, weapon): (FighterId, u8), foe: FighterId) -> bool {
    if reach::aloft(view, who) {
        view.body(who).zone == view.body(foe).zone
    } else {
        reach::strikes_from(view, (who, weapon), foe) && reach::in_reach(view, who, foe)
    }
}

/// The target, and after it the others who can be struck at, in listed order and round.
fn others<const N: usize>(
    view: View<'_, N>,
    (who, weapon): (FighterId, u8),
    target: FighterId,
) -> impl Iterator<Item = FighterId> + use<N> {
    let fits = |&foe: &FighterId| near(view, (who, weapon), foe) && reach::has_room(view, who, foe);
    let foes: FighterSet = view
        .arena
        .foes(view.state, who)
        .iter()
        .filter(fits)
        .collect();
    let after = foes.iter().filter(move |&foe| foe > target);
    let before = foes.iter().filter(move |&foe| foe < target);
    std::iter::once(target).chain(after).chain(before)
}

#[cfg(test)]
mod tests;
