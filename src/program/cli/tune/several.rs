//! Searches for a set of changes that balances contenders, and prints the result.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;

use indexmap::IndexMap;

use super::args::{Band, TargetArg, TuneArgs};
use super::{BYTES, STATES, command, failure, files, folders, no_precision, show, usage};
use crate::cli::load::{self, Loaded};
use crate::cli::output::{Capabilities, Failure, Notes, grouped, quoted};
use crate::cli::progress::Searching;
use crate::cli::run::{clear, pool};
use crate::cli::sheet::Sheet;
use crate::cli::{interrupt, unknown};
use crate::report::{Rate, Tuning, TuningInfo, Tweak};
use crate::scenario::{Overrides, Percent, Scenario, Seats, and_heirs, listed};
use crate::tune::board::Board;
use crate::tune::contenders::Contenders;
use crate::tune::several::{Balance, BalanceTarget, balance, steps};
use crate::tune::steps::{Knob, Stepping, toml};
use crate::tune::{Ended, RateMethod, Watch};
use crate::visible::visible;

/// Default of `--most-steps`, the maximum number of steps of all values together.
pub(super) const MOST_STEPS: u32 = 60;
/// Approximate number of fights behind each mean win rate during the search.
const SEARCHED: u64 = 200_000;
/// Minimum number of fights of a matchup during the search, unless `--fights` is lower.
const FEWEST: u64 = 2000;

/// The result of a search, with everything that is needed to print it.
struct TunedContenders<'l> {
    loaded: &'l Loaded,
    contenders: Contenders,
    knobs: Vec<Knob>,
    band: Band,
    way: RateMethod,
    most_steps: u32,
    found: Balance,
}

/// Searches for changes after which every contender's mean win rate lies in the band.
pub(super) fn tune(
    args: &TuneArgs,
    paths: &[String],
    overrides: &Overrides,
) -> Result<(), Failure> {
    let notes = Notes::new(args.quiet);
    if args.from.is_some() {
        return usage(
            "--from and --to are for one value with a target for a side; with --target even, give --step or --ladder",
        );
    }
    let stepping = stepping(args)?;
    let loaded = load::load(&args.file, overrides)?;
    load::note_heirs([&loaded], notes);
    no_precision(&loaded)?;
    let contenders = contenders(args, &loaded.scenario)?;
    let band = band(args, &contenders)?;
    let knobs = knobs(&loaded.scenario, paths, &stepping)?;
    let asked = knobs.iter().map(|knob| &knob.path);
    let asked = asked.filter(|path| paths.contains(&path.to_string()));
    for heirs in loaded.scenario.heirs_of(asked) {
        notes.note(heirs);
    }
    let stop = interrupt::listen()?;
    let made = folders(args)?;
    let threads = pool(args.threads)?;
    notes.note(format!(
        "{} contenders, each with a target of {}, that is {}: {}",
        contenders.names.len(),
        band.aim(),
        band.words(),
        contenders.names.join(", ")
    ));
    let searching = Searching::new(notes);
    let question = (args, band, paths);
    let answer =
        threads.install(|| answered(&loaded, contenders, knobs, question, (&searching, stop)));
    searching.finish();
    let answer = answer.inspect_err(|_| clear(&made))?;
    let tuning = answer.tuning(args);
    show(args, notes, &made, (&answer.text(&tuning), &tuning))?;
    answer.is_balanced(&tuning)
}

/// Returns the band for all mean win rates. Without `--band`, it lies around the win rate that equal
/// contenders would have.
fn band(args: &TuneArgs, contenders: &Contenders) -> Result<Band, Failure> {
    let tolerance = args.target.iter().find_map(|target| match target {
        TargetArg::Even(tolerance) => *tolerance,
        TargetArg::Expect | TargetArg::Side(..) => None,
    });
    let of_sides = contenders.kind == "side";
    match (args.band, tolerance, contenders.names.len()) {
        (Some(_), Some(_), _) => {
            usage("give either a tolerance for even, such as even±2%, or --band")
        }
        (Some(band), None, _) => Ok(band),
        (None, Some(tolerance), n) if of_sides && n != 2 => {
            let n = u64::try_from(n.max(1)).unwrap_or(u64::MAX);
            Ok(Band::around(
                Percent::millionths(100_000_000 / n),
                tolerance,
            ))
        }
        (None, Some(tolerance), _) => Ok(Band::around(Percent::new(50), tolerance)),
        (None, None, n) if of_sides && n != 2 => usage(format!(
            "with {n} sides there is no default for their win rates: give a tolerance, such as even±5%, or --band \
             LOW..HIGH%"
        )),
        (None, None, _) => Ok(Band::USUAL),
    }
}

