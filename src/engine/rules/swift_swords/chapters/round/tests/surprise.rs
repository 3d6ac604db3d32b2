//! Tests of surprise.

use crate::rules::swift_swords::testing::{Setup, fighters};

fn hero(options: &str) -> Setup {
    let setup = fighters("a", "ad_set = [5, 5, 5, 4]").against("b", "physical = 8\ndodge = 4");
    setup.field("surprised = [\"b\"]").option(options)
}

#[test] // SST-29-2, SST-4-2, SST-0-8
fn one_who_surprises_has_one_option_before_the_first_deal_for_both() {
    let after = hero("").begun([]).round([2; 4]);
    assert_eq!(after.attackers(), ["a"]);
    assert_eq!(after.state.round, 2);
    let next = after.step([2; 4]);
    assert_eq!(
        (next.hand("a"), next.hand("b")),
        ("5, 5, 5".to_owned(), "5, 3, 2".to_owned())
    );
    assert!(next.state.turns.surprised.is_empty());
}

#[test] // SST-29-2
fn the_option_may_be_to_keep_a_die() {
    let setup = fighters("a", "ad_set = [5, 4]\npolicy = \"p\"").against("b", "");
    let setup = setup
        .policy("p", "last = [\"carry-high\"]")
        .field("surprised = [\"side 2\"]");
    let after = setup.begun([]).round([]);
    assert!(after.attackers().is_empty());
    assert_eq!(after.body("a").kept, 5);
}

#[test] // SST-29-2
fn worse_surprises_bring_more_options() {
    let after = hero("surprise_actions = 3").begun([]).round([2; 12]);
    assert_eq!(after.attackers().len(), 3);
    let all = hero("surprise_actions = \"all\"").begun([]).round([2; 16]);
    assert_eq!(all.attackers(), ["a"; 4]);
}

#[test] // SST-29-1
fn the_surprised_have_no_defence_but_their_armour() {
    let b = "physical = 8\narmour = 1\ndodge = 4\npolicy = \"dodges\"";
    let setup = fighters("a", "ad_set = [5, 5, 5, 4]").against("b", b);
    let begun = setup
        .field("surprised = [\"b\"]")
        .begun([])
        .holding("b", &[5]);
    let after = begun.step([5, 5, 2, 2]);
    assert_eq!(after.heard.blows.len(), 1);
    // Of two successes, armour stops one. The test has given `b` a 5, which it does not spend on a defence.
    assert!(after.says("1"));
    assert_eq!(after.left("b"), 7);
}

#[test] // SST-29-2
fn everybody_who_surprises_has_its_options_in_a_row() {
    let two = |options: &str| {
        let setup = fighters("one", "attack = 1\nad_set = [5, 5, 5]")
            .and("two", "attack = 1\nad_set = [5, 5, 5]")
            .against("b", "physical = 8\npolicy = \"idle\"");
        let setup = setup.even().field("surprised = [\"b\"]").option(options);
        setup.begun([])
    };
    let after = two("surprise_actions = 2").round([2; 4]);
    assert_eq!(after.attackers(), ["one", "one", "two", "two"]);
    assert_eq!(two("").round([2; 2]).attackers(), ["one", "two"]);
    // If a creature has no dice left, its remaining options are lost, and the next creature has its own.
    let after = two("surprise_actions = 5").round([2; 6]);
    assert_eq!(
        after.attackers(),
        ["one", "one", "one", "two", "two", "two"]
    );
}

#[test] // SST-29-2
fn in_the_worst_surprises_all_who_surprise_use_up_their_dice() {
    let after = |first: &str, option: &str, faces: &[u32]| {
        let fight = fighters("one", &format!("attack = 1\nad_set = {first}"))
            .and("two", "attack = 1\nad_set = [5, 5, 5]")
            .against("b", "physical = 8\npolicy = \"idle\"");
        let fight = fight.even().field("surprised = [\"b\"]");
        let fight = fight.option("surprise_actions = \"all\"").option(option);
        let after = fight.begun([]).round(faces.iter().copied());
        assert!(!after.says("calls for a refresh"));
        assert_eq!(after.state.round, 2);
        after.attackers()
    };
    // The round continues after `one` has spent its last die.
    let by_countdown = after("[2, 2, 2, 2]", "countdown = \"dynamic\"", &[2; 5]);
    assert_eq!(by_countdown, ["one", "two", "one", "two", "two"]);
    // The round also continues if `one` cannot pay for its action.
    let short = after("[3, 1, 1, 1]", "short_calls_refresh = true", &[2; 3]);
    assert_eq!(short, ["two"; 3]);
}
