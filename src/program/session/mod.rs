//! Code that the commands and the local page share: scenarios read and played, results reported, fights told.

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
