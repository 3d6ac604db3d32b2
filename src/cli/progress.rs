//! A bar on the terminal while fights are played: how fast, how long still, how sure already.

use std::fmt::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::output::{Notes, whole};
use crate::batch::{Standing, Watch};

/// Time between two looks at the intervals.
const PAUSE: Duration = Duration::from_millis(100);

const TEMPLATE: &str =
    "{wide_bar} {percent:>3} %  {human_pos} fights  {pace} a second  {eta} left  {msg}";

/// The bar; draws nothing where nobody looks.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
    looked: Mutex<Instant>,
}

impl Progress {
    pub(super) fn new(fights: u64, notes: Notes) -> Self {
        let target = if notes.animated() {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let style = ProgressStyle::with_template(TEMPLATE)
            .expect("the template is a literal")
            .with_key("pace", |state: &ProgressState, text: &mut dyn Write| {
                // The trait leaves no way to fail.
                let _ = text.write_str(&whole(state.per_sec()));
            })
            .progress_chars("=> ");
        Self {
            bar: ProgressBar::with_draw_target(Some(fights), target).with_style(style),
            looked: Mutex::new(Instant::now()),
        }
    }

    /// Takes the bar off the screen.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Watch for Progress {
    fn progressed(&self, standing: &Standing) {
        if self.bar.is_hidden() {
            return;
        }
        // Whoever finds somebody else looking has nothing to add.
        if let Ok(mut looked) = self.looked.try_lock()
            && looked.elapsed() >= PAUSE
        {
            *looked = Instant::now();
            self.bar.set_position(standing.fights());
            self.bar
                .set_message(format!("widest ± {:.2} %", 100.0 * standing.widest()));
        }
    }
}
