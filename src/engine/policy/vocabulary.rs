//! The vocabulary of a ruleset: the words that its policies can use.
//!
//! A vocabulary is `const` data, and has a line of help for each word. Checks, suggestions and the command
//! that lists the words of a book all use this data. A book writes it as rows, one for each word. Rows are
//! made with [`action`] and [`slot`], [`target`] and [`word`], and with [`number`], [`share`], [`truth`] or
//! [`scale`] for a fact. The same row has the book's implementation of the word, as in `(FactSpec,
//! implementation)`. From such rows, [`specs`] takes the part that policies need. [`all_lists`] does the same
//! for lists, which have rows for their actions.
//!
//! Rules that need the number of a word find it by its name at compile time, with [`ListSpec::action`],
//! [`Vocabulary::fact`] and similar functions.

use super::code::ONE;
use super::{Bounds, Columns, Slot};

/// The words of a ruleset. In a compiled policy, the number of a word is its position in one of these lists.
#[derive(Debug, Clone, Copy)]
pub struct Vocabulary {
    /// The kinds of decisions that fighters make, in the order of a turn. A policy has a decision list for
    /// each.
    pub lists: &'static [ListSpec],
    /// The facts that conditions and numbers may use.
    pub facts: &'static [FactSpec],
    /// The scales. A scale has ordered words that a fact can be compared with.
    pub scales: &'static [ScaleSpec],
    /// The rules that pick a target, such as `nearest`.
    pub targets: &'static [TargetSpec],
    /// The words that stand for an item which the fighter carries, such as `best`.
    pub selectors: &'static [SelectorSpec],
}

/// A kind of decision.
#[derive(Debug, Clone, Copy)]
pub struct ListSpec {
    /// The name of the decision list in a policy.
    pub name: &'static str,
    /// A description of when the decision is made.
    pub doc: &'static str,
    /// The actions that the decision can choose.
    pub actions: &'static [ActionSpec],
    /// Whether the decision always has a target, so that every line may use facts about a target. For a line
    /// that picks no target, these facts are about the target of the action that was chosen before.
    pub has_target: bool,
}

/// An action that a line of a decision list can choose.
#[derive(Debug, Clone, Copy)]
pub struct ActionSpec {
    /// The word that a line with this action begins with.
    pub name: &'static str,
    /// A description of what the action does.
    pub doc: &'static str,
    /// The slots that may follow the action, at most four.
    pub slots: &'static [SlotSpec],
    /// The columns (parts of a state) that decide whether the action is possible and which item it uses. If a
    /// line names no target rule, they also decide its target.
    pub reads: Columns,
    /// The name of a fact that must hold for the action to be possible. If the line names a zone, the fact
    /// need not hold. `None` if the action needs no fact.
    pub needs: Option<&'static str>,
}

/// A slot of an action: a preposition and a value that may follow the action.
#[derive(Debug, Clone, Copy)]
pub struct SlotSpec {
    /// The preposition, such as `with`, `at`, `by` or `on`.
    pub word: &'static str,
    /// The kind of value that follows the preposition.
    pub takes: Takes,
    /// Whether every line with the action must have this slot.
    pub required: bool,
    /// A description of what the slot means.
    pub doc: &'static str,
}

/// The kind of value that a slot takes.
#[derive(Debug, Clone, Copy)]
pub enum Takes {
    /// The name of an item, or a selector.
    Item,
    /// A rule that picks a target, or the name of a combatant. The preposition may be left out directly after
    /// the action.
    Target,
    /// The same as [`Takes::Target`], but the target must be an enemy.
    Enemy,
    /// A number or an arithmetic expression. A literal number must not be below 0.
    Number,
    /// A number or an arithmetic expression. A literal number must be whole, and from the first to the second
    /// of these numbers.
    Whole(i64, i64),
    /// The name or the number of a zone. This number is the highest that a zone can have.
    Zone(i64),
    /// One of these words.
    Word(&'static [WordSpec]),
}

impl Takes {
    /// Returns whether the slot has a target as its value.
    pub const fn is_target(self) -> bool {
        matches!(self, Self::Target | Self::Enemy)
    }
}

/// A word of a policy, with its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WordSpec {
    /// The word as written in policies.
    pub name: &'static str,
    /// The meaning of the word.
    pub doc: &'static str,
}

