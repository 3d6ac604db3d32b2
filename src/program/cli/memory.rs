//! Ends the program with a message when it has run out of memory.

use std::io::{self, Write};

use super::messages;

/// Reports that no memory is left, and ends the program with the exit code for an inconclusive result. This
/// function allocates no memory.
pub fn out_of_memory() -> ! {
    let text = if messages::are_json() {
        "{\"format\":\"skirmish-message/1\",\"severity\":\"error\",\"code\":\"inconclusive\",\"message\":\"out \
         of memory: allow more memory, or compute less at once\"}\n"
    } else {
        "error: out of memory: allow more memory, or compute less at once (fewer --threads, fewer \
         matchups, a smaller --budget-bytes)\n"
    };
    // If standard error cannot be written, there is no way to report that.
    let _ = io::stderr().write_all(text.as_bytes());
    #[cfg(unix)]
    signal_hook::low_level::exit(4);
    #[cfg(not(unix))]
    std::process::exit(4);
}
