//! Ctrl-C: the first asks for an early end, the second does not wait for it.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use super::output::Failure;

/// Set by the first Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// Listens for Ctrl-C from now on. The flag it gives turns true when the user wants an end.
pub(super) fn listen() -> Result<&'static AtomicBool, Failure> {
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            process::exit(130);
        }
    })
    .map_err(|error| Failure::Files(format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(&STOP)
}
