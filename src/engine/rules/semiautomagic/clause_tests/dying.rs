//! Tests of Toughness, wounds, dying, objects, and of when fighters are out of the fight.

use crate::dice::Enumerated;
use crate::fight::Arena as _;
use crate::rules::semiautomagic::nouns::scene::View;
use crate::rules::semiautomagic::nouns::state::Life;
use crate::rules::semiautomagic::reading::sheet::Posture;
use crate::rules::semiautomagic::testing::{Trial, does, fighters, fraction};
use num_rational::BigRational;

/// Returns the Toughness of a fighter with the lines `stats` in its stat block.
fn toughness(stats: &str) -> i32 {
    let trial = does("wait", "", stats).ready();
    let view = View {
        arena: &trial.arena,
        state: &trial.state,
    };
    view.toughness(trial.who("b"))
}

#[test] // SAM-18-1, SAM-19-15
fn toughness_is_what_somebody_is_made_of() {
    assert_eq!(toughness("endurance = 3"), 9);
    assert_eq!(toughness("scale = 2\nendurance = 5\nnatural = 2"), 19);
    assert_eq!(toughness("wounds = 2"), 7);
}

#[test] // SAM-18-3
fn the_highest_defence_counts() {
    assert_eq!(toughness("armour = 3\nnatural = 2"), 12);
    assert_eq!(toughness("unarmoured = 1\nnatural = 2"), 11);
    assert_eq!(toughness("armour = -3"), 9);
}

#[test] // SAM-18-2
fn objects_are_destroyed() {
    assert_eq!(
        toughness("object = true\ndurability = 2\nendurance = 9"),
        11
    );
    let trial = fighters("a", "policy = 'p'\nmelee = 9\nstrength = 5")
        .against("b", "")
        .and("x", "object = true")
        .policy("p", "act = ['attack at x', 'wait']")
        .step([1, 5]);
    assert_eq!(trial.life("x"), Life::Dead);
    // An object is attacked only if a policy names it. A side that has only objects left is beaten.
    let trial = does("attack", "melee = 9", "")
        .and("x", "object = true")
        .step([1, 8]);
    assert!(trial.outcome.is_some() && trial.targets() == ["b"]);
    let own = fighters("a", "policy = 'p'")
        .and("x", "object = true")
        .against("b", "")
        .policy("p", "act = ['attack at x']");
    assert!(own.step([]).blows().is_empty());
}

#[test] // SAM-18-4
fn damage_must_exceed_the_toughness() {
    let fells = |option: &str| {
        let odds = does("attack", "melee = 9", "")
            .option(option)
            .odds(|trial| trial.life("b"));
        odds.of(|&life| life == Life::Dying)
    };
    assert_eq!(fells(""), fraction(2, 8));
    assert_eq!(fells("threshold = 'meet'"), fraction(3, 8));
    assert_eq!(fells("threshold = 'mixed'"), fraction(3, 8));
    let scratches = |option: &str| {
        let three = "[weapons.three]\ndamage = '3'\nadds_strength = false";
        let setup = does("attack", "melee = 9\ncarries = ['three']", "").with(three);
        setup.option(option).step([1]).wounds("b") == 1
    };
    assert!(scratches("threshold = 'meet'"));
    assert!(!scratches("threshold = 'mixed'") && !scratches(""));
}

#[test] // SAM-18-5, SAM-0-8, SAM-0-9
fn the_dying_are_out() {
    let trial = does("attack", "melee = 9", "").step([1, 8]);
    assert!(!trial.fights("b") && trial.body("b").posture == Posture::Prone);
    assert_eq!(trial.names(&trial.heard.downed), ["b"]);
    let outcome = trial.outcome.expect("it is over");
    assert_eq!(
        outcome.ending,
        crate::fight::Ending::Won(crate::fight::SideId(0))
    );
    // If both sides are out of the fight at the same time, it is a draw. If both are left after the last
    // round, it is undecided.
    let both = does("wait", "", "").run("round_cap = 2");
    let mut trial = both.ready().turn([]).turn([]);
    trial = trial.turn([]).turn([]);
    assert_eq!(
        trial.outcome.map(|o| o.ending),
        Some(crate::fight::Ending::Undecided)
    );
}

