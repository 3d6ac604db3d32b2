//! The baseline as a file: one row per matchup and side, made to be checked in.
//!
//! Whoever reviews a change sees which counts moved. So rows are in the order of the scenario, nothing depends on the
//! clock or the machine, and equal counts are equal bytes. Reading is in `read`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::counts::Counts;
use crate::report::columns::BASELINE;
use crate::report::{Csv, Dialect};

/// Where the baseline of a scenario is kept where nothing else is said: beside it.
pub fn beside(scenario: &Path) -> PathBuf {
    scenario.with_extension("baseline.csv")
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
                csv.row([
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
                ]);
            }
        }
        csv.finish()
    }
}

/// Writes a file whole or not at all: beside its place first, then over the old one.
///
/// # Errors
/// When it cannot be written; then whatever was there still is.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut file = tempfile::Builder::new()
        .prefix(".skirmish-")
        .tempfile_in(folder)?;
    file.write_all(bytes)?;
    keep_permissions(path, file.as_file())?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// A temporary file is for its owner alone; what takes its place is for whoever could read the old one, or a new one.
fn keep_permissions(path: &Path, file: &fs::File) -> io::Result<()> {
    if let Ok(old) = fs::metadata(path) {
        return file.set_permissions(old.permissions());
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.set_permissions(fs::Permissions::from_mode(0o644))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_baseline_stands_beside_its_scenario() {
        let path = beside(Path::new("scenarios/brp/blades.toml"));
        assert_eq!(path, Path::new("scenarios/brp/blades.baseline.csv"));
    }

    #[test]
    fn what_cannot_be_replaced_stays() {
        let desk = tempfile::tempdir().expect("a temporary folder");
        let path = desk.path().join("a.baseline.csv");
        replace(&path, b"first").expect("the folder is ours");
        replace(&path, b"second").expect("the folder is ours");
        assert_eq!(fs::read(&path).expect("it is there"), b"second");
        fs::create_dir(desk.path().join("folder")).expect("the folder is ours");
        fs::write(desk.path().join("folder/x"), "mine").expect("the folder is ours");
        replace(&desk.path().join("folder"), b"third").expect_err("a folder is in the way");
        assert_eq!(fs::read_dir(desk.path()).expect("it is there").count(), 2);
    }
}
