//! Implements `skirmish worth`, which measures how much a step of a number changes the results of a side.

mod args;
mod exact;
mod moves;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

pub(super) use args::WorthArgs;

use super::findings::{Files, deliver};
use super::output::{Capabilities, Failure, Notes, grouped, whole};
use super::progress::Progress;
use super::run::{self, clear, pool, writable};
use super::{explain, interrupt, load, unknown};
use crate::bout::Bout;
use crate::compare::{self, Group};
use crate::frame::Match;
use crate::report::{Effect, Pairings, StepMove, Unchanged, Worth, WorthInfo};
use crate::rules;
use crate::scenario::{Faults, Matchup, Scenario, asked};
use crate::tally::{Figure, Interval, Pairs};
use exact::TooMuch;
use moves::{ChosenMatchups, Moves, Variant, moves};

/// Number of fights of all variants together, if `--fights` is not given.
const TOGETHER: u64 = 150_000;
/// Minimum number of fights of a variant in a matchup, if `--fights` is not given.
const FEWEST: u64 = 20;
/// Part of the fights that is played to estimate the duration of the command: one in this number.
const PROBED: u64 = 50;

/// Measures the effects of the requested steps and prints them.
pub(super) fn worth(args: &WorthArgs) -> Result<(), Failure> {
    let notes = Notes::new(args.quiet);
    args.dialect.needs(args.out.as_deref())?;
    if args.overrides.precision.is_some() {
        return Err(Failure::Usage(
            "worth plays a fixed number of pairs: give --fights instead of --precision".to_owned(),
        ));
    }
    let overrides = args.overrides.overrides();
    let (scenario, matches, mut faults) =
        rules::open(&args.file, &overrides).map_err(|faults| load::shown(&faults))?;
    if scenario.run.precision.is_some() && !args.exact {
        return Err(Failure::Usage(format!(
            "`{}` has a precision, but worth plays a fixed number of pairs: set it with --fights",
            scenario.name
        )));
    }
    let asked = asked(&args.of, &mut faults);
    sound(&faults)?;
    load::note_heirs_of([&scenario], notes);
    for heirs in scenario.heirs_of(asked.iter().map(|one| &one.path)) {
        notes.note(heirs);
    }
    let numbers: Vec<usize> = match &args.matchup {
        Some(_) => vec![explain::place(&matches, args.matchup.as_deref())?],
        None => (0..matches.len()).collect(),
    };
    let standing: Vec<&Match> = numbers.iter().map(|&n| &matches[n]).collect();
    let sides = same_sides(&standing)?;
    if let Some(name) = &args.side
        && !sides.contains(name)
    {
        return Err(unknown("side", name, sides.iter().map(String::as_str)));
    }
    let matchups: Vec<Matchup> = numbers
        .iter()
        .filter_map(|&n| scenario.changed(n, &[], &faults))
        .collect();
    let chosen = ChosenMatchups {
        scenario: &scenario,
        numbers: &numbers,
        matchups: &matchups,
    };
    let pool = pool(args.threads)?;
    let stop = interrupt::listen()?;
    let moves = moves(chosen, &asked, args.step, &pool, &faults).map_err(Failure::Usage)?;
    sound(&faults)?;
    let side = side(args, &sides, &moves);
    let figures = figures(side, sides.len());
    let made = args.out.as_deref().map(writable).transpose()?;
    let job = Job {
        args,
        scenario: &scenario,
        standing: &standing,
        figures: &figures,
        stop,
        notes,
    };
    let measured = pool
        .install(|| job.measure(&moves.variants))
        .inspect_err(|_| clear(made.as_deref().unwrap_or_default()))?;
    let cut = stop.load(Ordering::Relaxed);
    let info = WorthInfo {
        matchups: standing.iter().map(|found| found.name.clone()).collect(),
        side: sides[side].clone(),
        partial: cut,
        method: measured.method,
        fights: measured.fights,
        done: if cut { measured.done } else { Vec::new() },
        seats: standing[0].seats.len() as u64,
        left_out: moves.left_out,
        without: moves.without,
        ..job.info()
    };
    let found = moves.variants.into_iter().zip(measured.found);
    let worth = Worth::new(
        info,
        args.margin.share(),
        Unchanged {
            sides,
            figures,
            values: measured.standing,
        },
        found
            .map(|(one, found)| as_move(&scenario, one, found))
            .collect(),
    );
    show(args, &worth, &made.unwrap_or_default(), notes)?;
    if cut {
        return Err(Failure::Interrupted(
            "interrupted: the figures are those of the fights played until then".to_owned(),
        ));
    }
    Ok(())
}

