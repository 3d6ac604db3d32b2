//! The interface that a rulebook implements.
//!
//! A book implements [`Book`]. Code without knowledge of the book's rules does the rest: it reads, checks and
//! compiles the book's scenarios, and plays, solves, reports and compares its fights.

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
/// The reading functions are called in the order of their declaration here. They report every fault that they
/// find, so that all faults of a scenario are shown at once. If a part has faults, the value returned for it
/// is used only to look for further faults.
pub trait Book: Debug + Sized + 'static {
    /// Data about the book for messages, listings and help.
    const INFO: &'static BookInfo;

    /// The settings of the house rules, in a typed form.
    type Options: Debug + HouseRules;
    /// The rows of the book's tables, including those that the scenario changes or adds.
    type Tables: Debug;
    /// The contents of the table `[field]`.
    type Ground: Debug;
    /// A checked stat block.
    type Sheet: StatBlock;
    /// The starting place of every fighter.
    type Places: Debug;
    /// A compiled fight.
    type Fight: Fight;

    /// The keys that hold round numbers, as paths from the top of a scenario. A path covers every entry of a
    /// list, and every combatant that fights.
    const ROUNDS: &'static [&'static [&'static str]] = &[];

    /// Lines of the book's own policies that the label of a matchup leaves out, each after the name of its
    /// policy. If a new version adds a line, the line is listed here. Fights that never use it then keep
    /// their random numbers.
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

    /// Reads every row of every table, used in a fight or not.
    fn tables(tree: &Table, faults: &Faults) -> Self::Tables;

    /// Copies numbers of the rules into the house rules, for books whose chapters read both from one place.
    fn combine(_options: &mut Self::Options, _tables: &Self::Tables) {}

    /// Reads the table `[field]`.
    fn ground(
        fields: Fields<'_>,
        tables: &Self::Tables,
        sides: &[Side],
        faults: &Faults,
    ) -> Self::Ground;

    /// Returns the names of the battlefield's zones, for books whose policies name zones.
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

    /// Returns the names of all items that can be carried, as policies use them.
    fn items(_: &Self::Tables) -> impl Iterator<Item = &str> {
        std::iter::empty()
    }

    /// Returns the names that tables use for attacks with an item; empty for a defensive item, such as a
    /// shield.
    fn counted_as(_: &Self::Tables, item: &str) -> Vec<String> {
        vec![item.to_owned()]
    }

    /// Reads the starting place of every fighter, after everything else. Returns `None` if the places cannot
    /// be determined.
    fn places(draft: &Draft<'_, Self>, faults: &Faults) -> Option<Self::Places>;

    /// Reads a place of the battlefield that an objective names. Returns `None` after a fault.
    fn spot(_: &Draft<'_, Self>, node: &Node, faults: &Faults) -> Option<Spot> {
        let message = "this book has no places to reach";
        faults.note("scenario::objective", node.span, message, "no place");
        None
    }

    /// Returns whether a fighter starts at a place that an objective names. `_who` is the fighter's number in
    /// listing order.
    fn starts_at(_: &Self::Places, _who: usize, _spot: Spot) -> bool {
        false
    }

    /// Returns the sides that fight. These are the scenario's sides, unless the book adds mounts or vehicles
    /// to them.
    fn sides<'a>(draft: &'a Draft<'_, Self>, _: &'a Self::Places) -> &'a [Side] {
        &draft.matchup.sides
    }

    /// Returns the fighters that are absent at the start and may arrive later, each as its side and its stat
    /// block. The lineup adds them after all others, in this order.
    fn later(_: &Draft<'_, Self>) -> Vec<(SideId, String)> {
        Vec::new()
    }

    /// Reports faults that can be found only if the scenario has no other faults.
    fn check(_: &Draft<'_, Self>, _: &Self::Places, _: &Faults) {}

    /// Returns the rows of tables that affect the fight of these sides, beside its combatants and their
    /// policies. Each entry is a table and a row, in any order, possibly repeated. The rows are part of the
    /// label, which keys the fight's random numbers.
    fn content(_: &Draft<'_, Self>, _: &[Side]) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Builds a compiled fight from a matchup without faults.
    fn fight(
        draft: &Draft<'_, Self>,
        places: &Self::Places,
        lineup: Lineup,
        run: &RunSettings,
    ) -> Self::Fight;

    /// Builds the fight and wraps it as a bout with this label.
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

/// The parts of a stat block that code outside of the book uses.
pub trait StatBlock: Debug {
    /// Returns the name of the policy.
    fn policy(&self) -> &str;

    /// Returns the names of the items that each fighter carries, in order of preference.
    fn carries(&self) -> &[String] {
        &[]
    }

    /// Returns the round when the fighters join the fight, at its start, unless the scenario's side gives
    /// another.
    fn arrives(&self) -> u32 {
        1
    }

    /// Returns whether each fighter is a thing, such as a vehicle. A thing can be hit and destroyed, but does
    /// not count as a member of its side.
    fn is_thing(&self) -> bool {
        false
    }
}

/// Data about a rulebook for messages, listings and help.
#[derive(Debug, Clone, Copy)]
pub struct BookInfo {
    /// The name of the book in `ruleset = "…"`.
    pub name: &'static str,
    /// A description of the book in one sentence.
    pub about: &'static str,
    /// Every numbered rule of the book.
    pub clauses: &'static [Clause],
    /// The events that only this book has.
    pub events: &'static [EventSpec],
    /// The house rules of the book.
    pub options: &'static LazyLock<Vec<OptionSpec>>,
    /// The vocabulary of the book's policies.
    pub vocabulary: &'static Vocabulary,
    /// The text of the book's tables, in the format of a file that a scenario includes.
    pub tables: &'static str,
    /// The figures in these tables that the book does not print. Each is a path: a table, `table.row`, or
    /// `table.row.key`, where `*` is any row.
    pub ours: &'static [&'static str],
    /// The part of `tables` that defines the policies.
    pub policies: &'static str,
    /// The keys that the book defines: for stat blocks, for `[field]` and for its tables.
    pub fields: &'static [FieldSpec],
    /// Tables whose rows count as numbers of the rules, like those of `[rules]`. The label of a matchup
    /// contains a row only if the scenario changes it.
    pub of_rules: &'static [&'static str],
    /// The kinds of rest that the book has between the fights of a day.
    pub rests: &'static [RestSpec],
    /// The keys of a side's fighters that only this book has, such as starting places. Also the key `reach`,
    /// which says how an objective names a place.
    pub fighters: &'static [FieldSpec],
    /// Whether fighters can start on mounts: `riding = "…"` beside `combatant = "…"`.
    pub rides: bool,
    /// A commented scenario as a starting point for users.
    pub starter: &'static str,
    /// Compiles one matchup: [`Book::compile`] of the book. Returns `None` if the matchup has faults.
    pub compile: fn(&Matchup, &RunSettings, &PolicyCache, &Faults) -> Option<Compiled>,
}

