//! Implements `skirmish run`, which plays many fights of many matchups, counts and reports them.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::args::{OverrideArgs, RunArgs};
use super::forms::{FormArgs, values};
use super::html::{self, ReportScenarios};
use super::load::{self, Loaded};
use super::output::{Failure, Notes, grouped, whole};
use super::output_folder::OutputFolder;
pub(super) use super::output_folder::{clear, writable};
use super::progress::Progress;
use super::shard::{self, Keeper};
use super::{interrupt, matrix, watch};
use crate::batch::{self, Done, RunProgress, Shard, Task, Totals};
use crate::fight::Stream;
use crate::frame::Match;
use crate::parts::Origin;
use crate::report::{Each, EachFight, Report};
use crate::scenario::{Reader, Scenario, Texts, from_disk};
use crate::session::expectations;
pub(super) use crate::session::results::{info, matchups, played, played_one, with_tasks};

/// Plays the scenarios and shows the results.
pub(super) fn run(args: &RunArgs) -> Result<(), Failure> {
    args.dialect.needs(args.out.as_deref())?;
    single_fights_need_a_folder(args)?;
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
    let each = single_fights(args.fights_table, args.threads, &loaded, &done)?;
    let report = report(args, &loaded, done, cut).with_fights_of(each);
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

/// Plays the requested part of the run, or the whole run. With `--resume`, continues where an earlier run
/// ended.
fn play_part(
    args: &RunArgs,
    loaded: &[Loaded],
    (shard, keeper): (Option<Shard>, Option<&Keeper>),
    stop: &AtomicBool,
    notes: Notes,
) -> Result<Vec<Done>, Failure> {
    with_tasks(loaded, |tasks| {
        let before = match keeper {
            Some(keeper) if args.parts.resume => shard::before(keeper, (loaded, tasks), notes)?,
            Some(keeper) if keeper.path().exists() => {
                notes.note(format_args!(
                    "{} has the counts of an earlier run; this run starts from the beginning, and \
                     --resume would continue the earlier one",
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

/// Rejects `--fights-table` if no table is written because `--out` is missing. The command-line parser cannot
/// check this, because the record of a run repeats the command with `--fights-table` but without `--out`.
fn single_fights_need_a_folder(args: &RunArgs) -> Result<(), Failure> {
    if args.fights_table.is_some() && args.out.is_none() {
        return Err(Failure::Usage(
            "--fights-table writes fights.csv and endings.csv, but no tables are written: add --out DIR, or leave it out"
                .to_owned(),
        ));
    }
    Ok(())
}

/// Plays the first fights of every matchup again, one by one, for the tables that list single fights. The
/// number of fights is `most`, the value of `--fights-table`. A fight that was not counted is left out, and so
/// are all fights of its matchup after it. `done` has the counts of each matchup.
pub(super) fn single_fights(
    most: Option<u64>,
    threads: Option<NonZeroUsize>,
    loaded: &[Loaded],
    done: &[Done],
) -> Result<Each, Failure> {
    let Some(most) = most else {
        return Ok(Each::new());
    };
    let one = |((scenario, found), done): ((&Scenario, &Match), &Done)| {
        let bout = found.seats[0].as_ref();
        let stream = Stream::new(scenario.run.seed, bout.label());
        let fights = most.min(done.played.prefix());
        let all = (0..fights).map(|n| EachFight::of(bout, &stream, n));
        let key = (scenario.name.clone(), found.name.clone());
        (key, all.collect())
    };
    let all: Vec<((&Scenario, &Match), &Done)> = loaded
        .iter()
        .flat_map(|one| one.matches.iter().map(|found| (&one.scenario, found)))
        .zip(done)
        .collect();
    Ok(pool(threads)?.install(|| all.into_par_iter().map(one).collect()))
}

/// Where and how a report is written.
pub(super) struct Delivery<'a> {
    pub(super) out: Option<&'a Path>,
    pub(super) forms: &'a FormArgs,
    pub(super) html: Option<&'a Path>,
    /// The scenarios of the report, with their matchups.
    pub(super) loaded: &'a [Loaded],
    pub(super) overrides: &'a OverrideArgs,
}

impl Delivery<'_> {
    /// Shows the report and writes its files into the output folder.
    ///
    /// # Errors
    /// If something cannot be written. The files are written even if standard output is closed.
    pub(super) fn deliver(
        &self,
        report: &Report,
        place: &OutputFolder,
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
            let overrides = self.overrides.typed();
            let stage = Ok(ReportScenarios {
                loaded: self.loaded,
                overrides: &overrides,
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

/// Reads the scenarios as [`load`] does, but reads the files by `reader` instead of from the disk.
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
        one.keep(args.matchup.as_deref()).map_err(Failure::Usage)?;
    }
    Ok(loaded)
}

/// Makes the report on the results. `cut` says whether the run was interrupted.
pub(super) fn report(args: &RunArgs, loaded: &[Loaded], done: Vec<Done>, cut: bool) -> Report {
    let info = info(words(args), loaded, cut);
    let played = played(loaded, done);
    let judgements = expectations::judged(loaded, &played);
    Report::new(info, played)
        .in_dialect(args.dialect.dialect())
        .with_values(values(loaded))
        .with_judgements(judgements)
}

/// Returns the command without the flags that do not affect the result, always in the same order.
fn words(args: &RunArgs) -> Vec<String> {
    let mut words = command("run", &args.files, &args.overrides);
    if let Some(fights) = args.fights_table {
        words.extend(["--fights-table".to_owned(), fights.to_string()]);
    }
    words.extend(args.dialect.typed());
    words.extend(args.matrix.typed());
    if let Some(matchup) = &args.matchup {
        words.extend(["--matchup".to_owned(), matchup.clone()]);
    }
    words
}

/// Fails if a matchup has not reached the required precision. `capped` is the number of such matchups among
/// the `all` matchups.
pub(super) fn precise_enough(capped: usize, all: usize) -> Result<(), Failure> {
    let which = match (capped, all) {
        (0, _) => return Ok(()),
        (1, 1) => "the matchup is".to_owned(),
        _ => format!("{capped} of {all} matchups are"),
    };
    Err(Failure::Inconclusive(format!(
        "{which} less precise than requested after the maximum number of fights: raise --fights or \
         the value of --precision"
    )))
}

/// Rejects a file that is given twice, even by different paths.
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

/// Rejects scenarios with equal names, because names identify the rows of tables. A name has as many folders
/// as are needed to distinguish the file from others. Names are therefore equal only if two files differ in
/// nothing but their extension.
pub(super) fn one_name_each(loaded: &[Loaded]) -> Result<(), Failure> {
    names_differ(loaded.iter().map(|one| one.scenario.name.as_str()))
}

/// Rejects names of scenarios if two of them are equal.
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

/// Rejects scenarios with different seeds, because all fights of a run have the same seed.
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

/// Plays all fights. Shows a progress bar but prints nothing. Returns the results, and the speed as text.
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

/// Plays the fights of a shard that have not been played yet. If there is a [`Keeper`], it saves the counts
/// from time to time. Returns the results, and the speed as text.
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

/// Updates the progress bar of the run and saves its counts.
struct Watched<'k> {
    progress: Progress,
    keeper: Option<&'k Keeper>,
}

impl batch::Watch for Watched<'_> {
    fn progressed(&self, standing: &RunProgress) {
        self.progress.progressed(standing);
    }

    fn counted(&self, totals: Totals<'_>) {
        if let Some(keeper) = self.keeper {
            keeper.counted(totals);
        }
    }
}

/// Returns the number of fights of all tasks together, over all seats (orders of the sides).
fn all_fights(tasks: &[Task<'_>], done: &[Done]) -> u64 {
    let fights = |(task, done): (&Task<'_>, &Done)| task.seats.len() as u64 * done.fights;
    tasks.iter().zip(done).map(fights).sum()
}

/// Creates a thread pool with `threads` threads, by default one for each processor.
pub(super) fn pool(threads: Option<NonZeroUsize>) -> Result<ThreadPool, Failure> {
    ThreadPoolBuilder::new()
        .num_threads(threads.map_or(0, usize::from))
        .build()
        .map_err(|error| Failure::Files(format!("cannot start the threads: {error}")))
}

/// Describes how many fights were played, in how many of all matchups, and how fast.
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
        "{matchups}, {} {} in {seconds:.1} s: {} a second",
        grouped(fights),
        if fights == 1 { "fight" } else { "fights" },
        whole(rate)
    )
}

/// Returns the command `name` without the flags that do not affect the result, such as those for output, the
/// number of threads and verbosity.
pub(super) fn command(name: &str, files: &[PathBuf], overrides: &OverrideArgs) -> Vec<String> {
    let mut words = vec!["skirmish".to_owned(), name.to_owned()];
    words.extend(files.iter().map(|file| file.display().to_string()));
    words.extend(overrides.typed());
    words
}
