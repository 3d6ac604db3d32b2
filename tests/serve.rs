//! Tests of the web page of `skirmish serve`. It shows the same figures as the commands, and the server
//! answers only requests of its own page.
//!
//! Most tests use a simple client (`serve/client.rs`) that talks to the program over TCP. The tests in a real
//! browser are in `tests/serve/*.mjs`. They need Node, Chromium and playwright-core. If one of these is not
//! installed, the tests print a note and pass.

#[path = "serve/client.rs"]
mod client;

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use client::Server;

const DUEL: &str = r#"ruleset = "brp"
title = "Who <b>wins</b>?"
include = ["armoury.toml"]

[combatants.guard]
dex = 12          # quick
hit_points = 13
carries = ["broad-sword"]
skills = { Sword = 60 }

[combatants.thug]
dex = 11
hit_points = 13
carries = ["cudgel"]
skills = { Club = 60 }

[[sides]]
name = "<script>alert(1)</script>"
fighters = [{ combatant = "guard" }]

[[sides]]
name = "thugs"
fighters = [{ combatant = "thug", count = 1 }]

[[vary]]
name = "skill"
set = "combatants.guard.skills.Sword"
to = [50, 60, 70]
"#;

const ARMOURY: &str = "[weapons.cudgel]\nlike = \"light-club\"\n";

/// Starts a server for the duel.
fn of_duel() -> Server {
    of_duel_with(&[])
}

/// Starts a server for the duel. `words` are additional words on the command line.
fn of_duel_with(words: &[&str]) -> Server {
    served(DUEL, words)
}

/// Starts a server for the scenario `text` and the armoury of the duel. `words` are additional words on the
/// command line.
fn served(text: &str, words: &[&str]) -> Server {
    let desk = tempfile::tempdir().expect("a directory for temporary files");
    fs::write(desk.path().join("duel.toml"), text).expect("the directory is ours");
    fs::write(desk.path().join("armoury.toml"), ARMOURY).expect("the directory is ours");
    Server::of(desk, &[&["duel.toml"], words].concat())
}

/// Returns the paths of Node, Chromium and playwright-core. If one is not installed, prints a note and
/// returns `None`.
fn browser() -> Option<[PathBuf; 3]> {
    let on_path = |names: &[&str]| {
        let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
        let files = names
            .iter()
            .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
        files.into_iter().find(|file| file.is_file())
    };
    let chromium = std::env::var_os("SKIRMISH_CHROMIUM").map(PathBuf::from);
    let chromium = chromium.or_else(|| on_path(&["chromium", "chromium-browser", "google-chrome"]));
    let modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/node/node_modules");
    let playwright = Some(modules.join("playwright-core")).filter(|folder| folder.is_dir());
    let found = [on_path(&["node"]), chromium, playwright];
    for (name, one) in ["Node", "Chromium", "playwright-core"].iter().zip(&found) {
        if one.is_none() {
            // The output of a passing test is not shown, so the note goes to the real standard error.
            let install = "npm install --prefix target/node playwright-core";
            let note = format!("skipped: the page in a browser, as there is no {name} ({install})");
            writeln!(std::io::stderr(), "{note}").expect("standard error is open");
        }
    }
    let [Some(node), Some(chromium), Some(playwright)] = found else {
        return None;
    };
    Some([node, chromium, playwright])
}

/// Runs a script of `tests/serve` with these words in a browser. Returns false if no browser is installed.
fn in_browser(script: &str, words: &[&str]) -> bool {
    let Some([node, chromium, playwright]) = browser() else {
        return false;
    };
    let output = Command::new(node)
        .arg(
            Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("tests/serve")
                .join(script),
        )
        .args(words)
        .env("SKIRMISH", assert_cmd::cargo::cargo_bin!("skirmish"))
        .env("CHROMIUM", chromium)
        .env("PLAYWRIGHT", playwright)
        .output()
        .expect("it is installed");
    let told = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}{errors}");
    true
}

#[test]
fn the_page_works_in_a_browser() {
    in_browser("page.mjs", &[]);
}

