//! The HTML page of a report: the parts that need the scenarios, and its file.

use std::path::Path;

use super::args::OverrideArgs;
use super::explain::{ending, reference};
use super::load::Loaded;
use super::output::{Failure, quoted};
use crate::fight::{Ending, SideId, Stream};
use crate::gate;
use crate::report::html::{Means, READ, Told, Wanted, page as page_of};

/// Number of fights that are searched for the one to tell.
const AMONG: u64 = 200;

/// The scenarios of the fights of a report.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stage<'a> {
    pub(super) loaded: &'a [Loaded],
    pub(super) overrides: &'a OverrideArgs,
}

/// The page of a report from its files. Without the scenarios, whose absence then has a reason, no fight is told.
/// `doubts` are reasons why the files may differ from the results that were played.
pub(super) fn page<N: Into<String>>(
    files: impl IntoIterator<Item = (N, Vec<u8>)>,
    stage: Result<Stage<'_>, &str>,
    doubts: &[String],
) -> Result<String, Failure> {
    let files: Vec<(String, Vec<u8>)> = files
        .into_iter()
        .map(|(name, bytes)| (name.into(), bytes))
        .filter(|(name, _)| READ.contains(&name.as_str()))
        .collect();
    let teller = |wanted: &Wanted<'_>| match stage {
        Ok(stage) => tell(&stage, wanted),
        Err(why) => Err(why.to_owned()),
    };
    let means = Means {
        teller: &teller,
        quoted,
        doubts,
    };
    page_of(&files, means).map_err(|flaws| {
        let told = flaws.iter().map(|flaw| format!("  {flaw}"));
        Failure::Files("this is no sound report:".to_owned()).with_lines(told.collect())
    })
}

/// Tells the first fight with the requested properties among the first ones; without any, fight 0.
fn tell(stage: &Stage<'_>, wanted: &Wanted<'_>) -> Result<Told, String> {
    // The folder's tables may contain matchups that the scenario does not have.
    let none = || "the scenario has no such matchup".to_owned();
    let mut loaded = stage.loaded.iter();
    let one = loaded
        .find(|one| one.scenario.name == wanted.scenario)
        .ok_or_else(none)?;
    let mut names = one.matches.iter().map(|found| &found.name);
    let place = names
        .position(|name| name == wanted.matchup)
        .ok_or_else(none)?;
    let bout = one.matches[place].seats[0].as_ref();
    let cast = bout.cast();
    let stream = Stream::new(one.scenario.run.seed, bout.label());
    let winner = wanted
        .winner
        .and_then(|name| cast.sides.iter().position(|side| side == name));
    let ends = winner.map(|side| Ending::Won(SideId::at(side)));
    let found = (0..AMONG.min(one.scenario.run.fights)).find(|&n| {
        let outcome = bout.outcome(&stream, n);
        outcome.rounds == wanted.rounds && ends.is_none_or(|ending| ending == outcome.ending)
    });
    let fight = found.unwrap_or_default();
    let story = bout.tell(&stream, fight);
    let file = one
        .scenario
        .digests
        .first()
        .map_or(one.scenario.name.as_str(), |(name, _)| name);
    let mut words = vec![
        "skirmish".to_owned(),
        "explain".to_owned(),
        file.to_owned(),
        "--fight".to_owned(),
        fight.to_string(),
        "--matchup".to_owned(),
        if one.is_part {
            wanted.matchup.to_owned()
        } else {
            reference(&one.matches, place)
        },
    ];
    words.extend(stage.overrides.typed());
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    Ok(Told {
        fight,
        ending: ending(cast, &story.outcome, true),
        lines: story
            .lines
            .into_iter()
            .map(|line| (line.round, line.text))
            .collect(),
        again: words.join(" "),
        as_wanted: found.is_some() && ends.is_some(),
    })
}

/// Checks early that the page can be written, before hours are spent.
pub(super) fn writable(file: &Path) -> Result<(), Failure> {
    let shown = file.display();
    if file.is_dir() {
        return Err(Failure::Files(format!(
            "cannot write {shown}: it is a directory"
        )));
    }
    tempfile::tempfile_in(folder(file))
        .map(|_| ())
        .map_err(|error| Failure::Files(format!("cannot write {shown}: {error}")))
}

fn folder(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Writes the page completely or not at all.
pub(super) fn write(file: &Path, page: &str) -> Result<(), Failure> {
    gate::replace(file, page.as_bytes())
        .map_err(|error| Failure::Files(format!("cannot write {}: {error}", file.display())))
}
