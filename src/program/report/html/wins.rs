//! Shows win rates: bars for few matchups, rankings and heat maps for many, and always the summary as a
//! table.

use maud::{Markup, html};

use super::answer::by_value;
use super::chart::{self, BarRow, Cell, Course, Curve, Curves, Heat, Scale, curves, heat, rows};
use super::contenders;
use super::figures::{Unit, share};
use super::model::{Axis, Lead, Matchup, Model, Scenario};
use crate::report::ranking::is_ranked;
use crate::tally::Interval;

/// The largest number of matchups that are shown with a bar for every side.
const BARS: usize = 40;
/// The largest number of values of an axis that are ranked.
const RANKED: usize = 40;
/// The largest number of rows or columns in a heat map. The next constant is the largest number of heat maps.
const LONGEST: usize = 40;
const FACETS: usize = 16;
/// The smallest number of values on an axis of numbers that are drawn as a curve. The next constant is the
/// largest number of curves in a chart.
const FEWEST: usize = 3;
const CURVES: usize = 6;
/// The largest number of rows of the summary that are shown.
const ROWS: usize = 800;

/// Returns the section about the win rates of a scenario.
pub(super) fn wins(model: &Model, scenario: &Scenario) -> Markup {
    html! {
        section {
            h3 { "Who wins" }
            @match scenario.axes.len() {
                _ if scenario.matchups.len() == 1 => (sides(&scenario.matchups[0])),
                0 | 1 => (sweep(scenario)),
                _ => {
                    (heat_maps(model, scenario))
                    (families(scenario))
                    @let means = contenders::section(model, scenario);
                    @if means.0.is_empty() { (rankings(scenario)) } @else { (means) }
                    (outstanding(scenario))
                }
            }
            (summary(model, scenario))
        }
    }
}

const SHARES: Scale = Scale::WHOLE;

/// Returns bars for a single matchup, one for each side.
pub(super) fn sides(matchup: &Matchup) -> Markup {
    let bars: Vec<BarRow> = matchup
        .sides
        .iter()
        .enumerate()
        .map(|(place, side)| BarRow {
            label: side.name.clone(),
            sub: None,
            place,
            figure: side.win_rate,
            note: side.survivors.map(|mean| Unit::Plain.show(mean).whole()),
        })
        .collect();
    let heads = [
        "side",
        "",
        "share of fights won",
        "win rate",
        "standing at the end, mean",
    ];
    rows(
        "Fights won by each side",
        heads,
        &bars,
        &SHARES,
        Some(0.5),
        Unit::Share,
    )
}

/// Returns bars for the values of the only axis, or for the matchups if there is no axis. If there are many,
/// only some of them are shown. An axis of numbers also has a chart of curves.
fn sweep(scenario: &Scenario) -> Markup {
    let all = scenario.matchups.len();
    let every_side = all <= BARS;
    let shown = all.min(BARS * 2);
    let ranked = is_ranked(scenario.matchups.iter().map(value_of));
    let mut matchups: Vec<&Matchup> = scenario.matchups.iter().collect();
    let picked: Vec<&Matchup> = if ranked {
        let rate = |one: &Matchup| one.first().map_or(0.0, |rate| rate.estimate);
        matchups.sort_by(|a, b| rate(b).total_cmp(&rate(a)));
        matchups.into_iter().take(shown).collect()
    } else {
        let places = (0..shown).map(|i| i * (all - 1) / (shown - 1).max(1));
        places.map(|place| matchups[place]).collect()
    };
    let mut bars = Vec::new();
    for matchup in picked {
        let sides = matchup.sides.iter().enumerate();
        for (place, side) in sides.take(if every_side { usize::MAX } else { 1 }) {
            let label = value_of(matchup);
            let rounds = side.rounds.filter(|_| place == 0);
            bars.push(BarRow {
                label: label.to_owned(),
                sub: Some(side.name.clone()),
                place,
                figure: side.win_rate,
                note: rounds.map(|mean| Unit::Plain.show(mean).whole()),
            });
        }
    }
    let axis = scenario.axes.first().map_or("matchup", |axis| &axis.name);
    let heads = [
        axis,
        "side",
        "share of fights won",
        "win rate",
        "rounds, mean",
    ];
    html! {
        (line_chart(scenario))
        (rows(&format!("Fights won, by {axis}"), heads, &bars, &SHARES, Some(0.5), Unit::Share))
        @if shown < all {
            p.note {
                @if ranked { "The " (shown) " highest of " (all) " values" } @else { (shown) " of " (all) " values, evenly spaced" }
                "; all are in the table of all figures."
            }
        }
    }
}

