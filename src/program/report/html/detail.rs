//! Shows matchups with all details: standing fighters by round, lengths of fights, damage of hits, and what
//! fighters do.

use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html};

use super::chart::{
    self, Bin, Course, Curve, Curves, Histogram, Scale, Series, curves, figure, histogram, legend,
};
use super::figures::{Unit, count, part};
use super::model::{Blows, Matchup, Model, SUPPLIES, Scenario, Side, Stage, Weapon};
use super::wins::{featured, series, sides};
use crate::tally::Interval;

/// The largest number of matchups that are shown with all details.
const FEATURED: usize = 12;
/// The number of matchups that are shown if a scenario has more: half of them are the most lopsided, and half
/// the most even.
const OF_MANY: usize = 6;
/// The largest number of weapons with a histogram in a matchup.
const WEAPONS: usize = 12;
/// The largest number of rows in the table below a chart.
const ROWS: usize = 120;

/// Returns the section with matchups in detail. Its size is limited to about `room` bytes, and a note says
/// how many matchups are left out. If a matchup has the name `chosen`, it comes first.
pub(super) fn detail(
    model: &Model,
    scenario: &Scenario,
    chosen: Option<&str>,
    room: usize,
) -> Markup {
    let all = scenario.matchups.len();
    let mut picked = featured(scenario, if all > FEATURED { OF_MANY } else { FEATURED });
    let is_chosen = |one: &Matchup| chosen == Some(one.name.as_str()) && one.fights() > 0.0;
    let first = scenario.matchups.iter().find(|one| is_chosen(one));
    picked.retain(|one| !is_chosen(one));
    picked.splice(..0, first);
    if picked.is_empty() {
        return html! {};
    }
    let mut shown: Vec<(&Matchup, Markup)> = Vec::new();
    let mut size = 0;
    for &matchup in &picked {
        let text = in_full(model, matchup, all == 1);
        size += text.0.len();
        if size > room && !shown.is_empty() {
            break;
        }
        shown.push((matchup, text));
    }
    let missing: Vec<&str> = [
        ("rounds.csv", "how long fights last"),
        ("damage.csv", "what hits do"),
        ("combatants.csv", "what fighters do"),
        ("hits.csv", "who hits and fells whom"),
        ("standing.csv", "who is standing after each round"),
    ]
    .into_iter()
    .filter(|(name, _)| !model.tables.contains_key(*name))
    .map(|(_, what)| what)
    .collect();
    html! {
        section {
            h3 { @if all == 1 { "The fights" } @else { "Matchups in full" } }
            @if shown.len() < all {
                p.note {
                    (shown.len()) " of " (all) " matchups"
                    @if first.is_some() { ", the chosen one first" }
                    @else if all > FEATURED { ": the most lopsided ones, then the most even" }
                    ". The counts of the others are in the CSV tables."
                }
            }
            @if !missing.is_empty() {
                p.note { "Not shown, because the report has no tables of it: " (missing.join("; ")) "." }
            }
            @if all == 1 {
                @for (_, text) in &shown { (text) }
            } @else {
                @for (at, (matchup, text)) in shown.iter().enumerate() {
                    @let open = (at == 0).then_some("open");
                    details.matchup open=[open] {
                        summary { (matchup.name) @if let Some(rate) = matchup.first() {
                            span.aside { (scenario.first_side()) " " (Unit::Share.show(rate).value) }
                        } }
                        (text)
                    }
                }
            }
        }
    }
}

fn in_full(model: &Model, matchup: &Matchup, only: bool) -> Markup {
    html! {
        @if !only { (sides(matchup)) }
        div.charts {
            (standing(matchup))
            (rounds(model, matchup))
        }
        (day(matchup))
        (objectives(matchup))
        (damage(matchup))
        (combatants(matchup))
        (who_hits_whom(matchup))
    }
}

