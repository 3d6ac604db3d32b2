//! Tests of comparisons, as shown on a terminal and as written to files.

use super::super::fixtures::played;
use super::*;
use crate::fight::{Ending, FighterSet, Outcome, SideId};
use crate::tally::Singles;

/// Returns a change with `fights` pairs of fights. The guards win the first `before` of them before the
/// change, and the first `after` of them after it.
fn change(fights: u32, before: u32, after: u32) -> Change {
    let cast = played("gate", &[], [0; 4]).cast;
    let singles = |wins: u32| {
        let mut singles = Singles::new(&cast);
        for n in 0..fights {
            singles.ended(&Outcome {
                ending: Ending::Won(SideId(u8::from(n >= wins))),
                rounds: 3 + n % 2,
                standing: FighterSet::NONE,
            });
        }
        singles
    };
    let (before, after) = (singles(before), singles(after));
    let sums = |figure| {
        let mut pairs = Pairs::default();
        pairs.count((&before, figure), (&after, figure));
        (figure, pairs)
    };
    Change {
        scenario: "gate".to_owned(),
        ruleset: "brp".to_owned(),
        axes: Vec::new(),
        what: "armour".to_owned(),
        before: "chain".to_owned(),
        after: "plate".to_owned(),
        same: false,
        figures: Figure::all(2).map(sums).collect(),
        cast,
    }
}

fn differences(changes: Vec<Change>) -> Differences {
    let info = ComparisonInfo {
        margin: "1%".to_owned(),
        ..ComparisonInfo::default()
    };
    Differences::new(info, 0.01, changes)
}

fn shown(changes: Vec<Change>) -> Vec<String> {
    let (rows, _) = differences(changes).rows();
    rows.into_iter().map(|row| row.join(" | ")).collect()
}

