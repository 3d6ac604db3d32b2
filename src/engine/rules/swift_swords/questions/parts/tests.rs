//! Tests of the location of wounds and of shifting them.

use super::*;
use crate::rules::swift_swords::nouns::{Deal, Luck};
use crate::rules::swift_swords::testing::{fighters, fraction};

/// The stat block of a creature that is struck and does nothing.
const VICTIM: &str = "physical = 2\nmental = 5\npolicy = \"idle\"";

fn landed(faces: &[u8]) -> (u8, u8) {
    landing(Hand::of(faces), 3)
}

#[test] // SST-22-2
fn the_number_rolled_most_says_where() {
    assert_eq!(landed(&[4, 4, 4, 6]), (4, 1));
    assert_eq!(landed(&[2, 2, 5, 5]), (5, 0));
    assert_eq!(landed(&[1, 1, 3, 6]), (1, 0));
    assert_eq!(landed(&[1, 2, 3, 5]), (5, 0));
    assert_eq!(landed(&[3, 3, 3, 3]), (3, 2));
    let odds =
        crate::dice::outcomes(|dice| landing(Deal::Plain.times(4).settle(None, dice, None), 3));
    let ways = [
        (1, 47, 432),
        (2, 49, 432),
        (3, 17, 144),
        (4, 61, 432),
        (5, 29, 144),
        (6, 137, 432),
    ];
    for (number, ways, of) in ways {
        assert_eq!(odds.of(|&(most, _)| most == number), fraction(ways, of));
    }
    assert_eq!(odds.of(|&(_, steps)| steps == 1), fraction(5, 54));
    assert_eq!(odds.of(|&(_, steps)| steps == 2), fraction(1, 216));
}

#[test] // SST-22-2
fn a_triple_is_shifted_by_one_and_a_quadruple_by_two() {
    let shifts = |line: &str, faces: [u32; 5], more: &[u32]| {
        let lists = format!("act = [\"attack\"]\nshift = [\"{line}\"]");
        let setup = fighters("a", "attack = 3\nad_set = [5]\npolicy = \"p\"")
            .against("b", VICTIM)
            .policy("p", &lists);
        let struck = [5, 5, 5]
            .into_iter()
            .chain(faces)
            .chain(more.iter().copied());
        setup.option("injuries = \"full\"").begun([]).step(struck)
    };
    // The three 4s are the right arm. The wound is shifted to the chest, where a 3 is a bleeder.
    let after = shifts("shift to chest", [4, 4, 4, 6, 3], &[]);
    assert_eq!(after.body("b").injuries.bleeding, 1 << 4);
    assert!(after.says("the chest, shifted from the right arm"));
    // On the way to the head, one step leads to the chest and two steps to the head. The wounds there are
    // bleeders.
    let after = shifts("shift to head", [4, 4, 4, 6, 3], &[]);
    assert_eq!(after.body("b").injuries.bleeding, 1 << 4);
    let after = shifts("shift to head", [4, 4, 4, 4, 6], &[]);
    assert_eq!(after.body("b").injuries.bleeding, 1 << 5);
    // The next three wounds are not shifted. The first has only a pair, the line for the second has a false
    // condition, and the third would go to the neck, which the house rule forbids.
    assert_eq!(
        shifts("shift to chest", [4, 4, 6, 5, 3], &[])
            .body("b")
            .injuries
            .bleeding,
        1 << 3
    );
    let only = "shift to chest if wound.steps > 1 and wound.number < 4";
    assert_eq!(
        shifts(only, [4, 4, 4, 6, 3], &[])
            .body("b")
            .injuries
            .bleeding,
        1 << 3
    );
    assert_eq!(
        shifts("shift to neck", [5, 5, 5, 6, 3], &[])
            .body("b")
            .injuries
            .bleeding,
        1 << 4
    );
}

#[test] // SST-22-3
fn neck_and_groin_are_wounded_under_a_house_rule() {
    let lists = "act = [\"attack\"]\nshift = [\"shift to neck\"]";
    let setup = fighters("a", "attack = 3\nad_set = [5]\npolicy = \"p\"")
        .against("b", VICTIM)
        .policy("p", lists)
        .option("injuries = \"full\"\nneck_groin = \"used\"");
    let after = setup.begun([]).step([5, 5, 5, 5, 5, 5, 6, 1]);
    let injuries = after.body("b").injuries;
    assert_eq!(
        (injuries.bleeding, injuries.bleeding_worse),
        (1 << 6, 1 << 6)
    );
    // The wound is `paralysed`: the creature is out if its BODY roll fails.
    let out = setup.begun([]).step([5, 5, 5, 5, 5, 5, 6, 5, 1, 2, 3, 4]);
    assert!(!out.fights("b"));
    let stays = setup.begun([]).step([5, 5, 5, 5, 5, 5, 6, 6, 1, 2, 3, 5]);
    assert!(stays.fights("b"));
}
