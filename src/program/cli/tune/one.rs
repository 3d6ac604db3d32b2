//! Searches for a single value that gives the sides their target win rates, and prints the result.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::AtomicBool;

use indexmap::IndexMap;

use super::args::{TargetArg, TuneArgs, percent};
use super::{BYTES, STATES, command, failure, files, folders, no_precision, show, usage};
use crate::bout::Bout;
use crate::cli::load::{self, Loaded};
use crate::cli::output::{Capabilities, Failure, Notes, grouped, quoted};
use crate::cli::progress::Searching;
use crate::cli::run::pool;
use crate::cli::sheet::Sheet;
use crate::cli::{interrupt, unknown};
use crate::compare::{Group, Verdict, judge};
use crate::exact::Budget;
use crate::fight::SideId;
use crate::frame::Match;
use crate::report::{Crossing, Rate, Tuning, TuningInfo, Tweak};
use crate::scenario::{Axis, Overrides, Percent, Tries, Value, and_heirs};
use crate::tune::curves::{Sampled, SideTarget, Solved};
use crate::tune::one::{Aim, Curve, Point, Reach, SearchResult, find, holds, meets, root};
use crate::tune::{Ended, Watch, steps};
use crate::visible::visible;

/// Maximum number of states of a duel that is solved exactly without `--exact`.
const SMALL: usize = 20_000;
/// Maximum number of matchups that are solved exactly without `--exact`. A matchup counts twice if it is
/// played in both orders of its sides.
const FEW: usize = 8;

/// The seats (orders of the sides) of a matchup at each of the values that are tried.
type Values<'l> = Vec<&'l [Box<dyn Bout>]>;

/// The value to search for, with everything that the search needs.
struct ValueQuestion<'l> {
    loaded: &'l Loaded,
    axis: &'l Axis,
    path: String,
    targets: Vec<SideTarget>,
    /// One group for each combination of values on the other axes.
    groups: Vec<Values<'l>>,
}

/// Searches for the value that gives the sides their target win rates.
pub(super) fn tune(
    args: &TuneArgs,
    paths: &[String],
    mut overrides: Overrides,
) -> Result<(), Failure> {
    let notes = Notes::new(args.quiet);
    let path = only_path(args, paths)?;
    let targets = targets(args)?;
    overrides.tries = Some(tries(args, path)?);
    let loaded = load::load(&args.file, &overrides)?;
    load::note_heirs([&loaded], notes);
    no_precision(&loaded)?;
    let question = ValueQuestion::new(&loaded, path, targets)?;
    add_up(&question.targets, &loaded)?;
    let stop = interrupt::listen()?;
    let made = folders(args)?;
    let threads = pool(args.threads)?;
    let searching = Searching::new(notes);
    let found = threads.install(|| question.answered(args, &searching, stop));
    searching.finish();
    let found = found.map_err(|ended| {
        crate::cli::run::clear(&made);
        failure(ended)
    })?;
    let tuning = question.tuning(args, &found);
    show(
        args,
        notes,
        &made,
        (&question.text(&found, &tuning), &tuning),
    )?;
    question.is_reached(&found)
}

/// Returns the only path in `paths`, whose value may be changed. Fails if there are several paths.
pub(super) fn only_path<'p>(args: &TuneArgs, paths: &'p [String]) -> Result<&'p str, Failure> {
    not_even_only(args)?;
    if args.most_steps.is_some() {
        return usage("--most-steps can be used only with several values");
    }
    match paths {
        [path] if !path.contains('*') => Ok(path),
        _ => usage("--target expect needs exactly one --set PATH"),
    }
}

/// Rejects the flags that are only allowed with `--target even`.
pub(super) fn not_even_only(args: &TuneArgs) -> Result<(), Failure> {
    let even_only = [
        ("--band", args.band.is_some()),
        ("--except", !args.except.is_empty()),
    ];
    match even_only.iter().find(|(_, given)| *given) {
        Some((flag, _)) => usage(format!("{flag} can be used only with --target even")),
        None => Ok(()),
    }
}

