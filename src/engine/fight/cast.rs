//! The cast of a fight: its sides, combatants and fighters, with their names in tables and transcripts.

use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::{
    Alliances, CombatantId, Day, EventSpec, FighterId, FighterSet, Objective, SideId, WeaponId,
};

/// The cast of a compiled matchup. Each list is in the order of the scenario. An id such as [`SideId`] is a
/// position in the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cast {
    /// Names of the sides.
    pub sides: Vec<String>,
    /// The sides that fight together. A side without allies is an alliance by itself.
    #[serde(skip_serializing_if = "Alliances::is_empty")]
    pub alliances: Alliances,
    /// The combatants. A combatant is one stat block on one side.
    pub combatants: Vec<CastCombatant>,
    /// For each fighter, its combatant.
    pub fighters: Vec<CombatantId>,
    /// The last round. A fight that is not over after this round is cut off.
    pub round_cap: u32,
    /// The first of the equivalent rounds. From this round on, equal states in different rounds have the same
    /// future, except for the distance to the round cap. `Some(0)` if all rounds are equivalent, and `None`
    /// if no rounds are known to be. In a fight with equivalent rounds, every step must lead to a later
    /// [`Arena::moment`](super::Arena::moment), in the same round or in the next one.
    #[serde(skip)]
    pub alike_from: Option<u32>,
    /// The greatest number of Ranks, a measure of harm in some books, that one landed blow can cost its
    /// target. 0 if the book has no Ranks. If it is not 0, [`Witness::lost`](super::Witness::lost) is called
    /// for every landed blow.
    #[serde(skip)]
    pub most_lost: u32,
    /// The fighters that are things, such as vehicles. They can be hit, stand and go down, but do not count
    /// as members of their side.
    #[serde(skip)]
    pub things: FighterSet,
    /// The fighters that are absent at the start of a fight and may never arrive, such as the dead who rise.
    /// [`Witness::back`](super::Witness::back) reports their arrival.
    #[serde(skip)]
    pub absent: FighterSet,
    /// The objectives of all sides, in the order of the scenario.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub objectives: Vec<Objective>,
    /// The day that this fight is part of; `None` for a single fight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day: Option<Day>,
    /// The events that the book defines. An [`EventId`](super::EventId) is a position in the list.
    #[serde(skip)]
    pub events: &'static [EventSpec],
}

/// A combatant: one stat block on one side, which one or more fighters have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CastCombatant {
    /// The name of the combatant in the scenario.
    pub name: String,
    /// The side that the combatant fights for.
    pub side: SideId,
    /// The number of fighters that have this stat block.
    pub count: u32,
    /// The greatest health that one of these fighters can have left at the end of a fight: hit points, or
    /// what the book has instead. 0 if the book does not count health.
    #[serde(skip)]
    pub health: u32,
    /// The weapons that these fighters can hit with. A [`WeaponId`](super::WeaponId) is a position in the
    /// list.
    pub weapons: Vec<CastWeapon>,
    /// The items that these fighters carry to attack with.
    #[serde(skip)]
    pub carries: Vec<CastItem>,
    /// The names and lines of these fighters' policy.
    #[serde(serialize_with = "shared")]
    pub playbook: Arc<Playbook>,
}

/// A weapon, or another source of damage that tables list like a weapon.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CastWeapon {
    /// The name of the weapon in the scenario.
    pub name: String,
    /// The greatest net damage of one hit.
    pub most: u32,
}

/// An item that a fighter carries to attack with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CastItem {
    /// The name of the item in the scenario.
    pub name: String,
    /// The weapons that the item is listed as. An item for melee that can also be thrown is two weapons.
    pub weapons: Vec<WeaponId>,
}

/// Serialises a playbook that several combatants may share.
fn shared<S: Serializer>(playbook: &Arc<Playbook>, serializer: S) -> Result<S::Ok, S::Error> {
    playbook.serialize(serializer)
}

/// The decision lists and lines of a policy. A tally counts how often each line was used, by its id.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Playbook {
    /// The name of the policy.
    pub name: String,
    /// The names of the decision lists. A [`ListId`](super::ListId) is a position here.
    pub lists: Vec<String>,
    /// The lines of all decision lists, one list after another. A [`LineId`](super::LineId) is a position
    /// here.
    pub lines: Vec<PlaybookLine>,
}

/// One line of a policy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlaybookLine {
    /// The decision list that contains the line.
    pub list: super::ListId,
    /// The text of the line, as written.
    pub text: String,
    /// Whether the line is one of the book's default lines instead of a line from the scenario's files.
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
    /// Returns the cast with the book's list of events, and with the greatest health that the fighters of
    /// each combatant can have.
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

    /// Returns whether the cast belongs to a single fight without objectives. Only such fights are played by
    /// [`Fight::run`](super::Fight::run).
    #[inline]
    pub fn is_plain(&self) -> bool {
        self.objectives.is_empty() && self.day.is_none()
    }

    /// Returns all fighters, including things.
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

    /// Returns whether a fighter belongs to the people of a day. The people take part in all fights of the
    /// day. What they have left therefore also matters if they are out of a fight.
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

    /// Returns all fighters of a side, except things.
    pub fn side(&self, side: SideId) -> FighterSet {
        (0..self.fighters.len())
            .map(FighterId::at)
            .filter(|&who| self.combatant(who).side == side && !self.things.has(who))
            .collect()
    }

    /// Returns the name of the alliance of `side`. This is the names of all its sides, joined as in a
    /// sentence. For a side without allies, it is the name of the side.
    pub fn alliance(&self, side: SideId) -> String {
        let members = self.alliances.members(side);
        listed(
            members
                .map(|side| self.sides[side.index()].clone())
                .collect(),
        )
    }

    /// Returns a sentence about the alliance of `side`, without a full stop, such as "The town side wins" or
    /// "The militia and town sides win". The sentence ends with `one` for a single side, and with `several`
    /// for allied sides.
    pub fn told(&self, side: SideId, one: &str, several: &str) -> String {
        let name = self.alliance(side);
        if self.alliances.members(side).count() > 1 {
            format!("The {name} sides {several}")
        } else {
            format!("The {name} side {one}")
        }
    }

    /// Returns all alliances, each as its first side, in the order of the scenario.
    pub fn each_alliance(&self) -> impl Iterator<Item = SideId> {
        let sides = (0..self.sides.len()).map(SideId::at);
        sides.filter(|&side| self.alliances.of(side) == side)
    }

    /// Returns the name of a fighter in transcripts. It is the name of the combatant, with a number if
    /// several fighters have this combatant. The side follows in brackets if another combatant has the same
    /// name.
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
