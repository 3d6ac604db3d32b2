//! Tests of allied sides.
//!
//! Most tests take a random small fight that has two fighters on the second side, and split this side into
//! two allied sides. The fighters and their order stay the same, so the exact odds must be the same, too.

mod common;

use common::{bout, murdham, persona, semiautomagic, swift_swords};
use proptest::prelude::*;
use skirmish::bout::Bout;
use skirmish::exact::{Budget, Solved};
use skirmish::fight::{Ending, EventId, ObjectiveId, SideId, Stream};
use skirmish::tally::{Figure, Singles, Tally};

const FIRST: SideId = SideId(0);
const SECOND: SideId = SideId(1);
const THIRD: SideId = SideId(2);

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(59),
        ..ProptestConfig::default()
    }
}

/// Returns the scenario with the second side split into two allied sides of one fighter each.
fn split(text: &str) -> String {
    let (before, second) = text.split_once("name = \"second\"\n").expect("a side");
    let second = second.replacen(", count = 2", "", 1);
    let (_, alone) = second.split_once("fighters = ").expect("fighters");
    format!(
        "{before}name = \"second\"\nallies = [\"third\"]\n{second}\
         [[sides]]\nname = \"third\"\nfighters = {alone}"
    )
}

/// Returns the scenario with `wins` as the objectives of the second and the third side.
fn with(text: &str, wins: &str) -> String {
    ["second", "third"]
        .iter()
        .fold(text.to_owned(), |text, side| {
            let name = format!("name = \"{side}\"\n");
            text.replace(&name, &format!("{name}wins = [{wins}]\n"))
        })
}

/// Returns a small fight and its exact odds. Rejects the test case if the fight has too many states.
fn solved(text: &str) -> Result<(Box<dyn Bout>, Solved), TestCaseError> {
    let budget = Budget {
        states: 20_000,
        ..Budget::ANY
    };
    let bout = bout(text);
    let solved = bout.work_out(&budget, &());
    prop_assume!(solved.broken_off.is_none());
    Ok((bout, solved))
}

fn odds(solved: &Solved) -> [f64; 4] {
    let endings = [
        Ending::Won(FIRST),
        Ending::Won(SECOND),
        Ending::Draw,
        Ending::Undecided,
    ];
    endings.map(|ending| solved.odds.of(ending))
}

/// Checks that two scenarios have the same odds: one with a single second side, the other with allied sides.
fn are_equal(one: &str, other: &str) -> Result<(), TestCaseError> {
    let ((_, one), (bout, other)) = (solved(one)?, solved(other)?);
    let (one, two) = (odds(&one), odds(&other));
    prop_assert!(
        one.iter().zip(two).all(|(a, b)| (a - b).abs() < 1e-9),
        "{one:?} {two:?}"
    );
    prop_assert!(other.odds.of(Ending::Won(THIRD)).abs() < 1e-12);
    // If an alliance wins, this counts as a win of each of its sides.
    let wins = [FIRST, SECOND, THIRD].map(|side| other.tally.wins(side).value());
    prop_assert!((wins[1] - two[1]).abs() < 1e-9 && (wins[2] - two[1]).abs() < 1e-9);
    let losses = [FIRST, SECOND, THIRD].map(|side| other.tally.losses(side).value());
    prop_assert!((losses[0] - wins[1]).abs() < 1e-9, "{losses:?} {wins:?}");
    prop_assert!((losses[1] - wins[0]).abs() < 1e-9 && (losses[2] - wins[0]).abs() < 1e-9);
    prop_assert_eq!(bout.cast().alliance(THIRD), "second and third");
    Ok(())
}

