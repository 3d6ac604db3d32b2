//! What a command and the local page do alike with scenarios: they read them, play them, report and tell fights.

pub(crate) mod loaded;
pub(crate) mod meant;
pub(crate) mod results;
pub(crate) mod search;
pub(crate) mod tell;
pub(crate) mod values;
pub(crate) mod watched;
pub(crate) mod words;
