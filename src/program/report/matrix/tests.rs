//! Tests of matrices with invented results.

use super::*;
use crate::fight::{Ending, FighterSet, Outcome, Witness};
use crate::report::fixtures::{cast, in_both_seats, played};
use crate::tally::{Expected, Tally};

const NAMES: [&str; 3] = ["rock", "paper", "scissors"];

fn plan() -> MatrixPlan {
    MatrixPlan {
        rows: "guard".to_owned(),
        columns: "raider".to_owned(),
        side: SideId(0),
        at: Vec::new(),
        contenders: true,
    }
}

/// Returns a matrix from the counts of each cell: wins of the guards, wins of the raiders, draws, and
/// undecided fights.
fn matrix(counts: &[[[u64; 4]; 3]; 3]) -> Matrix {
    let mut all = Vec::new();
    for (row, counts) in NAMES.iter().zip(counts) {
        for (column, &counts) in NAMES.iter().zip(counts) {
            all.push(played("d", &[("guard", row), ("raider", column)], counts));
        }
    }
    let all: Vec<&Played> = all.iter().collect();
    Matrix::new(&plan(), &all).expect("a matrix")
}

/// Returns a matrix from the number of fights that the row wins in each cell. The column wins the rest of the
/// `of` fights.
fn wins(wins: [[u64; 3]; 3], of: u64) -> Matrix {
    matrix(&wins.map(|row| row.map(|won| [won, of - won, 0, 0])))
}

/// Returns a matrix where rock loses to paper, paper to scissors, and scissors to rock.
fn circle(fights: u64) -> Matrix {
    let (even, win, loss) = (fights / 2, fights * 7 / 10, fights * 3 / 10);
    wins(
        [[even, loss, win], [win, even, loss], [loss, win, even]],
        fights,
    )
}

fn contenders(matrix: &Matrix) -> &Contenders {
    matrix.contenders.as_ref().expect("contenders")
}

fn verdicts(matrix: &Matrix) -> Vec<Dominated> {
    let all = contenders(matrix).all.iter();
    all.map(|contender| contender.dominated).collect()
}

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-6, "{a} is not {b}");
}

#[test]
fn a_score_is_wins_and_half_of_what_nobody_won() {
    let matrix = matrix(&[[[50, 30, 12, 8]; 3]; 3]);
    let cell = matrix.cell(1, 2).expect("it was played");
    near(cell.win_rate.estimate, 0.5);
    near(cell.score.estimate, 0.6);
    near(cell.draws.estimate, 0.12);
    near(cell.undecided.estimate, 0.08);
    assert!(cell.score.low < 0.55 && cell.score.high > 0.65 && cell.score.high < 0.75);
}

#[test]
fn no_score_is_known_without_a_doubt() {
    for counts in [[0, 99, 1, 0], [99, 0, 1, 0], [0, 0, 100, 0], [0, 100, 0, 0]] {
        let matrix = matrix(&[[counts; 3]; 3]);
        let score = matrix.cell(0, 1).expect("it was played").score;
        // In a hundred fights, one in thirty could easily have ended differently.
        assert!(score.high - score.low > 0.03, "{counts:?}: {score:?}");
        assert!(score.low >= 0.0 && score.high <= 1.0);
    }
}

#[test]
fn rock_paper_and_scissors_are_a_cycle_and_all_are_in_the_mix() {
    let matrix = circle(2000);
    let found = contenders(&matrix);
    assert_eq!(verdicts(&matrix), [Dominated::No; 3]);
    let [cycle] = found.cycles.sure.as_slice() else {
        panic!("{:?}", found.cycles);
    };
    let around: Vec<usize> = cycle.around.iter().map(|&(one, _)| one).collect();
    assert_eq!((around.as_slice(), cycle.threes), (&[0, 2, 1][..], 1));
    assert!(found.cycles.perhaps.is_empty());
    let mix = found.mix.as_ref().expect("a mix");
    for share in &mix.shares {
        near(share.estimate, 1.0 / 3.0);
        assert!(share.low < 0.325 && share.low > 0.25 && share.high > 0.342 && share.high < 0.42);
    }
    near(mix.value.estimate, 0.5);
    assert!(mix.value.low < 0.499 && mix.value.low > 0.45);
    let rock = &found.all[0];
    assert_eq!((rock.worst.0, rock.best.0), (1, 2));
    near(rock.worst.1.estimate, 0.3);
}

