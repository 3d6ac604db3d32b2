//! Tests of `compare`, which plays variants of a scenario with equal luck. Equal variants give equal results.
//! Any number of threads gives the same output, and a reversed change the opposite differences. The fights of
//! each variant follow the odds of the rules. Variants that cannot be compared get a message.

#![expect(
    clippy::cast_precision_loss,
    reason = "counts of fights are far below 2^52"
)]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::sync::atomic::AtomicBool;

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use common::{
    bout, duel, duellist, house_rule, matches, murdham, persona, semiautomagic, swift_swords,
};
use proptest::prelude::*;
use skirmish::bout::Bout;
use skirmish::compare::{Group, Sums, run};
use skirmish::exact::Budget;
use skirmish::fight::{CombatantId, Ending, SideId, Stream};
use skirmish::tally::{Figure, Pairs, Singles};
use tempfile::TempDir;

const FIGHTS: u64 = 20_000;

/// Compares each of these scenarios, which have one matchup each, with the first of them.
fn compared(texts: &[&str], fights: u64) -> Sums {
    let seats: Vec<_> = texts
        .iter()
        .map(|text| matches(text).remove(0).seats)
        .collect();
    let all: Vec<&[Box<dyn Bout>]> = seats.iter().map(Vec::as_slice).collect();
    let group = Group::new(all, 0).expect("the same sides");
    run(&[&group], (1, fights), &|_| {}, &AtomicBool::new(false)).remove(0)
}

fn shipped(name: &str) -> String {
    let text = fs::read_to_string(format!("scenarios/{name}.toml")).expect("a shipped scenario");
    let (scenario, _) = text.split_once("[[expect]]").unwrap_or((&text, ""));
    scenario.to_owned()
}

/// Returns how far a count is from its expected value, in standard errors.
fn off(count: f64, fights: f64, probability: f64) -> f64 {
    let error = (probability * (1.0 - probability) * fights).sqrt().max(0.5);
    (count - probability * fights).abs() / error
}

fn has_the_exact_odds(text: &str) -> Result<(), TestCaseError> {
    let bout = bout(text);
    let budget = Budget {
        states: 200_000,
        ..Budget::ANY
    };
    let exact = bout.work_out(&budget, &());
    if exact.broken_off.is_some() {
        return Err(TestCaseError::reject("too large"));
    }
    let mut singles = Singles::new(bout.cast());
    bout.play_paired(&Stream::new(5, b"paired"), 0..FIGHTS, &mut singles);
    let fights = FIGHTS as f64;
    for side in [SideId(0), SideId(1)] {
        let wins: u64 = singles.column(Figure::Won(side)).sum();
        let odds = exact.odds.of(Ending::Won(side));
        prop_assert!(
            off(wins as f64, fights, odds) < 5.0,
            "{} wins: {wins} of {odds}",
            side.0
        );
    }
    let mean = |figure: Figure| {
        let values: Vec<f64> = singles.column(figure).map(|value| value as f64).collect();
        let mean = values.iter().sum::<f64>() / fights;
        let spread = values
            .iter()
            .map(|value| (value - mean).powi(2))
            .sum::<f64>();
        (mean, (spread / fights / fights).sqrt().max(0.5 / fights))
    };
    let (rounds, error) = mean(Figure::Rounds);
    prop_assert!(
        (rounds - exact.odds.rounds_mean()).abs() < 5.0 * error,
        "{rounds} rounds"
    );
    for who in [0, 1] {
        let dealt = exact.tally.damage_dealt(CombatantId(who)).value();
        let (mean, error) = mean(Figure::Dealt(SideId(who)));
        prop_assert!(
            (mean - dealt).abs() < 5.0 * error,
            "{mean} damage, exactly {dealt}"
        );
    }
    Ok(())
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(19),
        ..ProptestConfig::default()
    }
}

