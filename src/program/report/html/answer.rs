//! Writes the answer to a scenario's question in a few sentences, with its certainty.
//!
//! A sentence claims that one figure is higher than another only if their intervals do not overlap. This rule
//! is stricter than a test of the difference. Two figures with intervals that overlap slightly may still
//! differ, and `skirmish compare` can find that out.

use super::contenders::contenders;
use super::figures::{Shown, count, listed, mean, part, share};
use super::model::{Axis, Lead, Matchup, Model, Scenario};
use crate::report::notes::FEW;
use crate::report::ranking::average;
use crate::tally::Interval;
use indexmap::IndexSet;

/// Returns the sentences of the answer, which the page of a scenario begins with.
pub(super) fn answer(model: &Model, scenario: &Scenario) -> Vec<String> {
    if scenario.matchups.iter().all(|one| one.first().is_none()) {
        return vec!["No fights were played, so there is no answer.".to_owned()];
    }
    let mut said = match (scenario.matchups.as_slice(), scenario.axes.as_slice()) {
        ([only], _) => single(only),
        (_, [axis]) => sweep(scenario, axis),
        (_, []) => several(scenario),
        _ if scenario.is_matrix() => matrix(model, scenario),
        _ => grid(scenario),
    };
    said.extend(allied(scenario));
    said.extend(unfinished(scenario));
    if model.record.partial {
        said.push(
            "The run is partial: it was interrupted or merged without some of its parts. It has the fights played until \
             then, and matchups may be missing."
                .to_owned(),
        );
    }
    said
}

fn wins(figure: Option<Interval>) -> String {
    figure.map_or_else(|| "–".to_owned(), |figure| share(figure).whole())
}

/// Returns whether the interval `above` lies entirely above the interval `below`.
fn apart(above: Interval, below: Interval) -> bool {
    above.low > below.high
}

/// Returns the sentences for a single matchup: the win rate of every side, and whether the sides differ.
fn single(matchup: &Matchup) -> Vec<String> {
    let mut sides: Vec<_> = matchup.winners().collect();
    let rate = |side: Option<Interval>| side.map_or(0.0, |rate| rate.estimate);
    sides.sort_by(|a, b| rate(b.win_rate).total_cmp(&rate(a.win_rate)));
    let each: Vec<String> = sides
        .iter()
        .map(|side| {
            let (subject, several) = matchup.subject(&side.name);
            let verb = if several { "win" } else { "wins" };
            format!("{subject} {verb} {}", wins(side.win_rate))
        })
        .collect();
    let mut said = vec![format!("Of all fights, {}.", listed(&each))];
    let rates = sides
        .iter()
        .filter_map(|side| Some((matchup.alliance(&side.name), side.win_rate?)));
    let ranking: Ranking<'_> = rates.collect();
    if let [(best, _), others @ ..] = ranking.as_slice() {
        let level = level_with_best(&ranking);
        let subject = |alliance: &str| {
            let is_side = matchup.sides.iter().any(|side| side.name == alliance);
            let sides = if is_side { "side" } else { "sides" };
            (
                format!("{sides} {alliance}"),
                if is_side { "is" } else { "are" },
            )
        };
        let (leader, is) = subject(best);
        let leader = format!("S{}", &leader[1..]);
        said.push(match (level.as_slice(), others) {
            ([], [(other, _)]) => {
                let (other, _) = subject(other);
                format!("{leader} {is} ahead of {other}: the intervals do not overlap.")
            }
            ([], _) => format!("{leader} {is} ahead of all others: the intervals do not overlap."),
            (level, _) => format!(
                "Whether {best} or {} wins more often is open: the intervals overlap.",
                listed(level)
            ),
        });
    }
    said.extend(lasting(matchup));
    said
}

/// Returns a sentence about the length of fights.
fn lasting(matchup: &Matchup) -> Option<String> {
    let side = matchup.sides.first()?;
    let rounds = mean(side.rounds?).whole();
    let over = side.most_over().map_or_else(String::new, |round| {
        format!("; nine in ten are over by round {round}")
    });
    Some(format!("A fight lasts {rounds} rounds on average{over}."))
}

/// The values of an axis, each with a figure, from the highest figure to the lowest.
type Ranking<'a> = Vec<(&'a str, Interval)>;

fn ranked<'a>(figures: impl IntoIterator<Item = (&'a str, Interval)>) -> Ranking<'a> {
    let mut ranking: Ranking<'a> = figures.into_iter().collect();
    ranking.sort_by(|(_, a), (_, b)| b.estimate.total_cmp(&a.estimate));
    ranking
}

