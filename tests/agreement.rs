//! Sampling and enumeration play the same rules: any small legal duel, sampled, lands within five standard errors
//! of its exact odds.

#![expect(
    clippy::cast_precision_loss,
    reason = "counts of fights are far below 2^52"
)]

mod common;

use common::{bout, duel, duellist, house_rule, murdham};
use proptest::prelude::*;
use skirmish::fight::{Ending, SideId, Stream};
use skirmish::tally::Tally;

const FIGHTS: u64 = 20_000;
const STATES: usize = 200_000;

/// Whether `count` of `FIGHTS` is within five standard errors of what has this probability.
fn is_near(count: u64, probability: f64) -> bool {
    let fights = FIGHTS as f64;
    let error = (probability * (1.0 - probability) / fights)
        .sqrt()
        .max(0.5 / fights);
    (count as f64 / fights - probability).abs() < 5.0 * error
}

fn agrees(text: &str) -> Result<(), TestCaseError> {
    let bout = bout(text);
    let odds = bout
        .solve(STATES)
        .map_err(|large| TestCaseError::reject(large.to_string()))?;
    prop_assert!((odds.sum(|_| 1.0) - 1.0).abs() < 1e-9);
    let mut tally = Tally::new(bout.cast());
    bout.play(&Stream::new(5, bout.label()), 0..FIGHTS, &mut tally);
    for side in [SideId(0), SideId(1)] {
        let exact = odds.of(Ending::Won(side));
        prop_assert!(
            is_near(tally.wins(side), exact),
            "{} wins of side {}, exact {exact}",
            tally.wins(side),
            side.0
        );
    }
    prop_assert!(is_near(tally.draws(), odds.of(Ending::Draw)));
    prop_assert!(is_near(tally.undecided(), odds.of(Ending::Undecided)));
    for round in 1..=4 {
        let endings = [
            Ending::Won(SideId(0)),
            Ending::Won(SideId(1)),
            Ending::Draw,
            Ending::Undecided,
        ];
        let ended = |ending| {
            tally
                .rounds(ending)
                .filter(|&(r, _)| r == round)
                .map(|(_, fights)| fights)
                .sum::<u64>()
        };
        let count: u64 = endings.into_iter().map(ended).sum();
        prop_assert!(
            is_near(count, odds.in_round(round)),
            "{count} ended in round {round}"
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(11), ..ProptestConfig::default() })]

    #[test]
    fn a_small_brp_duel(first in duellist(), second in duellist(), rule in house_rule()) {
        agrees(&duel(&first, &second, rule))?;
    }

    #[test]
    fn a_small_murdham_duel(
        first in murdham::brawler(),
        second in murdham::brawler(),
        rule in murdham::house_rule(),
        ground in murdham::ground(),
    ) {
        agrees(&murdham::fight(&first, &second, 1, rule, ground))?;
    }
}

#[test]
fn two_against_one_in_murdham() {
    let text = std::fs::read_to_string("scenarios/murdham/duel.toml")
        .expect("a shipped scenario")
        .replace("\"plain\"", "\"counterer\"")
        .replacen(
            "{ combatant = \"swordsman\" }",
            "{ combatant = \"swordsman\", count = 2 }",
            1,
        );
    agrees(&text).expect("sampled as enumerated");
}

#[test] // MUR-3-14
fn the_plain_murdham_duel_is_solved_to_its_known_figure() {
    let text = std::fs::read_to_string("scenarios/murdham/duel.toml").expect("a shipped scenario");
    let odds = bout(&text).solve(STATES).expect("a duel is small");
    let exact = 1_487_668_471.0 / 2_176_782_336.0;
    assert!((odds.of(Ending::Won(SideId(0))) - exact).abs() < 1e-12);
}

#[test]
fn the_reference_duel_is_solved_to_its_known_figures() {
    let text =
        std::fs::read_to_string("scenarios/brp/reference-duel.toml").expect("a shipped scenario");
    let odds = bout(&text).solve(STATES).expect("a duel is small");
    assert!((odds.of(Ending::Won(SideId(0))) - 0.522_637_9).abs() < 5e-8);
    assert!((odds.rounds_mean() - 7.143_37).abs() < 5e-6);
}
