//! The vocabulary of a ruleset's policies.
//!
//! A vocabulary is `const` data with a one-line doc for each word. The type check, the suggestions and the
//! command that lists a book's words all read the same tables. A book writes them as rows, one per word:
//! [`action`] with its [`slot`]s, [`target`], [`word`], and [`number`], [`share`], [`truth`] or [`scale`] for
//! a fact. The same row holds the book's implementation of the word, as `(FactSpec, implementation)`.
//! [`specs`] extracts from such rows the part that policies need, and [`all_lists`] does so for lists with
//! rows for their actions.
//!
//! Rules that need the number of a word look it up by name at compile time: [`ListSpec::action`],
//! [`Vocabulary::fact`] and similar functions.

use super::code::ONE;
use super::{Bounds, Columns, Slot};

/// The words of a ruleset. Compiled lines refer to a word by its position in these lists.
#[derive(Debug, Clone, Copy)]
pub struct Vocabulary {
    /// The decisions of the book, in the order of a fighter's turn. Each decision is one list of a policy.
    pub lists: &'static [ListSpec],
    /// The facts that a condition may use.
    pub facts: &'static [FactSpec],
    /// The scales: ordered words that facts may be compared with.
    pub scales: &'static [ScaleSpec],
    /// The rules for picking a target.
    pub targets: &'static [TargetSpec],
    /// Words that stand for one of the items that a fighter carries, beside the names of the items.
    pub selectors: &'static [SelectorSpec],
}

/// A kind of decision.
#[derive(Debug, Clone, Copy)]
pub struct ListSpec {
    /// The key of the list in a policy.
    pub name: &'static str,
    /// A description of the moment when the decision is made.
    pub doc: &'static str,
    /// The actions that the decision is about.
    pub actions: &'static [ActionSpec],
    /// Whether the decision always concerns a target, so that every line may use facts about a target. If the
    /// line picks no target, these facts are about the target of the action that was decided on before.
    pub has_target: bool,
}

/// An action that a line of a list can choose.
#[derive(Debug, Clone, Copy)]
pub struct ActionSpec {
    /// The word that a line with this action begins with.
    pub name: &'static str,
    /// The effect of the action.
    pub doc: &'static str,
    /// The slots that may follow the action; at most four.
    pub slots: &'static [SlotSpec],
    /// The columns that determine whether the action is possible, and which item it uses. If the line names
    /// no target rule, also those that determine its target.
    pub reads: Columns,
    /// The fact without which the action is never possible, unless the line names a zone.
    pub needs: Option<&'static str>,
}

/// A slot: a part that may follow an action, introduced by a preposition.
#[derive(Debug, Clone, Copy)]
pub struct SlotSpec {
    /// The preposition, such as `with`, `at`, `by` or `on`.
    pub word: &'static str,
    /// The kind of value after the preposition.
    pub takes: Takes,
    /// Whether a line without the slot is a fault.
    pub required: bool,
    /// The meaning of the slot.
    pub doc: &'static str,
}

/// The kind of value that a slot takes.
#[derive(Debug, Clone, Copy)]
pub enum Takes {
    /// An item by name, or a selector.
    Item,
    /// The name of a target rule or of a combatant. The preposition may be omitted directly after the action.
    Target,
    /// A target like [`Takes::Target`], but only among enemies.
    Enemy,
    /// A number, as any arithmetic expression. If it depends on no fact, it must be at least 0.
    Number,
    /// A number, as any arithmetic expression. If it depends on no fact, it must be whole, and from the first
    /// to the second of these numbers.
    Whole(i64, i64),
    /// A zone by its name or its number. The given number is the highest that a field can have.
    Zone(i64),
    /// One of these words.
    Word(&'static [WordSpec]),
}

impl Takes {
    /// Returns whether the slot takes a target.
    pub const fn is_target(self) -> bool {
        matches!(self, Self::Target | Self::Enemy)
    }
}

/// A word with its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WordSpec {
    /// The word in scripts.
    pub name: &'static str,
    /// The meaning of the word.
    pub doc: &'static str,
}

/// A rule for picking a target.
#[derive(Debug, Clone, Copy)]
pub struct TargetSpec {
    /// The word in scripts.
    pub name: &'static str,
    /// A description of the fighter that the rule picks.
    pub doc: &'static str,
    /// The columns that the choice of the fighter depends on.
    pub reads: Columns,
}

/// A word that stands for one of the items that a fighter carries.
pub type SelectorSpec = WordSpec;

/// A scale of ordered words, such as `failure < success < special`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScaleSpec {
    /// The name of the scale, for error texts.
    pub name: &'static str,
    /// The words, lowest first.
    pub words: &'static [WordSpec],
}

/// A fact that a condition may use.
#[derive(Debug, Clone, Copy)]
pub struct FactSpec {
    /// The dotted name of the fact, such as `self.hp`.
    pub name: &'static str,
    /// The meaning of the fact, with its unit.
    pub doc: &'static str,
    /// The kind of the fact's value.
    pub kind: Kind,
    /// The least and the greatest value of the fact. A condition that can never hold within these bounds is a
    /// fault.
    pub bounds: Bounds,
    /// Whether the fact is a number from 0 to 1, written as a percentage.
    pub is_share: bool,
    /// Whether the fact is about an item, such as `usable(broad-sword)`.
    pub of_item: bool,
    /// The names of the lists that may use the fact; empty if all may.
    pub lists: &'static [&'static str],
    /// Whether only lines that pick a target may use the fact.
    pub needs_target: bool,
    /// The columns that the fact's value depends on: all of them unless the book declares fewer.
    pub reads: Columns,
}

