//! Shipped scenarios for the benches.

use skirmish::frame::Match;
use skirmish::rules;
use skirmish::scenario::Overrides;

/// A matchup of a shipped scenario with these `path=value`: the one of this name, or the first.
///
/// # Panics
/// If the scenario has faults, or no such matchup.
pub(crate) fn shipped(path: &str, set: &[&str], name: Option<&str>) -> Match {
    let overrides = Overrides {
        set: set.iter().map(|&one| one.to_owned()).collect(),
        ..Overrides::default()
    };
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    match rules::load(path.as_ref(), &overrides) {
        Ok((_, matches)) => {
            let wanted = |found: &Match| name.is_none_or(|name| found.name == name);
            let found = matches.into_iter().find(wanted);
            found.unwrap_or_else(|| panic!("{path} has no matchup {name:?}"))
        }
        Err(faults) => panic!("{}", faults.render(false, 100)),
    }
}
