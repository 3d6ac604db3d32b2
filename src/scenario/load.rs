//! Putting a scenario together: files, overrides, axes.
//!
//! Order of rank, lowest first: the book's tables, includes, the file, `--set`, an axis' value.

use std::io;
use std::path::{Path, PathBuf};

use super::faults::suggestion;
use super::fields::wrong_type;
use super::files::{self, Files, Reader};
use super::merge::merge;
use super::overrides::{self, Setting};
use super::{
    Entry, Fault, Faults, Fields, Node, Overrides, Scenario, Span, Table, Value, axes, parse, run,
};

/// A book's tables by its name, in the format of an include.
pub type Library<'l> = &'l dyn Fn(&str) -> Option<&'static str>;

/// Most matchups of a scenario.
const MOST_MATCHUPS: usize = 10_000;

/// Keys that say something of the whole scenario and have no place in an include.
const SCENARIO_ONLY: [&str; 7] = [
    "ruleset", "title", "run", "options", "field", "sides", "vary",
];

/// Keys that an include may have as well.
const SHARED: [&str; 3] = ["include", "combatants", "policies"];

impl Scenario {
    /// Reads a scenario file, everything it includes, and what the command line changes. The [`Faults`] that come
    /// with it are empty and hold the texts, ready for what a ruleset finds wrong.
    ///
    /// A ruleset's faults are found only where there are none here; [`Scenario::survey`] finds both at once.
    ///
    /// # Errors
    /// Every fault.
    pub fn load(
        path: &Path,
        overrides: &Overrides,
        library: Library,
        rulesets: &[&str],
    ) -> Result<(Self, Faults), Faults> {
        match Self::survey(path, overrides, library, rulesets) {
            (Some(scenario), faults) if faults.is_empty() => Ok((scenario, faults)),
            (_, faults) => Err(faults),
        }
    }

    /// Reads as much of a scenario as can be made sense of, so that a ruleset can look for more faults in it. With
    /// any faults it must not be played. There is none where no ruleset could make use of it: a file is missing or
    /// no TOML, or the ruleset is unknown.
    pub fn survey(
        path: &Path,
        overrides: &Overrides,
        library: Library,
        rulesets: &[&str],
    ) -> (Option<Self>, Faults) {
        survey(path, overrides, library, rulesets, &files::from_disk)
    }

    /// [`Scenario::survey`] over texts in memory, each with its path: the scenario, then what it may include.
    ///
    /// ```
    /// use skirmish::scenario::{Overrides, Scenario};
    ///
    /// let text = r#"
    ///     ruleset = "brp"
    ///     [combatants.guard]
    ///     [[sides]]
    ///     name = "left"
    ///     fighters = [{ combatant = "guard" }]
    ///     [[sides]]
    ///     name = "right"
    ///     fighters = [{ combatant = "gaurd" }]
    /// "#;
    /// let library = |_: &str| Some("[weapons]");
    /// let (_, faults) =
    ///     Scenario::parse(&[("duel.toml", text)], &Overrides::default(), &library, &["brp"]);
    /// assert_eq!(faults.len(), 1);
    /// assert!(faults.render(false, 80).contains("did you mean `guard`?"));
    /// ```
    ///
    /// # Panics
    /// Without any text.
    pub fn parse(
        texts: &[(&str, &str)],
        overrides: &Overrides,
        library: Library,
        rulesets: &[&str],
    ) -> (Option<Self>, Faults) {
        let reader = |path: &Path| -> io::Result<(PathBuf, String)> {
            let found = texts
                .iter()
                .find(|(name, _)| files::plain(Path::new(name)) == files::plain(path));
            let (_, text) = found.ok_or(io::ErrorKind::NotFound)?;
            Ok((files::plain(path), (*text).to_owned()))
        };
        let path = Path::new(texts[0].0);
        survey(path, overrides, library, rulesets, &reader)
    }
}

fn survey(
    path: &Path,
    overrides: &Overrides,
    library: Library,
    rulesets: &[&str],
    reader: Reader,
) -> (Option<Scenario>, Faults) {
    let mut faults = Faults::default();
    let files = files::read(path, reader, &mut faults);
    let settings = overrides::settings(&overrides.set, &mut faults);
    let variations = overrides::variations(&overrides.vary, &mut faults);
    let Some(root) = files.read.last().filter(|_| files.sound) else {
        return (None, faults);
    };
    let start = Span {
        source: root.source,
        start: 0,
        end: 0,
    };

    let ruleset = ruleset(&root.table, start, &settings, library, rulesets, &faults);
    let mut tree = Table::default();
    if let Some((name, _, tables)) = &ruleset {
        let name = format!("the {name} tables");
        let source = faults.sources_mut().add(name, *tables);
        tree = parse::document(source, &faults).0;
    }
    let book: Vec<String> = tree.keys().map(str::to_owned).collect();
    let known = ruleset.is_some().then_some(book.as_slice());

    lay_files(&mut tree, &files, &faults);
    misplaced(&files, &faults);
    for Setting { path, value } in &settings {
        path.set(&mut tree, value, &faults);
    }
    if tree.get("run").is_none() {
        tree.insert("run", empty(start));
    }
    let mut run_entry = tree.entry("run").cloned().unwrap_or_else(|| empty(start));
    if let Value::Table(table) = &mut run_entry.node.value {
        run::flags(overrides, table, &mut faults);
    }
    tree.insert("run", run_entry);
    check_top(&tree, known, &faults);

    let vary = tree.remove("vary");
    tree.remove("include");
    let axes = axes::read(vary.as_ref().map(|v| &v.node), &variations, &faults);
    let matchups = axes
        .iter()
        .try_fold(1usize, |n, axis| n.checked_mul(axis.values.len()))
        .unwrap_or(usize::MAX);
    if matchups > MOST_MATCHUPS {
        let span = axes.last().map_or(start, |axis| axis.span);
        let message = format!("the axes make more than {MOST_MATCHUPS} matchups");
        let label = "with this axis";
        faults.push(Fault::at("scenario::too-many", span, message, label));
        return (None, faults);
    }

    let mut top = Fields::new(&tree, start, "the scenario", &faults);
    let title = top.text("title").map(|(title, _)| title.to_owned());
    let run = match top.node("run") {
        Some(Node {
            value: Value::Table(table),
            span,
        }) => run::settings(table, *span, &faults),
        _ => super::RunSettings::default(),
    };
    let name = path.file_stem().unwrap_or(path.as_os_str());
    let scenario = ruleset.map(|(ruleset, ruleset_span, _)| Scenario {
        name: name.to_string_lossy().into_owned(),
        title,
        ruleset,
        ruleset_span,
        run,
        axes,
        digests: files.digests.clone(),
        start,
        tree,
    });
    if let Some(scenario) = &scenario {
        scenario.matchup(0, &faults);
    }
    (scenario, faults)
}

