//! Implements `tune --target expect`. It searches for the values of a number that meet all expectations of
//! the scenario.
//!
//! Each value is judged like a scenario with this value. All verdicts of the command are right together with
//! a probability of 95 %. A value is judged further even if one expectation is not met, so that the table
//! shows all unmet expectations.

use super::super::load::{self, Loaded};
use super::super::output::{self, Capabilities, Failure, Notes, grouped};
use super::super::progress::Progress;
use super::super::run::pool;
use super::super::sheet::Sheet;
use super::args::TuneArgs;
use super::one::{only_path, tries};
use super::{failure, interrupt, no_precision, usage};
use crate::expect::sequential::{Game, Judgements, play};
use crate::expect::{Fielded, Intention, Judgement, Verdict, intentions};
use crate::frame::Match;
use crate::scenario::{Axis, Overrides, and_heirs};
use crate::tune::Ended;
use crate::visible::visible;

/// Judges the expectations at each value, and prints the verdicts.
pub(super) fn tune(
    args: &TuneArgs,
    paths: &[String],
    mut overrides: Overrides,
) -> Result<(), Failure> {
    let others = [
        ("--out", args.out.is_some()),
        ("--exact", args.exact),
        ("--sampled", args.sampled),
    ];
    if let Some((flag, _)) = others.iter().find(|(_, given)| *given) {
        return usage(format!("{flag} cannot be used with --target expect"));
    }
    let notes = Notes::new(args.quiet);
    let path = only_path(args, paths)?;
    overrides.tries = Some(tries(args, path)?);
    let loaded = load::load(&args.file, &overrides)?;
    load::note_heirs([&loaded], notes);
    no_precision(&loaded)?;
    if loaded.scenario.expectations.is_empty() {
        let name = &loaded.scenario.name;
        return usage(format!(
            "`{name}` has no expectations: it has no [[expect]]"
        ));
    }
    let axis = loaded.scenario.axis_of(path);
    let axis = axis.ok_or_else(|| Failure::Usage(format!("`{path}` cannot be varied")))?;
    let question = ExpectQuestion::new(&loaded, axis);
    if let Some(reason) = question.unjudged() {
        return usage(format!("none of the expectations can be judged: {reason}"));
    }
    let stop = interrupt::listen()?;
    let progress = Progress::new(0, notes);
    let games = question.games();
    let found = pool(args.threads)?.install(|| play(&question.intentions, &games, &progress, stop));
    progress.finish();
    let found = found.ok_or_else(|| failure(Ended::Stopped))?;
    output::data(&question.text(path, &found))?;
    question.is_met(&found)
}

/// The scenario, the values to try, and the expectations at each of them.
struct ExpectQuestion<'l> {
    loaded: &'l Loaded,
    axis: &'l Axis,
    /// All matchups: first those with the first value, then those with the second value, and so on.
    matchups: Vec<&'l Match>,
    /// The expectations at each value, in the same order.
    intentions: Vec<Intention>,
}

impl<'l> ExpectQuestion<'l> {
    fn new(loaded: &'l Loaded, axis: &'l Axis) -> Self {
        let mut question = Self {
            loaded,
            axis,
            matchups: Vec::new(),
            intentions: Vec::new(),
        };
        for value in &axis.values {
            let is_own = |found: &&Match| {
                let own = (axis.name.clone(), value.text.clone());
                found.axes.contains(&own)
            };
            let own: Vec<&Match> = loaded.matches.iter().filter(is_own).collect();
            let rest: Vec<Vec<(String, String)>> = own
                .iter()
                .map(|found| {
                    let others = found.axes.iter().filter(|(name, _)| *name != axis.name);
                    others.cloned().collect()
                })
                .collect();
            let names: Vec<String> = rest.iter().map(|axes| joined(axes)).collect();
            let both = own.iter().zip(&rest).zip(&names);
            let fielded: Vec<Fielded<'_>> = both
                .map(|((found, axes), name)| Fielded {
                    name,
                    axes,
                    cast: found.seats[0].cast(),
                })
                .collect();
            let first = question.matchups.len();
            let all = intentions(&loaded.scenario, &fielded, first);
            question.intentions.extend(all);
            question.matchups.extend(own);
        }
        question
    }

