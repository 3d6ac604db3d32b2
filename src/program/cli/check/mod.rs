//! Implements `skirmish check`, a gate for builds. It fails only if the balance has moved or an expectation
//! is not met.
//!
//! A scenario may have faults, or its baseline may belong to another scenario. The command judges the other
//! scenarios all the same. Every form of output lists these problems too, each with file and line.

mod args;
mod base;
mod baselines;
mod expectations;
mod git;
mod play;
mod problems;
mod shown;
mod update;

use std::collections::HashMap;
use std::env;
use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Instant;

use super::args::OverrideArgs;
use super::load::{self, Loaded, One};
use super::output::{self, Failure, Notes, grouped, quoted};
use super::run::{each_file_once, names_differ};
use crate::gate::{self, Account, Checked, Counts, Finding, Margins, Problem, Verdict};
pub(super) use args::CheckArgs;
use args::Summary;
use base::Base;
pub(super) use base::files as base_files;
use play::JudgedScenario;

/// Checks the scenarios, or writes their baselines.
pub(super) fn check(args: &CheckArgs) -> Result<(), Failure> {
    let notes = Notes::new(args.quiet);
    if args.overrides.precision.is_some() {
        return Err(Failure::Usage(
            "check plays the number of fights that the baseline has: use --fights instead of \
             --precision"
                .to_owned(),
        ));
    }
    if args.update
        && let Some(flag) = changes(&args.overrides).next()
    {
        return Err(Failure::Usage(format!(
            "a baseline is made from the scenario's file alone: change the file, or remove {flag} \
             from the command with --update"
        )));
    }
    each_file_once(&args.files)?;
    let paths = paths(args)?;
    let margins = Margins {
        share: args.margin,
        mean: args.mean_margin,
    };
    if args.update {
        return update::update(args, &paths, margins, notes);
    }
    let base = args.base.as_deref();
    let base = base.map(|text| Base::find(text, &args.files)).transpose()?;
    let mut read = Read::new(args, &paths, base.is_some(), notes)?;
    load::note_heirs(read.loaded.iter().map(|(_, one)| &**one), notes);
    let compared = match &base {
        Some(base) => with_a_base(args, base, &mut read, margins, notes)?,
        None => with_baselines(args, &read, margins, notes)?,
    };
    let loaded: Vec<Rc<Loaded>> = read.loaded.iter().map(|(_, one)| Rc::clone(one)).collect();
    let begun = Instant::now();
    let meant = expectations::judge(args, &loaded, notes)?;
    let seconds = [compared.seconds, begun.elapsed().as_secs_f64()];
    let mut page = compared.page;
    page.push_str(&shown::meant(&meant, args.files.len() > 1, &read.alone));
    let account = Account {
        scenarios: (read.names.iter().zip(&read.files))
            .map(|(name, file)| Checked {
                name: name.clone(),
                file: file.display().to_string(),
                ..compared.about.get(name).cloned().unwrap_or_default()
            })
            .collect(),
        findings: compared.findings,
        judgements: meant.judgements,
        problems: read.problems,
        margins,
        nothing_played: compared.nothing_played,
        remarks: compared.remarks,
        seconds,
    };
    let shown = tell(args, &account, &page, notes);
    tell_github(&account)?;
    shown?;
    let verdicts = [
        verdict(args, base.as_ref(), &account.findings),
        expectations::verdict(&account.judgements),
    ];
    ended(
        read.failures
            .into_iter()
            .chain(verdicts.into_iter().flatten()),
    )
}

/// Prints `page` and writes the files that the command line requests. The files are written even if standard
/// output is closed.
fn tell(args: &CheckArgs, account: &Account, page: &str, notes: Notes) -> Result<(), Failure> {
    let to_stdout = matches!(&args.summary, Some(Summary::Shown));
    let shown = match page {
        _ if to_stdout => output::raw(gate::markdown(account).as_bytes()),
        "" => Ok(()),
        page => output::data(page),
    };
    let mut files: Vec<(&Path, Vec<u8>)> = Vec::new();
    if let Some(path) = &args.junit {
        let xml = gate::junit(account).map_err(|error| unwritable(path, &error))?;
        files.push((path, xml.into_bytes()));
    }
    if let Some(path) = args.summary_file() {
        files.push((path, gate::markdown(account).into_bytes()));
    }
    if let Some(path) = &args.html {
        files.push((path, gate::html(account).into_bytes()));
    }
    for (path, bytes) in files {
        gate::replace(path, &bytes).map_err(|error| unwritable(path, &error))?;
        notes.written(path);
    }
    shown
}

