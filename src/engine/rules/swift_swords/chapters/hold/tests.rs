//! Tests of close combat and holds.

use crate::rules::swift_swords::nouns::{Body, Defence, DefenceKind, Grip};
use crate::rules::swift_swords::testing::{Setup, Trial, fighters, fraction};

const IDLE: &str = "policy = \"idle\"";

/// Returns a setup of `a`, which has the stat block lines `mine` and does `act`, and its enemy `b`.
fn does(act: &str, mine: &str, others: &str) -> Setup {
    fighters("a", &format!("policy = \"p\"\nad_set = [5, 4, 3]\n{mine}"))
        .against("b", &format!("{IDLE}\n{others}"))
        .policy("p", &format!("act = [\"{act}\"]"))
}

/// Puts both creatures into close combat, on the ground.
fn close(trial: Trial) -> Trial {
    let down = |body: &mut Body| (body.close, body.prone) = (1, true);
    trial.given("a", down).given("b", down)
}

/// Puts both creatures into close combat, where `a` holds `b` at `level`.
fn held(setup: &Setup, level: u8) -> Trial {
    let trial = close(setup.begun([]));
    let by = trial.who("a");
    trial.given("b", |body| body.held = Some(Grip { by, level }))
}

/// Returns a fight between two creatures in close combat. `b` holds `a` at `level`, and `a` acts first.
fn caught(lists: &str, level: u8) -> Trial {
    let setup = fighters("a", "policy = \"p\"\nad_set = [5, 4, 3]").against("b", IDLE);
    let trial = close(setup.policy("p", lists).begun([]));
    let by = trial.who("b");
    trial.given("a", |body| body.held = Some(Grip { by, level }))
}

#[test] // SST-3-6, SST-12-1
fn a_touch_leads_into_close_combat_and_to_the_ground() {
    let begun = does("close", "carries = [\"dagger\"]", "armour = 3");
    let after = begun.begun([]).step([5, 2, 2, 2]);
    for name in ["a", "b"] {
        assert_eq!((after.body(name).close, after.body(name).prone), (1, true));
    }
    assert_eq!(after.left("b"), 3);
    let missed = begun.begun([]).step([2; 4]);
    assert_eq!((missed.body("a").close, missed.body("a").group), (0, 1));
}

#[test] // SST-12-1
fn it_takes_a_small_weapon_or_none() {
    // The attack uses bare hands, because the great-axe is too large. The great-axe would cost 5.
    let after = does("close", "carries = [\"great-axe\"]", "")
        .begun([])
        .step([5, 2, 2, 2]);
    assert_eq!(after.heard.blows[0].2.index(), 0);
    assert_eq!(after.body("a").close, 1);
}

#[test] // SST-12-1
fn who_is_three_times_as_large_stays_standing() {
    let stands = |mine: &str, others: &str| {
        let after = does("close", mine, others).begun([]).step([5, 2, 2, 2]);
        [after.body("a").prone, after.body("b").prone]
    };
    assert_eq!(stands("size = 3", "size = 9"), [true, false]);
    assert_eq!(stands("size = 3", "size = 8"), [true, true]);
    assert_eq!(stands("size = 3", "size = 8\nstability = 1"), [true, false]);
    assert_eq!(stands("size = 9", "size = 3"), [false, true]);
}

#[test] // SST-12-2
fn what_is_too_large_is_dropped_in_close_combat() {
    let dropped = |weapon: &str| {
        let others = format!("carries = [\"{weapon}\"]");
        let after = does("close", "carries = [\"dagger\"]", &others).begun([]);
        after.step([5, 2, 2, 2]).body("b").dropped
    };
    assert_eq!(dropped("great-axe"), 1);
    assert_eq!(dropped("bow"), 1);
    assert_eq!(dropped("broadsword"), 0);
    assert_eq!(dropped("claws"), 0);
}

