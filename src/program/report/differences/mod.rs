//! The effect of a change: the figures of paired fights before and after it, as a table and as CSV.
//!
//! Several changes form a list that begins with the largest, and with many of them luck soon makes one look real.
//! Their intervals and verdicts therefore hold for all figures of the list together (see [`Family`]).

use serde::Serialize;

use super::columns::{self, Column, LEADING};
use super::dialect::{Csv, Dialect};
use super::findings::Findings;
use super::form;
use super::tables::kind_of;
use crate::compare::{Verdict, judge, judge_among};
use crate::fight::Cast;
use crate::scenario::same_column;
use crate::tally::{Family, Figure, Interval, Method, Pairs, holm, sure};

/// Two variants that were played under equal luck.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The scenario with the change.
    pub scenario: String,
    /// Its rulebook.
    pub ruleset: String,
    /// The values of both variants on the other axes: each axis' name and the value.
    pub axes: Vec<(String, String)>,
    /// Subject of the change: an axis, the scenario, or [`SET`].
    pub what: String,
    /// Value before.
    pub before: String,
    /// Value after.
    pub after: String,
    /// Whether both have the same content.
    pub same: bool,
    /// The cast.
    pub cast: Cast,
    /// Sums over pairs of fights.
    pub figures: Vec<(Figure, Pairs)>,
}

/// The question and the run, enough to repeat it.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct ComparisonInfo {
    /// The program's name.
    pub program: &'static str,
    /// Its version.
    pub version: String,
    /// The method for the figures.
    pub method: &'static str,
    /// The run's seed.
    pub seed: u64,
    /// The command line, without flags that cannot change a figure.
    pub command: Vec<String>,
    /// Whether the run was interrupted.
    pub partial: bool,
    /// Pairs of fights of each change in each seat.
    pub fights: u64,
    /// Number of seats.
    pub seats: u64,
    /// The margin, as written.
    pub margin: String,
    /// The files read, each with its SHA-256.
    pub files: Vec<(String, String)>,
}

/// Changes and their effects.
#[derive(Debug, Clone, PartialEq)]
pub struct Differences {
    info: ComparisonInfo,
    /// For win rates the margin is a difference, for means a fraction of the value before.
    margin: f64,
    changes: Vec<Change>,
}

/// One figure before and after a change.
struct FigureChange<'a> {
    change: &'a Change,
    figure: Figure,
    pairs: Pairs,
    before: Interval,
    after: Interval,
    difference: Interval,
    margin: f64,
    verdict: Verdict,
    /// The verdict among all figures of the table.
    among: Among,
}

/// The verdict on a figure together with all others of the table.
#[derive(Clone, Copy)]
struct Among {
    difference: Interval,
    verdict: Verdict,
    /// Holm's adjusted p-value: 0 to 1.
    p: f64,
}

impl FigureChange<'_> {
    /// Returns whether any fight differs, so that the difference needs a significance test.
    fn is_tested(&self) -> bool {
        self.verdict != Verdict::Same
    }

    fn is_share(&self) -> bool {
        matches!(self.figure, Figure::Won(_))
    }

    fn side(&self) -> &str {
        match self.figure {
            Figure::Won(side) | Figure::Dealt(side) => &self.change.cast.sides[side.index()],
            Figure::Rounds => "",
        }
    }

    fn name(&self) -> &'static str {
        match self.figure {
            Figure::Won(_) => "win_rate",
            Figure::Rounds => "rounds",
            Figure::Dealt(_) => "damage",
        }
    }

    /// A verdict in one or two words.
    fn word(&self, verdict: Verdict) -> &'static str {
        let (more, less) = match self.figure {
            Figure::Won(_) => ("better", "worse"),
            Figure::Rounds => ("longer", "shorter"),
            Figure::Dealt(_) => ("more", "less"),
        };
        match verdict {
            Verdict::Same => "the same",
            Verdict::Within => "no difference",
            Verdict::More => more,
            Verdict::Less => less,
            Verdict::Open { .. } => "undecided",
        }
    }

    /// The difference as text.
    fn shown(&self, difference: Interval) -> String {
        if self.verdict == Verdict::Same {
            return "0".to_owned();
        }
        form::signed(Method::Sampled, self.is_share(), difference)
    }

    /// A verdict; for an open one, also the number of fights in each seat that would settle it.
    fn said(&self, verdict: Verdict, info: &ComparisonInfo) -> String {
        let margin = &info.margin;
        let fights = match verdict {
            Verdict::Open { pairs: Some(pairs) } => form::count(pairs.div_ceil(info.seats.max(1))),
            Verdict::Within if self.is_share() => {
                return format!("no difference larger than {margin}");
            }
            Verdict::Within => {
                return format!("no difference larger than {margin} of it");
            }
            _ => return self.word(verdict).to_owned(),
        };
        format!("undecided; about {fights} fights would settle it")
    }
}