/// A rule that picks a target.
#[derive(Debug, Clone, Copy)]
pub struct TargetSpec {
    /// The word for the rule, as written in policies.
    pub name: &'static str,
    /// A description of the fighter that the rule picks.
    pub doc: &'static str,
    /// The columns that the picked fighter depends on.
    pub reads: Columns,
}

/// A selector: a word that stands for an item which the fighter carries.
pub type SelectorSpec = WordSpec;

/// A scale: words with an order, such as `failure < success < special`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScaleSpec {
    /// The name of the scale in error messages.
    pub name: &'static str,
    /// The words, from the lowest to the highest.
    pub words: &'static [WordSpec],
}

/// A fact that conditions and numbers may use.
#[derive(Debug, Clone, Copy)]
pub struct FactSpec {
    /// The name of the fact, with dots, such as `self.hp`.
    pub name: &'static str,
    /// A description of what the fact means, with its unit.
    pub doc: &'static str,
    /// The kind of the fact's value.
    pub kind: Kind,
    /// The least and the greatest value of the fact. It is a flaw if a condition can never hold within these
    /// bounds.
    pub bounds: Bounds,
    /// Whether the fact is a number from 0 to 1 that is written as a percentage.
    pub is_share: bool,
    /// Whether the fact is about an item, as in `usable(broad-sword)`.
    pub of_item: bool,
    /// The names of the decision lists that may use the fact; empty if all lists may.
    pub lists: &'static [&'static str],
    /// Whether the fact is about the target of a line, so that a line without a target must not use it.
    pub needs_target: bool,
    /// The columns that the value of the fact depends on. These are all columns unless the book declares
    /// fewer.
    pub reads: Columns,
}

/// The kind of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A number, in thousandths.
    Number,
    /// True or false.
    Truth,
    /// A word of this scale, which must be in [`Vocabulary::scales`].
    Scale(&'static ScaleSpec),
}

/// Creates a kind of decision. `doc` describes when it is made.
pub const fn list(
    name: &'static str,
    doc: &'static str,
    actions: &'static [ActionSpec],
) -> ListSpec {
    ListSpec {
        name,
        doc,
        actions,
        has_target: false,
    }
}

/// Creates an action with these slots.
pub const fn action(
    name: &'static str,
    doc: &'static str,
    slots: &'static [SlotSpec],
) -> ActionSpec {
    ActionSpec {
        name,
        doc,
        slots,
        reads: Columns::ALL,
        needs: None,
    }
}

/// Creates a slot of an action.
pub const fn slot(word: &'static str, takes: Takes, doc: &'static str) -> SlotSpec {
    SlotSpec {
        word,
        takes,
        required: false,
        doc,
    }
}

/// Creates a word with its meaning.
pub const fn word(name: &'static str, doc: &'static str) -> WordSpec {
    WordSpec { name, doc }
}

/// Creates a rule that picks a target.
pub const fn target(name: &'static str, doc: &'static str) -> TargetSpec {
    TargetSpec {
        name,
        doc,
        reads: Columns::ALL,
    }
}

/// Creates a fact that is a number.
pub const fn number(name: &'static str, doc: &'static str) -> FactSpec {
    fact(Kind::Number, name, doc)
}

/// Creates a fact that is a number from 0 to 1, written as a percentage.
pub const fn share(name: &'static str, doc: &'static str) -> FactSpec {
    let mut share = number(name, doc);
    share.is_share = true;
    share.bounds = Bounds::new(0, ONE);
    share
}

/// Creates a fact that is true or false.
pub const fn truth(name: &'static str, doc: &'static str) -> FactSpec {
    fact(Kind::Truth, name, doc)
}

/// Creates a fact whose value is a word of a scale.
pub const fn scale(of: &'static ScaleSpec, name: &'static str, doc: &'static str) -> FactSpec {
    fact(Kind::Scale(of), name, doc)
}

