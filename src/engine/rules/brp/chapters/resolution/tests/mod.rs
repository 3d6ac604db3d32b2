//! The end of a round, by the book and by the readings where the book is open.

mod ends;
mod first_aid;
mod waking;
