//! The rulebooks: from a scenario's names to a compiled fight's numbers.

mod brp;
mod label;
mod lineup;
mod murdham;
mod scripts;
mod settings;
mod swift_swords;
#[cfg(test)]
mod testing;

use std::path::Path;

use crate::bout::Bout;
use crate::policy::Vocabulary;
use crate::scenario::spec::{self, FieldKind, FieldSpec};
use crate::scenario::{
    Fault, Faults, Fields, Matchup, Overrides, RunSettings, Scenario, Seats, Span, TOP, Table,
};

pub use label::shared as shared_label;
use scripts::{check_policies, policies};
use settings::Record;
pub use settings::{Allowed, OptionSpec, OptionValue};

/// The rulebooks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RulesetId {
    /// Percentile combat with DEX ranks, parries and breaking weapons.
    Brp,
    /// Zones, saves, and reactions that cost the turn.
    Murdham,
    /// Action dice that are time, pools of six-sided dice, and ranks.
    SwiftSwords,
}

impl RulesetId {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::Brp, Self::Murdham, Self::SwiftSwords];

    /// What the program can say about the book.
    pub fn book(self) -> &'static Book {
        match self {
            Self::Brp => &brp::BOOK,
            Self::Murdham => &murdham::BOOK,
            Self::SwiftSwords => &swift_swords::BOOK,
        }
    }

    /// The book of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|id| id.book().name == name)
    }

    /// Compiles one matchup; `None` when it has faults.
    fn compile(self, matchup: &Matchup, run: &RunSettings, faults: &Faults) -> Option<Compiled> {
        let all_walk = self.book().rides || self.nobody_rides(matchup, faults);
        let compiled = match self {
            Self::Brp => brp::compile(matchup, run, faults),
            Self::Murdham => murdham::compile(matchup, run, faults),
            Self::SwiftSwords => swift_swords::compile(matchup, run, faults),
        };
        compiled.filter(|_| all_walk)
    }

    /// Whether no group of fighters is said to ride; each that is is a fault.
    fn nobody_rides(self, matchup: &Matchup, faults: &Faults) -> bool {
        let groups = matchup.sides.iter().flat_map(|side| &side.groups);
        let mut none = true;
        for riding in groups.filter_map(|group| group.riding.as_ref()) {
            let name = self.book().name;
            faults.push(
                Fault::at(
                    "scenario::unknown-key",
                    riding.span,
                    format!("nobody rides in the book `{name}`"),
                    "on what is ridden",
                )
                .help("leave `riding` out"),
            );
            none = false;
        }
        none
    }
}

type Compiled = (Box<dyn Bout>, Record);

/// A matchup ready to be played.
#[derive(Debug)]
pub struct Match {
    /// Its name: the values of the axes, or the sides.
    pub name: String,
    /// The axes and their values.
    pub axes: Vec<(String, String)>,
    /// The bout, and where both seats are played the same with the order of its sides reversed.
    pub seats: Vec<Box<dyn Bout>>,
    /// Every house rule with its setting.
    pub options: Record,
}

/// Reads and compiles a scenario file.
///
/// ```no_run
/// use skirmish::rules;
/// use skirmish::scenario::Overrides;
///
/// match rules::load("scenarios/brp/blades.toml".as_ref(), &Overrides::default()) {
///     Ok((scenario, matches)) => assert_eq!((scenario.axes.len(), matches.len()), (2, 361)),
///     Err(faults) => eprintln!("{}", faults.render(false, 100)),
/// }
/// ```
///
/// # Errors
/// Every fault of the file and of what it includes: those that any book would find and this book's own, at once.
pub fn load(path: &Path, overrides: &Overrides) -> Result<(Scenario, Vec<Match>), Faults> {
    let library = |name: &str| RulesetId::named(name).map(|id| id.book().tables);
    let names: Vec<&str> = RulesetId::ALL.iter().map(|id| id.book().name).collect();
    let (scenario, faults) = Scenario::survey(path, overrides, &library, &names);
    let Some(scenario) = scenario else {
        return Err(faults);
    };
    match compile(&scenario, &faults) {
        Some(matches) => Ok((scenario, matches)),
        None => Err(faults),
    }
}

