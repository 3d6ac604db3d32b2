//! Shows how strong each contender of a matrix is, from `contenders.csv`, and the heat maps of `matrix.csv`.
//! A contender is a value that both axes of the matrix have, such as a stat block.

use maud::{Markup, html};

use super::chart::{BarRow, Cell, Heat, Scale, VERDICT, heat, rows};
use super::figures::{Unit, share};
use super::model::{Model, Scenario, interval};
use super::table::Row;
use crate::tally::Interval;

/// The largest number of contenders that are shown.
const SHOWN: usize = 60;
/// The largest number of rows and columns in a heat map.
const LONGEST: usize = 60;

/// A contender of a matrix.
#[derive(Debug)]
pub(super) struct Contender<'t> {
    pub(super) name: &'t str,
    /// The mean score against all other contenders.
    pub(super) mean: Interval,
    /// The rating. `None` for reports that earlier versions wrote.
    rating: Option<Interval>,
    /// Whether another contender dominates this one: `yes`, `no` or `undecided`.
    pub(super) dominated: &'t str,
    pub(super) dominated_by: &'t str,
    pub(super) cycle: &'t str,
    worst: &'t str,
    best: &'t str,
    /// The contender's share in the mix that nobody can exploit.
    share: Option<Interval>,
}

/// Returns the contenders of a scenario, from the best mean score to the worst. Empty if the report has no
/// `contenders.csv`.
pub(super) fn contenders<'t>(model: &'t Model, scenario: &'t Scenario) -> Vec<Contender<'t>> {
    let read = |row: &Row<'t>| {
        Some(Contender {
            name: row.text("contender"),
            mean: interval(row, "mean", "mean_low", "mean_high")?,
            rating: interval(row, "rating", "rating_low", "rating_high"),
            dominated: row.text("dominated"),
            dominated_by: row.text("dominated_by"),
            cycle: row.text("cycle"),
            worst: row.text("worst"),
            best: row.text("best"),
            share: interval(row, "share", "share_low", "share_high"),
        })
    };
    let rows = model.rows_of("contenders.csv", scenario);
    let mut found: Vec<Contender<'_>> = rows.iter().filter_map(read).collect();
    found.sort_by(|a, b| b.mean.estimate.total_cmp(&a.mean.estimate));
    found
}

/// Returns a section with the contenders' means and shares as bars. Empty if there are no contenders.
pub(super) fn section(model: &Model, scenario: &Scenario) -> Markup {
    let all = contenders(model, scenario);
    if all.is_empty() {
        return html! {};
    }
    let shown = &all[..all.len().min(SHOWN)];
    let means: Vec<BarRow> = shown
        .iter()
        .map(|one| {
            let verdict = match one.dominated {
                "yes" => format!("dominated by {}", one.dominated_by),
                "undecided" => "perhaps dominated".to_owned(),
                _ => String::new(),
            };
            let rating = one.rating.map(|rating| {
                let reach = rating.reach().ceil();
                format!("rating {:.0} ± {reach:.0}", rating.estimate)
            });
            let notes = rating.into_iter().chain(Some(verdict));
            let notes: Vec<String> = notes.filter(|note| !note.is_empty()).collect();
            bar(one.name, one.mean, Some(notes.join(", ")))
        })
        .collect();
    let shares: Vec<BarRow> = shown
        .iter()
        .filter_map(|one| Some((one, one.share?)))
        .filter(|(_, share)| share.high > 0.0)
        .map(|(one, share)| bar(one.name, share, None))
        .collect();
    html! {
        h4 { "Contenders" }
        p.note {
            "A score is the share of fights won plus half of the draws and undecided fights; the \
             mean is over all other contenders, with equal weights. A contender is dominated if \
             another scores at least as well against every opponent and better against one of \
             them. Ratings follow the model of Bradley and Terry, in points of Elo: 400 points \
             more are odds of ten to one, and the mean of all contenders is 1500."
        }
        (rows("Mean score", ["contender", "", "mean score", "mean score", VERDICT], &means, &Scale::WHOLE, Some(0.5), Unit::Share))
        @if all.len() > SHOWN { p.note { "The best " (SHOWN) " of " (all.len()) "; contenders.csv has them all." } }
        @if !shares.is_empty() {
            p.note {
                "If you pick contenders at random in these shares, no opponent can exploit it. The \
                 ranges show how far sampling noise could move the shares. The mix holds for these \
                 contenders with these policies only: with another contender or another policy, \
                 another mix is best."
            }
            (rows("The mix that nobody can exploit", ["contender", "", "share of choices", "share", ""], &shares, &Scale::WHOLE, None, Unit::Choice))
        }
        details.data {
            summary { "Best and worst opponent of each contender" }
            div.wide {
                table.figures {
                    thead { tr { @for head in ["contender", "best against", "worst against"] { th.words scope="col" { (head) } } } }
                    tbody { @for one in shown { tr { th scope="row" { (one.name) } td.words { (one.best) } td.words { (one.worst) } } } }
                }
            }
        }
    }
}

