//! Tests of tactics with two weapons and of weapons with reach.

use crate::rules::swift_swords::nouns::Ward;
use crate::rules::swift_swords::testing::{Setup, fighters};

const IDLE: &str = "policy = \"idle\"";
const TWO: &str = "dual = true\ncarries = [\"broadsword\", \"dagger\"]";

/// Returns a setup of `a`, which has the stat block lines `stats` and does `act`, and its enemies `b` and
/// `c`.
fn does(act: &str, stats: &str) -> Setup {
    let hand = if stats.contains("ad_set") {
        ""
    } else {
        "ad_set = [5, 4, 3]\n"
    };
    fighters("a", &format!("policy = \"p\"\n{hand}{stats}"))
        .against("b", IDLE)
        .and("c", IDLE)
        .policy("p", &format!("act = [\"{act}\"]"))
}

#[test] // SST-32-2
fn an_all_out_attack_has_two_dice_more_and_leaves_no_defence() {
    let after = does("all-out", TWO).begun([]).step([2; 6]);
    assert_eq!(
        (after.body("a").ward, after.hand("a")),
        (Ward::None, "5, 3".to_owned())
    );
    let next = after.step([2; 6]);
    assert_eq!(next.body("a").ward, Ward::None);
}

#[test] // SST-32-2
fn without_defence_nobody_dodges_and_with_a_double_strike_only_that() {
    let against = |ward: Ward, defence: &str, faces: &[u32]| {
        let lists = format!("defend = [\"{defence}\"]");
        let setup = fighters("a", &format!("policy = \"p\"\n{defence} = 4\n{TWO}"));
        let setup = setup
            .against("b", "ad_set = [5, 5, 5, 5]")
            .policy("p", &lists);
        let begun = setup.begun([]).given("a", |body| body.ward = ward);
        begun.step(faces.iter().copied());
    };
    against(Ward::None, "dodge", &[2; 4]);
    against(Ward::DodgeOnly, "parry", &[2; 4]);
    against(Ward::DodgeOnly, "dodge", &[2; 8]);
    against(Ward::All, "parry", &[2, 2, 2, 2, 5, 2, 2, 2]);
}

#[test] // SST-32-2
fn a_double_strike_is_two_attacks_the_second_with_a_die_less() {
    let after = does("double-strike", TWO).begun([]).step([2; 7]);
    assert_eq!(after.attackers(), ["a", "a"]);
    assert_eq!(after.targets(), ["b", "b"]);
    // The cost is six pips. The dice 4 and 3 pay it.
    assert_eq!(
        (after.hand("a"), after.body("a").ward),
        ("5".to_owned(), Ward::DodgeOnly)
    );
    let both = does("double-strike at b then c", TWO)
        .begun([])
        .step([2; 7]);
    assert_eq!(both.targets()[1], "c");
    // If the first attack puts its target out, the second goes to another enemy.
    let after = does("double-strike", TWO).begun([]);
    let after = after
        .given("b", |body| body.losses[0].direct = 2)
        .step([5, 2, 2, 2, 2, 2, 2]);
    assert_eq!(after.targets()[1], "c");
}

#[test] // SST-32-2
fn a_follow_on_needs_a_first_blow_that_hurts_and_a_die() {
    let missed = does("follow-on", TWO).begun([]).step([2; 4]);
    assert_eq!(
        (missed.hand("a"), missed.body("a").ward),
        ("5, 3".to_owned(), Ward::All)
    );
    let hit = does("follow-on", TWO).begun([]).step([5, 2, 2, 2, 2, 2, 2]);
    assert_eq!((hit.hand("a"), hit.attackers().len()), ("5".to_owned(), 2));
    let poor = does("follow-on", &format!("{TWO}\nad_set = [4]")).begun([]);
    assert_eq!(poor.step([5, 2, 2, 2]).attackers().len(), 1);
    let saves = fighters("a", &format!("policy = \"p\"\n{TWO}")).against("b", IDLE);
    let saves = saves.policy("p", "act = [\"follow-on\"]\nfollow = [\"nothing\"]");
    assert_eq!(saves.begun([]).step([5, 2, 2, 2]).attackers().len(), 1);
}

