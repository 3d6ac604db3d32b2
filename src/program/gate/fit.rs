//! Checks that a baseline fits the present scenario: that both have the same name and the same book, and that
//! the baseline was written by this version of the program. Also finds the matchups and sides that only one
//! of them has.
//!
//! Matchups that were added or removed are not judged. The user then has to write the baseline again with
//! `--update`, which lists these matchups. All other matchups are judged.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;

use super::counts::{Counts, MatchupCounts};
use super::judge::is_same;
use super::read::Baseline;

/// Returns the reasons why the baseline cannot be compared with the scenario. The list is empty if it can.
/// With `any_version`, the baseline may be of another version of this program.
pub fn misfits(
    old: &Counts,
    ruleset: &str,
    scenario: &str,
    version: &str,
    any_version: bool,
) -> Vec<String> {
    let mut misfits = Vec::new();
    if old.scenario != scenario {
        misfits.push(format!(
            "it is for the scenario `{}`, not for `{scenario}`: give the right baseline with \
             --baseline, or write one with --update",
            old.scenario
        ));
    }
    if old.ruleset != ruleset {
        misfits.push(format!(
            "it is for the book `{}`, but the scenario uses `{ruleset}`: write it again with \
             --update",
            old.ruleset
        ));
    }
    if old.version != version && !any_version {
        misfits.push(format!(
            "it was written by skirmish {}, but this is skirmish {version}: write it again with \
             --update, or compare anyway with --any-version",
            old.version
        ));
    }
    misfits
}

/// A matchup of the present scenario, as it is compared with the baseline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Present {
    /// Name of the matchup.
    pub matchup: String,
    /// Names of its sides, in any order.
    pub sides: Vec<String>,
    /// Digest of the matchup's content ([`Task::digest`](super::Task::digest)).
    pub digest: String,
}

/// A matchup or side that only the scenario or only its baseline has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stranger {
    /// The baseline lacks the matchup.
    New {
        /// Name of the matchup.
        matchup: String,
    },
    /// The scenario lacks the matchup.
    Gone {
        /// Name of the matchup.
        matchup: String,
        /// Line of the matchup in the baseline.
        line: u64,
    },
    /// The matchup has one name in the baseline and another one in the scenario.
    Renamed {
        /// Name of the matchup in the baseline.
        from: String,
        /// Name of the matchup in the scenario.
        to: String,
        /// Line of the matchup in the baseline.
        line: u64,
    },
    /// The scenario has this side in the matchup, and the baseline does not.
    NewSide {
        /// Name of the matchup.
        matchup: String,
        /// Name of the side.
        side: String,
        /// Line of the matchup in the baseline.
        line: u64,
    },
    /// The baseline has this side in the matchup, and the scenario does not.
    GoneSide {
        /// Name of the matchup.
        matchup: String,
        /// Name of the side.
        side: String,
        /// Line of the matchup in the baseline.
        line: u64,
    },
}

impl Stranger {
    /// Returns the name of the matchup in the scenario, or in the baseline if the scenario lacks the matchup.
    pub fn matchup(&self) -> &str {
        match self {
            Self::New { matchup }
            | Self::Gone { matchup, .. }
            | Self::NewSide { matchup, .. }
            | Self::GoneSide { matchup, .. } => matchup,
            Self::Renamed { to, .. } => to,
        }
    }

    /// Returns the line of the matchup in the baseline. Returns `None` if the baseline lacks the matchup.
    pub fn line(&self) -> Option<u64> {
        match self {
            Self::New { .. } => None,
            Self::Gone { line, .. }
            | Self::Renamed { line, .. }
            | Self::NewSide { line, .. }
            | Self::GoneSide { line, .. } => Some(*line),
        }
    }