#[test]
fn what_few_fights_cannot_settle_is_left_open() {
    let matrix = circle(10);
    let found = contenders(&matrix);
    assert!(found.cycles.sure.is_empty());
    assert_eq!(found.cycles.perhaps, [0, 1, 2]);
    assert!(
        verdicts(&matrix)
            .iter()
            .all(|verdict| matches!(verdict, Dominated::Perhaps(_)))
    );
    // With more fights, the shares of the mix are more certain.
    let width = |fights| {
        let matrix = circle(fights);
        let mix = contenders(&matrix).mix.clone().expect("a mix");
        mix.shares[0].high - mix.shares[0].low
    };
    assert!(width(10) > 2.0 * width(2000));
}

#[test]
fn in_an_order_everybody_but_the_best_is_dominated_and_out() {
    let matrix = wins([[500, 600, 800], [400, 500, 700], [200, 300, 500]], 1000);
    assert_eq!(
        verdicts(&matrix),
        [Dominated::No, Dominated::By(0), Dominated::By(0)]
    );
    let found = contenders(&matrix);
    assert_eq!(
        (found.cycles.sure.len(), found.cycles.perhaps.len()),
        (0, 0)
    );
    let mix = found.mix.as_ref().expect("a mix");
    assert!(!mix.is_out(0) && mix.is_out(1) && mix.is_out(2));
    assert!(mix.redrawn == 400 && mix.without == 400);
    near(mix.shares[0].low, 1.0);
}

#[test]
fn both_ways_round_are_averaged_and_what_a_side_is_worth_falls_out() {
    // The advantage of the rows' side is 100 wins in every 1000 fights. The cells of a contender against
    // itself are ignored.
    let matrix = wins([[999, 700, 900], [500, 999, 800], [300, 400, 999]], 1000);
    let found = contenders(&matrix);
    near(found.edge.estimate, 0.1);
    near(found.all[0].mean.estimate, 0.7);
    near(found.all[0].worst.1.estimate, 0.6);
    near(found.all[2].mean.estimate, 0.25);
    assert_eq!(found.ranked(), [0, 1, 2]);
    // The mean is over two pairs in both roles, so its error is smaller than that of any of the four cells.
    let cell = matrix.cell(0, 1).expect("it was played").score;
    assert!(
        found.all[0].mean.reach() < cell.reach() && found.all[0].mean.reach() > cell.reach() / 3.0
    );
}

#[test]
fn the_rows_side_may_be_the_second() {
    let game = [("guard", "rock"), ("raider", "paper")];
    let one = played("d", &game, [700, 300, 0, 0]);
    let plan = MatrixPlan {
        rows: "raider".to_owned(),
        columns: "guard".to_owned(),
        side: SideId(1),
        contenders: false,
        ..plan()
    };
    let matrix = Matrix::new(&plan, &[&one]).expect("a matrix");
    assert_eq!(
        (&*matrix.side, matrix.against.as_deref()),
        ("raiders", Some("guards"))
    );
    near(
        matrix.cells[0].as_ref().expect("played").win_rate.estimate,
        0.3,
    );
    assert!(matrix.contenders.is_none());
}

#[test]
fn what_else_varies_is_averaged_or_picked() {
    let mut all = Vec::new();
    for (armour, wins) in [("none", 10), ("plate", 30)] {
        for (row, more) in [("axe", 0), ("bow", 40)] {
            let axes = [("guard", row), ("armour", armour), ("raider", "axe")];
            all.push(played("d", &axes, [wins + more, 90 - wins - more, 0, 0]));
        }
    }
    let all: Vec<&Played> = all.iter().collect();
    let rates = |at: &[(&str, &str)]| {
        let own = |(axis, value): &(&str, &str)| ((*axis).to_owned(), (*value).to_owned());
        let plan = MatrixPlan {
            at: at.iter().map(own).collect(),
            contenders: false,
            ..plan()
        };
        let matrix = Matrix::new(&plan, &all)?;
        let cells = matrix.cells.iter().flatten();
        let rates = cells.map(|cell| ((cell.win_rate.estimate * 90.0).round(), cell.matchups));
        Some((rates.collect::<Vec<_>>(), matrix.averaged))
    };
    let (rows, averaged) = rates(&[]).expect("a matrix");
    assert_eq!(rows, [(20.0, 2), (60.0, 2)]);
    assert_eq!(averaged, [("armour".to_owned(), 2)]);
    let (rows, averaged) = rates(&[("armour", "plate")]).expect("a matrix");
    assert_eq!((rows, averaged), (vec![(30.0, 1), (70.0, 1)], vec![]));
    assert_eq!(rates(&[("armour", "mail")]), None);
}

