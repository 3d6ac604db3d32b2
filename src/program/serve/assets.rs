//! The files of the page.

use crate::report::html;

/// The largest number of series in a chart.
const SERIES: usize = 12;

/// The page. The style sheet and the patterns of the report stand in it, because patterns are found only in the page
/// itself.
pub(super) fn page() -> String {
    include_str!("assets/page.html")
        .replace("/* STYLE */", &html::style(SERIES))
        .replace("<!-- PATTERNS -->", &html::patterns(SERIES))
}

/// A file beside the page: its media type and its content.
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
