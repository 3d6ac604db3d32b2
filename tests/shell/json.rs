//! Tests of the JSON on standard output and standard error. It must be valid under the shipped schemas.

use jsonschema::Validator;
use serde_json::Value as Json;

use super::{BOOKS, Desk, Said};

fn schema(desk: &Desk, flag: &str, file: &str) -> Validator {
    let said = desk.ended(0, &["schema", flag]).out;
    let shipped = std::fs::read_to_string(format!("schemas/{file}")).expect("it is shipped");
    assert!(said == shipped, "skirmish schema {flag} > schemas/{file}");
    let schema = serde_json::from_str(&said).expect("JSON");
    assert!(jsonschema::draft202012::meta::is_valid(&schema));
    jsonschema::draft202012::new(&schema).expect("a sound schema")
}

/// Reads each line of `text` as JSON, checks that it is valid under `schema`, and returns the values.
fn lines(text: &str, schema: &Validator) -> Vec<Json> {
    let line = |line: &str| {
        let json = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let wrong: Vec<String> = schema
            .iter_errors(&json)
            .map(|error| format!("{error} at {}", error.instance_path()))
            .collect();
        assert!(wrong.is_empty(), "{wrong:#?}: {line}");
        json
    };
    text.lines().map(line).collect()
}

/// Returns the rows of a table, each as a map from columns to cells.
fn table(desk: &Desk, name: &str) -> Vec<std::collections::HashMap<String, String>> {
    let mut reader = csv::Reader::from_path(desk.path(name)).expect("it is there");
    reader
        .deserialize()
        .map(|row| row.expect("it is CSV"))
        .collect()
}

fn same(json: &Json, cell: &str) -> bool {
    match json {
        Json::Null => cell.is_empty(),
        Json::Number(number) => number.as_f64() == cell.parse().ok(),
        other => other.as_str() == Some(cell),
    }
}

#[test]
fn matchups_are_lines_with_the_numbers_of_the_tables() {
    let desk = Desk::new();
    let schema = schema(&desk, "--output", "run-output.json");
    for book in BOOKS {
        let file = format!("{book}.toml");
        let words = [
            "run", &file, "--fights", "40", "--format", "json", "--out", book, "--seats", "both",
        ];
        let lines = lines(&desk.ended(0, &words).out, &schema);
        let summary = table(&desk, &format!("{book}/summary.csv"));
        let combatants = table(&desk, &format!("{book}/combatants.csv"));
        let sides = |line: &Json, kind: &str| line[kind].as_array().expect("a list").len();
        assert_eq!(
            lines.iter().map(|line| sides(line, "sides")).sum::<usize>(),
            summary.len()
        );
        for (rows, kind) in [(summary, "sides"), (combatants, "combatants")] {
            let mut rows = rows.iter();
            for line in &lines {
                for one in line[kind].as_array().expect("a list") {
                    let row = rows.next().expect("a row for each");
                    for (name, cell) in row {
                        let varied = line["axes"].as_array().expect("a list");
                        let axis = varied.iter().find(|axis| axis["name"] == **name);
                        let found = match axis {
                            Some(axis) => &axis["label"],
                            None => one.get(name).unwrap_or(&line[name]),
                        };
                        assert!(same(found, cell), "{name}: {found}, not {cell}");
                    }
                }
            }
            assert!(rows.next().is_none());
        }
    }
}

#[test]
fn a_value_on_an_axis_is_what_the_scenario_has() {
    let desk = Desk::new();
    let schema = schema(&desk, "--output", "run-output.json");
    let words = [
        "run", "brp.toml", "--fights", "5", "--format", "json", "--quiet",
    ];
    let vary = ["--vary", "combatants.guard.armour=chain,soft-leather"];
    let lines = lines(&desk.ended(0, &[&words[..], &vary].concat()).out, &schema);
    assert_eq!(lines.len(), 8);
    assert_eq!(lines[1]["axes"][0]["value"], 45);
    assert_eq!(lines[1]["axes"][1]["value"], "soft-leather");
    assert_eq!(lines[1]["matchup"], "45 / soft-leather");
}

#[test]
fn an_expectation_is_a_line_behind_the_matchups() {
    let desk = Desk::new();
    let schema = schema(&desk, "--output", "run-output.json");
    let expect = "expect=[{ why = 'short', figure = 'rounds', at_least = 1, at_most = 90 }, \
                  { why = 'gone', figure = 'draws', at_most = '1%', where = { 'guard skill' = 45 } }]";
    let words = [
        "run",
        "brp.toml",
        "--fights",
        "400",
        "--format",
        "json",
        "--out",
        "out",
        "--set",
        expect,
        "--vary",
        "combatants.guard.skills.broad-sword=50,60",
    ];
    let lines = lines(&desk.ended(0, &words).out, &schema);
    let formats: Vec<&Json> = lines.iter().map(|line| &line["format"]).collect();
    assert_eq!(formats[1], "skirmish-matchup/1");
    assert_eq!(formats[2..], ["skirmish-expectation/1"; 2]);
    let rows = table(&desk, "out/expect.csv");
    assert_eq!((lines.len(), rows.len()), (4, 3));
    for (row, claim) in rows
        .iter()
        .zip(lines[2]["claims"].as_array().expect("a list"))
    {
        for (name, cell) in row {
            let found = claim.get(name).unwrap_or(&lines[2][name]);
            assert!(same(found, cell), "{name}: {found}, not {cell}");
        }
    }
    assert_eq!(lines[2]["verdict"], "as meant");
    assert_eq!(lines[3]["verdict"], "not judged");
    assert_eq!(
        lines[3]["unjudged"],
        "the axis `guard skill` has no value `45` now"
    );
}

