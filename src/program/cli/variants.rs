//! Finds what `compare` compares: two scenarios, a scenario without and with a change, or one value of an
//! axis with the others.

use super::load::Loaded;
use super::output::{self, Failure};
use super::unknown;
use crate::bout::Bout;
use crate::compare::{Group, Sums};
use crate::frame::Match;
use crate::report::{Change, SET};
use crate::scenario::Axis;

/// The variants of a matchup that are compared with each other.
pub(super) struct Variants<'l> {
    of: &'l Loaded,
    /// The matchup's values on all axes except the compared one.
    axes: Vec<(String, String)>,
    /// Name of what distinguishes the variants, such as an axis. The table shows it as the heading of the
    /// variants.
    what: String,
    names: Vec<String>,
    base: usize,
    /// Names of the matchups that are compared.
    matchups: Vec<&'l str>,
    pub(super) group: Group<'l>,
}

impl Variants<'_> {
    /// Returns whether the matchup of this name is compared.
    pub(super) fn has(&self, matchup: &str) -> bool {
        self.matchups.contains(&matchup)
    }

    /// Returns the change from the base variant to each other variant. `sums` has the results of each
    /// variant.
    pub(super) fn changes(&self, sums: &Sums) -> Vec<Change> {
        let change = |at: usize| Change {
            scenario: self.of.scenario.name.clone(),
            ruleset: self.of.scenario.ruleset.clone(),
            axes: self.axes.clone(),
            what: self.what.clone(),
            before: self.names[self.base].clone(),
            after: self.names[at].clone(),
            same: self.group.is_same(at),
            cast: self.group.cast().clone(),
            figures: (self.group.figures().into_iter())
                .zip(sums[at].iter().copied())
                .collect(),
        };
        let others = (0..self.names.len()).filter(|&at| at != self.base);
        others.map(change).collect()
    }
}

/// Pairs each matchup of one scenario with the matchup of the other that has the same values on the axes.
pub(super) fn of_two<'l>(
    one: &'l Loaded,
    other: &'l Loaded,
    against: Option<&str>,
) -> Result<Vec<Variants<'l>>, Failure> {
    let usage = |text: String| Err(Failure::Usage(text));
    let (a, b) = (&one.scenario, &other.scenario);
    if against.is_some() {
        return usage(
            "--against is for one scenario: remove it to compare two scenarios".to_owned(),
        );
    }
    if a.ruleset != b.ruleset {
        return usage(format!(
            "`{}` uses the book {}, but `{}` uses {}: only scenarios of the same book can be \
             compared",
            a.name, a.ruleset, b.name, b.ruleset
        ));
    }
    if a.run.seats != b.run.seats {
        return usage(format!(
            "`{}` and `{}` are not played in the same seats: give --seats one or --seats both",
            a.name, b.name
        ));
    }
    let twins = twins(one, other).map_err(|(found, has, lacks)| {
        Failure::Usage(format!(
            "`{}` has the matchup `{}`, but `{}` does not: two scenarios are compared matchup by \
             matchup, so both need the same axes with the same values",
            has.scenario.name, found.name, lacks.scenario.name
        ))
    })?;
    let (first, second) = (a.name.clone(), b.name.clone());
    let names = if first == second {
        vec![format!("{first} (1)"), format!("{second} (2)")]
    } else {
        vec![first, second]
    };
    pairs_of(one, twins, "scenario", &names)
}

/// Two matchups of different scenarios, with the same values on the same axes.
type MatchupPair<'l> = (&'l Match, &'l Match);

/// A matchup that only one of two scenarios has, the scenario that has it, and the scenario that lacks it.
type Single<'l> = (&'l Match, &'l Loaded, &'l Loaded);

/// Pairs every matchup of `one` with the matchup of `other` that has the same values on the same axes, in the
/// order of `one`. Fails if either scenario has a matchup that the other lacks.
fn twins<'l>(one: &'l Loaded, other: &'l Loaded) -> Result<Vec<MatchupPair<'l>>, Single<'l>> {
    let twin = |found: &Match, among: &'l Loaded| {
        let mut matches = among.matches.iter();
        matches.find(|other| same_values(&found.axes, &other.axes))
    };
    let pair = |found: &'l Match| match twin(found, other) {
        Some(twin) => Ok((found, twin)),
        None => Err((found, one, other)),
    };
    let twins = one.matches.iter().map(pair).collect::<Result<_, _>>()?;
    let mut others = other.matches.iter();
    match others.find(|found| twin(found, one).is_none()) {
        Some(single) => Err((single, other, one)),
        None => Ok(twins),
    }
}

/// Returns whether two lists have the same axes with the same values, in any order. Neither list has an axis
/// twice.
fn same_values(one: &[(String, String)], other: &[(String, String)]) -> bool {
    one.len() == other.len() && one.iter().all(|value| other.contains(value))
}

/// Pairs each matchup of `before`, the scenario without a change, with the same matchup of `after`, the
/// scenario with this change. Fails if the two have different books, or if either has a matchup that the
/// other lacks.
pub(super) fn of_a_change<'l>(
    before: &'l Loaded,
    after: &'l Loaded,
    change: &str,
) -> Result<Vec<Variants<'l>>, Failure> {
    let (a, b) = (&before.scenario, &after.scenario);
    if a.ruleset != b.ruleset {
        return Err(Failure::Usage(format!(
            "with the change `{}` uses the book {}, but without it {}: only scenarios of the same \
             book can be compared",
            a.name, b.ruleset, a.ruleset
        )));
    }
    let names = ["as it stands".to_owned(), change.to_owned()];
    let twins = twins(before, after).map_err(|(found, has, _)| {
        let (with, without) = if std::ptr::eq(has, before) {
            ("without", "with")
        } else {
            ("with", "without")
        };
        Failure::Usage(format!(
            "{with} the change `{}` has the matchup `{}`, but {without} the change it does not: a \
             change by --set is compared in matchups that exist with and without it",
            a.name, found.name
        ))
    })?;
    pairs_of(before, twins, SET, &names)
}

