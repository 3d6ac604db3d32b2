//! The state of a fight: everything that changes in it.

use super::deeds::Chosen;
use super::fighter::MOST_ITEMS;
use super::memo::{Choosing, Memo, Striking};
use super::pool::Pool;
use crate::fight::{EventId, FighterId, FighterSet, Rounds, SideId, Situation};
use crate::frame::afflictions::Suffers;
use crate::rules::murdham::events::{DEAD, FLED, INCAPACITATED, SURRENDERED};
use crate::rules::murdham::reading::Place;

/// The situation, with a memo of results that follow from it. Each way to write to a body tells the memo, except
/// [`State::set_health`].
pub(crate) type State = Situation<Shared, Body, Memo>;

/// The part of the state that belongs to no single fighter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Shared {
    /// The number of the round; 0 is the bonus round of an ambush [MUR-11-2].
    pub round: u32,
    /// Number of bonus rounds that are still to come.
    pub ambush: u8,
    /// Whether a round is in progress.
    pub open: bool,
    /// The side that holds the initiative, once it is settled [MUR-1-7].
    pub holder: Option<SideId>,
    /// The side with the next opportunity, and the number of passes since the last turn [MUR-1-5].
    pub next: SideId,
    pub passes: u8,
    /// Sides that are a group and had more than half their numbers at the start of the round, as bits [MUR-12-1].
    pub above: u64,
    /// Sides that have lost a member in this round, as bits.
    pub lost: u64,
    /// Fighters of this fight, whether they still stand or not: everybody, except in a day.
    pub present: FighterSet,
    /// Fighters that are fighting [MUR-0-22].
    pub fighting: FighterSet,
    /// Fighters whose turn of this round is unused [MUR-1-1].
    pub unused: FighterSet,
}

impl Rounds for Shared {
    fn set_round(&mut self, round: u32) {
        self.round = round;
    }
}

/// The state of one character; the default is a place without a fighter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Body {
    pub health: i16,
    pub place: Place,
    pub status: Status,
    /// The fighter that holds it [MUR-10-8].
    pub captor: Option<FighterId>,
    /// Its mount, or its state as a mount [MUR-17-1].
    pub riding: Riding,
    /// Whether no enemy has noticed it [MUR-11-1].
    pub concealed: bool,
    /// Whether it is on its way off the map [MUR-12-7].
    pub retreating: bool,
    /// Half-zones that it is beyond its exit, while it is not off the map yet [MUR-12-7].
    pub leaving: u8,
    /// Whether it is broken and will surrender when its turn comes [MUR-12-6].
    pub giving_up: bool,
    /// Whether it is no longer subject to morale [MUR-12-4].
    pub steadfast: bool,
    /// Whether it had more than half its health at the start of the round [MUR-12-2].
    pub hale: bool,
    /// Reactions left in addition to the turn [MUR-4-5].
    pub extra: u8,
    pub shield_gone: bool,
    pub armour_gone: bool,
    /// List index of the weapon in hand, if changing weapons costs something [MUR-2-8].
    pub in_hand: u8,
    pub items: [Item; MOST_ITEMS],
    pub wear: Wear,
    /// Its afflictions, a rule of ours.
    pub suffers: Suffers,
    /// Uses left of its two remedies [MUR-2-10].
    pub remedies: [u8; 2],
}

impl Body {
    /// The weapons that it has, each with its list index.
    #[inline]
    pub(crate) fn held(&self) -> impl Iterator<Item = (u8, &Item)> {
        let items = (0..).zip(&self.items);
        items.filter(|(_, item)| item.at == Whereabouts::Held)
    }
}

/// The status of a character [MUR-0-22].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) enum Status {
    Fighting,
    Incapacitated,
    /// At 0 health, and dead at the end of this many more rounds [MUR-0-7].
    Dying(u8),
    #[default]
    Dead,
    Surrendered,
    /// Captured in an earlier fight of the day, and not back.
    Captive,
    Fled,
    /// Incapacitated in an earlier fight of the day, and not on the field of this one [MUR-0-8].
    Behind,
    /// Not in the fight: it joins at the start of a later round, or belongs to another fight of the day.
    Absent,
}

/// The riding state of a character. A mount never rides itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Riding {
    /// On foot; also a mount or vehicle before its shared turn of the round.
    #[default]
    No,
    /// On a mount or in a vehicle.
    On(FighterId),
    /// A mount or vehicle after the beginning of its shared turn of the round, and its gait in it.
    Bears(Gait),
    /// On foot since its mount fell, with its turn kept for a reaction only [MUR-17-2].
    Kept,
}

/// The gait of a mount in its turn of the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Gait {
    Stood,
    /// At most half its speed.
    Rode,
    /// More than half its speed: riders neither act nor react [MUR-17-3].
    Raced,
}

impl Status {
    /// The event for the fate of a character; `None` if it fights on.
    pub(crate) const fn fate(self) -> Option<EventId> {
        match self {
            Self::Fighting | Self::Absent => None,
            Self::Incapacitated | Self::Behind => Some(INCAPACITATED),
            Self::Dying(_) | Self::Dead => Some(DEAD),
            Self::Surrendered | Self::Captive => Some(SURRENDERED),
            Self::Fled => Some(FLED),
        }
    }

    /// Returns whether the character lies on the field, out of the fight and not dead.
    pub(crate) const fn is_down(self) -> bool {
        matches!(self, Self::Incapacitated | Self::Dying(_))
    }

