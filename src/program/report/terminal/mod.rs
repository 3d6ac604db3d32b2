//! Writes the short summary of a report for a terminal.
//!
//! The summary answers the question of each scenario and leaves all else to the tables. For one matchup, it
//! has the win rate of each side. For one axis, it has a row for each value. For several axes, it has the
//! values of each axis, ranked by the win rate of the first side. The most lopsided and the most even
//! matchups follow. If there is a matrix, it is shown instead. Scenarios are in the given order. Scenarios
//! with one matchup each share a table, which has the place of the first of them. If an earlier report is
//! given, each row also has its change since then.

mod heat;
mod matrix;
mod melee;
mod objectives;

use comfy_table::{Attribute, Cell, CellAlignment, ContentArrangement, LineStyle, Table, presets};

use indexmap::IndexSet;

use super::moves::Moves;
use super::ranking::{self, FIRST};
use super::wrap::wrapped;
use super::{Played, Report, form, notes};
use crate::fight::{Cast, CombatantId, SideId, StageKind};
use crate::tally::{Count, Interval, Method, Tally};
use crate::visible::visible;

/// The largest number of rows in a table.
const ROWS: usize = 20;
/// The largest number of sides that have a column of their own in a table.
const SIDES: usize = 3;
/// The largest number of axes that are ranked side by side.
const AXES: usize = 3;
/// The largest number of matchups that are named in a note.
const NAMED: usize = 5;
/// The number of the most lopsided matchups that are shown, and of the most even ones.
const EXAMPLES: usize = 2;
/// The width of a ranked axis with its changes, in columns of text.
const AXIS_WIDTH: u16 = 50;
/// The head of the column of changes.
const SINCE: &str = "since the last save";

impl<C: Count> Report<C> {
    /// Returns the summary, with about twenty lines for each scenario. Lines are `width` columns wide, and
    /// there is bold type if `color` is true.
    pub fn terminal(&self, width: u16, color: bool) -> String {
        self.summary(&Paper { width, color }, None)
    }

    /// Returns the summary with the changes since an earlier report: the difference in each row, and whether
    /// it is more than chance.
    pub fn terminal_since(&self, before: &Self, width: u16, color: bool) -> String {
        self.summary(&Paper { width, color }, Some(Moves { before }))
    }

    fn summary(&self, paper: &Paper, moves: Option<Moves<'_, C>>) -> String {
        let groups: Vec<Vec<&Played<C>>> = self
            .scenarios()
            .map(|scenario| self.played_of(scenario).collect())
            .collect();
        let single: Vec<_> = groups.iter().filter(|group| group.len() == 1).collect();
        let mut blocks = Vec::new();
        for group in &groups {
            match single.as_slice() {
                [first, _, ..] if group.len() == 1 => {
                    if std::ptr::eq(*first, group) {
                        let several: Vec<_> = single.iter().copied().flatten().copied().collect();
                        let mut lines = scenarios_block(paper, &several, moves);
                        for played in &several {
                            let own = self.as_meant(&played.scenario).into_iter();
                            lines.extend(own.enumerate().map(|(at, line)| match at {
                                0 => format!("{}: {line}", visible(&played.scenario)),
                                _ => line,
                            }));
                        }
                        blocks.push(lines);
                    }
                }
                _ => blocks.push(self.block(paper, group, moves)),
            }
        }
        if self.info.partial {
            blocks.extend(fights(&self.played).map(|fights| {
                let size = format!(
                    "{} of {} matchups, {} fights",
                    form::count(self.with_fights() as u64),
                    form::count(self.info.matchups),
                    form::count(fights),
                );
                vec![match &self.lacking {
                    Some(lacking) => format!("partial: {size}; {}", visible(lacking)),
                    None => format!("interrupted: {size}"),
                }]
            }));
        }
        let blocks: Vec<_> = blocks.iter().map(|lines| lines.join("\n") + "\n").collect();
        blocks.join("\n")
    }

