//! Inheritance between rows: a row with `like = "guard"` takes the values that it does not set from the row
//! `guard`.
//!
//! Any row can inherit from another row of the same table: a stat block, a weapon or a policy. Tables inside
//! of rows are merged key by key, and all other values are inherited as a whole. Inheritance is resolved for
//! each matchup after the values of its axes are set, so that those values are inherited too.

use super::fields::wrong_type;
use super::top::scenario_only;
use super::{Entry, Fault, Faults, Node, Table, Value};

/// The key of a row that names the row to inherit from.
pub(super) const LIKE: &str = "like";

/// Adds the inherited values to every row of every table. Unknown names and cycles are faults, and such rows
/// keep their key `like`.
pub(super) fn resolve(tree: &mut Table, faults: &Faults) {
    let tables: Vec<String> = tree
        .iter()
        .filter(|(name, entry)| {
            let rows = entry.node.as_table();
            !is_scenario_only(name) && rows.is_some_and(|rows| rows.iter().any(is_like))
        })
        .map(|(name, _)| name.to_owned())
        .collect();
    for name in tables {
        let entry = tree.entry_mut(&name).expect("the table was just seen");
        if let Value::Table(rows) = &mut entry.node.value {
            resolve_rows(&name, rows, faults);
        }
    }
}

/// Returns the rows of the table called `table`, if its rows can inherit from each other.
pub(super) fn rows<'t>(tree: &'t Table, table: &str) -> Option<&'t Table> {
    let rows = tree.get(table).filter(|_| !is_scenario_only(table));
    rows.and_then(Node::as_table)
}

/// Returns the name of the row that `row` inherits from, if there is one.
pub(super) fn other(row: &Table) -> Option<&str> {
    row.get(LIKE).and_then(Node::as_text)
}

fn is_scenario_only(table: &str) -> bool {
    scenario_only().any(|key| key == table)
}

fn is_like((_, entry): (&str, &Entry)) -> bool {
    entry
        .node
        .as_table()
        .is_some_and(|row| row.get(LIKE).is_some())
}

fn resolve_rows(table: &str, rows: &mut Table, faults: &Faults) {
    let written = rows.clone();
    for (name, entry) in written.iter().filter(|&row| is_like(row)) {
        let Value::Table(row) = &entry.node.value else {
            continue;
        };
        let whole = whole(table, &written, name, row, faults);
        let entry = rows.entry_mut(name).expect("the row was just seen");
        entry.node.value = Value::Table(whole);
    }
}

/// Returns `row` with all inherited values. If the row that it inherits from cannot be found, the result
/// keeps its key `like`.
fn whole(table: &str, rows: &Table, name: &str, row: &Table, faults: &Faults) -> Table {
    let mut chain = vec![name.to_owned()];
    let mut layers = vec![row.clone()];
    let mut at = row;
    while let Some(node) = at.get(LIKE) {
        let Some(other) = node.as_text() else {
            let called = format!("`{table}.{name}.like`");
            wrong_type(&called, node, "a text", "not a name", faults);
            break;
        };
        let Some(found) = rows.get(other) else {
            let known = rows.keys().filter(|known| *known != chain[chain.len() - 1]);
            let place = format!("in `{table}`");
            faults.unknown(
                "scenario::unknown-like",
                "row",
                other,
                node.span,
                known,
                &place,
            );
            break;
        };
        if chain.iter().any(|passed| passed == other) {
            chain.push(other.to_owned());
            let message = format!("`like` forms a loop: {}", chain.join(" is like "));
            let fault = Fault::at(
                "scenario::like-circle",
                node.span,
                message,
                "part of the loop",
            );
            faults.push(fault.help("remove `like` from one of these rows"));
            break;
        }
        // A row that is not a table is reported elsewhere.
        let Some(found) = found.as_table() else { break };
        chain.push(other.to_owned());
        layers.push(found.clone());
        at = found;
    }
    let mut whole = layers.pop().expect("the row itself is there");
    for layer in layers.iter().rev() {
        lay(&mut whole, layer);
    }
    if at.get(LIKE).is_none() {
        whole.remove(LIKE);
    }
    whole
}

/// Merges the values of `over` into the inherited values in `base`. Values of `over` take precedence.
fn lay(base: &mut Table, over: &Table) {
    let top = base.top_layer();
    for (key, entry) in over.iter() {
        if let Some(below) = base.entry_mut(key)
            && let (Value::Table(lower), Value::Table(upper)) =
                (&mut below.node.value, &entry.node.value)
        {
            lay(lower, upper);
            (below.key, below.node.span) = (entry.key, entry.node.span);
        } else {
            base.lay(key, entry.clone(), top);
        }
    }
}

