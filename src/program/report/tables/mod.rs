//! Writes the CSV tables of a report.
//!
//! A report always has eleven tables. Other tables are added if there is something for them: lost Ranks,
//! objectives, allies, days, matrices (see `matrix/tables.rs`), expectations, axes, and single fights.
//!
//! A table has one header row, CRLF line ends, and quotes where they are needed (see `dialect.rs`). The
//! module `columns` explains all columns. Every row begins with the scenario, the ruleset, the matchup and
//! the values on the axes. If several scenarios are reported together, a row has an empty cell for each axis
//! that its scenario does not have. Shares and means are written as in `form.rs`. Histograms have no rows for
//! counts of 0. A column of numbers without any values is left out, so that programs which guess types from
//! the first rows find one type for each column.

mod axes;

use super::columns::{
    ALLIES, COMBATANTS, Column, ColumnKind, DAMAGE, DAY, EACH, ENDINGS, EVENTS, FIGHTERS, HEALTH,
    HITS, KILLS, LEADING, MATCHUP_ID, OBJECTIVES, ORIGIN, POLICIES, RANKS, ROUNDS, STANDING,
    SUMMARY, TableSpec,
};
use serde_json::Value as Json;
use std::io::{self, Write};

use super::dialect::{Csv, is_number};
use super::each::{self, EachFight};
use super::write::Unwritten;
use super::{Played, Report, form};
use crate::fight::{
    CombatantId, Ending, EventId, Goal, LAST, LineId, ObjectiveId, SideId, WeaponId,
};
use crate::scenario::same_column;
use crate::tally::{Count, Interval, Mean, Method, PerFight, endings};

/// The number of digits in the id of a matchup.
const ID_DIGITS: usize = 12;

/// A function that adds the rows of a matchup to one of the tables.
type Rows<C> = fn(&Played<C>, &mut dyn FnMut(Vec<String>));

/// A function like [`Rows`] that may be a closure with data of its own.
type AnyRows<'r, C> = &'r dyn Fn(&Played<C>, &mut dyn FnMut(Vec<String>));

/// A function that adds the rows of a matchup to a table of single fights.
type EachRows<C> = fn(&[EachFight], &Played<C>, &mut dyn FnMut(Vec<String>));

#[rustfmt::skip]
const TABLES: [TableSpec; 15] = [
    SUMMARY, ROUNDS, KILLS, FIGHTERS, STANDING, HEALTH, DAMAGE, HITS, COMBATANTS, EVENTS, POLICIES, RANKS,
    OBJECTIVES, ALLIES, DAY,
];

impl<C: Count> Report<C> {
    /// Returns the names and contents of the CSV tables. Tables that only some reports have are left out if
    /// they would be empty.
    pub fn tables(&self) -> Vec<(&'static str, Vec<u8>)> {
        let made = self.unwritten_tables().into_iter();
        made.map(|(name, table)| (name, table.in_memory()))
            .collect()
    }

    /// Returns the CSV tables with their names, before their contents are produced.
    pub(super) fn unwritten_tables(&self) -> Vec<(&'static str, Unwritten<'_>)> {
        #[rustfmt::skip]
        let rows: [Rows<C>; 15] = [
            summary, rounds, kills, fighters, standing, health, damage, hits, combatants, events, policies, ranks,
            objectives, allies, day,
        ];
        let counts_ranks = self.played.iter().any(|played| played.cast.most_lost > 0);
        let has_objectives = (self.played.iter()).any(|played| !played.cast.objectives.is_empty());
        let has_allies = (self.played.iter()).any(|played| !played.cast.alliances.is_empty());
        let has_days = self.played.iter().any(|played| played.cast.day.is_some());
        TABLES
            .iter()
            .zip(rows)
            .filter(|(table, _)| counts_ranks || table.name != RANKS.name)
            .filter(|(table, _)| has_days || table.name != DAY.name)
            .filter(|(table, _)| has_allies || table.name != ALLIES.name)
            .filter(|(table, _)| has_objectives || table.name != OBJECTIVES.name)
            .map(|(table, rows)| {
                let write = move |out: &mut dyn Write| self.table(table, &rows, out);
                (table.name, Unwritten::new(write))
            })
            .chain(super::matrix::tables::all(&self.matrices, self.dialect))
            .chain(self.expect_table())
            .chain(self.table_of_axes())
            .chain(self.tables_of_fights())
            .collect()
    }

