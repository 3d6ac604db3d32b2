//! The BRP combat rules.

mod clauses;
mod options;

use super::Book;
use crate::policy::Vocabulary;

/// What the program can say about the book.
pub(super) const BOOK: Book = Book {
    name: "brp",
    about: "percentile skills, DEX ranks, parries and dodges, special successes",
    clauses: clauses::CLAUSES,
    options: options::OPTIONS,
    vocabulary: &Vocabulary {
        lists: &[],
        facts: &[],
        scales: &[],
        targets: &[],
        selectors: &[],
    },
    tables: include_str!("tables.toml"),
    starter: include_str!("starter.toml"),
};
