//! Plays a draft of a scenario in stages and sends each new picture to the page, until the win rates are
//! precise.
//!
//! The chosen matchup comes first, with a thousand fights, or with as many as a short time allows. Then come
//! the difference from the draft before and the other matchups. After that, all of them get more fights. The
//! number of a fight alone determines its dice, so the figures after *n* fights are those of `run --fights
//! n`.
//!
//! A new request of the same browser tab ends the current run. After that, no further piece of a block is
//! played (see [`Pace`](crate::batch::Pace)). The first picture is played on separate threads, so it never
//! waits for another run.

use std::cell::OnceCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::response::sse::Event;
use rayon::ThreadPool;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use tokio::sync::mpsc::Sender;

use super::desk::{Desk, Draft, Job, Served};
use super::faults;
use super::paired::{self, Sums};
use super::picture::{self, Picture};
use super::result_cache::{Files, StateKey};
use crate::batch::{self, Done, Plan, Shard, Task};
use crate::fight::SideId;
use crate::frame::Match;
use crate::report::html::LiveView;
use crate::rules;
use crate::scenario::Scenario;
use crate::session::loaded::Loaded;
use crate::tally::Interval;

/// Number of fights of the first picture.
const FIRST: u64 = 1000;
/// Smallest number of fights of a picture.
const FEW: u64 = 20;
/// Longest time for the first picture.
const AT_ONCE: Duration = Duration::from_millis(110);
/// The steps after the first picture. The chosen matchup is soon known to one percentage point. Then the
/// others follow, and in the end all of them are precise.
const STEPS: [Step; 9] = [
    Step::Pairs(FIRST),
    Step::Chosen(12_000),
    Step::Others(FIRST),
    Step::Pairs(4000),
    Step::Chosen(LAST),
    Step::Pairs(16_000),
    Step::Others(4000),
    Step::Others(16_000),
    Step::Others(LAST),
];
/// Number of the first steps of [`STEPS`] that need only the chosen matchup.
const ALONE: usize = 2;
/// Number of fights after which any win rate is precise.
const LAST: u64 = 40_000;
/// Half-width of a precise win rate's interval.
const PRECISE: f64 = 0.005;
/// Longest time between two pictures.
const PAUSE: Duration = Duration::from_millis(500);
/// Scenarios with at most this number of matchups are compiled as a whole before the first picture.
const SMALL: usize = 6;
/// Scenarios with at most this number of matchups are played as a whole. Of a larger scenario only the chosen
/// matchup is played.
pub(super) const MOST_MATCHUPS: usize = 1000;

/// A step of a run. It plays up to this number of fights, counted over all seats.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// Plays the chosen matchup.
    Chosen(u64),
    /// Plays pairs of fights for the difference from the draft before.
    Pairs(u64),
    /// Plays all other matchups.
    Others(u64),
}

/// A request to play a draft.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    /// Identifies the browser tab. A new request ends the earlier one of the same tab.
    pub(super) tab: String,
    /// Number of the request within its tab. Later requests have higher numbers.
    #[serde(default)]
    pub(super) turn: u64,
    draft: Draft,
    /// The draft with which the results are compared.
    #[serde(default)]
    base: Option<Draft>,
    /// Index of the chosen matchup.
    #[serde(default)]
    matchup: usize,
    /// Number of fights in each seat (order of the sides) after which the run ends.
    #[serde(default)]
    most: Option<u64>,
}

/// Plays a draft until everything is precise or the page no longer wants the results.
pub(super) fn play(desk: &Arc<Desk>, job: &Job, ask: &Request, out: &Sender<Event>) {
    let begun = Instant::now();
    let outlet = Outlet {
        out,
        stop: &job.stop,
    };
    let served = match desk.served(&ask.draft) {
        Ok(served) => served,
        Err(text) => {
            outlet.send("failed", &json!({ "message": text }));
            return;
        }
    };
    let player = Player {
        desk,
        served,
        ask,
        outlet,
        stop: &job.stop,
        begun,
        earlier: OnceCell::new(),
    };
    // A run that was stopped sends no final event.
    if player.play().is_some() && !job.stop.load(Ordering::Relaxed) {
        player.outlet.send("done", &json!({}));
    }
}

/// Sends events to the page.
pub(super) struct Outlet<'o> {
    pub(super) out: &'o Sender<Event>,
    pub(super) stop: &'o AtomicBool,
}

impl Outlet<'_> {
    /// Sends an event. Returns `None`, and stops the run, if the page has closed the connection.
    pub(super) fn send(&self, name: &str, data: &Json) -> Option<()> {
        let event = Event::default().event(name).data(data.to_string());
        let sent = self.out.blocking_send(event);
        if sent.is_err() {
            self.stop.store(true, Ordering::Relaxed);
        }
        sent.ok()
    }
}

