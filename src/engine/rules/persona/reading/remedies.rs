//! Reads remedies: powers and items that restore wounds or end conditions.
//!
//! Clauses: PER-12.21-1, PER-12.22-1, PER-13.6-1.

use indexmap::IndexMap;

use super::tables::Characteristic;
use crate::dice::Throw;
use crate::rules::persona::fields::REMEDY;
use crate::rules::persona::rules::MOST_DICE;
use crate::scenario::tables::read;
use crate::scenario::{Fault, Faults, Fields, Node, Table};

/// Maximum number of remedies of one combatant.
pub(crate) const MOST_REMEDIES: usize = 4;

/// The fighters that a remedy can help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Recipients {
    Anyone,
    Others,
    Oneself,
}

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
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Remedy {
    pub name: String,
    pub serves: Recipients,
    /// Its cost, in Half Actions.
    pub halves: u8,
    /// Whether using the remedy is an action of the subtype Concentration.
    pub power: bool,
    /// Reach of the remedy in units. With `None`, the remedy helps only adjacent fighters.
    pub range: Option<i32>,
    pub uses: Option<u8>,
    /// Wounds and levels of fatigue that the remedy restores.
    pub wounds: Throw,
    pub fatigue: Throw,
    /// The conditions that the remedy ends, as bits. The index of a bit is that of a [`Cure`].
    pub ends: u8,
    /// The characteristic of the test for using the remedy, and the modifier of the test. `None`: no test.
    pub test: Option<Characteristic>,
    pub modifier: i32,
}

impl Remedy {
    #[inline]
    pub(crate) fn ends(&self, cure: Cure) -> bool {
        self.ends >> cure as u8 & 1 == 1
    }
}

/// Reads every row of the table of remedies.
pub(crate) fn remedies(tree: &Table, faults: &Faults) -> IndexMap<String, Remedy> {
    let remedy = |name: &str, node: &Node, f: &mut Fields<'_>| remedy(f, node, name);
    read(tree, "remedies", "remedy", REMEDY, faults, remedy)
}

fn remedy(f: &mut Fields<'_>, node: &Node, name: &str) -> Remedy {
    let [wounds, fatigue] = ["wounds", "fatigue"].map(|key| dice(f, key));
    let ends = f.words("ends").into_iter().flatten();
    let remedy = Remedy {
        name: name.to_owned(),
        serves: f.choice(
            "on",
            [Recipients::Anyone, Recipients::Others, Recipients::Oneself],
        ),
        halves: f.choice("action", [1, 2]),
        power: f.flag("power"),
        range: f.whole_as("range"),
        uses: f.whole_as("uses"),
        wounds,
        fatigue,
        ends: ends.fold(0, |bits, at| bits | 1 << at),
        test: f.word("test").map(|at| Characteristic::ALL[at]),
        modifier: f.number("modifier"),
    };
    let code = "persona::no-use";
    let tested = remedy.test.is_some();
    f.check_use("modifier", tested, code, "without a `test` there is none");
    let others = remedy.serves != Recipients::Oneself;
    f.check_use("range", others, code, "it serves its user only");
    if wounds.max() == 0 && fatigue.max() == 0 && remedy.ends == 0 {
        let message = format!("remedy `{name}` does nothing");
        let fault = Fault::at("persona::remedy", node.span, message, "helps nobody");
        let help = "add `wounds = …`, `fatigue = …` or `ends = [\"…\"]`";
        f.faults().push(fault.help(help));
    }
    remedy
}

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