    /// Returns the tables of single fights. Empty if the report has no single fights.
    fn tables_of_fights(&self) -> Vec<(&'static str, Unwritten<'_>)> {
        if self.each.is_empty() {
            return Vec::new();
        }
        let table = |spec: &'static TableSpec, rows: EachRows<C>| {
            let write = move |out: &mut dyn Write| {
                let of_matchup = |played: &Played<C>, row: &mut dyn FnMut(Vec<String>)| {
                    let key = (played.scenario.clone(), played.matchup.clone());
                    let fights = self.each.get(&key).map_or(&[][..], Vec::as_slice);
                    rows(fights, played, row);
                };
                self.table(spec, &of_matchup, out)
            };
            (spec.name, Unwritten::new(write))
        };
        vec![table(&EACH, each::fights), table(&ENDINGS, each::endings)]
    }

    /// Returns the names of the axes in all scenarios, in the order of appearance.
    fn axes(&self) -> Vec<&str> {
        let mut axes: Vec<&str> = Vec::new();
        for (axis, _) in self.played.iter().flat_map(|played| &played.axes) {
            if !axes.contains(&axis.as_str()) {
                axes.push(axis);
            }
        }
        axes
    }

    fn table(
        &self,
        table: &TableSpec,
        rows: AnyRows<'_, C>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let axes = self.axes();
        let exact = C::METHOD == Method::Exact;
        let further = if exact { table.exact } else { &[] };
        let method = exact.then_some(C::METHOD.name());
        let origin = if table.name == SUMMARY.name {
            &ORIGIN[..]
        } else {
            &[]
        };
        let known = |column: &Column| (column.name.to_owned(), column.kind);
        let own = || (table.columns.iter().chain(origin).chain(further)).chain([&MATCHUP_ID]);
        // Adds the rows of a matchup. The cells that say how the figures were obtained are put between the
        // table's own columns and those of exact odds.
        let whole = |played: &Played<C>, row: &mut dyn FnMut(Vec<String>)| {
            rows(played, &mut |mut cells: Vec<String>| {
                let from = self.origin(played).into_iter().take(origin.len());
                cells.splice(table.columns.len()..table.columns.len(), from);
                cells.extend(method.map(str::to_owned));
                cells.push(id_of(&played.digest));
                row(cells);
            });
        };
        let kinds: Vec<ColumnKind> = own().map(|column| column.kind).collect();
        let kept = self.kept(&kinds, whole);
        let of_axis: Vec<(&str, Option<ColumnKind>)> = axes
            .iter()
            .map(|&axis| (axis, self.kind_of_values(axis)))
            .collect();
        let heads = of_axis.iter().flat_map(|&(axis, values)| {
            let column = axis_column(axis);
            let values = values.map(|kind| (format!("{column} value"), kind));
            [Some((column, self.kind_of_labels(axis))), values]
                .into_iter()
                .flatten()
        });
        let header = (LEADING.iter().map(known)).chain(heads).chain(
            own()
                .zip(&kept)
                .filter(|(_, kept)| **kept)
                .map(|(column, _)| known(column)),
        );
        let mut csv = Csv::onto(out, self.dialect, header);
        for played in &self.played {
            let leading = [&played.scenario, &played.ruleset, &played.matchup].map(String::clone);
            let leading: Vec<String> = (leading.into_iter())
                .chain(of_axis.iter().flat_map(|&(axis, values)| {
                    let label = value_on(played, axis);
                    let value = values.map(|_| self.value_of(played, axis, label));
                    [Some(label.to_owned()), value].into_iter().flatten()
                }))
                .collect();
            let leading = csv.leading(&leading);
            whole(played, &mut |row| {
                let own = row.iter().zip(&kept).filter(|(_, kept)| **kept);
                csv.row_after(&leading, own.map(|(cell, _)| cell.as_str()));
            });
        }
        csv.end().map(|_| ())
    }

    /// Returns for each column whether it is written. Columns of texts are always written, and columns of
    /// numbers if they have any values. All columns are written if the table has no rows.
    fn kept(
        &self,
        kinds: &[ColumnKind],
        rows: impl Fn(&Played<C>, &mut dyn FnMut(Vec<String>)),
    ) -> Vec<bool> {
        let mut kept: Vec<bool> = kinds.iter().map(|kind| *kind == ColumnKind::Text).collect();
        let mut none = true;
        for played in &self.played {
            rows(played, &mut |row| {
                none = false;
                for (kept, cell) in kept.iter_mut().zip(&row) {
                    *kept |= !cell.is_empty();
                }
            });
            if kept.iter().all(|kept| *kept) {
                break;
            }
        }
        if none { vec![true; kept.len()] } else { kept }
    }

    /// Returns the cells of the columns in [`ORIGIN`], which say how the figures of a matchup were obtained.
    fn origin(&self, played: &Played<C>) -> [String; 3] {
        let seed = match C::METHOD {
            Method::Sampled => self.info.seed.to_string(),
            Method::Exact => String::new(),
        };
        [seed, self.info.version.clone(), played.digest.clone()]
    }

    /// Returns the kind of the column for an axis: numbers, if all its values or labels are numbers.
    fn kind_of_labels(&self, axis: &str) -> ColumnKind {
        let labels = self.played.iter().map(|played| value_on(played, axis));
        kind_of(labels)
    }

    /// Returns the kind of the column for the values that the labels of an axis stand for. `None` if the axis
    /// has no such column, because its labels are its values.
    fn kind_of_values(&self, axis: &str) -> Option<ColumnKind> {
        let (mut hidden, mut numbers) = (false, true);
        for played in &self.played {
            let label = value_on(played, axis);
            if !label.is_empty() {
                let value = self.value_of(played, axis, label);
                hidden |= value != label;
                numbers &= is_number(&value);
            }
        }
        hidden.then_some(if numbers {
            ColumnKind::Real
        } else {
            ColumnKind::Text
        })
    }

    /// Returns the value on an axis that the label `label` stands for, in the scenario of `played`.
    fn value_of(&self, played: &Played<C>, axis: &str, label: &str) -> String {
        let key = [&played.scenario, axis, label].map(str::to_owned);
        match self.values.get(&key) {
            Some(Json::String(text)) => text.clone(),
            Some(other) if !other.is_array() => other.to_string(),
            _ => label.to_owned(),
        }
    }
}

