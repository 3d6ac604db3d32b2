//! Fights of a day that other scenarios describe: entries of `[[day]]` with `file = "ambush.toml"`.
//!
//! The sides that such an entry names are copied from the other file into the scenario, with the rows that
//! they need: their stat blocks, policies, weapons and so on. The first side of the other file is left out.
//! In its place, the first side of this scenario fights, which goes through the day and is called the people.
//! The rest of the file, such as its axes, has no effect.

use std::collections::HashSet;
use std::path::Path;

use super::files::{Files, plain};
use super::load::lay_files;
use super::spec::FieldSpec;
use super::{DAY, Entry, Fault, Faults, Fields, Node, Span, Table, Value, top};

const CODE: &str = "scenario::day";

/// The tables that hold for all fights of a day, so that both files have to agree on them.
const COMMON: [&str; 3] = ["options", "rules", "field"];

/// Returns whether an entry of `[[day]]` names a file whose sides were not copied, because there is a fault.
pub(super) fn lacks_sides(tree: &Table, faults: &Faults) -> bool {
    let stages = tree.get("day").and_then(Node::as_list).unwrap_or_default();
    let mut stages = stages.iter().filter_map(Node::as_table);
    faults.met() > 0 && stages.any(|stage| stage.get("file").is_some())
}

/// The parts of a rulebook that another scenario is read with.
pub(super) struct Rulebook<'b> {
    /// The name of the rulebook.
    name: &'b str,
    /// The tables of the rulebook.
    tree: &'b Table,
    /// The specifications of the keys at the top of its scenarios.
    keys: &'b [FieldSpec],
}

impl<'b> Rulebook<'b> {
    pub(super) fn new(name: &'b str, tree: &'b Table, keys: &'b [FieldSpec]) -> Self {
        Self { name, tree, keys }
    }
}

/// Copies the sides of the entries of `[[day]]` that name a file into `tree`, with the rows that the sides
/// need. Removes the key `file` from these entries unless there is a fault.
pub(super) fn lay(tree: &mut Table, files: &Files, book: &Rulebook<'_>, faults: &Faults) {
    let Some(day) = tree.get("day") else {
        return;
    };
    let Value::List(stages) = &day.value else {
        return;
    };
    let mut stages = stages.clone();
    for node in &mut stages {
        let Value::Table(stage) = &mut node.value else {
            continue;
        };
        let Some(file) = stage.get("file").cloned() else {
            continue;
        };
        if stage.get("rest").is_some() {
            let message = "`file` is a key of fights";
            let fault = Fault::at(CODE, file.span, message, "this stage is a rest");
            faults.push(fault.help("remove `file`"));
            continue;
        }
        let whole = stage.clone();
        let mut fields = Fields::new(&whole, node.span, "a stage of the day", DAY, faults);
        let Some((path, _)) = fields.text("file") else {
            continue;
        };
        let found = files
            .days
            .iter()
            .find(|(known, _)| *known == plain(Path::new(path)));
        // The faults of a file that cannot be read have been reported already.
        let Some((_, others)) = found.filter(|(_, others)| others.sound) else {
            continue;
        };
        let mut copy = Copy {
            other: other_tree(others, book, faults),
            path,
            span: file.span,
            faults,
        };
        if copy.agrees(tree, book) && copy.sides(tree, stage) {
            stage.remove("file");
        }
    }
    if let Some(entry) = tree.entry_mut("day") {
        entry.node.value = Value::List(stages);
    }
}

/// Returns the settings of another scenario, merged over the tables of the rulebook.
fn other_tree(files: &Files, book: &Rulebook<'_>, faults: &Faults) -> Table {
    let mut tree = book.tree.clone();
    lay_files(&mut tree, files, Some(book.keys), faults);
    top::misplaced(files, faults);
    let known: Vec<String> = book.tree.keys().map(str::to_owned).collect();
    top::check(&tree, Some(&known), faults);
    tree
}

/// One entry of `[[day]]`, and the file that it names.
struct Copy<'c> {
    /// The tree of the other scenario.
    other: Table,
    /// The path of the other scenario, as written.
    path: &'c str,
    /// The source location of that path.
    span: Span,
    faults: &'c Faults,
}

