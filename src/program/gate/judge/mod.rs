//! Compares every figure of the fresh counts with the baseline, and gives a verdict on each.
//!
//! There are three kinds of figures: the endings of fights (each side's win rate, draws, undecided), their length, and the
//! damage of each side. A figure whose matchup has the counts of the baseline is the same and is not tested. All other
//! figures, over all scenarios of the command, form one family for Holm's correction.
//!
//! A figure has *moved* if it has certainly moved by more than the margin. It has *held* if it has certainly not moved by
//! twice the margin. Any other figure is *open*: it has too few fights. A shift of twice the margin is therefore noticed, a
//! shift within the margin raises the alarm in at most one build of twenty, and a shift in between may do either.

use super::Margins;
use super::counts::{Counts, GROUPS, MatchupCounts, SideCounts};
use super::shift::{Mean, Pair, Share, float, wide};
use crate::tally::holm;

/// Probability of a false alarm, over all figures of a command together.
const ALARM: f64 = 0.05;

/// Probability that a figure that moved by twice the margin is said to hold.
const OVERSIGHT: f64 = 0.05;

/// A figure that is compared with the baseline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Figure {
    /// The share of fights that this side won.
    WinRate(String),
    /// The share of fights after which nobody stood.
    Draws,
    /// The share of fights that ended undecided.
    Undecided,
    /// The mean number of rounds of a fight.
    Rounds,
    /// The mean damage that this side deals in a fight.
    Damage(String),
}

impl Figure {
    /// Whether it is a share of the fights, and so measured in percentage points.
    pub fn is_share(&self) -> bool {
        !matches!(self, Self::Rounds | Self::Damage(_))
    }

    /// Name of the figure in reports.
    pub fn name(&self) -> String {
        match self {
            Self::WinRate(side) => format!("{side} win rate"),
            Self::Draws => "draws".to_owned(),
            Self::Undecided => "undecided".to_owned(),
            Self::Rounds => "rounds".to_owned(),
            Self::Damage(side) => format!("{side} damage"),
        }
    }
}

/// The verdict on a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The matchup has the counts of the baseline.
    Same,
    /// The figure has certainly not moved by twice the margin, and perhaps not by the margin.
    Held,
    /// There are too few fights for a verdict.
    Open,
    /// The figure has certainly moved by more than the margin.
    Moved,
}

/// A figure in the baseline and now, with the verdict.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The scenario.
    pub scenario: String,
    /// The matchup.
    pub matchup: String,
    /// The figure.
    pub figure: Figure,
    /// Value in the baseline: a share from 0 to 1, rounds, or points of damage.
    pub old: f64,
    /// Value now, in the same unit.
    pub new: f64,
    /// The change: for shares a share of all fights, for rounds a fraction of the baseline's rounds, for damage a fraction of the
    /// damage of all sides in the baseline.
    pub shift: f64,
    /// Holm's adjusted p-value, from 0 to 1, of a change within the margin.
    pub p: f64,
    /// The verdict.
    pub verdict: Verdict,
    /// About how many fights of each matchup, in the baseline and now, would settle an open figure.
    pub needs: Option<u64>,
    /// The interval of the change, if both versions were played under the same luck.
    pub paired: Option<Paired>,
}

/// The interval of a change between fights under the same luck.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paired {
    /// The lower end of its 95 % interval, in the unit of [`Finding::shift`].
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Number of pairs of fights.
    pub pairs: u64,
}

/// Judges fresh counts against their baselines. Both have the same matchups and sides.
///
/// The findings are in the order of the fresh counts, each matchup's as in [`Figure`].
///
/// # Panics
/// When a baseline lacks a matchup or side, see `fit.rs`.
pub fn judge(pairs: &[(Counts, Counts)], margins: Margins) -> Vec<Finding> {
    let mut drafts: Vec<Draft> = Vec::new();
    for (old, new) in pairs {
        let old = old.by_name();
        for now in &new.matchups {
            let then = old[now.matchup.as_str()];
            drafts.extend(figures(then, now).into_iter().map(|(figure, pair)| Draft {
                scenario: &new.scenario,
                matchup: &now.matchup,
                figure,
                pair,
                same: is_same(then, now),
            }));
        }
    }
    let margin = |draft: &Draft| margins.of(&draft.figure);
    let tested: Vec<f64> = drafts
        .iter()
        .filter(|draft| !draft.same)
        .map(|draft| draft.pair.beyond(margin(draft)))
        .collect();
    let family = tested.len();
    let mut adjusted = holm(&tested).into_iter();
    drafts
        .into_iter()
        .map(|draft| {
            let p = if draft.same {
                1.0
            } else {
                adjusted.next().expect("one of each")
            };
            let margin = margin(&draft);
            draft.judged(p, margin, family)
        })
        .collect()
}

const MATCHED: &str = "whoever pairs the counts sees that they have the same matchups and sides";

