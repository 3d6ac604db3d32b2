//! `skirmish compare`: what a change does, by fights under the same luck.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use super::args::CompareArgs;
use super::load::{self, Loaded};
use super::output::{self, Failure, Look, Notes, grouped};
use super::progress::Progress;
use super::run::{clear, each_file_once, info, one_seed, pool, writable};
use super::sheet::Sheet;
use super::{interrupt, run, unknown};
use crate::bout::Bout;
use crate::compare::{self, Group, Sums};
use crate::report::{Change, ComparisonInfo, Differences};
use crate::rules::Match;

/// Variants that are compared, by name.
struct Variants<'l> {
    of: &'l Loaded,
    /// What they have in common beside the sides.
    matchup: String,
    /// What is changed.
    what: String,
    names: Vec<String>,
    base: usize,
    group: Group<'l>,
}

/// Plays the variants and shows what the change does.
pub(super) fn compare(args: &CompareArgs) -> Result<(), Failure> {
    let notes = Notes::new(args.quiet);
    if args.overrides.precision.is_some() {
        return Err(Failure::Usage(
            "compare plays a number of pairs: give --fights in place of --precision".to_owned(),
        ));
    }
    each_file_once(&args.files)?;
    let overrides = args.overrides.overrides();
    let loaded = load::load_all(args.files.iter().map(PathBuf::as_path), &overrides)?;
    let variants = match loaded.as_slice() {
        [one] => of_an_axis(one, args.against.as_deref())?,
        [one, other] => of_two(one, other, args.against.as_deref())?,
        _ => unreachable!("the command line takes one file or two"),
    };
    let (seed, fights) = how_much(&loaded)?;
    let stop = interrupt::listen()?;
    let made = args.out.as_deref().map(writable).transpose()?;
    let (groups, meta): (Vec<_>, Vec<_>) = variants
        .into_iter()
        .map(|one| {
            (
                one.group,
                (one.of, one.matchup, one.what, one.names, one.base),
            )
        })
        .unzip();
    let all = groups.iter().map(|group| group.width() * fights).sum();
    let progress = Progress::new(all, notes);
    let counted = |fights| progress.counted(fights);
    let sums =
        pool(args.threads)?.install(|| compare::run(&groups, (seed, fights), &counted, stop));
    progress.finish();
    let cut = stop.load(Ordering::Relaxed);
    let mut changes = Vec::new();
    for ((group, sums), (of, matchup, what, names, base)) in groups.iter().zip(&sums).zip(meta) {
        let named = (matchup.as_str(), what.as_str(), names.as_slice());
        changes.extend(of_group(of, group, sums, named, base));
    }
    let seats = groups
        .first()
        .map_or(1, |group| group.width() / group.len() as u64);
    let differences = Differences::new(
        ComparisonInfo {
            program: "skirmish",
            version: env!("CARGO_PKG_VERSION").to_owned(),
            method: "paired",
            seed,
            command: command(args),
            partial: cut,
            fights,
            seats,
            margin: args.margin.to_string(),
            files: info(Vec::new(), &loaded, cut).files,
        },
        args.margin.share(),
        changes,
    );
    let shown = output::data(&text(&loaded, &differences, (seed, fights * seats)));
    match &args.out {
        Some(out) => differences.write(out).map_err(|error| {
            clear(&made.unwrap_or_default());
            Failure::Files(error.to_string())
        })?,
        None => notes.note("--out DIR writes all differences as CSV"),
    }
    shown?;
    if cut {
        return Err(Failure::Interrupted(
            "interrupted: the differences are of the fights played by then".to_owned(),
        ));
    }
    Ok(())
}

