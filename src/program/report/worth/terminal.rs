//! Shows the values of steps on a terminal, with a row and a bar for each step.
//!
//! The bars fill the width that the columns leave. If that is too little, the least important columns are
//! left out: the unit, the verdict, the damage, the rounds. Numbers that changed no figure are listed in a
//! line below.

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use super::super::form;
use super::super::wrap::wrapped;
use super::bars::{Fill, bar};
use super::{FigureChange, StepMove, Worth};
use crate::compare::Verdict;
use crate::scenario::and_heirs;
use crate::tally::{Figure, Method};
use crate::visible::visible;

/// The smallest width for the longest bar, in columns of text.
const LEAST_BAR: usize = 12;
/// The largest width for the longest bar, in columns of text.
const MOST_BAR: usize = 40;
/// The number of blanks between two columns.
const GAP: usize = 2;
/// The largest number of matchups that are named if a run was interrupted.
const NAMED: usize = 5;
/// The largest number of rows that are shown.
const SHOWN: usize = 60;
/// The columns that may be left out. The first one is left out first.
const EXPENDABLE: [Head; 5] = [
    Head::Unit,
    Head::Verdict,
    Head::Damage,
    Head::Rounds,
    Head::Bar,
];

/// A column of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Head {
    Number,
    Unit,
    Step,
    WinRate,
    Bar,
    Rounds,
    Damage,
    Verdict,
}

const HEADS: [Head; 8] = [
    Head::Number,
    Head::Unit,
    Head::Step,
    Head::WinRate,
    Head::Bar,
    Head::Rounds,
    Head::Damage,
    Head::Verdict,
];

impl Worth {
    /// Returns the steps as a table with bars, `width` columns of text wide. The table has colours if `color`
    /// is true.
    pub fn terminal(&self, width: u16, color: bool) -> String {
        let width = usize::from(width);
        let mut text = self.head(width, color);
        let (table, left_out) = self.table(width, color);
        text.push_str(&table);
        if !table.is_empty() && !left_out.contains(&Head::Bar) {
            let legend =
                "bars: the change of the win rate; █ better or worse, ░ undecided or no difference";
            wrapped(&mut text, legend, width);
        }
        if !left_out.is_empty() {
            let names: Vec<String> = (left_out.iter())
                .map(|&head| match head {
                    Head::Bar => "bars".to_owned(),
                    head => self.title(head, 0),
                })
                .collect();
            let note = format!(
                "left out to fit {width} columns: {}; worth.csv has all",
                names.join(", ")
            );
            wrapped(&mut text, &note, width);
        }
        for note in self.notes() {
            wrapped(&mut text, &visible(&note), width);
        }
        text
    }

    /// Returns the lines above the table: the scenario and the numbers of fights, and the figures of the
    /// unchanged scenario.
    fn head(&self, width: usize, color: bool) -> String {
        let info = &self.info;
        let matchups = match info.matchups.as_slice() {
            [only] if *only != self.standing.sides.join(" v ") => format!(", {only}"),
            [_] => String::new(),
            many => match self.with_pairs() {
                Some(some) if some.len() < many.len() => {
                    format!(", mean of {} of {} matchups", some.len(), many.len())
                }
                _ => format!(", mean of {} matchups", many.len()),
            },
        };
        let name = format!("{} ({}){matchups}", info.scenario, info.ruleset);
        let name = visible(&name);
        let how = if self.is_exact() {
            "exact odds".to_owned()
        } else {
            let pairs = info.fights * info.seats * info.matchups.len() as u64;
            let pairs = form::count(pairs);
            let played = self
                .played_pairs()
                .map_or_else(String::new, |played| format!("{} of ", form::count(played)));
            format!(
                "{played}{pairs} pairs of fights for each, seed {}",
                info.seed
            )
        };
        let method = self.method();
        let figures = self.standing.figures.iter().zip(&self.standing.values);
        let figures = figures.map(|(&figure, &value)| match figure {
            Figure::Won(_) => {
                let rate = form::percent(method, Some(value));
                format!("{} win rate {rate}", self.side_of(figure))
            }
            Figure::Rounds => format!("rounds {}", form::mean(method, Some(value))),
            Figure::Dealt(_) => {
                let damage = form::mean(method, Some(value));
                format!("{} damage {damage}", self.side_of(figure))
            }
        });
        let figures: Vec<String> = figures.collect();
        let mut text = String::new();
        let question = format!(
            "{name}: what a step is worth to {}, {how}",
            visible(&info.side)
        );
        wrapped(&mut text, &question, width);
        if color && text.starts_with(&*name) {
            text.insert_str(name.len(), "\u{1b}[0m");
            text.insert_str(0, "\u{1b}[1m");
        }
        let unchanged = format!("unchanged: {}", visible(&figures.join(", ")));
        wrapped(&mut text, &unchanged, width);
        text
    }

