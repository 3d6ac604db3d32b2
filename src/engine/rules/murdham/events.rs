//! The events that this book counts in addition to the events of all books.

use crate::fight::{EventId, EventSpec};

/// Critical damage that puts a character out of the fight.
pub(crate) const CRITICAL: EventId = EventId(0);
pub(crate) const COUNTER: EventId = EventId(1);
/// A failed morale check.
pub(crate) const BROKE: EventId = EventId(2);
pub(crate) const GRABBED: EventId = EventId(3);
pub(crate) const WEAPON_LOST: EventId = EventId(4);
pub(crate) const SHIELD_LOST: EventId = EventId(5);
pub(crate) const ARMOUR_LOST: EventId = EventId(6);
pub(crate) const INCAPACITATED: EventId = EventId(7);
pub(crate) const DEAD: EventId = EventId(8);
pub(crate) const SURRENDERED: EventId = EventId(9);
pub(crate) const FLED: EventId = EventId(10);

/// The descriptions of the events. An event's id is its index here.
#[rustfmt::skip]
pub(crate) const EVENTS: &[EventSpec] = &[
    EventSpec::deed("critical", "MUR-0-6", "critical damage suffered that takes out of the fight at once"),
    EventSpec::deed("counter", "MUR-4-7", "reactions spent on a counter"),
    EventSpec::deed("broke", "MUR-12-3", "checks of morale failed"),
    EventSpec::deed("grabbed", "MUR-10-8", "times seized by somebody"),
    EventSpec::deed("weapon destroyed", "MUR-15-2", "own damaged weapons lost"),
    EventSpec::deed("shield destroyed", "MUR-15-3", "own damaged shields lost"),
    EventSpec::deed("armour destroyed", "MUR-15-3", "own damaged armour lost"),
    EventSpec::fate("incapacitated", "MUR-0-6", "incapacitated at the end"),
    EventSpec::fate("dead", "MUR-0-7", "dead or dying at the end; of mounts and vehicles, destroyed"),
    EventSpec::fate("surrendered", "MUR-13-2", "surrendered, and not fighting again, at the end"),
    EventSpec::fate("fled", "MUR-12-7", "off the map at the end"),
];
