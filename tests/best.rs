//! Tests of `skirmish best`, which searches for the best loadout. It solves problems with known answers,
//! ranks real loadouts, reports ties, and can keep slots fixed. Its output does not depend on the number of
//! threads.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use tempfile::TempDir;

#[path = "../examples/planted/problems.rs"]
mod problems;

use problems::{Score, Shape, solve};

/// A duel with 8 × 6 × 2 loadouts of the left side against three opponents. The last of the three axes has no
/// effect.
const DUEL: &str = r#"
ruleset = "brp"
title = "Who wins?"
[run]
fights = 1000
[combatants.one]
hit_points = 12
dex = 13
armour = { ap = 2 }
carries = ["club"]
skills = { club = 60 }
throw = 20
policy = "plain"
[combatants.other]
hit_points = 12
dex = 10
armour = { ap = 2 }
carries = ["bat"]
skills = { bat = 60 }
policy = "plain"
[weapons.club]
skill = "Melee Weapon"
specialty = "Club"
base = 25
damage = "1d6+1"
db = "full"
hands = 1
length = "medium"
[weapons.bat]
like = "club"
[policies.plain]
act = ["attack nearest"]
react = []
[[sides]]
name = "left"
fighters = [{ combatant = "one" }]
[[sides]]
name = "right"
fighters = [{ combatant = "other" }]
[[vary]]
name = "skill"
set = "combatants.one.skills.club"
to = "30..65:5"
[[vary]]
name = "armour"
set = "combatants.one.armour.ap"
to = "0..5"
[[vary]]
name = "throw"
set = "combatants.one.throw"
to = [20, 60]
[[vary]]
name = "foe"
set = "combatants.other.hit_points"
to = [9, 12, 15]
"#;

struct Desk(TempDir);

