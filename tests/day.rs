//! Tests of days: the same side goes through several fights and rests, one after another.
//!
//! Most tests take a random small fight of each book, and compare a day with this fight to the fight itself.
//! The exact odds of one follow from those of the other.

mod common;

use std::sync::atomic::AtomicBool;

use common::{bout, murdham, persona, semiautomagic, swift_swords};
use proptest::prelude::*;
use skirmish::bout::Bout;
use skirmish::compare::{self, Assignment, Group};
use skirmish::exact::{Budget, Solved};
use skirmish::fight::{Ending, SideId, Stream};
use skirmish::tally::Tally;

const FIRST: SideId = SideId(0);
const SECOND: SideId = SideId(1);

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(60),
        ..ProptestConfig::default()
    }
}

/// Returns the scenario with a day of `repeat` fights in a row, all against the second side.
fn day(text: &str, repeat: u32) -> String {
    format!("{text}\n[[day]]\nfight = \"second\"\nrepeat = {repeat}\n")
}

/// Returns a small fight and its exact odds. Rejects the test case if the fight has too many states.
fn solved(text: &str) -> Result<(Box<dyn Bout>, Solved), TestCaseError> {
    let budget = Budget {
        states: 60_000,
        ..Budget::ANY
    };
    let bout = bout(text);
    let solved = bout.work_out(&budget, &());
    prop_assume!(solved.broken_off.is_none());
    Ok((bout, solved))
}

/// Checks a day of one fight. The first side loses the day if it loses the fight. Otherwise it gets through
/// the day, also if the fight is undecided.
fn a_day_of_one_fight_is_the_fight(text: &str) -> Result<(), TestCaseError> {
    let ((_, plain), (_, day)) = (solved(text)?, solved(&day(text, 1))?);
    let of = |ending| (plain.odds.of(ending), day.odds.of(ending));
    let (won, through) = of(Ending::Won(FIRST));
    let (undecided, none) = of(Ending::Undecided);
    prop_assert!(
        (won + undecided - through).abs() < 1e-9,
        "{won} {undecided} {through}"
    );
    prop_assert!(none.abs() < 1e-12, "a day has no round cap of its own");
    for ending in [Ending::Won(SECOND), Ending::Draw] {
        let (fight, day) = of(ending);
        prop_assert!((fight - day).abs() < 1e-9, "{ending:?} {fight} {day}");
    }
    prop_assert!((day.tally.through(0).value() - through).abs() < 1e-9);
    Ok(())
}

/// Checks that the counts of a day with several stages agree with each other. The first stage has the same
/// odds as a day of one fight. The first side has won the day if it gets through the last stage.
fn stages_follow_each_other(text: &str) -> Result<(), TestCaseError> {
    const DAYS: u64 = 2000;
    let ((_, one), (bout, two)) = (solved(&day(text, 1))?, solved(&day(text, 2))?);
    let through = |solved: &Solved, stage| solved.tally.through(stage).value();
    prop_assert!((through(&one, 0) - through(&two, 0)).abs() < 1e-9);
    prop_assert!(through(&two, 1) < through(&two, 0) + 1e-9);
    prop_assert!((through(&two, 1) - two.odds.of(Ending::Won(FIRST))).abs() < 1e-9);
    let stream = Stream::new(60, bout.label());
    let mut whole = Tally::new(bout.cast());
    bout.play(&stream, 0..DAYS, &mut whole);
    prop_assert_eq!(whole.through(1), whole.wins(FIRST));
    for stage in [0, 1] {
        let (played, share) = (whole.through(stage), through(&two, stage));
        let wanted = share * real(DAYS);
        let error = (wanted * (1.0 - share)).max(0.0).sqrt().max(1.0);
        prop_assert!(
            (real(played) - wanted).abs() < 5.0 * error,
            "{stage}: {played} {wanted}"
        );
    }
    // The tallies of parts of a run add up to the tally of the whole run.
    let mut parts = Tally::new(bout.cast());
    for part in [1200..DAYS, 0..7, 7..1200] {
        let mut tally = Tally::new(bout.cast());
        bout.play(&stream, part, &mut tally);
        parts.merge(&tally);
    }
    prop_assert!(parts == whole, "parts of a run");
    // A day that is told as a story has the same outcome as the same day when it is counted.
    for n in 0..20 {
        prop_assert_eq!(bout.tell(&stream, n).outcome, bout.outcome(&stream, n));
    }
    Ok(())
}

