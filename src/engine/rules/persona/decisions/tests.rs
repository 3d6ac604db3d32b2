//! Tests of policies and of their choices.

use super::asker::Asker;
use crate::fight::FighterId;
use crate::policy::{Decision, ItemRef};
use crate::rules::persona::nouns::scene::View;
use crate::rules::persona::nouns::selectors::SELECTORS;
use crate::rules::persona::nouns::state::{Body, Hold, Phase};
use crate::rules::persona::testing::{Setup, Trial, does, fighters};
use crate::rules::persona::vocabulary::VOCABULARY;
use crate::rules::persona::words::ACT;
use crate::rules::testing::lines_asked;

/// Returns a setup of `a`, which has the book's policy `plain`, and `b`, which starts at `place`.
fn plain(mine: &str, place: i32) -> Setup {
    fighters("a", &format!("policy = 'plain'\n{mine}")).against("b", &format!("at = {place}"))
}

#[test] // PER-13.7-3, PER-3-2
fn the_simplest_fighter_does_one_thing_a_turn() {
    let stands = plain("prone = true\ncarries = ['sword']", 9).step([]);
    assert!(!stands.body("a").prone);
    let strikes = plain("carries = ['gun', 'sword']", 1).ready().turn([100]);
    assert_eq!(
        strikes.attacks(),
        [("a".to_owned(), "b".to_owned(), "sword".to_owned())]
    );
    let shoots = plain("carries = ['gun', 'sword']", 20).ready().turn([100]);
    assert_eq!(shoots.attacks()[0].2, "gun");
    let jammed = plain("carries = ['gun']", 20)
        .ready()
        .given("a", |body| body.items[0].jammed = true);
    assert!(!jammed.step([40]).body("a").items[0].jammed);
    assert_eq!(plain("carries = ['sword']", 20).step([]).at("a"), 6);
}

#[test] // PER-12-1
fn actions_are_there_for_those_who_can_use_them() {
    let nothing = |act: &str, mine: &str, others: &str| {
        let after: Trial = does(act, mine, others).step([]);
        assert!(
            after.says("a does nothing.") && after.state.phase == Phase::Start,
            "{act}"
        );
    };
    nothing("move", "immobile = true", "at = 9");
    nothing("semi-burst", "carries = ['sword']", "at = 9");
    nothing("attack", "carries = ['sword']", "at = 9");
    nothing("attack with ranged", "carries = ['sword']", "");
    nothing("feint", "", "at = 2");
    nothing("grapple", "carries = ['axe']", "");
    nothing("two-weapons", "carries = ['sword', 'knife']", "");
    nothing("stand", "", "");
    nothing("clear", "carries = ['gun']", "at = 9");
    nothing("reload", "carries = ['pistol']", "at = 9");
    nothing("assist", "", "");
}

#[test] // PER-12-1, PER-12.7-1, PER-13.2-7, PER-13.5-2, PER-13.5-4, PER-13.5-8
fn lines_are_left_out_that_can_never_come_to_anything() {
    let all = [
        "attack with ranged",
        "semi-burst",
        "full-burst",
        "swift-attack",
        "lightning-attack",
        "disarm",
        "charge with sword",
        "clear",
        "reload",
        "suppress",
        "overwatch as semi",
        "called-shot with ranged",
        "heavy-attack with ranged",
        "heavy-attack with sword",
        "take-down",
        "attack with melee",
    ];
    let left = |mine: &str| {
        let trial = fighters("a", &format!("policy = 'p'\n{mine}"))
            .against("b", "at = 9\ncarries = ['sword']")
            .policy("p", &format!("act = {all:?}"))
            .ready();
        lines_asked(&trial.arena.fighter(trial.who("a")).policy, ACT)
    };
    assert_eq!(left(""), ["attack with melee"]);
    assert_eq!(
        left("carries = ['sword']"),
        [
            "charge with sword",
            "heavy-attack with sword",
            "attack with melee"
        ]
    );
    for (talent, line) in [
        ("swift-attack", "swift-attack"),
        ("lightning-attack", "lightning-attack"),
        ("disarm", "disarm"),
        ("takedown", "take-down"),
    ] {
        let able = left(&format!("talents = ['{talent}']"));
        assert_eq!(able, [line, "attack with melee"]);
    }
    assert_eq!(
        left("carries = ['gun']"),
        [
            "attack with ranged",
            "semi-burst",
            "full-burst",
            "clear",
            "suppress",
            "overwatch as semi",
            "called-shot with ranged",
            "attack with melee"
        ]
    );
    assert!(left("carries = ['pistol']").contains(&"reload".to_owned()));
}