    /// Returns whether a blow could hit the character.
    pub(crate) const fn is_there(self) -> bool {
        !matches!(self, Self::Dead | Self::Fled | Self::Behind | Self::Absent)
    }
}

/// A weapon on a fighter's list; the default is a free place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Item {
    /// Its number in the matchup.
    pub weapon: u8,
    pub at: Whereabouts,
    /// Uses left, if they are counted.
    pub shots: u16,
    /// Whether it has been used since the last durability roll, and whether a durability roll has damaged it; both only
    /// in a day [MUR-15-1].
    pub used: bool,
    pub damaged: bool,
    /// In a day, the fighter whose stat block lists it, and its index there.
    pub home: (FighterId, u8),
}

/// Wear of what a character brings to the fights of a day [MUR-15-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Wear {
    /// Whether it has been hit since the last durability roll.
    pub hit: bool,
    /// Whether a durability roll has damaged the shield, or the armour.
    pub shield: bool,
    pub armour: bool,
    /// Weapons of its stat block that are destroyed, as bits.
    pub lost: u8,
}

/// The location of a weapon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Whereabouts {
    Held,
    /// Lying in a place [MUR-10-5].
    Lying(Place),
    #[default]
    Gone,
}

impl State {
    /// The first situation of all fights of a matchup.
    pub(crate) fn first(shared: Shared, bodies: impl IntoIterator<Item = Body>) -> Self {
        let mut state = Self::new(shared, bodies);
        state.memo.set_first();
        state
    }

    /// Sets the health of a character, on which no kept result depends.
    #[inline]
    pub(crate) fn set_health(&mut self, who: FighterId, health: i16) {
        self.body_untold(who).health = health;
    }

    /// Sets the reactions left in addition to the turn.
    #[inline]
    pub(crate) fn set_extra(&mut self, who: FighterId, extra: u8) {
        if self.body(who).extra != extra {
            self.body_mut(who).extra = extra;
        }
    }

    /// Returns whether no ride has to be ended, as found by an earlier call after which no body has been written to; the
    /// caller ends those that have to.
    #[inline]
    pub(crate) fn settles_riders(&mut self) -> bool {
        std::mem::replace(&mut self.memo.riders_settled, true)
    }

    /// Prepares the memo for a fight.
    #[inline]
    pub(crate) fn begin_memo(&mut self) {
        let (_, bodies, memo) = self.beside_memo();
        memo.begin(bodies.len());
    }

    /// The kept result of choosing a weapon, if there is one.
    #[inline]
    pub(crate) fn kept_choice(&self, who: FighterId, asked: &Choosing) -> Option<&Option<Chosen>> {
        self.memo.choice(who, asked)
    }

    pub(crate) fn keep_choice(&mut self, who: FighterId, asked: Choosing, chosen: Option<Chosen>) {
        self.memo.keep_choice(who, asked, chosen);
    }

    /// The kept dice of an attack and the armour value against it, if they are kept.
    #[inline]
    pub(crate) fn kept_strike(&self, who: FighterId, asked: Striking) -> Option<(Pool, i32)> {
        self.memo.strike(who, asked)
    }

    pub(crate) fn keep_strike(&mut self, who: FighterId, asked: Striking, strike: (Pool, i32)) {
        self.memo.keep_strike(who, asked, strike);
    }

    /// Reveals a character and returns whether it was concealed.
    #[inline]
    pub(crate) fn reveal(&mut self, who: FighterId) -> bool {
        let concealed = self.body(who).concealed;
        if concealed {
            self.body_mut(who).concealed = false;
        }
        concealed
    }

    /// Uses up the turn, or a reaction beyond it [MUR-2-5, MUR-4-5].
    #[inline]
    pub(crate) fn spend(&mut self, who: FighterId) {
        if self.unused.has(who) {
            self.unused.remove(who);
        } else {
            self.body_mut(who).extra -= 1;
        }
    }

    /// The captives of a fighter, in listing order.
    pub(crate) fn captives(&self, who: FighterId) -> FighterSet {
        self.fighting
            .filter(|other| self.body(other).captor == Some(who))
    }

    #[inline]
    pub(crate) fn is_grabbed(&self, who: FighterId) -> bool {
        self.body(who).captor.is_some()
    }

    /// Returns whether a fighter is fighting and not held.
    #[inline]
    pub(crate) fn is_free(&self, who: FighterId) -> bool {
        self.fighting.has(who) && !self.is_grabbed(who)
    }

    /// The mount or vehicle of a fighter.
    #[inline]
    pub(crate) fn mount_of(&self, who: FighterId) -> Option<FighterId> {
        match self.body(who).riding {
            Riding::On(mount) => Some(mount),
            _ => None,
        }
    }

    /// The gait of a mount in the shared turn of this round; `None` before it.
    pub(crate) fn gait(&self, mount: FighterId) -> Option<Gait> {
        match self.body(mount).riding {
            Riding::Bears(gait) => Some(gait),
            _ => None,
        }
    }

    /// Returns whether a mount has moved in this round.
    pub(crate) fn has_moved(&self, mount: FighterId) -> bool {
        matches!(self.gait(mount), Some(Gait::Rode | Gait::Raced))
    }

    /// A free place on a fighter's list of weapons.
    pub(crate) fn room(&self, who: FighterId) -> Option<usize> {
        let items = &self.body(who).items;
        items.iter().position(|item| item.at == Whereabouts::Gone)
    }
}
