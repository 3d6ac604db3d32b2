//! Remedies, in the books that leave them to the scenario: spells, items and other means that help in a fight.
//!
//! The table `[remedies]` has no rows by itself. Each book reads the effect of a use (`E`): what it restores, its cost
//! and its test. A use may also end conditions of the patient, which are the words of the key `ends`.

use std::ops::Deref;

use indexmap::{IndexMap, IndexSet};

use super::scene::{Scene, Setting};
use crate::fight::{FighterId, Witness};
use crate::policy::ItemRef;
use crate::scenario::spec::{FieldSpec, whole, word};
use crate::scenario::tables::{self, check_count, known_names};
use crate::scenario::{Fault, Faults, Fields, Table};

/// Maximum number of remedies of one combatant.
pub(crate) const MOST: usize = 4;

/// Maximum number of different remedies in one matchup.
const MOST_IN_MATCHUP: usize = 64;

/// Returns the row of the recipients in a book's table of remedies.
pub(crate) const fn on(clause: &'static str) -> FieldSpec {
    word(
        "on",
        &["anyone", "others", "self"],
        "on whom it can be used: oneself and allies, allies only, oneself only",
        clause,
    )
}

/// Returns the row of the uses in a book's table of remedies.
pub(crate) const fn uses(clause: &'static str) -> FieldSpec {
    whole(
        "uses",
        "uses",
        1..=200,
        "uses in the whole fight, or in the whole day",
        clause,
    )
    .or_as("no limit")
}

/// The fighters that a remedy can help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Recipients {
    Anyone,
    Others,
    Oneself,
}

/// A row of the table, with the effect of the book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Remedy<E> {
    pub name: String,
    recipients: Recipients,
    uses: Option<u8>,
    /// The conditions that it ends, as bits.
    ends: u16,
    effect: E,
}

impl<E> Deref for Remedy<E> {
    type Target = E;

    #[inline]
    fn deref(&self) -> &E {
        &self.effect
    }
}

impl<E> Remedy<E> {
    /// Returns whether a use ends the condition whose word is at this position.
    #[inline]
    pub(crate) const fn ends_at(&self, condition: usize) -> bool {
        self.ends >> condition & 1 == 1
    }

    /// Returns whether `who` can use the remedy on `patient`.
    pub(crate) fn serves(&self, who: FighterId, patient: FighterId) -> bool {
        match self.recipients {
            Recipients::Anyone => true,
            Recipients::Others => patient != who,
            Recipients::Oneself => patient == who,
        }
    }

    /// Returns whether a use is left, if `uses` are the uses left of the remedies of a fighter, and `slot` is its index
    /// among them.
    pub(crate) fn is_left(&self, uses: [u8; MOST], slot: u8) -> bool {
        self.uses.is_none() || uses[usize::from(slot)] > 0
    }

    /// Subtracts one use from the uses left of a fighter's remedies.
    pub(crate) fn use_up(&self, uses: &mut [u8; MOST], slot: u8) {
        if self.uses.is_some() {
            uses[usize::from(slot)] -= 1;
        }
    }
}

/// The codes of a book's faults about remedies.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Codes {
    /// A key without an effect.
    pub no_use: &'static str,
    /// A remedy without an effect.
    pub remedy: &'static str,
    /// The keys that would give it one.
    pub help: &'static str,
    /// A stat block with more than [`MOST`].
    pub too_many: &'static str,
    /// A name that the table does not have.
    pub unknown: &'static str,
}