/// A summary of the verdicts on all figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Outcome {
    /// The first side wins less often after a change.
    pub worse: bool,
    /// A figure is another after a change, by more than the margin allows for.
    pub moved: bool,
    /// A figure is undecided.
    pub open: bool,
}

/// Subject of a change by `--set`.
pub const SET: &str = "set";

/// Maximum number of changes with every figure on a terminal.
const IN_FULL: usize = 4;
/// Most rows on a terminal.
const SHOWN: usize = 40;

impl Differences {
    /// The effects of these changes. The margin is a share: win rates that differ by at most this, and means that
    /// differ by at most this fraction of the one before the change, count as equal.
    pub fn new(info: ComparisonInfo, margin: f64, changes: Vec<Change>) -> Self {
        Self {
            info,
            margin,
            changes,
        }
    }

    /// Head of [`Differences::rows`].
    pub const HEADS: [&str; 7] = [
        "change",
        "figure",
        "before",
        "after",
        "difference",
        "variance",
        "verdict",
    ];

    /// The figures as a table: all of them if there are few changes, otherwise the win rate of the first side, with
    /// the largest change first. Returns as well the number of rows left out.
    pub fn rows(&self) -> (Vec<Vec<String>>, usize) {
        let full = self.changes.len() <= IN_FULL;
        let mut changes = self.figures();
        if self.is_list() {
            let size = |rows: &[FigureChange<'_>]| {
                rows.first()
                    .map_or(0.0, |row| row.difference.estimate.abs())
            };
            changes.sort_by(|a, b| size(b).total_cmp(&size(a)));
        }
        let mut rows = Vec::new();
        for change in &changes {
            let taken = change.iter().take(if full { usize::MAX } else { 1 });
            for (at, row) in taken.enumerate() {
                let show = if row.is_share() {
                    form::percent
                } else {
                    form::mean
                };
                let name = match row.figure {
                    Figure::Won(_) => format!("{} win rate", row.side()),
                    Figure::Rounds => "rounds".to_owned(),
                    Figure::Dealt(_) => format!("{} damage", row.side()),
                };
                let (difference, verdict) = if self.is_list() {
                    (row.among.difference, row.among.verdict)
                } else {
                    (row.difference, row.verdict)
                };
                let ratio = row.pairs.variance_ratio();
                rows.push(vec![
                    if at == 0 {
                        row.change.title()
                    } else {
                        String::new()
                    },
                    name,
                    show(Method::Sampled, Some(row.before)),
                    show(Method::Sampled, Some(row.after)),
                    row.shown(difference),
                    ratio.map_or_else(|| "–".to_owned(), |ratio| format!("{ratio:.2}")),
                    row.said(verdict, &self.info),
                ]);
            }
        }
        let left_out = rows.len().saturating_sub(SHOWN);
        rows.truncate(SHOWN);
        (rows, left_out)
    }

    /// Returns whether there are several changes, so that they are ranked and the statements have to hold for all of
    /// them.
    fn is_list(&self) -> bool {
        self.changes.len() > 1
    }

    /// Whether the first side wins less often after some change, and whether any figure has changed or is undecided. Of a list
    /// of changes that goes by all figures together.
    pub fn outcome(&self) -> Outcome {
        let mut found = Outcome::default();
        for rows in self.figures() {
            for (at, row) in rows.iter().enumerate() {
                let verdict = if self.is_list() {
                    row.among.verdict
                } else {
                    row.verdict
                };
                match verdict {
                    Verdict::Same | Verdict::Within => {}
                    Verdict::More => found.moved = true,
                    Verdict::Less => {
                        found.moved = true;
                        found.worse |= at == 0;
                    }
                    Verdict::Open { .. } => found.open = true,
                }
            }
        }
        found
    }

