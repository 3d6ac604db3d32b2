//! Tests of the HTML page of a report. The page has the same figures as the tables. It is a single file that
//! loads nothing and runs no script. If the report folder is not valid, the program refuses it and writes no
//! page.
//!
//! One test opens the page in a real browser: `chromium`, `chromium-browser`, `google-chrome`, or the program
//! that `SKIRMISH_CHROMIUM` names. Without a browser, that test prints a note and passes.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process;

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use roxmltree::{Document, Node, ParsingOptions};
use tempfile::TempDir;

/// A directory with the starter scenario.
struct Desk(TempDir);

impl Desk {
    fn new() -> Self {
        let desk = Self(tempfile::tempdir().expect("a directory for temporary files"));
        desk.skirmish(&["new", "brp", "--out", "gate.toml"])
            .success();
        desk.expects_nothing("gate.toml");
        desk
    }

    /// Removes the expectations from a starter scenario, because some tests are not about them.
    fn expects_nothing(&self, name: &str) {
        let path = self.0.path().join(name);
        let text = fs::read_to_string(&path).expect("it is there");
        let (kept, _) = text.split_once("[[expect]]").expect("a starter has one");
        fs::write(path, kept).expect("the directory is ours");
    }

    /// Creates a directory with a report on the starter in the folder `out`.
    fn with_report() -> Self {
        let desk = Self::new();
        desk.skirmish(&[
            "run",
            "gate.toml",
            "--fights",
            "200",
            "--quiet",
            "--out",
            "out",
        ])
        .success();
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("the directory is ours");
    }

    fn skirmish(&self, words: &[&str]) -> Assert {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
        command.current_dir(self.0.path()).args(words).assert()
    }

    /// Runs a command, which must fail with this exit code, and returns its standard error.
    fn fails(&self, words: &[&str], code: i32) -> String {
        let output = self.skirmish(words).code(code).get_output().clone();
        assert!(
            output.stdout.is_empty() || words[0] == "run",
            "only notes and complaints"
        );
        String::from_utf8(output.stderr).expect("UTF-8")
    }

