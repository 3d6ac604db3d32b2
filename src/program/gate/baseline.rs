//! Writes a baseline file, with one row for each matchup and side. The file is meant to be kept under version
//! control.
//!
//! A reviewer sees in the diff of a change which counts have moved. Rows are in the order of the scenario,
//! nothing depends on the clock or the machine, and equal counts give equal bytes. Each row ends with a
//! checksum of its other cells, so a check rejects counts that were edited. The module `read` reads these
//! files.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::counts::Counts;
use crate::report::columns::BASELINE;
use crate::report::{Csv, Dialect};

/// Returns the default path of a scenario's baseline, which is in the same folder as the scenario.
pub fn beside(scenario: &Path) -> PathBuf {
    scenario.with_extension("baseline.csv")
}

/// Name of the column with the checksums. Baselines of earlier versions do not have the column.
pub(super) const CHECKSUM: &str = "checksum";

/// Returns the checksum of a row: `row:` followed by 16 hex digits of the SHA-256 of its other cells. The
/// cells are in the order of [`BASELINE`], and each is the text that [`Dialect::read`] returns. Because of
/// the `row:`, a spreadsheet does not take the checksum for a number.
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
    /// Returns the bytes of the baseline file.
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
