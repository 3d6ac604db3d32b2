//! The end of a program that has no memory left.

use std::io::{self, Write};

use super::messages;

/// Says that there is no memory left, and ends the program as what was not decided. Takes none itself.
pub fn out_of_memory() -> ! {
    let text = if messages::are_json() {
        "{\"format\":\"skirmish-message/1\",\"severity\":\"error\",\"code\":\"inconclusive\",\"message\":\"there is no \
         memory left: allow more of it, or ask for less at once\"}\n"
    } else {
        "error: there is no memory left: allow more of it, or ask for less at once (fewer --threads, fewer matchups, a \
         smaller --budget-bytes)\n"
    };
    // Nobody is left to be told that standard error is gone.
    let _ = io::stderr().write_all(text.as_bytes());
    #[cfg(unix)]
    signal_hook::low_level::exit(4);
    #[cfg(not(unix))]
    std::process::exit(4);
}
