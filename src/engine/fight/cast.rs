//! The cast of a fight: sides, combatants and fighters, with the names that tables and transcripts use.

use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::{
    Alliances, CombatantId, Day, EventSpec, FighterId, FighterSet, Objective, SideId, WeaponId,
};

/// The cast of a compiled matchup. Each list is in the order of the scenario, and indexed by the id type of
/// the same name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cast {
    /// Names of the sides.
    pub sides: Vec<String>,
    /// The groups of sides that fight together.
    #[serde(skip_serializing_if = "Alliances::is_empty")]
    pub alliances: Alliances,
    /// The combatants: one per stat block and side.
    pub combatants: Vec<CastCombatant>,
    /// The combatant of each fighter.
    pub fighters: Vec<CombatantId>,
    /// The last round: a fight that is not over after it is cut off.
    pub round_cap: u32,
    /// First of the rounds whose number matters only for the round cap: equal states of later rounds have the
    /// same future. Such a fight has a [`Arena::moment`](super::Arena::moment) that grows with each step, within a
    /// round or into the next. It is 0 where already the first round is like the later ones, and `None` where rounds
    /// may differ until the end.
    #[serde(skip)]
    pub alike_from: Option<u32>,
    /// The most Ranks that one landed blow can cost its target; 0 if the book has no Ranks to lose. If the
    /// value is not 0, [`Witness::lost`](super::Witness::lost) is called for every landed blow.
    #[serde(skip)]
    pub most_lost: u32,
    /// The fighters that are things, such as vehicles. They can be hit, go down and stand, but do not count
    /// as members of their side.
    #[serde(skip)]
    pub things: FighterSet,
    /// Fighters that are absent when a fight begins and may never arrive, such as the dead who rise.
    /// [`Witness::back`](super::Witness::back) reports their arrival.
    #[serde(skip)]
    pub absent: FighterSet,
    /// The objectives of all sides, in listing order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub objectives: Vec<Objective>,
    /// The day that this fight is compiled for; `None` for a single fight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day: Option<Day>,
    /// The book's own events, indexed by [`EventId`](super::EventId).
    #[serde(skip)]
    pub events: &'static [EventSpec],
}

/// One stat block on one side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CastCombatant {
    /// The name of the combatant in the scenario.
    pub name: String,
    /// The side on which the combatant fights.
    pub side: SideId,
    /// The number of fighters that share this stat block.
    pub count: u32,
    /// The most hit points, or what the book has in their place, that one of these fighters can have left at
    /// the end of a fight. 0 if the book does not count them.
    #[serde(skip)]
    pub health: u32,
    /// The weapons that these fighters may hit with, indexed by [`WeaponId`](super::WeaponId).
    pub weapons: Vec<CastWeapon>,
    /// The items that these fighters carry to attack with.
    #[serde(skip)]
    pub carries: Vec<CastItem>,
    /// The lists and lines of the policy of these fighters.
    #[serde(serialize_with = "shared")]
    pub playbook: Arc<Playbook>,
}

/// A weapon, or another cause of damage that tables count like a weapon.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CastWeapon {
    /// The name of the weapon in the scenario.
    pub name: String,
    /// The most net damage that one hit can do.
    pub most: u32,
}

/// An item that a fighter carries to attack with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CastItem {
    /// The name of the item in the scenario.
    pub name: String,
    /// The weapons that the item counts as: an item that can also be thrown has two.
    pub weapons: Vec<WeaponId>,
}

/// Serialises a playbook that several combatants share through an [`Arc`].
fn shared<S: Serializer>(playbook: &Arc<Playbook>, serializer: S) -> Result<S::Ok, S::Error> {
    playbook.serialize(serializer)
}

/// The lists and lines of a policy, by whose ids a tally counts how often each line was used.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Playbook {
    /// The name of the policy.
    pub name: String,
    /// The names of the lists, indexed by [`ListId`](super::ListId).
    pub lists: Vec<String>,
    /// All lines of all lists, in order, indexed by [`LineId`](super::LineId).
    pub lines: Vec<PlaybookLine>,
}

/// One line of a policy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlaybookLine {
    /// The list that contains the line.
    pub list: super::ListId,
    /// The text of the line.
    pub text: String,
    /// Whether the book provides the line, so that none of the scenario's files contains it.
    pub lent: bool,
}

/// Joins names as in a sentence: `a, b and c`.
pub fn listed(mut names: Vec<String>) -> String {
    match names.pop() {
        Some(last) if !names.is_empty() => format!("{} and {last}", names.join(", ")),
        last => last.unwrap_or_default(),
    }
}

impl Cast {
    /// Sets the book's own events, and the greatest health that each combatant's fighters can have.
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

    /// Returns whether the cast belongs to a single fight without objectives, which a book may play in its
    /// own way ([`Fight::run`](super::Fight::run)).
    #[inline]
    pub fn is_plain(&self) -> bool {
        self.objectives.is_empty() && self.day.is_none()
    }

    /// Returns all fighters, things included.
    #[inline]
    pub fn everybody(&self) -> FighterSet {
        match self.fighters.len() {
            0 => FighterSet::NONE,
            all => FighterSet(u64::MAX >> (u64::BITS as usize - all)),
        }
    }

    /// Returns the combatant that a fighter belongs to.
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

    /// Returns all fighters of a combatant.
    pub fn fighters_of(&self, combatant: CombatantId) -> FighterSet {
        (0..self.fighters.len())
            .filter(|&i| self.fighters[i] == combatant)
            .map(FighterId::at)
            .collect()
    }

    /// Returns the number of fighters of a combatant that are present when a fight begins.
    pub fn starting(&self, combatant: CombatantId) -> u32 {
        self.fighters_of(combatant).without(self.absent).count()
    }

    /// Returns all fighters of a side, without its things.
    pub fn side(&self, side: SideId) -> FighterSet {
        (0..self.fighters.len())
            .map(FighterId::at)
            .filter(|&who| self.combatant(who).side == side && !self.things.has(who))
            .collect()
    }

    /// Returns the name of the alliance of `side`: the names of its sides, joined. A side without allies has
    /// its own name.
    pub fn alliance(&self, side: SideId) -> String {
        let members = self.alliances.members(side);
        listed(
            members
                .map(|side| self.sides[side.index()].clone())
                .collect(),
        )
    }

    /// Returns a sentence about the alliance of `side`, without the full stop, such as "The town side wins"
    /// or "The militia and town sides win". `one` is the rest of the sentence for a single side, and
    /// `several` for allied sides.
    pub fn told(&self, side: SideId, one: &str, several: &str) -> String {
        let name = self.alliance(side);
        if self.alliances.members(side).count() > 1 {
            format!("The {name} sides {several}")
        } else {
            format!("The {name} side {one}")
        }
    }

    /// Returns the alliances in listing order, each as its first side.
    pub fn each_alliance(&self) -> impl Iterator<Item = SideId> {
        let sides = (0..self.sides.len()).map(SideId::at);
        sides.filter(|&side| self.alliances.of(side) == side)
    }

    /// Returns the name of a fighter in a transcript. The combatant's name is followed by a number if several
    /// fighters share it, and by the side in brackets if another combatant has the same name.
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
