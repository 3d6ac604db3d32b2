//! Tests of the targets that policies pick, and of other choices of policies.

use super::ACT;
use crate::fight::Blow;
use crate::policy::{ItemRef, TargetRef};
use crate::rules::brp::nouns::SELECTORS;
use crate::rules::brp::nouns::scene::View;
use crate::rules::brp::nouns::state::{Action, Body, Condition, PickedTarget};
use crate::rules::brp::testing::{Setup, Trial, fighters, fraction};
use crate::rules::testing::lines_asked;

const IDLE: &str = "[policies.idle]\nact = [\"wait\"]\nreact = [\"nothing\"]";

/// Returns a fight of a fighter called `chooser` at 0 m, whose policy has this line, against enemies that do
/// nothing. Each enemy is given as its name, its hit points and its place in metres.
fn choosing(line: &str, foes: &[(&str, i32, f64)]) -> Setup {
    foes.iter().fold(
        fighters("chooser", "policy = \"chooser\"")
            .with(IDLE)
            .with(&format!(
                "[policies.chooser]\nact = [\"{line}\"]\nmove = [\"stay\"]"
            )),
        |fight, (name, hp, at)| {
            fight.against(
                name,
                &format!("hit_points = {hp}\nat = {at}\npolicy = \"idle\""),
            )
        },
    )
}

fn chosen(line: &str, foes: &[(&str, i32, f64)]) -> String {
    let after = choosing(line, foes).round([100]);
    after.attacks()[0].1.clone()
}

#[test] // BRP-X-7
fn nearest_weakest_and_strongest_pick_by_distance_and_hit_points() {
    let foes = [
        ("plain", 10, 1.5),
        ("near", 9, -0.5),
        ("weak", 4, 1.0),
        ("strong", 14, 2.0),
    ];
    for (line, whom) in [
        ("attack nearest", "near"),
        ("attack", "near"),
        ("attack weakest", "weak"),
        ("attack strongest", "strong"),
        ("attack first", "plain"),
        ("attack at strong", "strong"),
    ] {
        assert_eq!(chosen(line, &foes), whom, "{line}");
    }
}

#[test] // BRP-X-7
fn ties_go_by_listing_order() {
    let foes = [("one", 10, 1.0), ("two", 10, -1.0), ("three", 10, 1.0)];
    for line in ["attack nearest", "attack weakest", "attack strongest"] {
        assert_eq!(chosen(line, &foes), "one", "{line}");
    }
}

#[test] // BRP-X-7
fn hit_points_are_the_current_ones() {
    let foes = [("one", 10, 1.0), ("two", 11, 1.0)];
    let hurt = |line: &str| {
        let trial = choosing(line, &foes)
            .ready()
            .given("two", |body| body.hp = 5);
        trial.round([100]).attacks()[0].1.clone()
    };
    assert_eq!(
        (hurt("attack weakest"), hurt("attack strongest")),
        ("two".to_owned(), "one".to_owned())
    );
}

#[test] // BRP-X-7
fn of_several_fallen_or_of_one_name_the_nearest_is_meant() {
    let fallen = choosing(
        "attack at fallen",
        &[("far", 13, 1.5), ("near", 13, 0.5), ("up", 13, 1.0)],
    );
    let fallen = fallen.ready().felled("far", 1, 5).felled("near", 1, 5);
    assert_eq!(fallen.round([20, 1]).attacks()[0].1, "near");
    let twins = choosing("attack at twin", &[])
        .against("twin", "count = 2\nat = 1.5\npolicy = \"idle\"")
        .ready()
        .given("twin 2", |body| body.at = 50);
    assert_eq!(twins.round([100]).attacks()[0].1, "twin 2");
}

