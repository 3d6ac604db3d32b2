//! Tests of `skirmish worth`, which computes how much a small change of a number in the scenario changes the
//! results. Its figures are compared with exact odds and with those of `compare`. Command lines that ask for
//! something impossible get a message.

use std::collections::BTreeMap;
use std::fs;

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use tempfile::TempDir;

type Row = BTreeMap<String, String>;

/// A temporary folder with the scenario of a duel, one for each test.
struct Desk(TempDir);

impl Desk {
    fn new() -> Self {
        let desk = tempfile::tempdir().expect("a directory for temporary files");
        let duel = shipped("brp/reference-duel");
        fs::write(desk.path().join("duel.toml"), duel).expect("the directory is ours");
        Self(desk)
    }

    fn skirmish(&self, words: &[&str]) -> Assert {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
        command.current_dir(self.0.path()).args(words).assert()
    }

    fn worth(&self, words: &[&str]) -> Assert {
        self.skirmish(&[&["worth", "duel.toml"], words].concat())
    }

    /// Runs `worth` on the duel with these words, and returns the rows of `worth.csv`.
    fn rows(&self, words: &[&str]) -> Vec<Row> {
        let said = self.worth(&[words, &["--out", "out", "--quiet"]].concat());
        said.success();
        self.table("out/worth.csv")
    }

    fn table(&self, file: &str) -> Vec<Row> {
        let mut table = csv::Reader::from_path(self.0.path().join(file)).expect("a table");
        let head = table.headers().expect("a header").clone();
        let cells = |row: Result<csv::StringRecord, csv::Error>| {
            let row = row.expect("a row");
            let cells = head.iter().zip(&row);
            cells.map(|(a, b)| (a.to_owned(), b.to_owned())).collect()
        };
        table.records().map(cells).collect()
    }

    fn written(&self) -> [Vec<u8>; 2] {
        ["csv", "json"].map(|ending| {
            let path = self.0.path().join(format!("out/worth.{ending}"));
            fs::read(path).expect("it was written")
        })
    }
}

fn shipped(name: &str) -> String {
    let text = fs::read_to_string(format!("scenarios/{name}.toml")).expect("a shipped scenario");
    let (scenario, _) = text.split_once("[[expect]]").unwrap_or((&text, ""));
    scenario.to_owned()
}

fn stderr(said: &Assert) -> String {
    String::from_utf8_lossy(&said.get_output().stderr).into_owned()
}

fn number(row: &Row, column: &str) -> f64 {
    let cell = &row[column];
    cell.parse()
        .unwrap_or_else(|_| panic!("{column} is {cell}"))
}

/// Returns the row for the number at `path`, a change of it such as `+1`, and a figure such as `win_rate`.
fn row<'r>(rows: &'r [Row], path: &str, step: &str, figure: &str) -> &'r Row {
    let step = step.trim_start_matches('+');
    let found = rows
        .iter()
        .find(|row| row["path"] == path && row["step"] == step && row["figure"] == figure);
    found.unwrap_or_else(|| panic!("no {path} {step} {figure}"))
}

const HIT_POINTS: &str = "combatants.fast.hit_points";

