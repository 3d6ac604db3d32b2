//! All the words of a policy of this book: decisions, facts, targets, selectors.
//!
//! Clauses: SST-0-10.

use super::decisions::facts::FACTS;
use super::nouns::selectors::SELECTORS;
use super::words::{LISTS, TARGETS};
use crate::policy::Vocabulary;
use crate::policy::vocabulary::specs;

/// Everything that a policy of this book can say.
pub(super) static VOCABULARY: Vocabulary = Vocabulary {
    lists: &LISTS,
    facts: &FACTS,
    scales: &[],
    targets: &TARGETS,
    selectors: &specs::<_, _, { SELECTORS.len() }>(SELECTORS),
};
