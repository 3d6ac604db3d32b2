//! Tests on simulated commands that verdicts are not wrong more often than promised. The results of fights
//! are drawn at random instead of being played. Seeds are fixed, and the bounds of the tests allow for five
//! standard errors.

use rand::SeedableRng;
use rand_distr::{Binomial, Distribution};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::sequential::{Game, Sum, by_looks};
use super::tests::{cast, scenario};
use super::*;
use crate::fight::{Ending, FighterSet, Outcome, SideId, Witness};

/// The true chances in a matchup: that the left side wins, and that a fight lasts 9 rounds instead of 3.
#[derive(Debug, Clone, Copy)]
struct Truth {
    wins: f64,
    long: f64,
}

const MATCHUPS: usize = 12;

/// Returns a scenario of twelve matchups with four expectations: a band for the win rates, a band for the
/// rounds, a flat trend, and an order of three matchups.
fn expected() -> Scenario {
    let values: Vec<String> = (1..=MATCHUPS).map(|value| value.to_string()).collect();
    let text = format!(
        "
[[vary]]
name = 'dex'
set = 'combatants.one.dex'
to = [{}]
[[expect]]
why = 'fair'
figure = 'win_rate'
of = 'left'
at_least = '45%'
at_most = '55%'
[[expect]]
why = 'short'
figure = 'rounds'
at_least = 5.4
at_most = 6.6
[[expect]]
why = 'no matter'
figure = 'win_rate'
of = 'left'
trend = 'flat'
within = '10%'
[[expect]]
why = 'ranks'
order = [1, 2, 3]
along = 'dex'
of = 'left'
",
        values.join(", ")
    );
    scenario(&text)
}

/// Adds `more` fights to the tally of a matchup. Their results are drawn at random.
fn go_on(tally: &mut Tally, more: u64, truth: Truth, luck: &mut Xoshiro256PlusPlus) {
    let mut draw = |n: u64, chance: f64| Binomial::new(n, chance).expect("a share").sample(luck);
    let wins = draw(more, truth.wins);
    for (side, fights) in [(0, wins), (1, more - wins)] {
        let long = draw(fights, truth.long);
        for (rounds, times) in [(9, long), (3, fights - long)] {
            let outcome = Outcome {
                ending: Ending::Won(SideId::at(side)),
                rounds,
                standing: FighterSet(if side == 0 { 0b011 } else { 0b100 }),
            };
            if times > 0 {
                tally.ended_alike(&outcome, FighterSet::NONE, times);
            }
        }
    }
}

/// Returns the verdicts of one simulated command. If `at_looks` is true, the fights are judged at looks.
/// Otherwise they are judged once, after all of them.
fn judged(
    scenario: &Scenario,
    truths: &[Truth; MATCHUPS],
    cap: u64,
    at_looks: bool,
    seed: u64,
) -> sequential::Judgements {
    let cast = cast();
    let axes: Vec<Vec<(String, String)>> = (1..=MATCHUPS)
        .map(|value| vec![("dex".to_owned(), value.to_string())])
        .collect();
    let matchups: Vec<Fielded<'_>> = axes
        .iter()
        .map(|axes| Fielded {
            name: &axes[0].1,
            axes,
            cast: &cast,
        })
        .collect();
    let intentions = intentions(scenario, &matchups, 0);
    let mut luck = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut tallies: Vec<Tally> = (0..MATCHUPS).map(|_| Tally::new(&cast)).collect();
    if !at_looks {
        for (tally, truth) in tallies.iter_mut().zip(truths) {
            go_on(tally, cap, *truth, &mut luck);
        }
        let counts: Vec<_> = tallies
            .iter()
            .map(|tally| counted(&cast, tally, None))
            .collect();
        return sequential::Judgements {
            judgements: judge(&intentions, &counts, 1),
            fights: cap * MATCHUPS as u64,
            looks: 1,
        };
    }
    let none: [Box<dyn crate::bout::Bout>; 0] = [];
    let game = Game {
        seats: &none,
        seed: 1,
        cap,
    };
    let found = by_looks(&intentions, &[game; MATCHUPS], |wanted| {
        let sums = wanted.iter().map(|&(place, fights)| {
            let tally = &mut tallies[place];
            let more = fights - tally.fights();
            go_on(tally, more, truths[place], &mut luck);
            Sum {
                cast: cast.clone(),
                tally: tally.clone(),
                seats: None,
            }
        });
        Some(sums.collect())
    });
    found.expect("nobody stops it")
}

