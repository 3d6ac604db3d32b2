//! Chooses the axes that `run` and `solve` show as a matrix.
//!
//! A scenario with exactly two axes is shown as a matrix by default. With more axes, the command line names
//! the two axes of the matrix. The figures are then means over all values of the other axes. `--at` can
//! choose one value of such an axis instead.
//!
//! The figures are win rates of the first side, unless `--side` names another. There is an exception if both
//! axes list the same contenders: a row then fights a column, and the figures are those of the rows' side.
//! Two axes list the same contenders if they have the same values and set the same field. One axis must set
//! it for a fighter of one side, and the other for a fighter of the other side.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;

use clap::Args;

use super::load::Loaded;
use super::output::{Failure, quoted};
use super::run::pool;
use crate::fight::{CastCombatant, SideId};
use crate::report::{MatrixPlan, Report};
use crate::scenario::{Axis, PathEntry, Scenario, TreePath};
use crate::suggest::help_for;
use crate::tally::Count;

/// The side whose win rates are shown by default.
const FIRST: SideId = SideId(0);

/// Command-line arguments that choose and arrange a matrix.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Showing a matrix")]
pub(super) struct MatrixArgs {
    /// Show a matrix: the axis whose values are its rows
    #[arg(long, value_name = "AXIS")]
    rows: Option<String>,

    /// Show a matrix: the axis whose values are its columns; it averages over all other axes
    #[arg(long, value_name = "AXIS")]
    columns: Option<String>,

    /// Show a matrix: the side whose win rates are its figures; default: the first
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,

    /// Show one value of another axis in the matrix instead of the average; can be repeated
    #[arg(long, value_name = "AXIS=VALUE")]
    at: Vec<String>,
}

impl MatrixArgs {
    /// Returns the flags with their values as typed, always in the same order.
    pub(super) fn typed(&self) -> Vec<String> {
        let flags = [
            ("--rows", &self.rows),
            ("--columns", &self.columns),
            ("--side", &self.side),
        ];
        let named = flags
            .into_iter()
            .filter_map(|(flag, value)| Some((flag, value.as_ref()?)));
        let picked = self.at.iter().map(|value| ("--at", value));
        let all = named.chain(picked);
        all.flat_map(|(flag, value)| [flag.to_owned(), value.clone()])
            .collect()
    }

    fn is_asked_for(&self) -> bool {
        let named = [&self.rows, &self.columns, &self.side];
        named.into_iter().any(Option::is_some) || !self.at.is_empty()
    }
}

/// Returns the plans of the matrices, by the name of the scenario. Scenarios that are not shown as a matrix
/// are left out.
pub(super) fn plans(
    args: &MatrixArgs,
    loaded: &[Loaded],
) -> Result<BTreeMap<String, MatrixPlan>, Failure> {
    let mut plans = BTreeMap::new();
    for one in loaded {
        let plan = if args.is_asked_for() {
            Some(asked_for(args, one)?)
        } else if one.is_part {
            None
        } else {
            of_itself(one)
        };
        plans.extend(plan.map(|plan| (one.scenario.name.clone(), plan)));
    }
    Ok(plans)
}

/// Rejects flags about matrices with `--watch`, which shows changes instead of a matrix.
pub(super) fn none_asked_for(args: &MatrixArgs) -> Result<(), Failure> {
    if args.is_asked_for() {
        let text = "--watch shows changes instead of a matrix: leave out --rows, --columns, --side and --at";
        return Err(Failure::Usage(text.to_owned()));
    }
    Ok(())
}

/// Adds the matrices of these plans to the report. They are computed on `threads` threads.
pub(super) fn added<C: Count>(
    report: Report<C>,
    plans: &BTreeMap<String, MatrixPlan>,
    threads: Option<NonZeroUsize>,
) -> Result<Report<C>, Failure> {
    if plans.is_empty() {
        return Ok(report);
    }
    Ok(pool(threads)?.install(|| report.with_matrices(plans)))
}

/// Returns the plan of the matrix that a scenario shows by default. Returns `None` if the scenario does not
/// have exactly two axes.
fn of_itself(one: &Loaded) -> Option<MatrixPlan> {
    let varied = one.scenario.axes.iter();
    let varied: Vec<&Axis> = varied.filter(|axis| axis.values.len() > 1).collect();
    let &[first, second] = varied.as_slice() else {
        return None;
    };
    let (rows, columns) = arranged(one, first, second, None);
    Some(plan(one, (rows, columns), None, Vec::new()))
}

/// A second axis with more values than this becomes the rows, if it also has more values than the first axis.
const ACROSS: usize = 12;

