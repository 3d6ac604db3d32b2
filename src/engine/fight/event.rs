//! Events that only one book counts, by name.
//!
//! A book lists its events in rows, each with a meaning and a clause, so that code that counts, shows or explains
//! events needs no knowledge of the book. The fates of fighters that do not stand at the end of a fight are events as
//! well.

/// An event, as a row of its book's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventSpec {
    /// Its name in tables, in the book's words.
    pub name: &'static str,
    /// What kind of event it is.
    pub kind: EventKind,
    /// Its meaning, including the fighter that it concerns: the one that does or suffers it.
    pub meaning: &'static str,
    /// The clause behind it.
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
    /// The name of the kind in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Deed => "deed",
            Self::Fate => "fate",
        }
    }
}

/// The count of an event that happened once. An event with only a known probability, such as the way to a
/// result that was drawn as a whole, counts as that fraction of `WHOLE`.
pub const WHOLE: u64 = 1 << 20;

impl EventSpec {
    /// The row of a deed.
    pub const fn deed(name: &'static str, clause: &'static str, meaning: &'static str) -> Self {
        Self {
            name,
            kind: EventKind::Deed,
            meaning,
            clause,
        }
    }

    /// The row of a fate.
    pub const fn fate(name: &'static str, clause: &'static str, meaning: &'static str) -> Self {
        Self {
            name,
            kind: EventKind::Fate,
            meaning,
            clause,
        }
    }
}
