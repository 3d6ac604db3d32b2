//! The state of a fight: everything that changes in it.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use super::columns::Written;
use super::plan::PrivateState;
use super::reply::CachedReply;
use crate::fight::{FighterId, FighterSet, LineId, Rounds, Situation};
use crate::frame::afflictions::Suffers;
use crate::policy::TargetRef;
use crate::rules::brp::reading::MOST_ITEMS;
use crate::rules::brp::words::Class;

/// Injuries are distinguished up to this size, because First Aid cannot restore more of one.
pub(crate) const INJURY_SIZES: usize = 8;

/// The situation.
pub(crate) type State = Situation<Shared, Body, Option<Box<PrivateState>>>;

/// The part of the state that belongs to no single fighter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shared {
    pub round: u32,
    /// Number of fighters that act this round, and number of those that have acted.
    pub acting: u8,
    pub acted: u8,
    /// Places of the order that act together with the place before.
    pub tied: FighterSet,
    /// Columns written since the last statements (see `changes.rs`).
    pub written: Written,
    /// Whether the fight is about to begin, with the statements and the movement of its first round already made.
    pub opened: bool,
    pub able: FighterSet,
    /// The fighters that were able before a group whose members act one by one; empty between groups.
    pub view: FighterSet,
}

impl Rounds for Shared {
    fn set_round(&mut self, round: u32) {
        self.round = round;
    }
}

/// The state of one fighter; the default is a place without a fighter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Body {
    /// The fighter that acts at this place of the order; it belongs to the place, not to the fighter.
    pub turn_of: FighterId,
    pub hp: i32,
    /// Place on the line, in centimetres.
    pub at: i32,
    pub condition: Condition,
    /// Whether it has been woken: the next injury fells it [BRP-5.12-5].
    pub woken: bool,
    /// Whether it has left its starting place [BRP-5.11-6].
    pub moved: bool,
    /// Whether its movement of this round was a flight.
    pub flees: bool,
    /// The item in hand.
    pub in_hand: u8,
    /// Defences and parries made this round.
    pub defences: u8,
    pub parries: u8,
    /// Items that struck and items that parried this round, as bits.
    pub struck: u8,
    pub parried: u8,
    pub items: [ItemState; MOST_ITEMS],
    /// Untreated injuries by size: 1 to 7, and 8 or more.
    pub injuries: [u8; INJURY_SIZES],
    /// Its afflictions, a rule of ours.
    pub suffers: Suffers,
    /// First Aid in progress for the end of this round, and of the next.
    pub treating: Option<Treatment>,
    pub treating_later: Option<Treatment>,
    pub intent: Intent,
    /// Its cached reply to the blows of a group that acts one by one.
    pub guard: Option<CachedReply>,
}

/// The state of one item carried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct ItemState {
    /// Parrying points lost.
    pub lost: i16,
    pub broken: bool,
    /// Rounds until the item is loaded.
    pub unloaded: u8,
    /// Shots or pieces left, if they are counted.
    pub ammo: u16,
}

/// The condition of a fighter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) enum Condition {
    Able,
    Unconscious,
    /// Unconscious, and able again at the end of the round [BRP-5.12-5].
    Waking,
    /// At 0 or less, and dead at the end of the round.
    Dying,
    #[default]
    Dead,
    /// Out of the fight alive, under the option `leaving`.
    Surrendered,
    Fled,
    /// Not in the fight: it joins at the start of a later round, or belongs to another fight of the day.
    Absent,
}

/// The patient, and the injury to treat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Treatment {
    pub patient: FighterId,
    pub smallest: bool,
}

/// The stated intent of a fighter for the round [BRP-5.2-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Intent {
    /// Whether it has been stated this round.
    pub spoken: bool,
    pub action: Action,
    /// The weapon's class in melee, if one was stated [BRP-5.4-3].
    pub length: Option<Class>,
    pub kneel: bool,
    pub go: Go,
    /// Whether the movement left no time to act.
    pub late: bool,
    /// Metres moved this round, in centimetres.
    pub moved: i32,
    /// Rank, class and rating in one number: the higher acts first, equals act together [BRP-5.2-3].
    pub turn: u32,
    /// The policy lines of the three statements, to be counted again while the statements stand.
    pub lines: [Line; 3],
}