#[test] // SST-12-2
fn a_dagger_in_close_combat_hits_with_every_second_die() {
    let setup = does(
        "attack",
        "attack = 5\ncarries = [\"dagger\"]",
        "physical = 8",
    );
    let setup = setup.option("fumble_negates = \"no\"");
    let hit = close(setup.begun([]))
        .odds(|t| t.left("b") < 8)
        .of(|&hit| hit);
    assert_eq!(hit, fraction(31, 32));
}

#[test] // SST-12-4
fn a_hold_is_taken_with_the_wrestling_pool() {
    let begun = close(does("hold", "wrestle = 6", "armour = 3").begun([]));
    let after = begun.step([5, 2, 2, 2, 2, 2]);
    let grip = after
        .body("b")
        .held
        .map(|grip| (after.arena.name(grip.by), grip.level));
    assert_eq!(grip, Some(("a".to_owned(), 0)));
    assert_eq!(after.left("b"), 3);
    assert!(after.says("a has b in a Light Hold."));
}

#[test] // SST-12-4, SST-12-9
fn nobody_holds_what_is_three_times_as_large_and_stands() {
    let begun = || close(does("hold", "size = 2\nwrestle = 4", "size = 6").begun([]));
    let standing = begun().given("b", |body| body.prone = false);
    assert!(standing.round([]).body("b").held.is_none());
    assert!(begun().step([5, 2, 2, 2]).body("b").held.is_some());
    // A creature that is not in close combat cannot take a hold.
    let apart = does("hold", "wrestle = 4", "").begun([]).round([]);
    assert!(apart.body("b").held.is_none());
}

#[test] // SST-12-5, SST-13-1
fn the_held_neither_attack_nor_defend() {
    let dodges = "policy = \"p\"\ndodge = 4\nad_set = [5, 4, 3]";
    let setup = fighters("a", dodges).against("b", "ad_set = [5, 5, 5, 5]");
    let setup = setup.policy(
        "p",
        "act = [\"attack\"]\ndefend = [\"dodge\"]\nheld = [\"wait\"]",
    );
    let trial = close(setup.with("[policies.g]\ngrip = [\"wait\"]").begun([]));
    let by = trial.who("b");
    let begun = trial.given("a", |body| {
        body.held = Some(Grip { by, level: 0 });
        body.pool = Defence::of(DefenceKind::Dodge, 3);
    });
    // The holder does damage through the hold. Nothing is rolled.
    let after = begun.step([]);
    assert_eq!(
        (after.left("a"), after.attackers()),
        (2, vec!["b".to_owned()])
    );
    assert_eq!(after.heard.lost, [1]);
    assert_eq!(after.step([]).hand("a"), "5, 4, 3");
}

#[test] // SST-12-5, SST-0-3
fn a_hold_is_broken_by_strength_and_reversed_by_more() {
    let free = caught("act = []", 0)
        .odds(|t| t.body("a").held.is_none())
        .of(|&free| free);
    assert_eq!(free, fraction(2320, 6561));
    let turned = caught("act = []\nheld = [\"reverse\"]", 0);
    let turned = turned.odds(|t| (t.body("a").held.is_none(), t.body("b").held.is_some()));
    assert_eq!(turned.of(|&both| both == (true, true)), fraction(280, 2187));
    assert_eq!(turned.of(|&both| both.0 != both.1), fraction(0, 1));
    // `a` has two successes and `b` none, so the hold loosens by two levels.
    let after = caught("act = []", 2).step([5, 5, 2, 2, 2, 2, 2, 2]);
    assert_eq!(after.body("a").held.map(|grip| grip.level), Some(0));
    let after = caught("act = []", 2).step([5, 5, 5, 2, 2, 2, 2, 2]);
    assert_eq!(after.body("a").held, None);
    let gives_up = caught("act = []\nheld = [\"yield\"]", 0).step([]);
    assert!(!gives_up.fights("a"));
}

