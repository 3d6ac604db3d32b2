//! Converts the faults of a draft (an edited version of a scenario) into JSON, with their places in the text
//! on the page.

use serde::Serialize;
use serde_json::{Value as Json, json};

use super::desk::{Draft, Served};
use crate::scenario::{Fault, Faults};

/// Width of the text that lists the faults, in columns.
const WIDTH: usize = 100;

/// The place of a fault, as the page shows it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum FaultPlace {
    /// In the text of the scenario. `start` and `end` are offsets in UTF-16 code units, as JavaScript counts
    /// them.
    Text {
        start: usize,
        end: usize,
        line: usize,
    },
    /// In one of the changed values. `index` is its position in [`Draft::set`].
    Set { index: usize },
    /// In another file, for example an included one.
    File { name: String, line: usize },
    /// In no particular place of the scenario.
    Whole {},
}

/// Returns the faults of a draft as JSON.
pub(super) fn faults(served: &Served, draft: &Draft, faults: &Faults) -> Json {
    let words = draft.words();
    let all: Vec<Json> = faults
        .sorted()
        .iter()
        .map(|fault| {
            json!({
                "code": fault.code,
                "message": fault.message,
                "label": fault.label,
                "help": fault.help,
                "place": place(served, &words, faults, fault),
            })
        })
        .collect();
    json!({ "faults": all, "text": faults.render(false, WIDTH) })
}

fn place(served: &Served, words: &[String], faults: &Faults, fault: &Fault) -> FaultPlace {
    let Some(span) = fault.span else {
        return FaultPlace::Whole {};
    };
    let sources = faults.sources();
    let (name, text) = (sources.name(span.source), sources.text(span.source));
    if sources.is_flag(span.source) {
        return match words.iter().position(|word| word == text) {
            Some(index) => FaultPlace::Set { index },
            None => FaultPlace::Whole {},
        };
    }
    let line = sources.line(span);
    if name != served.path.display().to_string() {
        let name = name.to_owned();
        return FaultPlace::File { name, line };
    }
    let units = |end: usize| text[..end].encode_utf16().count();
    FaultPlace::Text {
        start: units(span.start),
        end: units(span.end),
        line,
    }
}
