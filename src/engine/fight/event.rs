//! Events that a book defines, such as a critical hit. They are counted by name.
//!
//! Each such event is a row in a list of its book, with a name, a meaning and a clause. Code that counts,
//! shows or explains events can therefore work with all books. The fate of a fighter that does not stand at
//! the end of a fight, such as dead or fled, is also such an event.

/// A row in a book's list of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventSpec {
    /// The name of the event in tables, in the words of the book.
    pub name: &'static str,
    /// The kind of the event: a deed or a fate.
    pub kind: EventKind,
    /// The meaning of the event. It also says whether the fighter that the event is counted for causes or
    /// suffers it.
    pub meaning: &'static str,
    /// The clause of the rulebook that the event follows.
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
    /// Returns the name of the kind, as tables show it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Deed => "deed",
            Self::Fate => "fate",
        }
    }
}

/// The count of an event that happened once. If only the probability of an event is known, this fraction of
/// `WHOLE` is counted. This is the case if the result of a step is drawn without rolling the dice of the
/// step.
pub const WHOLE: u64 = 1 << 20;

impl EventSpec {
    /// Creates the row of an event that can happen in a fight any number of times.
    pub const fn deed(name: &'static str, clause: &'static str, meaning: &'static str) -> Self {
        Self {
            name,
            kind: EventKind::Deed,
            meaning,
            clause,
        }
    }

    /// Creates the row of a fate of fighters.
    pub const fn fate(name: &'static str, clause: &'static str, meaning: &'static str) -> Self {
        Self {
            name,
            kind: EventKind::Fate,
            meaning,
            clause,
        }
    }
}
