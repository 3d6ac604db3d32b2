//! Shows how the sides win in scenarios with objectives. For one matchup, there is a row for each way to win.
//! For several matchups, there is a row for each matchup and a column for each way to win.

use super::{Paper, ROWS};
use crate::report::tables::{WaysToWin, ways_to_win};
use crate::report::{Played, form};
use crate::tally::Count;

/// Returns a table of the ways to win in one matchup. Empty if no side has objectives.
pub(super) fn of_one<C: Count>(paper: &Paper, played: &Played<C>) -> Vec<String> {
    if played.cast.objectives.is_empty() {
        return Vec::new();
    }
    let rows = ways_to_win(played).into_iter().map(|won| {
        let rate = form::percent(C::METHOD, won.rate);
        vec![won.side, won.objective.to_owned(), rate]
    });
    paper.table(&["side", "wins by", ">of all fights"], rows.collect())
}

/// Returns a table of the ways to win in several matchups, or a note if it would have too many rows. Empty if
/// no side has objectives. `axes` are the axes with different values.
pub(super) fn of_several<C: Count>(
    paper: &Paper,
    group: &[&Played<C>],
    axes: &[&str],
) -> Vec<String> {
    let played: Vec<&&Played<C>> = (group.iter()).filter(|one| one.has_fights()).collect();
    if played.is_empty() || played.iter().all(|one| one.cast.objectives.is_empty()) {
        return Vec::new();
    }
    if played.len() > ROWS {
        return vec!["the wins by objective are in objectives.csv".to_owned()];
    }
    let ways: Vec<Vec<WaysToWin<'_, C>>> = played.iter().map(|one| ways_to_win(one)).collect();
    let columns = Columns::of(&ways);
    let heads = columns.heads();
    let names = if axes.is_empty() { &["matchup"] } else { axes };
    let mut header: Vec<&str> = names.to_vec();
    header.extend(heads.iter().map(String::as_str));
    let rows = played.iter().zip(&ways).map(|(one, ways)| {
        let value = |axis: &&str| {
            let mut values = one.axes.iter();
            let found = values.find(|(name, _)| name == axis);
            found.map_or(&one.matchup, |(_, value)| value).clone()
        };
        let mut row: Vec<String> = names.iter().map(value).collect();
        row.extend((0..heads.len()).map(|at| {
            let way = columns.way(at, ways);
            way.map_or_else(String::new, |won| form::percent(C::METHOD, won.rate))
        }));
        row
    });
    let mut lines = vec!["wins by objective, of all fights".to_owned()];
    lines.extend(paper.table(&header, rows.collect()));
    lines
}

/// The columns of the table for several matchups.
enum Columns {
    /// There is a column for each position in the list of ways to win. It has the name of the side, and the
    /// objective's name in every matchup. This is used if the lists of all matchups have the same sides in
    /// the same order.
    Listed(Vec<(String, Vec<String>)>),
    /// There is a column for each pair of a side's name and an objective's name.
    Named(Vec<(String, String)>),
}

impl Columns {
    fn of<C>(ways: &[Vec<WaysToWin<'_, C>>]) -> Self {
        let kinds = |all: &[WaysToWin<'_, C>]| -> Vec<(String, bool)> {
            let kind = |won: &WaysToWin<'_, C>| (won.side.clone(), won.is_last);
            all.iter().map(kind).collect()
        };
        let first = kinds(&ways[0]);
        if ways.iter().all(|all| kinds(all) == first) {
            let names = |at: usize| {
                ways.iter()
                    .map(|all| all[at].objective.to_owned())
                    .collect()
            };
            let listed = first.into_iter().enumerate();
            return Self::Listed(listed.map(|(at, (side, _))| (side, names(at))).collect());
        }
        let mut named: Vec<(String, String)> = Vec::new();
        for won in ways.iter().flatten() {
            let name = (won.side.clone(), won.objective.to_owned());
            if !named.contains(&name) {
                named.push(name);
            }
        }
        Self::Named(named)
    }

    /// Returns the heads of the columns. They begin with `>`, so that figures are aligned to the right.
    fn heads(&self) -> Vec<String> {
        match self {
            Self::Listed(columns) => columns
                .iter()
                .map(|(side, names)| format!(">{side}: {}", common(names)))
                .collect(),
            Self::Named(columns) => columns
                .iter()
                .map(|(side, name)| format!(">{side}: {name}"))
                .collect(),
        }
    }

    /// Returns the way to win that belongs in the column with the index `at`, if the matchup has it. `ways`
    /// has the matchup's ways to win.
    fn way<'w, 'p, C>(
        &self,
        at: usize,
        ways: &'w [WaysToWin<'p, C>],
    ) -> Option<&'w WaysToWin<'p, C>> {
        match self {
            Self::Listed(_) => ways.get(at),
            Self::Named(columns) => {
                let (side, name) = &columns[at];
                ways.iter()
                    .find(|won| won.side == *side && won.objective == name)
            }
        }
    }
}

/// Returns the words that all names have in the same positions, with `…` in place of words that differ. `rounds`
/// stands for `round` as well.
fn common(names: &[String]) -> String {
    let words = |name: &String| name.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let are_rounds = |pair: [&str; 2]| pair.iter().all(|word| matches!(*word, "round" | "rounds"));
    let mut all = words(&names[0]);
    for name in &names[1..] {
        let other = words(name);
        if other.len() != all.len() {
            return "…".to_owned();
        }
        for (word, other) in all.iter_mut().zip(other) {
            if *word != other && are_rounds([&*word, &*other]) {
                "rounds".clone_into(word);
            } else if *word != other {
                "…".clone_into(word);
            }
        }
    }
    all.join(" ")
}

#[cfg(test)]
mod tests {
    use super::common;

    #[test]
    fn names_that_differ_in_a_number_share_a_column() {
        let common = |names: &[&str]| {
            common(
                &names
                    .iter()
                    .map(|&name| name.to_owned())
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(
            common(&["hold 4 rounds", "hold 12 rounds"]),
            "hold … rounds"
        );
        assert_eq!(common(&["hold 1 round", "hold 8 rounds"]), "hold … rounds");
        assert_eq!(common(&["chief out", "chief out"]), "chief out");
        assert_eq!(common(&["chief out", "hold 4 rounds"]), "…");
    }
}