/// Returns the value of a matchup on the only axis, or the name of the matchup if there is no axis.
fn value_of(matchup: &Matchup) -> &str {
    matchup.values.first().unwrap_or(&matchup.name)
}

/// Returns a chart for two axes, if at least one of them has numbers. The chart shows the win rate of the
/// first side along the numbers, with a curve for each value of the other axis. If both axes have numbers,
/// the curves run along the one with more values.
fn families(scenario: &Scenario) -> Markup {
    let [first, second] = scenario.axes.as_slice() else {
        return html! {};
    };
    let numbers = |axis: &Axis| axis.numbers().filter(|found| found.len() >= FEWEST);
    let (place, numbers) = match (numbers(first), numbers(second)) {
        (Some(ours), Some(theirs)) if theirs.len() > ours.len() => (1, theirs),
        (Some(ours), _) => (0, ours),
        (None, Some(theirs)) => (1, theirs),
        (None, None) => return html! {},
    };
    if scenario.is_matrix() || !scenario.is_whole() {
        return html! {};
    }
    let (along, other) = (&scenario.axes[place], &scenario.axes[1 - place]);
    let all = other.values.len();
    let ranking = in_order(other, by_value(scenario, 1 - place));
    let shown = all.min(CURVES);
    let picked = (0..shown).map(|i| ranking[i * (all - 1) / (shown - 1).max(1)].0);
    let (lines, ghosts): (Vec<Curve>, Vec<Curve>) = picked
        .enumerate()
        .map(|(look, value)| {
            let of = (scenario.matchups.iter()).filter(|one| one.values[1 - place] == value);
            let at = |one: &Matchup| {
                along
                    .values
                    .iter()
                    .position(|known| *known == one.values[place])
            };
            let points = of.filter_map(|one| Some((numbers[at(one)?], one.first()?)));
            let mut points: Vec<(f64, Interval)> = points.collect();
            points.sort_by(|(a, _), (b, _)| a.total_cmp(b));
            let ghost = (scenario.matchups.iter())
                .filter(|one| one.values[1 - place] == value)
                .filter_map(|one| Some((numbers[at(one)?], one.before.as_ref()?.first()?)));
            let mut ghost: Vec<(f64, Interval)> = ghost.collect();
            ghost.sort_by(|(a, _), (b, _)| a.total_cmp(b));
            let series = chart::Series::side(value, look);
            let curve = |points| Curve {
                series: series.clone(),
                points,
            };
            (curve(points), curve(ghost))
        })
        .unzip();
    let series: Vec<chart::Series> = lines.iter().map(|line| line.series.clone()).collect();
    let side = scenario.first_side();
    let title = format!(
        "Fights won by {side}, by {}, a curve for each {}",
        along.name, other.name
    );
    let about = "The share of fights that the first side wins for each value, with its 95 % interval; the figures are in \
                 the heat map above.";
    let chart = curves(&Curves {
        title: &title,
        about,
        across: &along.name,
        lines: &lines,
        ghosts: &ghosts,
        course: Course::Lines,
        up: SHARES,
        unit: Unit::Share,
        height: chart::HEIGHT,
    });
    html! {
        figure { figcaption { (title) } (chart::legend(&series, true)) (chart) (chart::before(are_known(&ghosts))) }
        @if shown < all {
            p.note {
                (shown) " of " (all) " values of " (other.name)
                @if other.numbers().is_some() { ", evenly spaced." } @else { ", evenly spaced in the order of their mean win rates." }
            }
        }
    }
}