    /// Returns the names of the matchups that have pairs of fights. `None` unless the run was interrupted.
    fn with_pairs(&self) -> Option<Vec<&str>> {
        let done = &self.info.done;
        let some = done.iter().filter(|one| one.pairs > 0);
        (!done.is_empty()).then(|| some.map(|one| one.matchup.as_str()).collect())
    }

    /// Returns the number of pairs that were played. `None` unless the run was interrupted.
    fn played_pairs(&self) -> Option<u64> {
        let done = &self.info.done;
        (!done.is_empty()).then(|| done.iter().map(|one| one.pairs).sum())
    }

    /// Returns a note on the pairs of an interrupted run. `None` unless the run was interrupted.
    fn broken_off(&self) -> Option<String> {
        let with_pairs = self.with_pairs()?;
        let all = self.info.matchups.len();
        let mut text = "interrupted: fewer pairs than requested".to_owned();
        if with_pairs.len() < all {
            let named = with_pairs[..with_pairs.len().min(NAMED)].join(", ");
            let more = match with_pairs.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!(" and {} more", form::count(more as u64)),
            };
            let _ = write!(
                text,
                "; {} of {all} matchups have pairs: {named}{more}",
                with_pairs.len()
            );
        }
        let uneven = self
            .info
            .done
            .iter()
            .any(|one| one.pairs != self.info.done[0].pairs);
        if uneven && with_pairs.len() > 1 {
            text.push_str("; each matchup is weighted by its pairs");
        }
        Some(text)
    }

    fn is_exact(&self) -> bool {
        self.info.method == "exact"
    }

    fn method(&self) -> Method {
        if self.is_exact() {
            Method::Exact
        } else {
            Method::Sampled
        }
    }

    /// Returns the table with its bars, and the columns that were left out because they do not fit.
    fn table(&self, width: usize, color: bool) -> (String, Vec<Head>) {
        let telling: Vec<&(StepMove, Vec<FigureChange>)> = self.telling().collect();
        let shown = &telling[..telling.len().min(SHOWN)];
        if shown.is_empty() {
            return (String::new(), Vec::new());
        }
        let shared = self.shared_steps();
        let mut heads: Vec<Head> = HEADS.to_vec();
        let mut rows: Vec<Vec<String>> = vec![HEADS.map(|head| self.title(head, shared)).into()];
        let mut last = None;
        for (one, figures) in shown.iter().copied() {
            let again = last == Some(one.number);
            last = Some(one.number);
            let own = |head| cell(head, one, figures, shared, again);
            rows.push(HEADS.map(own).into());
        }
        for cell in rows.iter_mut().flatten() {
            *cell = visible(cell).into_owned();
        }
        // The width of each column. The column of bars has its own width, which is found last.
        let widths: Vec<usize> = (0..HEADS.len())
            .map(|at| rows.iter().map(|row| row[at].width()).max().unwrap_or(0))
            .collect();
        let is_empty = |at: usize| rows[1..].iter().all(|row| row[at].is_empty());
        heads.retain(|&head| head == Head::Bar || !is_empty(place(head)));
        let taken = |heads: &[Head]| {
            let columns = heads.iter().filter(|&&head| head != Head::Bar);
            columns
                .map(|&head| widths[place(head)] + GAP)
                .sum::<usize>()
        };
        let mut left_out = Vec::new();
        for expendable in EXPENDABLE {
            let bar = if heads.contains(&Head::Bar) {
                LEAST_BAR
            } else {
                0
            };
            if taken(&heads) + bar > width && heads.contains(&expendable) {
                heads.retain(|&head| head != expendable);
                left_out.push(expendable);
            }
        }
        let room = width
            .saturating_sub(taken(&heads))
            .clamp(LEAST_BAR, MOST_BAR);
        let longest = shown
            .iter()
            .filter_map(|(_, figures)| Some(figures.first()?.difference.estimate.abs()))
            .fold(0.0, f64::max);
        let mut text = String::new();
        for (line, row) in rows.iter().enumerate() {
            let mut cells = String::new();
            for &head in &heads {
                let at = place(head);
                let (cell, columns) = match (head, line.checked_sub(1)) {
                    (Head::Bar, Some(at)) => {
                        let (bar, columns) = drawn(&shown[at].1, longest, room, color);
                        (bar, room - columns)
                    }
                    (Head::Bar, None) => (String::new(), room),
                    _ => (row[at].clone(), widths[at] - row[at].width()),
                };
                let _ = write!(cells, "{cell}{}", " ".repeat(columns + GAP));
            }
            text.push_str(cells.trim_end());
            text.push('\n');
        }
        if telling.len() > SHOWN {
            let more = telling.len() - SHOWN;
            let _ = writeln!(text, "{more} more in worth.csv");
        }
        (text, left_out)
    }

    /// Returns the moves (steps up or down) of the numbers that changed at least one figure.
    fn telling(&self) -> impl Iterator<Item = &(StepMove, Vec<FigureChange>)> {
        let idle = self.idle();
        let tells = move |(one, _): &&(StepMove, Vec<FigureChange>)| idle[one.number].is_none();
        self.moves.iter().filter(tells)
    }

    /// Returns for each number `None` if one of its moves changed a figure. Otherwise returns the figure "win
    /// rate" of one of its moves, the one with the wider interval.
    fn idle(&self) -> Vec<Option<FigureChange>> {
        let numbers = self.moves.iter().map(|(one, _)| one.number + 1).max();
        let mut idle: Vec<Option<FigureChange>> = vec![None; numbers.unwrap_or(0)];
        let mut changed = vec![false; idle.len()];
        for (one, rows) in &self.moves {
            let is_nothing = |row: &FigureChange| row.difference.estimate.abs() <= 0.0;
            changed[one.number] |= !rows.iter().all(is_nothing);
            let reach = |row: &FigureChange| row.difference.reach();
            if let Some(&first) = rows.first() {
                let kept = &mut idle[one.number];
                *kept = Some(
                    kept.filter(|kept| reach(kept) >= reach(&first))
                        .unwrap_or(first),
                );
            }
        }
        for (idle, changed) in idle.iter_mut().zip(changed) {
            *idle = idle.filter(|_| !changed);
        }
        idle
    }

    /// Returns a path without the steps at its start that all paths have in common.
    fn short(&self, path: &str) -> String {
        let shared = self.shared_steps();
        let rest = self
            .moves
            .first()
            .filter(|_| shared > 0)
            .and_then(|(one, _)| {
                let rest = path.strip_prefix(&one.path.first(shared).to_string())?;
                Some(rest.strip_prefix('.').unwrap_or(rest).to_owned())
            });
        rest.unwrap_or_else(|| path.to_owned())
    }

    /// Returns notes on the numbers whose moves changed no figure: one for each reason.
    fn idle_notes(&self) -> Vec<String> {
        let idle = self.idle();
        let mut seen = vec![false; idle.len()];
        let (mut unused, mut alike) = (Vec::new(), Vec::new());
        let mut widest: Option<FigureChange> = None;
        for (one, _) in &self.moves {
            let Some(row) = idle[one.number] else {
                continue;
            };
            if std::mem::replace(&mut seen[one.number], true) {
                continue;
            }
            let name = self.short(&one.path.to_string());
            if row.verdict == Verdict::Same {
                unused.push(name);
            } else {
                alike.push(name);
                let reach = |row: &FigureChange| row.difference.reach();
                widest = widest
                    .filter(|kept| reach(kept) >= reach(&row))
                    .or(Some(row));
            }
        }
        let mut notes = Vec::new();
        if let Some(row) = widest {
            let sure = match row.method {
                Method::Exact => "no difference at all".to_owned(),
                Method::Sampled => {
                    let at_most = form::percent(Method::Sampled, Some(row.difference));
                    let reach = at_most.split('±').nth(1).unwrap_or_default().trim();
                    format!("made no difference in any fight (at most ± {reach} %)")
                }
            };
            notes.push(format!("{sure}: {}", alike.join(", ")));
        }
        if !unused.is_empty() {
            notes.push(format!("not part of the fight: {}", unused.join(", ")));
        }
        notes
    }

    /// Returns the number of steps that all paths have in common at their start, so that they need not be
    /// repeated.
    fn shared_steps(&self) -> usize {
        let Some((first, _)) = self.moves.first() else {
            return 0;
        };
        let mut shared = first.path.steps().len() - 1;
        for (one, _) in &self.moves {
            let alike = one.path.steps().zip(first.path.steps());
            let alike = alike.take_while(|((a, _), (b, _))| a == b).count();
            shared = shared.min(alike).min(one.path.steps().len() - 1);
        }
        shared
    }

    fn title(&self, head: Head, shared: usize) -> String {
        match head {
            Head::Number if shared > 0 => self.moves[0].0.path.first(shared).to_string(),
            Head::Number => "number".to_owned(),
            Head::Unit => "unit".to_owned(),
            Head::Step => "step".to_owned(),
            Head::WinRate => "win rate".to_owned(),
            Head::Bar => String::new(),
            Head::Rounds => "rounds".to_owned(),
            Head::Damage => "damage done".to_owned(),
            Head::Verdict => "verdict".to_owned(),
        }
    }

    /// Returns the notes below the table.
    fn notes(&self) -> Vec<String> {
        let info = &self.info;
        let firsts = || self.moves.iter().filter_map(|(_, rows)| rows.first());
        let kinds = ["better", "worse", "no difference", "undecided", "not used"];
        let counted = kinds.iter().filter_map(|&kind| {
            let count = firsts().filter(|row| row.word() == kind).count();
            let what = match kind {
                "no difference" => format!("no difference larger than {}", info.margin),
                _ => kind.to_owned(),
            };
            (count > 0).then(|| format!("{count} {what}"))
        });
        let counted: Vec<String> = counted.collect();
        let mut notes = self.idle_notes();
        notes.push(format!("{} win rate: {}", info.side, counted.join(", ")));
        let needed = firsts().filter_map(|row| match row.verdict {
            Verdict::Open { pairs } => pairs,
            _ => None,
        });
        if let Some(most) = needed.max() {
            let each = (info.seats * info.matchups.len() as u64).max(1);
            let fights = form::count(most.div_ceil(each));
            notes.push(format!(
                "about {fights} fights would decide what is undecided"
            ));
        }
        if firsts().any(|row| row.p.is_some()) {
            notes.push(format!(
                "intervals of differences and verdicts hold for all {} figures together at 95 %",
                form::count(self.family.figures())
            ));
        }
        let left_out = info.left_out.iter();
        notes.extend(left_out.map(|one| {
            format!(
                "left out: {} {}: {}",
                self.short(&one.path),
                one.step,
                one.why
            )
        }));
        let without = info.without.iter().map(|one| match one.instead.as_str() {
            "" => self.short(&one.path),
            instead => format!("{} ({})", self.short(&one.path), instead.replace('`', "")),
        });
        let without: Vec<String> = without.collect();
        if !without.is_empty() {
            notes.push(format!("not set, so left out: {}", without.join(", ")));
        }
        notes.extend(self.broken_off());
        notes
    }
}

