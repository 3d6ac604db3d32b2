//! Tests of Overwatch.

use crate::rules::persona::nouns::state::{Overwatch, Phase, Shot, Trigger};
use crate::rules::persona::testing::{Setup, Trial, does, fraction};

const GUN: &str = "carries = ['gun']\nag = 40";

/// Returns a fight where `b` is on Overwatch with this trigger and shot, and `a` is about to do `act`.
fn watched(act: &str, trigger: Trigger, shot: Shot) -> Trial {
    let setup = does(
        act,
        "ag = 30\nwp = 30\ncarries = ['sword']",
        &format!("{GUN}\nat = 20\npolicy = 'watch'"),
    );
    let ready = setup.policy("watch", "act = ['overwatch']").ready();
    let watch = Overwatch {
        weapon: 2,
        shot,
        trigger,
        upwards: false,
    };
    ready.given("b", |body| body.overwatch = Some(watch))
}

#[test] // PER-12.32-1
fn a_shot_waits_until_the_next_turn() {
    let setup = does(
        "overwatch with gun as semi when enemy-moves",
        GUN,
        "at = -20",
    );
    let after = setup.step([]);
    assert!(after.says("a is on overwatch."));
    let watch = after.body("a").overwatch.expect("it waits");
    assert_eq!(
        (watch.shot, watch.trigger, watch.upwards),
        (Shot::Semi, Trigger::Moves, false)
    );
    assert!(after.until("a", []).turn([]).body("a").overwatch.is_some());
    let sides = does("overwatch", GUN, "at = -20")
        .and("c", "at = 9")
        .and("d", "at = 19");
    assert!(
        sides
            .step([])
            .body("a")
            .overwatch
            .expect("it waits")
            .upwards
    );
}

#[test] // PER-12.32-3, PER-12.32-4
fn who_wins_the_agility_test_shoots_first() {
    // The dice in order: 1 for the Agility of `b` (40 or less), 100 for the Agility of `a` (30 or less), 50
    // and 5 for the shot, 31 for the Pinning test of `a`, and 100 for its test at the end of the turn. It
    // fails both of its Pinning tests and does not move.
    let after = watched("move", Trigger::Acts, Shot::Standard).step([1, 100, 50, 5, 31, 100]);
    assert_eq!(
        (after.lost("a"), after.at("a"), after.body("a").pinned),
        (2, 0, true)
    );
    for told in [
        "b is quicker than a: b needs 40 or less, rolls 1; a needs 30 or less, rolls 100.",
        "a is pinned: needs 30 or less, rolls 31.",
        "a cannot do any more what it was about to do.",
        "a stays pinned: needs 30 or less, rolls 100.",
    ] {
        assert!(after.says(told), "{:?}", after.heard.said);
    }
    let moves = watched("move", Trigger::Acts, Shot::Standard).step([1, 100, 50, 5, 30]);
    assert!(moves.says("a is not pinned: needs 30 or less, rolls 30."));
    assert_eq!((moves.at("a"), moves.body("a").pinned), (3, false));
    let later = watched("move", Trigger::Acts, Shot::Standard).step([100, 1, 50, 5, 30]);
    assert_eq!((later.at("a"), later.lost("a")), (3, 2));
    assert!(later.says("b is not quicker than a: b needs 40 or less, rolls 100"));
    assert!(later.body("b").overwatch.is_none());
}

#[test] // PER-12.32-2
fn overwatch_waits_for_the_event_that_the_policy_names() {
    let fires = |act: &str, trigger: Trigger| {
        let trial = watched(act, trigger, Shot::Standard);
        let odds = trial.odds(|after| after.body("b").overwatch.is_none());
        odds.of(|&fired| fired) == fraction(1, 1)
    };
    assert!(
        fires("aim", Trigger::Acts)
            && fires("move", Trigger::Moves)
            && fires("guard", Trigger::Attacks)
    );
    assert!(
        !fires("aim", Trigger::Moves)
            && !fires("move", Trigger::Attacks)
            && !fires("guard", Trigger::AttacksAlly)
    );
    assert!(!fires("aim", Trigger::HasNoReaction));
    let spent = watched("aim", Trigger::HasNoReaction, Shot::Standard);
    let mut spent = spent;
    spent.state.phase = Phase::Acting;
    spent.state.turn.halves = 2;
    let odds = spent
        .given("a", |body| body.reactions = 0)
        .odds(|after| after.body("b").overwatch.is_none());
    assert_eq!(odds.of(|&fired| fired), fraction(1, 1));
}