#[test]
fn without_fights_the_starters_play_a_few_seconds_and_a_note_says_so_first() {
    let desk = Desk::new();
    for (book, combatant) in [
        ("brp", "guard"),
        ("murdham", "veteran"),
        ("persona", "swordsman"),
        ("semiautomagic", "swordsman"),
        ("swift-swords", "hero"),
    ] {
        let file = format!("{book}.toml");
        desk.skirmish(&["new", book, "--out", &file]).success();
        let of = format!("combatants.{combatant}.dex");
        let of = if book == "brp" {
            of
        } else {
            format!("combatants.{combatant}")
        };
        let words = ["worth", &file, "--of", &of, "--sampled", "--out", book];
        let said = desk.skirmish(&words).success();
        let note = stderr(&said);
        let note = note.lines().find(|line| line.contains(" variants × "));
        let note = note.expect("a note");
        assert!(note.starts_with("4 matchups × "), "{note}");
        assert!(note.ends_with(" s; --fights changes the number"), "{note}");
        let (_, total) = note.split_once(": ").expect("a sum");
        let total: u64 = total
            .split(' ')
            .next()
            .expect("a number")
            .replace(',', "")
            .parse()
            .expect("a number");
        assert!((130_000..=150_000).contains(&total), "{note}");
        let json = fs::read_to_string(desk.0.path().join(book).join("worth.json"));
        let json: serde_json::Value = serde_json::from_str(&json.expect("written")).expect("JSON");
        let fights = json["fights"].as_u64().expect("a number");
        assert!(
            note.contains(&format!(" × {} fights", grouped(fights))),
            "{note}"
        );
    }
    // If the scenario has fewer fights than the default of `worth`, only that many are played. The option
    // `--fights` sets any other number.
    let set = ["--set", "run.fights=300", "--of", HIT_POINTS, "--sampled"];
    let note = stderr(&desk.worth(&set).success());
    assert!(
        note.contains("1 matchup × 3 variants × 300 fights: 900 fights, about 1 s; --fights"),
        "{note}"
    );
    let note = stderr(
        &desk
            .worth(&[&set[2..], &["--fights", "200"]].concat())
            .success(),
    );
    assert!(
        note.contains("× 200 fights: 600 fights, about 1 s\n"),
        "{note}"
    );
}

/// Formats a number with a comma before its last three digits.
fn grouped(number: u64) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", number / 1000, number % 1000),
    }
}

#[test]
fn a_small_fight_is_worked_out_and_is_what_solve_says() {
    let desk = Desk::new();
    let rows = desk.rows(&["--of", HIT_POINTS]);
    let solved = |set: &str| {
        let words = [
            "solve",
            "duel.toml",
            "--quiet",
            "--out",
            "solved",
            "--set",
            set,
        ];
        desk.skirmish(&words).success();
        let rows = desk.table("solved/summary.csv");
        let fast = rows
            .iter()
            .find(|row| row["side"] == "fast")
            .expect("a side");
        (number(fast, "win_rate"), number(fast, "rounds_mean"))
    };
    let [less, as_is, more] =
        ["12", "13", "14"].map(|points| solved(&format!("{HIT_POINTS}={points}")));
    for (step, after) in [("+1", more), ("-1", less)] {
        let rate = row(&rows, HIT_POINTS, step, "win_rate");
        assert_eq!((&*rate["method"], &*rate["pairs"]), ("exact", "0"));
        assert!((number(rate, "difference") - (after.0 - as_is.0)).abs() < 1e-6);
        assert!(number(rate, "family_high") - number(rate, "family_low") < 1e-6);
        let rounds = row(&rows, HIT_POINTS, step, "rounds");
        assert!((number(rounds, "difference") - (after.1 - as_is.1)).abs() < 1e-6);
    }
    assert_eq!(
        row(&rows, HIT_POINTS, "+1", "win_rate")["verdict"],
        "better"
    );
    assert_eq!(row(&rows, HIT_POINTS, "-1", "win_rate")["verdict"], "worse");
}

#[test]
fn what_is_sampled_agrees_with_what_is_exact() {
    let desk = Desk::new();
    let of = ["--of", HIT_POINTS, "--of", "combatants.fast.armour.ap"];
    let exact = desk.rows(&of);
    let sampled = desk.rows(&[&of[..], &["--sampled", "--fights", "4k"]].concat());
    assert_eq!(exact.len(), 16);
    for row_of_exact in &exact {
        let [path, step, figure] = ["path", "step", "figure"].map(|key| &*row_of_exact[key]);
        let matching = sampled.iter().find(|row| {
            row["side"] == row_of_exact["side"]
                && [&row["path"], &row["step"], &row["figure"]] == [path, step, figure]
        });
        let matching = matching.expect("the same rows");
        assert_eq!(matching["pairs"], "4000");
        let reach = number(matching, "family_high") - number(matching, "difference");
        let off = (number(matching, "difference") - number(row_of_exact, "difference")).abs();
        assert!(
            off < 2.0 * reach,
            "{path} {step} {figure}: {off} of {reach}"
        );
    }
}