#[test] // SST-12-6, SST-12-7, SST-16-2
fn a_hold_hurts_by_its_class_whatever_the_armour() {
    let setup = does("attack", "", "physical = 8\narmour = 3");
    let lost = |level: u8| {
        let after = held(&setup, level).step([]);
        after.heard.blows[0].3
    };
    for (level, damage) in [(0, 1), (1, 1), (2, 2), (3, 3), (4, 4)] {
        let blow = crate::fight::Blow::Landed {
            rolled: damage,
            stopped: 0,
            dealt: damage,
        };
        assert_eq!(lost(level), blow);
    }
    assert_eq!(held(&setup, 4).step([]).left("b"), 7);
}

/// Returns a setup of `a`, which does `choice` while it holds somebody, and `b`. [`held`] puts `b` into the
/// hold.
fn grips(choice: &str, mine: &str, others: &str) -> Setup {
    fighters("a", &format!("policy = \"p\"\nad_set = [5, 4, 3]\n{mine}"))
        .against("b", &format!("{IDLE}\n{others}"))
        .policy("p", &format!("act = [\"attack\"]\ngrip = [\"{choice}\"]"))
}

#[test] // SST-12-6
fn a_hold_is_tightened_by_a_new_attack() {
    let setup = grips("improve", "wrestle = 4", "");
    let level = |trial: Trial| trial.body("b").held.map(|grip| grip.level);
    assert_eq!(level(held(&setup, 0).step([5, 2, 2, 2])), Some(1));
    assert_eq!(level(held(&setup, 0).step([2; 4])), Some(0));
    // The tightest hold cannot be tightened, so the holder does damage.
    let after = held(&setup, 4).step([]);
    assert_eq!(after.attackers(), ["a"]);
}

#[test] // SST-12-8
fn the_held_are_subdued_by_class_against_body_and_size() {
    let out = |level: u8, mine: &str, others: &str| {
        let begun = held(&grips("subdue", mine, others), level);
        begun.odds(|t| !t.fights("b")).of(|&out| out)
    };
    assert_eq!(out(0, "", ""), fraction(16, 81));
    assert_eq!(out(1, "", ""), fraction(16, 81));
    assert_eq!(out(2, "", ""), fraction(48, 81));
    assert_eq!(out(0, "size = 4", "size = 3"), fraction(8, 27));
    assert_eq!(out(0, "", "size = 4"), fraction(32, 243));
}

#[test] // SST-12-6
fn who_lets_go_does_something_else_at_once() {
    let setup = grips("let-go", "carries = [\"dagger\"]", "");
    let after = held(&setup, 1).step([2; 4]);
    assert_eq!(
        (after.body("b").held, after.attackers()),
        (None, vec!["a".to_owned()])
    );
}

#[test] // SST-12-9
fn the_large_are_thrown_down_by_strength() {
    let begun = || {
        let trial = close(does("knock-down", "size = 2", "size = 6").begun([]));
        trial.given("b", |body| body.prone = false)
    };
    // In the opposed roll of BODY, the attacker has four dice and the target eight.
    let fell = begun().step([5, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]);
    assert!(fell.body("b").prone);
    let stands = begun().step([5, 2, 2, 2, 5, 2, 2, 2, 2, 2, 2, 2]);
    assert!(!stands.body("b").prone);
}

#[test] // SST-12-4
fn a_hold_ends_when_the_holder_is_out_or_gone() {
    let setup = fighters("a", IDLE)
        .and("x", "ad_set = [5, 5, 5, 5]")
        .against("b", IDLE);
    let trial = setup.and("c", IDLE).begun([]);
    let by = trial.who("b");
    let tangled = |body: &mut Body| body.close = 1;
    let begun = trial
        .given("a", tangled)
        .given("a", |body| body.held = Some(Grip { by, level: 0 }))
        .given("b", tangled)
        .given("b", |body| body.losses[0].direct = 2);
    let after = begun.step([5, 2, 2, 2]);
    assert!(!after.fights("b"));
    assert_eq!((after.body("a").held, after.body("a").close), (None, 0));
}

