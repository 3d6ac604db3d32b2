//! Tests of days whose fights are described in other scenario files. The people of a day are the side that
//! goes through all of its fights.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use common::slips::{SOUND, faults_of, lines};
use skirmish::rules;
use skirmish::scenario::Overrides;
use toml::{Table, Value};

/// Returns the paths of the shipped scenarios that have a day.
fn shipped_days() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let books = fs::read_dir(root).expect("the scenarios").flatten();
    let books = books.map(|book| book.path()).filter(|path| path.is_dir());
    let files = books.flat_map(|book| fs::read_dir(book).expect("a folder").flatten());
    let files = files.map(|file| file.path());
    let mut days: Vec<PathBuf> = files
        .filter(|path| path.extension().is_some_and(|ext| ext == "toml"))
        .filter(|path| fs::read_to_string(path).is_ok_and(|text| text.contains("\n[[day]]\n")))
        .collect();
    days.sort();
    days
}

fn list<'t>(table: &'t mut Table, key: &str) -> &'t mut Vec<Value> {
    table[key].as_array_mut().expect("a list")
}

fn combatants_of(sides: &[Value]) -> BTreeSet<String> {
    let groups = sides
        .iter()
        .flat_map(|side| side["fighters"].as_array().expect("a list"));
    groups
        .map(|group| group["combatant"].as_str().expect("a name").to_owned())
        .collect()
}

/// Splits a scenario with a day in two. The first keeps the day, but has only the people of the day and
/// their combatants. The second has all sides, but no day.
fn split(whole: &Table) -> (Table, Table) {
    let (mut main, mut other) = (whole.clone(), whole.clone());
    for key in ["day", "vary", "expect"] {
        other.remove(key);
    }
    let foes = list(&mut main, "sides").split_off(1);
    let people = combatants_of(list(&mut main, "sides"));
    for name in combatants_of(&foes).difference(&people) {
        let rows = main["combatants"].as_table_mut().expect("a table");
        let is_model = rows
            .iter()
            .any(|(_, row)| row.get("like").and_then(Value::as_str) == Some(name));
        if !is_model {
            rows.remove(name);
        }
    }
    for stage in list(&mut main, "day") {
        let stage = stage.as_table_mut().expect("a table");
        if stage.contains_key("fight") {
            stage.insert("file".to_owned(), "other.toml".into());
        }
    }
    (main, other)
}

/// Returns the label of each matchup of the scenario `main.toml` in this folder.
fn labels(folder: &Path) -> Vec<Vec<u8>> {
    let loaded = rules::load(&folder.join("main.toml"), &Overrides::default());
    let (_, matches) = loaded.unwrap_or_else(|faults| panic!("{}", faults.render(false, 100)));
    let labels = matches.iter().map(|one| one.seats[0].label().clone());
    labels.collect()
}

#[test]
fn a_fight_of_another_file_is_the_same_as_one_written_here() {
    let days = shipped_days();
    assert!(days.len() >= 10, "{days:?}");
    for path in days {
        let text = fs::read_to_string(&path).expect("a scenario");
        let whole: Table = text.parse().expect("TOML");
        let folder = tempfile::tempdir().expect("a folder for the test");
        let write = |name: &str, table: &Table| {
            let text = toml::to_string(table).expect("a table");
            fs::write(folder.path().join(name), text).expect("a file for the test");
        };
        write("main.toml", &whole);
        let expected = labels(folder.path());
        let (main, other) = split(&whole);
        write("main.toml", &main);
        write("other.toml", &other);
        assert!(labels(folder.path()) == expected, "{}", path.display());
    }
}

/// Returns the scenario `SOUND` with the people of a day only, which means without its goblins.
fn people() -> String {
    let (people, _) = SOUND
        .split_once("[[sides]]\nname = \"goblins\"")
        .expect("a second side");
    people.replace(
        "[combatants.goblin]\nhit_points = 9\ndex = 14\ncarries = [\"dagger\"]\n",
        "",
    )
}

