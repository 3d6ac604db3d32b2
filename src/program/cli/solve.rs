//! Implements `skirmish solve`, which computes the exact odds of every matchup that is small enough.

use std::fmt::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use rayon::prelude::*;

use clap::Args;

use super::args::{DialectArg, OverrideArgs, scenario_file, threads};
use super::forms::{FormArgs, FormatArg, values};
use super::load::{self, Loaded};
use super::matrix::{self, MatrixArgs};
use super::output::{Capabilities, Failure, Notes, grouped};
use super::progress::Solving;
use super::run::{clear, each_file_once, info, one_name_each, one_seed, play, pool, writable};
use super::run::{matchups, played, played_one};
use super::sheet::Sheet;
use super::{count, interrupt, run};
use crate::bout::Bout;
use crate::exact::{BrokenOff, Budget, End, Solved};
use crate::memory;
use crate::report::{Comparison, Played, Report, order};
use crate::session::expectations;
use crate::tally::Expected;

/// Compute the exact odds of small matchups
#[derive(Debug, Args)]
#[command(
    long_about = "Computes the exact odds of every matchup: it plays no fights, but enumerates every outcome with its \
        probability. Duels take a moment, two against one up to a minute. Larger fights usually have too many states: \
        use `run`.\n\n\
        A short table goes to standard output. With --out, the same tables as those of `run` go to a directory as \
        CSV, with probabilities instead of fights, and expected values for one fight instead of other counts. \
        `method` is `exact`, `unresolved` is the share of fights that was not followed to its end, and `error_bound` \
        bounds the rounding error of every figure.\n\n\
        If a matchup exceeds its budget, its rest is `unresolved`, and its win rate is certainly between \
        `win_rate_low` and `win_rate_high`. It is named on standard error, the other matchups are solved as usual, \
        and the exit code is 4. Ctrl-C ends the work early in the same way.",
    after_long_help = "Examples:\n  \
        skirmish solve duel.toml\n  \
        skirmish solve duel.toml --out results\n  \
        skirmish solve duel.toml --compare --fights 1M\n  \
        skirmish solve duel.toml --vary combatants.guard.dex=10,12,14,16\n  \
        skirmish solve melee.toml --budget-bytes 4GiB --round-cap 20 --negligible 1e-6"
)]
pub(super) struct SolveArgs {
    /// Scenario files; files of the same name are distinguished by their folders
    #[arg(required = true, value_name = "FILE", value_parser = scenario_file())]
    pub(super) files: Vec<PathBuf>,

    /// Write the CSV tables and run.json into this directory, which is created if missing
    #[arg(long, short, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,

    #[command(flatten)]
    pub(super) forms: FormArgs,

    /// Format of the CSV tables
    #[arg(long, value_name = "DIALECT", default_value = "standard")]
    pub(super) dialect: DialectArg,

    /// Also play the fights, and show the sampled figures beside the exact ones
    #[arg(long)]
    pub(super) compare: bool,

    /// Maximum number of states of a matchup that are held at once; no limit by default
    #[arg(long, value_name = "N", value_parser = count::states, allow_negative_numbers = true)]
    pub(super) budget_states: Option<usize>,

    /// Maximum memory for states, shared evenly by the matchups that are solved at once, one on each thread. Default:
    /// 1GiB, or half the memory of the container if that is less
    #[arg(long, value_name = "SIZE", value_parser = count::bytes, allow_hyphen_values = true)]
    pub(super) budget_bytes: Option<usize>,

    /// Maximum work on a matchup, counted in paths through the rules instead of seconds, so that every machine gets
    /// equally far. Default: 5M, about 10 seconds
    #[arg(long, value_name = "N", value_parser = count::states, allow_negative_numbers = true)]
    pub(super) budget_work: Option<usize>,

    /// Share of fights that may stay unresolved, for speed; 0 follows every fight to its end
    #[arg(long, value_name = "PART", default_value = "1e-9", value_parser = negligible, allow_hyphen_values = true)]
    pub(super) negligible: f64,

    /// Threads to work on; default: one for each processor. The number does not affect the result
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub(super) threads: Option<NonZeroUsize>,

    /// Show neither progress nor notes
    #[arg(long, short)]
    pub(super) quiet: bool,

