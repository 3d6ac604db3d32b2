//! Reads a scenario file and all files that it includes, each of them once.
//!
//! A file is identified by its canonical path on the disk. Paths such as `../x/a.toml` and links therefore
//! neither read a file twice nor cause an endless loop.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use sha2::{Digest, Sha256};

use super::sheet::{self, Form, Included, Sheet};
use super::{Fault, Faults, Fields, INCLUDE, Node, SourceId, Span, TOP, Table, Value, parse};
use crate::suggest;

/// A function that reads the file at a path, and returns its canonical path and its bytes.
pub type Reader<'r> = &'r dyn Fn(&Path) -> io::Result<(PathBuf, Vec<u8>)>;

/// A file that was read: a TOML file, or one sheet of a workbook or CSV file.
#[derive(Debug)]
pub(super) struct File {
    pub(super) source: SourceId,
    pub(super) table: Table,
    /// The files that this file includes, directly or indirectly.
    pub(super) below: HashSet<SourceId>,
    /// The sheet, if this is one. Its rows become a table once the rulebook is known.
    pub(super) sheet: Option<Sheet>,
}

/// The files that were read.
#[derive(Debug, Default)]
pub(super) struct Files {
    /// The files, ordered so that each one follows the files that it includes. The scenario itself is last.
    pub(super) read: Vec<File>,
    /// The path of each file and its SHA-256 in hexadecimal, in the order of reading.
    pub(super) digests: Vec<(String, String)>,
    /// The other scenarios that entries of `[[day]]` name, each with its path relative to the scenario and its own
    /// files.
    pub(super) days: Vec<(PathBuf, Files)>,
    /// Whether all files were found and had valid content. A scenario in `days` has its own value.
    pub(super) sound: bool,
}

/// The largest size of a file in bytes, far above that of any real scenario.
const LARGEST: u64 = 16 << 20;

/// Reads a regular file from the disk. Other files are refused: opening a pipe would wait for a writer, and
/// reading a device may never end.
///
/// # Errors
/// If the file does not exist, cannot be read, or is too large.
pub fn from_disk(path: &Path) -> io::Result<(PathBuf, Vec<u8>)> {
    let about = std::fs::metadata(path)?;
    if about.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !about.is_file() {
        return Err(io::ErrorKind::Unsupported.into());
    }
    let mut bytes = Vec::new();
    if about.len() <= LARGEST {
        let file = std::fs::File::open(path)?;
        file.take(LARGEST + 1).read_to_end(&mut bytes)?;
    }
    // The size is checked again, since a file may grow while it is read, and some files report a size of
    // zero.
    if about.len().max(bytes.len() as u64) > LARGEST {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok((path.canonicalize()?, bytes))
}

/// Reads the scenario at `path`, all its includes, and the other scenarios that its day names, with `reader`.
/// Mistakes are added to `faults`.
pub(super) fn read(path: &Path, reader: Reader, faults: &mut Faults) -> Files {
    let mut files = read_one(path, None, reader, faults);
    let root = files.read.last().map(|root| root.table.clone());
    let folder = path.parent().unwrap_or(Path::new(""));
    for (name, span) in root.iter().flat_map(of_day) {
        let name = plain(Path::new(&name));
        if files.days.iter().all(|(known, _)| *known != name) {
            let file = plain(&folder.join(&name));
            let other = read_one(&file, Some(span), reader, faults);
            for digest in &other.digests {
                if !files.digests.contains(digest) {
                    files.digests.push(digest.clone());
                }
            }
            files.days.push((name, other));
        }
    }
    files
}

/// Returns the paths in the entries of `[[day]]` as written, with their source locations.
fn of_day(root: &Table) -> Vec<(String, Span)> {
    let stages = root.get("day").and_then(Node::as_list).unwrap_or_default();
    let files = stages
        .iter()
        .filter_map(|stage| stage.as_table()?.get("file"));
    files
        .filter_map(|node| Some((node.as_text()?.to_owned(), node.span)))
        .collect()
}

/// Reads one scenario and its includes. `from` is the place in another scenario that names this one, or
/// `None` if no other scenario does.
fn read_one(path: &Path, from: Option<Span>, reader: Reader, faults: &mut Faults) -> Files {
    let mut reading = Reading {
        reader,
        faults,
        label: from.map_or("included here", |_| "named here"),
        found: Files {
            sound: true,
            ..Files::default()
        },
        seen: HashMap::new(),
        sheets: Vec::new(),
        open: Vec::new(),
    };
    reading.visit(path, from);
    reading.found
}

struct Reading<'r> {
    reader: Reader<'r>,
    faults: &'r mut Faults,
    /// The words that a fault shows at the place where the faulty file is named: `included here` or `named
    /// here`.
    label: &'static str,
    found: Files,
    /// The files that have been read together with all their includes, by canonical path.
    seen: HashMap<PathBuf, SourceId>,
    /// The sheets that have been read: the canonical path of the file, and the name of the sheet or `None`
    /// for all sheets.
    sheets: Vec<(PathBuf, Option<String>)>,
    /// The files that are being read, each included by the one before it: the canonical path and the name as
    /// written.
    open: Vec<(PathBuf, String)>,
}

