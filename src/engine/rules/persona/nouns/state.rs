//! The state of a fight: everything that changes in it.
//!
//! Clauses: PER-1-2, PER-1-3, PER-2-3, PER-2-7, PER-3-4, PER-7-7, PER-12-2, PER-12.1-1, PER-12.10-1, PER-12.13-4,
//! PER-12.14-3, PER-12.32-1, PER-13.2-1..9, PER-13.5-2..5.

use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

use super::memo::Memo;
use super::volley::Volley;
use crate::fight::{EventId, FighterId, FighterSet, Rounds, Situation};
use crate::frame::remedies;
use crate::rules::persona::reading::sheet::{Band, MOST_CARRIED};

/// The situation.
pub(crate) type State = Situation<Shared, Body, Option<Box<Memo>>>;

/// The part of the state that belongs to no single fighter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Shared {
    pub round: u16,
    pub phase: Phase,
    /// The place in `order` of the fighter whose turn it is.
    pub at: u8,
    pub turn: Turn,
    /// Fighters that are not out.
    pub fighting: FighterSet,
    /// Hits of the latest action that are still pending.
    pub volley: Option<Volley>,
}

impl Rounds for Shared {
    fn set_round(&mut self, round: u32) {
        self.round = u16::try_from(round).expect("at most 10,000 rounds");
    }
}

/// The next phase of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    /// Initiative is about to be rolled.
    Opening,
    /// A turn begins.
    Start,
    /// The fighter whose turn it is acts.
    Acting,
    /// The turn is over: the next fighter in the order follows.
    Over,
}

/// The progress of the current turn. [`Turn::word`] reads the fields, which follow each other, at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(C)]
pub(crate) struct Turn {
    /// Half Actions left.
    pub halves: u8,
    /// Number of actions of the subtype that have been used [PER-12-2].
    pub attacks: u8,
    pub concentrations: u8,
    /// Whether the previous action was a Half Move [PER-12.29-1].
    pub half_moved: bool,
    /// Whether nothing has been done yet [PER-12.6-1].
    pub fresh: bool,
    /// Number of actions taken.
    pub actions: u8,
    /// Whether the turn is lost to surprise or a stun.
    pub lost: bool,
}

impl Turn {
    /// All fields but the last, packed into one number for hashing.
    #[inline]
    pub(crate) fn word(self) -> u64 {
        let flags = [self.fresh.into(), self.actions];
        let counts = [
            self.halves,
            self.attacks,
            self.concentrations,
            self.half_moved.into(),
        ];
        u64::from(u16::from_le_bytes(flags)) << 32 | u64::from(u32::from_le_bytes(counts))
    }
}

/// The state of one fighter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Body {
    pub stance: Stance,
    /// The fighter whose turn is at this place of the order; it belongs to the place, not to the fighter.
    pub turn_of: FighterId,
    /// Its initiative, in fights that somebody joins later.
    pub initiative: i32,
    /// Whether it takes no part in this fight of a day.
    pub absent: bool,
    /// The band where a fall began, during a fall.
    pub falls_from: Option<Band>,
    /// The reason why it is out, in fights with objectives.
    pub fate: Option<EventId>,
    /// The target of a Feint, which cannot dodge or parry the next action [PER-12.10-1].
    pub feint: Option<FighterId>,
    pub overwatch: Option<Overwatch>,
    pub hold: Hold,
    /// Fighters that help it in its grapple [PER-12.14-3].
    pub helpers: FighterSet,
    /// The enemy that it attacked last [PER-4-1].
    pub last: Option<FighterId>,
    /// Turns spent on an Extended Action [PER-3-4].
    pub task: u16,
    pub items: [Item; MOST_CARRIED],
    /// Uses left of its remedies; 0 also stands for no limit.
    pub uses: [u8; remedies::MOST],
}