const fn fact(kind: Kind, name: &'static str, doc: &'static str) -> FactSpec {
    FactSpec {
        name,
        doc,
        kind,
        bounds: Bounds::of(kind),
        is_share: false,
        of_item: false,
        lists: &[],
        needs_target: false,
        reads: Columns::ALL,
    }
}

impl SlotSpec {
    /// Declares that every line with the action must have this slot.
    #[must_use]
    pub const fn required(mut self) -> Self {
        self.required = true;
        self
    }
}

impl ActionSpec {
    /// Declares that the action reads only these columns. A column is a part of a state, such as the places
    /// of fighters or their hit points.
    #[must_use]
    pub const fn reads(mut self, columns: Columns) -> Self {
        self.reads = columns;
        self
    }

    /// Declares that the action is possible only if this fact holds, or if the line names a zone.
    #[must_use]
    pub const fn needs(mut self, fact: FactSpec) -> Self {
        self.needs = Some(fact.name);
        self
    }

    /// Returns the name of the fact that must hold for a line with these slots to be possible. Returns `None`
    /// if there is no such fact.
    pub(super) fn needed_by(&self, slots: &[Slot]) -> Option<&'static str> {
        let is_zone = |spec: &SlotSpec| matches!(spec.takes, Takes::Zone(_));
        let mut given = self.slots.iter().zip(slots);
        let names_zone = given.any(|(spec, slot)| is_zone(spec) && *slot != Slot::Absent);
        self.needs.filter(|_| !names_zone)
    }
}

impl TargetSpec {
    /// Declares that the target rule reads only these columns. A column is a part of a state, such as the
    /// places of fighters or their hit points.
    #[must_use]
    pub const fn reads(mut self, columns: Columns) -> Self {
        self.reads = columns;
        self
    }
}

impl FactSpec {
    /// Declares that the fact has no value below `least`, a whole number.
    #[must_use]
    pub const fn from(mut self, least: i64) -> Self {
        self.bounds.least = least * ONE;
        self
    }

    /// Declares that the values of the fact are from `least` to `most`, both whole numbers.
    #[must_use]
    pub const fn within(mut self, least: i64, most: i64) -> Self {
        self.bounds = Bounds::new(least * ONE, most * ONE);
        self
    }

    /// Returns `answer`, which is a value of this fact. Checks that it is within the bounds of the fact.
    ///
    /// # Panics
    /// When the answer is out of bounds, in builds with debug assertions.
    #[inline]
    pub(crate) fn kept(&self, answer: i64) -> i64 {
        let Bounds { least, most } = self.bounds;
        debug_assert!(
            (least..=most).contains(&answer),
            "`{}` is {answer}, in thousandths",
            self.name
        );
        answer
    }

    /// Declares that the fact is about an item, as in `usable(broad-sword)`.
    #[must_use]
    pub const fn of_item(mut self) -> Self {
        self.of_item = true;
        self
    }

    /// Declares that the fact is about the target of a line.
    #[must_use]
    pub const fn of_target(mut self) -> Self {
        self.needs_target = true;
        self
    }

    /// Declares that only these decision lists may use the fact.
    #[must_use]
    pub const fn only_in(mut self, lists: &'static [&'static str]) -> Self {
        self.lists = lists;
        self
    }

    /// Declares that the value of the fact depends only on these columns. A column is a part of a state, such
    /// as the places of fighters or their hit points.
    #[must_use]
    pub const fn reads(mut self, columns: Columns) -> Self {
        self.reads = columns;
        self
    }
}

/// Returns the first part of each row, which is the part that policies need.
pub const fn specs<S: Copy, M: Copy, const LEN: usize>(rows: &[(S, M)]) -> [S; LEN] {
    let mut specs = [rows[0].0; LEN];
    let mut at = 0;
    while at < LEN {
        specs[at] = rows[at].0;
        at += 1;
    }
    specs
}

