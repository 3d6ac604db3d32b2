//! Reading a table field by field.
//!
//! What a key may be is said by its row, once: every question names a key, and its range and words come from there. A wrong
//! answer becomes a fault and reads as absent, so the reader goes on to the next field. Keys without a row are faults too.
//! A question about a key without a row, or of another kind than its row, is a mistake of the program: it panics, and
//! so does in tests a row that nobody asks for.

mod keyed;
mod meant;

pub use keyed::Keyed;
pub(crate) use keyed::keyed;
pub(super) use meant::whole as whole_meant;

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
    /// Whether it may be like another.
    is_row: bool,
    faults: &'n Faults,
}

/// The keys that a table may have.
#[derive(Debug)]
enum Keys {
    /// Keys with a row, and as bits those that have been read.
    Rows(&'static [FieldSpec], u128),
    /// All that have been asked for.
    Asked(Vec<&'static str>),
}

impl<'n> Fields<'n> {
    /// Begins to read a table with these keys. `what` is what faults call it: ``combatant `guard` ``.
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

    /// Begins to read a table whose keys are those that are asked for.
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

    /// The same of a row that may be like another. Where it is not known what it takes over, as that name or the key is
    /// written wrong, it is no fault that it lacks something.
    #[must_use]
    pub fn of_row(mut self) -> Self {
        self.is_row = true;
        if self.table.get(LIKE).is_some() || self.is_misspelt(LIKE) {
            self.faults.excuse(self.span);
        }
        self
    }

    /// Where its faults are noted.
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

    /// Whether there is a key that the table cannot have and that was most likely meant as this one: then that is told.
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

    /// Whether it has keys that it cannot have, or values with faults.
    fn is_flawed(&self) -> bool {
        let is_known = |key: &str| match &self.keys {
            Keys::Rows(rows, _) => rows.iter().any(|row| row.key == key),
            Keys::Asked(_) => true,
        };
        let mut entries = self.table.iter();
        entries.any(|(key, entry)| !is_known(key) || self.faults.has_in(entry.node.span))
    }

    /// Whether a key lies over another one: it stands in a file that includes the other, in a row that takes the other over
    /// from elsewhere, or it is set on the command line or by an axis. Where both say the same, it holds.
    pub fn outranks(&self, key: &str, other: &str) -> bool {
        let layer = |key| self.table.entry(key).map(|entry| entry.layer);
        let layers = layer(key).zip(layer(other));
        layers.is_some_and(|(layer, other)| layer > other)
    }

    /// The row of a key, if there are rows and it has one.
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
            self.wrong_type(key, node, WHOLE);
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

    /// A number as its row says, of a type that holds its range.
    pub fn whole_as<T: TryFrom<i64>>(&mut self, key: &'static str) -> Option<T> {
        self.whole(key).map(fit)
    }

    /// The same, where it is left out what its row says. Of one that had to be there, the smallest: something to go on
    /// with.
    ///
    /// # Panics
    /// When the row says no number.
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

    /// `true` or `false`.
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
    /// When the row says nothing.
    pub fn flag(&mut self, key: &'static str) -> bool {
        let said = self.truth(key);
        said.unwrap_or_else(|| match self.row(key).unsaid {
            Unsaid::Truth(truth) => truth,
            _ => panic!("`{key}` of {} is not true or false by itself", self.what),
        })
    }

    /// A text.
    pub fn text(&mut self, key: &'static str) -> Option<(&'n str, Span)> {
        let node = self.node(key)?;
        let text = node.as_text();
        if text.is_none() {
            self.wrong_type(key, node, "a text");
        }
        Some((text?, node.span))
    }

    /// A text; this where the key is not there.
    pub fn text_or(&mut self, key: &'static str, default: &str) -> String {
        let text = self.text(key);
        text.map_or(default, |(text, _)| text).to_owned()
    }

    /// One of the words of its row: its position among them.
    pub fn word(&mut self, key: &'static str) -> Option<usize> {
        let words = self.words_of(key);
        self.word_of(key, words)
    }

    /// The value for the position of the word, or for the row's default.
    ///
    /// # Panics
    /// When the row gives none, or other words than there are meanings.
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

    /// One of these words: its position among them.
    pub fn word_of(&mut self, key: &'static str, allowed: &[&'static str]) -> Option<usize> {
        let node = self.node(key)?;
        let Some(word) = node.as_text() else {
            let help = help_for("", allowed.iter().copied());
            self.wrong_type_or(key, node, "a text", help);
            return None;
        };
        self.among(key, (word, node.span), allowed)
    }

    /// One of the words of its row, or a list of some of them, none twice: their positions in the order given, at least
    /// one.
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

    /// Damage, as dice. Dice may give less than nothing for some rolls, but not for all.
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

    /// A list.
    pub fn list(&mut self, key: &'static str) -> Option<(&'n [Node], Span)> {
        let node = self.node(key)?;
        let list = node.as_list();
        if list.is_none() {
            let help = self.help_for_list(key, node);
            self.wrong_type_or(key, node, "a list", help);
        }
        Some((list?, node.span))
    }

    /// A list of texts. Other entries are faults, and left out.
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

    /// A list of distinct texts: a repeated text is a fault, and left out.
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

    fn twice(&self, key: &str, text: &str, span: Span) {
        let message = format!("`{key}` has `{text}` twice");
        self.faults.push(Fault::at(
            "scenario::duplicate",
            span,
            message,
            "there already",
        ));
    }

    /// Notes whether a key is of use where it stands, if it is there: what is of use nowhere is a fault of this code
    /// (see [`Faults::unless_used`]). `why` is a few words at the caret. Where something else is wrong with the table, it may
    /// be of use once that is right.
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

    /// A table.
    pub fn table(&mut self, key: &'static str) -> Option<(&'n Table, Span)> {
        let node = self.node(key)?;
        let table = node.as_table();
        if table.is_none() {
            let help = self.help_for_table(key, node);
            self.wrong_type_or(key, node, "a table", help);
        }
        Some((table?, node.span))
    }

    /// The entries of a table by name; none where there is no such table.
    pub fn entries(
        &mut self,
        key: &'static str,
    ) -> impl ExactSizeIterator<Item = (&'n str, &'n Entry)> + use<'n> {
        static EMPTY: std::sync::LazyLock<Table> = std::sync::LazyLock::new(Table::default);
        self.table(key).map_or(&*EMPTY, |(table, _)| table).iter()
    }