/// Converts pairs of matchups into variants. The first matchup of each pair is the base.
fn pairs_of<'l>(
    one: &'l Loaded,
    matchups: Vec<MatchupPair<'l>>,
    what: &str,
    names: &[String],
) -> Result<Vec<Variants<'l>>, Failure> {
    let pair = |(found, other): MatchupPair<'l>| {
        Ok(Variants {
            of: one,
            axes: found.axes.clone(),
            what: what.to_owned(),
            names: names.to_vec(),
            base: 0,
            matchups: vec![&found.name],
            group: group(&[found, other], names, 0)?,
        })
    };
    matchups.into_iter().map(pair).collect()
}

/// Returns the values of an axis as variants, with one result for each combination of values on the other
/// axes. Every value is compared with the value `against`.
pub(super) fn of_an_axis<'l>(
    one: &'l Loaded,
    against: Option<&str>,
) -> Result<Vec<Variants<'l>>, Failure> {
    let usage = |text: String| Err(Failure::Usage(text));
    let scenario = &one.scenario;
    if scenario.axes.is_empty() {
        return usage(format!(
            "`{}` has no axis to compare: give a change with --set PATH=VALUE, a second scenario, \
             or --vary PATH=A,B --against A",
            scenario.name
        ));
    }
    let Some(against) = against else {
        let axis = &scenario.axes[0];
        return usage(format!(
            "choose the value to compare with: --against {}",
            output::quoted(&axis.values[0].text)
        ));
    };
    let has = |axis: usize, value: &str| {
        let mut values = scenario.axes[axis].values.iter();
        values.position(|own| own.text == value)
    };
    let by_name = against.split_once('=').and_then(|(axis, value)| {
        let at = scenario
            .axes
            .iter()
            .position(|own| own.is_called(axis.trim()))?;
        Some((at, has(at, value.trim())?))
    });
    let by_value: Vec<(usize, usize)> = (0..scenario.axes.len())
        .filter_map(|axis| Some((axis, has(axis, against)?)))
        .collect();
    let (axis, base) = match (by_name, by_value.as_slice()) {
        (Some(found), _) | (None, &[found]) => found,
        (None, []) => return Err(no_such_value(one, against)),
        (None, [(first, _), ..]) => {
            let name = scenario.axes[*first].plain_name();
            return usage(format!(
                "several axes have the value `{against}`: name the axis, such as --against {}",
                output::quoted(&format!("{name}={against}"))
            ));
        }
    };
    let what = &scenario.axes[axis].name;
    let names: Vec<String> = scenario.axes[axis]
        .values
        .iter()
        .map(|v| v.text.clone())
        .collect();
    if names.len() < 2 {
        return usage(format!(
            "`{what}` has only one value: no other value can be compared with it"
        ));
    }
    let rest = |found: &Match| -> Vec<(String, String)> {
        let others = found.axes.iter().filter(|(name, _)| name != what);
        others.cloned().collect()
    };
    let has_value = |found: &Match, value: &str| {
        let mut values = found.axes.iter();
        values.any(|(name, own)| name == what && own == value)
    };
    let bases = one
        .matches
        .iter()
        .filter(|found| has_value(found, &names[base]));
    let variants = |found: &'l Match| {
        let alike = rest(found);
        let with = |name: &String| {
            let mut matches = one.matches.iter();
            let twin = matches.find(|other| has_value(other, name) && rest(other) == alike);
            twin.expect("a scenario has a matchup for every combination of its axes' values")
        };
        let all: Vec<&Match> = names.iter().map(with).collect();
        Ok(Variants {
            of: one,
            axes: alike,
            what: what.clone(),
            group: group(&all, &names, base)?,
            matchups: all.iter().map(|one| one.name.as_str()).collect(),
            names: names.clone(),
            base,
        })
    };
    bases.map(variants).collect()
}

/// Returns the failure for a value `against` that no axis has. If it is written as `AXIS=VALUE`, the message is about
/// the part of it that is unknown.
fn no_such_value(one: &Loaded, against: &str) -> Failure {
    let axes = &one.scenario.axes;
    let all = || axes.iter().flat_map(values);
    match against.split_once('=') {
        Some((name, value)) if !all().any(|value| value.contains('=')) => {
            match axes.iter().find(|own| own.is_called(name.trim())) {
                Some(own) => unknown("value", value.trim(), values(own)),
                None => unknown("axis", name.trim(), axes.iter().map(Axis::plain_name)),
            }
        }
        _ => unknown("value", against, all()),
    }
}

fn values(axis: &Axis) -> impl Iterator<Item = &str> {
    axis.values.iter().map(|value| value.text.as_str())
}

fn group<'l>(variants: &[&'l Match], names: &[String], base: usize) -> Result<Group<'l>, Failure> {
    let seats: Vec<&[Box<dyn Bout>]> = variants
        .iter()
        .map(|found| found.seats.as_slice())
        .collect();
    Group::new(seats, base).map_err(|sides| {
        Failure::Usage(format!(
            "the sides with `{}` are {}, but the others have {}: sides are compared by name, so \
             use the same names",
            names[base],
            sides.base.join(", "),
            sides.other.join(", ")
        ))
    })
}