#[test] // SAM-18-6, SAM-18-8
fn checks_of_the_dying_are_told_with_their_rolls() {
    let told = |faces: &[u32], words: &str| {
        let setup = fighters("a", "starts = ['dying']")
            .and("x", "")
            .against("b", "");
        let trial = setup.ready().step(faces.iter().copied());
        assert!(trial.says(words), "{:?}", trial.heard.said);
    };
    told(&[9, 6], "a clings to life: 6+2 = 8 against 4.");
    told(&[9, 1], "a comes nearer to death: 1+2 = 3 against 4.");
    told(&[10], "a stabilises, with a 10 on 1d10.");
    let hit = does("attack", "melee = 9", "").step([1, 3]);
    assert!(
        hit.says("a rolls 6 for damage (1d8+3)."),
        "{:?}",
        hit.heard.said
    );
}

/// Returns the exact probability that a dying fighter dies before it becomes stable.
fn dies(wounds: u8, option: &str) -> BigRational {
    let stats = format!("starts = ['dying']\nwounds = {wounds}");
    let setup = fighters("x", "")
        .and("a", &stats)
        .against("b", "")
        .option(option);
    let trial = setup.ready();
    // The numbers that the dying checks must reach are the states of a Markov chain, which is solved from its
    // end. In each turn the fighter becomes stable, or comes nearer to death, or nothing changes.
    let who = trial.who("a");
    let mut chance = fraction(1, 1);
    let mut dcs = Vec::new();
    let mut dc = trial.state.body(who).dc;
    loop {
        let played = trial.odds_after(
            |trial: &mut Trial, dice: &mut Enumerated| {
                trial.state.body_mut(who).dc = dc;
                trial.play_turn(dice);
                trial.play_turn(dice);
            },
            |trial| (trial.state.body(who).life, trial.state.body(who).dc),
        );
        let stable = played.of(|&(life, _)| life == Life::Stable);
        let dead = played.of(|&(life, _)| life == Life::Dead);
        let worse = played.of(|&(life, now)| life == Life::Dying && now > dc);
        dcs.push((stable, dead.clone(), worse.clone()));
        if worse == fraction(0, 1) {
            break;
        }
        dc += 1;
    }
    for (stable, dead, worse) in dcs.into_iter().rev() {
        let leaves = stable + dead.clone() + worse.clone();
        chance = (dead + worse * chance) / leaves;
    }
    chance
}

#[test] // SAM-18-6, SAM-18-8
fn dying_checks_become_harder() {
    assert_eq!(dies(1, ""), fraction(729, 2618));
    assert_eq!(dies(2, ""), fraction(1215, 2618));
    assert_eq!(dies(3, ""), fraction(810, 1309));
    assert_eq!(dies(5, ""), fraction(15, 17));
    assert!(dies(1, "dying_wound_penalty = 'no'") < fraction(729, 2618));
    let after = does("attack", "melee = 9", "wounds = 5")
        .and("c", "")
        .step([1, 8]);
    assert_eq!(after.life("b"), Life::Dead);
    let six = does("attack", "melee = 9", "")
        .and("c", "")
        .option("dying_dc = 6")
        .step([1, 8]);
    assert_eq!(six.body("b").dc, 6);
}

#[test] // SAM-18-8
fn a_ten_on_d10_stabilises() {
    let setup = fighters("a", "")
        .and("x", "starts = ['dying']")
        .against("b", "");
    let trial = setup.ready().turn([]).turn([10]);
    assert_eq!(trial.life("x"), Life::Stable);
    let trial = setup.ready().turn([]).turn([9, 2]);
    assert_eq!((trial.life("x"), trial.body("x").dc), (Life::Dying, 4));
    let trial = setup.ready().turn([]).turn([9, 1]);
    assert_eq!((trial.life("x"), trial.body("x").dc), (Life::Dying, 5));
}

