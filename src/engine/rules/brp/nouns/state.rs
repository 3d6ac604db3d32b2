//! What changes in a fight.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use super::columns::Written;
use super::plan::Kept;
use super::reply::Guard;
use crate::fight::{FighterId, FighterSet, LineId, Rounds, Situation};
use crate::policy::TargetRef;
use crate::rules::brp::reading::MOST_ITEMS;
use crate::rules::brp::words::Class;

/// Injuries are told apart up to this size: nothing can restore more of one.
pub(crate) const INJURY_SIZES: usize = 8;

/// The situation.
pub(crate) type State = Situation<Shared, Body, Option<Box<Kept>>>;

/// What changes in a fight beside the fighters themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shared {
    pub round: u32,
    /// How many act this round, and how many of them have.
    pub acting: u8,
    pub acted: u8,
    /// Places in the order that act together with the one before.
    pub tied: FighterSet,
    /// What has been written since the last statements (see `changes.rs`).
    pub written: Written,
    /// Whether the fight is about to begin, with the statements and movement of its first round made.
    pub opened: bool,
    pub able: FighterSet,
    /// Those who were able when a group began to act whose members act one by one; nobody between groups.
    pub view: FighterSet,
}

impl Rounds for Shared {
    fn set_round(&mut self, round: u32) {
        self.round = round;
    }
}

/// What changes about one fighter; by default a place that no fighter has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Body {
    /// Who acts in this place of the order of the round: of the place, not of the fighter.
    pub turn_of: FighterId,
    pub hp: i32,
    /// Place on the line, in centimetres.
    pub at: i32,
    pub condition: Condition,
    /// Has been woken: the next injury fells it [BRP-5.12-5].
    pub woken: bool,
    /// Has left its starting place [BRP-5.11-6].
    pub moved: bool,
    /// The thing in hand.
    pub in_hand: u8,
    /// Defences and parries of this round.
    pub defences: u8,
    pub parries: u8,
    /// Things that struck and things that parried this round, as bits.
    pub struck: u8,
    pub parried: u8,
    pub items: [ItemState; MOST_ITEMS],
    /// Untreated injuries by size: 1 to 7, 8 or more.
    pub injuries: [u8; INJURY_SIZES],
    /// First Aid under way for the end of this round, and of the next.
    pub treating: Option<Treatment>,
    pub treating_later: Option<Treatment>,
    pub intent: Intent,
    /// How it meets the blows of a group that acts one by one.
    pub guard: Option<Guard>,
}

/// What changes about one thing carried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct ItemState {
    /// Parrying points lost.
    pub lost: i16,
    pub broken: bool,
    /// Rounds until it is loaded.
    pub unloaded: u8,
    /// Shots or pieces left, where they are counted.
    pub ammo: u16,
}

/// How a fighter is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) enum Condition {
    Able,
    Unconscious,
    /// Unconscious, and able again when the round ends [BRP-5.12-5].
    Waking,
    /// At 0 or less, and dead when the round ends.
    Dying,
    #[default]
    Dead,
}

/// Whom to treat, and which injury.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Treatment {
    pub patient: FighterId,
    pub smallest: bool,
}

/// What a fighter has stated for the round [BRP-5.2-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Intent {
    /// Whether it has been stated this round.
    pub spoken: bool,
    pub action: Action,
    /// The class in which the weapon is used in melee, where one was stated [BRP-5.4-3].
    pub length: Option<Class>,
    pub kneel: bool,
    pub go: Go,
    /// Whether the movement left no time to act.
    pub late: bool,
    /// Metres moved this round, in centimetres.
    pub moved: i32,
    /// Rank, class and rating in one number: the higher acts first, equals together [BRP-5.2-3].
    pub turn: u32,
    /// The lines that the three statements came from, for counting them again while they stand.
    pub lines: [Line; 3],
}

/// Where a statement came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Line {
    /// The policy has no such list.
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
        target: Target,
    },
    Shoot {
        item: u8,
        target: Target,
    },
    Reload {
        item: u8,
    },
    FirstAid(Treatment),
    Wake {
        patient: FighterId,
    },
}

impl Intent {
    /// Whether the same is stated in both.
    pub(crate) fn says(&self, other: &Self) -> bool {
        let said = |it: &Self| (it.action, it.length, it.kneel, it.go);
        said(self) == said(other)
    }

