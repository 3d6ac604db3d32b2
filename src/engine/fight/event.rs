//! Events that a single book defines, and that are counted by name.
//!
//! A book lists its events in rows, each with a meaning and a clause. Code that counts, shows or explains
//! events therefore needs no knowledge of the book. The fate of a fighter that does not stand at the end of a
//! fight, such as dead or fled, is an event as well.

/// An event that a book defines: one row of the book's list of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventSpec {
    /// The name of the event in tables, in the book's words.
    pub name: &'static str,
    /// The kind of the event.
    pub kind: EventKind,
    /// The meaning of the event, which also says whether its fighter causes or suffers it.
    pub meaning: &'static str,
    /// The clause of the rulebook behind the event.
    pub clause: &'static str,
}

/// A kind of event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// Something that happens in a fight, any number of times.
    Deed,
    /// The fate of a fighter that does not stand at the end.
    Fate,
}

impl EventKind {
    /// Returns the name of the kind in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Deed => "deed",
            Self::Fate => "fate",
        }
    }
}

/// The count of an event that happened once. An event that has only a known probability counts as that
/// fraction of `WHOLE`. Such events occur if a result is drawn as a whole, without the steps that lead to it.
pub const WHOLE: u64 = 1 << 20;

impl EventSpec {
    /// Returns the row of an event that happens in a fight.
    pub const fn deed(name: &'static str, clause: &'static str, meaning: &'static str) -> Self {
        Self {
            name,
            kind: EventKind::Deed,
            meaning,
            clause,
        }
    }

    /// Returns the row of the fate of a fighter.
    pub const fn fate(name: &'static str, clause: &'static str, meaning: &'static str) -> Self {
        Self {
            name,
            kind: EventKind::Fate,
            meaning,
            clause,
        }
    }
}