    /// A table, opened to be read by its rows; `what` is what faults call it.
    pub fn inner(&mut self, key: &'static str, what: &str) -> Option<(Fields<'n>, Span)> {
        let rows = self.kind(key, |kind| match kind {
            FieldKind::Table(rows) => Some(rows),
            _ => None,
        });
        let (table, span) = self.table(key)?;
        Some((Fields::new(table, span, what, rows, self.faults), span))
    }

    /// The kind of values in a list, or in a table by name.
    pub fn kind_within(&self, key: &'static str) -> FieldKind {
        self.kind(key, |kind| match kind {
            FieldKind::List(of) | FieldKind::ByName(_, of) => Some(*of),
            _ => None,
        })
    }

    /// Ends the reading: every key that the table cannot have is a fault.
    ///
    /// # Panics
    /// In tests, where a row was not asked for.
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

    /// With this help, unless the value suggests a better one.
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

/// Notes that a value is not of the kind it should be, with what to write where that is plain.
pub(super) fn wrong_type(called: &str, node: &Node, wanted: &str, label: &str, faults: &Faults) {
    faults.push(type_fault(called, node, wanted, label));
}

fn type_fault(called: &str, node: &Node, wanted: &str, label: &str) -> Fault {
    let help = meant::value(node, wanted);
    let found = node.value.kind();
    Fault::at(
        "scenario::type",
        node.span,
        format!("{called} is {wanted}, not {found}"),
        label,
    )
    .help_if(help.map(|value| format!("write {value}")))
}

/// Notes that a number is out of its range, unless that it has too many digits is told already.
pub(super) fn note_range(fault: Fault, node: &Node, faults: &Faults) {
    if node.value == Value::Whole(TOO_LARGE) {
        faults.push_unless_told(fault);
    } else {
        faults.push(fault);
    }
}

/// Name of a whole number in messages.
const WHOLE: &str = "a whole number";

/// Where the row of a key stands.
fn place(rows: &[FieldSpec], key: &str, what: &str) -> usize {
    let at = rows.iter().position(|row| row.key == key);
    at.unwrap_or_else(|| panic!("no row says what `{key}` of {what} is"))
}

/// Reads a number as a row says what it is; `what` is what faults call it.
///
/// # Panics
/// When the row says that it is no number.
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

/// A number of the type that it is kept in.
///
/// # Panics
/// When its row allows what the type does not hold.
pub fn fit<T: TryFrom<i64>>(number: i64) -> T {
    let fits = T::try_from(number).ok();
    fits.expect("the type holds the range of the row")
}

#[cfg(test)]
mod tests;