proptest! {
    // Enumerating all rolls of heroes takes long.
    #![proptest_config(config(3))]

    #[test]
    fn paired_swift_swords_duels_have_the_exact_odds(
        first in swift_swords::brawler(),
        second in swift_swords::brawler(),
        rule in swift_swords::house_rule(),
    ) {
        has_the_exact_odds(&swift_swords::fight(&first, &second, 1, rule))?;
    }
}

proptest! {
    #![proptest_config(config(12))]

    #[test]
    fn paired_brp_duels_have_the_exact_odds(first in duellist(), second in duellist(), rule in house_rule()) {
        has_the_exact_odds(&duel(&first, &second, rule))?;
    }

    #[test]
    fn paired_murdham_duels_have_the_exact_odds(
        first in murdham::brawler(),
        second in murdham::brawler(),
        rule in murdham::house_rule(),
        ground in murdham::ground(),
    ) {
        has_the_exact_odds(&murdham::fight(&first, &second, 1, rule, ground))?;
    }

    #[test]
    fn paired_persona_duels_have_the_exact_odds(
        first in persona::brawler(),
        second in persona::brawler(),
        rule in persona::house_rule(),
    ) {
        has_the_exact_odds(&persona::fight(&first, &second, 1, rule, 1))?;
    }

    #[test]
    fn paired_semiautomagic_duels_have_the_exact_odds(
        first in semiautomagic::brawler(),
        second in semiautomagic::brawler(),
        rule in semiautomagic::house_rule(),
    ) {
        has_the_exact_odds(&semiautomagic::fight(&first, &second, 1, rule))?;
    }

    #[test]
    fn equal_variants_differ_by_exactly_nothing(first in duellist(), second in duellist(), rule in house_rule()) {
        let text = duel(&first, &second, rule);
        // A fighter with another name fights in the same way.
        let renamed = text
            .replace("combatants.one", "combatants.other")
            .replace("policies.one", "policies.other")
            .replace("\"one\"", "\"other\"");
        for pairs in compared(&[&text, &text, &renamed], 300).concat() {
            let [before, after] = pairs.means().expect("fights");
            prop_assert!((before.estimate - after.estimate).abs() <= 0.0);
            prop_assert!(pairs.variance_ratio().is_none_or(|ratio| ratio <= 0.0));
        }
    }

    #[test]
    fn a_change_turned_round_is_the_same_the_other_way(first in duellist(), second in duellist()) {
        let stronger = common::Duellist { hit_points: first.hit_points + 2, ..first.clone() };
        let (before, after) = (duel(&first, &second, ""), duel(&stronger, &second, ""));
        let there = &compared(&[&before, &after], 300)[1];
        let back = &compared(&[&after, &before], 300)[1];
        for (there, back) in there.iter().zip(back) {
            let (there, back) = (there.difference_of_means(), back.difference_of_means());
            let (there, back) = (there.expect("fights"), back.expect("fights"));
            prop_assert!((there.estimate + back.estimate).abs() <= 0.0);
            prop_assert!((there.low + back.high).abs() <= 0.0);
        }
    }
}

#[test]
fn the_reference_duel_has_its_exact_odds_in_pairs() {
    has_the_exact_odds(&shipped("brp/reference-duel")).expect("as enumerated");
}

#[test]
fn a_difference_is_what_the_exact_odds_say_and_known_far_better_than_apart() {
    let before = shipped("brp/reference-duel");
    let after = before.replacen("hit_points = 13", "hit_points = 14", 1);
    let exact = |text: &str| {
        let odds = bout(text).solve(200_000).expect("a duel is small");
        odds.of(Ending::Won(SideId(0)))
    };
    let difference = exact(&after) - exact(&before);
    let pairs = compared(&[&before, &after], FIGHTS)[1][0];
    let found = pairs.difference_of_shares().expect("fights");
    let error = found.reach() / 1.96;
    assert!(
        (found.estimate - difference).abs() < 5.0 * error,
        "{found:?}: {difference}"
    );
    assert!(pairs.variance_ratio().expect("they vary") < 0.1);
}