/// Every variant but the base, as a change from it.
fn of_group<'g>(
    of: &'g Loaded,
    group: &'g Group<'_>,
    sums: &'g Sums,
    (matchup, what, names): (&'g str, &'g str, &'g [String]),
    base: usize,
) -> impl Iterator<Item = Change> {
    let others = (0..names.len()).filter(move |&at| at != base);
    others.map(move |at| Change {
        scenario: of.scenario.name.clone(),
        ruleset: of.scenario.ruleset.clone(),
        matchup: matchup.to_owned(),
        what: what.to_owned(),
        before: names[base].clone(),
        after: names[at].clone(),
        same: group.is_same(at),
        cast: group.cast().clone(),
        figures: group
            .figures()
            .into_iter()
            .zip(sums[at].iter().copied())
            .collect(),
    })
}

/// The matchups of two scenarios, by name.
fn of_two<'l>(
    one: &'l Loaded,
    other: &'l Loaded,
    against: Option<&str>,
) -> Result<Vec<Variants<'l>>, Failure> {
    let usage = |text: String| Err(Failure::Usage(text));
    let (a, b) = (&one.scenario, &other.scenario);
    if against.is_some() {
        return usage(
            "--against is for one scenario: two are compared with each other, without it"
                .to_owned(),
        );
    }
    if a.ruleset != b.ruleset {
        return usage(format!(
            "`{}` is of the book {} and `{}` of {}: only scenarios of one book can be compared",
            a.name, a.ruleset, b.name, b.ruleset
        ));
    }
    if a.run.seats != b.run.seats {
        return usage(format!(
            "`{}` and `{}` are not played in the same seats: give --seats one or --seats both",
            a.name, b.name
        ));
    }
    // Without axes a matchup is called by its sides, which `Group::new` compares.
    let in_words = |found: &Match| {
        found
            .axes
            .iter()
            .map(|(_, value)| value.clone())
            .collect::<Vec<_>>()
            .join(" / ")
    };
    let twin = |found: &Match, among: &'l Loaded| {
        among.matches.iter().find(|other| other.axes == found.axes)
    };
    let lone = |found: &'l Loaded, other: &'l Loaded| {
        found
            .matches
            .iter()
            .find(|found| twin(found, other).is_none())
    };
    for (here, there) in [(one, other), (other, one)] {
        if let Some(found) = lone(here, there) {
            return usage(format!(
                "`{}` has the matchup `{}` and `{}` has not: two scenarios are compared matchup by matchup, so both \
                 need the same axes with the same values",
                here.scenario.name, found.name, there.scenario.name
            ));
        }
    }
    let (first, second) = (a.name.clone(), b.name.clone());
    let names = if first == second {
        vec![format!("{first} (1)"), format!("{second} (2)")]
    } else {
        vec![first, second]
    };
    let pair = |found: &'l Match| {
        let other = twin(found, other).expect("no matchup stands alone");
        Ok(Variants {
            of: one,
            matchup: in_words(found),
            what: "scenario".to_owned(),
            names: names.clone(),
            base: 0,
            group: group(&[found, other], &names, 0)?,
        })
    };
    one.matches.iter().map(pair).collect()
}

/// The values of an axis against one of them, for each combination of the other axes' values.
fn of_an_axis<'l>(one: &'l Loaded, against: Option<&str>) -> Result<Vec<Variants<'l>>, Failure> {
    let usage = |text: String| Err(Failure::Usage(text));
    let scenario = &one.scenario;
    if scenario.axes.is_empty() {
        return usage(format!(
            "`{}` varies nothing that could be compared: give a second scenario, or --vary PATH=A,B --against A",
            scenario.name
        ));
    }
    let Some(against) = against else {
        let axis = &scenario.axes[0];
        return usage(format!(
            "say what the other values are to be compared with: --against {}",
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
            .position(|own| own.name == axis.trim())?;
        Some((at, has(at, value.trim())?))
    });
    let by_value: Vec<(usize, usize)> = (0..scenario.axes.len())
        .filter_map(|axis| Some((axis, has(axis, against)?)))
        .collect();
    let (axis, base) = match (by_name, by_value.as_slice()) {
        (Some(found), _) | (None, &[found]) => found,
        (None, []) => {
            let values = scenario.axes.iter().flat_map(|axis| &axis.values);
            return Err(unknown("value", against, values.map(|value| &*value.text)));
        }
        (None, [(first, _), ..]) => {
            let name = &scenario.axes[*first].name;
            return usage(format!(
                "several axes have the value `{against}`: say which one, as --against {}",
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
            "`{what}` has but one value: there is nothing to compare it with"
        ));
    }
    let rest = |found: &Match| -> Vec<String> {
        let others = found.axes.iter().filter(|(name, _)| name != what);
        others.map(|(_, value)| value.clone()).collect()
    };
    let value = |found: &Match| {
        found
            .axes
            .iter()
            .find(|(name, _)| name == what)
            .map(|(_, value)| value.clone())
    };
    let bases = one
        .matches
        .iter()
        .filter(|found| value(found).as_ref() == Some(&names[base]));
    let variants = |found: &'l Match| {
        let alike = rest(found);
        let all: Vec<&Match> = one
            .matches
            .iter()
            .filter(|other| rest(other) == alike)
            .collect();
        Ok(Variants {
            of: one,
            matchup: alike.join(" / "),
            what: what.clone(),
            group: group(&all, &names, base)?,
            names: names.clone(),
            base,
        })
    };
    bases.map(variants).collect()
}

