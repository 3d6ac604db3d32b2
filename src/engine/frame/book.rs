//! The interface that a rulebook implements.
//!
//! A book implements [`Book`]; code that knows none of its rules does the rest: it reads, checks and compiles the
//! book's scenarios, and plays, solves, reports and compares its fights.

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

/// A rulebook: its words, its readers, its fight.
///
/// The readers are called in the order of their declaration here. They report every fault that they find, so that all
/// faults of a scenario are shown at once; a value returned for a faulty part is used only to look for further
/// faults.
pub trait Book: Debug + Sized + 'static {
    /// Data about the book for messages, listings and help.
    const INFO: &'static BookInfo;

    /// The house rules of a fight, in types.
    type Options: Debug + HouseRules;
    /// The rows of the book's tables, with what the scenario changes or adds.
    type Tables: Debug;
    /// The contents of `[field]`.
    type Ground: Debug;
    /// A checked stat block.
    type Sheet: StatBlock;
    /// The starting place of every fighter.
    type Places: Debug;
    /// A compiled fight.
    type Fight: Fight;

    /// Paths, from the top of a scenario, of the keys that hold round numbers. A path covers every entry of a list,
    /// and every combatant that fights.
    const ROUNDS: &'static [&'static [&'static str]] = &[];

    /// Lines of the book's own policies that are no part of the label of a matchup, each with the name of its policy.
    /// A line that a new version adds is listed here: fights where it is never possible then keep their random numbers.
    const LATER_LINES: &'static [(&'static str, &'static str)] = &[];

    /// Compiles one matchup; `None` when it has faults.
    fn compile(
        matchup: &Matchup,
        run: &RunSettings,
        known: &PolicyCache,
        faults: &Faults,
    ) -> Option<Compiled> {
        draft::compile::<Self>(matchup, run, known, faults)
    }

    /// Reads every row of every table, used or not.
    fn tables(tree: &Table, faults: &Faults) -> Self::Tables;

    /// Gives the house rules the numbers of the rules, for books whose chapters read both from one place.
    fn combine(_options: &mut Self::Options, _tables: &Self::Tables) {}

    /// Reads the table `[field]`.
    fn ground(
        fields: Fields<'_>,
        tables: &Self::Tables,
        sides: &[Side],
        faults: &Faults,
    ) -> Self::Ground;

    /// The names of the battlefield's zones, for books whose policies name zones.
    fn zones(_: &Self::Ground) -> &[String] {
        &[]
    }

    /// Reads a stat block; `None` where it cannot be used.
    fn sheet(
        name: &str,
        node: &Node,
        tables: &Self::Tables,
        faults: &Faults,
    ) -> Option<Self::Sheet>;

    /// The names of all items that can be carried, as policies use them.
    fn items(_: &Self::Tables) -> impl Iterator<Item = &str> {
        std::iter::empty()
    }

    /// The names under which attacks with an item are counted; empty for a defensive item, such as a shield.
    fn counted_as(_: &Self::Tables, item: &str) -> Vec<String> {
        vec![item.to_owned()]
    }

    /// Reads the starting place of every fighter, after everything else; `None` where they cannot be determined.
    fn places(draft: &Draft<'_, Self>, faults: &Faults) -> Option<Self::Places>;

    /// Reads a place of the battlefield that an objective names; `None` where it is a fault.
    fn spot(_: &Draft<'_, Self>, node: &Node, faults: &Faults) -> Option<Spot> {
        let message = "this book has no places to reach";
        faults.note("scenario::objective", node.span, message, "no place");
        None
    }

    /// Returns whether a fighter, by its number in listing order, starts at a place that an objective names.
    fn starts_at(_: &Self::Places, _who: usize, _spot: Spot) -> bool {
        false
    }

    /// The sides that fight: those of the scenario, unless the book adds what their fighters ride.
    fn sides<'a>(draft: &'a Draft<'_, Self>, _: &'a Self::Places) -> &'a [Side] {
        &draft.matchup.sides
    }

    /// Lists fighters that are absent at the start and may arrive later, each by its side and its stat block. They
    /// are lined up after all others, in this order.
    fn later(_: &Draft<'_, Self>) -> Vec<(SideId, String)> {
        Vec::new()
    }

    /// Reports faults that can be found only in a scenario without other faults.
    fn check(_: &Draft<'_, Self>, _: &Self::Places, _: &Faults) {}

    /// Rows of tables on which the fight of these sides depends, beside its combatants and their policies: table and
    /// row, in any order, possibly repeated. They are part of the key of the fight's random numbers.
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

    /// Builds the fight under its label.
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

/// The parts of a stat block that code outside the book uses.
pub trait StatBlock: Debug {
    /// The name of its policy.
    fn policy(&self) -> &str;

    /// Names of the items that it carries, in order of preference.
    fn carries(&self) -> &[String] {
        &[]
    }

    /// The round at whose start its fighters join the fight, unless their side says otherwise.
    fn arrives(&self) -> u32 {
        1
    }

    /// Returns whether it is a thing, such as a vehicle: it can be hit and destroyed, but does not count in the
    /// numbers of its side.
    fn is_thing(&self) -> bool {
        false
    }
}

/// Data about a rulebook for messages, listings and help.
#[derive(Debug, Clone, Copy)]
pub struct BookInfo {
    /// Its name in `ruleset = "…"`.
    pub name: &'static str,
    /// A description in one sentence.
    pub about: &'static str,
    /// Every numbered rule.
    pub clauses: &'static [Clause],
    /// The events that only this book counts.
    pub events: &'static [EventSpec],
    /// Its house rules.
    pub options: &'static LazyLock<Vec<OptionSpec>>,
    /// The vocabulary of its policies.
    pub vocabulary: &'static Vocabulary,
    /// Its tables, in the format of a scenario include.
    pub tables: &'static str,
    /// Rows of these tables whose figures the book does not print, as paths: a table, `table.row`, or `table.row.key`,
    /// where `*` stands for every row.
    pub ours: &'static [&'static str],
    /// The policies among these tables, by themselves.
    pub policies: &'static str,
    /// The keys of its stat blocks, of `[field]` and of its tables.
    pub fields: &'static [FieldSpec],
    /// Tables whose rows are numbers of the rules beside those of `[rules]`. The rows are part of the label of a matchup
    /// only if the scenario changes them.
    pub of_rules: &'static [&'static str],
    /// The rests between the fights of a day.
    pub rests: &'static [RestSpec],
    /// The keys of its sides' fighters, beside those for who and how many they are, and `reach`: how objectives name a
    /// place.
    pub fighters: &'static [FieldSpec],
    /// Whether fighters can start on mounts: `riding = "…"` beside `combatant = "…"`.
    pub rides: bool,
    /// A commented scenario to start from.
    pub starter: &'static str,
    /// Compiles one matchup, `None` when it has faults: this is [`Book::compile`] of the book.
    pub compile: fn(&Matchup, &RunSettings, &PolicyCache, &Faults) -> Option<Compiled>,
}

impl BookInfo {
    /// The keys at the top of a scenario of this book: those common to all books, and its tables.
    pub fn top(&self) -> Vec<FieldSpec> {
        let tables = self.fields.iter();
        let tables = tables.filter(|row| FieldSpec::find(TOP, row.key).is_none());
        self.rows(TOP).into_iter().chain(tables.copied()).collect()
    }

    /// Replaces, in `rows`, the keys that each book defines for itself by this book's own rows. Leaves out keys that
    /// the book does not have, and options and policies, whose rows are of other kinds.
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

    /// The parts of the book that reading a scenario needs.
    pub fn shelf(&self) -> Shelf {
        Shelf {
            tables: self.tables,
            keys: self.top(),
        }
    }

    /// The keys of `[field]`.
    pub fn field(&self) -> &'static [FieldSpec] {
        match FieldSpec::find(self.fields, "field").map(|row| row.kind) {
            Some(FieldKind::Table(rows)) => rows,
            _ => &[],
        }
    }

    /// The row of the key that makes a row of this table inherit from another.
    pub fn like(table: &'static str) -> FieldSpec {
        spec::name(
            "like",
            table,
            "another row, from which it takes over what it does not say",
            "",
        )
    }
}
