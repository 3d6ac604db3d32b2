//! Events that this book counts in addition to the events that all books share.

use crate::fight::{EventId, EventSpec};

pub(crate) const FUMBLE: EventId = EventId(0);
/// An exposure die that is put on a creature.
pub(crate) const EXPOSURE: EventId = EventId(1);
pub(crate) const RIPOSTE: EventId = EventId(2);
/// A State (Stun, Shock or Doubt) that is put on a creature.
pub(crate) const STATE: EventId = EventId(3);
pub(crate) const WEAPON_BROKEN: EventId = EventId(4);
pub(crate) const OUT: EventId = EventId(5);
pub(crate) const KILLED: EventId = EventId(6);
pub(crate) const YIELDED: EventId = EventId(7);
pub(crate) const FLED: EventId = EventId(8);
/// One Rank that a remedy restores.
pub(crate) const HEALS: EventId = EventId(9);

/// The descriptions of the events, in the order of their ids.
#[rustfmt::skip]
pub(crate) const EVENTS: &[EventSpec] = &[
    EventSpec::deed("fumble", "SST-10-5", "attacks that are fumbled"),
    EventSpec::deed("exposure", "SST-10-4", "exposure dice that come upon them"),
    EventSpec::deed("riposte", "SST-13-11", "attacks made after a Parry, with the attacker's exposure dice"),
    EventSpec::deed("state", "SST-17-1", "times put in a State"),
    EventSpec::deed("weapon broken", "SST-35-2", "own weapons broken in hand"),
    EventSpec::fate("out of action", "SST-21-1", "Out of Action at the end, and not killed"),
    EventSpec::fate("killed", "SST-18-6", "killed in action"),
    EventSpec::fate("yielded", "SST-21-2", "yielded to an enemy"),
    EventSpec::fate("fled", "SST-21-2", "off the field"),
    EventSpec::deed("healing", "SST-28-1", "Ranks of oneself and allies given back by remedies"),
];