/// Returns the values, without the best one, whose intervals overlap that of the best one.
fn level_with_best<'a>(ranking: &Ranking<'a>) -> Vec<&'a str> {
    let Some((_, best)) = ranking.first() else {
        return Vec::new();
    };
    let level = ranking[1..].iter().filter(|(_, rate)| !apart(*best, *rate));
    level.map(|(value, _)| *value).collect()
}

/// Returns whether the best value and those that overlap it are exactly equal, and not merely uncertain.
fn are_equal(ranking: &Ranking<'_>) -> bool {
    const KNOWN: f64 = 1e-9;
    let mut all = ranking.iter().map(|(_, rate)| rate);
    let Some(best) = all.next() else {
        return false;
    };
    let mut level = all.filter(|rate| !apart(*best, **rate));
    best.reach() < KNOWN && level.all(|rate| rate.reach() < KNOWN)
}

/// Returns sentences about the best and the worst value, and about whether the best value is better than the
/// next. `what` is the name of the axis.
fn ends(what: &str, side: &str, ranking: &Ranking<'_>) -> Vec<String> {
    let ([(best, above), .., (worst, least)], [_, (next, below), ..]) =
        (ranking.as_slice(), ranking.as_slice())
    else {
        return Vec::new();
    };
    let [top, bottom, second] = [*above, *least, *below].map(|rate| share(rate).whole());
    let order = if apart(*above, *least) {
        format!(
            "Side {side} wins most often with {what} = {best}: {top}, and least often with {worst}: {bottom}."
        )
    } else {
        return vec![format!(
            "These fights do not show that any value of {what} is better or worse than all others for side {side}: the \
             highest win rate is {top} with {best}, the lowest {bottom} with {worst}, and their intervals overlap."
        )];
    };
    let level = level_with_best(ranking);
    let sure = if ranking.len() == 2 {
        "The intervals do not overlap.".to_owned()
    } else if level.is_empty() {
        format!("Next comes {next}, {second}: the intervals do not overlap, so {best} is best.")
    } else if are_equal(ranking) {
        format!("It is as high with {}.", listed(&level))
    } else {
        let level = listed(&level);
        format!("Whether {best} is really best is open: its interval overlaps that of {level}.")
    };
    vec![order, sure]
}

/// Returns the sentences for a scenario with one axis: the best and the worst value, and where the first side
/// is ahead.
fn sweep(scenario: &Scenario, axis: &Axis) -> Vec<String> {
    let side = scenario.first_side();
    let figures = scenario.matchups.iter();
    let figures = figures.filter_map(|one| Some((one.values.first()?.as_str(), one.first()?)));
    let mut said = ends(&axis.name, side, &ranked(figures));
    said.push(balance(scenario, side, |one| {
        one.values.first().map_or(one.name.as_str(), String::as_str)
    }));
    said
}

/// Returns the sentences for several matchups that have no axis.
fn several(scenario: &Scenario) -> Vec<String> {
    let figures = scenario.matchups.iter();
    let figures = figures.filter_map(|one| Some((one.name.as_str(), one.first()?)));
    let side = scenario.first_side();
    let mut said = ends("matchup", side, &ranked(figures));
    said.push(balance(scenario, side, |one| &one.name));
    said
}

/// Returns a sentence that names the matchups where the first side is ahead, behind, or neither for certain.
/// `name` gives the name of a matchup.
fn balance<'a>(
    scenario: &'a Scenario,
    side: &str,
    name: impl Fn(&'a Matchup) -> &'a str,
) -> String {
    let of = |standing: Lead| {
        let found = scenario
            .matchups
            .iter()
            .filter(|one| one.first().is_some() && one.standing() == standing);
        found.map(&name).collect::<Vec<_>>()
    };
    let opponents = match scenario
        .matchups
        .first()
        .map_or(2, |one| one.winners().count())
    {
        2 => "the other side",
        _ => "every other side",
    };
    let mut said: Vec<String> = Vec::new();
    for (how, standing) in [("more", Lead::Ahead), ("less", Lead::Behind)] {
        let values = of(standing);
        if !values.is_empty() {
            let at = listed(&values);
            said.push(if said.is_empty() {
                format!("Side {side} wins {how} often than {opponents} at {at}")
            } else {
                format!("{how} often at {at}")
            });
        }
    }
    let open = of(Lead::Open);
    if !open.is_empty() {
        let at = listed(&open);
        said.push(if said.is_empty() {
            format!("Whether side {side} or {opponents} wins more often is open at {at}")
        } else {
            format!("which of them wins more often is open at {at}")
        });
    }
    said.join("; ") + "."
}

