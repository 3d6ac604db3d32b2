//! What may be typed behind `skirmish merge`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use crate::cli::args::threads;
use crate::cli::forms::FormArgs;

/// Add up the parts of a run
#[derive(Debug, Args)]
#[command(
    long_about = "Adds up the parts of a run that `run --shard` has played, here or elsewhere, in any order. Table, CSV, \
        workbook and page are those of one run, byte by byte. The scenario is in the parts, so its files need not be here.\n\n\
        Parts of different runs are refused, and parts that are damaged, cut off, given twice or not played to their end, with \
        file and line; so is a run of which parts are missing, with their numbers.",
    after_long_help = "Examples:\n  \
        skirmish run gate.toml --shard 1/2 --out part-1\n  \
        skirmish run gate.toml --shard 2/2 --out part-2\n  \
        skirmish merge part-1 part-2 --out results\n  \
        skirmish merge part-* --html gate.html\n  \
        skirmish merge part-* --partial             what is there of a run that is not through"
)]
pub(in crate::cli) struct MergeArgs {
    /// The parts: directories that `run --shard` has written into, or the part.jsonl in them
    #[arg(required = true, value_name = "PART")]
    pub(in crate::cli) parts: Vec<PathBuf>,

    /// Write the CSV tables and run.json into this directory, made if it is not there
    #[arg(long, short, value_name = "DIR")]
    pub(in crate::cli) out: Option<PathBuf>,

    #[command(flatten)]
    pub(in crate::cli) forms: FormArgs,

    /// Write the report as one HTML page, which needs no network and runs no script
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) html: Option<PathBuf>,

    /// Add up what is there although parts are missing or not played to their end; the report says that it is partial
    #[arg(long)]
    pub(super) partial: bool,

    /// Threads to work out a matrix on; as many as there are processors when not given. Changes no result
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub(super) threads: Option<NonZeroUsize>,

    /// Show no notes
    #[arg(long, short)]
    pub(super) quiet: bool,
}
