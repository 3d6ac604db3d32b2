//! `skirmish check`: a build's gate, which fails when the balance moved and only then.

use std::collections::HashMap;
use std::env;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::args::CheckArgs;
use super::load::{self, Loaded};
use super::output::{self, Failure, Look, Notes, grouped, quoted};
use super::progress::Progress;
use super::run::{each_file_once, one_name_each, pool};
use super::sheet::Sheet;
use super::{baselines, interrupt};
use crate::batch::Plan;
use crate::gate::{self, Counts, FIGHTS, Finding, Margins, Verdict};
use crate::visible::visible;

/// Most rows of the table.
const SHOWN: usize = 30;

/// Checks the scenarios, or writes their baselines.
pub(super) fn check(args: &CheckArgs) -> Result<(), Failure> {
    let notes = Notes::new(args.quiet);
    each_file_once(&args.files)?;
    let paths = paths(args)?;
    let loaded = load::load_all(
        args.files.iter().map(PathBuf::as_path),
        &args.overrides.overrides(),
    )?;
    one_name_each(&loaded)?;
    let old = if args.update {
        baselines::whatever_fits(&paths, &loaded)
    } else {
        let all = baselines::read(&paths, &args.files, &loaded, args.any_version)?;
        all.into_iter().map(Some).collect()
    };
    let new = played(args, &loaded, &old, notes)?;
    let margins = Margins {
        share: args.margin,
        mean: args.mean_margin,
    };
    if args.update {
        return update(args, (&paths, &loaded), old, new, margins, notes);
    }
    let pairs: Vec<_> = old.into_iter().flatten().zip(new).collect();
    let findings = gate::judge(&pairs, margins);
    let shown = output::data(&shown(&pairs, &findings, margins));
    if let Some(path) = &args.junit {
        let xml = gate::junit(&findings).map_err(|error| unwritable(path, &error))?;
        gate::replace(path, xml.as_bytes()).map_err(|error| unwritable(path, &error))?;
    }
    tell_github(args, &loaded, &findings, margins)?;
    shown?;
    verdict(args, &findings)
}

fn unwritable(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::Files(format!("cannot write {}: {error}", path.display()))
}

/// Where the baseline of each scenario is.
fn paths(args: &CheckArgs) -> Result<Vec<PathBuf>, Failure> {
    match &args.baseline {
        None => Ok(args.files.iter().map(|file| gate::beside(file)).collect()),
        Some(path) if args.files.len() == 1 => Ok(vec![path.clone()]),
        Some(_) => Err(Failure::Usage(
            "--baseline is the baseline of one scenario: check one file at a time, or leave it out and have each \
             baseline beside its scenario, as NAME.baseline.csv"
                .to_owned(),
        )),
    }
}

/// The scenarios' counts, with the seed and number of fights of their baselines unless others were asked for.
fn played(
    args: &CheckArgs,
    loaded: &[Loaded],
    old: &[Option<Counts>],
    notes: Notes,
) -> Result<Vec<Counts>, Failure> {
    let plan = |one: &Loaded, old: &Option<Counts>| {
        let seats = one
            .matches
            .first()
            .map_or(1, |found| found.seats.len() as u64);
        let before = old
            .as_ref()
            .and_then(|old| old.matchups.first())
            .map(|matchup| matchup.fights);
        let in_all = before.unwrap_or(FIGHTS);
        let fights = args
            .overrides
            .fights
            .unwrap_or_else(|| in_all.div_ceil(seats));
        let seed = old.as_ref().map_or(one.scenario.run.seed, |old| old.seed);
        Plan {
            seed: args.overrides.seed.unwrap_or(seed),
            fights: gate::in_groups(fights),
        }
    };
    let plans: Vec<Plan> = loaded
        .iter()
        .zip(old)
        .map(|(one, old)| plan(one, old))
        .collect();
    let tasks: Vec<_> = loaded
        .iter()
        .zip(&plans)
        .flat_map(|(one, plan)| one.matches.iter().map(move |found| (found, *plan)))
        .collect();
    let fights = tasks
        .iter()
        .map(|(found, plan)| found.seats.len() as u64 * plan.fights);
    let stop = interrupt::listen()?;
    let progress = Progress::new(fights.sum(), notes);
    let played = pool(args.threads)?.install(|| gate::play(&tasks, &progress, stop));
    progress.finish();
    let Some(played) = played else {
        let text = "interrupted: nothing was judged and no file was written";
        return Err(Failure::Interrupted(text.to_owned()));
    };
    let mut played = played.into_iter();
    let counts = |(one, plan): (&Loaded, &Plan)| Counts {
        scenario: one.scenario.name.clone(),
        ruleset: one.scenario.ruleset.clone(),
        seed: plan.seed,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        matchups: played.by_ref().take(one.matches.len()).collect(),
    };
    Ok(loaded.iter().zip(&plans).map(counts).collect())
}

