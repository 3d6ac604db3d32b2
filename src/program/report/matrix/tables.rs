//! Writes `matrix.csv` and `contenders.csv`.

use std::io::{self, Write};

use super::{Contenders, Dominated, Matrix};
use crate::report::columns::{CONTENDERS, ColumnKind, MATRIX, TableSpec};
use crate::report::write::Unwritten;
use crate::report::{Csv, Dialect, form};
use crate::tally::{Count, Interval, Method};

/// Returns the tables for these matrices. There is no table without matrices, and `contenders.csv` is left
/// out if no matrix has contenders.
pub(in crate::report) fn all<C: Count>(
    matrices: &[Matrix<C>],
    dialect: Dialect,
) -> Vec<(&'static str, Unwritten<'_>)> {
    let mut tables = Vec::new();
    if !matrices.is_empty() {
        let write = move |out: &mut dyn Write| table(&MATRIX, matrices, (dialect, out), cells);
        tables.push((MATRIX.name, Unwritten::new(write)));
    }
    if matrices.iter().any(|matrix| matrix.contenders.is_some()) {
        let write =
            move |out: &mut dyn Write| table(&CONTENDERS, matrices, (dialect, out), contenders);
        tables.push((CONTENDERS.name, Unwritten::new(write)));
    }
    tables
}

fn table<C: Count>(
    spec: &TableSpec,
    matrices: &[Matrix<C>],
    (dialect, out): (Dialect, &mut dyn Write),
    rows: fn(&Matrix<C>) -> Vec<Vec<String>>,
) -> io::Result<()> {
    let exact = C::METHOD == Method::Exact;
    let further = if exact { spec.exact } else { &[] };
    let columns = spec.columns.iter().chain(further);
    let header = columns.map(|column| (column.name.to_owned(), column.kind));
    let mut csv = Csv::onto(out, dialect, header.collect::<Vec<(String, ColumnKind)>>());
    let method = exact.then_some(C::METHOD.name());
    for matrix in matrices {
        for row in rows(matrix) {
            let leading = [matrix.scenario.as_str(), &matrix.ruleset];
            let own = row.iter().map(String::as_str);
            csv.row(leading.into_iter().chain(own).chain(method));
        }
    }
    csv.end().map(|_| ())
}

/// Returns the rows of `matrix.csv` for a matrix, one for each cell.
fn cells<C: Count>(matrix: &Matrix<C>) -> Vec<Vec<String>> {
    let plan = &matrix.plan;
    let at: Vec<String> = (plan.at.iter())
        .map(|(axis, value)| format!("{axis}={value}"))
        .collect();
    let averaged: Vec<&str> = matrix.averaged.iter().map(|(axis, _)| &**axis).collect();
    let (at, averaged) = (at.join("; "), averaged.join("; "));
    let mut rows = Vec::new();
    for (i, row) in matrix.rows.iter().enumerate() {
        for (j, column) in matrix.columns.iter().enumerate() {
            let Some(cell) = matrix.cell(i, j) else {
                continue;
            };
            let mut cells: Vec<String> = [
                &plan.rows,
                row,
                &plan.columns,
                column,
                &matrix.side,
                &at,
                &averaged,
            ]
            .map(String::clone)
            .into();
            cells.push(cell.matchups.to_string());
            cells.extend(form::cells(C::METHOD, Some(cell.win_rate)));
            let [draws, ..] = form::cells(C::METHOD, Some(cell.draws));
            let [undecided, ..] = form::cells(C::METHOD, Some(cell.undecided));
            cells.extend([draws, undecided]);
            cells.extend(form::cells(C::METHOD, Some(cell.score)));
            cells.extend(form::cells(C::METHOD, cell.seat_effect));
            rows.push(cells);
        }
    }
    rows
}

/// Returns the rows of `contenders.csv` for a matrix, one for each contender.
fn contenders<C: Count>(matrix: &Matrix<C>) -> Vec<Vec<String>> {
    let Some(contenders) = &matrix.contenders else {
        return Vec::new();
    };
    let name = |one: usize| contenders.all[one].name.clone();
    let row = |one: usize| {
        let contender = &contenders.all[one];
        let mut cells = vec![contender.name.clone()];
        cells.extend(form::cells(C::METHOD, Some(contender.mean)));
        // One decimal is enough: a tenth of a point is a seventieth of a per cent in the score.
        let Interval {
            low,
            high,
            estimate,
        } = contender.rating;
        cells.extend([estimate, low, high].map(|rating| format!("{rating:.1}")));
        for (other, score) in [contender.worst, contender.best] {
            cells.push(name(other));
            cells.extend(form::cells(C::METHOD, Some(score)));
        }
        let (dominated, by) = match contender.dominated {
            Dominated::By(other) => ("yes", name(other)),
            Dominated::Perhaps(_) => ("undecided", String::new()),
            Dominated::No => ("no", String::new()),
        };
        cells.extend([dominated.to_owned(), by, cycle(contenders, one)]);
        let share = contenders.mix.as_ref().map(|mix| mix.shares[one]);
        // Linear programming gives no more correct digits than played fights do, so exact shares are rounded
        // as well.
        cells.extend(form::cells(Method::Sampled, share));
        cells
    };
    (0..contenders.all.len()).map(row).collect()
}

/// Returns, as text, the cycle that represents the group of `one`. All contenders of a group are in cycles
/// with each other. Empty if `one` is in no cycle.
fn cycle(contenders: &Contenders, one: usize) -> String {
    let mut cycles = contenders.cycles.sure.iter();
    let found = cycles.find(|cycle| cycle.group.contains(&one));
    let around = found.map_or(&[][..], |cycle| &cycle.around);
    let names: Vec<&str> = (around.iter())
        .map(|&(one, _)| contenders.all[one].name.as_str())
        .collect();
    names.join(" > ")
}