/// The place, the conditions and the numbers of a fighter, the fields of a body that many decisions read. They follow
/// each other without gaps, and are read as a few words: [`Stance::seen`], [`Stance::own`], [`Stance::numbers`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct Stance {
    /// Place on the line, in units.
    pub at: i16,
    pub band: Band,
    /// Number of its own turns that it will lose to a stun [PER-13.2-3].
    pub stunned: u8,
    pub prone: bool,
    pub pinned: bool,
    pub surprised: bool,
    pub guarding: bool,
    pub grounded: bool,
    pub immobilised: bool,
    /// Whether its evasion is harder after a Heavy Attack [PER-12.28-1].
    pub exposed: bool,
    /// Whether its evasion is easier after a Cautious Action [PER-12.6-1].
    pub cautious: bool,
    /// Whether its own attacks are harder, in the turn of a Cautious Action.
    pub hesitant: bool,
    /// Whether its own attacks are harder after being forced into an obstacle [PER-12.30-2].
    pub hampered: bool,
    pub countered: bool,
    /// Whether its latest action was a flight.
    pub fleeing: bool,
    pub wounds: i16,
    /// Bonus to the next attack test [PER-12.1-1].
    pub aim: u8,
    pub reactions: u8,
    pub fatigue: u8,
}

impl Deref for Body {
    type Target = Stance;

    #[inline]
    fn deref(&self) -> &Stance {
        &self.stance
    }
}

impl DerefMut for Body {
    #[inline]
    fn deref_mut(&mut self) -> &mut Stance {
        &mut self.stance
    }
}

impl Stance {
    /// The entry of an unused place in a fight.
    const NOBODY: Self = Self {
        at: 0,
        band: Band::Ground,
        stunned: 0,
        prone: false,
        pinned: false,
        surprised: false,
        guarding: false,
        grounded: false,
        immobilised: false,
        exposed: false,
        cautious: false,
        hesitant: false,
        hampered: false,
        countered: false,
        fleeing: false,
        wounds: 0,
        aim: 0,
        reactions: 0,
        fatigue: 0,
    };

    /// The place and the conditions that decisions of others read. The order of the bytes is that of the fields, so that
    /// the word is read at once.
    #[inline]
    pub(crate) fn seen(&self) -> u64 {
        let [low, high] = self.at.to_le_bytes();
        u64::from_le_bytes([
            low,
            high,
            self.band as u8,
            self.stunned,
            u8::from(self.prone),
            u8::from(self.pinned),
            u8::from(self.surprised),
            u8::from(self.guarding),
        ])
    }

    /// The conditions that only the own decisions read, and two that none reads.
    #[inline]
    pub(crate) fn own(&self) -> u64 {
        u64::from_le_bytes([
            u8::from(self.grounded),
            u8::from(self.immobilised),
            u8::from(self.exposed),
            u8::from(self.cautious),
            u8::from(self.hesitant),
            u8::from(self.hampered),
            u8::from(self.countered),
            u8::from(self.fleeing),
        ])
    }

    /// The wounds, the bonus of an Aim, the Reactions and the fatigue.
    #[inline]
    pub(crate) fn numbers(&self) -> u64 {
        let [low, high] = self.wounds.to_le_bytes();
        let numbers = u32::from_le_bytes([low, high, self.aim, self.reactions]);
        u64::from(numbers) | u64::from(self.fatigue) << 32
    }

    /// The bits of all conditions: 0 for a fighter on the ground and without any.
    #[inline]
    pub(crate) fn conditions(&self) -> u64 {
        self.seen() >> 16 | self.own()
    }
}

/// The state of a weapon carried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Item {
    pub place: Whereabouts,
    pub jammed: bool,
    /// Rounds in its magazine; 0 if it has none.
    pub rounds: u8,
}

/// The location of a weapon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Whereabouts {
    AtHand,
    Stowed,
    /// On the ground, at this place.
    Dropped(i16),
    /// Taken by another fighter, for good.
    Taken,
}

/// The role of a fighter in a grapple [PER-12.13-4].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Hold {
    Free,
    Controls(FighterId),
    HeldBy(FighterId),
}

impl Hold {
    /// The role and the other participant as a number.
    #[inline]
    pub(crate) fn word(self) -> u64 {
        match self {
            Self::Free => 0,
            Self::Controls(other) => 1 << 8 | u64::from(other.0),
            Self::HeldBy(other) => 2 << 8 | u64::from(other.0),
        }
    }

    /// The other participant of the grapple.
    #[inline]
    pub(crate) fn other(self) -> Option<FighterId> {
        match self {
            Self::Free => None,
            Self::Controls(other) | Self::HeldBy(other) => Some(other),
        }
    }
}

/// A waiting shot [PER-12.32-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Overwatch {
    pub weapon: u8,
    pub shot: Shot,
    pub trigger: Trigger,
    /// Whether its kill zone lies towards larger places.
    pub upwards: bool,
}

/// The mode of a shot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Shot {
    Standard,
    Semi,
    Full,
}

