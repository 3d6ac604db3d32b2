//! Assertions about scenarios that have one flaw, and about the error message for it.

use super::{Setup, Testable};

/// Asserts for each flaw that a scenario with it has exactly one fault, and that the fault is shown as
/// expected.
/// A flaw has four texts: scenario lines with the flawed part in guillemets (`dex = «-1»`), the code of the
/// fault, its message, and its help (`""` if it has none).
pub(crate) fn assert_flaws<F: Testable>(scenario: impl Fn(&str) -> Setup<F>, flaws: &[[&str; 4]]) {
    for [marked, code, message, help] in flaws {
        let line = marked.lines().find(|line| line.contains('«'));
        let line = line.expect("a part in guillemets").trim();
        let setup = scenario(&marked.replace(['«', '»'], ""));
        setup.assert_shown(line, code, message, help);
    }
}

/// Asserts for each number that a scenario with it is rejected as out of range. `numbers` has a field, its
/// faulty number, and the range as the message shows it.
pub(crate) fn assert_ranges<F: Testable>(
    scenario: impl Fn(&str) -> Setup<F>,
    numbers: &[[&str; 3]],
) {
    for [field, number, range] in numbers {
        let marked = format!("{field} = «{number}»");
        let message = format!("`{field}` must be {range}, not {number}");
        assert_flaws(&scenario, &[[&marked, "scenario::range", &message, ""]]);
    }
}

impl<F: Testable> Setup<F> {
    /// Asserts that the scenario has exactly one fault, shown with this code, message and help, and with a
    /// caret under a part of a line. `marked` is that line, with the part in guillemets (`dex = «-1»`).
    /// `help` is empty if the fault has none.
    pub(crate) fn assert_shown(&self, marked: &str, code: &str, message: &str, help: &str) {
        let (text, shown) = (self.text(), self.faults());
        let (before, rest) = marked.split_once('«').expect("a part in guillemets");
        let (part, after) = rest.split_once('»').expect("a part in guillemets");
        let fragment = format!("{before}{part}{after}");
        assert_eq!(text.matches(&fragment).count(), 1, "{fragment} in\n{text}");
        let start = text.find(&fragment).expect("just counted") + before.len();
        let line = text[..start].matches('\n').count() + 1;
        let column = start - text[..start].rfind('\n').map_or(0, |at| at + 1) + 1;

        let faults: Vec<&str> = shown.split("\n\n").filter(|part| is_code(part)).collect();
        assert_eq!(faults, [code], "{shown}");
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
        let expected = if help.is_empty() {
            String::new()
        } else {
            format!("help: {help}")
        };
        assert_eq!(words(foot), expected, "{shown}");
    }
}

/// Returns the words of a rendered fault, without its frame and line breaks.
fn words(text: &str) -> String {
    let plain = text.replace('│', " ");
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns whether a text is nothing but the code of a fault, such as `scenario::range`. Each rendered fault
/// begins with such a line.
fn is_code(text: &str) -> bool {
    let text = text.trim();
    text.contains("::")
        && text
            .chars()
            .all(|c| c.is_ascii_lowercase() || ":-".contains(c))
}
