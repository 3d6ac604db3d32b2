//! Weapons dropped, broken and taken in hand.
//!
//! Clauses: SST-8-1, SST-12-2, SST-35-2.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::events::WEAPON_BROKEN;
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::scene::{Scene, View};
use crate::rules::swift_swords::nouns::state::State;
use crate::rules::swift_swords::questions::arms;

/// Makes somebody drop what it has in hand, unless that is part of it.
pub(crate) fn drop_weapon<const N: usize>(arena: &Arena<N>, state: &mut State<N>, who: FighterId) {
    if let Some(weapon) = arms::in_hand(View::new(arena, state), who)
        && !arena.weapon(weapon).natural
    {
        let body = state.body_mut(who);
        body.dropped |= 1 << body.in_hand;
    }
}

/// Takes a weapon of the list in hand.
pub(crate) fn ready<const N: usize>(state: &mut State<N>, who: FighterId, at: u8) {
    let body = state.body_mut(who);
    body.in_hand = at;
    body.dropped &= !(1 << at);
}

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Breaks the weapon that somebody has in hand, unless that is part of it.
    pub(crate) fn break_weapon(&mut self, who: FighterId) {
        if let Some(weapon) = arms::in_hand(self.view(), who)
            && !self.arena.weapon(weapon).natural
        {
            let body = self.body_mut(who);
            body.broken |= 1 << body.in_hand;
            self.note(who, WEAPON_BROKEN);
        }
    }
}

/// Drops what is in hand if it is no use in close combat [SST-12-2].
pub(crate) fn drop_unfit<const N: usize>(arena: &Arena<N>, state: &mut State<N>, who: FighterId) {
    if let Some(weapon) = arms::in_hand(View::new(arena, state), who)
        && !arena.weapon(weapon).fits_close()
    {
        let body = state.body_mut(who);
        body.dropped |= 1 << body.in_hand;
    }
}