fn bar(label: &str, figure: Interval, note: Option<String>) -> BarRow {
    BarRow {
        label: label.to_owned(),
        sub: None,
        place: 0,
        figure: Some(figure),
        note,
    }
}

/// Returns the heat maps for the rows of `matrix.csv` about this scenario. Empty if it has no such rows.
pub(super) fn heat_maps(model: &Model, scenario: &Scenario) -> Vec<Markup> {
    const WHICH: [&str; 5] = ["row_axis", "column_axis", "side", "at", "averaged"];
    let all = model.rows_of("matrix.csv", scenario);
    let mut kinds: Vec<[&str; 5]> = Vec::new();
    for row in &all {
        let kind = WHICH.map(|column| row.text(column));
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let order: Vec<&str> = contenders(model, scenario)
        .iter()
        .map(|one| one.name)
        .collect();
    let maps = kinds.iter().filter_map(|kind| {
        let of: Vec<Row<'_>> = all
            .iter()
            .copied()
            .filter(|row| WHICH.map(|column| row.text(column)) == *kind)
            .collect();
        one(*kind, &of, &order)
    });
    maps.collect()
}

fn one(
    [down, across, side, at, averaged]: [&str; 5],
    of: &[Row<'_>],
    order: &[&str],
) -> Option<Markup> {
    let values = |column: &str| {
        let mut values: Vec<&str> = Vec::new();
        for row in of {
            if !values.contains(&row.text(column)) {
                values.push(row.text(column));
            }
        }
        values.sort_by_key(|value| order.iter().position(|known| known == value));
        values
    };
    let (rows, columns) = (values("row"), values("column"));
    if rows.len().max(columns.len()) > LONGEST {
        return None;
    }
    let cell = |row: &&str, column: &&str| {
        let found = of
            .iter()
            .find(|one| one.text("row") == *row && one.text("column") == *column)?;
        let rate = interval(found, "win_rate", "win_rate_low", "win_rate_high")?;
        let score = interval(found, "score", "score_low", "score_high")?;
        Some(Cell {
            text: format!("{:.0}", rate.estimate * 100.0),
            full: format!(
                "{}: {}, score {}",
                if order.is_empty() {
                    format!("{down} {row}, {across} {column}")
                } else {
                    format!("{row} against {column}")
                },
                share(rate).whole(),
                share(score).whole()
            ),
            lean: score.estimate * 2.0 - 1.0,
            open: score.low <= 0.5 && score.high >= 0.5,
        })
    };
    let cells = rows
        .iter()
        .map(|row| columns.iter().map(|column| cell(row, column)).collect());
    let cells = cells.collect();
    let limits = match (at, averaged) {
        ("", "") => String::new(),
        (at, "") => format!(", at {at}"),
        ("", averaged) => format!(", averaged over {averaged}"),
        (at, averaged) => format!(", at {at}, averaged over {averaged}"),
    };
    Some(heat(&Heat {
        caption: format!("Win rate of side {side} in per cent{limits}"),
        axes: [down, across],
        rows,
        columns,
        cells,
    }))
}