/// Writes the baselines, and shows what moved against those that were there, if they are comparable.
fn update(
    args: &CheckArgs,
    (paths, loaded): (&[PathBuf], &[Loaded]),
    old: Vec<Option<Counts>>,
    new: Vec<Counts>,
    margins: Margins,
    notes: Notes,
) -> Result<(), Failure> {
    for ((path, one), counts) in paths.iter().zip(loaded).zip(&new) {
        // A baseline is of its scenario alone, whatever else is checked with it.
        let alone = Counts {
            scenario: one.own_name().to_owned(),
            ..counts.clone()
        };
        let bytes = alone.csv(args.dialect.dialect());
        let shown = path.display();
        if fs::read(path).is_ok_and(|old| old == bytes) {
            notes.note(format_args!("{shown} is as it was"));
            continue;
        }
        gate::replace(path, &bytes).map_err(|error| unwritable(path, &error))?;
        notes.note(format_args!("{shown} is written: {}", size(counts)));
    }
    let pairs: Vec<_> = (old.into_iter().zip(new))
        .filter_map(|(old, new)| Some((old?, new)))
        .collect();
    if pairs.is_empty() {
        return Ok(());
    }
    let findings = gate::judge(&pairs, margins);
    output::data(&shown(&pairs, &findings, margins))
}

/// `4 matchups of 200,000 fights, seed 1`.
fn size(counts: &Counts) -> String {
    let fights = counts.matchups.first().map_or(0, |matchup| matchup.fights);
    let matchups = match counts.matchups.len() {
        1 => String::new(),
        n => format!("{} matchups of ", grouped(n as u64)),
    };
    format!("{matchups}{} fights, seed {}", grouped(fights), counts.seed)
}

/// What there is to see: a line for each scenario, the table of what moved, and the sum of it.
fn shown(pairs: &[(Counts, Counts)], findings: &[Finding], margins: Margins) -> String {
    let mut text = String::new();
    for (old, new) in pairs {
        let mut against = String::new();
        if size(old) != size(new) {
            against = format!(", against {}", size(old));
        }
        if old.version != new.version {
            let _ = write!(against, ", of skirmish {}", old.version);
        }
        // Writing to a text does not fail.
        let _ = writeln!(
            text,
            "{} ({}): {}{against}",
            visible(&new.scenario),
            new.ruleset,
            size(new)
        );
    }
    let otherwise: usize = pairs
        .iter()
        .map(|(old, new)| gate::played_otherwise(old, new))
        .sum();
    if otherwise > 0 {
        let _ = writeln!(
            text,
            "{otherwise} matchups are in the scenario as they were, and come out otherwise: the rules have changed"
        );
    }
    let worst = gate::worst_first(findings, margins);
    if !worst.is_empty() {
        // One scenario need not be named in every row.
        let from = usize::from(pairs.len() == 1);
        let mut sheet = Sheet::new(gate::HEADS[from..].iter().copied());
        for finding in worst.iter().take(SHOWN) {
            sheet.row(finding.row().into_iter().skip(from));
        }
        let _ = write!(text, "\n{}", sheet.show(Look::stdout()));
        if worst.len() > SHOWN {
            let _ = writeln!(text, "and {} more", grouped((worst.len() - SHOWN) as u64));
        }
        text.push('\n');
    }
    text.push_str(&gate::summary(findings, margins));
    text.push('\n');
    text
}

/// In GitHub Actions: annotations, which it reads off standard output, and the page of the step.
fn tell_github(
    args: &CheckArgs,
    loaded: &[Loaded],
    findings: &[Finding],
    margins: Margins,
) -> Result<(), Failure> {
    if !output::in_github() {
        return Ok(());
    }
    let names = loaded.iter().map(|one| one.scenario.name.as_str());
    let files: HashMap<&str, String> = names
        .zip(args.files.iter().map(|file| file.display().to_string()))
        .collect();
    let file = |name: &str| files.get(name).map_or("", String::as_str);
    output::raw(gate::annotations(findings, margins, file).as_bytes())?;
    let path: Option<OsString> = env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty());
    let Some(path) = path.map(PathBuf::from) else {
        return Ok(());
    };
    let page = gate::markdown(findings, margins);
    let mut options = OpenOptions::new();
    let file = options.create(true).append(true).open(&path);
    file.and_then(|mut file| writeln!(file, "{page}"))
        .map_err(|error| unwritable(&path, &error))
}

/// How the check ends.
fn verdict(args: &CheckArgs, findings: &[Finding]) -> Result<(), Failure> {
    let again = |flags: &str| {
        let files = args
            .files
            .iter()
            .map(|file| quoted(&file.display().to_string()));
        let baseline = args.baseline.iter().flat_map(|path| {
            let path = quoted(&path.display().to_string());
            ["--baseline".to_owned(), path]
        });
        let words: Vec<String> = files.chain(baseline).collect();
        format!("skirmish check {} {flags}", words.join(" "))
    };
    if gate::count(findings, Verdict::Moved) > 0 {
        return Err(Failure::Check(format!(
            "the balance has moved; if that was meant: {}",
            again("--update")
        )));
    }
    let open = gate::count(findings, Verdict::Open);
    match gate::needed(findings) {
        Some(fights) if open > 0 => Err(Failure::Inconclusive(format!(
            "too few fights to say of {open} figures; about {} for each matchup would settle it, in the baseline too:\n  \
             write it with that many before the change (--update --fights), or allow a larger --margin",
            grouped(fights)
        ))),
        _ => Ok(()),
    }
}
