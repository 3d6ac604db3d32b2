//! Tests of the end of a round.

mod ends;
mod first_aid;
mod waking;