#[test]
fn the_small_changes_gain_a_factor_of_three_at_the_median() {
    for book in ["brp", "murdham", "persona", "semiautomagic", "swift-swords"] {
        let all = matches(&shipped(&format!("{book}/small-changes")));
        let seats: Vec<&[Box<dyn Bout>]> = all.iter().map(|one| one.seats.as_slice()).collect();
        let group = Group::new(seats, 0).expect("the same sides");
        let sums = run(&[&group], (1, 4000), &|_| {}, &AtomicBool::new(false)).remove(0);
        let ratio = |sums: &Vec<Pairs>| sums[0].variance_ratio().expect("they vary");
        let mut ratios: Vec<f64> = sums[1..].iter().map(ratio).collect();
        ratios.sort_by(f64::total_cmp);
        let median = ratios[ratios.len() / 2];
        assert!(median < 1.0 / 3.0, "{book}: {ratios:?}");
    }
}

/// A temporary folder with scenarios, one for each test.
struct Desk(TempDir);

impl Desk {
    fn new(files: &[(&str, &str)]) -> Self {
        let desk = tempfile::tempdir().expect("a directory for temporary files");
        for (name, text) in files {
            fs::write(desk.path().join(name), text).expect("the directory is ours");
        }
        Self(desk)
    }

    fn compare(&self, words: &[&str]) -> Assert {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
        command
            .current_dir(self.0.path())
            .arg("compare")
            .args(words)
            .args(["--fights", "2500", "--quiet"])
            .assert()
    }

    /// Runs `compare`, and returns the rows of `differences.csv`. Each row is a map from column names to
    /// cells.
    fn rows(&self, words: &[&str]) -> Vec<BTreeMap<String, String>> {
        self.compare(&[words, &["--out", "out"]].concat()).success();
        let mut table =
            csv::Reader::from_path(self.0.path().join("out/differences.csv")).expect("a table");
        let head = table.headers().expect("a header").clone();
        let cells = |row: Result<csv::StringRecord, csv::Error>| {
            let row = row.expect("a row");
            head.iter()
                .zip(&row)
                .map(|(a, b)| (a.to_owned(), b.to_owned()))
                .collect()
        };
        table.records().map(cells).collect()
    }

    fn written(&self) -> [Vec<u8>; 2] {
        ["csv", "json"].map(|ending| {
            fs::read(self.0.path().join(format!("out/differences.{ending}")))
                .expect("it was written")
        })
    }

    /// Runs a comparison that is not possible, and returns the error message.
    fn complaint(&self, words: &[&str]) -> String {
        let said = self.compare(words).failure().code(2);
        String::from_utf8_lossy(&said.get_output().stderr).into_owned()
    }
}

fn two_duels() -> Desk {
    let before = shipped("brp/reference-duel");
    let after = before.replacen("hit_points = 13", "hit_points = 14", 1);
    let renamed = before.replace("name = \"slow\"", "name = \"sluggish\"");
    Desk::new(&[
        ("before.toml", &before),
        ("after.toml", &after),
        ("copy.toml", &before),
        ("renamed.toml", &renamed),
        ("murdham.toml", &shipped("murdham/duel")),
        ("gate.toml", &shipped("brp/small-changes")),
    ])
}

#[test]
fn threads_change_no_byte() {
    let desk = two_duels();
    let words = ["gate.toml", "--against", "plain", "--seats", "both"];
    desk.rows(&[&words[..], &["--threads", "1"]].concat());
    let alone = desk.written();
    desk.rows(&[&words[..], &["--threads", "3"]].concat());
    assert_eq!(alone, desk.written());
}

#[test]
fn a_copy_differs_by_exactly_nothing_and_says_so() {
    let desk = two_duels();
    for row in desk.rows(&["before.toml", "copy.toml"]) {
        for column in ["difference", "difference_low", "difference_high"] {
            assert_eq!(row[column], "0.000000");
        }
        assert_eq!(
            (&*row["verdict"], &*row["variance_ratio"]),
            ("the same", "0.000000")
        );
    }
}