    /// Returns the reason why none of the expectations can be judged. Returns `None` if at least one can be
    /// judged.
    fn unjudged(&self) -> Option<&str> {
        let reasons = self.intentions.iter().map(|one| one.unjudged.as_deref());
        let reasons: Option<Vec<&str>> = reasons.collect();
        reasons?.first().copied()
    }

    fn games(&self) -> Vec<Game<'l>> {
        let run = &self.loaded.scenario.run;
        let game = |found: &&'l Match| Game {
            seats: &found.seats,
            seed: run.seed,
            cap: run.fights,
        };
        self.matchups.iter().map(game).collect()
    }

    /// Iterates over the values, each with the verdicts on all expectations.
    fn by_value<'f>(
        &self,
        found: &'f Judgements,
    ) -> impl Iterator<Item = (&'l str, &'f [Judgement])> {
        let each = self.loaded.scenario.expectations.len();
        let values = self.axis.values.iter().map(|value| value.text.as_str());
        values.zip(found.judgements.chunks(each))
    }

    /// Returns the values that meet all expectations.
    fn met(&self, found: &Judgements) -> Vec<&'l str> {
        // Expectations that cannot be judged are ignored, but at least one must have been judged.
        let is_met = |all: &[Judgement]| {
            let mut judged = all.iter().filter_map(|one| one.verdict).peekable();
            judged.peek().is_some() && judged.all(|verdict| verdict == Verdict::AsMeant)
        };
        let met = self.by_value(found).filter(|(_, all)| is_met(all));
        met.map(|(value, _)| value).collect()
    }

    fn text(&self, path: &str, found: &Judgements) -> String {
        let scenario = &self.loaded.scenario;
        let mut sheet = Sheet::new(["value", "as meant", "not as meant", "open", "line"]);
        for (value, all) in self.by_value(found) {
            let count = |verdict| {
                all.iter()
                    .filter(|one| one.verdict == Some(verdict))
                    .count()
            };
            let [met, open, failed] =
                [Verdict::AsMeant, Verdict::Open, Verdict::NotAsMeant].map(count);
            let lines = all
                .iter()
                .filter(|one| one.verdict == Some(Verdict::NotAsMeant));
            let lines: Vec<String> = lines.map(|one| one.line.to_string()).collect();
            let met = format!("{met} of {}", met + open + failed);
            sheet.row([
                value,
                &met,
                &failed.to_string(),
                &open.to_string(),
                &lines.join(", "),
            ]);
        }
        let met = self.met(found);
        let sum = match met.as_slice() {
            [] => "no value certainly meets all expectations".to_owned(),
            values => format!("as meant at {}", values.join(", ")),
        };
        let looks = match found.looks {
            1 => "one look".to_owned(),
            n => format!("{n} looks"),
        };
        let paths = self.axis.paths.iter();
        let heirs: Vec<String> = paths.flat_map(|path| scenario.heirs_at(path)).collect();
        format!(
            "{} ({}): {}, {} values, {} fights at {looks}\n\n{}\n{}\n",
            visible(&scenario.name),
            scenario.ruleset,
            visible(&format!("{path}{}", and_heirs(&heirs))),
            self.axis.values.len(),
            grouped(found.fights),
            sheet.show(Capabilities::stdout()),
            visible(&sum),
        )
    }

    /// Fails if no value meets all expectations.
    fn is_met(&self, found: &Judgements) -> Result<(), Failure> {
        if !self.met(found).is_empty() {
            return Ok(());
        }
        let is_open = |(_, all): &(&str, &[Judgement])| {
            let failed = all
                .iter()
                .any(|one| one.verdict == Some(Verdict::NotAsMeant));
            !failed
        };
        let open: Vec<&str> = (self.by_value(found).filter(is_open))
            .map(|(value, _)| value)
            .collect();
        Err(Failure::Inconclusive(match open.as_slice() {
            [] => "no value meets all expectations: try other values".to_owned(),
            open => format!(
                "too few fights for a verdict on {}: raise --fights",
                open.join(", ")
            ),
        }))
    }
}

/// Returns the name of a matchup made from `axes`, its values on all axes except the one that is searched.
fn joined(axes: &[(String, String)]) -> String {
    let values: Vec<&str> = axes.iter().map(|(_, value)| value.as_str()).collect();
    values.join(" / ")
}
