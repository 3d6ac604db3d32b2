//! Reads remedies: spells, salves and other means that heal wounds or end conditions.
//!
//! Clauses: SAM-15-10, SAM-18-9, SAM-18-11.

use indexmap::IndexMap;

use super::tables::MOST_DICE;
use crate::dice::Throw;
use crate::frame::remedies::{self, Codes};
use crate::rules::semiautomagic::fields::{CURES, REMEDY};
use crate::rules::semiautomagic::rules::Rules;
use crate::scenario::{Faults, Fields, Table};

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
pub(crate) type Remedy = remedies::Remedy<Effect>;

/// The effect of a remedy and the way to use it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Effect {
    pub seconds: u8,
    /// The range in metres. If it is `None`, the patient must be adjacent to the user.
    pub range: Option<u16>,
    /// `wounds`: dice for the number of wounds healed. `morale`: dice for the number of morale penalties
    /// removed.
    pub wounds: Throw,
    pub morale: Throw,
    pub craft: Craft,
    /// The number that a check of `craft` must reach. If it is `None`, no check is needed.
    pub dc: Option<i32>,
}

impl Remedy {
    #[inline]
    pub(crate) fn ends(&self, cure: Cure) -> bool {
        self.ends_at(cure as usize)
    }
}

/// Reads all rows of the table `remedies`.
pub(crate) fn remedies(tree: &Table, rules: &Rules, faults: &Faults) -> IndexMap<String, Remedy> {
    remedies::read((tree, REMEDY), CODES, faults, |f| {
        let [wounds, morale] = ["wounds", "morale"].map(|key| dice(f, key));
        let effect = Effect {
            seconds: f.whole_as("seconds").unwrap_or(rules.time.remedy),
            range: f.whole_as("range"),
            wounds,
            morale,
            craft: f.choice("skill", [Craft::None, Craft::Medicine, Craft::Magic]),
            dc: f.whole_as("dc"),
        };
        let skilled = effect.craft != Craft::None;
        let why = "without a `skill` there is no check";
        f.check_use("dc", skilled, CODES.no_use, why);
        let gives = effect.wounds.max() > 0 || effect.morale.max() > 0;
        (effect, gives)
    })
}

/// The codes of faults about remedies.
pub(super) const CODES: Codes = Codes {
    no_use: "semiautomagic::no-use",
    remedy: "semiautomagic::remedy",
    help: "add `wounds = …`, `morale = …` or `ends = [\"…\"]`",
    too_many: "semiautomagic::too-many",
    unknown: "semiautomagic::unknown-remedy",
};

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
