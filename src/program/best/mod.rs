//! The best of many loadouts, by sequential halving.
//!
//! All loadouts play a few fights, the worse half is dropped, the rest plays more, and so on until a few finalists are
//! left; these play many fresh fights, which the search has not used. Loadouts that cannot win are thus dropped after
//! few fights, and most fights are spent on the best. [`schedule`] says how many each plays.
//!
//! The verdicts of a search hold together in at least 95 of 100 searches (Bonferroni, over all loadouts and rounds):
//! which finalists are worse than the best, which dropped loadouts are, and by how much any loadout may be better than
//! the best one found. The search knows the loadouts only by [`Arms`], so that planted problems, whose best is known,
//! can be put to it. [`loadouts`] plays fights.

pub mod loadouts;
pub mod schedule;

use std::ops::Range;

use crate::tally::{Family, Interval};
use crate::tune::Ended;
use schedule::Schedule;

/// Loadouts that can be played, each known by its place.
pub trait Arms {
    /// Plays these fights of each of these loadouts; returns how many each of them won, out of as many for each.
    ///
    /// # Errors
    /// If the search has to end.
    fn play(&mut self, arms: &[usize], fights: Range<u64>) -> Result<Vec<u64>, Ended>;

    /// Plays this number of fresh fights of each of these loadouts. Intervals of the family hold together.
    ///
    /// # Errors
    /// If the search has to end.
    fn finals(&mut self, arms: &[usize], fights: u64, family: Family) -> Result<Finals, Ended>;

    /// The number of fights of a loadout with the same number: one for each matchup and seat.
    fn width(&self) -> u64;
}

/// Results of the finals, in the order of the loadouts as given.
#[derive(Debug, Clone, PartialEq)]
pub struct Finals {
    /// The win rates with 95 % intervals.
    pub rates: Vec<Interval>,
    /// The win rates with the intervals of the family.
    pub wide: Vec<Interval>,
    /// For each two loadouts, the win rate of the first minus that of the second, with the interval of the family.
    pub leads: Vec<Vec<Interval>>,
}

/// The verdict on a loadout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The one with the highest win rate in the finals.
    Best,
    /// A finalist that cannot be told apart from the best.
    Tied,
    /// Surely worse than the best.
    Worse,
    /// Dropped before the finals; too few fights to tell whether it is worse.
    Open,
}

impl Verdict {
    /// Its name in the table.
    pub fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Tied => "tied",
            Self::Worse => "worse",
            Self::Open => "open",
        }
    }
}

/// Fights of a loadout and its verdict.
#[derive(Debug, Clone, PartialEq)]
pub struct RankedLoadout {
    /// Its place among all, from 0.
    pub arm: usize,
    /// The round after which it was dropped, from 0; `None` for a finalist.
    pub dropped: Option<usize>,
    /// Fights won in the search, and fights played.
    pub searched: (u64, u64),
    /// Its win rate in the finals.
    pub rate: Option<Interval>,
    /// Its win rate in the finals minus that of the best, with the interval of the family.
    pub behind: Option<Interval>,
    /// The verdict.
    pub verdict: Verdict,
}

/// Result of the search.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchResult {
    /// The schedule.
    pub schedule: Schedule,
    /// All loadouts: the finalists by their win rates, the best first, then those that were dropped, the last first.
    pub all: Vec<RankedLoadout>,
    /// Upper bound on the win rate of any loadout minus that of the best one found, as a share.
    pub missed: f64,
}

impl SearchResult {
    /// The best loadout.
    ///
    /// # Panics
    /// Never: there is one.
    pub fn best(&self) -> &RankedLoadout {
        self.all.first().expect("there is a loadout")
    }

    /// The loadouts with this verdict.
    pub fn with(&self, verdict: Verdict) -> impl Iterator<Item = &RankedLoadout> {
        self.all.iter().filter(move |one| one.verdict == verdict)
    }
}

