//! The state of a fight: everything that changes during it.
//!
//! Clauses: PER-1-2, PER-1-3, PER-2-3, PER-2-7, PER-3-4, PER-7-7, PER-12-2, PER-12.1-1, PER-12.10-1,
//! PER-12.13-4, PER-12.14-3, PER-12.32-1, PER-13.2-1..9, PER-13.5-2..5.

use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

use super::memo::Memo;
use super::volley::Volley;
use crate::fight::{EventId, FighterId, FighterSet, Rounds, Situation};
use crate::frame::remedies;
use crate::rules::persona::reading::sheet::{Band, MOST_CARRIED};

/// The state of a whole fight: the shared part, and the state of each fighter.
pub(crate) type State = Situation<Shared, Body, Option<Box<Memo>>>;

/// The part of the state that does not belong to a single fighter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Shared {
    pub round: u16,
    pub phase: Phase,
    /// The index in the initiative order of the fighter whose turn it is.
    pub at: u8,
    pub turn: Turn,
    /// The fighters that are not out.
    pub fighting: FighterSet,
    /// The hits of the latest attack that have not been dealt yet. `None` if all have been dealt.
    pub volley: Option<Volley>,
}

impl Rounds for Shared {
    fn set_round(&mut self, round: u32) {
        self.round = u16::try_from(round).expect("at most 10,000 rounds");
    }
}

/// The phase of the fight, which decides what the next step does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    /// Initiative has not been rolled yet.
    Opening,
    /// The next turn is about to begin.
    Start,
    /// The fighter whose turn it is chooses its next action.
    Acting,
    /// The turn is over. The next fighter in the order follows.
    Over,
}

/// The progress of the current turn. [`Turn::word`] reads all fields as one word, so their order matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(C)]
pub(crate) struct Turn {
    /// Half Actions left.
    pub halves: u8,
    /// Number of actions of each subtype that the fighter has used in this turn [PER-12-2].
    pub attacks: u8,
    pub concentrations: u8,
    /// Whether the fighter's previous action was a Half Move [PER-12.29-1].
    pub half_moved: bool,
    /// Whether the fighter has done nothing yet in this turn [PER-12.6-1].
    pub fresh: bool,
    /// Number of actions that the fighter has taken in this turn.
    pub actions: u8,
    /// Whether surprise or a stun makes the fighter lose this turn.
    pub lost: bool,
}

impl Turn {
    /// Returns all fields except `lost`, packed into one number.
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
    /// An entry of the initiative order, which the bodies of all fighters store together. The body with index
    /// `i` holds the fighter whose turn has index `i` in the order. This is seldom the fighter of this body.
    pub turn_of: FighterId,
    /// The fighter's initiative. Only used in fights that somebody joins later.
    pub initiative: i32,
    /// Whether the fighter takes part only in other fights of the day, not in this one.
    pub absent: bool,
    /// During a fall, the altitude band where it began.
    pub falls_from: Option<Band>,
    /// The reason why the fighter is out. Only used if the fight belongs to a day of fights or has
    /// objectives.
    pub fate: Option<EventId>,
    /// The target of the fighter's Feint, which cannot dodge or parry the fighter's next action
    /// [PER-12.10-1].
    pub feint: Option<FighterId>,
    pub overwatch: Option<Overwatch>,
    pub hold: Hold,
    /// The fighters that help this fighter in its grapple [PER-12.14-3].
    pub helpers: FighterSet,
    /// The enemy that the fighter attacked last [PER-4-1].
    pub last: Option<FighterId>,
    /// Turns that the fighter has spent on an Extended Action [PER-3-4].
    pub task: u16,
    pub items: [Item; MOST_CARRIED],
    /// Remaining uses of each remedy. Remedies without a limit have 0.
    pub uses: [u8; remedies::MOST],
}

