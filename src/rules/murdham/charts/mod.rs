//! What makes fights fast and changes nothing in them.

pub(crate) mod chart;
pub(crate) mod fallen;
pub(crate) mod tables;