impl Copy<'_> {
    fn fault(&self, span: Span, message: String, label: &str, help: &str) {
        let fault = Fault::at(CODE, span, message, label);
        self.faults.push(fault.help(help));
    }

    /// Returns whether the other file has the rulebook of `tree`, and has the same settings in its tables
    /// `options`, `rules` and `field`. Reports a fault if not.
    fn agrees(&self, tree: &Table, book: &Rulebook<'_>) -> bool {
        let path = self.path;
        let ruleset = self.other.get("ruleset").and_then(Node::as_text);
        if ruleset != Some(book.name) {
            let message = format!("`{path}` is not a scenario of `{}`", book.name);
            let help = "all fights of a day must use the same rulebook";
            self.fault(self.span, message, "another rulebook", help);
            return false;
        }
        let mut agrees = true;
        for key in COMMON {
            let Some(theirs) = self.other.get(key).and_then(Node::as_table) else {
                continue;
            };
            let ours = tree.get(key).and_then(Node::as_table);
            if let Some(at) = difference(ours, theirs, key == "field") {
                agrees = false;
                let message =
                    format!("`{path}` and this scenario have different values of `{key}.{at}`");
                let help = match key {
                    "field" => {
                        "all fights of a day are on the same battlefield: make `field` equal in both files"
                    }
                    _ => {
                        "all fights of a day have the same rules: use the same value in both files"
                    }
                };
                self.fault(self.span, message, "differs from this scenario", help);
            }
        }
        agrees
    }

    /// Copies the sides that `stage` names, or all sides but the first if it names none. Returns whether they
    /// were found.
    fn sides(&mut self, tree: &mut Table, stage: &mut Table) -> bool {
        let theirs = self.other.get("sides").and_then(Node::as_list);
        let theirs = theirs.unwrap_or_default().to_vec();
        let unnamed = theirs.iter().filter(|side| name_of(side).is_none());
        let spans: Vec<Span> = unnamed.map(|side| side.span).collect();
        for span in &spans {
            self.fault(
                *span,
                "a side has no name".to_owned(),
                "side without a name",
                "add `name = \"…\"`",
            );
        }
        if !spans.is_empty() {
            return false;
        }
        let others: Vec<&str> = theirs.iter().skip(1).filter_map(name_of).collect();
        if others.is_empty() {
            let message = format!(
                "`{}` has only one side, so there is no side to fight",
                self.path
            );
            self.fault(self.span, message, "no side to fight", "name another file");
            return false;
        }
        if stage.get("fight").is_none() {
            let names = others.iter().map(|&name| Node {
                value: Value::Text(name.to_owned()),
                span: self.span,
            });
            let fight = Node {
                value: Value::List(names.collect()),
                span: self.span,
            };
            stage.insert("fight", entry(fight));
        }
        let names = stage.get("fight").map(names_in).unwrap_or_default();
        let people = [
            theirs.first(),
            tree.get("sides")
                .and_then(Node::as_list)
                .and_then(<[_]>::first),
        ];
        let people = people.map(|side| side.and_then(name_of).unwrap_or_default().to_owned());
        let mut is_known = true;
        for (name, span) in names {
            let Some(mut side) = theirs
                .iter()
                .skip(1)
                .find(|side| name_of(side) == Some(&name))
                .cloned()
            else {
                let place = format!("a side to fight in `{}`", self.path);
                self.faults
                    .unknown(CODE, "side", &name, span, others.iter().copied(), &place);
                is_known = false;
                continue;
            };
            rename(&mut side, &people);
            let Some(ours) = tree.entry_mut("sides") else {
                return false;
            };
            let Value::List(ours) = &mut ours.node.value else {
                return false;
            };
            match ours.iter().find(|known| name_of(known) == Some(&name)) {
                // An earlier entry of the day has the same file, and this side was copied then.
                Some(known) if known.span == side.span => continue,
                Some(_) => {
                    let message = format!("both files have a side `{name}`");
                    let help = format!("rename it here or in `{}`", self.path);
                    self.fault(span, message, "side with this name", &help);
                    is_known = false;
                    continue;
                }
                None => ours.push(side.clone()),
            }
            self.rows(tree, &side);
        }
        is_known
    }

    /// Copies the rows of the other file that a side needs: rows that the side mentions, and rows that those
    /// rows mention. A row of the same name and table that differs in the two files is a fault.
    fn rows(&self, tree: &mut Table, side: &Node) {
        let mut words = HashSet::from(["default".to_owned()]);
        mentions(side, &mut words);
        let mut seen = HashSet::new();
        loop {
            let before = seen.len();
            for (table, entry) in self.other.iter() {
                let Some(rows) = entry.node.as_table().filter(|_| !is_of_scenario(table)) else {
                    continue;
                };
                for (name, row) in rows.iter() {
                    if words.contains(name) && seen.insert((table, name)) {
                        mentions(&row.node, &mut words);
                        self.row(tree, (table, entry), (name, row));
                    }
                }
            }
            if seen.len() == before {
                return;
            }
        }
    }

    /// Copies one row of a table, unless the scenario has the same row.
    fn row(&self, tree: &mut Table, (table, whole): (&str, &Entry), (name, row): (&str, &Entry)) {
        if tree.get(table).is_none() {
            let empty = Node {
                value: Value::Table(Table::default()),
                span: whole.node.span,
            };
            tree.insert(table, entry(empty));
        }
        let Some(Value::Table(rows)) = tree.entry_mut(table).map(|entry| &mut entry.node.value)
        else {
            return;
        };
        match rows.get(name) {
            None => rows.insert(name, row.clone()),
            Some(known) if known.value.is_like(&row.node.value) => {}
            Some(_) => {
                let message = format!(
                    "`{table}.{name}` is different in `{}` and in this scenario",
                    self.path
                );
                let help =
                    format!("rename `{name}` in one of the files, so that the day can use both");
                self.fault(row.key, message, "needed for a fight of the day", &help);
            }
        }
    }
}