impl Desk {
    fn new() -> Self {
        let desk = Self(tempfile::tempdir().expect("a directory for temporary files"));
        fs::write(desk.path("duel.toml"), DUEL).expect("the directory is ours");
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn skirmish(&self, words: &str) -> Assert {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
        let words = words.split(' ').filter(|word| !word.is_empty());
        command.current_dir(self.0.path()).args(words).assert()
    }

    /// Runs `best`. Returns the rows of `best.csv`, the content of `best.json`, and the standard output.
    fn best(&self, words: &str) -> (Vec<BTreeMap<String, String>>, serde_json::Value, String) {
        let said = self
            .skirmish(&format!("best --quiet --out out {words}"))
            .success();
        let read = |name: &str| fs::read_to_string(self.path("out").join(name)).expect("written");
        let json = serde_json::from_str(&read("best.json")).expect("it is JSON");
        let text = String::from_utf8(said.get_output().stdout.clone()).expect("UTF-8");
        (rows(&read("best.csv")), json, text)
    }

    /// Runs `best` with these words. The program must refuse them. Returns the standard error.
    fn refused(&self, words: &str) -> String {
        let said = self.skirmish(&format!("best {words}")).code(2);
        String::from_utf8_lossy(&said.get_output().stderr).into_owned()
    }
}

fn rows(csv: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let heads = reader.headers().expect("a header").clone();
    let row = |row: Result<csv::StringRecord, csv::Error>| {
        let row = row.expect("a row");
        let cells = heads.iter().zip(row.iter());
        cells
            .map(|(head, cell)| (head.to_owned(), cell.to_owned()))
            .collect()
    };
    reader.records().map(row).collect()
}

#[test]
fn planted_problems_are_solved_with_a_tenth_of_the_fights_of_an_equal_split() {
    let mut all = Score::default();
    for (seed, shape) in (11..).zip(Shape::ALL) {
        let score = solve(shape, 20, (1000, 10_000), seed);
        assert!(10 * score.fights <= score.equal_fights, "{shape:?}");
        all.problems += score.problems;
        all.found += score.found;
        all.right += score.right;
    }
    let enough = |count: usize| count * 100 >= all.problems * 95;
    assert!(enough(all.found) && enough(all.right), "{all:?}");
}

#[test]
fn the_best_loadout_of_a_side_is_found_and_its_ties_are_said() {
    let desk = Desk::new();
    let (rows, json, text) = desk.best("duel.toml --side left");
    assert_eq!(
        (&json["loadouts"], &json["matchups"]),
        (&96.into(), &3.into())
    );
    assert_eq!(
        json["axes"],
        serde_json::json!(["skill", "armour", "throw"])
    );
    assert_eq!(rows.len(), 96);
    // No fighter throws anything, so the axis `throw` has no effect. Both loadouts with the best skill and
    // armour are equally good.
    let top = [
        "skill=65; armour=5; throw=20",
        "skill=65; armour=5; throw=60",
    ];
    let [first, second] = [&rows[0], &rows[1]];
    assert!(
        top.contains(&&*first["loadout"]) && top.contains(&&*second["loadout"]),
        "{text}"
    );
    assert_eq!((&*first["verdict"], &*second["verdict"]), ("best", "tied"));
    assert_eq!(
        (&*first["win_rate"], &*second["behind"]),
        (&*second["win_rate"], "0.000000")
    );
    assert!(
        text.contains("finalist cannot be told apart from the best")
            || text.contains("finalists cannot be told apart from the best"),
        "{text}"
    );
    // The worst loadout is dropped first, and is then known to be worse than the best.
    let last = rows
        .iter()
        .find(|row| row["loadout"] == "skill=30; armour=0; throw=20");
    let last = last.expect("a row");
    assert_eq!(
        (&*last["dropped_after"], &*last["verdict"], &*last["fights"]),
        ("1", "worse", "0")
    );
    assert!(
        text.contains("--vary combatants.one.skills.club=65"),
        "{text}"
    );
    // A run with another seed has about the same win rate.
    let run = "run duel.toml --quiet --out run --seed 5 --fights 4k --vary combatants.one.skills.club=65 \
        --vary combatants.one.armour.ap=5 --vary combatants.one.throw=20";
    desk.skirmish(run).success();
    let summary = fs::read_to_string(desk.path("run/summary.csv")).expect("it was written");
    let played = self::rows(&summary);
    let left = played.iter().filter(|row| row["side"] == "left");
    let rates: Vec<f64> = left
        .map(|row| row["win_rate"].parse().expect("a number"))
        .collect();
    assert_eq!(rates.len(), 3);
    let mean = rates.iter().sum::<f64>() / 3.0;
    let own = |column: &str| -> f64 { first[column].parse().expect("a number") };
    assert!((mean - own("win_rate")).abs() < 0.02, "{mean}, {first:?}");
    assert!(own("win_rate_low") < own("win_rate") && own("win_rate") < own("win_rate_high"));
}

#[test]
fn a_slot_is_locked_with_set() {
    let desk = Desk::new();
    let words = "duel.toml --side left --set combatants.one.armour.ap=2 --set combatants.one.dex=9";
    let (rows, json, text) = desk.best(words);
    assert_eq!(json["loadouts"], 16);
    assert_eq!(json["axes"], serde_json::json!(["skill", "throw"]));
    assert!(rows[0]["loadout"].starts_with("skill=65; throw="), "{text}");
    assert!(
        json["command"]
            .to_string()
            .contains("combatants.one.armour.ap=2")
    );
    // It is a fault if a value is both varied and set, as in other commands.
    let both = "best duel.toml --side left --set combatants.one.armour.ap=2 --vary combatants.one.armour.ap=1,2";
    let said = desk.skirmish(both).code(3);
    let text = String::from_utf8_lossy(&said.get_output().stderr).into_owned();
    assert!(text.contains("is already varied by the axis"), "{text}");
}

#[test]
fn the_opponents_loadouts_are_searched_where_their_side_is_named() {
    let desk = Desk::new();
    let small = "--vary combatants.one.skills.club=40,60 --vary combatants.one.armour.ap=2 --vary combatants.one.throw=20";
    let (rows, json, _) = desk.best(&format!("duel.toml --side right {small}"));
    assert_eq!(
        (&json["loadouts"], &json["matchups"]),
        (&3.into(), &2.into())
    );
    assert_eq!(rows[0]["loadout"], "foe=15");
    assert_eq!(
        json["fights"], json["equal_split"],
        "few loadouts are all finalists"
    );
    assert_eq!(rows[0]["search_fights"], "0");
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let desk = Desk::new();
    let run = |threads: u8| {
        let found = desk.best(&format!(
            "duel.toml --side left --seats both --threads {threads}"
        ));
        (found.0, found.2)
    };
    assert_eq!(run(1), run(3));
}

#[test]
fn questions_without_an_answer_are_refused() {
    let desk = Desk::new();
    for (words, sentence) in [
        (
            "duel.toml",
            "choose the side whose loadouts are searched with --side",
        ),
        (
            "duel.toml --side lefd",
            "there is no side named `lefd`; did you mean `left`?",
        ),
        ("duel.toml --side left --precision 1%", "use --fights"),
        (
            "duel.toml --side right --set combatants.other.hit_points=9",
            "no axis changes only the side `right`",
        ),
        ("duel.toml --side left --dialect excel-eu", "add --out DIR"),
    ] {
        let text = desk.refused(words);
        assert!(text.contains(sentence), "{words}: {text}");
    }
    let renamed =
        "\n[[vary]]\nname = \"who\"\nset = \"sides[0].name\"\nto = [\"left\", \"lefty\"]\n";
    fs::write(desk.path("renamed.toml"), format!("{DUEL}{renamed}"))
        .expect("the directory is ours");
    let text = desk.refused("renamed.toml --side left");
    assert!(
        text.contains("best needs the same sides in all matchups"),
        "{text}"
    );
    let plain = DUEL.split("[[vary]]").next().expect("a text");
    fs::write(desk.path("plain.toml"), plain).expect("the directory is ours");
    let text = desk.refused("plain.toml");
    assert!(
        text.contains("there are no loadouts: add axes with --vary"),
        "{text}"
    );
}