/// Searches `count` loadouts for the one with the highest win rate. An equal split would play `equal` fights of each.
///
/// # Errors
/// If the search has to end first.
///
/// # Panics
/// If there are no loadouts.
pub fn best(arms: &mut dyn Arms, count: usize, equal: u64) -> Result<SearchResult, Ended> {
    assert!(count > 0, "there are loadouts to choose from");
    let schedule = Schedule::new(count, equal);
    let mut alive: Vec<usize> = (0..count).collect();
    let mut won = vec![0; count];
    let mut played = vec![0; count];
    let mut dropped: Vec<Option<usize>> = vec![None; count];
    for (at, round) in schedule.rounds.iter().enumerate() {
        let wins = arms.play(&alive, round.fights.clone())?;
        for (&arm, wins) in alive.iter().zip(wins) {
            won[arm] += wins;
            played[arm] = round.fights.end * arms.width();
        }
        let next = schedule.rounds.get(at + 1);
        let kept = next.map_or(schedule.finalists, |round| round.loadouts);
        // All that are left have played as many fights; of equal ones the first stays.
        alive.sort_by_key(|&arm| (std::cmp::Reverse(won[arm]), arm));
        for arm in alive.drain(kept..) {
            dropped[arm] = Some(at);
        }
        alive.sort_unstable();
    }
    let pairs = alive.len() * (alive.len() - 1) / 2;
    let family = Family::of(count * schedule.rounds.len() + alive.len() + pairs);
    let finals = arms.finals(&alive, schedule.finals, family)?;
    let mut order: Vec<usize> = (0..alive.len()).collect();
    order.sort_by(|&a, &b| {
        finals.rates[b]
            .estimate
            .total_cmp(&finals.rates[a].estimate)
    });
    let first = order[0];
    let finalist = |&at: &usize| {
        let behind = finals.leads[at][first];
        RankedLoadout {
            arm: alive[at],
            dropped: None,
            searched: (won[alive[at]], played[alive[at]]),
            rate: Some(finals.rates[at]),
            behind: (at != first).then_some(behind),
            verdict: match (at == first, behind.high < 0.0) {
                (true, _) => Verdict::Best,
                (false, true) => Verdict::Worse,
                (false, false) => Verdict::Tied,
            },
        }
    };
    let mut all: Vec<RankedLoadout> = order.iter().map(finalist).collect();
    let mut missed = order[1..]
        .iter()
        .map(|&at| finals.leads[at][first].high)
        .fold(0.0, f64::max);
    let sure = finals.wide[first].low;
    let mut rest: Vec<RankedLoadout> = Vec::new();
    for arm in 0..count {
        let Some(round) = dropped[arm] else { continue };
        let most = wilson(won[arm], played[arm], family.z()).high;
        missed = missed.max(most - sure);
        rest.push(RankedLoadout {
            arm,
            dropped: Some(round),
            searched: (won[arm], played[arm]),
            rate: None,
            behind: None,
            verdict: if most < sure {
                Verdict::Worse
            } else {
                Verdict::Open
            },
        });
    }
    rest.sort_by_key(|one| {
        let latest = std::cmp::Reverse((one.dropped, one.searched.0));
        (latest, one.arm)
    });
    all.extend(rest);
    Ok(SearchResult {
        schedule,
        all,
        missed,
    })
}

