//! What changes in a fight.

use super::fighter::MOST_ITEMS;
use crate::fight::{EventId, FighterId, FighterSet, Rounds, SideId, Situation};
use crate::rules::murdham::events::{DEAD, FLED, INCAPACITATED, SURRENDERED};
use crate::rules::murdham::reading::Place;

/// The situation.
pub(crate) type State = Situation<Shared, Body>;

/// What changes in a fight beside the fighters themselves.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Shared {
    /// 0 is the bonus round of an ambush [MUR-11-2].
    pub round: u32,
    /// Whether the bonus round is still to come.
    pub ambush: bool,
    /// Whether a round is going on.
    pub open: bool,
    /// Who holds the initiative, once it is settled [MUR-1-7].
    pub holder: Option<SideId>,
    /// Whose opportunity is next, and how many have passed since the last turn [MUR-1-5].
    pub next: SideId,
    pub passes: u8,
    /// Sides that are a group above half their numbers since the round began, as bits [MUR-12-1].
    pub above: u64,
    /// Sides that have lost somebody in this round, as bits.
    pub lost: u64,
    /// Who is fighting [MUR-0-22].
    pub fighting: FighterSet,
    /// Whose turn of this round is unused [MUR-1-1].
    pub unused: FighterSet,
}

impl Rounds for Shared {
    fn set_round(&mut self, round: u32) {
        self.round = round;
    }
}

/// What changes about one character; by default, a place that no fighter has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Body {
    pub health: i16,
    pub place: Place,
    pub status: Status,
    /// Who holds it [MUR-10-8].
    pub captor: Option<FighterId>,
    /// What it rides, or how it is ridden [MUR-17-1].
    pub riding: Riding,
    /// Not noticed by any enemy [MUR-11-1].
    pub concealed: bool,
    /// On its way off the map [MUR-12-7].
    pub retreating: bool,
    /// Half a zone beyond its exit, and not off the map yet [MUR-12-7].
    pub leaving: bool,
    /// Broken, and about to surrender when its turn comes [MUR-12-6].
    pub giving_up: bool,
    /// Not subject to morale any more [MUR-12-4].
    pub steadfast: bool,
    /// Above half its health when the round began [MUR-12-2].
    pub hale: bool,
    /// Reactions left of those beyond the turn [MUR-4-5].
    pub extra: u8,
    pub shield_gone: bool,
    pub armour_gone: bool,
    /// Place on its list of the weapon in hand, where changing it costs something [MUR-2-8].
    pub in_hand: u8,
    pub items: [Item; MOST_ITEMS],
    /// Uses left of its two remedies [MUR-2-10].
    pub remedies: [u8; 2],
}

impl Body {
    /// The weapons that it has, each with its place on the list.
    #[inline]
    pub(crate) fn held(&self) -> impl Iterator<Item = (u8, &Item)> {
        let items = (0..).zip(&self.items);
        items.filter(|(_, item)| item.at == Whereabouts::Held)
    }
}

/// How a character is [MUR-0-22].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) enum Status {
    Fighting,
    Incapacitated,
    /// At 0 health, and dead when so many more rounds have ended [MUR-0-7].
    Dying(u8),
    #[default]
    Dead,
    Surrendered,
    Fled,
}

/// What a character has to do with riding. A mount never rides itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Riding {
    /// On foot; also a mount or vehicle whose shared turn of the round has not come.
    #[default]
    No,
    /// On a mount or in a vehicle.
    On(FighterId),
    /// A mount or vehicle whose shared turn of the round has come, and how it has moved in it.
    Bears(Gait),
    /// On foot since its mount is out of the fight, its turn kept for a reaction only [MUR-17-2].
    Kept,
}

/// How a mount has moved in its turn of the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Gait {
    Stood,
    /// Half its speed at most.
    Rode,
    /// More than that: riders neither act nor react [MUR-17-3].
    Raced,
}

impl Status {
    /// What has become of a character; `None` of one that fights on.
    pub(crate) const fn fate(self) -> Option<EventId> {
        match self {
            Self::Fighting => None,
            Self::Incapacitated => Some(INCAPACITATED),
            Self::Dying(_) | Self::Dead => Some(DEAD),
            Self::Surrendered => Some(SURRENDERED),
            Self::Fled => Some(FLED),
        }
    }

    /// Whether the character lies on the field, out of the fight and not dead.
    pub(crate) const fn is_down(self) -> bool {
        matches!(self, Self::Incapacitated | Self::Dying(_))
    }

    /// Whether there is somebody that a blow could hit.
    pub(crate) const fn is_there(self) -> bool {
        !matches!(self, Self::Dead | Self::Fled)
    }
}

/// A weapon on somebody's list; by default, room for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Item {
    /// Its number in the matchup.
    pub weapon: u8,
    pub at: Whereabouts,
    /// Uses left, where they are counted.
    pub shots: u16,
}

/// Where a weapon is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Whereabouts {
    Held,
    /// Lying in a place [MUR-10-5].
    Lying(Place),
    #[default]
    Gone,
}

impl State {
    /// Shows somebody who was concealed; whether it was.
    #[inline]
    pub(crate) fn reveal(&mut self, who: FighterId) -> bool {
        std::mem::replace(&mut self.body_mut(who).concealed, false)
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

    /// Those whom somebody holds, in listing order.
    pub(crate) fn captives(&self, who: FighterId) -> FighterSet {
        self.fighting
            .filter(|other| self.body(other).captor == Some(who))
    }

    #[inline]
    pub(crate) fn is_grabbed(&self, who: FighterId) -> bool {
        self.body(who).captor.is_some()
    }

    /// Whether somebody fights on and is not held.
    #[inline]
    pub(crate) fn is_free(&self, who: FighterId) -> bool {
        self.fighting.has(who) && !self.is_grabbed(who)
    }

    /// What somebody rides or sits in.
    #[inline]
    pub(crate) fn mount_of(&self, who: FighterId) -> Option<FighterId> {
        match self.body(who).riding {
            Riding::On(mount) => Some(mount),
            _ => None,
        }
    }

    /// How a mount has moved in the shared turn of this round; `None` before it.
    pub(crate) fn gait(&self, mount: FighterId) -> Option<Gait> {
        match self.body(mount).riding {
            Riding::Bears(gait) => Some(gait),
            _ => None,
        }
    }

    /// Whether a mount has moved in this round.
    pub(crate) fn has_moved(&self, mount: FighterId) -> bool {
        matches!(self.gait(mount), Some(Gait::Rode | Gait::Raced))
    }

    /// A free place on somebody's list of weapons.
    pub(crate) fn room(&self, who: FighterId) -> Option<usize> {
        let items = &self.body(who).items;
        items.iter().position(|item| item.at == Whereabouts::Gone)
    }
}
