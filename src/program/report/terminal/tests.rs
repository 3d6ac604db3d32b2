//! Tests of how summaries are shown on a terminal.

use super::super::fixtures::{
    broken_off, cut_short, half_of_a_grid, in_both_seats, played, report,
};
use std::sync::Arc;

use crate::fight::{CastItem, WeaponId};

const WEAPONS: [&str; 4] = ["great axe", "spear", "club", "dagger"];

/// Returns a report on guards and raiders that fight with each of the weapons. The better weapon wins more
/// often.
fn matrix() -> super::Report {
    let mut all = Vec::new();
    for (i, guard) in (0..).zip(WEAPONS) {
        for (j, raider) in (0..).zip(WEAPONS) {
            let axes = [("guard weapon", guard), ("raider weapon", raider)];
            all.push(played(
                "blades",
                &axes,
                [500 + 100 * j - 90 * i, 500 - 100 * j + 90 * i, 0, 0],
            ));
        }
    }
    report(all)
}

#[test]
fn one_matchup() {
    let duel = played("duel", &[], [600, 300, 60, 40]);
    let report = report(vec![in_both_seats(duel, [350, 550, 60, 40])]);
    insta::assert_snapshot!(report.terminal(80, false), @r#"
    duel (brp): 2,000 fights, seed 7
    Who wins?
     side          win rate   standing at the end   of
    ───────────────────────────────────────────────────
     guards    57.5 % ± 2.2           0.61 ± 0.02    1
     raiders   32.5 % ± 2.1           0.36 ± 0.02    1
    ───────────────────────────────────────────────────
    3.000 ± 0.002 rounds on average, nine in ten fights over by round 3
    6.0 % ± 1.1 of all fights ended in a draw
    4.0 % ± 1.0 of all fights were left undecided
    seat: being listed first rather than last is worth 5.0 % ± 4.3 to guards
    never used: steady, act: wait
    "#);
}

#[test]
fn fights_that_nobody_can_win_are_pointed_out() {
    let stuck = report(vec![played("wall", &[], [0, 0, 0, 1000])]);
    let text = stuck.terminal(80, false);
    assert!(text.contains("was decided: `skirmish explain` shows why"));
    let nearly = report(vec![played("wall", &[], [1, 0, 0, 999])]);
    assert!(!nearly.terminal(80, false).contains("was decided"));
    let seldom = report(vec![played("wall", &[], [90_000, 9_997, 2, 1])]);
    let text = seldom.terminal(80, false);
    assert!(
        text.contains("\n2 of 100,000 fights ended in a draw\n"),
        "{text}"
    );
    assert!(
        text.contains("\n1 of 100,000 fights was left undecided\n"),
        "{text}"
    );
}

#[test]
fn nine_in_ten_fights_are_over_where_no_more_than_one_in_ten_was_cut_off() {
    let lines = |undecided| {
        let counts = [1000 - undecided, 0, 0, undecided];
        report(vec![played("wall", &[], counts)]).terminal(80, false)
    };
    assert!(lines(100).contains("rounds on average, nine in ten fights over by round 3\n"));
    assert!(lines(101).contains("rounds on average\n"));
}

#[test]
fn one_axis() {
    let skill = |skill: u64| {
        played(
            "training",
            &[("skill", &format!("{skill}"))],
            [skill, 100 - skill, 0, 0],
        )
    };
    let report = report([40, 60, 80].map(skill).to_vec());
    insta::assert_snapshot!(report.terminal(80, false), @r#"
    training (brp): 3 matchups of 100 fights, seed 7
     skill   guards win rate   raiders win rate        rounds
    ──────────────────────────────────────────────────────────
     40         40.0 % ± 9.8       60.0 % ± 9.8   3.00 ± 0.04
     60         60.0 % ± 9.8       40.0 % ± 9.8   3.00 ± 0.04
     80         80.0 % ± 8.9       20.0 % ± 8.9   3.00 ± 0.04
    ──────────────────────────────────────────────────────────
    never used: steady, act: wait
    "#);
}

#[test]
fn a_long_axis_is_thinned() {
    let skill = |skill: u64| {
        played(
            "training",
            &[("skill", &format!("{skill}"))],
            [skill, 100 - skill, 0, 0],
        )
    };
    let text = report((1..=99).map(skill).collect()).terminal(80, false);
    let shown = |skill: &str| {
        text.lines()
            .any(|line| line.trim_start().starts_with(skill))
    };
    assert!(shown("1 ") && shown("99 ") && !shown("3 "));
    let note = "20 of 99, all in summary.csv; guards wins most often at 99 (";
    assert!(text.contains(note), "{text}");
    assert!(text.lines().count() < 30);
}

#[test]
fn many_names_on_an_axis_are_ranked() {
    let weapon = |n: u64| {
        // The order of the values in the file is not that of their win rates.
        let wins = n * 37 % 100;
        let axes = [("weapon", &*format!("weapon {wins}"))];
        played("blades", &axes, [wins, 100 - wins, 0, 0])
    };
    let text = report((1..=40).map(weapon).collect()).terminal(80, false);
    let shown: Vec<u64> = (text.lines())
        .filter_map(|line| line.trim_start().strip_prefix("weapon "))
        .filter_map(|rest| rest.split(' ').next()?.parse().ok())
        .collect();
    assert_eq!(shown.len(), 19, "{text}");
    assert!(shown.is_sorted_by(|a, b| a > b), "{text}");
    assert_eq!((shown[0], shown[18]), (99, 3), "{text}");
    assert!(text.contains("… 21 more …"), "{text}");
    assert!(
        text.contains("19 of 40, all in summary.csv; ranked"),
        "{text}"
    );
}

#[test]
fn two_axes() {
    insta::assert_snapshot!(matrix().terminal(100, false), @r#"
    blades (brp): 16 matchups of 1,000 fights, seed 7
     guard weapon   guards win rate   raider weapon   guards win rate
    ──────────────────────────────────────────────────────────────────
     great axe         65.0 % ± 1.5   dagger             66.5 % ± 1.5
     spear             56.0 % ± 1.5   club               56.5 % ± 1.5
     club              47.0 % ± 1.5   spear              46.5 % ± 1.5
     dagger            38.0 % ± 1.5   great axe          36.5 % ± 1.5
    ──────────────────────────────────────────────────────────────────
                     matchup               guards win rate
    ───────────────────────────────────────────────────────
     most lopsided   great axe vs dagger      80.0 % ± 2.6
     most lopsided   dagger vs great axe      23.0 % ± 2.7
     most even       dagger vs club           43.0 % ± 3.1
     most even       club vs spear            42.0 % ± 3.1
    ───────────────────────────────────────────────────────
    never used: steady, act: wait
    "#);
}

#[test]
fn values_that_are_called_alike_are_alike_where_the_axes_are() {
    // A number has different meanings on two axes with different values: a skill of 9 is not a health of 9.
    let gate = |skill: u64, health: u64| {
        let wins = if (skill, health) == (9, 9) {
            10
        } else {
            500 + skill
        };
        let values = [skill, health].map(|value| value.to_string());
        let axes = [("skill", &*values[0]), ("health", &*values[1])];
        played("gate", &axes, [wins, 1000 - wins, 0, 0])
    };
    let all = [9, 55, 95].map(|skill| [3, 5, 9].map(|health| gate(skill, health)));
    let text = report(all.into_iter().flatten().collect()).terminal(100, false);
    assert!(text.contains("most lopsided   9 vs 9"), "{text}");
    // Here the axes have the same values, so contenders also meet themselves, for each value of the third
    // axis.
    let mut all = Vec::new();
    for (i, guard) in (0..).zip(&WEAPONS[..3]) {
        for (j, raider) in (0..).zip(&WEAPONS[..3]) {
            for field in ["open", "narrow"] {
                let axes = [("guard", *guard), ("raider", *raider), ("field", field)];
                let wins = 500 + 100 * j - 90 * i;
                all.push(played("blades", &axes, [wins, 1000 - wins, 0, 0]));
            }
        }
    }
    let text = report(all).terminal(100, false);
    assert!(
        text.contains("most even       club vs spear vs narrow"),
        "{text}"
    );
    assert!(!text.contains("great axe vs great axe"), "{text}");
}

#[test]
fn an_axis_of_one_value_is_none() {
    let health = |health: u64| {
        let axes = [("skill", "55"), ("health", &*health.to_string())];
        played("gate", &axes, [500 + health, 500 - health, 0, 0])
    };
    let text = report([3, 5, 9].map(health).to_vec()).terminal(100, false);
    assert!(
        text.contains("\n health   guards win rate   raiders win rate"),
        "{text}"
    );
    assert!(!text.contains("skill"), "{text}");
}

#[test]
fn a_long_ranking_keeps_its_ends() {
    let mut all = Vec::new();
    for guard in 0..30 {
        for raider in 0..2 {
            let (guard, raider) = (guard.to_string(), raider.to_string());
            let wins = guard.parse().expect("a number");
            let axes = [("guard", &*guard), ("raider", &*raider)];
            all.push(played("long", &axes, [wins, 30 - wins, 0, 0]));
        }
    }
    let text = report(all).terminal(100, false);
    assert!(text.contains("… 11 more …"));
    assert!(text.lines().count() < 36);
}

#[test]
fn several_scenarios_and_a_break() {
    let report = report(vec![
        played("duel", &[], [600, 300, 60, 40]),
        played("ambush", &[], [10, 990, 0, 0]),
    ]);
    insta::assert_snapshot!(broken_off(report).terminal(80, false), @r#"
     scenario   side         win rate          rounds
    ──────────────────────────────────────────────────
     duel       guards   60.0 % ± 3.1   3.000 ± 0.004
     ambush     guards    1.0 % ± 0.8   3.000 ± 0.004
    ──────────────────────────────────────────────────
    3.0 % ± 0.8 of all fights ended in a draw
    2.0 % ± 0.7 of all fights were left undecided
    never used: steady, act: wait

    interrupted: 2 of 1,234 matchups, 2,000 fights
    "#);
}

#[test]
fn matchups_without_fights_are_not_among_those_of_a_broken_off_run() {
    let text = cut_short(half_of_a_grid()).terminal(80, false);
    insta::assert_snapshot!(text, @r"
    gate (brp): 3 matchups of 100 fights, seed 7
     matchup       guards win rate   raiders win rate        rounds
    ────────────────────────────────────────────────────────────────
     axe vs none      60.0 % ± 9.8       40.0 % ± 9.8   3.00 ± 0.04
     axe vs mail      70.0 % ± 9.6       30.0 % ± 9.6   3.00 ± 0.04
     bow vs mail      90.0 % ± 7.4       10.0 % ± 7.4   3.00 ± 0.04
    ────────────────────────────────────────────────────────────────
    no averages: some of their matchups were not played
    never used: steady, act: wait

    interrupted: 3 of 6 matchups, 300 fights
    ");
    // If no matchup has fights, the combinations of values are not complete either.
    let none = half_of_a_grid()
        .into_iter()
        .filter(|one| one.tally.fights() == 0);
    let text = cut_short(none.collect()).terminal(80, false);
    assert!(
        text.contains("interrupted: 0 of 3 matchups, 0 fights"),
        "{text}"
    );
}

#[test]
fn scenarios_stand_in_the_order_in_which_they_are_given() {
    let one = |scenario| played(scenario, &[], [6, 4, 0, 0]);
    let two = |scenario: &str| {
        ["1", "2"].map(|skill| played(scenario, &[("skill", skill)], [6, 4, 0, 0]))
    };
    let places = |played: Vec<_>, names: &[&str]| {
        let text = report(played).terminal(80, false);
        let places: Vec<_> = names.iter().map(|name| text.find(name)).collect();
        assert!(
            places.iter().all(Option::is_some) && places.is_sorted(),
            "{text}"
        );
    };
    let (gate, wall) = (two("gate"), two("wall"));
    let [duel, ambush] = ["duel", "ambush"].map(one);
    let alone = [&gate[..], std::slice::from_ref(&duel)].concat();
    places(alone, &["gate (", "duel ("]);
    let shared = [&gate[..], &[duel], &wall[..], &[ambush]].concat();
    places(shared, &["gate (", " duel ", " ambush ", "wall ("]);
}

#[test]
fn nothing_played_is_nothing_said_and_no_fights_are_dashes() {
    assert_eq!(report(vec![]).terminal(80, true), "");
    let text = report(vec![played("duel", &[], [0; 4])]).terminal(80, false);
    assert!(text.contains("guards") && text.contains('–') && !text.contains('%'));
}

#[test]
fn bold_type_only_where_it_is_wanted() {
    let report = report(vec![played("duel", &[], [6, 4, 0, 0])]);
    assert!(report.terminal(80, true).contains("\x1b[1m"));
    assert!(!report.terminal(80, false).contains('\x1b'));
    let bare = report
        .terminal(80, true)
        .replace("\x1b[1m", "")
        .replace("\x1b[0m", "");
    let bare: Vec<_> = bare.lines().map(str::trim_end).collect();
    assert!(report.terminal(80, false).lines().eq(bare));
}

#[test]
fn lines_keep_to_the_width() {
    for width in [40, 60, 100] {
        for line in matrix().terminal(width, false).lines() {
            let table = line.starts_with([' ', '─', '═']);
            assert!(
                !table || line.chars().count() <= usize::from(width),
                "{line}"
            );
        }
    }
}

#[test]
fn unused_lines_are_named_up_to_a_point() {
    let mut many = played("duel", &[], [6, 4, 0, 0]);
    let playbook = Arc::make_mut(&mut many.cast.combatants[0].playbook);
    playbook.name = "elaborate".to_owned();
    let line = playbook.lines[1].clone();
    playbook.lines.extend(vec![line; 6]);
    many.tally = super::super::fixtures::tally(&many.cast, [6, 4, 0, 0]);
    let text = report(vec![many]).terminal(80, false);
    let named = text.lines().filter(|line| line.starts_with("never used: "));
    assert_eq!(named.count(), 5);
    // The elaborate policy has seven unused lines and the steady policy has one.
    assert!(text.contains("3 more in policies.csv"), "{text}");
}

#[test]
fn unused_lines_that_the_book_lends_are_not_named() {
    let mut borrowed = played("duel", &[], [6, 4, 0, 0]);
    for combatant in &mut borrowed.cast.combatants {
        std::sync::Arc::make_mut(&mut combatant.playbook).lines[1].lent = true;
    }
    let text = report(vec![borrowed]).terminal(80, false);
    assert!(!text.contains("never used"), "{text}");
}

#[test]
fn weapons_that_nobody_attacked_with_are_named() {
    let carry = |played: &mut super::Played, items: &[(&str, u8)]| {
        for combatant in &mut played.cast.combatants {
            let item = |&(name, weapon): &(&str, u8)| CastItem {
                name: name.to_owned(),
                weapons: vec![WeaponId(weapon)],
            };
            combatant.carries = items.iter().map(item).collect();
            let spare = combatant.weapons[0].clone();
            combatant.weapons.resize(3, spare);
        }
        played.tally = super::super::fixtures::tally(&played.cast, [6, 4, 0, 0]);
    };
    let mut one = played("duel", &[("skill", "1")], [6, 4, 0, 0]);
    carry(&mut one, &[("axe", 0), ("spear", 1), ("sabre", 2)]);
    let text = report(vec![one.clone()]).terminal(80, false);
    let told =
        "no attacks counted: guard: spear, sabre\nno attacks counted: raider: spear, sabre\n";
    assert!(text.contains(told), "{text}");
    // An item counts as used if it is used in at least one matchup.
    let mut other = played("duel", &[("skill", "2")], [6, 4, 0, 0]);
    carry(&mut other, &[("spear", 0), ("sabre", 1)]);
    let text = report(vec![one, other]).terminal(80, false);
    assert!(
        text.contains("no attacks counted: guard: sabre\n"),
        "{text}"
    );
    assert!(!text.contains("spear"), "{text}");
}