/// The place, the conditions and the numbers of a fighter: the fields of a body that many decisions read. The
/// fields have no gaps between them, so they can be read as a few words: [`Stance::seen`], [`Stance::own`],
/// [`Stance::numbers`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct Stance {
    /// Place on the line, in units.
    pub at: i16,
    pub band: Band,
    /// Number of the fighter's own turns that it will lose to a stun [PER-13.2-3].
    pub stunned: u8,
    pub prone: bool,
    pub pinned: bool,
    pub surprised: bool,
    pub guarding: bool,
    pub grounded: bool,
    pub immobilised: bool,
    /// Whether the fighter's evasion is harder after a Heavy Attack [PER-12.28-1].
    pub exposed: bool,
    /// Whether the fighter's evasion is easier after a Cautious Action [PER-12.6-1].
    pub cautious: bool,
    /// Whether the fighter's attacks are harder, in the turn of a Cautious Action.
    pub hesitant: bool,
    /// Whether the fighter's attacks are harder after being forced into an obstacle [PER-12.30-2].
    pub hampered: bool,
    pub countered: bool,
    /// Whether the fighter's latest action was to flee.
    pub fleeing: bool,
    pub wounds: i16,
    /// Bonus to the fighter's next attack test [PER-12.1-1].
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
    /// The value at an index that has no fighter in this fight.
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

    /// Packs the place and the conditions that other fighters' decisions read. The bytes are in the order of
    /// the fields, so that the compiler can read them as one word.
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

    /// Packs the conditions that only the fighter's own decisions read. No decision reads the last two,
    /// `countered` and `fleeing`.
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

    /// Packs the wounds, the Aim bonus, the Reactions and the fatigue.
    #[inline]
    pub(crate) fn numbers(&self) -> u64 {
        let [low, high] = self.wounds.to_le_bytes();
        let numbers = u32::from_le_bytes([low, high, self.aim, self.reactions]);
        u64::from(numbers) | u64::from(self.fatigue) << 32
    }

    /// Returns the bits of all conditions and of the altitude band. 0 for a fighter on the ground without
    /// conditions.
    #[inline]
    pub(crate) fn conditions(&self) -> u64 {
        self.seen() >> 16 | self.own()
    }
}

/// The state of a weapon that a fighter carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Item {
    pub place: Whereabouts,
    pub jammed: bool,
    /// Rounds in the weapon's magazine. 0 without a magazine.
    pub rounds: u8,
}

/// Where a weapon is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Whereabouts {
    AtHand,
    Stowed,
    /// On the ground, at this place of the line.
    Dropped(i16),
    /// Taken by another fighter, until the end of the fight.
    Taken,
}

/// The part of a fighter in a grapple [PER-12.13-4].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Hold {
    Free,
    Controls(FighterId),
    HeldBy(FighterId),
}

impl Hold {
    /// Packs the fighter's part and the other participant into a number.
    #[inline]
    pub(crate) fn word(self) -> u64 {
        match self {
            Self::Free => 0,
            Self::Controls(other) => 1 << 8 | u64::from(other.0),
            Self::HeldBy(other) => 2 << 8 | u64::from(other.0),
        }
    }

    /// Returns the other participant of the grapple.
    #[inline]
    pub(crate) fn other(self) -> Option<FighterId> {
        match self {
            Self::Free => None,
            Self::Controls(other) | Self::HeldBy(other) => Some(other),
        }
    }
}

/// A shot that waits for a trigger [PER-12.32-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Overwatch {
    pub weapon: u8,
    pub shot: Shot,
    pub trigger: Trigger,
    /// Whether the kill zone lies towards larger places of the line.
    pub upwards: bool,
}

/// The fire mode of a shot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Shot {
    Standard,
    Semi,
    Full,
}

/// The event that triggers an Overwatch shot [PER-12.32-2].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Trigger {
    Acts,
    Moves,
    Attacks,
    AttacksAlly,
    HasNoReaction,
}

/// Hashes only a few words, which cover most of the fields that can differ. The hash is used to look up
/// situations.
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
    /// The value at an index that has no fighter in this fight.
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

    /// Returns the fighter's state at the beginning of a later fight of a day. `start` is the prepared state
    /// for that fight. The fighter keeps its wounds, fatigue, rounds and jams of weapons, and uses of
    /// remedies.
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

    /// Clears the state of a fighter that is out. The rest of the fight never reads it.
    pub(crate) fn forget(&mut self) {
        *self = Self {
            turn_of: self.turn_of,
            ..Self::NOBODY
        };
    }
}

/// Returns how many wounds below 0 a fighter has, as a positive number. 0 if its wounds are not below 0.
pub(crate) fn past_zero(wounds: i16) -> u64 {
    wounds.min(0).unsigned_abs().into()
}

impl State {
    /// Returns the fighter whose turn it is.
    #[inline]
    pub(crate) fn actor(&self) -> FighterId {
        self.turn_of(self.at.into())
    }

    /// Returns the fighter whose turn has the index `place` in the initiative order.
    #[inline]
    pub(crate) fn turn_of(&self, place: usize) -> FighterId {
        self.bodies()[place].turn_of
    }

    /// Returns all fighters, in descending order of initiative.
    #[cfg(test)]
    pub(crate) fn order(&self) -> impl Iterator<Item = FighterId> {
        self.bodies().iter().map(|body| body.turn_of)
    }

    /// Sets the first entries of the initiative order to the fighters in `order`. Further entries do not
    /// change.
    pub(crate) fn set_order(&mut self, order: &[FighterId]) {
        for (body, &who) in self.bodies_mut().iter_mut().zip(order) {
            body.turn_of = who;
        }
    }
}