fn empty(span: Span) -> Entry {
    let value = Value::Table(Table::default());
    Entry {
        key: span,
        node: Node { value, span },
    }
}

/// The book's name, where it is named, and its tables.
fn ruleset(
    root: &Table,
    start: Span,
    settings: &[Setting],
    library: Library,
    rulesets: &[&str],
    faults: &Faults,
) -> Option<(String, Span, &'static str)> {
    let set = settings
        .iter()
        .rfind(|setting| setting.path.is_root() && setting.path.root() == "ruleset");
    let mut table = root.clone();
    if let Some(setting) = set {
        setting.path.set(&mut table, &setting.value, faults);
    }
    let mut top = Fields::new(&table, start, "the scenario", faults);
    if table.get("ruleset").is_none() {
        let missing = Fault::at(
            "scenario::missing-key",
            start,
            "the scenario has no `ruleset`",
            "`ruleset` is missing",
        );
        let names: Vec<String> = rulesets.iter().map(|name| format!("`{name}`")).collect();
        faults.push(missing.help(format!("add `ruleset = \"…\"`: {}", names.join(", "))));
    }
    let (name, span) = top.text("ruleset")?;
    let Some(tables) = library(name) else {
        let place = "among the rulebooks";
        let rulesets = rulesets.iter().copied();
        faults.unknown(
            "scenario::unknown-ruleset",
            "ruleset",
            name,
            span,
            rulesets,
            place,
        );
        return None;
    };
    Some((name.to_owned(), span, tables))
}

/// Lays every file over the book's tables, included ones first. A file outranks the book and what it includes.
fn lay_files(tree: &mut Table, files: &Files, faults: &Faults) {
    let strangers: Vec<_> = files.read.iter().map(|file| file.source).collect();
    for file in &files.read {
        let outranks = |source| !strangers.contains(&source) || file.below.contains(&source);
        let is_root = file.source == strangers[strangers.len() - 1];
        let mut table = file.table.clone();
        table.remove("include");
        if !is_root {
            for key in SCENARIO_ONLY {
                table.remove(key);
            }
        }
        merge(tree, &table, &outranks, faults);
    }
}

/// Notes what an include has no business to say.
fn misplaced(files: &Files, faults: &Faults) {
    let Some((_, includes)) = files.read.split_last() else {
        return;
    };
    for file in includes {
        for key in SCENARIO_ONLY {
            if let Some(entry) = file.table.entry(key) {
                faults.push(Fault::at(
                    "scenario::misplaced",
                    entry.key,
                    format!("`{key}` belongs in the scenario itself"),
                    "this file is included",
                ));
            }
        }
    }
}

/// Checks the keys of the whole tree. Without a book, its tables are not known and any table may be one.
fn check_top(tree: &Table, book: Option<&[String]>, faults: &Faults) {
    for (key, entry) in tree.iter() {
        let is_table = entry.node.as_table().is_some();
        let fixed = SCENARIO_ONLY.contains(&key) || SHARED.contains(&key);
        let of_book = book.map_or(is_table, |book| book.iter().any(|table| table == key));
        if !fixed && !of_book {
            let book = book.into_iter().flatten().map(String::as_str);
            let known: Vec<&str> = SCENARIO_ONLY
                .into_iter()
                .chain(SHARED)
                .chain(book)
                .collect();
            faults.push(
                Fault::at(
                    "scenario::unknown-key",
                    entry.key,
                    format!("a scenario has no `{key}`"),
                    "unknown key",
                )
                .help_if(suggestion(key, &known)),
            );
        }
        let of_tables = ["combatants", "policies"].contains(&key);
        if !is_table && (of_tables || of_book || ["run", "options", "field"].contains(&key)) {
            let called = format!("`{key}`");
            wrong_type(&called, &entry.node, "a table", "not a table", faults);
        }
        if of_tables && let Some(table) = entry.node.as_table() {
            for (name, entry) in table.iter().filter(|(_, e)| e.node.as_table().is_none()) {
                let called = format!("`{key}.{name}`");
                wrong_type(&called, &entry.node, "a table", "not a table", faults);
            }
        }
    }
}