/// The origin of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Line {
    /// The policy has no list for this decision.
    #[default]
    Unasked,
    RanOut,
    Used(LineId),
}

/// One action of a round [BRP-X-5].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Action {
    #[default]
    None,
    Strike {
        item: u8,
        target: PickedTarget,
    },
    Shoot {
        item: u8,
        target: PickedTarget,
    },
    Reload {
        item: u8,
    },
    FirstAid(Treatment),
    Wake {
        patient: FighterId,
    },
    /// A flight from the enemies, which is made in the Movement phase.
    Flee,
    Surrender,
}

impl Intent {
    /// Returns whether both intents state the same.
    pub(crate) fn says(&self, other: &Self) -> bool {
        let said = |it: &Self| (it.action, it.length, it.kneel, it.go);
        said(self) == said(other)
    }

    /// Returns whether both intents lead to the same replies: the items in hand and the stance are the same.
    pub(crate) fn is_met_as(&self, other: &Self) -> bool {
        let held = |it: &Self| match it.action {
            Action::Strike { item, .. } => (0, item),
            Action::Shoot { item, .. } => (1, item),
            Action::Reload { item } => (2, item),
            Action::None
            | Action::FirstAid(_)
            | Action::Wake { .. }
            | Action::Flee
            | Action::Surrender => (3, 0),
        };
        (held(self), self.kneel) == (held(other), other.kneel)
    }
}

impl Action {
    /// The target, if the action is an attack.
    pub(crate) const fn aim(self) -> Option<PickedTarget> {
        match self {
            Self::Strike { target, .. } | Self::Shoot { target, .. } => Some(target),
            _ => None,
        }
    }

    /// The other fighter that the action concerns, if any.
    pub(crate) fn about(self) -> Option<FighterId> {
        match self {
            Self::FirstAid(Treatment { patient, .. }) | Self::Wake { patient } => Some(patient),
            _ => self.aim().map(|target| target.who),
        }
    }
}

/// The target of an attack, and the rule that picked it, so that it can be picked again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PickedTarget {
    pub who: FighterId,
    pub rule: TargetRef,
}

/// A stated movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Go {
    #[default]
    Stay,
    /// Up to the reach of `whom`, but at most `most` centimetres.
    Towards { whom: FighterId, most: i32 },
    /// `by` centimetres away from `whom`.
    From { whom: FighterId, by: i32 },
    /// To this place.
    To(i32),
}

impl Go {
    /// The fighter that the movement refers to, if any.
    pub(crate) const fn whom(self) -> Option<FighterId> {
        match self {
            Self::Stay | Self::To(_) => None,
            Self::Towards { whom, .. } | Self::From { whom, .. } => Some(whom),
        }
    }

    /// Movement towards `whom` until in reach.
    pub(crate) const fn up_to(whom: FighterId) -> Self {
        let most = i32::MAX;
        Self::Towards { whom, most }
    }
}

/// Hashes only the fields that commonly distinguish two states of a fight: intents and the like follow from the rest.
impl Hash for Shared {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(u64::from(self.round) << 16 | u64::from(self.acted));
        hasher.write_u64(self.able.0 ^ self.view.0.rotate_left(32));
    }
}

impl Hash for Body {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.digest());
    }
}

