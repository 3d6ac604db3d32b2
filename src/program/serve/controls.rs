//! Lists every value of a scenario that can be changed on the page, with the values that it may have.
//!
//! The rows of the book's fields, which `skirmish rules BOOK --fields` prints, say what a key means and which
//! values it may have. The tree of the chosen matchup says which keys the scenario has. If a book gets a new
//! key, the page therefore has a control for it without further code.

use std::collections::HashSet;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::desk::{Desk, Draft};
use super::faults;
use crate::frame::rules::RULES;
use crate::frame::{Allowed, BookInfo, OptionSpec};
use crate::rules;
use crate::scenario::spec::{FieldKind, FieldSpec, Unsaid};
use crate::scenario::{Axis, Node, Scenario, Table, Value};
use crate::session::values;

/// Maximum number of controls on the page.
const MOST: usize = 12_000;

/// Top-level keys without controls. Other parts of the page show them, or they have no value to change.
const ELSEWHERE: [&str; 7] = [
    "ruleset", "title", "include", "vary", "expect", "policies", "options",
];

/// Keys of `[run]` without controls, because the page chooses their values itself.
const OF_THE_PAGE: [&str; 2] = ["fights", "precision"];

/// A request for the controls of a draft (an edited version of a scenario).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    draft: Draft,
    #[serde(default)]
    matchup: usize,
}

/// A value that can be changed on the page, with what its control needs.
#[derive(Debug, Serialize)]
struct Control {
    path: String,
    /// The table that contains the value, such as `combatants.guard`.
    group: String,
    /// The value's path within this table.
    key: String,
    /// Index, in the list of rows, of the [`ValueSpec`] that describes the possible values.
    row: usize,
    /// The value. Null if the scenario does not set it.
    value: Json,
    /// How relevant the value is to the scenario, from 0 to 3. 0: the scenario's own file sets the value. 1:
    /// it belongs to a fighter of the matchup. 2: it belongs to a row of another table that such a fighter
    /// uses. 3: it is another value of the book.
    tier: u8,
    /// Name of the axis that varies the value, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    axis: Option<String>,
}

/// The values that a key may have, and what the key means.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
struct ValueSpec {
    doc: String,
    clause: &'static str,
    /// One of `whole`, `scaled`, `number`, `dice`, `truth`, `word`, `text` and `option`.
    kind: &'static str,
    unit: &'static str,
    /// The default of the value, in words.
    unsaid: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    most: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<String>,
    /// The words that the value may be, each with its meaning. A meaning may be empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    words: Vec<(String, String)>,
    /// Whether the value may also be a text other than these words.
    open: bool,
}

/// Returns the text of a draft, together with the controls for its values or with its faults.
pub(super) fn describe(desk: &Desk, ask: &Request) -> Result<Json, String> {
    let served = desk.served(&ask.draft)?;
    let saved = served.text().map_err(|error| error.to_string());
    let text = match (&ask.draft.text, &saved) {
        (Some(text), _) | (None, Ok(text)) => text.clone(),
        (None, Err(_)) => String::new(),
    };
    let mut answer = json!({
        "text": text,
        "saved": saved.as_ref().ok(),
        "error": saved.as_ref().err(),
    });
    let (scenario, faults) = served.survey(&ask.draft);
    let found = scenario.filter(|_| faults.is_empty()).and_then(|scenario| {
        let matchup =
            scenario.matchup(ask.matchup.min(scenario.len().saturating_sub(1)), &faults)?;
        Some((scenario, matchup.tree))
    });
    match found {
        Some((scenario, tree)) => {
            let mut controls = Controls::new(&scenario, &tree);
            controls.gather();
            let rows: Vec<&ValueSpec> = controls.rows.keys().collect();
            answer["controls"] = json!(controls.all);
            answer["rows"] = json!(rows);
        }
        None => answer["faults"] = faults::faults(served, &ask.draft, &faults),
    }
    Ok(answer)
}

struct Controls<'s> {
    scenario: &'s Scenario,
    book: &'static BookInfo,
    tree: &'s Table,
    axes: Vec<(String, String)>,
    /// Names of the stat blocks that fight in the matchup.
    fielded: HashSet<String>,
    /// All texts in these stat blocks. Some of them are the names of rows in other tables.
    named: HashSet<String>,
    rows: IndexMap<ValueSpec, ()>,
    all: Vec<Control>,
}