    /// Returns the names of all files in the directory.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("it can be listed");
        let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
        let mut names: Vec<String> = entries
            .map(|entry| name(entry).to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

fn look<T>(page: &str, into: impl Fn(Node<'_, '_>) -> T) -> T {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(page, options).expect("the page is well-formed");
    into(document.root())
}

fn text(node: Node<'_, '_>) -> String {
    let all: String = node
        .descendants()
        .filter(Node::is_text)
        .filter_map(|one| one.text())
        .collect();
    all.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn named<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.descendants().filter(move |one| one.has_tag_name(name))
}

/// Figures by matchup and side. Each row is a map from column names to cells.
type Figures = BTreeMap<(String, String), BTreeMap<String, String>>;

fn by_row(heads: &[String], rows: impl Iterator<Item = Vec<String>>) -> Figures {
    let row = |cells: Vec<String>| {
        let cells: BTreeMap<String, String> = heads.iter().cloned().zip(cells).collect();
        ((cells["matchup"].clone(), cells["side"].clone()), cells)
    };
    rows.map(row).collect()
}

/// Returns the table of all figures, as the page shows it.
fn shown(page: &str) -> Figures {
    look(page, |root| {
        let table = root
            .descendants()
            .find(|one| one.attribute("data-table") == Some("summary.csv"));
        let table = table.expect("the page has the summary");
        let heads: Vec<String> = named(table, "th").map(text).collect();
        let rows = named(table, "tr").filter(|row| named(*row, "td").next().is_some());
        by_row(&heads, rows.map(|row| named(row, "td").map(text).collect()))
    })
}

/// Returns the figures of the table `summary.csv` of a report.
fn counted(folder: &Path) -> Figures {
    let mut table = csv::Reader::from_path(folder.join("summary.csv")).expect("a summary");
    let heads: Vec<String> = table
        .headers()
        .expect("a header")
        .iter()
        .map(str::to_owned)
        .collect();
    let rows = table
        .records()
        .map(|row| row.expect("a row").iter().map(str::to_owned).collect());
    by_row(&heads, rows)
}

/// Asserts that the page shows each figure of the summary that is not empty in its own column, and nothing
/// else.
fn assert_same(shown: &Figures, counted: &Figures) {
    assert_eq!(
        shown.keys().collect::<Vec<_>>(),
        counted.keys().collect::<Vec<_>>()
    );
    for (row, figures) in counted {
        for (column, figure) in figures {
            // The page leaves out columns that have the same value in every row. It also leaves out the axes,
            // because the name of the matchup contains their values.
            if [
                "scenario",
                "ruleset",
                "method",
                "seed",
                "version",
                "digest",
                "guard skill",
                "goblin hit_points",
            ]
            .contains(&column.as_str())
            {
                continue;
            }
            let found = shown[row].get(column).map_or("", String::as_str);
            assert_eq!(found, figure, "{row:?}: {column}");
        }
    }
}

#[test]
fn a_run_and_its_directory_give_the_same_page_on_any_number_of_threads() {
    let desk = Desk::new();
    let run = |threads: &str, html: &str, out: &str| {
        let words = [
            "run",
            "gate.toml",
            "--fights",
            "300",
            "--quiet",
            "--threads",
            threads,
        ];
        desk.skirmish(&[&words[..], &["--html", html, "--out", out]].concat())
            .success();
    };
    run("1", "one.html", "one");
    run("3", "three.html", "three");
    desk.skirmish(&["report", "one"]).success().stdout("");
    let page = desk.read("one.html");
    assert_eq!(page, desk.read("three.html"));
    assert_eq!(page, desk.read("one/report.html"));
    assert!(
        page.contains("The guards side has won") || page.contains("The goblins side has won"),
        "a fight is told"
    );
}

#[test]
fn a_fight_is_told_also_if_single_fights_were_written() {
    let desk = Desk::new();
    let words = ["run", "gate.toml", "--fights", "100", "--quiet"];
    let files = ["--out", "out", "--html", "run.html"];
    let single = ["--fights-table", "5"];
    desk.skirmish(&[&words[..], &files, &single].concat())
        .success();
    desk.skirmish(&["report", "out"]).success().stdout("");
    assert_eq!(desk.read("out/report.html"), desk.read("run.html"));
    assert!(desk.read("run.html").contains("Round 1"));
    let said = desk.fails(&[&words[..], &single].concat(), 2);
    assert!(said.contains("add --out DIR"), "{said}");
}

#[test]
fn a_page_has_every_figure_of_the_summary_in_either_dialect() {
    let desk = Desk::with_report();
    desk.skirmish(&["report", "out", "--out", "page.html", "--quiet"])
        .success()
        .stderr("");
    let page = desk.read("page.html");
    let counted = counted(&desk.path("out"));
    assert_same(&shown(&page), &counted);
    for figures in counted.values() {
        let rate: f64 = figures["win_rate"].parse().expect("a number");
        let shown = [0, 1, 2].map(|places| format!("<b>{:.places$} %</b>", rate * 100.0));
        assert!(shown.iter().any(|bar| page.contains(bar)), "{shown:?}");
    }
    let european = [
        "run",
        "gate.toml",
        "--fights",
        "200",
        "--quiet",
        "--dialect",
        "excel-eu",
        "--out",
        "eu",
    ];
    desk.skirmish(&european).success();
    desk.skirmish(&["report", "eu"]).success();
    assert_eq!(
        desk.read("eu/report.html")
            .replace(" --dialect excel-eu", ""),
        page
    );
}

#[test]
fn exact_odds_make_a_page_too() {
    let desk = Desk::new();
    let small = [
        "--vary",
        "combatants.goblin.hit_points=2",
        "--set",
        "sides[1].fighters[0].count=1",
        "--round-cap",
        "2",
    ];
    let solve = [
        "solve",
        "gate.toml",
        "--quiet",
        "--set",
        "sides[0].fighters[0].count=1",
        "--out",
        "out",
    ];
    desk.skirmish(&[&solve[..], &small[..]].concat()).success();
    desk.skirmish(&["report", "out"]).success();
    let page = desk.read("out/report.html");
    assert_same(&shown(&page), &counted(&desk.path("out")));
    assert!(page.contains("exact odds") && page.contains("These odds are computed, not sampled"));
}

#[test]
fn several_scenarios_share_a_page_with_a_list_of_them() {
    let desk = Desk::new();
    desk.write("other.toml", &desk.read("gate.toml"));
    let words = [
        "run",
        "gate.toml",
        "other.toml",
        "--fights",
        "50",
        "--quiet",
        "--html",
        "both.html",
    ];
    desk.skirmish(&words).success();
    look(&desk.read("both.html"), |root| {
        let links: Vec<_> = named(root, "a")
            .filter_map(|one| one.attribute("href"))
            .collect();
        assert_eq!(links, ["#scenario-1", "#scenario-2"]);
        let ids: Vec<_> = named(root, "article")
            .filter_map(|one| one.attribute("id"))
            .collect();
        assert_eq!(ids, ["scenario-1", "scenario-2"]);
    });
}

#[test]
fn a_fight_is_told_only_from_the_scenario_as_it_was() {
    let desk = Desk::with_report();
    desk.skirmish(&["report", "out", "--out", "whole.html"])
        .success();
    let changed = desk.read("gate.toml") + "\n# another line\n";
    desk.write("gate.toml", &changed);
    let output = desk
        .skirmish(&["report", "out", "--out", "less.html"])
        .success();
    let notes = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
    let why = "the scenario files are missing or have changed since the fights were played";
    assert!(
        notes.contains(&format!("the page tells no fight: {why}")),
        "{notes}"
    );
    assert!(
        desk.read("less.html")
            .contains(&format!("Not told: {why}."))
    );
    assert!(desk.read("whole.html").contains("Round 1"));
    fs::remove_file(desk.path("gate.toml")).expect("it was there");
    desk.skirmish(&["report", "out", "--out", "gone.html"])
        .success();
    assert_eq!(desk.read("gone.html"), desk.read("less.html"));
}

#[test]
fn a_matchup_that_the_scenario_has_not_is_no_reason_to_fall_over() {
    let desk = Desk::with_report();
    let files = fs::read_dir(desk.path("out")).expect("it can be listed");
    for file in files.map(|entry| entry.expect("an entry").path()) {
        let mut text = fs::read_to_string(&file).expect("UTF-8");
        for value in ["45", "55", "65", "75"] {
            text = text.replace(
                &format!("gate,brp,{value},"),
                &format!("gate,brp,other {value},"),
            );
        }
        fs::write(file, text).expect("the directory is ours");
    }
    desk.skirmish(&["report", "out"]).success();
    assert!(
        desk.read("out/report.html")
            .contains("Not told: the scenario has no such matchup.")
    );
}

#[test]
fn house_rules_that_differ_from_the_book_are_named() {
    let desk = Desk::new();
    let run = |out: &str, more: &[&str]| {
        let words = [
            "run",
            "gate.toml",
            "--fights",
            "50",
            "--quiet",
            "--html",
            out,
        ];
        desk.skirmish(&[&words[..], more].concat()).success();
        desk.read(out)
    };
    let plain = run("plain.html", &[]);
    let changed = run("changed.html", &["--set", "options.parry_limit=1"]);
    let rule = "<code>parry_limit</code>";
    assert!(!plain.contains(rule) && changed.contains(rule));
}

#[test]
fn what_compare_found_makes_a_page() {
    let desk = Desk::new();
    let words = [
        "compare",
        "gate.toml",
        "--against",
        "55",
        "--fights",
        "200",
        "--quiet",
        "--out",
        "out",
    ];
    desk.skirmish(&words).success();
    desk.skirmish(&["report", "out"]).success();
    let page = desk.read("out/report.html");
    look(&page, |root| {
        let rows: Vec<String> = named(root, "th")
            .filter(|one| one.attribute("scope") == Some("row"))
            .map(text)
            .collect();
        for change in ["45 instead of 55", "65 instead of 55", "75 instead of 55"] {
            assert!(rows.iter().any(|row| row == change), "{rows:?}");
        }
    });
    assert!(
        page.contains("skirmish compare gate.toml --fights 200 --against 55"),
        "the command stands on it"
    );
}

#[test]
fn what_is_of_another_scenario_is_left_out() {
    let desk = Desk::with_report();
    let of = "combatants.guard.dex";
    let worth = "worth gate.toml --fights 100 --quiet --out out --of";
    let compare = "compare gate.toml --against 55 --fights 100 --quiet --out out";
    let words: Vec<&str> = worth.split(' ').chain([of]).collect();
    desk.skirmish(&words).success();
    desk.skirmish(&compare.split(' ').collect::<Vec<_>>())
        .success();
    let page = || {
        desk.skirmish(&["report", "out"]).success();
        desk.read("out/report.html")
    };
    let own = page();
    assert!(own.contains(of) && own.contains("45 instead of 55"));
    desk.skirmish(&["new", "murdham", "--out", "other.toml"])
        .success();
    desk.expects_nothing("other.toml");
    let run = "run other.toml --fights 100 --quiet --out out --html run.html";
    desk.skirmish(&run.split(' ').collect::<Vec<_>>()).success();
    let other = page();
    assert!(!other.contains(of) && !other.contains("45 instead of 55"));
    for table in ["differences.csv", "worth.csv"] {
        assert!(other.contains(&format!("{table} is of another scenario")));
    }
}

#[test]
fn a_report_without_a_single_figure_makes_a_page() {
    let desk = Desk::new();
    let run = "run gate.toml --fights 500 --quiet --shard 2/8 --out part";
    desk.skirmish(&run.split(' ').collect::<Vec<_>>()).success();
    let merge = desk.skirmish(&["merge", "part", "--partial", "--out", "out"]);
    let said = String::from_utf8_lossy(&merge.success().get_output().stderr).into_owned();
    assert!(said.contains("\n1 part, 4 matchups, 0 fights\n"), "{said}");
    desk.skirmish(&["report", "out"]).success();
    assert!(
        desk.read("out/report.html")
            .contains("No fights were played")
    );
    let solve = "solve gate.toml --budget-bytes 2KiB --quiet --out exact";
    desk.skirmish(&solve.split(' ').collect::<Vec<_>>()).code(4);
    desk.skirmish(&["report", "exact"]).success();
}

#[test]
fn what_is_no_report_is_refused() {
    let desk = Desk::with_report();
    let refused = |dir: &str| desk.fails(&["report", dir, "--out", "page.html"], 5);
    assert_eq!(
        refused("nowhere"),
        "error: cannot read the report nowhere: it is missing\n"
    );
    assert_eq!(
        refused("gate.toml"),
        "error: cannot read the report gate.toml: it is a file, not a directory\n"
    );
    fs::create_dir(desk.path("empty")).expect("it can be made");
    let none = refused("empty");
    assert!(
        none.starts_with("error: empty is not a report: it has no summary.csv; "),
        "{none}"
    );
    let summary = desk.read("out/summary.csv");
    desk.write(
        "out/summary.csv",
        &summary.replacen("45,45,guards,200", "45,45,guards,201", 1),
    );
    let damaged = refused("out");
    assert!(
        damaged.starts_with(
            "error: the report is inconsistent:\n  summary.csv: row 2: the sum of wins, losses"
        ),
        "{damaged}"
    );
    desk.write("out/summary.csv", &summary[..summary.len() / 2]);
    assert!(refused("out").contains("summary.csv: row "));
    desk.write("out/summary.csv", &summary);
    let json = desk.read("out/run.json");
    desk.write("out/run.json", &json[..json.len() / 2]);
    assert!(refused("out").contains("run.json: not a record of a run: "));
    fs::remove_file(desk.path("out/run.json")).expect("it was there");
    assert_eq!(
        refused("out"),
        "error: out is not a complete report: it has summary.csv but no run.json\n"
    );
    assert!(!desk.path("page.html").exists());
    desk.fails(&["report"], 2);
}

#[test]
fn a_page_is_written_whole_or_not_at_all() {
    let desk = Desk::with_report();
    fs::create_dir(desk.path("folder")).expect("it can be made");
    let before = desk.names();
    for (file, why) in [
        ("folder", "it is a directory"),
        ("none/page.html", "No such file"),
    ] {
        let told = desk.fails(&["report", "out", "--out", file], 5);
        assert!(
            told.starts_with(&format!("error: cannot write {file}: ")) && told.contains(why),
            "{told}"
        );
        let run = [
            "run",
            "gate.toml",
            "--fights",
            "50",
            "--quiet",
            "--out",
            "new/out",
            "--html",
            file,
        ];
        let told = desk.fails(&run, 5);
        assert!(told.contains(why), "{told}");
    }
    assert_eq!(desk.names(), before, "nothing is left behind");
    desk.write("page.html", "mine");
    desk.write("out/summary.csv", "no table");
    desk.fails(&["report", "out", "--out", "page.html"], 5);
    assert_eq!(desk.read("page.html"), "mine");
}

/// Returns the name of the browser, if there is one.
fn browser() -> Option<String> {
    let usual = ["chromium", "chromium-browser", "google-chrome"].map(str::to_owned);
    let all = env::var("SKIRMISH_CHROMIUM").ok().into_iter().chain(usual);
    let starts = |name: &String| {
        let version = process::Command::new(name).arg("--version").output();
        version.is_ok_and(|output| output.status.success())
    };
    all.into_iter().find(starts)
}

/// Opens a page in the browser. Returns the text of the page, and the error messages of the browser.
fn opened(browser: &str, page: &Path) -> (String, Vec<String>) {
    let home = tempfile::tempdir().expect("a directory for temporary files");
    let output = process::Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--no-first-run",
        ])
        .args([
            "--enable-logging=stderr",
            "--log-level=0",
            "--host-resolver-rules=MAP * ~NOTFOUND",
        ])
        .arg(format!("--user-data-dir={}", home.path().display()))
        .arg("--dump-dom")
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("the browser starts");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    let complaints = complaints.lines().filter(|line| line.contains("CONSOLE"));
    (
        String::from_utf8(output.stdout).expect("UTF-8"),
        complaints.map(str::to_owned).collect(),
    )
}