/// Returns matchups whose win rates and rounds are exactly at an end of the bands. Every expectation is met.
fn at_the_edge() -> [Truth; MATCHUPS] {
    let mut truths = [Truth {
        wins: 0.45,
        long: 0.4,
    }; MATCHUPS];
    for truth in truths.iter_mut().skip(MATCHUPS / 2) {
        *truth = Truth {
            wins: 0.55,
            long: 0.6,
        };
    }
    truths
}

/// Returns matchups that are inside of the bands for win rates and rounds, except for the first, which is
/// outside by a tiny amount. The three matchups that are expected to be in order are practically equal. The
/// first, second and last expectation are therefore not met.
fn just_outside() -> [Truth; MATCHUPS] {
    let mut truths = [Truth {
        wins: 0.5,
        long: 0.5,
    }; MATCHUPS];
    truths[0] = Truth {
        wins: 0.55 + 1e-9,
        long: 0.6 + 1e-9,
    };
    truths
}

/// Returns the largest number of wrong commands among `commands` that a test allows, if each is wrong with
/// the probability `share`. This is the expected number plus five standard errors.
fn at_most(share: f64, commands: u64) -> f64 {
    let commands = float(usize::try_from(commands).expect("few"));
    share * commands + 5.0 * (share * (1.0 - share) * commands).sqrt()
}

/// Returns how many of `commands` simulated commands reach the verdict `verdict` on one of the given
/// expectations.
fn wrong(
    truths: &[Truth; MATCHUPS],
    at_looks: bool,
    (verdict, of): (Verdict, &[usize]),
    commands: u64,
) -> usize {
    let scenario = expected();
    let wrong = (0..commands).into_par_iter().filter(|&seed| {
        let found = judged(&scenario, truths, 6_000, at_looks, seed);
        let mut verdicts = of.iter().map(|&at| found.judgements[at].verdict);
        verdicts.any(|found| found == Some(verdict))
    });
    wrong.count()
}

#[test]
fn at_most_one_command_in_forty_says_not_as_meant_of_what_is() {
    for at_looks in [false, true] {
        let commands = 200;
        let wrong = wrong(
            &at_the_edge(),
            at_looks,
            (Verdict::NotAsMeant, &[0, 1, 2, 3]),
            commands,
        );
        let bound = at_most(ALPHA, commands);
        assert!(float(wrong) <= bound, "{wrong} at looks: {at_looks}");
    }
}

#[test]
fn at_most_one_command_in_forty_says_as_meant_of_what_is_not() {
    for at_looks in [false, true] {
        let commands = 200;
        let wrong = wrong(
            &just_outside(),
            at_looks,
            (Verdict::AsMeant, &[0, 1, 3]),
            commands,
        );
        let bound = at_most(ALPHA, commands);
        assert!(float(wrong) <= bound, "{wrong} at looks: {at_looks}");
    }
}

#[test]
fn two_points_beyond_a_band_are_found_by_a_few_thousand_fights() {
    let scenario = expected();
    let mut truths = [Truth {
        wins: 0.5,
        long: 0.5,
    }; MATCHUPS];
    truths[4].wins = 0.57;
    let commands: usize = 200;
    let found: Vec<(bool, u64)> = (0..commands as u64)
        .into_par_iter()
        .map(|seed| {
            let found = judged(&scenario, &truths, 40_000, true, seed);
            let fights = found.judgements[0].findings[4].fights;
            let failed = found.judgements[0].verdict == Some(Verdict::NotAsMeant);
            (failed, fights)
        })
        .collect();
    let failed = found.iter().filter(|(failed, _)| *failed).count();
    assert!(failed * 100 >= commands * 95, "{failed} of {commands}");
    let fights: u64 = found.iter().map(|(_, fights)| fights).sum::<u64>() / commands as u64;
    assert!(fights < 20_000, "{fights} on average");
}

#[test]
fn what_is_met_by_far_takes_one_look() {
    let scenario = expected();
    let truths = [Truth {
        wins: 0.5,
        long: 0.5,
    }; MATCHUPS];
    let found = judged(&scenario, &truths, 40_000, true, 1);
    // The contenders are equal, so no number of fights shows an order between them. All other claims get a
    // verdict.
    let verdicts: Vec<_> = found.judgements.iter().map(|one| one.verdict).collect();
    let meant = Some(Verdict::AsMeant);
    assert_eq!(verdicts, [meant, meant, meant, Some(Verdict::Open)]);
    let settled = found.judgements[1].findings.iter().map(|one| one.fights);
    assert!(settled.max() < Some(10_000), "{:?}", found.judgements[1]);
}