#[test] // BRP-X-7, BRP-5.11-4
fn by_custom_nobody_strikes_with_a_shield() {
    let with = |line: &str| {
        let after = fighters(
            "one",
            "policy = \"p\"\ncarries = [\"kite-shield\", \"broad-sword\"]",
        )
        .against("two", "policy = \"idle\"")
        .with(IDLE)
        .with(&format!("[policies.p]\nact = [\"{line}\"]"))
        .round([100]);
        after.attacks()[0].2.clone()
    };
    assert_eq!(with("attack"), "broad-sword");
    assert_eq!(with("attack with kite-shield"), "kite-shield");
}

#[test] // BRP-X-8
fn a_reaction_may_depend_on_the_attackers_hit_points() {
    let dodges = |hp: i32| {
        let knight = format!("dex = 15\nhit_points = {hp}\nbrawl = 65");
        let after = fighters("knight", &knight)
            .against("guard", "hit_points = 20\ndodge = 60\npolicy = \"p\"")
            .with("[policies.p]\nact = [\"wait\"]\nreact = [\"dodge if attacker.hp < 10\"]");
        let odds = after.ready().round_odds(|trial| trial.says("dodge"));
        odds.of(|&dodges| dodges) > fraction(0, 1)
    };
    assert!(dodges(9) && !dodges(10));
}

#[test] // BRP-5.2-1, BRP-5.3-4
fn a_movement_may_be_about_another_than_the_action() {
    let place = |line: &str| {
        let after = fighters("chooser", "policy = \"chooser\"")
            .with(IDLE)
            .with(&format!(
                "[policies.chooser]\nact = [\"attack at near\"]\nmove = [\"{line}\"]"
            ))
            .against("near", "at = 9\npolicy = \"idle\"")
            .and("far", "at = -12\npolicy = \"idle\"");
        let odds = after.ready().round_odds(|trial| trial.at("chooser"));
        let (&at, _) = odds.iter().next().expect("some place");
        at
    };
    assert!(place("advance by 2") > 0 && place("advance at far by 2") < 0);
}

/// Returns a fight of a fighter whose policy has this line against two enemies. One enemy is down and has
/// `hp` hit points. The other stands 1 m away.
fn beside_the_fallen(line: &str, hp: i32) -> Trial {
    choosing(line, &[("down", 13, 0.0), ("up", 13, 1.0)])
        .ready()
        .felled("down", hp, 5)
}

#[test] // BRP-X-7
fn only_the_able_are_attacked_unless_a_policy_says_otherwise() {
    for line in [
        "attack nearest",
        "attack weakest",
        "attack first",
        "attack",
        "attack at up",
    ] {
        let after = beside_the_fallen(line, 1).round([100]);
        assert_eq!(after.attacks()[0].1, "up", "{line}");
    }
    assert!(
        beside_the_fallen("attack at down", 1)
            .round([])
            .attackers()
            .is_empty()
    );
}

#[test] // BRP-X-7
fn a_policy_may_have_the_fallen_attacked() {
    let asleep = beside_the_fallen("attack at fallen", 1).round([20, 1]);
    assert_eq!(asleep.attacks()[0].1, "down");
    assert_eq!(
        (asleep.hp("down"), asleep.condition("down")),
        (0, Condition::Dead)
    );
    let dying = beside_the_fallen("attack at dying", 0).round([20, 1]);
    assert_eq!(
        (dying.attacks()[0].1.as_str(), dying.hp("down")),
        ("down", -1)
    );
    assert!(
        beside_the_fallen("attack at dying", 1)
            .round([])
            .attackers()
            .is_empty()
    );
}

#[test] // BRP-X-7
fn an_attack_on_the_fallen_is_ordinary_but_meets_no_defence() {
    let fight = fighters("killer", "dex = 13\nbrawl = 60\npolicy = \"killer\"")
        .against(
            "down",
            "dodge = 100\npolicy = \"dodge\"\narmour = { ap = 1 }",
        )
        .and("up", "at = 30\npolicy = \"idle\"")
        .with(IDLE)
        .with("[policies.killer]\nact = [\"attack at fallen\"]");
    let missed = fight.ready().felled("down", 2, 5).round([61]);
    assert_eq!(missed.blows(), [Blow::Missed]);
    let hit = fight.ready().felled("down", 2, 5).round([60, 2]);
    assert_eq!(
        hit.blows(),
        [Blow::Landed {
            rolled: 2,
            stopped: 1,
            dealt: 1
        }]
    );
    assert_eq!(hit.hp("down"), 1);
}