/// Checks that the pictures of `docs/serve.md` are up to date. A file next to them has the SHA-256 of the
/// sources of the page. `PICTURES=overwrite cargo test --test serve pictures` makes the pictures again.
#[test]
fn pictures_of_the_page_show_it_as_it_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let assets = root.join("src/program/serve/assets");
    let entries = fs::read_dir(&assets).expect("the files of the page");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.push(root.join("src/program/report/html/style.css"));
    files.sort();
    let mut digest = Sha256::new();
    for file in &files {
        digest.update(fs::read(file).expect("a file"));
    }
    let mut text = String::new();
    for byte in digest.finalize() {
        write!(text, "{byte:02x}").expect("a text takes every word");
    }
    let digest = text;
    let pictures = root.join("docs/pictures");
    let noted = pictures.join("serve.sha256");
    if std::env::var_os("PICTURES").is_some_and(|value| value == "overwrite") {
        let folder = pictures.display().to_string();
        assert!(
            in_browser("pictures.mjs", &[&folder]),
            "pictures need a browser"
        );
        fs::write(&noted, format!("{digest}\n")).expect("the folder is ours");
    }
    let known = fs::read_to_string(&noted).unwrap_or_default();
    assert!(
        known.trim() == digest,
        "docs/pictures/serve.png is out of date; this makes it again: PICTURES=overwrite cargo test --test serve pictures"
    );
}

