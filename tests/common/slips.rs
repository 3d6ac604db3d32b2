//! A scenario without faults, and the messages that the program gives after a mistake has been put into it.

use std::fmt::Write as _;
use std::fs;

use skirmish::rules;
use skirmish::scenario::{Faults, Overrides};

/// A scenario without faults, which tests change.
pub(crate) const SOUND: &str = r#"ruleset = "brp"

[combatants.guard]
hit_points = 13
dex = 12
db = "1d4"
armour = "chain"
carries = ["broad-sword", "round-shield"]
skills = { broad-sword = 60 }
policy = "steady"

[combatants.goblin]
hit_points = 9
dex = 14
carries = ["dagger"]

[policies.steady]
act = ["attack weakest if foes.standing > 1", "attack nearest"]
react = ["parry with round-shield"]

[[sides]]
name = "guards"
fighters = [{ combatant = "guard", count = 2, at = 0 }]

[[sides]]
name = "goblins"
fighters = [{ combatant = "goblin", count = 3, at = 8 }]

[[vary]]
name = "blade"
set = "combatants.guard.carries[0]"
to = ["broad-sword", "dagger"]
"#;

/// Writes these files into a folder, and returns the faults of `main.toml` with these `--set` and `--vary`.
/// Returns `None` if it has no faults.
pub(crate) fn faults_of(files: &[(&str, &str)], overrides: &Overrides) -> Option<Faults> {
    let folder = tempfile::tempdir().expect("a folder for the test");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("a file for the test");
    }
    rules::load(&folder.path().join("main.toml"), overrides).err()
}

/// Returns the faults of the scenario `text`, each as `line:column code: message (help)`.
pub(crate) fn told(text: &str) -> String {
    let Some(faults) = faults_of(&[("main.toml", text)], &Overrides::default()) else {
        return "no faults".to_owned();
    };
    lines(&faults)
}

pub(crate) fn lines(faults: &Faults) -> String {
    let mut lines = String::new();
    for fault in faults.sorted() {
        let place = fault.span.map_or(String::new(), |span| {
            let text = faults.sources().text(span.source);
            let start = text[..span.start].rfind('\n').map_or(0, |feed| feed + 1);
            let column = text[start..span.start].chars().count() + 1;
            format!("{}:{column} ", faults.sources().line(span))
        });
        let help = fault
            .help
            .map_or(String::new(), |help| format!(" ({help})"));
        writeln!(lines, "{place}{}: {}{help}", fault.code, fault.message)
            .expect("a text takes every word");
    }
    lines
}

/// Returns the faults of the scenario [`SOUND`] after `from` has been replaced by `to` in its text.
pub(crate) fn after(from: &str, to: &str) -> String {
    assert!(SOUND.contains(from), "{from}");
    told(&SOUND.replacen(from, to, 1))
}