/// Returns the target of each side that `--target` names. Fails if a side has two targets.
pub(super) fn targets(args: &TuneArgs) -> Result<Vec<SideTarget>, Failure> {
    let mut targets: Vec<SideTarget> = Vec::new();
    for target in &args.target {
        if let TargetArg::Side(side, share, tolerance) = target {
            if targets.iter().any(|other| other.side == *side) {
                return usage(format!("there are two targets for `{side}`"));
            }
            targets.push(SideTarget {
                side: side.clone(),
                aim: Aim {
                    share: share.share(),
                    tolerance: tolerance.map_or(0.0, Percent::share),
                },
            });
        }
    }
    Ok(targets)
}

/// Rejects targets that add up to more than 100 % in every matchup. Allied sides win together, so only the
/// largest target of each alliance counts.
pub(super) fn add_up(targets: &[SideTarget], loaded: &Loaded) -> Result<(), Failure> {
    let sum_in = |found: &Match| -> f64 {
        let cast = found.seats[0].cast();
        let mut shares = vec![0.0_f64; cast.sides.len()];
        for (at, side) in cast.sides.iter().enumerate() {
            let own = targets.iter().filter(|target| target.side == *side);
            let share = &mut shares[cast.alliances.of(SideId::at(at)).index()];
            *share = own.fold(*share, |share, target| share.max(target.aim.share));
        }
        shares.iter().sum()
    };
    let sums = loaded.matches.iter().map(sum_in);
    let sum = sums.min_by(f64::total_cmp).unwrap_or_default();
    if sum <= 1.0 + 1e-9 {
        return Ok(());
    }
    let are_allied = |found: &Match| !found.seats[0].cast().alliances.is_empty();
    let allies = if loaded.matches.iter().any(are_allied) {
        " with allies counted once"
    } else {
        ""
    };
    usage(format!(
        "the targets add up to {}{allies}, but two sides cannot win the same fight: the sum is at most 100 %",
        percent(sum)
    ))
}

/// Returns the values to try for `path`, from `--from`, `--to` and `--step` or from `--ladder`.
pub(super) fn tries(args: &TuneArgs, path: &str) -> Result<Tries, Failure> {
    let of = |flags, values| Tries {
        path: path.to_owned(),
        values,
        flags,
    };
    match (&args.from, &args.to, &args.ladder) {
        (Some(from), Some(to), _) => {
            let step = args.step();
            let number = |text: &str| text.parse::<f64>().unwrap_or(0.0);
            let (first, last, by) = (number(from), number(to), number(step));
            if by == 0.0 {
                return usage("--step must not be 0");
            }
            if (last - first) * by < 0.0 {
                return usage(format!(
                    "steps of {step} do not lead from {from} to {to}: swap the values of --from \
                     and --to"
                ));
            }
            let flags = match &args.step {
                Some(_) => "--from, --to and --step",
                None => "--from and --to",
            };
            let values = format!("{{ from = {from}, to = {to}, step = {step} }}");
            Ok(of(flags, values))
        }
        (_, _, Some(ladder)) => Ok(of("--ladder", ladder.clone())),
        _ => usage(
            "give the values to try: --from and --to for numbers, --ladder 1d6,1d6+1,1d8 for dice \
             and other values",
        ),
    }
}

