//! `skirmish run`: many fights of many matchups, counted and reported.

use std::collections::{BTreeMap, HashSet};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::args::{OverrideArgs, RunArgs};
use super::forms::{FormArgs, values};
use super::html::{self, Stage};
use super::load::{self, Loaded};
use super::output::{Failure, Notes, grouped, whole};
use super::place::Place;
pub(super) use super::place::{clear, writable};
use super::progress::Progress;
use super::shard::{self, Keeper};
use super::{interrupt, matrix, meant, watch};
use crate::batch::{self, Done, Plan, Shard, Standing, Task, Totals};
use crate::frame::Match;
use crate::gate::digest;
use crate::parts::Origin;
use crate::report::{Played, Precision, Report, RunInfo};
use crate::scenario::{Reader, RunSettings, Texts, and_heirs, from_disk};
use crate::tally::{Count, Looks, Tally};

/// Plays the scenarios and shows the results.
pub(super) fn run(args: &RunArgs) -> Result<(), Failure> {
    args.dialect.needs(args.out.as_deref())?;
    if args.watch {
        matrix::none_asked_for(&args.matrix)?;
        return watch::watch(args);
    }
    let notes = Notes::new(args.quiet);
    let texts = Texts::default();
    let loaded = load_by(args, &|path| texts.keep(path))?;
    load::note_heirs(&loaded, notes);
    let plans = matrix::plans(&args.matrix, &loaded)?;
    let shard = args.parts.shard()?;
    if shard.is_some() {
        shard::no_precision(&loaded)?;
    }
    let stop = interrupt::listen()?;
    args.forms.check()?;
    let place = args.out.as_deref().map(writable).transpose()?;
    let place = place.unwrap_or_default();
    if let Some(file) = &args.html {
        html::writable(file).inspect_err(|_| clear(&place))?;
    }
    let origin = Origin {
        seed: loaded[0].scenario.run.seed,
        command: words(args),
        texts: texts.kept(),
    };
    let of = (origin, shard.unwrap_or(Shard::WHOLE));
    let keeper = args
        .out
        .as_deref()
        .map(|out| Keeper::new(out, &loaded, of, args.parts.checkpoint()));
    let done = play_part(args, &loaded, (shard, keeper.as_ref()), stop, notes)?;
    let cut = done.iter().any(|done| !done.complete);
    let keeps = shard.is_some() || args.parts.resume || cut;
    if let Some(keeper) = keeper.as_ref().filter(|_| keeps) {
        keeper.finish(&done)?;
    }
    if let Some(shard) = shard {
        return shard::ended(shard, &done, cut, notes);
    }
    let capped = done.iter().filter(|done| !done.precise).count();
    let report = report(args, &loaded, done, cut);
    let report = matrix::added(report, &plans, args.threads)?;
    let delivery = Delivery {
        out: args.out.as_deref(),
        forms: &args.forms,
        html: args.html.as_deref(),
        loaded: &loaded,
        overrides: &args.overrides,
    };
    delivery.deliver(&report, &place, notes)?;
    if cut {
        let text = "interrupted: the report has the fights played until then";
        return Err(Failure::Interrupted(match keeper {
            Some(_) => format!("{text}; the same command with --resume continues"),
            None => text.to_owned(),
        }));
    }
    if let Some(keeper) = keeper.filter(|_| !keeps) {
        keeper.forget()?;
    }
    precise_enough(capped, matchups(&loaded).count())
}

