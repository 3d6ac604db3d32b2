//! The CSV tables: seven always, and one of lost Ranks where a book counts them.
//!
//! One header, CRLF at line ends, quotes where needed (see `dialect.rs`); what the columns mean is in `columns.rs`. Every
//! table begins with the scenario, ruleset, matchup and axes of its row. Where several scenarios are reported
//! together, a matchup has an empty cell for an axis that its scenario does not have. Whole numbers are written
//! whole; shares and means as in `form.rs`. Histograms have no rows for zeros.

use super::columns::{
    COMBATANTS, Column, DAMAGE, KILLS, Kind, LEADING, LOSSES, POLICIES, ROUNDS, STANDING, SUMMARY,
    TableSpec,
};
use super::dialect::Csv;
use super::{Played, Report, form};
use crate::fight::{CombatantId, Ending, LineId, SideId, WeaponId};
use crate::tally::{Count, Method, endings};

/// Makes the rows of a matchup in one of the tables.
type Rows<C> = fn(&Played<C>, &mut dyn FnMut(Vec<String>));

#[rustfmt::skip]
const TABLES: [TableSpec; 8] = [SUMMARY, ROUNDS, KILLS, STANDING, DAMAGE, COMBATANTS, POLICIES, LOSSES];

impl<C: Count> Report<C> {
    /// The CSV tables: file names and contents, always all but that of losses, which is there where any cast counts them.
    ///
    /// # Panics
    /// Never: writing CSV into memory does not fail.
    pub fn tables(&self) -> Vec<(&'static str, Vec<u8>)> {
        let axes = self.axes();
        #[rustfmt::skip]
        let rows: [Rows<C>; 8] = [summary, rounds, kills, standing, damage, combatants, policies, losses];
        let counts_losses = self.played.iter().any(|played| played.cast.most_lost > 0);
        TABLES
            .iter()
            .zip(rows)
            .filter(|(table, _)| counts_losses || table.name != LOSSES.name)
            .map(|(table, rows)| (table.name, self.table(table, rows, &axes)))
            .collect()
    }

    /// The axes of all scenarios, in the order in which they first come up.
    fn axes(&self) -> Vec<&str> {
        let mut axes: Vec<&str> = Vec::new();
        for (axis, _) in self.played.iter().flat_map(|played| &played.axes) {
            if !axes.contains(&axis.as_str()) {
                axes.push(axis);
            }
        }
        axes
    }

    fn table(&self, table: &TableSpec, rows: Rows<C>, axes: &[&str]) -> Vec<u8> {
        let exact = C::METHOD == Method::Exact;
        let further = if exact { table.exact } else { &[] };
        let method = exact.then_some(C::METHOD.name());
        let known = |column: &Column| (column.name.to_owned(), column.kind);
        let header = LEADING
            .iter()
            .map(known)
            .chain(axes.iter().map(|axis| (axis_column(axis), Kind::Text)))
            .chain(table.columns.iter().chain(further).map(known));
        let mut csv = Csv::new(self.dialect, header);
        for played in &self.played {
            let leading: Vec<&str> = [&played.scenario, &played.ruleset, &played.matchup]
                .into_iter()
                .map(String::as_str)
                .chain(axes.iter().map(|axis| value_on(played, axis)))
                .collect();
            rows(played, &mut |row| {
                let own = row.iter().map(String::as_str);
                csv.row(leading.iter().copied().chain(own).chain(method));
            });
        }
        csv.finish()
    }
}

/// The column of an axis: its name, set apart where any of the tables has a column of its own that is called so, so
/// that an axis is called the same in all of them.
fn axis_column(axis: &str) -> String {
    if LEADING
        .iter()
        .chain(TABLES.iter().flat_map(|table| table.columns))
        .chain(TABLES.iter().flat_map(|table| table.exact))
        .any(|column| column.name == axis)
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

fn summary<C: Count>(played: &Played<C>, row: &mut dyn FnMut(Vec<String>)) {
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
        cells.extend(form::cells(C::METHOD, played.seat_effect(name)));
        if C::METHOD == Method::Exact {
            cells.extend([tally.unresolved().to_string(), form::order(tally.error())]);
        }
        row(cells);
    }
}

fn rounds<C: Count>(played: &Played<C>, row: &mut dyn FnMut(Vec<String>)) {
    for ending in endings(played.cast.sides.len()) {
        let winner = match ending {
            Ending::Won(side) => &played.cast.sides[side.index()],
            Ending::Draw => "draw",
            Ending::Undecided => "undecided",
        };
        for (round, fights) in played.tally.rounds(ending) {
            row(vec![
                winner.to_owned(),
                round.to_string(),
                fights.to_string(),
            ]);
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

fn losses<C: Count>(played: &Played<C>, row: &mut dyn FnMut(Vec<String>)) {
    by_weapon(
        played,
        |id, weapon| played.tally.ranks_lost(id, weapon),
        row,
    );
}

/// A histogram of the hits of every weapon.
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

fn combatants<C: Count>(played: &Played<C>, row: &mut dyn FnMut(Vec<String>)) {
    let tally = &played.tally;
    for (id, names) in named(played) {
        let mut cells = names.to_vec();
        cells.push(played.cast.combatants[id.index()].count.to_string());
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

/// The combatants with the names of their sides and their own.
fn named<C: Count>(played: &Played<C>) -> impl Iterator<Item = (CombatantId, [String; 2])> {
    let cast = &played.cast;
    cast.combatants.iter().enumerate().map(|(i, combatant)| {
        let side = cast.sides[combatant.side.index()].clone();
        (CombatantId::at(i), [side, combatant.name.clone()])
    })
}

#[cfg(test)]
mod tests;
