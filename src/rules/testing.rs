//! For tests: a scenario's text, read and checked as if it came from a file.

use crate::scenario::{Faults, Matchup, Overrides, RunSettings, Scenario};

use super::RulesetId;

/// Reads a scenario written in a test.
pub(super) fn scenario(text: &str) -> Result<(Scenario, Faults), Faults> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("trial.toml");
    std::fs::write(&path, text).expect("a temporary file");
    let names: Vec<&str> = RulesetId::ALL.iter().map(|id| id.book().name).collect();
    let library = |name: &str| RulesetId::named(name).map(|id| id.book().tables);
    Scenario::load(&path, &Overrides::default(), &library, &names)
}

/// The first matchup of a scenario written in a test.
///
/// # Panics
/// With the faults, when it has any.
pub(super) fn matchup(text: &str) -> (Matchup, RunSettings, Faults) {
    match scenario(text) {
        Ok((scenario, faults)) => {
            let matchup = scenario.matchups(&faults).into_iter().next();
            let matchup = matchup.unwrap_or_else(|| panic!("{}", faults.render(false, 100)));
            (matchup, scenario.run, faults)
        }
        Err(faults) => panic!("{}", faults.render(false, 100)),
    }
}