/// Returns the kind of a column of values on an axis: numbers, if all cells that are not empty are numbers.
pub(super) fn kind_of<'a>(values: impl IntoIterator<Item = &'a str>) -> ColumnKind {
    let mut values = values.into_iter().filter(|value| !value.is_empty());
    if values.all(is_number) {
        ColumnKind::Real
    } else {
        ColumnKind::Text
    }
}

/// Returns the name of the column for an axis. If any table has another column with the name of the axis,
/// `axis` is put before the name in all tables.
fn axis_column(axis: &str) -> String {
    if LEADING
        .iter()
        .chain(TABLES.iter().flat_map(|table| table.columns))
        .chain(TABLES.iter().flat_map(|table| table.exact))
        .chain(&ORIGIN)
        .any(|column| same_column(column.name, axis))
    {
        format!("axis {axis}")
    } else {
        axis.to_owned()
    }
}

fn value_on<'a, C: Count>(played: &'a Played<C>, axis: &str) -> &'a str {
    played
        .axes
        .iter()
        .find(|(name, _)| name == axis)
        .map_or("", |(_, value)| value)
}

pub(super) fn summary<C: Count>(played: &Played<C>, row: &mut dyn FnMut(Vec<String>)) {
    let tally = &played.tally;
    for (i, name) in played.cast.sides.iter().enumerate() {
        let side = SideId::at(i);
        let quantile = |percent| {
            tally
                .rounds_quantile(percent)
                .map_or_else(String::new, |round| round.to_string())
        };
        let [rounds, rounds_low, rounds_high] = form::cells(C::METHOD, tally.rounds_mean());
        let [alive, alive_low, alive_high] = form::cells(C::METHOD, tally.survivors_mean(side));
        let mut cells = vec![name.clone()];
        cells.extend(
            [
                tally.fights(),
                tally.wins(side),
                tally.losses(side),
                tally.draws(),
                tally.undecided(),
            ]
            .map(|count| count.to_string()),
        );
        cells.extend(form::cells(C::METHOD, tally.win_rate(side)));
        cells.extend([rounds, quantile(10), quantile(50), quantile(90), alive]);
        cells.extend([rounds_low, rounds_high, alive_low, alive_high]);
        cells.extend([tally.rounds_error(), tally.survivors_error(side)].map(form::error));
        cells.extend(form::cells(C::METHOD, played.seat_effect(name)));
        if C::METHOD == Method::Exact {
            cells.extend([tally.unresolved().to_string(), form::order(tally.error())]);
        }
        row(cells);
    }
}

