//! Implements `skirmish compare`, which measures the effect of a change. Both variants are played with the
//! same dice.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::{Args, ValueEnum};

use super::args::{DialectArg, OverrideArgs, margin, scenario_file, threads};
use super::findings::{Files, deliver};
use super::load::{self, Loaded};
use super::output::{Capabilities, Failure, Notes, grouped};
use super::progress::Progress;
use super::run::{each_file_once, info, one_seed, pool, writable};
use super::sheet::Sheet;
use super::variants::{of_a_change, of_an_axis, of_two};
use super::{explain, interrupt, run};
use crate::compare::{self, Group};
use crate::report::{ComparisonInfo, Differences, Outcome, wrapped};
use crate::scenario::{Overrides, Percent, Scenario, and_heirs, set_root};
use crate::tally::Pairs;
use crate::visible::visible;

/// Measure the effect of a change, by fights under the same luck
#[derive(Debug, Args)]
#[command(
    long_about = "Measures the effect of a change on win rates, on the length of fights and on the \
        damage of each side.\n\n\
        Both variants are fought under the same luck: the same die shows the same face in both, \
        round by round. The difference therefore needs far fewer fights than two separate runs; \
        the column `variance` is its variance, divided by that of two separate runs. A scenario is \
        compared with and without all changes of --set together, in each of its matchups; --set of \
        `run` or `vary` is not a change and applies to both. Alternatively, two scenarios are \
        compared, the second with the first, or all values of an axis with one of them; every \
        --set then applies to both.\n\n\
        Matchups are paired by the values of their axes, as the tables show them, not by their \
        order.\n\n\
        Every difference has a 95 % interval and a verdict: better or worse, no difference larger \
        than the margin, or undecided. An undecided verdict says about how many fights would \
        decide it four times in five. Several changes are sorted by their effect on the first \
        side's win rate, and their intervals and verdicts hold for all of them together.",
    after_long_help = "Examples:\n  \
        skirmish compare duel.toml --set combatants.guard.armour=full-plate\n  \
        skirmish compare gate.toml --set combatants.goblin.dodge=20 --set 'vary[0].to=[55]'\n  \
        skirmish compare old.toml new.toml\n  \
        skirmish compare gate.toml --vary combatants.guard.armour=chain,full-plate --against chain\n  \
        skirmish compare gate.toml --against 55 --fights 200k\n  \
        skirmish compare gate.toml --set combatants.guard.dex=13 --matchup 55 --fail-on worse,open\n  \
        skirmish compare gate.toml --against 'guard skill=55' --margin 0.5% --out results"
)]
pub(super) struct CompareArgs {
    /// Two scenario files, or one with a change by --set or an axis
    #[arg(required = true, num_args = 1..=2, value_name = "FILE", value_parser = scenario_file())]
    pub(super) files: Vec<PathBuf>,

    /// The value with which all others of its axis are compared: VALUE, or AXIS=VALUE if several axes have it
    #[arg(long, value_name = "VALUE", allow_negative_numbers = true)]
    pub(super) against: Option<String>,

    /// Largest difference that counts as no difference: for win rates in percentage points, for means relative to the
    /// value before
    #[arg(long, value_name = "PERCENT", default_value = "1%", value_parser = margin, allow_hyphen_values = true)]
    pub(super) margin: Percent,

    /// Compare only one matchup, given by its name or by its number, which starts at 1; with --against, the
    /// comparison that it is part of
    #[arg(long, value_name = "NAME|NUMBER", allow_negative_numbers = true)]
    pub(super) matchup: Option<String>,

    /// End with exit code 1 if the first side wins less often (worse) or if any figure has changed (moved), and with
    /// 4 if any is undecided (open); several can be given, separated by commas. Without it the exit code is 0
    #[arg(long, value_name = "VERDICT", value_delimiter = ',')]
    pub(super) fail_on: Vec<FailOn>,

    /// Write differences.csv and differences.json into this directory, which is created if missing
    #[arg(long, short, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,

    /// Format of the CSV table
    #[arg(long, value_name = "DIALECT", default_value = "standard")]
    pub(super) dialect: DialectArg,

    /// Threads to play on; default: one for each processor. The number does not affect the result
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub(super) threads: Option<NonZeroUsize>,

    /// Show neither progress nor notes
    #[arg(long, short)]
    pub(super) quiet: bool,

    #[command(flatten)]
    pub(super) overrides: OverrideArgs,
}

/// A result for which `--fail-on` makes the command fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum FailOn {
    /// The first side wins less often
    Worse,
    /// A win rate, the length of fights or damage has changed
    Moved,
    /// A figure is undecided
    Open,
}