/// Returns the content of a cell. The name of a number is shown only in the first row of its two moves.
fn cell(
    head: Head,
    one: &StepMove,
    figures: &[FigureChange],
    shared: usize,
    again: bool,
) -> String {
    let figure = |wanted: fn(Figure) -> bool| {
        let row = figures.iter().find(|row| wanted(row.figure));
        row.map_or_else(String::new, shown)
    };
    match head {
        Head::Number | Head::Unit if again => String::new(),
        Head::Number => format!("{}{}", one.path.after(shared), and_heirs(&one.heirs)),
        Head::Unit => one.unit.to_owned(),
        Head::Step => format!("{} → {}", one.before, one.after),
        Head::WinRate => figure(|figure| matches!(figure, Figure::Won(_))),
        Head::Bar => String::new(),
        Head::Rounds => figure(|figure| figure == Figure::Rounds),
        // The first damage figure is that of the side in [`WorthInfo::side`].
        Head::Damage => figure(|figure| matches!(figure, Figure::Dealt(_))),
        Head::Verdict => figures.first().map_or("", FigureChange::word).to_owned(),
    }
}

/// Returns the index of a column among all columns.
fn place(head: Head) -> usize {
    let at = HEADS.iter().position(|&other| other == head);
    at.expect("every column has its place")
}

/// Returns a difference as text.
fn shown(row: &FigureChange) -> String {
    if row.verdict == Verdict::Same {
        return "0".to_owned();
    }
    form::signed(row.method, row.is_share(), row.difference)
}

/// Returns the bar for a win rate, and its width in columns of text.
fn drawn(figures: &[FigureChange], longest: f64, room: usize, color: bool) -> (String, usize) {
    let Some(row) = figures.first() else {
        return (String::new(), 0);
    };
    let (fill, paint) = match row.verdict {
        Verdict::More => (Fill::Full, "32"),
        Verdict::Less => (Fill::Full, "31"),
        _ => (Fill::Light, "2"),
    };
    let bar = bar(row.difference.estimate.abs() / longest, room, fill);
    let columns = bar.width();
    if color && !bar.is_empty() {
        (format!("\u{1b}[{paint}m{bar}\u{1b}[0m"), columns)
    } else {
        (bar, columns)
    }
}
