//! Tests of the command `solve`, which computes exact odds: its files, their precision, and matchups that are
//! too large for it.

#![expect(clippy::float_cmp, reason = "some figures are exact in binary")]

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use tempfile::TempDir;

const TABLES: [&str; 11] = [
    "combatants.csv",
    "damage.csv",
    "events.csv",
    "fighters.csv",
    "health.csv",
    "hits.csv",
    "kills.csv",
    "policies.csv",
    "rounds.csv",
    "standing.csv",
    "summary.csv",
];

/// An attacker against a guard who does nothing. A d100 of 11 or less is a special hit, and one of 60 or less
/// is a hit. The damage is 1d4, and the guard has 2 points of armour.
const TARGET_PRACTICE: &str = r#"
ruleset = "brp"
[run]
round_cap = 1
[weapons.needle]
skill = "Melee Weapon"
specialty = "Sword"
base = 60
damage = "1d4"
db = "none"
hands = 1
length = "medium"
[combatants.guard]
dex = 10
hit_points = 50
armour = { ap = 2 }
policy = "idle"
[combatants.raider]
dex = 12
hit_points = 50
carries = ["needle"]
[policies.idle]
act = ["wait"]
react = ["nothing"]
[[sides]]
name = "raiders"
fighters = [{ combatant = "raider" }]
[[sides]]
name = "guards"
fighters = [{ combatant = "guard" }]
"#;

/// Two boxers against one who dodges.
const TWO_AGAINST_ONE: &str = r#"
ruleset = "brp"
[run]
round_cap = 30
[combatants.guard]
dex = 12
hit_points = 5
brawl = 80
dodge = 60
policy = "dodge"
[combatants.raider]
dex = 11
hit_points = 4
brawl = 40
[[sides]]
name = "guards"
fighters = [{ combatant = "guard" }]
[[sides]]
name = "raiders"
fighters = [{ combatant = "raider", count = 2 }]
"#;

struct Desk(TempDir);

impl Desk {
    fn with(text: &str) -> Self {
        let desk = Self(tempfile::tempdir().expect("a directory for temporary files"));
        fs::write(desk.path("trial.toml"), text).expect("the directory is ours");
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn skirmish(&self, words: &[&str]) -> Assert {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
        command.current_dir(self.0.path()).args(words).assert()
    }

    /// Solves the scenario `trial.toml` with these words. Returns the files that the program wrote.
    fn solve(&self, words: &[&str]) -> BTreeMap<String, String> {
        let start = ["solve", "trial.toml", "--quiet", "--out", "results"];
        self.skirmish(&[&start, words].concat()).success();
        self.written()
    }

    fn written(&self) -> BTreeMap<String, String> {
        let files = fs::read_dir(self.path("results")).expect("the directory was made");
        files
            .map(|file| {
                let path = file.expect("it can be read").path();
                let name = path.file_name().expect("a file").to_string_lossy();
                let text = fs::read_to_string(&path).expect("UTF-8");
                (name.into_owned(), text)
            })
            .collect()
    }
}

fn shipped(name: &str) -> String {
    fs::read_to_string(format!("scenarios/brp/{name}.toml")).expect("a shipped scenario")
}

type Row = HashMap<String, String>;

fn rows(files: &BTreeMap<String, String>, table: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_reader(files[table].as_bytes());
    let rows = reader.deserialize().collect::<Result<_, _>>();
    rows.expect("tables are CSV")
}

fn figure(row: &Row, column: &str) -> f64 {
    let text = &row[column];
    text.parse()
        .unwrap_or_else(|_| panic!("{column} is `{text}`"))
}

fn near(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-12, "{one} is not {other}");
}

