//! Tests of how moves with known effects are shown.

use super::*;
use crate::fight::{Cast, Ending, FighterSet, Outcome, SideId};
use crate::report::columns;
use crate::scenario::{Faults, Step, asked};
use crate::tally::Singles;

const FIGURES: [Figure; 4] = [
    Figure::Won(SideId(0)),
    Figure::Rounds,
    Figure::Dealt(SideId(0)),
    Figure::Dealt(SideId(1)),
];

fn path(text: &str) -> TreePath {
    let mut faults = Faults::default();
    asked(&[text.to_owned()], &mut faults).remove(0).path
}

/// Returns the effect of a move on a thousand pairs of fights. `gained` of them are won only after the move,
/// and `lost` only before it.
fn sampled(gained: u64, lost: u64) -> Effect {
    let cast = Cast {
        sides: vec!["us".into(), "them".into()],
        combatants: vec![],
        fighters: vec![],
        round_cap: 99,
        alliances: crate::fight::Alliances::default(),
        alike_from: None,
        most_lost: 0,
        things: FighterSet::NONE,
        absent: FighterSet::NONE,
        objectives: Vec::new(),
        day: None,
        events: &[],
    };
    let singles = |is_won: &dyn Fn(u64) -> bool| {
        let mut singles = Singles::new(&cast);
        for n in 0..1000 {
            singles.ended(&Outcome {
                ending: Ending::Won(SideId(u8::from(!is_won(n)))),
                rounds: 3,
                standing: FighterSet::NONE,
            });
        }
        singles
    };
    let before = singles(&|n| n < 500);
    let after = singles(&|n| (lost..500 + gained).contains(&n));
    let of = |figure: Figure| {
        let mut pairs = Pairs::default();
        pairs.count((&before, figure), (&after, figure));
        pairs
    };
    Effect::Sampled(FIGURES.map(of).to_vec())
}

fn one(text: &str, number: usize, step: &str, found: Effect) -> StepMove {
    let value: i64 = 12;
    let moved = value + if step.starts_with('+') { 1 } else { -1 };
    StepMove {
        heirs: Vec::new(),
        path: path(text),
        number,
        unit: "points",
        step: step.to_owned(),
        before: value.to_string(),
        after: moved.to_string(),
        found,
    }
}

fn worth(moves: Vec<StepMove>) -> Worth {
    let value = |estimate: f64| Interval {
        low: estimate - 0.01,
        high: estimate + 0.01,
        estimate,
    };
    let standing = Unchanged {
        sides: vec!["us".to_owned(), "them".to_owned()],
        figures: FIGURES.to_vec(),
        values: [0.5, 3.0, 6.0, 7.0].map(value).to_vec(),
    };
    let info = WorthInfo {
        method: "paired",
        scenario: "gate".to_owned(),
        ruleset: "brp".to_owned(),
        matchups: vec!["us v them".to_owned()],
        side: "us".to_owned(),
        seed: 1,
        fights: 1000,
        seats: 1,
        margin: "0.1%".to_owned(),
        left_out: vec![LeftOut {
            path: "combatants.guard.wit".to_owned(),
            step: "+1".to_owned(),
            why: "`wit` is from 1 to 20, not 21".to_owned(),
        }],
        without: vec![Without {
            path: "combatants.guard.hit_points".to_owned(),
            instead: "half of CON and SIZ".to_owned(),
        }],
        ..WorthInfo::default()
    };
    Worth::new(info, 0.001, standing, moves)
}

fn some() -> Worth {
    worth(vec![
        one("combatants.guard.luck", 0, "+1", Effect::Unused),
        one("combatants.guard.dex", 1, "+1", sampled(30, 0)),
        one("combatants.guard.dex", 1, "-1", sampled(3, 0)),
        one(
            "combatants.guard.skills.\"great axe\"",
            2,
            "+1",
            sampled(20, 0),
        ),
        one(
            "combatants.guard.skills.\"great axe\"",
            2,
            "-1",
            sampled(0, 200),
        ),
        one("combatants.guard.throw", 3, "+1", sampled(0, 0)),
    ])
}

