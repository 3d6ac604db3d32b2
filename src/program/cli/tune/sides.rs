//! Searches for combinations of several values that give the sides their target win rates with few steps.
//! Prints the result.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::AtomicBool;

use super::args::TuneArgs;
use super::one::{add_up, not_even_only, targets, wanted};
use super::several::{MOST_STEPS, board, knobs, seats, stepping};
use super::{BYTES, STATES, command, failure, files, folders, no_precision, show, usage};
use crate::cli::load::{self, Loaded};
use crate::cli::output::{Capabilities, Failure, Notes, grouped, quoted};
use crate::cli::progress::Searching;
use crate::cli::run::{clear, pool};
use crate::cli::sheet::Sheet;
use crate::cli::{interrupt, unknown};
use crate::report::{Rate, Tuning, TuningInfo, Tweak};
use crate::scenario::Overrides;
use crate::tune::combinations::{
    CombinationTarget, Combinations, PlayedCombination, combinations, distance,
};
use crate::tune::contenders::Contenders;
use crate::tune::curves::SideTarget;
use crate::tune::one::Aim;
use crate::tune::steps::Knob;
use crate::tune::{RateMethod, Watch};
use crate::visible::visible;

/// Number of combinations that the search looks for.
const ANSWERS: usize = 5;
/// Number of fights for each combination during the search, in all matchups and seats (orders of the sides)
/// together.
const SEARCHED: u64 = 10_000;
/// Minimum number of fights of a matchup and seat during the search. If the scenario has fewer fights, its
/// number is used.
const FEWEST: u64 = 250;
/// Tolerance of a target if the user gives none.
const TOLERANCE: f64 = 0.01;

/// The result of a search, with everything that is needed to print it.
struct TunedSides<'l> {
    loaded: &'l Loaded,
    targets: Vec<SideTarget>,
    knobs: Vec<Knob>,
    way: RateMethod,
    most_steps: u32,
    found: Combinations,
}

/// Searches for combinations of steps that give the sides their target win rates.
pub(super) fn tune(
    args: &TuneArgs,
    paths: &[String],
    overrides: &Overrides,
) -> Result<(), Failure> {
    let notes = Notes::new(args.quiet);
    not_even_only(args)?;
    if args.from.is_some() {
        return usage(
            "--from and --to are for one value; several values are changed in steps from their \
             present values: give --step or --ladder",
        );
    }
    let mut targets = targets(args)?;
    for target in &mut targets {
        if target.aim.tolerance <= 0.0 {
            target.aim.tolerance = TOLERANCE;
        }
    }
    let stepping = stepping(args)?;
    let loaded = load::load(&args.file, overrides)?;
    load::note_heirs([&loaded], notes);
    no_precision(&loaded)?;
    let contenders = Contenders::sides(&loaded.scenario);
    let names = || contenders.names.iter().map(String::as_str);
    let aims: Vec<(usize, Aim)> = targets
        .iter()
        .map(|target| {
            let place = names().position(|name| name == target.side);
            let place = place.ok_or_else(|| unknown("side", &target.side, names()))?;
            Ok((place, target.aim))
        })
        .collect::<Result<_, Failure>>()?;
    add_up(&targets, &loaded)?;
    let knobs = knobs(&loaded.scenario, paths, &stepping)?;
    let asked = knobs.iter().map(|knob| &knob.path);
    let asked = asked.filter(|path| paths.contains(&path.to_string()));
    for heirs in loaded.scenario.heirs_of(asked) {
        notes.note(heirs);
    }
    let stop = interrupt::listen()?;
    let made = folders(args)?;
    let threads = pool(args.threads)?;
    let each: Vec<String> = targets.iter().map(wanted).collect();
    notes.note(format!(
        "searching for combinations that give {}",
        each.join(", ")
    ));
    let searching = Searching::new(notes);
    let question = (contenders, (knobs, paths), aims, targets);
    let answer = threads.install(|| answered(&loaded, args, question, (&searching, stop)));
    searching.finish();
    let answer = answer.inspect_err(|_| clear(&made))?;
    let tuning = answer.tuning(args);
    show(args, notes, &made, (&answer.text(), &tuning))?;
    answer.is_found()
}

/// The sides as contenders, the values that may be changed together with the paths that the user typed, and
/// the targets in two forms.
type StepQuestion<'p> = (
    Contenders,
    (Vec<Knob>, &'p [String]),
    Vec<(usize, Aim)>,
    Vec<SideTarget>,
);

