//! Checks that parts belong to the same run, and adds up their counts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::batch::{Done, Shard, Task};
use crate::cli::load::Loaded;
use crate::cli::output::{Failure, quoted};
use crate::cli::run::matchups;
use crate::parts::{CountsRow, FILE, Flaw, Header, Part};

/// Maximum number of flaws that are listed.
const TOLD: usize = 50;

/// The parts to be merged. Only the first line of each, its header, has been read.
#[derive(Debug)]
pub(super) struct Given {
    /// The path and the shard of each part, in the order of the command line.
    parts: Vec<(PathBuf, Shard)>,
    /// Header of the first part.
    header: Header,
}

/// The sums of the counts of all parts.
#[derive(Debug)]
pub(super) struct Gathered {
    /// The summed counts of each matchup.
    pub(super) done: Vec<Done>,
    /// Paths of the parts that were not played to their end.
    pub(super) unfinished: Vec<String>,
}

/// Messages about flaws in several files, which are reported together.
#[derive(Debug, Default)]
struct Flaws(Vec<String>);

impl Flaws {
    fn add(&mut self, path: &Path, line: u64, what: &str) {
        let line = match line {
            0 => String::new(),
            line => format!(":{line}"),
        };
        self.0.push(format!("{}{line}: {what}", path.display()));
    }

    fn add_flaw(&mut self, path: &Path, flaw: &Flaw) {
        self.add(path, flaw.line, &flaw.what);
    }

    fn checked(self) -> Result<(), Failure> {
        if self.0.is_empty() {
            return Ok(());
        }
        let more = self.0.len().saturating_sub(TOLD);
        let lines = self.0.into_iter().take(TOLD);
        let mut lines: Vec<String> = lines.map(|line| format!("  {line}")).collect();
        if more > 0 {
            lines.push(format!("  and {more} more"));
        }
        Err(Failure::Files("these parts cannot be merged:".to_owned()).with_lines(lines))
    }
}

impl Given {
    /// Opens the parts and checks that they are different parts of the same run.
    pub(super) fn open(paths: &[PathBuf]) -> Result<Self, Failure> {
        let mut flaws = Flaws::default();
        let mut parts: Vec<(PathBuf, Shard)> = Vec::new();
        let mut first: Option<(PathBuf, Header)> = None;
        let mut seen: BTreeMap<Shard, PathBuf> = BTreeMap::new();
        for path in paths {
            let path = file(path);
            // Each part is closed again before the next is opened. A thousand open files may be more than the
            // system allows.
            let header = match Part::open(&path) {
                Ok(part) => part.header,
                Err(flaw) => {
                    flaws.add_flaw(&path, &flaw);
                    continue;
                }
            };
            let shard = header.shard();
            match &first {
                None => {
                    if header.version != env!("CARGO_PKG_VERSION") {
                        let what = format!(
                            "the part was played by skirmish {}, but this is skirmish {}",
                            header.version,
                            env!("CARGO_PKG_VERSION")
                        );
                        flaws.add(&path, 1, &what);
                    }
                    first = Some((path.clone(), header));
                }
                Some((name, known)) => {
                    if let Some(what) = difference(&header, known) {
                        let what = format!("{what} in {}", name.display());
                        flaws.add(&path, 1, &what);
                        continue;
                    }
                }
            }
            if let Some(other) = seen.insert(shard, path.clone()) {
                let what = format!(
                    "part {shard} is given twice: {} is the same part",
                    other.display()
                );
                flaws.add(&path, 1, &what);
            }
            parts.push((path, shard));
        }
        flaws.checked()?;
        let (_, header) = first.expect("the command line takes one part at least");
        Ok(Self { parts, header })
    }

    /// Returns the header of the first part, which describes the run that all parts belong to.
    pub(super) fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the path of the first part.
    pub(super) fn name(&self) -> &Path {
        &self.parts[0].0
    }

    /// Returns the numbers of the missing parts, such as `3, 5-7 of 16`. Returns `None` if all parts are
    /// present. Fails if parts are missing and `partial` is false.
    pub(super) fn missing(&self, partial: bool) -> Result<Option<String>, Failure> {
        let of = self.parts[0].1.of();
        let mut there: Vec<u64> = self.parts.iter().map(|(_, shard)| shard.number()).collect();
        there.sort_unstable();
        let mut stretches: Vec<String> = Vec::new();
        let mut next = 1;
        for number in there.into_iter().chain([of + 1]) {
            match number - next {
                0 => {}
                1 => stretches.push(next.to_string()),
                _ => stretches.push(format!("{next}-{}", number - 1)),
            }
            next = number + 1;
        }
        if stretches.is_empty() {
            return Ok(None);
        }
        let missing = format!("{} of {of}", stretches.join(", "));
        if partial {
            return Ok(Some(missing));
        }
        Err(Failure::Files(format!(
            "parts are missing: {missing}; --partial merges the others"
        )))
    }