#[test]
fn a_change_is_shown_with_what_it_does_and_how_sure_that_is() {
    insta::assert_snapshot!(shown(vec![change(10_000, 5000, 5300)]).join("\n"), @r"
    chain → plate | guards win rate | 50.0 % ± 1.0 | 53.0 % ± 1.0 | +3.0 % ± 0.3 | 0.06 | better
     | raiders win rate | 50.0 % ± 1.0 | 47.0 % ± 1.0 | −3.0 % ± 0.3 | 0.06 | worse
     | rounds | 3.50 ± 0.01 | 3.50 ± 0.01 | +0.0000 ± 0.0004 | 0.00 | no difference larger than 1% of it
     | guards damage | 0.0000 ± 0.0004 | 0.0000 ± 0.0004 | +0.0000 ± 0.0004 | – | undecided
     | raiders damage | 0.0000 ± 0.0004 | 0.0000 ± 0.0004 | +0.0000 ± 0.0004 | – | undecided
    ");
    let few = shown(vec![change(100, 50, 52)]);
    assert!(
        few[0].ends_with("undecided; about 770 fights would decide it"),
        "{}",
        few[0]
    );
}

#[test]
fn fights_that_would_settle_it_are_counted_as_the_command_line_counts_them() {
    let mut differences = differences(vec![change(100, 50, 52)]);
    differences.info.seats = 2;
    let verdict = differences.rows().0[0].pop().expect("a verdict");
    assert_eq!(verdict, "undecided; about 385 fights would decide it");
    let csv = String::from_utf8(differences.csv(Dialect::Standard)).expect("UTF-8");
    assert!(
        csv.lines()
            .nth(1)
            .expect("a row")
            .contains(",undecided,770,")
    );
}

#[test]
fn what_is_the_same_differs_by_nothing_at_all() {
    let same = Change {
        same: true,
        ..change(1000, 400, 400)
    };
    let rows = shown(vec![same.clone()]);
    assert!(rows.iter().all(|row| row.contains(" | 0 | ")), "{rows:#?}");
    assert!(
        rows.iter().all(|row| row.ends_with("the same")),
        "{rows:#?}"
    );
    assert_eq!(differences(vec![same]).median_ratio(), None);
}

#[test]
fn intervals_that_are_not_there_are_not_spoken_of() {
    let mut changes = vec![change(100, 50, 50), change(100, 50, 52)];
    changes[0].same = true;
    let said = differences(changes.clone()).counted().expect("a list");
    assert!(said.contains("hold for all 5 figures"), "{said}");
    changes[1].same = true;
    let said = differences(changes).counted();
    assert_eq!(said.as_deref(), Some("guards win rate: 2 the same"));
}

#[test]
fn the_table_has_every_figure() {
    let csv = differences(vec![change(10_000, 5000, 5300)]).csv(Dialect::Standard);
    insta::assert_snapshot!(String::from_utf8_lossy(&csv).replace('\r', ""), @r"
    scenario,ruleset,matchup,changed,before,after,figure,side,pairs,value_before,value_before_low,value_before_high,value_after,value_after_low,value_after_high,difference,difference_low,difference_high,variance_ratio,variance_ratio_least,margin,verdict,pairs_to_settle,family_low,family_high,family_p,family_verdict
    gate,brp,guards v raiders,armour,chain,plate,win_rate,guards,10000,0.500000,0.490202,0.509798,0.530000,0.520208,0.539769,0.030000,0.026639,0.033349,0.058305,0.058305,0.010000,better,,0.025585,0.034403,0.000001,better
    gate,brp,guards v raiders,armour,chain,plate,win_rate,raiders,10000,0.500000,0.490202,0.509798,0.470000,0.460231,0.479792,-0.030000,-0.033349,-0.026639,0.058305,0.058305,0.010000,worse,,-0.034403,-0.025585,0.000001,worse
    gate,brp,guards v raiders,armour,chain,plate,rounds,,10000,3.500000,3.490199,3.509801,3.500000,3.490199,3.509801,0.000000,-0.000369,0.000369,0.000000,,0.035000,no difference,,-0.000530,0.000530,1.000000,no difference
    gate,brp,guards v raiders,armour,chain,plate,damage,guards,10000,0.000000,-0.000369,0.000369,0.000000,-0.000369,0.000369,0.000000,-0.000369,0.000369,,,0.000000,undecided,,-0.000530,0.000530,1.000000,undecided
    gate,brp,guards v raiders,armour,chain,plate,damage,raiders,10000,0.000000,-0.000369,0.000369,0.000000,-0.000369,0.000369,0.000000,-0.000369,0.000369,,,0.000000,undecided,,-0.000530,0.000530,1.000000,undecided
    ");
}

#[test]
fn the_other_axes_are_columns_and_part_of_the_name() {
    let with = |axis: &str| {
        let change = Change {
            axes: vec![(axis.to_owned(), "12".to_owned())],
            ..change(100, 40, 90)
        };
        let differences = differences(vec![change]);
        let csv = String::from_utf8(differences.csv(Dialect::Standard)).expect("UTF-8");
        let line = |at: usize| csv.lines().nth(at).expect("a line").to_owned();
        (line(0), line(1), differences.rows().0[0][0].clone())
    };
    let (head, row, title) = with("dex");
    assert!(head.starts_with("scenario,ruleset,matchup,dex,changed,before,after,"));
    assert!(row.starts_with("gate,brp,12,12,armour,chain,plate,"));
    assert_eq!(title, "12: chain → plate");
    assert!(
        with("before")
            .0
            .contains("matchup,axis before,changed,before,")
    );
}

#[test]
fn many_changes_are_shown_by_their_win_rate_alone() {
    let changes = vec![change(1000, 500, 700); 50];
    let (rows, left_out) = differences(changes.clone()).rows();
    assert_eq!((rows.len(), left_out), (40, 10));
    assert!(rows.iter().all(|row| row[1] == "guards win rate"));
    let csv = String::from_utf8(differences(changes).csv(Dialect::Standard)).expect("UTF-8");
    assert_eq!(csv.lines().count(), 1 + 50 * 5);
}
