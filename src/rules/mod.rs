//! The rulebooks: from a scenario's names to a compiled fight's numbers.

mod brp;

use std::collections::BTreeMap;

use crate::bout::Bout;
use crate::policy::Vocabulary;
use crate::scenario::{Fault, Faults, Scenario};

/// A rulebook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RulesetId {
    /// BRP.
    Brp,
}

impl RulesetId {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::Brp];

    /// What the program can say about it.
    pub fn book(self) -> &'static Book {
        match self {
            Self::Brp => &brp::BOOK,
        }
    }

    /// The ruleset of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|id| id.book().name == name)
    }
}

/// A compiled matchup.
#[derive(Debug)]
pub struct Match {
    /// Its name.
    pub name: String,
    /// The axes' names and its values on them.
    pub axes: Vec<(String, String)>,
    /// One bout, or two where both seats are played.
    pub seats: Vec<Box<dyn Bout>>,
    /// Every option with its value.
    pub options: BTreeMap<String, String>,
}

/// Compiles every matchup of a scenario.
pub fn compile(_scenario: &Scenario, faults: &Faults) -> Option<Vec<Match>> {
    faults.push(Fault {
        code: "rules::not-yet",
        message: "not yet".to_owned(),
        span: None,
        label: String::new(),
        help: None,
    });
    None
}

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

/// One house rule of a book.
#[derive(Debug, Clone, Copy)]
pub struct OptionSpec {
    /// Its key in `[options]`.
    pub name: &'static str,
    /// What it changes.
    pub doc: &'static str,
    /// What it may be, the default first, each with its meaning.
    pub values: &'static [OptionValue],
    /// The clause it belongs to.
    pub clause: &'static str,
}

/// One setting of a house rule.
#[derive(Debug, Clone, Copy)]
pub struct OptionValue {
    /// As written in the scenario; `a number from 0 to 100` and the like where it is a range.
    pub value: &'static str,
    /// What it does.
    pub doc: &'static str,
}

/// What the program can say about a rulebook.
#[derive(Debug, Clone, Copy)]
pub struct Book {
    /// Its name in `ruleset = "…"`.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub about: &'static str,
    /// Every numbered rule.
    pub clauses: &'static [Clause],
    /// Its house rules.
    pub options: &'static [OptionSpec],
    /// The words of its policies.
    pub vocabulary: &'static Vocabulary,
    /// Its tables, in the format of a scenario include.
    pub tables: &'static str,
    /// A commented scenario to start from.
    pub starter: &'static str,
}
