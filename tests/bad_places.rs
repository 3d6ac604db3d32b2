//! Runs the program with faulty files, full disks, obstructed paths and closed pipes. Checks the exit codes
//! and which files exist afterwards.

#![cfg(unix)]

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use common::slips::SOUND;

fn program(folder: &Path) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
    command.current_dir(folder);
    command
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder for the test");
    fs::write(folder.path().join("gate.toml"), SOUND).expect("a file for the test");
    folder
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("it can be listed").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn a_full_disk_leaves_nothing_behind() {
    let folder = folder();
    let program = assert_cmd::cargo::cargo_bin!("skirmish");
    // The shell limits the size of files to a few hundred bytes, and ignores the signal that would end the
    // program when it exceeds the limit.
    let script =
        "trap '' XFSZ; ulimit -f 1; exec \"$0\" run gate.toml --fights 500 --out new/out --quiet";
    let output = Command::new("sh")
        .args(["-c", script])
        .arg(program)
        .current_dir(folder.path())
        .output()
        .expect("unix has sh");
    assert_eq!(output.status.code(), Some(5), "{}", said(&output));
    assert!(
        said(&output).contains("cannot write `new/out/"),
        "{}",
        said(&output)
    );
    assert_eq!(names(folder.path()), ["gate.toml"]);
}

#[test]
fn a_place_that_cannot_be_written_is_told_before_the_run() {
    let folder = folder();
    fs::create_dir_all(folder.path().join("old/kills.csv")).expect("a folder for the test");
    for (out, words) in [
        ("gate.toml", "it is a file, not a directory"),
        ("gate.toml/out", "cannot write into gate.toml/out"),
        ("old", "cannot write old/kills.csv: it is a directory"),
    ] {
        let output = program(folder.path())
            .args(["run", "gate.toml", "--fights", "1e12", "--out", out])
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(5), "{out}");
        assert!(said(&output).contains(words), "{}", said(&output));
        assert!(output.stdout.is_empty(), "{out}");
    }
    assert_eq!(names(folder.path()), ["gate.toml", "old"]);
    assert_eq!(names(&folder.path().join("old")), ["kills.csv"]);
}

#[test]
fn nothing_is_written_over_what_is_read_or_written_besides() {
    let folder = folder();
    let whole = format!("include = [\"part.toml\"]\n{SOUND}");
    fs::write(folder.path().join("gate.toml"), whole).expect("a file for the test");
    fs::write(folder.path().join("part.toml"), "# nothing\n").expect("a file for the test");
    for words in [
        "run gate.toml --fights 10 --quiet --out good",
        "run gate.toml --fights 10 --quiet --out part --shard 1/1",
    ] {
        let words = words.split(' ');
        let output = program(folder.path()).args(words).output();
        assert!(output.expect("the program starts").status.success());
    }
    let before = |name: &str| fs::read(folder.path().join(name)).expect("it is there");
    let files = [
        "gate.toml",
        "part.toml",
        "good/summary.csv",
        "part/part.jsonl",
    ];
    let bytes = files.map(before);
    let reads = "would overwrite a file that this command reads";
    let twice = "would write the same file";
    for (words, what) in [
        ("check gate.toml --update --baseline ./gate.toml", reads),
        (
            "check gate.toml --baseline nope.csv --junit gate.toml",
            reads,
        ),
        (
            "check gate.toml --baseline good/run.json --junit good/run.json",
            reads,
        ),
        ("run gate.toml --fights 10 --html gate.toml", reads),
        ("run gate.toml --fights 10 --html part.toml", reads),
        ("report good --out gate.toml", reads),
        ("report good --out good/../part.toml", reads),
        ("report good --out good/summary.csv", reads),
        ("merge part --html part/part.jsonl", reads),
        ("merge part --html gate.toml", reads),
        ("run gate.toml --out new --html new/summary.csv", twice),
        ("merge part --xlsx a.xlsx --html a.xlsx", twice),
    ] {
        let output = program(folder.path()).args(words.split(' ')).output();
        let output = output.expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{words}: {}", said(&output));
        assert!(said(&output).contains(what), "{words}: {}", said(&output));
        assert!(output.stdout.is_empty(), "{words}");
    }
    assert_eq!(files.map(before), bytes);
    assert_eq!(
        names(folder.path()),
        ["gate.toml", "good", "part", "part.toml"]
    );
}

