//! The state of a fight: everything that changes while it is played.

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

/// The number of injury sizes that a state distinguishes: 1 to 7 points, and 8 or more. First Aid cannot
/// restore more than 8 points of one injury.
pub(crate) const INJURY_SIZES: usize = 8;

/// The state of a fight.
pub(crate) type State = Situation<Shared, Body, Option<Box<PrivateState>>>;

/// The part of the state that belongs to no single fighter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shared {
    pub round: u32,
    /// The number of fighters that act this round. `acted` is the number of those that have already acted.
    pub acting: u8,
    pub acted: u8,
    /// Places in the order of actions whose fighter acts at the same moment as the fighter at the place
    /// before. The set contains places, not fighters.
    pub tied: FighterSet,
    /// Columns changed since the last statements (see `changes.rs`).
    pub written: Written,
    /// Whether the fight has not begun, but the statements and the movement of its first round are already in
    /// the state.
    pub opened: bool,
    pub able: FighterSet,
    /// The fighters that were able before the present group acted, if the members of the group act one by
    /// one. Empty between groups.
    pub view: FighterSet,
}

impl Rounds for Shared {
    fn set_round(&mut self, round: u32) {
        self.round = round;
    }
}

/// The state of one fighter. `Body::default()` fills the places of a state that has fewer fighters than
/// places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Body {
    /// The fighter that acts at a certain place in the order of actions. The place is the index of this
    /// `Body`, so the field does not belong to the same fighter as the other fields do.
    pub turn_of: FighterId,
    pub hp: i32,
    /// Place on the line, in centimetres.
    pub at: i32,
    pub condition: Condition,
    /// Whether the fighter has been woken. The next injury then makes it fall [BRP-5.12-5].
    pub woken: bool,
    /// Whether the fighter has left its starting place [BRP-5.11-6].
    pub moved: bool,
    /// Whether the fighter fled in this round's Movement phase.
    pub flees: bool,
    /// The index of the item in hand.
    pub in_hand: u8,
    /// The number of defences made this round. `parries` is the number of parries among them.
    pub defences: u8,
    pub parries: u8,
    /// Items that have struck this round, as a bit set. `parried` has those that have parried.
    pub struck: u8,
    pub parried: u8,
    pub items: [ItemState; MOST_ITEMS],
    /// The number of untreated injuries of each size: 1 to 7 points, and 8 or more.
    pub injuries: [u8; INJURY_SIZES],
    /// The afflictions that the fighter suffers from. Afflictions are a house rule of this program.
    pub suffers: Suffers,
    /// The First Aid that the fighter gives in this round. `treating_later` is the First Aid that it gave in
    /// the last round, if First Aid takes effect only a round later.
    pub treating: Option<Treatment>,
    pub treating_later: Option<Treatment>,
    pub intent: Intent,
    /// The fighter's reply to blows with a weapon in the state before the present group acted. Set only while
    /// the members of a group act one by one.
    pub guard: Option<CachedReply>,
}

/// The state of one item that a fighter carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct ItemState {
    /// Parrying points lost.
    pub lost: i16,
    pub broken: bool,
    /// Rounds of reloading that the item still needs.
    pub unloaded: u8,
    /// Shots or pieces left, if they are limited.
    pub ammo: u16,
}

/// The condition of a fighter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) enum Condition {
    Able,
    Unconscious,
    /// Woken from unconsciousness. The fighter becomes able at the end of the round [BRP-5.12-5].
    Waking,
    /// At 0 hit points or less. The fighter dies at the end of the round unless it is healed.
    Dying,
    #[default]
    Dead,
    /// Alive, but out of the fight. This and `Fled` need the option `leaving`.
    Surrendered,
    Fled,
    /// Not in the fight. The fighter joins at the start of a later round, or belongs to another fight of the
    /// day.
    Absent,
}

/// An attempt at First Aid: the patient, and whether to treat the smallest injury rather than the largest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Treatment {
    pub patient: FighterId,
    pub smallest: bool,
}

/// The intent that a fighter has stated for the round [BRP-5.2-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Intent {
    /// Whether the fighter has stated its intent this round.
    pub spoken: bool,
    pub action: Action,
    /// The class of the weapon in melee, if the fighter stated one [BRP-5.4-3].
    pub length: Option<Class>,
    pub kneel: bool,
    pub go: Go,
    /// Whether the movement was too long to leave time for the action.
    pub late: bool,
    /// The distance moved this round, in centimetres.
    pub moved: i32,
    /// DEX rank, weapon class and rating, combined in one number. Fighters with higher numbers act first.
    /// Fighters with equal numbers act at the same moment [BRP-5.2-3].
    pub turn: u32,
    /// The policy lines that decided on stance, action and movement. They are counted as used once more in
    /// each round that repeats the statement.
    pub lines: [Line; 3],
}

/// How a policy made a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Line {
    /// The policy has no lines for this decision.
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
    /// A flight from the enemies, which happens in the Movement phase.
    Flee,
    Surrender,
}

impl Intent {
    /// Returns whether both intents state the same stance, action and movement.
    pub(crate) fn says(&self, other: &Self) -> bool {
        let said = |it: &Self| (it.action, it.length, it.kneel, it.go);
        said(self) == said(other)
    }

