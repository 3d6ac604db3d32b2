//! All words of the policy language of this book: decisions, facts, targets and selectors.

use super::decisions::facts::FACTS;
use super::nouns::selectors::SELECTORS;
use super::words::WORDS;
use crate::policy::Vocabulary;
use crate::policy::vocabulary::specs;

/// The words that a policy of this book can use.
pub(super) static VOCABULARY: Vocabulary = Vocabulary {
    facts: &FACTS,
    selectors: &specs::<_, _, { SELECTORS.len() }>(SELECTORS),
    ..WORDS
};
