//! What makes fights fast and changes nothing in them.

pub(crate) mod chart;
pub(crate) mod plans;
pub(crate) mod tables;