/// Returns a chart of how many fighters of each side stand after each round.
fn standing(matchup: &Matchup) -> Markup {
    if matchup.standing.is_empty() {
        return html! {};
    }
    let lines: Vec<Curve> = series(matchup)
        .into_iter()
        .filter_map(|series| {
            let points = matchup.standing.get(&series.name)?;
            let points = points
                .iter()
                .map(|&(round, figure)| (f64::from(round), figure))
                .collect();
            Some(Curve { series, points })
        })
        .collect();
    let ghosts: Vec<Curve> = (series(matchup).into_iter())
        .filter_map(|series| {
            let points = matchup.before.as_ref()?.standing.get(&series.name)?;
            let points = points.iter();
            let points = points.map(|&(round, figure)| (f64::from(round), figure));
            Some(Curve {
                points: points.collect(),
                series,
            })
        })
        .collect();
    let last: Vec<String> = lines
        .iter()
        .filter_map(|line| {
            let (_, figure) = line.points.last()?;
            Some(format!(
                "{} {}",
                line.series.name,
                Unit::Plain.show(*figure).whole()
            ))
        })
        .collect();
    let about = format!(
        "Fighters of each side standing after each round, mean over all fights; in the end {}.",
        last.join(", ")
    );
    let title = "Fighters standing after each round";
    let heights = lines.iter().chain(&ghosts).flat_map(|line| &line.points);
    let chart = curves(&Curves {
        title,
        about: &about,
        across: "rounds, 0 being the start",
        lines: &lines,
        ghosts: &ghosts,
        course: Course::Steps,
        up: Scale::up_to(heights.map(|(_, figure)| figure.high)),
        unit: Unit::Plain,
        height: chart::HEIGHT,
    });
    let all: Vec<Series> = lines.iter().map(|line| line.series.clone()).collect();
    let sides: Vec<&Vec<(u32, Interval)>> = matchup.standing.values().collect();
    let rounds: BTreeSet<u32> = sides
        .iter()
        .flat_map(|points| points.iter().map(|(round, _)| *round))
        .collect();
    let table = html! {
        table.figures {
            thead { tr { th scope="col" { "round" } @for side in matchup.standing.keys() { th scope="col" { (side) " standing" } } } }
            tbody {
                @for round in rounds.iter().take(ROWS) {
                    tr {
                        th scope="row" { (round) }
                        @for points in &sides {
                            @let found = points.iter().find(|(at, _)| at == round);
                            td { @if let Some((_, figure)) = found { (Unit::Plain.show(*figure).whole()) } }
                        }
                    }
                }
            }
        }
        (cut(rounds.len()))
    };
    let chart = html! { (chart) (chart::before(!ghosts.is_empty())) };
    figure(title, &legend(&all, true), &chart, Some(&table))
}

fn cut(rows: usize) -> Markup {
    html! {
        @if rows > ROWS { p.note { "The first " (ROWS) " of " (rows) " rows." } }
    }
}

