//! Tests of the JSON Schemas. The files in `schemas` must equal the output of the program, and all shipped
//! scenarios must be valid under them.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use jsonschema::Validator;
use serde_json::Value as Json;

/// The books, with the folders of their scenarios and of their tables.
const BOOKS: [(&str, &str); 5] = [
    ("brp", "brp"),
    ("murdham", "murdham"),
    ("persona", "persona"),
    ("semiautomagic", "semiautomagic"),
    ("swift-swords", "swift_swords"),
];

fn said(args: &[&str]) -> String {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
    let output = command.args(args).assert().success().get_output().clone();
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            found.push(path);
        }
    }
    found
}

fn schema(book: &str) -> Json {
    serde_json::from_str(&said(&["schema", book])).expect("JSON")
}

fn validator(book: &str) -> Validator {
    jsonschema::draft202012::new(&schema(book)).expect("a sound schema")
}

/// Returns the errors that a schema finds in a scenario, one per line.
fn wrong(validator: &Validator, text: &str) -> Vec<String> {
    let scenario: Json = toml::from_str(text).expect("TOML");
    let errors = validator.iter_errors(&scenario);
    errors
        .map(|error| format!("{} at {}", error, error.instance_path()))
        .collect()
}

#[test]
fn the_schemas_that_are_shipped_are_those_that_the_program_writes() {
    for (book, _) in BOOKS {
        let shipped = Path::new("schemas").join(book).with_extension("json");
        let said = said(&["schema", book]);
        assert!(
            read(&shipped) == said,
            "skirmish schema {book} > {}",
            shipped.display()
        );
        assert!(jsonschema::draft202012::meta::is_valid(&schema(book)));
    }
}

#[test]
fn scenarios_starters_and_the_books_own_tables_keep_to_their_schema() {
    for (book, room) in BOOKS {
        let validator = validator(book);
        let mut checked = 0;
        for path in files(&Path::new("scenarios").join(book)) {
            let text = read(&path);
            let directive = format!("#:schema ../../schemas/{book}.json\n");
            assert!(text.starts_with(&directive), "{}", path.display());
            let wrong = wrong(&validator, &text);
            assert!(wrong.is_empty(), "{}: {wrong:#?}", path.display());
            checked += 1;
        }
        assert!(checked > 5, "the scenarios of {book}");
        let rules = Path::new("src/engine/rules").join(room);
        let directive = format!("#:schema {book}.json\n");
        assert!(said(&["new", book]).starts_with(&directive), "{book}");
        for name in ["starter.toml", "tables.toml", "policies.toml"] {
            let wrong = wrong(&validator, &read(&rules.join(name)));
            assert!(wrong.is_empty(), "{book}/{name}: {wrong:#?}");
        }
    }
}

/// Returns the text of a valid scenario of brp after `from` has been replaced by `to`.
fn duel(from: &str, to: &str) -> String {
    let text = "
ruleset = 'brp'
[combatants.guard]
dex = 12
hit_points = 13
carries = ['broad-sword']
[combatants.veteran]
like = 'guard'
[weapons.broad-sword]
base = 20
[weapons.pole]
damage = '1d6'
length = 'long'
[[sides]]
name = 'left'
fighters = [{ combatant = 'guard', at = 1.5 }]
[[sides]]
name = 'right'
fighters = [{ combatant = 'veteran', count = 2, at = [0, 3] }]
[[vary]]
name = 'dex'
set = 'combatants.guard.dex'
to = { from = 10, to = 14, step = 2 }
";
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1)
}

#[test]
fn what_the_program_refuses_for_its_form_the_schema_refuses() {
    let validator = validator("brp");
    assert_eq!(wrong(&validator, &duel("", "")), Vec::<String>::new());
    for (from, to) in [
        ("'brp'", "'bpr'"),
        ("ruleset = 'brp'\n", ""),
        ("dex = 12\n", ""),
        ("dex = 12", "dex = 1001"),
        ("dex = 12", "dex = 'many'"),
        ("dex = 12", "dxe = 12\ndex = 12"),
        ("carries = ['broad-sword']", "carries = 'broad-sword'"),
        ("length = 'long'", "length = ['long', 'wide']"),
        ("damage = '1d6'", "damage = '1x6'"),
        ("damage = '1d6'\n", ""),
        ("count = 2", "count = 65"),
        ("count = 2", "riding = 'horse'"),
        ("at = 1.5", "at = 'here'"),
        ("name = 'left'\n", ""),
        ("to = 14, ", ""),
        ("set = 'combatants.guard.dex'", "set = 3"),
        ("[weapons.pole]", "[wepons.pole]"),
        (
            "[combatants.guard]",
            "[run]\nfights = 0\n[combatants.guard]",
        ),
        (
            "[combatants.guard]",
            "[run]\nfast = true\n[combatants.guard]",
        ),
        (
            "[combatants.guard]",
            "[options]\nintent = 'maybe'\n[combatants.guard]",
        ),
        (
            "[combatants.guard]",
            "[policies.steady]\nact = 'attack'\n[combatants.guard]",
        ),
        (
            "[combatants.guard]",
            "[field]\nmelee_reach = -1\n[combatants.guard]",
        ),
    ] {
        let text = duel(from, to);
        assert!(!wrong(&validator, &text).is_empty(), "{text}");
    }
}