/// Plays the requested part of the run; with `--resume`, from where an earlier run ended.
fn play_part(
    args: &RunArgs,
    loaded: &[Loaded],
    (shard, keeper): (Option<Shard>, Option<&Keeper>),
    stop: &AtomicBool,
    notes: Notes,
) -> Result<Vec<Done>, Failure> {
    with_tasks(loaded, |tasks| {
        let before = match keeper {
            Some(keeper) if args.parts.resume => shard::before(keeper, tasks, notes)?,
            Some(keeper) if keeper.path().exists() => {
                notes.note(format_args!(
                    "{} has the counts of an earlier run; this run starts again, --resume would continue it",
                    keeper.path().display()
                ));
                tasks.iter().map(Done::nothing).collect()
            }
            _ => tasks.iter().map(Done::nothing).collect(),
        };
        let before = (shard.unwrap_or(Shard::WHOLE), before);
        let (done, pace) = play_tasks(args.threads, tasks, (before, keeper), stop, notes)?;
        notes.note(pace);
        Ok(done)
    })
}

/// A report's destinations.
pub(super) struct Delivery<'a> {
    pub(super) out: Option<&'a Path>,
    pub(super) forms: &'a FormArgs,
    pub(super) html: Option<&'a Path>,
    /// The scenarios of the report, and the changes on the command line.
    pub(super) loaded: &'a [Loaded],
    pub(super) overrides: &'a OverrideArgs,
}

impl Delivery<'_> {
    /// Shows the report and writes its files into the prepared folder.
    ///
    /// # Errors
    /// If something cannot be written. The files are written even if standard output is closed.
    pub(super) fn deliver(
        &self,
        report: &Report,
        place: &Place,
        notes: Notes,
    ) -> Result<(), Failure> {
        let shown = self.forms.show(report, self.loaded, "");
        match self.out {
            Some(out) => {
                report.write(out).map_err(|error| {
                    clear(place);
                    Failure::Files(error.to_string())
                })?;
                notes.written(out);
            }
            None => notes.note("--out DIR writes all counts as CSV"),
        }
        self.forms.write(report, notes)?;
        if let Some(file) = self.html {
            let stage = Ok(Stage {
                loaded: self.loaded,
                overrides: self.overrides,
            });
            html::write(file, &html::page(report.files(), stage, &[])?)?;
            notes.written(file);
        }
        shown
    }
}

/// Reads the scenarios and checks that they can be played in one run.
pub(super) fn load(args: &RunArgs) -> Result<Vec<Loaded>, Failure> {
    load_by(args, &from_disk)
}

/// Reads the scenarios through a given reader instead of the disk.
pub(super) fn load_by(args: &RunArgs, reader: Reader) -> Result<Vec<Loaded>, Failure> {
    each_file_once(&args.files)?;
    let files = args.files.iter().map(PathBuf::as_path);
    let mut loaded = load::load_all_by(files, &args.overrides.overrides(), reader)?;
    let kept: Vec<&Path> = loaded.iter().filter_map(Loaded::file).collect();
    if kept.len() < args.files.len() {
        let files = args.files.iter().map(PathBuf::as_path);
        load::note_passed_over(files, &kept, Notes::new(args.quiet));
    }
    one_name_each(&loaded)?;
    one_seed(&loaded)?;
    for one in &mut loaded {
        one.keep(args.matchup.as_deref())?;
    }
    Ok(loaded)
}

/// The report on the results; `cut` if the run was interrupted.
pub(super) fn report(args: &RunArgs, loaded: &[Loaded], done: Vec<Done>, cut: bool) -> Report {
    let info = info(words(args), loaded, cut);
    let played = played(loaded, done);
    let judgements = meant::judged(loaded, &played);
    Report::new(info, played)
        .in_dialect(args.dialect.dialect())
        .with_values(values(loaded))
        .with_judgements(judgements)
}

/// The command in its canonical form for the report.
fn words(args: &RunArgs) -> Vec<String> {
    let mut words = command("run", &args.files, &args.overrides);
    words.extend(args.dialect.typed());
    words.extend(args.matrix.typed());
    if let Some(matchup) = &args.matchup {
        words.extend(["--matchup".to_owned(), matchup.clone()]);
    }
    words
}