    /// Adds up the counts of all parts. Fails if a part is unfinished and `partial` is false.
    pub(super) fn add_up(
        &self,
        loaded: &[Loaded],
        tasks: &[Task<'_>],
        partial: bool,
        stop: &AtomicBool,
    ) -> Result<Gathered, Failure> {
        let mut done: Vec<Done> = tasks.iter().map(Done::nothing).collect();
        let known = known(loaded);
        let mut flaws = Flaws::default();
        let mut unfinished = Vec::new();
        for (path, shard) in &self.parts {
            if stop.load(Ordering::Relaxed) {
                let text = "interrupted: nothing was merged and no file was written";
                return Err(Failure::Interrupted(text.to_owned()));
            }
            match add(path, *shard, (&known, tasks), &mut done) {
                Ok(true) => {}
                Ok(false) if partial => unfinished.push(path.display().to_string()),
                Ok(false) => flaws.add(
                    path,
                    1,
                    "the part is unfinished: continue it with --resume, or merge it with --partial",
                ),
                Err(flaw) => flaws.add_flaw(path, &flaw),
            }
        }
        flaws.checked()?;
        for (task, done) in tasks.iter().zip(&mut done) {
            // The numbers of the fights in a part count within this part only. If there are several parts, only
            // the total of their fights matters after the merge, so the fights are numbered from 0.
            if done.played.is_empty() {
                done.played.add(0..done.fights);
            }
            done.settle(task, Shard::WHOLE);
        }
        Ok(Gathered { done, unfinished })
    }
}

/// Returns the path of a part. If `path` is a folder, returns the path of the part file in this folder.
fn file(path: &Path) -> PathBuf {
    if path.is_dir() {
        path.join(FILE)
    } else {
        path.to_owned()
    }
}

/// Describes the first difference which shows that the part with the header `new` belongs to another run than
/// the first part. Returns `None` if both belong to the same run.
fn difference(new: &Header, first: &Header) -> Option<String> {
    if new.version != first.version {
        return Some(format!(
            "the version of skirmish is {}, but {}",
            new.version, first.version
        ));
    }
    if new.seed != first.seed {
        return Some(format!("the seed is {}, but {}", new.seed, first.seed));
    }
    let digests = |header: &Header| -> Vec<(Vec<String>, String)> {
        let files = header.files.iter();
        files
            .map(|file| (file.paths.clone(), file.sha256.clone()))
            .collect()
    };
    let (ours, theirs) = (digests(new), digests(first));
    if ours != theirs {
        let other = ours
            .iter()
            .zip(&theirs)
            .find(|(one, other)| one != other)
            .map_or(&ours[0], |(one, _)| one);
        return Some(format!(
            "the scenario file `{}` differs from that",
            other.0.first().map_or("", String::as_str)
        ));
    }
    if new.command != first.command {
        let words: Vec<String> = new.command.iter().map(|word| quoted(word)).collect();
        return Some(format!(
            "the command `{}` differs from that",
            words.join(" ")
        ));
    }
    if new.shard().of() != first.shard().of() {
        return Some(format!(
            "this is part {} and shares fights with other parts, because the number of parts is {}",
            new.shard(),
            first.shard().of()
        ));
    }
    (new.matchups != first.matchups).then(|| {
        format!(
            "the part has {} matchups, but there are {}",
            new.matchups, first.matchups
        )
    })
}

/// Returns the scenario's name, the matchup's name and its digest for each matchup of the run.
fn known(loaded: &[Loaded]) -> Vec<[String; 3]> {
    matchups(loaded)
        .map(|(one, found)| {
            let digest = crate::parts::digest(&found.seats, &one.scenario.run);
            [one.scenario.name.clone(), found.name.clone(), digest]
        })
        .collect()
}

/// Adds the counts of the part at `path` to `done`. `known` has the name of the scenario, the name and the
/// digest of each expected matchup. Returns whether the part was played to its end.
fn add(
    path: &Path,
    shard: Shard,
    (known, tasks): (&[[String; 3]], &[Task<'_>]),
    done: &mut [Done],
) -> Result<bool, Flaw> {
    let mut part = Part::open(path)?;
    let mut rows = 0;
    let mut finished = part.header.complete;
    while let Some(row) = part.next_row()? {
        let flaw = |what: String| Flaw {
            line: part.line(),
            what,
        };
        let Some((known, task)) = known.get(rows).zip(tasks.get(rows)) else {
            return Err(flaw("the scenario does not have this matchup".to_owned()));
        };
        same_matchup(&row, known).map_err(flaw)?;
        let (played, seats) = row.counts(task.empty()).map_err(flaw)?;
        let own = shard.own(task.cap());
        if played.end() > own {
            return Err(flaw(format!(
                "the row has fights up to {}, but this part of `{}` has only {own}",
                played.end(),
                row.matchup
            )));
        }
        finished &= task.looks.is_some() || played.len() == own;
        let sum = &mut done[rows];
        for (sum, seat) in sum.seats.iter_mut().zip(&seats) {
            sum.merge(seat);
        }
        sum.fights += played.len();
        if shard.is_whole() {
            sum.played = played;
        }
        sum.pack();
        rows += 1;
    }
    if rows < tasks.len() {
        let what = format!(
            "the part has {rows} matchups, but the scenario has {}",
            tasks.len()
        );
        return Err(Flaw { line: 1, what });
    }
    Ok(finished)
}

/// Checks that a row of a part belongs to the expected matchup, given by its scenario, name and digest. The
/// error is a message.
fn same_matchup(row: &CountsRow, [scenario, name, digest]: &[String; 3]) -> Result<(), String> {
    if (&row.scenario, &row.matchup) != (scenario, name) {
        return Err(format!(
            "the row is for `{}` of `{}`, but must be for `{name}` of `{scenario}`",
            row.matchup, row.scenario
        ));
    }
    if &row.digest != digest {
        return Err(format!(
            "the matchup `{name}` has another content than in this program: another build of \
             skirmish played it"
        ));
    }
    Ok(())
}