/// The result of comparing the scenarios with their baselines or with another version.
struct Compared {
    /// The text of the result for standard output.
    page: String,
    findings: Vec<Finding>,
    /// Whether no fight was played for the comparison.
    nothing_played: bool,
    /// The changes in each scenario, by the name of the scenario.
    about: HashMap<String, Checked>,
    /// Lines about the comparison: the version that was compared with, and the matchups that could not be
    /// paired.
    remarks: Vec<String>,
    /// Duration of the comparison, in seconds.
    seconds: f64,
}

/// Compares the scenarios with their baselines.
fn with_baselines(
    args: &CheckArgs,
    read: &Read,
    margins: Margins,
    notes: Notes,
) -> Result<Compared, Failure> {
    let begun = Instant::now();
    let played = play::check(args, &read.trials, notes)?;
    let seconds = begun.elapsed().as_secs_f64();
    let pairs: Vec<_> = read.trials.iter().map(|trial| trial.old.clone()).collect();
    let pairs: Vec<(Counts, Counts)> = pairs.into_iter().zip(played.counts).collect();
    let findings = gate::judge(&pairs, margins);
    let page = if pairs.is_empty() {
        String::new()
    } else {
        shown::page(&pairs, &played.anew, &findings, margins)
    };
    Ok(Compared {
        page,
        findings,
        nothing_played: shown::nothing_played(&played.anew),
        about: HashMap::new(),
        remarks: Vec::new(),
        seconds,
    })
}

/// Compares the scenarios with their earlier versions in `base`.
fn with_a_base(
    args: &CheckArgs,
    base: &Base,
    read: &mut Read,
    margins: Margins,
    notes: Notes,
) -> Result<Compared, Failure> {
    let (mut all, mut lines) = (Vec::new(), Vec::new());
    for (file, one) in &read.loaded {
        match base::versions(args, base, file, one) {
            Ok(versions) => all.push(versions),
            Err(broken) => {
                let line = |problem: &Problem| {
                    let Problem {
                        file,
                        line,
                        message,
                        ..
                    } = problem;
                    format!("{file}:{line}: {message}")
                };
                lines.extend(broken.iter().map(line));
                read.problems.extend(broken);
            }
        }
    }
    if !lines.is_empty() {
        let first = format!(
            "{} has faults; the scenarios with faults are not compared:",
            base.name()
        );
        read.failures
            .insert(0, Failure::Files(first).with_lines(lines));
    }
    let begun = Instant::now();
    let found = base::judge(args, &all, margins, notes)?;
    let seconds = begun.elapsed().as_secs_f64();
    let page = if all.is_empty() {
        String::new()
    } else {
        shown::versions(&base.name(), &all, &found, margins)
    };
    Ok(Compared {
        page,
        nothing_played: found.findings.is_empty(),
        remarks: shown::remarks(&base.name(), &all),
        about: all.iter().map(about).collect(),
        seconds,
        findings: found.findings,
    })
}

/// Returns the name of a scenario, and what has changed in it between the two versions.
fn about(one: &base::Versions) -> (String, Checked) {
    let changed = one.line.as_ref();
    let checked = Checked {
        changed: changed.map(|(file, line)| (file.display().to_string(), *line)),
        same: one.same.clone(),
        ..Checked::default()
    };
    (one.now.scenario.name.clone(), checked)
}

/// Everything that is read before any fight is played.
struct Read {
    /// The names of the scenarios, in the order of the files.
    names: Vec<String>,
    /// The files of these scenarios, in the same order.
    files: Vec<PathBuf>,
    /// The scenarios without faults, each with its file.
    loaded: Vec<(PathBuf, Rc<Loaded>)>,
    /// The scenarios whose baseline fits, with its counts.
    trials: Vec<JudgedScenario>,
    /// Names of the scenarios without a baseline, which are judged only by their expectations.
    alone: Vec<String>,
    /// The problems of scenarios that cannot be checked.
    problems: Vec<Problem>,
    /// The messages of these problems for standard error.
    failures: Vec<Failure>,
}