#[test] // SAM-0-10, SAM-15-9, SAM-19-3
fn who_is_down_neither_takes_heart_nor_staggers() {
    let setup = fighters("x", "starts = ['dying']")
        .and("c", "")
        .against("b", "");
    let trial = setup
        .ready()
        .given("x", |body| (body.broken, body.staggered) = (true, 2));
    assert!(trial.turn([9, 6]).body("x").broken);
    let asleep = does("wait", "starts = ['asleep']", "").ready();
    let asleep = asleep.given("a", |body| body.staggered = 2).turn([]);
    assert_eq!(asleep.body("a").stunned, 0);
}

#[test] // SAM-18-7
fn who_is_wounded_while_dying_dies() {
    let setup = fighters("a", "policy = 'p'")
        .against("b", "starts = ['dying']")
        .and("c", "")
        .policy("p", "act = ['attack at fallen']");
    // The target is helpless, so no attack roll is made. The damage of 4 exceeds the Minimum Toughness, which
    // is 8 - 6.
    let trial = setup.step([1]);
    assert_eq!(trial.life("b"), Life::Dead);
    let tough = setup
        .text()
        .replace("starts = ['dying']", "starts = ['dying']\narmour = 9");
    let trial = Trial::of(crate::rules::testing::compiled(&tough)).step([1]);
    assert_eq!(trial.life("b"), Life::Dying);
}

#[test] // SAM-10-2, SAM-18-6
fn further_wounds_of_an_action_count_against_the_dying_check() {
    let two = |wounds: u8| {
        let setup = does(
            "combo",
            "melee = 9\ncombos = ['two']",
            &format!("wounds = {wounds}"),
        );
        let trial = setup.step([1, 8, 1, 8]);
        (trial.wounds("b"), trial.life("b"))
    };
    // The best result of the dying check is 6 for the die plus 3, minus all wounds of the action. `b`
    // survives only if it can reach 4.
    assert_eq!(two(3), (5, Life::Dying));
    assert_eq!(two(4), (6, Life::Dead));
    assert_eq!(two(5), (7, Life::Dead));
}

#[test] // SAM-18-9
fn medicine_stabilises() {
    let setup = fighters("a", "policy = 'p'\nmedicine = 1")
        .and("x", "starts = ['dying']")
        .against("b", "")
        .policy("p", "act = ['stabilise']");
    let odds = setup.odds(|trial| trial.life("x"));
    assert_eq!(odds.of(|&life| life == Life::Stable), fraction(4, 6));
    let none = setup.text().replace("medicine = 1", "medicine = -20");
    assert_eq!(
        Trial::of(crate::rules::testing::compiled(&none))
            .step([6])
            .life("x"),
        Life::Dying
    );
    // Only a fighter that is adjacent to the patient can treat it.
    let near = |column: u8| {
        let setup = fighters("a", "policy = 'p'\nmedicine = 9\nat = [10, 10]")
            .and("x", &format!("starts = ['dying']\nat = [{column}, 10]"))
            .against("b", "at = [30, 30]")
            .field("size = [40, 40]")
            .policy("p", "act = ['stabilise']");
        let odds = setup.odds(|trial| trial.life("x"));
        odds.of(|&life| life == Life::Stable)
    };
    assert_eq!([near(11), near(12)], [fraction(1, 1), fraction(0, 1)]);
}

#[test] // SAM-18-10
fn wounds_alone_fell_nobody() {
    let pinned = |option: &str| {
        let one = "[weapons.one]\ndamage = '1'\nadds_strength = false";
        let setup = does("attack", "melee = 9\ncarries = ['one']", "wounds = 8")
            .with(one)
            .option(option);
        setup.and("c", "").step([1]).life("b")
    };
    assert_eq!(pinned(""), Life::Well);
    assert_ne!(pinned("wound_death = 'zero'"), Life::Well);
}

