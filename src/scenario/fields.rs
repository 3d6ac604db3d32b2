//! Reading a table field by field.
//!
//! Every question names its key and what the value may be; a wrong answer becomes a fault and reads as absent, so
//! the reader goes on to the next field. Keys that nobody asked for are faults too.

use std::ops::RangeInclusive;

use super::faults::suggestion;
use super::scaled::scaled_node;
use super::{Fault, Faults, Node, Span, Table, Value};
use crate::dice::Throw;

/// A table that is being read.
#[derive(Debug)]
pub struct Fields<'n> {
    table: &'n Table,
    span: Span,
    what: String,
    faults: &'n Faults,
    asked: Vec<&'static str>,
}

impl<'n> Fields<'n> {
    /// Begins to read a table. `what` is what faults call it: ``combatant `guard` ``.
    pub fn new(table: &'n Table, span: Span, what: impl Into<String>, faults: &'n Faults) -> Self {
        Self {
            table,
            span,
            what: what.into(),
            faults,
            asked: Vec::new(),
        }
    }

    /// Notes a fault if the key is absent; the question that follows reads it.
    #[must_use]
    pub fn need(&mut self, key: &'static str) -> &mut Self {
        if self.node(key).is_none() {
            self.faults.push(
                Fault::at(
                    "scenario::missing-key",
                    self.span,
                    format!("{} has no `{key}`", self.what),
                    format!("`{key}` is missing"),
                )
                .help(format!("add `{key} = …`")),
            );
        }
        self
    }

    /// The value of a key, whatever it is.
    pub fn node(&mut self, key: &'static str) -> Option<&'n Node> {
        if !self.asked.contains(&key) {
            self.asked.push(key);
        }
        self.table.get(key)
    }

    /// A whole number in a range.
    pub fn whole(&mut self, key: &'static str, range: RangeInclusive<i64>) -> Option<i64> {
        let node = self.node(key)?;
        let Value::Whole(number) = node.value else {
            self.wrong_type(key, node, "a whole number");
            return None;
        };
        if !range.contains(&number) {
            let (low, high) = (range.start(), range.end());
            self.faults.push(Fault::at(
                "scenario::range",
                node.span,
                format!("`{key}` is from {low} to {high}, not {number}"),
                self.place(),
            ));
            return None;
        }
        Some(number)
    }

    /// A whole number that must be there.
    pub fn need_whole(&mut self, key: &'static str, range: RangeInclusive<i64>) -> Option<i64> {
        self.need(key).whole(key, range)
    }

    /// `true` or `false`.
    pub fn truth(&mut self, key: &'static str) -> Option<bool> {
        let node = self.node(key)?;
        let Value::Truth(truth) = node.value else {
            self.wrong_type(key, node, "`true` or `false`");
            return None;
        };
        Some(truth)
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

    /// A text that must be there.
    pub fn need_text(&mut self, key: &'static str) -> Option<(&'n str, Span)> {
        self.need(key).text(key)
    }

    /// One of these words: its position among them.
    pub fn word(&mut self, key: &'static str, allowed: &[&'static str]) -> Option<usize> {
        let (word, span) = self.text(key)?;
        let position = allowed.iter().position(|&a| a == word);
        if position.is_none() {
            self.faults.push(
                Fault::at(
                    "scenario::word",
                    span,
                    format!("`{key}` cannot be `{word}`"),
                    self.place(),
                )
                .help_if(suggestion(word, allowed)),
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
                let error: crate::dice::ThrowError = error;
                self.faults.push(
                    Fault::at("scenario::dice", node.span, error.to_string(), self.place())
                        .help(error.help()),
                );
                None
            }
        }
    }

    /// Dice that must be there.
    pub fn need_throw(&mut self, key: &'static str) -> Option<Throw> {
        self.need(key).throw(key)
    }

    /// A number of `unit`s, whole or with a point, as a whole number of `1/scale` units. The range is in these too.
    pub fn scaled(
        &mut self,
        key: &'static str,
        scale: i64,
        unit: &str,
        range: RangeInclusive<i64>,
    ) -> Option<i64> {
        let node = self.node(key)?;
        scaled_node(node, scale, unit, range, &format!("`{key}`"), self.faults)
    }

    /// A list.
    pub fn list(&mut self, key: &'static str) -> Option<(&'n [Node], Span)> {
        let node = self.node(key)?;
        let list = node.as_list();
        if list.is_none() {
            self.wrong_type(key, node, "a list");
        }
        Some((list?, node.span))
    }

    /// A list of texts. Entries that are none are faults, and left out.
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

    /// A table.
    pub fn table(&mut self, key: &'static str) -> Option<(&'n Table, Span)> {
        let node = self.node(key)?;
        let table = node.as_table();
        if table.is_none() {
            self.wrong_type(key, node, "a table");
        }
        Some((table?, node.span))
    }

    /// Ends the reading: every key that was never asked for is a fault.
    pub fn finish(self) {
        for (key, entry) in self.table.iter() {
            if !self.asked.contains(&key) {
                self.faults.push(
                    Fault::at(
                        "scenario::unknown-key",
                        entry.key,
                        format!("{} has no field `{key}`", self.what),
                        "unknown key",
                    )
                    .help_if(suggestion(key, &self.asked)),
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

    fn wrong_type_called(&self, called: &str, node: &Node, wanted: &str) {
        wrong_type(called, node, wanted, &self.place(), self.faults);
    }
}

/// Notes that a value is not of the kind it should be, with what to write where that is plain.
pub(super) fn wrong_type(called: &str, node: &Node, wanted: &str, label: &str, faults: &Faults) {
    let help = match &node.value {
        Value::Text(text) if wanted.contains("number") => {
            let number = text.trim().trim_end_matches('%').trim_end();
            number.parse::<f64>().is_ok().then_some(number)
        }
        Value::Text(text) if wanted.contains("`true`") => Some(text.as_str()),
        _ => None,
    };
    let found = node.value.kind();
    faults.push(
        Fault::at(
            "scenario::type",
            node.span,
            format!("{called} is {wanted}, not {found}"),
            label,
        )
        .help_if(help.map(|number| format!("write {number}"))),
    );
}