/// Checks that the tables of a solution agree with each other.
fn check(files: &BTreeMap<String, String>) {
    for table in TABLES {
        for row in rows(files, table) {
            assert_eq!(row["method"], "exact", "{table}");
        }
    }
    let of = |table: &str, row: &Row, column: &str| -> f64 {
        let same = |other: &Row| {
            ["matchup", "side", "combatant"]
                .iter()
                .all(|&key| !other.contains_key(key) || other.get(key) == row.get(key))
        };
        let rows = rows(files, table);
        rows.iter()
            .filter(|other| same(other))
            .map(|other| figure(other, column))
            .sum()
    };
    for row in rows(files, "summary.csv") {
        let parts = ["wins", "losses", "draws", "undecided", "unresolved"];
        near(parts.iter().map(|part| figure(&row, part)).sum(), 1.0);
        near(figure(&row, "fights"), 1.0);
        near(
            of("rounds.csv", &row, "fights") + figure(&row, "unresolved"),
            1.0,
        );
        assert!(figure(&row, "win_rate_low") <= figure(&row, "win_rate"));
        assert!(figure(&row, "win_rate") <= figure(&row, "win_rate_high"));
        assert!(figure(&row, "error_bound") < 1e-11);
    }
    check_standing(files);
    for row in rows(files, "combatants.csv") {
        near(of("damage.csv", &row, "hits"), figure(&row, "hits"));
        for column in ["attacks", "hits", "evaded", "damage_dealt"] {
            near(of("hits.csv", &row, column), figure(&row, column));
        }
        near(of("kills.csv", &row, "downed"), figure(&row, "downs"));
        let dealt = rows(files, "damage.csv")
            .iter()
            .filter(|hit| {
                ["matchup", "side", "combatant"]
                    .iter()
                    .all(|&key| hit[key] == row[key])
            })
            .map(|hit| figure(hit, "damage") * figure(hit, "hits"))
            .sum();
        near(figure(&row, "damage_dealt"), dealt);
        let left = figure(&row, "count") - figure(&row, "downs") - figure(&row, "fled")
            + figure(&row, "back");
        let open: f64 = rows(files, "summary.csv")
            .iter()
            .filter(|other| other["matchup"] == row["matchup"])
            .map(|other| figure(other, "unresolved"))
            .fold(0.0, f64::max);
        let most = open * figure(&row, "count") + 1e-12;
        assert!((figure(&row, "survived") - left).abs() <= most);
    }
}

/// Checks that the numbers of standing fighters and of unfinished fights after each round agree with the
/// tables of endings.
fn check_standing(files: &BTreeMap<String, String>) {
    let standing = rows(files, "standing.csv");
    // If the solver has followed no fight to its end, the mean values are missing.
    let solved = rows(files, "summary.csv").into_iter();
    for row in solved.filter(|row| !row["survivors_mean"].is_empty()) {
        let of_side = |other: &&Row| {
            ["matchup", "side"]
                .iter()
                .all(|&key| other[key] == row[key])
        };
        let after: Vec<&Row> = standing.iter().filter(of_side).collect();
        let last = after.last().expect("a row for each round");
        let (low, high) = ("standing_mean_low", "standing_mean_high");
        assert!(figure(last, low) <= figure(&row, "survivors_mean_high") + 1e-12);
        assert!(figure(&row, "survivors_mean_low") <= figure(last, high) + 1e-12);
        for after in after {
            assert!(figure(after, low) <= figure(after, "standing_mean"));
            assert!(figure(after, "standing_mean") <= figure(after, high));
            let over = rows(files, "rounds.csv")
                .iter()
                .filter(|ended| ended["matchup"] == row["matchup"])
                .filter(|ended| figure(ended, "round") <= figure(after, "round"))
                .map(|ended| figure(ended, "fights"))
                .sum::<f64>();
            near(figure(after, "fights_going"), 1.0 - over);
        }
    }
}

#[test]
fn the_reference_duel_comes_out_as_known() {
    let desk = Desk::with(&shipped("reference-duel"));
    let files = desk.solve(&[]);
    check(&files);
    let fast = &rows(&files, "summary.csv")[0];
    assert!((figure(fast, "win_rate") - 0.522_637_9).abs() < 5e-8);
    assert!((figure(fast, "rounds_mean") - 7.143_37).abs() < 5e-6);
    assert!(figure(fast, "win_rate_high") - figure(fast, "win_rate_low") < 1.1e-9);
    assert!(figure(fast, "unresolved") <= 1e-9);
    assert_eq!(figure(fast, "draws"), 0.0);
}