/// Returns the table of all figures from the HTML that the browser prints, which is not valid XML.
fn in_browser(dom: &str) -> Figures {
    let (_, table) = dom
        .split_once("data-table=\"summary.csv\"")
        .expect("the page has the summary");
    let (table, _) = table.split_once("</table>").expect("it ends");
    let cells = |row: &str, open: &str, close: &str| -> Vec<String> {
        let found = row.split(open).skip(1).filter_map(|cell| {
            let (_, inside) = cell.split_once('>')?;
            Some(inside.split(close).next()?.to_owned())
        });
        found.collect()
    };
    let heads = cells(table, "<th ", "</th>");
    let rows = table.split("<tr").skip(2);
    by_row(&heads, rows.map(|row| cells(row, "<td", "</td>")))
}

#[test]
fn a_browser_shows_the_figures_and_has_nothing_to_complain_of() {
    let Some(browser) = browser() else {
        let why = "no Chromium to open a page in; SKIRMISH_CHROMIUM names one";
        writeln!(std::io::stderr(), "skipped: {why}").expect("standard error is open");
        return;
    };
    let desk = Desk::with_report();
    desk.skirmish(&["report", "out"]).success();
    let page = desk.path("out/report.html");
    let (dom, complaints) = opened(&browser, &page);
    assert!(complaints.is_empty(), "{complaints:#?}");
    assert_same(&in_browser(&dom), &counted(&desk.path("out")));
    assert!(dom.contains("<h1>How well does a guard have to be trained to hold the gate?</h1>"));
    // The page must not run this script or load this image. Its security policy makes the browser report an
    // error for each.
    let script =
        "<script>document.title = 'it ran';</script><img src='https://example.org/x.png' />";
    let bad = desk
        .read("out/report.html")
        .replace("<main>", &format!("<main>{script}"));
    desk.write("bad.html", &bad);
    let (dom, complaints) = opened(&browser, &desk.path("bad.html"));
    assert!(!dom.contains("<title>it ran</title>"));
    assert!(complaints.len() >= 2, "{complaints:#?}");
}