/// Returns the id of a matchup, which is the first digits of its digest.
pub(super) fn id_of(digest: &str) -> String {
    let digits = digest.strip_prefix("sha256:").unwrap_or(digest);
    digits.chars().take(ID_DIGITS).collect()
}

fn rounds<C: Count>(played: &Played<C>, row: &mut dyn FnMut(Vec<String>)) {
    for ending in endings(played.cast.sides.len()) {
        let winner = match ending {
            Ending::Won(side) => played.cast.alliance(side),
            Ending::Draw => "draw".to_owned(),
            Ending::Undecided => "undecided".to_owned(),
        };
        for (round, fights) in played.tally.rounds(ending) {
            row(vec![winner.clone(), round.to_string(), fights.to_string()]);
        }
    }
}

fn kills<C: Count>(played: &Played<C>, row: &mut dyn FnMut(Vec<String>)) {
    for (id, names) in named(played) {
        for (round, downed) in played.tally.kills(id) {
            let mut cells = names.to_vec();
            cells.extend([round.to_string(), downed.to_string()]);
            row(cells);
        }
    }
}

fn standing<C: Count>(played: &Played<C>, row: &mut dyn FnMut(Vec<String>)) {
    for (i, name) in played.cast.sides.iter().enumerate() {
        for after in played.tally.survival(SideId::at(i)) {
            let mut cells = vec![name.clone(), after.round.to_string()];
            cells.extend(form::cells(C::METHOD, Some(after.standing)));
            cells.push(after.going.to_string());
            row(cells);
        }
    }
}

fn damage<C: Count>(played: &Played<C>, row: &mut dyn FnMut(Vec<String>)) {
    by_weapon(played, |id, weapon| played.tally.damage(id, weapon), row);
}

fn hits<C: Count>(played: &Played<C>, row: &mut dyn FnMut(Vec<String>)) {
    let (cast, tally) = (&played.cast, &played.tally);
    let names = |who: CombatantId| {
        let combatant = &cast.combatants[who.index()];
        let side = cast.sides[combatant.side.index()].clone();
        [side, combatant.name.clone()]
    };
    let followed = tally.followed();
    for hits in tally.who_hit_whom() {
        let weapon = &cast.combatants[hits.attacker.index()].weapons[hits.weapon.index()];
        let mut cells = names(hits.attacker).to_vec();
        cells.push(weapon.name.clone());
        cells.extend(
            hits.target
                .map_or_else(|| ["*", "*"].map(str::to_owned), names),
        );
        let counts = [hits.attacks, hits.hits, hits.evaded, hits.damage];
        cells.extend(counts.map(|count| count.to_string()));
        let known = |count: C, is_known: bool| {
            if is_known {
                count.to_string()
            } else {
                String::new()
            }
        };
        let any = !followed.is_nothing();
        cells.push(known(followed, C::METHOD != Method::Exact));
        cells.push(known(hits.felled, any));
        cells.push(known(hits.overkill, any && tally.has_overkill()));
        row(cells);
    }
}

fn ranks<C: Count>(played: &Played<C>, row: &mut dyn FnMut(Vec<String>)) {
    by_weapon(
        played,
        |id, weapon| played.tally.ranks_lost(id, weapon),
        row,
    );
}