/// Fails if a matchup has not reached the required precision.
pub(super) fn precise_enough(capped: usize, all: usize) -> Result<(), Failure> {
    let which = match (capped, all) {
        (0, _) => return Ok(()),
        (1, 1) => "the matchup is".to_owned(),
        _ => format!("{capped} of {all} matchups are"),
    };
    Err(Failure::Inconclusive(format!(
        "{which} less precise than was asked for after the most fights that were allowed: raise --fights, or ask for less \
         with --precision"
    )))
}

/// Rejects a file given twice, also under different paths.
pub(super) fn each_file_once(files: &[PathBuf]) -> Result<(), Failure> {
    let mut seen = HashSet::new();
    for file in files {
        if !seen.insert(file.canonicalize().unwrap_or_else(|_| file.clone())) {
            let shown = file.display();
            return Err(Failure::Usage(format!("`{shown}` is given twice")));
        }
    }
    Ok(())
}

/// Rejects scenarios with equal names, which identify rows in tables. A name includes as many folders as needed, so
/// only files that differ in nothing but their extension have equal names.
pub(super) fn one_name_each(loaded: &[Loaded]) -> Result<(), Failure> {
    names_differ(loaded.iter().map(|one| one.scenario.name.as_str()))
}

/// Rejects equal names.
pub(super) fn names_differ<'n>(names: impl Iterator<Item = &'n str>) -> Result<(), Failure> {
    let mut seen = HashSet::new();
    for name in names {
        if !seen.insert(name) {
            return Err(Failure::Usage(format!(
                "two scenarios are called `{name}`: run them one at a time, or rename a file"
            )));
        }
    }
    Ok(())
}

/// Rejects scenarios with different seeds: a run has one seed.
pub(super) fn one_seed(loaded: &[Loaded]) -> Result<(), Failure> {
    let seed = |one: &Loaded| one.scenario.run.seed;
    match loaded
        .windows(2)
        .find(|pair| seed(&pair[0]) != seed(&pair[1]))
    {
        Some([first, second]) => Err(Failure::Usage(format!(
            "`{}` has seed {} and `{}` has seed {}: give one for the whole run with --seed",
            first.scenario.name,
            seed(first),
            second.scenario.name,
            seed(second)
        ))),
        _ => Ok(()),
    }
}

/// The looks that may end the matchups of each scenario early.
pub(super) fn looks(loaded: &[Loaded]) -> Vec<Option<Looks>> {
    let looks = |one: &Loaded| looks_of(&one.scenario.run, seats(one));
    loaded.iter().map(looks).collect()
}

/// The looks of a matchup that may end early, played in this number of seats.
pub(super) fn looks_of(run: &RunSettings, seats: u64) -> Option<Looks> {
    let precision = run.precision?;
    Some(Looks::new(precision.share(), seats, run.fights))
}

/// The number of seats of each matchup of a scenario.
fn seats(one: &Loaded) -> u64 {
    let first = one.matches.first();
    first.map_or(1, |found| found.seats.len() as u64)
}

fn tasks<'l>(loaded: &'l [Loaded], looks: &'l [Option<Looks>]) -> impl Iterator<Item = Task<'l>> {
    loaded.iter().zip(looks).flat_map(|(one, looks)| {
        let plan = Plan {
            seed: one.scenario.run.seed,
            fights: one.scenario.run.fights,
        };
        one.matches.iter().map(move |one| Task {
            seats: &one.seats,
            plan,
            looks: looks.as_ref(),
        })
    })
}

pub(super) fn play(
    threads: Option<NonZeroUsize>,
    loaded: &[Loaded],
    stop: &AtomicBool,
    notes: Notes,
) -> Result<Vec<Done>, Failure> {
    let (done, pace) = play_quietly(threads, loaded, stop, notes)?;
    notes.note(pace);
    Ok(done)
}

/// Plays with a progress bar as the only output; returns the speed as text.
pub(super) fn play_quietly(
    threads: Option<NonZeroUsize>,
    loaded: &[Loaded],
    stop: &AtomicBool,
    notes: Notes,
) -> Result<(Vec<Done>, String), Failure> {
    with_tasks(loaded, |tasks| {
        let nothing = tasks.iter().map(Done::nothing).collect();
        let before = (Shard::WHOLE, nothing);
        play_tasks(threads, tasks, (before, None), stop, notes)
    })
}