/// Returns whether at least one of these curves has a point.
fn are_known(curves: &[Curve]) -> bool {
    curves.iter().any(|curve| !curve.points.is_empty())
}

/// Returns a chart of each side's win rate along an axis of numbers. Empty if the axis has too few numbers.
fn line_chart(scenario: &Scenario) -> Markup {
    let numbers = scenario
        .axes
        .first()
        .and_then(|axis| Some((axis, axis.numbers()?)));
    let Some((axis, numbers)) = numbers.filter(|(_, numbers)| numbers.len() >= FEWEST) else {
        return html! {};
    };
    let Some(first) = scenario.matchups.first() else {
        return html! {};
    };
    let along = |rate: &dyn Fn(&Matchup) -> Option<Interval>, series: chart::Series| {
        let points = scenario.matchups.iter().zip(&numbers);
        let points = points.filter_map(|(one, at)| Some((*at, rate(one)?)));
        let mut points: Vec<(f64, Interval)> = points.collect();
        points.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        Curve { series, points }
    };
    let (lines, ghosts): (Vec<Curve>, Vec<Curve>) = series(first)
        .into_iter()
        .enumerate()
        .map(|(place, series)| {
            let before = along(
                &|one| one.side_before(&series.name)?.win_rate,
                series.clone(),
            );
            (along(&|one| one.sides.get(place)?.win_rate, series), before)
        })
        .unzip();
    let all: Vec<chart::Series> = lines.iter().map(|line| line.series.clone()).collect();
    let title = format!("Fights won, by {}", axis.name);
    let about = "The share of fights that each side wins for each value, with its 95 % interval; the figures are in the \
                 table below.";
    let chart = curves(&Curves {
        title: &title,
        about,
        across: &axis.name,
        lines: &lines,
        ghosts: &ghosts,
        course: Course::Lines,
        up: SHARES,
        unit: Unit::Share,
        height: chart::HEIGHT,
    });
    html! {
        figure { figcaption { (title) } (chart::legend(&all, true)) (chart) (chart::before(are_known(&ghosts))) }
    }
}

/// Returns the values of each axis as bars, ranked by the mean win rate of the first side.
fn rankings(scenario: &Scenario) -> Markup {
    let side = scenario.first_side();
    if !scenario.is_whole() {
        return html! {};
    }
    html! {
        h4 { "Averages" }
        p.note {
            "What each value means for side " (side) ": its mean win rate over all matchups with \
                that value, with equal weights."
        }
        div.columns {
            @for (place, axis) in scenario.axes.iter().enumerate() {
                @let ranking = in_order(axis, by_value(scenario, place));
                @let bars = ranking.iter().take(RANKED).map(|&(value, figure)| row(value, figure)).collect::<Vec<_>>();
                @let heads = [axis.name.as_str(), "", "mean share of fights won", "mean win rate", ""];
                div {
                    (rows(&format!("By {}", axis.name), heads, &bars, &SHARES, Some(0.5), Unit::Share))
                    @if ranking.len() > RANKED {
                        p.note { "The first " (RANKED) " of " (ranking.len()) "." }
                    }
                }
            }
        }
    }
}

/// Puts values that are numbers in the order of the axis. All other values stay in the order of the ranking.
fn in_order<'a>(axis: &Axis, mut ranking: Vec<(&'a str, Interval)>) -> Vec<(&'a str, Interval)> {
    if axis.numbers().is_some() {
        ranking.sort_by_key(|(value, _)| axis.values.iter().position(|known| known == value));
    }
    ranking
}

fn row(label: &str, figure: Interval) -> BarRow {
    BarRow {
        label: label.to_owned(),
        sub: None,
        place: 0,
        figure: Some(figure),
        note: None,
    }
}

