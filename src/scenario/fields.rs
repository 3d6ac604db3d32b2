//! Reading a table field by field.
//!
//! Every question names its key and what the value may be; a wrong answer becomes a fault and reads as absent, so
//! the reader goes on to the next field. Keys that nobody asked for are faults too.

use std::ops::RangeInclusive;

use super::scaled::scaled_node;
use super::{Fault, Faults, Node, Span, Table, Value};
use crate::dice::Throw;
use crate::suggest::help_for;

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
        self.among(key, (word, span), allowed)
    }

    /// One of these words, or a list of some of them, none twice: their positions in the order given, at least one.
    pub fn words(&mut self, key: &'static str, allowed: &[&'static str]) -> Option<Vec<usize>> {
        let node = self.node(key)?;
        if node.as_text().is_some() {
            return self.word(key, allowed).map(|word| vec![word]);
        }
        if node.as_list().is_none() {
            self.wrong_type(key, node, "a text or a list of texts");
            return None;
        }
        let mut positions = Vec::new();
        for (word, span) in self.texts(key)? {
            let Some(position) = self.among(key, (word, span), allowed) else {
                continue;
            };
            if positions.contains(&position) {
                let message = format!("`{key}` has `{word}` twice");
                self.faults.push(Fault::at(
                    "scenario::duplicate",
                    span,
                    message,
                    "there already",
                ));
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

    /// Damage, as dice that must be there. Dice that may come to less than nothing are damage still, but not if they come
    /// to nothing more.
    pub fn need_damage(&mut self, key: &'static str) -> Option<Throw> {
        let throw = self.need_throw(key)?;
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
                    .help_if(self.faults.help_for(key, self.asked.iter().copied())),
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

#[cfg(test)]
mod tests {
    use super::super::testing::{faults, told};
    use super::super::{Sources, parse};
    use super::*;

    /// Reads this table with `ask`; what was answered, and the faults.
    fn ask<T>(text: &str, ask: impl Fn(&mut Fields) -> T) -> (T, Faults) {
        let mut sources = Sources::default();
        let source = sources.add("a.toml", text);
        let faults = Faults::new(sources);
        let (table, sound) = parse::document(source, &faults);
        assert!(sound, "tests of fields are sound TOML");
        let span = Span {
            source,
            start: 0,
            end: 0,
        };
        let mut fields = Fields::new(&table, span, "combatant `guard`", &faults);
        let answer = ask(&mut fields);
        fields.finish();
        (answer, faults)
    }

    #[test]
    fn right_answers_are_given_and_absent_ones_are_none() {
        let text = "hp = 13\nn = true\nw = 'both'\nd = '2d6+2'\nf = 3\nl = ['a', 'b']\n[t]\n";
        let ((), found) = ask(text, |fields| {
            assert_eq!(fields.whole("hp", 1..=13), Some(13));
            assert_eq!(fields.truth("n"), Some(true));
            assert_eq!(fields.word("w", &["one", "both"]), Some(1));
            assert_eq!(fields.need_text("w").map(|(text, _)| text), Some("both"));
            assert_eq!(fields.throw("d"), Some(Throw::new(2, 6, 2)));
            assert_eq!(fields.need_throw("f"), Some(Throw::new(0, 0, 3)));
            assert_eq!(fields.list("l").map(|(list, _)| list.len()), Some(2));
            let texts = fields.texts("l").expect("texts");
            assert_eq!(texts.iter().map(|t| t.0).collect::<Vec<_>>(), ["a", "b"]);
            assert!(fields.table("t").is_some_and(|(table, _)| table.is_empty()));
            assert_eq!(fields.whole("absent", 1..=2), None);
            assert_eq!(fields.throw("absent"), None);
        });
        assert!(found.is_empty());
    }

    #[test]
    fn a_wrong_type_names_what_it_found() {
        for (text, message, help) in [
            (
                "x = '60%'",
                "`x` is a whole number, not a text",
                Some("write 60"),
            ),
            ("x = 'many'", "`x` is a whole number, not a text", None),
            (
                "x = 1.5",
                "`x` is a whole number, not a decimal number",
                None,
            ),
            ("x = [1]", "`x` is a whole number, not a list", None),
        ] {
            let (answer, found) = ask(text, |fields| fields.whole("x", 0..=100));
            assert_eq!(answer, None);
            let fault = found.sorted().pop().expect("a fault");
            assert_eq!((fault.code, &*fault.message), ("scenario::type", message));
            assert_eq!(fault.help.as_deref(), help);
            assert_eq!(fault.label, "in combatant `guard`");
        }
    }

    #[test]
    fn every_reader_refuses_what_it_cannot_read() {
        let text = "x = {}";
        let wrong: [fn(&mut Fields) -> bool; 8] = [
            |f| f.whole("x", 0..=1).is_none(),
            |f| f.truth("x").is_none(),
            |f| f.text("x").is_none(),
            |f| f.word("x", &["a"]).is_none(),
            |f| f.throw("x").is_none(),
            |f| f.list("x").is_none(),
            |f| f.texts("x").is_none(),
            |f| f.scaled("x", 10, "metres", 0..=1).is_none(),
        ];
        for wrong in wrong {
            let (none, found) = ask(text, wrong);
            assert!(none);
            assert_eq!(told(&found), faults([("scenario::type", "{}")]));
        }
        let (none, found) = ask("x = 1", |f| f.table("x").is_none());
        assert!(none);
        assert_eq!(told(&found), faults([("scenario::type", "1")]));
        let (texts, found) = ask("x = ['a', 2]", |f| f.texts("x").map(|texts| texts.len()));
        assert_eq!(texts, Some(1));
        assert_eq!(told(&found), faults([("scenario::type", "2")]));
    }

    #[test]
    fn numbers_words_and_dice_have_limits() {
        let text = "hp = -3\nseats = 'bth'\ndamage = '0d6'\n";
        let ((), found) = ask(text, |fields| {
            assert_eq!(fields.whole("hp", 1..=1000), None);
            assert_eq!(fields.word("seats", &["one", "both"]), None);
            assert_eq!(fields.throw("damage"), None);
        });
        assert_eq!(
            told(&found),
            faults([
                ("scenario::range", "-3"),
                ("scenario::word", "'bth'"),
                ("scenario::dice", "'0d6'"),
            ])
        );
        let found = found.sorted();
        assert_eq!(found[0].message, "`hp` is from 1 to 1000, not -3");
        assert_eq!(found[1].help.as_deref(), Some("did you mean `both`?"));
    }

    #[test]
    fn bad_dice_are_faults() {
        for dice in ["d", "1d1000000", "2x6", "", "d1"] {
            let (answer, found) = ask(&format!("d = '{dice}'"), |fields| fields.throw("d"));
            assert_eq!(answer, None);
            let words = format!("'{dice}'");
            assert_eq!(told(&found), faults([("scenario::dice", &words)]));
        }
    }

    #[test]
    fn missing_and_unknown_keys_are_faults() {
        let ((), found) = ask("hit_point = 13\n", |fields| {
            assert_eq!(fields.need_whole("hit_points", 1..=20), None);
            assert_eq!(fields.need_text("armour"), None);
        });
        assert_eq!(
            told(&found),
            faults([
                ("scenario::missing-key", ""),
                ("scenario::missing-key", ""),
                ("scenario::unknown-key", "hit_point"),
            ])
        );
        let found = found.sorted();
        assert_eq!(found[0].message, "combatant `guard` has no `hit_points`");
        assert_eq!(found[2].help.as_deref(), Some("did you mean `hit_points`?"));
    }
}
