//! Implements `skirmish best`, which finds the loadout of a side with the highest win rate.

mod args;

use std::fmt::Write;
use std::sync::atomic::AtomicBool;

pub(super) use args::BestArgs;
use indexmap::IndexMap;

use super::findings::{Files, deliver};
use super::load::{self, Loaded};
use super::matrix::side_of;
use super::output::{Capabilities, Failure, Notes, grouped, quoted};
use super::progress::Searching;
use super::run::{self, clear, info, pool, writable};
use super::sheet::Sheet;
use super::{interrupt, unknown};
use crate::best::loadouts::Loadouts;
use crate::best::{SearchResult, Verdict, best as search};
use crate::frame::Match;
use crate::report::{Best, BestInfo, Findings, Loadout};
use crate::rules;
use crate::scenario::{Axis, Overrides, Value, from_disk};
use crate::tune::{Ended, Watch, steps};
use crate::visible::visible;

/// Finds the best loadout and shows it.
pub(super) fn best(args: &BestArgs) -> Result<(), Failure> {
    args.dialect.needs(args.out.as_deref())?;
    let notes = Notes::new(args.quiet);
    let no_precision = "best plays a fixed number of fights: use --fights instead of a precision";
    if args.overrides.precision.is_some() {
        return Err(Failure::Usage(no_precision.to_owned()));
    }
    let loaded = load::load(&args.file, &locked(args))?;
    load::note_heirs([&loaded], notes);
    if loaded.scenario.run.precision.is_some() {
        return Err(Failure::Usage(format!(
            "`{}` has a precision: {no_precision}",
            loaded.scenario.name
        )));
    }
    let question = LoadoutQuestion::new(args, &loaded)?;
    let stop = interrupt::listen()?;
    let made = args.out.as_deref().map(writable).transpose()?;
    let made = made.unwrap_or_default();
    let threads = pool(args.threads)?;
    let searching = Searching::new(notes);
    let found = threads.install(|| question.answered(&searching, stop));
    searching.finish();
    let found = found.inspect_err(|_| clear(&made))?;
    let best = question.best(args, found);
    let files = Files {
        out: args.out.as_deref(),
        dialect: args.dialect.dialect(),
        made: &made,
        offer: "all loadouts",
    };
    deliver(&question.text(&best), &best, &files, notes)
}

/// Returns the overrides of the command line. If a `--set` names the path of an axis, the result has an axis
/// with this single value in its place, so that all loadouts have the value.
fn locked(args: &BestArgs) -> Overrides {
    let mut overrides = args.overrides.overrides();
    let (survey, _) = rules::survey_by(&args.file, &overrides, &from_disk);
    let Some(scenario) = survey else {
        return overrides;
    };
    let path = |text: &str| text.split_once('=').map(|(path, _)| path.trim().to_owned());
    let varied: Vec<Option<String>> = overrides.vary.iter().map(|text| path(text)).collect();
    let locks = |text: &String| {
        let path = path(text);
        let is_axis = path
            .as_ref()
            .is_some_and(|path| scenario.axis_of(path).is_some());
        is_axis && !varied.contains(&path)
    };
    let (locks, set): (Vec<String>, Vec<String>) = overrides.set.drain(..).partition(locks);
    overrides.set = set;
    overrides.vary.extend(locks);
    overrides
}

/// The loadouts of a side and the circumstances (such as each opponent) that all of them are played in.
struct LoadoutQuestion<'l> {
    loaded: &'l Loaded,
    side: String,
    /// The axes that change something of this side only.
    own: Vec<&'l Axis>,
    /// The values of each loadout on these axes, as pairs of an axis name and a value.
    loadouts: Vec<Vec<(String, String)>>,
    /// One list for each circumstance. Every list has one matchup for each loadout, in the order of
    /// `loadouts`.
    circumstances: Vec<Vec<&'l Match>>,
}

