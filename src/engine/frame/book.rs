//! What a rulebook must bring.
//!
//! A book implements [`Book`] and gets the rest: its scenarios are read, checked and compiled, its fights are run,
//! solved, told and compared by code that knows none of its rules.

use std::fmt::Debug;
use std::sync::LazyLock;

use super::clause::Clause;
use super::draft::{self, Draft};
use super::known::Known;
use super::lineup::Lineup;
use super::load::Compiled;
use super::settings::{HouseRules, OptionSpec};
use crate::bout::{self, Bout, Label};
use crate::fight::{EventSpec, Fight, SideId};
use crate::policy::Vocabulary;
use crate::scenario::spec::{self, FieldKind, FieldSpec};
use crate::scenario::{Faults, Fields, Matchup, Node, RunSettings, Side, TOP, Table};

/// A rulebook: its words, its readers, its fight.
///
/// The readers are asked in the order in which they stand here. They note every fault that they find, so that all faults
/// of a scenario are shown at once; what they return for something at fault is used only to look for more.
pub trait Book: Debug + Sized + 'static {
    /// What the program can say about the book.
    const INFO: &'static BookInfo;

    /// The house rules of a fight, in types.
    type Options: Debug + HouseRules;
    /// The rows of the book's tables, with what the scenario changes or adds.
    type Tables: Debug;
    /// What `[field]` says.
    type Ground: Debug;
    /// A checked stat block.
    type Sheet: StatBlock;
    /// Where everybody starts.
    type Places: Debug;
    /// A compiled fight.
    type Fight: Fight;

    /// Where rounds are named in which something happens, by keys from the top; of lists and of the combatants who fight
    /// every entry is meant.
    const ROUNDS: &'static [&'static [&'static str]] = &[];

    /// Compiles one matchup; `None` when it has faults.
    fn compile(
        matchup: &Matchup,
        run: &RunSettings,
        known: &Known,
        faults: &Faults,
    ) -> Option<Compiled> {
        draft::compile::<Self>(matchup, run, known, faults)
    }

    /// Every row of every table, used or not.
    fn tables(tree: &Table, faults: &Faults) -> Self::Tables;

    /// The battlefield.
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

    /// A stat block; `None` where it cannot be used.
    fn sheet(
        name: &str,
        node: &Node,
        tables: &Self::Tables,
        faults: &Faults,
    ) -> Option<Self::Sheet>;

    /// The names of all that can be carried, as policies use them.
    fn items(_: &Self::Tables) -> impl Iterator<Item = &str> {
        std::iter::empty()
    }

    /// The names that attacks with something carried are counted under; none where it is for defence, as a shield is.
    fn counted_as(_: &Self::Tables, item: &str) -> Vec<String> {
        vec![item.to_owned()]
    }

    /// Where everybody starts, once all else is read; `None` where that cannot be said.
    fn places(draft: &Draft<'_, Self>, faults: &Faults) -> Option<Self::Places>;

    /// The sides that fight: those of the scenario, unless some are joined by what they ride.
    fn sides<'a>(draft: &'a Draft<'_, Self>, _: &'a Self::Places) -> &'a [Side] {
        &draft.matchup.sides
    }

    /// Lists fighters that are not there at the start and may come later, each by its side and its stat block. They are
    /// lined up after everybody else, in this order.
    fn later(_: &Draft<'_, Self>) -> Vec<(SideId, String)> {
        Vec::new()
    }

    /// Checks what only a scenario without other faults can be asked.
    fn check(_: &Draft<'_, Self>, _: &Self::Places, _: &Faults) {}

    /// Rows of tables that the fight of these sides depends on beside its combatants and their policies: table and row,
    /// in any order and any number of times. The fight's luck is keyed by them.
    fn content(_: &Draft<'_, Self>, _: &[Side]) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// The fight itself.
    fn fight(
        draft: &Draft<'_, Self>,
        places: &Self::Places,
        lineup: Lineup,
        run: &RunSettings,
    ) -> Self::Fight;

    /// The fight under its label.
    fn bout(
        draft: &Draft<'_, Self>,
        places: &Self::Places,
        lineup: Lineup,
        run: &RunSettings,
        label: Label,
    ) -> Box<dyn Bout> {
        let fight = Self::fight(draft, places, lineup, run);
        Box::new(bout::Compiled::new(fight, label).drawn(run.tables))
    }
}

/// What the frame asks of a stat block.
pub trait StatBlock: Debug {
    /// The name of its policy.
    fn policy(&self) -> &str;

    /// Names of what it carries, in order of preference.
    fn carries(&self) -> &[String] {
        &[]
    }

    /// Whether it is a thing, as a vehicle is: it can be hit and destroyed, and does not count in the numbers of its side.
    fn is_thing(&self) -> bool {
        false
    }
}

/// What the program can say about a rulebook.
#[derive(Debug, Clone, Copy)]
pub struct BookInfo {
    /// Its name in `ruleset = "…"`.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub about: &'static str,
    /// Every numbered rule.
    pub clauses: &'static [Clause],
    /// What it counts beside what all books do.
    pub events: &'static [EventSpec],
    /// Its house rules.
    pub options: &'static LazyLock<Vec<OptionSpec>>,
    /// The words of its policies.
    pub vocabulary: &'static Vocabulary,
    /// Its tables, in the format of a scenario include.
    pub tables: &'static str,
    /// Of these the policies by themselves.
    pub policies: &'static str,
    /// The keys of its stat blocks, of `[field]` and of its tables.
    pub fields: &'static [FieldSpec],
    /// What its sides' fighters may say beside who and how many they are.
    pub fighters: &'static [FieldSpec],
    /// Whether fighters can start on mounts: `riding = "…"` beside `combatant = "…"`.
    pub rides: bool,
    /// A commented scenario to start from.
    pub starter: &'static str,
    /// Compiles one matchup, `None` when it has faults: [`Book::compile`] of the book.
    pub compile: fn(&Matchup, &RunSettings, &Known, &Faults) -> Option<Compiled>,
}

impl BookInfo {
    /// The keys at the top of a scenario of this book: those of every book, and its tables.
    pub fn top(&self) -> Vec<FieldSpec> {
        let tables = self.fields.iter();
        let tables = tables.filter(|row| FieldSpec::find(TOP, row.key).is_none());
        self.rows(TOP).into_iter().chain(tables.copied()).collect()
    }

    /// These rows, with this book's own where each book says for itself what a key may be. Keys that it does not have are
    /// left out; so are options and policies, which have rows of other kinds.
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

    /// The keys of `[field]`.
    pub fn field(&self) -> &'static [FieldSpec] {
        match FieldSpec::find(self.fields, "field").map(|row| row.kind) {
            Some(FieldKind::Table(rows)) => rows,
            _ => &[],
        }
    }

    /// The row of the key by which a row of this table takes over from another.
    pub fn like(table: &'static str) -> FieldSpec {
        spec::name(
            "like",
            table,
            "another row, from which it takes over what it does not say",
            "",
        )
    }
}
