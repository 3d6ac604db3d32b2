//! What a ruleset lets a policy talk about.
//!
//! Everything is `const` data with a one-line doc each, so that the type check, the suggestions and the command
//! that lists a book's words all read the same tables.

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
    /// A number: any arithmetic expression.
    Number,
    /// One of these words.
    Word(&'static [WordSpec]),
}

/// A word with its meaning.
#[derive(Debug, Clone, Copy)]
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
    /// Whether its pick can only change when somebody falls, returns, moves, or loses a weapon or a shot.
    pub steady: bool,
}

/// A word for one of the things carried. It counts as steady: it looks at what is carried, whole and loaded.
pub type SelectorSpec = WordSpec;

/// An ordered scale of words: `failure < success < special`.
#[derive(Debug, Clone, Copy)]
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
    /// Whether it is asked of a thing carried: `usable(broad-sword)`.
    pub of_item: bool,
    /// The lists in which it may be asked; empty for all.
    pub lists: &'static [&'static str],
    /// Whether it needs the line to have picked a target.
    pub needs_target: bool,
    /// Whether it can only change when somebody falls, returns, moves, or loses a weapon or a shot. Lists whose
    /// conditions ask steady facts alone need not be asked again before that.
    pub steady: bool,
}

/// Kinds of value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A number, in thousandths where it is evaluated.
    Number,
    /// True or false.
    Truth,
    /// A word of a scale, by its position in [`Vocabulary::scales`].
    Scale(usize),
}