#[test]
fn exact_odds_are_lines_too() {
    let desk = Desk::new();
    let schema = schema(&desk, "--output", "run-output.json");
    let small = [
        "--set",
        "sides[0].fighters[0].count=1",
        "--set",
        "sides[1].fighters[0].count=1",
    ];
    let words = ["solve", "brp.toml", "--format", "json", "--round-cap", "3"];
    let lines = lines(&desk.ended(0, &[&words[..], &small].concat()).out, &schema);
    assert_eq!(
        (lines.len(), &lines[0]["method"]),
        (4, &Json::from("exact"))
    );
    assert!(lines[0]["unresolved"].is_number());
    let said = desk.ended(2, &[&words[..], &small, &["--compare"]].concat());
    assert!(said.err.contains("--compare"), "{}", said.err);
}

#[test]
fn every_column_is_in_the_schema() {
    let text = std::fs::read_to_string("schemas/run-output.json").expect("it is shipped");
    let schema: Json = serde_json::from_str(&text).expect("JSON");
    for table in [
        &skirmish::report::columns::SUMMARY,
        &skirmish::report::columns::COMBATANTS,
    ] {
        for column in table.every_column() {
            let kind = if table.name == "summary.csv" {
                "sides"
            } else {
                "combatants"
            };
            let places = [
                "/$defs/matchup/properties",
                &format!("/$defs/matchup/properties/{kind}/items/properties"),
            ]
            .map(|place| schema.pointer(place).expect("it is there"));
            let known = places.iter().any(|place| place.get(column.name).is_some());
            assert!(known || column.name.starts_with("AXIS"), "{}", column.name);
        }
    }
}

#[test]
fn faults_are_lines_with_their_places() {
    let desk = Desk::new();
    let schema = schema(&desk, "--messages", "message.json");
    desk.write(
        "bad.toml",
        "ruleset = \"brp\"\n[combatants.\"größe\"]\nhit_pionts = 3\narmour = \"chian\"\n",
    );
    for command in ["run", "solve", "explain", "check"] {
        let Said { out, err, .. } =
            desk.ended(3, &[command, "bad.toml", "--message-format", "json"]);
        assert_eq!(out, "");
        let lines = lines(&err, &schema);
        let wanted = lines
            .iter()
            .find(|line| line["code"] == "scenario::unknown-key");
        let fault = wanted.unwrap_or_else(|| panic!("{err}"));
        assert_eq!(fault["file"], "bad.toml");
        assert_eq!((&fault["line"], &fault["column"]), (&3.into(), &1.into()));
        assert_eq!(
            (&fault["end_line"], &fault["end_column"]),
            (&3.into(), &11.into())
        );
        assert_eq!(fault["help"], "did you mean `hit_points`?");
    }
    // With two files, all faults of both files are reported.
    let words = ["run", "bad.toml", "none.toml", "--message-format=json"];
    let both = lines(&desk.ended(3, &words).err, &schema);
    let missing = both.last().expect("several");
    assert!(
        missing["message"]
            .as_str()
            .is_some_and(|text| text.contains("none.toml"))
    );
}

#[test]
fn everything_on_standard_error_is_a_line() {
    let desk = Desk::new();
    let schema = schema(&desk, "--messages", "message.json");
    let quick = ["--fights", "5", "--message-format", "json"];
    let said = desk.ended(0, &[&["run", "brp.toml"], &quick[..]].concat());
    let notes = lines(&said.err, &schema);
    assert!(notes.iter().all(|note| note["severity"] == "note") && notes.len() == 2);
    let said = desk.ended(0, &[&["run", "brp.toml", "--quiet"], &quick[..]].concat());
    assert_eq!(said.err, "");
    for (code, name, words) in [
        (2, "usage", &["run"][..]),
        (2, "usage", &["fight"]),
        (2, "usage", &["run", "brp.toml", "--fights", "many"]),
        (2, "usage", &["rules", "brb"]),
        (5, "files", &["check", "brp.toml"]),
        (5, "files", &["new", "brp", "--out", "no/such.toml"]),
        (
            4,
            "inconclusive",
            &[
                "explain",
                "brp.toml",
                "--where",
                "undecided",
                "--among",
                "3",
            ],
        ),
    ] {
        let said = desk.ended(code, &[words, &["--message-format", "json"]].concat());
        let found = lines(&said.err, &schema);
        let last = found.last().expect("a message");
        assert_eq!(
            (&last["code"], &last["severity"]),
            (&name.into(), &"error".into()),
            "{words:?}"
        );
    }
}
