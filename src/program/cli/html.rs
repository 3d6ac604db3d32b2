//! Makes the HTML page of a report and writes it.

use std::path::Path;

use super::output::Failure;
use crate::gate;
use crate::session::tell;
pub(super) use crate::session::tell::ReportScenarios;

/// Makes the page of a report from the names and contents of its files, see [`tell::page`].
pub(super) fn page<N: Into<String>>(
    files: impl IntoIterator<Item = (N, Vec<u8>)>,
    stage: Result<ReportScenarios<'_>, &str>,
    doubts: &[String],
) -> Result<String, Failure> {
    tell::page(files, stage, doubts).map_err(|flaws| {
        let told = flaws.iter().map(|flaw| format!("  {flaw}"));
        Failure::Files("the report is inconsistent:".to_owned()).with_lines(told.collect())
    })
}

/// Checks before the fights are played that the page can be written.
pub(super) fn writable(file: &Path) -> Result<(), Failure> {
    let shown = file.display();
    if file.is_dir() {
        return Err(Failure::Files(format!(
            "cannot write {shown}: it is a directory"
        )));
    }
    tempfile::tempfile_in(folder(file))
        .map(|_| ())
        .map_err(|error| Failure::Files(format!("cannot write {shown}: {error}")))
}

fn folder(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Writes the page to a file. If that fails, no partial file is left.
pub(super) fn write(file: &Path, page: &str) -> Result<(), Failure> {
    gate::replace(file, page.as_bytes())
        .map_err(|error| Failure::Files(format!("cannot write {}: {error}", file.display())))
}