/// Plays the variants and prints the effect of the change.
pub(super) fn compare(args: &CompareArgs) -> Result<(), Failure> {
    let notes = Notes::new(args.quiet);
    args.dialect.needs(args.out.as_deref())?;
    if args.overrides.precision.is_some() {
        return Err(Failure::Usage(
            "compare plays a fixed number of pairs: give --fights instead of --precision"
                .to_owned(),
        ));
    }
    each_file_once(&args.files)?;
    let overrides = args.overrides.overrides();
    let mut loaded = load::load_all(args.files.iter().map(PathBuf::as_path), &overrides)?;
    load::note_heirs(&loaded, notes);
    let mut change = what_if(args, &loaded)?;
    if let (Some(change), [one, ..]) = (&mut change, loaded.as_slice()) {
        change.name_heirs(&one.scenario);
    }
    if let Some(change) = &change {
        let before = load::load(&args.files[0], &change.before)?;
        loaded.insert(0, before);
    }
    let mut variants = match (loaded.as_slice(), &change) {
        ([before, after], Some(change)) => of_a_change(before, after, &change.text)?,
        ([one], _) => of_an_axis(one, args.against.as_deref())?,
        ([one, other], None) => of_two(one, other, args.against.as_deref())?,
        _ => unreachable!("the command line takes one file or two"),
    };
    if let Some(matchup) = &args.matchup {
        let matches = &loaded[0].matches;
        let place = explain::place(matches, Some(matchup))?;
        variants.retain(|one| one.has(&matches[place].name));
    }
    let (seed, fights) = how_much(&loaded)?;
    let stop = interrupt::listen()?;
    let made = args.out.as_deref().map(writable).transpose()?;
    let groups: Vec<&Group<'_>> = variants.iter().map(|one| &one.group).collect();
    let all = groups.iter().map(|group| group.width() * fights).sum();
    let progress = Progress::new(all, notes);
    let counted = |fights| progress.counted(fights);
    let sums =
        pool(args.threads)?.install(|| compare::run(&groups, (seed, fights), &counted, stop));
    progress.finish();
    let cut = stop.load(Ordering::Relaxed);
    let played = variants.iter().zip(&sums);
    let changes = played.flat_map(|(one, sums)| one.changes(sums)).collect();
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
    let change = change.as_ref().map(|change| change.text.as_str());
    let done = sums.iter().flatten().filter_map(|figures| figures.first());
    let pairs = pairs_of((fights * seats, cut), done.map(Pairs::pairs));
    let mut text = text(&loaded, change, &differences, (seed, &pairs));
    if cut {
        text.push_str("interrupted: fewer pairs than requested\n");
    }
    let files = Files {
        out: args.out.as_deref(),
        dialect: args.dialect.dialect(),
        made: &made.unwrap_or_default(),
        offer: "all differences",
    };
    deliver(&text, &differences, &files, notes)?;
    if cut {
        return Err(Failure::Interrupted(
            "interrupted: the differences are those of the fights played until then".to_owned(),
        ));
    }
    failed(&args.fail_on, differences.outcome())
}

/// Fails if `found` is one of the results that `--fail-on` names.
fn failed(fail_on: &[FailOn], found: Outcome) -> Result<(), Failure> {
    let fails = |on: FailOn, so: bool| so && fail_on.contains(&on);
    if fails(FailOn::Worse, found.worse) {
        return Err(Failure::Check("the first side wins less often".to_owned()));
    }
    if fails(FailOn::Moved, found.moved) {
        return Err(Failure::Check("figures have changed".to_owned()));
    }
    if fails(FailOn::Open, found.open) {
        let text = "figures are undecided: raise --fights, or allow a larger --margin";
        return Err(Failure::Inconclusive(text.to_owned()));
    }
    Ok(())
}

/// The changes that `--set` makes in a scenario. The scenario with the changes is compared with the scenario
/// without them.
struct WhatIf {
    /// The changes for the output, such as `combatants.guard.dex=13, weapons.axe.damage=2d6`.
    text: String,
    /// The arguments of `--set` that are changes, as typed.
    changes: Vec<String>,
    /// The overrides that apply to both variants.
    before: Overrides,
}

impl WhatIf {
    /// Adds to the text of each change the names of the rows that change with it, because they inherit from
    /// the changed row.
    fn name_heirs(&mut self, scenario: &Scenario) {
        let inherited = scenario.set_with_heirs();
        let named = self.changes.iter().map(|change| {
            let path = change.split('=').next().unwrap_or_default().trim();
            let found = inherited.iter().find(|(inherited, _)| inherited == path);
            format!(
                "{change}{}",
                found.map_or_else(String::new, |(_, heirs)| and_heirs(heirs))
            )
        });
        self.text = named.collect::<Vec<_>>().join(", ");
    }
}

/// Tables of a scenario whose `--set` applies to both variants. `run` says how the fights are played, `vary`
/// which matchups there are, and `expect` what is intended.
const OF_BOTH: [&str; 3] = ["run", "vary", "expect"];

