//! What a fight can do without its rules being asked anew.

pub(crate) mod counters;
