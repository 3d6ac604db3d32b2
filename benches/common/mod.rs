//! Loads shipped scenarios for the benches.

use skirmish::frame::Match;
use skirmish::rules;
use skirmish::scenario::Overrides;

/// Returns a matchup of a shipped scenario with these settings, each given as `path=value`. `name` is the
/// name of the matchup, or `None` for the first.
///
/// # Panics
/// Panics if the scenario has faults, or no such matchup.
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
