//! Code that the commands and the local page have in common: it reads and plays scenarios, reports results
//! and tells fights.

pub(crate) mod chances;
pub(crate) mod events;
pub(crate) mod expectations;
pub(crate) mod loaded;
pub(crate) mod results;
pub(crate) mod search;
pub(crate) mod tell;
pub(crate) mod values;
pub(crate) mod watched;
pub(crate) mod words;