/// Returns a histogram of the lengths of fights, divided by how they ended.
fn rounds(model: &Model, matchup: &Matchup) -> Markup {
    if matchup.rounds.is_empty() {
        return html! {};
    }
    let fights = matchup.fights();
    let winner = |side: &Side| {
        let place = matchup.sides.iter().position(|one| one.name == side.name);
        Series::side(matchup.alliance(&side.name), place.unwrap_or(0))
    };
    let mut all: Vec<Series> = matchup.winners().map(winner).collect();
    for other in ["draw", "undecided"] {
        if matchup.rounds.iter().any(|(winner, ..)| winner == other) {
            all.push(Series::other(other));
        }
    }
    let mut bins: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for (winner, round, fights) in &matchup.rounds {
        let parts = bins.entry(*round).or_insert_with(|| vec![0.0; all.len()]);
        if let Some(place) = all.iter().position(|one| one.name == *winner) {
            parts[place] += fights;
        }
    }
    let whole = |parts: &[f64]| {
        let sum: f64 = parts.iter().sum();
        (!model.record.is_exact())
            .then(|| wilson(sum, fights))
            .flatten()
    };
    let bars: Vec<Bin> = bins
        .iter()
        .map(|(&value, parts)| Bin {
            value,
            parts: parts.iter().map(|part| part / fights).collect(),
            whole: whole(parts),
        })
        .collect();
    let is_several = |winner: &str| matchup.sides.iter().all(|side| side.name != winner);
    let named: Vec<Series> = all
        .iter()
        .map(|one| Series {
            name: match one.name.as_str() {
                "draw" | "undecided" => one.name.clone(),
                side if is_several(side) => format!("{side} win"),
                side => format!("{side} wins"),
            },
            class: one.class.clone(),
        })
        .collect();
    let ghost = matchup.before.as_deref().map_or_else(Vec::new, |before| {
        let rounds = before.rounds.iter();
        shares(rounds.map(|(_, round, fights)| (*round, *fights)))
    });
    let title = "How long fights last";
    let about = about_rounds(matchup);
    let chart = histogram(&Histogram {
        title,
        about: &about,
        across: "rounds",
        series: &named,
        bins: &bars,
        ghost: &ghost,
    });
    let chart = html! { (chart) (chart::before(!ghost.is_empty())) };
    let table = html! {
        table.figures {
            thead { tr {
                th scope="col" { "rounds" }
                @for one in &named { th scope="col" { (one.name) } }
                th scope="col" { "of all fights" }
            } }
            tbody {
                @for (round, parts) in bins.iter().take(ROWS) {
                    tr {
                        th scope="row" { (round) }
                        @for found in parts { td { (count(*found)) } }
                        td {
                            @if let Some(found) = whole(parts) { (Unit::Share.show(found).whole()) }
                            @else { (part(parts.iter().sum(), fights)) }
                        }
                    }
                }
            }
        }
        (cut(bins.len()))
    };
    figure(title, &legend(&named, false), &chart, Some(&table))
}

/// Returns `count` as a share of `of` with its interval. `None` unless both are whole numbers.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts are whole and not negative"
)]
fn wilson(count: f64, of: f64) -> Option<Interval> {
    let whole = |figure: f64| figure.fract() == 0.0 && figure < 9e15;
    (whole(count) && whole(of) && count <= of)
        .then(|| Interval::wilson(count as u64, of as u64))
        .flatten()
}

fn about_rounds(matchup: &Matchup) -> String {
    let Some(side) = matchup.sides.first() else {
        return String::new();
    };
    let mean = side.rounds.map(|mean| {
        let mean = Unit::Plain.show(mean).whole();
        format!(": on average {mean} rounds")
    });
    let half = side.half_over();
    let half = half.map(|round| format!("; half are over by round {round}"));
    let most = side.most_over();
    let most = most.map(|round| format!(", nine in ten by round {round}"));
    let known: String = [mean, half, most].into_iter().flatten().collect();
    format!("The share of fights that ended in each round, by how they ended{known}.")
}

/// Returns the values in ascending order, each with its share of the sum of all counts.
fn shares(counts: impl Iterator<Item = (u32, f64)>) -> Vec<(u32, f64)> {
    let mut sums: BTreeMap<u32, f64> = BTreeMap::new();
    for (value, count) in counts {
        *sums.entry(value).or_default() += count;
    }
    let all: f64 = sums.values().sum();
    let share = |(value, count): (u32, f64)| (value, count / all.max(f64::MIN_POSITIVE));
    sums.into_iter().map(share).collect()
}