impl<'l> LoadoutQuestion<'l> {
    fn new(args: &BestArgs, loaded: &'l Loaded) -> Result<Self, Failure> {
        let usage = |text: String| Err(Failure::Usage(text));
        let sides = &loaded.matches[0].seats[0].cast().sides;
        let known = || sides.iter().map(String::as_str);
        if let Some(name) = &args.side
            && !sides.contains(name)
        {
            return Err(unknown("side", name, known()));
        }
        let varied = loaded
            .scenario
            .axes
            .iter()
            .filter(|axis| axis.values.len() > 1);
        let of: Vec<(&Axis, Option<&String>)> = varied
            .map(|axis| (axis, side_of(loaded, axis).map(|side| &sides[side.index()])))
            .collect();
        let mut owners: Vec<&String> = of.iter().filter_map(|(_, side)| *side).collect();
        owners.sort_unstable();
        owners.dedup();
        let side = match (&args.side, owners.as_slice()) {
            (Some(side), _) => side.clone(),
            (None, [only]) => (*only).clone(),
            (None, []) => {
                return usage(
                    "no axis changes only one side, so there are no loadouts: add axes with --vary"
                        .to_owned(),
                );
            }
            (None, several) => {
                let names: Vec<&str> = several.iter().map(|name| name.as_str()).collect();
                return usage(format!(
                    "the axes change {}: choose the side whose loadouts are searched with --side",
                    names.join(" and ")
                ));
            }
        };
        let own: Vec<&Axis> = (of.iter())
            .filter(|(_, owner)| *owner == Some(&side))
            .map(|(axis, _)| *axis)
            .collect();
        if own.is_empty() {
            return usage(format!(
                "no axis changes only the side `{side}`, so it has only one loadout: add axes with \
                 --vary"
            ));
        }
        let is_own = |name: &String| own.iter().any(|axis| axis.name == *name);
        let mut loadouts: IndexMap<Vec<(String, String)>, ()> = IndexMap::new();
        let mut circumstances: IndexMap<Vec<&(String, String)>, Vec<&Match>> = IndexMap::new();
        // `loaded.matches` is in the order of the axes' values. All circumstances therefore have the loadouts
        // in the same order.
        for found in &loaded.matches {
            let (ours, others): (Vec<_>, Vec<_>) =
                found.axes.iter().partition(|(axis, _)| is_own(axis));
            loadouts.insert(ours.into_iter().cloned().collect(), ());
            circumstances.entry(others).or_default().push(found);
        }
        Ok(Self {
            loaded,
            side,
            own,
            loadouts: loadouts.into_keys().collect(),
            circumstances: circumstances.into_values().collect(),
        })
    }

    fn answered(&self, watch: &dyn Watch, stop: &AtomicBool) -> Result<SearchResult, Failure> {
        let run = &self.loaded.scenario.run;
        let watched = (watch, stop);
        let mut arms = Loadouts::new(&self.circumstances, &self.side, run.seed, watched);
        let arms = arms.as_mut().map_err(|sides| {
            Failure::Usage(format!(
                "the sides are {}, but {} in another matchup: best needs the same sides in all \
                 matchups",
                sides.base.join(", "),
                sides.other.join(", ")
            ))
        })?;
        search(arms, self.loadouts.len(), run.fights).map_err(|ended| match ended {
            Ended::Stopped | Ended::TooLarge(_) => {
                Failure::Interrupted("interrupted before anything was found".to_owned())
            }
        })
    }

    /// Returns how many fights a loadout plays with one fight number: one for each circumstance and each seat
    /// (order of the sides).
    fn width(&self) -> u64 {
        let seats = self
            .circumstances
            .iter()
            .map(|all| all[0].seats.len() as u64);
        seats.sum()
    }

    fn best(&self, args: &BestArgs, found: SearchResult) -> Best {
        let scenario = &self.loaded.scenario;
        let width = self.width();
        let (tied, open) = (
            found.with(Verdict::Tied).count(),
            found.with(Verdict::Open).count(),
        );
        let best = self.loadouts[found.best().arm].clone();
        let info = BestInfo {
            program: "skirmish",
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed: scenario.run.seed,
            command: command(args),
            files: info(Vec::new(), std::slice::from_ref(self.loaded), false).files,
            scenario: scenario.name.clone(),
            ruleset: scenario.ruleset.clone(),
            side: self.side.clone(),
            axes: self.own.iter().map(|axis| axis.name.clone()).collect(),
            loadouts: self.loadouts.len(),
            matchups: self.circumstances.len(),
            fights: found.schedule.fights() * width,
            equal_split: found.schedule.equal_split() * width,
            best,
            tied,
            open,
            missed: found.missed,
        };
        let finals = found.schedule.finals * width;
        let loadout = |standing: crate::best::RankedLoadout| Loadout {
            values: self.loadouts[standing.arm].clone(),
            standing,
        };
        Best {
            info,
            all: found.all.into_iter().map(loadout).collect(),
            finals,
        }
    }

