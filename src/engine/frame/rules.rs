//! The numbers in a book's rules. A scenario can change them in the table `[rules]`. Its groups are named
//! after chapters of the book.
//!
//! The macro `rules!` defines a struct for each group. Each number has a definition: its default, unit,
//! range, clause and meaning. The default is from the book ([`book`]), or from us if the book leaves the
//! number open ([`ours`]). A number that the scenario does not set has its default. Labels of matchups
//! contain only numbers that differ from their default.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde_json::{Value as Json, json};

use super::label::canonical;
use crate::dice::Throw;
use crate::scenario::spec::{FieldKind, FieldSpec, Unsaid, scaled, throw, whole};
use crate::scenario::tables::{empty, of};
use crate::scenario::written;
use crate::scenario::{Entry, Faults, Fields, Node, Span, Table, Value};

/// The name of the table in a scenario.
pub const RULES: &str = "rules";

/// Returns the definition of a number that is in the book.
pub const fn book(
    key: &'static str,
    default: i64,
    unit: &'static str,
    range: RangeInclusive<i64>,
    clause: &'static str,
    doc: &'static str,
) -> FieldSpec {
    whole(key, unit, range, doc, clause).or(default)
}

/// Returns the definition of a number that the book leaves open. The default is our own.
pub const fn ours(
    key: &'static str,
    default: i64,
    unit: &'static str,
    range: RangeInclusive<i64>,
    clause: &'static str,
    doc: &'static str,
) -> FieldSpec {
    book(key, default, unit, range, clause, doc).ours()
}

/// Returns the definition of a decimal number that is in the book. `unit` is the number of steps in a unit,
/// and the name of the unit. `default` is in units, and `range` in steps.
pub const fn book_scaled(
    key: &'static str,
    default: i64,
    unit: (i64, &'static str),
    range: RangeInclusive<i64>,
    clause: &'static str,
    doc: &'static str,
) -> FieldSpec {
    scaled(key, unit, range, doc, clause).or(default)
}

/// Returns the definition of dice that are in the book.
pub const fn book_dice(
    key: &'static str,
    default: &'static str,
    clause: &'static str,
    doc: &'static str,
) -> FieldSpec {
    throw(key, doc, clause).or_word(default)
}

/// Returns the definition of dice that the book leaves open. The default is our own.
pub const fn our_dice(
    key: &'static str,
    default: &'static str,
    clause: &'static str,
    doc: &'static str,
) -> FieldSpec {
    book_dice(key, default, clause, doc).ours()
}

/// Defines a struct for each group of `[rules]`, with a field for each number, and a struct that has all
/// groups. Each struct has a constant `ROWS` with the definitions of its keys. The struct with all groups
/// also has a function `read`.
///
/// A number is written `key: type = book(default, unit, range, clause, meaning)`. Instead of `book`, it may
/// have `ours` for a default of our own, or `book_scaled` for a decimal number. Dice are written `key: Throw
/// = book_dice(default, clause, meaning)`, or with `our_dice` for a default of our own.
macro_rules! rules {
    (
        $(#[$about:meta])*
        $vis:vis struct $rules:ident;
        $(
            $group:ident: $of:ident = $meaning:literal {
                $($key:ident: $kind:ty = $source:ident($($part:expr),+ $(,)?),)+
            }
        )+
    ) => {
        $(
            #[doc = $meaning]
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
            $vis struct $of {
                $(
                    #[doc = concat!("The number `", stringify!($key), "`; its row tells its meaning.")]
                    $vis $key: $kind,
                )+
            }

            impl $of {
                /// The definitions of the numbers in this group.
                #[rustfmt::skip]
                $vis const ROWS: &'static [$crate::scenario::spec::FieldSpec] =
                    &[$($crate::frame::rules::$source(stringify!($key), $($part),+)),+];

                fn read(fields: &mut $crate::scenario::Fields<'_>) -> Self {
                    Self { $($key: $crate::scenario::Keyed::read(fields, stringify!($key)),)+ }
                }
            }
        )+

        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        $vis struct $rules {
            $(#[doc = $meaning] $vis $group: $of,)+
        }

        impl $rules {
            /// The definitions of all groups.
            $vis const ROWS: &'static [$crate::scenario::spec::FieldSpec] = &[
                $($crate::scenario::spec::table(stringify!($group), $of::ROWS, $meaning, "")),+
            ];

            /// Reads the table `[rules]`. A number that is missing or has a fault gets its default.
            $vis fn read(tree: &$crate::scenario::Table, faults: &$crate::scenario::Faults) -> Self {
                let mut all = $crate::frame::rules::fields(tree, Self::ROWS, faults);
                let rules = Self {
                    $($group: {
                        let mut group = $crate::frame::rules::group(&mut all, stringify!($group), $of::ROWS);
                        let numbers = $of::read(&mut group);
                        group.finish();
                        numbers
                    },)+
                };
                all.finish();
                rules
            }
        }

        impl Default for $rules {
            fn default() -> Self {
                let faults = $crate::scenario::Faults::new($crate::scenario::Sources::default());
                Self::read(&$crate::scenario::Table::default(), &faults)
            }
        }
    };
}

pub(crate) use rules;

/// Opens the table `[rules]` for reading.
pub(crate) fn fields<'n>(
    tree: &'n Table,
    rows: &'static [FieldSpec],
    faults: &'n Faults,
) -> Fields<'n> {
    let span = tree.get(RULES).map(|node| node.span).unwrap_or_default();
    Fields::new(of(tree, RULES), span, "`rules`", rows, faults)
}

