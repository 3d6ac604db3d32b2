//! The data dictionary: meaning, unit and range of every column of every CSV table.
//!
//! The tables take their headers from here, `skirmish columns` shows this dictionary, and docs/tables.md repeats it
//! word for word. Every column that is written is therefore explained, and every explained column is written; tests
//! keep all three consistent.

mod axes;
mod counted;
mod day;
mod each;
mod events;
mod expect;
mod found;
mod matrix;

pub use axes::AXES;
pub use counted::{
    ALLIES, COMBATANTS, DAMAGE, HITS, KILLS, OBJECTIVES, POLICIES, RANKS, ROUNDS, STANDING, SUMMARY,
};
pub use day::DAY;
pub use each::{EACH, ENDINGS};
pub use events::{EVENTS, FIGHTERS, HEALTH};
pub use expect::EXPECT;
pub use found::{BASELINE, BEST, COMPARE, DIFFERENCES, TUNE, WORTH};
pub use matrix::{CONTENDERS, MATRIX};

/// Kind of a column's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// Words; a value on an axis may look like a number.
    Text,
    /// Whole numbers; in the tables of `solve` decimals, since they are of one fight.
    Whole,
    /// Decimals.
    Real,
}

impl ColumnKind {
    /// Its name in the dictionary.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Whole => "whole",
            Self::Real => "decimal",
        }
    }
}

/// A column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// Its name in the header.
    pub name: &'static str,
    /// Kind of its values.
    pub kind: ColumnKind,
    /// Unit of its numbers; empty for words.
    pub unit: &'static str,
    /// The bounds of its numbers, or its possible words.
    pub range: &'static str,
    /// Meaning of the column, in one line.
    pub meaning: &'static str,
}

/// A table.
#[derive(Debug, Clone, Copy)]
pub struct TableSpec {
    /// The name of its file; a baseline may have another.
    pub name: &'static str,
    /// Content, and meaning of a row.
    pub about: &'static str,
    /// Whether it begins with [`LEADING`] and the axes.
    pub leads: bool,
    /// Its own columns, in order.
    pub columns: &'static [Column],
    /// Additional columns in the tables of `solve`.
    pub exact: &'static [Column],
}

const fn text(name: &'static str, range: &'static str, meaning: &'static str) -> Column {
    Column {
        name,
        kind: ColumnKind::Text,
        unit: "",
        range,
        meaning,
    }
}

const fn whole(
    name: &'static str,
    unit: &'static str,
    range: &'static str,
    meaning: &'static str,
) -> Column {
    Column {
        name,
        kind: ColumnKind::Whole,
        unit,
        range,
        meaning,
    }
}

const fn real(
    name: &'static str,
    unit: &'static str,
    range: &'static str,
    meaning: &'static str,
) -> Column {
    Column {
        name,
        kind: ColumnKind::Real,
        unit,
        range,
        meaning,
    }
}

const SCENARIO: Column = text(
    "scenario",
    "",
    "the name of the scenario's file, without `.toml`",
);
const RULESET: Column = text("ruleset", "the names in `skirmish rules`", "the book");
const MATCHUP: Column = text(
    "matchup",
    "unique within the scenario",
    "the matchup's name: its values on the axes, or the sides",
);
const SIDE: Column = text("side", "", "the side");
const COMBATANT: Column = text(
    "combatant",
    "",
    "the stat block; all its fighters on one side count together",
);
const WEAPON: Column = text(
    "weapon",
    "",
    "the weapon: its name in the scenario or the book",
);
const METHOD: Column = text("method", "`exact`", "the odds are computed, not sampled");
const FIGHTS: Column = whole(
    "fights",
    "fights",
    "from 0",
    "fights played: `wins + losses + draws + undecided`",
);
const WINS: Column = whole(
    "wins",
    "fights",
    "0 to `fights`",
    "fights that the side won: at the end only its fighters, or those of its allies, were standing, or one of them had met \
     an objective; allies win together",
);
const LOST: Column = whole(
    "losses",
    "fights",
    "0 to `fights`",
    "fights that a side won that is no ally",
);
const DRAWS: Column = whole(
    "draws",
    "fights",
    "0 to `fights`",
    "fights without a winner: nobody was standing, or sides that are not allied met objectives at the same time",
);
const UNDECIDED: Column = whole(
    "undecided",
    "fights",
    "0 to `fights`",
    "fights that reached the round cap, or in which nobody could hurt anybody any more, and days that a policy stopped; not draws",
);