#[test] // SST-12-5, SST-12-6
fn a_policy_sees_the_hold_and_the_other_one() {
    let choice = "subdue if hold >= 2 and other.physical < 3 and other.larger == 0";
    let setup = grips(choice, "", "");
    let rolls = |level: u8, lost: u8| {
        let begun = held(&setup, level).given("b", |body| body.losses[0].direct = lost);
        begun
            .odds(|t| t.attackers().is_empty())
            .of(|&subdues| subdues)
    };
    assert_eq!(rolls(2, 1), fraction(1, 1));
    assert_eq!(rolls(1, 1), fraction(0, 1));
    assert_eq!(rolls(2, 0), fraction(0, 1));
    let yields = caught("act = []\nheld = [\"yield if hold > 3\"]", 4).step([]);
    assert!(!yields.fights("a"));
}

#[test] // SST-0-10, SST-12-5
fn what_the_held_cannot_pay_for_hides_no_later_line() {
    let poor = |held: &str| {
        let setup = fighters("a", "policy = \"p\"\nad_set = [2]")
            .against("b", &format!("{IDLE}\nad_set = [1]"))
            .policy("p", &format!("act = []\nheld = [{held}]"));
        let trial = close(setup.begun([]));
        let by = trial.who("b");
        let trial = trial.given("a", |body| body.held = Some(Grip { by, level: 0 }));
        trial.step([])
    };
    let after = poor("\"reverse\", \"yield\"");
    assert_eq!(after.heard.fled, [after.who("a")]);
    let told = ("SST-12-5", "a yields.".to_owned());
    assert!(after.heard.said.contains(&told));
    let after = poor("\"reverse\", \"break\"");
    assert!(after.heard.fled.is_empty() && after.says("a waits."));
}

#[test] // SST-0-10, SST-12-6
fn what_the_holder_cannot_do_hides_no_later_line() {
    let with = |grip: &str, level: u8, die: u8| {
        let setup = fighters(
            "a",
            &format!("policy = \"p\"\nwrestle = 4\nad_set = [{die}]"),
        )
        .against("b", &format!("{IDLE}\nad_set = [1]"))
        .policy("p", &format!("act = []\ngrip = [{grip}]"));
        held(&setup, level).step([])
    };
    let after = with("\"subdue\", \"let-go\"", 0, 3);
    assert_eq!(after.body("b").held, None);
    // The tightest hold cannot be tightened, so the next line chooses.
    let after = with("\"improve\", \"wait\"", 4, 5);
    assert!(after.heard.blows.is_empty() && after.body("b").held.is_some());
}

#[test] // SST-12-5, SST-13-1
fn the_held_do_not_dodge_anybody() {
    let setup = fighters("x", "attack = 2\nad_set = [5, 5, 5, 5]")
        .and("b", IDLE)
        .against("a", "dodge = 4\nad_set = [5]\npolicy = \"dodges\"")
        .even();
    let trial = setup.begun([]);
    let by = trial.who("b");
    let begun = trial
        .given("b", |body| body.close = 2)
        .given("a", |body| body.close = 2);
    let free = begun.step([5, 2, 2, 2, 2]);
    assert_eq!(free.hand("a"), "no dice");
    let begun = setup.begun([]).given("b", |body| body.close = 2);
    let held = begun.given("a", |body| {
        (body.close, body.held) = (2, Some(Grip { by, level: 0 }));
    });
    assert_eq!(held.step([2, 2]).hand("a"), "5");
}

#[test] // SST-12-4
fn three_times_nothing_is_three() {
    let holds = |size: u8| {
        let mine = "size = 0\nwrestle = 4";
        let begun = close(does("hold", mine, &format!("size = {size}")).begun([]));
        begun.given("b", |body| body.prone = false)
    };
    assert!(holds(2).step([5, 2, 2, 2]).body("b").held.is_some());
    assert!(holds(3).round([]).body("b").held.is_none());
}

#[test] // SST-12-2, SST-12-3
fn hands_and_claws_do_in_close_combat_what_they_do() {
    let stats = "attack = 1\nad_set = [5]\nnatural_code = \"heavy\"\ncarries = [\"great-axe\"]";
    let begun = || {
        let setup = fighters("a", stats).against("b", &format!("{IDLE}\nphysical = 8"));
        setup.begun([]).given("a", |body| body.dropped = 1)
    };
    assert_eq!(close(begun()).step([5]).dealt(), 2);
    // A creature that has lost its weapon outside close combat strikes with plain hands.
    assert_eq!(begun().step([5]).dealt(), 1);
}

