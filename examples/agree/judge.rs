//! Checks that a scenario gives the same results in all ways of playing it: solved, solved without merging
//! equal states, drawn from tables, and rolled. Both seats (orders of the sides) are checked. The results on
//! one thread must equal those on two.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use skirmish::batch::{self, Plan, Task};
use skirmish::bout::Bout;
use skirmish::exact::{self, Budget};
use skirmish::fight::{
    Cast, CombatantId, Ending, EventId, FighterId, LineId, ObjectiveId, SideId, Stream, WeaponId,
};
use skirmish::rules;
use skirmish::scenario::{Overrides, Seats};
use skirmish::tally::{Count, Expected, Tally};

/// The limits of the work for one scenario.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    /// Largest number of states that a solution may hold at the same time.
    pub states: usize,
    /// Largest number of paths in a solution that does not merge equal states.
    pub paths: usize,
    /// `fights`: number of fights of each kind. `first`: the number of the first of them. The higher it is,
    /// the more fights are drawn from tables.
    pub fights: u64,
    pub first: u64,
    /// Longest time for a solution, in seconds.
    pub seconds: f64,
}

/// The result of the check of one scenario.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Verdict {
    /// The scenario has faults.
    Faulty,
    /// All ways give the same results.
    Agrees {
        /// Whether the scenario was small enough for exact odds.
        solved: bool,
        /// Whether the scenario was also small enough to be solved without merging equal states.
        unmerged: bool,
    },
    /// The ways disagree. The text has the figure that differs and the two ways.
    Disagrees(String),
}

/// Figures per fight, by name.
type Figures = BTreeMap<String, f64>;

/// Number of batches of sampled fights. The differences between batches give the variance of each figure.
const BATCHES: u64 = 25;

/// A figure is suspect if it differs by more than this many standard errors. A suspect figure is tested again
/// with more fights.
const SUSPECT: f64 = 5.0;

/// Plays a scenario in all ways, and compares the results.
pub(crate) fn judge(path: &Path, effort: &Effort) -> Verdict {
    let load = |tables: bool| {
        let overrides = Overrides {
            seats: Some(Seats::Both),
            tables: Some(tables),
            ..Overrides::default()
        };
        rules::load(path, &overrides)
            .ok()
            .map(|(_, mut matches)| matches.remove(0))
    };
    let (Some(drawn), Some(rolled)) = (load(true), load(false)) else {
        return Verdict::Faulty;
    };
    let (mut solved, mut unmerged) = (true, true);
    for (seat, (drawn, rolled)) in drawn.seats.iter().zip(&rolled.seats).enumerate() {
        match judge_seat(&**drawn, &**rolled, effort) {
            Ok((all, plain)) => {
                solved &= all;
                unmerged &= plain;
            }
            Err(what) => return Verdict::Disagrees(format!("seat {}: {what}", seat + 1)),
        }
    }
    if let Err(what) = threads_agree(&drawn.seats, effort) {
        return Verdict::Disagrees(what);
    }
    Verdict::Agrees { solved, unmerged }
}

/// Compares all ways of playing a matchup in one seat. Returns whether it could be solved with merging equal
/// states, and whether it could be solved without.
fn judge_seat(
    drawn: &dyn Bout,
    rolled: &dyn Bout,
    effort: &Effort,
) -> Result<(bool, bool), String> {
    let exact = solve(drawn, effort)?;
    let mut plainly = false;
    if let Some(exact) = &exact
        && let Some(plain) = drawn.work_out_unmerged(effort.paths)
    {
        plainly = true;
        let plain = exactly(&plain.tally, drawn.cast());
        equal(exact, &plain).map_err(|what| format!("solve, and nothing merged: {what}"))?;
    }
    match &exact {
        Some(exact) => {
            for (how, bout) in [("drawn", drawn), ("rolled", rolled)] {
                near(bout, exact, effort).map_err(|what| format!("{how}, and solved: {what}"))?;
            }
        }
        None => both_near(drawn, rolled, effort)?,
    }
    for (how, bout) in [("drawn", drawn), ("rolled", rolled)] {
        told_as_counted(bout, effort.first).map_err(|what| format!("{how}: {what}"))?;
    }
    Ok((exact.is_some(), plainly))
}