fn objectives<C: Count>(played: &Played<C>, row: &mut dyn FnMut(Vec<String>)) {
    for won in ways_to_win(played) {
        let mut cells = vec![won.side, won.objective.to_owned()];
        cells.push(won.wins.to_string());
        cells.extend(form::cells(C::METHOD, won.rate));
        row(cells);
    }
}

/// Adds the rows of `allies.csv` for a matchup, one for each side.
fn allies<C: Count>(played: &Played<C>, row: &mut dyn FnMut(Vec<String>)) {
    for (at, side) in played.cast.sides.iter().enumerate() {
        row(vec![side.clone(), played.cast.alliance(SideId::at(at))]);
    }
}

/// Adds the rows of `day.csv` for a matchup: one for each stage and each combatant of the side that goes
/// through the day.
fn day<C: Count>(played: &Played<C>, row: &mut dyn FnMut(Vec<String>)) {
    let (cast, tally) = (&played.cast, &played.tally);
    let Some(day) = &cast.day else {
        return;
    };
    for (at, stage) in day.stages.iter().enumerate() {
        for (id, names) in named(played) {
            if cast.combatants[id.index()].side != day.people {
                continue;
            }
            let mut cells = vec![
                (at + 1).to_string(),
                stage.kind().to_owned(),
                stage.name.clone(),
            ];
            cells.extend(names);
            cells.push(cast.combatants[id.index()].count.to_string());
            cells.push(tally.through(at).to_string());
            cells.extend(form::cells(C::METHOD, tally.through_rate(at)));
            cells.push(tally.days_stopped(at).to_string());
            cells.extend(form::cells(C::METHOD, tally.days_stopped_rate(at)));
            let after = tally.after_stage(at, id);
            cells.extend(form::cells(C::METHOD, after.standing));
            for mean in std::iter::once(after.health).chain(after.supplies) {
                let figure = mean.map(|mean| form::figure(C::METHOD, mean.mean));
                cells.push(figure.unwrap_or_default());
                cells.push(form::error(mean.and_then(|mean| mean.error)));
            }
            row(cells);
        }
    }
}

/// One way to win a matchup, and how often it happened: a side meets one of its objectives, or an alliance is
/// the last side standing.
pub(super) struct WaysToWin<'p, C> {
    /// The name of the side, or of the alliance for wins as the last side standing.
    pub(super) side: String,
    pub(super) objective: &'p str,
    /// Whether this is the win as the last side standing.
    pub(super) is_last: bool,
    pub(super) wins: C,
    pub(super) rate: Option<Interval>,
}

/// Returns the ways to win of each alliance: first the objectives of its sides, and then to be the last side
/// standing. If no side has objectives, there is only the latter for each alliance.
pub(super) fn ways_to_win<C: Count>(played: &Played<C>) -> Vec<WaysToWin<'_, C>> {
    let (cast, tally) = (&played.cast, &played.tally);
    if cast.objectives.is_empty() {
        let last = cast.each_alliance().map(|side| WaysToWin {
            side: cast.alliance(side),
            objective: LAST,
            is_last: true,
            wins: tally.wins(side),
            rate: tally.win_rate(side),
        });
        return last.collect();
    }
    let mut ways: Vec<_> = (cast.objectives.iter().enumerate())
        .map(|(at, objective)| {
            let id = ObjectiveId::at(at);
            let is_last = objective.goal == Goal::Last;
            let won = WaysToWin {
                side: if is_last {
                    cast.alliance(objective.side)
                } else {
                    cast.sides[objective.side.index()].clone()
                },
                objective: &objective.name,
                is_last,
                wins: tally.met(id),
                rate: tally.met_rate(id),
            };
            let alliance = cast.alliances.of(objective.side);
            ((alliance, is_last, objective.side), won)
        })
        .collect();
    ways.sort_by_key(|(place, _)| *place);
    ways.into_iter().map(|(_, won)| won).collect()
}