/// Returns all played matchups if there are at most `most`. Otherwise returns at most `most` of them: first
/// the most lopsided ones, then about as many of the most even ones.
pub(super) fn featured(scenario: &Scenario, most: usize) -> Vec<&Matchup> {
    let played: Vec<&Matchup> = scenario
        .matchups
        .iter()
        .filter(|one| one.fights() > 0.0)
        .collect();
    if played.len() <= most {
        return played;
    }
    let mut ranking: Vec<&Matchup> = scenario.unlike().filter(|one| one.fights() > 0.0).collect();
    ranking.sort_by(|a, b| b.margin().abs().total_cmp(&a.margin().abs()));
    if ranking.is_empty() {
        // Every matchup is between a contender and itself, so `ranking` has none of them.
        return scenario.matchups.iter().take(most).collect();
    }
    let half = most / 2;
    let mut picked: Vec<&Matchup> = ranking.iter().copied().take(half).collect();
    let even = ranking.iter().rev().take(most - half).copied();
    picked.extend(even.filter(|one| {
        !ranking[..half.min(ranking.len())]
            .iter()
            .any(|other| std::ptr::eq(*one, *other))
    }));
    picked
}

/// Returns bars for the most lopsided and the most even matchups.
fn outstanding(scenario: &Scenario) -> Markup {
    const EACH: usize = 5;
    let picked = featured(scenario, 2 * EACH);
    if picked.len() == scenario.matchups.len() || picked.len() < 2 * EACH {
        return html! {};
    }
    let side = scenario.first_side();
    let table = |caption: &str, matchups: &[&Matchup]| {
        let of = |one: &&Matchup| Some(row(&one.name, one.first()?));
        let bars: Vec<BarRow> = matchups.iter().filter_map(of).collect();
        let wins = format!("{side} win rate");
        let heads = ["matchup", "", "share of fights won", &wins, ""];
        rows(caption, heads, &bars, &SHARES, Some(0.5), Unit::Share)
    };
    html! {
        h4 { "Matchups that stand out" }
        div.columns {
            div { (table("The most lopsided", &picked[..EACH])) }
            div { (table("The most even", &picked[EACH..])) }
        }
    }
}

/// Returns the indices of the two axes with the most values, which a heat map shows. For each combination of
/// values on the other axes there is a separate heat map. `None` if the maps would be too large or too many.
fn plane(scenario: &Scenario) -> Option<[usize; 2]> {
    let size = |place: &usize| scenario.axes[*place].values.len();
    let mut places: Vec<usize> = (0..scenario.axes.len()).collect();
    places.sort_by_key(|place| std::cmp::Reverse(size(place)));
    let mut pair = [*places.first()?, *places.get(1)?];
    pair.sort_unstable();
    let facets: usize = places[2..].iter().map(size).product();
    let fits = pair
        .iter()
        .all(|place| (2..=LONGEST).contains(&size(place)));
    (fits && facets <= FACETS).then_some(pair)
}

/// Returns the heat maps of a scenario: those of `matrix.csv`, or those of the two axes with the most values
/// if there is no such table.
fn heat_maps(model: &Model, scenario: &Scenario) -> Markup {
    let mut maps = contenders::heat_maps(model, scenario);
    if maps.is_empty() {
        maps = planes(scenario);
    }
    if maps.is_empty() {
        return html! {};
    }
    let side = scenario.first_side();
    html! {
        div.maps { @for map in &maps { (map) } }
        p.note {
            span.swatch.ahead { "blue" } " where side " (side) " wins more often than the best of the others, "
            span.swatch.behind { "orange" } " where it wins less often, stronger the farther apart they are; "
            i { "slanted" } " where their intervals overlap, so that it is open who wins more \
                often. The interval of each figure is in the table of all figures below, and \
                appears under the pointer."
        }
    }
}

