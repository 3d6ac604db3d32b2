//! What a ruleset lets a policy talk about.
//!
//! Everything is `const` data with a one-line doc each, so that the type check, the suggestions and the command
//! that lists a book's words all read the same tables. A book writes them as rows, one a word: [`action`] with its
//! [`slot`]s, [`target`], [`word`], and [`number`], [`share`], [`truth`] or [`scale`] for a fact. What a book makes of a word stands
//! beside it in the same row, as `(FactSpec, its answer)`; [`specs`] gives what policies have to know of such rows, and
//! [`all_lists`] of lists with rows for their actions.
//! Where rules know a word by its number, they find it by its name, when the program is compiled:
//! [`ListSpec::action`], [`Vocabulary::fact`] and their like.

use super::code::ONE;
use super::{Bounds, Columns};

/// The words of one ruleset. Positions in these lists are the numbers that compiled lines carry.
#[derive(Debug, Clone, Copy)]
pub struct Vocabulary {
    /// The decisions of the book, in the order in which a fighter meets them; each is one list of a policy.
    pub lists: &'static [ListSpec],
    /// What a condition may ask.
    pub facts: &'static [FactSpec],
    /// Ordered words that facts may be compared with.
    pub scales: &'static [ScaleSpec],
    /// Rules for picking a target.
    pub targets: &'static [TargetSpec],
    /// Words that stand for one of the things carried, beside the names of weapons.
    pub selectors: &'static [SelectorSpec],
}

/// One kind of decision.
#[derive(Debug, Clone, Copy)]
pub struct ListSpec {
    /// Its key in a policy.
    pub name: &'static str,
    /// When it is asked.
    pub doc: &'static str,
    /// What may be decided.
    pub actions: &'static [ActionSpec],
    /// Whether the decision is about somebody in any case, so that every line of it may ask about a target: of a line that
    /// picks none, it is that of the action that was decided on before.
    pub has_target: bool,
}

/// One action of a list.
#[derive(Debug, Clone, Copy)]
pub struct ActionSpec {
    /// The word that begins the line.
    pub name: &'static str,
    /// What it does.
    pub doc: &'static str,
    /// What may follow; at most four.
    pub slots: &'static [SlotSpec],
    /// The columns that say whether it is possible, with what, and at whom where the line names no target rule.
    pub reads: Columns,
}

/// One thing that may follow an action, introduced by a preposition.
#[derive(Debug, Clone, Copy)]
pub struct SlotSpec {
    /// The preposition: `with`, `at`, `by`, `on` …
    pub word: &'static str,
    /// What follows it.
    pub takes: Takes,
    /// Whether a line without it is a fault.
    pub required: bool,
    /// What it says.
    pub doc: &'static str,
}

/// What a slot takes.
#[derive(Debug, Clone, Copy)]
pub enum Takes {
    /// A weapon or other thing by name, or a selector.
    Item,
    /// A target rule or a combatant's name. The preposition may be left out directly after the action.
    Target,
    /// The same of enemies only.
    Enemy,
    /// A number: any arithmetic expression. One that is written out is no less than 0.
    Number,
    /// The same, of whole numbers from the first of these to the second where it is written out.
    Whole(i64, i64),
    /// A zone by its name or by its number, from 0 to this one, which is the last that a field can have.
    Zone(i64),
    /// One of these words.
    Word(&'static [WordSpec]),
}

impl Takes {
    /// Whether it is a target.
    pub const fn is_target(self) -> bool {
        matches!(self, Self::Target | Self::Enemy)
    }
}

/// A word with its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WordSpec {
    /// The word.
    pub name: &'static str,
    /// What it means.
    pub doc: &'static str,
}

/// A rule for picking a target.
#[derive(Debug, Clone, Copy)]
pub struct TargetSpec {
    /// The word.
    pub name: &'static str,
    /// Whom it picks.
    pub doc: &'static str,
    /// The columns that its pick depends on.
    pub reads: Columns,
}

/// A word for one of the things carried.
pub type SelectorSpec = WordSpec;

/// An ordered scale of words: `failure < success < special`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScaleSpec {
    /// Its name, for error texts.
    pub name: &'static str,
    /// The words, lowest first.
    pub words: &'static [WordSpec],
}

/// One thing a condition may ask.
#[derive(Debug, Clone, Copy)]
pub struct FactSpec {
    /// Its dotted name: `self.hp`.
    pub name: &'static str,
    /// What it is, with its unit.
    pub doc: &'static str,
    /// What kind of value it has.
    pub kind: Kind,
    /// The least and the most that it can be. A condition that never holds by that alone is a fault.
    pub bounds: Bounds,
    /// Whether it is a number from 0 to 1, which is written in per cent.
    pub is_share: bool,
    /// Whether it is asked of a thing carried: `usable(broad-sword)`.
    pub of_item: bool,
    /// The lists in which it may be asked; empty for all.
    pub lists: &'static [&'static str],
    /// Whether it needs the line to have picked a target.
    pub needs_target: bool,
    /// The columns that its answer depends on: all of them unless the book says otherwise.
    pub reads: Columns,
}

/// Kinds of value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A number, in thousandths where it is evaluated.
    Number,
    /// True or false.
    Truth,
    /// A word of this scale, which is among [`Vocabulary::scales`].
    Scale(&'static ScaleSpec),
}

/// A decision, asked when `doc` says.
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

/// An action and what may follow it.
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
    }
}

/// Something that may follow an action.
pub const fn slot(word: &'static str, takes: Takes, doc: &'static str) -> SlotSpec {
    SlotSpec {
        word,
        takes,
        required: false,
        doc,
    }
}

/// A word with its meaning.
pub const fn word(name: &'static str, doc: &'static str) -> WordSpec {
    WordSpec { name, doc }
}

