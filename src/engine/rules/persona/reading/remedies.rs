//! Reads remedies: powers and items that restore wounds or end conditions.
//!
//! Clauses: PER-12.21-1, PER-12.22-1, PER-13.6-1.

use indexmap::IndexMap;

use super::tables::Characteristic;
use crate::dice::Throw;
use crate::frame::remedies::{self, Codes};
use crate::rules::persona::fields::REMEDY;
use crate::rules::persona::rules::MOST_DICE;
use crate::scenario::{Faults, Fields, Table};

/// A condition that a remedy can end, by its index in [`CURES`](crate::rules::persona::fields::CURES).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cure {
    Prone,
    Stunned,
    Pinned,
    Immobilised,
}

impl Cure {
    pub(crate) const ALL: [Self; 4] = [Self::Prone, Self::Stunned, Self::Pinned, Self::Immobilised];
}

/// A power or an item that heals.
pub(crate) type Remedy = remedies::Remedy<Effect>;

/// The effect of a remedy and the way to use it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Effect {
    /// Its cost, in Half Actions.
    pub halves: u8,
    /// Whether using the remedy is an action of the subtype Concentration.
    pub power: bool,
    /// Reach of the remedy in units. With `None`, the remedy helps only adjacent fighters.
    pub range: Option<i32>,
    /// Wounds and levels of fatigue that the remedy restores.
    pub wounds: Throw,
    pub fatigue: Throw,
    /// The characteristic of the test for using the remedy, and the modifier of the test. `None`: no test.
    pub test: Option<Characteristic>,
    pub modifier: i32,
}

impl Remedy {
    #[inline]
    pub(crate) fn ends(&self, cure: Cure) -> bool {
        self.ends_at(cure as usize)
    }
}

/// Reads every row of the table of remedies.
pub(crate) fn remedies(tree: &Table, faults: &Faults) -> IndexMap<String, Remedy> {
    remedies::read((tree, REMEDY), CODES, faults, |f| {
        let [wounds, fatigue] = ["wounds", "fatigue"].map(|key| dice(f, key));
        let effect = Effect {
            halves: f.choice("action", [1, 2]),
            power: f.flag("power"),
            range: f.whole_as("range"),
            wounds,
            fatigue,
            test: f.word("test").map(|at| Characteristic::ALL[at]),
            modifier: f.number("modifier"),
        };
        let tested = effect.test.is_some();
        let why = "without a `test` there is none";
        f.check_use("modifier", tested, CODES.no_use, why);
        let gives = effect.wounds.max() > 0 || effect.fatigue.max() > 0;
        (effect, gives)
    })
}

/// The codes of faults about remedies.
pub(super) const CODES: Codes = Codes {
    no_use: "persona::no-use",
    remedy: "persona::remedy",
    help: "add `wounds = …`, `fatigue = …` or `ends = [\"…\"]`",
    too_many: "persona::carries-too-much",
    unknown: "persona::unknown-remedy",
};

/// Reads the dice for the amount that a remedy restores. Reports a fault if there are too many dice, or if
/// the amount can be below 0 or above 10,000.
fn dice(f: &mut Fields<'_>, key: &'static str) -> Throw {
    let dice = f.throw(key).unwrap_or_default();
    if dice.count > MOST_DICE || dice.sides > 100 || dice.min() < 0 || dice.max() > 10_000 {
        let message = format!("`{key}` is {dice}");
        let label = format!("at most {MOST_DICE} dice of 100 faces, in all from 0 to 10000");
        if let Some(node) = f.node(key) {
            f.faults().note("persona::dice", node.span, message, label);
        }
    }
    dice
}
