//! Tests of the dictionary of columns. Every column of a table that is written has an explanation, every
//! explained column is written by some command, and `docs/tables.md` has the same explanations.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use assert_cmd::assert::Assert;

fn skirmish(folder: &Path, words: &[&str]) -> Assert {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
    command.current_dir(folder).args(words).assert()
}

fn stdout(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).expect("the program writes UTF-8")
}

/// Returns the columns of each table. The flag says whether only `solve` writes the column.
fn dictionary() -> BTreeMap<String, Vec<(String, bool)>> {
    let said = skirmish(Path::new("."), &["columns", "--as", "csv"]).success();
    let text = stdout(&said);
    let mut tables: BTreeMap<String, Vec<(String, bool)>> = BTreeMap::new();
    for row in csv::Reader::from_reader(text.as_bytes()).records() {
        let row = row.expect("it is CSV");
        let only_exact = row[5].ends_with("only in the tables of `solve`");
        let column = (row[1].to_owned(), only_exact);
        tables.entry(row[0].to_owned()).or_default().push(column);
    }
    tables
}

/// A scenario with a day. Its fighters have ammunition and remedies.
const SUPPLIES: &str = r#"
ruleset = "semiautomagic"
[weapons.bow]
kind = "ranged"
damage = "1d6"
range = 10
shots = 1
ammunition = 9
[remedies.balm]
wounds = 1
uses = 2
[combatants.guard]
ranged = 2
carries = ["bow"]
remedies = ["balm"]
[combatants.goblin]
melee = 1
carries = ["sword"]
[weapons.sword]
damage = "1d6"
[[sides]]
name = "guards"
fighters = [{ combatant = "guard" }]
[[sides]]
name = "goblins"
fighters = [{ combatant = "goblin" }]
[[vary]]
name = "guard skill"
set = "combatants.guard.ranged"
to = [1, 3]
[[day]]
fight = "goblins"
"#;

/// Writes the tables of a matrix of contenders into the folder `matrix`.
fn write_a_matrix(desk: &Path) {
    let matrix = [
        "run",
        "gate.toml",
        "--set",
        "vary[0].to=[55]",
        "--vary",
        "combatants.guard.dex=10,12",
        "--vary",
        "combatants.goblin.dex=10,12",
        "--set",
        "expect=[{ why = 'short', figure = 'rounds', at_least = 1, at_most = 90 }]",
        "--out",
        "matrix",
        "--fights",
        "50",
    ];
    skirmish(desk, &matrix).success();
}

