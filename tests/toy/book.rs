//! The description of the toy book, and the compilation of a checked scenario into a fight.

use skirmish::dice::Throw;
use skirmish::fight::CastWeapon;
use skirmish::frame::{Book, BookInfo, Draft, Lineup, StatBlock};
use skirmish::policy::Policy;
use skirmish::scenario::spec::{FieldKind, by_name};
use skirmish::scenario::tables::row;
use skirmish::scenario::{Faults, Fields, Node, RunSettings, Side, Table};

use crate::fight::{Arena, start};
use crate::words::{CLAUSES, COMBATANT, EVENTS, OPTIONS, Options, VOCABULARY};

const POLICIES: &str = "[policies.default]\nact = [\"strike at first\"]\n";

/// The description of the book: its name, tables, fields and help, as the program lists and reads them.
#[rustfmt::skip]
pub(crate) static BOOK: BookInfo = BookInfo {
    name: "toy",
    about: "who strikes hits on a d6",
    clauses: CLAUSES,
    events: EVENTS,
    options: &OPTIONS,
    vocabulary: &VOCABULARY,
    tables: POLICIES,
    ours: &[],
    policies: POLICIES,
    fields: &[by_name("combatants", "", &FieldKind::Table(COMBATANT), "stat blocks", "TOY-4")],
    of_rules: &[],
    rests: &[],
    fighters: &[],
    objectives: &[],
    rides: false,
    starter: include_str!("starter.toml"),
    compile: Toy::compile,
};

/// A checked stat block.
#[derive(Debug, Clone)]
pub(crate) struct Sheet {
    pub(crate) guard: u32,
    pub(crate) stamina: u8,
    pub(crate) damage: Throw,
    policy: String,
}

impl StatBlock for Sheet {
    fn policy(&self) -> &str {
        &self.policy
    }
}

#[derive(Debug)]
struct Toy;

impl Book for Toy {
    const INFO: &'static BookInfo = &BOOK;
    type Options = Options;
    type Tables = ();
    type Ground = ();
    type Sheet = Sheet;
    type Places = ();
    type Fight = Arena;

    fn tables(_: &Table, _: &Faults) {}

    fn ground(fields: Fields<'_>, (): &(), _: &[Side], _: &Faults) {
        fields.finish();
    }

    fn sheet(name: &str, node: &Node, (): &(), faults: &Faults) -> Option<Sheet> {
        let mut fields = row(name, node, format!("combatant `{name}`"), COMBATANT, faults)?;
        let sheet = Sheet {
            guard: fields.number("guard"),
            stamina: fields.number("stamina"),
            damage: fields.damage("damage").unwrap_or(Throw::new(1, 3, 0)),
            policy: fields
                .text("policy")
                .map_or("default", |(name, _)| name)
                .to_owned(),
        };
        fields.finish();
        Some(sheet)
    }

    fn places(_: &Draft<'_, Self>, _: &Faults) -> Option<()> {
        Some(())
    }

    fn fight(draft: &Draft<'_, Self>, (): &(), lineup: Lineup, run: &RunSettings) -> Arena {
        let roster: Vec<(Sheet, Policy)> = lineup
            .roles
            .iter()
            .map(|role| draft.sheet(&role.name))
            .map(|sheet| (sheet.clone(), draft.policy(sheet).clone()))
            .collect();
        let cast = lineup
            .cast(run.round_cap, 0, |at| {
                let (sheet, policy) = &roster[at];
                let (name, most) = ("blow".to_owned(), 2 * sheet.damage.max().unsigned_abs());
                (vec![CastWeapon { name, most }], policy.playbook())
            })
            .counting(EVENTS, |combatant| {
                roster[combatant.index()].0.stamina.into()
            });
        let options = draft.options.clone();
        Arena {
            options,
            start: start(&roster, &lineup),
            roster,
            lineup,
            cast,
        }
    }
}