/// Compiles every matchup of a scenario, in the order of its axes. `None` when there are faults, which are then all
/// in `faults`.
pub fn compile(scenario: &Scenario, faults: &Faults) -> Option<Vec<Match>> {
    let ruleset = RulesetId::named(&scenario.ruleset)?;
    let mut matches = Vec::new();
    let mut usable = false;
    for matchup in scenario.each_matchup(faults) {
        usable = true;
        if faults.are_many() {
            break;
        }
        let mut seats = Vec::new();
        let Some((bout, options)) = ruleset.compile(&matchup, &scenario.run, faults) else {
            continue;
        };
        seats.push(bout);
        if scenario.run.seats == Seats::Both {
            seats.extend(
                ruleset
                    .compile(&matchup.swapped(), &scenario.run, faults)
                    .map(|(bout, _)| bout),
            );
        }
        matches.push(Match {
            name: matchup.name,
            axes: matchup.axes,
            seats,
            options,
        });
    }
    if !usable && let Some(matchup) = scenario.stand_in() {
        ruleset.compile(&matchup, &scenario.run, faults);
    }
    let rolled = RunSettings {
        tables: false,
        ..scenario.run.clone()
    };
    scenario.check_replaced(faults, |matchup, found| {
        ruleset.compile(matchup, &rolled, found);
    });
    (usable && faults.is_empty()).then_some(matches)
}

/// The fields of a section of the tree, which may be absent.
fn section<'n>(matchup: &'n Matchup, name: &'static str, faults: &'n Faults) -> Fields<'n> {
    let (table, span) = part(matchup, name);
    Fields::open(table, span, format!("`{name}`"), faults)
}

/// The fields of `[field]`, which may be absent.
fn field<'n>(matchup: &'n Matchup, rows: &'static [FieldSpec], faults: &'n Faults) -> Fields<'n> {
    let (table, span) = part(matchup, "field");
    Fields::new(table, span, "`field`", rows, faults)
}

/// A table of the tree and where it stands, if it is there.
fn part<'n>(matchup: &'n Matchup, name: &str) -> (&'n Table, Span) {
    let node = matchup.tree.get(name);
    let span = node.map_or(matchup.sides[0].span, |node| node.span);
    (crate::scenario::tables::of(&matchup.tree, name), span)
}

/// How one numbered rule of a book is dealt with.
#[derive(Debug, Clone, Copy)]
pub struct Clause {
    /// Its id: `BRP-5.5-2`.
    pub id: &'static str,
    /// What it is about, in a few words of our own.
    pub title: &'static str,
    /// How it is simulated.
    pub how: How,
}

/// How a clause is simulated.
#[derive(Debug, Clone, Copy)]
pub enum How {
    /// In every fight.
    Always,
    /// In every fight, in a way that these options of `[options]` change.
    Option(&'static [&'static str]),
    /// By a value of the scenario: its path.
    Value(&'static str),
    /// By these lists of a policy.
    Policy(&'static [&'static str]),
    /// Not at all, and why.
    Not(&'static str),
}

/// What the program can say about a rulebook.
#[derive(Debug, Clone, Copy)]
pub struct Book {
    /// Its name in `ruleset = "…"`.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub about: &'static str,
    /// Every numbered rule.
    pub clauses: &'static [Clause],
    /// Its house rules.
    pub options: &'static [OptionSpec],
    /// The words of its policies.
    pub vocabulary: &'static Vocabulary,
    /// Its tables, in the format of a scenario include.
    pub tables: &'static str,
    /// The keys of its stat blocks, of `[field]` and of its tables.
    pub fields: &'static [FieldSpec],
    /// What its sides' fighters may say beside who and how many they are.
    pub fighters: &'static [FieldSpec],
    /// Whether fighters can start on mounts: `riding = "…"` beside `combatant = "…"`.
    pub rides: bool,
    /// A commented scenario to start from.
    pub starter: &'static str,
}

impl Book {
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
