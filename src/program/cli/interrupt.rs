//! Signals. Ctrl-C: the first asks for an early end, the second does not wait for it. A file that may grow no further:
//! its write fails, which ends a command with a message and nothing half done.

use std::process;
#[cfg(unix)]
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::output::Failure;

/// Set by the first Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// Whether somebody listens for Ctrl-C.
static LISTENS: AtomicBool = AtomicBool::new(false);

/// Listens for Ctrl-C from now on; a further call changes nothing. The flag it gives turns true when the user wants an end.
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

/// Has a write beyond the largest file allowed (`ulimit -f`) fail instead of ending the program.
pub(super) fn outlive_full_files() {
    #[cfg(unix)]
    {
        use signal_hook::consts::signal::SIGXFSZ;
        // Without the signal handler the default holds.
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    }
}
