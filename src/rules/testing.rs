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

/// Asserts that a scenario written in a test has exactly one fault, and how it is shown: its code, the file's line
/// with the caret under the part in guillemets (`dex = «-1»`), the message, and the help if there is any.
pub(super) fn assert_shown(
    text: &str,
    shown: &str,
    marked: &str,
    code: &str,
    message: &str,
    help: Option<&str>,
) {
    let (before, rest) = marked.split_once('«').expect("a part in guillemets");
    let (part, after) = rest.split_once('»').expect("a part in guillemets");
    let fragment = format!("{before}{part}{after}");
    assert_eq!(text.matches(&fragment).count(), 1, "{fragment} in\n{text}");
    let start = text.find(&fragment).expect("just counted") + before.len();
    let line = text[..start].matches('\n').count() + 1;
    let column = start - text[..start].rfind('\n').map_or(0, |at| at + 1) + 1;

    let faults: Vec<&str> = shown.split("\n\n").filter(|part| is_code(part)).collect();
    assert_eq!(faults, [code], "{shown}");
    let words = |text: &str| {
        let plain = text.replace('│', " ");
        plain.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let head = shown.split("╭─[").next().expect("some text");
    assert_eq!(words(head), format!("{code} × {message}"), "{shown}");
    assert!(
        shown.contains(&format!("trial.toml:{line}:{column}]")),
        "line {line}, column {column}:\n{shown}"
    );
    let source = text.lines().nth(line - 1).expect("a line of the text");
    assert!(shown.contains(&format!("{line} │ {source}\n")), "{shown}");
    let caret = shown.lines().find(|line| line.trim().starts_with('·'));
    let caret = caret.expect("a caret");
    let length = caret.chars().filter(|c| "─┬".contains(*c)).count();
    assert_eq!(length, part.chars().count(), "{shown}");
    let foot = shown.split("╰────").last().expect("some text");
    let expected = help.map_or(String::new(), |help| format!("help: {help}"));
    assert_eq!(words(foot), expected, "{shown}");
}

/// Whether this is the line that a fault begins with.
fn is_code(text: &str) -> bool {
    let text = text.trim();
    text.contains("::")
        && text
            .chars()
            .all(|c| c.is_ascii_lowercase() || ":-".contains(c))
}
