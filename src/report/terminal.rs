//! The short summary for a terminal.

use super::Report;

impl Report {
    /// A summary of at most some twenty lines for each scenario, `width` columns wide.
    pub fn terminal(&self, _width: u16, _color: bool) -> String {
        String::new()
    }
}
