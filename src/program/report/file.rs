//! Writes a single file completely or not at all.
//!
//! The bytes go to a temporary file in the same folder first, which takes the final name only when all of them are on
//! the disk. A reader finds the old file or the new one, and a failure leaves no partial file.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use tempfile::NamedTempFile;

/// Writes a file. An existing file is replaced, and its permissions are kept. The permissions of a new one follow
/// from the umask.
///
/// # Errors
/// If it cannot be written; then the old file is still there.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_with(path, PREFIX, |file| file.write_all(bytes))
}

/// Replaces a file by the output of `write`, whose temporary file has a name that begins with the given prefix. Once
/// this has returned, the file survives a power cut.
///
/// # Errors
/// If it cannot be written; then the old file is still there.
pub fn replace_with(
    path: &Path,
    prefix: &str,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let old = fs::metadata(path).ok();
    if old.as_ref().is_some_and(fs::Metadata::is_dir) {
        return Err(io::Error::other("a directory has this name"));
    }
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return Err(io::Error::other("it is a pipe or a device, not a file"));
    }
    let file = beside(path, prefix, write)?;
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.persist(path).map_err(|error| error.error)?;
    // This makes the new name durable. Where folders cannot be opened, the old file may come back, which is complete
    // as well.
    if let Ok(folder) = File::open(folder(path)) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Writes a new file.
///
/// # Errors
/// If there is a file of this name ([`io::ErrorKind::AlreadyExists`]), which is not changed, or if it cannot be
/// written; then no file is left.
pub fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // Before the work, and again after it, in case another program was faster.
    if path.symlink_metadata().is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let file = beside(path, PREFIX, |file| file.write_all(bytes))?;
    file.persist_noclobber(path).map_err(|error| error.error)?;
    Ok(())
}

/// The prefix of the names of temporary files.
const PREFIX: &str = ".skirmish-";

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A temporary file with the output of `write`, on the same disk as the file to be replaced.
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
        // The umask removes permissions from these.
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

/// An error without the name of the temporary file, which would mean nothing to the user.
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