#[test] // PER-4-1, PER-13.7-2
fn targets_are_picked_by_their_rules() {
    let setup = |rule: &str| {
        let line = format!("attack at {rule}");
        does(&line, "carries = ['gun']", "at = 30\nwounds = 9\nap = 2")
            .and("c", "at = 20\nwounds = 5\nap = 4")
            .and("d", "at = 40\nwounds = 20\nprone = true")
    };
    let rules = [
        ("first", "b"),
        ("nearest", "c"),
        ("weakest", "c"),
        ("strongest", "d"),
        ("easiest", "d"),
        ("helpless", "d"),
        ("b", "b"),
    ];
    for (rule, name) in rules {
        assert_eq!(setup(rule).step([100]).targets(), [name], "{rule}");
    }
}

#[test] // PER-4-19
fn facts_count_the_fighters_that_are_out() {
    let mut trial = plain("", 9).and("c", "at = 9").ready();
    assert_eq!(
        ["foes.out", "allies.out"].map(|fact| asked(&trial, fact)),
        [0, 0]
    );
    let who = trial.who("c");
    trial.state.fighting.remove(who);
    assert_eq!(
        ["foes.out", "allies.out"].map(|fact| asked(&trial, fact)),
        [1000, 0]
    );
}

/// Returns the value of a fact for `a` when its line is aimed at `b`.
fn asked(trial: &Trial, fact: &str) -> i64 {
    let view = View {
        arena: &trial.arena,
        state: &trial.state,
    };
    let mut asker = Asker::new(view, trial.who("a"), ACT, None, None);
    asker.target = Some(trial.who("b"));
    let number = VOCABULARY.facts.iter().position(|known| known.name == fact);
    asker.fact(number.expect("a fact of the book"), None)
}

#[test] // PER-13.5-2, PER-13.5-4
fn facts_tell_whether_guns_can_be_used() {
    let pistol = |mine: &str, jammed: bool, rounds: u8| {
        let setup = plain(&format!("carries = ['pistol']\n{mine}"), 9);
        let trial = setup.ready().given("a", |body| {
            (body.items[0].jammed, body.items[0].rounds) = (jammed, rounds);
        });
        ["self.jammed", "self.empty", "self.armed", "foes.in_range"]
            .map(|fact| asked(&trial, fact).signum())
    };
    assert_eq!(pistol("", false, 6), [0, 0, 1, 1]);
    assert_eq!(pistol("", true, 6), [1, 0, 0, 0]);
    assert_eq!(pistol("", false, 0), [0, 1, 0, 0]);
    assert_eq!(pistol("stowed = ['pistol']", true, 0), [0, 0, 0, 0]);
}

#[test] // PER-3-2
fn facts_about_the_target_are_about_the_target() {
    let trial = fighters("a", "carries = ['gun']\nreactions = 3")
        .against("b", "ap = 2\ncarries = ['javelin']\nreactions = 2")
        .and("c", "")
        .ready();
    let [b, c] = ["b", "c"].map(|name| trial.who(name));
    assert_eq!(asked(&trial, "target.armour"), 5000);
    assert_eq!(asked(&trial, "target.reactions"), 2000);
    assert_eq!(asked(&trial, "target.armed"), 1);
    assert_eq!(asked(&trial, "target.shoots"), 0);
    let trial = trial.given("a", |body| body.feint = Some(c));
    assert_eq!(asked(&trial, "target.feinted"), 0);
    let trial = trial.given("a", |body| body.feint = Some(b));
    assert_eq!(asked(&trial, "target.feinted"), 1);
    let unarmed = plain("carries = ['gun']", 9).ready();
    assert_eq!(asked(&unarmed, "target.armed"), 0);
}

#[test] // PER-4-9, PER-12.2-2, PER-12.8-2
fn who_reacts_may_ask_about_whoever_gives_cause_for_it() {
    let meets = |act: &str, reactions: u8, lists: &str, faces: &[u32]| {
        let mine = format!("carries = ['sword']\nws = 42\nreactions = {reactions}");
        let other =
            "policy = 'q'\ncarries = ['sword']\nws = 60\ndodge = 40\ntalents = ['counter-attack']";
        let after = does(act, &mine, other).policy("q", lists);
        let after = after.step(faces.iter().copied());
        (after.evaded(), after.blows().len())
    };
    let dodges = "evade = ['dodge if target.reactions == 0']";
    assert_eq!(meets("attack", 0, dodges, &[52, 40]), (1, 1));
    assert_eq!(meets("attack", 2, dodges, &[52, 9]), (0, 1));
    let counters = "evade = ['parry']\ncounter = ['counter if target.reactions == 0']";
    assert_eq!(meets("attack", 0, counters, &[52, 60, 100]), (1, 2));
    assert_eq!(meets("attack", 2, counters, &[52, 60]), (1, 1));
    let strikes = "opportunity = ['attack if target.reactions == 0']";
    assert_eq!(meets("move-away", 0, strikes, &[100]), (0, 1));
    assert_eq!(meets("move-away", 2, strikes, &[]), (0, 0));
}