#[test] // SST-32-1
fn it_takes_the_training_and_a_second_weapon() {
    for stats in [
        "carries = [\"broadsword\", \"dagger\"]",
        "dual = true\ncarries = [\"dagger\"]",
    ] {
        for act in ["all-out", "double-strike", "follow-on"] {
            assert!(does(act, stats).begun([]).round([]).attackers().is_empty());
        }
    }
}

#[test] // SST-33-1
fn a_reach_weapon_strikes_from_outside_contact() {
    let spear = "carries = [\"spear\"]\nat = { zone = 0, alone = true }";
    let after = does("attack", spear)
        .field("start = \"alone\"")
        .begun([])
        .step([5, 5, 2, 2]);
    assert_eq!((after.body("a").group, after.body("b").group), (0, 0));
    assert_eq!(after.left("b"), 2);
    // The attack was made with the spear, weapon 1, and not with bare hands, weapon 0.
    let weapon = after.heard.blows[0].2;
    assert_eq!(weapon.index(), 1);
}

#[test] // SST-33-1
fn in_contact_its_bearer_is_unarmed() {
    let after = does("attack", "carries = [\"spear\"]")
        .begun([])
        .step([5, 5, 2, 2]);
    assert_eq!(after.heard.blows[0].2.index(), 0);
    let named = does("attack with spear", "carries = [\"spear\"]")
        .begun([])
        .round([]);
    assert!(named.attackers().is_empty());
    // A spear in contact counts as empty hands, which cannot parry.
    let setup = fighters(
        "a",
        "parry = 4\ncarries = [\"spear\"]\npolicy = \"parries\"",
    );
    setup
        .against("b", "ad_set = [5, 5, 5, 5]")
        .begun([])
        .step([2; 4]);
    // The bearer of a spear in contact cannot parry with a shield either.
    let shield = "shield = 2\nparry = 4\npolicy = \"parries\"\nad_set = [3]";
    let parries = |weapon: &str, faces: &[u32]| {
        fighters("a", &format!("{shield}\ncarries = [\"{weapon}\"]"))
            .against("b", "ad_set = [5, 5, 5, 5]")
            .begun([])
            .step(faces.iter().copied())
            .hand("a")
    };
    assert_eq!(parries("broadsword", &[2; 8]), "no dice");
    assert_eq!(parries("spear", &[2; 4]), "3");
    // With a spear in hand, bare hands have the light code, although they would have the heavy code without
    // it.
    let heavy = "natural_code = \"heavy\"\ncarries = [\"spear\"]";
    let after = does("attack", heavy).begun([]).step([5, 2, 2, 2]);
    assert_eq!((after.dealt(), after.hand("a").as_str()), (1, "5, 3"));
}

#[test] // SST-33-1
fn nobody_strikes_back_at_what_it_cannot_reach() {
    let parries = |weapon: &str, faces: &[u32]| {
        let spear = "ad_set = [5, 4, 3]\ncarries = [\"spear\"]\nat = { zone = 0, alone = true }";
        let b = format!("parry = 4\ncarries = [\"{weapon}\"]\npolicy = \"parries\"");
        let setup = fighters("a", spear)
            .against("b", &b)
            .field("start = \"alone\"");
        setup
            .begun([])
            .step(faces.iter().copied())
            .attackers()
            .len()
    };
    // The Parry gives `a` two exposure dice. With a broadsword, `b` cannot reach `a` for a riposte. With a
    // spear it can.
    assert_eq!(parries("broadsword", &[5, 5, 2, 2, 5, 5, 2, 2]), 1);
    assert_eq!(parries("spear", &[5, 5, 2, 2, 5, 5, 2, 2, 2, 2]), 2);
}