#[test]
fn swapping_the_files_negates_every_difference() {
    let desk = two_duels();
    let there = desk.rows(&["before.toml", "after.toml"]);
    let back = desk.rows(&["after.toml", "before.toml"]);
    assert_eq!(there.len(), 5);
    for (there, back) in there.iter().zip(&back) {
        let number = |row: &BTreeMap<String, String>, column: &str| {
            row[column].parse::<f64>().expect("a number")
        };
        for (here, turned) in [
            ("difference", "difference"),
            ("difference_low", "difference_high"),
        ] {
            assert!(
                (number(there, here) + number(back, turned)).abs() < 1e-12,
                "{there:?} {back:?}"
            );
        }
        assert_eq!(there["value_before"], back["value_after"]);
        assert_eq!(there["variance_ratio"], back["variance_ratio"]);
    }
}

#[test]
fn other_values_of_an_axis_leave_a_change_alone() {
    let desk = two_duels();
    let rows = |values: &str| {
        let vary = format!("combatants.fast.hit_points={values}");
        let mut rows = desk.rows(&["before.toml", "--vary", &vary, "--against", "13"]);
        rows.retain(|row| row["after"] == "15");
        // The family-wise intervals are wider if there are more values, so their columns are left out here.
        for row in &mut rows {
            row.retain(|column, _| !column.starts_with("family_"));
        }
        rows
    };
    assert_eq!(rows("13,15"), rows("13,14,15,20"));
    assert_eq!(rows("13,15").len(), 5);
}

#[test]
fn what_cannot_be_compared_is_told_with_what_to_do() {
    let desk = two_duels();
    for (words, wanted) in [
        (
            vec!["before.toml", "murdham.toml"],
            "only scenarios of the same book can be compared",
        ),
        (
            vec!["before.toml", "renamed.toml"],
            "sides are compared by name",
        ),
        (
            vec!["before.toml", "gate.toml"],
            "both need the same axes with the same values",
        ),
        (vec!["before.toml", "before.toml"], "is given twice"),
        (
            vec!["before.toml", "after.toml", "--against", "13"],
            "--against is for one scenario",
        ),
        (vec!["before.toml"], "--vary PATH=A,B --against A"),
        (vec!["gate.toml"], "--against plain"),
        (
            vec!["gate.toml", "--against", "plan"],
            "did you mean `plain`?",
        ),
        (
            vec![
                "gate.toml",
                "--against",
                "plain",
                "--vary",
                "combatants.plain.policy=default",
                "--against",
                "plain",
            ],
            "cannot be used multiple times",
        ),
        (
            vec![
                "gate.toml",
                "--vary",
                "combatants.plain.dex=12,13",
                "--vary",
                "combatants.plain.hit_points=12,13",
                "--against",
                "12",
            ],
            "name the axis, such as --against 'plain dex=12'",
        ),
        (
            vec![
                "before.toml",
                "--vary",
                "combatants.fast.dex=12",
                "--against",
                "12",
            ],
            "no other value can be compared with it",
        ),
        (
            vec![
                "before.toml",
                "--vary",
                "sides[0].name=fast,quick",
                "--against",
                "fast",
            ],
            "sides are compared by name",
        ),
        (
            vec!["before.toml", "after.toml", "--precision", "1%"],
            "give --fights instead of --precision",
        ),
        (
            vec!["before.toml", "after.toml", "--margin", "0%"],
            "from 0.0001% to 50%, not 0%",
        ),
        (
            vec!["before.toml", "after.toml", "--margin", "100%"],
            "from 0.0001% to 50%, not 100%",
        ),
        (
            vec!["before.toml", "after.toml", "--margin", "-1%"],
            "out of range",
        ),
        (
            vec!["before.toml", "after.toml", "--margin", "0.01"],
            "is not a percentage",
        ),
    ] {
        let said = desk.complaint(&words);
        assert!(said.contains(wanted), "{words:?}: {said}");
    }
}