#[test]
fn threads_and_other_steps_change_no_figure() {
    let desk = Desk::new();
    let words = ["--of", "combatants.fast", "--sampled", "--fights", "1100"];
    desk.rows(&[&words[..], &["--threads", "1"]].concat());
    let alone = desk.written();
    let all = desk.rows(&[&words[..], &["--threads", "3"]].concat());
    assert_eq!(alone, desk.written());
    let one = desk.rows(&["--of", HIT_POINTS, "--sampled", "--fights", "1100"]);
    for column in ["value_before", "value_after", "difference"] {
        for step in ["+1", "-1"] {
            let of = |rows| row(rows, HIT_POINTS, step, "win_rate")[column].clone();
            assert_eq!(of(&all), of(&one), "{column}");
        }
    }
    // The family-wise intervals are wider if more figures are tested.
    let width = |rows| {
        let row = row(rows, HIT_POINTS, "+1", "win_rate");
        number(row, "family_high") - number(row, "family_low")
    };
    assert!(width(&all) > 1.1 * width(&one));
}

#[test]
fn a_number_that_is_no_part_of_the_fight_is_worth_exactly_nothing() {
    let desk = Desk::new();
    let rows = desk.rows(&["--of", "weapons.great-axe.damage"]);
    assert_eq!(rows.len(), 8);
    for row in &rows {
        assert_eq!((&*row["verdict"], &*row["method"]), ("not used", "unused"));
        let ends = ["difference", "family_low", "family_high"].map(|column| &*row[column]);
        assert!(ends.iter().all(|end| end.parse() == Ok(0.0)), "{ends:?}");
    }
    let said = desk.worth(&["--of", "weapons.great-axe.damage", "--quiet"]);
    let text = String::from_utf8_lossy(&said.get_output().stdout).into_owned();
    assert!(text.contains("not part of the fight: damage"), "{text}");
}

#[test]
fn a_way_that_the_book_does_not_allow_is_left_out_and_said() {
    let desk = Desk::new();
    let rows = desk.rows(&["--of", "combatants.fast.natural_ap", "--step", "2"]);
    assert!(
        rows.iter()
            .all(|row| row["step"] == "2" && row["to"] == "2")
    );
    assert_eq!(rows.len(), 4);
    let [_, json] = desk.written();
    let json: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
    assert_eq!(json["left_out"][0]["step"], "-2");
    let why = json["left_out"][0]["why"].as_str().expect("a reason");
    assert!(why.contains("from 0 to"), "{why}");
}

#[test]
fn the_win_rate_is_that_of_the_side_that_fields_it_unless_another_is_named() {
    let desk = Desk::new();
    let of = ["--of", "combatants.slow.hit_points"];
    let own = desk.rows(&of);
    let others = desk.rows(&[&of[..], &["--side", "fast"]].concat());
    let of = |rows| row(rows, "combatants.slow.hit_points", "+1", "win_rate").clone();
    let (own, others) = (of(&own), of(&others));
    assert_eq!((&*own["side"], &*others["side"]), ("slow", "fast"));
    assert!(number(&own, "difference") > 0.01 && number(&others, "difference") < -0.01);
}

