//! Reads the values of a table in a scenario, one key at a time.
//!
//! A [`FieldSpec`] declares what values a key can have: its kind, and its range or words. The code that reads
//! a value therefore only has to name its key. A wrong value is reported as a fault and treated like a
//! missing one, so that reading can continue. Keys without a specification are faults as well.
//!
//! Reading a key without a specification, or as another kind than the specified one, is a bug in the program
//! and panics. In tests, it also panics if a specified key is never read.

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

/// A table of a scenario that is being read.
#[derive(Debug)]
pub struct Fields<'n> {
    table: &'n Table,
    span: Span,
    what: String,
    keys: Keys,
    /// Whether the table is a row, which may inherit values from another row.
    is_row: bool,
    faults: &'n Faults,
}

/// The keys that a table may have.
#[derive(Debug)]
enum Keys {
    /// The specifications of the keys. The bit set marks the keys that have been read.
    Rows(&'static [FieldSpec], u128),
    /// The keys that have already been read. The table has no specifications, and only these keys are
    /// allowed.
    Asked(Vec<&'static str>),
}

impl<'n> Fields<'n> {
    /// Starts reading a table whose keys have the specifications `rows`. `what` is the name of the table in
    /// faults, such as ``combatant `guard` ``.
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

    /// Starts reading a table without specifications. Only those keys are allowed that the caller reads.
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

    /// Marks the table as a row that may inherit from another row. If its key `like` is misspelt or names an
    /// unknown row, missing keys are not reported, because the inherited values are unknown.
    #[must_use]
    pub fn of_row(mut self) -> Self {
        self.is_row = true;
        if self.table.get(LIKE).is_some() || self.is_misspelt(LIKE) {
            self.faults.excuse(self.span);
        }
        self
    }

    /// Returns the collection that receives the faults of this table.
    pub fn faults(&self) -> &'n Faults {
        self.faults
    }

    /// Returns the value of a key without checking its kind. A missing key is a fault if its specification
    /// requires it.
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

    /// Returns whether the table has an unknown key that is probably a misspelling of `key`. The unknown key
    /// itself is reported by [`Fields::finish`].
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

    /// Returns whether the table has unknown keys, or values with faults.
    fn is_flawed(&self) -> bool {
        let is_known = |key: &str| match &self.keys {
            Keys::Rows(rows, _) => rows.iter().any(|row| row.key == key),
            Keys::Asked(_) => true,
        };
        let mut entries = self.table.iter();
        entries.any(|(key, entry)| !is_known(key) || self.faults.has_in(entry.node.span))
    }

    /// Returns whether `key` takes precedence over `other`, where both keys have the same meaning. A key of a
    /// file takes precedence over those of its includes, and a key of a row over inherited ones. A key that
    /// the command line or an axis sets takes precedence over all of these. Returns false if one of the keys
    /// is missing.
    pub fn outranks(&self, key: &str, other: &str) -> bool {
        let layer = |key| self.table.entry(key).map(|entry| entry.layer);
        let layers = layer(key).zip(layer(other));
        layers.is_some_and(|(layer, other)| layer > other)
    }

    /// Returns the specification of a key, or `None` if it has no specification.
    fn spec(&self, key: &str) -> Option<&'static FieldSpec> {
        match self.keys {
            Keys::Rows(rows, _) => FieldSpec::find(rows, key),
            Keys::Asked(_) => None,
        }
    }

