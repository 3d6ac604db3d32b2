//! Tests of runs that are divided into parts, which are played on several machines or one after the other.
//! The merged output must equal that of one whole run, byte by byte.

mod clusters;
mod merge;
mod resume;
#[cfg(unix)]
mod trials;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// The text of a fast duel. It has an axis of three values, and so three matchups.
const DUEL: &str = r#"# duel.toml
ruleset = "brp"
title = "Does a quick hand win?"
include = ["arms/fighters.toml"]

[run]
fights = 20_000

[[sides]]
name = "left"
fighters = [{ combatant = "guard" }]

[[sides]]
name = "right"
fighters = [{ combatant = "raider" }]

[[vary]]
name = "dex"
set = "combatants.guard.dex"
to = [9, 12, 15]
"#;

const FIGHTERS: &str = r#"
[combatants.guard]
hit_points = 12
dex = 12
carries = ["broad-sword"]
skills = { broad-sword = 60 }

[combatants.raider]
like = "guard"
dex = 11
"#;

/// A folder with the duel.
struct Desk(TempDir);

/// The output of the program.
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

/// Returns the path of the program.
fn program() -> PathBuf {
    assert_cmd::cargo::cargo_bin!("skirmish").to_path_buf()
}

impl Desk {
    fn new() -> Self {
        let desk = Self(tempfile::tempdir().expect("a folder for temporary files"));
        fs::create_dir(desk.path("arms")).expect("the folder is ours");
        desk.write("duel.toml", DUEL);
        desk.write("arms/fighters.toml", FIGHTERS);
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).expect("the folder is ours");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Returns a command that runs the program in the folder with these words.
    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(program());
        command
            .current_dir(self.0.path())
            .args(words)
            .env("GITHUB_ACTIONS", "false")
            .env_remove("SLURM_ARRAY_TASK_ID")
            .env_remove("JOB_COMPLETION_INDEX");
        command
    }

    /// Runs the program, and checks that it ends with this exit code.
    fn ended(&self, code: i32, words: &[&str]) -> Said {
        let output = self.command(words).output().expect("the program starts");
        let said = Said::of(&output);
        assert_eq!(said.code, Some(code), "{words:?}: {}{}", said.out, said.err);
        said
    }

    /// Plays all `of` parts of a run with these additional words, and returns the names of their folders.
    fn parts(&self, of: u64, words: &[&str]) -> Vec<String> {
        let part = |number| {
            let (shard, out) = (format!("{number}/{of}"), format!("part-{number}"));
            let part = ["run", "duel.toml", "--shard", &shard, "--out", &out];
            self.ended(0, &[&part[..], &["--quiet"], words].concat());
            out
        };
        (1..=of).map(part).collect()
    }

    /// Returns the contents of all files in a folder, by name.
    fn files(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        files(&self.path(folder))
    }
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries
        .map(|entry| {
            let path = entry.expect("it can be read").path();
            let name = path.file_name().expect("a file").to_string_lossy();
            let bytes = fs::read(&path).expect("it can be read");
            (name.into_owned(), bytes)
        })
        .collect()
}

/// Prints a message directly to standard error, because the test harness would capture it otherwise.
fn say(text: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{text}");
}
