//! Tells one fight, blow by blow, as `explain` does. The request gives the number of the fight, or the kind
//! of fight to search for.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::desk::{Desk, Draft};
use crate::bout::Bout;
use crate::fight::{Ending, Stream};
use crate::frame::Match;
use crate::rules;
use crate::scenario::{Scenario, Seats};
use crate::session::events::{Title, events};
use crate::session::search::{self, NotFound, Seek};
use crate::session::tell::ending;
use crate::session::words::{grouped, quoted};

/// Number of fights among which a fight of the requested kind is searched.
const AMONG: u64 = 2000;
/// Maximum number of fights whose winners' health is compared.
const CLOSE: usize = 200;
/// Maximum number of sentences that are told of a fight.
const MOST_LINES: usize = 20_000;

/// A request to tell a fight.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    draft: Draft,
    #[serde(default)]
    matchup: usize,
    /// Whether the sides fight in reverse order, that is in the second seat.
    #[serde(default)]
    swapped: bool,
    pick: FightChoice,
}

/// Which fight to tell: its number, or the kind of fight to search for.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum FightChoice {
    Number(u64),
    /// A kind of fight: one that `explain --where` knows, or `closest`.
    Kind(String),
}

/// A compiled matchup of a draft (an edited version of a scenario).
#[derive(Debug)]
pub(super) struct CompiledMatchup {
    scenario: Scenario,
    matchup: Match,
    seat: usize,
}

impl CompiledMatchup {
    /// Compiles the matchup with this index. If the draft has fewer matchups, compiles the last one. If the
    /// scenario is played in both seats, `swapped` chooses the second one.
    pub(super) fn new(
        desk: &Desk,
        draft: &Draft,
        (matchup, swapped): (usize, bool),
    ) -> Result<Self, String> {
        let (scenario, faults) = desk.served(draft)?.survey(draft);
        let scenario = scenario
            .filter(|_| faults.is_empty())
            .ok_or("the scenario has faults")?;
        let at = matchup.min(scenario.len().saturating_sub(1));
        Ok(Self {
            matchup: rules::compile_one(&scenario, at)?,
            seat: usize::from(swapped && scenario.run.seats == Seats::Both),
            scenario,
        })
    }

    pub(super) fn bout(&self) -> &dyn Bout {
        self.matchup.seats[self.seat].as_ref()
    }

    /// Returns the stream of dice for the fights of the matchup.
    pub(super) fn stream(&self) -> Stream {
        Stream::new(self.scenario.run.seed, self.bout().label())
    }
}

/// Plays the requested fight and returns its transcript as JSON.
pub(super) fn fight(desk: &Desk, ask: &Request, stop: &AtomicBool) -> Result<Json, String> {
    let served = desk.served(&ask.draft)?;
    let found = CompiledMatchup::new(desk, &ask.draft, (ask.matchup, ask.swapped))?;
    let (bout, stream) = (found.bout(), found.stream());
    let (number, remark) = match &ask.pick {
        FightChoice::Number(number) => (*number, None),
        FightChoice::Kind(kind) if kind == "closest" => {
            desk.long.install(|| closest(bout, &stream, stop))?
        }
        FightChoice::Kind(kind) => {
            let seek: Seek = search::seek(kind)?;
            let found = desk
                .long
                .install(|| search::search(bout, &stream, (&seek, AMONG), stop));
            let found = found.map_err(|error| match error {
                NotFound::NoSide(text) | NotFound::NoFight(text) => text,
            })?;
            (found.number, found.remark)
        }
    };
    let mut story = bout.tell(&stream, number);
    story.lines.truncate(MOST_LINES);
    let mut words: Vec<String> = ["skirmish", "explain"].map(str::to_owned).into();
    words.push(served.path.display().to_string());
    words.extend(["--fight".to_owned(), number.to_string()]);
    words.extend(["--matchup".to_owned(), found.matchup.name.clone()]);
    if found.seat == 1 {
        words.extend(["--seat", "2"].map(str::to_owned));
    }
    for one in ask.draft.words() {
        words.extend(["--set".to_owned(), one]);
    }
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    let title = Title {
        scenario: &found.scenario.name,
        matchup: &found.matchup.name,
        swapped: found.seat == 1,
        fight: number,
        seed: found.scenario.run.seed,
    };
    Ok(json!({
        "events": events(&title, bout.cast(), &story, None),
        "ending": ending(bout.cast(), &story.outcome, true),
        "remark": remark,
        "command": words.join(" "),
        "seats": found.matchup.seats.len(),
    }))
}

/// Finds the fight that the losers came nearest to winning. First, the fights are found whose winners have
/// the fewest fighters left. Among these, the fight whose winners have the least health left is chosen. If
/// several have the same health, the longest of them is chosen. In books without health, all have the same.
fn closest(
    bout: &dyn Bout,
    stream: &Stream,
    stop: &AtomicBool,
) -> Result<(u64, Option<String>), String> {
    let stopped = || stop.load(Ordering::Relaxed);
    let mut won: Vec<(usize, Reverse<u32>, u64)> = (0..AMONG)
        .into_par_iter()
        .filter(|_| !stopped())
        .filter_map(|n| {
            let outcome = bout.outcome(stream, n);
            let is_won = matches!(outcome.ending, Ending::Won(_));
            is_won.then(|| (outcome.standing.iter().count(), Reverse(outcome.rounds), n))
        })
        .collect();
    won.sort_unstable();
    let least = won.first().ok_or("no fight is won")?.0;
    won.retain(|one| one.0 == least);
    let health = |n: u64| -> u32 {
        let story = bout.tell(stream, n);
        let Some(end) = story.moments.last() else {
            return 0;
        };
        let left = story.outcome.standing.iter();
        left.map(|who| end.health[who.index()]).sum()
    };
    let found = won
        .iter()
        .take(CLOSE)
        .take_while(|_| !stopped())
        .min_by_key(|one| (health(one.2), one.1, one.2));
    let &(_, _, number) = found.ok_or("no fight is won")?;
    if stopped() {
        return Err("cancelled".to_owned());
    }
    let remark = format!(
        "of the first {} fights, the one whose winners have the least health left",
        grouped(AMONG)
    );
    Ok((number, Some(remark)))
}