/// Wilson's interval of a share, with a half-width of `z` standard errors.
pub fn wilson(count: u64, of: u64, z: f64) -> Interval {
    #[expect(
        clippy::cast_precision_loss,
        reason = "a share of a whole number of fights"
    )]
    let (count, n) = (count as f64, of.max(1) as f64);
    let share = count / n;
    let squared = z * z / n;
    let middle = (share + squared / 2.0) / (1.0 + squared);
    let reach = z / (1.0 + squared) * (share * (1.0 - share) / n + squared / n / 4.0).sqrt();
    Interval {
        low: (middle - reach).clamp(0.0, share),
        high: (middle + reach).clamp(share, 1.0),
        estimate: share,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Loadouts whose wins are as exactly known as whole numbers allow.
    struct Known {
        rates: Vec<f64>,
        asked: Vec<(usize, u64)>,
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss,
        reason = "small numbers"
    )]
    impl Arms for Known {
        fn play(&mut self, arms: &[usize], fights: Range<u64>) -> Result<Vec<u64>, Ended> {
            let n = fights.end - fights.start;
            self.asked.push((arms.len(), n));
            let wins = |&arm: &usize| (self.rates[arm] * n as f64).round() as u64;
            Ok(arms.iter().map(wins).collect())
        }

        fn finals(&mut self, arms: &[usize], fights: u64, family: Family) -> Result<Finals, Ended> {
            let wins = |&arm: &usize| (self.rates[arm] * fights as f64).round() as u64;
            let each = |z: f64| -> Vec<Interval> {
                arms.iter()
                    .map(|arm| wilson(wins(arm), fights, z))
                    .collect()
            };
            let wide = each(family.z());
            let lead = |a: &Interval, b: &Interval| Interval {
                low: a.low - b.high,
                high: a.high - b.low,
                estimate: a.estimate - b.estimate,
            };
            Ok(Finals {
                rates: each(1.96),
                leads: (wide.iter())
                    .map(|a| wide.iter().map(|b| lead(a, b)).collect())
                    .collect(),
                wide,
            })
        }

        fn width(&self) -> u64 {
            1
        }
    }

    fn search(rates: &[f64], equal: u64) -> (SearchResult, Vec<(usize, u64)>) {
        let mut arms = Known {
            rates: rates.to_vec(),
            asked: Vec::new(),
        };
        let found = best(&mut arms, rates.len(), equal).expect("an answer");
        (found, arms.asked)
    }

    fn arms(found: &SearchResult, verdict: Verdict) -> Vec<usize> {
        let mut all: Vec<usize> = found.with(verdict).map(|one| one.arm).collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn the_worse_half_is_dropped_until_the_finalists_are_left() {
        let rates: Vec<f64> = (0..64).map(|at| 0.2 + 0.005 * f64::from(at)).collect();
        let (found, asked) = search(&rates, 100_000);
        assert_eq!(found.best().arm, 63);
        let sizes: Vec<usize> = asked.iter().map(|(size, _)| *size).collect();
        assert_eq!(sizes, [64, 32, 16]);
        let places: Vec<usize> = found.all.iter().map(|one| one.arm).collect();
        assert_eq!(places, (0..64).rev().collect::<Vec<_>>());
        assert_eq!(found.all[7].dropped, None);
        assert_eq!(
            (found.all[8].dropped, found.all[63].dropped),
            (Some(2), Some(0))
        );
        // 32 of them lost half of a point for each place: those far behind are surely worse.
        assert!(found.with(Verdict::Worse).count() > 50);
    }

    #[test]
    fn ties_are_said_and_what_few_fights_leave_open() {
        let mut rates = vec![0.3; 20];
        for even in [2, 5, 11] {
            rates[even] = 0.6;
        }
        let (found, _) = search(&rates, 10_000);
        assert_eq!(found.best().arm, 2);
        assert_eq!(arms(&found, Verdict::Tied), [5, 11]);
        assert_eq!(found.with(Verdict::Worse).count(), 17);
        // ± 0.5 % for each of two win rates, and twice as much for 66 statements together.
        assert!(
            found.missed > 0.005 && found.missed < 0.05,
            "{}",
            found.missed
        );
        // Ten fights or so cannot tell.
        let (few, _) = search(&rates, 100);
        assert!(few.with(Verdict::Open).count() > 0);
        assert!(few.missed > 0.1);
    }

    #[test]
    fn a_single_loadout_is_the_best() {
        let (found, asked) = search(&[0.4], 1000);
        assert_eq!((found.best().arm, found.all.len(), asked.len()), (0, 1, 0));
        assert!(found.missed <= 0.0);
    }

    #[test]
    fn the_interval_of_wilson_is_that_of_the_tally() {
        let own = wilson(37, 100, Family::ONE.z());
        let tally = Interval::wilson(37, 100).expect("fights");
        assert!((own.low - tally.low).abs() < 1e-9 && (own.high - tally.high).abs() < 1e-9);
        let never = wilson(0, 50, 3.0);
        assert!(never.low <= 0.0 && never.high > 0.1);
    }
}
