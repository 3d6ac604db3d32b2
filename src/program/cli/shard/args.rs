//! The arguments for playing a run in several parts.

use std::time::Duration;

use clap::Args;

use super::auto::{self, RequestedPart};
use crate::batch::Shard;
use crate::cli::output::Failure;

/// Arguments that say which part of a run to play, and whether to continue an earlier run.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "On several machines, or later")]
pub(in crate::cli) struct ShardArgs {
    /// Play one of several equal parts and write its counts into --out, for `skirmish merge`: 3/16; or auto in a job
    /// array of Slurm, auto/16 in one of Slurm or in an indexed job of Kubernetes
    #[arg(long, value_name = "K/N", requires = "out", conflicts_with_all = ["watch", "html", "xlsx", "format"])]
    shard: Option<RequestedPart>,

    /// Continue from the counts of an earlier run in --out, if there are any, and keep the counts; for a run that was
    /// killed, or to play more --fights
    #[arg(long, requires = "out", conflicts_with = "watch")]
    pub(in crate::cli) resume: bool,

    /// Seconds between saves of the counts into --out
    #[arg(long, value_name = "SECONDS", default_value = "5", requires = "out", value_parser = seconds, allow_negative_numbers = true)]
    checkpoint: Duration,
}

impl ShardArgs {
    /// Returns the requested part, or `None` for the whole run.
    pub(in crate::cli) fn shard(&self) -> Result<Option<Shard>, Failure> {
        let variable = |name: &str| std::env::var(name).ok();
        let wanted = self.shard.map(|wanted| auto::found(wanted, &variable));
        wanted.transpose().map_err(Failure::Usage)
    }

    /// Returns the time between two saves of the counts.
    pub(in crate::cli) fn checkpoint(&self) -> Duration {
        self.checkpoint
    }
}

/// Parses a number of seconds, from a hundredth of a second to a day.
fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.01..=86_400.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("a number of seconds from 0.01 to 86400".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_a_number_in_bounds() {
        assert_eq!(seconds("0.25"), Ok(Duration::from_millis(250)));
        for text in ["0", "-1", "nan", "inf", "1e9", "5s", ""] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
