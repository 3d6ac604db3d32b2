//! Shows a matrix on a terminal: its heat table, and an evaluation of the contenders if rows and columns list
//! the same ones.

use unicode_width::UnicodeWidthStr;

use super::Paper;
use super::heat::Heat;
use crate::report::form;
use crate::report::matrix::{Cell, Contenders, Cycle, Dominated, Matrix, Mix};
use crate::report::ranking;
use crate::tally::{Count, Interval, Method};
use crate::visible::visible;

/// The largest number of contenders that are named in a line.
const NAMED: usize = 6;

/// Returns the lines below the title of a scenario that has a matrix.
pub(super) fn lines<C: Count>(paper: &Paper, matrix: &Matrix<C>) -> Vec<String> {
    let mut lines: Vec<String> = what(matrix).into();
    let ranked = matrix.contenders.as_ref().map(Contenders::ranked);
    let heat = ranked
        .as_ref()
        .map_or_else(|| plain(matrix), |ranked| contest(matrix, ranked));
    let (table, left_out) = heat.lines(paper);
    lines.extend(table);
    let mut notes: Vec<String> = Vec::new();
    notes.extend(known_to::<C>(&matrix.cells));
    if left_out.columns > 0 {
        let all = matrix.columns.len();
        notes.push(format!("{} of {all} columns do not fit", left_out.columns));
    }
    if left_out.rows > 0 {
        let all = matrix.rows.len();
        notes.push(format!("{} of {all} rows left out", left_out.rows));
    }
    if left_out.columns + left_out.rows > 0 {
        notes.push("matrix.csv has all".to_owned());
    }
    if !notes.is_empty() {
        lines.push(notes.join("; "));
    }
    if let (Some(contenders), Some(ranked)) = (&matrix.contenders, &ranked) {
        lines.extend(worth(paper, matrix, contenders, ranked));
        lines.extend(cycles(contenders));
        lines.extend(mix(paper, contenders, ranked));
    } else if matrix.plan.contenders {
        let two = "no contenders compared: some of their matchups were not played";
        lines.push(two.to_owned());
    }
    lines
}

/// Returns two lines that explain what the rows, the columns and the figures are.
fn what<C: Count>(matrix: &Matrix<C>) -> [String; 2] {
    let plan = &matrix.plan;
    let whose = match &matrix.against {
        Some(other) if plan.contenders => format!(
            "win rate in % of the row ({}) against the column ({other})",
            matrix.side
        ),
        _ => format!("win rate of {} in %", matrix.side),
    };
    let mut text = format!("rows: {}, columns: {}", plan.rows, plan.columns);
    if matrix.contenders.is_some() {
        text.push_str(" (numbered like the rows)");
    }
    for (axis, value) in &plan.at {
        text.extend(["; ", axis, ": ", value]);
    }
    if !matrix.averaged.is_empty() {
        let axes: Vec<String> = (matrix.averaged.iter())
            .map(|(axis, values)| format!("{axis} ({values} values)"))
            .collect();
        text.extend(["; averaged over ", &axes.join(" and ")]);
    }
    [whose, text].map(|line| visible(&line).into_owned())
}

/// Returns a note on the half-width of the least certain figure in a heat table. `None` if all figures are
/// exact.
fn known_to<C: Count>(cells: &[Option<Cell>]) -> Option<String> {
    let reaches = cells.iter().flatten().map(|cell| cell.win_rate.reach());
    let most = reaches.fold(0.0, f64::max);
    let sure = C::METHOD == Method::Exact && most < 5e-4;
    (!sure).then(|| format!("all figures ± {} or better", form::reach_percent(most)))
}

