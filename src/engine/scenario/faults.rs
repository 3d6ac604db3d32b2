//! Collects all faults of a scenario before any of them is shown.
//!
//! Code that reads a part of the scenario reports faults and continues, so that one look at the output is enough to
//! repair the file. The same fault in many matchups is reported once.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::fmt::{self, Write as _};

use indexmap::IndexMap;
use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};

use super::excerpt::Excerpt;
use super::{Sources, Span};
use crate::suggest::help_for;
use crate::visible::visible;

/// Most faults that are shown.
const SHOWN: usize = 50;

/// Number of faults that makes further search useless.
const MANY: usize = 1000;

/// One fault.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Fault {
    /// A stable name: `scenario::unknown-key`.
    pub code: &'static str,
    /// The mistake: a lower-case fragment.
    pub message: String,
    /// Its place.
    pub span: Option<Span>,
    /// A few words at the caret.
    pub label: String,
    /// Advice.
    pub help: Option<String>,
}

impl Fault {
    /// Creates a fault at a place.
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

    /// Adds advice, if there is any.
    #[must_use]
    pub fn help_if(mut self, help: Option<String>) -> Self {
        self.help = help;
        self
    }
}

/// Faults of a scenario, and the texts that it was read from.
#[derive(Debug, Default)]
pub struct Faults {
    sources: Sources,
    found: RefCell<Box<IndexMap<FaultKey, Fault>>>,
    met: Cell<usize>,
    excused: RefCell<HashSet<Span>>,
    uses: RefCell<Box<Uses>>,
}

/// The identity of a fault: its code, its place and its message. The label and the advice may differ between
/// matchups, or between a row and those that inherit from it.
type FaultKey = (&'static str, Option<Span>, String);

/// Keys that some matchup uses, and keys that were found to be unused.
#[derive(Debug, Default)]
struct Uses {
    used: HashSet<(Span, &'static str)>,
    unused: IndexMap<(Span, &'static str), Fault>,
}

impl Faults {
    /// An empty collection for these texts.
    pub fn new(sources: Sources) -> Self {
        Self {
            sources,
            found: RefCell::default(),
            met: Cell::default(),
            excused: RefCell::default(),
            uses: RefCell::default(),
        }
    }

    /// The texts that faults point into.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The texts, to add another.
    pub fn sources_mut(&mut self) -> &mut Sources {
        &mut self.sources
    }

    /// Reports a fault; equal faults are kept once.
    pub fn push(&self, fault: Fault) {
        self.met.set(self.met.get() + 1);
        if (fault.span).is_some_and(|span| self.excused.borrow().contains(&span)) {
            return;
        }
        let told = (fault.code, fault.span, fault.message.clone());
        self.found.borrow_mut().entry(told).or_insert(fault);
    }

    /// Ignores later faults at exactly this place, a row's header: they would only be consequences of another fault
    /// within the row.
    pub(super) fn excuse(&self, place: Span) {
        self.excused.borrow_mut().insert(place);
    }

    /// Reports a fault, unless there is already one at exactly the same place, as it would only be a
    /// consequence.
    pub(super) fn push_unless_told(&self, fault: Fault) {
        let is_told = |known: &Fault| known.span == fault.span && known.message != fault.message;
        if !self.are_many() && self.found.borrow().values().any(is_told) {
            self.met.set(self.met.get() + 1);
        } else {
            self.push(fault);
        }
    }

    /// Reports a fault at a place.
    pub fn note(
        &self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
    ) {
        self.push(Fault::at(code, span, message, label));
    }

    /// Records whether the value at a place is used. A value that is used nowhere becomes this fault, with this code,
    /// when [`Faults::settle`] is called: a value may be unused in one matchup and used in another, as axes differ,
    /// and a row may inherit a value that only the other row uses.
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

    /// Reports the values that were used nowhere, unless they have another fault. Call this after all matchups have
    /// been checked.
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

    /// Returns whether there is a fault within a place.
    pub(super) fn has_in(&self, place: Span) -> bool {
        let found = self.found.borrow();
        let mut spans = found.values().filter_map(|fault| fault.span);
        spans.any(|span| place.holds(span))
    }

    /// Returns whether there are no faults.
    pub fn is_empty(&self) -> bool {
        self.found.borrow().is_empty()
    }

    /// The number of faults, as [`Faults::sorted`] returns them.
    pub fn len(&self) -> usize {
        self.sorted().len()
    }

    /// The number of reports, including repeated ones. A reader compares it before and after to learn whether a part
    /// has faults, even if another matchup had the same ones.
    pub fn met(&self) -> usize {
        self.met.get()
    }

    /// Returns whether there are enough faults to make further search useless.
    pub fn are_many(&self) -> bool {
        self.found.borrow().len() >= MANY
    }

    /// Help on an unknown name: the nearest known one, otherwise all of them if they are few. `None` if there are
    /// already many faults, as searching long lists for each of them would take long.
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

    /// All faults: those without a place first, then in order of text and place. Numbers of one range that are all
    /// outside of what a field allows are one fault.
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

    /// Reports an unknown name, with the nearest known one; `place` is a phrase such as `in the brp weapon table`.
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
                format!("no {kind} called `{name}`"),
                format!("not {place}"),
            )
            .help_if(self.help_for(name, candidates)),
        );
    }

    /// The faults as text: message, file, line, caret, code and help. Faults after the first fifty are only counted.
    /// `width` is in columns.
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

    /// The file of a place in a sheet, and the place in words.
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

/// The range that a field allows, and the number outside of it.
fn out_of_range(fault: &Fault) -> Option<(&str, &str)> {
    let is_range = fault.code == "scenario::range";
    is_range.then(|| fault.message.rsplit_once(", not "))?
}

/// A drawn fault with the cell of a sheet as its place, instead of a line and a column.
fn with_cell(report: &str, file: &str, cell: &str) -> String {
    let head = format!("[{file}:");
    let found = report.split_once(&head);
    match found.and_then(|(before, rest)| Some((before, rest.split_once(']')?.1))) {
        Some((before, after)) => format!("{before}[{cell}]{after}"),
        None => report.to_owned(),
    }
}

/// A number with thousands separators.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    String::from_utf8_lossy(&groups.join(&b',')).into_owned()
}

/// A fault as miette draws it.
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

    /// The faults of a duel with this number of unknown keys in one of its sides.
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