#[test]
fn net_damage_of_a_hit_is_as_worked_out_by_hand() {
    let files = Desk::with(TARGET_PRACTICE).solve(&[]);
    check(&files);
    let found: Vec<(f64, f64)> = rows(&files, "damage.csv")
        .iter()
        .map(|row| (figure(row, "damage"), figure(row, "hits")))
        .collect();
    // Of 100 attack rolls, 11 are special hits with damage 4 + 1d4 - 2, and 49 are hits with damage 1d4 - 2.
    let expected = [
        (0.0, 0.49 / 2.0),
        (1.0, 0.49 / 4.0),
        (2.0, 0.49 / 4.0),
        (3.0, 0.11 / 4.0),
        (4.0, 0.11 / 4.0),
        (5.0, 0.11 / 4.0),
        (6.0, 0.11 / 4.0),
    ];
    assert_eq!(found.len(), expected.len());
    for ((damage, hits), (other, probability)) in found.into_iter().zip(expected) {
        assert_eq!(damage, other);
        near(hits, probability);
    }
    let raider = &rows(&files, "combatants.csv")[0];
    near(figure(raider, "attacks"), 1.0);
    near(figure(raider, "hits"), 0.6);
    near(figure(raider, "damage_dealt"), 0.49 * 0.75 + 0.11 * 4.5);
    let standing = rows(&files, "standing.csv");
    let last = standing.last().expect("some rows");
    assert_eq!(figure(last, "standing_mean"), 1.0);
    assert_eq!((&*last["round"], figure(last, "fights_going")), ("1", 0.0));
    assert_eq!(figure(&rows(&files, "summary.csv")[0], "undecided"), 1.0);
}

#[test]
fn two_against_one_is_solved_in_both_seats_and_comparing_finds_it_true() {
    let desk = Desk::with(TWO_AGAINST_ONE);
    let files = desk.solve(&["--seats", "both", "--compare", "--fights", "20k"]);
    check(&files);
    assert!(files["run.json"].contains("\"method\": \"exact\""));
    assert_eq!(rows(&files, "compare.csv").len(), 3);
    for row in rows(&files, "compare.csv") {
        assert_eq!(row["outside"], "no", "{row:?}");
    }
}

#[test]
fn threads_and_other_matchups_change_no_byte() {
    let desk = Desk::with(&shipped("reference-duel"));
    let vary = |values: &str, threads: &str| {
        let vary = format!("combatants.fast.hit_points={values}");
        desk.solve(&["--vary", &vary, "--threads", threads])
    };
    let one = vary("9,11,13", "1");
    assert_eq!(one, vary("9,11,13", "3"));
    let few = vary("13,11", "2");
    for table in TABLES {
        for row in few[table].lines().skip(1) {
            assert!(
                one[table].lines().any(|other| other == row),
                "{table}: {row}"
            );
        }
    }
}