#[test]
#[expect(
    clippy::too_many_lines,
    reason = "one report with everything in it, read column by column"
)]
fn every_column_written_is_in_it_and_the_reverse() {
    let desk = tempfile::tempdir().expect("a directory for temporary files");
    let desk = desk.path();
    skirmish(desk, &["new", "brp", "--out", "gate.toml"]).success();
    let small = [
        "--set",
        "sides[0].fighters[0].count=1",
        "--set",
        "sides[1].fighters[0].count=1",
        "--set",
        "sides[0].wins=[{ hold = 5 }]",
    ];
    let run = [
        "run",
        "gate.toml",
        "--out",
        "run",
        "--fights",
        "600",
        "--fights-table",
        "20",
        "--set",
        "sides[0].wins=[{ hold = 5 }]",
    ];
    skirmish(desk, &run).success();
    let solve = [
        "solve",
        "gate.toml",
        "--out",
        "solve",
        "--compare",
        "--fights",
        "50",
    ];
    skirmish(desk, &[&solve[..], &small].concat()).success();
    skirmish(desk, &["new", "persona", "--out", "other.toml"]).success();
    let run = [
        "run",
        "gate.toml",
        "other.toml",
        "--out",
        "axes",
        "--fights",
        "50",
    ];
    skirmish(desk, &run).success();
    skirmish(desk, &["new", "swift-swords", "--out", "ranks.toml"]).success();
    let run = ["run", "ranks.toml", "--out", "ranks", "--fights", "50"];
    skirmish(desk, &run).success();
    let compare = [
        "compare",
        "gate.toml",
        "--vary",
        "combatants.guard.dex=10,12",
        "--against",
        "10",
        "--out",
        "compare",
        "--fights",
        "50",
    ];
    skirmish(desk, &compare).success();
    write_a_matrix(desk);
    let day = [
        "run",
        "gate.toml",
        "--set",
        "day=[{ fight = 'goblins' }]",
        "--out",
        "day",
    ];
    skirmish(desk, &[&day[..], &["--fights", "50"]].concat()).success();
    fs::write(desk.join("supplies.toml"), SUPPLIES).expect("the directory is ours");
    let day = "run supplies.toml --out supplies --fights 50";
    skirmish(desk, &day.split(' ').collect::<Vec<_>>()).success();
    let town =
        "[[sides]]\nname = 'town'\nallies = 'guards'\nfighters = [{ combatant = 'guard' }]\n";
    let gate = fs::read_to_string(desk.join("gate.toml")).expect("it is there");
    fs::write(desk.join("town.toml"), gate + town).expect("the directory is ours");
    let allies = "run town.toml --out allies --fights 50";
    skirmish(desk, &allies.split(' ').collect::<Vec<_>>()).success();
    let worth = "worth gate.toml --of combatants.guard.dex --out worth --fights 50";
    skirmish(desk, &worth.split(' ').collect::<Vec<_>>()).success();
    let tune = "tune gate.toml --set combatants.goblin.hit_points --ladder 7,9 --target guards=60% --out tune --fights 50";
    skirmish(desk, &tune.split(' ').collect::<Vec<_>>());
    let best = "best gate.toml --side guards --out best --fights 50";
    skirmish(desk, &best.split(' ').collect::<Vec<_>>()).success();
    skirmish(desk, &["check", "gate.toml", "--update", "--fights", "100"]).success();
    fs::create_dir(desk.join("check")).expect("the directory is ours");
    fs::rename(
        desk.join("gate.baseline.csv"),
        desk.join("check/NAME.baseline.csv"),
    )
    .expect("it is there");

    let dictionary = dictionary();
    let (mut seen, mut left_in) = (Vec::new(), BTreeSet::new());
    for command in [
        "run", "solve", "axes", "ranks", "matrix", "day", "supplies", "allies", "compare", "worth",
        "tune", "best", "check",
    ] {
        for entry in fs::read_dir(desk.join(command)).expect("it was made") {
            let path = entry.expect("it can be read").path();
            let name = path
                .file_name()
                .expect("a file")
                .to_string_lossy()
                .into_owned();
            if path.extension().is_none_or(|ending| ending != "csv") {
                continue;
            }
            // The other tables of a matrix have columns for other axes, so they are not compared.
            if command == "matrix"
                && !["matrix.csv", "contenders.csv", "expect.csv"].contains(&&*name)
            {
                continue;
            }
            let alone = [
                ("axes", "axes.csv"),
                ("day", "day.csv"),
                ("supplies", "day.csv"),
                ("allies", "allies.csv"),
            ];
            if alone
                .iter()
                .any(|&(of, only)| command == of && name != only)
            {
                continue;
            }
            let text = fs::read_to_string(&path).expect("UTF-8");
            let header: Vec<_> = text.lines().next().expect("a header").split(',').collect();
            let columns = dictionary
                .get(&name)
                .unwrap_or_else(|| panic!("{name} is not explained"));
            let explained: Vec<_> = columns
                .iter()
                .filter(|(_, only_exact)| command == "solve" || !only_exact)
                .map(|(column, _)| {
                    if column == "AXIS" {
                        if command == "ranks" {
                            "goblins"
                        } else {
                            "guard skill"
                        }
                    } else {
                        column
                    }
                })
                .collect();
            // A column without values is left out. Its numbers are not known, or its values equal their
            // labels.
            let written: Vec<_> = explained
                .iter()
                .copied()
                .filter(|column| header.contains(column) || !may_be_left_out(column))
                .collect();
            assert_eq!(header, written, "{command}: {name}");
            left_in.extend(header.into_iter().map(str::to_owned));
            seen.push(name);
        }
    }
    for name in dictionary.keys() {
        assert!(seen.contains(name), "{name} is not written");
    }
    for columns in dictionary.values() {
        for (column, _) in columns.iter().filter(|(column, _)| column.ends_with("_se")) {
            assert!(left_in.contains(column), "{column} is not written");
        }
    }
}

/// Returns whether a table may leave out this column because all its cells are empty.
fn may_be_left_out(column: &str) -> bool {
    column.starts_with("seat_effect")
        || column.ends_with("_se")
        || column == "AXIS value"
        || column == "seed"
        // Some books have no health, and the fighters may carry no such supplies.
        || ["health_mean", "ammunition_mean", "remedies_mean", "things_mean"].contains(&column)
        // The exact odds do not know the order of blows. Overkill is unknown if health and damage have
        // different units.
        || ["fights_followed", "downs", "overkill"].contains(&column)
}

#[test]
fn the_page_has_it_word_for_word() {
    let page = fs::read_to_string("docs/tables.md").expect("it is there");
    let tables = stdout(&skirmish(Path::new("."), &["columns", "--as", "markdown"]).success());
    assert!(
        page.contains(&tables),
        "put into docs/tables.md what `skirmish columns --as markdown` says"
    );
}

#[test]
fn one_table_can_be_asked_for() {
    let text = stdout(&skirmish(Path::new("."), &["columns", "damage"]).success());
    assert!(text.starts_with("damage.csv: "), "{text}");
    let full = stdout(&skirmish(Path::new("."), &["columns", "damage.csv"]).success());
    assert_eq!(text, full);
    let dialect = ["columns", "--dialect", "excel-eu"];
    skirmish(Path::new("."), &dialect).code(2);
    skirmish(Path::new("."), &[&dialect[..], &["--as", "csv"]].concat()).success();
    let said = skirmish(Path::new("."), &["columns", "damages"]).code(2);
    let text = String::from_utf8_lossy(&said.get_output().stderr).into_owned();
    assert!(text.contains("did you mean `damage`?"), "{text}");
    let said = skirmish(Path::new("."), &["columns", "nope"]).code(2);
    let text = String::from_utf8_lossy(&said.get_output().stderr).into_owned();
    assert!(text.contains("there are `summary`, "), "{text}");
}