/// Returns the number of fights in each matchup and seat for one combination during the search.
fn searched(loaded: &Loaded) -> u64 {
    let matchups = loaded.scenario.len() as u64 * seats(loaded);
    let each = SEARCHED.div_ceil(matchups.max(1)).max(FEWEST);
    each.min(loaded.scenario.run.fights)
}

/// Runs the search and returns its result.
fn answered<'l>(
    loaded: &'l Loaded,
    args: &TuneArgs,
    (contenders, knobs, aims, targets): StepQuestion<'_>,
    (watch, stop): (&dyn Watch, &AtomicBool),
) -> Result<TunedSides<'l>, Failure> {
    let run = &loaded.scenario.run;
    let (way, search) = if args.exact {
        let odds = RateMethod::Odds {
            states: STATES,
            bytes: BYTES / rayon::current_num_threads(),
        };
        (odds, odds)
    } else {
        (
            RateMethod::Fights(run.fights),
            RateMethod::Fights(searched(loaded)),
        )
    };
    let most_steps = args.most_steps.unwrap_or(MOST_STEPS);
    let goal = CombinationTarget {
        aims,
        most_steps,
        answers: ANSWERS,
        check: way,
        seed: run.seed,
    };
    let mut board = board(
        &loaded.scenario,
        contenders,
        knobs,
        (search, run.seed),
        (watch, stop),
    )?;
    let found = combinations(&mut board, &goal, watch).map_err(failure)?;
    Ok(TunedSides {
        loaded,
        targets,
        knobs: board.knobs,
        way,
        most_steps,
        found,
    })
}

