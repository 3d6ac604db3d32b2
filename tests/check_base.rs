//! Tests of `skirmish check --base`, which compares scenarios with an earlier version of them. This base is a
//! revision in a repository, a folder or a file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use tempfile::TempDir;

/// The text of a duel. It includes half of its text from another file.
const DUEL: &str = r#"include = ["parts/knights.toml"]
ruleset = "brp"

# What the knight carries.
[combatants.knight]
like = "trained"
carries = ["broad-sword"]

[combatants.squire]
like = "trained"
carries = ["short-sword"]

[[sides]]
name = "knights"
fighters = [{ combatant = "knight" }]

[[sides]]
name = "squires"
fighters = [{ combatant = "squire" }]

[[vary]]
name = "dex"
set = "combatants.knight.dex"
to = [9, 15]

[[expect]]
figure = "win_rate"
of = "knights"
where = { dex = 15 }
at_least = "40%"
why = "who is trained holds out"
"#;

const PARTS: &str = r#"
[combatants.trained]
hit_points = 12
dex = 11
armour = "soft-leather"
skills = { Sword = 60 }
"#;

/// A temporary repository with one commit on the branch `main`. Another branch is checked out.
struct Repository(TempDir);

impl Repository {
    fn new() -> Self {
        let repository = Self(tempfile::tempdir().expect("a directory for temporary files"));
        repository.git(&["init", "--quiet", "--initial-branch=main", "."]);
        repository.write("scenarios/duel.toml", DUEL);
        repository.write("scenarios/parts/knights.toml", PARTS);
        repository.commit();
        repository.git(&["checkout", "--quiet", "-b", "change"]);
        repository
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the directory is ours");
        fs::write(path, text).expect("the directory is ours");
    }

    fn change(&self, name: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.path(name)).expect("it is there");
        assert!(text.contains(from), "{text}");
        self.write(name, &text.replace(from, to));
    }

    fn git(&self, words: &[&str]) -> String {
        git(self.0.path(), words)
    }

    fn commit(&self) {
        self.git(&["add", "."]);
        self.git(&["commit", "--quiet", "-m", "a version"]);
    }

    fn command(&self, words: &[&str]) -> Command {
        skirmish(self.0.path(), words)
    }

    /// Checks the duel against `main`, with these additional words on the command line.
    fn check(&self, words: &[&str]) -> Assert {
        let all = [
            &["check", "scenarios/duel.toml", "--base", "main", "--quiet"],
            words,
        ];
        self.command(&all.concat()).assert()
    }
}

fn git(folder: &Path, words: &[&str]) -> String {
    let output = process::Command::new("git")
        .current_dir(folder)
        .args(["-c", "user.name=a", "-c", "user.email=a@b.c"])
        .args(["-c", "protocol.file.allow=always"])
        .args(words)
        .env_remove("GIT_DIR")
        .env_remove("GIT_INDEX_FILE")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .output()
        .expect("git is on the path");
    assert!(output.status.success(), "{words:?}: {output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn skirmish(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
    command.current_dir(folder).args(words);
    for name in [
        "GITHUB_ACTIONS",
        "GITHUB_STEP_SUMMARY",
        "GITHUB_WORKSPACE",
        "GIT_DIR",
        "GIT_INDEX_FILE",
    ] {
        command.env_remove(name);
    }
    command
}

fn stdout(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).expect("the program writes UTF-8")
}

fn stderr(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stderr.clone()).expect("the program writes UTF-8")
}

#[test]
fn a_weapon_that_moves_fails_the_check_on_any_number_of_threads() {
    let repository = Repository::new();
    repository.change("scenarios/duel.toml", "[\"broad-sword\"]", "[\"dagger\"]");
    let said = repository.check(&["--threads", "1"]).code(1);
    let text = stdout(&said);
    assert!(text.starts_with("compared with main ("), "{text}");
    assert!(text.contains("both played by skirmish"), "{text}");
    assert!(text.contains("knights win rate"), "{text}");
    assert!(text.contains("95 % interval"), "{text}");
    assert!(stderr(&said).contains("the balance has moved against main ("));
    for threads in ["2", "5"] {
        let again = repository.check(&["--threads", threads]).code(1);
        assert_eq!(stdout(&again), text);
    }
}

