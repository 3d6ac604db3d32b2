//! Writes `run.json`, the record of a run: the question of each scenario and all settings, so that the run
//! can be repeated.
//!
//! Keys have a fixed order, and the record does not depend on the time or the machine. Equal runs therefore
//! give equal bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io;

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::Report;
use crate::tally::{Count, Method, Stop};

#[derive(Serialize)]
struct RunJson<'a> {
    program: &'static str,
    version: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    command: &'a [String],
    partial: bool,
    matchups_planned: u64,
    matchups: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    fights: Option<u64>,
    files: Vec<File<'a>>,
    /// The tables of the report, each with the digest of its content.
    tables: Vec<Table<'a>>,
    scenarios: Vec<ScenarioJson<'a>>,
    /// If the run was interrupted, the number of fights that each matchup has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    done: Vec<Done<'a>>,
}

#[derive(Serialize)]
struct File<'a> {
    path: &'a str,
    sha256: &'a str,
}

#[derive(Serialize)]
struct Table<'a> {
    file: &'a str,
    sha256: &'a str,
}

#[derive(Serialize)]
struct ScenarioJson<'a> {
    scenario: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    /// The paths that the command line sets and whose values other rows inherit.
    #[serde(skip_serializing_if = "Option::is_none")]
    inherited: Option<&'a [String]>,
    ruleset: &'a str,
    matchups: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    fights_per_matchup: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    precision: Option<PrecisionJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fights: Option<u64>,
    both_seats: bool,
    round_caps: BTreeSet<u32>,
    axes: Vec<&'a str>,
    options: Option<&'a BTreeMap<String, String>>,
}

#[derive(Serialize)]
struct PrecisionJson<'a> {
    half_width: &'a str,
    /// The half-width of intervals, in standard errors.
    z: f64,
    looks: &'a [u64],
    /// The matchups that did not reach the required precision within the maximum number of fights.
    not_reached: Vec<&'a str>,
}

#[derive(Serialize)]
struct Done<'a> {
    scenario: &'a str,
    matchup: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    planned: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fights: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unresolved: Option<f64>,
}

impl<C: Count> Report<C> {
    /// Returns the text of `run.json`. `tables` has the digest of each table.
    ///
    /// # Panics
    /// Never, because all keys are texts.
    pub(super) fn record_of(&self, tables: &[(&str, String)]) -> String {
        let info = &self.info;
        let exact = C::METHOD == Method::Exact;
        let json = RunJson {
            program: "skirmish",
            version: &info.version,
            method: exact.then_some(C::METHOD.name()),
            seed: (!exact).then_some(info.seed),
            command: &info.command,
            partial: info.partial,
            matchups_planned: info.matchups,
            matchups: self.with_fights(),
            fights: C::total(self.played.iter().map(|p| p.tally.fights())).fights(),
            files: info
                .files
                .iter()
                .map(|(path, sha256)| File { path, sha256 })
                .collect(),
            tables: tables
                .iter()
                .map(|(file, sha256)| Table { file, sha256 })
                .collect(),
            scenarios: self
                .scenarios()
                .map(|scenario| self.scenario(scenario))
                .collect(),
            done: if info.partial {
                self.done()
            } else {
                Vec::new()
            },
        };
        let mut text = serde_json::to_string_pretty(&json).expect("all keys are text");
        text.push('\n');
        text
    }

    fn scenario<'a>(&'a self, scenario: &'a str) -> ScenarioJson<'a> {
        let played = || self.played_of(scenario);
        ScenarioJson {
            scenario,
            title: self.info.titles.get(scenario).map(String::as_str),
            inherited: self.info.inherited.get(scenario).map(Vec::as_slice),
            ruleset: played().next().map_or("", |p| &p.ruleset),
            matchups: played().count(),
            fights_per_matchup: self.info.fights_per_matchup.get(scenario).copied(),
            precision: self
                .info
                .precision
                .get(scenario)
                .map(|precision| PrecisionJson {
                    half_width: &precision.half_width,
                    z: Stop::Narrow.z(),
                    looks: &precision.looks,
                    not_reached: played()
                        .filter(|p| p.capped)
                        .map(|p| p.matchup.as_str())
                        .collect(),
                }),
            fights: C::total(played().map(|p| p.tally.fights())).fights(),
            both_seats: played().any(|p| p.seats.is_some()),
            round_caps: played().map(|p| p.cast.round_cap).collect(),
            axes: played()
                .next()
                .map(|p| p.axes.iter().map(|(axis, _)| axis.as_str()).collect())
                .unwrap_or_default(),
            options: self.info.options.get(scenario),
        }
    }