fn skirmish(desk: &Path, words: &[&str]) -> String {
    let output = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"))
        .current_dir(desk)
        .args(words)
        .output()
        .expect("the program starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn draft(set: &[(&str, &str)]) -> Value {
    let set: Vec<Value> = set
        .iter()
        .map(|(path, value)| json!({ "path": path, "value": value }))
        .collect();
    json!({ "scenario": 0, "set": set })
}

/// Returns the lines that `run --format json` prints with these settings, one for each matchup.
fn lines(desk: &Path, fights: u64, set: &[&str]) -> Vec<Value> {
    let fights = fights.to_string();
    let mut words = vec![
        "run",
        "duel.toml",
        "--quiet",
        "--format",
        "json",
        "--fights",
        &fights,
    ];
    words.extend(set.iter().flat_map(|one| ["--set", *one]));
    let text = skirmish(desk, &words);
    let lines = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    lines.collect()
}

#[test]
fn figures_are_those_of_run_to_the_last_digit() {
    let server = of_duel();
    for (most, set) in [
        (1000, vec![]),
        (5003, vec![("combatants.guard.dex", "9")]),
        (700, vec![("rules.success.special_divisor", "3")]),
    ] {
        let ask = json!({ "tab": "a", "draft": draft(&set), "matchup": 1, "most": most });
        let events = server.play(&ask);
        assert_eq!(events.first().expect("events").0, "start");
        assert_eq!(events.last().expect("events").0, "done");
        let mut found = vec![Value::Null; 3];
        for (_, data) in events.iter().filter(|(name, _)| name == "picture") {
            for (place, line) in data["matchups"].as_object().expect("matchups") {
                found[place.parse::<usize>().expect("a number")] = line.clone();
            }
        }
        let words: Vec<String> = set
            .iter()
            .map(|(path, value)| format!("{path}={value}"))
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        for (mut found, expected) in found
            .into_iter()
            .zip(lines(server.desk.path(), most, &words))
        {
            // An intermediate result is marked as partial, as long as other matchups have no fights yet.
            found["partial"] = expected["partial"].clone();
            assert_eq!(found, expected);
        }
    }
}

#[test]
fn the_difference_is_that_of_compare() {
    let server = of_duel();
    let set = [("combatants.guard.hit_points", "15")];
    let ask = json!({
        "tab": "a", "draft": draft(&set), "base": draft(&[]), "matchup": 2, "most": 3000,
    });
    let events = server.play(&ask);
    let told = events.iter().rfind(|(name, _)| name == "difference");
    let (_, told) = told.expect("a difference");
    assert_eq!(told["pairs"], 3000);
    skirmish(
        server.desk.path(),
        &[
            "compare",
            "duel.toml",
            "--set",
            "combatants.guard.hit_points=15",
            "--matchup",
            "3",
            "--fights",
            "3000",
            "--out",
            "out",
            "--quiet",
        ],
    );
    let table = fs::read(server.path("out/differences.csv")).expect("a table");
    let mut reader = csv::Reader::from_reader(table.as_slice());
    let heads = reader.headers().expect("heads").clone();
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    let ours = told["rows"].as_array().expect("rows");
    assert_eq!(ours.len(), rows.len());
    for (ours, row) in ours.iter().zip(&rows) {
        let cell = |name: &str| {
            let place = heads.iter().position(|head| head == name).expect(name);
            row[place].parse::<f64>().expect("a number")
        };
        for (place, name) in ["difference_low", "difference", "difference_high"]
            .iter()
            .enumerate()
        {
            let own = ours["difference"][place].as_f64().expect("a number");
            assert!((own - cell(name)).abs() < 1e-6, "{name}: {ours} {row:?}");
        }
    }
}

/// Returns the paths that are drawn in groups of the class `class`, in a piece of SVG markup.
fn paths(markup: &str, class: &str) -> Vec<String> {
    let group = format!("<g class=\"{class}\">");
    let groups = markup.split(&group).skip(1);
    let path = |group: &str| {
        let own = group.split("</g>").next()?;
        let line = own.split("<path class=\"stroke\" d=\"").nth(1)?;
        Some(line.split('"').next()?.to_owned())
    };
    groups.filter_map(path).collect()
}

#[test]
fn charts_show_the_state_before_as_it_was_drawn_then() {
    let server = of_duel();
    let play = |set: &[(&str, &str)], base: Option<Value>| {
        let ask =
            json!({ "tab": "a", "draft": draft(set), "base": base, "matchup": 1, "most": 400 });
        let events = server.play(&ask);
        let mut all = events.iter().rev();
        all.find_map(|(_, data)| data["sections"].as_object().cloned())
            .expect("sections")
    };
    let markup = |sections: &serde_json::Map<String, Value>, name: &str| {
        sections[name].as_str().expect("markup").to_owned()
    };
    let before = play(&[], None);
    let set = [("combatants.guard.hit_points", "19")];
    let after = play(&set, Some(draft(&[])));
    for side in ["s0", "s1"] {
        let old = paths(&markup(&before, "wins"), side);
        assert_eq!(old.len(), 1);
        let now = markup(&after, "wins");
        assert_eq!(paths(&now, &format!("ghost {side}")), old);
        assert_ne!(paths(&now, side), old);
    }
    // Each matchup has three charts: the lengths of fights, and the damage of each of the two weapons.
    let [old, now] = [&before, &after].map(|sections| markup(sections, "detail"));
    let charts = now.matches("How long fights last</title>").count() * 3;
    assert!(charts > 0 && paths(&old, "ghost").is_empty());
    assert_eq!(paths(&now, "ghost").len(), charts);
    // The chosen matchup comes first on the page, although it is the second of the scenario.
    let [chosen, others] = ["60", "50"].map(|name| now.find(&format!("<summary>{name}")));
    assert!(chosen.is_some() && others.is_none_or(|others| others > chosen.unwrap_or(0)));
    // If the earlier state has not been played, the charts have no lines for it.
    let other = play(&set, Some(draft(&[("combatants.guard.dex", "3")])));
    assert!(
        !other
            .values()
            .any(|markup| markup.to_string().contains("ghost"))
    );
}

#[test]
fn nobody_is_answered_without_the_token_under_another_name_or_from_another_page() {
    let server = of_duel();
    assert_eq!(server.get("").status, 200);
    let slashless = format!("/{}", server.token);
    assert_eq!(server.request("GET", &slashless, &[], "").status, 308);
    let own = format!("/{}/api/scenarios", server.token);
    assert_eq!(server.request("GET", &own, &[], "").status, 200);
    let origin = format!("http://127.0.0.1:{}", server.port);
    assert_eq!(
        server
            .request("GET", &own, &[("Origin", &origin)], "")
            .status,
        200
    );
    for (path, headers) in [
        ("/".to_owned(), vec![]),
        ("//api/scenarios".to_owned(), vec![]),
        (format!("/{}/api/scenarios", "0".repeat(32)), vec![]),
        (format!("/{}/api/scenarios", &server.token[..31]), vec![]),
        (own.clone(), vec![("Host", "evil.example")]),
        (own.clone(), vec![("Host", "evil.example:80")]),
        (own.clone(), vec![("Host", "")]),
        (own.clone(), vec![("Origin", "http://evil.example")]),
        (own.clone(), vec![("Origin", "null")]),
        (own, vec![("Origin", "http://127.0.0.1:1")]),
    ] {
        let response = server.request("GET", &path, &headers, "");
        assert_eq!(response.status, 403, "{path} {headers:?}");
        assert!(!response.body.contains("duel"), "{}", response.body);
    }
    let play = format!("/{}/api/play", server.token);
    let body = json!({ "tab": "a", "draft": draft(&[]) }).to_string();
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
    ] {
        let headers = [("Content-Type", kind)];
        assert_eq!(server.request("POST", &play, &headers, &body).status, 403);
    }
    let response = server.get("");
    let head = response.head.to_lowercase();
    for header in [
        "content-security-policy",
        "referrer-policy: no-referrer",
        "x-frame-options: deny",
    ] {
        assert!(head.contains(header), "{head}");
    }
    assert!(!head.contains("access-control-allow"));
}

