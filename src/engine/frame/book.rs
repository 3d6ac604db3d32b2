//! The interface that a rulebook implements.
//!
//! A book implements [`Book`]. All other code is the same for all books: it reads, checks and compiles
//! scenarios, and plays, solves, reports and compares fights.

use std::fmt::Debug;
use std::sync::LazyLock;

use super::clause::Clause;
use super::day::RestSpec;
use super::draft::{self, Draft};
use super::lineup::Lineup;
use super::load::Compiled;
use super::policy_cache::PolicyCache;
use super::settings::{HouseRules, OptionSpec};
use crate::bout::{self, Bout, Label};
use crate::fight::{EventSpec, Fight, SideId, Spot};
use crate::policy::Vocabulary;
use crate::scenario::spec::{self, FieldKind, FieldSpec};
use crate::scenario::{Faults, Fields, Matchup, Node, RunSettings, Shelf, Side, TOP, Table};

/// A rulebook: its vocabulary, the functions that read its parts of a scenario, and its fight.
///
/// The functions that read something are called in the order of their declaration here. They report every
/// fault, so that all faults of a scenario are shown at once. If a part has faults, the value that is
/// returned for it is only used to look for faults in other parts.
pub trait Book: Debug + Sized + 'static {
    /// The data of the book for messages, listings and help.
    const INFO: &'static BookInfo;

    /// The type of the house rules' settings.
    type Options: Debug + HouseRules;
    /// The type for the rows of the book's tables, including rows that the scenario changes or adds.
    type Tables: Debug;
    /// The type for the content of the table `[field]`, the battlefield.
    type Ground: Debug;
    /// The type of a checked stat block.
    type Sheet: StatBlock;
    /// The type for the starting places of all fighters.
    type Places: Debug;
    /// The type of a compiled fight.
    type Fight: Fight;

    /// The keys whose values are round numbers, as paths from the top of a scenario. If a path leads through
    /// a list, all entries of the list are meant. If it leads through `combatants`, all combatants that fight
    /// are meant.
    const ROUNDS: &'static [&'static [&'static str]] = &[];

    /// Pairs of a policy of the book and a line of this policy. Labels of matchups, which determine their
    /// random numbers, leave these lines out. A line that a new version of the book adds is listed here, so
    /// that fights that never use it keep their random numbers.
    const LATER_LINES: &'static [(&'static str, &'static str)] = &[];

    /// Compiles one matchup. Returns `None` if it has faults.
    fn compile(
        matchup: &Matchup,
        run: &RunSettings,
        known: &PolicyCache,
        faults: &Faults,
    ) -> Option<Compiled> {
        draft::compile::<Self>(matchup, run, known, faults)
    }

    /// Reads all rows of all tables, including rows that no fight uses.
    fn tables(tree: &Table, faults: &Faults) -> Self::Tables;

    /// Copies numbers of `[rules]` into the settings of the house rules. For books whose rules read both from
    /// one struct.
    fn combine(_options: &mut Self::Options, _tables: &Self::Tables) {}

    /// Reads the table `[field]`, the battlefield.
    fn ground(
        fields: Fields<'_>,
        tables: &Self::Tables,
        sides: &[Side],
        faults: &Faults,
    ) -> Self::Ground;

    /// Returns the names of the battlefield's zones. For books whose policies can name zones.
    fn zones(_: &Self::Ground) -> &[String] {
        &[]
    }

    /// Reads a stat block. Returns `None` if it cannot be used.
    fn sheet(
        name: &str,
        node: &Node,
        tables: &Self::Tables,
        faults: &Faults,
    ) -> Option<Self::Sheet>;

    /// Returns the names of all items that fighters can carry. Policies use these names.
    fn items(_: &Self::Tables) -> impl Iterator<Item = &str> {
        std::iter::empty()
    }

    /// Returns the names that tables give to the attacks with `item`. The list is empty for an item without
    /// attacks, such as a shield.
    fn counted_as(_: &Self::Tables, item: &str) -> Vec<String> {
        vec![item.to_owned()]
    }

    /// Reads the starting place of every fighter. Called after all other functions that read something.
    /// Returns `None` if the places cannot be determined.
    fn places(draft: &Draft<'_, Self>, faults: &Faults) -> Option<Self::Places>;

    /// Reads the place of the battlefield that an objective wants fighters to reach. Returns `None` after a
    /// fault.
    fn spot(_: &Draft<'_, Self>, node: &Node, faults: &Faults) -> Option<Spot> {
        let message = "this book has no places to reach";
        faults.note("scenario::objective", node.span, message, "no place");
        None
    }

    /// Returns whether a fighter starts at a place that an objective names. `_who` is the position of the
    /// fighter in the order of the scenario.
    fn starts_at(_: &Self::Places, _who: usize, _spot: Spot) -> bool {
        false
    }

    /// Returns the sides that fight. These are the sides of the scenario. A book may add mounts or vehicles
    /// to them.
    fn sides<'a>(draft: &'a Draft<'_, Self>, _: &'a Self::Places) -> &'a [Side] {
        &draft.matchup.sides
    }

    /// Returns the fighters that are absent at the start and may arrive later, each as its side and the name
    /// of its stat block. The lineup has them after all other fighters, in this order.
    fn later(_: &Draft<'_, Self>) -> Vec<(SideId, String)> {
        Vec::new()
    }

    /// Reports faults that can only be looked for in a scenario without other faults.
    fn check(_: &Draft<'_, Self>, _: &Self::Places, _: &Faults) {}

    /// Returns the rows of tables that affect the fight of these sides, except those of its combatants and
    /// their policies. An entry has the name of a table and the name of a row. The order does not matter, and
    /// entries may be repeated. The rows become part of the label, the key to the fight's random numbers.
    fn content(_: &Draft<'_, Self>, _: &[Side]) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Builds the compiled fight of a matchup without faults.
    fn fight(
        draft: &Draft<'_, Self>,
        places: &Self::Places,
        lineup: Lineup,
        run: &RunSettings,
    ) -> Self::Fight;

    /// Builds the fight, and returns it with this label as a [`Bout`], the interface that all books share.
    fn bout(
        draft: &Draft<'_, Self>,
        places: &Self::Places,
        lineup: Lineup,
        run: &RunSettings,
        label: Label,
    ) -> Box<dyn Bout> {
        let fight = draft.fight(places, lineup, run);
        Box::new(bout::Compiled::new(fight, label).drawn(run.tables))
    }
}

/// The parts of a stat block that all books have in common.
pub trait StatBlock: Debug {
    /// Returns the name of the policy that the stat block uses.
    fn policy(&self) -> &str;

    /// Returns the names of the items that each of these fighters carries, in order of preference.
    fn carries(&self) -> &[String] {
        &[]
    }

    /// Returns the round at whose start these fighters join the fight. A round that the scenario gives for a
    /// group of fighters has precedence.
    fn arrives(&self) -> u32 {
        1
    }

    /// Returns whether these fighters are things, such as vehicles. Things can be hit and destroyed, but do
    /// not count as members of their side.
    fn is_thing(&self) -> bool {
        false
    }
}

/// The data of a rulebook for messages, listings and help.
#[derive(Debug, Clone, Copy)]
pub struct BookInfo {
    /// The name of the book, as in `ruleset = "…"`.
    pub name: &'static str,
    /// One sentence that describes the book.
    pub about: &'static str,
    /// Every numbered rule of the book.
    pub clauses: &'static [Clause],
    /// The events that the book defines, such as fates of fighters.
    pub events: &'static [EventSpec],
    /// The house rules of the book.
    pub options: &'static LazyLock<Vec<OptionSpec>>,
    /// The lists, actions and facts that the book's policies can use.
    pub vocabulary: &'static Vocabulary,
    /// The book's tables as a text, in the format of a file that a scenario can include.
    pub tables: &'static str,
    /// The numbers in these tables that are not from the book. Each is a path of a table, of a row
    /// (`table.row`), or of a key (`table.row.key`). A `*` stands for any row.
    pub ours: &'static [&'static str],
    /// The part of `tables` with the book's policies.
    pub policies: &'static str,
    /// The definitions of the keys that differ from other books: of stat blocks, of `[field]` and of its
    /// tables.
    pub fields: &'static [FieldSpec],
    /// The tables whose rows are treated like the numbers of `[rules]`: the label of a matchup has such a row
    /// only if the scenario changes it.
    pub of_rules: &'static [&'static str],
    /// The kinds of rest that this book has. A rest takes place between two fights of a day.
    pub rests: &'static [RestSpec],
    /// The definitions of the keys for groups of fighters that differ from other books, such as starting
    /// places.
    pub fighters: &'static [FieldSpec],
    /// The definitions of the keys `at` and `reach` of objectives: places of the battlefield.
    pub objectives: &'static [FieldSpec],
    /// Whether the key `riding` is allowed beside `combatant`, for fighters that start on mounts.
    pub rides: bool,
    /// A scenario with comments that users can start from.
    pub starter: &'static str,
    /// The function [`Book::compile`] of the book, which compiles one matchup. Returns `None` if the matchup
    /// has faults.
    pub compile: fn(&Matchup, &RunSettings, &PolicyCache, &Faults) -> Option<Compiled>,
}