#[test] // PER-12.32-2
fn overwatch_may_protect_an_ally() {
    let shots = |act: &str, faces: &[u32]| {
        let mine =
            "ag = 30\ncarries = ['pistol', 'pistol', 'gun']\ntalents = ['two-weapons-ranged']";
        let policy = format!("{GUN}\nat = 10\npolicy = 'watch'");
        let setup = does(act, mine, &policy).and("c", "at = 9");
        let ready = setup.policy("watch", "act = ['overwatch']").ready();
        let weapon = ready.arena.fighter(ready.who("b")).carries[0];
        let watch = Overwatch {
            weapon,
            shot: Shot::Standard,
            trigger: Trigger::AttacksAlly,
            upwards: false,
        };
        let ready = ready.given("b", |body| body.overwatch = Some(watch));
        let after = ready.step(faces.iter().copied());
        after.body("b").overwatch.is_none()
    };
    // The dice in order: 1 and 100 for the Agility tests of `b` and `a`, 99 for the shot of `b`, which
    // misses, 1 for the Pinning test of `a`, and 100 for the attack of `a`.
    assert!(shots("attack with pistol at c", &[1, 100, 99, 1, 100]));
    assert!(!shots("attack with pistol at b", &[100]));
    assert!(!shots("move-away", &[]));
    assert!(shots("two-weapons at b next c", &[1, 100, 99, 1, 100, 100]));
    assert!(!shots("two-weapons at b next b", &[100, 100]));
    // `c`, the ally of `b`, is on the side that `a` fires at.
    assert!(shots("suppress with gun at b", &[1, 100, 99, 1, 100, 1, 1]));
}

#[test] // PER-12.32-4
fn all_whom_hits_were_allotted_to_may_be_pinned() {
    let after = watched("aim", Trigger::Acts, Shot::Semi).step([1, 100, 99, 31, 100]);
    assert!(after.body("a").pinned && after.body("b").items[0].jammed);
}

#[test] // PER-12.32-5, PER-12.1-2
fn a_reaction_ends_it() {
    let setup = does(
        "attack with gun",
        "carries = ['gun']",
        "policy = 'evades'\nat = 9",
    );
    let watch = Overwatch {
        weapon: 1,
        shot: Shot::Standard,
        trigger: Trigger::Acts,
        upwards: true,
    };
    let ready = setup
        .ready()
        .given("b", |body| (body.overwatch, body.aim) = (Some(watch), 10));
    let after = ready.step([50, 100, 5]);
    assert_eq!((after.body("b").overwatch, after.body("b").aim), (None, 0));
}

#[test] // PER-12.32-1, PER-12.35-1
fn the_limit_of_an_arc_does_not_choose_the_side() {
    let setup = does("overwatch", GUN, "at = -20")
        .and("c", "at = 9")
        .and("d", "at = 19");
    let after = setup.option("suppress_zone_full = 1").step([]);
    assert!(after.body("a").overwatch.expect("it waits").upwards);
}

#[test] // PER-12.32-2, PER-12.13-3
fn an_action_within_a_grapple_is_an_action() {
    use crate::rules::persona::nouns::state::Hold;
    let setup = does(
        "wait",
        "policy = 'q'\nag = 30",
        &format!("{GUN}\nat = 20\npolicy = 'watch'"),
    );
    let setup = setup
        .against("c", "at = 0")
        .policy("q", "control = ['damage']")
        .policy("watch", "act = ['overwatch']");
    let text = setup.text().replace("policy = \"p\"\n", "");
    let trial: Trial = crate::rules::testing::Trial::of(crate::rules::testing::compiled(&text));
    let (a, c) = (trial.who("a"), trial.who("c"));
    let weapon = trial.arena.fighter(trial.who("b")).carries[0];
    let watch = Overwatch {
        weapon,
        shot: Shot::Standard,
        trigger: Trigger::Acts,
        upwards: false,
    };
    let held = trial
        .given("a", |body| body.hold = Hold::Controls(c))
        .given("c", |body| body.hold = Hold::HeldBy(a))
        .given("b", |body| body.overwatch = Some(watch));
    let odds = held.odds(|after| after.body("b").overwatch.is_none());
    assert_eq!(odds.of(|&fired| fired), fraction(1, 1));
}