#[test]
fn a_request_that_is_too_large_or_no_request_is_refused() {
    let server = of_duel();
    let large = json!({ "tab": "a", "draft": { "scenario": 0, "text": "#".repeat(3 << 20) } });
    assert_eq!(server.post("play", &large).status, 413);
    for body in [
        json!({}),
        json!([]),
        json!({ "tab": "a", "draft": { "scenario": 0, "file": "/etc/passwd" } }),
    ] {
        assert_eq!(server.post("play", &body).status, 422);
    }
    assert_eq!(
        server
            .post("describe", &json!({ "draft": { "scenario": 7 } }))
            .status,
        422
    );
    assert_eq!(server.get("assets/nothing.js").status, 404);
    assert_eq!(server.get("assets/..%2f..%2fCargo.toml").status, 404);
    assert_eq!(server.get("api/scenarios").status, 200);
}

#[test]
fn no_file_outside_the_folder_is_read_whatever_the_text_includes() {
    let outer = tempfile::tempdir().expect("a directory for temporary files");
    let secret = outer.path().join("secret.toml");
    fs::write(&secret, "[weapons.hunter2]\nlike = \"light-club\"\n")
        .expect("the directory is ours");
    let server = of_duel();
    let body = |include: &str| {
        let text = DUEL.replace("armoury.toml", include);
        json!({ "draft": { "scenario": 0, "text": text } })
    };
    let told = server.post("describe", &body("armoury.toml")).json();
    assert!(told["controls"].is_array());
    for include in [
        secret.display().to_string(),
        "../../../../../../../../etc/passwd".to_owned(),
    ] {
        let told = server.post("describe", &body(&include)).json();
        let faults = told["faults"].to_string();
        assert!(faults.contains("scenario::file"), "{faults}");
        assert!(
            !faults.contains("hunter2") && !faults.contains("root:"),
            "{faults}"
        );
    }
}

#[test]
fn a_fault_is_told_at_its_place_in_the_text_or_at_the_change() {
    let server = of_duel();
    let text = DUEL.replace("dex = 12", "# größe\ndxe = 12");
    let told = |draft: Value| {
        let events = server.play(&json!({ "tab": "a", "draft": draft }));
        let (name, data) = events.last().expect("an event").clone();
        assert_eq!(name, "faults");
        data
    };
    let data = told(json!({ "scenario": 0, "text": text }));
    let place = data["faults"]
        .as_array()
        .expect("faults")
        .iter()
        .find_map(|fault| {
            let is_it = fault["message"].as_str()?.contains("dxe");
            is_it.then(|| fault["place"]["text"].clone())
        });
    let place = place.unwrap_or_else(|| panic!("no fault at the misspelt key: {data}"));
    let units: Vec<u16> = text.encode_utf16().collect();
    let place = |key: &str| usize::try_from(place[key].as_u64().expect("a number")).expect("small");
    let slice = &units[place("start")..place("end")];
    assert_eq!(String::from_utf16_lossy(slice), "dxe");
    let line = text
        .lines()
        .position(|line| line.starts_with("dxe"))
        .expect("it is there");
    assert_eq!(place("line"), line + 1);

    let data = told(draft(&[
        ("combatants.guard.dex", "9"),
        ("combatants.guard.dex", "9000000"),
    ]));
    assert_eq!(data["faults"][0]["place"]["set"]["index"], 1, "{data}");
    fs::write(
        server.path("bad.toml"),
        DUEL.replace("dex = 12", "dex = \"x\""),
    )
    .expect("the directory is ours");
    let text = DUEL.replace("dex = 12", "dex = \"x\"");
    let data = told(json!({ "scenario": 0, "text": text }));
    let output = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"))
        .current_dir(server.desk.path())
        .env("COLUMNS", "100")
        .args(["run", "bad.toml"])
        .output()
        .expect("the program starts");
    let command = String::from_utf8_lossy(&output.stderr).replace("bad.toml", "duel.toml");
    assert_eq!(
        data["text"].as_str().expect("a text").trim(),
        command.trim()
    );
}

