//! The cast of a fight: sides, combatants and fighters, with the names that tables and transcripts use.

use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::{
    Alliances, CombatantId, Day, EventSpec, FighterId, FighterSet, Objective, SideId, WeaponId,
};

/// The cast of a compiled matchup. Lists are in listing order and indexed by the ids of the same name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cast {
    /// Names of the sides.
    pub sides: Vec<String>,
    /// The sides that fight together.
    #[serde(skip_serializing_if = "Alliances::is_empty")]
    pub alliances: Alliances,
    /// The combatants: one per stat block and side.
    pub combatants: Vec<CastCombatant>,
    /// The combatant of each fighter.
    pub fighters: Vec<CombatantId>,
    /// The round after which a fight is cut off.
    pub round_cap: u32,
    /// First of the rounds whose number matters only for the round cap: equal states of later rounds have the
    /// same future. Such a fight has a [`Arena::moment`](super::Arena::moment) that grows with each step, within a
    /// round or into the next. It is 0 where already the first round is like the later ones, and `None` where rounds
    /// may differ until the end.
    #[serde(skip)]
    pub alike_from: Option<u32>,
    /// The most Ranks that one landed blow can cost its target; 0 where the book has no Ranks to lose, so that none
    /// are counted. If it is not 0, [`Witness::lost`](super::Witness::lost) is called for every landed blow.
    #[serde(skip)]
    pub most_lost: u32,
    /// The fighters that are things, such as vehicles: they can be hit, go down and stand, but do not count in the
    /// numbers of their side.
    #[serde(skip)]
    pub things: FighterSet,
    /// Fighters that are absent when a fight begins and may never arrive, such as the dead who rise.
    /// [`Witness::back`](super::Witness::back) reports their arrival.
    #[serde(skip)]
    pub absent: FighterSet,
    /// The objectives of the sides, in listing order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub objectives: Vec<Objective>,
    /// The day, if the fight is one: `None` for a single fight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day: Option<Day>,
    /// The book's own events, indexed by [`EventId`](super::EventId).
    #[serde(skip)]
    pub events: &'static [EventSpec],
}

/// One stat block on one side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CastCombatant {
    /// Its name in the scenario.
    pub name: String,
    /// The side it fights on.
    pub side: SideId,
    /// How many fighters share it.
    pub count: u32,
    /// The most hit points (or the book's equivalent) that one of its fighters can have left at the end of a fight; 0
    /// where the book does not count them.
    #[serde(skip)]
    pub health: u32,
    /// The weapons that it may hit with, indexed by [`WeaponId`](super::WeaponId).
    pub weapons: Vec<CastWeapon>,
    /// The items that it carries to attack with.
    #[serde(skip)]
    pub carries: Vec<CastItem>,
    /// Its policy's lists and lines.
    #[serde(serialize_with = "shared")]
    pub playbook: Arc<Playbook>,
}

/// A weapon, or another cause of damage that is counted like one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CastWeapon {
    /// Its name in the scenario.
    pub name: String,
    /// The most net damage that one hit can do.
    pub most: u32,
}

/// Something that is carried to attack with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CastItem {
    /// Its name in the scenario.
    pub name: String,
    /// Its weapons: an item that can also be thrown has two.
    pub weapons: Vec<WeaponId>,
}

/// Serialises data that several combatants share.
fn shared<S: Serializer>(playbook: &Arc<Playbook>, serializer: S) -> Result<S::Ok, S::Error> {
    playbook.serialize(serializer)
}

/// A policy as the tally counts it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Playbook {
    /// The policy's name.
    pub name: String,
    /// Names of its lists, indexed by [`ListId`](super::ListId).
    pub lists: Vec<String>,
    /// All lines, list by list and in their order, indexed by [`LineId`](super::LineId).
    pub lines: Vec<PlaybookLine>,
}

/// One line of a policy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlaybookLine {
    /// The list it stands in.
    pub list: super::ListId,
    /// Its text.
    pub text: String,
    /// Whether the line comes from the book and stands in none of the scenario's files.
    pub lent: bool,
}