/// Writes the table to standard output, and the files if `--out` is given.
fn show(
    args: &WorthArgs,
    worth: &Worth,
    made: &[std::path::PathBuf],
    notes: Notes,
) -> Result<(), Failure> {
    let look = Capabilities::stdout();
    let text = worth.terminal(look.columns(), look.color);
    let files = Files {
        out: args.out.as_deref(),
        dialect: args.dialect.dialect(),
        made,
        offer: "all figures",
    };
    deliver(&text, worth, &files, notes)
}

fn sound(faults: &Faults) -> Result<(), Failure> {
    if faults.is_empty() {
        Ok(())
    } else {
        Err(load::shown(faults))
    }
}

/// Returns the names of the sides. Fails if two matchups have different names.
fn same_sides(standing: &[&Match]) -> Result<Vec<String>, Failure> {
    let sides = |found: &Match| found.seats[0].cast().sides.clone();
    let first = sides(standing[0]);
    match standing.iter().find(|found| sides(found) != first) {
        Some(other) => Err(Failure::Usage(format!(
            "the sides of `{}` are {}, but those of `{}` are {}: pick a matchup with --matchup",
            standing[0].name,
            first.join(", "),
            other.name,
            sides(other).join(", ")
        ))),
        None => Ok(first),
    }
}

/// Returns the index of the side whose win rate is measured. This is the side that the arguments name, or
/// else the first side with a fighter that the first variant changes, or else side 0.
fn side(args: &WorthArgs, sides: &[String], moves: &Moves) -> usize {
    let named = args.side.as_ref();
    let named = named.and_then(|name| sides.iter().position(|side| side == name));
    let touched = moves.variants.iter().flat_map(|one| &one.touched).next();
    named.or(touched.copied()).unwrap_or(0)
}

/// Returns the figures to measure: the win rate of side `side`, the number of rounds, and the damage of each
/// side, beginning with side `side`.
fn figures(side: usize, sides: usize) -> Vec<Figure> {
    let dealt = |at| Figure::Dealt(crate::fight::SideId::at(at));
    let others = (0..sides).filter(|&other| other != side);
    [Figure::Won(crate::fight::SideId::at(side)), Figure::Rounds]
        .into_iter()
        .chain([dealt(side)])
        .chain(others.map(dealt))
        .collect()
}

fn as_move(scenario: &Scenario, one: Variant, found: Effect) -> StepMove {
    StepMove {
        heirs: scenario.heirs_at(&one.path),
        path: one.path,
        number: one.number,
        unit: one.unit,
        step: one.step,
        before: one.before,
        after: one.after,
        found,
    }
}

/// Everything that is needed to measure the variants.
struct Job<'a> {
    args: &'a WorthArgs,
    scenario: &'a Scenario,
    /// The matchups that the user has chosen, without any change.
    standing: &'a [&'a Match],
    figures: &'a [Figure],
    stop: &'a AtomicBool,
    notes: Notes,
}

/// The result of measuring the variants.
struct Measured {
    method: &'static str,
    fights: u64,
    /// Number of pairs of fights in each matchup. The list is empty if exact odds were computed.
    done: Vec<Pairings>,
    /// The figures of the scenario without any change.
    standing: Vec<Interval>,
    /// The effect of each variant on these figures.
    found: Vec<Effect>,
}