#[test]
fn a_new_change_ends_the_run_before_and_closing_the_page_ends_it_too() {
    let server = of_duel();
    let path = format!("/{}/api/play", server.token);
    let ask = |tab: &str, turn: u32| {
        let set = (3 + turn % 12).to_string();
        json!({ "tab": tab, "turn": turn, "draft": draft(&[("combatants.guard.dex", &set)]) })
            .to_string()
    };
    let mut open: Vec<TcpStream> = Vec::new();
    for turn in 0..40 {
        open.push(server.send("POST", &path, &[], &ask("one", turn)));
    }
    let mut whole = 0;
    for (at, stream) in open.iter_mut().enumerate() {
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("a response");
        let is_whole = text.contains("event: done");
        whole += usize::from(is_whole);
        assert!(at < 39 || is_whole, "the last one ends as it should");
    }
    assert!(whole < 40, "most runs were cut short");
    // When a connection is closed, another one can be opened.
    for round in 0..30 {
        let stream = server.send("POST", &path, &[], &ask(&format!("tab {round}"), 5));
        drop(stream);
    }
    let again = |_: &u32| {
        std::thread::sleep(Duration::from_millis(100));
        server
            .post(
                "play",
                &json!({ "tab": "two", "draft": draft(&[]), "most": 100 }),
            )
            .status
            == 200
    };
    assert!((0..100).any(|at| again(&at)), "nothing is stuck");
}

