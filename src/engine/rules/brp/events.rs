//! The events that this book counts in addition to the events of all books.

use crate::fight::{EventId, EventSpec};

/// An attack roll that is a special success.
pub(crate) const SPECIAL_ATTACK: EventId = EventId(0);
/// An attack that is still a special hit after the target's defence.
pub(crate) const SPECIAL_HIT: EventId = EventId(1);
/// A parry or dodge that is a special success.
pub(crate) const SPECIAL_DEFENCE: EventId = EventId(2);
pub(crate) const WEAPON_BROKEN: EventId = EventId(3);
pub(crate) const SHIELD_BROKEN: EventId = EventId(4);
pub(crate) const UNCONSCIOUS: EventId = EventId(5);
pub(crate) const DEAD: EventId = EventId(6);
pub(crate) const SURRENDERED: EventId = EventId(7);
pub(crate) const FLED: EventId = EventId(8);

/// The descriptions of the events. An event's id is its index here.
#[rustfmt::skip]
pub(crate) const EVENTS: &[EventSpec] = &[
    EventSpec::deed("special attack", "BRP-5.5-2", "attack rolls that are special successes, whatever the defence makes of them"),
    EventSpec::deed("special hit", "BRP-5.8-2", "hits that land as special ones"),
    EventSpec::deed("special defence", "BRP-5.8-2", "parries and dodges that are special successes"),
    EventSpec::deed("weapon broken", "BRP-5.6-7", "own weapons that break, thrown pieces included"),
    EventSpec::deed("shield broken", "BRP-5.6-7", "own shields that break"),
    EventSpec::fate("unconscious", "BRP-5.12-2", "unconscious at the end"),
    EventSpec::fate("dead", "BRP-5.12-3", "dead at the end"),
    EventSpec::fate("surrendered", "BRP-5.3-1", "surrendered; only under `leaving = \"yes\"`"),
    EventSpec::fate("fled", "BRP-5.3-1", "fled; only under `leaving = \"yes\"`"),
];