/// The path of a value in the scenario, with the group, the key and the tier of its control ([`Control`]).
#[derive(Clone)]
struct ValuePath {
    path: String,
    group: String,
    key: String,
    tier: u8,
}

impl ValuePath {
    fn then(&self, step: &str) -> Self {
        let dot = if self.path.is_empty() || step.starts_with('[') {
            ""
        } else {
            "."
        };
        let within = if self.key.is_empty() || step.starts_with('[') {
            ""
        } else {
            "."
        };
        Self {
            path: format!("{}{dot}{step}", self.path),
            key: format!("{}{within}{step}", self.key),
            ..self.clone()
        }
    }
}

impl<'s> Controls<'s> {
    fn new(scenario: &'s Scenario, tree: &'s Table) -> Self {
        let axes = scenario.axes.iter().flat_map(|axis: &Axis| {
            let paths = axis.paths.iter();
            paths.map(|path| (path.to_string(), axis.name.clone()))
        });
        let mut fielded = HashSet::new();
        for side in tree
            .get("sides")
            .and_then(Node::as_list)
            .into_iter()
            .flatten()
        {
            names(side, &mut fielded);
        }
        let combatants = tree.get("combatants").and_then(Node::as_table);
        let mut named = HashSet::new();
        for (name, entry) in combatants.into_iter().flat_map(Table::iter) {
            if fielded.contains(name) {
                names(&entry.node, &mut named);
            }
        }
        Self {
            scenario,
            book: rules::book_of(scenario),
            tree,
            axes: axes.collect(),
            fielded,
            named,
            rows: IndexMap::new(),
            all: Vec::new(),
        }
    }

    fn gather(&mut self) {
        // The order of the tables on the page: stat blocks first, then sides, then other tables, then
        // `[run]`.
        let mut top = self.book.top();
        top.retain(|row| !ELSEWHERE.contains(&row.key));
        top.sort_by_key(|row| match row.key {
            "combatants" => 0,
            "sides" => 1,
            "run" => 3,
            _ => 2,
        });
        for row in top {
            let node = self.tree.get(row.key);
            let place = ValuePath {
                path: row.key.to_owned(),
                group: row.key.to_owned(),
                key: String::new(),
                tier: 1,
            };
            match (row.kind, node.map(|node| &node.value)) {
                (FieldKind::ByName(_, of), Some(Value::Table(table))) => {
                    for (name, entry) in table.iter() {
                        let group = format!("{}.{}", row.key, quoted(name));
                        let place = ValuePath {
                            path: group.clone(),
                            group,
                            key: String::new(),
                            tier: self.tier(row.key, name),
                        };
                        self.value(&FieldSpec { kind: *of, ..row }, Some(&entry.node), &place);
                    }
                }
                (FieldKind::List(of), Some(Value::List(list))) => {
                    for (at, node) in list.iter().enumerate() {
                        let group = format!("{}[{at}]", row.key);
                        let place = ValuePath {
                            path: group.clone(),
                            group,
                            ..place.clone()
                        };
                        self.value(&FieldSpec { kind: *of, ..row }, Some(node), &place);
                    }
                }
                (FieldKind::Table(groups), _) if row.key == RULES => self.rules(groups),
                _ => self.value(&row, node, &place),
            }
        }
        self.options();
    }

    /// Adds the controls for the numbers of the rules. There is a control for each number, even if the
    /// scenario does not set it.
    fn rules(&mut self, groups: &'static [FieldSpec]) {
        let (tree, none) = (self.tree, Table::default());
        let said = tree.get(RULES).and_then(Node::as_table);
        for group in groups {
            let FieldKind::Table(rows) = group.kind else {
                continue;
            };
            let path = format!("{RULES}.{}", group.key);
            let place = ValuePath {
                group: path.clone(),
                path,
                key: String::new(),
                tier: 3,
            };
            let table = said.and_then(|said| said.get(group.key)?.as_table());
            self.keys(rows, table.unwrap_or(&none), &place);
        }
    }

    fn tier(&self, table: &str, name: &str) -> u8 {
        if table == "combatants" {
            return if self.fielded.contains(name) { 1 } else { 3 };
        }
        if self.named.contains(name) { 2 } else { 3 }
    }

