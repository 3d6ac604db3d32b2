//! Compiles the requested moves for every matchup. A move is a change of one number by a step up or down, or
//! of one house rule to another value.

use rayon::ThreadPool;
use rayon::prelude::*;

use crate::frame::{self, BookInfo, Choice, Match};
use crate::report::{LeftOut, Without};
use crate::rules;
use crate::scenario::{
    Amount, Direction, Fault, Faults, Matchup, Node, PathStep, Scenario, Step, TreePath, Value,
};

/// Maximum number of compiled matchups, over all moves together.
const MOST: usize = 20_000;

/// One way to change a number or a house rule.
#[derive(Debug, Clone, PartialEq)]
enum Adjustment {
    /// Moves a number up or down by this amount.
    By(Amount, Direction),
    /// Sets a house rule to this value.
    To(Value),
}

impl Adjustment {
    /// Returns the step for a table, such as `+1`, or the new word of a house rule.
    fn step(&self) -> String {
        match self {
            Self::By(amount, Direction::Up) => format!("+{amount}"),
            Self::By(amount, Direction::Down) => format!("-{amount}"),
            Self::To(value) => shown(value),
        }
    }

    /// Returns the value after the change, given the value before it. The error says why the value cannot be
    /// changed in this way.
    fn after(&self, value: &Value) -> Result<Value, String> {
        match self {
            Self::By(amount, direction) => amount
                .moved(value, *direction)
                .ok_or_else(|| format!("{} cannot be changed by {amount}", shown(value))),
            Self::To(other) => Ok(other.clone()),
        }
    }
}

/// A number or house rule to be changed, with the ways to change it.
#[derive(Debug, Clone)]
struct Task {
    path: TreePath,
    unit: &'static str,
    ways: Vec<Adjustment>,
    /// Whether the user requested the path individually. It is then a fault if the value cannot be changed.
    alone: bool,
    /// The present value in each of the chosen matchups.
    values: Vec<Value>,
}

/// A change of one number by a step up or down, or of one house rule to one value, compiled for all matchups.
#[derive(Debug)]
pub(super) struct Variant {
    pub(super) path: TreePath,
    pub(super) number: usize,
    pub(super) unit: &'static str,
    pub(super) step: String,
    pub(super) before: String,
    pub(super) after: String,
    /// The matchups after the change, in the order of the chosen matchups.
    pub(super) matches: Vec<Match>,
    /// Indices of the sides with fighters that the change affects in at least one matchup.
    pub(super) touched: Vec<usize>,
}

/// All compiled variants, and the requested numbers that have no variant.
#[derive(Debug, Default)]
pub(super) struct Moves {
    pub(super) variants: Vec<Variant>,
    pub(super) left_out: Vec<LeftOut>,
    pub(super) without: Vec<Without>,
}

/// The matchups of a scenario that the user has chosen.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChosenMatchups<'s> {
    pub(super) scenario: &'s Scenario,
    /// Indices of these matchups in the scenario.
    pub(super) numbers: &'s [usize],
    /// The same matchups, read but not yet compiled.
    pub(super) matchups: &'s [Matchup],
}

/// Compiles all requested moves in both directions. Numbers move by `step`, unless the request names a step
/// for them. Invalid requests are added to `faults`. If there are too many moves to hold in memory, an error
/// is returned.
pub(super) fn moves(
    chosen: ChosenMatchups<'_>,
    asked: &[PathStep],
    step: Amount,
    pool: &ThreadPool,
    faults: &Faults,
) -> Result<Moves, String> {
    let book = rules::book_of(chosen.scenario);
    let mut moves = Moves::default();
    let mut tasks: Vec<Task> = Vec::new();
    for one in asked {
        gather(book, chosen, (one, step), (&mut tasks, &mut moves), faults);
    }
    if !faults.is_empty() {
        return Ok(moves);
    }
    let steps: usize = tasks.iter().map(|task| task.ways.len()).sum();
    let all = steps * chosen.numbers.len();
    if all > MOST {
        return Err(format!(
            "{steps} steps in {} matchups are {all} variants, but the limit is {MOST}: name fewer \
             with --of, or pick one matchup with --matchup",
            chosen.numbers.len()
        ));
    }
    let ways: Vec<(usize, &Adjustment)> = tasks
        .iter()
        .enumerate()
        .flat_map(|(number, task)| task.ways.iter().map(move |way| (number, way)))
        .collect();
    let sources = faults.sources();
    let compile = |&(number, way): &(usize, &Adjustment)| {
        let unheard = || Faults::new(sources.clone());
        made(chosen, (number, &tasks[number]), way, unheard)
    };
    let made: Vec<Result<Variant, String>> =
        pool.install(|| ways.par_iter().with_max_len(1).map(compile).collect());
    for (&(number, way), made) in ways.iter().zip(made) {
        match made {
            Ok(variant) => moves.variants.push(variant),
            Err(why) => moves.left_out.push(LeftOut {
                path: tasks[number].path.to_string(),
                step: way.step(),
                why,
            }),
        }
    }
    for (number, task) in tasks.iter().enumerate().filter(|(_, task)| task.alone) {
        if moves.variants.iter().all(|one| one.number != number) {
            let path = task.path.to_string();
            let why = moves.left_out.iter().find(|one| one.path == path);
            let why = why.map_or("", |one| one.why.as_str());
            let message = match task.ways.first() {
                Some(Adjustment::By(amount, _)) => {
                    format!("`{path}` can be neither raised nor lowered by {amount}")
                }
                _ => format!("`{path}` has no other value"),
            };
            let fault = Fault::at("scenario::no-step", task.path.span(), message, "no step");
            faults.push(fault.help_if((!why.is_empty()).then(|| why.to_owned())));
        }
    }
    nobody_fields(chosen, asked, &moves.variants, faults);
    Ok(moves)
}