#[test]
fn rows_may_leave_out_what_other_files_say() {
    let validator = validator("brp");
    for text in [
        "[combatants.guard]\narmour = 'chain'\n",
        "[weapons.pole]\nhands = 2\n[policies.steady]\nact = []\n",
        &duel("dex = 12\n", "").replace("ruleset", "include = ['guards.toml']\nruleset"),
    ] {
        assert_eq!(wrong(&validator, text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn every_book_refuses_what_it_has_not() {
    for (book, _) in BOOKS {
        let validator = validator(book);
        let text = |key: &str| format!("[combatants.guard]\n{key} = 1\n");
        assert!(
            !wrong(&validator, &text("no_such_key")).is_empty(),
            "{book}"
        );
    }
    let murdham = validator("murdham");
    assert!(wrong(&murdham, "[combatants.ox]\nspeed = 1.5\n").is_empty());
    assert!(!wrong(&murdham, "[combatants.ox]\nspeed = 1.25\n").is_empty());
    let swords = validator("swift-swords");
    assert!(wrong(&swords, "[combatants.ox]\narmour = 2\nshield = 'small'\n").is_empty());
    assert!(!wrong(&swords, "[combatants.ox]\narmour = 11\n").is_empty());
    assert!(!wrong(&swords, "[combatants.ox]\nflies = { sped = 2 }\n").is_empty());
}

/// Returns the events of a fight as JSON objects.
fn events(scenario: &str, fight: u32) -> Vec<Json> {
    let fight = fight.to_string();
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
    let words = [
        "explain",
        scenario,
        "--fight",
        &fight,
        "--format",
        "jsonl",
        "--chances",
        "5",
        "--quiet",
    ];
    let output = command.args(words).output().expect("the program starts");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success(), "{scenario}");
    let json = |line: &str| serde_json::from_str(line).expect("JSON");
    text.lines().map(json).collect()
}

/// Number of fights of each scenario that are told as stories.
const FIGHTS: u32 = 6;

#[test]
fn the_events_of_a_fight_are_as_their_schema_says_and_as_its_tables_count() {
    let text = fs::read_to_string("schemas/fight-event.json").expect("it is shipped");
    let schema: Json = serde_json::from_str(&text).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    for scenario in [
        "scenarios/brp/medic.toml",
        "scenarios/brp/three-fights-and-a-week.toml",
        "scenarios/murdham/bandits-and-morale.toml",
        "scenarios/persona/mooks-per-hero.toml",
        "scenarios/semiautomagic/flank-or-focus.toml",
        "scenarios/swift-swords/goblins-per-hero.toml",
    ] {
        let [mut attacks, mut dealt, mut downs] = [0, 0, 0];
        for fight in 0..FIGHTS {
            let events = events(scenario, fight);
            for event in &events {
                let wrong: Vec<String> = validator
                    .iter_errors(event)
                    .map(|e| e.to_string())
                    .collect();
                assert!(wrong.is_empty(), "{event}: {wrong:?}");
            }
            let kind = |event: &Json| event["event"].as_str().expect("a name").to_owned();
            assert_eq!(kind(&events[0]), "fight");
            assert_eq!(kind(events.last().expect("some lines")), "end");
            attacks += events
                .iter()
                .filter(|event| kind(event) == "attack")
                .count() as u64;
            downs += events.iter().filter(|event| kind(event) == "down").count() as u64;
            dealt += events
                .iter()
                .filter_map(|event| event["dealt"].as_u64())
                .sum::<u64>();
        }
        let folder = tempfile::tempdir().expect("a directory for temporary files");
        let out = folder.path().to_string_lossy().into_owned();
        let fights = FIGHTS.to_string();
        let words = [
            "run",
            scenario,
            "--fights",
            &fights,
            "--matchup",
            "1",
            "--quiet",
            "--out",
            &out,
        ];
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
        assert!(
            command
                .args(words)
                .output()
                .expect("the program starts")
                .status
                .success()
        );
        let mut table =
            csv::Reader::from_path(folder.path().join("combatants.csv")).expect("a table");
        let head = table.headers().expect("a header").clone();
        let sum = |rows: &[csv::StringRecord], name: &str| -> u64 {
            let at = head.iter().position(|head| head == name).expect("a column");
            rows.iter()
                .map(|row| row[at].parse::<u64>().expect("a number"))
                .sum()
        };
        let rows: Vec<csv::StringRecord> = table.records().map(|row| row.expect("a row")).collect();
        let counted = ["attacks", "damage_dealt", "downs"].map(|name| sum(&rows, name));
        // The scenario `medic` is played in both seats (orders of the sides), and its tables count both. The
        // stories are of fights of the first seat only, so they are not compared with the tables.
        let seats = if scenario.contains("medic") {
            None
        } else {
            Some(counted)
        };
        assert!(
            seats.is_none_or(|counted| counted == [attacks, dealt, downs]),
            "{scenario}"
        );
        assert!(attacks > 0 && downs > 0, "{scenario}");
    }
}