/// Returns a heat table with rows and columns in the order of their axes. The values of an axis are ranked
/// instead if they are many and not numbers.
fn plain<C: Count>(matrix: &Matrix<C>) -> Heat {
    let share = |row, column| matrix.cell(row, column).map(|cell| cell.win_rate.estimate);
    let (rows, columns) = (0..matrix.rows.len(), 0..matrix.columns.len());
    let down = order(&matrix.rows, |row| {
        columns
            .clone()
            .filter_map(|column| share(row, column))
            .collect()
    });
    let across = order(&matrix.columns, |column| {
        rows.clone().filter_map(|row| share(row, column)).collect()
    });
    let row = |&row: &usize| across.iter().map(|&column| share(row, column)).collect();
    let names = |all: &[String], order: &[usize]| -> Vec<String> {
        let names = order.iter().map(|&at| visible(&all[at]).into_owned());
        names.collect()
    };
    Heat {
        corner: visible(&matrix.plan.rows).into_owned(),
        rows: names(&matrix.rows, &down),
        columns: names(&matrix.columns, &across),
        shares: down.iter().map(row).collect(),
    }
}

/// Returns the indices of an axis' values in the order of the heat table. Many values that are not numbers
/// are ranked by the mean of their figures. All others stay in the order of their axis.
fn order(values: &[String], figures: impl Fn(usize) -> Vec<f64>) -> Vec<usize> {
    let mut places: Vec<usize> = (0..values.len()).collect();
    if ranking::is_ranked(values.iter().map(String::as_str)) {
        let means: Vec<f64> = (places.iter())
            .map(|&place| {
                let figures = figures(place);
                #[expect(
                    clippy::cast_precision_loss,
                    reason = "an axis has ten thousand values at most"
                )]
                let many = figures.len().max(1) as f64;
                figures.iter().sum::<f64>() / many
            })
            .collect();
        places.sort_by(|&a, &b| means[b].total_cmp(&means[a]));
    }
    places
}

/// Returns the names with control characters made visible.
fn shown(names: &[String]) -> Vec<String> {
    let names = names.iter().map(|name| visible(name).into_owned());
    names.collect()
}

/// Returns a heat table of contenders, with the best first in rows and columns. Columns have numbers instead
/// of names to save space.
fn contest<C: Count>(matrix: &Matrix<C>, ranked: &[usize]) -> Heat {
    let place = |name: &String| matrix.columns.iter().position(|column| column == name);
    let columns: Vec<Option<usize>> = (ranked.iter())
        .map(|&one| place(&matrix.rows[one]))
        .collect();
    let share =
        |row: usize, column: Option<usize>| Some(matrix.cell(row, column?)?.win_rate.estimate);
    let names = ranked.iter().map(|&one| matrix.rows[one].as_str());
    Heat {
        corner: visible(&matrix.plan.rows).into_owned(),
        rows: shown(&numbered(names)),
        columns: (1..=ranked.len()).map(|n| n.to_string()).collect(),
        shares: (ranked.iter())
            .map(|&row| columns.iter().map(|&column| share(row, column)).collect())
            .collect(),
    }
}

fn numbered<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> Vec<String> {
    let digits = names.len().to_string().len();
    let numbered = |(i, name)| format!("{:>digits$} {name}", i + 1);
    names.enumerate().map(numbered).collect()
}

