//! Who plays which role in a step.
//!
//! Of a blow it is all the same to a chain which of four alike strikes, and which is struck: what may come of it is the same,
//! only to others. So a step is kept in terms of roles, once for all who may play them, and each situation knows who does.
//! That is done for fights that have situations without an order of turns, which are melees; in others everybody plays itself.

use indexmap::IndexMap;

use super::short;
use crate::fight::FighterId;

/// Who plays the roles of a step: the fighters that it tells of, and the places of the counters that it changes.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(super) struct Roles {
    pub fighters: Vec<FighterId>,
    pub places: Vec<u8>,
}

impl Roles {
    /// The role of a fighter, a new one if it has none.
    pub(super) fn of(&mut self, who: FighterId) -> FighterId {
        FighterId::at(number(&mut self.fighters, who))
    }

    /// The role of a counter, likewise.
    pub(super) fn of_place(&mut self, place: u8) -> u8 {
        u8::try_from(number(&mut self.places, place)).expect("there are few places")
    }
}

/// The number of one in a list, to which it is added if it is not there.
fn number<T: PartialEq>(list: &mut Vec<T>, one: T) -> usize {
    let known = list.iter().position(|known| *known == one);
    known.unwrap_or_else(|| {
        list.push(one);
        list.len() - 1
    })
}

/// The roles of all steps of a chain.
#[derive(Debug, Clone, Default)]
pub(super) struct Casting {
    known: IndexMap<Roles, Players, foldhash::fast::FixedState>,
    fighters: Vec<FighterId>,
    places: Vec<u8>,
}

/// Where in the lists of a [`Casting`] those begin who play the roles of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Players {
    fighters: u32,
    places: u32,
}

impl Casting {
    /// Those who play these roles.
    pub(super) fn players(&mut self, roles: Roles) -> Players {
        if let Some(&known) = self.known.get(&roles) {
            return known;
        }
        let players = Players {
            fighters: short(self.fighters.len()),
            places: short(self.places.len()),
        };
        self.fighters.extend(&roles.fighters);
        self.places.extend(&roles.places);
        self.known.insert(roles, players);
        players
    }

    /// The fighter of a role.
    #[inline]
    pub(super) fn fighter(&self, players: Players, role: FighterId) -> FighterId {
        self.fighters[players.fighters as usize + role.index()]
    }

    /// The places of the counters of the first roles, in order, and of others after them.
    pub(super) fn places(&self, players: Players) -> &[u8] {
        &self.places[players.places as usize..]
    }

    /// The place of the counter of a role.
    #[inline]
    pub(super) fn place(&self, players: Players, role: u8) -> usize {
        self.places[players.places as usize + usize::from(role)].into()
    }
}