#[test] // PER-12.32-3, PER-13.2-1
fn fatigue_slows_who_watches() {
    let tired = watched("move", Trigger::Acts, Shot::Standard).given("b", |body| body.fatigue = 1);
    let after = tired.step([31, 100, 40, 5, 31]);
    assert_eq!((after.at("a"), after.body("a").pinned), (3, true));
}

#[test] // PER-12.32-3
fn an_action_lost_to_a_shot_has_cost_what_it_costs() {
    // The shot pins `a` in its first Half Action. A pinned fighter has no second Half Action.
    let pinned = watched("move", Trigger::Acts, Shot::Standard).turn([1, 100, 50, 5, 31, 100]);
    assert_eq!((pinned.at("a"), pinned.body("a").pinned), (0, true));
    // The shot stuns `a`. It takes no action and still has to lose all turns of the stun.
    let dart = "[weapons.dart]\nkind = 'ranged'\ndamage = '1d10'\nrange = 50\nailment = { effect = 'stunned', turns = 2 }";
    let stunned = |line: &str| {
        let setup = does(
            line,
            "ag = 30",
            "ag = 40\nat = 20\npolicy = 'watch'\ncarries = ['dart']",
        );
        let ready = setup
            .policy("watch", "act = ['overwatch']")
            .with(dart)
            .ready();
        let weapon = ready.arena.fighter(ready.who("b")).carries[0];
        let watch = Overwatch {
            weapon,
            shot: Shot::Standard,
            trigger: Trigger::Acts,
            upwards: false,
        };
        let ready = ready.given("b", |body| body.overwatch = Some(watch));
        ready.turn([1, 100, 50, 9, 100, 30])
    };
    for line in ["aim", "move"] {
        let after = stunned(line);
        let a = after.body("a");
        assert_eq!((a.stunned, a.aim, a.at), (2, 0, 0), "{line}");
    }
}

#[test] // PER-12.32-3
fn several_watchers_are_tested_in_the_order_of_the_listing() {
    let both = |faces: &[u32]| {
        let guard = format!("{GUN}\nat = 20\npolicy = 'watch'");
        let setup = does("move", "ag = 30\nwp = 30", &guard).and("c", &guard);
        let ready = setup.policy("watch", "act = ['overwatch']").ready();
        let watch = |name: &str| Overwatch {
            weapon: ready.arena.fighter(ready.who(name)).carries[0],
            shot: Shot::Standard,
            trigger: Trigger::Acts,
            upwards: false,
        };
        let watches = [watch("b"), watch("c")];
        let ready = ready
            .given("b", |body| body.overwatch = Some(watches[0]))
            .given("c", |body| body.overwatch = Some(watches[1]));
        ready.step(faces.iter().copied())
    };
    // `b` loses its test and shoots after the move. `c` wins its test and shoots before the move.
    let after = both(&[100, 1, 1, 100, 50, 5, 30, 50, 6, 30]);
    assert_eq!(
        (after.attackers(), after.at("a")),
        (vec!["c".to_owned(), "b".to_owned()], 3)
    );
    // `a` is pinned by `b` and does not move. `c` keeps waiting.
    let pinned = both(&[1, 100, 50, 5, 31, 100]);
    assert_eq!(
        (pinned.attackers(), pinned.at("a")),
        (vec!["b".to_owned()], 0)
    );
    assert!(pinned.body("c").overwatch.is_some());
}

