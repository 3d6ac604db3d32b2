//! The values of a scenario as a tree, each with its source location.
//!
//! A clone of a table shares its content with the original until one of them is changed. Thousands of
//! matchups that differ in one number therefore need little more memory than one.

use std::sync::Arc;

use indexmap::IndexMap;

use super::Span;

/// A value with its source location.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// The location of the whole value, or of the header if the value is a table with a header.
    pub span: Span,
}

/// A value in a scenario.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `true` or `false`.
    Truth(bool),
    /// A whole number.
    Whole(i64),
    /// A number with a decimal point.
    Real(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// A table.
    Table(Table),
}

/// A table: keys with their values, in the order of the file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table(Arc<IndexMap<String, Entry>>);

impl Table {
    /// Returns whether two tables are equal. Tables that share their content are not compared key by key.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self == other
    }
}

/// A value in a table, with the location of its key.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The source location of the key.
    pub key: Span,
    /// The value and its source location.
    pub node: Node,
    /// The precedence of this entry among the keys of its table: of two keys with the same meaning, the one
    /// with the higher layer applies. A file has a higher layer than its includes, and a row's own values
    /// than inherited ones. Values from the command line or an axis have the highest layer.
    pub(super) layer: u16,
}

impl Table {
    /// Returns the value of a key, if the table has that key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.node)
    }

    /// Returns the entry of a key, which has the key's location and the value.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.0.get(key)
    }

    /// Returns all keys and values, in the order of the file.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Entry)> {
        self.0.iter().map(|(key, entry)| (key.as_str(), entry))
    }

    /// Returns all keys, in the order of the file.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Returns the number of keys.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether the table is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Inserts a key with its entry. An existing key keeps its position and gets the new entry.
    pub(super) fn insert(&mut self, key: impl Into<String>, entry: Entry) {
        Arc::make_mut(&mut self.0).insert(key.into(), entry);
    }

    /// Inserts an entry of a table that is merged over this one. `top` was this table's highest layer before
    /// the merge, and the entry gets a layer above it.
    pub(super) fn lay(&mut self, key: impl Into<String>, entry: Entry, top: u16) {
        let layer = top.saturating_add(1).saturating_add(entry.layer);
        self.insert(key, Entry { layer, ..entry });
    }

    /// Returns the highest layer of the entries in this table.
    pub(super) fn top_layer(&self) -> u16 {
        let layers = self.0.values().map(|entry| entry.layer);
        layers.max().unwrap_or_default()
    }

    /// Removes a key.
    pub(super) fn remove(&mut self, key: &str) -> Option<Entry> {
        Arc::make_mut(&mut self.0).shift_remove(key)
    }

    /// Returns the entry of a key for changes. Clones that share the content of this table do not change.
    pub(super) fn entry_mut(&mut self, key: &str) -> Option<&mut Entry> {
        Arc::make_mut(&mut self.0).get_mut(key)
    }
}

impl Value {
    /// Returns whether both values are the same, regardless of their source locations.
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
    /// Returns the text, if the value is a text.
    pub fn as_text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the table, if the value is a table.
    pub fn as_table(&self) -> Option<&Table> {
        match &self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    /// Adds the source location of this value and of everything in it to `places`.
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

    /// Returns the entries, if the value is a list.
    pub fn as_list(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(list) => Some(list),
            _ => None,
        }
    }
}

impl Value {
    /// Returns the type of the value with an article, such as `a whole number`.
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
