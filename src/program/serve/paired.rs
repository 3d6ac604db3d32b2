//! Computes the difference between two drafts (edited versions of a scenario) by pairs of fights with the
//! same dice, as `compare` does.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::ThreadPool;
use serde_json::{Value as Json, json};

use crate::compare::{self, Assignment, Group, Verdict};
use crate::frame::Match;
use crate::tally::{Figure, Interval, Pairs};

/// Largest difference of win rates that counts as no difference, as in `compare`. 0.01 is one percentage
/// point.
const MARGIN: f64 = 0.01;

/// The number of pairs of fights that were played, and the sums over them.
#[derive(Debug, Default)]
pub(super) struct Sums {
    pairs: u64,
    after: Vec<Pairs>,
}

/// One matchup in two drafts.
#[derive(Debug)]
pub(super) struct Pair<'p> {
    pub(super) before: &'p Match,
    pub(super) after: &'p Match,
    pub(super) seed: u64,
}

impl Pair<'_> {
    /// Plays pairs of fights until each seat (order of the sides) has `end` pairs. Returns the differences of
    /// all figures.
    ///
    /// The outer `None` means that the run was stopped. The inner `None` means that there are no new
    /// differences: either the two drafts have different sides, or all these pairs had been played before.
    #[expect(
        clippy::option_option,
        reason = "stopped, or nothing to tell, or the differences"
    )]
    pub(super) fn play(
        &self,
        sums: &mut Sums,
        end: u64,
        pool: &ThreadPool,
        stop: &AtomicBool,
    ) -> Option<Option<Json>> {
        let seats = [self.before, self.after].map(|found| found.seats.as_slice());
        if seats[0].len() != seats[1].len() || sums.pairs >= end {
            return Some(None);
        }
        let Ok(group) = Group::new(seats.to_vec(), 0) else {
            return Some(None);
        };
        let round = Assignment {
            group: &group,
            seed: self.seed,
            fights: sums.pairs..end,
        };
        let played = pool.install(|| compare::play(&[round], &|_| {}, stop));
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let after = &played[0][1];
        sums.after.resize(after.len(), Pairs::default());
        for (sum, more) in sums.after.iter_mut().zip(after) {
            sum.merge(more);
        }
        sums.pairs = end;
        let figures = group.figures();
        let rows: Vec<Json> = figures
            .iter()
            .zip(&sums.after)
            .filter_map(|(&figure, pairs)| row(&group, figure, pairs))
            .collect();
        Some(Some(json!({
            "pairs": end,
            "same": group.is_same(1),
            "rows": rows,
        })))
    }
}

/// Returns the difference of a figure as JSON. Returns `None` if there are too few pairs for it.
fn row(group: &Group<'_>, figure: Figure, pairs: &Pairs) -> Option<Json> {
    let side = |side: crate::fight::SideId| group.cast().sides[side.index()].as_str();
    let (name, side) = match figure {
        Figure::Won(of) => ("win_rate", Some(side(of))),
        Figure::Rounds => ("rounds", None),
        Figure::Dealt(of) => ("damage", Some(side(of))),
    };
    let is_share = matches!(figure, Figure::Won(_));
    let ([before, after], difference) = if is_share {
        (pairs.shares()?, pairs.difference_of_shares()?)
    } else {
        (pairs.means()?, pairs.difference_of_means()?)
    };
    let margin = if is_share {
        MARGIN
    } else {
        MARGIN * before.estimate
    };
    let verdict = if group.is_same(1) {
        Verdict::Same
    } else {
        compare::judge(difference, margin, pairs.pairs())
    };
    let verdict = match verdict {
        Verdict::Same => "same",
        Verdict::Within => "within",
        Verdict::More => "more",
        Verdict::Less => "less",
        Verdict::Open { .. } => "open",
    };
    Some(json!({
        "figure": name,
        "side": side,
        "before": interval(before),
        "after": interval(after),
        "difference": interval(difference),
        "verdict": verdict,
    }))
}

fn interval(of: Interval) -> Json {
    json!([of.low, of.estimate, of.high])
}
