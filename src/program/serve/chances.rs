//! The chance of each side to win, at many moments of the fight that the page shows. From each moment, the
//! fight is played on with new dice many times. These continuations are called fresh fights.
//!
//! The results are sent to the page several times, each time with more fresh fights. They equal the results
//! of `explain --chances` with the same number. The run ends when the page asks for another fight, changes
//! the scenario, or is closed.

use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use axum::response::sse::Event;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use tokio::sync::mpsc::Sender;

use super::desk::{Desk, Draft, Job};
use super::fight::CompiledMatchup;
use super::play::Outlet;
use crate::fight::{Cast, SideId};
use crate::report::html;
use crate::session::chances::{Chances, spread};
use crate::session::events::shares;
use crate::tally::Interval;

/// The steps of a run, in order. Results are sent after each step. A step has a maximum number of moments,
/// and the number of fresh fights from each moment. The first step has few moments, so that even a slow fight
/// soon has a rough curve.
const STEPS: [(usize, u64); 5] = [
    (16, 50),
    (MOST, 50),
    (MOST, 250),
    (MOST, 1000),
    (MOST, 2000),
];
/// Steps with at most this number of fresh fights are played at once. Other steps wait until the win rates on
/// the page are precise.
const AT_ONCE: u64 = 250;
/// Time between two checks whether the win rates on the page are precise.
const TICK: Duration = Duration::from_millis(20);
/// Maximum number of moments of a fight that are starting points of fresh fights. If the fight has more
/// moments, evenly spaced ones are used.
const MOST: usize = 240;

/// A request for the chances of a fight.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    pub(super) tab: String,
    /// Number of the request within its browser tab. Later requests have higher numbers.
    #[serde(default)]
    pub(super) turn: u64,
    draft: Draft,
    #[serde(default)]
    matchup: usize,
    /// Whether the sides fight in reverse order, that is in the second seat.
    #[serde(default)]
    swapped: bool,
    /// Number of the fight.
    fight: u64,
    /// Number of fresh fights from each moment. The run ends when they are played. `None` for all steps.
    #[serde(default)]
    most: Option<u64>,
}

/// Plays fresh fights from the moments of a fight, and sends the chances of all sides at each moment to the
/// page.
pub(super) fn chances(desk: &Desk, job: &Job, ask: &Request, out: &Sender<Event>) {
    let outlet = Outlet {
        out,
        stop: &job.stop,
    };
    match CompiledMatchup::new(desk, &ask.draft, (ask.matchup, ask.swapped)) {
        Ok(found) => {
            if play(desk, job, ask, &found, &outlet).is_some() {
                outlet.send("done", &json!({}));
            }
        }
        Err(text) => {
            outlet.send("failed", &json!({ "message": text }));
        }
    }
}

/// Plays all steps and sends the chances after each of them. Returns `None` if the run was stopped.
fn play(
    desk: &Desk,
    job: &Job,
    ask: &Request,
    found: &CompiledMatchup,
    outlet: &Outlet<'_>,
) -> Option<()> {
    let bout = found.bout();
    let (cast, stream) = (bout.cast(), found.stream());
    let chances = |most: usize| {
        let onward = bout.onward(&stream, ask.fight);
        let moments = spread(onward.story(), most);
        Chances::new(onward, cast.sides.len(), moments)
    };
    let mut known: Option<(usize, Chances<'_>)> = None;
    for (moments, fights) in STEPS {
        while fights > AT_ONCE && desk.is_running(&ask.tab) && !job.stop.load(Ordering::Relaxed) {
            thread::sleep(TICK);
        }
        if job.stop.load(Ordering::Relaxed) {
            return None;
        }
        let fights = ask.most.map_or(fights, |most| fights.min(most));
        let (_, own) = match &mut known {
            Some(known) if known.0 == moments => known,
            known => known.insert((moments, chances(moments))),
        };
        desk.long.install(|| own.play(fights, &job.stop))?;
        outlet.send("chances", &picture(cast, own))?;
        if ask.most.is_some_and(|most| most <= fights) && moments == MOST {
            break;
        }
    }
    Some(())
}

/// Returns the chances at each moment, and a chart of them.
fn picture(cast: &Cast, chances: &Chances<'_>) -> Json {
    let sides = &cast.sides;
    let story = chances.story();
    let points: Vec<(usize, Vec<Interval>)> = chances
        .iter()
        .map(|(moment, found)| (story.moments[moment].lines, found))
        .collect();
    let rows: Vec<Json> = points
        .iter()
        .map(|(lines, found)| json!({ "lines": lines, "chances": shares(sides, found) }))
        .collect();
    json!({
        "fights": chances.fights(),
        // The sides of an alliance win the same fights. For the chart, the page needs one side of each
        // alliance.
        "apart": cast.each_alliance().map(SideId::index).collect::<Vec<_>>(),
        "rows": rows,
        "chart": html::chances(sides, &points),
    })
}
