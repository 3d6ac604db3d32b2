//! A policy as written, and the flaws that it may have.
//!
//! The policy language knows nothing about files. The caller passes the texts of a policy, each with a key of
//! the caller's choice. Every [`Flaw`] contains the key of its text.

use std::ops::Range;

/// A piece of a policy's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text<'a> {
    /// The text itself.
    pub text: &'a str,
    /// The key that the caller has given to the text.
    pub key: usize,
    /// Whether the book provides the text, so that none of the scenario's files contains it.
    pub lent: bool,
}

/// A policy as written.
#[derive(Debug, Clone, Default)]
pub struct Script<'a> {
    /// The name of the policy.
    pub name: &'a str,
    /// The decision lists, each with its name and lines. The names are those of
    /// [`Vocabulary::lists`](super::Vocabulary::lists).
    pub lists: Vec<(Text<'a>, Vec<Text<'a>>)>,
    /// The sublists, which lines call with `do`, each with its name and lines.
    pub sublists: Vec<(Text<'a>, Vec<Text<'a>>)>,
    /// The named conditions and values, each with its name and expression.
    pub lets: Vec<(Text<'a>, Text<'a>)>,
}

/// The names that a policy may use beside the words of its ruleset. Compiled lines refer to a name by its
/// position in these lists.
#[derive(Debug, Clone, Copy, Default)]
pub struct Names<'a> {
    /// The names of weapons and other items.
    pub items: &'a [String],
    /// The names of the combatants.
    pub combatants: &'a [String],
    /// The names of the battlefield's zones, in order of their numbers.
    pub zones: &'a [String],
}

/// A zone, an enemy or an objective that a line mentions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The zone, enemy or objective.
    pub what: Mentioned,
    /// The key of the [`Text`] that contains the name.
    pub key: usize,
    /// The place of the name in that text, in bytes.
    pub range: Range<usize>,
}

/// A zone or a combatant that may be missing for some of the fighters that use the policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mentioned {
    /// A zone, by its number from 0.
    Zone(i64),
    /// A combatant that must be an enemy, as a position in [`Names::combatants`].
    Enemy(u16),
    /// A fact without which the line's action is never possible, and which its condition does not ask.
    Need(&'static str),
}

/// A fault in the text of a policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// The key of the faulty [`Text`].
    pub key: usize,
    /// The faulty place in that text, in bytes.
    pub range: Range<usize>,
    /// A stable code, such as `policy::unknown-fact`.
    pub code: &'static str,
    /// The message for the user.
    pub message: String,
    /// A label for the marked place.
    pub label: String,
    /// Advice on how to mend the flaw.
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