    /// Describes the difference in a sentence without a full stop.
    pub fn sentence(&self) -> String {
        match self {
            Self::New { matchup } => format!("the baseline does not have the matchup `{matchup}`"),
            Self::Gone { matchup, .. } => {
                format!("the scenario no longer has the matchup `{matchup}`")
            }
            Self::Renamed { from, to, .. } => {
                format!("the matchup `{to}` is called `{from}` in the baseline")
            }
            Self::NewSide { matchup, side, .. } => {
                format!("the baseline has no row in the matchup `{matchup}` for the side `{side}`")
            }
            Self::GoneSide { matchup, side, .. } => {
                format!("the matchup `{matchup}` no longer has the side `{side}`")
            }
        }
    }
}

/// Returns all differences between the matchups and sides of a baseline and those of the present scenario.
/// The differences of matchups that the scenario has come first, in the order of `present`. The matchups that
/// only the baseline has follow, in the order of the baseline.
pub fn strangers(old: &Baseline, present: &[Present]) -> Vec<Stranger> {
    let names: HashSet<&str> = present.iter().map(|one| one.matchup.as_str()).collect();
    let lined = old.counts.matchups.iter().zip(&old.lines);
    let then: HashMap<&str, (&MatchupCounts, u64)> = lined
        .clone()
        .map(|(counts, &line)| (counts.matchup.as_str(), (counts, line)))
        .collect();
    let is_gone = |counts: &MatchupCounts| !names.contains(counts.matchup.as_str());
    let mut gone: IndexMap<&str, (&str, u64)> = lined
        .filter(|(counts, _)| is_gone(counts))
        .map(|(counts, &line)| (counts.matchup.as_str(), (counts.digest.as_str(), line)))
        .collect();
    let mut of_digest: HashMap<&str, &str> = (gone.iter().rev())
        .map(|(&matchup, &(digest, _))| (digest, matchup))
        .collect();
    let mut found = Vec::new();
    for one in present {
        let matchup = one.matchup.clone();
        let Some(&(counts, line)) = then.get(matchup.as_str()) else {
            let before = of_digest.remove(one.digest.as_str());
            let before = before.and_then(|from| Some((from, gone.shift_remove(from)?.1)));
            found.push(match before {
                None => Stranger::New { matchup },
                Some((from, line)) => Stranger::Renamed {
                    from: from.to_owned(),
                    to: matchup,
                    line,
                },
            });
            continue;
        };
        let sides = one.sides.iter().filter(|side| counts.side(side).is_none());
        found.extend(sides.map(|side| Stranger::NewSide {
            matchup: matchup.clone(),
            side: side.clone(),
            line,
        }));
        let sides = counts.sides.iter().map(|counts| &counts.side);
        let sides = sides.filter(|side| !one.sides.contains(side));
        found.extend(sides.map(|side| Stranger::GoneSide {
            matchup: matchup.clone(),
            side: side.clone(),
            line,
        }));
    }
    found.extend(gone.into_iter().map(|(matchup, (_, line))| Stranger::Gone {
        matchup: matchup.to_owned(),
        line,
    }));
    found
}

/// Returns `counts` with only those matchups that are also in `others` and are not mentioned in `strangers`.
pub fn without(counts: &Counts, strangers: &[Stranger], others: &Counts) -> Counts {
    let strange: HashSet<&str> = strangers.iter().map(Stranger::matchup).collect();
    let others = others.by_name();
    let is_fit = |one: &&MatchupCounts| {
        let name = one.matchup.as_str();
        !strange.contains(name) && others.contains_key(name)
    };
    Counts {
        matchups: counts.matchups.iter().filter(is_fit).cloned().collect(),
        ..counts.clone()
    }
}