#[test] // SST-12-1, SST-33-1
fn nobody_goes_into_close_combat_with_a_weapon_that_reaches() {
    let stats = "policy = \"p\"\ncarries = [\"dart\"]\nad_set = [5]";
    let setup = fighters("a", stats).against("b", IDLE);
    let setup = setup
        .policy("p", "act = [\"close\"]")
        .with("[weapons.dart]\ncode = \"light\"\nreach = true")
        .field("start = \"alone\"");
    let after = setup.begun([]).step([5, 2, 2, 2]);
    assert_eq!(
        (after.heard.blows[0].2.index(), after.body("a").close),
        (0, 1)
    );
}

#[test] // SST-3-6, SST-12-1
fn only_opponents_are_compared_in_size() {
    let giant = "size = 9\ncarries = [\"dagger\"]";
    let setup = fighters("a", &format!("policy = \"p\"\nad_set = [5, 4, 3]\n{giant}"))
        .and("x", &format!("{IDLE}\n{giant}"))
        .against("b", IDLE)
        .policy("p", "act = [\"close\"]")
        .even();
    let begun = setup
        .begun([])
        .given("x", |body| body.close = 2)
        .given("b", |body| body.close = 2);
    let after = begun.step([5, 2, 2, 2]);
    let down = ["a", "x", "b"].map(|name| (after.body(name).close, after.body(name).prone));
    assert_eq!(down, [(1, false), (1, false), (1, true)]);
}

#[test] // SST-12-1
fn nobody_goes_into_close_combat_with_the_same_enemy_twice() {
    let begun = close(does("close", "carries = [\"dagger\"]", "").begun([]));
    assert!(begun.round([]).attackers().is_empty());
}

#[test] // SST-12-2, SST-8-1
fn what_is_too_large_is_not_taken_in_hand_in_close_combat() {
    let ready = |weapon: &str| {
        let arms = format!("carries = [\"dagger\", \"{weapon}\"]");
        close(does(&format!("ready with {weapon}"), &arms, "").begun([]))
    };
    assert_eq!(ready("broadsword").step([]).body("a").in_hand, 1);
    assert_eq!(ready("great-axe").round([]).body("a").in_hand, 0);
}

#[test] // SST-12-5, SST-12-4
fn a_hold_that_is_turned_round_is_a_light_one() {
    let after = caught("act = []\nheld = [\"reverse\"]", 3).step([5, 5, 2, 2, 2, 2, 2, 2]);
    assert_eq!(after.body("a").held, None);
    assert_eq!(after.body("b").held.map(|grip| grip.level), Some(0));
}

#[test] // SST-12-9
fn the_small_have_fewer_dice_not_to_be_thrown_down() {
    let begun = close(does("knock-down", "size = 4", "size = 3").begun([]));
    let begun = begun.given("b", |body| body.prone = false);
    // In the opposed roll of BODY, the attacker has four dice and the target three.
    assert!(begun.step([5, 2, 2, 2, 2, 2, 2]).body("b").prone);
}

#[test] // SST-12-1, SST-13-11
fn nobody_goes_into_close_combat_whom_a_riposte_has_put_out() {
    let setup = fighters("a", "physical = 1\nad_set = [5, 4]\npolicy = \"p\"")
        .and("x", IDLE)
        .against("b", "parry = 2\nad_set = [3]\npolicy = \"parries\"")
        .policy("p", "act = [\"close\"]")
        .even();
    // The attack touches. Its only miss, which the Parry has turned into an exposure die, hits in the
    // riposte.
    let after = setup.begun([]).step([5, 2, 5, 5, 5, 2, 5]);
    assert_eq!(after.attackers(), ["a", "b"]);
    assert_eq!((after.fights("a"), after.body("b").close), (false, 0));
}