/// Returns the text without the folders in the paths of files.
fn without_folder(text: &str) -> String {
    let mut parts = text.split('`');
    let all = parts.by_ref().map(|part| {
        part.rsplit('/')
            .next()
            .filter(|_| part.starts_with('/'))
            .unwrap_or(part)
    });
    all.collect::<Vec<_>>().join("`")
}

/// Returns the faults of a scenario with the people and a day. `day` are the lines of the table `[[day]]`,
/// and `gate` is the text of the file `gate.toml`, which the day may name.
fn faults(day: &str, gate: &str) -> String {
    let main = format!("{}\n[[day]]\n{day}\n", people());
    let found = faults_of(
        &[("main.toml", &main), ("gate.toml", gate)],
        &Overrides::default(),
    );
    found.map_or("no faults".to_owned(), |faults| {
        without_folder(&lines(&faults))
    })
}

#[test]
fn all_sides_but_the_first_are_copied_without_fight() {
    let gate = format!(
        "{SOUND}\n[[sides]]\nname = \"wolves\"\nfighters = [{{ combatant = \"goblin\" }}]\n\
         wins = [{{ out = \"guards\", count = 1 }}]\n"
    );
    assert_eq!(faults("file = 'gate.toml'", &gate), "no faults");
    let folder = tempfile::tempdir().expect("a folder for the test");
    fs::write(folder.path().join("gate.toml"), gate).expect("a file");
    let watch = people().replace("name = \"guards\"", "name = \"watch\"");
    let text = format!("{watch}\n[[day]]\nfile = 'gate.toml'\n");
    fs::write(folder.path().join("main.toml"), text).expect("a file");
    let loaded = rules::load(&folder.path().join("main.toml"), &Overrides::default());
    let (_, matches) = loaded.expect("no faults");
    let cast = matches[0].seats[0].cast();
    assert_eq!(cast.sides, ["watch", "goblins", "wolves"]);
    // The objective in the other file is about the first side of that file. In the day, it is about the
    // people, which have another name.
    assert_eq!(cast.objectives[0].name, "watch out (1 of 2)");
}

#[test]
fn files_that_cannot_be_meant_are_faults() {
    let goblins = |from: &str, to: &str| {
        assert!(SOUND.contains(from), "{from}");
        SOUND.replacen(from, to, 1)
    };
    let file = "file = 'gate.toml'";
    let all = [
        ("file = 'gat.toml'".to_owned(), SOUND.to_owned()),
        ("file = 3".to_owned(), SOUND.to_owned()),
        (format!("{file}\nfight = 'gobblins'"), SOUND.to_owned()),
        (format!("{file}\nfight = 'guards'"), SOUND.to_owned()),
        (format!("{file}\nrest = 'a week'"), SOUND.to_owned()),
        ("fil = 'gate.toml'".to_owned(), SOUND.to_owned()),
        (
            file.to_owned(),
            goblins("name = \"goblins\"", "nme = \"goblins\""),
        ),
        (
            format!("{file}\n[[day]]\nfile = './gate.toml'\n[[day]]\nfile = 'x/../gate.toml'"),
            SOUND.to_owned(),
        ),
        (file.to_owned(), "ruleset = ".to_owned()),
        (file.to_owned(), goblins("\"brp\"", "\"persona\"")),
        (file.to_owned(), format!("{SOUND}\n[options]\nlethal = 1\n")),
        (
            file.to_owned(),
            goblins("name = \"goblins\"", "name = \"guards\""),
        ),
        (file.to_owned(), goblins("hit_points = 9", "hit_pionts = 9")),
        (
            file.to_owned(),
            goblins(
                "carries = [\"dagger\"]",
                "carries = [\"dagger\"]\npolicy = \"steady\"",
            )
            .replace("\"attack nearest\"]", "\"attack weakest\"]"),
        ),
    ];
    let told: Vec<String> = all
        .iter()
        .map(|(day, gate)| format!("{day}\n{}", faults(day, gate)))
        .collect();
    insta::assert_snapshot!(told.join("\n"));
}