/// The columns at the start of every table of a report, before the axes.
pub const LEADING: [Column; 3] = [SCENARIO, RULESET, MATCHUP];

/// Represents the axes: one column for each, with the name of the axis.
pub const AXIS: Column = text(
    "AXIS",
    "",
    "one column per axis, with the name of the axis: the value on it, or its label; empty if only another scenario of \
     the same run has the axis",
);

/// Represents the values behind the labels of axes: one column for each, with the name of the axis and ` value`.
pub const AXIS_VALUE: Column = text(
    "AXIS value",
    "",
    "for an axis with labels: the value in the scenario, a number if all values are numbers; an axis without labels \
     has no such column",
);

/// The last column of tables of matchups.
pub const MATCHUP_ID: Column = text(
    "matchup_id",
    "12 digits",
    "the first digits of the digest of everything that decides the matchup's fights but the seed: a renamed \
     matchup keeps it in every run; matchups with the same fights share it",
);

/// The additional columns of the summary: the origin of its figures.
pub const ORIGIN: [Column; 3] = [
    whole(
        "seed",
        "",
        "from 0",
        "the seed of the run; not in the tables of `solve`",
    ),
    text("version", "", "the version of skirmish"),
    text(
        "digest",
        "`sha256:` and 16 digits",
        "digest of everything that decides the matchup's fights, as in a baseline: with the same version, equal \
         digests mean equal fights",
    ),
];

/// All tables that skirmish writes, in reading order.
pub const ALL: [TableSpec; 27] = [
    SUMMARY,
    ROUNDS,
    KILLS,
    FIGHTERS,
    STANDING,
    HEALTH,
    DAMAGE,
    HITS,
    COMBATANTS,
    EVENTS,
    POLICIES,
    RANKS,
    OBJECTIVES,
    ALLIES,
    DAY,
    MATRIX,
    CONTENDERS,
    EXPECT,
    AXES,
    EACH,
    ENDINGS,
    COMPARE,
    DIFFERENCES,
    WORTH,
    TUNE,
    BEST,
    BASELINE,
];

impl TableSpec {
    /// All columns: the leading ones, the axes as [`AXIS`], its own, those in the tables of `solve`, and the id of the
    /// matchup.
    pub fn every_column(&self) -> Vec<Column> {
        let leading = LEADING.into_iter().chain([AXIS, AXIS_VALUE]);
        let origin = ORIGIN.into_iter().filter(|_| self.name == SUMMARY.name);
        (leading.filter(|_| self.leads))
            .chain(self.columns.iter().copied())
            .chain(origin)
            .chain(self.exact.iter().copied())
            .chain(self.is_of_matchups().then_some(MATCHUP_ID))
            .collect()
    }

    /// Returns whether each of its rows is about one matchup, whose id is its last column.
    fn is_of_matchups(&self) -> bool {
        self.leads && self.name != DIFFERENCES.name
    }

    /// The names of its own columns.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.columns.iter().map(|column| column.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_is_explained_and_every_number_has_a_range() {
        for table in ALL {
            for column in table.every_column() {
                let name = format!("{}: {}", table.name, column.name);
                assert!(!column.meaning.is_empty(), "{name}");
                assert!(
                    column.kind == ColumnKind::Text || !column.range.is_empty(),
                    "{name}"
                );
                assert!(
                    !column.meaning.contains('|') && !column.range.contains('|'),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn no_table_has_two_columns_of_one_name() {
        for table in ALL {
            let mut names: Vec<_> = table
                .every_column()
                .iter()
                .map(|column| column.name)
                .collect();
            let all = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), all, "{}", table.name);
        }
    }
}