#[test]
fn a_cell_without_fights_is_none_and_leaves_the_contenders_open() {
    let mut counts = [[[50, 50, 0, 0]; 3]; 3];
    counts[0][2] = [0; 4];
    let unplayed = matrix(&counts);
    assert!(unplayed.cell(0, 2).is_none() && unplayed.cell(2, 0).is_some());
    assert!(unplayed.contenders.is_none());
    // The cell of a contender against itself is not needed.
    counts[0][2] = [50, 50, 0, 0];
    counts[1][1] = [0; 4];
    assert!(matrix(&counts).contenders.is_some());
}

#[test]
fn seats_are_in_the_cells() {
    let axes = [("guard", "axe"), ("raider", "axe")];
    let one = in_both_seats(played("d", &axes, [60, 40, 0, 0]), [50, 50, 0, 0]);
    let matrix = Matrix::new(&plan(), &[&one]).expect("a matrix");
    let cell = matrix.cells[0].as_ref().expect("played");
    let effect = cell.seat_effect.expect("both seats");
    near(cell.win_rate.estimate, 0.55);
    near(effect.estimate, 0.1);
}

/// Returns a matrix with the exact probability that the row wins in each cell.
fn exact(odds: [[f64; 3]; 3]) -> Matrix<Expected> {
    let mut all = Vec::new();
    for (row, odds) in NAMES.iter().zip(odds) {
        for (column, won) in NAMES.iter().zip(odds) {
            let like = played("d", &[("guard", row), ("raider", column)], [0; 4]);
            let cast = cast(["guards", "raiders"]);
            let mut tally = Tally::weighed(&cast);
            for (side, weight) in [(0, won), (1, 1.0 - won)] {
                tally.weigh(weight);
                tally.ended(&Outcome {
                    ending: Ending::Won(SideId(side)),
                    rounds: 3,
                    standing: FighterSet(1 << side),
                });
            }
            all.push(Played {
                scenario: like.scenario,
                ruleset: like.ruleset,
                matchup: like.matchup,
                axes: like.axes,
                digest: like.digest,
                cast,
                tally,
                seats: None,
                capped: false,
            });
        }
    }
    let all: Vec<&Played<Expected>> = all.iter().collect();
    Matrix::new(&plan(), &all).expect("a matrix")
}

#[test]
fn exact_odds_leave_nothing_open_and_know_equals() {
    // Rock and paper are equal, and scissors is slightly worse against both.
    let matrix = exact([[0.5, 0.5, 0.51], [0.5, 0.5, 0.51], [0.49, 0.49, 0.5]]);
    let found = matrix.contenders.as_ref().expect("contenders");
    let verdicts: Vec<Dominated> = found.all.iter().map(|one| one.dominated).collect();
    assert_eq!(verdicts, [Dominated::No, Dominated::No, Dominated::By(0)]);
    assert_eq!(
        (found.cycles.sure.len(), found.cycles.perhaps.len()),
        (0, 0)
    );
    let mix = found.mix.as_ref().expect("a mix");
    assert!(mix.redrawn == 0 && mix.is_out(2));
    assert!(mix.shares.iter().all(|share| share.reach() <= 0.0));
    near(mix.shares[0].estimate + mix.shares[1].estimate, 1.0);
}

#[test]
fn cycles_of_four_are_found_and_the_clearest_three_is_shown() {
    let names = ["a", "b", "c", "d"];
    // The arrows are a > b > c > d > a, and also a > c and d > b by a small margin.
    let wins = [
        [50, 90, 55, 10],
        [10, 50, 90, 40],
        [45, 10, 50, 90],
        [90, 60, 10, 50],
    ];
    let mut all = Vec::new();
    for (row, wins) in names.iter().zip(wins) {
        for (column, won) in names.iter().zip(wins) {
            let counts = [won * 100, 10_000 - won * 100, 0, 0];
            all.push(played("d", &[("guard", row), ("raider", column)], counts));
        }
    }
    let all: Vec<&Played> = all.iter().collect();
    let matrix = Matrix::new(&plan(), &all).expect("a matrix");
    let [cycle] = contenders(&matrix).cycles.sure.as_slice() else {
        panic!("one group");
    };
    assert_eq!((cycle.group.len(), cycle.threes), (4, 2));
    let around: Vec<usize> = cycle.around.iter().map(|&(one, _)| one).collect();
    assert_eq!(around, [1, 2, 3]);
}

#[test]
fn equal_fights_give_equal_mixes() {
    let mix = |matrix: Matrix| contenders(&matrix).mix.clone();
    assert_eq!(mix(circle(100)), mix(circle(100)));
}