impl Job<'_> {
    /// Measures the variants by exact odds if possible, otherwise by fights.
    fn measure(&self, variants: &[Variant]) -> Result<Measured, Failure> {
        let used: Vec<bool> = variants.iter().map(|one| self.is_used(one)).collect();
        let played = variants.iter().zip(&used).filter(|(_, used)| **used);
        let played: Vec<&Variant> = played.map(|(one, _)| one).collect();
        let measured = if self.args.sampled {
            self.sampled(&played)?
        } else {
            let insist = self.args.exact;
            match exact::figures(self.standing, &played, self.figures, insist, self.stop) {
                Ok((standing, after)) => Measured {
                    method: "exact",
                    fights: 0,
                    done: Vec::new(),
                    standing,
                    found: after.into_iter().map(Effect::Exact).collect(),
                },
                Err(TooMuch::Stopped) => {
                    return Err(Failure::Interrupted(
                        "interrupted before any odds were computed".to_owned(),
                    ));
                }
                Err(TooMuch::Work) if insist => {
                    return Err(Failure::Inconclusive(
                        "the exact odds need more memory than 1 GiB: leave out --exact to play fights instead"
                            .to_owned(),
                    ));
                }
                Err(TooMuch::Work) => self.sampled(&played)?,
            }
        };
        let mut found = measured.found.into_iter();
        let found = used.iter().map(|used| {
            let one = used.then(|| found.next()).flatten();
            one.unwrap_or(Effect::Unused)
        });
        Ok(Measured {
            found: found.collect(),
            ..measured
        })
    }

    /// Returns whether a variant changes anything that affects the fights of a matchup.
    fn is_used(&self, one: &Variant) -> bool {
        let label = |found: &Match| -> Vec<Vec<u8>> {
            let seats = found.seats.iter();
            seats.map(|bout| bout.label()).collect()
        };
        (one.matches.iter().zip(self.standing)).any(|(after, before)| label(after) != label(before))
    }

    /// Plays the variants and the unchanged scenario. Fights with the same number have the same dice.
    fn sampled(&self, variants: &[&Variant]) -> Result<Measured, Failure> {
        let run = &self.scenario.run;
        let mut groups: Vec<Group<'_>> = Vec::new();
        for (at, &before) in self.standing.iter().enumerate() {
            let after = variants.iter().map(|one| &one.matches[at]);
            let seats = [before].into_iter().chain(after);
            let seats: Vec<&[Box<dyn Bout>]> = seats.map(|found| &*found.seats).collect();
            let group = Group::new(seats, 0).map_err(|sides| {
                Failure::Usage(format!(
                    "the sides are {}, but {} after a step: worth needs the same sides before and \
                     after",
                    sides.base.join(", "),
                    sides.other.join(", ")
                ))
            })?;
            groups.push(group.in_the_luck_of_its_base());
        }
        let groups: Vec<&Group<'_>> = groups.iter().collect();
        let width: u64 = groups.iter().map(|group| group.width()).sum();
        let fights = match self.args.overrides.fights {
            Some(fights) => fights,
            None => by_default(width).min(run.fights),
        };
        self.announce(&groups, variants.len() + 1, fights);
        let progress = Progress::new(width * fights, self.notes);
        let counted = |fights| progress.counted(fights);
        let sums = compare::run(&groups, (run.seed, fights), &counted, self.stop);
        progress.finish();
        let places: Vec<usize> = self
            .figures
            .iter()
            .map(|figure| {
                let all = groups[0].figures();
                let place = all.iter().position(|other| other == figure);
                place.expect("a group has every figure of its sides")
            })
            .collect();
        let merged = |variant: usize| -> Vec<Pairs> {
            let of = |&place: &usize| {
                let mut pairs = Pairs::default();
                for sums in &sums {
                    pairs.merge(&sums[variant][place]);
                }
                pairs
            };
            places.iter().map(of).collect()
        };
        let value = |(pairs, figure): (&Pairs, &Figure)| match figure {
            Figure::Won(_) => pairs.shares(),
            Figure::Rounds | Figure::Dealt(_) => pairs.means(),
        };
        let standing = merged(0);
        let standing: Option<Vec<Interval>> = (standing.iter().zip(self.figures))
            .map(|both| value(both).map(|[before, _]| before))
            .collect();
        let standing = standing.ok_or_else(|| {
            Failure::Interrupted("interrupted before any fight was played".to_owned())
        })?;
        let done = self
            .standing
            .iter()
            .zip(&sums)
            .map(|(found, sums)| Pairings {
                matchup: found.name.clone(),
                pairs: sums[0][places[0]].pairs(),
            });
        let found = (1..=variants.len()).map(|at| Effect::Sampled(merged(at)));
        Ok(Measured {
            method: "paired",
            fights,
            done: done.collect(),
            standing,
            found: found.collect(),
        })
    }

    /// Prints a note on how many fights will be played and about how long they will take. The duration is
    /// estimated by playing a few of the fights.
    fn announce(&self, groups: &[&Group<'_>], variants: usize, fights: u64) {
        let all = groups.iter().map(|group| group.width()).sum::<u64>() * fights;
        let few = (fights / PROBED).clamp(1, 20);
        let start = Instant::now();
        compare::run(groups, (self.scenario.run.seed, few), &|_| (), self.stop);
        #[expect(clippy::cast_precision_loss, reason = "a time in seconds")]
        let seconds = start.elapsed().as_secs_f64() * (fights as f64 / few as f64);
        let matchups = match groups.len() {
            1 => "1 matchup".to_owned(),
            n => format!("{} matchups", grouped(n as u64)),
        };
        let other = match self.args.overrides.fights {
            Some(_) => "",
            None => "; --fights changes the number",
        };
        self.notes.note(format!(
            "{matchups} × {} variants × {} fights{}: {} fights, about {} s{other}",
            grouped(variants as u64),
            grouped(fights),
            if self.standing[0].seats.len() > 1 {
                " × 2 seats"
            } else {
                ""
            },
            grouped(all),
            whole(seconds.max(1.0)),
        ));
    }

    /// Returns the settings of the command and of the run, for `worth.json`.
    fn info(&self) -> WorthInfo {
        WorthInfo {
            program: "skirmish",
            version: env!("CARGO_PKG_VERSION").to_owned(),
            scenario: self.scenario.name.clone(),
            ruleset: self.scenario.ruleset.clone(),
            seed: self.scenario.run.seed,
            command: command(self.args),
            margin: self.args.margin.to_string(),
            files: self.scenario.digests.clone(),
            ..WorthInfo::default()
        }
    }
}

