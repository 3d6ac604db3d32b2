//! Gives missing, strange and hostile files to the reader of scenarios. It must report an error and must not
//! panic.

mod common;
#[path = "../examples/mutants/mutate.rs"]
mod mutate;

use common::slips::{SOUND, after, faults_of, told};
use mutate::{KINDS, mutant};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus as Luck;
use skirmish::fight::Stream;
use skirmish::rules::{self, RulesetId};
use skirmish::scenario::Overrides;
use skirmish::tally::Tally;

#[test]
fn files_that_are_missing_or_go_in_circles_are_faults() {
    let none = Overrides::default();
    let main = format!("include = [\"arms.toml\", \"more.toml\", \"main.toml\"]\n{SOUND}");
    let arms = "include = [\"main.toml\"]\n";
    let faults = faults_of(&[("main.toml", &main), ("arms.toml", arms)], &none).expect("faults");
    let shown = faults.render(false, 100);
    for part in [
        "scenario::include-loop",
        "main.toml:1:38]",
        "arms.toml:1:12]",
        "scenario::file",
        "more.toml`",
        "main.toml:1:25]",
    ] {
        assert!(shown.contains(part), "{part} in\n{shown}");
    }
    let faults = faults_of(&[], &none).expect("faults");
    assert!(faults.render(false, 100).contains("there is no file `"));
    let folder = tempfile::tempdir().expect("a folder for the test");
    let faults = rules::load(folder.path(), &none).expect_err("a folder");
    assert!(faults.render(false, 100).contains("is a folder"));
}

#[test]
fn texts_are_read_however_editors_write_them() {
    let crlf = SOUND.replace('\n', "\r\n");
    let marked = format!("\u{feff}{SOUND}");
    for text in [&crlf, &marked] {
        assert_eq!(told(text), "no faults");
    }
    let slip = ("dex = 12", "dex = -12");
    let expected = after(slip.0, slip.1);
    for text in [&crlf, &marked] {
        assert_eq!(told(&text.replace(slip.0, slip.1)), expected);
    }
    let first = marked.replace("ruleset = \"brp\"", "ruelset = \"brp\"");
    assert!(told(&first).contains("1:1 scenario::unknown-key: a scenario has no `ruelset`"));
    assert_eq!(told(""), told("\n\n"));
    assert!(told("").starts_with("1:1 scenario::missing-key: the scenario has no `ruleset`"));
}

#[test]
fn carets_stand_under_what_they_mean() {
    let text = SOUND
        .replace("dex = 12", "\t\tdex = -12")
        .replace(
            "combatant = \"goblin\"",
            "combatant = \"日本😀\", cuont = 1",
        )
        .replace(
            "name = \"blade\"",
            &format!("name = \"{}\"\nx = 1", "long".repeat(500)),
        );
    let faults = faults_of(&[("main.toml", &text)], &Overrides::default()).expect("faults");
    let shown = faults.render(false, 100);
    let widest = shown.lines().map(|line| line.chars().count()).max();
    assert!(widest < Some(400), "{shown}");
    let caret_below = |line: &str| {
        let mut lines = shown.lines().skip_while(|shown| !shown.contains(line));
        let _ = lines.next();
        let caret = lines
            .next()
            .unwrap_or_else(|| panic!("{line} in\n{shown}"))
            .to_owned();
        caret
            .find(['─', '┬', '▲'])
            .map(|at| caret[..at].chars().count())
    };
    // Before the key there are the line number and the bar, which take 5 columns, and two tabs of 4 columns
    // each. `dex = ` takes 6.
    assert_eq!(caret_below("dex = -12"), Some(5 + 8 + 6));
}

#[test]
fn nesting_without_end_is_a_fault_and_not_a_crash() {
    let condition = |text: String| after("foes.standing > 1", &text);
    for text in [
        format!("{}round > 1{}", "(".repeat(5000), ")".repeat(5000)),
        format!("{}round > 1", "not ".repeat(5000)),
        format!("{}1 > 1", "1 + ".repeat(5000)),
        format!("{}1 > 1", "-".repeat(5000)),
        format!("round > 1{}", " and round > 1".repeat(5000)),
    ] {
        let shown = condition(text);
        assert!(shown.contains("policy::"), "{shown}");
        assert_eq!(shown.lines().count(), 1, "{shown}");
    }
    for text in [
        format!("x = {}{}", "[".repeat(5000), "]".repeat(5000)),
        format!("x{} = 1", ".x".repeat(5000)),
    ] {
        assert!(told(&format!("{text}\n{SOUND}")).contains("scenario::toml"));
    }
}

