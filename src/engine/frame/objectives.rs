//! Checks the objectives of a matchup, and turns the names in them into numbers of fighters and fates.

use super::draft::own_cap;
use super::lineup::Lineup;
use crate::fight::{
    EventId, EventKind, EventSpec, FighterSet, Goal, LAST, Objective, SideId, Spot,
};
use crate::scenario::objectives::{Condition, FLED};
use crate::scenario::{Fault, Faults, Matchup, Node, Side};

/// Reports fates that the book does not have, and rounds that no fight reaches.
pub(super) fn check(matchup: &Matchup, events: &'static [EventSpec], faults: &Faults) {
    let code = "scenario::objective";
    let fates = || events.iter().filter(|event| event.kind == EventKind::Fate);
    let cap = own_cap(matchup, faults);
    for objective in matchup.sides.iter().flat_map(|side| &side.wins) {
        match &objective.goal {
            Condition::Hold(round, span, _) => {
                if let Some(cap) = cap.filter(|cap| i64::from(*round) > *cap) {
                    let message = format!("no fight lasts until the end of round {round}");
                    let label = format!("the round cap is {cap}");
                    let fault = Fault::at("scenario::range", *span, message, label);
                    faults.push(fault.help("raise `round_cap` in `[run]`, or lower this number"));
                }
            }
            // The place is not checked here, because only the book can read it.
            Condition::Reach(_) => {}
            Condition::Out(names) => {
                for (name, span) in names {
                    if !fates().any(|fate| fate.name == name) {
                        let known = fates().map(|fate| fate.name);
                        faults.unknown(code, "fate", name, *span, known, "in this book");
                    }
                }
            }
        }
    }
}

/// Adds the objectives of these sides to a lineup. If there are any, each alliance also gets an objective
/// [`Goal::Last`], which counts its wins as the last one standing. This objective belongs to the first side
/// of the alliance. `spot` reads a place, which must have no faults.
pub(super) fn set(
    lineup: &mut Lineup,
    sides: &[Side],
    events: &'static [EventSpec],
    spot: impl Fn(&Node) -> Option<Spot>,
) {
    let fate = |name: &str| {
        events
            .iter()
            .position(|event| event.name == name)
            .map(EventId::at)
    };
    for (at, side) in sides.iter().enumerate() {
        for objective in &side.wins {
            let names: Vec<&str> = objective
                .who
                .iter()
                .map(|(name, _)| name.as_str())
                .collect();
            let own = lineup.sides[at];
            let own = if names.is_empty() {
                own
            } else {
                lineup.named(&names).and(own)
            };
            let (who, goal) = match &objective.goal {
                Condition::Hold(round, _, place) => {
                    lineup.last_round = Some(*round);
                    let place = place.as_ref();
                    let spot = place.map(|place| spot(place).expect("a place without faults"));
                    (own, Goal::Standing(*round, spot))
                }
                Condition::Reach(place) => {
                    let spot = spot(place).expect("a place without faults");
                    (own, Goal::At(spot))
                }
                Condition::Out(fates) if fates.is_empty() => {
                    (lineup.named(&names), Goal::OutBut(fate(FLED)))
                }
                Condition::Out(fates) => {
                    let fates = fates.iter().filter_map(|(name, _)| fate(name)).collect();
                    (lineup.named(&names), Goal::Fate(fates))
                }
            };
            debug_assert!(who != FighterSet::NONE, "names are checked");
            match &goal {
                Goal::At(_) | Goal::Standing(_, Some(_)) => {
                    lineup.reaching = FighterSet(lineup.reaching.0 | who.0);
                }
                Goal::Fate(fates) if fate(FLED).is_some_and(|fled| fates.contains(&fled)) => {
                    let allies = lineup.alliances[sides[at].alliance];
                    lineup.leaving = FighterSet(lineup.leaving.0 | who.and(allies).0);
                }
                _ => {}
            }
            lineup.objectives.push(Objective {
                side: SideId::at(at),
                name: objective.name.clone(),
                who,
                least: objective.least,
                goal,
            });
        }
    }
    if !lineup.objectives.is_empty() {
        let last = |at: usize| Objective {
            side: SideId::at(at),
            name: LAST.to_owned(),
            who: FighterSet::NONE,
            least: 0,
            goal: Goal::Last,
        };
        let alliances = (0..sides.len()).filter(|&at| sides[at].alliance == at);
        lineup.objectives.extend(alliances.map(last));
    }
}
