//! A policy as written, and its possible flaws.
//!
//! The policy language does not know files. The caller provides the texts of a policy, each with a key of its own
//! choice, and gets that key back in every [`Flaw`].

use std::ops::Range;

/// A piece of a policy's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text<'a> {
    /// The text itself.
    pub text: &'a str,
    /// The caller's key for the source of the text.
    pub key: usize,
    /// Whether the text comes from the book and stands in none of the scenario's files.
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

/// The names that a policy may use beside its ruleset's words. Compiled lines refer to them by position in these
/// lists.
#[derive(Debug, Clone, Copy, Default)]
pub struct Names<'a> {
    /// Weapons and other items.
    pub items: &'a [String],
    /// Combatants.
    pub combatants: &'a [String],
    /// Zones of the battlefield, in order of their numbers.
    pub zones: &'a [String],
}

/// A zone, an enemy or an objective that a line mentions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The zone, enemy or objective.
    pub what: Mentioned,
    /// The key of the [`Text`] with the name.
    pub key: usize,
    /// The place of the name in that text, in bytes.
    pub range: Range<usize>,
}

/// A thing that a line mentions and that may be missing for some fighters with the policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mentioned {
    /// A zone by its number, from 0.
    Zone(i64),
    /// A combatant as an enemy: a position in [`Names::combatants`].
    Enemy(u16),
    /// A fact without which the line's action is never possible, and which its condition does not ask.
    Need(&'static str),
}

/// One fault of a policy's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// The key of the faulty [`Text`].
    pub key: usize,
    /// The faulty place in that text, in bytes.
    pub range: Range<usize>,
    /// A stable code: `policy::unknown-fact`.
    pub code: &'static str,
    /// The message.
    pub message: String,
    /// A label for the marked place.
    pub label: String,
    /// Advice.
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