/// Returns the mean win rate of the first side for each value of an axis, from the highest to the lowest.
/// Returns nothing if some combinations of values were not played, as the means would not be comparable.
pub(super) fn by_value(scenario: &Scenario, axis: usize) -> Ranking<'_> {
    if !scenario.is_whole() {
        return Ranking::new();
    }
    let of = |value: &str| {
        let rates: Vec<Interval> = scenario
            .matchups
            .iter()
            .filter(|one| one.values.get(axis).is_some_and(|has| has == value))
            .filter_map(Matchup::first)
            .collect();
        average(&rates)
    };
    let values = scenario.axes[axis].values.iter();
    ranked(values.filter_map(|value| Some((value.as_str(), of(value)?))))
}

/// Returns the sentences for a matrix, where every contender meets every other.
fn matrix(model: &Model, scenario: &Scenario) -> Vec<String> {
    let axis = &scenario.axes[0].name;
    let against = &scenario.axes[1].name;
    let contenders = contenders(model, scenario);
    if contenders.is_empty() {
        let mut said = ends(axis, scenario.first_side(), &by_value(scenario, 0));
        if scenario.is_whole() {
            said.push(format!(
                "Figures by {axis} are means over all values of {against}, with equal weights."
            ));
        }
        said.push(counts(scenario));
        return said;
    }
    let ranking = ranked(contenders.iter().map(|one| (one.name, one.mean)));
    let mut said = best_contender(&ranking);
    let dominated: Vec<String> = contenders
        .iter()
        .filter(|one| one.dominated == "yes")
        .map(|one| format!("{} (by {})", one.name, one.dominated_by))
        .collect();
    if !dominated.is_empty() {
        let dominated: Vec<&str> = dominated.iter().map(String::as_str).collect();
        said.push(format!(
            "Dominated, because another scores at least as well against every opponent: {}.",
            listed(&dominated)
        ));
    }
    let mut circles: Vec<&str> = contenders
        .iter()
        .map(|one| one.cycle)
        .filter(|it| !it.is_empty())
        .collect();
    circles.dedup();
    if let Some(circle) = circles.first() {
        said.push(format!(
            "A cycle, in which each beats the next and the last beats the first: {circle}."
        ));
    }
    said
}

/// Returns sentences that name the contender with the best mean score, and tell whether it is certainly
/// better than the next one.
fn best_contender(ranking: &Ranking<'_>) -> Vec<String> {
    let [(best, above), rest @ ..] = ranking.as_slice() else {
        return Vec::new();
    };
    let Some((next, below)) = rest.first() else {
        return Vec::new();
    };
    let [top, second] = [*above, *below].map(|score| share(score).whole());
    let mut said = vec![format!(
        "By the mean score against all others, {best} comes first: {top}. A score is the share of \
         fights won, plus half of those that nobody won."
    )];
    let level = level_with_best(ranking);
    said.push(if level.is_empty() {
        format!("Next comes {next}, {second}: the intervals do not overlap, so {best} is best on average.")
    } else if are_equal(ranking) {
        format!("This score is as high as that of {}.", listed(&level))
    } else {
        let level = listed(&level);
        format!("Whether it is really best on average is open: its interval overlaps that of {level}.")
    });
    said
}

/// Returns the sentences for two or more axes: the best value of each axis on average, and the most lopsided
/// matchup.
fn grid(scenario: &Scenario) -> Vec<String> {
    let side = scenario.first_side();
    let mut said = Vec::new();
    for (place, axis) in scenario.axes.iter().enumerate() {
        let ranking = by_value(scenario, place);
        let ([(best, above), .., (worst, least)], true) = (ranking.as_slice(), ranking.len() > 1)
        else {
            continue;
        };
        let [top, bottom] = [*above, *least].map(|rate| share(rate).whole());
        said.push(if apart(*above, *least) {
            let level = level_with_best(&ranking);
            let open = if level.is_empty() {
                String::new()
            } else if are_equal(&ranking) {
                format!(", as with {}", listed(&level))
            } else {
                format!(", though {} may be as good", listed(&level))
            };
            format!(
                "By {}, averaged over the other axes: side {side} wins most often with {best}, {top}{open}, and \
                 least often with {worst}, {bottom}.",
                axis.name
            )
        } else {
            format!(
                "By {}, averaged over the other axes, the intervals of all values overlap: from {best}, {top}, to {worst}, \
                 {bottom}.",
                axis.name
            )
        });
    }
    said.insert(0, counts(scenario));
    said
}

