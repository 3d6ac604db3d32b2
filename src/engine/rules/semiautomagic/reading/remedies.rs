//! Reads remedies: spells, salves and other means that heal wounds or end conditions.
//!
//! Clauses: SAM-15-10, SAM-18-9, SAM-18-11.

use indexmap::IndexMap;

use super::tables::MOST_DICE;
use crate::dice::Throw;
use crate::rules::semiautomagic::fields::{CURES, REMEDY};
use crate::rules::semiautomagic::rules::Rules;
use crate::scenario::tables::read;
use crate::scenario::{Fault, Faults, Fields, Node, Table};

/// Maximum number of remedies of one combatant.
pub(crate) const MOST_REMEDIES: usize = 4;

/// The fighters on whom a remedy may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Recipients {
    Anyone,
    Others,
    Oneself,
}

/// The skill that a fighter needs to use a remedy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Craft {
    /// No skill is needed.
    None,
    Medicine,
    /// A remedy that is a spell, so that a fighter in rage cannot use it.
    Magic,
}

/// A condition that a remedy can end, in the order of the names in [`CURES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cure {
    Prone,
    Held,
    Stunned,
    Staggered,
    Disabled,
    Blinded,
    FlatFooted,
    Mobility,
    Confused,
    Panicked,
    Frenzied,
    Asleep,
    Poison,
    Dying,
}

impl Cure {
    #[rustfmt::skip]
    pub(crate) const ALL: [Self; CURES.len()] = [
        Self::Prone, Self::Held, Self::Stunned, Self::Staggered, Self::Disabled, Self::Blinded, Self::FlatFooted,
        Self::Mobility, Self::Confused, Self::Panicked, Self::Frenzied, Self::Asleep, Self::Poison, Self::Dying,
    ];
}

/// A remedy: a spell, a salve or another means of healing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Remedy {
    pub name: String,
    pub serves: Recipients,
    pub seconds: u8,
    /// The range in metres. If it is `None`, the patient must be adjacent to the user.
    pub range: Option<u16>,
    pub uses: Option<u8>,
    /// `wounds`: dice for the number of wounds healed. `morale`: dice for the number of morale penalties
    /// removed.
    pub wounds: Throw,
    pub morale: Throw,
    /// The conditions that the remedy ends, as a bit mask of [`Cure`] values.
    pub ends: u16,
    pub craft: Craft,
    /// The number that a check of `craft` must reach. If it is `None`, no check is needed.
    pub dc: Option<i32>,
}

impl Remedy {
    #[inline]
    pub(crate) fn ends(&self, cure: Cure) -> bool {
        self.ends >> cure as u16 & 1 == 1
    }
}

/// Reads all rows of the table `remedies`.
pub(crate) fn remedies(tree: &Table, rules: &Rules, faults: &Faults) -> IndexMap<String, Remedy> {
    let remedy = |name: &str, node: &Node, f: &mut Fields<'_>| remedy(f, node, name, rules);
    read(tree, "remedies", "remedy", REMEDY, faults, remedy)
}

fn remedy(f: &mut Fields<'_>, node: &Node, name: &str, rules: &Rules) -> Remedy {
    let [wounds, morale] = ["wounds", "morale"].map(|key| dice(f, key));
    let ends = f.words("ends").into_iter().flatten();
    let remedy = Remedy {
        name: name.to_owned(),
        serves: f.choice(
            "on",
            [Recipients::Anyone, Recipients::Others, Recipients::Oneself],
        ),
        seconds: f.whole_as("seconds").unwrap_or(rules.time.remedy),
        range: f.whole_as("range"),
        uses: f.whole_as("uses"),
        wounds,
        morale,
        ends: ends.fold(0, |bits, at| bits | 1 << at),
        craft: f.choice("skill", [Craft::None, Craft::Medicine, Craft::Magic]),
        dc: f.whole_as("dc"),
    };
    let code = "semiautomagic::no-use";
    let skilled = remedy.craft != Craft::None;
    f.check_use("dc", skilled, code, "without a `skill` there is no check");
    let others = remedy.serves != Recipients::Oneself;
    f.check_use("range", others, code, "it serves its user only");
    if remedy.wounds.max() == 0 && remedy.morale.max() == 0 && remedy.ends == 0 {
        let message = format!("remedy `{name}` does nothing");
        let fault = Fault::at("semiautomagic::remedy", node.span, message, "helps nobody");
        f.faults()
            .push(fault.help("add `wounds = …`, `morale = …` or `ends = [\"…\"]`"));
    }
    remedy
}

/// Reads dice for a number of wounds healed or of morale penalties removed.
fn dice(f: &mut Fields<'_>, key: &'static str) -> Throw {
    let dice = f.throw(key).unwrap_or_default();
    let many = dice.count > MOST_DICE || dice.sides > 100;
    if many || dice.min() < 0 || dice.max() > 200 {
        let message = format!("`{key}` is {dice}");
        let label = format!("at most {MOST_DICE} dice, in all from 0 to 200");
        if let Some(node) = f.node(key) {
            f.faults()
                .note("semiautomagic::dice", node.span, message, label);
        }
    }
    dice
}