    #[command(flatten)]
    pub(super) matrix: MatrixArgs,

    #[command(flatten)]
    pub(super) overrides: OverrideArgs,
}

/// Default limit on the work for a matchup, in paths through the rules.
const WORK: usize = 5_000_000;

/// Default limit on the memory for states, in bytes.
const BYTES: usize = 1 << 30;

impl SolveArgs {
    /// Returns the limit on the memory for states, in bytes. In a container, the default is at most half of
    /// its memory.
    fn bytes(&self) -> usize {
        let of_container = || {
            let half = memory::of_container()? / 2;
            usize::try_from(half.max(1)).ok()
        };
        let default = || of_container().map_or(BYTES, |half| half.min(BYTES));
        self.budget_bytes.unwrap_or_else(default)
    }

    /// Returns the limit on the work for a matchup, in paths through the rules.
    fn work(&self) -> usize {
        self.budget_work.unwrap_or(WORK)
    }
}

/// Maximum number of figures that a comparison shows.
const SHOWN: usize = 20;

fn negligible(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(part) if (0.0..1.0).contains(&part) => Ok(part),
        _ => Err("a number from 0 to less than 1, such as 1e-9".to_owned()),
    }
}

/// Solves the scenarios and shows the results.
pub(super) fn solve(args: &SolveArgs) -> Result<(), Failure> {
    let notes = Notes::new(args.quiet);
    args.dialect.needs(args.out.as_deref())?;
    nothing_to_play(args)?;
    let is_json = args.forms.format == FormatArg::Json;
    if args.compare && is_json && args.out.is_none() && args.forms.xlsx.is_none() {
        return Err(Failure::Usage(
            "--format json does not print the table of --compare: write it to a file with --out or \
             --xlsx"
                .to_owned(),
        ));
    }
    each_file_once(&args.files)?;
    let overrides = args.overrides.overrides();
    let loaded = load::load_all(args.files.iter().map(PathBuf::as_path), &overrides)?;
    one_name_each(&loaded)?;
    load::note_heirs(&loaded, notes);
    if args.compare {
        one_seed(&loaded)?;
    }
    let plans = matrix::plans(&args.matrix, &loaded)?;
    let stop = interrupt::listen()?;
    args.forms.check()?;
    let made = args.out.as_deref().map(writable).transpose()?;
    let start = Instant::now();
    let solved = work_out(args, &loaded, stop, notes)?;
    notes.note(pace(&loaded, &solved, start.elapsed().as_secs_f64()));
    let complaints = complaints(&loaded, &solved);
    let stopped = solved.iter().any(|one| ended_by(one, End::Stopped));
    let exact = figures(&loaded, solved);
    let compared = if args.compare && !stopped {
        let sampled = played(&loaded, play(args.threads, &loaded, stop, notes)?);
        Some(Comparison::new(&exact, &sampled))
    } else {
        None
    };
    let judgements = expectations::solved(&loaded, &exact);
    let info = info(command(args), &loaded, !complaints.is_empty());
    let dialect = args.dialect.dialect();
    let report = Report::new(info, exact)
        .in_dialect(dialect)
        .with_values(values(&loaded))
        .with_judgements(judgements);
    let mut report = matrix::added(report, &plans, args.threads)?;
    let mut below = String::new();
    if let Some(compared) = &compared {
        below = comparison(compared, Capabilities::stdout());
        report.add("compare.csv", compared.csv(dialect));
    }
    let shown = args.forms.show(&report, &loaded, &below);
    match &args.out {
        Some(out) => {
            report.write(out).map_err(|error| {
                clear(&made.unwrap_or_default());
                Failure::Files(error.to_string())
            })?;
            notes.written(out);
        }
        None => notes.note("--out DIR writes all results as CSV"),
    }
    args.forms.write(&report, notes)?;
    shown?;
    match complaints.as_slice() {
        [] => Ok(()),
        _ if stopped => Err(Failure::Interrupted(
            "interrupted: the rest is unresolved".to_owned(),
        )),
        [..] => Err(too_large(args, &loaded, &complaints)),
    }
}

