//! Shared by the tests of this folder: a small book, a valid scenario, and compact descriptions of faults.

use super::{Faults, Overrides, Scenario};

/// The tables of a book called `brp`.
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

/// Reads these texts, the first being the scenario.
pub(super) fn read(texts: &[(&str, &str)], overrides: &Overrides) -> (Option<Scenario>, Faults) {
    let library = |name: &str| (name == "brp").then_some(BOOK.into());
    Scenario::parse(texts, overrides, &library, &["brp", "persona"])
}

/// Reads the duel with more text appended.
pub(super) fn duel(more: &str, overrides: &Overrides) -> (Option<Scenario>, Faults) {
    read(&[("duel.toml", &format!("{DUEL}{more}"))], overrides)
}

/// Every fault's code and the text at its place.
pub(super) fn told(faults: &Faults) -> Vec<(&'static str, String)> {
    let words = |fault: &super::Fault| fault.span.map(|span| faults.sources().slice(span));
    faults
        .sorted()
        .iter()
        .map(|fault| (fault.code, words(fault).unwrap_or_default().to_owned()))
        .collect()
}

/// The expected faults, in the form for comparison.
pub(super) fn faults<const N: usize>(
    expected: [(&'static str, &str); N],
) -> Vec<(&'static str, String)> {
    let own = |(code, words): (&'static str, &str)| (code, words.to_owned());
    expected.into_iter().map(own).collect()
}

/// Overrides with these `--set`.
pub(super) fn set(texts: &[&str]) -> Overrides {
    Overrides {
        set: texts.iter().map(|&text| text.to_owned()).collect(),
        ..Overrides::default()
    }
}

/// Overrides with these `--vary`.
pub(super) fn vary(texts: &[&str]) -> Overrides {
    Overrides {
        vary: texts.iter().map(|&text| text.to_owned()).collect(),
        ..Overrides::default()
    }
}
