//! Collects the faults of a scenario, so that all of them are shown together.
//!
//! A fault is a mistake in a scenario. Code that reads a part of the scenario reports faults here and
//! continues, so that an author sees all mistakes at once. A fault that several matchups have is reported
//! once.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::fmt::{self, Write as _};

use indexmap::IndexMap;
use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};

use super::excerpt::Excerpt;
use super::{Sources, Span};
use crate::suggest::help_for;
use crate::visible::visible;

/// The largest number of faults that are shown.
const SHOWN: usize = 50;

/// The number of faults that ends the search for more, because nobody would read them.
const MANY: usize = 1000;

/// A mistake in a scenario, with the texts that explain it to the author.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Fault {
    /// A stable name for this kind of mistake, such as `scenario::unknown-key`.
    pub code: &'static str,
    /// A description of the mistake: a fragment that begins in lower case.
    pub message: String,
    /// The source location of the mistake, if it has one.
    pub span: Option<Span>,
    /// A few words that are shown at the caret under the location.
    pub label: String,
    /// Advice on how to correct the mistake.
    pub help: Option<String>,
}

impl Fault {
    /// Creates a fault at a source location, without advice.
    pub fn at(
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> Self {
        Self {
            code,
            message: message.into(),
            span: Some(span),
            label: label.into(),
            help: None,
        }
    }

    /// Adds advice to the fault.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds advice to the fault, if `help` is not `None`.
    #[must_use]
    pub fn help_if(mut self, help: Option<String>) -> Self {
        self.help = help;
        self
    }
}

/// The faults of a scenario, and the source texts that they point into.
#[derive(Debug, Default)]
pub struct Faults {
    sources: Sources,
    found: RefCell<Box<IndexMap<FaultKey, Fault>>>,
    met: Cell<usize>,
    excused: RefCell<HashSet<Span>>,
    uses: RefCell<Box<Uses>>,
}

/// Identifies a fault by its code, source location and message. The label and the advice are not compared,
/// because they may differ between matchups, or between a row and the rows that inherit from it.
type FaultKey = (&'static str, Option<Span>, String);

/// The optional values of a scenario that had an effect in at least one matchup, and those that had none in
/// at least one. A value can be in both. See [`Faults::unless_used`].
#[derive(Debug, Default)]
struct Uses {
    used: HashSet<(Span, &'static str)>,
    unused: IndexMap<(Span, &'static str), Fault>,
}

impl Faults {
    /// Returns an empty collection of faults in these texts.
    pub fn new(sources: Sources) -> Self {
        Self {
            sources,
            found: RefCell::default(),
            met: Cell::default(),
            excused: RefCell::default(),
            uses: RefCell::default(),
        }
    }

    /// Returns the source texts that faults point into.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Returns the source texts, so that more of them can be added.
    pub fn sources_mut(&mut self) -> &mut Sources {
        &mut self.sources
    }

    /// Reports a fault. A fault with the same code, location and message is kept only once.
    pub fn push(&self, fault: Fault) {
        self.met.set(self.met.get() + 1);
        if (fault.span).is_some_and(|span| self.excused.borrow().contains(&span)) {
            return;
        }
        let told = (fault.code, fault.span, fault.message.clone());
        self.found.borrow_mut().entry(told).or_insert(fault);
    }

    /// Ignores all later faults at exactly the source location `place`, which is the header of a row. Such
    /// faults would only be consequences of another fault within the row.
    pub(super) fn excuse(&self, place: Span) {
        self.excused.borrow_mut().insert(place);
    }

    /// Reports a fault, unless another fault has exactly the same source location. In that case the new fault
    /// would only be a consequence of the other.
    pub(super) fn push_unless_told(&self, fault: Fault) {
        let is_told = |known: &Fault| known.span == fault.span && known.message != fault.message;
        if !self.are_many() && self.found.borrow().values().any(is_told) {
            self.met.set(self.met.get() + 1);
        } else {
            self.push(fault);
        }
    }

    /// Reports a fault without advice at a source location.
    pub fn note(
        &self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
    ) {
        self.push(Fault::at(code, span, message, label));
    }

    /// Records whether the value at `place` has an effect in the present matchup. If it has none in any
    /// matchup, [`Faults::settle`] reports `fault`.
    ///
    /// A value may have an effect in one matchup and none in another, since axes change other settings. A row
    /// may also have a value that only matters for a row that inherits it.
    pub fn unless_used(
        &self,
        (place, code): (Span, &'static str),
        is_used: bool,
        fault: impl FnOnce() -> Fault,
    ) {
        let mut uses = self.uses.borrow_mut();
        if is_used {
            uses.used.insert((place, code));
        } else {
            uses.unused.entry((place, code)).or_insert_with(fault);
        }
    }

    /// Reports the values that have no effect in any matchup, unless another fault has the same source
    /// location. Call this after all matchups have been checked.
    pub fn settle(&self) {
        let Uses { used, unused } = *self.uses.take();
        let wrong: HashSet<Option<Span>> = self
            .found
            .borrow()
            .values()
            .map(|fault| fault.span)
            .collect();
        for (place, fault) in unused {
            if !used.contains(&place) && !wrong.contains(&fault.span) {
                self.push(fault);
            }
        }
    }

    /// Returns whether a fault lies within the source location `place`.
    pub(super) fn has_in(&self, place: Span) -> bool {
        let found = self.found.borrow();
        let mut spans = found.values().filter_map(|fault| fault.span);
        spans.any(|span| place.holds(span))
    }

    /// Returns whether there are no faults.
    pub fn is_empty(&self) -> bool {
        self.found.borrow().is_empty()
    }

    /// Returns the number of faults that [`Faults::sorted`] returns.
    pub fn len(&self) -> usize {
        self.sorted().len()
    }

    /// Returns how many times a fault was reported, including repeated reports of the same fault. If this
    /// number grows while a part of the scenario is read, that part has faults, even if they were reported
    /// before.
    pub fn met(&self) -> usize {
        self.met.get()
    }

    /// Returns whether the number of faults is so high that further search is useless.
    pub fn are_many(&self) -> bool {
        self.found.borrow().len() >= MANY
    }

    /// Returns advice on an unknown name: the most similar known name, or all known names if there are only a
    /// few. Returns `None` if there are already many faults, because searching long lists for each of them
    /// takes too long.
    pub(super) fn help_for<'c>(
        &self,
        name: &str,
        known: impl IntoIterator<Item = &'c str>,
    ) -> Option<String> {
        if self.are_many() {
            return None;
        }
        help_for(name, known)
    }

    /// Returns all faults: first those without a source location, then the others in the order of texts and
    /// locations. If several numbers of the same range lie outside the limits of a field, they become one
    /// fault.
    pub fn sorted(&self) -> Vec<Fault> {
        let mut faults: Vec<Fault> = Vec::new();
        let mut outside: HashMap<(Span, String), (usize, usize)> = HashMap::new();
        for fault in self.found.borrow().values() {
            if let (Some(span), Some((allowed, _))) = (fault.span, out_of_range(fault)) {
                let place = (span, allowed.to_owned());
                let (_, count) = outside
                    .entry(place)
                    .and_modify(|(_, count)| *count += 1)
                    .or_insert((faults.len(), 1));
                if *count > 1 {
                    continue;
                }
            }
            faults.push(fault.clone());
        }
        for (at, count) in outside.into_values().filter(|&(_, count)| count > 1) {
            let more = count - 1;
            let which = if more == 1 { "value" } else { "values" };
            let _ = write!(faults[at].message, " or {more} more {which} of this range");
        }
        faults.sort_by_key(|fault| fault.span);
        faults
    }

    /// Reports an unknown name and suggests the most similar known one. `place` is a phrase such as `in the
    /// brp weapon table`.
    pub fn unknown<'c>(
        &self,
        code: &'static str,
        kind: &str,
        name: &str,
        span: Span,
        candidates: impl IntoIterator<Item = &'c str>,
        place: &str,
    ) {
        self.push(
            Fault::at(
                code,
                span,
                format!("there is no {kind} named `{name}`"),
                format!("not {place}"),
            )
            .help_if(self.help_for(name, candidates)),
        );
    }

    /// Returns the faults as text: each with its message, file, line, caret, code and advice. Only the first
    /// fifty faults are shown, followed by the number of the others. `width` is in columns.
    ///
    /// # Panics
    /// If a fault's span lies outside its text.
    pub fn render(&self, color: bool, width: usize) -> String {
        let theme = if color {
            GraphicalTheme::unicode()
        } else {
            GraphicalTheme::unicode_nocolor()
        };
        let handler = GraphicalReportHandler::new_themed(theme)
            .with_width(width)
            .with_links(false);
        let mut out = String::new();
        let all = self.sorted();
        for fault in all.iter().take(SHOWN).cloned() {
            let source = fault.span.map(|span| self.excerpt(span));
            let cell = fault.span.and_then(|span| self.in_sheet(span));
            let shown = Shown { fault, source };
            if !out.is_empty() {
                out.push('\n');
            }
            let mut report = String::new();
            handler
                .render_report(&mut report, &shown)
                .expect("a text takes every word, and spans lie in their texts");
            out += &match cell {
                Some((file, cell)) => with_cell(&report, &file, &cell),
                None => report,
            };
        }
        match all.len().saturating_sub(SHOWN) {
            0 => {}
            1 => out += "\nand one more fault\n",
            more => {
                let more = grouped(more);
                writeln!(out, "\nand {more} more faults").expect("a text takes every word");
            }
        }
        out
    }

    /// Returns the file name and a description of the cell, such as its row and column, if the location is in
    /// a sheet.
    fn in_sheet(&self, span: Span) -> Option<(String, String)> {
        let cell = self.sources.cell(span)?;
        let file = visible(self.sources.name(span.source)).into_owned();
        let sheet = match &cell.sheet {
            Some(sheet) => format!(", sheet {}", visible(sheet)),
            None => String::new(),
        };
        let place = format!("{file}{sheet}, row {}, column {}", cell.row, cell.column);
        Some((file, place))
    }

    fn excerpt(&self, span: Span) -> Excerpt {
        let (name, text) = (
            self.sources.name(span.source),
            self.sources.text(span.source),
        );
        Excerpt::new(name, text, span.start..span.end)
    }
}

/// Returns the limits of the field and the number outside of them, if this is a fault about a range.
fn out_of_range(fault: &Fault) -> Option<(&str, &str)> {
    let is_range = fault.code == "scenario::range";
    is_range.then(|| fault.message.rsplit_once(", not "))?
}

/// Returns the rendered fault `report` with the cell of a sheet in its header, in place of the line and
/// column.
fn with_cell(report: &str, file: &str, cell: &str) -> String {
    let head = format!("[{file}:");
    let found = report.split_once(&head);
    match found.and_then(|(before, rest)| Some((before, rest.split_once(']')?.1))) {
        Some((before, after)) => format!("{before}[{cell}]{after}"),
        None => report.to_owned(),
    }
}

/// Returns a number as text with thousands separators.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    String::from_utf8_lossy(&groups.join(&b',')).into_owned()
}

/// A fault in the form that the crate `miette` renders.
#[derive(Debug)]
struct Shown {
    fault: Fault,
    source: Option<Excerpt>,
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&visible(&self.fault.message))
    }
}

