//! Signals. The first Ctrl-C requests an early end, the second ends the program at once. When a file exceeds the size
//! limit, its write fails, so that the command ends with a message and leaves no partial output.

use std::process;
#[cfg(unix)]
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::output::Failure;

/// Set by the first Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// Whether the signal handler is installed.
static LISTENS: AtomicBool = AtomicBool::new(false);

/// Installs the handler for Ctrl-C; further calls have no effect. The returned flag turns true when the user requests
/// an end.
pub(super) fn listen() -> Result<&'static AtomicBool, Failure> {
    if LISTENS.swap(true, Ordering::Relaxed) {
        return Ok(&STOP);
    }
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            process::exit(130);
        }
    })
    .map_err(|error| Failure::Files(format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(&STOP)
}

/// Makes a write beyond the file size limit (`ulimit -f`) fail instead of ending the program.
pub(super) fn outlive_full_files() {
    #[cfg(unix)]
    {
        use signal_hook::consts::signal::SIGXFSZ;
        // Without the signal handler the default applies.
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    }
}