#[test]
fn several_matchups_count_as_their_mean() {
    let desk = Desk::new();
    let words = [
        "--of",
        "combatants.fast.armour.ap:+1",
        "--vary",
        "combatants.fast.hit_points=9,13",
    ];
    let difference = |more: &[&str]| {
        let rows = desk.rows(&[&words[..], more].concat());
        let row = row(&rows, "combatants.fast.armour.ap", "+1", "win_rate");
        (number(row, "difference"), row["matchup"].clone())
    };
    let (first, name) = difference(&["--matchup", "1"]);
    assert_eq!(name, "9");
    let (second, _) = difference(&["--matchup", "13"]);
    let (both, name) = difference(&[]);
    assert_eq!(name, "*");
    assert!((both - f64::midpoint(first, second)).abs() < 2e-6);
    assert!((first - second).abs() > 1e-3);
    // If an axis sets the number, each matchup changes it from the value that the axis gives.
    let rows = desk.rows(&[
        "--of",
        HIT_POINTS,
        "--vary",
        "combatants.fast.hit_points=9,13",
    ]);
    let row = row(&rows, HIT_POINTS, "+1", "win_rate");
    assert_eq!((&*row["from"], &*row["to"]), ("9 to 13", "10 to 14"));
}

#[test]
fn both_seats_are_played_and_are_the_mean_of_the_two() {
    let desk = Desk::new();
    let rate = |more: &[&str]| {
        let rows = desk.rows(&[&["--of", HIT_POINTS], more].concat());
        number(row(&rows, HIT_POINTS, "+1", "win_rate"), "difference")
    };
    // In this duel, nothing depends on the listing order, so both seats have the same result.
    assert!((rate(&["--seats", "both"]) - rate(&[])).abs() < 1e-6);
    let sampled = ["--seats", "both", "--sampled", "--fights", "500"];
    let rows = desk.rows(&[&["--of", HIT_POINTS], &sampled[..]].concat());
    assert_eq!(row(&rows, HIT_POINTS, "+1", "win_rate")["pairs"], "1000");
}

#[test]
fn a_house_rule_is_set_to_each_of_its_other_values() {
    let desk = Desk::new();
    let rows = desk.rows(&["--of", "options", "--fights", "400"]);
    let steps = |option: &str| -> Vec<[&str; 3]> {
        let path = format!("options.{option}");
        let rows = rows
            .iter()
            .filter(|row| row["path"] == path && row["figure"] == "win_rate");
        rows.map(|row| [&*row["step"], &*row["from"], &*row["to"]])
            .collect()
    };
    let mut thresholds = steps("special_threshold");
    thresholds.sort_unstable();
    assert_eq!(
        thresholds,
        [
            ["at_most", "strict", "at_most"],
            ["nearest", "strict", "nearest"]
        ]
    );
    assert_eq!(steps("same_weapon"), [["no", "yes", "no"]]);
    // A value that can be a number may also be a word, such as `none`. A change from the word leads to the
    // lowest number of the range.
    assert_eq!(steps("unconscious_at"), [["0", "2", "0"]]);
    assert_eq!(steps("parry_limit"), [["1", "none", "1"]]);
    // A number is changed by one step down and one step up, within its range. At the lowest number there is
    // only the step up.
    assert_eq!(steps("draw_rank_cost"), [["1", "0", "1"]]);
    let one = desk.rows(&["--of", "options.special_threshold", "--fights", "400"]);
    assert!(
        one.iter()
            .all(|row| row["path"] == "options.special_threshold")
    );
    assert!(one.iter().any(|row| row["step"] == "nearest"));
}

#[test]
fn dice_move_by_their_flat_number() {
    let desk = Desk::new();
    let rows = desk.rows(&["--of", "combatants.fast.db:2"]);
    let [more, less] = ["+2", "-2"].map(|step| row(&rows, "combatants.fast.db", step, "win_rate"));
    assert_eq!((&*more["from"], &*more["to"]), ("1d4", "1d4+2"));
    assert_eq!(less["to"], "1d4-2");
    assert!(number(more, "difference") > number(less, "difference"));
}

