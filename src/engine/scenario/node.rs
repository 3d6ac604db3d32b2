//! The tree of a scenario: the TOML values, each with its place.
//!
//! Tables share their content until they are changed, so thousands of matchups that differ in one number take little
//! more memory than one.

use std::sync::Arc;

use indexmap::IndexMap;

use super::Span;

/// A value and its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// Its place: the whole value, or a table's header.
    pub span: Span,
}

/// A value in a scenario.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `true` or `false`.
    Truth(bool),
    /// A whole number.
    Whole(i64),
    /// A number with a point.
    Real(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// A table.
    Table(Table),
}

/// Keys and their values, in the order of the file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table(Arc<IndexMap<String, Entry>>);

impl Table {
    /// Returns whether both are equal, without a comparison if they share their content.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self == other
    }
}

/// A key's place and its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The place of the key.
    pub key: Span,
    /// Its value.
    pub node: Node,
    /// Its layer in the table: a file lies over its includes, a row's own values lie over inherited ones, and set
    /// values lie over both. Of two keys with the same meaning, the upper one holds.
    pub(super) layer: u16,
}

impl Table {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.node)
    }

    /// The value of a key, with the key's place.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.0.get(key)
    }

    /// All keys and values, in the order of the file.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Entry)> {
        self.0.iter().map(|(key, entry)| (key.as_str(), entry))
    }

    /// All keys, in the order of the file.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The number of keys.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether the table is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Inserts a key, or replaces its value at its old position.
    pub(super) fn insert(&mut self, key: impl Into<String>, entry: Entry) {
        Arc::make_mut(&mut self.0).insert(key.into(), entry);
    }

    /// Inserts a key of a table that is laid over this one, whose top layer was `top`.
    pub(super) fn lay(&mut self, key: impl Into<String>, entry: Entry, top: u16) {
        let layer = top.saturating_add(1).saturating_add(entry.layer);
        self.insert(key, Entry { layer, ..entry });
    }

    /// Topmost layer in the table.
    pub(super) fn top_layer(&self) -> u16 {
        let layers = self.0.values().map(|entry| entry.layer);
        layers.max().unwrap_or_default()
    }

    /// Removes a key.
    pub(super) fn remove(&mut self, key: &str) -> Option<Entry> {
        Arc::make_mut(&mut self.0).shift_remove(key)
    }

    /// A key's entry, to be changed in this table only.
    pub(super) fn entry_mut(&mut self, key: &str) -> Option<&mut Entry> {
        Arc::make_mut(&mut self.0).get_mut(key)
    }
}

impl Value {
    /// Returns whether both have the same content, wherever it stands.
    pub fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::List(ours), Self::List(theirs)) => {
                let mut pairs = ours.iter().zip(theirs);
                ours.len() == theirs.len() && pairs.all(|(a, b)| a.value.is_like(&b.value))
            }
            (Self::Table(ours), Self::Table(theirs)) => {
                let in_theirs = |(key, entry): (&str, &Entry)| {
                    let found = theirs.get(key);
                    found.is_some_and(|node| node.value.is_like(&entry.node.value))
                };
                ours.len() == theirs.len() && ours.iter().all(in_theirs)
            }
            _ => self == other,
        }
    }
}

impl Node {
    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The table, if it is one.
    pub fn as_table(&self) -> Option<&Table> {
        match &self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    /// Adds its place and those of everything in it.
    pub(super) fn places(&self, places: &mut Vec<Span>) {
        places.push(self.span);
        match &self.value {
            Value::List(list) => list.iter().for_each(|node| node.places(places)),
            Value::Table(table) => {
                for (_, entry) in table.iter() {
                    places.push(entry.key);
                    entry.node.places(places);
                }
            }
            Value::Truth(_) | Value::Whole(_) | Value::Real(_) | Value::Text(_) => {}
        }
    }

    /// The list, if it is one.
    pub fn as_list(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(list) => Some(list),
            _ => None,
        }
    }
}

impl Value {
    /// The kind of the value, with its article: `a whole number`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Truth(_) => "a truth value",
            Self::Whole(_) => "a whole number",
            Self::Real(_) => "a decimal number",
            Self::Text(_) => "a text",
            Self::List(_) => "a list",
            Self::Table(_) => "a table",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Sources;
    use super::*;

    #[test]
    fn a_changed_copy_leaves_the_first_alone() {
        let source = Sources::default().add("a.toml", "x");
        let span = Span {
            source,
            start: 0,
            end: 1,
        };
        let number = |n| Entry {
            key: span,
            node: Node {
                value: Value::Whole(n),
                span,
            },
            layer: 0,
        };
        let mut first = Table::default();
        first.insert("x", number(1));
        let mut second = first.clone();
        second.insert("x", number(2));
        second.insert("y", number(3));
        assert_eq!(first.keys().collect::<Vec<_>>(), ["x"]);
        assert_eq!(first.get("x").map(|n| &n.value), Some(&Value::Whole(1)));
        assert_eq!(second.get("x").map(|n| &n.value), Some(&Value::Whole(2)));
        assert_eq!(second.len(), 2);
    }
}
