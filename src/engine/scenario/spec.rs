//! Specifications of the keys that tables of a scenario can have.
//!
//! A table is described by a list of [`FieldSpec`]s. [`Fields`](super::Fields) checks tables against them.
//! The program also lists the available keys and writes its JSON Schema from them. The range or the words of
//! a key are therefore defined in one place.
//!
//! ```
//! use skirmish_engine::scenario::spec::{FieldSpec, throw, truth, whole};
//!
//! #[rustfmt::skip]
//! const WEAPON: &[FieldSpec] = &[
//!     throw("damage", "dice of a hit", "BRP-5.9-1").needed(),
//!     whole("hands", "hands", 1..=2, "hands that it takes", "BRP-5.9-6").or(1),
//!     truth("thrown", "whether it leaves the hand", "BRP-5.9-7"),
//! ];
//! assert_eq!(WEAPON[1].kind.to_string(), "1 to 2 hands");
//! assert_eq!(WEAPON[1].unsaid.to_string(), "1");
//! ```

use std::fmt;
use std::ops::RangeInclusive;

use super::scaled::written;
use crate::policy::vocabulary::same;

/// The specification of one key of a table.
#[derive(Debug, Clone, Copy)]
pub struct FieldSpec {
    /// The name of the key.
    pub key: &'static str,
    /// The kind of values that the key can have.
    pub kind: FieldKind,
    /// The default value, or whether the key is required.
    pub unsaid: Unsaid,
    /// The meaning of the key, in one line.
    pub doc: &'static str,
    /// The rule that the key belongs to, as a clause id. Empty for keys that are not from a rulebook.
    pub clause: &'static str,
    /// Whether the default value is our choice, because the rulebook does not give one.
    pub ours: bool,
}