#[test]
fn a_change_of_a_comment_plays_nothing() {
    let repository = Repository::new();
    repository.change("scenarios/duel.toml", "# What", "# All that");
    let said = repository.check(&[]).success();
    let text = stdout(&said);
    assert!(text.contains("no fight was played"), "{text}");
    assert!(text.contains("because none has changed"), "{text}");
    assert!(text.contains("as meant: 1 of 1"), "{text}");
}

#[test]
fn a_change_of_one_matchup_leaves_the_others_alone() {
    let repository = Repository::new();
    repository.change("scenarios/duel.toml", "to = [9, 15]", "to = [9, 16]");
    let said = repository.check(&["--set", "expect[0].where.dex=16"]);
    let text = stdout(&said.code(3));
    assert!(!text.contains("moved"), "{text}");
    repository.change("scenarios/duel.toml", "where = { dex = 15 }\n", "");
    let said = repository.check(&[]);
    let text = stdout(&said.success());
    assert!(text.contains("duel, new: 16\nduel, gone: 15\n"), "{text}");
    assert!(text.contains("1 matchup, seed 1; "), "{text}");
}

#[test]
fn another_name_of_a_matchup_is_said() {
    let repository = Repository::new();
    repository.change(
        "scenarios/duel.toml",
        "to = [9, 15]",
        "to = [9, 15]\nlabels = [\"slow\", \"quick\"]",
    );
    repository.change("scenarios/duel.toml", "dex = 15 }", "dex = \"quick\" }");
    let text = stdout(&repository.check(&[]).success());
    assert!(
        text.contains("duel, renamed: 9 (now slow), 15 (now quick)"),
        "{text}"
    );
}

#[test]
fn a_change_of_an_include_is_a_change_of_the_scenario() {
    let repository = Repository::new();
    let set = "hit_points = 12";
    repository.change("scenarios/parts/knights.toml", set, "hit_points = 18");
    let text = stdout(&repository.check(&[]).code(1));
    assert!(text.contains("rounds"), "{text}");
    // The result is the same inside a git hook. There, git sets environment variables about the repository.
    let words = ["check", "scenarios/duel.toml", "--base", "main", "--quiet"];
    let mut hook = repository.command(&words);
    hook.env("GIT_DIR", ".git")
        .env("GIT_INDEX_FILE", ".git/index");
    assert_eq!(stdout(&hook.assert().code(1)), text);
    // The result is the same if the command is run inside the folder of the scenario, and also after the
    // included file has been removed.
    let words = ["check", "duel.toml", "--base", "main", "--quiet"];
    let said = skirmish(&repository.path("scenarios"), &words).assert();
    assert_eq!(stdout(&said.code(1)), text);
    repository.change(
        "scenarios/duel.toml",
        "include = [\"parts/knights.toml\"]\n",
        "",
    );
    fs::remove_dir_all(repository.path("scenarios/parts")).expect("it is ours");
    let own = PARTS.replace(set, "hit_points = 18");
    let whole = fs::read_to_string(repository.path("scenarios/duel.toml")).expect("it is there");
    repository.write("scenarios/duel.toml", &format!("{whole}{own}"));
    assert_eq!(stdout(&repository.check(&[]).code(1)), text);
}

#[test]
fn a_link_in_a_revision_leads_to_its_file() {
    let repository = Repository::new();
    #[cfg(unix)]
    {
        let link = repository.path("linked");
        std::os::unix::fs::symlink("scenarios", link).expect("the directory is ours");
        repository.commit();
        let words = ["check", "linked/duel.toml", "--base", "HEAD", "--quiet"];
        let said = repository.command(&words).assert().success();
        assert!(stdout(&said).contains("2 matchups"), "{}", stdout(&said));
    }
}

#[test]
fn a_folder_and_a_file_can_be_the_base() {
    let repository = Repository::new();
    let words = ["worktree", "add", "--quiet", "../copy-of-main", "main"];
    repository.git(&["checkout", "--quiet", "change"]);
    let folder = tempfile::tempdir().expect("a directory for temporary files");
    let copy = folder.path().join("copy").display().to_string();
    repository.git(&[words[0], words[1], words[2], &copy, words[4]]);
    repository.change("scenarios/duel.toml", "[\"broad-sword\"]", "[\"dagger\"]");
    let against = |base: &str| {
        let words = ["check", "scenarios/duel.toml", "--quiet", "--base", base];
        let said = repository.command(&words).assert().code(1);
        let text = stdout(&said);
        let (first, rest) = text.split_once('\n').expect("lines");
        assert!(first.contains(base), "{first}");
        rest.to_owned()
    };
    let by_revision = against("main");
    assert_eq!(against(&copy), by_revision);
    assert_eq!(against(&format!("{copy}/scenarios")), by_revision);
    assert_eq!(against(&format!("{copy}/scenarios/duel.toml")), by_revision);
}