    /// Returns the specification of a key. Panics if it has no specification.
    fn row(&self, key: &'static str) -> &'static FieldSpec {
        match self.keys {
            Keys::Rows(rows, _) => &rows[place(rows, key, &self.what)],
            Keys::Asked(_) => panic!("{} has no rows", self.what),
        }
    }

    /// Returns the result of `pick` for the kind of `key`. Panics if `pick` returns `None`, since the key is
    /// then read as another kind than the specified one.
    fn kind<T>(&self, key: &'static str, pick: impl Fn(FieldKind) -> Option<T>) -> T {
        let kind = self.row(key).kind;
        let found = kind.pick(&pick);
        found.unwrap_or_else(|| panic!("`{key}` of {} is {kind}", self.what))
    }

    /// Reads a number within the range that its specification allows. A number that may have decimals is
    /// returned in steps of its unit: 15 for `1.5` if the step is one tenth. Returns `None` if the key is
    /// missing or faulty.
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

    /// Reads a whole number within `range`, for limits that depend on other values. Returns `None` if the key
    /// is missing or faulty.
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
            let message = format!("`{key}` must be from {low} to {high}, not {number}");
            let fault = Fault::at("scenario::range", node.span, message, self.place());
            note_range(fault, node, self.faults);
            return None;
        }
        Some(number)
    }

    /// Reads a number as its specification declares, and converts it to a type that can hold all allowed
    /// values. Returns `None` if the key is missing or faulty.
    pub fn whole_as<T: TryFrom<i64>>(&mut self, key: &'static str) -> Option<T> {
        self.whole(key).map(fit)
    }

    /// Reads a number as its specification declares. If the key is missing, returns the default, or the
    /// smallest allowed number if the key is required. The type must be able to hold all allowed values.
    ///
    /// # Panics
    /// If the specification is not one of a number, or if an optional key without a default is missing.
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
                _ => panic!("`{key}` of {} has no default number", self.what),
            }
        }))
    }

    /// Reads `true` or `false`. Returns `None` if the key is missing or faulty.
    pub fn truth(&mut self, key: &'static str) -> Option<bool> {
        self.kind(key, |kind| matches!(kind, FieldKind::Truth).then_some(()));
        let node = self.node(key)?;
        let Value::Truth(truth) = node.value else {
            self.wrong_type(key, node, "`true` or `false`");
            return None;
        };
        Some(truth)
    }

    /// Reads `true` or `false`. If the key is missing, returns the default from its specification.
    ///
    /// # Panics
    /// If the specification has no default.
    pub fn flag(&mut self, key: &'static str) -> bool {
        let said = self.truth(key);
        said.unwrap_or_else(|| match self.row(key).unsaid {
            Unsaid::Truth(truth) => truth,
            _ => panic!("`{key}` of {} has no default of true or false", self.what),
        })
    }

    /// Reads a text. Returns `None` if the key is missing or the value is not a text.
    pub fn text(&mut self, key: &'static str) -> Option<(&'n str, Span)> {
        let node = self.node(key)?;
        let text = node.as_text();
        if text.is_none() {
            self.wrong_type(key, node, "a text");
        }
        Some((text?, node.span))
    }

    /// Returns the text at `key`, or `default` if the key is missing.
    pub fn text_or(&mut self, key: &'static str, default: &str) -> String {
        let text = self.text(key);
        text.map_or(default, |(text, _)| text).to_owned()
    }

    /// Reads one of the words that the specification lists, and returns its index in that list. Returns
    /// `None` if the key is missing or faulty.
    pub fn word(&mut self, key: &'static str) -> Option<usize> {
        let words = self.words_of(key);
        self.word_of(key, words)
    }

    /// Reads a word as [`Fields::word`] does, or takes the default word, and returns the entry of `meanings`
    /// at its index.
    ///
    /// # Panics
    /// If the specification has no default, or `meanings` is not as long as its list of words.
    pub fn choice<T: Copy, const N: usize>(&mut self, key: &'static str, meanings: [T; N]) -> T {
        let words = self.words_of(key);
        assert_eq!(words.len(), N, "every word of `{key}` has a meaning");
        let unsaid = || match self.row(key).unsaid {
            Unsaid::Word(word) => words.iter().position(|&known| known == word),
            _ => None,
        };
        let unsaid =
            unsaid().unwrap_or_else(|| panic!("the default of `{key}` is one of its words"));
        meanings[self.word(key).unwrap_or(unsaid)]
    }

    fn words_of(&self, key: &'static str) -> &'static [&'static str] {
        self.kind(key, |kind| match kind {
            FieldKind::Word(words) | FieldKind::Words(words) => Some(words),
            _ => None,
        })
    }

    /// Reads one of the words in `allowed`, and returns its index. Returns `None` if the key is missing or
    /// faulty.
    pub fn word_of(&mut self, key: &'static str, allowed: &[&'static str]) -> Option<usize> {
        let node = self.node(key)?;
        let Some(word) = node.as_text() else {
            let help = help_for("", allowed.iter().copied());
            self.wrong_type_or(key, node, "a text", help);
            return None;
        };
        self.among(key, (word, node.span), allowed)
    }

    /// Reads one of the words that the specification lists, or a list of several of them without repetition.
    /// Returns their indices in the specification, in the order of the scenario; at least one. Returns `None`
    /// if the key is missing or faulty.
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

    /// Reads dice: a text such as `2d6+2`, or a whole number. Returns `None` if the key is missing or faulty.
    pub fn throw(&mut self, key: &'static str) -> Option<Throw> {
        let node = self.node(key)?;
        let text = match &node.value {
            Value::Text(text) => text.clone(),
            Value::Whole(number) => number.to_string(),
            _ => {
                self.wrong_type(key, node, "dice such as `2d6+2` or a whole number");
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

    /// Reads dice. If the key is missing, returns the default dice from its specification.
    ///
    /// # Panics
    /// If the specification has no dice as its default.
    pub fn throw_or_default(&mut self, key: &'static str) -> Throw {
        let said = self.throw(key);
        said.unwrap_or_else(|| match self.row(key).unsaid {
            Unsaid::Word(dice) => dice.parse().expect("the default of a row is valid"),
            _ => panic!("`{key}` of {} has no dice by default", self.what),
        })
    }

    /// Reads dice for damage. Some of their results may be below zero, but not all. Returns `None` if the key
    /// is missing or faulty.
    pub fn damage(&mut self, key: &'static str) -> Option<Throw> {
        let throw = self.throw(key)?;
        if throw.min() >= 0 || throw.max() > 0 {
            return Some(throw);
        }
        let span = self.node(key).map_or(self.span, |node| node.span);
        let message = format!("the damage `{throw}` is always negative or 0");
        let fault = Fault::at("scenario::dice", span, message, self.place());
        self.faults
            .push(fault.help("write dice such as `2d6+1` or `d8`, or a whole number from 0 up"));
        None
    }

    /// Reads a list and returns its entries with the source location of the list. Returns `None` if the key
    /// is missing or the value is not a list.
    pub fn list(&mut self, key: &'static str) -> Option<(&'n [Node], Span)> {
        let node = self.node(key)?;
        let list = node.as_list();
        if list.is_none() {
            let help = self.help_for_list(key, node);
            self.wrong_type_or(key, node, "a list", help);
        }
        Some((list?, node.span))
    }

    /// Reads a list of whole numbers within the range that its specification allows. Returns an empty list if
    /// the key is missing. Faulty entries are reported and left out.
    ///
    /// # Panics
    /// If the specification is not one of a list.
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

    /// Reads a list of texts. Entries of other types are reported and left out. Returns `None` if the key is
    /// missing or the value is not a list.
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

    /// Reads a list of texts without repetition. A repeated text is reported and left out. Returns `None` if
    /// the key is missing or the value is not a list.
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

    /// Reads a text, or a list of texts without repetition. Returns `None` if the key is missing or faulty.
    pub fn text_or_texts(&mut self, key: &'static str) -> Option<Vec<(&'n str, Span)>> {
        if self.node(key)?.as_list().is_some() {
            self.texts_once(key)
        } else {
            self.text(key).map(|text| vec![text])
        }
    }

    fn twice(&self, key: &str, text: &str, span: Span) {
        let message = format!("`{key}` has `{text}` twice");
        self.faults
            .push(Fault::at("scenario::duplicate", span, message, "repeated"));
    }

    /// Records whether the value of `key`, if the key is present, has an effect in this matchup. If it has
    /// none in any matchup, that is a fault with the code `code` and the label `why` (see
    /// [`Faults::unless_used`]). If the table has another fault, the value counts as effective, since it may
    /// be once that fault is corrected.
    pub fn check_use(&mut self, key: &'static str, is_used: bool, code: &'static str, why: &str) {
        if let Some(node) = self.node(key)
            && let Some(entry) = self.table.entry(key)
        {
            let is_used = is_used || self.is_flawed();
            self.faults.unless_used((entry.key, code), is_used, || {
                let message = format!("`{key}` has no effect on {}", self.what);
                Fault::at(code, node.span, message, why)
            });
        }
    }

    /// Reads a table and returns it with its source location. Returns `None` if the key is missing or the
    /// value is not a table.
    pub fn table(&mut self, key: &'static str) -> Option<(&'n Table, Span)> {
        let node = self.node(key)?;
        let table = node.as_table();
        if table.is_none() {
            let help = self.help_for_table(key, node);
            self.wrong_type_or(key, node, "a table", help);
        }
        Some((table?, node.span))
    }

    /// Returns the names and values in the table at `key`, or nothing if there is no such table.
    pub fn entries(
        &mut self,
        key: &'static str,
    ) -> impl ExactSizeIterator<Item = (&'n str, &'n Entry)> + use<'n> {
        static EMPTY: std::sync::LazyLock<Table> = std::sync::LazyLock::new(Table::default);
        self.table(key).map_or(&*EMPTY, |(table, _)| table).iter()
    }

    /// Opens the table at `key` for reading with the specifications of its own keys. `what` is its name in
    /// faults. Returns `None` if the key is missing or the value is not a table.
    pub fn inner(&mut self, key: &'static str, what: &str) -> Option<(Fields<'n>, Span)> {
        let rows = self.kind(key, |kind| match kind {
            FieldKind::Table(rows) => Some(rows),
            _ => None,
        });
        let (table, span) = self.table(key)?;
        Some((Fields::new(table, span, what, rows, self.faults), span))
    }

    /// Returns the specified kind of the values in the list at `key`, or in the table of named values at
    /// `key`.
    pub fn kind_within(&self, key: &'static str) -> FieldKind {
        self.kind(key, |kind| match kind {
            FieldKind::List(of) | FieldKind::ByName(_, of) => Some(*of),
            _ => None,
        })
    }

    /// Ends reading the table, and reports every unknown key in it.
    ///
    /// # Panics
    /// In tests, if a key with a specification was never read.
    pub fn finish(self) {
        let mut known: Vec<&str> = match &self.keys {
            Keys::Rows(rows, asked) => {
                let forgotten = |at: &usize| asked >> at & 1 == 0;
                let forgotten = (0..rows.len()).find(forgotten).map(|at| rows[at].key);
                debug_assert_eq!(forgotten, None, "never read from {}", self.what);
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
                        format!("{} has no key `{key}`", self.what),
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

    /// Reports a value of the wrong type. The advice is `help`, unless a better one follows from the value.
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

/// Reports a value that is not a number. The advice is a corrected value if that is clear, otherwise the
/// allowed range.
pub(super) fn no_number(called: &str, node: &Node, label: &str, range: &str, faults: &Faults) {
    let mut fault = type_fault(called, node, "a number", label);
    let help = || format!("write a number {range}");
    fault.help = Some(fault.help.unwrap_or_else(help));
    faults.push(fault);
}

/// Reports a value of the wrong kind, and suggests a corrected value if that is clear.
pub(super) fn wrong_type(called: &str, node: &Node, wanted: &str, label: &str, faults: &Faults) {
    faults.push(type_fault(called, node, wanted, label));
}

fn type_fault(called: &str, node: &Node, wanted: &str, label: &str) -> Fault {
    let help = suggestions::value(node, wanted);
    let found = node.value.kind();
    Fault::at(
        "scenario::type",
        node.span,
        format!("{called} must be {wanted}, not {found}"),
        label,
    )
    .help_if(help.map(|value| format!("write {value}")))
}

/// Reports a number that is out of range. If the number has too many digits, that has been reported already
/// and is not repeated.
pub(super) fn note_range(fault: Fault, node: &Node, faults: &Faults) {
    if node.value == Value::Whole(TOO_LARGE) {
        faults.push_unless_told(fault);
    } else {
        faults.push(fault);
    }
}

/// The name of a whole number in messages.
const WHOLE: &str = "a whole number";

/// Returns the index of a key's specification in `rows`. Panics if it has no specification.
fn place(rows: &[FieldSpec], key: &str, what: &str) -> usize {
    let at = rows.iter().position(|row| row.key == key);
    at.unwrap_or_else(|| panic!("`{key}` of {what} has no specification"))
}

/// Reads a number of the given kind from `node`. `what` is the name of the number in faults.
///
/// # Panics
/// If the kind is not one of a number.
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

/// Converts a number to the type of a field.
///
/// # Panics
/// If the type cannot hold the number.
pub fn fit<T: TryFrom<i64>>(number: i64) -> T {
    let fits = T::try_from(number).ok();
    fits.expect("the type can hold all allowed values")
}

#[cfg(test)]
mod tests;
