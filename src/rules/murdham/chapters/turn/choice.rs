//! What a main action comes to from where somebody stands, and whether it can be done at all.
//!
//! Clauses: MUR-2-8, MUR-2-12, MUR-3-7, MUR-3-11, MUR-3-15, MUR-8-2, MUR-8-7, MUR-16-12.

use super::Turn;
use crate::dice::Dice;
use crate::fight::FighterId;
use crate::rules::murdham::nouns::attack::{Manner, Means, Stance, Way};
use crate::rules::murdham::nouns::deeds::{Aim, Deed, Pick};
use crate::rules::murdham::nouns::scene::{Scene, View};
use crate::rules::murdham::reading::field::Place;
use crate::rules::murdham::reading::tables::UNARMED;

/// What a deed comes to from here: for an attack one target, or the zone it stands in.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Chosen {
    Single(Means, Way),
    Blast(u8, Place, Way),
    /// Nothing about it is left to choose.
    AsSaid,
}

impl<D: Dice, W, const N: usize> Scene<'_, D, W, N> {
    /// Whether a deed could be done from there, having walked.
    pub(super) fn possible_from(&mut self, turn: Turn, deed: Deed, place: Place) -> bool {
        let walked = turn.half;
        let here = std::mem::replace(&mut self.body_mut(turn.who).place, place);
        let possible = self.view().settle(Turn { walked, ..turn }, deed).is_some();
        self.body_mut(turn.who).place = here;
        possible
    }
}

impl<const N: usize> View<'_, N> {
    /// What a deed comes to from here, if it can be done.
    pub(crate) fn settle(self, turn: Turn, deed: Deed) -> Option<Chosen> {
        let who = turn.who;
        let possible = match deed {
            Deed::Attack(pick) => return self.choose(turn, pick),
            Deed::Nonlethal(target, means) => self.way(who, target, means, Stance::PLAIN).is_some(),
            Deed::Blast(aim) => self.aim(turn, aim).is_some(),
            Deed::Split { item, first, among } => {
                self.is_at_hand(turn, item) && self.shares(who, item, first, among).is_some()
            }
            Deed::Free(ally) => self.state.is_grabbed(ally) && self.nearby(who, ally),
            Deed::Use { patient, .. } => self.nearby(who, patient),
            Deed::PickUp(lying) => self.in_reach(who, lying),
            Deed::Surrender | Deed::Nothing => true,
        };
        possible.then_some(Chosen::AsSaid)
    }

    /// The first weapon of the list that can be used on the target from here, else bare hands [MUR-3-15, MUR-8-7].
    fn choose(self, turn: Turn, pick: Pick) -> Option<Chosen> {
        let who = turn.who;
        let stance = Stance::moving(turn.walked > 0 || pick.moving);
        for (at, item) in (0..).zip(&self.body(who).items) {
            let weapon = self.arena.weapon(item.weapon);
            let wanted = pick.wish >> item.weapon & 1 == 1 && self.is_at_hand(turn, at);
            if !wanted || (pick.ranged && weapon.range == 0) {
                continue;
            }
            if weapon.blast {
                let field = &self.arena.field;
                let (here, there) = (self.body(who).place, self.body(pick.target).place);
                let reach = |zone| self.blast_reach(who, weapon, zone, stance.moving);
                let fits = |zone| !field.touches(here, zone) && reach(zone).is_some();
                if pick.manner == Manner::Plain
                    && let Some(zone) = self.blast_zone(who, there, fits)
                {
                    return Some(Chosen::Blast(at, zone, reach(zone)?));
                }
                continue;
            }
            let way = self.way(who, pick.target, Means::Item(at), stance);
            if let Some(way) = way.filter(|way| self.suits(who, pick, *way)) {
                return Some(Chosen::Single(Means::Item(at), way));
            }
        }
        if pick.wish >> UNARMED & 1 == 0 || pick.ranged {
            return None;
        }
        let way = self.way(who, pick.target, Means::Unarmed, stance)?;
        self.suits(who, pick, way)
            .then_some(Chosen::Single(Means::Unarmed, way))
    }

    /// Whether a weapon can be used in what is left of a turn: another than the one in hand takes the bonus action [MUR-2-8].
    fn is_at_hand(self, turn: Turn, item: u8) -> bool {
        self.is_usable(turn.who, item.into())
            && (turn.bonus || !self.swaps(turn.who, Means::Item(item)))
    }

    /// Whether a way to attack is of the kind that is meant: shots at a distance, death blows from nearby [MUR-3-7].
    fn suits(self, who: FighterId, pick: Pick, way: Way) -> bool {
        match pick.manner {
            Manner::DeathBlow => !way.ranged && self.nearby(who, pick.target),
            _ => !pick.ranged || way.ranged,
        }
    }

    /// The zone that a blast meant for somebody hits from here, and how it reaches it.
    pub(super) fn aim(self, turn: Turn, aim: Aim) -> Option<(Place, Way)> {
        let (who, item) = (turn.who, aim.item);
        let weapon = self.arena.weapon_of(self.state, who, Means::Item(item));
        let reach = |zone| self.blast_reach(who, weapon, zone, turn.walked > 0);
        if !self.is_at_hand(turn, item) {
            return None;
        }
        let around = aim.anybody && weapon.melee && self.nearby(who, aim.target);
        let there = self.body(if around { who } else { aim.target }).place;
        let zone = self.blast_zone(who, there, |zone| reach(zone).is_some())?;
        Some((zone, reach(zone)?))
    }
}
