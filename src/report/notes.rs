//! What a designer should know beside the figures: fights that did not end, the worth of a seat, and lines of a
//! policy that never came into play.

use indexmap::IndexMap;

use super::ranking::{FIRST, average};
use super::{Played, form};
use crate::fight::{CombatantId, LineId};
use crate::tally::Interval;

/// Most policy lines that are named.
const NAMED: usize = 5;

/// The notes on these matchups.
pub(super) fn notes(played: &[&Played]) -> Vec<String> {
    let mut notes = Vec::new();
    notes.extend(share_of(played, "ended in a draw", |p| p.tally.draws()));
    notes.extend(share_of(played, "were left undecided", |p| {
        p.tally.undecided()
    }));
    notes.extend(seat_note(played));
    notes.extend(unused_lines(played));
    notes
}

/// `1.2 % ± 0.1 of all fights …`, if any did.
fn share_of(played: &[&Played], what: &str, count: fn(&Played) -> u64) -> Option<String> {
    let (count, fights) = played.iter().fold((0, 0), |(some, all), played| {
        (some + count(played), all + played.tally.fights())
    });
    (count > 0).then(|| {
        let share = form::percent(Interval::wilson(count, fights));
        format!("{share} of all fights {what}")
    })
}

/// What being listed first is worth to the first side, over all matchups of a scenario played in both seats.
fn seat_note(played: &[&Played]) -> Option<String> {
    if played.iter().any(|p| p.scenario != played[0].scenario) {
        return None;
    }
    let first = |played: &&Played| played.cast.sides.get(FIRST.index()).cloned();
    let effects: Vec<_> = played
        .iter()
        .filter_map(|played| played.seat_effect(&first(played)?))
        .collect();
    let effect = form::percent(average(&effects));
    let side = played.iter().find_map(first)?;
    (!effects.is_empty())
        .then(|| format!("seat: being listed first rather than last is worth {effect} to {side}"))
}

/// The lines written for the scenario that no fighter ever used in any of these matchups. What the book lends has
/// lines for every fighter, and many that this one has no use for.
fn unused_lines(played: &[&Played]) -> Vec<String> {
    let mut uses: IndexMap<(&str, &str, usize, &str), u64> = IndexMap::new();
    for played in played.iter().filter(|played| played.tally.fights() > 0) {
        for (i, combatant) in played.cast.combatants.iter().enumerate() {
            let playbook = &combatant.playbook;
            let written = playbook.lines.iter().enumerate();
            for (place, line) in written.filter(|(_, line)| !line.lent) {
                let list = &playbook.lists[line.list.index()];
                *uses
                    .entry((&playbook.name, list, place, &line.text))
                    .or_default() += played.tally.used(CombatantId::at(i), LineId::at(place));
            }
        }
    }
    uses.retain(|_, uses| *uses == 0);
    let mut notes: Vec<String> = uses
        .keys()
        .take(NAMED)
        .map(|(policy, list, _, text)| format!("never used: {policy}, {list}: {text}"))
        .collect();
    if uses.len() > NAMED {
        notes.push(format!("{} more in policies.csv", uses.len() - NAMED));
    }
    notes
}
