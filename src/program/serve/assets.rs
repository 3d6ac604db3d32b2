//! The files that the page consists of, which are embedded in the program.

use crate::report::html;

/// Largest number of lines or bars in a chart of the page that have different colours and patterns.
const SERIES: usize = 12;

/// Returns the HTML of the page. The style sheet and the fill patterns of the report are inserted into it,
/// because charts can only use patterns of the page that they are on.
pub(super) fn page() -> String {
    include_str!("assets/page.html")
        .replace("/* STYLE */", &html::style(SERIES))
        .replace("<!-- PATTERNS -->", &html::patterns(SERIES))
}

/// Returns the media type and the content of a file of the page. Returns `None` if there is no such file.
pub(super) fn asset(name: &str) -> Option<(&'static str, &'static str)> {
    const SCRIPT: &str = "text/javascript; charset=utf-8";
    Some(match name {
        "page.css" => ("text/css; charset=utf-8", include_str!("assets/page.css")),
        "main.js" => (SCRIPT, include_str!("assets/main.js")),
        "ask.js" => (SCRIPT, include_str!("assets/ask.js")),
        "controls.js" => (SCRIPT, include_str!("assets/controls.js")),
        "answer.js" => (SCRIPT, include_str!("assets/answer.js")),
        "text.js" => (SCRIPT, include_str!("assets/text.js")),
        "fight.js" => (SCRIPT, include_str!("assets/fight.js")),
        "take.js" => (SCRIPT, include_str!("assets/take.js")),
        "dom.js" => (SCRIPT, include_str!("assets/dom.js")),
        _ => return None,
    })
}