#[test]
fn a_misspelt_axis_or_value_to_compare_with_brings_up_the_known_ones() {
    let desk = two_duels();
    for (against, wanted) in [
        (
            "plain dx=12",
            "there is no axis named `plain dx`; did you mean `plain dex`?",
        ),
        (
            "plain dex=many",
            "there is no value named `many`; there are `12` and `13`",
        ),
    ] {
        let vary = ["gate.toml", "--vary", "combatants.plain.dex=12,13"];
        let said = desk.complaint(&[&vary[..], &["--against", against]].concat());
        assert!(said.contains(wanted), "{against}: {said}");
    }
}

/// Returns the reference duel with an axis over the hit points of the fast fighter.
fn varied_duel(values: &str) -> String {
    let axis = "[[vary]]\nname = \"health\"\nset = \"combatants.fast.hit_points\"\n";
    format!("{}\n{axis}to = {values}\n", shipped("brp/reference-duel"))
}

#[test]
fn what_narrows_the_matchups_down_holds_with_and_without_a_change() {
    let desk = Desk::new(&[("duel.toml", &varied_duel("[12, 13, 14]"))]);
    let change = ["duel.toml", "--set", "combatants.slow.dex=13"];
    let all = desk.rows(&change);
    let narrowed = [
        &change[..],
        &["--set", "vary[0].to=[14, 13]", "--set", "run={ seed = 1 }"],
    ];
    let some = desk.rows(&narrowed.concat());
    let of = |rows: &[BTreeMap<String, String>], health: &str| -> Vec<String> {
        let own = rows.iter().filter(|row| row["health"] == health);
        own.map(|row| format!("{} {}", row["figure"], row["difference"]))
            .collect()
    };
    let health: Vec<&str> = some.iter().map(|row| row["health"].as_str()).collect();
    assert!(
        health.starts_with(&["14"]) && health.ends_with(&["13"]),
        "{health:?}"
    );
    for value in ["13", "14"] {
        assert_eq!(of(&all, value), of(&some, value));
        assert!(!of(&all, value).is_empty());
    }
}

#[test]
fn to_play_other_matchups_is_no_change() {
    let desk = Desk::new(&[("duel.toml", &varied_duel("[12, 13, 14]"))]);
    for narrows in ["vary[0].to=[14]", "\"vary\"[0].to=[14]", "vary=[]"] {
        let said = desk.complaint(&["duel.toml", "--set", narrows]);
        assert!(said.contains("so it is not a change to compare"), "{said}");
        assert!(said.contains("another --set"), "{said}");
    }
}

#[test]
fn matchups_of_two_files_are_paired_by_the_values_of_their_axes_in_any_order() {
    let second =
        "[[vary]]\nname = \"slow health\"\nset = \"combatants.slow.hit_points\"\nto = [9, 11]\n";
    let (one, other) = (varied_duel("[12, 14]"), varied_duel("[14, 12]"));
    let before = format!("{one}{second}");
    // The second file has its axes in reverse order, and the values of one axis as well.
    let axes = other.find("[[vary]]").expect("an axis");
    let after = format!("{}{second}{}", &other[..axes], &other[axes..]);
    let desk = Desk::new(&[("before.toml", &before), ("after.toml", &after)]);
    let rows = desk.rows(&["before.toml", "after.toml"]);
    assert_eq!(rows.len(), 4 * 5);
    for row in rows {
        assert_eq!(row["verdict"], "the same", "{row:?}");
    }
    let desk = Desk::new(&[("before.toml", &before), ("after.toml", &other)]);
    let said = desk.complaint(&["before.toml", "after.toml"]);
    assert!(said.contains("has the matchup `12 / 9`"), "{said}");
}

