//! Reads remedies: spells and items that restore Ranks, or end States and other harm, during a fight.
//!
//! Clauses: SST-0-2, SST-8-1, SST-28-1.

use indexmap::IndexMap;

use super::sheet::{Track, Trait};
use crate::dice::Throw;
use crate::rules::swift_swords::fields::REMEDY;
use crate::scenario::tables::read;
use crate::scenario::{Fault, Faults, Fields, Node, Table};

/// Maximum number of remedies of one combatant.
pub(crate) const MOST_REMEDIES: usize = 4;

/// Maximum number of Ranks that one use restores on a track.
const MOST_RANKS: i32 = 20;

/// The creatures that a remedy can help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Recipients {
    Anyone,
    Others,
    Oneself,
}

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
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Remedy {
    pub name: String,
    pub serves: Recipients,
    /// The cost of one use, in pips.
    pub cost: u8,
    /// Range in zones. With `None`, the remedy helps only creatures within touch.
    pub range: Option<u8>,
    pub uses: Option<u8>,
    /// The Ranks that the remedy restores, by [`Track`].
    pub ranks: [Throw; 2],
    /// The kinds of harm that the remedy ends, as bits.
    pub ends: u8,
    /// The characteristic that is rolled, and the modifier of the roll in dice. `None`: no roll.
    pub test: Option<Trait>,
    pub modifier: i8,
}

impl Remedy {
    #[inline]
    pub(crate) fn ends(&self, cure: Cure) -> bool {
        self.ends >> cure as u8 & 1 == 1
    }
}

/// Reads all remedies. `cost` is the cost of a remedy whose row gives none.
pub(super) fn remedies(tree: &Table, cost: u8, faults: &Faults) -> IndexMap<String, Remedy> {
    let remedy = |name: &str, node: &Node, f: &mut Fields<'_>| remedy(f, node, name, cost);
    read(tree, "remedies", "remedy", REMEDY, faults, remedy)
}

fn remedy(f: &mut Fields<'_>, node: &Node, name: &str, cost: u8) -> Remedy {
    let ranks = ["physical", "mental"].map(|key| dice(f, key));
    let ends = f.words("ends").into_iter().flatten();
    let remedy = Remedy {
        name: name.to_owned(),
        serves: f.choice(
            "on",
            [Recipients::Anyone, Recipients::Others, Recipients::Oneself],
        ),
        cost: f.whole_as("cost").unwrap_or(cost),
        range: f.whole_as("range"),
        uses: f.whole_as("uses"),
        ranks,
        ends: ends.fold(0, |bits, at| bits | 1 << at),
        test: f.word("test").map(|at| Trait::ALL[at]),
        modifier: f.number("modifier"),
    };
    let code = "swift-swords::no-use";
    let tested = remedy.test.is_some();
    f.check_use("modifier", tested, code, "without a `test` there is none");
    let others = remedy.serves != Recipients::Oneself;
    f.check_use("range", others, code, "it serves its user only");
    let gives = |track: Track| remedy.ranks[track as usize].max() > 0;
    if !Track::ALL.into_iter().any(gives) && remedy.ends == 0 {
        let message = format!("remedy `{name}` does nothing");
        let code = "swift-swords::remedy";
        let fault = Fault::at(code, node.span, message, "helps nobody");
        let help = "add `physical = …`, `mental = …` or `ends = [\"…\"]`";
        f.faults().push(fault.help(help));
    }
    remedy
}

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