/// Compares the transcripts of some fights with the same fights played without a transcript. Transcripts are
/// played step by step, and other fights keep results from one step to the next.
fn told_as_counted(bout: &dyn Bout, first: u64) -> Result<(), String> {
    const FIGHTS: u64 = 25;
    let stream = Stream::new(7, bout.label());
    for n in first..first + FIGHTS {
        let (told, counted) = (bout.tell(&stream, n).outcome, bout.outcome(&stream, n));
        let mut tally = Tally::new(bout.cast());
        bout.play(&stream, n..n + 1, &mut tally);
        if told != counted || tally.ended_so(told.ending) != 1 {
            return Err(format!(
                "fight {n} is told as {told:?}, and counted as {counted:?}"
            ));
        }
    }
    Ok(())
}

/// Stops a solution that takes too long: the time when it began, and the longest time allowed.
struct Patience(Instant, Duration);

impl exact::Watch for Patience {
    fn progressed(&self, _: usize, _: f64) {}

    fn stops(&self) -> bool {
        self.0.elapsed() > self.1
    }
}

fn solve(bout: &dyn Bout, effort: &Effort) -> Result<Option<Figures>, String> {
    let budget = Budget {
        states: effort.states,
        bytes: 1 << 28,
        work: u64::MAX,
        negligible: 0.0,
    };
    let patience = Patience(Instant::now(), Duration::from_secs_f64(effort.seconds));
    let solved = bout.work_out(&budget, &patience);
    if solved.broken_off.is_some() || solved.tally.unresolved().value() > 0.0 {
        return Ok(None);
    }
    let total = solved.tally.fights().value();
    if (total - 1.0).abs() > 1e-9 {
        return Err(format!("the odds sum to {total}"));
    }
    Ok(Some(exactly(&solved.tally, bout.cast())))
}

fn exactly(tally: &Tally<Expected>, cast: &Cast) -> Figures {
    figures(tally, cast, Expected::value)
}

fn sampled(bout: &dyn Bout, stream: &Stream, from: u64, fights: u64) -> Figures {
    let mut tally = Tally::new(bout.cast());
    bout.play(stream, from..from + fights, &mut tally);
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
    figures(&tally, bout.cast(), |count| count as f64 / fights as f64)
}

/// Returns all figures of a tally that are not zero, per fight. `of_one` converts a count to a number.
fn figures<C: Count>(tally: &Tally<C>, cast: &Cast, of_one: impl Fn(C) -> f64) -> Figures {
    let mut figures = Figures::new();
    let mut put = |name: String, count: C| {
        let value = of_one(count);
        if value != 0.0 {
            figures.insert(name, value);
        }
    };
    let won = (0..cast.sides.len()).map(|side| Ending::Won(SideId::at(side)));
    for ending in won.chain([Ending::Draw, Ending::Undecided]) {
        for (round, count) in tally.rounds(ending) {
            put(format!("{ending:?} in round {round}"), count);
        }
    }
    for (at, objective) in (0..).zip(&cast.objectives) {
        let (side, name) = (objective.side.0, &objective.name);
        put(format!("side {side} by {name}"), tally.met(ObjectiveId(at)));
    }
    let stages = cast.day.iter().flat_map(|day| &day.stages);
    for (at, stage) in stages.enumerate() {
        let name = format!("{} (stage {})", stage.name, at + 1);
        put(format!("through {name}"), tally.through(at));
    }
    for (at, combatant) in cast.combatants.iter().enumerate() {
        let (id, name) = (
            CombatantId::at(at),
            format!("{} of side {}", combatant.name, combatant.side.0 + 1),
        );
        for (round, count) in tally.kills(id) {
            put(format!("{name} down in round {round}"), count);
        }
        put(format!("{name} survived"), tally.survived(id));
        put(format!("{name} back"), tally.times_back(id));
        put(format!("{name} fled"), tally.times_fled(id));
        put(format!("{name} missed"), tally.missed(id));
        put(format!("{name} evaded"), tally.evaded(id));
        put(format!("{name} suffered"), tally.damage_taken(id));
        for weapon in (0..combatant.weapons.len()).map(WeaponId::at) {
            for (damage, count) in tally.damage(id, weapon) {
                put(
                    format!("{name} hit for {damage} with {}", weapon.index()),
                    count,
                );
            }
        }
        for line in (0..combatant.playbook.lines.len()).map(LineId::at) {
            put(
                format!("{name} used line {}", line.index()),
                tally.used(id, line),
            );
        }
    }
    figures.extend(beside(tally, cast));
    figures
}