/// Whether a matchup has the counts of the baseline, in any order of its sides.
pub(super) fn is_same(then: &MatchupCounts, now: &MatchupCounts) -> bool {
    let own = |counts: &MatchupCounts| {
        let ends = [counts.fights, counts.draws, counts.undecided];
        (ends, counts.rounds, counts.rounds_squared)
    };
    own(then) == own(now)
        && now
            .sides
            .iter()
            .all(|side| then.side(&side.side) == Some(side))
}

/// A figure without a verdict yet.
struct Draft<'c> {
    scenario: &'c str,
    matchup: &'c str,
    figure: Figure,
    pair: Pair,
    same: bool,
}

impl Draft<'_> {
    /// The verdict, given the adjusted p-value of a change within the margin; `family` is the number of figures.
    fn judged(self, p: f64, margin: f64, family: usize) -> Finding {
        let verdict = if self.same {
            Verdict::Same
        } else if p <= ALARM {
            Verdict::Moved
        } else if self.pair.within(2.0 * margin) <= OVERSIGHT {
            Verdict::Held
        } else {
            Verdict::Open
        };
        let [old, new] = self.pair.estimates();
        Finding {
            scenario: self.scenario.to_owned(),
            matchup: self.matchup.to_owned(),
            old,
            new,
            shift: self.pair.shift(),
            p,
            verdict,
            needs: (verdict == Verdict::Open).then(|| needs(&self.pair, margin, family)),
            figure: self.figure,
            paired: None,
        }
    }
}

/// About how many fights would show that the figure moved, or that it held: the smaller number.
pub(super) fn needs(pair: &Pair, margin: f64, family: usize) -> u64 {
    let shift = pair.shift().abs();
    let tell = |near, alpha| pair.fights_to_tell(near, alpha, 0.1);
    let moved = (shift > margin).then(|| tell(margin, ALARM / float(family as u64)));
    let held = (shift < 2.0 * margin).then(|| tell(2.0 * margin, OVERSIGHT));
    let fights = moved.into_iter().chain(held).fold(f64::INFINITY, f64::min);
    rounded_up(fights)
}

/// About how many fights of each matchup show, in 99 of 100 cases, that all figures together have held if nothing but luck has
/// changed.
pub fn enough(all: &[Counts], margins: Margins) -> u64 {
    let matchups = all.iter().flat_map(|counts| &counts.matchups);
    let figures: Vec<(Figure, Pair)> = matchups.flat_map(|one| figures(one, one)).collect();
    // By chance a figure moves one way or the other.
    let unnoticed = 0.01 / 2.0 / float(figures.len().max(1) as u64);
    let fights = figures
        .iter()
        .map(|(figure, pair)| pair.fights_to_tell(2.0 * margins.of(figure), OVERSIGHT, unnoticed));
    rounded_up(fights.fold(1.0, f64::max))
}

/// Rounds a number of fights up to two digits and to whole groups.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "positive, and the cast takes what is out of range to the nearest end"
)]
fn rounded_up(fights: f64) -> u64 {
    let digit = 10f64.powf((fights.log10().floor() - 1.0).max(2.0));
    ((fights / digit).ceil() * digit) as u64
}

/// Every figure of a matchup with both samples.
fn figures(then: &MatchupCounts, now: &MatchupCounts) -> Vec<(Figure, Pair)> {
    let share = |old, new| Pair::Shares {
        old: Share {
            count: old,
            of: then.fights,
        },
        new: Share {
            count: new,
            of: now.fights,
        },
    };
    let side = |side: &SideCounts| then.side(&side.side).expect(MATCHED).clone();
    let named = |side: &SideCounts| side.side.clone();
    let mut figures: Vec<(Figure, Pair)> = now
        .sides
        .iter()
        .map(|now| (Figure::WinRate(named(now)), share(side(now).wins, now.wins)))
        .collect();
    figures.push((Figure::Draws, share(then.draws, now.draws)));
    figures.push((Figure::Undecided, share(then.undecided, now.undecided)));
    let rounds = |counts: &MatchupCounts| Mean {
        fights: counts.fights,
        values: counts.fights,
        sum: counts.rounds,
        squares: counts.rounds_squared,
    };
    let all = |sum: u128| {
        if sum > 0 {
            wide(sum) / float(then.fights)
        } else {
            1.0
        }
    };
    let (old, new, scale) = (rounds(then), rounds(now), all(then.rounds));
    figures.push((Figure::Rounds, Pair::Means { old, new, scale }));
    let scale = all(then.sides.iter().map(|side| side.damage).sum());
    let damage = |counts: &MatchupCounts, side: &SideCounts| Mean {
        fights: counts.fights,
        values: GROUPS,
        sum: side.damage,
        squares: side.damage_squared,
    };
    figures.extend(now.sides.iter().map(|one| {
        let (old, new) = (damage(then, &side(one)), damage(now, one));
        (Figure::Damage(named(one)), Pair::Means { old, new, scale })
    }));
    figures
}

#[cfg(test)]
mod tests;