impl<'l> ValueQuestion<'l> {
    fn new(loaded: &'l Loaded, path: &str, targets: Vec<SideTarget>) -> Result<Self, Failure> {
        let scenario = &loaded.scenario;
        let axis = scenario
            .axis_of(path)
            .ok_or_else(|| Failure::Usage(format!("`{path}` cannot be varied")))?;
        let rest = |found: &Match| -> Vec<(String, String)> {
            let others = found.axes.iter().filter(|(name, _)| *name != axis.name);
            others.cloned().collect()
        };
        let mut groups: IndexMap<Vec<(String, String)>, Values<'l>> = IndexMap::new();
        // `loaded.matches` is in the order of the axes' values, so each group has its matchups in the order
        // of the values that are tried.
        for found in &loaded.matches {
            groups.entry(rest(found)).or_default().push(&found.seats);
        }
        let groups: Vec<_> = groups.into_values().collect();
        for bouts in groups.iter().flatten().flat_map(|seats| seats.iter()) {
            let sides = &bouts.cast().sides;
            let missing = targets.iter().find(|target| !sides.contains(&target.side));
            if let Some(target) = missing {
                return Err(unknown(
                    "side",
                    &target.side,
                    sides.iter().map(String::as_str),
                ));
            }
        }
        let labels = |seats: &[Box<dyn Bout>]| -> Vec<Vec<u8>> {
            seats.iter().map(|bout| bout.label()).collect()
        };
        let alike = |group: &Values<'_>| {
            let first = labels(group[0]);
            group.iter().all(|seats| labels(seats) == first)
        };
        if axis.values.len() > 1 && groups.iter().all(alike) {
            return usage(format!(
                "`{path}` has no effect on these fights at any value"
            ));
        }
        Ok(Self {
            loaded,
            axis,
            path: path.to_owned(),
            targets,
            groups,
        })
    }

    fn aims(&self) -> Vec<Aim> {
        self.targets.iter().map(|target| target.aim).collect()
    }

    /// Returns whether any target has a tolerance.
    fn is_tolerant(&self) -> bool {
        self.targets.iter().any(|target| target.aim.tolerance > 0.0)
    }

    /// Searches for the value. Uses exact odds if they are requested or take little work, and fights
    /// otherwise.
    fn answered(
        &self,
        args: &TuneArgs,
        watch: &dyn Watch,
        stop: &AtomicBool,
    ) -> Result<SearchResult, Ended> {
        let (count, aims) = (self.axis.values.len(), self.aims());
        let solve = |states: usize| {
            let budget = Budget {
                states,
                bytes: BYTES / rayon::current_num_threads(),
                work: u64::MAX,
                negligible: 1e-9,
            };
            let groups = self.groups.clone();
            let mut curve = Solved::new(groups, &self.targets, budget, watch, stop);
            find(&mut curve, count, &aims)
        };
        if args.exact {
            return solve(STATES);
        }
        if !args.sampled && self.is_small() {
            match solve(SMALL) {
                Err(Ended::TooLarge(_)) => {}
                ended => return ended,
            }
        }
        let group = |seats: &Values<'l>| Group::new(seats.clone(), 0).ok();
        let groups: Vec<Group<'_>> = self.groups.iter().filter_map(group).collect();
        let run = &self.loaded.scenario.run;
        let mut curve: Box<dyn Curve> = Box::new(Sampled::new(
            groups,
            &self.targets,
            (run.seed, run.fights),
            watch,
            stop,
        ));
        find(&mut *curve, count, &aims)
    }

    /// Returns whether there are at most [`FEW`] matchups and all of them are duels.
    fn is_small(&self) -> bool {
        let bouts = || self.groups.iter().map(|group| group[0]);
        let seats: usize = bouts().map(<[_]>::len).sum();
        seats <= FEW
            && bouts()
                .flatten()
                .all(|bout| bout.cast().fighters.len() <= 2)
    }

    fn value(&self, at: usize) -> &str {
        &self.axis.values[at].text
    }

    /// Returns the value that the scenario has now. Returns `None` if the scenario does not set it.
    fn now(&self) -> Option<String> {
        let scenario = &self.loaded.scenario;
        let path = scenario.paths(&self.path).ok()?.pop()?;
        scenario.value_at(&path).as_ref().map(steps::text)
    }

    fn setting(&self, at: usize) -> String {
        format!("{}={}", self.path, self.value(at))
    }

    /// Returns the position on the axis of values where the curve of win rates crosses the target. Returns
    /// `None` if there are several targets or the values are not numbers.
    fn crossing(&self, found: &SearchResult) -> Option<Crossing> {
        let [target] = self.targets.as_slice() else {
            return None;
        };
        let points: Option<Vec<_>> = found
            .checked
            .iter()
            .map(|(&at, point)| Some((self.number(at)?, point.rates[0])))
            .collect();
        let root = root(&points?, target.aim.share, self.number(found.nearest)?)?;
        Some(Crossing {
            at: root.at,
            low: root.low,
            high: root.high,
        })
    }

    fn number(&self, at: usize) -> Option<f64> {
        match self.axis.values[at].node.value {
            #[expect(clippy::cast_precision_loss, reason = "a place on a line")]
            Value::Whole(number) => Some(number as f64),
            Value::Real(number) => Some(number),
            _ => None,
        }
    }

    fn rates(&self, stage: &'static str, at: usize, point: &Point) -> Vec<Rate> {
        let each = self.targets.iter().zip(&point.rates);
        each.map(|(target, rate)| Rate {
            stage,
            setting: self.setting(at),
            contender: target.side.clone(),
            fights: point.fights,
            rate: *rate,
            target: target.aim.band(),
        })
        .collect()
    }

    fn tuning(&self, args: &TuneArgs, found: &SearchResult) -> Tuning {
        let scenario = &self.loaded.scenario;
        let exact = is_exact(found);
        let may_be = found.may_be(&self.aims());
        let searched = found.searched.iter();
        let searched = searched.flat_map(|(&at, point)| self.rates("search", at, point));
        let checked = found.checked.iter();
        let checked = checked.flat_map(|(&at, point)| self.rates("check", at, point));
        Tuning {
            info: TuningInfo {
                program: "skirmish",
                version: env!("CARGO_PKG_VERSION").to_owned(),
                method: if exact { "exact" } else { "paired" },
                seed: (!exact).then_some(scenario.run.seed),
                command: command(args),
                files: files(self.loaded),
                scenario: scenario.name.clone(),
                ruleset: scenario.ruleset.clone(),
                inherited: self.inherited(),
                found: self.is_found(found),
                changes: vec![Tweak {
                    path: self.path.clone(),
                    before: self.now(),
                    after: self.value(found.nearest).to_owned(),
                    steps: None,
                }],
                may_be: may_be.iter().map(|&at| self.value(at).to_owned()).collect(),
                crossing: self.crossing(found),
                ..TuningInfo::default()
            },
            rates: searched.chain(checked).collect(),
        }
    }

    /// Returns whether the nearest value meets the targets. Exact odds have no interval that a target could be
    /// within, so without a tolerance it suffices that the target is between two neighbouring values.
    fn is_found(&self, found: &SearchResult) -> bool {
        match found.reach {
            Reach::Met => true,
            Reach::Between(..) => is_exact(found) && !self.is_tolerant(),
            Reach::Beyond => false,
        }
    }

    /// Returns the rows that inherit the changed value, by the path of the value. The result is empty if no
    /// row does.
    fn inherited(&self) -> BTreeMap<String, Vec<String>> {
        let paths = self.axis.paths.iter();
        let all = paths.map(|path| (path.to_string(), self.loaded.scenario.heirs_at(path)));
        all.filter(|(_, heirs)| !heirs.is_empty()).collect()
    }

    /// Returns the path of the value as text, followed by the rows that change with it because they inherit
    /// the value.
    fn axis_with_heirs(&self) -> String {
        let heirs: Vec<String> = self.inherited().into_values().flatten().collect();
        format!("{}{}", self.path, and_heirs(&heirs))
    }

    /// Returns the targets as text, such as `guards 50 %`.
    fn wanted(&self) -> String {
        let each = self.targets.iter();
        let each = each.map(wanted);
        each.collect::<Vec<_>>().join(", ")
    }

    /// Returns the text of the result for the terminal.
    fn text(&self, found: &SearchResult, tuning: &Tuning) -> String {
        let scenario = &self.loaded.scenario;
        let how = if is_exact(found) {
            "exact odds".to_owned()
        } else {
            format!(
                "fights under the same luck, {} of each value and matchup to check, seed {}",
                grouped(scenario.run.fights),
                scenario.run.seed
            )
        };
        let head = format!(
            "{} ({}): {} for {}; {how}",
            scenario.name,
            scenario.ruleset,
            self.axis_with_heirs(),
            self.wanted()
        );
        let mut text = format!("{}\n", visible(&head));
        text.push_str(&self.sheet(found).show(Capabilities::stdout()));
        for line in self.findings(found, tuning) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}", visible(&line));
        }
        text
    }

    fn sheet(&self, found: &SearchResult) -> Sheet {
        let mut heads = vec![self.axis.name.clone()];
        let sides = self.targets.iter();
        heads.extend(sides.map(|target| format!("{} win rate", target.side)));
        if !is_exact(found) {
            heads.push("fights".to_owned());
        }
        heads.push(String::new());
        let mut sheet = Sheet::new(heads);
        let mut all = found.searched.clone();
        all.extend(found.checked.clone());
        for (&at, point) in &all {
            let mut row = vec![self.value(at).to_owned()];
            row.extend(self.rates("", at, point).iter().map(Rate::shown));
            row.extend(point.fights.map(grouped));
            row.push(self.remark(at, point, found).to_owned());
            sheet.row(row);
        }
        sheet
    }

    fn remark(&self, at: usize, point: &Point, found: &SearchResult) -> &'static str {
        let checked = found.checked.contains_key(&at);
        match (at == found.nearest, checked) {
            (true, _) => "nearest",
            (false, true) if self.is_tolerant() && meets(point, &self.aims()) => "within",
            (false, true) if holds(point, &self.aims()) => "may meet it",
            (false, false) if !is_exact(found) => "search only",
            (false, _) => "",
        }
    }

    /// Returns sentences that say what the search has found.
    fn findings(&self, found: &SearchResult, tuning: &Tuning) -> Vec<String> {
        let nearest = self.value(found.nearest);
        let mut lines = Vec::new();
        let rates = self.rates("", found.nearest, &found.checked[&found.nearest]);
        let rates = rates.iter();
        let rates = rates.map(|rate| format!("{} {}", rate.contender, rate.shown()));
        let rates = rates.collect::<Vec<_>>().join(", ");
        lines.push(format!("{nearest} is nearest: {rates}"));
        if let Reach::Between(a, b) = found.reach {
            let (a, b) = (self.value(a), self.value(b));
            lines.push(if self.is_found(found) {
                format!("the target is between {a} and {b}")
            } else {
                format!("no value meets the target: it is between {a} and {b}")
            });
        }
        if let [first, .., last] = tuning.info.may_be.as_slice() {
            lines.push(format!(
                "from {first} to {last} there are {} values that may meet the target: their 95 % intervals {}",
                tuning.info.may_be.len(),
                if self.is_tolerant() { "reach into it" } else { "include it" }
            ));
        }
        if let Some(crossing) = tuning.info.crossing {
            lines.push(self.crossed(crossing, found));
        }
        lines.extend(self.told_apart(found));
        if self.is_found(found) {
            let setting = quoted(&self.setting(found.nearest));
            lines.push(format!("to apply it: --set {setting}"));
        }
        lines
    }

    fn crossed(&self, crossing: Crossing, found: &SearchResult) -> String {
        let (first, last) = (
            found.checked.keys().next().copied().unwrap_or_default(),
            found.checked.keys().last().copied().unwrap_or_default(),
        );
        let width = match (self.number(first), self.number(last)) {
            (Some(a), Some(b)) => (b - a).abs(),
            _ => 1.0,
        };
        let show = |at: f64| rounded(at, width);
        let at = show(crossing.at);
        let share = self.targets.first().map_or(0.0, |target| target.aim.share);
        let line = format!(
            "the line through the values crosses {} at {at}",
            percent(share)
        );
        if is_exact(found) {
            return line;
        }
        match (crossing.low, crossing.high) {
            (Some(low), Some(high)) => {
                format!("{line}, between {} and {} (95 %)", show(low), show(high))
            }
            (Some(low), None) => format!("{line}, not below {} (95 %)", show(low)),
            (None, Some(high)) => format!("{line}, not above {} (95 %)", show(high)),
            (None, None) => format!("{line}, but the 95 % interval is the whole range"),
        }
    }

    /// Returns a sentence if the fights cannot tell whether the nearest or the second nearest value is nearer
    /// to the target. The sentence says so and how many fights would be enough. Returns `None` if the fights
    /// can tell.
    fn told_apart(&self, found: &SearchResult) -> Option<String> {
        let (rival, lead) = found.rival?;
        let fights = self.loaded.scenario.run.fights;
        let Verdict::Open { pairs } = judge(lead, 0.0, fights) else {
            return None;
        };
        let (a, b) = (self.value(found.nearest), self.value(rival));
        if is_exact(found) {
            return Some(format!("{a} and {b} are equally near"));
        }
        let line = format!("whether {a} or {b} is nearer cannot be decided by these fights");
        Some(match pairs {
            Some(pairs) => format!(
                "{line}; about --fights {} would decide it",
                grouped_plain(pairs)
            ),
            None => format!("{line}: no difference is visible"),
        })
    }

    /// Fails if no value meets the target.
    fn is_reached(&self, found: &SearchResult) -> Result<(), Failure> {
        if self.is_found(found) {
            return Ok(());
        }
        if let Reach::Between(a, b) = found.reach {
            return Err(Failure::Inconclusive(format!(
                "no value meets {}, which is between {} and {}: try values between them, or a wider tolerance, such as ±5%",
                self.wanted(),
                self.value(a),
                self.value(b)
            )));
        }
        let values = &self.axis.values;
        let (first, last) = (self.value(0), self.value(values.len() - 1));
        let at_an_end = found.nearest == 0 || found.nearest == values.len() - 1;
        let end = if at_an_end {
            ", an end of the range: a wider range may reach the target"
        } else {
            ""
        };
        Err(Failure::Inconclusive(format!(
            "no value from {first} to {last} gives {}: {} is nearest{end}",
            self.wanted(),
            self.value(found.nearest)
        )))
    }
}

