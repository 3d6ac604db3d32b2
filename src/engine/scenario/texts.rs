//! Keeps the texts of a scenario's files, so that the scenario can be read again without the files.
//!
//! A text is kept with all paths under which it was requested. A file that is included under two names
//! therefore remains one file.

use std::cell::RefCell;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::files::from_disk;

/// The text of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Text {
    /// The paths under which the file was requested; at least one.
    pub paths: Vec<String>,
    /// The content of the file.
    pub text: String,
}

/// The texts of files, in the order of reading.
#[derive(Debug, Default)]
pub struct Texts {
    texts: RefCell<Vec<Text>>,
    /// The canonical path of each file in `texts`, in the same order.
    identities: RefCell<Vec<PathBuf>>,
}

impl Texts {
    /// Creates a collection of texts that were kept earlier.
    pub fn new(texts: Vec<Text>) -> Self {
        Self {
            texts: RefCell::new(texts),
            identities: RefCell::default(),
        }
    }

    /// Returns the texts of all files that have been read.
    pub fn kept(&self) -> Vec<Text> {
        self.texts.borrow().clone()
    }

    /// Reads a file from the disk, and returns its canonical path and its bytes. Keeps its content if that is
    /// UTF-8 text.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn keep(&self, path: &Path) -> io::Result<(PathBuf, Vec<u8>)> {
        let (identity, bytes) = from_disk(path)?;
        let name = path.to_string_lossy().into_owned();
        let mut texts = self.texts.borrow_mut();
        let mut identities = self.identities.borrow_mut();
        let known = identities.iter().position(|known| *known == identity);
        match (known, std::str::from_utf8(&bytes)) {
            (Some(place), _) if texts[place].paths.contains(&name) => {}
            (Some(place), _) => texts[place].paths.push(name),
            (None, Ok(text)) => {
                texts.push(Text {
                    paths: vec![name],
                    text: text.to_owned(),
                });
                identities.push(identity.clone());
            }
            // A file that is not text is not kept, since it has been reported as a fault and will not be read
            // again.
            (None, Err(_)) => {}
        }
        Ok((identity, bytes))
    }

    /// Returns a kept file without reading the disk: the first path under which it was requested, and its
    /// bytes.
    ///
    /// # Errors
    /// If no file was kept under this path.
    pub fn again(&self, path: &Path) -> io::Result<(PathBuf, Vec<u8>)> {
        let name = path.to_string_lossy();
        let texts = self.texts.borrow();
        let found = texts
            .iter()
            .find(|text| text.paths.iter().any(|path| **path == *name))
            .ok_or(io::ErrorKind::NotFound)?;
        let identity = PathBuf::from(found.paths.first().ok_or(io::ErrorKind::NotFound)?);
        Ok((identity, found.text.as_bytes().to_vec()))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_was_read_once_can_be_read_again_without_its_files() {
        let desk = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| desk.path().join(name);
        fs::create_dir(path("sub")).expect("the folder is ours");
        fs::write(path("a.toml"), "\u{feff}one = 1").expect("the folder is ours");
        fs::write(path("b.toml"), [0xff]).expect("the folder is ours");
        let texts = Texts::default();
        let one = texts.keep(&path("a.toml")).expect("it is there");
        let other = texts.keep(&path("sub/../a.toml")).expect("it is there");
        assert_eq!(one, other);
        texts.keep(&path("b.toml")).expect("it is there");
        texts.keep(&path("c.toml")).expect_err("not carried");
        assert_eq!(texts.kept().len(), 1);
        drop(desk);
        let again = Texts::new(texts.kept());
        let (first, bytes) = again.again(&path_of(&texts, 0)).expect("it was kept");
        assert_eq!(bytes, one.1);
        assert_eq!(
            again.again(&path_of(&texts, 1)).expect("it was kept").0,
            first
        );
        again.again(Path::new("elsewhere")).expect_err("it was not");
    }

    fn path_of(texts: &Texts, place: usize) -> PathBuf {
        PathBuf::from(&texts.kept()[0].paths[place])
    }
}