#[test] // BRP-X-7, BRP-5.2-4
fn the_fallen_who_are_dead_are_no_target() {
    let trial = choosing(
        "attack at fallen",
        &[("corpse", 13, 0.0), ("sleeper", 13, 1.0), ("up", 13, 50.0)],
    )
    .ready()
    .felled("sleeper", 1, 5)
    .felled("corpse", 0, 5)
    .given("corpse", |body| body.condition = Condition::Dead);
    assert_eq!(trial.round([100]).attacks()[0].1, "sleeper");
}

#[test] // BRP-X-7, BRP-5.2-4
fn a_fallen_target_that_has_died_is_replaced_by_another_of_the_fallen() {
    let after = fighters("quick", "dex = 20\nbrawl = 60\npolicy = \"butcher\"")
        .and("slow", "dex = 5\npolicy = \"butcher\"")
        .against("sleeper", "at = 0\npolicy = \"idle\"")
        .and("other", "at = 1\npolicy = \"idle\"")
        .and("up", "at = 2\npolicy = \"idle\"")
        .option("death = \"immediate\"")
        .with(IDLE)
        .with("[policies.butcher]\nact = [\"attack at fallen\"]\nmove = [\"stay\"]")
        .ready()
        .felled("sleeper", 1, 5)
        .felled("other", 1, 5)
        .round([50, 1, 100]);
    let whom: Vec<String> = after
        .attacks()
        .into_iter()
        .map(|(_, whom, _)| whom)
        .collect();
    assert_eq!(whom, ["sleeper", "other"]);
    assert_eq!(after.condition("sleeper"), Condition::Dead);
}

#[test] // BRP-X-7, BRP-5.4-3
fn shots_pick_by_the_same_rules_within_their_range() {
    let shot = |line: &str| {
        fighters(
            "slinger",
            "dex = 13\ncarries = [\"thrown-rock\"]\npolicy = \"slinger\"",
        )
        .against("near", "hit_points = 9\nat = 30\npolicy = \"idle\"")
        .and("strong", "hit_points = 12\nat = 40\npolicy = \"idle\"")
        .and("beyond", "hit_points = 50\nat = 60.01\npolicy = \"idle\"")
        .and("edge", "hit_points = 3\nat = 60\npolicy = \"idle\"")
        .with(IDLE)
        .with(&format!("[policies.slinger]\nact = [\"{line}\"]"))
        .round([100])
        .attacks()[0]
            .1
            .clone()
    };
    assert_eq!(shot("shoot nearest"), "near");
    assert_eq!(shot("shoot strongest"), "strong");
    assert_eq!(shot("shoot weakest"), "edge");
}

#[test] // BRP-5.11-3
fn a_kneeler_who_is_to_attack_with_a_melee_weapon_does_not_throw_it() {
    let fight = |act: &str| {
        fighters(
            "kneeler",
            "dex = 13\ncarries = [\"hand-axe\", \"hoplite-shield\"]\npolicy = \"kneeler\"",
        )
        .against("foe", "at = 1\npolicy = \"idle\"")
        .with(IDLE)
        .with(&format!(
            "[policies.kneeler]\nstance = [\"kneel\"]\nact = [\"{act}\"]\nreact = [\"nothing\"]"
        ))
    };
    for act in ["attack with melee", "attack with hand-axe", "attack"] {
        assert!(fight(act).round([]).attacks().is_empty(), "{act}");
    }
    let thrown = fight("shoot with hand-axe").round([100]);
    assert_eq!(thrown.attackers(), ["kneeler"]);
}