    /// Returns whether enemies reply in the same way to fighters with these two intents. They do if the items
    /// in hand and the stance are the same.
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
    /// Returns the target, if the action is an attack.
    pub(crate) const fn aim(self) -> Option<PickedTarget> {
        match self {
            Self::Strike { target, .. } | Self::Shoot { target, .. } => Some(target),
            _ => None,
        }
    }

    /// Returns the other fighter that the action concerns, if there is one.
    pub(crate) fn about(self) -> Option<FighterId> {
        match self {
            Self::FirstAid(Treatment { patient, .. }) | Self::Wake { patient } => Some(patient),
            _ => self.aim().map(|target| target.who),
        }
    }
}

/// The target of an attack, and the rule that picked it. The rule picks again if the target is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PickedTarget {
    pub who: FighterId,
    pub rule: TargetRef,
}

/// The movement that a fighter has stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Go {
    #[default]
    Stay,
    /// Towards `whom` until within reach, but at most `most` centimetres.
    Towards { whom: FighterId, most: i32 },
    /// Away from `whom`, by `by` centimetres.
    From { whom: FighterId, by: i32 },
    /// To this place.
    To(i32),
}

impl Go {
    /// Returns the fighter that the movement refers to, if any.
    pub(crate) const fn whom(self) -> Option<FighterId> {
        match self {
            Self::Stay | Self::To(_) => None,
            Self::Towards { whom, .. } | Self::From { whom, .. } => Some(whom),
        }
    }

    /// Returns a movement towards `whom` until within reach.
    pub(crate) const fn up_to(whom: FighterId) -> Self {
        let most = i32::MAX;
        Self::Towards { whom, most }
    }
}

/// Hashes only the fields that are likely to differ between two states of a fight. Intents, for instance,
/// follow from the other fields.
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
    /// Returns a hash of the fields that are likely to differ between two states of a fighter.
    fn digest(&self) -> u64 {
        /// A multiplier that spreads the bits of a number: the fraction of the golden ratio.
        const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
        let mixed = |digest: u64, word: u64| (digest ^ word).wrapping_mul(SPREAD).rotate_left(29);
        // The first four items and the last four are packed in pairs, two items to a 64-bit word.
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

/// Fails to compile if [`Intent`] grows. Each copy of a state contains one for every fighter.
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

    /// Returns whether the fighter can no longer be given First Aid.
    pub(crate) const fn is_beyond_help(self) -> bool {
        matches!(self, Self::Dead | Self::Absent) || self.has_left()
    }
}

impl State {
    /// Returns the fighter that acts at this place in the order of actions.
    #[inline]
    pub(crate) fn turn_of(&self, place: usize) -> FighterId {
        self.bodies()[place].turn_of
    }

    /// Returns the fighters that act at these places in the order of actions.
    #[inline]
    pub(crate) fn order(&self, places: Range<usize>) -> impl Iterator<Item = FighterId> {
        self.bodies()[places].iter().map(|body| body.turn_of)
    }

    /// Sets the order of actions from the place `from` on.
    #[inline]
    pub(crate) fn set_order(&mut self, from: usize, order: &[FighterId]) {
        for (body, &who) in self.bodies_mut()[from..].iter_mut().zip(order) {
            body.turn_of = who;
        }
    }

    /// Returns the places in the order of actions whose fighters act next, all at the same moment
    /// [BRP-5.4-4].
    #[inline]
    pub(crate) fn group(&self) -> Range<usize> {
        let first = usize::from(self.acted);
        let after = u32::from(self.acted) + 1;
        let tied = self.tied.0.checked_shr(after).unwrap_or(0).trailing_ones();
        first..first + 1 + tied as usize
    }

    /// Clears the statements, the order of actions and the cached replies.
    pub(crate) fn forget_intents(&mut self) {
        self.acting = 0;
        self.tied = FighterSet::NONE;
        for body in self.bodies_mut() {
            body.turn_of = FighterId(0);
            body.intent = Intent::default();
            body.flees = false;
            body.guard = None;
        }
    }

    /// Returns the distance between two fighters, in centimetres.
    #[inline]
    pub(crate) fn distance(&self, a: FighterId, b: FighterId) -> i32 {
        (self.body(a).at - self.body(b).at).abs()
    }
}

/// The lowest DEX rank that [`turn`] can express. Drawing a weapon can make a rank negative.
const LOWEST_RANK: i32 = -1024;

/// Returns a DEX rank, the number of a weapon class, and a rating, combined in one number. Fighters with
/// higher numbers act first.
pub(crate) fn turn(rank: i32, (class, rating): (u8, i32)) -> u32 {
    let rank = (rank - LOWEST_RANK).max(0).cast_unsigned();
    let rating = rating.clamp(0, 1023).cast_unsigned();
    rank << 12 | u32::from(class) << 10 | rating
}

/// Returns the DEX rank in a number that [`turn`] has made.
pub(crate) fn rank_of(turn: u32) -> i32 {
    (turn >> 12).cast_signed() + LOWEST_RANK
}
