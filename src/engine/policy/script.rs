//! A policy as written, and what may be wrong with it.
//!
//! The policy language does not know files. Whoever reads one hands over its texts, each with a key of their own
//! choosing, and gets that key back in every [`Flaw`].

use std::ops::Range;

/// A piece of a policy's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text<'a> {
    /// The text itself.
    pub text: &'a str,
    /// The caller's handle to the place it came from.
    pub key: usize,
    /// Whether the book lent it: it stands in no file of the scenario's.
    pub lent: bool,
}

/// A policy as written.
#[derive(Debug, Clone, Default)]
pub struct Script<'a> {
    /// The policy's name.
    pub name: &'a str,
    /// Its decision lists, by the names of [`Vocabulary::lists`](super::Vocabulary::lists): name and lines.
    pub lists: Vec<(Text<'a>, Vec<Text<'a>>)>,
    /// Lists of its own, which lines call with `do`: name and lines.
    pub sublists: Vec<(Text<'a>, Vec<Text<'a>>)>,
    /// Named conditions and values: name and expression.
    pub lets: Vec<(Text<'a>, Text<'a>)>,
}

/// The names a policy may use beside its ruleset's words. Compiled lines carry positions in these lists.
#[derive(Debug, Clone, Copy, Default)]
pub struct Names<'a> {
    /// Weapons and other things.
    pub items: &'a [String],
    /// Combatants.
    pub combatants: &'a [String],
    /// Zones of the battlefield, each of which stands for its position.
    pub zones: &'a [String],
}

/// A zone or an enemy that a line names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// What it names.
    pub what: Mentioned,
    /// The key of the [`Text`] that names it.
    pub key: usize,
    /// Where in that text, in bytes.
    pub range: Range<usize>,
}

/// What a line names that there may not be for everybody who has the policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mentioned {
    /// A zone by its number, from 0.
    Zone(i64),
    /// A combatant as an enemy: a position in [`Names::combatants`].
    Enemy(u16),
}

/// One fault of a policy's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// The key of the [`Text`] at fault.
    pub key: usize,
    /// Where in that text, in bytes.
    pub range: Range<usize>,
    /// A stable code: `policy::unknown-fact`.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// A word on the marked place.
    pub label: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Flaw {
    pub(super) fn new(
        key: usize,
        range: Range<usize>,
        code: &'static str,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> Self {
        Self {
            key,
            range,
            code,
            message: message.into(),
            label: label.into(),
            help: None,
        }
    }

    pub(super) fn help(mut self, help: impl Into<Option<String>>) -> Self {
        self.help = help.into();
        self
    }
}