impl TunedSides<'_> {
    /// Iterates over the values that the setting changes, with the number of steps of each.
    fn changed<'s>(
        &'s self,
        played: &'s PlayedCombination,
    ) -> impl Iterator<Item = (&'s Knob, i32)> {
        let all = self.knobs.iter().zip(played.setting.iter().copied());
        all.filter(|(_, offset)| *offset != 0)
    }

    fn settings(&self, played: &PlayedCombination) -> Vec<String> {
        self.changed(played)
            .map(|(knob, offset)| format!("{}={}", knob.path, knob.text(offset)))
            .collect()
    }

    fn tweaks(&self, played: &PlayedCombination) -> Vec<Tweak> {
        let tweak = |(knob, offset): (&Knob, i32)| Tweak {
            path: knob.path.to_string(),
            before: Some(knob.text(0)),
            after: knob.text(offset),
            steps: Some(offset),
        };
        self.changed(played).map(tweak).collect()
    }

    fn aims(&self) -> Vec<Aim> {
        self.targets.iter().map(|target| target.aim).collect()
    }

    fn nearest(&self) -> &PlayedCombination {
        let first = self.found.answers().next();
        first.unwrap_or_else(|| self.found.nearest(&self.aims()))
    }

    fn rates(&self, stage: &'static str, played: &PlayedCombination) -> Vec<Rate> {
        let matchups = self.loaded.scenario.len() as u64 * seats(self.loaded);
        let fights = match (self.way, stage) {
            (RateMethod::Odds { .. }, _) => None,
            (RateMethod::Fights(_), "search") => Some(searched(self.loaded)),
            (RateMethod::Fights(fights), _) => Some(fights),
        };
        let setting = self.settings(played).join(" ");
        let each = self.targets.iter().zip(&played.rates);
        each.map(|(target, rate)| Rate {
            stage,
            setting: setting.clone(),
            contender: target.side.clone(),
            fights: fights.map(|fights| fights * matchups),
            rate: *rate,
            target: target.aim.band(),
        })
        .collect()
    }

    fn tuning(&self, args: &TuneArgs) -> Tuning {
        let scenario = &self.loaded.scenario;
        let exact = matches!(self.way, RateMethod::Odds { .. });
        let found = &self.found;
        let searched = found.searched.iter();
        let searched = searched.flat_map(|played| self.rates("search", played));
        let judged = found.judged.iter().filter(|one| distance(one) > 0);
        let judged = judged.flat_map(|played| self.rates("check", played));
        let inherited = self.knobs.iter().map(|knob| {
            let heirs = scenario.heirs_at(&knob.path);
            (knob.path.to_string(), heirs)
        });
        let inherited: BTreeMap<String, Vec<String>> =
            inherited.filter(|(_, heirs)| !heirs.is_empty()).collect();
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
                inherited,
                found: found.answers().next().is_some(),
                changes: self.tweaks(self.nearest()),
                answers: found.answers().map(|one| self.tweaks(one)).collect(),
                ..TuningInfo::default()
            },
            rates: (self.rates("before", &found.now).into_iter())
                .chain(searched)
                .chain(judged)
                .collect(),
        }
    }

    /// Returns the targets as text, such as `guards 50 % ± 2`.
    fn wanted(&self) -> String {
        let each: Vec<String> = self.targets.iter().map(wanted).collect();
        each.join(", ")
    }

    /// Returns the text of the result for the terminal.
    fn text(&self) -> String {
        let scenario = &self.loaded.scenario;
        let how = match self.way {
            RateMethod::Fights(fights) => format!(
                "{} fights of each matchup to check, seed {}",
                grouped(fights * seats(self.loaded)),
                scenario.run.seed
            ),
            RateMethod::Odds { .. } => "exact odds".to_owned(),
        };
        let head = format!(
            "{} ({}): {} values for {}; {how}",
            scenario.name,
            scenario.ruleset,
            self.knobs.len(),
            self.wanted()
        );
        let mut text = format!("{}\n", visible(&head));
        text.push_str(&self.sheet().show(Capabilities::stdout()));
        for line in self.findings() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}", visible(&line));
        }
        text
    }

    /// Returns the indices of the values that at least one printed setting changes.
    fn shown(&self) -> Vec<usize> {
        let is_changed = |knob: &usize| self.rows().any(|one| one.setting[*knob] != 0);
        (0..self.knobs.len()).filter(is_changed).collect()
    }

    /// Returns the settings to print: the answers, or else the judged setting nearest to the targets.
    fn rows(&self) -> impl Iterator<Item = &PlayedCombination> {
        let answers = self.found.answers().filter(|one| distance(one) > 0);
        let alone = self.found.answers().next().is_none();
        let nearest = alone.then(|| self.nearest());
        answers.chain(nearest.filter(|one| distance(one) > 0))
    }

    fn sheet(&self) -> Sheet {
        let shown = self.shown();
        let mut heads = vec!["steps".to_owned()];
        heads.extend(shown.iter().map(|&knob| self.knobs[knob].path.short()));
        let sides = self.targets.iter();
        heads.extend(sides.map(|target| format!("{} win rate", target.side)));
        heads.push(String::new());
        let mut sheet = Sheet::new(heads);
        for played in std::iter::once(&self.found.now).chain(self.rows()) {
            let steps = distance(played);
            let mut row = vec![if steps == 0 {
                "now".to_owned()
            } else {
                steps.to_string()
            }];
            row.extend(shown.iter().map(|&knob| {
                let knob_at = &self.knobs[knob];
                match played.setting[knob] {
                    0 if steps > 0 => "·".to_owned(),
                    offset => knob_at.text(offset),
                }
            }));
            let rates = self.rates("check", played);
            row.extend(rates.iter().map(Rate::shown));
            let on_edge = rates.iter().any(Rate::is_on_the_edge);
            row.push(match (played.is_met, on_edge) {
                (true, true) => "on the edge".to_owned(),
                (true, false) => "within".to_owned(),
                (false, _) => String::new(),
            });
            sheet.row(row);
        }
        sheet
    }

    /// Returns sentences that say what the search has found.
    fn findings(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let found = &self.found;
        if found.now.is_met {
            lines.push("the present values meet the target: nothing has to change".to_owned());
        }
        let missed = found.judged.iter().filter(|one| !one.is_met).count();
        let met = found.answers().count();
        if missed > 0 {
            lines.push(format!(
                "{met} of {} settings that were near the target in the search meet it in fresh fights",
                met + missed
            ));
        }
        let is_change = |one: &&PlayedCombination| distance(one) > 0;
        if let Some(first) = found.answers().find(is_change)
            && !found.now.is_met
        {
            lines.push(format!(
                "to apply the one with the fewest steps: {}",
                self.flags(first)
            ));
        }
        lines
    }

    fn flags(&self, played: &PlayedCombination) -> String {
        let each = self.settings(played).into_iter();
        let each: Vec<String> = each
            .map(|setting| format!("--set {}", quoted(&setting)))
            .collect();
        each.join(" ")
    }

    /// Fails if the search has found no setting that meets the targets.
    fn is_found(&self) -> Result<(), Failure> {
        if self.found.answers().next().is_some() {
            return Ok(());
        }
        let more = if self.found.reached < self.most_steps {
            ""
        } else {
            "more steps with --most-steps, "
        };
        Err(Failure::Inconclusive(format!(
            "no combination of up to {} steps gives {}; what may help: {more}other values with --set, a larger --step, or \
             a wider tolerance, such as ±5%",
            self.found.reached,
            self.wanted()
        )))
    }
}