impl BookInfo {
    /// Returns the definitions of the keys at the top of a scenario of this book: those of all books, and the
    /// book's tables.
    pub fn top(&self) -> Vec<FieldSpec> {
        let tables = self.fields.iter();
        let tables = tables.filter(|row| FieldSpec::find(TOP, row.key).is_none());
        self.rows(TOP).into_iter().chain(tables.copied()).collect()
    }

    /// Returns the definitions `rows`, which are the same for all books, with those that differ for this book
    /// replaced. Keys that this book does not have are left out. Options and policies are also left out,
    /// because they are defined in other ways.
    pub fn rows(&self, rows: &[FieldSpec]) -> Vec<FieldSpec> {
        // Both groups of fighters and objectives have a key `at`. Only objectives have the key `reach`.
        let is_objective = FieldSpec::find(rows, "reach").is_some();
        let groups = if is_objective {
            self.objectives
        } else {
            self.fighters
        };
        let own = |row: &FieldSpec| {
            if !matches!(row.kind, FieldKind::Anything) {
                return Some(*row);
            }
            let found = FieldSpec::find(self.fields, row.key);
            found.or(FieldSpec::find(groups, row.key)).copied()
        };
        rows.iter().filter_map(own).collect()
    }

    /// Returns the data of the book that is needed to read a scenario.
    pub fn shelf(&self) -> Shelf {
        Shelf {
            tables: self.tables,
            keys: self.top(),
        }
    }

    /// Returns the definitions of the keys of `[field]`.
    pub fn field(&self) -> &'static [FieldSpec] {
        match FieldSpec::find(self.fields, "field").map(|row| row.kind) {
            Some(FieldKind::Table(rows)) => rows,
            _ => &[],
        }
    }

    /// Returns the definition of the key `like`, which gives a row of `table` all keys of another row that it
    /// does not set.
    pub fn like(table: &'static str) -> FieldSpec {
        spec::name(
            "like",
            table,
            "another row, from which it takes over what it does not say",
            "",
        )
    }
}