#[test]
fn numbers_are_sorted_by_their_larger_effect_and_keep_their_moves_together() {
    let worth = some();
    let order: Vec<String> = (worth.moves.iter())
        .map(|(one, _)| format!("{} {}", one.path.after(2), one.step))
        .collect();
    let axe = "skills.\"great axe\"";
    assert_eq!(
        order,
        [
            &format!("{axe} +1"),
            &format!("{axe} -1"),
            "dex +1",
            "dex -1",
            "throw +1",
            "luck +1"
        ]
    );
}

#[test]
fn verdicts_and_intervals_hold_for_all_figures_together() {
    let worth = some();
    // Five moves were played, and each has four figures.
    assert_eq!(worth.family.figures(), 20);
    let words: Vec<&str> = worth.moves.iter().map(|(_, rows)| rows[0].word()).collect();
    let expected = [
        "better",
        "worse",
        "better",
        "undecided",
        "undecided",
        "not used",
    ];
    assert_eq!(words, expected);
    // A gain of 8 in 1000 fights is certain for a single move. With intervals and verdicts for twenty figures
    // together, it is not.
    let alone = worth_of(8, 1);
    assert_eq!(
        (alone.word(), worth_of(8, 5).word()),
        ("better", "undecided")
    );
}

/// Returns the figure of a move that gains this number of fights, among `moves` moves.
fn worth_of(gained: u64, moves: usize) -> FigureChange {
    let all = (0..moves).map(|number| {
        let gained = if number == 0 { gained } else { 0 };
        one("a.b", number, "+1", sampled(gained, 0))
    });
    let worth = worth(all.collect());
    worth.moves[0].1[0]
}

#[test]
fn the_terminal_fits_its_width_and_says_what_is_left_out() {
    for width in [60, 80, 100, 120, 200] {
        let text = some().terminal(width, false);
        for line in text.lines() {
            assert!(
                line.chars().count() <= usize::from(width),
                "{width}: {line}"
            );
        }
        assert!(!text.contains('\u{1b}'), "no colours were asked for");
        for wanted in [
            "what a step is worth to us",
            "combatants.guard",
            "12 → 13",
            "−20.0 %",
            "██",
            "not part of the fight: luck",
            "made no difference in any fight",
            ": throw",
            "us win rate: 2 better, 1 worse, 2 undecided, 1 not used",
            "20 figures together",
            "left out: wit +1",
            "hit_points (half of CON and SIZ)",
        ] {
            let flowing = text.replace("\n  ", " ");
            assert!(flowing.contains(wanted), "{width}: {wanted}\n{text}");
        }
        assert_eq!(text.contains("verdict\n"), width >= 100, "{width}: {text}");
        // Columns are left out in a fixed order.
        let left_out: &[&str] = match width {
            60 => &["unit", "verdict", "damage done", "rounds"],
            80 => &["unit", "verdict", "damage done"],
            100 => &["unit"],
            _ => &[],
        };
        let note = format!(
            "left out to fit {width} columns: {}; worth.csv",
            left_out.join(", ")
        );
        let said = text.replace("\n  ", " ").contains(&note);
        assert_eq!(said, !left_out.is_empty(), "{width}: {text}");
        assert!(!text.contains("±\n"), "a figure is whole: {text}");
        let flowing = text.replace("\n  ", " ");
        assert!(
            flowing.contains("\nbars: the change of the win rate; █ better or worse, ░ undecided"),
            "{text}"
        );
    }
    let text = some().terminal(80, true);
    assert!(
        text.contains("\u{1b}[32m█") && text.contains("\u{1b}[31m█"),
        "{text}"
    );
}