/// Rejects flags that concern playing, such as `--seed`, if no fights are played because `--compare` is
/// missing.
fn nothing_to_play(args: &SolveArgs) -> Result<(), Failure> {
    let given = &args.overrides;
    let flags = [
        ("--fights", given.fights.is_some()),
        ("--precision", given.precision.is_some()),
        ("--seed", given.seed.is_some()),
        ("--no-tables", given.no_tables),
    ];
    match flags.iter().find(|(_, is_given)| *is_given) {
        Some((flag, _)) if !args.compare => Err(Failure::Usage(format!(
            "{flag} is only for fights that are played, but solve plays none: add --compare or \
             remove {flag}"
        ))),
        _ => Ok(()),
    }
}

/// Returns the fights of every matchup in every seat (order of the sides). The matchups are in the order of
/// the files.
fn bouts(loaded: &[Loaded]) -> impl Iterator<Item = &dyn Bout> {
    matchups(loaded).flat_map(|(_, found)| found.seats.iter().map(|bout| &**bout))
}

fn work_out(
    args: &SolveArgs,
    loaded: &[Loaded],
    stop: &AtomicBool,
    notes: Notes,
) -> Result<Vec<Solved>, Failure> {
    let bouts: Vec<_> = bouts(loaded).collect();
    let pool = pool(args.threads)?;
    let at_once = pool.current_num_threads().min(bouts.len()).max(1);
    let budget = Budget {
        states: args.budget_states.unwrap_or(usize::MAX),
        bytes: args.bytes() / at_once,
        work: args.work() as u64,
        negligible: args.negligible,
    };
    let watch = Solving::new(bouts.len(), stop, notes);
    let solved = pool.install(|| {
        let one = |bout: &&dyn Bout| {
            let mut solved = bout.work_out(&budget, &watch);
            // There may be thousands of matchups. Everything that was computed for this one, except its
            // result, is therefore freed.
            bout.forget();
            solved.tally.pack();
            watch.solved();
            solved
        };
        bouts.par_iter().with_max_len(1).map(one).collect()
    });
    watch.finish();
    Ok(solved)
}

fn ended_by(solved: &Solved, end: End) -> bool {
    solved.broken_off.is_some_and(|broken| broken.by == end)
}

/// Describes the number of matchups, the time, and the largest number of states and the most work for any of
/// them.
fn pace(loaded: &[Loaded], solved: &[Solved], seconds: f64) -> String {
    let most = solved.iter().map(|one| one.odds.states).max();
    let matchups = match matchups(loaded).count() {
        1 => "1 matchup".to_owned(),
        n => format!("{} matchups", grouped(n as u64)),
    };
    let most = grouped(most.unwrap_or(0) as u64);
    let work = solved.iter().map(|one| one.odds.work).max();
    let work = grouped(work.unwrap_or(0));
    format!("{matchups} in {seconds:.1} s, with at most {most} states and a work of {work}")
}

/// Converts the solutions into results for the report. `solved` has one solution for each seat (order of the
/// sides). If a matchup has two seats, each of the two solutions counts half.
fn figures(loaded: &[Loaded], solved: Vec<Solved>) -> Vec<Played<Expected>> {
    let mut solved = solved.into_iter();
    matchups(loaded)
        .map(|(one, found)| {
            let mut tallies: Vec<_> = solved.by_ref().take(found.seats.len()).collect();
            if tallies.len() > 1 {
                for one in &mut tallies {
                    one.tally.halve();
                }
            }
            let tallies = tallies.into_iter().map(|one| one.tally).collect();
            played_one(one, found, tallies)
        })
        .collect()
}

/// Returns the names of the matchups that were not solved to the end, and why. Of the seats of a matchup, the
/// one with the most unresolved fights is described.
fn complaints(loaded: &[Loaded], solved: &[Solved]) -> Vec<(String, BrokenOff)> {
    let mut solved = solved.iter();
    let worst = |seats: Vec<&Solved>| {
        let broken = seats.iter().filter_map(|one| one.broken_off);
        broken.max_by(|a, b| a.left.total_cmp(&b.left))
    };
    matchups(loaded)
        .filter_map(|(one, found)| {
            let seats = solved.by_ref().take(found.seats.len()).collect();
            let name = format!("{}, {}", one.scenario.name, found.name);
            Some((name, worst(seats)?))
        })
        .collect()
}