#[test]
fn texts_of_a_scenario_are_texts_in_the_markup() {
    let server = of_duel();
    let events = server.play(&json!({ "tab": "a", "draft": draft(&[]), "most": 200 }));
    let sections = events
        .iter()
        .rev()
        .find_map(|(_, data)| data["sections"].as_object());
    let markup: String = sections
        .expect("sections")
        .values()
        .filter_map(Value::as_str)
        .collect();
    assert!(markup.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert!(!markup.contains("<script"));
    for name in [
        "main.js",
        "dom.js",
        "answer.js",
        "controls.js",
        "text.js",
        "fight.js",
        "take.js",
        "ask.js",
    ] {
        let script = server.get(&format!("assets/{name}")).body;
        assert!(!script.is_empty());
        for way in [
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
        ] {
            assert!(!script.contains(way), "{name} has {way}");
        }
    }
}

#[test]
fn controls_have_ranges_meanings_and_clauses_and_those_of_the_scenario_come_first() {
    let server = of_duel();
    let told = server
        .post("describe", &json!({ "draft": draft(&[]) }))
        .json();
    let controls = told["controls"].as_array().expect("controls");
    let find = |path: &str| {
        let found = controls.iter().find(|one| one["path"] == path);
        found.unwrap_or_else(|| panic!("no control for {path}"))
    };
    let row = |control: &Value| {
        &told["rows"][usize::try_from(control["row"].as_u64().expect("a row")).expect("small")]
    };
    let dex = find("combatants.guard.dex");
    assert_eq!((&dex["value"], &dex["tier"]), (&json!(12), &json!(0)));
    assert_eq!(row(dex)["kind"], "whole");
    assert!(row(dex)["most"].is_string() && row(dex)["doc"] != "");
    assert_eq!(find("combatants.guard.skills.Sword")["axis"], "skill");
    assert_eq!(find("sides[1].fighters[0].count")["value"], 1);
    let carries = find("combatants.guard.carries[0]");
    assert!(row(carries)["words"].to_string().contains("battle-axe"));
    assert_eq!(row(find("weapons.light-club.damage"))["kind"], "dice");
    assert_eq!(row(find("options.special_threshold"))["kind"], "option");
    let divisor = find("rules.success.special_divisor");
    assert_eq!(row(divisor)["clause"], "BRP-5.5-2");
    assert_eq!(divisor["group"], "rules.success");
    assert!(find("weapons.light-club.damage")["tier"].as_u64() > Some(0));
    assert_eq!(told["text"], DUEL);
}

#[test]
fn a_fight_is_that_of_explain_with_the_health_of_everybody() {
    let server = of_duel();
    for pick in [
        json!({ "number": 7 }),
        json!({ "kind": "longest" }),
        json!({ "kind": "closest" }),
        json!({ "kind": "won-by=thugs" }),
    ] {
        let told = server
            .post(
                "fight",
                &json!({ "draft": draft(&[]), "matchup": 0, "pick": pick }),
            )
            .json();
        let events = told["events"].as_array().expect("events");
        let number = events[0]["fight"].to_string();
        let words = [
            "explain",
            "duel.toml",
            "--quiet",
            "--matchup",
            "1",
            "--fight",
            &number,
        ];
        let explain = |more: &[&str]| skirmish(server.desk.path(), &[&words, more].concat());
        let lines: Vec<String> = events.iter().map(ToString::to_string).collect();
        let text = explain(&["--format", "jsonl"]);
        assert_eq!(lines, text.lines().collect::<Vec<_>>());
        assert!(explain(&[]).contains(told["ending"].as_str().expect("a text")));
        let moments = events.iter().filter(|event| event["event"] == "state");
        let moments: Vec<&Value> = moments.collect();
        assert_eq!(moments[0]["health"], json!({ "guard": 13, "thug": 13 }));
        assert_eq!(moments[0]["standing"], json!(["guard", "thug"]));
        assert_ne!(
            moments[moments.len() - 1]["standing"],
            json!(["guard", "thug"])
        );
    }
}

#[test]
fn chances_are_those_of_explain_on_any_number_of_threads() {
    const FRESH: u64 = 2000;
    let ask = json!({ "tab": "a", "draft": draft(&[]), "matchup": 1, "fight": 3, "most": FRESH });
    let of = |threads: &str| {
        let server = of_duel_with(&["--threads", threads]);
        let events = server.stream("chances", &ask);
        assert_eq!(events.last().expect("events").0, "done");
        let last = events.iter().rfind(|(name, _)| name == "chances");
        (last.expect("chances").1.clone(), server)
    };
    let ((found, server), (other, _)) = (of("1"), of("2"));
    assert_eq!(found.to_string(), other.to_string());
    assert_eq!(found["fights"], FRESH);
    let words = [
        "explain",
        "duel.toml",
        "--quiet",
        "--matchup",
        "2",
        "--fight",
        "3",
        "--format",
        "jsonl",
        "--chances",
        "2000",
    ];
    let text = skirmish(server.desk.path(), &words);
    let told = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let told: Vec<Value> = told.collect();
    let states = told.iter().filter(|event| event["event"] == "state");
    let rows = found["rows"].as_array().expect("rows");
    let ours: Vec<&Value> = rows.iter().map(|row| &row["chances"]).collect();
    assert_eq!(
        ours,
        states.map(|state| &state["chances"]).collect::<Vec<_>>()
    );

    let chance = |row: &Value, key: &str| row["chances"][0][key].as_f64().expect("a number");
    let rate = lines(server.desk.path(), 20_000, &[])[1]["sides"][0]["win_rate"].clone();
    let rate = rate.as_f64().expect("a number");
    // The standard error of a win rate in 2,000 fights is at most 1.2 percentage points.
    assert!(
        (chance(&rows[0], "chance") - rate).abs() < 5.0 * 0.012,
        "{rate}: {}",
        rows[0]
    );
    let last = &rows[rows.len() - 1];
    let won = told.last().expect("an end")["winner"] == found["rows"][0]["chances"][0]["side"];
    for key in ["chance", "chance_low", "chance_high"] {
        assert!(
            (chance(last, key) - f64::from(u8::from(won))).abs() < 1e-12,
            "{last}"
        );
    }
    let chart = found["chart"].as_str().expect("markup");
    assert!(
        chart.starts_with("<svg") && !chart.contains("<script"),
        "{chart}"
    );
}

#[test]
fn changes_are_taken_along_and_saved_without_touching_any_other_file() {
    let server = of_duel();
    let set = [
        ("combatants.guard.dex", "15"),
        ("sides[1].fighters[0].count", "2"),
        ("weapons.cudgel.damage", "\"1d8\""),
        ("rules.success.special_divisor", "3"),
    ];
    let taken = server.post("take", &draft(&set)).json();
    let text = taken["text"].as_str().expect("a text");
    assert!(text.contains("dex = 15          # quick"), "{text}");
    assert!(text.contains("count = 2"), "{text}");
    assert!(
        taken["toml"]
            .as_str()
            .expect("a text")
            .contains("[combatants.guard]\ndex = 15"),
        "{taken}"
    );
    let save = |name: &str, replaces: bool| {
        let body = json!({ "draft": draft(&set), "name": name, "replaces": replaces });
        server.post("save", &body)
    };
    for name in [
        "../out.toml",
        "/tmp/out.toml",
        "a/b.toml",
        "duel",
        ".hidden.toml",
        "duel.sh",
    ] {
        assert_eq!(save(name, true).status, 422, "{name}");
    }
    assert_eq!(
        save("duel.toml", false).json(),
        json!({ "exists": "duel.toml" })
    );
    assert_eq!(
        fs::read_to_string(server.path("duel.toml")).expect("a file"),
        DUEL
    );
    assert_eq!(save("other.toml", false).status, 200);
    // The saved scenario gives the same figures as the changes on the page.
    let run = |file: &str, set: &[&str]| {
        let mut words = vec![
            "run", file, "--quiet", "--format", "json", "--fights", "400",
        ];
        words.extend(set);
        let text = skirmish(server.desk.path(), &words);
        let first: Value =
            serde_json::from_str(text.lines().next().expect("a line")).expect("JSON");
        (first["digest"].clone(), first["sides"].clone())
    };
    let command = [
        "--set",
        "combatants.guard.dex=15",
        "--set",
        "sides[1].fighters[0].count=2",
        "--set",
        "weapons.cudgel.damage=1d8",
        "--set",
        "rules.success.special_divisor=3",
    ];
    assert_eq!(run("other.toml", &[]), run("duel.toml", &command));
    assert_eq!(save("other.toml", true).status, 200);
}

#[test]
fn exported_tables_are_the_bytes_that_run_writes() {
    let server = of_duel();
    let path = format!("/{}/api/export", server.token);
    let export = |form: &str| {
        let body = json!({ "tab": "a", "draft": draft(&[("combatants.guard.dex", "9")]), "fights": 300, "form": form });
        let mut bytes = Vec::new();
        let mut stream = server.send("POST", &path, &[], &body.to_string());
        stream.read_to_end(&mut bytes).expect("a response");
        let end = bytes
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .expect("a head");
        assert!(
            bytes.starts_with(b"HTTP/1.1 200"),
            "{}",
            String::from_utf8_lossy(&bytes)
        );
        bytes.split_off(end + 4)
    };
    let set = ["--set", "combatants.guard.dex=9"];
    let words = [
        "run",
        "duel.toml",
        "--fights",
        "300",
        "--quiet",
        "--out",
        "out",
        "--xlsx",
        "a.xlsx",
        "--html",
        "a.html",
    ];
    skirmish(server.desk.path(), &[&words[..], &set].concat());
    let mut archive =
        zip::ZipArchive::new(std::io::Cursor::new(export("tables"))).expect("an archive");
    assert!(archive.len() > 9);
    for at in 0..archive.len() {
        let mut file = archive.by_index(at).expect("a file");
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).expect("a file");
        let name = file.name().expect("a name").into_owned();
        let own = fs::read(server.path("out").join(&name)).expect("a table");
        assert!(bytes == own, "{name}");
    }
    assert!(export("workbook") == fs::read(server.path("a.xlsx")).expect("a file"));
    assert!(export("page") == fs::read(server.path("a.html")).expect("a file"));
}