/// Checks that an objective of a side is judged only in the fights that the side is in. A third side, like the
/// second, wins as soon as the first combatant is out. In the fight against the second side this has no effect.
fn objectives_of_absent_sides_do_not_count(text: &str) -> Result<(), TestCaseError> {
    let from = text
        .find("[[sides]]\nname = \"second\"")
        .expect("a second side");
    let length = text[from + 2..].find("\n[").map(|at| at + 3);
    let second = &text[from..length.map_or(text.len(), |length| from + length)];
    let third = |wins: &str| second.replace("\"second\"\n", &format!("\"third\"\n{wins}"));
    let solved = |wins: &str| {
        let sides = text.replace(second, &format!("{}\n{}", second.trim_end(), third(wins)));
        solved(&format!(
            "{sides}\n[[day]]\nfight = \"second\"\n[[day]]\nfight = \"third\"\n"
        ))
    };
    let (_, without) = solved("")?;
    let (_, with) = solved("wins = [{ out = \"one\" }]\n")?;
    let through = |solved: &Solved| solved.tally.through(0).value();
    prop_assert!((through(&without) - through(&with)).abs() < 1e-9);
    let lost = |solved: &Solved| solved.odds.of(Ending::Won(SECOND));
    prop_assert!((lost(&without) - lost(&with)).abs() < 1e-9);
    Ok(())
}

/// Checks that days which a comparison plays, and which share their luck with days of other variants, have the exact odds.
fn compared_days_have_the_exact_odds(text: &str) -> Result<(), TestCaseError> {
    const DAYS: u64 = 3000;
    let text = day(text, 2);
    let (_, exact) = solved(&text)?;
    let seats = [bout(&text)];
    let group = Group::new(vec![&seats, &seats], 0).expect("the same sides");
    let days = Assignment {
        group: &group,
        seed: 62,
        fights: 0..DAYS,
    };
    let sums = compare::play(&[days], &|_| (), &AtomicBool::new(false));
    for side in [FIRST, SECOND] {
        let share = exact.odds.of(Ending::Won(side));
        let [_, won] = sums[0][1][side.index()].sums();
        let (won, wanted) = (
            real(u64::try_from(won).expect("a day is won once")),
            share * real(DAYS),
        );
        let error = (wanted * (1.0 - share)).max(0.0).sqrt().max(1.0);
        prop_assert!((won - wanted).abs() < 5.0 * error, "{won} {wanted}");
    }
    Ok(())
}

/// Returns the scenario with these lines as the list `rest` of the first combatant's policy.
fn with_rest(text: &str, lines: &str) -> String {
    let policy = "[policies.one]\n";
    assert!(text.contains(policy), "{text}");
    text.replace(policy, &format!("{policy}rest = [{lines}]\n"))
}