impl Body {
    /// The fields that commonly distinguish two states of a fighter, in one number.
    fn digest(&self) -> u64 {
        /// An odd number without a regular bit pattern: the fraction of the golden ratio.
        const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
        let mixed = |digest: u64, word: u64| (digest ^ word).wrapping_mul(SPREAD).rotate_left(29);
        // One of the first four items shares a word with one of the last four.
        let worn = |at: usize| {
            let item = &self.items[at];
            let spent = u64::from(item.ammo) << 6 ^ u64::from(item.unloaded) << 2;
            u64::from(item.lost.cast_unsigned()) ^ spent << 8 ^ u64::from(item.broken) << 15
        };
        let things = (0..MOST_ITEMS / 2).fold(0, |word, at| {
            mixed(word, worn(at) ^ worn(at + MOST_ITEMS / 2).rotate_left(32))
        });
        let mood = u64::from(self.in_hand) << 28 ^ (self.condition as u64) << 24;
        let place = u64::from(self.hp.cast_unsigned()) << 32 ^ u64::from(self.at.cast_unsigned());
        mixed(
            mixed(things, place ^ mood),
            u64::from_le_bytes(self.injuries) ^ self.suffers.word().rotate_left(4),
        )
    }
}

/// The stated class must not make the intent larger.
const _: () = assert!(size_of::<Intent>() == 40);

impl Condition {
    /// Returns whether the fighter is down, but can still be helped.
    pub(crate) const fn is_fallen(self) -> bool {
        matches!(self, Self::Unconscious | Self::Waking | Self::Dying)
    }

    /// Returns whether the fighter is down, dead or not.
    pub(crate) const fn is_down(self) -> bool {
        self.is_fallen() || matches!(self, Self::Dead)
    }

    /// Returns whether the fighter has left the fight alive.
    pub(crate) const fn has_left(self) -> bool {
        matches!(self, Self::Surrendered | Self::Fled)
    }

    /// Returns whether First Aid can no longer reach the fighter.
    pub(crate) const fn is_beyond_help(self) -> bool {
        matches!(self, Self::Dead | Self::Absent) || self.has_left()
    }
}

impl State {
    /// The fighter that acts at this place of the order.
    #[inline]
    pub(crate) fn turn_of(&self, place: usize) -> FighterId {
        self.bodies[place].turn_of
    }

    /// The fighters that act at these places of the order.
    #[inline]
    pub(crate) fn order(&self, places: Range<usize>) -> impl Iterator<Item = FighterId> {
        self.bodies[places].iter().map(|body| body.turn_of)
    }

    /// Sets the order of the places from `from` on.
    #[inline]
    pub(crate) fn set_order(&mut self, from: usize, order: &[FighterId]) {
        for (body, &who) in self.bodies[from..].iter_mut().zip(order) {
            body.turn_of = who;
        }
    }

    /// Places of the order that act next, at the same moment [BRP-5.4-4].
    #[inline]
    pub(crate) fn group(&self) -> Range<usize> {
        let first = usize::from(self.acted);
        let mut end = first + 1;
        while end < self.bodies.len() && self.tied.has(FighterId::at(end)) {
            end += 1;
        }
        first..end
    }

    /// Clears the statements, the order of actions and the cached replies.
    pub(crate) fn forget_intents(&mut self) {
        self.acting = 0;
        self.tied = FighterSet::NONE;
        for body in &mut self.bodies {
            body.turn_of = FighterId(0);
            body.intent = Intent::default();
            body.flees = false;
            body.guard = None;
        }
    }

    /// The distance between two fighters, in centimetres.
    #[inline]
    pub(crate) fn distance(&self, a: FighterId, b: FighterId) -> i32 {
        (self.body(a).at - self.body(b).at).abs()
    }
}

/// Ranks below zero, which drawing a weapon can bring, still sort.
const LOWEST_RANK: i32 = -1024;

/// DEX rank, number of the weapon class in the order of one rank, and rating as one number: the higher acts first.
pub(crate) fn turn(rank: i32, (class, rating): (u8, i32)) -> u32 {
    let rank = (rank - LOWEST_RANK).max(0).cast_unsigned();
    let rating = rating.clamp(0, 1023).cast_unsigned();
    rank << 12 | u32::from(class) << 10 | rating
}

/// The DEX rank in such a number.
pub(crate) fn rank_of(turn: u32) -> i32 {
    (turn >> 12).cast_signed() + LOWEST_RANK
}