/// Calls `work` with the matchups of the scenarios as tasks.
pub(super) fn with_tasks<T>(loaded: &[Loaded], work: impl FnOnce(&[Task<'_>]) -> T) -> T {
    let looks = looks(loaded);
    let tasks: Vec<_> = tasks(loaded, &looks).collect();
    work(&tasks)
}

/// Plays the rest of a shard of the tasks, and saves the counts from time to time.
fn play_tasks(
    threads: Option<NonZeroUsize>,
    tasks: &[Task<'_>],
    (before, keeper): ((Shard, Vec<Done>), Option<&Keeper>),
    stop: &AtomicBool,
    notes: Notes,
) -> Result<(Vec<Done>, String), Failure> {
    let pool = pool(threads)?;
    let watched = Watched {
        progress: Progress::new(batch::planned(tasks), notes),
        keeper,
    };
    let earlier = all_fights(tasks, &before.1);
    let start = Instant::now();
    let done = pool.install(|| batch::go_on(tasks, before, &watched, stop));
    let seconds = start.elapsed().as_secs_f64();
    watched.progress.finish();
    let with_fights = done.iter().filter(|done| done.fights > 0).count();
    let fights = all_fights(tasks, &done) - earlier;
    let pace = pace((with_fights, tasks.len()), fights, seconds);
    Ok((done, pace))
}

/// Shows the progress of the run, and saves its counts.
struct Watched<'k> {
    progress: Progress,
    keeper: Option<&'k Keeper>,
}

impl batch::Watch for Watched<'_> {
    fn progressed(&self, standing: &Standing) {
        self.progress.progressed(standing);
    }

    fn counted(&self, totals: Totals<'_>) {
        if let Some(keeper) = self.keeper {
            keeper.counted(totals);
        }
    }
}

/// All fights, in all seats.
fn all_fights(tasks: &[Task<'_>], done: &[Done]) -> u64 {
    let fights = |(task, done): (&Task<'_>, &Done)| task.seats.len() as u64 * done.fights;
    tasks.iter().zip(done).map(fights).sum()
}

/// A pool with the given number of threads, or one per processor.
pub(super) fn pool(threads: Option<NonZeroUsize>) -> Result<ThreadPool, Failure> {
    ThreadPoolBuilder::new()
        .num_threads(threads.map_or(0, usize::from))
        .build()
        .map_err(|error| Failure::Files(format!("cannot start the threads: {error}")))
}

/// The number of fights played, and the speed.
fn pace((some, all): (usize, usize), fights: u64, seconds: f64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "a rate for the eye")]
    let rate = fights as f64 / seconds.max(1e-9);
    let mut matchups = match all {
        1 => "1 matchup".to_owned(),
        n => format!("{} matchups", grouped(n as u64)),
    };
    if 0 < some && some < all {
        matchups = format!("{} of {matchups}", grouped(some as u64));
    }
    format!(
        "{matchups}, {} fights in {seconds:.1} s: {} a second",
        grouped(fights),
        whole(rate)
    )
}

/// Every matchup with its scenario, in the order of the files.
pub(super) fn matchups(loaded: &[Loaded]) -> impl Iterator<Item = (&Loaded, &Match)> {
    loaded
        .iter()
        .flat_map(|one| one.matches.iter().map(move |found| (one, found)))
}

pub(super) fn played(loaded: &[Loaded], done: Vec<Done>) -> Vec<Played> {
    matchups(loaded)
        .zip(done)
        .map(|((one, found), done)| {
            let capped = done.complete && !done.precise;
            let played = played_one(one, found, done.seats);
            Played { capped, ..played }
        })
        .collect()
}

/// A matchup with one tally for each of its seats.
pub(super) fn played_one<C: Count>(
    one: &Loaded,
    found: &Match,
    tallies: Vec<Tally<C>>,
) -> Played<C> {
    let casts = found.seats.iter().map(|bout| bout.cast().clone());
    let mut seats = casts.zip(tallies);
    let (cast, mut tally) = seats
        .next()
        .expect("a matchup is played in one seat or in two");
    let seats = seats.next().map(|(other_cast, other)| {
        let first = tally.clone();
        tally.absorb(&other, &other_cast, &cast);
        [(cast.clone(), first), (other_cast, other)]
    });
    Played {
        scenario: one.scenario.name.clone(),
        ruleset: one.scenario.ruleset.clone(),
        matchup: found.name.clone(),
        axes: found.axes.clone(),
        digest: digest(&found.seats, one.scenario.run.tables),
        cast,
        tally,
        seats,
        capped: false,
    }
}

pub(super) fn info(command: Vec<String>, loaded: &[Loaded], partial: bool) -> RunInfo {
    let mut files: Vec<(String, String)> = Vec::new();
    for digest in loaded.iter().flat_map(|one| &one.scenario.digests) {
        if !files.contains(digest) {
            files.push(digest.clone());
        }
    }
    let looks = looks(loaded);
    let caps = loaded.iter().zip(&looks).map(|(one, looks)| {
        let cap = looks.as_ref().map_or(one.scenario.run.fights, Looks::cap);
        (one.scenario.name.clone(), seats(one) * cap)
    });
    let precision = loaded.iter().zip(&looks).filter_map(|(one, looks)| {
        let looks = looks.as_ref()?.fights().iter();
        let precision = Precision {
            half_width: one.scenario.run.precision?.to_string(),
            looks: looks.map(|look| look * seats(one)).collect(),
        };
        Some((one.scenario.name.clone(), precision))
    });
    RunInfo {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed: loaded.first().map_or(0, |one| one.scenario.run.seed),
        command,
        files,
        titles: loaded
            .iter()
            .filter_map(|one| Some((one.scenario.name.clone(), one.scenario.title.clone()?)))
            .collect(),
        inherited: inherited(loaded),
        options: by_scenario(loaded, options),
        fights_per_matchup: caps.collect(),
        precision: precision.collect(),
        matchups: loaded.iter().map(|one| one.matches.len() as u64).sum(),
        partial,
    }
}

/// The paths that the command line sets and other rows inherit, as tables name them.
fn inherited(loaded: &[Loaded]) -> BTreeMap<String, Vec<String>> {
    let of = |one: &Loaded| -> Vec<String> {
        let paths = one.scenario.set_with_heirs().into_iter();
        paths
            .map(|(path, heirs)| path + &and_heirs(&heirs))
            .collect()
    };
    let mut all = by_scenario(loaded, of);
    all.retain(|_, paths| !paths.is_empty());
    all
}

fn by_scenario<T>(loaded: &[Loaded], what: impl Fn(&Loaded) -> T) -> BTreeMap<String, T> {
    loaded
        .iter()
        .map(|one| (one.scenario.name.clone(), what(one)))
        .collect()
}

/// The house rules of a scenario; one that an axis varies has all its settings, in the order of the matchups.
fn options(one: &Loaded) -> BTreeMap<String, String> {
    let mut settings: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, value) in one.matches.iter().flat_map(|found| &*found.options) {
        let seen = settings.entry(name).or_default();
        if !seen.contains(&value.as_str()) {
            seen.push(value);
        }
    }
    settings
        .into_iter()
        .map(|(name, values)| (name.to_owned(), values.join(" | ")))
        .collect()
}

/// The command without flags that do not affect the result: output, number of threads, verbosity.
pub(super) fn command(name: &str, files: &[PathBuf], overrides: &OverrideArgs) -> Vec<String> {
    let mut words = vec!["skirmish".to_owned(), name.to_owned()];
    words.extend(files.iter().map(|file| file.display().to_string()));
    words.extend(overrides.typed());
    words
}