#[test]
fn the_page_says_that_a_table_was_changed_or_is_missing() {
    let desk = Desk::with_report();
    desk.skirmish(&["report", "out"]).success();
    let whole = desk.read("out/report.html");
    let title = "Parts of this report have changed since it was written";
    assert!(!whole.contains(title));
    // Two typical kinds of damage to a report: a table without a place on the page has changed, and another
    // table is missing.
    let table = desk.read("out/combatants.csv");
    desk.write("out/combatants.csv", &format!("{table}\n"));
    let kills = desk.read("out/kills.csv");
    fs::remove_file(desk.path("out/kills.csv")).expect("it is there");
    desk.skirmish(&["report", "out"]).success();
    let page = desk.read("out/report.html");
    let doubts = [
        "combatants.csv has changed since run.json was written",
        "kills.csv is missing although run.json lists it, so the page may be incomplete",
    ];
    for doubt in [title].into_iter().chain(doubts) {
        assert_eq!(page.matches(doubt).count(), 1, "{doubt}");
    }
    // On the page, the warnings come before everything else.
    let place = |text: &str| page.find(text).expect("it is there");
    assert!(place(title) < place("<h1>") && place(doubts[1]) < place("<h1>"));
    desk.write("out/combatants.csv", &table);
    desk.write("out/kills.csv", &kills);
    desk.skirmish(&["report", "out"]).success();
    assert_eq!(desk.read("out/report.html"), whole);
}