/// Returns a table with a row for each contender, the best first, and notes that explain it.
fn worth<C: Count>(
    paper: &Paper,
    matrix: &Matrix<C>,
    contenders: &Contenders,
    ranked: &[usize],
) -> Vec<String> {
    let name = |one: usize| contenders.all[one].name.as_str();
    let names = numbered(ranked.iter().map(|&one| name(one)));
    let perhaps = |one: &usize| matches!(contenders.all[*one].dominated, Dominated::Perhaps(_));
    let rows = |rating: &dyn Fn(Interval) -> Option<String>,
                extreme: &dyn Fn(usize, Interval) -> String|
     -> Vec<Vec<String>> {
        let row = |(&one, label): (&usize, &String)| {
            let contender = &contenders.all[one];
            let (worst, best) = (contender.worst, contender.best);
            let mut row = vec![label.clone(), form::bare_percent(C::METHOD, contender.mean)];
            row.extend(rating(contender.rating));
            row.extend([
                extreme(worst.0, worst.1),
                extreme(best.0, best.1),
                match contender.dominated {
                    Dominated::By(by) => name(by).to_owned(),
                    Dominated::Perhaps(by) => format!("{}?", name(by)),
                    Dominated::No => "–".to_owned(),
                },
            ]);
            row
        };
        ranked.iter().zip(&names).map(row).collect()
    };
    let header = [
        matrix.plan.rows.as_str(),
        ">mean score %",
        ">rating",
        "worst %, against",
        "best %, against",
        "dominated by",
    ];
    let [corner, mean, _, worst, best, by] = header;
    let full = |other, score| format!("{} {}", form::bare_percent(C::METHOD, score), name(other));
    let short = |other, score: Interval| format!("{:.0} {}", score.estimate * 100.0, name(other));
    let bare = |rating: Interval| Some(format!("{:.0}", rating.estimate));
    let wide = rows(&|found| Some(rating(found)), &full);
    let narrow = rows(&bare, &short);
    let fits = |rows: &[Vec<String>]| natural_width(&header, rows) <= usize::from(paper.width);
    // If there is too little space, ratings lose their intervals first and are then left out. The file
    // contenders.csv has them.
    let (mut lines, rated) = if fits(&wide) {
        (paper.table(&header, wide), true)
    } else if fits(&narrow) {
        (paper.table(&header, narrow), true)
    } else {
        let unrated = rows(&|_| None, &short);
        (
            paper.table(&[corner, mean, worst, best, by], unrated),
            false,
        )
    };
    lines.push(format!(
        "score: wins plus half of draws and undecided fights, mean over both sides; {} over all pairs: {}",
        matrix.side,
        form::percent(
            C::METHOD,
            Some(Interval {
                low: contenders.edge.low + 0.5,
                high: contenders.edge.high + 0.5,
                estimate: contenders.edge.estimate + 0.5,
            })
        )
    ));
    lines.push(if rated {
        "rating: 400 points more are odds of ten to one, the mean is 1500".to_owned()
    } else {
        "ratings do not fit; contenders.csv has them".to_owned()
    });
    if ranked.iter().any(perhaps) {
        lines.push("?: perhaps dominated; more fights would decide".to_owned());
    }
    lines
}

/// Returns a rating in whole points with its half-width rounded up, such as `1612 ± 4`. A rating without
/// uncertainty has no half-width.
fn rating(rating: Interval) -> String {
    let reach = rating.reach();
    if reach < 0.05 {
        return format!("{:.0}", rating.estimate);
    }
    format!("{:.0} ± {:.0}", rating.estimate, reach.ceil())
}

/// Returns the width that a table needs without breaking lines, in columns of text.
fn natural_width(header: &[&str], rows: &[Vec<String>]) -> usize {
    let column = |at: usize| {
        let cells = rows.iter().map(|row| row[at].width());
        let head = header[at].trim_start_matches('>').width();
        cells.fold(head, usize::max) + 3
    };
    (0..header.len()).map(column).sum()
}

/// Returns lines about the contenders that beat each other in cycles.
fn cycles(contenders: &Contenders) -> Vec<String> {
    let found = &contenders.cycles;
    if contenders.all.len() < 3 {
        return Vec::new();
    }
    let mut lines: Vec<String> = (found.sure.iter())
        .map(|cycle| circle(contenders, cycle))
        .collect();
    match (lines.is_empty(), found.perhaps.is_empty()) {
        (true, true) => lines.push("certainly no cycles (rock, paper, scissors)".to_owned()),
        (true, false) => lines.push(format!(
            "no cycle (rock, paper, scissors) is certain; too close to tell: {}",
            names(contenders, &found.perhaps)
        )),
        (false, false) => lines.push(format!(
            "perhaps in a cycle, too: {}",
            names(contenders, &found.perhaps)
        )),
        (false, true) => {}
    }
    lines
}

fn circle(contenders: &Contenders, cycle: &Cycle) -> String {
    let name = |one: usize| contenders.all[one].name.as_str();
    let next = cycle.around.iter().cycle().skip(1);
    let beats: Vec<String> = (cycle.around.iter())
        .zip(next)
        .map(|(&(one, score), &(next, _))| {
            let score = form::percent(contenders.method, Some(score));
            format!(
                "{} beats {} ({score})",
                visible(name(one)),
                visible(name(next))
            )
        })
        .collect();
    let mut text = format!("cycle: {}", beats.join(", "));
    if cycle.threes > 1 {
        let threes = cycle.threes.to_string();
        text.extend(["; the clearest of ", &threes, " cycles of three"]);
    }
    if cycle.group.len() > cycle.around.len() {
        text.extend(["; in such cycles: ", &names(contenders, &cycle.group)]);
    }
    text
}