/// Returns a histogram of damage for each weapon.
fn damage(matchup: &Matchup) -> Markup {
    if matchup.weapons.is_empty() {
        return html! {};
    }
    let mut weapons: Vec<(&Weapon, &Vec<(u32, f64)>)> = matchup.weapons.iter().collect();
    let hits = |bins: &[(u32, f64)]| bins.iter().map(|(_, hits)| hits).sum::<f64>();
    weapons.sort_by(|(_, a), (_, b)| hits(b).total_cmp(&hits(a)));
    let left_out = weapons.len().saturating_sub(WEAPONS);
    weapons.truncate(WEAPONS);
    let places = series(matchup);
    html! {
        h4 { "What hits do" }
        p.note {
            "Damage of each hit that landed, after armour, as a share of the weapon's hits. Hits \
             of the same fight depend on each other, so these shares have no interval."
            @if left_out > 0 { " " (left_out) " weapons with fewer hits are left out; damage.csv has them." }
        }
        div.charts.small {
            @for (weapon, bins) in weapons {
                @let before = matchup.before.as_ref().and_then(|before| before.weapons.get(weapon));
                (one_weapon(weapon, (bins, before), &places))
            }
        }
    }
}

/// A value, and how often it occurred.
type Count = (u32, f64);

fn one_weapon(
    weapon: &Weapon,
    (hits, before): (&[Count], Option<&Vec<Count>>),
    places: &[Series],
) -> Markup {
    let place = places.iter().position(|side| side.name == weapon.side);
    let series = [Series {
        name: weapon.side.clone(),
        class: chart::class(place.unwrap_or_default()),
    }];
    let mut all: BTreeMap<u32, f64> = BTreeMap::new();
    for &(damage, found) in hits {
        *all.entry(damage).or_default() += found;
    }
    let sum: f64 = all.values().sum();
    let mean = all
        .iter()
        .map(|(damage, found)| f64::from(*damage) * found)
        .sum::<f64>()
        / sum.max(f64::MIN_POSITIVE);
    let stopped = all.get(&0).copied().unwrap_or_default();
    let bins: Vec<Bin> = all
        .iter()
        .map(|(&value, found)| Bin {
            value,
            parts: vec![found / sum],
            whole: None,
        })
        .collect();
    let ghost = before.map_or_else(Vec::new, |before| shares(before.iter().copied()));
    let title = if weapon.side == weapon.combatant {
        format!("{}, {}", weapon.side, weapon.name)
    } else {
        format!("{}, {}, {}", weapon.side, weapon.combatant, weapon.name)
    };
    let nothing = match stopped {
        0.0 => "none without damage".to_owned(),
        _ => format!("{} without damage", part(stopped, sum)),
    };
    let about = format!("{} hits, mean damage {mean:.2}, {nothing}.", count(sum));
    let chart = histogram(&Histogram {
        title: &title,
        about: &about,
        across: "damage",
        series: &series,
        bins: &bins,
        ghost: &ghost,
    });
    let chart = html! { (chart) (chart::before(!ghost.is_empty())) };
    let table = html! {
        table.figures {
            thead { tr { th scope="col" { "damage" } th scope="col" { "hits" } th scope="col" { "share" } } }
            tbody {
                @for (damage, found) in all.iter().take(ROWS) {
                    tr { th scope="row" { (damage) } td { (count(*found)) } td { (part(*found, sum)) } }
                }
            }
        }
        (cut(all.len()))
    };
    let below = html! { p.note { (about) } };
    figure(&title, &below, &chart, Some(&table))
}

