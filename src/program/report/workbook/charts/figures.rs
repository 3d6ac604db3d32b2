//! Collects the figures of the charts, in one block for each chart.

use indexmap::IndexMap;

use super::super::super::Played;
use super::super::super::ranking::{by_rate, in_order, is_ranked, is_whole, varied};
use crate::fight::{Ending, SideId};
use crate::tally::{Count, Interval, endings};

/// The largest number of names below a chart.
const NAMES: usize = 60;
/// The largest number of sides that are drawn next to each other.
const SIDES: usize = 4;
/// The largest number of axes whose averages are drawn.
const AXES: usize = 3;
/// The largest number of matchups that are drawn as separate lines.
const LINES: usize = 6;
/// The largest number of rounds that are drawn.
const ROUNDS: usize = 200;

/// The figures of a chart.
pub(super) struct Block {
    /// The first row of the block in the sheet, which has the title. Below it are a row of column heads and a
    /// row for each name.
    pub(super) top: usize,
    pub(super) title: String,
    /// The name of the horizontal axis.
    pub(super) across: String,
    pub(super) names: Vec<String>,
    pub(super) series: Vec<Series>,
    /// Whether the series are stacked on each other.
    pub(super) is_stacked: bool,
    /// Whether the figures are drawn as lines.
    pub(super) is_lines: bool,
}

/// The figures that are drawn in the same colour.
pub(super) struct Series {
    pub(super) name: String,
    /// The figures, each followed by its distances to the lower and to the upper end of its interval.
    pub(super) figures: Vec<[f64; 3]>,
}

impl Series {
    /// Returns whether the figures have error bars.
    pub(super) fn has_bars(&self) -> bool {
        self.figures.iter().any(|figure| figure[1..] != [0.0, 0.0])
    }

    /// Returns the number of columns that the series has in the sheet.
    pub(super) fn columns(&self) -> usize {
        if self.has_bars() { 3 } else { 1 }
    }
}

impl Block {
    /// Returns the number of names, which is the number of rows with figures.
    pub(super) fn rows(&self) -> usize {
        self.names.len()
    }
}

/// Returns the figures of a scenario's charts.
pub(super) fn of<C: Count>(group: &[&Played<C>]) -> Vec<Block> {
    if group.is_empty() {
        return Vec::new();
    }
    let axes = varied(group);
    let mut blocks = if axes.len() >= 2 && is_whole(group) {
        let axes = axes.iter().take(AXES);
        axes.map(|axis| averages(group, axis)).collect()
    } else {
        vec![rates(group)]
    };
    blocks.push(if (2..=LINES).contains(&group.len()) {
        rounds_by_matchup(group)
    } else {
        rounds_by_winner(group)
    });
    blocks.retain(|block| !block.names.is_empty());
    blocks
}

fn of_interval(interval: Option<Interval>) -> [f64; 3] {
    interval.map_or([0.0; 3], |of| {
        [of.estimate, of.estimate - of.low, of.high - of.estimate]
    })
}

/// Returns a suffix such as ` (the first 60 of 361)`. Empty if everything is drawn.
fn first_of(drawn: usize, all: usize) -> String {
    if drawn < all {
        format!(" (the first {drawn} of {all})")
    } else {
        String::new()
    }
}

/// Returns the figures of a chart with the win rates of each side in each matchup.
fn rates<C: Count>(group: &[&Played<C>]) -> Block {
    let first = group[0];
    let axis = varied(group).first().copied();
    let values = group.iter().map(|played| {
        let mut values = played.axes.iter();
        let found = values.find(|(name, _)| Some(name.as_str()) == axis);
        found.map_or(played.matchup.as_str(), |(_, value)| value.as_str())
    });
    let shown: Vec<&Played<C>> = if is_ranked(values) {
        by_rate(group)
    } else {
        group.to_vec()
    };
    let shown = &shown[..shown.len().min(NAMES)];
    let series = first.cast.sides.iter().take(SIDES).enumerate();
    let series = series.map(|(place, name)| Series {
        name: name.clone(),
        figures: shown
            .iter()
            .map(|played| {
                let has = place < played.cast.sides.len();
                of_interval(
                    has.then(|| played.tally.win_rate(SideId::at(place)))
                        .flatten(),
                )
            })
            .collect(),
    });
    let rest = first_of(shown.len(), group.len());
    Block {
        top: 0,
        title: format!("{}: win rates with 95 % intervals{rest}", first.scenario),
        across: (varied(group).first().copied())
            .unwrap_or("matchup")
            .to_owned(),
        names: shown.iter().map(|played| played.matchup.clone()).collect(),
        series: series.collect(),
        is_stacked: false,
        is_lines: false,
    }
}