#[test]
fn a_scenario_that_the_base_lacks_is_new() {
    let repository = Repository::new();
    repository.write(
        "scenarios/second.toml",
        &DUEL.replace("at_least = \"40%\"", "at_least = \"99%\""),
    );
    let words = [
        "check",
        "scenarios/second.toml",
        "--base",
        "main",
        "--quiet",
    ];
    let said = repository.command(&words).assert().code(1);
    let text = stdout(&said);
    assert!(
        text.contains("second (brp): new, so there is nothing to compare it with"),
        "{text}"
    );
    assert!(stderr(&said).contains("the expectation is not met"));
}

#[test]
fn a_base_with_faults_is_told_with_its_line() {
    let repository = Repository::new();
    repository.git(&["checkout", "--quiet", "main"]);
    repository.change(
        "scenarios/duel.toml",
        "like = \"trained\"",
        "like = \"trainedd\"",
    );
    repository.commit();
    repository.write("scenarios/duel.toml", DUEL);
    let said = repository.check(&[]).code(5);
    let text = stderr(&said);
    assert!(
        text.contains("has faults; the scenarios with faults are not compared"),
        "{text}"
    );
    assert!(text.contains("scenarios/duel.toml:6: at main ("), "{text}");
    assert!(stdout(&said).contains("as meant: 1 of 1"));
}

#[test]
fn what_is_no_base_is_told_with_what_to_do() {
    let repository = Repository::new();
    let complaint = |folder: &Path, words: &[&str]| {
        let all = [&["check", "duel.toml", "--quiet", "--base"], words].concat();
        stderr(&skirmish(folder, &all).assert().code(5))
    };
    let scenarios = repository.path("scenarios");
    let text = complaint(&scenarios, &["mian"]);
    assert!(
        text.contains("no such revision") && text.contains("did you mean `main`?"),
        "{text}"
    );
    let words = ["check", "duel.toml", "--quiet", "--base=--all"];
    let text = stderr(&skirmish(&scenarios, &words).assert().code(5));
    assert!(text.contains("no such revision"), "{text}");
    // There is no repository.
    let bare = tempfile::tempdir().expect("a directory for temporary files");
    fs::write(
        bare.path().join("duel.toml"),
        DUEL.replace("include", "# include"),
    )
    .expect("the directory is ours");
    let text = complaint(bare.path(), &["main"]);
    assert!(
        text.contains("duel.toml is not in a git repository"),
        "{text}"
    );
    // There is no git.
    let mut command = skirmish(
        &scenarios,
        &["check", "duel.toml", "--quiet", "--base", "main"],
    );
    let text = stderr(&command.env("PATH", "/nowhere").assert().code(5));
    assert!(
        text.contains("git, which finds revisions, is not on the PATH"),
        "{text}"
    );
    // The repository is a shallow clone.
    repository.change("scenarios/duel.toml", "[\"broad-sword\"]", "[\"dagger\"]");
    repository.commit();
    let from = format!("file://{}", repository.0.path().display());
    git(
        bare.path(),
        &[
            "clone",
            "--quiet",
            "--depth=1",
            "--branch=change",
            &from,
            "shallow",
        ],
    );
    let shallow = bare.path().join("shallow/scenarios");
    let text = complaint(&shallow, &["origin/main"]);
    assert!(
        text.contains("this shallow clone does not have the revision")
            && text.contains("--unshallow"),
        "{text}"
    );
}

#[test]
fn a_revision_with_the_name_of_a_folder_has_to_be_told_apart() {
    let repository = Repository::new();
    repository.write("main/duel.toml", DUEL);
    let said = repository.check(&[]).code(2);
    assert!(
        stderr(&said).contains("is both a revision and a path"),
        "{}",
        stderr(&said)
    );
    let words = [
        "check",
        "scenarios/duel.toml",
        "--base",
        "refs/heads/main",
        "--quiet",
    ];
    repository.command(&words).assert().success();
}