impl Read {
    /// Reads the scenarios. Also reads their baselines, unless the scenarios are compared with a base.
    fn new(
        args: &CheckArgs,
        paths: &[PathBuf],
        has_base: bool,
        notes: Notes,
    ) -> Result<Self, Failure> {
        let files = || args.files.iter().map(PathBuf::as_path);
        let each = load::load_each(files(), &args.overrides.overrides());
        let kept: Vec<&Path> = each.iter().map(|one| one.path).collect();
        load::note_passed_over(files(), &kept, notes);
        names_differ(each.iter().map(|one| one.name.as_str()))?;
        let mut read = Self {
            names: Vec::new(),
            files: kept.iter().map(|&file| file.to_owned()).collect(),
            loaded: Vec::new(),
            trials: Vec::new(),
            alone: Vec::new(),
            problems: Vec::new(),
            failures: Vec::new(),
        };
        let baselines: HashMap<&Path, &Path> =
            files().zip(paths.iter().map(PathBuf::as_path)).collect();
        let (mut faults, mut unfit) = (String::new(), Vec::<String>::new());
        for One {
            path: file,
            name,
            loaded,
        } in each
        {
            match loaded {
                Ok(loaded) => {
                    let loaded = Rc::new(loaded);
                    read.loaded.push((file.to_owned(), Rc::clone(&loaded)));
                    if !has_base {
                        unfit.extend(read.take(args, (file, baselines[file]), loaded, notes));
                    }
                }
                Err(found) => {
                    read.problems
                        .extend(problems::of_faults(&name, file, &found));
                    if let Failure::Faults(text) = load::shown(&found) {
                        faults.push_str(&text);
                    }
                }
            }
            read.names.push(name);
        }
        // Users see the end of the output first, so the worst problem is printed last.
        let mut unfit = unfit.into_iter();
        if let Some(first) = unfit.next() {
            let first = Failure::Files(first);
            read.failures.push(first.with_lines(unfit.collect()));
        }
        if !faults.is_empty() {
            read.failures.push(Failure::Faults(faults));
        }
        Ok(read)
    }

    /// Adds the scenario `loaded` with the baseline at `path`. If the baseline does not fit, adds problems
    /// instead. Returns message lines about these problems. The list is empty if the baseline fits.
    fn take(
        &mut self,
        args: &CheckArgs,
        (file, path): (&Path, &Path),
        loaded: Rc<Loaded>,
        notes: Notes,
    ) -> Vec<String> {
        let name = &loaded.scenario.name;
        // A scenario with expectations needs no baseline, unless the command line names one.
        let may_lack = args.baseline.is_none() && !loaded.scenario.expectations.is_empty();
        if may_lack && !path.exists() {
            self.alone.push(name.clone());
            return Vec::new();
        }
        let again = updating(args, &[file]);
        match baselines::fitting(path, &again, &loaded, args.any_version) {
            Err(unfit) => {
                self.problems
                    .extend(problems::of_unfit(name, (file, path), &unfit));
                unfit.told(path)
            }
            Ok((baseline, strangers)) => {
                if !baseline.sealed {
                    notes.note(format_args!(
                        "{} has no checksums, because an earlier version wrote it: --update adds \
                         them",
                        path.display()
                    ));
                }
                let shown = [file, path].map(|path| path.display().to_string());
                let problem = |one| Problem::of(one, name, &shown[0], &shown[1]);
                self.problems.extend(strangers.iter().map(problem));
                let told = if strangers.is_empty() {
                    Vec::new()
                } else {
                    baselines::told(path, &strangers)
                };
                let old = gate::without(&baseline.counts, &strangers, &play::names(&loaded));
                // The scenario is left out if the baseline has none of its matchups.
                if !old.matchups.is_empty() {
                    self.trials.push(JudgedScenario { loaded, old });
                }
                told
            }
        }
    }
}

/// Prints every failure except the worst one. Returns the worst as the result of the command.
fn ended(failures: impl Iterator<Item = Failure>) -> Result<(), Failure> {
    let mut failures: Vec<_> = failures.collect();
    // The worst failure is the problem that has to be repaired first. It determines the exit code.
    failures.sort_by_key(|failure| match failure.kind() {
        Failure::Faults(_) => 3,
        Failure::Files(_) => 2,
        Failure::Check(_) => 1,
        _ => 0,
    });
    let Some(worst) = failures.pop() else {
        return Ok(());
    };
    for failure in failures {
        failure.show();
    }
    Err(worst)
}

fn unwritable(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::Files(format!("cannot write {}: {error}", path.display()))
}

/// Returns the path of each scenario's baseline.
pub(super) fn paths(args: &CheckArgs) -> Result<Vec<PathBuf>, Failure> {
    match &args.baseline {
        None => Ok(args.files.iter().map(|file| gate::beside(file)).collect()),
        Some(path) if args.files.len() == 1 => Ok(vec![path.clone()]),
        Some(_) => Err(Failure::Usage(
            "--baseline is for one scenario: check one file at a time, or remove --baseline and \
             keep each baseline beside its scenario as NAME.baseline.csv"
                .to_owned(),
        )),
    }
}

