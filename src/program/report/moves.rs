//! Shows changes since an earlier report: the difference in each row, and whether it is more than chance.
//!
//! The fights of two reports are independent. The interval of a difference therefore combines the ends of two
//! independent intervals, as Newcombe does with those of Wilson. If a matchup has the same content in both
//! reports, its fights are the same and its figures do not change. Among figures that have not really
//! changed, one in twenty seems to have changed clearly by chance.
//!
//! Matchups of both reports correspond if they have the same scenario, name and values on the axes. Sides
//! correspond if they have the same name. A matchup without a counterpart in the earlier report is new.

use super::ranking::{FIRST, average};
use super::{Played, Report, form};
use crate::fight::SideId;
use crate::tally::{Count, Interval};

/// The largest number of matchups that are named because they changed most.
const NAMED: usize = 5;

/// The change of a figure since the earlier report.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Shift {
    /// The earlier report does not have the figure.
    New,
    /// Both figures are from the same fights.
    Same,
    /// The difference, with its interval.
    By(Interval),
}

/// The words for a figure that is clearly higher, and for one that is clearly lower.
type Words = [&'static str; 2];

const RATE: Words = ["better", "worse"];
const LENGTH: Words = ["longer", "shorter"];

/// An earlier report to compare a new one with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moves<'r, C: Count> {
    pub(super) before: &'r Report<C>,
}

impl<'r, C: Count> Moves<'r, C> {
    /// Returns the matchup in the earlier report that corresponds to `played`.
    fn twin(self, played: &Played<C>) -> Option<&'r Played<C>> {
        self.before.played.iter().find(|other| {
            (&other.scenario, &other.matchup, &other.axes)
                == (&played.scenario, &played.matchup, &played.axes)
        })
    }

    /// Returns the change of a side's win rate as text.
    pub(super) fn side(self, played: &Played<C>, side: SideId) -> String {
        shown(self.rate(played, side), RATE, percent)
    }

    fn rate(self, played: &Played<C>, side: SideId) -> Shift {
        let Some(twin) = self.twin(played) else {
            return Shift::New;
        };
        let name = played.cast.sides.get(side.index());
        let there = twin.cast.sides.iter().position(|other| Some(other) == name);
        if twin.tally == played.tally && there == Some(side.index()) {
            return Shift::Same;
        }
        let before = there.and_then(|there| twin.tally.win_rate(SideId::at(there)));
        between(played.tally.win_rate(side), before)
    }

    /// Returns the change in the length of a matchup's fights as text.
    pub(super) fn rounds(self, played: &Played<C>) -> String {
        let moved = match self.twin(played) {
            None => Shift::New,
            Some(twin) if twin.tally == played.tally => Shift::Same,
            Some(twin) => between(played.tally.rounds_mean(), twin.tally.rounds_mean()),
        };
        shown(moved, LENGTH, rounds)
    }

    /// Returns the change of the first side's mean win rate as text, over the matchups with this value on an
    /// axis.
    pub(super) fn value(self, group: &[&Played<C>], axis: &str, value: &str) -> String {
        let has = |played: &Played<C>| played.axes.iter().any(|(a, v)| a == axis && v == value);
        let now: Vec<_> = group.iter().copied().filter(|played| has(played)).collect();
        let scenario = group.first().map_or("", |played| &played.scenario);
        let before: Vec<_> = self
            .before
            .played_of(scenario)
            .filter(|played| has(played))
            .collect();
        let moves: Vec<_> = now.iter().map(|played| self.rate(played, FIRST)).collect();
        if !now.is_empty() && now.len() == before.len() && !moves.contains(&Shift::New) {
            if moves.iter().all(|moved| *moved == Shift::Same) {
                return shown(Shift::Same, RATE, percent);
            }
            // The change of each matchup is calculated before the mean. Matchups with identical fights then
            // add no uncertainty.
            let by: Vec<_> = moves.iter().map(by).collect();
            let mean = average(&by).map_or(Shift::New, Shift::By);
            return shown(mean, RATE, percent);
        }
        let mean = |all: &[&Played<C>]| {
            let rates: Vec<_> = all.iter().filter_map(|p| p.tally.win_rate(FIRST)).collect();
            average(&rates)
        };
        shown(between(mean(&now), mean(&before)), RATE, percent)
    }

    /// Returns the matchups whose win rate for the first side has clearly changed, each with its change as
    /// text. The largest changes come first, and at most [`NAMED`] matchups are returned.
    pub(super) fn farthest<'a>(self, group: &[&'a Played<C>]) -> Vec<(&'a Played<C>, String)> {
        let mut clear: Vec<_> = group
            .iter()
            .filter_map(|&played| match self.rate(played, FIRST) {
                Shift::By(by) if word(by, RATE).is_some() => Some((played, by)),
                _ => None,
            })
            .collect();
        clear.sort_by(|(_, a), (_, b)| b.estimate.abs().total_cmp(&a.estimate.abs()));
        let named = clear.into_iter().take(NAMED);
        named
            .map(|(played, by)| (played, shown(Shift::By(by), RATE, percent)))
            .collect()
    }

    /// Returns the numbers of matchups by the direction of their change, such as `3 better, 1 worse, 4
    /// unclear, 353 same`.
    pub(super) fn counted(self, group: &[&Played<C>]) -> String {
        let kinds = ["better", "worse", "unclear", "same", "new"];
        let mut counts = [0u64; 5];
        for played in group {
            let kind = match self.rate(played, FIRST) {
                Shift::New => 4,
                Shift::Same => 3,
                Shift::By(by) => match word(by, RATE) {
                    Some("better") => 0,
                    Some(_) => 1,
                    None => 2,
                },
            };
            counts[kind] += 1;
        }
        let counts = kinds.iter().zip(counts).filter(|(_, count)| *count > 0);
        let counts: Vec<_> = counts
            .map(|(kind, count)| format!("{} {kind}", form::count(count)))
            .collect();
        counts.join(", ")
    }
}

