//! Policies as they are written, and the flaws that they may have.
//!
//! The policy language does not depend on files. The caller passes the texts of a policy, each with a key
//! that it may choose. Every [`Flaw`] has the key of the text that it is in.

use std::ops::Range;

/// A text that is part of a policy, such as a line or a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text<'a> {
    /// The text itself.
    pub text: &'a str,
    /// The key that the caller has given to the text.
    pub key: usize,
    /// Whether the text is one of the book's defaults, so that it is in no file of the scenario.
    pub lent: bool,
}

/// A policy as written.
#[derive(Debug, Clone, Default)]
pub struct Script<'a> {
    /// The name of the policy.
    pub name: &'a str,
    /// The decision lists, each with its name and its lines. Names are those in
    /// [`Vocabulary::lists`](super::Vocabulary::lists).
    pub lists: Vec<(Text<'a>, Vec<Text<'a>>)>,
    /// The sublists that lines can call with `do`, each with its name and its lines.
    pub sublists: Vec<(Text<'a>, Vec<Text<'a>>)>,
    /// The conditions and numbers that `let` gives a name, each with its name and its expression.
    pub lets: Vec<(Text<'a>, Text<'a>)>,
}

/// The names of a scenario that its policies can use in addition to the words of the ruleset. In a compiled
/// policy, the number of a name is its position in one of these lists.
#[derive(Debug, Clone, Copy, Default)]
pub struct Names<'a> {
    /// The names of all items that fighters can carry.
    pub items: &'a [String],
    /// The names of the combatants.
    pub combatants: &'a [String],
    /// The names of the battlefield's zones, in the order of their numbers.
    pub zones: &'a [String],
}

/// A zone, an enemy or an objective that a line names or needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The zone, the enemy or the objective.
    pub what: Mentioned,
    /// The key of the [`Text`] that contains the name.
    pub key: usize,
    /// The place of the name in that text, as a range of bytes.
    pub range: Range<usize>,
}

/// A zone, an enemy or an objective that a line names or needs. It may not exist for all fighters that use
/// the policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mentioned {
    /// A zone, by its number from 0.
    Zone(i64),
    /// A combatant that the line treats as an enemy, as a position in [`Names::combatants`].
    Enemy(u16),
    /// A fact that must hold for the action of the line to be possible, and that the condition of the line
    /// does not use.
    Need(&'static str),
}

/// A fault in the text of a policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// The key of the faulty [`Text`].
    pub key: usize,
    /// The faulty place in that text, as a range of bytes.
    pub range: Range<usize>,
    /// The code of the flaw, such as `policy::unknown-fact`. Codes do not change from version to version.
    pub code: &'static str,
    /// The message for the user.
    pub message: String,
    /// A short text for the faulty place.
    pub label: String,
    /// Advice on how to write it instead.
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