/// Returns a target as text, such as `guards 50 %` or `guards 50 % ± 2`.
pub(super) fn wanted(target: &SideTarget) -> String {
    let Aim { share, tolerance } = target.aim;
    let text = format!("{} {}", target.side, percent(share));
    if tolerance <= 0.0 {
        return text;
    }
    let reach = percent(tolerance);
    format!("{text} ± {}", reach.trim_end_matches(" %"))
}

fn is_exact(found: &SearchResult) -> bool {
    found.checked.values().all(|point| point.fights.is_none())
}

/// Formats a number of fights without separators, as the user types it after a flag.
fn grouped_plain(fights: u64) -> String {
    fights.to_string()
}

/// Formats a position on the axis of values. A unit of its last digit is at most a tenth of `width`.
fn rounded(at: f64, width: f64) -> String {
    let places = (1..9).find(|&places| width * 10f64.powi(places) >= 10.0);
    let places = usize::try_from(places.unwrap_or(9)).unwrap_or(9);
    format!("{at:.places$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_places_are_shown_shortly() {
        assert_eq!(percent(0.5), "50 %");
        assert_eq!(percent(0.333), "33.3 %");
        assert_eq!(rounded(10.1234, 0.5), "10.12");
        assert_eq!(rounded(10.1234, 40.0), "10.1");
        assert_eq!(rounded(0.51234, 0.1), "0.51");
    }
}