struct Player<'p> {
    desk: &'p Desk,
    served: &'p Served,
    ask: &'p Request,
    outlet: Outlet<'p>,
    stop: &'p AtomicBool,
    begun: Instant,
    /// The results of the draft before, looked up when they are first needed.
    earlier: OnceCell<Option<Arc<Files>>>,
}

/// The results of a run at one point.
struct Results {
    /// Whether `loaded` has all matchups that the run will play.
    is_whole: bool,
    loaded: Vec<Loaded>,
    done: Vec<Done>,
}

impl Player<'_> {
    /// Plays all stages. Returns `None` if the run was stopped or the scenario has faults.
    fn play(&self) -> Option<()> {
        let (scenario, faults) = self.served.survey(&self.ask.draft);
        let whole = scenario.as_ref().map_or(0, Scenario::len);
        let Some(scenario) = scenario.filter(|_| faults.is_empty()) else {
            return self.faults();
        };
        let focus = self.ask.matchup.min(whole.saturating_sub(1));
        self.outlet
            .send("start", &picture::start(&scenario, focus, MOST_MATCHUPS))?;
        if whole <= SMALL {
            let mut all = Results::new(self.loaded()?, true);
            self.first(&mut all, focus, focus)?;
            let mut paired = self.paired(&all, (focus, focus));
            return self.steps(&STEPS, &mut all, &mut paired, (focus, focus));
        }
        // In a larger scenario, the chosen matchup is compiled and played alone first, because compiling all
        // would delay the first picture.
        let is_large = whole > MOST_MATCHUPS;
        let Ok(found) = rules::compile_one(&scenario, focus) else {
            return self.faults();
        };
        let alone = Loaded {
            scenario,
            matches: vec![found],
            is_part: true,
        };
        let mut alone = Results::new(alone, is_large);
        self.first(&mut alone, 0, focus)?;
        let mut paired = self.paired(&alone, (0, focus));
        let (before, after) = STEPS.split_at(ALONE);
        self.steps(before, &mut alone, &mut paired, (0, focus))?;
        if is_large {
            return self.steps(after, &mut alone, &mut paired, (0, focus));
        }
        let mut all = Results::new(self.loaded()?, true);
        all.done[focus] = alone.done.remove(0);
        self.steps(after, &mut all, &mut paired, (focus, focus))
    }

    /// Reads and compiles all matchups of the draft. Returns `None` if the run was stopped. Also returns
    /// `None` if the draft has faults, after sending them to the page.
    fn loaded(&self) -> Option<Loaded> {
        match self.served.load(&self.ask.draft, None, self.stop)? {
            Ok(loaded) => Some(loaded),
            Err(faults) => {
                self.told(&faults);
                None
            }
        }
    }

    /// Returns the chosen matchup in the draft to compare with, and empty sums. Returns `None` if there is no
    /// such draft or matchup.
    fn paired(&self, results: &Results, place: (usize, usize)) -> Option<(Match, Sums)> {
        let base = self.ask.base.as_ref()?;
        Some((self.before(base, results, place)?, Sums::default()))
    }

    /// Sends all faults of the draft to the page.
    fn faults(&self) -> Option<()> {
        self.loaded()?;
        None
    }

    fn told(&self, faults: &crate::scenario::Faults) -> Option<()> {
        let told = faults::faults(self.served, &self.ask.draft, faults);
        self.outlet.send("faults", &told)?;
        None
    }

    /// Plays and sends the first picture. `at` is the index of the chosen matchup in `results`, and `shown`
    /// its index on the page.
    fn first(&self, results: &mut Results, at: usize, shown: usize) -> Option<()> {
        let quick = &self.desk.quick;
        let most = self.most(results).min(FIRST);
        let mut rate = Rate::default();
        let few = FEW.min(most);
        rate.time(results, &[at], few, |results| {
            results.play(&[at], few, quick, self.stop)
        })?;
        let at_once = rate.fights(AT_ONCE.saturating_sub(self.begun.elapsed()));
        if at_once < most {
            results.play(&[at], at_once / 10 * 10, quick, self.stop)?;
            self.push(results, &[at], (at, shown), false)?;
        }
        results.play(&[at], most, quick, self.stop)?;
        // The figures are sent first, because the charts take longer to draw.
        self.push(results, &[at], (at, shown), false)?;
        self.push(results, &[at], (at, shown), true)
    }

    /// Returns the maximum number of fights in each seat.
    fn most(&self, results: &Results) -> u64 {
        let asked = self.ask.most.unwrap_or(u64::MAX);
        asked.min(LAST / results.seats())
    }

    /// Plays `steps`. `at` is the index of the chosen matchup in `results`, and `shown` its index on the
    /// page.
    fn steps(
        &self,
        steps: &[Step],
        results: &mut Results,
        paired: &mut Option<(Match, Sums)>,
        (at, shown): (usize, usize),
    ) -> Option<()> {
        let most = self.most(results);
        let others: Vec<usize> = (0..results.done.len())
            .filter(|&other| other != at)
            .collect();
        for &step in steps {
            let up_to = |all: u64| most.min(all / results.seats());
            match step {
                Step::Chosen(all) => self.chosen(results, up_to(all), (at, shown))?,
                Step::Pairs(all) => {
                    if let Some((base, sums)) = paired {
                        self.pairs(base, sums, results, (up_to(all), at))?;
                    }
                }
                Step::Others(all) => self.others(results, &others, up_to(all), (at, shown))?,
            }
        }
        Some(())
    }

    /// Plays the chosen matchup up to `end` fights in each seat.
    fn chosen(&self, results: &mut Results, end: u64, (at, shown): (usize, usize)) -> Option<()> {
        let mut rate = Rate::default();
        while results.done[at].fights < end && !results.is_precise(at) {
            let next = end.min(results.done[at].fights + rate.fights(PAUSE));
            rate.time(results, &[at], next, |results| {
                results.play(&[at], next, &self.desk.long, self.stop)
            })?;
            self.push(results, &[at], (at, shown), true)?;
        }
        Some(())
    }

    /// Plays pairs of fights up to the number `end` in each seat, and sends the difference.
    fn pairs(
        &self,
        base: &Match,
        sums: &mut Sums,
        results: &Results,
        (end, at): (u64, usize),
    ) -> Option<()> {
        let now = &results.loaded[0];
        let pair = paired::Pair {
            before: base,
            after: &now.matches[at],
            seed: now.scenario.run.seed,
        };
        match pair.play(sums, end, &self.desk.long, self.stop)? {
            Some(told) => self.outlet.send("difference", &told),
            None => Some(()),
        }
    }

    /// Plays the other matchups up to `stage` fights in each seat, a few matchups at a time.
    fn others(
        &self,
        results: &mut Results,
        others: &[usize],
        stage: u64,
        (at, shown): (usize, usize),
    ) -> Option<()> {
        let is_open =
            |&other: &usize| results.done[other].fights < stage && !results.is_precise(other);
        let open: Vec<usize> = others.iter().copied().filter(is_open).collect();
        let mut rate = Rate::default();
        let mut rest = open.as_slice();
        let mut drawn = Instant::now();
        while let Some(&first) = rest.first() {
            let each = (stage - results.done[first].fights.min(stage)).max(1) * results.seats();
            let some = usize::try_from(rate.fights(PAUSE) / each).unwrap_or(1);
            let (now, later) = rest.split_at(some.clamp(1, rest.len()));
            rate.time(results, now, stage, |results| {
                results.play(now, stage, &self.desk.long, self.stop)
            })?;
            rest = later;
            // A report on many matchups takes long to make, so it is made less often than other pictures.
            let whole = rest.is_empty() || drawn.elapsed() > PAUSE * 4;
            if whole {
                drawn = Instant::now();
            }
            self.push(results, now, (at, shown), whole)?;
        }
        Some(())
    }

    /// Sends the results of the matchups `changed`, and with `draws` the charts too. `at` is the index of the
    /// chosen matchup in `results`, and `shown` its index on the page.
    fn push(
        &self,
        results: &Results,
        changed: &[usize],
        (at, shown): (usize, usize),
        draws: bool,
    ) -> Option<()> {
        if self.is_stopped() {
            return None;
        }
        let picture = Picture {
            loaded: &results.loaded,
            done: &results.done,
            words: self.ask.draft.words(),
            file: &self.served.path,
            focus: at,
        };
        let place = |position: usize| if position == at { shown } else { position };
        let mut data = picture.lines(changed, place);
        data["fights"] = results.done[at].fights.into();
        data["seats"] = results.seats().into();
        data["precise"] = results.is_precise(at).into();
        let are_played = results.done.iter().all(|done| done.fights > 0);
        data["all"] = (results.is_whole && are_played).into();
        if draws {
            let files = Arc::new(picture.files(self.stop)?);
            let earlier = self.earlier.get_or_init(|| self.results_before());
            let view = LiveView {
                files: &files,
                before: earlier.as_deref().map(Vec::as_slice),
                chosen: Some(&results.loaded[0].matches[at].name),
            };
            data["sections"] = picture::sections(&view, self.stop)?;
            let key = StateKey::of(&results.loaded[0].scenario, self.ask.draft.words());
            // Results of the chosen matchup alone do not replace results of all matchups from an earlier run
            // of this draft.
            if results.is_whole || self.desk.kept.find(&key).is_none() {
                self.desk.kept.keep(&key, files);
            }
        }
        data["ms"] = u64::try_from(self.begun.elapsed().as_millis())
            .unwrap_or(u64::MAX)
            .into();
        self.outlet.send("picture", &data)
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns the results of the draft before, if they are still in the cache.
    fn results_before(&self) -> Option<Arc<Files>> {
        let base = self.ask.base.as_ref()?;
        let (scenario, _) = self.desk.served(base).ok()?.survey(base);
        self.desk.kept.find(&StateKey::of(&scenario?, base.words()))
    }

    /// Compiles the chosen matchup as the draft `base` has it: the matchup with the same values on the axes.
    fn before(
        &self,
        base: &Draft,
        results: &Results,
        (at, shown): (usize, usize),
    ) -> Option<Match> {
        if *base == self.ask.draft {
            return None;
        }
        let served = self.desk.served(base).ok()?;
        let (scenario, faults) = served.survey(base);
        let scenario = scenario.filter(|_| faults.is_empty())?;
        let now = &results.loaded[0];
        if scenario.ruleset != now.scenario.ruleset {
            return None;
        }
        let axes = &now.matches[at].axes;
        let is_twin = |n: usize| {
            scenario
                .matchup(n, &faults)
                .is_some_and(|one| one.axes == *axes)
        };
        let mut places = [shown].into_iter().chain(0..scenario.len());
        let place = places.find(|&n| n < scenario.len() && is_twin(n))?;
        rules::compile_one(&scenario, place).ok()
    }
}