/// Adds the rows of a histogram for every weapon. For a combatant and a weapon, `histogram` returns the
/// values of the hits, each with the number of hits.
fn by_weapon<C: Count, H: Iterator<Item = (u64, C)>>(
    played: &Played<C>,
    histogram: impl Fn(CombatantId, WeaponId) -> H,
    row: &mut dyn FnMut(Vec<String>),
) {
    for (id, names) in named(played) {
        let weapons = &played.cast.combatants[id.index()].weapons;
        for (i, weapon) in weapons.iter().enumerate() {
            for (bin, hits) in histogram(id, WeaponId::at(i)) {
                let mut cells = names.to_vec();
                cells.extend([weapon.name.clone(), bin.to_string(), hits.to_string()]);
                row(cells);
            }
        }
    }
}

fn fighters<C: Count>(played: &Played<C>, row: &mut dyn FnMut(Vec<String>)) {
    for (id, names) in named(played) {
        for (number, who) in (1..).zip(played.cast.fighters_of(id).iter()) {
            let Some(departure) = played.tally.departure(who) else {
                continue;
            };
            let mut cells = names.to_vec();
            cells.push(format!("{number}"));
            for Mean { mean, error } in [
                departure.out,
                departure.round,
                departure.first,
                departure.order,
            ] {
                cells.extend([form::figure(C::METHOD, mean), form::error(error)]);
            }
            row(cells);
        }
    }
}

fn health<C: Count>(played: &Played<C>, row: &mut dyn FnMut(Vec<String>)) {
    for (id, names) in named(played) {
        for (left, PerFight { mean, error }) in played.tally.health_left(id) {
            let mut cells = names.to_vec();
            let figures = [form::figure(C::METHOD, mean), form::error(error)];
            cells.push(left.to_string());
            cells.extend(figures);
            row(cells);
        }
    }
}

fn events<C: Count>(played: &Played<C>, row: &mut dyn FnMut(Vec<String>)) {
    for (i, name) in played.cast.sides.iter().enumerate() {
        for (at, event) in played.cast.events.iter().enumerate() {
            let found = played.tally.event(SideId::at(i), EventId::at(at));
            if let Some(PerFight { mean, error }) = found {
                row(vec![
                    name.clone(),
                    event.kind.name().to_owned(),
                    event.name.to_owned(),
                    form::figure(C::METHOD, mean),
                    form::error(error),
                ]);
            }
        }
    }
}

pub(super) fn combatants<C: Count>(played: &Played<C>, row: &mut dyn FnMut(Vec<String>)) {
    let tally = &played.tally;
    for (id, names) in named(played) {
        let mut cells = names.to_vec();
        cells.push(played.cast.starting(id).to_string());
        cells.extend(
            [
                tally.attacks(id),
                tally.hits(id),
                tally.evaded(id),
                tally.damage_dealt(id),
                tally.damage_taken(id),
                tally.downs(id),
                tally.survived(id),
                tally.times_back(id),
                tally.times_fled(id),
            ]
            .map(|count| count.to_string()),
        );
        let dealt = tally.damage_per_fight(id);
        cells.push(dealt.map_or_else(String::new, |dealt| form::figure(C::METHOD, dealt.mean)));
        cells.push(form::error(dealt.and_then(|dealt| dealt.error)));
        row(cells);
    }
}

fn policies<C: Count>(played: &Played<C>, row: &mut dyn FnMut(Vec<String>)) {
    for (id, names) in named(played) {
        let playbook = &played.cast.combatants[id.index()].playbook;
        for (i, line) in playbook.lines.iter().enumerate() {
            let mut cells = names.to_vec();
            cells.extend([
                playbook.name.clone(),
                playbook.lists[line.list.index()].clone(),
                line.text.clone(),
                played.tally.considered(id, LineId::at(i)).to_string(),
                played.tally.used(id, LineId::at(i)).to_string(),
            ]);
            row(cells);
        }
    }
}

/// Returns every combatant with the name of its side and its own name.
fn named<C: Count>(played: &Played<C>) -> impl Iterator<Item = (CombatantId, [String; 2])> {
    let cast = &played.cast;
    cast.combatants.iter().enumerate().map(|(i, combatant)| {
        let side = cast.sides[combatant.side.index()].clone();
        (CombatantId::at(i), [side, combatant.name.clone()])
    })
}

#[cfg(test)]
mod tests;
