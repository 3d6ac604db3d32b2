//! Makes a scenario with a given property as small as possible.

use std::time::{Duration, Instant};

use toml::{Table, Value};

/// A step on the path to a part of a scenario: a key of a table, or an index of a list.
#[derive(Debug, Clone)]
enum Step {
    Key(String),
    At(usize),
}

/// Removes and simplifies parts of a scenario as long as `holds` returns true. Stops when about the time
/// `most` has passed.
pub(crate) fn smallest(scenario: &Table, most: Duration, holds: impl Fn(&Table) -> bool) -> Table {
    let started = Instant::now();
    let over = || started.elapsed() >= most;
    let mut best = scenario.clone();
    // A part that could not be removed once can probably not be removed later. Each round therefore begins
    // after the last part that was removed.
    let (mut from, mut idle) = (0, false);
    loop {
        let candidates = simpler(&best);
        let mut tried = candidates.iter().enumerate().skip(from);
        match tried.find(|(_, candidate)| over() || holds(candidate)) {
            _ if over() => return best,
            Some((at, simpler)) => (best, from, idle) = (simpler.clone(), at, false),
            None if idle => return best,
            None => (from, idle) = (0, true),
        }
    }
}

/// Returns all scenarios that are simpler than this one in a single place. The simplest come first.
fn simpler(scenario: &Table) -> Vec<Table> {
    let mut places = Vec::new();
    walk(
        &Value::Table(scenario.clone()),
        &mut Vec::new(),
        &mut places,
    );
    places.sort_by_key(Vec::len);
    let mut all = Vec::new();
    for path in &places {
        let mut without = scenario.clone();
        if remove(&mut without, path) {
            all.push(without);
        }
    }
    for path in &places {
        for half in [true, false] {
            let mut smaller = scenario.clone();
            if lower(&mut smaller, path, half) {
                all.push(smaller);
            }
        }
    }
    all
}

fn walk(value: &Value, path: &mut Vec<Step>, places: &mut Vec<Vec<Step>>) {
    if !path.is_empty() {
        places.push(path.clone());
    }
    match value {
        Value::Table(table) => {
            for (key, entry) in table {
                path.push(Step::Key(key.clone()));
                walk(entry, path, places);
                path.pop();
            }
        }
        Value::Array(list) => {
            for (at, entry) in list.iter().enumerate() {
                path.push(Step::At(at));
                walk(entry, path, places);
                path.pop();
            }
        }
        _ => {}
    }
}

fn find<'t>(scenario: &'t mut Table, path: &[Step]) -> Option<&'t mut Value> {
    let (first, rest) = path.split_first()?;
    let Step::Key(key) = first else { return None };
    let mut value = scenario.get_mut(key)?;
    for step in rest {
        value = match step {
            Step::Key(key) => value.get_mut(key)?,
            Step::At(at) => value.get_mut(*at)?,
        };
    }
    Some(value)
}

fn remove(scenario: &mut Table, path: &[Step]) -> bool {
    let Some((last, before)) = path.split_last() else {
        return false;
    };
    match last {
        Step::Key(key) if before.is_empty() => scenario.remove(key).is_some(),
        Step::Key(key) => find(scenario, before)
            .and_then(Value::as_table_mut)
            .is_some_and(|table| table.remove(key).is_some()),
        Step::At(at) => find(scenario, before)
            .and_then(Value::as_array_mut)
            .map(|list| list.remove(*at))
            .is_some(),
    }
}

/// Makes a number smaller, or removes the condition of a policy line.
fn lower(scenario: &mut Table, path: &[Step], half: bool) -> bool {
    match find(scenario, path) {
        Some(Value::Integer(number)) if *number > 1 => {
            *number = if half { *number / 2 } else { *number - 1 };
            true
        }
        Some(Value::String(line)) if half => match line.split_once(" if ") {
            Some((action, _)) => {
                *line = action.to_owned();
                true
            }
            None => false,
        },
        _ => false,
    }
}