#[test]
fn a_reader_that_leaves_early_does_not_keep_the_tables_from_being_written() {
    let folder = folder();
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let output = program(folder.path())
        .args([
            "run",
            "gate.toml",
            "--fights",
            "50",
            "--out",
            "out",
            "--quiet",
        ])
        .stdout(writer)
        .stderr(Stdio::piped())
        .output()
        .expect("the program starts");
    assert_eq!(
        (output.status.code(), said(&output)),
        (Some(0), String::new())
    );
    assert_eq!(names(&folder.path().join("out")).len(), 12);
}

#[test]
fn names_with_commas_and_quotes_come_back_from_the_tables() {
    let folder = folder();
    let text = SOUND
        .replace("name = \"guards\"", "name = \"gate, \\\"north\\\"\"")
        .replace("name = \"blade\"", "name = \"blade, \\\"Klinge\\\" 日本\"");
    let file = "a, \"b\".toml";
    fs::write(folder.path().join(file), text).expect("a file for the test");
    let output = program(folder.path())
        .args(["run", file, "--fights", "20", "--out", "out"])
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let mut sides = 0;
    for name in names(&folder.path().join("out")) {
        if name == "run.json" {
            continue;
        }
        let path = folder.path().join("out").join(name);
        let mut table = csv::Reader::from_path(&path).expect("a table");
        assert_eq!(
            &table.headers().expect("a header")[3],
            "blade, \"Klinge\" 日本"
        );
        let rows: Vec<_> = table.records().map(|row| row.expect("a row")).collect();
        assert!(rows.iter().all(|row| &row[0] == "a, \"b\""), "{path:?}");
        let cells = rows.iter().flat_map(csv::StringRecord::iter);
        sides += cells.filter(|&cell| cell == "gate, \"north\"").count();
    }
    assert!(sides > 10, "{sides}");
}

#[test]
fn faults_exit_3_and_keep_standard_output_clean() {
    let folder = folder();
    fs::write(
        folder.path().join("bad.toml"),
        SOUND.replace("chain", "chian"),
    )
    .expect("a file");
    for words in [
        &["run", "gate.toml", "bad.toml", "--out", "out"][..],
        &["explain", "bad.toml"],
        &["run", "gate.toml", "--set", "nonsense"],
        &["run", "gate.toml", "--vary", "options.nonsense=1,2"],
        &["run", "no.toml"],
        &["run", "."],
    ] {
        let output = program(folder.path())
            .args(words)
            .output()
            .expect("it starts");
        assert_eq!(output.status.code(), Some(3), "{words:?} {}", said(&output));
        assert!(
            output.stdout.is_empty() && !said(&output).contains('\u{1b}'),
            "{words:?}"
        );
    }
    assert_eq!(names(folder.path()), ["bad.toml", "gate.toml"]);
}

/// An ending that makes any name hostile. It has a line break, a command to GitHub Actions, and a colour
/// code.
const FORGED: &str = "\\n::error::forged \\u001B[31m\\r.";

/// A scenario whose names are all hostile, as are the labels of its two axes.
fn hostile() -> String {
    let named = |name: &str| format!("\"{name}{FORGED}\"");
    let axis = |name: &str, path: &str, to: &str| {
        let labels = format!("[{}, {}, {}]", named("p"), named("q"), named("r"));
        format!(
            "[[vary]]\nname = {}\nset = '{path}'\nto = {to}\nlabels = {labels}\n",
            named(name)
        )
    };
    format!(
        "ruleset = 'brp'\ntitle = {title}\n\
         [combatants.{guard}]\nhit_points = 5\ndex = 12\ncarries = ['broad-sword']\nskills = {{ broad-sword = 60 }}\n\
         policy = {steady}\n\
         [combatants.{heir}]\nlike = {guard}\n\
         [combatants.goblin]\nhit_points = 4\ndex = 14\ncarries = [{blade}]\n\
         [weapons.{blade}]\nlike = 'dagger'\n\
         [policies.{steady}]\nact = [\"attack nearest\", \"attack weakest\"]\nreact = []\n\
         [[sides]]\nname = {left}\nfighters = [{{ combatant = {guard} }}]\n\
         [[sides]]\nname = {right}\nfighters = [{{ combatant = 'goblin' }}]\n",
        title = named("title"),
        guard = named("guard"),
        heir = named("heir"),
        steady = named("steady"),
        blade = named("blade"),
        left = named("left"),
        right = named("right"),
    ) + &axis("one", "combatants.goblin.dex", "[11, 13, 14]")
        + &axis("other", "combatants.goblin.hit_points", "[3, 4, 5]")
}