    /// For a list of changes, how many make the first side's win rate better, worse and so on, and the meaning of the
    /// intervals.
    pub fn counted(&self) -> Option<String> {
        if !self.is_list() {
            return None;
        }
        let changes = self.figures();
        let first: Vec<&FigureChange<'_>> =
            changes.iter().filter_map(|rows| rows.first()).collect();
        let words = first.iter().map(|row| row.word(row.among.verdict));
        let words: Vec<&str> = words.collect();
        let kinds = ["better", "worse", "no difference", "undecided", "the same"];
        let counted = kinds.iter().filter_map(|kind| {
            let count = words.iter().filter(|word| *word == kind).count();
            (count > 0).then(|| format!("{count} {kind}"))
        });
        let counted: Vec<String> = counted.collect();
        let side = first.first().map_or("", |row| row.side());
        let tested = changes.iter().flatten().filter(|row| row.is_tested());
        let together = match tested.count() {
            0 => String::new(),
            tested => format!(
                "; intervals of differences and verdicts hold for all {} figures together at 95 %",
                form::count(tested as u64)
            ),
        };
        Some(format!("{side} win rate: {}{together}", counted.join(", ")))
    }

    /// The median of the variance ratios of all win rates: half of the changes gain more from pairing, half less.
    pub fn median_ratio(&self) -> Option<f64> {
        let rows = self.figures();
        let ratios = (rows.iter().flatten())
            .filter(|row| row.is_share() && row.verdict != Verdict::Same)
            .filter_map(|row| row.pairs.variance_ratio());
        let mut ratios: Vec<f64> = ratios.collect();
        ratios.sort_by(f64::total_cmp);
        let middle = ratios.len() / 2;
        let upper = *ratios.get(middle)?;
        Some(if ratios.len() % 2 == 1 {
            upper
        } else {
            f64::midpoint(ratios[middle - 1], upper)
        })
    }

    /// The figures of every change.
    fn figures(&self) -> Vec<Vec<FigureChange<'_>>> {
        let each = |change| self.figures_of(change).collect();
        let mut changes: Vec<Vec<FigureChange<'_>>> = self.changes.iter().map(each).collect();
        let tested = || changes.iter().flatten().filter(|row| row.is_tested());
        let p_values: Vec<f64> = tested().map(|row| row.among.p).collect();
        let family = Family::of(p_values.len());
        let mut adjusted = holm(&p_values).into_iter();
        for row in changes.iter_mut().flatten().filter(|row| row.is_tested()) {
            let p = adjusted.next().expect("one of each");
            let difference = if row.is_share() {
                row.pairs.difference_of_shares_among(family)
            } else {
                row.pairs.difference_of_means_among(family)
            };
            let difference = difference.expect("there are pairs, as there is a row");
            let pairs = row.pairs.pairs();
            let verdict = judge_among(family, difference, sure(p), row.margin, pairs);
            row.among = Among {
                difference,
                verdict,
                p,
            };
        }
        changes
    }

    /// The figures of a change, each by itself.
    fn figures_of<'a>(&'a self, change: &'a Change) -> impl Iterator<Item = FigureChange<'a>> {
        change.figures.iter().filter_map(move |&(figure, pairs)| {
            let share = matches!(figure, Figure::Won(_));
            let ([before, after], difference, p) = if share {
                let difference = pairs.difference_of_shares()?;
                (pairs.shares()?, difference, pairs.p_of_shares()?)
            } else {
                let difference = pairs.difference_of_means()?;
                (pairs.means()?, difference, pairs.p_of_means()?)
            };
            let margin = if share {
                self.margin
            } else {
                self.margin * before.estimate
            };
            let (difference, verdict, p) = if change.same {
                let nothing = Interval {
                    low: 0.0,
                    high: 0.0,
                    estimate: 0.0,
                };
                (nothing, Verdict::Same, 1.0)
            } else {
                (difference, judge(difference, margin, pairs.pairs()), p)
            };
            Some(FigureChange {
                change,
                figure,
                pairs,
                before,
                after,
                difference,
                margin,
                verdict,
                among: Among {
                    difference,
                    verdict,
                    p,
                },
            })
        })
    }

    /// The axes that are not the subject, in order of appearance.
    fn axes(&self) -> Vec<&str> {
        let mut axes: Vec<&str> = Vec::new();
        for (axis, _) in self.changes.iter().flat_map(|change| &change.axes) {
            if !axes.contains(&axis.as_str()) {
                axes.push(axis);
            }
        }
        axes
    }
}