/// Returns the value of a fact for the decisions of the fighter `who`. `target` is the target of the
/// decision, if the fact is about one.
fn asked(trial: &Trial, who: &str, target: Option<&str>, fact: &str) -> i64 {
    let view = View::new(&trial.arena, &trial.state);
    let mut asker = super::Asker::new(view, trial.who(who), super::Timing::Now);
    asker.target = target.map(|name| trial.who(name));
    let number = super::VOCABULARY
        .facts
        .iter()
        .position(|known| known.name == fact);
    asker.answer(number.expect("a fact of the book"), None)
}

#[test] // BRP-X-8
fn the_dead_and_the_disarmed_are_known() {
    let ready = || {
        choosing("wait", &[("one", 10, 1.0), ("two", 10, 1.0)])
            .and("three", "carries = [\"dagger\"]\npolicy = \"idle\"")
            .ready()
            .given("one", |body| body.condition = Condition::Dead)
    };
    let trial = ready();
    assert_eq!(asked(&trial, "chooser", None, "foes.dead"), 1000);
    assert_eq!(asked(&trial, "chooser", None, "allies.dead"), 0);
    assert_eq!(asked(&trial, "one", None, "foes.dead"), 0);
    let mate = ready().given("three", |body| body.condition = Condition::Dead);
    assert_eq!(asked(&mate, "two", None, "allies.dead"), 1000);
    assert_eq!(asked(&mate, "chooser", None, "foes.dead"), 2000);
    let armed = |trial: &Trial| asked(trial, "chooser", Some("three"), "target.armed");
    assert!(armed(&trial) > 0);
    let broken = trial.given("three", |body| body.items[0].broken = true);
    assert_eq!(armed(&broken), 0);
    assert_eq!(asked(&broken, "chooser", Some("two"), "target.armed"), 0);
    // Shields and bows are no melee weapons, so their bearers do not count as armed.
    let bears = |thing: &str| {
        let stats = format!("carries = [\"{thing}\"]\npolicy = \"idle\"");
        let trial = choosing("wait", &[]).against("four", &stats).ready();
        asked(&trial, "chooser", Some("four"), "target.armed") > 0
    };
    assert!(bears("dagger") && !bears("kite-shield") && !bears("long-bow"));
}

#[test] // BRP-5.2-1
fn a_line_that_only_stays_may_ask_about_the_target_of_the_action() {
    // Returns where the fighter stands after a round. If it moves up to an enemy, it also strikes and needs a
    // die.
    let place = |condition: &str, faces: &[u32]| {
        let after = fighters("chooser", "policy = \"chooser\"")
            .with(IDLE)
            .with(&format!(
                "[policies.chooser]\nact = [\"attack at far\"]\nmove = [\"stay if {condition}\", \"close at far\"]"
            ))
            .against("near", "hit_points = 3\nat = 9\npolicy = \"idle\"")
            .and("far", "hit_points = 10\nat = 12\npolicy = \"idle\"")
            .round(faces.iter().copied());
        after.at("chooser")
    };
    assert_eq!(place("target.hp == 10", &[]), 0);
    assert!(place("target.hp == 3", &[100]) > 0);
    // The condition of the first line is still about `far`, the target of the action, although the next line
    // names another target.
    assert_eq!(
        place(
            "target.hp == 10\", \"advance at near by 1 if target.hp == 99",
            &[]
        ),
        0
    );
}

#[test] // BRP-5.2-1, BRP-X-8
fn only_the_able_who_have_spoken_are_known_to_aim() {
    let ready = |spoken: bool, aim: &str| {
        let trial = choosing("wait", &[("one", 10, 1.0)])
            .and("two", "policy = \"idle\"")
            .ready();
        let target = PickedTarget {
            who: trial.who(aim),
            rule: TargetRef::Rule(0),
        };
        trial.given("one", |body| {
            body.intent.action = Action::Strike { item: 0, target };
            body.intent.spoken = spoken;
        })
    };
    let aimed = |trial: &Trial| asked(trial, "chooser", None, "foes.aiming_at_me");
    let stated = |trial: &Trial| asked(trial, "chooser", Some("one"), "target.intent");
    let trial = ready(true, "chooser");
    assert_eq!(aimed(&trial), 1000);
    let [unspoken, other] = [ready(false, "chooser"), ready(true, "two")];
    assert_eq!((aimed(&unspoken), aimed(&other)), (0, 0));
    assert_ne!(stated(&trial), stated(&unspoken));
    let mates = |trial: &Trial| asked(trial, "two", Some("chooser"), "allies.aiming_at_target");
    assert_eq!(mates(&trial), 1000);
    let down = trial.felled("one", 1, 0);
    assert_eq!((aimed(&down), mates(&down)), (0, 0));
    assert_eq!(stated(&down), stated(&unspoken));
}