#[test]
fn nothing_is_written_over_a_scenario_or_its_base() {
    let repository = Repository::new();
    repository.write("old/duel.toml", DUEL);
    repository.write("old/parts/knights.toml", PARTS);
    for (flag, base) in [
        ("--html=scenarios/duel.toml", "old"),
        ("--html=old/duel.toml", "old"),
        ("--summary=old/parts/knights.toml", "old"),
        ("--junit=old/duel.toml", "old/duel.toml"),
    ] {
        let words = ["check", "scenarios/duel.toml", "--base", base, flag];
        let said = repository.command(&words).assert().code(2);
        let text = stderr(&said);
        assert!(
            text.contains("would overwrite a file that this command reads"),
            "{text}"
        );
    }
    let twice = ["--html=all", "--summary=all"];
    let said = repository.check(&twice).code(2);
    assert!(stderr(&said).contains("would write the same file"));
}

#[test]
fn a_base_needs_no_baseline_and_takes_none() {
    let repository = Repository::new();
    for words in [
        &["--baseline", "x.csv"][..],
        &["--update"],
        &["--play"],
        &["--any-version"],
    ] {
        let text = stderr(&repository.check(words).code(2));
        assert!(text.contains("cannot be used with"), "{text}");
    }
}

#[test]
fn too_few_fights_leave_figures_open() {
    let repository = Repository::new();
    repository.change("scenarios/parts/knights.toml", "Sword = 60", "Sword = 61");
    let said = repository.check(&["--fights", "300"]).code(4);
    let text = stderr(&said);
    assert!(text.contains("too few fights for a verdict on"), "{text}");
    assert!(text.contains("raise --fights"), "{text}");
    // A single pair of fights is not enough to decide anything.
    let said = repository.check(&["--fights", "1"]).code(4);
    let text = stdout(&said);
    assert!(
        text.contains("14 figures: 0 moved, 14 open, 0 held"),
        "{text}"
    );
}

/// The results of a check against `main` in a step of GitHub Actions: its exit code, its annotations, and the
/// files that `--junit`, `--summary` and `--html` write.
struct Step {
    code: i32,
    annotations: Vec<String>,
    junit: String,
    summary: String,
    page: String,
    /// The text that the program adds to the summary page of the step.
    github: String,
}

impl Repository {
    fn step(&self, files: &[&str]) -> Step {
        let words = [
            &["check"],
            files,
            &["--base", "main", "--quiet", "--junit", "all.xml"],
            &["--summary=all.md", "--html", "all.html"],
        ];
        let step = self.path("step.md");
        let mut command = self.command(&words.concat());
        command
            .env("GITHUB_ACTIONS", "true")
            .env("GITHUB_WORKSPACE", self.0.path())
            .env("GITHUB_STEP_SUMMARY", &step);
        let said = command.assert();
        let text = stdout(&said);
        let annotations = text.lines().filter(|line| line.starts_with("::"));
        let read = |name: &str| fs::read_to_string(self.path(name)).expect("it is written");
        Step {
            code: said.get_output().status.code().expect("it ended"),
            annotations: annotations.map(str::to_owned).collect(),
            junit: read("all.xml"),
            summary: read("all.md"),
            page: read("all.html"),
            github: read("step.md"),
        }
    }

    fn line(&self, text: &str) -> usize {
        let whole = fs::read_to_string(self.path("scenarios/duel.toml")).expect("it is there");
        let at = whole.lines().position(|line| line.contains(text));
        1 + at.expect("a line")
    }
}

impl Step {
    /// Returns the test cases of the `JUnit` file. Each has its name, the attributes `file` and `time`, and
    /// the text of its failure or error, if it has one.
    fn cases(&self) -> Vec<(String, String, f64, Option<String>)> {
        let xml = roxmltree::Document::parse(&self.junit).expect("it is XML");
        let cases = xml
            .descendants()
            .filter(|node| node.has_tag_name("testcase"));
        cases
            .map(|case| {
                let text = |name: &str| case.attribute(name).expect(name).to_owned();
                let ended = case.children().find(roxmltree::Node::is_element);
                let ended = ended.map(|node| node.tag_name().name().to_owned());
                let time = text("time").parse().expect("a number");
                (text("name"), text("file"), time, ended)
            })
            .collect()
    }

    /// Returns the text of the HTML page without its markup.
    fn words(&self) -> String {
        let options = roxmltree::ParsingOptions {
            allow_dtd: true,
            ..Default::default()
        };
        let xml = roxmltree::Document::parse_with_options(&self.page, options)
            .expect("a page is well-formed");
        let texts = xml.descendants().filter_map(|node| node.text());
        texts.collect::<Vec<_>>().join(" ")
    }
}

