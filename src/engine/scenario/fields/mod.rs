//! Reads a table field by field.
//!
//! The possible values of a key are declared once, in its row: a request names only the key, and range and words come
//! from the row. A wrong value becomes a fault and reads as absent, so the reader continues with the next field. Keys
//! without a row are faults as well. A request for a key without a row, or for another kind than that of the row, is
//! a bug in the program: it panics; in tests, so does a row that is never requested.

mod keyed;
mod suggestions;

pub use keyed::Keyed;
pub(crate) use keyed::keyed;
pub(super) use suggestions::whole as whole_meant;

use std::ops::RangeInclusive;

use super::like::LIKE;
use super::parse::TOO_LARGE;
use super::scaled::scaled_node;
use super::spec::{FieldKind, FieldSpec, Unsaid};
use super::{Entry, Fault, Faults, Node, Span, Table, Value};
use crate::dice::{Throw, ThrowError};
use crate::suggest::{help_for, help_or_all, nearest};

/// A table that is being read.
#[derive(Debug)]
pub struct Fields<'n> {
    table: &'n Table,
    span: Span,
    what: String,
    keys: Keys,
    /// Whether it may inherit from another.
    is_row: bool,
    faults: &'n Faults,
}

/// The possible keys of a table.
#[derive(Debug)]
enum Keys {
    /// Keys with a row, and a bit set of those that have been read.
    Rows(&'static [FieldSpec], u128),
    /// All keys that have been requested.
    Asked(Vec<&'static str>),
}

impl<'n> Fields<'n> {
    /// Starts reading a table with these keys. `what` is its name in faults: ``combatant `guard` ``.
    pub fn new(
        table: &'n Table,
        span: Span,
        what: impl Into<String>,
        rows: &'static [FieldSpec],
        faults: &'n Faults,
    ) -> Self {
        let keys = Keys::Rows(rows, 0);
        Self {
            table,
            span,
            what: what.into(),
            keys,
            is_row: false,
            faults,
        }
    }

    /// Starts reading a table whose possible keys are those that are requested.
    pub fn open(table: &'n Table, span: Span, what: impl Into<String>, faults: &'n Faults) -> Self {
        let keys = Keys::Asked(Vec::new());
        Self {
            table,
            span,
            what: what.into(),
            keys,
            is_row: false,
            faults,
        }
    }

    /// Marks the table as a row that may inherit from another. If its `like` is misspelt or names an unknown row, the
    /// inherited values are unknown, so missing keys are no faults.
    #[must_use]
    pub fn of_row(mut self) -> Self {
        self.is_row = true;
        if self.table.get(LIKE).is_some() || self.is_misspelt(LIKE) {
            self.faults.excuse(self.span);
        }
        self
    }

    /// The collection for its faults.
    pub fn faults(&self) -> &'n Faults {
        self.faults
    }

    /// The value of a key, of any kind. A missing key is a fault if its row says so.
    pub fn node(&mut self, key: &'static str) -> Option<&'n Node> {
        let node = self.table.get(key);
        let is_needed = match &mut self.keys {
            Keys::Rows(rows, asked) => {
                let at = place(rows, key, &self.what);
                let is_first = *asked >> at & 1 == 0;
                *asked |= 1 << at;
                is_first && rows[at].unsaid == Unsaid::Needed
            }
            Keys::Asked(asked) => {
                if !asked.contains(&key) {
                    asked.push(key);
                }
                false
            }
        };
        if is_needed && node.is_none() && !self.is_misspelt(key) {
            self.faults.push(
                Fault::at(
                    "scenario::missing-key",
                    self.span,
                    format!("{} has no `{key}`", self.what),
                    format!("`{key}` is missing"),
                )
                .help(self.help_for_missing(key)),
            );
        }
        node
    }

    /// Returns whether the table has an impossible key that probably means this one, and reports it.
    pub fn is_misspelt(&self, key: &str) -> bool {
        let Keys::Rows(rows, _) = self.keys else {
            return false;
        };
        let like = self.is_row.then_some(LIKE);
        let known = || rows.iter().map(|row| row.key).chain(like);
        let mut unknown = self
            .table
            .keys()
            .filter(|key| !known().any(|known| known == *key));
        unknown.any(|unknown| nearest(unknown, known()) == Some(key))
    }

    /// Returns whether the table has impossible keys, or values with faults.
    fn is_flawed(&self) -> bool {
        let is_known = |key: &str| match &self.keys {
            Keys::Rows(rows, _) => rows.iter().any(|row| row.key == key),
            Keys::Asked(_) => true,
        };
        let mut entries = self.table.iter();
        entries.any(|(key, entry)| !is_known(key) || self.faults.has_in(entry.node.span))
    }

    /// Returns whether a key takes precedence over another: because it stands in a file that includes the other's, in
    /// a row that inherits the other, or because it is set on the command line or by an axis. If both keys say the
    /// same thing, that one holds.
    pub fn outranks(&self, key: &str, other: &str) -> bool {
        let layer = |key| self.table.entry(key).map(|entry| entry.layer);
        let layers = layer(key).zip(layer(other));
        layers.is_some_and(|(layer, other)| layer > other)
    }

    /// The row of a key, if the table has rows and the key has one.
    fn spec(&self, key: &str) -> Option<&'static FieldSpec> {
        match self.keys {
            Keys::Rows(rows, _) => FieldSpec::find(rows, key),
            Keys::Asked(_) => None,
        }
    }

    /// The row of a key.
    fn row(&self, key: &'static str) -> &'static FieldSpec {
        match self.keys {
            Keys::Rows(rows, _) => &rows[place(rows, key, &self.what)],
            Keys::Asked(_) => panic!("{} has no rows", self.what),
        }
    }

    /// The result of `pick` for the kind of a key.
    fn kind<T>(&self, key: &'static str, pick: impl Fn(FieldKind) -> Option<T>) -> T {
        let kind = self.row(key).kind;
        let found = kind.pick(&pick);
        found.unwrap_or_else(|| panic!("`{key}` of {} is {kind}", self.what))
    }

    /// A number in the range of its row: whole, or in the steps of its unit.
    pub fn whole(&mut self, key: &'static str) -> Option<i64> {
        let kind = self.kind(key, |kind| match kind {
            FieldKind::Whole { .. } | FieldKind::Scaled { .. } => Some(kind),
            _ => None,
        });
        match kind {
            FieldKind::Whole { least, most, .. } => self.whole_within(key, least..=most),
            _ => number(kind, self.node(key)?, &format!("`{key}`"), self.faults),
        }
    }

    /// A whole number in a range that depends on other values.
    pub fn whole_within(&mut self, key: &'static str, range: RangeInclusive<i64>) -> Option<i64> {
        let node = self.node(key)?;
        let Value::Whole(number) = node.value else {
            let (low, high) = (range.start(), range.end());
            let help = format!("write a whole number from {low} to {high}");
            let fits = |number: &str| number.parse().is_ok_and(|number| range.contains(&number));
            let meant = suggestions::value(node, WHOLE).filter(|number| fits(number));
            let help = meant.map_or(help, |number| format!("write {number}"));
            let fault = type_fault(&format!("`{key}`"), node, WHOLE, &self.place());
            self.faults.push(fault.help(help));
            return None;
        };
        if !range.contains(&number) {
            let (low, high) = (range.start(), range.end());
            let message = format!("`{key}` is from {low} to {high}, not {number}");
            let fault = Fault::at("scenario::range", node.span, message, self.place());
            note_range(fault, node, self.faults);
            return None;
        }
        Some(number)
    }

    /// A number according to its row, in a type that holds its range.
    pub fn whole_as<T: TryFrom<i64>>(&mut self, key: &'static str) -> Option<T> {
        self.whole(key).map(fit)
    }

    /// A number of a type that holds the range of its row; by default that of the row. A missing number that is
    /// required reads as the smallest, so that reading can continue.
    ///
    /// # Panics
    /// If the row has no number.
    pub fn number<T: TryFrom<i64>>(&mut self, key: &'static str) -> T {
        let said = self.whole(key);
        let row = self.row(key);
        fit(said.unwrap_or_else(|| {
            let limits = |kind| match kind {
                FieldKind::Whole { least, .. } => Some((least, 1)),
                FieldKind::Scaled { least, scale, .. } => Some((least, scale)),
                _ => None,
            };
            let (least, scale) = self.kind(key, limits);
            match row.unsaid {
                Unsaid::Whole(number) => number * scale,
                Unsaid::Needed => least,
                _ => panic!("`{key}` of {} has no number to go by", self.what),
            }
        }))
    }

    /// Reads `true` or `false`.
    pub fn truth(&mut self, key: &'static str) -> Option<bool> {
        self.kind(key, |kind| matches!(kind, FieldKind::Truth).then_some(()));
        let node = self.node(key)?;
        let Value::Truth(truth) = node.value else {
            self.wrong_type(key, node, "`true` or `false`");
            return None;
        };
        Some(truth)
    }

    /// Like the function above, with the row's default for a missing key.
    ///
    /// # Panics
    /// If the row has no default.
    pub fn flag(&mut self, key: &'static str) -> bool {
        let said = self.truth(key);
        said.unwrap_or_else(|| match self.row(key).unsaid {
            Unsaid::Truth(truth) => truth,
            _ => panic!("`{key}` of {} is not true or false by itself", self.what),
        })
    }

    /// Reads a text.
    pub fn text(&mut self, key: &'static str) -> Option<(&'n str, Span)> {
        let node = self.node(key)?;
        let text = node.as_text();
        if text.is_none() {
            self.wrong_type(key, node, "a text");
        }
        Some((text?, node.span))
    }

    /// A text, or `default` if the key is missing.
    pub fn text_or(&mut self, key: &'static str, default: &str) -> String {
        let text = self.text(key);
        text.map_or(default, |(text, _)| text).to_owned()
    }

    /// One of the words of its row: its index.
    pub fn word(&mut self, key: &'static str) -> Option<usize> {
        let words = self.words_of(key);
        self.word_of(key, words)
    }

    /// The meaning of the word at the key, or of the row's default.
    ///
    /// # Panics
    /// If the row has no default, or `meanings` differs in length from its words.
    pub fn choice<T: Copy, const N: usize>(&mut self, key: &'static str, meanings: [T; N]) -> T {
        let words = self.words_of(key);
        assert_eq!(words.len(), N, "every word of `{key}` has its meaning");
        let unsaid = || match self.row(key).unsaid {
            Unsaid::Word(word) => words.iter().position(|&known| known == word),
            _ => None,
        };
        let unsaid = unsaid().unwrap_or_else(|| panic!("`{key}` is one of its words by itself"));
        meanings[self.word(key).unwrap_or(unsaid)]
    }

    fn words_of(&self, key: &'static str) -> &'static [&'static str] {
        self.kind(key, |kind| match kind {
            FieldKind::Word(words) | FieldKind::Words(words) => Some(words),
            _ => None,
        })
    }

    /// One of these words: its index.
    pub fn word_of(&mut self, key: &'static str, allowed: &[&'static str]) -> Option<usize> {
        let node = self.node(key)?;
        let Some(word) = node.as_text() else {
            let help = help_for("", allowed.iter().copied());
            self.wrong_type_or(key, node, "a text", help);
            return None;
        };
        self.among(key, (word, node.span), allowed)
    }

    /// One of the words of its row, or a list of some of them, without repetition: their indices in the given order,
    /// at least one.
    pub fn words(&mut self, key: &'static str) -> Option<Vec<usize>> {
        let allowed = self.words_of(key);
        let node = self.node(key)?;
        if node.as_text().is_some() {
            return self.word(key).map(|word| vec![word]);
        }
        if node.as_list().is_none() {
            let help = help_for("", allowed.iter().copied());
            self.wrong_type_or(key, node, "a text or a list of texts", help);
            return None;
        }
        let mut positions = Vec::new();
        for (word, span) in self.texts(key)? {
            let Some(position) = self.among(key, (word, span), allowed) else {
                continue;
            };
            if positions.contains(&position) {
                self.twice(key, word, span);
            } else {
                positions.push(position);
            }
        }
        if node.as_list().is_some_and(<[_]>::is_empty) {
            let message = format!("`{key}` is empty");
            self.faults.push(
                Fault::at("scenario::word", node.span, message, self.place())
                    .help_if(help_for("", allowed.iter().copied())),
            );
        }
        (!positions.is_empty()).then_some(positions)
    }

    fn among(
        &self,
        key: &str,
        (word, span): (&str, Span),
        allowed: &[&'static str],
    ) -> Option<usize> {
        let position = allowed.iter().position(|&a| a == word);
        if position.is_none() {
            self.faults.push(
                Fault::at(
                    "scenario::word",
                    span,
                    format!("`{key}` cannot be `{word}`"),
                    self.place(),
                )
                .help_if(self.faults.help_for(word, allowed.iter().copied())),
            );
        }
        position
    }

    /// Dice, as a text like `2d6+2` or as a whole number.
    pub fn throw(&mut self, key: &'static str) -> Option<Throw> {
        let node = self.node(key)?;
        let text = match &node.value {
            Value::Text(text) => text.clone(),
            Value::Whole(number) => number.to_string(),
            _ => {
                self.wrong_type(key, node, "dice like `2d6+2` or a whole number");
                return None;
            }
        };
        match text.parse() {
            Ok(throw) => Some(throw),
            Err(error) => {
                let error: ThrowError = error;
                self.faults.push(
                    Fault::at("scenario::dice", node.span, error.to_string(), self.place())
                        .help(self.help_for_throw(key, &text, &error)),
                );
                None
            }
        }
    }

    /// Dice; by default those of the row.
    ///
    /// # Panics
    /// If the row has no dice as its default.
    pub fn throw_or_default(&mut self, key: &'static str) -> Throw {
        let said = self.throw(key);
        said.unwrap_or_else(|| match self.row(key).unsaid {
            Unsaid::Word(dice) => dice.parse().expect("the default of a row is valid"),
            _ => panic!("`{key}` of {} has no dice by default", self.what),
        })
    }

    /// Damage, as dice. Some rolls may give less than nothing, but not all.
    pub fn damage(&mut self, key: &'static str) -> Option<Throw> {
        let throw = self.throw(key)?;
        if throw.min() >= 0 || throw.max() > 0 {
            return Some(throw);
        }
        let span = self.node(key).map_or(self.span, |node| node.span);
        let message = format!("damage like `{throw}` would heal");
        let fault = Fault::at("scenario::dice", span, message, self.place());
        self.faults
            .push(fault.help("write dice as `2d6+1` or `d8`, or a whole number from 0 up"));
        None
    }

    /// Reads a list.
    pub fn list(&mut self, key: &'static str) -> Option<(&'n [Node], Span)> {
        let node = self.node(key)?;
        let list = node.as_list();
        if list.is_none() {
            let help = self.help_for_list(key, node);
            self.wrong_type_or(key, node, "a list", help);
        }
        Some((list?, node.span))
    }

    /// A list of whole numbers, by the range of its row; empty if the key is missing. Other entries are faults and left
    /// out.
    ///
    /// # Panics
    /// If the row is no list.
    pub fn wholes(&mut self, key: &'static str) -> Vec<i64> {
        let kind = match self.row(key).kind {
            FieldKind::List(kind) => *kind,
            other => panic!("`{key}` of {} is {other}", self.what),
        };
        let (list, _) = self.list(key).unwrap_or_default();
        let what = format!("an entry of `{key}`");
        let read = list
            .iter()
            .map(|node| number(kind, node, &what, self.faults));
        read.flatten().collect()
    }

    /// A list of texts. Other entries are faults and left out.
    pub fn texts(&mut self, key: &'static str) -> Option<Vec<(&'n str, Span)>> {
        let (list, _) = self.list(key)?;
        let mut texts = Vec::with_capacity(list.len());
        for node in list {
            match node.as_text() {
                Some(text) => texts.push((text, node.span)),
                None => self.wrong_type_called(&format!("an entry of `{key}`"), node, "a text"),
            }
        }
        Some(texts)
    }

    /// A list of distinct texts: a repeated text is a fault and left out.
    pub fn texts_once(&mut self, key: &'static str) -> Option<Vec<(&'n str, Span)>> {
        let mut texts: Vec<(&str, Span)> = Vec::new();
        for (text, span) in self.texts(key)? {
            if texts.iter().any(|(before, _)| *before == text) {
                self.twice(key, text, span);
            } else {
                texts.push((text, span));
            }
        }
        Some(texts)
    }

    /// A text, or a list of distinct texts.
    pub fn text_or_texts(&mut self, key: &'static str) -> Option<Vec<(&'n str, Span)>> {
        if self.node(key)?.as_list().is_some() {
            self.texts_once(key)
        } else {
            self.text(key).map(|text| vec![text])
        }
    }

    fn twice(&self, key: &str, text: &str, span: Span) {
        let message = format!("`{key}` has `{text}` twice");
        self.faults.push(Fault::at(
            "scenario::duplicate",
            span,
            message,
            "there already",
        ));
    }

    /// Records whether a key has an effect at its place, if it is there: a key without an effect anywhere is a fault
    /// with this code (see [`Faults::unless_used`]). `why` is the label of the fault. If the table has another fault,
    /// the key may have an effect once that is corrected.
    pub fn check_use(&mut self, key: &'static str, is_used: bool, code: &'static str, why: &str) {
        if let Some(node) = self.node(key)
            && let Some(entry) = self.table.entry(key)
        {
            let is_used = is_used || self.is_flawed();
            self.faults.unless_used((entry.key, code), is_used, || {
                let message = format!("`{key}` is of no use to {}", self.what);
                Fault::at(code, node.span, message, why)
            });
        }
    }

    /// Reads a table.
    pub fn table(&mut self, key: &'static str) -> Option<(&'n Table, Span)> {
        let node = self.node(key)?;
        let table = node.as_table();
        if table.is_none() {
            let help = self.help_for_table(key, node);
            self.wrong_type_or(key, node, "a table", help);
        }
        Some((table?, node.span))
    }

    /// The entries of a table by name; empty without such a table.
    pub fn entries(
        &mut self,
        key: &'static str,
    ) -> impl ExactSizeIterator<Item = (&'n str, &'n Entry)> + use<'n> {
        static EMPTY: std::sync::LazyLock<Table> = std::sync::LazyLock::new(Table::default);
        self.table(key).map_or(&*EMPTY, |(table, _)| table).iter()
    }

    /// A table, opened for reading by its rows; `what` is its name in faults.
    pub fn inner(&mut self, key: &'static str, what: &str) -> Option<(Fields<'n>, Span)> {
        let rows = self.kind(key, |kind| match kind {
            FieldKind::Table(rows) => Some(rows),
            _ => None,
        });
        let (table, span) = self.table(key)?;
        Some((Fields::new(table, span, what, rows, self.faults), span))
    }

    /// The kind of the values in a list, or in a table by name.
    pub fn kind_within(&self, key: &'static str) -> FieldKind {
        self.kind(key, |kind| match kind {
            FieldKind::List(of) | FieldKind::ByName(_, of) => Some(*of),
            _ => None,
        })
    }

    /// Ends the reading: every impossible key of the table is a fault.
    ///
    /// # Panics
    /// In tests, if a row was not requested.
    pub fn finish(self) {
        let mut known: Vec<&str> = match &self.keys {
            Keys::Rows(rows, asked) => {
                let forgotten = |at: &usize| asked >> at & 1 == 0;
                let forgotten = (0..rows.len()).find(forgotten).map(|at| rows[at].key);
                debug_assert_eq!(forgotten, None, "not asked of {}", self.what);
                rows.iter().map(|row| row.key).collect()
            }
            Keys::Asked(asked) => asked.clone(),
        };
        if self.is_row {
            known.push(LIKE);
        }
        for (key, entry) in self.table.iter() {
            if !known.contains(&key) {
                let help = if self.faults.are_many() {
                    None
                } else {
                    help_or_all(key, &known)
                };
                self.faults.push(
                    Fault::at(
                        "scenario::unknown-key",
                        entry.key,
                        format!("{} has no field `{key}`", self.what),
                        "unknown key",
                    )
                    .help_if(help),
                );
            }
        }
    }

    fn place(&self) -> String {
        format!("in {}", self.what)
    }

    fn wrong_type(&self, key: &str, node: &Node, wanted: &str) {
        self.wrong_type_called(&format!("`{key}`"), node, wanted);
    }

    /// Reports a wrong type with this help, unless the value suggests a better one.
    fn wrong_type_or(&self, key: &str, node: &Node, wanted: &str, help: Option<String>) {
        let called = format!("`{key}`");
        let found = type_fault(&called, node, wanted, &self.place());
        let help = found.help.clone().or(help);
        self.faults.push(found.help_if(help));
    }

    fn wrong_type_called(&self, called: &str, node: &Node, wanted: &str) {
        wrong_type(called, node, wanted, &self.place(), self.faults);
    }
}

/// Reports a value that is no number, with a correction where that is clear, and with the range otherwise.
pub(super) fn no_number(called: &str, node: &Node, label: &str, range: &str, faults: &Faults) {
    let mut fault = type_fault(called, node, "a number", label);
    let help = || format!("write a number {range}");
    fault.help = Some(fault.help.unwrap_or_else(help));
    faults.push(fault);
}

/// Reports a value of the wrong kind, with a correction where that is clear.
pub(super) fn wrong_type(called: &str, node: &Node, wanted: &str, label: &str, faults: &Faults) {
    faults.push(type_fault(called, node, wanted, label));
}

fn type_fault(called: &str, node: &Node, wanted: &str, label: &str) -> Fault {
    let help = suggestions::value(node, wanted);
    let found = node.value.kind();
    Fault::at(
        "scenario::type",
        node.span,
        format!("{called} is {wanted}, not {found}"),
        label,
    )
    .help_if(help.map(|value| format!("write {value}")))
}

/// Reports a number out of its range, unless its excess of digits has already been reported.
pub(super) fn note_range(fault: Fault, node: &Node, faults: &Faults) {
    if node.value == Value::Whole(TOO_LARGE) {
        faults.push_unless_told(fault);
    } else {
        faults.push(fault);
    }
}

/// Name of a whole number in messages.
const WHOLE: &str = "a whole number";

/// The position of a key's row.
fn place(rows: &[FieldSpec], key: &str, what: &str) -> usize {
    let at = rows.iter().position(|row| row.key == key);
    at.unwrap_or_else(|| panic!("no row says what `{key}` of {what} is"))
}

/// Reads a number as its row declares; `what` is its name in faults.
///
/// # Panics
/// If the row declares no number.
pub fn number(kind: FieldKind, node: &Node, what: &str, faults: &Faults) -> Option<i64> {
    let (scale, unit, range) = match kind {
        FieldKind::Whole { unit, least, most } => (1, unit, least..=most),
        FieldKind::Scaled {
            unit,
            scale,
            least,
            most,
        } => (scale, unit, least..=most),
        _ => panic!("{what} is {kind}"),
    };
    scaled_node(node, scale, unit, range, what, faults)
}

/// A number in the type of its field.
///
/// # Panics
/// If its row allows values that the type cannot hold.
pub fn fit<T: TryFrom<i64>>(number: i64) -> T {
    let fits = T::try_from(number).ok();
    fits.expect("the type holds the range of the row")
}

#[cfg(test)]
mod tests;
