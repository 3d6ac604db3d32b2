//! `run.json` as it is read back.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::table::Flaw;

/// What was asked for and what was done.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Record {
    program: String,
    pub(super) version: String,
    method: Option<String>,
    pub(super) seed: Option<u64>,
    pub(super) command: Vec<String>,
    pub(super) partial: bool,
    pub(super) matchups_planned: u64,
    pub(super) files: Vec<File>,
    pub(super) scenarios: Vec<ScenarioRecord>,
}

/// A file that was read.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct File {
    pub(super) path: String,
    pub(super) sha256: String,
}

/// What the record says of a scenario.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct ScenarioRecord {
    pub(super) scenario: String,
    pub(super) title: Option<String>,
    pub(super) ruleset: String,
    pub(super) matchups: usize,
    pub(super) fights: Option<u64>,
    pub(super) both_seats: bool,
    #[serde(default)]
    pub(super) round_caps: Vec<u32>,
    pub(super) precision: Option<Precision>,
    pub(super) axes: Vec<String>,
    pub(super) options: Option<BTreeMap<String, String>>,
}

/// How precise the win rates were to be.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Precision {
    pub(super) half_width: String,
    #[serde(default)]
    pub(super) not_reached: Vec<String>,
}

impl Record {
    /// Reads `run.json`.
    ///
    /// # Errors
    /// When it is not what skirmish writes.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, Flaw> {
        let record: Self = serde_json::from_slice(bytes)
            .map_err(|error| Flaw::of("run.json", format!("not a record of a run: {error}")))?;
        if record.program == "skirmish" {
            Ok(record)
        } else {
            let message = format!("a record of `{}`, not of skirmish", record.program);
            Err(Flaw::of("run.json", message))
        }
    }

    /// Whether odds were worked out instead of sampled.
    pub(super) fn is_exact(&self) -> bool {
        self.method.as_deref() == Some("exact")
    }
}
