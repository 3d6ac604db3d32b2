//! Tests of completions and manual pages with the shells and viewers that read them, if these are installed.

use super::{Desk, installed};

const SHELLS: [&str; 5] = ["bash", "zsh", "fish", "elvish", "powershell"];

#[test]
fn every_shell_gets_every_command_and_every_book() {
    let desk = Desk::new();
    for shell in SHELLS {
        let script = desk.ended(0, &["completions", shell]).out;
        for word in [
            "explain",
            "completions",
            "round-cap",
            "excel-eu",
            "swift-swords",
        ] {
            // Some shells do not complete the values of options, or words that do not belong to an option.
            let told = match word {
                "excel-eu" => &SHELLS[..3],
                "swift-swords" => &SHELLS[..2],
                _ => &SHELLS[..],
            };
            if told.contains(&shell) {
                assert!(script.contains(word), "{shell}: no {word}");
            }
        }
    }
    desk.ended(2, &["completions", "tcsh"]);
    desk.ended(2, &["completions"]);
}

#[test]
fn bash_completes_by_it() {
    let desk = Desk::new();
    desk.write(
        "skirmish.bash",
        &desk.ended(0, &["completions", "bash"]).out,
    );
    let script = "source ./skirmish.bash || exit 1
        try() {
            COMP_WORDS=(\"$@\"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=()
            _skirmish skirmish \"${COMP_WORDS[COMP_CWORD]}\" \"${COMP_WORDS[COMP_CWORD-1]}\"
            echo \"${COMPREPLY[*]}\"
        }
        try skirmish exp
        try skirmish run --dialect ''
        try skirmish new ''";
    let Some(said) = installed("bash", &["-c", script], &desk.path("")) else {
        return;
    };
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(lines[..2], ["explain", "standard excel-eu"], "{}", said.err);
    assert!(
        lines[2].ends_with("brp murdham persona semiautomagic swift-swords"),
        "{}",
        lines[2]
    );
}

#[test]
fn other_shells_take_it() {
    let desk = Desk::new();
    for (shell, check) in [("zsh", &["-n"][..]), ("fish", &["--no-execute"])] {
        let name = format!("skirmish.{shell}");
        desk.write(&name, &desk.ended(0, &["completions", shell]).out);
        if let Some(said) = installed(shell, &[check, &[&name]].concat(), &desk.path("")) {
            assert_eq!(said.code, Some(0), "{shell}: {}", said.err);
        }
    }
}

#[test]
fn there_is_a_page_for_each_command() {
    let desk = Desk::new();
    let main = desk.ended(0, &["man"]).out;
    desk.ended(0, &["man", "--out", "pages/man1"]);
    let page =
        |name: &str| String::from_utf8(desk.bytes(&format!("pages/man1/{name}"))).expect("UTF-8");
    assert_eq!(page("skirmish.1"), main);
    for command in [
        "run",
        "solve",
        "explain",
        "check",
        "schema",
        "completions",
        "man",
    ] {
        let name = format!("skirmish\\-{command}(1)");
        assert!(main.contains(&name), "{name}");
        assert!(page(&format!("skirmish-{command}.1")).contains(".SH EXAMPLES"));
    }
    desk.write("file", "mine");
    let said = desk.ended(5, &["man", "--out", "file"]);
    assert!(said.err.contains("file"), "{}", said.err);
    let words = ["--warnings", "-l", "pages/man1/skirmish-run.1"];
    if let Some(said) = installed("man", &words, &desk.path("")) {
        assert_eq!(said.code, Some(0), "{}", said.err);
        assert!(said.out.contains("--round-cap <N>"), "{}", said.out);
        assert!(
            said.out
                .contains("skirmish run gate.toml --precision 0.5%\n"),
            "{}",
            said.out
        );
    }
}
