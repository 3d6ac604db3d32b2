//! Afflictions such as poison, bleeding or burning. They are a house rule of our own for several books. The
//! key `affliction` in the row of a weapon names the afflictions that the weapon's hits cause. An affliction
//! does harm at the end of each round, until a save succeeds or a number of rounds has passed.
//!
//! The table `[afflictions]` is empty by default, so a scenario without it does not change. Each book defines
//! its kind of save, and when in a round the harm is done.

use indexmap::IndexMap;

use crate::dice::Throw;
use crate::fight::FighterId;
use crate::scenario::spec::{FieldKind, FieldSpec, field, throw, whole, word};
use crate::scenario::tables::{self, known_names};
use crate::scenario::{Fault, Faults, Fields, Table};

/// The name of the table in a scenario.
pub(crate) const AFFLICTIONS: &str = "afflictions";

/// The key in the row of a weapon that names the afflictions which its hits cause.
const KEY: &str = "affliction";

/// The greatest number of different afflictions in one matchup.
pub(crate) const MOST: usize = 4;

/// The greatest number that a scenario may give for `rounds`.
const MOST_ROUNDS: i64 = 250;

/// The value of the rounds left of an affliction that only a save ends.
const ENDLESS: u8 = u8::MAX;

/// The kinds of value for the key [`KEY`]: the name of one affliction, or a list of names.
const NAMES: FieldKind = FieldKind::AnyOf(&[
    FieldKind::Name(AFFLICTIONS),
    FieldKind::List(&FieldKind::Name(AFFLICTIONS)),
]);

/// Returns the definition of the key `damage`: the harm that an affliction does in each round.
pub(crate) const fn damage(clause: &'static str) -> FieldSpec {
    throw(
        "damage",
        "harm of each round, which armour does not stop: dice or a number",
        clause,
    )
    .needed()
}

/// Returns the definition of the key `rounds`: the number of rounds that an affliction lasts.
pub(crate) const fn rounds(clause: &'static str) -> FieldSpec {
    whole(
        "rounds",
        "rounds",
        1..=MOST_ROUNDS,
        "the most rounds that it hurts",
        clause,
    )
    .or_as("until a save succeeds")
}

/// Returns the definition of the key `on`, which says whether a hit must do damage to cause an affliction.
pub(crate) const fn on(clause: &'static str) -> FieldSpec {
    word(
        "on",
        &["wound", "hit"],
        "`wound`: a hit has to do damage for it to take hold; `hit`: any hit will do",
        clause,
    )
}

/// Returns the definition of the key [`KEY`] in the row of a weapon.
pub(crate) const fn of_weapon(clause: &'static str) -> FieldSpec {
    field(
        KEY,
        NAMES,
        "what its hits bring: poison, bleeding, burning",
        clause,
    )
    .or_as("nothing")
}

/// A row of the table `[afflictions]`. `S` is the type of the book's saves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Affliction<S> {
    pub name: String,
    pub damage: Throw,
    /// The greatest number of rounds that the affliction lasts; `None` if only a save ends it.
    rounds: Option<u8>,
    /// Whether a hit that does no damage also causes the affliction.
    pub on_hit: bool,
    pub save: Option<S>,
}

impl<S> Affliction<S> {
    /// Returns the greatest harm that the affliction can do in one round.
    pub(crate) fn most(&self) -> u32 {
        self.damage.max().max(0).unsigned_abs()
    }
}