impl std::error::Error for Shown {}

impl Diagnostic for Shown {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.fault.code))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let help = self.fault.help.as_ref()?;
        Some(Box::new(visible(help)))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let place = self.source.as_ref()?.place();
        let label = visible(&self.fault.label).into_owned();
        let label = LabeledSpan::new(Some(label), place.start, place.len());
        Some(Box::new(std::iter::once(label)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Overrides;
    use super::super::testing::{DUEL, read};
    use super::*;

    /// Returns the faults of a duel where one side has `count` unknown keys.
    fn unknown_keys(count: usize) -> Faults {
        let mut text = DUEL.to_owned();
        for key in 0..count {
            writeln!(text, "fihgters{key} = 1").expect("a text takes every word");
        }
        read(&[("a.toml", &text)], &Overrides::default()).1
    }

    #[test]
    fn fifty_faults_are_shown_and_the_rest_is_counted() {
        for (count, rest) in [
            (50, "╰────\n  help: did you mean `fighters`?\n"),
            (51, "\n\nand one more fault\n"),
            (52, "\n\nand 2 more faults\n"),
            (40_000, "\n\nand 39,950 more faults\n"),
        ] {
            let faults = unknown_keys(count);
            assert_eq!(faults.len(), count);
            let shown = faults.render(false, 100);
            assert_eq!(shown.matches("did you mean `fighters`?").count(), 50);
            assert!(shown.contains("`fihgters49`") && !shown.contains("`fihgters50`"));
            assert!(shown.ends_with(rest), "{shown}");
        }
    }
}