/// Adds a task for each number or house rule that `one` requests, unless there is such a task already.
fn gather(
    book: &BookInfo,
    chosen: ChosenMatchups<'_>,
    (one, step): (&PathStep, Amount),
    (tasks, moves): (&mut Vec<Task>, &mut Moves),
    faults: &Faults,
) {
    let Some(first) = chosen.matchups.first() else {
        return;
    };
    let Some(numbers) = frame::numbers(book, &first.tree, &one.path, faults) else {
        return;
    };
    let amount = one.amount.unwrap_or(step);
    for choice in numbers.choices {
        choose(book, chosen, (choice, !numbers.several), tasks, faults);
    }
    for number in numbers.found {
        let value = |matchup: &Matchup| {
            let unheard = Faults::new(faults.sources().clone());
            let found = frame::numbers(book, &matchup.tree, &number.path, &unheard)?;
            let only = (!found.several).then(|| found.found.into_iter().next());
            only.flatten().map(|number| number.value)
        };
        let values: Option<Vec<Value>> = chosen.matchups.iter().map(value).collect();
        let Some(values) = values else {
            let path = number.path.to_string();
            let why = "it is not a number in some of the matchups: pick a matchup with --matchup";
            if numbers.several {
                moves.left_out.push(LeftOut {
                    path,
                    step: format!("±{amount}"),
                    why: why.to_owned(),
                });
            } else {
                let message = format!("`{path}` is not a number in every matchup");
                let span = one.path.span();
                let fault = Fault::at("scenario::no-number", span, message, "varies");
                faults.push(fault.help("pick a matchup with --matchup"));
            }
            continue;
        };
        let ways = vec![
            Adjustment::By(amount, Direction::Up),
            Adjustment::By(amount, Direction::Down),
        ];
        let known = |task: &&mut Task| task.path == number.path && task.ways == ways;
        if let Some(task) = tasks.iter_mut().find(known) {
            task.alone |= !numbers.several;
            continue;
        }
        tasks.push(Task {
            path: number.path,
            unit: number.unit,
            ways,
            alone: !numbers.several,
            values,
        });
    }
    for one in numbers.without {
        let without = Without {
            path: one.path.to_string(),
            instead: one.instead.to_owned(),
        };
        if !moves.without.contains(&without) {
            moves.without.push(without);
        }
    }
}