/// Returns the default number of fights of each variant in a matchup and seat (order of the sides). With this
/// number, all fights together take a few seconds. `width` is the number of variants times matchups times
/// seats.
fn by_default(width: u64) -> u64 {
    let fights = (TOGETHER / width.max(1)).max(FEWEST);
    let digits = fights.ilog10().saturating_sub(1);
    let unit = 10u64.pow(digits);
    fights / unit * unit
}

/// Returns the command without the flags that do not affect the result, such as `--threads`.
fn command(args: &WorthArgs) -> Vec<String> {
    let file: &Path = &args.file;
    let mut words = run::command("worth", &[file.to_owned()], &args.overrides);
    let mut flag = |name: &str, value: String| words.extend([name.to_owned(), value]);
    for of in &args.of {
        flag("--of", of.clone());
    }
    flag("--step", args.step.to_string());
    if let Some(side) = &args.side {
        flag("--side", side.clone());
    }
    if let Some(matchup) = &args.matchup {
        flag("--matchup", matchup.clone());
    }
    flag("--margin", args.margin.to_string());
    words.extend(args.exact.then(|| "--exact".to_owned()));
    words.extend(args.sampled.then(|| "--sampled".to_owned()));
    words.extend(args.dialect.typed());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_fights_all_variants_together_play_a_few_seconds() {
        for (width, fights) in [
            (1, 150_000),
            (2, 75_000),
            (104, 1400),
            (1000, 150),
            (100_000, 20),
        ] {
            assert_eq!(by_default(width), fights, "{width}");
        }
    }
}
