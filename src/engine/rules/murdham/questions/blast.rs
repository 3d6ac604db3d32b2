//! The zones that a blast can reach, and the targets of an attack that divides its dice among several
//! enemies.
//!
//! Clauses: MUR-8-2..4, MUR-11-1, MUR-16-3.

use crate::fight::{FighterId, FighterSet};
use crate::rules::murdham::nouns::{AttackMeans, Delivery, Stance, View};
use crate::rules::murdham::reading::{Place, Weapon};

impl View<'_> {
    /// Returns how a blast reaches a zone, or `None` if it cannot. `moving` says whether the fighter moves in
    /// the same turn [MUR-8-2..4].
    pub(crate) fn blast_reach(
        self,
        who: FighterId,
        weapon: &Weapon,
        zone: Place,
        moving: bool,
    ) -> Option<Delivery> {
        let here = self.body(who).place;
        if weapon.melee && self.arena.field.touches(here, zone) {
            return Some(Delivery::default());
        }
        if weapon.range == 0 || !self.sees_place(who, zone) {
            return None;
        }
        let distance = self.arena.field.distance(here, zone);
        self.shot(weapon.range.into(), distance, moving)
    }

    /// [MUR-16-3] Returns the targets of an attack that divides its dice among up to `among` smaller enemies,
    /// beginning with `first`. Each target gets an equal number of whole dice. Returns `None` if the attack
    /// cannot be divided.
    pub(crate) fn shares(
        self,
        who: FighterId,
        item: u8,
        first: FighterId,
        among: u32,
    ) -> Option<FighterSet> {
        let weapon = self.weapon_of(who, AttackMeans::Item(item));
        let near = |other: FighterId| {
            let way = self.way(who, other, AttackMeans::Item(item), Stance::Plain);
            self.arena.over(who, other) > 0 && way.is_some_and(|way| !way.ranged)
        };
        if weapon.blast || !weapon.melee || !near(first) {
            return None;
        }
        let mut targets = FighterSet::of(first);
        for other in self.foes(who).iter() {
            if targets.count() < among && !targets.has(other) && near(other) {
                targets.add(other);
            }
        }
        // If there are fewer dice than targets, the targets listed last are left out.
        while targets.count() > 1 {
            let parts = u16::try_from(targets.count()).expect("at most 64");
            let arena = self.arena;
            let number = self.state.weapon_number(who, AttackMeans::Item(item));
            let pool = |other: FighterId| arena.pool(number, arena.over(who, other), 0);
            if targets.iter().all(|other| pool(other).count >= parts) {
                return Some(targets);
            }
            let last = targets.iter().filter(|&other| other != first).last();
            targets.remove(last.expect("there are others than the first"));
        }
        None
    }

    /// Returns the zone that a blast at this place hits. Only zones that satisfy `fits` are considered. If
    /// the place is a border, the result is the one of its two zones with more known enemies, or the lower
    /// one if both have the same number.
    pub(crate) fn blast_zone(
        self,
        who: FighterId,
        place: Place,
        fits: impl Fn(Place) -> bool,
    ) -> Option<Place> {
        let foes = |zone: Place| {
            let there = |foe: &FighterId| {
                let body = self.body(*foe);
                !body.concealed && self.arena.field.touches(body.place, zone)
            };
            self.foes(who).iter().filter(there).count()
        };
        let mut zones = self.arena.field.zones_of(place).filter(|&zone| fits(zone));
        let first = zones.next()?;
        let more = |&other: &Place| foes(other) > foes(first);
        Some(zones.next().filter(more).unwrap_or(first))
    }
}