    /// Whether somebody who has stated either meets blows alike: with the same things in hand, in the same stance.
    pub(crate) fn is_met_as(&self, other: &Self) -> bool {
        let held = |it: &Self| match it.action {
            Action::Strike { item, .. } => (0, item),
            Action::Shoot { item, .. } => (1, item),
            Action::Reload { item } => (2, item),
            Action::None | Action::FirstAid(_) | Action::Wake { .. } => (3, 0),
        };
        (held(self), self.kneel) == (held(other), other.kneel)
    }
}

impl Action {
    /// Whom it attacks, if it is an attack.
    pub(crate) const fn aim(self) -> Option<Target> {
        match self {
            Self::Strike { target, .. } | Self::Shoot { target, .. } => Some(target),
            _ => None,
        }
    }

    /// Whom it is about, if anybody.
    pub(crate) fn about(self) -> Option<FighterId> {
        match self {
            Self::FirstAid(Treatment { patient, .. }) | Self::Wake { patient } => Some(patient),
            _ => self.aim().map(|target| target.who),
        }
    }
}

/// Whom an attack is meant for, and by which rule, so that it can be picked again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Target {
    pub who: FighterId,
    pub rule: TargetRef,
}

/// How a fighter means to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Go {
    #[default]
    Stay,
    /// Up to the reach of somebody, or so many centimetres of the way.
    Towards { whom: FighterId, most: i32 },
    /// So many centimetres away from somebody.
    From { whom: FighterId, by: i32 },
}

impl Go {
    /// Whom it is about, if anybody.
    pub(crate) const fn whom(self) -> Option<FighterId> {
        match self {
            Self::Stay => None,
            Self::Towards { whom, .. } | Self::From { whom, .. } => Some(whom),
        }
    }

    /// As near to somebody as reaches.
    pub(crate) const fn up_to(whom: FighterId) -> Self {
        let most = i32::MAX;
        Self::Towards { whom, most }
    }
}

/// Only of what commonly tells two situations of a fight apart: intents and the like follow from the rest.
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
    /// What commonly tells one state of a fighter from another, in one number.
    fn digest(&self) -> u64 {
        /// An odd number without pattern: the golden ratio's fraction.
        const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
        let mixed = |digest: u64, word: u64| (digest ^ word).wrapping_mul(SPREAD).rotate_left(29);
        // One of the first four things and one of the last share a word.
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
            u64::from_le_bytes(self.injuries),
        )
    }
}

/// A weapon of several lengths takes no room from fights without one.
const _: () = assert!(size_of::<Intent>() == 40);

impl Condition {
    /// Down, but not beyond help.
    pub(crate) const fn is_fallen(self) -> bool {
        matches!(self, Self::Unconscious | Self::Waking | Self::Dying)
    }
}

impl State {
    /// Who acts in this place of the order.
    #[inline]
    pub(crate) fn turn_of(&self, place: usize) -> FighterId {
        self.bodies[place].turn_of
    }

    /// Who acts in these places of the order.
    #[inline]
    pub(crate) fn order(&self, places: Range<usize>) -> impl Iterator<Item = FighterId> {
        self.bodies[places].iter().map(|body| body.turn_of)
    }

    /// Makes this the order of the places from one on.
    #[inline]
    pub(crate) fn set_order(&mut self, from: usize, order: &[FighterId]) {
        for (body, &who) in self.bodies[from..].iter_mut().zip(order) {
            body.turn_of = who;
        }
    }

    /// Places in the order of those who act next, at the same moment [BRP-5.4-4].
    #[inline]
    pub(crate) fn group(&self) -> Range<usize> {
        let first = usize::from(self.acted);
        let mut end = first + 1;
        while end < self.bodies.len() && self.tied.has(FighterId::at(end)) {
            end += 1;
        }
        first..end
    }

    /// Forgets what has been stated, in which order it is done, and how blows are met meanwhile.
    pub(crate) fn forget_intents(&mut self) {
        self.acting = 0;
        self.tied = FighterSet::NONE;
        for body in &mut self.bodies {
            body.turn_of = FighterId(0);
            body.intent = Intent::default();
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

/// Rank, class and rating as one number: the higher acts first.
pub(crate) fn turn(rank: i32, (class, rating): (Class, i32)) -> u32 {
    let rank = (rank - LOWEST_RANK).max(0).cast_unsigned();
    let rating = rating.clamp(0, 1023).cast_unsigned();
    rank << 12 | (class as u32) << 10 | rating
}

/// The DEX rank in such a number.
pub(crate) fn rank_of(turn: u32) -> i32 {
    (turn >> 12).cast_signed() + LOWEST_RANK
}