/// Runs the program with these words. Checks that no hostile name begins a line of its own in the output.
/// Returns the exit code and the output.
fn forges_nothing(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
    let output = program(folder)
        .args(words)
        .env_remove("GITHUB_ACTIONS")
        .output()
        .expect("the program starts");
    let all = [&output.stdout[..], &output.stderr[..]].map(String::from_utf8_lossy);
    for text in &all {
        let forged = |line: &str| line.trim_start().starts_with("::error::forged");
        assert!(!text.lines().any(forged), "{words:?}\n{text}");
        assert!(!text.contains(['\u{1b}', '\r']), "{words:?}\n{text}");
    }
    (output.status.code(), all.concat())
}

/// Command lines and the exit codes that they must have. Words in braces are replaced by hostile names.
#[rustfmt::skip]
const TYPED: [(&str, i32); 60] = [
    ("run {bad} --fights 100 --out out", 0),
    ("run {bad} --fights 100 --vary {guard}.dex=12,13,14 --rows {one} --columns dex", 2),
    ("run {bad} --fights 100 --rows {one} --columns {other}", 0),
    ("run {bad} --fights 100 --rows {one} --columns {other} --at {one}={p}", 2),
    ("run {bad} {changed} --fights 100", 0),
    ("run {bad} --fights 100 --precision 0.5%", 4),
    ("run {bad} --fights 100 --html page.html --no-tables", 0),
    ("run {bad} --fights 100 --out out --resume", 0),
    ("run {bad} --fights 100 --out part-1 --shard 1/2", 0),
    ("run {changed} --fights 100 --out part-2 --shard 2/2", 0),
    ("merge part-1 part-2", 5),
    ("run {bad} --fights 100 --out part-2 --shard 2/2", 0),
    ("merge part-1 part-2", 0),
    ("run {faulty}", 3),
    ("run {missing}", 3),
    ("run {bad} {bad}", 2),
    ("run {bad} --fights 100 --set {guard}.dex=14", 0),
    ("run {bad} --set {guard}.dex.x=1", 3),
    ("solve {bad} --compare", 0),
    ("solve {bad} --budget-states 100", 4),
    ("explain {bad}", 0),
    ("explain {bad} --policies --clauses --seat 2 --seats both", 0),
    ("explain {bad} --matchup {p}{/}{q}", 0),
    ("explain {bad} --matchup {x}", 2),
    ("explain {bad} --where won-by={left}", 0),
    ("explain {bad} --where won-by=nobody", 2),
    ("explain {bad} --where won-by=left", 2),
    ("explain {bad} --where rarest", 0),
    ("explain {bad} --where undecided --among 10", 4),
    ("compare {bad}", 2),
    ("compare {bad} --against {q}", 2),
    ("compare {bad} --fights 100 --against {one}={q}", 0),
    ("compare {bad} --against nothing", 2),
    ("compare {bad} --fights 100 --set {guard}.dex=14", 0),
    ("compare {bad} {changed} --fights 100", 0),
    ("compare {bad} gate.toml --fights 100", 2),
    ("compare {bad} --set vary[0].to=3", 3),
    ("worth {bad} --fights 100 --of {guard} --sampled", 0),
    ("worth {bad} --of {guard}.dex --exact --matchup {p}{/}{q}", 0),
    ("worth {bad} --of {guard} --side nobody", 2),
    ("worth {bad} --of {heir}", 3),
    ("tune {bad} --fights 100 --set {guard}.dex --from 8 --to 14 --target {left}=50%", 4),
    ("tune {bad} --fights 100 --set {guard}.dex --from 8 --to 14 --target nobody=50%", 2),
    ("tune {bad} --fights 100 --set {guard}.dex --step 1 --target even --band 5..95%", 0),
    ("tune {bad} --fights 100 --set {guard}.dex --step 1 --target even --band 49..51%", 4),
    ("tune {bad} --fights 100 --set {guard}.dex --set {guard}.hit_points --most-steps 1 --target {left}=1%", 4),
    ("tune {bad} --fights 100 --set {guard}.dex --set {guard}.hit_points --target {left}=50%±50%", 0),
    ("best {bad} --fights 100 --vary {guard}.dex=8,14 --side {left}", 0),
    ("best {bad} --fights 100 --side nobody", 2),
    ("check {bad}", 5),
    ("check {bad} --update --fights 100", 0),
    ("check {bad}", 0),
    ("check {bad} --play", 0),
    ("check {bad} --set {guard}.hit_points=50", 1),
    ("check {bad} --set vary[0].labels=['x','y','z']", 5),
    ("check {bad} --set sides[0].name='x'", 5),
    ("check {changed} --baseline {baseline}", 5),
    ("report out", 0),
    ("report {missing}", 5),
    ("explain {bad} --where won-by=x --message-format json", 2),
];

