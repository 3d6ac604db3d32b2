//! Problems with a known best loadout, because the win rate of each loadout is given. Fights are not played
//! by rules, but drawn with these win rates.

use std::ops::Range;

use rand::{RngExt, SeedableRng};
use rand_distr::{Beta, Binomial, Distribution, Normal};
use rand_xoshiro::Xoshiro256PlusPlus as Luck;
use skirmish::best::schedule::Schedule;
use skirmish::best::{Arms, Finals, Verdict, best, wilson};
use skirmish::tally::{Family, Interval};
use skirmish::tune::Ended;

/// Half a percentage point of win rate. A loadout counts as equal to the best if its win rate is at most this
/// much lower.
pub(crate) const HALF_A_POINT: f64 = 0.005;

/// The ways to distribute win rates over the loadouts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Win rates around one half, most of them near the middle.
    Normal,
    /// Win rates spread evenly from 30 to 70 %.
    Even,
    /// Each win rate is the sum of the effects of three slots.
    Slots,
    /// One loadout has 60 %, and the others are spread evenly from 35 to 58 %.
    Lone,
    /// Twenty loadouts have 60 %, and the others are spread evenly from 35 to 60 %.
    Ties,
    /// Most loadouts are bad, and a few are good.
    Skewed,
}

impl Shape {
    /// All shapes.
    pub(crate) const ALL: [Self; 6] = [
        Self::Normal,
        Self::Even,
        Self::Slots,
        Self::Lone,
        Self::Ties,
        Self::Skewed,
    ];

    /// Returns random win rates of this shape for `loadouts` loadouts.
    pub(crate) fn rates(self, loadouts: usize, luck: &mut Luck) -> Vec<f64> {
        let normal = |deviation: f64| Normal::new(0.0, deviation).expect("a deviation above 0");
        let mut rates: Vec<f64> = match self {
            Self::Normal => {
                let around = normal(0.1);
                let rate = |_| (0.5 + around.sample(luck)).clamp(0.02, 0.98);
                (0..loadouts).map(rate).collect()
            }
            Self::Even => (0..loadouts).map(|_| luck.random_range(0.3..0.7)).collect(),
            Self::Slots => {
                let (effect, own) = (normal(0.35), normal(0.05));
                let mut slot = || -> Vec<f64> { (0..10).map(|_| effect.sample(luck)).collect() };
                let slots = [slot(), slot(), slot()];
                let rate = |at: usize| {
                    let sum = slots[0][at % 10] + slots[1][at / 10 % 10] + slots[2][at / 100 % 10];
                    1.0 / (1.0 + (-sum - own.sample(luck)).exp())
                };
                (0..loadouts).map(rate).collect()
            }
            Self::Lone => (0..loadouts)
                .map(|_| luck.random_range(0.35..0.58))
                .collect(),
            Self::Ties => (0..loadouts)
                .map(|_| luck.random_range(0.35..0.6))
                .collect(),
            Self::Skewed => {
                let beta = Beta::new(2.0, 5.0).expect("parameters above 0");
                (0..loadouts)
                    .map(|_| 0.3 + 0.4 * beta.sample(luck))
                    .collect()
            }
        };
        let good = match self {
            Self::Lone => 1,
            Self::Ties => 20,
            _ => 0,
        };
        for _ in 0..good {
            let at = luck.random_range(0..loadouts);
            rates[at] = 0.6;
        }
        rates
    }
}

/// The loadouts of a problem, with known win rates.
#[derive(Debug)]
pub(crate) struct Planted {
    rates: Vec<f64>,
    luck: Luck,
    /// Number of fights that have been played in all.
    pub(crate) fights: u64,
}

impl Planted {
    /// Creates a problem whose loadouts have these win rates. `seed` decides the results of fights.
    pub(crate) fn new(rates: Vec<f64>, seed: u64) -> Self {
        let luck = Luck::seed_from_u64(seed);
        let fights = 0;
        Self {
            rates,
            luck,
            fights,
        }
    }

    /// Plays `fights` fights of the loadout `arm`, and returns the number of wins.
    fn wins(&mut self, arm: usize, fights: u64) -> u64 {
        self.fights += fights;
        let wins = Binomial::new(fights, self.rates[arm]).expect("a win rate");
        wins.sample(&mut self.luck)
    }
}

impl Arms for Planted {
    fn play(&mut self, arms: &[usize], fights: Range<u64>) -> Result<Vec<u64>, Ended> {
        let fights = fights.end - fights.start;
        Ok(arms.iter().map(|&arm| self.wins(arm, fights)).collect())
    }

    fn finals(&mut self, arms: &[usize], fights: u64, family: Family) -> Result<Finals, Ended> {
        let wins: Vec<u64> = arms.iter().map(|&arm| self.wins(arm, fights)).collect();
        let each = |z: f64| -> Vec<Interval> {
            wins.iter().map(|&wins| wilson(wins, fights, z)).collect()
        };
        let wide = each(family.z());
        let lead = |a: &Interval, b: &Interval| {
            let estimate = a.estimate - b.estimate;
            Interval {
                low: estimate - (a.estimate - a.low).hypot(b.high - b.estimate),
                high: estimate + (a.high - a.estimate).hypot(b.estimate - b.low),
                estimate,
            }
        };
        Ok(Finals {
            rates: each(Family::ONE.z()),
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

/// How well the problems of a shape were solved.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Score {
    /// Number of problems.
    pub(crate) problems: usize,
    /// Number of problems whose search found a loadout within half a point of the best.
    pub(crate) found: usize,
    /// Number of problems whose equal split found such a loadout. An equal split plays each loadout equally
    /// often and takes the one with the most wins.
    pub(crate) equal: usize,
    /// Number of problems with two right results: every loadout that the search calls worse is no better than
    /// its answer, and the best loadout is no better than the bound that the search gives.
    pub(crate) right: usize,
    /// Number of fights that all searches played.
    pub(crate) fights: u64,
    /// Number of fights that all equal splits played.
    pub(crate) equal_fights: u64,
}

/// Makes problems of a shape, and runs the search and the equal split on each of them.
pub(crate) fn solve(
    shape: Shape,
    problems: usize,
    (loadouts, equal): (usize, u64),
    seed: u64,
) -> Score {
    let mut score = Score {
        problems,
        ..Score::default()
    };
    for problem in 0..problems as u64 {
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(problem);
        let mut luck = Luck::seed_from_u64(seed);
        let rates = shape.rates(loadouts, &mut luck);
        let most = rates.iter().copied().fold(0.0, f64::max);
        let mut arms = Planted::new(rates.clone(), luck.random());
        let found = best(&mut arms, loadouts, equal).expect("nobody ends the search");
        let own = rates[found.best().arm];
        score.found += usize::from(most - own <= HALF_A_POINT);
        let worse = |verdict: Verdict| found.with(verdict).all(|one| rates[one.arm] <= own);
        score.right += usize::from(most - own <= found.missed && worse(Verdict::Worse));
        score.fights += arms.fights;
        let schedule = Schedule::new(loadouts, equal);
        assert_eq!(arms.fights, schedule.fights(), "the schedule says how many");
        let mut split = Planted::new(rates.clone(), luck.random());
        let wins = split.play(&(0..loadouts).collect::<Vec<_>>(), 0..equal);
        let wins = wins.expect("nobody ends it");
        let first = (0..loadouts)
            .max_by_key(|&arm| wins[arm])
            .expect("loadouts");
        score.equal += usize::from(most - rates[first] <= HALF_A_POINT);
        score.equal_fights += split.fights;
    }
    score
}
