//! The state of a fight: everything that changes while it is played.

use super::fighter::MOST_ITEMS;
use crate::fight::{EventId, FighterId, FighterSet, Memo, Rounds, SideId, Situation};
use crate::frame::afflictions::Suffers;
use crate::rules::murdham::events::{DEAD, FLED, INCAPACITATED, SURRENDERED};
use crate::rules::murdham::reading::Place;

/// The state of a fight.
pub(crate) type State = Situation<Shared, Body, Rides>;

/// The part of the state that belongs to no single fighter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Shared {
    /// The number of the round. The bonus rounds of an ambush have the number 0 [MUR-11-2].
    pub round: u32,
    /// Number of bonus rounds of an ambush that are still to come.
    pub ambush: u8,
    /// Whether a round is in progress.
    pub open: bool,
    /// The faction that has the initiative, once that is decided [MUR-1-7]. A faction is a group of allied
    /// sides, identified by its index among the alliances.
    pub holder: Option<SideId>,
    /// The faction with the next opportunity to take a turn. `passes` is the number of passes since the last
    /// turn [MUR-1-5].
    pub next: SideId,
    pub passes: u8,
    /// The sides that are a group and had more than half their members at the start of the round, as bits
    /// [MUR-12-1].
    pub above: u64,
    /// Sides that have lost a member in this round, as bits.
    pub lost: u64,
    /// The fighters that take part in this fight, standing or not. These are all fighters unless the fight
    /// belongs to a day.
    pub present: FighterSet,
    /// The fighters that are still fighting [MUR-0-22].
    pub fighting: FighterSet,
    /// The fighters that have not used their turn of this round yet [MUR-1-1].
    pub unused: FighterSet,
}

/// The characters whose bodies have changed since all rides were last checked (see `settle_riders`). Every
/// mutable access to a body counts as a change, except those to values that no ride depends on.
#[derive(Debug)]
pub(crate) struct Rides {
    changed: FighterSet,
}

impl Default for Rides {
    fn default() -> Self {
        let changed = FighterSet(u64::MAX);
        Self { changed }
    }
}

impl Memo<Shared> for Rides {
    #[inline]
    fn changed(&mut self, who: FighterId) {
        self.changed.add(who);
    }

    #[inline]
    fn follow(&mut self, _: &Self, _: &Shared) {
        *self = Self::default();
    }
}

impl Rounds for Shared {
    fn set_round(&mut self, round: u32) {
        self.round = round;
    }
}

/// The state of one character. `Body::default()` fills the places of a state that has fewer fighters than
/// places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Body {
    pub health: i16,
    pub place: Place,
    pub status: Status,
    /// The fighter that holds this character [MUR-10-8].
    pub captor: Option<FighterId>,
    /// The mount that this character rides. For a mount, its own progress in the shared turn [MUR-17-1].
    pub riding: Riding,
    /// Whether no enemy has noticed this character yet [MUR-11-1].
    pub concealed: bool,
    /// Whether this character is on its way off the map [MUR-12-7].
    pub retreating: bool,
    /// Half-zones that this character has already gone beyond its exit, on its way off the map [MUR-12-7].
    pub leaving: u8,
    /// Whether the morale of this character has broken, so that it surrenders in its next turn [MUR-12-6].
    pub giving_up: bool,
    /// Whether this character makes no more morale checks [MUR-12-4].
    pub steadfast: bool,
    /// Whether this character had more than half its health at the start of the round [MUR-12-2].
    pub hale: bool,
    /// The number of reactions left that do not use up the turn [MUR-4-5].
    pub extra: u8,
    pub shield_gone: bool,
    pub armour_gone: bool,
    /// The list index of the weapon in hand. Used only if changing weapons costs a bonus action [MUR-2-8].
    pub in_hand: u8,
    pub items: [Item; MOST_ITEMS],
    pub wear: Wear,
    /// The afflictions that this character suffers from, a house rule of this program.
    pub suffers: Suffers,
    /// The number of uses left of each kind of remedy that this character carries. There are two kinds at
    /// most [MUR-2-10].
    pub remedies: [u8; 2],
}

impl Body {
    /// Returns the weapons that this character holds, each with its list index. Dropped and destroyed ones
    /// are left out.
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
    /// At 0 health. The character dies at the end of a later round, after this number of further rounds
    /// [MUR-0-7].
    Dying(u8),
    #[default]
    Dead,
    Surrendered,
    /// Captured in an earlier fight of the day, and not free yet.
    Captive,
    Fled,
    /// Incapacitated in an earlier fight of the day, and not part of the present fight [MUR-0-8].
    Behind,
    /// Not in the fight. The character joins at the start of a later round, or belongs to another fight of
    /// the day.
    Absent,
}

/// How a character rides, or the progress of a mount in its shared turn. A mount never rides another mount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Riding {
    /// On foot. For a mount or vehicle: it has not begun the turn that it shares with its riders.
    #[default]
    No,
    /// On this mount or in this vehicle.
    On(FighterId),
    /// A mount or vehicle that has begun the turn that it shares with its riders, with the distance moved in
    /// that turn.
    Bears(Gait),
    /// On foot, because its mount fell after the shared turn. It may use its own turn of this round only for
    /// a reaction [MUR-17-2].
    Kept,
}

