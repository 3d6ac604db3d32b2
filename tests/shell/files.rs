//! Tests of the files that the program writes. A file is complete or absent, and has the permissions that the
//! umask allows. Scenarios with the same file name are told apart by their folders.

use std::fs;

use super::Desk;

#[test]
fn scenarios_of_one_name_are_told_apart_by_their_folders() {
    let desk = Desk::new();
    for book in ["brp", "murdham"] {
        fs::create_dir(desk.path(book)).expect("the directory is ours");
        fs::rename(
            desk.path(&format!("{book}.toml")),
            desk.path(&format!("{book}/gate.toml")),
        )
        .expect("ours");
    }
    let both = ["brp/gate.toml", "murdham/gate.toml"];
    let run = ["--fights", "100", "--seed", "1", "--out", "out", "--quiet"];
    desk.ended(0, &[&["run"], &both[..], &run].concat());
    let text = String::from_utf8(desk.bytes("out/summary.csv")).expect("UTF-8");
    for name in ["brp/gate", "murdham/gate"] {
        assert!(
            text.lines().any(|row| row.starts_with(&format!("{name},"))),
            "{name}: {text}"
        );
    }
    // If several scenarios are run together, each has the same fights as when it is run alone.
    desk.ended(0, &[&["run", "brp/gate.toml"], &run[..]].concat());
    let alone = String::from_utf8(desk.bytes("out/summary.csv")).expect("UTF-8");
    let rows: Vec<&str> = alone
        .lines()
        .skip(1)
        .filter_map(|row| row.strip_prefix("gate,"))
        .collect();
    assert!(!rows.is_empty());
    for row in rows {
        // The axis of the murdham scenario adds a column in front, so only the last 15 columns are compared.
        let figures = row.rsplit(',').take(15).collect::<Vec<_>>();
        assert!(
            text.lines()
                .any(|other| other.rsplit(',').take(15).collect::<Vec<_>>() == figures),
            "{row}"
        );
    }
    // The baseline of a scenario is the same file, whether it is checked alone or together with others.
    desk.ended(
        0,
        &[&["check", "--update", "--fights", "100"], &both[..]].concat(),
    );
    let baseline = String::from_utf8(desk.bytes("brp/gate.baseline.csv")).expect("UTF-8");
    assert!(baseline.contains("\ngate,brp,"), "{baseline}");
    desk.ended(0, &["check", "brp/gate.toml"]);
    let said = desk.ended(0, &[&["check", "--junit", "found.xml"], &both[..]].concat());
    assert!(
        said.out.contains("brp/gate (brp)") && said.out.contains("murdham/gate (murdham)"),
        "{}",
        said.out
    );
    // Two scenarios whose paths differ only in their extensions cannot be run together.
    fs::copy(desk.path("brp/gate.toml"), desk.path("brp/gate.scn")).expect("ours");
    let said = desk.ended(2, &["run", "brp/gate.toml", "brp/gate.scn"]);
    assert!(
        said.err.contains("two scenarios are called"),
        "{}",
        said.err
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_exit_code_5_and_leaves_nothing() {
    let desk = Desk::new();
    let before = desk.names();
    for words in [
        "--help",
        "--version",
        "run --help",
        "man",
        "completions zsh",
        "schema --output",
        "columns",
    ] {
        let said = desk.shell(&format!("skirmish {words} > /dev/full"));
        assert_eq!(said.code, Some(5), "{words}: {}", said.err);
        assert!(
            said.err.contains("cannot write to standard output"),
            "{}",
            said.err
        );
    }
    let said = desk.shell("ulimit -f 1; skirmish new brp --out gate.toml");
    assert_eq!(said.code, Some(5), "{}", said.err);
    let said = desk.shell("ulimit -f 1; skirmish man --out pages");
    assert_eq!(said.code, Some(5), "{}", said.err);
    assert_eq!(desk.names(), before);
    // The program does not fail if the program that reads its output ends early.
    let said = desk.shell("skirmish run --help | head -n 1 > /dev/null; skirmish --help | true");
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
}

#[cfg(unix)]
#[test]
fn files_have_the_mode_of_the_umask() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    for (umask, mode) in [("022", 0o644), ("077", 0o600), ("002", 0o664)] {
        let script = format!(
            "umask {umask}; rm -rf *.csv *.xlsx *.xml out new.toml
             skirmish new brp --out new.toml &&
             skirmish run new.toml --fights 5 --out out --xlsx new.xlsx &&
             skirmish check new.toml --update --fights 100 && skirmish check new.toml --junit new.xml"
        );
        let said = desk.shell(&script);
        assert_eq!(said.code, Some(0), "{}", said.err);
        for name in [
            "new.toml",
            "new.xlsx",
            "new.xml",
            "new.baseline.csv",
            "out/summary.csv",
            "out/run.json",
        ] {
            let found = fs::metadata(desk.path(name))
                .expect("it is there")
                .permissions()
                .mode();
            assert_eq!(found & 0o777, mode, "{name} under {umask}");
        }
    }
}