/// Returns a table and a chart of a day's stages: the share of days that get through each stage, and the
/// fighters that stand after it.
fn day(matchup: &Matchup) -> Markup {
    let (Some(first), Some(last)) = (matchup.stages.first(), matchup.stages.last()) else {
        return html! {};
    };
    let stops = |stage: &Stage| stage.stopped.is_some_and(|rate| rate.estimate > 0.0);
    let may_stop = matchup.stages.iter().any(stops);
    let class = chart::class(0);
    let side = matchup
        .sides
        .first()
        .map_or_else(String::new, |side| side.name.clone());
    let series = Series { name: side, class };
    let through = |stage: &Stage| Some((f64::from(stage.number), stage.through?));
    let all = Interval {
        estimate: 1.0,
        low: 1.0,
        high: 1.0,
    };
    let points = matchup.stages.iter().filter_map(through);
    let points: Vec<(f64, Interval)> = std::iter::once((0.0, all)).chain(points).collect();
    let line = Curve { series, points };
    let title = "Days that get through each stage";
    let rate = |stage: &Stage| {
        let rate = stage.through.map(|rate| Unit::Share.show(rate).whole());
        rate.unwrap_or_default()
    };
    let about = format!(
        "The share of all days in which the side got through each fight and rest, in order: {} \
         after the first, {} after the last.",
        rate(first),
        rate(last)
    );
    let chart = curves(&Curves {
        title,
        about: &about,
        across: "stages of the day, 0 being the start",
        lines: std::slice::from_ref(&line),
        ghosts: &[],
        course: Course::Lines,
        up: Scale::up_to(std::iter::once(1.0)),
        unit: Unit::Share,
        height: chart::HEIGHT,
    });
    let left = left_over(&matchup.stages);
    let table = html! {
        table.figures {
            thead { tr {
                th scope="col" { "stage" }
                th.words scope="col" { "fight or rest" }
                th scope="col" { "days that get through" }
                @if may_stop { th scope="col" { "days that the side stops here" } }
                @for (who, count, _) in &first.standing { th scope="col" { (who) " standing, of " (count) } }
                @for &(who, kind) in &left {
                    th scope="col" { (SUPPLIES[kind]) " left, " (first.standing[who].0) }
                }
            } }
            tbody {
                @for stage in &matchup.stages {
                    tr {
                        th scope="row" { (stage.number) }
                        td.words { (stage.kind) ": " (stage.name) }
                        td { (rate(stage)) }
                        @if may_stop {
                            td { @if let Some(stopped) = stage.stopped { (Unit::Share.show(stopped).whole()) } }
                        }
                        @for (_, _, standing) in &stage.standing {
                            td { @if let Some(standing) = standing { (Unit::Plain.show(*standing).whole()) } }
                        }
                        @for &(who, kind) in &left {
                            td { @if let Some(left) = stage.supplies[who][kind] { (Unit::Plain.show(left).whole()) } }
                        }
                    }
                }
            }
        }
    };
    html! {
        h4 { "The day" }
        div.wide { (table) }
        div.charts { (figure(title, &html! {}, &chart, None)) }
    }
}

/// Returns the columns of supplies for the table of a day, each as the index of a combatant and the index of
/// a kind of supplies. The kind `things` is shown only if its number changes during the day.
fn left_over(stages: &[Stage]) -> Vec<(usize, usize)> {
    let combatants = stages.first().map_or(0, |stage| stage.supplies.len());
    let all = (0..combatants).flat_map(|who| (0..SUPPLIES.len()).map(move |kind| (who, kind)));
    let is_shown = |&(who, kind): &(usize, usize)| {
        let figures = stages.iter().filter_map(|stage| stage.supplies[who][kind]);
        let figures: Vec<f64> = figures.map(|figure| figure.estimate).collect();
        let changes = figures
            .windows(2)
            .any(|two| two[0].total_cmp(&two[1]).is_ne());
        !figures.is_empty() && (changes || SUPPLIES[kind] != "things")
    };
    all.filter(is_shown).collect()
}

/// Returns a table of how the sides win: their objectives, and how often each is met.
fn objectives(matchup: &Matchup) -> Markup {
    if matchup.objectives.is_empty() {
        return html! {};
    }
    html! {
        h4 { "How the sides win" }
        div.wide {
            table.figures {
                thead { tr {
                    @for head in ["side", "objective"] { th.words scope="col" { (head) } }
                    th scope="col" { "share of all fights" }
                } }
                tbody {
                    @for one in &matchup.objectives {
                        tr {
                            th.words scope="row" { (one.side) }
                            td.words { (one.objective) }
                            td { @if let Some(rate) = one.rate { (Unit::Share.show(rate).whole()) } }
                        }
                    }
                }
            }
        }
    }
}