/// Returns the difference of a change. It is zero for new figures and for figures from the same fights.
fn by(moved: &Shift) -> Interval {
    match *moved {
        Shift::By(by) => by,
        Shift::New | Shift::Same => Interval {
            low: 0.0,
            high: 0.0,
            estimate: 0.0,
        },
    }
}

/// Returns the difference of two independent figures with its interval, or [`Shift::New`] if one of them is
/// missing.
fn between(now: Option<Interval>, before: Option<Interval>) -> Shift {
    let (Some(now), Some(before)) = (now, before) else {
        return Shift::New;
    };
    let estimate = now.estimate - before.estimate;
    Shift::By(Interval {
        low: estimate - (now.estimate - now.low).hypot(before.high - before.estimate),
        high: estimate + (now.high - now.estimate).hypot(before.estimate - before.low),
        estimate,
    })
}

/// Returns the word for a clear difference. `None` if its interval contains zero.
fn word(by: Interval, [higher, lower]: Words) -> Option<&'static str> {
    if by.low > 0.0 {
        Some(higher)
    } else if by.high < 0.0 {
        Some(lower)
    } else {
        None
    }
}

fn shown(moved: Shift, words: Words, figure: fn(Interval) -> String) -> String {
    match moved {
        Shift::New => "new".to_owned(),
        Shift::Same => "same".to_owned(),
        Shift::By(by) => format!("{} {}", figure(by), word(by, words).unwrap_or("unclear")),
    }
}

/// Returns a difference of shares as text, such as `+1.5 % ± 0.9`.
fn percent(by: Interval) -> String {
    let (estimate, reach) = (by.estimate * 100.0, by.reach() * 100.0);
    let places = form::places(reach);
    format!("{estimate:+.places$} % ± {reach:.places$}")
}