#[test] // SAM-0-9
fn the_aftermath_settles_who_is_dying() {
    let setup = does("attack", "melee = 9", "").option("aftermath = 'resolve'");
    // The first two dice are the attack on `b`, which leaves it dying. Each further die picks one of the
    // combinations of its two rolls, d10 and d6, that change something: the first six make `b` stable, the
    // others are failed checks. There are 15 such combinations the first time, and 24 the second time.
    let trial = setup.step([1, 8, 7, 6]);
    assert_eq!(trial.life("b"), Life::Stable);
    // The checks must reach 4, 5, 6, 7 and 8, and `b` adds 2 to each.
    let trial = setup.step([1, 8, 15, 24, 33, 42, 51]);
    assert_eq!(trial.life("b"), Life::Dead);
}

#[test] // SAM-0-9, SAM-18-6, SAM-18-8
fn whoever_is_left_dying_dies_in_the_aftermath_as_often_as_turn_by_turn() {
    let setup = does("attack", "melee = 9", "").option("aftermath = 'resolve'");
    let odds = setup.ready().odds(|trial| trial.life("b"));
    let [dead, stable] = [Life::Dead, Life::Stable].map(|life| odds.of(|&other| other == life));
    let felled = dead.clone() + stable;
    assert_eq!(dead / felled, fraction(729, 2618));
}

#[test] // SAM-0-8, SAM-5-3
fn what_became_of_each_is_counted() {
    use crate::rules::semiautomagic::events::{EVENTS, WOUND};
    let setup = does("attack", "melee = 9", "");
    let trial = setup.step([1, 8]);
    let b = trial.who("b");
    assert_eq!(trial.heard.events, [(b, WOUND)]);
    let fate = |trial: &Trial, name: &str| {
        let fate = trial.arena.left(&trial.state, trial.who(name)).fate;
        fate.map(|event| EVENTS[event.index()].name)
    };
    assert_eq!(fate(&trial, "b"), Some("dying"));
    assert_eq!(
        fate(&setup.option("aftermath = 'resolve'").step([1, 8, 6]), "b"),
        Some("stable")
    );
    let out = |starts: &str| {
        let trial = does("wait", "", &format!("starts = ['{starts}']")).ready();
        fate(&trial, "b")
    };
    assert_eq!(
        ["broken", "paralysed", "unconscious"].map(out),
        [Some("broken"), Some("paralysed"), Some("unconscious")]
    );
}

#[test] // SAM-18-6
fn a_fighter_that_starts_the_fight_dying_has_a_dying_number() {
    let setup = |wounds: u8| {
        let stats = format!("starts = ['dying']\nwounds = {wounds}");
        let sides = fighters("a", "").and("x", &stats).against("b", "");
        sides.option("dying_dc = 6")
    };
    assert_eq!(setup(1).ready().body("x").dc, 6);
    // The check must reach 6. With endurance 3 and four wounds, it can reach at most 6 + 3 - 4.
    let mut trial = setup(4).ready();
    trial.state = trial.arena.start.clone();
    assert_eq!(trial.step([6, 4, 2]).life("x"), Life::Dead);
}

#[test] // SAM-0-9
fn an_undecided_fight_has_an_aftermath() {
    let setup = fighters("a", "").and("x", "starts = ['dying']");
    let setup = setup.against("b", "").option("aftermath = 'resolve'");
    let trial = setup.run("round_cap = 1").ready();
    let trial = trial.turn([]).turn([9, 6]).turn([6]);
    assert_eq!(trial.life("x"), Life::Stable);
}

#[test] // SAM-0-8
fn who_begins_out_counts_as_gone_down() {
    for starts in ["dying", "unconscious", "paralysed", "broken"] {
        let stats = format!("starts = ['{starts}']");
        let sides = fighters("a", "").and("x", &stats).against("b", "");
        let mut trial = sides.ready();
        trial.state = trial.arena.start.clone();
        let x = trial.who("x");
        let odds = trial.odds(|trial| trial.heard.downed == [x]);
        assert_eq!(odds.of(|&told| told), fraction(1, 1), "{starts}");
    }
}
