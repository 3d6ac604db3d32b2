//! The baseline as a file: one row per matchup and side, made to be checked in.
//!
//! A reviewer of a change sees which counts moved: rows are in the order of the scenario, nothing depends on the
//! clock or the machine, and equal counts are equal bytes. Each row ends with a checksum of its other cells, so that
//! counts that were never played do not pass a check. Reading is in `read`.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::counts::Counts;
use crate::report::columns::BASELINE;
use crate::report::{Csv, Dialect};

/// Default path of the baseline of a scenario: beside the scenario.
pub fn beside(scenario: &Path) -> PathBuf {
    scenario.with_extension("baseline.csv")
}

/// The column of the checksums, which baselines of earlier versions lack.
pub(super) const CHECKSUM: &str = "checksum";

/// The checksum of a row: `row:` and 16 hex digits of the SHA-256 of its other cells, in the order of [`BASELINE`] and as
/// texts that [`Dialect::read`] gives back.
/// The word in front keeps spreadsheets from taking it for a number.
pub(super) fn checksum<C: AsRef<str>>(cells: impl IntoIterator<Item = C>) -> String {
    let mut digest = Sha256::new();
    for cell in cells {
        digest.update(cell.as_ref());
        digest.update([0]);
    }
    let digest = digest.finalize();
    let digits = digest.iter().take(8).map(|byte| format!("{byte:02x}"));
    format!("row:{}", digits.collect::<String>())
}

impl Counts {
    /// The text of the file.
    pub fn csv(&self, dialect: Dialect) -> Vec<u8> {
        let columns = BASELINE.columns.iter();
        let mut csv = Csv::new(
            dialect,
            columns.map(|column| (column.name.to_owned(), column.kind)),
        );
        for matchup in &self.matchups {
            for side in &matchup.sides {
                let [fights, wins, losses, draws, undecided, seed] = [
                    matchup.fights,
                    side.wins,
                    matchup.losses(side),
                    matchup.draws,
                    matchup.undecided,
                    self.seed,
                ]
                .map(|count| count.to_string());
                let [rounds, rounds_squared, damage, damage_squared] = [
                    matchup.rounds,
                    matchup.rounds_squared,
                    side.damage,
                    side.damage_squared,
                ]
                .map(|sum| sum.to_string());
                let cells = [
                    self.scenario.as_str(),
                    &self.ruleset,
                    &matchup.matchup,
                    &side.side,
                    &fights,
                    &wins,
                    &losses,
                    &draws,
                    &undecided,
                    &rounds,
                    &rounds_squared,
                    &damage,
                    &damage_squared,
                    &seed,
                    &self.version,
                    &matchup.digest,
                ];
                let checksum = checksum(cells);
                csv.row(cells.into_iter().chain([checksum.as_str()]));
            }
        }
        csv.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_baseline_stands_beside_its_scenario() {
        let path = beside(Path::new("scenarios/brp/blades.toml"));
        assert_eq!(path, Path::new("scenarios/brp/blades.baseline.csv"));
    }
}