/// Returns whether `key`, at the top of a scenario, has no rows that a side can need. This is the case for
/// `include`, `rules`, and all keys that included files must not have.
fn is_of_scenario(key: &str) -> bool {
    key == "include" || key == "rules" || top::scenario_only().any(|own| own == key)
}

fn entry(node: Node) -> Entry {
    Entry {
        key: node.span,
        node,
        layer: 0,
    }
}

/// Returns the name of a side.
fn name_of(side: &Node) -> Option<&str> {
    side.as_table()?.get("name")?.as_text()
}

/// Returns the texts of a text or a list, with their source locations.
fn names_in(node: &Node) -> Vec<(String, Span)> {
    let one = std::slice::from_ref(node);
    let all = node.as_list().unwrap_or(one);
    let text = |node: &Node| Some((node.as_text()?.to_owned(), node.span));
    all.iter().filter_map(text).collect()
}

/// Returns the path of the first value of `theirs` that `ours` lacks or has with another content. If `whole`
/// is true, a value that only `ours` has counts as a difference too. Returns `None` if both agree.
fn difference(ours: Option<&Table>, theirs: &Table, whole: bool) -> Option<String> {
    for (key, entry) in theirs.iter() {
        let own = ours.and_then(|ours| ours.get(key));
        if let Some(theirs) = entry.node.as_table() {
            let own = own.and_then(Node::as_table);
            if let Some(at) = difference(own, theirs, whole) {
                return Some(format!("{key}.{at}"));
            }
        } else if own.is_none_or(|own| !own.value.is_like(&entry.node.value)) {
            return Some(key.to_owned());
        }
    }
    let mut extra = ours.into_iter().flat_map(Table::keys);
    let extra = extra.find(|&key| whole && theirs.get(key).is_none())?;
    Some(extra.to_owned())
}

/// Adds the words of all texts in a value to `words`: a text as a whole, and each name in it, because the
/// lines of a policy contain names. Keys are words, too: some tables have names of rows as keys.
fn mentions(node: &Node, words: &mut HashSet<String>) {
    match &node.value {
        Value::Text(text) => {
            words.insert(text.clone());
            let is_part = |letter: char| letter.is_alphanumeric() || "_-".contains(letter);
            let names = text.split(|letter| !is_part(letter));
            words.extend(names.filter(|name| !name.is_empty()).map(str::to_owned));
        }
        Value::List(list) => list.iter().for_each(|node| mentions(node, words)),
        Value::Table(table) => {
            for (key, entry) in table.iter() {
                words.insert(key.to_owned());
                mentions(&entry.node, words);
            }
        }
        Value::Truth(_) | Value::Whole(_) | Value::Real(_) => {}
    }
}

/// Replaces the name `from` by `to` wherever it is a whole text in the entry of a side, such as in `allies`
/// or in the `out` of an objective. `from` is the first side of the other file, and `to` that of this
/// scenario.
fn rename(side: &mut Node, [from, to]: &[String; 2]) {
    match &mut side.value {
        Value::Text(text) if text == from => text.clone_from(to),
        Value::List(list) => list
            .iter_mut()
            .for_each(|node| rename(node, &[from.clone(), to.clone()])),
        Value::Table(table) => {
            let keys: Vec<String> = table
                .keys()
                .filter(|&key| key != "name")
                .map(str::to_owned)
                .collect();
            for key in keys {
                let entry = table.entry_mut(&key).expect("it is a key of the table");
                rename(&mut entry.node, &[from.clone(), to.clone()]);
            }
        }
        _ => {}
    }
}
