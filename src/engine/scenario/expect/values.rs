//! Reads the values of an `[[expect]]` entry's keys: amounts, axes, and values on axes.

use super::read::{CODE, Context};
use super::{Axis, ChosenValues, Figure, Seats};
use crate::scenario::fields::wrong_type;
use crate::scenario::frame::FIGURES;
use crate::scenario::{Fault, Faults, Fields, Node, Percent, Span, Table, Value};

/// Returns a fault with the code for mistakes in expectations.
pub(super) fn fault_at(span: Span, message: impl Into<String>, label: &str) -> Fault {
    Fault::at(CODE, span, message, label)
}

/// Reads the keys of one expectation.
pub(super) struct Reader<'r, 'n> {
    pub(super) table: &'n Table,
    pub(super) span: Span,
    pub(super) fields: &'r mut Fields<'n>,
    pub(super) place: &'r Context<'r>,
    pub(super) faults: &'r Faults,
}

impl<'r> Reader<'r, '_> {
    pub(super) fn has(&self, key: &str) -> bool {
        self.table.get(key).is_some()
    }

    /// Returns the source location of `key`, or that of the entry's header if the key is missing.
    pub(super) fn key(&self, key: &str) -> Span {
        self.table.entry(key).map_or(self.span, |entry| entry.key)
    }

    /// Reads the key `figure`. If it is missing, returns `score`, or reports a fault if `is_needed`. If `all`
    /// is false, figures that only a band can have are faults.
    pub(super) fn figure(&mut self, is_needed: bool, all: bool) -> Option<Figure> {
        let figure = match self.fields.word("figure") {
            Some(at) => [
                Figure::WinRate,
                Figure::Score,
                Figure::Draws,
                Figure::Undecided,
                Figure::Rounds,
                Figure::Damage,
                Figure::Survivors,
                Figure::FirstDown,
                Figure::SeatEffect,
                Figure::WeaponUse,
                Figure::LineUse,
                Figure::WonBy(0),
            ][at],
            None if self.has("figure") => return None,
            None if is_needed => {
                if !self.fields.is_misspelt("figure") {
                    let message = "an expectation has no `figure`";
                    let label = "`figure` is missing";
                    let fault = Fault::at("scenario::missing-key", self.span, message, label);
                    let words: Vec<String> =
                        FIGURES.iter().map(|word| format!("`\"{word}\"`")).collect();
                    self.faults
                        .push(fault.help(format!("add `figure = …`: {}", words.join(", "))));
                }
                return None;
            }
            None => Figure::Score,
        };
        if figure == Figure::SeatEffect && self.place.own_seats == Seats::One {
            let span = self
                .fields
                .node("figure")
                .map_or(self.span, |node| node.span);
            let fault = fault_at(
                span,
                "a seat effect needs both seats",
                "only one seat is played",
            );
            self.faults
                .push(fault.help("set `seats = \"both\"` in `[run]`"));
        }
        let is_of_a_band = matches!(
            figure,
            Figure::SeatEffect | Figure::WeaponUse | Figure::LineUse
        );
        if !all && is_of_a_band {
            let span = self
                .fields
                .node("figure")
                .map_or(self.span, |node| node.span);
            let message = format!("`{}` can only be expected in a band", figure.key());
            self.faults
                .push(fault_at(span, message, "cannot be compared along an axis"));
        }
        let is_of_objective = figure == Figure::WonBy(0);
        if self.has("objective") && !is_of_objective {
            return self.objective(figure);
        }
        if all && self.has("quantile") {
            return self.quantile(figure);
        }
        if is_of_objective {
            return self.objective(figure);
        }
        Some(figure)
    }

    /// Reads the key `objective` of the figure `won_by`, and returns the figure with the position of that
    /// objective.
    fn objective(&mut self, figure: Figure) -> Option<Figure> {
        if figure != Figure::WonBy(0) {
            let message = format!("`objective` cannot be used with `{}`", figure.key());
            let fault = fault_at(self.key("objective"), message, "only for `won_by`");
            self.faults.push(fault);
            return None;
        }
        if !self.has("objective") && !self.fields.is_misspelt("objective") {
            let message = "an expectation about `won_by` has no `objective`";
            let fault = Fault::at(
                "scenario::missing-key",
                self.key("figure"),
                message,
                "`objective` is missing",
            );
            let help = "add `objective = 1`, the position in the side's `wins`; 0 is the last side standing";
            self.faults.push(fault.help(help));
        }
        self.fields.whole_as("objective").map(Figure::WonBy)
    }

    pub(super) fn quantile(&mut self, figure: Figure) -> Option<Figure> {
        if figure != Figure::Rounds {
            let message = format!("`quantile` cannot be used with `{}`", figure.key());
            let fault = fault_at(self.key("quantile"), message, "only for `rounds`");
            self.faults.push(fault);
            return None;
        }
        let (text, span) = self.fields.text("quantile")?;
        let whole = (1..100u8).find(|&percent| text.parse() == Ok(Percent::new(percent.into())));
        if whole.is_none() {
            let message =
                format!("a quantile must be a whole percentage from 1% to 99%, not `{text}`");
            let fault = fault_at(span, message, "in an expectation");
            self.faults.push(fault.help("write `quantile = \"90%\"`"));
        }
        Some(Figure::RoundsQuantile(whole?))
    }

    /// Returns the value of the key `by`, or 0 if it is missing.
    pub(super) fn gap(&mut self, figure: Figure) -> f64 {
        self.amount("by", figure.is_share()).unwrap_or(0.0)
    }

    /// Reads the amount at `key`: a share such as `45%` if `in_percent`, otherwise a number of at least 0.
    pub(super) fn amount(&mut self, key: &'static str, in_percent: bool) -> Option<f64> {
        let node = self.fields.node(key)?;
        let number = match node.value {
            #[expect(clippy::cast_precision_loss, reason = "bounds have few digits")]
            Value::Whole(number) => Some(number as f64),
            Value::Real(number) => Some(number),
            _ => None,
        };
        if in_percent {
            self.share(key, node, number)
        } else {
            self.count(key, node, number)
        }
    }

    pub(super) fn share(&self, key: &str, node: &Node, number: Option<f64>) -> Option<f64> {
        if let Some(number) = number {
            let percent = if number <= 1.0 {
                100.0 * number
            } else {
                number
            };
            let message = format!("`{key}` must be a percentage, not a plain number");
            let fault = Fault::at("scenario::type", node.span, message, "no percent sign");
            self.faults
                .push(fault.help(format!("write `{key} = \"{percent}%\"`")));
            return None;
        }
        let Some(text) = node.as_text() else {
            wrong_type(
                &format!("`{key}`"),
                node,
                "a percentage such as `45%`",
                "in an expectation",
                self.faults,
            );
            return None;
        };
        let read = text.parse::<Percent>().map_err(|error| error.to_string());
        let within = |percent: Percent| {
            let bounds = |bounds| format!("`{key}` must be {bounds}");
            percent
                .within(Percent::new(0)..=Percent::new(100))
                .map_err(bounds)
        };
        match read.and_then(within) {
            Ok(percent) => Some(percent.share()),
            Err(message) => {
                let fault = fault_at(node.span, message, "in an expectation");
                self.faults
                    .push(fault.help(format!("write `{key} = \"45%\"`")));
                None
            }
        }
    }

    pub(super) fn count(&self, key: &str, node: &Node, number: Option<f64>) -> Option<f64> {
        let Some(number) = number else {
            wrong_type(
                &format!("`{key}`"),
                node,
                "a number",
                "in an expectation",
                self.faults,
            );
            return None;
        };
        if !(number.is_finite() && number >= 0.0) {
            let message = format!("`{key}` must be 0 or more, not {number}");
            self.faults
                .push(fault_at(node.span, message, "out of range"));
            return None;
        }
        Some(number)
    }

    /// Reads a table at `key` that selects values on axes, such as `where`. The list is empty if the key is
    /// missing. Returns `None` if the table has faults.
    pub(super) fn chosen(&mut self, key: &'static str) -> Option<Vec<ChosenValues>> {
        if !self.has(key) {
            return Some(Vec::new());
        }
        let (table, span) = self.fields.table(key)?;
        if table.is_empty() {
            let message = format!("`{key}` is empty");
            let fault = fault_at(span, message, "selects no matchups");
            let help = if key == "where" {
                "remove `where` to select all matchups"
            } else {
                "name a value, as in `ratio_to = { AXIS = VALUE }`"
            };
            self.faults.push(fault.help(help));
            return None;
        }
        let mut all = Vec::new();
        let mut is_sound = true;
        for (name, entry) in table.iter() {
            let chosen = self.axis_named(name, entry.key).and_then(|axis| {
                let nodes = match &entry.node.value {
                    Value::List(list) => list.as_slice(),
                    _ => std::slice::from_ref(&entry.node),
                };
                if nodes.is_empty() {
                    let message = format!("the list of values of the axis `{name}` is empty");
                    let label = "selects no matchups";
                    self.faults.push(fault_at(entry.node.span, message, label));
                    return None;
                }
                let values = nodes.iter().map(|node| self.value_on(axis, node));
                let values: Vec<Option<String>> = values.collect();
                let values: Option<Vec<String>> = values.into_iter().collect();
                let axis = axis.name.clone();
                values.map(|values| ChosenValues { axis, values })
            });
            match chosen {
                Some(chosen) => all.push(chosen),
                None => is_sound = false,
            }
        }
        is_sound.then_some(all)
    }

    /// Returns the names of the axes at `key`, without repetition. Empty if the key is missing, `None` if it
    /// has faults.
    pub(super) fn axes(&mut self, key: &'static str) -> Option<Vec<String>> {
        if !self.has(key) {
            return Some(Vec::new());
        }
        let names = self.fields.text_or_texts(key)?;
        let found: Vec<_> = (names.into_iter())
            .map(|(name, span)| self.axis_named(name, span).map(|axis| axis.name.clone()))
            .collect();
        found.into_iter().collect()
    }

    /// Returns the `N` axes that the key `along` names. Without that key, returns the axes with more than one
    /// value, if there are exactly `N` of them.
    pub(super) fn along<const N: usize>(&mut self) -> Option<[&'r Axis; N]> {
        let place = self.place;
        if !self.has("along") {
            let varied = place.own.iter().filter(|axis| axis.values.len() > 1);
            let varied: Vec<&Axis> = varied.collect();
            let found = <[&Axis; N]>::try_from(varied).ok();
            if found.is_none() && place.are_sound {
                let message = "an expectation has no `along`";
                let fault = Fault::at(
                    "scenario::missing-key",
                    self.span,
                    message,
                    "`along` is missing",
                );
                let names: Vec<String> = (place.own.iter())
                    .map(|axis| format!("`{}`", axis.name))
                    .collect();
                self.faults.push(fault.help(match (names.as_slice(), N) {
                    ([], _) => "the scenario has no axes: add one with `[[vary]]`".to_owned(),
                    (names, 1) => format!("add `along` with the axis to compare along: {}", names.join(", ")),
                    (names, _) => format!(
                        "add `along` with the axis of the contenders and the axis of their opponents: {}",
                        names.join(", ")
                    ),
                }));
            }
            return found;
        }
        let names = self.axes("along")?;
        let axes = names
            .iter()
            .filter_map(|name| place.own.iter().find(|axis| axis.name == *name));
        let found = <[&Axis; N]>::try_from(axes.collect::<Vec<_>>()).ok();
        if found.is_none() {
            let span = self
                .fields
                .node("along")
                .map_or(self.span, |node| node.span);
            let (message, label) = match N {
                1 => ("`along` must be one axis here", "not one axis"),
                _ => (
                    "`along` must be two axes here: that of the contenders and that of their opponents",
                    "not two axes",
                ),
            };
            self.faults.push(fault_at(span, message, label));
        }
        found
    }

    /// Returns the axis called `name`. An unknown name is a fault at `span`.
    pub(super) fn axis_named(&self, name: &str, span: Span) -> Option<&'r Axis> {
        let own = self.place.own;
        let found = own.iter().find(|axis| axis.name == name);
        if found.is_none() && self.place.are_sound {
            let names = own.iter().map(|axis| axis.name.as_str());
            let place = "one of the axes in `[[vary]]`";
            self.faults
                .unknown("scenario::unknown-axis", "axis", name, span, names, place);
        }
        found
    }

    /// Returns the text that a value on `axis` has in tables. `node` is the label of that value, or the
    /// setting that the label stands for.
    pub(super) fn value_on(&self, axis: &Axis, node: &Node) -> Option<String> {
        let is_meant = |known: &Value| match (known, &node.value) {
            #[expect(clippy::cast_precision_loss, reason = "values on axes have few digits")]
            (Value::Whole(whole), Value::Real(real)) | (Value::Real(real), Value::Whole(whole)) => {
                (*whole as f64).total_cmp(real).is_eq()
            }
            (known, value) => known.is_like(value),
        };
        let labelled = |text: &str| axis.values.iter().find(|value| value.text == text);
        let found = (node.as_text().and_then(labelled))
            .or_else(|| axis.values.iter().find(|value| is_meant(&value.node.value)));
        if found.is_none() {
            let shown = match &node.value {
                Value::Text(text) => text.clone(),
                _ => self.faults.sources().slice(node.span).to_owned(),
            };
            let kind = format!("value of the axis `{}`", axis.name);
            let texts = axis.values.iter().map(|value| value.text.as_str());
            self.faults.unknown(
                "scenario::unknown-value",
                &kind,
                &shown,
                node.span,
                texts,
                "one of its values",
            );
        }
        found.map(|value| value.text.clone())
    }

    /// Returns the texts of the values of `axis` that are listed at `key`, without repetition.
    pub(super) fn contenders(&mut self, key: &'static str, axis: &Axis) -> Option<Vec<String>> {
        let (list, _) = self.fields.list(key)?;
        let read: Vec<(Option<String>, Span)> = list
            .iter()
            .map(|node| (self.value_on(axis, node), node.span))
            .collect();
        let mut found: Vec<String> = Vec::new();
        let mut is_sound = true;
        for (value, span) in read {
            match value {
                Some(value) if found.contains(&value) => {
                    let message = format!("`{key}` has `{value}` twice");
                    let label = "repeated";
                    self.faults
                        .note("scenario::duplicate", span, message, label);
                }
                Some(value) => found.push(value),
                None => is_sound = false,
            }
        }
        is_sound.then_some(found)
    }

    /// Reports an axis with only one value, since its values cannot be compared.
    pub(super) fn has_two(&self, axis: &Axis) {
        if axis.values.len() < 2 {
            let message = format!("the axis `{}` has only one value", axis.name);
            let label = "nothing to compare";
            self.faults.push(fault_at(self.span, message, label));
        }
    }
}