#[test]
fn no_name_forges_a_line_in_any_command() {
    let folder = folder();
    let name = "\n::error::forged \u{1b}[31m\r.";
    let file = |name: &str| format!("{name}\n::error::forged\u{1b}.toml");
    let text = hostile();
    for (name, text) in [
        ("bad", text.clone()),
        ("changed", text.replace("dex = 12", "dex = 13")),
        ("faulty", text.replace("hit_points = 5", "hit_point = 5")),
    ] {
        fs::write(folder.path().join(file(name)), text).expect("a file for the test");
    }
    let typed = |word: &str| {
        let mut word = word.replace("{/}", " / ");
        for known in ["bad", "changed", "faulty", "missing"] {
            word = word.replace(&format!("{{{known}}}"), &file(known));
        }
        let baseline = file("bad").replace(".toml", ".baseline.csv");
        word = word.replace("{baseline}", &baseline);
        for known in ["guard", "heir"] {
            let path = format!("combatants.\"{known}{name}\"");
            word = word.replace(&format!("{{{known}}}"), &path);
        }
        for known in ["one", "other", "left", "p", "q", "x"] {
            word = word.replace(&format!("{{{known}}}"), &format!("{known}{name}"));
        }
        word
    };
    let mut failed = Vec::new();
    for (line, code) in TYPED {
        let words: Vec<String> = line.split(' ').map(typed).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (ended, said) = forges_nothing(folder.path(), &words);
        // With another exit code, the program has not shown the message that this test is about.
        if ended != Some(code) {
            failed.push(format!("{line}: {ended:?}, not {code}\n{said}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn a_path_without_end_is_a_fault_in_no_time() {
    let folder = folder();
    let long = |parts: usize| vec!["x"; parts].join(".");
    for parts in [65, 50_000, 500_000] {
        let path = long(parts);
        let text = SOUND.replace("combatants.guard.carries[0]", &path);
        assert_ne!(text, SOUND);
        fs::write(folder.path().join("long.toml"), text).expect("a file for the test");
        let vary = format!("{path}=1,2");
        let mut cases = vec![vec!["run", "long.toml"]];
        // The operating system limits the length of a command line.
        if vary.len() < 120_000 {
            cases.push(vec!["run", "gate.toml", "--vary", &vary]);
            cases.push(vec!["run", "gate.toml", "--set", &vary]);
            cases.push(vec!["worth", "gate.toml", "--of", &path]);
            cases.push(vec![
                "tune",
                "gate.toml",
                "--set",
                &path,
                "--ladder",
                "1,2",
                "--target",
                "guards=50%",
            ]);
        }
        for words in cases {
            let start = std::time::Instant::now();
            let output = program(folder.path()).args(&words).output();
            let output = output.expect("the program starts");
            let text = said(&output);
            assert!(
                !output.status.success() && text.contains("64 parts"),
                "{text}"
            );
            assert!(text.len() < 3000, "{} bytes: {words:?}", text.len());
            let seconds = start.elapsed().as_secs();
            assert!(seconds < 20, "{} took {seconds} s", words[0]);
        }
    }
}
