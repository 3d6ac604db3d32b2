//! Axes: the values that differ between the matchups of a scenario. An axis is written as `[[vary]]` in the
//! file or as `--vary` on the command line.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::overrides::Variation;
use super::path::TreePath;
use super::range::Typed;
use super::{
    AXIS, Entry, Fault, Faults, Fields, Node, Span, Table, Value, labels, range, sides, spread, top,
};
use crate::suggest::nearest;

/// A setting with different values in different matchups, or several settings that have one common value in
/// each matchup.
#[derive(Debug, Clone)]
pub struct Axis {
    /// The name of the axis, which is the title of its column in tables.
    pub name: String,
    /// The source location of the name.
    pub span: Span,
    /// The paths into the scenario that this axis sets. All of them get the same value.
    pub paths: Vec<TreePath>,
    /// The values, in the order of the matchups that use them.
    pub values: Vec<AxisValue>,
}

impl Axis {
    /// Returns the name without the suffix that lists the rows which inherit the varied value: `hp` if the
    /// name is `hp (and rat's)`. On the command line, the suffix may be left out.
    pub fn plain_name(&self) -> &str {
        self.name.split(" (and ").next().unwrap_or(&self.name)
    }

    /// Returns whether `name` is the name of this axis, with or without the suffix that lists inheriting
    /// rows.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.plain_name() == name
    }
}

/// One value of an axis.
#[derive(Debug, Clone, PartialEq)]
pub struct AxisValue {
    /// The value as text in tables. No two values of an axis have the same text.
    pub text: String,
    /// The source location of the label, or of the value if it has no label.
    pub span: Span,
    /// The value that is set in the scenario.
    pub node: Node,
}

/// Column names that no axis may have, because the result tables use them for other columns.
#[rustfmt::skip]
pub const RESERVED: &[&str] = &[
    "scenario", "ruleset", "matchup", "seat", "side", "combatant", "weapon", "policy", "list", "line",
    "fights", "wins", "losses", "draws", "undecided", "win_rate", "win_rate_low", "win_rate_high",
    "rounds_mean", "rounds_mean_low", "rounds_mean_high", "rounds_p10", "rounds_p50", "rounds_p90",
    "survivors_mean", "survivors_mean_low", "survivors_mean_high",
    "seat_effect", "seat_effect_low", "seat_effect_high", "winner", "round", "downed",
    "damage", "hits", "count", "attacks", "evaded", "damage_dealt", "damage_taken", "downs", "survived",
    "back", "fled", "considered", "used", "lost",
    "standing_mean", "standing_mean_low", "standing_mean_high", "fights_going",
    "rounds_mean_se", "survivors_mean_se", "damage_per_fight", "damage_per_fight_se",
    "event_kind", "event", "per_fight", "per_fight_se", "health_left",
    "fighter_number", "out_share", "out_share_se", "out_round", "out_round_se", "out_first", "out_first_se",
    "out_place", "out_place_se", "target_side", "target", "matchup_id", "fights_followed", "overkill",
    "stage", "stage_kind", "stage_name", "days", "through", "through_low", "through_high", "health_mean", "health_mean_se",
    "objective", "alliance",
    "stopped", "stopped_rate", "stopped_low", "stopped_high", "ammunition_mean", "ammunition_mean_se",
    "remedies_mean", "remedies_mean_se", "things_mean", "things_mean_se",
];

/// Returns whether other programs would take two names for the same column. `DuckDB` and spreadsheets ignore
/// case, and blanks at the ends.
pub fn same_column(one: &str, other: &str) -> bool {
    column_key(one) == column_key(other)
}

