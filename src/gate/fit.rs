//! Whether a baseline belongs to a scenario as it stands: the same book, the same matchups and sides, a version of
//! this program that it can be compared with.
//!
//! A matchup that came or went is no figure that moved, so it is not for the test to judge: the baseline has to be
//! written anew, and whoever does so sees in the difference which rows changed.

use std::collections::HashSet;

use super::counts::{Counts, MatchupCounts};
use super::judge::is_same;

/// Why the baseline cannot be compared with these counts; nothing if it can. With `any_version`, the version that wrote
/// it is not asked for.
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
            "it is of the scenario `{}`, not of `{scenario}`: give that one's with --baseline, or write one with --update",
            old.scenario
        ));
    }
    if old.ruleset != ruleset {
        misfits.push(format!(
            "it was played by the book `{}`, and the scenario is of `{ruleset}`: write it anew with --update",
            old.ruleset
        ));
    }
    if old.version != version && !any_version {
        misfits.push(format!(
            "it was written by skirmish {}, and this is {version}: write it anew with --update, or see with \
             --any-version whether the versions differ in anything that matters",
            old.version
        ));
    }
    misfits
}

/// Which matchups and sides one has and the other has not: each with its sides, in the order of the scenario.
pub fn strangers(old: &Counts, played: &[(String, Vec<String>)]) -> Vec<String> {
    const UPDATE: &str = "write it anew with --update";
    let mut found = Vec::new();
    for (matchup, sides) in played {
        let Some(counts) = old.matchup(matchup) else {
            found.push(format!("the matchup `{matchup}` is not in it: {UPDATE}"));
            continue;
        };
        for side in sides.iter().filter(|side| counts.side(side).is_none()) {
            found.push(format!(
                "matchup `{matchup}` has no row for the side `{side}`: {UPDATE}"
            ));
        }
        for side in counts.sides.iter().filter(|one| !sides.contains(&one.side)) {
            let side = &side.side;
            found.push(format!(
                "matchup `{matchup}` has no side `{side}` any more: {UPDATE}"
            ));
        }
    }
    let names: HashSet<&str> = played.iter().map(|(matchup, _)| matchup.as_str()).collect();
    let gone = old
        .matchups
        .iter()
        .filter(|one| !names.contains(one.matchup.as_str()));
    found.extend(gone.map(|one| {
        format!(
            "the scenario has no matchup `{}` any more: {UPDATE}",
            one.matchup
        )
    }));
    found
}

/// How many matchups consist of what they did and yet came out otherwise, with the same seed and number of fights: it is
/// the rules that have changed, not the scenario.
pub fn played_otherwise(old: &Counts, new: &Counts) -> usize {
    let otherwise = |now: &&MatchupCounts| {
        let same = |then: &MatchupCounts| then.digest == now.digest && then.fights == now.fights;
        old.matchup(&now.matchup)
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

    #[test]
    fn whatever_came_or_went_is_named() {
        let played = |names: [&str; 2], sides: [&str; 2]| {
            let sides = sides.map(str::to_owned).to_vec();
            names.map(|name| (name.to_owned(), sides.clone())).to_vec()
        };
        assert!(strangers(&old(), &played(["55", "45"], ["raiders", "guards"])).is_empty());
        let found = strangers(&old(), &played(["45", "65"], ["guards", "orcs"])).join("\n");
        for part in [
            "`45` has no row for the side `orcs`",
            "`45` has no side `raiders` any more",
            "`65` is not in it",
            "no matchup `55` any more",
        ] {
            assert!(found.contains(part), "{found}");
        }
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
