//! Progress bars on the terminal. While fights are played, a bar shows the speed, the remaining time and the
//! width of the widest interval. While exact odds are computed, it shows the number of states and the share
//! of fights that is still unresolved.

use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::output::{Notes, grouped, whole};
use crate::batch::{RunProgress, Watch};
use crate::{exact, gate, tune};

/// Minimum time between two updates of the bar.
const PAUSE: Duration = Duration::from_millis(100);

const TEMPLATE: &str =
    "{wide_bar} {percent:>3} %  {human_pos} fights  {pace} a second  {eta} left  {msg}";

/// The progress bar for fights. It draws nothing if standard error is no terminal.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
    looked: Mutex<Instant>,
}

impl Progress {
    pub(super) fn new(fights: u64, notes: Notes) -> Self {
        let target = target(notes);
        let style = ProgressStyle::with_template(TEMPLATE)
            .expect("the template is a literal")
            .with_key("pace", |state: &ProgressState, text: &mut dyn Write| {
                // The method that draws the bar cannot return an error, so an error is ignored.
                let _ = text.write_str(&whole(state.per_sec()));
            })
            .progress_chars("=> ");
        Self {
            bar: ProgressBar::with_draw_target(Some(fights), target).with_style(style),
            looked: Mutex::new(Instant::now()),
        }
    }

    /// Advances the bar by `fights` fights.
    pub(super) fn counted(&self, fights: u64) {
        self.bar.inc(fights);
    }

    /// Removes the progress bar from the terminal.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Watch for Progress {
    fn progressed(&self, standing: &RunProgress) {
        if self.bar.is_hidden() {
            return;
        }
        // If another thread is updating the bar, this one need not.
        if let Ok(mut looked) = self.looked.try_lock()
            && looked.elapsed() >= PAUSE
        {
            *looked = Instant::now();
            self.bar.set_length(standing.of());
            self.bar.set_position(standing.fights());
            self.bar
                .set_message(format!("widest ± {:.2} %", 100.0 * standing.widest()));
        }
    }
}

impl gate::Watch for Progress {
    fn counted(&self, fights: u64) {
        self.bar.inc(fights);
    }
}

/// The progress bar of `solve`. It also makes the solver stop when the user has pressed Ctrl-C.
#[derive(Debug)]
pub(super) struct Solving<'s> {
    bar: ProgressBar,
    looked: Mutex<Instant>,
    stop: &'s AtomicBool,
}

impl<'s> Solving<'s> {
    pub(super) fn new(matchups: usize, stop: &'s AtomicBool, notes: Notes) -> Self {
        let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} solved  {msg}")
            .expect("the template is a literal")
            .progress_chars("=> ");
        let target = target(notes);
        Self {
            bar: ProgressBar::with_draw_target(Some(matchups as u64), target).with_style(style),
            looked: Mutex::new(Instant::now()),
            stop,
        }
    }

    /// Advances the bar by one solved matchup.
    pub(super) fn solved(&self) {
        self.bar.inc(1);
    }

    /// Removes the progress bar from the terminal.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl exact::Watch for Solving<'_> {
    fn progressed(&self, alive: usize, left: f64) {
        if self.bar.is_hidden() {
            return;
        }
        if let Ok(mut looked) = self.looked.try_lock()
            && looked.elapsed() >= PAUSE
        {
            *looked = Instant::now();
            let alive = grouped(alive as u64);
            self.bar
                .set_message(format!("{alive} states, {:.6} % unresolved", 100.0 * left));
        }
    }

    fn stops(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The progress line of a search, whose total number of fights is not known beforehand.
#[derive(Debug)]
pub(super) struct Searching {
    bar: ProgressBar,
}

impl Searching {
    pub(super) fn new(notes: Notes) -> Self {
        let style = ProgressStyle::with_template("{spinner} {human_pos} fights  {elapsed}  {msg}")
            .expect("the template is a literal");
        Self {
            bar: ProgressBar::with_draw_target(None, target(notes)).with_style(style),
        }
    }

    /// Removes the progress line from the terminal.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl tune::Watch for Searching {
    fn counted(&self, fights: u64) {
        self.bar.inc(fights);
    }

    fn stage(&self, what: &str) {
        self.bar.set_message(what.to_owned());
    }
}

fn target(notes: Notes) -> ProgressDrawTarget {
    if notes.animated() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    }
}
