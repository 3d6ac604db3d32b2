//! The results of a draft (an edited version of a scenario) as JSON for the page. The figures are those of
//! `run --format json`, and the other sections are those of the report.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Map, Value as Json, json};

use super::result_cache::Files;
use crate::batch::Done;
use crate::report::html::{self, LiveView};
use crate::report::{Played, Report};
use crate::scenario::Scenario;
use crate::session::loaded::Loaded;
use crate::session::{expectations, results, values};

/// The results of a draft at one point of a run, as the page shows them.
#[derive(Debug)]
pub(super) struct Picture<'p> {
    /// The scenario. The slice has only this element.
    pub(super) loaded: &'p [Loaded],
    /// The results of its matchups, in their order.
    pub(super) done: &'p [Done],
    /// The changed values, as arguments of `--set`.
    pub(super) words: Vec<String>,
    pub(super) file: &'p Path,
    /// Index of the matchup that the user has chosen on the page.
    pub(super) focus: usize,
}

/// Returns what the page shows before the first fight: the scenario with its axes, and the index of the
/// chosen matchup.
pub(super) fn start(scenario: &Scenario, focus: usize, most: usize) -> Json {
    let axes: Vec<Json> = scenario
        .axes
        .iter()
        .map(|axis| {
            json!({
                "name": axis.name,
                "paths": axis.paths.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "values": axis.values.iter().map(|value| value.text.as_str()).collect::<Vec<_>>(),
            })
        })
        .collect();
    json!({
        "name": scenario.name,
        "title": scenario.title,
        "ruleset": scenario.ruleset,
        "seed": scenario.run.seed,
        "precision": scenario.run.precision.map(|precision| precision.to_string()),
        "axes": axes,
        "matchups": scenario.len(),
        "most": most,
        "focus": focus,
    })
}

/// Returns the command that plays the same fights, as a list of words.
pub(super) fn command(file: &Path, fights: u64, set: &[String]) -> Vec<String> {
    let mut words = vec!["skirmish".to_owned(), "run".to_owned()];
    words.push(file.display().to_string());
    words.extend(["--fights".to_owned(), fights.to_string()]);
    for one in set {
        words.extend(["--set".to_owned(), one.clone()]);
    }
    words
}

impl Picture<'_> {
    /// Returns the report on the results `played`.
    fn report(&self, played: Vec<Played>) -> Report {
        let fights = self.done[self.focus].fights;
        let words = command(self.file, fights, &self.words);
        let partial = self.done.iter().any(|done| done.fights == 0);
        let info = results::info(words, self.loaded, partial);
        Report::new(info, played).with_values(values::values(self.loaded))
    }

    fn played(&self, at: usize) -> Played {
        let one = &self.loaded[0];
        results::played_one(one, &one.matches[at], self.done[at].seats.clone())
    }

    /// Returns the figures of the matchups whose indices are in `changed`. `place` converts such an index
    /// into the one that the page uses. If the chosen matchup is among them, the figures of its fighters are
    /// added.
    pub(super) fn lines(&self, changed: &[usize], place: impl Fn(usize) -> usize) -> Json {
        let report = self.report(changed.iter().map(|&at| self.played(at)).collect());
        let values = values::values(self.loaded);
        let lines = report.json_lines(&values);
        let matchups: Map<String, Json> = changed
            .iter()
            .zip(lines.lines())
            .filter_map(|(&at, line)| {
                Some((place(at).to_string(), serde_json::from_str(line).ok()?))
            })
            .collect();
        let mut data = json!({ "matchups": matchups });
        if changed.contains(&self.focus) {
            let alone = self.report(vec![self.played(self.focus)]);
            data["fighters"] = fighters(&alone);
        }
        data
    }

    /// Returns the files of the report from which its sections are made. Returns `None` if `stop` became
    /// true.
    pub(super) fn files(&self, stop: &AtomicBool) -> Option<Files> {
        let played = results::played(self.loaded, self.done.to_vec());
        // An expectation may be about matchups that have not been played yet. Expectations are therefore
        // judged only when all matchups have fights.
        let judgements = if self.done.iter().all(|done| done.fights > 0) {
            expectations::judged(self.loaded, &played)
        } else {
            Vec::new()
        };
        let report = self.report(played).with_judgements(judgements);
        let files = report.files_until(stop)?.into_iter();
        let read = files.filter(|(name, _)| html::READ.contains(name));
        Some(read.map(|(name, bytes)| (name.to_owned(), bytes)).collect())
    }
}

/// Returns the sections of the report as JSON. Returns `None` if `stop` became true.
pub(super) fn sections(view: &LiveView<'_>, stop: &AtomicBool) -> Option<Json> {
    let sections = html::sections(view, &|| stop.load(Ordering::Relaxed))?;
    Some(sections.map_or(Json::Null, |sections| {
        let text = |(name, markup): (&str, String)| (name.to_owned(), Json::String(markup));
        sections.into_iter().map(text).collect::<Map<_, _>>().into()
    }))
}

/// Returns the rows of `fighters.csv`, which say which fighters go down, which of them go down first, and
/// when.
fn fighters(report: &Report) -> Json {
    let tables = report.tables();
    let Some((_, bytes)) = tables.iter().find(|(name, _)| *name == "fighters.csv") else {
        return Json::Null;
    };
    let mut reader = csv::Reader::from_reader(bytes.as_slice());
    let heads = reader.headers().cloned().unwrap_or_default();
    let rows = reader.records().filter_map(Result::ok).map(|row| {
        let cells = heads.iter().zip(&row);
        let wanted = cells.filter(|(head, _)| {
            matches!(*head, "side" | "combatant" | "fighter_number") || head.starts_with("out_")
        });
        wanted
            .map(|(head, cell)| (head.to_owned(), Json::from(cell)))
            .collect::<Map<_, _>>()
    });
    rows.map(Json::from).collect()
}
