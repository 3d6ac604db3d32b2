//! `skirmish serve`: a page on this machine whose answer follows each change of a number.
//!
//! A browser is the screen; everything else happens here, with the code of the commands: a scenario is read as `run`
//! reads it, fights are those of `run`, differences those of `compare`, a fight is told as by `explain`. The page is
//! three embedded files: HTML, a style sheet and JavaScript modules, without a build step.
//!
//! | file | content |
//! | --- | --- |
//! | `desk` | the scenarios that are served, and the files that may be read |
//! | `guard` | who may ask: this machine, with the token, from the page itself |
//! | `routes` | the addresses |
//! | `play` | fights in stages, pushed to the page until they are precise |
//! | `picture` | the results as JSON and as sections of the report |
//! | `kept` | the results of earlier states, for the charts |
//! | `paired` | the difference from the state before, under the same luck |
//! | `controls` | every value of a scenario that can be changed |
//! | `fight` | one fight, blow by blow |
//! | `chances` | the chance of each side at the moments of that fight |
//! | `take` | changes as TOML, as a command, as a text, as a file |
//! | `export` | tables, workbook and page of the results |
//! | `told` | faults as JSON |
//!
//! Only files in the folder of a scenario, and those that the scenario on the disk includes, are read; a file is
//! written only on request. The server listens on the loopback interface alone.

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

/// The settings of a server.
#[derive(Debug, Clone, Default)]
pub(crate) struct Settings {
    /// The scenarios.
    pub(crate) files: Vec<PathBuf>,
    /// The port; 0 for any free one.
    pub(crate) port: u16,
    /// The threads that play; by default all but one of the processors, which is left to the browser.
    pub(crate) threads: Option<NonZeroUsize>,
}

/// How often the server looks whether it is to end.
const TICK: Duration = Duration::from_millis(50);

/// Serves the scenarios until `stop` is true. `ready` is told the address, with its token.
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
        // The thread only reads files and ends within a moment; a panic in it has been printed.
        let _ = watcher.join();
        served
    });
    // Fights that are still played end at their next look at their flags.
    runtime.shutdown_background();
    result
}

/// All processors but one, which is left to the browser.
fn spare() -> usize {
    thread::available_parallelism().map_or(1, |all| all.get().saturating_sub(1).max(1))
}

fn pool(threads: usize) -> io::Result<ThreadPool> {
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(io::Error::other)
}
