//! Formats messages on standard error as text for people, or as one JSON object per line for programs
//! (`--message-format json`).
//!
//! `schemas/message.json` describes the objects. Newer versions may add keys. If the meaning of a key
//! changes, the number in the key `format` increases.

use std::sync::atomic::{AtomicBool, Ordering};

use clap::ValueEnum;
use serde::Serialize;

use super::output::Failure;
use crate::scenario::{Fault, Faults, Span};

/// Value of the key `format` in each JSON message.
const FORMAT: &str = "skirmish-message/1";

/// The format of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum MessageFormat {
    #[default]
    Text,
    Json,
}

/// Whether messages are JSON. The setting applies to the whole program.
static JSON: AtomicBool = AtomicBool::new(false);

impl MessageFormat {
    /// Sets the format of all later messages.
    pub(super) fn choose(self) {
        JSON.store(self == Self::Json, Ordering::Relaxed);
    }

    /// Finds the requested format in the command line, even if the rest of the command line is invalid.
    pub(super) fn typed(words: impl IntoIterator<Item = String>) -> Self {
        let mut words = words.into_iter().take_while(|word| word != "--");
        let mut found = Self::Text;
        while let Some(word) = words.next() {
            let value = match word.strip_prefix("--message-format") {
                Some("") => words.next(),
                Some(rest) => rest.strip_prefix('=').map(str::to_owned),
                None => None,
            };
            if let Some(value) = value {
                found = Self::from_str(&value, false).unwrap_or_default();
            }
        }
        found
    }
}

/// Returns whether messages are JSON and not text.
pub(super) fn are_json() -> bool {
    JSON.load(Ordering::Relaxed)
}

/// A message in its JSON form.
#[derive(Debug, Default, Serialize)]
struct Message<'m> {
    format: &'static str,
    severity: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'m str>,
    #[serde(rename = "message")]
    text: &'m str,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    place: Option<Location<'m>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'m str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'m str>,
}

/// A place in a file. Lines and columns count from 1, and columns count characters. The end of the place is
/// just after its last character.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Location<'m> {
    file: &'m str,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    /// Name of the sheet, if the file is a workbook.
    #[serde(skip_serializing_if = "Option::is_none")]
    sheet: Option<String>,
    /// Cell of the sheet, such as `C7`, if the file is a workbook.
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<String>,
}

impl Message<'_> {
    fn line(self) -> String {
        let whole = Self {
            format: FORMAT,
            ..self
        };
        let text = serde_json::to_string(&whole).expect("all keys are text");
        format!("{}\n", json_line(&text))
    }
}

/// Escapes a line of JSON so that GitHub Actions finds no workflow command in it.
pub(super) fn json_line(json: &str) -> String {
    json.replace("##[", "##\\u005b")
}

/// Returns the faults of a scenario, one JSON object per line.
pub(super) fn of_faults(faults: &Faults) -> String {
    let line = |fault: &Fault| {
        let message = Message {
            severity: "error",
            code: Some(fault.code),
            text: &fault.message,
            place: fault.span.map(|span| place(faults, span)),
            // A label describes the marked place, so a fault without a place has no label.
            label: fault.span.map(|_| fault.label.as_str()),
            help: fault.help.as_deref(),
            ..Message::default()
        };
        message.line()
    };
    faults.sorted().iter().map(line).collect()
}

fn place(faults: &Faults, span: Span) -> Location<'_> {
    let sources = faults.sources();
    let text = sources.text(span.source);
    let spot = |at: usize| {
        let at = at.min(text.len());
        let line = sources.line(Span {
            start: at,
            end: at,
            ..span
        });
        let start = text[..at].rfind('\n').map_or(0, |feed| feed + 1);
        (line, 1 + text[start..at].chars().count())
    };
    let ((line, column), (end_line, end_column)) = (spot(span.start), spot(span.end));
    let (sheet, cell) = match sources.cell(span) {
        Some(cell) => {
            let name = format!("{}{}", cell.column, cell.row);
            (cell.sheet, Some(name))
        }
        None => (None, None),
    };
    Location {
        file: sources.name(span.source),
        line,
        column,
        end_line,
        end_column,
        sheet,
        cell,
    }
}

/// Returns the reason why a command failed as JSON.
pub(super) fn of_failure(failure: &Failure) -> String {
    let (code, text) = match failure.kind() {
        Failure::Faults(lines) => return lines.clone(),
        Failure::Check(text) => ("check", text),
        Failure::Usage(text) => ("usage", text),
        Failure::Inconclusive(text) => ("inconclusive", text),
        Failure::Files(text) => ("files", text),
        Failure::Interrupted(text) => ("interrupted", text),
        Failure::Listed(first, _) => return of_failure(first),
    };
    let mut text = vec![text.as_str()];
    if let Failure::Listed(_, below) = failure {
        text.extend(below.iter().map(String::as_str));
    }
    let message = Message {
        severity: "error",
        code: Some(code),
        text: &text.join("\n"),
        ..Message::default()
    };
    message.line()
}

/// Returns a note as a line of JSON.
pub(super) fn of_note(text: &str) -> String {
    let message = Message {
        severity: "note",
        text,
        ..Message::default()
    };
    message.line()
}

/// Returns a mistake on the command line as JSON. The key `message` has the mistake and the usage.
pub(super) fn of_usage(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let (message, help) = text.split_once("\n\n").unwrap_or((text, ""));
    let message = Message {
        severity: "error",
        code: Some("usage"),
        text: message.trim(),
        help: Some(help.trim()).filter(|help| !help.is_empty()),
        ..Message::default()
    };
    message.line()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Sources;

    #[test]
    fn the_format_is_known_before_the_rest_is_understood() {
        let typed = |line: &str| MessageFormat::typed(line.split(' ').map(str::to_owned));
        assert_eq!(typed("skirmish run"), MessageFormat::Text);
        assert_eq!(
            typed("skirmish --message-format json run"),
            MessageFormat::Json
        );
        assert_eq!(
            typed("skirmish run --message-format=json --x"),
            MessageFormat::Json
        );
        assert_eq!(
            typed("skirmish run -- --message-format=json"),
            MessageFormat::Text
        );
        assert_eq!(typed("skirmish run --message-format"), MessageFormat::Text);
        assert_eq!(
            typed("skirmish run --message-format=xml"),
            MessageFormat::Text
        );
    }

    #[test]
    fn a_fault_has_its_place_in_characters() {
        let mut sources = Sources::default();
        let source = sources.add("a.toml", "a = 1\ngröße = \"x\"\n");
        let faults = Faults::new(sources);
        let span = Span {
            source,
            start: 16,
            end: 19,
        };
        let code = "scenario::wrong-type";
        faults.push(Fault::at(code, span, "no ##[number]", "a text").help("write 1"));
        let line = of_faults(&faults);
        assert_eq!(
            line,
            "{\"format\":\"skirmish-message/1\",\"severity\":\"error\",\"code\":\"scenario::wrong-type\",\"message\":\"no \
             ##\\u005bnumber]\",\"file\":\"a.toml\",\"line\":2,\"column\":9,\"end_line\":2,\"end_column\":12,\"label\":\"a \
             text\",\"help\":\"write 1\"}\n"
        );
        let json: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(json["message"], "no ##[number]");
        // A position beyond the end of the text is moved to the end.
        let end = Span {
            source,
            start: 99,
            end: 99,
        };
        assert_eq!(
            (place(&faults, end).line, place(&faults, end).column),
            (3, 1)
        );
    }
}
