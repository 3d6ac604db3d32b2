//! What a book counts beside what all books have: its own events, by name.
//!
//! A book lists them in rows, each with its meaning and its clause, so that whoever counts, shows or explains them needs to
//! know no book. What has become of a fighter by the end of a fight, where it does not stand, is one of them as well.

/// An event, as a row of its book's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventSpec {
    /// What tables call it, in the book's words.
    pub name: &'static str,
    /// What kind of event it is.
    pub kind: EventKind,
    /// What it says, and of whom: the fighter that does it, or that it happens to.
    pub meaning: &'static str,
    /// The clause that it follows from.
    pub clause: &'static str,
}

/// A kind of event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// Something that happens in a fight, any number of times.
    Deed,
    /// What has become of a fighter that does not stand at the end.
    Fate,
}

impl EventKind {
    /// As tables call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Deed => "deed",
            Self::Fate => "fate",
        }
    }
}

/// An event that happened once. What is known only by its chance, as the way to a result that was drawn whole, counts as
/// so large a part of this.
pub const WHOLE: u64 = 1 << 20;

impl EventSpec {
    /// A deed's row.
    pub const fn deed(name: &'static str, clause: &'static str, meaning: &'static str) -> Self {
        Self {
            name,
            kind: EventKind::Deed,
            meaning,
            clause,
        }
    }

    /// A fate's row.
    pub const fn fate(name: &'static str, clause: &'static str, meaning: &'static str) -> Self {
        Self {
            name,
            kind: EventKind::Fate,
            meaning,
            clause,
        }
    }
}
