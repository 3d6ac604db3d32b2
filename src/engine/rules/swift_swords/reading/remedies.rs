//! Reads remedies: spells and items that restore Ranks, or end States and other harm, during a fight.
//!
//! Clauses: SST-0-2, SST-8-1, SST-28-1.

use indexmap::IndexMap;

use super::sheet::Trait;
use crate::dice::Throw;
use crate::frame::remedies::{self, Codes};
use crate::rules::swift_swords::fields::REMEDY;
use crate::scenario::{Faults, Fields, Table};

/// Maximum number of Ranks that one use restores on a track.
const MOST_RANKS: i32 = 20;

/// A kind of harm that a remedy can end. Its value is the index in
/// [`CURES`](crate::rules::swift_swords::fields::CURES).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cure {
    Stun,
    Shock,
    Doubt,
    /// Panic, and a crushed mind.
    Panic,
    Bleeding,
    Afflictions,
}

impl Cure {
    pub(crate) const ALL: [Self; 6] = [
        Self::Stun,
        Self::Shock,
        Self::Doubt,
        Self::Panic,
        Self::Bleeding,
        Self::Afflictions,
    ];
}

/// A spell or an item that heals.
pub(crate) type Remedy = remedies::Remedy<Effect>;

/// The effect of a remedy and the way to use it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Effect {
    /// The cost of one use, in pips.
    pub cost: u8,
    /// Range in zones. With `None`, the remedy helps only creatures within touch.
    pub range: Option<u8>,
    /// The Ranks that the remedy restores, by [`Track`](super::sheet::Track).
    pub ranks: [Throw; 2],
    /// The characteristic that is rolled, and the modifier of the roll in dice. `None`: no roll.
    pub test: Option<Trait>,
    pub modifier: i8,
}

impl Remedy {
    #[inline]
    pub(crate) fn ends(&self, cure: Cure) -> bool {
        self.ends_at(cure as usize)
    }
}

/// Reads all remedies. `cost` is the cost of a remedy whose row gives none.
pub(super) fn remedies(tree: &Table, cost: u8, faults: &Faults) -> IndexMap<String, Remedy> {
    remedies::read((tree, REMEDY), CODES, faults, |f| {
        let ranks = ["physical", "mental"].map(|key| dice(f, key));
        let effect = Effect {
            cost: f.whole_as("cost").unwrap_or(cost),
            range: f.whole_as("range"),
            ranks,
            test: f.word("test").map(|at| Trait::ALL[at]),
            modifier: f.number("modifier"),
        };
        let tested = effect.test.is_some();
        let why = "without a `test` there is none";
        f.check_use("modifier", tested, CODES.no_use, why);
        let gives = ranks.iter().any(|dice| dice.max() > 0);
        (effect, gives)
    })
}

/// The codes of faults about remedies.
pub(super) const CODES: Codes = Codes {
    no_use: "swift-swords::no-use",
    remedy: "swift-swords::remedy",
    help: "add `physical = …`, `mental = …` or `ends = [\"…\"]`",
    too_many: "swift-swords::carries-too-much",
    unknown: "swift-swords::unknown-remedy",
};

/// Reads the dice for the number of Ranks that a remedy restores.
fn dice(f: &mut Fields<'_>, key: &'static str) -> Throw {
    let dice = f.throw(key).unwrap_or_default();
    if dice.min() < 0 || dice.max() > MOST_RANKS {
        let message = format!("`{key}` is {dice}");
        let label = format!("in all from 0 to {MOST_RANKS}");
        if let Some(node) = f.node(key) {
            (f.faults()).note("swift-swords::ranks", node.span, message, label);
        }
    }
    dice
}
