//! Tests of `skirmish check` in a build: when it fails, what it writes to each stream, and which files it
//! does not change.

use std::fs;
use std::path::PathBuf;
#[cfg(target_os = "linux")]
use std::process::Stdio;

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use tempfile::TempDir;

const BASELINE: &str = "gate.baseline.csv";

/// A directory with the starter scenario of a book and a small baseline.
struct Desk(TempDir);

impl Desk {
    fn new(book: &str) -> Self {
        let desk = Self(tempfile::tempdir().expect("a directory for temporary files"));
        desk.skirmish(&["new", book, "--out", "gate.toml"])
            .success();
        desk.expects_nothing("gate.toml");
        desk.skirmish(&["check", "gate.toml", "--update", "--fights", "2k"])
            .success();
        desk
    }

    /// Removes the expectations from a starter scenario, because some tests are not about them.
    fn expects_nothing(&self, name: &str) {
        let path = self.0.path().join(name);
        let text = fs::read_to_string(&path).expect("it is there");
        let (kept, _) = text.split_once("[[expect]]").expect("a starter has one");
        fs::write(path, kept).expect("the directory is ours");
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("it is there")
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
        command.current_dir(self.0.path()).args(words);
        command
            .env_remove("GITHUB_ACTIONS")
            .env_remove("GITHUB_STEP_SUMMARY")
            .env_remove("GITHUB_WORKSPACE");
        command
    }

    fn skirmish(&self, words: &[&str]) -> Assert {
        self.command(words).assert()
    }

    /// Runs `check` on the starter scenario with these additional words.
    fn check(&self, words: &[&str]) -> Assert {
        self.skirmish(&[&["check", "gate.toml"], words].concat())
    }

    /// Replaces `from` by `to` in the text of the scenario.
    fn change(&self, from: &str, to: &str) {
        let text = self.read("gate.toml");
        assert!(text.contains(from), "{text}");
        fs::write(self.path("gate.toml"), text.replace(from, to)).expect("the directory is ours");
    }

    /// Replaces the text of the baseline by what `change` returns for it.
    fn spoil(&self, change: impl Fn(&str) -> String) {
        let text = change(&self.read(BASELINE));
        fs::write(self.path(BASELINE), text).expect("the directory is ours");
    }

    /// Returns the baseline in the form of earlier versions, without the checksums in the last column.
    fn without_checksums(&self) -> String {
        let cut = |line: &str| {
            let (rest, checksum) = line.rsplit_once(',').expect("cells");
            assert!(checksum == "checksum" || checksum.starts_with("row:"));
            format!("{rest}\r\n")
        };
        self.read(BASELINE).lines().map(cut).collect()
    }

    /// Returns the names of the files in the directory.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("it is there");
        let mut names: Vec<_> = entries
            .map(|entry| {
                entry
                    .expect("it can be read")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        names.sort();
        names
    }
}

fn stdout(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).expect("the program writes UTF-8")
}

fn stderr(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stderr.clone()).expect("the program writes UTF-8")
}

fn books() -> Vec<String> {
    let said = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"))
        .arg("rules")
        .assert();
    let name = |line: &str| line.split(' ').next().map(str::to_owned);
    stdout(&said).lines().skip(1).filter_map(name).collect()
}

#[test]
fn in_every_book_nothing_changed_is_nothing_moved() {
    let books = books();
    assert!(books.len() >= 2, "{books:?}");
    for book in books {
        let desk = Desk::new(&book);
        for words in [
            &[][..],
            &["--play", "--threads", "1"],
            &["--play", "--threads", "5"],
        ] {
            let said = desk.check(&[&["--quiet"], words].concat()).success();
            let sum = if words.is_empty() {
                "no fight was played: all"
            } else {
                "are the same, to the last fight"
            };
            assert!(stdout(&said).contains(sum), "{book}");
            assert_eq!(stderr(&said), "");
        }
        let before = desk.read(BASELINE);
        let said = desk.check(&["--update"]).success();
        assert!(stderr(&said).contains("gate.baseline.csv is unchanged"));
        assert_eq!(desk.read(BASELINE), before);
    }
}