/// Reports the results to GitHub Actions. Writes annotations to standard output, where GitHub reads them, and
/// appends the page to the summary of the step.
fn tell_github(account: &Account) -> Result<(), Failure> {
    if !output::in_github() {
        return Ok(());
    }
    let root = env::var_os("GITHUB_WORKSPACE").map(PathBuf::from);
    let placed = account.placed(|file| match &root {
        Some(root) => within(root, Path::new(file)),
        None => file.to_owned(),
    });
    output::raw(gate::annotations(&placed).as_bytes())?;
    let path: Option<OsString> = env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty());
    let Some(path) = path.map(PathBuf::from) else {
        return Ok(());
    };
    let mut options = OpenOptions::new();
    let file = options.create(true).append(true).open(&path);
    file.and_then(|mut file| writeln!(file, "{}", gate::markdown(account)))
        .map_err(|error| unwritable(&path, &error))
}

/// Returns the path of a file as GitHub knows it, relative to the workspace `root`. The result does not
/// depend on the working directory. A file outside of the workspace keeps its path. The file need not exist.
fn within(root: &Path, file: &Path) -> String {
    let place = || {
        let folder = file
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
        let root = root.canonicalize().ok()?;
        let folders = folder.strip_prefix(&root).ok()?.iter();
        let parts = folders.chain([file.file_name()?]);
        Some(
            parts
                .map(|part| part.to_string_lossy())
                .collect::<Vec<_>>()
                .join("/"),
        )
    };
    place().unwrap_or_else(|| file.display().to_string())
}

/// Returns the given flags that change the scenarios. A baseline cannot be written with them, because it is made
/// from the files alone.
fn changes(given: &OverrideArgs) -> impl Iterator<Item = &'static str> {
    let flags = [
        ("--set", !given.set.is_empty()),
        ("--vary", !given.vary.is_empty()),
        ("--round-cap", given.round_cap.is_some()),
        ("--seats", given.seats.is_some()),
        ("--no-tables", given.no_tables),
    ];
    let given = flags.into_iter().filter(|(_, is_given)| *is_given);
    given.map(|(flag, _)| flag)
}

/// Returns the command that writes the baselines of these scenarios. It has the flags as typed, except those
/// that change the scenarios.
fn updating(args: &CheckArgs, files: &[&Path]) -> String {
    let mut words: Vec<String> = files
        .iter()
        .map(|file| file.display().to_string())
        .collect();
    if let Some(path) = &args.baseline {
        words.extend(["--baseline".to_owned(), path.display().to_string()]);
    }
    let unchanged = OverrideArgs {
        fights: args.overrides.fights,
        seed: args.overrides.seed,
        ..OverrideArgs::default()
    };
    words.extend(unchanged.typed());
    let Margins { share, mean } = Margins::default();
    let margins = [
        ("--margin", args.margin, share),
        ("--mean-margin", args.mean_margin, mean),
    ];
    for (flag, margin, default) in margins {
        if (margin - default).abs() > f64::EPSILON {
            let percent = (margin * 1e8).round() / 1e6;
            words.extend([flag.to_owned(), format!("{percent}%")]);
        }
    }
    words.extend(args.dialect.typed());
    words.push("--update".to_owned());
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    format!("skirmish check {}", words.join(" "))
}

/// Returns the failure of the command if figures have moved or are open. Returns `None` if there are no such
/// figures.
fn verdict(args: &CheckArgs, base: Option<&Base>, findings: &[Finding]) -> Option<Failure> {
    let moved = gate::count(findings, Verdict::Moved) > 0;
    if let Some(base) = base.filter(|_| moved) {
        return Some(Failure::Check(format!(
            "the balance has moved against {}",
            base.name()
        )));
    }
    if moved {
        let files: Vec<&Path> = args.files.iter().map(PathBuf::as_path).collect();
        let again = updating(args, &files);
        let how = if changes(&args.overrides).next().is_none() {
            "if this is intended, run"
        } else {
            "if this is intended, change the file, then run"
        };
        return Some(Failure::Check(format!(
            "the balance has moved; {how}: {again}"
        )));
    }
    let open = gate::count(findings, Verdict::Open);
    let fights = gate::needed(findings).filter(|_| open > 0)?;
    if base.is_some() {
        return Some(Failure::Inconclusive(format!(
            "too few fights for a verdict on {open} figures; about {} pairs for each matchup would \
             be enough: raise --fights, or allow a larger --margin",
            grouped(fights)
        )));
    }
    let open = Failure::Inconclusive(format!(
        "too few fights for a verdict on {open} figures; about {} for each matchup would be \
         enough, also in the baseline:",
        grouped(fights)
    ));
    let what_to_do = "  write the baseline with this number before the change (--update --fights), \
        or allow a larger --margin";
    Some(open.with_lines(vec![what_to_do.to_owned()]))
}
