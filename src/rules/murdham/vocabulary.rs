//! Everything that a policy of this book can say: its words, with what its conditions ask and its selectors mean.

use super::decisions::facts::{FACTS, SCALES};
use super::nouns::selectors::SELECTORS;
use super::words::WORDS;
use crate::policy::Vocabulary;
use crate::policy::vocabulary::specs;

/// Everything that a policy of this book can say.
pub(super) static VOCABULARY: Vocabulary = Vocabulary {
    facts: &FACTS,
    scales: SCALES,
    selectors: &specs::<_, _, { SELECTORS.len() }>(SELECTORS),
    ..WORDS
};