fn planes(scenario: &Scenario) -> Vec<Markup> {
    let Some([down, across]) = plane(scenario) else {
        return Vec::new();
    };
    let rest: Vec<usize> = (0..scenario.axes.len())
        .filter(|place| ![down, across].contains(place))
        .collect();
    let facet = |one: &Matchup| -> Vec<String> {
        rest.iter()
            .map(|&place| one.values[place].clone())
            .collect()
    };
    let mut facets: Vec<Vec<String>> = Vec::new();
    for one in &scenario.matchups {
        let found = facet(one);
        if !facets.contains(&found) {
            facets.push(found);
        }
    }
    let side = scenario.first_side();
    let wins = format!("Win rate of side {side} in per cent");
    let maps = facets.iter().map(|values| {
        let of: Vec<&Matchup> = scenario
            .matchups
            .iter()
            .filter(|one| facet(one) == *values)
            .collect();
        let named: Vec<String> = rest
            .iter()
            .zip(values)
            .map(|(&place, value)| format!("{} = {value}", scenario.axes[place].name))
            .collect();
        let caption = if named.is_empty() {
            wins.clone()
        } else {
            named.join(", ")
        };
        heat(&map(scenario, &of, [down, across], caption))
    });
    let maps: Vec<Markup> = maps.collect();
    if rest.is_empty() {
        return maps;
    }
    // The part that all captions have in common is written once, above the heat maps.
    vec![html! { div.facets { p { b { (wins) } } div.maps { @for map in &maps { (map) } } } }]
}

/// Returns the heat map of these matchups. If contenders meet each other, they are ordered by their means.
fn map<'a>(
    scenario: &'a Scenario,
    of: &[&Matchup],
    [down, across]: [usize; 2],
    caption: String,
) -> Heat<'a> {
    let values = |place: usize| {
        scenario.axes[place]
            .values
            .iter()
            .map(String::as_str)
            .collect::<Vec<_>>()
    };
    let (mut rows, mut columns) = (values(down), values(across));
    if scenario.is_matrix() && scenario.is_whole() {
        rows = by_value(scenario, down)
            .into_iter()
            .map(|(value, _)| value)
            .collect();
        columns.clone_from(&rows);
    }
    let cell = |row: &&str, column: &&str| {
        let found = of
            .iter()
            .find(|one| one.values[down] == **row && one.values[across] == **column)?;
        let rate = found.first()?;
        Some(Cell {
            text: format!("{:.0}", rate.estimate * 100.0),
            full: format!("{}: {}", found.name, share(rate).whole()),
            lean: found.margin(),
            open: found.standing() == Lead::Open,
        })
    };
    let cells = rows
        .iter()
        .map(|row| columns.iter().map(|column| cell(row, column)).collect());
    Heat {
        caption,
        axes: [&scenario.axes[down].name, &scenario.axes[across].name],
        cells: cells.collect(),
        rows,
        columns,
    }
}

/// Returns a table of the rows in `summary.csv` about a scenario. Columns that are empty or the same in every
/// row are left out.
fn summary(model: &Model, scenario: &Scenario) -> Markup {
    let table = &model.summary;
    let name = &scenario.record.scenario;
    let rows: Vec<_> = table
        .rows()
        .filter(|row| row.text("scenario") == name)
        .collect();
    let skipped = |head: &str| {
        matches!(
            head,
            "scenario" | "ruleset" | "method" | "seed" | "version" | "digest"
        ) || scenario
            .axes
            .iter()
            .map(|axis| &axis.name)
            .chain(scenario.constants.iter().map(|(name, _)| name))
            .any(|name| head == name || head == format!("axis {name}"))
    };
    let places: Vec<usize> = (0..table.heads.len())
        .filter(|&place| !skipped(&table.heads[place]))
        .filter(|&place| rows.iter().any(|row| !row.cells[place].is_empty()))
        .collect();
    html! {
        details.data {
            summary { "All figures: summary.csv, " (rows.len()) " rows" }
            div.wide {
                table.figures data-table="summary.csv" {
                    thead { tr { @for &place in &places { th scope="col" { (table.heads[place]) } } } }
                    tbody {
                        @for row in rows.iter().take(ROWS) {
                            tr { @for &place in &places { td { (row.cells[place]) } } }
                        }
                    }
                }
            }
            @if rows.len() > ROWS {
                p.note { "The first " (ROWS) " of " (rows.len()) " rows; summary.csv has them all." }
            }
            p.note { "What the columns mean: " code { "skirmish columns summary" } "." }
        }
    }
}

/// Returns the series of each side, for the legend.
pub(super) fn series(matchup: &Matchup) -> Vec<chart::Series> {
    let sides = matchup.sides.iter().enumerate();
    sides
        .map(|(place, side)| chart::Series::side(&side.name, place))
        .collect()
}
