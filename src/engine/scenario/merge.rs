//! Merges the settings of one source text into those of another.
//!
//! Tables are merged key by key, and all other values are replaced. It is a fault if two includes set the
//! same key and neither of them includes the other, because it is unclear which value the author wants.

use super::{Fault, Faults, SourceId, Table, Value};

/// Merges `over` into `base`, so that values of `over` take precedence. `outranks` returns whether values
/// from a source text may be replaced without a fault.
pub(super) fn merge(
    base: &mut Table,
    over: &Table,
    outranks: &dyn Fn(SourceId) -> bool,
    faults: &Faults,
) {
    merge_at("", base, over, outranks, faults);
}

fn merge_at(
    path: &str,
    base: &mut Table,
    over: &Table,
    outranks: &dyn Fn(SourceId) -> bool,
    faults: &Faults,
) {
    let top = base.top_layer();
    for (key, entry) in over.iter() {
        let path = if path.is_empty() {
            key.to_owned()
        } else {
            format!("{path}.{key}")
        };
        let Some(below) = base.entry(key) else {
            base.lay(key, entry.clone(), top);
            continue;
        };
        let first = below.key;
        if let (Value::Table(_), Value::Table(upper)) = (&below.node.value, &entry.node.value) {
            let below = base.entry_mut(key).expect("the key was just seen");
            below.key = entry.key;
            below.node.span = entry.node.span;
            if let Value::Table(lower) = &mut below.node.value {
                merge_at(&path, lower, upper, outranks, faults);
            }
        } else if faults.sources().is_book(first.source)
            && faults.sources().cell(entry.key).is_some()
            && below.node.value.is_like(&entry.node.value)
        {
            // A sheet that was exported from the rulebook repeats most of its values. A repeated value counts
            // as the rulebook's.
        } else {
            if !outranks(first.source) {
                let (name, line) = (
                    faults.sources().name(first.source),
                    faults.sources().line(first),
                );
                faults.push(
                    Fault::at(
                        "scenario::duplicate",
                        entry.key,
                        format!("two included files define `{path}`"),
                        "second definition",
                    )
                    .help(format!("the first is in {name}, line {line}")),
                );
            }
            base.lay(key, entry.clone(), top);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Node, Sources, parse};
    use super::*;

    /// Merges the second text over the first, and returns the result and the faults.
    fn laid(lower: &str, upper: &str, outranks: bool) -> (Table, Faults) {
        let mut sources = Sources::default();
        let lower = sources.add("lower.toml", lower);
        let upper = sources.add("upper.toml", upper);
        let faults = Faults::new(sources);
        let (mut base, _) = parse::document(lower, &faults);
        let (over, _) = parse::document(upper, &faults);
        merge(&mut base, &over, &|_| outranks, &faults);
        (base, faults)
    }

    #[test]
    fn tables_merge_and_the_rest_is_replaced() {
        let (tree, faults) = laid(
            "[w.axe]\nbase = 1\ntags = [1, 2]\n[w.bow]\nbase = 2\n",
            "[w.axe]\ntags = [3]\nnew = true\n[w.bow]\nbase = 9\n",
            true,
        );
        assert!(faults.is_empty());
        let weapons = tree.get("w").and_then(Node::as_table).expect("a table");
        let axe = weapons
            .get("axe")
            .and_then(Node::as_table)
            .expect("a table");
        assert_eq!(axe.keys().collect::<Vec<_>>(), ["base", "tags", "new"]);
        let tags = axe.get("tags").and_then(Node::as_list).expect("a list");
        assert_eq!(tags.len(), 1);
        let bow = weapons
            .get("bow")
            .and_then(Node::as_table)
            .expect("a table");
        assert_eq!(bow.get("base").map(|n| &n.value), Some(&Value::Whole(9)));
    }

    #[test]
    fn strangers_must_not_contradict_each_other() {
        let (_, faults) = laid(
            "\n[w.axe]\nbase = 1\n",
            "[w.axe]\nbase = 1\nnew = 2\n",
            false,
        );
        let fault = faults.sorted().pop().expect("a fault");
        assert_eq!(fault.code, "scenario::duplicate");
        assert_eq!(fault.message, "two included files define `w.axe.base`");
        assert_eq!(
            fault.help.as_deref(),
            Some("the first is in lower.toml, line 3")
        );
        assert_eq!(faults.len(), 1);
    }
}