#[test]
fn the_page_hears_of_a_saved_file_and_goes_on_without_one() {
    let server = of_duel();
    let path = format!("/{}/api/changes", server.token);
    let stream = server.send("GET", &path, &[], "");
    let mut reader = BufReader::new(stream);
    let mut version = |wanted: &str| loop {
        let mut line = String::new();
        assert!(
            reader.read_line(&mut line).expect("a line") > 0,
            "the stream is open"
        );
        if line.trim() == format!("data: {wanted}") {
            return;
        }
    };
    version("0");
    fs::write(
        server.path("duel.toml"),
        DUEL.replace("dex = 12", "dex = 14"),
    )
    .expect("the directory is ours");
    version("1");
    let told = server
        .post("describe", &json!({ "draft": draft(&[]) }))
        .json();
    assert!(told["text"].as_str().expect("a text").contains("dex = 14"));
    fs::remove_file(server.path("duel.toml")).expect("it is there");
    version("2");
    let told = server
        .post("describe", &json!({ "draft": draft(&[]) }))
        .json();
    assert!(
        told["error"].is_string() && told["faults"].is_object(),
        "{told}"
    );
    // The page still has the text of the scenario, so it can be played without the file.
    let ask = json!({ "tab": "a", "draft": { "scenario": 0, "text": DUEL }, "most": 100 });
    assert_eq!(server.play(&ask).last().expect("events").0, "done");
}

/// Starts a server for the duel with two more axes, of `first` and `second` values. The axis of the duel
/// itself has three values.
fn of_grid(first: u32, second: u32) -> Server {
    let axis = |name: &str, path: &str, values: u32| {
        let values: Vec<String> = (3..3 + values).map(|value| value.to_string()).collect();
        format!(
            "[[vary]]\nname = \"{name}\"\nset = \"{path}\"\nto = [{}]\n",
            values.join(", ")
        )
    };
    let more = [
        axis("a", "combatants.guard.dex", first),
        axis("b", "combatants.thug.dex", second),
    ];
    served(&format!("{DUEL}{}", more.concat()), &[])
}

