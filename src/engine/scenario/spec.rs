//! The possible values of a key, written down once as a row.
//!
//! The definition of a table is a list of such rows. [`Fields`](super::Fields) reads tables by them, and the program
//! lists the possible keys and writes its JSON Schema from them, so a range or a word is defined in one place.
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

/// One key of a table.
#[derive(Debug, Clone, Copy)]
pub struct FieldSpec {
    /// The key.
    pub key: &'static str,
    /// Kind of values.
    pub kind: FieldKind,
    /// Default.
    pub unsaid: Unsaid,
    /// Meaning of the key, in one line.
    pub doc: &'static str,
    /// Its clause; empty for keys of the program itself.
    pub clause: &'static str,
    /// Whether a default that the book does not print was chosen by us.
    pub ours: bool,
}

/// Kind of a value.
#[derive(Debug, Clone, Copy)]
pub enum FieldKind {
    /// A whole number from `least` to `most`.
    Whole {
        /// Unit of the count; may be empty.
        unit: &'static str,
        /// The smallest.
        least: i64,
        /// The largest.
        most: i64,
    },
    /// A number of units in steps of `1/scale`; the limits are in these steps.
    Scaled {
        /// Quantity.
        unit: &'static str,
        /// Steps in a unit.
        scale: i64,
        /// The smallest.
        least: i64,
        /// The largest.
        most: i64,
    },
    /// A number, whole or not.
    Number,
    /// `true` or `false`.
    Truth,
    /// `false`.
    False,
    /// Any text.
    Text,
    /// One of these words.
    Word(&'static [&'static str]),
    /// One of these words, or a list of some of them.
    Words(&'static [&'static str]),
    /// Dice, as a text or as a whole number.
    Throw,
    /// The name of a row of this table.
    Name(&'static str),
    /// A list of values of this kind.
    List(&'static FieldKind),
    /// A table with these keys.
    Table(&'static [FieldSpec]),
    /// A table of values of this kind by name. The first part tells what the names are.
    ByName(&'static str, &'static FieldKind),
    /// Any of these kinds.
    AnyOf(&'static [FieldKind]),
    /// Any value.
    Anything,
}

/// Default of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsaid {
    /// The key has no default and may be missing.
    Nothing,
    /// The key is required.
    Needed,
    /// This number.
    Whole(i64),
    /// This truth.
    Truth(bool),
    /// This word or text.
    Word(&'static str),
    /// The number of the rules at this path in `[rules]`, which itself has this default.
    Rule {
        /// Group and key.
        path: &'static str,
        /// The default of the number.
        default: i64,
    },
    /// A default described in words.
    As(&'static str),
}

/// A list of texts.
pub const TEXTS: FieldKind = FieldKind::List(&FieldKind::Text);

/// Creates a row of this kind.
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

/// Whole numbers with a unit.
pub const fn number(unit: &'static str, range: RangeInclusive<i64>) -> FieldKind {
    FieldKind::Whole {
        unit,
        least: *range.start(),
        most: *range.end(),
    }
}

/// Creates a row for a whole number with a unit.
pub const fn whole(
    key: &'static str,
    unit: &'static str,
    range: RangeInclusive<i64>,
    doc: &'static str,
    clause: &'static str,
) -> FieldSpec {
    field(key, number(unit, range), doc, clause)
}

/// Creates a row for a number with a unit, in steps; the range is in steps.
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

/// Creates a row for `true` or `false`, with `false` as default.
pub const fn truth(key: &'static str, doc: &'static str, clause: &'static str) -> FieldSpec {
    field(key, FieldKind::Truth, doc, clause).unsaid(Unsaid::Truth(false))
}

/// Creates a row for any text.
pub const fn text(key: &'static str, doc: &'static str, clause: &'static str) -> FieldSpec {
    field(key, FieldKind::Text, doc, clause)
}

/// Creates a row for one of these words, the first being the default.
pub const fn word(
    key: &'static str,
    words: &'static [&'static str],
    doc: &'static str,
    clause: &'static str,
) -> FieldSpec {
    field(key, FieldKind::Word(words), doc, clause).unsaid(Unsaid::Word(words[0]))
}

/// Creates a row for dice.
pub const fn throw(key: &'static str, doc: &'static str, clause: &'static str) -> FieldSpec {
    field(key, FieldKind::Throw, doc, clause)
}

/// Creates a row for the name of a row of a table.
pub const fn name(
    key: &'static str,
    table: &'static str,
    doc: &'static str,
    clause: &'static str,
) -> FieldSpec {
    field(key, FieldKind::Name(table), doc, clause)
}

/// Creates a row for a table with these keys.
pub const fn table(
    key: &'static str,
    rows: &'static [FieldSpec],
    doc: &'static str,
    clause: &'static str,
) -> FieldSpec {
    field(key, FieldKind::Table(rows), doc, clause)
}

/// Creates a row for a list.
pub const fn list(
    key: &'static str,
    of: &'static FieldKind,
    doc: &'static str,
    clause: &'static str,
) -> FieldSpec {
    field(key, FieldKind::List(of), doc, clause)
}

/// Creates a row for a table of values by name; the names are those of the rows of a table, or described by `doc`.
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

    /// Marks the default as ours: the book prints none.
    #[must_use]
    pub const fn ours(self) -> Self {
        Self { ours: true, ..self }
    }

    /// Makes the key required.
    #[must_use]
    pub const fn needed(self) -> Self {
        self.unsaid(Unsaid::Needed)
    }

    /// Sets this number as default.
    #[must_use]
    pub const fn or(self, number: i64) -> Self {
        self.unsaid(Unsaid::Whole(number))
    }

    /// Sets `true` as default.
    #[must_use]
    pub const fn or_true(self) -> Self {
        self.unsaid(Unsaid::Truth(true))
    }

    /// Sets this word as default.
    #[must_use]
    pub const fn or_word(self, word: &'static str) -> Self {
        self.unsaid(Unsaid::Word(word))
    }

    /// Sets a number of the rules as default: its path in `[rules]`, and its own default.
    #[must_use]
    pub const fn or_rule(self, path: &'static str, default: i64) -> Self {
        self.unsaid(Unsaid::Rule { path, default })
    }

    /// Sets a default described in words.
    #[must_use]
    pub const fn or_as(self, words: &'static str) -> Self {
        self.unsaid(Unsaid::As(words))
    }

    /// The row of this key.
    pub fn find<'s>(rows: &'s [Self], key: &str) -> Option<&'s Self> {
        rows.iter().find(|row| row.key == key)
    }

    /// The position of the row of this key, at compile time.
    ///
    /// # Panics
    /// If there is no such row.
    pub const fn place(rows: &[Self], key: &str) -> usize {
        let mut at = 0;
        while !same(rows[at].key, key) {
            at += 1;
        }
        at
    }
}

impl FieldKind {
    /// The result of `pick` for this kind, or for the first of its alternatives with a result.
    pub(super) fn pick<T>(self, pick: &impl Fn(Self) -> Option<T>) -> Option<T> {
        match self {
            Self::AnyOf(kinds) => kinds.iter().find_map(|kind| kind.pick(pick)),
            kind => pick(kind),
        }
    }
}

/// As shown in a listing: `1 to 10 dice`, `"poor" | "dark"`, `[name in weapons]`.
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

/// As shown in a listing.
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

/// A small number as a limit of a row.
#[expect(clippy::cast_possible_wrap, reason = "limits are small")]
pub const fn limit(number: usize) -> i64 {
    number as i64
}

/// The words of a list of words with meanings.
pub const fn words<T, const N: usize>(pairs: &[(&'static str, T); N]) -> [&'static str; N] {
    let mut words = [""; N];
    let mut at = 0;
    while at < N {
        words[at] = pairs[at].0;
        at += 1;
    }
    words
}