#[test]
fn a_matchup_that_is_too_large_is_named_and_the_others_are_solved() {
    let desk = Desk::with(&shipped("reference-duel"));
    let words = [
        "solve",
        "trial.toml",
        "--out",
        "results",
        "--quiet",
        "--vary",
        "combatants.fast.hit_points=3,30",
        "--budget-states",
        "100",
    ];
    let said = desk.skirmish(&words).code(4);
    let told = String::from_utf8_lossy(&said.get_output().stderr).into_owned();
    assert!(told.starts_with("error: 1 of 2 matchups are too large for the budget\n  trial, 30: state budget used up in round"), "{told}");
    for part in [
        "at 100 states",
        "% of its fights unresolved",
        "--round-cap",
        "--budget-states",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let files = desk.written();
    check(&files);
    let open = |matchup: &str| {
        let rows = rows(&files, "summary.csv");
        let row = rows.iter().find(|row| row["matchup"] == matchup);
        figure(row.expect("both matchups have rows"), "unresolved")
    };
    assert!(open("3") <= 1e-9 && open("30") > 0.1);
    assert!(files["run.json"].contains("\"partial\": true"));
    let memory = ["solve", "trial.toml", "--budget-bytes", "2KiB"];
    let said = desk.skirmish(&memory).code(4);
    let told = String::from_utf8_lossy(&said.get_output().stderr).into_owned();
    assert!(
        told.contains("error: the matchup is too large for the budget\n"),
        "{told}"
    );
    assert!(
        told.contains("memory budget used up") && told.contains("--budget-bytes (now 2048)"),
        "{told}"
    );
    let shown = String::from_utf8_lossy(&said.get_output().stdout).into_owned();
    assert!(!shown.contains("never used"), "{shown}");
}

/// Checks a solution that needs more memory than there is. The program must end with a message and not abort.
#[test]
#[cfg(target_os = "linux")]
fn who_has_no_memory_is_told_so() {
    let scenario = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/brp/focus.toml");
    for kilobytes in [60_000, 130_000, 200_000] {
        let said = Command::new("sh")
            .arg("-c")
            .arg(format!("ulimit -v {kilobytes}; exec \"$0\" \"$@\""))
            .arg(env!("CARGO_BIN_EXE_skirmish"))
            .args([
                "solve",
                scenario,
                "--budget-bytes",
                "4GiB",
                "--threads",
                "2",
            ])
            .assert()
            .code(4);
        let told = String::from_utf8_lossy(&said.get_output().stderr).into_owned();
        assert!(told.contains("out of memory"), "{kilobytes} KiB: {told}");
    }
}

#[test]
fn what_says_how_fights_are_played_needs_fights() {
    let desk = Desk::with(TARGET_PRACTICE);
    for flags in [
        &["--fights", "500"][..],
        &["--seed", "3"],
        &["--precision", "1%"],
        &["--no-tables"],
    ] {
        let words = [&["solve", "trial.toml"], flags].concat();
        let said = desk.skirmish(&words).code(2);
        let told = String::from_utf8_lossy(&said.get_output().stderr).into_owned();
        let wanted = format!("{} is only for fights that are played", flags[0]);
        assert!(told.contains(&wanted), "{told}");
        let words = [&words[..], &["--compare", "--fights", "50"][..]].concat();
        if flags[0] != "--fights" {
            desk.skirmish(&words).success();
        }
    }
}

#[test]
fn what_a_seat_is_worth_is_not_said_of_what_is_unresolved() {
    let desk = Desk::with(&shipped("reference-duel"));
    let said = |more: &[&str]| {
        let words = ["solve", "trial.toml", "--quiet", "--seats", "both"];
        let said = desk.skirmish(&[&words, more].concat());
        String::from_utf8_lossy(&said.get_output().stdout).into_owned()
    };
    assert!(
        said(&[]).contains("seat: being listed first"),
        "{}",
        said(&[])
    );
    let cut = said(&["--budget-states", "10"]);
    assert!(
        cut.contains("unresolved") && !cut.contains("seat:"),
        "{cut}"
    );
}

#[test]
fn bad_scenarios_are_refused_as_by_run() {
    let desk = Desk::with(&TARGET_PRACTICE.replace("ap = 2", "ap = \"two\""));
    let [solved, played] = ["solve", "run"].map(|command| {
        let said = desk
            .skirmish(&[command, "trial.toml", "--out", "results"])
            .code(3);
        String::from_utf8_lossy(&said.get_output().stderr).into_owned()
    });
    assert_eq!(solved, played);
    assert!(!desk.path("results").exists());
    desk.skirmish(&["solve", "nowhere.toml"]).code(3);
    desk.skirmish(&["solve", "trial.toml", "trial.toml"])
        .code(2);
}

/// Two fighters who strike in turn, with four eight-sided dice each. A die that shows an 8 counts as 7 and is
/// rolled again, and the next roll is added.
const MAULS: &str = r#"
ruleset = "murdham"
[options]
open_dice = "on"
[field]
initiative = "one"
[weapons.maul]
damage = "4d8"
[weapons.bomb]
damage = "4d8"
blast = true
melee = false
range = 8
[combatants.giant]
health = 60
carries = ["maul"]
policy = "plain"
fearless = true
[[sides]]
name = "one"
fighters = [{ combatant = "giant" }]
[[sides]]
name = "other"
fighters = [{ combatant = "giant" }]
"#;

#[test] // MUR-0-12
fn open_dice_are_solved_and_what_their_cut_off_leaves_is_told() {
    let desk = Desk::with(MAULS);
    let files = desk.solve(&[]);
    check(&files);
    let row = &rows(&files, "summary.csv")[0];
    // The expected win rate is a sum of fractions over all rolls, with at most twelve more rolls for each
    // die.
    let (won, open) = (figure(row, "win_rate"), figure(row, "unresolved"));
    assert!((won - 0.674_746_692_447_226).abs() < 1e-9, "{won}");
    assert!(open > 0.0 && open < 1e-9, "{open}");
}

#[test] // MUR-0-12
fn more_dice_than_can_be_weighed_are_a_sentence_and_no_panic() {
    let wide = MAULS
        .replace("[\"maul\"]", "[\"bomb\"]")
        .replace(
            "{ combatant = \"giant\" }",
            "{ combatant = \"giant\", count = 5 }",
        )
        .replace("[field]", "[field]\nzones = 2")
        .replacen("count = 5 }]", "count = 5, at = 1 }]", 1);
    let desk = Desk::with(&wide);
    let said = desk.skirmish(&["solve", "trial.toml"]).code(4);
    let told = String::from_utf8_lossy(&said.get_output().stderr).into_owned();
    assert!(
        told.contains(
            "error: the matchup is too large for exact odds, because a step has too many dice\n"
        ),
        "{told}"
    );
    assert!(told.contains("100.00 % of its fights unresolved"), "{told}");
    assert!(told.contains("or sample it: skirmish run"), "{told}");
}

/// A fighter that chooses its weapon at random. With bare hands it acts at the same time as its enemy, and
/// with a sword it acts first.
const NOW_AND_THEN_TOGETHER: &str = r#"
ruleset = "brp"
[combatants.A]
dex = 10
hit_points = 4
carries = ["broad-sword"]
skills = { broad-sword = 15 }
policy = "A"
[combatants.B]
dex = 10
hit_points = 4
policy = "B"
[policies.A]
act = ["attack with hands if chance(40%)", "attack"]
react = ["nothing"]
[policies.B]
act = ["attack"]
react = ["nothing"]
[[sides]]
name = "side A"
fighters = [{ combatant = "A" }]
[[sides]]
name = "side B"
fighters = [{ combatant = "B" }]
"#;

#[test] // BRP-5.2-3, BRP-5.4-2, BRP-5.4-4
fn fighters_who_by_chance_act_at_the_same_moment_are_solved() {
    let desk = Desk::with(NOW_AND_THEN_TOGETHER);
    let files = desk.solve(&[]);
    check(&files);
    let sides = rows(&files, "summary.csv");
    for (side, won) in sides.iter().zip([0.464_762_046_9, 0.491_837_691_6]) {
        let found = figure(side, "win_rate");
        assert!((found - won).abs() < 1e-9, "{found} is not {won}");
    }
    let drawn = figure(&sides[0], "draws");
    assert!((drawn - 0.043_400_261_5).abs() < 1e-9, "{drawn}");
    assert!(figure(&sides[0], "undecided") < 1e-9);
    // Duels with more hit points or with a damage bonus can be solved, too.
    for more in ["hit_points=7", "db=2d6"] {
        let set = format!("combatants.B.{more}");
        check(&desk.solve(&["--set", "combatants.A.hit_points=7", "--set", &set]));
    }
}

/// Five fighters of `semiautomagic` with equal initiative bonuses, who do nothing.
const IDLE_FIVE: &str = r#"
ruleset = "semiautomagic"
[combatants.idler]
policy = "idle"
[policies.idle]
act = []
[[sides]]
name = "three"
fighters = [{ combatant = "idler", count = 3 }]
[[sides]]
name = "two"
fighters = [{ combatant = "idler", count = 2 }]
"#;

#[test] // SAM-1-2
fn five_of_equal_initiative_who_do_nothing_are_solved() {
    let files = Desk::with(IDLE_FIVE).solve(&[]);
    check(&files);
    let row = &rows(&files, "summary.csv")[0];
    near(figure(row, "undecided"), 1.0);
    assert_eq!(figure(row, "unresolved"), 0.0);
}

/// Two equal fighters of `brp` with a sword each, who act at the same time.
const EQUALS: &str = r#"
ruleset = "brp"
[options]
intent = "INTENT"
[combatants.guard]
hit_points = 7
dex = 12
carries = ["broad-sword"]
skills = { broad-sword = 55 }
[[sides]]
name = "one"
fighters = [{ combatant = "guard" }]
[[sides]]
name = "other"
fighters = [{ combatant = "guard" }]
"#;

#[test] // BRP-5.2-5
fn equal_duellists_are_solved_without_stated_intents_and_fight_alike() {
    let won = |intent: &str| {
        let files = Desk::with(&EQUALS.replace("INTENT", intent)).solve(&[]);
        check(&files);
        figure(&rows(&files, "summary.csv")[0], "win_rate")
    };
    // Two fighters that have no other targets declare the same attacks in both cases.
    let (stated, skipped) = (won("declared"), won("skip"));
    assert!((stated - skipped).abs() < 2e-9, "{stated} and {skipped}");
}

#[test] // SAM-0-9
fn an_aftermath_is_solved_and_decides_nothing() {
    let duel = |aftermath: &str| {
        let text = format!(
            "ruleset = \"semiautomagic\"\n[options]\naftermath = \"{aftermath}\"\n\
             [weapons.sword]\ndamage = \"1d8\"\n[combatants.one]\nmelee = 3\ncarries = [\"sword\"]\n\
             [[sides]]\nname = \"first\"\nfighters = [{{ combatant = \"one\" }}]\n\
             [[sides]]\nname = \"second\"\nfighters = [{{ combatant = \"one\" }}]\n"
        );
        Desk::with(&text).solve(&[])
    };
    let (off, resolved) = (duel("off"), duel("resolve"));
    check(&resolved);
    for (off, resolved) in rows(&off, "summary.csv")
        .iter()
        .zip(rows(&resolved, "summary.csv"))
    {
        for column in ["wins", "losses", "draws", "rounds_mean"] {
            near(figure(&resolved, column), figure(off, column));
        }
        assert!(figure(&resolved, "unresolved") <= 1e-9);
    }
    let dying = |files: &BTreeMap<String, String>| -> f64 {
        let rows = rows(files, "events.csv");
        let dying = rows.iter().filter(|row| row["event"] == "dying");
        dying.map(|row| figure(row, "per_fight")).sum()
    };
    assert!(dying(&off) > 0.1);
    assert_eq!(dying(&resolved), 0.0);
}

#[test]
fn a_matchup_that_takes_too_much_work_is_named_and_gets_equally_far_on_any_threads() {
    let desk = Desk::with(&shipped("reference-duel"));
    let solve = |work: &str, threads: &str| {
        let words = [
            "solve",
            "trial.toml",
            "--out",
            "results",
            "--quiet",
            "--vary",
            "combatants.fast.hit_points=3,30",
            "--budget-work",
            work,
            "--threads",
            threads,
        ];
        let said = desk.skirmish(&words).code(4);
        let told = String::from_utf8_lossy(&said.get_output().stderr).into_owned();
        (told, desk.written())
    };
    let (told, files) = solve("500", "1");
    for part in [
        "too large for the budget",
        "trial, 30: work budget used up in round",
        "% of its fights unresolved",
        "allow more: --budget-work (now 500)",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    check(&files);
    assert_eq!(solve("500", "2"), (told, files));
    desk.skirmish(&["solve", "trial.toml", "--budget-work", "1M"])
        .success();
}

/// Checks that the starter of `brp` is solved within the memory budget. In it, two fight against five, and
/// blades and shields wear out, so that a step has very many paths.
#[test]
#[cfg(target_os = "linux")]
fn memory_stays_within_the_budget_where_steps_have_very_many_paths() {
    let desk = Desk(tempfile::tempdir().expect("a directory for temporary files"));
    desk.skirmish(&["new", "brp", "--out", "gate.toml"])
        .success();
    let said = Command::new("sh")
        .current_dir(desk.0.path())
        .args(["-c", "ulimit -v 400000; exec \"$0\" \"$@\""])
        .arg(env!("CARGO_BIN_EXE_skirmish"))
        .args(["solve", "gate.toml", "--quiet", "--threads", "1"])
        .args(["--budget-bytes", "64MiB", "--budget-work", "300k"])
        .args(["--vary", "combatants.guard.skills.broad-sword=55"])
        .assert()
        .code(4);
    let told = String::from_utf8_lossy(&said.get_output().stderr).into_owned();
    assert!(
        told.contains("too large for the budget") && !told.contains("no memory left"),
        "{told}"
    );
}