    /// Returns the text of the result for the terminal.
    fn text(&self, best: &Best) -> String {
        let info = best.info();
        let matchups = match info.matchups {
            1 => String::new(),
            n => format!(", each in {} matchups", grouped(n as u64)),
        };
        let head = format!(
            "{} ({}): the best of {} loadouts for {}{matchups}; {} fights instead of {} for an equal split, seed {}",
            info.scenario,
            info.ruleset,
            grouped(info.loadouts as u64),
            info.side,
            grouped(info.fights),
            grouped(info.equal_split),
            info.seed
        );
        let mut text = format!("{}\n", visible(&head));
        text.push_str(&self.sheet(best).show(Capabilities::stdout()));
        for line in self.findings(best) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}", visible(&line));
        }
        text
    }

    /// Returns the finalists as a table for the terminal.
    fn sheet(&self, best: &Best) -> Sheet {
        let mut heads: Vec<String> = self.own.iter().map(|axis| axis.name.clone()).collect();
        heads.extend([
            format!("{} win rate", self.side),
            "behind the best".to_owned(),
            "verdict".to_owned(),
        ]);
        let mut sheet = Sheet::new(heads);
        for one in best.finalists() {
            let mut row: Vec<String> = one.values.iter().map(|(_, value)| value.clone()).collect();
            row.extend([
                one.rate(),
                one.behind(),
                one.standing.verdict.name().to_owned(),
            ]);
            sheet.row(row);
        }
        sheet
    }

    /// Returns sentences that say what the search has found.
    fn findings(&self, best: &Best) -> Vec<String> {
        let info = best.info();
        let mut lines = Vec::new();
        lines.push(match info.tied {
            0 => "no other finalist can be as good".to_owned(),
            1 => "1 other finalist cannot be told apart from the best".to_owned(),
            n => format!("{n} other finalists cannot be told apart from the best"),
        });
        let [worse, open] = [Verdict::Worse, Verdict::Open].map(|verdict| best.dropped(verdict));
        if worse + open > 0 {
            let all = grouped((worse + open) as u64);
            let open = match open {
                0 => "all are surely worse".to_owned(),
                open => format!(
                    "{} are surely worse, {} played too few fights for a verdict",
                    grouped(worse as u64),
                    grouped(open as u64)
                ),
            };
            lines.push(format!("of {all} dropped loadouts, {open}"));
        }
        lines.push(format!(
            "no loadout is better than the best by more than {:.1} % of fights; all these \
             statements hold together at 95 %",
            (info.missed * 1000.0).ceil() / 10.0
        ));
        if let Some(flags) = self.flags(best) {
            lines.push(format!("to play the best: {flags}"));
        }
        lines
    }

    /// Returns the `--vary` flags that make a command play only the best loadout. Returns `None` if one of
    /// its values cannot be written on the command line.
    fn flags(&self, best: &Best) -> Option<String> {
        let flag = |(axis, (_, text)): (&&Axis, &(String, String))| {
            let value = axis.values.iter().find(|value| value.text == *text)?;
            let [path] = axis.paths.as_slice() else {
                return None;
            };
            match value.node.value {
                Value::List(_) | Value::Table(_) => None,
                ref value => {
                    let setting = format!("{path}={}", steps::text(value));
                    Some(format!("--vary {}", quoted(&setting)))
                }
            }
        };
        let flags: Option<Vec<String>> = self.own.iter().zip(&best.info().best).map(flag).collect();
        Some(flags?.join(" "))
    }
}

/// Returns the command without the flags that do not affect the result, such as `--threads`.
fn command(args: &BestArgs) -> Vec<String> {
    let mut words = run::command("best", std::slice::from_ref(&args.file), &args.overrides);
    if let Some(side) = &args.side {
        words.extend(["--side".to_owned(), side.clone()]);
    }
    words.extend(args.dialect.typed());
    words
}