/// The trigger of an Overwatch [PER-12.32-2].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Trigger {
    Acts,
    Moves,
    Attacks,
    AttacksAlly,
    HasNoReaction,
}

/// Hashes most of the fields that can differ, in a few words: situations are looked up by the hash.
impl Hash for Body {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let word = |parts: &[u8]| (parts.iter()).fold(0, |word, &part| word << 8 | u64::from(part));
        let [wounds, at] = [self.wounds, self.at].map(i16::to_le_bytes);
        let numbers = [self.fatigue, self.stunned, self.reactions, self.aim];
        hasher.write_u64(word([wounds, at].as_flattened()) << 32 | word(&numbers));
        let truths = [
            self.falls_from.is_some(),
            self.grounded,
            self.prone,
            self.pinned,
            self.immobilised,
            self.surprised,
            self.guarding,
            self.exposed,
            self.cautious,
            self.hesitant,
            self.hampered,
            self.countered,
            self.fleeing,
            self.overwatch.is_some(),
            matches!(self.hold, Hold::HeldBy(_)),
        ];
        let truths = (truths.iter()).fold(0, |bits, &truth| bits << 1 | u64::from(truth));
        let others = [self.hold.other(), self.last, self.feint];
        let others = others.map(|who| who.map_or(u8::MAX, |who| who.0));
        let [task, _] = self.task.to_le_bytes();
        let rest = word(&[self.band as u8, task]) << 24 | word(&others);
        hasher.write_u64(u64::from(self.turn_of.0) << 56 | truths << 40 | rest);
        let item = |item: &Item| [item.rounds, u8::from(item.jammed) | item.place.tag() << 1];
        hasher.write_u64(word(self.items.each_ref().map(item).as_flattened()));
        self.helpers.hash(hasher);
    }
}

impl Whereabouts {
    #[inline]
    pub(crate) fn tag(self) -> u8 {
        match self {
            Self::AtHand => 0,
            Self::Stowed => 1,
            Self::Dropped(_) => 2,
            Self::Taken => 3,
        }
    }
}

impl Body {
    /// The entry of an unused place in a fight.
    pub(crate) const NOBODY: Self = Self {
        stance: Stance::NOBODY,
        turn_of: FighterId(0),
        initiative: 0,
        absent: false,
        falls_from: None,
        fate: None,
        feint: None,
        overwatch: None,
        hold: Hold::Free,
        helpers: FighterSet::NONE,
        last: None,
        task: 0,
        items: [Item {
            place: Whereabouts::AtHand,
            jammed: false,
            rounds: 0,
        }; MOST_CARRIED],
        uses: [0; remedies::MOST],
    };

    /// The state of a fighter at the beginning of a further fight of a day, which begins as `start`, with what it has
    /// left: wounds, fatigue, the rounds and jams of its weapons, the uses of its remedies.
    pub(crate) fn carried(&self, start: &Self) -> Self {
        let mut items = self.items;
        for (item, fresh) in items.iter_mut().zip(&start.items) {
            item.place = fresh.place;
        }
        let stance = Stance {
            wounds: self.wounds,
            fatigue: self.fatigue,
            ..start.stance
        };
        Self {
            stance,
            fate: self.fate,
            items,
            uses: self.uses,
            ..*start
        }
    }

    /// Clears the state of a fighter that is out, which the rest of the fight never reads.
    pub(crate) fn forget(&mut self) {
        *self = Self {
            turn_of: self.turn_of,
            ..Self::NOBODY
        };
    }
}

/// The number of wounds below zero, as a positive number.
pub(crate) fn past_zero(wounds: i16) -> u64 {
    wounds.min(0).unsigned_abs().into()
}

impl State {
    /// The fighter whose turn it is.
    #[inline]
    pub(crate) fn actor(&self) -> FighterId {
        self.turn_of(self.at.into())
    }

    /// The fighter whose turn is at this place of the order.
    #[inline]
    pub(crate) fn turn_of(&self, place: usize) -> FighterId {
        self.bodies()[place].turn_of
    }

    /// All fighters by initiative, the highest first.
    #[cfg(test)]
    pub(crate) fn order(&self) -> impl Iterator<Item = FighterId> {
        self.bodies().iter().map(|body| body.turn_of)
    }

    /// Sets the order of the first places.
    pub(crate) fn set_order(&mut self, order: &[FighterId]) {
        for (body, &who) in self.bodies_mut().iter_mut().zip(order) {
            body.turn_of = who;
        }
    }
}