impl Results {
    fn new(loaded: Loaded, is_whole: bool) -> Self {
        let task = |found: &Match| Done::nothing(&task(&loaded, found, 1));
        Self {
            is_whole,
            done: loaded.matches.iter().map(task).collect(),
            loaded: vec![loaded],
        }
    }

    /// Returns the number of seats of each matchup.
    fn seats(&self) -> u64 {
        let first = self.loaded[0].matches.first();
        first.map_or(1, |found| found.seats.len() as u64)
    }

    /// Plays the matchups `places` up to `fights` fights in each seat. Returns `None` if `stop` became true.
    fn play(
        &mut self,
        places: &[usize],
        fights: u64,
        pool: &ThreadPool,
        stop: &AtomicBool,
    ) -> Option<()> {
        let loaded = &self.loaded[0];
        let tasks: Vec<Task<'_>> = places
            .iter()
            .map(|&at| task(loaded, &loaded.matches[at], fights))
            .collect();
        let before = places.iter().map(|&at| self.done[at].clone()).collect();
        let done = pool.install(|| batch::go_on(&tasks, (Shard::WHOLE, before), &(), stop));
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        for (&at, done) in places.iter().zip(done) {
            self.done[at] = done;
        }
        Some(())
    }

    /// Returns whether the win rates of all sides of a matchup are precise.
    fn is_precise(&self, at: usize) -> bool {
        let done = &self.done[at];
        if done.fights == 0 {
            return false;
        }
        let seats = &self.loaded[0].matches[at].seats;
        let fights = done.fights * seats.len() as u64;
        let sides = &seats[0].cast().sides;
        let wins = |name: &String| -> u64 {
            let in_seat = seats.iter().zip(&done.seats).filter_map(|(bout, tally)| {
                let place = bout.cast().sides.iter().position(|side| side == name)?;
                Some(tally.wins(SideId::at(place)))
            });
            in_seat.sum()
        };
        sides.iter().all(|side| {
            Interval::wilson(wins(side), fights).is_some_and(|rate| rate.half_width() <= PRECISE)
        })
    }
}