/// Returns the names of some contenders, made visible. If there are many, the last ones are counted instead
/// of named.
fn names(contenders: &Contenders, some: &[usize]) -> String {
    let (named, rest) = some.split_at(some.len().min(NAMED));
    let named: Vec<&str> = (named.iter())
        .map(|&one| contenders.all[one].name.as_str())
        .collect();
    let named = visible(&named.join(", ")).into_owned();
    match rest.len() {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

/// A warning that the mix depends on the contenders and their policies.
const ONLY_HERE: &str = "the mix holds for these contenders with these policies only";

/// Returns lines about the mix of contenders that nobody can exploit.
fn mix(paper: &Paper, contenders: &Contenders, ranked: &[usize]) -> Vec<String> {
    let Some(mix) = &contenders.mix else {
        return vec!["the mix that nobody can exploit could not be computed".to_owned()];
    };
    let mut inside: Vec<usize> = (ranked.iter().copied())
        .filter(|&one| !mix.is_out(one))
        .collect();
    // Shares that look equal on the terminal stay in the order of the ranking.
    let shown = |one: usize| (mix.shares[one].estimate * 1000.0).round();
    inside.sort_by(|&a, &b| shown(b).total_cmp(&shown(a)));
    let name = |one: usize| contenders.all[one].name.as_str();
    if let [only] = inside.as_slice() {
        let also =
            again(contenders, mix, "and").map_or(String::new(), |again| format!(", {again}"));
        let mix = format!(
            "the mix that nobody can exploit: {} alone{also}",
            visible(name(*only))
        );
        return vec![mix, ONLY_HERE.to_owned()];
    }
    let rows = inside.iter().map(|&one| {
        let share = mix.shares[one];
        let mut row = vec![
            name(one).to_owned(),
            format!("{:.1} %", share.estimate * 100.0),
        ];
        if share.reach() > 0.0 {
            let range = format!("{:.1} to {:.1} %", share.low * 100.0, share.high * 100.0);
            row.push(range);
        }
        row
    });
    let header = ["the mix that nobody can exploit", ">share", ">95 % range"];
    let exact = inside.iter().all(|&one| mix.shares[one].reach() <= 0.0);
    let header = &header[..if exact { 2 } else { 3 }];
    let mut lines = paper.table(header, rows.collect());
    lines.extend(rest(contenders, mix, inside.len()));
    lines.push(ONLY_HERE.to_owned());
    lines
}

/// Returns a phrase that says how often the mix also leaves out the same contenders in games with redrawn
/// scores (see [`Mix`]). `None` if no games were redrawn.
fn again(contenders: &Contenders, mix: &Mix, word: &str) -> Option<String> {
    let [without, all] = [mix.without, mix.redrawn].map(|games| form::count(games as u64));
    let noise = match contenders.method {
        Method::Sampled => "sampling noise",
        Method::Exact => "unresolved fights",
    };
    (mix.redrawn > 0).then(|| format!("{word} in {without} of {all} games redrawn with {noise}"))
}

/// Returns a note on the contenders that are not in the mix, and on the score of the mix.
fn rest(contenders: &Contenders, mix: &Mix, inside: usize) -> Option<String> {
    let mut notes = Vec::new();
    let out = contenders.all.len() - inside;
    if out > 0 {
        let nor = again(contenders, mix, "nor").map_or(String::new(), |again| format!(", {again}"));
        notes.push(format!("not in it: the other {out}{nor}"));
    }
    if mix.value.reach() > 0.0 {
        notes.push(format!(
            "its score is at least {:.1} % against every contender",
            mix.value.low * 100.0
        ));
    }
    (!notes.is_empty()).then(|| notes.join("; "))
}
