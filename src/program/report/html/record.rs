//! Reads `run.json`, and the records that other commands write with their tables, such as `differences.json`
//! and `worth.json`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::table::Flaw;

/// The content of `run.json`: the questions of the scenarios, and how the fights were played.
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

/// A file that the run read.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct File {
    pub(super) path: String,
    pub(super) sha256: String,
}

/// The part of `run.json` about a scenario.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct ScenarioRecord {
    pub(super) scenario: String,
    pub(super) title: Option<String>,
    #[serde(default)]
    pub(super) inherited: Vec<String>,
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

/// The precision of win rates that was required.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Precision {
    pub(super) half_width: String,
    #[serde(default)]
    pub(super) not_reached: Vec<String>,
}

/// The content of a record that a command other than the run wrote, with the name of its file.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Other {
    #[serde(skip)]
    pub(super) file: String,
    program: String,
    pub(super) version: String,
    pub(super) seed: u64,
    pub(super) command: Vec<String>,
    pub(super) partial: bool,
    files: Vec<(String, String)>,
}

impl Other {
    /// Parses a record of another command.
    ///
    /// # Errors
    /// If the content does not have the form that skirmish writes.
    pub(super) fn read(file: &str, bytes: &[u8]) -> Result<Self, Flaw> {
        let other: Self = serde_json::from_slice(bytes)
            .map_err(|error| Flaw::of(file, format!("not a record of skirmish: {error}")))?;
        of_skirmish(file, &other.program)?;
        let file = file.to_owned();
        Ok(Self { file, ..other })
    }

    /// Returns whether this record is about a scenario of the run. The command lines of both have to name a
    /// scenario file with the same content, and every file that both have read must have the same content in
    /// both.
    pub(super) fn is_of(&self, run: &Record) -> bool {
        let files = self.files();
        let both = || {
            files
                .iter()
                .flat_map(|one| run.files.iter().map(move |other| (one, other)))
        };
        // A file that the command line names is a scenario, and other files are includes.
        both().any(|(one, other)| {
            let named = self.command.contains(&one.path) && run.command.contains(&other.path);
            named && one.sha256 == other.sha256
        }) && !both().any(|(one, other)| one.path == other.path && one.sha256 != other.sha256)
    }

    /// Returns the files that the command read.
    pub(super) fn files(&self) -> Vec<File> {
        let file = |(path, sha256): &(String, String)| File {
            path: path.clone(),
            sha256: sha256.clone(),
        };
        self.files.iter().map(file).collect()
    }
}

fn of_skirmish(file: &str, program: &str) -> Result<(), Flaw> {
    if program == "skirmish" {
        return Ok(());
    }
    let message = format!("a record of `{program}`, not of skirmish");
    Err(Flaw::of(file, message))
}

impl Record {
    /// Returns an empty record, for reports that have only tables of other commands.
    pub(super) fn of_none(version: &str) -> Self {
        Self {
            program: "skirmish".to_owned(),
            version: version.to_owned(),
            method: None,
            seed: None,
            command: Vec::new(),
            partial: false,
            matchups_planned: 0,
            files: Vec::new(),
            scenarios: Vec::new(),
        }
    }

    /// Parses the content of `run.json`.
    ///
    /// # Errors
    /// If the content does not have the form that skirmish writes.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, Flaw> {
        let record: Self = serde_json::from_slice(bytes)
            .map_err(|error| Flaw::of("run.json", format!("not a record of a run: {error}")))?;
        of_skirmish("run.json", &record.program)?;
        Ok(record)
    }

    /// Returns whether the figures are exact odds, and not estimates from played fights.
    pub(super) fn is_exact(&self) -> bool {
        self.method.as_deref() == Some("exact")
    }
}
