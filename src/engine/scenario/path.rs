//! Paths to the values of a scenario, such as `combatants.guard.carries[0]`.
//!
//! Axes and command-line options set values at paths. The value has to exist, except that the last key may be
//! new in an existing table. A misspelt name is therefore a fault and does not add a key.

use std::fmt;
use std::ops::Range;

use super::{Entry, Fault, Faults, Node, Span, Table, Value, like};
use crate::suggest::help_for;

/// A path to a value of a scenario. Two paths are equal if they lead to the same value, wherever they are
/// written.
#[derive(Debug, Clone)]
pub struct TreePath(Vec<Segment>);

/// The second step of a path: an entry of a table or list at the top of a scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathEntry<'p> {
    /// The entry with this name, such as `guard` in the table `combatants`.
    Named(&'p str),
    /// The entry at this index, counted from 0, such as a side in the list `sides`.
    Listed(usize),
}

#[derive(Debug, Clone)]
struct Segment {
    step: Step,
    span: Span,
}

/// One step of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Leads to the value of this key in a table.
    Key(String),
    /// Leads to the entry at this index of a list, counted from 0.
    Index(usize),
}

impl Segment {
    fn key(&self) -> Option<&str> {
        match &self.step {
            Step::Key(key) => Some(key),
            Step::Index(_) => None,
        }
    }
}

/// Tables of a scenario that are created if a path sets a value in them and they are missing.
const ON_DEMAND: [&str; 4] = ["options", "rules", "run", "field"];

/// The largest number of steps in a path. TOML itself does not nest deeper.
const MOST_PARTS: usize = 64;

impl TreePath {
    /// Parses a path. `place` returns the source location of a byte range of `text`.
    pub(super) fn parse(
        text: &str,
        place: impl Fn(Range<usize>) -> Span,
        faults: &Faults,
    ) -> Option<Self> {
        let mut segments = Vec::new();
        let mut at = 0;
        while at < text.len() || segments.is_empty() {
            if segments.len() == MOST_PARTS {
                let message = format!("a path can have at most {MOST_PARTS} parts");
                let span = place(at..text.len());
                let fault = Fault::at("scenario::path", span, message, "too many parts");
                faults.push(fault.help("write a path such as `combatants.guard.carries[0]`"));
                return None;
            }
            let Some((step, length)) = step(&text[at..], segments.is_empty()) else {
                faults.push(
                    Fault::at(
                        "scenario::path",
                        place(at..text.len()),
                        if text.is_empty() {
                            "the path is empty".to_owned()
                        } else {
                            format!("`{text}` is not a path")
                        },
                        "not a path",
                    )
                    .help("write a path such as `combatants.guard.carries[0]`"),
                );
                return None;
            };
            let dot = usize::from(text[at..].starts_with('.'));
            segments.push(Segment {
                step,
                span: place(at + dot..at + length),
            });
            at += length;
        }
        Some(Self(segments))
    }

