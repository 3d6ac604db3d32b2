//! Implements `skirmish serve`, which opens a page where the user changes scenarios. After each change, the
//! page shows the new results.

use std::io::ErrorKind;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::args::{scenario_file, threads};
use super::output::{self, Failure, Notes};
use super::run::each_file_once;
use super::{interrupt, load};
use crate::scenario::Overrides;
use crate::serve::{self, Settings};

/// Open a page to change the numbers of a scenario and see the new win rates
#[derive(Debug, Args)]
#[command(
    long_about = "Opens a page in the browser where you can change every number of a scenario. The \
        page shows the new win rates at once: first from a thousand fights, then from more, until \
        win rates are known to half a percentage point. It also shows the win rates before the \
        change, and the difference under the same luck. You can watch a fight blow by blow, and \
        export the changes as TOML, as a command or as a new file.\n\n\
        The figures are those of `run`. Only this machine can reach the server, at an address that \
        nobody can guess. The server reads only files in the folder of the scenario and its \
        includes. Ctrl-C ends it.",
    after_long_help = "Examples:\n  \
        skirmish serve gate.toml\n  \
        skirmish serve scenarios/brp/*.toml\n  \
        skirmish serve gate.toml --no-open --port 8000"
)]
pub(super) struct ServeArgs {
    /// Scenario files
    #[arg(required = true, value_name = "FILE", value_parser = scenario_file())]
    pub(super) files: Vec<PathBuf>,

    /// Only print the address, and open no browser
    #[arg(long)]
    pub(super) no_open: bool,

    /// Port of the address; default: any free port
    #[arg(
        long,
        value_name = "PORT",
        default_value = "0",
        hide_default_value = true,
        allow_negative_numbers = true
    )]
    pub(super) port: u16,

    /// Threads to play on; default: one fewer than there are processors. The number does not affect the result
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub(super) threads: Option<NonZeroUsize>,

    /// Show no notes
    #[arg(long, short)]
    pub(super) quiet: bool,
}

/// Serves the page until the user presses Ctrl-C.
pub(super) fn serve(args: &ServeArgs) -> Result<(), Failure> {
    let notes = Notes::new(args.quiet);
    each_file_once(&args.files)?;
    if let Some(missing) = args.files.iter().find(|file| !file.is_file()) {
        // Loading the missing file fails with the same message as in all other commands.
        load::load(missing, &Overrides::default())?;
    }
    let settings = Settings {
        files: args.files.clone(),
        port: args.port,
        threads: args.threads,
    };
    let stop = interrupt::listen()?;
    let ready = |address: &str| {
        // The page can be used even if standard output has no reader.
        let _ = output::data(&format!("{address}\n"));
        notes.note(
            "the page is at this address until you press Ctrl-C; only this machine can open it",
        );
        if !args.no_open && open::that_detached(address).is_err() {
            notes.note("cannot open a browser: open the address yourself");
        }
    };
    serve::serve(&settings, stop, ready).map_err(|error| {
        Failure::Files(match error.kind() {
            ErrorKind::AddrInUse => format!("port {} is in use: leave out --port", args.port),
            ErrorKind::PermissionDenied => {
                format!("port {} is not allowed: leave out --port", args.port)
            }
            _ => format!("cannot serve the page: {error}"),
        })
    })
}
