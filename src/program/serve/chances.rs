//! The chance of each side at the moments of the fight that is watched: fresh fights from there, more and more of them.
//!
//! Every picture has the same number of fights from each of its moments, and is that of `explain --chances` for this
//! number. A new fight, a change of the scenario or a closed page ends the run.

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

/// The most moments of each picture, and the fights from each of them. A slow fight soon has a rough curve.
const STEPS: [(usize, u64); 5] = [
    (16, 50),
    (MOST, 50),
    (MOST, 250),
    (MOST, 1000),
    (MOST, 2000),
];
/// The fights of the last picture that does not wait for the answer of the page to become precise.
const AT_ONCE: u64 = 250;
/// How often it is checked whether the wait is over.
const TICK: Duration = Duration::from_millis(20);
/// The most moments of a fight that are played on from; of more, evenly spaced ones.
const MOST: usize = 240;

/// A request.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    pub(super) tab: String,
    /// The number of the request among those of its tab.
    #[serde(default)]
    pub(super) turn: u64,
    draft: Draft,
    #[serde(default)]
    matchup: usize,
    /// Whether the sides are in reverse order.
    #[serde(default)]
    swapped: bool,
    /// The number of the fight.
    fight: u64,
    /// The number of fresh fights after which it ends.
    #[serde(default)]
    most: Option<u64>,
}

/// Plays on from the moments of a fight, and sends the chance to win at each moment.
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

/// Sends a picture for each step. `None` if it was stopped.
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

/// The chances at each moment, and their chart.
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
        // Allied sides win the same fights: the chances of these sides have no fight in common.
        "apart": cast.each_alliance().map(SideId::index).collect::<Vec<_>>(),
        "rows": rows,
        "chart": html::chances(sides, &points),
    })
}
