//! Writes the result of `compare`, the effect of a change, as a table and as CSV.
//!
//! Each fight is played with the same dice before and after the change. Several changes form a list that
//! begins with the largest one. In a long list, chance alone may make a change look real. Intervals are
//! therefore so wide, and verdicts so careful, that all of the list are right with a probability of 95 % (see
//! [`Family`]).

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

/// Two variants of a matchup that were played with the same dice.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The name of the scenario.
    pub scenario: String,
    /// The name of the scenario's rulebook.
    pub ruleset: String,
    /// The name of each axis that was not changed, and the value that both variants have on it.
    pub axes: Vec<(String, String)>,
    /// The subject of the change: the name of an axis, `scenario` if two files are compared, or [`SET`].
    pub what: String,
    /// The changed value in the first variant.
    pub before: String,
    /// The changed value in the second variant.
    pub after: String,
    /// Whether both variants have the same content, so that every fight has the same course.
    pub same: bool,
    /// The sides and fighters of the matchup.
    pub cast: Cast,
    /// The figures, with their sums over pairs of fights.
    pub figures: Vec<(Figure, Pairs)>,
}

/// The settings of a `compare` run, as its JSON file contains them. With these, the command can be repeated.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct ComparisonInfo {
    /// The name of this program.
    pub program: &'static str,
    /// The version of this program.
    pub version: String,
    /// The name of the method that gave the figures.
    pub method: &'static str,
    /// The seed for the dice of the run.
    pub seed: u64,
    /// The command line. Flags that cannot change a result are left out.
    pub command: Vec<String>,
    /// Whether the run was interrupted before its end.
    pub partial: bool,
    /// The number of pairs of fights that each change has in each seat (order of the sides).
    pub fights: u64,
    /// The number of seats that were played.
    pub seats: u64,
    /// The margin as the user wrote it. Smaller differences count as equal.
    pub margin: String,
    /// The path of each file that was read, and its SHA-256.
    pub files: Vec<(String, String)>,
}

/// The result of `compare`: several changes and their effects.
#[derive(Debug, Clone, PartialEq)]
pub struct Differences {
    info: ComparisonInfo,
    /// Differences up to this margin count as no difference. For win rates the margin is a difference, and
    /// for means it is a fraction of the value before the change.
    margin: f64,
    changes: Vec<Change>,
}

/// A figure before and after a change.
struct FigureChange<'a> {
    change: &'a Change,
    figure: Figure,
    pairs: Pairs,
    before: Interval,
    after: Interval,
    difference: Interval,
    margin: f64,
    verdict: Verdict,
    /// The difference and the verdict that take all other figures of the table into account.
    among: Among,
}

/// The interval, the verdict and the p-value of a figure, which take all other figures of the table into
/// account. All intervals of a table together are right with a probability of 95 %, and so are all verdicts.
#[derive(Clone, Copy)]
struct Among {
    difference: Interval,
    verdict: Verdict,
    /// Holm's adjusted p-value, from 0 to 1.
    p: f64,
}

impl FigureChange<'_> {
    /// Returns whether a significance test is needed, because the two variants have different content.
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

    /// Returns a verdict in one or two words, such as `better`.
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

    /// Returns a difference as text.
    fn shown(&self, difference: Interval) -> String {
        if self.verdict == Verdict::Same {
            return "0".to_owned();
        }
        form::signed(Method::Sampled, self.is_share(), difference)
    }

    /// Returns a verdict in words. If it is undecided, the text says how many fights in each seat would be
    /// enough to decide.
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
        format!("undecided; about {fights} fights would decide it")
    }
}

/// The verdicts that occur among all figures of all changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Outcome {
    /// Whether a change makes the first side win less often.
    pub worse: bool,
    /// Whether a change makes some figure differ by more than the margin.
    pub moved: bool,
    /// Whether some figure is undecided.
    pub open: bool,
}

/// The value of [`Change::what`] if `--set` options made the change.
pub const SET: &str = "set";

/// The largest number of changes that are shown on a terminal with every figure.
const IN_FULL: usize = 4;
/// The largest number of rows that are shown on a terminal.
const SHOWN: usize = 40;

impl Differences {
    /// Creates a comparison from these changes. The margin is a share: win rates count as equal if they
    /// differ by at most this much. Means count as equal if they differ by at most this fraction of the value
    /// before the change.
    pub fn new(info: ComparisonInfo, margin: f64, changes: Vec<Change>) -> Self {
        Self {
            info,
            margin,
            changes,
        }
    }

    /// The header of the table that [`Differences::rows`] returns.
    pub const HEADS: [&str; 7] = [
        "change",
        "figure",
        "before",
        "after",
        "difference",
        "variance",
        "verdict",
    ];

    /// Returns the rows of a table of figures, and the number of rows that are left out. If there are few
    /// changes, each change has a row for every figure. Otherwise each change has only a row for the win rate
    /// of the first side. Several changes are ordered from the largest to the smallest.
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

    /// Returns whether there is more than one change. In that case changes are ranked, and each verdict has
    /// to take all other figures into account.
    fn is_list(&self) -> bool {
        self.changes.len() > 1
    }

    /// Returns which verdicts occur: a lower win rate of the first side, any changed figure, and any
    /// undecided figure. With several changes, these are the verdicts that take all figures into account.
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

    /// Returns a sentence for a list of changes, or `None` for a single change. The sentence says how many
    /// changes make the win rate of the first side better, worse and so on, and what the intervals mean.
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

    /// Returns the median of the variance ratios of all win rates. A ratio far below 1 means that playing the
    /// fights in pairs made the figures much more precise. `None` if no win rate was tested.
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

    /// Returns the figures of every change. Sets the intervals and verdicts that take all of these figures
    /// into account.
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

    /// Returns the figures of one change, with verdicts that hold for each figure alone.
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

    /// Returns the names of the axes that were not changed, in the order of appearance.
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

    /// Returns `differences.csv`, which has one row for each change and figure.
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
    /// Returns the value on an axis that was not changed. `None` if the change has no such axis.
    fn value_on(&self, axis: &str) -> Option<&str> {
        let found = self.axes.iter().find(|(name, _)| name == axis);
        found.map(|(_, value)| value.as_str())
    }

    /// Returns the values on the axes that were not changed, as one text.
    fn values(&self) -> String {
        let values: Vec<&str> = self.axes.iter().map(|(_, value)| value.as_str()).collect();
        values.join(" / ")
    }

    fn title(&self) -> String {
        // A change by `--set` is the same in all rows, so it is written only once, above the table.
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