    /// Returns the lines for a scenario: its title, its table and its notes.
    fn block(
        &self,
        paper: &Paper,
        group: &[&Played<C>],
        moves: Option<Moves<'_, C>>,
    ) -> Vec<String> {
        let first = group[0];
        let name = format!("{} ({})", first.scenario, first.ruleset);
        let name = paper.bold(&visible(&name));
        let matchups = form::count(group.len() as u64);
        let Some(each) = first.tally.fights().fights() else {
            let size = if group.len() == 1 {
                String::new()
            } else {
                format!("{matchups} matchups, ")
            };
            return self.under(format!("{name}: {size}exact odds"), paper, group, moves);
        };
        let size = if group.len() == 1 {
            several_fights(each)
        } else if group
            .iter()
            .all(|p| p.tally.fights().fights() == Some(each))
        {
            format!("{matchups} matchups of {}", several_fights(each))
        } else {
            let fights = fights(group.iter().copied()).unwrap_or_default();
            format!("{matchups} matchups, {}", several_fights(fights))
        };
        let precision = self.info.precision.get(&first.scenario);
        let precision = precision.map_or_else(String::new, |precision| {
            format!(", precision {}", precision.half_width)
        });
        let head = format!("{name}: {size}{precision}, seed {}", self.info.seed);
        self.under(head, paper, group, moves)
    }

    /// Returns the lines below the title of a scenario.
    fn under(
        &self,
        head: String,
        paper: &Paper,
        group: &[&Played<C>],
        moves: Option<Moves<'_, C>>,
    ) -> Vec<String> {
        let first = group[0];
        let mut lines = vec![head];
        let title = self.info.titles.get(&first.scenario);
        lines.extend(title.map(|title| visible(title).into_owned()));
        if let Some(paths) = self.info.inherited.get(&first.scenario) {
            lines.push(visible(&format!("set: {}", paths.join(", "))).into_owned());
        }
        let matrix = (self.matrices.iter()).find(|matrix| matrix.scenario == first.scenario);
        // An axis with a single value is the same in every row and is not shown.
        let axes = ranking::varied(group);
        lines.extend(match (matrix, group.len(), axes.as_slice()) {
            (Some(matrix), ..) => matrix::lines(paper, matrix),
            (None, 1, _) => sides_table(paper, first, moves),
            (None, _, [] | [_]) => values_table(paper, group, axes.first().copied(), moves),
            _ if ranking::is_whole(group) => ranking_table(paper, group, &axes, moves),
            _ => {
                let mut lines = values_table(paper, group, None, moves);
                lines.push("no averages: some of their matchups were not played".to_owned());
                lines
            }
        });
        if group.len() > 1 && moves.is_none() {
            lines.extend(objectives::of_several(paper, group, &axes));
        }
        if group.len() > 1 {
            let mut all: Vec<String> = Vec::new();
            for played in group {
                all.extend(allied(&played.cast));
            }
            lines.extend(all.into_iter().collect::<IndexSet<_>>());
        }
        let notes = notes::notes(group).into_iter().chain(self.capped(group));
        lines.extend(notes.map(|note| visible(&note).into_owned()));
        lines.extend(self.as_meant(&first.scenario));
        lines
    }

    /// Returns the lines about the expectations of a scenario.
    fn as_meant(&self, scenario: &str) -> Vec<String> {
        let lines = super::expect::lines(&self.judgements_of(scenario)).into_iter();
        lines.map(|line| visible(&line).into_owned()).collect()
    }

    /// Returns a note that names the matchups without the required precision. `None` if all have it.
    fn capped(&self, group: &[&Played<C>]) -> Option<String> {
        let precision = self.info.precision.get(&group[0].scenario)?;
        let capped: Vec<&str> = group
            .iter()
            .filter(|played| played.capped)
            .map(|played| played.matchup.as_str())
            .collect();
        let (named, rest) = capped.split_at(capped.len().min(NAMED));
        let more = match rest.len() {
            0 => String::new(),
            more => format!(" and {} more", form::count(more as u64)),
        };
        (!capped.is_empty()).then(|| {
            format!(
                "less precise than {} after the maximum number of fights: {}{more}",
                precision.half_width,
                named.join(", ")
            )
        })
    }
}

/// The width of the terminal, and whether it has colours.
struct Paper {
    width: u16,
    color: bool,
}