/// Returns the axis for the rows, followed by the axis for the columns. If the two axes list the same
/// contenders, the rows are the axis of the side whose win rates are shown. Otherwise the rows are the first
/// axis, unless the second has more than [`ACROSS`] values and more than the first.
fn arranged<'l>(
    one: &Loaded,
    first: &'l Axis,
    second: &'l Axis,
    side: Option<SideId>,
) -> (&'l Axis, &'l Axis) {
    let wanted = side.unwrap_or(FIRST);
    let [ours, theirs] = [first, second].map(|axis| side_of(one, axis));
    let values = [first, second].map(|axis| axis.values.len());
    let swaps = if are_contenders(one, first, second) {
        theirs == Some(wanted) && ours != Some(wanted)
    } else {
        values[1] > ACROSS && values[1] > values[0]
    };
    if swaps {
        (second, first)
    } else {
        (first, second)
    }
}

/// Returns the plan of the matrix that the command line requests.
fn asked_for(args: &MatrixArgs, one: &Loaded) -> Result<MatrixPlan, Failure> {
    let usage = |text: String| Failure::Usage(text);
    let Scenario { name, axes, .. } = &one.scenario;
    if axes.len() < 2 {
        let varies = match axes.as_slice() {
            [axis] => format!("only `{}`", axis.plain_name()),
            _ => "nothing".to_owned(),
        };
        return Err(usage(format!(
            "a matrix needs two axes, but `{name}` varies {varies}: add one with --vary"
        )));
    }
    let side = args.side.as_deref().map(|side| side_named(one, side));
    let side = side.transpose()?;
    let mut at: Vec<(String, String)> = Vec::new();
    for text in &args.at {
        let (axis, value) = picked(one, text)?;
        if at.iter().any(|(known, _)| *known == axis) {
            return Err(usage(format!("--at names the axis `{axis}` twice")));
        }
        at.push((axis, value));
    }
    let rows = args.rows.as_deref().map(|axis| axis_named(one, axis));
    let columns = args.columns.as_deref().map(|axis| axis_named(one, axis));
    let (rows, columns) = (rows.transpose()?, columns.transpose()?);
    for axis in [rows, columns].into_iter().flatten() {
        if at.iter().any(|(picked, _)| *picked == axis.name) {
            return Err(usage(format!(
                "`{}` is an axis of the matrix, and --at is for the other axes",
                axis.name
            )));
        }
    }
    let is_free = |axis: &&Axis| {
        let named = [rows, columns].into_iter().flatten();
        named
            .chain(
                axes.iter()
                    .filter(|axis| at.iter().any(|(picked, _)| *picked == axis.name)),
            )
            .all(|taken| taken.name != axis.name)
    };
    let free: Vec<&Axis> = axes.iter().filter(is_free).collect();
    let (rows, columns) = match (rows, columns, free.as_slice()) {
        (Some(rows), Some(columns), _) if rows.name == columns.name => {
            let axis = &rows.name;
            return Err(usage(format!(
                "rows and columns are both `{axis}`: a matrix needs two axes"
            )));
        }
        (Some(rows), Some(columns), _) => (rows, columns),
        (Some(rows), None, [columns]) => (rows, *columns),
        (None, Some(columns), [rows]) => (*rows, columns),
        (None, None, [first, second]) => arranged(one, first, second, side),
        (rows, _, free) => {
            let missing = match rows {
                Some(_) => "--columns",
                None => "--rows",
            };
            return Err(usage(too_few_or_many(missing, free)));
        }
    };
    Ok(plan(one, (rows, columns), side, at))
}

/// Returns the message for a command line that does not determine the axes of the matrix. `missing` is the
/// flag that is needed, and `free` has the axes to choose from.
fn too_few_or_many(missing: &str, free: &[&Axis]) -> String {
    let names: Vec<String> = free.iter().map(|axis| quoted(axis.plain_name())).collect();
    match names.as_slice() {
        [] | [_] => "a matrix needs two axes, but --at leaves fewer".to_owned(),
        names => format!(
            "choose the axis of the matrix: {missing} with one of {}",
            names.join(", ")
        ),
    }
}

/// Returns the id of the side named `name`. Fails if the scenario has no such side.
fn side_named(one: &Loaded, name: &str) -> Result<SideId, Failure> {
    let first = one.matches.first();
    let sides = first.map_or(&[][..], |found| &found.seats[0].cast().sides);
    let found = sides.iter().position(|side| side == name);
    found.map(SideId::at).ok_or_else(|| {
        let known = sides.iter().map(String::as_str);
        unknown_in(one, "side", name, known)
    })
}

/// Returns the axis named `name`. Fails if the scenario has no such axis.
fn axis_named<'l>(one: &'l Loaded, name: &str) -> Result<&'l Axis, Failure> {
    let axes = &one.scenario.axes;
    axes.iter()
        .find(|axis| axis.is_called(name))
        .ok_or_else(|| {
            let known = axes.iter().map(Axis::plain_name);
            unknown_in(one, "axis", name, known)
        })
}

fn unknown_in<'a>(
    one: &Loaded,
    kind: &str,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Failure {
    let help = help_for(name, known).map_or(String::new(), |help| format!("; {help}"));
    Failure::Usage(format!(
        "`{}` has no {kind} named `{name}`{help}",
        one.scenario.name
    ))
}