const DUEL_FILE: [&str; 1] = ["scenarios/duel.toml"];

#[test]
fn a_branch_that_moves_a_weapon_fails_at_the_line_that_changed() {
    let repository = Repository::new();
    repository.change("scenarios/duel.toml", "[\"broad-sword\"]", "[\"dagger\"]");
    repository.change(
        "scenarios/duel.toml",
        "at_least = \"40%\"",
        "at_least = \"1%\"",
    );
    repository.commit();
    let step = repository.step(&DUEL_FILE);
    assert_eq!(step.code, 1);
    let line = repository.line("[\"dagger\"]");
    let start = format!("::error file=scenarios/duel.toml,line={line},title=balance moved::");
    assert_eq!(step.annotations.len(), 1, "{:?}", step.annotations);
    assert!(
        step.annotations[0].starts_with(&start),
        "{:?}",
        step.annotations
    );
    assert!(
        !step.annotations[0].contains("squires win rate"),
        "{:?}",
        step.annotations
    );
    let cases = step.cases();
    let moved = cases
        .iter()
        .filter(|case| case.3.as_deref() == Some("failure"));
    assert!(moved.count() >= 4, "{cases:?}");
    assert!(
        cases.iter().all(|case| case.1 == "scenarios/duel.toml"),
        "{cases:?}"
    );
    // The report has two matchups with seven figures each, and one expectation.
    assert_eq!(cases.len(), 15);
    assert!(
        step.summary.contains("| duel | 15 | knights win rate |"),
        "{}",
        step.summary
    );
    assert!(
        !step.summary.contains("squires win rate"),
        "{}",
        step.summary
    );
    assert!(
        step.summary.contains("compared with main ("),
        "{}",
        step.summary
    );
    assert_eq!(step.github.trim(), step.summary.trim());
    let words = step.words();
    assert!(words.contains("The balance has moved."), "{words}");
    assert!(words.contains("As meant: 1 of 1"), "{words}");
}

#[test]
fn a_branch_that_changes_a_comment_passes_in_every_form() {
    let repository = Repository::new();
    repository.change("scenarios/duel.toml", "# What", "# All that");
    repository.commit();
    let step = repository.step(&DUEL_FILE);
    assert_eq!((step.code, step.annotations.len()), (0, 0));
    let cases = step.cases();
    assert!(cases.iter().all(|case| case.3.is_none()), "{cases:?}");
    assert!(
        cases[0].0.contains("not played, because") && cases[0].2 == 0.0,
        "{cases:?}"
    );
    assert!(
        step.summary.contains("as meant: 1 of 1"),
        "{}",
        step.summary
    );
    assert!(step.words().contains("Not played"));
}

#[test]
fn a_branch_that_breaks_an_expectation_fails_at_its_line() {
    let repository = Repository::new();
    let expectation = "why = \"who is trained holds out\"";
    repository.change(
        "scenarios/duel.toml",
        "at_least = \"40%\"",
        "at_least = \"99%\"",
    );
    repository.commit();
    let step = repository.step(&DUEL_FILE);
    assert_eq!(step.code, 1);
    let line = repository.line("[[expect]]");
    let start = format!("::error file=scenarios/duel.toml,line={line},title=not as meant::");
    assert_eq!(step.annotations.len(), 1, "{:?}", step.annotations);
    assert!(
        step.annotations[0].starts_with(&start),
        "{:?}",
        step.annotations
    );
    assert!(step.annotations[0].contains("reason: who is trained holds out"));
    let cases = step.cases();
    let failed: Vec<_> = cases
        .iter()
        .filter(|case| case.3.as_deref() == Some("failure"))
        .collect();
    assert_eq!(failed.len(), 1, "{cases:?}");
    assert!(failed[0].0.starts_with("expectation 1: "), "{cases:?}");
    let row = format!("| scenarios/duel.toml:{line} | knights win rate");
    assert!(step.summary.contains(&row), "{}", step.summary);
    assert!(step.words().contains("As meant: 0 of 1"));
    // The changed weapon moves several figures and breaks an expectation, but there is only one annotation.
    repository.change(
        "scenarios/duel.toml",
        "at_least = \"99%\"",
        "at_least = \"40%\"",
    );
    repository.change("scenarios/duel.toml", "[\"broad-sword\"]", "[\"dagger\"]");
    repository.change(
        "scenarios/parts/knights.toml",
        "Sword = 60",
        "Sword = 60, Dagger = 5",
    );
    let step = repository.step(&DUEL_FILE);
    assert_eq!((step.code, step.annotations.len()), (1, 1));
    assert!(
        step.annotations[0].starts_with(&start),
        "{:?}",
        step.annotations
    );
    assert!(
        step.annotations[0].contains("; also moved: "),
        "{:?}",
        step.annotations
    );
    assert!(repository.line(expectation) > line);
}