/// Returns the failure for matchups that are too large, with advice on how to make them smaller.
fn too_large(args: &SolveArgs, loaded: &[Loaded], complaints: &[(String, BrokenOff)]) -> Failure {
    /// Maximum number of matchups that the message names.
    const NAMED: usize = 10;
    let all = matchups(loaded).count();
    let mut ends = complaints.iter().map(|(_, broken)| broken.by);
    let first = ends.find(|&by| by != End::Dice);
    let what = match first {
        Some(End::Memory) => "too large for the available memory",
        Some(_) => "too large for the budget",
        None => "too large for exact odds, because a step has too many dice",
    };
    let too_large = Failure::Inconclusive(match (complaints.len(), all) {
        (1, 1) => format!("the matchup is {what}"),
        (some, all) => format!("{some} of {all} matchups are {what}"),
    });
    let mut lines = Vec::new();
    for (name, broken) in complaints.iter().take(NAMED) {
        let by = match broken.by {
            End::Bytes => "memory budget used up",
            End::Memory => "no memory left",
            End::Work => "work budget used up",
            End::Dice => "too many dice in one step",
            End::States | End::Stopped => "state budget used up",
        };
        let states = grouped(broken.states as u64);
        let (round, left) = (broken.round, percent(broken.left));
        lines.push(format!(
            "  {name}: {by} in round {round} at {states} states, {left} of its fights unresolved"
        ));
    }
    if complaints.len() > NAMED {
        lines.push(format!("  and {} more", complaints.len() - NAMED));
    }
    let flag = match first {
        // A single step has too many dice, so larger limits would not help.
        None => {
            lines.extend([
                "use fewer dice: weapons with fewer dice, no open dice, attacks on fewer targets \
                 at once;"
                    .to_owned(),
                "or sample it: skirmish run".to_owned(),
            ]);
            return too_large.with_lines(lines);
        }
        Some(End::Memory) => "memory (fewer --threads need less of it)".to_owned(),
        Some(End::Bytes) => format!("--budget-bytes (now {})", args.bytes()),
        Some(End::Work) => format!("--budget-work (now {})", args.work()),
        Some(_) => "--budget-states".to_owned(),
    };
    lines.extend([
        "make it smaller: fewer fighters, fewer hit points, a lower --round-cap, weapons and \
         shields that do not wear, no First Aid, no condition on `round`;"
            .to_owned(),
        format!("or allow more: {flag}; or sample it: skirmish run"),
    ]);
    too_large.with_lines(lines)
}

fn percent(share: f64) -> String {
    if share < 1e-4 {
        order(share)
    } else {
        format!("{:.2} %", share * 100.0)
    }
}

/// Formats the comparison of the exact figures with the sampled ones.
fn comparison(compared: &Comparison, look: Capabilities) -> String {
    let mut sheet = Sheet::new(Comparison::HEADS);
    let rows = compared.rows(SHOWN);
    let shown = rows.len();
    for row in rows {
        sheet.row(row);
    }
    let (outside, all) = compared.outside();
    let mut text = format!("\n{}", sheet.show(look));
    if shown < all {
        let _ = writeln!(text, "{shown} of {all} figures");
    }
    let _ = writeln!(
        text,
        "{outside} of {all} exact figures outside the 95 % interval of the sampled one; about one in twenty is expected by chance"
    );
    text
}

/// Returns the command without the flags that do not affect the result, such as `--threads`.
fn command(args: &SolveArgs) -> Vec<String> {
    let mut words = run::command("solve", &args.files, &args.overrides);
    if args.compare {
        words.push("--compare".to_owned());
    }
    words.extend(args.dialect.typed());
    words.extend(args.matrix.typed());
    let mut flag = |name: &str, value: String| words.extend([name.to_owned(), value]);
    if let Some(states) = args.budget_states {
        flag("--budget-states", states.to_string());
    }
    flag("--budget-bytes", args.bytes().to_string());
    if let Some(work) = args.budget_work {
        flag("--budget-work", work.to_string());
    }
    flag("--negligible", format!("{:e}", args.negligible));
    words
}