#[test] // BRP-5.6-4, BRP-5.12-3
fn who_asks_about_allies_does_not_count_itself() {
    let trial = || {
        choosing("wait", &[("one", 10, 1.0)])
            .and("two", "policy = \"idle\"")
            .ready()
    };
    let dying = |trial: &Trial| {
        ["allies.dying", "allies.fallen"].map(|fact| asked(trial, "one", None, fact))
    };
    assert_eq!(dying(&trial().felled("one", 0, 0)), [0, 0]);
    assert_eq!(dying(&trial().felled("two", 1, 0)), [0, 1000]);
    assert_eq!(dying(&trial().felled("two", 0, 0)), [1000, 1000]);
    let defended = trial().given("one", |body| (body.defences, body.parries) = (3, 1));
    assert_eq!(asked(&defended, "one", None, "self.parries"), 1000);
}

#[test] // BRP-5.6-7, BRP-5.9-9
fn what_is_broken_or_spent_is_told_of_things() {
    let known = |selector: &str, change: fn(&mut Body)| {
        let trial = fighters(
            "one",
            "carries = [\"broad-sword\", \"long-bow\"]\nammo = { long-bow = 2 }",
        )
        .against("two", "")
        .ready()
        .given("one", change);
        let at = SELECTORS.iter().position(|(word, _)| word.name == selector);
        let item = ItemRef::Selector(u8::try_from(at.expect("a selector")).expect("few"));
        let view = View::new(&trial.arena, &trial.state);
        let asker = super::Asker::new(view, trial.who("one"), super::Timing::Now);
        ["usable", "points", "ammo"].map(|fact| {
            let mut facts = super::VOCABULARY.facts.iter();
            let number = facts.position(|known| known.name == fact);
            asker.answer(number.expect("a fact of the book"), Some(item))
        })
    };
    assert_eq!(known("melee", |_| {}), [1, 12_000, 0]);
    assert_eq!(
        known("melee", |body| body.items[0].broken = true),
        [0, 0, 0]
    );
    assert_eq!(known("missile", |_| {}), [1, 10_000, 2000]);
    assert_eq!(
        known("missile", |body| body.items[1].ammo = 0),
        [0, 10_000, 0]
    );
}

#[test] // BRP-5.9-8, BRP-5.9-9
fn lines_are_left_out_for_which_somebody_carries_nothing() {
    let all = [
        "shoot with missile",
        "shoot with thrown",
        "shoot with long-bow",
        "reload",
        "attack",
    ];
    let left = |mine: &str| {
        let trial = fighters("a", &format!("policy = 'p'\n{mine}"))
            .against("b", "carries = ['long-bow', 'light-crossbow']")
            .with(&format!("[policies.p]\nact = {all:?}"))
            .ready();
        lines_asked(&trial.arena.fighter(trial.who("a")).policy, ACT)
    };
    assert_eq!(left("carries = ['broad-sword']"), ["attack"]);
    assert_eq!(
        left("carries = ['long-bow']"),
        ["shoot with missile", "shoot with long-bow", "attack"]
    );
    assert_eq!(
        left("carries = ['thrown-rock']"),
        ["shoot with thrown", "attack"]
    );
    assert_eq!(
        left("carries = ['light-crossbow']"),
        ["shoot with missile", "reload", "attack"]
    );
}