/// The kind of values that a key can have.
#[derive(Debug, Clone, Copy)]
pub enum FieldKind {
    /// A whole number from `least` to `most`.
    Whole {
        /// The unit of what is counted, or an empty text.
        unit: &'static str,
        /// The smallest allowed number.
        least: i64,
        /// The largest allowed number.
        most: i64,
    },
    /// A number of units in steps of `1/scale`. The limits are given in steps, not in units.
    Scaled {
        /// The name of the unit.
        unit: &'static str,
        /// The number of steps in a unit.
        scale: i64,
        /// The smallest allowed number of steps.
        least: i64,
        /// The largest allowed number of steps.
        most: i64,
    },
    /// A number, whole or not.
    Number,
    /// `true` or `false`.
    Truth,
    /// Only `false`.
    False,
    /// Any text.
    Text,
    /// One of the words in this list.
    Word(&'static [&'static str]),
    /// One of the words in this list, or a list of some of them.
    Words(&'static [&'static str]),
    /// Dice, as a text or as a whole number.
    Throw,
    /// The name of a row in the table with this name.
    Name(&'static str),
    /// A list of values of the given kind.
    List(&'static FieldKind),
    /// A table with the given keys.
    Table(&'static [FieldSpec]),
    /// A table of named values, all of the given kind. The text describes the names.
    ByName(&'static str, &'static FieldKind),
    /// A value of any of the given kinds.
    AnyOf(&'static [FieldKind]),
    /// Any value.
    Anything,
}

/// The default value of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsaid {
    /// The key is optional and has no default.
    Nothing,
    /// The key is required.
    Needed,
    /// The default is this number.
    Whole(i64),
    /// The default is `true` or `false`.
    Truth(bool),
    /// The default is this word or text.
    Word(&'static str),
    /// The default is a number of the rules, which the scenario can change in `[rules]`.
    Rule {
        /// The path of that number in `[rules]`: its group and its key.
        path: &'static str,
        /// The value of that number if the scenario does not change it.
        default: i64,
    },
    /// The default is described by these words.
    As(&'static str),
}

/// The kind of a list of texts.
pub const TEXTS: FieldKind = FieldKind::List(&FieldKind::Text);

/// Creates the specification of a key with values of the given kind.
pub const fn field(
    key: &'static str,
    kind: FieldKind,
    doc: &'static str,
    clause: &'static str,
) -> FieldSpec {
    FieldSpec {
        key,
        kind,
        unsaid: Unsaid::Nothing,
        doc,
        clause,
        ours: false,
    }
}

/// Returns the kind of whole numbers in `range` with a unit.
pub const fn number(unit: &'static str, range: RangeInclusive<i64>) -> FieldKind {
    FieldKind::Whole {
        unit,
        least: *range.start(),
        most: *range.end(),
    }
}

/// Creates the specification of a key for a whole number with a unit.
pub const fn whole(
    key: &'static str,
    unit: &'static str,
    range: RangeInclusive<i64>,
    doc: &'static str,
    clause: &'static str,
) -> FieldSpec {
    field(key, number(unit, range), doc, clause)
}

/// Creates the specification of a key for a number with a unit, in steps of `1/scale` of that unit. `range`
/// is given in steps.
pub const fn scaled(
    key: &'static str,
    (scale, unit): (i64, &'static str),
    range: RangeInclusive<i64>,
    doc: &'static str,
    clause: &'static str,
) -> FieldSpec {
    let kind = FieldKind::Scaled {
        unit,
        scale,
        least: *range.start(),
        most: *range.end(),
    };
    field(key, kind, doc, clause)
}

/// Creates the specification of a key for `true` or `false`. The default is `false`.
pub const fn truth(key: &'static str, doc: &'static str, clause: &'static str) -> FieldSpec {
    field(key, FieldKind::Truth, doc, clause).unsaid(Unsaid::Truth(false))
}

/// Creates the specification of a key for any text.
pub const fn text(key: &'static str, doc: &'static str, clause: &'static str) -> FieldSpec {
    field(key, FieldKind::Text, doc, clause)
}

/// Creates the specification of a key for one of these words. The first word is the default.
pub const fn word(
    key: &'static str,
    words: &'static [&'static str],
    doc: &'static str,
    clause: &'static str,
) -> FieldSpec {
    field(key, FieldKind::Word(words), doc, clause).unsaid(Unsaid::Word(words[0]))
}

/// Creates the specification of a key for dice.
pub const fn throw(key: &'static str, doc: &'static str, clause: &'static str) -> FieldSpec {
    field(key, FieldKind::Throw, doc, clause)
}

/// Creates the specification of a key for the name of a row in a table.
pub const fn name(
    key: &'static str,
    table: &'static str,
    doc: &'static str,
    clause: &'static str,
) -> FieldSpec {
    field(key, FieldKind::Name(table), doc, clause)
}

/// Creates the specification of a key for a table with the given keys.
pub const fn table(
    key: &'static str,
    rows: &'static [FieldSpec],
    doc: &'static str,
    clause: &'static str,
) -> FieldSpec {
    field(key, FieldKind::Table(rows), doc, clause)
}

/// Creates the specification of a key for a list of values of the given kind.
pub const fn list(
    key: &'static str,
    of: &'static FieldKind,
    doc: &'static str,
    clause: &'static str,
) -> FieldSpec {
    field(key, FieldKind::List(of), doc, clause)
}

/// Creates the specification of a key for a table of named values. The names are those of the rows in another
/// table, or `doc` describes them.
pub const fn by_name(
    key: &'static str,
    names: &'static str,
    of: &'static FieldKind,
    doc: &'static str,
    clause: &'static str,
) -> FieldSpec {
    field(key, FieldKind::ByName(names, of), doc, clause)
}

impl FieldSpec {
    const fn unsaid(self, unsaid: Unsaid) -> Self {
        Self { unsaid, ..self }
    }

    /// Marks the default as our choice, because the rulebook does not give one.
    #[must_use]
    pub const fn ours(self) -> Self {
        Self { ours: true, ..self }
    }

    /// Makes the key required.
    #[must_use]
    pub const fn needed(self) -> Self {
        self.unsaid(Unsaid::Needed)
    }

    /// Sets a number as the default.
    #[must_use]
    pub const fn or(self, number: i64) -> Self {
        self.unsaid(Unsaid::Whole(number))
    }

    /// Sets `true` as the default.
    #[must_use]
    pub const fn or_true(self) -> Self {
        self.unsaid(Unsaid::Truth(true))
    }

    /// Sets a word as the default.
    #[must_use]
    pub const fn or_word(self, word: &'static str) -> Self {
        self.unsaid(Unsaid::Word(word))
    }

    /// Sets a number of the rules as the default. `path` is its path in `[rules]`, and `default` its value
    /// there.
    #[must_use]
    pub const fn or_rule(self, path: &'static str, default: i64) -> Self {
        self.unsaid(Unsaid::Rule { path, default })
    }

    /// Sets a default that is described in words.
    #[must_use]
    pub const fn or_as(self, words: &'static str) -> Self {
        self.unsaid(Unsaid::As(words))
    }

    /// Returns the specification of `key`, or `None` if it has no specification.
    pub fn find<'s>(rows: &'s [Self], key: &str) -> Option<&'s Self> {
        rows.iter().find(|row| row.key == key)
    }

    /// Returns the index of the specification of `key`. Can be evaluated at compile time.
    ///
    /// # Panics
    /// If there is no specification of `key`.
    pub const fn place(rows: &[Self], key: &str) -> usize {
        let mut at = 0;
        while !same(rows[at].key, key) {
            at += 1;
        }
        at
    }
}

impl FieldKind {
    /// Returns the result of `pick` for this kind. If this kind has alternatives, returns the first result
    /// among them.
    pub(super) fn pick<T>(self, pick: &impl Fn(Self) -> Option<T>) -> Option<T> {
        match self {
            Self::AnyOf(kinds) => kinds.iter().find_map(|kind| kind.pick(pick)),
            kind => pick(kind),
        }
    }
}

/// Formats the kind for lists of keys: `1 to 10 dice`, `"poor" | "dark"`, `[name in weapons]`.
impl fmt::Display for FieldKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Whole { unit, least, most } => {
                let of = if unit.is_empty() { "" } else { " " };
                write!(f, "{least} to {most}{of}{unit}")
            }
            Self::Scaled {
                unit,
                scale,
                least,
                most,
            } => {
                let [least, most, step] = [least, most, 1].map(|number| written(number, scale));
                write!(f, "{least} to {most} {unit} in steps of {step}")
            }
            Self::Number => f.write_str("number"),
            Self::Truth => f.write_str("true | false"),
            Self::False => f.write_str("false"),
            Self::Text => f.write_str("text"),
            Self::Word(words) => write!(f, "\"{}\"", words.join("\" | \"")),
            Self::Words(words) => {
                let word = Self::Word(words);
                write!(f, "{word} | [{word}]")
            }
            Self::Throw => f.write_str("dice"),
            Self::Name(table) => write!(f, "name in {table}"),
            Self::List(of) => write!(f, "[{of}]"),
            Self::Table(_) => f.write_str("table"),
            Self::ByName("", of) => write!(f, "by name: {of}"),
            Self::ByName(names, of) => write!(f, "by name in {names}: {of}"),
            Self::AnyOf(kinds) => {
                let kinds: Vec<String> = kinds.iter().map(Self::to_string).collect();
                f.write_str(&kinds.join(" | "))
            }
            Self::Anything => f.write_str("anything"),
        }
    }
}

/// Formats the default for lists of keys.
impl fmt::Display for Unsaid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Nothing => Ok(()),
            Self::Needed => f.write_str("needed"),
            Self::Whole(number) => number.fmt(f),
            Self::Truth(truth) => truth.fmt(f),
            Self::Rule { path, default } => write!(f, "{default}; `rules.{path}`"),
            Self::Word(words) | Self::As(words) => f.write_str(words),
        }
    }
}

/// Converts a small number to the type of limits in specifications.
#[expect(clippy::cast_possible_wrap, reason = "limits are small")]
pub const fn limit(number: usize) -> i64 {
    number as i64
}

/// Returns the words of a list that pairs words with their meanings.
pub const fn words<T, const N: usize>(pairs: &[(&'static str, T); N]) -> [&'static str; N] {
    let mut words = [""; N];
    let mut at = 0;
    while at < N {
        words[at] = pairs[at].0;
        at += 1;
    }
    words
}