/// Checks policies that may end a day. A policy that stops after the first fight stops in as many days as get
/// through a first fight. A policy that always continues changes nothing. A policy that tests facts about the
/// party ends the day as often as the exact odds say.
fn a_policy_ends_the_day(text: &str) -> Result<(), TestCaseError> {
    const DAYS: u64 = 2000;
    let ((_, one), (_, two)) = (solved(&day(text, 1))?, solved(&day(text, 2))?);
    let through = one.tally.through(0).value();
    for lines in [
        "'stop'",
        "'continue if day.fight > 1', 'stop if day.left = 1'",
    ] {
        let (_, stops) = solved(&with_rest(&day(text, 2), lines))?;
        let tally = &stops.tally;
        prop_assert!((tally.through(0).value() - through).abs() < 1e-9);
        prop_assert!((tally.days_stopped(0).value() - through).abs() < 1e-9);
        prop_assert!(tally.through(1).value().abs() < 1e-12);
        prop_assert!((stops.odds.of(Ending::Undecided) - through).abs() < 1e-9);
        prop_assert!(stops.odds.of(Ending::Won(FIRST)).abs() < 1e-12);
    }
    let lines = "'continue', 'stop'";
    let (_, goes) = solved(&with_rest(&day(text, 2), lines))?;
    for ending in [Ending::Won(FIRST), Ending::Won(SECOND), Ending::Draw] {
        prop_assert!((goes.odds.of(ending) - two.odds.of(ending)).abs() < 1e-9);
    }
    prop_assert!(goes.tally.days_stopped(0).value().abs() < 1e-12);
    let careful = with_rest(&day(text, 2), "'stop if party.hurt > 0% or party.out > 0'");
    let (bout, exact) = solved(&careful)?;
    let stream = Stream::new(61, bout.label());
    let mut tally = Tally::new(bout.cast());
    bout.play(&stream, 0..DAYS, &mut tally);
    let share = exact.tally.days_stopped(0).value();
    let wanted = share * real(DAYS);
    let error = (wanted * (1.0 - share)).max(0.0).sqrt().max(1.0);
    let stopped = real(tally.days_stopped(0));
    prop_assert!((stopped - wanted).abs() < 5.0 * error, "{stopped} {wanted}");
    prop_assert_eq!(tally.undecided(), tally.days_stopped(0));
    prop_assert_eq!(tally.days_stopped(1), 0);
    for n in 0..20 {
        let story = bout.tell(&stream, n);
        prop_assert_eq!(story.outcome, bout.outcome(&stream, n));
        let mut lines = story.lines.iter();
        let tells = lines.any(|line| line.text.contains("ends the day here: `stop if party.hurt"));
        prop_assert_eq!(tells, story.outcome.ending == Ending::Undecided);
    }
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn real(count: u64) -> f64 {
    count as f64
}

fn all_laws(duel: &str, one_against_two: &str) -> Result<(), TestCaseError> {
    a_day_of_one_fight_is_the_fight(duel)?;
    a_day_of_one_fight_is_the_fight(one_against_two)?;
    stages_follow_each_other(duel)?;
    compared_days_have_the_exact_odds(duel)?;
    objectives_of_absent_sides_do_not_count(one_against_two)?;
    a_policy_ends_the_day(duel)
}

/// Checks that fighters arrive in a fight of a day as they arrive in the same fight by itself.
fn laws_of_arrivals(duel: &str) -> Result<(), TestCaseError> {
    let helped = common::helped(duel, 2);
    a_day_of_one_fight_is_the_fight(&helped)?;
    stages_follow_each_other(&helped)
}

proptest! {
    #![proptest_config(config(4))]

    #[test]
    fn days_of_brp_follow_from_their_fights(
        one in common::duellist(),
        two in common::duellist(),
        rule in common::house_rule(),
    ) {
        let duel = common::duel(&one, &two, rule);
        all_laws(&duel, &duel.replace("\"two\" }", "\"two\", count = 2 }"))?;
        laws_of_arrivals(&duel)?;
    }

    #[test]
    fn days_of_murdham_follow_from_their_fights(
        one in murdham::brawler(),
        two in murdham::brawler(),
        rule in murdham::house_rule(),
        ground in murdham::ground(),
    ) {
        laws_of_arrivals(&murdham::fight(&one, &two, 1, rule, ground))?;
        all_laws(
            &murdham::fight(&one, &two, 1, rule, ground),
            &murdham::fight(&one, &two, 2, rule, ground),
        )?;
    }

    #[test]
    fn days_of_persona_follow_from_their_fights(
        one in persona::brawler(),
        two in persona::brawler(),
        rule in persona::house_rule(),
    ) {
        all_laws(
            &persona::fight(&one, &two, 1, rule, 0),
            &persona::fight(&one, &two, 2, rule, 0),
        )?;
    }

    #[test]
    fn days_of_semiautomagic_follow_from_their_fights(
        one in semiautomagic::brawler(),
        two in semiautomagic::brawler(),
        rule in semiautomagic::house_rule(),
    ) {
        laws_of_arrivals(&semiautomagic::fight(&one, &two, 1, rule))?;
        all_laws(
            &semiautomagic::fight(&one, &two, 1, rule),
            &semiautomagic::fight(&one, &two, 2, rule),
        )?;
    }
}

proptest! {
    // The exact odds of these fights take long to compute.
    #![proptest_config(config(2))]

    #[test]
    fn days_of_swift_swords_follow_from_their_fights(
        one in swift_swords::brawler(),
        two in swift_swords::brawler(),
        rule in swift_swords::house_rule(),
    ) {
        let short = |count| {
            let text = swift_swords::fight(&one, &two, count, rule);
            text.replace("round_cap = 3", "round_cap = 2")
        };
        a_day_of_one_fight_is_the_fight(&common::helped(&short(1), 2))?;
        all_laws(&short(1), &short(2))?;
    }
}

/// Returns the faults of a scenario with these lines of `[[day]]`, one fault per line.
fn faults(day: &str) -> String {
    common::slips::told(&format!("{}\n{day}", common::slips::SOUND))
}

#[test]
fn days_that_cannot_be_meant_are_faults() {
    let all = [
        "[day]\nfight = 'goblins'",
        "[[day]]",
        "[[day]]\nfight = 'gobblins'",
        "[[day]]\nfight = 'guards'",
        "[[day]]\nfight = ['goblins', 'goblins']",
        "[[day]]\nfight = []",
        "[[day]]\nfigth = 'goblins'",
        "[[day]]\nfight = 'goblins'\nrest = 'a week'",
        "[[day]]\nrest = 'a week'\n[[day]]\nfight = 'goblins'",
        "[[day]]\nfight = 'goblins'\n[[day]]\nrest = 'a wek'",
        "[[day]]\nfight = 'goblins'\n[[day]]\nrest = 'a week'\nrepeat = 2",
        "[[day]]\nfight = 'goblins'\n[[day]]\nrest = 'a week'\nfled = 'away'",
        "[[day]]\nfight = 'goblins'\nfled = 'gone'",
        "[[day]]\nfight = 'goblins'\nrepeat = 0",
        "[[day]]\nfight = 'goblins'\nrepeat = 60\n[[day]]\nfight = 'goblins'",
        "[[day]]\nfight = 'goblins'\n[[sides]]\nname = 'wolves'\nfighters = [{ combatant = 'goblin' }]",
    ];
    let told: Vec<String> = all
        .iter()
        .map(|day| format!("{day}\n{}", faults(day)))
        .collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn only_the_people_of_a_day_are_all_there_from_the_start() {
    let told = |late: &str, with: &str| {
        let text = common::slips::SOUND.replace(late, &format!("{late}, arrives = 2"));
        common::slips::told(&format!("{text}\n{with}"))
    };
    let day = "[[day]]\nfight = 'goblins'";
    assert_eq!(told("at = 8", day), "no faults");
    assert_eq!(told("at = 0", ""), "no faults");
    insta::assert_snapshot!(told("at = 0", day), @"23:65 scenario::day: `guard` arrives later in a day (remove `arrives`: only fighters of other sides can arrive later)");
}

#[test]
fn a_good_day_has_no_faults() {
    let good = "[[day]]\nfight = 'goblins'\nrepeat = 2\nfled = 'away'\ncaptured = 'back'\n[[day]]\nrest = 'first aid'\n[[day]]\nfight = ['goblins']";
    assert_eq!(faults(good), "no faults");
}

#[test]
fn a_transcript_counts_the_rounds_of_each_fight_from_one() {
    let strong = "skills = { broad-sword = 60 }";
    let sure = common::slips::SOUND.replace(strong, "skills = { broad-sword = 400 }");
    let bout = bout(&format!("{sure}\n[[day]]\nfight = 'goblins'\nrepeat = 3\n"));
    let story = bout.tell(&Stream::new(60, bout.label()), 0);
    assert_eq!(story.outcome.ending, Ending::Won(FIRST));
    let mut rounds: Vec<u32> = story.lines.iter().map(|line| line.round).collect();
    rounds.dedup();
    let begun = rounds.iter().filter(|&&round| round == 1).count();
    assert_eq!(begun, 3, "{rounds:?}");
    let between = rounds.iter().filter(|&&round| round == 0).count();
    assert_eq!(between, 3, "{rounds:?}");
}