/// The kind of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A number, evaluated in thousandths.
    Number,
    /// True or false.
    Truth,
    /// A word of this scale, which is among [`Vocabulary::scales`].
    Scale(&'static ScaleSpec),
}

/// Creates a kind of decision. `doc` describes the moment when it is made.
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

/// Creates an action with its slots.
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

/// Creates a rule for picking a target.
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

/// Creates a fact that is a number from 0 to 1, written as `30%`.
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
    /// Makes the slot required.
    #[must_use]
    pub const fn required(mut self) -> Self {
        self.required = true;
        self
    }
}

impl ActionSpec {
    /// Declares that the target rule or action reads these columns and no others.
    #[must_use]
    pub const fn reads(mut self, columns: Columns) -> Self {
        self.reads = columns;
        self
    }

    /// Declares that the action is possible only while this fact holds, unless the line names a zone.
    #[must_use]
    pub const fn needs(mut self, fact: FactSpec) -> Self {
        self.needs = Some(fact.name);
        self
    }

    /// The fact without which a line with these slots is never possible.
    pub(super) fn needed_by(&self, slots: &[Slot]) -> Option<&'static str> {
        let is_zone = |spec: &SlotSpec| matches!(spec.takes, Takes::Zone(_));
        let mut given = self.slots.iter().zip(slots);
        let names_zone = given.any(|(spec, slot)| is_zone(spec) && *slot != Slot::Absent);
        self.needs.filter(|_| !names_zone)
    }
}

impl TargetSpec {
    /// Declares that the target rule or action reads these columns and no others.
    #[must_use]
    pub const fn reads(mut self, columns: Columns) -> Self {
        self.reads = columns;
        self
    }
}

impl FactSpec {
    /// Declares that the fact is at least `least`, a whole number.
    #[must_use]
    pub const fn from(mut self, least: i64) -> Self {
        self.bounds.least = least * ONE;
        self
    }

    /// Declares that the fact is between `least` and `most`, both whole numbers.
    #[must_use]
    pub const fn within(mut self, least: i64, most: i64) -> Self {
        self.bounds = Bounds::new(least * ONE, most * ONE);
        self
    }

    /// Returns `answer`, a value of the fact, unchanged. Checks that it is within the fact's bounds.
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

    /// Declares that the fact is about an item.
    #[must_use]
    pub const fn of_item(mut self) -> Self {
        self.of_item = true;
        self
    }

    /// Declares that the fact is about the target of the line.
    #[must_use]
    pub const fn of_target(mut self) -> Self {
        self.needs_target = true;
        self
    }

    /// Declares that only these lists may use the fact.
    #[must_use]
    pub const fn only_in(mut self, lists: &'static [&'static str]) -> Self {
        self.lists = lists;
        self
    }

    /// Declares that the fact reads these columns and no others.
    #[must_use]
    pub const fn reads(mut self, columns: Columns) -> Self {
        self.reads = columns;
        self
    }
}

/// Extracts the first part of each row: the part of a book's words that policies need.
pub const fn specs<S: Copy, M: Copy, const LEN: usize>(rows: &[(S, M)]) -> [S; LEN] {
    let mut specs = [rows[0].0; LEN];
    let mut at = 0;
    while at < LEN {
        specs[at] = rows[at].0;
        at += 1;
    }
    specs
}

/// A list without its actions, and its actions, each with the book's implementation.
pub type Rows<M> = (ListSpec, &'static [(ActionSpec, M)]);

/// Returns the total number of actions in these lists.
pub const fn count<M>(lists: &[Rows<M>]) -> usize {
    let (mut sum, mut at) = (0, 0);
    while at < lists.len() {
        sum += lists[at].1.len();
        at += 1;
    }
    sum
}

/// Returns the actions of all these lists, in order.
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

/// Returns the lists in the form that policies need. `actions` are the actions of all lists, and each list
/// gets its range of them.
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
    /// Returns the position of a list.
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

    /// Returns the position of a fact.
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

    /// Returns the position of a target rule, which is its number in compiled lines.
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
    /// Declares that the decision always concerns a target; see [`ListSpec::has_target`].
    #[must_use]
    pub const fn about_target(mut self) -> Self {
        self.has_target = true;
        self
    }

    /// Returns the position of an action, which is its number in compiled lines.
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
    /// Returns the position of a word that this slot allows, which is its number in compiled lines.
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
    /// Returns the position of a word on this scale, which is its value.
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

/// Returns whether two names are equal, at compile time.
pub const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// Returns the value of a fact that is a whole number, in thousandths.
pub fn whole(number: impl Into<i64>) -> i64 {
    number.into() * 1000
}

/// Returns the value of a fact that is true or false.
pub fn holds(truth: bool) -> i64 {
    i64::from(truth)
}

/// The value of a fact, before conversion to thousandths, for a number without limit.
pub const UNLIMITED: i64 = 1_000_000;
