//! Compares every figure of the present counts with the baseline, and gives a verdict on each.
//!
//! There are three kinds of figures: how fights end (the win rate of each side, draws and undecided fights),
//! how many rounds they last, and the damage that each side deals. A matchup with the same counts as in the
//! baseline is not tested, and its figures are called *the same*. All other figures of all scenarios of the
//! command together form one family for Holm's correction.
//!
//! A figure has *moved* if it has certainly moved by more than the margin. It has *held* if it has certainly
//! moved by less than twice the margin. Otherwise it is *open*, because there are too few fights. If no
//! figure has moved by more than the margin, at most one build of twenty raises an alarm. If a figure has
//! moved by twice the margin or more, it is said to have held in at most one case of twenty. For shifts in
//! between, either verdict is possible.

use super::Margins;
use super::counts::{Counts, GROUPS, MatchupCounts, SideCounts};
use super::shift::{Mean, Pair, Share, float, wide};
use crate::tally::holm;

/// Probability of a false alarm, over all figures of a command together.
const ALARM: f64 = 0.05;

/// Probability that a figure is said to have held although it has moved by twice the margin.
const OVERSIGHT: f64 = 0.05;

/// A figure that is compared with the baseline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Figure {
    /// The share of fights that the side of this name won.
    WinRate(String),
    /// The share of draws: fights after which nobody stood.
    Draws,
    /// The share of undecided fights, for example those that reached the round cap.
    Undecided,
    /// The mean number of rounds of a fight.
    Rounds,
    /// The mean damage that the side of this name deals in a fight.
    Damage(String),
}

impl Figure {
    /// Returns whether the figure is a share of fights, whose changes are given in percentage points.
    pub fn is_share(&self) -> bool {
        !matches!(self, Self::Rounds | Self::Damage(_))
    }

    /// Returns the name of the figure in reports.
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

/// The verdict on whether a figure has moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The counts of the matchup equal those of the baseline.
    Same,
    /// The figure has certainly moved by less than twice the margin.
    Held,
    /// There are too few fights for a verdict.
    Open,
    /// The figure has certainly moved by more than the margin.
    Moved,
}

/// A figure in the baseline and now, with the verdict on it.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// Name of the scenario.
    pub scenario: String,
    /// Name of the matchup.
    pub matchup: String,
    /// The figure that was compared.
    pub figure: Figure,
    /// The value in the baseline: a share from 0 to 1, rounds, or points of damage.
    pub old: f64,
    /// The value now, in the same unit.
    pub new: f64,
    /// How far the figure has moved. For shares, 0.01 is one percentage point. For rounds, the unit is the
    /// baseline's mean number of rounds. For damage, the unit is the damage of all sides together in the
    /// baseline.
    pub shift: f64,
    /// P-value, from 0 to 1, of the hypothesis "the figure has moved by no more than the margin". It is
    /// corrected for the number of figures.
    pub p: f64,
    /// The verdict on the figure.
    pub verdict: Verdict,
    /// For an open figure: about how many fights of each matchup, in the baseline and now, would give a
    /// verdict. `None` for other figures.
    pub needs: Option<u64>,
    /// The interval of the shift. `None` unless both versions were played in pairs with the same dice.
    pub paired: Option<Paired>,
}

/// Interval of the shift between two versions that were played in pairs with the same dice.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paired {
    /// Lower end of the 95 % interval, in the unit of [`Finding::shift`].
    pub low: f64,
    /// Upper end of the 95 % interval.
    pub high: f64,
    /// Number of pairs of fights that the interval is computed from.
    pub pairs: u64,
}

/// Judges new counts against their baselines. In each pair, the baseline is first and the new counts are
/// second. Both must have the same matchups and sides.
///
/// The findings are in the order of the new counts. Those of a matchup are in the order of [`Figure`].
///
/// # Panics
/// When a baseline lacks a matchup or side. `fit.rs` finds such differences beforehand.
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

/// Returns whether both counts of a matchup are equal. The sides may be in different orders.
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

/// A figure of a matchup before its verdict.
struct Draft<'c> {
    scenario: &'c str,
    matchup: &'c str,
    figure: Figure,
    pair: Pair,
    same: bool,
}

impl Draft<'_> {
    /// Adds the verdict to the draft. `p` is the adjusted p-value of "the figure has moved by no more than
    /// the margin", and `family` is the number of tested figures.
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

/// Estimates how many fights would be needed to show that the figure has moved, and how many to show that it
/// has held. Returns the smaller of the two numbers.
pub(super) fn needs(pair: &Pair, margin: f64, family: usize) -> u64 {
    let shift = pair.shift().abs();
    let tell = |near, alpha| pair.fights_to_tell(near, alpha, 0.1);
    let moved = (shift > margin).then(|| tell(margin, ALARM / float(family as u64)));
    let held = (shift < 2.0 * margin).then(|| tell(2.0 * margin, OVERSIGHT));
    let fights = moved.into_iter().chain(held).fold(f64::INFINITY, f64::min);
    rounded_up(fights)
}

/// Estimates how many fights each matchup needs if nothing but the dice differs. With this number of fights,
/// all figures together are shown to have held in 99 of 100 cases.
pub fn enough(all: &[Counts], margins: Margins) -> u64 {
    let matchups = all.iter().flat_map(|counts| &counts.matchups);
    let figures: Vec<(Figure, Pair)> = matchups.flat_map(|one| figures(one, one)).collect();
    // A figure may deviate upwards or downwards by chance, so each direction gets half of the error.
    let unnoticed = 0.01 / 2.0 / float(figures.len().max(1) as u64);
    let fights = figures
        .iter()
        .map(|(figure, pair)| pair.fights_to_tell(2.0 * margins.of(figure), OVERSIGHT, unnoticed));
    rounded_up(fights.fold(1.0, f64::max))
}

/// Rounds a number of fights up to its first two digits and to a multiple of [`GROUPS`].
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "positive, and the cast takes what is out of range to the nearest end"
)]
fn rounded_up(fights: f64) -> u64 {
    let digit = 10f64.powf((fights.log10().floor() - 1.0).max(2.0));
    ((fights / digit).ceil() * digit) as u64
}

/// Returns every figure of a matchup, with its samples in the baseline (`then`) and now.
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
