//! Matrices as people see them.

use std::collections::BTreeMap;

use super::super::fixtures::{played, report};
use crate::fight::SideId;
use crate::report::{MatrixPlan, Report};

fn plans(contenders: bool) -> BTreeMap<String, MatrixPlan> {
    let plan = MatrixPlan {
        rows: "guard weapon".to_owned(),
        columns: "raider weapon".to_owned(),
        side: SideId(0),
        at: Vec::new(),
        opposed: true,
        contenders,
    };
    BTreeMap::from([("blades".to_owned(), plan)])
}

fn shown(names: &[&str], wins: impl Fn(usize, usize) -> u64, fights: u64) -> Report {
    let mut all = Vec::new();
    for (i, guard) in names.iter().enumerate() {
        for (j, raider) in names.iter().enumerate() {
            let axes = [("guard weapon", *guard), ("raider weapon", *raider)];
            all.push(played(
                "blades",
                &axes,
                [wins(i, j), fights - wins(i, j), 0, 0],
            ));
        }
    }
    report(all)
}

fn circle(contenders: bool) -> Report {
    let wins = [
        [500, 400, 650, 900],
        [600, 500, 350, 900],
        [350, 650, 500, 900],
        [100, 100, 100, 500],
    ];
    let names = ["great axe", "spear", "club", "dagger"];
    shown(&names, |i, j| wins[i][j], 1000).with_matrices(&plans(contenders))
}

#[test]
fn contenders() {
    insta::assert_snapshot!(circle(true).terminal(110, false), @"");
}

#[test]
fn rows_by_columns() {
    insta::assert_snapshot!(circle(false).terminal(110, false), @"");
}

#[test]
fn an_order_in_a_narrow_terminal() {
    let names = ["great axe", "spear", "club"];
    let report = shown(&names, |i, j| 500 + 100 * j as u64 - 90 * i as u64, 1000);
    let text = report.with_matrices(&plans(true)).terminal(40, false);
    insta::assert_snapshot!(text, @"");
}

#[test]
fn many_contenders_keep_to_the_width() {
    let names: Vec<String> = (0..20).map(|n| format!("weapon {n}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let report = shown(&names, |i, j| 50 + j as u64 - i as u64, 100).with_matrices(&plans(true));
    let text = report.terminal(80, false);
    for line in text.lines().filter(|line| line.starts_with([' ', '─'])) {
        assert!(line.chars().count() <= 80, "{line}");
    }
    assert!(
        text.contains("4 of 20 columns have no room here; matrix.csv has all"),
        "{text}"
    );
    // All are in the table of contenders.
    assert!(
        text.lines()
            .filter(|line| line.starts_with(" 20 weapon 19"))
            .count()
            == 2,
        "{text}"
    );
}
