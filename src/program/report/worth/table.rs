//! Writes `worth.csv`, which has one row for each move and figure.

use super::super::columns;
use super::super::dialect::{Csv, Dialect};
use super::super::form;
use super::{FigureChange, StepMove, Worth};
use crate::compare::Verdict;
use crate::tally::{Figure, Method};

pub(super) fn csv(worth: &Worth, dialect: Dialect) -> Vec<u8> {
    let columns = columns::WORTH.columns.iter();
    let mut csv = Csv::new(
        dialect,
        columns.map(|column| (column.name.to_owned(), column.kind)),
    );
    for (one, rows) in &worth.moves {
        for row in rows {
            let cells = cells(worth, one, row);
            csv.row(cells.iter().map(String::as_str));
        }
    }
    csv.finish()
}

fn cells(worth: &Worth, one: &StepMove, row: &FigureChange) -> Vec<String> {
    let info = &worth.info;
    let matchup = match info.matchups.as_slice() {
        [only] => only.as_str(),
        _ => "*",
    };
    let (figure, side) = match row.figure {
        Figure::Won(_) => ("win_rate", worth.side_of(row.figure)),
        Figure::Rounds => ("rounds", ""),
        Figure::Dealt(_) => ("damage", worth.side_of(row.figure)),
    };
    let method = match (row.verdict, row.method) {
        (Verdict::Same, _) => "unused",
        (_, Method::Exact) => "exact",
        (_, Method::Sampled) => "sampled",
    };
    let mut cells: Vec<String> = [
        info.scenario.as_str(),
        &info.ruleset,
        matchup,
        &one.path.to_string(),
        &one.heirs.join("; "),
        one.unit,
        one.step.trim_start_matches('+'),
        &one.before,
        &one.after,
        figure,
        side,
        method,
        &row.pairs.to_string(),
    ]
    .map(str::to_owned)
    .into();
    // The figure of the unchanged scenario may be from played fights. The method of the row may still be
    // exact, because a move without an effect needs no fights.
    let standing = if info.method == "exact" {
        Method::Exact
    } else {
        Method::Sampled
    };
    for interval in [row.before, row.after] {
        cells.extend(form::cells(standing, Some(interval)));
    }
    let method = match row.verdict {
        // An exact zero needs no more than six decimals.
        Verdict::Same => Method::Sampled,
        _ => row.method,
    };
    cells.extend(form::cells(method, Some(row.difference)));
    cells.push(row.p.map_or_else(String::new, form::chance));
    cells.push(format!("{:.6}", row.margin));
    cells.push(row.word().to_owned());
    cells.push(match row.verdict {
        Verdict::Open { pairs: Some(pairs) } => pairs.to_string(),
        _ => String::new(),
    });
    cells
}
