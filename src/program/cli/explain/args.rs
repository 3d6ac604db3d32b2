//! The arguments of `skirmish explain`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::super::args::{OverrideArgs, scenario_file};
use super::super::count;
use crate::session::search::{Seek, seek};

/// The forms of a told fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(in crate::cli) enum Format {
    /// Sentences
    #[default]
    Text,
    /// One JSON object per line, with the clause of each sentence and the policy line of each decision: skirmish schema
    /// --events
    Jsonl,
}

/// Tell one fight of a scenario, blow by blow
#[derive(Debug, Args)]
#[command(
    long_about = "Tells one fight of a scenario in plain English: every roll with the number \
        needed, every wound, every choice. It is exactly the fight that `run` counts under this \
        number, for the same scenario and seed.\n\n\
        Fights are numbered from 0. --where finds the first fight of a kind instead: quartile=2 \
        finds a fight of median length, and rarest one with the least frequent ending (who wins \
        and who is left) among the fights searched.",
    after_long_help = "Examples:\n  \
        skirmish explain gate.toml --fight 7\n  \
        skirmish explain gate.toml --fight 7 --clauses\n  \
        skirmish explain gate.toml --matchup 3 --where longest\n  \
        skirmish explain gate.toml --where quartile=2 --policies\n  \
        skirmish explain gate.toml --where won-by=goblins --among 1M\n  \
        skirmish explain gate.toml --fight 7 --chances 1000\n  \
        skirmish explain gate.toml --fight 7 --format jsonl\n\n\
        A matchup is given by its number, which starts at 1, or by its name in the tables."
)]
pub(in crate::cli) struct ExplainArgs {
    /// Scenario file
    #[arg(value_name = "FILE", value_parser = scenario_file())]
    pub(in crate::cli) file: PathBuf,

    /// Number of the fight; the first is 0
    #[arg(long, value_name = "N", default_value = "0", value_parser = count::index, allow_negative_numbers = true, conflicts_with = "seek")]
    pub(in crate::cli) fight: u64,

    /// The matchup, given by its name or by its number, which starts at 1
    #[arg(long, value_name = "NAME|NUMBER", allow_negative_numbers = true)]
    pub(in crate::cli) matchup: Option<String>,

    /// Find a fight: shortest, longest, quartile=1, 2 or 3, rarest, draw, undecided, or won-by=SIDE
    #[arg(long = "where", value_name = "WHAT", value_parser = seek)]
    pub(in crate::cli) seek: Option<Seek>,

    /// Number of fights that --where searches
    #[arg(long, value_name = "N", default_value = "10_000", value_parser = count::fights, allow_negative_numbers = true, requires = "seek")]
    pub(in crate::cli) among: u64,

    /// 1 for the sides as listed, 2 for the reverse order
    #[arg(long, value_name = "1|2", default_value = "1", value_parser = super::super::count::seat, allow_negative_numbers = true)]
    pub(in crate::cli) seat: u8,

    /// Show the clause of the book for each sentence
    #[arg(long, conflicts_with = "format")]
    pub(in crate::cli) clauses: bool,

    /// Show the policy and its line for each action of a fighter
    #[arg(long, conflicts_with = "format")]
    pub(in crate::cli) policies: bool,

    /// Show the chance of each side to win after each round, estimated from N new fights played on from there; with
    /// --format jsonl, after each step
    #[arg(long, value_name = "N", value_parser = count::few, allow_negative_numbers = true)]
    pub(in crate::cli) chances: Option<u64>,

    /// Format of the fight: sentences for people, or one JSON object per event on a line
    #[arg(long, value_enum, default_value_t)]
    pub(in crate::cli) format: Format,

    /// Show no notes
    #[arg(long, short)]
    pub(in crate::cli) quiet: bool,

    #[command(flatten)]
    pub(in crate::cli) overrides: OverrideArgs,
}