#[test] // PER-12.32-3, PER-13.2-8
fn who_was_pinned_before_goes_on() {
    let pinned =
        watched("move-away", Trigger::Acts, Shot::Standard).given("a", |body| body.pinned = true);
    assert_eq!(pinned.step([1, 100, 50, 5]).at("a"), -3);
}

#[test] // PER-12.32-1
fn the_kill_zone_is_one_side_within_reach() {
    let other_side = watched("aim", Trigger::Acts, Shot::Standard);
    let watch = other_side.body("b").overwatch.expect("it watches");
    let upwards = Overwatch {
        upwards: true,
        ..watch
    };
    let turned = other_side.given("b", |body| body.overwatch = Some(upwards));
    assert!(turned.step([]).body("b").overwatch.is_some());
    let far = watched("aim", Trigger::Acts, Shot::Standard).given("b", |body| body.at = 101);
    assert!(far.step([]).body("b").overwatch.is_some());
    let near = watched("aim", Trigger::Acts, Shot::Standard).given("b", |body| body.at = 100);
    let after = near.step([1, 100, 99, 1]);
    assert!(after.body("b").overwatch.is_none());
}

#[test] // PER-12.32-2, PER-12.7-1
fn a_charge_is_a_movement_and_an_attack() {
    let waits = |trigger: Trigger| {
        let mine = "ag = 70\ncarries = ['sword']";
        let setup = does("charge", mine, &format!("{GUN}\nat = 20\npolicy = 'watch'"));
        let ready = setup.policy("watch", "act = ['overwatch']").ready();
        let weapon = ready.arena.fighter(ready.who("b")).carries[0];
        let watch = Overwatch {
            weapon,
            shot: Shot::Standard,
            trigger,
            upwards: false,
        };
        let ready = ready.given("b", |body| body.overwatch = Some(watch));
        // The watcher shoots first and misses. Nobody is pinned.
        ready.step([1, 100, 99, 1, 100]).body("b").overwatch
    };
    assert_eq!(waits(Trigger::Moves), None);
    assert_eq!(waits(Trigger::Attacks), None);
}

#[test] // PER-12.32-2, PER-12.7-1
fn a_charge_at_an_ally_is_watched_for() {
    let setup = does(
        "charge at c",
        "ag = 30",
        &format!("{GUN}\nat = 10\npolicy = 'watch'"),
    )
    .and("c", "at = 9")
    .policy("watch", "act = ['overwatch']");
    let ready = setup.ready();
    let watch = Overwatch {
        weapon: ready.arena.fighter(ready.who("b")).carries[0],
        shot: Shot::Standard,
        trigger: Trigger::AttacksAlly,
        upwards: false,
    };
    let ready = ready.given("b", |body| body.overwatch = Some(watch));
    let after = ready.step([1, 100, 99, 1, 100]);
    assert!(after.body("b").overwatch.is_none());
}

#[test] // PER-12.32-1
fn of_two_sides_alike_that_of_the_first_enemy_is_watched() {
    let sides = |first: i32| {
        let setup = does("overwatch", GUN, &format!("at = {first}"));
        let after = setup.and("c", &format!("at = {}", -first)).step([]);
        after.body("a").overwatch.expect("it waits").upwards
    };
    assert!(sides(20) && !sides(-20));
}

#[test] // PER-12.10-1, PER-12.32-3
fn a_feint_is_lost_to_an_attack_on_another_that_never_comes() {
    let gun = "carries = ['gun']\nag = 30";
    let setup = does(
        "attack at c",
        gun,
        &format!("{GUN}\nat = 20\npolicy = 'watch'"),
    );
    let setup = setup.and("c", "at = -9");
    let ready = setup.policy("watch", "act = ['overwatch']").ready();
    let b = ready.who("b");
    let watch = Overwatch {
        weapon: ready.arena.fighter(b).carries[0],
        shot: Shot::Standard,
        trigger: Trigger::Acts,
        upwards: false,
    };
    let ready = ready.given("a", |body| body.feint = Some(b));
    let ready = ready.given("b", |body| body.overwatch = Some(watch));
    // `b` shoots first and pins `a`, so `a` does not attack `c`.
    let after = ready.step([1, 100, 50, 5, 31, 100]);
    assert!(after.body("a").pinned && after.blows().len() == 1);
    assert_eq!(after.body("a").feint, None);
}

