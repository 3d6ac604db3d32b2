//! The data dictionary: the meaning, unit and range of every column in every CSV table.
//!
//! Tables take their headers from this dictionary. The command `skirmish columns` shows it, and
//! docs/tables.md repeats it word for word. Tests check that all three agree, so every column is explained,
//! and every explained column exists.

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

/// The kind of values in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// Texts. A value on an axis is a text even if it looks like a number.
    Text,
    /// Whole numbers. In the tables of `solve` they are decimal numbers, since they are the expected counts
    /// of one fight.
    Whole,
    /// Decimal numbers.
    Real,
}

impl ColumnKind {
    /// Returns the name of this kind in the dictionary.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Whole => "whole",
            Self::Real => "decimal",
        }
    }
}

/// A column of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// The name in the table's header.
    pub name: &'static str,
    /// The kind of values in the column.
    pub kind: ColumnKind,
    /// The unit of the numbers. Empty for texts.
    pub unit: &'static str,
    /// The range of the numbers, or the possible texts.
    pub range: &'static str,
    /// The meaning of the column, in one line.
    pub meaning: &'static str,
}

/// A table and its columns.
#[derive(Debug, Clone, Copy)]
pub struct TableSpec {
    /// The file name of the table, such as `summary.csv`. A baseline may have another file name.
    pub name: &'static str,
    /// A sentence on the content of the table and on the meaning of a row.
    pub about: &'static str,
    /// Whether the table begins with the columns of [`LEADING`] and with one column for each axis.
    pub leads: bool,
    /// The table's own columns, in order.
    pub columns: &'static [Column],
    /// The additional columns of this table if `solve` writes it.
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
    "fights won by a side that is not an ally",
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

/// The columns that most tables of a report begin with. The columns of the axes follow them.
pub const LEADING: [Column; 3] = [SCENARIO, RULESET, MATCHUP];

/// The entry of the dictionary that represents the columns of axes. A table has one such column for each
/// axis, with the name of that axis.
pub const AXIS: Column = text(
    "AXIS",
    "",
    "one column per axis, with the name of the axis: the value on it, or its label; empty if only another scenario of \
     the same run has the axis",
);

/// The entry of the dictionary that represents the columns of values that labels stand for. A table has one
/// for each labelled axis, with the name of that axis followed by ` value`.
pub const AXIS_VALUE: Column = text(
    "AXIS value",
    "",
    "for an axis with labels: the value in the scenario, a number if all values are numbers; an axis without labels \
     has no such column",
);

/// The last column of tables that are about matchups.
pub const MATCHUP_ID: Column = text(
    "matchup_id",
    "12 digits",
    "the first digits of the digest of everything that decides the matchup's fights but the seed: a renamed \
     matchup keeps it in every run; matchups with the same fights share it",
);

/// The additional columns of the summary that say where its figures come from.
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

/// All tables that skirmish writes, in the order of the dictionary.
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
    /// Returns all columns of the table in order: the leading columns, [`AXIS`] and [`AXIS_VALUE`] for the
    /// axes, the table's own columns, those that only `solve` writes, and the id of the matchup.
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

    /// Returns whether each row of the table is about one matchup. Such a table has the id of the matchup in
    /// its last column.
    fn is_of_matchups(&self) -> bool {
        self.leads && self.name != DIFFERENCES.name
    }

    /// Returns the names of the table's own columns.
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
