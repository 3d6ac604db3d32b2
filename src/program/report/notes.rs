//! Notes below the figures: unfinished fights, the effect of seats (the orders of the sides), and objectives,
//! policy lines and weapons that were never used.

use indexmap::IndexMap;

use super::ranking::{FIRST, average};
use super::tables::ways_to_win;
use super::{Played, form};
use crate::fight::{CombatantId, Goal, LineId};
use crate::tally::{Count, Method, Tally};

/// The largest number of policy lines that are named.
const NAMED: usize = 5;

/// If the probability of unknown results is at most this, something that was never counted is taken for
/// impossible.
pub(super) const LITTLE: f64 = 0.001;

/// Returns the notes on these matchups.
pub(super) fn notes<C: Count>(played: &[&Played<C>]) -> Vec<String> {
    let mut notes = Vec::new();
    notes.extend(share_of(played, ["ended in a draw"; 2], Tally::draws));
    let undecided = if played.iter().any(|played| may_stop(played)) {
        [
            "were stopped or left undecided",
            "was stopped or left undecided",
        ]
    } else {
        ["were left undecided", "was left undecided"]
    };
    notes.extend(share_of(played, undecided, Tally::undecided));
    notes.extend(stuck(played));
    notes.extend(bound(played));
    notes.extend(seat_note(played));
    if played.iter().all(|played| is_resolved(&played.tally)) {
        notes.extend(unmet_objectives(played));
        notes.extend(unused_lines(played));
        notes.extend(unused_weapons(played));
    }
    notes
}

/// A note gives a number such as `3 of 270,000 fights` and not a share if the number is below this constant
/// and the share below one in a thousand. Such a share would be too small to read.
pub(super) const FEW: u32 = 10;

/// Returns a sentence such as `1.2 % ± 0.1 of all fights …` or `3 of 270,000 fights …`. `count` returns the
/// number of the fights that the sentence is about. If that number is 0, the result is `None`. The sentence
/// ends with `what`, or with `one` if it is about a single fight.
fn share_of<C: Count>(
    played: &[&Played<C>],
    [what, one]: [&str; 2],
    count: fn(&Tally<C>) -> C,
) -> Option<String> {
    let sum = |count: fn(&Tally<C>) -> C| C::total(played.iter().map(|p| count(&p.tally)));
    let (part, rest, all) = (sum(count), sum(Tally::unresolved), sum(Tally::fights));
    let scale = played.first()?.tally.scale();
    (!part.is_nothing()).then(|| {
        if let (Some(few), Some(all)) = (part.fights(), all.fights())
            && few < u64::from(FEW)
            && all > 1000 * few
        {
            let what = if few == 1 { one } else { what };
            return format!("{few} of {} fights {what}", form::count(all));
        }
        let share = form::percent(C::METHOD, C::share(part, rest, all, scale));
        format!("{share} of all fights {what}")
    })
}

/// Returns whether a policy may end the day before its last stage.
fn may_stop<C: Count>(played: &Played<C>) -> bool {
    let day = played.cast.day.as_ref();
    day.is_some_and(|day| !day.planners.is_empty())
}

/// Returns a note that names the first matchup without any decided fight. In such a matchup, usually no
/// fighter can reach an enemy.
fn stuck<C: Count>(played: &[&Played<C>]) -> Option<String> {
    let is_stuck = |tally: &Tally<C>| {
        let undecided = tally.undecided();
        !undecided.is_nothing() && undecided.is_percent_of(100, tally.fights())
    };
    let mut stuck = played
        .iter()
        .filter(|played| !may_stop(played) && is_stuck(&played.tally));
    let (matchup, others) = (&stuck.next()?.matchup, stuck.count());
    let more = match others {
        0 => String::new(),
        others => format!(", nor of {others} other matchups"),
    };
    Some(format!(
        "no fight of `{matchup}` was decided{more}: `skirmish explain` shows why"
    ))
}

/// Returns a note on how precise the figures are, if they are exact odds.
fn bound<C: Count>(played: &[&Played<C>]) -> Option<String> {
    let most = |figure: fn(&Tally<C>) -> f64| {
        let figures = played.iter().map(|p| figure(&p.tally));
        figures.fold(0.0, f64::max)
    };
    (C::METHOD == Method::Exact).then(|| {
        format!(
            "unresolved: at most {}; rounding: at most {} of any figure",
            form::order(most(|tally| tally.unresolved().of_one())),
            form::order(most(Tally::error)),
        )
    })
}

/// Returns a note on how much being listed first changes the win rate of the first side. `None` if the
/// matchups are of several scenarios, if only one seat was played, or if too many results are unknown.
fn seat_note<C: Count>(played: &[&Played<C>]) -> Option<String> {
    if played.iter().any(|p| p.scenario != played[0].scenario) {
        return None;
    }
    // Unknown results could change the effect of seats.
    if !played.iter().all(|played| is_resolved(&played.tally)) {
        return None;
    }
    let first = |played: &&Played<C>| played.cast.sides.get(FIRST.index()).cloned();
    let effects: Vec<_> = played
        .iter()
        .filter_map(|played| played.seat_effect(&first(played)?))
        .collect();
    let effect = form::percent(C::METHOD, average(&effects));
    let side = played.iter().find_map(first)?;
    (!effects.is_empty())
        .then(|| format!("seat: being listed first rather than last is worth {effect} to {side}"))
}