/// Opens the group `key` of `[rules]` for reading.
pub(crate) fn group<'n>(
    all: &mut Fields<'n>,
    key: &'static str,
    rows: &'static [FieldSpec],
) -> Fields<'n> {
    let found = all.table(key);
    let (table, span) = found.unwrap_or((empty(), Span::default()));
    Fields::new(table, span, format!("`rules.{key}`"), rows, all.faults())
}

/// Returns those numbers of `[rules]` that differ from their defaults, by group and key.
pub(super) fn changed<'t>(tree: &'t Table, fields: &[FieldSpec]) -> BTreeMap<&'t str, Json> {
    let Some(FieldKind::Table(groups)) = FieldSpec::find(fields, RULES).map(|row| row.kind) else {
        return BTreeMap::new();
    };
    let group = |(name, entry): (&'t str, &'t Entry)| {
        let Some(FieldKind::Table(rows)) = FieldSpec::find(groups, name).map(|row| row.kind) else {
            return None;
        };
        let differs = |(key, entry): &(&str, &Entry)| {
            FieldSpec::find(rows, key).is_none_or(|row| !is_default(&entry.node, row.unsaid))
        };
        let numbers = entry.node.as_table()?.iter().filter(differs);
        let numbers: BTreeMap<&str, Json> = numbers
            .map(|(key, entry)| (key, canonical(&entry.node)))
            .collect();
        (!numbers.is_empty()).then(|| (name, json!(numbers)))
    };
    of(tree, RULES).iter().filter_map(group).collect()
}

fn is_default(node: &Node, default: Unsaid) -> bool {
    match (&node.value, default) {
        (Value::Whole(number), Unsaid::Whole(default)) => *number == default,
        (Value::Real(number), Unsaid::Whole(default)) => {
            let default = i32::try_from(default).map(f64::from);
            default.is_ok_and(|default| number.total_cmp(&default).is_eq())
        }
        (Value::Text(text), Unsaid::Word(default)) => {
            let [said, default] = [text.as_str(), default].map(str::parse::<Throw>);
            said.is_ok() && said == default
        }
        (Value::Whole(number), Unsaid::Word(default)) => {
            let said = number.to_string().parse::<Throw>();
            said.is_ok() && said == default.parse()
        }
        _ => false,
    }
}

/// Returns the value that the scenario gives to a number of `[rules]`. `path` is `group.key`. Returns `None`
/// if it gives none, or if the value is not a number.
pub(super) fn said(tree: &Table, path: &str) -> Option<Value> {
    let (group, key) = path.split_once('.')?;
    let table = of(tree, RULES).get(group)?.as_table()?;
    let value = &table.get(key)?.value;
    matches!(value, Value::Whole(_) | Value::Real(_)).then(|| value.clone())
}

/// Checks that the values of `keys` never go down from one to the next. They are numbers of one group with
/// their values, in steps of `1/scale`. A fault is reported for each pair of neighbours in the wrong order,
/// at a number that the scenario sets.
pub(crate) fn check_ascending(
    tree: &Table,
    group: &'static str,
    keys: &[(&'static str, i32)],
    scale: i64,
    faults: &Faults,
) {
    let said = of(tree, RULES).get(group).and_then(Node::as_table);
    let is_said = |key: &str| said.is_some_and(|table| table.entry(key).is_some());
    for pair in keys.windows(2) {
        let [(low, least), (high, most)] = pair else {
            continue;
        };
        let key = [*high, *low].into_iter().find(|key| is_said(key));
        if let Some(key) = key.filter(|_| least > most) {
            let [least, most] = [least, most].map(|number| written(i64::from(*number), scale));
            let message = format!(
                "`rules.{group}.{high}` must be at least `{low}`, which is {least}, not {most}"
            );
            note(tree, (group, key), message, faults);
        }
    }
}

/// Reports a fault at the number `key` of a group: it does not fit other numbers. Reports nothing if the
/// scenario does not set the number.
pub(crate) fn note(
    tree: &Table,
    (group, key): (&'static str, &'static str),
    message: String,
    faults: &Faults,
) {
    let table = of(tree, RULES).get(group).and_then(Node::as_table);
    if let Some(entry) = table.and_then(|table| table.entry(key)) {
        faults.note("scenario::range", entry.node.span, message, "in `rules`");
    }
}