#[test] // SST-32-1, SST-11-1
fn either_weapon_can_be_chosen_for_an_attack() {
    let after = does("attack with dagger", TWO).begun([]).step([2; 3]);
    assert_eq!(after.heard.blows[0].2.index(), 2);
    let main = does("attack", TWO).begun([]).step([2; 4]);
    assert_eq!(main.heard.blows[0].2.index(), 1);
    // If the first weapon is dropped, a trained creature strikes with the other. An untrained creature uses
    // bare hands, because its other weapon is not in hand.
    let dropped = |stats: &str| {
        let begun = does("attack", stats)
            .begun([])
            .given("a", |body| body.dropped = 1);
        begun.odds(|t| t.heard.blows[0].2.index())
    };
    assert!(dropped(TWO).of(|&weapon| weapon == 2) == dropped(TWO).of(|_| true));
    let untrained = "carries = [\"broadsword\", \"dagger\"]";
    assert!(dropped(untrained).of(|&weapon| weapon == 0) == dropped(TWO).of(|_| true));
}

#[test] // SST-32-2, SST-19-4
fn nothing_follows_on_damage_that_is_soaked_off() {
    let follows = |soaked: u32| {
        let setup = fighters("a", &format!("policy = \"p\"\nad_set = [5, 4, 3]\n{TWO}"))
            .against("b", "ad_set = [3, 2]\npolicy = \"soaks\"")
            .policy("p", "act = [\"follow-on\"]")
            .policy("soaks", "soak = [\"soak\"]")
            .option("soak = \"both\"");
        let again = [2; 3].into_iter().filter(|_| soaked < 5);
        let faces = [5, 2, 2, 2, soaked, 2, 2, 2].into_iter().chain(again);
        let after = setup.begun([]).step(faces);
        (after.attackers().len(), after.left("b"))
    };
    assert_eq!((follows(5), follows(2)), ((1, 3), (2, 2)));
}

#[test] // SST-32-1
fn claws_are_no_weapon_in_the_other_hand() {
    let with = |other: &str| {
        let arms = format!("dual = true\ncarries = [\"broadsword\", \"{other}\"]");
        does("all-out", &arms).begun([])
    };
    assert!(with("claws").round([]).attackers().is_empty());
    assert_eq!(with("dagger").step([2; 6]).attackers(), ["a"]);
}

#[test] // SST-32-2
fn a_second_blow_that_is_to_go_elsewhere_does() {
    let after = does("double-strike at b then first", TWO).begun([]);
    assert_eq!(after.step([2; 7]).targets(), ["b", "c"]);
}

#[test] // SST-32-1, SST-22-7, SST-12-2
fn the_other_hand_must_be_able_to_strike() {
    let begun = || does("all-out", TWO).begun([]);
    assert_eq!(begun().step([2; 6]).attackers(), ["a"]);
    let useless = begun().given("a", |body| body.injuries.left_useless = true);
    let dropped = begun().given("a", |body| body.dropped = 2);
    let broken = begun().given("a", |body| body.broken = 2);
    let long = does(
        "all-out",
        "dual = true\ncarries = [\"dagger\", \"great-axe\"]",
    );
    let close = long.begun([]).given("a", |body| body.close = 1);
    let close = close.given("b", |body| body.close = 1);
    for trial in [useless, dropped, broken, close] {
        assert!(trial.round([]).attackers().is_empty());
    }
    assert_eq!(long.begun([]).step([2; 6]).attackers(), ["a"]);
}

#[test] // SST-32-1, SST-12-3
fn bare_hands_are_no_off_hand_and_claws_are_better_than_they() {
    let bare = does("attack", "dual = true\ncarries = []").begun([]);
    assert_eq!(bare.step([2; 4]).attacks()[0].2, "unarmed");
    let claws = does("attack", "carries = [\"spear\", \"claws\"]").begun([]);
    assert_eq!(claws.step([2; 4]).attacks()[0].2, "claws");
}

#[test] // SST-32-2, SST-13-1
fn a_double_strike_leaves_no_block() {
    let blocks = |ward: Ward, faces: &[u32]| {
        let stats = "block = 1\nshield = 1\nad_set = [3]\npolicy = \"blocks\"";
        let setup = fighters("a", stats).against("b", "attack = 1\nad_set = [5, 5]");
        let begun = setup.begun([]).given("a", |body| body.ward = ward);
        begun.step(faces.iter().copied()).hand("a")
    };
    assert_eq!(blocks(Ward::All, &[2, 2]), "no dice");
    assert_eq!(blocks(Ward::DodgeOnly, &[2]), "3");
}
