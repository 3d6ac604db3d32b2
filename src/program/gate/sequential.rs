//! The sequential gate: plays two versions of matchups in pairs with the same dice, until the verdicts are
//! known.
//!
//! Figures are judged several times while pairs of fights are played. These times are called looks. At each
//! look, every matchup has a twentieth more pairs than at the look before. Every figure that is still open is
//! then judged by all pairs up to this look. A verdict never changes after it is found. A matchup is played
//! further as long as one of its figures is open, but not beyond its cap.
//!
//! A figure is judged by Wald's sequential probability ratio. The ratio compares two hypotheses: that the
//! figure has moved by twice the margin, and that it has moved by the margin. It says how much likelier the
//! pairs are under the first one. The figure has *moved* once the ratio exceeds the number of figures divided
//! by `ALARM`. It has *held* once the ratio is below `OVERSIGHT`, both upwards and downwards. The number of
//! looks does not raise the error rates of this test. A figure that is open when its matchup reaches the cap
//! is judged by one more test, for a fixed number of pairs. That test has error rates of its own
//! (`LAST_ALARM`, `LAST_OVERSIGHT`). A false alarm therefore has a probability of at most 5 % over all
//! figures of a command. A figure that has moved by twice the margin is said to have held in at most one
//! command of ten.
//!
//! Which fights are counted depends only on looks and verdicts, and not on the number of threads.

use std::sync::atomic::{AtomicBool, Ordering};

use super::judge::needs;
use super::shift::{Pair, float, wide};
use super::{Figure, Finding, Margins, Paired, Verdict};
use crate::compare::{self, Assignment, Group, Sums};
use crate::expect::sequential::looks_by;
use crate::tally::{Pairs, Stop};

/// Probability that the sequential test raises a false alarm, over all figures of a command together.
const ALARM: f64 = 0.02;

/// Probability that the test at the cap raises a false alarm, over all figures of a command together.
const LAST_ALARM: f64 = 0.03;

/// Nominal probability that the sequential test overlooks a move by twice the margin. The actual probability
/// is 8 %, since figures are judged only at looks.
const OVERSIGHT: f64 = 0.1;

/// Probability that the test at the cap overlooks a move by twice the margin.
const LAST_OVERSIGHT: f64 = 0.01;

/// Minimum number of pairs for a verdict. With fewer pairs, the variance between pairs is not known well
/// enough.
const FEWEST: u64 = 100;

/// Inverse of the growth between looks: each look has a twentieth more pairs than the look before. With such
/// small steps, few pairs are played after a verdict would have been possible.
const GROWTH: u64 = 20;

/// A matchup in two versions, which are played with the same dice.
#[derive(Debug)]
pub struct Duel<'d> {
    /// Name of the scenario.
    pub scenario: &'d str,
    /// Name of the matchup.
    pub matchup: &'d str,
    /// Both versions of the matchup, the earlier one first. The group is set to count draws and undecided
    /// fights too.
    pub group: Group<'d>,
    /// The seed of the fights.
    pub seed: u64,
    /// Maximum number of pairs in each seat (order of the sides).
    pub cap: u64,
}

/// All verdicts, and how many fights they took.
#[derive(Debug)]
pub struct Verdicts {
    /// The verdict on each figure of each matchup, in the order of the matchups and their figures.
    pub findings: Vec<Finding>,
    /// Number of pairs of fights that were played, over all matchups.
    pub pairs: u64,
    /// Number of times that figures were judged.
    pub looks: usize,
}

