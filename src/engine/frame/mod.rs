//! Everything around a fight that is the same for all rulebooks. This module reads a scenario for a book. It
//! defines the interface of a book ([`Book`]), the lineup of a fight, and the scene, which gives a book's
//! rules access to a fight.

pub(crate) mod afflictions;
pub(crate) mod book;
pub mod clause;
pub(crate) mod day;
pub(crate) mod draft;
pub(crate) mod drawing;
pub(crate) mod goals;
mod label;
pub(crate) mod lineup;
pub(crate) mod load;
pub(crate) mod meanings;
mod mistaken;
mod numbers;
mod objectives;
mod policy_cache;
pub(crate) mod remedies;
pub(crate) mod resting;
pub mod rules;
pub(crate) mod scene;
mod scripts;
pub mod settings;
pub(crate) mod time;

pub use book::{Book, BookInfo, StatBlock};
pub use clause::{Clause, How};
pub use draft::{Draft, check_ways, number_of, places_of};
pub use label::shared as shared_label;
pub use lineup::{Lineup, Role};
pub use load::{Compiled, Match, load_from};
pub use numbers::{Choice, Number, Numbers, Unsteppable, numbers};
pub use policy_cache::PolicyCache;
pub use settings::{Allowed, OptionSpec, OptionValue, Record};