#[test]
fn names_may_be_anything_that_can_be_written() {
    let text = SOUND
        .replace("[combatants.guard]", "[combatants.\"the, 'old' guard ⚔\"]")
        .replace(
            "combatant = \"guard\"",
            "combatant = \"the, 'old' guard ⚔\"",
        )
        .replace(
            "combatants.guard.",
            "combatants.\\\"the, 'old' guard ⚔\\\".",
        )
        .replace("name = \"guards\"", "name = \"gate, \\\"north\\\"\"");
    assert_eq!(told(&text), "no faults");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, rng_seed: proptest::test_runner::RngSeed::Fixed(23), failure_persistence: None, ..ProptestConfig::default() })]

    /// Checks scenarios with words changed, dropped or doubled. The reader must return matchups or faults,
    /// and it must be possible to print the faults.
    #[test]
    fn no_change_of_a_scenario_upsets_the_reader(
        changes in prop::collection::vec(
            (any::<prop::sample::Index>(), prop::sample::select(JUNK)), 1..4)
    ) {
        let mut words = words(SOUND);
        for (at, junk) in changes {
            let at = at.index(words.len());
            junk.clone_into(&mut words[at]);
        }
        let text = words.concat();
        if let Some(faults) = faults_of(&[("main.toml", &text)], &Overrides::default()) {
            prop_assert!(!faults.is_empty());
            prop_assert!(!faults.render(false, 80).is_empty());
        }
    }
}

/// Texts that may get into a scenario by mistake.
const JUNK: &[&str] = &[
    "",
    " ",
    "\n",
    "=",
    "[",
    "]",
    "{}",
    "[]",
    "\"\"",
    "\"",
    "0",
    "-1",
    "1.5",
    "true",
    "x",
    "guard",
    "dagger",
    "\"guard\"",
    "[[sides]]",
    "[weapons.dagger]",
    "[options]",
    "99999999999",
    "1979-05-27",
    "(",
    "if",
    "at",
    "日本",
    "\r",
];

/// Splits a text into words and the pieces between them. Together they are the whole text.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = None;
    for c in text.chars() {
        let kind = (
            c.is_alphanumeric() || c == '_' || c == '-',
            c.is_whitespace(),
        );
        match words.last_mut() {
            Some(word) if before == Some(kind) => word.push(c),
            _ => words.push(c.to_string()),
        }
        before = Some(kind);
    }
    words
}

/// Kinds of mistakes that never leave a valid scenario.
const NEVER: [&str; 5] = [
    "header of a list",
    "text as table",
    "letters of dice",
    "path to a table",
    "path too long",
];

/// Checks a small sample of the mistakes that `cargo run --release --example mutants` makes.
#[test]
fn slips_in_starters_are_faults_or_can_be_played() {
    assert!(
        NEVER
            .iter()
            .all(|never| KINDS.iter().any(|(kind, _)| kind == never))
    );
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("slip.toml");
    let mut luck = Luck::seed_from_u64(1);
    let mut faulty = 0;
    for book in RulesetId::ALL.iter().map(|id| id.book()) {
        for _ in 0..30 {
            let mutant = mutant(book.starter, &mut luck);
            std::fs::write(&path, &mutant.text).expect("a file for the test");
            let Ok((_, matches)) = rules::load(&path, &Overrides::default()) else {
                faulty += 1;
                continue;
            };
            let change = format!("{}: {} => {}", mutant.kind, mutant.before, mutant.after);
            assert!(!NEVER.contains(&mutant.kind), "{}: {change}", book.name);
            let bout = &matches[0].seats[0];
            let mut tally = Tally::new(bout.cast());
            bout.play(&Stream::new(1, bout.label()), 0..3, &mut tally);
            assert_eq!(tally.fights(), 3, "{}: {change}", book.name);
        }
    }
    let left: Vec<_> = std::fs::read_dir(folder.path())
        .expect("it is there")
        .collect();
    assert!(faulty > 60 && left.len() == 1, "{faulty}");
}