impl Duel<'_> {
    /// Returns the figures that are judged. [`Duel::pairs`] returns its result in the same order.
    fn figures(&self) -> Vec<Figure> {
        let sides = &self.group.cast().sides;
        let wins = sides.iter().cloned().map(Figure::WinRate);
        let damage = sides.iter().cloned().map(Figure::Damage);
        let others = [Figure::Draws, Figure::Undecided, Figure::Rounds];
        wins.chain(others).chain(damage).collect()
    }

    fn seats(&self) -> u64 {
        self.group.width() / self.group.len() as u64
    }

    /// Returns a [`Pair`] for each figure, which has the figure in both versions. `sums` are the sums over
    /// pairs of fights that `compare` returns, one for each figure.
    fn pairs(&self, sums: &[Pairs]) -> Vec<Pair> {
        let sides = self.group.cast().sides.len();
        let (wins, rest) = sums.split_at(sides);
        let (means, endings) = rest.split_at(sides + 1);
        let before = |pairs: &Pairs| wide(pairs.sums()[0]) / float(pairs.pairs());
        let scale = |mean: f64| if mean > 0.0 { mean } else { 1.0 };
        let all: f64 = means[1..].iter().map(before).sum();
        let shares = wins.iter().chain(endings);
        let shares = shares.map(|pairs| Pair::PairedShares(*pairs));
        let mean = |(at, pairs): (usize, &Pairs)| Pair::PairedMeans {
            pairs: *pairs,
            scale: scale(if at == 0 { before(pairs) } else { all }),
        };
        shares.chain(means.iter().enumerate().map(mean)).collect()
    }
}

