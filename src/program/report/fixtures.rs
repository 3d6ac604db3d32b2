//! Small invented runs for the tests of this folder.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Played, Report, RunInfo};
use crate::fight::{
    Blow, Cast, CastCombatant, CastItem, CastWeapon, CombatantId, Ending, FighterId, FighterSet,
    LineId, ListId, Outcome, Playbook, PlaybookLine, SideId, WeaponId, Witness,
};
use crate::tally::Tally;

/// Returns a cast of one guard against one raider, whose sides have these names.
pub(super) fn cast(sides: [&str; 2]) -> Cast {
    let combatant = |(side, name): (u8, &str)| CastCombatant {
        name: name.trim_end_matches('s').to_owned(),
        side: SideId(side),
        count: 1,
        health: 0,
        weapons: vec![CastWeapon {
            name: "axe, \"great\"".to_owned(),
            most: 9,
        }],
        carries: vec![CastItem {
            name: "axe".to_owned(),
            weapons: vec![WeaponId(0)],
        }],
        playbook: Arc::new(Playbook {
            name: "steady".to_owned(),
            lists: vec!["act".to_owned()],
            lines: ["attack nearest", "wait"]
                .map(|text| PlaybookLine {
                    list: ListId(0),
                    text: text.to_owned(),
                    lent: false,
                })
                .to_vec(),
        }),
    };
    Cast {
        sides: sides.map(str::to_owned).to_vec(),
        combatants: (0..).zip(sides).map(combatant).collect(),
        fighters: vec![CombatantId(0), CombatantId(1)],
        round_cap: 50,
        alliances: crate::fight::Alliances::default(),
        alike_from: None,
        most_lost: 0,
        things: FighterSet::NONE,
        absent: FighterSet::NONE,
        objectives: Vec::new(),
        day: None,
        events: &[],
    }
}

/// Returns a tally with these numbers of fights: those that each side won, draws, and undecided fights. Each
/// fight lasts three rounds, and the last blow does 4 points of damage.
pub(super) fn tally(cast: &Cast, counts: [u64; 4]) -> Tally {
    let mut tally = Tally::new(cast);
    let winners = [
        (Ending::Won(SideId(0)), 0b01),
        (Ending::Won(SideId(1)), 0b10),
        (Ending::Draw, 0),
        (Ending::Undecided, 0b11),
    ];
    let landed = |dealt| Blow::Landed {
        rolled: 6,
        stopped: 6 - dealt,
        dealt,
    };
    for ((ending, standing), count) in winners.into_iter().zip(counts) {
        for _ in 0..count {
            for (by, at) in [(0, 1), (1, 0)].map(|(by, at)| (FighterId(by), FighterId(at))) {
                let won = matches!(ending, Ending::Won(side) if side.0 == by.0);
                tally.line_used(by, LineId(0));
                tally.attacked(by, at, WeaponId(0), Blow::Missed);
                tally.attacked(by, at, WeaponId(0), Blow::Evaded);
                tally.attacked(by, at, WeaponId(0), landed(if won { 4 } else { 0 }));
                if standing >> at.0 & 1 == 0 {
                    tally.downed(at, 3);
                }
            }
            tally.ended(&Outcome {
                ending,
                rounds: 3,
                standing: FighterSet(standing),
            });
        }
    }
    tally
}

/// Returns a matchup of guards against raiders with these numbers of fights (see [`tally`]).
pub(super) fn played(scenario: &str, axes: &[(&str, &str)], counts: [u64; 4]) -> Played {
    let cast = cast(["guards", "raiders"]);
    let values: Vec<_> = axes.iter().map(|&(_, value)| value).collect();
    Played {
        scenario: scenario.to_owned(),
        ruleset: "brp".to_owned(),
        matchup: values.join(" vs "),
        axes: axes
            .iter()
            .map(|&(axis, value)| (axis.to_owned(), value.to_owned()))
            .collect(),
        digest: "sha256:00ff".to_owned(),
        tally: tally(&cast, counts),
        cast,
        seats: None,
        capped: false,
    }
}

/// Returns the matchup with more fights, where the sides are in reverse order. `counts` has their numbers, as
/// in [`tally`].
pub(super) fn in_both_seats(mut played: Played, counts: [u64; 4]) -> Played {
    let other = cast(["raiders", "guards"]);
    let there = tally(&other, counts);
    let here = (played.cast.clone(), played.tally.clone());
    played.tally.absorb(&there, &other, &played.cast);
    played.seats = Some([here, (other, there)]);
    played
}

/// Returns a report with these matchups.
pub(super) fn report(played: Vec<Played>) -> Report {
    let scenarios: Vec<_> = played.iter().map(|p| p.scenario.clone()).collect();
    let options = [("parry", "weapon"), ("specials", "fifth")]
        .map(|(key, value)| (key.to_owned(), value.to_owned()));
    let info = RunInfo {
        version: "1.2.3".to_owned(),
        seed: 7,
        command: ["skirmish", "run", "blades.toml"]
            .map(str::to_owned)
            .to_vec(),
        files: vec![("blades.toml".to_owned(), "00ff".to_owned())],
        inherited: BTreeMap::new(),
        titles: [("duel", "Who wins?")]
            .map(|(scenario, title)| (scenario.to_owned(), title.to_owned()))
            .into(),
        options: scenarios
            .iter()
            .map(|s| (s.clone(), options.clone().into()))
            .collect(),
        fights_per_matchup: scenarios.iter().map(|s| (s.clone(), 1000)).collect(),
        precision: BTreeMap::new(),
        matchups: played.len() as u64,
        partial: false,
    };
    Report::new(info, played)
}

/// Returns the report of a run that was interrupted before all of these matchups had fights.
pub(super) fn cut_short(played: Vec<Played>) -> Report {
    let info = RunInfo {
        partial: true,
        ..report(played.clone()).info
    };
    Report::new(info, played)
}

/// Returns the six matchups of two axes. Three of them have fights.
pub(super) fn half_of_a_grid() -> Vec<Played> {
    let mut all = Vec::new();
    for (blade, counts) in [
        ("axe", [[60, 40, 0, 0], [70, 30, 0, 0], [0; 4]]),
        ("bow", [[0; 4], [90, 10, 0, 0], [0; 4]]),
    ] {
        for (armour, counts) in ["none", "mail", "plate"].into_iter().zip(counts) {
            all.push(played(
                "gate",
                &[("blade", blade), ("armour", armour)],
                counts,
            ));
        }
    }
    all
}

/// Returns the same report as if its run had been interrupted.
pub(super) fn broken_off(mut report: Report) -> Report {
    report.info.partial = true;
    report.info.matchups = 1234;
    report
}

/// Returns the text of the report's `run.json`.
pub(super) fn record(report: &Report) -> String {
    let (_, text) = report.files().pop().expect("the record is the last file");
    String::from_utf8(text).expect("it is a text")
}