    /// Adds a control for the value at `place`. If the value is a table or list, adds the controls of
    /// everything in it.
    fn value(&mut self, row: &FieldSpec, node: Option<&Node>, place: &ValuePath) {
        let kinds = flat(row.kind);
        match node.map(|node| &node.value) {
            Some(Value::Table(table)) => {
                for kind in &kinds {
                    match kind {
                        FieldKind::Table(rows) => self.keys(rows, table, place),
                        FieldKind::ByName(_, of) => {
                            for (name, entry) in table.iter() {
                                let row = FieldSpec { kind: **of, ..*row };
                                self.value(&row, Some(&entry.node), &place.then(&quoted(name)));
                            }
                        }
                        _ => {}
                    }
                }
            }
            Some(Value::List(list)) => {
                let of = kinds.iter().find_map(|kind| match kind {
                    FieldKind::List(of) => Some(**of),
                    FieldKind::Words(words) => Some(FieldKind::Word(words)),
                    _ => None,
                });
                let Some(kind) = of else { return };
                for (at, node) in list.iter().enumerate() {
                    let row = FieldSpec { kind, ..*row };
                    self.value(&row, Some(node), &place.then(&format!("[{at}]")));
                }
            }
            value => {
                let is_written = node.is_some_and(|node| self.scenario.is_own(node.span));
                let made = self.row(row, &kinds, value);
                if let Some(made) = made {
                    let value = node.map_or(Json::Null, values::json);
                    self.add(made, value, place, is_written);
                }
            }
        }
    }

    fn keys(&mut self, rows: &'static [FieldSpec], table: &Table, place: &ValuePath) {
        for row in self.book.rows(rows) {
            let is_of_the_page = place.group == "run" && OF_THE_PAGE.contains(&row.key);
            if !is_of_the_page {
                self.value(&row, table.get(row.key), &place.then(row.key));
            }
        }
    }

