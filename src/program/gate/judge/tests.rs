//! Tests of the verdicts on made-up counts.

use super::*;

const MARGINS: Margins = Margins {
    share: 0.01,
    mean: 0.02,
};

/// Returns the counts of `fights` duels. Each lasts two to four rounds, and the guards win `per_mille`
/// thousandths of them.
fn duel(matchup: &str, fights: u64, per_mille: u64) -> MatchupCounts {
    let wins = fights * per_mille / 1000;
    let side = |side: &str, wins| {
        // The damage of each group is one point more or less than `each`.
        let each = u128::from(fights / GROUPS) * 5;
        SideCounts {
            side: side.to_owned(),
            wins,
            damage: each * u128::from(GROUPS),
            damage_squared: (each * each + 1) * u128::from(GROUPS),
        }
    };
    MatchupCounts {
        matchup: matchup.to_owned(),
        digest: "sha256:00".to_owned(),
        fights,
        draws: 0,
        undecided: 0,
        rounds: 3 * u128::from(fights),
        rounds_squared: 10 * u128::from(fights),
        sides: vec![side("guards", wins), side("raiders", fights - wins)],
    }
}

fn counts(matchups: Vec<MatchupCounts>) -> Counts {
    Counts {
        scenario: "gate".to_owned(),
        ruleset: "brp".to_owned(),
        seed: 1,
        version: "1.2.3".to_owned(),
        matchups,
    }
}

fn verdicts(old: MatchupCounts, new: MatchupCounts) -> Vec<Verdict> {
    let findings = judge(&[(counts(vec![old]), counts(vec![new]))], MARGINS);
    findings
        .into_iter()
        .map(|finding| finding.verdict)
        .collect()
}

#[test]
fn equal_counts_are_the_same_whatever_their_number() {
    let same = verdicts(duel("a", 100, 400), duel("a", 100, 400));
    assert_eq!(same, [Verdict::Same; 7]);
}

#[test]
fn every_figure_has_its_verdict() {
    use Verdict::{Held, Moved};
    let (old, mut new) = (duel("a", 200_000, 400), duel("a", 200_000, 430));
    assert_eq!(
        verdicts(old.clone(), new.clone()),
        [Moved, Moved, Held, Held, Held, Held, Held]
    );
    new.rounds = new.rounds * 11 / 10;
    new.rounds_squared = new.rounds_squared * 12 / 10;
    new.sides[1].damage *= 2;
    new.sides[1].damage_squared *= 4;
    assert_eq!(
        verdicts(old, new),
        [Moved, Moved, Held, Held, Moved, Held, Moved]
    );
}

#[test]
fn a_fight_that_ends_in_another_way_is_seen() {
    let (old, mut new) = (duel("a", 200_000, 400), duel("a", 200_000, 400));
    new.sides[0].wins -= 5000;
    new.draws += 5000;
    assert_eq!(
        verdicts(old, new)[..4],
        [Verdict::Moved, Verdict::Held, Verdict::Moved, Verdict::Held]
    );
}

#[test]
fn too_few_fights_are_open_and_the_number_that_is_named_is_enough() {
    let (old, new) = (duel("a", 2000, 400), duel("a", 2000, 430));
    let findings = judge(&[(counts(vec![old]), counts(vec![new]))], MARGINS);
    assert_eq!(findings[0].verdict, Verdict::Open);
    let needs = findings[0].needs.expect("it is open");
    assert!(
        (10_000..=100_000).contains(&needs) && needs.is_multiple_of(GROUPS),
        "{needs}"
    );
    let enough = verdicts(duel("a", needs, 400), duel("a", needs, 430));
    assert_eq!(enough[0], Verdict::Moved);
    // It also takes fights to show that a figure near the baseline has held.
    let (old, new) = (duel("a", 2000, 400), duel("a", 2000, 405));
    let findings = judge(&[(counts(vec![old]), counts(vec![new]))], MARGINS);
    let needs = findings[0].needs.expect("it is open");
    assert_eq!(
        verdicts(duel("a", needs, 400), duel("a", needs, 405))[0],
        Verdict::Held
    );
}

#[test]
fn what_is_the_same_makes_the_family_no_larger() {
    let old: Vec<_> = (0..50).map(|i| duel(&i.to_string(), 20_000, 500)).collect();
    let mut new = old.clone();
    new[7] = duel("7", 20_000, 530);
    let findings = judge(&[(counts(old.clone()), counts(new.clone()))], MARGINS);
    let moved = |findings: &[Finding]| {
        findings
            .iter()
            .find(|one| one.matchup == "7")
            .map(|one| one.p)
    };
    let alone = judge(
        &[(counts(vec![old[7].clone()]), counts(vec![new[7].clone()]))],
        MARGINS,
    );
    assert_eq!(moved(&findings), moved(&alone));
    // Now all matchups have new counts. Each of their figures might raise a false alarm, so the correction is
    // stricter.
    for (i, one) in new.iter_mut().enumerate().filter(|(i, _)| *i != 7) {
        *one = duel(&i.to_string(), 20_000, 501);
    }
    let among = judge(&[(counts(old), counts(new))], MARGINS);
    assert!(moved(&among) > moved(&alone), "{:?}", moved(&among));
}

#[test]
fn sides_are_matched_by_name() {
    let (old, mut new) = (duel("a", 1000, 400), duel("a", 1000, 400));
    new.sides.reverse();
    assert_eq!(verdicts(old, new), [Verdict::Same; 7]);
}

#[test]
fn a_side_that_never_hits_is_no_trouble() {
    let harmless = |fights, per_mille| {
        let mut duel = duel("a", fights, per_mille);
        for side in &mut duel.sides {
            (side.damage, side.damage_squared) = (0, 0);
        }
        duel
    };
    let held = verdicts(harmless(200_000, 400), harmless(200_000, 401));
    assert_eq!(held, [Verdict::Held; 7]);
}

#[test]
fn needs_are_rounded_up_to_two_digits() {
    for (fights, rounded) in [
        (12.0, 100),
        (1210.0, 1300),
        (98_001.0, 99_000),
        (123_456.0, 130_000),
    ] {
        assert_eq!(rounded_up(fights), rounded);
    }
}

#[test]
fn fights_are_enough_where_new_luck_leaves_nothing_open() {
    let all = [counts(vec![duel("a", 20_000, 500)])];
    // For a rate near one half, the estimate is 2 · 0.25 · ((1.645 + 3.189) / 0.02)² = 29,210 fights. 1.645
    // is the normal quantile for 5 %, and 3.189 is the one for 0.5 % divided by seven figures.
    assert_eq!(enough(&all, MARGINS), 30_000);
    let wide = Margins {
        share: 0.1,
        ..MARGINS
    };
    assert!(enough(&all, wide) < 5_000);
    assert!(enough(&[], MARGINS) < 5_000);
}
