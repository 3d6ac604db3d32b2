//! Gets the counts for a check. The counts of unchanged matchups are taken from the baseline. All other
//! matchups are played.

use std::rc::Rc;

use super::super::interrupt;
use super::super::load::Loaded;
use super::super::output::{Failure, Notes};
use super::super::progress::Progress;
use super::super::run::pool;
use super::CheckArgs;
use crate::batch::Plan;
use crate::frame::Match;
use crate::gate::{self, Counts, FIGHTS, MatchupCounts, Present, SideCounts, Task};

/// A scenario and the counts of its baseline. `old` has only the matchups that both the scenario and the
/// baseline have. Only these are judged.
pub(super) struct JudgedScenario {
    pub(super) loaded: Rc<Loaded>,
    pub(super) old: Counts,
}

/// The present counts of all judged scenarios.
pub(super) struct FreshCounts {
    /// The counts of each judged scenario, in the order of the scenarios.
    pub(super) counts: Vec<Counts>,
    /// For each judged scenario, how many of its matchups were played and not taken from the baseline.
    pub(super) anew: Vec<usize>,
}

/// Returns the matchups of a scenario, each with its sides and its digest.
pub(super) fn present(one: &Loaded) -> Vec<Present> {
    let plan = Plan { seed: 0, fights: 0 };
    let present = |found: &Match| Present {
        matchup: found.name.clone(),
        sides: sides(found),
        digest: task(one, found, plan).digest(),
    };
    one.matches.iter().map(present).collect()
}

fn sides(found: &Match) -> Vec<String> {
    let first = found.seats.first();
    first.map_or_else(Vec::new, |bout| bout.cast().sides.clone())
}

/// Returns counts of zero for the matchups of a scenario. Only the names of the matchups are set.
pub(super) fn names(one: &Loaded) -> Counts {
    let named = |found: &Match| MatchupCounts {
        matchup: found.name.clone(),
        ..MatchupCounts::default()
    };
    Counts {
        matchups: one.matches.iter().map(named).collect(),
        ..counts_of(one, 0)
    }
}

/// Returns counts of zero for the matchups of a scenario. The names, sides and digests of the matchups are
/// set.
pub(super) fn listed(one: &Loaded) -> Counts {
    let listed = |found: Present| MatchupCounts {
        matchup: found.matchup,
        digest: found.digest,
        sides: (found.sides.into_iter())
            .map(|side| SideCounts {
                side,
                wins: 0,
                damage: 0,
                damage_squared: 0,
            })
            .collect(),
        ..MatchupCounts::default()
    };
    Counts {
        matchups: present(one).into_iter().map(listed).collect(),
        ..counts_of(one, 0)
    }
}

/// Returns counts of the scenario without any matchups.
fn counts_of(one: &Loaded, seed: u64) -> Counts {
    Counts {
        scenario: one.scenario.name.clone(),
        ruleset: one.scenario.ruleset.clone(),
        seed,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        matchups: Vec::new(),
    }
}

fn task<'l>(one: &'l Loaded, found: &'l Match, plan: Plan) -> Task<'l> {
    Task {
        found,
        plan,
        tables: one.scenario.run.tables,
    }
}

/// Returns the seed, and the number of fights in each seat (order of the sides). They are those of the
/// baseline `old`, unless the command line sets others.
fn plan(args: &CheckArgs, one: &Loaded, old: Option<&Counts>) -> Plan {
    let first = one.matches.first();
    let seats = first.map_or(1, |found| found.seats.len() as u64);
    let before = old.and_then(|old| old.matchups.first());
    let in_all = before.map_or(FIGHTS, |matchup| matchup.fights);
    let fights = args.overrides.fights;
    let seed = old.map_or(one.scenario.run.seed, |old| old.seed);
    Plan {
        seed: args.overrides.seed.unwrap_or(seed),
        fights: gate::in_groups(fights.unwrap_or_else(|| in_all.div_ceil(seats))),
    }
}

/// Returns the present counts of the judged matchups.
///
/// If the content of a matchup and the version of the program are unchanged, the fights would give the counts
/// of the baseline again. Such a matchup is played only if `--play` is given.
pub(super) fn check(
    args: &CheckArgs,
    trials: &[JudgedScenario],
    notes: Notes,
) -> Result<FreshCounts, Failure> {
    let mut jobs = Vec::new();
    let mut places: Vec<Vec<CountSource>> = Vec::new();
    for JudgedScenario { loaded, old } in trials {
        let plan = plan(args, loaded, Some(old));
        let same_version = old.version == env!("CARGO_PKG_VERSION");
        let may_stand = same_version && plan.seed == old.seed && !args.play;
        let before = old.by_name();
        let judged = |found: &'_ &Match| before.contains_key(found.name.as_str());
        let place = |found| {
            let task = task(loaded, found, plan);
            let then = before[found.name.as_str()];
            let fights = found.seats.len() as u64 * plan.fights;
            if may_stand && then.fights == fights && then.digest == task.digest() {
                return CountSource::Stands(then.clone());
            }
            jobs.push(task);
            CountSource::Played
        };
        places.push(loaded.matches.iter().filter(judged).map(place).collect());
    }
    let mut played = play(args, &jobs, notes)?.into_iter();
    let anew = |places: &Vec<CountSource>| {
        let played = places
            .iter()
            .filter(|place| matches!(place, CountSource::Played));
        played.count()
    };
    let anew = places.iter().map(anew).collect();
    let counts = trials.iter().zip(places).map(|(trial, places)| {
        let plan = plan(args, &trial.loaded, Some(&trial.old));
        let fresh = places.into_iter().map(|place| match place {
            CountSource::Stands(counts) => counts,
            CountSource::Played => played.next().expect("one for each job"),
        });
        Counts {
            matchups: fresh.collect(),
            ..counts_of(&trial.loaded, plan.seed)
        }
    });
    Ok(FreshCounts {
        counts: counts.collect(),
        anew,
    })
}

/// Where the counts of a matchup come from.
enum CountSource {
    Stands(MatchupCounts),
    Played,
}

/// Plays every matchup of these scenarios, with the seeds and numbers of fights of their baselines.
pub(super) fn all(
    args: &CheckArgs,
    loaded: &[Loaded],
    old: &[Option<&Counts>],
    notes: Notes,
) -> Result<Vec<Counts>, Failure> {
    let plans: Vec<Plan> = (loaded.iter().zip(old))
        .map(|(one, old)| plan(args, one, *old))
        .collect();
    let jobs: Vec<_> = (loaded.iter().zip(&plans))
        .flat_map(|(one, plan)| {
            let matches = one.matches.iter();
            matches.map(move |found| task(one, found, *plan))
        })
        .collect();
    let mut played = play(args, &jobs, notes)?.into_iter();
    let counts = |(one, plan): (&Loaded, &Plan)| Counts {
        matchups: played.by_ref().take(one.matches.len()).collect(),
        ..counts_of(one, plan.seed)
    };
    Ok(loaded.iter().zip(&plans).map(counts).collect())
}

fn play(args: &CheckArgs, jobs: &[Task<'_>], notes: Notes) -> Result<Vec<MatchupCounts>, Failure> {
    let fights = jobs
        .iter()
        .map(|job| job.found.seats.len() as u64 * job.plan.fights);
    let stop = interrupt::listen()?;
    let progress = Progress::new(fights.fold(0, u64::saturating_add), notes);
    let played = pool(args.threads)?.install(|| gate::play(jobs, &progress, stop));
    progress.finish();
    played.ok_or_else(|| {
        let text = "interrupted: nothing was judged and no file was written";
        Failure::Interrupted(text.to_owned())
    })
}