#[test]
fn the_longest_bar_is_that_of_the_largest_effect() {
    let text = some().terminal(120, false);
    let bar = |words: &str| {
        let line = text.lines().find(|line| line.contains(words));
        let line = line.unwrap_or_else(|| panic!("{words} is not in\n{text}"));
        line.chars().filter(|&c| c == '█').count()
    };
    let (most, least) = (bar("−20.0 %"), bar("+2.0 %"));
    assert!(most > 10, "{text}");
    assert!(
        (most / 10..=most / 10 + 1).contains(&least),
        "{most} {least}\n{text}"
    );
}

#[test]
fn the_table_has_the_columns_of_the_dictionary_and_a_row_for_each_figure() {
    let text = String::from_utf8(some().csv(Dialect::Standard)).expect("UTF-8");
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().expect("a header").split(',').collect();
    assert_eq!(header, columns::WORTH.names().collect::<Vec<_>>());
    assert_eq!(lines.count(), 6 * 4);
    let row = text.lines().find(|line| line.contains("guard.luck"));
    let row = row.expect("what is not used has rows, too");
    assert!(row.contains(",unused,0,"), "{row}");
    assert!(row.contains(",0.000000,0.000000,0.000000,,"), "{row}");
    let text = some().json();
    assert!(text.contains("from 1 to 20"), "{text}");
}

#[test]
fn exact_figures_are_judged_by_their_bounds_alone() {
    let exact = |rate: f64| {
        let value = |estimate: f64| Interval {
            low: estimate - 1e-9,
            high: estimate + 1e-9,
            estimate,
        };
        Effect::Exact([rate, 3.0, 6.0, 7.0].map(value).to_vec())
    };
    let mut worth = worth(Vec::new());
    for value in &mut worth.standing.values {
        (value.low, value.high) = (value.estimate, value.estimate);
    }
    let moves = vec![
        one("a.b", 0, "+1", exact(0.52)),
        one("a.b", 0, "-1", exact(0.4995)),
        one("a.c", 1, "-1", exact(0.49)),
    ];
    let worth = Worth::new(
        WorthInfo {
            method: "exact",
            ..worth.info
        },
        0.001,
        worth.standing,
        moves,
    );
    let words: Vec<&str> = worth.moves.iter().map(|(_, rows)| rows[0].word()).collect();
    assert_eq!(words, ["better", "no difference", "worse"]);
    let text = worth.terminal(120, false);
    assert!(
        text.contains("exact odds") && text.contains("+2.00000 %"),
        "{text}"
    );
    assert!(!text.contains("figures together"), "{text}");
}

#[test]
fn what_the_paths_share_is_said_once() {
    let worth = worth(vec![
        one("weapons.axe.damage", 0, "+1", sampled(30, 0)),
        one("combatants.guard.dex", 1, "+1", sampled(20, 0)),
    ]);
    let text = worth.terminal(120, false);
    assert!(text.contains("weapons.axe.damage") && text.contains("combatants.guard.dex"));
    let step = Step::Key("x".to_owned());
    assert_eq!(path("a.b").then(step).after(1).to_string(), "b.x");
}

#[test]
fn a_broken_off_run_says_of_which_matchups_it_is_the_mean() {
    let said = |pairs: [u64; 3]| {
        let mut worth = some();
        worth.info.matchups = ["45", "55", "65"].map(str::to_owned).to_vec();
        worth.info.partial = true;
        worth.info.done = (worth.info.matchups.iter().zip(pairs))
            .map(|(matchup, pairs)| Pairings {
                matchup: matchup.clone(),
                pairs,
            })
            .collect();
        worth.terminal(200, false)
    };
    let text = said([1000, 0, 24]);
    for wanted in [
        "gate (brp), mean of 2 of 3 matchups: ",
        "1,024 of 3,000 pairs of fights for each",
        "interrupted: fewer pairs than requested; 2 of 3 matchups have pairs: 45, 65; each matchup is weighted by its pairs\n",
    ] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    let text = said([8, 8, 8]);
    assert!(text.contains(", mean of 3 matchups: "), "{text}");
    assert!(
        text.ends_with("interrupted: fewer pairs than requested\n"),
        "{text}"
    );
}
