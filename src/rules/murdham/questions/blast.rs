//! Where a blast reaches, and among whom an attack is shared out.
//!
//! Clauses: MUR-8-2..4, MUR-11-1, MUR-16-3.

use crate::fight::{FighterId, FighterSet};
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::attack::{Means, Stance, Way};
use crate::rules::murdham::nouns::state::State;
use crate::rules::murdham::reading::field::Place;
use crate::rules::murdham::reading::tables::Weapon;

impl<const N: usize> Arena<N> {
    /// How a blast reaches a zone, if it does [MUR-8-2..4].
    pub(crate) fn blast_reach(
        &self,
        state: &State<N>,
        who: FighterId,
        weapon: &Weapon,
        zone: Place,
        moving: bool,
    ) -> Option<Way> {
        let here = state.body(who).place;
        if weapon.melee && self.field.touches(here, zone) {
            return Some(Way::default());
        }
        if weapon.range == 0 || !self.sees_place(who, here, zone) {
            return None;
        }
        let distance = self.field.distance(here, zone);
        self.shot(weapon.range.into(), distance, moving)
    }

    /// [MUR-16-3] Shares a weapon's dice out among `among` smaller enemies, the first of them the one aimed at; `None`
    /// where that is not possible. Each has an equal part of the attack, in whole dice.
    pub(crate) fn shares(
        &self,
        state: &State<N>,
        who: FighterId,
        item: u8,
        first: FighterId,
        among: u32,
    ) -> Option<FighterSet> {
        let weapon = self.weapon_of(state, who, Means::Item(item));
        let near = |other: FighterId| {
            let way = self.way(state, who, other, Means::Item(item), Stance::default());
            self.over(who, other) > 0 && way.is_some_and(|way| !way.ranged)
        };
        if weapon.blast || !weapon.melee || !near(first) {
            return None;
        }
        let mut targets: FighterSet = std::iter::once(first).collect();
        for other in self.foes(state, who).iter() {
            if targets.count() < among && !targets.has(other) && near(other) {
                targets.add(other);
            }
        }
        // Where the dice do not go round, the last listed are left out.
        while targets.count() > 1 {
            let parts = u16::try_from(targets.count()).expect("at most 64");
            let dice = |other: FighterId| self.pool(weapon, self.over(who, other), 0).count;
            let enough = |other: FighterId| dice(other) >= parts;
            if targets.iter().all(enough) {
                return Some(targets);
            }
            let last = targets.iter().filter(|&other| other != first).last();
            targets.remove(last.expect("there are others than the first"));
        }
        None
    }

    /// The zone that a blast at somebody is aimed at: of a border's two, the one with more enemies that one knows of, ties
    /// the lower.
    pub(crate) fn blast_zone(
        &self,
        state: &State<N>,
        who: FighterId,
        place: Place,
        fits: impl Fn(Place) -> bool,
    ) -> Option<Place> {
        let foes = |zone: Place| {
            let there = |foe: &FighterId| {
                let body = state.body(*foe);
                !body.concealed && self.field.touches(body.place, zone)
            };
            self.foes(state, who).iter().filter(there).count()
        };
        let mut best = None;
        for zone in self.field.zones_of(place).filter(|&zone| fits(zone)) {
            if best.is_none_or(|(_, most)| foes(zone) > most) {
                best = Some((zone, foes(zone)));
            }
        }
        best.map(|(zone, _)| zone)
    }
}
