//! Writes a file completely or not at all.
//!
//! The bytes are first written to a temporary file in the same folder. That file gets the final name only
//! when all bytes are on the disk. A reader therefore finds either the old file or the new one, and a failure
//! leaves no partial file.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use tempfile::NamedTempFile;

/// Writes a file, or replaces an existing one. An existing file keeps its permissions, and a new file gets
/// those of the umask.
///
/// # Errors
/// If the file cannot be written. The old file is not changed in that case.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_with(path, PREFIX, |file| file.write_all(bytes))
}

/// Writes the output of `write` to a file, or replaces an existing file with it. The name of the temporary
/// file begins with `prefix`. When this function has returned, the file survives a power failure.
///
/// # Errors
/// If the file cannot be written. The old file is not changed in that case.
pub fn replace_with(
    path: &Path,
    prefix: &str,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let old = fs::metadata(path).ok();
    if old.as_ref().is_some_and(fs::Metadata::is_dir) {
        return Err(io::Error::other("it is a directory"));
    }
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return Err(io::Error::other("it is a pipe or a device, not a file"));
    }
    let file = beside(path, prefix, write)?;
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.persist(path).map_err(|error| error.error)?;
    // With this, the new name survives a power failure. On systems where a folder cannot be opened, the old
    // file may come back after one. That file is complete as well.
    if let Ok(folder) = File::open(folder(path)) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Writes a new file, without replacing an existing one.
///
/// # Errors
/// If a file with this name exists ([`io::ErrorKind::AlreadyExists`]), or if the new file cannot be written.
/// An existing file is not changed, and no partial file is left.
pub fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // If the file exists, nothing needs to be written. Another program may still create the file after this
    // check, so its existence is checked again at the end.
    if path.symlink_metadata().is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let file = beside(path, PREFIX, |file| file.write_all(bytes))?;
    file.persist_noclobber(path).map_err(|error| error.error)?;
    Ok(())
}

/// The beginning of the names of temporary files.
const PREFIX: &str = ".skirmish-";

/// Returns the folder that contains a file.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Returns a temporary file with the output of `write`. It is in the folder of the file that it will replace,
/// and so on the same disk.
fn beside(
    path: &Path,
    prefix: &str,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The system removes those permissions that the umask forbids.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder
        .tempfile_in(folder(path))
        .map_err(|error| without_path(&error))?;
    let mut buffered = BufWriter::new(file.as_file_mut());
    write(&mut buffered)?;
    buffered.flush()?;
    drop(buffered);
    file.as_file().sync_all()?;
    Ok(file)
}

/// Returns the error without the name of the temporary file, which the user does not know.
fn without_path(error: &io::Error) -> io::Error {
    let text = error.to_string();
    let (what, _) = text.split_once(" at path ").unwrap_or((&text, ""));
    io::Error::new(error.kind(), what)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(folder: &Path) -> usize {
        fs::read_dir(folder).expect("it is there").count()
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
        let error = replace(&desk.path().join("no/such"), b"third").expect_err("no folder");
        assert!(!error.to_string().contains(".skirmish-"), "{error}");
        assert_eq!(files(desk.path()), 2);
        #[cfg(unix)]
        replace(Path::new("/dev/null"), b"third").expect_err("it is a device");
    }

    #[test]
    fn a_new_file_is_never_an_old_one() {
        let desk = tempfile::tempdir().expect("a temporary folder");
        let path = desk.path().join("gate.toml");
        create(&path, b"first").expect("the folder is ours");
        let error = create(&path, b"second").expect_err("it is there");
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).expect("it is there"), b"first");
        assert_eq!(files(desk.path()), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_has_the_mode_of_any_new_file_and_an_old_one_keeps_its_own() {
        use std::os::unix::fs::PermissionsExt;
        let desk = tempfile::tempdir().expect("a temporary folder");
        let mode = |name: &str| {
            let met = fs::metadata(desk.path().join(name)).expect("it is there");
            met.permissions().mode() & 0o777
        };
        fs::write(desk.path().join("plain"), "").expect("the folder is ours");
        replace(&desk.path().join("ours"), b"1").expect("the folder is ours");
        assert_eq!(mode("ours"), mode("plain"));
        let private = fs::Permissions::from_mode(0o600);
        fs::set_permissions(desk.path().join("ours"), private).expect("it is ours");
        replace(&desk.path().join("ours"), b"2").expect("the folder is ours");
        assert_eq!(mode("ours"), 0o600);
    }
}