/// Returns the number of matchups that have the same content, seed and number of fights in `old` and `new`,
/// but different results. The rules of the book must have changed between the two.
pub fn played_otherwise(old: &Counts, new: &Counts) -> usize {
    let before = old.by_name();
    let otherwise = |now: &&MatchupCounts| {
        let same = |then: &MatchupCounts| then.digest == now.digest && then.fights == now.fights;
        before
            .get(now.matchup.as_str())
            .is_some_and(|then| same(then) && !is_same(then, now))
    };
    let count = new.matchups.iter().filter(otherwise).count();
    if old.seed == new.seed { count } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::super::counts::SideCounts;
    use super::*;

    fn old() -> Counts {
        let side = |side: &str| SideCounts {
            side: side.to_owned(),
            wins: 50,
            damage: 0,
            damage_squared: 0,
        };
        let matchup = |matchup: &str| MatchupCounts {
            matchup: matchup.to_owned(),
            digest: String::new(),
            fights: 100,
            draws: 0,
            undecided: 0,
            rounds: 100,
            rounds_squared: 100,
            sides: vec![side("guards"), side("raiders")],
        };
        Counts {
            scenario: "gate".to_owned(),
            ruleset: "brp".to_owned(),
            seed: 1,
            version: "1.2.3".to_owned(),
            matchups: vec![matchup("45"), matchup("55")],
        }
    }

    #[test]
    fn a_baseline_is_of_one_scenario_book_and_version() {
        assert!(misfits(&old(), "brp", "gate", "1.2.3", false).is_empty());
        let misfits = misfits(&old(), "murdham", "bridge", "1.2.4", false);
        assert_eq!(misfits.len(), 3);
        assert!(misfits.iter().all(|misfit| misfit.contains("--update")));
        assert!(super::misfits(&old(), "brp", "gate", "1.2.4", true).is_empty());
    }

    fn present(matchup: &str, digest: &str, sides: [&str; 2]) -> Present {
        Present {
            matchup: matchup.to_owned(),
            sides: sides.map(str::to_owned).to_vec(),
            digest: digest.to_owned(),
        }
    }

    fn baseline() -> Baseline {
        let mut counts = old();
        counts.matchups[1].digest = "sha256:55".to_owned();
        Baseline {
            counts,
            lines: vec![2, 4],
            sealed: true,
        }
    }

    #[test]
    fn whatever_came_or_went_is_named() {
        let sides = ["raiders", "guards"];
        let same = [present("55", "x", sides), present("45", "", sides)];
        assert!(strangers(&baseline(), &same).is_empty());
        let other = [
            present("45", "", ["guards", "orcs"]),
            present("65", "", sides),
        ];
        let found = strangers(&baseline(), &other);
        let told: Vec<_> = found
            .iter()
            .map(|one| (one.sentence(), one.line()))
            .collect();
        let told: Vec<_> = told.iter().map(|(text, line)| (&**text, *line)).collect();
        assert_eq!(
            told,
            [
                (
                    "the baseline has no row in the matchup `45` for the side `orcs`",
                    Some(2)
                ),
                ("the matchup `45` no longer has the side `raiders`", Some(2)),
                ("the baseline does not have the matchup `65`", None),
                ("the scenario no longer has the matchup `55`", Some(4)),
            ]
        );
        assert!(without(&old(), &found, &old()).matchups.is_empty());
        assert!(without(&old(), &found[..2], &old()).matchups[..] == old().matchups[1..]);
        let mut fewer = old();
        fewer.matchups.pop();
        assert!(without(&old(), &[], &fewer).matchups == fewer.matchups);
    }

    #[test]
    fn a_matchup_under_another_name_is_the_same_matchup() {
        let sides = ["guards", "raiders"];
        let now = [
            present("45", "", sides),
            present("trained", "sha256:55", sides),
            present("again", "sha256:55", sides),
        ];
        let found = strangers(&baseline(), &now);
        let told: Vec<_> = found.iter().map(Stranger::sentence).collect();
        assert_eq!(
            told,
            [
                "the matchup `trained` is called `55` in the baseline",
                "the baseline does not have the matchup `again`"
            ]
        );
        assert_eq!((found[0].matchup(), found[0].line()), ("trained", Some(4)));
    }

    #[test]
    fn other_rules_are_told_from_another_scenario() {
        let mut new = old();
        assert_eq!(played_otherwise(&old(), &new), 0);
        new.matchups[0].rounds += 1;
        assert_eq!(played_otherwise(&old(), &new), 1);
        new.matchups[1].draws += 1;
        new.matchups[1].digest = "other".to_owned();
        assert_eq!(played_otherwise(&old(), &new), 1);
        new.seed = 2;
        assert_eq!(played_otherwise(&old(), &new), 0);
    }
}