/// Returns the axis and the value that an argument of `--at`, such as `AXIS=VALUE`, names.
fn picked(one: &Loaded, text: &str) -> Result<(String, String), Failure> {
    let axes = &one.scenario.axes;
    let text = text.trim_start();
    let of = |axis: &Axis| {
        let mut names = [axis.name.as_str(), axis.plain_name()].into_iter();
        names.find_map(|name| text.strip_prefix(name)?.trim_start().strip_prefix('='))
    };
    let Some((found, value)) = axes.iter().find_map(|axis| Some((axis, of(axis)?))) else {
        let Some((name, _)) = text.split_once('=') else {
            return Err(Failure::Usage(format!(
                "--at needs an axis and a value: write AXIS=VALUE, not `{text}`"
            )));
        };
        let known = axes.iter().map(Axis::plain_name);
        return Err(unknown_in(one, "axis", name.trim(), known));
    };
    let value = value.trim();
    if found.values.iter().any(|known| known.text == value) {
        return Ok((found.name.clone(), value.to_owned()));
    }
    let known = found.values.iter().map(|value| value.text.as_str());
    let kind = format!("value of `{}`", found.name);
    Err(unknown_in(one, &kind, value, known))
}

/// Returns the plan of a matrix. If `side` is `None`, the matrix shows the win rates of the rows' side if
/// both axes list the same contenders, and those of the first side otherwise.
fn plan(
    one: &Loaded,
    (rows, columns): (&Axis, &Axis),
    side: Option<SideId>,
    at: Vec<(String, String)>,
) -> MatrixPlan {
    let alike = are_contenders(one, rows, columns);
    let fighting = side_of(one, rows).filter(|_| alike);
    MatrixPlan {
        rows: rows.name.clone(),
        columns: columns.name.clone(),
        side: side.or(fighting).unwrap_or(FIRST),
        at,
        // Contenders are ranked by the rows' side. The win rates of another side would rank them the wrong
        // way round.
        contenders: fighting.is_some() && side.is_none_or(|side| fighting == Some(side)),
    }
}

/// Returns whether both axes list the same contenders, one axis for the fighters of one side and the other
/// axis for those of the other side.
fn are_contenders(one: &Loaded, rows: &Axis, columns: &Axis) -> bool {
    let [ours, theirs] = [rows, columns].map(|axis| side_of(one, axis));
    let apart = ours.is_some() && theirs.is_some() && ours != theirs;
    let places = |axis: &Axis| -> Vec<(String, String)> {
        let place = |path: &TreePath| {
            let (root, entry, rest) = path.parts();
            entry.map(|_| (root.to_owned(), rest))
        };
        let mut places: Vec<_> = axis.paths.iter().filter_map(place).collect();
        places.sort_unstable();
        places
    };
    let has = |axis: &Axis, value: &crate::scenario::AxisValue| {
        let mut values = axis.values.iter();
        values.any(|own| own.text == value.text && own.node.value.is_like(&value.node.value))
    };
    let (ours, theirs) = (places(rows), places(columns));
    // `places` leaves out paths that lead through no named row, such as a path to a house rule. The lengths
    // then differ, and the axes list no contenders.
    let of_fighters = ours.len() == rows.paths.len()
        && !ours
            .iter()
            .any(|(root, _)| ["options", "rules", "field"].contains(&root.as_str()));
    apart
        && of_fighters
        && ours == theirs
        && sides(one) == 2
        && rows.values.len() > 1
        && rows.values.len() == columns.values.len()
        && rows.values.iter().all(|value| has(columns, value))
}

/// Returns the number of sides of a scenario.
fn sides(one: &Loaded) -> usize {
    let first = one.matches.first();
    first.map_or(0, |found| found.seats[0].cast().sides.len())
}

/// Returns the side whose fighters an axis changes. Returns `None` if the axis changes several sides or none.
pub(super) fn side_of(one: &Loaded, axis: &Axis) -> Option<SideId> {
    let mut found: BTreeSet<usize> = BTreeSet::new();
    for path in &axis.paths {
        let (root, entry, _) = path.parts();
        let with = |is_theirs: &dyn Fn(&CastCombatant) -> bool| -> BTreeSet<usize> {
            let casts = one.matches.iter().map(|found| found.seats[0].cast());
            casts
                .flat_map(|cast| &cast.combatants)
                .filter(|combatant| is_theirs(combatant))
                .map(|combatant| combatant.side.index())
                .collect()
        };
        let sides = match (root, entry?) {
            ("sides", PathEntry::Listed(side)) => BTreeSet::from([side]),
            ("combatants", PathEntry::Named(name)) => with(&|one| one.name == name),
            ("policies", PathEntry::Named(name)) => with(&|one| one.playbook.name == name),
            ("options" | "rules" | "field", _) | (_, PathEntry::Listed(_)) => return None,
            (_, PathEntry::Named(name)) => {
                with(&|one| one.weapons.iter().any(|weapon| weapon.name == name))
            }
        };
        if sides.is_empty() {
            return None;
        }
        found.extend(sides);
    }
    match found.len() {
        1 => found.first().map(|&side| SideId::at(side)),
        _ => None,
    }
}