impl Reading<'_> {
    /// Reads the includes of a file, and then the file itself. `from` is the source location that names the
    /// file.
    fn visit(&mut self, path: &Path, from: Option<Span>) -> Option<SourceId> {
        let name = path.display().to_string();
        let (identity, bytes) = match (self.reader)(path) {
            Ok(read) => read,
            Err(error) => {
                self.missing(path, &error, from);
                return None;
            }
        };
        if let Some(&source) = self.seen.get(&identity) {
            return Some(source);
        }
        if let Some(first) = self.open.iter().position(|(open, _)| *open == identity) {
            self.found.sound = false;
            let mut chain: Vec<&str> = self.open[first..].iter().map(|(_, n)| &**n).collect();
            chain.push(chain[0]);
            self.faults.push(Fault {
                code: "scenario::include-loop",
                message: "files include each other in a loop".to_owned(),
                span: from,
                label: "comes back to where it began".to_owned(),
                help: Some(chain.join(" → ")),
            });
            return None;
        }
        let digest = hex(&Sha256::digest(&bytes));
        if let (None, Some(_)) = (from, Form::of(path)) {
            self.no_scenario(&name);
            return None;
        }
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                self.no_text(
                    &name,
                    error.as_bytes(),
                    error.utf8_error().valid_up_to(),
                    from,
                );
                return None;
            }
        };
        self.found.digests.push((name.clone(), digest));
        // Some editors put a byte order mark at the start of UTF-8 text.
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let source = self.faults.sources_mut().add(name.clone(), text);
        let (table, sound) = match from {
            None => parse::document(source, self.faults),
            Some(from) => self.included(source, from),
        };
        self.found.sound &= sound;

        self.open.push((identity.clone(), name));
        let below = self.includes(path, source, &table);
        self.open.pop();

        self.found.read.push(File {
            source,
            table,
            below,
            sheet: None,
        });
        self.seen.insert(identity, source);
        Some(source)
    }

    fn includes(&mut self, path: &Path, source: SourceId, table: &Table) -> HashSet<SourceId> {
        let span = Span {
            source,
            start: 0,
            end: 0,
        };
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut below = HashSet::new();
        for entry in included(table, span, self.faults) {
            let file = plain(&folder.join(&entry.file));
            if let Some(form) = Form::of(&file) {
                below.extend(self.sheets(&file, form, &entry));
                continue;
            }
            for (_, span) in [&entry.table, &entry.sheet].into_iter().flatten() {
                let message = format!("`{}` is not a sheet", entry.file);
                let fault = Fault::at("scenario::sheet", *span, message, "only for sheets");
                self.faults
                    .push(fault.help("a sheet ends in .csv, .tsv, .xlsx or .ods"));
            }
            let Some(source) = self.visit(&file, Some(entry.span)) else {
                continue;
            };
            below.insert(source);
            let file = self.found.read.iter().find(|file| file.source == source);
            below.extend(file.into_iter().flat_map(|file| &file.below));
        }
        below
    }

    /// Reads the sheets that the entry `entry` of an `include` asks for. Returns the source texts that show
    /// them.
    fn sheets(&mut self, path: &Path, form: Form, entry: &Included) -> Vec<SourceId> {
        let name = path.display().to_string();
        let (identity, bytes) = match (self.reader)(path) {
            Ok(read) => read,
            Err(error) => {
                self.missing(path, &error, Some(entry.span));
                return Vec::new();
            }
        };
        let key = (
            identity,
            entry.sheet.as_ref().map(|(sheet, _)| sheet.clone()),
        );
        if self.sheets.contains(&key) {
            return Vec::new();
        }
        if self.sheets.iter().all(|(known, _)| *known != key.0) {
            let digest = hex(&Sha256::digest(&bytes));
            self.found.digests.push((name.clone(), digest));
        }
        self.sheets.push(key);
        match sheet::read((&name, bytes, form), entry, self.faults) {
            Ok(sheets) => {
                self.found.sound &= !sheets.is_empty();
                let sources: Vec<SourceId> = sheets.iter().map(|one| one.grid.source).collect();
                let files = sheets.into_iter().map(|sheet| File {
                    source: sheet.grid.source,
                    table: Table::default(),
                    below: HashSet::new(),
                    sheet: Some(sheet),
                });
                self.found.read.extend(files);
                sources
            }
            Err((bytes, at)) => {
                self.no_text(&name, &bytes, at, Some(entry.span));
                Vec::new()
            }
        }
    }

    /// Reports that the scenario itself is a sheet, which is only allowed for an include.
    fn no_scenario(&mut self, name: &str) {
        self.found.sound = false;
        self.faults.push(Fault {
            code: "scenario::file",
            message: format!("`{name}` is a sheet, not a scenario"),
            span: None,
            label: String::new(),
            help: Some(format!("write `include = [\"{name}\"]` in a scenario")),
        });
    }

    /// Parses the text of an included file. Returns its tree, and whether it is valid TOML. If it is not, the
    /// fault gives the line number but does not show the line: the file may be anything, even a list of
    /// passwords.
    fn included(&mut self, source: SourceId, from: Span) -> (Table, bool) {
        let unheard = Faults::new(self.faults.sources().clone());
        let (table, sound) = parse::document(source, &unheard);
        let found = unheard.sorted();
        if sound {
            for fault in found {
                self.faults.push(fault);
            }
            return (table, true);
        }
        let mut broken = found
            .iter()
            .filter(|fault| fault.code == "scenario::toml")
            .filter_map(|fault| Some((unheard.sources().line(fault.span?), &fault.message)));
        let (line, message) = broken.next().expect("what is not sound has such a fault");
        let name = unheard.sources().name(source);
        let message = format!("line {line} of `{name}` is not valid TOML: {message}");
        let fault = Fault::at("scenario::toml", from, message, self.label);
        let help = match broken.count() {
            0 => None,
            1 => Some("another line is not valid either".to_owned()),
            more => Some(format!("{more} more lines are not valid either")),
        };
        self.faults.push(fault.help_if(help));
        (Table::default(), false)
    }

    /// Reports a file that is not UTF-8 from the byte `at` on. No line of an included file is shown, since it
    /// may be private.
    fn no_text(&mut self, name: &str, bytes: &[u8], at: usize, from: Option<Span>) {
        self.found.sound = false;
        let line = 1 + bytes[..at].split(|&byte| byte == b'\n').skip(1).count();
        let shown = || {
            let text = String::from_utf8_lossy(bytes);
            let source = self.faults.sources_mut().add(name, text);
            let end = at + char::REPLACEMENT_CHARACTER.len_utf8();
            Span {
                source,
                start: at,
                end,
            }
        };
        let label = from.map_or("no UTF-8", |_| self.label);
        let span = from.unwrap_or_else(shown);
        let message = format!("line {line} of `{name}` is not UTF-8 text");
        let fault = Fault::at("scenario::file", span, message, label);
        self.faults.push(fault.help("save it as UTF-8"));
    }

    /// Reports a file that cannot be read. If there is no such file, suggests one with a similar name.
    fn missing(&mut self, path: &Path, error: &io::Error, from: Option<Span>) {
        self.found.sound = false;
        let name = path.display();
        let is_missing = error.kind() == io::ErrorKind::NotFound;
        let why = match error.kind() {
            io::ErrorKind::NotFound => format!("there is no file `{name}`"),
            io::ErrorKind::IsADirectory => format!("`{name}` is a folder"),
            io::ErrorKind::Unsupported => format!("`{name}` is a pipe or a device, not a file"),
            io::ErrorKind::FileTooLarge => format!("`{name}` is larger than {} MB", LARGEST >> 20),
            _ => format!("cannot read `{name}`: {error}"),
        };
        let similar = is_missing.then(|| similar(path)).flatten();
        let relative = "a path is relative to the folder of the file that it is written in";
        self.faults.push(Fault {
            code: "scenario::file",
            message: why,
            span: from,
            label: self.label.to_owned(),
            help: similar.or(from.map(|_| relative.to_owned())),
        });
    }
}

