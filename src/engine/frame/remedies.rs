//! Remedies: spells, items and other means that help in a fight. This module is for books that leave them to
//! the scenario.
//!
//! The table `[remedies]` has no rows unless the scenario writes some. A type `E` of the book holds the
//! effect of one use: what it restores, its cost and its test. A use may also end conditions of the patient.
//! The key `ends` has the words for these conditions.

use std::ops::Deref;

use indexmap::{IndexMap, IndexSet};

use super::scene::{Scene, Setting};
use crate::fight::{FighterId, Witness};
use crate::policy::ItemRef;
use crate::scenario::spec::{FieldSpec, whole, word};
use crate::scenario::tables::{self, check_count, known_names};
use crate::scenario::{Fault, Faults, Fields, Table};

/// Maximum number of remedies that a combatant can have.
pub(crate) const MOST: usize = 4;

/// Maximum number of different remedies in a matchup.
const MOST_IN_MATCHUP: usize = 64;

/// Returns the definition of the key `on`: who can be helped with a remedy.
pub(crate) const fn on(clause: &'static str) -> FieldSpec {
    word(
        "on",
        &["anyone", "others", "self"],
        "on whom it can be used: oneself and allies, allies only, oneself only",
        clause,
    )
}

/// Returns the definition of the key `uses`: the number of times that a remedy can be used.
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

/// The fighters that can be helped with a remedy: anyone, others than its user, or only its user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Recipients {
    Anyone,
    Others,
    Oneself,
}

/// A row of the table `[remedies]`. `effect` is the effect of a use, a type of the book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Remedy<E> {
    pub name: String,
    recipients: Recipients,
    uses: Option<u8>,
    /// The bit set of the conditions that a use ends.
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
    /// Returns whether a use ends the condition at this position among the words of the key `ends`.
    #[inline]
    pub(crate) const fn ends_at(&self, condition: usize) -> bool {
        self.ends >> condition & 1 == 1
    }

    /// Returns whether `who` can use the remedy on `patient`, as far as the key `on` decides.
    pub(crate) fn serves(&self, who: FighterId, patient: FighterId) -> bool {
        match self.recipients {
            Recipients::Anyone => true,
            Recipients::Others => patient != who,
            Recipients::Oneself => patient == who,
        }
    }

    /// Returns whether a fighter has a use of this remedy left. `uses` has the uses left of each remedy of
    /// the fighter, and `slot` is the index of this remedy among them.
    pub(crate) fn is_left(&self, uses: [u8; MOST], slot: u8) -> bool {
        self.uses.is_none() || uses[usize::from(slot)] > 0
    }

    /// Subtracts one use of this remedy. `uses` has the uses left of each remedy of a fighter, and `slot` is
    /// the index of this remedy among them. Does nothing if the number of uses is not limited.
    pub(crate) fn use_up(&self, uses: &mut [u8; MOST], slot: u8) {
        if self.uses.is_some() {
            uses[usize::from(slot)] -= 1;
        }
    }
}

/// The codes of a book's faults in remedies, and a help text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Codes {
    /// The code for a key that has no effect.
    pub no_use: &'static str,
    /// The code for a remedy that does not help anybody.
    pub remedy: &'static str,
    /// The help for such a remedy: which keys to write.
    pub help: &'static str,
    /// The code for a stat block with more than [`MOST`] remedies.
    pub too_many: &'static str,
    /// The code for a name that is not in the table `[remedies]`.
    pub unknown: &'static str,
}

/// Reads all rows of `[remedies]`. `keys` defines the keys of a row. `effect` reads the effect of a use, and
/// returns also whether the use restores anything.
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
        f.check_use("range", others, codes.no_use, "only the user can use it");
        if !gives && ends == 0 {
            let message = format!("remedy `{name}` does nothing");
            let fault = Fault::at(codes.remedy, node.span, message, "no effect");
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

/// Reads the names of the remedies in a stat block, with the preferred ones first. A name without a row in
/// `rows` is a fault.
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

/// The remedies of a matchup. The number of a remedy is its position in `all`.
#[derive(Debug, Clone)]
pub(crate) struct Remedies<E> {
    all: Vec<Remedy<E>>,
    /// For each item that policies can name, the bit set of the remedies with this name.
    named: Vec<u64>,
}

impl<E: Clone> Remedies<E> {
    /// Takes the rows with these names, the remedies that the combatants of the matchup have. `items` are the
    /// names that policies can use for items.
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

    /// Returns the number of each remedy with one of these names, in their order.
    pub(crate) fn numbers(&self, names: &[String]) -> Vec<u8> {
        let numbers = names.iter().map(|name| self.number(name).unwrap_or(0));
        numbers.map(|at| u8::try_from(at).unwrap_or(0)).collect()
    }

    /// Returns the remedy with this number.
    #[inline]
    pub(crate) fn get(&self, number: u8) -> &Remedy<E> {
        &self.all[usize::from(number)]
    }

    /// Returns, for each remedy in `numbers`, the number of uses before the first fight. It is 0 if uses are
    /// not limited.
    pub(crate) fn uses(&self, numbers: &[u8]) -> [u8; MOST] {
        std::array::from_fn(|slot| {
            let number = numbers.get(slot);
            number
                .and_then(|&number| self.get(number).uses)
                .unwrap_or(0)
        })
    }

    /// Returns the indices in `numbers` of the remedies that the word `item` of a policy means. If `item` is
    /// `None`, all remedies are meant.
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
    /// Adds a sentence to the transcript: a fighter uses a remedy on a patient. Both may be the same fighter.
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