/// A rule for picking a target.
pub const fn target(name: &'static str, doc: &'static str) -> TargetSpec {
    TargetSpec {
        name,
        doc,
        reads: Columns::ALL,
    }
}

/// A fact that is a number.
pub const fn number(name: &'static str, doc: &'static str) -> FactSpec {
    fact(Kind::Number, name, doc)
}

/// A fact that is a number from 0 to 1, as `30%`.
pub const fn share(name: &'static str, doc: &'static str) -> FactSpec {
    let mut share = number(name, doc);
    share.is_share = true;
    share.bounds = Bounds::new(0, ONE);
    share
}

/// A fact that holds or does not.
pub const fn truth(name: &'static str, doc: &'static str) -> FactSpec {
    fact(Kind::Truth, name, doc)
}

/// A fact that is a word of a scale.
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
    /// The same where no line may be without it.
    #[must_use]
    pub const fn required(mut self) -> Self {
        self.required = true;
        self
    }
}

impl ActionSpec {
    /// Declares that it reads these columns and no others.
    #[must_use]
    pub const fn reads(mut self, columns: Columns) -> Self {
        self.reads = columns;
        self
    }
}

impl TargetSpec {
    /// Declares that it reads these columns and no others.
    #[must_use]
    pub const fn reads(mut self, columns: Columns) -> Self {
        self.reads = columns;
        self
    }
}

impl FactSpec {
    /// The same where it is never less than this, in whole numbers.
    #[must_use]
    pub const fn from(mut self, least: i64) -> Self {
        self.bounds.least = least * ONE;
        self
    }

    /// The same where it is never less than the first of these nor more than the second, in whole numbers.
    #[must_use]
    pub const fn within(mut self, least: i64, most: i64) -> Self {
        self.bounds = Bounds::new(least * ONE, most * ONE);
        self
    }

    /// An answer to it, which keeps to its bounds.
    ///
    /// # Panics
    /// When it does not, where that is looked at: in builds with debug assertions.
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

    /// The same, asked of a thing carried.
    #[must_use]
    pub const fn of_item(mut self) -> Self {
        self.of_item = true;
        self
    }

    /// The same, asked of the line's target.
    #[must_use]
    pub const fn of_target(mut self) -> Self {
        self.needs_target = true;
        self
    }

    /// The same, asked in these lists only.
    #[must_use]
    pub const fn only_in(mut self, lists: &'static [&'static str]) -> Self {
        self.lists = lists;
        self
    }

    /// Declares that it reads these columns and no others.
    #[must_use]
    pub const fn reads(mut self, columns: Columns) -> Self {
        self.reads = columns;
        self
    }
}

/// The first halves of rows: what policies have to know of a book's words.
pub const fn specs<S: Copy, M: Copy, const LEN: usize>(rows: &[(S, M)]) -> [S; LEN] {
    let mut specs = [rows[0].0; LEN];
    let mut at = 0;
    while at < LEN {
        specs[at] = rows[at].0;
        at += 1;
    }
    specs
}

/// A list without its actions, and these, each with what a book makes of it.
pub type Rows<M> = (ListSpec, &'static [(ActionSpec, M)]);

/// How many actions some lists have together.
pub const fn count<M>(lists: &[Rows<M>]) -> usize {
    let (mut sum, mut at) = (0, 0);
    while at < lists.len() {
        sum += lists[at].1.len();
        at += 1;
    }
    sum
}

/// The actions of all these lists, one after the other.
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

/// These lists as policies have to know them, each with its own of all their actions.
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
    /// The position of a list.
    ///
    /// # Panics
    /// When there is none of this name.
    pub const fn list(&self, name: &str) -> usize {
        let mut at = 0;
        while !same(self.lists[at].name, name) {
            at += 1;
        }
        at
    }

    /// The position of a fact.
    ///
    /// # Panics
    /// When there is none of this name.
    pub const fn fact(&self, name: &str) -> usize {
        let mut at = 0;
        while !same(self.facts[at].name, name) {
            at += 1;
        }
        at
    }

    /// The position of a target rule, as compiled lines carry it.
    ///
    /// # Panics
    /// When there is none of this name.
    pub const fn target(&self, name: &str) -> u8 {
        let mut at = 0;
        while !same(self.targets[at as usize].name, name) {
            at += 1;
        }
        at
    }
}

impl ListSpec {
    /// The same where it is about somebody in any case, as the field `has_target` says.
    #[must_use]
    pub const fn about_target(mut self) -> Self {
        self.has_target = true;
        self
    }

    /// The position of an action, as compiled lines carry it.
    ///
    /// # Panics
    /// When there is none of this name.
    pub const fn action(&self, name: &str) -> u8 {
        let mut at = 0;
        while !same(self.actions[at as usize].name, name) {
            at += 1;
        }
        at
    }
}

impl SlotSpec {
    /// The position of a word that may stand here, as compiled lines carry it.
    ///
    /// # Panics
    /// When there is none of this name.
    pub const fn word(&self, name: &str) -> u8 {
        let Takes::Word(words) = self.takes else {
            panic!("no word stands here")
        };
        place(words, name)
    }
}

impl ScaleSpec {
    /// The position of a word, which is its value.
    ///
    /// # Panics
    /// When there is none of this name.
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

/// Whether two names are the same, said when the program is compiled.
pub const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// The value of a number that a fact asks for: thousandths.
pub fn whole(number: impl Into<i64>) -> i64 {
    number.into() * 1000
}

/// The value of a truth that a fact asks for.
pub fn holds(truth: bool) -> i64 {
    i64::from(truth)
}

/// What a fact says for a number without limit.
pub const UNLIMITED: i64 = 1_000_000;