/// Returns help on a path without a file. If the folder exists, the help suggests the file whose name is most
/// similar. If not, it names the first folder of the path that does not exist, and the most similar one.
/// Returns `None` if no name is similar.
fn similar(path: &Path) -> Option<String> {
    let is_gone = |path: &&Path| !path.as_os_str().is_empty() && !path.exists();
    let gone = path.ancestors().take_while(is_gone).last()?;
    let folder = gone.parent().filter(|folder| *folder != Path::new(""));
    let entries = std::fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let is_file = gone == path;
    let could_be_meant = |entry: &std::fs::DirEntry| {
        let path = entry.path();
        let is_toml = path.extension().is_some_and(|ending| ending == "toml");
        if is_file {
            path.is_file() && (is_toml || Form::of(&path).is_some())
        } else {
            path.is_dir()
        }
    };
    let entries = entries.filter_map(Result::ok).filter(could_be_meant);
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    names.sort();
    let stem = |name: &str| {
        let stem = Path::new(name).file_stem().filter(|_| is_file);
        stem.map_or_else(|| name.to_owned(), |stem| stem.display().to_string())
    };
    let stems: Vec<String> = names.iter().map(|name| stem(name)).collect();
    let missing = gone.file_name()?.to_str()?;
    let near = suggest::nearest(&stem(missing), stems.iter().map(String::as_str))?;
    let mut alike = names.iter().filter(|name| stem(name) == near);
    let ending = path.extension();
    // Among files that differ only in their endings, the one with the same ending was most likely meant.
    let same = alike
        .clone()
        .find(|name| Path::new(name).extension() == ending);
    let near = same.or_else(|| alike.next())?;
    Some(if is_file {
        format!("did you mean `{near}`?")
    } else {
        let folder = gone.display();
        format!("there is no folder `{folder}`; did you mean `{near}`?")
    })
}