/// Returns other figures of a tally that are not zero: the book's events, the health left, and how the
/// fighters left the fight.
fn beside<C: Count>(tally: &Tally<C>, cast: &Cast) -> Figures {
    let mut figures = Figures::new();
    let mut put = |name: String, value: f64| {
        if value != 0.0 {
            figures.insert(name, value);
        }
    };
    for side in (0..cast.sides.len()).map(SideId::at) {
        for (at, event) in cast.events.iter().enumerate() {
            if let Some(found) = tally.event(side, EventId::at(at)) {
                put(format!("{} of side {}", event.name, side.0 + 1), found.mean);
            }
        }
    }
    for id in (0..cast.combatants.len()).map(CombatantId::at) {
        for (health, found) in tally.health_left(id) {
            put(format!("{health} left of combatant {}", id.0), found.mean);
        }
    }
    for who in (0..cast.fighters.len()).map(FighterId::at) {
        if let Some(departure) = tally.departure(who) {
            let out = departure.out.mean;
            put(format!("fighter {} out", who.0), out);
            put(format!("fighter {} first", who.0), departure.first.mean);
            put(
                format!("rounds of fighter {}", who.0),
                out * departure.round.mean,
            );
            put(
                format!("places of fighter {}", who.0),
                out * departure.order.mean,
            );
        }
    }
    figures
}

/// Iterates over the figures of two ways of playing, by name. A figure that one way does not have is 0 there.
fn paired<'f>(one: &'f Figures, other: &'f Figures) -> impl Iterator<Item = (&'f str, f64, f64)> {
    let missing = other.keys().filter(|name| !one.contains_key(*name));
    one.keys().chain(missing).map(|name| {
        let value = |figures: &Figures| figures.get(name).copied().unwrap_or(0.0);
        (name.as_str(), value(one), value(other))
    })
}

fn equal(one: &Figures, other: &Figures) -> Result<(), String> {
    let differs =
        |&(_, a, b): &(&str, f64, f64)| (a - b).abs() > 1e-9 * a.abs().max(b.abs()).max(1e-6);
    match paired(one, other).find(differs) {
        Some((name, a, b)) => Err(format!("{name}: {a}, and {b}")),
        None => Ok(()),
    }
}

/// Sampled figures by name. Each has the mean per fight and the standard error of this mean.
pub(crate) type Means = BTreeMap<String, (f64, f64)>;