/// Names as listed in a sentence: `a, b and c`.
pub fn listed(mut names: Vec<String>) -> String {
    match names.pop() {
        Some(last) if !names.is_empty() => format!("{} and {last}", names.join(", ")),
        last => last.unwrap_or_default(),
    }
}

impl Cast {
    /// Sets the book's own events, and the maximum health of each combatant's fighters.
    #[must_use]
    pub fn counting(
        mut self,
        events: &'static [EventSpec],
        health: impl Fn(CombatantId) -> u32,
    ) -> Self {
        self.events = events;
        for (at, combatant) in self.combatants.iter_mut().enumerate() {
            combatant.health = health(CombatantId::at(at));
        }
        self
    }

    /// Returns whether it is a single fight without objectives, which a book may play in its own way
    /// ([`Fight::run`](super::Fight::run)).
    #[inline]
    pub fn is_plain(&self) -> bool {
        self.objectives.is_empty() && self.day.is_none()
    }

    /// All fighters, things included.
    #[inline]
    pub fn everybody(&self) -> FighterSet {
        match self.fighters.len() {
            0 => FighterSet::NONE,
            all => FighterSet(u64::MAX >> (u64::BITS as usize - all)),
        }
    }

    /// The combatant that a fighter is one of.
    #[inline]
    pub fn combatant(&self, who: FighterId) -> &CastCombatant {
        &self.combatants[self.fighters[who.index()].index()]
    }

    /// Returns whether a fighter is one of the people of a day. They take part in all its fights, so that what they have
    /// left matters when they are out.
    #[inline]
    pub fn is_of_the_people(&self, who: FighterId) -> bool {
        let day = self.day.as_ref();
        day.is_some_and(|day| day.people == self.combatant(who).side)
    }

    /// All fighters of a combatant.
    pub fn fighters_of(&self, combatant: CombatantId) -> FighterSet {
        (0..self.fighters.len())
            .filter(|&i| self.fighters[i] == combatant)
            .map(FighterId::at)
            .collect()
    }

    /// The number of fighters of a combatant that are present when a fight begins.
    pub fn starting(&self, combatant: CombatantId) -> u32 {
        self.fighters_of(combatant).without(self.absent).count()
    }

    /// All fighters of a side, without its things.
    pub fn side(&self, side: SideId) -> FighterSet {
        (0..self.fighters.len())
            .map(FighterId::at)
            .filter(|&who| self.combatant(who).side == side && !self.things.has(who))
            .collect()
    }

    /// The name of the alliance of a side: the names of its sides, joined. A side without allies has its own name.
    pub fn alliance(&self, side: SideId) -> String {
        let members = self.alliances.members(side);
        listed(
            members
                .map(|side| self.sides[side.index()].clone())
                .collect(),
        )
    }

    /// A sentence about the alliance of a side, without the full stop: "The town side wins", or "The militia and town sides
    /// win". `one` is the verb for a single side, with what follows it, and `several` for allied sides.
    pub fn told(&self, side: SideId, one: &str, several: &str) -> String {
        let name = self.alliance(side);
        if self.alliances.members(side).count() > 1 {
            format!("The {name} sides {several}")
        } else {
            format!("The {name} side {one}")
        }
    }

    /// The alliances, each by its first side, in listing order.
    pub fn each_alliance(&self) -> impl Iterator<Item = SideId> {
        let sides = (0..self.sides.len()).map(SideId::at);
        sides.filter(|&side| self.alliances.of(side) == side)
    }

    /// The name of a fighter in a transcript: the combatant's name, numbered where several fighters share it,
    /// followed by the side in brackets where another side has a combatant of this name.
    pub fn name(&self, who: FighterId) -> String {
        let combatant = self.combatant(who);
        let mates = self.fighters_of(self.fighters[who.index()]);
        let number = if combatant.count > 1 {
            format!(" {}", mates.iter().take_while(|&mate| mate <= who).count())
        } else {
            String::new()
        };
        let namesakes = self.combatants.iter().filter(|c| c.name == combatant.name);
        let side = if namesakes.count() > 1 {
            format!(" ({})", self.sides[combatant.side.index()])
        } else {
            String::new()
        };
        format!("{}{number}{side}", combatant.name)
    }
}