/// Returns the entries of the key `include`.
fn included(table: &Table, span: Span, faults: &Faults) -> Vec<Included> {
    let mut fields = Fields::new(table, span, "the file", TOP, faults);
    let list = fields.list("include").map_or(&[][..], |(list, _)| list);
    let mut included = Vec::new();
    for node in list {
        match &node.value {
            Value::Text(file) => included.push(Included {
                file: file.clone(),
                span: node.span,
                sheet: None,
                table: None,
            }),
            Value::Table(table) => {
                let what = "an entry of `include`";
                let mut fields = Fields::new(table, node.span, what, INCLUDE, faults);
                let file = fields.text("file");
                let owned =
                    |found: Option<(&str, Span)>| found.map(|(text, span)| (text.to_owned(), span));
                let [sheet, table] = ["sheet", "table"].map(|key| owned(fields.text(key)));
                fields.finish();
                included.extend(file.map(|(file, span)| Included {
                    file: file.to_owned(),
                    span,
                    sheet,
                    table,
                }));
            }
            _ => {
                let called = "an entry of `include`";
                let label = "in the file";
                super::fields::wrong_type(called, node, "a text", label, faults);
            }
        }
    }
    included
}

/// Returns a path without `.`, and without `..` wherever a folder name before it can be removed instead.
pub(super) fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match (part, plain.components().next_back()) {
            (Component::CurDir, _) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => {
                plain.pop();
            }
            _ => plain.push(part),
        }
    }
    plain
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").expect("a text takes every word");
        hex
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads the first of these files as a scenario. The others can be included.
    fn files(texts: &[(&str, &str)]) -> (Files, Faults) {
        let mut faults = Faults::default();
        let reader = |path: &Path| {
            let found = texts.iter().find(|(name, _)| Path::new(name) == path);
            let (_, text) = found.ok_or(io::ErrorKind::NotFound)?;
            Ok((path.to_owned(), text.as_bytes().to_vec()))
        };
        let files = read(Path::new(texts[0].0), &reader, &mut faults);
        (files, faults)
    }

    fn order(files: &Files, faults: &Faults) -> Vec<String> {
        let name = |file: &File| faults.sources().name(file.source).to_owned();
        files.read.iter().map(name).collect()
    }

    #[test]
    fn what_is_included_comes_first_and_once() {
        let (files, faults) = files(&[
            ("s/main.toml", "include = ['a.toml', '../b.toml']"),
            ("s/a.toml", "include = ['sub/c.toml']"),
            ("b.toml", "include = ['s/./sub/../sub/c.toml']"),
            ("s/sub/c.toml", ""),
        ]);
        assert!(faults.is_empty() && files.sound);
        assert_eq!(
            order(&files, &faults),
            ["s/sub/c.toml", "s/a.toml", "b.toml", "s/main.toml"]
        );
        let [c, a, b, main] = files.read.as_slice() else {
            panic!("four files")
        };
        assert!(a.below.contains(&c.source) && b.below.contains(&c.source));
        assert_eq!((a.below.len(), main.below.len()), (1, 3));
    }

    #[test]
    fn digests_are_those_of_the_files_as_read() {
        let (files, _) = files(&[("main.toml", "include = ['a.toml']"), ("a.toml", "abc = 1")]);
        let names: Vec<&str> = files.digests.iter().map(|(name, _)| &**name).collect();
        assert_eq!(names, ["main.toml", "a.toml"]);
        // The digest is the output of: printf 'abc = 1' | sha256sum
        assert_eq!(
            files.digests[1].1,
            "61cfa85e2588a31b92d4738e77a79082db9422d7a10e2607dd2320a16b4c70b2"
        );
    }

    #[test]
    fn a_loop_is_shown_as_a_chain() {
        let (files, faults) = files(&[
            ("main.toml", "include = ['a.toml']"),
            ("a.toml", "include = ['b.toml']"),
            ("b.toml", "include = ['a.toml']"),
        ]);
        let fault = faults.sorted().pop().expect("a fault");
        assert_eq!(fault.code, "scenario::include-loop");
        assert_eq!(fault.help.as_deref(), Some("a.toml → b.toml → a.toml"));
        let span = fault.span.expect("the include entry");
        assert_eq!(faults.sources().name(span.source), "b.toml");
        assert_eq!(faults.sources().slice(span), "'a.toml'");
        assert!(!files.sound);
    }

    #[test]
    fn every_missing_file_is_a_fault() {
        let (_, faults) = files(&[("main.toml", "include = ['a.toml', 'b.toml', 3]")]);
        let faults = faults.sorted();
        let told: Vec<_> = faults
            .iter()
            .map(|f| (f.code, f.message.as_str()))
            .collect();
        assert_eq!(
            told,
            [
                ("scenario::file", "there is no file `a.toml`"),
                ("scenario::file", "there is no file `b.toml`"),
                (
                    "scenario::type",
                    "an entry of `include` must be a text, not a whole number"
                ),
            ]
        );
    }

    #[test]
    #[cfg(unix)]
    fn a_link_is_the_file_that_it_leads_to() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let main = folder.path().join("main.toml");
        std::fs::write(&main, "include = ['again/main.toml']").expect("a file for the test");
        std::os::unix::fs::symlink(".", folder.path().join("again")).expect("a link for the test");
        let mut faults = Faults::default();
        read(&main, &from_disk, &mut faults);
        let codes: Vec<_> = faults.sorted().iter().map(|fault| fault.code).collect();
        assert_eq!(codes, ["scenario::include-loop"]);
    }

    #[test]
    fn what_cannot_be_read_is_a_fault() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let bytes = folder.path().join("bytes.toml");
        std::fs::write(&bytes, [0xFF]).expect("a file for the test");
        // A sparse file can have any size without using the disk.
        let large = folder.path().join("large.toml");
        let file = std::fs::File::create(&large).expect("a file for the test");
        file.set_len(1 << 40).expect("a size for the test");
        for (path, words) in [
            (folder.path(), "is a folder"),
            (&bytes, "is not UTF-8 text"),
            (&large, "is larger than 16 MB"),
            #[cfg(unix)]
            (Path::new("/dev/zero"), "is a pipe or a device, not a file"),
        ] {
            for text in [None, Some(format!("include = ['{}']", path.display()))] {
                let main = folder.path().join("main.toml");
                let read = match text {
                    Some(text) => {
                        std::fs::write(&main, text).expect("a file for the test");
                        &main
                    }
                    None => path,
                };
                let mut faults = Faults::default();
                assert!(!super::read(read, &from_disk, &mut faults).sound);
                let fault = faults.sorted().pop().expect("a fault");
                assert_eq!(fault.code, "scenario::file");
                assert!(fault.message.ends_with(words), "{}", fault.message);
            }
        }
    }

    #[test]
    fn a_missing_file_brings_up_the_most_similar_name() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("arms")).expect("a folder");
        for name in [
            "bandits.toml",
            "bandits.csv",
            "bandit.txt",
            "arms/swords.toml",
        ] {
            std::fs::write(at(name), "").expect("a file for the test");
        }
        let help = |name: &str| super::similar(&at(name));
        let file = |name: &str| Some(format!("did you mean `{name}`?"));
        assert_eq!(help("badnits.toml"), file("bandits.toml"));
        assert_eq!(help("badnits.tsv"), file("bandits.csv"));
        assert_eq!(help("arms/sword.toml"), file("swords.toml"));
        assert_eq!(help("arms/swords"), file("swords.toml"));
        assert_eq!(help("arms/swords.tml"), file("swords.toml"));
        assert_eq!(help("goblins.toml"), None);
        assert_eq!(help("arms.toml"), None);
        let folder = help("amrs/deep/swords.toml").expect("a similar folder");
        assert!(folder.starts_with("there is no folder `"), "{folder}");
        assert!(folder.ends_with("/amrs`; did you mean `arms`?"), "{folder}");
    }

    #[test]
    #[cfg(unix)]
    fn a_pipe_is_refused_without_waiting_for_a_writer() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let pipe = folder.path().join("pipe.toml");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("unix has mkfifo").success());
        let mut faults = Faults::default();
        assert!(!read(&pipe, &from_disk, &mut faults).sound);
        let fault = faults.sorted().pop().expect("a fault");
        let words = "is a pipe or a device, not a file";
        assert!(fault.message.ends_with(words), "{}", fault.message);
    }

    #[test]
    fn a_file_that_is_no_text_is_told_with_its_line() {
        let latin: &[u8] = b"a = 1\nb = 'gr\xF6\xDFe'\n";
        let read = |main: &'static [u8]| {
            let mut faults = Faults::default();
            let reader = |path: &Path| {
                let bytes = if path == Path::new("main.toml") {
                    main
                } else {
                    latin
                };
                Ok((path.to_owned(), bytes.to_vec()))
            };
            assert!(!super::read(Path::new("main.toml"), &reader, &mut faults).sound);
            faults.render(false, 100)
        };
        let shown = read(latin);
        assert!(
            shown.contains("line 2 of `main.toml` is not UTF-8 text"),
            "{shown}"
        );
        assert!(shown.contains("[main.toml:2:8]"), "{shown}");
        let shown = read(b"include = ['latin.toml']");
        assert!(
            shown.contains("line 2 of `latin.toml` is not UTF-8 text"),
            "{shown}"
        );
        assert!(
            shown.contains("[main.toml:1:12]") && !shown.contains("gr"),
            "{shown}"
        );
    }

    #[test]
    fn of_an_include_that_is_no_toml_no_line_is_shown() {
        let main = ("main.toml", "include = ['secret']\n");
        for (secret, words) in [
            ("a = 1\nhunter2\n", "line 2 of `secret` is not valid TOML: "),
            (
                "day = 1979-05-27\npass: hunter2\n\nhunter2",
                "another line is not valid either",
            ),
            ("a = [hunter2\n", "line 1 of `secret` is not valid TOML: "),
            (
                "include = ['hunter2']\nhunter2\n",
                "line 2 of `secret` is not valid TOML: ",
            ),
        ] {
            let (files, faults) = files(&[main, ("secret", secret)]);
            assert!(!files.sound);
            assert_eq!(faults.len(), 1);
            let shown = faults.render(false, 100);
            assert!(shown.contains("[main.toml:1:12]"), "{shown}");
            assert!(
                shown.contains(words) && !shown.contains("hunter2"),
                "{shown}"
            );
        }
    }
}