#[test]
fn of_more_than_a_thousand_matchups_only_the_chosen_one_is_played() {
    let server = of_grid(18, 20);
    let ask = json!({ "tab": "a", "draft": draft(&[]), "matchup": 777, "most": 3000 });
    let events = server.play(&ask);
    let (_, start) = &events[0];
    assert_eq!(
        (&start["matchups"], &start["most"]),
        (&json!(1080), &json!(1000))
    );
    assert_eq!(events.last().expect("events").0, "done");
    let pictures = events.iter().filter(|(name, _)| name == "picture");
    let pictures: Vec<&Value> = pictures.map(|(_, data)| data).collect();
    for picture in &pictures {
        let places = picture["matchups"].as_object().expect("matchups").keys();
        assert_eq!(places.collect::<Vec<_>>(), ["777"]);
    }
    let found = &pictures[pictures.len() - 1]["matchups"]["777"];
    let words = [
        "run",
        "duel.toml",
        "--quiet",
        "--format",
        "json",
        "--fights",
        "3000",
        "--matchup",
        "778",
    ];
    let told: Value = serde_json::from_str(&skirmish(server.desk.path(), &words)).expect("a line");
    assert_eq!(
        (&found["matchup"], &found["sides"]),
        (&told["matchup"], &told["sides"])
    );
}

#[test]
fn a_precision_of_the_scenario_is_told_and_changes_no_figure() {
    let text = DUEL.replace(
        "[combatants.guard]",
        "[run]\nprecision = \"3%\"\n\n[combatants.guard]",
    );
    let server = served(&text, &[]);
    // With this precision a run ends after about a thousand fights.
    let ask = json!({ "tab": "a", "draft": draft(&[]), "matchup": 1, "most": 5000 });
    let events = server.play(&ask);
    assert_eq!(events[0].1["precision"], "3%");
    let found = events
        .iter()
        .rev()
        .find_map(|(_, data)| data["matchups"].get("1"));
    let mut found = found.expect("a picture").clone();
    let expected = &lines(server.desk.path(), 5000, &[])[1];
    assert_eq!(found["fights"], 5000);
    found["partial"] = expected["partial"].clone();
    assert_eq!(&found, expected);
}

#[test]
fn five_hundred_matchups_are_played_one_by_one_after_the_chosen_one() {
    let server = of_grid(18, 10);
    let events =
        server.play(&json!({ "tab": "a", "draft": draft(&[]), "matchup": 77, "most": 50 }));
    assert_eq!(events[0].1["matchups"], 540);
    assert!(
        events[1].1["matchups"]["77"].is_object(),
        "the chosen one comes first"
    );
    let mut seen = std::collections::BTreeSet::new();
    for (_, data) in &events {
        seen.extend(
            data["matchups"]
                .as_object()
                .into_iter()
                .flatten()
                .map(|(place, _)| place.clone()),
        );
    }
    assert_eq!(seen.len(), 540);
}

#[test]
#[cfg(unix)]
fn ctrl_c_is_the_regular_end() {
    let mut server = of_duel();
    // A page is connected, and the server is playing for it.
    let _changes = server.send("GET", &format!("/{}/api/changes", server.token), &[], "");
    let body = json!({ "tab": "a", "draft": draft(&[]) }).to_string();
    let _played = server.send("POST", &format!("/{}/api/play", server.token), &[], &body);
    let id = server.child.id().to_string();
    let killed = Command::new("kill").args(["-INT", &id]).status();
    assert!(killed.expect("unix has kill").success());
    assert_eq!(server.child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn several_scenarios_are_listed_and_a_missing_one_is_reported_at_once() {
    let desk = tempfile::tempdir().expect("a directory for temporary files");
    for folder in ["a", "b"] {
        fs::create_dir(desk.path().join(folder)).expect("the directory is ours");
        fs::write(desk.path().join(folder).join("duel.toml"), DUEL).expect("the directory is ours");
        fs::write(desk.path().join(folder).join("armoury.toml"), ARMOURY)
            .expect("the directory is ours");
    }
    let server = Server::of(desk, &["a/duel.toml", "b/duel.toml"]);
    let told = server.get("api/scenarios").json();
    assert_eq!(
        told["scenarios"][1],
        json!({ "name": "b/duel", "file": "b/duel.toml" })
    );
    let output = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"))
        .args(["serve", "--no-open", "no-such.toml"])
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(3));
}