/// Returns how each value changes in a step, from `--step` or `--ladder`.
pub(super) fn stepping(args: &TuneArgs) -> Result<Stepping, Failure> {
    match &args.ladder {
        None => Ok(Stepping::By(args.step().to_owned())),
        Some(ladder) => {
            let values = listed(ladder).map_err(|error| {
                Failure::Faults(format!("error: --ladder: {}\n", visible(&error)))
            })?;
            if values.len() < 2 {
                return usage("--ladder needs at least two values, such as 1d6,1d6+1,1d8");
            }
            Ok(Stepping::Along(values))
        }
    }
}

fn contenders(args: &TuneArgs, scenario: &Scenario) -> Result<Contenders, Failure> {
    let found = Contenders::of(scenario, &args.except);
    let found = found
        .map_err(|(name, known)| unknown("contender", &name, known.iter().map(String::as_str)))?;
    if found.names.len() < 2 && found.kind != "side" || found.names.is_empty() {
        return usage("--except leaves too few contenders to compare");
    }
    Ok(found)
}

/// Returns the values that may be changed. A path with `*` names several values, and those that cannot be
/// changed in steps are left out. A value that is named by a path without `*` must be changeable.
pub(super) fn knobs(
    scenario: &Scenario,
    paths: &[String],
    stepping: &Stepping,
) -> Result<Vec<Knob>, Failure> {
    let mut knobs: Vec<Knob> = Vec::new();
    for text in paths {
        let found = scenario.paths(text).map_err(Failure::Usage)?;
        let all = text.contains('*');
        let mut any = false;
        for path in found {
            if knobs.iter().any(|knob| knob.path == path) {
                any = true;
                continue;
            }
            let Some(value) = scenario.value_at(&path) else {
                return usage(format!(
                    "`{path}` is not set in the scenario: give it a value to start from, such as --set {path}=10"
                ));
            };
            match Knob::new(path.clone(), &value, stepping) {
                Ok(knob) => {
                    any = true;
                    knobs.push(knob);
                }
                Err(_) if all => {}
                Err(why) => return usage(format!("`{path}` {why}")),
            }
        }
        if !any {
            return usage(format!(
                "no value of `{text}` can be changed in these steps"
            ));
        }
    }
    Ok(knobs)
}

/// Runs the search and returns its result.
fn answered<'l>(
    loaded: &'l Loaded,
    contenders: Contenders,
    knobs: Vec<Knob>,
    (args, band, paths): (&TuneArgs, Band, &[String]),
    (watch, stop): (&dyn Watch, &AtomicBool),
) -> Result<TunedContenders<'l>, Failure> {
    let run = &loaded.scenario.run;
    let way = if args.exact {
        RateMethod::Odds {
            states: STATES,
            bytes: BYTES / rayon::current_num_threads(),
        }
    } else {
        RateMethod::Fights(run.fights)
    };
    let most_steps = args.most_steps.unwrap_or(MOST_STEPS);
    let goal = BalanceTarget {
        low: band.low.share(),
        high: band.high.share(),
        most_steps,
        check: way,
        seed: run.seed,
    };
    let fewest = contenders.fewest() as u64 * seats(loaded);
    let search = match way {
        RateMethod::Fights(fights) => {
            let enough = SEARCHED.div_ceil(fewest.max(1)).max(FEWEST);
            RateMethod::Fights(enough.min(fights))
        }
        odds @ RateMethod::Odds { .. } => odds,
    };
    let scenario = &loaded.scenario;
    let mut board = board(
        scenario,
        contenders,
        (knobs, paths),
        (search, run.seed),
        (watch, stop),
    )?;
    let found = balance(&mut board, &goal, watch).map_err(|ended: Ended| failure(ended))?;
    let (contenders, knobs) = (board.contenders, board.knobs);
    Ok(TunedContenders {
        loaded,
        contenders,
        knobs,
        band,
        way,
        most_steps,
        found,
    })
}