/// Reads all rows of `[afflictions]`. `keys` defines the keys that the book allows, and `save` reads the save
/// from the keys of a row.
pub(crate) fn read<S>(
    tree: &Table,
    keys: &'static [FieldSpec],
    faults: &Faults,
    mut save: impl FnMut(&mut Fields<'_>) -> Option<S>,
) -> IndexMap<String, Affliction<S>> {
    tables::read(
        tree,
        AFFLICTIONS,
        "affliction",
        keys,
        faults,
        |name, node, f| {
            let damage = f.damage("damage").unwrap_or_default();
            let rounds = f.whole_as("rounds");
            let on_hit = f.choice("on", [false, true]);
            let save = save(f);
            let has_end = ["rounds", "save"].iter().any(|key| {
                let is_given = f.node(key).is_some();
                is_given || f.is_misspelt(key)
            });
            if !has_end {
                let message = format!("affliction `{name}` never ends");
                let fault = Fault::at("scenario::affliction", node.span, message, "no end");
                faults.push(fault.help("add a `save` or a number of `rounds`, or both"));
            }
            Affliction {
                name: name.to_owned(),
                damage,
                rounds,
                on_hit,
                save,
            }
        },
    )
}

/// Returns the names of the afflictions in the row of a weapon. A name without a row in `[afflictions]` is a
/// fault.
pub(crate) fn named(tree: &Table, f: &mut Fields<'_>) -> Vec<String> {
    let names = f.text_or_texts(KEY).unwrap_or_default();
    let known = || tables::entries(tree, AFFLICTIONS).map(|(name, _)| name);
    let unknown = (
        "scenario::unknown-affliction",
        "affliction",
        "in the table `afflictions`",
    );
    known_names(names, known, unknown, f.faults())
}

/// Reports afflictions with the same name as an item. Tables list damage by name, so the two could not be
/// told apart.
pub(crate) fn check_names(tree: &Table, is_item: impl Fn(&str) -> bool, faults: &Faults) {
    for (name, entry) in tables::of(tree, AFFLICTIONS).iter() {
        if is_item(name) {
            let message = format!("`{name}` is both a weapon and an affliction");
            let label = "names must differ, because damage is counted by name";
            faults.note("scenario::duplicate", entry.key, message, label);
        }
    }
}

/// Returns the afflictions in `named`, those that the weapons of a matchup cause, in the order of the table.
/// Returns at most [`MOST`] of them.
pub(crate) fn of_matchup<S: Clone>(
    all: &IndexMap<String, Affliction<S>>,
    named: &[&str],
) -> Vec<Affliction<S>> {
    let met = all
        .values()
        .filter(|row| named.contains(&row.name.as_str()));
    met.take(MOST).cloned().collect()
}

/// Reports a fault if `named` has more than [`MOST`] different afflictions. These are the ones that the
/// weapons of a matchup cause.
pub(crate) fn check_count(tree: &Table, named: &[&str], faults: &Faults) {
    let met = tables::of(tree, AFFLICTIONS).iter();
    let mut met = met.filter(|(name, _)| named.contains(name));
    if let Some((name, entry)) = met.nth(MOST) {
        let message = format!("more than {MOST} afflictions in one matchup");
        let label = format!("`{name}` is one too many");
        faults.note("scenario::afflictions", entry.key, message, label);
    }
}

/// Returns the afflictions in `names` as bit sets of positions in `all`, the afflictions of the matchup.
pub(crate) fn bits<S>(all: &[Affliction<S>], names: &[String]) -> Bits {
    let mut bits = Bits::default();
    for (at, row) in all.iter().enumerate() {
        if names.contains(&row.name) {
            bits.any |= 1 << at;
            bits.on_hit |= u8::from(row.on_hit) << at;
        }
    }
    bits
}

/// The afflictions that hits with a weapon cause, as bit sets of positions in the matchup's list of
/// afflictions. `any` are all of them, and `on_hit` those that a hit without damage causes too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Bits {
    any: u8,
    on_hit: u8,
}

impl Bits {
    /// Returns the bit set of the afflictions that a hit causes. `wounds` says whether the hit does damage.
    #[inline]
    pub(crate) const fn of(self, wounds: bool) -> u8 {
        if wounds { self.any } else { self.on_hit }
    }
}

/// The afflictions of one fighter. For each affliction of the matchup, this is the number of rounds left, 0
/// if the fighter does not have it, and the fighter who caused it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Suffers([(u8, FighterId); MOST]);

impl Suffers {
    /// Returns whether the fighter has any affliction.
    #[inline]
    pub(crate) fn any(self) -> bool {
        self != Self::default()
    }

    /// Returns the number of afflictions that the fighter has.
    pub(crate) fn count(self) -> u8 {
        self.0.iter().map(|(left, _)| u8::from(*left > 0)).sum()
    }

    /// Returns the fighter who caused affliction `at`. Returns `None` if this fighter does not have the
    /// affliction.
    #[inline]
    pub(crate) fn by(self, at: usize) -> Option<FighterId> {
        let (left, by) = self.0[at];
        (left > 0).then_some(by)
    }

    /// Starts affliction `at`, whose row is `of`, with `by` as its cause. If the fighter already has the
    /// affliction, it starts again.
    pub(crate) fn take_hold<S>(&mut self, at: usize, of: &Affliction<S>, by: FighterId) {
        self.0[at] = (of.rounds.unwrap_or(ENDLESS), by);
    }

    /// Ends affliction `at`.
    pub(crate) fn end(&mut self, at: usize) {
        self.0[at] = Default::default();
    }

    /// Counts one round of affliction `at`, and ends it if this was its last round.
    pub(crate) fn pass(&mut self, at: usize) {
        let (left, _) = self.0[at];
        match left {
            ENDLESS => {}
            2.. => self.0[at].0 -= 1,
            _ => self.end(at),
        }
    }

    /// Returns the rounds and causes of all afflictions packed into one number, for hashing.
    #[inline]
    pub(crate) fn word(self) -> u64 {
        let word = |sum: u64, (left, by): (u8, FighterId)| {
            sum << 16 | u64::from(left) << 8 | u64::from(by.0)
        };
        self.0.into_iter().fold(0, word)
    }
}
