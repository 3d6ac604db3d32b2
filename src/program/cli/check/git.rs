//! Reads files of a revision of a git repository. Uses the program `git` on the path.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use super::super::output::Failure;
use crate::suggest::nearest;

/// Maximum number of symbolic links that are followed on a path.
const LINKS: usize = 40;

/// A revision of a git repository, with the names of its files.
#[derive(Debug)]
pub(super) struct Revision {
    /// The revision as the user wrote it.
    text: String,
    /// The hash of the commit that the text names.
    commit: String,
    /// The top folder of the repository.
    root: PathBuf,
    /// The files of the revision, by their paths from the top folder.
    files: HashMap<String, Entry>,
}

/// A file of a revision, as git stores it.
#[derive(Debug, Clone)]
struct Entry {
    /// The hash of the git object with the file's content.
    object: String,
    /// Whether the file is a symbolic link, whose content is a path.
    is_link: bool,
}

impl Revision {
    /// Finds the revision named `text` in the repository that contains `file`.
    ///
    /// # Errors
    /// If git is missing, the file is in no repository, or there is no such revision.
    pub(super) fn find(text: &str, file: &Path) -> Result<Self, Failure> {
        let folder = file
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let fail = |why: String| {
            Err(Failure::Files(format!(
                "cannot compare with `{text}`: {why}"
            )))
        };
        let asked = |words: &[&str]| git(folder, words).map_err(|error| no_git(text, &error));
        let root = match asked(&["rev-parse", "--show-toplevel"])? {
            Ok(root) => PathBuf::from(root.trim_end_matches(['\r', '\n'])),
            Err(why) if why.contains("not a git repository") => {
                return fail(format!(
                    "there is no such file or folder, and {} is not in a git repository",
                    file.display()
                ));
            }
            Err(why) => return fail(why),
        };
        // Git would take a text that begins with a hyphen for an option.
        let wanted = format!("{text}^{{commit}}");
        let found = if text.starts_with('-') {
            Err(String::new())
        } else {
            asked(&["rev-parse", "--verify", "--quiet", &wanted])?
        };
        let Ok(commit) = found else {
            let shallow = asked(&["rev-parse", "--is-shallow-repository"])?;
            if shallow.is_ok_and(|answer| answer.trim() == "true") {
                return fail(format!(
                    "this shallow clone does not have the revision; fetch it (git fetch --depth=1 \
                     origin {text}), or make a full clone (git fetch --unshallow; fetch-depth: 0 \
                     for actions/checkout)"
                ));
            }
            let names = asked(&["for-each-ref", "--format=%(refname:short)"])?.unwrap_or_default();
            let meant = nearest(text, names.lines());
            let meant = meant.map_or(String::new(), |name| format!("; did you mean `{name}`?"));
            return fail(format!(
                "there is no such file or folder, and no such revision in {}{meant}",
                root.display()
            ));
        };
        let commit = commit.trim().to_owned();
        let tree = match asked(&["ls-tree", "-r", "-z", "--full-tree", &commit])? {
            Ok(tree) => tree,
            Err(why) => return fail(why),
        };
        Ok(Self {
            text: text.to_owned(),
            commit,
            root: root.canonicalize().unwrap_or(root),
            files: tree.split('\0').filter_map(entry).collect(),
        })
    }

    /// Returns the name of the revision in messages: the text that the user wrote, and the commit.
    pub(super) fn name(&self) -> String {
        let short = self.commit.get(..10).unwrap_or(&self.commit);
        if self.commit.starts_with(&self.text) {
            short.to_owned()
        } else {
            format!("{} ({short})", self.text)
        }
    }

    /// Returns whether a file is inside the repository, so that the revision may contain it.
    pub(super) fn could_have(&self, path: &Path) -> bool {
        self.place(path).is_some()
    }

    /// Returns whether the revision has this file.
    pub(super) fn has(&self, path: &Path) -> bool {
        self.place(path)
            .is_some_and(|place| self.entry(&place).is_some())
    }

    /// Reads a file of the revision. Returns its path from the top folder, which identifies it, and its
    /// bytes.
    ///
    /// # Errors
    /// If the revision has no such file, or git fails.
    pub(super) fn read(&self, path: &Path) -> io::Result<(PathBuf, Vec<u8>)> {
        let found = self.place(path).and_then(|place| self.entry(&place));
        let (place, entry) = found.ok_or(ErrorKind::NotFound)?;
        let output = self.command(&["cat-file", "blob", &entry.object])?;
        Ok((PathBuf::from(place), output))
    }