/// Returns the changes by `--set`, if the command compares a scenario with and without them. The command does
/// so for a single scenario without `--against` and `--vary`. A `--set` in one of the tables [`OF_BOTH`]
/// applies to both variants and is no change. Returns `None` if the command compares something else.
///
/// # Errors
/// If `--set` only changes which matchups are played. Both variants would then be equal.
fn what_if(args: &CompareArgs, loaded: &[Loaded]) -> Result<Option<WhatIf>, Failure> {
    let asks_for_an_axis = args.against.is_some() || !args.overrides.vary.is_empty();
    if loaded.len() != 1 || asks_for_an_axis {
        return Ok(None);
    }
    let overrides = args.overrides.overrides();
    let is_of_both =
        |text: &String| set_root(text).is_some_and(|root| OF_BOTH.contains(&root.as_str()));
    let (of_both, changes): (Vec<String>, Vec<String>) =
        overrides.set.iter().cloned().partition(is_of_both);
    if changes.is_empty() {
        let narrows = |text: &&String| set_root(text).as_deref() == Some("vary");
        return match of_both.iter().find(narrows) {
            None => Ok(None),
            Some(text) => Err(Failure::Usage(format!(
                "`{text}` applies to both variants, so it is not a change to compare: add another \
                 --set, or compare the values of an axis with --against VALUE"
            ))),
        };
    }
    let before = Overrides {
        set: of_both,
        ..overrides
    };
    Ok(Some(WhatIf {
        text: changes.join(", "),
        changes,
        before,
    }))
}

/// Returns the seed and the number of pairs of fights. Fails if the scenarios differ in one of the two, or if
/// a scenario has a precision.
fn how_much(loaded: &[Loaded]) -> Result<(u64, u64), Failure> {
    one_seed(loaded)?;
    if let Some(one) = loaded
        .iter()
        .find(|one| one.scenario.run.precision.is_some())
    {
        return Err(Failure::Usage(format!(
            "`{}` has a precision, but compare plays a fixed number of pairs: set it with --fights",
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

/// Formats the numbers of pairs of fights. `all` is the number that was requested, and `done` has the number
/// that was played for each change. If the run was interrupted (`cut`), the text has both.
fn pairs_of((all, cut): (u64, bool), done: impl Iterator<Item = u64> + Clone) -> String {
    let wanted = grouped(all);
    if !cut {
        return wanted;
    }
    let least = grouped(done.clone().min().unwrap_or_default());
    let most = grouped(done.max().unwrap_or_default());
    if least == most {
        format!("{least} of {wanted}")
    } else {
        format!("{least} to {most} of {wanted}")
    }
}

/// Returns the text of the comparison for the terminal.
fn text(
    loaded: &[Loaded],
    change: Option<&str>,
    differences: &Differences,
    (seed, pairs): (u64, &str),
) -> String {
    let mut names: Vec<&str> = loaded
        .iter()
        .map(|one| one.scenario.name.as_str())
        .collect();
    // A comparison with `--set` has the same scenario twice.
    names.dedup();
    let ruleset = &loaded[0].scenario.ruleset;
    let mut sheet = Sheet::new(Differences::HEADS);
    let (rows, left_out) = differences.rows();
    for row in rows {
        sheet.row(row);
    }
    let change = change.map_or_else(String::new, |change| format!(" with {}", visible(change)));
    let look = Capabilities::stdout();
    let width = look.width.map_or(usize::MAX, usize::from);
    let mut text = String::new();
    let say = |text: &mut String, line: &str| wrapped(text, line, width);
    let of_fights = if pairs == "1" { "pair" } else { "pairs" };
    let head = format!(
        "{} ({ruleset}){change}: {pairs} {of_fights} of fights for each change, seed {seed}",
        visible(&names.join(" → ")),
    );
    say(&mut text, &head);
    let wraps = ["change", "figure", "verdict"];
    let (table, without) = sheet.fitted(look, &["variance", "before", "after"], &wraps);
    text.push_str(&table);
    if !without.is_empty() {
        let note = format!(
            "left out to fit {width} columns: {}; differences.csv has all",
            without.join(", ")
        );
        say(&mut text, &note);
    }
    if left_out > 0 {
        say(
            &mut text,
            &format!("{left_out} more rows in differences.csv"),
        );
    }
    if let Some(counted) = differences.counted() {
        say(&mut text, &visible(&counted));
    }
    if let Some(median) = differences.median_ratio() {
        let note = format!(
            "variance: that of the difference, divided by that of two separate runs; median for \
             win rates: {median:.2}"
        );
        say(&mut text, &note);
    }
    text
}

/// Returns the command without the flags that do not affect the result, such as `--threads`.
fn command(args: &CompareArgs) -> Vec<String> {
    let mut words = run::command("compare", &args.files, &args.overrides);
    if let Some(against) = &args.against {
        words.extend(["--against".to_owned(), against.clone()]);
    }
    words.extend(["--margin".to_owned(), args.margin.to_string()]);
    if let Some(matchup) = &args.matchup {
        words.extend(["--matchup".to_owned(), matchup.clone()]);
    }
    words.extend(args.dialect.typed());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_played_of_the_pairs_is_said_where_that_is_not_all() {
        let said = |cut, done: &[u64]| pairs_of((20_000, cut), done.iter().copied());
        assert_eq!(said(false, &[20_000, 20_000]), "20,000");
        assert_eq!(said(true, &[1024, 0]), "0 to 1,024 of 20,000");
        assert_eq!(said(true, &[512, 512]), "512 of 20,000");
    }
}
