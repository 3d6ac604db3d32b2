//! Phrases that sentences of the transcript share. They name places, seats, lists of fighters, attacks, and
//! the target number, roll and result of saves.
//!
//! The sentences themselves are in `chapters`, next to the code of their events. No text is made unless a
//! witness records a transcript.

use super::nouns::{Arena, Attack, AttackMeans, Manner, Scene, View};
use super::reading::Place;
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, SideId, Witness};
use crate::frame::scene::listed;

impl Arena {
    /// Returns a place with an article: `zone 2`, `the border 2|3`.
    pub(crate) fn place_name(&self, place: Place) -> String {
        let name = &self.field.names[usize::from(place)];
        let kind = if self.field.is_zone(place) {
            "zone"
        } else {
            "the border"
        };
        format!("{kind} {name}")
    }

    /// Returns a place with a preposition: `in zone 2`, `on the border 2|3`.
    pub(crate) fn at_place(&self, place: Place) -> String {
        let word = if self.field.is_zone(place) {
            "in"
        } else {
            "on"
        };
        format!("{word} {}", self.place_name(place))
    }

    /// Returns a seat with a preposition: `on horse`, `in wagon`.
    pub(crate) fn seat_name(&self, mount: FighterId) -> String {
        let word = if self.is_vehicle(mount) { "in" } else { "on" };
        format!("{word} {}", self.name(mount))
    }

    /// Returns names as a sentence lists them: `a, b and c`.
    pub(crate) fn names(&self, those: FighterSet) -> String {
        listed(those.iter().map(|who| self.name(who)).collect())
    }
}

impl View<'_> {
    /// Returns the verb phrase of an attack: `attacks b with sword`, `tries to grab b`.
    pub(crate) fn deed(self, attack: Attack) -> String {
        let (who, means) = (attack.attacker, attack.means);
        let target = self.arena.name(attack.target);
        let weapon = match means {
            AttackMeans::Disarm { .. } => return format!("tries to disarm {target}"),
            AttackMeans::Shove { .. } => return format!("tries to shove {target}"),
            AttackMeans::Grapple => return format!("tries to grab {target}"),
            AttackMeans::Unarmed => "bare hands",
            AttackMeans::Item(_) => &self.weapon_of(who, means).name,
        };
        if attack.manner == Manner::DeathBlow {
            format!("means to finish {target} with {weapon}")
        } else if attack.way.ranged {
            let zones = match self.distance(who, attack.target) {
                0 => "from nearby".to_owned(),
                1 => "from 1 zone".to_owned(),
                zones => format!("from {zones} zones"),
            };
            format!("shoots at {target} with {weapon} {zones}")
        } else {
            format!("attacks {target} with {weapon}")
        }
    }
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Reports a save on an ability. `text` makes the sentence. It receives the names of the fighters and a
    /// phrase such as `needs 8 or less, rolls 2: passes`.
    #[inline]
    pub(crate) fn tell_save<const K: usize>(
        &mut self,
        clause: &'static str,
        of: [FighterId; K],
        (ability, passes): (u8, bool),
        text: impl FnOnce([String; K], String) -> String,
    ) {
        let (arena, dice) = (self.arena, &*self.dice);
        self.witness.say(clause, || {
            let result = if passes { "passes" } else { "fails" };
            let need = arena.options.need(ability);
            let faces: Vec<String> = dice.faces().iter().map(u32::to_string).collect();
            let rolls = faces.join(" and ");
            let save = format!("needs {need} or less, rolls {rolls}: {result}");
            text(of.map(|who| arena.name(who)), save)
        });
    }

    /// Reports `what` about a side, in a sentence that begins with the name of the side.
    #[inline]
    pub(crate) fn tell_side(&mut self, clause: &'static str, side: SideId, what: &str) {
        let sides = &self.arena.cast.sides;
        self.say(clause, [], |[]| {
            format!("The {} side {what}.", sides[side.index()])
        });
    }

    /// Reports what a faction does, in a sentence that begins with its name. The verb is `one` if the faction
    /// is a single side, and `several` if it consists of allied sides.
    #[inline]
    pub(crate) fn tell_faction(
        &mut self,
        clause: &'static str,
        faction: SideId,
        one: &str,
        several: &str,
    ) {
        let cast = &self.arena.cast;
        self.say(clause, [], |[]| {
            format!("{}.", cast.told(faction, one, several))
        });
    }

    /// Reports `what` about a fighter, in a sentence that ends with the place where the fighter is.
    #[inline]
    pub(crate) fn tell_at(&mut self, clause: &'static str, who: FighterId, what: &str) {
        self.describe(clause, |view| {
            let at = view.arena.at_place(view.body(who).place);
            format!("{} {what} {at}.", view.arena.name(who))
        });
    }
}