#[test] // PER-3-2
fn facts_tell_friend_from_foe() {
    let trial = fighters("a", "").and("x", "").against("b", "").ready();
    let b = trial.who("b");
    let trial = trial
        .given("x", |body| body.hold = Hold::HeldBy(b))
        .given("b", |body| body.pinned = true);
    assert_eq!(asked(&trial, "allies.held"), 1000);
    assert_eq!(asked(&trial, "foes.pinned"), 1000);
    let trial = trial
        .given("x", |body| (body.hold, body.pinned) = (Hold::Free, true))
        .given("b", |body| body.pinned = false);
    assert_eq!(asked(&trial, "allies.held"), 0);
    assert_eq!(asked(&trial, "foes.pinned"), 0);
}

#[test] // PER-12.31-1, PER-13.5-8
fn two_weapons_take_a_hand_and_a_talent_each() {
    let blows = |carried: &str, talents: &str, faces: &[u32]| {
        let mine = format!("carries = {carried}\ntalents = {talents}");
        let after = does("two-weapons", &mine, "").step(faces.iter().copied());
        after.blows().len()
    };
    let melee = "['two-weapons-melee']";
    assert_eq!(blows("['axe', 'sword']", melee, &[]), 0);
    assert_eq!(blows("['sword', 'pistol']", melee, &[]), 0);
    let both = "['two-weapons-melee', 'two-weapons-ranged']";
    assert_eq!(blows("['sword', 'pistol']", both, &[100, 100]), 2);
}

#[test] // PER-12.31-1
fn the_second_attack_is_at_the_target_of_the_first_unless_it_says_otherwise() {
    let mine = "carries = ['sword', 'knife']\ntalents = ['two-weapons-melee']";
    let targets = |line: &str| {
        let after = does(line, mine, "").and("c", "at = -1").step([100, 100]);
        after.targets()
    };
    assert_eq!(targets("two-weapons at c"), ["c", "c"]);
    assert_eq!(targets("two-weapons at c next b"), ["c", "b"]);
}

#[test] // PER-13.5-2, PER-13.5-4
fn facts_about_weapons_are_about_those_that_are_meant() {
    let gun = |jammed: bool, rounds: u8| {
        let setup = plain("carries = ['pistol', 'gun']", 9);
        let trial = setup.ready().given("a", |body| {
            (body.items[0].jammed, body.items[0].rounds) = (jammed, rounds);
            body.items[1].jammed = !jammed;
        });
        let view = View {
            arena: &trial.arena,
            state: &trial.state,
        };
        let asker = Asker::new(view, trial.who("a"), ACT, None, None);
        let pistol = SELECTORS.iter().position(|(word, _)| word.name == "pistol");
        let pistol = u8::try_from(pistol.expect("a selector of the book")).expect("few");
        ["usable", "jammed", "rounds"].map(|fact| {
            let number = VOCABULARY.facts.iter().position(|known| known.name == fact);
            let item = Some(ItemRef::Selector(pistol));
            asker.fact(number.expect("a fact of the book"), item)
        })
    };
    assert_eq!(gun(false, 4), [1, 0, 4000]);
    assert_eq!(gun(true, 4), [0, 1, 4000]);
    assert_eq!(gun(false, 0), [0, 0, 0]);
}

#[test] // PER-13.7-2
fn who_is_stunned_or_held_is_helpless_and_toughness_is_no_armour() {
    let ready = does("attack at helpless", "carries = ['gun']", "at = 30")
        .and("c", "at = 20")
        .and("d", "at = 40")
        .ready();
    let d = ready.who("d");
    let held = ready.given("c", |body| body.hold = Hold::HeldBy(d));
    assert_eq!(held.step([100]).targets(), ["c"]);
    let ready = does("attack at helpless", "carries = ['gun']", "at = 30").and("c", "at = 20");
    let stunned = ready.ready().given("c", |body| body.stunned = 1);
    assert_eq!(stunned.step([100]).targets(), ["c"]);
    let easiest = does(
        "attack at easiest",
        "carries = ['gun']",
        "at = 30\nap = 2\ntb = 0",
    )
    .and("c", "at = 20\nap = 1\ntb = 9");
    assert_eq!(easiest.step([100]).targets(), ["c"]);
}

#[test] // PER-13.7-2
fn of_equal_targets_the_first_is_picked() {
    for rule in ["nearest", "weakest", "strongest", "easiest"] {
        let line = format!("attack at {rule}");
        let setup = does(&line, "carries = ['gun']", "at = 20").and("c", "at = 20");
        assert_eq!(setup.step([100]).targets(), ["b"], "{rule}");
    }
}