#[test]
fn what_moved_fails_and_stands_worst_first() {
    let desk = Desk::new("brp");
    let said = desk
        .check(&["--set", "combatants.goblin.hit_points=11"])
        .code(1);
    let text = stdout(&said);
    assert!(
        text.contains("win rate") && text.contains("moved"),
        "{text}"
    );
    let shifts: Vec<f64> = text
        .lines()
        .filter(|line| line.ends_with("  moved") && line.contains(" points "))
        .filter_map(|line| line.split_whitespace().rev().nth(2)?.parse::<f64>().ok())
        .collect();
    assert!(shifts.len() >= 4, "{text}");
    assert!(
        shifts.windows(2).all(|pair| pair[0].abs() >= pair[1].abs()),
        "{shifts:?}"
    );
    assert!(stderr(&said).contains("skirmish check gate.toml --update"));
    assert!(stderr(&said).contains("change the file, then run"));
    // `--update` shows the change, and writes the new figures as the baseline.
    desk.change("hit_points = 9", "hit_points = 11");
    let said = desk.check(&["--update"]).success();
    assert!(stdout(&said).contains("moved"));
    desk.check(&[]).success();
}

#[test]
fn too_few_fights_are_inconclusive_and_enough_are_named() {
    let desk = Desk::new("brp");
    let other_luck = ["--seed", "2", "--margin", "2%", "--mean-margin", "4%"];
    let said = desk.check(&other_luck).code(4);
    let text = stderr(&said);
    assert!(text.contains("too few fights for a verdict"), "{text}");
    let number = text
        .split("about ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next());
    let needed = number.expect("a number").replace(',', "");
    let fights = ["--fights", &needed];
    desk.check(&[&["--update"], &fights[..]].concat()).success();
    desk.check(&other_luck).success();
    // With wide margins, few fights are enough for the check.
    desk.check(&["--update", "--fights", "2k"]).success();
    desk.check(&["--seed", "2", "--margin", "8%", "--mean-margin", "12%"])
        .success();
}

#[test]
fn several_scenarios_are_one_check() {
    let desk = Desk::new("brp");
    desk.skirmish(&["new", "murdham", "--out", "other.toml"])
        .success();
    desk.expects_nothing("other.toml");
    let both = ["check", "gate.toml", "other.toml"];
    let said = desk.skirmish(&both).code(5);
    assert!(stderr(&said).contains("skirmish check other.toml --update"));
    desk.skirmish(&[&both[..], &["--update", "--fights", "500"]].concat())
        .success();
    let said = desk.skirmish(&both).success();
    let text = stdout(&said);
    assert!(
        text.contains("gate (brp)") && text.contains("other (murdham)"),
        "{text}"
    );
    desk.skirmish(&[&both[..], &["--baseline", BASELINE]].concat())
        .code(2);
}

#[test]
fn junit_is_xml_with_a_case_for_each_figure() {
    let desk = Desk::new("brp");
    desk.check(&[
        "--junit",
        "balance.xml",
        "--set",
        "combatants.goblin.hit_points=11",
    ])
    .code(1);
    let text = desk.read("balance.xml");
    let xml = roxmltree::Document::parse(&text).expect("it is XML");
    let cases = xml
        .descendants()
        .filter(|node| node.has_tag_name("testcase"));
    assert_eq!(cases.count(), 28);
    let failures = xml
        .descendants()
        .filter(|node| node.has_tag_name("failure"));
    assert!(failures.count() >= 8);
    desk.check(&["--junit", "no/such/folder/balance.xml"])
        .code(5);
    desk.check(&["--junit", "balance.xml"]).success();
    let text = desk.read("balance.xml");
    assert!(text.contains("failures=\"0\"") && !text.contains("<failure"));
}

#[test]
fn in_github_actions_there_are_annotations_and_a_page() {
    let desk = Desk::new("brp");
    let page = desk.path("page.md");
    fs::write(&page, "before\n").expect("the directory is ours");
    let github = |words: &[&str]| {
        let mut command = desk.command(&[&["check", "gate.toml", "--quiet"], words].concat());
        command
            .env("GITHUB_ACTIONS", "true")
            .env("GITHUB_STEP_SUMMARY", &page);
        command.assert()
    };
    let said = github(&[]).success();
    assert!(!stdout(&said).contains("::"));
    let said = github(&["--set", "combatants.goblin.hit_points=11"]).code(1);
    let text = stdout(&said);
    let annotations: Vec<&str> = text.lines().filter(|line| line.starts_with("::")).collect();
    assert_eq!(annotations.len(), 1, "{annotations:?}");
    assert!(
        annotations[0].starts_with("::error file=gate.toml,title=balance moved::"),
        "{annotations:?}"
    );
    assert!(
        annotations[0].ends_with(" more figures moved"),
        "{annotations:?}"
    );
    let text = desk.read("page.md");
    assert!(text.starts_with("before\n### skirmish check\n"), "{text}");
    assert_eq!(text.matches("### skirmish check").count(), 2);
    assert!(text.contains("| gate | 55 | guards win rate |"), "{text}");
}

#[test]
fn a_baseline_that_cannot_be_used_is_exit_code_5_and_says_where_and_what_to_do() {
    type Spoil = fn(&str) -> String;
    let spoils: [(Spoil, &str); 11] = [
        (
            |_| String::new(),
            "gate.baseline.csv:1: the line with the names",
        ),
        (
            |_| "a,b\r\n".to_owned(),
            "gate.baseline.csv:1: this is not the header",
        ),
        (
            |text| text.replacen(",2000,", ",2000,9", 1),
            "gate.baseline.csv:2: wins is 9",
        ),
        (
            |text| text.lines().take(2).collect::<Vec<_>>().join("\n"),
            "gate.baseline.csv:2: the sides of matchup",
        ),
        (
            |text| text.lines().take(3).collect::<Vec<_>>().join("\n"),
            "the baseline does not have the matchup `55`",
        ),
        (
            |text| format!("{text}{}\n", text.lines().nth(1).unwrap_or_default()),
            "gate.baseline.csv:10: matchup `45` has the side `guards` twice",
        ),
        (
            |text| text.replace("gate,brp", "bridge,brp"),
            "for the scenario `bridge`, not for `gate`",
        ),
        (
            |text| text.replace("gate,brp", "gate,murdham"),
            "for the book `murdham`, but",
        ),
        (|text| text.replace(",0.2.0,", ",0.0.9,"), "--any-version"),
        (
            |text| text.replace("goblins", "orcs"),
            "for the side `goblins`",
        ),
        (
            |text| text.replace(",45,", ",44,"),
            "the matchup `45` is called `44` in the baseline",
        ),
    ];
    let desk = Desk::new("brp");
    let good = desk.without_checksums();
    for (spoil, flaw) in spoils {
        desk.spoil(|_| spoil(&good));
        let bad = desk.read(BASELINE);
        assert_ne!(bad, good, "{flaw}");
        let said = desk.check(&[]).code(5);
        assert!(stderr(&said).contains(flaw), "{flaw}: {}", stderr(&said));
        assert!(!stdout(&said).contains("moved"), "{}", stdout(&said));
        assert_eq!(desk.read(BASELINE), bad);
        // `--update` repairs the baseline.
        desk.check(&["--update", "--fights", "100", "--quiet"])
            .success();
        desk.check(&[]).success();
    }
    desk.spoil(|_| good.replace(",0.2.0,", ",0.0.9,"));
    let said = desk.check(&["--any-version"]).success();
    assert!(
        stdout(&said).contains("of skirmish 0.0.9"),
        "{}",
        stdout(&said)
    );
    fs::write(desk.path(BASELINE), b"scenario\xff\n").expect("the directory is ours");
    assert!(stderr(&desk.check(&[]).code(5)).contains("gate.baseline.csv:1: this is not UTF-8"));
    fs::remove_file(desk.path(BASELINE)).expect("it is there");
    let said = desk.check(&[]).code(5);
    assert!(
        stderr(&said)
            .contains("does not exist; to write it, run: skirmish check gate.toml --update")
    );
    fs::create_dir(desk.path(BASELINE)).expect("the directory is ours");
    desk.check(&[]).code(5);
    desk.check(&["--update", "--fights", "100"]).code(5);
}

/// Changes the last value of the starter's axis.
fn another_guard(desk: &Desk) {
    let text = desk.read("gate.toml");
    let other = text.replace("[45, 55, 65, 75]", "[45, 55, 65, 80]");
    assert_ne!(text, other);
    fs::write(desk.path("gate.toml"), other).expect("the directory is ours");
}

#[test]
fn what_has_not_changed_is_played_only_where_that_is_asked_for() {
    let desk = Desk::new("brp");
    let nothing = "2,000 fights, seed 1; none was played, because neither the scenario nor the version of \
                   skirmish has changed\nno fight was played: all";
    assert!(stdout(&desk.check(&[]).success()).contains(nothing));
    // The damage in the baseline has been made wrong. Without checksums in the file, this is found only if
    // the fights are played.
    let good = desk.without_checksums();
    let (first, rest) = good.split_once('\n').expect("a header");
    let column = |name| first.trim().split(',').position(|head| head == name);
    let damage = column("damage").expect("a column");
    let mut rows: Vec<String> = rest.lines().map(str::to_owned).collect();
    let mut cells: Vec<String> = rows[0].split(',').map(str::to_owned).collect();
    cells[damage] = (cells[damage].parse::<u64>().expect("a number") - 1).to_string();
    rows[0] = cells.join(",");
    desk.spoil(|_| format!("{first}\n{}\n", rows.join("\n")));
    assert!(stdout(&desk.check(&[]).success()).contains(nothing));
    for words in [
        &["--play"][..],
        &["--seed", "2"],
        &["--fights", "3k"],
        &["--set", "run.tables=false"],
        &["--round-cap", "99"],
    ] {
        let said = desk.check(&[words, &["--margin", "20%", "--mean-margin", "30%"]].concat());
        let said = stdout(&said.success());
        assert!(
            !said.contains("none was played") && said.contains(" held"),
            "{said}"
        );
    }
    let wide = ["--play", "--margin", "20%", "--mean-margin", "30%"];
    let said = desk.check(&wide).success();
    assert!(stdout(&said).contains("1 matchups have not changed in the scenario"));
    // The checksums in two rows of the baseline are changed. Both rows are of the same matchup, so only this
    // matchup is played again.
    desk.spoil(|_| good.replacen("sha256:", "sha256:0", 2));
    let said = stdout(&desk.check(&[]).success());
    assert!(
        said.contains(
            "seed 1; 1 of them has changed and was played, the others were not, because neither they nor"
        ),
        "{said}"
    );
    assert!(said.contains("are the same, to the last fight"), "{said}");
    desk.check(&["--play", "--update"]).code(2);
}

#[test]
fn an_update_keeps_seed_and_fights_and_says_what_moved_came_and_went() {
    let desk = Desk::new("brp");
    desk.check(&["--update", "--fights", "300", "--seed", "7"])
        .success();
    another_guard(&desk);
    desk.change("hit_points = 9", "hit_points = 13");
    let said = desk.check(&["--update"]).success();
    let text = stdout(&said);
    for part in [
        "gate, new: 80\n",
        "gate, gone: 75\n",
        "gate (brp): 3 matchups of 300 fights, seed 7\n",
        "goblins win rate",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(stderr(&said).contains("4 matchups of 300 fights, seed 7"));
    let rows = desk.read(BASELINE);
    let rows: Vec<_> = rows.lines().skip(1).collect();
    assert!(
        rows.len() == 8
            && rows
                .iter()
                .all(|row| row.contains(",300,") && row.contains(",7,0."))
    );
    // The matchup itself is the same, but has another name.
    let text = desk.read("gate.toml");
    fs::write(
        desk.path("gate.toml"),
        text.replace(
            "[45, 55, 65, 80]",
            "[45, 55, 65, 80]\nlabels = [\"45\", \"55\", \"65\", \"best\"]",
        ),
    )
    .expect("the directory is ours");
    let said = desk.check(&[]).code(5);
    let flaw = "the matchup `best` is called `80` in the baseline";
    assert!(stderr(&said).contains(flaw), "{}", stderr(&said));
    let said = desk.check(&["--update"]).success();
    assert!(stdout(&said).contains("gate, renamed: 80 (now best)\n"));
    // The seed and the number of fights of a file that cannot be read are lost, and the message says so.
    desk.spoil(|_| desk.without_checksums().replacen(",300,", ",300,9", 1));
    let said = desk.check(&["--update", "--fights", "100"]).success();
    assert!(
        stderr(&said).contains("seed and number of fights are therefore not kept"),
        "{}",
        stderr(&said)
    );
}

#[test]
fn a_baseline_that_was_edited_by_hand_is_refused_with_its_line() {
    let desk = Desk::new("brp");
    let good = desk.read(BASELINE);
    let row = good.lines().nth(2).expect("a row");
    let cells: Vec<&str> = row.split(',').collect();
    // The damage has been raised by one point, which would be possible.
    let damage: u64 = cells[11].parse().expect("a number");
    let edited = row.replacen(&format!(",{damage},"), &format!(",{},", damage + 1), 1);
    for bad in [
        good.replace(row, &edited),
        good.replacen("row:", "row:0", 2),
    ] {
        desk.spoil(|_| bad.clone());
        let said = desk.check(&[]).code(5);
        assert!(
            stderr(&said).contains("gate.baseline.csv:3: its checksum is `row:"),
            "{}",
            stderr(&said)
        );
        assert!(stdout(&said).is_empty());
    }
    // A file of an earlier version can be read, with a note. `--update` adds the checksums to it.
    desk.spoil(|_| good.clone());
    desk.spoil(|_| desk.without_checksums());
    let said = desk.check(&[]).success();
    let note = "gate.baseline.csv has no checksums, because an earlier version wrote it: --update adds them";
    assert!(stderr(&said).contains(note), "{}", stderr(&said));
    desk.check(&["--update"]).success();
    assert_eq!(desk.read(BASELINE), good);
    let said = desk.check(&[]).success();
    assert!(!stderr(&said).contains("no checksums"));
}

#[test]
fn annotations_have_the_path_in_the_workspace() {
    let desk = Desk::new("brp");
    let folder = desk.path("scenarios");
    fs::create_dir(&folder).expect("ours");
    for file in ["gate.toml", "gate.baseline.csv"] {
        fs::rename(desk.path(file), folder.join(file)).expect("ours");
    }
    let annotated = |workspace: &str, words: &[&str]| {
        let mut command = desk.command(&[&["check", "gate.toml"], words].concat());
        command
            .current_dir(&folder)
            .env("GITHUB_ACTIONS", "true")
            .env_remove("GITHUB_STEP_SUMMARY")
            .env("GITHUB_WORKSPACE", desk.path(workspace));
        stdout(&command.assert().failure())
    };
    let moved = ["--set", "combatants.goblin.db=1"];
    let out = annotated(".", &moved);
    assert!(
        out.contains("::error file=scenarios/gate.toml,title="),
        "{out}"
    );
    let missing = ["--baseline", "fresh.csv"];
    let out = annotated(".", &missing);
    assert!(
        out.contains("::error file=scenarios/gate.toml,line=1"),
        "{out}"
    );
    // If the program is run in a folder outside of the workspace, no relative path leads to the file.
    fs::create_dir(desk.path("elsewhere")).expect("ours");
    let out = annotated("elsewhere", &moved);
    assert!(out.contains("::error file=gate.toml,title="), "{out}");
}

#[test]
fn what_cannot_be_judged_stands_in_every_form_and_keeps_nothing_else_from_being_judged() {
    let desk = Desk::new("brp");
    another_guard(&desk);
    let sound = desk.read("gate.toml");
    fs::write(desk.path("sloppy.toml"), sound.replace("dex = ", "dexx = ")).expect("ours");
    desk.skirmish(&["new", "murdham", "--out", "fresh.toml"])
        .success();
    desk.expects_nothing("fresh.toml");
    let page = desk.path("page.md");
    let words = [
        "check",
        "sloppy.toml",
        "gate.toml",
        "fresh.toml",
        "--junit",
        "all.xml",
    ];
    let mut command = desk.command(&[&words[..], &["--set", "run.round_cap=40"]].concat());
    command
        .env("GITHUB_ACTIONS", "true")
        .env("GITHUB_STEP_SUMMARY", &page);
    let said = command.assert().code(3);
    let (out, err) = (stdout(&said), stderr(&said));
    assert!(
        out.contains("gate (brp): 3 matchups of 2,000 fights"),
        "{out}"
    );
    let line = 1 + (sound.lines().position(|line| line.starts_with("dex = "))).expect("a line");
    for part in [
        format!("::error file=sloppy.toml,line={line},title=not judged%3A scenario%3A%3Aunknown-key::"),
        "::error file=gate.toml,line=1,title=not judged%3A matchup 80::".to_owned(),
        "::error file=gate.baseline.csv,line=8,title=not judged%3A matchup 75::".to_owned(),
        "::error file=fresh.toml,line=1,title=not judged%3A baseline::fresh.baseline.csv does not exist".to_owned(),
    ] {
        assert!(out.contains(&part), "{part}: {out}");
    }
    for part in [
        "does not fit this scenario:\n  the baseline does not have the matchup `80`",
        "skirmish check fresh.toml --update",
        "scenario::unknown-key",
    ] {
        assert!(err.contains(part), "{part}: {err}");
    }
    let text = desk.read("all.xml");
    let xml = roxmltree::Document::parse(&text).expect("it is XML");
    let suites = xml
        .descendants()
        .filter(|node| node.has_tag_name("testsuite"));
    let suites: Vec<_> = suites
        .map(|suite| (suite.attribute("name"), suite.attribute("tests")))
        .collect();
    assert_eq!(
        suites[1..],
        [(Some("gate"), Some("23")), (Some("fresh"), Some("1"))]
    );
    let errors = xml.descendants().filter(|node| node.has_tag_name("error"));
    let told: Vec<_> = errors
        .filter_map(|node| node.attribute("message"))
        .collect();
    assert!(
        told.iter()
            .any(|text| text.starts_with(&format!("sloppy.toml:{line}: "))),
        "{told:?}"
    );
    let text = desk.read("page.md");
    assert!(
        text.contains(&format!("| sloppy.toml:{line} | scenario::unknown-key |")),
        "{text}"
    );
    assert!(text.contains("21 figures"), "{text}");
    // The check would also fail because of the changed scenario. The exit code is that of the fault, which
    // must be repaired first.
    desk.skirmish(&["check", "gate.toml", "fresh.toml"]).code(5);
    assert_eq!(
        desk.names(),
        [
            "all.xml",
            "fresh.toml",
            BASELINE,
            "gate.toml",
            "page.md",
            "sloppy.toml"
        ]
    );
}

#[test]
fn a_baseline_is_of_the_scenario_as_its_file_says() {
    let desk = Desk::new("brp");
    let before = desk.read(BASELINE);
    for change in [
        &["--set", "combatants.goblin.hit_points=11"][..],
        &["--vary", "combatants.guard.dex=10,12"],
        &["--round-cap", "5"],
        &["--seats", "both"],
        &["--no-tables"],
    ] {
        let said = desk.check(&[change, &["--update"]].concat()).code(2);
        let text = stderr(&said);
        assert!(text.contains("change the file, or remove --"), "{text}");
        assert!(text.contains(change[0]), "{text}");
    }
    assert_eq!(desk.read(BASELINE), before);
    let said = stderr(&desk.check(&["--round-cap", "2"]).code(1));
    let again = "change the file, then run: skirmish check gate.toml --update\n";
    assert!(said.contains(again), "{said}");
}

#[test]
fn advice_has_the_options_that_were_given() {
    let desk = Desk::new("brp");
    let options = ["--fights", "2000", "--margin", "1.5%"];
    let named = ["--baseline", "my own.csv"];
    let said = desk.check(&[&named[..], &options].concat()).code(5);
    let text = stderr(&said);
    let again =
        "skirmish check gate.toml --baseline 'my own.csv' --fights 2000 --margin 1.5% --update";
    assert!(
        text.contains(&format!("to write it, run: {again}\n")),
        "{text}"
    );
    desk.check(&[&named[..], &options, &["--update"]].concat())
        .success();
    desk.change("hit_points = 9", "hit_points = 18");
    let said = desk.check(&[&named[..], &options].concat()).code(1);
    assert!(
        stderr(&said).contains(&format!("if this is intended, run: {again}\n")),
        "{}",
        stderr(&said)
    );
}

#[test]
fn an_include_among_the_files_is_passed_over() {
    let desk = Desk::new("brp");
    let text = desk.read("gate.toml");
    let (first, rest) = text.split_once("[combatants.goblin]").expect("a table");
    let (goblin, rest) = rest.split_once("# A weapon").expect("a comment");
    let first = first.replacen("ruleset", "include = [\"parts.toml\"]\nruleset", 1);
    fs::write(desk.path("gate.toml"), format!("{first}# A weapon{rest}")).expect("ours");
    fs::write(
        desk.path("parts.toml"),
        format!("[combatants.goblin]{goblin}"),
    )
    .expect("ours");
    let said = desk
        .skirmish(&["check", "gate.toml", "parts.toml"])
        .success();
    let note = "parts.toml is skipped: it is not a scenario by itself, and another of the files includes it";
    assert!(stderr(&said).contains(note), "{}", stderr(&said));
    let said = desk
        .skirmish(&["check", "parts.toml", "gate.toml", "--update"])
        .success();
    assert!(
        stderr(&said).contains(note) && stderr(&said).contains("is unchanged"),
        "{}",
        stderr(&said)
    );
    let said = desk
        .skirmish(&["run", "parts.toml", "gate.toml", "--fights", "100"])
        .success();
    assert!(stderr(&said).contains(note), "{}", stderr(&said));
    // The included file is no scenario by itself. Neither is a file that includes only itself.
    desk.skirmish(&["check", "parts.toml"]).code(3);
    fs::write(desk.path("own.toml"), "include = [\"own.toml\"]\n").expect("ours");
    desk.skirmish(&["check", "gate.toml", "own.toml"]).code(3);
    fs::write(desk.path("one.toml"), "include = [\"two.toml\"]\n").expect("ours");
    fs::write(desk.path("two.toml"), "include = [\"one.toml\"]\n").expect("ours");
    desk.skirmish(&["check", "one.toml", "two.toml"]).code(3);
    // If an included file has a fault, it is reported for the scenario that includes the file.
    fs::write(
        desk.path("parts.toml"),
        format!("[combatants.goblin]{goblin}dexx = 1\n"),
    )
    .expect("ours");
    let said = desk.skirmish(&["check", "gate.toml", "parts.toml"]).code(3);
    assert_eq!(
        stderr(&said).matches("unknown-key").count(),
        1,
        "{}",
        stderr(&said)
    );
}

#[test]
fn margins_that_make_no_sense_are_wrong_usage() {
    let desk = Desk::new("brp");
    for margin in ["0%", "-1%", "100%", "50%", "1", "much", "nan%"] {
        for flag in ["--margin", "--mean-margin"] {
            let said = desk.check(&[flag, margin]).code(2);
            assert!(stderr(&said).contains(flag), "{margin}");
        }
    }
}

#[test]
fn a_precision_is_wrong_usage() {
    let desk = Desk::new("brp");
    for words in [
        &["--precision", "1%"][..],
        &["--update", "--precision", "1%"],
    ] {
        let said = desk.check(words).code(2);
        assert!(stderr(&said).contains("use --fights instead of --precision"));
    }
}

#[test]
fn faults_of_a_scenario_come_first_and_harm_nothing() {
    let desk = Desk::new("brp");
    let before = desk.read(BASELINE);
    desk.change("[\"hard-leather\", \"light-helmet\"]", "\"lether\"");
    for words in [&["--update"][..], &[]] {
        let said = desk.check(words).code(3);
        assert!(stderr(&said).contains("unknown-armour"));
    }
    assert_eq!(desk.read(BASELINE), before);
}

#[test]
fn a_baseline_of_excel_is_read_and_can_be_written() {
    let desk = Desk::new("brp");
    let standard = desk.read(BASELINE);
    desk.check(&["--update", "--dialect", "excel-eu", "--quiet"])
        .success();
    let other = desk.read(BASELINE);
    assert!(other.starts_with("\u{feff}scenario;ruleset;"), "{other}");
    desk.check(&[]).success();
    desk.check(&["--update"]).success();
    assert_eq!(desk.read(BASELINE), standard);
}

/// Waits until the process `id` handles Ctrl-C.
#[cfg(target_os = "linux")]
fn wait_until_it_listens(id: u32) {
    let listens = || {
        let status = fs::read_to_string(format!("/proc/{id}/status")).expect("it is running");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = u64::from_str_radix(caught.expect("Linux says so").trim(), 16);
        // Signals count from 1, so this is the bit of signal 2.
        caught.expect("a number") >> 1 & 1 == 1
    };
    while !listens() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_update_that_is_interrupted_leaves_the_old_baseline() {
    let desk = Desk::new("brp");
    let before = desk.read(BASELINE);
    let program = assert_cmd::cargo::cargo_bin!("skirmish");
    let child = std::process::Command::new(program)
        .current_dir(desk.0.path())
        .args(["check", "gate.toml", "--update", "--fights", "1000M"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    wait_until_it_listens(child.id());
    let killed = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.expect("there is a kill").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("no file was written"), "{said}");
    assert_eq!(desk.read(BASELINE), before);
    assert_eq!(desk.names(), [BASELINE, "gate.toml"]);
}

#[cfg(unix)]
#[test]
fn a_baseline_that_cannot_be_written_stays_and_a_written_one_can_be_read_by_all() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new("brp");
    let mode = |name: &str| {
        fs::metadata(desk.path(name))
            .expect("it is there")
            .permissions()
            .mode()
            & 0o777
    };
    assert_eq!(mode(BASELINE), 0o644);
    let said = desk
        .check(&[
            "--baseline",
            "/no/such/folder/x.csv",
            "--update",
            "--fights",
            "5k",
        ])
        .code(5);
    assert!(stderr(&said).contains("cannot write /no/such/folder/x.csv"));
}