    fn add(&mut self, row: ValueSpec, value: Json, place: &ValuePath, is_written: bool) {
        if self.all.len() >= MOST {
            return;
        }
        let row_kind = row.kind;
        let (row, _) = self.rows.insert_full(row, ());
        let axis = self.axes.iter().find(|(path, _)| {
            let rest = place.path.strip_prefix(path.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        });
        // The name of a side is a text that does not affect the fights. It is treated as if the file did not
        // set it.
        let is_written = is_written && row_kind != "text";
        let is_near = place.tier < 3 || !is_stat_block(&place.group);
        self.all.push(Control {
            path: place.path.clone(),
            group: place.group.clone(),
            key: place.key.clone(),
            row,
            value,
            tier: if is_near && (is_written || is_count(&place.path)) {
                0
            } else {
                place.tier
            },
            axis: axis.map(|(_, name)| name.clone()),
        });
    }

    /// Returns the values that a key may have. Returns `None` if they cannot be chosen on the page. `value`
    /// is the present value, which is no table or list.
    fn row(
        &self,
        row: &FieldSpec,
        kinds: &[FieldKind],
        value: Option<&Value>,
    ) -> Option<ValueSpec> {
        let fits = |kind: &&FieldKind| match (kind, value) {
            (FieldKind::Whole { .. } | FieldKind::Scaled { .. } | FieldKind::Number, _) => {
                matches!(value, None | Some(Value::Whole(_) | Value::Real(_)))
            }
            (FieldKind::Throw, _) => {
                matches!(value, None | Some(Value::Whole(_) | Value::Text(_)))
            }
            (FieldKind::Truth, _) => matches!(value, None | Some(Value::Truth(_))),
            (FieldKind::Word(_) | FieldKind::Words(_) | FieldKind::Name(_), _) => {
                matches!(value, None | Some(Value::Text(_)))
            }
            (FieldKind::Text, Some(Value::Text(_))) => true,
            _ => false,
        };
        let kind = kinds.iter().find(fits)?;
        let mut made = ValueSpec {
            doc: row.doc.to_owned(),
            clause: row.clause,
            kind: "text",
            unit: "",
            unsaid: unsaid(row.unsaid),
            least: None,
            most: None,
            step: None,
            words: Vec::new(),
            open: true,
        };
        match *kind {
            FieldKind::Whole { unit, least, most } => {
                made.kind = "whole";
                made.unit = unit;
                (made.least, made.most) = (Some(least.to_string()), Some(most.to_string()));
                made.step = Some("1".to_owned());
            }
            FieldKind::Scaled {
                unit,
                scale,
                least,
                most,
            } => {
                made.kind = "scaled";
                made.unit = unit;
                let written = |number: i64| decimal(number, scale);
                (made.least, made.most) = (Some(written(least)), Some(written(most)));
                made.step = Some(written(1));
            }
            FieldKind::Number => made.kind = "number",
            FieldKind::Throw => made.kind = "dice",
            FieldKind::Truth => made.kind = "truth",
            FieldKind::Word(words) | FieldKind::Words(words) => {
                made.kind = "word";
                made.open = false;
                let words = words.iter();
                made.words = words
                    .map(|word| ((*word).to_owned(), String::new()))
                    .collect();
            }
            FieldKind::Name(tables) => {
                made.kind = "word";
                let names = self.names(tables);
                made.words = names.map(|name| (name, String::new())).collect();
            }
            _ => {}
        }
        Some(made)
    }

    /// Returns the names of the rows in the tables that `tables` lists. `tables` is a text such as
    /// `weapons or shields`.
    fn names(&self, tables: &str) -> impl Iterator<Item = String> {
        let tables = tables.split([' ', ',']).filter(|word| !word.is_empty());
        let tables = tables.filter_map(|table| self.tree.get(table)?.as_table());
        tables.flat_map(Table::keys).map(str::to_owned)
    }

    /// Adds the controls of the house rules.
    fn options(&mut self) {
        let table = self.tree.get("options").and_then(Node::as_table);
        for option in self.book.options.iter() {
            let node = table.and_then(|table| table.get(option.name));
            let place = ValuePath {
                path: format!("options.{}", option.name),
                group: "options".to_owned(),
                key: option.name.to_owned(),
                tier: 1,
            };
            let value = match node.map(|node| &node.value) {
                Some(Value::Truth(truth)) => json!(if *truth { "yes" } else { "no" }),
                _ => node.map_or(Json::Null, values::json),
            };
            self.add(house_rule(option), value, &place, node.is_some());
        }
    }
}

/// Returns whether a group of controls belongs to a stat block.
fn is_stat_block(group: &str) -> bool {
    group.starts_with("combatants.")
}

/// Returns whether a path leads to the number of fighters in a group of a side. The page always shows such a
/// number, even if the file does not set it.
fn is_count(path: &str) -> bool {
    path.starts_with("sides[") && path.rsplit('.').next() == Some("count")
}

fn house_rule(option: &OptionSpec) -> ValueSpec {
    let limits = option.values.iter().find_map(|one| match one.value {
        Allowed::Range(least, most) => Some((least, most)),
        Allowed::Word(_) | Allowed::Number(_) => None,
    });
    let words = option.values.iter().filter_map(|one| {
        let word = match one.value {
            Allowed::Word(word) => word.to_owned(),
            Allowed::Number(number) => number.to_string(),
            Allowed::Range(..) => return None,
        };
        Some((word, one.doc.to_owned()))
    });
    ValueSpec {
        doc: option.doc.to_owned(),
        clause: option.clause,
        kind: "option",
        unit: "",
        unsaid: (option.values.first()).map_or_else(String::new, |one| one.value.to_string()),
        least: limits.map(|(least, _)| least.to_string()),
        most: limits.map(|(_, most)| most.to_string()),
        step: limits.map(|_| "1".to_owned()),
        words: words.collect(),
        open: false,
    }
}

fn unsaid(unsaid: Unsaid) -> String {
    match unsaid {
        Unsaid::Nothing | Unsaid::Needed => String::new(),
        said => said.to_string(),
    }
}

/// Formats `number / scale` as a decimal.
fn decimal(number: i64, scale: i64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "limits are small")]
    let value = number as f64 / scale as f64;
    value.to_string()
}

/// Encloses a key of a path in quotes, if it needs them.
fn quoted(key: &str) -> String {
    let is_bare = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    if !key.is_empty() && key.chars().all(is_bare) {
        key.to_owned()
    } else {
        format!("\"{key}\"")
    }
}

/// Returns the kinds of values that `kind` allows: the kinds in it if it is a choice of several kinds, or
/// else `kind` itself.
fn flat(kind: FieldKind) -> Vec<FieldKind> {
    match kind {
        FieldKind::AnyOf(kinds) => kinds.iter().flat_map(|&kind| flat(kind)).collect(),
        kind => vec![kind],
    }
}

/// Adds all texts in a value, and in the values inside it, to `found`.
fn names(node: &Node, found: &mut HashSet<String>) {
    match &node.value {
        Value::Text(text) => {
            found.insert(text.clone());
        }
        Value::List(list) => list.iter().for_each(|node| names(node, found)),
        Value::Table(table) => table
            .iter()
            .for_each(|(_, entry)| names(&entry.node, found)),
        Value::Truth(_) | Value::Whole(_) | Value::Real(_) => {}
    }
}