#[test]
fn the_exit_code_goes_by_what_it_is_to_fail_on() {
    let desk = Desk::new(&[("duel.toml", &varied_duel("[12, 13, 14]"))]);
    let worse = ["duel.toml", "--set", "combatants.fast.armour.ap=1"];
    let better = ["duel.toml", "--set", "combatants.slow.armour.ap=1"];
    let slight = ["duel.toml", "--set", "combatants.slow.dex=11"];
    let same = ["duel.toml", "--set", "combatants.slow.hit_points=13"];
    for (change, fail_on, code) in [
        (worse, "worse", 1),
        (better, "worse", 0),
        (better, "moved", 1),
        (better, "worse,moved", 1),
        (worse, "open,worse", 1),
        (same, "worse,moved,open", 0),
    ] {
        let words = [&change[..], &["--fail-on", fail_on]].concat();
        let said = desk.compare(&words).code(code);
        let text = String::from_utf8_lossy(&said.get_output().stderr).into_owned();
        assert_eq!(text.is_empty(), code == 0, "{fail_on}: {text}");
    }
    let few = ["--margin", "0.01%", "--matchup", "13"];
    let words = [&slight[..], &few, &["--fail-on", "open"]].concat();
    let said = desk.compare(&words).code(4);
    let text = String::from_utf8_lossy(&said.get_output().stderr).into_owned();
    assert!(text.contains("figures are undecided"), "{text}");
    desk.compare(&[&slight[..], &few].concat()).success();
}

#[test]
fn one_matchup_is_compared_as_it_is_among_all() {
    let text = varied_duel("[12, 13, 14]");
    let axis = "[[vary]]\nname = \"dex\"\nset = \"combatants.slow.dex\"\nto = [9, 18]\n";
    let desk = Desk::new(&[
        ("duel.toml", &text),
        ("grid.toml", &format!("{text}\n{axis}")),
    ]);
    let change = ["duel.toml", "--set", "combatants.slow.dex=16"];
    let all = desk.rows(&change);
    for named in ["13", "2"] {
        let one = desk.rows(&[&change[..], &["--matchup", named]].concat());
        assert_eq!(one.len() * 3, all.len());
        for row in &one {
            assert_eq!(row["health"], "13");
            let whole = all
                .iter()
                .find(|other| {
                    let alike = |column: &str| other[column] == row[column];
                    ["health", "figure", "side"].into_iter().all(alike)
                })
                .expect("it is among all");
            assert_eq!(whole["difference"], row["difference"]);
        }
    }
    let said = desk.complaint(&[&change[..], &["--matchup", "15"]].concat());
    assert!(said.contains("there is no matchup named `15`"), "{said}");
    // With an axis, `--matchup` selects the comparison that has this matchup.
    let words = ["grid.toml", "--against", "dex=9", "--matchup", "13 / 18"];
    let healths: Vec<String> = desk
        .rows(&words)
        .into_iter()
        .map(|mut row| row.remove("health").expect("a column"))
        .collect();
    assert!(
        !healths.is_empty() && healths.iter().all(|one| one == "13"),
        "{healths:?}"
    );
}

#[test]
fn a_narrow_terminal_has_whole_words_and_figures_and_the_columns_left_out_are_named() {
    let desk = two_duels();
    let shown = |columns: &str| {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
        command
            .env("COLUMNS", columns)
            .current_dir(desk.0.path())
            .args(["compare", "before.toml", "after.toml"]);
        let said = command
            .args(["--quiet", "--fights", "400"])
            .assert()
            .success();
        String::from_utf8(said.get_output().stdout.clone()).expect("UTF-8")
    };
    for (columns, note) in [
        (
            "60",
            Some("left out to fit 60 columns: variance, before, after;"),
        ),
        ("80", Some("left out to fit 80 columns: variance;")),
        ("200", None),
    ] {
        let text = shown(columns);
        let most = columns.parse().expect("a number");
        assert!(
            text.lines().all(|line| line.chars().count() <= most),
            "{columns}: {text}"
        );
        assert_eq!(text.contains("left out"), note.is_some(), "{text}");
        assert!(note.is_none_or(|note| text.contains(note)), "{text}");
        // A figure and its range are in the same line.
        let whole = text.lines().filter(|line| line.contains("% ±"));
        assert!(whole.count() >= 2, "{text}");
        assert!(
            !text.lines().any(|line| line.trim_end().ends_with('±')),
            "{text}"
        );
    }
}