    /// Returns the steps of the path, each with its source location.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = (&Step, Span)> {
        self.0.iter().map(|segment| (&segment.step, segment.span))
    }

    /// Returns the path with one more step at its end. The source location of that step is the one of the
    /// whole path.
    #[must_use]
    pub fn then(&self, step: Step) -> Self {
        let mut segments = self.0.clone();
        segments.push(Segment {
            step,
            span: self.span(),
        });
        Self(segments)
    }

    /// Returns a path to the key `key` at the top of a scenario, with the source location of this path.
    #[must_use]
    pub fn to_table(&self, key: &str) -> Self {
        let step = Step::Key(key.to_owned());
        let span = self.span();
        Self(vec![Segment { step, span }])
    }

    /// Returns a path of the first `steps` steps, or of the first one if `steps` is 0.
    #[must_use]
    pub fn first(&self, steps: usize) -> Self {
        Self(self.0[..steps.max(1)].to_vec())
    }

    /// Returns the path without its first `steps` steps.
    #[must_use]
    pub fn after(&self, steps: usize) -> Self {
        Self(self.0[steps..].to_vec())
    }

    /// Returns the first key of the path.
    pub(super) fn root(&self) -> &str {
        match &self.0[0].step {
            Step::Key(key) => key,
            Step::Index(_) => "",
        }
    }

    /// Returns the second step, if it is a key.
    pub(super) fn second_key(&self) -> Option<&str> {
        self.0.get(1)?.key()
    }

    /// Returns the second step, if it is the index of a list.
    pub(super) fn second_index(&self) -> Option<usize> {
        match self.0.get(1)?.step {
            Step::Index(index) => Some(index),
            Step::Key(_) => None,
        }
    }

    /// Returns the path of the table that contains the value, and the last key, as written in TOML:
    /// `weapons.pike` and `damage`. Returns `None` if the path leads through a list.
    pub fn as_toml(&self) -> Option<(String, String)> {
        self.keys()?;
        let (last, before) = self.0.split_last()?;
        let text = |steps: &[Segment]| Self(steps.to_vec()).to_string();
        Some((text(before), text(std::slice::from_ref(last))))
    }

    /// Returns whether the path consists of a single key.
    pub(super) fn is_root(&self) -> bool {
        self.0.len() == 1
    }

    /// Returns the keys of the path, or `None` if it leads through a list.
    pub(super) fn keys(&self) -> Option<Vec<&str>> {
        self.0.iter().map(Segment::key).collect()
    }

    /// Returns the paths to the tables and lists that contain the value, from the outermost to the innermost.
    pub(super) fn outer(&self) -> impl Iterator<Item = Self> {
        (1..self.0.len()).map(|length| Self(self.0[..length].to_vec()))
    }

    /// Returns the value at the path, if there is one.
    pub fn find<'t>(&self, tree: &'t Table) -> Option<&'t Node> {
        let (first, rest) = self.0.split_first()?;
        rest.iter()
            .try_fold(tree.get(first.key()?)?, |node, segment| {
                match &segment.step {
                    Step::Key(key) => node.as_table()?.get(key),
                    Step::Index(index) => node.as_list()?.get(*index),
                }
            })
    }

    /// Returns the three parts of the path: the key at the top of the scenario, the entry there, and the
    /// remaining steps, such as `carries[0]`. The remainder is empty if the path leads to the entry as a
    /// whole.
    pub fn parts(&self) -> (&str, Option<PathEntry<'_>>, String) {
        let entry = self.0.get(1).map(|segment| match &segment.step {
            Step::Key(key) => PathEntry::Named(key.as_str()),
            Step::Index(index) => PathEntry::Listed(*index),
        });
        let rest = self.0.get(2..).unwrap_or_default().to_vec();
        (self.root(), entry, Self(rest).to_string())
    }

    /// Returns the source location of the first key.
    pub(super) fn root_span(&self) -> Span {
        self.0[0].span
    }

    /// Returns whether the other path leads to the same value, or to a value inside it.
    pub fn covers(&self, other: &Self) -> bool {
        let steps = |path: &Self| path.0.iter().map(|s| s.step.clone()).collect::<Vec<_>>();
        steps(other).starts_with(&steps(self))
    }

    /// Returns the source location of the whole path.
    pub fn span(&self) -> Span {
        let (first, last) = (self.0[0].span, self.0[self.0.len() - 1].span);
        Span {
            end: last.end.max(first.end),
            ..first
        }
    }

    /// Returns a short name of the value: the last two keys of the path, without the key at the top of the
    /// scenario.
    pub fn short(&self) -> String {
        let mut words: Vec<String> = Vec::new();
        for segment in &self.0 {
            match &segment.step {
                Step::Key(key) => words.push(key.clone()),
                Step::Index(index) => {
                    let word = words.pop().unwrap_or_default();
                    words.push(format!("{word}[{index}]"));
                }
            }
        }
        let from = words
            .len()
            .saturating_sub(2)
            .max(usize::from(words.len() > 1));
        words[from..].join(" ")
    }

    /// Sets the value at the path in `tree`. The last key may be new in its table. If the path leads nowhere,
    /// reports a fault and sets nothing.
    pub(super) fn set(&self, tree: &mut Table, value: &Node, faults: &Faults) {
        let inner = self.0.split_last().map_or(&[][..], |(_, before)| before);
        let keys: Vec<&str> = inner.iter().map_while(Segment::key).collect();
        like::make_room(tree, &keys);
        if let Err(fault) = self.set_in_table(0, tree, value) {
            faults.push(fault);
        }
    }

    fn set_in_table(&self, depth: usize, table: &mut Table, value: &Node) -> Result<(), Fault> {
        let segment = &self.0[depth];
        let Step::Key(key) = &segment.step else {
            return Err(self.leads_nowhere(depth, "is a table", "add `.` and a key"));
        };
        let in_rules = depth == 1 && self.0[0].key() == Some("rules") && self.0.len() > 2;
        let on_demand = in_rules || (depth == 0 && ON_DEMAND.contains(&key.as_str()));
        if on_demand && table.get(key).is_none() {
            let node = Node {
                value: Value::Table(Table::default()),
                span: segment.span,
            };
            let key_span = segment.span;
            table.insert(
                key,
                Entry {
                    key: key_span,
                    node,
                    layer: 0,
                },
            );
        }
        if depth + 1 == self.0.len() {
            let key_span = table.entry(key).map_or(segment.span, |entry| entry.key);
            let entry = Entry {
                key: key_span,
                node: value.clone(),
                layer: 0,
            };
            let top = table.top_layer();
            table.lay(key, entry, top);
            return Ok(());
        }
        if table.get(key).is_none() {
            return Err(self
                .leads_nowhere(depth, &format!("has no `{key}`"), "")
                .help_if(help_for(key, table.keys())));
        }
        let entry = table.entry_mut(key).expect("the key was just seen");
        self.set_in_node(depth + 1, &mut entry.node, value)
    }

    fn set_in_node(&self, depth: usize, node: &mut Node, value: &Node) -> Result<(), Fault> {
        let kind = node.value.kind();
        match (&mut node.value, &self.0[depth].step) {
            (Value::Table(table), _) => self.set_in_table(depth, table, value),
            (Value::List(list), Step::Index(index)) => {
                let length = list.len();
                let Some(entry) = list.get_mut(*index) else {
                    let has = match length {
                        0 => "has no entries".to_owned(),
                        1 => "has one entry, `[0]`".to_owned(),
                        _ => format!("has {length} entries, `[0]` to `[{}]`", length - 1),
                    };
                    return Err(self.leads_nowhere(depth, &has, ""));
                };
                if depth + 1 == self.0.len() {
                    *entry = value.clone();
                    return Ok(());
                }
                self.set_in_node(depth + 1, entry, value)
            }
            (Value::List(_), Step::Key(_)) => Err(self.leads_nowhere(
                depth,
                "is a list",
                "add the number of an entry, such as `[0]`",
            )),
            _ => Err(self.leads_nowhere(depth, &format!("is {kind}"), "")),
        }
    }

    fn leads_nowhere(&self, depth: usize, why: &str, help: &str) -> Fault {
        let parent = match depth {
            0 => "the scenario".to_owned(),
            _ => format!("`{}`", Self(self.0[..depth].to_vec())),
        };
        Fault::at(
            "scenario::no-such-path",
            self.0[depth].span,
            format!("`{self}` does not exist: {parent} {why}"),
            "no such value",
        )
        .help_if((!help.is_empty()).then(|| help.to_owned()))
    }
}

