//! Tests: rounds, the countdown and refreshes, and the book's worked fights.

use crate::fight::{Ending, SideId};
use crate::rules::swift_swords::trial::{Setup, fighters};

const ONE: &str = "mental = 3\nad_set = [5, 3, 2]";

/// Two minors with sets of three, ranks 3/3; the first with this besides.
fn duel(first: &str) -> Setup {
    fighters("a", &format!("{ONE}\n{first}")).against("b", ONE)
}

fn assert_close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-6, "{found} is not {expected}");
}

fn first_wins(setup: &Setup, chance: f64, rounds: f64) {
    let odds = setup.solved();
    assert_close(odds.of(Ending::Won(SideId(0))), chance);
    assert_close(odds.rounds_mean(), rounds);
}

#[test] // SST-4-3
fn a_fight_of_many_dice_against_few() {
    let sets = |extra: &str| {
        fighters(
            "a",
            &format!("ad_set = [5, 4, 3, 2]\nphysical = 2\nmental = 2\n{extra}"),
        )
        .against("b", "ad_set = [5, 3, 2]\nphysical = 2\nmental = 2")
    };
    let plain = sets("");
    first_wins(&plain, 0.890_395, 1.046_243);
    assert_close(plain.solved().in_round(1), 0.953_782);
    // The first takes a State whenever it can.
    first_wins(&sets("stateless = false"), 0.986_807, 1.337_764);
}

#[test] // SST-4-3
fn fights_in_which_one_defends() {
    let policy = |defence: &str| {
        let lists = format!("act = [\"attack\"]\ndefend = [\"{defence}\"]");
        duel(&format!("{defence} = 4\nshield = 1\npolicy = \"p\"")).policy("p", &lists)
    };
    first_wins(&policy("dodge"), 0.398_399, 2.337_253);
    first_wins(&policy("parry"), 0.730_970, 1.941_656);
    first_wins(&policy("block"), 0.652_147, 2.422_247);
}