/// A decision list, and its actions, each with the book's implementation.
pub type Rows<M> = (ListSpec, &'static [(ActionSpec, M)]);

/// Returns the number of actions that all these lists have together.
pub const fn count<M>(lists: &[Rows<M>]) -> usize {
    let (mut sum, mut at) = (0, 0);
    while at < lists.len() {
        sum += lists[at].1.len();
        at += 1;
    }
    sum
}

/// Returns the actions of all these lists, one list after another.
pub const fn all_actions<M, const LEN: usize>(lists: &[Rows<M>]) -> [ActionSpec; LEN] {
    let mut actions = [lists[0].1[0].0; LEN];
    let (mut list, mut at, mut sum) = (0, 0, 0);
    while list < lists.len() {
        if at < lists[list].1.len() {
            actions[sum] = lists[list].1[at].0;
            at += 1;
            sum += 1;
        } else {
            list += 1;
            at = 0;
        }
    }
    actions
}

/// Returns the decision lists in the form that policies need. `actions` are the actions of all lists, one
/// list after another. Each list gets its own part of them.
pub const fn all_lists<M, const LEN: usize>(
    lists: &[Rows<M>],
    mut actions: &'static [ActionSpec],
) -> [ListSpec; LEN] {
    let mut specs = [lists[0].0; LEN];
    let mut at = 0;
    while at < LEN {
        let (own, others) = actions.split_at(lists[at].1.len());
        specs[at] = lists[at].0;
        specs[at].actions = own;
        actions = others;
        at += 1;
    }
    specs
}

impl Vocabulary {
    /// Returns the position of the decision list named `name`.
    ///
    /// # Panics
    /// When there is no list of this name.
    pub const fn list(&self, name: &str) -> usize {
        let mut at = 0;
        while !same(self.lists[at].name, name) {
            at += 1;
        }
        at
    }

    /// Returns the position of the fact named `name`.
    ///
    /// # Panics
    /// When there is no fact of this name.
    pub const fn fact(&self, name: &str) -> usize {
        let mut at = 0;
        while !same(self.facts[at].name, name) {
            at += 1;
        }
        at
    }

    /// Returns the position of a target rule. This is its number in compiled policies.
    ///
    /// # Panics
    /// When there is no target rule of this name.
    pub const fn target(&self, name: &str) -> u8 {
        let mut at = 0;
        while !same(self.targets[at as usize].name, name) {
            at += 1;
        }
        at
    }
}

impl ListSpec {
    /// Declares that the decision always has a target: see [`ListSpec::has_target`].
    #[must_use]
    pub const fn about_target(mut self) -> Self {
        self.has_target = true;
        self
    }

    /// Returns the position of an action. This is its number in compiled policies.
    ///
    /// # Panics
    /// When there is no action of this name.
    pub const fn action(&self, name: &str) -> u8 {
        let mut at = 0;
        while !same(self.actions[at as usize].name, name) {
            at += 1;
        }
        at
    }
}

impl SlotSpec {
    /// Returns the position of a word in this slot. This is its number in compiled policies.
    ///
    /// # Panics
    /// When there is no word of this name.
    pub const fn word(&self, name: &str) -> u8 {
        let Takes::Word(words) = self.takes else {
            panic!("no word stands here")
        };
        place(words, name)
    }
}

impl ScaleSpec {
    /// Returns the position of a word on this scale. This is its value.
    ///
    /// # Panics
    /// When there is no word of this name.
    pub const fn value(&self, name: &str) -> i64 {
        place(self.words, name) as i64
    }
}

const fn place(words: &[WordSpec], name: &str) -> u8 {
    let mut at = 0;
    while !same(words[at as usize].name, name) {
        at += 1;
    }
    at
}

/// Returns whether two texts are equal. The function can be called at compile time.
pub const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// Returns the value of a fact that is a whole number: the number in thousandths.
pub fn whole(number: impl Into<i64>) -> i64 {
    number.into() * 1000
}

/// Returns the value of a fact that is true or false: 1 or 0.
pub fn holds(truth: bool) -> i64 {
    i64::from(truth)
}

/// The value of a fact if a number has no limit, before it is converted to thousandths.
pub const UNLIMITED: i64 = 1_000_000;