/// How far a mount has moved in its turn of the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Gait {
    Stood,
    /// At most half its speed.
    Rode,
    /// More than half its speed, so that its riders neither act nor react [MUR-17-3].
    Raced,
}

impl Status {
    /// Returns the event that reports the fate of a character. Returns `None` if it is still in the fight or
    /// not part of it.
    pub(crate) const fn fate(self) -> Option<EventId> {
        match self {
            Self::Fighting | Self::Absent => None,
            Self::Incapacitated | Self::Behind => Some(INCAPACITATED),
            Self::Dying(_) | Self::Dead => Some(DEAD),
            Self::Surrendered | Self::Captive => Some(SURRENDERED),
            Self::Fled => Some(FLED),
        }
    }

    /// Returns whether the character lies on the field, alive but unable to fight.
    pub(crate) const fn is_down(self) -> bool {
        matches!(self, Self::Incapacitated | Self::Dying(_))
    }

    /// Returns whether the character is on the field, so that a blow could hit it.
    pub(crate) const fn is_there(self) -> bool {
        !matches!(self, Self::Dead | Self::Fled | Self::Behind | Self::Absent)
    }
}

/// A weapon on a fighter's list. `Item::default()` is a free place on the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Item {
    /// The weapon's number among all weapons of the matchup.
    pub weapon: u8,
    pub at: Whereabouts,
    /// The number of uses left, if uses of this weapon are limited.
    pub shots: u16,
    /// Whether the weapon has been used since the last durability roll. `damaged` says whether a durability
    /// roll has damaged it. Both matter only on a day [MUR-15-1].
    pub used: bool,
    pub damaged: bool,
    /// The fighter whose stat block lists the weapon, and the index there. Set only on a day.
    pub home: (FighterId, u8),
}

/// The effects of a day's fights on a character's gear [MUR-15-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Wear {
    /// Whether the character has been hit since the last durability roll.
    pub hit: bool,
    /// Whether a durability roll has damaged the shield. `armour` says the same of the armour.
    pub shield: bool,
    pub armour: bool,
    /// The destroyed weapons of the character's stat block, as bits.
    pub lost: u8,
}

/// The location of a weapon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Whereabouts {
    Held,
    /// On the ground in this place [MUR-10-5].
    Lying(Place),
    #[default]
    Gone,
}

impl State {
    /// Sets the health of a character. No ride depends on health, so this does not count as a change of its
    /// body.
    #[inline]
    pub(crate) fn set_health(&mut self, who: FighterId, health: i16) {
        self.body_untold(who).health = health;
    }

    /// Sets the number of reactions left that do not use up the turn. No ride depends on it.
    #[inline]
    pub(crate) fn set_extra(&mut self, who: FighterId, extra: u8) {
        self.body_untold(who).extra = extra;
    }

    /// Puts a character at another place to answer a question, and returns the place where it was. The caller
    /// must put it back.
    #[inline]
    pub(crate) fn suppose_at(&mut self, who: FighterId, place: Place) -> Place {
        std::mem::replace(&mut self.body_untold(who).place, place)
    }

    /// Returns the characters whose bodies have changed since the rides were last checked. The caller has to
    /// end the rides of these characters that cannot continue.
    #[inline]
    pub(crate) fn check_rides(&mut self) -> FighterSet {
        std::mem::replace(&mut self.memo.changed, FighterSet::NONE)
    }

    /// Reveals a character. Returns whether it was concealed.
    #[inline]
    pub(crate) fn reveal(&mut self, who: FighterId) -> bool {
        let concealed = self.body(who).concealed;
        if concealed {
            self.body_mut(who).concealed = false;
        }
        concealed
    }

    /// Uses up the turn of a fighter for a reaction. If the turn is already used, uses up one of its further
    /// reactions [MUR-2-5, MUR-4-5].
    #[inline]
    pub(crate) fn spend(&mut self, who: FighterId) {
        if self.unused.has(who) {
            self.unused.remove(who);
        } else {
            self.body_mut(who).extra -= 1;
        }
    }

    /// Returns the captives of a fighter, in listing order.
    pub(crate) fn captives(&self, who: FighterId) -> FighterSet {
        self.fighting
            .filter(|other| self.body(other).captor == Some(who))
    }

    #[inline]
    pub(crate) fn is_grabbed(&self, who: FighterId) -> bool {
        self.body(who).captor.is_some()
    }

    /// Returns whether a character is fighting and nobody holds it.
    #[inline]
    pub(crate) fn is_free(&self, who: FighterId) -> bool {
        self.fighting.has(who) && !self.is_grabbed(who)
    }

    /// Returns the mount or vehicle that a fighter is on or in.
    #[inline]
    pub(crate) fn mount_of(&self, who: FighterId) -> Option<FighterId> {
        match self.body(who).riding {
            Riding::On(mount) => Some(mount),
            _ => None,
        }
    }

    /// Returns how far a mount has moved in its turn of this round. Returns `None` before that turn.
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

    /// Returns the index of a free place on a fighter's list of weapons, or `None` if the list is full.
    pub(crate) fn room(&self, who: FighterId) -> Option<usize> {
        let items = &self.body(who).items;
        items.iter().position(|item| item.at == Whereabouts::Gone)
    }
}
