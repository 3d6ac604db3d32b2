//! The numbered rules of a book, and how each is dealt with: a book lists them, one row each.

/// How one numbered rule of a book is dealt with.
#[derive(Debug, Clone, Copy)]
pub struct Clause {
    /// Its id: `BRP-5.5-2`.
    pub id: &'static str,
    /// What it is about, in a few words of our own.
    pub title: &'static str,
    /// How it is simulated.
    pub how: How,
}

/// How a clause is simulated.
#[derive(Debug, Clone, Copy)]
pub enum How {
    /// In every fight.
    Always,
    /// In every fight, in a way that these options of `[options]` change.
    Option(&'static [&'static str]),
    /// By a value of the scenario: its path.
    Value(&'static str),
    /// By these lists of a policy.
    Policy(&'static [&'static str]),
    /// Not at all, and why.
    Not(&'static str),
}

const fn clause(id: &'static str, title: &'static str, how: How) -> Clause {
    Clause { id, title, how }
}

/// A clause that holds in every fight.
pub const fn always(id: &'static str, title: &'static str) -> Clause {
    clause(id, title, How::Always)
}

/// A clause that these options of `[options]` change.
pub const fn option(
    id: &'static str,
    title: &'static str,
    names: &'static [&'static str],
) -> Clause {
    clause(id, title, How::Option(names))
}

/// A clause simulated by the scenario's value at this path.
pub const fn value(id: &'static str, title: &'static str, path: &'static str) -> Clause {
    clause(id, title, How::Value(path))
}

/// A clause simulated by these lists of a policy.
pub const fn policy(
    id: &'static str,
    title: &'static str,
    lists: &'static [&'static str],
) -> Clause {
    clause(id, title, How::Policy(lists))
}

/// A clause that is not simulated, and why.
pub const fn not(id: &'static str, title: &'static str, why: &'static str) -> Clause {
    clause(id, title, How::Not(why))
}
