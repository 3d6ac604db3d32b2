//! Events that this book counts in addition to the events that all books share.

use crate::fight::{EventId, EventSpec};

pub(crate) const FURY: EventId = EventId(0);
pub(crate) const CRITICAL: EventId = EventId(1);
pub(crate) const JAM: EventId = EventId(2);
/// One hit that was evaded. An attack may have several hits.
pub(crate) const EVADED: EventId = EventId(3);
/// One wound below 0 that a fighter loses to the blow that puts it out.
pub(crate) const PAST_ZERO: EventId = EventId(4);
pub(crate) const DOWN: EventId = EventId(5);
pub(crate) const UNCONSCIOUS: EventId = EventId(6);
/// One wound that a remedy restores.
pub(crate) const HEALS: EventId = EventId(7);
pub(crate) const SURRENDERED: EventId = EventId(8);
pub(crate) const FLED: EventId = EventId(9);

/// The descriptions of the events, in the order of their ids.
#[rustfmt::skip]
pub(crate) const EVENTS: &[EventSpec] = &[
    EventSpec::deed("fury", "PER-4-14", "own hits with Righteous Fury"),
    EventSpec::deed("critical hit", "PER-11-1", "own hits with the Special Damage of a Critical Hit"),
    EventSpec::deed("jam", "PER-13.5-4", "own weapons that jam"),
    EventSpec::deed("hit evaded", "PER-4-10", "single hits evaded"),
    EventSpec::deed("wounds past zero", "PER-4-19", "wounds lost below those at which somebody is out, in the blow that fells"),
    EventSpec::fate("down", "PER-4-19", "out for loss of wounds"),
    EventSpec::fate("unconscious", "PER-13.2-2", "out for fatigue or an ailment"),
    EventSpec::deed("healing", "PER-12.21-1", "wounds of oneself and allies given back"),
    EventSpec::fate("surrendered", "PER-2-8", "surrendered; only under `leaving = \"yes\"`"),
    EventSpec::fate("fled", "PER-2-8", "fled; only under `leaving = \"yes\"`"),
];
