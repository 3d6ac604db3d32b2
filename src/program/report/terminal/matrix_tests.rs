//! Tests of how matrices are shown on a terminal.

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
    insta::assert_snapshot!(circle(true).terminal(110, false), @r#"
    blades (brp): 16 matchups of 1,000 fights, seed 7
    win rate in % of the row (guards) against the column (raiders)
    rows: guard weapon, columns: raider weapon (numbered like the rows)
     guard weapon   1   2   3   4
    ──────────────────────────────
     1 great axe   50  65  40  90
     2 club        35  50  65  90
     3 spear       60  35  50  90
     4 dagger      10  10  10  50
    ──────────────────────────────
    all figures ± 3.1 or better
     guard weapon   mean score %      rating   worst %, against       best %, against        dominated by
    ──────────────────────────────────────────────────────────────────────────────────────────────────────
     1 great axe      65.0 ± 1.1    1606 ± 8   40.0 ± 2.2 spear       90.0 ± 1.4 dagger      –
     2 club           63.3 ± 1.1    1595 ± 8   35.0 ± 2.1 great axe   90.0 ± 1.4 dagger      –
     3 spear          61.7 ± 1.1    1585 ± 8   35.0 ± 2.1 club        90.0 ± 1.4 dagger      –
     4 dagger         10.0 ± 0.8   1214 ± 11   10.0 ± 1.4 great axe   10.0 ± 1.4 great axe   great axe
    ──────────────────────────────────────────────────────────────────────────────────────────────────────
    score: wins plus half of draws and undecided fights, mean over both sides; guards over all pairs: 50.0 % ± 0.7
    rating: 400 points more are odds of ten to one, the mean is 1500
    cycle: great axe beats club (65.0 % ± 2.1), club beats spear (65.0 % ± 2.1), spear beats great axe (60.0 % ± 2.2)
     the mix that nobody can exploit    share       95 % range
    ───────────────────────────────────────────────────────────
     great axe                         37.5 %   32.9 to 42.2 %
     spear                             37.5 %   33.3 to 41.8 %
     club                              25.0 %   20.8 to 29.6 %
    ───────────────────────────────────────────────────────────
    not in it: the other 1, nor in 400 of 400 games redrawn with sampling noise; its score is at least 48.7 % against every contender
    the mix holds for these contenders with these policies only
    never used: steady, act: wait
    "#);
}

#[test]
fn rows_by_columns() {
    insta::assert_snapshot!(circle(false).terminal(110, false), @r#"
    blades (brp): 16 matchups of 1,000 fights, seed 7
    win rate of guards in %
    rows: guard weapon, columns: raider weapon
     guard weapon  great axe  spear  club  dagger
    ──────────────────────────────────────────────
     great axe            50     40    65      90
     spear                60     50    35      90
     club                 35     65    50      90
     dagger               10     10    10      50
    ──────────────────────────────────────────────
    all figures ± 3.1 or better
    never used: steady, act: wait
    "#);
}

#[test]
fn an_order_in_a_narrow_terminal() {
    let names = ["great axe", "spear", "club"];
    let report = shown(&names, |i, j| 500 + 100 * j as u64 - 90 * i as u64, 1000);
    let text = report.with_matrices(&plans(true)).terminal(40, false);
    insta::assert_snapshot!(text, @r#"
    blades (brp): 9 matchups of 1,000 fights, seed 7
    win rate in % of the row (guards) against the column (raiders)
    rows: guard weapon, columns: raider weapon (numbered like the rows)
     guard weapon   1   2   3
    ──────────────────────────
     1 great axe   50  60  70
     2 spear       41  51  61
     3 club        32  42  52
    ──────────────────────────
    all figures ± 3.1 or better
     guard     mean   worst   best    domin
     weapon   score   %,      %,      ated
                  %   again   again   by
                      st      st
    ────────────────────────────────────────
     1         64.2   60      69      –
     great    ± 1.5   spear   club
     axe
     2         50.0   40      60      great
     spear    ± 1.5   great   club    axe
                      axe
     3 club    35.8   31      40      great
              ± 1.5   great   spear   axe
                      axe
    ────────────────────────────────────────
    score: wins plus half of draws and undecided fights, mean over both sides; guards over all pairs: 51.0 % ± 1.2
    ratings do not fit; contenders.csv has them
    certainly no cycles (rock, paper, scissors)
    the mix that nobody can exploit: great axe alone, and in 400 of 400 games redrawn with sampling noise
    the mix holds for these contenders with these policies only
    never used: steady, act: wait
    "#);
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
        text.contains("4 of 20 columns do not fit; matrix.csv has all"),
        "{text}"
    );
    // The table of contenders has all of them, although some columns of the heat table do not fit.
    assert!(
        text.lines()
            .filter(|line| line.starts_with(" 20 weapon 19"))
            .count()
            == 2,
        "{text}"
    );
}

#[test]
fn many_names_in_a_matrix_are_ranked_and_numbers_stay_in_order() {
    let of = |name: fn(u64) -> String| {
        let mut all = Vec::new();
        for guard in 1..=25_u64 {
            for raider in ["dagger", "club"] {
                let axes = [("guard weapon", &*name(guard)), ("raider weapon", raider)];
                let wins = guard * 7 % 25;
                all.push(played("blades", &axes, [wins, 25 - wins, 0, 0]));
            }
        }
        let text = report(all).with_matrices(&plans(false)).terminal(80, false);
        let mut lines = text
            .lines()
            .skip_while(|line| !line.starts_with('─'))
            .skip(1);
        let first = lines.next().map(str::trim).map(str::to_owned);
        (first.expect("a row"), text)
    };
    let (first, text) = of(|n| format!("blade {n}"));
    assert_eq!(first, "blade 7           96    96", "{text}");
    let (first, text) = of(|n| n.to_string());
    assert_eq!(first, "1                 28    28", "{text}");
}