fn group<'l>(variants: &[&'l Match], names: &[String], base: usize) -> Result<Group<'l>, Failure> {
    let seats: Vec<&[Box<dyn Bout>]> = variants
        .iter()
        .map(|found| found.seats.as_slice())
        .collect();
    Group::new(seats, base).map_err(|sides| {
        Failure::Usage(format!(
            "the sides with `{}` are {}, and elsewhere {}: sides are compared by name, so call them the same in both",
            names[base],
            sides.base.join(", "),
            sides.other.join(", ")
        ))
    })
}

/// The seed and the number of pairs, which all scenarios share.
fn how_much(loaded: &[Loaded]) -> Result<(u64, u64), Failure> {
    one_seed(loaded)?;
    if let Some(one) = loaded
        .iter()
        .find(|one| one.scenario.run.precision.is_some())
    {
        return Err(Failure::Usage(format!(
            "`{}` asks for a precision, and compare plays a number of pairs: give one with --fights",
            one.scenario.name
        )));
    }
    let fights = |one: &Loaded| one.scenario.run.fights;
    match loaded {
        [one, other] if fights(one) != fights(other) => Err(Failure::Usage(format!(
            "`{}` has {} fights and `{}` has {}: give one number for both with --fights",
            one.scenario.name,
            fights(one),
            other.scenario.name,
            fights(other)
        ))),
        _ => Ok((loaded[0].scenario.run.seed, fights(&loaded[0]))),
    }
}

/// What is shown.
fn text(loaded: &[Loaded], differences: &Differences, (seed, pairs): (u64, u64)) -> String {
    let names: Vec<&str> = loaded
        .iter()
        .map(|one| one.scenario.name.as_str())
        .collect();
    let ruleset = &loaded[0].scenario.ruleset;
    let mut sheet = Sheet::new(Differences::HEADS);
    let (rows, left_out) = differences.rows();
    for row in rows {
        sheet.row(row);
    }
    let mut text = format!(
        "{} ({ruleset}): {} pairs of fights for each change, seed {seed}\n{}",
        names.join(" → "),
        grouped(pairs),
        sheet.show(Look::stdout())
    );
    // Writing to a text does not fail.
    if left_out > 0 {
        let _ = writeln!(text, "{left_out} more in differences.csv");
    }
    if let Some(median) = differences.median_ratio() {
        let _ = writeln!(
            text,
            "variance: of the difference, as a part of what it would be without shared luck; of win rates {median:.2} in \
             the median"
        );
    }
    text
}

/// The command without what changes no result.
fn command(args: &CompareArgs) -> Vec<String> {
    let mut words = run::command("compare", &args.files, &args.overrides);
    if let Some(against) = &args.against {
        words.extend(["--against".to_owned(), against.clone()]);
    }
    words.extend(["--margin".to_owned(), args.margin.to_string()]);
    words
}