fn task<'l>(loaded: &Loaded, found: &'l Match, fights: u64) -> Task<'l> {
    Task {
        seats: &found.seats,
        plan: Plan {
            seed: loaded.scenario.run.seed,
            fights,
        },
        looks: None,
    }
}

/// The speed of playing, as measured last.
#[derive(Debug, Default)]
struct Rate {
    fights: u64,
    time: Duration,
}

impl Rate {
    /// Returns how many fights, over all seats, take about this time. Returns [`FIRST`] if nothing has been
    /// measured yet.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "an estimate"
    )]
    fn fights(&self, time: Duration) -> u64 {
        if self.fights == 0 {
            return FIRST;
        }
        let rate = self.fights as f64 / self.time.as_secs_f64().max(1e-6);
        ((rate * time.as_secs_f64()) as u64).max(FEW)
    }

    /// Runs `play`, which plays the matchups `places` up to `end` fights each. Records how many fights that
    /// are and how long they take.
    fn time(
        &mut self,
        results: &mut Results,
        places: &[usize],
        end: u64,
        play: impl FnOnce(&mut Results) -> Option<()>,
    ) -> Option<()> {
        let left = |&at: &usize| end.saturating_sub(results.done[at].fights);
        let fights: u64 = places.iter().map(left).sum();
        let begun = Instant::now();
        play(results)?;
        self.fights = fights * results.seats();
        self.time = begun.elapsed();
        Some(())
    }
}
