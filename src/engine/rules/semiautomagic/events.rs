//! The events that this book counts, in addition to those common to all books.

use crate::fight::{EventId, EventSpec};

pub(crate) const WOUND: EventId = EventId(0);
pub(crate) const PANIC: EventId = EventId(1);
pub(crate) const CONFUSION: EventId = EventId(2);
pub(crate) const FRENZY: EventId = EventId(3);
pub(crate) const JAM: EventId = EventId(4);
pub(crate) const RUINED: EventId = EventId(5);
pub(crate) const ENTERED: EventId = EventId(6);
pub(crate) const STABILISES: EventId = EventId(7);
pub(crate) const HEALS: EventId = EventId(16);
pub(crate) const DYING: EventId = EventId(8);
pub(crate) const DEAD: EventId = EventId(9);
pub(crate) const STABLE: EventId = EventId(10);
pub(crate) const UNCONSCIOUS: EventId = EventId(11);
pub(crate) const PARALYSED: EventId = EventId(12);
pub(crate) const BROKEN: EventId = EventId(13);
pub(crate) const FLED: EventId = EventId(14);
pub(crate) const DESTROYED: EventId = EventId(15);

/// All events, in the order of their ids.
#[rustfmt::skip]
pub(crate) const EVENTS: &[EventSpec] = &[
    EventSpec::deed("wound", "SAM-5-3", "wounds taken"),
    EventSpec::deed("panic", "SAM-15-4", "times that fear overcame it"),
    EventSpec::deed("confusion", "SAM-15-5", "times that insanity overcame it"),
    EventSpec::deed("frenzy", "SAM-15-6", "times that rage overcame it"),
    EventSpec::deed("jam", "SAM-13-5", "own weapons that jam"),
    EventSpec::deed("thing destroyed", "SAM-13-4", "own weapons, shields and armour that are destroyed"),
    EventSpec::deed("possession", "SAM-17-1", "bodies of others entered"),
    EventSpec::deed("stabilising", "SAM-18-9", "dying allies stabilised"),
    EventSpec::fate("dying", "SAM-0-8", "still dying at the end"),
    EventSpec::fate("dead", "SAM-18-5", "dead"),
    EventSpec::fate("stable", "SAM-18-6", "stabilised, and unconscious"),
    EventSpec::fate("unconscious", "SAM-19-10", "knocked out or drugged"),
    EventSpec::fate("paralysed", "SAM-19-13", "paralysed for longer than the fight"),
    EventSpec::fate("broken", "SAM-15-7", "without Will"),
    EventSpec::fate("fled", "SAM-15-4", "gone"),
    EventSpec::fate("destroyed", "SAM-18-2", "an object that is no more"),
    EventSpec::deed("healing", "SAM-18-11", "wounds of oneself and allies given back"),
];
