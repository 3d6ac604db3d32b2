//! All the words of a policy of this book: decisions, facts, targets, selectors.

use super::decisions::WORDS;
use super::nouns::SELECTORS;
use crate::policy::Vocabulary;
use crate::policy::vocabulary::specs;

/// Everything that a policy of this book can say.
pub(super) static VOCABULARY: Vocabulary = Vocabulary {
    selectors: &specs::<_, _, { SELECTORS.len() }>(SELECTORS),
    ..WORDS
};