/// Returns whether the probability of unknown results is so small that events that were never counted are
/// taken for impossible.
fn is_resolved<C: Count>(tally: &Tally<C>) -> bool {
    tally.unresolved().of_one() <= LITTLE
}

/// Returns the matchups that have fights.
fn fought<'p, C: Count>(played: &[&'p Played<C>]) -> impl Iterator<Item = &'p Played<C>> {
    let all = played.iter().copied();
    all.filter(|played| !played.tally.fights().is_nothing())
}

/// Returns a note for each objective that was not met in any fight of these matchups. An objective that may
/// have been met without a win by it is left out.
fn unmet_objectives<C: Count>(played: &[&Played<C>]) -> Vec<String> {
    let mut met: IndexMap<(String, &str), (C, bool)> = IndexMap::new();
    for played in fought(played) {
        let may_be_met_by_all = may_be_met_in_a_draw(played);
        let day = played.cast.day.as_ref();
        let people = day.and_then(|day| played.cast.sides.get(day.people.index()));
        for won in ways_to_win(played).into_iter().filter(|won| !won.is_last) {
            // The side that a day is about wins the day by an objective only in the last fight.
            let may_be_met = may_be_met_by_all || people == Some(&won.side);
            let (wins, in_doubt) = met.entry((won.side, won.objective)).or_default();
            wins.plus(won.wins);
            *in_doubt |= may_be_met;
        }
    }
    met.retain(|_, (wins, in_doubt)| wins.is_nothing() && !*in_doubt);
    met.keys()
        .map(|(side, objective)| format!("never met: {objective}, the objective of {side}"))
        .collect()
}

/// Returns whether sides that are not allied may have met objectives at the same time, in fights that were draws.
/// The counts do not say which objectives these were, and they lack draws after which a day continued.
fn may_be_met_in_a_draw<C: Count>(played: &Played<C>) -> bool {
    let cast = &played.cast;
    let written = cast.objectives.iter().filter(|one| one.goal != Goal::Last);
    let mut sides = written.map(|one| one.side);
    let first = sides.next();
    let are_foes =
        first.is_some_and(|first| sides.any(|side| !cast.alliances.are_allied(first, side)));
    are_foes && (cast.day.is_some() || !played.tally.draws().is_nothing())
}

/// Returns notes on the policy lines of the scenario that no fighter used in these matchups. The rulebook's
/// own policies are left out, since they have lines for every kind of fighter.
fn unused_lines<C: Count>(played: &[&Played<C>]) -> Vec<String> {
    let mut uses: IndexMap<(&str, &str, usize, &str), C> = IndexMap::new();
    for played in fought(played) {
        for (i, combatant) in played.cast.combatants.iter().enumerate() {
            let playbook = &combatant.playbook;
            let written = playbook.lines.iter().enumerate();
            for (place, line) in written.filter(|(_, line)| !line.lent) {
                let list = &playbook.lists[line.list.index()];
                uses.entry((&playbook.name, list, place, &line.text))
                    .or_default()
                    .plus(played.tally.used(CombatantId::at(i), LineId::at(place)));
            }
        }
    }
    uses.retain(|_, uses| uses.is_nothing());
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

/// Returns notes on the items that fighters carry as weapons but did not attack with in any of these
/// matchups. Stat blocks with the same name are counted together.
fn unused_weapons<C: Count>(played: &[&Played<C>]) -> Vec<String> {
    let mut attacks: IndexMap<(&str, &str), C> = IndexMap::new();
    for played in fought(played) {
        for (i, combatant) in played.cast.combatants.iter().enumerate() {
            for item in &combatant.carries {
                let weapons = item.weapons.iter();
                let made =
                    weapons.map(|&weapon| played.tally.attacks_with(CombatantId::at(i), weapon));
                let sum = attacks.entry((&combatant.name, &item.name)).or_default();
                sum.plus(C::total(made));
            }
        }
    }
    let mut unused: IndexMap<&str, Vec<&str>> = IndexMap::new();
    for ((combatant, item), _) in attacks.iter().filter(|(_, made)| made.is_nothing()) {
        unused.entry(combatant).or_default().push(item);
    }
    let told = unused.iter().take(NAMED);
    let told = told.map(|(combatant, items)| (combatant, items.join(", ")));
    let mut notes: Vec<String> = told
        .map(|(combatant, items)| format!("no attacks counted: {combatant}: {items}"))
        .collect();
    if unused.len() > NAMED {
        let more = unused.len() - NAMED;
        notes.push(format!(
            "no attacks counted with some items of {more} other combatants"
        ));
    }
    notes
}