/// Returns a table of who hits whom, with the fighters that are knocked out and the damage that is wasted.
/// The figures are means for one fight. Hits and wasted damage are shares of the attacks and of the damage.
fn who_hits_whom(matchup: &Matchup) -> Markup {
    // In a duel, the table of combatants shows all of this already.
    let pairs = Blows::by_pair(&matchup.blows);
    if pairs.len() <= matchup.sides.len() {
        return html! {};
    }
    let fights = matchup.fights().max(f64::MIN_POSITIVE);
    let has_downs = pairs.iter().any(|pair| pair.followed > 0.0);
    let has_overkill = pairs.iter().any(|pair| pair.overkill.is_some());
    let friends = pairs.iter().any(|pair| pair.is_friendly(matchup));
    html! {
        h4 { "Who hits whom" }
        div.wide {
            table.figures {
                caption {
                    "Means of one fight, over all fighters of both stat blocks; shares of attacks and of damage"
                    @if friends { "; friends that were hit are marked" }
                }
                thead { tr {
                    @for head in ["attacker", "target"] { th.words scope="col" { (head) } }
                    @for head in ["attacks", "landed", "damage done"] { th scope="col" { (head) } }
                    @if has_downs { th scope="col" { "fells it" } }
                    @if has_overkill { th scope="col" { "damage wasted" } }
                } }
                tbody {
                    @for one in pairs.iter().take(ROWS) {
                        tr {
                            th.words scope="row" { (one.by[1]) }
                            td.words { (one.at[1]) @if one.is_friendly(matchup) { " (a friend)" } }
                            td { (format!("{:.2}", one.attacks / fights)) }
                            td { (part(one.hits, one.attacks)) }
                            td { (format!("{:.2}", one.dealt / fights)) }
                            @if has_downs {
                                td { @if one.followed > 0.0 { (format!("{:.2}", one.downs / one.followed)) } }
                            }
                            @if has_overkill {
                                td { @if let Some(wasted) = one.wasted() { (part(wasted, one.dealt / fights)) } }
                            }
                        }
                    }
                }
            }
        }
        (cut(pairs.len()))
    }
}

/// Returns a table of what the fighters of each stat block do and suffer, as means for one fight.
fn combatants(matchup: &Matchup) -> Markup {
    const MOST: usize = 64;
    if matchup.combatants.is_empty() {
        return html! {};
    }
    let fights = matchup.fights().max(f64::MIN_POSITIVE);
    html! {
        h4 { "What fighters do" }
        div.wide {
            table.figures {
                caption { "Means of one fight, over all fighters of the stat block; shares of attacks" }
                thead { tr {
                    @for head in ["side", "stat block"] { th.words scope="col" { (head) } }
                    @for head in ["fighters", "attacks", "landed", "parried, dodged or blocked", "missed",
                                  "damage done", "damage taken", "went down", "standing at the end"] {
                        th scope="col" { (head) }
                    }
                } }
                tbody {
                    @for one in matchup.combatants.iter().take(MOST) {
                        tr {
                            td.words { (one.side) }
                            th scope="row" { (one.name) }
                            td { (one.count) }
                            td { (format!("{:.2}", one.attacks / fights)) }
                            td { (part(one.hits, one.attacks)) }
                            td { (part(one.evaded, one.attacks)) }
                            td { (part((one.attacks - one.hits - one.evaded).max(0.0), one.attacks)) }
                            td { (format!("{:.2}", one.dealt / fights)) }
                            td { (format!("{:.2}", one.taken / fights)) }
                            td { (format!("{:.2}", one.downs / fights)) }
                            td { (format!("{:.2}", one.survived / fights)) }
                        }
                    }
                }
            }
        }
    }
}