/// Returns a sentence with the numbers of matchups where the first side is ahead or behind, and with the most
/// lopsided matchup.
fn counts(scenario: &Scenario) -> String {
    let side = scenario.first_side();
    let with_fights = |one: &&Matchup| one.first().is_some();
    let real: Vec<&Matchup> = scenario.unlike().filter(with_fights).collect();
    let of = |standing| real.iter().filter(|one| one.standing() == standing).count();
    let [ahead, behind, open] = [Lead::Ahead, Lead::Behind, Lead::Open].map(of);
    let mut said = format!(
        "Of {} matchups, side {side} is ahead in {ahead} and behind in {behind}; in {open} the intervals overlap.",
        real.len()
    );
    if real.len() < scenario.matchups.iter().filter(with_fights).count() {
        said = said.replacen("matchups", "matchups of different contenders", 1);
    }
    // If several matchups are equally lopsided, the first one is named, as in the list of matchups.
    let lopsided = real
        .iter()
        .rev()
        .max_by(|a, b| a.margin().abs().total_cmp(&b.margin().abs()));
    if let Some(most) = lopsided {
        let rate = wins(most.first());
        return format!(
            "{said} The most lopsided is {}: {rate} for {side}.",
            most.name
        );
    }
    said
}

/// Returns a sentence that names the sides that fight together, in any of the matchups. `None` if there are
/// no allies.
fn allied(scenario: &Scenario) -> Option<String> {
    let all = scenario.matchups.iter().flat_map(|one| &one.alliances);
    let several: IndexSet<&String> = all
        .filter_map(|(side, alliance)| (side != alliance).then_some(alliance))
        .collect();
    let said: Vec<String> = several
        .into_iter()
        .map(|alliance| format!("{alliance} fight together: a win counts for each of them."))
        .collect();
    (!said.is_empty()).then(|| said.join(" "))
}

/// Returns a sentence about the fights without a winner. `None` if every fight had a winner.
fn unfinished(scenario: &Scenario) -> Option<String> {
    let sum = |figure: fn(&Matchup) -> f64| scenario.matchups.iter().map(figure).sum::<f64>();
    let fights = sum(Matchup::fights);
    let of = |matchup: &Matchup, count: fn(&super::model::Side) -> f64| {
        matchup.sides.first().map_or(0.0, count)
    };
    let draws: f64 = scenario
        .matchups
        .iter()
        .map(|one| of(one, |side| side.draws))
        .sum();
    let undecided: f64 = scenario
        .matchups
        .iter()
        .map(|one| of(one, |side| side.undecided))
        .sum();
    let stages = scenario.matchups.iter().flat_map(|one| &one.stages);
    let may_stop = stages
        .filter_map(|stage| stage.stopped)
        .any(|rate| rate.estimate > 0.0);
    let without_winner = if may_stop {
        "undecided, or because a policy stopped the day"
    } else {
        "undecided"
    };
    let said: Vec<String> = [("in a draw", draws), (without_winner, undecided)]
        .into_iter()
        .filter(|&(_, count)| count > 0.0)
        .map(|(what, count)| format!("{} ended {what}", share_of(count, fights)))
        .collect();
    (!said.is_empty()).then(|| {
        let text = listed(&said);
        format!("{text}.")
    })
}

/// Returns `fights` as a share of `of`, with an interval if both are whole numbers. If the share is very
/// small, the count is given instead.
fn share_of(fights: f64, of: f64) -> String {
    let whole = |figure: f64| figure.fract() == 0.0 && figure < 9e15;
    if !whole(fights) || !whole(of) || of < 2.0 {
        return format!("{} of all fights", part(fights, of));
    }
    if fights < f64::from(FEW) && of > 1000.0 * fights {
        return format!("{} of {} fights", count(fights), count(of));
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "both are whole and no count is negative"
    )]
    let found = Interval::wilson(fights as u64, of as u64);
    let share = found.map_or_else(|| part(fights, of), |found| Shown::whole(&share(found)));
    format!("{share} of all fights")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_to_be_equal_is_not_open() {
        let within = |estimate: f64, reach: f64| Interval {
            low: estimate - reach,
            high: estimate + reach,
            estimate,
        };
        let said = |reach| {
            let ranking = [("6", 0.66), ("10", 0.66), ("14", 0.66), ("2", 0.5)];
            ends(
                "hp",
                "guards",
                &ranked(ranking.map(|(value, rate)| (value, within(rate, reach)))),
            )
        };
        assert_eq!(said(1e-13)[1], "It is as high with 10 and 14.");
        assert!(said(0.01)[1].starts_with("Whether 6 is really best is open"));
    }
}