    fn done(&self) -> Vec<Done<'_>> {
        self.played
            .iter()
            .map(|played| Done {
                scenario: &played.scenario,
                matchup: &played.matchup,
                planned: self.info.fights_per_matchup.get(&played.scenario).copied(),
                fights: played.tally.fights().fights(),
                unresolved: (C::METHOD == Method::Exact)
                    .then(|| played.tally.unresolved().of_one()),
            })
            .collect()
    }
}

/// A writer that passes its input on to another writer, and computes the SHA-256 of the input.
pub(super) struct Digested<'o> {
    out: &'o mut dyn io::Write,
    sha256: Sha256,
}

impl<'o> Digested<'o> {
    pub(super) fn new(out: &'o mut dyn io::Write) -> Self {
        Self {
            out,
            sha256: Sha256::new(),
        }
    }

    /// Returns the digest in hexadecimal.
    pub(super) fn digest(self) -> String {
        let digest = self.sha256.finalize();
        digest.iter().fold(String::new(), |mut hex, byte| {
            // Writing to a string cannot fail.
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }
}

impl io::Write for Digested<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sha256.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Returns the digest of `bytes` in hexadecimal.
#[cfg(test)]
pub(super) fn digest_of(bytes: &[u8]) -> String {
    let mut nowhere = io::sink();
    let mut digested = Digested::new(&mut nowhere);
    io::Write::write_all(&mut digested, bytes).expect("nowhere takes all");
    digested.digest()
}

#[cfg(test)]
mod tests {
    use super::super::Precision;
    use super::super::fixtures::{
        broken_off, cut_short, half_of_a_grid, in_both_seats, played, record, report,
    };
    use super::*;

    #[test]
    fn a_run_can_be_done_again_from_it() {
        let duel = played("duel", &[], [60, 30, 6, 4]);
        let report = report(vec![in_both_seats(duel, [35, 55, 6, 4])]);
        let digest = digest_of(b"abc");
        insta::assert_snapshot!(report.record_of(&[("summary.csv", digest)]), @r#"
        {
          "program": "skirmish",
          "version": "1.2.3",
          "seed": 7,
          "command": [
            "skirmish",
            "run",
            "blades.toml"
          ],
          "partial": false,
          "matchups_planned": 1,
          "matchups": 1,
          "fights": 200,
          "files": [
            {
              "path": "blades.toml",
              "sha256": "00ff"
            }
          ],
          "tables": [
            {
              "file": "summary.csv",
              "sha256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
            }
          ],
          "scenarios": [
            {
              "scenario": "duel",
              "title": "Who wins?",
              "ruleset": "brp",
              "matchups": 1,
              "fights_per_matchup": 1000,
              "fights": 200,
              "both_seats": true,
              "round_caps": [
                50
              ],
              "axes": [],
              "options": {
                "parry": "weapon",
                "specials": "fifth"
              }
            }
          ]
        }
        "#);
    }

    #[test]
    fn where_a_run_could_stop_early_and_who_did_not_get_there_is_said() {
        let matchups =
            ["axe", "bow"].map(|weapon| played("blades", &[("weapon", weapon)], [6, 3, 0, 0]));
        let mut report = report(matchups.to_vec());
        report.played[1].capped = true;
        report.info.precision = [(
            "blades".to_owned(),
            Precision {
                half_width: "20%".to_owned(),
                looks: vec![7, 9],
            },
        )]
        .into();
        let json: serde_json::Value = serde_json::from_str(&record(&report)).expect("it is JSON");
        let wanted = serde_json::json!({ "half_width": "20%", "z": 2.1, "looks": [7, 9], "not_reached": ["bow"] });
        assert_eq!(json["scenarios"][0]["precision"], wanted);
        let head = report.terminal(120, false);
        assert!(
            head.contains("2 matchups of 9 fights, precision 20%, seed 7"),
            "{head}"
        );
        assert!(
            head.contains("less precise than 20% after the maximum number of fights: bow"),
            "{head}"
        );
    }

    #[test]
    fn a_broken_off_run_says_what_was_done() {
        let matchups =
            ["axe", "bow"].map(|weapon| played("blades", &[("weapon", weapon)], [6, 3, 0, 0]));
        let json = record(&broken_off(report(matchups.to_vec())));
        let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
        assert_eq!(json["partial"], true);
        assert_eq!(
            (&json["matchups_planned"], &json["matchups"]),
            (&1234.into(), &2.into())
        );
        let done = serde_json::json!({ "scenario": "blades", "matchup": "bow", "planned": 1000, "fights": 9 });
        assert_eq!(json["done"][1], done);
    }

    #[test]
    fn matchups_without_fights_are_not_counted() {
        let json = record(&cut_short(half_of_a_grid()));
        let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
        let counts = [&json["matchups"], &json["scenarios"][0]["matchups"]];
        assert_eq!(counts, [&serde_json::Value::from(3); 2]);
        assert_eq!(json["matchups_planned"], 6);
        assert_eq!(json["done"].as_array().map(Vec::len), Some(3));
    }
}