/// Plays pairs and judges figures, until every figure has a verdict or its matchup has reached its cap. Calls
/// `counted` with the number of fights of each finished piece of work. Returns `None` if `stop` became true
/// before that.
///
/// # Panics
/// When a fight panics, which is a bug in the rules of its book.
pub fn play(
    duels: &[Duel<'_>],
    margins: Margins,
    counted: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Option<Verdicts> {
    let mut sums: Vec<Option<Sums>> = duels.iter().map(|_| None).collect();
    let mut played: Vec<u64> = vec![0; duels.len()];
    let fixtures: Vec<Fixture> = duels
        .iter()
        .map(|duel| Fixture {
            figures: duel.figures(),
            seats: duel.seats(),
            cap: duel.cap,
        })
        .collect();
    let family = fixtures.iter().map(|one| one.figures.len()).sum();
    let (settled, looks) = by_looks(&fixtures, margins, family, |wanted| {
        let round = |&(place, fights): &(usize, u64)| Assignment {
            group: &duels[place].group,
            seed: duels[place].seed,
            fights: played[place]..fights,
        };
        let rounds: Vec<Assignment<'_>> = wanted.iter().map(round).collect();
        let more = compare::play(&rounds, counted, stop);
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let pairs = wanted.iter().zip(more).map(|(&(place, fights), more)| {
            played[place] = fights;
            let sum = sums[place].get_or_insert_with(|| vec![Vec::new(); more.len()]);
            add(sum, &more);
            duels[place].pairs(&sum[1])
        });
        Some(pairs.collect())
    })?;
    let each = duels.iter().zip(&fixtures).zip(settled);
    let findings = each.flat_map(|((duel, fixture), settled)| {
        let both = fixture.figures.iter().zip(settled);
        both.map(|(figure, one)| one.finding(duel, figure, margins, family))
            .collect::<Vec<_>>()
    });
    let all = duels.iter().zip(&played);
    Some(Verdicts {
        findings: findings.collect(),
        pairs: all.map(|(duel, fights)| duel.seats() * fights).sum(),
        looks,
    })
}

fn add(sum: &mut Sums, more: &Sums) {
    for (sum, more) in sum.iter_mut().zip(more) {
        sum.resize(more.len(), Pairs::default());
        for (sum, more) in sum.iter_mut().zip(more) {
            sum.merge(more);
        }
    }
}

/// What [`by_looks`] needs to know about a matchup: its figures, its number of seats (orders of the sides),
/// and its largest number of pairs.
pub(super) struct Fixture {
    pub(super) figures: Vec<Figure>,
    pub(super) seats: u64,
    /// Maximum number of pairs in each seat (order of the sides).
    pub(super) cap: u64,
}

/// A figure in both versions (`pair`), with the latest verdict on it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Settled {
    pub(super) pair: Pair,
    pub(super) verdict: Verdict,
}

/// Judges all matchups at every look. `advance` gets the matchups to play next, each as its index and a
/// number of pairs of fights. It must play each of them until it has that many pairs in each seat (order of
/// the sides), counting those of earlier looks. It returns, for each of them, one [`Pair`] for each figure.
/// `family` is the number of figures that are judged together. Returns the verdicts and the number of looks
/// that were needed. Returns `None` if `advance` does.
pub(super) fn by_looks(
    fixtures: &[Fixture],
    margins: Margins,
    family: usize,
    mut advance: impl FnMut(&[(usize, u64)]) -> Option<Vec<Vec<Pair>>>,
) -> Option<(Vec<Vec<Settled>>, usize)> {
    let most = fixtures.iter().map(|one| one.cap.saturating_mul(one.seats));
    let all_looks = most
        .max()
        .map_or_else(Vec::new, |most| looks_by(GROWTH, most));
    let mut settled: Vec<Vec<Settled>> = fixtures.iter().map(|_| Vec::new()).collect();
    let mut played: Vec<u64> = vec![0; fixtures.len()];
    let mut used = 0;
    for look in all_looks {
        let is_open = |place: usize| {
            let mut all = settled[place].iter();
            played[place] == 0 || all.any(|one| one.verdict == Verdict::Open)
        };
        let fights = |place: usize| {
            let Fixture { seats, cap, .. } = fixtures[place];
            look.div_ceil(seats.max(1)).min(cap)
        };
        let wanted: Vec<(usize, u64)> = (0..fixtures.len())
            .filter(|&place| is_open(place) && played[place] < fights(place))
            .map(|place| (place, fights(place)))
            .collect();
        if wanted.is_empty() {
            break;
        }
        used += 1;
        for (&(place, fights), pairs) in wanted.iter().zip(advance(&wanted)?) {
            played[place] = fights;
            let fixture = &fixtures[place];
            let is_last = fights == fixture.cap;
            let judged = |(at, pair): (usize, Pair)| match settled[place].get(at) {
                Some(before) if before.verdict != Verdict::Open => *before,
                _ => Settled {
                    pair,
                    verdict: verdict(&pair, margins.of(&fixture.figures[at]), family, is_last),
                },
            };
            settled[place] = pairs.into_iter().enumerate().map(judged).collect();
        }
    }
    Some((settled, used))
}

/// Returns the verdict on a figure at a look. `is_last` says that the matchup has reached its cap.
fn verdict(pair: &Pair, margin: f64, family: usize, is_last: bool) -> Verdict {
    if pair.fights() < FEWEST {
        return Verdict::Open;
    }
    let family = float(family as u64);
    let [up, down] = pair.evidence(margin);
    let most = up.max(down);
    if most >= (family / ALARM).ln() || is_last && pair.beyond(margin) <= LAST_ALARM / family {
        Verdict::Moved
    } else if most <= OVERSIGHT.ln() || is_last && pair.within(2.0 * margin) <= LAST_OVERSIGHT {
        Verdict::Held
    } else {
        Verdict::Open
    }
}

impl Settled {
    fn finding(self, duel: &Duel<'_>, figure: &Figure, margins: Margins, family: usize) -> Finding {
        let Self { pair, verdict } = self;
        let margin = margins.of(figure);
        let [up, down] = pair.evidence(margin);
        let [old, new] = pair.estimates();
        Finding {
            scenario: duel.scenario.to_owned(),
            matchup: duel.matchup.to_owned(),
            figure: figure.clone(),
            old,
            new,
            shift: pair.shift(),
            p: (float(family as u64) * (-up.max(down)).exp()).min(1.0),
            verdict,
            needs: (verdict == Verdict::Open).then(|| needs(&pair, margin, family)),
            paired: paired(&pair),
        }
    }
}

/// Returns the 95 % interval of a shift. It is not corrected for the number of figures. It allows for the
/// fact that the number of pairs was not fixed in advance. Returns `None` if the fights were not played in
/// pairs.
fn paired(pair: &Pair) -> Option<Paired> {
    let (pairs, interval, scale) = match pair {
        Pair::PairedShares(pairs) => (pairs, pairs.difference_of_shares_after(Stop::Narrow)?, 1.0),
        Pair::PairedMeans { pairs, scale } => (
            pairs,
            pairs.difference_of_means_after(Stop::Narrow)?,
            *scale,
        ),
        Pair::Shares { .. } | Pair::Means { .. } => return None,
    };
    Some(Paired {
        low: interval.low / scale,
        high: interval.high / scale,
        pairs: pairs.pairs(),
    })
}