/// Returns the figures of a chart with the win rate of the first side for each value of an axis, averaged
/// over the other axes.
fn averages<C: Count>(group: &[&Played<C>], axis: &str) -> Block {
    let first = group[0];
    let side = first.cast.sides.first().map_or("", String::as_str);
    let ranking = in_order(group, axis);
    let shown: Vec<_> = ranking.iter().take(NAMES).collect();
    let rest = first_of(shown.len(), ranking.len());
    Block {
        top: 0,
        title: format!(
            "{}: how often {side} wins by {axis}, averaged over the other axes, with 95 % \
             intervals{rest}",
            first.scenario
        ),
        across: axis.to_owned(),
        names: shown.iter().map(|(value, _)| (*value).to_owned()).collect(),
        series: vec![Series {
            name: format!("{side} win rate"),
            figures: shown
                .iter()
                .map(|(_, rate)| of_interval(Some(*rate)))
                .collect(),
        }],
        is_stacked: false,
        is_lines: false,
    }
}

/// Returns a number of fights, or a probability for exact odds.
#[expect(clippy::cast_precision_loss, reason = "a share for the eye")]
fn amount<C: Count>(count: C) -> f64 {
    count
        .fights()
        .map_or_else(|| count.of_one(), |fights| fights as f64)
}

/// Returns the number of fights that ended in each round. Only fights with the ending `wanted` are counted,
/// or all if it is `None`.
fn histogram<C: Count>(played: &Played<C>, wanted: Option<Ending>) -> Vec<f64> {
    let mut rounds = Vec::new();
    let all = endings(played.cast.sides.len());
    for ending in all.filter(|ending| wanted.is_none_or(|wanted| wanted == *ending)) {
        for (round, count) in played.tally.rounds(ending) {
            let round = round as usize;
            if rounds.len() <= round {
                rounds.resize(round + 1, 0.0);
            }
            rounds[round] += amount(count);
        }
    }
    rounds
}

fn shares(histogram: &[f64], all: f64, rounds: usize) -> Vec<[f64; 3]> {
    let share = |round: usize| histogram.get(round).copied().unwrap_or(0.0) / all.max(1e-300);
    (0..rounds).map(|round| [share(round), 0.0, 0.0]).collect()
}

fn rounds_block(title: String, rounds: usize, all: usize, series: Vec<Series>) -> Block {
    Block {
        top: 0,
        title: title + &first_of(rounds, all),
        across: "round".to_owned(),
        names: (0..rounds).map(|round| round.to_string()).collect(),
        series,
        is_stacked: true,
        is_lines: false,
    }
}

/// Returns the figures of a chart with the lengths of fights, as a line for each matchup.
fn rounds_by_matchup<C: Count>(group: &[&Played<C>]) -> Block {
    let histograms: Vec<_> = group.iter().map(|played| histogram(played, None)).collect();
    let all = histograms.iter().map(Vec::len).max().unwrap_or(0);
    let rounds = all.min(ROUNDS);
    let series = group
        .iter()
        .zip(&histograms)
        .map(|(played, histogram)| Series {
            name: played.matchup.clone(),
            figures: shares(histogram, amount(played.tally.fights()), rounds),
        });
    let title = format!(
        "{}: how long fights last, share of all fights",
        group[0].scenario
    );
    Block {
        is_stacked: false,
        is_lines: true,
        ..rounds_block(title, rounds, all, series.collect())
    }
}

/// Returns the figures of a chart with the lengths of fights by winner, summed over all matchups.
fn rounds_by_winner<C: Count>(group: &[&Played<C>]) -> Block {
    let mut by_winner: IndexMap<String, Vec<f64>> = IndexMap::new();
    for played in group {
        for ending in endings(played.cast.sides.len()) {
            let winner = match ending {
                Ending::Won(side) => played.cast.alliance(side),
                Ending::Draw => "draw".to_owned(),
                Ending::Undecided => "undecided".to_owned(),
            };
            let sum = by_winner.entry(winner).or_default();
            let histogram = histogram(played, Some(ending));
            if sum.len() < histogram.len() {
                sum.resize(histogram.len(), 0.0);
            }
            for (sum, count) in sum.iter_mut().zip(histogram) {
                *sum += count;
            }
        }
    }
    by_winner.retain(|_, histogram| !histogram.is_empty());
    let all = by_winner.values().map(Vec::len).max().unwrap_or(0);
    let rounds = all.min(ROUNDS);
    let fights: f64 = group
        .iter()
        .map(|played| amount(played.tally.fights()))
        .sum();
    let series = by_winner.iter().map(|(winner, histogram)| Series {
        name: winner.clone(),
        figures: shares(histogram, fights, rounds),
    });
    let over = match group.len() {
        1 => "share of all fights by winner".to_owned(),
        many => format!("share of all fights of {many} matchups by winner"),
    };
    let title = format!("{}: how long fights last, {over}", group[0].scenario);
    rounds_block(title, rounds, all, series.collect())
}