#[test]
fn every_book_says_what_its_starters_numbers_are_worth() {
    let desk = Desk::new();
    for book in ["brp", "murdham", "swift-swords"] {
        desk.skirmish(&["new", book, "--out", &format!("{book}.toml")])
            .success();
        let file = format!("{book}.toml");
        let words = [
            "worth",
            &file,
            "--of",
            "combatants",
            "--matchup",
            "1",
            "--fights",
            "20",
            "--sampled",
            "--quiet",
            "--out",
            book,
        ];
        desk.skirmish(&words).success();
        let rows = desk.table(&format!("{book}/worth.csv"));
        assert!(rows.len() > 80, "{book}: {}", rows.len());
        assert!(rows.iter().all(|row| row["ruleset"] == book));
    }
}

#[test]
fn the_other_dialect_has_semicolons() {
    let desk = Desk::new();
    desk.worth(&[
        "--of",
        HIT_POINTS,
        "--out",
        "out",
        "--dialect",
        "excel-eu",
        "--quiet",
    ])
    .success();
    let [table, _] = desk.written();
    let text = String::from_utf8(table).expect("UTF-8");
    assert!(text.starts_with("\u{feff}scenario;ruleset;matchup;path;"));
}

#[test]
fn a_question_about_no_number_is_shown_with_its_place() {
    let desk = Desk::new();
    for (of, code, help) in [
        (
            "combatants.fast.hit_point",
            "scenario::no-such-path",
            "did you mean `hit_points`?",
        ),
        (
            "combatants.fats.dex",
            "scenario::no-such-path",
            "did you mean `fast`?",
        ),
        (
            "combatants.fast.policy",
            "scenario::no-number",
            "is not a number",
        ),
        (
            "combatants.fast.dodge",
            "scenario::no-number",
            "--set combatants.fast.dodge=…",
        ),
        (
            "combatants.fast.dex:much",
            "scenario::step",
            "combatants.guard.dex:+1",
        ),
        ("combatants.fast.dex:0", "scenario::step", "other than 0"),
        (
            "combatants.fast.dex:5000",
            "scenario::no-step",
            "from 0 to 1000",
        ),
        (
            "combatants.fast.dex:0.5",
            "scenario::no-step",
            "a whole number",
        ),
        (
            "run.fights",
            "scenario::no-number",
            "a setting of the whole run",
        ),
        ("", "scenario::path", "the path is empty"),
    ] {
        let said = desk.worth(&["--of", of, "--quiet"]).failure().code(3);
        let text = stderr(&said);
        assert!(
            text.contains(code) && text.contains("[--of:1:"),
            "{of}: {text}"
        );
        let flowing: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flowing.contains(help), "{of}: {text}");
        assert!(said.get_output().stdout.is_empty());
    }
    let spare = format!(
        "{}\n[combatants.spare]\nlike = \"fast\"\n",
        shipped("brp/reference-duel")
    );
    fs::write(desk.0.path().join("duel.toml"), spare).expect("the directory is ours");
    let said = desk
        .worth(&["--of", "combatants.spare.dex"])
        .failure()
        .code(3);
    let text = stderr(&said);
    assert!(
        text.contains("no side has fighters of `spare`") && text.contains("`fast`, `slow`"),
        "{text}"
    );
}

#[test]
fn what_makes_no_sense_is_wrong_usage() {
    let desk = Desk::new();
    let of = ["--of", HIT_POINTS];
    for (words, wanted) in [
        (vec!["--side", "fats"], "did you mean `fast`?"),
        (vec!["--matchup", "7"], "no matchup `7`"),
        (
            vec!["--precision", "1%"],
            "give --fights instead of --precision",
        ),
        (vec!["--step", "0"], "a step must be a number other than 0"),
        (vec!["--exact", "--sampled"], "cannot be used with"),
        (vec!["--margin", "90%"], "from 0.0001% to 50%"),
        (
            vec!["--vary", "sides[0].name=fast,quick"],
            "pick a matchup with --matchup",
        ),
    ] {
        let said = desk.worth(&[&of[..], &words].concat()).failure().code(2);
        let text = stderr(&said);
        assert!(text.contains(wanted), "{words:?}: {text}");
    }
    desk.worth(&[]).failure().code(2);
    fs::write(desk.0.path().join("file"), "").expect("the directory is ours");
    let said = desk.worth(&[&of[..], &["--out", "file"]].concat());
    assert!(stderr(&said.failure().code(5)).contains("not a directory"));
}