/// Returns the round cap of the scenario.
fn cap(text: &str) -> u32 {
    let (_, rest) = text.split_once("round_cap = ").expect("a round cap");
    let (cap, _) = rest.split_once('\n').expect("a line");
    cap.parse().expect("a number")
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn real(count: u64) -> f64 {
    count as f64
}

/// Checks that fights are won as often as the exact odds say. The fights are rolled and, if possible for this
/// matchup, also drawn from tables.
fn rolled_and_exact_agree(text: &str) -> Result<(), TestCaseError> {
    const FIGHTS: u64 = 3000;
    let (bout, exact) = solved(text)?;
    let mut tally = Tally::new(bout.cast());
    bout.play(&Stream::new(59, bout.label()), 0..FIGHTS, &mut tally);
    for side in [FIRST, SECOND, THIRD] {
        let share = exact.tally.wins(side).value();
        let wanted = share * real(FIGHTS);
        let error = (wanted * (1.0 - share)).max(0.0).sqrt().max(1.0);
        let won = real(tally.wins(side));
        prop_assert!((won - wanted).abs() < 5.0 * error, "{won} {wanted}");
    }
    prop_assert_eq!(tally.wins(SECOND), tally.wins(THIRD));
    let endings = tally.wins(FIRST) + tally.wins(SECOND) + tally.draws() + tally.undecided();
    prop_assert_eq!(endings, FIGHTS);
    Ok(())
}

/// Checks that the wins of both seats together are the sum of those of each seat, for every side and every
/// objective. A seat is an order of the sides: that of the scenario, or the reverse.
fn both_seats_count_the_same_wins(text: &str) -> Result<(), TestCaseError> {
    const FIGHTS: u64 = 300;
    let text = text.replace("[run]\n", "[run]\nseats = \"both\"\n");
    let seats = common::matches(&text).remove(0).seats;
    let tallies = seats.iter().map(|bout| {
        let mut tally = Tally::new(bout.cast());
        bout.play(&Stream::new(59, bout.label()), 0..FIGHTS, &mut tally);
        tally
    });
    let [listed, reversed] = tallies.collect::<Vec<_>>().try_into().expect("two seats");
    let mut both = listed.clone();
    both.absorb(&reversed, seats[1].cast(), seats[0].cast());
    for (here, there) in [(FIRST, THIRD), (SECOND, SECOND), (THIRD, FIRST)] {
        prop_assert_eq!(both.wins(here), listed.wins(here) + reversed.wins(there));
    }
    let met = |tally: &Tally| -> u64 {
        let objectives = 0..seats[0].cast().objectives.len();
        objectives.map(|at| tally.met(ObjectiveId::at(at))).sum()
    };
    prop_assert_eq!(met(&both), met(&listed) + met(&reversed));
    if !seats[0].cast().objectives.is_empty() {
        // Every win counts for exactly one objective.
        prop_assert_eq!(met(&both), both.wins(FIRST) + both.wins(SECOND));
    }
    Ok(())
}

/// Checks that the results of single fights, which paired comparisons use, add up to the wins in the tally.
fn single_fights_have_the_wins_of_all(text: &str) -> Result<(), TestCaseError> {
    let bout = bout(text);
    let (mut tally, mut singles) = (Tally::new(bout.cast()), Singles::new(bout.cast()));
    let stream = Stream::new(59, bout.label());
    bout.play(&stream, 0..100, &mut tally);
    for n in 0..100 {
        singles.ended(&bout.outcome(&stream, n));
    }
    for side in [FIRST, SECOND, THIRD] {
        let won: u64 = singles.column(Figure::Won(side)).sum();
        prop_assert_eq!(won, tally.wins(side));
    }
    Ok(())
}

/// Checks that a day has the same odds if its enemies are two allied sides or one side with both fighters.
fn a_day_against_allies_is_one_against_a_side(text: &str) -> Result<(), TestCaseError> {
    let day = |foes: &str| format!("[[day]]\nfight = {foes}\n");
    let one = text.to_owned() + &day("\"second\"");
    let other = split(text) + &day("[\"second\", \"third\"]");
    are_equal(&one, &other)
}

fn all_laws(one_against_two: &str) -> Result<(), TestCaseError> {
    let allied = split(one_against_two);
    are_equal(one_against_two, &allied)?;
    rolled_and_exact_agree(&allied)?;
    both_seats_count_the_same_wins(&allied)?;
    single_fights_have_the_wins_of_all(&allied)?;
    let hold = format!("{{ hold = {} }}", cap(one_against_two));
    are_equal(&with(one_against_two, &hold), &with(&allied, &hold))?;
    let felled = format!("{{ out = \"one\" }}, {hold}");
    rolled_and_exact_agree(&with(&allied, &felled))?;
    both_seats_count_the_same_wins(&with(&allied, &felled))?;
    a_day_against_allies_is_one_against_a_side(one_against_two)
}

proptest! {
    #![proptest_config(config(4))]

    #[test] // BRP-X-9
    fn two_allied_sides_of_brp_have_the_odds_of_one_side(
        one in common::duellist(),
        two in common::duellist(),
        rule in common::house_rule(),
    ) {
        let duel = common::duel(&one, &two, rule);
        all_laws(&duel.replace("\"two\" }", "\"two\", count = 2 }"))?;
    }

    // Morale is checked for each side and not for each alliance, so these fighters are fearless.
    #[test] // MUR-0-23, MUR-1-2
    fn two_allied_sides_of_murdham_have_the_odds_of_one_side(
        one in murdham::brawler(),
        two in murdham::brawler(),
        rule in murdham::house_rule(),
        ground in murdham::ground(),
    ) {
        let text = murdham::fight(&one, &two, 2, rule, ground);
        let text = text.replace("fearless = true\n", "");
        let text = ["one", "two"].iter().fold(text, |text, name| {
            let block = format!("[combatants.{name}]\n");
            text.replace(&block, &format!("{block}fearless = true\n"))
        });
        all_laws(&text)?;
    }

    #[test] // PER-2-8
    fn two_allied_sides_of_persona_have_the_odds_of_one_side(
        one in persona::brawler(),
        two in persona::brawler(),
        rule in persona::house_rule(),
    ) {
        all_laws(&persona::fight(&one, &two, 2, rule, 0))?;
    }

    #[test] // SAM-0-9
    fn two_allied_sides_of_semiautomagic_have_the_odds_of_one_side(
        one in semiautomagic::brawler(),
        two in semiautomagic::brawler(),
        rule in semiautomagic::house_rule(),
    ) {
        all_laws(&semiautomagic::fight(&one, &two, 2, rule))?;
    }
}

proptest! {
    // The exact odds of these fights take long to compute.
    #![proptest_config(config(2))]

    #[test] // SST-0-7
    fn two_allied_sides_of_swift_swords_have_the_odds_of_one_side(
        one in swift_swords::brawler(),
        two in swift_swords::brawler(),
        rule in swift_swords::house_rule(),
    ) {
        let text = swift_swords::fight(&one, &two, 2, rule);
        all_laws(&text.replace("round_cap = 3", "round_cap = 2"))?;
    }
}

/// Returns a fight against a raider, who puts one of two militiamen out in the first round. There is also a
/// guard, who is on another side, allied to them, or on the same side. `allies` are the lines that say so.
fn felled(allies: &str) -> String {
    let still = "[policies.still]\nact = []\nbonus = []\nreact = []\nready = []\n";
    format!(
        "ruleset = \"murdham\"\n[run]\nround_cap = 1\n[field]\ninitiative = \"raiders\"\n{still}\
         [combatants.raider]\nhealth = 20\nfearless = true\ncarries = [\"sword\"]\n\
         [combatants.militiaman]\nhealth = 1\nwit = 1\npolicy = \"still\"\n\
         [combatants.guard]\nhealth = 20\nfearless = true\npolicy = \"still\"\n\
         [policies.weakest]\nact = [\"attack weakest\"]\n\
         [[sides]]\nname = \"raiders\"\nfighters = [{{ combatant = \"raider\" }}]\n{allies}"
    )
    .replace(
        "fearless = true\ncarries",
        "fearless = true\npolicy = \"weakest\"\ncarries",
    )
}

const GATE: &str = "ruleset = 'murdham'
title = 'Do the guards and the militia hold the gate?'
[combatants.guard]
health = 12
wit = 14
armour = 2
fearless = true
carries = ['sword']
[combatants.militiaman]
health = 7
wit = 8
carries = ['spear']
[combatants.raider]
health = 9
carries = ['axe']
[[sides]]
name = 'guards'
allies = ['militia']
fighters = [{ combatant = 'guard', count = 2 }]
wins = [{ hold = 6 }]
[[sides]]
name = 'militia'
fighters = [{ combatant = 'militiaman', count = 3 }]
wins = [{ out = 'raiders', share = '50%' }]
[[sides]]
name = 'raiders'
fighters = [{ combatant = 'raider', count = 6 }]
";

/// A temporary folder with a scenario. The program is run in it.
struct Desk(tempfile::TempDir);

impl Desk {
    fn new() -> Self {
        let desk = Self(tempfile::tempdir().expect("a temporary folder"));
        std::fs::write(desk.0.path().join("gate.toml"), GATE).expect("the folder is ours");
        desk
    }

    /// Runs a command, which must succeed, and returns its standard output.
    fn said(&self, words: &str) -> String {
        let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
        let words = words.split(' ');
        let done = command.current_dir(&self.0).args(words).assert().success();
        String::from_utf8(done.get_output().stdout.clone()).expect("UTF-8")
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.path().join(name))
            .unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Returns the rows of a table, each as a map from columns to cells.
    fn rows(&self, name: &str) -> Vec<std::collections::HashMap<String, String>> {
        let text = self.read(name);
        let mut table = csv::Reader::from_reader(text.as_bytes());
        table.deserialize().map(|row| row.expect("a row")).collect()
    }
}

#[test]
fn tables_and_pages_count_a_win_for_every_ally_and_name_the_alliance() {
    let desk = Desk::new();
    let said = desk.said("run gate.toml --fights 500 --quiet --out out --html page.html");
    let together = "guards and militia fight together: a win counts for each of them";
    assert!(said.contains(together), "{said}");
    let count = |row: &std::collections::HashMap<String, String>, name: &str| -> u64 {
        row[name].parse().expect("a count")
    };
    let summary = desk.rows("out/summary.csv");
    let [guards, militia, raiders] = summary.as_slice() else {
        panic!("three sides: {summary:?}")
    };
    assert_eq!(guards["win_rate"], militia["win_rate"]);
    let wins = count(guards, "wins");
    assert_eq!(
        (count(raiders, "losses"), count(militia, "losses")),
        (wins, count(raiders, "wins"))
    );
    for row in &summary {
        let ends = ["wins", "losses", "draws", "undecided"].map(|name| count(row, name));
        assert_eq!(ends.iter().sum::<u64>(), 500, "{row:?}");
    }
    let rounds = desk.rows("out/rounds.csv");
    let won = rounds
        .iter()
        .filter(|row| row["winner"] == "guards and militia");
    assert_eq!(won.map(|row| count(row, "fights")).sum::<u64>(), wins);
    assert_eq!(
        rounds.iter().map(|row| count(row, "fights")).sum::<u64>(),
        500
    );
    let objectives = desk.rows("out/objectives.csv");
    let ways: Vec<_> = objectives
        .iter()
        .map(|row| [&*row["side"], &*row["objective"]])
        .collect();
    let last = "last side standing";
    let ours = [
        ["guards", "hold 6 rounds"],
        ["militia", "raiders out (3 of 6)"],
        ["guards and militia", last],
    ];
    assert_eq!(ways, [&ours[..], &[["raiders", last]]].concat());
    assert_eq!(
        objectives[..3]
            .iter()
            .map(|row| count(row, "wins"))
            .sum::<u64>(),
        wins
    );
    let alliances: Vec<_> = desk
        .rows("out/allies.csv")
        .iter()
        .map(|row| row["alliance"].clone())
        .collect();
    assert_eq!(
        alliances,
        ["guards and militia", "guards and militia", "raiders"]
    );
    let page = desk.read("page.html");
    assert!(
        page.contains("sides guards and militia win"),
        "the answer of the page"
    );
    let found = desk.said("explain gate.toml --where won-by=militia");
    assert!(
        found.contains("The guards and militia sides have won"),
        "{found}"
    );
}

#[test]
fn shards_baselines_and_comparisons_know_allies() {
    let desk = Desk::new();
    desk.said("run gate.toml --fights 400 --quiet --out whole");
    desk.said("run gate.toml --fights 400 --quiet --shard 1/2 --out part-1");
    desk.said("run gate.toml --fights 400 --quiet --shard 2/2 --out part-2");
    desk.said("merge part-1 part-2 --quiet --out merged");
    for table in ["summary.csv", "rounds.csv", "objectives.csv", "allies.csv"] {
        let (merged, whole) = (format!("merged/{table}"), format!("whole/{table}"));
        assert_eq!(desk.read(&merged), desk.read(&whole));
    }
    desk.said("check gate.toml --update --fights 400 --quiet");
    let same = desk.said("check gate.toml --play --quiet");
    assert!(same.contains("figures are the same"), "{same}");
    let vary = "--vary sides[1].fighters[0].count=1,3 --against 1";
    desk.said(&format!(
        "compare gate.toml {vary} --fights 400 --quiet --out compared"
    ));
    let rates = |side: &str| {
        let rows = desk.rows("compared/differences.csv");
        let own = rows
            .into_iter()
            .filter(|row| row["figure"] == "win_rate" && row["side"] == side);
        own.map(|row| row["difference"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(rates("guards"), rates("militia"));
    assert_eq!(rates("guards").len(), 1);
}

#[test]
fn allied_sides_may_have_targets_that_add_up_to_more_than_all_fights() {
    let desk = Desk::new();
    let tune = "tune gate.toml --fights 200 --quiet --set combatants.raider.health";
    let targets = "--target guards=85%±15% --target militia=85%±15%";
    let said = desk.said(&format!("{tune} --from 7 --to 12 {targets}"));
    assert!(said.contains("to apply it: --set"), "{said}");
    let two = "--set combatants.guard.health";
    let said = desk.said(&format!("{tune} {two} {targets}"));
    assert!(
        said.contains("guards 85 % ± 15, militia 85 % ± 15"),
        "{said}"
    );
    let words = format!("{tune} --from 7 --to 12 {targets} --target raiders=20%");
    let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
    let refused = command.current_dir(&desk.0).args(words.split(' ')).assert();
    let refused = refused.code(2).get_output().stderr.clone();
    let refused = String::from_utf8(refused).expect("UTF-8");
    let sum = "the targets add up to 105 % with allies counted once";
    assert!(refused.contains(sum), "{refused}");
}

#[test] // MUR-12-1
fn an_allied_side_checks_its_morale_by_its_own_losses() {
    let militia = "{ combatant = \"militiaman\", count = 2 }";
    let guard = "{ combatant = \"guard\" }";
    let broke = |text: &str| {
        let bout = bout(text);
        let events = bout.cast().events;
        let at = events.iter().position(|event| event.name == "broke");
        let at = EventId::at(at.expect("an event of the book"));
        let solved = bout.work_out(&Budget::ANY, &());
        // If an event can never happen, the tally has no entry for it.
        let event = solved.tally.event(SECOND, at);
        event.map_or(0.0, |event| event.mean)
    };
    let apart = felled(&format!(
        "[[sides]]\nname = \"militia\"\nallies = [\"guards\"]\nfighters = [{militia}]\n\
         [[sides]]\nname = \"guards\"\nfighters = [{guard}]\n"
    ));
    let together = felled(&format!(
        "[[sides]]\nname = \"militia\"\nfighters = [{militia}, {guard}]\n"
    ));
    // If one of two is lost, this is half of the side, which demands a morale check. One of three is less
    // than half. A militiaman passes the check only with a 1.
    assert!((broke(&apart) - 0.95).abs() < 1e-9, "{}", broke(&apart));
    assert!(broke(&together).abs() < 1e-12);
}