impl PartialEq for TreePath {
    fn eq(&self, other: &Self) -> bool {
        let steps = |path: &Self| path.0.iter().map(|s| s.step.clone()).collect::<Vec<_>>();
        steps(self) == steps(other)
    }
}

impl Eq for TreePath {}

impl fmt::Display for TreePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, segment) in self.0.iter().enumerate() {
            match &segment.step {
                Step::Index(index) => write!(f, "[{index}]")?,
                Step::Key(key) => {
                    let dot = if i == 0 { "" } else { "." };
                    if !key.is_empty() && key.chars().all(is_bare) {
                        write!(f, "{dot}{key}")?;
                    } else {
                        write!(f, "{dot}\"{key}\"")?;
                    }
                }
            }
        }
        Ok(())
    }
}

fn is_bare(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '-'
}

/// Returns the first key of a path, or `None` if the text does not begin with a key.
pub(super) fn first_key(text: &str) -> Option<String> {
    match step(text, true)? {
        (Step::Key(key), _) => Some(key),
        (Step::Index(_), _) => None,
    }
}

/// Returns the step at the start of `text`, and the length of that step in bytes.
fn step(text: &str, first: bool) -> Option<(Step, usize)> {
    if let Some(rest) = text.strip_prefix('[') {
        let (index, _) = rest.split_once(']').filter(|_| !first)?;
        let digits = !index.is_empty() && index.bytes().all(|b| b.is_ascii_digit());
        let index_value = index.parse().ok().filter(|_| digits)?;
        return Some((Step::Index(index_value), index.len() + 2));
    }
    let rest = if first { text } else { text.strip_prefix('.')? };
    let dot = text.len() - rest.len();
    for quote in ['"', '\''] {
        if let Some(quoted) = rest.strip_prefix(quote) {
            let (key, _) = quoted.split_once(quote)?;
            return Some((Step::Key(key.to_owned()), dot + key.len() + 2));
        }
    }
    let end = rest.find(|c| !is_bare(c)).unwrap_or(rest.len());
    (end > 0).then(|| (Step::Key(rest[..end].to_owned()), dot + end))
}

