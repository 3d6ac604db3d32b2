//! Ends a program that has run out of memory.

use std::io::{self, Write};

use super::messages;

/// Reports that no memory is left, and ends the program with the exit code for an undecided result. Allocates nothing
/// itself.
pub fn out_of_memory() -> ! {
    let text = if messages::are_json() {
        "{\"format\":\"skirmish-message/1\",\"severity\":\"error\",\"code\":\"inconclusive\",\"message\":\"there is no \
         memory left: allow more of it, or ask for less at once\"}\n"
    } else {
        "error: there is no memory left: allow more of it, or ask for less at once (fewer --threads, fewer matchups, a \
         smaller --budget-bytes)\n"
    };
    // A failure of standard error cannot be reported.
    let _ = io::stderr().write_all(text.as_bytes());
    #[cfg(unix)]
    signal_hook::low_level::exit(4);
    #[cfg(not(unix))]
    std::process::exit(4);
}
