//! The arguments of `skirmish merge`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use crate::cli::args::threads;
use crate::cli::forms::FormArgs;

/// Merge the parts of a run
#[derive(Debug, Args)]
#[command(
    long_about = "Merges the parts of a run that `run --shard` has played, on any machines and in \
        any order. Table, CSV, workbook and page equal those of a single run, byte by byte. The \
        scenario is in the parts, so its files are not needed.\n\n\
        It rejects parts of different runs, and parts that are damaged, cut off, given twice or \
        unfinished, and names their file and line. It rejects a run with missing parts too, and \
        names their numbers.",
    after_long_help = "Examples:\n  \
        skirmish run gate.toml --shard 1/2 --out part-1\n  \
        skirmish run gate.toml --shard 2/2 --out part-2\n  \
        skirmish merge part-1 part-2 --out results\n  \
        skirmish merge part-* --html gate.html\n  \
        skirmish merge part-* --partial             the available parts of an unfinished run"
)]
pub(in crate::cli) struct MergeArgs {
    /// The parts: directories that `run --shard` has written into, or the part.jsonl in them
    #[arg(required = true, value_name = "PART")]
    pub(in crate::cli) parts: Vec<PathBuf>,

    /// Write the CSV tables and run.json into this directory, which is created if missing
    #[arg(long, short, value_name = "DIR")]
    pub(in crate::cli) out: Option<PathBuf>,

    #[command(flatten)]
    pub(in crate::cli) forms: FormArgs,

    /// Write the report as one HTML page, which needs no network and runs no script
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) html: Option<PathBuf>,

    /// Merge even if parts are missing or unfinished; the report says that it is partial
    #[arg(long)]
    pub(super) partial: bool,

    /// Threads to compute a matrix; default: one for each processor. The number does not affect the result
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub(super) threads: Option<NonZeroUsize>,

    /// Show no notes
    #[arg(long, short)]
    pub(super) quiet: bool,
}