/// Prepares a row so that a value inside an inherited list or table can be set, such as
/// `combatants.veteran.carries[0]`. Inherited lists along the path `keys` are copied into the row. For
/// inherited tables the row gets empty tables, because tables are merged key by key later.
pub(super) fn make_room(tree: &mut Table, keys: &[&str]) {
    let [table, row, inside @ ..] = keys else {
        return;
    };
    let Some(rows) = tree.get(table).and_then(Node::as_table) else {
        return;
    };
    let Some(written) = rows.get(row).and_then(Node::as_table) else {
        return;
    };
    if is_scenario_only(table) || written.get(LIKE).is_none() {
        return;
    }
    let taken_over = whole(table, rows, row, written, &Faults::default());
    let rows = tree.entry_mut(table).map(|entry| &mut entry.node.value);
    if let Some(Value::Table(rows)) = rows
        && let Some(Value::Table(own)) = rows.entry_mut(row).map(|entry| &mut entry.node.value)
    {
        make_room_in(own, &taken_over, inside);
    }
}

fn make_room_in(own: &mut Table, whole: &Table, keys: &[&str]) {
    let [key, inside @ ..] = keys else { return };
    let Some(entry) = whole.entry(key) else {
        return;
    };
    if own.get(key).is_none() {
        let mut entry = entry.clone();
        if let Value::Table(table) = &mut entry.node.value {
            *table = Table::default();
        }
        own.insert(*key, entry);
    }
    if let Some(Value::Table(own)) = own.entry_mut(key).map(|entry| &mut entry.node.value)
        && let Some(whole) = entry.node.as_table()
    {
        make_room_in(own, whole, inside);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{DUEL, faults, read, told, vary};
    use super::super::{Matchup, Overrides};
    use super::*;

    /// Returns the matchups of the test scenario `DUEL` with `rows` at its end, and the faults.
    fn matchups(rows: &str, overrides: &Overrides) -> (Vec<Matchup>, Faults) {
        let text = format!("{DUEL}{rows}");
        let (scenario, faults) = read(&[("main.toml", &text)], overrides);
        let matchups = scenario.map(|scenario| scenario.matchups(&faults));
        (matchups.unwrap_or_default(), faults)
    }

    fn row<'m>(matchup: &'m Matchup, table: &str, name: &str) -> &'m Table {
        let rows = matchup.tree.get(table).and_then(Node::as_table);
        let row = rows.and_then(|rows| rows.get(name)?.as_table());
        row.expect("a row")
    }

    fn whole(table: &Table, key: &str) -> Option<i64> {
        match table.get(key)?.value {
            Value::Whole(number) => Some(number),
            _ => None,
        }
    }

    const BLOCKS: &str = "
[combatants.veteran]
like = 'recruit'
hp = 20
skills = { sword = 60 }
[combatants.captain]
like = 'veteran'
mp = 9
[combatants.recruit]
hp = 10
dex = 11
skills = { sword = 30, bow = 40 }
carries = ['sword', 'bow']
";

    #[test]
    fn a_row_takes_over_what_it_does_not_say_also_from_further_on() {
        let (matchups, faults) = matchups(BLOCKS, &Overrides::default());
        assert!(faults.is_empty(), "{}", faults.render(false, 90));
        let captain = row(&matchups[0], "combatants", "captain");
        for (key, value) in [("hp", Some(20)), ("dex", Some(11)), ("mp", Some(9))] {
            assert_eq!(whole(captain, key), value, "{key}");
        }
        let skills = captain.get("skills").and_then(Node::as_table);
        let skills = skills.expect("those of the veteran and the recruit");
        assert_eq!(
            (whole(skills, "sword"), whole(skills, "bow")),
            (Some(60), Some(40))
        );
        assert!(captain.get("like").is_none());
    }

    #[test]
    fn what_an_axis_changes_changes_in_those_that_are_like_it() {
        let axes = vary(&[
            "combatants.recruit.skills.bow=1,2",
            "combatants.captain.carries[0]=axe,club",
            "combatants.captain.skills.sword=70,80",
        ]);
        let (matchups, faults) = matchups(BLOCKS, &axes);
        assert!(faults.is_empty(), "{}", faults.render(false, 90));
        let last = row(&matchups[7], "combatants", "captain");
        let skills = last.get("skills").and_then(Node::as_table).expect("skills");
        assert_eq!(
            (whole(skills, "sword"), whole(skills, "bow")),
            (Some(80), Some(2))
        );
        let carries = last.get("carries").and_then(Node::as_list).expect("a list");
        let carries: Vec<_> = carries.iter().filter_map(Node::as_text).collect();
        assert_eq!(carries, ["club", "bow"]);
    }

    #[test]
    fn unknown_names_and_circles_are_faults_at_the_name() {
        let (_, found) = matchups(
            "[combatants.a]\nlike = 'gaurd'\n[combatants.b]\nlike = 3\n\
             [policies.x]\nlike = 'y'\n[policies.y]\nlike = 'x'\n",
            &Overrides::default(),
        );
        assert_eq!(
            told(&found),
            faults([
                ("scenario::unknown-like", "'gaurd'"),
                ("scenario::type", "3"),
                ("scenario::like-circle", "'y'"),
                ("scenario::like-circle", "'x'"),
            ])
        );
        let shown = found.render(false, 100);
        assert!(shown.contains("did you mean `guard`?"), "{shown}");
        assert!(
            shown.contains("`like` forms a loop: x is like y is like x"),
            "{shown}"
        );
    }
}