#[test]
fn compare_with_a_change_is_compare_with_a_changed_file() {
    let desk = Desk::new();
    let changed = shipped("brp/reference-duel").replacen("hit_points = 13", "hit_points = 15", 1);
    fs::write(desk.0.path().join("changed.toml"), changed).expect("the directory is ours");
    let compare = |words: &[&str]| {
        let more = ["--fights", "1500", "--quiet", "--out", "out"];
        desk.skirmish(&[&["compare", "duel.toml"], words, &more[..]].concat())
            .success();
        desk.table("out/differences.csv")
    };
    let set = format!("{HIT_POINTS}=15");
    let by_set = compare(&["--set", &set]);
    let by_file = compare(&["changed.toml"]);
    assert_eq!(by_set.len(), 5);
    for (set, file) in by_set.iter().zip(&by_file) {
        for (column, cell) in set {
            if !["changed", "before", "after"].contains(&column.as_str()) {
                assert_eq!(cell, &file[column], "{column}");
            }
        }
    }
    let first = &by_set[0];
    assert_eq!(
        (&*first["changed"], &*first["before"], &*first["after"]),
        ("set", "as it stands", "combatants.fast.hit_points=15")
    );
    assert_eq!(first["verdict"], "better");
    // Several `--set` together count as one change. Settings of `[run]` do not count as a change.
    let both = compare(&[
        "--set",
        &set,
        "--set",
        "combatants.fast.dex=12",
        "--set",
        "run.seed=3",
    ]);
    assert_eq!(both[0]["after"], format!("{set}, combatants.fast.dex=12"));
    let said = desk.skirmish(&["compare", "duel.toml", "--set", "run.seed=3"]);
    assert!(stderr(&said.failure().code(2)).contains("--set PATH=VALUE"));
    // If the values of an axis are compared, `--set` applies to all of them.
    let axis = compare(&[
        "--vary",
        "combatants.fast.dex=12,13",
        "--against",
        "12",
        "--set",
        &set,
    ]);
    assert_eq!((axis.len(), &*axis[0]["changed"]), (5, "fast dex"));
}

#[test]
fn a_list_of_changes_is_ranked_counted_and_safe_as_a_whole() {
    let desk = Desk::new();
    let vary = format!("{HIT_POINTS}=13,14,16,11");
    let said = desk.skirmish(&[
        "compare",
        "duel.toml",
        "--vary",
        &vary,
        "--against",
        "13",
        "--fights",
        "1500",
        "--quiet",
        "--out",
        "out",
    ]);
    let text = String::from_utf8_lossy(&said.get_output().stdout).into_owned();
    let places = ["13 → 16", "13 → 11", "13 → 14"].map(|change| text.find(change).expect(change));
    assert!(places.is_sorted(), "{text}");
    assert!(
        text.contains("fast win rate: 2 better, 1 worse; "),
        "{text}"
    );
    assert!(
        text.contains("hold for all 15 figures together at 95 %"),
        "{text}"
    );
    let rows = desk.table("out/differences.csv");
    assert_eq!(rows.len(), 15);
    for row in &rows {
        assert!(number(row, "family_low") <= number(row, "difference_low"));
        assert!(number(row, "family_high") >= number(row, "difference_high"));
        let differs = !["undecided", "no difference"].contains(&&*row["family_verdict"]);
        assert_eq!(differs, number(row, "family_p") <= 0.05, "{row:?}");
    }
    // The rows of the table stay in the same order as the changes on the command line.
    assert_eq!(rows[0]["after"], "14");
}
