//! Helpers for the tests of this folder: a small rulebook, a valid scenario, and short descriptions of
//! faults.

use super::{Faults, Overrides, Scenario};

/// The tables of a small rulebook for tests, which is called `brp`.
pub(super) const BOOK: &str = "
[weapons.axe]
damage = '2d6'
[weapons.sword]
damage = '1d8'
[armour.chain]
stops = 5
";

/// A scenario without faults: a duel.
pub(super) const DUEL: &str = "
ruleset = 'brp'

[combatants.guard]
hp = 13
carries = ['sword', 'shield']
[combatants.goblin]
hp = 6

[[sides]]
name = 'left'
fighters = [{ combatant = 'guard' }]
[[sides]]
name = 'right'
fighters = [{ combatant = 'goblin', count = 2, at = [0, 3] }]
";

/// Reads the first of these texts as a scenario. The others can be included.
pub(super) fn read(texts: &[(&str, &str)], overrides: &Overrides) -> (Option<Scenario>, Faults) {
    let library = |name: &str| (name == "brp").then_some(BOOK.into());
    Scenario::parse(texts, overrides, &library, &["brp", "persona"])
}

/// Reads the scenario [`DUEL`] with more text at its end.
pub(super) fn duel(more: &str, overrides: &Overrides) -> (Option<Scenario>, Faults) {
    read(&[("duel.toml", &format!("{DUEL}{more}"))], overrides)
}

/// Returns the code of each fault, and the text at its source location.
pub(super) fn told(faults: &Faults) -> Vec<(&'static str, String)> {
    let words = |fault: &super::Fault| fault.span.map(|span| faults.sources().slice(span));
    faults
        .sorted()
        .iter()
        .map(|fault| (fault.code, words(fault).unwrap_or_default().to_owned()))
        .collect()
}

/// Returns the expected faults in the form that [`told`] returns.
pub(super) fn faults<const N: usize>(
    expected: [(&'static str, &str); N],
) -> Vec<(&'static str, String)> {
    let own = |(code, words): (&'static str, &str)| (code, words.to_owned());
    expected.into_iter().map(own).collect()
}

/// Returns overrides with these `--set` options.
pub(super) fn set(texts: &[&str]) -> Overrides {
    Overrides {
        set: texts.iter().map(|&text| text.to_owned()).collect(),
        ..Overrides::default()
    }
}

/// Returns overrides with these `--vary` options.
pub(super) fn vary(texts: &[&str]) -> Overrides {
    Overrides {
        vary: texts.iter().map(|&text| text.to_owned()).collect(),
        ..Overrides::default()
    }
}
