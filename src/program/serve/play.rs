//! Plays a draft (an edited version of a scenario) until the win rates are precise. The results are sent to
//! the page several times on the way. Each of these results is called a picture.
//!
//! The chosen matchup comes first, with a thousand fights or as many as a short time allows. Next come the
//! difference from the draft for comparison and the other matchups. Then all of them get more fights. The
//! dice of a fight depend only on its number, so the figures after *n* fights are those of `run --fights n`.
//!
//! A new request of the same browser tab ends the current run within a moment, because fights are played in
//! short pieces (see [`Pace`](crate::batch::Pace)). The first picture is played on separate threads, so it
//! never waits for another run.

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

/// Number of fights for the first picture.
const FIRST: u64 = 1000;
/// Smallest number of fights for a picture.
const FEW: u64 = 20;
/// Time after which the first picture is sent, even with fewer fights.
const AT_ONCE: Duration = Duration::from_millis(110);
/// The steps after the first picture. They soon make the chosen matchup precise to one percentage point. The
/// other matchups follow, and in the end all of them are precise.
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
/// Number of steps at the beginning of [`STEPS`] that need only the chosen matchup.
const ALONE: usize = 2;
/// Number of fights after which every win rate is precise.
const LAST: u64 = 40_000;
/// Largest half-width of the interval of a win rate that counts as precise.
const PRECISE: f64 = 0.005;
/// Longest time between two pictures.
const PAUSE: Duration = Duration::from_millis(500);
/// Maximum number of matchups of a scenario that is compiled as a whole before the first picture.
const SMALL: usize = 6;
/// Maximum number of matchups of a scenario that is played as a whole. Of a larger scenario, only the chosen
/// matchup is played.
pub(super) const MOST_MATCHUPS: usize = 1000;

/// A step of a run, with a number of fights for each matchup, counted over all seats (orders of the sides).
/// The step plays only the fights that are missing to this number.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// Plays fights of the chosen matchup.
    Chosen(u64),
    /// Plays pairs of fights for the difference from the draft for comparison ([`Request::base`]).
    Pairs(u64),
    /// Plays fights of all other matchups.
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
    /// The draft for comparison, such as the draft before the last change. `None` for no comparison.
    #[serde(default)]
    base: Option<Draft>,
    /// Index of the chosen matchup.
    #[serde(default)]
    matchup: usize,
    /// Number of fights in each seat (order of the sides). The run ends when they are played. `None` for all
    /// steps.
    #[serde(default)]
    most: Option<u64>,
}

/// Plays a draft until everything is precise, or until the run is stopped.
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
    // No final event is sent if the run was stopped.
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
    /// The results of the draft for comparison. They are looked up when they are first needed.
    earlier: OnceCell<Option<Arc<Files>>>,
}

/// The results of a run at one point.
struct Results {
    /// Whether `loaded` has all matchups that the run is going to play.
    is_whole: bool,
    loaded: Vec<Loaded>,
    done: Vec<Done>,
}

impl Player<'_> {
    /// Plays all steps. Returns `None` if the run was stopped or the scenario has faults.
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
        // Compiling all matchups of a larger scenario would delay the first picture. The chosen matchup is
        // therefore compiled and played alone first.
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

    /// Returns the chosen matchup of the draft for comparison, and empty sums. Returns `None` if there is no
    /// such draft or matchup.
    fn paired(&self, results: &Results, place: (usize, usize)) -> Option<(Match, Sums)> {
        let base = self.ask.base.as_ref()?;
        Some((self.before(base, results, place)?, Sums::default()))
    }

    /// Sends all faults of the draft to the page. Always returns `None`.
    fn faults(&self) -> Option<()> {
        self.loaded()?;
        None
    }

    fn told(&self, faults: &crate::scenario::Faults) -> Option<()> {
        let told = faults::faults(self.served, &self.ask.draft, faults);
        self.outlet.send("faults", &told)?;
        None
    }

    /// Plays the first picture and sends it. `at` is the index of the chosen matchup in `results`, and
    /// `shown` is its index on the page.
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
        // The figures are sent without the charts first, because drawing the charts takes longer.
        self.push(results, &[at], (at, shown), false)?;
        self.push(results, &[at], (at, shown), true)
    }

    /// Returns the maximum number of fights of a matchup in each seat.
    fn most(&self, results: &Results) -> u64 {
        let asked = self.ask.most.unwrap_or(u64::MAX);
        asked.min(LAST / results.seats())
    }

    /// Plays `steps`. `at` is the index of the chosen matchup in `results`, and `shown` is its index on the
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

    /// Plays the chosen matchup until each seat has `end` fights or its win rates are precise, and sends
    /// pictures.
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

    /// Plays pairs of fights until each seat has `end` pairs, and sends the difference.
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

    /// Plays the other matchups until each seat has `stage` fights, a few matchups at a time.
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
            // A report on many matchups takes long to make. It is therefore made less often than the figures
            // are sent.
            let whole = rest.is_empty() || drawn.elapsed() > PAUSE * 4;
            if whole {
                drawn = Instant::now();
            }
            self.push(results, now, (at, shown), whole)?;
        }
        Some(())
    }

    /// Sends the results of the matchups whose indices are in `changed`. With `draws`, sends the charts too.
    /// `at` is the index of the chosen matchup in `results`, and `shown` is its index on the page.
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
            // An earlier run of this draft may have results of all matchups. Results of the chosen matchup
            // alone do not replace them.
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

    /// Returns the results of the draft for comparison. Returns `None` if there is no such draft or the cache
    /// does not have its results any more.
    fn results_before(&self) -> Option<Arc<Files>> {
        let base = self.ask.base.as_ref()?;
        let (scenario, _) = self.desk.served(base).ok()?.survey(base);
        self.desk.kept.find(&StateKey::of(&scenario?, base.words()))
    }

    /// Compiles the matchup of the draft `base` that has the same values on the axes as the chosen matchup.
    /// Returns `None` if there is no such matchup, or if `base` is the same draft.
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

    /// Returns the number of seats (orders of the sides) that each matchup is played in.
    fn seats(&self) -> u64 {
        let first = self.loaded[0].matches.first();
        first.map_or(1, |found| found.seats.len() as u64)
    }

    /// Plays the matchups whose indices are in `places`, until each seat has `fights` fights. Returns `None`
    /// if `stop` became true.
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

/// The speed of playing, measured at the last piece of work.
#[derive(Debug, Default)]
struct Rate {
    fights: u64,
    time: Duration,
}

impl Rate {
    /// Returns how many fights, over all seats, can be played in about the time `time`. Returns [`FIRST`] if
    /// the speed has not been measured yet.
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

    /// Calls `play`, which plays the matchups `places` until each seat has `end` fights. Records the number
    /// of these fights and the time that they take.
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
