//! Shipped scenarios for the benches.

use skirmish::rules::{self, Match};
use skirmish::scenario::Overrides;

/// The first matchup of a shipped scenario, after these `path=value`.
///
/// # Panics
/// When the scenario has faults.
pub(crate) fn shipped(path: &str, set: &[&str]) -> Match {
    let overrides = Overrides {
        set: set.iter().map(|&one| one.to_owned()).collect(),
        ..Overrides::default()
    };
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    match rules::load(path.as_ref(), &overrides) {
        Ok((_, mut matches)) => matches.remove(0),
        Err(faults) => panic!("{}", faults.render(false, 100)),
    }
}
