//! Reads remedies: spells and items that give back Ranks, or end States and other harm, within a fight.
//!
//! Clauses: SST-0-2, SST-8-1, SST-28-1.

use indexmap::IndexMap;

use super::sheet::Trait;
use crate::dice::Throw;
use crate::frame::remedies::{self, Codes};
use crate::rules::swift_swords::fields::REMEDY;
use crate::scenario::{Faults, Fields, Table};

/// Maximum number of Ranks that one use gives back on a track.
const MOST_RANKS: i32 = 20;

/// Harm that a remedy can end, by its index in [`CURES`](crate::rules::swift_swords::fields::CURES).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cure {
    Stun,
    Shock,
    Doubt,
    /// Panic, and being crushed.
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
    /// The cost of a use in pips.
    pub cost: u8,
    /// In zones; without it, it serves those within touch.
    pub range: Option<u8>,
    /// Ranks that it gives back, by their [`Track`](super::sheet::Track).
    pub ranks: [Throw; 2],
    /// The characteristic that is rolled, and the dice more or fewer of the roll.
    pub test: Option<Trait>,
    pub modifier: i8,
}

impl Remedy {
    #[inline]
    pub(crate) fn ends(&self, cure: Cure) -> bool {
        self.ends_at(cure as usize)
    }
}

/// Every row of the table; `cost` is that of a remedy that does not say.
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

/// The dice of the Ranks that a remedy gives back.
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