#[test]
fn a_change_of_an_include_is_annotated_in_the_include() {
    let repository = Repository::new();
    repository.change(
        "scenarios/parts/knights.toml",
        "hit_points = 12",
        "hit_points = 20",
    );
    let step = repository.step(&DUEL_FILE);
    let start = "::error file=scenarios/parts/knights.toml,line=3,title=balance moved::";
    assert!(
        step.annotations[0].starts_with(start),
        "{:?}",
        step.annotations
    );
}

#[test]
fn many_scenarios_have_ten_annotations_the_last_of_which_counts() {
    let repository = Repository::new();
    repository.git(&["checkout", "--quiet", "main"]);
    let names: Vec<String> = (0..13).map(|n| format!("scenarios/d{n}.toml")).collect();
    for name in &names {
        repository.write(name, DUEL);
    }
    repository.commit();
    repository.change(
        "scenarios/parts/knights.toml",
        "hit_points = 12",
        "hit_points = 20",
    );
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let step = repository.step(&names);
    assert_eq!((step.code, step.annotations.len()), (1, 10));
    let last = &step.annotations[9];
    assert!(last.starts_with("::error title=and 4 more::"), "{last}");
}

#[test]
fn the_summary_can_take_the_place_of_the_table() {
    let repository = Repository::new();
    repository.change("scenarios/duel.toml", "[\"broad-sword\"]", "[\"dagger\"]");
    let text = stdout(&repository.check(&["--summary"]).code(1));
    assert!(text.starts_with("### skirmish check\n"), "{text}");
    assert!(!text.contains("\nmatchup  figure"), "{text}");
    // The name of the summary file must follow the option after `=`. Otherwise the name of a scenario could
    // be taken for it, and the scenario be overwritten.
    let words = [
        "check",
        "--summary",
        "scenarios/duel.toml",
        "--base",
        "main",
    ];
    let said = repository.command(&words).assert().code(1);
    assert!(stdout(&said).starts_with("### skirmish check\n"));
    let same = fs::read_to_string(repository.path("scenarios/duel.toml")).expect("it is there");
    assert!(same.starts_with("include"), "{same}");
}

/// Runs the pre-commit hook that `docs/gate.md` shows.
#[cfg(unix)]
#[test]
fn the_hook_of_the_page_checks_all_scenarios() {
    let page = fs::read_to_string("docs/gate.md").expect("the page is there");
    let key = |name: &str| {
        let mut lines = page.lines().map(str::trim);
        let found = lines.find_map(|line| line.strip_prefix(&format!("{name}: ")));
        found.expect(name).to_owned()
    };
    assert_eq!(key("pass_filenames"), "false");
    assert!(key("files").contains("baseline"), "{}", key("files"));
    let entry = key("entry");
    let repository = Repository::new();
    // In the folder of the scenario, there is also a file that is only included and is no scenario by itself.
    repository.write("scenarios/knights.toml", PARTS);
    repository.change("scenarios/duel.toml", "parts/knights.toml", "knights.toml");
    let hook = |entry: &str| {
        let program = assert_cmd::cargo::cargo_bin!("skirmish");
        let folder = program.parent().expect("a folder").display();
        let path = std::env::var("PATH").expect("there is one");
        let mut command = Command::new("sh");
        command
            .current_dir(repository.0.path())
            .args(["-c", entry])
            .env("PATH", format!("{folder}:{path}"))
            .env_remove("GITHUB_ACTIONS");
        command.assert()
    };
    hook(&entry).success();
    repository.commit();
    let with_base = entry.replacen("check ", "check --base HEAD ", 1);
    hook(&with_base).success();
    repository.change(
        "scenarios/knights.toml",
        "hit_points = 12",
        "hit_points = 20",
    );
    let said = hook(&with_base).code(1);
    assert!(stderr(&said).contains("the balance has moved against HEAD ("));
}