impl BookInfo {
    /// Returns the keys at the top of a scenario of this book: those common to all books, and the book's
    /// tables.
    pub fn top(&self) -> Vec<FieldSpec> {
        let tables = self.fields.iter();
        let tables = tables.filter(|row| FieldSpec::find(TOP, row.key).is_none());
        self.rows(TOP).into_iter().chain(tables.copied()).collect()
    }

    /// Adapts `rows`, the general keys of a scenario, to this book. Keys that each book defines differently
    /// get the rows of this book. Keys that the book does not have are left out, and so are options and
    /// policies, whose rows are of other kinds.
    pub fn rows(&self, rows: &[FieldSpec]) -> Vec<FieldSpec> {
        let own = |row: &FieldSpec| {
            if !matches!(row.kind, FieldKind::Anything) {
                return Some(*row);
            }
            let found = FieldSpec::find(self.fields, row.key);
            found.or(FieldSpec::find(self.fighters, row.key)).copied()
        };
        rows.iter().filter_map(own).collect()
    }

    /// Returns the parts of the book that are needed to read a scenario.
    pub fn shelf(&self) -> Shelf {
        Shelf {
            tables: self.tables,
            keys: self.top(),
        }
    }

    /// Returns the keys of `[field]`.
    pub fn field(&self) -> &'static [FieldSpec] {
        match FieldSpec::find(self.fields, "field").map(|row| row.kind) {
            Some(FieldKind::Table(rows)) => rows,
            _ => &[],
        }
    }

    /// Returns the row of the key `like`, which makes a row of this table inherit from another row.
    pub fn like(table: &'static str) -> FieldSpec {
        spec::name(
            "like",
            table,
            "another row, from which it takes over what it does not say",
            "",
        )
    }
}
