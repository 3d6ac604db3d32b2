//! Clauses: the numbered rules of a book, and how the simulation treats each of them. A book has a list with
//! one entry for each clause.

/// A numbered rule of a book, and how the simulation treats it.
#[derive(Debug, Clone, Copy)]
pub struct Clause {
    /// The id of the clause, such as `BRP-5.5-2`.
    pub id: &'static str,
    /// The subject of the clause, in a few words of our own.
    pub title: &'static str,
    /// How the simulation treats the clause.
    pub how: How,
}

/// How the simulation treats a clause.
#[derive(Debug, Clone, Copy)]
pub enum How {
    /// Simulated in every fight.
    Always,
    /// Simulated in every fight, in a way that these keys of `[options]` can change.
    Option(&'static [&'static str]),
    /// Simulated if the scenario sets a value at this path.
    Value(&'static str),
    /// Simulated if lines in these decision lists of a policy choose it.
    Policy(&'static [&'static str]),
    /// Not simulated. The text is the reason.
    Not(&'static str),
}

const fn clause(id: &'static str, title: &'static str, how: How) -> Clause {
    Clause { id, title, how }
}

/// Creates a clause that is simulated in every fight.
pub const fn always(id: &'static str, title: &'static str) -> Clause {
    clause(id, title, How::Always)
}

/// Creates a clause that is simulated in every fight, in a way that these keys of `[options]` can change.
pub const fn option(
    id: &'static str,
    title: &'static str,
    names: &'static [&'static str],
) -> Clause {
    clause(id, title, How::Option(names))
}

/// Creates a clause that is simulated if the scenario sets a value at this path.
pub const fn value(id: &'static str, title: &'static str, path: &'static str) -> Clause {
    clause(id, title, How::Value(path))
}

/// Creates a clause that is simulated if lines in these decision lists of a policy choose it.
pub const fn policy(
    id: &'static str,
    title: &'static str,
    lists: &'static [&'static str],
) -> Clause {
    clause(id, title, How::Policy(lists))
}

/// Creates a clause that is not simulated, for the reason `why`.
pub const fn not(id: &'static str, title: &'static str, why: &'static str) -> Clause {
    clause(id, title, How::Not(why))
}
