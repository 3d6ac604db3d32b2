//! Handles signals. The first Ctrl-C requests an early end, and the second ends the program at once. If a
//! file exceeds the size limit, the write fails, so that the command ends with a message and leaves no
//! partial output.

use std::process;
#[cfg(unix)]
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::output::Failure;

/// Whether the user has pressed Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// Whether the handler for Ctrl-C is installed.
static LISTENS: AtomicBool = AtomicBool::new(false);

/// Installs the handler for Ctrl-C, unless it is installed already. Returns a flag that becomes true when the
/// user presses Ctrl-C.
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

/// Makes a write beyond the file size limit (`ulimit -f`) fail with an error. By default the signal of the
/// system would end the program.
pub(super) fn outlive_full_files() {
    #[cfg(unix)]
    {
        use signal_hook::consts::signal::SIGXFSZ;
        // If the handler cannot be installed, the system's default stays.
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    }
}