/// Samples `fights` fights in batches. The batches belong in turn to blocks of fights that begin at the
/// numbers `firsts`. Standard errors are computed within blocks, so a difference between blocks does not
/// increase them.
pub(crate) fn means(bout: &dyn Bout, seed: u64, firsts: &[u64], fights: u64) -> Means {
    let stream = Stream::new(seed, bout.label());
    let each = fights / BATCHES;
    // For each block: the number of its batches, and by name the sum of a figure and the sum of its squares.
    let mut blocks: Vec<(f64, Means)> = vec![(0.0, Means::new()); firsts.len()];
    for (batch, block) in (0..BATCHES).zip((0..firsts.len()).cycle()) {
        let (batches, sums) = &mut blocks[block];
        *batches += 1.0;
        for (name, value) in sampled(bout, &stream, firsts[block] + batch * each, each) {
            let (sum, squares) = sums.entry(name).or_default();
            *sum += value;
            *squares += value * value;
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
    let (batches, all) = (BATCHES as f64, (BATCHES * each) as f64);
    let mut means = Means::new();
    for (of_block, sums) in blocks {
        for (name, (sum, squares)) in sums {
            let (mean, variance) = means.entry(name).or_default();
            *mean += sum / batches;
            let within = (squares / of_block - (sum / of_block).powi(2)).max(0.0);
            *variance += within * of_block / (of_block - 1.0) * of_block / batches.powi(2);
        }
    }
    for (mean, variance) in means.values_mut() {
        // If a figure counts rare events, a few batches have too few of them to estimate its variance. This
        // is the least standard error.
        let floor = mean.clamp(1.0 / all, 1.0).sqrt() / all.sqrt();
        *variance = variance.sqrt().max(floor);
    }
    means
}

/// Checks that sampled figures are near the exact ones. Suspect figures are tested again.
fn near(bout: &dyn Bout, exact: &Figures, effort: &Effort) -> Result<(), String> {
    let far = |seed: u64, fights: u64| {
        let means = means(bout, seed, &[effort.first], fights);
        #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
        let none = (0.0, 1.0 / fights as f64);
        let values: Figures = means
            .iter()
            .map(|(name, (mean, _))| (name.clone(), *mean))
            .collect();
        paired(&values, exact).find_map(|(name, sampled, exact)| {
            let error = means.get(name).copied().unwrap_or(none).1;
            #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
            let error = error.max((exact.clamp(0.0, 1.0) / fights as f64).sqrt());
            let gap = (sampled - exact).abs();
            (gap > SUSPECT * error).then(|| format!("{name}: {sampled} ± {error:.2e}, and {exact}"))
        })
    };
    match far(5, effort.fights).and_then(|_| far(6, effort.fights * 16)) {
        Some(what) => Err(what),
        None => Ok(()),
    }
}

/// Checks that figures of drawn fights are near those of rolled fights. Suspect figures are tested again.
fn both_near(drawn: &dyn Bout, rolled: &dyn Bout, effort: &Effort) -> Result<(), String> {
    let far = |seed: u64, fights: u64| {
        let fights_of = |bout, seed| means(bout, seed, &[effort.first], fights);
        let (one, other) = (fights_of(drawn, seed), fights_of(rolled, seed + 1));
        #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
        let none = (0.0, 1.0 / fights as f64);
        one.keys().chain(other.keys()).find_map(|name| {
            let of =
                |means: &BTreeMap<String, (f64, f64)>| means.get(name).copied().unwrap_or(none);
            let ((a, error), (b, other_error)) = (of(&one), of(&other));
            let error = error.hypot(other_error);
            ((a - b).abs() > SUSPECT * error)
                .then(|| format!("{name}: drawn {a}, rolled {b}, ± {error:.2e}"))
        })
    };
    match far(5, effort.fights).and_then(|_| far(8, effort.fights * 16)) {
        Some(what) => Err(what),
        None => Ok(()),
    }
}

/// Checks that one thread and two threads give the same counts.
fn threads_agree(seats: &[Box<dyn Bout>], effort: &Effort) -> Result<(), String> {
    let task = Task {
        seats,
        plan: Plan {
            seed: 3,
            fights: (2 * effort.fights).min(9000),
        },
        looks: None,
    };
    let play = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.expect("threads can be had");
        pool.install(|| batch::run(&[task], &(), &AtomicBool::new(false)))
    };
    if play(1) == play(2) {
        Ok(())
    } else {
        Err("one thread and two count differently".to_owned())
    }
}
