//! Implements `skirmish serve`: a local page that shows the new results after each change of a number.
//!
//! The browser only shows the page and sends requests. All work is done by the server, with the code of the
//! commands: scenarios are read and fights are played as by `run`, differences are computed as by `compare`,
//! and fights are told as by `explain`. The page consists of HTML, a style sheet and JavaScript modules,
//! which are embedded in the program and need no build step.
//!
//! | file | content |
//! | --- | --- |
//! | `desk` | the scenarios that are served, and the files that may be read |
//! | `guard` | which requests are answered: from this machine, with the token, from the page itself |
//! | `routes` | the addresses |
//! | `play` | fights in stages, whose results are sent to the page until they are precise |
//! | `picture` | the results as JSON and as sections of the report |
//! | `result_cache` | the results of earlier drafts (edited versions of a scenario), for the charts |
//! | `paired` | the difference between two drafts, by fights with the same dice |
//! | `controls` | every value of a scenario that can be changed |
//! | `fight` | one fight, blow by blow |
//! | `chances` | the chance of each side at the moments of that fight |
//! | `save` | changes as TOML, as a command, as a text, as a file |
//! | `export` | tables, workbook and page of the results |
//! | `faults` | faults as JSON |
//! | `assets` | the files of the page |
//!
//! For a scenario, the server reads only files in the folder of the scenario and files that the scenario on
//! the disk includes. The server writes a file only on request. It listens on the loopback interface only.

mod assets;
mod chances;
mod controls;
mod desk;
mod export;
mod faults;
mod fight;
mod guard;
mod paired;
mod picture;
mod play;
mod result_cache;
mod routes;
mod save;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::net::TcpListener;

use desk::Desk;

/// The settings of the server.
#[derive(Debug, Clone, Default)]
pub(crate) struct Settings {
    /// Paths of the scenario files.
    pub(crate) files: Vec<PathBuf>,
    /// Port number. 0 stands for any free port.
    pub(crate) port: u16,
    /// Number of threads that play fights. `None` for the number of processors minus one, which is left to
    /// the browser.
    pub(crate) threads: Option<NonZeroUsize>,
}

/// Time between two checks whether the server must end.
const TICK: Duration = Duration::from_millis(50);

/// Serves the scenarios until `stop` is true. When the server is ready, calls `ready` with the address of the
/// page, which contains the token.
///
/// # Errors
/// If the server cannot start.
pub(crate) fn serve(
    settings: &Settings,
    stop: &AtomicBool,
    ready: impl FnOnce(&str),
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let threads = settings.threads.map_or_else(spare, usize::from);
    let result = runtime.block_on(async {
        let listener =
            TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, settings.port))).await?;
        let port = listener.local_addr()?.port();
        let desk = Desk::new(&settings.files, port, [pool(threads)?, pool(threads)?])?;
        let desk = Arc::new(desk);
        let watcher = {
            let desk = Arc::clone(&desk);
            let watched = desk.watched();
            thread::spawn(move || desk.watch(watched))
        };
        ready(&desk.address());
        let ended = async {
            while !stop.load(Ordering::Relaxed) {
                tokio::time::sleep(TICK).await;
            }
        };
        let app = routes::routes(Arc::clone(&desk));
        let served = tokio::select! {
            served = axum::serve(listener, app).into_future() => served,
            () = ended => Ok(()),
        };
        desk.close();
        // The thread only reads files and ends within a moment. If it has panicked, the message has been
        // printed already.
        let _ = watcher.join();
        served
    });
    // Fights that are still being played end as soon as they check their stop flags.
    runtime.shutdown_background();
    result
}

/// Returns the number of processors minus one, which is left to the browser. The result is at least 1.
fn spare() -> usize {
    thread::available_parallelism().map_or(1, |all| all.get().saturating_sub(1).max(1))
}

fn pool(threads: usize) -> io::Result<ThreadPool> {
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(io::Error::other)
}