impl Paper {
    fn bold(&self, text: &str) -> String {
        if self.color {
            format!("\x1b[1m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }

    /// Returns the lines of a table. Columns are aligned to the left, and those whose header begins with `>`
    /// to the right.
    fn table(&self, header: &[&str], rows: Vec<Vec<String>>) -> Vec<String> {
        let rule = LineStyle::none().fill('─').junction('─');
        let mut table = Table::new();
        table
            .load_style(presets::NOTHING.header_separator(rule).bottom_border(rule))
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(self.width);
        if self.color {
            table.enforce_styling();
        } else {
            table.force_no_tty();
        }
        table.set_header(header.iter().map(|title| {
            let title = title.strip_prefix('>').unwrap_or(title);
            Cell::new(visible(title)).add_attribute(Attribute::Bold)
        }));
        let shown = |cell: String| visible(&cell).into_owned();
        table.add_rows(rows.into_iter().map(|row| row.into_iter().map(shown)));
        for (column, title) in table.column_iter_mut().zip(header) {
            if title.starts_with('>') {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        table
            .lines()
            .map(|line| line.trim_end().to_owned())
            .collect()
    }
}

/// Returns a table for a single matchup, with a row for each side.
fn sides_table<C: Count>(
    paper: &Paper,
    played: &Played<C>,
    moves: Option<Moves<'_, C>>,
) -> Vec<String> {
    let tally = &played.tally;
    let rows = played.cast.sides.iter().enumerate().map(|(i, name)| {
        let side = SideId::at(i);
        let mut row = vec![
            name.clone(),
            form::percent(C::METHOD, tally.win_rate(side)),
            form::mean(C::METHOD, tally.survivors_mean(side)),
            (played.cast.side(side).without(played.cast.absent).count()).to_string(),
        ];
        row.extend(moves.map(|moves| moves.side(played, side)));
        row
    });
    let mut header = vec!["side", ">win rate", ">standing at the end", ">of"];
    let since = format!(">win rate {SINCE}");
    header.extend(moves.map(|_| since.as_str()));
    let mut lines = paper.table(&header, rows.collect());
    if let Some(most) = tally.rounds_quantile(90) {
        let mean = form::mean(C::METHOD, tally.rounds_mean());
        let since = moves.map_or_else(String::new, |moves| {
            format!("; {SINCE}: {}", moves.rounds(played))
        });
        let last = match played.cast.day {
            Some(_) => " in the last fight",
            None => "",
        };
        let over = if played.cast.day.is_some() {
            String::new()
        } else if tally.decided().is_percent_of(90, tally.fights()) {
            format!(", nine in ten fights over by round {most}")
        } else {
            String::new()
        };
        lines.push(format!("{mean} rounds{last} on average{over}{since}"));
        lines.extend(day_lines(paper, played));
    }
    lines.extend(allied(&played.cast));
    if moves.is_none() && played.has_fights() {
        lines.extend(objectives::of_one(paper, played));
        let mut text = String::new();
        for line in melee::lines(played) {
            wrapped(&mut text, &visible(&line), paper.width.into());
        }
        lines.extend(text.lines().map(str::to_owned));
    }
    lines
}

/// Returns a line for each alliance of several sides.
fn allied(cast: &Cast) -> impl Iterator<Item = String> {
    let several = |side: &SideId| cast.alliances.members(*side).count() > 1;
    let alliances = cast.each_alliance().filter(several);
    alliances.map(|side| {
        let names = cast.alliance(side);
        format!("{names} fight together: a win counts for each of them")
    })
}

/// Returns a table of a day's stages: how many days get through each stage, and which fighters stand then. If
/// a policy may end the day, the table also has a column for the days that end at each stage. Empty if the
/// matchup is not a day.
fn day_lines<C: Count>(paper: &Paper, played: &Played<C>) -> Vec<String> {
    let (cast, tally) = (&played.cast, &played.tally);
    let Some(day) = &cast.day else {
        return Vec::new();
    };
    let may_stop = !day.planners.is_empty();
    let people = || (cast.combatants.iter().enumerate()).filter(|(_, one)| one.side == day.people);
    let rows = day.stages.iter().enumerate().map(|(at, stage)| {
        let name = match stage.what {
            StageKind::Fight(_) => format!("fight {}", stage.name),
            StageKind::Rest(_) => stage.name.clone(),
        };
        let mut row = vec![format!("{} {name}", at + 1)];
        row.push(form::percent(C::METHOD, tally.through_rate(at)));
        if may_stop {
            row.push(form::percent(C::METHOD, tally.days_stopped_rate(at)));
        }
        row.extend(people().map(|(id, _)| {
            let after = tally.after_stage(at, CombatantId::at(id));
            form::mean(C::METHOD, after.standing)
        }));
        row
    });
    let mut header = vec!["stage of the day".to_owned(), ">gets through".to_owned()];
    if may_stop {
        header.push(">stops here".to_owned());
    }
    header.extend(people().map(|(_, one)| format!(">{} standing", one.name)));
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    paper.table(&header, rows.collect())
}

/// Returns a table of several scenarios that have one matchup each, with a row for each scenario.
fn scenarios_block<C: Count>(
    paper: &Paper,
    group: &[&Played<C>],
    moves: Option<Moves<'_, C>>,
) -> Vec<String> {
    let rows = group.iter().map(|played| {
        let mut row = vec![
            played.scenario.clone(),
            played.cast.sides.first().cloned().unwrap_or_default(),
            form::percent(C::METHOD, played.tally.win_rate(FIRST)),
            form::mean(C::METHOD, played.tally.rounds_mean()),
        ];
        row.extend(moves.map(|moves| moves.side(played, FIRST)));
        row
    });
    let mut header = vec!["scenario", "side", ">win rate", ">rounds"];
    let since = format!(">win rate {SINCE}");
    header.extend(moves.map(|_| since.as_str()));
    let mut lines = paper.table(&header, rows.collect());
    let notes = notes::notes(group);
    lines.extend(notes.iter().map(|note| visible(note).into_owned()));
    lines
}

/// Returns a table for one axis, with a row for each value.
fn values_table<C: Count>(
    paper: &Paper,
    group: &[&Played<C>],
    axis: Option<&str>,
    moves: Option<Moves<'_, C>>,
) -> Vec<String> {
    let sides: Vec<String> = group[0]
        .cast
        .sides
        .iter()
        .take(SIDES)
        .map(|side| format!(">{side} win rate"))
        .collect();
    let mut header = vec![axis.unwrap_or("matchup")];
    header.extend(sides.iter().map(String::as_str));
    header.push(">rounds");
    let side = group[0].cast.sides.first().map_or("", String::as_str);
    let since = format!(">{side} {SINCE}");
    header.extend(moves.map(|_| since.as_str()));
    let row = |played: &Played<C>| {
        let mut row = vec![
            played
                .axes
                .iter()
                .find(|(name, _)| Some(name.as_str()) == axis)
                .map_or(&played.matchup, |(_, value)| value)
                .clone(),
        ];
        let rate = |side| form::percent(C::METHOD, played.tally.win_rate(SideId::at(side)));
        row.extend((0..sides.len()).map(rate));
        row.push(form::mean(C::METHOD, played.tally.rounds_mean()));
        row.extend(moves.map(|moves| moves.side(played, FIRST)));
        row
    };
    let all = group.len();
    let values = || group.iter().filter_map(|played| value_on(played, axis?));
    let ranked = all > ROWS && ranking::numbers(values()).is_none();
    let (rows, note): (Vec<_>, _) = if all <= ROWS {
        (group.iter().map(|played| row(played)).collect(), None)
    } else if ranked {
        let ranking = ranking::by_rate(group);
        let mut rows: Vec<_> = ranking.iter().map(|played| row(played)).collect();
        shorten(&mut rows);
        (rows, Some("ranked".to_owned()))
    } else {
        let shown = (0..ROWS).map(|i| row(group[i * (all - 1) / (ROWS - 1)]));
        (shown.collect(), Some(extremes(group, axis, side)))
    };
    let mut lines = paper.table(&header, rows);
    if let Some(note) = note {
        let shown = if ranked { ROWS - 1 } else { ROWS };
        lines.push(format!("{shown} of {all}, all in summary.csv; {note}"));
        lines.extend(moves.map(|moves| counted(moves, side, group)));
    }
    lines
}

/// Returns the value of a matchup on an axis. `None` if it does not have the axis.
fn value_on<'a, C: Count>(played: &'a Played<C>, axis: &str) -> Option<&'a str> {
    let mut values = played.axes.iter();
    values
        .find(|(name, _)| name == axis)
        .map(|(_, value)| value.as_str())
}

/// Returns a phrase that names the values where the first side wins most and least often, for an axis with
/// many numbers.
fn extremes<C: Count>(group: &[&Played<C>], axis: Option<&str>, side: &str) -> String {
    let ranking = ranking::by_rate(group);
    let at = |played: Option<&&Played<C>>| {
        let played = played.expect("a table of many rows has rows");
        let value = axis.and_then(|axis| value_on(played, axis));
        let rate = form::percent(C::METHOD, played.tally.win_rate(FIRST));
        format!("{} ({rate})", visible(value.unwrap_or(&played.matchup)))
    };
    format!(
        "{} wins most often at {}, least often at {}",
        visible(side),
        at(ranking.first()),
        at(ranking.last())
    )
}

/// Returns tables for two or more axes: the ranked values of each axis side by side, and the matchups that
/// stand out.
fn ranking_table<C: Count>(
    paper: &Paper,
    group: &[&Played<C>],
    axes: &[&str],
    moves: Option<Moves<'_, C>>,
) -> Vec<String> {
    let side = group[0].cast.sides.first().map_or("", String::as_str);
    let (ranked, others) = axes.split_at(axes.len().min(AXES));
    let abreast = match moves {
        None => AXES,
        Some(_) => usize::from(paper.width / AXIS_WIDTH).max(1),
    };
    let wins = format!(">{side} win rate");
    let since = format!(">{SINCE}");
    let mut lines = Vec::new();
    for ranked in ranked.chunks(abreast) {
        let mut header = Vec::new();
        let mut columns = Vec::new();
        for axis in ranked {
            header.extend([axis, wins.as_str()]);
            header.extend(moves.map(|_| since.as_str()));
            let of_value = |value: &str| moves.map(|moves| moves.value(group, axis, value));
            let ranking = ranking::by_value(group, axis);
            columns.push(elided(C::METHOD, &ranking, &of_value));
        }
        let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
        let blank = vec![String::new(); header.len() / ranked.len()];
        let rows = (0..rows)
            .map(|i| {
                let cells = columns.iter().map(|column| column.get(i).unwrap_or(&blank));
                cells.flatten().cloned().collect()
            })
            .collect();
        lines.extend(paper.table(&header, rows));
    }
    if !others.is_empty() {
        let others = others.join(", ");
        lines.push(format!("also varied: {}", visible(&others)));
    }
    lines.extend(standing_out(paper, side, group));
    if let Some(moves) = moves {
        let farthest = moves.farthest(group);
        if !farthest.is_empty() {
            let row = |(played, moved): (&Played<C>, String)| {
                let rate = form::percent(C::METHOD, played.tally.win_rate(FIRST));
                vec![played.matchup.clone(), rate, moved]
            };
            let header = ["moved most", wins.as_str(), since.as_str()];
            lines.extend(paper.table(&header, farthest.into_iter().map(row).collect()));
        }
        lines.push(counted(moves, side, group));
    }
    lines
}

/// Returns a line with the numbers of matchups that have become better or worse for the first side.
fn counted<C: Count>(moves: Moves<'_, C>, side: &str, group: &[&Played<C>]) -> String {
    format!(
        "{SINCE}, matchups for {}: {}",
        visible(side),
        moves.counted(group)
    )
}

/// Returns the rows of a ranking, without its middle part if it is long. `moved` returns the change of a
/// value, if changes are shown.
fn elided(
    method: Method,
    ranking: &[(&str, Interval)],
    moved: &dyn Fn(&str) -> Option<String>,
) -> Vec<Vec<String>> {
    let row = |&(value, rate): &(&str, Interval)| {
        let cells = [value.to_owned(), form::percent(method, Some(rate))];
        cells.into_iter().chain(moved(value)).collect::<Vec<_>>()
    };
    let mut rows: Vec<_> = ranking.iter().map(row).collect();
    shorten(&mut rows);
    rows
}

/// Removes the middle of a long list of rows, and inserts a row that says how many were removed.
fn shorten(rows: &mut Vec<Vec<String>>) {
    if rows.len() <= ROWS {
        return;
    }
    let middle = ROWS / 2..rows.len() - ROWS / 2 + 1;
    let mut gap = vec![format!("… {} more …", middle.len())];
    gap.resize(rows[0].len(), String::new());
    rows.splice(middle, [gap]);
}

/// Returns a table of the most lopsided and the most even matchups.
fn standing_out<C: Count>(paper: &Paper, side: &str, group: &[&Played<C>]) -> Vec<String> {
    let ranking = ranking::by_margin(group);
    if ranking.len() <= 2 * EXAMPLES {
        return Vec::new();
    }
    let row = |what: &str, played: &Played<C>| {
        let rate = form::percent(C::METHOD, played.tally.win_rate(FIRST));
        vec![what.to_owned(), played.matchup.clone(), rate]
    };
    let lopsided = ranking
        .iter()
        .take(EXAMPLES)
        .map(|played| row("most lopsided", played));
    let even = ranking
        .iter()
        .rev()
        .take(EXAMPLES)
        .map(|played| row("most even", played));
    let wins = format!(">{side} win rate");
    paper.table(&["", "matchup", &wins], lopsided.chain(even).collect())
}

/// Formats a number of fights with the noun.
fn several_fights(count: u64) -> String {
    let noun = if count == 1 { "fight" } else { "fights" };
    format!("{} {noun}", form::count(count))
}

fn fights<'a, C: Count + 'a>(played: impl IntoIterator<Item = &'a Played<C>>) -> Option<u64> {
    let tallies = played.into_iter().map(|played| &played.tally);
    C::total(tallies.map(Tally::fights)).fights()
}

#[cfg(test)]
mod matrix_tests;
#[cfg(test)]
mod tests;
