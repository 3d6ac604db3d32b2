//! Compares transcripts of fights of the shipped scenarios, and outcomes by seed, with stored ones. The tests
//! find dice that are rolled in another order, changed rules, and wrong sentences.

use std::fmt::Write;
use std::path::Path;

use skirmish::bout::Bout;
use skirmish::fight::{Ending, Outcome, Stream};
use skirmish::rules;
use skirmish::scenario::Overrides;

/// Returns the matchup `matchup` of a shipped scenario. The scenario is one of `brp`, unless its name begins
/// with another book and a slash.
fn shipped(scenario: &str, matchup: &str) -> Box<dyn Bout> {
    let (book, scenario) = scenario.split_once('/').unwrap_or(("brp", scenario));
    let path = format!("scenarios/{book}/{scenario}.toml");
    let (_, matches) = rules::load(Path::new(&path), &Overrides::default())
        .unwrap_or_else(|faults| panic!("{}", faults.render(false, 100)));
    let mut names = matches.iter().map(|found| found.name.clone());
    let at = names
        .position(|name| name == matchup)
        .unwrap_or_else(|| panic!("{path} has no matchup {matchup}"));
    let mut matches = matches;
    matches.swap_remove(at).seats.swap_remove(0)
}

/// Returns the transcript of fight number `n` with seed 1. It has lines for rounds, sentences and the end.
fn story(scenario: &str, matchup: &str, n: u64) -> String {
    let bout = shipped(scenario, matchup);
    let stream = Stream::new(1, bout.label());
    let story = bout.tell(&stream, n);
    assert_eq!(
        story.outcome,
        bout.outcome(&stream, n),
        "telling a fight changes nothing"
    );
    let (first, last) = (&story.moments[0], &story.moments[story.moments.len() - 1]);
    assert_eq!(first.standing, bout.cast().everybody());
    assert_eq!(last.standing, story.outcome.standing);
    assert_eq!(last.lines, story.lines.len());
    let told = story.moments.iter().map(|moment| moment.lines);
    assert!(told.is_sorted_by(|one, next| one < next));
    let mut text = String::new();
    let mut round = 0;
    for line in &story.lines {
        if line.round != round {
            round = line.round;
            let _ = writeln!(text, "Round {round}");
        }
        let _ = writeln!(text, "  [{}] {}", line.clause, line.text);
    }
    let _ = writeln!(text, "{}", ending(bout.as_ref(), story.outcome));
    text
}

fn ending(bout: &dyn Bout, outcome: Outcome) -> String {
    let cast = bout.cast();
    let how = match outcome.ending {
        Ending::Won(side) => cast.sides[side.index()].clone(),
        Ending::Draw => "draw".to_owned(),
        Ending::Undecided => "undecided".to_owned(),
    };
    let standing: Vec<_> = outcome.standing.iter().map(|who| cast.name(who)).collect();
    format!("{how} in {}: {}", outcome.rounds, standing.join(", "))
}

#[test]
fn a_duel() {
    insta::assert_snapshot!(story("reference-duel", "fast v slow", 3));
}

#[test]
fn a_charge_into_arrows() {
    insta::assert_snapshot!(story(
        "bow-against-charge",
        "stands / 60 / round / soft-leather",
        0
    ));
}

#[test]
fn a_medic_at_work() {
    insta::assert_snapshot!(story("medic", "treats and wakes / 90", 103));
}

#[test]
fn hoplites_who_run_at_archers() {
    insta::assert_snapshot!(story("shield-wall", "runs / 4 / 120", 1));
}

#[test]
fn bandits_who_lose_heart() {
    insta::assert_snapshot!(story("murdham/bandits-and-morale", "8 / no", 3));
}

#[test]
fn an_archer_and_a_swordsman() {
    insta::assert_snapshot!(story("murdham/bow-against-charge", "6 / sprints", 1));
}

#[test]
fn a_wyrm_that_chooses() {
    insta::assert_snapshot!(story("murdham/wyrm", "chooses / 6", 0));
}

#[test]
fn wrestlers_in_the_dark() {
    insta::assert_snapshot!(story("murdham/wrestlers", "wrestle", 4));
}

#[test]
fn lancers_who_get_off() {
    insta::assert_snapshot!(story("murdham/lancers-against-spears", "gets off / 4", 2));
}

#[test]
fn murdham_fights_by_seed_do_not_change() {
    let bout = shipped("murdham/duel", "first v second");
    let stream = Stream::new(1, bout.label());
    let told = |n| ending(bout.as_ref(), bout.outcome(&stream, n));
    insta::assert_snapshot!((0..20).map(told).collect::<Vec<_>>().join("\n"));
}

#[test]
fn a_hero_and_a_goblin() {
    insta::assert_snapshot!(story("swift-swords/duel", "hero v goblin", 3));
}

#[test]
fn swift_swords_fights_by_seed_do_not_change() {
    let bout = shipped("swift-swords/duel", "hero v goblin");
    let stream = Stream::new(1, bout.label());
    let told = |n| ending(bout.as_ref(), bout.outcome(&stream, n));
    insta::assert_snapshot!((0..20).map(told).collect::<Vec<_>>().join("\n"));
}

#[test]
fn fights_by_seed_do_not_change() {
    let bout = shipped("reference-duel", "fast v slow");
    let stream = Stream::new(1, bout.label());
    let told = |n| ending(bout.as_ref(), bout.outcome(&stream, n));
    insta::assert_snapshot!((0..20).map(told).collect::<Vec<_>>().join("\n"), @r"
    slow in 7: slow
    slow in 3: slow
    slow in 17: slow
    fast in 3: fast
    fast in 3: fast
    fast in 5: fast
    slow in 5: slow
    fast in 5: fast
    fast in 3: fast
    slow in 15: slow
    fast in 9: fast
    slow in 9: slow
    fast in 2: fast
    slow in 11: slow
    slow in 11: slow
    slow in 5: slow
    slow in 2: slow
    slow in 4: slow
    fast in 5: fast
    slow in 6: slow
    ");
}