/// Returns `name` in lower case, without blanks at its ends and without repeated blanks. Two names with the
/// same result would be the same column for other programs.
fn column_key(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

/// Keys of a scenario that no axis can vary, because they apply to the whole run.
const FIXED: [&str; 6] = ["run", "ruleset", "title", "include", "vary", "expect"];

/// Reads the axes of the file, then those of the command line. If both vary the same path, the values of the
/// command line replace those of the file. `book` has the names of the rulebook's tables. If it is `None`, a
/// path may begin with the name of any table.
///
/// A path that does not exist in `tree` is reported here only for axes without values. For all others it is
/// reported when a matchup sets a value.
pub(super) fn read(
    vary: Option<&Node>,
    variations: &[Variation],
    tree: &Table,
    book: Option<&[String]>,
    faults: &Faults,
) -> Vec<Axis> {
    let mut drafts: Vec<Draft> = Vec::new();
    let listed = vary.map(|node| (node.as_list(), node));
    if let Some((None, node)) = listed {
        let what = "`vary`";
        super::fields::wrong_type(
            what,
            node,
            "a list (write `[[vary]]`)",
            "not a list",
            faults,
        );
    }
    for node in listed.and_then(|(list, _)| list).into_iter().flatten() {
        drafts.extend(draft(node, tree, faults));
    }
    for variation in variations {
        vary_too(&mut drafts, variation, faults);
    }
    check_paths(&drafts, faults);
    check_names(&drafts, faults);
    for draft in &mut drafts {
        check_shape(draft, book, faults);
    }
    for draft in drafts.iter().filter(|draft| draft.values.is_empty()) {
        let value = Node {
            value: Value::Truth(true),
            span: draft.values_span,
        };
        for path in &draft.paths {
            path.set(&mut tree.clone(), &value, faults);
        }
    }
    drafts
        .into_iter()
        .filter_map(|draft| labels::finish(draft, faults))
        .filter(|axis| !axis.paths.is_empty())
        .collect()
}

/// Reports paths that do not begin with a key of a scenario, and removes them from `draft`. Also reports
/// values of a type that is not allowed at these paths.
fn check_shape(draft: &mut Draft, book: Option<&[String]>, faults: &Faults) {
    let Draft { paths, values, .. } = draft;
    let all_tables = values.iter().all(|value| value.as_table().is_some());
    paths.retain(|path| {
        let is_table = !path.is_root() || all_tables;
        top::is_known(path.root(), path.root_span(), is_table, book, faults)
    });
    for keys in paths.iter().filter_map(TreePath::keys) {
        for value in values.iter() {
            top::check_kind(&keys, value, book, faults);
        }
    }
}

/// An axis while it is being read, before each value gets its text for tables.
pub(super) struct Draft {
    pub(super) name: String,
    pub(super) span: Span,
    pub(super) paths: Vec<TreePath>,
    pub(super) values: Vec<Node>,
    pub(super) values_span: Span,
    pub(super) labels: Option<Vec<(String, Span)>>,
}

impl Draft {
    /// Returns the name of a second column for this axis, which shows the values that its labels stand for.
    /// `None` if the axis has no labels.
    fn column_of_values(&self) -> Option<String> {
        self.labels.as_ref().map(|_| format!("{} value", self.name))
    }
}

/// Reads one `[[vary]]` entry.
fn draft(node: &Node, tree: &Table, faults: &Faults) -> Option<Draft> {
    let Some(table) = node.as_table() else {
        super::fields::wrong_type("an axis", node, "a table", "in `vary`", faults);
        return None;
    };
    let what = match table.get("name").and_then(Node::as_text) {
        Some(name) => format!("axis `{name}`"),
        None => "an axis".to_owned(),
    };
    let mut fields = Fields::new(table, node.span, what, AXIS, faults);
    let name = fields.text("name");
    let set = fields.node("set");
    let several = set.is_some_and(|set| set.as_list().is_some());
    if let Some([]) = set.and_then(Node::as_list) {
        let span = set.map_or(node.span, |set| set.span);
        let message = "`set` of an axis is empty";
        let fault = Fault::at("scenario::axis-path", span, message, "sets nothing");
        faults.push(fault.help("write `set = \"combatants.guard.carries[0]\"`"));
    }
    let set = if several {
        fields.texts("set")
    } else {
        fields.text("set").map(|one| vec![one])
    };
    let to = fields.node("to");
    let is_range = to.is_some_and(|to| to.as_table().is_some());
    let typed = to.and_then(|to| {
        let place = |inside| faults.sources().pointer_span(to.span, inside);
        Some(range::values(to.as_text()?, place, faults))
    });
    let typed = match (typed, to) {
        (Some(Typed::Other), Some(to)) => Some(rows_of(to, tree, faults)),
        (typed, _) => typed,
    };
    let values = match typed {
        Some(Typed::Values(values)) => Some(Some(values)),
        Some(Typed::Faulty) => Some(None),
        _ if is_range => {
            let range = fields.table("to");
            range.map(|(table, span)| spread::values(table, span, faults))
        }
        _ => fields.list("to").map(|(list, _)| Some(list.to_vec())),
    };
    let labels = fields.texts("labels").map(|labels| {
        let owned = labels
            .into_iter()
            .map(|(text, span)| (text.to_owned(), span));
        owned.collect()
    });
    fields.finish();
    let paths: Option<Vec<TreePath>> = set?
        .into_iter()
        .map(|(text, span)| {
            let place = |range| faults.sources().pointer_span(span, range);
            TreePath::parse(text, place, faults)
        })
        .collect();
    let ((name, span), values_span) = (name?, to?.span);
    Some(Draft {
        name: name.to_owned(),
        span,
        paths: paths?,
        values: values??,
        values_span,
        labels,
    })
}

/// Returns the names of all rows of a table, or of all rows of an included sheet, as the values of an axis.
/// `to` is the text that names the table or the sheet.
fn rows_of(to: &Node, tree: &Table, faults: &Faults) -> Typed {
    let Some(name) = to.as_text() else {
        return Typed::Other;
    };
    let is_of_rows = |(key, entry): &(&str, &Entry)| {
        let rows = entry.node.as_table();
        !["run", "options", "field"].contains(key) && rows.is_some()
    };
    let tables = || tree.iter().filter(is_of_rows);
    let value = |row: &str| Node {
        value: Value::Text(row.to_owned()),
        span: to.span,
    };
    if let Some((_, entry)) = tables().find(|(table, _)| *table == name) {
        let rows = entry.node.as_table().into_iter().flat_map(Table::keys);
        return Typed::Values(rows.map(value).collect());
    }
    let sources = faults.sources();
    let is_there = |entry: &Entry| {
        let file = Path::new(sources.name(entry.key.source));
        sources.cell(entry.key).is_some() && file.ends_with(name)
    };
    let rows = tables().filter_map(|(_, entry)| entry.node.as_table());
    let rows = rows
        .flat_map(Table::iter)
        .filter(|(_, entry)| is_there(entry));
    let rows: Vec<Node> = rows.map(|(row, _)| value(row)).collect();
    if !rows.is_empty() {
        return Typed::Values(rows);
    }
    let Some(near) = nearest(name, tables().map(|(table, _)| table)) else {
        return Typed::Other;
    };
    let message = format!("there is no table or sheet named `{name}`");
    let fault = Fault::at("scenario::axis-values", to.span, message, "unknown table");
    faults.push(fault.help(format!("did you mean `{near}`?")));
    Typed::Faulty
}

/// Adds one `--vary` option: its values replace those of the axis that varies the same path. Without such an
/// axis, adds a new one.
fn vary_too(drafts: &mut Vec<Draft>, variation: &Variation, faults: &Faults) {
    let Variation { path, values } = variation;
    let values_span = match (values.first(), values.last()) {
        (Some(first), Some(last)) => Span {
            end: last.span.end,
            ..first.span
        },
        _ => path.span(),
    };
    let values = match values.as_slice() {
        [one]
            if one
                .as_table()
                .is_some_and(|table| table.get("from").is_some()) =>
        {
            let range = one.as_table().map(|t| spread::values(t, one.span, faults));
            let Some(Some(values)) = range else { return };
            values
        }
        values => values.to_vec(),
    };
    if let Some(draft) = drafts.iter_mut().find(|d| d.paths.contains(path)) {
        if faults.sources().is_flag(draft.values_span.source) {
            faults.push(varied_twice(path).help("give all values in one `--vary`"));
            return;
        }
        draft.values = values;
        draft.values_span = values_span;
        draft.labels = None;
        return;
    }
    let short = path.short();
    let is_taken = |name: &str| same_column(name, &short);
    let taken = RESERVED.iter().any(|name| is_taken(name))
        || drafts.iter().any(|draft| {
            is_taken(&draft.name) || draft.column_of_values().is_some_and(|name| is_taken(&name))
        });
    drafts.push(Draft {
        name: if taken { path.to_string() } else { short },
        span: path.span(),
        paths: vec![path.clone()],
        values,
        values_span,
        labels: None,
    });
}

fn check_paths(drafts: &[Draft], faults: &Faults) {
    let paths = || drafts.iter().flat_map(|draft| &draft.paths);
    let last: HashMap<String, usize> = paths()
        .enumerate()
        .map(|(at, path)| (path.to_string(), at))
        .collect();
    let mut seen = HashSet::new();
    for (at, path) in paths().enumerate() {
        let later = |outer: &TreePath| last.get(&outer.to_string()).is_some_and(|&n| n > at);
        if let Some(outer) = path.outer().find(later) {
            let message =
                format!("varying `{path}` has no effect, because `{outer}` is varied after it");
            let label = "overwritten by a later axis";
            let fault = Fault::at("scenario::axis-path", path.span(), message, label);
            faults.push(fault.help(format!(
                "move the axis of `{outer}` before that of `{path}`"
            )));
        }
        if FIXED.contains(&path.root()) {
            faults.push(Fault::at(
                "scenario::axis-path",
                path.span(),
                format!("`{}` cannot vary between matchups", path.root()),
                "the same in all matchups of a run",
            ));
        }
        if !seen.insert(path.to_string()) {
            faults.push(varied_twice(path));
        }
    }
}

fn varied_twice(path: &TreePath) -> Fault {
    let message = format!("`{path}` is varied twice");
    Fault::at("scenario::duplicate", path.span(), message, "varied again")
}

fn check_names(drafts: &[Draft], faults: &Faults) {
    let mut seen: HashMap<String, &str> = HashMap::new();
    for draft in drafts {
        let Draft { name, span, .. } = draft;
        let fault = |code, message: String, label: &str| Fault::at(code, *span, message, label);
        let key = column_key(name);
        if sides::is_blank(name) {
            faults.push(fault(
                "scenario::name",
                "an axis has no name".to_owned(),
                "name is empty",
            ));
        } else if RESERVED.contains(&key.as_str()) {
            let message = format!("an axis cannot be called `{name}`");
            let help = format!("use a longer name, such as `guard {}`", name.trim());
            faults.push(
                fault(
                    "scenario::name",
                    message,
                    "a column of the tables has this name",
                )
                .help(help),
            );
        } else if let Some(labelled) = drafts.iter().find(|draft| {
            let column = draft.column_of_values();
            column.is_some_and(|column| column_key(&column) == key)
        }) {
            let message = format!("an axis cannot be called `{name}`");
            let label = format!(
                "the column for the values behind the labels of `{}` has this name",
                labelled.name
            );
            let fault = fault("scenario::name", message, &label);
            // The fault suggests a name that is made from the axis' path.
            faults.push(match draft.paths.first() {
                Some(path) => fault.help(format!("write `{}`", path.short())),
                None => fault,
            });
        } else if let Some(first) = seen.insert(key, name) {
            let code = "scenario::duplicate-name";
            faults.push(if first == name {
                fault(
                    code,
                    format!("two axes are named `{name}`"),
                    "second axis with this name",
                )
            } else {
                let message = format!(
                    "the names of the axes `{first}` and `{name}` differ only in case or spaces"
                );
                let help = "rename one of them: many programs would treat the two columns as one";
                fault(code, message, "nearly the same name").help(help)
            });
        }
    }
}

/// The separator between the values in the name of a matchup.
const BETWEEN: &str = " / ";

/// Returns the name of the matchup with the values in `chosen`.
pub(super) fn joined(chosen: &[(&Axis, &AxisValue)]) -> String {
    let texts: Vec<&str> = chosen.iter().map(|(_, value)| &*value.text).collect();
    texts.join(BETWEEN)
}

/// Reports values that give two matchups the same name: the values `a` and `b / c` give the same name as `a /
/// b` and `c`. Tables and baselines identify a matchup by its name.
pub(super) fn check_joined(axes: &[Axis], matchups: usize, faults: &Faults) {
    let divides = |value: &AxisValue| value.text.contains(BETWEEN.trim());
    if !axes.iter().any(|axis| axis.values.iter().any(divides)) {
        return;
    }
    let mut names = HashMap::new();
    let mut told = HashSet::new();
    for n in 0..matchups {
        let chosen = chosen(axes, n);
        let name = joined(&chosen);
        let Some(&first) = names.get(&name) else {
            names.insert(name, n);
            continue;
        };
        let both = self::chosen(axes, first).into_iter().chain(chosen);
        let mut values = both.filter(|(_, value)| divides(value));
        let Some((varied, value)) = values.next_back() else {
            continue;
        };
        if !told.insert(value.span) {
            continue;
        }
        let message = format!("two matchups are named `{name}`");
        let label = "this value contains a `/`";
        let fault = Fault::at("scenario::duplicate-name", value.span, message, label);
        faults.push(if faults.sources().is_flag(value.span.source) {
            fault.help(format!(
                "define the axis in the file, with other `labels` than `{}`",
                value.text
            ))
        } else {
            fault.help(format!("give the axis `{}` other `labels`", varied.name))
        });
    }
}

/// Returns the `n`th matchup's value on each axis, in the order of the axes.
pub(super) fn chosen(axes: &[Axis], mut n: usize) -> Vec<(&Axis, &AxisValue)> {
    let mut chosen: Vec<_> = axes
        .iter()
        .rev()
        .map(|axis| {
            let value = &axis.values[n % axis.values.len()];
            n /= axis.values.len();
            (axis, value)
        })
        .collect();
    chosen.reverse();
    chosen
}

/// Sets the chosen value of each axis in `tree`. A path that does not exist is reported, and `tree` is not
/// changed there.
pub(super) fn set(tree: &mut Table, chosen: &[(&Axis, &AxisValue)], faults: &Faults) {
    for (axis, value) in chosen {
        for path in &axis.paths {
            path.set(tree, &value.node, faults);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Scenario;
    use super::super::testing::{duel, faults, set, told, vary};
    use super::*;

    /// Reads the test scenario `DUEL` with `text` at its end and with `flags` as `--vary` options.
    fn axes(text: &str, flags: &[&str]) -> (Option<Scenario>, Faults) {
        duel(text, &vary(flags))
    }

    fn axis(name: &str, rest: &str) -> String {
        format!("[[vary]]\nname = '{name}'\n{rest}\n")
    }

    /// Returns one text for each axis: its name and the texts of its values, such as `blade: sword axe`.
    fn shown(scenario: Option<Scenario>) -> Vec<String> {
        let axes = scenario.expect("a scenario").axes;
        let texts = |axis: &Axis| {
            axis.values
                .iter()
                .map(|v| v.text.clone())
                .collect::<Vec<_>>()
        };
        let show = |axis: &Axis| format!("{}: {}", axis.name, texts(axis).join(" "));
        axes.iter().map(show).collect()
    }

    #[test]
    fn the_command_line_adds_axes_and_replaces_values() {
        let text = axis(
            "health",
            "set = 'combatants.guard.hp'\nto = [1, 2]\nlabels = ['a', 'b']",
        );
        let (scenario, faults) = axes(
            &text,
            &[
                "combatants.guard.hp=3,4,5",
                "combatants.guard.carries[0]=axe,sword",
                "options.stun={ from = 1, to = 3 }",
                "sides[0].fighters[0].count=1,2",
                "sides[1].fighters[0].count=1,2",
                "weapons.count=1,2",
            ],
        );
        assert!(faults.is_empty(), "{}", faults.render(false, 100));
        assert_eq!(
            shown(scenario),
            [
                "health: 3 4 5",
                "guard carries[0]: axe sword",
                "stun: 1 2 3",
                "fighters[0] count: 1 2",
                "sides[1].fighters[0].count: 1 2",
                "weapons.count: 1 2",
            ]
        );
    }

    #[test]
    fn every_fault_of_the_axes_is_found() {
        let text = axis("weapon", "set = 'combatants.guard.carries[0]'\nto = []")
            + &axis("h", "set = 'combatants.gard.hp'\nto = [1, 1]")
            + &axis("h", "set = 'combatants.goblin.hp'\nto = [{}]")
            + &axis(
                "l",
                "set = 'combatants.goblin.mp'\nto = [1]\nlabels = ['a', 'b']",
            )
            + &axis(" ", "set = 'run.seed'\nto = [1, '']\nvalues = 3")
            + &axis("p", "set = 'a..b'\nto = [1]")
            + "[[vary]]\n";
        let (_, found) = axes(&text, &[]);
        assert_eq!(
            told(&found),
            faults([
                ("scenario::name", "'weapon'"),
                ("scenario::axis-values", "[]"),
                ("scenario::no-such-path", "gard"),
                ("scenario::duplicate-value", "1"),
                ("scenario::duplicate-name", "'h'"),
                ("scenario::axis-labels", "{}"),
                ("scenario::axis-labels", "[1]"),
                ("scenario::name", "' '"),
                ("scenario::axis-path", "run.seed"),
                ("scenario::axis-labels", "''"),
                ("scenario::unknown-key", "values"),
                ("scenario::path", "..b"),
                ("scenario::missing-key", "[[vary]]"),
                ("scenario::missing-key", "[[vary]]"),
                ("scenario::missing-key", "[[vary]]"),
            ])
        );
    }

    #[test]
    fn no_axis_is_called_like_the_values_of_another() {
        let text = |labels: &str| {
            let set = "set = 'combatants.guard.hp'\nto = [1, 2]\n";
            axis("health", &format!("{set}{labels}"))
                + &axis("health value", "set = 'combatants.goblin.hp'\nto = [1, 2]")
        };
        let (_, found) = axes(&text("labels = ['few', 'many']"), &[]);
        assert_eq!(told(&found), faults([("scenario::name", "'health value'")]));
        let (_, found) = axes(&text(""), &[]);
        assert!(found.is_empty(), "{}", found.render(false, 100));
    }

    #[test]
    fn axes_that_differ_only_in_case_or_blanks_are_faults() {
        let hp = |name: &str, who: &str| {
            axis(name, &format!("set = 'combatants.{who}.hp'\nto = [1, 2]"))
        };
        for (other, code) in [
            ("Guard  HP", "scenario::duplicate-name"),
            ("guard hp ", "scenario::duplicate-name"),
            ("Win_Rate", "scenario::name"),
            (" winner", "scenario::name"),
            ("GUARD hp Value", "scenario::name"),
        ] {
            let labelled = hp("guard hp", "guard") + "labels = ['few', 'many']\n";
            let (_, found) = axes(&(labelled + &hp(other, "goblin")), &[]);
            let place = format!("'{other}'");
            assert_eq!(told(&found), faults([(code, place.as_str())]), "{other}");
        }
        let (_, found) = axes(&(hp("hp", "guard") + &hp("h p", "goblin")), &[]);
        assert!(found.is_empty(), "{}", found.render(false, 100));
    }

    #[test]
    fn no_two_matchups_have_one_name() {
        let labelled = |name: &str, path: &str, labels: &str| {
            let rest = format!("set = 'combatants.{path}'\nto = [1, 2]\nlabels = {labels}");
            axis(name, &rest)
        };
        let text = labelled("x", "guard.hp", "['a', 'a / b']")
            + &labelled("y", "goblin.hp", "['b / c', 'c']");
        let (_, found) = axes(&text, &[]);
        assert_eq!(
            told(&found),
            faults([("scenario::duplicate-name", "'a / b'")])
        );
        insta::assert_snapshot!(found.render(false, 100), @r"
        scenario::duplicate-name

          × two matchups are named `a / b / c`
            ╭─[duel.toml:20:16]
         19 │ to = [1, 2]
         20 │ labels = ['a', 'a / b']
            ·                ───┬───
            ·                   ╰── this value contains a `/`
         21 │ [[vary]]
            ╰────
          help: give the axis `x` other `labels`
        ");
        // A `/` at the start or the end of a value can give two matchups the same name, too.
        let (_, found) = axes(
            "",
            &[
                "combatants.guard.x=\"a\",\"a /\"",
                "combatants.goblin.x=\"/ b\",\"b\"",
            ],
        );
        assert_eq!(told(&found).len(), 1, "{}", found.render(false, 100));
        let text = labelled("x", "guard.hp", "['a', 'a / b']")
            + &labelled("y", "goblin.hp", "['b / c', 'd']");
        let (_, found) = axes(&text, &[]);
        assert!(found.is_empty(), "{}", found.render(false, 100));
    }

    #[test]
    fn a_path_of_an_axis_begins_with_a_key_of_a_scenario() {
        let text = axis("luck", "set = 'seed'\nto = [1, 2]")
            + &axis("stun", "set = ['optoins.stun']\nto = [1, 2]");
        let flags = ["round_cap=5,6", "wepons.axe.damage=1,2", "weapnos=5"];
        let (scenario, found) = axes(&text, &flags);
        assert_eq!(
            told(&found),
            faults(
                ["seed", "optoins", "round_cap", "wepons", "weapnos"]
                    .map(|key| ("scenario::unknown-key", key))
            )
        );
        let advice: Vec<_> = found.sorted().into_iter().map(|fault| fault.help).collect();
        let (options, weapons) = ("did you mean `options`?", "did you mean `weapons`?");
        let run = |key: &str| format!("move `{key}` into the table `run`");
        assert_eq!(
            advice.iter().flatten().collect::<Vec<_>>(),
            [&run("seed"), options, &run("round_cap"), weapons, weapons]
        );
        assert!(scenario.expect("the rest").axes.is_empty());
        // A misspelt key in `--vary` has the same message and advice as the same key in `--set`.
        let (_, in_file) = duel("", &set(&["seed=1", "optoins.stun=1"]));
        let told = |faults: &Faults| faults.sorted().into_iter().map(|f| (f.message, f.help));
        let in_file: Vec<_> = told(&in_file).collect();
        assert_eq!(in_file, told(&found).take(2).collect::<Vec<_>>());
    }

    #[test]
    fn tables_are_not_replaced_by_what_is_none() {
        for table in [
            "options",
            "field",
            "weapons",
            "policies",
            "combatants",
            "combatants.guard",
        ] {
            let (scenario, found) = axes("[policies.calm]\n", &[&format!("{table}=5,6")]);
            scenario.expect("a scenario").matchups(&found);
            let at = |value| ("scenario::type", value);
            assert_eq!(told(&found), faults([at("5"), at("6")]), "{table}");
        }
        let text = axis(
            "x",
            "set = 'options'\nto = [{ stun = 1 }]\nlabels = ['one']",
        );
        let (scenario, found) = axes(&text, &[]);
        assert!(found.is_empty(), "{}", found.render(false, 100));
        assert_eq!(shown(scenario), ["x: one"]);
    }

    #[test]
    fn an_axis_that_changes_nothing_is_a_fault() {
        let text = axis("none", "set = []\nto = [1, 2]")
            + &axis("health", "set = 'combatants.guard.hp'\nto = [1, 2]")
            + &axis(
                "guard",
                "set = 'combatants.guard'\nto = [{ hp = 3 }]\nlabels = ['x']",
            );
        let (_, found) = axes(&text, &[]);
        let at = |place| ("scenario::axis-path", place);
        assert_eq!(told(&found), faults([at("[]"), at("combatants.guard.hp")]));
    }

    #[test]
    fn wrong_shapes_and_doubles_are_faults() {
        let (_, found) = axes("[vary]\n", &[]);
        assert_eq!(told(&found), faults([("scenario::type", "[vary]")]));
        let set = "set = 'combatants.guard.hp'\n";
        let text = axis("a", &format!("{set}to = 3"))
            + &axis("b", "set = 3\nto = [1]")
            + &axis("c", &format!("{set}to = [1]"))
            + &axis("d", "set = ['combatants.guard.hp']\nto = [1]");
        let (_, found) = axes(&text, &["options.x=1,1"]);
        assert_eq!(
            told(&found),
            faults([
                ("scenario::type", "3"),
                ("scenario::type", "3"),
                ("scenario::duplicate", "combatants.guard.hp"),
                ("scenario::duplicate-value", "1"),
            ])
        );
    }

    #[test]
    fn an_axis_goes_through_the_rows_of_a_table() {
        let text = |to: &str| {
            axis(
                "foe",
                &format!("set = 'sides[1].fighters[0].combatant'\nto = '{to}'"),
            )
        };
        let (scenario, found) = axes(&text("combatants"), &[]);
        assert!(found.is_empty(), "{}", found.render(false, 100));
        assert_eq!(shown(scenario), ["foe: guard goblin"]);
        let (_, found) = axes(&text("combatnts"), &[]);
        assert_eq!(
            told(&found),
            faults([("scenario::axis-values", "'combatnts'")])
        );
        let help = found.sorted()[0].help.clone();
        assert_eq!(help.as_deref(), Some("did you mean `combatants`?"));
        let (_, found) = axes(&text("everybody"), &[]);
        assert_eq!(told(&found), faults([("scenario::type", "'everybody'")]));
    }

    #[test]
    fn the_command_line_varies_a_path_once() {
        let hp = "combatants.guard.hp";
        let again = faults([("scenario::duplicate", hp)]);
        let flags = [&format!("{hp}=1,2"), &*format!("{hp}=3,4")];
        let (_, found) = axes("", &flags);
        assert_eq!(told(&found), again);
        let help = found.sorted()[0].help.clone();
        assert_eq!(help.as_deref(), Some("give all values in one `--vary`"));
        // If an axis of the file sets two paths, `--vary` cannot vary those two paths separately.
        let both = axis(
            "both",
            "set = ['combatants.goblin.hp', 'combatants.guard.hp']\nto = [1]",
        );
        let (_, found) = axes(&both, &["combatants.goblin.hp=1,2", flags[1]]);
        assert_eq!(told(&found), again);
        let (_, found) = axes(&both, &flags[..1]);
        assert!(found.is_empty(), "{}", found.render(false, 100));
    }
}