#[test] // PER-12.32-1, PER-13.5-2, PER-13.5-4
fn nobody_waits_with_what_does_not_shoot() {
    let waits = |line: &str, weapon: &str, jammed: bool| {
        let ready = does(line, &format!("carries = ['{weapon}']"), "at = 9").ready();
        let ready = ready.given("a", |body| body.items[0].jammed = jammed);
        ready.step([]).body("a").overwatch.is_some()
    };
    assert!(waits("overwatch as semi", "pistol", false));
    assert!(!waits("overwatch as full", "pistol", false));
    assert!(!waits("overwatch", "gun", true) && !waits("overwatch", "javelin", false));
}

#[test] // PER-3-2
fn the_state_of_the_target_is_not_that_of_oneself() {
    type Change = fn(&mut Body);
    let states: [(&str, Change); 6] = [
        ("target.fatigue", |body| body.fatigue = 1),
        ("target.stunned", |body| body.stunned = 1),
        ("target.pinned", |body| body.pinned = true),
        ("target.surprised", |body| body.surprised = true),
        ("target.guarding", |body| body.guarding = true),
        ("target.held", |body| body.hold = Hold::HeldBy(FighterId(0))),
    ];
    for (fact, change) in states {
        let of = |name: &str| asked(&plain("", 9).ready().given(name, change), fact).signum();
        assert_eq!((of("a"), of("b")), (0, 1), "{fact}");
    }
}

#[test] // PER-3-2
fn facts_about_oneself_are_those_of_the_moment() {
    let mut trial = plain("carries = ['gun']", 1).ready();
    let b = trial.who("b");
    for fact in [
        "self.moved",
        "self.attacked",
        "self.cautious",
        "self.controls",
    ] {
        assert_eq!(asked(&trial, fact), 0, "{fact}");
    }
    (trial.state.turn.half_moved, trial.state.turn.attacks) = (true, 1);
    let trial = trial.given("a", |body| {
        (body.cautious, body.hold) = (true, Hold::Controls(b));
    });
    for fact in [
        "self.moved",
        "self.attacked",
        "self.cautious",
        "self.controls",
    ] {
        assert_eq!(asked(&trial, fact), 1, "{fact}");
    }
    let trial = trial.given("a", |body| body.hold = Hold::HeldBy(b));
    assert_eq!(asked(&trial, "self.controls"), 0);
    // `a` has no weapon to parry with.
    assert_eq!(asked(&trial, "self.parry"), 0);
}

#[test] // PER-13.7-2, PER-7-2
fn the_nearest_is_so_with_its_height() {
    let flies = "at = 9\nflies = true\naltitude = 'low'";
    let shoots = does("attack at nearest", "carries = ['gun']", flies).and("c", "at = 40");
    assert_eq!(shoots.step([100]).targets(), ["c"]);
}

#[test] // PER-3-2, PER-7-2
fn facts_about_distances_count_height() {
    let asks = |other: &str| {
        let trial = fighters("a", "").against("b", other).ready();
        [
            "target.distance",
            "foes.distance",
            "foes.adjacent",
            "self.in_melee",
        ]
        .map(|fact| asked(&trial, fact))
    };
    assert_eq!(asks("at = 1"), [1000, 1000, 1000, 1]);
    assert_eq!(asks("at = 9"), [9000, 9000, 0, 0]);
    let low = asks("at = 1\nflies = true\naltitude = 'low'");
    assert_eq!(low, [60_000, 60_000, 0, 0]);
}

#[test] // PER-4-9
fn who_evades_may_ask_about_the_attack() {
    let dodges = |fact: &str, act: &str, stats: [&str; 2], faces: [u32; 2]| {
        let other = format!("policy = 'q'\n{}", stats[1]);
        let setup = does(act, stats[0], &other);
        let setup = setup.policy("q", &format!("evade = ['dodge if {fact}']"));
        setup.step(faces).body("b").reactions == 0
    };
    let (sword, gun) = (
        ["carries = ['sword']", ""],
        ["carries = ['gun']\nbs = 60", "at = 9"],
    );
    assert!(dodges("attack.melee", "attack", sword, [50, 1]));
    assert!(!dodges("attack.melee", "attack", gun, [50, 9]));
    assert!(dodges("attack.grapple", "grapple", ["", ""], [40, 1]));
    assert!(!dodges("attack.grapple", "attack", sword, [50, 9]));
    assert!(dodges("attack.hits == 3", "semi-burst", gun, [1, 1]));
    assert!(!dodges("attack.hits == 3", "semi-burst", gun, [60, 9]));
    let field = ["carries = ['sword']", "deflect = 20"];
    assert!(dodges("can_deflect", "attack", field, [50, 1]));
    assert!(!dodges("can_deflect", "attack", sword, [50, 9]));
}