/// Creates the [`Board`], which plays matchups with these values changed. Fails if a value that is named by a
/// path without `*` does not affect the fights. Values from a path with `*` need not affect them.
pub(super) fn board<'a>(
    scenario: &'a Scenario,
    contenders: Contenders,
    (knobs, paths): (Vec<Knob>, &[String]),
    luck: (RateMethod, u64),
    watched: (&'a dyn Watch, &'a AtomicBool),
) -> Result<Board<'a>, Failure> {
    let named: Vec<String> = knobs.iter().map(|knob| knob.path.to_string()).collect();
    let (board, idle) = Board::new(scenario, contenders, knobs, luck, watched).map_err(failure)?;
    let lost = idle.iter().find(|&&at| paths.contains(&named[at]));
    if let Some(&lost) = lost {
        return usage(format!(
            "`{}` has no effect on these fights at any value",
            named[lost]
        ));
    }
    if board.knobs.is_empty() {
        return usage("none of these values has an effect on these fights");
    }
    Ok(board)
}

pub(super) fn seats(loaded: &Loaded) -> u64 {
    match loaded.scenario.run.seats {
        Seats::One => 1,
        Seats::Both => 2,
    }
}

impl TunedContenders<'_> {
    /// Iterates over the values that the result changes, with the number of steps of each.
    fn changed(&self) -> impl Iterator<Item = (&Knob, i32)> {
        let all = self.knobs.iter().zip(self.found.setting.iter().copied());
        all.filter(|(_, offset)| *offset != 0)
    }

    fn settings(&self) -> Vec<String> {
        self.changed()
            .map(|(knob, offset)| format!("{}={}", knob.path, knob.text(offset)))
            .collect()
    }

    fn rates(&self, stage: &'static str) -> Vec<Rate> {
        let (means, setting) = if stage == "before" {
            (&self.found.before, String::new())
        } else {
            (&self.found.after, self.settings().join(" "))
        };
        let fights = |matchups: u64| match self.way {
            RateMethod::Fights(fights) => Some(fights * matchups * seats(self.loaded)),
            RateMethod::Odds { .. } => None,
        };
        let counts = self.contenders.counts();
        let names = self.contenders.names.iter().zip(counts);
        names
            .zip(means)
            .map(|((name, matchups), rate)| Rate {
                stage,
                setting: setting.clone(),
                contender: name.clone(),
                fights: fights(matchups),
                rate: *rate,
                target: (self.band.low.share(), self.band.high.share()),
            })
            .collect()
    }

    fn tuning(&self, args: &TuneArgs) -> Tuning {
        let scenario = &self.loaded.scenario;
        let exact = matches!(self.way, RateMethod::Odds { .. });
        let tweak = |(knob, offset): (&Knob, i32)| Tweak {
            path: knob.path.to_string(),
            before: Some(knob.text(0)),
            after: knob.text(offset),
            steps: Some(offset),
        };
        let after = self.rates("after");
        let outside = after.iter().filter(|rate| rate.verdict() != "within");
        let outside = outside.map(|rate| rate.contender.clone()).collect();
        Tuning {
            info: TuningInfo {
                program: "skirmish",
                version: env!("CARGO_PKG_VERSION").to_owned(),
                method: if exact { "exact" } else { "sampled" },
                seed: (!exact).then_some(scenario.run.seed),
                command: command(args),
                files: files(self.loaded),
                scenario: scenario.name.clone(),
                ruleset: scenario.ruleset.clone(),
                inherited: (self.changed())
                    .map(|(knob, _)| (knob.path.to_string(), scenario.heirs_at(&knob.path)))
                    .filter(|(_, heirs)| !heirs.is_empty())
                    .collect(),
                found: self.found.balanced,
                changes: self.changed().map(tweak).collect(),
                outside,
                ..TuningInfo::default()
            },
            rates: self.rates("before").into_iter().chain(after).collect(),
        }
    }

    /// Returns the text of the result for the terminal.
    fn text(&self, tuning: &Tuning) -> String {
        let scenario = &self.loaded.scenario;
        let how = match self.way {
            RateMethod::Fights(fights) => format!(
                "{} fights of each matchup to check, seed {}",
                grouped(fights * seats(self.loaded)),
                scenario.run.seed
            ),
            RateMethod::Odds { .. } => "exact odds".to_owned(),
        };
        let mut text = format!(
            "{} ({}): {} contenders, target {} each ({}); {how}\n",
            visible(&scenario.name),
            scenario.ruleset,
            self.contenders.names.len(),
            self.band.words(),
            self.band.aim(),
        );
        text.push_str(&self.sheet(tuning).show(Capabilities::stdout()));
        let steps = steps(&self.found.setting);
        // Writing to a string cannot fail.
        let _ = match (steps, self.changed().count()) {
            (0, _) if self.found.balanced => {
                writeln!(text, "all of them are in the band: nothing has to change")
            }
            (0, _) => writeln!(text, "no step brings them nearer to the band"),
            (1, _) => writeln!(text, "1 step:"),
            (steps, 1) => writeln!(text, "{steps} steps on 1 value:"),
            (steps, values) => writeln!(text, "{steps} steps on {values} values:"),
        };
        if steps > 0 {
            text.push_str(&self.changes());
        }
        text
    }

    /// Returns a table of the contenders' win rates before and after the changes, the strongest contender
    /// first.
    fn sheet(&self, tuning: &Tuning) -> Sheet {
        let heads = [self.contenders.kind.as_str(), "before", "after", ""];
        let mut sheet = Sheet::new(heads);
        let count = self.contenders.names.len();
        let (before, after) = tuning.rates.split_at(count);
        let mut rows: Vec<(&Rate, &Rate)> = before.iter().zip(after).collect();
        rows.sort_by(|(a, _), (b, _)| b.rate.estimate.total_cmp(&a.rate.estimate));
        for (before, after) in rows {
            let remark = match after.verdict() {
                "within" if after.is_on_the_edge() => "on the edge",
                "within" => "",
                outside => outside,
            };
            sheet.row([
                before.contender.clone(),
                before.shown(),
                after.shown(),
                remark.to_owned(),
            ]);
        }
        sheet
    }

    /// Returns the changes in three forms: as a list, as TOML for the scenario file, and as flags for the
    /// command line.
    fn changes(&self) -> String {
        let mut sheet = Sheet::new(["value", "before", "after", "steps"]);
        let mut tables: IndexMap<String, Vec<String>> = IndexMap::new();
        for (knob, offset) in self.changed() {
            let (before, after) = (knob.text(0), knob.text(offset));
            let heirs = and_heirs(&self.loaded.scenario.heirs_at(&knob.path));
            let path = format!("{}{heirs}", knob.path);
            sheet.row([path, before, after, format!("{offset:+}")]);
            if let (Some((table, key)), Some(value)) = (knob.path.as_toml(), knob.value(offset)) {
                let line = format!("{key} = {}", toml(&value));
                let line = visible(&line).into_owned();
                tables.entry(table).or_default().push(line);
            }
        }
        let mut text = sheet.show(Capabilities::stdout());
        text.push_str("in the file:\n");
        for (table, lines) in tables {
            let _ = writeln!(text, "[{}]\n{}", visible(&table), lines.join("\n"));
        }
        text.push_str("or on the command line:\n");
        for setting in self.settings() {
            let _ = writeln!(text, "--set {}", visible(&quoted(&setting)));
        }
        text
    }

    fn is_balanced(&self, tuning: &Tuning) -> Result<(), Failure> {
        if self.found.balanced {
            return Ok(());
        }
        let outside = tuning.info.outside.join(", ");
        let steps = steps(&self.found.setting);
        let more = if steps < self.most_steps {
            ""
        } else {
            "more steps with --most-steps, "
        };
        Err(Failure::Inconclusive(format!(
            "no set of changes was found that brings all into {}; outside: {outside}; what may \
             help: {more}other values with --set, a wider --band, or leaving contenders out with \
             --except",
            self.band.words(),
        )))
    }
}
