//! The end of a round, as the book and its readers tell it.

mod ends;
mod first_aid;
mod waking;