#[cfg(test)]
mod tests {
    use super::super::{Sources, parse};
    use super::*;

    const FILE: &str = "
[combatants.guard]
hp = 13
carries = ['axe']
[weapons.'axe, great']
damage = '2d6'
";

    /// Sets the value at `path` in [`FILE`] to 7. Returns the changed tree, or the fault: its code, its
    /// message, and the text at its source location.
    fn set(path: &str) -> Result<Table, (&'static str, String, String)> {
        let mut sources = Sources::default();
        let file = sources.add("a.toml", FILE);
        let line = sources.add("--set", path);
        let faults = Faults::new(sources);
        let (mut tree, _) = parse::document(file, &faults);
        let place = |range: Range<usize>| Span {
            source: line,
            start: range.start,
            end: range.end,
        };
        let value = Node {
            value: Value::Whole(7),
            span: place(0..0),
        };
        let path = TreePath::parse(path, place, &faults);
        if let Some(path) = path {
            path.set(&mut tree, &value, &faults);
        }
        match faults.sorted().pop() {
            None => Ok(tree),
            Some(fault) => {
                let span = fault.span.expect("these faults have places");
                let words = faults.sources().slice(span).to_owned();
                Err((fault.code, fault.message, words))
            }
        }
    }

    fn at<'t>(tree: &'t Table, keys: &[&str]) -> Option<&'t Value> {
        let (last, tables) = keys.split_last()?;
        let table = tables
            .iter()
            .try_fold(tree, |table, key| table.get(key)?.as_table())?;
        table.get(last).map(|node| &node.value)
    }

    #[test]
    fn a_path_sets_what_is_there() {
        let tree = set("combatants.guard.hp").expect("the path is there");
        assert_eq!(
            at(&tree, &["combatants", "guard", "hp"]),
            Some(&Value::Whole(7))
        );
        let tree = set("weapons.\"axe, great\".damage").expect("the path is there");
        assert_eq!(
            at(&tree, &["weapons", "axe, great", "damage"]),
            Some(&Value::Whole(7))
        );
        let tree = set("combatants.guard.carries[0]").expect("the path is there");
        let list = at(&tree, &["combatants", "guard", "carries"]);
        assert!(matches!(list, Some(Value::List(list)) if list[0].value == Value::Whole(7)));
    }

    #[test]
    fn the_last_key_and_some_tables_may_be_new() {
        let tree = set("combatants.guard.dex").expect("the last key may be new");
        assert_eq!(
            at(&tree, &["combatants", "guard", "dex"]),
            Some(&Value::Whole(7))
        );
        let tree = set("options.stun").expect("options are made on demand");
        assert_eq!(at(&tree, &["options", "stun"]), Some(&Value::Whole(7)));
    }

    #[test]
    fn a_path_that_leads_nowhere_says_where_it_ends() {
        for (path, words) in [
            ("combatants.gard.hp", "gard"),
            ("combatant.guard.hp", "combatant"),
            ("combatants.guard.carries[1]", "[1]"),
            ("combatants.guard.carries.first", "first"),
            ("combatants.guard.hp.most", "most"),
            ("combatants[0].hp", "[0]"),
        ] {
            let (code, _, found) = set(path).expect_err("the path is not there");
            assert_eq!((code, found.as_str()), ("scenario::no-such-path", words));
        }
    }

    #[test]
    fn what_is_no_path_is_a_fault() {
        for path in [
            "", ".a", "a..b", "a.", "a[x]", "a[-1]", "a[0", "[0]", "a b", "'a", "a[]",
        ] {
            let (code, ..) = set(path).expect_err(path);
            assert_eq!(code, "scenario::path", "{path}");
        }
    }

    #[test]
    fn a_path_of_too_many_parts_is_a_fault_however_long_it_is() {
        let path = |parts: usize| vec!["a"; parts].join(".");
        let (code, message, _) = set(&path(MOST_PARTS)).expect_err("nothing is there");
        assert_eq!(code, "scenario::no-such-path", "{message}");
        for (text, from) in [
            (path(MOST_PARTS + 1), ".a"),
            (format!("{}[7]", path(MOST_PARTS)), "[7]"),
        ] {
            let fault = set(&text).expect_err("too long");
            let message = "a path can have at most 64 parts".to_owned();
            assert_eq!(fault, ("scenario::path", message, from.to_owned()));
        }
        let (code, ..) = set(&path(1_000_000)).expect_err("too long");
        assert_eq!(code, "scenario::path");
    }

    #[test]
    fn a_path_leads_into_an_entry_and_sets_something_of_it() {
        use PathEntry::{Listed, Named};
        for (text, parts) in [
            (
                "combatants.guard.carries[0]",
                ("combatants", Some(Named("guard")), "carries[0]"),
            ),
            (
                "sides[1].fighters[0].count",
                ("sides", Some(Listed(1)), "fighters[0].count"),
            ),
            ("sides[1]", ("sides", Some(Listed(1)), "")),
            ("options", ("options", None, "")),
        ] {
            let source = Sources::default().add("a.toml", text);
            let place = |range: Range<usize>| Span {
                source,
                start: range.start,
                end: range.end,
            };
            let path = TreePath::parse(text, place, &Faults::default()).expect("a path");
            let (root, entry, rest) = path.parts();
            assert_eq!((root, entry, rest.as_str()), parts);
        }
    }

    #[test]
    fn paths_are_written_as_read_and_named_shortly() {
        for (text, short) in [
            ("combatants.guard.carries[0]", "guard carries[0]"),
            ("weapons.\"axe, great\".damage", "axe, great damage"),
            ("options.special_threshold", "special_threshold"),
            ("sides[1].fighters[0].count", "fighters[0] count"),
            ("seats", "seats"),
        ] {
            let source = Sources::default().add("a.toml", text);
            let place = |range: Range<usize>| Span {
                source,
                start: range.start,
                end: range.end,
            };
            let path = TreePath::parse(text, place, &Faults::default()).expect("a path");
            assert_eq!(
                (path.to_string().as_str(), path.short().as_str()),
                (text, short)
            );
        }
    }
}