/// Adds a task that sets a house rule to each of its other values, unless there is such a task already.
fn choose(
    book: &BookInfo,
    chosen: ChosenMatchups<'_>,
    (choice, alone): (Choice, bool),
    tasks: &mut Vec<Task>,
    faults: &Faults,
) {
    let in_matchup = |matchup: &Matchup| {
        let unheard = Faults::new(faults.sources().clone());
        let found = frame::numbers(book, &matchup.tree, &choice.path, &unheard)?;
        found.choices.into_iter().next()
    };
    let choices: Vec<Choice> = chosen.matchups.iter().filter_map(in_matchup).collect();
    // The present value of the house rule may differ between the matchups. The other values may then differ
    // as well.
    let mut ways = Vec::new();
    for other in choices.iter().flat_map(|choice| &choice.others) {
        let way = Adjustment::To(other.clone());
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    let is_known = |task: &&mut Task| task.path == choice.path && task.ways == ways;
    if let Some(task) = tasks.iter_mut().find(is_known) {
        task.alone |= alone;
        return;
    }
    tasks.push(Task {
        path: choice.path,
        unit: "",
        ways,
        alone,
        values: choices.into_iter().map(|choice| choice.value).collect(),
    });
}

/// Compiles one change of a value for every chosen matchup. The error says why the change is impossible.
fn made(
    chosen: ChosenMatchups<'_>,
    (number, task): (usize, &Task),
    way: &Adjustment,
    unheard: impl Fn() -> Faults,
) -> Result<Variant, String> {
    let mut variant = Variant {
        path: task.path.clone(),
        number,
        unit: task.unit,
        step: way.step(),
        before: range(&task.values),
        after: String::new(),
        matches: Vec::new(),
        touched: Vec::new(),
    };
    let mut after = Vec::new();
    for ((&n, matchup), value) in chosen.numbers.iter().zip(chosen.matchups).zip(&task.values) {
        let moved = way.after(value)?;
        let node = Node {
            value: moved.clone(),
            span: task.path.span(),
        };
        let faults = unheard();
        let change = [(task.path.clone(), node)];
        let Some((other, found)) = rules::changed(chosen.scenario, n, &change, &faults) else {
            let first = faults.sorted().into_iter().next();
            return Err(first.map_or_else(
                || "the rules do not allow it".to_owned(),
                |fault| fault.message,
            ));
        };
        for side in touched(matchup, &other, &task.path) {
            if !variant.touched.contains(&side) {
                variant.touched.push(side);
            }
        }
        variant.matches.push(found);
        after.push(moved);
    }
    variant.touched.sort_unstable();
    variant.after = range(&after);
    Ok(variant)
}

fn shown(value: &Value) -> String {
    match value {
        Value::Whole(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        Value::Text(text) => text.clone(),
        other => other.kind().to_owned(),
    }
}

/// Formats the values of a number in all matchups: the only value, or the first and the last one.
fn range(values: &[Value]) -> String {
    let mut texts: Vec<String> = values.iter().map(shown).collect();
    texts.dedup();
    match texts.as_slice() {
        [first, .., last] => format!("{first} to {last}"),
        [only] => only.clone(),
        [] => String::new(),
    }
}

/// Returns the indices of the sides that a change affects: sides whose own entry in `sides` changes, and
/// sides with a stat block that changes or that names the changed row of another table. Other changes affect
/// no side.
fn touched(before: &Matchup, after: &Matchup, path: &TreePath) -> Vec<usize> {
    let row = |matchup: &Matchup, name: &str| {
        let rows = matchup.tree.get("combatants").and_then(Node::as_table);
        rows.and_then(|rows| rows.get(name)).cloned()
    };
    let named = path.steps().nth(1).map(|(step, _)| step);
    let concerns = |name: &str| {
        let (old, new) = (row(before, name), row(after, name));
        old != new
            || matches!((named, &new), (Some(Step::Key(key)), Some(node)) if mentions(node, key))
    };
    let sides = before.sides.iter().zip(&after.sides).enumerate();
    sides
        .filter(|(_, (old, new))| {
            let fielded = new.groups.iter().any(|group| {
                let ridden = group.riding.as_ref().and_then(Node::as_text);
                concerns(&group.combatant) || ridden.is_some_and(concerns)
            });
            old != new || fielded
        })
        .map(|(at, _)| at)
        .collect()
}

/// Returns whether the value `node`, or a value inside it, is a text equal to `name`.
fn mentions(node: &Node, name: &str) -> bool {
    match &node.value {
        Value::Text(text) => text == name,
        Value::List(list) => list.iter().any(|node| mentions(node, name)),
        Value::Table(table) => table.iter().any(|(_, entry)| mentions(&entry.node, name)),
        Value::Truth(_) | Value::Whole(_) | Value::Real(_) => false,
    }
}

/// Adds a fault for each requested stat block that no side fights with.
fn nobody_fields(
    chosen: ChosenMatchups<'_>,
    asked: &[PathStep],
    variants: &[Variant],
    faults: &Faults,
) {
    for one in asked {
        let mut steps = one.path.steps();
        let (Some((Step::Key(root), _)), Some((Step::Key(name), span))) =
            (steps.next(), steps.next())
        else {
            continue;
        };
        let mut own = variants
            .iter()
            .filter(|variant| one.path.covers(&variant.path));
        if root != "combatants" || own.clone().next().is_none() {
            continue;
        }
        if own.any(|variant| !variant.touched.is_empty()) {
            continue;
        }
        let sides = chosen.matchups.iter().flat_map(|matchup| &matchup.sides);
        let mut fielded: Vec<&str> = sides
            .flat_map(|side| side.groups.iter().map(|group| group.combatant.as_str()))
            .collect();
        fielded.sort_unstable();
        fielded.dedup();
        let message = format!("no side has fighters of `{name}`");
        let fault = Fault::at("scenario::nobody", span, message, "not in this fight");
        faults.push(fault.help(format!(
            "the stat blocks in the fight are `{}`",
            fielded.join("`, `")
        )));
    }
}