/// Reads every row by these keys, with the effect that `effect` reads. `effect` also returns whether a use restores
/// anything.
pub(crate) fn read<E>(
    (tree, keys): (&Table, &'static [FieldSpec]),
    codes: Codes,
    faults: &Faults,
    mut effect: impl FnMut(&mut Fields<'_>) -> (E, bool),
) -> IndexMap<String, Remedy<E>> {
    tables::read(tree, "remedies", "remedy", keys, faults, |name, node, f| {
        let conditions = f.words("ends").into_iter().flatten();
        let ends = conditions.fold(0, |bits, at| bits | 1 << at);
        let all = [Recipients::Anyone, Recipients::Others, Recipients::Oneself];
        let recipients = f.choice("on", all);
        let uses = f.whole_as("uses");
        let (effect, gives) = effect(f);
        let others = recipients != Recipients::Oneself;
        f.check_use("range", others, codes.no_use, "it serves its user only");
        if !gives && ends == 0 {
            let message = format!("remedy `{name}` does nothing");
            let fault = Fault::at(codes.remedy, node.span, message, "helps nobody");
            faults.push(fault.help(codes.help));
        }
        Remedy {
            name: name.to_owned(),
            recipients,
            uses,
            ends,
            effect,
        }
    })
}

/// Reads the names of the remedies in a stat block, best first. Other names are reported as faults.
pub(crate) fn named<E>(
    f: &mut Fields<'_>,
    rows: &IndexMap<String, Remedy<E>>,
    codes: Codes,
) -> Vec<String> {
    let names = f.texts_once("remedies").unwrap_or_default();
    check_count(&names, MOST, (codes.too_many, "remedies"), f.faults());
    let known = || rows.keys().map(String::as_str);
    let unknown = (codes.unknown, "remedy", "in the remedy table");
    let mut own = known_names(names, known, unknown, f.faults());
    own.truncate(MOST);
    own
}

/// The remedies of a matchup.
#[derive(Debug, Clone)]
pub(crate) struct Remedies<E> {
    all: Vec<Remedy<E>>,
    /// For each item of the policy language, the remedies of that name, as bits.
    named: Vec<u64>,
}

impl<E: Clone> Remedies<E> {
    /// Selects the rows with these names, which are those of the combatants. `items` are the items of the policy
    /// language.
    pub(crate) fn new<'n>(
        rows: &IndexMap<String, Remedy<E>>,
        names: impl Iterator<Item = &'n String>,
        items: &[String],
    ) -> Self {
        let names: IndexSet<&String> = names.collect();
        let names = names.into_iter().take(MOST_IN_MATCHUP);
        let mut remedies = Self {
            all: names.map(|name| rows[name].clone()).collect(),
            named: Vec::new(),
        };
        let bits = items.iter().map(|item| remedies.number(item));
        remedies.named = bits.map(|at| at.map_or(0, |at| 1 << at)).collect();
        remedies
    }
}

impl<E> Remedies<E> {
    fn number(&self, name: &String) -> Option<usize> {
        self.all.iter().position(|remedy| remedy.name == *name)
    }

    /// Returns the numbers of the remedies with these names.
    pub(crate) fn numbers(&self, names: &[String]) -> Vec<u8> {
        let numbers = names.iter().map(|name| self.number(name).unwrap_or(0));
        numbers.map(|at| u8::try_from(at).unwrap_or(0)).collect()
    }

    /// Returns the remedy with this number.
    #[inline]
    pub(crate) fn get(&self, number: u8) -> &Remedy<E> {
        &self.all[usize::from(number)]
    }

    /// Returns the uses of the remedies with these numbers before the first fight. Remedies without a limit have 0.
    pub(crate) fn uses(&self, numbers: &[u8]) -> [u8; MOST] {
        std::array::from_fn(|slot| {
            let number = numbers.get(slot);
            number
                .and_then(|&number| self.get(number).uses)
                .unwrap_or(0)
        })
    }

    /// Returns the indices of the remedies in `numbers` that the policy word `item` matches. `None` matches all
    /// remedies.
    pub(crate) fn meant<'r>(
        &self,
        numbers: &'r [u8],
        item: Option<ItemRef>,
    ) -> impl Iterator<Item = u8> + use<'r, E> {
        let bits = match item {
            Some(ItemRef::Named(name)) => self.named[usize::from(name)],
            Some(ItemRef::Selector(_)) => 0,
            None => u64::MAX,
        };
        let all = (0u8..).zip(numbers);
        all.filter_map(move |(slot, number)| (bits >> number & 1 == 1).then_some(slot))
    }
}

impl<A: Setting, S, D, W: Witness, K> Scene<'_, A, S, D, W, K> {
    /// Adds a sentence about the use of a remedy on a patient, who may be the user.
    pub(crate) fn tell_remedy(
        &mut self,
        clause: &'static str,
        [who, patient]: [FighterId; 2],
        remedy: &str,
    ) {
        self.say(clause, [who, patient], |[healer, other]| {
            let other = if who == patient { "itself" } else { &other };
            format!("{healer} uses {remedy} on {other}.")
        });
    }
}
