//! Tests of the program together with other programs, such as shells: workbooks, JSON, completions and manual
//! pages. Names in the output must not execute commands in a terminal or a build.

mod files;
mod harmless;
mod json;
mod pages;
mod workbook;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command as Plain, Output};

use assert_cmd::Command;
use tempfile::TempDir;

/// The books whose starter scenarios these tests use.
const BOOKS: [&str; 3] = ["brp", "murdham", "swift-swords"];

/// A temporary folder with the starter scenario of each of these books.
struct Desk(TempDir);

impl Desk {
    fn new() -> Self {
        let desk = Self(tempfile::tempdir().expect("a directory for temporary files"));
        for book in BOOKS {
            let file = format!("{book}.toml");
            desk.ended(0, &["new", book, "--out", &file]);
            desk.expects_nothing(&file);
        }
        desk
    }

    /// Removes the expectations from a starter scenario, because these tests are not about them.
    fn expects_nothing(&self, name: &str) {
        let path = self.0.path().join(name);
        let text = fs::read_to_string(&path).expect("it is there");
        let (kept, _) = text.split_once("[[expect]]").expect("a starter has one");
        fs::write(path, kept).expect("the directory is ours");
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("the directory is ours");
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Returns the names of all files and folders in the folder.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("it is there");
        let name = |entry: std::io::Result<fs::DirEntry>| {
            let name = entry.expect("it can be read").file_name();
            name.to_string_lossy().into_owned()
        };
        let mut names: Vec<String> = entries.map(name).collect();
        names.sort();
        names
    }

    /// Runs the program with these words, and checks its exit code.
    fn ended(&self, code: i32, words: &[&str]) -> Said {
        self.ended_in(code, words, &[("GITHUB_ACTIONS", "false")])
    }

    /// Runs the program with these words and environment variables, and checks its exit code.
    fn ended_in(&self, code: i32, words: &[&str], environment: &[(&str, &str)]) -> Said {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
        command.current_dir(self.0.path()).args(words);
        command.envs(environment.iter().copied());
        let said = Said::of(command.assert().get_output());
        assert_eq!(said.code, Some(code), "{words:?}: {}{}", said.out, said.err);
        said
    }

    /// Runs a shell script. It can call the program as `skirmish`.
    #[cfg(unix)]
    fn shell(&self, script: &str) -> Said {
        let program = assert_cmd::cargo::cargo_bin!("skirmish");
        let script = format!("skirmish() {{ '{}' \"$@\"; }}\n{script}", program.display());
        let output = Plain::new("sh")
            .current_dir(self.0.path())
            .args(["-c", &script])
            .output();
        Said::of(&output.expect("there is a shell"))
    }
}

/// The output of a program.
struct Said {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Said {
    fn of(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
        Self {
            code: output.status.code(),
            out: text(&output.stdout),
            err: text(&output.stderr),
        }
    }
}

/// Runs another program, which may not be installed. If it is not, prints a note and returns `None`.
fn installed(program: &str, words: &[&str], place: &Path) -> Option<Said> {
    let output = Plain::new(program).args(words).current_dir(place).output();
    if output.is_err() {
        use std::io::Write;
        // The test harness would capture the output of `eprintln!`, so the note would not be seen.
        let _ = writeln!(std::io::stderr(), "skipped: there is no {program}");
    }
    Some(Said::of(&output.ok()?))
}
