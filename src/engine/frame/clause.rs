//! The numbered rules of a book and their treatment in the simulation: a book lists them, one row each.

/// One numbered rule of a book and its treatment in the simulation.
#[derive(Debug, Clone, Copy)]
pub struct Clause {
    /// Its id: `BRP-5.5-2`.
    pub id: &'static str,
    /// Its subject, in a few words of our own.
    pub title: &'static str,
    /// Its treatment in the simulation.
    pub how: How,
}

/// The treatment of a clause in the simulation.
#[derive(Debug, Clone, Copy)]
pub enum How {
    /// Simulated in every fight.
    Always,
    /// Simulated in every fight, in a way that these options of `[options]` change.
    Option(&'static [&'static str]),
    /// Simulated through a value of the scenario: its path.
    Value(&'static str),
    /// Simulated through these lists of a policy.
    Policy(&'static [&'static str]),
    /// Not simulated, for this reason.
    Not(&'static str),
}

const fn clause(id: &'static str, title: &'static str, how: How) -> Clause {
    Clause { id, title, how }
}

/// Creates a clause that holds in every fight.
pub const fn always(id: &'static str, title: &'static str) -> Clause {
    clause(id, title, How::Always)
}

/// Creates a clause that these options of `[options]` change.
pub const fn option(
    id: &'static str,
    title: &'static str,
    names: &'static [&'static str],
) -> Clause {
    clause(id, title, How::Option(names))
}

/// Creates a clause simulated through the scenario's value at this path.
pub const fn value(id: &'static str, title: &'static str, path: &'static str) -> Clause {
    clause(id, title, How::Value(path))
}

/// Creates a clause simulated through these lists of a policy.
pub const fn policy(
    id: &'static str,
    title: &'static str,
    lists: &'static [&'static str],
) -> Clause {
    clause(id, title, How::Policy(lists))
}

/// Creates a clause that is not simulated, with the reason.
pub const fn not(id: &'static str, title: &'static str, why: &'static str) -> Clause {
    clause(id, title, How::Not(why))
}