/// Returns a difference in rounds as text, such as `+0.31 ± 0.04`.
fn rounds(by: Interval) -> String {
    let places = form::places(by.reach());
    format!("{:+.places$} ± {:.places$}", by.estimate, by.reach())
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{played, report};
    use super::*;

    fn blades(counts: &[(&str, [u64; 4])]) -> Report {
        let played = counts
            .iter()
            .map(|&(value, counts)| played("blades", &[("weapon", value)], counts));
        report(played.collect())
    }

    fn sides(now: &Report, before: &Report) -> Vec<[String; 2]> {
        let moves = Moves { before };
        let of = |played| [0, 1].map(|side| moves.side(played, SideId(side)));
        now.played.iter().map(of).collect()
    }

    #[test]
    fn a_row_says_how_far_it_moved_and_whether_that_is_clear() {
        let before = blades(&[
            ("axe", [600, 400, 0, 0]),
            ("bow", [500, 500, 0, 0]),
            ("club", [300, 700, 0, 0]),
        ]);
        let now = blades(&[
            ("axe", [500, 500, 0, 0]),
            ("bow", [510, 490, 0, 0]),
            ("club", [300, 700, 0, 0]),
            ("dart", [1, 9, 0, 0]),
        ]);
        assert_eq!(
            sides(&now, &before),
            [
                ["-10.0 % ± 4.4 worse", "+10.0 % ± 4.4 better"],
                ["+1.0 % ± 4.4 unclear", "-1.0 % ± 4.4 unclear"],
                ["same", "same"],
                ["new", "new"],
            ]
        );
        let moves = Moves { before: &before };
        let group: Vec<_> = now.played.iter().collect();
        assert_eq!(moves.counted(&group), "1 worse, 1 unclear, 1 same, 1 new");
        let farthest = moves.farthest(&group);
        assert_eq!(farthest.len(), 1);
        assert_eq!(
            (&*farthest[0].0.matchup, &*farthest[0].1),
            ("axe", "-10.0 % ± 4.4 worse")
        );
    }

    #[test]
    fn the_interval_of_a_move_is_newcombes() {
        let between = between(Interval::wilson(56, 70), Interval::wilson(48, 80));
        let Some(newcombe) = Interval::difference((56, 70), (48, 80)) else {
            panic!("they are of something");
        };
        let Shift::By(by) = between else {
            panic!("both are known");
        };
        assert!((by.low - newcombe.low).abs() < 1e-12 && (by.high - newcombe.high).abs() < 1e-12);
    }

    #[test]
    fn averages_move_with_what_they_are_of() {
        let matrix = |axe: [u64; 4]| {
            let one = |weapon, armour, counts| {
                played("blades", &[("weapon", weapon), ("armour", armour)], counts)
            };
            report(vec![
                one("axe", "none", axe),
                one("axe", "mail", [500, 500, 0, 0]),
                one("bow", "none", [400, 600, 0, 0]),
                one("bow", "mail", [500, 500, 0, 0]),
            ])
        };
        let (before, now) = (matrix([500, 500, 0, 0]), matrix([700, 300, 0, 0]));
        let moves = Moves { before: &before };
        let group: Vec<_> = now.played.iter().collect();
        assert_eq!(moves.value(&group, "weapon", "bow"), "same");
        assert_eq!(moves.value(&group, "weapon", "axe"), "+10.0 % ± 2.1 better");
        assert_eq!(
            moves.value(&group, "armour", "none"),
            "+10.0 % ± 2.1 better"
        );
        assert_eq!(moves.value(&group, "armour", "plate"), "new");
    }

    #[test]
    fn sides_are_matched_by_name() {
        let before = blades(&[("axe", [600, 400, 0, 0])]);
        let mut now = blades(&[("axe", [400, 600, 0, 0])]);
        now.played[0].cast.sides.reverse();
        // The raiders are now listed first. Their figures are compared with those of the raiders in the
        // earlier report, who were listed last.
        let moves = Moves { before: &before };
        assert_eq!(
            moves.side(&now.played[0], SideId(0)),
            "+0.0 % ± 4.3 unclear"
        );
        now.played[0].cast.sides[0] = "bandits".to_owned();
        assert_eq!(moves.side(&now.played[0], SideId(0)), "new");
        assert_eq!(moves.rounds(&now.played[0]), "+0.00 ± 0.01 unclear");
    }
}