impl Findings for Differences {
    const FILES: [&'static str; 2] = ["differences.csv", "differences.json"];

    type Info = ComparisonInfo;

    fn info(&self) -> &ComparisonInfo {
        &self.info
    }

    /// `differences.csv`: one row per change and figure.
    fn csv(&self, dialect: Dialect) -> Vec<u8> {
        let axes = self.axes();
        let own = columns::DIFFERENCES.columns;
        let known = |column: &Column| (column.name.to_owned(), column.kind);
        let taken = |axis: &&str| {
            LEADING
                .iter()
                .chain(own)
                .any(|column| same_column(column.name, axis))
        };
        let column_of = |axis: &&str| {
            let name = if taken(axis) {
                format!("axis {axis}")
            } else {
                (*axis).to_owned()
            };
            let changes = self.changes.iter();
            (
                name,
                kind_of(changes.filter_map(|change| change.value_on(axis))),
            )
        };
        let header = LEADING.iter().map(known).chain(axes.iter().map(column_of));
        let mut csv = Csv::new(dialect, header.chain(own.iter().map(known)));
        for row in self.figures().iter().flatten() {
            let change = row.change;
            let matchup = match change.axes.as_slice() {
                [] => change.cast.sides.join(" v "),
                _ => change.values(),
            };
            let mut cells = vec![change.scenario.clone(), change.ruleset.clone(), matchup];
            let value = |axis: &&str| change.value_on(axis).unwrap_or_default().to_owned();
            cells.extend(axes.iter().map(value));
            cells.extend([&change.what, &change.before, &change.after].map(String::clone));
            cells.extend([row.name(), row.side()].map(str::to_owned));
            cells.push(row.pairs.pairs().to_string());
            for interval in [row.before, row.after, row.difference] {
                cells.extend(form::cells(Method::Sampled, Some(interval)));
            }
            let ratio = row.pairs.variance_ratio();
            let least = row
                .is_share()
                .then(|| row.pairs.least_ratio_of_shares())
                .flatten();
            let part =
                |part: Option<f64>| part.map_or_else(String::new, |part| format!("{part:.6}"));
            cells.extend([ratio, least].map(part));
            cells.push(format!("{:.6}", row.margin));
            cells.push(row.word(row.verdict).to_owned());
            cells.push(match row.verdict {
                Verdict::Open { pairs: Some(pairs) } => pairs.to_string(),
                _ => String::new(),
            });
            let [_, low, high] = form::cells(Method::Sampled, Some(row.among.difference));
            cells.extend([low, high, form::chance(row.among.p)]);
            cells.push(row.word(row.among.verdict).to_owned());
            csv.row(cells.iter().map(String::as_str));
        }
        csv.finish()
    }
}

impl Change {
    /// The value on one of the other axes, if it has that axis.
    fn value_on(&self, axis: &str) -> Option<&str> {
        let found = self.axes.iter().find(|(name, _)| name == axis);
        found.map(|(_, value)| value.as_str())
    }

    /// The values on the other axes.
    fn values(&self) -> String {
        let values: Vec<&str> = self.axes.iter().map(|(_, value)| value.as_str()).collect();
        values.join(" / ")
    }

    fn title(&self) -> String {
        // A change by `--set` is the same for all rows, and stands above the table.
        if self.what == SET {
            return if self.axes.is_empty() {
                "as it stands → changed".to_owned()
            } else {
                self.values()
            };
        }
        let change = format!("{} → {}", self.before, self.after);
        if self.axes.is_empty() {
            change
        } else {
            format!("{}: {change}", self.values())
        }
    }
}

#[cfg(test)]
mod tests;