#[test] // SST-12-7
fn what_a_hold_does_is_counted_as_that() {
    let setup = does("attack", "", "physical = 8");
    let counted = held(&setup, 1).step([]).attacks();
    assert_eq!(counted[0].2, "hold");
}

#[test] // SST-12-6, SST-2-2, SST-7-6
fn a_holder_who_waits_of_its_own_will_calls_for_no_refresh() {
    let setup = grips("wait", "", "ad_set = [1]").option("short_calls_refresh = true");
    let after = held(&setup, 0).round([]);
    assert!(!after.says("calls for a refresh") && after.says("Nobody acts any more"));
}

#[test] // SST-3-6, SST-12-1
fn it_takes_three_times_the_size_of_every_opponent_to_stand() {
    let down = |size: u8| {
        let setup = does("close", "size = 9\ncarries = [\"dagger\"]", "")
            .and("c", &format!("{IDLE}\nsize = {size}"))
            .even();
        let begun = setup
            .begun([])
            .given("b", |body| body.close = 2)
            .given("c", |body| body.close = 2);
        begun.step([5, 2, 2, 2]).body("a").prone
    };
    assert_eq!([3, 4].map(down), [false, true]);
}

#[test] // SST-12-4, SST-13-11
fn nobody_is_held_who_has_got_away_by_its_riposte() {
    let setup = fighters("a", "wrestle = 4\nad_set = [5, 4]\npolicy = \"p\"")
        .against("b", "parry = 2\nphysical = 8\nad_set = [3]\npolicy = \"q\"")
        .policy("p", "act = [\"hold\"]")
        .policy("q", "defend = [\"parry\"]\nspecial = [\"step-away\"]");
    // The attack touches with two hits. The Parry turns its two misses into exposure dice, which both hit in
    // the riposte.
    let after = close(setup.begun([])).step([5, 5, 5, 5, 2, 2, 5, 5]);
    assert_eq!(after.attackers(), ["a", "b"]);
    assert_eq!((after.body("b").close, after.body("b").held), (0, None));
}

#[test] // SST-12-1
fn a_medium_weapon_does_not_lead_into_close_combat() {
    let touches = |weapon: &str| {
        let begun = does("close", &format!("carries = [\"{weapon}\"]"), "").begun([]);
        begun.step([5, 2, 2, 2]).attacks()[0].2.clone()
    };
    assert_eq!(touches("broadsword"), "unarmed");
    assert_eq!(touches("dagger"), "dagger");
}

#[test] // SST-8-1, SST-8-2, SST-12-3
fn attacks_in_close_combat_cost_the_same_whatever_does_them() {
    let stats = "attack = 1\nad_set = [4]\ncarries = []\nnatural_code = \"heavy\"";
    let setup = fighters("a", stats).against("b", &format!("{IDLE}\nad_set = [1]"));
    // Outside close combat, an attack with heavy fists costs 5.
    assert!(setup.begun([]).round([]).attackers().is_empty());
    assert_eq!(close(setup.begun([])).step([2]).attackers(), ["a"]);
}

#[test] // SST-12-2, SST-33-1
fn in_close_combat_hands_do_what_they_do_beside_a_spear() {
    let stats = "attack = 1\nad_set = [5]\ncarries = [\"spear\"]\nnatural_code = \"heavy\"";
    let setup = fighters("a", stats).against("b", &format!("{IDLE}\nphysical = 8"));
    assert_eq!(close(setup.begun([])).step([5]).dealt(), 2);
    assert_eq!(setup.begun([]).step([5]).dealt(), 1);
}

#[test] // SST-12-4
fn nobody_is_held_by_two() {
    let setup = does("hold at b", "wrestle = 4", "ad_set = [1]").against("x", IDLE);
    let trial = close(setup.begun([])).given("x", |body| body.close = 1);
    let by = trial.who("x");
    let taken = trial.given("b", |body| body.held = Some(Grip { by, level: 2 }));
    assert!(taken.round([]).attackers().iter().all(|who| who != "a"));
}

