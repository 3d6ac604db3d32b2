//! Finds the best of many loadouts by sequential halving.
//!
//! A loadout is one combination of values on the axes that change a side, such as its weapon and armour. All
//! loadouts play a few fights, the worse half is dropped, the rest plays more, and so on until a few
//! finalists are left. The finalists then play many fresh fights, which the search has not used. Loadouts
//! that cannot win are thus dropped after few fights, and most fights are spent on the best. [`schedule`]
//! computes how many fights each loadout plays.
//!
//! A search says which finalists and which dropped loadouts are worse than the best one. It also says by how
//! much any loadout may be better than the best one found. In at least 95 of 100 searches, all of these
//! statements are true at the same time (Bonferroni, over all loadouts and rounds). The search plays loadouts
//! only through the trait [`Arms`]. Tests can therefore replace the fights by loadouts whose win rates are
//! known. [`loadouts`] implements the trait with fights.

pub mod loadouts;
pub mod schedule;

use std::ops::Range;

use crate::tally::{Family, Interval};
use crate::tune::Ended;
use schedule::Schedule;

/// Loadouts that can be played. A loadout is identified by its index, which is called its arm.
pub trait Arms {
    /// Plays the fights with the numbers `fights` for each loadout in `arms`, in all matchups and in each
    /// order of the sides. Returns how many fights each loadout won.
    ///
    /// # Errors
    /// If the search was stopped or cannot continue.
    fn play(&mut self, arms: &[usize], fights: Range<u64>) -> Result<Vec<u64>, Ended>;

    /// Plays `fights` fresh fights of each loadout in `arms`. The result has intervals that are widened for
    /// the number of statements in `family`, so that all of them contain the true values at the same time.
    ///
    /// # Errors
    /// If the search was stopped or cannot continue.
    fn finals(&mut self, arms: &[usize], fights: u64, family: Family) -> Result<Finals, Ended>;

    /// Returns how many fights a loadout plays under one fight number: one for each matchup and each order of
    /// the sides.
    fn width(&self) -> u64;
}

/// Results of the finals, in the order of the loadouts given to [`Arms::finals`].
#[derive(Debug, Clone, PartialEq)]
pub struct Finals {
    /// Win rate of each loadout, with its own 95 % interval.
    pub rates: Vec<Interval>,
    /// Win rate of each loadout, with a widened interval. All widened intervals of a search contain the true
    /// values together with a probability of at least 95 %.
    pub wide: Vec<Interval>,
    /// `leads[a][b]` is the win rate of loadout `a` minus that of loadout `b`, with a widened interval.
    pub leads: Vec<Vec<Interval>>,
}

/// The verdict of a search on a loadout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The loadout with the highest win rate in the finals.
    Best,
    /// A finalist whose win rate cannot be told apart from that of the best.
    Tied,
    /// A loadout that is worse than the best beyond reasonable doubt.
    Worse,
    /// A loadout that was dropped before the finals, after too few fights to tell whether it is worse than
    /// the best.
    Open,
}

impl Verdict {
    /// Returns the name of the verdict for tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Tied => "tied",
            Self::Worse => "worse",
            Self::Open => "open",
        }
    }
}

/// A loadout with its fights and its verdict.
#[derive(Debug, Clone, PartialEq)]
pub struct RankedLoadout {
    /// Index of the loadout among all loadouts, from 0.
    pub arm: usize,
    /// The round after which the loadout was dropped, from 0; `None` for a finalist.
    pub dropped: Option<usize>,
    /// Number of fights that the loadout won, and of fights that it played, in the rounds of the search.
    pub searched: (u64, u64),
    /// Win rate in the finals; `None` for a dropped loadout.
    pub rate: Option<Interval>,
    /// Win rate in the finals minus that of the best, with a widened interval. `None` for the best and for
    /// dropped loadouts.
    pub behind: Option<Interval>,
    /// The verdict on the loadout.
    pub verdict: Verdict,
}

/// Result of a search for the best loadout.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchResult {
    /// The schedule that the search followed.
    pub schedule: Schedule,
    /// All loadouts. The finalists come first, in descending order of their win rates. The dropped loadouts
    /// follow, those that were dropped last first.
    pub all: Vec<RankedLoadout>,
    /// Upper bound on how much higher the win rate of any loadout is than that of the best one found. 0.01 is
    /// one percentage point.
    pub missed: f64,
}

impl SearchResult {
    /// Returns the best loadout.
    ///
    /// # Panics
    /// Never: a search has at least one loadout.
    pub fn best(&self) -> &RankedLoadout {
        self.all.first().expect("there is a loadout")
    }

    /// Iterates over the loadouts with this verdict.
    pub fn with(&self, verdict: Verdict) -> impl Iterator<Item = &RankedLoadout> {
        self.all.iter().filter(move |one| one.verdict == verdict)
    }
}

/// Searches `count` loadouts for the one with the highest win rate. `equal` is the number of fights that each
/// loadout would play if all of them played equally often. The search plays a fraction of that.
///
/// # Errors
/// If `arms` ends the search early.
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
        // All loadouts that are left have played the same number of fights. Of two loadouts with the same
        // number of wins, the one with the lower index comes first.
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

/// Returns the Wilson interval of the share `count / of`. Its half-width is `z` standard errors.
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

    /// Loadouts with known win rates. Each wins exactly its share of fights, rounded to a whole number.
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
        // The first round dropped 32 of the loadouts. The win rates of neighbouring loadouts differ by half a
        // point, so the loadouts far behind the best are surely worse.
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
        // In the finals, the interval of a win rate is ± 0.5 %. It is about twice as wide if 66 statements
        // have to be right at the same time.
        assert!(
            found.missed > 0.005 && found.missed < 0.05,
            "{}",
            found.missed
        );
        // About ten fights of each loadout are too few to tell them apart.
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
