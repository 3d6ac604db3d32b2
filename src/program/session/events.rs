//! Converts a fight into JSON events, one object for each, for programs and for the local page.
//!
//! The first event describes the fight and its fighters, and the last one describes its end. Between them are
//! the sentences with their clauses and with the policy lines that led to them, attacks with their results,
//! fighters who go down or leave, and the health of all fighters after each step. The schema is in
//! `schemas/fight-event.json`.

use serde_json::{Map, Value as Json, json};

use super::chances::Chances;
use super::tell::number_in_list;
use crate::bout::{Happened, Moment, Story, StoryEvent, StoryLine};
use crate::fight::{Blow, Cast, Ending, FighterId, FighterSet, LineId};
use crate::tally::Interval;

/// The data that identify the fight that is told.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Title<'a> {
    pub(crate) scenario: &'a str,
    pub(crate) matchup: &'a str,
    /// Whether the sides fight in reverse order, that is in the second seat.
    pub(crate) swapped: bool,
    /// Number of the fight.
    pub(crate) fight: u64,
    pub(crate) seed: u64,
}

/// Returns the events of a fight. With `chances`, they include the chance of each side at every moment from
/// which fresh fights (with new dice) were played.
pub(crate) fn events(
    title: &Title<'_>,
    cast: &Cast,
    story: &Story,
    chances: Option<&Chances<'_>>,
) -> Vec<Json> {
    let mut all = vec![fight(title, cast)];
    let mut events = story.events.iter().peekable();
    let mut moments = story.moments.iter().enumerate().peekable();
    let mut round = 0;
    for told in 0..=story.lines.len() {
        // Each of these events happened after `told` sentences, so it comes before the next sentence.
        while let Some(found) = events.next_if(|event| event.lines == told) {
            round = begun(found.round, round, &mut all);
            all.push(event(cast, found));
        }
        while let Some((at, moment)) = moments.next_if(|(_, moment)| moment.lines == told) {
            let mut state = state(cast, round, moment);
            if let Some(found) = chances.and_then(|chances| chances.at(at)) {
                state["chances"] = shares(&cast.sides, &found);
            }
            all.push(state);
        }
        if let Some(line) = story.lines.get(told) {
            round = begun(line.round, round, &mut all);
            all.push(sentence(cast, line));
        }
    }
    all.push(end(cast, story));
    all
}

fn fight(title: &Title<'_>, cast: &Cast) -> Json {
    let fighters: Vec<Json> = (cast.everybody().iter())
        .map(|who| {
            let combatant = cast.combatant(who);
            json!({
                "name": cast.name(who),
                "combatant": combatant.name,
                "side": cast.sides[combatant.side.index()],
                "health": Some(combatant.health).filter(|&health| health > 0),
            })
        })
        .collect();
    json!({
        "event": "fight",
        "format": "skirmish-fight/1",
        "scenario": title.scenario,
        "matchup": title.matchup,
        "swapped": title.swapped,
        "fight": title.fight,
        "seed": title.seed,
        "sides": cast.sides,
        "fighters": fighters,
    })
}

/// Adds an event for the beginning of `round` if it is not `before`, the round of the last event. Between two fights of a
/// day, the round is 0, which has no event. Returns `round`.
fn begun(round: u32, before: u32, all: &mut Vec<Json>) -> u32 {
    if round != before && round > 0 {
        all.push(json!({ "event": "round", "round": round }));
    }
    round
}

fn sentence(cast: &Cast, line: &StoryLine) -> Json {
    let mut decided: Vec<Json> = Vec::new();
    for &(who, taken) in &line.decided {
        let decision = decision(cast, who, taken);
        // A choice that rolls several dice has its policy line several times in a row.
        if decided.last() != Some(&decision) {
            decided.push(decision);
        }
    }
    json!({
        "event": "sentence",
        "round": line.round,
        "clause": line.clause,
        "text": line.text,
        "decided": decided,
    })
}

fn decision(cast: &Cast, who: FighterId, taken: LineId) -> Json {
    let playbook = &cast.combatant(who).playbook;
    let line = &playbook.lines[taken.index()];
    json!({
        "fighter": cast.name(who),
        "policy": playbook.name,
        "list": playbook.lists[line.list.index()],
        "number": number_in_list(playbook, taken),
        "line": line.text,
    })
}

fn event(cast: &Cast, event: &StoryEvent) -> Json {
    let round = event.round;
    let departed = |what: &str, who: FighterId| json!({ "event": what, "round": round, "fighter": cast.name(who) });
    match event.what {
        Happened::Attacked {
            attacker,
            target,
            weapon,
            blow,
        } => {
            let weapon = &cast.combatant(attacker).weapons[weapon.index()].name;
            let (outcome, numbers) = match blow {
                Blow::Missed => ("missed", [None; 3]),
                Blow::Evaded => ("evaded", [None; 3]),
                Blow::Landed {
                    rolled,
                    stopped,
                    dealt,
                } => ("landed", [rolled, stopped, dealt].map(Some)),
            };
            let [rolled, stopped, dealt] = numbers;
            json!({
                "event": "attack",
                "round": round,
                "attacker": cast.name(attacker),
                "target": cast.name(target),
                "weapon": weapon,
                "outcome": outcome,
                "rolled": rolled,
                "stopped": stopped,
                "dealt": dealt,
            })
        }
        Happened::Downed(who) => departed("down", who),
        Happened::Fled(who) => departed("fled", who),
        Happened::Back(who) => departed("back", who),
    }
}

fn state(cast: &Cast, round: u32, moment: &Moment) -> Json {
    let counts_health = cast.combatants.iter().any(|combatant| combatant.health > 0);
    let health = |who: FighterId| {
        let health = moment.health[who.index()];
        (cast.name(who), json!(health))
    };
    let all: Map<String, Json> = cast.everybody().iter().map(health).collect();
    json!({
        "event": "state",
        "round": round,
        "standing": names(cast, moment.standing),
        "health": counts_health.then_some(all),
    })
}

/// Returns the chance of each side to win, with its interval, as JSON.
pub(crate) fn shares(sides: &[String], chances: &[Interval]) -> Json {
    let one = |(side, chance): (&String, &Interval)| {
        json!({
            "side": side,
            "chance": chance.estimate,
            "chance_low": chance.low,
            "chance_high": chance.high,
        })
    };
    sides.iter().zip(chances).map(one).collect()
}

fn end(cast: &Cast, story: &Story) -> Json {
    let outcome = &story.outcome;
    let (ending, winner) = match outcome.ending {
        Ending::Won(side) => ("won", Some(cast.alliance(side))),
        Ending::Draw => ("draw", None),
        Ending::Undecided => ("undecided", None),
    };
    json!({
        "event": "end",
        "ending": ending,
        "winner": winner,
        "rounds": outcome.rounds,
        "standing": names(cast, outcome.standing),
    })
}

fn names(cast: &Cast, fighters: FighterSet) -> Vec<String> {
    fighters.iter().map(|who| cast.name(who)).collect()
}