#[test] // SST-12-6
fn a_hold_is_tightened_up_to_a_huge_one() {
    let setup = grips("improve", "wrestle = 4", "");
    let after = held(&setup, 3).step([5, 2, 2, 2]);
    assert_eq!(after.body("b").held.map(|grip| grip.level), Some(4));
    assert!(after.says("a has b in a Huge Hold."));
}

#[test] // SST-12-4
fn who_has_no_wrestling_pool_neither_takes_nor_tightens_a_hold() {
    let after = close(does("hold", "attack = 4", "").begun([])).round([]);
    assert!(after.body("b").held.is_none() && after.attackers().is_empty());
    // `a` has no wrestling skill, so it cannot tighten its hold. It can still do damage.
    let lists = "act = []\ngrip = [\"improve\", \"damage\"]";
    let setup = fighters("a", "policy = \"p\"\nad_set = [5]")
        .against("b", &format!("{IDLE}\nad_set = [1]"))
        .policy("p", lists);
    let after = held(&setup, 1).step([]);
    assert_eq!(after.body("b").held.map(|grip| grip.level), Some(1));
    assert_eq!(after.left("b"), 2);
}

#[test] // SST-12-4
fn a_wrestling_pool_of_four_takes_hold_whatever_the_armour() {
    let taken = |others: &str| {
        let begun = close(does("hold", "attack = 0\nwrestle = 4", others).begun([]));
        let odds = begun.odds(|after| after.body("b").held.map(|grip| grip.level));
        odds.of(|&level| level == Some(0))
    };
    assert_eq!(taken(""), fraction(20, 27));
    assert_eq!(taken("armour = 3"), fraction(20, 27));
}

#[test] // SST-12-4, SST-12-1
fn the_shield_of_a_block_that_works_counts_against_a_grasp() {
    let blocks = "policy = \"q\"\nblock = 1\nshield = 1\narmour = 3\nad_set = [2]";
    for (act, apart) in [("hold", false), ("close", true)] {
        let setup = fighters("a", "policy = \"p\"\nattack = 2\nwrestle = 2\nad_set = [5]")
            .against("b", blocks)
            .policy("p", &format!("act = [\"{act}\"]\nspend = [\"never\"]"))
            .policy("q", "defend = [\"block\"]");
        let touched = |faces: [u32; 3]| {
            let begun = setup.clone().even().begun([]);
            let after = if apart { begun } else { close(begun) }.step(faces);
            after.body("b").held.is_some() || (apart && after.body("b").close != 0)
        };
        // The first die is that of the Block. If the Block works, the shield stops one success, but not two.
        assert!(!touched([5, 5, 2]), "{act}");
        assert!(touched([5, 5, 5]), "{act}");
        assert!(touched([2, 5, 2]), "{act}");
    }
}

#[test] // SST-12-1
fn nothing_counts_as_one_for_whoever_may_stand_too() {
    let down = |stability: u8| {
        let mine = format!("size = 0\nstability = {stability}");
        let after = does("close", &mine, "size = 1").begun([]);
        after.step([5, 2, 2, 2]).body("a").prone
    };
    assert_eq!([1, 2].map(down), [true, false]);
}

#[test] // SST-12-1, SST-12-2
fn who_closes_with_bare_hands_drops_what_does_not_fit() {
    let dropped = |weapon: &str| {
        let begun = does("close", &format!("carries = [\"{weapon}\"]"), "").begun([]);
        let after = begun.step([5, 2, 2, 2]);
        assert_eq!(after.attacks()[0].2, "unarmed");
        after.body("a").dropped
    };
    assert_eq!(["great-axe", "broadsword"].map(dropped), [1, 0]);
}

#[test] // SST-12-9
fn only_those_who_stand_in_the_same_close_combat_are_thrown_down() {
    let setup = does("knock-down", "", "");
    let apart = setup.begun([]).round([]);
    assert!(!apart.body("b").prone && apart.says("a waits."));
    assert!(close(setup.begun([])).round([]).says("a waits."));
}
