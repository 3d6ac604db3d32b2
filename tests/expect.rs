//! Tests of `[[expect]]`, as a user of the command line sees it: reports, exit codes and annotations. The
//! results do not depend on the number of threads or on parts of a run.

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use tempfile::TempDir;

/// A temporary folder with the starter scenario of `brp`. In its four matchups, the guards win 40.6, 54.1,
/// 64.8 and 72.6 % of the fights.
struct Desk(TempDir);

const BAND: &str = "
[[expect]]
figure = \"win_rate\"
of = \"guards\"
at_least = \"30%\"
at_most = \"60%\"
why = \"goblins are to be feared\"
";
const SHORT: &str = "
[[expect]]
figure = \"rounds\"
quantile = \"90%\"
at_most = 40
why = \"no fight drags on\"
";
const EDGE: &str = "
[[expect]]
figure = \"win_rate\"
of = \"guards\"
where = { \"guard skill\" = 55 }
at_most = \"54.1%\"
why = \"nobody can tell\"
";

impl Desk {
    /// Creates the folder, and appends these expectations to the starter scenario.
    fn new(expect: &str) -> Self {
        let desk = Self(tempfile::tempdir().expect("a directory for temporary files"));
        desk.skirmish(&["new", "brp", "--out", "gate.toml"])
            .success();
        desk.expects_nothing("gate.toml");
        let text = desk.read("gate.toml") + expect;
        desk.write("gate.toml", &text);
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

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("the directory is ours");
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

    /// Runs a command, which must end with this exit code, and returns its standard output.
    fn said(&self, code: i32, words: &[&str]) -> String {
        let said = self.skirmish(words).code(code);
        String::from_utf8(said.get_output().stdout.clone()).expect("UTF-8")
    }

    /// Returns the number of the first line of the scenario that contains `part`.
    fn line(&self, part: &str) -> usize {
        let text = self.read("gate.toml");
        1 + text
            .lines()
            .position(|line| line.contains(part))
            .expect("it is there")
    }
}

#[test]
fn run_shows_what_is_as_meant_and_why_what_is_not() {
    let desk = Desk::new(&[BAND, SHORT].concat());
    let out = desk.said(
        0,
        &[
            "run",
            "gate.toml",
            "--fights",
            "5k",
            "--quiet",
            "--out",
            "out",
        ],
    );
    let line = desk.line("[[expect]]");
    let tail = &out[out.find("as meant").expect("it is shown")..];
    assert!(tail.starts_with("as meant: 1 of 2\n"), "{tail}");
    let told = format!("  not as meant (line {line}): guards win rate from 30 % to 60 %; 75: 7");
    assert!(tail.contains(&told), "{tail}");
    assert!(
        tail.contains("    reason: goblins are to be feared\n"),
        "{tail}"
    );
    let rows: Vec<csv::StringRecord> = csv::Reader::from_path(desk.path("out/expect.csv"))
        .expect("it is written")
        .records()
        .map(|row| row.expect("it is CSV"))
        .collect();
    assert_eq!(rows.len(), 8);
    assert!(
        rows[3].iter().any(|cell| cell == "not as meant"),
        "{:?}",
        rows[3]
    );
    let record = desk.read("out/run.json");
    assert!(record.contains("expect.csv"), "its digest is kept");
    // The HTML page is made from the files in the report folder.
    desk.skirmish(&["report", "out", "--quiet"]).success();
    let page = desk.read("out/report.html");
    for part in [
        "As meant: 1 of 2",
        "goblins are to be feared",
        "guards win rate from 30 % to 60 %",
    ] {
        assert!(page.contains(part), "{part}");
    }
    // A later run of a scenario without expectations removes the table of expectations.
    desk.write(
        "gate.toml",
        &desk.read("gate.toml").replace("[[expect]]", "[[nothing]]"),
    );
    let text = desk.read("gate.toml");
    desk.write("gate.toml", &text[..text.find("[[nothing]]").expect("one")]);
    desk.skirmish(&[
        "run",
        "gate.toml",
        "--fights",
        "50",
        "--quiet",
        "--out",
        "out",
    ])
    .success();
    assert!(!desk.path("out/expect.csv").exists());
}

#[test]
fn expectations_change_no_other_table() {
    let (with, without) = (Desk::new(&[BAND, SHORT].concat()), Desk::new(""));
    for desk in [&with, &without] {
        let words = [
            "run",
            "gate.toml",
            "--fights",
            "500",
            "--quiet",
            "--out",
            "out",
        ];
        desk.skirmish(&words).success();
        desk.skirmish(&[
            "check",
            "gate.toml",
            "--update",
            "--fights",
            "2k",
            "--quiet",
        ])
        .success();
    }
    for name in [
        "out/summary.csv",
        "out/rounds.csv",
        "out/policies.csv",
        "gate.baseline.csv",
    ] {
        assert_eq!(with.read(name), without.read(name), "{name}");
    }
}

#[test]
fn a_workbook_has_a_sheet_of_expectations() {
    let desk = Desk::new(SHORT);
    let words = [
        "run",
        "gate.toml",
        "--fights",
        "500",
        "--quiet",
        "--xlsx",
        "gate.xlsx",
    ];
    desk.skirmish(&words).success();
    let mut book: calamine::Xlsx<_> =
        calamine::open_workbook(desk.path("gate.xlsx")).expect("a workbook");
    let sheet = calamine::Reader::worksheet_range(&mut book, "expect").expect("a sheet");
    assert_eq!(sheet.height(), 5);
}

#[test]
fn a_check_without_a_baseline_judges_expectations_alone() {
    let desk = Desk::new(SHORT);
    let out = desk.said(0, &["check", "gate.toml", "--quiet"]);
    assert!(
        out.starts_with("as meant: 1 of 1 (without a baseline)\n"),
        "{out}"
    );
    assert!(
        out.contains("4,000 fights at one look to judge the expectations\n"),
        "{out}"
    );
    // A scenario without expectations can be checked only against a baseline. A baseline that the command
    // line names must exist.
    Desk::new("")
        .skirmish(&["check", "gate.toml", "--quiet"])
        .code(5);
    desk.skirmish(&["check", "gate.toml", "--quiet", "--baseline", "none.csv"])
        .code(5);
}

#[test]
fn what_is_not_as_meant_fails_a_check_and_what_is_open_is_inconclusive() {
    let desk = Desk::new(&[BAND, SHORT].concat());
    let said = desk.skirmish(&["check", "gate.toml", "--quiet"]).code(1);
    let err = String::from_utf8_lossy(&said.get_output().stderr).into_owned();
    assert_eq!(err, "error: 1 of 2 expectations are not met\n");
    let desk = Desk::new(EDGE);
    let said = desk
        .skirmish(&["check", "gate.toml", "--quiet", "--fights", "3k"])
        .code(4);
    let err = String::from_utf8_lossy(&said.get_output().stderr).into_owned();
    assert!(
        err.starts_with("error: the expectation is open: too few fights"),
        "{err}"
    );
}

#[test]
fn a_baseline_and_expectations_are_judged_together() {
    let desk = Desk::new(&[BAND, SHORT].concat());
    desk.skirmish(&[
        "check",
        "gate.toml",
        "--update",
        "--fights",
        "2k",
        "--quiet",
    ])
    .success();
    let out = desk.said(1, &["check", "gate.toml", "--quiet"]);
    assert!(
        out.contains("no fight was played: all 28 figures are those of the baseline"),
        "{out}"
    );
    assert!(out.contains("\nas meant: 1 of 2\n"), "{out}");
    // If the expectation that fails is removed, all others are met.
    let met = desk.read("gate.toml").replace(BAND, "");
    desk.write("gate.toml", &met);
    let out = desk.said(0, &["check", "gate.toml", "--quiet"]);
    assert!(out.contains("\nas meant: 1 of 1\n"), "{out}");
}

#[test]
fn threads_change_neither_looks_nor_fights_nor_verdicts() {
    let desk = Desk::new(&[BAND, SHORT, EDGE].concat());
    let said = |threads: &str| {
        let words = [
            "check",
            "gate.toml",
            "--quiet",
            "--fights",
            "6k",
            "--threads",
            threads,
        ];
        desk.said(1, &words)
    };
    let one = said("1");
    assert!(one.contains(" looks to judge the expectations"), "{one}");
    assert_eq!(one, said("2"));
    assert_eq!(one, said("5"));
}

#[test]
fn shards_and_resumed_runs_have_the_verdicts_of_the_whole() {
    let desk = Desk::new(&[BAND, SHORT, EDGE].concat());
    let run = ["run", "gate.toml", "--quiet", "--fights", "3k"];
    let whole = desk.said(0, &[&run[..], &["--out", "whole"]].concat());
    for shard in ["1/2", "2/2"] {
        let out = format!("part-{}", &shard[..1]);
        let words = [&run[..], &["--shard", shard, "--out", &out]].concat();
        let said = desk.said(0, &words);
        assert!(!said.contains("as meant"), "{said}");
    }
    let parts: Vec<String> = ["part-1", "part-2"]
        .iter()
        .flat_map(|folder| fs::read_dir(desk.path(folder)).expect("it is there"))
        .map(|entry| entry.expect("readable").path().display().to_string())
        .collect();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let merged = desk.said(
        0,
        &[&["merge", "--quiet", "--out", "merged"], &parts[..]].concat(),
    );
    assert_eq!(merged, whole);
    assert_eq!(
        desk.read("merged/expect.csv"),
        desk.read("whole/expect.csv")
    );
    let first = [
        "run",
        "gate.toml",
        "--quiet",
        "--fights",
        "1k",
        "--resume",
        "--out",
        "more",
    ];
    desk.said(0, &first);
    let more = desk.said(0, &[&run[..], &["--resume", "--out", "more"]].concat());
    assert_eq!(more, whole);
}

#[test]
fn junit_has_a_case_for_each_and_github_an_annotation_at_the_worst() {
    let desk = Desk::new(&[SHORT, BAND, EDGE].concat());
    let page = desk.path("page.md");
    let mut command = desk.command(&["check", "gate.toml", "--fights", "3k", "--junit", "all.xml"]);
    command
        .env("GITHUB_ACTIONS", "true")
        .env("GITHUB_STEP_SUMMARY", &page);
    let said = command.assert().code(1);
    let out = String::from_utf8_lossy(&said.get_output().stdout).into_owned();
    let band = 1 + desk.line("no fight drags on") + 1;
    let told = format!(
        "::error file=gate.toml,line={band},title=not as meant::guards win rate from 30 %25 to 60 %25; 75: 7"
    );
    assert!(out.contains(&told), "{told}: {out}");
    assert!(
        out.contains("; reason: goblins are to be feared\n"),
        "{out}"
    );
    let annotations = out.lines().filter(|line| line.starts_with("::"));
    assert_eq!(annotations.count(), 1, "{out}");
    let text = desk.read("page.md");
    assert!(text.contains("as meant: 1 of 3"), "{text}");
    assert!(
        text.contains(&format!("| gate.toml:{band} | guards win rate")),
        "{text}"
    );
    let text = desk.read("all.xml");
    let xml = roxmltree::Document::parse(&text).expect("it is XML");
    let cases: Vec<_> = xml
        .descendants()
        .filter(|node| node.has_tag_name("testcase"))
        .map(|case| {
            let ended = case.children().find(roxmltree::Node::is_element);
            (
                case.attribute("name").expect("a name").to_owned(),
                ended.map(|node| node.tag_name().name().to_owned()),
            )
        })
        .collect();
    let named = |at: usize, name: &str, ended: Option<&str>| {
        assert_eq!(cases[at].0, name);
        assert_eq!(cases[at].1.as_deref(), ended);
    };
    named(
        0,
        "expectation 1: rounds of 90 % of the fights at most 40",
        None,
    );
    named(
        1,
        "expectation 2: guards win rate from 30 % to 60 %",
        Some("failure"),
    );
    named(
        2,
        "expectation 3: guards win rate at most 54.1 %, where guard skill is 55",
        Some("error"),
    );
}

#[test]
fn several_scenarios_share_the_chances_of_error() {
    let desk = Desk::new(SHORT);
    desk.write("more.toml", &(desk.read("gate.toml").replace(SHORT, BAND)));
    let out = desk.said(1, &["check", "gate.toml", "more.toml", "--quiet"]);
    assert!(
        out.contains("gate: as meant: 1 of 1 (without a baseline)\n"),
        "{out}"
    );
    assert!(
        out.contains("more: as meant: 0 of 1 (without a baseline)\n"),
        "{out}"
    );
}

#[test]
fn faults_of_expectations_are_shown_at_their_places_with_those_of_the_book() {
    let desk = Desk::new(
        "\n[[expect]]\nfigure = \"win_rate\"\nof = \"gards\"\nat_least = \"60%\"\nat_most = \"40%\"\nwhy = \"so\"\n",
    );
    desk.write(
        "gate.toml",
        &desk.read("gate.toml").replacen("dex = ", "dexx = ", 1),
    );
    let said = desk.skirmish(&["run", "gate.toml"]).code(3);
    let err = String::from_utf8_lossy(&said.get_output().stderr).into_owned();
    for part in ["`at_most` is less than `at_least`", "has no key `dexx`"] {
        assert!(err.contains(part), "{part}: {err}");
    }
    let desk = Desk::new(&BAND.replace("guards", "gards"));
    let said = desk.skirmish(&["check", "gate.toml"]).code(3);
    let err = String::from_utf8_lossy(&said.get_output().stderr).into_owned();
    assert!(
        err.contains("there is no side named `gards`") && err.contains("did you mean `guards`?"),
        "{err}"
    );
}

#[test]
fn an_expectation_that_names_what_is_not_played_fails_nothing() {
    let desk = Desk::new(EDGE);
    let vary = [
        "--vary",
        "combatants.guard.skills.broad-sword=60,70",
        "--quiet",
    ];
    let out = desk.said(0, &[&["check", "gate.toml"], &vary[..]].concat());
    assert!(out.starts_with("as meant: 0 of 0"), "{out}");
    assert!(out.contains("not judged (line "), "{out}");
    assert!(
        out.contains("the axis `guard skill` has no value `55` now"),
        "{out}"
    );
}

#[test]
fn tune_finds_the_values_at_which_all_is_as_meant() {
    let desk = Desk::new(&[BAND, SHORT].concat());
    let tune = |more: &[&str]| {
        let words = [
            "tune",
            "gate.toml",
            "--target",
            "expect",
            "--quiet",
            "--fights",
            "20k",
        ];
        desk.command(&[&words[..], more].concat())
    };
    // With each of these values, the guards with the highest skill win too often.
    let fewer = [
        "--set",
        "combatants.guard.hit_points",
        "--from",
        "8",
        "--to",
        "12",
        "--step",
        "2",
    ];
    let said = |code: i32, more: &[&str]| {
        let said = tune(more).assert().code(code);
        let output = said.get_output();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (text(&output.stdout), text(&output.stderr))
    };
    let (out, err) = said(4, &fewer);
    let row = |value: &str| {
        let rows = out.lines().filter(|line| line.starts_with(value));
        rows.map(str::to_owned).next().expect("a row")
    };
    assert!(row("8 ").contains("1 of 2"), "{out}");
    assert!(
        out.ends_with("no value certainly meets all expectations\n"),
        "{out}"
    );
    assert!(err.contains("no value meets all expectations"), "{err}");
    let line = desk.line("[[expect]]").to_string();
    assert!(row("12").ends_with(&line), "{out}");
    // If the expectation is about only one matchup, one of these values meets it.
    let one = BAND.replace("at_least", "where = { \"guard skill\" = 55 }\nat_least");
    desk.write("gate.toml", &desk.read("gate.toml").replace(BAND, &one));
    let met = [
        "--set",
        "combatants.guard.hit_points",
        "--ladder",
        "3,12,30",
    ];
    let (out, _) = said(0, &met);
    assert!(out.ends_with("as meant at 12\n"), "{out}");
    let (one, _) = said(0, &[&met[..], &["--threads", "1"]].concat());
    assert_eq!(one, out);
}

#[test]
fn tune_says_what_it_cannot_judge() {
    let desk = Desk::new("");
    let set = [
        "--set",
        "combatants.guard.hit_points",
        "--from",
        "8",
        "--to",
        "9",
    ];
    let said = |more: &[&str]| {
        let words = [&["tune", "gate.toml", "--target", "expect"], &set[..], more].concat();
        let said = desk.skirmish(&words).code(2);
        String::from_utf8_lossy(&said.get_output().stderr).into_owned()
    };
    assert!(said(&[]).contains("it has no [[expect]]"));
    assert!(said(&["--target", "even"]).contains("must be the only target"));
    desk.write("gate.toml", &(desk.read("gate.toml") + EDGE));
    assert!(said(&["--out", "out"]).contains("--out cannot be used with --target expect"));
    let replaced = said(&["--vary", "combatants.guard.skills.broad-sword=60,70"]);
    assert!(
        replaced.contains("can be judged: the axis `guard skill` has no value"),
        "{replaced}"
    );
}

/// Returns the name and the text of each shipped scenario.
fn shipped() -> Vec<(String, String)> {
    let books = fs::read_dir("scenarios").expect("they are shipped");
    let files = books
        .flat_map(|book| fs::read_dir(book.expect("readable").path()).expect("a book's folder"));
    let paths = files.map(|file| file.expect("readable").path());
    let mut shipped: Vec<(String, String)> = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .map(|path| {
            let name = path.display().to_string().replace('/', "-");
            (name, fs::read_to_string(&path).expect("a text"))
        })
        .collect();
    shipped.sort();
    shipped
}

#[test]
fn every_shipped_scenario_expects_something_and_is_as_meant() {
    let desk = Desk(tempfile::tempdir().expect("a directory for temporary files"));
    let shipped = shipped();
    assert!(shipped.len() >= 49, "{}", shipped.len());
    let mut words = vec!["check", "--quiet"];
    for (name, text) in &shipped {
        assert!(text.contains("\n[[expect]]\n"), "{name}");
        desk.write(name, text);
        words.push(name);
    }
    let out = desk.said(0, &words);
    assert_eq!(out.matches("as meant: ").count(), shipped.len());
}

#[test]
fn the_shipped_scenarios_show_every_kind_and_figure() {
    let all: String = shipped().into_iter().map(|(_, text)| text).collect();
    for key in [
        "order = ",
        "beats = ",
        "none_dominated = true",
        "trend = \"rising\"",
        "trend = \"falling\"",
        "trend = \"flat\"",
        "ratio_to = ",
        "mean_over = ",
        "quantile = ",
        "within = ",
        "\"win_rate\"",
        "\"draws\"",
        "\"undecided\"",
        "\"rounds\"",
        "\"damage\"",
        "\"survivors\"",
        "\"first_down\"",
        "\"seat_effect\"",
        "\"weapon_use\"",
        "\"line_use\"",
    ] {
        assert!(all.contains(key), "{key}");
    }
}

#[test]
fn every_example_of_the_page_keeps_to_the_schema() {
    let page = fs::read_to_string("docs/expect.md").expect("the page");
    let schema = fs::read_to_string("schemas/brp.json").expect("it is shipped");
    let schema: serde_json::Value = serde_json::from_str(&schema).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let mut kinds = 0;
    for block in page.split("```toml\n").skip(1) {
        let (block, _) = block.split_once("```").expect("blocks end");
        let base = if block.contains("ruleset") {
            ""
        } else {
            "ruleset = \"brp\"\n[[sides]]\nname = \"a\"\nfighters = []\n"
        };
        let value: toml::Value = toml::from_str(&format!("{base}{block}")).expect("TOML");
        let value = serde_json::to_value(value).expect("JSON");
        let wrong: Vec<String> = validator
            .iter_errors(&value)
            .map(|error| error.to_string())
            .collect();
        assert!(wrong.is_empty(), "{block}\n{wrong:?}");
        kinds += value["expect"].as_array().expect("a list").len();
    }
    assert!(kinds >= 15, "{kinds}");
}

#[test]
fn exact_odds_judge_without_a_doubt() {
    let desk = Desk::new("");
    desk.skirmish(&["new", "semiautomagic", "--out", "duel.toml"])
        .success();
    let text = fs::read_to_string(desk.path("duel.toml")).expect("it is written");
    let (text, _) = text.split_once("[[vary]]").unwrap_or((&text, ""));
    let (_, sides) = text.split_once("[[sides]]").expect("sides");
    let side = sides.split('"').nth(1).expect("a name");
    let expected = |least: &str, most: &str| {
        format!(
            "{text}\n[[expect]]\nfigure = \"win_rate\"\nof = \"{side}\"\nat_least = \"{least}%\"\nat_most = \"{most}%\"\nwhy = \"so\"\n"
        )
    };
    fs::write(desk.path("duel.toml"), expected("1", "99")).expect("ours");
    let out = desk.said(0, &["solve", "duel.toml", "--quiet", "--out", "out"]);
    assert!(out.contains("as meant: 1 of 1"), "{out}");
    let table = desk.read("out/expect.csv");
    assert!(table.contains(",as meant,0,exact\r\n"), "{table}");
    fs::write(desk.path("duel.toml"), expected("98", "99")).expect("ours");
    let out = desk.said(0, &["solve", "duel.toml", "--quiet"]);
    assert!(out.contains("  not as meant (line "), "{out}");
}

#[test]
fn one_matchup_does_not_judge_what_is_about_several() {
    let order = "
[[expect]]
order = [75, 45]
along = \"guard skill\"
of = \"guards\"
why = \"training pays\"
";
    let desk = Desk::new(&[BAND, order].concat());
    let run = [
        "run",
        "gate.toml",
        "--quiet",
        "--fights",
        "3k",
        "--matchup",
        "45",
    ];
    let out = desk.said(0, &run);
    assert!(out.contains("as meant: 1 of 1"), "{out}");
    assert!(
        out.contains("it is about several matchups, and --matchup picks one"),
        "{out}"
    );
}

#[test]
fn every_starter_has_an_expectation_that_is_met() {
    let desk = Desk::new("");
    for book in ["brp", "murdham", "persona", "semiautomagic", "swift-swords"] {
        let file = format!("{book}.toml");
        desk.skirmish(&["new", book, "--out", &file]).success();
        let out = desk.said(0, &["run", &file, "--fights", "200", "--quiet"]);
        assert!(out.contains("as meant: 1 of 1"), "{book}: {out}");
        // A starter scenario has expectations, so its check needs no baseline.
        let out = desk.said(0, &["check", &file, "--quiet"]);
        assert!(
            out.starts_with("as meant: 1 of 1 (without a baseline)"),
            "{book}: {out}"
        );
    }
}

/// Checks expectations about a side with two objectives. `objectives.csv` has its win rates by each objective
/// and by being the last side standing.
#[test]
fn an_expectation_can_be_about_one_objective() {
    let desk = Desk::new("");
    let text = "ruleset = \"brp\"
[run]
fights = 4000
[combatants.guard]
dex = 12
hit_points = 14
carries = [\"broad-sword\"]
skills = { broad-sword = 60 }
[combatants.goblin]
dex = 14
hit_points = 9
carries = [\"dagger\"]
[[sides]]
name = \"guards\"
fighters = [{ combatant = \"guard\" }]
wins = [{ hold = 6 }, { out = \"goblins\", count = 1 }]
[[sides]]
name = \"goblins\"
fighters = [{ combatant = \"goblin\", count = 2 }]
";
    desk.write("gate.toml", text);
    desk.skirmish(&["run", "gate.toml", "--out", "out", "--quiet"])
        .success();
    let table = desk.read("out/objectives.csv");
    let rates = table.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split(',').collect();
        let rate = cells[cells.len() - 3].parse::<f64>().expect("a share");
        (cells[3].to_owned(), rate)
    });
    let rates: Vec<(String, f64)> = rates.filter(|(side, _)| side == "guards").collect();
    assert_eq!(rates.len(), 3, "{table}");
    assert!(rates[0].1 > 0.05 && rates[1].1 > 0.05, "{rates:?}");
    let band = |objective: usize, of: f64, least: f64, most: f64| {
        let [least, most] = [least, most].map(|part| 100.0 * of * part);
        let least = (least > 0.1).then(|| format!("at_least = \"{least:.1}%\"\n"));
        format!(
            "[[expect]]\nwhy = \"so\"\nfigure = \"won_by\"\nof = \"guards\"\nobjective = {objective}\n\
             at_most = \"{:.1}%\"\n{}",
            most.clamp(5.0, 99.9),
            least.unwrap_or_default()
        )
    };
    // In the file, the wins as the last side standing come after those by objectives. In expectations they
    // have the number 0.
    let bands = |least: f64, most: f64| {
        [(1, 0), (2, 1), (0, 2)].map(|(objective, at)| band(objective, rates[at].1, least, most))
    };
    desk.write(
        "as-meant.toml",
        &(text.to_owned() + &bands(0.7, 1.3).concat()),
    );
    let shown = desk
        .skirmish(&["run", "as-meant.toml", "--quiet"])
        .success();
    let shown = String::from_utf8_lossy(&shown.get_output().stdout).into_owned();
    assert!(shown.contains("as meant: 3 of 3"), "{shown}");
    let less = text.to_owned() + &band(1, rates[0].1, 0.0, 0.5);
    desk.write("not-as-meant.toml", &less);
    let shown = desk
        .skirmish(&["run", "not-as-meant.toml", "--quiet"])
        .success();
    let shown = String::from_utf8_lossy(&shown.get_output().stdout).into_owned();
    assert!(
        shown.contains("not as meant") && shown.contains("guards won by objective 1"),
        "{shown}"
    );
    for (keys, told) in [
        ("objective = 3", "side `guards` has no objective 3"),
        ("", "an expectation about `won_by` has no `objective`"),
        ("objective = 1\nquantile = \"90%\"", "`quantile`"),
    ] {
        let wrong = format!(
            "{text}[[expect]]\nwhy = \"so\"\nfigure = \"won_by\"\nof = \"guards\"\nat_least = \"1%\"\n{keys}\n"
        );
        desk.write("wrong.toml", &wrong);
        let shown = desk.skirmish(&["run", "wrong.toml", "--quiet"]).code(3);
        let shown = String::from_utf8_lossy(&shown.get_output().stderr).into_owned();
        assert!(shown.contains(told), "{keys}\n{shown}");
    }
    let other = format!(
        "{text}[[expect]]\nwhy = \"so\"\nfigure = \"win_rate\"\nof = \"guards\"\nat_least = \"1%\"\nobjective = 1\n"
    );
    desk.write("wrong.toml", &other);
    let shown = desk.skirmish(&["run", "wrong.toml", "--quiet"]).code(3);
    let shown = String::from_utf8_lossy(&shown.get_output().stderr).into_owned();
    assert!(
        shown.contains("`objective` cannot be used with `win_rate`"),
        "{shown}"
    );
}