    fn command(&self, words: &[&str]) -> io::Result<Vec<u8>> {
        let output = asking(&self.root, words).output()?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        Err(io::Error::other(said(&output.stderr)))
    }

    /// Returns the path of a file relative to the top folder of the repository. Returns `None` if the file is
    /// outside of the repository.
    fn place(&self, path: &Path) -> Option<String> {
        let here = std::env::current_dir().ok()?;
        let here = here.canonicalize().unwrap_or(here);
        let plain = plain(&here.join(path));
        let inside = plain.strip_prefix(&self.root).map(Path::to_owned);
        // The path may lead through symbolic links outside of the repository. The links in its folder are
        // therefore resolved.
        let inside = inside.or_else(|error| {
            let folder = plain.parent().and_then(|folder| folder.canonicalize().ok());
            let file = folder.and_then(|folder| Some(folder.join(plain.file_name()?)));
            file.as_ref()
                .and_then(|file| file.strip_prefix(&self.root).ok())
                .map(Path::to_owned)
                .ok_or(error)
        });
        Some(joined(&inside.ok()?))
    }

    /// Returns the file at `place`, a path relative to the top folder, with its own path. Symbolic links on
    /// the path are followed, so the two paths may differ. Returns `None` if there is no such file.
    fn entry(&self, place: &str) -> Option<(String, &Entry)> {
        let mut place = place.to_owned();
        for _ in 0..LINKS {
            let ends = place.match_indices('/').map(|(end, _)| end);
            let ends: Vec<usize> = ends.chain([place.len()]).collect();
            let link = ends.into_iter().find_map(|end| {
                let entry = self.files.get(&place[..end])?;
                entry.is_link.then_some((end, entry))
            });
            let Some((end, entry)) = link else {
                return self.files.get(&place).map(|entry| (place.clone(), entry));
            };
            let target = self.command(&["cat-file", "blob", &entry.object]).ok()?;
            let target = String::from_utf8(target).ok()?;
            let folder = Path::new(&place[..end]).parent()?;
            let rest = place[end..].trim_start_matches('/');
            let leads = Path::new("/").join(folder).join(target).join(rest);
            place = joined(plain(&leads).strip_prefix("/").ok()?);
        }
        None
    }
}

/// Parses a line of `git ls-tree`, such as `100644 blob 1a2b3c<tab>path`. Returns `None` if the line is no
/// file.
fn entry(line: &str) -> Option<(String, Entry)> {
    let (about, path) = line.split_once('\t')?;
    let mut words = about.split(' ');
    let (mode, _, object) = (words.next()?, words.next()?, words.next()?);
    let entry = Entry {
        object: object.to_owned(),
        is_link: mode == "120000",
    };
    Some((path.to_owned(), entry))
}

/// Joins the parts of a path with `/`, as git writes it.
fn joined(path: &Path) -> String {
    let parts = path.iter().map(OsStr::to_string_lossy);
    parts.collect::<Vec<_>>().join("/")
}

/// Removes `.` and `..` from a path.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

/// Returns the git command with the arguments `words`, to be run in `folder`. Variables such as `GIT_DIR`,
/// which git sets for its hooks and which name another repository, are removed from its environment.
fn asking(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(words);
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
        command.env_remove(name);
    }
    command
}

/// Runs git in `folder`. Returns its output, or its error message if it fails.
fn git(folder: &Path, words: &[&str]) -> io::Result<Result<String, String>> {
    let output = asking(folder, words).output()?;
    Ok(if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(said(&output.stderr))
    })
}

/// Returns the error message that git wrote to `stderr`, in one line.
fn said(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    format!("git says: {}", lines.collect::<Vec<_>>().join(" "))
}

fn no_git(text: &str, error: &io::Error) -> Failure {
    let why = match error.kind() {
        ErrorKind::NotFound => {
            "there is no such file or folder, and the program git, which finds revisions, is not \
             on the PATH"
                .to_owned()
        }
        _ => format!("cannot start git: {error}"),
    };
    Failure::Files(format!("cannot compare with `{text}`: {why}"))
}