#[test] // PER-12.32-1, PER-2-7
fn a_shot_that_was_not_fired_is_lost_at_the_start_of_the_next_turn() {
    let watch = Overwatch {
        weapon: 1,
        shot: Shot::Standard,
        trigger: Trigger::Moves,
        upwards: true,
    };
    let ready = does("wait", GUN, "at = 20").ready();
    let watching = ready.given("a", |body| body.overwatch = Some(watch));
    assert_eq!(watching.step([]).body("a").overwatch, None);
}

#[test] // PER-12.32-1, PER-12.32-3
fn a_shot_that_is_not_legal_any_more_goes_on_waiting() {
    let leaves = |place: i16| {
        let far = watched("move-away", Trigger::Moves, Shot::Standard);
        far.given("b", |body| body.at = place)
    };
    // `a` wins the Agility test and moves. It is then out of range of the shot.
    let gone = leaves(98).step([100, 1]);
    assert!(gone.body("b").overwatch.is_some() && gone.blows().is_empty());
    let there = leaves(97).step([100, 1, 99, 1]);
    assert!(there.body("b").overwatch.is_none() && there.blows().len() == 1);
}

#[test] // PER-12.32-2, PER-13.2-7
fn standing_up_is_a_movement() {
    let lies = watched("stand", Trigger::Moves, Shot::Standard);
    let lies = lies.given("a", |body| body.prone = true);
    let after = lies.step([1, 100, 99, 1]);
    assert!(after.body("b").overwatch.is_none());
}

#[test] // PER-12.32-3, PER-13.1-5
fn of_equal_degrees_the_more_agile_may_shoot_first_by_a_house_rule() {
    let setup = does(
        "aim",
        "ag = 30",
        &format!("{GUN}\nat = 20\npolicy = 'watch'"),
    )
    .policy("watch", "act = ['overwatch']")
    .option("opposed_ties = \"bonus-then-roll\"");
    let ready = setup.ready();
    let watch = Overwatch {
        weapon: ready.arena.fighter(ready.who("b")).carries[0],
        shot: Shot::Standard,
        trigger: Trigger::Acts,
        upwards: false,
    };
    let ready = ready.given("b", |body| body.overwatch = Some(watch));
    let after = ready.step([40, 30, 99, 1]);
    assert!(after.says("b is quicker than a"));
}

#[test] // PER-12.32-2, PER-12.29-1, PER-12.7-2
fn a_knock_down_of_an_ally_is_watched_for() {
    for (act, place) in [("charge at c into knock-down", 9), ("knock-down at c", 1)] {
        let setup = does(act, "ag = 30", &format!("{GUN}\nat = 20\npolicy = 'watch'"))
            .and("c", &format!("at = {place}"))
            .policy("watch", "act = ['overwatch']");
        let ready = setup.ready();
        let watch = Overwatch {
            weapon: ready.arena.fighter(ready.who("b")).carries[0],
            shot: Shot::Standard,
            trigger: Trigger::AttacksAlly,
            upwards: false,
        };
        let ready = ready.given("b", |body| body.overwatch = Some(watch));
        // The watcher shoots first and misses. Only a fighter without an adjacent enemy takes the Pinning
        // test.
        let pinning = if place == 1 { &[][..] } else { &[1] };
        let faces = [&[1, 100, 99][..], pinning, &[100, 100]].concat();
        assert!(ready.step(faces).body("b").overwatch.is_none(), "{act}");
    }
}

#[test] // PER-12.32-5
fn a_further_action_of_the_turn_ends_it() {
    let setup = does("overwatch\", \"move-away", GUN, "at = 20");
    let watches = |setup: &Setup| setup.turn_of_a([]).body("a").overwatch.is_some();
    assert!(watches(&setup));
    assert!(!watches(&setup.with("[rules.turns]\nhalves = 3")));
}
